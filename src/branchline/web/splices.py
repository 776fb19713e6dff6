"""Splices: how a drawing differs from the one before it. Both are cut at the same signs; what stayed is told by its
number, what is new as it stands. A page that holds the earlier drawing puts the next one together
(`static/splices.js`)."""

import zlib
from array import array
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

CUT: Final = '"><'
"""Where drawings are cut: often enough that a piece is small, and seldom enough that there are not too many."""

SMALL: Final = 3000
"""Letters up to which a drawing is told whole."""

WORTH: Final = 0.7
"""The share of a drawing that may be new in one that is told by what differs."""

Parts = list[int | str]
"""What a drawing is put together from: pairs of numbers (an old piece, and how many from there on), and text."""


@dataclass(frozen=True)
class Cuts:
    """A drawing by the hashes of its pieces, which takes little to keep."""

    hashes: "array[int]"

    def __hash__(self) -> int:
        return self.version

    @cached_property
    def version(self) -> int:
        """What a page names the drawing by."""
        return zlib.crc32(self.hashes)


@lru_cache(maxsize=64)
def cut(html: str, before: Cuts | None = None) -> tuple[Cuts, Parts | None]:
    """A drawing cut to pieces, and how it is made from the one before: None, if little of that is left. All who wait
    see the same board, one after the other, and it is cut once for them."""
    pieces = html.split(CUT) if len(html) > SMALL else [html]
    cuts = Cuts(array("q", map(hash, pieces)))
    if before is None or len(pieces) == 1 or before.hashes == cuts.hashes:
        return cuts, None
    parts = spliced(before.hashes, cuts.hashes, pieces)
    fresh = sum(len(part) for part in parts if isinstance(part, str))
    return cuts, parts if fresh < WORTH * len(html) else None


def spliced(before: "array[int]", after: "array[int]", pieces: list[str]) -> Parts:
    head = alike(before, 0, after, 0)
    places = dict(zip(before[head:], range(head, len(before)), strict=True))
    found: Parts = [0, head] if head else []
    k, ahead = head, 0
    while k < len(after):
        place = k + ahead  # where it is if as many pieces went as came
        if not (0 <= place < len(before) and before[place] == after[k]):
            place = places.get(after[k], -1)
        first = k
        if place < 0:
            while k < len(after) and after[k] not in places:
                k += 1
            found.append(CUT.join(pieces[first:k]))
        else:
            ahead = place - k
            k += alike(before, place, after, k)
            found += [place, k - first]
    return found


def alike(one: "array[int]", at: int, other: "array[int]", there: int) -> int:
    """How many pieces are the same, from one place of each on."""
    same, step, most = 0, 8, min(len(one) - at, len(other) - there)
    while step := min(step, most - same):
        if one[at + same : at + same + step] == other[there + same : there + same + step]:
            same, step = same + step, 2 * step
        else:
            most, step = same + step - 1, step // 2
    return same


def put_together(old: str, parts: Parts) -> str:
    """What a page makes of it."""
    pieces, made, rest = old.split(CUT), list[str](), iter(parts)
    for part in rest:
        if isinstance(part, str):
            made.append(part)
        else:
            made += pieces[part : part + int(next(rest))]
    return CUT.join(made)
