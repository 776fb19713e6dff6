"""The map: a side of the frame, and the tiles and frames as they have been laid. It stays once it is complete."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from branchline.kernel.part import Part

HEXES: Final = 49
PLACES: Final = 7  # of tiles; the first is the centre
NOT_YET: Final = -1  # no frame, no tile


@final
class Land(Part):
    """One side of the frame: where the seven tiles lie and which hexes touch."""

    def __init__(self, places: vec[i64], around: vec[i64], bit: vec[i64], starts: vec[i64]) -> None:
        self.places = places  # place * 7: its centre hex, then the ring clockwise from north-east
        self.around = around  # of each hex: its neighbours, as a set of bits
        self.bit = bit  # of each hex: itself, as a set of bits
        self.starts = starts  # (place - 1) * 3: the starting hexes of the frame beside it


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Map(Part):
    def __init__(
        self,
        lands: list[Land],
        faces: vec[i64],
        spots: vec[i64],
        side: i64,
        frame: vec[i64],
        tile_at: vec[i64],
        value: vec[i64],
        hexes_with: vec[i64],
    ) -> None:
        self.lands = lands  # one for each side of the frames
        self.faces = faces  # (tile * 2 + face) * 7 + k: what is printed there
        self.spots = spots  # the numbers of spots that there are, the most first
        self.side = side
        self.frame = frame  # place -> company
        self.tile_at = tile_at  # place -> (tile * 2 + face) * 6 + turn
        self.value = value  # hex -> its spots
        self.hexes_with = hexes_with  # n -> the hexes with the n-th number of spots, as a set of bits

    def copy(self) -> "Map":
        laid = self.tile_at[PLACES - 1] != NOT_YET
        return Map(
            lands=self.lands,
            faces=self.faces,
            spots=self.spots,
            side=self.side,
            frame=self.frame if laid else self.frame[:],
            tile_at=self.tile_at if laid else self.tile_at[:],
            value=self.value if laid else self.value[:],
            hexes_with=self.hexes_with if laid else self.hexes_with[:],
        )

    def content(self) -> list[int]:
        return [self.side, *self.frame, *self.tile_at, *self.value]

    def land(self) -> Land:
        return self.lands[self.side]

    def framed(self, company: i64) -> bool:
        for place in range(1, PLACES):
            if self.frame[place] == company:
                return True
        return False

    def fits(self, tile: i64, place: i64) -> bool:
        """1.3 The tile with the Big City lies in the centre, the others around it."""
        if place == 0:
            return tile == 0
        for before in range(place):
            if self.tile_at[before] // 12 == tile:
                return False
        return True

    def lay(self, place: i64, code: i64) -> None:
        """1.3 A tile with a random side up and randomly turned."""
        self.tile_at[place] = code
        face = code // 6
        turn = code % 6
        land = self.land()
        self.show(land, land.places[place * 7], self.faces[face * 7])
        for k in range(6):
            self.show(land, land.places[place * 7 + 1 + k], self.faces[face * 7 + 1 + (k + turn) % 6])

    def show(self, land: Land, hex: i64, value: i64) -> None:
        self.value[hex] = value
        for n in range(len(self.spots)):
            if self.spots[n] == value:
                self.hexes_with[n] |= land.bit[hex]


def empty_map(lands: list[Land], faces: list[list[int]]) -> Map:
    values = [value for face in faces for value in face]
    spots = sorted(set(values), reverse=True)
    return Map(
        lands=lands,
        faces=vec[i64](values),
        spots=vec[i64](spots),
        side=0,
        frame=vec[i64]([NOT_YET] * PLACES),
        tile_at=vec[i64]([NOT_YET] * PLACES),
        value=vec[i64]([0] * HEXES),
        hexes_with=vec[i64]([0] * len(spots)),
    )
