"""The parts of the box: components.toml, checked, and laid out as maps."""

from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.mini_express.box import LONGEST, PURPLE, Box
from branchline.games.mini_express.land import FAR, HEX_CODES, Land
from branchline.kernel.grid import FLAT, NONE, Cell, grid_of
from branchline.pack import Pack

COMPANIES = ["brown", "gray", "orange", "white"]
CITIES = 32
BITS = vec[i64]([2**i for i in range(62)])


@dataclass(frozen=True)
class City:
    name: str
    at: Cell
    holds: int
    mark: str


@dataclass(frozen=True)
class Start:
    name: str
    at: Cell


@dataclass(frozen=True)
class Harbor:
    name: str
    sea: str
    at: Cell


@dataclass(frozen=True)
class Map:
    """One side of the map board, for drawing and naming."""

    number_of: int  # among the maps of the pack
    name: str
    title: str
    cells: list[Cell]  # in the order of columns, east to west, each north to south
    cities: list[City]  # by index
    starts: list[Start]  # by company
    harbors: list[Harbor]
    spike: dict[str, Any]  # Golden Spike: east, west, tile; empty without
    prototype: dict[str, Any]
    line: list[Cell]  # 13.1 the dotted line, from north to south
    opens: set[Cell]  # 13.1 where track opens the West Coast

    def number(self, name: str | None) -> int:
        """The city of this name; NONE without."""
        return next((i for i, city in enumerate(self.cities) if city.name == name), NONE)

    @cached_property
    def names(self) -> list[str]:
        """Of the cities."""
        return [city.name for city in self.cities]

    @cached_property
    def prototype_names(self) -> list[str]:
        """12.1 The prototype's map names some cities differently."""
        renamed: dict[str, str] = self.prototype.get("names", {})
        return [renamed.get(name, name) for name in self.names]

    def water(self, prototype: bool, west_coast: bool) -> list[Cell]:
        """13.5 The two cities of the water line: with the West Coast, or on a map that has no such module."""
        in_play = prototype and (west_coast or "coast" not in self.prototype)
        return [self.cities[self.number(name)].at for name in self.prototype.get("water", [])] if in_play else []


@dataclass(frozen=True)
class Components:
    goods: dict[str, str]
    shares: int
    trains: int
    chart: list[list[int]]
    chart_marks: dict[str, list[int]]
    demand: list[tuple[int, int]]  # kind -> company, company or PURPLE
    bot_tiles: list[tuple[int, int]]  # kind -> steps of the company marker, of the target
    box: Box
    prototype_box: Box
    maps: dict[str, Map]
    capacities: dict[str, list[str]]  # edition -> the colours of cities that hold 1, 2 and 3; none if not told


@cache
def load(path: Path, version: int) -> Components:
    pack = Pack(path)
    names = [str(name) for name in pack.part("companies", "names")]
    pack.need(names == COMPANIES, f"the companies are {', '.join(COMPANIES)}, in this order", "companies", "names")
    goods = [str(good) for good in pack.part("companies", "goods")]
    pack.need(len(goods) == 4, "each company has one good", "companies", "goods")
    trains, shares = int(pack.part("companies", "trains")), int(pack.part("companies", "shares"))
    pack.need(trains == 25, f"a company has 25 trains, not {trains}", "companies", "trains")
    pack.need(shares >= 9, f"a company needs at least 9 shares, not {shares}", "companies", "shares")
    chart = _chart(pack)
    demand, counts, prototype_counts = _demand(pack)
    tiles, tile_counts = _bot_tiles(pack, version)
    refresh = int(pack.part("bot", "refresh"))
    pack.need(refresh > 0, "without a Refresh tile the bag runs empty", "bot", "refresh")
    each, reset = int(pack.part("prototype_bot", "each")), int(pack.part("prototype_bot", "reset"))
    pack.need(each > 0 and reset > 0, "the prototype's bag holds tiles of each company and a Reset", "prototype_bot")

    def box(counts: list[int], companies: list[int], cities: list[int], bag: list[int]) -> Box:
        return Box(
            vec[i64]([points for row in chart for points in row]),
            vec[i64]([one for one, _ in demand]),
            vec[i64]([two for _, two in demand]),
            vec[i64](counts),
            vec[i64](companies),
            vec[i64](cities),
            vec[i64](bag),
        )

    return Components(
        dict(zip(COMPANIES, goods, strict=True)),
        shares,
        trains,
        chart,
        {str(mark): [int(row) for row in rows] for mark, rows in pack.part("chart", "marks").items()},
        demand,
        tiles,
        box(counts, [company for company, _ in tiles], [city for _, city in tiles], [*tile_counts, refresh]),
        box(prototype_counts, [0, 1, 2, 3], [0, 0, 0, 0], [each] * 4 + [reset]),
        {name: _map(pack, name, n) for n, name in enumerate(pack.part("maps"))},
        _capacities(pack),
    )


