"""Estimate: what a position promises to each seat. Players think with it; rules never see it."""

from librt.vecs import vec
from mypy_extensions import i64

from branchline.kernel.state import State


class Estimate:
    """A game's estimate of a position and of a move, over features that its folder names.

    `scale` is the lead, in points, that makes a win about three times as likely as a loss:
    it turns points into chances.
    """

    def __init__(self, scale: float) -> None:
        self.scale = scale

    def value(self, state: State) -> vec[float]:
        """The final score that each seat may expect. At the end: the score itself."""
        raise NotImplementedError

    def prior(self, state: State, move: i64) -> float:
        """How promising a move looks before any search, for the seat to act; higher is better,
        about the number of points it seems worth."""
        return 0.0
