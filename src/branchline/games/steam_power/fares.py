"""Tags with amounts on the map, and where there is room for them."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from branchline.drawing import Point

Fare = tuple[float, float, str, int | None]  # a tag: where, the amount, who gets it
STEPS = sorted(itertools.product(range(-72, 73, 12), range(-132, 133, 12)), key=lambda step: (math.hypot(*step), step))
"""How far a tag is moved, the nearest places first."""


@cache
def tag_width(text: str, company: int | None) -> float:
    return 11 + 8.2 * len(text) + (19 if company is not None else 0)


def tag(x: float, y: float, text: str, company: int | None = None) -> str:
    """A fare: the amount, and who gets it."""
    wide = tag_width(text, company)
    drawn = (
        f'<g class="fare" transform="translate({x:.1f} {y:.1f})"><rect class="fare-plate" x="{-wide / 2:.1f}" y="-11" '
        f'width="{wide:.1f}" height="22" rx="4"/>'
    )
    shift = 0.0
    if company is not None:
        drawn += (
            f'<g data-seat="{company + 1}"><rect class="sp-body" x="{wide / 2 - 20:.1f}" y="-8" width="16" height="16" '
            f'rx="2"/><text class="piece-no is-small" x="{wide / 2 - 12:.1f}" y="4.6">{company + 1}</text></g>'
        )
        shift = -9.5
    return f'{drawn}<text class="fare-no" x="{shift}" y="5.2">{text}</text></g>'


@dataclass(frozen=True)
class Lettering:
    """What is to be read on a map."""

    top: float = -math.inf  # of the sheet
    plates: tuple[tuple[float, float, float], ...] = ()  # the middles of cities, and how wide their names are
    filled: tuple[Point, ...] = ()  # the middles of the cities with a factory or points
    prices: tuple[Point, ...] = ()  # where what a hex costs is written: in the middle of the figures

    @cached_property
    def rows(self) -> tuple[tuple[float, tuple[tuple[float, float], ...]], ...]:
        """The names row by row: how far down each is, and its middles and half widths."""
        found: dict[float, list[tuple[float, float]]] = {}
        for at, down, wide in self.plates:
            found.setdefault(down + 17, []).append((at, wide / 2))
        return tuple((down, tuple(row)) for down, row in found.items())

    def names_at(self, x: float, y: float, across: float, high: float) -> bool:
        """Whether a name begins less than so far from here, to a side and up or down."""
        for down, row in self.rows:
            if -high < y - down < high:
                for at, half in row:
                    if abs(x - at) < half + across:
                        return True
        return False

    def hides_name(self, x: float, y: float, size: float) -> bool:
        """Whether something of this size, to each side, would hide letters of a city's name."""
        return self.names_at(x, y, size, 10 + size)

    def covered_by(self, fare: Fare) -> bool:
        """Whether a tag there would lie over a city's name, goods or points, a price, or the letters above the map."""
        x, y, half = *fare[:2], tag_width(*fare[2:]) / 2
        if y < self.top + 36 or self.names_at(x, y, half, 21):
            return True
        for at, down in self.filled:
            if abs(x - at) < half + 30 and abs(y - down + 7) < 24:
                return True
        for at, down in self.prices:
            if abs(x - at) < half + 12 and abs(y - down) < 19:
                return True
        return False


NOTHING_WRITTEN = Lettering()


@lru_cache(maxsize=4000)
def spread(
    fares: tuple[Fare, ...], trains: tuple[Point, ...] = (), lettering: Lettering = NOTHING_WRITTEN
) -> tuple[Fare, ...]:
    """The same tags, moved until none lies over another, or over a train; nor over words, if there is room nearby."""
    standing: list[Fare] = [(x, y, "0", None) for x, y in trains]
    for x, y, text, company in fares:
        near = [
            (there[0], there[1], reach(text, company, there))
            for there in standing
            if abs(x - there[0]) < 110 and abs(y - there[1]) < 160
        ]
        free = ((x + dx, y + dy, text, company) for dx, dy in STEPS if clear(x + dx, y + dy, near))
        first = next(free, (x, y, text, company))
        readable = (place for place in itertools.chain([first], free) if not lettering.covered_by(place))
        standing.append(next(readable, first))
    return tuple(standing[len(trains) :])


HIGH = 28
"""How far below another a tag lies clear of it."""


def reach(text: str, company: int | None, there: Fare) -> float:
    """How far beside another one such a tag lies clear of it."""
    return (tag_width(text, company) + tag_width(there[2], there[3])) / 2 + 2


def clear(x: float, y: float, near: Sequence[tuple[float, float, float]]) -> bool:
    """Whether a tag there lies over none of those near, given how far beside each it would."""
    for at, down, wide in near:  # for hundreds of places: a loop takes a third of what `any` does
        if abs(x - at) < wide and abs(y - down) < HIGH:
            return False
    return True


def overlap(one: Fare, two: Fare) -> bool:
    return abs(one[0] - two[0]) < reach(one[2], one[3], two) and abs(one[1] - two[1]) < HIGH
