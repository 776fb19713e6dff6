"""Ladder: every level of the table against the one below it, the search of the textbooks and a thinker against greedy,
and alone against the hardest automaton, for every game; docs/strength.md is made of it."""

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from branchline.game import Game, Json, Value
from branchline.games import find
from branchline.lab.arena import Interval, Result, arena, by_share, elo
from branchline.lab.workers import HERE
from branchline.players import LEVELS
from branchline.refusal import Refused

SECOND: Final = "search:seconds=1"
BASELINE: Final = "uct:simulations=300"
"""The search of the textbooks, which knows nothing of any game."""

TARGETS: Final = {"mini-rails": 0.6, "mini-express": 0.6, "steam-power": 0.5, "express-01": 0.5}
"""The win share against greedy in all other seats that was to be shown, within a second a move."""

FOR_TWO: Final[dict[str, dict[str, Value]]] = {"mini-express": {"mode": "expert"}}
"""Modes of their own for two players."""

ALONE: Final[dict[str, dict[str, Value]]] = {
    "mini-express": {"mode": "solo", "difficulty": "nightmare"},
    "steam-power": {"automas": 1, "difficulty": "very-hard"},
}
"""The hardest automaton, and how often it was to be beaten."""
ALONE_TARGET: Final = 0.8


@dataclass(frozen=True)
class Match:
    """One against another in all other seats."""

    game: Game
    first: str
    second: str
    seats: int
    target: float | None = None  # the win share to be shown
    options: tuple[tuple[str, Value], ...] = ()

    @property
    def title(self) -> str:
        who = f"{self.first} against {self.second}" if self.seats > 1 else f"{self.first} alone"
        return who + "".join(f", {name} {value}" for name, value in self.options)

    @property
    def entrants(self) -> list[str]:
        return [self.first, self.second] if self.seats > 1 else [self.first]


def matches(game: Game, thinker: str = SECOND) -> list[Match]:
    """The rungs, from the lowest up, then a baseline and the proof: a thinker against greedy, and alone."""
    names = [name for name, _ in LEVELS]
    seats = game.usual_seats
    found = [Match(game, above, below, seats) for below, above in pairwise(names)]
    found.append(Match(game, BASELINE, "greedy", seats))
    found.append(Match(game, thinker, "greedy", seats, TARGETS.get(game.name)))
    if for_two := FOR_TWO.get(game.name):
        found.append(Match(game, thinker, "greedy", 2, TARGETS.get(game.name), tuple(for_two.items())))
    if alone := ALONE.get(game.name):
        found.append(Match(game, thinker, "", 1, ALONE_TARGET, tuple(alone.items())))
    return found


def climb(
    games: Sequence[Game],
    count: int,
    seed: int,
    thinker: str = SECOND,
    only: str = "",
    on: str = HERE,
    processes: int | None = None,
    progress: Callable[[str], None] | None = None,
    keep: Path | None = None,
    command: str = "",
) -> list[Json]:
    """Play the matches whose title holds `only`. With a file to keep them in, those that stand there
    already, as many games of the same seed, are not played again; others are replaced. A match that was
    stopped is not kept."""
    found = kept_in(keep)
    asked = [(game, match) for game in games for match in matches(game, thinker) if only in match.title]
    if not found and not asked:
        raise Refused("ladder", f"No match's title holds {only!r}, and nothing is kept.")
    for game, match in asked:
        older = [one for one in found if (one["game"], one["title"]) == (game.name, match.title)]
        if any((one["result"]["seed"], one["games"]) == (seed, count) for one in older):
            continue
        if progress:
            progress(f"{game.title}: {match.title}")
        result = arena(game, match.entrants, count, match.seats, seed, dict(match.options), None, on, processes)
        if result.stopped:
            raise Refused("ladder", f"{match.title} was stopped and is not kept: {result.stopped}.")
        found = [one for one in found if one not in older]
        found.append(
            {
                "game": game.name,
                "title": match.title,
                "target": match.target,
                "games": count,
                "command": command,
                "result": short(result),
            }
        )
        if keep:
            keep.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    return found


def kept_in(file: Path | None) -> list[Json]:
    """The matches of earlier runs."""
    if file is None or not file.exists():
        return []
    try:
        found: list[Json] = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise Refused("ladder", f"{file} does not hold the matches of earlier runs: {error}.") from error
    return found


def short(result: Result) -> Json:
    """What the page tells of a match."""
    first, second = result.entrants[0], result.entrants[-1]
    return {
        "seed": result.seed,
        "games": result.games,
        "blocks": result.blocks,
        "share": [first.share.value, first.share.low, first.share.high],
        "equal": first.equal,
        "rating": first.rating.value if first.rating else None,  # its bounds follow from those of the share
        "score": [first.score, second.score],
        "seconds_a_move": first.seconds_a_move,
        "slowest": first.slowest,
        "illegal": first.illegal + second.illegal,
        "late": first.late + second.late,
        "seats": [one.value for one in result.seat_share],
        "digest": result.digest,
    }


