"""The front door: names that a checker knows, and every dotted name of the documents."""

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

import branchline
from branchline import names, players
from branchline.players import settings

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def dotted_names() -> set[str]:
    """Names of Python; a recipe beside the documents, such as a unit of systemd, has a name with a dot too."""
    found = {
        name for file in DOCUMENTS for name in re.findall(r"\bbranchline(?:\.[A-Za-z_]\w*)+", file.read_text("utf-8"))
    }
    return found - {file.name for file in (ROOT / "docs").rglob("*")}


@pytest.mark.parametrize("name", sorted(dotted_names()))
def test_every_dotted_name_of_the_documents_is_there_after_one_import(name: str) -> None:
    if "open_spiel" in name:  # takes hold of sys.stderr for good, so in a process of its own
        subprocess.run([sys.executable, "-c", f"import branchline; {name}"], check=True)
        return
    found = branchline
    for part in name.split(".")[1:]:
        found = getattr(found, part)


def test_no_function_hides_a_module() -> None:
    assert import_module("branchline.games.mini_rails") is branchline.games.mini_rails
    assert import_module("branchline.game") is branchline.game
    assert branchline.game.Game is branchline.Game
    assert not hasattr(branchline, "no_such_module")
    assert not hasattr(branchline.lab, "no_such_module")


@pytest.mark.parametrize(
    ("package", "name", "command"),
    [
        ("numpy", "branchline.space", "numpy"),
        ("numpy", "branchline.lab.policy", "numpy"),
        ("numpy", "branchline.player('search', evaluate=len).choose(branchline.game('mini-rails').start())", "numpy"),
        ("gymnasium", "branchline.env.VectorEnv", "branchline[env]"),
        ("pettingzoo", "branchline.env.PettingZoo", "branchline[env]"),
        ("pyarrow", "branchline.lab.games", "branchline[study]"),
        ("torch", "branchline.lab.ppo", "branchline[learn]"),
        ("pyspiel", "branchline.interop.open_spiel", "branchline[openspiel]"),
    ],
)
def test_what_takes_an_extra_that_is_not_there_says_how_it_is_had(package: str, name: str, command: str) -> None:
    script = f"import sys; sys.modules[{package!r}] = None; import branchline; {name}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 1
    told = done.stderr.splitlines()[-1]
    assert told.startswith("branchline.refusal.Refused: ")
    assert told.endswith(f"-m pip install '{command}' (extras)")


def test_the_version_is_that_of_the_changelog() -> None:
    assert branchline.version() == f"Branchline {branchline.__version__}"


# -- what a checker knows ----------------------------------------------------------------------


def test_a_checker_knows_every_game_and_player() -> None:
    assert list(get_args(names.GameName)) == branchline.games()
    assert set(get_args(names.PlayerName)) == set(players.KINDS)
    assert set(names.OPTIONS) == set(branchline.games())


@pytest.mark.parametrize("name", branchline.games())
def test_a_checker_knows_every_option_of_a_game(name: names.GameName) -> None:
    hints = get_type_hints(names.OPTIONS[name])
    typed = {option: set(get_args(kind) or (False, True)) for option, kind in hints.items()}
    assert typed == {option: set(one.choices) for option, one in branchline.game(name).options.items()}


def test_a_checker_knows_every_setting_of_a_player() -> None:
    assert set(get_type_hints(names.SearchSettings)) == set(settings.names(players.KINDS["search"]))
    assert set(get_type_hints(names.LevelSettings)) == set(settings.names(players.KINDS["search-1"]))
    assert set(get_type_hints(names.UCTSettings)) == set(settings.names(players.KINDS["uct"]))
    assert settings.names(players.KINDS["greedy"]) == []


MISSPELT = """
import branchline
branchline.game("mini-rail")
branchline.game("mini-express").start(seats=3, map="us")
branchline.game("mini-express").start(seats=3, maps="usa")
branchline.player("serch")
branchline.player("search", second=1)
branchline.gmae
"""


def test_a_checker_finds_what_is_misspelt(tmp_path: Path) -> None:
    file = tmp_path / "study.py"
    file.write_text(MISSPELT)
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    lines = {int(line) for line in re.findall(r"study\.py:(\d+): error", done.stdout)}
    assert lines == set(range(3, 9)), done.stdout + done.stderr
