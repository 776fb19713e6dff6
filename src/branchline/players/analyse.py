"""Analyse: every seat's chance of winning over a game, and where the game turned."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from typing import Final

from branchline.game import Json, plain
from branchline.games import find
from branchline.kernel.state import CHANCE
from branchline.players import settings
from branchline.players.hint import in_words
from branchline.players.search import Search, Thought
from branchline.position import Position
from branchline.record import read

SIMULATIONS: Final = 1000
TURN: Final = 0.1
"""How far a seat's chance has to move, beyond what sampling explains, to be a turning point."""

CERTAIN: Final = 1.96
"""Standard errors to either side that hold the truth of a sample 19 times in 20."""


@dataclass
class Moment:
    """The game when its record held n events: what each seat could expect. `win` is as the seat to
    act saw it, with all that it could not know dealt anew; `low` and `high` are where it lies by the
    search's sampling. What the estimate itself gets wrong is not in them."""

    n: int
    to_act: int | None
    where: str
    win: list[float]  # empty where there is nobody to win against
    low: list[float]
    high: list[float]
    score: list[float]  # empty where games of this kind were not learned from
    played: str = ""
    best: str = ""
    best_said: str = ""  # in words
    lost: float = 0.0  # what the move that was played cost its seat beside the best one, in chance to win
    tried: bool = True  # whether the search looked at the move that was played


@dataclass
class TurningPoint:
    """Between two moments, the seat whose chance moved most, and what did it."""

    n: int  # the record's length before the event that did it
    by: int | None  # the seat that did it; None: chance
    event: str
    seat: int
    before: float
    after: float
    better: str = ""  # what the seat should have played instead, if that is what turned the game
    better_move: str = ""  # the same as a move


@dataclass
class Turn:
    """A whole turn of a seat, as the log tells it: what it did for the seat's chance, and what it cost."""

    n: int  # the record's length before it
    seat: int
    said: list[str]
    rose: float  # the seat's chance after it, less before it
    lost: float  # beside the best moves
    better: str = ""  # instead of the decision that cost most
    better_move: str = ""  # the same as a move
    better_n: int = 0  # the record's length before that decision


@dataclass
class Analysis:
    game: str
    players: int
    seats: int
    simulations: int  # a decision; with a number of seconds, the mean
    seed: int
    moments: list[Moment] = field(default_factory=list)
    turning_points: list[TurningPoint] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)

    def json(self) -> Json:
        return asdict(self)


def analyse(
    game: object,
    simulations: int = SIMULATIONS,
    seed: int = 0,
    turning_points: int = 5,
    progress: Callable[[int, int], None] | None = None,
    names: Sequence[str] = (),
    seconds: float = 0.0,
) -> Json:
    """Every seat's chances at each decision of a game and at its end, given its record (JSON) or a
    Position; JSON-ready, so that a worker process can be asked for it. With `seconds`, all decisions
    together take about so long, and each at least these simulations."""
    seconds = settings.number("seconds", seconds)
    simulations = settings.whole("simulations", simulations, least=0 if seconds else 1)
    position = game if isinstance(game, Position) else read(game, find)
    names = names or position.game.seat_names(position.state)
    found = Analysis(position.game.name, position.players, int(position.state.seats), simulations, seed)
    steps = [n for n in range(position.n) if 0 <= position.events[n].by < position.players]
    thinker = Thinker(simulations, seed, seconds, len(steps) + 1)
    for done, n in enumerate(steps):
        found.moments.append(moment(position, n, thinker, names))
        if progress:
            progress(done + 1, len(steps))
    settled = past_chance(position)
    found.moments.append(last(settled, thinker))
    judge_untried(position, found.moments)
    found.simulations = thinker.mean
    again = Again(settled, thinker.mean, seed + 1)
    for turn, before, after in turns(position, found.moments, names)[: 2 * turning_points]:
        if len(found.turning_points) < turning_points and again.sees(turn, before, after):
            found.turning_points.append(turn)
    found.turns = whole_turns(position, found.moments, names)
    return found.json()


