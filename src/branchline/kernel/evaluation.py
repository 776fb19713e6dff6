"""Evaluation: the door for what somebody else thinks of a position.

A search knows a game through an Estimate. Ours count in points; whoever brings an evaluation of their own counts in
chances, and an Evaluation is that as an Estimate.
"""

import math
from collections.abc import Callable
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.kernel.estimate import LOOKS, THIRD, TRUST, Estimate
from branchline.kernel.state import OVER, State

LEAST: Final = 1.0e-6  # no chance is taken for less


@final
class Evaluation(Estimate):
    """Asks `values` for each seat's chance of winning (alone: for a number that grows with the points), and `priors`
    for how often each of these moves should be tried; without `priors` a search looks one move ahead from its root
    by `values`, and all other moves look alike. Both are given a State in which all that the searching seat cannot
    know was dealt anew; it is lent, and must be left as it is. At the end of a game nobody is asked.

    With `many` a search asks for the values of up to `batch` leaves at once, and for the priors of their legal moves.
    """

    def __init__(
        self,
        values: Callable[[State], list[float]],
        priors: Callable[[State, list[int]], list[float]] | None = None,
        turns: i64 = 0,
        many: Callable[[list[State]], tuple[list[list[float]], list[list[float]]]] | None = None,
        batch: i64 = 1,
    ) -> None:
        # By this scale the logarithms of chances are turned into the same chances again.
        super().__init__(THIRD, turns, looks=LOOKS if priors is None else 0, trust=TRUST if priors is None else 0.0)
        self.asked_values = values
        self.asked_priors = priors
        self.asked_many = many
        self.batch = batch
        self.told_values: list[list[float]] = []
        self.told_priors: list[list[float]] = []

    def ask(self, leaves: list[State]) -> None:
        """All of them at once; `told_value` and `told_prior` have the answers."""
        assert self.asked_many is not None
        self.told_values, self.told_priors = self.asked_many(leaves)

    def told_value(self, leaf: i64) -> vec[float]:
        found = vec[float](capacity=8)
        told = self.told_values[leaf]
        for one in told:
            found = append(found, one if len(told) == 1 else math.log(max(LEAST, one)))
        return found

    def told_prior(self, leaf: i64, move: i64) -> float:
        """Of a leaf's legal move, by its place in their list."""
        return self.scale * math.log(max(LEAST, self.told_priors[leaf][move]))

    def value(self, state: State) -> vec[float]:
        found = vec[float](capacity=8)
        if state.to_act == OVER:
            points = state.scores()
            for seat in range(state.seats):
                found = append(found, float(points[seat]))
            return found
        told = self.asked_values(state)
        if len(told) != state.seats:
            raise ValueError(f"values for {state.seats} seats were asked for, not {len(told)}")
        for one in told:
            found = append(found, one if state.seats == 1 else math.log(max(LEAST, one)))
        return found

    def priors(self, state: State, moves: vec[i64]) -> vec[float]:
        found = vec[float]([0.0] * len(moves))
        if self.asked_priors is None:
            return found
        asked: list[int] = []
        for i in range(len(moves)):
            asked.append(moves[i])
        told = self.asked_priors(state, asked)
        if len(told) != len(moves):
            raise ValueError(f"priors of {len(moves)} moves were asked for, not {len(told)}")
        for i in range(len(moves)):
            found[i] = self.scale * math.log(max(LEAST, told[i]))
        return found

    def prior(self, state: State, move: i64) -> float:
        return self.priors(state, vec[i64]([move]))[0] if self.asked_priors is not None else 0.0

    def glance(self, state: State, move: i64) -> float:
        return 0.0  # beyond the leaf nobody is asked for each move
