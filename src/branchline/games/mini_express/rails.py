"""All track on the map: who is where, and how far each network reaches."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from branchline.games.mini_express.land import COMPANIES, FAR, HEX_CODES, MOST_TRACKS, Land
from branchline.kernel.part import Part


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Rails(Part):
    def __init__(
        self,
        land: Land,
        track: vec[i64],
        beside: vec[i64],
        reach: vec[i64],
        entered: vec[i64],
        laid: vec[i64],
        trains: i64,
        coast: vec[i64],
        harbors_used: i64,
    ) -> None:
        self.land = land
        self.track = track  # hex -> companies with track there, as a set of bits
        self.beside = beside  # hex -> networks with track next to it, as a set of bits
        self.reach = reach  # network * 6 + d -> cities at most d trains away, as a set of bits
        self.entered = entered  # company -> cities with its track, as a set of bits
        self.laid = laid  # every train in the order of placing: see `put`
        self.trains = trains
        self.coast = coast  # company -> its cubes in San Francisco beyond the first (prototype)
        self.harbors_used = harbors_used  # as a set of bits

    def copy(self) -> "Rails":
        return Rails(
            land=self.land,
            track=self.track[:],
            beside=self.beside[:],
            reach=self.reach[:],
            entered=self.entered[:],
            laid=self.laid[:],
            trains=self.trains,
            coast=self.coast[:],
            harbors_used=self.harbors_used,
        )

    def content(self) -> list[int]:
        vectors = [*self.track, *self.beside, *self.reach, *self.entered, *self.laid, *self.coast]
        return [*vectors, self.trains, self.harbors_used]

    def distance(self, network: i64, city: i64) -> i64:
        """4.2 Trains that a network needs to a city; FAR if more than its company can ever have."""
        reach = self.reach
        bit = self.land.bit[city]
        for d in range(1, MOST_TRACKS + 1):
            if reach[network * 6 + d] & bit:
                return d
        return FAR

    def put(self, network: i64, hex: i64, before: i64) -> None:
        """A train on the map, built from the hex before: the company's reach grows at once."""
        land = self.land
        company = network % COMPANIES
        bit = land.bit[network]
        self.track[hex] |= bit | land.bit[company]
        around = land.beside
        beside = self.beside
        for side in range(6):
            near = around[hex * 6 + side]
            if near >= 0:
                beside[near] |= bit
        reach = self.reach
        within = land.within
        for d in range(1, MOST_TRACKS + 1):
            reach[network * 6 + d] |= within[hex * 6 + d]
        if land.city_at[hex] >= 0:
            self.entered[company] |= land.bit[land.city_at[hex]]
        self.laid[self.trains] = (before * HEX_CODES + hex) * COMPANIES + company
        self.trains += 1
