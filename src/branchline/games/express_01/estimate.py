"""What an Express 01 position promises: capital as it stands, and what the trains may still bring."""

from typing import Final, cast, final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.express_01 import apart, glance
from branchline.games.express_01.alike import Alike
from branchline.games.express_01.cards import CELLS, COMPANIES, DECKS, NOBODY
from branchline.games.express_01.constants import Constants
from branchline.games.express_01.network import MOST_NEAR
from branchline.games.express_01.payment import division, next_place
from branchline.games.express_01.routes import worth
from branchline.games.express_01.rules import (
    BUYING,
    COMPANY,
    COURSE,
    EXPANDING,
    LAY,
    LOCOMOTIVE,
    LOCOMOTIVE_POINTS,
    PAIR,
    PAYMENT,
    PICKING,
    PRICE,
    SITE,
    Express,
)
from branchline.games.express_01.trains import Trains, pay_of
from branchline.kernel.estimate import Estimate, lead
from branchline.kernel.memo import NEVER
from branchline.kernel.state import OVER, State

LAST_CARDS: Final = 4  # so many base cards can go in a round
SPARE: Final = 2  # cards that one wants to keep in hand
PARTS: Final = 7
FEATURES: Final = 12
A_CELL: Final = 1024  # of a cell and a lay in one number


@final
class Ledger:
    """Hands and shares as they will be when the decision that is under way is done."""

    def __init__(self, express: Express) -> None:
        self.hand = express.hands.size[:]
        self.shares = express.shares.held[:]
        self.issued = express.shares.issued[:]
        self.runs: i64 = 0  # seats that could run a train, as bits


