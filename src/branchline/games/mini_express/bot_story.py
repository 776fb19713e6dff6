"""Why the Bot of Mini Express did what it did, in numbered steps with their rules."""

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from branchline.game import Step
from branchline.games.mini_express import automaton, golden_spike, terms
from branchline.games.mini_express.box import PURPLE
from branchline.games.mini_express.components import COMPANIES
from branchline.games.mini_express.effects import build_effects, ends, harbor_company, met_on_the_way, spike_news
from branchline.games.mini_express.land import FAR, HEX_CODES, companies_in
from branchline.games.mini_express.notation import route_words
from branchline.games.mini_express.rules import MiniExpress
from branchline.words import listed, plural

if TYPE_CHECKING:
    from branchline.games.mini_express.game import MiniExpressGame


def bot_steps(game: "MiniExpressGame", before: MiniExpress, after: MiniExpress) -> tuple[Step, ...]:
    """9 The Bot's turn in numbered steps, each with its rule."""
    if before.to_act < before.players:
        return ()
    if before.terms.bot == terms.BASIC_BOT:
        return basic_steps(game, before)
    steps = marker_steps(game, before)
    company = before.bot.chosen
    trains = int(before.assets.tracks[company])
    name = COMPANIES[company].title()
    if not automaton.able(before, company):
        steps.append(Step("No company can act: the Bot passes.", "mini-express 9.8"))
    elif trains <= automaton.share_limit(before):
        steps.append(
            Step(f"{name} has {plural(trains, 'train')}: 0 to 2 is a share, without paying.", "mini-express 9.3")
        )
        steps.append(refill_step(before, trains, int(after.assets.tracks[company] - trains)))
        if before.terms.difficulty >= terms.BOT_EXPERT:
            steps.append(Step(f"It gains 1 influence in {name}.", "mini-express 10.4"))
    else:
        steps.append(Step(f"{name} has {plural(trains, 'train')}: 3 to 5 is a build.", "mini-express 9.3"))
        steps += [city_step(game, before), *route_steps(game, before), *effect_steps(game, before, after)]
    return tuple(steps)


def marker_steps(game: "MiniExpressGame", before: MiniExpress) -> list[Step]:
    kind = before.bot.tile
    company, city = int(before.box.bot_company[kind]), int(before.box.bot_city[kind])
    steps = [Step(f"Draws a tile: company {company}, city {city}.", "mini-express 9.1")]
    passed = [COMPANIES[(before.bot.chosen_before + k) % 4].title() for k in range(company + 1)]
    steps.append(Step(f"Company: {' → '.join(passed)}.", "mini-express 9.1"))
    target = () if before.bot.target < 0 else spots(game, before, before.land.city_hex[before.bot.target])
    steps.append(Step(f"Target: {target_walk(game, before)}.", "mini-express 9.2", at=target))
    if before.bot.redraws:
        steps.append(
            Step(
                f"{passed[-1]} can't act: {plural(int(before.bot.redraws), 'further tile')}, "
                f"the marker comes to {COMPANIES[before.bot.chosen].title()}.",
                "mini-express 9.8",
            )
        )
    return steps


def spots(game: "MiniExpressGame", state: MiniExpress, *hexes: int) -> tuple[str, ...]:
    """Hexes, as the board finds them."""
    cells = game.map_of(state).cells
    return tuple("{},{}".format(*cells[hex]) for hex in hexes)


def target_walk(game: "MiniExpressGame", before: MiniExpress) -> str:
    """From the old target to the new, with the cities that are passed over."""
    if before.bot.target == before.bot.target_before:
        return (
            f"{game.city(before, before.bot.target)}, as no city with a tile lies ahead"
            if before.bot.target >= 0
            else "none"
        )
    first = before.bot.target_before
    names = [game.city(before, first)] if first >= 0 else []
    skipped = []
    for city in range(first + 1, before.bot.target + 1):
        if before.demand.tiled & 2**city:
            names.append(game.city(before, city))
        else:
            skipped.append(game.city(before, city))
    over = f" (without a tile: {', '.join(skipped)})" if skipped else ""
    if len(skipped) > 4:
        over = f" (past {len(skipped)} cities without a tile)"
    return " → ".join(names) + over


