"""Thinking: simulations a second of each game's search, and a digest of the trees it grew.

    .venv/bin/python bench/thinking.py [GAME ...] [--simulations 2000]

What makes the search faster and nothing else leaves the digest as it is. Seconds are those of the
process; on a busy machine even they are noisy, and counting instructions is not: `valgrind --tool=callgrind
.venv/bin/python bench/thinking.py mini-rails`, less those of one with few simulations.
"""

import argparse
import hashlib
import time

import branchline
from branchline.kernel.chance import Seed
from branchline.kernel.search import Knobs, Search
from branchline.names import GameName

AFTER = (0, 12, 30, 50)  # random moves; some of them late in every game


def trees(name: GameName, simulations: int) -> tuple[float, str]:
    """Simulations a second, and a digest of what they found."""
    found = hashlib.sha256()
    seconds, done = 0.0, 0
    for moves in AFTER:
        position = branchline.game(name).start(seed=7)
        anybody = branchline.player("random", seed=moves)
        for _ in range(moves):
            if not position.over:
                position.play(anybody.choose(position))
        if position.over:
            continue
        estimate = position.game.learned()
        begun = time.process_time()
        tree = Search(
            position.state,
            estimate,
            Knobs(1.2, 1.0, estimate.turns, estimate.sample, 32, heat=estimate.heat),
            Seed("bench").at(0),
        )
        tree.think(simulations, 0.0)
        seconds += time.process_time() - begun
        done += int(tree.simulations)
        found.update(repr((tree.moves(), tree.counts(), tree.sums("win"), tree.sums("points"))).encode())
    return done / seconds, found.hexdigest()[:16]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    asked.add_argument("game", nargs="*", default=branchline.games())
    asked.add_argument("--simulations", type=int, default=2000)
    options = asked.parse_args()
    for name in options.game:
        pace, digest = trees(name, options.simulations)
        print(f"{pace:10,.0f} simulations/s  {digest}  {name}")


if __name__ == "__main__":
    main()
