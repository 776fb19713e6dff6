"""PettingZoo: agents that take turns.

env = branchline.env.PettingZoo("mini-rails", seats=4)
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from branchline.env.reward import Outcome, Reward, check, rewarded
from branchline.env.spaces import actions, check_render, observations
from branchline.game import Value
from branchline.games import find
from branchline.kernel.chance import Seed
from branchline.kernel.state import OVER, State, settle_by_events
from branchline.names import GameName
from branchline.position import check_seed
from branchline.refusal import Refused
from branchline.space import Array, Space


class PettingZoo(AECEnv):  # type: ignore[misc]
    """Every seat is an agent. It plays on the compiled state: no text, no record."""

    def __init__(
        self,
        game: GameName,
        seats: int | None = None,
        reward: Reward = "victory",
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        super().__init__()
        self.rules = find(game)
        self.space = Space(self.rules, self.rules.usual_seats if seats is None else seats, options)
        self.reward = check(reward)
        self.render_mode = check_render(render_mode, ["ansi"])
        self.metadata = {"name": game, "render_modes": ["ansi"], "is_parallelizable": False}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.space.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.seen = {agent: observations(self.space) for agent in self.possible_agents}
        self.acts = {agent: actions(self.space) for agent in self.possible_agents}
        self.games = 0
        self.infos: dict[str, dict[str, Any]] = {}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.seen[self.check_agent(agent)]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.acts[self.check_agent(agent)]

    def check_agent(self, agent: object) -> str:
        if not isinstance(agent, str) or agent not in self.seat_of:
            raise Refused("seats", f"There is no agent {agent!r}; there are: {', '.join(self.seat_of)}.")
        return agent

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game, the one that `game.start(seats, seed=seed)` begins; without a seed, the next of those numbered
        from 0."""
        self.seed = Seed(f"pettingzoo {self.games}" if seed is None else str(check_seed(seed)))
        self.games += 1
        self.state: State = self.space.start.copy()
        self.events = settle_by_events(self.state, self.seed, 0)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.await_decision()

    def await_decision(self) -> None:
        """Whose turn it is, and what may be done; `infos` has the allowed actions as a list, too, which is short where
        the mask is long."""
        self.agent_selection = self.possible_agents[self.state.to_act]
        self.legal = self.space.legal(self.state)
        self.infos = {agent: {} for agent in self.agents}
        self.infos[self.agent_selection] = {"legal": list(self.legal)}

    def observe(self, agent: str) -> dict[str, Array]:
        self.check_begun()
        seat = self.seat_of[self.check_agent(agent)]
        allowed = self.legal if seat == self.state.to_act else ()
        return {"observation": self.space.observe(self.state, seat), "action_mask": self.space.masked(allowed)}

    def step(self, action: int | None) -> None:
        """Play an action; refuses, and changes nothing, what the mask forbids."""
        self.check_begun()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        code = self.space.among(self.legal, action)
        self._cumulative_rewards[agent] = 0.0
        before = self.points() if callable(self.reward) else None
        self.state.play(code)
        self.events = settle_by_events(self.state, self.seed, self.events + 1)
        over = self.state.to_act == OVER
        self._clear_rewards()
        if over or before is not None:
            self.give_rewards(before, over)
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {one: {} for one in self.agents}
        else:
            self.await_decision()
        self._accumulate_rewards()

    def check_begun(self) -> None:
        if not self.games:
            raise Refused("env", "A game begins with reset().")

    def points(self) -> Array:
        return np.array([float(points) for points in self.state.scores()][: self.space.seats])

    def give_rewards(self, before: Array | None, over: bool) -> None:
        winners = list(self.state.winners()) if over else []
        shares = np.array([1 / len(winners) if seat in winners else 0.0 for seat in range(self.space.seats)])
        scores = self.points()
        outcome = Outcome(scores if before is None else before, scores, shares, np.array(over))
        gained = rewarded(self.reward, outcome)
        self.rewards = {agent: float(gained[seat]) for agent, seat in self.seat_of.items()}

    def render(self) -> str | None:
        """The table as the agent to act may see it."""
        self.check_begun()
        looking = int(self.state.to_act) if 0 <= self.state.to_act < self.space.seats else None
        return self.space.told(self.state, looking) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""
