"""The board and the cards of Express 01 as SVG, drawn from a view. Colours are the stylesheet's.

A card is a square of 100 units with its centre at (0, 0)."""

import math
import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from importlib import resources

from branchline.drawing import asking, bands, doing, quoted
from branchline.game import Offer, Scene
from branchline.games.express_01.components import COLUMNS, EDGES, ROWS, Card, Components, neighbour
from branchline.games.express_01.view import Deck, ExpressView, Route
from branchline.livery import Livery, Ring, Stroke
from branchline.words import listed

Cards = dict[int, tuple[Card, int]]  # the cards that lie, by the number of their cell, with their quarter turns

HALF = 50
MARGIN = 30
EDGE_AT = {"N": (0, -HALF), "E": (HALF, 0), "S": (0, HALF), "W": (-HALF, 0)}
ROMAN = ("", "I", "II", "III")

LIVERIES = {
    "red": Livery("red", "R", (Stroke(2.4),), stout=(Ring(22.6, 2.6),)),
    "blue": Livery("blue", "B", (Stroke(3.3, (13.5, 7.5)),), stout=(Ring(22.6, 2.8, 4, 0.62),)),
    "green": Livery("green", "G", (Stroke(12.0, (2.1, 5.4)),), stout=(Ring(22.6, 5, 12, 0.34),)),
    "purple": Livery("purple", "P", (Stroke(9.3), Stroke(5.1, core=True)), stout=(Ring(23.8, 1.5), Ring(20, 1.5))),
    "yellow": Livery("yellow", "Y", (Stroke(5.1, (0, 10.8)),), stout=(Ring(22.6, 4.6, 8),)),
    "brown": Livery("brown", "N", (Stroke(7.5, (10.5, 10.5)),), stout=(Ring(22.6, 4.4, 6, 0.5),)),
}
ICONS = {
    "expand": "M4 8H12A4 4 0 0 1 16 12V20M4 8 7 5M4 8 7 11M12.5 8H20",
    "share": "M6 5H18V19H6ZM9 9H15M9 12.5H13",
    "run": "M4 17H20M6 13.5H18L16.5 8.5H7.5ZM9 17V20M15 17V20M9.5 5.5H14.5",
    "swap": "M7 4V18M4 15 7 18.5 10 15M17 20V6M14 9 17 5.5 20 9",
    "loco": "M9.5 5.5 10 2.5H14L14.5 5.5M12 5.4A6.4 6.4 0 1 0 12 18.2 6.4 6.4 0 1 0 12 5.4M12 9A2.8 2.8 0 1 0 12 14.6 "
    "2.8 2.8 0 1 0 12 9M3.5 18.3H20.5V21H3.5Z",
    "cards": "M4.5 8H14.5V20H4.5ZM8 8V4.5H19V16.5H14.5",
    "gone": "M7.5 21 11 3M16.5 21 13 3M10 9.5H14M9 14H15M8 18.5H16",
}


def livery(company: str) -> Livery:
    """Of a company, or of the Black Locomotive."""
    return LIVERIES.get(company, Livery(company, "01"))


# -- the pieces ------------------------------------------------------------------------------


@cache
def sprite(companies: tuple[str, ...]) -> str:
    """A station's owner is a disc; a share is a locomotive seen from the front, the disc its smokebox."""
    parts = ['<svg class="sprite" width="0" height="0" aria-hidden="true"><defs>']
    for company in (*companies, "black"):
        look = livery(company)
        parts.append(
            f"{look.stock(f'stock-{company}')}"
            f'<symbol id="loco-{company}" viewBox="-32 -36 64 72" overflow="visible">'
            f'<g class="disc-art" style="{look.art}"><path class="loco-iron" '
            'd="M-7.5-35.5H7.5L6-24H-6ZM-30 17.5H30V26H-30Z"/><circle class="loco-iron" cx="-18.5" cy="27" r="7.6"/>'
            '<circle class="loco-iron" cx="18.5" cy="27" r="7.6"/>'
            f'<g transform="translate(0 -3) scale(.97)">{look.face()}</g></g></symbol>'
        )
    for name, path in ICONS.items():
        parts.append(
            f'<symbol id="icon-{name}" viewBox="0 0 24 24"><path d="{path}" fill="none" stroke="currentColor" '
            'stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"/></symbol>'
        )
    return "".join([*parts, "</defs></svg>"])


