"""The discs: in the bag, on the hexes and on the frames, and how far each company's reach."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from branchline.games.mini_rails.map import Land
from branchline.kernel.part import Part


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Discs(Part):
    def __init__(self, bag: vec[i64], at: vec[i64], on_frame: vec[i64], reach: vec[i64], empty: i64) -> None:
        self.bag = bag  # company -> discs
        self.at = at  # hex -> company
        self.on_frame = on_frame  # company -> discs on its frame
        self.reach = reach  # company -> hexes beside its discs, as a set of bits
        self.empty = empty  # hexes without a disc, as a set of bits

    def copy(self) -> "Discs":
        return Discs(
            bag=self.bag[:],
            at=self.at[:],
            on_frame=self.on_frame[:],
            reach=self.reach[:],
            empty=self.empty,
        )

    def content(self) -> list[int]:
        return [*self.bag, *self.at, *self.on_frame, *self.reach, self.empty]

    def put(self, land: Land, company: i64, hex: i64) -> None:
        self.at[hex] = company
        self.empty &= ~land.bit[hex]
        self.reach[company] |= land.around[hex]
