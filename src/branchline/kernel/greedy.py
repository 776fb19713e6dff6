"""One-move look-ahead over any State."""

from mypy_extensions import i64

from branchline.kernel.chance import Rng
from branchline.kernel.estimate import Estimate
from branchline.kernel.state import State


def standing(state: State, seat: i64, estimate: Estimate) -> float:
    """What the seat may expect beyond the strongest other seat; alone, what it may expect."""
    values = estimate.value(state)
    best = -1.0e18
    for other in range(len(values)):
        if other != seat and values[other] > best:
            best = values[other]
    return values[seat] if len(values) == 1 else values[seat] - 0.5 * best


def best_move(state: State, estimate: Estimate, rng: Rng) -> i64:
    """The move with the best standing after it, and its prior in a decision that is not yet felt;
    among equals a random one."""
    seat = state.to_act
    moves = state.legal()
    best = -1.0e18
    chosen = moves[0]
    for i in range(len(moves)):
        after = state.copy()
        after.play(moves[i])
        worth = standing(after, seat, estimate)
        if after.to_act == seat and after.turn == state.turn:
            worth = deeper(after, seat, estimate)
        worth += 1.0e-6 * rng.chance()
        if worth > best:
            best = worth
            chosen = moves[i]
    return chosen


def deeper(state: State, seat: i64, estimate: Estimate) -> float:
    """A turn that goes on is worth its best next decision."""
    moves = state.legal()
    best = -1.0e18
    for i in range(len(moves)):
        after = state.copy()
        after.play(moves[i])
        worth = standing(after, seat, estimate)
        if worth > best:
            best = worth
    return best
