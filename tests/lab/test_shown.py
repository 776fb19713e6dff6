"""Results show themselves: printed as a table, in a notebook with a plot."""

import subprocess
import sys
from pathlib import Path
from xml.dom.minidom import parseString

import pytest

import branchline
from branchline.cli import main
from branchline.lab.arena import arena
from branchline.lab.sim import simulate
from branchline.names import GameName

MINI_RAILS = branchline.game("mini-rails")


def test_a_result_prints_as_a_table() -> None:
    lines = str(arena(MINI_RAILS, ["greedy", "random"], 24, 3, processes=1)).splitlines()
    assert lines[0].startswith("mini-rails: 24 games in 8 blocks")
    assert lines[1].split()[:3] == ["player", "win", "share"]
    assert lines[2].startswith("greedy")
    assert str(arena(MINI_RAILS, ["greedy", "random"], 3, 3, processes=1)).startswith("mini-rails: 3 games in 1 block,")


def test_a_tally_prints_as_a_table() -> None:
    lines = str(simulate(MINI_RAILS, 3, ["random"] * 3, 4)).splitlines()
    assert lines[1].split() == ["seat", "player", "wins", "mean", "min", "max"]
    assert len(lines) == 7


def test_in_a_notebook_they_come_with_a_plot() -> None:
    for shown in (
        arena(MINI_RAILS, ["greedy", "random"], 3, 3, processes=1)._repr_html_(),
        simulate(MINI_RAILS, 3, ["random"] * 3, 4)._repr_html_(),
    ):
        assert shown.startswith("<style>")
        assert "body" not in shown.partition("</style>")[0], "the style stays within its block"
        drawn = shown[shown.index("<svg") : shown.index("</svg>") + 6]
        assert parseString(drawn).getElementsByTagName("circle")


@pytest.mark.parametrize("name", branchline.games())
def test_a_pack_to_begin_with_is_the_games_own(
    name: GameName, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.argv", ["branchline", "pack", name])
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    file = tmp_path / "my.toml"
    file.write_text(capsys.readouterr().out, "utf-8")
    own, packed = (branchline.game(name, pack).start(seed=1).view(0) for pack in (None, file))
    assert packed == own


SCRIPT = """
import branchline
from branchline.lab.arena import arena
{own}
print(arena(branchline.game("mini-rails"), [{player}, "random"], games=6, seats=3, processes=2))
"""

OWN = "class Own:\n    def choose(self, position):\n        return position.legal()[0]\n"


@pytest.mark.parametrize(
    ("own", "player", "told"), [("", '"greedy"', "greedy"), (OWN, "Own", 'if __name__ == "__main__":')]
)
def test_a_script_plays_on_several_processes_or_is_told_how(own: str, player: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "script.py"
    file.write_text(SCRIPT.format(own=own, player=player))
    done = subprocess.run([sys.executable, str(file)], capture_output=True, text=True)
    assert told in (done.stdout or done.stderr)
