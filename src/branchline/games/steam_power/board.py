"""The Steam Power map and pieces as SVG, drawn from a view. Colours are the stylesheet's.

Edges are numbered clockwise from the east, as the moves name them: e, se, sw, w, nw, ne.
"""

import math
import re
from collections import Counter
from functools import cache

from branchline import drawing
from branchline.drawing import Point, hexagon, pointy
from branchline.game import Json
from branchline.games.steam_power.components import EDGES, LETTERS
from branchline.livery import Stroke
from branchline.words import an

RADIUS = 40.0  # of a hex: centre to corner
WIDTH = RADIUS * math.sqrt(3)
PAD = 27.0
REACH = 32.0  # of a small button, for a finger: 24 pixels across where a phone shows the whole map
BOTTOM = 2  # of a hex's corners
Fare = tuple[float, float, str, int | None]  # a tag: where, the amount, who gets it

BAND = 9.0  # how broad a rail is
LINES: tuple[tuple[Stroke, ...], ...] = (  # by company
    (Stroke(1.8),),
    (Stroke(2.34, (9.9, 6.75)),),
    (Stroke(5.76), Stroke(2.7, core=True)),
    (Stroke(3.78, (0, 9)),),
    (Stroke(4.5, (6.3, 6.3)),),
)
ICONS = {
    "track": "M8 3 5 21M16 3 19 21M7.4 7H16.6M6.7 12H17.3M6 17H18",
    "factory": "M3 20V10L9 6V10L15 6V10L21 6V20ZM3 20H21",
    "fulfil": "M4 7H20V10A2 2 0 0 0 20 14V17H4V14A2 2 0 0 0 4 10ZM14 7V17",
    "contracts": "M7 4H19V17M5 7H16V20H5Z",
    "money": "M12 4A8 8 0 1 0 12 20 8 8 0 0 0 12 4ZM14.6 9.2A3 2.2 0 0 0 12 8C10.6 8 9.5 8.8 9.5 9.9 9.5 12.6 14.6 "
    "11.4 14.6 14.1 14.6 15.2 13.4 16 12 16A3 2.4 0 0 1 9.3 14.6M12 6.6V17.4",
    "bank": "M3 9 12 4 21 9ZM5 9V17M10 9V17M14 9V17M19 9V17M3 20H21",
}
TEXTURE = {
    "orange": '<path class="g-tex" d="M-8 1 1-8M-8 8 8-8M1 8 8 1"/>',
    "black": "",
    "gray": '<path class="g-tex" d="M-8-3H8M-8 3H8"/>',
    "white": '<circle class="g-dot" r="2.6"/>',
}
CROSS = '<path d="M-4-4 4 4M4-4-4 4"/>'
TURN = '<path class="turn-arrow" d="M5.4-1.6A5.6 5.6 0 1 0 4.6 3.2M5.8-6V-1.4H1.2"/>'
WORKS = "M-13 11V-4L-5-10V-4L3-10V-4L8-8V-14H13V11Z"


# -- geometry --------------------------------------------------------------------------------


def at(name: str) -> tuple[int, int]:
    """Row and column of a hex's name."""
    return int(name[1:]) - 1, LETTERS.index(name[0])


