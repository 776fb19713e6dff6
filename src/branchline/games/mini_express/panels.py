"""What stands beside the map of Mini Express: chart, companies, shares, moves, and the legend."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from branchline.game import Offer, Scene, Step
from branchline.games.mini_express.board import route_name, spot
from branchline.games.mini_express.land import MOST_TRACKS
from branchline.games.mini_express.notation import COLOURS
from branchline.games.mini_express.offers import SAME, CompanyOffer
from branchline.games.mini_express.outcome import Outcome, share_name
from branchline.games.mini_express.view import Asset, Holding, MiniExpressView

if TYPE_CHECKING:
    from branchline.games.mini_express.components import Components

TAKES: Final = ("share", "pick", "split", "gain", "west side")
"""What a company's first button can do, whichever it is now."""

LEAST_SCALE: Final = 12  # numbers of the influence track that are always shown
WIDE_SCALE: Final = 14  # with more of them every second one is written
NOTHING_BELOW_RIVALS: Final = 4
AN_INDEX: Final = "7"  # in the legend, for all of the Bot's numbers


UNUSED: Final = "Not used by two: more influence counts the 2nd column, less the other"


@dataclass(frozen=True)
class Sign:
    """A line of the legend."""

    kind: str
    text: str
    title: str = ""
    good: str = ""
    sample: str = ""  # what its sign shows
    long: bool = True  # takes a line of its own


@dataclass(frozen=True)
class ChartRow:
    """A length, what a share is worth by rank, and the companies that stand there."""

    length: int
    points: tuple[int, ...]
    companies: tuple[str, ...]
    ours: bool
    ghosts: tuple[str, ...]  # companies that a move would bring here


@dataclass(frozen=True)
class ListedMove:
    offer: Offer
    company: str  # "" if it is of none
    heading: str  # of a group that begins here
    route: str  # the letter of a route


@dataclass(frozen=True)
class Influence:
    """A marker on the influence track, and where it stands among those of the same number."""

    seat: int
    name: str
    value: int
    column: float
    row: float
    narrow: bool


@dataclass(frozen=True)
class Company:
    name: str
    shares: int
    tracks: int
    supply: int
    depleted: bool
    tickets: tuple[bool, ...]  # shares, and whether each is gone
    trains: tuple[tuple[bool, str], ...]  # places in Tracks: whether each is filled, and the changes that it shows
    bot: bool  # the Bot's marker stands here
    take: Offer | None
    take_said: str
    take_is_word: bool  # and no price
    builds: int  # moves that build it
    cities: int  # in range
    influence: tuple[Influence, ...]
    ghosts: tuple[int, ...]  # where a move would bring the marker of the one who moves
    said: str


@dataclass(frozen=True)
class ShareGhost:
    """How shares would count after a move."""

    holding: Holding
    change: str


@dataclass(frozen=True)
class Held:
    """Shares of a company that a seat holds."""

    company: str
    holding: Holding
    ghosts: tuple[ShareGhost, ...]


@dataclass(frozen=True)
class Portfolio:
    seat: int
    name: str
    mine: bool
    starts: bool
    automaton: bool
    who: str  # of the Bot
    points: int
    shares: tuple[Held, ...]
    changes: tuple[str, ...]  # of the points


@dataclass(frozen=True)
class Panels:
    chart: tuple[ChartRow, ...]
    unused: str  # two players: why the first column is not used
    legend: tuple[Sign, ...]
    rims: tuple[tuple[str, int], ...]
    moves: tuple[ListedMove, ...]
    placeholder: str
    companies: tuple[Company, ...]
    scale: tuple[tuple[str, bool], ...]  # numbers of the influence track, and whether they count nothing
    rivals: tuple[int, ...]  # markers of nobody
    many: bool
    portfolios: tuple[Portfolio, ...]
    bot_said: str

    def spots(self, step: Step) -> str:
        """Where the map shows a step of the Bot."""
        return " ".join(spot(place) for place in step.at)


