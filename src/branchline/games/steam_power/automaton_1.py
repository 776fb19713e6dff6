"""10.6 The rails of a coin path as version 1 laid them: of ways that connect as many cities, the one whose edges come
first. Neither the stock nor the trains were counted. Tables and records of version 1 need it."""

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from branchline.games.steam_power import track
from branchline.games.steam_power.deck import COINS
from branchline.games.steam_power.land import NONE, PAIRS

if TYPE_CHECKING:
    from branchline.games.steam_power.rules import SteamPower


def rail_on_path(t: "SteamPower", company: i64) -> i64:
    """10.6 The next rail of its coin path, laid to connect as many cities as possible; NONE if the
    path can't be followed any more."""
    visited = t.track.network[company]
    if t.begin_at != NONE:
        visited = t.land.bit[t.begin_at]
    return best_rail(t, company, 0, t.track.facing[company], t.track.link_start[company], visited) % PAIRS_AND_NONE - 1


# A rail and how many cities it leads to, as one number: cities * PAIRS_AND_NONE + pair + 1; 0 if none.
PAIRS_AND_NONE: Final[i64] = PAIRS + 1


def best_rail(t: "SteamPower", company: i64, n: i64, facing: i64, begun: i64, visited: i64) -> i64:
    """The rail for coin n, given the open end that leads to it or the nodes where a link can start."""
    land = t.land
    rails = land.rails
    first = (company - t.players) * COINS
    hex = t.automas.coins[first + n]
    if t.track.rail[hex * 2 + 1] != NONE or (facing != NONE and facing // 6 != hex):
        return 0
    shut = track.shunned_edges(t, company, hex) | ~land.open[hex]
    old = t.track.rail[hex * 2]
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


def cities_beyond(t: "SteamPower", company: i64, n: i64, exit: i64, start: i64, visited: i64) -> i64:
    """How many new cities the path connects from this exit of coin n on; NONE if it leads nowhere."""
    land = t.land
    index = company - t.players
    hex = t.automas.coins[index * COINS + n]
    last = n == t.automas.coin_count[index] - 1
    node = land.node_beyond[hex * 6 + exit]
    if node == start:
        return NONE
    if last:
        return 1 if node == land.node[t.automas.target[index]] else NONE
    if node != NONE:
        new: i64 = 0 if visited & land.bit[node] else 1
        rest = best_rail(t, company, n + 1, NONE, NONE, visited | land.bit[node])
        return NONE if rest == 0 else new + rest // PAIRS_AND_NONE - 1
    if land.beside[hex * 6 + exit] != t.automas.coins[index * COINS + n + 1]:
        return NONE
    facing = land.beside[hex * 6 + exit] * 6 + (exit + 3) % 6
    rest = best_rail(t, company, n + 1, facing, start, visited)
    return NONE if rest == 0 else rest // PAIRS_AND_NONE - 1