def refill_step(before: MiniExpress, trains: int, added: int) -> Step:
    """9.7 Three trains more, 10.4 or so many that there are three; as far as the supply goes."""
    fills = before.terms.difficulty >= terms.NORMAL
    due = 3 - trains if fills else 3
    what = "Tracks are filled to 3" if fills else "3 are added to Tracks"
    text = f"{what}: {plural(added, 'train')} from the supply."
    if added < due:
        text = f"{plural(due, 'train is', 'trains are')} due in Tracks; the supply gives only {added}."
    return Step(text, "mini-express 10.4" if fills else "mini-express 9.7")


def city_step(game: "MiniExpressGame", before: MiniExpress) -> Step:
    rows = weighed(before)
    best, others = rows[0], rows[1:3]
    tied = bool(others) and best[:2] == others[0][:2]  # then companies count, too

    def say(row: tuple[int, int, int, int]) -> str:
        away, trains, companies, city = row
        told = ["no way to it" if away >= FAR else f"{away} away", plural(trains, "train")]
        told += [f"{plural(companies, 'company', 'companies')} there"] if tied else []
        return f"{game.city(before, city)} ({', '.join(told)})"

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
    then = f" Next would be {listed([say(row) for row in others])}." if others else ""
    text = f"Nearest to {game.city(before, automaton.goal(before))}: {say(best)}; {reason}.{then}"
    at = spots(game, before, *(before.land.city_hex[row[3]] for row in rows[:3]))
    return Step(text, "mini-express 9.4", at=at)


def weighed(state: MiniExpress) -> list[tuple[int, int, int, int]]:
    """9.4 The cities that the Bot weighs, best first: away from the target, trains, companies, city."""
    land, company = state.land, int(state.bot.chosen)
    target = automaton.goal(state)
    rows = []
    for city in range(land.cities):
        if automaton.cities_for(state, company) & 2**city:
            hex = land.city_hex[city]
            away = int(land.away[target * land.hexes + hex])
            trains = int(state.rails.distance(company, city))
            rows.append((away, trains, -int(companies_in(state.rails.track[hex])), -city))
    return [(away, trains, -companies, -city) for away, trains, companies, city in sorted(rows)]


def route_steps(game: "MiniExpressGame", before: MiniExpress) -> list[Step]:
    """9.5 and 9.6 Where the route starts, and which one it is."""
    land, company = before.land, int(before.bot.chosen)
    bit = land.bit[company]
    city = weighed(before)[0][3]
    distance = before.rails.distance(company, city)
    routes = land.routes(city, distance, before.rails.beside, bit)
    starts = automaton.starts(land, routes, before.rails.track, bit)
    first = game.place(before, int(starts[0]))
    if len(starts) == 1:
        text = f"It can only start from {first}."
    else:
        text = f"{len(starts)} hexes to start from; the farthest east, then north, is {first}."
    steps = [Step(text, "mini-express 9.5", at=spots(game, before, int(starts[0])))]
    from_there = [route for route in routes if land.grid.touches(starts[0], route % HEX_CODES)]
    chosen = automaton.choose_route(land, routes, distance, before.rails.track, bit)
    way = route_words(game, before, chosen, distance)
    along = spots(game, before, *(int(hex) for hex in land.hexes_of(chosen, distance)))
    if len(from_there) == 1:
        steps.append(Step(f"One route from there: {way}.", "mini-express 9.5", at=along))
    else:
        text = f"{len(from_there)} routes from there; the clockwise edge of all of them: {way}."
        steps.append(Step(text, "mini-express 9.6", at=along))
    return steps


def effect_steps(game: "MiniExpressGame", before: MiniExpress, after: MiniExpress) -> list[Step]:
    """What the Bot's build brings: influence and compensation, then its choices in a variant, then the end."""
    steps = []
    if before.box.demand_two[before.demand.at[after.city]] == PURPLE:
        steps.append(Step("A purple tile: the Bot gains influence in all four companies.", "mini-express 9.7"))
    if changed := build_effects(game, before, after, before.bot.chosen):
        steps.append(Step(" ".join(changed), "mini-express 9.7"))
    steps += withheld(before, after, before.bot.chosen)
    if after.rails.harbors_used != before.rails.harbors_used:
        steps.append(harbor_step(game, before, after))
    steps += spike_reasons(before, after)
    if over := ends(before, after):
        steps.append(Step(" ".join(over), "mini-express 5.1"))
    return steps


