"""10.5 to 10.7 The Automa's paths: how far a city is, over which hexes, and which rails come to lie on them."""

from typing import TYPE_CHECKING, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.steam_power import track
from branchline.games.steam_power.deck import COINS
from branchline.games.steam_power.land import CURVES, NONE, PAIRS, PLAIN, TIGHT
from branchline.kernel.part import Part

if TYPE_CHECKING:
    from branchline.games.steam_power.rules import SteamPower

FAR: Final[i64] = 1000
EDGES: Final[i64] = 6
TRIES: Final[i64] = 5000


def is_obtainable(t: "SteamPower", old: i64, pair: i64) -> bool:
    """Whether there may be a tile for it: one in stock, or a plain one that a crossing gives back before."""
    kind = t.land.rails.stock[(old + 1) * PAIRS + pair]
    if kind == NONE or t.track.tiles[kind] > 0:
        return kind != NONE
    return t.version > 1 and kind == PLAIN and t.track.tiles[TIGHT] + t.track.tiles[CURVES] > 0


@final
class Plan(Part):
    """10.5 A target and the path to it."""

    def __init__(self, start: i64, city: i64, good: i64, seek: i64, tiles: i64, cost: i64, hexes: vec[i64]) -> None:
        self.start = start  # the node of a first track, or NONE
        self.city = city
        self.good = good  # which good of the contract asked for it
        self.seek = seek
        self.tiles = tiles
        self.cost = cost
        self.hexes = hexes


