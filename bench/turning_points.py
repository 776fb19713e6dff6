"""Turning points: of those that either of two seeds finds in a game, how many both find, and how many are told.

    python bench/turning_points.py [GAME]... [--games 6] [--simulations 1000] [--seconds 0] [--most 5]

The games are greedy players', one move in ten at random. A turning point is found by both if it is of the same turn
and the same seat's chance. With seconds, an analysis takes about so long, and each decision at least these simulations.
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


def found(position: Position, simulations: int, seconds: float, most: int, seed: int) -> set[tuple[int, int]]:
    """The turning points, each by its turn and whose chance moved."""
    points = analyse(position, simulations, seed, most, seconds=seconds)["turning_points"]
    return {(int(position.state_at(one["n"]).turn), one["seat"]) for one in points}


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    asked.add_argument("game", nargs="*", default=branchline.games())
    asked.add_argument("--games", type=int, default=6)
    asked.add_argument("--simulations", type=int, default=1000)
    asked.add_argument("--seconds", type=float, default=0.0)
    asked.add_argument("--most", type=int, default=5, help="are told of a game: a review tells 5")
    chosen = asked.parse_args()
    for name in chosen.game:
        both, either, told = 0, 0, 0
        for number in range(chosen.games):
            position = play(name, number)
            one, other = (found(position, chosen.simulations, chosen.seconds, chosen.most, seed) for seed in (0, 10))
            both, either, told = both + len(one & other), either + len(one | other), told + len(one) + len(other)
        share, a_game = both / max(1, either), told / 2 / chosen.games
        print(f"{name}: {both} of {either} turning points found by both, {share:.0%}; {a_game:.1f} a game", flush=True)


if __name__ == "__main__":
    main()