class Again:
    """A second search with another seed: what it does not find as well is not told."""

    def __init__(self, position: Position, simulations: int, seed: int) -> None:
        self.position, self.simulations, self.seed = position, simulations, seed
        self.known: dict[int, list[float]] = {}

    def sees(self, turn: TurningPoint, before: Moment, after: Moment) -> bool:
        moved = self.win(after)[turn.seat] - self.win(before)[turn.seat]
        return abs(moved) >= TURN and (moved > 0) == (turn.after > turn.before)

    def win(self, moment: Moment) -> list[float]:
        if moment.to_act is None:
            return moment.win
        if moment.n not in self.known:
            search = Search(self.seed, simulations=self.simulations, tell=True)
            self.known[moment.n] = search.think(self.position.at(moment.n))[0].win
        return self.known[moment.n]


def whole_turns(position: Position, moments: list[Moment], names: Sequence[str]) -> list[Turn]:
    """The turns of all seats that chance had no part in judging; none, where there is nobody to win against."""
    if position.state.seats == 1:
        return []
    decided = {moment.n: (moment, after) for moment, after in pairwise(moments)}
    found: list[Turn] = []
    last: tuple[int, int] | None = None
    for step in position.walk():
        n, seat = step.n - 1, int(step.event.by)
        if n in decided:
            moment, after = decided[n]
            if last != (seat, int(step.before.turn)):
                found.append(Turn(n, seat, [], 0.0, 0.0))
                last = (seat, int(step.before.turn))
            turn = found[-1]
            turn.rose += after.win[seat] - moment.win[seat]
            if moment.lost > turn.lost:
                turn.better, turn.better_move, turn.better_n = moment.best_said, moment.best, n
            turn.lost += moment.lost
        line = position.game.tell(step.before, step.event.move, step.after, None)
        if found and line and seat == found[-1].seat and not line.quiet:
            found[-1].said.append(plain(f"{line.text} {line.effect}".strip(), names))
    return found


class Thinker:
    """Thinks about one decision after the other, all of them together for about so many seconds, but about
    each at least so many simulations."""

    def __init__(self, simulations: int, seed: int, seconds: float, decisions: int) -> None:
        self.simulations, self.seed, self.left = simulations, seed, decisions
        self.until = time.perf_counter() + seconds if seconds else 0.0
        self.spent: list[int] = []

    @property
    def mean(self) -> int:
        """Simulations a decision."""
        return round(sum(self.spent) / len(self.spent)) if self.until and self.spent else self.simulations

    def think(self, position: Position) -> list[Thought]:
        share = (self.until - time.perf_counter()) / max(1, self.left)
        self.left -= 1
        found: list[Thought] = []
        if share > 0:
            found = Search(self.seed, seconds=share, tell=True).think(position)
        if spent(found) < self.simulations:
            found = Search(self.seed, simulations=self.simulations, tell=True).think(position)
        self.spent.append(spent(found))
        return found


def spent(thoughts: list[Thought]) -> int:
    return sum(thought.visits for thought in thoughts)


def moment(position: Position, n: int, thinker: Thinker, names: Sequence[str]) -> Moment:
    """What a search finds before event n, and about the move that was played there."""
    before = position.at(n)
    thoughts = thinker.think(before)
    best = thoughts[0]
    code = position.events[n].move
    played = next(thought for thought in thoughts if thought.code == code)
    found = seen(before, best, n)
    found.played = before.game.text(before.state, code)
    found.best = before.game.text(before.state, best.code)
    found.best_said = in_words(before.game, before.state, best.code, names)
    found.tried = played.visits > 0
    found.lost = lost(best, played, position.events[n].by) if position.state.seats > 1 else 0.0
    return found


def lost(best: Thought, played: Thought, seat: int) -> float:
    """What the move that was played cost its seat beside the best one, as far as sampling does not explain it."""
    if played is best or not played.visits:
        return 0.0
    cost = best.win[seat] - played.win[seat]
    return cost if cost > CERTAIN * math.hypot(best.error[seat], played.error[seat]) else 0.0


