"""How well a network forecasts beside the linear forecast that people are told: the winner's log-loss and the error in
points, at the same positions of greedy games that neither was taught from.

    python bench/forecasts.py express-01 --net net.json [--games 60] [--seats 3 4]

One row for each kind of game: the linear forecast, the network, and how much better the network does with two standard
errors, games taken as wholes.
"""

import argparse
import json
import math
import random
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, stdev

import branchline
from branchline.game import Game, Json, Value
from branchline.kernel.chance import Seed
from branchline.kernel.estimate import THIRD
from branchline.kernel.greedy import best_move
from branchline.kernel.net import Net
from branchline.kernel.state import OVER, settle
from branchline.lab.selfplay import KEPT, Games

STRAY = Games.stray


@dataclass
class Seen:
    """Of one forecast, in one game: the mean over its positions."""

    surprise: list[float] = field(default_factory=list)
    off: list[float] = field(default_factory=list)


def chances(values: list[float], slope: float) -> list[float]:
    best = max(values)
    odds = [math.exp((one - best) * slope) for one in values]
    return [one / sum(odds) for one in odds]


def play(
    rules: Game, players: int, options: dict[str, Value], found: Json, number: int, seed: int
) -> tuple[Seen, Seen]:
    """One game, as `lab learn` plays them to learn from: what the linear forecast says of it, and what the network."""
    name = f"forecasts {seed}.{players}.{options}.{number}"
    dice, chance, greedy = random.Random(name), Seed(name).at(0), rules.estimate()
    state = rules.begin(players, rules.resolve(players, options))
    settle(state, chance)
    seats = int(state.seats)
    linear = rules.learned(players, options)
    net = rules.by_net(rules.estimate(), seats, found)
    assert isinstance(net, Net)
    told: list[tuple[list[float], list[float], list[float], list[float]]] = []
    event = 1
    while state.to_act != OVER:
        moves = [int(code) for code in state.legal()]
        code = moves[0]
        if len(moves) > 1:
            rng = Seed(name).at(event)
            event += 1
            known = state.copy()
            known.redeal(int(state.to_act), rng)
            code = int(best_move(known, greedy, rng))
            if dice.random() < KEPT:
                points, slope = [float(one) for one in linear.forecast(state)], THIRD / linear.winning_lead(state)
                logits = [float(one) for one in net.logits(state)]
                told.append((chances(points, slope), points, chances(logits, 1.0), [float(one) for one in net.scored]))
            if dice.random() < STRAY:
                code = dice.choice(moves)
        state.play(code)
        settle(state, chance)
    winners, scores = [int(seat) for seat in state.winners()], [float(one) for one in state.scores()]
    by_line, by_net = Seen(), Seen()
    for line_chances, line_points, net_chances, net_points in told:
        for seen, chance_of, points in ((by_line, line_chances, line_points), (by_net, net_chances, net_points)):
            if winners:
                seen.surprise.append(fmean(-math.log(max(1e-9, chance_of[seat])) for seat in winners))
            seen.off.append(fmean(abs(a - b) for a, b in zip(points, scores, strict=True)))
    return by_line, by_net


def told_of(name: str, pairs: list[tuple[list[float], list[float]]]) -> str:
    """Means over all positions, and how sure the difference is."""
    before, after = fmean(x for a, _ in pairs for x in a), fmean(x for _, b in pairs for x in b)
    gains = [fmean(a) - fmean(b) for a, b in pairs]
    return f"{name} {before:.3f} {after:.3f} ({fmean(gains):+.3f} +- {2 * stdev(gains) / math.sqrt(len(gains)):.3f})"


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("game")
    asked.add_argument("--net", type=Path, required=True)
    asked.add_argument("--games", type=int, default=60)
    asked.add_argument("--seats", type=int, nargs="*", default=[])
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    rules, found = branchline.game(given.game), json.loads(given.net.read_text("utf-8"))
    for file in sorted((rules.folder / "weights").glob("*.json")):
        kind = json.loads(file.read_text("utf-8"))
        if given.seats and kind["seats"] not in given.seats:
            continue
        games = [play(rules, kind["seats"], kind["options"], found, n, given.seed) for n in range(given.games)]
        games = [(a, b) for a, b in games if a.off]
        row = [told_of("points off", [(a.off, b.off) for a, b in games])]
        decided = [(a.surprise, b.surprise) for a, b in games if a.surprise]
        if decided:
            row.insert(0, told_of("log-loss", decided))
        positions = sum(len(a.off) for a, _ in games)
        print(
            f"{file.stem} (v{kind['version']}): {len(games)} games, {positions} positions; {'; '.join(row)}", flush=True
        )


if __name__ == "__main__":
    main()
