"""What one can do in Mini Express, and what chance brings: verbs, fields, codes."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from branchline.games.mini_express import codes, draft
from branchline.games.mini_express.land import COMPANIES, HEX_CODES, MOST_TRACKS
from branchline.moves import OPEN, Field, Move, Verb, Vocabulary

CITIES: Final = 64  # more than any map has
HEXES: Final = 160  # more than any map has
SIDES: Final = 6
SEATS: Final = 5
HARBORS: Final = 8
CUBES: Final = 4
TILES: Final = 64  # kinds of demand tiles, and of the Bot's

# -- what players do -----------------------------------------------------------------------------


@dataclass(frozen=True)
class OfCompany(Move):
    """A move that is about a company and nothing else."""

    company: int = OPEN


@dataclass(frozen=True)
class Share(OfCompany):
    """3.1 A share out of the supply."""

    verb = "share"


@dataclass(frozen=True)
class Pass(Move):
    """2.2 Nothing can be done."""

    verb = "pass"


@dataclass(frozen=True)
class Pick(OfCompany):
    """1.6 A starting share."""

    verb = "pick"


@dataclass(frozen=True)
class Split(OfCompany):
    """6.1 The company of which both players get a starting share."""

    verb = "split"


@dataclass(frozen=True)
class PickSet(Move):
    """12.1 A set of two starting shares."""

    verb = "pick"
    pair: int = OPEN


@dataclass(frozen=True)
class Gain(OfCompany):
    """4.7 The company whose influence a purple tile gives."""

    verb = "gain"


@dataclass(frozen=True)
class Harbor(Move):
    """8.3 The harbor that is opened."""

    verb = "harbor"
    harbor: int = OPEN


@dataclass(frozen=True)
class WestSide(OfCompany):
    """7.4 The company of the West Side."""

    verb = "west side"


@dataclass(frozen=True)
class Coast(OfCompany):
    """13.2 A start in San Francisco with so many cubes."""

    verb = "coast"
    cubes: int = OPEN


@dataclass(frozen=True)
class Build(OfCompany):
    """4.1 Track of a company to a city."""

    verb = "build"
    city: int = OPEN
    place: str = ""  # a place that is no city, for who asks


@dataclass(frozen=True)
class BuildWest(Build):
    """13.3 The same from the West Coast."""

    verb = "build west"


@dataclass(frozen=True)
class Route(Move):
    """4.3 Which of the tied routes: its first hex, and the side by which it leaves that and each further one."""

    verb = "via"
    first: int = OPEN
    sides: int = OPEN

    @property
    def code(self) -> int:
        """As the land reads it."""
        return self.first + self.sides * HEX_CODES


# -- what chance brings --------------------------------------------------------------------------


@dataclass(frozen=True)
class First(Move):
    """1.4 The starting player."""

    verb = "first"
    seat: int = OPEN


@dataclass(frozen=True)
class Demand(Move):
    """1.3 The demand tile of the next city."""

    verb = "demand"
    tile: int = OPEN


@dataclass(frozen=True)
class Grouping(Move):
    """12.1 Which sets are laid out."""

    verb = "sets"
    grouping: int = OPEN


@dataclass(frozen=True)
class BotTile(Move):
    """9.1 A tile of the Bot."""

    verb = "tile"
    tile: int = OPEN


# -- their codes ---------------------------------------------------------------------------------

ROUTES: Final = Verb(Route, codes.ROUTE, sides=Field(SIDES ** (MOST_TRACKS - 1), HEX_CODES), first=HEXES)
"""Every way over five hexes, on whatever map."""


class KnownRoutes(Verb):
    """The routes that can be the shortest ones on the maps of a box: of two hundred thousand ways over five hexes some
    three thousand. Only these are numbered."""

    def __init__(self, routes: Sequence[int]) -> None:
        super().__init__(Route, codes.ROUTE, **ROUTES.parts)
        self.listed = tuple(routes)

    @property
    def count(self) -> int:
        return len(self.listed)

    def number(self, code: int) -> int:
        return bisect_left(self.listed, code - self.first)

    def code(self, number: int) -> int:
        return self.first + self.listed[number]


def vocabulary(routes: Verb) -> Vocabulary:
    """All moves, with these routes among them."""
    return Vocabulary(
        [
            Verb(Share, codes.SHARE, company=COMPANIES),
            Verb(Pass, codes.PASS),
            Verb(Pick, codes.PICK, company=COMPANIES),
            Verb(Split, codes.SPLIT, company=COMPANIES),
            Verb(PickSet, codes.PICK_SET, pair=draft.PAIRS),
            Verb(Gain, codes.GAIN, company=COMPANIES),
            Verb(Harbor, codes.HARBOR, harbor=HARBORS),
            Verb(WestSide, codes.WEST_SIDE, company=COMPANIES),
            Verb(Coast, codes.COAST, company=Field(COMPANIES, 4), cubes=CUBES),
            Verb(Build, codes.BUILD, company=Field(COMPANIES, 64), city=CITIES),
            Verb(BuildWest, codes.BUILD_WEST, company=Field(COMPANIES, 64), city=CITIES),
            routes,
        ],
        chance=[
            Verb(First, codes.FIRST, seat=SEATS),
            Verb(Demand, codes.DEMAND, tile=TILES),
            Verb(Grouping, codes.GROUPING, grouping=draft.PAIRS),
            Verb(BotTile, codes.TILE, tile=TILES),
        ],
    )


MOVES = vocabulary(ROUTES)
