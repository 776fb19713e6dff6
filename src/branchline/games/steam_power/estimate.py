"""What a Steam Power position promises."""

from typing import cast, final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.steam_power import scoring
from branchline.games.steam_power.rules import SteamPower
from branchline.kernel.estimate import Estimate
from branchline.kernel.state import State


@final
class SteamPowerEstimate(Estimate):
    def __init__(self) -> None:
        super().__init__(8.0)

    def value(self, state: State) -> vec[float]:
        t = cast(SteamPower, state)
        totals = vec[float]([0.0] * t.seats)
        points = scoring.scores(t)
        for seat in range(t.seats):
            totals[seat] = float(points[seat])
        return totals

    def prior(self, state: State, move: i64) -> float:
        return 0.0
