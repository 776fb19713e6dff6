"""Imitate: weights for the features of moves, learned from what a player chose.

A softmax over the legal moves of each decision, its weights by maximum likelihood: the better they are,
the more often the chosen move looks the most promising before any search. They are measured beside the
prior by hand.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

import numpy as np

from branchline.game import Json
from branchline.games import find
from branchline.lab.course import Course
from branchline.lab.train import Numbers
from branchline.lab.workers import HERE

RIDGE: Final = 0.0001  # of the number of decisions
STEPS: Final = 12


@dataclass
class Choice:
    """One decision: what could be done, and what was."""

    features: list[list[float]]  # move, feature
    by_hand: list[float]  # move: the prior by hand
    chosen: int


def watch(course: Course, number: int) -> list[Choice]:
    """One game, with a look at every choice that the features tell anything about."""
    position, player, estimate, dice = course.begin("imitate", number)
    seen: list[Choice] = []
    while not position.over:
        if dice.random() < course.stray:
            position.play(dice.choice(position.legal()))
            continue
        state = position.state
        move = player.choose(position)
        chosen = position.codes()[move]
        told_apart = [int(code) for code in estimate.apart(state, state.legal())]
        codes = told_apart if chosen in told_apart else [int(code) for code in state.legal()]
        features = [[float(one) for one in estimate.move_features(state, code)] for code in codes]
        by_hand = [float(estimate.prior(state, code)) for code in codes]
        if any(row != features[0] for row in features):
            seen.append(Choice(features, by_hand, codes.index(chosen)))
        position.play(move)
    return seen


@dataclass
class Sheet:
    """Decisions as arrays: one row a move, the moves of a decision one after the other."""

    features: Numbers  # row, feature
    first: np.ndarray  # decision -> its first row
    size: np.ndarray  # decision -> how many rows
    chosen: np.ndarray  # decision -> row


def sheet(choices: Sequence[Choice], by_hand: bool = False) -> Sheet:
    size = np.array([len(one.features) for one in choices])
    first = np.concatenate([[0], np.cumsum(size)[:-1]])
    rows = (
        [[prior] for one in choices for prior in one.by_hand] if by_hand else [f for c in choices for f in c.features]
    )
    return Sheet(np.array(rows), first, size, first + np.array([one.chosen for one in choices]))


def chances(weights: Numbers, sheet: Sheet) -> Numbers:
    """How likely each move is to be chosen."""
    promise = sheet.features @ weights
    promise -= np.repeat(np.maximum.reduceat(promise, sheet.first), sheet.size)
    part = np.exp(promise)
    found: Numbers = part / np.repeat(np.add.reduceat(part, sheet.first), sheet.size)
    return found


def fit(sheet: Sheet) -> Numbers:
    """The weights under which the choices surprise least, by Newton's method; a weight that the choices say
    little about is pulled to nought."""
    unit = np.sqrt((sheet.features**2).mean(axis=0)) + 1e-9
    scaled = Sheet(sheet.features / unit, sheet.first, sheet.size, sheet.chosen)
    x = scaled.features
    pull = RIDGE * len(sheet.first) * np.eye(x.shape[1])
    weights = np.zeros(x.shape[1])
    for _ in range(STEPS):
        part = chances(weights, scaled)[:, None] * x
        mean = np.add.reduceat(part, scaled.first, axis=0)
        slope = x[scaled.chosen].sum(axis=0) - mean.sum(axis=0) - pull @ weights
        step = np.linalg.solve(part.T @ x - mean.T @ mean + pull, slope)
        before = surprise(weights, scaled)
        while surprise(weights + step, scaled) > before + 1e-6:
            step = step / 2
        weights = weights + step
    found: Numbers = weights / unit
    return found


def surprise(weights: Numbers, sheet: Sheet) -> float:
    """The mean log loss of the choices."""
    return float(-np.log(chances(weights, sheet)[sheet.chosen] + 1e-12).mean())


def guessed(weights: Numbers, sheet: Sheet) -> float:
    """How often no move looks better than the chosen one."""
    chance = chances(weights, sheet)
    return float((chance[sheet.chosen] >= np.maximum.reduceat(chance, sheet.first)).mean())


def imitate(
    course: Course, on: str = HERE, processes: int | None = None, progress: Callable[[int], None] | None = None
) -> Json:
    """Play, fit, and measure on the games held back; the weights, in points, as a file would hold them. The
    first generation watched players with the prior by hand, each further one those with the weights before."""
    game = find(course.game)
    estimate = game.estimate()
    names = estimate.move_feature_names()
    seen, held = (list(chain(*games)) for games in course.attend(watch, on, processes, progress))
    weights, by_hand = fit(sheet(seen)), fit(sheet(seen, by_hand=True))
    return {
        **course.told(" --moves"),
        "generation": game.move_weights.get("generation", 0) + 1,
        "weights": {name: round(float(one * estimate.scale), 5) for name, one in zip(names, weights, strict=True)},
        "held_back": {
            "choices": len(held),
            "guessed": round(guessed(weights, sheet(held)), 4),
            "guessed_by_hand": round(guessed(by_hand, sheet(held, by_hand=True)), 4),
            "surprise": round(surprise(weights, sheet(held)), 4),
            "surprise_by_hand": round(surprise(by_hand, sheet(held, by_hand=True)), 4),
            "surprise_of_a_guess": round(float(np.log(sheet(held).size).mean()), 4),
        },
    }
