"""The Mini Rails map and pieces as SVG, drawn from a view. Colours are the stylesheet's."""

import math
from collections.abc import Mapping
from functools import cache, lru_cache

from branchline.drawing import Point, asking, bands, doing, points, quoted, together
from branchline.game import Offer, Scene
from branchline.games.mini_rails.components import Components, Side, centre, corners
from branchline.games.mini_rails.view import Hex, MiniRailsView
from branchline.kernel.grid import POINTY, Cell
from branchline.livery import Livery, Ring, Stroke, mark
from branchline.words import plural, signed

Names = dict[str, Cell]  # the cell of each hex
Lit = dict[str, Offer]  # the places where the disc in hand can be laid

RING_INNER, RING_OUTER = 343.0, 369.0
RIM = 49.0  # from the middle of a hex at the coast to its letter or number
HEXAGON = points(corners((0, 0)))
INNER = points(corners((0, 0), 0.91))

LIVERIES = {
    "red": Livery("red", "R", (Stroke(1.8),), (Ring(21.0, 2.4),), (Ring(22.6, 2.6),)),
    "white": Livery(
        "white",
        "W",
        (Stroke(6.8), Stroke(3.7, core=True)),
        (Ring(22.7, 1.2), Ring(19.1, 1.2)),
        (Ring(23.8, 1.5), Ring(20.0, 1.5)),
    ),
    "tan": Livery("tan", "T", (Stroke(8.8, (1.5, 4.0)),), (Ring(21, 5, 20, 0.34),), (Ring(22.6, 5, 12, 0.34),)),
    "blue": Livery("blue", "B", (Stroke(2.4, (9.9, 5.5)),), (Ring(21, 3.2, 6, 0.62),), (Ring(22.6, 2.8, 4, 0.62),)),
    "yellow": Livery("yellow", "Y", (Stroke(3.7, (0, 7.9)),), (Ring(21, 4.4, 12),), (Ring(22.6, 4.6, 8),)),
    "gray": Livery(
        "gray", "G", (Stroke(5.5, (7.7, 7.7)),), (Ring(21.0, 1), Ring(21, 5, 8, 0.5)), (Ring(22.6, 4.4, 6, 0.5),)
    ),
}
# The line styles on the broad bands of the frame.
BANDS = {
    "red": (Stroke(3.0),),
    "white": (Stroke(9.0), Stroke(5.4, core=True)),
    "tan": (Stroke(11.0, (2.4, 6)),),
    "blue": (Stroke(3.6, (16, 8)),),
    "yellow": (Stroke(5.2, (0, 11)),),
    "gray": (Stroke(1.4), Stroke(8.0, (11, 11))),
}


def polar(angle: float, radius: float) -> Point:
    """Clockwise from north."""
    return radius * math.sin(math.radians(angle)), -radius * math.cos(math.radians(angle))


# -- the pieces ------------------------------------------------------------------------------


@cache
def _sprite(companies: tuple[str, ...]) -> str:
    parts = ['<svg class="sprite" width="0" height="0" aria-hidden="true"><defs>']
    for company in companies:
        livery = LIVERIES[company]
        parts += [livery.disc(f"disc-{company}"), livery.stock(f"stock-{company}")]
    parts += [terrain_symbols(), pip_symbols(), "</defs></svg>"]
    return "".join(parts)


def sprite(parts: Components) -> str:
    return _sprite(tuple(parts.companies))


def pip_symbols() -> str:
    spots: dict[int, list[Point]] = {
        1: [(0, 0)],
        2: [(-9.8, 0), (9.8, 0)],
        3: [(-9.8, 6.4), (9.8, 6.4), (0, -10.2)],
        5: [(0, 0), (-13, -13), (13, -13), (-13, 13), (13, 13)],
    }
    parts = []
    for count, places in spots.items():
        circles = "".join(f'<circle cx="{x}" cy="{y}" r="7.4"/>' for x, y in places)
        bars = "".join(f'<path d="M{x - 3.6} {y}h7.2"/>' for x, y in places)
        parts.append(f'<g id="pips-plus-{count}" class="pips pips-profit">{circles}</g>')
        parts.append(f'<g id="pips-minus-{count}" class="pips pips-deficit">{circles}{bars}</g>')
    return "".join(parts)


