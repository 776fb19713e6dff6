"""Positions of one turn that are alike are valued once; that may change no value."""

import branchline
from branchline.kernel.chance import Seed
from branchline.kernel.state import CHANCE, OVER


def test_positions_side_by_side_are_valued_as_each_by_itself() -> None:
    """Two decisions deep, as greedy players look: there cards are laid in either order."""
    game = branchline.game("express-01")
    beside, alone = game.estimate(), game.estimate()
    compared = 0
    for seed in (3,):
        state = game.start(seats=3, seed=seed).state
        rng = Seed("beside").at(seed)
        for _ in range(120):
            if state.to_act == OVER:
                break
            moves = list(state.legal())
            for move in moves[:3] if state.to_act != CHANCE else []:
                after = state.copy()
                after.play(move)
                following = list(after.legal())[-3:] if after.to_act == state.to_act else []
                for next_move in following:
                    later = after.copy()
                    later.play(next_move)
                    assert list(beside.value_beside(later)) == list(alone.value(later))
                    compared += 1
            state.play(state.draw(rng) if state.to_act == CHANCE else moves[rng.below(len(moves))])
    assert compared > 100
    assert getattr(beside, "alike", None) is not None  # there was something to lay