def withheld(before: MiniExpress, after: MiniExpress, company: int) -> list[Step]:
    """10.4 Who gets no compensation from the Bot, or no more of it, because it has two trains or more."""
    if before.terms.difficulty < terms.NORMAL:
        return []
    none: list[str] = []
    no_more: list[str] = []
    for other, met in enumerate(met_on_the_way(before, after, company)):
        given = after.assets.tracks[other] - before.assets.tracks[other]
        if met and after.assets.tracks[other] >= 2 and given < met:
            (no_more if given else none).append(COMPANIES[other].title())
    return [
        Step(f"{what} for {listed(names)} with 2 trains or more in Tracks.", "mini-express 10.4")
        for what, names in (("No compensation", none), ("No further compensation", no_more))
        if names
    ]


def harbor_step(game: "MiniExpressGame", before: MiniExpress, after: MiniExpress) -> Step:
    """8.4 Which harbor the Bot opens, and why."""
    land, harbors, free = before.land, game.map_of(before).harbors, before.free_harbors()
    ways = [int(land.away[before.bot.target * land.hexes + hex]) for hex in land.harbor_hex]
    least = min(way for i, way in enumerate(ways) if free & 2**i)
    names = [harbor.name for i, harbor in enumerate(harbors) if free & 2**i and ways[i] == least]
    opened = harbors[int(after.rails.harbors_used & ~before.rails.harbors_used).bit_length() - 1].name
    far = "no way leads to it" if least >= FAR else f"{plural(least, 'hex', 'hexes')} away"
    nearest = (
        f"{listed(names)} {'is' if len(names) == 1 else 'are'} nearest to {game.city(before, before.bot.target)}, {far}"
    )
    last = f"; the last of them in the order of columns is {opened}" if len(names) > 1 else ""
    at = spots(game, before, *(int(hex) for i, hex in enumerate(land.harbor_hex) if free & 2**i and ways[i] == least))
    return Step(f"A harbor for {harbor_company(after)}: {nearest}{last}.", "mini-express 8.4", at=at)


def spike_reasons(before: MiniExpress, after: MiniExpress) -> list[Step]:
    """7.2, 7.4 What becomes of the Golden Spike; 7.5 why the Bot chose that West Side."""
    news = spike_news(before, after)
    if after.spike.stage != golden_spike.COMPLETE or before.spike.stage == after.spike.stage:
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
        company = (before.bot.chosen + step) % 4
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
    first = before.rails.trains
    new = vec[i64]([int(after.rails.laid[k]) // 4 % HEX_CODES for k in range(first, first + after.distance)])
    companies = 0
    for hex in golden_spike.completing(land, after.rails.track, new, land.bit[after.company], east, west):
        companies |= int(after.rails.track[hex]) & 15
    return companies & ~(2**after.spike.east_side if after.spike.east_side >= 0 else 0)


def basic_steps(game: "MiniExpressGame", before: MiniExpress) -> tuple[Step, ...]:
    """12.4 The prototype's bot."""
    company = int(before.bot.chosen)
    name, trains = COMPANIES[company].title(), int(before.assets.tracks[company])
    steps = [Step(f"Its tile shows {name}.", "mini-express 12.4")]
    if trains <= automaton.share_limit(before):
        what = "a share is taken out" if before.assets.shares[company] else "no share is left, so nothing happens"
        steps.append(Step(f"{name} has {plural(trains, 'train')}: {what}.", "mini-express 12.4"))
    elif not automaton.able(before, company):
        target = game.city(before, automaton.goal(before))
        steps.append(
            Step(f"No build brings {name} nearer to {target} and leaves a train: nothing.", "mini-express 12.4")
        )
    else:
        steps += [city_step(game, before), *route_steps(game, before)]
    return tuple(steps)
