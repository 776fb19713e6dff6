"""Bench: how fast a game's rules are on one core, compiled and, in the same run, uncompiled."""

import importlib.machinery
import json
import subprocess
import sys
import time
from itertools import repeat
from pathlib import Path

from branchline.game import Game, Json
from branchline.games import find
from branchline.kernel import state as kernel
from branchline.kernel.chance import Seed
from branchline.kernel.state import OVER, State, playout, settle

ROUNDS = 3  # compiled and uncompiled take turns, so that a busy machine slows both; the best counts


def compiled() -> bool:
    return (kernel.__file__ or "").endswith(tuple(importlib.machinery.EXTENSION_SUFFIXES))


def bench(game: Game, seconds: float = 1.0) -> Json:
    """Decisions and playouts a second, how many times the uncompiled rules that is, and the
    microseconds of a copy. Each measurement takes about these seconds."""
    fast, slow = [], []
    for _ in range(ROUNDS):
        fast.append(pace(game, seconds / ROUNDS))
        if compiled():
            slow.append(pace_uncompiled(game, seconds / ROUNDS))
    decisions, playouts = max(fast)
    return {
        "players": game.usual_seats,
        "compiled": compiled(),
        "decisions_per_second": round(decisions),
        "playouts_per_second": round(playouts),
        "uncompiled_ratio": round(decisions / max(slow)[0], 2) if slow else None,
        "copy_microseconds": round(copying(game, seconds) * 1e6, 4),
    }


def begin(game: Game) -> State:
    """The game before anything is drawn, with the usual number of players."""
    return game.begin(game.usual_seats, game.resolve(game.usual_seats, {}))


def pace(game: Game, seconds: float) -> tuple[float, float]:
    """Random games with the complete list of moves at each decision: decisions and games a second."""
    start = begin(game)
    seed = Seed("bench")
    playout(start.copy(), seed.at(0))
    decisions = games = 0
    begun = now = time.process_time()  # of this one core, whoever else is using it
    while now - begun < seconds:
        for _ in range(8):
            games += 1
            decisions += int(playout(start.copy(), seed.at(games)))
        now = time.process_time()
    return decisions / (now - begun), games / (now - begun)


def pace_uncompiled(game: Game, seconds: float) -> tuple[float, float]:
    script = Path(__file__).with_name("uncompiled.py")
    command = [sys.executable, str(script), __name__, game.name, str(seconds)]
    decisions, games = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return decisions, games


def copying(game: Game, seconds: float) -> float:
    """The seconds that one copy of a state in mid-game takes."""
    state = midgame(game)
    copy = state.copy
    best = 1.0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds / 2:
        start = time.perf_counter()
        for _ in repeat(None, 2000):
            copy()
        best = min(best, (time.perf_counter() - start) / 2000)
    return best


def midgame(game: Game) -> State:
    """A state half-way through a random game."""
    rng = Seed("bench").at(0)
    half = int(playout(begin(game), rng.copy())) // 2
    state = begin(game)
    settle(state, rng)
    for _ in range(half):
        moves = state.legal()
        state.play(moves[rng.below(len(moves))])
        settle(state, rng)
    assert state.to_act != OVER
    return state


if __name__ == "__main__":
    print(json.dumps(pace(find(sys.argv[1]), float(sys.argv[2]))))
