"""4. Lay Track: where a tile may go, and what happens when it lies there."""

from typing import TYPE_CHECKING, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from branchline.games.steam_power.codes import BEGIN, LAY, REMOVE, REPLACE
from branchline.games.steam_power.deck import LINKS
from branchline.games.steam_power.land import CROSSING_COST, DE_BRUIJN, NONE, PAIRS, STOCKS
from branchline.kernel.part import Part

if TYPE_CHECKING:
    from branchline.games.steam_power.rules import SteamPower

ALL_EDGES: Final[i64] = 63
WORD: Final[i64] = 60  # hexes that a set of bits tells apart


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Track(Part):
    """All track on the map, whose it is and where it ends; the tiles and trains that are left."""

    def __init__(
        self,
        tiles: vec[i64],
        trains: vec[i64],
        rail: vec[i64],
        link: vec[i64],
        facing: vec[i64],
        link_start: vec[i64],
        joins: vec[i64],
        roads: vec[i64],
        network: vec[i64],
        linked: i64,
    ) -> None:
        self.tiles = tiles  # of each stock
        self.trains = trains  # company -> those not on the map
        self.rail = rail  # hex * 2 + 0 or 1: the older and the newer rail on it, a pair
        self.link = link  # hex * 2 + 0 or 1: company * LINKS + n; NONE for a dead rail
        self.facing = facing  # company: hex * 6 + edge that its open end leads to, or NONE
        self.link_start = link_start  # company: the node at which its incomplete link began
        self.joins = joins  # company * nodes + node: nodes at the other end of its links
        self.roads = roads  # node: nodes at the other end of anybody's links
        self.network = network  # company: nodes with a completed link of its own, as a set of bits
        self.linked = linked  # nodes with anybody's completed link
        self.shared = False  # whether a copy may look at the same rails

    def copy(self) -> "Track":
        twin = Track(
            tiles=self.tiles[:],
            trains=self.trains[:],
            rail=self.rail,
            link=self.link,
            facing=self.facing[:],
            link_start=self.link_start[:],
            joins=self.joins,  # these three are copied when a link is completed
            roads=self.roads,
            network=self.network,
            linked=self.linked,
        )
        self.shared = True
        twin.shared = True
        return twin

    def part_from_copies(self) -> None:
        """Before a tile changes."""
        if self.shared:
            self.rail = self.rail[:]
            self.link = self.link[:]
            self.shared = False

    def content(self) -> list[int]:
        ends = [*self.facing, *self.link_start]
        return [*self.tiles, *self.trains, *self.rail, *self.link, *ends, *self.joins, *self.network, self.linked]


def has_open_end(t: "SteamPower", company: i64) -> bool:
    """4.4 Whether the company has an incomplete link."""
    return t.track.facing[company] != NONE


def is_first_track(t: "SteamPower", company: i64) -> bool:
    """4.2 Nothing of the company lies on the map."""
    return t.track.network[company] == 0 and t.track.facing[company] == NONE


def placements(t: "SteamPower", company: i64, moves: vec[i64]) -> vec[i64]:
    """Everything that one placement can be."""
    if has_open_end(t, company):
        moves = extensions(t, company, moves)
        moves = replacements(t, company, moves)
        return append(moves, REMOVE)
    if t.track.trains[company] == 0:
        return moves
    if t.track.network[company] == 0:
        return first_cities(t, company, moves)
    return starts(t, company, t.track.network[company], moves)


def can_place(t: "SteamPower", company: i64) -> bool:
    """Whether there is any placement; an open end can always be taken up."""
    if has_open_end(t, company):
        return True
    if t.track.trains[company] == 0:
        return False
    mine = t.track.network[company]
    plain = pairs_in_stock(t, NONE)
    ends = other_ends(t, company)
    for node in range(t.land.nodes):
        if (mine == 0 or (mine >> node) & 1) and can_begin(t, company, node, plain, ends):
            return True
    return False


