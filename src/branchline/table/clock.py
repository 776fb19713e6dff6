"""The clock of the house: what time it is for pace, notices, links and everything that is kept.

It is the computer's, which can be wrong and be set back: nothing may rest on it going on evenly. A moment that lies
ahead though it should be past is taken for now, and what was promised until a moment is never longer than it was.
"""

import time


class Clock:
    """Seconds since 1970, as the computer has them."""

    def now(self) -> float:
        return time.time()


class SetClock(Clock):
    """A clock that shows what it was set to: two weeks of a game pass in a moment, forwards or backwards."""

    def __init__(self, at: float) -> None:
        self.at = at

    def now(self) -> float:
        return self.at

    def forward(self, *, days: float = 0, hours: float = 0, minutes: float = 0, seconds: float = 0) -> None:
        self.at += ((days * 24 + hours) * 60 + minutes) * 60 + seconds
