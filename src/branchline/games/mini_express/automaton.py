"""The AI Bot (9) and the prototype's bots (12.4, 12.5): tiles and markers; which city, which route, which harbor."""

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.mini_express import west_coast
from branchline.games.mini_express.box import NOBODY
from branchline.games.mini_express.golden_spike import RACING
from branchline.games.mini_express.land import COMPANIES, FAR, HEX_CODES, Land, companies_in, distance_to
from branchline.games.mini_express.moves import ACTION, BOT_TILE, BOT_TILE_AGAIN, BUILD, PASS, SHARE
from branchline.games.mini_express.terms import AI_BOT, BASIC_BOT, DIRECTED_BOT, NO_BOT
from branchline.kernel.grid import NONE

if TYPE_CHECKING:
    from branchline.games.mini_express.rules import MiniExpress

NOWHERE: Final = -1


def draw_tile(state: "MiniExpress", kind: i64) -> None:
    """9.1 A tile moves the markers. Refresh: all drawn tiles go back, and another is drawn."""
    if kind == len(state.bag) - 1:
        for k in range(kind):
            state.bag[k] = state.box.bot_count[k]
        return
    state.bag[kind] -= 1
    if state.terms.bot != AI_BOT:
        state.chosen = state.box.bot_company[kind]
        state.tile = kind
        begin_action(state)
        return
    if state.phase == BOT_TILE:
        state.chosen_before = state.chosen
        state.target_before = state.target
        state.tile = kind
        state.redraws = 0
        move_target(state, state.box.bot_city[kind])
    else:
        state.redraws += 1
    state.chosen = (state.chosen + state.box.bot_company[kind]) % COMPANIES
    if able(state, state.chosen) or not can_act(state):
        begin_action(state)
    else:
        state.phase = BOT_TILE_AGAIN


def move_target(state: "MiniExpress", steps: i64) -> None:
    """9.2 From city to city with a demand tile, in the order of their index."""
    city = state.target
    while steps > 0:
        city += 1
        if city >= state.land.cities:
            return
        if state.tiled & state.land.bit[city]:
            state.target = city
            steps -= 1


def begin_action(state: "MiniExpress") -> None:
    state.phase = ACTION
    state.actions_left = 1
    state.bot_begin = state.trains
    state.bot_end = state.trains
    if state.terms.bot == DIRECTED_BOT:
        state.directing = True
        state.acted = NOBODY
        state.to_act = state.seat_at(state.place_in_round)
    else:
        state.to_act = state.players


def action(state: "MiniExpress") -> i64:
    """9.3 By the trains of the chosen company: a share, or track towards the target."""
    company = state.chosen
    if not able(state, company):
        return PASS
    if state.tracks[company] <= share_limit(state):
        return SHARE + company
    cities = cities_for(state, company)
    return BUILD + company * 64 + choose_city(state.land, cities, state.reach, company, goal(state), state.track)


def can_act(state: "MiniExpress") -> bool:
    """2.2, 9.8 Whether the bot can act for any company."""
    if state.terms.bot == NO_BOT:
        return False
    for company in range(COMPANIES):
        if state.terms.bot == DIRECTED_BOT:
            if state.shares[company] > 0 or state.destinations(company):
                return True
        elif able(state, company):
            return True
    return False


def able(state: "MiniExpress", company: i64) -> bool:
    """9.8 Whether the bot's action for this company is possible."""
    if state.tracks[company] <= share_limit(state):
        return state.shares[company] > 0
    return cities_for(state, company) != 0


def share_limit(state: "MiniExpress") -> i64:
    """9.3 Up to this many trains in Tracks the bot takes a share."""
    return 1 if state.terms.bot == BASIC_BOT else 2


def goal(state: "MiniExpress") -> i64:
    """9.2 The city it builds towards: its target. 12.4 Prototype: always the same one."""
    return state.land.bot_target if state.terms.bot == BASIC_BOT else state.target


def cities_for(state: "MiniExpress", company: i64) -> i64:
    """9.4 Where the Bot may build. 12.4 Prototype: leaving one train, and nearer to its target."""
    if state.terms.bot == AI_BOT:
        return state.destinations(company)
    land = state.land
    spare = state.tracks[company] - 1
    cities = state.reach[company * 6 + spare] & state.tiled & ~state.entered[company]
    if state.terms.west_coast and state.spike == RACING:
        for city in range(land.cities):
            if cities & land.bit[city] and not west_coast.has_route(state, company, city, False):
                cities &= ~land.bit[city]
    return nearer(land, cities, land.bot_target, state.track, land.bit[company])


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
