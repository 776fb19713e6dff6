"""What stands beside the map of Steam Power: actions, contracts, stock, companies, and the end."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from branchline.game import Offer, Scene, Step
from branchline.games.steam_power import rules
from branchline.games.steam_power.board import city_picture, routes_of, spots, tile_picture
from branchline.games.steam_power.layout import LAYOUTS
from branchline.games.steam_power.moves import Begin, Build, Contracts, Fulfil, Lay, Money, Remove, Replace
from branchline.games.steam_power.notation import BONUS_NAME
from branchline.games.steam_power.offers import dollars
from branchline.games.steam_power.view import FLIPPED_CITY, VICTORY_CITY, Card, Company, SteamPowerView, Ticket
from branchline.moves import Move

TRACK: Final = ("lay", "replace", "remove", "begin")
STOCKS: Final = (
    ("straight, curve", (((0, 3),), ((0, 2),))),
    ("tight, crossing", (((0, 1),), ((0, 3), (1, 4)))),
    ("crossing curves", (((0, 2), (1, 5)), ((0, 2), (3, 5)))),
)
"""The three stocks of tiles, and two tiles of each, by the edges that their rails join."""
BACKS: Final = 8  # cards of a hand that are drawn


@dataclass(frozen=True)
class Act:
    """3.2 One of the five actions: it lights places, is done at once, or can be asked about."""

    kind: str
    title: str
    verb: str
    what: str  # how much of it there is
    lights: bool = False
    offer: Offer | None = None


@dataclass(frozen=True)
class Held:
    """A contract in these eyes' hand."""

    ticket: Ticket
    offer: Offer | None

    @property
    def id(self) -> str:
        return f"ticket-{self.ticket.name.replace('.', '-')}"

    @property
    def routes(self) -> str:
        """What shows by which routes its goods would come, where it can't be fulfilled now."""
        return routes_of(self.ticket) if self.ticket.quote and not self.offer else ""

    @property
    def number(self) -> str:
        return self.ticket.name.removeprefix("no.")

    @property
    def bonus(self) -> str:
        """Its bonus in words; none, if it has none."""
        return "" if self.ticket.bonus == "none" else BONUS_NAME[self.ticket.bonus]

    @property
    def look(self) -> str:
        return " is-lit" if self.offer else "" if self.ticket.can else " is-short"

    @property
    def label(self) -> str:
        ticket = self.ticket
        costs = f"; costs ${ticket.quote.total}" if ticket.quote else ""
        return f"Contract {ticket.name}: {', '.join(ticket.goods)}; {ticket.points} points{costs}"


@dataclass(frozen=True)
class Way:
    """One good of the delivery that is proposed."""

    good: str
    source: str
    price: str


@dataclass(frozen=True)
class Delivery:
    name: str
    ways: tuple[Way, ...]
    total: int
    offer: Offer | None


@dataclass(frozen=True)
class Tiles:
    """A stock of tiles, with pictures."""

    title: str
    count: int
    pictures: tuple[str, ...]


@dataclass(frozen=True)
class Spare:
    """9.4, 9.5 City tiles of a colour beside the map, and what they make a city worth."""

    picture: str
    count: int
    worth: str
    title: str


@dataclass(frozen=True)
class Stop:
    """3.1 One of the two actions of a turn."""

    number: int
    state: str  # "is-done", "is-now" or ""
    title: str


@dataclass(frozen=True)
class Stock:
    deck: int
    tiles: tuple[Tiles, ...]
    goods: tuple[tuple[str, int], ...]
    spare: tuple[Spare, ...]


@dataclass(frozen=True)
class Standing:
    """A company as the others see it. Alone, one purse and one score stand for all five."""

    number: int
    title: str
    mine: bool
    active: bool
    has_purse: bool
    money: int
    points: int
    hand: int
    backs: int
    fulfilled: tuple[Card, ...]
    to_fulfil: int
    ends_at: int  # 0: nobody counts
    goods: tuple[tuple[str, int], ...]
    flipped: int
    factories: int
    trains: int