@final
class Survey:
    """10.6 From its network outwards, as far as it is asked: fewest tiles, then least cost, then the marker.
    A place is a node, or the end of a rail; it is reached over hexes, each from an earlier one. Each tile is
    looked at by itself: whether a whole way can be laid is for `can_lay` to say."""

    def __init__(self, t: "SteamPower", company: i64, start: i64) -> None:
        self.t = t
        self.company = company
        self.reached = start  # nodes, as a set of bits
        self.depth: i64 = 0  # tiles laid so far
        self.grows = True
        self.tiles = vec[i64]([FAR] * t.land.nodes)
        self.node_step = vec[i64]([NONE] * t.land.nodes)
        self.end_step = vec[i64]([NONE] * (t.land.hexes * 6))
        self.hex = vec[i64](capacity=128)  # of each step: the hex of its tile
        self.whence = vec[i64](capacity=128)  # the step before
        self.cost = vec[i64](capacity=128)
        self.begun = vec[i64](capacity=128)  # the node its link started at
        self.tile = vec[i64](capacity=128)  # which tile of its way it is, from 1
        self.stock = vec[i64](capacity=128)  # the stock it comes from
        self.begins = vec[i64](capacity=128)  # 1 if it begins a link
        self.origin = vec[i64](capacity=128)  # the hex of the city where its way starts
        self.ends = vec[i64](capacity=64)  # rail ends, in the order in which they were reached
        self.more = vec[i64]([0] * t.land.hexes)  # how often one way leads over a hex more than another
        for node in range(t.land.nodes):
            if start & t.land.bit[node]:
                self.tiles[node] = 0

    def reach(self, nodes: i64) -> bool:
        """Look on until one of these nodes is reached: there is none that is closer."""
        while nodes != 0 and self.reached & nodes == 0 and self.grows:
            self.grow()
        return self.reached & nodes != 0

    def grow(self) -> None:
        """Lay one more tile everywhere."""
        before = len(self.hex)
        ends = self.ends
        self.ends = vec[i64](capacity=64)
        for node in range(self.t.land.nodes):
            if self.tiles[node] == self.depth:
                self.leave(node)
        for k in range(len(ends)):
            self.extend(ends[k])
        self.depth += 1
        self.grows = len(self.hex) > before and self.depth < COINS

    def leave(self, node: i64) -> None:
        """Start a link at a node."""
        land = self.t.land
        rail = self.t.track.rail
        step = self.node_step[node]
        for k in range(land.leave_from[node], land.leave_from[node + 1]):
            hex = land.leave_hex[k]
            pair = land.leave_pair[k]
            if rail[hex * 2 + 1] != NONE or not is_obtainable(self.t, rail[hex * 2], pair):
                continue
            if land.rails.edges[pair] & track.shunned_edges(self.t, self.company, hex) == 0:
                exit = land.leave_exit[k]
                origin = land.beside[hex * 6 + land.rails.other(pair, exit)]
                self.step(step, hex, exit, node, pair, origin if step == NONE else self.origin[step], 1)

    def extend(self, end: i64) -> None:
        """Go on from the end of a rail."""
        land = self.t.land
        hex = end // 6
        entry = end % 6
        if self.t.track.rail[hex * 2 + 1] != NONE:
            return
        step = self.end_step[end]
        begun = self.begun[step]
        old = self.t.track.rail[hex * 2]
        out = land.open[hex] & ~track.shunned_edges(self.t, self.company, hex)
        for exit in range(EDGES):
            if exit == entry or not (out >> exit) & 1 or land.node_beyond[hex * 6 + exit] == begun:
                continue
            pair = land.rails.pair[entry * 6 + exit]
            if is_obtainable(self.t, old, pair):
                self.step(step, hex, exit, begun, pair, self.origin[step], 0)

    def step(self, whence: i64, hex: i64, exit: i64, begun: i64, pair: i64, origin: i64, begins: i64) -> None:
        """A tile on this hex leads out over this edge; keep it if it is the best way there."""
        land = self.t.land
        depth = self.depth
        node = land.node_beyond[hex * 6 + exit]
        end: i64 = NONE
        if node != NONE:
            if self.tiles[node] <= depth:
                return
            known = self.node_step[node]
        else:
            end = land.beside[hex * 6 + exit] * 6 + (exit + 3) % 6
            known = self.end_step[end]
        if known != NONE and self.tile[known] <= depth:
            return
        cost = track.price(self.t, hex)
        if whence != NONE:
            cost += self.cost[whence]
        if known != NONE and self.cost[known] < cost:
            return
        if known != NONE and self.cost[known] == cost and not self.is_sooner(hex, whence, known, origin):
            return
        kind = land.rails.stock[(self.t.track.rail[hex * 2] + 1) * PAIRS + pair]
        n: i64 = len(self.hex)
        self.hex = append(self.hex, hex)
        self.whence = append(self.whence, whence)
        self.cost = append(self.cost, cost)
        self.begun = append(self.begun, begun)
        self.tile = append(self.tile, depth + 1)
        self.stock = append(self.stock, kind)
        self.begins = append(self.begins, begins)
        self.origin = append(self.origin, origin)
        if node != NONE:
            self.node_step[node] = n
            self.tiles[node] = depth + 1
            self.reached |= land.bit[node]
        else:
            if known == NONE:
                self.ends = append(self.ends, end)
            self.end_step[end] = n

    def is_sooner(self, hex: i64, whence: i64, known: i64, origin: i64) -> bool:
        """10.6 Of the hexes that only one of two ways of the same length leads over, whether the first that the
        marker meets is on the new way, which ends with this hex, and not on the known one; if they lead over the same
        ones, whether the new way's first city is met first."""
        parted = self.compare(hex, whence, known)
        rank = self.t.land.rank
        first = self.t.automas.marker * self.t.land.hexes
        best: i64 = NONE
        sooner = False
        here = hex
        step = whence
        for _way in range(2):
            while True:
                if self.more[here] != 0:
                    if best == NONE or rank[first + here] < best:
                        best = rank[first + here]
                        sooner = self.more[here] > 0
                    self.more[here] = 0
                if step == parted:
                    break
                here = self.hex[step]
                step = self.whence[step]
            here = self.hex[known]
            step = self.whence[known]
        if best == NONE and self.t.version > 1:
            return rank[first + origin] < rank[first + self.origin[known]]
        return sooner

    def compare(self, hex: i64, whence: i64, known: i64) -> i64:
        """Count how often the new way leads over a hex more than the known one; the step where they part."""
        here = hex
        step = whence
        other = self.hex[known]
        other_step = self.whence[known]
        while True:
            self.more[here] += 1
            self.more[other] -= 1
            if step == other_step:
                return step
            here = self.hex[step]
            step = self.whence[step]
            other = self.hex[other_step]
            other_step = self.whence[other_step]

    def can_lay(self, node: i64, trains: i64) -> bool:
        """10.5 Whether the way to a node goes over no hex twice, and there are tiles and trains for all of it. A
        crossing gives back the tile under it."""
        rail = self.t.track.rail
        kinds = self.t.land.rails.kind
        last = self.node_step[node]
        while last != NONE:
            trains -= self.begins[last]
            left = self.t.track.tiles[self.stock[last]]
            step = self.whence[last]
            while step != NONE:
                hex = self.hex[step]
                if hex == self.hex[last]:
                    return False
                if self.stock[step] == self.stock[last]:
                    left -= 1
                if rail[hex * 2] != NONE and kinds[rail[hex * 2]] == self.stock[last]:
                    left += 1
                step = self.whence[step]
            if left == 0:
                return False
            last = self.whence[last]
        return trains >= 0

    def path(self, node: i64) -> vec[i64]:
        """The hexes on the way to a node, from the network on."""
        hexes = vec[i64]()
        step = self.node_step[node]
        while step != NONE:
            hexes = append(hexes, self.hex[step])
            step = self.whence[step]
        turned = vec[i64]()
        for k in range(len(hexes) - 1, -1, -1):
            turned = append(turned, hexes[k])
        return turned


