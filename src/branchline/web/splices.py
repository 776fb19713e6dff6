"""Splices: how a drawing differs from the one before it. Both are cut at the same signs; what stayed is told by its
number, what is new as it stands. A page that holds the earlier drawing puts the next one together
(`static/splices.js`).

A drawing is kept as the patches that it was sewn from. Most of them are those of the drawing before, or of what others
see, and are cut once.
"""

import zlib
from array import array
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

CUT: Final = '"><'
"""Where drawings are cut: often enough that a piece is small, and seldom enough that there are not too many."""

SMALL: Final = 3000
"""Letters up to which a drawing is told whole."""

WORTH: Final = 0.7
"""The share of a drawing that may be new in one that is told by what differs."""

PATCH: Final = 1200
"""Letters from which on a part of a drawing is a patch of its own."""

KNOWN: Final = 20_000
"""Patches of which is known how they are cut."""

BEFORE_SEAM: Final = (CUT[:1], CUT[:2])
AFTER_SEAM: Final = (CUT[1:], CUT[2:])
"""Between what ends so and what begins so there may be a sign to cut at."""

Parts = list[int | str]
"""What a drawing is put together from: pairs of numbers (an old piece, and how many from there on), and text."""


class Drawing:
    """A fragment of a page, by the patches that it was sewn from. No sign to cut at lies on a seam."""

    def __init__(self, patches: Iterable[str]) -> None:
        self.patches = tuple(patches)

    @classmethod
    def of(cls, fragment: "str | Drawing") -> "Drawing":
        return fragment if isinstance(fragment, Drawing) else cls((fragment,))

    @classmethod
    def whole(cls, parts: Iterable[str]) -> "Drawing":
        return cls(("".join(parts),))

    @classmethod
    def sewn(cls, parts: Iterable[str]) -> "Drawing":
        """Large parts stay as they are, small ones are put together."""
        patches: list[str] = []
        small: list[str] = []
        for part in parts:
            if len(part) < PATCH:
                small.append(part)
                continue
            if small:
                add(patches, "".join(small))
                small.clear()
            add(patches, part)
        if small:
            add(patches, "".join(small))
        return cls(patches)

    @cached_property
    def text(self) -> str:
        return "".join(self.patches)

    @cached_property
    def size(self) -> int:
        """Its letters."""
        return sum(map(len, self.patches))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Drawing):
            return NotImplemented
        return self.patches == other.patches or (self.size == other.size and self.text == other.text)

    __hash__ = None  # type: ignore[assignment]


def add(patches: list[str], patch: str) -> None:
    """One more patch; where a sign to cut at would lie on the seam there is none, nor beside a patch that is shorter
    than such a sign."""
    if patches and (len(patch) < len(CUT) or (patch.startswith(AFTER_SEAM) and patches[-1].endswith(BEFORE_SEAM))):
        patch = patches.pop() + patch
    patches.append(patch)


# -- cutting ------------------------------------------------------------------------------------------


class Cut(NamedTuple):
    """A patch, cut."""

    head: str  # up to the first sign; all of it, if there is none
    inner: "array[int] | None"  # the hashes of the pieces between the first and the last
    tail: str


class Known:
    """How patches are cut, by their hashes: those that were asked for last."""

    def __init__(self) -> None:
        self.newer: dict[int, Cut] = {}
        self.older: dict[int, Cut] = {}

    def get(self, patch: str) -> Cut | None:
        return self.newer.get(hash(patch)) or self.older.get(hash(patch))

    def keep(self, patch: str, pieces: list[str]) -> Cut:
        inner = array("q", map(hash, pieces[1:-1])) if len(pieces) > 1 else None
        cut = self.newer[hash(patch)] = Cut(pieces[0], inner, pieces[-1])
        if len(self.newer) > KNOWN // 2:
            self.older, self.newer = self.newer, {}
        return cut


KNOWN_CUTS: Final = Known()


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


