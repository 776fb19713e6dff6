"""What a network reads of a Steam Power position: the goods by colour and the purple cities, the best contracts of each
hand, the seats. It is read in a deal of the searching seat's own, so that all hands lie open."""

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.steam_power import alike, contracts, delivery, scoring, track
from branchline.games.steam_power.codes import (
    BEGIN,
    BUILD,
    CONTRACTS,
    DELIVER,
    DELIVERY,
    FROM,
    FULFIL,
    LAY,
    MONEY,
    REMOVE,
    REPLACE,
    SKIP,
    STOP,
    TAKE,
)
from branchline.games.steam_power.deck import (
    BONUS_CONTRACTS,
    BONUS_FACTORY,
    BONUS_TRACK,
    COLOURS,
    MOST,
    NO_BONUS,
    PURPLE,
)
from branchline.games.steam_power.delivery import REACHABLE, TOTALS
from branchline.games.steam_power.estimate import PROSPECTS, SteamPowerEstimate, actions_left, cards_in_hand
from branchline.games.steam_power.land import NONE, PAIRS
from branchline.games.steam_power.rules import SteamPower
from branchline.kernel.estimate import Estimate
from branchline.kernel.net import UNIT, Inputs, clip, nearest, others, rank
from branchline.kernel.state import State

CITIES: Final = 30  # of the two maps one has a city more and one a city less
HAND: Final = 6  # contracts of a hand that are looked at one by one
ITEMS: Final = 11  # the four colours of goods, purple, and HAND; a literal, since mypyc looks sums up each time
COMMON: Final = 13
OWN: Final = 21
OF_A_CARD: Final = 10  # where these begin among what a seat has of an item
ROW: Final = 47
MOVE: Final = 36


