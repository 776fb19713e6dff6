"""What one can do in Express 01, and what chance brings: verbs, fields, codes."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from branchline.games.express_01 import rules
from branchline.games.express_01.cards import CELLS, COMPANIES, DECKS, NUMBERS, ROUTES, SIDES
from branchline.moves import OPEN, Field, Move, Verb, Vocabulary

SEATS: Final = 4

# -- what players do -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Choose(Move):
    """1.4 A card, face down, for the player order."""

    verb = "choose"
    card: int = OPEN


@dataclass(frozen=True)
class Pair(Move):
    """2.4 A pair of actions, or none."""

    verb = "pair"
    pair: int = OPEN


EXPAND_FIRST, SHARES_FIRST, RUN_FIRST, PASS = (Pair(number) for number in range(4))
PAIRS: Final = {
    EXPAND_FIRST: "expand then shares",
    SHARES_FIRST: "shares then expand",
    RUN_FIRST: "run then position",
    PASS: "pass",
}


@dataclass(frozen=True)
class Pay(Move):
    """2.6 A card of the hand."""

    verb = "pay"
    card: int = OPEN


@dataclass(frozen=True)
class PayLocomotive(Move):
    """6.2 The Black Locomotive in place of a card."""

    verb = "pay"


@dataclass(frozen=True)
class Expand(Move):
    """3.2 The card of the board that is to be expanded."""

    verb = "expand"
    cell: int = OPEN


@dataclass(frozen=True)
class Lay(Move):
    """3.3 The card that is laid there, and its quarter turns clockwise."""

    verb = "lay"
    card: int = OPEN
    turns: int = OPEN


@dataclass(frozen=True)
class Buy(Move):
    """4.1 A share of a company: out of the decks, or 4.2 from a player."""

    verb = "buy"
    company: int = OPEN
    seller: int = OPEN  # 0: the decks; else the number of the seat

    @property
    def seat(self) -> int | None:
        """Who sells it, if it is a player."""
        return self.seller - 1 if self.seller > 0 else None


@dataclass(frozen=True)
class Pick(Move):
    """4.4 The card of the decks that becomes the share."""

    verb = "take"
    card: int = OPEN


@dataclass(frozen=True)
class Stop(Move):
    """3.1, 4.1 No more of this action."""

    verb = "stop"


@dataclass(frozen=True)
class Run(Move):
    """5.1 The company whose train runs."""

    verb = "run"
    company: int = OPEN


@dataclass(frozen=True)
class NoRun(Move):
    verb = "no run"


@dataclass(frozen=True)
class Route(Move):
    """5.4 A longest route, by the stations that it calls at, as bits."""

    verb = "route"
    stations: int = OPEN


@dataclass(frozen=True)
class Announce(Move):
    """6.3 The Black Locomotive counts as a share in this payment."""

    verb = "use"


@dataclass(frozen=True)
class Withhold(Move):
    """6.3 Or it does not."""

    verb = "keep"


@dataclass(frozen=True)
class Draw(Move):
    """5.7 The top card of a deck, as payment."""

    verb = "draw"
    deck: int = OPEN


@dataclass(frozen=True)
class Swap(Move):
    """5.8 Another player's position."""

    verb = "position"
    place: int = OPEN


@dataclass(frozen=True)
class Keep(Move):
    """5.8 One's own."""

    verb = "keep position"


# -- what chance brings --------------------------------------------------------------------------


@dataclass(frozen=True)
class Deal(Move):
    """1.3 A card of the first hands."""

    verb = "deal"
    card: int = OPEN


@dataclass(frozen=True)
class Stack(Move):
    """1.3 A card on top of the deck that is being built."""

    verb = "stack"
    card: int = OPEN


# -- their codes ---------------------------------------------------------------------------------


class Routes(Verb):
    """Routes by their stations: every set of the stations of the board has a number, whether a train can run it
    or not."""

    def __init__(self, stations: Sequence[int]) -> None:
        super().__init__(Route, rules.ROUTE, stations=2**CELLS)
        self.bits = stations  # the cells where stations can be

    @property
    def count(self) -> int:
        return 1 << len(self.bits)

    def number(self, code: int) -> int:
        return sum(1 << k for k, cell in enumerate(self.bits) if code >> cell & 1)

    def code(self, number: int) -> int:
        return self.first + sum(1 << cell for k, cell in enumerate(self.bits) if number >> k & 1)


@cache
def vocabulary(stations: tuple[int, ...]) -> Vocabulary:
    """All moves on a board with stations in these cells."""
    return Vocabulary(
        [
            Verb(Choose, rules.CHOOSE, card=NUMBERS),
            Verb(Pay, rules.PAY, card=NUMBERS),
            Verb(PayLocomotive, rules.PAY_LOCOMOTIVE),
            Verb(Expand, rules.CELL, cell=CELLS),
            Verb(Lay, rules.LAY, card=Field(NUMBERS, SIDES), turns=SIDES),
            Verb(Buy, rules.BUY, company=Field(COMPANIES, 8), seller=SEATS + 1),
            Verb(Pick, rules.PICK, card=ROUTES),
            Verb(Run, rules.RUN, company=COMPANIES),
            Verb(NoRun, rules.NO_RUN),
            Verb(Draw, rules.DRAW, deck=DECKS),
            Verb(Swap, rules.SWAP, place=SEATS),
            Verb(Keep, rules.KEEP),
            Verb(Announce, rules.ANNOUNCE),
            Verb(Withhold, rules.WITHHOLD),
            Verb(Pair, rules.EXPAND_FIRST, pair=len(PAIRS)),
            Verb(Stop, rules.STOP),
            Routes(stations),
        ],
        chance=[Verb(Deal, rules.DEAL, card=NUMBERS), Verb(Stack, rules.STACK, card=NUMBERS)],
    )
