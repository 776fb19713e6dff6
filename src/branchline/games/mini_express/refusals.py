"""Why a move of Mini Express is not allowed."""

from typing import TYPE_CHECKING

from branchline.games.mini_express import codes, golden_spike, notation, terms, west_coast
from branchline.games.mini_express.components import COMPANIES
from branchline.games.mini_express.effects import REACHED_OVERLAND, reached_overland
from branchline.games.mini_express.land import FAR
from branchline.games.mini_express.moves import (
    MOVES,
    Build,
    BuildWest,
    Coast,
    Gain,
    Harbor,
    Pass,
    Pick,
    PickSet,
    Route,
    Share,
    Split,
    WestSide,
)
from branchline.games.mini_express.notation import titles
from branchline.games.mini_express.rules import MiniExpress
from branchline.moves import OPEN, Move, Nonsense
from branchline.refusal import Refused
from branchline.words import an, listed, plural

if TYPE_CHECKING:
    from branchline.games.mini_express.game import MiniExpressGame


def refuse(game: "MiniExpressGame", state: MiniExpress, move: Move) -> Refused:
    if state.phase in (codes.DRAFT, codes.DRAFT_SPLIT):
        return refuse_pick(state, move)
    if state.phase == codes.CHOOSE_ROUTE:
        return refuse_route(game, state, move)
    if state.phase == codes.CHOOSE_INFLUENCE:
        return refuse_gain(state, move)
    if state.phase == codes.CHOOSE_HARBOR:
        return refuse_harbor(game, state, move)
    if state.phase == codes.CHOOSE_WEST_SIDE:
        return refuse_west_side(state, move)
    match move:
        case Share():
            return refuse_share(state, move)
        case Build():
            return refuse_build(game, state, move)
        case Coast():
            return refuse_coast(game, state)
        case Pass():
            return Refused("mini-express 2.2", "Nobody may pass while a share can be taken or track be built.")
        case Route():
            return Refused("mini-express 4.1", "First name a company and a city to build to.")
    said = move.text if isinstance(move, Nonsense) else move.verb
    return Refused("mini-express 2.1", f"{said!r} is no action: share a company, or build a company to a city.")


def refuse_pick(state: MiniExpress, move: Move) -> Refused:
    splitting = state.phase == codes.DRAFT_SPLIT
    rule = {terms.EXPERT_SPLIT: "mini-express 6.1", terms.SETS: "mini-express 12.1"}.get(
        state.terms.draft, "mini-express 1.6"
    )
    if not isinstance(move, Split if splitting else Pick | PickSet):
        return Refused(rule, f"Starting shares are being chosen: {'split' if splitting else 'pick'} a company.")
    if state.terms.draft == terms.SETS:
        sets = [notation.pair(left.pair) for left in choices(state) if isinstance(left, PickSet)]
        return Refused(rule, f"These sets are left: {'; '.join(sets)}.")
    if not isinstance(move, Pick | Split) or move.company == OPEN:
        return Refused(rule, f"Name a company: there are {listed(COMPANIES)}.")
    company, title = move.company, COMPANIES[move.company].title()
    if state.draft.aside[company] == 0 or (state.terms.draft == terms.EXPERT_SPLIT and state.draft.aside[company] < 2):
        return Refused(rule, f"No starting share of {title} is left.")
    own = [c for c in range(4) if state.held[state.to_act * 4 + c]]
    if company in own:
        return Refused(rule, f"You hold {an(title)} share already: the second one is of another company.")
    pair = f"{COMPANIES[own[0]].title()} and {title}"
    return Refused(rule, f"Another player holds {pair} already, and no two start with the same pair.")


def choices(state: MiniExpress) -> list[Move]:
    """What can be done now."""
    return [MOVES.decode(int(code)) for code in state.legal()]


def refuse_gain(state: MiniExpress, move: Move) -> Refused:
    one = int(state.box.demand_one[state.demand.at[state.city]])
    title = COMPANIES[one].title()
    if move == Gain(one):
        return Refused("mini-express 4.7", f"The purple half is for another company than {title}.")
    return Refused("mini-express 4.7", f"Choose whose influence the purple tile gives: any company but {title}.")