def pips(value: int) -> str:
    return f"pips-{'plus' if value > 0 else 'minus'}-{abs(value)}"


def terrain_symbols() -> str:
    """The engraved land, one symbol a terrain."""
    kinds = [plains(), farmland(), suburbs(), city(), forest(), lake(), mountains()]
    return f'<clipPath id="hex-clip"><polygon points="{HEXAGON}"/></clipPath>' + "".join(kinds)


def plains() -> str:
    tufts = ""
    for angle, radius in [(8, 33), (62, 30), (118, 31), (176, 33), (236, 30), (300, 31)]:
        x, y = polar(angle, radius)
        tufts += f"M{x:.1f} {y + 3:.1f}v-6.5M{x - 3.4:.1f} {y + 3:.1f}l-2-4.6M{x + 3.4:.1f} {y + 3:.1f}l2-4.6"
    return f'<g id="terrain-plains" class="terrain"><path class="t-line" d="{tufts}"/></g>'


def farmland() -> str:
    """Three fields, three ways to plough."""
    clips, fields = "", ""
    for i, (angle, turn) in enumerate([(0, 62), (120, 0), (240, -62)]):
        field = points(polar(angle + a, 60) for a in (0, 60, 120))
        x, y = polar(angle, 60)
        furrows = "".join(f"M-60 {k}H60" for k in range(-54, 55, 6))
        clips += f'<clipPath id="field-{i}"><polygon points="0,0 {field}"/></clipPath>'
        fields += f'<g clip-path="url(#field-{i})"><path class="t-hatch" transform="rotate({turn})" d="{furrows}"/></g>'
        fields += f'<path class="t-line" d="M0 0L{x:.1f} {y:.1f}"/>'
    return f'{clips}<g id="terrain-farmland" class="terrain"><g clip-path="url(#hex-clip)">{fields}</g></g>'


def suburbs() -> str:
    """Houses along a ring road."""
    houses = '<circle class="t-road" r="22.5"/>'
    for k in range(12):
        angle = 30 * k + 15
        x, y = polar(angle, 31.5)
        width = 10 if k % 2 else 8
        houses += (
            f'<g transform="translate({x:.1f} {y:.1f}) rotate({angle})">'
            f'<rect class="t-roof" x="{-width / 2}" y="-3.7" width="{width}" height="7.4"/>'
            f'<path class="t-ridge" d="M{-width / 2} 0H{width / 2}"/></g>'
        )
    return f'<g id="terrain-suburbs" class="terrain">{houses}</g>'


def city() -> str:
    """A plan of blocks."""

    def bent(angle: float, radius: float) -> Point:
        return polar(angle, radius / math.cos(math.radians(angle % 60 - 30)))

    blocks = ""
    for inner, outer, count, gap in [(20.5, 29, 6, 5.5), (31.5, 37.6, 12, 3.2)]:
        for k in range(count):
            begin, end = 360 / count * k + gap, 360 / count * (k + 1) - gap
            middle = (begin + end) / 2
            shape = [bent(a, inner) for a in (begin, middle, end)] + [bent(a, outer) for a in (end, middle, begin)]
            blocks += f'<polygon class="t-block" points="{points(shape)}"/>'
    return f'<g id="terrain-city" class="terrain">{blocks}</g>'


