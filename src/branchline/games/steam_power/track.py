"""4. Lay Track: where a tile may go, and what happens when it lies there."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.steam_power.land import CROSSING_COST, NONE, PAIRS, STOCKS
from branchline.games.steam_power.pieces import BEGIN, LAY, LINKS, REMOVE, REPLACE, Pieces

ALL_EDGES: Final[i64] = 63
WORD: Final[i64] = 60  # hexes that a set of bits tells apart


def has_open_end(t: Pieces, company: i64) -> bool:
    """4.4 Whether the company has an incomplete link."""
    return t.facing[company] != NONE


def is_first_track(t: Pieces, company: i64) -> bool:
    """4.2 Nothing of the company lies on the map."""
    return t.network[company] == 0 and t.facing[company] == NONE


def placements(t: Pieces, company: i64, moves: vec[i64]) -> vec[i64]:
    """Everything that one placement can be."""
    if has_open_end(t, company):
        moves = extensions(t, company, moves)
        moves = replacements(t, company, moves)
        return append(moves, REMOVE)
    if t.trains[company] == 0:
        return moves
    if t.network[company] == 0:
        return first_cities(t, company, moves)
    return starts(t, company, t.network[company], moves)


def can_place(t: Pieces, company: i64) -> bool:
    """Whether there is any placement; an open end can always be taken up."""
    if has_open_end(t, company):
        return True
    if t.trains[company] == 0:
        return False
    mine = t.network[company]
    for node in range(t.land.nodes):
        if (mine == 0 or (mine >> node) & 1) and can_begin(t, company, node):
            return True
    return False


def starts(t: Pieces, company: i64, nodes: i64, moves: vec[i64]) -> vec[i64]:
    """4.3 New links out of the company's cities."""
    land = t.land
    rail = t.rail
    ground = land.ground
    near = land.near
    start_hexes = land.start_hexes
    start_from = land.start_from
    start_nodes = land.start_nodes
    start_pair = land.start_pair
    money = t.money[t.purse(company)]
    plain = pairs_in_stock(t, NONE)
    ends = other_ends(t, company)
    for i in range(len(start_hexes)):
        hex = start_hexes[i]
        if near[hex] & nodes == 0 or rail[hex * 2 + 1] != NONE:
            continue
        pairs = plain
        if rail[hex * 2] != NONE:
            if money < CROSSING_COST:
                continue
            pairs = pairs_in_stock(t, rail[hex * 2])
        elif ground[hex] > money:
            continue
        if ends and (ends >> (hex % WORD)) & 1:
            pairs &= ~land.rails.over[shunned_edges(t, company, hex)]
        for k in range(start_from[hex], start_from[hex + 1]):
            if start_nodes[k] & nodes and (pairs >> start_pair[k]) & 1:
                moves = append(moves, LAY + hex * PAIRS + start_pair[k])
    return moves


