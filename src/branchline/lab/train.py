"""Train: weights for a game's features, learned from the ends of self-played games.

A linear model of the final score, its weights going evenly from the start of a game to its end, and
the lead that wins, by maximum likelihood. What tells the seats apart is learned from the differences
between them, since a game that was rich for all says nothing about who does well; what all have in
common is fitted afterwards.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from branchline.game import Json
from branchline.games import find
from branchline.kernel.state import OVER
from branchline.lab.course import Course
from branchline.lab.workers import HERE

LOG3: Final = float(np.log(3.0))
RIDGE: Final = 0.001  # of the sum of a feature's squares
COMMON: Final = ("one", "mean value")  # features that are the same for all seats
Numbers = NDArray[np.float64]


@dataclass
class Taught:
    """Positions of one game: features by seat, the turn, and how it ended."""

    features: list[list[list[float]]]  # position, seat, feature
    values: list[list[float]]  # position, seat: the estimate by hand
    turns: list[int]
    scores: list[float]
    shares: list[float]  # of the victory


def teach(course: Course, number: int) -> Taught:
    """One game, with a look at the position after each turn."""
    position, player, estimate, dice = course.begin("train", number)
    seats = int(position.state.seats)
    taught = Taught([], [], [], [], [])
    turn = -1
    while not position.over:
        state = position.state
        if state.turn != turn:
            turn = int(state.turn)
            flat = [float(one) for one in estimate.features(state)]
            size = len(flat) // seats
            taught.features.append([flat[seat * size : (seat + 1) * size] for seat in range(seats)])
            taught.values.append([float(one) for one in estimate.value(state)])
            taught.turns.append(turn)
        stray = dice.random() < course.stray
        position.play(dice.choice(position.legal()) if stray else player.choose(position))
    assert position.state.to_act == OVER
    winners = position.winners()
    taught.turns.append(int(position.state.turn))
    taught.scores = [float(score) for score in position.scores()]
    taught.shares = [1 / len(winners) if seat in winners else 0.0 for seat in range(seats)]
    return taught


@dataclass
class Sheet:
    """Games as arrays: one row a position."""

    features: Numbers  # row, seat, feature
    values: Numbers  # row, seat
    progress: Numbers  # row
    scores: Numbers  # row, seat
    shares: Numbers  # row, seat


def sheet(games: Sequence[Taught], turns: float) -> Sheet:
    rows = [(f, v, t, g) for g in games for f, v, t in zip(g.features, g.values, g.turns, strict=False)]
    return Sheet(
        np.array([f for f, _, _, _ in rows]),
        np.array([v for _, v, _, _ in rows]),
        np.minimum(1.0, np.array([t for _, _, t, _ in rows]) / turns),
        np.array([g.scores for *_, g in rows]),
        np.array([g.shares for *_, g in rows]),
    )


def spanned(sheet: Sheet) -> Numbers:
    """Each feature twice: as it counts at the start and as it counts at the end; row * seat by 2 * feature."""
    late = sheet.progress[:, None, None]
    both = np.concatenate([sheet.features * (1 - late), sheet.features * late], axis=2)
    return both.reshape(-1, both.shape[2])


def fit(sheet: Sheet, common: Sequence[int]) -> Numbers:
    """Weights by ridge regression: of the differences between seats, then of the features that are the
    same for all seats. One who plays alone differs from nobody: there all are fitted at once."""
    features, scores = spanned(sheet), sheet.scores
    rows, seats = scores.shape
    if seats == 1:
        return ridge(features, scores.reshape(-1))
    by_seat = features.reshape(rows, seats, -1)
    apart = (by_seat - by_seat.mean(axis=1, keepdims=True)).reshape(rows * seats, -1)
    weights = ridge(apart, (scores - scores.mean(axis=1, keepdims=True)).reshape(-1))
    shared = [*common, *(len(weights) // 2 + one for one in common)]
    weights[shared] = 0.0
    weights[shared] = ridge(features[:, shared], scores.reshape(-1) - features @ weights)
    return weights


def ridge(x: Numbers, y: Numbers) -> Numbers:
    """Features of like size; a weight that the games say little about is pulled to nought."""
    size = np.sqrt((x**2).mean(axis=0)) + 1e-9
    x = x / size
    found: Numbers = np.linalg.solve(x.T @ x + RIDGE * len(y) * np.eye(x.shape[1]), x.T @ y) / size
    return found


def surprise(values: Numbers, sheet: Sheet, first: float, last: float) -> float:
    """The mean log loss of the winner under the chances that these values and this lead give."""
    lead = first + (last - first) * sheet.progress
    slope = values * (LOG3 / lead)[:, None]
    slope = slope - slope.max(axis=1, keepdims=True)
    chance = slope - np.log(np.exp(slope).sum(axis=1, keepdims=True))
    return float(-(sheet.shares * chance).sum(axis=1).mean())


def fit_lead(values: Numbers, sheet: Sheet) -> tuple[float, float]:
    """The lead at the start and at the end that surprise least; in steps of a tenth."""
    steps = [0.5 * 1.2**k for k in range(26)]
    return min(((a, b) for a in steps for b in steps if b <= a), key=lambda pair: surprise(values, sheet, *pair))


def explained(values: Numbers, sheet: Sheet) -> float:
    """The part of the final scores' variance that the values explain."""
    rest = ((sheet.scores - values) ** 2).mean()
    return float(1 - rest / sheet.scores.var())


def train(
    course: Course, on: str = HERE, processes: int | None = None, progress: Callable[[int], None] | None = None
) -> Json:
    """Play, fit, and measure on the games held back; the weights as a file would hold them."""
    seen_games, held_games = course.attend(teach, on, processes, progress)
    turns = float(np.mean([one.turns[-1] for one in seen_games + held_games]))
    seen, held = sheet(seen_games, turns), sheet(held_games, turns)
    names = find(course.game).estimate().feature_names()
    size = len(names)
    weights = fit(seen, [names.index(one) for one in COMMON])
    lead = fit_lead((spanned(seen) @ weights).reshape(seen.scores.shape), seen)
    by_hand = fit_lead(seen.values, seen)
    values = (spanned(held) @ weights).reshape(held.scores.shape)
    return {
        **course.told(),
        "turns_a_player": round(turns / course.seats, 3),
        "lead": [round(one, 4) for one in lead],
        "weights": {
            name: [round(float(weights[k]), 6), round(float(weights[size + k]), 6)] for k, name in enumerate(names)
        },
        "held_back": {
            "positions": len(held.progress),
            "explained": round(explained(values, held), 4),
            "explained_by_hand": round(explained(held.values, held), 4),
            "surprise": round(surprise(values, held, *lead), 4),
            "surprise_by_hand": round(surprise(held.values, held, *by_hand), 4),
            "lead_by_hand": [round(one, 4) for one in by_hand],
        },
    }