@final
class SteamPowerInputs(Inputs):
    def __init__(self, seats: i64) -> None:
        super().__init__(seats, ITEMS, COMMON, OWN, ROW, MOVE)
        self.estimate = SteamPowerEstimate()
        self.values = vec[float]([0.0] * seats)
        self.parts = vec[float]([0.0] * (seats * PROSPECTS))
        self.points = vec[i64]([0] * seats)
        self.in_cities = vec[i64]([0] * seats)  # points of flipped and purple cities
        self.goods = vec[i64]([0] * seats)  # in factories of the seat
        self.needed = vec[i64]([0] * (seats * COLOURS))  # by the hand
        self.rest = vec[float]([0.0] * seats)  # what those contracts are worth that are not looked at one by one
        self.left = 0.0  # actions
        self.card = vec[i64]([NONE] * HAND)  # the best of a hand
        self.cost = vec[i64]([0] * HAND)
        self.worth = vec[float]([0.0] * HAND)

    def rests_on(self) -> Estimate:
        return self.estimate

    def read(self, state: State) -> None:
        self.clear_own()
        t = cast(SteamPower, state)
        self.count_up(t)
        for seat in range(self.seats):
            self.read_hand(t, seat)
        for colour in range(PURPLE + 1):
            self.read_colour(t, colour)
        for k in range(HAND):
            self.read_slot(t, k)
        self.read_cities(t)
        for seat in range(self.seats):
            self.read_seat(t, seat)

    def count_up(self, t: SteamPower) -> None:
        """What the estimate sees, seat by seat."""
        self.left = actions_left(t)
        self.values = self.estimate.value_beside(t)
        known = self.estimate.known
        assert known is not None
        for seat in range(self.seats):
            self.points[seat] = known.points(t, seat)
            self.in_cities[seat] = known.city_points[seat]
            self.goods[seat] = 0
            self.estimate.prospects(t, seat, self.left)
            for k in range(PROSPECTS):
                self.parts[seat * PROSPECTS + k] = self.estimate.parts[k]

    # -- items -------------------------------------------------------------------------------

    def read_colour(self, t: SteamPower, colour: i64) -> None:
        to = self.common
        at = colour * COMMON
        is_good = colour < COLOURS
        needed: i64 = 0
        if is_good:
            for seat in range(self.seats):
                needed += self.needed[seat * COLOURS + colour]
        to[at] = UNIT if is_good else 0
        to[at + 1] = 0 if is_good else UNIT
        to[at + 2] = 0
        to[at + 3] = 0  # goods on the map, and cities without a factory: see `read_cities`
        to[at + 4] = clip(2 * t.factories.stock[colour]) if is_good else 0
        to[at + 5] = 0
        to[at + 6] = 0
        to[at + 7] = clip(12 * t.cities.beside_map[colour])
        to[at + 8] = nearest(1.5 * self.left)
        to[at + 9] = 8 * self.seats
        to[at + 10] = 0
        to[at + 11] = clip(3 * needed)
        to[at + 12] = UNIT if t.solo else 0
        if is_good:
            for seat in range(self.seats):
                self.read_prices(t, seat, colour)

    def read_prices(self, t: SteamPower, seat: i64, colour: i64) -> None:
        """What goods of a colour cost the seat."""
        known = self.estimate.known
        assert known is not None
        prices = known.price_list(t, t.company if t.solo else seat)
        own = self.own
        at = (seat * ITEMS + colour) * OWN
        first = TOTALS + colour * (MOST + 1)
        own[at + 1] = clip(6 * prices[first + 1])
        own[at + 2] = clip(4 * prices[first + 2])
        own[at + 3] = clip(4 * prices[first + MOST])
        own[at + 4] = clip(8 * prices[REACHABLE + colour])
        own[at + 5] = clip(4 * self.needed[seat * COLOURS + colour])

    def read_cities(self, t: SteamPower) -> None:
        """What lies in the cities, counted by colour: factories, goods, and whose network they are in."""
        common = self.common
        own = self.own
        node = t.land.node
        bit = t.land.bit
        network = t.track.network
        linked = t.track.linked
        for city in range(t.land.cities):
            colour = t.cities.colour[city]
            if colour == NONE:
                continue
            here = bit[node[city]]
            owner = t.factories.owner[city]
            at = colour * COMMON
            if owner == NONE:
                k = at + 5 if linked & here else at + 6
                common[k] = clip(common[k] + 4)
            else:
                goods = t.factories.goods[city]
                common[at + 3] = clip(common[at + 3] + 3 * goods)
                seat = t.purse(owner)
                self.goods[seat] += goods
                k = (seat * ITEMS + colour) * OWN
                own[k] = clip(own[k] + 4 * goods)
                k += 6 if goods > 0 else 7
                own[k] = clip(own[k] + 8)
            if linked & here:
                points = 6 * scoring.victory_city(t, city) if colour == PURPLE else 0
                for company in range(t.companies):
                    if network[company] & here:
                        k = (t.purse(company) * ITEMS + colour) * OWN
                        own[k + 8] = clip(own[k + 8] + 6)
                        own[k + 9] = clip(own[k + 9] + points)

    def read_slot(self, t: SteamPower, k: i64) -> None:
        """One of the best contracts of a hand: nothing of it is known to all."""
        to = self.common
        at = (PURPLE + 1 + k) * COMMON
        for n in range(at, at + COMMON):
            to[n] = 0
        to[at + 2] = UNIT
        to[at + 8] = nearest(1.5 * self.left)
        to[at + 9] = 8 * self.seats
        to[at + 10] = 8 * k
        to[at + 12] = UNIT if t.solo else 0

    def read_hand(self, t: SteamPower, seat: i64) -> None:
        """The contracts in hand, the best first."""
        self.rest[seat] = 0.0
        for colour in range(COLOURS):
            self.needed[seat * COLOURS + colour] = 0
        if seat >= t.players or t.contracts.hand[seat] == 0:
            return
        known = self.estimate.known
        assert known is not None
        prices = known.price_list(t, t.company if t.solo else seat)
        money = t.money[seat]
        for k in range(HAND):
            self.card[k] = NONE
            self.worth[k] = -1.0
        cards = t.contracts.hand[seat]
        for card in range(t.deck.cards):
            if cards & t.land.bit[card]:
                cost = delivery.cost(t, prices, card)
                self.place(seat, card, cost, self.estimate.contract(t, card, cost, money))
                for colour in range(COLOURS):
                    self.needed[seat * COLOURS + colour] += t.deck.need[card * COLOURS + colour]
                cards &= ~t.land.bit[card]
                if cards == 0:
                    break
        for k in range(HAND):
            if self.card[k] != NONE:
                self.read_contract(t, seat, k, money)

    def place(self, seat: i64, card: i64, cost: i64, worth: float) -> None:
        """Sort a contract into the best ones, highest first."""
        k: i64 = HAND - 1
        if worth <= self.worth[k]:
            self.rest[seat] += worth
            return
        if self.card[k] != NONE:
            self.rest[seat] += self.worth[k]
        while k > 0 and self.worth[k - 1] < worth:
            self.card[k] = self.card[k - 1]
            self.cost[k] = self.cost[k - 1]
            self.worth[k] = self.worth[k - 1]
            k -= 1
        self.card[k] = card
        self.cost[k] = cost
        self.worth[k] = worth

    def read_contract(self, t: SteamPower, seat: i64, k: i64, money: i64) -> None:
        own = self.own
        at = (seat * ITEMS + PURPLE + 1 + k) * OWN + OF_A_CARD
        deck = t.deck
        card = self.card[k]
        cost = self.cost[k]
        own[at] = UNIT
        own[at + 1] = clip(6 * cost)
        own[at + 2] = clip(6 * deck.points[card])
        own[at + 3] = clip(4 * deck.money[card])
        own[at + 4] = UNIT if deck.bonus[card] == BONUS_TRACK else 0
        own[at + 5] = UNIT if deck.bonus[card] == BONUS_FACTORY else 0
        own[at + 6] = UNIT if deck.bonus[card] == BONUS_CONTRACTS else 0
        own[at + 7] = nearest(6.0 * self.worth[k])
        own[at + 8] = UNIT if cost <= money else 0
        own[at + 9] = clip(4 * (cost - money)) if cost > money else 0
        own[at + 10] = UNIT if float(k) < self.left else 0  # there is time for it

    # -- seats -------------------------------------------------------------------------------

    def read_seat(self, t: SteamPower, seat: i64) -> None:
        row = self.row
        at = seat * ROW
        best, mean = others(self.values, seat)
        company = t.company if t.solo else seat
        active = t.purse(t.company) == seat
        part = seat * PROSPECTS
        row[at] = nearest(0.7 * self.values[seat])
        row[at + 1] = nearest(2.0 * (self.values[seat] - best))
        row[at + 2] = nearest(2.0 * (self.values[seat] - mean))
        row[at + 3] = clip(self.points[seat])
        row[at + 4] = nearest(2.0 * (float(self.points[seat]) - self.mean_points(seat)))
        row[at + 5] = clip(2 * t.money[seat])
        row[at + 6] = clip(8 * cards_in_hand(t, seat))
        row[at + 7] = clip(6 * t.contracts.count[seat])
        row[at + 8] = clip(8 * (t.contracts.count[seat] - self.most_fulfilled(t, seat)))
        row[at + 9] = nearest(1.5 * self.left)
        row[at + 10] = UNIT if t.ending else 0
        row[at + 11] = UNIT if active else 0
        row[at + 12] = clip(UNIT * t.actions) if active else 0
        row[at + 13] = clip(8 * t.placements) if active else 0
        row[at + 14] = clip(UNIT * t.draws) if active else 0
        row[at + 15] = UNIT if active and t.phase == DELIVERY else 0
        row[at + 16] = UNIT if seat >= t.players else 0
        row[at + 17] = clip(6 * t.numbers.compensation) if t.automas.count > 0 else 0
        row[at + 18] = 8 * ((seat - t.company + self.seats) % self.seats) if not t.solo else 0
        row[at + 19] = 8 * self.place_in_round(t, seat)
        row[at + 20] = clip(5 * t.track.trains[company])
        row[at + 21] = clip(6 * contracts.size(t.track.network[company]))
        row[at + 22] = 0
        for owned in range(t.companies):
            if t.purse(owned) == seat:
                row[at + 22] = clip(row[at + 22] + 4 * (t.numbers.trains - t.track.trains[owned]))
        end = alike.end_of(t, company)
        row[at + 23] = UNIT if end != alike.NO_END else 0
        row[at + 24] = 8 * end if end != alike.NO_END else 0
        row[at + 25] = nearest(6.0 * self.parts[part])  # money
        row[at + 26] = nearest(3.0 * self.parts[part + 1])  # contracts in hand
        row[at + 27] = nearest(6.0 * self.parts[part + 2])  # track
        row[at + 28] = nearest(4.0 * self.parts[part + 3])  # factories
        row[at + 29] = nearest(6.0 * self.parts[part + 4])  # turn under way
        row[at + 30] = 8 * rank(self.values, seat)
        row[at + 31] = UNIT if self.seats == 2 else 0
        row[at + 32] = UNIT if self.seats == 3 else 0
        row[at + 33] = UNIT if self.seats == 4 else 0
        row[at + 34] = UNIT if self.seats == 5 else 0
        row[at + 35] = UNIT if t.solo else 0
        row[at + 36] = 12 * t.automas.count
        row[at + 37] = clip(3 * t.round)
        row[at + 38] = clip(self.points[seat] - self.in_cities[seat] - t.money[seat] // scoring.MONEY_A_POINT)
        row[at + 39] = clip(3 * self.in_cities[seat])
        row[at + 40] = nearest(4.0 * self.rest[seat])
        row[at + 41] = clip(2 * t.contracts.deck_left)
        row[at + 42] = nearest(3.0 * (self.parts[part + 1] - self.best_hand(seat)))
        row[at + 43] = clip(3 * self.goods[seat])
        row[at + 44] = UNIT if t.ending and self.place_in_round(t, seat) < self.place_in_round(t, t.company) else 0
        row[at + 45] = clip(8 * t.automas.coin_count[seat - t.players]) if seat >= t.players else 0
        row[at + 46] = clip(8 * (t.land.cities - CITIES))

    def place_in_round(self, t: SteamPower, seat: i64) -> i64:
        return 0 if t.solo else (seat - t.starter + self.seats) % self.seats

    def mean_points(self, seat: i64) -> float:
        """Of the others; alone, its own."""
        if self.seats == 1:
            return float(self.points[seat])
        total: i64 = 0
        for other in range(self.seats):
            if other != seat:
                total += self.points[other]
        return float(total) / float(self.seats - 1)

    def most_fulfilled(self, t: SteamPower, seat: i64) -> i64:
        found: i64 = 0
        for other in range(self.seats):
            if other != seat:
                found = max(found, t.contracts.count[other])
        return found

    def best_hand(self, seat: i64) -> float:
        found = 0.0
        for other in range(self.seats):
            if other != seat:
                found = max(found, self.parts[other * PROSPECTS + 1])
        return found

    # -- moves -------------------------------------------------------------------------------

    def read_move(self, state: State, move: i64) -> None:
        self.clear_move()
        to = self.move
        t = cast(SteamPower, state)
        purse = t.purse(t.company)
        to[0] = nearest(8.0 * self.estimate.prior(t, move))
        to[1] = nearest(1.5 * self.left)
        to[2] = clip(UNIT * t.actions)
        to[3] = clip(2 * t.money[purse])
        to[4] = clip(8 * cards_in_hand(t, purse))
        to[5] = nearest(3.0 * self.parts[purse * PROSPECTS + 1])
        if move >= TAKE:
            self.read_good(t, (move - TAKE) % 64, (move - TAKE) // 64)
        elif move < REPLACE:
            to[6] = UNIT
            self.read_tile(t, (move - LAY) // PAIRS)
        elif move < REMOVE:
            to[7] = UNIT
            self.read_tile(t, (move - REPLACE) // PAIRS)
        elif move == REMOVE:
            to[8] = UNIT
        elif move < STOP:
            to[9] = UNIT
            to[10] = UNIT if t.cities.colour[move - BEGIN] == PURPLE else 0
        elif move in (STOP, SKIP):
            to[11] = UNIT
        elif BUILD <= move < FULFIL:
            self.read_site(t, (move - BUILD) // 16, (move - BUILD) % 16)
        elif FULFIL <= move < DELIVER:
            self.read_fulfilment(t, move - FULFIL, purse)
        elif move == DELIVER:
            to[12] = UNIT
        elif move == CONTRACTS:
            to[13] = UNIT
            to[14] = clip(2 * t.contracts.deck_left)
        elif move == MONEY:
            to[15] = UNIT
        elif move >= FROM:
            to[16] = UNIT
            if move < FROM + t.players:
                to[17] = nearest(3.0 * self.parts[(move - FROM) * PROSPECTS + 1])

    def read_tile(self, t: SteamPower, hex: i64) -> None:
        to = self.move
        to[18] = clip(8 * track.price(t, hex))
        to[19] = UNIT if t.track.facing[t.company] == NONE else 0  # a new link, or its only tile
        mine = t.track.network[t.company]
        to[20] = clip(6 * contracts.size(t.land.near_by[hex] & ~mine))
        to[21] = clip(6 * contracts.size(mine))

    def read_site(self, t: SteamPower, city: i64, goods: i64) -> None:
        to = self.move
        colour = t.cities.colour[city]
        seat = t.purse(t.company)
        to[22] = UNIT
        to[23] = clip(8 * scoring.flipped_city(t, city))
        to[24] = clip(8 * goods)
        to[25] = UNIT if t.track.network[t.company] & t.land.bit[t.land.node[city]] else 0
        to[26] = clip(8 * self.needed[seat * COLOURS + colour])
        others: i64 = 0
        for other in range(self.seats):
            if other != seat:
                others += self.needed[other * COLOURS + colour]
        to[27] = clip(4 * others)

    def read_fulfilment(self, t: SteamPower, card: i64, purse: i64) -> None:
        to = self.move
        deck = t.deck
        to[28] = UNIT
        to[29] = clip(8 * deck.points[card])
        to[30] = clip(4 * deck.money[card])
        to[31] = clip(6 * delivery.cost(t, delivery.active_prices(t), card))
        to[32] = UNIT if deck.bonus[card] != NO_BONUS else 0
        to[33] = UNIT if t.contracts.count[purse] + 1 >= t.numbers.ends_at and not t.solo else 0

    def read_good(self, t: SteamPower, city: i64, paid: i64) -> None:
        to = self.move
        mine = t.purse(t.factories.owner[city]) == t.purse(t.company)
        if t.factories.goods[city] == 1:
            flips = scoring.flipped_city(t, city)
            to[34] = clip(8 * flips if mine else -8 * flips)
        to[35] = clip(UNIT + 8 * delivery.spent(paid))
