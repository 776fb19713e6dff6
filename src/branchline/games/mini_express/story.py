"""Mini Express as a story: prompts, what a move would do, log lines, and the Bot's reasons step by step."""

from itertools import groupby
from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from branchline.game import Json, Line, Step
from branchline.games.mini_express import automaton, draft, golden_spike, moves, terms, west_coast
from branchline.games.mini_express.box import LONGEST, PURPLE
from branchline.games.mini_express.components import COMPANIES
from branchline.games.mini_express.land import FAR, HEX_CODES, companies_in, distance_to
from branchline.games.mini_express.rules import MiniExpress
from branchline.kernel.state import OVER
from branchline.words import an, listed, plural, signed

if TYPE_CHECKING:
    from branchline.games.mini_express.game import MiniExpressGame

REACHED_OVERLAND = "San Francisco was reached overland: the West Coast does not open."


def co(company: int) -> str:
    """A company with its picture."""
    return f"{{piece:{COMPANIES[company]}}} {COMPANIES[company].title()}"


def an_co(company: int) -> str:
    """The same with its article: a Gray, an Orange."""
    return an(COMPANIES[company]).replace(COMPANIES[company], co(company))


def titles(companies: int) -> list[str]:
    """The names of a set of companies."""
    return [COMPANIES[c].title() for c in range(4) if companies & 2**c]


# -- what is asked -----------------------------------------------------------------------------


def prompt(game: "MiniExpressGame", state: MiniExpress) -> str:
    if state.phase == moves.DRAFT:
        if state.terms.draft == terms.EXPERT_SPLIT:
            return "Starting shares: choose a company and take both its shares."
        if state.terms.draft == terms.SETS:
            return "Starting shares: choose one of the sets."
        return "Starting shares: choose a company."
    if state.phase == moves.DRAFT_SPLIT:
        return "Starting shares: choose a company of which both players get one."
    if state.phase == moves.CHOOSE_ROUTE:
        count = len(state.legal())
        where = game.city(state, state.city)
        if count == 1:
            return f"Build {co(state.company)} to {where}: only one of the tied routes does not end the game."
        return f"Build {co(state.company)} to {where}: choose one of the {count} tied routes."
    if state.phase == moves.CHOOSE_INFLUENCE:
        return f"Purple tile in {game.city(state, state.city)}: choose another company to gain influence in."
    if state.phase == moves.CHOOSE_HARBOR:
        company = state.box.demand_one[state.demand_at[state.city]]
        return f"Choose a harbor for {co(company)}."
    if state.phase == moves.CHOOSE_WEST_SIDE:
        return "The last spike: choose the West Side company."
    if list(state.legal()) == [moves.PASS]:
        if state.directing:
            return f"The bot can do nothing for {co(state.chosen)}: pass."
        return "No share can be taken and no track built: pass."
    if state.directing:
        return f"Act for the bot: {co(state.chosen)} takes a share or builds."
    if state.terms.actions == 2 and state.acted >= 0:
        return "Second action, for another company: take a share or build track."
    return "Take a share or build track: choose a company."


def what_ends(state: MiniExpress) -> Json:
    """What ends the game, and how far it has come."""
    gone = [COMPANIES[c] for c in range(4) if state.shares[c] == 0]
    need = int(state.terms.piles)
    companies = plural(need, "company is", "companies are")
    depleted = (
        f"{companies} out of shares, or {need} out of trains" if state.terms.trains_end else f"{companies} depleted"
    )
    if state.to_act == OVER:
        text = "The game is over."
    elif state.ending:
        text = "The end is triggered: this round is the last."
    elif state.terms.at_once:
        text = f"The game ends at once when {depleted}; {how_far(state)} so far."
    else:
        text = f"The last round is the one in which {depleted}; {how_far(state)} so far."
    return {"depleted": gone, "need": need, "text": text}


def how_far(state: MiniExpress) -> str:
    """How many companies are depleted; in the prototype, out of shares and out of trains."""
    shares = sum(1 for c in range(4) if state.shares[c] == 0)
    trains = sum(1 for c in range(4) if state.supply[c] == 0 and state.tracks[c] == 0)
    return f"{shares} and {trains}" if state.terms.trains_end else str(shares)


# -- what a move would do ------------------------------------------------------------------------