def panels(scene: Scene[MiniExpressView], parts: "Components") -> Panels:
    view, table = scene.view, scene.view.table
    outcomes = [offer.outcome for offer in view.moves if isinstance(offer, CompanyOffer) and offer.outcome]
    gained = [value for one in outcomes for value in one.influence.values()]
    most = max(LEAST_SCALE, *(max(row) for row in table.influence), *gained)
    standing = seats(scene)
    ghosts = share_ghosts(outcomes)
    reached = {(company, length) for one in outcomes for company, length in one.lengths.items()}
    return Panels(
        chart=tuple(chart_row(table, length, row, reached) for length, row in enumerate(table.chart)),
        unused=UNUSED if table.column else "",
        legend=tuple(legend(table)),
        rims=tuple((capacity.colour, capacity.holds) for capacity in table.capacities),
        moves=tuple(listed_moves(view.moves)),
        placeholder=view.moves[0].move if view.moves else "turn complete" if scene.complete else "not your turn",
        companies=tuple(company(scene, i, standing, outcomes) for i in range(len(table.assets))),
        scale=tuple(number(table, value, most) for value in range(most + 1)),
        rivals=tuple(table.rivals),
        many=len(standing) > 3,
        portfolios=tuple(portfolio(scene, seat, ghosts) for seat in standing),
        bot_said=(table.bot.difficulty.title() if table.ai else "by its tile") if table.bot else "",
    )


def seats(scene: Scene[MiniExpressView]) -> list[int]:
    """All that hold something: 12.4 the basic bot of the prototype does not."""
    table = scene.view.table
    basic = table.bot is not None and table.bot.kind == "basic"
    return list(range(scene.view.players if basic else scene.view.seats))


def chart_row(table: MiniExpressView, length: int, points: list[int], reached: Set[tuple[str, int]]) -> ChartRow:
    here = tuple(asset.company for asset in table.assets if asset.length == length)
    coming = tuple(asset.company for asset in table.assets if (asset.company, length) in reached)
    return ChartRow(length, tuple(points), here, length in table.chart_reconstructed, coming)


def number(table: MiniExpressView, value: int, most: int) -> tuple[str, bool]:
    """5.3 No influence counts nothing; 12.3 with rivals, four or less."""
    nothing = value == 0 or (bool(table.rivals) and value <= NOTHING_BELOW_RIVALS)
    return str(value) if most <= WIDE_SCALE or value % 2 == 0 else "", nothing


# -- the legend --------------------------------------------------------------------------------------


def legend(table: MiniExpressView) -> Iterable[Sign]:
    for good in COLOURS:
        yield Sign("good", table.goods.get(good, "any other").capitalize(), good=good, long=False)
    yield Sign("berth", "Free berth", long=False)
    if table.capacities:
        told = ", ".join(f"{city.colour} {city.holds}" for city in table.capacities)
        yield Sign("rims", "Holds", f"The rim of a city tells how many companies it holds (rule 4.2): {told}")
    if table.dotted_line:
        opens = "Track that reaches or passes it opens the West Coast (rule 13.1)."
        yield Sign("dotted", *ours("West Coast", opens, table.dotted_line.mark), long=False)
    if table.water:
        joins = "It makes two cities neighbours (rule 13.5)."
        yield Sign("water", *ours("Water line", joins, table.water.mark))
    if table.ai:
        told = "The Bot's target moves from city to city in the order of these numbers (rule 9.2)"
        yield Sign("index", "The Bot's order", told, sample=AN_INDEX)
    if table.column:
        told = "More influence counts the 2nd column, less the other, a tie the 2nd for both (rule 6.4)"
        yield Sign("first", "Not used by two", told, sample="1st")


def ours(text: str, title: str, mark: str) -> tuple[str, str]:
    """What is reconstructed has a star."""
    if mark != "reconstructed":
        return text, title
    return f"{text}*", f"{title} Where it runs is our reconstruction."


# -- the list of moves -------------------------------------------------------------------------------


def listed_moves(offers: list[Offer]) -> Iterable[ListedMove]:
    """By groups, those of a company together; routes by their letters."""
    before = ""
    routes = 0
    for offer in sorted(offers, key=lambda offer: offer.group, reverse=True):
        builds = offer.verb in ("build", "build west", "coast")
        route = ""
        if offer.verb == "via":
            route, routes = route_name(routes), routes + 1
        heading = offer.group if offer.group != before else ""
        before = offer.group
        yield ListedMove(offer, company_of(offer) if builds else "", heading, route)


# -- companies and shares ----------------------------------------------------------------------------