def judge_untried(position: Position, moments: list[Moment]) -> None:
    """A move so weak that the search did not look at it is judged by what came of it, unless chance had a part."""
    for before, after in pairwise(moments):
        if before.tried or not before.win or any(event.by == CHANCE for event in position.events[before.n : after.n]):
            continue
        seat = position.events[before.n].by
        if before.low[seat] > after.high[seat]:
            before.lost = before.win[seat] - after.win[seat]


def seen(position: Position, thought: Thought, n: int) -> Moment:
    foretold = position.game.learned(position.players, position.options).foretells()
    bounds = [interval(win, error, thought.visits) for win, error in zip(thought.win, thought.error, strict=True)]
    found = Moment(
        n,
        position.to_act,
        position.game.where(position.state),
        thought.win,
        [low for low, _ in bounds],
        [high for _, high in bounds],
        thought.score if foretold else [],
    )
    return found if position.state.seats > 1 else replace(found, win=[], low=[], high=[])


def interval(win: float, error: float, visits: int) -> tuple[float, float]:
    """Where a chance lies that this many simulations told, 19 times in 20. Two lost and two won ones more are
    counted in (Agresti and Coull), so that a few simulations that all agree do not pass for certainty."""
    n = visits + 4
    mean = (visits * win + 2) / n
    square = (visits * (visits * error**2 + win**2) + 2) / n
    reach = CERTAIN * math.sqrt(max(0.0, square - mean**2) / n)
    return max(0.0, min(win, mean - reach)), min(1.0, max(win, mean + reach))


def past_chance(position: Position) -> Position:
    """A draft may wait for chance: then what comes of it."""
    if position.over or position.to_act is not None:
        return position
    settled = position.copy()
    settled.settle()
    return settled


def last(position: Position, thinker: Thinker) -> Moment:
    """The end of the game, or of the record."""
    if not position.over:
        return seen(position, thinker.think(position)[0], position.n)
    winners, seats = position.winners(), int(position.state.seats)
    win = [1.0 / len(winners) if seat in winners else 0.0 for seat in range(seats)] if seats > 1 else []
    scores = [float(points) for points in position.scores()]
    return Moment(position.n, None, position.game.where(position.state), win, win, win, scores)


def turns(position: Position, moments: list[Moment], names: Sequence[str]) -> list[tuple[TurningPoint, Moment, Moment]]:
    """The largest movements between two moments that sampling does not explain, largest first, each with its
    moments; none, where there is nobody to win against."""
    found: list[tuple[TurningPoint, Moment, Moment]] = []
    if position.state.seats == 1:
        return found
    for before, after in pairwise(moments):
        moved = [b - a for a, b in zip(before.win, after.win, strict=True)]
        seat = max(range(len(moved)), key=lambda s: abs(moved[s]))
        noise = before.high[seat] - before.low[seat] + after.high[seat] - after.low[seat]
        if abs(moved[seat]) < TURN or abs(moved[seat]) < noise / 2:
            continue
        by, event, n = cause(position, before, after, names)
        turn = TurningPoint(n, by, event, seat, before.win[seat], after.win[seat])
        if by is not None and before.lost >= TURN / 2:
            turn.better, turn.better_move = before.best_said, before.best
        found.append((turn, before, after))
    return sorted(found, key=lambda one: -abs(one[0].after - one[0].before))


def told(position: Position, n: int, names: Sequence[str]) -> str:
    """An event of chance as the log tells it, or what it led to."""
    for _, event, before, after in position.walk(n):
        line = position.game.tell(before, event.move, after, None)
        if line:
            return plain(line.text, names).rstrip(".")
    return position.game.seen(position.state_at(n), position.events[n].move, None)


def cause(position: Position, before: Moment, after: Moment, names: Sequence[str]) -> tuple[int | None, str, int]:
    """What happened between two moments: chance, if it spoke and the move was a good one; else the
    move."""
    # a game that is cut off before chance has spoken ends later than its record
    drawn = [n for n in range(before.n + 1, min(after.n, position.n)) if position.events[n].by == CHANCE]
    if drawn and before.lost < TURN / 2:
        return None, told(position, drawn[-1], names), drawn[-1]
    event = position.events[before.n]
    return event.by, in_words(position.game, position.state_at(before.n), event.move, names), before.n
