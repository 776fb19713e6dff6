"""What one can do in Steam Power, and what chance brings: verbs, fields, codes."""

from dataclasses import dataclass
from math import comb
from typing import Final

from branchline.games.steam_power import codes, deck, delivery
from branchline.games.steam_power.components import MOST_CARDS, MOST_CITIES, MOST_HEXES
from branchline.games.steam_power.deck import COLOURS
from branchline.games.steam_power.land import PAIRS
from branchline.moves import OPEN, Field, Move, Verb, Vocabulary

SEATS: Final = 5
GOODS: Final = 16  # a factory has fewer

# -- what players do -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Placement(Move):
    """4 A step of Lay Track."""


@dataclass(frozen=True)
class Lay(Placement):
    """4.1 A tile with this rail on a hex; 4.6 a crossing where another lies."""

    verb = "lay"
    hex: int = OPEN
    rail: int = OPEN


@dataclass(frozen=True)
class Replace(Placement):
    """4.5 The end tile by one with this rail."""

    verb = "replace"
    hex: int = OPEN
    rail: int = OPEN


@dataclass(frozen=True)
class Remove(Placement):
    """4.5 The end tile. Its hex is for who asks in words: there is one end only."""

    verb = "remove"
    hex: int = OPEN


@dataclass(frozen=True)
class Begin(Placement):
    """4.2 The city where the first track starts."""

    verb = "begin"
    city: int = OPEN


@dataclass(frozen=True)
class Stop(Move):
    """4.1 No second tile."""

    verb = "stop"


@dataclass(frozen=True)
class Build(Move):
    """5.1 A factory in a city, with so many goods."""

    verb = "build"
    city: int = OPEN
    goods: int = OPEN


@dataclass(frozen=True)
class Fulfil(Move):
    """6.2 A contract of the hand; an Automa's own."""

    verb = "fulfil"
    card: int = OPEN


@dataclass(frozen=True)
class Deliver(Move):
    """6.4 What is still needed, as it is proposed."""

    verb = "deliver"


@dataclass(frozen=True)
class Take(Move):
    """6.4 One good out of a city, and who is paid for its way, as `delivery` counts it. The colour of the good is
    for who asks in words: the city alone says which it is."""

    verb = "take"
    city: int = OPEN
    paid: int = OPEN
    good: int = OPEN


@dataclass(frozen=True)
class Contracts(Move):
    """8.1 Two contracts."""

    verb = "contracts"


@dataclass(frozen=True)
class TakeFrom(Move):
    """8.2 Whose contract to take, when the deck is empty."""

    verb = "from"
    seat: int = OPEN


@dataclass(frozen=True)
class Money(Move):
    """3.3 Money from the bank."""

    verb = "money"


@dataclass(frozen=True)
class Skip(Move):
    """7.2 No bonus."""

    verb = "skip"


# -- what only an Automa does --------------------------------------------------------------------


@dataclass(frozen=True)
class Compensation(Move):
    """10.4 Money for a bonus that it can't use."""

    verb = "compensation"


@dataclass(frozen=True)
class HeadFor(Move):
    """10.6 Coins on the path to a city."""

    verb = "head for"
    city: int = OPEN


# -- what chance brings --------------------------------------------------------------------------


@dataclass(frozen=True)
class CityTile(Move):
    """2.1 The colour of the next city."""

    verb = "city"
    colour: int = OPEN


@dataclass(frozen=True)
class Begins(Move):
    """2 The starting player."""

    verb = "begins"
    seat: int = OPEN


@dataclass(frozen=True)
class Corner(Move):
    """10.1 The good in the next corner of the map."""

    verb = "corner"
    good: int = OPEN


@dataclass(frozen=True)
class Draw(Move):
    """8.1 A contract from the deck: dealt, drawn, or turned up by an Automa."""

    verb = "draw"
    card: int = OPEN


@dataclass(frozen=True)
class Taken(Move):
    """8.2 A contract out of somebody's hand."""

    verb = "taken"
    card: int = OPEN


@dataclass(frozen=True)
class Train(Move):
    """11.2 The company of the next train out of the bag."""

    verb = "train"
    company: int = OPEN


