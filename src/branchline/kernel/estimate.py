"""Estimate: what a position promises to each seat. Players think with it; rules never see it."""

import math
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.kernel.state import State

LOOKS: Final = 300
TRUST: Final = 24.0
COLD: Final = -1.0
EXPLORE: Final = 1.2
SHARPNESS: Final = 1.0
THIRD: Final = 1.0986122886681098  # ln 3: a lead of `scale` makes a win three times as likely


def shares(values: vec[float], slope: float) -> vec[float]:
    """Of one victory to each seat: e times as much for so much more that `slope` makes 1 of it."""
    best = values[0]
    for seat in range(1, len(values)):
        best = max(best, values[seat])
    found = vec[float](capacity=8)
    total = 0.0
    for seat in range(len(values)):
        part = math.exp(max(-30.0, (values[seat] - best) * slope))
        found = append(found, part)
        total += part
    for seat in range(len(values)):
        found[seat] /= total
    return found


def lead(values: vec[float], seat: i64) -> float:
    """What the seat may expect beyond half of the strongest other seat; alone, what it may expect."""
    best = -1.0e18
    for other in range(len(values)):
        if other != seat and values[other] > best:
            best = values[other]
    return values[seat] if len(values) == 1 else values[seat] - 0.5 * best


class Estimate:
    """A game's estimate of a position and of a move, over features that its folder names.

    `scale` is the lead, in points, that makes a win about three times as likely as a loss:
    it turns points into chances. A search plays `turns` beyond its leaves before it asks for a
    value, and takes there, at a glance, the most promising of `sample` random moves. Before it begins it
    looks one move ahead from its root, at up to `looks` values, and counts what that promised as `trust`
    simulations of each move.
    """

    def __init__(
        self,
        scale: float,
        turns: i64 = 8,
        sample: i64 = 3,
        looks_ahead: bool = False,
        looks: i64 = LOOKS,
        trust: float = TRUST,
        mix: float = 0.0,
        heat: float = COLD,
        explore: float = EXPLORE,
        sharpness: float = SHARPNESS,
    ) -> None:
        self.scale = scale
        self.turns = turns
        self.sample = sample
        self.looks_ahead = looks_ahead  # whether the prior plays the move: better than at a glance, and slow
        self.looks = looks  # 0: the moves of the root have the prior that all moves have
        self.trust = trust
        self.mix = mix  # how far a leaf is judged as it is, and not by the turns beyond it
        # From nought on, all moves but a crowd's are glanced at beyond the leaf, and which is played varies by so much.
        self.heat = heat
        self.explore = explore  # how much an untried move is worth a try
        self.sharpness = sharpness  # how much the first look at the moves counts

    def turns_beyond(self, root: State) -> i64:
        """Turns that a search of this position plays beyond its leaves."""
        return self.turns

    def tunable(self) -> object:
        """What holds the numbers that this estimate rests on, each by its name, for who looks for better ones."""
        return self

    def value(self, state: State) -> vec[float]:
        """The final score that each seat may expect, as players choose by it. At the end: the score."""
        raise NotImplementedError

    def value_beyond(self, state: State) -> vec[float]:
        """The same some turns beyond a leaf, where the leaf is judged as well."""
        return self.value(state)

    def value_beside(self, state: State) -> vec[float]:
        """The same of one of many positions that differ little and come one after the other: what they share need
        not be found again."""
        return self.value(state)

    def lead_beside(self, state: State, seat: i64) -> float:
        """The lead that the seat may expect in one of many such positions; while something is under way, the seat is
        the one to act."""
        return lead(self.value_beside(state), seat)

    def keys(self, state: State, moves: vec[i64]) -> vec[i64]:
        """For who looks one move ahead, of each move: a key of the position after it. Where two of one turn are the
        same, `lead_beside` is, too; 0 says nothing. Empty, if nothing can be said of any."""
        return vec[i64]()

    def prior(self, state: State, move: i64) -> float:
        """How promising a move looks before any search, for the seat to act; higher is better,
        about the number of points it seems worth."""
        return 0.0

    def priors(self, state: State, moves: vec[i64]) -> vec[float]:
        """The same of several moves, in their order."""
        found = vec[float](capacity=len(moves))
        for i in range(len(moves)):
            found = append(found, self.prior(state, moves[i]))
        return found

    def glance(self, state: State, move: i64) -> float:
        """How promising a move looks at a glance, for the many moves that are played beyond the leaf."""
        return self.prior(state, move)

    def apart(self, state: State, moves: vec[i64]) -> vec[i64]:
        """Of these legal moves those that the tree of a search has to tell apart: of some that come to about the same,
        one. A decision with one move left is none."""
        return moves

    def apart_at_a_glance(self, state: State, moves: vec[i64]) -> vec[i64]:
        """The same for the many decisions beyond the leaf."""
        return moves

    def crowd(self, moves: vec[i64]) -> i64:
        """How many of the first legal moves are of a kind that crowds out the others, so that a few stand for all."""
        return 0

    def feature_names(self) -> list[str]:
        """What the features of a seat are called, in their order."""
        raise NotImplementedError

    def features(self, state: State) -> vec[float]:
        """What training may weigh: the same number of features for each seat, one seat after the
        other. "one" and "mean value" are the same for all seats; every game has them."""
        raise NotImplementedError

    def move_feature_names(self) -> list[str]:
        """What the features of a move are called, in their order; none, where `prior` is set by hand."""
        return []

    def move_features(self, state: State, move: i64) -> vec[float]:
        """What training may weigh of a move for the seat to act."""
        raise NotImplementedError


@final
class Learned(Estimate):
    """A game's own estimate with the features of moves weighed as self-play taught: it has its prior from them, or at
    least its glance."""

    def __init__(self, own: Estimate, moves: list[float]) -> None:
        self.scale = own.scale
        self.turns = own.turns
        self.sample = own.sample
        self.looks_ahead = own.looks_ahead
        self.looks = own.looks
        self.trust = own.trust
        self.mix = own.mix
        self.heat = own.heat
        self.explore = own.explore
        self.sharpness = own.sharpness
        self.own = own
        self.moves = vec[float](moves)

    def turns_beyond(self, root: State) -> i64:
        return self.own.turns_beyond(root)

    def tunable(self) -> object:
        return self.own.tunable()

    def value(self, state: State) -> vec[float]:
        return self.own.value(state)

    def value_beside(self, state: State) -> vec[float]:
        return self.own.value_beside(state)

    def lead_beside(self, state: State, seat: i64) -> float:
        return self.own.lead_beside(state, seat)

    def keys(self, state: State, moves: vec[i64]) -> vec[i64]:
        return self.own.keys(state, moves)

    def features(self, state: State) -> vec[float]:
        return self.own.features(state)

    def prior(self, state: State, move: i64) -> float:
        return self.own.prior(state, move) if self.looks_ahead else self.glance(state, move)

    def glance(self, state: State, move: i64) -> float:
        weights = self.moves
        features = self.own.move_features(state, move)
        total = 0.0
        for k in range(len(weights)):
            total += features[k] * weights[k]
        return total

    def apart(self, state: State, moves: vec[i64]) -> vec[i64]:
        return self.own.apart(state, moves)

    def apart_at_a_glance(self, state: State, moves: vec[i64]) -> vec[i64]:
        return self.own.apart_at_a_glance(state, moves)

    def crowd(self, moves: vec[i64]) -> i64:
        return self.own.crowd(moves)
