"""Tune: the constants that a game's estimate rests on, moved by play.

In each game every seat thinks with constants of its own, each drawn somewhat above or below what it is. Who won says of
all of them at once which way they should go: a plane and a parabola along each axis are fitted to the victories, and a
constant moves as far as that promises most. What comes out is a proposal, for a match of
`search:constants=FILE` against the player as it is; only a match says whether it is better.

All that was played lies in the folder as rows, and is not played again:

    rows-003.json    some games: what each seat had drawn, in spreads, and its share of the victory
    tuned.json       the constants as they should be, with the command and how sure each is
"""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np

from branchline.constants import constants, take
from branchline.game import Game, Json, Value
from branchline.games import find
from branchline.kernel.chance import Seed
from branchline.kernel.estimate import Estimate
from branchline.kernel.search import Knobs
from branchline.kernel.search import Search as Tree
from branchline.kernel.state import OVER, State, settle
from branchline.lab.workers import HERE, spread
from branchline.players.greedy import Greedy
from branchline.players.search import WIDTH, merged, ranked, thoughts
from branchline.position import Position
from branchline.refusal import Refused

A_PART: Final = 25  # games that one process plays at a time
MOVES_VALUES: Final = 0.1  # a spread changes what positions promise by this much of `scale`
LEAST_SPREAD, MOST_SPREAD = 0.1, 0.6  # of a constant, as parts of itself
PLAIN_SPREAD: Final = 0.35  # of one that changes no value
WIDEST: Final = 1.5  # spreads that a constant is drawn away from what it is: none changes its sign
SAMPLE: Final = 60  # positions that spreads are found from
USUAL_GAIN: Final = 0.01  # that a spread of a constant brings, of a victory
BEND: Final = 0.005  # of a victory a square of a spread: no constant is taken to matter less at its best
FARTHEST: Final = 1.5  # spreads that a constant moves at once


@dataclass(frozen=True)
class Plan:
    game: str
    seats: int
    options: tuple[tuple[str, Value], ...] = ()
    seed: int = 0
    games: int = 2000
    simulations: int = 300
    begin: tuple[tuple[str, float], ...] = ()  # constants that are not as the game has them


@dataclass(frozen=True)
class Part:
    """Some games to play in one process. Equal ones give equal rows, wherever they are played."""

    plan: Plan
    spreads: tuple[tuple[str, float], ...]
    first: int
    end: int

    @cached_property
    def rules(self) -> Game:
        return find(self.plan.game)


Row = list[list[float]]  # of each seat its draws, and last its share of the victory


def play(part: Part) -> list[Row]:
    return [row for number in range(part.first, part.end) if (row := play_one(part, number))]


def play_one(part: Part, number: int) -> Row:
    """One game; nothing where somebody's draw made no sense of a position."""
    plan, rules, name = part.plan, part.rules, f"tune {part.plan.seed}.{number}"
    dice, seed = random.Random(name), Seed(name)
    options = dict(plan.options)
    drawn = [[max(-WIDEST, min(WIDEST, dice.gauss(0, 1))) for _ in part.spreads] for _ in range(plan.seats)]
    estimates = [drawn_estimate(part, row) for row in drawn]
    state = rules.begin(plan.seats, rules.resolve(plan.seats, options))
    chance, event = seed.at(0), 1
    settle(state, chance)
    while state.to_act != OVER:
        moves = state.legal()
        code = int(moves[0])
        if len(moves) > 1:
            try:
                code = choose(state, estimates[int(state.to_act)], plan.simulations, seed.at(event))
            except (OverflowError, ValueError, ZeroDivisionError):
                return []
            event += 1
        state.play(code)
        settle(state, chance)
    winners = [int(seat) for seat in state.winners()]
    return [[*row, 1 / len(winners) if seat in winners else 0.0] for seat, row in enumerate(drawn)]


def drawn_estimate(part: Part, row: Sequence[float]) -> Estimate:
    found = estimate(part.rules, part.plan)
    known = constants(found)
    take(found, {name: known[name] + far * one for (name, far), one in zip(part.spreads, row, strict=True)})
    return found


def estimate(rules: Game, plan: Plan) -> Estimate:
    """With the priors that were learned: what people are told needs not be known."""
    found = rules.learned()
    take(found, dict(plan.begin))
    return found


def choose(state: State, own: Estimate, simulations: int, rng: Any) -> int:
    knobs = Knobs(own.explore, own.sharpness, own.turns_beyond(state), own.sample, WIDTH, own.mix, own.heat)
    tree = Tree(state, own, knobs, rng)
    tree.think(simulations, 0.0)
    return ranked(merged([thoughts(tree)]), int(state.to_act))[0].code


# -- how far a constant is drawn ---------------------------------------------------------------


def spreads(rules: Game, plan: Plan) -> dict[str, float]:
    """So far that what positions promise changes about as much, whatever the constant stands for."""
    own = estimate(rules, plan)
    known = constants(own)
    states = sample(rules, plan)
    found = {}
    for name, value in known.items():
        step = 0.1 * abs(value) or 0.05
        moved = values(own, states)
        take(own, {name: value + step})
        moved = values(own, states) - moved
        take(own, {name: value})
        a_step = float(np.sqrt((moved**2).mean())) / step
        size = abs(value) or 1.0
        far = MOVES_VALUES * own.scale / a_step if a_step > 0.0 else PLAIN_SPREAD * size
        found[name] = min(MOST_SPREAD * size, max(LEAST_SPREAD * size, far))
    return found


