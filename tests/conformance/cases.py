"""The cases that every game must pass: each number of players, and each choice of each option."""

from dataclasses import dataclass, field

import branchline
from branchline.game import Game, Value
from branchline.kernel.chance import Seed
from branchline.position import Position


@dataclass(frozen=True)
class Case:
    game: str
    seats: int
    options: tuple[tuple[str, Value], ...] = field(default=())

    def start(self, seed: int = 1) -> Position:
        return branchline.game(self.game).start(seats=self.seats, seed=seed, **dict(self.options))

    def __str__(self) -> str:
        return "-".join([self.game, str(self.seats), *(f"{name}={value}" for name, value in self.options)])


def cases(name: str) -> list[Case]:
    """Every seat count as it comes, then every other choice of one option where it is allowed."""
    game = branchline.game(name)
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


ALL = [case for name in branchline.games() for case in cases(name)]
PLAIN = [case for case in ALL if not case.options]
SECRETIVE = [name for name in branchline.games() if type(branchline.game(name)).secrets is not Game.secrets]


def random_move(position: Position, salt: int = 0) -> int:
    moves = position.state.legal()
    return int(moves[Seed(f"conformance:{salt}").at(position.n).below(len(moves))])