def _chart(pack: Pack) -> list[list[int]]:
    rows = [[int(points) for points in row] for row in pack.part("chart", "rows")]
    pack.need(len(rows) == LONGEST + 1, f"the chart has rows for 0 to 15, not {len(rows)} rows", "chart", "rows")
    for length, row in enumerate(rows):
        sound = len(row) == 3 and row[0] >= row[1] >= row[2] >= 0
        pack.need(sound, f"row {length} needs 1st, 2nd and other, none above the one before", "chart", "rows", length)
    return rows


def _capacities(pack: Pack) -> dict[str, list[str]]:
    editions = {name: pack.data.get("capacities", {}).get(name, []) for name in ("published", "prototype")}
    for name, colours in editions.items():
        pack.need(len(colours) in (0, 3), "a colour each for cities that hold 1, 2 and 3", "capacities", name)
    return editions


def _demand(pack: Pack) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    kinds: list[tuple[int, int]] = []
    counts: list[int] = []
    prototype: list[int] = []
    words = [*COMPANIES, "purple"]
    for n, tile in enumerate(pack.part("demand", "tiles")):
        goods = tile.get("goods", [])
        sound = len(goods) == 2 and goods[0] in COMPANIES and goods[1] in words
        pack.need(sound, "a tile shows a company, then a company or purple", "demand", "tiles", n)
        kind = (words.index(goods[0]), words.index(goods[1]))
        pack.need(kind not in kinds, f"{goods[0]} and {goods[1]} are counted twice", "demand", "tiles", n)
        pack.need(int(tile.get("count", 0)) > 0, "a tile without a count", "demand", "tiles", n)
        kinds.append(kind)
        counts.append(int(tile["count"]))
        prototype.append(int(tile.get("prototype", tile["count"])))
    for edition, total in (("", sum(counts)), (" in the prototype", sum(prototype))):
        pack.need(total == CITIES, f"there are 32 demand tiles{edition}, not {total}", "demand", "tiles")
    for company, name in enumerate(COMPANIES):
        purple = sum(count for kind, count in zip(kinds, counts, strict=True) if kind == (company, PURPLE))
        pack.need(purple == 1, f"there is one purple tile with {name}, not {purple}", "demand", "tiles")
    return kinds, counts, prototype


def _bot_tiles(pack: Pack, version: int) -> tuple[list[tuple[int, int]], list[int]]:
    tiles: list[tuple[int, int]] = []
    counts: list[int] = []
    for n, tile in enumerate(pack.part("bot", "tiles")):
        kind = (int(tile.get("company", 0)), int(tile.get("city", 0)))
        pack.need(kind[0] > 0 and kind[1] > 0, "a tile moves both markers at least once", "bot", "tiles", n)
        another = kind[0] % len(COMPANIES) > 0 or version == 1
        pack.need(another, f"{kind[0]} steps lead to the same company, not to another one", "bot", "tiles", n)
        pack.need(kind not in tiles, f"the tile {kind[0]} {kind[1]} is counted twice", "bot", "tiles", n)
        tiles.append(kind)
        counts.append(int(tile.get("count", 1)))
    pack.need(sum(counts) == 12, f"the Bot has 12 numbered tiles, not {sum(counts)}", "bot", "tiles")
    return tiles, counts


