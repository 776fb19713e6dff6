"""Turning points: of those that either of two seeds finds in a game, how many both find.

    python bench/turning_points.py [GAME]... [--games 6] [--simulations 1000]

The games are greedy players', one move in ten at random.
"""

import argparse
import random

import branchline
from branchline import Position
from branchline.names import GameName
from branchline.players.analyse import analyse


def play(name: GameName, number: int) -> Position:
    position = branchline.game(name).start(seed=f"turning {number}")
    player, dice = branchline.player("greedy", number), random.Random(number)
    while not position.over:
        position.play(dice.choice(position.legal()) if dice.random() < 0.1 else player.choose(position))
    return position


def found(position: Position, simulations: int, seed: int) -> set[tuple[int, int]]:
    """The turning points, each by where it is and whose chance turned."""
    return {(one["n"], one["seat"]) for one in analyse(position, simulations, seed)["turning_points"]}


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    asked.add_argument("game", nargs="*", default=branchline.games())
    asked.add_argument("--games", type=int, default=6)
    asked.add_argument("--simulations", type=int, default=1000)
    chosen = asked.parse_args()
    for name in chosen.game:
        both, either = 0, 0
        for number in range(chosen.games):
            position = play(name, number)
            one, other = (found(position, chosen.simulations, seed) for seed in (0, 10))
            both, either = both + len(one & other), either + len(one | other)
        print(f"{name}: {both} of {either} turning points found by both, {both / max(1, either):.0%}", flush=True)


if __name__ == "__main__":
    main()