@dataclass(frozen=True)
class Automas:
    heading: str
    corner: str  # of the marker
    where: Mapping[str, str]  # places of the map, as circles

    def spots(self, step: Step) -> str:
        """Where the map shows a step."""
        return " ".join(self.where[place] for place in step.at)


@dataclass(frozen=True)
class Panels:
    ratio: float  # of the map
    solo: bool
    turn: str  # heading of the actions
    acting: str
    sign: int | None  # the company whose number stands beside what is asked; None: the seat's
    stops: tuple[Stop, ...]
    acts: tuple[Act, ...]
    endings: tuple[tuple[str, Offer], ...]  # what ends an action early
    next_track: str  # what comes after Lay Track was chosen
    hand: tuple[Held, ...]
    no_hand: str
    delivery: Delivery | None
    stock: Stock
    companies: tuple[Standing, ...]
    companies_meta: str
    automas: Automas | None

    @property
    def crowded(self) -> bool:
        return len(self.companies) == 5


def panels(scene: Scene[SteamPowerView]) -> Panels:
    view, table = scene.view, scene.view.table
    return Panels(
        ratio=table.ratio,
        solo=table.solo,
        turn="Your turn" if scene.mine else "Actions",
        acting=acting(scene),
        sign=table.active if table.solo else None,
        stops=stops(scene),
        acts=acts(scene),
        endings=endings(view.moves),
        next_track=next_track(view.moves),
        hand=tuple(Held(ticket, offer_at(view.moves, "fulfil", ticket.name)) for ticket in table.hand(view.seat)),
        no_hand="Hands are secret until the end." if view.seat is None else "No contracts in your hand.",
        delivery=delivery(scene),
        stock=stock(table),
        companies=tuple(standing(scene, company) for company in table.companies),
        companies_meta="your five" if table.solo else "score if it ended now",
        automas=automas(table),
    )


def offer_at(offers: list[Offer], verb: str, at: str = "") -> Offer | None:
    return next((offer for offer in offers if offer.verb == verb and offer.at == at), None)


# -- the five actions ----------------------------------------------------------------------------


def acting(scene: Scene[SteamPowerView]) -> str:
    table = scene.view.table
    if table.solo:
        return f"{table.companies[table.active].colour} acts"
    return f"action {rules.ACTIONS + 1 - table.actions} of {rules.ACTIONS}" if scene.mine else "two a turn"


def stops(scene: Scene[SteamPowerView]) -> tuple[Stop, ...]:
    """3.1 The two actions, for who has to choose them: what the first one was, if it can still be taken back."""
    if not scene.mine or scene.view.table.solo:
        return ()
    now = rules.ACTIONS + 1 - scene.view.table.actions
    titles = [title for move in scene.drafted if (title := titled(move))]
    done = titles[0] if titles and now > 1 else "done"
    return tuple(
        Stop(number, "is-done" if number < now else "is-now" if number == now else "", done if number < now else "")
        for number in range(1, rules.ACTIONS + 1)
    )


def titled(move: Move) -> str:
    """The action that a move is of; none, if it only goes on with one."""
    match move:
        case Lay() | Replace() | Remove() | Begin():
            return "Lay Track"
        case Build():
            return "Build Factory"
        case Fulfil():
            return "Fulfil Contract"
        case Contracts():
            return "Take Contracts"
        case Money():
            return "Take money"
    return ""


def acts(scene: Scene[SteamPowerView]) -> tuple[Act, ...]:
    offers, table = scene.view.moves, scene.view.table
    track, build, fulfil = (places(offers, verbs) for verbs in (TRACK, ("build",), ("fulfil",)))
    begins = any(offer.verb == "begin" for offer in offers)
    hand = len(table.hand(scene.view.seat))
    lit = (
        ("track", "Lay Track", "lay", track, counted(track, *(CITIES if begins else HEXES))),
        ("factory", "Build Factory", "build", build, counted(build, *CITIES)),
        ("fulfil", "Fulfil Contract", "fulfil", fulfil, f"{fulfil} of {hand}"),
    )
    draw, money = offer_at(offers, "contracts"), offer_at(offers, "money")
    return (
        *(
            Act(kind, title, verb, what if count or scene.mine else "", lights=count > 0)
            for kind, title, verb, count, what in lit
        ),
        Act("contracts", "Take Contracts", "contracts", to_draw(table.deck, draw is not None), offer=draw),
        Act("money", "Take money", "money", dollars(int(rules.FROM_THE_BANK)), offer=money),
    )


