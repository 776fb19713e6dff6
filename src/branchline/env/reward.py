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
    if reward not in ("victory", "score") and not callable(reward):
        raise Refused("env", f"A reward is victory, score or a function of an Outcome, not {reward!r}.")
    return reward


def rewarded(reward: Reward, outcome: Outcome) -> NDArray[np.float32]:
    """Each player's reward for a step."""
    if callable(reward):
        return np.asarray(reward(outcome), np.float32)
    if reward == "victory":
        return outcome.shares.astype(np.float32)
    return np.where(outcome.over[..., None], outcome.scores, 0.0).astype(np.float32)
