"""A game of greedy players, cut off at some moments: records to lay tables from.

    PYTHONPATH=CLONE/src python tests/browser/moments.py GAME SEATS OPTIONS

prints them as JSON, by the rules of whichever commit is there. So this imports nothing but the front door.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, cast

import branchline

if TYPE_CHECKING:
    from branchline.names import GameName

MOMENTS = {"early": 0.0, "middle": 0.45, "late": 0.85, "end": 1.0}


def records(game: GameName, seats: int, options: dict[str, Any]) -> dict[str, dict[str, Any]]:
    position = branchline.game(game).start(seats=seats, seed=21, **options)
    bot = branchline.player("greedy", seed=4)
    decisions = [position.n]
    while not position.over:
        position.play(bot.choose(position))
        decisions.append(position.n)
    last = len(decisions) - 1
    return {name: position.at(decisions[round(share * last)]).record() for name, share in MOMENTS.items()}


if __name__ == "__main__":
    print(json.dumps(records(cast("GameName", sys.argv[1]), int(sys.argv[2]), json.loads(sys.argv[3]))))
