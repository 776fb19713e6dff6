"""Outside: what somebody else's function thinks of positions, for the search.

    def evaluate(leaves):
        return values, priors

`leaves.observations` and `leaves.masks` are arrays with a row for each position. `values` has a row of each seat's
chance of winning, itself first, then the seats after it (alone: one number that grows with the points). `priors` has a
row of how often each action should be tried, by its number; what is not legal there does not count. None: all alike.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.kernel.evaluation import Evaluation
from branchline.kernel.state import State
from branchline.position import Position
from branchline.refusal import Refused
from branchline.space import Space, space_of

Array = NDArray[Any]


class Leaves:
    """Positions to be judged, each with a player to act; all that the searching seat cannot know was dealt anew."""

    def __init__(self, space: Space, states: list[State]) -> None:
        self.space = space
        self.states = states  # lent: to be read, not to be played on

    def __len__(self) -> int:
        return len(self.states)

    @cached_property
    def seats(self) -> NDArray[np.int64]:
        """Who is to act."""
        return np.array([int(state.to_act) for state in self.states], np.int64)

    @cached_property
    def observations(self) -> NDArray[np.float32]:
        """What the seats to act know: a row of `space.size` numbers each."""
        return np.stack([self.space.observe(state, int(state.to_act)) for state in self.states])

    @cached_property
    def masks(self) -> NDArray[np.int8]:
        """Which actions are legal: a row of `space.actions` each."""
        return np.stack([self.space.mask(state) for state in self.states])


Evaluate = Callable[[Leaves], tuple[Array, Array | None]]


def evaluation(position: Position, evaluate: Evaluate, batch: int) -> Evaluation:
    """The function as an estimate that a search can think with."""
    game = position.game
    options = tuple(position.options.items())
    space = space_of(game.name, game.own_pack, game.version, position.players, options)

    def many(states: list[State]) -> tuple[list[list[float]], list[list[float]]]:
        values, priors = ask(evaluate, Leaves(space, states))
        seats = values.shape[1]
        turned = np.stack([np.roll(row, int(state.to_act)) for row, state in zip(values, states, strict=True)])
        numbers = [[int(space.numbering.number(code)) for code in state.legal()] for state in states]
        if priors is None:
            weights = [[1.0 / len(row)] * len(row) for row in numbers]
        else:
            weights = [priors[n, row].tolist() for n, row in enumerate(numbers)]
        assert seats == space.start.seats
        return turned.tolist(), weights

    def one(state: State) -> list[float]:
        return many([state])[0][0]

    def of_moves(state: State, moves: list[int]) -> list[float]:
        legal = {int(code): place for place, code in enumerate(state.legal())}
        weights = many([state])[1][0]
        return [weights[legal[move]] for move in moves]

    return Evaluation(one, of_moves, 0, many, batch)


def ask(evaluate: Evaluate, leaves: Leaves) -> tuple[Array, Array | None]:
    """What the function says; refuses what is no answer, in one sentence."""
    said = evaluate(leaves)
    if not isinstance(said, tuple) or len(said) != 2:
        raise Refused("players", "evaluate returns two things: values and priors (or None).")
    values = numbers(said[0])
    wanted = (len(leaves), int(leaves.space.start.seats))
    if values.shape != wanted or not np.isfinite(values).all():
        raise Refused("players", f"evaluate's values are finite numbers in the shape {wanted}, not {values.shape}.")
    if said[1] is None:
        return values, None
    priors = numbers(said[1])
    wanted = (len(leaves), leaves.space.actions)
    if priors.shape != wanted or not np.isfinite(priors).all() or (priors < 0).any():
        raise Refused("players", f"evaluate's priors are numbers from 0 on in the shape {wanted}, not {priors.shape}.")
    return values, priors


def numbers(given: object) -> Array:
    """An array of what was given; an empty one, where it is no numbers."""
    try:
        return np.asarray(given, np.float64)
    except (TypeError, ValueError):
        return np.empty(0)