# -- payments ------------------------------------------------------------------------------------

PAYEES: Final = 4  # the other companies; alone, the bank is the first of them
STRIDE: Final = 64  # from one way of paying to the next
DEAR: Final = 10  # dollars for one good; of 3,077 choices in 85 games, 4 offered a good for so much, and nobody took it


class Payment(Verb):
    """The codes of Take: a way of paying and a city.

    One link is followed from each group of cities at most, so no good costs more than there are cities. There
    are millions of ways to spread so much over four companies, though no position offers more than a few dozen;
    a number that is the same in every position has to tell them all apart. So they are numbered by what they
    cost, and what is dearer than anybody would pay for one good is left out of action spaces.
    """

    def __init__(self) -> None:
        super().__init__(Take, codes.TAKE)
        self.shares = (MOST_CITIES, STRIDE, PAYEES, int(delivery.FIELD))
        self.last = self.first + (1 << PAYEES * int(delivery.FIELD)) * STRIDE - 1

    @property
    def count(self) -> int:
        return self.below(MOST_CITIES)

    @property
    def usual(self) -> int:
        return self.below(DEAR)

    def below(self, dollars: int) -> int:
        """How many of these moves cost less than so much."""
        return comb(dollars + PAYEES - 1, PAYEES) * MOST_CITIES

    def decode(self, code: int) -> Move:
        paid, city = divmod(code - self.first, STRIDE)
        return Take(city, paid)

    def encode(self, move: Move) -> int:
        assert isinstance(move, Take)
        return self.first + move.paid * STRIDE + move.city

    def number(self, code: int) -> int:
        paid, city = divmod(code - self.first, STRIDE)
        rank, rest = 0, int(delivery.spent(paid))
        for payee in range(PAYEES):  # of equal cost: first who leaves the least to the later payees
            rank += comb(rest + PAYEES - 1 - payee, PAYEES - payee)
            rest -= paid >> int(delivery.FIELD) * payee & int(delivery.DOLLARS)
        return rank * MOST_CITIES + city

    def code(self, number: int) -> int:
        rank, city = divmod(number, MOST_CITIES)
        left = []  # what the payees from the first, second, third and fourth on get together
        for many in range(PAYEES, 0, -1):
            dollars = 0
            while comb(dollars + many, many) <= rank:
                dollars += 1
            rank -= comb(dollars + many - 1, many)
            left.append(dollars)
        shares = (dollars - after for dollars, after in zip(left, [*left[1:], 0], strict=True))
        paid = sum(share << int(delivery.FIELD) * payee for payee, share in enumerate(shares))
        return self.first + paid * STRIDE + city


MOVES = Vocabulary(
    [
        Verb(Lay, codes.LAY, hex=Field(MOST_HEXES, PAIRS), rail=Field(PAIRS)),
        Verb(Replace, codes.REPLACE, hex=Field(MOST_HEXES, PAIRS), rail=Field(PAIRS)),
        Verb(Remove, codes.REMOVE),
        Verb(Begin, codes.BEGIN, city=MOST_CITIES),
        Verb(Stop, codes.STOP),
        Verb(Build, codes.BUILD, city=Field(MOST_CITIES, GOODS), goods=GOODS),
        Verb(Fulfil, codes.FULFIL, card=MOST_CARDS),
        Verb(Deliver, codes.DELIVER),
        Verb(Contracts, codes.CONTRACTS),
        Verb(Money, codes.MONEY),
        Verb(Skip, codes.SKIP),
        Verb(TakeFrom, codes.FROM, seat=SEATS),
        Verb(Compensation, codes.COMPENSATION),
        Verb(HeadFor, codes.HEAD_FOR, city=MOST_CITIES),
        Payment(),
    ],
    chance=[
        Verb(CityTile, codes.TILE, colour=COLOURS + 1),
        Verb(Begins, codes.STARTS, seat=SEATS),
        Verb(Corner, codes.CORNER, good=COLOURS),
        Verb(Draw, codes.DRAW, card=MOST_CARDS),
        Verb(Taken, codes.TAKEN, card=MOST_CARDS),
        Verb(Train, codes.TRAIN, company=deck.COMPANIES),
    ],
)
