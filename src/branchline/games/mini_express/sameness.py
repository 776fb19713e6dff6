"""What a build has brought and what its track can still bring, as numbers: where both are the same, no rule tells tied
routes apart."""

from branchline.games.mini_express import golden_spike, terms
from branchline.games.mini_express.land import COMPANIES, MOST_TRACKS
from branchline.games.mini_express.rules import MiniExpress


def brought(after: MiniExpress) -> tuple[int, ...]:
    """All that a build has brought, and what comes next: everything but where the track lies."""
    numbers = [after.to_act, after.turn, after.round, after.phase, after.place_in_round, int(after.ending)]
    numbers += [after.passes, after.actions_left, after.acted, after.company, after.city]
    parts = after.demand.content() + after.assets.content() + after.spike.content()
    return (*numbers, *parts, *after.held, *after.influence)


def told_apart(after: MiniExpress) -> tuple[int, ...]:
    """Of the track itself all that a rule can still read. Cities lose their tiles and networks grow, so no distance
    ever gets longer: a hex matters as long as it lies nearer to a city than a company that may still build there."""
    if whole_map_matters(after):
        return tuple(after.rails.content())
    land, rails = after.land, after.rails
    passed, joined = [0] * land.hexes, [0] * land.hexes  # companies that may build through a hex; from a hex
    distances = []
    for company, city in open_builds(after):
        distance = min(int(rails.distance(company, city)), MOST_TRACKS + 1)
        distances.append(distance)
        farthest = min(distance, MOST_TRACKS)
        for hex in range(land.hexes):
            if land.through[city * land.hexes + hex] < farthest:
                passed[hex] |= 2**company
            if land.away[city * land.hexes + hex] <= farthest:
                joined[hex] |= 2**company
    read = [rails.track[hex] & (joined[hex] | (15 if passed[hex] else 0)) for hex in range(land.hexes)]
    return (*distances, *read, *(rails.beside[hex] & passed[hex] for hex in range(land.hexes)))


def whole_map_matters(state: MiniExpress) -> bool:
    """7.3, 13.1 A race asks how all track hangs together; 12.4 the prototype's bot for the hex that is nearest."""
    races = state.terms.golden_spike or state.terms.west_coast
    open_race = races and state.spike.stage in (golden_spike.WAITING, golden_spike.RACING)
    return open_race or state.terms.west_coast or state.terms.bot == terms.BASIC_BOT


def open_builds(state: MiniExpress) -> list[tuple[int, int]]:
    """4.2 Each company with each city that it may still build into, sooner or later."""
    return [
        (company, city)
        for company in range(COMPANIES)
        for city in range(state.land.cities)
        if state.demand.tiled & ~state.rails.entered[company] & 2**city
    ]
