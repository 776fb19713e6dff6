"""The parts of the box: components.toml, checked, and laid out for the rules."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.steam_power import deck as cards
from branchline.games.steam_power.deck import COLOURS, MOST, Deck, Numbers
from branchline.games.steam_power.land import CITY, NONE, WATER, Land, Rails
from branchline.games.steam_power.layout import LAYOUTS, LETTERS, Layout
from branchline.kernel.grid import grid_of
from branchline.pack import Pack

TERRAIN = {".": "plains", "^": "hills", "M": "mountains", "~": "water", "C": "city"}
GROUND = {".": 0, "^": 2, "M": 4, "~": WATER, "C": CITY}
COLOURS_OF_CITIES = ("orange", "black", "gray", "white", "purple")
BONUSES = {
    "none": cards.NO_BONUS,
    "track": cards.BONUS_TRACK,
    "factory": cards.BONUS_FACTORY,
    "contracts": cards.BONUS_CONTRACTS,
}
SEEKS = {
    "least present": cards.LEAST_PRESENT,
    "victory city": cards.VICTORY_CITY,
    "unconnected": cards.UNCONNECTED,
    "your city": cards.YOUR_CITY,
}
MOST_HEXES = 260  # moves name a hex and a rail in one number
MOST_CITIES = 43  # and a city and its goods
MOST_CARDS = 60
Water = tuple[str, float, float, float, float]  # its name, and where it stands: column, row, turned, spaced


@dataclass(frozen=True, eq=False)
class Map:
    key: str
    title: str
    mark: str
    layout: Layout
    columns: int
    rows: int
    terrain: list[str]  # of each hex
    names: list[str]  # of each hex: "e5"
    cities: list[str]  # in the order of their hexes
    waters: list[Water]
    land: Land

    def rail(self, pair: int) -> str:
        """ "n-se": the edges that a rail joins."""
        rails, edges = self.land.rails, self.layout.edges
        return f"{edges[rails.first[pair]]}-{edges[rails.second[pair]]}"


@dataclass(frozen=True)
class Contract:
    name: str  # "no.07"
    goods: list[str]  # from the top
    money: int
    points: int
    bonus: str
    mark: str


@dataclass(frozen=True)
class Components:
    goods: list[str]
    goods_each: int
    city_tiles: list[int]  # by colour, purple last
    track_tiles: list[int]
    trains: int
    factories: int
    money: int
    hand: int
    setup: dict[int, tuple[int, int]]  # seats -> goods a factory, contracts that end the game
    seeks: list[int]
    acts: list[int]
    compensation: dict[str, int]
    maps: dict[str, Map]
    contracts: list[Contract]
    deck: Deck

    def numbers(self, seats: int, difficulty: str) -> Numbers:
        goods, ends_at = self.setup[seats]
        return Numbers(
            goods,
            ends_at,
            self.trains,
            self.factories,
            self.money,
            self.hand,
            self.compensation[difficulty],
            self.seeks,
            self.acts,
        )


@cache
def load(path: Path) -> Components:
    pack = Pack(path)
    goods = [str(name) for name in pack.part("goods", "names")]
    pack.need(tuple(goods) == COLOURS_OF_CITIES[:COLOURS], "goods are orange, black, gray, white", "goods", "names")
    each, purple = _count(pack, "cities", "each"), _count(pack, "cities", "purple")
    setup = {int(seats): (int(goods), int(end)) for seats, goods, end in pack.part("seats", "setup")}
    pack.need(set(setup) == {1, 2, 3, 4, 5}, "the set-up is for 1 to 5 seats", "seats", "setup")
    for seats, (count, _) in setup.items():
        pack.need(1 < count < 15, f"{count} goods a factory ({seats} seats) are too few or too many", "seats", "setup")
    seeks, acts, compensation = _automa(pack)
    maps = {}
    for n in range(len(pack.part("maps"))):
        one = _map(pack, n)
        pack.need(one.key not in maps, f"two maps are called {one.key}", "maps", n, "key")
        tiles = COLOURS * each + purple
        fits = len(one.cities) <= tiles
        pack.need(fits, f"{one.title} has {len(one.cities)} cities, but there are {tiles} city tiles", "maps", n)
        maps[one.key] = one
    pack.need(bool(maps), "there is no map", "maps")
    contracts = [_contract(pack, n) for n in range(len(pack.part("contracts")))]
    trains, hand = _count(pack, "companies", "trains"), _count(pack, "companies", "contracts")
    pack.need(3 <= trains <= 21, f"{trains} trains: it has to be 3 to 21", "companies", "trains")
    pack.need(
        5 * hand <= len(contracts) <= MOST_CARDS,
        f"{len(contracts)} contracts: it has to be {5 * hand} to {MOST_CARDS}",
        "contracts",
    )
    return Components(
        goods,
        _count(pack, "goods", "each"),
        [each] * COLOURS + [purple],
        [
            _count(pack, "tiles", key)
            for key in ("straight_or_curve", "tight_or_crossing_straights", "crossing_curves_or_mixed")
        ],
        trains,
        _count(pack, "companies", "factories"),
        _count(pack, "companies", "money"),
        hand,
        setup,
        seeks,
        acts,
        compensation,
        maps,
        contracts,
        _deck(contracts, goods),
    )


def _count(pack: Pack, *keys: str) -> int:
    number = pack.part(*keys)
    pack.need(isinstance(number, int) and 0 <= number < 1000, f"{'.'.join(keys)} has to be a number", *keys)
    return int(number)


def _automa(pack: Pack) -> tuple[list[int], list[int], dict[str, int]]:
    """What the pictures on the Automa's page meant."""
    seeks = pack.part("automa", "seeks")
    for good in COLOURS_OF_CITIES[:COLOURS]:
        known = f"{good} seeks one of: {', '.join(SEEKS)}"
        pack.need(str(seeks.get(good)) in SEEKS, known, "automa", "seeks")
    acts = pack.part("automa", "acts")
    for bonus in BONUSES:
        pack.need(acts.get(bonus) in ("track", "factory"), f"{bonus} means track or factory", "automa", "acts")
    where = "difficulties" if "difficulties" in pack.data else "automa"  # a pack of version 1 has them there
    compensation = {str(name): int(money) for name, money in pack.part(where, "compensation").items()}
    pack.need("normal" in compensation, "there is no difficulty called normal", where, "compensation")
    return (
        [SEEKS[str(seeks[good])] for good in COLOURS_OF_CITIES[:COLOURS]],
        [BONUSES[str(acts[bonus])] for bonus in BONUSES],
        compensation,
    )


