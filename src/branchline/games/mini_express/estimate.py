"""What a Mini Express position promises: shares as they stand, growth to come, and a say in each company."""

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.mini_express.box import LONGEST
from branchline.games.mini_express.land import COMPANIES
from branchline.games.mini_express.rules import BUILD, BUILD_WEST, GAIN, PASS, SHARE, MiniExpress
from branchline.kernel.estimate import Estimate
from branchline.kernel.state import OVER, State

# Tuned by play of greedy against random and against itself.
GROWTH: Final = 4.0  # steps of length that a company still gains from the start to the end
LEAD: Final = 1.6  # influence that makes a better rank three times as likely
INFLUENCE: Final = 0.3  # points that one influence is worth beyond the ranks: it pays for shares

FEATURES: Final = 11


@final
class MiniExpressEstimate(Estimate):
    def __init__(self) -> None:
        super().__init__(7.0, turns=16)

    def value(self, state: State) -> vec[float]:
        express = cast(MiniExpress, state)
        totals = vec[float]([0.0] * express.seats)
        if express.to_act == OVER:
            points = express.scores()
            for seat in range(express.seats):
                totals[seat] = float(points[seat])
            return totals
        left = self.time_left(express)
        for company in range(COMPANIES):
            length = self.length_to_come(express, company, left)
            for seat in range(express.seats):
                held = express.held[seat * COMPANIES + company]
                if held > 0:
                    totals[seat] += float(held) * self.worth(express, seat, company, length, left)
        for seat in range(express.seats):
            for company in range(COMPANIES):
                influence = express.influence[seat * COMPANIES + company]
                totals[seat] += INFLUENCE * left * float(min(influence, 8))
        return totals

    def time_left(self, express: MiniExpress) -> float:
        """From 1 at the start to 0: how much must still be taken until two companies are depleted."""
        least = 99.0
        second = 99.0
        for company in range(COMPANIES):
            share = float(express.shares[company]) / float(max(1, express.terms.shares))
            train = float(express.supply[company]) / float(express.terms.supply)
            run = min(share, train * 1.2) if express.terms.depletes else share
            if run < least:
                second = least
                least = run
            elif run < second:
                second = run
        end = second if express.terms.piles == 2 else least
        return 0.0 if express.ending else min(1.0, max(0.02, end))

    def length_to_come(self, express: MiniExpress, company: i64, left: float) -> float:
        """The company's length at the end: it grows while it has cities to reach and trains to build."""
        cities = express.reach[company * 6 + 5] & express.tiled & ~express.entered[company]
        room = GROWTH if cities else 0.0
        bonus = 2.0 if express.spiked & express.land.bit[company] else 0.0
        return min(float(LONGEST), float(express.length[company]) + bonus + room * left)

    def worth(self, express: MiniExpress, seat: i64, company: i64, length: float, left: float) -> float:
        """A share at the end: the chart between its rows, and between the ranks by the lead over others."""
        own = float(express.influence[seat * COMPANIES + company])
        least = float(express.terms.least)
        above = 0.0
        for other in range(express.seats):
            if other != seat:
                above += self.chance_above(float(express.influence[other * COMPANIES + company]) - own, left)
        if express.terms.rivals:
            above += self.chance_above(4.0 - own, left) + self.chance_above(8.0 - own, left)
        place = min(2.0, above + float(express.terms.column))
        scored = 1.0
        if own <= least:
            scored = 0.75 * left
        return scored * self.between(express, length, place)

    def chance_above(self, lead: float, left: float) -> float:
        """How likely somebody who is this far ahead now stands above one at the end; a tie is no harm."""
        spread = 0.4 + LEAD * left
        x = (lead - 0.5) / spread
        if x > 3.0:
            return 1.0
        if x < -3.0:
            return 0.0
        return 0.5 + x * (27.0 - x * x) / 108.0

    def between(self, express: MiniExpress, length: float, place: float) -> float:
        row = int(length)
        column = int(place)
        part = length - float(row)
        side = place - float(column)
        chart = express.box.chart
        below = min(row + 1, LONGEST)
        after = min(column + 1, 2)
        upper = float(chart[row * 3 + column]) * (1.0 - side) + float(chart[row * 3 + after]) * side
        lower = float(chart[below * 3 + column]) * (1.0 - side) + float(chart[below * 3 + after]) * side
        return upper * (1.0 - part) + lower * part

    # -- for training ------------------------------------------------------------------------

    def feature_names(self) -> list[str]:
        return [
            "one",
            "value",
            "mean value",
            "points",
            "shares",
            "shares to grow",
            "influence",
            "influence with shares",
            "leads",
            "shares, time left",
            "influence, time left",
        ]

    def features(self, state: State) -> vec[float]:
        """Of each seat: its estimate, and what it rests on; what lasts longer counts for more."""
        express = cast(MiniExpress, state)
        left = self.time_left(express)
        values = self.value(state)
        points = express.scores()
        mean = 0.0
        for seat in range(express.seats):
            mean += values[seat] / float(express.seats)
        found = vec[float]([0.0] * (FEATURES * express.seats))
        for seat in range(express.seats):
            row = seat * FEATURES
            found[row] = 1.0
            found[row + 1] = values[seat]
            found[row + 2] = mean
            found[row + 3] = float(points[seat])
            for company in range(COMPANIES):
                held = float(express.held[seat * COMPANIES + company])
                own = float(express.influence[seat * COMPANIES + company])
                growth = self.length_to_come(express, company, left) - float(express.length[company])
                found[row + 4] += held
                found[row + 5] += held * growth
                found[row + 6] += min(own, 8.0)
                if held > 0.0:
                    found[row + 7] += min(own, 8.0)
                    if self.leads(express, seat, company):
                        found[row + 8] += 1.0
            found[row + 9] = found[row + 4] * left
            found[row + 10] = found[row + 6] * left
        return found

    def leads(self, express: MiniExpress, seat: i64, company: i64) -> bool:
        """Whether nobody has more influence on the company."""
        own = express.influence[seat * COMPANIES + company]
        for other in range(express.seats):
            if express.influence[other * COMPANIES + company] > own:
                return False
        return True

    def prior(self, state: State, move: i64) -> float:
        """A share is worth about its points; track what it adds to one's own shares; influence a little."""
        express = cast(MiniExpress, state)
        seat = express.to_act
        if move < PASS:
            company = move - SHARE
            price = float(express.tracks[company])
            return 4.0 - 1.2 * price + 0.2 * float(express.length[company])
        if BUILD <= move < BUILD_WEST:
            company = (move - BUILD) // 64
            city = (move - BUILD) % 64
            held = float(express.held[seat * COMPANIES + company])
            kind = express.demand_at[city]
            one = express.box.demand_one[kind]
            worth = 1.0 + 0.5 * held + 0.3 * float(express.held[seat * COMPANIES + one])
            two = express.box.demand_two[kind]
            if two < COMPANIES:
                worth += 0.3 * float(express.held[seat * COMPANIES + two])
            return worth
        if GAIN <= move < GAIN + COMPANIES:
            return float(express.held[seat * COMPANIES + move - GAIN])
        return 0.0
