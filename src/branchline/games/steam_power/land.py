"""The land: one map's hexes, cities and what the track tiles can do. It never changes."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.kernel.part import Part

NONE: Final[i64] = -1

# Edges of a hex are numbered clockwise, from the north or from the east (layout.py). A rail is a pair of edges;
# there are fifteen pairs. `ground` of a hex is what a tile costs there, or one of these:
WATER: Final[i64] = -1
CITY: Final[i64] = -2
PAIRS: Final[i64] = 15
DE_BRUIJN: Final[i64] = 0x09AF  # every four bits in a row of it are others
CROSSING_COST: Final[i64] = 2
FAR: Final[i64] = 4  # so many hexes away, a city is no matter for an open end

# The two sides of a tile share one stock: straight and curve, tight curve and crossing straights,
# crossing curves and crossing straight and curve.
PLAIN: Final[i64] = 0
TIGHT: Final[i64] = 1
CURVES: Final[i64] = 2
STOCKS: Final[i64] = 3


@final
class Rails(Part):
    """What is printed on the track tiles."""

    def __init__(self) -> None:
        self.bit = vec[i64]()
        value: i64 = 1
        for _ in range(62):
            self.bit = append(self.bit, value)
            if value < 0x1000000000000000:
                value = value * 2
        self.first = vec[i64]()  # of each pair: its lower edge
        self.second = vec[i64]()
        self.edges = vec[i64]()  # both, as a set of bits
        self.pair = vec[i64]([NONE] * 36)  # edge * 6 + edge -> pair
        self.place = vec[i64]([0] * 16)  # of a single bit, times DE_BRUIJN
        for k in range(PAIRS):
            self.place[(self.bit[k] * DE_BRUIJN & 0xFFFF) >> 12] = k
        self.kind = vec[i64]()  # the stock of the tile with this rail alone
        for a in range(6):
            for b in range(a + 1, 6):
                n: i64 = len(self.first)
                self.first = append(self.first, a)
                self.second = append(self.second, b)
                self.edges = append(self.edges, self.bit[a] | self.bit[b])
                self.pair[a * 6 + b] = n
                self.pair[b * 6 + a] = n
                self.kind = append(self.kind, TIGHT if b - a == 1 or b - a == 5 else PLAIN)
        self.crossing = vec[i64]([NONE] * (PAIRS * PAIRS))  # the stock of the tile with both rails
        self.stock = vec[i64]([NONE] * (PAIRS * PAIRS + PAIRS))  # (rail that lies there + 1) * PAIRS + new rail
        for one in range(PAIRS):
            self.stock[one] = self.kind[one]
            for two in range(PAIRS):
                self.crossing[one * PAIRS + two] = self.crossed(one, two)
                self.stock[one * PAIRS + PAIRS + two] = self.crossing[one * PAIRS + two]
        # Pairs as sets of bits: those over any of some edges, and those that a stock has for a hex.
        self.over = vec[i64]([0] * 64)  # set of edges -> pairs
        self.from_stock = vec[i64]([0] * (STOCKS * PAIRS + STOCKS))  # (rail there + 1) * STOCKS + stock -> pairs
        for pair in range(PAIRS):
            for edges in range(64):
                if edges & self.edges[pair]:
                    self.over[edges] |= self.bit[pair]
            for old in range(PAIRS + 1):
                if self.stock[old * PAIRS + pair] != NONE:
                    self.from_stock[old * STOCKS + self.stock[old * PAIRS + pair]] |= self.bit[pair]

    def lowest(self, pairs: i64) -> i64:
        """The first pair of a set that is not empty."""
        return self.place[((pairs & -pairs) * DE_BRUIJN & 0xFFFF) >> 12]

    def crossed(self, one: i64, two: i64) -> i64:
        """The stock of the crossing of two rails; NONE if no tile shows it."""
        if self.edges[one] & self.edges[two] or self.kind[one] == TIGHT or self.kind[two] == TIGHT:
            return NONE
        a = self.span(one)
        b = self.span(two)
        if a == 3 and b == 3:
            return TIGHT
        if a == 3 or b == 3:
            return CURVES
        inside: i64 = 0  # curves cross if one edge of the one lies between the edges of the other
        for k in range(6):
            if self.edges[two] & self.bit[k] and self.first[one] < k < self.second[one]:
                inside += 1
        return CURVES if inside == 1 else NONE

    def span(self, pair: i64) -> i64:
        """1 a tight curve, 2 a curve, 3 a straight."""
        steps = self.second[pair] - self.first[pair]
        return steps if steps <= 3 else 6 - steps

    def other(self, pair: i64, edge: i64) -> i64:
        """The edge at the far end of a rail."""
        return self.second[pair] if self.first[pair] == edge else self.first[pair]


@final
class Land(Part):
    """A map. A city node is a group of adjacent cities, mostly of one."""

    def __init__(self, rails: Rails, columns: i64, ground: vec[i64], beside: vec[i64], city_at: vec[i64]) -> None:
        self.rails = rails
        self.bit = rails.bit
        self.columns = columns
        self.ground = ground
        self.hexes: i64 = len(ground)
        self.beside = beside  # hex * 6 + edge -> hex
        self.city_at = city_at  # hex -> city
        self.city_hex = vec[i64]()
        for hex in range(self.hexes):
            if city_at[hex] != NONE:
                self.city_hex = append(self.city_hex, 0)
        self.cities: i64 = len(self.city_hex)
        for hex in range(self.hexes):
            if city_at[hex] != NONE:
                self.city_hex[city_at[hex]] = hex
        self.node = vec[i64]([NONE] * self.cities)  # city -> its group
        self.nodes: i64 = 0
        self.group()
        self.nowhere = vec[i64]([NONE] * self.nodes)  # node -> NONE, to be copied
        self.node_beyond = vec[i64]([NONE] * (self.hexes * 6))  # hex * 6 + edge -> node of the city there
        self.near = vec[i64]([0] * self.hexes)  # nodes beside a hex, as a set of bits
        self.near_by = vec[i64]([0] * self.hexes)  # nodes beside a hex or beside one next to it
        self.open = vec[i64]([0] * self.hexes)  # edges that a rail may lead over, as a set of bits
        self.within = vec[i64](
            [0] * (self.hexes * FAR)
        )  # hex * FAR + steps: nodes no more steps away, as a set of bits
        self.look_around()
        self.look_further()
        # Rails that begin at a city. For each hex the nodes beside it, and the rails out of each as a set of bits; the
        # same for each node. A rail between two cities is in the sets of both.
        self.start_hexes = vec[i64]()
        self.start_near = vec[i64]()  # of each of these hexes: the nodes beside it, as a set of bits
        self.start_from = vec[i64]()  # hex -> where its nodes begin
        self.start_node = vec[i64]()
        self.start_pairs = vec[i64]()
        self.list_starts()
        self.around_from = vec[i64]()  # node -> where its hexes begin
        self.around_hex = vec[i64]()
        self.around_pairs = vec[i64]()
        # And rail by rail, with where it leads.
        self.leave_from = vec[i64]()  # node -> where its rails begin
        self.leave_hex = vec[i64]()
        self.leave_pair = vec[i64]()
        self.leave_exit = vec[i64]()  # the edge at the far end
        self.list_ways_out()
        self.rank = vec[i64]()  # corner * hexes + hex: place in the direction marker's order
        self.rank_hexes()

    def group(self) -> None:
        for city in range(self.cities):
            if self.node[city] == NONE:
                self.spread(city, self.nodes)
                self.nodes += 1

    def spread(self, city: i64, node: i64) -> None:
        self.node[city] = node
        for edge in range(6):
            there = self.beside[self.city_hex[city] * 6 + edge]
            if there != NONE and self.city_at[there] != NONE and self.node[self.city_at[there]] == NONE:
                self.spread(self.city_at[there], node)

    def look_around(self) -> None:
        for hex in range(self.hexes):
            for edge in range(6):
                there = self.beside[hex * 6 + edge]
                if there == NONE or self.ground[there] == WATER:
                    continue
                self.open[hex] |= self.bit[edge]
                if self.city_at[there] != NONE:
                    node = self.node[self.city_at[there]]
                    self.node_beyond[hex * 6 + edge] = node
                    self.near[hex] |= self.bit[node]

        for hex in range(self.hexes):
            self.near_by[hex] = self.near[hex]
            for edge in range(6):
                there = self.beside[hex * 6 + edge]
                if self.open[hex] & self.bit[edge] and self.ground[there] >= 0:
                    self.near_by[hex] |= self.near[there]

    def look_further(self) -> None:
        """Steps go over anything, water too."""
        for hex in range(self.hexes):
            if self.city_at[hex] != NONE:
                self.within[hex * FAR] = self.bit[self.node[self.city_at[hex]]]
        for steps in range(1, FAR):
            for hex in range(self.hexes):
                self.within[hex * FAR + steps] = self.within[hex * FAR + steps - 1]
                for edge in range(6):
                    there = self.beside[hex * 6 + edge]
                    if there != NONE:
                        self.within[hex * FAR + steps] |= self.within[there * FAR + steps - 1]

    def list_starts(self) -> None:
        for hex in range(self.hexes):
            self.start_from = append(self.start_from, len(self.start_node))
            if self.ground[hex] < 0 or self.near[hex] == 0:
                continue
            self.start_hexes = append(self.start_hexes, hex)
            self.start_near = append(self.start_near, self.near[hex])
            for node in range(self.nodes):
                if self.near[hex] & self.bit[node]:
                    self.start_node = append(self.start_node, node)
                    self.start_pairs = append(self.start_pairs, self.pairs_out_of(hex, node))
        self.start_from = append(self.start_from, len(self.start_node))

    def pairs_out_of(self, hex: i64, node: i64) -> i64:
        """The rails on a hex that lead from a node anywhere but back to it, off the map or into water."""
        rails = self.rails
        pairs: i64 = 0
        for pair in range(PAIRS):
            one = self.node_beyond[hex * 6 + rails.first[pair]]
            two = self.node_beyond[hex * 6 + rails.second[pair]]
            if (one == node) != (two == node) and rails.edges[pair] & ~self.open[hex] == 0:
                pairs |= self.bit[pair]
        return pairs

    def list_ways_out(self) -> None:
        for node in range(self.nodes):
            self.around_from = append(self.around_from, len(self.around_hex))
            self.leave_from = append(self.leave_from, len(self.leave_pair))
            for i in range(len(self.start_hexes)):
                hex = self.start_hexes[i]
                for k in range(self.start_from[hex], self.start_from[hex + 1]):
                    if self.start_node[k] == node:
                        self.around_hex = append(self.around_hex, hex)
                        self.around_pairs = append(self.around_pairs, self.start_pairs[k])
                        self.list_rails_out(hex, node, self.start_pairs[k])
        self.around_from = append(self.around_from, len(self.around_hex))
        self.leave_from = append(self.leave_from, len(self.leave_pair))

    def list_rails_out(self, hex: i64, node: i64, pairs: i64) -> None:
        for pair in range(PAIRS):
            if pairs & self.bit[pair]:
                first = self.rails.first[pair]
                entry = first if self.node_beyond[hex * 6 + first] == node else self.rails.second[pair]
                self.leave_hex = append(self.leave_hex, hex)
                self.leave_pair = append(self.leave_pair, pair)
                self.leave_exit = append(self.leave_exit, self.rails.other(pair, entry))

    def rank_hexes(self) -> None:
        """10.2 The marker scans column after column: corners clockwise from the top left."""
        rows = self.hexes // self.columns
        for corner in range(4):
            for hex in range(self.hexes):
                row = hex // self.columns
                column = hex % self.columns
                if corner == 1 or corner == 2:
                    column = self.columns - 1 - column
                if corner == 2 or corner == 3:
                    row = rows - 1 - row
                self.rank = append(self.rank, column * rows + row)
