"""How well a network forecasts beside the linear forecast: the winner's log-loss and the error in points, at the same
positions of games that neither was taught from, by players of several levels, as those it was taught from.

    python bench/forecasts.py express-01 [--net told.json] [--games 40] [--seats 3 4]
    python bench/forecasts.py express-01 --as-taught

A row for each kind of game that has a linear forecast: it, the network, and how much better the network does with two
standard errors, games taken as wholes. Without --net it is the network that people are told by. As taught: what its
file says of games that were held back, of all kinds, as a table; no game is played.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import branchline
from branchline.game import Json
from branchline.lab.learn import every_kind
from branchline.lab.network import Network
from branchline.lab.selfplay import Games, play
from branchline.lab.telling import beside, kind_of, losses, sharpened


def row(name: str, losses_of: list[float]) -> str:
    line, net, gain, error = losses_of
    return f"{name} {line:.3f} {net:.3f} ({gain:+.3f} +- {error:.3f})"


def as_taught(title: str, found: Json) -> Iterator[str]:
    """Of each kind what was found when the network was taught."""
    for kind, of in {**found["kinds"], **found["other_kinds"]}.items():
        cells = []
        for name, losses_of in (("chances", of.get("surprise", [])), ("points", of["off"])):
            tells = "network" if name in of.get("tells", []) else "linear" if losses_of else ""
            if len(losses_of) == 1:
                cells += ["", f"{losses_of[0]:.3f}", "", tells]
            elif losses_of:
                line, net, gain, error = losses_of
                cells += [f"{line:.3f}", f"{net:.3f}", f"{gain:+.3f} ± {error:.3f}", tells]
            else:
                cells += [""] * 4
        yield f"| {title}, {kind} | {of['games']} | {' | '.join(cells)} |"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    asked.add_argument("game")
    asked.add_argument("--net", type=Path)
    asked.add_argument("--games", type=int, default=40)
    asked.add_argument("--seats", type=int, nargs="*", default=[])
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--as-taught", action="store_true")
    given = asked.parse_args()
    rules = branchline.game(given.game)
    found = json.loads(given.net.read_text("utf-8")) if given.net else rules.told
    if given.as_taught:
        print("| game | games | log-loss, linear | net | gain | told by | points off, linear | net | gain | told by |")
        print("| --- | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: | --- |")
        print("\n".join(as_taught(rules.title, found)))
        return
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