def offered(
    game: "MiniExpressGame", state: MiniExpress, move: int, afters: list[MiniExpress]
) -> tuple[str, str, str, tuple[str, ...]]:
    """Label, group, title and notes of a move; `afters` holds what it leads to, once for each tied route."""
    after = afters[0]
    then = tuple(consequences(state, after))
    if move >= moves.ROUTE:
        way = route_words(game, state, move - moves.ROUTE, state.distance)
        title = f"{COMPANIES[state.company].title()} to {game.city(state, state.city)} {way}"
        return way.removeprefix("by way of "), "", title, build_notes(game, state, afters, state.company)
    if move >= moves.BUILD:
        base = moves.BUILD_WEST if move >= moves.BUILD_WEST else moves.BUILD
        company, city = divmod(move - base, 64)
        network = company + (west_coast.WEST if base == moves.BUILD_WEST else 0)
        trains = distance_to(state.land, state.reach, network, city)
        name = game.city(state, city)
        west = " from the west" if base == moves.BUILD_WEST else ""
        title = f"{COMPANIES[company].title()} to {name}{west}"
        notes = (
            f"{trains} of {plural(int(state.tracks[company]), 'train')}",
            *build_notes(game, state, afters, company),
        )
        return f"{name}{west}", f"Build {COMPANIES[company].title()}", title, notes
    if move >= moves.COAST:
        company, cubes = divmod(move - moves.COAST, 4)
        title = f"{COMPANIES[company].title()} starts in San Francisco with {plural(cubes, 'cube')}"
        label = f"{co(company)}, {plural(cubes, 'cube')}"
        return label, "West Coast", title, build_notes(game, state, afters, company)
    if move >= moves.WEST_SIDE:
        company = move - moves.WEST_SIDE
        title = f"{COMPANIES[company].title()} is the West Side"
        return co(company), "", title, (*west_side_notes(state, company), *ends(state, after))
    if move >= moves.HARBOR:
        harbor = game.map_of(state).harbors[move - moves.HARBOR]
        return f"{harbor.name}, {harbor.sea}", "", harbor.name, ("A further start for the company.", *then)
    if move >= moves.GAIN:
        company = move - moves.GAIN
        now = int(state.influence[state.to_act * 4 + company])
        notes = (f"Your influence {now} → {now + 1}.", *then)
        return co(company), "", f"Gain influence in {COMPANIES[company].title()}", notes
    if move >= moves.PICK_SET:
        pair = [draft.pair_one(move - moves.PICK_SET), draft.pair_two(move - moves.PICK_SET)]
        title = f"Start with {listed([COMPANIES[company].title() for company in pair])}"
        return ", ".join(co(company) for company in pair), "", title, ()
    if move >= moves.SPLIT:
        return co(move - moves.SPLIT), "", f"One {COMPANIES[move - moves.SPLIT].title()} share each", ()
    if move >= moves.PICK:
        company = move - moves.PICK
        return co(company), "", f"Start with {COMPANIES[company].title()}", (left_note(state, company),)
    if move == moves.PASS:
        return "Pass", "", "Pass", ("No action is possible.", *then)
    return share_offer(state, move - moves.SHARE, after)


def route_words(game: "MiniExpressGame", state: MiniExpress, route: int, distance: int) -> str:
    """A route by the hexes before its city: "by way of north and north-west of Denver, east of Boise"."""
    between = [game.near(state, int(hex)) for hex in list(state.land.hexes_of(route, distance))[:-1]]
    parts = [
        f"{listed([bearing or 'the hex' for _, bearing in hexes])} of {name}"
        for name, hexes in groupby(between, key=lambda place: place[0])
    ]
    return f"by way of {', '.join(parts)}" if parts else "straight into the city"


def left_note(state: MiniExpress, company: int) -> str:
    return f"{plural(int(state.aside[company]), 'starting share')} left."


def share_offer(state: MiniExpress, company: int, after: MiniExpress) -> tuple[str, str, str, tuple[str, ...]]:
    price = 0 if state.directing else int(state.tracks[company])
    own = state.to_act * 4 + company
    cost = "free" if price == 0 else f"−{price}"
    notes = [
        f"Your influence {state.influence[own]} → {after.influence[own]}." if price else "No influence to pay.",
        f"Tracks {state.tracks[company]} → {after.tracks[company]}.",
        *ends(state, after),
    ]
    title = f"{'The bot takes' if state.directing else 'Take'} {an(COMPANIES[company].title())} share"
    return f"{co(company)} {cost}", "Take a share", title, tuple(notes)


def west_side_notes(state: MiniExpress, company: int) -> list[str]:
    """7.4 Who gains the two steps, and what if no train is left."""
    name = COMPANIES[company].title()
    east = f"the East Side, {COMPANIES[state.east_side].title()}" if state.east_side >= 0 else ""
    if state.supply[company] > 0:
        return [f"Two steps of track length for {listed([name, east] if east else [name])}."]
    notes = [f"No {name} train is left in the supply, so there will be no West Side."]
    return [*notes, f"Two steps of track length for {east}."] if east else notes


def build_notes(
    game: "MiniExpressGame", state: MiniExpress, afters: list[MiniExpress], company: int
) -> tuple[str, ...]:
    """What is the same by every tied route, then what only some of them bring."""
    facts = [build_facts(game, state, after, company) for after in afters]
    sure = [fact for fact in facts[0] if all(fact in others for others in facts)]
    unsure = [f"By some routes: {fact}" for each in facts for fact in each if fact not in sure]
    if len({tuple(after.scores()) for after in afters}) > 1:
        unsure.append("The points depend on the route; those of the first one are shown.")
    return (*sure, *dict.fromkeys(unsure))


