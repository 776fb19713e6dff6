"""VectorEnv: many games at once on compiled states, as a vector environment of Gymnasium's.

Every decision of every seat is yours: `infos["to_act"]` says whose it is. Where a game ends the next one begins in the
same step. Game k by itself is `game.start(seats, seed=f"{seed}.{k}", **options)`.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as Base
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from branchline.env.reward import Outcome, Reward, check, rewarded
from branchline.env.spaces import actions, observations
from branchline.game import Value
from branchline.games import find
from branchline.kernel.batch import ALL_WELL, Batch
from branchline.lab.sim import check_games
from branchline.names import GameName
from branchline.position import check_seed
from branchline.refusal import Refused
from branchline.space import Array, Space

Observations = dict[str, Array]
MOST = 100_000  # games at once


class VectorEnv(Base):  # type: ignore[misc]
    """`rewards` are those of the seats that acted; `infos["rewards"]` has a row of all players' for each game, and
    `infos["over"]` says where one has ended."""

    def __init__(
        self,
        game: GameName,
        games: int,
        seats: int | None = None,
        reward: Reward = "victory",
        copy: bool = True,
        **options: Value,
    ) -> None:
        rules = find(game)
        self.space = Space(rules, rules.usual_seats if seats is None else seats, options)
        self.num_envs = games = check_games(games, MOST)
        self.reward = check(reward)
        self.copy = copy  # False: masks lie where the next step writes; read them before
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space = observations(self.space)
        self.single_action_space = actions(self.space)
        self.observation_space = batch_space(self.single_observation_space, games)
        self.action_space = batch_space(self.single_action_space, games)
        self.started = 0

    def reset(
        self, *, seed: int | str | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """New games in all rows; without a seed, other ones each time."""
        name = f"vector {self.started}" if seed is None else str(check_seed(seed))
        self.started += 1
        space, counting = self.space, callable(self.reward)
        self.batch = Batch(space.start, self.num_envs, space.tensors, space.numbering, name, counting)
        rows = (self.num_envs, -1)
        # The batch writes where these look, for as long as it lives.
        self.allowed = np.asarray(memoryview(self.batch.allowed)).view(np.int8).reshape(rows)
        self.to_act = np.asarray(memoryview(self.batch.to_act))
        self.over = np.asarray(memoryview(self.batch.over)).view(np.bool_)
        self.shared = np.asarray(memoryview(self.batch.shared)).reshape(rows)
        self.scored = np.asarray(memoryview(self.batch.scored)).reshape(rows)
        self.standing = np.asarray(memoryview(self.batch.standing)).reshape(rows)
        return self.observations(), {"to_act": self.to_act.copy()}

    def step(
        self, actions: Sequence[int] | NDArray[Any]
    ) -> tuple[Observations, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play an action in each row. Refuses, and changes nothing, if one of them is not allowed."""
        self.check_begun()
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,):
            told = len(chosen) if chosen.ndim == 1 else repr(actions)
            raise Refused("actions", f"{self.num_envs} games take {self.num_envs} actions, not {told}.")
        if not np.issubdtype(chosen.dtype, np.integer):
            raise Refused("actions", f"Actions are whole numbers, not {chosen.tolist()!r}.")
        acted = self.to_act.copy()
        before = self.standing.copy()
        wrong = self.batch.step(chosen.tolist())
        if wrong != ALL_WELL:
            raise Refused("actions", f"{int(chosen[wrong])} is no action in game {wrong}: its mask does not allow it.")
        over = self.over.copy()
        rewards = rewarded(self.reward, Outcome(before, self.scored, self.shared, over))
        infos = {"to_act": self.to_act.copy(), "acted": acted, "rewards": rewards, "over": over}
        if over.any():
            infos["scores"] = self.scored.copy()
        mine = rewards[np.arange(self.num_envs), acted]
        return self.observations(), mine, over, np.zeros(self.num_envs, np.bool_), infos

    def check_begun(self) -> None:
        if not self.started:
            raise Refused("env", "Games begin with reset().")

    def observations(self) -> Observations:
        """What the seats to act may know, and may do."""
        seen = np.empty((self.num_envs, self.space.size), np.float32)
        flat, size = seen.ravel(), self.space.size
        for first in range(0, self.num_envs, int(self.batch.at_once)):
            rows = np.asarray(memoryview(self.batch.observed(first)))
            flat[first * size : first * size + len(rows)] = rows
        return {"observation": seen, "action_mask": self.masks()}

    def masks(self) -> NDArray[np.int8]:
        """A 1 for each action that is allowed. Copied by its ones: where there are many actions, few are legal."""
        if not self.copy:
            return self.allowed
        found = np.zeros(self.allowed.shape, np.int8)
        found.ravel()[np.asarray(memoryview(self.batch.listed))] = 1
        return found

    def legal(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The same as two lists: the allowed actions of all games one after the other, and where each game's begin,
        with the end of the last."""
        self.check_begun()
        begins = np.asarray(memoryview(self.batch.lists)).copy()
        listed = np.asarray(memoryview(self.batch.listed))
        return listed - np.repeat(np.arange(self.num_envs) * self.space.actions, np.diff(begins)), begins

    def meanings(self) -> NDArray[np.float32]:
        """What each action of `legal` means where it is legal, in a row as `space.describe()` tells."""
        self.check_begun()
        rows = (int(self.batch.lists[self.num_envs]), self.space.meaning)
        return np.asarray(memoryview(self.batch.meanings())).astype(np.float32).reshape(rows)

    def random_actions(self) -> NDArray[np.int64]:
        """An allowed action for each game, by dice."""
        self.check_begun()
        return np.array(self.batch.random(), np.int64)
