"""What hints tell and what becomes of it: expected scores and chances of winning, in games that nothing was taught by.
Half of the games are greedy players', the others those of the first and third level of the table's players (of one who
is alone against automatons, of the first three levels); in every other game one move in ten is any.

    python bench/told.py [GAME]... [--games 1.0] [--kept FOLDER] [--page told.html] [--plots FOLDER]

The page and the plots show, for each number of players, the chances told against what came true. The games are kept in
FOLDER as records, so that what another commit tells is measured by the same ones.
"""

import argparse
import json
import random
import zlib
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from pathlib import Path

import branchline
from branchline import Position
from branchline.game import Game, Value
from branchline.lab.learn import every_kind
from branchline.names import GameName, PlayerName
from branchline.words import plural

GAMES = {"mini-rails": 48, "mini-express": 20, "steam-power": 8, "express-01": 24}  # of each kind
ALSO: dict[str, list[tuple[int, dict[str, Value]]]] = {  # beside every number of players and all that changes the game
    "mini-express": [(3, {"map": "europe"}), (4, {"map": "europe"})],
    "steam-power": [(2, {"map": "north-east"}), (3, {"map": "north-east"}), (4, {"map": "north-east"})],
}
PLAYERS: tuple[PlayerName, ...] = ("greedy", "search-1", "greedy", "search-3")
PLAYERS_ALONE: tuple[PlayerName, ...] = ("search-1", "search-2", "search-1", "search-3")
LOOKS = 4  # a game, evenly over its decisions
SIMULATIONS = 60
BINS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 0.9, 1.01)  # of the chances told
SIDE, GAP, COLUMNS = 150, 46, 4  # of a plot, in pixels


@dataclass
class Told:
    """A pair for each look: what was told, and what became of it."""

    scores: list[tuple[float, float]] = field(default_factory=list)
    wins: list[tuple[float, float]] = field(default_factory=list)

    def add(self, other: "Told") -> None:
        self.scores += other.scores
        self.wins += other.wins

    def line(self, kind: str) -> str:
        line = f"| {kind} |"
        if self.scores:
            told, real = mean([a for a, _ in self.scores]), mean([b for _, b in self.scores])
            line += f" {told:.1f} | {real:.1f} | {mean([abs(a - b) for a, b in self.scores]):.1f} |"
        else:
            line += " | | |"
        if not self.wins:
            return line + " | | | |"
        chance, won = mean([a for a, _ in self.wins]), mean([b for _, b in self.wins])
        brier = mean([(a - b) ** 2 for a, b in self.wins])
        return line + f" {chance:.0%} | {won:.0%} | {brier:.3f} | {self.apart():.3f} |"

    def within(self) -> list[tuple[float, float, int]]:
        """The chances told in each bin, how often they came true, and how many there are."""
        found = []
        for low, high in pairwise(BINS):
            inside = [(told, won) for told, won in self.wins if low <= told < high]
            if inside:
                found.append((mean([a for a, _ in inside]), mean([b for _, b in inside]), len(inside)))
        return found

    def apart(self) -> float:
        """How far told and come true lie apart in the mean, bin by bin."""
        return sum(abs(told - true) * count for told, true, count in self.within()) / max(1, len(self.wins))

    def plot(self, kind: str, x: int, y: int) -> str:
        """Told to the right, come true upwards: what lies on the line came true as often as it was told."""
        dots = "".join(
            f'<circle cx="{x + SIDE * told:.1f}" cy="{y + SIDE * (1 - true):.1f}" r="{1.2 + 0.55 * count**0.5:.1f}"/>'
            for told, true, count in self.within()
        )
        return (
            f'<text x="{x}" y="{y - 18}">{escape(kind)}</text>'
            f'<text class="less" x="{x}" y="{y - 5}">{len(self.wins)} looks</text>'
            f'<path d="M{x} {y}v{SIDE}h{SIDE}"/><path class="even" d="M{x} {y + SIDE}l{SIDE} {-SIDE}"/>{dots}'
        )


def mean(values: list[float]) -> float:
    return sum(values) / max(1, len(values))


def kinds(game: Game) -> list[tuple[int, dict[str, Value]]]:
    """Every number of players with all that makes another game of it, and some maps."""
    return [*every_kind(game), *ALSO.get(game.name, [])]