def _map(pack: Pack, name: str, number: int) -> Map:
    columns = pack.part("maps", name, "columns")
    cells: list[Cell] = []
    for n, column in enumerate(columns):
        q, rows = int(column["q"]), [int(r) for r in column["r"]]
        later = n == 0 or q < int(columns[n - 1]["q"])
        pack.need(later, "columns stand from east to west", "maps", name, "columns", n)
        pack.need(rows == sorted(set(rows)), "a column goes from north to south", "maps", name, "columns", n)
        cells += [(q, r) for r in rows]
    pack.need(len(cells) <= HEX_CODES, f"a map has at most {HEX_CODES} hexes", "maps", name, "columns")
    taken: dict[Cell, str] = {}

    def place(entry: Any, part: str, n: int) -> Cell:
        cell = (int(entry["at"][0]), int(entry["at"][1]))
        here = ("maps", name, part, n)
        pack.need(cell in cells, f"{entry['name']} lies at {cell[0]},{cell[1]}, where there is no hex", *here)
        pack.need(cell not in taken, f"{entry['name']} lies on the hex of {taken.get(cell)}", *here)
        taken[cell] = str(entry["name"])
        return cell

    cities: list[City] = []
    for n, entry in enumerate(pack.part("maps", name, "cities")):
        at = place(entry, "cities", n)
        here = ("maps", name, "cities", n)
        pack.need(
            entry.get("index") == n + 1, f"{entry['name']} comes as number {n + 1}, its index says otherwise", *here
        )
        pack.need(entry.get("holds") in (1, 2, 3), f"{entry['name']} holds 1, 2 or 3 companies", *here)
        in_order = n == 0 or cells.index(at) > cells.index(cities[-1].at)
        pack.need(in_order, f"{entry['name']} has an index out of the order of columns", *here)
        pack.need(all(city.name != entry["name"] for city in cities), f"{entry['name']} occurs twice", *here)
        cities.append(City(str(entry["name"]), at, int(entry["holds"]), str(entry.get("mark", "reconstructed"))))
    pack.need(len(cities) == CITIES, f"a map has 32 cities, not {len(cities)}", "maps", name, "cities")
    starts: dict[str, Start] = {}
    for n, entry in enumerate(pack.part("maps", name, "starts")):
        starts[str(entry["company"])] = Start(str(entry["name"]), place(entry, "starts", n))
    missing = [company for company in COMPANIES if company not in starts]
    pack.need(not missing, f"{', '.join(missing)} has no start hex", "maps", name, "starts")
    harbors = [
        Harbor(str(entry["name"]), str(entry.get("sea", "")), place(entry, "harbors", n))
        for n, entry in enumerate(pack.part("maps", name, "harbors"))
    ]
    pack.need(len(harbors) in (0, 5), f"a map has 5 harbors or none, not {len(harbors)}", "maps", name, "harbors")
    data = pack.part("maps", name)
    line, opens = _dotted_line(pack, name, cells, cities, [start.at for start in starts.values()])
    made = Map(
        number,
        name,
        str(data.get("title", name)),
        cells,
        cities,
        [starts[company] for company in COMPANIES],
        harbors,
        dict(data.get("golden_spike", {})),
        dict(data.get("prototype", {})),
        line,
        opens,
    )
    spike, prototype = made.spike, made.prototype
    named = [("golden_spike", spike.get("east")), ("golden_spike", spike.get("west"))]
    named += [("prototype", prototype.get("bot_target")), ("prototype", prototype.get("coast"))]
    for part, city in [*named, *(("prototype", city) for city in prototype.get("water", []))]:
        pack.need(city is None or made.number(city) >= 0, f"there is no city {city}", "maps", name, part)
    _check_ways(pack, made)
    return made


