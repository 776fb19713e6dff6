"""10. The Automa: what it fulfils, where it lays track and where it builds.

Everything here only looks; `rules.py` plays the moves. A coin path is a row of hexes; which rails
come to lie on them is decided tile by tile, so that a path can be followed as long as any rails fit.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.steam_power import delivery, factories, track
from branchline.games.steam_power.deck import (
    BONUS_FACTORY,
    BONUS_TRACK,
    COLOURS,
    LEAST_PRESENT,
    MOST,
    PURPLE,
    UNCONNECTED,
    VICTORY_CITY,
)
from branchline.games.steam_power.land import NONE, PAIRS
from branchline.games.steam_power.pieces import (
    AUTOMA,
    AUTOMA_BONUS,
    BUILD,
    COINS,
    COMPENSATION,
    FULFIL,
    HEAD_FOR,
    LAY,
    MONEY,
    Pieces,
    Plan,
)

FAR: Final[i64] = 1000
EDGES: Final[i64] = 6


def move(t: Pieces) -> i64:
    """10.3 The move that the rules make the Automa play."""
    company = t.to_act
    if t.phase == AUTOMA:
        if can_fulfil(t, company):
            return FULFIL + t.contract
        return action(t, company)
    if t.phase == AUTOMA_BONUS:
        return bonus_move(t, company)
    return next_track(t, company)


def action(t: Pieces, company: i64) -> i64:
    """10.4 Track or a factory, else the other, else $3."""
    track_first = t.numbers.icon[t.deck.bonus[t.contract]] == BONUS_TRACK
    wish = next_track(t, company) if track_first else next_factory(t, company)
    if wish == NONE:
        wish = next_factory(t, company) if track_first else next_track(t, company)
    if wish == NONE:
        return MONEY
    return wish


def bonus_move(t: Pieces, company: i64) -> i64:
    """10.4 The bonus, or money when it can't be used."""
    bonus = t.deck.bonus[t.contract]
    wish: i64 = NONE
    if bonus == BONUS_TRACK:
        wish = next_track(t, company)
    elif bonus == BONUS_FACTORY:
        wish = next_factory(t, company)
    return wish if wish != NONE else COMPENSATION


def can_fulfil(t: Pieces, company: i64) -> bool:
    """10.4 It has a link, and the cheapest delivery is within its money."""
    if t.network[company] == 0:
        return False
    return delivery.cost(t, delivery.price_list(t, company), t.contract) <= t.money[company]


# -- what it looks for ---------------------------------------------------------------------


def extended_network(t: Pieces, company: i64) -> i64:
    """10.1 The nodes from which goods reach its network, as a set of bits."""
    fare = delivery.fares(t, company)
    nodes: i64 = 0
    for node in range(t.land.nodes):
        if fare[node] != NONE:
            nodes |= t.land.bit[node]
    return nodes


def present(t: Pieces, nodes: i64) -> vec[i64]:
    """10.5 Goods of each colour that lie in these nodes."""
    count = vec[i64]([0] * COLOURS)
    for city in range(t.land.cities):
        if t.goods[city] > 0 and nodes & t.land.bit[t.land.node[city]]:
            count[t.colour[city]] += t.goods[city]
    return count


def others_networks(t: Pieces, company: i64) -> i64:
    nodes: i64 = 0
    for other in range(t.companies):
        if other != company:
            nodes |= t.network[other]
    return nodes


def is_wanted(t: Pieces, company: i64, city: i64, seek: i64, count: vec[i64]) -> bool:
    """10.5 Whether a city answers to what a good's colour asks for."""
    node = t.land.bit[t.land.node[city]]
    if seek == LEAST_PRESENT:
        colour = t.colour[city]
        return colour != PURPLE and t.owner[city] == NONE and count[colour] == least(count)
    if seek == VICTORY_CITY:
        return t.colour[city] == PURPLE
    if seek == UNCONNECTED:
        return t.linked & node == 0
    return others_networks(t, company) & node != 0


def least(count: vec[i64]) -> i64:
    lowest = count[0]
    for colour in range(COLOURS):
        lowest = min(lowest, count[colour])
    return lowest


def first_city(t: Pieces) -> i64:
    """10.8 Where its first track starts: the first city of the colour at the marker's corner."""
    best: i64 = NONE
    for city in range(t.land.cities):
        if t.colour[city] == t.corner[t.marker] and (best == NONE or comes_before(t, city, best)):
            best = city
    if best == NONE:
        best = 0
        for city in range(t.land.cities):
            if comes_before(t, city, best):
                best = city
    return best


def comes_before(t: Pieces, city: i64, other: i64) -> bool:
    """10.2 The direction marker meets the one before the other."""
    first = t.marker * t.land.hexes
    rank = t.land.rank
    return rank[first + t.land.city_hex[city]] < rank[first + t.land.city_hex[other]]


# -- paths ---------------------------------------------------------------------------------


