"""Mini Express' notation: moves as text, and the names in them."""

from itertools import groupby
from typing import TYPE_CHECKING

from branchline.games.mini_express import draft, moves
from branchline.games.mini_express.components import COMPANIES
from branchline.games.mini_express.rules import MiniExpress
from branchline.words import an, listed

if TYPE_CHECKING:
    from branchline.games.mini_express.game import MiniExpressGame

COLOURS = [*COMPANIES, "purple"]  # of a half of a demand tile

# -- moves ---------------------------------------------------------------------------------------


def text(game: "MiniExpressGame", state: MiniExpress, move: int) -> str:
    if move >= moves.FIRST:
        return chance_text(game, state, move)
    if move >= moves.ROUTE:
        return f"via {' '.join(via(state, move - moves.ROUTE, state.distance))}"
    if move >= moves.BUILD:
        base = moves.BUILD_WEST if move >= moves.BUILD_WEST else moves.BUILD
        company, city = divmod(move - base, 64)
        west = " from the west" if base == moves.BUILD_WEST else ""
        return f"build {COMPANIES[company]} {game.city(state, city).lower()}{west}"
    if move >= moves.COAST:
        company, cubes = divmod(move - moves.COAST, 4)
        return f"coast {COMPANIES[company]} {cubes}"
    if move >= moves.WEST_SIDE:
        return f"west side {COMPANIES[move - moves.WEST_SIDE]}"
    if move >= moves.HARBOR:
        return f"harbor {game.map_of(state).harbors[move - moves.HARBOR].name.lower()}"
    if move >= moves.GAIN:
        return f"gain {COMPANIES[move - moves.GAIN]}"
    if move >= moves.PICK_SET:
        return f"pick {pair(move - moves.PICK_SET)}"
    if move >= moves.SPLIT:
        return f"split {COMPANIES[move - moves.SPLIT]}"
    if move >= moves.PICK:
        return f"pick {COMPANIES[move - moves.PICK]}"
    return "pass" if move == moves.PASS else f"share {COMPANIES[move - moves.SHARE]}"


def pair(code: int) -> str:
    """A pair of companies, for a set of starting shares."""
    return f"{COMPANIES[draft.pair_one(code)]} {COMPANIES[draft.pair_two(code)]}"


def chance_text(game: "MiniExpressGame", state: MiniExpress, move: int) -> str:
    if move >= moves.TILE:
        kind = move - moves.TILE
        if kind == len(state.bag) - 1:
            return "tile reset" if state.terms.prototype else "tile refresh"
        if state.terms.prototype:
            return f"tile {COMPANIES[kind]}"
        return f"tile {state.box.bot_company[kind]} {state.box.bot_city[kind]}"
    if move >= moves.GROUPING:
        grouping = move - moves.GROUPING
        return f"sets without {pair(grouping)} and {pair(draft.PAIRS - 1 - grouping)}"
    if move >= moves.DEMAND:
        one, two = game.parts.demand[move - moves.DEMAND]
        return f"demand {game.city(state, state.done).lower()} {COLOURS[one]} {COLOURS[two]}"
    return f"first seat {move - moves.FIRST + 1}"


def via(state: MiniExpress, route: int, distance: int) -> list[str]:
    """The hexes of a route before its city."""
    return [hex_text(state, hex) for hex in list(state.land.hexes_of(route, distance))[:-1]]


def hex_text(state: MiniExpress, hex: int) -> str:
    return f"{state.land.q[hex]},{state.land.r[hex]}"


# -- names in sentences --------------------------------------------------------------------------


def co(company: int) -> str:
    """A company with its picture."""
    return f"{{piece:{COMPANIES[company]}}} {COMPANIES[company].title()}"


def an_co(company: int) -> str:
    """The same with its article: a Gray, an Orange."""
    return an(COMPANIES[company]).replace(COMPANIES[company], co(company))


def titles(companies: int) -> list[str]:
    """The names of a set of companies."""
    return [COMPANIES[c].title() for c in range(4) if companies & 2**c]


def route_words(game: "MiniExpressGame", state: MiniExpress, route: int, distance: int) -> str:
    """A route by the hexes before its city: "by way of north and north-west of Denver, east of Boise"."""
    between = [game.near(state, int(hex)) for hex in list(state.land.hexes_of(route, distance))[:-1]]
    parts = [
        f"{listed([bearing or 'the hex' for _, bearing in hexes])} of {name}"
        for name, hexes in groupby(between, key=lambda place: place[0])
    ]
    return f"by way of {', '.join(parts)}" if parts else "straight into the city"
