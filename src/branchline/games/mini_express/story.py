"""Mini Express as a story: the lines of the log."""

from typing import TYPE_CHECKING

from branchline.game import Line
from branchline.games.mini_express import codes, draft, terms
from branchline.games.mini_express.bot_story import bot_steps
from branchline.games.mini_express.components import COMPANIES
from branchline.games.mini_express.effects import build_effects, ends, harbor_company, spike_news
from branchline.games.mini_express.moves import (
    BotTile,
    Build,
    Coast,
    First,
    Gain,
    Grouping,
    Harbor,
    Pass,
    Pick,
    PickSet,
    Route,
    Share,
    Split,
    WestSide,
)
from branchline.games.mini_express.notation import an_co, co
from branchline.games.mini_express.rules import MiniExpress
from branchline.moves import Move
from branchline.words import plural

if TYPE_CHECKING:
    from branchline.games.mini_express.game import MiniExpressGame


def tell(game: "MiniExpressGame", before: MiniExpress, move: Move, after: MiniExpress) -> Line | None:
    who = f"{{seat:{before.to_act}}}"
    match move:
        case Route():
            return tell_build(game, before, after, before.company, before.city, who)
        case Build(company=company, city=city):
            if after.phase == codes.CHOOSE_ROUTE and after.turn == before.turn:
                return None  # told when the route is chosen
            return tell_build(game, before, after, company, city, who)
        case Coast(company=company, cubes=cubes):
            text = f"{who} starts {co(company)} in San Francisco with {plural(cubes, 'cube')}."
            return Line(text, effects(game, before, after, company), heading=heading(before))
        case WestSide(company=company):
            made = f"{who} makes {co(company)} the West Side."
            if after.spike.west_side < 0:
                made = f"{who} names {co(company)}, which has no train left for the West Side."
            return Line(made, effects(game, before, after, company))
        case Harbor(harbor=number):
            harbor = game.map_of(before).harbors[number].name
            company = int(before.box.demand_one[before.demand.at[before.city]])
            return Line(f"{who} opens the harbor {harbor} for {co(company)}.", effects(game, before, after, company))
        case Gain(company=company):
            text = f"{who} gains influence in {co(company)} for the purple tile."
            return Line(text, effects(game, before, after, before.company, gains=False))
        case PickSet(pair=pair):
            return Line(f"{who} takes the set {co(draft.pair_one(pair))}, {co(draft.pair_two(pair))}.")
        case Split(company=company):
            return Line(f"{who} gives each player one {co(company)} share.")
        case Pick(company=company):
            return tell_pick(before, company, after, who)
        case Pass():
            return tell_pass(game, before, after, who)
        case Share(company=company):
            return tell_share(game, before, company, after, who)
    return tell_chance(before, move, after)


def tell_pass(game: "MiniExpressGame", before: MiniExpress, after: MiniExpress, who: str) -> Line:
    """2.2 Nothing is possible; for the prototype's bots nothing for the company of the tile."""
    nobody = before.directing or before.bot_of_nobody()
    text = f"The bot does nothing for {co(before.bot.chosen)}." if nobody else f"{who} passes: no action is possible."
    return Line(text, " ".join(ends(before, after)), bot_steps(game, before, after), heading(before))


def heading(before: MiniExpress) -> str:
    """A round begins with the first action of its first turn."""
    first = before.place_in_round == 0 and before.acted < 0 and not before.directing
    return f"Round {before.round}" if first else ""


def tell_pick(before: MiniExpress, company: int, after: MiniExpress, who: str) -> Line:
    expert = before.terms.draft == terms.EXPERT_SPLIT
    count = "both starting shares" if expert else "a starting share"
    text = f"{who} takes {count} of {co(company)}."
    if before.round == 0 and after.phase not in (codes.DRAFT, codes.DRAFT_SPLIT):
        grown = [c for c in range(4) if after.assets.length[c] > before.assets.length[c]]
        if grown:
            steps = ", ".join(f"{COMPANIES[c].title()} {after.assets.length[c]}" for c in grown)
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
    parts.append(refill(before, after, company))
    return Line(text, " ".join([*parts, *ends(before, after)]), bot_steps(game, before, after), heading(before))


def refill(before: MiniExpress, after: MiniExpress, company: int) -> str:
    """3.3 What a share brings the company itself."""
    added, title = int(after.assets.tracks[company] - before.assets.tracks[company]), COMPANIES[company].title()
    if added:
        return f"{title}'s Tracks are refilled with {plural(added, 'train')} from its supply."
    return (
        f"No refill: {title}'s Tracks are full."
        if before.assets.supply[company]
        else f"{title} has no train to refill."
    )


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


def harbor_news(game: "MiniExpressGame", before: MiniExpress, after: MiniExpress) -> list[str]:
    """The harbor that the Bot opens; a player's is a move of its own."""
    opened = after.rails.harbors_used & ~before.rails.harbors_used
    if not opened or before.to_act < before.players:
        return []
    name = game.map_of(before).harbors[int(opened).bit_length() - 1].name
    return [f"The harbor {name} is opened for {harbor_company(after)}."]


def tell_chance(before: MiniExpress, move: Move, after: MiniExpress) -> Line | None:
    match move:
        case BotTile(tile=kind):
            return tell_tile(before, kind, after)
        case Grouping():
            return Line("Four sets of two starting shares are laid out.")
        case First(seat=seat):
            return Line(f"{{seat:{seat}}} is the starting player.")
    if after.phase == codes.TILES:
        return None
    return Line(f"A demand tile lies on each of the {before.land.cities} cities.", heading="Set-up")


def tell_tile(before: MiniExpress, kind: int, after: MiniExpress) -> Line | None:
    bot = "The bot" if before.terms.prototype else f"{{seat:{before.players}}}"
    if kind == len(before.bot.bag) - 1:
        return Line(f"{bot} draws {'Reset' if before.terms.prototype else 'Refresh'}: all tiles go back into the bag.")
    if before.phase == codes.BOT_SHARES:
        count = int(
            after.held[after.players * 4 + after.bot.chosen] - before.held[before.players * 4 + after.bot.chosen]
        )
        steps = before.box.bot_company[kind]
        return Line(
            f"{bot} starts with {plural(count, 'share')} of {co(after.bot.chosen)}.",
            f"A tile moved its marker {plural(int(steps), 'step')}.",
        )
    if before.phase == codes.BOT_TILE_AGAIN:
        far = plural(int(before.box.bot_company[kind]), "step")
        unable, able = co(before.bot.chosen), co(after.bot.chosen)
        return Line(f"{bot} can't act for {unable} and draws again: {far} to {able}.")
    if before.terms.prototype:
        return Line(f"{bot}'s tile shows {co(after.bot.chosen)}.")
    return None  # told with the action that it leads to
