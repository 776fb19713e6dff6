"""What everybody may know of a table of Mini Express: there are no secrets."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from branchline.games.mini_express import codes, golden_spike, terms, west_coast
from branchline.games.mini_express.components import COMPANIES
from branchline.games.mini_express.effects import REACHED_OVERLAND, reached_overland
from branchline.games.mini_express.land import HEX_CODES
from branchline.games.mini_express.notation import COLOURS, titles
from branchline.games.mini_express.rules import MiniExpress
from branchline.kernel.grid import Cell
from branchline.kernel.state import OVER
from branchline.words import listed, plural

if TYPE_CHECKING:
    from branchline.games.mini_express.game import MiniExpressGame

RANKS: Final = ("1st", "2nd", "other")
RIVALS: Final = [4, 8]  # 12.4 markers of nobody
BONUS: Final = 2  # steps of track length that the last spike is worth
STAGES: Final = ("waiting", "racing", "complete", "called off")
BOTS: Final = ("", "ai", "basic", "directed")
DIFFICULTIES: Final = ("easy", "normal", "hard", "expert", "nightmare")
Hex = Cell  # q and r


@dataclass(frozen=True)
class City:
    name: str
    at: Hex
    index: int  # in the Bot's order
    holds: int
    companies: tuple[str, ...]  # in the order of arrival
    demand: tuple[str, ...] | None
    colour: str | None  # its printed colour, which says how many companies it holds
    mark: str


@dataclass(frozen=True)
class Start:
    name: str
    at: Hex
    company: str


@dataclass(frozen=True)
class HarborPlace:
    name: str
    sea: str
    at: Hex
    company: str | None


@dataclass(frozen=True)
class Water:
    """13.5 The two cities of the water line, and whether it is printed that it joins these."""

    ends: list[Hex]
    mark: str


@dataclass(frozen=True)
class DottedLine:
    """13.1 The line that opens the West Coast."""

    hexes: list[Hex]
    mark: str


@dataclass(frozen=True)
class Capacity:
    colour: str
    holds: int


@dataclass(frozen=True)
class Train:
    """A train on the map, with the hex it was built from."""

    company: str
    from_: Hex
    to: Hex


@dataclass(frozen=True)
class Asset:
    company: str
    shares: int
    shares_at_start: int
    tracks: int
    supply: int
    length: int
    bonus: int
    depleted: bool
    destinations: dict[str, int]  # cities that it may build into now, and the trains each takes
    from_west: dict[str, int] | None = None


@dataclass(frozen=True)
class Holding:
    count: int
    worth: int
    rank: str


@dataclass(frozen=True)
class End:
    """What ends the game, and how far it has come."""

    depleted: list[str]
    need: int
    text: str


@dataclass(frozen=True)
class Building:
    company: str
    city: str
    west: bool


@dataclass(frozen=True)
class SpikeView:
    """7, 13 The Golden Spike, or the West Coast."""

    state: str
    at: Hex | None
    east: str | None
    west: str | None
    bonus: list[str]
    note: str


@dataclass(frozen=True)
class BotView:
    kind: str
    difficulty: str
    company: str
    target: str | None
    route: list[Hex]
    tiles: int


@dataclass(frozen=True)
class MiniExpressView:
    edition: str
    map: str
    map_title: str
    companies: list[str]
    goods: dict[str, str]
    cities: list[City]
    starts: list[Start]
    harbors: list[HarborPlace]
    water: Water | None
    dotted_line: DottedLine | None
    capacities: list[Capacity]
    track: list[Train]  # in the order of placing
    assets: list[Asset]
    influence: list[list[int]]  # of each seat in each company
    rivals: list[int]
    shares: list[list[Holding]]  # of each seat of each company
    chart: list[list[int]]
    chart_reconstructed: list[int]
    column: int
    start: int | None
    ending: bool
    end: End
    building: Building | None
    spike: SpikeView | None
    bot: BotView | None
    directing: str | None

    @property
    def ai(self) -> bool:
        """Does the Bot of the published edition play?"""
        return self.bot is not None and self.bot.kind == "ai"


def view(game: "MiniExpressGame", state: MiniExpress) -> MiniExpressView:
    made, track = game.map_of(state), trains(state)
    return MiniExpressView(
        edition="prototype" if state.terms.prototype else "published",
        map=made.name,
        map_title=made.title,
        companies=list(COMPANIES),
        goods=game.parts.goods,
        cities=cities(game, state, track),
        starts=[Start(start.name, start.at, company) for start, company in zip(made.starts, COMPANIES)],
        harbors=harbors(game, state) if state.terms.harbor else [],
        water=water(game, state),
        dotted_line=dotted_line(game, state),
        capacities=capacities(game, state),
        track=track,
        assets=[asset(game, state, company) for company in range(4)],
        influence=[[int(state.influence[seat * 4 + c]) for c in range(4)] for seat in range(state.seats)],
        rivals=RIVALS if state.terms.rivals else [],
        shares=[[holding(state, seat, company) for company in range(4)] for seat in range(state.seats)],
        chart=game.parts.chart,
        chart_reconstructed=game.parts.chart_marks.get("reconstructed", []),
        column=int(state.terms.column),
        start=int(state.start) if state.phase > codes.STARTING_PLAYER else None,
        ending=bool(state.ending),
        end=what_ends(state),
        building=building(game, state),
        spike=spike(game, state) if state.terms.golden_spike or state.terms.west_coast else None,
        bot=bot(game, state) if state.terms.bot != terms.NO_BOT else None,
        directing=COMPANIES[state.bot.chosen] if state.directing else None,
    )


# -- the map -----------------------------------------------------------------------------------------


def cell(state: MiniExpress, hex: int) -> Hex:
    return int(state.land.q[hex]), int(state.land.r[hex])


def trains(state: MiniExpress, first: int = 0) -> list[Train]:
    """In the order of placing, from the first of these on."""
    found = []
    for k in range(first, state.rails.trains):
        rest, company = divmod(int(state.rails.laid[k]), 4)
        before, hex = divmod(rest, HEX_CODES)
        found.append(Train(COMPANIES[company], cell(state, before), cell(state, hex)))
    return found


def cities(game: "MiniExpressGame", state: MiniExpress, track: list[Train]) -> list[City]:
    colour_of = {row.holds: row.colour for row in capacities(game, state)}
    names, cells = game.cities(state), game.map_of(state).cells
    found = []
    for city, made in enumerate(game.map_of(state).cities):
        tile = game.parts.demand[state.demand.at[city]] if state.demand.at[city] >= 0 else None
        found.append(
            City(
                name=names[city],
                at=cells[state.land.city_hex[city]],
                index=city + 1,
                holds=int(state.land.capacity[city]),
                companies=tuple(companies_at(state, city, track)),
                demand=tuple(COLOURS[good] for good in tile) if tile and state.demand.tiled & 2**city else None,
                colour=colour_of.get(made.holds),
                mark=made.mark,
            )
        )
    return found


def companies_at(state: MiniExpress, city: int, track: list[Train]) -> list[str]:
    """In the order of arrival; on the West Coast a company may fill several places."""
    here = cell(state, state.land.city_hex[city])
    found: list[str] = []
    for train in track:
        if train.to == here:
            more = state.terms.west_coast and city == state.land.san_francisco
            extra = int(state.rails.coast[COMPANIES.index(train.company)]) if more else 0
            found += [train.company] * (1 + extra)
    return found


def harbors(game: "MiniExpressGame", state: MiniExpress) -> list[HarborPlace]:
    found = []
    for i, harbor in enumerate(game.map_of(state).harbors):
        track = state.rails.track[state.land.harbor_hex[i]] if state.rails.harbors_used & 2**i else 0
        company = next((COMPANIES[c] for c in range(4) if track & 2**c), None)
        found.append(HarborPlace(harbor.name, harbor.sea, harbor.at, company))
    return found


def water(game: "MiniExpressGame", state: MiniExpress) -> Water | None:
    made = game.map_of(state)
    ends = made.water(state.terms.prototype, state.terms.west_coast)
    return Water(ends, made.prototype["mark"]) if ends else None


def dotted_line(game: "MiniExpressGame", state: MiniExpress) -> DottedLine | None:
    made = game.map_of(state)
    if not state.terms.west_coast or not made.line:
        return None
    return DottedLine(made.line, made.prototype["dotted_line"]["mark"])


def capacities(game: "MiniExpressGame", state: MiniExpress) -> list[Capacity]:
    """4.2 The printed colours of cities, and how many companies each holds, the largest first; none in a first
    game, which disregards them."""
    if any(state.land.capacity[i] != city.holds for i, city in enumerate(game.map_of(state).cities)):
        return []
    colours = game.parts.capacities["prototype" if state.terms.prototype else "published"]
    return [Capacity(colour, holds) for holds, colour in reversed([*enumerate(colours, 1)])]


# -- companies and holdings --------------------------------------------------------------------------


def asset(game: "MiniExpressGame", state: MiniExpress, company: int) -> Asset:
    west = trains_to(game, state, company + west_coast.WEST) if state.terms.west_coast else None
    return Asset(
        company=COMPANIES[company],
        shares=int(state.assets.shares[company]),
        shares_at_start=int(state.terms.shares),
        tracks=int(state.assets.tracks[company]),
        supply=int(state.assets.supply[company]),
        length=int(state.assets.length[company]),
        bonus=BONUS if state.spike.bonus & 2**company else 0,
        depleted=bool(state.assets.shares[company] == 0),
        destinations=trains_to(game, state, company) if state.round else {},
        from_west=west,
    )


def trains_to(game: "MiniExpressGame", state: MiniExpress, network: int) -> dict[str, int]:
    """The cities that a network may build into now, and the trains each takes."""
    cities = state.destinations(network)
    return {
        game.city(state, city): int(state.rails.distance(network, city))
        for city in range(state.land.cities)
        if cities & 2**city
    }


def holding(state: MiniExpress, seat: int, company: int) -> Holding:
    """5.3, 5.4 What a seat's shares of a company are worth now, by its rank in influence."""
    influence = int(state.influence[seat * 4 + company])
    column = min(2, int(state.rank(seat, company)) + int(state.terms.column))
    rank = "none" if influence <= state.terms.least else RANKS[column]
    return Holding(int(state.held[seat * 4 + company]), int(state.worth(seat, company)), rank)


