"""Makes everything ready: the environment in .venv, and the kernel compiled in build/compiled.

    ready.py play | test | check

Needs nothing but Python. What is ready already is not made again, so that a later start takes
a moment: .venv/ready.json holds the hashes of the locks it was filled from, and a compiled kernel
lies in build/kernel under the hash of all that went into it.
"""

import errno
import fcntl
import hashlib
import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "ready.json"
BUILD = ROOT / "build"
LOG = BUILD / "ready.log"
LOCKS = {"play": "requirements.lock", "test": "requirements-test.lock", "check": "requirements-test.lock"}
KEPT = 4  # compiled kernels to keep, for going back and forth between branches


class Trouble(Exception):
    """What went wrong and what to do about it, in one sentence."""


def main() -> int:
    command = sys.argv[1] if len(sys.argv) == 2 else ""
    if command not in LOCKS:
        print(__doc__, file=sys.stderr)
        return 2
    again = f"run ./{command} again"
    try:
        BUILD.mkdir(exist_ok=True)
        with (BUILD / "ready.lock").open("w") as lock:
            wait_for_others(lock.fileno())
            LOG.write_text("")
            environment(LOCKS[command], again)
            if command != "check":
                point_to(kernel(again))
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except OSError as error:
        print(of_the_disk(error, again), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"\nStopped; nothing is broken: {again} whenever you like.", file=sys.stderr)
        return 130
    return 0


def wait_for_others(lock: int) -> None:
    """Two set-ups at once would trip over each other."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print("Another set-up is under way here; waiting for it ...")
        fcntl.flock(lock, fcntl.LOCK_EX)


# -- the environment -----------------------------------------------------------------------


def environment(lock: str, again: str) -> None:
    """.venv with everything that the lock names."""
    stamp = read_stamp()
    if stamp is None:
        make_environment(again)
        stamp = {"root": str(ROOT), "soabi": soabi(), "locks": {}}
    wanted = sha256((ROOT / lock).read_bytes())
    if stamp["locks"].get(lock) == wanted:
        return
    # Until the new stamp is written, .venv counts as half-made, and the next start makes it anew.
    STAMP.unlink(missing_ok=True)
    install(lock, again)
    stamp["locks"] = {lock: wanted}
    if lock == LOCKS["test"]:  # it holds all that the other one holds
        stamp["locks"][LOCKS["play"]] = sha256((ROOT / LOCKS["play"]).read_bytes())
    write_atomically(STAMP, json.dumps(stamp).encode())


def read_stamp() -> dict | None:
    """What .venv holds; None if it is missing, half-made, moved, or its Python is gone."""
    try:
        stamp = json.loads(STAMP.read_text())
        whole = stamp["root"] == str(ROOT) and PYTHON.exists() and isinstance(stamp["locks"], dict)
        return stamp if whole and stamp["soabi"] else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def make_environment(again: str) -> None:
    if not all(importlib.util.find_spec(name) for name in ("venv", "ensurepip")):
        raise Trouble(
            "This Python lacks its venv module: install it "
            f"(Debian and Ubuntu: apt install python{version()}-venv), then {again}."
        )
    if VENV.exists():
        shutil.rmtree(VENV)
    with Progress(f"Making .venv with Python {version()}") as progress:
        code, output = run([sys.executable, "-m", "venv", str(VENV)], progress)
    if code:
        raise Trouble(what_failed("Making .venv", output, again))


def install(lock: str, again: str) -> None:
    """The pinned packages, each checked against its hash."""
    pins = len(re.findall(r"^[\w.-]+==", (ROOT / lock).read_text(), re.M))
    command = [str(PYTHON), "-m", "pip", "install", "--no-deps", "--require-hashes", "--no-input"]
    command += ["--disable-pip-version-check", "--progress-bar", "off", "-r", str(ROOT / lock)]
    seen = 0

    def show(line: str) -> str | None:
        nonlocal seen
        if match := re.match(r"\s*Collecting ([\w.-]+)", line):
            seen += 1
            return f"{seen} of about {pins}: {match[1]}"
        return "unpacking" if line.startswith("Installing collected") else None

    with Progress("Installing the packages") as progress:
        code, output = run(command, progress, show)
    if code:
        raise Trouble(what_failed("Installing the packages", output, again))


# -- the kernel ----------------------------------------------------------------------------


def kernel(again: str) -> Path:
    """The folder to import branchline from: build/compiled, or src where it can't be compiled."""
    recipe = load_recipe()
    required = os.environ.get("BRANCHLINE_COMPILED") == "require"
    if reason := recipe.why_uncompiled():
        if required:
            raise Trouble(f"The kernel has to be compiled here, but {reason}")
        print(f"The kernel stays uncompiled and thinks slower: {reason}")
        return ROOT / "src"
    folder = BUILD / "kernel" / kernel_key(recipe.groups())
    if not folder.exists() and (fault := compile_kernel(folder, recipe.groups(), again)):
        if required:
            raise Trouble(fault)
        print(f"{fault} Going on uncompiled.")
        return ROOT / "src"
    os.utime(folder)
    forget_old_kernels()
    compiled = BUILD / "compiled"
    mirror({**tree(ROOT / "src"), **tree(folder)}, compiled)
    return compiled


