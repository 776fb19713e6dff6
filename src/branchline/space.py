"""Space: what stands where in an observation, and what each action number means."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.game import Game, Value, jsonable
from branchline.games import find
from branchline.kernel import tensors as kernel
from branchline.kernel.numbering import Numbering
from branchline.kernel.state import OVER, State
from branchline.moves import Move
from branchline.position import whole
from branchline.printed import printed, table
from branchline.refusal import Refused

Array = NDArray[Any]


@dataclass(frozen=True)
class Block:
    """One named tensor of an observation."""

    name: str
    shape: tuple[int, ...]
    begin: int
    told: str

    @property
    def size(self) -> int:
        return int(np.prod(self.shape))


class Space:
    """Observations and actions of a game with one number of players and these options. An observation is one row of
    float32 between -1 and 1; seats are counted from the one that looks."""

    def __init__(self, game: Game, seats: int, options: Mapping[str, Value] | None = None) -> None:
        if not isinstance(game, Game):
            raise Refused("games", f"A space is of a game, such as branchline.game('mini-rails'), not of {game!r}.")
        self.game = game
        self.seats = seats
        self.options = game.resolve(seats, {} if options is None else options)
        self.start = game.begin(seats, self.options)
        self.tensors = tensors_of(game, self.start)
        self.size = int(self.tensors.size)
        self.meaning = int(self.tensors.meaning_size)  # numbers that say what a legal action means here
        self.blocks = blocks(self.tensors.names, self.tensors.shapes, self.tensors.told)
        self.meanings = blocks(self.tensors.meaning_names, self.tensors.meaning_shapes, self.tensors.meanings_told)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by its names; it never changes, so that a copy is the same."""
        game = self.game
        return space_of, (game.name, game.own_pack, game.version, self.seats, tuple(self.options.items()))

    def __deepcopy__(self, memo: object) -> "Space":
        return self

    @cached_property
    def numbering(self) -> Numbering:
        return numbering_of(self.game)

    @cached_property
    def actions(self) -> int:
        """How many there are."""
        return int(self.numbering.count)

    # -- observations ----------------------------------------------------------------------

    def observe(self, state: State, seat: int) -> NDArray[np.float32]:
        """What this seat may know of a state."""
        self.check(state)
        found = whole(seat)
        if found is None or not 0 <= found < self.seats:
            raise Refused("seats", f"There is no seat {seat!r}: there are seats 0 to {self.seats - 1}.")
        return np.asarray(memoryview(kernel.seen(self.tensors, state, found))).astype(np.float32)

    def check(self, state: object) -> None:
        """Refuse what is no state of this game with as many seats."""
        if not isinstance(state, type(self.start)):
            raise Refused("env", f"This takes a state of {self.game.title}, as pos.state is one, not {state!r}.")
        if (state.players, state.seats) != (self.start.players, self.start.seats):
            raise Refused("env", f"This is for {self.seats} players; the state is of a game with {state.players}.")

    def split(self, observation: Array) -> dict[str, Array]:
        """The blocks of an observation, or of many in rows, by their names."""
        shape = np.shape(observation)
        if shape[-1:] != (self.size,):
            raise Refused("env", f"An observation has {self.size} numbers, or rows of so many; not the shape {shape}.")
        observation, many = np.asarray(observation), shape[:-1]
        return {
            block.name: observation[..., block.begin : block.begin + block.size].reshape(*many, *block.shape)
            for block in self.blocks
        }

    def meant(self, state: State, codes: Iterable[int]) -> NDArray[np.float32]:
        """What each of these legal moves means to the seat to act: a row for each of what it is about."""
        self.check(state)
        given = [whole(code) for code in codes] if isinstance(codes, Iterable) else [None]
        if None in given:
            raise Refused("actions", f"Codes of moves are whole numbers, not {codes!r}.")
        moves = kernel.listed([code for code in given if code is not None])
        if wrong := set(moves) - set(state.legal()):
            raise Refused("actions", f"{min(wrong)} is the code of no move that is legal now.")
        found = np.asarray(memoryview(kernel.meant(self.tensors, state, moves))).astype(np.float32)
        return found.reshape(len(moves), self.meaning)

    def told(self, state: State, seat: int | None) -> str:
        """The table as text, as this seat (None: a spectator) may see it."""
        self.check(state)
        game, over, acts = self.game, state.to_act == OVER, 0 <= state.to_act < state.players
        view = {
            "title": game.title,
            "where": game.where(state),
            "over": over,
            "winners": [int(one) for one in state.winners()] if over else [],
            "to_act": int(state.to_act) if acts else None,
            "prompt": game.prompt(state) if acts else "",
            "scores": [int(points) for points in state.scores()],
            "moves": [],
            "table": jsonable(game.view(state, seat)),
        }
        return printed(view, game.seat_names(state))

    def describe(self) -> str:
        """What stands where, as a table; and what is told of each legal action."""
        head = f"{self.game.title}, {self.seats} players: {self.size} numbers from -1 to 1, {self.actions} actions"
        found = f"{head}\n{described(self.blocks)}"
        if not self.meanings:
            return found
        return f"{found}\n\nOf each legal action: {self.meaning} numbers from -1 to 1\n{described(self.meanings)}"

    # -- actions ---------------------------------------------------------------------------

    def mask(self, state: State) -> NDArray[np.int8]:
        """A 1 for each action that is legal for the player to act."""
        self.check(state)
        return self.masked(self.legal(state) if 0 <= state.to_act < state.players else ())

    def masked(self, allowed: Iterable[int]) -> NDArray[np.int8]:
        found = np.zeros(self.actions, np.int8)
        found[list(allowed)] = 1
        return found

    def legal(self, state: State) -> dict[int, int]:
        """The legal actions with the codes that they mean; without moves that are too rare to be actions."""
        self.check(state)
        codes, most = state.legal(), self.actions
        found = dict(zip(self.numbering.numbers(codes), codes, strict=True))
        if max(found, default=0) < most:
            return found
        return {number: code for number, code in found.items() if number < most}

    def code(self, state: State, action: object) -> int:
        """The legal move of this number; refuses what the mask forbids."""
        return self.among(self.legal(state), action)

    @staticmethod
    def among(legal: Mapping[int, int], action: object) -> int:
        """The same, where the legal actions are known already."""
        found = whole(action)
        if found is not None and found in legal:
            return legal[found]
        raise Refused("actions", f"{action!r} is no action here: the mask allows {len(legal)} others.")

    def move(self, action: int) -> Move:
        """What an action means, with its fields."""
        found, last = whole(action), self.game.actions.count - 1
        if found is None or not 0 <= found <= last:
            raise Refused("actions", f"{action!r} is no action: there are actions 0 to {last:,}.")
        return self.game.actions.move(found)

    def look(self, state: State, seat: int) -> dict[str, Array]:
        """What an agent at this seat is given; the mask is empty while another one is to act."""
        seen = self.observe(state, seat)
        mask = self.mask(state) if state.to_act == seat else np.zeros(self.actions, np.int8)
        return {"observation": seen, "action_mask": mask}


