"""The recipes of docs/recipes are what is tried: units, the nightly backup, the container's lines, the upgrade."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from branchline.cli import app
from branchline.table.store import Store

ROOT = Path(__file__).parents[1]
RECIPES = ROOT / "docs" / "recipes"
UNITS = ("branchline.service", "branchline-backup.service", "branchline-backup.timer")
INSTALLED = "/opt/branchline/.venv/bin/branchline"


def read(name: str) -> str:
    return (RECIPES / name).read_text("utf-8")


def line_of(unit: str, name: str) -> str:
    found = re.search(rf"^{name}=(.*)$", read(unit), re.M)
    assert found, name
    return found[1]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A machine as the recipes have it, with a database of no table, below a folder of its own."""
    (tmp_path / "backups").mkdir()
    command = tmp_path / "branchline"
    command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m branchline "$@"\n')
    command.chmod(0o755)
    store = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    store.open()
    store.close()
    return tmp_path


def here(text: str, home: Path) -> str:
    """A line of a recipe, for that machine."""
    return text.replace(INSTALLED, str(home / "branchline")).replace("/var/lib/branchline", str(home))


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "BRANCHLINE_DATABASE": f"sqlite:///{home}/tables.sqlite"}


def test_the_hosts_page_of_the_manual_leads_to_every_recipe() -> None:
    manual = (ROOT / "docs" / "host.md").read_text("utf-8")
    assert [file.name for file in RECIPES.iterdir() if f"(recipes/{file.name})" not in manual] == []


def test_systemd_takes_the_units(home: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed here")
    for unit in UNITS:
        (home / unit).write_text(here(read(unit), home).replace("User=branchline", "User=root"))
    checked = subprocess.run(
        ["systemd-analyze", "verify", *(str(home / unit) for unit in UNITS)], capture_output=True, text=True
    )
    ours = [line for line in checked.stderr.splitlines() if "branchline" in line]
    assert (checked.returncode, ours) == (0, [])


def test_the_units_name_one_database_and_commands_that_there_are() -> None:
    kept = {line_of(unit, "Environment") for unit in UNITS[:2]}
    assert kept == {"BRANCHLINE_DATABASE=sqlite:////var/lib/branchline/tables.sqlite"}
    words = shlex.split(line_of("branchline.service", "ExecStart"))
    assert words[:2] == [INSTALLED, "serve"]
    assert_known("serve", words[2:])


def assert_known(command: str, words: list[str]) -> None:
    """Are these options of a command?"""
    told = CliRunner().invoke(app, [command, "--help"], env={"COLUMNS": "200", "TERM": "dumb"}).output
    for word in words:
        assert not word.startswith("--") or re.search(rf"{word}\b", told), word


def test_the_nightly_backup_is_written_can_be_restored_and_old_ones_go(home: Path) -> None:
    night = shlex.split(here(line_of("branchline-backup.service", "ExecStart"), home).replace("%%", "%"))
    tidy = shlex.split(here(line_of("branchline-backup.service", "ExecStartPost"), home))
    old = home / "backups" / "2020-01-01.backup"
    old.touch()
    os.utime(old, (0, 0))
    for command in (night, tidy):
        subprocess.run(command, env=environment(home), check=True, capture_output=True)
    (written,) = (home / "backups").iterdir()
    other = f"sqlite:///{home}/other.sqlite"
    assert CliRunner().invoke(app, ["admin", "restore", str(written), "--database", other]).exit_code == 0


def test_the_container_is_made_of_what_there_is() -> None:
    """No image is built: there need be no builder. Its lines are held against the sources."""
    text = read("Containerfile")
    copied = [words for line in re.findall(r"^COPY (?!--from)(.*)$", text, re.M) for words in line.split()[:-1]]
    assert [name for name in copied if not (ROOT / name).exists()] == []
    needed = {"pyproject.toml", "setup.py", "README.md", "LICENSE", "src", "requirements.lock"}
    assert needed <= set(copied)  # what building the package takes
    assert "readme = " in (ROOT / "pyproject.toml").read_text("utf-8")
    entry = re.search(r"^ENTRYPOINT (\[.*\])$", text, re.M)
    assert entry
    words = re.findall(r'"([^"]*)"', entry[1])
    assert words[1] == "serve"
    assert_known("serve", words[2:])
    assert_known("serve", re.findall(r"(--[\w-]+)", text.partition("FROM")[0].replace("--rm", "")))
    assert {"USER branchline", "VOLUME /games", "STOPSIGNAL SIGINT"} <= set(text.splitlines())


def test_an_upgrade_backs_up_installs_beside_and_restarts(home: Path) -> None:
    """With a pip and a restart that only say what they are asked."""
    (home / ".venv/bin").mkdir(parents=True)
    shutil.copy(home / "branchline", home / ".venv/bin/branchline")
    stub = home / "bin"
    stub.mkdir()
    said = f'#!/bin/sh\\necho %s "$@" >>{home}/asked\\n'
    (stub / "python3").write_text(
        '#!/bin/sh\nmkdir -p "$3/bin"\nfor name in pip branchline; do\n'
        f'  printf \'{said}\' $name >"$3/bin/$name"; chmod +x "$3/bin/$name"\ndone\n'
    )
    (stub / "python3").chmod(0o755)
    wanted = {
        "BRANCHLINE_HOME": str(home),
        "BRANCHLINE_BACKUPS": str(home / "backups"),
        "BRANCHLINE_AS": "env",
        "BRANCHLINE_RESTART": f"touch {home}/restarted",
        "PATH": f"{stub}:{os.environ['PATH']}",
    }
    done = subprocess.run(
        ["sh", str(RECIPES / "upgrade.sh"), "/the/newer/one"],
        env={**environment(home), **wanted},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "0 tables replayed, 0 with faults." in done.stdout
    assert (home / "asked").read_text() == "pip install --quiet /the/newer/one\nbranchline --version\n"
    assert (home / "restarted").exists()
    assert [file.suffix for file in (home / "backups").iterdir()] == [".backup"]
    assert (home / ".venv").is_symlink()
    assert (home / ".venv-before/bin/branchline").exists()