def page(found: Sequence[Json], machine: str, files: str = "") -> str:
    """docs/strength.md. `files` is what each command also names: where the matches are kept, and this page."""
    labels = ", ".join(f"{label} (`{name}`)" for name, label in LEVELS)
    lines = [
        "# How strong the opponents are",
        "",
        f"Made on {machine} by these commands"
        + (f", each with `{files}`" if files else "")
        + "; no figure here is typed by hand.",
        "",
        *(f"    {command}" for command in dict.fromkeys(one["command"] for one in found)),
        "",
        f"The levels of the table, from the weakest: {labels}. The number of simulations that each",
        "thinks at the most stands with each game; `src/branchline/players/__init__.py` bounds their seconds.",
        "",
        "A match is one player against another in all other seats, in blocks: one seed, played in every rotation",
        "over the seats. The win share counts a shared victory as a fraction; its interval holds 19 times in 20 and",
        "is over blocks. *Equal* is the share that equal strength would give. *Shown* says whether the whole interval",
        "lies above equality. Players with a number of simulations play the same games everywhere (their digest is in",
        "the data); those with seconds depend on the machine and on what else it does. A target was set for at most",
        "one second a move; it is reached if the share is, the whole interval lies above 40 %, and no more time was",
        "taken on average. Ratings are on the scale of chess, with the bounds that those of the win share stand for;",
        "those of the levels are the rungs summed up, with the errors of all rungs below. A move is late that takes a",
        "tenth more than its player's limit, or 10 s without one; on a machine that has other work to do this happens",
        "to anybody.",
        "",
        "What a builder, a trader and a blocker do otherwise is in [search.md](search.md#styles).",
    ]
    for name in sorted({one["game"] for one in found}):
        lines += [
            "",
            f"## {name}",
            "",
            "Simulations of the four searching levels: " + ", ".join(f"{n:,}" for n in find(name).levels) + ".",
            "",
            "| match | games | win share | interval | equal | rating | shown | s/move | illegal | late |",
            "| --- | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: |",
        ]
        played = [one for one in found if one["game"] == name]
        lines += [row(one) for one in played]
        lines += ["", *rated(played), "", *by_seat(played)]
    return "\n".join(lines) + "\n"


def rated(played: Sequence[Json]) -> list[str]:
    """The thinking levels above the one that does not: the ratings of the rungs, summed up."""
    names = [name for name, _ in LEVELS[1:]]  # the lowest is so far below that its rating says little
    rungs = {one["title"]: rating(one["result"]) for one in played}
    lines = [f"| level | rating above {names[0]} |", "| --- | ---: |"]
    height = below = above = 0.0
    for under, name in pairwise(names):
        rung = rungs.get(f"{name} against {under}")
        if rung is None:
            break
        height += rung.value
        below = math.hypot(below, rung.value - rung.low)
        above = math.hypot(above, rung.high - rung.value)
        lines.append(f"| {name} | {elo(Interval(height, height - below, height + above))} |")
    return lines


def by_seat(played: Sequence[Json]) -> list[str]:
    """What each seat won, whoever sat there, over all matches with as many players."""
    met = [one["result"] for one in played if " alone" not in one["title"]]
    lines = []
    for seats in sorted({len(one["seats"]) for one in met}):
        of = [one for one in met if len(one["seats"]) == seats]
        games = sum(one["games"] for one in of)
        shares = [sum(one["seats"][seat] * one["games"] for one in of) / games for seat in range(seats)]
        told = ", ".join(f"{share:.1%}" for share in shares)
        lines += [f"By seat, whoever sat there, over {games:,} games of {seats} players: {told}.", ""]
    return lines[:-1]


def rating(result: Json) -> Interval | None:
    """The first's rating above the second, with the bounds of its win share; None: they did not meet."""
    found = result["rating"]
    if found is None:
        return None
    value = found[0] if isinstance(found, list) else found  # with bounds, as earlier runs kept it
    return by_share(value, Interval(*result["share"]), result["equal"])


def row(one: Json) -> str:
    result = one["result"]
    share, low, high = result["share"]
    rated = rating(result)
    height = elo(rated) if rated else ""
    verdict = "yes" if low > result["equal"] else "no: weaker" if high < result["equal"] else "not yet"
    if one["target"]:
        good = share >= one["target"] and low > 0.4 and result["seconds_a_move"] <= 1.0
        reached = "reached" if good else "not reached"
        verdict += f"; target {one['target']:.0%} {reached}"
    return (
        f"| {one['title']} | {result['games']} | {share:.1%} | {low:.1%} to {high:.1%} | {result['equal']:.1%} "
        f"| {height} | {verdict} | {result['seconds_a_move']:.3f} | {result['illegal']} | {result['late']} |"
    )
