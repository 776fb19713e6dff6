"""The parts of the box: components.toml, checked, and laid out as hexes."""

from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from librt.vecs import vec
from mypy_extensions import i64

from branchline.drawing import Point, hexagon, pointy
from branchline.games.mini_rails.map import Land
from branchline.kernel.grid import POINTY, Cell
from branchline.pack import Pack

RADIUS = 46.0


@cache
def centre(cell: Cell) -> Point:
    """The middle of a hex on the board."""
    return pointy(cell, RADIUS)


@cache
def corners(cell: Cell, size: float = 1.0) -> tuple[Point, ...]:
    """Corner 0 is north; side i joins corners i and i+1 and faces POINTY[i]."""
    return hexagon(centre(cell), size * RADIUS, -90)


@dataclass(frozen=True, eq=False)
class Side:
    """One side of the frame, for drawing and naming. There is one of each: it is known again as itself."""

    cells: list[Cell]
    names: list[str]
    place: list[int]  # of each hex: the tile place it belongs to
    outline: list[tuple[int, Point]]  # clockwise: a hex and the corner where its stretch of coast begins
    land: Land

    @cached_property
    def cell_of(self) -> dict[str, Cell]:
        return dict(zip(self.names, self.cells, strict=True))


@dataclass(frozen=True)
class Components:
    companies: list[str]
    terrain: dict[int, str]
    titles: dict[str, str]
    faces: list[list[int]]  # tile * 2 + side
    marks: list[str]  # of each face
    setup: dict[int, tuple[int, int]]  # players -> starting hexes, discs in the bag
    sides: tuple[Side, Side]


@cache
def load(path: Path) -> Components:
    pack = Pack(path)
    companies = [str(name) for name in pack.part("companies", "names")]
    pack.need(len(set(companies)) == 6, "Mini Rails has six different companies", "companies", "names")
    terrain, titles = _terrain(pack)
    faces, marks = _faces(pack, set(terrain))
    setup = {int(players): (int(starts), int(bag)) for players, starts, bag in pack.part("seats", "setup")}
    pack.need(set(setup) == {3, 4, 5}, "the set-up is for 3, 4 and 5 players", "seats", "setup")
    for players, (starts, bag) in setup.items():
        pack.need(starts in (1, 3), f"{players} players start with 1 or 3 hexes a company", "seats", "setup")
        drawn = 6 * (2 * players + 1)
        pack.need(
            6 * bag == drawn, f"six rounds draw {drawn} discs, the bag holds {6 * bag} ({players} players)", "seats"
        )
    places = [(int(q), int(r)) for q, r in pack.part("places", "centres")]
    pack.need(len(places) == 7, "there are seven tile places", "places", "centres")
    along = [int(k) for k in pack.part("starts", "hexes")]
    pack.need(len(along) == 3 and set(along) <= {0, 1, 2, 3}, "three of the hexes 0 to 3", "starts", "hexes")
    return Components(companies, terrain, titles, faces, marks, setup, _sides(pack, places, along))


def _terrain(pack: Pack) -> tuple[dict[int, str], dict[str, str]]:
    kinds = {name: kind for name, kind in pack.part("terrain").items() if isinstance(kind, dict)}
    terrain = {int(kind["value"]): str(name) for name, kind in kinds.items()}
    pack.need(len(terrain) == len(kinds), "two kinds of terrain have one value", "terrain")
    return terrain, {str(name): str(kind["title"]) for name, kind in kinds.items()}


