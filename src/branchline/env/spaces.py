"""Spaces: a game's observations and actions as Gymnasium describes them."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from branchline.refusal import Refused
from branchline.space import Array, Space


def observations(space: Space) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(-1.0, 1.0, (space.size,), np.float32),
            "action_mask": spaces.Box(0, 1, (space.actions,), np.int8),
        }
    )


def actions(space: Space) -> spaces.Discrete:
    return spaces.Discrete(space.actions)


class Legal(spaces.Discrete):  # type: ignore[misc]
    """The actions, of which a sample is one that is legal now: `legal` gives the mask, if a game is under way."""

    def __init__(self, space: Space, legal: Callable[[], Array | None]) -> None:
        super().__init__(space.actions)
        self.legal = legal

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is None and probability is None:
            mask = self.legal()
        return super().sample(mask, probability)


def check_render(mode: str | None, modes: Sequence[str]) -> str | None:
    """How a game is shown; None: not at all."""
    if mode is not None and not (isinstance(mode, str) and mode in modes):
        raise Refused("env", f"A game is rendered as {' or '.join(modes)}, or not at all (None), not as {mode!r}.")
    return mode
