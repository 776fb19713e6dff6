"""Greedy players: seconds a game of each game's one-move look-ahead, and a digest of what they chose.

    .venv/bin/python bench/greedy.py [GAME ...] [--games 4] [--seats 4]

What makes them faster and nothing else leaves the digest as it is. Seconds are those of the process; on a busy
machine count instructions, as bench/thinking.py tells.
"""

import argparse
import hashlib
import time

import branchline
from branchline.kernel.chance import Seed
from branchline.kernel.greedy import best_move
from branchline.kernel.state import OVER, settle
from branchline.names import GameName


def games(name: GameName, count: int, seats: int) -> tuple[float, int, str]:
    """Seconds a game, decisions in all, and a digest of the moves and scores."""
    game = branchline.game(name)
    estimate = game.estimate()
    found = hashlib.sha256()
    decisions = 0
    begun = time.process_time()
    for number in range(count):
        state = game.begin(seats, game.resolve(seats, {}))
        rng = Seed("greedy").at(number)
        settle(state, rng)
        while state.to_act != OVER:
            move = best_move(state, estimate, rng)
            found.update(f"{move} ".encode())
            state.play(move)
            decisions += 1
            settle(state, rng)
        found.update(repr(list(state.scores())).encode())
    return (time.process_time() - begun) / count, decisions, found.hexdigest()[:16]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    asked.add_argument("game", nargs="*", default=branchline.games())
    asked.add_argument("--games", type=int, default=4)
    asked.add_argument("--seats", type=int, default=4)
    options = asked.parse_args()
    for name in options.game:
        seconds, decisions, digest = games(name, options.games, options.seats)
        print(f"{seconds:8.3f} s a game  {decisions:6,} decisions  {digest}  {name}")


if __name__ == "__main__":
    main()
