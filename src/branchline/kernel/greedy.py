"""One-move look-ahead over any State."""

from mypy_extensions import i64

from branchline.kernel.chance import Rng
from branchline.kernel.estimate import Estimate
from branchline.kernel.memo import NEVER, Memo
from branchline.kernel.state import State


def standing(state: State, seat: i64, estimate: Estimate) -> float:
    """The lead that the seat may expect."""
    return estimate.lead_beside(state, seat)


def best_move(state: State, estimate: Estimate, rng: Rng) -> i64:
    """The move with the best standing after it, or after the decision that follows in the same turn; among equals
    a random one."""
    seat = state.to_act
    moves = state.legal()
    best = -1.0e18
    chosen = moves[0]
    known = Memo()
    for i in range(len(moves)):
        after = state.copy()
        after.play(moves[i])
        goes_on = after.to_act == seat and after.turn == state.turn
        worth = deeper(after, seat, estimate, known) if goes_on else standing(after, seat, estimate)
        worth += 1.0e-6 * rng.chance()
        if worth > best:
            best = worth
            chosen = moves[i]
    return chosen


def deeper(state: State, seat: i64, estimate: Estimate, known: Memo) -> float:
    """A turn that goes on is worth its best next decision. What is known to come to the same is valued once."""
    moves = state.legal()
    keys = estimate.keys(state, moves)
    best = -1.0e18
    for i in range(len(moves)):
        key = keys[i] if len(keys) > 0 else 0
        worth = known.get(key) if key != 0 else NEVER
        if worth == NEVER:
            after = state.copy()
            after.play(moves[i])
            worth = standing(after, seat, estimate)
            if key != 0:
                known.put(key, worth)
        if worth > best:
            best = worth
    return best
