"""What a Steam Power position promises: points on the table, and what hand, money, factories and track
may still bring. All is in points."""

from typing import Final, cast, final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.steam_power import alike, contracts, delivery, scoring, track
from branchline.games.steam_power.codes import (
    ACTION,
    BONUS,
    BUILD,
    CONTRACTS,
    DELIVER,
    DELIVERY,
    DRAWING,
    FULFIL,
    LAY,
    MONEY,
    REMOVE,
    REPLACE,
    SKIP,
    STOP,
    TAKE,
    TAKING,
    WHOSE,
)
from branchline.games.steam_power.constants import Constants
from branchline.games.steam_power.deck import COLOURS, NO_BONUS
from branchline.games.steam_power.land import NONE, PAIRS
from branchline.games.steam_power.rules import SOLO_ROUNDS, SteamPower
from branchline.kernel.estimate import Estimate
from branchline.kernel.memo import NEVER, Memo
from branchline.kernel.state import OVER, State

PROSPECTS: Final[i64] = 5
FEATURES: Final[i64] = 14
TURNS_OF_TWO: Final[i64] = 8


@final
class Known:
    """What was found out about a position, for those after it in which links, factories and goods are the same."""

    def __init__(self, t: SteamPower) -> None:
        self.land = t.land
        self.deck = t.deck
        self.colour = t.cities.colour  # these stay once the tiles lie there
        self.beside_map = t.cities.beside_map
        self.owner = t.factories.owner  # a factory or a good makes new ones
        self.goods = t.factories.goods
        self.network = t.track.network  # a link that is completed makes new ones
        self.roads = t.track.roads
        self.prices = [vec[i64]() for _ in range(t.companies)]  # company -> its price list, if that is known
        self.city_points = scoring.city_points(t)  # seat
        # seat -> what its hand is worth, and with which company, money, cards and time
        self.hand = vec[float]([0.0] * (t.seats * 2))  # what it is worth, and the time
        self.hand_of = vec[i64]([NONE] * (t.seats * 5))  # company, cards, money; then cards fulfilled, and their points
        # seat -> what its factories are worth, and with how much time
        self.factories = vec[float]([-1.0] * (t.seats * 2))

    def holds(self, t: SteamPower) -> bool:
        if self.land is not t.land or self.deck is not t.deck:
            return False
        return (
            same(self.network, t.track.network)
            and same(self.goods, t.factories.goods)
            and same(self.owner, t.factories.owner)
            and same(self.roads, t.track.roads)
            and same(self.colour, t.cities.colour)
            and same(self.beside_map, t.cities.beside_map)
        )

    def points(self, t: SteamPower, seat: i64) -> i64:
        """9. As `scoring.scores` counts them."""
        of = self.hand_of
        cards = t.contracts.fulfilled[seat]
        if of[seat * 5 + 3] != cards:
            of[seat * 5 + 3] = cards
            of[seat * 5 + 4] = scoring.contract_points(t, seat)
        return t.money[seat] // scoring.MONEY_A_POINT + of[seat * 5 + 4] + self.city_points[seat]

    def price_list(self, t: SteamPower, company: i64) -> vec[i64]:
        prices = self.prices[company]
        if len(prices) == 0:
            prices = delivery.price_list(t, company)
            self.prices[company] = prices
        return prices

    def has_hand(self, t: SteamPower, seat: i64, company: i64, left: float) -> bool:
        """Whether the worth of a seat's hand is known; from now on it is what will be found."""
        of = self.hand_of
        first = seat * 5
        cards = t.contracts.hand[seat]
        money = t.money[seat]
        alike = of[first] == company and of[first + 1] == cards and of[first + 2] == money
        if alike and self.hand[seat * 2 + 1] == left:
            return True
        of[first] = company
        of[first + 1] = cards
        of[first + 2] = money
        self.hand[seat * 2 + 1] = left
        return False


def same(one: vec[i64], other: vec[i64]) -> bool:
    if len(one) != len(other):
        return False
    for k in range(len(one)):
        if one[k] != other[k]:
            return False
    return True