class Pieces:
    """The pieces of a drawing: their hashes, and the letters of those that are asked for. Equal by the hashes."""

    def __init__(self, patches: tuple[str, ...]) -> None:
        self.patches = patches
        self.seams: dict[int, tuple[str, ...]] = {}  # the pieces that begin in one patch and end in another
        self.first: list[int] = []  # of the patches with pieces between their first sign and their last: the first one
        self.owner: list[int] = []  # and which patch that is
        self.split: dict[int, list[str]] = {}  # by patch: its pieces, as far as they were needed
        hashes = array("q")
        begun: tuple[str, ...] = ()
        for k, patch in enumerate(patches):
            cut = KNOWN_CUTS.get(patch)
            if cut is None:
                self.split[k] = str.split(patch, CUT)
                cut = KNOWN_CUTS.keep(patch, self.split[k])
            begun = (*begun, cut.head)
            if cut.inner is not None:
                self.seams[len(hashes)] = begun
                hashes.append(hash(begun))
                if cut.inner:
                    self.first.append(len(hashes))
                    self.owner.append(k)
                    hashes.extend(cut.inner)
                begun = (cut.tail,)
        self.seams[len(hashes)] = begun
        hashes.append(hash(begun))
        self.cuts = Cuts(hashes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pieces) and self.cuts == other.cuts

    def __hash__(self) -> int:
        return self.cuts.version

    def text(self, first: int, last: int) -> str:
        """The pieces from one up to another, as they stand."""
        found: list[str] = []
        while first < last:
            if first in self.seams:
                found.append("".join(self.seams[first]))
                first += 1
                continue
            at = bisect_right(self.first, first) - 1
            patch, begin = self.owner[at], self.first[at]
            if patch not in self.split:
                self.split[patch] = str.split(self.patches[patch], CUT)
            pieces = self.split[patch]
            end = min(last, begin + len(pieces) - 2)
            found += pieces[first - begin + 1 : end - begin + 1]
            first = end
        return CUT.join(found)


def cut(fragment: str | Drawing, before: Cuts | None = None) -> tuple[Cuts, Parts | None]:
    """A drawing cut to pieces, and how it is made from the one before: None, if little of that is left."""
    drawing = Drawing.of(fragment)
    if drawing.size <= SMALL:
        return Cuts(array("q", [hash(drawing.text)])), None
    pieces = Pieces(drawing.patches)
    if before is None or len(pieces.cuts.hashes) == 1 or before == pieces.cuts:
        return pieces.cuts, None
    parts = spliced(before, pieces)
    fresh = sum(len(part) for part in parts if isinstance(part, str))
    return pieces.cuts, parts if fresh < WORTH * drawing.size else None


@lru_cache(maxsize=64)
def spliced(earlier: Cuts, pieces: Pieces) -> Parts:
    """All who wait see the same board, one after the other: how it was made is found out once for them."""
    before, after = list(earlier.hashes), list(pieces.cuts.hashes)
    head = alike(earlier.hashes, pieces.cuts.hashes)
    places = dict(zip(before[head:], range(head, len(before)), strict=True))
    found: Parts = [0, head] if head else []
    k, ahead, left, end = head, 0, len(before), len(after)
    while k < end:
        place = k + ahead  # where it is if as many pieces went as came
        if not (0 <= place < left and before[place] == after[k]):
            place = places.get(after[k], -1)
        first = k
        if place < 0:
            while k < end and after[k] not in places:
                k += 1
            found.append(pieces.text(first, k))
        else:
            ahead = place - k
            while k < end and k + ahead < left and before[k + ahead] == after[k]:
                k += 1
            found += [place, k - first]
    return found


def alike(one: "array[int]", other: "array[int]") -> int:
    """How many pieces are the same from the beginning, of which there may be a thousand."""
    same, step, most = 0, 8, min(len(one), len(other))
    while step := min(step, most - same):
        if one[same : same + step] == other[same : same + step]:
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
