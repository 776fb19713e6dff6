"""Regret: what a search's choices cost beside searches that think much longer, in hundredths of a victory.

    python bench/regret.py GAME --deep 80000 simulations=5000 simulations=5000:explore=0.6 ...

Each setting of `search` is asked three times in each position and compared with the first one. The reference is the
mean of two deep searches with different settings, so that it favours neither much. What all of them get wrong, because
they judge by the same estimate, can't be seen here: only matches tell.
"""

import argparse
import random
import time
from statistics import fmean, stdev

import branchline
from branchline import Position
from branchline.lab.contender import Contender
from branchline.names import GameName
from branchline.players.search import Search, Thought

REFERENCES = ("sharpness=1", "sharpness=4")
ASKED = 3  # times in each position
A_GAME = 4  # positions
TRUSTED = 30  # simulations of a move before the reference knows its worth


def positions(name: GameName, count: int) -> list[Position]:
    """Decisions of greedy games with strays, none of them near the end."""
    dice, found = random.Random(5), list[Position]()
    while len(found) < count:
        position = branchline.game(name).start(seed=f"regret {len(found)}")
        player, met = branchline.player("greedy", len(found)), list[Position]()
        while not position.over:
            legal = position.legal()
            if len(legal) > 1:
                met.append(position.copy())
            position.play(dice.choice(legal) if dice.random() < 0.15 else player.choose(position))
        found += dice.sample(met[: len(met) * 9 // 10], A_GAME)
    return found[:count]


def thoughts(position: Position, settings: str, seed: str) -> list[Thought]:
    player = Contender.parse(f"search:{settings}").sit_down(seed)
    assert isinstance(player, Search)
    return player.think(position)


def worths(position: Position, deep: int) -> dict[int, float]:
    """What the references think of each move that both know well."""
    seat = int(position.state.to_act)
    known = list[dict[int, float]]()
    for like in REFERENCES:
        found = thoughts(position, f"simulations={deep}:{like}", f"deep {like}")
        known.append({one.code: one.worth[seat] for one in found if one.visits >= TRUSTED})
    return {code: fmean(one[code] for one in known) for code in known[0] if all(code in one for one in known)}


def regret(position: Position, settings: str, worth: dict[int, float]) -> float:
    best, worst = max(worth.values()), min(worth.values())
    chosen = [thoughts(position, settings, f"asked {number}")[0].code for number in range(ASKED)]
    return fmean(100 * (best - worth.get(code, worst)) for code in chosen)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    asked.add_argument("game")
    asked.add_argument("settings", nargs="+")
    asked.add_argument("--deep", type=int, required=True)
    asked.add_argument("--positions", type=int, default=40)
    options = asked.parse_args()
    met = positions(options.game, options.positions)
    known = [worths(one, options.deep) for one in met]
    first = list[float]()
    for settings in options.settings:
        begun = time.process_time()
        found = [regret(one, settings, worth) for one, worth in zip(met, known, strict=True)]
        first = first or found
        beside = [a - b for a, b in zip(found, first, strict=True)]
        error = stdev(beside) / len(beside) ** 0.5
        took = (time.process_time() - begun) / len(met) / ASKED
        told = f"{fmean(found):.3f}  {fmean(beside):+.3f} ({error:.3f})  {took * 1000:.0f} ms a choice  {settings}"
        print(told, flush=True)


if __name__ == "__main__":
    main()