def forest() -> str:
    """Crowns with their shade, the southern ones in front."""
    crowns = ""
    spread = [(36 * k + 5 * math.sin(7 * k), 31 + 2 * math.cos(5 * k), 6.6 + math.sin(3 * k)) for k in range(10)]
    for angle, radius, size in sorted(spread, key=lambda crown: -math.cos(math.radians(crown[0]))):
        x, y = polar(angle, radius)
        crowns += (
            f'<circle class="t-shade" cx="{x + 1.6:.1f}" cy="{y + 1.8:.1f}" r="{size:.1f}"/>'
            f'<circle class="t-crown" cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}"/>'
            f'<path class="t-leaf" d="M{x - size * 0.5:.1f} {y - size * 0.1:.1f}'
            f'a{size * 0.5:.1f} {size * 0.5:.1f} 0 0 1 {size * 0.5:.1f}-{size * 0.45:.1f}"/>'
        )
    return f'<g id="terrain-forest" class="terrain"><g clip-path="url(#hex-clip)">{crowns}</g></g>'


def lake() -> str:
    """Engraved shore lines."""
    shores = ""
    for i, size in enumerate([39, 34.5, 30, 25.5]):
        ring = []
        for angle in range(0, 360, 10):
            wave = 1 + 0.045 * math.sin(math.radians(3 * angle + 40)) + 0.03 * math.sin(math.radians(5 * angle))
            x, y = polar(angle, min(size * wave, 38.6))
            ring.append(f"{x:.1f} {y * 1.03:.1f}")
        kind = "t-wave" if i else "t-shore"
        shores += f'<path class="{kind}" style="opacity:{1 - i * 0.22:.2f}" d="M{"L".join(ring)}Z"/>'
    return f'<g id="terrain-lake" class="terrain">{shores}</g>'


def mountains() -> str:
    """Ridges with a dark lee side."""
    ridges = ""
    for x, y, high, wide in [
        (-15, -17, 19, 24),
        (13, -13, 25, 30),
        (-25, 11, 17, 20),
        (25, 15, 18, 22),
        (-2, 38, 17, 26),
    ]:
        ridges += f'<path class="t-peak" d="M{x - wide / 2} {y}L{x} {y - high}L{x + wide / 2} {y}Z"/>'
        ridges += (
            f'<path class="t-lee" d="M{x} {y - high}L{x + wide / 2} {y}H{x + wide * 0.06:.1f}'
            f'L{x + wide * 0.1:.1f} {y - high * 0.45:.1f}Z"/>'
        )
    return f'<g id="terrain-mountains" class="terrain"><g clip-path="url(#hex-clip)">{ridges}</g></g>'


def line(company: str, path: str) -> str:
    livery = LIVERIES[company]
    return f'<g class="track-line" style="{livery.paint}">{livery.along(path, 11.0, 14.0)}</g>'


# -- the map ---------------------------------------------------------------------------------


def layers(scene: Scene[MiniRailsView], parts: Components) -> list[str]:
    """The map: sea, frames, land, veil, tracks, lamps, discs, and a ghost for each lit hex."""
    table = scene.view.table
    side = parts.sides["ab".index(table.side)]
    lit = {offer.at: offer for offer in scene.view.moves if offer.verb == "lay"}
    names = side.cell_of
    return [
        f'<svg class="board mini-rails{" has-lit" if lit else ""}" id="map" viewBox="-374 -374 748 748" '
        f'role="group" aria-label="The map, {len(side.cells)} hexes">',
        sea(side),
        rim(side),
        frames(table, side, lit),
        *land(table, parts, side, lit),
        veil(table, names, lit),
        tracks(tuple(table.discs.items()), side),
        lamps(names, lit),
        pieces(tuple(table.discs.items()), side),
        ghosts(table, names, lit),
        reaches(scene.view.moves, names),
        "</svg>",
    ]


@cache
def sea(side: Side) -> str:
    coast = outline(side)
    lines = "".join(
        f'<path class="coast-line" d="{coast}" stroke-width="{width + 1.6}" style="opacity:{opacity}"/>'
        f'<path class="coast-fill" d="{coast}" stroke-width="{width}"/>'
        for width, opacity in [(62, 0.22), (46, 0.34), (31, 0.5), (17, 0.75)]
    )
    return f'<circle class="board-sea" r="{RING_INNER + 2}"/><g class="coast" aria-hidden="true">{lines}</g>'


