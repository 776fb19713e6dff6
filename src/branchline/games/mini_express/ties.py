"""Tied routes: which of them bring the same, which no rule can ever tell apart, and what differs between the others."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from branchline.game import Tie
from branchline.games.mini_express import codes, golden_spike, terms
from branchline.games.mini_express.components import COMPANIES
from branchline.games.mini_express.land import MOST_TRACKS
from branchline.games.mini_express.rules import MiniExpress
from branchline.words import listed, plural

if TYPE_CHECKING:
    from branchline.games.mini_express.game import MiniExpressGame

FEW = 3
"""So many distances are told of a route."""


def tie(state: MiniExpress) -> Tie | None:
    """4.3 Where all tied routes bring the same, the first of them."""
    if state.phase != codes.CHOOSE_ROUTE or state.to_act >= state.players:
        return None
    routes = [int(route) for route in state.legal()]
    afters = after_each(state, routes)
    if len(routes) < 2 or len({brought(after) for after in afters}) > 1:
        return None
    note = f"{plural(len(routes), 'tied route')} bring the same now: undo to choose another."
    return Tie(routes[0], len({told_apart(after) for after in afters}) == 1, note)


def after_each(state: MiniExpress, routes: Sequence[int]) -> list[MiniExpress]:
    afters = []
    for route in routes:
        after = state.copy()
        after.play(route)
        afters.append(after)
    return afters


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
        for company in range(len(COMPANIES))
        for city in range(state.land.cities)
        if state.demand.tiled & ~state.rails.entered[company] & 2**city
    ]


def nearer(game: "MiniExpressGame", after: MiniExpress, others: Sequence[MiniExpress]) -> list[str]:
    """What a route brings nearer than some other one does: "Gray then takes 2 trains to Omaha, not 3."."""
    found = []
    for company, city in open_builds(after):
        own = int(after.rails.distance(company, city))
        farthest = max(int(other.rails.distance(company, city)) for other in others)
        if own < farthest and own <= MOST_TRACKS:
            most = f"not {farthest}" if farthest <= MOST_TRACKS else "else out of reach"
            name = COMPANIES[company].title()
            found.append((own, f"{name} then takes {plural(own, 'train')} to {game.city(after, city)}, {most}."))
    return [text for _, text in sorted(found)[:FEW]]


def difference(afters: Sequence[MiniExpress]) -> str:
    """What tied routes differ in, in a few words."""
    first = afters[0]
    kinds: dict[str, Callable[[MiniExpress], list[int]]] = {
        "points": lambda one: list(one.scores()),
        "compensation": lambda one: [*one.assets.tracks, *one.assets.supply],
        "what comes next": lambda one: list(brought(one)[:11]) + one.spike.content(),
    }
    found = [name for name, read in kinds.items() if any(read(other) != read(first) for other in afters)]
    if found:
        return f"they differ in {listed(found)}"
    reached = [[int(one.rails.distance(*pair)) for pair in open_builds(one)] for one in afters]
    return "they bring the same now" + (
        ", and lead nearer to other cities" if len(set(map(tuple, reached))) > 1 else ""
    )