def surely_starts(t: "SteamPower", company: i64, nodes: i64, hex: i64, money: i64) -> bool:
    """Whether with so much money a link can start at one of these nodes once the tile on this hex is another: on an
    empty hex, with tiles that there are two of. True is certain, False says nothing."""
    land = t.land
    rail = t.track.rail
    plain: i64 = 0
    for kind in range(STOCKS):
        if t.track.tiles[kind] > 1:
            plain |= land.rails.from_stock[kind]
    ends = other_ends(t, company)
    for i in range(len(land.start_hexes)):
        there = land.start_hexes[i]
        if there == hex or rail[there * 2] != NONE or land.ground[there] > money or (ends >> (there % WORD)) & 1:
            continue
        if land.start_near[i] & nodes and starts_on(t, there, nodes) & plain:
            return True
    return False


def starts(t: "SteamPower", company: i64, nodes: i64, moves: vec[i64]) -> vec[i64]:
    """4.3 New links out of the company's cities."""
    land = t.land
    place = land.rails.place
    rail = t.track.rail
    ground = land.ground
    start_hexes = land.start_hexes
    start_near = land.start_near
    start_from = land.start_from
    start_node = land.start_node
    start_pairs = land.start_pairs
    money = t.money[t.purse(company)]
    plain = pairs_in_stock(t, NONE)
    ends = other_ends(t, company)
    for i in range(len(start_hexes)):
        if start_near[i] & nodes == 0:
            continue
        hex = start_hexes[i]
        if rail[hex * 2] == NONE and not (ends >> (hex % WORD)) & 1:
            fitting = plain if ground[hex] <= money else 0
        else:
            fitting = pairs_on(t, company, hex, money, plain, ends)
        if fitting == 0:
            continue
        pairs: i64 = 0
        for k in range(start_from[hex], start_from[hex + 1]):
            if (nodes >> start_node[k]) & 1:
                pairs |= start_pairs[k]
        pairs &= fitting
        while pairs:
            moves = append(moves, LAY + hex * PAIRS + place[((pairs & -pairs) * DE_BRUIJN & 0xFFFF) >> 12])
            pairs &= pairs - 1
    return moves


def pairs_on(t: "SteamPower", company: i64, hex: i64, money: i64, plain: i64, ends: i64) -> i64:
    """4.1, 4.4, 4.6, 4.7 The rails that a tile in stock, which the money pays for, can bring to a hex without meeting
    another company's open end. `plain`: those of tiles for an empty hex; `ends`: as `other_ends` tells."""
    rail = t.track.rail
    if rail[hex * 2 + 1] != NONE:
        return 0
    pairs = plain
    if rail[hex * 2] != NONE:
        if money < CROSSING_COST:
            return 0
        pairs = pairs_in_stock(t, rail[hex * 2])
    elif t.land.ground[hex] > money:
        return 0
    if ends and (ends >> (hex % WORD)) & 1:
        pairs &= ~t.land.rails.over[shunned_edges(t, company, hex)]
    return pairs


