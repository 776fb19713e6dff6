"""What a seat of Steam Power knows, as numbers: its own contracts, and of the others' what it can conclude."""

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.steam_power.contracts import IN_DECK
from branchline.games.steam_power.deck import COINS, COLOURS, CORNERS, LINKS
from branchline.games.steam_power.land import CITY, NONE, STOCKS, WATER
from branchline.games.steam_power.rules import SteamPower
from branchline.kernel.state import State
from branchline.kernel.tensors import Tensors, share

EDGES: Final[i64] = 6
GROUNDS: Final[i64] = 3
GROUPS: Final[i64] = COLOURS + 1  # of cities: by the goods, and purple
ABOUT_A_CARD: Final[i64] = COLOURS + 3 + 4
ABOUT_A_SEAT: Final[i64] = 8
PHASES: Final[i64] = 17
DEAREST: Final[i64] = 4
GOODS: Final[i64] = 6  # beside a factory
TILES: Final[i64] = 70
TRAINS: Final[i64] = 21
MONEY: Final[i64] = 40
HAND: Final[i64] = 8
POINTS: Final[i64] = 60
ROUNDS: Final[i64] = 20


@final
class SteamPowerTensors(Tensors):
    def __init__(self, start: SteamPower) -> None:
        super().__init__(start.seats)
        self.firms = start.companies
        self.solo = start.solo
        hexes, cities, cards = start.land.hexes, start.land.cities, start.deck.cards
        self.rail = EDGES + self.firms + 1
        self.hex = GROUNDS + 2 * self.rail + self.firms + 1
        self.hexes = self.block(
            "hexes",
            [hexes, self.hex],
            "of each hex: what a tile costs there, water, city; of its two rails: the edges, the company, whether it "
            "is dead; whose open end leads here; whether an Automa's coins lie here",
        )
        self.city = GROUPS + 2 * self.firms + 4
        self.cities = self.block(
            "cities",
            [cities, self.city],
            "of each city: its colour, whose factory, whose links join it, the goods beside the factory, whether it is "
            "empty, whether the first track begins there, whether an Automa heads for it",
        )
        self.card = ABOUT_A_CARD + 3 + 2 * self.seats
        self.cards = self.block(
            "cards",
            [cards, self.card],
            "of each contract: the goods it asks for, money, points and how many goods, its bonus; whether it is in "
            "hand, being fulfilled, or may lie in the deck; of each seat: whether it has fulfilled it, and whether it "
            "may hold it, as far as this one knows",
        )
        self.table = self.block(
            "seats",
            [self.seats, ABOUT_A_SEAT],
            "of each seat: money, contracts in hand and fulfilled, points if the game ended now, whether it began, is "
            "to act, is an Automa, and how many contracts an Automa has discarded",
        )
        self.companies = self.block(
            "companies",
            [self.firms, 4],
            "of each company: trains, factories, whether it has an open end, whether it is active",
        )
        self.supply = self.block(
            "supply",
            [STOCKS + 2 * COLOURS + GROUPS + CORNERS * COLOURS],
            "track tiles of each stock, goods in stock and still to deliver, city tiles left over, goods in the "
            "corners of the map",
        )
        self.stage = self.block(
            "stage",
            [PHASES + CORNERS + 9],
            "what is to be decided; the Automas' direction; round, actions left, placements left, contracts to draw, "
            "contracts beside what ends the game, whether it is the last round, a bonus, cards in the deck, cards that "
            "the Automa has still to turn up",
        )

    def firm(self, company: i64, looking: i64) -> i64:
        """A company belongs to a seat; alone, all of them belong to one."""
        return company if self.solo else self.place(company, looking)

    def write(self, state: State, seat: i64, out: vec[float], at: i64) -> None:
        power = cast(SteamPower, state)
        for hex in range(power.land.hexes):
            self.write_hex(power, hex, seat, out, at + self.hexes + hex * self.hex)
        for company in range(self.firms):
            facing = power.track.facing[company]
            firm = self.firm(company, seat)
            if facing != NONE:
                out[at + self.hexes + (facing // EDGES) * self.hex + GROUNDS + 2 * self.rail + firm] = 1.0
            row = at + self.companies + firm * 4
            out[row] = share(power.track.trains[company], TRAINS)
            out[row + 1] = share(power.factories.left[company], TRAINS)
            out[row + 2] = 1.0 if facing != NONE else 0.0
            out[row + 3] = 1.0 if power.company == company else 0.0
        for city in range(power.land.cities):
            self.write_city(power, city, seat, out, at + self.cities + city * self.city)
        self.write_cards(power, seat, out, at + self.cards + ABOUT_A_CARD)
        self.write_automas(power, out, at)
        self.write_seats(power, seat, out, at)
        self.write_supply(power, out, at + self.supply)
        self.write_stage(power, out, at + self.stage)

    def write_printed(self, state: State, out: vec[float]) -> None:
        power = cast(SteamPower, state)
        for hex in range(power.land.hexes):
            ground = power.land.ground[hex]
            row = self.hexes + hex * self.hex
            out[row] = share(ground, DEAREST) if ground > 0 else 0.0
            out[row + 1] = 1.0 if ground == WATER else 0.0
            out[row + 2] = 1.0 if ground == CITY else 0.0
        deck = power.deck
        for card in range(deck.cards):
            row = self.cards + card * self.card
            asked: i64 = 0
            for colour in range(COLOURS):
                out[row + colour] = share(deck.need[card * COLOURS + colour], 4)
                asked += deck.need[card * COLOURS + colour]
            out[row + COLOURS] = share(deck.money[card], 10)
            out[row + COLOURS + 1] = share(deck.points[card], 10)
            out[row + COLOURS + 2] = share(asked, 4)
            out[row + COLOURS + 3 + deck.bonus[card]] = 1.0

    def write_hex(self, power: SteamPower, hex: i64, seat: i64, out: vec[float], row: i64) -> None:
        row += GROUNDS
        rails = power.land.rails
        for k in range(2):
            pair = power.track.rail[hex * 2 + k]
            if pair != NONE:
                out[row + rails.first[pair]] = 1.0
                out[row + rails.second[pair]] = 1.0
                link = power.track.link[hex * 2 + k]
                if link == NONE:
                    out[row + EDGES + self.firms] = 1.0
                else:
                    out[row + EDGES + self.firm(link // LINKS, seat)] = 1.0
            row += self.rail

    def write_city(self, power: SteamPower, city: i64, seat: i64, out: vec[float], row: i64) -> None:
        if power.cities.colour[city] != NONE:
            out[row + power.cities.colour[city]] = 1.0
        row += GROUPS
        if power.factories.owner[city] != NONE:
            out[row + self.firm(power.factories.owner[city], seat)] = 1.0
        row += self.firms
        node = power.land.bit[power.land.node[city]]
        for company in range(self.firms):
            if power.track.network[company] & node:
                out[row + self.firm(company, seat)] = 1.0
        row += self.firms
        out[row] = share(power.factories.goods[city], GOODS)
        out[row + 1] = 1.0 if power.factories.owner[city] != NONE and power.factories.goods[city] == 0 else 0.0
        out[row + 2] = 1.0 if power.begin_at == power.land.node[city] else 0.0

    def write_cards(self, power: SteamPower, seat: i64, out: vec[float], first: i64) -> None:
        cards, bit, held = power.deck.cards, power.land.bit, power.contracts
        if seat < power.players:
            hand = held.hand[seat]
            for card in range(cards):
                if hand & bit[card]:
                    out[first + card * self.card] = 1.0
        if power.contract != NONE:
            out[first + power.contract * self.card + 1] = 1.0
        for card in range(cards):
            if held.may_hold[seat * cards + card] & IN_DECK:
                out[first + card * self.card + 2] = 1.0
        for other in range(self.seats):
            cell = first + 3 + 2 * self.place(other, seat)
            fulfilled, holder = held.fulfilled[other], bit[other]
            for card in range(cards):
                if fulfilled & bit[card]:
                    out[cell] = 1.0
                if held.may_hold[seat * cards + card] & holder:
                    out[cell + 1] = 1.0
                cell += self.card

    def write_automas(self, power: SteamPower, out: vec[float], at: i64) -> None:
        for index in range(power.automas.count):
            for k in range(power.automas.coin_count[index]):
                hex = power.automas.coins[index * COINS + k]
                out[at + self.hexes + hex * self.hex + self.hex - 1] = 1.0
            target = power.automas.target[index]
            if target != NONE:
                out[at + self.cities + target * self.city + GROUPS + 2 * self.firms + 3] = 1.0

    def write_seats(self, power: SteamPower, looking: i64, out: vec[float], at: i64) -> None:
        points = power.scores()
        for seat in range(self.seats):
            row = at + self.table + self.place(seat, looking) * ABOUT_A_SEAT
            out[row] = share(power.money[seat], MONEY)
            if seat < power.players:
                out[row + 1] = share(size(power, power.contracts.hand[seat]), HAND)
            out[row + 2] = share(power.contracts.count[seat], power.numbers.ends_at)
            out[row + 3] = share(points[seat], POINTS)
            out[row + 4] = 1.0 if power.starter == seat else 0.0
            out[row + 5] = 1.0 if power.to_act == seat else 0.0
            out[row + 6] = 1.0 if seat >= power.players else 0.0
            if seat >= power.players:
                out[row + 7] = share(size(power, power.automas.discards[seat - power.players]), HAND)

    def write_supply(self, power: SteamPower, out: vec[float], row: i64) -> None:
        for stock in range(STOCKS):
            out[row + stock] = share(power.track.tiles[stock], TILES)
        row += STOCKS
        for colour in range(COLOURS):
            out[row + colour] = share(power.factories.stock[colour], TILES)
            out[row + COLOURS + colour] = share(power.need[colour], 4)
        row += 2 * COLOURS
        for colour in range(GROUPS):
            out[row + colour] = share(power.cities.beside_map[colour], 8)
        row += GROUPS
        for corner in range(len(power.automas.corner)):
            if power.automas.corner[corner] != NONE:
                out[row + corner * COLOURS + power.automas.corner[corner]] = 1.0

    def write_stage(self, power: SteamPower, out: vec[float], row: i64) -> None:
        out[row + power.phase] = 1.0
        row += PHASES
        out[row + power.automas.marker] = 1.0
        row += CORNERS
        out[row] = share(power.round, ROUNDS)
        out[row + 1] = share(power.actions, 3)
        out[row + 2] = share(power.placements, 3)
        out[row + 3] = share(power.draws, 3)
        done: i64 = 0
        for seat in range(self.seats):
            done += power.contracts.count[seat]
        out[row + 4] = share(done, power.numbers.ends_at)
        out[row + 5] = 1.0 if power.ending else 0.0
        out[row + 6] = 1.0 if power.automas.as_bonus else 0.0
        out[row + 7] = share(power.contracts.deck_left, power.deck.cards)
        out[row + 8] = share(power.automas.cards, 3)


def size(power: SteamPower, cards: i64) -> i64:
    """How many cards a set holds."""
    count: i64 = 0
    for card in range(power.deck.cards):
        if cards & power.land.bit[card]:
            count += 1
    return count


def make(state: State) -> Tensors:
    """The tensors for games like this one."""
    return SteamPowerTensors(cast(SteamPower, state))