# -- rails -----------------------------------------------------------------------------------


def opposite(edge: str) -> str:
    return EDGES[(EDGES.index(edge) + 2) % 4]


def joint(a: str, b: str) -> str:
    """The centre line of a connection: straight, or a quarter circle round the corner."""
    (x0, y0), (x1, y1) = EDGE_AT[a], EDGE_AT[b]
    if opposite(a) == b:
        return f"M{x0} {y0}L{x1} {y1}"
    sweep = int((EDGES.index(b) - EDGES.index(a)) % 4 == 3)
    return f"M{x0} {y0}A{HALF} {HALF} 0 0 {sweep} {x1} {y1}"


def buffer_at(edge: str) -> int:
    """How far from the centre a terminal's track ends; in the south it leaves room for the name."""
    return 35 if edge == "S" else 26


def lines(card: Card, turns: int) -> dict[str, str]:
    """The centre lines of a card by their edges."""
    if card.kind == "route":
        return {rail: joint(rail[0], rail[1]) for rail in sorted(card.turned(turns))}
    drawn = {}
    for edge in sorted(card.edges(turns)):
        x, y = EDGE_AT[edge]
        stop = (buffer_at(edge) - 1) / HALF if card.kind == "terminal" else 0
        drawn[edge] = f"M{x} {y}L{x * stop:g} {y * stop:g}"
    return drawn


@lru_cache(maxsize=4000)
def rails(card: Card, turns: int, old: tuple[Card, int] | None = None, ghost: bool = False) -> str:
    """The track of a card; what an old card below did not have is dashed. A crossing is a bridge."""
    new = lines(card, turns)
    kept = {rail: line for rail, line in new.items() if not ghost or (old and rail in lines(*old))}
    fresh = "".join(line for rail, line in new.items() if rail not in kept)
    drawn = f'<path class="way-ghost-case" d="{fresh}"/><path class="way-ghost" d="{fresh}"/>' if fresh else ""
    line = "".join(kept.values())
    drawn += f'<path class="way" d="{line}"/><path class="way-core" d="{line}"/>'
    if "NS" in new and "EW" in new:
        over = '<path class="way-ghost" d="M-15 0H15"/>'
        if "EW" in kept:
            over = '<path class="way" d="M-16 0H16"/><path class="way-core" d="M-17 0H17"/>'
        drawn += (
            f'<path class="bridge-gap" d="M-15 0H15"/>{over}'
            '<path class="bridge" d="M-13-10-10-7.4H10L13-10M-13 10-10 7.4H10L13 10"/>'
        )
    return f'<g class="rails" aria-hidden="true">{drawn}</g>'


def star(inner: float, outer: float) -> str:
    points = []
    for i in range(16):
        radius, angle = (inner if i % 2 else outer), math.pi * i / 8
        points.append(f"{radius * math.sin(angle):.1f},{-radius * math.cos(angle):.1f}")
    return " ".join(points)


def buffers(edges: Iterable[str]) -> str:
    path = ""
    for edge in sorted(edges):
        x, y = EDGE_AT[edge][0] / HALF, EDGE_AT[edge][1] / HALF
        at = buffer_at(edge)
        path += f"M{x * at - y * 13:g} {y * at - x * 13:g}L{x * at + y * 13:g} {y * at + x * 13:g}"
    return f'<path class="buffer" d="{path}"/>'


def bonus_tag(bonus: int, small: bool) -> str:
    if not bonus:
        return ""
    at = "translate(-29 32) scale(1.42)" if small else "translate(33 -19)"
    return (
        f'<g class="bonus" transform="{at}"><rect x="-13" y="-9.5" width="26" height="19" rx="9.5"/>'
        f'<text y="5.2">+{bonus}</text></g>'
    )


