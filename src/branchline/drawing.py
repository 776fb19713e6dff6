"""What the boards of all games share: hexes, and an SVG that stands by itself."""

import math
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from branchline.game import Game, Offer, Scene
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


# -- layers ----------------------------------------------------------------------------------

BAND = 8  # places that are one text


@lru_cache(maxsize=4000)
def together(parts: tuple[str, ...]) -> str:
    """The same parts are the same text: who keeps drawings finds again what stayed, without reading it."""
    return "".join(parts)


def bands(parts: Sequence[str]) -> list[str]:
    """What lies at many places, some of them together: where one place changes, the others stay as they were."""
    return [together(tuple(parts[k : k + BAND])) for k in range(0, len(parts), BAND)]


# -- what can be done there ------------------------------------------------------------------


def doing(offer: Offer, *, ends: bool = False) -> str:
    """The attributes of a place that is lit: what a click there plays, and whether the turn ends with it."""
    last = " data-ends" if ends else ""
    return f'data-move="{quoted(offer.move)}" data-verb="{offer.verb}" data-at="{quoted(offer.at)}"{last}'


def asking(verb: str, at: str) -> str:
    """The attributes of a place that is not: what a click there asks."""
    return f'data-ask="{verb}" data-at="{quoted(at)}"'


@lru_cache(maxsize=10_000)
def quoted(text: str) -> str:
    return escape(text, {'"': "&quot;"})


# -- standing by itself ----------------------------------------------------------------------


@cache
def styles(folder: Path) -> str:
    """All styles that a board of the game in this folder needs."""
    look = Path(str(resources.files("branchline") / "look"))
    sheets = [*(look / name for name in STYLES), folder / "table.css"]
    return "\n".join(sheet.read_text("utf-8") for sheet in sheets if sheet.exists())


def standalone(game: Game, scene: Scene[Any]) -> str:
    board = game.board(scene)
    head, _, rest = board.partition(">")
    return (
        f'{head} xmlns="http://www.w3.org/2000/svg"><style>{escape(styles(game.folder))}</style>{game.sprite()}{rest}'
    )
