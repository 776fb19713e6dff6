"""The Mini Express map and pieces as SVG, drawn from a view. Colours are the stylesheet's.

A company has a lane of its own: its line crosses the side of a hex at right angles, in its lane, and
curves inside. A lane stays when it is empty, so no line moves when another joins.
"""

import math
from collections.abc import Iterable
from functools import cache, cached_property, lru_cache
from itertools import pairwise

from branchline.drawing import Point, asking, bands, doing, flat, hexagon, quoted, together
from branchline.game import Offer, Scene
from branchline.games.mini_express.components import COMPANIES, Map
from branchline.games.mini_express.notation import place_of, slug
from branchline.games.mini_express.offers import CompanyOffer
from branchline.games.mini_express.view import City, HarborPlace, MiniExpressView, Start, Train
from branchline.kernel.grid import FLAT, Cell
from branchline.livery import Livery, Ring, Stroke
from branchline.words import plural

Edge = tuple[Cell, Cell]
Sides = dict[Cell, list[Cell]]  # the hexes that each is joined to

SIZE = 40.0  # from the middle of a hex to a corner
ROW = SIZE * math.sqrt(3)
LANES = {company: (i - 1.5) * 9.0 for i, company in enumerate(COMPANIES)}
BERTH = 21.0  # between two berths of a city
OFF_COAST = 66.0  # from the middle of a city to the water line
LEAST = 0.58  # pixels a unit has to have, so that names can be read

LIVERIES = {
    "brown": Livery("mx-brown", "B", (), (Ring(21, 2.4),), (Ring(22.6, 2.4),)),
    "gray": Livery("mx-gray", "G", (Stroke(1.9, (7.3, 4.25)),), (Ring(21, 3, 6, 0.62),), (Ring(22.6, 3, 4, 0.62),)),
    "orange": Livery("mx-orange", "O", (Stroke(2.7, (0, 5.78)),), (Ring(21, 4.4, 12),), (Ring(22.6, 4.4, 8),)),
    "white": Livery(
        "mx-white", "W", (Stroke(1.5),), (Ring(22.4, 1.4), Ring(18.6, 1.4)), (Ring(24.0, 1.4), Ring(20.2, 1.4))
    ),
}
# Goods: silhouettes that hold at 11 pixels.
GOODS = {
    "brown": '<circle cx="-3.7" cy="3" r="2.9"/><circle cx="3.7" cy="3" r="2.9"/><circle cy="-3.3" r="2.9"/>',
    "gray": '<path d="M-5.4-5.6H5.4V-2.8H1.7V2.8H5.4V5.6H-5.4V2.8H-1.7V-2.8H-5.4Z"/>',
    "orange": '<path d="M-1.5-6.2H1.5L2.3-3.8 5.9-4.8 4.3-1.2 4.4 2.2 6 5.6 1.6 4.4 0 6.6-1.6 4.4-6 5.6-4.4 2.2'
    '-4.3-1.2-5.9-4.8-2.3-3.8Z"/>',
    "white": '<path d="M-5.6 2.6 0 6.8 5.6 2.6" fill="none" stroke="var(--on)" stroke-width="1.6" '
    'stroke-linecap="round"/><g fill="var(--mx-white)" stroke="var(--on)" stroke-width="1.5">'
    '<circle cx="-3.3" cy=".4" r="3"/><circle cx="3.3" cy=".4" r="3"/><circle cy="-3.2" r="3.2"/></g>',
    "purple": '<path d="M0-6.4 1.7-2 6.3-1.9 2.7 1 4 5.5 0 2.9-4 5.5-2.7 1-6.3-1.9-1.7-2Z"/>',
}


# -- geometry --------------------------------------------------------------------------------


def number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


@lru_cache(maxsize=4000)
def at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


@cache
def centre(cell: Cell) -> Point:
    return flat(cell, SIZE)


@cache
def corners(cell: Cell, size: float = 1.0) -> tuple[Point, ...]:
    """Corner 0 is east."""
    return hexagon(centre(cell), size * SIZE, 0)


@cache
def polygon(size: float = 1.0) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners((0, 0), size))


def shape(cells: Iterable[Cell], size: float = 1.0) -> str:
    return "".join("M" + "L".join(at(point) for point in corners(cell, size)) + "Z" for cell in cells)


def near(cell: Cell) -> list[Cell]:
    return [(cell[0] + dq, cell[1] + dr) for dq, dr in FLAT]


def over_sides(cell: Cell) -> list[Cell]:
    """The hexes over the sides of one, as its corners count."""
    q, r = cell
    return [(q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1), (q + 1, r - 1)]


@cache
def coast(cells: tuple[Cell, ...]) -> str:
    """Closed loops round a set of hexes."""
    land = set(cells)
    after: dict[tuple[int, int], list[tuple[Point, Point]]] = {}

    def key(point: Point) -> tuple[int, int]:
        return round(point[0]), round(point[1])

    for cell in cells:
        points = corners(cell)
        for i, other in enumerate(over_sides(cell)):
            if other not in land:
                after.setdefault(key(points[i]), []).append((points[i], points[(i + 1) % 6]))
    path = ""
    while after:
        start = here = next(iter(after))
        loop = []
        while here in after:
            begin, end = after[here].pop()
            if not after[here]:
                del after[here]
            loop.append(begin)
            here = key(end)
            if here == start:
                break
        path += "M" + "L".join(at(point) for point in loop) + "Z"
    return path


