"""Reward: what a learner is told about how it did."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from branchline.refusal import Refused

Array = NDArray[Any]


@dataclass(frozen=True)
class Outcome:
    """What a step has come to. The last axis of the arrays is the players'; for many games the first is the games'."""

    before: Array  # points before the step, as if the game had ended then
    scores: Array  # points after it
    shares: Array  # of the victory: 1 for a sole winner; all 0 while the game is on
    over: Array  # whether the game has ended


Reward = Literal["victory", "score"] | Callable[[Outcome], Array]
"""victory: the share of it, at the end. score: the points, at the end. Or a function of yours, that gives each player
its reward after every step."""


def check(reward: Reward) -> Reward:
    if not callable(reward) and not (isinstance(reward, str) and reward in ("victory", "score")):
        raise Refused("env", f"A reward is victory, score or a function of an Outcome, not {reward!r}.")
    return reward


def rewarded(reward: Reward, outcome: Outcome) -> NDArray[np.float32]:
    """Each player's reward for a step."""
    if callable(reward):
        return shaped(reward(outcome), outcome.shares.shape)
    if reward == "victory":
        return outcome.shares.astype(np.float32)
    return np.where(outcome.over[..., None], outcome.scores, 0.0).astype(np.float32)


def shaped(given: object, shape: tuple[int, ...]) -> NDArray[np.float32]:
    """What somebody's own function gave; refuses what is not a finite number for each player."""
    try:
        found = np.asarray(given, np.float32)
    except (TypeError, ValueError):
        found = np.empty(0, np.float32)
    if found.shape != shape or not np.isfinite(found).all():
        raise Refused("env", f"A reward is a finite number for each player, in the shape {shape}, not {given!r}.")
    return found