@final
class SteamPowerEstimate(Estimate):
    def __init__(self) -> None:
        super().__init__(8.0, turns=5, sample=4, heat=0.03)
        self.constants = Constants()
        self.known: Known | None = None
        self.other: Known | None = None  # the one before it: a link that is tried comes between positions without it
        self.parts = vec[float]([0.0] * PROSPECTS)
        self.noughts = vec[float]([0.0] * 8)

    def turns_beyond(self, root: State) -> i64:
        """Two by themselves come to deliver what they build within more turns."""
        t = cast(SteamPower, root)
        return TURNS_OF_TWO if t.players == 2 and t.seats == 2 else self.turns

    def tunable(self) -> object:
        return self.constants

    def value(self, state: State) -> vec[float]:
        self.known = None
        return self.value_of(cast(SteamPower, state))

    def value_beside(self, state: State) -> vec[float]:
        t = cast(SteamPower, state)
        known = self.known
        if known is None or not known.holds(t):
            other = self.other
            self.other = known
            self.known = other if other is not None and other.holds(t) else Known(t)
        return self.value_of(t)

    def keys(self, state: State, moves: vec[i64]) -> vec[i64]:
        return alike.keys(cast(SteamPower, state), moves)

    def value_of(self, t: SteamPower) -> vec[float]:
        known = self.known
        points = scoring.scores(t) if known is None else vec[i64]()
        totals = vec[float](capacity=5)
        left = actions_left(t)
        parts = self.parts
        for seat in range(t.seats):
            total = float(points[seat] if known is None else known.points(t, seat))
            if t.to_act != OVER:
                self.prospects(t, seat, left)
                for k in range(PROSPECTS):
                    total += parts[k]
            totals = append(totals, total)
        return totals

    def prospects(self, t: SteamPower, seat: i64, left: float) -> None:
        """What the seat may still make of what it has, as `parts`: of money, contracts, track, factories, and of the
        turn that is under way."""
        company = t.company if t.solo else seat
        share = min(1.0, left / self.constants.horizon)
        parts = self.parts
        known = self.known
        parts[0] = self.money(t, seat, left, share)
        parts[1] = self.hand(t, known, seat, company, left) if seat < t.players else 0.0
        parts[2] = 0.0
        if t.solo:
            for owned in range(t.companies):
                parts[2] += self.track(t, owned, share)
        else:
            parts[2] += self.track(t, seat, share)
        parts[3] = self.factories(t, known, seat, share)
        parts[4] = self.under_way(t, known, seat, company) if seat == t.purse(t.company) else 0.0

    def money(self, t: SteamPower, seat: i64, left: float, share: float) -> float:
        """Beyond the points that it is already."""
        c = self.constants
        money = float(t.money[seat])
        useful = min(money, c.useful + c.useful_an_action * left)
        worth = useful * (c.last_dollar + (c.dollar - c.last_dollar) * share) + (money - useful) * c.last_dollar
        return worth - float(t.money[seat] // scoring.MONEY_A_POINT)

    def hand(self, t: SteamPower, known: Known | None, seat: i64, company: i64, left: float) -> float:
        """The contracts that can be fulfilled in time, the best first; the later, the less."""
        if known is None:
            return self.hand_at(t, delivery.price_list(t, company), seat, left)
        if not known.has_hand(t, seat, company, left):
            known.hand[seat * 2] = self.hand_at(t, known.price_list(t, company), seat, left)
        return known.hand[seat * 2]

    def hand_at(self, t: SteamPower, prices: vec[i64], seat: i64, left: float) -> float:
        money = t.money[seat]
        bit = t.land.bit
        cards = t.contracts.hand[seat]
        best = self.noughts[:]
        for card in range(t.deck.cards):
            if cards & bit[card]:
                place(best, self.contract(t, card, delivery.cost(t, prices, card), money))
                cards &= ~bit[card]
                if cards == 0:
                    break
        weight = 1.0
        total = 0.0
        for k in range(8):
            if float(k) >= left:
                break
            total += best[k] * weight
            weight *= self.constants.later
        return total

    def contract(self, t: SteamPower, card: i64, cost: i64, money: i64) -> float:
        """A contract in hand: its reward less what it costs and the action for it."""
        c = self.constants
        deck = t.deck
        worth = float(deck.points[card]) + c.dollar * float(deck.money[card]) - c.an_action - c.dollar * float(cost)
        if deck.bonus[card] != NO_BONUS:
            worth += c.a_bonus
        if cost > money:
            worth *= max(0.35, c.short - c.short_a_dollar * float(cost - money))
        return max(c.least, c.in_hand * worth)

    def track(self, t: SteamPower, company: i64, share: float) -> float:
        """A network reaches goods, and others pay for its links; half a link is half of that."""
        c = self.constants
        cities = float(contracts.size(t.track.network[company]))
        links = float(t.numbers.trains - t.track.trains[company])
        total = share * (c.a_city * min(cities, 8.0) + c.a_further_city * max(0.0, cities - 8.0) + c.a_link * links)
        end = alike.end_of(t, company)
        if end != alike.NO_END:
            total -= share * c.a_link
            total += share * max(0.1, c.end - c.end_a_hex * float(end))
        if t.begin_at != NONE and company == t.company:
            total += 0.1
        return total

    def factories(self, t: SteamPower, known: Known | None, seat: i64, share: float) -> float:
        """Factories are emptied in time, by whoever needs the goods; the others' need pays."""
        if known is None:
            return self.factories_at(t, seat, share)
        if known.factories[seat * 2 + 1] != share:
            known.factories[seat * 2 + 1] = share
            known.factories[seat * 2] = self.factories_at(t, seat, share)
        return known.factories[seat * 2]

    def factories_at(self, t: SteamPower, seat: i64, share: float) -> float:
        c = self.constants
        total = 0.0
        for city in range(t.land.cities):
            if t.factories.goods[city] > 0 and t.purse(t.factories.owner[city]) == seat:
                goods = float(t.factories.goods[city])
                flips = max(0.0, c.flips + c.flips_in_time * share - c.flips_a_good * goods)
                total += float(scoring.flipped_city(t, city)) * flips + c.a_good * goods * share
        return total

    def under_way(self, t: SteamPower, known: Known | None, seat: i64, company: i64) -> float:
        """What the turn still owes to the seat that acts."""
        c = self.constants
        total = 0.0
        if t.phase == ACTION:
            total += c.an_action * float(t.actions)
        elif t.phase == DELIVERY:
            prices = delivery.price_list(t, company) if known is None else known.price_list(t, company)
            total += float(t.deck.points[t.contract]) - c.dollar * float(delivery.still_to_pay(t, prices))
        elif t.phase == BONUS:
            total += c.a_bonus
        pending = t.draws
        if t.phase == DRAWING or t.phase == WHOSE or t.phase == TAKING:
            pending += 1
        if pending > 0:
            total += float(pending) * max(0.2, c.a_card - c.a_card_held * float(cards_in_hand(t, seat)))
        if t.phase != ACTION and t.actions > 1:
            total += c.an_action * float(t.actions - 1)
        return total

    # -- for training ------------------------------------------------------------------------

    def feature_names(self) -> list[str]:
        return [
            "one",
            "points",
            "money",
            "contracts in hand",
            "track",
            "factories",
            "turn under way",
            "mean value",
            "cards in hand",
            "contracts fulfilled",
            "dollars",
            "links",
            "goods",
            "automaton",
        ]

    def features(self, state: State) -> vec[float]:
        """Of each seat: its points, its prospects by where they come from, and what they rest on."""
        t = cast(SteamPower, state)
        self.known = None
        points = scoring.scores(t)
        left = actions_left(t)
        found = vec[float]([0.0] * (FEATURES * t.seats))
        mean = 0.0
        for seat in range(t.seats):
            row = seat * FEATURES
            found[row] = 1.0
            found[row + 1] = float(points[seat])
            mean += float(points[seat])
            self.prospects(t, seat, left)
            for k in range(PROSPECTS):
                found[row + 2 + k] = self.parts[k]
                mean += self.parts[k]
            found[row + 8] = float(cards_in_hand(t, seat))
            found[row + 9] = float(t.contracts.count[seat])
            found[row + 10] = float(t.money[seat])
            found[row + 13] = 1.0 if seat >= t.players else 0.0
            for company in range(t.companies):
                if t.purse(company) == seat:
                    found[row + 11] += float(t.numbers.trains - t.track.trains[company])
        for city in range(t.land.cities):
            if t.factories.goods[city] > 0 and t.factories.owner[city] >= 0:
                found[t.purse(t.factories.owner[city]) * FEATURES + 12] += float(t.factories.goods[city])
        for seat in range(t.seats):
            found[seat * FEATURES + 7] = mean / float(t.seats)
        return found

    def apart(self, state: State, moves: vec[i64]) -> vec[i64]:
        """Of tiles that differ in nothing that the value sees the most promising one; and a contract's goods in one
        order of colours."""
        t = cast(SteamPower, state)
        if t.phase == DELIVERY:
            return in_order(t, moves)
        keys = alike.keys(t, moves)
        if len(keys) == 0:
            return moves
        found = vec[i64](capacity=len(moves))
        place_of = Memo()  # key -> where in `found` its move stands
        for i in range(len(moves)):
            is_tile = keys[i] != 0 and moves[i] < REMOVE
            known = place_of.get(keys[i]) if is_tile else NEVER
            if known == NEVER:
                if is_tile:
                    place_of.put(keys[i], float(len(found)))
                found = append(found, moves[i])
            elif self.prior(t, moves[i]) > self.prior(t, found[i64(known)]):
                found[i64(known)] = moves[i]
        return found

    def crowd(self, moves: vec[i64]) -> i64:
        """Tiles come first, dozens of them."""
        found: i64 = 0
        while found < len(moves) and moves[found] < REPLACE:
            found += 1
        return found

    def prior(self, state: State, move: i64) -> float:
        """Contracts first, then what makes them possible."""
        c = self.constants
        t = cast(SteamPower, state)
        if move < REPLACE:
            return self.tile(t, (move - LAY) // PAIRS, (move - LAY) % PAIRS)
        if move >= BUILD and move < FULFIL:
            return self.site(t, (move - BUILD) // 16)
        if move >= FULFIL and move < FULFIL + t.deck.cards:
            return self.reward(t, move - FULFIL)
        if move == DELIVER:
            return 1.0
        if move == CONTRACTS:
            return max(0.2, c.take_cards - c.take_cards_held * float(cards_in_hand(t, t.purse(t.company))))
        if move == MONEY:
            return max(0.3, c.take_money - c.take_money_held * float(t.money[t.purse(t.company)]))
        if move in (SKIP, STOP):
            return -1.0
        if move == REMOVE:
            return -1.5
        if move < REMOVE:
            return self.other_tile(t, (move - REPLACE) // PAIRS, (move - REPLACE) % PAIRS)
        return 0.0

    def reward(self, t: SteamPower, card: i64) -> float:
        """What a contract brings beyond its cost."""
        c = self.constants
        deck = t.deck
        gain = deck.money[card] - delivery.cost(t, delivery.active_prices(t), card)
        worth = c.fulfil + float(deck.points[card]) + c.dollar * float(gain)
        return worth if deck.bonus[card] == NO_BONUS else worth + c.a_bonus

    def site(self, t: SteamPower, city: i64) -> float:
        """A factory is of use where one's links lead."""
        c = self.constants
        worth = 0.3 * float(t.cities.beside_map[t.cities.colour[city]])
        mine = t.track.network[t.company] & t.land.bit[t.land.node[city]]
        return worth + c.factory_near if mine else worth + c.factory

    def tile(self, t: SteamPower, hex: i64, pair: i64) -> float:
        """A tile that goes on from the open end, or starts a link."""
        entry = t.track.facing[t.company] % 6
        if t.track.facing[t.company] == NONE:
            entry = track.start_edge(t, t.company, hex, pair)
        return self.way(t, hex, t.land.rails.other(pair, entry)) - self.constants.dollar * float(track.price(t, hex))

    def other_tile(self, t: SteamPower, hex: i64, pair: i64) -> float:
        """A tile in place of the last one."""
        entry = track.entry_edge(t, t.company)
        if t.land.node_beyond[hex * 6 + entry] != NONE:
            entry = track.start_edge(t, t.company, hex, pair)
        return self.way(t, hex, t.land.rails.other(pair, entry)) - 0.8

    def way(self, t: SteamPower, hex: i64, exit: i64) -> float:
        """A link is worth the new city that it reaches, or that is near its end."""
        c = self.constants
        land = t.land
        mine = t.track.network[t.company]
        if t.track.link_start[t.company] != NONE:
            mine |= land.bit[t.track.link_start[t.company]]
        node = land.node_beyond[hex * 6 + exit]
        if node != NONE:
            return 0.1 if mine & land.bit[node] else c.way_done
        there = land.beside[hex * 6 + exit]
        if t.track.rail[there * 2 + 1] != NONE:
            return -0.5
        if land.near[there] & ~mine:
            return c.way_near
        return c.way_nearby if land.near_by[there] & ~mine else 0.1


def actions_left(t: SteamPower) -> float:
    """About how many actions each seat has still to come."""
    if t.solo:
        return float(SOLO_ROUNDS - t.round) * 10.0 + 5.0
    if t.ending:
        return 1.0
    most: i64 = 0
    for seat in range(t.seats):
        most = max(most, t.contracts.count[seat])
    return 1.0 + 2.0 * float(t.numbers.ends_at - most)


def cards_in_hand(t: SteamPower, seat: i64) -> i64:
    return contracts.size(t.contracts.hand[seat]) if seat < t.players else 0


def place(best: vec[float], worth: float) -> None:
    """Sort a worth into the best ones, highest first."""
    k: i64 = len(best) - 1
    if worth <= best[k]:
        return
    while k > 0 and best[k - 1] < worth:
        best[k] = best[k - 1]
        k -= 1
    best[k] = worth


def in_order(t: SteamPower, moves: vec[i64]) -> vec[i64]:
    """Only goods of the first colour in which there is a choice: the others come after them."""
    first: i64 = COLOURS
    for i in range(len(moves)):
        if moves[i] >= TAKE:
            first = min(first, t.cities.colour[(moves[i] - TAKE) % 64])
    found = vec[i64](capacity=len(moves))
    for i in range(len(moves)):
        if moves[i] < TAKE or t.cities.colour[(moves[i] - TAKE) % 64] == first:
            found = append(found, moves[i])
    return found
