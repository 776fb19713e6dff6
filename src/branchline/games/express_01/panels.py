"""What stands beside the board of Express 01: actions, hand, what is chosen now, players and decks."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from branchline.game import Asked, Bundle, Offer, Scene
from branchline.games.express_01 import board, rules
from branchline.games.express_01.components import Card, Components
from branchline.games.express_01.moves import PAIRS
from branchline.games.express_01.notation import KIND_NAMES, PAIR_PLACES, ROMAN
from branchline.games.express_01.view import ExpressView, Player
from branchline.words import plural

DECK_ROWS = {"route": "Routes", "through": "Through stations", "terminal": "Terminals", "capital": "Berlin"}
ACTIONS = {"expand": "expand", "shares": "share", "run": "run", "position": "swap"}
"""The actions, each with its icon."""

HALVES = ("", "half a card", "1 card", "1½ cards")
LOW = 2  # cards in a deck that will soon be empty
ORDINALS = ("1st", "2nd", "3rd", "4th")


@dataclass(frozen=True)
class Action:
    name: str
    icon: str


@dataclass(frozen=True)
class PairButton:
    """2.4 A pair of actions: to be chosen, being done, or not to be had."""

    at: str
    first: Action
    then: Action
    offer: Offer | None
    on: bool


@dataclass(frozen=True)
class HandCard:
    no: int
    picture: str
    offer: Offer | None
    chosen: bool
    wish: str = ""  # where shares are bought together: to pay it, or to pay another in its place
    label: str = ""
    deck: str = ""  # where it comes from


@dataclass(frozen=True)
class Hand:
    count: int
    meta: str
    many: bool
    cards: tuple[HandCard, ...]
    locomotive: Offer | None  # to pay with
    black: HandCard | None = None  # the same, where shares are bought together


@dataclass(frozen=True)
class LayCard:
    """A card in one of its rotations, or one that can't be laid, and why."""

    picture: str
    offer: Offer | None = None
    at: str = ""
    copies: int = 0
    why: str = ""


@dataclass(frozen=True)
class Picker:
    title: str
    label: str
    meta: str
    cards: tuple[LayCard, ...]


@dataclass(frozen=True)
class Count:
    """How many shares are bought from somebody: one fewer, one more."""

    seat: int | None  # who sells; None: the decks
    at: str
    count: int
    fewer: str
    more: str


@dataclass(frozen=True)
class TakenCard:
    """4.4 A card that becomes a share; a click takes another one."""

    picture: str
    company: str
    other: str


@dataclass(frozen=True)
class Purchase:
    """4 Several shares, chosen together with what is paid for them."""

    said: str
    price: int
    moves: str
    taken: tuple[TakenCard, ...]
    none: str  # the wish for nothing


@dataclass(frozen=True)
class Share:
    """4.1 A company's shares: what they cost, and from whom they can be bought."""

    company: str
    about: str
    gone: bool
    buys: tuple[tuple[Offer, int | None], ...]  # and the seat that sells
    why: str
    counts: tuple[Count, ...] = ()  # in place of `buys`, where shares are bought together


@dataclass(frozen=True)
class Taken:
    picture: str
    offer: Offer


@dataclass(frozen=True)
class Company:
    name: str
    reach: str
    offer: Offer | None


@dataclass(frozen=True)
class RouteRow:
    move: str
    at: str
    offered: bool
    cards: str
    stops: tuple[str, ...]
    pays: int
    mine: int | None


@dataclass(frozen=True)
class Running:
    """5. A train that runs: its routes, or what it pays."""

    company: str
    meta: str
    routes: tuple[RouteRow, ...] = ()
    said: str = ""
    pays: int = 0
    choices: tuple[Offer, ...] = ()


@dataclass(frozen=True)
class Work:
    """What is being chosen: one of these, by the phase."""

    picker: Picker | None = None
    shares: tuple[Share, ...] = ()
    purchase: Purchase | None = None
    taken: tuple[Taken, ...] = ()
    companies: tuple[Company, ...] = ()
    no_run: Offer | None = None
    routes: Running | None = None
    payment: Running | None = None
    positions: tuple[Offer, ...] = ()


