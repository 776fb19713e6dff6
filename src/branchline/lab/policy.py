"""Policy: a trained network that plays, with NumPy alone, from a file that says how it was made.

    branchline arena mini-rails --players branchline.lab.policy:Trained:file=mini-rails-ppo/policy.npz,greedy

Two hidden layers look at the position. What the last one says, what a legal action means here and a row of numbers of
its own go through a small layer, the same for all actions, to how much the action is liked.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.game import Json
from branchline.players import settings
from branchline.position import Position, check_seed
from branchline.refusal import Refused
from branchline.space import Space, space_of

Floats = NDArray[np.float32]
LAYERS = ("first", "second", "context", "meaning", "actions", "liked", "value")
"""Each has a weight and a bias, but for the rows of the actions, and what they mean: the context has one."""
BARE = ("meaning", "actions")
NUMBERS = [
    f"{layer}.{part}" for layer in LAYERS for part in ("weight", "bias") if part == "weight" or layer not in BARE
]


@dataclass(frozen=True)
class Policy:
    """The numbers of a network by their names, and the game that it was trained for."""

    numbers: dict[str, Floats]
    made: Json

    @classmethod
    def read(cls, file: str | Path) -> "Policy":
        if not isinstance(file, (str, Path)):
            raise Refused("players", f"A policy is a file, given by its name, not {file!r}.")
        try:
            with np.load(file, allow_pickle=False) as found:
                numbers = {name: found[name] for name in NUMBERS}
                return cls(numbers, json.loads(str(found["made"])))
        except OSError as error:
            raise Refused("players", f"{file} can't be read: {error.strerror or 'it is no policy'}.") from error
        except (KeyError, ValueError) as error:
            raise Refused("players", f"{file} is no policy of branchline lab ppo.") from error

    def write(self, file: Path) -> None:
        """All of it or nothing: a stop in the middle leaves the file as it was."""
        new = file.with_suffix(".new.npz")
        np.savez_compressed(new, made=np.array(json.dumps(self.made)), **self.numbers)  # type: ignore[arg-type]
        new.replace(file)

    def thought(self, seen: Floats) -> Floats:
        """The last hidden layer, for one observation or for rows of them."""
        first = np.maximum(self.layer("first", seen), 0)
        return np.maximum(self.layer("second", first), 0)

    def layer(self, name: str, given: Floats) -> Floats:
        found: Floats = given @ self.numbers[f"{name}.weight"].T + self.numbers[f"{name}.bias"]
        return found

    def promise(self, seen: Floats, actions: list[int], meant: Floats) -> Floats:
        """How much each of these actions is liked, as a softmax takes it; `meant` says what they mean here."""
        context = self.layer("context", self.thought(seen))
        means = meant @ self.numbers["meaning.weight"].T
        found: Floats = self.layer("liked", np.maximum(self.numbers["actions.weight"][actions] + means + context, 0))
        return found[:, 0]


def kept(file: str | Path) -> Policy:
    """A policy, read once."""
    return read_once(Path(file).resolve()) if isinstance(file, (str, Path)) else Policy.read(file)


@cache
def read_once(file: Path) -> Policy:
    return Policy.read(file)


class Trained:
    """A player by a policy: the action that it likes best, or, if it is to sample, as often as it likes them."""

    def __init__(self, file: str | Path | Policy, seed: int = 0, sample: bool = False) -> None:
        self.policy = file if isinstance(file, Policy) else kept(file)
        self.sample = settings.switch("sample", sample)
        self.dice = np.random.default_rng(list(str(check_seed(seed)).encode()))

    def choose(self, position: Position) -> str:
        seat = settings.seat_to_act(position)
        space = self.space(position)
        legal = space.legal(position.state)
        actions = list(legal)
        meant = space.meant(position.state, legal.values())
        liked = self.policy.promise(space.observe(position.state, seat), actions, meant)
        if self.sample:
            liked = liked + self.dice.gumbel(size=len(liked)).astype(np.float32)
        return position.game.text(position.state, legal[actions[int(liked.argmax())]])

    def space(self, position: Position) -> Space:
        game, made = position.game, self.policy.made
        if (game.name, position.players, position.options) != (made["game"], made["seats"], made["options"]):
            raise Refused(
                "players",
                f"This policy was trained for {made['game']} with {made['seats']} players and {made['options']}, not "
                f"for {game.name} with {position.players} and {position.options}.",
            )
        options: tuple[tuple[str, Any], ...] = tuple(position.options.items())
        return space_of(game.name, game.own_pack, game.version, position.players, options)