@cache
def rim(side: Side) -> str:
    """In the sea, where to find "g6": the letter of each row before it, the number of its last hex behind it."""
    rows: dict[float, list[tuple[float, str]]] = {}
    for name, cell in zip(side.names, side.cells, strict=True):
        x, y = centre(cell)
        rows.setdefault(y, []).append((x, name))
    drawn = ""
    for y, row in rows.items():
        (west, first), (east, last) = min(row), max(row)
        drawn += f'<text x="{west - RIM:.1f}" y="{y:.1f}">{first[0]}</text>'
        drawn += f'<text x="{east + RIM:.1f}" y="{y:.1f}">{last[1:]}</text>'
    return f'<g class="rim" aria-hidden="true">{drawn}</g>'


@cache
def outline(side: Side) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for _, (x, y) in side.outline) + "Z"


@cache
def stretches(side: Side) -> Mapping[int, tuple[float, float]]:
    """Of each outer place: the angles between which its coast lies, clockwise from north."""
    begins: list[tuple[int, float]] = []
    for i, (cell, (x, y)) in enumerate(side.outline):
        if side.place[side.outline[i - 1][0]] != side.place[cell]:
            begins.append((side.place[cell], math.degrees(math.atan2(x, -y)) % 360))
    begins.sort(key=lambda begin: begin[1])
    found = {}
    for i, (place, angle) in enumerate(begins):
        end = begins[(i + 1) % len(begins)][1]
        found[place] = (angle + 0.7, (end if end > angle else end + 360) - 0.7)
    return found


def frames(table: MiniRailsView, side: Side, lit: Lit) -> str:
    drawn = []
    angles = stretches(side)
    for place, frame in enumerate(table.frames, 1):
        if frame.company is None:
            continue
        offer = lit.get("frame") if frame.company == table.hand else None
        does = doing(offer, ends=True) if offer else ""
        drawn.append(frame_band(frame.company, angles[place], frame.discs, does))
    return together(('<g class="frames">', *drawn, "</g>"))


@lru_cache(maxsize=500)
def frame_band(company: str, angles: tuple[float, float], discs: int, does: str) -> str:
    """One company's stretch of the frame, with its name and the discs that had to go there."""
    begin, end = angles
    middle = (begin + end) / 2
    below = 90 < middle % 360 < 270
    radius = (RING_INNER + RING_OUTER) / 2

    def arc(a: float, b: float, r: float) -> str:
        (x0, y0), (x1, y1) = polar(a, r), polar(b, r)
        if below:
            return f"M{x1:.1f} {y1:.1f}A{r} {r} 0 0 0 {x0:.1f} {y0:.1f}"
        return f"M{x0:.1f} {y0:.1f}A{r} {r} 0 0 1 {x1:.1f} {y1:.1f}"

    (ox, oy), (px, py) = polar(begin, RING_OUTER), polar(end, RING_OUTER)
    (qx, qy), (tx, ty) = polar(end, RING_INNER), polar(begin, RING_INNER)
    band = (
        f"M{ox:.1f} {oy:.1f}A{RING_OUTER} {RING_OUTER} 0 0 1 {px:.1f} {py:.1f}"
        f"L{qx:.1f} {qy:.1f}A{RING_INNER} {RING_INNER} 0 0 0 {tx:.1f} {ty:.1f}Z"
    )
    half = 11.5
    lines = ""
    for a, b in [(begin + 2.2, middle - half), (middle + half, end - 2.2)]:
        length = math.radians(b - a) * radius
        lines += "".join(mark(arc(a, b, radius), stroke, length) for stroke in BANDS[company])
    on_it = ""
    for k in range(discs):
        x, y = polar(middle + 14 + 5.5 * k, radius - 1)
        on_it += (
            f'<use class="disc" id="frame-{company}-{k}" href="#disc-{company}" width="30" height="32" x="-15" y="-16" '
            f'style="transform:translate({x:.1f}px,{y:.1f}px)"/>'
        )
    text = radius + 5 if below else radius - 5
    lying = f", {plural(discs, 'disc')} on it" if discs else ""
    action = (
        f'class="frame is-lit" role="button" tabindex="0" {does} '
        f'aria-label="Lay the disc on the frame of {company.title()}, minus 1"'
        if does
        else f'class="frame" role="img" aria-label="Frame of {company.title()}{lying}" {asking("lay", "frame")}'
    )
    return (
        f'<g {action} id="frame-of-{company}" data-company="{company}" style="{LIVERIES[company].paint}">'
        f'<path class="frame-band" d="{band}"/>{lines}'
        f'<path id="frame-path-{company}" class="frame-path" d="{arc(middle - half, middle + half, text)}"/>'
        f'<text class="frame-name"><textPath href="#frame-path-{company}" startOffset="50%">{company.upper()}'
        f"</textPath></text>{on_it}</g>"
    )