@dataclass(frozen=True)
class Holding:
    company: str
    count: int
    points: int
    label: str
    title: str


@dataclass(frozen=True)
class BaseCards:
    """7.2 Base cards pair a route with a station."""

    said: str
    counted: tuple[tuple[str, int, bool], ...] = ()  # of many: kind, number, paired
    columns: tuple[tuple[tuple[str, bool | None], ...], ...] = ()  # of few: kind, and whether it is there and paired


@dataclass(frozen=True)
class Row:
    """A player in the order of departure."""

    seat: int
    name: str
    mine: bool
    now: bool
    place: str
    number: int | None
    left: bool
    train: str
    label: str
    hand: int
    holdings: tuple[Holding, ...]
    locomotive: bool
    base: BaseCards
    capital: int


@dataclass(frozen=True)
class Pile:
    key: str
    name: str
    title: str
    count: int
    low: bool
    offer: Offer | None
    top: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Panels:
    pairs: tuple[PairButton, ...]
    ends: tuple[tuple[Offer, str], ...]  # stop and pass
    work: Work
    hand: Hand | None
    players: tuple[Row, ...]
    decks: tuple[tuple[str, tuple[Pile, ...]], ...]  # a row for each kind
    empty_decks: str
    locomotive_points: int = field(default=rules.LOCOMOTIVE_POINTS)


def empty_decks(empty: int, end: int) -> str:
    """Of those that end the game; in the last round there may be more."""
    return f"{empty} of {end} empty" if empty <= end else f"{empty} empty"


def panels(scene: Scene[ExpressView], parts: Components) -> Panels:
    table, offers = scene.view.table, Offers(scene.view.moves)
    ends = [(offers.get("stop"), "with this"), (offers.get("pair", "pass"), "do nothing")]
    return Panels(
        pairs=tuple(pair_button(table, offers, place, words) for place, words in pair_words()),
        ends=tuple((offer, words) for offer, words in ends if offer),
        work=work(scene, parts, offers),
        hand=hand(table, parts, offers, scene.bundle),
        players=tuple(row(scene, seat) for seat in in_order(table)),
        decks=tuple(decks(table, parts, offers)),
        empty_decks=empty_decks(table.empty_decks, table.ends.decks),
    )


class Offers:
    """The moves of a page by what they do and where."""

    def __init__(self, offers: list[Offer]) -> None:
        self.all = offers
        self.by_place = {(offer.verb, offer.at): offer for offer in offers}

    def get(self, verb: str, at: str = "") -> Offer | None:
        return self.by_place.get((verb, at))


# -- actions and hand --------------------------------------------------------------------------------


def pair_words() -> list[tuple[str, str]]:
    return [(PAIR_PLACES[pair], words) for pair, words in PAIRS.items() if " then " in words]


def pair_button(table: ExpressView, offers: Offers, place: str, words: str) -> PairButton:
    first, then = (Action(name, ACTIONS[name]) for name in words.split(" then "))
    return PairButton(place, first, then, offers.get("pair", place), table.pair == words)


def picture(parts: Components, no: int, turns: int = 0, old: tuple[Card, int] | None = None) -> str:
    """A card for a panel; on an old one, with what it adds dashed."""
    return board.small_card(parts.card(no), turns, old, ghost=old is not None)


def hand(table: ExpressView, parts: Components, offers: Offers, bundle: Bundle | None) -> Hand | None:
    if table.hand is None:
        return None
    if bundle is not None:
        return Till(bundle).hand(table, parts)
    cards = [
        HandCard(
            no,
            picture(parts, no),
            offers.get("pay", f"card-{no}") or offers.get("choose", f"card-{no}"),
            table.chosen == no and table.phase == "choosing",
            deck=board.kept_in(parts.card(no)),
        )
        for no in table.hand
    ]
    if table.phase == "price" and offers.all:
        meta = f"{table.price} to pay"
    elif table.halves and offers.all:
        meta = f"{HALVES[table.halves]} paid"
    else:
        meta = "each counts 1"
    return Hand(len(cards), meta, len(cards) > 8, tuple(cards), offers.get("pay", "locomotive"))


