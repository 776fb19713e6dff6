"""Branchline's games as PettingZoo's turn-based environments:

    env = branchline.interop.pettingzoo.Table("mini-rails", seats=4)

An agent sees the features of the game's estimate for every seat, its own first, from what it may
know; `info["moves"]` says what the actions mean. Rewards come at the end: the share of the victory.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from branchline.game import Value
from branchline.games import find
from branchline.interop import MOST
from branchline.kernel.chance import Seed
from branchline.position import Position
from branchline.refusal import Refused


class Table(AECEnv):  # type: ignore[misc]
    def __init__(self, game: str, seats: int | None = None, render_mode: str | None = None, **options: Value) -> None:
        super().__init__()
        self.game = find(game)
        self.seats = seats or self.game.usual_seats
        self.options = options
        self.render_mode = render_mode
        self.metadata = {"name": game, "render_modes": ["svg"], "is_parallelizable": False}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        first = self.game.start(self.seats, seed=0, **options)
        size = len(first.game.estimate().features(first.state))
        self.seen = {agent: self.space(size) for agent in self.possible_agents}
        self.acts = {agent: spaces.Discrete(MOST) for agent in self.possible_agents}
        self.games = 0

    @staticmethod
    def space(size: int) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (size,), np.float64),
                "action_mask": spaces.Box(0, 1, (MOST,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.seen[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.acts[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; without a seed, the next of those numbered from 0."""
        self.position: Position = self.game.start(
            self.seats, seed=seed if seed is not None else f"pettingzoo {self.games}", **self.options
        )
        self.games += 1
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.await_decision()

    def await_decision(self) -> None:
        if self.position.to_act is not None:
            self.agent_selection = self.possible_agents[self.position.to_act]
            self.infos = {agent: {} for agent in self.agents}
            self.infos[self.agent_selection] = {"moves": self.position.legal()}

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        seat = self.possible_agents.index(agent)
        known = self.position.state.copy()
        known.redeal(seat, Seed("pettingzoo").at(self.position.n))
        features = np.array([float(one) for one in self.game.estimate().features(known)])
        mask = np.zeros(MOST, np.int8)
        if self.position.to_act == seat:
            mask[: len(self.position.codes())] = 1
        size = len(features) // int(known.seats)
        return {"observation": np.roll(features, -seat * size), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.position.play(self.move(action))
        self._clear_rewards()
        if self.position.over:
            winners = self.position.winners()
            for seat, one in enumerate(self.possible_agents):
                self.rewards[one] = 1.0 / len(winners) if seat in winners else 0.0
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {one: {} for one in self.agents}
        self.await_decision()
        self._accumulate_rewards()

    def move(self, action: object) -> str:
        """What an action stands for; refuses one that the mask forbids."""
        legal = self.position.legal()
        if not isinstance(action, (int, np.integer)) or not 0 <= action < len(legal):
            raise Refused("actions", f"{action!r} is no action here: the mask allows 0 to {len(legal) - 1}.")
        return legal[int(action)]

    def render(self) -> str | None:
        return self.position.svg(None) if self.render_mode == "svg" else None

    def close(self) -> None:
        """Nothing is open."""