def station(card: Card, turns: int, small: bool = False, tag: bool = True) -> str:
    """Through: a ring. Terminal: a ring behind buffer stops. Capital: a star. The disc is the owner."""
    if card.kind == "capital":
        plate = f'<polygon class="plate" points="{star(22.6, 30)}"/>'
    else:
        plate = f'<circle class="plate" r="{19.4 if card.kind == "terminal" else 21}"/>'
    if card.kind == "terminal":
        plate = buffers(card.edges(turns)) + plate
    radius = {"capital": 17.6, "terminal": 16}.get(card.kind, 16.6)
    if card.owner:
        disc = (
            f'<use href="#stock-{card.owner}" x="{-radius}" y="{-radius}" width="{2 * radius}" height="{2 * radius}"/>'
        )
    else:
        disc = f'<circle class="nobody" r="{radius - 1}"/><circle class="nobody-dot" r="3.4"/>'
    bonus = bonus_tag(card.bonus, small) if tag else ""
    return f'<g class="station is-{card.kind}">{plate}{disc}{bonus}</g>'


# -- cards -----------------------------------------------------------------------------------


def ground(card: Card, small: bool = False) -> str:
    """Paper, a head with stage and number, and one, two or three rules below it."""
    high = 26 if small else 16
    size = " is-small" if small else ""
    rules = "".join(f'<path class="card-rule" d="M-49 {-46.4 + high + 3 * i:g}H49"/>' for i in range(card.stage))
    return (
        '<rect class="card-paper" x="-49" y="-49" width="98" height="98" rx="4"/>'
        f'<path class="card-head" d="M-49 {high - 49}V-45A4 4 0 0 1-45-49H45A4 4 0 0 1 49-45V{high - 49}Z"/>{rules}'
        '<rect class="card-edge" x="-49" y="-49" width="98" height="98" rx="4"/>'
        f'<text class="card-stage{size}" x="-41" y="{-49 + high * 0.79:.1f}">{ROMAN[card.stage]}</text>'
        f'<text class="card-no{size}" x="{44 if small else 41}" y="{-49 + high * 0.77:.1f}">{card.no}</text>'
    )


def describe(card: Card) -> str:
    """A card read aloud."""
    head = f"Card {card.no}, {card.kind}{'' if card.kind == 'route' else ' station'}, stage {ROMAN[card.stage]}"
    if card.share:
        return f"{head}, {card.share.title()} share"
    return f"{head}, {(card.owner or 'nobody').title()}" + (f", bonus {card.bonus}" if card.bonus else "")


@lru_cache(maxsize=4000)
def small_card(card: Card, turns: int = 0, old: tuple[Card, int] | None = None, ghost: bool = False) -> str:
    """A card by itself, for hand, decks and picker: what it is worth stands at the lower left."""
    if card.kind == "route":
        on_it = (
            '<rect class="share-bed" x="-48" y="6" width="36" height="42" rx="6"/>'
            f'<use class="card-share" href="#loco-{card.share}" x="-49" y="8" width="37" height="41.6"/>'
        )
    else:
        on_it = station(card, turns, small=True)
    return (
        f'<svg class="card stage-{card.stage}" viewBox="-50 -50 100 100" role="img" aria-label="{describe(card)}">'
        f"{ground(card, small=True)}{rails(card, turns, old, ghost)}{on_it}</svg>"
    )


def sign(name: str, kind: str) -> str:
    """The station's name under its disc."""
    width = 9 + 5.9 * len(name)
    down = {"terminal": 23.5, "capital": 28.5}.get(kind, 26)
    return (
        f'<g class="city" transform="translate(0 {down})"><g><rect x="{-width / 2:.1f}" y="-7.2" width="{width:.1f}" '
        f'height="14.4" rx="2.4"/><text y="4.2"{fit(name, width - 6, 6)}>{name}</text></g></g>'
    )


