"""The yardstick: random games of Mini Rails by our compiled rules, and the same games in plain C, yardstick.c.

    .venv/bin/python bench/yardstick.py [--games 20000] [--rounds 7] [--seats 4]

C is compiled with the system's cc -O2. Both take turns in one run on one core, by the time that the process was
given, and the best of the rounds counts. A digest over all scores, winners and numbers of decisions tells that the
games are the same. On a busy machine counting instructions is steadier: `valgrind --tool=callgrind .venv/bin/python
bench/yardstick.py --only rules --rounds 2`, less those with `--rounds 0`, and the same with `--only c`.
"""

import argparse
import ctypes
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import cast

import branchline
from branchline.games.mini_rails.rules import MiniRails
from branchline.kernel.chance import Seed
from branchline.kernel.state import State, playout
from branchline.lab.bench import compiled

SOURCE = Path(__file__).with_suffix(".c")
SEED = Seed("yardstick")
COMPARED = 5000  # games


class Rules:
    """Our compiled rules."""

    def __init__(self, start: State) -> None:
        self.start = start

    def play(self, games: int) -> int:
        """Games 0 to games - 1; how many decisions there were in all."""
        start, seed = self.start, SEED
        return sum(playout(start.copy(), seed.at(game)) for game in range(games))

    def tell(self, games: int) -> list[int]:
        """Of each game: the scores, the winners as bits, the decisions."""
        told: list[int] = []
        for game in range(games):
            state = self.start.copy()
            decisions = playout(state, SEED.at(game))
            told.extend(int(score) for score in state.scores())
            told.append(sum(1 << int(seat) for seat in state.winners()))
            told.append(int(decisions))
        return told


class PlainC:
    """The same games in C, from the same box."""

    def __init__(self, library: ctypes.CDLL, start: MiniRails) -> None:
        lands = [[*land.places, *land.around, *land.starts] for land in start.map.lands]
        box = numbers([*lands[0], *lands[1], *start.map.faces])
        seed = (ctypes.c_uint32 * 4)(SEED.a, SEED.b, SEED.c, SEED.d)
        self.players = int(start.players)
        self.given = (box, seed, self.players, int(start.start_hexes), int(start.discs.bag[0]))
        self.yardstick = library.yardstick
        self.yardstick.restype = ctypes.c_int64

    def play(self, games: int) -> int:
        return int(self.yardstick(*self.given, ctypes.c_int64(0), ctypes.c_int64(games), None))

    def tell(self, games: int) -> list[int]:
        told = numbers([0] * (games * (self.players + 2)))
        self.yardstick(*self.given, ctypes.c_int64(0), ctypes.c_int64(games), told)
        return list(told)


def numbers(values: list[int]) -> "ctypes.Array[ctypes.c_int64]":
    return (ctypes.c_int64 * len(values))(*values)


def compile_c(folder: Path) -> ctypes.CDLL:
    compiler = os.environ.get("CC", "cc").split()
    if not shutil.which(compiler[0]):
        sys.exit("The yardstick is plain C, and there is no C compiler (Debian and Ubuntu: apt install gcc).")
    library = folder / "yardstick.so"
    options = ["-O2", "-Wall", "-Wextra", "-std=c11", "-shared", "-fPIC", "-o", str(library)]
    if subprocess.run([*compiler, *options, str(SOURCE)]).returncode:
        sys.exit(f"{compiler[0]} does not compile {SOURCE.name}: what it says stands above.")
    return ctypes.CDLL(str(library))


def digest(told: list[int]) -> str:
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


def seconds(play: Callable[[int], int], games: int) -> float:
    begun = time.process_time()  # of this one core, whoever else is using it
    play(games)
    return time.process_time() - begun


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    asked.add_argument("--games", type=int, default=20_000, help="in each round")
    asked.add_argument("--rounds", type=int, default=7)
    asked.add_argument("--seats", type=int, default=4)
    asked.add_argument("--only", choices=("rules", "c"), help="play the rounds by these alone, to count instructions")
    options = asked.parse_args()
    if not compiled():
        sys.exit("The rules are not compiled here, and C is a yardstick for compiled ones: ./play compiles them.")
    game = branchline.game("mini-rails")
    start = game.begin(options.seats, game.resolve(options.seats, {}))
    with tempfile.TemporaryDirectory() as folder:
        c = PlainC(compile_c(Path(folder)), cast(MiniRails, start))
        rules = Rules(start)
        ours, theirs = digest(rules.tell(COMPARED)), digest(c.tell(COMPARED))
        if ours != theirs:
            sys.exit(f"C plays other games than our rules: digest {theirs}, and not {ours}.")
        print(f"{COMPARED:,} games with {options.seats} players are the same, digest {ours}")
        players = {"rules": rules.play, "c": c.play}
        best = {name: float("inf") for name in players if options.only in (None, name)}
        for _ in range(options.rounds):
            for name in best:
                best[name] = min(best[name], seconds(players[name], options.games))
    for name, title in (("rules", "our compiled rules"), ("c", "plain C")):
        if name in best and options.rounds:
            print(f"{options.games / best[name]:10,.0f} playouts/s  {title}")
    if options.rounds and len(best) == 2:
        print(f"C is {best['rules'] / best['c']:.2f} times as fast")


if __name__ == "__main__":
    main()