# -- what is chosen now ------------------------------------------------------------------------------


def work(scene: Scene[ExpressView], parts: Components, offers: Offers) -> Work:
    table = scene.view.table
    if table.phase == "course":
        return Work(routes=routes(scene))
    if table.phase in ("locomotive", "payment"):
        return Work(payment=payment(table, offers))
    if not offers.all:
        return Work()
    if table.phase == "site":
        return Work(picker=picker(table, parts, offers))
    if table.phase == "picking":
        found = [(card.no, offers.get("take", f"card-{card.no}")) for card in parts.cards]
        return Work(taken=tuple(Taken(picture(parts, no), offer) for no, offer in found if offer))
    if table.phase == "buying":
        shares = tuple(share(scene, company, offers) for company in table.companies)
        return Work(shares=shares, purchase=Till(scene.bundle).purchase(table, parts) if scene.bundle else None)
    if table.phase == "company":
        companies = tuple(company(table, name, offers) for name in table.companies)
        return Work(companies=companies, no_run=offers.get("no run"))
    if table.phase == "position":
        return Work(positions=tuple(offers.all))
    return Work()


def picker(table: ExpressView, parts: Components, offers: Offers) -> Picker | None:
    cell = table.chosen_cell
    if cell is None:
        return None
    old = (parts.card(cell.card.no), cell.card.turns) if cell.card else None
    stage = f"{ROMAN[cell.card.stage]} to {ROMAN[cell.card.stage + 1]}" if cell.card else "base card to I"
    cards = [
        LayCard(
            board.small_card(parts.card(entry.no), turns, old, ghost=True),
            offers.get("lay", f"card-{entry.no}-r{turns}"),
            copies=entry.left,
        )
        for entry in table.picker or []
        for turns in entry.turns
    ]
    cards += [
        LayCard(picture(parts, entry.no), at=f"card-{entry.no}-r0", why=entry.where or "does not fit")
        for entry in table.picker or []
        if not entry.turns
    ]
    title = f"{cell.no} {cell.name or ''}".strip()
    return Picker(title, cell.name or str(cell.no), f"{KIND_NAMES[cell.kind]}, {stage}", tuple(cards))


def share(scene: Scene[ExpressView], company: str, offers: Offers) -> Share:
    table = scene.view.table
    stations = table.stations[company]
    about = f"costs {stations} · reach {table.issued[company]} · {table.on_sale[company]} left"
    sellers = [(f"{company}-from-{seat + 1}", seat) for seat in range(len(table.players))]
    places: list[tuple[str, int | None]] = [(company, None), *sellers]
    found = [(offers.get("buy", place), seat) for place, seat in places]
    why = f"−{stations}" if stations else "no station"
    buys = tuple((offer, seat) for offer, seat in found if offer)
    counts = Till(scene.bundle).counts(places) if scene.bundle else ()
    return Share(company, about, not stations, buys, why, counts)


def company(table: ExpressView, name: str, offers: Offers) -> Company:
    offer, issued = offers.get("run", name), table.issued[name]
    return Company(name, f"reach {issued}" if offer or issued else "none", offer)


def names_of(table: ExpressView, cells: Iterable[int]) -> tuple[str, ...]:
    return tuple(table.cells[no - 1].name or "" for no in cells)


def routes(scene: Scene[ExpressView]) -> Running:
    """5.4 The longest routes, the best first."""
    table, me = scene.view.table, scene.view.seat
    assert table.run is not None
    rows = tuple(
        RouteRow(
            route.move,
            "-".join(map(str, route.stops)),
            scene.mine,
            f"by cards {', '.join(map(str, route.cells))}",
            names_of(table, route.stops),
            route.pays,
            route.cards[me] if me is not None else None,
        )
        for route in table.run.routes
    )
    meta = f"{plural(len(rows), 'longest route')}, {plural(table.run.moves, 'move')}"
    return Running(table.company or "", meta, rows)


