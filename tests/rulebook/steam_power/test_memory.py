"""Prices and an Automa's plan are remembered between two moves, and what positions that are looked at one after the
other share; nothing of it may outlive what it rests on."""

from typing import Literal

import pytest

import branchline
from branchline.kernel.chance import Seed
from branchline.kernel.state import CHANCE, OVER


@pytest.mark.parametrize(("seats", "automas"), [(1, 0), (1, 1), (2, 2), (4, 0)])
def test_a_state_and_its_fresh_copy_allow_the_same_all_game_long(seats: int, automas: Literal[0, 1, 2]) -> None:
    state = branchline.game("steam-power").start(seats=seats, seed=5, automas=automas, difficulty="hard").state
    rng = Seed("memory").at(0)
    for _ in range(400):
        if state.to_act == OVER:
            break
        moves = list(state.legal())
        assert moves == list(state.copy().legal())
        state.play(state.draw(rng) if state.to_act == CHANCE else moves[rng.below(len(moves))])


@pytest.mark.parametrize(("seats", "automas"), [(1, 0), (2, 2), (4, 0)])
def test_positions_side_by_side_are_valued_as_each_by_itself(seats: int, automas: Literal[0, 1, 2]) -> None:
    game = branchline.game("steam-power")
    beside, alone = game.estimate(), game.estimate()
    for seed in (3, 4):
        state = game.start(seats=seats, seed=seed, automas=automas).state
        rng = Seed("beside").at(seed)
        while state.to_act != OVER:
            moves = list(state.legal())
            for move in moves[:4] if state.to_act != CHANCE else []:
                after = state.copy()
                after.play(move)
                assert list(beside.value_beside(after)) == list(alone.value(after))
            state.play(state.draw(rng) if state.to_act == CHANCE else moves[rng.below(len(moves))])
