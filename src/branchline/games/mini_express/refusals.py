"""Why a move of Mini Express is not allowed."""

import re
from typing import TYPE_CHECKING

from branchline.games.mini_express import golden_spike, moves, notation, terms, west_coast
from branchline.games.mini_express.components import COMPANIES
from branchline.games.mini_express.effects import REACHED_OVERLAND, reached_overland
from branchline.games.mini_express.land import FAR, distance_to
from branchline.games.mini_express.notation import titles
from branchline.games.mini_express.rules import MiniExpress
from branchline.refusal import Refused
from branchline.words import an, listed, plural

if TYPE_CHECKING:
    from branchline.games.mini_express.game import MiniExpressGame


def refuse(game: "MiniExpressGame", state: MiniExpress, text: str) -> Refused:
    if state.phase in (moves.DRAFT, moves.DRAFT_SPLIT):
        return refuse_pick(state, text)
    if state.phase == moves.CHOOSE_ROUTE:
        return refuse_route(game, state, text)
    if state.phase == moves.CHOOSE_INFLUENCE:
        return refuse_gain(state, text)
    if state.phase == moves.CHOOSE_HARBOR:
        return refuse_harbor(game, state, text)
    if state.phase == moves.CHOOSE_WEST_SIDE:
        return refuse_west_side(state, text)
    if match := re.fullmatch(r"share(?: (\S+))?", text):
        return refuse_share(state, match[1] or "")
    if match := re.fullmatch(r"build(?: (\S+))?(?: (.+?))?( from the west)?", text):
        return refuse_build(game, state, match[1] or "", match[2] or "", bool(match[3]))
    if text.startswith("coast"):
        return refuse_coast(game, state)
    if text == "pass":
        return Refused("mini-express 2.2", "Nobody may pass while a share can be taken or track be built.")
    if text.startswith("via"):
        return Refused("mini-express 4.1", "First name a company and a city to build to.")
    return Refused("mini-express 2.1", f"{text!r} is no action: share a company, or build a company to a city.")


def unknown_company(name: str, rule: str) -> Refused:
    asked = f"There is no company {name!r}" if name else "Name a company"
    return Refused(rule, f"{asked}: there are {listed(COMPANIES)}.")


def refuse_pick(state: MiniExpress, text: str) -> Refused:
    verb = "split" if state.phase == moves.DRAFT_SPLIT else "pick"
    rule = {terms.EXPERT_SPLIT: "mini-express 6.1", terms.SETS: "mini-express 12.1"}.get(
        state.terms.draft, "mini-express 1.6"
    )
    words = text.split()
    if not words or words[0] != verb:
        return Refused(rule, f"Starting shares are being chosen: {verb} a company.")
    if state.terms.draft == terms.SETS:
        sets = [notation.pair(move - moves.PICK_SET) for move in state.legal()]
        return Refused(rule, f"These sets are left: {'; '.join(sets)}.")
    if len(words) != 2 or words[1] not in COMPANIES:
        return unknown_company(" ".join(words[1:]), rule)
    company = COMPANIES.index(words[1])
    title = words[1].title()
    if state.aside[company] == 0 or (state.terms.draft == terms.EXPERT_SPLIT and state.aside[company] < 2):
        return Refused(rule, f"No starting share of {title} is left.")
    own = [c for c in range(4) if state.held[state.to_act * 4 + c]]
    if company in own:
        return Refused(rule, f"You hold {an(title)} share already: the second one is of another company.")
    pair = f"{COMPANIES[own[0]].title()} and {title}"
    return Refused(rule, f"Another player holds {pair} already, and no two start with the same pair.")


def refuse_gain(state: MiniExpress, text: str) -> Refused:
    one = COMPANIES[state.box.demand_one[state.demand_at[state.city]]].title()
    if text == f"gain {one.lower()}":
        return Refused("mini-express 4.7", f"The purple half is for another company than {one}.")
    return Refused("mini-express 4.7", f"Choose whose influence the purple tile gives: any company but {one}.")


def refuse_harbor(game: "MiniExpressGame", state: MiniExpress, text: str) -> Refused:
    harbors = game.map_of(state).harbors
    for i, harbor in enumerate(harbors):
        if text == f"harbor {harbor.name.lower()}" and state.harbors_used & 2**i:
            return Refused("mini-express 8.3", f"{harbor.name} is in use already.")
    free = [harbor.name for i, harbor in enumerate(harbors) if not state.harbors_used & 2**i]
    return Refused("mini-express 8.3", f"Choose a free harbor: {listed(free, 'or')}.")