# -- what is going on --------------------------------------------------------------------------------


def building(game: "MiniExpressGame", state: MiniExpress) -> Building | None:
    if state.phase not in (codes.CHOOSE_ROUTE, codes.CHOOSE_INFLUENCE, codes.CHOOSE_HARBOR):
        return None
    return Building(COMPANIES[state.company], game.city(state, state.city), bool(state.from_west))


def spike(game: "MiniExpressGame", state: MiniExpress) -> SpikeView:
    waits = state.spike.stage == golden_spike.WAITING and state.terms.golden_spike
    return SpikeView(
        state=STAGES[state.spike.stage],
        at=tuple(game.map_of(state).spike["tile"]) if waits else None,
        east=COMPANIES[state.spike.east_side] if state.spike.east_side >= 0 else None,
        west=COMPANIES[state.spike.west_side] if state.spike.west_side >= 0 else None,
        bonus=[COMPANIES[c] for c in range(4) if state.spike.bonus & 2**c],
        note=spike_note(game, state),
    )


def spike_note(game: "MiniExpressGame", state: MiniExpress) -> str:
    """How it stands with the Golden Spike or the West Coast, in a few words."""
    if state.terms.west_coast:
        if reached_overland(state):
            return REACHED_OVERLAND.removesuffix(".")
        if state.spike.stage == golden_spike.COMPLETE:
            return f"Coasts joined; bonus: {listed(titles(state.spike.bonus)) or 'nobody'}"
        if state.spike.stage == golden_spike.RACING:
            return "West Coast open"
        return f"West Coast: opens with {game.what_opens(state)}"
    if state.spike.stage == golden_spike.WAITING:
        return f"Waits for {game.city(state, state.land.omaha)}"
    if state.spike.stage == golden_spike.CALLED_OFF:
        return "Called off"
    east = COMPANIES[state.spike.east_side].title() if state.spike.east_side >= 0 else "nobody"
    if state.spike.stage == golden_spike.RACING:
        return f"East Side: {east}"
    west = COMPANIES[state.spike.west_side].title() if state.spike.west_side >= 0 else "nobody"
    return f"Driven. East {east}, West {west}"


