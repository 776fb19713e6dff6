"""The land: one map's hexes, cities and what the track tiles can do. It never changes."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

NONE: Final[i64] = -1

# Edges of a hex are numbered clockwise: e, se, sw, w, nw, ne. A rail is a pair of edges; there are
# fifteen pairs. `ground` of a hex is what a tile costs there, or one of these:
WATER: Final[i64] = -1
CITY: Final[i64] = -2
PAIRS: Final[i64] = 15
CROSSING_COST: Final[i64] = 2

# The two sides of a tile share one stock: straight and curve, tight curve and crossing straights,
# crossing curves and crossing straight and curve.
PLAIN: Final[i64] = 0
TIGHT: Final[i64] = 1
CURVES: Final[i64] = 2
STOCKS: Final[i64] = 3


@final
class Rails:
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
class Land:
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
        self.node_beyond = vec[i64]([NONE] * (self.hexes * 6))  # hex * 6 + edge -> node of the city there
        self.near = vec[i64]([0] * self.hexes)  # nodes beside a hex, as a set of bits
        self.near_by = vec[i64]([0] * self.hexes)  # nodes beside a hex or beside one next to it
        self.open = vec[i64]([0] * self.hexes)  # edges that a rail may lead over, as a set of bits
        self.look_around()
        # A rail that begins at a city: hex by hex, its pair and the nodes it touches.
        self.start_from = vec[i64]()  # hex -> where its starts begin
        self.start_pair = vec[i64]()
        self.start_nodes = vec[i64]()
        self.start_hexes = vec[i64]()
        self.list_starts()
        # The same rails city by city: where each leads. A rail between two cities is in both lists.
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

    def list_starts(self) -> None:
        rails = self.rails
        for hex in range(self.hexes):
            self.start_from = append(self.start_from, len(self.start_pair))
            if self.ground[hex] < 0 or self.near[hex] == 0:
                continue
            self.start_hexes = append(self.start_hexes, hex)
            for pair in range(PAIRS):
                one = self.node_beyond[hex * 6 + rails.first[pair]]
                two = self.node_beyond[hex * 6 + rails.second[pair]]
                if one == two or rails.edges[pair] & ~self.open[hex]:
                    continue  # nowhere near a city, round to the same city, or off the map
                nodes: i64 = 0
                if one != NONE:
                    nodes |= self.bit[one]
                if two != NONE:
                    nodes |= self.bit[two]
                self.start_pair = append(self.start_pair, pair)
                self.start_nodes = append(self.start_nodes, nodes)
        self.start_from = append(self.start_from, len(self.start_pair))

    def list_ways_out(self) -> None:
        for node in range(self.nodes):
            self.leave_from = append(self.leave_from, len(self.leave_pair))
            for i in range(len(self.start_hexes)):
                hex = self.start_hexes[i]
                for k in range(self.start_from[hex], self.start_from[hex + 1]):
                    if self.start_nodes[k] & self.bit[node]:
                        pair = self.start_pair[k]
                        first = self.rails.first[pair]
                        entry = first if self.node_beyond[hex * 6 + first] == node else self.rails.second[pair]
                        self.leave_hex = append(self.leave_hex, hex)
                        self.leave_pair = append(self.leave_pair, pair)
                        self.leave_exit = append(self.leave_exit, self.rails.other(pair, entry))
        self.leave_from = append(self.leave_from, len(self.leave_pair))

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
