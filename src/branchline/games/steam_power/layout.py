"""How a map's hexes lie: with a north, or with an east. Names of the edges, neighbours, and where things are drawn."""

import math
from collections.abc import Set
from dataclasses import dataclass
from functools import cache

from branchline import drawing
from branchline.drawing import Point, flat, hexagon, pointy
from branchline.kernel.grid import FLAT, POINTY, Cell

LETTERS = "abcdefghijklmnopqrstuvwxyz"
RADIUS = 40.0  # of a hex: centre to corner
WIDTH = RADIUS * math.sqrt(3)  # from edge to edge
PAD = 27.0  # round the hexes, for letters and numbers


reckoned = cache
"""Of what hangs on a layout alone, and there are two of them for ever."""


@reckoned
def at(name: str) -> tuple[int, int]:
    """Row and column of a hex's name."""
    return int(name[1:]) - 1, LETTERS.index(name[0])


def span(a: int, b: int) -> int:
    """1 a tight curve, 2 a curve, 3 a straight."""
    return min((b - a) % 6, (a - b) % 6)


def arc_radius(a: int, b: int) -> float | None:
    return {3: None, 2: 1.5 * RADIUS, 1: 0.5 * RADIUS}[span(a, b)]


def arc_length(a: int, b: int) -> float:
    return {3: WIDTH, 2: 0.5 * math.pi * RADIUS, 1: math.pi * RADIUS / 3}[span(a, b)]


@dataclass(frozen=True, eq=False)
class Layout:
    """Edges are numbered clockwise from the first one. There is one of each kind, and what it once has reckoned
    it knows."""

    name: str
    first: str
    turn: int  # degrees clockwise from the east to the first edge
    edges: tuple[str, ...]
    directions: tuple[Cell, ...]
    low: tuple[int, ...]  # the corners beside a price, which stands at the bottom of a hex
    price: int  # how far below the middle it stands

    # -- rows and columns ------------------------------------------------------------------

    @property
    def is_flat(self) -> bool:
        return self.name == "flat"

    def cell(self, row: int, column: int) -> Cell:
        """Axial coordinates: every second column is half a hex lower, or every second row half a hex to the right."""
        if self.is_flat:
            return column, row - (column - column % 2) // 2
        return column - (row - row % 2) // 2, row

    @reckoned
    def beside(self, name: str, edge: int) -> tuple[int, int]:
        """Row and column of the hex beyond an edge."""
        row, column = at(name)
        q, r = self.cell(row, column)
        q, r = q + self.directions[edge][0], r + self.directions[edge][1]
        if self.is_flat:
            return r + (q - q % 2) // 2, q
        return r, q + (r - r % 2) // 2

    @reckoned
    def ends(self, rail: str) -> tuple[int, int]:
        """The edges of a rail's name: "n-se"."""
        one, two = rail.split("-")
        return self.edges.index(one), self.edges.index(two)

    # -- where things are drawn ------------------------------------------------------------

    @property
    def pitch(self) -> Point:
        """From a column to the next, from a row to the next."""
        return (1.5 * RADIUS, WIDTH) if self.is_flat else (WIDTH, 1.5 * RADIUS)

    @property
    def half(self) -> Point:
        """Half a hex: to the right, down."""
        return (RADIUS, WIDTH / 2) if self.is_flat else (WIDTH / 2, RADIUS)

    def size(self, rows: int, columns: int) -> Point:
        """Width and height of so many hexes."""
        across, down = self.pitch
        if self.is_flat:
            return (columns - 1) * across + 2 * RADIUS, (rows + 0.5) * down
        return (columns + 0.5) * across, (rows - 1) * down + 2 * RADIUS

    def sheet(self, rows: int, columns: int) -> Point:
        """Width and height of the drawing of a map."""
        width, height = self.size(rows, columns)
        return width + 2 * PAD, height + 2 * PAD

    def ratio(self, rows: int, columns: int) -> float:
        width, height = self.sheet(rows, columns)
        return round(width / height, 4)

    def heading_at(self, row: int, column: int) -> Point:
        """Where a column's letter stands, and a row's number: in the middle of what is shifted and what is not."""
        across, down = self.pitch
        return (column * across, (row + 0.25) * down) if self.is_flat else ((column + 0.25) * across, row * down)

    @reckoned
    def centre(self, name: str) -> Point:
        cell = self.cell(*at(name))
        return flat(cell, RADIUS) if self.is_flat else pointy(cell, RADIUS)

    @reckoned
    def corners(self, size: float = 1.0) -> tuple[Point, ...]:
        """Round the origin: an edge lies between the corner of its number and the next."""
        return hexagon((0, 0), size * RADIUS, self.turn - 30)

    @reckoned
    def points(self, size: float = 1.0) -> str:
        return drawing.points(self.corners(size))

    def angle(self, edge: float) -> float:
        return math.radians(self.turn + 60 * edge)

    @reckoned
    def edge_middle(self, edge: int, size: float = 1.0) -> Point:
        angle = self.angle(edge)
        return size * WIDTH / 2 * math.cos(angle), size * WIDTH / 2 * math.sin(angle)

    @reckoned
    def point_at(self, a: int, b: int, t: float) -> tuple[float, float, float]:
        """Point and heading in degrees at t in 0..1 on the rail from edge a to edge b."""
        flip = (b - a) % 6 > 3
        p, q = (b, a) if flip else (a, b)
        t = 1 - t if flip else t
        radius = arc_radius(p, q)
        x0, y0 = self.edge_middle(p)
        if radius is None:
            x1, y1 = self.edge_middle(q)
            x, y = x0 + (x1 - x0) * t, y0 + (y1 - y0) * t
            heading = math.degrees(math.atan2(y1 - y0, x1 - x0))
        else:
            steps = (q - p) % 6
            toward = self.angle(p + steps / 2)
            far = {2: WIDTH, 1: RADIUS}[steps]
            cx, cy = far * math.cos(toward), far * math.sin(toward)
            sweep = {2: math.pi / 3, 1: 2 * math.pi / 3}[steps]
            angle = math.atan2(y0 - cy, x0 - cx) - sweep * t
            x, y = cx + radius * math.cos(angle), cy + radius * math.sin(angle)
            heading = math.degrees(angle) - 90
        return x, y, heading + (180 if flip else 0)

    @reckoned
    def rail_path(self, a: int, b: int, begin: float = 0.0, end: float = 1.0) -> str:
        x0, y0, _ = self.point_at(a, b, begin)
        x1, y1, _ = self.point_at(a, b, end)
        radius = arc_radius(a, b)
        if radius is None:
            return f"M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}"
        sweep = 0 if (b - a) % 6 <= 3 else 1
        return f"M{x0:.1f} {y0:.1f}A{radius:.1f} {radius:.1f} 0 0 {sweep} {x1:.1f} {y1:.1f}"

    def outlines(self, cells: Set[tuple[int, int]]) -> list[list[Point]]:
        """Closed lines round a set of hexes."""
        after: dict[Point, list[Point]] = {}
        for row, column in cells:
            name = f"{LETTERS[column]}{row + 1}"
            x, y = self.centre(name)
            ring = self.corners()
            for edge in range(6):
                if self.beside(name, edge) not in cells:
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


LAYOUTS = {
    "flat": Layout("flat", "north", -90, ("n", "ne", "se", "s", "sw", "nw"), FLAT, (3, 4), 29),
    "pointy": Layout("pointy", "east", 0, ("e", "se", "sw", "w", "nw", "ne"), POINTY[1:] + POINTY[:1], (2,), 31),
}
