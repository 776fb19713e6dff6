"""What a network reads of an Express 01 position: the six companies, what each seat has of them, the seats; once what
is paid and not yet laid has found its best use, as the estimate has it."""

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.express_01 import glance
from branchline.games.express_01.cards import COMPANIES, DECKS, NUMBERS, ROUTES
from branchline.games.express_01.estimate import PARTS, ExpressEstimate
from branchline.games.express_01.network import MOST_NEAR
from branchline.games.express_01.rules import Express
from branchline.games.express_01.trains import pay_of
from branchline.kernel.estimate import Estimate
from branchline.kernel.net import UNIT, Inputs, clip, nearest, others, rank
from branchline.kernel.state import OVER, State

SHORT: Final = 12  # base cards that end a short game
SMALL: Final = 3  # cards of a deck that may soon be empty
COMMON: Final = 18
OWN: Final = 9
ROW: Final = 40
BESIDE: Final = 6  # what is read of a move beside its glance


@final
class ExpressInputs(Inputs):
    def __init__(self, seats: i64) -> None:
        super().__init__(seats, COMPANIES, COMMON, OWN, ROW, glance.FEATURES + BESIDE)
        self.estimate = ExpressEstimate()
        self.values = vec[float]([0.0] * seats)
        self.points = vec[i64]([0] * seats)
        self.parts = vec[float]([0.0] * (seats * PARTS))
        self.taken = vec[i64]([0] * (2 * seats))  # base cards: seat * 2 -> routes, the next one: stations
        self.rounds = 0.0  # still to come
        self.lead = 0.0  # of the seat to act
        self.near: i64 = 0  # stations that track leads to and nobody has built yet
        self.pays = vec[float]([0.0] * COMPANIES)
        self.building = vec[i64]([0] * COMPANIES)  # stations of each company in the decks
        self.decks_left: i64 = 0  # that have to be empty for the end
        self.small: i64 = 0  # decks that may soon be
        self.last: i64 = 0  # decks with one card

    def rests_on(self) -> Estimate:
        return self.estimate

    def read(self, state: State) -> None:
        self.clear_own()
        express = cast(Express, state)
        after = self.estimate.laid_out(express)
        self.count_up(after)
        self.look_at_trains(after)
        for company in range(COMPANIES):
            self.read_company(express, after, company)
        for seat in range(self.seats):
            self.read_seat(express, after, seat)
        if express.to_act >= 0:
            best, _ = others(self.values, express.to_act)
            self.lead = self.values[express.to_act] - 0.5 * best

    def count_up(self, after: Express) -> None:
        """What the estimate sees, seat by seat, and how near the end is."""
        self.taken = after.base_cards()
        self.rounds = self.estimate.rounds_left(after)
        over = after.to_act == OVER
        if not over:
            self.parts = self.estimate.parts(after, self.taken)
        for seat in range(self.seats):
            self.points[seat] = after.capital(seat, self.taken)
            total = float(self.points[seat])
            for k in range(seat * PARTS, (seat + 1) * PARTS):
                if over:
                    self.parts[k] = 0.0
                total += self.parts[k]
            self.values[seat] = total
        self.small = 0
        self.last = 0
        self.decks_left = after.end_decks
        for deck in range(DECKS):
            size = after.decks.size[deck]
            if size == 0:
                self.decks_left -= 1
            elif size <= SMALL:
                self.small += 1
                if size == 1:
                    self.last += 1

    def look_at_trains(self, after: Express) -> None:
        network = after.network
        issued = after.shares.issued
        self.near = min(network.stations_near(), MOST_NEAR)
        self.estimate.trains.look(network)
        all_pay = self.estimate.trains.pays(network, issued)
        for company in range(COMPANIES):
            self.building[company] = 0
            self.pays[company] = 0.0
            if issued[company] > 0 and network.stations[company] > 0:
                self.pays[company] = float(pay_of(all_pay, company))
        for card in range(ROUTES, NUMBERS):
            owner = after.box.owner[card]
            if owner >= 0:
                self.building[owner] += after.decks.count[card]

    def read_company(self, express: Express, after: Express, company: i64) -> None:
        to = self.common
        at = company * COMMON
        issued = after.shares.issued[company]
        pays = self.pays[company]
        most: i64 = 0
        holders: i64 = 0
        for seat in range(self.seats):
            held = after.shares.held[seat * COMPANIES + company]
            most = max(most, held)
            if held > 0:
                holders += 1
        to[at] = clip(8 * after.network.stations[company])
        to[at + 1] = clip(8 * issued)
        to[at + 2] = nearest(4.0 * pays)
        to[at + 3] = UNIT if pays == 0.0 else 0
        to[at + 4] = clip(4 * after.decks.shares[company])
        to[at + 5] = nearest(8.0 * pays / float(issued)) if issued > 0 else 0
        to[at + 6] = nearest(8.0 * self.rounds)
        to[at + 7] = 4 * self.near
        to[at + 8] = UNIT if after.ending else 0
        to[at + 9] = UNIT if self.seats == 2 else 0
        to[at + 10] = UNIT if self.seats == 3 else 0
        to[at + 11] = UNIT if after.end_cards > SHORT else 0
        to[at + 12] = UNIT if express.company == company else 0
        to[at + 13] = clip(8 * most)
        to[at + 14] = 8 * holders
        to[at + 15] = clip(4 * self.building[company])
        to[at + 16] = clip(5 * after.idle)
        to[at + 17] = UNIT if after.network.stations[company] == 0 else 0
        for seat in range(self.seats):
            self.read_own(after, seat, company)

    def read_own(self, after: Express, seat: i64, company: i64) -> None:
        """What the seat has of the company; nought throughout where that is nothing."""
        held = after.shares.held[seat * COMPANIES + company]
        if held == 0:
            return
        best: i64 = 0
        for other in range(self.seats):
            if other != seat:
                best = max(best, after.shares.held[other * COMPANIES + company])
        issued = after.shares.issued[company]
        pays = self.pays[company]
        part = float(held) / float(issued)
        own = self.own
        at = (seat * COMPANIES + company) * OWN
        own[at] = clip(UNIT * held)
        own[at + 1] = nearest(32.0 * part)
        own[at + 2] = nearest(6.0 * self.estimate.takes(pays, float(held), float(issued))) if pays > 0.0 else 0
        own[at + 3] = nearest(6.0 * min(float(held), pays * part))  # what others' runs bring
        own[at + 4] = clip(2 * held * after.network.stations[company])
        own[at + 5] = clip(8 * (held - best))
        own[at + 6] = nearest(2.0 * float(held) * self.rounds)
        own[at + 7] = UNIT if held >= best else 0
        own[at + 8] = clip(8 * (issued - held))

    def read_seat(self, express: Express, after: Express, seat: i64) -> None:
        row = self.row
        at = seat * ROW
        best, mean = others(self.values, seat)
        active = express.active == seat
        routes = self.taken[seat * 2]
        stations = self.taken[seat * 2 + 1]
        part = seat * PARTS
        row[at] = nearest(1.5 * self.values[seat])
        row[at + 1] = nearest(2.0 * (self.values[seat] - best))
        row[at + 2] = nearest(2.0 * (self.values[seat] - mean))
        row[at + 3] = clip(self.points[seat])
        row[at + 4] = clip(3 * (self.points[seat] - self.most_points(seat)))
        row[at + 5] = clip(2 * after.hands.size[seat])
        row[at + 6] = clip(8 * routes)
        row[at + 7] = clip(8 * stations)
        row[at + 8] = clip(8 * min(routes, stations))
        row[at + 9] = UNIT * express.position[seat]
        row[at + 10] = UNIT if express.locomotive == seat else 0
        row[at + 11] = UNIT if express.left[seat] else 0
        row[at + 12] = UNIT if active else 0
        row[at + 13] = UNIT if express.to_act == seat else 0
        row[at + 14] = clip(8 * express.halves) if active else 0
        row[at + 15] = nearest(8.0 * self.rounds)
        row[at + 16] = clip(4 * (after.end_cards - after.network.expanded))
        row[at + 17] = clip(UNIT * self.decks_left)
        row[at + 18] = clip(6 * self.small)
        row[at + 19] = clip(8 * self.last)
        row[at + 20] = UNIT if after.ending else 0
        row[at + 21] = clip(8 * after.idle)
        row[at + 22] = UNIT if self.seats == 2 else 0
        row[at + 23] = UNIT if self.seats == 3 else 0
        row[at + 24] = UNIT if after.end_cards > SHORT else 0
        row[at + 25] = clip(3 * after.shares.all_of(seat))
        row[at + 26] = nearest(4.0 * self.parts[part])  # what the decision under way changes
        row[at + 27] = nearest(4.0 * self.parts[part + 1])  # growth
        row[at + 28] = nearest(16.0 * self.parts[part + 2])  # single base cards
        row[at + 29] = nearest(3.0 * self.parts[part + 3])  # income
        row[at + 30] = nearest(16.0 * self.parts[part + 4])  # place
        row[at + 31] = nearest(16.0 * self.parts[part + 5])  # cards lacking
        row[at + 32] = nearest(16.0 * self.parts[part + 6])  # halves
        row[at + 33] = 8 * rank(self.values, seat)
        row[at + 34] = clip(8 * express.price) if active else 0
        row[at + 35] = clip(4 * express.round)
        row[at + 36] = clip(6 * express.run.bonus) if active else 0
        row[at + 37] = 8 * self.wait(express, seat)
        row[at + 38] = nearest(3.0 * (self.parts[part + 3] - self.most_income(seat)))
        row[at + 39] = UNIT if self.rounds == 0.0 and express.left[seat] else 0

    def wait(self, express: Express, seat: i64) -> i64:
        """Turns until the seat acts, in this round; as many as a round has if it does not."""
        if express.active == seat:
            return 0
        if express.left[seat] or express.round == 0:
            return self.seats
        before: i64 = 0
        for other in range(self.seats):
            if express.left[other] == 0 and express.position[other] < express.position[seat]:
                before += 1
        return before

    def most_points(self, seat: i64) -> i64:
        """Of another seat."""
        found: i64 = 0
        for other in range(self.seats):
            if other != seat:
                found = max(found, self.points[other])
        return found

    def most_income(self, seat: i64) -> float:
        """Of another seat."""
        found = 0.0
        for other in range(self.seats):
            if other != seat:
                found = max(found, self.parts[other * PARTS + 3])
        return found

    def read_move(self, state: State, move: i64) -> None:
        to = self.move
        features = self.estimate.move_features(state, move)
        size = len(features)
        known: i64 = 0
        for k in range(size):
            to[k] = nearest(8.0 * features[k])
            if to[k] != 0:
                known = 1
        express = cast(Express, state)
        to[size] = nearest(8.0 * (self.estimate.prior(state, move) - self.lead))
        to[size + 1] = UNIT if known == 0 else 0  # a move that the features say nothing about
        to[size + 2] = nearest(8.0 * self.rounds)
        to[size + 3] = clip(2 * express.funds(state.to_act))
        to[size + 4] = nearest(3.0 * self.lead)
        to[size + 5] = UNIT if express.ending else 0
