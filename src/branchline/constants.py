"""Constants: the numbers that an estimate rests on, by their names: read, and set otherwise for one player."""

from collections.abc import Mapping
from typing import Final

from branchline.kernel.estimate import Estimate, Learned
from branchline.refusal import Refused

OF_THE_SEARCH: Final = ("scale", "trust", "explore", "sharpness")
"""What every estimate tells the search, besides the numbers of its own game."""


MOVE: Final = "move: "
"""What stands before the name of a move's feature, where the weights of these were learned."""


def constants(estimate: Estimate) -> dict[str, float]:
    """All of them, as they are."""
    found = {name: float(getattr(estimate, name)) for name in OF_THE_SEARCH}
    own = estimate.tunable()
    if not isinstance(own, Estimate):
        found |= {name: getattr(own, name) for name in dir(own) if isinstance(getattr(own, name), float)}
    if isinstance(estimate, Learned):
        names = [MOVE + name for name in estimate.own.move_feature_names()]
        found |= dict(zip(names, (float(weight) for weight in estimate.moves), strict=False))
    return found


def take(estimate: Estimate, chosen: Mapping[str, float]) -> None:
    """Think with these numbers from now on."""
    known = constants(estimate)
    for name, value in chosen.items():
        if name not in known:
            raise Refused("constants", f"This game's estimate has no constant {name!r}; it has: {', '.join(known)}.")
        if name.startswith(MOVE):
            assert isinstance(estimate, Learned)
            estimate.moves[estimate.own.move_feature_names().index(name.removeprefix(MOVE))] = value
        else:
            setattr(estimate if name in OF_THE_SEARCH else estimate.tunable(), name, value)