def blocks(names: list[str], shapes: list[list[int]], told: list[str]) -> list[Block]:
    """One after the other."""
    found: list[Block] = []
    for name, shape, words in zip(names, shapes, told, strict=True):
        begin = found[-1].begin + found[-1].size if found else 0
        found.append(Block(name, tuple(shape), begin, words))
    return found


def described(blocks: list[Block]) -> str:
    wide = max(len(one.told) for one in blocks)
    return table(
        [
            {
                "block": one.name,
                "shape": "×".join(map(str, one.shape)),
                "from": str(one.begin),
                "  ": one.told.ljust(wide),
            }
            for one in blocks
        ]
    )


@cache
def space_of(name: str, pack: Path | None, version: int, seats: int, options: tuple[tuple[str, Value], ...]) -> Space:
    return Space(find(name, pack).of_version(version), seats, dict(options))


def tensors_of(game: Game, start: State) -> kernel.Tensors:
    """What the game's folder says about its tensors."""
    module = f"branchline.games.{game.folder.name}.tensors"
    if find_spec(module) is None:
        raise Refused("env", f"{game.title} has no tensors.")
    made: kernel.Tensors = import_module(module).make(start)
    made.lay_out(start)
    return made


def numbering_of(game: Game) -> Numbering:
    """The game's action numbers, for fast loops."""
    vocabulary = game.actions
    numbering = Numbering(vocabulary.usual)
    for verb in vocabulary.by_code:
        special = verb.bits or verb.shares or verb.listed
        fields = [] if special else [(part.step, part.size) for _, part in verb.by_step]
        numbering.add(
            verb.first, vocabulary.offsets[verb], fields, list(verb.bits), list(verb.shares), list(verb.listed)
        )
    return numbering
