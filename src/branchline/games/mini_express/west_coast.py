"""The West Coast (13): the prototype's module. A second network a company, until the coasts are joined."""

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.mini_express.codes import BUILD_WEST, COAST
from branchline.games.mini_express.golden_spike import CALLED_OFF, COMPLETE, RACING, WAITING, joined
from branchline.games.mini_express.land import COMPANIES, MOST_TRACKS

if TYPE_CHECKING:
    from branchline.games.mini_express.rules import MiniExpress

WEST: Final = COMPANIES  # + company: its network on the West Coast


def after_build(state: "MiniExpress") -> None:
    """13.1, 13.4 A finished build may join the coasts; the first one to reach the dotted line opens the West Coast."""
    if state.spike.stage == RACING and joins(state, state.rails.track):
        join_coasts(state)
    if state.spike.stage == WAITING and reaches_line(state):
        overland = state.rails.track[state.land.city_hex[state.land.san_francisco]] != 0
        state.spike.stage = CALLED_OFF if overland else RACING


def reaches_line(state: "MiniExpress") -> bool:
    """13.1 Whether the build under way has reached or passed the dotted line."""
    new = state.land.hexes_of(state.route, state.distance)
    for i in range(len(new)):
        if state.land.opens[new[i]]:
            return True
    return False


def actions(state: "MiniExpress", moves: vec[i64]) -> vec[i64]:
    """13.2, 13.3 These moves, and those that the West Coast adds: a start there, or a build from there."""
    land = state.land
    coast = land.san_francisco
    room = land.capacity[coast] - state.places_taken(land.city_hex[coast])
    for company in range(COMPANIES):
        if state.barred(company):
            continue
        if not state.rails.entered[company] & land.bit[coast]:
            if state.demand.tiled & land.bit[coast]:
                for cubes in range(1, min(3, min(room, state.assets.tracks[company])) + 1):
                    moves = append(moves, COAST + company * 4 + cubes)
            continue
        cities = state.destinations(company + WEST)
        for city in range(land.cities):
            if cities & land.bit[city] and has_route(state, company, city, True):
                moves = append(moves, BUILD_WEST + company * 64 + city)
    return moves


def has_route(state: "MiniExpress", company: i64, city: i64, from_west: bool) -> bool:
    """13.3 A clear route, and from the west enough trains for the penalty or a route that joins the coasts."""
    trial = state.copy()
    trial.company = company
    trial.city = city
    trial.from_west = from_west
    trial.distance = state.rails.distance(trial.network(), city)
    return len(trial.routes()) > 0


def open_routes(state: "MiniExpress", routes: vec[i64]) -> vec[i64]:
    """13.3 Of the shortest routes of the build under way those that may be built."""
    found = vec[i64](capacity=len(routes) + 1)
    for i in range(len(routes)):
        if clear(state, routes[i]) and (not state.from_west or affords(state, routes[i])):
            found = append(found, routes[i])
    return found


def affords(state: "MiniExpress", route: i64) -> bool:
    """13.3 Enough trains for the penalty, or a route that joins the coasts."""
    return state.distance < state.assets.tracks[state.company] or connects(state, route)


def clear(state: "MiniExpress", route: i64) -> bool:
    """13.3 A company's two networks do not cross: no route enters a hex with its own track."""
    own: i64 = 0
    new = state.land.hexes_of(route, state.distance)
    for i in range(len(new)):
        own |= state.rails.track[new[i]]
    return own & state.land.bit[state.company] == 0


def connects(state: "MiniExpress", route: i64) -> bool:
    """13.3 Whether a route from the West would join the coasts."""
    land = state.land
    track = state.rails.track[:]
    new = land.hexes_of(route, state.distance)
    for i in range(len(new)):
        track[new[i]] |= land.bit[state.company] | land.bit[state.company + WEST]
    return joins(state, track)


def joins(state: "MiniExpress", track: vec[i64]) -> bool:
    """13.1, 13.5 Whether one can travel over land from San Francisco to where a company began in the east."""
    land = state.land
    ways = land.beside if state.terms.water_joins else land.overland
    seen = joined(ways, track, land.city_hex[land.san_francisco])
    for company in range(COMPANIES):
        if seen[land.start_hex[company]]:
            return True
    return False


def start(state: "MiniExpress", company: i64, cubes: i64) -> None:
    """13.2 One or more cubes in San Francisco; its demand pays once."""
    state.company = company
    state.city = state.land.san_francisco
    state.from_west = True
    state.distance = 1
    hex = state.land.city_hex[state.city]
    state.route = hex
    if state.rails.track[hex] & 15 and state.terms.compensation:
        state.compensate(hex)
    state.rails.put(company + WEST, hex, hex)
    state.rails.coast[company] = cubes - 1
    state.assets.tracks[company] -= cubes
    state.gain_demand()


def join_coasts(state: "MiniExpress") -> None:
    """13.4 The companies in the city built into get the bonus; all networks are one again."""
    state.spike.stage = COMPLETE
    here = state.rails.track[state.land.city_hex[state.city]]
    anyone_in_the_west = state.rails.track[state.land.city_hex[state.land.san_francisco]] >= state.land.bit[WEST]
    for company in range(COMPANIES):
        if anyone_in_the_west and here & state.land.bit[company] and state.assets.supply[company] > 0:
            state.assets.take_from_supply(company, 1)
            state.spike.bonus |= state.land.bit[company]
        for d in range(1, MOST_TRACKS + 1):
            state.rails.reach[company * 6 + d] |= state.rails.reach[(company + WEST) * 6 + d]
        for hex in range(state.land.hexes):
            if state.rails.beside[hex] & state.land.bit[company + WEST]:
                state.rails.beside[hex] |= state.land.bit[company]
