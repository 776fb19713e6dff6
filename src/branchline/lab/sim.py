"""Sim: many games between players, counted up as they go; no game is kept."""

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from branchline.game import Game, Json, Value
from branchline.games import find
from branchline.lab.contender import Contender, Wish, everybody, lent
from branchline.lab.workers import HERE, hands, spread
from branchline.names import GameName
from branchline.players import Player
from branchline.position import Position, check_seed, whole
from branchline.printed import table
from branchline.record import canonical
from branchline.refusal import Refused

MOST: Final = 50  # games that one task plays


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
        self.join(Spread(value, 1, value, value))

    def join(self, other: "Spread") -> None:
        """The numbers of another one, too."""
        if other.count:
            self.min = min(self.min, other.min) if self.count else other.min
            self.max = max(self.max, other.max) if self.count else other.max
            self.total += other.total
            self.count += other.count

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
    seed: int | str = 0
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

    def rows(self) -> list[dict[str, str]]:
        """The seats as the rows of a table."""
        return [
            {
                "seat": str(seat),
                "player": self.players[seat] if seat < self.seats else "automaton",
                "wins": f"{wins:,} ({wins / max(1, self.games):.1%})",
                "mean": f"{scores.mean:.2f}",
                "min": str(scores.min),
                "max": str(scores.max),
            }
            for seat, (wins, scores) in enumerate(zip(self.wins, self.scores, strict=True))
        ]

    def notes(self) -> list[str]:
        lengths = f"rounds {self.rounds.mean:.1f} · turns {self.turns.mean:.1f} · shared victories {self.shared:,}"
        return [lengths, f"digest {self.digest}"]

    def __str__(self) -> str:
        head = f"{self.game}: {self.games:,} games, {self.decisions:,} decisions, {self.seconds:.1f} s"
        return "\n".join([head, table(self.rows()), *self.notes()] if self.games else [head])

    def _repr_html_(self) -> str:
        from branchline.lab.report import notebook_of_a_simulation  # which draws

        return notebook_of_a_simulation(self)

    def join(self, other: "Tally") -> None:
        """The games of another tally, too."""
        if not self.scores:
            self.scores = [Spread() for _ in other.scores]
            self.wins = [0] * len(other.wins)
        self.games += other.games
        self.decisions += other.decisions
        self.shared += other.shared
        self.wins = [mine + theirs for mine, theirs in zip(self.wins, other.wins, strict=True)]
        for mine, theirs in zip([*self.scores, self.rounds, self.turns], [*other.scores, other.rounds, other.turns]):
            mine.join(theirs)

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


@dataclass(frozen=True)
class Share:
    """Some games of a simulation, one after the other."""

    game: str
    pack: Path | None
    version: int
    options: Mapping[str, Value]
    players: tuple[Contender, ...]
    seed: int | str
    numbers: range


def play_share(share: Share, observers: Sequence[Observer] = ()) -> tuple[Tally, list[str]]:
    """What the games came to, and the record of each."""
    game, seats = find(share.game, share.pack).of_version(share.version), len(share.players)
    tally, records = Tally(share.game, [], {}, seats), []
    for number in share.numbers:
        name = f"{share.seed}.{number}"
        start = game.start(seats, seed=name, **share.options)
        at_table = [contender.sit_down(f"{name}.{seat}") for seat, contender in enumerate(share.players)]
        end = play_game(start, at_table, observers)
        tally.add(end)
        records.append(canonical(end.record()))
    return tally, records


def check_games(games: object, most: int = 10_000_000) -> int:
    found = whole(games)
    if found is None or not 1 <= found <= most:
        raise Refused("lab", f"The number of games is 1 or more, up to {most:,}, not {games!r}.")
    return found


def check_observers(observers: object) -> None:
    hooks = ("before", "during", "after")
    if not isinstance(observers, Sequence) or not all(hasattr(one, hook) for one in observers for hook in hooks):
        raise Refused("lab", f"Observers are a list of what has {', '.join(hooks)}, as Observer, not {observers!r}.")


def simulate(
    game: Game | GameName,
    seats: int,
    players: Sequence[Wish | Contender],
    games: int,
    seed: int | str = 0,
    options: Mapping[str, Value] | None = None,
    observers: Sequence[Observer] = (),
    on: str = HERE,
    processes: int | None = 1,
    progress: Callable[[int], None] | None = None,
) -> Tally:
    """Play games 0, 1, ... of this seed, with a player for each seat. Game k by itself is
    `game.start(seats, seed=f"{seed}.{k}")`.

    With `processes` (None: one a core) or on Ray, games are played side by side, with the same result and the same
    digest; observers watch in this process only. `progress` is told how many games are done.
    """
    game = game if isinstance(game, Game) else find(game)
    games, seed = check_games(games), check_seed(seed)
    check_observers(observers)
    settings = game.resolve(seats, {} if options is None else options)
    who = everybody(players)
    if len(who) != seats:
        raise Refused("players", f"{seats} seats need {seats} players, not {len(who)}.")
    tally = Tally(game.name, [str(contender) for contender in who], settings, seats, seed)
    begun = time.perf_counter()
    if observers:
        on, processes = HERE, 1
    size = max(1, min(MOST, games // (8 * hands(games, processes))))
    away = on != HERE or hands(games, processes) > 1
    for contender in who:  # what can't be is refused before anything is played
        contender.check(in_processes=away)
    tasks = [
        Share(game.name, game.own_pack, game.version, settings, who, seed, range(first, min(first + size, games)))
        for first in range(0, games, size)
    ]
    answers = spread(play_share, tasks, on, processes) if away else (play_share(task, observers) for task in tasks)
    total = hashlib.sha256()
    for played, records in answers:
        tally.join(played)
        for record in records:
            total.update(record.encode())
        if progress:
            progress(tally.games)
    tally.digest = total.hexdigest()
    tally.seconds = time.perf_counter() - begun
    return tally
