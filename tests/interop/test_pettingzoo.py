"""Our games in PettingZoo's own test."""

import numpy as np
import pytest
from pettingzoo.test import api_test

import branchline
from branchline import Refused
from branchline.interop.pettingzoo import Table
from branchline.kernel.chance import Seed


@pytest.mark.parametrize("name", branchline.games())
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoos_own_test_holds(name: str) -> None:
    api_test(Table(name), num_cycles=30)


def test_a_whole_game_gives_one_victory() -> None:
    env = Table("mini-rails", seats=3)
    env.reset(seed=4)
    reward = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, gained, ended, _, info = env.last()
        reward[agent] += gained
        if ended:
            env.step(None)
        else:
            assert observation["action_mask"].sum() == len(info["moves"])
            env.step(int(np.flatnonzero(observation["action_mask"])[0]))
    assert sum(reward.values()) == pytest.approx(1)
    assert [seat for seat, agent in enumerate(env.possible_agents) if reward[agent]] == env.position.winners()


def test_an_observation_tells_nothing_that_the_seat_cannot_know() -> None:
    env = Table("steam-power", seats=3)
    env.reset(seed=4)
    seat = env.position.to_act
    assert seat is not None
    seen = env.observe(env.agent_selection)["observation"]
    env.position.state.redeal(seat, Seed("elsewhere").at(1))
    assert (env.observe(env.agent_selection)["observation"] == seen).all()


@pytest.mark.parametrize("action", [-1, 1023, None, "buy"])
def test_an_action_that_the_mask_forbids_is_refused_and_changes_nothing(action: object) -> None:
    env = Table("mini-rails", seats=3)
    env.reset(seed=4)
    n = env.position.n
    with pytest.raises(Refused, match=r"is no action here: the mask allows 0 to \d+\."):
        env.step(action)
    assert env.position.n == n