def payment(table: ExpressView, offers: Offers) -> Running:
    """5.7 The bonus of a run, card by card; 6.3 before it the owner of the Black Locomotive is asked."""
    assert table.run is not None
    route, asking = table.run.routes[0], table.phase == "locomotive"
    said = "Everybody takes the top card of any deck, in turn."
    if asking:
        said = "The owner of the Black Locomotive may use it as a share."
    return Running(
        table.company or "",
        f"{plural(table.run.left, 'card')} to come",
        (RouteRow(route.move, "", False, "", names_of(table, route.stops), route.pays, None),),
        said,
        route.pays,
        tuple(offers.all) if asking else (),
    )


# -- players -----------------------------------------------------------------------------------------


def in_order(table: ExpressView) -> list[int]:
    """By position; before there are positions, by seat."""
    seats = range(len(table.players))
    return sorted(seats, key=lambda seat: table.players[seat].position or 0)


def row(scene: Scene[ExpressView], seat: int) -> Row:
    view, table = scene.view, scene.view.table
    player = table.players[seat]
    if player.position is None:
        train = "chosen" if player.has_chosen else "…"
        label = "has chosen" if player.has_chosen else "is choosing"
    else:
        train = "left" if player.left else "now" if seat == table.active else "waits"
        label = f"Position {player.position}, {'the train has left' if player.left else 'the train is here'}"
    return Row(
        seat=seat,
        name=scene.names[seat],
        mine=seat == view.seat,
        now=seat == view.to_act,
        place=ORDINALS[player.position - 1] if player.position else "",
        number=player.position,
        left=player.left,
        train=train,
        label=label,
        hand=player.hand,
        holdings=tuple(holding(table, name, count) for name, count in player.shares.items() if count),
        locomotive=player.locomotive,
        base=base_cards(table, player),
        capital=view.scores[seat],
    )


def holding(table: ExpressView, company: str, count: int) -> Holding:
    stations, name = table.stations[company], company.title()
    return Holding(
        company,
        count,
        count * stations,
        plural(count, f"{name} share"),
        f"{count} {name}: {count} × {plural(stations, 'station')}",
    )


def base_cards(table: ExpressView, player: Player) -> BaseCards:
    """Up to three cards of a kind are drawn, each above its partner; of more, one of each kind with its number."""
    routes = sum(1 for no in player.base if table.cells[no - 1].kind == "route")
    stations, pairs = len(player.base) - routes, player.pairs
    cards = "card" if routes + stations == 1 else "cards"
    said = f"{routes} route and {stations} station base {cards}, {plural(pairs, 'pair')}"
    kinds = (("route", routes), ("station", stations))
    if max(routes, stations) > 3:
        return BaseCards(said, counted=tuple((kind, count, pairs > 0) for kind, count in kinds))
    columns = tuple(
        tuple((kind, i < pairs if i < count else None) for kind, count in kinds) for i in range(max(routes, stations))
    )
    return BaseCards(said, columns=columns)


# -- shares that are bought together ------------------------------------------------------------------