@cache
def box(cells: tuple[Cell, ...]) -> tuple[float, float, float, float]:
    """The view: x, y, width, height."""
    points = [point for cell in cells for point in corners(cell)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - 22, min(ys) - 14, max(xs) - min(xs) + 44, max(ys) - min(ys) + 28


# -- lines -----------------------------------------------------------------------------------


class Water:
    """13.5 The water line, which makes two cities neighbours. Two of one column lie on one coast, and it runs off that
    coast west of both; others lie on two shores, and it runs straight across."""

    def __init__(self, one: Cell, other: Cell) -> None:
        self.ends = (one, other)

    def line(self, a: Cell, b: Cell, lane: float = 0.0, begin: Point = (0.0, 0.0), end: Point = (0.0, 0.0)) -> str:
        """West out of the one city, along the coast, and east into the other; or across."""
        (xa, ya), (xb, yb) = centre(a), centre(b)
        if a[0] != b[0]:
            middle = ((xa + xb) / 2 + lane, (ya + yb) / 2 + lane)
            return f"M{at((xa + begin[0], ya + begin[1]))}Q{at(middle)} {at((xb + end[0], yb + end[1]))}"
        x = min(xa, xb) - OFF_COAST + lane * 0.6
        bend = 34.0 if yb > ya else -34.0
        return (
            f"M{at((xa + begin[0], ya + begin[1]))}Q{at((x, ya))} {at((x, ya + bend))}"
            f"V{number(yb - bend)}Q{at((x, yb))} {at((xb + end[0], yb + end[1]))}"
        )


def water_line(water: Water | None, table: MiniExpressView) -> str:
    if not water:
        return ""
    one, other = (next(city.name for city in table.cities if city.at == end) for end in water.ends)
    return (
        f'<g class="water" role="img" aria-label="Water line: {one} and {other} are neighbours">'
        f'<path d="{water.line(*water.ends)}"/></g>'
    )


def dotted_line(table: MiniExpressView, made: Map) -> str:
    """13.1 The line that opens the West Coast: the sides over which track comes to it from the east."""
    if not table.dotted_line:
        return ""
    east = {*made.cells} - made.opens
    path = ""
    for q, r in table.dotted_line.hexes:
        points = corners((q, r))
        for i, other in enumerate(over_sides((q, r))):
            if other in east:
                path += f"M{at(points[i])}L{at(points[(i + 1) % 6])}"
    ours = " Where it runs is our reconstruction." if table.dotted_line.mark == "reconstructed" else ""
    told = f"The dotted line: track that reaches or passes it opens the West Coast.{ours}"
    return f'<g class="dotted-line" role="img" aria-label="{told}"><title>{told}</title><path d="{path}"/></g>'


class Lines:
    """All track on the map as edges between hexes, in the order of building."""

    def __init__(
        self, track: Iterable[Train], holds: dict[Cell, int], stops: frozenset[Cell], water: Water | None
    ) -> None:
        self.water = water
        self.edges: dict[str, list[Edge]] = {company: [] for company in COMPANIES}
        self.stops = stops
        self.berths: dict[Cell, list[str]] = {}
        self.holds = holds
        self.newest: dict[str, Cell] = {}
        order = []
        for train in track:
            self.newest[train.company] = train.to
            self.berths.setdefault(train.to, []).append(train.company)
            if train.from_ != train.to:
                self.edges[train.company].append((train.from_, train.to))
                order.append((train.company, (train.from_, train.to)))
        self.flat = flat_sides(order, self.stops)

    @cached_property
    def drawn(self) -> str:
        """All of them, each company in its lane."""
        lines = (line(company, self.path(company, self.edges[company])) for company in COMPANIES)
        return f'<g class="lines" aria-hidden="true">{"".join(lines)}</g>'

    @cached_property
    def sites(self) -> str:
        """Hovering a hex on the way names its companies."""
        drawn = ""
        for cell, here in self.berths.items():
            if cell not in self.stops:
                names = ", ".join(company.title() for company in here)
                drawn += (
                    f'<polygon class="site" transform="translate({at(centre(cell))})" points="{polygon()}">'
                    f"<title>{cell[0]},{cell[1]}: {names}</title></polygon>"
                )
        return drawn

    @cached_property
    def goals(self) -> str:
        """Where a company's trains go that leave its Tracks: to the end of its newest line."""
        return "".join(
            f'<circle class="goal" data-goal="train-{company}" transform="translate({at(centre(cell))})" r="8"/>'
            for company, cell in self.newest.items()
        )

    def berth(self, cell: Cell, company: str) -> Point:
        """Where a company's line ends in a city: at its berth, in the order of arrival."""
        if cell not in self.holds:
            return 0.0, 0.0
        here, count = self.berths.get(cell, []), self.holds[cell]
        place = here.index(company) if company in here else min(len(here), count - 1)
        return (place - (count - 1) / 2) * BERTH, 1.0

    def branch(self, company: str, edges: list[Edge]) -> str:
        """Track that would come to a company's."""
        return self.path(company, edges, self.sides[company])

    @cached_property
    def sides(self) -> dict[str, Sides]:
        return {company: sides_of(edges) for company, edges in self.edges.items()}

    def path(self, company: str, edges: list[Edge], known: Sides | None = None) -> str:
        """A later edge branches off like a turnout, into the gentlest curve."""
        known, sides, path = known or {}, Sides(), ""
        for a, b in edges:
            if self.water and {a, b} == set(self.water.ends):
                path += self.water.line(a, b, LANES[company], self.berth(a, company), self.berth(b, company))
                continue
            for here, other in ((a, b), (b, a)):
                if here in self.stops:
                    path += self.stub(here, other, company)
                elif others := (*known.get(here, ()), *sides.get(here, ())):
                    path += self.curve(here, other, gentlest(here, other, others), company)
                sides.setdefault(here, []).append(other)
        return path

    def gate(self, a: Cell, b: Cell, company: str) -> Point:
        """Where the company's lane crosses the side between two hexes."""
        x, y, ux, uy = side_between(a, b)
        lane = LANES[company] * self.flat.get(frozenset((a, b)), 1)
        return x + ux * lane, y + uy * lane

    def curve(self, cell: Cell, a: Cell, b: Cell, company: str) -> str:
        begin, end = self.gate(cell, a, company), self.gate(cell, b, company)
        lead, run = inward(cell, a, 21), inward(cell, b, 21)
        one, two = (begin[0] + lead[0], begin[1] + lead[1]), (end[0] + run[0], end[1] + run[1])
        return f"M{at(begin)}C{at(one)} {at(two)} {at(end)}"

    def stub(self, cell: Cell, a: Cell, company: str) -> str:
        begin, lead = self.gate(cell, a, company), inward(cell, a, 18)
        x, y = centre(cell)
        dx, dy = self.berth(cell, company)
        return f"M{at(begin)}Q{at((begin[0] + lead[0], begin[1] + lead[1]))} {at((x + dx, y + dy))}"


def spot(name: str) -> str:
    """A hex by its cell, as a circle: where its middle lies on the map, and how large it is."""
    q, r = name.split(",")
    x, y = centre((int(q), int(r)))
    return f"{number(x)},{number(y)},{SIZE}"


def lines_of(table: MiniExpressView) -> Lines:
    """The lines of a table; all who look at the same track share them."""
    holds = tuple((city.at, city.holds) for city in table.cities)
    return lines_on(tuple(table.track), holds, named(table), tuple(table.water.ends) if table.water else None)


@lru_cache(maxsize=500)
def lines_on(
    track: tuple[Train, ...],
    holds: tuple[tuple[Cell, int], ...],
    stops: frozenset[Cell],
    water: tuple[Cell, ...] | None,
) -> Lines:
    return Lines(track, dict(holds), stops, Water(*water) if water else None)


def named(table: MiniExpressView) -> frozenset[Cell]:
    """The hexes with a name on them."""
    harbors = (harbor.at for harbor in table.harbors)
    return frozenset((*(city.at for city in table.cities), *(start.at for start in table.starts), *harbors))


@cache
def side_between(a: Cell, b: Cell) -> tuple[float, float, float, float]:
    """Middle of a side, and the way its lanes count: west to east across a flat side, else north to south."""
    (x0, y0), (x1, y1) = centre(a), centre(b)
    dx, dy = (x1 - x0) / ROW, (y1 - y0) / ROW
    ux, uy = -dy, dx
    if abs(dx) < 0.01:
        ux, uy = 1.0, 0.0
    elif uy < 0:
        ux, uy = -ux, -uy
    return (x0 + x1) / 2, (y0 + y1) / 2, ux, uy


@cache
def inward(cell: Cell, other: Cell, units: float) -> Point:
    """From the side towards the middle of a hex."""
    (x0, y0), (x1, y1) = centre(cell), centre(other)
    return (x0 - x1) / ROW * units, (y0 - y1) / ROW * units


def sides_of(edges: Iterable[Edge]) -> Sides:
    sides: Sides = {}
    for a, b in edges:
        sides.setdefault(a, []).append(b)
        sides.setdefault(b, []).append(a)
    return sides


@lru_cache(maxsize=4000)
def gentlest(cell: Cell, new: Cell, others: tuple[Cell, ...]) -> Cell:
    """Of the sides in use, the one that a train from the new side runs into with the gentlest curve."""
    x, y = centre(cell)

    def angle(other: Cell) -> float:
        ox, oy = centre(other)
        return math.atan2(oy - y, ox - x)

    def bend(other: Cell) -> float:
        return abs((angle(other) - angle(new) + math.pi) % (2 * math.pi) - math.pi)

    return max(others, key=lambda other: (round(bend(other), 2), other))


def flat_sides(order: list[tuple[str, Edge]], stops: frozenset[Cell]) -> dict[frozenset[Cell], int]:
    """For each flat side the way its lanes count, so that a bundle does not twist in the next bend. The
    first line over a side decides for good."""
    flat: dict[frozenset[Cell], int] = {}
    own: dict[str, dict[Cell, list[Cell]]] = {}
    for company, route in routes_of(order):
        sides = own.setdefault(company, {})
        walk = list(route)
        if walk[0] not in stops and sides.get(walk[0]):
            walk.insert(0, gentlest(walk[0], walk[1], tuple(sides[walk[0]])))
        first = 0
        while first < len(walk) - 1:
            last = first
            while last < len(walk) - 1 and walk[last][0] == walk[last + 1][0]:
                last += 1
            if last > first:
                decide_run(flat, walk, first, last, stops)
            first = max(last, first + 1)
        for a, b in pairwise(route):
            sides.setdefault(a, []).append(b)
            sides.setdefault(b, []).append(a)
    return flat


def routes_of(order: list[tuple[str, Edge]]) -> list[tuple[str, list[Cell]]]:
    """The edges cut into the routes in which they were built."""
    found: list[tuple[str, list[Cell]]] = []
    for company, (a, b) in order:
        if found and found[-1][0] == company and found[-1][1][-1] == a:
            found[-1][1].append(b)
        else:
            found.append((company, [a, b]))
    return found


def decide_run(
    flat: dict[frozenset[Cell], int], walk: list[Cell], first: int, last: int, stops: frozenset[Cell]
) -> None:
    """One run of flat sides: what decided sides say, then the bends before and after it."""

    def hand(a: Cell, b: Cell) -> int:
        _, _, ux, uy = side_between(a, b)
        (x0, y0), (x1, y1) = centre(a), centre(b)
        return 1 if (x1 - x0) * uy - (y1 - y0) * ux > 0 else -1

    run = [frozenset((walk[i], walk[i + 1])) for i in range(first, last)]
    vote = sum(8 * flat[side] for side in run if side in flat)
    if first > 0 and walk[first] not in stops:
        vote += hand(walk[first - 1], walk[first]) * hand(walk[first], walk[first + 1])
    if last < len(walk) - 1 and walk[last] not in stops:
        vote += hand(walk[last], walk[last + 1]) * hand(walk[last - 1], walk[last])
    for side in run:
        flat.setdefault(side, -1 if vote < 0 else 1)


def line(company: str, path: str, kind: str = "line") -> str:
    return f'<g class="{kind}" data-co="{company}">{LIVERIES[company].along(path, 5.8, 8.4)}</g>'


# -- the pieces ------------------------------------------------------------------------------


@cache
def sprite() -> str:
    parts = ['<svg class="sprite" width="0" height="0" aria-hidden="true"><defs>']
    for company, livery in LIVERIES.items():
        parts += [livery.disc(f"mx-disc-{company}"), livery.stock(f"mx-stock-{company}", 1.16)]
    for good, art in GOODS.items():
        parts.append(
            f'<symbol id="good-{good}" viewBox="-8 -8 16 16" overflow="visible"><g class="good" '
            f'style="--on:var(--on-mx-{good})">{art}</g></symbol>'
        )
    parts.append(
        '<symbol id="mx-train" viewBox="-13 -9 26 18" overflow="visible"><g class="train-art">'
        '<path d="M-11.5-7.5H11.5V3.5H-11.5Z"/><circle cx="-6" cy="5.4" r="2.9"/><circle cx="6" cy="5.4" r="2.9"/></g>'
        '</symbol><symbol id="mx-anchor" viewBox="-12 -13 24 26" overflow="visible"><g class="anchor-art">'
        '<path d="M0-6V11M-5-3H5M-9 3C-9 8-5 11 0 11S9 8 9 3M-9 3-11.4 5.6M-9 3-6 5M9 3 11.4 5.6M9 3 6 5"/>'
        '<circle cy="-8.6" r="2.6"/></g></symbol>'
        '<symbol id="mx-flag" viewBox="-2 -26 26 28" overflow="visible"><path class="flag-pole" d="M0 1V-25"/>'
        '<path class="flag-cloth" d="M0-25H23L17.5-17.5 23-10H0Z"/></symbol>'
        '<symbol id="mx-spike" viewBox="-12 -14 24 28" overflow="visible"><path class="spike-art" '
        'd="M-7-12H7V-7H3.4L2.4 8 0 13-2.4 8-3.4-7H-7Z"/></symbol>'
    )
    return "".join([*parts, "</defs></svg>"])


def demand(goods: tuple[str, ...], y: float, scale: float, say: str) -> str:
    """A demand tile: a crate label with two halves, one good each."""
    one, two = goods
    return (
        f'<g class="demand" transform="translate(0 {number(y)}) scale({scale})" role="img" aria-label="{say}">'
        '<path class="demand-case" d="M-16-9.4H16L20.5-5V5L16 9.4H-16L-20.5 5V-5Z"/>'
        f'<path d="M-1-9.4H-16L-20.5-5V5L-16 9.4H-1Z" fill="var(--mx-{one})"/>'
        f'<path d="M1-9.4H16L20.5-5V5L16 9.4H1Z" fill="var(--mx-{two})"/>'
        f'<use href="#good-{one}" x="-17.6" y="-8" width="16" height="16"/>'
        f'<use href="#good-{two}" x="1.6" y="-8" width="16" height="16"/></g>'
    )


# -- the map ---------------------------------------------------------------------------------


class Lit:
    """What can be chosen, by verb and place."""

    def __init__(self, offers: list[Offer]) -> None:
        self.offers = {(offer.verb, offer.at): offer for offer in offers}

    def get(self, verb: str, at: str) -> Offer | None:
        return self.offers.get((verb, at))

    def of(self, verb: str) -> list[Offer]:
        return [offer for (what, _), offer in self.offers.items() if what == verb]


def layers(scene: Scene[MiniExpressView], made: Map) -> list[str]:
    """The map: land, the Bot's route, lines, lamps, cities, and what can be clicked."""
    table = scene.view.table
    lines = lines_of(table)
    water = lines.water
    cells = tuple(made.cells)
    x, y, width, height = box(cells)
    if water and water.ends[0][0] == water.ends[1][0]:
        x, width = x - 22, width + 22
    lit = Lit(scene.view.moves)
    building = {company: layer for company in COMPANIES if (layer := Layer(table, lit, company, made)).any}
    routes = [(offer, route_cells(table, made, offer)) for offer in lit.of("via")]
    has_lit = " has-lit" if routes or lit.of("harbor") else ""
    return [
        f'<svg class="board mx-board{has_lit}" id="map" style="--ratio:{width / height:.3f}" data-least="{LEAST}" '
        f'viewBox="{number(x)} {number(y)} {number(width)} {number(height)}" role="group" '
        f'aria-label="The map of {table.map_title}">',
        land(cells, tuple(city.at for city in table.cities)),
        together(tuple(harbor(place, lit, lines.stops) for place in table.harbors)),
        spike(table),
        water_line(water, table),
        dotted_line(table, made),
        veils(cells, bool(building), bool(routes)),
        bot_route(table, lines),
        lines.drawn,
        *(ghost_line(lines, offer) for offer in scene.view.moves),
        *(lamps(layer) for layer in building.values()),
        *questions(table, lit),
        *(tied_route(table, lines, offer, way) for offer, way in routes),
        '<g class="cities">',
        *(start(place, lit, place.company in building, lines.stops) for place in table.starts),
        *bands(
            [
                city(place, demanded(place, table), table.ai, lines.stops)
                for place in sorted(table.cities, key=lambda city: centre(city.at)[1])
            ]
        ),
        "</g>",
        bot_flag(table),
        lines.goals,
        lines.sites,
        *(choices(table, layer) for layer in building.values()),
        *(route_label(offer, spot, i) for i, (offer, spot) in enumerate(label_spots(routes, lines.stops))),
        "</svg>",
    ]


@cache
def land(cells: tuple[Cell, ...], towns: tuple[Cell, ...]) -> str:
    path = coast(cells)
    waves = "".join(
        f'<path class="coast-line" d="{path}" stroke-width="{width + 2}" style="opacity:{opacity}"/>'
        f'<path class="coast-fill" d="{path}" stroke-width="{width}"/>'
        for width, opacity in [(112, 0.16), (90, 0.26), (70, 0.4), (52, 0.58), (36, 0.8)]
    )
    grid = "".join("M" + "L".join(at(point) for point in corners(cell)[:4]) for cell in cells)
    return (
        f'<g class="coast" aria-hidden="true">{waves}<path class="coast-ink" d="{path}" stroke-width="19"/>'
        f'<path class="coast-land" d="{path}" stroke-width="15.4"/></g><g class="land" aria-hidden="true">'
        f'<path class="land-ground" d="{path}"/><path class="land-grid" d="{grid}"/>'
        f'<path class="town-ground" d="{shape(towns, 0.93)}"/></g>'
    )


class Layer:
    """What one company may build now: cities in reach, 13.3 cities from the west, 13.2 cubes in San Francisco."""

    def __init__(self, table: MiniExpressView, lit: Lit, company: str, made: Map) -> None:
        asset = table.assets[COMPANIES.index(company)]
        self.company = company
        self.where = places(table)
        self.cities = found(lit, "build", company, asset.destinations)
        self.from_west = found(lit, "build west", company, asset.from_west or {})
        self.starts = [(offer, n) for n in range(1, 4) if (offer := lit.get("coast", f"{company}-{n}"))]
        self.start = str(made.prototype.get("coast", ""))  # the city's name

    @property
    def any(self) -> bool:
        return bool(self.cities or self.from_west or self.starts)

    @property
    def lit(self) -> dict[str, Offer]:
        """Each city that the company lights, with the first move that leads into it."""
        cities = {name: offer for name, (offer, _) in (self.from_west | self.cities).items()}
        return {self.start: self.starts[0][0], **cities} if self.starts else cities


def found(lit: Lit, verb: str, company: str, trains: dict[str, int]) -> dict[str, tuple[Offer, int]]:
    """The cities that can be chosen, each with its move and the trains it takes."""
    offers = ((name, lit.get(verb, place_of(company, name)), count) for name, count in trains.items())
    return {name: (offer, count) for name, offer, count in offers if offer}


def places(table: MiniExpressView) -> dict[str, Cell]:
    return {place.name: place.at for place in table.cities}


def veils(cells: tuple[Cell, ...], builds: bool, routes: bool) -> str:
    """Over the land, while a company is chosen or a route is to be."""
    if not builds and not routes:
        return ""
    kind = "veil is-on" if routes else "veil"
    return f'<path class="{kind}" d="{coast(cells)}" aria-hidden="true"/>'


def lamps(layer: Layer) -> str:
    """The light round one company's cities, under their names."""
    drawn = "".join(
        lamp(offer, f' transform="translate({at(centre(layer.where[name]))})"') for name, offer in layer.lit.items()
    )
    return f'<g class="lit-layer lamps" data-co="{layer.company}" aria-hidden="true">{drawn}</g>' if drawn else ""


def lamp(offer: Offer, place: str = "") -> str:
    return (
        f'<g class="lamp" data-for="{quoted(offer.move)}"{place}>'
        f'<polygon class="lamp-ground" points="{polygon(0.98)}"/>'
        f'<polygon class="lamp-case" points="{polygon(0.98)}"/>'
        f'<polygon class="lamp-light" points="{polygon(0.98)}"/></g>'
    )


def choices(table: MiniExpressView, layer: Layer) -> str:
    """One company's lit cities with what they cost; all others tell why not when they are asked."""
    company, names, lit = layer.company, named(table), layer.lit
    drawn = ""
    for name, cell in layer.where.items():
        if name in layer.cities:
            offer, trains = layer.cities[name]
            drawn += reached(cell, name, company, trains, names, doing(offer))
        elif name in lit:
            drawn += f'<polygon class="hit" {hexed(cell)} {doing(lit[name])}/>'
        else:
            drawn += out_of_reach(cell, name, company)
    for name, (offer, trains) in layer.from_west.items():
        drawn += from_west(layer.where[name], offer, trains, company, name)
    for i, (offer, cubes) in enumerate(layer.starts):
        drawn += coast_start(layer, offer, cubes, i - (len(layer.starts) - 1) / 2)
    return f'<g class="lit-layer" data-co="{company}">{drawn}</g>'


@cache
def hexed(cell: Cell) -> str:
    return f'transform="translate({at(centre(cell))})" points="{polygon()}"'


@lru_cache(maxsize=4000)
def reached(cell: Cell, name: str, company: str, trains: int, names: frozenset[Cell], does: str) -> str:
    return (
        f"{cost(cell, trains, company, names)}"
        f'<polygon class="hit" role="button" tabindex="0" {hexed(cell)} {does} '
        f'aria-label="Build {company.title()} to {name}, {plural(trains, "train")}"/>'
    )


@lru_cache(maxsize=1000)
def out_of_reach(cell: Cell, name: str, company: str) -> str:
    return f'<polygon class="ask" {hexed(cell)} {asking("build", place_of(company, name))}/>'


def ghost_line(lines: Lines, offer: Offer) -> str:
    """The track that a move would lay; while routes tie that do not bring the same, all of them."""
    outcome = offer.outcome if isinstance(offer, CompanyOffer) else None
    if outcome is None or not outcome.track or offer.verb == "via":
        return ""
    company = outcome.track[0].company
    edges = [(train.from_, train.to) for train in outcome.track]
    path = lines.branch(company, edges)
    kind = "ghost ghost-way is-tied" if outcome.tied else "ghost ghost-way"
    return (
        f'<g class="{kind}" data-for="{quoted(offer.move)}" data-co="{company}" aria-hidden="true">'
        f'<path class="way-light" d="{path}"/><path class="way-case" d="{path}"/><path class="way" d="{path}"/></g>'
    )


def questions(table: MiniExpressView, lit: Lit) -> list[str]:
    """Every city answers, also while no company is chosen: with the companies that can build to it, or why none can."""
    builds = bool(lit.of("build"))
    asked = []
    for place in table.cities:
        ways = [lit.get("build", place_of(company, place.name)) for company in COMPANIES] if builds else []
        asked.append(question(place, "|".join(quoted(offer.move) for offer in ways if offer)))
    return ['<g class="questions" aria-hidden="true">', *bands(asked), "</g>"]


@lru_cache(maxsize=2000)
def question(place: City, among: str) -> str:
    """It tells what of the city is not printed."""
    does = f'data-among="{among}"' if among else asking("build", place_of("", place.name))
    return f'<polygon class="ask" {hexed(place.at)} {does}>{provenance(place)}</polygon>'


@lru_cache(maxsize=1000)
def provenance(place: City) -> str:
    """What track into a city would bring; its colour and capacity, and whose they are."""
    told = ", ".join(filter(None, (place.name, place.colour, f"holds {place.holds}")))
    ours = ". Its place and capacity are our reconstruction" if place.mark == "reconstructed" else ""
    return f"<title>{told}{ours}. {brings(place)}.</title>"


def brings(place: City) -> str:
    """4.6, 4.8 In words, for who points at a city."""
    if not place.demand:
        return "Nobody builds here any more: its demand is met"
    one, two = place.demand
    if two == "purple":
        return f"Who builds here gains influence: 1 in {one.title()}, 1 in another company"
    if one == two:
        return f"Who builds here gains 2 influence in {one.title()}"
    return f"Who builds here gains influence: 1 in {one.title()}, 1 in {two.title()}"


def cost(cell: Cell, trains: int, company: str, named: frozenset[Cell]) -> str:
    """How many trains a lit city takes: a wagon with the number, on a side where it hides no name."""
    x, y = centre(cell)
    north, north_east, _, _, _, north_west = near(cell)
    spots = [(north, (0.0, -43.0)), (north_east, (39.0, -20.0)), (north_west, (-39.0, -20.0))]
    dx, dy = next((spot for beside, spot in spots if beside not in named), (0.0, -43.0))
    return (
        f'<g class="cost" data-co="{company}" transform="translate({at((x + dx, y + dy))})" aria-hidden="true">'
        '<use href="#mx-train" x="-19" y="-13" width="38" height="26"/>'
        f'<text class="cost-n" y="3.4">{trains}</text></g>'
    )


def from_west(cell: Cell, offer: Offer, trains: int, company: str, name: str) -> str:
    """13.3 A city that the western network reaches: a wagon that comes from the west, to be clicked itself, since
    the city may be in reach from the east too."""
    x, y = centre(cell)
    return (
        f'<g class="cost wagon" role="button" tabindex="0" data-co="{company}" {doing(offer)} '
        f'transform="translate({at((x - 2, y + 46))})" '
        f'aria-label="Build {company.title()} to {name} from the west, {plural(trains, "train")}">'
        '<path class="wagon-plate" d="M-25-14H17L29 0 17 14H-25Z"/><use href="#mx-train" x="-22" y="-11" width="32" '
        f'height="22"/><text class="cost-n" x="-6" y="2.4">{trains}</text></g>'
    )


def coast_start(layer: Layer, offer: Offer, cubes: int, place: float) -> str:
    """13.2 How many cubes start in San Francisco: one wagon a choice, above the city."""
    x, y = centre(layer.where[layer.start])
    return (
        f'<g class="cost wagon" role="button" tabindex="0" data-co="{layer.company}" {doing(offer)} '
        f'transform="translate({at((x + 44 * place, y - 52))})" '
        f'aria-label="{layer.company.title()} starts in {layer.start} with {cubes} of its trains">'
        '<path class="wagon-plate" d="M-20-15H20V15H-20Z"/><use href="#mx-train" x="-16" y="-11" width="32" '
        f'height="22"/><text class="cost-n" y="2.4">{cubes}</text></g>'
    )


Way = tuple[Offer, list[Cell]]  # a tied route and its hexes


def route_cells(table: MiniExpressView, made: Map, offer: Offer) -> list[Cell]:
    """A tied route from the hex it branches off to the city."""
    assert table.building is not None
    names = {f"{q},{r}": (q, r) for q, r in made.cells}
    via = [names[name] for name in offer.reach]
    own = [train.to for train in table.track if train.company == table.building.company]
    beside = [cell for cell in near(via[0]) if cell in own]
    start = min(beside, key=lambda cell: (-cell[0], cell[1]))
    return [start, *via, places(table)[table.building.city]]


def tied_route(table: MiniExpressView, lines: Lines, offer: Offer, cells: list[Cell]) -> str:
    assert table.building is not None
    company = table.building.company
    path = lines.branch(company, list(pairwise(cells)))
    return (
        f'<g class="tied-route" data-for="{quoted(offer.move)}"><path class="tied-case" d="{path}"/>'
        f'<path class="tied" d="{path}"/><path class="tied-mark" data-co="{company}" d="{path}"/>'
        f'<g class="tied-pick"><path class="pick-case" d="{path}"/><path class="pick-light" d="{path}"/>'
        f"{line(company, path, 'line ghost-line')}</g>"
        f'<path class="tied-hit" d="{path}" {doing(offer)}/></g>'
    )


def label_spots(ways: list[Way], stops: frozenset[Cell]) -> list[tuple[Offer, Point]]:
    """Where the letters of tied routes stand: in a hex or on a side that is most its own, off the cities' names."""
    routes = [label_places(cells) for _, cells in ways]
    uses: dict[Edge, int] = {}
    for route in routes:
        for place in route:
            uses[place] = uses.get(place, 0) + 1
    taken: list[Edge] = []
    found = []
    for (offer, _), route in zip(ways, routes, strict=True):
        middle = (len(route) - 1) / 2

        def worse(place: Edge, route: list[Edge] = route, middle: float = middle) -> tuple[int, bool, float]:
            return uses[place], bool(stops & set(place)), abs(route.index(place) - middle)

        places = sorted(route, key=worse)
        spot = next((place for place in places if place not in taken), places[0])
        taken.append(spot)
        (x0, y0), (x1, y1) = centre(spot[0]), centre(spot[1])
        found.append((offer, ((x0 + x1) / 2, (y0 + y1) / 2)))
    return found


def label_places(cells: list[Cell]) -> list[Edge]:
    """The sides and the hexes of a route, on its way; a hex is a side to itself."""
    sides = list(pairwise(cells))
    hexes = [(cell, cell) for cell in cells[1:-1]]
    return [place for pair in zip(sides, hexes, strict=False) for place in pair] + sides[-1:]


def route_name(i: int) -> str:
    """a to z, then aa, ab."""
    return "abcdefghijklmnopqrstuvwxyz"[i] if i < 26 else route_name(i // 26 - 1) + route_name(i % 26)


def route_label(offer: Offer, spot: Point, i: int) -> str:
    return (
        f'<g class="route-label" role="button" tabindex="0" {doing(offer)} transform="translate({at(spot)})" '
        f'aria-label="Route {route_name(i)}, {offer.label}"><circle class="label-reach"/>'
        '<path d="M-13-11.5H13V11.5H-13Z"/>'
        f'<text y="6">{route_name(i)}</text></g>'
    )


def aside(name: str, cell: Cell, named: frozenset[Cell]) -> float:
    """How far a name steps aside: for a city below it on one side only, the longer the farther; a long one for the next
    name at its height."""
    q, r = cell
    _, _, south_east, _, south_west, _ = near(cell)
    west, east = (q - 2, r + 1) in named, (q + 2, r - 1) in named
    way = (south_west in named) - (south_east in named)
    if way:
        free = not (east if way > 0 else west)
        return way * max(9.0, 4.5 * len(name) - 21 if free else 0.0)
    return 3.0 * (west - east) if len(name) > 9 else 0.0


def index_spot(place: City, width: float, named: frozenset[Cell]) -> tuple[float, float, str]:
    """Where a city's number in the Bot's order stands, and from where it runs: beside the crate, where no name is, or
    beside the berths, where no other's crate is either."""
    _, north_east, south_east, _, south_west, north_west = near(place.at)
    if place.demand:
        to_the_right = north_west in named and north_east not in named
    else:
        to_the_right = not named.isdisjoint((north_west, south_west)) and named.isdisjoint((north_east, south_east))
    x, y = (26.0, -15.0) if place.demand else (width / 2 + 3, 6.0)
    return (x, y, "start") if to_the_right else (-x, y, "end")


def demanded(place: City, table: MiniExpressView) -> str:
    """What a city asks for, in words."""
    if not place.demand:
        return ""
    one, two = (table.goods.get(good, "any other") for good in place.demand)
    return f"demand {one} and {two}"


@lru_cache(maxsize=4000)
def city(place: City, demanded: str, bot: bool, named: frozenset[Cell]) -> str:
    """Crate label, a berth for each company it holds, name; the index where the Bot plays."""
    x, y = centre(place.at)
    count, here = place.holds, place.companies
    width = count * BERTH + 7
    berths = ""
    for i in range(count):
        bx = (i - (count - 1) / 2) * BERTH
        if i < len(here):
            berths += f'<use href="#mx-stock-{here[i]}" x="{number(bx - 10)}" y="-9.5" width="20" height="20"/>'
        else:
            berths += f'<circle class="berth" cx="{number(bx)}" cy=".5" r="7.4"/>'
    label = index = ""
    told = demanded or ("full" if len(here) >= count else "no demand")
    if place.demand:
        label = demand(place.demand, -22.8, 1.14, told.capitalize())
    if bot:
        dx, dy, side = index_spot(place, width, named)
        told_index = f"<title>City {place.index} in the Bot's order</title>"
        index = f'<text class="index is-{side}" x="{number(dx)}" y="{number(dy)}">{place.index}{told_index}</text>'
    companies = ", ".join(company.title() for company in here) or "nobody"
    colour, beside = place.colour, number(aside(place.name, place.at, named))
    rim = f'<polygon class="capacity is-{colour}" points="{polygon(0.9)}"/>' if colour else ""
    return (
        f'<g class="city" transform="translate({at((x, y))})" role="img" '
        f'aria-label="{place.name}, {colour + ", " if colour else ""}holds {count}, {companies} there, {told}">{rim}'
        f'<rect class="pill" x="{number(-width / 2)}" y="-12.5" width="{number(width)}" height="26" rx="13"/>{berths}'
        f'{label}<text class="place" x="{beside}" y="27.2">{place.name}</text>{index}</g>'
    )


def start(place: Start, lit: Lit, builds: bool, named: frozenset[Cell]) -> str:
    """A home hex: a click picks its company, chooses it to build, or tells why it can't."""
    company, name = place.company, place.name
    pick = lit.get("pick", company) or lit.get("split", company)
    told = f'aria-label="{name}, start of {company.title()}"'
    action, light, choice = f'role="img" {told} {asking("build", company)}', "", ""
    if pick:
        action, light = f'role="button" tabindex="0" {told} {doing(pick)}', lamp(pick)
    elif builds:
        action = f'role="img" {told}'
        choice = f'<label class="home-choice" for="choose-{company}" title="Build {company.title()}"></label>'
        choice = f'<foreignObject x="-36" y="-32" width="72" height="64">{choice}</foreignObject>'
    return (
        f'<g class="start-hex" data-co="{company}" transform="translate({at(centre(place.at))})" {action}>'
        f'{light}<polygon class="start-ground" points="{polygon(0.9)}"/>'
        f'<use href="#mx-disc-{company}" x="-19" y="-24" width="38" height="40.7"/>'
        f'<text class="place" x="{number(aside(name, place.at, named))}" y="29">{name}</text>{choice}</g>'
    )


def harbor(place: HarborPlace, lit: Lit, named: frozenset[Cell]) -> str:
    """A dashed water hex with an anchor; a disc when it is used; a lamp when it can be chosen."""
    company, name = place.company, place.name
    art = '<use href="#mx-anchor" x="-11" y="-19" width="22" height="24"/>'
    if company:
        art = f'<use href="#mx-disc-{company}" x="-16" y="-21" width="32" height="34"/>'
    offer = lit.get("harbor", slug(name))
    action, light = f'role="img" aria-label="Harbor {name}" {asking("harbor", slug(name))}', ""
    if offer:
        action, light = f'role="button" tabindex="0" aria-label="Harbor {name}" {doing(offer)}', lamp(offer)
    return (
        f'<g class="harbor{" is-used" if company else ""}" transform="translate({at(centre(place.at))})" '
        f'{action}>{light}<polygon class="harbor-ground" points="{polygon(0.9)}"/>{art}'
        f'<text class="place" x="{number(aside(name, place.at, named))}" y="27">{name}</text></g>'
    )


def spike(table: MiniExpressView) -> str:
    """The Golden Spike while it waits beside Omaha."""
    if not table.spike or not table.spike.at:
        return ""
    return (
        f'<g class="spike" transform="translate({at(centre(table.spike.at))})" role="img" '
        'aria-label="The Golden Spike waits">'
        '<circle r="19"/><use href="#mx-spike" x="-11" y="-13" width="22" height="26"/></g>'
    )


# -- the Bot ---------------------------------------------------------------------------------


def bot_route(table: MiniExpressView, lines: Lines) -> str:
    """A halo under the Bot's last build."""
    bot = table.bot
    if not bot or not bot.route:
        return ""
    built = set(bot.route)
    company = bot.company
    edges = [edge for edge in lines.edges[company] if edge[1] in built]
    known = sides_of(edge for edge in lines.edges[company] if edge[1] not in built)
    return f'<path class="bot-route" d="{lines.path(company, edges, known)}" aria-hidden="true"/>'


def bot_flag(table: MiniExpressView) -> str:
    """The target, as a pennant."""
    bot = table.bot
    if not bot or not bot.target:
        return ""
    x, y = centre(places(table)[bot.target])
    return (
        f'<g class="target" transform="translate({at((x + 24, y - 12))})" role="img" '
        f'aria-label="Target of the Bot: {bot.target}">'
        '<use href="#mx-flag" x="-2" y="-26" width="26" height="28"/></g>'
    )
