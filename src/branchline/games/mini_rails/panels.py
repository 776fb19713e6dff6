"""What stands beside the map of Mini Rails: market, taxed area, profit boards, and the end."""

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from branchline.game import Offer, Scene
from branchline.games.mini_rails.stocks import LIMIT, ROUNDS
from branchline.games.mini_rails.view import FRAME_SPOTS, MiniRailsView, Space, Stock
from branchline.words import signed

if TYPE_CHECKING:
    from branchline.games.mini_rails.components import Components

LETTER = 0.74  # of a cell: so far apart two stocks in a row show both their letters


@dataclass(frozen=True)
class Ground:
    """A line of the map's legend."""

    terrain: str
    title: str
    value: int


@dataclass(frozen=True)
class Turn:
    """A place in the order of this round."""

    number: int
    seat: int
    name: str
    acted: bool
    now: bool


@dataclass(frozen=True)
class Take:
    """What can be done with a disc of the market."""

    offer: Offer
    ends: bool  # the turn: a purchase does, while a build goes on with its hex

    @property
    def at_once(self) -> bool:
        """A finger plays it at its first touch: what follows shows what it does."""
        return not self.ends


@dataclass(frozen=True)
class Market:
    """A space of the market: a disc with what can be done with it, a marker, or nothing."""

    number: int
    at: str
    company: str = ""
    seat: int | None = None
    name: str = ""
    takes: tuple[Take, ...] = ()  # buy before build

    @property
    def only(self) -> Take | None:
        """The disc itself stands for the only move that there is with it."""
        return self.takes[0] if len(self.takes) == 1 else None


@dataclass(frozen=True)
class Stop:
    """A round of the taxed area."""

    number: int
    company: str = ""
    label: str = ""
    now: bool = False


@dataclass(frozen=True)
class Cell:
    """A number of the scale on a profit board."""

    text: str
    kind: str


@dataclass(frozen=True)
class Piece:
    """A stock on a profit board, and where it is drawn."""

    company: str
    at: int
    counts: bool
    label: str
    x: float  # in cells of the scale
    row: int  # 0 below, 1 above
    move: str = ""  # a preview: where the stock would stand after this move


@dataclass(frozen=True)
class ProfitBoard:
    seat: int
    name: str
    standing: int
    mine: bool
    tiles: tuple[tuple[str, bool], ...]  # the action tiles, and whether each is left
    stocks: tuple[Piece, ...]
    previews: tuple[Piece, ...]

    @property
    def ranked(self) -> list[Piece]:
        """The stocks from the best to the worst, for the end."""
        return sorted(self.stocks, key=lambda stock: -stock.at)


@dataclass(frozen=True)
class Account:
    """At the end: companies that paid tax, or none, and what of their stocks does not count."""

    title: str
    void: str
    rule: str  # its section
    companies: tuple[str, ...]  # in the order of the box


@dataclass(frozen=True)
class Panels:
    hand: str | None
    legend: tuple[Ground, ...]
    order: tuple[Turn, ...]
    market: tuple[Market, ...]
    stops: tuple[Stop, ...]
    bag: dict[str, int]
    in_bag: int
    scale: tuple[Cell, ...]
    boards: tuple[ProfitBoard, ...]
    to_come: str  # said while the market is empty
    accounts: tuple[Account, ...]
    taxed: ClassVar[str] = "the last disc of each round"
    tax: ClassVar[str] = (
        "The disc that a round leaves is taxed. At the end losses of taxed companies do not count, "
        "nor do profits of untaxed ones."
    )
    tax_in_short: ClassVar[str] = "Taxed: losses will not count. Untaxed: profits will not."


def panels(scene: Scene[MiniRailsView], parts: "Components") -> Panels:
    view, table = scene.view, scene.view.table
    return Panels(
        hand=table.hand if scene.mine or scene.drafted else None,
        legend=legend(parts),
        order=order(scene),
        market=tuple(market(scene, number, space) for number, space in enumerate(table.market, 1)),
        stops=stops(table, view.over),
        bag=table.bag,
        in_bag=sum(table.bag.values()),
        scale=tuple(cell(at) for at in range(-LIMIT, LIMIT + 1)),
        to_come="The discs of the next round are drawn when you confirm." if scene.complete and table.empty else "",
        boards=tuple(profit_board(scene, seat) for seat in range(len(table.stocks))),
        accounts=accounts(table),
    )


def accounts(table: MiniRailsView) -> tuple[Account, ...]:
    paid = tuple(company for company in table.companies if company in table.taxed)
    none = tuple(company for company in table.companies if company not in table.taxed)
    return Account("Paid tax", "losses are void", "5.1", paid), Account("Paid none", "profits are void", "5.2", none)


