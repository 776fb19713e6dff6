"""Analyse: every seat's chance of winning over a game, and where the game turned."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from statistics import fmean
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
"""How far a seat's chance has to move in a turn, as the panel finds, to be a turning point."""

DOUBTFUL: Final = 0.05
"""How far the first search has to see it move to ask the panel."""

IN_DOUBT: Final = 16
"""Turns that the panel is asked about, at the most."""

PANEL: Final = 10
"""Searches whose mean decides. Who has next to no chance chooses among moves that are alike and make others win;
each search takes another of them for the best."""

DEEPER: Final = 10
"""Times as many simulations as the first search has all of the panel have together."""

SAID: Final = 4
"""Moves of a turn that are told, at the most."""

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
    """A turn over which a seat's chance moved, and what did it."""

    n: int  # the record's length before the turn, before what chance did in it, or before the move that cost most
    by: int | None  # the seat that did it; None: chance
    event: str  # the moves of the turn, in words, or what chance brought
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
    decisions = len(steps) + 1
    doubted = DEEPER * min(2 * IN_DOUBT, decisions)  # what the panel may think, in decisions of the first search
    thinker = Thinker(simulations, seed, seconds * decisions / (decisions + doubted), decisions)
    for done, n in enumerate(steps):
        found.moments.append(moment(position, n, thinker, names))
        if progress:
            progress(done + 1, len(steps))
    settled = past_chance(position)
    found.moments.append(last(settled, thinker))
    judge_untried(position, found.moments)
    found.simulations = thinker.mean
    panel = Panel(settled, DEEPER * thinker.mean, seed)
    found.turning_points = turned(position, found.moments, panel, names)[:turning_points]
    found.turns = whole_turns(position, found.moments, names)
    return found.json()


class Panel:
    """Some searches with other seeds: what they do not find in the mean is not told."""

    def __init__(self, position: Position, simulations: int, seed: int) -> None:
        self.position = position
        self.searches = [
            Search(PANEL * seed + n + 1, simulations=-(-simulations // PANEL), tell=True) for n in range(PANEL)
        ]
        self.known: dict[int, list[float]] = {}

    def win(self, moment: Moment) -> list[float]:
        if moment.to_act is None:
            return moment.win
        if moment.n not in self.known:
            before = self.position.at(moment.n)
            found = [search.think(before)[0].win for search in self.searches]
            self.known[moment.n] = [fmean(seat) for seat in zip(*found, strict=True)]
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
    foretold = position.game.forecast(position.players, position.options, int(position.state.seats)).learned
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


def turned(position: Position, moments: list[Moment], panel: Panel, names: Sequence[str]) -> list[TurningPoint]:
    """The turns over which somebody's chance moved most, as a panel finds, the largest movement first; none, where
    there is nobody to win against. In the midst of a turn a position promises what is not yet done, so that chances
    rise and fall with each of its decisions."""
    if position.state.seats == 1:
        return []
    found: list[TurningPoint] = []
    for stretch in sorted(stretches(position, moments), key=lambda one: -movement(one[0], one[-1]))[:IN_DOUBT]:
        before, after = stretch[0], stretch[-1]
        if movement(before, after) < DOUBTFUL:
            break
        was, became = panel.win(before), panel.win(after)
        seat = whose(was, became, before.to_act)
        if abs(became[seat] - was[seat]) >= TURN:
            by, event, n = cause(position, stretch, seat, became[seat] - was[seat], names)
            turn = TurningPoint(n, by, event, seat, was[seat], became[seat])
            worst = max(stretch[:-1], key=lambda one: one.lost)
            if by is not None and worst.lost >= TURN / 2 and position.events[worst.n].by == by:
                turn.n, turn.better, turn.better_move = worst.n, worst.best_said, worst.best
            found.append(turn)
    return sorted(found, key=lambda one: -abs(one.after - one.before))


def stretches(position: Position, moments: list[Moment]) -> list[list[Moment]]:
    """The moments of each turn, and with them the one at which the next one begins."""
    found: list[list[Moment]] = []
    turn = -1
    for moment in moments:
        here = int(position.state_at(moment.n).turn) if moment is not moments[-1] else -1
        if found:
            found[-1].append(moment)
        if here != turn and here >= 0:
            found.append([moment])
        turn = here
    return found


def movement(before: Moment, after: Moment) -> float:
    return max(abs(b - a) for a, b in zip(before.win, after.win, strict=True))


def whose(was: list[float], became: list[float], to_act: int | None) -> int:
    """The seat that had the turn, if its own chance moved by enough; else the one whose chance moved most."""
    moved = [abs(b - a) for a, b in zip(was, became, strict=True)]
    if to_act is not None and moved[to_act] >= TURN:
        return to_act
    return max(range(len(moved)), key=moved.__getitem__)


def told(position: Position, n: int, names: Sequence[str]) -> str:
    """An event of chance as the log tells it, or what it led to."""
    for _, event, before, after in position.walk(n):
        line = position.game.tell(before, event.move, after, None)
        if line:
            return plain(line.text, names).rstrip(".")
    return position.game.seen(position.state_at(n), position.events[n].move, None)


def cause(
    position: Position, stretch: list[Moment], seat: int, whole: float, names: Sequence[str]
) -> tuple[int | None, str, int]:
    """What happened in a turn that moved the seat's chance so far: chance, if what it brought did more of it than all
    moves; else the moves."""
    by_chance: list[tuple[float, int]] = []
    for before, after in pairwise(stretch):
        # a game that is cut off before chance has spoken ends later than its record
        drawn = [n for n in range(before.n + 1, min(after.n, position.n)) if position.events[n].by == CHANCE]
        if drawn and before.lost < TURN / 2:
            by_chance.append((after.win[seat] - before.win[seat], drawn[-1]))
    if by_chance and sum(moved for moved, _ in by_chance) / whole > 0.5:
        n = max((moved / whole, n) for moved, n in by_chance)[1]
        return None, told(position, n, names), n
    by = position.events[stretch[0].n].by
    moves = [one.n for one in stretch[:-1] if position.events[one.n].by == by]
    said = [in_words(position.game, position.state_at(n), position.events[n].move, names) for n in moves]
    return by, "; ".join(said[:SAID] + ["…"] * (len(said) > SAID)), stretch[0].n