def fit(name: str, width: float, longest: int) -> str:
    """A name of more letters than that is as wide as its place, in whatever font there is."""
    return f' textLength="{width:.1f}" lengthAdjust="spacingAndGlyphs"' if len(name) > longest else ""


def base_mark(kind: str) -> str:
    """The quiet mark of a station that is not built yet."""
    if kind == "capital":
        return f'<polygon class="base-mark" points="{star(11.5, 16)}"/><circle class="base-mark" r="5.5"/>'
    if kind == "terminal":
        return '<circle class="base-mark" r="9"/><path class="base-mark is-bar" d="M-9-14.5H9"/>'
    return '<circle class="base-mark" r="10.5"/><circle class="base-mark" r="5"/>'


# -- the board -------------------------------------------------------------------------------


def centre(no: int) -> tuple[int, int]:
    """The middle of a cell, by its number."""
    row, column = divmod(no - 1, COLUMNS)
    return column * 100 + 50, row * 100 + 50


@cache
def germany() -> str:
    """Sea, land and rivers, bent so that the towns lie on their cards."""
    text = (resources.files(__package__) / "germany.svg").read_text("utf-8")
    return re.sub(r"^<svg[^>]*>|</svg>\s*$", "", text)


def layers(scene: Scene[ExpressView], parts: Components) -> list[str]:
    """Map, cells, veil, lamps, track, run, stations, and a ghost for each card that may be laid."""
    table, offers = scene.view.table, scene.view.moves
    lit = {offer.at: offer for offer in offers if offer.verb == "expand"}
    open_cells = {cell.no for cell in table.cells if f"cell-{cell.no}" in lit or cell.chosen}
    routes = table.run.routes if table.run else []
    laid = {cell.no: (parts.card(cell.card.no), cell.card.turns) for cell in table.cells if cell.card}
    width, height = COLUMNS * 100 + 2 * MARGIN, ROWS * 100 + 2 * MARGIN
    return [
        f'<svg class="board x1-board{" has-lit" if lit else ""}" id="map" '
        f'viewBox="{-MARGIN} {-MARGIN} {width} {height}" role="group" aria-label="Germany in 35 cards">',
        germany(),
        *cells(table, laid, lit),
        veil(open_cells) if open_cells else veil(on_routes(routes)) if routes else "",
        lamps(table, lit),
        *layer("tracks", laid, lambda no: rails(*laid[no])),
        runs(table, routes, laid),
        *layer("stations", laid, lambda no: town(no, laid, parts)),
        pays(routes, laid),
        legs(table, routes, offers),
        ghosts(table, laid, parts, offers),
        "</svg>",
    ]


def cells(table: ExpressView, laid: Cards, lit: dict[str, Offer]) -> list[str]:
    drawn = []
    for cell in table.cells:
        no, name = cell.no, cell.name
        card, offer = laid.get(no), lit.get(f"cell-{no}")
        label = f"{no}{', ' + name if name else ''}: {describe(card[0]) if card else 'base card, ' + cell.kind}"
        act = f'role="button" tabindex="0" {doing(offer)}' if offer else f'role="img" {asking("expand", f"cell-{no}")}'
        kind = f"stage-{card[0].stage}" if card else "is-base"
        x, y = centre(no)
        if card:
            face = f'<g id="ground-{no}-{card[0].no}" data-piece="{kept_in(card[0])}">{ground(card[0])}</g>'
        else:
            face = '<rect class="base-paper" x="-49" y="-49" width="98" height="98" rx="4"/>'
            face += f'<text class="base-no" x="-41" y="-33">{no}</text>'
            if name:
                face += f'{base_mark(cell.kind)}<text class="base-name" y="32"{fit(name, 94, 10)}>{name}</text>'
        drawn.append(
            f'<g class="cell {kind}{" is-lit" if offer else ""}" id="cell-{no}" transform="translate({x} {y})" '
            f'{act} aria-label="{label}">{face}</g>'
        )
    return ['<g class="cells">', *bands(drawn), "</g>"]