def legend(parts: "Components") -> tuple[Ground, ...]:
    """The kinds of land, the best first."""
    kinds = sorted(parts.terrain.items(), reverse=True)
    return tuple(Ground(name, parts.titles[name].removeprefix("the "), value) for value, name in kinds)


def order(scene: Scene[MiniRailsView]) -> tuple[Turn, ...]:
    table, over = scene.view.table, scene.view.over
    return tuple(
        Turn(k + 1, seat, scene.names[seat], k < table.acted, k == table.acted and not over)
        for k, seat in enumerate(table.order)
    )


def market(scene: Scene[MiniRailsView], number: int, space: Space) -> Market:
    at = f"space-{number}"
    if space.seat is not None:
        return Market(number, at, seat=space.seat, name=scene.names[space.seat])
    takes = sorted((offer for offer in scene.view.moves if offer.at == at), key=lambda offer: offer.verb, reverse=True)
    return Market(number, at, space.company or "", takes=tuple(Take(one, one.verb == "buy") for one in takes))


def stops(table: MiniRailsView, over: bool) -> tuple[Stop, ...]:
    """4.1 One disc a round."""
    done = [
        Stop(number, company, f"{company.title()} was taxed in round {number}")
        for number, company in enumerate(table.taxed, 1)
    ]
    left = [Stop(number, now=number == len(done) + 1 and not over) for number in range(len(done) + 1, ROUNDS + 1)]
    return (*done, *left)


def cell(at: int) -> Cell:
    return Cell(signed(at) if at % 2 == 0 else "", "is-loss" if at < 0 else "is-gain" if at else "is-zero")


def profit_board(scene: Scene[MiniRailsView], seat: int) -> ProfitBoard:
    view, table = scene.view, scene.view.table
    return ProfitBoard(
        seat=seat,
        name=scene.names[seat],
        standing=view.scores[seat],
        mine=seat == view.seat,
        tiles=tuple((action, action in table.actions[seat]) for action in ("buy", "build")),
        stocks=pieces(table.stocks[seat]),
        previews=previews(table, seat, view.moves),
    )


def pieces(held: list[Stock]) -> tuple[Piece, ...]:
    drawn = spread(tuple(stock.at for stock in held))
    return tuple(
        Piece(stock.company, stock.at, stock.counts, label(stock), x, row)
        for stock, (x, row) in zip(held, drawn, strict=True)
    )


@lru_cache(maxsize=10_000)
def spread(places: tuple[int, ...]) -> list[tuple[float, int]]:
    """Where stocks are drawn so that every letter is in sight: the later half of those that share a place in a row
    above, and in each row as near to their places as the others leave them."""
    order = sorted(range(len(places)), key=lambda k: places[k])
    above = {k: places[:k].count(places[k]) >= (places.count(places[k]) + 1) // 2 for k in order}
    drawn = [(0.0, 0)] * len(places)
    for row in (False, True):
        line = [k for k in order if above[k] == row]
        for k, x in zip(line, apart([places[k] for k in line]), strict=True):
            drawn[k] = (x, int(row))
    return drawn


def apart(places: list[int]) -> list[float]:
    """Places in their order, moved as little as keeps them LETTER apart: those that crowd stand around their middle."""
    crowds: list[tuple[float, int]] = []  # where each would begin if all stood at its first, and how many it is
    for n, place in enumerate(places):
        start, many = place - n * LETTER, 1
        while crowds and crowds[-1][0] > start:
            other, more = crowds.pop()
            start, many = (other * more + start * many) / (more + many), more + many
        crowds.append((start, many))
    starts = [start for start, many in crowds for _ in range(many)]
    return [round(start + n * LETTER, 2) for n, start in enumerate(starts)]


def previews(table: MiniRailsView, seat: int, offers: list[Offer]) -> tuple[Piece, ...]:
    """3.4 Where this seat's stocks of the company in hand would stand after each build."""
    held = table.stocks[seat]
    if not table.hand or not any(stock.company == table.hand for stock in held):
        return ()
    mine = [stock.company == table.hand for stock in held]
    spots = {"frame": FRAME_SPOTS, **{hex.name: hex.value for hex in table.hexes}}
    found = []
    for offer in offers:
        after = tuple(
            max(-LIMIT, min(LIMIT, stock.at + spots[offer.at])) if moves else stock.at
            for stock, moves in zip(held, mine, strict=True)
        )
        for at, (x, row), moves in zip(after, spread(after), mine, strict=True):
            if moves:
                found.append(Piece(str(table.hand), at, True, "", x, row, offer.move))
    return tuple(found)


def label(stock: Stock) -> str:
    """What a stock is worth, and 5.1 or 5.2 why it would not count if the game ended now."""
    said = f"{stock.company.title()} stock at {signed(stock.at)}"
    if stock.counts:
        return said
    why = "has paid no tax" if stock.at > 0 else "has paid tax"
    return f"{said}, would not count: {stock.company.title()} {why}"
