"""Spaces: a game's observations and actions as Gymnasium describes them."""

import numpy as np
from gymnasium import spaces

from branchline.space import Space


def observations(space: Space) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(-1.0, 1.0, (space.size,), np.float32),
            "action_mask": spaces.Box(0, 1, (space.actions,), np.int8),
        }
    )


def actions(space: Space) -> spaces.Discrete:
    return spaces.Discrete(space.actions)