def sample(rules: Game, plan: Plan) -> list[State]:
    """Positions of a few greedy games."""
    found: list[State] = []
    number = 0
    while len(found) < SAMPLE:
        position: Position = rules.start(plan.seats, seed=f"tune {plan.seed} sample {number}", **dict(plan.options))
        player = Greedy(number)
        while not position.over:
            position.play(player.choose(position))
            if position.n % 7 == 0 and not position.over:
                found.append(position.state.copy())
        number += 1
    return found


def values(own: Estimate, states: list[State]) -> np.ndarray:
    """What each promises to each seat beyond the mean of all."""
    rows = np.array([[float(one) for one in own.value(state)] for state in states])
    beyond: np.ndarray = rows - rows.mean(axis=1, keepdims=True)
    return beyond


# -- what the games say ------------------------------------------------------------------------


@dataclass
class Found:
    """Of one constant: what a spread more is worth in victories, how sure that is, and where it should be."""

    name: str
    value: float
    spread: float
    gain: float
    error: float
    bend: float
    tuned: float


def fit(rows: list[Row], known: dict[str, float], far: dict[str, float]) -> list[Found]:
    """A plane and parabolas, by least squares; each seat beside the mean of its game. What few games say is taken to be
    as small as gains usually are."""
    games = np.array(rows)
    drawn, won = games[:, :, :-1], games[:, :, -1]
    plane = (drawn - drawn.mean(axis=1, keepdims=True)).reshape(-1, drawn.shape[2])
    bends = (drawn**2 - (drawn**2).mean(axis=1, keepdims=True)).reshape(-1, drawn.shape[2])
    both = np.hstack([plane, bends])
    target = (won - won.mean(axis=1, keepdims=True)).ravel()
    noise = float(target.var())
    held = np.linalg.inv(both.T @ both / noise + np.eye(both.shape[1]) / USUAL_GAIN**2)
    slopes, errors = held @ (both.T @ target) / noise, np.sqrt(np.diag(held))
    found = []
    for at, (name, value) in enumerate(known.items()):
        gain, error, bend = float(slopes[at]), float(errors[at]), float(slopes[at + len(known)])
        way = max(-FARTHEST, min(FARTHEST, gain / (2.0 * max(BEND, -bend))))
        found.append(Found(name, value, far[name], gain, error, bend, value + way * far[name]))
    return found


@dataclass
class Tuner:
    plan: Plan
    to: Path
    on: str = HERE
    processes: int | None = None
    done: Callable[[int], None] = lambda games: None

    def run(self) -> Json:
        rules = find(self.plan.game)
        known = constants(estimate(rules, self.plan))
        if self.plan.seats == 1:
            raise Refused("tune", "Constants are tuned among players: take two or more.")
        self.to.mkdir(parents=True, exist_ok=True)
        far = spreads(rules, self.plan)
        self.check_plan()
        rows: list[Row] = []
        missing = []
        for number, first in enumerate(range(0, self.plan.games, A_PART)):
            file = self.to / f"rows-{number:03}.json"
            if file.exists():
                rows += json.loads(file.read_text("utf-8"))
            else:
                missing.append((file, Part(self.plan, tuple(far.items()), first, min(self.plan.games, first + A_PART))))
        answers = spread(play, [part for _, part in missing], self.on, self.processes) if missing else iter(())
        for (file, _), more in zip(missing, answers, strict=True):
            write(file, json.dumps([[[round(one, 4) for one in seat] for seat in row] for row in more]))
            rows += more
            self.done(len(rows))
        found = fit(rows, known, far)
        told = {
            "command": self.command(),
            "game": self.plan.game,
            "version": rules.version,
            "games": len(rows),
            "constants": {one.name: round(one.tuned, 4) for one in found},
            "found": [asdict(one) for one in found],
        }
        write(self.to / "tuned.json", json.dumps(told, indent=1) + "\n")
        return told

    def check_plan(self) -> None:
        """Rows of another plan say nothing of this one; more games of the same go on with it."""
        file = self.to / "plan.json"
        mine = json.loads(json.dumps({**asdict(self.plan), "games": 0}))
        if file.exists() and json.loads(file.read_text("utf-8")) != mine:
            raise Refused("tune", f"{self.to} holds what was played by another plan: name another folder.")
        write(file, json.dumps(mine) + "\n")

    def command(self) -> str:
        plan = self.plan
        options = "".join(f" --set {name}={value}" for name, value in plan.options)
        return (
            f"branchline lab tune {plan.game} --seats {plan.seats} --seed {plan.seed} --games {plan.games}"
            f" --simulations {plan.simulations}{options}"
        )


def write(file: Path, held: str) -> None:
    """All of it or nothing, whenever one is stopped."""
    part = file.with_name(file.name + ".part")
    part.write_text(held, "utf-8")
    part.replace(file)
