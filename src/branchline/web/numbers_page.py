"""One's numbers: ratings with their way, head to head, bests, streaks and games; and the table of a season."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from markupsafe import Markup

from branchline import players
from branchline.game import Game, Json, Value
from branchline.refusal import Refused
from branchline.table.results import BOT, START, Kind, Numbers, Result, Rival, Season, Side, Standing, Step, Streak
from branchline.web.chart import way
from branchline.words import ordinal, plural, points

SHOWN: Final = 50
"""Games in the list; all of them are in the files to take away."""


@dataclass(frozen=True)
class Way:
    """A rating in one kind of game, and how it came to be."""

    title: str
    rating: str
    games: str
    chart: Markup


@dataclass(frozen=True)
class Alone:
    """The record that one keeps of games alone."""

    title: str
    how: str
    games: int
    won: str
    best: str
    last: str


@dataclass(frozen=True)
class Played:
    """A game in the list."""

    table: str
    title: str
    day: str
    outcome: str
    others: str


@dataclass(frozen=True)
class NumbersPage:
    ways: tuple[Way, ...]
    rivals: tuple[Rival, ...]
    alone: tuple[Alone, ...]
    played: tuple[Played, ...]
    streak: str
    count: str


@dataclass(frozen=True)
class SeasonPage:
    season: Season
    seasons: tuple[Season, ...]
    lines: tuple[Standing, ...]


def numbers_page(numbers: Numbers, who: str, find: Callable[[str], Game]) -> NumbersPage:
    results = numbers.of(who)
    ways = sorted(numbers.ratings(who).items(), key=lambda way: -len(way[1]))
    return NumbersPage(
        ways=tuple(way_of(kind, steps, find) for kind, steps in ways),
        rivals=tuple(called(rival) for rival in numbers.rivals(who)),
        alone=tuple(
            Alone(
                title_of(best.game, find),
                how(best.options, best.game, find),
                best.games,
                f"{best.won} of {best.games}",
                points(best.best),
                points(best.last),
            )
            for best in numbers.bests(who)
        ),
        played=tuple(played(result, who, find) for result in results[:SHOWN]),
        streak=streak(numbers.streak(who)),
        count=plural(len(results), "finished game"),
    )


def season_page(numbers: Numbers, season: Season) -> SeasonPage:
    return SeasonPage(season, tuple(numbers.seasons()), tuple(numbers.table_of(season)))


# -- to be taken away ---------------------------------------------------------------------------------


def ratings_of(numbers: Numbers, who: str) -> list[Json]:
    """Each step of each rating: after which game it was how much, and how sure."""
    return [
        {
            "game": kind.game,
            "players": kind.players,
            "finished": datetime.fromtimestamp(step.finished, UTC).isoformat(timespec="seconds"),
            "rating": step.rating.points,
            "give_or_take": step.rating.give,
            "gained": step.gained,
            "games": step.rating.games,
            "table": step.table,
        }
        for kind, steps in numbers.ratings(who).items()
        for step in steps
    ]


def rivals_of(numbers: Numbers, who: str) -> list[Json]:
    """Head to head, by name: nobody's mark goes out."""
    rivals = (called(rival) for rival in numbers.rivals(who))
    return [{"name": one.name, "met": one.games, "ahead": one.ahead, "behind": one.behind} for one in rivals]


def alone_of(numbers: Numbers, who: str) -> list[Json]:
    return [
        {
            "game": best.game,
            "options": " ".join(f"{name}={value}" for name, value in best.options.items()),
            "games": best.games,
            "won": best.won,
            "best": best.best,
            "last": best.last,
        }
        for best in numbers.bests(who)
    ]


def standings_of(page: SeasonPage) -> list[Json]:
    return [
        {
            "season": str(page.season),
            "place": place,
            "name": line.name,
            "games": line.games,
            "won": line.won,
            "left_behind": line.beaten,
            "met": line.met,
        }
        for place, line in enumerate(page.lines, 1)
    ]


# -- in words -----------------------------------------------------------------------------------------


def own_way(numbers: Numbers, who: str, kind: Kind, find: Callable[[str], Game]) -> Way | None:
    """How somebody's rating in one kind of game came to be; None if they have none in it."""
    steps = numbers.ratings(who).get(kind) if who else None
    return way_of(kind, steps, find) if steps else None


def way_of(kind: Kind, steps: Sequence[Step], find: Callable[[str], Game]) -> Way:
    title = f"{title_of(kind.game, find)}, {plural(kind.players, 'player')}"
    return Way(
        title, str(steps[-1].rating), plural(len(steps), "game"), way([START, *(step.rating for step in steps)], title)
    )


def called(rival: Rival) -> Rival:
    """A bot is called by its level: its names change from table to table."""
    if not rival.who.startswith(BOT):
        return rival
    return Rival(rival.who, bot_title(rival.who), rival.games, rival.ahead, rival.behind)


def bot_title(who: str) -> str:
    return f"Bot, {players.called(who.removeprefix(BOT))}"


def title_of(game: str, find: Callable[[str], Game]) -> str:
    try:
        return find(game).title
    except Refused:
        return game


def how(options: Mapping[str, Value], game: str, find: Callable[[str], Game]) -> str:
    """The options that differ from the usual ones, in words."""
    try:
        usual = find(game).defaults(1)
    except Refused:
        usual = {}
    named = [f"{name.replace('_', ' ')} {value}" for name, value in options.items() if usual.get(name) != value]
    return ", ".join(named) or "the usual way"


def played(result: Result, who: str, find: Callable[[str], Game]) -> Played:
    mine = result.sides_of(who)
    others = [f"{side.name} {points(side.score)}" for side in result.sides if side not in mine]
    return Played(result.table, title_of(result.kind.game, find), result.day, outcome(result, mine), ", ".join(others))


def outcome(result: Result, mine: Sequence[Side]) -> str:
    scores = " and ".join(points(side.score) for side in mine)
    if len(mine) > 1:
        return f"{scores}, round one screen"
    if len(result.sides) == 1:
        return scores
    return f"{'Won' if mine[0].won else ordinal(mine[0].place).capitalize()} with {scores}"


def streak(found: Streak) -> str:
    if found.longest < 2:
        return ""
    now = f"{found.now} victories in a row now" if found.now > 1 else ""
    return (
        f"{now}; the most were {found.longest}."
        if now and found.longest > found.now
        else (f"{now}, the most so far." if now else f"The most victories in a row: {found.longest}.")
    )
