"""What the boards of all games share: hexes, and an SVG that stands by itself."""

import math
from collections.abc import Iterable
from functools import cache
from importlib import resources
from xml.sax.saxutils import escape

from branchline.game import Game, Json
from branchline.kernel.grid import Cell

STYLES = ("tokens.css", "branchline.css")
Point = tuple[float, float]

# -- hexes -----------------------------------------------------------------------------------


def pointy(cell: Cell, radius: float) -> Point:
    """The middle of a pointy-top hex in axial coordinates; the radius leads to a corner."""
    q, r = cell
    return math.sqrt(3) * radius * (q + r / 2), 1.5 * radius * r


def flat(cell: Cell, radius: float) -> Point:
    """The middle of a flat-top hex."""
    q, r = cell
    return 1.5 * radius * q, math.sqrt(3) * radius * (r + q / 2)


def hexagon(middle: Point, radius: float, first: float) -> tuple[Point, ...]:
    """The corners of a hex, clockwise; the first lies so many degrees clockwise from the east."""
    x, y = middle
    angles = [math.radians(60 * i + first) for i in range(6)]
    return tuple((x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles)


def points(corners: Iterable[Point]) -> str:
    """For a polygon."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)


# -- standing by itself ----------------------------------------------------------------------


@cache
def styles(game: str) -> str:
    """All styles that a board of this game needs."""
    house = resources.files("branchline.web") / "static"
    sheets = [(house / name).read_text("utf-8") for name in STYLES]
    own = resources.files("branchline.games") / game.replace("-", "_") / "table.css"
    return "\n".join([*sheets, own.read_text("utf-8")])


def standalone(game: Game, view: Json) -> str:
    board = game.board(view)
    head, _, rest = board.partition(">")
    return f'{head} xmlns="http://www.w3.org/2000/svg"><style>{escape(styles(game.name))}</style>{game.sprite()}{rest}'
