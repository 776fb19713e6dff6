"""Anything at all, given to whatever is public: it does its work, or refuses in one sentence."""

import inspect
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import branchline
from branchline.env.gymnasium import Gymnasium
from branchline.env.pettingzoo import PettingZoo
from branchline.env.vector import VectorEnv
from branchline.lab.arena import arena
from branchline.lab.contender import Contender
from branchline.lab.games import write_games
from branchline.lab.policy import Trained
from branchline.lab.sim import simulate
from branchline.players.settings import weights
from branchline.space import Space

GAME: Any = branchline.game("mini-rails")
ANYTHING: tuple[Any, ...] = (
    None,
    float("nan"),
    -1,
    10**30,
    1.5,
    True,
    "",
    "nobody",
    b"x",
    [],
    {"a": 1},
    object(),
    Path("missing"),
    Path(),
    np.array([0.5]),
    int,
)


@cache
def space() -> Space:
    return Space(GAME, 3)


def position() -> Any:
    return GAME.start(seats=3, seed=7)


@cache
def played() -> Any:
    """A game that is over, to be looked at only."""
    found = position()
    while not found.over:
        found.play_code(found.state.legal()[0])
    return found


AT, EARLY, RECORD = position(), played().at(8), played().record()
STATE = AT.state


def begun(env: Any) -> Any:
    env.reset(seed=1)
    return env


def rewarding(kind: Any, given: Any, **settings: Any) -> Any:
    """An environment whose reward is whatever was given, after a step."""
    env = begun(kind("mini-rails", seats=3, reward=lambda outcome: given, **settings))
    action = env.random_actions() if kind is VectorEnv else int(space().mask(state_of(env)).argmax())
    return env.step(action)


def state_of(env: Any) -> Any:
    return env.position.state if isinstance(env, Gymnasium) else env.state


def judged(values: Any, priors: Any = None) -> str:
    thinker = branchline.player("search", simulations=2, evaluate=lambda leaves: (values, priors))
    return thinker.choose(position())


