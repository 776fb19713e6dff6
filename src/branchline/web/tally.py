"""A tally: how often somebody has asked for something of late, counted by all workers of a server together."""

import hashlib
import mmap
import os
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SLOT: Final = struct.Struct("=QdQ")  # whose it is, until when it counts, how often
SLOTS: Final = 65536
NEAR: Final = 8
"""Slots in which a count can stand. If all are taken, the one that ends first makes room."""


@dataclass(frozen=True)
class Rate:
    """So much in so many seconds."""

    amount: int
    seconds: float


class Tally:
    """Counts begin anew once the span of a rate is over. In a file that workers share, where there is one; two that
    count in the same instant may count once, since a quota is no account and waits for nobody."""

    def __init__(self, file: Path | None = None) -> None:
        size = SLOT.size * SLOTS
        self.slots: mmap.mmap | bytearray = mapped(file, size) if file else bytearray(size)

    def beyond(self, what: str, rate: Rate, now: float) -> float:
        """Count one more; 0.0 if the rate allows it, else the seconds until it goes again."""
        mark = int.from_bytes(hashlib.blake2b(what.encode(), digest_size=8).digest(), "big")
        near = [(mark + n) % SLOTS * SLOT.size for n in range(NEAR)]
        found = {at: SLOT.unpack_from(self.slots, at) for at in near}
        at = next((at for at, slot in found.items() if slot[0] == mark), None)
        if at is None:
            at = min(found, key=lambda at: found[at][1])
            found[at] = (mark, 0.0, 0)
        _, until, count = found[at]
        if not now < until <= now + rate.seconds:  # over, or the clock was set back
            until, count = now + rate.seconds, 0
        if count >= rate.amount:
            return float(until - now)
        SLOT.pack_into(self.slots, at, mark, until, count + 1)
        return 0.0


def mapped(file: Path, size: int) -> mmap.mmap:
    opened = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        os.truncate(opened, size)
        return mmap.mmap(opened, size)
    finally:
        os.close(opened)