def build_facts(game: "MiniExpressGame", state: MiniExpress, after: MiniExpress, company: int) -> list[str]:
    """What one way of building does, in the order of the rules."""
    notes = penalty(state, after, company)
    old, new = int(state.length[company]), int(after.length[company])
    row = "/".join(str(points) for points in game.parts.chart[new])
    notes.append(f"Length {old} → {new}, shares {row}." if new != old else f"Length stays {old}.")
    gained = influence_gains(state, after)
    if gained:
        notes.append(f"Your influence: {gained}.")
    due = compensation(state, after, company)
    if due:
        notes.append(f"Compensation: {due}.")
    return [*notes, *consequences(state, after)]


def penalty(before: MiniExpress, after: MiniExpress, company: int) -> list[str]:
    """13.3 A build from the west that does not join the coasts."""
    paid = after.supply[company] > before.supply[company]
    return ["1 train more goes back to the supply as a penalty."] if paid else []


def consequences(state: MiniExpress, after: MiniExpress) -> list[str]:
    """What comes next for the same player, what becomes of the Golden Spike, and whether the end is near."""
    then = []
    if after.turn == state.turn:
        if after.phase == moves.CHOOSE_INFLUENCE:
            then.append("Then 1 influence in another company, as you like.")
        if after.phase in (moves.CHOOSE_INFLUENCE, moves.CHOOSE_HARBOR) and after.harbor_due():
            company = COMPANIES[after.box.demand_one[after.demand_at[after.city]]]
            then.append(f"Then a harbor of your choice for {company.title()}.")
        if after.phase == moves.CHOOSE_WEST_SIDE:
            then.append("The line is complete: then you choose the West Side.")
    return [*then, *spike_news(state, after), *ends(state, after)]


def met_on_the_way(before: MiniExpress, after: MiniExpress, company: int) -> list[int]:
    """4.4 Of each other company: on how many of the new hexes it had track before."""
    met = [0, 0, 0, 0]
    for k in range(before.trains, after.trains):
        rest, builder = divmod(int(after.laid[k]), 4)
        if builder == company:
            for other in range(4):
                met[other] += other != company and bool(before.track[rest % HEX_CODES] & 2**other)
    return met


def compensation(before: MiniExpress, after: MiniExpress, company: int) -> str:
    """What the companies on the new track get, and why one gets less than its due."""
    if not before.terms.compensation:
        return ""
    parts = []
    for other, met in enumerate(met_on_the_way(before, after, company)):
        given = int(after.tracks[other] - before.tracks[other])
        if met:
            why = "" if given == met else ", Tracks full" if after.tracks[other] == 5 else ", supply empty"
            parts.append(f"{COMPANIES[other].title()} +{given}{why}")
    return "; ".join(parts)


def withheld(before: MiniExpress, after: MiniExpress, company: int) -> list[Step]:
    """10.4 Who gets no compensation from the Bot, or no more of it, because it has two trains or more."""
    if before.terms.difficulty < terms.NORMAL:
        return []
    none: list[str] = []
    no_more: list[str] = []
    for other, met in enumerate(met_on_the_way(before, after, company)):
        given = after.tracks[other] - before.tracks[other]
        if met and after.tracks[other] >= 2 and given < met:
            (no_more if given else none).append(COMPANIES[other].title())
    return [
        Step(f"{what} for {listed(names)} with 2 trains or more in Tracks.", "mini-express 10.4")
        for what, names in (("No compensation", none), ("No further compensation", no_more))
        if names
    ]


def influence_gains(before: MiniExpress, after: MiniExpress) -> str:
    own = before.to_act * 4
    gains = [(c, int(after.influence[own + c] - before.influence[own + c])) for c in range(4)]
    return ", ".join(f"{COMPANIES[c].title()} {signed(gain)}" for c, gain in gains if gain)


# -- the log -------------------------------------------------------------------------------------


def tell(game: "MiniExpressGame", before: MiniExpress, move: int, after: MiniExpress) -> Line | None:
    if move >= moves.FIRST:
        return tell_chance(game, before, move, after)
    who = f"{{seat:{before.to_act}}}"
    if move >= moves.ROUTE:
        return tell_build(game, before, after, before.company, before.city, who)
    if move >= moves.BUILD:
        if after.phase == moves.CHOOSE_ROUTE and after.turn == before.turn:
            return None  # told when the route is chosen
        company, city = divmod(move - (moves.BUILD_WEST if move >= moves.BUILD_WEST else moves.BUILD), 64)
        return tell_build(game, before, after, company, city, who)
    if move >= moves.COAST:
        company, cubes = divmod(move - moves.COAST, 4)
        text = f"{who} starts {co(company)} in San Francisco with {plural(cubes, 'cube')}."
        return Line(text, effects(game, before, after, company), heading=heading(before))
    if move >= moves.WEST_SIDE:
        company = move - moves.WEST_SIDE
        made = f"{who} makes {co(company)} the West Side."
        if after.west_side < 0:
            made = f"{who} names {co(company)}, which has no train left for the West Side."
        return Line(made, effects(game, before, after, company))
    if move >= moves.HARBOR:
        harbor = game.map_of(before).harbors[move - moves.HARBOR].name
        company = int(before.box.demand_one[before.demand_at[before.city]])
        return Line(f"{who} opens the harbor {harbor} for {co(company)}.", effects(game, before, after, company))
    if move >= moves.GAIN:
        company = move - moves.GAIN
        text = f"{who} gains influence in {co(company)} for the purple tile."
        return Line(text, effects(game, before, after, before.company, gains=False))
    if move >= moves.PICK_SET:
        pair = move - moves.PICK_SET
        return Line(f"{who} takes the set {co(draft.pair_one(pair))}, {co(draft.pair_two(pair))}.")
    if move >= moves.SPLIT:
        return Line(f"{who} gives each player one {co(move - moves.SPLIT)} share.")
    if move >= moves.PICK:
        return tell_pick(before, move - moves.PICK, after, who)
    if move == moves.PASS:
        return tell_pass(game, before, after, who)
    return tell_share(game, before, move - moves.SHARE, after, who)