def centre(name: str) -> Point:
    row, column = at(name)
    return pointy((column - row // 2, row), RADIUS)


def corners(size: float = 1.0) -> tuple[Point, ...]:
    """Round the origin, from the upper end of the eastern edge."""
    return hexagon((0, 0), size * RADIUS, -30)


def points(size: float = 1.0) -> str:
    return drawing.points(corners(size))


def beside(name: str, edge: int) -> tuple[int, int]:
    row, column = at(name)
    odd = row % 2
    steps = [(0, 1), (1, odd), (1, odd - 1), (0, -1), (-1, odd - 1), (-1, odd)]
    return row + steps[edge][0], column + steps[edge][1]


def edge_middle(edge: int, size: float = 1.0) -> Point:
    angle = math.radians(60 * edge)
    return size * WIDTH / 2 * math.cos(angle), size * WIDTH / 2 * math.sin(angle)


def span(a: int, b: int) -> int:
    """1 a tight curve, 2 a curve, 3 a straight."""
    return min((b - a) % 6, (a - b) % 6)


def arc_radius(a: int, b: int) -> float | None:
    return {3: None, 2: 1.5 * RADIUS, 1: 0.5 * RADIUS}[span(a, b)]


def arc_length(a: int, b: int) -> float:
    return {3: WIDTH, 2: 0.5 * math.pi * RADIUS, 1: math.pi * RADIUS / 3}[span(a, b)]


def point_at(a: int, b: int, t: float) -> tuple[float, float, float]:
    """Point and heading in degrees at t in 0..1 on the rail from edge a to edge b."""
    flip = (b - a) % 6 > 3
    p, q = (b, a) if flip else (a, b)
    t = 1 - t if flip else t
    radius = arc_radius(p, q)
    x0, y0 = edge_middle(p)
    if radius is None:
        x1, y1 = edge_middle(q)
        x, y = x0 + (x1 - x0) * t, y0 + (y1 - y0) * t
        heading = math.degrees(math.atan2(y1 - y0, x1 - x0))
    else:
        steps = (q - p) % 6
        toward = math.radians(60 * p + 30 * steps)
        far = {2: WIDTH, 1: RADIUS}[steps]
        cx, cy = far * math.cos(toward), far * math.sin(toward)
        sweep = {2: math.pi / 3, 1: 2 * math.pi / 3}[steps]
        angle = math.atan2(y0 - cy, x0 - cx) - sweep * t
        x, y = cx + radius * math.cos(angle), cy + radius * math.sin(angle)
        heading = math.degrees(angle) - 90
    return x, y, heading + (180 if flip else 0)


def rail_path(a: int, b: int, begin: float = 0.0, end: float = 1.0) -> str:
    x0, y0, _ = point_at(a, b, begin)
    x1, y1, _ = point_at(a, b, end)
    radius = arc_radius(a, b)
    if radius is None:
        return f"M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}"
    sweep = 0 if (b - a) % 6 <= 3 else 1
    return f"M{x0:.1f} {y0:.1f}A{radius:.1f} {radius:.1f} 0 0 {sweep} {x1:.1f} {y1:.1f}"


def edges(rail: str) -> tuple[int, int]:
    """The edges of a rail's name: "sw-ne"."""
    one, two = rail.split("-")
    return EDGES.index(one), EDGES.index(two)


def outlines(cells: set[tuple[int, int]]) -> list[list[Point]]:
    """Closed lines round a set of hexes."""
    after: dict[Point, list[Point]] = {}
    for row, column in cells:
        name = f"{LETTERS[column]}{row + 1}"
        x, y = centre(name)
        ring = corners()
        for edge in range(6):
            if beside(name, edge) not in cells:
                (px, py), (qx, qy) = ring[edge], ring[(edge + 1) % 6]
                after.setdefault((round(x + px), round(y + py)), []).append((round(x + qx), round(y + qy)))
    lines = []
    while after:
        start = next(iter(after))
        line = [start]
        point: Point | None = start
        while point in after:
            following = after[point].pop()
            if not after[point]:
                del after[point]
            line.append(following)
            point = following
        lines.append(line)
    return lines


# -- the pieces ------------------------------------------------------------------------------


@cache
def sprite() -> str:
    parts = ['<svg class="sprite" width="0" height="0" aria-hidden="true"><defs>']
    for good, texture in TEXTURE.items():
        parts.append(
            f'<symbol id="cube-{good}" viewBox="-11 -14 25 25" overflow="visible"><g class="cube is-good-{good}">'
            '<path class="g-out" d="M-8-8-3-13H13V3L8 8H-8Z"/><path class="g-top" d="M-8-8-3-13H13L8-8Z"/>'
            '<path class="g-side" d="M8-8 13-13V3L8 8Z"/><rect class="g-front" x="-8" y="-8" width="16" height="16"/>'
            f'{texture}<path class="g-edge" d="M-8-8-3-13H13V3L8 8H-8ZM-8-8H8V8M8-8 13-13"/></g></symbol>'
        )
    parts.append(
        '<symbol id="sp-train" viewBox="-14 -16 28 30" overflow="visible"><circle class="sp-wheel" cx="-6" cy="10.2" '
        'r="3.4"/><circle class="sp-wheel" cx="6" cy="10.2" r="3.4"/>'
        '<path class="sp-body" d="M-11-9H-7.5V-13H-2.5V-9H11V9H-11Z"/></symbol>'
        f'<symbol id="sp-factory" viewBox="-14 -16 28 30" overflow="visible"><path class="sp-body" '
        f'd="{WORKS}"/></symbol>'
        '<symbol id="sp-shield" viewBox="-12 -13 24 26" overflow="visible"><path class="sp-shield" '
        'd="M-10.5-11H10.5V2C10.5 7.5 5 10.5 0 12.5-5 10.5-10.5 7.5-10.5 2Z"/></symbol>'
        '<symbol id="sp-coin" viewBox="-13 -13 26 26" overflow="visible"><circle class="coin-rim" r="12"/>'
        '<circle class="coin-face" r="9.2"/></symbol>'
        f'<clipPath id="sp-hex"><polygon points="{points()}"/></clipPath>'
    )
    parts.append(terrain_symbols())
    for name, path in ICONS.items():
        parts.append(
            f'<symbol id="icon-{name}" viewBox="0 0 24 24"><path d="{path}" fill="none" stroke="currentColor" '
            'stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/></symbol>'
        )
    return "".join([*parts, "</defs></svg>"])


def terrain_symbols() -> str:
    """The engraved land: tufts, hachures, peaks."""
    tufts = "".join(f"M{x} {y}v-5M{x - 2.8} {y}l-1.8-3.6M{x + 2.8} {y}l1.8-3.6" for x, y in [(-15, -12), (14, 14)])
    hachures = ""
    for x, y, wide in [(-13, -6, 26), (12, -13, 22), (9, 12, 28)]:
        hachures += f"M{x - wide / 2} {y}Q{x} {y - wide * 0.62:.1f} {x + wide / 2} {y}"
        for k in range(1, 5):
            t = k / 5
            px, py = x - wide / 2 + wide * t, y - 2 * (1 - t) * t * wide * 0.62
            hachures += f"M{px:.1f} {py + 1.6:.1f}l{(t - 0.5) * 5:.1f} 4.6"
    peaks = ""
    for x, y, high, wide in [(-14, -6, 20, 25), (12, -3, 25, 30), (-6, 20, 17, 24)]:
        peaks += (
            f'<path class="sp-peak" d="M{x - wide / 2} {y}L{x} {y - high}L{x + wide / 2} {y}Z"/>'
            f'<path class="sp-lee" d="M{x} {y - high}L{x + wide / 2} {y}H{x + wide * 0.08:.1f}'
            f'L{x + wide * 0.1:.1f} {y - high * 0.45:.1f}Z"/>'
        )
    return (
        f'<g id="sp-plains" class="sp-land"><path d="{tufts}"/></g>'
        f'<g id="sp-hills" class="sp-land"><path d="{hachures}"/></g>'
        f'<g id="sp-mountains" class="sp-land">{peaks}</g>'
    )


def seat(company: int | None) -> str:
    return "" if company is None else f' data-seat="{company + 1}"'


def rails(a: int, b: int, company: int | None, kind: str = "") -> str:
    """One rail in its owner's line: sleepers, case, band, line style. Round the origin."""
    path, length = rail_path(a, b), arc_length(a, b)
    sleepers = max(3, round(length / 6.6))
    drawn = (
        f'<g class="rails {kind if company is not None else "is-dead"}"{seat(company)}>'
        f'<path class="r-sleepers" d="{path}" stroke-width="{BAND + 9}" pathLength="{sleepers * 3}" '
        f'stroke-dasharray="1 2" stroke-dashoffset="-1"/><path class="r-case" d="{path}" stroke-width="{BAND + 2.8}"/>'
        f'<path class="r-band" d="{path}" stroke-width="{BAND}"/>'
    )
    if kind != "is-ghost" and company is not None:
        drawn += "".join(mark(path, length, stroke) for stroke in LINES[company])
    return drawn + "</g>"


def mark(path: str, length: float, stroke: Stroke) -> str:
    """One stroke of a company's line style: it goes on from rail to rail."""
    dashes = ""
    if stroke.dash:
        on, off = stroke.dash
        count = max(2, round(length / (on + off)))
        cap = ' stroke-linecap="round"' if on == 0 else ""
        dashes = (
            f' pathLength="{count * (on + off):.2f}" stroke-dasharray="{on:.2f} {off:.2f}" '
            f'stroke-dashoffset="{-off / 2:.2f}"{cap}'
        )
    kind = "r-band" if stroke.core else "r-mark"
    return f'<path class="{kind}" d="{path}" stroke-width="{stroke.width:.2f}"{dashes}/>'


def bridge(a: int, b: int) -> str:
    """The gap and the parapets with which the newer rail of a crossing steps over the older one."""
    drawn = f'<path class="b-gap" d="{rail_path(a, b, 0.27, 0.73)}" stroke-width="24"/>'
    for side in (-1, 1):
        along = []
        for k in range(7):
            x, y, heading = point_at(a, b, 0.27 + 0.46 * k / 6)
            aside = math.radians(heading + 90 * side)
            along.append(f"{x + 11 * math.cos(aside):.1f} {y + 11 * math.sin(aside):.1f}")
        drawn += f'<path class="b-wing" d="M{"L".join(along)}"/>'
    return drawn


def buffer_stop(edge: int) -> str:
    """At the open end of an incomplete link."""
    x, y = edge_middle(edge, 0.97)
    return (
        f'<g class="buffer" transform="translate({x:.1f} {y:.1f}) rotate({60 * edge})"><path class="bf-bar" '
        f'd="M0-11V11"/>'
        '<circle cx="3.4" cy="-6.4" r="3.1"/><circle cx="3.4" cy="6.4" r="3.1"/></g>'
    )


def piece(kind: str, company: int, x: float, y: float, size: float, id: str = "") -> str:
    """A train or a factory with its owner's number."""
    low = 5.4 if kind == "train" else 8.2
    name = f' id="{id}" data-piece="{kind}-{company + 1}"' if id else ""
    return (
        f'<g class="piece"{seat(company)}{name} transform="translate({x:.1f} {y:.1f}) scale({size / 28:.3f})">'
        f'<use href="#sp-{kind}" x="-14" y="-16" width="28" height="30"/>'
        f'<text class="piece-no" y="{low}">{company + 1}</text></g>'
    )


def shield(x: float, y: float, points_: int, scale: float = 1.0) -> str:
    return (
        f'<g transform="translate({x} {y}) scale({scale})"><use href="#sp-shield" x="-12" y="-13" width="24" '
        f'height="26"/>'
        f'<text class="shield-no" y="5">{points_}</text></g>'
    )


def coin(x: float, y: float) -> str:
    return (
        f'<g transform="translate({x:.1f} {y:.1f})"><use href="#sp-coin" x="-13" y="-13" width="26" height="26"/>'
        '<text class="coin-no" y="4.6">$1</text></g>'
    )


def tag_width(text: str, company: int | None) -> float:
    return 11 + 8.2 * len(text) + (19 if company is not None else 0)


def tag(x: float, y: float, text: str, company: int | None = None) -> str:
    """A fare: the amount, and who gets it."""
    wide = tag_width(text, company)
    drawn = (
        f'<g class="fare" transform="translate({x:.1f} {y:.1f})"><rect class="fare-plate" x="{-wide / 2:.1f}" y="-11" '
        f'width="{wide:.1f}" height="22" rx="4"/>'
    )
    shift = 0.0
    if company is not None:
        drawn += (
            f'<g data-seat="{company + 1}"><rect class="sp-body" x="{wide / 2 - 20:.1f}" y="-8" width="16" height="16" '
            f'rx="2"/><text class="piece-no is-small" x="{wide / 2 - 12:.1f}" y="4.6">{company + 1}</text></g>'
        )
        shift = -9.5
    return f'{drawn}<text class="fare-no" x="{shift}" y="5.2">{text}</text></g>'


def exit_arrow(edge: int, kind: str) -> str:
    x, y = edge_middle(edge)
    turned = f"translate({x:.1f} {y:.1f}) rotate({60 * edge})"
    return f'<path class="exit{kind}" transform="{turned}" d="M-5-8 8 0-5 8Z"/>'


def kinds(moves: list[str]) -> str:
    """The actions that light a place: one chosen beside the map puts out the others."""
    actions = {"build": " for-factory", "take": ""}
    return "".join(sorted({actions.get(move.split()[0], " for-track") for move in moves}))


def spread(fares: list[Fare]) -> list[Fare]:
    """The same tags, moved up or down until none lies over another."""
    placed: list[Fare] = []
    for x, y, text, company in fares:
        tries: list[Fare] = [(x, y + 12 * n * way, text, company) for n in range(12) for way in (-1, 1)]
        free = (fare for fare in tries if not any(overlap(fare, other) for other in placed))
        placed.append(next(free, tries[0]))
    return placed


def overlap(one: Fare, two: Fare) -> bool:
    wide = (tag_width(one[2], one[3]) + tag_width(two[2], two[3])) / 2 + 2
    return abs(one[0] - two[0]) < wide and abs(one[1] - two[1]) < 24


# -- the map ---------------------------------------------------------------------------------


class Board:
    """One drawing: the table of a view, and the moves that can be made on it."""

    def __init__(self, view: Json, waters: list[tuple[str, float, float, float, float]]) -> None:
        self.view = view
        self.table: Json = view["table"]
        self.waters = waters
        self.hexes: dict[str, Json] = {hex["name"]: hex for hex in self.table["hexes"]}
        self.links: dict[int, Json] = {link["id"]: link for link in self.table["links"]}
        self.cities: dict[str, Json] = {city["name"]: city for city in self.table["cities"]}
        cells = [at(name) for name in self.hexes]
        self.rows, self.columns = max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1
        self.left, self.top = -WIDTH / 2 - PAD, -RADIUS - PAD
        self.width = (self.columns + 0.5) * WIDTH + 2 * PAD
        self.height = (self.rows - 1) * 1.5 * RADIUS + 2 * RADIUS + 2 * PAD
        self.offers: dict[str, Json] = {offer["move"]: offer for offer in view["moves"]}
        self.laid_now = self.drafted(view.get("draft", []))
        self.on_hex = self.moves_by(r"(?:lay|replace) (\w+) ")
        self.to_replace = self.set_apart()
        self.on_city = self.moves_by(r"(?:begin|build|take \w+ from) (.+?)(?: \d+| free| paying .*)?")

    def drafted(self, moves: list[str]) -> set[str]:
        """The hexes on which this turn's tiles still lie."""
        laid: set[str] = set()
        for verb, *words in (move.split() for move in moves):
            if verb in ("lay", "replace"):
                laid.add(words[0])
            elif verb == "remove":
                laid.discard(words[0])
        return laid

    def moves_by(self, pattern: str) -> dict[str, list[str]]:
        """Moves with the hex or city that they are about, those that complete a link first."""
        found: dict[str, list[str]] = {}
        for move, offer in self.offers.items():
            match = re.match(pattern + r"(?:$|\S)", move) if pattern.endswith(" ") else re.fullmatch(pattern, move)
            if match:
                found.setdefault(match[1], []).append(move)
                found[match[1]].sort(key=lambda m: ("open to" in self.offers[m]["label"], m.startswith("replace")))
                assert offer
        return found

    def set_apart(self) -> dict[str, list[str]]:
        """What would replace a tile that was laid this turn: not on its hex, where the pointer still is."""
        found: dict[str, list[str]] = {}
        for name in sorted(self.laid_now & self.on_hex.keys()):
            moves = self.on_hex.pop(name)
            found[name] = [move for move in moves if move.startswith("replace ")]
            if others := [move for move in moves if move not in found[name]]:
                self.on_hex[name] = others
        return found

    def svg(self) -> str:
        layers = [
            self.sheet(),
            self.land(),
            self.water(),
            self.frame(),
            self.tiles(),
            self.coin_ways(),
            self.city_tiles(),
            self.lamps(),
            self.draft(),
            self.plates(),
            self.trains(),
            self.coins(),
            self.alone(),
            self.take_ups(),
            self.delivery(self.table["proposal"], "") if self.table["proposal"] else "",
            self.ghosts(),
            self.corners(),
        ]
        box = f"{self.left:.1f} {self.top:.1f} {self.width:.1f} {self.height:.1f}"
        return (
            f'<svg class="board steam-power" id="map" viewBox="{box}" role="group" '
            f'aria-label="{self.table["map_title"]}, {len(self.cities)} cities">{"".join(layers)}</svg>'
        )

    def sheet(self) -> str:
        return (
            f'<rect class="sheet" x="{self.left:.1f}" y="{self.top:.1f}" width="{self.width:.1f}" '
            f'height="{self.height:.1f}" rx="8"/>'
        )

    def moves_on(self, moves: list[str], ask: str) -> str:
        """The attributes of a place: its move, or several to turn through; or what to ask about."""
        if not moves:
            return f'role="img" data-ask="{ask}"'
        turns = f' data-turns="{"|".join(moves)}"' if len(moves) > 1 else ""
        return f'role="button" tabindex="0" data-move="{moves[0]}"{turns}'

    def land(self) -> str:
        drawn = ""
        for name, hex in self.hexes.items():
            terrain = hex["terrain"]
            if terrain == "water":
                continue
            x, y = centre(name)
            row, column = at(name)
            ground = "plains" if terrain == "city" else terrain
            bare = terrain == "city" or (terrain == "plains" and (row * 7 + column * 5) % 3 == 0)
            art = "" if bare else f'<use href="#sp-{ground}"/>'
            price = f'<text class="price" y="31">${hex["cost"]}</text>' if hex["cost"] else ""
            moves = self.on_hex.get(name, [])
            lit = f" is-lit{kinds(moves)}" if moves else ""
            track = f", {len(hex['rails'])} track" if hex["rails"] else ""
            label = f"{name}, {terrain}{track}" + (f", {len(moves)} ways to lay track" if moves else "")
            action = f' {self.moves_on(moves, f"lay {name}")} aria-label="{label}"' if terrain != "city" else ""
            drawn += (
                f'<g class="hex sp-{ground}{lit}" id="hex-{name}"{action} '
                f'transform="translate({x:.1f} {y:.1f})"><polygon class="hex-ground" '
                f'points="{points(1.005)}"/>{art}{price}</g>'
            )
        return f'<g class="land">{drawn}</g><path class="hexgrid" d="{self.grid()}" aria-hidden="true"/>'

    def grid(self) -> str:
        path = ""
        ring = corners()
        for name in self.hexes:
            x, y = centre(name)
            for edge in range(3):
                (px, py), (qx, qy) = ring[edge], ring[edge + 1]
                path += f"M{x + px:.1f} {y + py:.1f}L{x + qx:.1f} {y + qy:.1f}"
        return path

    def water(self) -> str:
        cells = {at(name) for name, hex in self.hexes.items() if hex["terrain"] == "water"}
        if not cells:
            return ""
        shore = "".join("M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in line) + "Z" for line in outlines(cells))
        drawn = (
            f'<clipPath id="sp-lakes"><path d="{shore}"/></clipPath><g class="water" aria-hidden="true">'
            f'<path class="w-fill" d="{shore}"/><g clip-path="url(#sp-lakes)">'
        )
        for width, opacity in ((44, 0.28), (32, 0.42), (20, 0.6), (9, 0.85)):
            drawn += (
                f'<path class="w-line" d="{shore}" stroke-width="{width + 2}" style="opacity:{opacity}"/>'
                f'<path class="w-gap" d="{shore}" stroke-width="{width}"/>'
            )
        drawn += f'</g><path class="w-shore" d="{shore}"/>'
        for name, column, row, turn, gap in self.waters:
            drawn += (
                f'<text class="w-name" transform="translate({column * WIDTH:.0f} {row * 1.5 * RADIUS:.0f}) '
                f'rotate({turn})" '
                f'style="letter-spacing:{gap}px" y="5">{name}</text>'
            )
        return drawn + "</g>"

    def frame(self) -> str:
        """The neat line with column letters and row numbers: the name of every hex."""
        inner = f'width="{self.width - 2 * PAD + 10:.1f}" height="{self.height - 2 * PAD + 10:.1f}"'
        drawn = (
            f'<g class="neat" aria-hidden="true"><rect class="neat-out" x="{self.left + 1.5:.1f}" '
            f'y="{self.top + 1.5:.1f}" '
            f'width="{self.width - 3:.1f}" height="{self.height - 3:.1f}" rx="7"/>'
            f'<rect class="neat-in" x="{self.left + PAD - 5:.1f}" y="{self.top + PAD - 5:.1f}" {inner} rx="3"/>'
        )
        for column in range(self.columns):
            for y in (self.top + 17, self.top + self.height - 7):
                drawn += f'<text class="coord" x="{(column + 0.25) * WIDTH:.1f}" y="{y:.1f}">{LETTERS[column]}</text>'
        for row in range(self.rows):
            for x in (self.left + 12, self.left + self.width - 12):
                drawn += f'<text class="coord" x="{x:.1f}" y="{row * 1.5 * RADIUS + 5:.1f}">{row + 1}</text>'
        return drawn + "</g>"

    def tiles(self) -> str:
        drawn = ""
        for name, hex in self.hexes.items():
            if not hex["rails"]:
                continue
            x, y = centre(name)
            art = f'<polygon class="tile-paper" points="{points(0.95)}"/>'
            for k, rail in enumerate(hex["rails"]):
                a, b = edges(rail["rail"])
                art += (bridge(a, b) if k else "") + rails(a, b, rail["company"])
            drawn += f'<g class="tile-hex" id="tile-{name}" transform="translate({x:.1f} {y:.1f})">{art}</g>'
        for end in self.table["open"]:
            if end:
                x, y = centre(end["hex"])
                stop = buffer_stop(EDGES.index(end["edge"]))
                drawn += f'<g transform="translate({x:.1f} {y:.1f})">{stop}</g>'
        return f'<g class="tiles">{drawn}</g>'

    def draft(self) -> str:
        """A dashed edge round what was laid this turn and can still be taken back."""
        edges = "".join(
            f'<polygon class="draft-edge" points="{points(1.0)}" transform="translate({x:.1f} {y:.1f})"/>'
            for x, y in (centre(name) for name in sorted(self.laid_now))
        )
        return f'<g class="drafts" aria-hidden="true">{edges}</g>' if edges else ""

    def take_ups(self) -> str:
        """The buttons that take up or replace the end tile: above all pieces, in the corners of its hex that are
        least needed, as far from each other as two fingers' circles."""
        drawn = ""
        for name in (end["hex"] for end in self.table["open"] if end):
            free = sorted(range(6), key=lambda corner, name=name: self.need_of(name, corner))  # type: ignore[misc]
            if f"remove {name}" in self.offers:
                drawn += self.take_up(name, [f"remove {name}"], f"Take up the tile on {name}", CROSS, free[0])
            if self.to_replace.get(name):
                aside = next(corner for corner in free if (corner - free[0]) % 6 not in (0, 1, 5))
                drawn += self.take_up(name, self.to_replace[name], f"Replace the tile on {name}", TURN, aside)
        return f'<g class="take-ups">{drawn}</g>' if drawn else ""

    def take_up(self, name: str, moves: list[str], label: str, sign: str, corner: int) -> str:
        """A finger's circle reaches out of the hex, so that the hex itself can still be touched."""
        x, y = centre(name)
        cx, cy = corners()[corner]
        return (
            f'<g class="take-up for-track" {self.moves_on(moves, "")} aria-label="{label}" '
            f'transform="translate({x:.1f} {y:.1f})"><title>{label}</title><polygon class="size" '
            f'points="{points()}"/><circle class="reach" cx="{0.95 * cx:.1f}" cy="{0.95 * cy:.1f}" r="{REACH}"/>'
            f'<g transform="translate({0.66 * cx:.1f} {0.66 * cy:.1f})"><circle class="disc" r="11"/>{sign}</g></g>'
        )

    def need_of(self, name: str, corner: int) -> int:
        """How much else would be touched or covered at a corner of a hex: what is lit beside it, rails, cities, and
        the price at the bottom."""
        used = {edge for rail in self.hexes[name]["rails"] for edge in edges(rail["rail"])}
        need = 2 if corner == BOTTOM else 0
        for edge in ((corner - 1) % 6, corner):
            row, column = beside(name, edge)
            there = f"{LETTERS[column]}{row + 1}" if 0 <= column < self.columns and row >= 0 else ""
            city = next((city["name"].lower() for city in self.cities.values() if city["hex"] == there), "")
            lit = there in self.on_hex or city in self.on_city
            need += 8 * lit + 2 * (edge in used) + bool(city)
        return need

    def city_tiles(self) -> str:
        drawn = ""
        groups: dict[int, list[Json]] = {}
        for city in self.cities.values():
            groups.setdefault(city["group"], []).append(city)
        shared = [group for group in groups.values() if len(group) > 1]
        for group in shared:
            for line in outlines({at(city["hex"]) for city in group}):
                path = "L".join(f"{x:.0f} {y:.0f}" for x, y in line)
                drawn += f'<path class="group-case" d="M{path}Z"/>'
        for city in self.cities.values():
            drawn += self.city_tile(city)
        for group in shared:
            (x0, y0), (x1, y1) = centre(group[0]["hex"]), centre(group[1]["hex"])
            turn = math.degrees(math.atan2(y1 - y0, x1 - x0))
            drawn += (
                f'<g class="clasp" transform="translate({(x0 + x1) / 2:.1f} {(y0 + y1) / 2:.1f}) rotate({turn:.0f})">'
                '<rect x="-8" y="-4" width="16" height="8" rx="4"/></g>'
            )
        return f'<g class="cities">{drawn}</g>'

    def city_tile(self, city: Json) -> str:
        x, y = centre(city["hex"])
        moves = self.on_city.get(city["name"].lower(), [])
        colour = city["colour"] or "none"
        flipped = " is-flipped" if city["flipped"] else ""
        label = f"{city['name']}, {colour}{self.city_says(city)}"
        action = self.moves_on(moves, f"build {city['name'].lower()}")
        lit = f" is-lit{kinds(moves)}" if moves else ""
        return (
            f'<g class="city is-city-{colour}{flipped}{lit}" id="city-{city["hex"]}" {action} '
            f'aria-label="{label}" transform="translate({x:.1f} {y:.1f})">'
            f'<polygon class="city-ground" points="{points(0.965)}"/>{self.city_art(city)}</g>'
        )

    def city_says(self, city: Json) -> str:
        if city["factory"] is None:
            return f", worth {city['worth']}" if city["colour"] == "purple" else ""
        left = "flipped" if city["flipped"] else f"{city['goods']} goods"
        return f", factory of company {city['factory'] + 1}, {left}"

    def city_art(self, city: Json) -> str:
        colour, owner, hex = city["colour"], city["factory"], city["hex"]
        if city["flipped"]:
            works = piece("factory", owner, -13, -7, 25, f"factory-{hex}")
            return f'<polygon class="city-band" points="{points(0.82)}"/>{works}{shield(14, -9, city["worth"])}'
        art = texture(colour)
        if owner is not None:
            art += piece("factory", owner, -16.5, -7, 25, f"factory-{hex}")
            art += '<rect class="tray" x="-2.6" y="-21" width="33" height="25" rx="3"/>'
            for k in range(max(5, city["goods"])):
                x, y = 3 + (k % 3) * 10.6, -14.4 + (k // 3) * 11.4
                gone = "" if k < city["goods"] else " is-gone"
                art += f'<rect class="cube-flat{gone}" x="{x - 3.9:.1f}" y="{y - 3.9:.1f}" width="7.8" height="7.8"/>'
            return art
        if colour == "purple":
            return art + (shield(0, -13, city["worth"], 1.12) if city["worth"] else shield(0, -13, city["share"], 1.12))
        return art + (f'<path class="slot" transform="translate(0 -9)" d="{WORKS}"/>' if colour else "")

    def plates(self) -> str:
        drawn = ""
        for city in self.cities.values():
            x, y = centre(city["hex"])
            wide = len(city["name"]) * 6.5 + 9
            fit = f' textLength="{wide - 8:.1f}" lengthAdjust="spacingAndGlyphs"' if len(city["name"]) > 4 else ""
            drawn += (
                f'<g class="plate-at" transform="translate({x:.1f} {y:.1f})"><rect class="plate" '
                f'x="{-wide / 2:.1f}" y="7.4" '
                f'width="{wide:.1f}" height="16.6" rx="3"/><text class="plate-name" '
                f'y="19.9"{fit}>{city["name"]}</text></g>'
            )
        return f'<g class="plates" aria-hidden="true">{drawn}</g>'

    def train_at(self, link: Json) -> Point:
        """The middle of a link, off the crossings where it can be."""
        chain = link["rails"]
        plain = [rail for rail in chain if len(self.hexes[rail["hex"]]["rails"]) == 1]
        rail = plain[(len(plain) - 1) // 2] if plain else chain[0]
        x, y = centre(rail["hex"])
        px, py, _ = point_at(EDGES.index(rail["from"]), EDGES.index(rail["to"]), 0.5 if plain else 0.17)
        return x + px, y + py

    def trains(self) -> str:
        drawn = "".join(
            piece("train", link["company"], *self.train_at(link), 27, f"train-{link['id']}")
            for link in self.links.values()
        )
        return f'<g class="trains" aria-hidden="true">{drawn}</g>'

    # -- what can be done ----------------------------------------------------------------

    def lamps(self) -> str:
        drawn = ""
        for name, moves in self.on_hex.items():
            x, y = centre(name)
            occupied = bool(self.hexes[name]["rails"])
            price = self.offers[moves[0]]["value"].replace("−", "")
            mark = tag(0, 27, price) if occupied else f'<text class="lamp-price" y="5.5">{price}</text>'
            drawn += self.lamp(x, y, moves, 0.9, mark)
        for city in self.cities.values():
            moves = self.on_city.get(city["name"].lower(), [])
            if moves:
                drawn += self.lamp(*centre(city["hex"]), moves, 0.99, "")
        return f'<g class="lamps" aria-hidden="true">{drawn}</g>'

    def alone(self) -> str:
        """Where two actions are possible in a city: each by itself, for when it was chosen beside the map."""
        drawn = ""
        for city in self.cities.values():
            moves = self.on_city.get(city["name"].lower(), [])
            x, y = centre(city["hex"])
            for kind in kinds(moves).split() if " for-factory for-track" in kinds(moves) else []:
                mine = [move for move in moves if kinds([move]).strip() == kind]
                drawn += (
                    f'<polygon class="hit {kind}" {self.moves_on(mine, "")} '
                    f'aria-label="{self.offers[mine[0]]["title"]}" points="{points(0.965)}" '
                    f'transform="translate({x:.1f} {y:.1f})"/>'
                )
        return f'<g class="alone">{drawn}</g>' if drawn else ""

    def lamp(self, x: float, y: float, moves: list[str], size: float, mark: str) -> str:
        return (
            f'<g class="lamp{kinds(moves)}" data-for="{moves[0]}" transform="translate({x:.1f} {y:.1f})">'
            f'<polygon class="lamp-case" points="{points(size)}"/><polygon class="lamp-light" '
            f'points="{points(size)}"/>{mark}</g>'
        )

    def ghosts(self) -> str:
        """What each move would look like; the page shows the one under the pointer."""
        drawn = ""
        mover = self.table["active"]
        for name, moves in [*self.on_hex.items(), *self.to_replace.items()]:
            x, y = centre(name)
            for move in moves:
                drawn += (
                    f'<g class="ghost ghost-tile" data-for="{move}" transform="translate({x:.1f} {y:.1f})">'
                    f'<polygon class="ghost-paper" points="{points(0.93)}"/>'
                    f"{self.kept(name, move)}{rails(*edges(move.split()[2]), mover, 'is-ghost')}"
                    f"{self.exits(moves, move)}</g>"
                )
        for city in self.cities.values():
            for move in self.on_city.get(city["name"].lower(), []):
                drawn += self.city_ghost(city["hex"], move)
        me = self.view["seat"]
        for ticket in self.table["hands"].get(str(me), []):
            if ticket["can"] and f"fulfil {ticket['name']}" in self.offers:
                drawn += self.delivery(ticket["quote"], f"fulfil {ticket['name']}")
        return f'<g class="ghosts" aria-hidden="true">{drawn}</g>'

    def city_ghost(self, hex: str, move: str) -> str:
        """A factory, or the sides on which the first track may leave."""
        if not move.startswith(("begin ", "build ")):
            return ""
        x, y = centre(hex)
        art = piece("factory", self.table["active"], 0, -9, 34)
        if move.startswith("begin "):
            art = "".join(exit_arrow(edge, " is-on") for edge in range(6) if self.takes_track(beside(hex, edge)))
        return f'<g class="ghost" data-for="{move}" transform="translate({x:.1f} {y:.1f})">{art}</g>'

    def takes_track(self, cell: tuple[int, int]) -> bool:
        row, column = cell
        there = self.hexes.get(f"{LETTERS[column]}{row + 1}") if 0 <= column < self.columns else None
        return there is not None and there["terrain"] not in ("water", "city")

    def kept(self, name: str, move: str) -> str:
        """The rail that a crossing keeps."""
        mine = self.table["open"][self.table["active"]]
        kept = ""
        for rail in self.hexes[name]["rails"]:
            a, b = edges(rail["rail"])
            replaced = move.startswith("replace") and mine and EDGES.index(mine["edge"]) in (a, b)
            if not replaced:
                kept += rails(a, b, rail["company"])
        return kept

    def exits(self, moves: list[str], chosen: str) -> str:
        """An arrow for every way out; the chosen tile's is full."""
        ends = {edge for move in moves for edge in edges(move.split()[2])}
        on = edges(chosen.split()[2])
        return "".join(exit_arrow(edge, " is-on" if edge in on else "") for edge in sorted(ends))

    def delivery(self, quote: Json, move: str) -> str:
        """The proposed way of every good: lit rails, arrows, fares and who gets them."""
        halos, marks = "", ""
        over: Counter[int] = Counter()  # how many goods travel over each link
        taken: Counter[str] = Counter()  # and leave each city
        for item in quote["items"]:
            if item["city"] is None:
                continue
            city = self.cities[item["city"]]
            taken[city["name"]] += 1
            group = city["group"]
            for number in item["links"]:
                link = self.links[number]
                chain = link["rails"]
                if link["groups"][0] != group:
                    chain = [{"hex": r["hex"], "from": r["to"], "to": r["from"]} for r in reversed(chain)]
                group = next(g for g in link["groups"] if g != group)
                if not over[number]:
                    halos += self.halo(chain)
                over[number] += 1
                marks += self.arrow(chain, item["good"])
        for name in taken:
            x, y = centre(self.cities[name]["hex"])
            halos += f'<polygon class="source" points="{points(0.99)}" transform="translate({x:.1f} {y:.1f})"/>'
        tags = "".join(tag(*fare) for fare in spread([*self.link_fares(over), *self.city_fares(taken)]))
        name = f' data-for="{move}" data-wide' if move else ""
        return f'<g class="{"ghost " if move else ""}delivery"{name} aria-hidden="true">{halos}{marks}{tags}</g>'

    def link_fares(self, over: Counter[int]) -> list[Fare]:
        """6.3 Each good pays $1 for a link."""
        fares: list[Fare] = []
        for number, goods in over.items():
            x, y = self.train_at(self.links[number])
            fares.append((x, y + 27, f"${goods}", None if self.table["solo"] else self.links[number]["company"]))
        return fares

    def city_fares(self, taken: Counter[str]) -> list[Fare]:
        """6.3 Each good out of another's factory costs $1."""
        fares: list[Fare] = []
        for name, goods in taken.items():
            owner = self.cities[name]["factory"]
            x, y = centre(self.cities[name]["hex"])
            foreign = owner != self.table["active"]
            payee = owner if foreign and not self.table["solo"] else None
            fares.append((x, y - 33, f"${goods}" if foreign else "own", payee))
        return fares

    def halo(self, chain: list[Json]) -> str:
        drawn = ""
        for rail in chain:
            x, y = centre(rail["hex"])
            path = rail_path(EDGES.index(rail["from"]), EDGES.index(rail["to"]))
            drawn += f'<path class="halo" d="{path}" transform="translate({x:.1f} {y:.1f})"/>'
        return drawn

    def arrow(self, chain: list[Json], good: str) -> str:
        first, last = chain[0], chain[-1]
        x, y = centre(last["hex"])
        px, py, heading = point_at(EDGES.index(last["from"]), EDGES.index(last["to"]), 0.87)
        head = f"translate({x + px:.1f} {y + py:.1f}) rotate({heading:.0f})"
        x, y = centre(first["hex"])
        qx, qy, _ = point_at(EDGES.index(first["from"]), EDGES.index(first["to"]), 0.14)
        return (
            f'<path class="chevron" transform="{head}" d="M-7-9 6 0-7 9Z"/>'
            f'<use href="#cube-{good}" x="{x + qx - 10:.1f}" y="{y + qy - 12:.1f}" width="21" height="21"/>'
        )

    # -- the Automa ----------------------------------------------------------------------

    def coin_ways(self) -> str:
        """From the first coin to the target."""
        drawn = ""
        for path in self.table["automa"]["paths"] if self.table["automa"] else []:
            if path["hexes"]:
                stops = [*path["hexes"], self.cities[path["target"]]["hex"]]
                line = "L".join(f"{x:.1f} {y:.1f}" for x, y in map(centre, stops))
                drawn += f'<path class="coin-way"{seat(path["company"])} d="M{line}"/>'
        return f'<g class="coins" aria-hidden="true">{drawn}</g>' if drawn else ""

    def coins(self) -> str:
        """Above the trains; beside the middle of a hex where something else stands there."""
        drawn = ""
        for path in self.table["automa"]["paths"] if self.table["automa"] else []:
            for name in path["hexes"]:
                x, y = centre(name)
                aside = 17 if self.hexes[name]["rails"] or name in self.on_hex else 0
                drawn += coin(x - aside, y - aside)
        return f'<g class="coins" aria-hidden="true">{drawn}</g>' if drawn else ""

    def corners(self) -> str:
        """The goods in the corners, and the marker with the way it scans."""
        automa = self.table["automa"]
        if not automa:
            return ""
        right, low = self.left + self.width, self.top + self.height
        places = [(self.left, self.top), (right, self.top), (right, low), (self.left, low)]
        drawn = ""
        for k, ((x, y), good) in enumerate(zip(places, automa["corners"], strict=True)):
            dx, dy = (1 if x == self.left else -1), (1 if y == self.top else -1)
            on = " is-on" if k == automa["marker"] else ""
            told = "Here is the marker: from here ties are broken." if on else "The marker comes here in its turn."
            told += f" A first track would start at {an(good)} city." if good else ""
            cube = f'<use href="#cube-{good}" x="-12" y="-13" width="25" height="25"/>' if good else ""
            drawn += (
                f'<g class="corner-plate{on}" transform="translate({x + 17 * dx:.1f} {y + 17 * dy:.1f})">'
                f"<title>{told}</title>"
                f'<rect x="-17" y="-17" width="34" height="34" rx="5"/>{cube}</g>'
            )
            if on:
                drawn += self.marker(x + 17 * dx, y + 17 * dy, dx, dy)
        return f'<g class="marker-corners">{drawn}</g>'

    def marker(self, x: float, y: float, dx: int, dy: int) -> str:
        """The arrows of the scan, broken where the map's letters and numbers stand."""
        row, column = RADIUS + PAD - 17, 0.75 * WIDTH + PAD - 17  # the first ones, from the corner plate on
        down = [(24.0, row - 12), (row + 12, row + 48), (row + 72, row + 92)]
        aside = [(column + 12, column + WIDTH - 12), (column + WIDTH + 12, column + WIDTH + 50)]
        first = "".join(f"M{x:.1f} {y + a * dy:.1f}V{y + b * dy:.1f}" for a, b in down)
        second = "".join(f"M{x + a * dx:.1f} {y:.1f}H{x + b * dx:.1f}" for a, b in aside)
        tip = y + (row + 106) * dy
        return (
            f'<path class="scan" d="{first}"/>'
            f'<path class="scan-head" d="M{x - 7:.1f} {tip - 14 * dy:.1f}L{x:.1f} {tip:.1f}L{x + 7:.1f} '
            f'{tip - 14 * dy:.1f}Z"/><path class="scan is-second" d="{second}"/>{coin(x + 34 * dx, y)}'
        )


def texture(colour: str | None) -> str:
    """The second cue of a city's colour."""
    if colour == "orange":
        lines = "".join(f"M{k} 40L{k + 80}-40" for k in range(-80, 41, 10))
        return f'<g clip-path="url(#sp-hex)"><path class="city-tex" d="{lines}"/></g>'
    if colour == "gray":
        reach = {y: min(31, (36 - abs(y)) * 1.73) for y in range(-30, 32, 6)}
        return f'<path class="city-tex" d="{"".join(f"M{-w:.0f} {y}H{w:.0f}" for y, w in reach.items())}"/>'
    return f'<polygon class="city-tex" points="{points(0.84)}"/>' if colour == "white" else ""


def board(view: Json, waters: list[tuple[str, float, float, float, float]]) -> str:
    return Board(view, waters).svg()
