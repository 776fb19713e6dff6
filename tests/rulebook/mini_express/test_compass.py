"""Hexes in words: each has a name of its own."""

import pytest

import branchline
from branchline.games.mini_express.compass import bearing, distance
from branchline.games.mini_express.game import MiniExpressGame
from branchline.games.mini_express.rules import MiniExpress

NAMED = [((0, -1), "north"), ((2, -2), "2 north-east"), ((2, -1), "east"), ((-1, -1), "north-north-west"), ((0, 0), "")]


@pytest.mark.parametrize(("there", "words"), NAMED)
def test_how_a_hex_lies(there: tuple[int, int], words: str) -> None:
    assert bearing((0, 0), there) == words


def test_far_hexes_are_counted_out() -> None:
    assert distance((3, 3), (2, 6)) == 3
    assert bearing((3, 3), (2, 6)) == "2 south and 1 south-west"


@pytest.mark.parametrize("edition", branchline.game("mini-express").options["edition"].choices)
@pytest.mark.parametrize("map_name", branchline.game("mini-express").options["map"].choices)
def test_no_two_hexes_of_a_map_are_called_the_same(map_name: str, edition: str) -> None:
    game = branchline.game("mini-express")
    assert isinstance(game, MiniExpressGame)
    try:
        state = game.begin(4, game.resolve(4, {"map": map_name, "edition": edition}))
    except branchline.Refused:
        pytest.skip("not in this edition")
    assert isinstance(state, MiniExpress)
    names = [game.place(state, hex) for hex in range(state.land.grid.cells)]
    assert len(set(names)) == len(names)
