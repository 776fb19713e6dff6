"""Gymnasium: one learner among given opponents.

env = branchline.env.Gymnasium("mini-rails", seats=3, opponents=["greedy", "random"])
"""

from collections.abc import Sequence
from typing import Any, cast

import gymnasium
import numpy as np

from branchline.env.reward import Outcome, Reward, check, rewarded
from branchline.env.spaces import Legal, check_render, observations
from branchline.game import Value
from branchline.games import find
from branchline.lab.contender import Contender, Wish, lent
from branchline.names import GameName
from branchline.position import Position, whole
from branchline.refusal import Refused
from branchline.space import Array, Space


class Gymnasium(gymnasium.Env):  # type: ignore[misc]
    """The opponents play by themselves; they are named as the arena names players. The learner sits at `seat`, or, if
    none is named, at the next one in every game. `action_space.sample()` is one of the actions that are legal now.
    What the mask forbids is refused; with `lenient` it is played as the next number that is legal, for who knows no
    masks, as Gymnasium's `check_env`."""

    metadata = {"render_modes": ["svg", "ansi"]}

    def __init__(
        self,
        game: GameName,
        seats: int | None = None,
        opponents: Wish | Sequence[Wish] = "random",
        seat: int | None = None,
        reward: Reward = "victory",
        render_mode: str | None = None,
        lenient: bool = False,
        **options: Value,
    ) -> None:
        rules = find(game)
        self.space = Space(rules, rules.usual_seats if seats is None else seats, options)
        others = self.space.seats - 1
        wishes = list(opponents) if isinstance(opponents, (list, tuple)) else [cast(Wish, opponents)] * others
        if len(wishes) != others:
            raise Refused("players", f"{others} opponents sit down, not {len(wishes)}: name each, or one for all.")
        if seat is not None and (whole(seat) is None or not 0 <= seat <= others):
            raise Refused("seats", f"There is no seat {seat!r}: there are seats 0 to {others}.")
        self.opponents = [Contender.of(wish) for wish in wishes]
        for one in self.opponents:
            one.check(in_processes=False)
        self.fixed_seat = seat
        self.reward = check(reward)
        self.render_mode = check_render(render_mode, self.metadata["render_modes"])
        self.observation_space = observations(self.space)
        self.action_space = Legal(self.space, self.legal_now)
        self.lenient = lenient
        self.games = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Array], dict[str, Any]]:
        """A new game; without a seed, the next of those that the last one began."""
        super().reset(seed=seed)
        if seed is not None:
            self.games = 0
        name = f"{self.np_random_seed}.{self.games}"
        self.seat = self.games % self.space.seats if self.fixed_seat is None else self.fixed_seat
        self.games += 1
        self.position: Position = self.space.game.start(self.space.seats, seed=name, **self.space.options)
        others = [one.sit_down(f"{name}.{number}") for number, one in enumerate(self.opponents)]
        self.players = [*others[: self.seat], None, *others[self.seat :]]
        self.await_decision()
        return self.look(), self.info()

    def step(self, action: int) -> tuple[dict[str, Array], float, bool, bool, dict[str, Any]]:
        """Play an action; refuses, and changes nothing, what the mask forbids."""
        self.check_begun()
        if self.lenient:
            action = self.next_legal(action)
        before = np.array(self.position.scores()[: self.space.seats], np.float64)
        self.position.play_code(self.space.code(self.position.state, action))
        self.await_decision()
        winners, over = self.position.winners(), self.position.over
        shares = [1 / len(winners) if one in winners else 0.0 for one in range(self.space.seats)]
        scores = np.array(self.position.scores()[: self.space.seats], np.float64)
        rewards = rewarded(self.reward, Outcome(before, scores, np.array(shares), np.array(over)))
        return self.look(), float(rewards[self.seat]), over, False, self.info()

    def next_legal(self, action: int) -> int:
        """The action, or the next number that is legal, round again from nought."""
        legal = sorted(self.space.legal(self.position.state))
        return next((one for one in legal if one >= action), legal[0]) if legal else action

    def check_begun(self) -> None:
        if not self.games:
            raise Refused("env", "A game begins with reset().")

    def await_decision(self) -> None:
        """Let the opponents play until it is the learner's turn."""
        while self.position.to_act is not None:
            player = self.players[self.position.to_act]
            if player is None:
                return
            self.position.play(player.choose(lent(self.position, player)))

    def look(self) -> dict[str, Array]:
        return self.space.look(self.position.state, self.seat)

    def info(self) -> dict[str, Any]:
        return {"seat": self.seat, "scores": self.position.scores()}

    def legal_now(self) -> Array | None:
        """The mask, while it is the learner's turn."""
        if not self.games or self.position.over:
            return None
        return self.space.mask(self.position.state)

    def action_masks(self) -> Array:
        """Which actions are legal, as Stable-Baselines3 asks for it."""
        self.check_begun()
        return self.space.mask(self.position.state).astype(np.bool_)

    def render(self) -> str | None:
        if self.render_mode == "svg":
            return self.position.svg(self.seat)
        return str(self.position) if self.render_mode == "ansi" else None
