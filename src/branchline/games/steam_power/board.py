"""The Steam Power map and pieces as SVG, drawn from a view. Colours are the stylesheet's."""

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache

from branchline.drawing import Point, asking, bands, doing, quoted, together
from branchline.game import Offer, Scene
from branchline.games.steam_power.components import Components, Water
from branchline.games.steam_power.fares import Fare, Lettering, overlap, spread, tag
from branchline.games.steam_power.layout import LAYOUTS, LETTERS, PAD, RADIUS, Layout, arc_length, at
from branchline.games.steam_power.links import Link, Stretch
from branchline.games.steam_power.moves import Lay, Remove, Replace
from branchline.games.steam_power.offers import TileOffer
from branchline.games.steam_power.quotes import Quote
from branchline.games.steam_power.view import City, SteamPowerView, Ticket
from branchline.livery import Stroke
from branchline.moves import Move
from branchline.words import an

REACH = 32.0  # of a small button, for a finger: 24 pixels across where a phone shows the whole map
BAND = 9.0  # how broad a rail is
LEAST = 0.57  # pixels a unit has to have, so that names can be read and hexes touched
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
SIGN = 0.66  # of the way to its corner stands a small button
CROSS = '<path d="M-4-4 4 4M4-4-4 4"/>'
TURN = '<path class="turn-arrow" d="M5.4-1.6A5.6 5.6 0 1 0 4.6 3.2M5.8-6V-1.4H1.2"/>'
WORKS = "M-13 11V-4L-5-10V-4L3-10V-4L8-8V-14H13V11Z"


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
        + "".join(
            f'<clipPath id="sp-hex-{layout.name}"><polygon points="{layout.points()}"/></clipPath>'
            for layout in LAYOUTS.values()
        )
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


@cache
def rails(layout: Layout, a: int, b: int, company: int | None, kind: str = "") -> str:
    """One rail in its owner's line: sleepers, case, band, line style. Round the origin."""
    path, length = layout.rail_path(a, b), arc_length(a, b)
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


@cache
def bridge(layout: Layout, a: int, b: int) -> str:
    """The gap and the parapets with which the newer rail of a crossing steps over the older one."""
    drawn = f'<path class="b-gap" d="{layout.rail_path(a, b, 0.27, 0.73)}" stroke-width="24"/>'
    for side in (-1, 1):
        along = []
        for k in range(7):
            x, y, heading = layout.point_at(a, b, 0.27 + 0.46 * k / 6)
            aside = math.radians(heading + 90 * side)
            along.append(f"{x + 11 * math.cos(aside):.1f} {y + 11 * math.sin(aside):.1f}")
        drawn += f'<path class="b-wing" d="M{"L".join(along)}"/>'
    return drawn


@cache
def buffer_stop(layout: Layout, edge: int) -> str:
    """At the open end of an incomplete link."""
    x, y = layout.edge_middle(edge, 0.97)
    return (
        f'<g class="buffer" transform="translate({x:.1f} {y:.1f}) rotate({layout.turn + 60 * edge})">'
        '<path class="bf-bar" d="M0-11V11"/>'
        '<circle cx="3.4" cy="-6.4" r="3.1"/><circle cx="3.4" cy="6.4" r="3.1"/></g>'
    )


@lru_cache(maxsize=4000)
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


def tile_picture(layout: Layout, *pairs: tuple[int, int]) -> str:
    """A tile of the stock, without an owner."""
    track = "".join(rails(layout, a, b, None) for a, b in pairs)
    right, down = layout.half
    box = f"{-right:.1f} {-down:.1f} {2 * right:.1f} {2 * down:.1f}"
    paper = f'<polygon class="tile-paper" points="{layout.points(0.95)}"/>'
    return f'<svg viewBox="{box}" aria-hidden="true">{paper}{track}</svg>'


def city_picture(layout: Layout, colour: str) -> str:
    """A city tile that lies beside the map."""
    right, down = layout.half
    box = f"{-right:.1f} {-down:.1f} {2 * right:.1f} {2 * down:.1f}"
    ground = f'<polygon class="city-ground" points="{layout.points(0.965)}"/>'
    art = f'<g class="city is-city-{colour}">{ground}{texture(layout, colour)}</g>'
    return f'<svg viewBox="{box}" aria-hidden="true">{art}</svg>'


def routes_of(ticket: Ticket) -> str:
    """The name of what shows by which routes a contract's goods would come now, where it is no move."""
    return f"routes {ticket.name}"


def coin(x: float, y: float) -> str:
    return (
        f'<g transform="translate({x:.1f} {y:.1f})"><use href="#sp-coin" x="-13" y="-13" width="26" height="26"/>'
        '<text class="coin-no" y="4.6">$1</text></g>'
    )


def exit_arrow(layout: Layout, edge: int, kind: str) -> str:
    x, y = layout.edge_middle(edge)
    turned = f"translate({x:.1f} {y:.1f}) rotate({layout.turn + 60 * edge})"
    return f'<path class="exit{kind}" transform="{turned}" d="M-5-8 8 0-5 8Z"/>'


KINDS = {"build": " for-factory", "take": ""}


def kinds(offers: Iterable[Offer]) -> str:
    """The actions that light a place: one chosen beside the map puts out the others."""
    return "".join(sorted({KINDS.get(offer.verb, " for-track") for offer in offers}))


def choosing(offers: Sequence[Offer]) -> str:
    """The attributes of a place that is lit: its move, or several to turn through."""
    turns = f' data-turns="{quoted("|".join(offer.move for offer in offers))}"' if len(offers) > 1 else ""
    return f'role="button" tabindex="0" {doing(offers[0])}{turns}'


