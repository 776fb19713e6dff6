"""Memo: what was found for a key, in plain numbers; and keys that come to the same in whatever order things came."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

NEVER: Final = -1.0e30  # nothing was found for a key
FIRST: Final = 256  # slots to begin with
BITS: Final = 0x3FFFFFFFFFFFFFFF  # of a key


def word(place: i64, number: i64) -> i64:
    """A key for a number at a place. What stands at all places is the exclusive or of their words."""
    mixed = (number * 0x2545F4914F6CDD1D + place * 0x1B873593CC9E2D51 + 0x165667B19E3779F9) & BITS
    mixed = ((mixed ^ (mixed >> 31)) * 0x1CE4E5B9BF58476D) & BITS
    mixed = ((mixed ^ (mixed >> 27)) * 0x133111EB94D049BB) & BITS
    return mixed ^ (mixed >> 31)


@final
class Memo:
    """Numbers by their keys: open addressing, doubled when half full. A key is never 0."""

    def __init__(self) -> None:
        self.keys = vec[i64]([0] * FIRST)
        self.found = vec[float]([0.0] * FIRST)
        self.size: i64 = FIRST
        self.count: i64 = 0

    def get(self, key: i64) -> float:
        """What was found for the key, or `NEVER`."""
        keys = self.keys
        at = key & (self.size - 1)
        while keys[at] != 0:
            if keys[at] == key:
                return self.found[at]
            at = (at + 1) & (self.size - 1)
        return NEVER

    def put(self, key: i64, found: float) -> None:
        """Keep what was found for a key that is not there yet."""
        if 2 * self.count >= self.size:
            self.grow()
        self.enter(key, found)
        self.count += 1

    def enter(self, key: i64, found: float) -> None:
        at = key & (self.size - 1)
        while self.keys[at] != 0:
            at = (at + 1) & (self.size - 1)
        self.keys[at] = key
        self.found[at] = found

    def grow(self) -> None:
        keys = self.keys
        found = self.found
        self.size *= 2
        self.keys = vec[i64]([0] * self.size)
        self.found = vec[float]([0.0] * self.size)
        for i in range(len(keys)):
            if keys[i] != 0:
                self.enter(keys[i], found[i])

    def clear(self) -> None:
        if self.count > 0:
            if 8 * self.count < self.size and self.size > FIRST:  # so large a table is slow to clear
                self.size //= 2
                self.keys = self.keys[: self.size]
                self.found = self.found[: self.size]
            keys = self.keys
            for i in range(len(keys)):
                keys[i] = 0
            self.count = 0
