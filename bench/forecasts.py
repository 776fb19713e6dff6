"""How well a network forecasts beside the linear forecast: the winner's log-loss and the error in points, at the same
positions of games that neither was taught from, by players of several levels, as those it was taught from.

    python bench/forecasts.py express-01 [--net told.json] [--games 40] [--seats 3 4]

A row for each kind of game that has a linear forecast: it, the network, and how much better the network does with two
standard errors, games taken as wholes. Without --net it is the network that people are told by.
"""

import argparse
import json
from pathlib import Path

import branchline
from branchline.lab.learn import every_kind
from branchline.lab.network import Network
from branchline.lab.selfplay import Games, play
from branchline.lab.telling import beside, kind_of, losses, sharpened


def row(name: str, losses_of: list[float]) -> str:
    line, net, gain, error = losses_of
    return f"{name} {line:.3f} {net:.3f} ({gain:+.3f} +- {error:.3f})"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    asked.add_argument("game")
    asked.add_argument("--net", type=Path)
    asked.add_argument("--games", type=int, default=40)
    asked.add_argument("--seats", type=int, nargs="*", default=[])
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    rules = branchline.game(given.game)
    found = json.loads(given.net.read_text("utf-8")) if given.net else rules.told
    network = Network.of(found)
    for players, options in every_kind(rules):
        kind = rules.weights_file(players, options).stem
        if (given.seats and players not in given.seats) or not rules.weights(players, options):
            continue
        games = Games(rules.name, players, tuple(options.items()), f"forecasts {given.seed}", 0, given.games, told=True)
        seats = int(rules.begin(players, rules.resolve(players, options)).seats)
        inputs = rules.inputs(seats)
        assert inputs is not None
        seen = kind_of([play(games)], inputs)
        chances, points = network.judge(seen.positions)
        sharpness = found["kinds"].get(kind, {}).get("sharpness", 1.0)
        net = losses(sharpened(chances, sharpness), points, seen.positions)
        line = losses(seen.line[:, :seats], seen.line[:, seats:], seen.positions)
        told = [row("points off", beside(net.off, line.off, seen.game))]
        if seats > 1:
            told.insert(0, row("log-loss", beside(net.surprise, line.surprise, seen.game)))
        tells = " and ".join(found["kinds"].get(kind, {}).get("tells", [])) or "nothing"
        print(f"{kind}: {'; '.join(told)}; the network tells {tells}", flush=True)


if __name__ == "__main__":
    main()