def refuse_route(game: "MiniExpressGame", state: MiniExpress, text: str) -> Refused:
    city, count = game.city(state, state.city), len(state.legal())
    if text in [game.text(state, move) for move in state.route_moves()]:
        return Refused("mini-express 6.3", "That route would end the game, which a second action must not do.")
    if count == 1:
        return Refused("mini-express 6.3", f"Only one shortest route to {city} does not end the game: take that one.")
    return Refused("mini-express 4.3", f"Choose one of the {count} shortest routes to {city}.")


def refuse_west_side(state: MiniExpress, text: str) -> Refused:
    if state.east_side >= 0 and text == f"west side {COMPANIES[state.east_side]}":
        name = COMPANIES[state.east_side].title()
        return Refused("mini-express 7.4", f"{name} is the East Side already; the West Side is another company.")
    for company in titles(state.candidates):
        if text == f"west side {company.lower()}":
            reason = f"{company} as the West Side would end the game, which a second action must not do."
            return Refused("mini-express 6.3", reason)
    names = titles(state.candidates)
    return Refused("mini-express 7.4", f"The West Side is one of the companies where the line met: {listed(names)}.")


def refuse_share(state: MiniExpress, name: str) -> Refused:
    if name not in COMPANIES:
        return unknown_company(name, "mini-express 3.1")
    company = COMPANIES.index(name)
    if refused := refuse_company(state, company):
        return refused
    title = name.title()
    if state.shares[company] == 0:
        return Refused("mini-express 3.1", f"{title} is depleted: no share of it is left to take.")
    own, price = state.influence[state.to_act * 4 + company], state.tracks[company]
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
    if state.directing and company != state.chosen:
        drawn = COMPANIES[state.chosen].title()
        return Refused("mini-express 12.5", f"The bot's tile shows {drawn}: act for {drawn}.")
    return None


def refuse_build(game: "MiniExpressGame", state: MiniExpress, name: str, where: str, from_west: bool) -> Refused:
    cities = [city.lower() for city in game.cities(state)]
    if (asked := f"{name} {where}".strip()) in cities:
        town = game.city(state, cities.index(asked))
        return Refused("mini-express 4.1", f"First choose the company that builds to {town}.")
    if name not in COMPANIES:
        return unknown_company(name, "mini-express 4.1")
    company = COMPANIES.index(name)
    if refused := refuse_company(state, company):
        return refused
    title = name.title()
    if not where:
        return refuse_any_build(game, state, company)
    if where not in cities:
        return refuse_place(game, state, where)
    city = cities.index(where)
    town = game.city(state, city)
    hex = state.land.city_hex[city]
    here = [COMPANIES[c].title() for c in range(4) if state.track[hex] & 2**c]
    if title in here:
        return Refused("mini-express 4.2", f"{town} has {title} track already: it is no new market for {title}.")
    if not state.tiled & 2**city:
        holds = int(state.land.capacity[city])
        if len(here) >= holds:
            companies = "1 company" if holds == 1 else f"{holds} companies"
            return Refused("mini-express 4.2", f"{town} is full: it holds {companies}, {listed(here)}.")
        return Refused("mini-express 4.2", f"{town} has no demand tile any more, so nobody builds there.")
    network = company + west_coast.WEST if from_west else company
    if from_west and state.directing:
        return Refused("mini-express 13.4", "The bot never uses the West Coast.")
    if from_west and (not state.terms.west_coast or state.spike != golden_spike.RACING):
        return Refused("mini-express 13.1", "Building from the West Coast is not open now.")
    if from_west and not state.entered[company] & 2**state.land.san_francisco:
        return Refused("mini-express 13.3", f"{title} has no track in San Francisco to build from.")
    need, have = distance_to(state.land, state.reach, network, city), int(state.tracks[company])
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
    text = f"build {COMPANIES[company]} "
    ways = (game.text(state, int(move)) for move in state.legal())
    if way := next((way for way in ways if way.startswith(text)), ""):
        return Refused("mini-express 4.1", f"Name the city as well: {way}.")
    title, trains = COMPANIES[company].title(), int(state.tracks[company])
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
    if state.spike == golden_spike.WAITING:
        opens = [game.city(state, c) for c in range(state.land.cities) if state.land.opens & 2**c]
        return Refused("mini-express 13.1", f"The West Coast opens with the first track in {listed(opens, 'or')}.")
    if state.spike == golden_spike.COMPLETE:
        return Refused("mini-express 13.1", "The coasts are joined: nobody starts in San Francisco any more.")
    return Refused("mini-express 13.2", "Name a company not yet in San Francisco, and as many cubes as fit there.")
