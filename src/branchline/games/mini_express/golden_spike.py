"""The Golden Spike (7): whether track joins two cities, and in which new hexes the two sides meet."""

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.mini_express.land import Land
from branchline.kernel.grid import NONE


def joined(land: Land, track: vec[i64], start: i64) -> vec[i64]:
    """7.3 Of each hex: 1 if one can travel there from the start hex, from hex to hex in one colour,
    changing colour only inside a hex."""
    seen = vec[i64]([0] * land.hexes)
    queue = vec[i64](capacity=64)
    queue = append(queue, start)
    seen[start] = 1
    first: i64 = 0
    while first < len(queue):
        hex = queue[first]
        first += 1
        for side in range(6):
            near = land.beside[hex * 6 + side]
            if near != NONE and not seen[near] and track[near] & track[hex]:
                seen[near] = 1
                queue = append(queue, near)
    return seen


def completing(land: Land, track: vec[i64], new: vec[i64], company_bit: i64, east: i64, west: i64) -> vec[i64]:
    """7.4 The just-built hexes in which the two sides meet: of the new track, walked in the order of
    building, those that hold or touch the side that it did not come from."""
    before = track[:]
    for i in range(len(new)):
        before[new[i]] &= ~company_bit
    from_east = joined(land, before, east)
    from_west = joined(land, before, west)
    # 1: the new track comes from the east, 2: from the west, 3: it joins both in its first hex
    own = touches(land, before, new[0], company_bit, from_east) + 2 * touches(
        land, before, new[0], company_bit, from_west
    )
    found = vec[i64](capacity=5)
    for i in range(len(new)):
        sides = meets(land, before, new[i], company_bit, from_east) + 2 * meets(
            land, before, new[i], company_bit, from_west
        )
        if own == 0:  # built from track that is on neither side: it comes from the first side it meets
            own = sides
            if own == 3:
                found = append(found, new[i])
        elif (own == 3 and sides == 3) or (own == 1 and sides >= 2) or (own == 2 and sides & 1):
            found = append(found, new[i])
    return found


def meets(land: Land, before: vec[i64], hex: i64, company_bit: i64, side_of: vec[i64]) -> i64:
    """1 if a hex lies on a side already, or touches the builder's own track there."""
    return 1 if side_of[hex] else touches(land, before, hex, company_bit, side_of)


def touches(land: Land, before: vec[i64], hex: i64, company_bit: i64, side_of: vec[i64]) -> i64:
    """1 if a hex touches the builder's own track on a side."""
    for side in range(6):
        near = land.beside[hex * 6 + side]
        if near != NONE and side_of[near] and before[near] & company_bit:
            return 1
    return 0