@final
class Survey:
    """10.6 From its network outwards, as far as it is asked: fewest tiles, then least cost, then the marker.
    A place is a node, or the end of a rail; it is reached over hexes, each from an earlier one."""

    def __init__(self, t: Pieces, company: i64, start: i64) -> None:
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
        self.grows = len(self.hex) > before

    def leave(self, node: i64) -> None:
        """Start a link at a node."""
        land = self.t.land
        rail = self.t.rail
        step = self.node_step[node]
        for k in range(land.leave_from[node], land.leave_from[node + 1]):
            hex = land.leave_hex[k]
            pair = land.leave_pair[k]
            if rail[hex * 2 + 1] != NONE or not track.in_stock(self.t, rail[hex * 2], pair):
                continue
            if land.rails.edges[pair] & track.shunned_edges(self.t, self.company, hex) == 0:
                self.step(step, hex, land.leave_exit[k], node)

    def extend(self, end: i64) -> None:
        """Go on from the end of a rail."""
        land = self.t.land
        hex = end // 6
        entry = end % 6
        if self.t.rail[hex * 2 + 1] != NONE:
            return
        step = self.end_step[end]
        begun = self.begun[step]
        old = self.t.rail[hex * 2]
        out = land.open[hex] & ~track.shunned_edges(self.t, self.company, hex)
        for exit in range(EDGES):
            if exit == entry or not (out >> exit) & 1 or land.node_beyond[hex * 6 + exit] == begun:
                continue
            if track.in_stock(self.t, old, land.rails.pair[entry * 6 + exit]):
                self.step(step, hex, exit, begun)

    def step(self, whence: i64, hex: i64, exit: i64, begun: i64) -> None:
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
        if known != NONE and self.cost[known] == cost and not self.is_sooner(hex, whence, known):
            return
        n: i64 = len(self.hex)
        self.hex = append(self.hex, hex)
        self.whence = append(self.whence, whence)
        self.cost = append(self.cost, cost)
        self.begun = append(self.begun, begun)
        self.tile = append(self.tile, depth + 1)
        if node != NONE:
            self.node_step[node] = n
            self.tiles[node] = depth + 1
            self.reached |= land.bit[node]
        else:
            if known == NONE:
                self.ends = append(self.ends, end)
            self.end_step[end] = n

    def is_sooner(self, hex: i64, whence: i64, known: i64) -> bool:
        """10.6 Of the hexes that only one of two ways of the same length leads over, whether the first that the
        marker meets is on the new way, which ends with this hex, and not on the known one."""
        parted = self.compare(hex, whence, known)
        rank = self.t.land.rank
        first = self.t.marker * self.t.land.hexes
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


def plan(t: Pieces, company: i64) -> Plan | None:
    """10.5 The target that the next good asks for, else the one after it; the closest, then the
    first that the marker meets."""
    start = start_node(t, company)
    home = t.network[company] if start == NONE else t.land.bit[start]
    survey = Survey(t, company, home)
    count = present(t, extended_network(t, company))
    for good in range(t.good, MOST):
        colour = t.deck.goods[t.contract * MOST + good]
        if colour == NONE:
            break
        seek = t.numbers.seeks[colour]
        wanted: i64 = 0
        for city in range(t.land.cities):
            if is_wanted(t, company, city, seek, count):
                wanted |= t.land.bit[t.land.node[city]]
        if survey.reach(wanted & ~home):
            best = closest(t, company, survey, wanted & ~home, seek, count)
            node = t.land.node[best]
            cost = survey.cost[survey.node_step[node]]
            return Plan(start, best, good, seek, survey.tiles[node], cost, survey.path(node))
    return None


def start_node(t: Pieces, company: i64) -> i64:
    """10.8 The node of its first city, while it has no track."""
    return t.land.node[first_city(t)] if track.is_first_track(t, company) else NONE


def closest(t: Pieces, company: i64, survey: Survey, nodes: i64, seek: i64, count: vec[i64]) -> i64:
    """10.5 The wanted city with the fewest tiles, then by the marker, in one of these nodes."""
    best: i64 = NONE
    for city in range(t.land.cities):
        if not nodes & t.land.bit[t.land.node[city]] or not is_wanted(t, company, city, seek, count):
            continue
        if best == NONE or is_closer(t, survey, city, best):
            best = city
    return best


def is_closer(t: Pieces, survey: Survey, city: i64, best: i64) -> bool:
    tiles = survey.tiles[t.land.node[city]]
    least_tiles = survey.tiles[t.land.node[best]]
    return tiles < least_tiles or (tiles == least_tiles and comes_before(t, city, best))


# -- track ---------------------------------------------------------------------------------


def next_track(t: Pieces, company: i64) -> i64:
    """10.5 A tile along the coin path, or a new path; NONE if there is neither, or no money or train."""
    if t.coin_count[company - t.players] > 0:
        return next_coin(t, company)
    if t.trains[company] == 0:
        return NONE
    found = t.heading
    if found is None:
        found = plan(t, company)
    if found is None or track.price(t, found.hexes[0]) > t.money[company] or len(found.hexes) > COINS:
        return NONE
    t.heading = found
    return HEAD_FOR + found.city


