"""5.2 to 5.4 The longest routes of a company, found exactly.

A route holds a station of the company. Seen from there it has one arm or two, each ending at a
station. Every arm is searched from the company's stations only, and only where a walk of the
exact length that is still needed exists at all: `walks` keeps, for each way out of a card, the
lengths of all walks to a station as bits, stations and track used or not. The search so never
enters a branch that is too short, and dense networks, where it could be long, have a route of
full length at almost every turn.

How far a route can go is bounded by the shares of a company, so that is the depth of the search.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.express_01.cards import CELLS, NOBODY, ROUTES, SIDES, Box, opposite
from branchline.games.express_01.network import Network

PORTS: Final = CELLS * SIDES
EVERYWHERE: Final = 34359738367  # all cells, as bits
ZEROS: Final = vec[i64]([0] * (PORTS * SIDES))  # a part of it is had faster than a new list
NOWHERE: Final = vec[i64]([NOBODY] * PORTS)
SLOTS: Final = 64  # of the first table of station sets
STEPS: Final = 400  # of one walk through all routes


@final
class Found:
    """A set of sets of stations: open addressing, doubled when half full."""

    def __init__(self) -> None:
        self.slots = ZEROS[:SLOTS]
        self.sets = vec[i64](capacity=64)

    def add(self, stations: i64) -> None:
        size = i64(len(self.slots))
        at = (stations ^ (stations >> 13) ^ (stations >> 22)) & (size - 1)
        while self.slots[at] != 0:
            if self.slots[at] == stations:
                return
            at = (at + 1) & (size - 1)
        self.slots[at] = stations
        self.sets = append(self.sets, stations)
        if 2 * len(self.sets) > size:
            self.grow()

    def grow(self) -> None:
        size = 2 * i64(len(self.slots))
        self.slots = vec[i64]([0] * size)
        for i in range(len(self.sets)):
            at = (self.sets[i] ^ (self.sets[i] >> 13) ^ (self.sets[i] >> 22)) & (size - 1)
            while self.slots[at] != 0:
                at = (at + 1) & (size - 1)
            self.slots[at] = self.sets[i]


@final
class Routes:
    """The routes that a company finds in a network for a train of this reach; of the network only these cells, as
    bits, if no train comes further."""

    def __init__(self, network: Network, company: i64, reach: i64, within: i64 = EVERYWHERE) -> None:
        box = network.box
        self.box = box
        self.company = company
        self.reach = reach
        self.bit = box.bit
        # A port is a way out of a card: cell * 4 + side. Where it leads, as the cell entered * 4 +
        # the side entered; NOBODY where no track goes on.
        self.leads = NOWHERE[:]
        self.out = ZEROS[:PORTS]  # entered cell * 4 + side -> sides to leave by
        self.station = ZEROS[:CELLS]  # cell -> its bit if a station lies there
        self.own = vec[i64](capacity=16)  # cells of the company's stations
        self.ports = vec[i64](capacity=PORTS)  # those that lead on
        self.ways = vec[i64](capacity=2 * PORTS)  # the ports to go on by, after one port the next one's
        self.ways_end = vec[i64](capacity=PORTS)  # n -> where those of the n-th of `ports` end
        self.arrives = vec[i64](capacity=PORTS)  # n -> the station that the n-th leads to, as a bit; 0: none
        self.used = ZEROS[:]  # entered * 4 + side left by, as the train goes
        self.walks = ZEROS[:PORTS]  # port -> lengths of walks to a station, as bits
        self.walks_on = ZEROS[:]  # of each side of home: the same, with the other arm's added
        self.measured: i64 = 0  # the sides of home for which that is known, as bits
        self.on: i64 = 0  # where the lengths for the side of the first arm begin
        self.shut: i64 = 0  # stations that may not be entered
        self.home: i64 = NOBODY  # the company's station with the two arms
        self.side: i64 = 0  # by which the first arm leaves it
        self.length: i64 = 0  # that is looked for
        self.found = Found()
        for cell in range(CELLS):
            if (within >> cell) & 1:
                self.enter_card(network, cell, within)
        for i in range(len(self.ports)):
            entered = self.leads[self.ports[i]]
            self.find_ways(entered)
            self.ways_end = append(self.ways_end, len(self.ways))
            self.arrives = append(self.arrives, self.station[entered // SIDES])

    def enter_card(self, network: Network, cell: i64, within: i64) -> None:
        laid = network.laid[cell]
        if laid < 0:
            return
        box = self.box
        card = laid // SIDES
        if network.is_station(cell):
            self.station[cell] = self.bit[cell]
            if box.owner[card] == self.company:
                self.own = append(self.own, cell)
        for side in range(SIDES):
            self.out[cell * SIDES + side] = box.exits[laid * SIDES + side]
            port = cell * SIDES + side
            if box.rails[laid] & self.bit[side] & network.beside[cell] and (within >> box.beside[port]) & 1:
                self.leads[port] = box.beside[port] * SIDES + opposite(side)
                self.ports = append(self.ports, port)

    def find_ways(self, entered: i64) -> None:
        """The ports by which a train that comes in here can go on."""
        first = entered // SIDES * SIDES
        for side in range(SIDES):
            if self.out[entered] & self.bit[side] and self.leads[first + side] != NOBODY:
                self.ways = append(self.ways, first + side)

    # -- how long a route can be -----------------------------------------------------------

    def can_run(self) -> bool:
        """Whether there is any route. If there is one, its part between a station of the company
        and the next station is one too, so the walks tell."""
        self.home = NOBODY
        for i in range(len(self.own)):
            self.shut = self.bit[self.own[i]]
            self.measure(self.walks, 0, 1)
            for side in range(SIDES):
                if self.walks[self.own[i] * SIDES + side]:
                    return True
        return False

    def longest(self) -> i64:
        """The most moves of any route within reach; 0 if there is none. `routes` has them all then."""
        best: i64 = 0
        kept = Found()
        spare = Found()
        for i in range(len(self.own)):
            self.set_home(i)
            length = self.reach
            while length > 0 and length >= best:
                self.found = kept if length == best else spare
                if self.try_length(length):
                    if length > best:
                        best = length
                        kept = spare
                        spare = Found()
                    break
                length -= 1
        self.found = kept
        return best

    def routes(self) -> vec[i64]:
        """The stations of all longest routes, as sets of cells, each once."""
        return self.found.sets

    def set_home(self, n: i64) -> None:
        """Routes through the n-th station that touch none of the company's stations before it."""
        if self.home == self.own[n]:
            return
        self.home = self.own[n]
        self.shut = 0
        for i in range(n + 1):
            self.shut |= self.bit[self.own[i]]
        self.measure(self.walks, 0, 1)
        self.measured = 0

    def try_length(self, length: i64) -> bool:
        """Whether there are routes of exactly this length through home; all of them are collected."""
        self.length = length
        second: i64 = 1
        any_route = False
        for side in range(SIDES - 1, -1, -1):
            port = self.home * SIDES + side
            if self.leads[port] == NOBODY:
                continue
            self.side = side
            self.on = side * PORTS
            if self.turns_home():
                second |= self.walks[port]
            if self.measured & self.bit[side] == 0:
                self.measure(self.walks_on, self.on, second)
                self.measured |= self.bit[side]
            if self.walks_on[self.on + port] & self.bit[length] and self.first_arm(port, 0, self.bit[self.home]):
                any_route = True
            if self.passes_home():
                second |= self.walks[port]
        return any_route

    def passes_home(self) -> bool:
        """5.3 A train may pass through a station; through a terminal, if it may turn round there."""
        for side in range(SIDES):
            if self.out[self.home * SIDES + side]:
                return True
        return False

    def turns_home(self) -> bool:
        """5.3 A train may leave a terminal over the side by which it came."""
        return self.out[self.home * SIDES + self.side] & self.bit[self.side] != 0

    def measure(self, walks: vec[i64], first: i64, at_station: i64) -> None:
        """For each port the lengths of walks to a station, as bits, whatever they pass twice; at
        their end the lengths `at_station` may be added. They stand from `first` on."""
        ports = self.ports
        ways = self.ways
        ways_end = self.ways_end
        arrives = self.arrives
        shut = self.shut
        within = self.bit[self.reach + 1] - 1
        count = i64(len(ports))
        for i in range(first, first + PORTS):
            walks[i] = 0
        changed = True
        while changed:
            changed = False
            at: i64 = 0
            n: i64 = 0
            while n < count:
                end = ways_end[n]
                here = arrives[n]
                if here & shut:
                    at = end
                else:
                    lengths: i64 = at_station if here else 0
                    while at < end:
                        lengths |= walks[first + ways[at]]
                        at += 1
                    lengths = (lengths << 1) & within
                    port = first + ports[n]
                    if lengths != walks[port]:
                        walks[port] = lengths
                        changed = True
                n += 1

    # -- the two arms ----------------------------------------------------------------------

    def first_arm(self, port: i64, moves: i64, stations: i64) -> bool:
        """Go out by a port. The train comes in along this arm, so its track counts the other way."""
        entered = self.leads[port]
        cell = entered // SIDES
        moves += 1
        left = self.length - moves
        any_route = False
        here = self.station[cell]
        if here:
            if here & (stations | self.shut):
                return False
            stations |= here
            if left == 0:
                self.found.add(stations)
                return True
            if self.begin_second_arm(left, stations):
                any_route = True
        out = self.out[entered]
        for side in range(SIDES):
            if out & self.bit[side] and self.walks_on[self.on + cell * SIDES + side] & self.bit[left]:
                track = (cell * SIDES + side) * SIDES + entered % SIDES
                if here or self.used[track] == 0:
                    self.used[track] += 1
                    gone = self.first_arm(cell * SIDES + side, moves, stations)
                    self.used[track] -= 1
                    if gone:
                        any_route = True
        return any_route

    def begin_second_arm(self, left: i64, stations: i64) -> bool:
        if not self.passes_home():
            return False
        any_route = False
        for side in range(self.side if self.turns_home() else self.side + 1, SIDES):
            port = self.home * SIDES + side
            if self.walks[port] & self.bit[left] and self.second_arm(port, left, stations):
                any_route = True
        return any_route

    def second_arm(self, port: i64, left: i64, stations: i64) -> bool:
        entered = self.leads[port]
        cell = entered // SIDES
        left -= 1
        here = self.station[cell]
        if here:
            if here & (stations | self.shut):
                return False
            stations |= here
            if left == 0:
                self.found.add(stations)
                return True
        any_route = False
        out = self.out[entered]
        for side in range(SIDES):
            if out & self.bit[side] and self.walks[cell * SIDES + side] & self.bit[left]:
                track = entered * SIDES + side
                if here or self.used[track] == 0:
                    self.used[track] += 1
                    gone = self.second_arm(cell * SIDES + side, left, stations)
                    self.used[track] -= 1
                    if gone:
                        any_route = True
        return any_route

    # -- one route in full -----------------------------------------------------------------

    def path(self, stations: i64, length: i64) -> vec[i64]:
        """The cells of one route of this length that calls at exactly these stations; of several
        the one that comes first from the lowest cell on. Empty if there is none."""
        self.home = NOBODY
        self.shut = 0
        for cell in range(CELLS):
            self.shut |= self.station[cell] & ~stations
        self.measure(self.walks, 0, 1)
        for cell in range(CELLS):
            if self.station[cell] & stations:
                for side in range(SIDES):
                    port = cell * SIDES + side
                    if self.leads[port] != NOBODY and self.walks[port] & self.bit[length]:
                        way = vec[i64](capacity=length + 1)
                        way = self.follow(append(way, cell), port, length, stations & ~self.station[cell])
                        if len(way) > 0:
                            return way
        return vec[i64]()

    def follow(self, way: vec[i64], port: i64, left: i64, missing: i64) -> vec[i64]:
        """The way on from a port through all missing stations, or nothing."""
        entered = self.leads[port]
        cell = entered // SIDES
        here = self.station[cell]
        left -= 1
        if here:
            if here & missing == 0:
                return vec[i64]()
            missing &= ~here
        way = append(way[:], cell)
        if left == 0:
            return way if here and missing == 0 else vec[i64]()
        out = self.out[entered]
        for side in range(SIDES):
            if out & self.bit[side] and self.walks[cell * SIDES + side] & self.bit[left]:
                track = entered * SIDES + side
                if here or self.used[track] == 0:
                    self.used[track] += 1
                    gone = self.follow(way, cell * SIDES + side, left, missing)
                    self.used[track] -= 1
                    if len(gone) > 0:
                        return gone
        return vec[i64]()


