"""What games of Express 01 are like, by version of the rules and by level: length, pay, cards built, how they end.

    python bench/express_01_games.py --games 50 [--levels greedy,search-1] [--seats 4] [--length short]

Everybody at the table plays at the same level; a searching level makes the game's own number of simulations,
whatever the clock says, so that the figures are the same on every machine.
"""

import argparse
import time
from collections import Counter
from statistics import mean
from typing import cast

from branchline.games.express_01 import rules
from branchline.games.express_01.game import Express01Game
from branchline.games.express_01.routes import worth
from branchline.games.express_01.rules import Express
from branchline.lab.sim import play_game
from branchline.players import LEVELS, Player, player
from branchline.position import Position

NEWEST = Express01Game()


class Tally:
    """What was counted over some games."""

    def __init__(self) -> None:
        self.rounds: list[int] = []
        self.built: list[int] = []  # base cards expanded
        self.laid: list[int] = []  # cards laid, on base cards and on others
        self.runs: list[int] = []
        self.pays: list[int] = []  # of each run
        self.choices: list[int] = []  # of each run
        self.points: list[int] = []  # of each winner
        self.ends: Counter[str] = Counter()
        self.idle: list[int] = []  # rounds of a game in which nobody laid a card
        self.pause: list[int] = []  # the most of them in a row

    def count(self, position: Position) -> None:
        state = cast(Express, position.state)
        laid = runs = 0
        building: set[int] = set()  # rounds in which a card was laid
        for step in position.walk():
            before = cast(Express, step.before)
            if before.phase == rules.SITE:
                laid += 1
                building.add(int(before.round))
            elif before.phase == rules.COURSE:
                runs += 1
                self.pays.append(int(worth(before.network, step.event.move - rules.ROUTE)))
                self.choices.append(len(before.run.routes))
        idle = "".join(" " if number in building else "x" for number in range(1, int(state.round) + 1))
        self.idle.append(idle.count("x"))
        self.pause.append(max(len(row) for row in idle.split(" ")))
        self.rounds.append(int(state.round))
        self.built.append(int(state.network.expanded))
        self.laid.append(laid)
        self.runs.append(runs)
        self.points.append(max(position.scores()))
        self.ends[ending(state)] += 1

    def row(self) -> list[str]:
        ends = ", ".join(f"{count} {how}" for how, count in self.ends.most_common())
        return [
            f"{mean(self.rounds):.1f} ({min(self.rounds)} to {max(self.rounds)})",
            f"{mean(self.built):.1f}",
            f"{mean(self.laid):.1f}",
            f"{mean(self.idle):.1f}",
            f"{mean(self.pause):.1f} ({max(self.pause)})",
            f"{mean(self.runs):.1f}",
            f"{mean(self.pays):.2f}" if self.pays else "",
            f"{max(self.choices)}" if self.choices else "",
            f"{mean(self.points):.1f}",
            ends,
        ]


def ending(state: Express) -> str:
    if state.network.expanded >= state.end_cards:
        return "cards"
    return "decks" if state.ending else "standstill"


def at_level(level: str, seed: int) -> Player:
    if not level.startswith("search-"):
        return player(level, seed=seed)
    return player("search", seed=seed, simulations=NEWEST.levels[int(level[-1]) - 1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--length", default="short")
    parser.add_argument("--minutes", type=float, help="begins no game later than that, and tells of those it played")
    parser.add_argument("--newest", action="store_true", help="by the newest rules only")
    parser.add_argument("--levels", default=",".join(level for level, _ in LEVELS))
    asked = parser.parse_args()
    heads = [
        "level",
        "version",
        "games",
        "rounds",
        "built",
        "laid",
        "rounds without building",
        "in a row (most)",
        "runs",
        "pay of a run",
        "most choices",
        "winner",
        "ended by",
    ]
    print(f"| {' | '.join(heads)} |\n|{' --- |' * len(heads)}", flush=True)
    begun = time.monotonic()
    for level in asked.levels.split(","):
        for version in range(NEWEST.newest if asked.newest else 1, NEWEST.newest + 1):
            tally = Tally()
            for seed in range(asked.games):
                if asked.minutes and time.monotonic() - begun > 60 * asked.minutes:
                    break
                position = NEWEST.of_version(version).start(asked.seats, f"level {seed}", length=asked.length)
                play_game(position, [at_level(level, seed * 10 + seat) for seat in range(asked.seats)])
                tally.count(position)
            if tally.rounds:
                print(f"| {level} | {version} | {len(tally.rounds)} | {' | '.join(tally.row())} |", flush=True)
    print(f"{time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
