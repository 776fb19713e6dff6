"""Tensors: what a seat may know of a State, as named blocks of numbers, for those who learn."""

from librt.vecs import vec
from mypy_extensions import i64

from branchline.kernel.state import State


class Tensors:
    """The blocks of one game with one number of players, one after the other. A game's folder says in its
    `tensors.py` which there are and writes them; every number lies between -1 and 1, and seats are counted from
    the one that looks: 0 is itself, 1 the next."""

    def __init__(self, seats: i64) -> None:
        self.seats = seats
        self.size: i64 = 0
        self.names: list[str] = []
        self.shapes: list[list[int]] = []
        self.told: list[str] = []
        self.blank = vec[float]()
        self.meaning_size: i64 = 0
        self.meaning_names: list[str] = []
        self.meaning_shapes: list[list[int]] = []
        self.meanings_told: list[str] = []

    def block(self, name: str, shape: list[int], told: str) -> i64:
        """One more block; where it begins."""
        begin = self.size
        size: i64 = 1
        for length in shape:
            size *= length
        self.size = begin + size
        self.names.append(name)
        self.shapes.append(shape)
        self.told.append(told)
        return begin

    def meaning(self, name: str, shape: list[int], told: str) -> i64:
        """One more block of what a move means; where it begins."""
        begin = self.meaning_size
        size: i64 = 1
        for length in shape:
            size *= length
        self.meaning_size = begin + size
        self.meaning_names.append(name)
        self.meaning_shapes.append(shape)
        self.meanings_told.append(told)
        return begin

    def place(self, seat: i64, looking: i64) -> i64:
        """How many seats after the one that looks another one sits."""
        return (seat - looking + self.seats) % self.seats

    def lay_out(self, start: State) -> None:
        """Once all blocks are there: what is the same all game long is written once."""
        self.blank = vec[float]([0.0] * self.size)
        self.write_printed(start, self.blank)

    def write_printed(self, start: State, out: vec[float]) -> None:
        """What is printed on boards and cards, and never changes. Some games have nothing of the kind."""

    def write(self, state: State, seat: i64, out: vec[float], at: i64) -> None:
        """All blocks as this seat may know them, from `at` on, where a blank lies."""
        raise NotImplementedError

    def write_move(self, state: State, move: i64, out: vec[float], at: i64) -> None:
        """What a move means to the seat to act here, from `at` on, where zeros lie: of what it is about, not how good
        it is. An action's number alone says little: the first space of a market holds another company each round.
        Some games say nothing."""


def share(count: i64, most: i64) -> float:
    """A count as a part of the most that there can be, which bounds it."""
    if count >= most:
        return 1.0
    if count <= -most:
        return -1.0
    return float(count) / float(most)


def meant(tensors: Tensors, state: State, moves: vec[i64]) -> vec[float]:
    """What each of these moves means, one row after the other."""
    out = vec[float]([0.0] * (len(moves) * tensors.meaning_size))
    for i in range(len(moves)):
        tensors.write_move(state, moves[i], out, i * tensors.meaning_size)
    return out


def listed(moves: list[int]) -> vec[i64]:
    return vec[i64](moves)


def seen(tensors: Tensors, state: State, seat: i64) -> vec[float]:
    """The blocks of one State."""
    out = tensors.blank[:]
    tensors.write(state, seat, out, 0)
    return out