def other_ends(t: Pieces, company: i64) -> i64:
    """4.4 The hexes that other companies' incomplete links lead to, modulo the bits of a set."""
    facing = t.facing
    hexes: i64 = 0
    for other in range(t.companies):
        if facing[other] != NONE and other != company:
            hexes |= t.land.bit[facing[other] // 6 % WORD]
    return hexes


def first_cities(t: Pieces, company: i64, moves: vec[i64]) -> vec[i64]:
    """4.2 The first track may begin at any city."""
    land = t.land
    for city in range(land.cities):
        if can_begin(t, company, land.node[city]):
            moves = append(moves, BEGIN + city)
    return moves


def can_begin(t: Pieces, company: i64, node: i64) -> bool:
    """4.3 Whether a link can start at the node."""
    land = t.land
    rail = t.rail
    money = t.money[t.purse(company)]
    for k in range(land.leave_from[node], land.leave_from[node + 1]):
        hex = land.leave_hex[k]
        pair = land.leave_pair[k]
        if rail[hex * 2 + 1] != NONE or not in_stock(t, rail[hex * 2], pair) or price(t, hex) > money:
            continue
        if land.rails.edges[pair] & shunned_edges(t, company, hex) == 0:
            return True
    return False


def extensions(t: Pieces, company: i64, moves: vec[i64]) -> vec[i64]:
    """4.4 The next tile continues the incomplete link at its open end."""
    land = t.land
    rails = land.rails
    hex = t.facing[company] // 6
    entry = t.facing[company] % 6
    if t.rail[hex * 2 + 1] != NONE or price(t, hex) > t.money[t.purse(company)]:
        return moves
    old = t.rail[hex * 2]
    shunned = shunned_edges(t, company, hex)
    for exit in range(6):
        if exit == entry or not land.open[hex] & rails.bit[exit] or shunned & rails.bit[exit]:
            continue
        pair = rails.pair[entry * 6 + exit]
        if land.node_beyond[hex * 6 + exit] != t.link_start[company] and in_stock(t, old, pair):
            moves = append(moves, LAY + hex * PAIRS + pair)
    return moves


def replacements(t: Pieces, company: i64, moves: vec[i64]) -> vec[i64]:
    """4.5 Another tile in place of the last one, at no cost."""
    land = t.land
    rails = land.rails
    hex = end_hex(t, company)
    slot = end_slot(t, company)
    other = t.rail[hex * 2 + 1 - slot]
    entry = entry_edge(t, company)
    alone = land.node_beyond[hex * 6 + entry] != NONE
    pairs = pairs_in_stock(t, other) | rails.from_stock[(other + 1) * STOCKS + tile_kind(t, hex)]
    pairs &= ~rails.over[shunned_edges(t, company, hex) | ALL_EDGES & ~land.open[hex]]
    pairs &= ~rails.bit[t.rail[hex * 2 + slot]]
    if not alone:
        pairs &= rails.over[rails.bit[entry]]
    for pair in range(PAIRS):
        if (pairs >> pair) & 1 and may_turn(t, company, hex, pair, entry, alone):
            moves = append(moves, REPLACE + hex * PAIRS + pair)
    return moves


def may_turn(t: Pieces, company: i64, hex: i64, pair: i64, entry: i64, alone: bool) -> bool:
    """4.5 The new end, which starts where the old one did, leads elsewhere; a link's only tile may start
    anywhere legal."""
    land = t.land
    rails = land.rails
    if not alone:
        return land.node_beyond[hex * 6 + rails.other(pair, entry)] != t.link_start[company]
    one = land.node_beyond[hex * 6 + rails.first[pair]]
    two = land.node_beyond[hex * 6 + rails.second[pair]]
    if one == two:
        return False
    if t.network[company] == 0:
        return True
    mine = t.network[company]
    return (one != NONE and mine & land.bit[one] != 0) or (two != NONE and mine & land.bit[two] != 0)


def price(t: Pieces, hex: i64) -> i64:
    """4.1 The terrain's price on an empty hex, 4.6 a crossing's on another rail."""
    if t.rail[hex * 2] == NONE:
        return t.land.ground[hex]
    return CROSSING_COST


def in_stock(t: Pieces, old: i64, pair: i64) -> bool:
    """4.7 A tile with the new rail, and the old one if there is one, is left."""
    kind = t.land.rails.stock[(old + 1) * PAIRS + pair]
    return kind != NONE and t.tiles[kind] > 0


def pairs_in_stock(t: Pieces, old: i64) -> i64:
    """The same of all rails, as a set of bits."""
    pairs: i64 = 0
    for kind in range(STOCKS):
        if t.tiles[kind] > 0:
            pairs |= t.land.rails.from_stock[(old + 1) * STOCKS + kind]
    return pairs


def shunned_edges(t: Pieces, company: i64, hex: i64) -> i64:
    """4.4 Edges at which another company's incomplete link would be met, as a set of bits."""
    edges: i64 = 0
    first = hex * 6
    facing = t.facing
    for other in range(t.companies):
        at = facing[other]
        if at >= first and at < first + 6 and other != company:
            edges |= t.land.bit[at - first]
    return edges


def end_hex(t: Pieces, company: i64) -> i64:
    """The hex of the incomplete link's last tile."""
    return t.land.beside[t.facing[company]]


def end_slot(t: Pieces, company: i64) -> i64:
    """Which of the rails on that hex is the link's."""
    exit = (t.facing[company] % 6 + 3) % 6
    newer = t.rail[end_hex(t, company) * 2 + 1]
    return 1 if newer != NONE and t.land.rails.edges[newer] & t.land.bit[exit] else 0


def entry_edge(t: Pieces, company: i64) -> i64:
    """The edge at which the link comes into its last tile."""
    exit = (t.facing[company] % 6 + 3) % 6
    return t.land.rails.other(t.rail[end_hex(t, company) * 2 + end_slot(t, company)], exit)


def tile_kind(t: Pieces, hex: i64) -> i64:
    """The stock that the tile on a hex came from; NONE without a tile."""
    rails = t.land.rails
    older = t.rail[hex * 2]
    newer = t.rail[hex * 2 + 1]
    if older == NONE:
        return NONE
    if newer == NONE:
        return rails.kind[older]
    return rails.crossing[older * PAIRS + newer]


# -- what happens ------------------------------------------------------------------------


def lay(t: Pieces, company: i64, hex: i64, pair: i64) -> None:
    """4.3, 4.4, 4.6 A tile on an empty hex, or a crossing over the tile that is there."""
    t.money[t.purse(company)] -= price(t, hex)
    before = tile_kind(t, hex)
    if not has_open_end(t, company):
        open_link(t, company, hex, pair)
    slot: i64 = 0 if t.rail[hex * 2] == NONE else 1
    t.rail[hex * 2 + slot] = pair
    t.link[hex * 2 + slot] = company * LINKS + LINKS - 1 - t.trains[company]
    swap_tiles(t, before, tile_kind(t, hex))
    lead_on(t, company, hex, pair)


def open_link(t: Pieces, company: i64, hex: i64, pair: i64) -> None:
    """4.4 A link takes one train, at its first tile; it starts at the company's own city."""
    land = t.land
    t.trains[company] -= 1
    entry = start_edge(t, company, hex, pair)
    t.link_start[company] = land.node_beyond[hex * 6 + entry]
    t.facing[company] = hex * 6 + entry


def start_edge(t: Pieces, company: i64, hex: i64, pair: i64) -> i64:
    """The edge of a first tile at which its link starts."""
    land = t.land
    mine = t.network[company]
    if t.begin_at != NONE:
        mine = land.bit[t.begin_at]
    first = land.node_beyond[hex * 6 + land.rails.first[pair]]
    second = land.node_beyond[hex * 6 + land.rails.second[pair]]
    if first != NONE and (mine == 0 or mine & land.bit[first]):
        return land.rails.first[pair]
    if second != NONE and (mine == 0 or mine & land.bit[second]):
        return land.rails.second[pair]
    return land.rails.first[pair] if first != NONE else land.rails.second[pair]


def swap_tiles(t: Pieces, before: i64, after: i64) -> None:
    """4.7 The old tile goes back to its stock, the new one comes out of its own."""
    if before != NONE:
        t.tiles[before] += 1
    if after != NONE:
        t.tiles[after] -= 1


def lead_on(t: Pieces, company: i64, hex: i64, pair: i64) -> None:
    """The rail comes in at the edge that the link faced; it completes the link or leaves it open."""
    land = t.land
    entry = t.facing[company] % 6
    exit = land.rails.other(pair, entry)
    node = land.node_beyond[hex * 6 + exit]
    if node == NONE:
        t.facing[company] = land.beside[hex * 6 + exit] * 6 + (exit + 3) % 6
    else:
        t.facing[company] = NONE
        complete(t, company, t.link_start[company], node)
        t.link_start[company] = NONE


def complete(t: Pieces, company: i64, one: i64, two: i64) -> None:
    """4.3 A link between two cities belongs to the company's network."""
    bit = t.land.bit
    nodes = t.land.nodes
    t.joins[company * nodes + one] |= bit[two]
    t.joins[company * nodes + two] |= bit[one]
    t.roads[one] |= bit[two]
    t.roads[two] |= bit[one]
    t.network[company] |= bit[one] | bit[two]
    t.linked |= bit[one] | bit[two]


def replace(t: Pieces, company: i64, hex: i64, pair: i64) -> None:
    """4.5 The last tile is changed for another; what else lies on a crossing stays."""
    slot = end_slot(t, company)
    entry = entry_edge(t, company)
    before = tile_kind(t, hex)
    t.rail[hex * 2 + slot] = pair
    swap_tiles(t, before, tile_kind(t, hex))
    if t.land.node_beyond[hex * 6 + entry] != NONE:  # its only tile
        entry = start_edge(t, company, hex, pair)
        t.link_start[company] = t.land.node_beyond[hex * 6 + entry]
    t.facing[company] = hex * 6 + entry
    lead_on(t, company, hex, pair)


def remove(t: Pieces, company: i64) -> None:
    """4.5 The last tile is taken up; with the link's only tile its train comes back."""
    land = t.land
    hex = end_hex(t, company)
    entry = entry_edge(t, company)
    take_up(t, hex, end_slot(t, company))
    if land.node_beyond[hex * 6 + entry] == NONE:
        t.facing[company] = hex * 6 + entry
    else:
        t.facing[company] = NONE
        t.link_start[company] = NONE
        t.trains[company] += 1


def take_up(t: Pieces, hex: i64, slot: i64) -> None:
    """A rail leaves its hex. 4.6 On a crossing the other rail stays: on a plain tile, or, when none
    is left, on the crossing with a dead rail."""
    at = hex * 2
    before = tile_kind(t, hex)
    other = at + 1 - slot
    if t.rail[other] == NONE or t.link[other] == NONE:
        clear(t, hex)
    elif t.tiles[t.land.rails.kind[t.rail[other]]] == 0:
        t.link[at + slot] = NONE
    else:
        pair = t.rail[other]
        link = t.link[other]
        clear(t, hex)
        t.rail[at] = pair
        t.link[at] = link
    swap_tiles(t, before, tile_kind(t, hex))


def clear(t: Pieces, hex: i64) -> None:
    for k in range(hex * 2, hex * 2 + 2):
        t.rail[k] = NONE
        t.link[k] = NONE
