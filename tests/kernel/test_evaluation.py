"""Evaluation: a search by what somebody else thinks of positions and moves."""

from typing import cast

import pytest

import branchline
from branchline.games.mini_rails.rules import BUY, MARKER, MiniRails
from branchline.games.mini_rails.stocks import ROUNDS
from branchline.kernel.chance import Seed
from branchline.kernel.evaluation import Evaluation
from branchline.kernel.search import Knobs, Search
from branchline.kernel.state import OVER, State
from branchline.names import GameName

KNOBS = Knobs(1.2, 1.0, 0, 3, 32)


def opened(name: GameName = "mini-rails", moves: int = 6) -> State:
    position = branchline.game(name).start(seed=3)
    anybody = branchline.player("random", seed=1)
    for _ in range(moves):
        position.play(anybody.choose(position))
    return position.state


def even(state: State) -> list[float]:
    return [1.0 / int(state.seats)] * int(state.seats)


def test_chances_that_are_told_come_back_as_the_chances_of_the_tree() -> None:
    def lopsided(state: State) -> list[float]:
        return [0.1, 0.2, 0.3, 0.4]

    tree = Search(opened(), Evaluation(lopsided), KNOBS, Seed("a").at(0))
    tree.think(60, 0.0)
    for visits, win in zip(tree.counts(), tree.sums("win"), strict=True):
        if visits:
            assert [one / visits for one in win] == pytest.approx([0.1, 0.2, 0.3, 0.4])


def test_it_plays_for_what_the_evaluation_likes() -> None:
    """The seat to act is told to win as soon as it has bought at the third space."""
    start = opened(moves=0)
    seat = int(start.to_act)

    def likes(state: State) -> list[float]:
        rails = cast(MiniRails, state)
        bought = rails.market[2] == MARKER + seat and rails.stocks.of[seat * ROUNDS] >= 0
        return [0.91 if bought and one == seat else 0.03 if bought else 0.25 for one in range(4)]

    tree = Search(start, Evaluation(likes), KNOBS, Seed("a").at(0))
    tree.think(300, 0.0)
    best = max(zip(tree.counts(), tree.moves(), strict=True))[1]
    assert best == BUY + 2


def test_priors_say_what_is_tried_first_and_most() -> None:
    state = opened()
    codes = [int(code) for code in state.legal()]

    def only_the_last(state: State, moves: list[int]) -> list[float]:
        return [100.0 if move == codes[-1] else 1.0 for move in moves]

    tree = Search(state, Evaluation(even, only_the_last), KNOBS, Seed("a").at(0))
    assert tree.moves()[0] == codes[-1]


def test_nobody_is_asked_at_the_end_of_a_game() -> None:
    def never_at_the_end(state: State) -> list[float]:
        assert state.to_act != OVER
        return even(state)

    tree = Search(opened(moves=60), Evaluation(never_at_the_end), KNOBS, Seed("a").at(0))
    tree.think(200, 0.0)
    assert sum(tree.counts()) == 200


def test_a_wrong_number_of_values_is_a_fault_that_says_so() -> None:
    def too_few(state: State) -> list[float]:
        return [1.0]

    with pytest.raises(ValueError, match="values for 4 seats"):
        Search(opened(), Evaluation(too_few), KNOBS, Seed("a").at(0))
