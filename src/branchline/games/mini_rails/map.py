"""The map: a side of the frame, and the tiles and frames as they have been laid. It stays once it is complete."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from branchline.kernel.part import Part

HEXES: Final[i64] = 49
REMAINDERS: Final[i64] = 53  # the bits of all hexes leave different ones by it
PLACES: Final[i64] = 7  # of tiles; the first is the centre
NOT_YET: Final = -1  # no frame, no tile


@final
class Land(Part):
    """One side of the frame: where the seven tiles lie and which hexes touch."""

    def __init__(self, places: vec[i64], around: vec[i64], bit: vec[i64], starts: vec[i64]) -> None:
        self.places = places  # place * 7: its centre hex, then the ring clockwise from north-east
        self.around = around  # of each hex: its neighbours, as a set of bits
        self.bit = bit  # of each hex: itself, as a set of bits
        self.starts = starts  # (place - 1) * 3: the starting hexes of the frame beside it
        self.hex_of = vec[i64]([0] * REMAINDERS)  # the remainder of a hex's bit -> the hex
        for hex in range(HEXES):
            self.hex_of[bit[hex] % REMAINDERS] = hex


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Map(Part):
    def __init__(
        self,
        lands: list[Land],
        faces: vec[i64],
        spots: vec[i64],
        kinds: vec[i64],
        side: i64,
        frame: vec[i64],
        tile_at: vec[i64],
        value: vec[i64],
        hexes_with: vec[i64],
    ) -> None:
        self.lands = lands  # one for each side of the frames
        self.faces = faces  # (tile * 2 + face) * 7 + k: what is printed there
        self.spots = spots  # the numbers of spots that there are, the most first
        self.kinds = kinds  # of each hex of `faces`: the place of its number in `spots`
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
            kinds=self.kinds,
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

    def fitting(self, place: i64) -> i64:
        """1.3 The tile with the Big City lies in the centre, the others around it: the next ones, as a set of bits."""
        if place == 0:
            return 1
        left: i64 = (1 << PLACES) - 1
        for before in range(place):
            left &= ~(1 << self.tile_at[before] // 12)
        return left

    def lay(self, place: i64, code: i64) -> None:
        """1.3 A tile with a random side up and randomly turned."""
        self.tile_at[place] = code
        centre = code // 6 * 7
        turn = code % 6
        land = self.land()
        self.show(land, land.places[place * 7], centre)
        for k in range(6):
            self.show(land, land.places[place * 7 + 1 + k], centre + 1 + (k + turn) % 6)

    def show(self, land: Land, hex: i64, printed: i64) -> None:
        self.value[hex] = self.faces[printed]
        self.hexes_with[self.kinds[printed]] |= land.bit[hex]


def empty_map(lands: list[Land], faces: list[list[int]]) -> Map:
    values = [value for face in faces for value in face]
    spots = sorted(set(values), reverse=True)
    return Map(
        lands=lands,
        faces=vec[i64](values),
        spots=vec[i64](spots),
        kinds=vec[i64]([spots.index(value) for value in values]),
        side=0,
        frame=vec[i64]([NOT_YET] * PLACES),
        tile_at=vec[i64]([NOT_YET] * PLACES),
        value=vec[i64]([0] * HEXES),
        hexes_with=vec[i64]([0] * len(spots)),
    )