def _map(pack: Pack, n: int) -> Map:
    layout = str(pack.part("maps", n).get("layout", "pointy"))  # as all maps of version 1
    pack.need(layout in LAYOUTS, f"{layout!r} is no layout: {', '.join(LAYOUTS)}", "maps", n, "layout")
    rows = [str(row) for row in pack.part("maps", n, "rows")]
    pack.need(bool(rows), "a map needs rows", "maps", n, "rows")
    columns = len(rows[0])
    pack.need(0 < columns <= len(LETTERS), f"a map has 1 to {len(LETTERS)} columns", "maps", n, "rows")
    pack.need(columns * len(rows) <= MOST_HEXES, f"a map has at most {MOST_HEXES} hexes", "maps", n, "rows")
    for k, row in enumerate(rows):
        pack.need(len(row) == columns, f"row {k + 1} has {len(row)} hexes, not {columns}", "maps", n, "rows")
        wrong = [sign for sign in row if sign not in TERRAIN]
        pack.need(not wrong, f"row {k + 1}: {wrong[:1]} is no terrain", "maps", n, "rows")
    names = [f"{LETTERS[column]}{row + 1}" for row in range(len(rows)) for column in range(columns)]
    signs = "".join(rows)
    at: dict[int, str] = {}
    for entry in pack.part("maps", n, "cities"):
        name, hex = str(entry.get("name")), str(entry.get("hex"))
        known = hex in names and signs[names.index(hex)] == "C" and names.index(hex) not in at
        pack.need(known, f"{name} lies on {hex}, which is no city hex of its own", "maps", n, "cities")
        pack.need(name not in at.values(), f"there are two cities called {name}", "maps", n, "cities")
        pack.need(bool(re.fullmatch(r"[A-Za-z][A-Za-z .'-]*", name)), f"{name!r} is no name", "maps", n, "cities")
        at[names.index(hex)] = name
    lost = [names[i] for i, sign in enumerate(signs) if sign == "C" and i not in at]
    pack.need(not lost, f"the city on {lost[:1]} has no name", "maps", n, "cities")
    few = 2 <= len(at) <= MOST_CITIES
    pack.need(few, f"a map has 2 to {MOST_CITIES} cities, not {len(at)}", "maps", n, "cities")
    waters = [
        (str(name), float(x), float(y), float(turn), float(gap))
        for name, x, y, turn, gap in pack.part("maps", n).get("waters", [])
    ]
    return Map(
        str(pack.part("maps", n, "key")),
        str(pack.part("maps", n, "title")),
        str(pack.part("maps", n).get("mark", "reconstructed")),
        LAYOUTS[layout],
        columns,
        len(rows),
        [TERRAIN[sign] for sign in signs],
        names,
        [at[hex] for hex in sorted(at)],
        waters,
        _land(signs, columns, LAYOUTS[layout]),
    )


