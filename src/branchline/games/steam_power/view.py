"""What a seat may know of a table of Steam Power: all but the contracts in other hands."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from branchline.games.steam_power import codes, contracts, deck, quotes, scoring, track
from branchline.games.steam_power.components import Map
from branchline.games.steam_power.deck import PURPLE
from branchline.games.steam_power.land import NONE
from branchline.games.steam_power.links import Link, links
from branchline.games.steam_power.notation import COMPANY, CORNER, MARKS, Notation
from branchline.games.steam_power.quotes import Quote
from branchline.games.steam_power.rules import SteamPower
from branchline.kernel.state import OVER

if TYPE_CHECKING:
    from branchline.games.steam_power.game import SteamPowerGame

FLIPPED_CITY: Final = 2
"""9.4 The points of a flipped city, without those for the tiles of its colour beside the map."""
VICTORY_CITY: Final = 4
"""9.5 The points of a purple one, likewise."""


@dataclass(frozen=True)
class Rail:
    rail: str  # "n-se"
    company: int | None  # None: dead
    link: int | None


@dataclass(frozen=True)
class Hex:
    name: str
    terrain: str
    cost: int | None  # None: nothing is built there
    rails: list[Rail]  # the older first


@dataclass(frozen=True)
class City:
    name: str
    hex: str
    group: int  # cities side by side are one
    colour: str | None  # None before its tile is drawn
    factory: int | None  # whose
    goods: int
    flipped: bool
    worth: int
    share: int
    connected: list[int]  # companies


@dataclass(frozen=True)
class Card:
    """A contract."""

    name: str
    goods: tuple[str, ...]
    money: int
    points: int
    bonus: str
    mark: str
    told: str  # what of it is ours


@dataclass(frozen=True)
class Ticket(Card):
    """A contract in hand, with its cheapest delivery now."""

    quote: Quote | None  # None without a link
    short: int  # the dollars that are missing
    can: bool


@dataclass(frozen=True)
class Company:
    number: int
    colour: str
    automa: bool
    trains: int
    factories: int
    money: int
    hand: int  # how many contracts
    fulfilled: tuple[Card, ...]
    contracts: int  # how many it has fulfilled
    flipped: list[int]  # cities
    goods: dict[str, int]  # beside its factories


@dataclass(frozen=True)
class OpenEnd:
    """4.4 The end of an incomplete link."""

    hex: str
    edge: str
    ahead: str


@dataclass(frozen=True)
class CoinPath:
    """10.6 Where an Automa's track will lead."""

    company: int
    hexes: list[str]
    target: str | None


@dataclass(frozen=True)
class Automa:
    corners: list[str | None]  # the goods in the corners of the map
    marker: int
    corner: str  # where the marker is
    compensation: int
    discards: list[int]
    paths: list[CoinPath]


@dataclass(frozen=True)
class SteamPowerView:
    map: str
    map_title: str
    map_mark: str
    layout: str
    ratio: float  # of the drawn map, width to height
    hexes: list[Hex]
    cities: list[City]
    links: list[Link]
    companies: list[Company]
    hands: dict[str, list[Ticket]]  # by seat, those that may be seen
    deck: int
    tiles: list[int]  # of each stock
    goods: dict[str, int]
    beside: dict[str, int]  # city tiles beside the map
    ends_at: int
    ending: bool
    solo: bool
    starter: int
    active: int  # company
    actions: int
    placements: int
    phase: str
    begin_at: str | None
    contract: Card | None  # being fulfilled, or an Automa's
    proposal: Quote | None
    open: list[OpenEnd | None]  # of each company
    automa: Automa | None
    bag: list[int]  # basic solo's trains, by company

    def hand(self, seat: int | None) -> list[Ticket]:
        return self.hands.get(str(seat), [])