CITIES: Final = ("city", "cities")
HEXES: Final = ("hex", "hexes")


def places(offers: list[Offer], verbs: tuple[str, ...]) -> int:
    return len({offer.at for offer in offers if offer.verb in verbs})


def counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def to_draw(deck: int, can: bool) -> str:
    """8.1, 8.2 What the deck has for who takes contracts."""
    if deck >= 2:
        return f"2 of {deck}"
    if can:
        return "the last one" if deck else "fullest hand"
    return f"{deck} left"


def endings(offers: list[Offer]) -> tuple[tuple[str, Offer], ...]:
    titles = {"stop": "Lay no second tile", "skip": "Leave the bonus"}
    return tuple((title, offer) for verb, title in titles.items() if (offer := offer_at(offers, verb)))


def next_track(offers: list[Offer]) -> str:
    verbs = {offer.verb for offer in offers}
    if "begin" in verbs:
        return "Choose the lit city where your first track begins."
    return "Choose a lit hex, then the tile." if "lay" in verbs else "Take up or replace the last tile of your link."


def delivery(scene: Scene[SteamPowerView]) -> Delivery | None:
    """6.4 The delivery that is proposed, while its contract is being fulfilled."""
    quote, contract = scene.view.table.proposal, scene.view.table.contract
    if quote is None or contract is None:
        return None
    ways = tuple(
        Way(item.good, item.city or "the bank", f"${item.price}" if item.price else "free") for item in quote.items
    )
    return Delivery(contract.name, ways, quote.total, offer_at(scene.view.moves, "deliver"))


# -- what lies beside the map --------------------------------------------------------------------


def stock(table: SteamPowerView) -> Stock:
    layout = LAYOUTS[table.layout]
    beside = [(colour, n) for colour, n in table.beside.items() if n and not (table.solo and colour == "purple")]
    spare = tuple(
        Spare(city_picture(layout, colour), n, f"{worth} VP", f"{n} {colour} beside the map: {what} is worth {worth}")
        for colour, n in beside
        for what, worth in (worth_of(colour, n),)
    )
    tiles = tuple(
        Tiles(title, count, tuple(tile_picture(layout, *tile) for tile in drawn))
        for (title, drawn), count in zip(STOCKS, table.tiles, strict=True)
    )
    return Stock(table.deck, tiles, tuple(table.goods.items()), spare)


def worth_of(colour: str, spare: int) -> tuple[str, int]:
    """9.4, 9.5 Each tile beside the map makes the cities of its colour worth a point more."""
    if colour == "purple":
        return "a Victory Point city", VICTORY_CITY + spare
    return f"a flipped {colour} city", FLIPPED_CITY + spare


def standing(scene: Scene[SteamPowerView], company: Company) -> Standing:
    view, table = scene.view, scene.view.table
    number = company.number
    seat = 0 if table.solo else number
    return Standing(
        number=number,
        title=company.colour.title() if table.solo else scene.names[number],
        mine=number == view.seat and not table.solo,
        active=number == table.active and not view.over,
        has_purse=seat == number,
        money=company.money,
        points=view.scores[seat],
        hand=company.hand,
        backs=min(company.hand, BACKS),
        fulfilled=company.fulfilled,
        to_fulfil=max(table.ends_at - company.contracts, 0),
        ends_at=0 if table.solo else table.ends_at,
        goods=tuple((good, count) for good, count in company.goods.items() if count),
        flipped=len(company.flipped),
        factories=company.factories,
        trains=company.trains,
    )


def automas(table: SteamPowerView) -> Automas | None:
    if table.automa is None:
        return None
    heading = "The Automa’s last turn" if len(table.automa.paths) == 1 else "The Automas’ last turns"
    where = spots(LAYOUTS[table.layout], tuple(hex.name for hex in table.hexes))
    return Automas(heading, table.automa.corner, where)