@final
class Detour:
    """10.5 When the shortest way can't be laid as a whole: every way, one tile longer at a time, until one can. It goes
    over no hex twice, with the tiles and trains that there are. After `TRIES` tiles it gives up: what has not been
    reached by then counts as out of reach."""

    def __init__(self, t: "SteamPower", company: i64, trains: i64, wanted: i64) -> None:
        self.t = t
        self.company = company
        self.trains = trains
        self.wanted = wanted
        self.tiles = t.track.tiles[:]
        self.limit: i64 = 0  # tiles of the ways that are looked for
        self.tries: i64 = 0
        self.reached: i64 = 0  # wanted nodes with so many tiles, as a set of bits
        self.cost_to = vec[i64]([FAR] * t.land.nodes)
        self.way = vec[i64]([NONE] * COINS)  # hexes of the way that is looked at
        self.ways = vec[i64]([NONE] * (t.land.nodes * COINS))  # of the best way to each wanted node
        self.origin: i64 = NONE
        self.origins = vec[i64]([NONE] * t.land.nodes)
        self.on_way = vec[i64]([0] * t.land.hexes)
        # The fewest tiles from a rail's end, and from a node, to a wanted node; never more than it really takes.
        self.from_end = vec[i64]([FAR] * (t.land.hexes * 6))
        self.from_node = vec[i64]([FAR] * t.land.nodes)
        self.look_back()

    def look_back(self) -> None:
        t = self.t
        land = t.land
        for node in range(land.nodes):
            if self.wanted & land.bit[node]:
                self.from_node[node] = 0
        changed = True
        while changed:
            changed = False
            for hex in range(land.hexes):
                if land.ground[hex] < 0 or t.track.rail[hex * 2 + 1] != NONE:
                    continue
                open = land.open[hex] & ~track.shunned_edges(t, self.company, hex)
                for entry in range(EDGES):
                    if (open >> entry) & 1 and self.look_on(hex, entry, open):
                        changed = True

    def look_on(self, hex: i64, entry: i64, open: i64) -> bool:
        """Whether a rail that comes in at this edge leads to a wanted node sooner than was known."""
        t = self.t
        land = t.land
        best = self.from_end[hex * 6 + entry]
        for exit in range(EDGES):
            if exit == entry or not (open >> exit) & 1:
                continue
            if is_obtainable(t, t.track.rail[hex * 2], land.rails.pair[entry * 6 + exit]):
                best = min(best, 1 + self.beyond(hex, exit))
        node = land.node_beyond[hex * 6 + entry]
        if node != NONE and best < self.from_node[node]:
            self.from_node[node] = best
            self.from_end[hex * 6 + entry] = best
            return True
        if best < self.from_end[hex * 6 + entry]:
            self.from_end[hex * 6 + entry] = best
            return True
        return False

    def beyond(self, hex: i64, exit: i64) -> i64:
        """The fewest tiles from what lies beyond an edge."""
        land = self.t.land
        node = land.node_beyond[hex * 6 + exit]
        if node != NONE:
            return self.from_node[node]
        return self.from_end[land.beside[hex * 6 + exit] * 6 + (exit + 3) % 6]

    def find(self, home: i64, least: i64) -> bool:
        """Ways with `least` tiles, then with more."""
        self.limit = least
        while self.limit <= COINS and self.tries < TRIES:
            self.start(0, home, home, 0)
            if self.reached != 0:
                return True
            self.limit += 1
        return False

    def start(self, n: i64, here: i64, nodes: i64, cost: i64) -> None:
        """Tile n begins a link here: at the network, or at the node that the way has reached."""
        land = self.t.land
        if self.trains == 0:
            return
        self.trains -= 1
        for node in range(land.nodes):
            if not here & land.bit[node] or n + self.from_node[node] > self.limit:
                continue
            for k in range(land.leave_from[node], land.leave_from[node + 1]):
                hex = land.leave_hex[k]
                entry = land.rails.other(land.leave_pair[k], land.leave_exit[k])
                if n == 0:
                    self.origin = land.beside[hex * 6 + entry]
                self.lay(n, hex, entry, land.leave_exit[k], node, nodes, cost)
        self.trains += 1

    def extend(self, n: i64, end: i64, begun: i64, nodes: i64, cost: i64) -> None:
        """Tile n goes on from the end of a rail."""
        for exit in range(EDGES):
            if exit != end % 6 and (self.t.land.open[end // 6] >> exit) & 1:
                self.lay(n, end // 6, end % 6, exit, begun, nodes, cost)

    def lay(self, n: i64, hex: i64, entry: i64, exit: i64, begun: i64, nodes: i64, cost: i64) -> None:
        t = self.t
        land = t.land
        rails = land.rails
        node = land.node_beyond[hex * 6 + exit]
        pair = rails.pair[entry * 6 + exit]
        old = t.track.rail[hex * 2]
        kind = rails.stock[(old + 1) * PAIRS + pair]
        if (
            self.on_way[hex]
            or node == begun
            or t.track.rail[hex * 2 + 1] != NONE
            or kind == NONE
            or self.tiles[kind] == 0
        ):
            return
        if node != NONE and nodes & land.bit[node]:
            return  # it is there already
        if rails.edges[pair] & track.shunned_edges(t, self.company, hex):
            return
        if n + 1 + self.beyond(hex, exit) > self.limit or self.tries >= TRIES:
            return
        self.tries += 1
        self.on_way[hex] = 1
        self.way[n] = hex
        self.tiles[kind] -= 1
        if old != NONE:
            self.tiles[rails.kind[old]] += 1
        cost += track.price(t, hex)
        if node == NONE:
            self.extend(n + 1, land.beside[hex * 6 + exit] * 6 + (exit + 3) % 6, begun, nodes, cost)
        elif self.wanted & land.bit[node]:
            self.arrive(node, cost)
        else:
            self.start(n + 1, land.bit[node], nodes | land.bit[node], cost)
        self.on_way[hex] = 0
        self.tiles[kind] += 1
        if old != NONE:
            self.tiles[rails.kind[old]] -= 1

    def arrive(self, node: i64, cost: i64) -> None:
        """10.6 Keep the way if it costs least, then by the marker."""
        if cost > self.cost_to[node] or (cost == self.cost_to[node] and not self.is_sooner(node)):
            return
        self.reached |= self.t.land.bit[node]
        self.cost_to[node] = cost
        self.origins[node] = self.origin
        for k in range(self.limit):
            self.ways[node * COINS + k] = self.way[k]

    def is_sooner(self, node: i64) -> bool:
        """10.6 Of the hexes that only one of two ways leads over, the marker meets the first on this one; if there are
        none, this one's first city is met first."""
        rank = self.t.land.rank
        first = self.t.automas.marker * self.t.land.hexes
        best: i64 = NONE
        sooner = False
        for k in range(self.limit):
            self.on_way[self.ways[node * COINS + k]] -= 1
        for hex in range(self.t.land.hexes):
            if self.on_way[hex] != 0 and (best == NONE or rank[first + hex] < best):
                best = rank[first + hex]
                sooner = self.on_way[hex] > 0
        for k in range(self.limit):
            self.on_way[self.ways[node * COINS + k]] += 1
        if best == NONE:
            return rank[first + self.origin] < rank[first + self.origins[node]]
        return sooner

    def path(self, node: i64) -> vec[i64]:
        return self.ways[node * COINS : node * COINS + self.limit]


@final
class Laying:
    """10.6 All ways to lay rails along the coins, and the best: as many cities as possible, then by the marker the city
    it starts from, the city it serves, and what each rail in turn leads to."""

    def __init__(self, t: "SteamPower", company: i64) -> None:
        index = company - t.players
        self.t = t
        self.company = company
        self.first = index * COINS
        self.count = t.automas.coin_count[index]
        self.goal = t.land.node[t.automas.target[index]]
        self.tiles = t.track.tiles[:]  # in stock, when the coins before have been laid
        self.trains = t.track.trains[company]
        self.pairs = vec[i64]([NONE] * self.count)
        self.ranks = vec[i64]([0] * (self.count * 2))  # what each rail leads to: where it comes from, where it goes
        self.any_will_do = False
        self.rail: i64 = NONE  # the first of the best way
        self.cities: i64 = NONE
        self.best = vec[i64]([0] * (self.count * 2))

    def lay_all(self) -> None:
        t = self.t
        visited = t.track.network[self.company]
        if t.begin_at != NONE:
            visited = t.land.bit[t.begin_at]
        self.lay(0, t.track.facing[self.company], t.track.link_start[self.company], visited, 0)

    def lay(self, n: i64, facing: i64, begun: i64, visited: i64, cities: i64) -> None:
        """Coin n: its rail continues an open end, or starts a link at a city that is connected by then."""
        t = self.t
        land = t.land
        hex = t.automas.coins[self.first + n]
        if cities + self.count - n < self.cities or t.track.rail[hex * 2 + 1] != NONE:
            return
        if facing != NONE:
            if facing // 6 == hex:
                self.leave_by(n, facing % 6, begun, visited, cities)
            return
        if self.trains == 0:
            return
        self.trains -= 1
        for entry in range(EDGES):
            node = land.node_beyond[hex * 6 + entry]
            if node != NONE and visited & land.bit[node]:
                self.leave_by(n, entry, node, visited, cities)
        self.trains += 1

    def leave_by(self, n: i64, entry: i64, begun: i64, visited: i64, cities: i64) -> None:
        """Every way out of coin n that comes in at this edge."""
        t = self.t
        land = t.land
        rails = land.rails
        hex = t.automas.coins[self.first + n]
        old = t.track.rail[hex * 2]
        open = land.open[hex] & ~track.shunned_edges(t, self.company, hex)
        if not (open >> entry) & 1:
            return
        for exit in range(EDGES):
            if exit == entry or not (open >> exit) & 1 or not self.leads_on(n, hex, exit, begun):
                continue
            pair = rails.pair[entry * 6 + exit]
            kind = rails.stock[(old + 1) * PAIRS + pair]
            if kind == NONE or self.tiles[kind] == 0:
                continue
            self.pairs[n] = pair
            self.ranks[n * 2] = self.rank(hex, entry)
            self.ranks[n * 2 + 1] = self.rank(hex, exit)
            self.tiles[kind] -= 1
            if old != NONE:
                self.tiles[rails.kind[old]] += 1
            self.go_on(n, hex, exit, begun, visited, cities)
            self.tiles[kind] += 1
            if old != NONE:
                self.tiles[rails.kind[old]] -= 1
            if self.any_will_do and self.rail != NONE:
                return

    def leads_on(self, n: i64, hex: i64, exit: i64, begun: i64) -> bool:
        """To the target from the last coin, to the next coin or into another city from one before."""
        land = self.t.land
        node = land.node_beyond[hex * 6 + exit]
        if node == begun:
            return False
        if n == self.count - 1:
            return node == self.goal
        return node != NONE or land.beside[hex * 6 + exit] == self.t.automas.coins[self.first + n + 1]

    def go_on(self, n: i64, hex: i64, exit: i64, begun: i64, visited: i64, cities: i64) -> None:
        land = self.t.land
        node = land.node_beyond[hex * 6 + exit]
        if n == self.count - 1:
            self.compare(cities + 1)
        elif node != NONE:
            new: i64 = 0 if visited & land.bit[node] else 1
            self.lay(n + 1, NONE, NONE, visited | land.bit[node], cities + new)
        else:
            self.lay(n + 1, land.beside[hex * 6 + exit] * 6 + (exit + 3) % 6, begun, visited, cities)

    def rank(self, hex: i64, edge: i64) -> i64:
        """10.2 When the marker meets what lies beyond an edge."""
        land = self.t.land
        return land.rank[self.t.automas.marker * land.hexes + land.beside[hex * 6 + edge]]

    def compare(self, cities: i64) -> None:
        """Keep this way if it is the best so far."""
        if self.rail == NONE or cities > self.cities or (cities == self.cities and self.is_sooner()):
            self.rail = self.pairs[0]
            self.cities = cities
            for k in range(len(self.ranks)):
                self.best[k] = self.ranks[k]

    def is_sooner(self) -> bool:
        last: i64 = len(self.ranks) - 1
        if self.ranks[0] != self.best[0]:
            return self.ranks[0] < self.best[0]
        if self.ranks[last] != self.best[last]:
            return self.ranks[last] < self.best[last]
        for k in range(last):
            if self.ranks[k] != self.best[k]:
                return self.ranks[k] < self.best[k]
        return False