def look(position: Position) -> Told:
    """Ask at some decisions of a finished game."""
    told = Told()
    decisions = [n for n, event in enumerate(position.events) if 0 <= event.by < position.players]
    winners, scores = position.winners(), position.scores()
    for k in range(LOOKS):
        n = decisions[(2 * k + 1) * len(decisions) // (2 * LOOKS)]
        seat, best = position.events[n].by, branchline.hint(position.at(n), 0, 1, SIMULATIONS, 1)[0]
        if "score" in best:
            told.scores.append((best["score"], scores[seat]))
        if "win" in best and position.state.seats > 1:
            told.wins.append((best["win"], 1 / len(winners) if seat in winners else 0.0))
    return told


def player_of(seats: int, number: int) -> PlayerName:
    return (PLAYERS_ALONE if seats == 1 else PLAYERS)[number % 4]


def play(name: GameName, seats: int, options: dict[str, Value], number: int) -> Position:
    position = branchline.game(name).start(seats, seed=f"told {number}", **options)
    player = branchline.player(player_of(seats, number), seed=number)
    dice, stray = random.Random(number), 0.1 if number // 4 % 2 else 0.0
    while not position.over:
        position.play(dice.choice(position.legal()) if dice.random() < stray else player.choose(position))
    return position


def kept(folder: Path | None, name: GameName, seats: int, options: dict[str, Value], number: int) -> Position:
    """A game that was played before, or is played now."""
    if folder is None:
        return play(name, seats, options, number)
    kind = "-".join([name, str(seats), *(f"{option}-{value}" for option, value in options.items())])
    file = folder / f"{kind}-{number}.json.z"
    if file.exists():
        return branchline.replay(json.loads(zlib.decompress(file.read_bytes())))
    position = play(name, seats, options, number)
    folder.mkdir(parents=True, exist_ok=True)
    file.write_bytes(zlib.compress(json.dumps(position.record()).encode()))
    return position


def svg(title: str, plots: dict[str, Told]) -> str:
    """One small plot beside the other."""
    held = [(kind, told) for kind, told in plots.items() if told.wins]
    rows = -(-len(held) // COLUMNS)
    drawn = [
        told.plot(kind, 12 + n % COLUMNS * (SIDE + GAP), 40 + n // COLUMNS * (SIDE + GAP))
        for n, (kind, told) in enumerate(held)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {COLUMNS * (SIDE + GAP)} {rows * (SIDE + GAP) + 12}" '
        f'role="img"><title>{escape(title)}: chances told, and how often they came true</title>'
        "<style>svg{font:12px system-ui,sans-serif}text{fill:#22262b}path{stroke:#8a8578;fill:none}"
        ".less{fill:#6b6759;font-size:10px}.even{stroke-dasharray:3 3}circle{fill:#1f6feb;fill-opacity:.75}"
        "@media (prefers-color-scheme:dark){text{fill:#e9e6df}.less{fill:#a8a294}circle{fill:#79b0ff}}</style>"
        f"{''.join(drawn)}</svg>\n"
    )


def page(drawn: dict[str, str]) -> str:
    lead = (
        "<h1>What hints tell, and what comes true</h1><p>Chances told to the right, how often they came true upwards; "
        "a larger dot stands for more looks.</p>"
    )
    parts = "".join(f"<h2>{escape(title)}</h2>{one}" for title, one in drawn.items())
    return f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Told and come true</title>{lead}{parts}</html>'


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    asked.add_argument("game", nargs="*", default=branchline.games())
    asked.add_argument("--games", type=float, default=1.0, help="times the usual number")
    asked.add_argument("--kept", type=Path)
    asked.add_argument("--page", type=Path)
    asked.add_argument("--plots", type=Path)
    chosen = asked.parse_args()
    print("| game | told | real | off by | chance told | won | Brier | apart |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    drawn: dict[str, str] = {}
    for name in chosen.game:
        game = branchline.game(name)
        plots: dict[str, Told] = {}
        levels = {player: Told() for player in (*PLAYERS, *PLAYERS_ALONE)}
        for seats, options in kinds(game):
            settings = [f"{option} {value}" for option, value in options.items()]
            kind = ", ".join([str(seats), *settings])
            several = Told()
            for number in range(round(chosen.games * GAMES[name])):
                told = look(kept(chosen.kept, name, seats, options, number))
                several.add(told)
                levels[player_of(seats, number)].add(told)
            print(several.line(f"{game.title}, {kind}"), flush=True)
            pooled = ", ".join(
                [plural(seats, "player"), *(one for one in settings if "difficulty" not in one and "map" not in one)]
            )
            plots.setdefault(pooled, Told()).add(several)
        for player, told in levels.items():
            if told.wins:
                print(told.line(f"{game.title}, all games of {player}"), flush=True)
        drawn[game.title] = svg(game.title, plots)
        if chosen.plots:
            chosen.plots.mkdir(parents=True, exist_ok=True)
            (chosen.plots / f"{name}.svg").write_text(drawn[game.title], "utf-8")
        if chosen.page:
            chosen.page.write_text(page(drawn), "utf-8")


if __name__ == "__main__":
    main()