def next_coin(t: Pieces, company: i64) -> i64:
    hex = t.coins[(company - t.players) * COINS]
    if track.price(t, hex) > t.money[company] or (t.trains[company] == 0 and not track.has_open_end(t, company)):
        return NONE
    pair = rail_on_path(t, company)
    return NONE if pair == NONE else LAY + hex * PAIRS + pair


def rail_on_path(t: Pieces, company: i64) -> i64:
    """10.6 The next rail of its coin path, laid to connect as many cities as possible; NONE if the
    path can't be followed any more."""
    visited = t.network[company]
    if t.begin_at != NONE:
        visited = t.land.bit[t.begin_at]
    return best_rail(t, company, 0, t.facing[company], t.link_start[company], visited) % PAIRS_AND_NONE - 1


# A rail and how many cities it leads to, as one number: cities * PAIRS_AND_NONE + pair + 1; 0 if none.
PAIRS_AND_NONE: Final[i64] = PAIRS + 1


def best_rail(t: Pieces, company: i64, n: i64, facing: i64, begun: i64, visited: i64) -> i64:
    """The rail for coin n, given the open end that leads to it or the nodes where a link can start."""
    land = t.land
    rails = land.rails
    first = (company - t.players) * COINS
    hex = t.coins[first + n]
    if t.rail[hex * 2 + 1] != NONE or (facing != NONE and facing // 6 != hex):
        return 0
    shut = track.shunned_edges(t, company, hex) | ~land.open[hex]
    old = t.rail[hex * 2]
    best: i64 = 0
    for pair in range(PAIRS):
        if rails.edges[pair] & shut or not track.in_stock(t, old, pair):
            continue
        if facing != NONE and not (rails.edges[pair] >> (facing % 6)) & 1:
            continue
        for way in range(2):
            entry = rails.first[pair] if way == 0 else rails.second[pair]
            node = land.node_beyond[hex * 6 + entry]
            if facing != NONE:
                if entry != facing % 6:
                    continue
                start = begun
            elif node == NONE or not visited & land.bit[node]:
                continue
            else:
                start = node
            cities = cities_beyond(t, company, n, rails.other(pair, entry), start, visited)
            if cities != NONE and (cities + 1) * PAIRS_AND_NONE > best // PAIRS_AND_NONE * PAIRS_AND_NONE:
                best = (cities + 1) * PAIRS_AND_NONE + pair + 1
    return best


def cities_beyond(t: Pieces, company: i64, n: i64, exit: i64, start: i64, visited: i64) -> i64:
    """How many new cities the path connects from this exit of coin n on; NONE if it leads nowhere."""
    land = t.land
    index = company - t.players
    hex = t.coins[index * COINS + n]
    last = n == t.coin_count[index] - 1
    node = land.node_beyond[hex * 6 + exit]
    if node == start:
        return NONE
    if last:
        return 1 if node == land.node[t.target[index]] else NONE
    if node != NONE:
        new: i64 = 0 if visited & land.bit[node] else 1
        rest = best_rail(t, company, n + 1, NONE, NONE, visited | land.bit[node])
        return NONE if rest == 0 else new + rest // PAIRS_AND_NONE - 1
    if land.beside[hex * 6 + exit] != t.coins[index * COINS + n + 1]:
        return NONE
    facing = land.beside[hex * 6 + exit] * 6 + (exit + 3) % 6
    rest = best_rail(t, company, n + 1, facing, start, visited)
    return NONE if rest == 0 else rest // PAIRS_AND_NONE - 1


# -- factories -----------------------------------------------------------------------------


def next_factory(t: Pieces, company: i64) -> i64:
    city = site(t, company)
    if city == NONE:
        return NONE
    return BUILD + city * 16 + min(t.numbers.goods_a_factory, t.stock[t.colour[city]])


def site(t: Pieces, company: i64) -> i64:
    """10.9 Within its extended network, else in somebody's network: the good least present, then the
    closest city, then the marker."""
    near = extended_network(t, company)
    count = present(t, near)
    city = best_site(t, company, near, count)
    return city if city != NONE else best_site(t, company, t.linked, count)


def best_site(t: Pieces, company: i64, within: i64, count: vec[i64]) -> i64:
    survey: Survey | None = None
    best: i64 = NONE
    for city in range(t.land.cities):
        if not within & t.land.bit[t.land.node[city]] or not factories.can_build(t, company, city):
            continue
        if best == NONE or count[t.colour[city]] < count[t.colour[best]]:
            best = city
        elif count[t.colour[city]] == count[t.colour[best]]:
            if survey is None:
                survey = Survey(t, company, t.network[company])
            survey.reach(t.land.bit[t.land.node[city]] | t.land.bit[t.land.node[best]])
            if is_closer(t, survey, city, best):
                best = city
    return best
