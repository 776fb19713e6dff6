"""The land: hexes that touch, cities, how far each hex lies from each city, and the shortest routes."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.kernel.grid import NONE, Grid
from branchline.kernel.part import Part

COMPANIES: Final = 4
MOST_TRACKS: Final = 5  # trains in a "Tracks" space, and so the longest build
FAR: Final = 99  # farther than any way on a map
HEX_CODES: Final = 256  # a route's code is its first hex, then one side for each further hex


@final
class Land(Part):
    """One map as it is played: with its capacities, and with its Harbors closed or not. It never changes."""

    def __init__(
        self,
        map: i64,
        grid: Grid,
        q: vec[i64],
        r: vec[i64],
        city_hex: vec[i64],
        capacity: vec[i64],
        start_hex: vec[i64],
        harbor_hex: vec[i64],
        closed: vec[i64],
        omaha: i64,
        san_francisco: i64,
        bot_target: i64,
        opens: vec[i64],
        overland: vec[i64],
        bit: vec[i64],
    ) -> None:
        self.map = map  # which of the maps
        self.grid = grid
        self.hexes = grid.cells  # numbered from east to west, each column from north to south
        self.beside = grid.beside
        self.overland = overland  # the same without the water line
        self.q = q
        self.r = r
        self.city_hex = city_hex
        self.cities: i64 = len(city_hex)
        self.capacity = capacity
        self.start_hex = start_hex  # company -> hex
        self.harbor_hex = harbor_hex
        self.closed = closed  # of each hex: 1 if no route may pass through it
        self.omaha = omaha  # cities with a part in the Golden Spike or in the prototype; NONE without
        self.san_francisco = san_francisco
        self.bot_target = bot_target
        self.opens = opens  # prototype, of each hex: 1 if track there opens the West Coast
        self.bit = bit
        self.city_at = vec[i64]([NONE] * self.hexes)
        self.away = vec[i64](capacity=self.cities * self.hexes)  # see `survey`
        self.through = vec[i64](capacity=self.cities * self.hexes)
        self.within = vec[i64]([0] * (self.hexes * (MOST_TRACKS + 1)))
        self.ring = vec[i64](capacity=self.cities * 64)
        self.ring_begin = vec[i64](capacity=self.cities * MOST_TRACKS + 1)
        self.onward = vec[i64]([0] * (self.cities * self.hexes))
        self.survey()

    def survey(self) -> None:
        """Measure every way once, so that play only looks it up.

        away: steps from any hex to a city. through: the same for hexes that a route may pass, else FAR.
        within: the cities at most d steps from a hex. ring: the passable hexes k steps from a city.
        onward: the sides of a hex that lead one step nearer to a city.
        """
        for city in range(self.cities):
            self.city_at[self.city_hex[city]] = city
        for city in range(self.cities):
            self.measure(city)
        for city in range(self.cities):
            for hex in range(self.hexes):
                away = self.away[city * self.hexes + hex]
                for d in range(1, MOST_TRACKS + 1):
                    if 0 < away <= d:
                        self.within[hex * (MOST_TRACKS + 1) + d] |= self.bit[city]
            for k in range(MOST_TRACKS):
                self.ring_begin = append(self.ring_begin, len(self.ring))
                for hex in range(self.hexes):
                    if self.through[city * self.hexes + hex] == k:
                        self.ring = append(self.ring, hex)
        self.ring_begin = append(self.ring_begin, len(self.ring))

    def measure(self, city: i64) -> None:
        home = self.city_hex[city]
        start = vec[i64]([home])
        steps = self.grid.distances(start, self.closed)
        row = city * self.hexes
        for hex in range(self.hexes):
            far = FAR if steps[hex] == NONE else steps[hex]
            self.through = append(self.through, far)
        for hex in range(self.hexes):
            far = self.through[row + hex]
            if far == FAR:  # a closed hex is not passed, but track can start there
                for side in range(6):
                    near = self.beside[hex * 6 + side]
                    if near != NONE and self.through[row + near] + 1 < far:
                        far = self.through[row + near] + 1
            self.away = append(self.away, far)
            if 0 < far < FAR:
                for side in range(6):
                    near = self.beside[hex * 6 + side]
                    if near != NONE and self.through[row + near] == far - 1:
                        self.onward[row + hex] |= self.bit[side]

    def routes(self, city: i64, distance: i64, beside: vec[i64], company_bit: i64) -> vec[i64]:
        """4.3 All shortest routes of a company into a city, as codes; `beside` holds the companies
        with track next to each hex. A first hex that is one of the network's neighbours can always be
        continued to the city, so no step is taken in vain."""
        begin = self.ring_begin[city * MOST_TRACKS + distance - 1]
        end = self.ring_begin[city * MOST_TRACKS + distance]
        codes = vec[i64](capacity=8)
        ring = self.ring
        for i in range(begin, end):
            if beside[ring[i]] & company_bit:
                codes = append(codes, ring[i])
        if distance <= 2:  # the first hex is the city or touches it: nothing to choose after it
            if distance == 2:
                for i in range(len(codes)):
                    codes[i] += HEX_CODES * self.first_side(city, codes[i])
            return codes
        ends = vec[i64](capacity=8)
        for i in range(len(codes)):
            ends = append(ends, codes[i])
        place: i64 = HEX_CODES
        row = city * self.hexes
        bit = self.bit
        for _ in range(distance - 1):
            longer = vec[i64](capacity=16)
            heads = vec[i64](capacity=16)
            for i in range(len(codes)):
                hex = ends[i]
                sides = self.onward[row + hex]
                for side in range(6):
                    if sides & bit[side]:
                        longer = append(longer, codes[i] + place * side)
                        heads = append(heads, self.beside[hex * 6 + side])
            codes = longer
            ends = heads
            place *= 6
        return codes

    def all_routes(self) -> set[int]:
        """Every route that can be the shortest one to some city, from wherever track may have come."""
        found: set[int] = set()
        for city in range(self.cities):
            row = city * self.hexes
            for first in range(self.hexes):
                if self.through[row + first] < MOST_TRACKS:
                    self.go_on(row, first, first, HEX_CODES, found)
        return found

    def go_on(self, row: i64, hex: i64, code: i64, place: i64, found: set[int]) -> None:
        """All ways from a hex to the city of this row, as the rest of a route."""
        if self.through[row + hex] == 0:
            found.add(code)
        for side in range(6):
            if self.onward[row + hex] & self.bit[side]:
                self.go_on(row, self.beside[hex * 6 + side], code + place * side, place * 6, found)

    def first_side(self, city: i64, hex: i64) -> i64:
        """The side of a hex beside the city that leads into it."""
        sides = self.onward[city * self.hexes + hex]
        for side in range(6):
            if sides & self.bit[side]:
                return side
        raise AssertionError("the hex touches the city")

    def hexes_of(self, route: i64, distance: i64) -> vec[i64]:
        """The hexes of a route in the order of building, the city last."""
        hexes = vec[i64](capacity=MOST_TRACKS)
        hex = route % HEX_CODES
        rest = route // HEX_CODES
        hexes = append(hexes, hex)
        for _ in range(distance - 1):
            hex = self.beside[hex * 6 + rest % 6]
            rest //= 6
            hexes = append(hexes, hex)
        return hexes

    def branching_hex(self, route: i64, track: vec[i64], company_bit: i64) -> i64:
        """The first hex, in the order of columns, of the company's network beside a route's first hex."""
        first = route % HEX_CODES
        found: i64 = NONE
        beside = self.beside
        for side in range(6):
            near = beside[first * 6 + side]
            if near != NONE and track[near] & company_bit and (found == NONE or near < found):
                found = near
        return found


def companies_in(track: i64) -> i64:
    """How many companies have track in a hex."""
    return (track & 1) + (track >> 1 & 1) + (track >> 2 & 1) + (track >> 3 & 1)