def company(scene: Scene[MiniExpressView], i: int, standing: list[int], outcomes: list[Outcome]) -> Company:
    view, table = scene.view, scene.view.table
    asset = table.assets[i]
    name = asset.company
    takes = [offer for offer in view.moves if offer.verb in TAKES and offer.at == name]
    builds = [offer for offer in view.moves if offer.verb in ("build", "build west") and company_of(offer) == name]
    starts = [offer for offer in view.moves if offer.verb == "coast" and company_of(offer) == name]
    said = ", ".join(f"{scene.names[seat]} {table.influence[seat][i]}" for seat in range(view.seats))
    bot = table.bot is not None and table.bot.kind != "directed" and table.bot.company == name and view.round > 0
    take = takes[0] if takes else None
    take_words = take_said(table, asset, take)
    counts = sorted({one.tracks[name] for one in outcomes if name in one.tracks})
    return Company(
        name=name,
        shares=asset.shares,
        tracks=asset.tracks,
        supply=asset.supply,
        depleted=asset.depleted,
        tickets=tuple(k >= asset.shares for k in range(asset.shares_at_start)),
        trains=tuple((k < asset.tracks, places_change(asset, k, counts)) for k in range(MOST_TRACKS)),
        bot=bot,
        take=bare(take) if take else None,
        take_said=take_words,
        take_is_word=take_words.isalpha(),
        builds=len(builds) + bool(starts),
        cities=len(asset.destinations),
        influence=tuple(markers(scene, i, standing)),
        ghosts=tuple(sorted({one.influence[name] for one in outcomes if name in one.influence})),
        said=f"Influence: {said}",
    )


def bare(offer: Offer) -> Offer:
    """A move without what it brings: all that its button shows."""
    return Offer(offer.move, offer.label, verb=offer.verb, at=offer.at)


def places_change(asset: Asset, place: int, counts: Sequence[int]) -> str:
    """The changes of a company's Tracks, to so many, that fill or empty one of its places."""
    found = [count for count in counts if (place < count) != (place < asset.tracks)]
    return " ".join(f"tracks-{asset.company}-{count}" for count in found)


def company_of(offer: Offer) -> str:
    """Whose move it is; "" if it is of none."""
    return (offer.company or "") if isinstance(offer, CompanyOffer) else ""


def take_said(table: MiniExpressView, asset: Asset, offer: Offer | None) -> str:
    """3.2 What a share costs, or the verb of another choice."""
    if offer and offer.verb != "share":
        return offer.verb.split()[0]
    if offer:
        return "free" if asset.tracks == 0 or table.directing else f"−{asset.tracks}"
    if asset.depleted:
        return "none"
    return f"−{asset.tracks}" if asset.tracks else "free"


def markers(scene: Scene[MiniExpressView], i: int, standing: list[int]) -> Iterable[Influence]:
    """Up to two side by side, three and five in narrow ones, four and five in two rows."""
    table = scene.view.table
    for seat in standing:
        value = table.influence[seat][i]
        same = [other for other in standing if table.influence[other][i] == value]
        count, k = len(same), same.index(seat)
        wide = 3 if count in (3, 5) else min(count, 2)
        row = k // wide
        column = k % wide - (min(wide, count - row * wide) - 1) / 2
        yield Influence(seat, scene.names[seat], value, column, row if count > wide else 0.5, wide == 3)


Ghosts = Mapping[tuple[int, str], Mapping[str, Holding]]
"""How the shares of a seat in a company would count, by the names of the changes."""


def portfolio(scene: Scene[MiniExpressView], seat: int, ghosts: Ghosts) -> Portfolio:
    view, table = scene.view, scene.view.table
    automaton = seat >= view.players
    return Portfolio(
        seat=seat,
        name=scene.names[seat],
        mine=seat == view.seat,
        starts=table.start == seat,
        automaton=automaton,
        who=f"AI Bot, {table.bot.difficulty}" if automaton and table.bot else "",
        points=view.scores[seat],
        shares=tuple(
            Held(
                company,
                holding,
                tuple(ShareGhost(then, change) for change, then in ghosts.get((seat, company), {}).items()),
            )
            for company, holding in zip(table.companies, table.shares[seat], strict=True)
        ),
        changes=tuple(sorted({offer.stakes[seat].change for offer in view.moves if offer.stakes} - {SAME})),
    )


def share_ghosts(outcomes: list[Outcome]) -> Ghosts:
    found: dict[tuple[int, str], dict[str, Holding]] = {}
    for one in outcomes:
        for held in one.shares:
            found.setdefault((held.seat, held.company), {})[share_name(held)] = held.holding
    return found