def load_recipe():  # type: ignore[no-untyped-def]
    """setup.py as a module: what is compiled is said there, once."""
    spec = importlib.util.spec_from_file_location("recipe", ROOT / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    recipe = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(recipe)
    return recipe


def kernel_key(groups: dict[str, list[str]]) -> str:
    """A hash over all that goes into the compiled kernel."""
    total = hashlib.sha256()
    for part in (read_stamp() or {}).get("soabi", ""), os.environ.get("CC", ""), os.environ.get("CFLAGS", ""):
        total.update(f"{part}\n".encode())
    for name in ["setup.py", LOCKS["play"], *(file for files in groups.values() for file in files)]:
        total.update(f"{name} {sha256((ROOT / name).read_bytes())}\n".encode())
    return total.hexdigest()[:16]


def compile_kernel(folder: Path, groups: dict[str, list[str]], again: str) -> str:
    """Compile into the folder, all or nothing; what went wrong, if something did."""
    part = folder.with_suffix(".part")
    shutil.rmtree(part, ignore_errors=True)
    command = [str(PYTHON), "setup.py", "build_ext", "--build-lib", str(part), "--build-temp", str(BUILD / "temp")]
    titles = {f"{name}__mypyc": name.removeprefix("branchline_").replace("_", " ") for name in groups}

    def show(line: str) -> str | None:
        match = re.match(r"building '([\w.]+)' extension", line)
        return titles.get(match[1]) if match else None

    with Progress("Compiling the rules") as progress:
        progress.show("reading " + ", ".join(titles.values()))
        code, output = run(command, progress, show)
    if code or not any(part.rglob("*.so")):
        shutil.rmtree(part, ignore_errors=True)
        return what_failed("Compiling the rules", output, again)
    part.rename(folder)
    return ""


def forget_old_kernels() -> None:
    kernels = sorted((BUILD / "kernel").iterdir(), key=lambda folder: folder.stat().st_mtime)
    for old in kernels[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)


def tree(folder: Path) -> dict[str, Path]:
    """The files under a folder by their path within it."""
    return {
        str(file.relative_to(folder)): file
        for file in folder.rglob("*")
        if file.is_file() and file.parent.name != "__pycache__" and ".egg-info" not in str(file)
    }


def mirror(files: dict[str, Path], target: Path) -> None:
    """Make the target hold exactly these files. A changed file gets a new inode, so that a
    server that is running from here keeps the library it has loaded."""
    for name, old in (tree(target) if target.exists() else {}).items():
        if name not in files:
            old.unlink()
    for name, source in files.items():
        copy = target / name
        stat = source.stat()
        if copy.exists() and (copy.stat().st_size, copy.stat().st_mtime_ns) == (stat.st_size, stat.st_mtime_ns):
            continue
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, fresh := copy.with_name(f"{copy.name}.new"))
        fresh.replace(copy)


