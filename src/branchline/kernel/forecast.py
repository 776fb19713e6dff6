"""Forecast: what people are told of a position. Players do not think by it.

It is learned from games (`branchline lab train`, `branchline lab learn --told`); of a kind of game that nobody learned
from, people are told chances by the game's own estimate, and no points."""

from typing import final

from librt.vecs import append, vec

from branchline.kernel.estimate import THIRD, Estimate, shares
from branchline.kernel.net import Net
from branchline.kernel.state import OVER, State


class Forecast:
    """The points that each seat may expect at the end, and its chance of winning: here as the estimate has them, which
    was set by hand."""

    def __init__(self, own: Estimate, turns: float = 0.0) -> None:
        self.own = own
        self.turns_a_player = turns  # that a game usually lasts; 0: nobody knows
        self.learned = turns > 0.0

    def points(self, state: State) -> vec[float]:
        """At the end: the score."""
        return self.own.value(state)

    def chances(self, state: State, points: vec[float]) -> vec[float]:
        """Of the position whose points were told last, and are these."""
        return shares(points, THIRD / self.own.scale)

    def progress(self, state: State) -> float:
        """From 0 at the start to 1 when a game usually ends."""
        if not self.learned:
            return 0.0
        return min(1.0, float(state.turn) / (self.turns_a_player * float(state.players)))


@final
class Weighed(Forecast):
    """The features of the estimate with the weights that self-play taught. A weight goes evenly from its value at the
    start of a game to that at its end, and so does the lead that makes a win three times as likely."""

    def __init__(
        self, own: Estimate, turns: float, start: list[float], end: list[float], first: float, last: float
    ) -> None:
        super().__init__(own, turns)
        self.start = vec[float](start)
        self.end = vec[float](end)
        self.first_lead = first
        self.last_lead = last

    def points(self, state: State) -> vec[float]:
        if state.to_act == OVER:
            return self.own.value(state)
        features = self.own.features(state)
        late = self.progress(state)
        size = len(self.start)
        totals = vec[float]([0.0] * state.seats)
        for seat in range(state.seats):
            total = 0.0
            for k in range(size):
                total += features[seat * size + k] * (self.start[k] + (self.end[k] - self.start[k]) * late)
            totals[seat] = total
        return totals

    def chances(self, state: State, points: vec[float]) -> vec[float]:
        lead = self.first_lead + (self.last_lead - self.first_lead) * self.progress(state)
        return shares(points, THIRD / lead)


@final
class Networked(Forecast):
    """By a network. Its chances are drawn apart by `sharpness`, or together, so that what is told comes true as often
    as it says."""

    def __init__(self, own: Estimate, turns: float, net: Net, sharpness: float) -> None:
        super().__init__(own, turns)
        self.net = net
        self.sharpness = sharpness
        self.logits = vec[float]([0.0] * net.inputs.seats)  # of the position whose points were told last

    def points(self, state: State) -> vec[float]:
        if state.to_act == OVER:
            return self.own.value(state)
        self.logits = self.net.logits(state)
        scored = self.net.scored
        found = vec[float](capacity=8)
        for seat in range(len(scored)):
            found = append(found, scored[seat])
        return found

    def chances(self, state: State, points: vec[float]) -> vec[float]:
        return shares(self.logits, self.sharpness)


@final
class Either(Forecast):
    """Points and chances each by the forecast that tells them better."""

    def __init__(self, of_points: Forecast, of_chances: Forecast) -> None:
        super().__init__(of_points.own, of_chances.turns_a_player)
        self.of_points = of_points
        self.of_chances = of_chances
        self.other_points = vec[float]()  # of the position whose points were told last, as the chances rest on them

    def points(self, state: State) -> vec[float]:
        self.other_points = self.of_chances.points(state)
        return self.of_points.points(state)

    def chances(self, state: State, points: vec[float]) -> vec[float]:
        return self.of_chances.chances(state, self.other_points)