def _dotted_line(
    pack: Pack, name: str, cells: list[Cell], cities: list[City], starts: list[Cell]
) -> tuple[list[Cell], set[Cell]]:
    """13.1 The line and where track opens the West Coast: on it, and beyond it on San Francisco's side. In version 1
    there is no line, but the cities that open it."""
    data = pack.part("maps", name).get("prototype", {})
    if "dotted_line" not in data:
        return [], {city.at for city in cities if city.name in data.get("opens", [])}
    here = ("maps", name, "prototype", "dotted_line", "hexes")
    line = [(int(q), int(r)) for q, r in pack.part(*here)]
    for cell in line:
        pack.need(cell in cells, f"the line runs through {cell[0]},{cell[1]}, where there is no hex", *here)
    opens = {city.at for city in cities if city.name == data.get("coast")}
    edge = [*opens]
    while edge:
        q, r = edge.pop()
        beyond = {(q + dq, r + dr) for dq, dr in FLAT} & {*cells} - opens - {*line}
        opens |= beyond
        edge += beyond
    pack.need(not opens.intersection(starts), "a way leads round the line from the coast to a start", *here)
    return line, opens | {*line}


def _check_ways(pack: Pack, made: Map) -> None:
    """Every city can be reached from every start, if need be by way of other cities."""
    for harbors in {False, bool(made.harbors)}:
        land = land_of(made, harbor=harbors)
        reached = {made.cells.index(made.starts[0].at)}
        stops = [*(made.cells.index(start.at) for start in made.starts), *(int(hex) for hex in land.city_hex)]
        grown = True
        while grown:
            grown = False
            for city in range(CITIES):
                hex = int(land.city_hex[city])
                ways = [stop for stop in stops if land.away[city * land.hexes + stop] < FAR]
                if (hex in reached or any(stop in reached for stop in ways)) and not reached.issuperset({hex, *ways}):
                    reached |= {hex, *ways}
                    grown = True
        for n, town in enumerate(made.cities):
            found = made.cells.index(town.at) in reached
            pack.need(found, f"no track can ever reach {town.name}", "maps", made.name, "cities", n)
        for n, start in enumerate(made.starts):
            found = made.cells.index(start.at) in reached
            pack.need(found, f"no track can ever leave {start.name}", "maps", made.name, "starts", n)


def land_of(
    made: Map,
    harbor: bool = False,
    first_game: bool = False,
    golden_spike: bool = False,
    west_coast: bool = False,
    prototype: bool = False,
) -> Land:
    """A map as it is played."""
    number = {cell: i for i, cell in enumerate(made.cells)}
    grid = grid_of(made.cells, FLAT)
    closed = [0] * len(made.cells)
    shut = [city.at for city in made.cities] + [start.at for start in made.starts]
    for cell in shut + ([place.at for place in made.harbors] if harbor else []):
        closed[number[cell]] = 1
    capacity = [2 if first_game else city.holds for city in made.cities]
    east, west = made.number(made.spike.get("east")), made.number(made.spike.get("west"))
    if first_game and golden_spike:
        capacity[west] = 3  # 4.2: room for the three companies that start there
    coast = made.number(made.prototype.get("coast"))
    overland = grid.beside[:]
    if water := made.water(prototype, west_coast):
        _water_link(grid.beside, *(number[cell] for cell in water))
    return Land(
        made.number_of,
        grid,
        vec[i64]([q for q, _ in made.cells]),
        vec[i64]([r for _, r in made.cells]),
        vec[i64]([number[city.at] for city in made.cities]),
        vec[i64](capacity),
        vec[i64]([number[start.at] for start in made.starts]),
        vec[i64]([number[place.at] for place in made.harbors]),
        vec[i64](closed),
        east,
        coast if west_coast else west,
        made.number(made.prototype.get("bot_target")),
        vec[i64]([int(cell in made.opens) for cell in made.cells]),
        overland,
        BITS,
    )


def _water_link(beside: vec[i64], one: int, other: int) -> None:
    """13.5 A line over water makes two cities on the coast neighbours: it takes a free side of each."""
    for here, there in ((one, other), (other, one)):
        side = next(side for side in range(6) if beside[here * 6 + side] == NONE)
        beside[here * 6 + side] = there
