"""Mini Express as a story: the lines of the log."""

from typing import TYPE_CHECKING

from branchline.game import Line
from branchline.games.mini_express import draft, moves, terms
from branchline.games.mini_express.bot_story import bot_steps
from branchline.games.mini_express.components import COMPANIES
from branchline.games.mini_express.effects import build_effects, ends, harbor_company, spike_news
from branchline.games.mini_express.notation import an_co, co
from branchline.games.mini_express.rules import MiniExpress
from branchline.words import plural

if TYPE_CHECKING:
    from branchline.games.mini_express.game import MiniExpressGame


def tell(game: "MiniExpressGame", before: MiniExpress, move: int, after: MiniExpress) -> Line | None:
    if move >= moves.FIRST:
        return tell_chance(before, move, after)
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
    parts.append(refill(before, after, company))
    return Line(text, " ".join([*parts, *ends(before, after)]), bot_steps(game, before, after), heading(before))


def refill(before: MiniExpress, after: MiniExpress, company: int) -> str:
    """3.3 What a share brings the company itself."""
    added, title = int(after.tracks[company] - before.tracks[company]), COMPANIES[company].title()
    if added:
        return f"{title}'s Tracks are refilled with {plural(added, 'train')} from its supply."
    return f"No refill: {title}'s Tracks are full." if before.supply[company] else f"{title} has no train to refill."


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
    opened = after.harbors_used & ~before.harbors_used
    if not opened or before.to_act < before.players:
        return []
    name = game.map_of(before).harbors[int(opened).bit_length() - 1].name
    return [f"The harbor {name} is opened for {harbor_company(after)}."]


def tell_chance(before: MiniExpress, move: int, after: MiniExpress) -> Line | None:
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