# -- the map ---------------------------------------------------------------------------------


# -- what never changes on a map -------------------------------------------------------------


@lru_cache(maxsize=4000)
def unlit_hex(layout: Layout, name: str, terrain: str, cost: int | None, rails: int) -> str:
    label = f"{name}, {terrain}" + (f", {rails} track" if rails else "")
    asks = f'role="img" {asking("lay", name)} aria-label="{label}"'
    shown = None if rails else cost  # a tile lies over the price
    return one_hex(layout, name, terrain, shown, "", asks if terrain != "city" else "")


def one_hex(layout: Layout, name: str, terrain: str, cost: int | None, lit: str, does: str) -> str:
    """The ground of a hex, with its price and what a click there does."""
    x, y = layout.centre(name)
    row, column = at(name)
    ground = "plains" if terrain == "city" else terrain
    bare = terrain == "city" or (terrain == "plains" and (row * 7 + column * 5) % 3 == 0)
    art = "" if bare else f'<use href="#sp-{ground}"/>'
    price = f'<text class="price" y="{layout.price}">${cost}</text>' if cost else ""
    return (
        f'<g class="hex sp-{ground}{lit}" id="hex-{name}"{" " if does else ""}{does} '
        f'transform="translate({x:.1f} {y:.1f})"><polygon class="hex-ground" '
        f'points="{layout.points(1.005)}"/>{art}{price}</g>'
    )


@lru_cache(maxsize=32)
def hex_grid(layout: Layout, names: tuple[str, ...]) -> str:
    """The lines between the hexes, as one path."""
    path = ""
    ring = layout.corners()
    for name in names:
        x, y = layout.centre(name)
        for edge in range(3):
            (px, py), (qx, qy) = ring[edge], ring[edge + 1]
            path += f"M{x + px:.1f} {y + py:.1f}L{x + qx:.1f} {y + qy:.1f}"
    return f'<path class="hexgrid" d="{path}" aria-hidden="true"/>'


