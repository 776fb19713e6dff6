"""UCT, the textbook's search: it plays every game, and better than by dice."""

import pytest

import branchline
from branchline.lab.arena import arena
from branchline.names import GameName
from branchline.players.uct import UCT


@pytest.mark.parametrize("name", branchline.games())
def test_it_plays_a_legal_move_in_every_game(name: GameName) -> None:
    position = branchline.game(name).start(seats=2 if name != "mini-rails" else 3, seed=1)
    before = position.state.content()
    assert branchline.player("uct", simulations=5).choose(position) in position.legal()
    assert position.state.content() == before


def test_equal_seeds_give_equal_moves() -> None:
    position = branchline.game("mini-rails").start(seats=3, seed=1)
    assert len({branchline.player("uct", seed=1, simulations=60).choose(position) for _ in range(2)}) == 1


def test_it_thinks_for_its_seconds_or_its_simulations() -> None:
    position = branchline.game("mini-rails").start(seats=3, seed=1)
    few = branchline.player("uct", seconds=60, simulations=3)
    few.choose(position)
    assert isinstance(few, UCT)
    assert few.visits[()] == 3
    short = branchline.player("uct", seconds=0.000001)
    assert short.choose(position) in position.legal()
    with pytest.raises(branchline.Refused):
        branchline.player("uct", seconds=-1)


def test_it_beats_random() -> None:
    result = arena(branchline.game("mini-rails"), ["uct:simulations=60", "random"], games=9, seats=3, processes=1)
    assert result.entrants[0].share.value > 0.6
