"""The Company Asset board and the Track Length chart: what lies there of each company."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from branchline.games.mini_express.box import LONGEST
from branchline.games.mini_express.land import MOST_TRACKS
from branchline.kernel.part import Part


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Assets(Part):
    def __init__(
        self,
        depletes: bool,
        shares: vec[i64],
        in_box: vec[i64],
        tracks: vec[i64],
        supply: vec[i64],
        length: vec[i64],
    ) -> None:
        self.depletes = depletes  # whether an empty supply takes the shares that are left out of the game
        self.shares = shares  # company -> shares in its Asset Area
        self.in_box = in_box  # company -> shares out of the game
        self.tracks = tracks  # company -> trains in its Tracks space
        self.supply = supply
        self.length = length

    def copy(self) -> "Assets":
        return Assets(
            depletes=self.depletes,
            shares=self.shares[:],
            in_box=self.in_box[:],
            tracks=self.tracks[:],
            supply=self.supply[:],
            length=self.length[:],
        )

    def content(self) -> list[int]:
        return [*self.shares, *self.in_box, *self.tracks, *self.supply, *self.length]

    def take_from_supply(self, company: i64, count: i64) -> None:
        """2.3 A supply that runs out takes the remaining shares with it."""
        self.supply[company] -= count
        if self.supply[company] == 0 and self.depletes:
            self.in_box[company] += self.shares[company]
            self.shares[company] = 0

    def add_tracks(self, company: i64, count: i64) -> None:
        """3.3 From the supply, as far as it goes, and to 5 at most."""
        count = min(count, min(MOST_TRACKS - self.tracks[company], self.supply[company]))
        if count > 0:
            self.tracks[company] += count
            self.take_from_supply(company, count)

    def lengthen(self, company: i64, steps: i64) -> None:
        """4.5 The chart ends at 15."""
        self.length[company] = min(LONGEST, self.length[company] + steps)