@lru_cache(maxsize=32)
def lakes(layout: Layout, cells: frozenset[tuple[int, int]], names: tuple[Water, ...]) -> str:
    """The water with its shores and what it is called."""
    shore = "".join("M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in line) + "Z" for line in layout.outlines(cells))
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
    across, down = layout.pitch
    for name, column, row, turn, gap in names:
        drawn += (
            f'<text class="w-name" transform="translate({column * across:.0f} {row * down:.0f}) '
            f'rotate({turn})" '
            f'style="letter-spacing:{gap}px" y="5">{name}</text>'
        )
    return drawn + "</g>"


@lru_cache(maxsize=8)
def spots(layout: Layout, names: tuple[str, ...]) -> Mapping[str, str]:
    """Hexes and corners of a map, each as a circle: where its middle lies, and how large it is."""
    found = {}
    for name in names:
        x, y = layout.centre(name)
        found[name] = f"{x:.0f},{y:.0f},{RADIUS:.0f}"
    cells = [at(name) for name in names]
    right, down = layout.half
    left, top = -right - PAD, -down - PAD
    width, height = layout.sheet(max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1)
    for corner, (x, y) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        found[f"corner {corner}"] = f"{left + x * width + 17 - 34 * x:.0f},{top + y * height + 17 - 34 * y:.0f},22"
    return found


PLATE = (7.4, 26.4)
"""From where to where a city's name reaches below the middle of its hex."""


def plate_width(name: str) -> float:
    return len(name) * 7.1 + 9


def reaches(corners: Sequence[Point], y: float) -> float:
    """How far to the right a hex goes at this height."""
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    return max(a + (c - a) * (y - b) / (d - b) for (a, b), (c, d) in sides if b != d and min(b, d) <= y <= max(b, d))


@lru_cache(maxsize=500)
def outline(layout: Layout, city: str) -> list[Point]:
    """A hex, and what the name of a city there has to the left and to the right of it."""
    half = plate_width(city) / 2 if city else 0.0
    corners, (top, bottom) = layout.corners(1.0), PLATE
    above, below = reaches(corners, top), reaches(corners, bottom)
    if half <= max(above, below):
        return list(corners)
    right = sorted((corner for corner in corners if corner[0] > 0.1), key=lambda corner: corner[1])
    name = [(above, top), (half, top), (half, bottom), (below, bottom)]
    right = [*(one for one in right if one[1] <= top), *name, *(one for one in right if one[1] >= bottom)]
    tips = sorted((corner for corner in corners if abs(corner[0]) <= 0.1), key=lambda corner: corner[1])
    return [*tips[:1], *right, *tips[1:], *((-x, y) for x, y in reversed(right))]


@lru_cache(maxsize=2000)
def hole(layout: Layout, hex: str, city: str) -> str:
    """What is left out of a veil, so that a hex is seen with the name of its city."""
    x, y = layout.centre(hex)
    return "M" + "L".join(f"{x + a:.1f} {y + b:.1f}" for a, b in outline(layout, city)) + "Z"


@lru_cache(maxsize=200)
def plates(layout: Layout, cities: tuple[tuple[str, str], ...]) -> str:
    """The names of the cities, each with its hex."""
    drawn = ""
    for name, hex in cities:
        x, y = layout.centre(hex)
        wide = plate_width(name)
        fit = f' textLength="{wide - 8:.1f}" lengthAdjust="spacingAndGlyphs"' if len(name) > 3 else ""
        drawn += (
            f'<g class="plate-at" transform="translate({x:.1f} {y:.1f})"><rect class="plate" '
            f'x="{-wide / 2:.1f}" y="{PLATE[0]}" '
            f'width="{wide:.1f}" height="19" rx="3"/><text class="plate-name" '
            f'y="22"{fit}>{name}</text></g>'
        )
    return f'<g class="plates" aria-hidden="true">{drawn}</g>'


@lru_cache(maxsize=10_000)
def tile_on(layout: Layout, name: str, laid: tuple[tuple[str, int | None], ...]) -> str:
    """A tile on its hex, by its rails and whose they are."""
    x, y = layout.centre(name)
    art = f'<polygon class="tile-paper" points="{layout.points(0.95)}"/>'
    for k, (rail, company) in enumerate(laid):
        a, b = layout.ends(rail)
        art += (bridge(layout, a, b) if k else "") + rails(layout, a, b, company)
    place = f'transform="translate({x:.1f} {y:.1f})"'
    return f'<g class="tile-hex" id="tile-{name}" data-piece="tile" {place}>{art}</g>'


@lru_cache(maxsize=500)
def group_case(layout: Layout, hexes: tuple[str, ...]) -> str:
    """The edge around cities that are one place."""
    lines = layout.outlines({at(hex) for hex in hexes})
    paths = ("L".join(f"{x:.0f} {y:.0f}" for x, y in line) for line in lines)
    return "".join(f'<path class="group-case" d="M{path}Z"/>' for path in paths)


@lru_cache(maxsize=200)
def neat_line(layout: Layout, left: float, top: float, width: float, height: float, rows: int, columns: int) -> str:
    """The neat line with column letters and row numbers: the name of every hex."""
    inner = f'width="{width - 2 * PAD + 10:.1f}" height="{height - 2 * PAD + 10:.1f}"'
    drawn = (
        f'<g class="neat" aria-hidden="true"><rect class="neat-out" x="{left + 1.5:.1f}" '
        f'y="{top + 1.5:.1f}" '
        f'width="{width - 3:.1f}" height="{height - 3:.1f}" rx="7"/>'
        f'<rect class="neat-in" x="{left + PAD - 5:.1f}" y="{top + PAD - 5:.1f}" {inner} rx="3"/>'
    )
    for column in range(columns):
        letter, _ = layout.heading_at(0, column)
        for y in (top + 17, top + height - 7):
            drawn += f'<text class="coord" x="{letter:.1f}" y="{y:.1f}">{LETTERS[column]}</text>'
    for row in range(rows):
        _, number = layout.heading_at(row, 0)
        for x in (left + 12, left + width - 12):
            drawn += f'<text class="coord" x="{x:.1f}" y="{number + 5:.1f}">{row + 1}</text>'
    return drawn + "</g>"


@lru_cache(maxsize=5000)
def city_art(
    layout: Layout, hex: str, colour: str | None, owner: int | None, goods: int, flipped: bool, worth: int, share: int
) -> str:
    if flipped and owner is not None:
        works = piece("factory", owner, -13, -7, 25, f"factory-{hex}")
        band = f'<polygon class="city-band" points="{layout.points(0.82)}"/>'
        return f"{band}{works}{shield(14, -9, worth)}"
    art = texture(layout, colour)
    if owner is not None:
        art += piece("factory", owner, -16.5, -7, 25, f"factory-{hex}")
        art += '<rect class="tray" x="-2.6" y="-21" width="33" height="25" rx="3"/>'
        for k in range(max(5, goods)):
            x, y = 3 + (k % 3) * 10.6, -14.4 + (k // 3) * 11.4
            here = k < goods
            kind = f'" id="cube-{hex}-{k}" data-piece="cube-{colour}' if here else " is-gone"
            art += f'<rect class="cube-flat{kind}" x="{x - 3.9:.1f}" y="{y - 3.9:.1f}" width="7.8" height="7.8"/>'
        return art
    if colour == "purple":
        return art + (shield(0, -13, worth, 1.12) if worth else shield(0, -13, share, 1.12))
    return art + (f'<path class="slot" transform="translate(0 -9)" d="{WORKS}"/>' if colour else "")


Chain = tuple[tuple[str, int, int, bool], ...]
"""The rails of a link: on which hex, between which edges, and whether it is the only one there."""


@lru_cache(maxsize=1000)
def train_places(layout: Layout, chains: tuple[Chain, ...], lettering: Lettering) -> tuple[Point, ...]:
    """The middle of each link, off the crossings and beside the names of cities where it can be."""
    return tuple(train_place(layout, chain, lettering) for chain in chains)


@lru_cache(maxsize=4000)
def train_place(layout: Layout, chain: Chain, lettering: Lettering) -> Point:
    plain = [rail for rail in chain if rail[3]]
    middle = (len(plain) - 1) // 2
    rails = sorted(plain, key=lambda rail: abs(plain.index(rail) - middle)) or chain[:1]
    places = (on_rail(layout, rail, way) for way in ((0.5, 0.35, 0.65) if plain else (0.17,)) for rail in rails)
    first = next(places)
    return next((place for place in itertools.chain([first], places) if not lettering.hides_name(*place, 7)), first)


def on_rail(layout: Layout, rail: tuple[str, int, int, bool], way: float) -> Point:
    (x, y), (px, py, _) = layout.centre(rail[0]), layout.point_at(rail[1], rail[2], way)
    return x + px, y + py


class Board:
    """One drawing: the table of a scene, and the moves that can be made on it."""

    def __init__(self, scene: Scene[SteamPowerView], parts: Components) -> None:
        self.seat = scene.view.seat
        self.table = table = scene.view.table
        self.layout = LAYOUTS[table.layout]
        self.waters: list[Water] = parts.maps[table.map].waters
        self.names = parts.maps[table.map].names
        self.hexes = {hex.name: hex for hex in table.hexes}
        self.links = {link.id: link for link in table.links}
        self.cities = {city.name: city for city in table.cities}
        self.city_at = {city.hex: city.name for city in table.cities}
        self.lettering = self.lettered()
        places = train_places(self.layout, tuple(self.chain(link) for link in table.links), self.lettering)
        self.train_places = dict(zip(self.links, places, strict=True))
        cells = [at(name) for name in self.hexes]
        self.rows, self.columns = max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1
        right, down = self.layout.half
        self.left, self.top = -right - PAD, -down - PAD
        self.width, self.height = self.layout.sheet(self.rows, self.columns)
        self.laid_now = self.drafted(scene.drafted)
        self.removes = {offer.at: offer for offer in scene.view.moves if offer.verb == "remove"}
        self.fulfils = {offer.at: offer for offer in scene.view.moves if offer.verb == "fulfil"}
        self.on_hex: dict[str, list[TileOffer]] = {}
        self.on_city: dict[str, list[Offer]] = {}
        for offer in scene.view.moves:
            if isinstance(offer, TileOffer):
                self.on_hex.setdefault(offer.at, []).append(offer)
            elif offer.verb in ("begin", "build", "take"):
                self.on_city.setdefault(offer.at, []).append(offer)
        for tiles in self.on_hex.values():  # first those that complete a link
            tiles.sort(key=lambda tile: (bool(tile.open_to), tile.verb == "replace"))
        self.to_replace = self.set_apart()
        self.prices_on: dict[str, Fare | None] = {}

    def drafted(self, moves: Iterable[Move]) -> set[str]:
        """The hexes on which this turn's tiles still lie."""
        laid: list[str] = []
        for move in moves:
            match move:
                case Lay(hex=hex):
                    laid.append(self.names[hex])
                case Replace(hex=hex) if self.names[hex] not in laid:
                    laid.append(self.names[hex])
                case Remove() if laid:
                    laid.pop()  # there is one end only
        return set(laid)

    def set_apart(self) -> dict[str, list[TileOffer]]:
        """What would replace a tile that was laid this turn: not on its hex, where the pointer still is."""
        found: dict[str, list[TileOffer]] = {}
        for name in sorted(self.laid_now & self.on_hex.keys()):
            tiles = self.on_hex.pop(name)
            found[name] = [tile for tile in tiles if tile.verb == "replace"]
            if others := [tile for tile in tiles if tile.verb != "replace"]:
                self.on_hex[name] = others
        return found

    def at_city(self, city: City) -> list[Offer]:
        return self.on_city.get(city.name.lower(), [])

    def svg(self) -> str:
        return "".join(self.layers())

    def layers(self) -> list[str]:
        box = f"{self.left:.1f} {self.top:.1f} {self.width:.1f} {self.height:.1f}"
        return [
            f'<svg class="board steam-power" id="map" viewBox="{box}" role="group" data-least="{LEAST}" '
            f'aria-label="{self.table.map_title}, {len(self.cities)} cities">',
            self.sheet(),
            *self.land(),
            self.water(),
            neat_line(self.layout, self.left, self.top, self.width, self.height, self.rows, self.columns),
            *self.tiles(),
            self.coin_ways(),
            *self.city_tiles(),
            self.lamps(),
            self.draft(),
            plates(self.layout, tuple((city.name, city.hex) for city in self.cities.values())),
            self.trains(),
            self.coins(),
            self.alone(),
            self.take_ups(),
            self.delivery(self.table.proposal, "") if self.table.proposal else "",
            *self.ghosts(),
            self.corners(),
            "</svg>",
        ]

    def sheet(self) -> str:
        return (
            f'<rect class="sheet" x="{self.left:.1f}" y="{self.top:.1f}" width="{self.width:.1f}" '
            f'height="{self.height:.1f}" rx="8"/>'
        )

    def land(self) -> list[str]:
        drawn = []
        for name, hex in self.hexes.items():
            terrain = hex.terrain
            if terrain == "water":
                continue
            tiles = self.on_hex.get(name, [])
            if not tiles:
                drawn.append(unlit_hex(self.layout, name, terrain, hex.cost, len(hex.rails)))
                continue
            track = f", {len(hex.rails)} track" if hex.rails else ""
            label = f"{name}, {terrain}{track}, {len(tiles)} ways to lay track"
            does, lit = f'{choosing(tiles)} aria-label="{label}"', f" is-lit{kinds(tiles)}"
            cost = None if hex.rails else hex.cost
            drawn.append(one_hex(self.layout, name, terrain, cost, lit, does if terrain != "city" else ""))
        grid = hex_grid(self.layout, tuple(self.hexes))
        return ['<g class="land">', *bands(drawn), "</g>", grid]

    def water(self) -> str:
        cells = frozenset(at(name) for name, hex in self.hexes.items() if hex.terrain == "water")
        return lakes(self.layout, cells, tuple(self.waters)) if cells else ""

    def tiles(self) -> list[str]:
        laid = [
            tile_on(self.layout, name, tuple((rail.rail, rail.company) for rail in hex.rails))
            for name, hex in self.hexes.items()
            if hex.rails
        ]
        stops = ""
        for end in self.table.open:
            if end:
                x, y = self.layout.centre(end.hex)
                stop = buffer_stop(self.layout, self.layout.edges.index(end.edge))
                stops += f'<g transform="translate({x:.1f} {y:.1f})">{stop}</g>'
        return ['<g class="tiles">', *bands(laid), stops, "</g>"]

    def draft(self) -> str:
        """A dashed edge round what was laid this turn and can still be taken back."""
        edges = "".join(
            f'<polygon class="draft-edge" points="{self.layout.points(1.0)}" transform="translate({x:.1f} {y:.1f})"/>'
            for x, y in (self.layout.centre(name) for name in sorted(self.laid_now))
        )
        return f'<g class="drafts" aria-hidden="true">{edges}</g>' if edges else ""

    def take_ups(self) -> str:
        """The buttons that take up or replace the end tile: above all pieces, in the corners or at the edges of its hex
        that are least needed, as far from each other as two fingers' circles."""
        drawn = ""
        for name in (end.hex for end in self.table.open if end):
            if name not in self.removes and not self.to_replace.get(name):
                continue
            free = sorted(range(12), key=lambda spot, name=name: self.need_of(name, spot))  # type: ignore[misc]
            if name in self.removes:
                drawn += self.take_up(name, [self.removes[name]], f"Take up the tile on {name}", CROSS, free[0])
            if self.to_replace.get(name):
                aside = next(spot for spot in free if 4 <= (spot - free[0]) % 12 <= 8)
                drawn += self.take_up(name, self.to_replace[name], f"Replace the tile on {name}", TURN, aside)
        return f'<g class="take-ups">{drawn}</g>' if drawn else ""

    def take_up(self, name: str, moves: Sequence[Offer], label: str, sign: str, spot: int) -> str:
        """A finger's circle reaches out of the hex, so that the hex itself can still be touched."""
        x, y = self.layout.centre(name)
        cx, cy = self.spot(spot)
        return (
            f'<g class="take-up for-track" {choosing(moves)} aria-label="{label}" '
            f'transform="translate({x:.1f} {y:.1f})"><title>{label}</title><polygon class="size" '
            f'points="{self.layout.points()}"/>'
            f'<circle class="reach" cx="{0.95 * cx:.1f}" cy="{0.95 * cy:.1f}" r="{REACH}"/>'
            f'<g transform="translate({SIGN * cx:.1f} {SIGN * cy:.1f})"><circle class="disc" r="11"/>{sign}</g></g>'
        )

    def spot(self, spot: int) -> Point:
        """A corner of a hex and the edge after it, by turns."""
        corners = self.layout.corners()
        (x, y), (next_x, next_y) = corners[spot // 2], corners[(spot // 2 + spot % 2) % 6]
        out = 1.15 if spot % 2 else 1.0  # an edge is nearer than a corner
        return out * (x + next_x) / 2, out * (y + next_y) / 2

    def need_of(self, name: str, spot: int) -> int:
        """How much else would be touched or covered at a corner or an edge of a hex: what is lit beside it, rails,
        cities, words, and the price at the bottom."""
        used = {edge for rail in self.hexes[name].rails for edge in self.layout.ends(rail.rail)}
        corner, on_edge = spot // 2, spot % 2
        need = 2 if corner in self.layout.low or (on_edge and (corner + 1) % 6 in self.layout.low) else 0
        for edge in (corner, corner) if on_edge else ((corner - 1) % 6, corner):
            row, column = self.layout.beside(name, edge)
            there = f"{LETTERS[column]}{row + 1}" if 0 <= column < self.columns and row >= 0 else ""
            city = self.city_at.get(there, "").lower()
            lit = there in self.on_hex or city in self.on_city
            need += 8 * lit + 2 * (edge in used) + bool(city)
        return need + 4 * self.hides(name, spot)

    def hides(self, name: str, spot: int) -> bool:
        """Whether a button there would hide letters of a city's name, the price of a crossing or a train."""
        (x, y), (cx, cy) = self.layout.centre(name), self.spot(spot)
        at = (x + SIGN * cx, y + SIGN * cy, "", None)
        if name not in self.prices_on:  # it is asked for at all places of a hex
            self.prices_on[name] = self.price_on(name)
        price = self.prices_on[name]
        hides = self.lettering.hides_name(*at[:2], 11)
        trains = any(math.dist(at[:2], place) < 22 for place in self.train_places.values())
        return hides or trains or (price is not None and overlap(at, price))

    def price_on(self, name: str) -> Fare | None:
        """The price of a crossing, where it stands."""
        if name not in self.on_hex or not self.hexes[name].rails:
            return None
        (x, y), price = self.layout.centre(name), self.on_hex[name][0].value.replace("−", "")
        return x, y + self.price_below(x, y, price), price, None

    def city_tiles(self) -> list[str]:
        cases, clasps = "", ""
        groups: dict[int, list[City]] = {}
        for city in self.cities.values():
            groups.setdefault(city.group, []).append(city)
        shared = [group for group in groups.values() if len(group) > 1]
        for group in shared:
            cases += group_case(self.layout, tuple(city.hex for city in group))
        for group in shared:
            (x0, y0), (x1, y1) = self.layout.centre(group[0].hex), self.layout.centre(group[1].hex)
            turn = math.degrees(math.atan2(y1 - y0, x1 - x0))
            clasps += (
                f'<g class="clasp" transform="translate({(x0 + x1) / 2:.1f} {(y0 + y1) / 2:.1f}) rotate({turn:.0f})">'
                '<rect x="-8" y="-4" width="16" height="8" rx="4"/></g>'
            )
        tiles = [self.city_tile(city) for city in self.cities.values()]
        return ['<g class="cities">', cases, *bands(tiles), clasps, "</g>"]

    def city_tile(self, city: City) -> str:
        x, y = self.layout.centre(city.hex)
        moves = self.at_city(city)
        colour = city.colour or "none"
        flipped = " is-flipped" if city.flipped else ""
        label = f"{city.name}, {colour}{self.city_says(city)}"
        action = choosing(moves) if moves else f'role="img" {asking("build", city.name.lower())}'
        lit = f" is-lit{kinds(moves)}" if moves else ""
        art = city_art(
            self.layout, city.hex, city.colour, city.factory, city.goods, city.flipped, city.worth, city.share
        )
        return (
            f'<g class="city is-city-{colour}{flipped}{lit}" id="city-{city.hex}" {action} '
            f'aria-label="{label}" transform="translate({x:.1f} {y:.1f})">{self.city_mark(city)}'
            f'<polygon class="city-ground" points="{self.layout.points(0.965)}"/>{art}</g>'
        )

    def city_mark(self, city: City) -> str:
        """Whoever stays on a city is told that its place is not printed."""
        ours = self.table.map_mark == "reconstructed"
        return f"<title>{city.name}: where it lies is our reconstruction.</title>" if ours else ""

    def city_says(self, city: City) -> str:
        if city.factory is None:
            return f", worth {city.worth}" if city.colour == "purple" else ""
        left = "flipped" if city.flipped else f"{city.goods} goods"
        return f", factory of company {city.factory + 1}, {left}"

    def chain(self, link: Link) -> "Chain":
        """The rails of a link."""
        edges = self.layout.edges.index
        return tuple(
            (rail["hex"], edges(rail["from"]), edges(rail["to"]), len(self.hexes[rail["hex"]].rails) == 1)
            for rail in link.rails
        )

    def on_rail(self, rail: Stretch, way: float) -> Point:
        x, y = self.layout.centre(rail["hex"])
        px, py, _ = self.layout.point_at(*self.edges_of(rail), way)
        return x + px, y + py

    def lettered(self) -> Lettering:
        """What is to be read on the map; rails are over the price of their hex."""
        named = tuple((*self.layout.centre(city.hex), plate_width(city.name)) for city in self.table.cities)
        filled = (city.hex for city in self.table.cities if city.factory is not None or city.colour == "purple")
        priced = (hex.name for hex in self.table.hexes if hex.cost and not hex.rails and hex.terrain != "city")
        prices = ((x, y + self.layout.price - 6) for x, y in map(self.layout.centre, priced))
        return Lettering(-self.layout.half[1] - PAD, named, tuple(map(self.layout.centre, filled)), tuple(prices))

    def edges_of(self, rail: Stretch) -> tuple[int, int]:
        return self.layout.edges.index(rail["from"]), self.layout.edges.index(rail["to"])

    def trains(self) -> str:
        drawn = (piece("train", self.links[id].company, *at, 29, f"train-{id}") for id, at in self.train_places.items())
        return together(('<g class="trains" aria-hidden="true">', *drawn, "</g>"))

    # -- what can be done ----------------------------------------------------------------

    def lamps(self) -> str:
        drawn = ""
        for city in self.cities.values():
            if moves := self.at_city(city):
                drawn += self.lamp(*self.layout.centre(city.hex), moves, 0.99, "")
        for name, tiles in self.on_hex.items():  # above the frames of cities, that prices can be read
            x, y = self.layout.centre(name)
            occupied = bool(self.hexes[name].rails)
            price = tiles[0].value.replace("−", "")
            plain = f'<text class="lamp-price" y="5.5">{price}</text>'
            mark = tag(0, self.price_below(x, y, price), price) if occupied else plain
            drawn += self.lamp(x, y, tiles, 0.9, mark)
        return f'<g class="lamps" aria-hidden="true">{drawn}</g>'

    def price_below(self, x: float, y: float, price: str) -> float:
        """Below the middle of a hex; above it, where a train stands below."""
        below = any(overlap((x, y + 27, price, None), (*at, "0", None)) for at in self.train_places.values())
        return -27 if below else 27

    def alone(self) -> str:
        """Where two actions are possible in a city: each by itself, for when it was chosen beside the map."""
        drawn = ""
        for city in self.cities.values():
            moves = self.at_city(city)
            x, y = self.layout.centre(city.hex)
            for kind in kinds(moves).split() if " for-factory for-track" in kinds(moves) else []:
                mine = [offer for offer in moves if kinds([offer]).strip() == kind]
                drawn += (
                    f'<polygon class="hit {kind}" {choosing(mine)} '
                    f'aria-label="{mine[0].title}" points="{self.layout.points(0.965)}" '
                    f'transform="translate({x:.1f} {y:.1f})"/>'
                )
        return f'<g class="alone">{drawn}</g>' if drawn else ""

    def lamp(self, x: float, y: float, moves: Sequence[Offer], size: float, mark: str) -> str:
        return (
            f'<g class="lamp{kinds(moves)}" data-for="{quoted(moves[0].move)}" transform="translate({x:.1f} {y:.1f})">'
            f'<polygon class="lamp-case" points="{self.layout.points(size)}"/><polygon class="lamp-light" '
            f'points="{self.layout.points(size)}"/>{mark}</g>'
        )

    def ghosts(self) -> list[str]:
        """What each move would look like; the page shows the one under the pointer."""
        drawn = []
        for name, tiles in [*self.on_hex.items(), *self.to_replace.items()]:
            x, y = self.layout.centre(name)
            for tile in tiles:
                ends = self.layout.ends(tile.rail)
                drawn.append(
                    f'<g class="ghost ghost-tile" data-for="{tile.move}" transform="translate({x:.1f} {y:.1f})">'
                    f'<polygon class="ghost-paper" points="{self.layout.points(0.93)}"/>'
                    f"{self.kept(tile)}{rails(self.layout, *ends, self.table.active, 'is-ghost')}"
                    f"{self.exits(tiles, tile)}</g>"
                )
        for city in self.cities.values():
            for offer in self.at_city(city):
                drawn.append(self.city_ghost(city.hex, offer))
        for ticket in self.table.hand(self.seat):
            lit = self.fulfils.get(ticket.name) if ticket.can else None
            if ticket.quote and (lit or self.on_hex):  # while track is laid, one wants to know where it is needed
                drawn.append(self.delivery(ticket.quote, lit.move if lit else routes_of(ticket)))
        return ['<g class="ghosts" aria-hidden="true">', *drawn, "</g>"]

    def city_ghost(self, hex: str, offer: Offer) -> str:
        """A factory, or the sides on which the first track may leave."""
        if offer.verb == "take":
            return ""
        x, y = self.layout.centre(hex)
        art = piece("factory", self.table.active, 0, -9, 34)
        if offer.verb == "begin":
            art = "".join(
                exit_arrow(self.layout, edge, " is-on")
                for edge in range(6)
                if self.takes_track(self.layout.beside(hex, edge))
            )
        return f'<g class="ghost" data-for="{quoted(offer.move)}" transform="translate({x:.1f} {y:.1f})">{art}</g>'

    def takes_track(self, cell: tuple[int, int]) -> bool:
        row, column = cell
        there = self.hexes.get(f"{LETTERS[column]}{row + 1}") if 0 <= column < self.columns else None
        return there is not None and there.terrain not in ("water", "city")

    def kept(self, tile: TileOffer) -> str:
        """The rail that a crossing keeps; a dead one goes."""
        mine = self.table.open[self.table.active]
        kept = ""
        for rail in self.hexes[tile.at].rails:
            a, b = self.layout.ends(rail.rail)
            dead = rail.company is None
            replaced = tile.verb == "replace" and mine and (dead or self.layout.edges.index(mine.edge) in (a, b))
            if not replaced:
                kept += rails(self.layout, a, b, rail.company)
        return kept

    def exits(self, tiles: list[TileOffer], chosen: TileOffer) -> str:
        """An arrow for every way out; the chosen tile's is full."""
        ends = {edge for tile in tiles for edge in self.layout.ends(tile.rail)}
        on = self.layout.ends(chosen.rail)
        return "".join(exit_arrow(self.layout, edge, " is-on" if edge in on else "") for edge in sorted(ends))

    def delivery(self, quote: Quote, move: str) -> str:
        """The proposed way of every good: lit rails, arrows, fares and who gets them."""
        halos, marks = "", ""
        over: Counter[int] = Counter()  # how many goods travel over each link
        taken: Counter[str] = Counter()  # and leave each city
        for item in quote.items:
            if item.city is None:
                continue
            city = self.cities[item.city]
            taken[city.name] += 1
            group = city.group
            for number in item.links:
                link = self.links[number]
                way = link.from_group(group)
                group = next(g for g in link.groups if g != group)
                if not over[number]:
                    halos += self.halo(way)
                over[number] += 1
                marks += self.arrow(way, item.good)
        for name in taken:
            x, y = self.layout.centre(self.cities[name].hex)
            around = " ".join(f"{a:.1f},{b:.1f}" for a, b in outline(self.layout, name))
            halos += f'<polygon class="source" points="{around}" transform="translate({x:.1f} {y:.1f})"/>'
        veil = self.veil({self.cities[name].hex for name in taken} | self.passed(over))
        fares = (*self.link_fares(over), *self.city_fares(taken))
        tags = "".join(tag(*fare) for fare in spread(fares, tuple(self.train_places.values()), self.lettering))
        name = f' data-for="{move}" data-wide' if move else ""
        return f'<g class="{"ghost " if move else ""}delivery"{name} aria-hidden="true">{veil}{halos}{marks}{tags}</g>'

    def passed(self, over: Iterable[int]) -> set[str]:
        """The hexes of these links, with the cities that they join."""
        links = [self.links[number] for number in over]
        cities = {self.cities[name].hex for link in links for name in link.ends}
        return cities | {rail["hex"] for link in links for rail in link.rails}

    def veil(self, shown: Iterable[str]) -> str:
        """Dims the map but for these hexes."""
        right, down = self.left + self.width, self.top + self.height
        sheet = f"M{self.left:.1f} {self.top:.1f}H{right:.1f}V{down:.1f}H{self.left:.1f}Z"
        holes = "".join(hole(self.layout, hex, self.city_at.get(hex, "")) for hex in sorted(shown))
        return f'<path class="sp-veil" fill-rule="evenodd" d="{sheet}{holes}"/>'

    def link_fares(self, over: Counter[int]) -> list[Fare]:
        """6.3 Each good pays $1 for a link."""
        fares: list[Fare] = []
        for number, goods in over.items():
            x, y = self.train_places[number]
            fares.append((x, y + 27, f"${goods}", None if self.table.solo else self.links[number].company))
        return fares

    def city_fares(self, taken: Counter[str]) -> list[Fare]:
        """6.3 Each good out of another's factory costs $1."""
        fares: list[Fare] = []
        for name, goods in taken.items():
            owner = self.cities[name].factory
            x, y = self.layout.centre(self.cities[name].hex)
            foreign = owner != self.table.active
            payee = owner if foreign and not self.table.solo else None
            fares.append((x, y - 33, f"${goods}" if foreign else "own", payee))
        return fares

    def halo(self, chain: list[Stretch]) -> str:
        """Lights the rails of a link, but for what lies at a city's name."""
        drawn = ""
        for rail in chain:
            x, y = self.layout.centre(rail["hex"])
            begin = self.beside_name(rail, (0.0, 0.1, 0.2, 0.3)) if rail is chain[0] else 0.0
            end = self.beside_name(rail, (1.0, 0.9, 0.8, 0.7)) if rail is chain[-1] else 1.0
            path = self.layout.rail_path(*self.edges_of(rail), begin, end)
            drawn += f'<path class="halo" d="{path}" transform="translate({x:.1f} {y:.1f})"/>'
        return drawn

    def beside_name(self, rail: Stretch, ways: Sequence[float], size: float = 11) -> float:
        """The first of these ways along a rail where something of this size hides no letters of a city's name."""
        return next((way for way in ways if not self.lettering.hides_name(*self.on_rail(rail, way), size)), ways[0])

    def arrow(self, chain: list[Stretch], good: str) -> str:
        """What travels, where it leaves a city, and the way that it comes in."""
        last = chain[-1]
        way = self.beside_name(last, (0.87, 0.81, 0.75, 0.69), 8)
        _, _, heading = self.layout.point_at(*self.edges_of(last), way)
        head_x, head_y = self.on_rail(last, way)
        x, y = self.load_at(chain[0])
        return (
            f'<path class="chevron" transform="translate({head_x:.1f} {head_y:.1f}) rotate({heading:.0f})" '
            'd="M-7-9 6 0-7 9Z"/>'
            f'<use href="#cube-{good}" x="{x - 10:.1f}" y="{y - 12:.1f}" width="21" height="21"/>'
        )

    def load_at(self, rail: Stretch) -> Point:
        """On the rail that a good leaves by, or beside it, where it hides no letters of a city's name and no train."""
        _, _, heading = self.layout.point_at(*self.edges_of(rail), 0.2)
        across = math.radians(heading + 90)
        for aside in (0, 12, -12, 18, -18):
            for way in (0.14, 0.2, 0.26, 0.32):
                x, y = self.on_rail(rail, way)
                spot = x + aside * math.cos(across), y + aside * math.sin(across)
                if not self.lettering.hides_name(*spot, 8) and all(
                    math.dist(spot, at) > 20 for at in self.train_places.values()
                ):
                    return spot
        return self.on_rail(rail, 0.14)

    # -- the Automa ----------------------------------------------------------------------

    def coin_ways(self) -> str:
        """From the first coin to the target."""
        drawn = ""
        for path in self.table.automa.paths if self.table.automa else []:
            if path.hexes and path.target:
                stops = [*path.hexes, self.cities[path.target].hex]
                line = "L".join(f"{x:.1f} {y:.1f}" for x, y in map(self.layout.centre, stops))
                drawn += f'<path class="coin-way"{seat(path.company)} d="M{line}"/>'
        return f'<g class="coins" aria-hidden="true">{drawn}</g>' if drawn else ""

    def coins(self) -> str:
        """Above the trains; beside the middle of a hex where something else stands there."""
        drawn = ""
        for path in self.table.automa.paths if self.table.automa else []:
            for name in path.hexes:
                x, y = self.layout.centre(name)
                aside = 17 if self.hexes[name].rails or name in self.on_hex else 0
                drawn += coin(x - aside, y - aside)
        return f'<g class="coins" aria-hidden="true">{drawn}</g>' if drawn else ""

    def corners(self) -> str:
        """The goods in the corners, and the marker with the way it scans."""
        automa = self.table.automa
        if not automa:
            return ""
        right, low = self.left + self.width, self.top + self.height
        places = [(self.left, self.top), (right, self.top), (right, low), (self.left, low)]
        drawn = ""
        for k, ((x, y), good) in enumerate(zip(places, automa.corners, strict=True)):
            dx, dy = (1 if x == self.left else -1), (1 if y == self.top else -1)
            on = " is-on" if k == automa.marker else ""
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
        letter, number = self.layout.heading_at(0, 0)
        row, column = number - self.top - 17, letter - self.left - 17  # the first ones, from the corner plate on
        across, down = self.layout.pitch
        rows = [(24.0, row - 12), (row + 12, row + down - 12), (row + down + 12, row + down + 32)]
        columns = [(column + 12, column + across - 12), (column + across + 12, column + across + 50)]
        first = "".join(f"M{x:.1f} {y + a * dy:.1f}V{y + b * dy:.1f}" for a, b in rows)
        second = "".join(f"M{x + a * dx:.1f} {y:.1f}H{x + b * dx:.1f}" for a, b in columns)
        tip = y + (row + down + 46) * dy
        money = coin(x + min(34, column - 19) * dx, y)
        return (
            f'<path class="scan" d="{first}"/>'
            f'<path class="scan-head" d="M{x - 7:.1f} {tip - 14 * dy:.1f}L{x:.1f} {tip:.1f}L{x + 7:.1f} '
            f'{tip - 14 * dy:.1f}Z"/><path class="scan is-second" d="{second}"/>{money}'
        )


def texture(layout: Layout, colour: str | None) -> str:
    """The second cue of a city's colour."""
    if colour == "orange":
        lines = "".join(f"M{k} 40L{k + 80}-40" for k in range(-80, 41, 10))
        return f'<g clip-path="url(#sp-hex-{layout.name})"><path class="city-tex" d="{lines}"/></g>'
    if colour == "gray":
        ends = range(-30, 32, 6)
        reach = {y: 36 - abs(y) * 0.58 if layout.is_flat else min(31, (36 - abs(y)) * 1.73) for y in ends}
        return f'<path class="city-tex" d="{"".join(f"M{-w:.0f} {y}H{w:.0f}" for y, w in reach.items())}"/>'
    return f'<polygon class="city-tex" points="{layout.points(0.84)}"/>' if colour == "white" else ""


def layers(scene: Scene[SteamPowerView], parts: Components) -> list[str]:
    return Board(scene, parts).layers()
