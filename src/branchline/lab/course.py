"""Course: games that are played to learn from. A part of them is held back to measure with."""

import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, NamedTuple, TypeVar

from branchline.game import Json, Value
from branchline.games import find
from branchline.kernel.estimate import Estimate
from branchline.lab.contender import Contender
from branchline.lab.workers import HERE, spread
from branchline.players import Player
from branchline.position import Position

HELD_BACK: Final = 5  # every fifth game
A_TASK: Final = 10  # games
Seen = TypeVar("Seen")


class Exercise(NamedTuple):
    """What one game of a course is played with."""

    position: Position
    player: Player
    estimate: Estimate
    dice: random.Random


@dataclass(frozen=True)
class Course:
    """Which games to play, and who plays them in all seats."""

    game: str
    games: int
    seats: int
    player: str
    seed: int = 0
    stray: float = 0.1  # how often a random move is played instead, so that odd positions are seen too
    options: Mapping[str, Value] = field(default_factory=dict)

    def begin(self, what: str, number: int) -> Exercise:
        name = f"{what} {self.seed}.{number}"
        game = find(self.game)
        player = Contender.parse(self.player).sit_down(name)
        return Exercise(game.start(self.seats, seed=name, **self.options), player, game.estimate(), random.Random(name))

    def attend(
        self,
        look: Callable[["Course", int], Seen],
        on: str = HERE,
        processes: int | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> tuple[list[Seen], list[Seen]]:
        """What `look` saw in each game: to learn from, and held back."""
        found: list[Seen] = []
        lessons = [Lesson(self, look, n, min(n + A_TASK, self.games)) for n in range(0, self.games, A_TASK)]
        for part in spread(take, lessons, on, processes):
            found += part
            if progress:
                progress(len(found))
        return [one for n, one in enumerate(found) if n % HELD_BACK], found[::HELD_BACK]

    def told(self, flags: str = "") -> Json:
        """How a file of weights says that it was made."""
        command = f"branchline lab train {self.game} --games {self.games} --seed {self.seed} --seats {self.seats}"
        command += f" --player {self.player} --stray {self.stray:g}{flags}"
        command += "".join(f" --set {name}={value}" for name, value in self.options.items())
        return {
            "command": command,
            "game": self.game,
            "version": find(self.game).version,
            "seats": self.seats,
            "options": dict(self.options),
            "games": self.games,
            "seed": self.seed,
            "player": self.player,
            "stray": self.stray,
        }


@dataclass(frozen=True)
class Lesson(Generic[Seen]):
    """Some games of a course, for one process."""

    course: Course
    look: Callable[[Course, int], Seen]
    first: int
    end: int


def take(lesson: Lesson[Any]) -> list[Any]:
    return [lesson.look(lesson.course, number) for number in range(lesson.first, lesson.end)]


def text(found: Json) -> str:
    """The text of a file of weights."""
    return json.dumps(found, indent=2) + "\n"
