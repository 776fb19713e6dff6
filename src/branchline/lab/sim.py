"""Sim: many games between players, counted up as they go; no game is kept."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field

from branchline.game import Game, Json, Value
from branchline.lab.contender import Contender, Wish, lent
from branchline.players import Player
from branchline.position import Position
from branchline.record import digest


class Observer:
    """Anybody's statistics. Override what you need; a position is only lent, copy it to keep it."""

    def before(self, position: Position) -> None:
        """A game begins."""

    def during(self, position: Position, move: str) -> None:
        """The seat to act is about to play this move."""

    def after(self, position: Position) -> None:
        """The game is over."""


@dataclass
class Spread:
    """The mean and the ends of numbers that come one by one."""

    total: int = 0
    count: int = 0
    min: int = 0
    max: int = 0

    def add(self, value: int) -> None:
        self.min = value if self.count == 0 else min(self.min, value)
        self.max = value if self.count == 0 else max(self.max, value)
        self.total += value
        self.count += 1

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    def json(self) -> Json:
        return {"mean": round(self.mean, 4), "min": self.min, "max": self.max}


@dataclass
class Tally:
    """What a simulation found. Seats are the players, then the game's automatons."""

    game: str
    players: list[str]
    options: dict[str, Value]
    seats: int
    seed: int = 0
    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    shared: int = 0  # games won by several seats together
    wins: list[int] = field(default_factory=list)  # a shared victory counts for each of its seats
    scores: list[Spread] = field(default_factory=list)
    rounds: Spread = field(default_factory=Spread)
    turns: Spread = field(default_factory=Spread)
    digest: str = ""

    def add(self, position: Position) -> None:
        scores, winners = position.scores(), position.winners()
        if not self.scores:
            self.scores = [Spread() for _ in scores]
            self.wins = [0] * len(scores)
        self.games += 1
        self.shared += len(winners) > 1
        for seat in winners:
            self.wins[seat] += 1
        for seat, points in enumerate(scores):
            self.scores[seat].add(points)
        self.decisions += sum(0 <= event.by < position.players for event in position.events)
        self.rounds.add(int(position.state.round))
        self.turns.add(int(position.state.turn))

    def json(self) -> Json:
        return {
            **asdict(self),
            "seconds": round(self.seconds, 3),
            "scores": [spread.json() for spread in self.scores],
            "rounds": round(self.rounds.mean, 4),
            "turns": round(self.turns.mean, 4),
        }


def play_game(position: Position, players: Sequence[Player], observers: Sequence[Observer] = ()) -> Position:
    """Play a position to its end."""
    for observer in observers:
        observer.before(position)
    while position.to_act is not None:
        player = players[position.to_act]
        move = player.choose(lent(position, player))
        for observer in observers:
            observer.during(position, move)
        position.play(move)
    for observer in observers:
        observer.after(position)
    return position


def simulate(
    game: Game,
    seats: int,
    players: Sequence[Wish | Contender],
    games: int,
    seed: int = 0,
    options: Mapping[str, Value] | None = None,
    observers: Sequence[Observer] = (),
) -> Tally:
    """Play games 0, 1, ... of this seed, with a player for each seat. Game k by itself is
    `game.start(seats, seed=f"{seed}.{k}")`."""
    settings = game.resolve(seats, options or {})
    who = [Contender.of(wish) for wish in players]
    tally = Tally(game.name, [str(contender) for contender in who], settings, seats, seed)
    begun = time.perf_counter()

    def records() -> Iterator[Json]:
        for k in range(games):
            name = f"{seed}.{k}"
            start = game.start(seats, seed=name, **settings)
            at_table = [contender.sit_down(f"{name}.{seat}") for seat, contender in enumerate(who)]
            end = play_game(start, at_table, observers)
            tally.add(end)
            yield end.record()

    tally.digest = digest(records())
    tally.seconds = time.perf_counter() - begun
    return tally
