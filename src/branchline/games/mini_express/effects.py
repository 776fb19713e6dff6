"""What a move changes, in words: for its offer before, for the log after it."""

from typing import TYPE_CHECKING

from branchline.games.mini_express import codes, golden_spike, west_coast
from branchline.games.mini_express.box import LONGEST
from branchline.games.mini_express.components import COMPANIES
from branchline.games.mini_express.land import HEX_CODES
from branchline.games.mini_express.notation import titles
from branchline.games.mini_express.rules import MiniExpress
from branchline.kernel.state import OVER
from branchline.words import listed, plural, signed

if TYPE_CHECKING:
    from branchline.games.mini_express.game import MiniExpressGame

REACHED_OVERLAND = "San Francisco was reached overland: the West Coast does not open."


def build_effects(
    game: "MiniExpressGame", before: MiniExpress, after: MiniExpress, company: int, gains: bool = True
) -> list[str]:
    """What a build changed, without the variants and the end."""
    parts = penalty(before, after, company)
    longer = int(after.assets.length[company] - before.assets.length[company]) - spike_steps(before, after)[company]
    if longer:
        parts.append(f"Length +{longer}.")
    gained = influence_gains(before, after) if gains else ""
    if gained:
        parts.append(f"Influence: {gained}.")
    for c in range(4):
        if c != company and after.assets.tracks[c] > before.assets.tracks[c]:
            trains = plural(int(after.assets.tracks[c] - before.assets.tracks[c]), "train")
            parts.append(f"Compensation: {COMPANIES[c].title()} gets {trains}.")
    lost = before.demand.tiled & ~after.demand.tiled
    for city in range(before.land.cities):
        if lost & 2**city:
            parts.append(f"{game.city(before, city)} loses its tile.")
    return parts


def penalty(before: MiniExpress, after: MiniExpress, company: int) -> list[str]:
    """13.3 A build from the west that does not join the coasts."""
    paid = after.assets.supply[company] > before.assets.supply[company]
    return ["1 train more goes back to the supply as a penalty."] if paid else []


def influence_gains(before: MiniExpress, after: MiniExpress) -> str:
    own = before.to_act * 4
    gains = [(c, int(after.influence[own + c] - before.influence[own + c])) for c in range(4)]
    return ", ".join(f"{COMPANIES[c].title()} {signed(gain)}" for c, gain in gains if gain)


def met_on_the_way(before: MiniExpress, after: MiniExpress, company: int) -> list[int]:
    """4.4 Of each other company: on how many of the new hexes it had track before."""
    met = [0, 0, 0, 0]
    for k in range(before.rails.trains, after.rails.trains):
        rest, builder = divmod(int(after.rails.laid[k]), 4)
        if builder == company:
            for other in range(4):
                met[other] += other != company and bool(before.rails.track[rest % HEX_CODES] & 2**other)
    return met


def spike_steps(before: MiniExpress, after: MiniExpress) -> list[int]:
    """7.4 The steps of length that the last spike brings each company; fewer near the end of the chart."""
    if before.spike.stage == after.spike.stage or after.spike.stage != golden_spike.COMPLETE or after.terms.west_coast:
        return [0] * 4
    steps = [int(after.assets.length[c] - before.assets.length[c]) for c in range(4)]
    if before.phase in (codes.ACTION, codes.CHOOSE_ROUTE):  # the same move built
        company = after.company
        steps[company] -= min(int(after.distance) - 1, LONGEST - int(before.assets.length[company]))
    return steps


def spike_news(before: MiniExpress, after: MiniExpress) -> list[str]:
    if before.spike.stage == after.spike.stage:
        return []
    if after.terms.west_coast:
        return [coast_news(after)]
    if after.spike.stage == golden_spike.CALLED_OFF:
        return ["The Golden Spike is called off."]
    news = []
    if before.spike.stage == golden_spike.WAITING:
        news.append(race_news(after))
    if after.spike.stage == golden_spike.COMPLETE:
        west = (
            f"the West Side is {COMPANIES[after.spike.west_side].title()}"
            if after.spike.west_side >= 0
            else "there is no West Side"
        )
        steps = [f"{COMPANIES[c].title()} length +{gain}" for c, gain in enumerate(spike_steps(before, after)) if gain]
        news.append(f"The last spike is driven: {west}{'; ' if steps else ''}{', '.join(steps)}.")
    return news


def race_news(after: MiniExpress) -> str:
    """7.2 The East Side, and who had a train for San Francisco."""
    east = f"{COMPANIES[after.spike.east_side].title()} is the" if after.spike.east_side >= 0 else "There is no"
    coast = titles(after.rails.track[after.land.city_hex[after.land.san_francisco]])
    start = "starts" if len(coast) < 2 else "start"
    return f"{east} East Side; {listed(coast) or 'nobody'} {start} in San Francisco."


def coast_news(after: MiniExpress) -> str:
    """13.1, 13.4 The West Coast opens, or never will; or the coasts are joined."""
    if after.spike.stage == golden_spike.RACING:
        return "The West Coast is open."
    if after.spike.stage == golden_spike.CALLED_OFF:
        return REACHED_OVERLAND
    return f"The coasts are joined: two steps at the end for {bonus_words(after)}."


def bonus_words(state: MiniExpress) -> str:
    """13.4 Who has the bonus, and who in that city had no cube for it."""
    without = titles(state.rails.track[state.land.city_hex[state.city]] & ~state.spike.bonus)
    in_the_west = state.rails.track[state.land.city_hex[state.land.san_francisco]] >= 2**west_coast.WEST
    why = f" ({listed(without)} {'has' if len(without) == 1 else 'have'} no cube left)" if without else ""
    return (listed(titles(state.spike.bonus)) or "nobody") + (why if in_the_west else "")


def reached_overland(state: MiniExpress) -> bool:
    """13.1 Whether track came to San Francisco before the West Coast opened, so that it never does."""
    first = (
        state.spike.stage == golden_spike.WAITING
        and state.rails.track[state.land.city_hex[state.land.san_francisco]] != 0
    )
    return state.spike.stage == golden_spike.CALLED_OFF or first


def harbor_company(state: MiniExpress) -> str:
    """8.3 The company on the other half of the purple tile."""
    return COMPANIES[state.box.demand_one[state.demand.at[state.city]]].title()


def ends(before: MiniExpress, after: MiniExpress) -> list[str]:
    """Who is depleted, and whether that ends the game; 12.2 in the prototype out of shares, or out of trains."""
    by_trains = before.terms.trains_end
    parts = []
    for c, name in enumerate(COMPANIES):
        if before.assets.shares[c] and not after.assets.shares[c]:
            parts.append(f"{name.title()} is {'out of shares' if by_trains else 'depleted'}.")
        if (
            by_trains
            and before.assets.supply[c] + before.assets.tracks[c]
            and not after.assets.supply[c] + after.assets.tracks[c]
        ):
            parts.append(f"{name.title()} is out of trains.")
    if after.to_act == OVER:
        parts.append("The game is over.")
    elif after.ending and not before.ending:
        parts.append("The end is triggered: this round is the last.")
    return parts