def refuse_harbor(game: "MiniExpressGame", state: MiniExpress, move: Move) -> Refused:
    harbors = game.map_of(state).harbors
    if isinstance(move, Harbor) and move.harbor != OPEN and state.rails.harbors_used & 2**move.harbor:
        return Refused("mini-express 8.3", f"{harbors[move.harbor].name} is in use already.")
    free = [harbor.name for i, harbor in enumerate(harbors) if not state.rails.harbors_used & 2**i]
    return Refused("mini-express 8.3", f"Choose a free harbor: {listed(free, 'or')}.")


def refuse_route(game: "MiniExpressGame", state: MiniExpress, move: Move) -> Refused:
    city, count = game.city(state, state.city), len(state.legal())
    if move in notation.routes(state):
        return Refused("mini-express 6.3", "That route would end the game, which a second action must not do.")
    if count == 1:
        return Refused("mini-express 6.3", f"Only one shortest route to {city} does not end the game: take that one.")
    return Refused("mini-express 4.3", f"Choose one of the {count} shortest routes to {city}.")


def refuse_west_side(state: MiniExpress, move: Move) -> Refused:
    company = move.company if isinstance(move, WestSide) else OPEN
    if state.spike.east_side >= 0 and company == state.spike.east_side:
        name = COMPANIES[company].title()
        return Refused("mini-express 7.4", f"{name} is the East Side already; the West Side is another company.")
    if company != OPEN and state.spike.candidates & 2**company:
        reason = f"{COMPANIES[company].title()} as the West Side would end the game, which a second action must not do."
        return Refused("mini-express 6.3", reason)
    names = titles(state.spike.candidates)
    return Refused("mini-express 7.4", f"The West Side is one of the companies where the line met: {listed(names)}.")


def refuse_share(state: MiniExpress, move: Share) -> Refused:
    company = move.company
    if company == OPEN:
        return Refused("mini-express 3.1", f"Name a company: there are {listed(COMPANIES)}.")
    if refused := refuse_company(state, company):
        return refused
    title = COMPANIES[company].title()
    if state.assets.shares[company] == 0:
        return Refused("mini-express 3.1", f"{title} is depleted: no share of it is left to take.")
    own, price = state.influence[state.to_act * 4 + company], state.assets.tracks[company]
    if own < price:
        trains = "1 train lies" if price == 1 else f"{price} trains lie"
        return Refused(
            "mini-express 3.2",
            f"{trains} in {title}'s Tracks, so a share costs {price} influence, and you have {own}.",
        )
    return Refused(
        "mini-express 6.3", f"Taking {an(title)} share would end the game, which a second action must not do."
    )


def refuse_company(state: MiniExpress, company: int) -> Refused | None:
    if company == state.acted and state.terms.actions == 2:
        title = COMPANIES[company].title()
        return Refused("mini-express 6.2", f"Your first action was for {title}: the second is for another company.")
    if state.directing and company != state.bot.chosen:
        drawn = COMPANIES[state.bot.chosen].title()
        return Refused("mini-express 12.5", f"The bot's tile shows {drawn}: act for {drawn}.")
    return None