def land(table: MiniRailsView, parts: Components, side: Side, lit: Lit) -> list[str]:
    drawn = []
    for i, entry in enumerate(table.hexes):
        if entry.terrain:
            offer = lit.get(entry.name)
            does = doing(offer, ends=True) if offer else ""
            drawn.append(land_hex(entry, centre(side.cells[i]), parts.titles[entry.terrain], 60 * (i % 6), does))
    return [
        '<g class="land">',
        *bands(drawn),
        "</g>",
        shores(side, tuple(bool(entry.terrain) for entry in table.hexes)),
    ]


@lru_cache(maxsize=100)
def shores(side: Side, laid: tuple[bool, ...]) -> str:
    """Where tiles meet, and where the land ends."""
    seams = ""
    number = {cell: i for i, cell in enumerate(side.cells)}
    for i, (cell, there) in enumerate(zip(side.cells, laid, strict=True)):
        ring = corners(cell) if there else ()
        for k in range(3 if there else 0):
            other = (cell[0] + POINTY[k][0], cell[1] + POINTY[k][1])
            if other in number and side.place[number[other]] != side.place[i]:
                (x0, y0), (x1, y1) = ring[k], ring[k + 1]
                seams += f"M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}"
    return f'<path class="seams" d="{seams}"/><path class="shore" d="{outline(side)}"/>'


@lru_cache(maxsize=4000)
def land_hex(entry: Hex, at: Point, title: str, turn: int, does: str) -> str:
    name, value, terrain = entry.name, entry.value, entry.terrain
    turned = "" if terrain in ("mountains", "plains") or not turn else f' transform="rotate({turn})"'
    taken = f", {entry.disc} disc" if entry.disc else ""
    label = f"{name}, {title} {signed(value)}{taken}"
    state = f'is-lit" role="button" tabindex="0" {does}' if does else f'" role="img" {asking("lay", name)}'
    pip = "" if entry.disc else f'<use class="hex-pips" href="#{pips(value)}"/>'
    ours = ", our reconstruction" if entry.mark == "reconstructed" else ""
    return (
        f'<g class="hex is-{terrain} {state} id="hex-{name}" transform="translate({at[0]:.1f} {at[1]:.1f})" '
        f'aria-label="{label}"><title>{label}. Tile {entry.tile}{ours}.</title>'
        f'<polygon class="hex-ground" points="{HEXAGON}"/>'
        f'<use href="#terrain-{terrain}"{turned}/><polygon class="hex-edge" points="{HEXAGON}"/>{pip}</g>'
    )


