"""Turns: who waits for a thinker, by turns of persons, not of tables.

Whoever asks for much waits behind who asks for little: one thought of each person, then the next of each. Nobody's bot
waits for others beyond its patience; whoever waits for thoughts of their own has none.
"""

import asyncio
import math
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

T = TypeVar("T")


class Ask(StrEnum):
    """What is thought about."""

    MOVE = "move"
    HINT = "hint"
    ANALYSIS = "analysis"  # of a game that is over


@dataclass(frozen=True)
class Wait:
    """A thought that waits for its turn."""

    ask: Ask
    asker: str  # the mark of the person for whom it is thought
    ahead: int  # thoughts that come before it
    seconds: int  # until it is its turn, about: in steps of five


class Late(Exception):
    """Others were thought for, for longer than this thought can wait."""


class Thought(Generic[T]):
    """Something to think about that waits."""

    def __init__(self, asker: str, table: str, ask: Ask, patience: float | None) -> None:
        self.asker = asker
        self.table = table
        self.ask = ask
        self.patience = patience
        self.turn: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.patient: asyncio.TimerHandle | None = None


class Turns(Generic[T]):
    """Those who wait for one of several things, T, that think."""

    def __init__(self, free: list[T] | None = None) -> None:
        self.asking: dict[str, deque[Thought[T]]] = {}  # in the order of whose turn it is
        self.free: list[T] = [] if free is None else free  # what nobody waits for

    @property
    def waiting(self) -> int:
        return sum(len(thoughts) for thoughts in self.asking.values())

    def __iter__(self) -> Iterator[Thought[T]]:
        for thoughts in self.asking.values():
            yield from thoughts

    def queue(self, asker: str, table: str = "", ask: Ask = Ask.MOVE, patience: float | None = None) -> Thought[T]:
        """One more thought, behind all others of this person."""
        thought: Thought[T] = Thought(asker, table, ask, patience)
        thoughts = self.asking.setdefault(asker, deque())
        thoughts.append(thought)
        if len(thoughts) == 1:
            self._first(thought)
        return thought

    async def wait(self, thought: Thought[T]) -> T:
        """Until it is its turn, and with what it is to be thought. Late, if all that it waits for are others and that
        takes longer than its patience."""
        try:
            return await thought.turn
        except asyncio.CancelledError:
            if thought.turn.done() and not thought.turn.cancelled() and not thought.turn.exception():
                self.give(thought.turn.result())  # it was called, and does not come any more
            else:
                self._drop(thought)
            raise

    def give(self, thing: T) -> bool:
        """A thinker is free: it is the next one's. Whether there is one; else it stays free."""
        while self.asking:
            asker, thoughts = next(iter(self.asking.items()))
            del self.asking[asker]
            thought = thoughts.popleft()
            if thoughts:
                self.asking[asker] = thoughts  # behind all others
                self._first(thoughts[0])
            self._rest(thought)
            if not thought.turn.done():
                thought.turn.set_result(thing)
                return True
        self.free.append(thing)
        return False

    def ahead(self, thought: Thought[T]) -> int:
        """How many come before it, if nobody else asks."""
        before = self.asking[thought.asker].index(thought)
        found, earlier = before, True
        for asker, thoughts in self.asking.items():
            if asker == thought.asker:
                earlier = False
            else:
                found += min(len(thoughts), before + earlier)
        return found

    def _first(self, thought: Thought[T]) -> None:
        """From now on it waits for others only."""
        if thought.patience is not None:
            loop = asyncio.get_running_loop()
            thought.patient = loop.call_later(thought.patience, self._late, thought)

    def _late(self, thought: Thought[T]) -> None:
        self._drop(thought)
        if not thought.turn.done():
            thought.turn.set_exception(Late())

    def _drop(self, thought: Thought[T]) -> None:
        self._rest(thought)
        thoughts = self.asking.get(thought.asker, deque())
        if thought not in thoughts:
            return
        first = thoughts[0] is thought
        thoughts.remove(thought)
        if not thoughts:
            del self.asking[thought.asker]
        elif first:
            self._first(thoughts[0])

    def _rest(self, thought: Thought[T]) -> None:
        if thought.patient is not None:
            thought.patient.cancel()


def about(seconds: float) -> int:
    """In steps of five: nobody can know it better."""
    return max(5, 5 * math.ceil(seconds / 5))
