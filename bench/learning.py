"""Environments for those who learn: random decisions a second on one core, observation and mask included.

    python bench/learning.py [--seconds 2] [--json]

`VectorEnv` of 256 games beside what it promises, PettingZoo and Gymnasium; and, where they are installed, the peers:

    pip install pgx catanatron catanatron-gym "pettingzoo[classic]"

They take turns with us, so that a busy machine slows all; the best of the rounds counts, by the time that the process
was given. pgx runs its games side by side as we do, and is compiled before it is timed.
"""

import argparse
import json
import os
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np

import branchline
from branchline.env import Gymnasium, PettingZoo, VectorEnv

GAMES = 256
ROUNDS = 3
PROMISED = {"mini-rails": 200_000, "mini-express": 100_000, "steam-power": 50_000, "express-01": 50_000}
BEFORE = {"mini-rails": 9_796, "mini-express": 5_816, "steam-power": 2_870, "express-01": 3_734}
"""What the adapter for PettingZoo gave at commit 2858ea4 on the machine of docs/peers.md."""


def timed(step: Callable[[], int], seconds: float) -> float:
    """Decisions a second; a step says how many it made."""
    begun, made = time.process_time(), 0
    while time.process_time() - begun < seconds:
        made += step()
    return made / (time.process_time() - begun)


def vector(name: Any) -> Callable[[], int]:
    env = VectorEnv(name, GAMES)
    env.reset(seed=1)

    def step() -> int:
        env.step(env.random_actions())
        return GAMES

    return step


def turns(env: Any, legal: Callable[[Any, Any], Any]) -> Callable[[], int]:
    """An environment of PettingZoo's, game by game."""
    dice = np.random.default_rng(1)

    def game() -> int:
        env.reset(seed=int(dice.integers(2**31)))
        made = 0
        for _ in env.agent_iter():
            seen, _, over, cut, infos = env.last()
            if over or cut:
                env.step(None)
                continue
            allowed = legal(seen, infos)
            env.step(int(allowed[dice.integers(len(allowed))]))
            made += 1
        return made

    return game


def zoo(name: Any) -> Callable[[], int]:
    """Our own, which bring their legal moves."""
    return turns(PettingZoo(name), lambda _, infos: infos["legal"])


def alone(name: Any) -> Callable[[], int]:
    """Gymnasium against random opponents: its own decisions."""
    env = Gymnasium(name, opponents="random")
    dice = np.random.default_rng(1)

    def game() -> int:
        seen, _ = env.reset()
        made, over = 0, False
        while not over:
            allowed = np.flatnonzero(seen["action_mask"])
            seen, _, over, _, _ = env.step(int(allowed[dice.integers(len(allowed))]))
            made += 1
        return made

    return game


# -- the peers ---------------------------------------------------------------------------------


def of_pgx(name: str) -> Callable[[], int]:
    import jax
    import pgx

    env = pgx.make(name)

    def one(state: Any, key: Any) -> Any:
        liked = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        chosen, again = jax.random.split(key)
        after = env.step(state, jax.random.categorical(chosen, liked), again) if stochastic else None
        after = after if after is not None else env.step(state, jax.random.categorical(chosen, liked))
        fresh = env.init(again)
        return jax.tree.map(
            lambda old, new: jax.numpy.where(after.terminated | after.truncated, new, old), after, fresh
        )

    stochastic = name in ("backgammon",)
    step_all = jax.jit(jax.vmap(one))
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(1), GAMES))
    keys = jax.random.key(2)

    def step() -> int:
        nonlocal state, keys
        keys, now = jax.random.split(keys)
        state = step_all(state, jax.random.split(now, GAMES))
        state.observation.block_until_ready()
        return GAMES

    step()
    return step


def of_catanatron() -> Callable[[], int]:
    from catanatron_gym.envs.catanatron_env import CatanatronEnv

    env = CatanatronEnv()
    dice = np.random.default_rng(1)

    def game() -> int:
        _, infos = env.reset()
        made, over = 0, False
        while not over:
            allowed = infos["valid_actions"]
            _, _, over, cut, infos = env.step(allowed[dice.integers(len(allowed))])
            over = over or cut
            made += 1
        return made

    return game


def of_the_zoo(module: str) -> Callable[[], int]:
    from importlib import import_module

    env = import_module(f"pettingzoo.classic.{module}").env()
    return turns(env, lambda seen, infos: np.flatnonzero(seen["action_mask"]))


def measures() -> dict[str, Callable[[], Callable[[], int]]]:
    found: dict[str, Callable[[], Callable[[], int]]] = {}
    for name in branchline.games():
        found[f"VectorEnv, {GAMES} games: {name}"] = partial(vector, name)
    if find_spec("pgx"):
        for other in ("backgammon", "chess", "connect_four", "othello"):
            found[f"pgx, {GAMES} games: {other}"] = partial(of_pgx, other)
    for name in branchline.games():
        found[f"PettingZoo: {name}"] = partial(zoo, name)
    if find_spec("pygame") and find_spec("chess"):
        for module in ("connect_four_v3", "chess_v6"):
            found[f"PettingZoo's own: {module}"] = partial(of_the_zoo, module)
    for name in branchline.games():
        found[f"Gymnasium, among random players: {name}"] = partial(alone, name)
    if find_spec("catanatron_gym"):
        found["Catanatron's env"] = of_catanatron
    return found


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    asked.add_argument("--seconds", type=float, default=2.0, help="for each figure")
    asked.add_argument("--json", action="store_true")
    options = asked.parse_args()
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    runs = {title: make() for title, make in measures().items()}
    found = dict.fromkeys(runs, 0.0)
    for _ in range(ROUNDS):
        for title, step in runs.items():
            found[title] = max(found[title], timed(step, options.seconds / ROUNDS))
    if options.json:
        print(json.dumps({title: round(figure) for title, figure in found.items()}))
        return
    for title, figure in found.items():
        kind, _, name = title.partition(": ")
        promised = PROMISED.get(name, 0) if kind.startswith("VectorEnv") else 0
        promised = 5 * BEFORE.get(name, 0) if kind == "PettingZoo" else promised
        print(f"{figure:12,.0f}  {title}" + (f"   at least {promised:,}" if promised else ""))


if __name__ == "__main__":
    main()
