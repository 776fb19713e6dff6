"""The end of a game: winner, scores with their parts, the chart of the rounds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from branchline.game import Json, View
from branchline.table.results import Step, place
from branchline.table.sight import Eyes
from branchline.table.table import Table
from branchline.web.chart import standings
from branchline.web.numbers_page import Way
from branchline.web.table_page import TablePage, table_page
from branchline.words import ordinal, plural, points, signed


@dataclass(frozen=True)
class EndPage:
    page: TablePage
    ranked: tuple[int, ...]  # the seats, best first
    ranks: dict[int, int]
    chart: Markup
    first: tuple[int, ...]  # who won, or played alone
    label: str  # over their names
    ahead: str  # of whom, and by how much
    own: str  # how the reader came off
    rounds: int
    ratings: Mapping[int, str]  # of each seat that is rated, and what the game changed
    way: Way | None  # of the reader's rating in this kind of game


@dataclass(frozen=True)
class OwnTurns:
    """The reader's own turns of a review: what was best, what cost most."""

    best: tuple[Json, ...] = ()
    worst: tuple[Json, ...] = ()
    judged: bool = False  # whether there were any to judge

    @property
    def at_least(self) -> int:
        """Fewer points of a chance than that are not told of a turn."""
        return round(100 * WORTH_TELLING)


WORTH_TELLING = 0.04  # of a chance to win


def own_turns(found: Json, held: Sequence[int]) -> OwnTurns:
    """The best of them, and up to three that cost something; best first, since it was a game."""
    mine = [turn for turn in found.get("turns", []) if turn["seat"] in held and turn["said"]]
    good = [turn for turn in mine if turn["rose"] >= WORTH_TELLING and turn["lost"] < WORTH_TELLING / 2]
    bad = sorted((turn for turn in mine if turn["lost"] >= WORTH_TELLING), key=lambda turn: -turn["lost"])
    best = sorted(good, key=lambda turn: -turn["rose"])[:1]
    return OwnTurns(tuple(best), tuple(bad[:3]), bool(mine))


def end_page(
    table: Table,
    eyes: Eyes,
    bests: Sequence[int] = (),
    gained: Mapping[int, Step] | None = None,
    way: Way | None = None,
) -> EndPage:
    page = table_page(table, eyes)
    view = page.scene.view
    rounds = table.sight.standings()
    taking_part = [seat for seat in range(view.seats) if seat < view.players or view.breakdown[seat]]
    ranked = sorted(taking_part, key=lambda seat: (seat not in view.winners, -view.scores[seat]))
    chart = standings(
        ["start", *(str(entry["round"]) for entry in rounds[1:])],
        [[entry["scores"][seat] for seat in taking_part] for entry in rounds],
        [table.names[seat] for seat in taking_part],
    )
    own = own_result(view, eyes.part.held) or own_best(view, bests)
    return EndPage(
        page=page,
        ranked=tuple(ranked),
        ranks={seat: place(view.scores, view.winners, seat) for seat in ranked},
        chart=chart,
        first=tuple(view.winners or (ranked if view.seats == 1 else ())),
        label=label(view),
        ahead=ahead(view, ranked, page.names, eyes.part.held if own else ()),
        own=own,
        rounds=len(rounds) - 1,
        ratings={seat: f"rated {step.rating}, {signed(step.gained)}" for seat, step in (gained or {}).items()},
        way=way,
    )


def label(view: View[Any]) -> str:
    return "Your score" if view.seats == 1 else "Winner" if len(view.winners) == 1 else "Shared victory"


def ahead(view: View[Any], ranked: list[int], names: tuple[str, ...], told: tuple[int, ...]) -> str:
    """How far before the next the one winner came in, unless that one is told of themselves."""
    others = [seat for seat in ranked if seat not in view.winners]
    if len(view.winners) != 1 or not others or others[0] in told:
        return ""
    margin = view.scores[ranked[0]] - view.scores[others[0]]
    name = names[others[0]]
    return f"{margin} ahead of {name}." if margin else f"Level with {name}, and ahead by the tie-break."


def own_best(view: View[Any], bests: Sequence[int]) -> str:
    """Who plays alone and can't lose keeps a record of their scores."""
    if not bests:
        return ""
    best, now = max(bests), view.scores[0]
    games = plural(len(bests), "earlier game")
    if now > best:
        return f"A new best: in {games} it was {points(best)}."
    return f"{'As good as your' if now == best else 'Your'} best of {games}: {points(best)}."


def own_result(view: View[Any], held: tuple[int, ...]) -> str:
    """How the one who reads this came off, unless they won or several sit here."""
    if len(held) != 1 or held[0] in view.winners or not view.winners:
        return ""
    behind = view.scores[view.winners[0]] - view.scores[held[0]]
    came = ordinal(place(view.scores, view.winners, held[0]))
    return f"You came {came}, {points(behind)} behind." if behind else f"You came {came}."
