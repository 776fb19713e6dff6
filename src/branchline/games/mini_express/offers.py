"""What can be chosen in Mini Express now: the question, and each move with what it would do."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from branchline.game import Offer, Stake
from branchline.games.mini_express import codes, draft, notation, terms, ties, west_coast
from branchline.games.mini_express.components import COMPANIES
from branchline.games.mini_express.effects import ends, influence_gains, met_on_the_way, penalty, spike_news
from branchline.games.mini_express.moves import (
    MOVES,
    Build,
    BuildWest,
    Coast,
    Gain,
    Harbor,
    OfCompany,
    Pass,
    Pick,
    PickSet,
    Route,
    Share,
    Split,
    WestSide,
)
from branchline.games.mini_express.notation import co, route_words
from branchline.games.mini_express.outcome import Outcome, outcome
from branchline.games.mini_express.refusals import choices
from branchline.games.mini_express.rules import MiniExpress
from branchline.moves import Move
from branchline.words import an, listed, plural, signed

if TYPE_CHECKING:
    from branchline.games.mini_express.game import MiniExpressGame

# -- what is asked -------------------------------------------------------------------------------


def prompt(game: "MiniExpressGame", state: MiniExpress) -> str:
    if state.phase == codes.DRAFT:
        if state.terms.draft == terms.EXPERT_SPLIT:
            return "Starting shares: choose a company and take both its shares."
        if state.terms.draft == terms.SETS:
            return "Starting shares: choose one of the sets."
        return "Starting shares: choose a company."
    if state.phase == codes.DRAFT_SPLIT:
        return "Starting shares: choose a company of which both players get one."
    if state.phase == codes.CHOOSE_ROUTE:
        count = len(state.legal())
        where = game.city(state, state.city)
        if count == 1:
            return f"Build {co(state.company)} to {where}: only one of the tied routes does not end the game."
        afters = ties.after_each(state, [int(route) for route in state.legal()])
        differ = ties.difference(afters)
        return f"Build {co(state.company)} to {where}: choose one of the {count} tied routes; {differ}."
    if state.phase == codes.CHOOSE_INFLUENCE:
        return f"Purple tile in {game.city(state, state.city)}: choose another company to gain influence in."
    if state.phase == codes.CHOOSE_HARBOR:
        company = state.box.demand_one[state.demand.at[state.city]]
        return f"Choose a harbor for {co(company)}."
    if state.phase == codes.CHOOSE_WEST_SIDE:
        return "The last spike: choose the West Side company."
    if len(state.legal()) == 1 and choices(state) == [Pass()]:
        if state.directing:
            return f"The bot can do nothing for {co(state.bot.chosen)}: pass."
        return "No share can be taken and no track built: pass."
    if state.directing:
        return f"Act for the bot: {co(state.bot.chosen)} takes a share or builds."
    if state.terms.actions == 2 and state.acted >= 0:
        return "Second action, for another company: take a share or build track."
    return "Take a share or build track: choose a company or a city."


# -- what a move would do ------------------------------------------------------------------------


SAME: Final = "±0"


@dataclass(frozen=True)
class CompanyOffer(Offer):
    """A move for a company: it takes its share or builds its track."""

    company: str | None = None  # None: for no company in particular
    outcome: Outcome | None = None  # None while starting shares are taken

    @property
    def changes(self) -> str:
        points = (f"points-{seat}-{stake.change}" for seat, stake in enumerate(self.stakes) if stake.change != SAME)
        return " ".join((*self.outcome.names, *points)) if self.outcome else ""


def offer(game: "MiniExpressGame", state: MiniExpress, move: Move) -> CompanyOffer:
    afters = played_out(state, move)
    scores, new = state.scores(), afters[0].scores()
    stakes = tuple(
        Stake(signed(int(new[s] - scores[s])) if new[s] != scores[s] else SAME, f"{scores[s]} → {new[s]} VP")
        for s in range(state.seats)
    )
    gain = int(new[state.to_act] - scores[state.to_act])
    value = signed(gain) if gain else SAME
    label, group, title, notes = offered(game, state, move, afters)
    told = CompanyOffer(
        notation.text(game, state, move),
        label,
        group=group,
        title=title,
        notes=notes,
        verb=move.verb,
        at=notation.at(game, state, move),
        reach=tuple(notation.via(state, move.code, state.distance)) if isinstance(move, Route) else (),
        company=COMPANIES[move.company] if isinstance(move, OfCompany) else None,
    )
    if state.round == 0:
        return told
    return replace(told, value=value, delta=value, stakes=stakes, outcome=outcome(state, afters))


def played_out(state: MiniExpress, move: Move) -> list[MiniExpress]:
    """After the move; where routes tie, after each of them."""
    after = state.copy()
    after.play(MOVES.encode(move))
    if after.phase != codes.CHOOSE_ROUTE or after.turn != state.turn or after.to_act != state.to_act:
        return [after]
    afters = []
    for route in after.legal():
        built = after.copy()
        built.play(route)
        afters.append(built)
    return afters


def offered(
    game: "MiniExpressGame", state: MiniExpress, move: Move, afters: list[MiniExpress]
) -> tuple[str, str, str, tuple[str, ...]]:
    """Label, group, title and notes of a move; `afters` holds what it leads to, once for each tied route."""
    after = afters[0]
    then = tuple(consequences(state, after))
    match move:
        case Route():
            way = route_words(game, state, move.code, state.distance)
            title = f"{COMPANIES[state.company].title()} to {game.city(state, state.city)} {way}"
            others = ties.after_each(state, [int(route) for route in state.legal()])
            notes = (*build_notes(game, state, afters, state.company), *ties.nearer(game, after, others))
            return way.removeprefix("by way of "), "", title, notes
        case Build():
            return build_offer(game, state, move, afters)
        case Coast(company=company, cubes=cubes):
            title = f"{COMPANIES[company].title()} starts in San Francisco with {plural(cubes, 'cube')}"
            label = f"{co(company)}, {plural(cubes, 'cube')}"
            return label, "West Coast", title, build_notes(game, state, afters, company)
        case WestSide(company=company):
            title = f"{COMPANIES[company].title()} is the West Side"
            return co(company), "", title, (*west_side_notes(state, company), *ends(state, after))
        case Harbor(harbor=number):
            harbor = game.map_of(state).harbors[number]
            return f"{harbor.name}, {harbor.sea}", "", harbor.name, ("A further start for the company.", *then)
        case Gain(company=company):
            now = int(state.influence[state.to_act * 4 + company])
            notes = (f"Your influence {now} → {now + 1}.", *then)
            return co(company), "", f"Gain influence in {COMPANIES[company].title()}", notes
        case PickSet(pair=code):
            pair = [draft.pair_one(code), draft.pair_two(code)]
            title = f"Start with {listed([COMPANIES[company].title() for company in pair])}"
            return ", ".join(co(company) for company in pair), "", title, ()
        case Split(company=company):
            return co(company), "", f"One {COMPANIES[company].title()} share each", ()
        case Pick(company=company):
            return co(company), "", f"Start with {COMPANIES[company].title()}", (left_note(state, company),)
        case Share(company=company):
            return share_offer(state, company, after)
    return "Pass", "", "Pass", ("No action is possible.", *then)


def build_offer(
    game: "MiniExpressGame", state: MiniExpress, move: Build, afters: list[MiniExpress]
) -> tuple[str, str, str, tuple[str, ...]]:
    company, from_west = move.company, isinstance(move, BuildWest)
    trains = state.rails.distance(company + (west_coast.WEST if from_west else 0), move.city)
    name, west = game.city(state, move.city), " from the west" if from_west else ""
    notes = (
        f"{trains} of {plural(int(state.assets.tracks[company]), 'train')}",
        *build_notes(game, state, afters, company),
    )
    title = f"{COMPANIES[company].title()} to {name}{west}"
    return f"{name}{west}", f"Build {COMPANIES[company].title()}", title, notes


def left_note(state: MiniExpress, company: int) -> str:
    return f"{plural(int(state.draft.aside[company]), 'starting share')} left."


def share_offer(state: MiniExpress, company: int, after: MiniExpress) -> tuple[str, str, str, tuple[str, ...]]:
    price = 0 if state.directing else int(state.assets.tracks[company])
    own = state.to_act * 4 + company
    cost = "free" if price == 0 else f"−{price}"
    notes = [
        f"Your influence {state.influence[own]} → {after.influence[own]}." if price else "No influence to pay.",
        f"Tracks {state.assets.tracks[company]} → {after.assets.tracks[company]}.",
        *ends(state, after),
    ]
    title = f"{'The bot takes' if state.directing else 'Take'} {an(COMPANIES[company].title())} share"
    return f"{co(company)} {cost}", "Take a share", title, tuple(notes)


def west_side_notes(state: MiniExpress, company: int) -> list[str]:
    """7.4 Who gains the two steps, and what if no train is left."""
    name = COMPANIES[company].title()
    east = f"the East Side, {COMPANIES[state.spike.east_side].title()}" if state.spike.east_side >= 0 else ""
    if state.assets.supply[company] > 0:
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
    old, new = int(state.assets.length[company]), int(after.assets.length[company])
    row = "/".join(str(points) for points in game.parts.chart[new])
    notes.append(f"Length {old} → {new}, shares {row}." if new != old else f"Length stays {old}.")
    gained = influence_gains(state, after)
    if gained:
        notes.append(f"Your influence: {gained}.")
    due = compensation(state, after, company)
    if due:
        notes.append(f"Compensation: {due}.")
    return [*notes, *consequences(state, after)]


def consequences(state: MiniExpress, after: MiniExpress) -> list[str]:
    """What comes next for the same player, what becomes of the Golden Spike, and whether the end is near."""
    then = []
    if after.turn == state.turn:
        if after.phase == codes.CHOOSE_INFLUENCE:
            then.append("Then 1 influence in another company, as you like.")
        if after.phase in (codes.CHOOSE_INFLUENCE, codes.CHOOSE_HARBOR) and after.harbor_due():
            company = COMPANIES[after.box.demand_one[after.demand.at[after.city]]]
            then.append(f"Then a harbor of your choice for {company.title()}.")
        if after.phase == codes.CHOOSE_WEST_SIDE:
            then.append("The line is complete: then you choose the West Side.")
    return [*then, *spike_news(state, after), *ends(state, after)]


def compensation(before: MiniExpress, after: MiniExpress, company: int) -> str:
    """What the companies on the new track get, and why one gets less than its due."""
    if not before.terms.compensation:
        return ""
    parts = []
    for other, met in enumerate(met_on_the_way(before, after, company)):
        given = int(after.assets.tracks[other] - before.assets.tracks[other])
        if met:
            why = "" if given == met else ", Tracks full" if after.assets.tracks[other] == 5 else ", supply empty"
            parts.append(f"{COMPANIES[other].title()} +{given}{why}")
    return "; ".join(parts)