def point_to(folder: Path) -> None:
    """`import branchline` and the `branchline` command in .venv use this folder."""
    packages = next(VENV.glob("lib/python*/site-packages"))
    write_atomically(packages / "branchline.pth", f"{folder}\n".encode())
    script = f"#!{PYTHON}\nfrom branchline.cli import main\n\nmain()\n"
    write_atomically(VENV / "bin" / "branchline", script.encode(), mode=0o755)


# -- running things ------------------------------------------------------------------------


class Progress:
    """A long step: one line that changes on a terminal, a line when it is done elsewhere."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.live = sys.stdout.isatty()

    def __enter__(self) -> "Progress":
        print(f"{self.title} ...", end="" if self.live else "\n", flush=True)
        return self

    def show(self, text: str) -> None:
        if self.live:
            width = shutil.get_terminal_size().columns - 1
            print(f"\r\033[K{f'{self.title} ... {text}'[:width]}", end="", flush=True)

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if self.live:
            print(f"\r\033[K{self.title}: {'stopped' if kind else 'done'}.", flush=True)


def run(
    command: list[str], progress: Progress, show: Callable[[str], str | None] = lambda line: None
) -> tuple[int, str]:
    """Run a command, with its output in the log and its progress on the screen. Ctrl-C ends it
    and everything that it has started."""
    lines = []
    environ = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with LOG.open("a") as log:
        log.write(f"$ {' '.join(command)}\n")
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        try:
            assert process.stdout is not None
            for line in process.stdout:
                lines.append(line)
                log.write(line)
                if text := show(line):
                    progress.show(text)
            return process.wait(), "".join(lines)
        except BaseException:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()
            raise


def what_failed(step: str, output: str, again: str) -> str:
    """The sentence for a step that failed."""
    if re.search(r"No space left on device|Disk quota exceeded", output):
        return of_the_disk(OSError(errno.ENOSPC, ""), again)
    if "DO NOT MATCH THE HASHES" in output:
        return (
            f"A package arrived damaged: {again}, and if it happens again, empty pip's cache first "
            "(python3 -m pip cache purge)."
        )
    if re.search(
        r"ConnectionError|NewConnection|Connection broken|Read timed out|ReadTimeout|SSLError|ProxyError|"
        r"IncompleteRead|ProtocolError|Temporary failure|No matching distribution|HTTP error|ReadError",
        output,
    ):
        return f"The packages could not be downloaded: check the connection to the network, then {again}."
    last = next((line.strip() for line in reversed(output.splitlines()) if line.strip()), "it said nothing")
    return f"{step} failed: {last} (all of it is in {LOG.relative_to(ROOT)})."


def of_the_disk(error: OSError, again: str) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"The disk is full: free about 500 MB where {ROOT} lies, then {again}."
    where = f" ({error.filename})" if error.filename else ""
    return f"The project's folder can't be used: {error.strerror or error}{where}; mend that, then {again}."


# -- small things --------------------------------------------------------------------------


def version() -> str:
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def soabi() -> str:
    """Which compiled libraries this Python can load."""
    return f"{sysconfig.get_config_var('SOABI') or sys.implementation.cache_tag}-{sysconfig.get_platform()}"


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def write_atomically(path: Path, data: bytes, mode: int = 0o644) -> None:
    if path.exists() and path.read_bytes() == data:
        return
    fresh = path.with_name(f"{path.name}.new")
    fresh.write_bytes(data)
    fresh.chmod(mode)
    fresh.replace(path)


if __name__ == "__main__":
    sys.exit(main())
