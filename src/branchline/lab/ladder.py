"""Ladder: every level of the table against the one below it, a thinker against greedy, and alone against
the hardest automaton, for every game; docs/strength.md is made of it."""

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from branchline.game import Game, Json, Value
from branchline.games import find
from branchline.lab.arena import ELO, Result, arena
from branchline.lab.workers import HERE
from branchline.players import LEVELS

SECOND: Final = "search:seconds=1"

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
    """The rungs, from the lowest up, then the proof: a thinker against greedy, and alone."""
    names = [name for name, _ in LEVELS]
    seats = game.usual_seats
    found = [Match(game, above, below, seats) for below, above in pairwise(names)]
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
    already, as many games of the same seed, are not played again; others are replaced."""
    found: list[Json] = json.loads(keep.read_text("utf-8")) if keep and keep.exists() else []
    for game in games:
        for match in (one for one in matches(game, thinker) if only in one.title):
            older = [one for one in found if (one["game"], one["title"]) == (game.name, match.title)]
            if any((one["result"]["seed"], one["games"]) == (seed, count) for one in older):
                continue
            if progress:
                progress(f"{game.title}: {match.title}")
            result = arena(game, match.entrants, count, match.seats, seed, dict(match.options), None, on, processes)
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


def short(result: Result) -> Json:
    """What the page tells of a match."""
    first, second = result.entrants[0], result.entrants[-1]
    return {
        "seed": result.seed,
        "games": result.games,
        "blocks": result.blocks,
        "share": [first.share.value, first.share.low, first.share.high],
        "equal": first.equal,
        "rating": [first.rating.value, first.rating.low, first.rating.high] if first.rating else None,
        "score": [first.score, second.score],
        "seconds_a_move": first.seconds_a_move,
        "slowest": first.slowest,
        "illegal": first.illegal + second.illegal,
        "late": first.late + second.late,
        "seats": [one.value for one in result.seat_share],
        "digest": result.digest,
    }


def page(found: Sequence[Json], machine: str) -> str:
    """docs/strength.md."""
    labels = ", ".join(f"{label} (`{name}`)" for name, label in LEVELS)
    lines = [
        "# How strong the opponents are",
        "",
        f"Made on {machine} by these commands; nothing here is typed by hand.",
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
        "taken on average. Ratings are on the scale of chess; those of the levels are the rungs summed up, with the",
        "errors of all rungs below. A move is late that takes a tenth more than its player's limit, or 10 s without",
        "one; on a machine that has other work to do this happens to anybody.",
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
        lines += ["", *rated(played)]
    return "\n".join(lines) + "\n"


def rated(played: Sequence[Json]) -> list[str]:
    """The thinking levels above the one that does not: the ratings of the rungs, summed up."""
    names = [name for name, _ in LEVELS[1:]]  # random is so far below that its rating says little
    rungs = {one["title"]: one["result"]["rating"] for one in played}
    lines = [f"| level | rating above {names[0]} |", "| --- | ---: |"]
    height = below = above = 0.0
    for under, name in pairwise(names):
        rung = rungs.get(f"{name} against {under}")
        if rung is None:
            break
        middle, low, high = rung
        height += middle
        below = math.hypot(below, middle - low)
        above = math.hypot(above, high - middle)
        lines.append(f"| {name} | {elo(height, height - below, height + above)} |")
    return lines


def elo(rating: float, low: float, high: float) -> str:
    return f"{rating:+.0f} ({low:+.0f} to {high:+.0f})"


def row(one: Json) -> str:
    result = one["result"]
    share, low, high = result["share"]
    rating = elo(*result["rating"]) if result["rating"] else ""
    if share == 1.0:  # nothing lost to draw again: only the share's interval bounds the rating
        odds = low / (1 - low) * (1 - result["equal"]) / result["equal"]
        rating = f"above {ELO * math.log(odds):+.0f}"
    verdict = "yes" if low > result["equal"] else "no: weaker" if high < result["equal"] else "not yet"
    if one["target"]:
        good = share >= one["target"] and low > 0.4 and result["seconds_a_move"] <= 1.0
        reached = "reached" if good else "not reached"
        verdict += f"; target {one['target']:.0%} {reached}"
    return (
        f"| {one['title']} | {result['games']} | {share:.1%} | {low:.1%} to {high:.1%} | {result['equal']:.1%} "
        f"| {rating} | {verdict} | {result['seconds_a_move']:.3f} | {result['illegal']} | {result['late']} |"
    )
