"""Prices and an Automa's plan are remembered between two moves; nothing of it may outlive a move."""

import pytest

import branchline
from branchline.kernel.chance import Seed
from branchline.kernel.state import CHANCE, OVER


@pytest.mark.parametrize(("seats", "automas"), [(1, 0), (1, 1), (2, 2), (4, 0)])
def test_a_state_and_its_fresh_copy_allow_the_same_all_game_long(seats: int, automas: int) -> None:
    state = branchline.game("steam-power").start(seats=seats, seed=5, automas=automas, difficulty="hard").state
    rng = Seed("memory").at(0)
    for _ in range(400):
        if state.to_act == OVER:
            break
        moves = list(state.legal())
        assert moves == list(state.copy().legal())
        state.play(state.draw(rng) if state.to_act == CHANCE else moves[rng.below(len(moves))])
