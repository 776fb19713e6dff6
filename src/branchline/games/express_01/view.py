"""What a seat may know of a table of Express 01: 8.1 first hands and face-down choices are their owners' alone."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from branchline.games.express_01 import rules
from branchline.games.express_01.cards import CELLS, COMPANIES, DECKS, NUMBERS, ROUTES
from branchline.games.express_01.components import KINDS, Card
from branchline.games.express_01.moves import PAIRS, Pair
from branchline.games.express_01.moves import Route as RouteMove
from branchline.games.express_01.payment import paid_out
from branchline.games.express_01.routes import worth
from branchline.games.express_01.rules import Express

if TYPE_CHECKING:
    from branchline.games.express_01.game import Express01Game

PHASES = {
    rules.DEALING: "dealing",
    rules.SHUFFLING: "shuffling",
    rules.CHOOSING: "choosing",
    rules.PAIR: "pair",
    rules.EXPANDING: "expanding",
    rules.SITE: "site",
    rules.BUYING: "buying",
    rules.PRICE: "price",
    rules.PICKING: "picking",
    rules.COMPANY: "company",
    rules.COURSE: "course",
    rules.LOCOMOTIVE: "locomotive",
    rules.PAYMENT: "payment",
    rules.POSITION: "position",
}
RUNNING = ("course", "locomotive", "payment")


@dataclass(frozen=True)
class Ends:
    """7.1 What ends the game."""

    base_cards: int
    decks: int


@dataclass(frozen=True)
class Face:
    """What is printed on an expansion card."""

    no: int
    kind: str
    stage: int
    share: str | None
    owner: str | None
    bonus: int


@dataclass(frozen=True)
class Laid(Face):
    """A card that lies on the board."""

    turns: int


@dataclass(frozen=True)
class Choice(Face):
    """3.4 A card that is listed for the chosen cell, with its rotations; a missing one says where it is."""

    left: int
    turns: list[int]
    where: str


@dataclass(frozen=True)
class Cell:
    no: int
    name: str | None
    kind: str
    card: Laid | None
    base_of: int | None  # who has its base card
    chosen: bool


@dataclass(frozen=True)
class Deck:
    name: str
    kind: str
    stage: int
    cards: list[int]  # the top first


@dataclass(frozen=True)
class Player:
    position: int | None
    left: bool  # the train has left
    hand: int
    shares: dict[str, int]
    share_cards: list[int]
    base: list[int]
    pairs: int
    locomotive: bool
    has_chosen: bool


@dataclass(frozen=True)
class Route:
    """5.4 A longest route, what it pays, and to whom."""

    move: str
    cells: list[int]
    stops: list[int]
    pays: int
    cards: list[int]  # by seat
    with_locomotive: list[int] | None


@dataclass(frozen=True)
class Train:
    moves: int
    routes: list[Route]
    left: int  # cards of the bonus that are still to be taken


@dataclass(frozen=True)
class ExpressView:
    phase: str
    companies: list[str]
    ends: Ends
    expanded: int
    empty_decks: int
    ending: bool
    active: int | None
    pair: str | None
    halves: int
    price: int
    company: str | None
    stations: dict[str, int]
    issued: dict[str, int]
    on_sale: dict[str, int]
    cells: list[Cell]
    decks: list[Deck]
    locomotive: int | None
    hand: list[int] | None
    players: list[Player]
    chosen: int | None
    picker: list[Choice] | None
    run: Train | None

    @property
    def chosen_cell(self) -> Cell | None:
        """The cell that is being expanded."""
        return next((cell for cell in self.cells if cell.chosen), None)


def view(game: "Express01Game", state: Express, seat: int | None) -> ExpressView:
    phase, names = PHASES[int(state.phase)], game.parts.companies
    return ExpressView(
        phase=phase,
        companies=names,
        ends=Ends(int(state.end_cards), int(state.end_decks)),
        expanded=int(state.network.expanded),
        empty_decks=int(state.decks.empty()) if state.round else 0,
        ending=bool(state.ending),
        active=somebody(state.active),
        pair=PAIRS[chosen_pair(game, state)] if state.pair > 0 else None,
        halves=int(state.halves),
        price=int(state.price),
        company=game.company(state.company) if state.company >= 0 else None,
        stations={name: int(state.network.stations[i]) for i, name in enumerate(names)},
        issued={name: int(state.shares.issued[i]) for i, name in enumerate(names)},
        on_sale={name: int(state.decks.shares[i]) for i, name in enumerate(names)},
        cells=[cell_of(game, state, cell) for cell in range(CELLS)],
        decks=[deck_of(game, state, deck) for deck in range(DECKS)],
        locomotive=somebody(state.locomotive),
        hand=hand(game, state, seat) if seat is not None else None,
        players=[player(game, state, each) for each in range(state.players)],
        chosen=chosen(game, state, seat) if seat is not None else None,
        picker=picker(game, state) if phase == "site" else None,
        run=train(game, state) if phase in RUNNING else None,
    )


def own_view(game: "Express01Game", state: Express, seat: int, open_to_all: ExpressView) -> ExpressView:
    """Hidden are the hand, and which card of it was chosen."""
    return replace(open_to_all, hand=hand(game, state, seat), chosen=chosen(game, state, seat))


def chosen(game: "Express01Game", state: Express, seat: int) -> int | None:
    return game.no(state.hands.choice[seat]) if state.hands.choice[seat] >= 0 else None


def chosen_pair(game: "Express01Game", state: Express) -> Pair:
    pair = game.vocabulary.decode(int(state.pair))
    assert isinstance(pair, Pair)
    return pair


def somebody(seat: int) -> int | None:
    return int(seat) if seat >= 0 else None


def face(card: Card) -> tuple[int, str, int, str | None, str | None, int]:
    return card.no, card.kind, card.stage, card.share, card.owner, card.bonus


def hand(game: "Express01Game", state: Express, seat: int) -> list[int]:
    held = [card for card in range(NUMBERS) for _ in range(state.hands.held[seat * NUMBERS + card])]
    return [game.no(card) for card in held]


def cell_of(game: "Express01Game", state: Express, cell: int) -> Cell:
    base, laid = game.parts.base[cell], int(state.network.laid[cell])
    card = Laid(*face(game.parts.cards[laid // 4]), laid % 4) if laid >= 0 else None
    return Cell(base.no, base.name, base.kind, card, somebody(state.base_of[cell]), state.cell == cell)


def deck_of(game: "Express01Game", state: Express, deck: int) -> Deck:
    start, size = int(game.parts.box.deck_start[deck]), int(state.decks.size[deck])
    cards = [game.no(state.decks.order[start + at]) for at in range(size - 1, -1, -1)]
    return Deck(game.deck_name(deck), KINDS[deck // 3], deck % 3 + 1, cards)


def player(game: "Express01Game", state: Express, seat: int) -> Player:
    shares = [card for card in range(ROUTES) for _ in range(state.shares.display[seat * ROUTES + card])]
    return Player(
        position=int(state.position[seat]) + 1 if state.round else None,
        left=bool(state.left[seat]),
        hand=int(state.hands.size[seat]),
        shares={name: int(state.shares.held[seat * COMPANIES + i]) for i, name in enumerate(game.parts.companies)},
        share_cards=[game.no(card) for card in shares],
        base=[cell + 1 for cell in range(CELLS) if state.base_of[cell] == seat],
        pairs=int(state.pairs(seat)),
        locomotive=bool(state.locomotive == seat),
        has_chosen=bool(state.hands.choice[seat] >= 0),
    )


def picker(game: "Express01Game", state: Express) -> list[Choice]:
    """All cards listed for the chosen cell."""
    lays = [int(lay) for lay in state.network.lays(state.cell, state.decks)]
    laid = int(state.network.laid[state.cell])
    listed_on = game.parts.cards[laid // 4].next if laid >= 0 else game.parts.base[state.cell].next
    rows = []
    for no in listed_on:
        code = game.parts.code(no)
        left = int(state.decks.count[code])
        turns = [lay % 4 for lay in lays if lay // 4 == code]
        rows.append(Choice(*face(game.parts.cards[code]), left, turns, "" if left else game.whereabouts(state, code)))
    return rows


def train(game: "Express01Game", state: Express) -> Train:
    """The routes to choose from, or the one that was chosen, the best first."""
    sets = [int(route) for route in state.run.routes] if state.phase == rules.COURSE else [int(state.run.route)]
    routes = [route(game, state, stations) for stations in sets]
    routes.sort(key=lambda each: (-each.pays, each.move))
    return Train(int(state.run.length), routes, int(state.run.bonus))


def route(game: "Express01Game", state: Express, stations: int) -> Route:
    pays, path = int(worth(state.network, stations)), game.path(state, stations)
    return Route(
        move=game.text(state, game.vocabulary.encode(RouteMove(stations))),
        cells=[cell + 1 for cell in path],
        stops=[cell + 1 for cell in path if state.network.is_station(cell)],
        pays=pays,
        cards=shares_paid(state, pays, False),
        with_locomotive=shares_paid(state, pays, True) if state.locomotive >= 0 else None,
    )


def order_of_payment(state: Express) -> list[int]:
    return [int(state.paid_at(place)) for place in range(state.players)]


def shares_paid(state: Express, bonus: int, locomotive: bool) -> list[int]:
    """Cards by seat for a bonus, with or without the Black Locomotive as a share."""
    ring = order_of_payment(state)
    cap = [
        int(state.shares.held[seat * COMPANIES + state.company]) + (locomotive and seat == state.locomotive)
        for seat in ring
    ]
    taken = paid_out(min(bonus, int(sum(state.decks.size))), cap)
    return [int(taken[ring.index(seat)]) for seat in range(state.players)]