def bot(game: "MiniExpressGame", state: MiniExpress) -> BotView:
    cells = game.map_of(state).cells
    return BotView(
        kind=BOTS[state.terms.bot],
        difficulty=DIFFICULTIES[state.terms.difficulty],
        company=COMPANIES[state.bot.chosen],
        target=game.city(state, state.bot.target) if state.bot.target >= 0 else None,
        route=[cells[int(state.rails.laid[k]) // 4 % HEX_CODES] for k in range(state.bot.begin, state.bot.end)],
        tiles=sum(int(count) for count in list(state.bot.bag)[:-1]),
    )


def what_ends(state: MiniExpress) -> End:
    gone = [COMPANIES[c] for c in range(4) if state.assets.shares[c] == 0]
    need = int(state.terms.piles)
    companies = plural(need, "company is", "companies are")
    depleted = (
        f"{companies} out of shares, or {need} out of trains" if state.terms.trains_end else f"{companies} depleted"
    )
    if state.to_act == OVER:
        text = "The game is over."
    elif state.ending:
        text = "The end is triggered: this round is the last."
    elif state.terms.at_once:
        text = f"The game ends at once when {depleted}; {how_far(state)} so far."
    else:
        text = f"The last round is the one in which {depleted}; {how_far(state)} so far."
    return End(gone, need, text)


def how_far(state: MiniExpress) -> str:
    """How many companies are depleted; in the prototype, out of shares and out of trains."""
    shares = sum(1 for c in range(4) if state.assets.shares[c] == 0)
    trains = sum(1 for c in range(4) if state.assets.supply[c] == 0 and state.assets.tracks[c] == 0)
    return f"{shares} and {trains}" if state.terms.trains_end else str(shares)