def refuse_build(game: "MiniExpressGame", state: MiniExpress, move: Build) -> Refused:
    company, city, from_west = move.company, move.city, isinstance(move, BuildWest)
    if company == OPEN:
        if city == OPEN:
            return Refused("mini-express 4.1", f"Name a company: there are {listed(COMPANIES)}.")
        return Refused("mini-express 4.1", f"First choose the company that builds to {game.city(state, city)}.")
    if refused := refuse_company(state, company):
        return refused
    title = COMPANIES[company].title()
    if city == OPEN:
        return refuse_place(game, state, move.place) if move.place else refuse_any_build(game, state, company)
    town = game.city(state, city)
    hex = state.land.city_hex[city]
    here = [COMPANIES[c].title() for c in range(4) if state.rails.track[hex] & 2**c]
    if title in here:
        return Refused("mini-express 4.2", f"{town} has {title} track already: it is no new market for {title}.")
    if not state.demand.tiled & 2**city:
        holds = int(state.land.capacity[city])
        if len(here) >= holds:
            companies = "1 company" if holds == 1 else f"{holds} companies"
            return Refused("mini-express 4.2", f"{town} is full: it holds {companies}, {listed(here)}.")
        return Refused("mini-express 4.2", f"{town} has no demand tile any more, so nobody builds there.")
    network = company + west_coast.WEST if from_west else company
    if from_west and state.directing:
        return Refused("mini-express 13.4", "The bot never uses the West Coast.")
    if from_west and (not state.terms.west_coast or state.spike.stage != golden_spike.RACING):
        return Refused("mini-express 13.1", "Building from the West Coast is not open now.")
    if from_west and not state.rails.entered[company] & 2**state.land.san_francisco:
        return Refused("mini-express 13.3", f"{title} has no track in San Francisco to build from.")
    need, have = state.rails.distance(network, city), int(state.assets.tracks[company])
    takes, trains = plural(int(need), "train"), plural(have, "train")
    if need == FAR:
        return Refused("mini-express 4.2", f"{town} is more than 5 hexes away from {title}'s track.")
    if need > have:
        return Refused("mini-express 4.2", f"{town} takes {takes}, and {title} has {trains} in Tracks.")
    if state.terms.west_coast and not west_coast.has_route(state, company, city, from_west):
        if not from_west or need < have:
            reason = f"The way to {town} leads over {title}'s own track: build from there."
            return Refused("mini-express 13.3", reason)
        return Refused("mini-express 13.3", f"{town} takes {takes} and 1 as a penalty; {title} has {trains}.")
    return Refused("mini-express 6.3", f"{title} to {town} would end the game, which a second action must not do.")


def refuse_any_build(game: "MiniExpressGame", state: MiniExpress, company: int) -> Refused:
    """Asked without a city: which it could be, or why none."""
    ways = [way for way in choices(state) if isinstance(way, Build) and way.company == company]
    if ways:
        return Refused("mini-express 4.1", f"Name the city as well: {notation.text(game, state, ways[0])}.")
    title, trains = COMPANIES[company].title(), int(state.assets.tracks[company])
    if not trains:
        return Refused("mini-express 4.2", f"{title} has no train in Tracks to build with.")
    reach = f"With {plural(trains, 'train')} in Tracks {title} reaches no city"
    return Refused("mini-express 4.2", f"{reach} that is new to it, has a demand tile and has room.")


def refuse_place(game: "MiniExpressGame", state: MiniExpress, where: str) -> Refused:
    made = game.map_of(state)
    for start, company in zip(made.starts, COMPANIES, strict=True):
        if where == start.name.lower():
            return Refused("mini-express 4.2", f"{start.name} is the start of {company.title()} and no destination.")
    for harbor in made.harbors:
        if where == harbor.name.lower() and state.terms.harbor:
            return Refused("mini-express 8.2", f"{harbor.name} is a harbor: nobody builds into it directly.")
    return Refused("mini-express 4.1", f"There is no city {where!r} on the map of {made.title}.")


def refuse_coast(game: "MiniExpressGame", state: MiniExpress) -> Refused:
    if not state.terms.west_coast:
        return Refused("mini-express 13.1", "This game is played without the West Coast.")
    if state.directing:
        return Refused("mini-express 13.4", "The bot never uses the West Coast.")
    if reached_overland(state):
        return Refused("mini-express 13.1", REACHED_OVERLAND)
    if state.spike.stage == golden_spike.WAITING:
        return Refused("mini-express 13.1", f"The West Coast opens with {game.what_opens(state)}.")
    if state.spike.stage == golden_spike.COMPLETE:
        return Refused("mini-express 13.1", "The coasts are joined: nobody starts in San Francisco any more.")
    return Refused("mini-express 13.2", "Name a company not yet in San Francisco, and as many cubes as fit there.")