@final
class ExpressEstimate(Estimate):
    def __init__(self) -> None:
        super().__init__(6.0, turns=8, looks_ahead=True)
        self.constants = Constants()
        self.alike: Alike | None = None
        self.trains = Trains()
        self.takings = glance.Takings()
        self.noughts = vec[float]([0.0] * 64)  # to be copied

    def tunable(self) -> object:
        return self.constants

    def value(self, state: State) -> vec[float]:
        return self.plain_value(self.laid_out(cast(Express, state)))

    def lead_beside(self, state: State, seat: i64) -> float:
        """For who looks one move ahead: it likes to build, and to leave small decks alone."""
        express = cast(Express, state)
        if self.is_to_lay(express):
            found = self.best_lead(express)
        else:
            found = lead(self.eager_value(express), seat)
        return found if express.to_act == OVER else found - 0.5 * self.drain(express)

    def plain_value(self, express: Express) -> vec[float]:
        return self.value_with(express, 0.0)

    def eager_value(self, express: Express) -> vec[float]:
        """The value, and something for each base card that a player took."""
        return self.value_with(express, self.constants.a_base_card)

    def value_with(self, express: Express, a_base_card: float) -> vec[float]:
        totals = self.noughts[: express.players]
        taken = express.base_cards()
        parts = vec[float]() if express.to_act == OVER else self.parts(express, taken)
        for seat in range(express.players):
            total = float(express.capital(seat, taken))
            if express.to_act != OVER:
                for k in range(PARTS):
                    total += parts[seat * PARTS + k]
                total += a_base_card * float(taken[seat * 2] + taken[seat * 2 + 1])
            totals[seat] = total
        return totals

    def drain(self, express: Express) -> float:
        """How near the decks are to being empty, the smallest above all."""
        total = 0.0
        for deck in range(DECKS):
            total += self.constants.drain / float(1 + express.decks.size[deck])
        return total

    def is_to_lay(self, express: Express) -> bool:
        """Whether something is paid that is not laid yet."""
        return express.to_act != OVER and express.halves > 0 and (express.phase == SITE or express.phase == EXPANDING)

    def tries(self, express: Express) -> vec[i64]:
        """What could be laid for what is paid, each as a cell and a lay."""
        found = vec[i64](capacity=256)
        network = express.network
        shape = express.box.shape
        first = express.cell if express.phase == SITE else 0
        last = express.cell + 1 if express.phase == SITE else CELLS
        for cell in range(first, last):
            if not network.can_be_paid(cell, express.halves):
                continue
            listed = network.listed(cell)
            is_route = network.holds_route(cell)
            seen: i64 = NOBODY
            for i in range(network.list_start(cell), network.list_end(cell)):
                lay = listed[i]
                if network.may_lay(cell, lay, express.decks):
                    if not is_route or shape[lay] != seen:  # copies of a shape differ by their share only
                        found = append(found, cell * A_CELL + lay)
                    seen = shape[lay]
        return found

    def best_lead(self, express: Express) -> float:
        """The active player's lead once what is paid has found its best use; what is alike in a turn is valued once."""
        alike = self.alike
        if alike is None:
            alike = Alike()
            self.alike = alike
        alike.begin(express)
        key = alike.key_of_best(express)
        best = alike.bests.get(key)
        if best == NEVER:
            best = self.find_best_lead(express, alike)
            alike.bests.put(key, best)
        return best

    def find_best_lead(self, express: Express, alike: Alike) -> float:
        alike.begin_tries(express, self.trains)
        tries = self.tries(express)
        best = -1.0e18
        if express.phase == EXPANDING or len(tries) == 0:
            best = lead(self.eager_value(express), express.active)
        for i in range(len(tries)):
            best = max(best, self.lead_after(express, alike, tries[i] // A_CELL, tries[i] % A_CELL))
        return best

    def lead_after(self, express: Express, alike: Alike, cell: i64, lay: i64) -> float:
        key = alike.key(express, cell, lay)
        found = alike.leads.get(key)
        if found == NEVER:
            outlook = alike.outlook(express, self.trains, cell, lay)
            found = alike.outlooks.get(outlook)
            if found == NEVER:
                found = lead(self.eager_value(self.after_lay(express, cell, lay)), express.active)
                alike.outlooks.put(outlook, found)
            alike.leads.put(key, found)
        return found

    def after_lay(self, express: Express, cell: i64, lay: i64) -> Express:
        after = express.copy()
        after.cell = cell
        after.play(LAY + lay)
        return after

    def laid_out(self, express: Express) -> Express:
        """The position once what is paid and not yet laid has found its best use."""
        if not self.is_to_lay(express):
            return express
        best = express
        best_lead = lead(self.plain_value(express), express.active) if express.phase == EXPANDING else -1.0e18
        tries = self.tries(express)
        for i in range(len(tries)):
            after = self.after_lay(express, tries[i] // A_CELL, tries[i] % A_CELL)
            here = lead(self.plain_value(after), express.active)
            if here > best_lead:
                best_lead = here
                best = after
        return best

    def parts(self, express: Express, taken: vec[i64]) -> vec[float]:
        """Of each seat, beyond its points: what the decision under way changes at once, growth of its
        shares, single base cards, income, place, cards that it lacks, and halves not yet used."""
        c = self.constants
        ledger = Ledger(express)
        self.finish_decision(express, ledger)
        rounds = self.rounds_left(express)
        income = self.income(express, ledger)
        found = self.noughts[: PARTS * express.players]
        for seat in range(express.players):
            row = seat * PARTS
            found[row] = float(ledger.hand[seat] - express.hands.size[seat])
            if seat == express.locomotive and rounds > 0.0:
                found[row] += c.locomotive - float(LOCOMOTIVE_POINTS)
            for company in range(COMPANIES):
                held = seat * COMPANIES + company
                stations = float(express.network.stations[company])
                found[row] += float(ledger.shares[held] - express.shares.held[held]) * stations
                if stations > 0.0:
                    found[row + 1] += float(ledger.shares[held]) * c.growth * rounds
            single = taken[seat * 2] - taken[seat * 2 + 1]
            found[row + 2] = c.single * float(min(2, single if single > 0 else -single))
            waits = c.waits if express.left[seat] == 0 and seat != express.active else 0.0
            found[row + 3] = income[seat] * c.runs_a_round * (rounds + waits)
            if express.round > 0:
                found[row + 4] = c.early * float(express.players - express.position[seat]) * min(1.0, rounds)
            if rounds > 0.0 and ledger.hand[seat] < SPARE:
                lack = c.stuck if (ledger.runs >> seat) & 1 == 0 and express.idle == 0 else c.need
                found[row + 5] = -lack * float(SPARE - ledger.hand[seat])
            if seat == express.active:
                found[row + 6] = c.half_card * float(express.halves)
        return found

    def rounds_left(self, express: Express) -> float:
        """Whole rounds still to come after this one."""
        c = self.constants
        if express.ending:
            return 0.0
        usual = c.rounds_short if express.end_cards <= 12 else c.rounds_long
        left = max(1.0, usual - float(express.round))
        if express.decks.empty() + 1 >= express.end_decks:
            return min(left, 1.5)
        cards = express.end_cards - express.network.expanded
        return min(left, 0.5 + float(cards) / float(LAST_CARDS)) if cards <= 2 * LAST_CARDS else left

    # -- decisions under way -----------------------------------------------------------------

    def finish_decision(self, express: Express, ledger: Ledger) -> None:
        """A share that is being paid counts as bought, a run as paid out."""
        seat = express.active
        phase = express.phase
        if phase in (PRICE, PICKING):
            ledger.hand[seat] -= express.price
            ledger.shares[seat * COMPANIES + express.company] += 1
            if express.seller == NOBODY:
                ledger.issued[express.company] += 1
            else:
                ledger.hand[express.seller] += express.price
                ledger.shares[express.seller * COMPANIES + express.company] -= 1
        elif phase == COURSE:
            self.share_out(express, ledger, self.best_route(express))
        elif phase == LOCOMOTIVE:
            self.share_out(express, ledger, express.run.bonus)
        elif phase == PAYMENT:
            taken = express.run.taken[:]
            at = express.run.place
            for _ in range(express.run.bonus):
                at = next_place(express.run.cap, taken, at)
                taken[at] += 1
                ledger.hand[express.paid_at(at)] += 1
                at += 1

    def best_route(self, express: Express) -> i64:
        best: i64 = 0
        for i in range(len(express.run.routes)):
            best = max(best, worth(express.network, express.run.routes[i]))
        return best

    def share_out(self, express: Express, ledger: Ledger, bonus: i64) -> None:
        cap = vec[i64]([0] * express.players)
        for place in range(express.players):
            cap[place] = ledger.shares[express.paid_at(place) * COMPANIES + express.company]
        taken = division(bonus, cap)
        for place in range(express.players):
            ledger.hand[express.paid_at(place)] += taken[place]

    # -- what trains bring ---------------------------------------------------------------------

    def income(self, express: Express, ledger: Ledger) -> vec[float]:
        """Cards that a round of runs brings to each seat, if everybody runs the company that pays
        them best."""
        c = self.constants
        players = express.players
        total = self.noughts[:players]
        pays = self.noughts[:COMPANIES]
        network = express.network
        self.trains.look(network)
        all_pay = self.trains.pays(network, ledger.issued)
        near = c.near * float(min(network.stations_near(), MOST_NEAR)) * (1.0 + c.boredom * float(express.idle))
        for company in range(COMPANIES):
            if ledger.issued[company] > 0 and network.stations[company] > 0:
                pays[company] = float(pay_of(all_pay, company)) + near
        for seat in range(players):
            chosen: i64 = NOBODY
            most = 0.0
            for company in range(COMPANIES):
                own = ledger.shares[seat * COMPANIES + company]
                if own > 0 and pays[company] > 0.0:
                    if pays[company] > near:
                        ledger.runs |= express.box.bit[seat]
                    takes = self.takes(pays[company], float(own), float(ledger.issued[company]))
                    if takes > most:
                        most = takes
                        chosen = company
            if chosen != NOBODY:
                total[seat] += most
                self.add_others(ledger, players, seat, chosen, pays[chosen] - most, total)
        return total

    def takes(self, pays: float, own: float, issued: float) -> float:
        """What the initiator takes: the shares and the rest, or a little more than its part of a
        small bonus."""
        if pays >= issued:
            return own + pays - issued
        return min(own, pays * own / issued + self.constants.own_part)

    def add_others(self, ledger: Ledger, players: i64, seat: i64, company: i64, left: float, total: vec[float]) -> None:
        """The other shareholders' parts when this seat runs the company."""
        others = ledger.issued[company] - ledger.shares[seat * COMPANIES + company]
        if left <= 0.0 or others <= 0:
            return
        part = min(1.0, left / float(others))
        for other in range(players):
            if other != seat:
                total[other] += part * float(ledger.shares[other * COMPANIES + company])

    # -- for training ------------------------------------------------------------------------

    def feature_names(self) -> list[str]:
        return [
            "one",
            "points",
            "decision under way",
            "growth",
            "single base cards",
            "income",
            "place",
            "cards lacking",
            "halves",
            "mean value",
            "cards in hand",
            "shares",
        ]

    def features(self, state: State) -> vec[float]:
        """Of each seat: its points, the parts of its estimate, and what they rest on."""
        express = self.laid_out(cast(Express, state))
        points = express.scores()
        parts = self.parts(express, express.base_cards())
        found = vec[float]([0.0] * (FEATURES * express.players))
        mean = 0.0
        for seat in range(express.players):
            row = seat * FEATURES
            found[row] = 1.0
            found[row + 1] = float(points[seat])
            mean += found[row + 1]
            for k in range(PARTS):
                found[row + 2 + k] = parts[seat * PARTS + k]
                mean += parts[seat * PARTS + k]
            found[row + 10] = float(express.hands.size[seat])
            for company in range(COMPANIES):
                found[row + 11] += float(express.shares.held[seat * COMPANIES + company])
        for seat in range(express.players):
            found[seat * FEATURES + 9] = mean / float(express.players)
        return found

    def apart(self, state: State, moves: vec[i64]) -> vec[i64]:
        return apart.apart(cast(Express, state), moves)

    def apart_at_a_glance(self, state: State, moves: vec[i64]) -> vec[i64]:
        return apart.apart(cast(Express, state), moves)

    def move_feature_names(self) -> list[str]:
        return glance.NAMES

    def move_features(self, state: State, move: i64) -> vec[float]:
        row = vec[float]([0.0] * glance.FEATURES)
        express = cast(Express, state)
        self.look_at_runs(express)
        glance.look(express, move, self.rounds_left(express), self.takings, row)
        return row

    def look_at_runs(self, express: Express) -> None:
        """What a run of each company brings now, if that matters to the decision."""
        if express.phase not in (PAIR, BUYING, COMPANY):
            return
        seat = express.active
        issued = express.shares.issued
        self.trains.look(express.network)
        all_pay = self.trains.pays(express.network, issued)
        for company in range(COMPANIES):
            own = express.shares.held[seat * COMPANIES + company]
            pays = float(pay_of(all_pay, company)) if issued[company] > 0 else 0.0
            mine = self.takes(pays, float(own), float(issued[company])) if own > 0 and pays > 0.0 else 0.0
            self.takings.own[company] = mine
            self.takings.others[company] = pays - mine

    def prior(self, state: State, move: i64) -> float:
        """The lead that the move leaves, by the same measure; a search asks for it once a node."""
        after = state.copy()
        seat = state.to_act
        after.play(move)
        return lead(self.plain_value(cast(Express, after)), seat)