def _land(signs: str, columns: int, layout: Layout) -> Land:
    cells = [layout.cell(*divmod(i, columns)) for i in range(len(signs))]
    city_at = []
    count = 0
    for sign in signs:
        city_at.append(count if sign == "C" else NONE)
        count += sign == "C"
    beside = grid_of(cells, layout.directions).beside
    return Land(Rails(), columns, vec[i64]([GROUND[sign] for sign in signs]), beside, vec[i64](city_at))


def _contract(pack: Pack, n: int) -> Contract:
    goods = [str(good) for good in pack.part("contracts", n, "goods")]
    wrong = [good for good in goods if good not in COLOURS_OF_CITIES[:COLOURS]]
    pack.need(not wrong, f"contract {n + 1}: {wrong[:1]} is no good", "contracts", n, "goods")
    pack.need(1 <= len(goods) <= MOST, f"contract {n + 1} asks for 1 to {MOST} goods", "contracts", n, "goods")
    money, points = pack.part("contracts", n, "money"), pack.part("contracts", n, "points")
    pack.need(isinstance(money, int) and money >= 0, f"contract {n + 1}: money is a number", "contracts", n, "money")
    pack.need(
        isinstance(points, int) and points >= 0, f"contract {n + 1}: points is a number", "contracts", n, "points"
    )
    bonus = str(pack.part("contracts", n, "bonus"))
    pack.need(bonus in BONUSES, f"contract {n + 1}: the bonus is one of {', '.join(BONUSES)}", "contracts", n, "bonus")
    mark = str(pack.part("contracts", n).get("mark", "reconstructed"))
    return Contract(f"no.{n + 1:02}", goods, int(money), int(points), bonus, mark)


def _deck(contracts: list[Contract], names: list[str]) -> Deck:
    goods: list[int] = []
    need: list[int] = []
    for contract in contracts:
        asked = [names.index(good) for good in contract.goods]
        goods += asked + [NONE] * (MOST - len(asked))
        need += [asked.count(colour) for colour in range(COLOURS)]
    return Deck(
        vec[i64](goods),
        vec[i64](need),
        vec[i64]([contract.money for contract in contracts]),
        vec[i64]([contract.points for contract in contracts]),
        vec[i64]([BONUSES[contract.bonus] for contract in contracts]),
    )