PHASES = {
    codes.TILES: "set-up",
    codes.STARTER: "set-up",
    codes.GOODS_IN_CORNERS: "set-up",
    codes.DEAL: "set-up",
    codes.TRAIN_BAG: "train",
    codes.ACTION: "action",
    codes.FIRST_TILE: "first tile",
    codes.LAYING: "laying",
    codes.DELIVERY: "delivery",
    codes.BONUS: "bonus",
    codes.DRAWING: "drawing",
    codes.WHOSE: "whose",
    codes.TAKING: "taking",
    codes.REVEAL: "reveal",
    codes.AUTOMA: "automa",
    codes.AUTOMA_LAYING: "automa",
    codes.AUTOMA_BONUS: "automa",
}


def view(game: "SteamPowerGame", state: SteamPower, seat: int | None) -> SteamPowerView:
    notation = game.notation(state)
    goods, one = notation.parts.goods, notation.map
    chains = links(notation, state)
    return SteamPowerView(
        map=one.key,
        map_title=one.title,
        map_mark=one.mark,
        layout=one.layout.name,
        ratio=one.layout.ratio(one.rows, one.columns),
        hexes=hexes(one, state),
        cities=[city_of(notation, state, city) for city in range(state.land.cities)],
        links=chains,
        companies=[company_of(notation, state, company) for company in range(state.companies)],
        hands=hands(notation, state, seat, chains),
        deck=int(state.contracts.deck_left),
        tiles=[int(n) for n in state.track.tiles],
        goods={good: int(state.factories.stock[colour]) for colour, good in enumerate(goods)},
        beside={colour: int(n) for colour, n in zip([*goods, "purple"], state.cities.beside_map)},
        ends_at=int(state.numbers.ends_at),
        ending=bool(state.ending),
        solo=bool(state.solo),
        starter=int(state.starter),
        active=int(state.company),
        actions=int(state.actions),
        placements=int(state.placements),
        phase=PHASES[state.phase],
        begin_at=None if state.begin_at == NONE else notation.node(state.begin_at),
        contract=None if state.contract == NONE else card_of(notation, state.contract),
        proposal=proposal(notation, state, seat, chains),
        open=[open_end(notation, state, company) for company in range(state.companies)],
        automa=automa(notation, state) if state.automas.count else None,
        bag=[int(n) for n in state.train_bag] if state.solo and state.round else [],
    )


def own_view(game: "SteamPowerGame", state: SteamPower, seat: int, open_to_all: SteamPowerView) -> SteamPowerView:
    """Hidden are the hands, and what the company in turn could deliver."""
    notation, chains = game.notation(state), open_to_all.links
    return replace(
        open_to_all, hands=hands(notation, state, seat, chains), proposal=proposal(notation, state, seat, chains)
    )


def hands(notation: Notation, state: SteamPower, seat: int | None, chains: list[Link]) -> dict[str, list[Ticket]]:
    seen = range(state.players) if state.to_act == OVER else [seat] if seat is not None and seat < state.players else []
    return {
        str(held): [ticket(notation, state, held, card, chains) for card in cards(state, state.contracts.hand[held])]
        for held in seen
    }


def proposal(notation: Notation, state: SteamPower, seat: int | None, chains: list[Link]) -> Quote | None:
    acting = seat is not None and seat == state.to_act
    return quotes.proposal(notation, state, chains) if acting and state.phase == codes.DELIVERY else None


def cards(state: SteamPower, held: int) -> list[int]:
    """The cards of a set."""
    return [card for card in range(state.deck.cards) if held & state.land.bit[card]]


def hexes(map: Map, state: SteamPower) -> list[Hex]:
    rail, link = tuple(state.track.rail), tuple(state.track.link)  # two of each a hex
    return [hex_of(map, hex, rail[2 * hex : 2 * hex + 2], link[2 * hex : 2 * hex + 2]) for hex in range(map.land.hexes)]


@lru_cache(maxsize=20_000)
def hex_of(map: Map, hex: int, pairs: tuple[int, ...], links: tuple[int, ...]) -> Hex:
    """It hangs on its track alone, and most are as they were a move ago."""
    rails = []
    for pair, number in zip(pairs, links):
        if pair != NONE:
            owner = None if number == NONE else number // int(deck.LINKS)
            rails.append(Rail(map.rail(pair), owner, None if number == NONE else number))
    ground = int(map.land.ground[hex])
    return Hex(map.names[hex], map.terrain[hex], ground if ground >= 0 else None, rails)


