"""The West Coast (13): the prototype's module. A second network a company, until the coasts are joined."""

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.mini_express.golden_spike import COMPLETE, RACING, WAITING, joined
from branchline.games.mini_express.land import COMPANIES, MOST_TRACKS, distance_to
from branchline.games.mini_express.moves import BUILD_WEST, COAST

if TYPE_CHECKING:
    from branchline.games.mini_express.rules import MiniExpress

WEST: Final = COMPANIES  # + company: its network on the West Coast


def after_build(state: "MiniExpress") -> None:
    """13.1, 13.4 A finished build may join the coasts; the first one in Lincoln or Tulsa opens the West Coast."""
    if state.spike == RACING and joins(state, state.track):
        join_coasts(state)
    if state.spike == WAITING and state.land.opens & state.land.bit[state.city]:
        overland = state.track[state.land.city_hex[state.land.san_francisco]] != 0
        state.spike = COMPLETE if overland else RACING


def actions(state: "MiniExpress", moves: vec[i64]) -> vec[i64]:
    """13.2, 13.3 These moves, and those that the West Coast adds: a start there, or a build from there."""
    land = state.land
    coast = land.san_francisco
    room = land.capacity[coast] - state.places_taken(land.city_hex[coast])
    for company in range(COMPANIES):
        if state.barred(company):
            continue
        if not state.entered[company] & land.bit[coast]:
            if state.tiled & land.bit[coast]:
                for cubes in range(1, min(3, room, state.tracks[company]) + 1):
                    moves = append(moves, COAST + company * 4 + cubes)
            continue
        cities = state.reach[(company + WEST) * 6 + state.tracks[company]] & state.tiled & ~state.entered[company]
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
    trial.distance = distance_to(state.land, state.reach, trial.network(), city)
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
    return state.distance < state.tracks[state.company] or connects(state, route)


def clear(state: "MiniExpress", route: i64) -> bool:
    """13.3 A company's two networks do not cross: no route enters a hex with its own track."""
    own: i64 = 0
    new = state.land.hexes_of(route, state.distance)
    for i in range(len(new)):
        own |= state.track[new[i]]
    return own & state.land.bit[state.company] == 0


def connects(state: "MiniExpress", route: i64) -> bool:
    """13.3 Whether a route from the West would join the coasts."""
    land = state.land
    track = state.track[:]
    new = land.hexes_of(route, state.distance)
    for i in range(len(new)):
        track[new[i]] |= land.bit[state.company] | land.bit[state.company + WEST]
    return joins(state, track)


def joins(state: "MiniExpress", track: vec[i64]) -> bool:
    """13.1 Whether one can travel from San Francisco to track of an eastern network."""
    seen = joined(state.land, track, state.land.city_hex[state.land.san_francisco])
    eastern: i64 = 0
    for hex in range(state.land.hexes):
        if seen[hex]:
            eastern |= track[hex] & 15 & ~(track[hex] >> COMPANIES)
    return eastern != 0


def start(state: "MiniExpress", company: i64, cubes: i64) -> None:
    """13.2 One or more cubes in San Francisco; its demand pays once."""
    state.company = company
    state.city = state.land.san_francisco
    state.from_west = True
    state.distance = 1
    hex = state.land.city_hex[state.city]
    state.route = hex
    if state.track[hex] & 15 and state.terms.compensation:
        state.compensate(hex)
    state.put(company + WEST, hex, hex)
    state.coast[company] = cubes - 1
    state.tracks[company] -= cubes
    state.gain_demand()


def join_coasts(state: "MiniExpress") -> None:
    """13.4 The companies in the city built into get the bonus; all networks are one again."""
    state.spike = COMPLETE
    here = state.track[state.land.city_hex[state.city]]
    anyone_in_the_west = state.track[state.land.city_hex[state.land.san_francisco]] >= state.land.bit[WEST]
    for company in range(COMPANIES):
        if anyone_in_the_west and here & state.land.bit[company] and state.supply[company] > 0:
            state.take_from_supply(company, 1)
            state.spiked |= state.land.bit[company]
        for d in range(1, MOST_TRACKS + 1):
            state.reach[company * 6 + d] |= state.reach[(company + WEST) * 6 + d]
        for hex in range(state.land.hexes):
            if state.beside[hex] & state.land.bit[company + WEST]:
                state.beside[hex] |= state.land.bit[company]