def tell_pass(game: "MiniExpressGame", before: MiniExpress, after: MiniExpress, who: str) -> Line:
    """2.2 Nothing is possible; for the prototype's bots nothing for the company of the tile."""
    nobody = before.directing or before.bot_of_nobody()
    text = f"The bot does nothing for {co(before.chosen)}." if nobody else f"{who} passes: no action is possible."
    return Line(text, " ".join(ends(before, after)), bot_steps(game, before, after), heading(before))


def heading(before: MiniExpress) -> str:
    """A round begins with the first action of its first turn."""
    first = before.place_in_round == 0 and before.acted < 0 and not before.directing
    return f"Round {before.round}" if first else ""


def tell_pick(before: MiniExpress, company: int, after: MiniExpress, who: str) -> Line:
    expert = before.terms.draft == terms.EXPERT_SPLIT
    count = "both starting shares" if expert else "a starting share"
    text = f"{who} takes {count} of {co(company)}."
    if before.round == 0 and after.phase not in (moves.DRAFT, moves.DRAFT_SPLIT):
        grown = [c for c in range(4) if after.length[c] > before.length[c]]
        if grown:
            steps = ", ".join(f"{COMPANIES[c].title()} {after.length[c]}" for c in grown)
            return Line(text, f"Shares left over lengthen {steps}.")
        if after.terms.leftover == terms.TO_THE_BOT:
            bots = [c for c in range(4) if after.held[after.players * 4 + c]]
            got = ", ".join(f"{after.held[after.players * 4 + c]} {COMPANIES[c].title()}" for c in bots)
            return Line(text, f"The Bot gets what is left: {got}.")
    return Line(text)


def tell_share(game: "MiniExpressGame", before: MiniExpress, company: int, after: MiniExpress, who: str) -> Line:
    nobody = before.directing or before.bot_of_nobody()
    taker = "The bot" if before.directing else who
    text = f"{taker} takes {an_co(company)} share" + (" out of the game." if nobody else ".")
    parts = []
    paid = int(before.influence[before.to_act * 4 + company] - after.influence[before.to_act * 4 + company])
    if paid > 0:
        parts.append(f"Influence −{paid}.")
    elif paid < 0:
        parts.append(f"Influence +{-paid}.")
    added = int(after.tracks[company] - before.tracks[company])
    parts.append(f"{plural(added, 'train')} to Tracks.")
    return Line(text, " ".join([*parts, *ends(before, after)]), bot_steps(game, before, after), heading(before))


def tell_build(
    game: "MiniExpressGame", before: MiniExpress, after: MiniExpress, company: int, city: int, who: str
) -> Line:
    builder = "The bot" if before.directing else who
    west = " from the west" if after.from_west and before.terms.west_coast else ""
    text = f"{builder} builds {co(company)} to {game.city(before, city)}{west}."
    effect = effects(game, before, after, company)
    return Line(text, effect, bot_steps(game, before, after), heading(before))


def effects(game: "MiniExpressGame", before: MiniExpress, after: MiniExpress, company: int, gains: bool = True) -> str:
    """What a build or an event changed, in the order of the rules."""
    parts = [*build_effects(game, before, after, company, gains), *spike_news(before, after)]
    return " ".join([*parts, *harbor_news(game, before, after), *ends(before, after)])


def build_effects(
    game: "MiniExpressGame", before: MiniExpress, after: MiniExpress, company: int, gains: bool = True
) -> list[str]:
    """What a build changed, without the variants and the end."""
    parts = penalty(before, after, company)
    longer = int(after.length[company] - before.length[company]) - spike_steps(before, after)[company]
    if longer:
        parts.append(f"Length +{longer}.")
    gained = influence_gains(before, after) if gains else ""
    if gained:
        parts.append(f"Influence: {gained}.")
    for c in range(4):
        if c != company and after.tracks[c] > before.tracks[c]:
            parts.append(f"{COMPANIES[c].title()} gets {plural(int(after.tracks[c] - before.tracks[c]), 'train')}.")
    lost = before.tiled & ~after.tiled
    for city in range(before.land.cities):
        if lost & 2**city:
            parts.append(f"{game.city(before, city)} loses its tile.")
    return parts


