"""Grids: hexes as numbered cells with neighbours and distances."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.kernel.part import Part

Cell = tuple[int, int]

POINTY: Final = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""Neighbours of a pointy-top hex in axial coordinates, clockwise from north-east."""

FLAT: Final = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""Neighbours of a flat-top hex in axial coordinates, clockwise from north."""

NONE: Final = -1
"""No neighbour on that side; no distance to there."""


class Grid(Part):
    """Cells 0..n-1, each with the same number of sides; `beside` is one table for all of them."""

    def __init__(self, cells: i64, sides: i64, beside: vec[i64]) -> None:
        self.cells = cells
        self.sides = sides
        self.beside = beside

    def neighbour(self, cell: i64, side: i64) -> i64:
        return self.beside[cell * self.sides + side]

    def touches(self, cell: i64, other: i64) -> bool:
        """Whether the two cells are neighbours."""
        for side in range(self.sides):
            if self.beside[cell * self.sides + side] == other:
                return True
        return False

    def distances(self, start: vec[i64], closed: vec[i64]) -> vec[i64]:
        """Steps from the nearest start to every cell; cells with a non-zero in `closed` are not
        entered. NONE where there is no way."""
        steps = vec[i64]([NONE] * self.cells)
        queue = vec[i64]([0] * self.cells)
        last: i64 = 0
        for i in range(len(start)):
            if steps[start[i]] == NONE:
                steps[start[i]] = 0
                queue[last] = start[i]
                last += 1
        first: i64 = 0
        while first < last:
            cell = queue[first]
            first += 1
            for side in range(self.sides):
                other = self.beside[cell * self.sides + side]
                if other != NONE and steps[other] == NONE and closed[other] == 0:
                    steps[other] = steps[cell] + 1
                    queue[last] = other
                    last += 1
        return steps


def grid_of(cells: list[Cell], directions: tuple[Cell, ...]) -> Grid:
    """The grid of these cells, numbered as they stand in the list."""
    number = {cell: i for i, cell in enumerate(cells)}
    beside = [number.get((q + dq, r + dr), NONE) for q, r in cells for dq, dr in directions]
    return Grid(len(cells), len(directions), vec[i64](beside))
