"""The cases that every game must pass: each number of players, and each choice of each option."""

from dataclasses import dataclass, field

import branchline
from branchline.game import Game, Value
from branchline.games import find
from branchline.kernel.chance import Seed
from branchline.position import Position
from tests.fifth.game import GAME as FIFTH

NAMES = [*branchline.games(), FIFTH.name]
"""The games of the house, and a tiny one that has only what a game needs."""


def game_of(name: str) -> Game:
    return FIFTH if name == FIFTH.name else find(name)


@dataclass(frozen=True)
class Case:
    game: str
    seats: int
    options: tuple[tuple[str, Value], ...] = field(default=())

    def start(self, seed: int = 1) -> Position:
        return game_of(self.game).start(seats=self.seats, seed=seed, **dict(self.options))

    def __str__(self) -> str:
        return "-".join([self.game, str(self.seats), *(f"{name}={value}" for name, value in self.options)])


def cases(name: str) -> list[Case]:
    """Every seat count as it comes, then every other choice of one option where it is allowed."""
    game = game_of(name)
    found = []
    for seats in game.seats:
        found.append(Case(name, seats))
        usual = game.defaults(seats)
        for option, what in game.options.items():
            for choice in what.choices:
                if choice == usual[option]:
                    continue
                try:
                    game.resolve(seats, {option: choice})
                except branchline.Refused:
                    continue
                found.append(Case(name, seats, ((option, choice),)))
    return found


ALL = [case for name in NAMES for case in cases(name)]
PLAIN = [case for case in ALL if not case.options]
SECRETIVE = [name for name in NAMES if game_of(name).has_secrets]


def random_move(position: Position, salt: int = 0) -> int:
    moves = position.state.legal()
    return int(moves[Seed(f"conformance:{salt}").at(position.n).below(len(moves))])