def spike_steps(before: MiniExpress, after: MiniExpress) -> list[int]:
    """7.4 The steps of length that the last spike brings each company; fewer near the end of the chart."""
    if before.spike == after.spike or after.spike != golden_spike.COMPLETE or after.terms.west_coast:
        return [0] * 4
    steps = [int(after.length[c] - before.length[c]) for c in range(4)]
    if before.phase in (moves.ACTION, moves.CHOOSE_ROUTE):  # the same move built
        company = after.company
        steps[company] -= min(int(after.distance) - 1, LONGEST - int(before.length[company]))
    return steps


def spike_news(before: MiniExpress, after: MiniExpress) -> list[str]:
    if before.spike == after.spike:
        return []
    if after.terms.west_coast:
        return [coast_news(before, after)]
    if after.spike == golden_spike.CALLED_OFF:
        return ["The Golden Spike is called off."]
    news = []
    if before.spike == golden_spike.WAITING:
        news.append(race_news(after))
    if after.spike == golden_spike.COMPLETE:
        west = (
            f"the West Side is {COMPANIES[after.west_side].title()}"
            if after.west_side >= 0
            else "there is no West Side"
        )
        steps = [f"{COMPANIES[c].title()} length +{gain}" for c, gain in enumerate(spike_steps(before, after)) if gain]
        news.append(f"The last spike is driven: {west}{'; ' if steps else ''}{', '.join(steps)}.")
    return news


def race_news(after: MiniExpress) -> str:
    """7.2 The East Side, and who had a train for San Francisco."""
    east = f"{COMPANIES[after.east_side].title()} is the" if after.east_side >= 0 else "There is no"
    coast = titles(after.track[after.land.city_hex[after.land.san_francisco]])
    start = "starts" if len(coast) < 2 else "start"
    return f"{east} East Side; {listed(coast) or 'nobody'} {start} in San Francisco."


def coast_news(before: MiniExpress, after: MiniExpress) -> str:
    """13.1, 13.4 The West Coast opens, or never will; or the coasts are joined."""
    if after.spike == golden_spike.RACING:
        return "The West Coast is open."
    if before.spike == golden_spike.WAITING:
        return REACHED_OVERLAND
    return f"The coasts are joined: two steps at the end for {bonus_words(after)}."


def bonus_words(state: MiniExpress) -> str:
    """13.4 Who has the bonus, and who in that city had no cube for it."""
    without = titles(state.track[state.land.city_hex[state.city]] & ~state.spiked)
    in_the_west = state.track[state.land.city_hex[state.land.san_francisco]] >= 2**west_coast.WEST
    why = f" ({listed(without)} {'has' if len(without) == 1 else 'have'} no cube left)" if without else ""
    return (listed(titles(state.spiked)) or "nobody") + (why if in_the_west else "")