def kept_in(card: Card | Deck) -> str:
    """The name of the deck that a card comes from, and of its cards as pieces."""
    return f"card-{card.kind}-{card.stage}"


def layer(name: str, laid: Cards, draw: Callable[[int], str]) -> list[str]:
    """One thing of every card that lies, above all cards, so that rails join over the gaps."""
    drawn = []
    for no, (card, _) in laid.items():
        x, y = centre(no)
        from_deck = f'id="{name}-{no}-{card.no}" data-piece="{kept_in(card)}"'
        drawn.append(f'<g class="stage-{card.stage}" {from_deck} transform="translate({x} {y})">{draw(no)}</g>')
    return [f'<g class="{name}">', *bands(drawn), "</g>"]


def town(no: int, laid: Cards, parts: Components) -> str:
    card, turns = laid[no]
    if card.kind == "route":
        return ""
    return station(card, turns) + sign(parts.base[no - 1].name or str(no), card.kind)


def square(no: int, half: float) -> str:
    x, y = centre(no)
    return f"M{x - half} {y - half}H{x + half}V{y + half}H{x - half}Z"


def veil(open_cells: set[int]) -> str:
    dark = [no for no in range(1, COLUMNS * ROWS + 1) if no not in open_cells]
    return f'<path class="veil" d="{"".join(square(no, 49.4) for no in dark)}" aria-hidden="true"/>'


def on_routes(routes: list[Route]) -> set[int]:
    return {no for route in routes for no in route.cells}


def lamps(table: ExpressView, lit: dict[str, Offer]) -> str:
    """Lit cells are lit at their corners: the rails run free through the middle of each edge."""
    drawn = ""
    for cell in table.cells:
        if offer := lit.get(f"cell-{cell.no}"):
            drawn += f'<g class="lamp" data-for="{quoted(offer.move)}">{lamp_corners(*centre(cell.no))}</g>'
    return f'<g class="lamps" aria-hidden="true">{drawn}</g>' if drawn else ""


def lamp_corners(x: int, y: int) -> str:
    corners = "".join(f"M{x + a * 48} {y + b * 34}V{y + b * 48}H{x + a * 34}" for a in (-1, 1) for b in (-1, 1))
    return f'<path class="lamp-case" d="{corners}"/><path class="lamp-light" d="{corners}"/>'


def course(cells_passed: list[int], laid: Cards) -> str:
    """One line from the first station to the last, along the rails."""
    path = ""
    for i, no in enumerate(cells_passed):
        x, y = centre(no)
        came = edge_between(no, cells_passed[i - 1]) if i else None
        leave = edge_between(no, cells_passed[i + 1]) if i + 1 < len(cells_passed) else None
        if leave is None:
            path += f"L{x} {y}"
            continue
        ex, ey = x + EDGE_AT[leave][0], y + EDGE_AT[leave][1]
        if came is None:
            path += f"M{x} {y}L{ex} {ey}"
        elif opposite(came) == leave:
            path += f"L{ex} {ey}"
        elif laid[no][0].kind == "route":
            sweep = int((EDGES.index(leave) - EDGES.index(came)) % 4 == 3)
            path += f"A50 50 0 0 {sweep} {ex} {ey}"
        else:
            path += f"L{x} {y}L{ex} {ey}"
    return path


def edge_between(no: int, other: int) -> str:
    return next(EDGES[side] for side in range(4) if neighbour(no - 1, side) == other - 1)


def run_line(company: str, path: str) -> str:
    """The line of a run, with a halo."""
    look = livery(company)
    halo = f'<path class="run-halo" d="{path}" stroke-width="24.0"/>'
    return f'<g class="run-line-x1" style="{look.paint}">{halo}{look.along(path, 15.0, 18.4)}</g>'