@final
class Walk:
    """All routes of a company one by one, where they are few: a sparse network needs no search for lengths."""

    def __init__(self) -> None:
        self.used = vec[i64]([0] * CELLS)  # cell -> track in use, as bits: side entered * 4 + side left by
        self.steps: i64 = 0
        self.longest: i64 = 0
        self.best: i64 = 0  # what the best of the longest pays
        self.reach: i64 = 0
        self.shut: i64 = 0  # stations that may not be entered
        self.home: i64 = 0  # the company's station with the two arms
        self.side: i64 = 0  # by which the first arm leaves it

    def best_pay(self, box: Box, laid: vec[i64], ways: vec[i64], own: i64, reach: i64) -> i64:
        """What the best longest route pays from these stations, over cards that lead on by these ways; NOBODY, if
        there are too many to walk."""
        self.steps = 0
        self.longest = 0
        self.best = 0
        self.reach = reach
        self.shut = 0
        for cell in range(CELLS):
            if (own >> cell) & 1:
                self.home = cell
                self.shut |= box.bit[cell]
                for side in range(SIDES):
                    if (ways[cell] >> side) & 1:
                        self.side = side
                        self.go(box, laid, ways, cell, side, 0, box.bit[cell], worth_at(box, laid, cell), True)
        return self.best if self.steps <= STEPS else NOBODY

    def go(
        self,
        box: Box,
        laid: vec[i64],
        ways: vec[i64],
        cell: i64,
        side: i64,
        moves: i64,
        stations: i64,
        pays: i64,
        first: bool,
    ) -> None:
        """Go on out of a cell. The train comes in along the first arm, so its track counts the other way."""
        self.steps += 1
        if moves == self.reach or self.steps > STEPS:
            return
        moves += 1
        cell = box.beside[cell * SIDES + side]
        entered = opposite(side)
        is_station = laid[cell] >= ROUTES * SIDES
        if is_station:
            if (stations | self.shut) & box.bit[cell]:
                return
            stations |= box.bit[cell]
            pays += worth_at(box, laid, cell)
            self.arrive(moves, pays)
            if first:
                self.begin_second_arm(box, laid, ways, moves, stations, pays)
        out = box.exits[laid[cell] * SIDES + entered] & ways[cell]
        for on in range(SIDES):
            if (out >> on) & 1:
                track = box.bit[on * SIDES + entered if first else entered * SIDES + on]
                if is_station:
                    self.go(box, laid, ways, cell, on, moves, stations, pays, first)
                elif self.used[cell] & track == 0:
                    self.used[cell] ^= track
                    self.go(box, laid, ways, cell, on, moves, stations, pays, first)
                    self.used[cell] ^= track

    def arrive(self, moves: i64, pays: i64) -> None:
        if moves > self.longest:
            self.longest = moves
            self.best = 0
        if moves == self.longest:
            self.best = max(self.best, pays)

    def begin_second_arm(self, box: Box, laid: vec[i64], ways: vec[i64], moves: i64, stations: i64, pays: i64) -> None:
        """Through home, or out of a terminal by the side where the train came in."""
        out = box.exits[laid[self.home] * SIDES + self.side] & ways[self.home]
        for side in range(self.side, SIDES):
            if (out >> side) & 1:
                self.go(box, laid, ways, self.home, side, moves, stations, pays, False)


def worth_at(box: Box, laid: vec[i64], cell: i64) -> i64:
    return box.worth[laid[cell] // SIDES]


def worth(network: Network, stations: i64) -> i64:
    """5.5 What a route pays: each station 1 and its extra bonus."""
    total: i64 = 0
    for cell in range(CELLS):
        if stations & network.box.bit[cell]:
            total += network.box.worth[network.laid[cell] // SIDES]
    return total