class Till:
    """What is bought, paid and taken together, and how one would change it."""

    def __init__(self, bundle: Bundle) -> None:
        self.bundle = bundle

    def made(self, verb: str) -> list[str]:
        return [part.at for part in self.bundle.parts if part.verb == verb]

    def wish(self, verb: str, places: Iterable[str]) -> str:
        """The wish with other places for this verb."""
        rest = [part for part in self.bundle.wish if part.verb != verb]
        return " ".join(f"{part.verb}:{part.at}" for part in (*rest, *(Asked(verb, at) for at in places)))

    def counts(self, places: Iterable[tuple[str, int | None]]) -> tuple[Count, ...]:
        """Of each seller of a company's shares, as far as there are any."""
        bought, more = self.made("buy"), [part.at for part in self.bundle.more]
        return tuple(
            Count(
                seat,
                at,
                bought.count(at),
                self.wish("buy", without(bought, at)) if at in bought else "",
                self.wish("buy", [*bought, at]) if at in more else "",
            )
            for at, seat in places
            if at in bought or at in more
        )

    def hand(self, table: ExpressView, parts: Components) -> Hand:
        """2.6 Who clicks a card pays it, or, if it would be paid, another in its place."""
        assert table.hand is not None
        paid, cards = self.made("pay"), []
        for no in table.hand:
            at = f"card-{no}"
            chosen = at in paid
            if chosen:
                paid.remove(at)
            instead, deck = self.instead(table, at, chosen), board.kept_in(parts.card(no))
            cards.append(HandCard(no, picture(parts, no), None, chosen, instead, str(no), deck))
        price, black = len(self.made("pay")), None
        if table.locomotive is not None and table.locomotive == table.active:
            chosen = "locomotive" in paid
            black = HandCard(0, "", None, chosen, self.instead(table, "locomotive", chosen), "the Black Locomotive")
        meta = f"pays {price}" if price else "each counts 1"
        return Hand(len(cards), meta, len(cards) > 8, tuple(cards), None, black)

    def instead(self, table: ExpressView, at: str, chosen: bool) -> str:
        """The wish that pays another card for this one, or this one for another; none, if there is none."""
        paid = self.made("pay")
        if not chosen:
            return self.wish("pay", [*paid[1:], at]) if paid else ""
        held = [f"card-{no}" for no in table.hand or ()]
        for card in paid:
            if card in held:
                held.remove(card)
        return self.wish("pay", [*without(paid, at), held[0]]) if held else ""

    def purchase(self, table: ExpressView, parts: Components) -> Purchase:
        taken, price = self.made("take"), len(self.made("pay"))
        count = len(self.made("buy"))
        said = f"Buy {plural(count, 'share')} for {plural(price, 'card')}"
        cards = tuple(self.taken(table, parts, taken, k) for k in range(len(taken)))
        return Purchase(said, price, "|".join(self.bundle.moves), cards, self.wish("buy", ()))

    def taken(self, table: ExpressView, parts: Components, taken: list[str], k: int) -> TakenCard:
        no = number(taken[k])
        company = parts.card(no).share
        decks = {card for deck in table.decks for card in deck.cards} | {
            number(at) for at in self.made("pay") if at != "locomotive"
        }
        alike = sorted(card for card in decks if parts.card(card).share == company)
        following = [card for card in alike if card > no] + [card for card in alike if card < no]
        other = self.wish("take", [*taken[:k], f"card-{following[0]}", *taken[k + 1 :]]) if following else ""
        return TakenCard(picture(parts, no), company or "", other)


def without(places: list[str], at: str) -> list[str]:
    """Without the last of these."""
    last = len(places) - 1 - places[::-1].index(at)
    return places[:last] + places[last + 1 :]


def number(at: str) -> int:
    """Of the card that a place names."""
    return int(at.removeprefix("card-"))


# -- decks -------------------------------------------------------------------------------------------


def decks(table: ExpressView, parts: Components, offers: Offers) -> Iterable[tuple[str, tuple[Pile, ...]]]:
    for kind, title in DECK_ROWS.items():
        yield title, tuple(pile(table, parts, offers, n) for n, deck in enumerate(table.decks) if deck.kind == kind)


def pile(table: ExpressView, parts: Components, offers: Offers, number: int) -> Pile:
    deck = table.decks[number]
    offer = offers.get("draw", deck.name.replace(" ", "-"))
    pictures = tuple(picture(parts, no) for no in deck.cards)
    title = f"{DECK_ROWS[deck.kind]} {ROMAN[deck.stage]}"
    count = len(deck.cards)
    return Pile(
        board.kept_in(deck), deck.name, title, count, 0 < count <= LOW, offer, pictures[0] if pictures else "", pictures
    )
