"""A player of another checkout: here of this one, so that it has to play as if it sat here."""

from pathlib import Path

import pytest

import branchline
from branchline.lab.arena import arena
from branchline.names import GameName
from branchline.refusal import Refused

HERE = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", ["mini-rails", "express-01"])
def test_it_plays_as_here(name: GameName) -> None:
    here = arena(name, ["greedy", "search:simulations=8"], games=3, seats=3, seed=5, processes=1)
    there = arena(name, ["greedy", f"search@{HERE}:simulations=8"], games=3, seats=3, seed=5, processes=1)
    assert there.digest == here.digest
    assert there.entrants[1].failed == there.entrants[1].illegal == 0


def test_it_plays_by_an_older_version_of_the_rules() -> None:
    older = branchline.game("mini-rails").of_version(1)
    here = arena(older, ["greedy"], games=4, seed=5, processes=1)
    there = arena(older, [f"greedy@{HERE}"], games=4, seed=5, processes=1)
    assert there.digest == here.digest != arena("mini-rails", ["greedy"], games=4, seed=5, processes=1).digest


def test_what_goes_wrong_there_is_told_here() -> None:
    result = arena("mini-rails", ["greedy", f"nobody@{HERE}"], games=3, seats=3, seed=5, processes=1)
    assert result.entrants[1].failed > 0
    assert "There is no player 'nobody'" in result.entrants[1].trouble


def test_each_process_asks_its_own() -> None:
    result = arena("mini-rails", ["greedy", f"greedy@{HERE}"], games=6, seats=3, seed=5, processes=2)
    assert result.games == 6
    assert result.entrants[1].failed == 0


def test_a_folder_that_is_not_ready_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no checkout that is ready"):
        arena("mini-rails", ["greedy", f"greedy@{tmp_path}"], games=3, seats=3)