def reached_overland(state: MiniExpress) -> bool:
    """13.1 Whether track came to San Francisco before any city that opens the West Coast."""
    for k in range(state.trains):
        city = int(state.land.city_at[int(state.laid[k]) // 4 % HEX_CODES])
        if city == state.land.san_francisco:
            return True
        if city >= 0 and state.land.opens & 2**city:
            return False
    return False


def spike_note(game: "MiniExpressGame", state: MiniExpress) -> str:
    """How it stands with the Golden Spike or the West Coast, in a few words."""
    if state.terms.west_coast:
        if reached_overland(state):
            return REACHED_OVERLAND.removesuffix(".")
        if state.spike == golden_spike.COMPLETE:
            return f"Coasts joined; bonus: {listed(titles(state.spiked)) or 'nobody'}"
        return "West Coast open" if state.spike == golden_spike.RACING else "West Coast not open yet"
    if state.spike == golden_spike.WAITING:
        return f"Waits for {game.city(state, state.land.omaha)}"
    if state.spike == golden_spike.CALLED_OFF:
        return "Called off"
    east = COMPANIES[state.east_side].title() if state.east_side >= 0 else "nobody"
    if state.spike == golden_spike.RACING:
        return f"East Side: {east}"
    west = COMPANIES[state.west_side].title() if state.west_side >= 0 else "nobody"
    return f"Driven. East {east}, West {west}"


def harbor_news(game: "MiniExpressGame", before: MiniExpress, after: MiniExpress) -> list[str]:
    """The harbor that the Bot opens; a player's is a move of its own."""
    opened = after.harbors_used & ~before.harbors_used
    if not opened or before.to_act < before.players:
        return []
    name = game.map_of(before).harbors[int(opened).bit_length() - 1].name
    return [f"The harbor {name} is opened for {harbor_company(after)}."]


def harbor_company(state: MiniExpress) -> str:
    """8.3 The company on the other half of the purple tile."""
    return COMPANIES[state.box.demand_one[state.demand_at[state.city]]].title()


def ends(before: MiniExpress, after: MiniExpress) -> list[str]:
    """Who is depleted, and whether that ends the game; 12.2 in the prototype out of shares, or out of trains."""
    by_trains = before.terms.trains_end
    parts = []
    for c, name in enumerate(COMPANIES):
        if before.shares[c] and not after.shares[c]:
            parts.append(f"{name.title()} is {'out of shares' if by_trains else 'depleted'}.")
        if by_trains and before.supply[c] + before.tracks[c] and not after.supply[c] + after.tracks[c]:
            parts.append(f"{name.title()} is out of trains.")
    if after.to_act == OVER:
        parts.append("The game is over.")
    elif after.ending and not before.ending:
        parts.append("The end is triggered: this round is the last.")
    return parts


def tell_chance(game: "MiniExpressGame", before: MiniExpress, move: int, after: MiniExpress) -> Line | None:
    if move >= moves.TILE:
        return tell_tile(before, move - moves.TILE, after)
    if move >= moves.GROUPING:
        return Line("Four sets of two starting shares are laid out.")
    if move >= moves.DEMAND:
        if after.phase == moves.TILES:
            return None
        return Line(f"A demand tile lies on each of the {before.land.cities} cities.", heading="Set-up")
    return Line(f"{{seat:{move - moves.FIRST}}} is the starting player.")


def tell_tile(before: MiniExpress, kind: int, after: MiniExpress) -> Line | None:
    bot = "The bot" if before.terms.prototype else f"{{seat:{before.players}}}"
    if kind == len(before.bag) - 1:
        return Line(f"{bot} draws {'Reset' if before.terms.prototype else 'Refresh'}: all tiles go back into the bag.")
    if before.phase == moves.BOT_SHARES:
        count = int(after.held[after.players * 4 + after.chosen] - before.held[before.players * 4 + after.chosen])
        steps = before.box.bot_company[kind]
        return Line(
            f"{bot} starts with {plural(count, 'share')} of {co(after.chosen)}.",
            f"A tile moved its marker {plural(int(steps), 'step')}.",
        )
    if before.phase == moves.BOT_TILE_AGAIN:
        steps = int(before.box.bot_company[kind])
        return Line(
            f"{bot} can't act for {co(before.chosen)} and draws again: {plural(steps, 'step')} to {co(after.chosen)}."
        )
    if before.terms.prototype:
        return Line(f"{bot}'s tile shows {co(after.chosen)}.")
    return None  # told with the action that it leads to


# -- the Bot explains itself ---------------------------------------------------------------------


def bot_view(game: "MiniExpressGame", state: MiniExpress) -> Json | None:
    if state.terms.bot == terms.NO_BOT:
        return None
    kinds = ("", "ai", "basic", "directed")
    return {
        "kind": kinds[state.terms.bot],
        "difficulty": ("easy", "normal", "hard", "expert", "nightmare")[state.terms.difficulty],
        "company": COMPANIES[state.chosen],
        "target": game.city(state, state.target) if state.target >= 0 else None,
        "route": [
            list(game.map_of(state).cells[int(state.laid[k]) // 4 % HEX_CODES])
            for k in range(state.bot_begin, state.bot_end)
        ],
        "tiles": sum(int(count) for count in list(state.bag)[:-1]),
    }


def bot_steps(game: "MiniExpressGame", before: MiniExpress, after: MiniExpress) -> tuple[Step, ...]:
    """9 The Bot's turn in numbered steps, each with its rule."""
    if before.to_act < before.players:
        return ()
    if before.terms.bot == terms.BASIC_BOT:
        return basic_steps(game, before)
    steps = marker_steps(game, before)
    company = before.chosen
    trains = int(before.tracks[company])
    name = COMPANIES[company].title()
    if not automaton.able(before, company):
        steps.append(Step("No company can act: the Bot passes.", "mini-express 9.8"))
    elif trains <= automaton.share_limit(before):
        steps.append(
            Step(f"{name} has {plural(trains, 'train')}: 0 to 2 is a share, without paying.", "mini-express 9.3")
        )
        steps.append(refill_step(before, trains, int(after.tracks[company] - trains)))
        if before.terms.difficulty >= terms.BOT_EXPERT:
            steps.append(Step(f"It gains 1 influence in {name}.", "mini-express 10.4"))
    else:
        steps.append(Step(f"{name} has {plural(trains, 'train')}: 3 to 5 is a build.", "mini-express 9.3"))
        steps += [city_step(game, before), *route_steps(game, before), *effect_steps(game, before, after)]
    return tuple(steps)


def refill_step(before: MiniExpress, trains: int, added: int) -> Step:
    """9.7 Three trains more, 10.4 or so many that there are three; as far as the supply goes."""
    fills = before.terms.difficulty >= terms.NORMAL
    due = 3 - trains if fills else 3
    what = "Tracks are filled to 3" if fills else "3 are added to Tracks"
    text = f"{what}: {plural(added, 'train')} from the supply."
    if added < due:
        text = f"{plural(due, 'train is', 'trains are')} due in Tracks; the supply gives only {added}."
    return Step(text, "mini-express 10.4" if fills else "mini-express 9.7")


def effect_steps(game: "MiniExpressGame", before: MiniExpress, after: MiniExpress) -> list[Step]:
    """What the Bot's build brings: influence and compensation, then its choices in a variant, then the end."""
    steps = []
    if before.box.demand_two[before.demand_at[after.city]] == PURPLE:
        steps.append(Step("A purple tile: the Bot gains influence in all four companies.", "mini-express 9.7"))
    if changed := build_effects(game, before, after, before.chosen):
        steps.append(Step(" ".join(changed), "mini-express 9.7"))
    steps += withheld(before, after, before.chosen)
    if after.harbors_used != before.harbors_used:
        steps.append(harbor_step(game, before, after))
    steps += spike_reasons(before, after)
    if over := ends(before, after):
        steps.append(Step(" ".join(over), "mini-express 5.1"))
    return steps


def harbor_step(game: "MiniExpressGame", before: MiniExpress, after: MiniExpress) -> Step:
    """8.4 Which harbor the Bot opens, and why."""
    land, harbors, free = before.land, game.map_of(before).harbors, before.free_harbors()
    ways = [int(land.away[before.target * land.hexes + hex]) for hex in land.harbor_hex]
    least = min(way for i, way in enumerate(ways) if free & 2**i)
    names = [harbor.name for i, harbor in enumerate(harbors) if free & 2**i and ways[i] == least]
    opened = harbors[int(after.harbors_used & ~before.harbors_used).bit_length() - 1].name
    far = "no way leads to it" if least >= FAR else f"{plural(least, 'hex', 'hexes')} away"
    nearest = (
        f"{listed(names)} {'is' if len(names) == 1 else 'are'} nearest to {game.city(before, before.target)}, {far}"
    )
    last = f"; the last of them in the order of columns is {opened}" if len(names) > 1 else ""
    return Step(f"A harbor for {harbor_company(after)}: {nearest}{last}.", "mini-express 8.4")


def spike_reasons(before: MiniExpress, after: MiniExpress) -> list[Step]:
    """7.2, 7.4 What becomes of the Golden Spike; 7.5 why the Bot chose that West Side."""
    news = spike_news(before, after)
    if after.spike != golden_spike.COMPLETE or before.spike == after.spike:
        return [Step(text, "mini-express 7.2") for text in news]
    *race, driven = news
    steps = [Step(text, "mini-express 7.2") for text in race]
    return [*steps, west_side_step(before, after), Step(driven, "mini-express 7.4")]


def west_side_step(before: MiniExpress, after: MiniExpress) -> Step:
    """7.5 Most shares of its own, fewest of the players', then the first that its marker comes to."""
    met = where_it_met(before, after)
    if not met:
        return Step("No company but the East Side is where the line met.", "mini-express 7.4")
    rows = []
    for step in range(4):
        company = (before.chosen + step) % 4
        if met & 2**company:
            held = [int(before.held[seat * 4 + company]) for seat in range(before.seats)]
            rows.append((-held[-1], sum(held[:-1]), step, COMPANIES[company].title()))
    best, *others = sorted(rows)
    name = best[3]
    reason = "it is the only company where the line met"
    if others:
        second = others[0]
        reason = (
            f"the Bot has most shares of it, {-best[0]}"
            if best[0] < second[0]
            else f"of equals the players hold fewest of it, {best[1]}"
            if best[1] < second[1]
            else f"of equals the one that its marker {'comes to first' if best[2] else 'is on'}"
        )
    others_met = f", not {listed([row[3] for row in others], 'or')}" if others else ""
    return Step(f"West Side: {name}{others_met}; {reason}.", "mini-express 7.5")


def where_it_met(before: MiniExpress, after: MiniExpress) -> int:
    """7.4 The companies in the new hexes where the two sides met, but not the East Side; as a set of bits."""
    land = after.land
    east, west = land.city_hex[land.omaha], land.city_hex[land.san_francisco]
    first = before.trains
    new = vec[i64]([int(after.laid[k]) // 4 % HEX_CODES for k in range(first, first + after.distance)])
    companies = 0
    for hex in golden_spike.completing(land, after.track, new, land.bit[after.company], east, west):
        companies |= int(after.track[hex]) & 15
    return companies & ~(2**after.east_side if after.east_side >= 0 else 0)


def marker_steps(game: "MiniExpressGame", before: MiniExpress) -> list[Step]:
    kind = before.tile
    company, city = int(before.box.bot_company[kind]), int(before.box.bot_city[kind])
    steps = [Step(f"Draws a tile: company {company}, city {city}.", "mini-express 9.1")]
    passed = [COMPANIES[(before.chosen_before + k) % 4].title() for k in range(company + 1)]
    steps.append(Step(f"Company: {' → '.join(passed)}.", "mini-express 9.1"))
    steps.append(Step(f"Target: {target_walk(game, before)}.", "mini-express 9.2"))
    if before.redraws:
        steps.append(
            Step(
                f"{passed[-1]} can't act: {plural(int(before.redraws), 'further tile')}, "
                f"the marker comes to {COMPANIES[before.chosen].title()}.",
                "mini-express 9.8",
            )
        )
    return steps


def target_walk(game: "MiniExpressGame", before: MiniExpress) -> str:
    """From the old target to the new, with the cities that are passed over."""
    if before.target == before.target_before:
        return (
            f"{game.city(before, before.target)}, as no city with a tile lies ahead" if before.target >= 0 else "none"
        )
    first = before.target_before
    names = [game.city(before, first)] if first >= 0 else []
    skipped = []
    for city in range(first + 1, before.target + 1):
        if before.tiled & 2**city:
            names.append(game.city(before, city))
        else:
            skipped.append(game.city(before, city))
    over = f" (without a tile: {', '.join(skipped)})" if skipped else ""
    if len(skipped) > 4:
        over = f" (past {len(skipped)} cities without a tile)"
    return " → ".join(names) + over


def weighed(state: MiniExpress) -> list[tuple[int, int, int, int]]:
    """9.4 The cities that the Bot weighs, best first: away from the target, trains, companies, city."""
    land, company = state.land, int(state.chosen)
    target = automaton.goal(state)
    rows = []
    for city in range(land.cities):
        if automaton.cities_for(state, company) & 2**city:
            hex = land.city_hex[city]
            away = int(land.away[target * land.hexes + hex])
            trains = int(distance_to(land, state.reach, company, city))
            rows.append((away, trains, -int(companies_in(state.track[hex])), -city))
    return [(away, trains, -companies, -city) for away, trains, companies, city in sorted(rows)]


def city_step(game: "MiniExpressGame", before: MiniExpress) -> Step:
    rows = weighed(before)

    def say(row: tuple[int, int, int, int]) -> str:
        away, trains, companies, city = row
        far = "no way" if away >= FAR else str(away)
        return f"{game.city(before, city)} {far}·{trains}·{companies}"

    best, others = rows[0], rows[1:4]
    reason = "it is the only city in reach"
    if others:
        second = others[0]
        reason = (
            "it is nearest"
            if best[0] < second[0]
            else "of the nearest it takes the fewest trains"
            if best[1] < second[1]
            else "of these more companies are there"
            if best[2] > second[2]
            else "of these it has the highest index"
        )
    target = game.city(before, automaton.goal(before))
    legend = " (away · trains · companies there)"
    if not others:
        return Step(f"Nearest to {target}: {say(best)}{legend}; {reason}.", "mini-express 9.4")
    then = ", ".join(say(row) for row in others)
    return Step(f"Nearest to {target}: {say(best)}; {reason}. Then {then}{legend}.", "mini-express 9.4")


def route_steps(game: "MiniExpressGame", before: MiniExpress) -> list[Step]:
    """9.5 and 9.6 Where the route starts, and which one it is."""
    land, company = before.land, int(before.chosen)
    bit = land.bit[company]
    city = weighed(before)[0][3]
    distance = distance_to(land, before.reach, company, city)
    routes = land.routes(city, distance, before.beside, bit)
    starts = automaton.starts(land, routes, before.track, bit)
    first = game.place(before, int(starts[0]))
    if len(starts) == 1:
        steps = [Step(f"It can only start from {first}.", "mini-express 9.5")]
    else:
        text = f"{len(starts)} hexes to start from; the farthest east, then north, is {first}."
        steps = [Step(text, "mini-express 9.5")]
    from_there = [route for route in routes if land.grid.touches(starts[0], route % HEX_CODES)]
    chosen = automaton.choose_route(land, routes, distance, before.track, bit)
    way = route_words(game, before, chosen, distance)
    if len(from_there) == 1:
        steps.append(Step(f"One route from there: {way}.", "mini-express 9.5"))
    else:
        text = f"{len(from_there)} routes from there; the clockwise edge of all of them: {way}."
        steps.append(Step(text, "mini-express 9.6"))
    return steps


def basic_steps(game: "MiniExpressGame", before: MiniExpress) -> tuple[Step, ...]:
    """12.4 The prototype's bot."""
    company = int(before.chosen)
    name, trains = COMPANIES[company].title(), int(before.tracks[company])
    steps = [Step(f"Its tile shows {name}.", "mini-express 12.4")]
    if trains <= automaton.share_limit(before):
        what = "a share is taken out" if before.shares[company] else "no share is left, so nothing happens"
        steps.append(Step(f"{name} has {plural(trains, 'train')}: {what}.", "mini-express 12.4"))
    elif not automaton.able(before, company):
        target = game.city(before, automaton.goal(before))
        steps.append(
            Step(f"No build brings {name} nearer to {target} and leaves a train: nothing.", "mini-express 12.4")
        )
    else:
        steps += [city_step(game, before), *route_steps(game, before)]
    return tuple(steps)