def _faces(pack: Pack, values: set[int]) -> tuple[list[list[int]], list[str]]:
    faces: list[list[int]] = []
    marks: list[str] = []
    tiles = pack.part("tiles")
    pack.need(len(tiles) == 7, f"there are seven tiles, not {len(tiles)}", "tiles")
    for n, tile in enumerate(tiles):
        for side in ("a", "b"):
            face = [int(v) for v in pack.part("tiles", n, side, "values")]
            where = f"tile {n + 1}{side}"
            pack.need(len(face) == 7, f"{where} has a centre and six hexes around it", "tiles", n, side)
            wrong = [v for v in face if v not in values]
            pack.need(not wrong, f"{where}: no terrain has the value {wrong[:1]}", "tiles", n, side)
            pack.need((face[0] == 5) == (n == 0), f"{where}: the Big City is tile 1's centre", "tiles", n, side)
            pack.need(face not in faces, f"{where} is like another face", "tiles", n, side)
            faces.append(face)
            marks.append(str(tile[side].get("mark", "reconstructed")))
    return faces, marks


def _sides(pack: Pack, places: list[Cell], starts: list[int]) -> tuple[Side, Side]:
    hexes = {(q + dq, r + dr) for q, r in places for dq, dr in ((0, 0), *POINTY)}
    pack.need(len(hexes) == 49, "the seven tiles overlap", "places", "centres")
    a = _side(places)
    perimeter = _perimeter(a)
    pack.need(all(len(p) == 4 for p in perimeter.values()), "each outer tile has four hexes on the coast", "places")
    chosen = [[a.cells[perimeter[place][k]] for k in starts] for place in range(1, 7)]
    b = _side([mirror(cell) for cell in places])
    return _with_starts(a, chosen), _with_starts(b, [[mirror(cell) for cell in cells] for cells in chosen])


def mirror(cell: Cell) -> Cell:
    q, r = cell
    return -q - r, r


def _side(places: list[Cell]) -> Side:
    ring = [[(q, r), *((q + dq, r + dr) for dq, dr in POINTY)] for q, r in places]
    cells = sorted((cell for tile in ring for cell in tile), key=lambda cell: (cell[1], cell[0]))
    number = {cell: i for i, cell in enumerate(cells)}
    rows = sorted({r for _, r in cells})
    names, place = [], []
    for q, r in cells:
        along = sorted(cell for cell in cells if cell[1] == r)
        names.append("abcdefghijk"[rows.index(r)] + str(along.index((q, r)) + 1))
        place.append(next(p for p, tile in enumerate(ring) if (q, r) in tile))
    bits = [2**i for i in range(len(cells))]
    around = [sum(bits[number[n]] for dq, dr in POINTY if (n := (q + dq, r + dr)) in number) for q, r in cells]
    land = Land(
        vec[i64]([number[cell] for tile in ring for cell in tile]), vec[i64](around), vec[i64](bits), vec[i64]()
    )
    return Side(cells, names, place, _outline(cells, number, place), land)


def _outline(cells: list[Cell], number: dict[Cell, int], place: list[int]) -> list[tuple[int, Point]]:
    """The coast, clockwise, beginning where one tile's stretch begins."""
    after: dict[Point, tuple[int, Point, Point]] = {}
    for i, (q, r) in enumerate(cells):
        points = [(round(x, 3), round(y, 3)) for x, y in corners((q, r))]
        for side, (dq, dr) in enumerate(POINTY):
            if (q + dq, r + dr) not in number:
                after[points[side]] = (i, points[side], points[(side + 1) % 6])
    start = next(iter(after))
    walk: list[tuple[int, Point]] = []
    point = start
    while not walk or point != start:
        cell, begin, point = after[point]
        walk.append((cell, begin))
    first = next(i for i in range(len(walk)) if place[walk[i][0]] != place[walk[i - 1][0]])
    return walk[first:] + walk[:first]


def _perimeter(side: Side) -> dict[int, list[int]]:
    """Of each outer place: its hexes on the coast, clockwise."""
    found: dict[int, list[int]] = {}
    for cell, _ in side.outline:
        along = found.setdefault(side.place[cell], [])
        if cell not in along:
            along.append(cell)
    return found


def _with_starts(side: Side, starts: list[list[Cell]]) -> Side:
    land = side.land
    numbers = [side.cells.index(cell) for cells in starts for cell in cells]
    whole = Land(land.places, land.around, land.bit, vec[i64](numbers))
    return Side(side.cells, side.names, side.place, side.outline, whole)