def veil(table: MiniRailsView, names: Names, lit: Lit) -> str:
    """Over the land that is not lit, while something is."""
    if not lit:
        return ""
    dark = [names[hex.name] for hex in table.hexes if hex.name not in lit]
    path = "".join("M" + "L".join(f"{x:z.1f} {y:z.1f}" for x, y in corners(cell)) + "Z" for cell in dark)
    return f'<path class="veil" d="{path}" aria-hidden="true"/>'


@lru_cache(maxsize=300)
def tracks(discs: tuple[tuple[str, str], ...], side: Side) -> str:
    """Neighbouring discs of a company are joined by its line."""
    owner = {side.cell_of[name]: company for name, company in discs}
    drawn = ""
    for cell, company in owner.items():
        for dq, dr in POINTY[:3]:
            other = (cell[0] + dq, cell[1] + dr)
            if owner.get(other) == company:
                drawn += line(company, between(centre(cell), centre(other)))
    return f'<g class="tracks-of-map" aria-hidden="true">{drawn}</g>'


def between(a: Point, b: Point, begin: float = 0.0) -> str:
    x, y = a[0] + (b[0] - a[0]) * begin, a[1] + (b[1] - a[1]) * begin
    return f"M{x:.1f} {y:.1f}L{b[0]:.1f} {b[1]:.1f}"


def lamps(names: Names, lit: Lit) -> str:
    drawn = ""
    for name in sorted(lit.keys() & names.keys()):
        x, y = centre(names[name])
        drawn += (
            f'<g class="lamp" data-for="{lit[name].move}" transform="translate({x:.1f} {y:.1f})">'
            f'<polygon class="lamp-case" points="{INNER}"/><polygon class="lamp-light" points="{INNER}"/>'
            f'<text class="lamp-name" y="31">{name}</text></g>'
        )
    return f'<g class="lamps" aria-hidden="true">{drawn}</g>'


@lru_cache(maxsize=300)
def pieces(discs: tuple[tuple[str, str], ...], side: Side) -> str:
    names = side.cell_of
    drawn = ""
    for name, company in sorted(discs, key=lambda disc: names[disc[0]][1]):
        x, y = centre(names[name])
        drawn += (
            f'<use class="disc" id="disc-at-{name}" href="#disc-{company}" x="-28" y="-29" width="56" height="60" '
            f'style="transform:translate({x:.1f}px,{y:.1f}px)" data-piece="{company}"/>'
        )
    return f'<g class="discs" aria-hidden="true">{drawn}</g>'


def ghosts(table: MiniRailsView, names: Names, lit: Lit) -> str:
    """What each lit hex would look like; the page shows the one under the pointer."""
    company = table.hand or ""
    owner = {names[name]: held for name, held in table.discs.items()}
    drawn = ""
    for name in sorted(lit.keys() & names.keys()):
        q, r = names[name]
        x, y = centre((q, r))
        near = [(q + dq, r + dr) for dq, dr in POINTY if owner.get((q + dq, r + dr)) == company]
        joins = "".join(line(company, between(centre(cell), (x, y), 0.32)) for cell in near)
        drawn += (
            f'<g class="ghost" data-for="{lit[name].move}"><g class="ghost-track">{joins}</g>'
            f'<circle class="ghost-shadow" cx="{x:.1f}" cy="{y + 6:.1f}" r="27"/>'
            f'<use class="ghost-disc" href="#disc-{company}" x="{x - 28:.1f}" y="{y - 35:.1f}" '
            'width="56" height="60"/></g>'
        )
    return f'<g class="ghosts" aria-hidden="true">{drawn}</g>'


def reaches(offers: list[Offer], names: Names) -> str:
    """Where each disc of the market could be built; the page shows it for the one under the pointer."""
    drawn = ""
    for offer in offers:
        hexes = "".join(f'<polygon points="{points(corners(names[name], 0.91))}"/>' for name in offer.reach)
        drawn += f'<g class="reach" data-for="{quoted(offer.move)}">{hexes}</g>' if hexes else ""
    return f'<g class="reaches" aria-hidden="true">{drawn}</g>' if drawn else ""
