"""The demand tiles: on the cities, still to be placed, and out of the game."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from branchline.kernel.part import Part


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Demand(Part):
    def __init__(self, left: vec[i64], at: vec[i64], placed: i64, tiled: i64, gone: i64) -> None:
        self.left = left  # kind -> tiles not yet placed
        self.at = at  # city -> kind of the tile placed there
        self.placed = placed  # tiles; the next one goes to the city of this number
        self.tiled = tiled  # cities with a tile, as a set of bits
        self.gone = gone

    def copy(self) -> "Demand":
        setting_up = self.placed < len(self.at)  # afterwards these two stay as they are
        return Demand(
            left=self.left[:] if setting_up else self.left,
            at=self.at[:] if setting_up else self.at,
            placed=self.placed,
            tiled=self.tiled,
            gone=self.gone,
        )

    def content(self) -> list[int]:
        return [*self.left, *self.at, self.placed, self.tiled, self.gone]

    def place(self, kind: i64, bit: i64) -> None:
        """1.4 A tile on the next city."""
        self.left[kind] -= 1
        self.at[self.placed] = kind
        self.tiled |= bit
        self.placed += 1

    def remove(self, bit: i64) -> None:
        """4.8 The tile of a city leaves the game."""
        if self.tiled & bit:
            self.tiled &= ~bit
            self.gone += 1
