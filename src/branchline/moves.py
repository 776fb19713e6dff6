"""Moves as nouns: what can be done in a game, verb by verb.

A game's `moves.py` has a small class for each verb, with fields in the words of the box, and one
`Vocabulary` that says which codes mean them. Everything else takes the decoded move: notation writes
it, offers describe it, the story tells it, refusals answer for it, the board lights its place.

A field may be left `OPEN`: then the move is a question, "why can't I lay this anywhere?".
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Final

OPEN: Final = -1
"""A field that a question leaves open."""


@dataclass(frozen=True)
class Move:
    """One move of a game, or chance outcome. A game has a subclass for each verb."""

    verb: ClassVar[str]


@dataclass(frozen=True)
class Field:
    """A part of a move's code: so many values, each further one adds `step` to the code."""

    size: int
    step: int = 1


@dataclass(frozen=True)
class Nonsense(Move):
    """What somebody typed that is no move at all."""

    verb = ""
    text: str = ""


class Verb:
    """The codes of one kind of move: `first`, and from there a step for each value of each field.

    Fields of the class that are not named here are no part of the code: they only make questions clearer.
    """

    bits: Sequence[int] = ()  # of a move that is a set: which bits of its code say what is in it, the first counts 1
    shares: Sequence[int] = ()  # of a payment: its places and their stride, how many may be paid, in how many bits each
    listed: Sequence[int] = ()  # of a verb that numbers only some of its codes: these, sorted, counted from the first

    def __init__(self, kind: type[Move], first: int, /, **parts: Field | int) -> None:
        self.kind = kind
        self.first = first
        self.parts = {name: Field(part) if isinstance(part, int) else part for name, part in parts.items()}
        unknown = set(self.parts) - {part.name for part in fields(kind)}
        assert not unknown, f"{kind.__name__} has no {unknown}"
        self.by_step = sorted(self.parts.items(), key=lambda part: -part[1].step)
        self.last = first + sum((part.size - 1) * part.step for part in self.parts.values())

    @property
    def count(self) -> int:
        """How many moves of this kind there can be."""
        total = 1
        for part in self.parts.values():
            total *= part.size
        return total

    @property
    def usual(self) -> int:
        """How many of them an action space needs: numbers from there on are of moves that hardly ever come up."""
        return self.count

    def decode(self, code: int) -> Move:
        rest, found = code - self.first, {}
        for name, part in self.by_step:
            found[name], rest = divmod(rest, part.step)
        return self.kind(**found)

    def encode(self, move: Move) -> int:
        return self.first + sum(int(getattr(move, name)) * part.step for name, part in self.parts.items())

    def number(self, code: int) -> int:
        """Of the moves of this kind the how manieth, from 0."""
        rest, number = code - self.first, 0
        for _, part in self.by_step:
            value, rest = divmod(rest, part.step)
            number = number * part.size + value
        return number

    def code(self, number: int) -> int:
        code = self.first
        for _, part in reversed(self.by_step):
            number, value = divmod(number, part.size)
            code += value * part.step
        return code


class Vocabulary:
    """All moves of a game, and their numbers: dense, and the same in every position, mode, version and adapter.
    Another pack may number places of its own.

    The players' moves come first, then what only chance can bring.
    """

    def __init__(self, moves: Sequence[Verb], chance: Sequence[Verb] = ()) -> None:
        self.verbs = (*moves, *chance)
        self.count = sum(verb.count for verb in moves)
        self.usual = self.count - moves[-1].count + moves[-1].usual  # only the last verb has others
        self.outcomes = sum(verb.count for verb in chance)
        self.by_kind = {verb.kind: verb for verb in self.verbs}
        self.by_code = sorted(self.verbs, key=lambda verb: verb.first)
        self.firsts = [verb.first for verb in self.by_code]
        at = 0
        self.offsets: dict[Verb, int] = {}
        for verb in self.verbs:
            self.offsets[verb] = at
            at += verb.count
        assert all(verb.last < first for verb, first in zip(self.by_code, self.firsts[1:])), "two verbs share a code"

    def verb_of(self, code: int) -> Verb:
        """The verb that a code belongs to."""
        return self.by_code[bisect_right(self.firsts, code) - 1]

    def decode(self, code: int) -> Move:
        """The move that a code means."""
        return self.verb_of(code).decode(int(code))

    def encode(self, move: Move) -> int:
        """The code of a move without open fields."""
        return self.by_kind[type(move)].encode(move)

    def number(self, code: int) -> int:
        """The action number of a code: below `count` a player's move, from there on an outcome of chance."""
        verb = self.verb_of(code)
        return self.offsets[verb] + verb.number(int(code))

    def code(self, number: int) -> int:
        """The code of an action number."""
        for verb, offset in reversed(self.offsets.items()):
            if number >= offset:
                return verb.code(number - offset)
        raise ValueError(f"{number} is no action")

    def move(self, number: int) -> Move:
        """The move of an action number."""
        return self.decode(self.code(number))

    def named(self, verb: str, **known: Any) -> Move:
        """A question: the move of this verb with what is known of it."""
        for kind in self.by_kind:
            if kind.verb == verb:
                return kind(**known)
        return Nonsense(verb)
