"""Environments for those who learn: the same action numbers, masks and observations, from what a seat may know.

    env = branchline.env.VectorEnv("mini-rails", 256, seats=4)     # many games, every decision is yours
    env = branchline.env.Gymnasium("mini-rails", opponents="greedy")   # one seat is yours
    env = branchline.env.PettingZoo("mini-rails", seats=4)         # agents take turns

An observation is a dictionary: "observation", float32, and "action_mask", int8. `env.space.describe()` says what stands
where, `env.space.split(observation)` gives the blocks by their names, `env.space.move(action)` what an action means.
"""

from typing import TYPE_CHECKING, Any

from branchline.front import modules_of

if TYPE_CHECKING:
    from branchline.env.gymnasium import Gymnasium as Gymnasium
    from branchline.env.pettingzoo import PettingZoo as PettingZoo
    from branchline.env.vector import VectorEnv as VectorEnv

WHERE = {"Gymnasium": "gymnasium", "PettingZoo": "pettingzoo", "VectorEnv": "vector"}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        if name in WHERE:
            return getattr(modules_of(__name__)(WHERE[name]), name)
        return modules_of(__name__)(name)