def other_ends(t: "SteamPower", company: i64) -> i64:
    """4.4 The hexes that other companies' incomplete links lead to, modulo the bits of a set."""
    facing = t.track.facing
    hexes: i64 = 0
    for other in range(t.companies):
        if facing[other] != NONE and other != company:
            hexes |= t.land.bit[facing[other] // 6 % WORD]
    return hexes


def first_cities(t: "SteamPower", company: i64, moves: vec[i64]) -> vec[i64]:
    """4.2 The first track may begin at any city."""
    land = t.land
    plain = pairs_in_stock(t, NONE)
    ends = other_ends(t, company)
    for city in range(land.cities):
        if can_begin(t, company, land.node[city], plain, ends):
            moves = append(moves, BEGIN + city)
    return moves


def can_begin(t: "SteamPower", company: i64, node: i64, plain: i64, ends: i64) -> bool:
    """4.3 Whether a link can start at the node."""
    land = t.land
    money = t.money[t.purse(company)]
    for k in range(land.around_from[node], land.around_from[node + 1]):
        if land.around_pairs[k] & pairs_on(t, company, land.around_hex[k], money, plain, ends):
            return True
    return False


def extensions(t: "SteamPower", company: i64, moves: vec[i64]) -> vec[i64]:
    """4.4 The next tile continues the incomplete link at its open end."""
    land = t.land
    rails = land.rails
    hex = t.track.facing[company] // 6
    entry = t.track.facing[company] % 6
    if t.track.rail[hex * 2 + 1] != NONE or price(t, hex) > t.money[t.purse(company)]:
        return moves
    old = t.track.rail[hex * 2]
    shunned = shunned_edges(t, company, hex)
    for exit in range(6):
        if exit == entry or not land.open[hex] & rails.bit[exit] or shunned & rails.bit[exit]:
            continue
        pair = rails.pair[entry * 6 + exit]
        if land.node_beyond[hex * 6 + exit] != t.track.link_start[company] and in_stock(t, old, pair):
            moves = append(moves, LAY + hex * PAIRS + pair)
    return moves


def replacements(t: "SteamPower", company: i64, moves: vec[i64]) -> vec[i64]:
    """4.5 Another tile in place of the last one, at no cost. It starts where the old one did and leads elsewhere; a
    link's only tile may start anywhere legal."""
    land = t.land
    rails = land.rails
    hex = end_hex(t, company)
    slot = end_slot(t, company)
    other = t.track.rail[hex * 2 + 1 - slot]
    entry = entry_edge(t, company)
    pairs = replaceable(t, hex, other) & ~rails.bit[t.track.rail[hex * 2 + slot]]
    if drops_dead_rail(t, hex, slot):
        pairs |= replaceable(t, hex, NONE)
    if land.node_beyond[hex * 6 + entry] == NONE:
        pairs &= rails.over[rails.bit[entry]] & ~rails.over[edges_to(t, hex, t.track.link_start[company])]
        pairs &= ~rails.over[shunned_edges(t, company, hex) | ALL_EDGES & ~land.open[hex]]
    else:
        pairs &= starts_on(t, hex, t.track.network[company]) & ~rails.over[shunned_edges(t, company, hex)]
    while pairs:
        moves = append(moves, REPLACE + hex * PAIRS + rails.lowest(pairs))
        pairs &= pairs - 1
    return moves


def edges_to(t: "SteamPower", hex: i64, node: i64) -> i64:
    """The edges of a hex that lead into a node, as a set of bits."""
    edges: i64 = 0
    for edge in range(6):
        if t.land.node_beyond[hex * 6 + edge] == node:
            edges |= t.land.bit[edge]
    return edges


def starts_on(t: "SteamPower", hex: i64, nodes: i64) -> i64:
    """4.2, 4.3 The rails on a hex that lead out of one of these nodes, or of any if there are none."""
    land = t.land
    pairs: i64 = 0
    for k in range(land.start_from[hex], land.start_from[hex + 1]):
        if nodes == 0 or (nodes >> land.start_node[k]) & 1:
            pairs |= land.start_pairs[k]
    return pairs


def replaceable(t: "SteamPower", hex: i64, kept: i64) -> i64:
    """4.7 The rails of tiles in stock that keep another one, or nothing; what lies there now goes back first."""
    return pairs_in_stock(t, kept) | t.land.rails.from_stock[(kept + 1) * STOCKS + tile_kind(t, hex)]


def drops_dead_rail(t: "SteamPower", hex: i64, slot: i64) -> bool:
    """4.6 Beside the link's end lies a rail that is nobody's: it need not stay. In version 1 it had to."""
    other = hex * 2 + 1 - slot
    return t.version > 1 and t.track.rail[other] != NONE and t.track.link[other] == NONE


def price(t: "SteamPower", hex: i64) -> i64:
    """4.1 The terrain's price on an empty hex, 4.6 a crossing's on another rail."""
    if t.track.rail[hex * 2] == NONE:
        return t.land.ground[hex]
    return CROSSING_COST


def in_stock(t: "SteamPower", old: i64, pair: i64) -> bool:
    """4.7 A tile with the new rail, and the old one if there is one, is left."""
    kind = t.land.rails.stock[(old + 1) * PAIRS + pair]
    return kind != NONE and t.track.tiles[kind] > 0


def pairs_in_stock(t: "SteamPower", old: i64) -> i64:
    """The same of all rails, as a set of bits."""
    pairs: i64 = 0
    tiles = t.track.tiles
    from_stock = t.land.rails.from_stock
    for kind in range(STOCKS):
        if tiles[kind] > 0:
            pairs |= from_stock[(old + 1) * STOCKS + kind]
    return pairs


def shunned_edges(t: "SteamPower", company: i64, hex: i64) -> i64:
    """4.4 Edges at which another company's incomplete link would be met, as a set of bits."""
    edges: i64 = 0
    first = hex * 6
    facing = t.track.facing
    for other in range(t.companies):
        at = facing[other]
        if at >= first and at < first + 6 and other != company:
            edges |= t.land.bit[at - first]
    return edges


def end_hex(t: "SteamPower", company: i64) -> i64:
    """The hex of the incomplete link's last tile."""
    return t.land.beside[t.track.facing[company]]


def end_slot(t: "SteamPower", company: i64) -> i64:
    """Which of the rails on that hex is the link's."""
    exit = (t.track.facing[company] % 6 + 3) % 6
    newer = t.track.rail[end_hex(t, company) * 2 + 1]
    return 1 if newer != NONE and t.land.rails.edges[newer] & t.land.bit[exit] else 0


def entry_edge(t: "SteamPower", company: i64) -> i64:
    """The edge at which the link comes into its last tile."""
    exit = (t.track.facing[company] % 6 + 3) % 6
    return t.land.rails.other(t.track.rail[end_hex(t, company) * 2 + end_slot(t, company)], exit)


def tile_kind(t: "SteamPower", hex: i64) -> i64:
    """The stock that the tile on a hex came from; NONE without a tile."""
    rails = t.land.rails
    older = t.track.rail[hex * 2]
    newer = t.track.rail[hex * 2 + 1]
    if older == NONE:
        return NONE
    if newer == NONE:
        return rails.kind[older]
    return rails.crossing[older * PAIRS + newer]


# -- what happens ------------------------------------------------------------------------


def lay(t: "SteamPower", company: i64, hex: i64, pair: i64) -> None:
    """4.3, 4.4, 4.6 A tile on an empty hex, or a crossing over the tile that is there."""
    t.track.part_from_copies()
    t.money[t.purse(company)] -= price(t, hex)
    before = tile_kind(t, hex)
    if not has_open_end(t, company):
        open_link(t, company, hex, pair)
    slot: i64 = 0 if t.track.rail[hex * 2] == NONE else 1
    t.track.rail[hex * 2 + slot] = pair
    t.track.link[hex * 2 + slot] = company * LINKS + LINKS - 1 - t.track.trains[company]
    swap_tiles(t, before, tile_kind(t, hex))
    lead_on(t, company, hex, pair)


def open_link(t: "SteamPower", company: i64, hex: i64, pair: i64) -> None:
    """4.4 A link takes one train, at its first tile; it starts at the company's own city."""
    land = t.land
    t.track.trains[company] -= 1
    entry = start_edge(t, company, hex, pair)
    t.track.link_start[company] = land.node_beyond[hex * 6 + entry]
    t.track.facing[company] = hex * 6 + entry


def start_edge(t: "SteamPower", company: i64, hex: i64, pair: i64) -> i64:
    """The edge of a first tile at which its link starts."""
    land = t.land
    mine = t.track.network[company]
    if t.begin_at != NONE:
        mine = land.bit[t.begin_at]
    first = land.node_beyond[hex * 6 + land.rails.first[pair]]
    second = land.node_beyond[hex * 6 + land.rails.second[pair]]
    if first != NONE and (mine == 0 or mine & land.bit[first]):
        return land.rails.first[pair]
    if second != NONE and (mine == 0 or mine & land.bit[second]):
        return land.rails.second[pair]
    return land.rails.first[pair] if first != NONE else land.rails.second[pair]


def swap_tiles(t: "SteamPower", before: i64, after: i64) -> None:
    """4.7 The old tile goes back to its stock, the new one comes out of its own."""
    if before != NONE:
        t.track.tiles[before] += 1
    if after != NONE:
        t.track.tiles[after] -= 1


def lead_on(t: "SteamPower", company: i64, hex: i64, pair: i64) -> None:
    """The rail comes in at the edge that the link faced; it completes the link or leaves it open."""
    land = t.land
    entry = t.track.facing[company] % 6
    exit = land.rails.other(pair, entry)
    node = land.node_beyond[hex * 6 + exit]
    if node == NONE:
        t.track.facing[company] = land.beside[hex * 6 + exit] * 6 + (exit + 3) % 6
    else:
        t.track.facing[company] = NONE
        complete(t, company, t.track.link_start[company], node)
        t.track.link_start[company] = NONE


def complete(t: "SteamPower", company: i64, one: i64, two: i64) -> None:
    """4.3 A link between two cities belongs to the company's network."""
    bit = t.land.bit
    nodes = t.land.nodes
    t.track.joins = t.track.joins[:]
    t.track.roads = t.track.roads[:]
    t.track.network = t.track.network[:]
    t.track.joins[company * nodes + one] |= bit[two]
    t.track.joins[company * nodes + two] |= bit[one]
    t.track.roads[one] |= bit[two]
    t.track.roads[two] |= bit[one]
    t.track.network[company] |= bit[one] | bit[two]
    t.track.linked |= bit[one] | bit[two]


def replace(t: "SteamPower", company: i64, hex: i64, pair: i64) -> None:
    """4.5 The last tile is changed for another; what else lies on a crossing stays."""
    t.track.part_from_copies()
    slot = end_slot(t, company)
    entry = entry_edge(t, company)
    before = tile_kind(t, hex)
    if drops_dead_rail(t, hex, slot) and (replaceable(t, hex, NONE) >> pair) & 1:
        link = t.track.link[hex * 2 + slot]
        clear(t, hex)
        slot = 0
        t.track.link[hex * 2] = link
    t.track.rail[hex * 2 + slot] = pair
    swap_tiles(t, before, tile_kind(t, hex))
    if t.land.node_beyond[hex * 6 + entry] != NONE:  # its only tile
        entry = start_edge(t, company, hex, pair)
        t.track.link_start[company] = t.land.node_beyond[hex * 6 + entry]
    t.track.facing[company] = hex * 6 + entry
    lead_on(t, company, hex, pair)


def remove(t: "SteamPower", company: i64) -> None:
    """4.5 The last tile is taken up; with the link's only tile its train comes back."""
    t.track.part_from_copies()
    land = t.land
    hex = end_hex(t, company)
    entry = entry_edge(t, company)
    take_up(t, hex, end_slot(t, company))
    if land.node_beyond[hex * 6 + entry] == NONE:
        t.track.facing[company] = hex * 6 + entry
    else:
        t.track.facing[company] = NONE
        t.track.link_start[company] = NONE
        t.track.trains[company] += 1


def take_up(t: "SteamPower", hex: i64, slot: i64) -> None:
    """A rail leaves its hex. 4.6 On a crossing the other rail stays: on a plain tile, or, when none
    is left, on the crossing with a dead rail."""
    at = hex * 2
    before = tile_kind(t, hex)
    other = at + 1 - slot
    if t.track.rail[other] == NONE or t.track.link[other] == NONE:
        clear(t, hex)
    elif t.track.tiles[t.land.rails.kind[t.track.rail[other]]] == 0:
        t.track.link[at + slot] = NONE
    else:
        pair = t.track.rail[other]
        link = t.track.link[other]
        clear(t, hex)
        t.track.rail[at] = pair
        t.track.link[at] = link
    swap_tiles(t, before, tile_kind(t, hex))


def clear(t: "SteamPower", hex: i64) -> None:
    for k in range(hex * 2, hex * 2 + 2):
        t.track.rail[k] = NONE
        t.track.link[k] = NONE
