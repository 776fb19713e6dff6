"""What a drafted move costs with its undo, and what a table keeps of its game, for every game of the house:

    .venv/bin/python bench/draft.py

Milliseconds of CPU over the decisions of one random game, and kilobytes of a position when it ends.
"""

import argparse
import gc
import json
import random
import statistics
import time
import tracemalloc

import branchline
from branchline.names import GameName
from branchline.position import Position
from branchline.table.draft import Draft

SEATS = {"mini-rails": 4, "mini-express": 3, "steam-power": 4, "express-01": 4}


def drafted(name: GameName) -> dict[str, float]:
    position = branchline.game(name).start(SEATS[name], seed=3)
    chance, took = random.Random(name), []
    while not position.over:
        move = chance.choice(position.legal())
        draft = Draft.of(position)
        begun = time.thread_time()
        draft.add(move).undo()
        took.append(1000 * (time.thread_time() - begun))
        position.play(move)
    return {
        "draft_and_undo_median_ms": round(statistics.median(took), 3),
        "draft_and_undo_p99_ms": round(statistics.quantiles(took, n=100)[98], 3),
        "events": position.n,
        "kept_kilobytes": round(kilobytes(position), 1),
    }


def kilobytes(position: Position) -> float:
    """What a copy of the position's past takes."""
    gc.collect()
    tracemalloc.start()
    again = Position(position.game, position.players, position.options, position.seed)
    for event in position.events:
        again.push(event.move)
    gc.collect()
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return size / 1000


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__.split("\n\n")[0]).parse_args()
    print(json.dumps({name: drafted(name) for name in branchline.games()}, indent=2))
