"""What hints tell and what becomes of it: expected scores and chances of winning, in games that nothing was
learned from. Greedy players play them, as they do to learn from; who is alone against an automaton thinks.

    python bench/told.py [GAME]... [--page told.html]

The page plots, for each kind of game, the chances told against what came true.
"""

import argparse
import random
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from pathlib import Path

import branchline
from branchline import Position
from branchline.lab.arena import Interval, share_interval
from branchline.lab.report import STYLE, of_shares, whiskers

KINDS: dict[str, list[tuple[int, dict[str, str | int]]]] = {
    "mini-rails": [(3, {}), (4, {}), (5, {})],
    "mini-express": [
        (1, {}),
        (1, {"difficulty": "nightmare"}),
        (2, {}),
        (2, {"mode": "expert"}),
        (3, {}),
        (3, {"map": "europe"}),
        (4, {}),
        (5, {}),
        (4, {"edition": "prototype"}),
    ],
    "steam-power": [
        (1, {"automas": 0}),
        (1, {}),
        (1, {"difficulty": "very-hard"}),
        (2, {}),
        (2, {"automas": 1}),
        (3, {}),
        (4, {}),
        (5, {}),
    ],
    "express-01": [(2, {}), (3, {}), (4, {}), (4, {"length": "long"})],
}
GAMES = {"mini-rails": 60, "mini-express": 60, "steam-power": 12, "express-01": 16}
LOOKS = 4  # a game, evenly over its decisions
SIMULATIONS = 60
BINS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 0.9, 1.01)  # of the chances told


@dataclass
class Told:
    """Of one kind of game, a pair for each look: what was told, and what became of it."""

    scores: list[tuple[float, float]] = field(default_factory=list)
    wins: list[tuple[float, float]] = field(default_factory=list)

    def plot(self, kind: str) -> str:
        """Chances told against what came true: a mark for how often it did, a stroke for what was told."""
        rows: list[tuple[str, Interval, float]] = []
        for low, high in pairwise(BINS):
            within = [(told, won) for told, won in self.wins if low <= told < high]
            if within:
                told, won = mean([a for a, _ in within]), mean([b for _, b in within])
                name = f"told {low:.0%} to {min(1.0, high):.0%}, {len(within)} times"
                rows.append((name, share_interval([won], len(within)), told))
        return f"<h2>{escape(kind)}</h2>{whiskers(rows, of_shares())}" if rows else ""

    def line(self, kind: str) -> str:
        told, real = mean([a for a, _ in self.scores]), mean([b for _, b in self.scores])
        off = mean([abs(a - b) for a, b in self.scores])
        line = f"| {kind} | {told:.1f} | {real:.1f} | {off:.1f} |"
        if not self.wins:
            return line + " | | |"
        chance, won = mean([a for a, _ in self.wins]), mean([b for _, b in self.wins])
        brier = mean([(a - b) ** 2 for a, b in self.wins])
        return line + f" {chance:.0%} | {won:.0%} | {brier:.3f} |"


def mean(values: list[float]) -> float:
    return sum(values) / max(1, len(values))


def look(position: Position, told: Told) -> None:
    """Ask at some decisions of a finished game."""
    decisions = [n for n, event in enumerate(position.events) if 0 <= event.by < position.players]
    winners, scores = position.winners(), position.scores()
    for k in range(LOOKS):
        n = decisions[(2 * k + 1) * len(decisions) // (2 * LOOKS)]
        seat, best = position.events[n].by, branchline.hint(position.at(n), 0, 1, SIMULATIONS, 1)[0]
        if "score" in best:
            told.scores.append((best["score"], scores[seat]))
        if "win" in best and position.state.seats > 1:
            told.wins.append((best["win"], 1 / len(winners) if seat in winners else 0.0))


def play(name: str, seats: int, options: dict[str, str | int], number: int) -> Position:
    position = branchline.game(name).start(seats, seed=f"told {number}", **options)
    alone = seats == 1 and position.state.seats > 1
    player = branchline.player("search", seed=number, simulations=60) if alone else branchline.player("greedy", number)
    dice = random.Random(number)
    while not position.over:
        position.play(dice.choice(position.legal()) if dice.random() < 0.1 else player.choose(position))
    return position


def page(plots: list[str]) -> str:
    lead = (
        "<h1>What hints tell, and what comes true</h1>"
        "<p>A stroke is the mean chance told, a mark how often it came true, with its interval.</p>"
    )
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Told and come true</title><style>{STYLE}</style>'
        f'<body class="lab-page"><div class="lab">{lead}{"".join(plots)}</div></body></html>'
    )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    asked.add_argument("game", nargs="*", default=branchline.games())
    asked.add_argument("--page", type=Path)
    chosen = asked.parse_args()
    print("| game | told | real | off by | chance told | won | Brier |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    plots: list[str] = []
    for name in chosen.game:
        for seats, options in KINDS[name]:
            told = Told()
            for number in range(GAMES[name]):
                look(play(name, seats, options, number), told)
            settings = [f"{option} {value}" for option, value in options.items()]
            kind = ", ".join([branchline.game(name).title, str(seats), *settings])
            print(told.line(kind), flush=True)
            plots.append(told.plot(kind))
            if chosen.page:
                chosen.page.write_text(page(plots), "utf-8")


if __name__ == "__main__":
    main()
