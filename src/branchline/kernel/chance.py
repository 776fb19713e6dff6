"""Seeded randomness that gives the same numbers compiled and uncompiled, on every machine."""

import hashlib
from typing import Any, Final

from mypy_extensions import i64

MASK: Final[i64] = 0xFFFFFFFF


class Rng:
    """Marsaglia's xorwow: five 32-bit words and a counter. No step leaves 63 bits, so that
    wrapping machine integers and Python's own agree."""

    def __init__(self, a: i64, b: i64, c: i64, d: i64) -> None:
        self.a = a & MASK
        self.b = b & MASK
        self.c = c & MASK
        self.d = (d & MASK) | 1  # never all zero
        self.e: i64 = 0x2F6E2B1
        self.count: i64 = a & MASK
        for _ in range(8):
            self.word()

    def word(self) -> i64:
        """The next 32 bits."""
        t = self.e
        s = self.a
        self.e = self.d
        self.d = self.c
        self.c = self.b
        self.b = s
        t ^= t >> 2
        t ^= (t << 1) & MASK
        t ^= s ^ ((s << 4) & MASK)
        self.a = t
        self.count = (self.count + 362437) & MASK
        return (t + self.count) & MASK

    def below(self, n: i64) -> i64:
        """A whole number from 0 to n-1, each exactly as likely; n is at most 2**31."""
        if n <= 1:
            return 0
        product = self.word() * n
        low = product & MASK
        if low < n:
            floor = (MASK + 1 - n) % n
            while low < floor:
                product = self.word() * n
                low = product & MASK
        return product >> 32

    def chance(self) -> float:
        """A number from 0 up to but not including 1."""
        return float(self.word()) / 4294967296.0

    def copy(self) -> "Rng":
        return resumed(self.a, self.b, self.c, self.d, self.e, self.count)

    def __reduce__(self) -> tuple[Any, ...]:
        return resumed, (self.a, self.b, self.c, self.d, self.e, self.count)


def resumed(a: i64, b: i64, c: i64, d: i64, e: i64, count: i64) -> Rng:
    """A generator in the midst of its numbers."""
    twin = Rng(0, 0, 0, 0)
    twin.a = a
    twin.b = b
    twin.c = c
    twin.d = d
    twin.e = e
    twin.count = count
    return twin


class Seed:
    """A seed, and the generator for each numbered event under it.

    Event n has a generator of its own, so that taking a move back and playing it again meets the
    same chance, and a game that is read from its record goes on as it would have.
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        digest = hashlib.sha256(f"branchline:{seed}".encode()).digest()
        self.a: i64 = int.from_bytes(digest[0:4], "big")
        self.b: i64 = int.from_bytes(digest[4:8], "big")
        self.c: i64 = int.from_bytes(digest[8:12], "big")
        self.d: i64 = int.from_bytes(digest[12:16], "big")

    def __reduce__(self) -> tuple[Any, ...]:
        return Seed, (self.seed,)

    def at(self, event: i64) -> Rng:
        n = event & MASK
        return Rng(self.a ^ n, self.b ^ ((n * 40503) & MASK), self.c + n, self.d)
