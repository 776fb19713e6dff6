"""The AI Bot's choices (9 The Bot's turn), and the prototype bot's: which city, which route, which harbor."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.mini_express.land import FAR, HEX_CODES, Land
from branchline.kernel.grid import NONE

NOWHERE: Final = -1


def companies_in(track: i64) -> i64:
    """How many companies have track in a hex."""
    return (track & 1) + (track >> 1 & 1) + (track >> 2 & 1) + (track >> 3 & 1)


def choose_city(land: Land, cities: i64, reach: vec[i64], company: i64, target: i64, track: vec[i64]) -> i64:
    """9.4 The city nearest to the target; of equals the one that takes the fewest trains, then the
    one with more companies, then the later one. `cities` is a set of bits."""
    best: i64 = NOWHERE
    best_away: i64 = FAR + 1
    best_trains: i64 = 0
    best_companies: i64 = 0
    for city in range(land.cities):
        if cities & land.bit[city]:
            hex = land.city_hex[city]
            away = land.away[target * land.hexes + hex]
            trains = distance_to(land, reach, company, city)
            companies = companies_in(track[hex])
            better = away < best_away
            if away == best_away:
                better = trains < best_trains or (trains == best_trains and companies >= best_companies)
            if better:
                best = city
                best_away = away
                best_trains = trains
                best_companies = companies
    return best


def distance_to(land: Land, reach: vec[i64], company: i64, city: i64) -> i64:
    """4.2 Trains that a company needs to a city; FAR if more than it can ever have."""
    for d in range(1, 6):
        if reach[company * 6 + d] & land.bit[city]:
            return d
    return FAR


def choose_route(land: Land, routes: vec[i64], distance: i64, track: vec[i64], company_bit: i64) -> i64:
    """9.5 From the first possible start hex in the order of columns; then 9.6 the Clockwise Rule."""
    start = first_start(land, routes, track, company_bit)
    best: i64 = NONE
    best_area: i64 = 0
    best_first: i64 = 0
    for i in range(len(routes)):
        if land.grid.touches(start, routes[i] % HEX_CODES):
            area = left_area(land, start, land.hexes_of(routes[i], distance))
            first = left_area(land, start, land.hexes_of(routes[i], distance), 1)
            if best == NONE or area > best_area or (area == best_area and first > best_first):
                best = routes[i]
                best_area = area
                best_first = first
    return best


def first_start(land: Land, routes: vec[i64], track: vec[i64], company_bit: i64) -> i64:
    """9.5 Of all hexes that a route can start from, the farthest east, then north."""
    start: i64 = land.hexes
    for i in range(len(routes)):
        hex = land.branching_hex(routes[i], track, company_bit)
        if hex < start:
            start = hex
    return start


def starts(land: Land, routes: vec[i64], track: vec[i64], company_bit: i64) -> vec[i64]:
    """All hexes that a route can start from, in the order of columns."""
    found = vec[i64](capacity=8)
    for hex in range(land.hexes):
        if track[hex] & company_bit:
            for i in range(len(routes)):
                if land.grid.touches(hex, routes[i] % HEX_CODES):
                    found = append(found, hex)
                    break
    return found


def left_area(land: Land, start: i64, hexes: vec[i64], only: i64 = 0) -> i64:
    """9.6 Twice the area between a route and the straight line to its city, positive on the left:
    a walk clockwise around all tied routes keeps to their left edge. With `only`, the share of the
    route's first hexes: what tells routes apart that cross the line to equal areas."""
    area: i64 = 0
    before = start
    count = only if only else len(hexes)
    for i in range(count):
        hex = hexes[i]
        area += land.q[before] * land.r[hex] - land.q[hex] * land.r[before]
        before = hex
    if only:
        city = hexes[len(hexes) - 1]
        area += land.q[before] * land.r[city] - land.q[city] * land.r[before]
        before = city
    return area + land.q[before] * land.r[start] - land.q[start] * land.r[before]


def choose_harbor(land: Land, free: i64, target: i64) -> i64:
    """8.4 The free harbor nearest to the target; of equals the last in the order of columns."""
    best: i64 = NOWHERE
    best_away: i64 = FAR
    for harbor in range(len(land.harbor_hex)):
        if free & land.bit[harbor]:
            hex = land.harbor_hex[harbor]
            away = land.away[target * land.hexes + hex]
            if best == NOWHERE or away < best_away or (away == best_away and hex > land.harbor_hex[best]):
                best = harbor
                best_away = away
    return best


def nearer(land: Land, cities: i64, target: i64, track: vec[i64], company_bit: i64) -> i64:
    """12.4 Prototype: of these cities, those nearer to the target than any hex of the network."""
    nearest: i64 = FAR
    row = target * land.hexes
    for hex in range(land.hexes):
        if track[hex] & company_bit and land.away[row + hex] < nearest:
            nearest = land.away[row + hex]
    found: i64 = 0
    for city in range(land.cities):
        if cities & land.bit[city] and land.away[row + land.city_hex[city]] < nearest:
            found |= land.bit[city]
    return found
