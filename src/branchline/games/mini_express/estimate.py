"""What a Mini Express position promises: shares as they stand, growth to come, and a say in each company."""

from typing import Final, cast, final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.mini_express.box import LONGEST
from branchline.games.mini_express.codes import BUILD, BUILD_WEST, CHOOSE_ROUTE, GAIN, PASS, ROUTE, SHARE
from branchline.games.mini_express.constants import Constants
from branchline.games.mini_express.land import COMPANIES
from branchline.games.mini_express.outlook import Outlook, between
from branchline.games.mini_express.rules import MiniExpress
from branchline.games.mini_express.west_coast import WEST
from branchline.kernel.estimate import Estimate
from branchline.kernel.state import OVER, State

# In the learned forecast and prior, tuned by play of greedy against random and against itself:
GROWTH: Final = 4.0  # steps of length that a company still gains from the start to the end
LEAD: Final = 1.6  # influence that makes a better rank three times as likely
INFLUENCE: Final = 0.3  # points that one influence is worth beyond the ranks: it pays for shares

FEATURES: Final = 12
MOVE_FEATURES: Final = 20


@final
class MiniExpressEstimate(Estimate):
    def __init__(self) -> None:
        super().__init__(9.0, turns=16, trust=16.7, explore=1.43, sharpness=0.85)
        self.constants = Constants()
        self.outlook = Outlook(self.constants)
        self.row = vec[float]([0.0] * MOVE_FEATURES)  # of the move that was weighed last

    def tunable(self) -> object:
        return self.constants

    def value(self, state: State) -> vec[float]:
        express = cast(MiniExpress, state)
        totals = vec[float]([0.0] * express.seats)
        if express.to_act == OVER:
            points = express.scores()
            for seat in range(express.seats):
                totals[seat] = float(points[seat])
            return totals
        c = self.constants
        left = self.time_left(express)
        an_influence = c.influence_at_end + c.influence * left
        outlook = self.outlook
        outlook.look(express, left)
        for seat in range(express.seats):
            for company in range(COMPANIES):
                at = seat * COMPANIES + company
                held = express.held[at]
                if held > 0:
                    totals[seat] += float(held) * outlook.worth(express, seat, company)
                totals[seat] += an_influence * min(float(express.influence[at]), c.influence_at_most)
        return totals

    def time_left(self, express: MiniExpress) -> float:
        """From 1 at the start to 0: how much must still be taken until two companies are depleted."""
        least = 99.0
        second = 99.0
        for company in range(COMPANIES):
            share = float(express.assets.shares[company]) / float(max(1, express.terms.shares))
            train = float(express.assets.supply[company]) / float(express.terms.supply)
            run = min(share, train * 1.2) if express.terms.depletes else share
            if run < least:
                second = least
                least = run
            elif run < second:
                second = run
        end = second if express.terms.piles == 2 else least
        return 0.0 if express.ending else min(1.0, max(0.02, end))

    # -- what people are told rests on this, and which moves look promising --------------------

    def as_they_stand(self, express: MiniExpress) -> vec[float]:
        """Shares as if little were to change: a feature of the forecast that was learned."""
        totals = vec[float]([0.0] * express.seats)
        left = self.time_left(express)
        for company in range(COMPANIES):
            length = self.length_to_come(express, company, left)
            for seat in range(express.seats):
                influence = express.influence[seat * COMPANIES + company]
                held = express.held[seat * COMPANIES + company]
                if held > 0:
                    totals[seat] += float(held) * self.worth(express, seat, company, influence, length, left)
                totals[seat] += INFLUENCE * left * float(min(influence, 8))
        return totals

    def length_to_come(self, express: MiniExpress, company: i64, left: float) -> float:
        """The company's length at the end: it grows while it has cities to reach and trains to build."""
        cities = express.rails.reach[company * 6 + 5] & express.demand.tiled & ~express.rails.entered[company]
        room = GROWTH if cities else 0.0
        bonus = 2.0 if express.spike.bonus & express.land.bit[company] else 0.0
        return min(float(LONGEST), float(express.assets.length[company]) + bonus + room * left)

    def worth(self, express: MiniExpress, seat: i64, company: i64, influence: i64, length: float, left: float) -> float:
        """A share at the end, to a seat with so much influence: the chart between its rows, and between the
        ranks by the lead over others."""
        own = float(influence)
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
        return scored * between(express, length, place)

    def chance_above(self, lead: float, left: float) -> float:
        """How likely somebody who is this far ahead now stands above one at the end; a tie is no harm."""
        spread = 0.4 + LEAD * left
        x = (lead - 0.5) / spread
        if x > 3.0:
            return 1.0
        if x < -3.0:
            return 0.0
        return 0.5 + x * (27.0 - x * x) / 108.0

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
            "automaton",
        ]

    def features(self, state: State) -> vec[float]:
        """Of each seat: its estimate, and what it rests on; what lasts longer counts for more."""
        express = cast(MiniExpress, state)
        left = self.time_left(express)
        values = self.as_they_stand(express)
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
                growth = self.length_to_come(express, company, left) - float(express.assets.length[company])
                found[row + 4] += held
                found[row + 5] += held * growth
                found[row + 6] += min(own, 8.0)
                if held > 0.0:
                    found[row + 7] += min(own, 8.0)
                    if self.leads(express, seat, company):
                        found[row + 8] += 1.0
            found[row + 9] = found[row + 4] * left
            found[row + 10] = found[row + 6] * left
            found[row + 11] = 1.0 if seat >= express.players else 0.0
        return found

    def leads(self, express: MiniExpress, seat: i64, company: i64) -> bool:
        """Whether nobody has more influence on the company."""
        own = express.influence[seat * COMPANIES + company]
        for other in range(express.seats):
            if express.influence[other * COMPANIES + company] > own:
                return False
        return True

    def move_feature_names(self) -> list[str]:
        return [
            "share",
            "share: price",
            "share: worth",
            "share: own shares lose",
            "share: time left",
            "share: the last",
            "share: held",
            "share: price, time left",
            "build",
            "build: steps for own shares",
            "build: steps for others' shares",
            "build: steps",
            "build: any influence",
            "build: own share within reach",
            "build: others' shares within reach",
            "influence with shares",
            "influence for shares",
            "influence: catches up",
            "influence: gets ahead",
            "influence without shares",
        ]

    def move_features(self, state: State, move: i64) -> vec[float]:
        express = cast(MiniExpress, state)
        row = self.row
        for k in range(MOVE_FEATURES):
            row[k] = 0.0
        if move < PASS:
            self.weigh_share(express, move - SHARE, row)
        elif BUILD <= move < BUILD_WEST:
            self.weigh_build(express, (move - BUILD) // 64, (move - BUILD) // 64, (move - BUILD) % 64, row)
        elif BUILD_WEST <= move < ROUTE:
            company = (move - BUILD_WEST) // 64
            self.weigh_build(express, company, company + WEST, (move - BUILD_WEST) % 64, row)
        elif GAIN <= move < GAIN + COMPANIES:
            self.weigh_influence(express, move - GAIN, row)
        return row

    def weigh_share(self, express: MiniExpress, company: i64, row: vec[float]) -> None:
        """What a share is worth once it is paid, and what paying costs the shares one has."""
        left = self.time_left(express)
        mine = express.to_act * COMPANIES + company
        price = express.assets.tracks[company]
        held = float(express.held[mine])
        length = self.length_to_come(express, company, left)
        influence = express.influence[mine]
        before = self.worth(express, express.to_act, company, influence, length, left)
        after = self.worth(express, express.to_act, company, influence - price, length, left)
        row[0] = 1.0
        row[1] = float(price)
        row[2] = after
        row[3] = held * (after - before)
        row[4] = left
        row[5] = 1.0 if express.assets.shares[company] == 1 else 0.0
        row[6] = held
        row[7] = float(price) * left

    def weigh_build(self, express: MiniExpress, company: i64, network: i64, city: i64, row: vec[float]) -> None:
        """Whose shares grow, what influence it brings, and whose price it brings within reach."""
        seat = express.to_act
        distance = express.rails.distance(network, city)
        steps = float(distance - 1)
        price = express.assets.tracks[company]
        kind = express.demand.at[city]
        one = express.box.demand_one[kind]
        two = express.box.demand_two[kind]
        gained: i64 = 1 if one == company or two == company else 0
        row[8] = 1.0
        shares = express.held
        influences = express.influence
        at = company
        for other in range(express.seats):
            mine: i64 = 1 if other == seat else 0
            held = shares[at]
            if held > 0:
                row[10 - mine] += steps * float(held)
            influence = influences[at] + gained * mine
            if influences[at] < price and influence >= price - distance:
                row[14 - mine] += 1.0
            at += COMPANIES
        row[11] = steps
        self.weigh_influence(express, one, row)
        if two < COMPANIES:
            self.weigh_influence(express, two, row)
        else:
            row[12] = 1.0

    def weigh_influence(self, express: MiniExpress, company: i64, row: vec[float]) -> None:
        """One more influence, where one has shares: on whom it catches up, and whom it leaves behind."""
        mine = express.to_act * COMPANIES + company
        shares = express.held[mine]
        if shares == 0:
            row[19] += 1.0
            return
        held = float(shares)
        influence = express.influence
        own = influence[mine]
        row[15] += 1.0
        row[16] += held
        for at in range(company, len(influence), COMPANIES):
            if at != mine:
                ahead = influence[at] - own
                if ahead == 1:
                    row[17] += held
                elif ahead == 0:
                    row[18] += held

    def apart(self, state: State, moves: vec[i64]) -> vec[i64]:
        """Of tied routes those after which somebody has another value."""
        if cast(MiniExpress, state).phase != CHOOSE_ROUTE:
            return moves
        found = vec[i64](capacity=len(moves))
        values: list[vec[float]] = []
        for i in range(len(moves)):
            after = state.copy()
            after.play(moves[i])
            value = self.value(after)
            if not any_alike(values, value):
                values.append(value)
                found = append(found, moves[i])
        return found

    def prior(self, state: State, move: i64) -> float:
        """A share is worth about its points; track what it adds to one's own shares; influence a little."""
        express = cast(MiniExpress, state)
        seat = express.to_act
        if move < PASS:
            company = move - SHARE
            price = float(express.assets.tracks[company])
            return 4.0 - 1.2 * price + 0.2 * float(express.assets.length[company])
        if BUILD <= move < BUILD_WEST:
            company = (move - BUILD) // 64
            city = (move - BUILD) % 64
            held = float(express.held[seat * COMPANIES + company])
            kind = express.demand.at[city]
            one = express.box.demand_one[kind]
            worth = 1.0 + 0.5 * held + 0.3 * float(express.held[seat * COMPANIES + one])
            two = express.box.demand_two[kind]
            if two < COMPANIES:
                worth += 0.3 * float(express.held[seat * COMPANIES + two])
            return worth
        if GAIN <= move < GAIN + COMPANIES:
            return float(express.held[seat * COMPANIES + move - GAIN])
        return 0.0


def any_alike(known: list[vec[float]], value: vec[float]) -> bool:
    for one in known:
        alike = True
        for seat in range(len(value)):
            if one[seat] != value[seat]:
                alike = False
        if alike:
            return True
    return False
