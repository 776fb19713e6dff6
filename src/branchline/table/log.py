"""The log of a table: one entry an action, to be opened into its parts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from branchline.game import Shift
from branchline.position import Told


@dataclass(frozen=True, slots=True)
class Entry:
    told: Told
    parts: tuple[Told, ...] = ()  # in the order of the game, the told line among them

    def __hash__(self) -> int:
        return hash((self.told.n, self.told.line.text, len(self.parts)))  # not all that the parts hold, every time

    @property
    def n(self) -> int:
        """How long the record is with all of it."""
        return max(told.n for told in (self.told, *self.parts)) if self.parts else self.told.n

    @property
    def open(self) -> bool:
        """Is it a part of an action that is not whole yet?"""
        return self.told.line.part == "before"

    @property
    def shifts(self) -> Sequence[Shift]:
        """Why scores moved by it, all its parts together."""
        return [shift for told in self.parts for shift in told.shifts] if self.parts else self.told.shifts


class Log:
    """What was told so far, line by line, and put together as it comes: a line more costs the same, however long the
    game."""

    def __init__(self, lines: Iterable[Told] = ()) -> None:
        self.lines: list[Told] = []
        self.headings: list[int] = []  # the lines that stand under a heading of their own
        self.explained: list[Told] = []  # the last lines, one after the other, that explain an automaton step by step
        self.last_moved: dict[int, Entry] = {}  # by seat: the last action that moved its score
        self._whole: list[Entry] = []
        self._waiting: list[Told] = []  # parts whose action is not told yet
        self.add(lines)

    @property
    def entries(self) -> list[Entry]:
        """The lines by the actions that they belong to. What is not whole yet stands by itself."""
        return self._whole + [Entry(one) for one in self._waiting]

    def add(self, lines: Iterable[Told]) -> None:
        for told in lines:
            if told.line.heading:
                self.headings.append(len(self.lines))
            if told.line.steps:
                follows = self.lines and self.lines[-1].line.steps
                self.explained = [*self.explained, told] if follows else [told]
            self.lines.append(told)
            entry = self._put_together(told)
            self.last_moved.update((shift.seat, entry) for shift in entry.shifts)

    def _put_together(self, told: Told) -> Entry:
        """The entry that the line now belongs to."""
        found, waiting = self._whole, self._waiting
        if told.line.part == "before":
            if waiting and waiting[-1].by != told.by:
                found += [Entry(one) for one in waiting]
                waiting = []
            self._waiting = [*waiting, told]
            return Entry(told)
        if told.line.part == "after" and found and not waiting:
            last = found.pop()
            found.append(Entry(last.told, (*(last.parts or (last.told,)), told)))
        else:
            mine = [one for one in waiting if one.by == told.by]
            found += [Entry(one) for one in waiting if one.by != told.by]
            found.append(Entry(told, (*mine, told) if mine else ()))
            self._waiting = []
        return found[-1]


def settled(entries: Sequence[Entry]) -> int:
    """The event up to which no entry will change: the last whole one may still gain parts."""
    open_ones = 1 + next((k for k, one in enumerate(reversed(entries)) if not one.open), len(entries))
    return entries[-open_ones - 1].n if len(entries) > open_ones else 0
