"""What one can do in Mini Rails, and what chance brings: verbs, fields, codes."""

from dataclasses import dataclass

from branchline.games.mini_rails import rules
from branchline.games.mini_rails.map import HEXES
from branchline.moves import OPEN, Field, Move, Verb, Vocabulary

# -- what players do -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Take(Move):
    """3.2 A disc of the market. Its company is for who asks in words: the space alone says which disc it is."""

    space: int = OPEN
    company: int = OPEN


@dataclass(frozen=True)
class Buy(Take):
    """As a stock."""

    verb = "buy"


@dataclass(frozen=True)
class Build(Take):
    """To build with."""

    verb = "build"


@dataclass(frozen=True)
class Lay(Move):
    """3.3 The disc in hand on a hex."""

    verb = "lay"
    hex: int = OPEN


@dataclass(frozen=True)
class LayOnFrame(Move):
    """3.5 The disc of a blocked company on its frame."""

    verb = "lay"


# -- what chance brings --------------------------------------------------------------------------


@dataclass(frozen=True)
class FrameSide(Move):
    """1.2 The side of the frame that lies up."""

    verb = "frame side"
    side: int = OPEN


@dataclass(frozen=True)
class Frame(Move):
    """1.2 The company of the next frame."""

    verb = "frame"
    company: int = OPEN


@dataclass(frozen=True)
class Tile(Move):
    """1.3 The tile on the next place: which one, its face, and how it is turned."""

    verb = "tile"
    tile: int = OPEN
    face: int = OPEN
    turned: int = OPEN


@dataclass(frozen=True)
class Draw(Move):
    """2 A disc out of the bag."""

    verb = "draw"
    company: int = OPEN


@dataclass(frozen=True)
class Begins(Move):
    """1.1 The starting player."""

    verb = "begins"
    seat: int = OPEN


SPACES = 2 * 5 + 1  # two discs a player, and the one that will be taxed

MOVES = Vocabulary(
    [
        Verb(Buy, rules.BUY, space=SPACES),
        Verb(Build, rules.BUILD, space=SPACES),
        Verb(Lay, rules.LAY, hex=HEXES),
        Verb(LayOnFrame, rules.LAY_FRAME),
    ],
    chance=[
        Verb(FrameSide, rules.SIDE, side=2),
        Verb(Frame, rules.COLOUR, company=rules.COMPANIES),
        Verb(Tile, rules.TILE, tile=Field(7, 12), face=Field(2, 6), turned=6),
        Verb(Draw, rules.DRAW, company=rules.COMPANIES),
        Verb(Begins, rules.BEGINS, seat=5),
    ],
)
