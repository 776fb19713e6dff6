"""Lesson: a game that is learned by playing it. The board, the rules and the position are real; what to look at, what
to do and why stand as data in the game's folder, `lessons/*.toml`.

A lesson names moves, verbs and places, never how the page looks. Chance comes from its seed, what the others do stands
in it, so that the game goes as it was written until the first step that is free; from there on it is any game.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

from branchline.game import Game, Json, Offer, Value, plain
from branchline.position import Event, Position
from branchline.refusal import Refused


@dataclass(frozen=True)
class Step:
    """Something to look at, or, with `expect` or `free`, something to do."""

    words: str
    show: tuple[str, ...] = ()  # what the page points at, the first that is there: "term:market", "at:g6", "part:log";
    # of a move its place on the board, or its button: "beside"
    expect: tuple[str, ...] = ()  # the move that is waited for, or several one after the other
    free: bool = False  # any move is right
    wrong: str = ""  # what is said of another move, whichever it is
    then: tuple[str, ...] = ()  # what the others do after it

    @property
    def looks(self) -> bool:
        return not self.expect and not self.free


@dataclass(frozen=True)
class Lesson:
    game: Game = field(compare=False)
    key: str
    title: str
    about: str
    order: int
    seats: int
    seed: str
    steps: tuple[Step, ...]
    end: str  # what is said when all steps are done
    options: Mapping[str, Value] = field(default_factory=dict, compare=False)
    start: tuple[str, ...] = ()  # the players' moves before it begins
    tips: Mapping[str, str] = field(default_factory=dict, compare=False)  # by verb: beside the game that goes on

    # -- the game as it is written ---------------------------------------------------------

    @cached_property
    def opening(self) -> Position:
        """Where the lesson begins; not to be played on."""
        position = self.game.start(self.seats, self.seed, **self.options)
        for move in self.start:
            position.play(move)
        return position

    def begin(self) -> Position:
        return self.opening.copy()

    @cached_property
    def seat(self) -> int:
        """The learner's."""
        seat = self.opening.to_act
        assert seat is not None
        return seat

    @cached_property
    def line(self) -> tuple[Event, ...]:
        """All events up to the first step that is free, chance's and the automatons' too."""
        position = self.begin()
        for step in self.steps:
            if step.free:
                break
            for move in (*step.expect, *step.then):
                position.play(move)
        return tuple(position.events)

    # -- where somebody stands in it -------------------------------------------------------

    def follows(self, position: Position) -> bool:
        """Is this the written game, as far as it has come?"""
        return tuple(position.events[: len(self.line)]) == self.line[: position.n]

    def done(self, position: Position) -> int:
        """How many steps the moves that were made lead past; a look waits with what is to be done after it."""
        made, passed = self.made(position), 0
        for number, step in enumerate(self.steps, 1):
            if step.looks:
                continue
            made -= max(1, len(step.expect))
            if made < 0:
                break
            passed = number
        return passed

    def beyond(self, position: Position) -> bool:
        """Does the learner play on after the last step?"""
        return self.made(position) > sum(max(1, len(step.expect)) for step in self.steps if not step.looks)

    def made(self, position: Position) -> int:
        """How many decisions the learner has made."""
        return sum(event.by == self.seat for event in position.events[self.opening.n :])

    def due(self, position: Position) -> Step | None:
        """What is to be done next; None when only looks are left."""
        return next((step for step in self.steps[self.done(position) :] if not step.looks), None)

    def wanted(self, position: Position) -> str:
        """The move that is waited for; "" where any will do, or none."""
        step, done = self.due(position), self.done(position)
        if step is None or not step.expect or not self.follows(position):
            return ""
        return step.expect[self.made(position) - sum(max(1, len(s.expect)) for s in self.steps[:done] if not s.looks)]

    def ahead(self, position: Position) -> Sequence[Step]:
        """What is to be looked at now, and what is to be done then."""
        left = self.steps[self.done(position) :]
        last = next((number for number, step in enumerate(left, 1) if not step.looks), len(left))
        return left[:last]

    def reply(self, position: Position) -> str | None:
        """What another seat does now, as it is written."""
        if position.n >= len(self.line) or not self.follows(position):
            return None
        return self.game.text(position.state, self.line[position.n].move)

    def check(self, position: Position, move: str) -> None:
        """Refuse a legal move that is not the one that is waited for: kindly, and with what it would do."""
        step, made = self.due(position), " ".join(move.split()).lower()
        if step is None or self.wanted(position) in ("", made):
            return
        offer = self.game.offer(position.state, position.code_of(made))
        would = plain(told(offer, self.seat), self.game.seat_names(position.state))
        because = step.wrong or "For now, take the one with the ring: the lesson goes on from there."
        raise Refused("lesson", f"{would} {because}")


def told(offer: Offer, seat: int) -> str:
    """What a move would do, in one or two sentences."""
    said = f"{offer.title or offer.label}: that would be allowed."
    stake = offer.stakes[seat] if seat < len(offer.stakes) else None
    change = f" It would bring you {stake.change}{f' ({stake.note})' if stake.note else ''}." if stake else ""
    note = f" {offer.notes[0].rstrip('.')}." if offer.notes else ""
    return f"{said}{change}{note}"


@cache
def lessons(game: Game) -> Mapping[str, Lesson]:
    """The lessons of a game by their names, in the order in which they are taken; of a pack of one's own none, since
    they were written for the parts of the box."""
    folder = game.folder / "lessons"
    found = [read(game, file) for file in folder.glob("*.toml")] if game.own_pack is None else []
    return {lesson.key: lesson for lesson in sorted(found, key=lambda lesson: lesson.order)}


def read(game: Game, file: Path) -> Lesson:
    data = tomllib.loads(file.read_text("utf-8"))
    steps = tuple(read_step(step) for step in data.pop("steps"))
    start = tuple(line.strip() for line in data.pop("start", "").splitlines() if line.strip())
    return Lesson(game=game, key=file.stem, steps=steps, start=start, **data)


def read_step(data: Json) -> Step:
    if isinstance(data.get("expect"), str):
        data["expect"] = [data["expect"]]
    parts: Json = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    return Step(**parts)