def city_of(notation: Notation, state: SteamPower, city: int) -> City:
    land, colour = state.land, int(state.cities.colour[city])
    node, owner = land.node[city], int(state.factories.owner[city])
    return City(
        name=notation.city(city),
        hex=notation.map.names[land.city_hex[city]],
        group=int(node),
        colour=[*notation.parts.goods, "purple"][colour] if colour != NONE else None,
        factory=None if owner == NONE else owner,
        goods=int(state.factories.goods[city]),
        flipped=bool(state.factories.flipped(city)),
        worth=worth(state, city, colour),
        share=int(scoring.victory_city(state, city)) if colour == PURPLE else 0,
        connected=[company for company in range(state.companies) if state.track.network[company] & land.bit[node]],
    )


def worth(state: SteamPower, city: int, colour: int) -> int:
    """9.4, 9.5 The points of a city, before they are shared. 11.3 Alone a purple one has none of its own."""
    if colour == NONE:
        return 0
    if colour == PURPLE:
        return 0 if state.solo else VICTORY_CITY + int(state.cities.beside_map[PURPLE])
    return int(scoring.flipped_city(state, city))


def company_of(notation: Notation, state: SteamPower, company: int) -> Company:
    seat = int(state.purse(company))
    player = company < state.players and not state.solo
    mine = [city for city in range(state.land.cities) if state.factories.owner[city] == company]
    return Company(
        number=company,
        colour=COMPANY[company],
        automa=company >= state.players and not state.solo,
        trains=int(state.track.trains[company]),
        factories=int(state.factories.left[company]),
        money=int(state.money[seat]),
        hand=int(contracts.size(state.contracts.hand[company])) if player else 0,
        fulfilled=()
        if state.solo and company
        else tuple(card_of(notation, card) for card in cards(state, state.contracts.fulfilled[seat])),
        contracts=int(state.contracts.count[seat]),
        flipped=[city for city in mine if state.factories.flipped(city)],
        goods={
            good: sum(int(state.factories.goods[city]) for city in mine if state.cities.colour[city] == colour)
            for colour, good in enumerate(notation.parts.goods)
        },
    )


def card_of(notation: Notation, card: int) -> Card:
    one = notation.contract(card)
    return Card(one.name, tuple(one.goods), one.money, one.points, one.bonus, one.mark, MARKS.get(one.mark, ""))


def ticket(notation: Notation, state: SteamPower, seat: int, card: int, chains: list[Link]) -> Ticket:
    company = int(state.company) if state.solo else seat
    linked = state.round and state.track.network[company] != 0
    quote = quotes.of_contract(notation, state, company, card, chains) if linked else None
    money = int(state.money[state.purse(company)])
    return Ticket(
        **vars(card_of(notation, card)),
        quote=quote,
        short=max(0, quote.total - money) if quote else 0,
        can=quote is not None and quote.total <= money,
    )


def open_end(notation: Notation, state: SteamPower, company: int) -> OpenEnd | None:
    if not track.has_open_end(state, company):
        return None
    ahead, entry = divmod(int(state.track.facing[company]), 6)
    names = notation.map.names
    return OpenEnd(names[track.end_hex(state, company)], notation.map.layout.edges[(entry + 3) % 6], names[ahead])


def automa(notation: Notation, state: SteamPower) -> Automa:
    names, coins = notation.map.names, int(deck.COINS)
    return Automa(
        corners=[None if good == NONE else notation.parts.goods[good] for good in state.automas.corner],
        marker=int(state.automas.marker),
        corner=CORNER[state.automas.marker],
        compensation=int(state.numbers.compensation),
        discards=[int(contracts.size(held)) for held in state.automas.discards],
        paths=[
            CoinPath(
                company=int(state.players) + index,
                hexes=[names[state.automas.coins[index * coins + k]] for k in range(state.automas.coin_count[index])],
                target=None if state.automas.target[index] == NONE else notation.city(state.automas.target[index]),
            )
            for index in range(state.automas.count)
        ],
    )
