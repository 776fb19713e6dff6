"""Tied routes: which of them bring the same, which no rule can ever tell apart, and what differs between the others."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from branchline.game import Tie
from branchline.games.mini_express import codes
from branchline.games.mini_express.components import COMPANIES
from branchline.games.mini_express.land import MOST_TRACKS
from branchline.games.mini_express.rules import MiniExpress
from branchline.games.mini_express.sameness import brought, open_builds, told_apart
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
