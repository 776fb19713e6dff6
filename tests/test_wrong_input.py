"""What a student types wrong at the prompt: one sentence, and nothing has happened."""

from collections.abc import Callable
from typing import Any

import pytest

import branchline
from branchline.env.gymnasium import Gymnasium
from branchline.env.pettingzoo import PettingZoo
from branchline.env.vector import VectorEnv
from branchline.lab.arena import arena
from branchline.lab.sim import simulate
from branchline.space import Space

GAME: Any = branchline.game("mini-rails")
ANYTHING: Any = "x"
Wrong = Callable[[], object]


def position() -> Any:
    return GAME.start(seats=3, seed=7)


def begun() -> Any:
    env = VectorEnv("mini-rails", 2, seats=3)
    env.reset(seed=1)
    return env


def zoo() -> Any:
    env = PettingZoo("mini-rails", seats=3)
    env.reset(seed=1)
    return env


WRONG: dict[str, tuple[Wrong, str]] = {
    "a place that is no number": (
        lambda: position().at("end"),
        "A place in the record is a whole number, from 0 on, not 'end'",
    ),
    "a hint for nothing": (lambda: branchline.hint(None), "A hint is given for a position, not for None"),  # type: ignore[arg-type]
    "a word for simulations": (
        lambda: branchline.analyse(position(), simulations=ANYTHING),
        "simulations is a whole number",
    ),
    "an arena without games": (
        lambda: arena(GAME, ["greedy", "random"], 0),
        "The number of games is 1 or more, up to 10,000,000, not 0",
    ),
    "an arena of no game": (lambda: arena("mini-rail", ["greedy", "random"], 3), "There is no game 'mini-rail'"),  # type: ignore[arg-type]
    "a simulation of no games": (lambda: simulate(GAME, 3, ["random"] * 3, -1), "The number of games is 1 or more"),
    "a vector before reset": (lambda: VectorEnv("mini-rails", 2).step([0, 0]), "Games begin with reset()"),
    "dice before reset": (lambda: VectorEnv("mini-rails", 2).random_actions(), "Games begin with reset()"),
    "no actions": (lambda: begun().step(None), "2 games take 2 actions, not None"),
    "words for actions": (lambda: begun().step(["buy", "build"]), "Actions are whole numbers, not"),
    "half an action": (lambda: begun().step([0.5, 0.5]), "Actions are whole numbers, not"),
    "an agent before reset": (lambda: PettingZoo("mini-rails").step(0), "A game begins with reset()"),
    "an unknown agent": (lambda: zoo().observe("nobody"), "There is no agent 'nobody'; there are: seat_0, seat_1"),
    "a learner before reset": (lambda: Gymnasium("mini-rails").step(0), "A game begins with reset()"),
    "an action too far": (lambda: Space(GAME, 3).move(9999), "9999 is no action: there are actions 0 to "),
    "an unknown seat": (lambda: Space(GAME, 3).observe(position().state, 9), "There is no seat 9: there are seats 0"),
    "what a wrong move means": (lambda: Space(GAME, 3).meant(position().state, [999]), "999 is the code of no move"),
}


@pytest.mark.parametrize("what", WRONG)
def test_wrong_input_is_refused_in_one_sentence(what: str) -> None:
    act, told = WRONG[what]
    with pytest.raises(branchline.Refused) as refused:
        act()
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_game_can_be_named_where_many_are_played() -> None:
    by_name, by_game = (simulate(game, 3, ["random"] * 3, 2, seed=1).digest for game in ("mini-rails", GAME))
    assert by_name == by_game
    assert arena("mini-rails", ["greedy", "random"], 3, 3, processes=1).games == 3