def runs(table: ExpressView, routes: list[Route], laid: Cards) -> str:
    """Each route as a thick line, shown when it is pointed at; the best one until then."""
    drawn = ""
    for i, route in enumerate(routes):
        line = run_line(table.company or "", course(route.cells, laid))
        drawn += f'<g class="run{" is-best" if i == 0 else ""}" data-for="{quoted(route.move)}">{line}</g>'
    return f'<g class="runs" aria-hidden="true">{drawn}</g>' if drawn else ""


def pays(routes: list[Route], laid: Cards) -> str:
    """What each stop of a route pays; a tag is drawn once, as hundreds of routes may call at a station."""
    tags = drawn = ""
    for no in sorted({no for route in routes for no in route.stops}):
        x, y = centre(no)
        tags += (
            f'<g class="run-pay" id="pay-{no}" transform="translate({x + 32} {y - 18})"><rect x="-14" y="-11" '
            f'width="28" height="22" rx="4"/><text y="5.6">{1 + laid[no][0].bonus}</text></g>'
        )
    for i, route in enumerate(routes):
        calls = "".join(f'<use href="#pay-{no}"/>' for no in route.stops)
        drawn += f'<g class="run{" is-best" if i == 0 else ""}" data-for="{quoted(route.move)}">{calls}</g>'
    return f'<defs>{tags}</defs><g class="runs" aria-hidden="true">{drawn}</g>' if drawn else ""


def legs(table: ExpressView, routes: list[Route], offers: list[Offer]) -> str:
    """5.4 The cards that the routes to choose from pass: one that only one route passes is that route, another
    keeps the routes that pass it."""
    offered = {offer.move: offer for offer in offers}
    routes = [route for route in routes if route.move in offered]
    stops = {no for route in routes for no in route.stops}
    drawn = ""
    for no in sorted(on_routes(routes)):
        passing = [route for route in routes if no in route.cells]
        name = table.cells[no - 1].name or f"card {no}"
        if len(passing) == 1:
            calls = listed([table.cells[stop - 1].name or "" for stop in passing[0].stops])
            label = f"{name}: the route by {calls}, {passing[0].pays} cards"
            act = doing(offered[passing[0].move])
        else:
            label = f"{name}: keep the {len(passing)} routes that pass it"
            act = f'data-among="{quoted("|".join(route.move for route in passing))}"'
        x, y = centre(no)
        light = lamp_corners(x, y) if no in stops else ""
        drawn += (
            f'<g class="leg" role="button" tabindex="0" {act} aria-label="{quoted(label)}">{light}'
            f'<rect class="leg-hit" x="{x - 49}" y="{y - 49}" width="98" height="98" rx="4"/></g>'
        )
    return f'<g class="legs">{drawn}</g>' if drawn else ""


def ghosts(table: ExpressView, laid: Cards, parts: Components, offers: list[Offer]) -> str:
    """The chosen cell, and on it each card that may be laid, shown when it is pointed at."""
    chosen = table.chosen_cell
    if chosen is None:
        return ""
    x, y = centre(chosen.no)
    frame = '<rect class="lamp-case" x="-50" y="-50" width="100" height="100" rx="5"/>'
    frame += '<rect class="lamp-light" x="-50" y="-50" width="100" height="100" rx="5"/>'
    drawn = f'<g class="chosen">{frame}</g>'
    lays = {offer.at: offer for offer in offers if offer.verb == "lay"}
    for entry in table.picker or []:
        card = parts.card(entry.no)
        for turns in entry.turns:
            offer = lays.get(f"card-{entry.no}-r{turns}")
            if offer is None:
                continue
            face = ground(card) + rails(card, turns, laid.get(chosen.no), ghost=True)
            if card.kind != "route":
                face += station(card, turns) + sign(chosen.name or "", card.kind)
            drawn += (
                f'<g class="lay stage-{card.stage}" data-for="{quoted(offer.move)}"><rect class="lay-shadow" x="-50" '
                f'y="-45" width="100" height="100" rx="5"/>'
                f'<g transform="translate(0 -4) scale(1.06)">{face}{frame}</g></g>'
            )
    return f'<g class="ghosts-x1" transform="translate({x} {y})" aria-hidden="true">{drawn}</g>'