PUBLIC: dict[str, Callable[..., Any]] = {
    "a game": lambda name="mini-rails", pack=None: branchline.game(name, pack),
    "a start": lambda seats=3, seed=7: GAME.start(seats=seats, seed=seed),
    "options": lambda map="usa", mode="solo": branchline.game("mini-express").start(1, seed=1, map=map, mode=mode),
    "an option too many": lambda colour=1: GAME.start(3, colour=colour),
    "a player": lambda name="search", seed=0: branchline.player(name, seed),
    "settings": lambda seconds=0.001, simulations=1, explore=1, batch=1: branchline.player(
        "search", seconds=seconds, simulations=simulations, explore=explore, batch=batch
    ),
    "files of settings": lambda weights=None, move_weights=None, net=None, evaluate=None: branchline.player(
        "search", simulations=1, weights=weights, move_weights=move_weights, net=net, evaluate=evaluate
    ),
    "weights": lambda given=None: weights("weights", given),
    "what a player chooses in": lambda at=AT: branchline.player("random").choose(at),
    "what greedy chooses in": lambda at=AT: branchline.player("greedy").choose(at),
    "what the search thinks about": lambda at=AT: branchline.player("search", simulations=1).choose(at),
    "what the textbook thinks about": lambda at=AT: branchline.player("uct", simulations=1).choose(at),
    "a hint": lambda at=AT, simulations=1, seed=1: branchline.hint(at, seconds=0, simulations=simulations, seed=seed),
    "an analysis": lambda game=EARLY, simulations=1: branchline.analyse(game, simulations=simulations),
    "a replay": lambda record=RECORD, pack=None, seed=1: branchline.replay(record, pack, seed),
    "a move": lambda text="": position().play(text),
    "a code": lambda code=-1: position().play_code(code),
    "why not": lambda text="": position().why_not(text),
    "a question": lambda verb="build", at="": position().ask(verb, at),
    "a place": lambda n=0: (played().at(n), played().state_at(n), list(played().walk(n))),
    "back": lambda n=0: played().copy().back_to(n),
    "a copy": lambda seed=1: played().copy(seed),
    "a guess": lambda seat=0, seed=1: position().guess(seat, seed),
    "a view": lambda seat=0: position().view(seat),
    "a picture": lambda seat=0: position().svg(seat),
    "a log": lambda seat=0, since=0: played().log(seat, since),
    "a story": lambda seat=0, names=None: played().story(seat, names),
    "a record": lambda seat="all": position().record(seat),
    "a space": lambda game=GAME, seats=3, options=None: Space(game, seats, options),
    "an observation": lambda state=STATE, seat=0: space().observe(state, seat),
    "blocks": lambda observation=(): space().split(observation),
    "meanings": lambda state=STATE, codes=(): space().meant(state, codes),
    "a mask": lambda state=STATE: space().mask(state),
    "legal actions": lambda state=STATE: space().legal(state),
    "an action's code": lambda state=STATE, action=0: space().code(state, action),
    "an action": lambda action=0: space().move(action),
    "a look": lambda state=STATE, seat=0: space().look(state, seat),
    "many games": lambda game="mini-rails", games=2, seats=3, reward="victory": VectorEnv(game, games, seats, reward),
    "their seed": lambda seed=1: VectorEnv("mini-rails", 2).reset(seed=seed),
    "their actions": lambda actions=(): begun(VectorEnv("mini-rails", 2)).step(actions),
    "one of them": lambda action=-1: begun(VectorEnv("mini-rails", 2)).step([action, action]),
    "their reward": lambda given=0: rewarding(VectorEnv, given, games=2),
    "a learner": lambda game="mini-rails", seats=3, opponents="random", seat=0, reward="victory", render_mode=None: (
        Gymnasium(game, seats, opponents, seat, reward, render_mode)
    ),
    "its action": lambda action=-1: begun(Gymnasium("mini-rails", 3)).step(action),
    "its reward": lambda given=0: rewarding(Gymnasium, given),
    "agents": lambda game="mini-rails", seats=3, reward="victory", render_mode=None: PettingZoo(
        game, seats, reward, render_mode
    ),
    "agents' seed": lambda seed=1: PettingZoo("mini-rails").reset(seed=seed),
    "an agent's action": lambda action=-1: begun(PettingZoo("mini-rails", 3)).step(action),
    "an agent's eyes": lambda agent="seat_0": begun(PettingZoo("mini-rails", 3)).observe(agent),
    "an agent's space": lambda agent="seat_0": PettingZoo("mini-rails", 3).observation_space(agent),
    "an agent's actions": lambda agent="seat_0": PettingZoo("mini-rails", 3).action_space(agent),
    "an agent's reward": lambda given=0: rewarding(PettingZoo, given),
    "a contender": lambda wish="random": Contender.of(wish),
    "an arena": lambda game=GAME, players=("random", "random"), games=1, seats=3, seed=1, processes=1: arena(
        game, players, games, seats, seed, processes=processes
    ),
    "an arena elsewhere": lambda options=None, on="mars": arena(GAME, ["random"] * 2, 3, 3, options=options, on=on),
    "a simulation": lambda game=GAME, seats=3, players=("random",) * 3, games=1, seed=1, observers=(), processes=1: (
        simulate(game, seats, players, games, seed, None, observers, processes=processes)
    ),
    "games as data": lambda game=GAME, players=("random",) * 3, games=1, to="data.parquet", seed=1, options=None: (
        write_games(game, players, games, to, seed, options, processes=1)
    ),
    "a policy": lambda file="missing.npz", seed=0: Trained(file, seed),
    "values from outside": lambda values=0: judged(values),
    "priors from outside": lambda priors=None: judged(np.full((1, 3), 1 / 3), priors),
}


@pytest.mark.parametrize("what", PUBLIC)
def test_anything_is_done_or_refused_in_one_sentence(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    act, told = PUBLIC[what], []
    for name in inspect.signature(act).parameters:
        for given in ANYTHING:
            try:
                act(**{name: given})
            except branchline.Refused as no:
                told.append(str(no))
    assert told or what == "why not"  # which returns what speaks against it
    assert not any("\n" in one for one in told)
