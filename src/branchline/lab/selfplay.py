"""Selfplay: games that a network is taught from, played by greedy players or by searches with the network before.

A search thinks long about a part of its moves and shortly about the others. Of every position that is kept stands
down what the network reads, how the game ended and what the search thought of it; of the moves that were thought
about long, what there was to choose from and what was chosen.
"""

import io
import json
import random
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np

from branchline.game import Game, Value
from branchline.games import find
from branchline.kernel.chance import Seed
from branchline.kernel.estimate import Estimate
from branchline.kernel.greedy import best_move
from branchline.kernel.net import Inputs
from branchline.kernel.search import Knobs
from branchline.kernel.search import Search as Tree
from branchline.kernel.state import OVER, State, settle
from branchline.lab.network import Choices, Positions, split
from branchline.players.search import WIDTH, merged, ranked, thoughts

KEPT: Final = 0.5  # of the positions
LOOKS: Final = 60  # one move ahead of the root: as many as by the way
UNKNOWN: Final = -1.0  # where no search thought of a position


@dataclass(frozen=True)
class Games:
    """Some games to play in one process. Equal ones give equal rows, wherever they are played."""

    game: str
    seats: int
    options: tuple[tuple[str, Value], ...]
    seed: str
    first: int
    end: int
    net: str = ""  # as JSON; empty: greedy players
    simulations: int = 60
    long: int = 240
    long_part: float = 0.2
    stray: float = 0.08

    @cached_property
    def rules(self) -> Game:
        return find(self.game)

    @property
    def chosen(self) -> dict[str, Value]:
        return dict(self.options)

    def estimate(self, seats: int) -> Estimate:
        if not self.net:
            return self.rules.estimate()
        own = self.rules.learned(self.seats, self.chosen)
        found = self.rules.by_net(own, seats, json.loads(self.net))
        found.looks = min(found.looks, LOOKS)
        return found


class Rows:
    """What is written down, as it comes."""

    def __init__(self) -> None:
        self.numbers: list[np.ndarray] = []
        self.win: list[list[float]] = []
        self.thought: list[list[float]] = []
        self.score: list[list[float]] = []
        self.moves: list[np.ndarray] = []
        self.size: list[int] = []
        self.target: list[float] = []

    def packed(self) -> bytes:
        file = io.BytesIO()
        np.savez_compressed(
            file,
            numbers=np.array(self.numbers, np.int8),
            win=np.array(self.win, np.float32),
            thought=np.array(self.thought, np.float32),
            score=np.array(self.score, np.float32),
            moves=np.concatenate(self.moves) if self.moves else np.zeros((0, 0), np.int8),
            size=np.array(self.size, np.int64),
            target=np.array(self.target, np.float32),
        )
        return file.getvalue()


def play(games: Games) -> bytes:
    """The rows of all these games, compressed."""
    rows = Rows()
    for number in range(games.first, games.end):
        play_one(games, f"learn {games.seed}.{number}", rows)
    return rows.packed()


def play_one(games: Games, name: str, rows: Rows) -> None:
    rules, dice, seed = games.rules, random.Random(name), Seed(name)
    state = rules.begin(games.seats, rules.resolve(games.seats, games.chosen))
    chance = seed.at(0)
    settle(state, chance)
    seats = int(state.seats)
    inputs = rules.inputs(seats)
    assert inputs is not None
    estimate = games.estimate(seats)
    first, event = len(rows.numbers), 1
    while state.to_act != OVER:
        moves = [int(code) for code in state.legal()]
        code, thought = moves[0], [UNKNOWN] * seats
        if len(moves) > 1:
            code, thought = decide(games, state, estimate, seed.at(event), dice, inputs, rows)
            event += 1
            if dice.random() < KEPT:
                inputs.read(state)
                rows.numbers.append(np.array(inputs.numbers(), np.int8))
                rows.thought.append(thought)
            if dice.random() < games.stray:
                code = dice.choice(moves)
        state.play(code)
        settle(state, chance)
    winners, scores = [int(seat) for seat in state.winners()], [float(points) for points in state.scores()]
    for _ in range(first, len(rows.numbers)):
        rows.win.append([1 / len(winners) if seat in winners else 0.0 for seat in range(seats)])
        rows.score.append(scores)


def decide(
    games: Games, state: State, estimate: Estimate, rng: Any, dice: random.Random, inputs: Inputs, rows: Rows
) -> tuple[int, list[float]]:
    """A move, and what the search thought of each seat's chance."""
    seat = int(state.to_act)
    if not games.net:
        known = state.copy()
        known.redeal(seat, rng)
        return int(best_move(known, estimate, rng)), [UNKNOWN] * int(state.seats)
    long = dice.random() < games.long_part
    knobs = Knobs(estimate.explore, estimate.sharpness, estimate.turns, estimate.sample, WIDTH, heat=estimate.heat)
    tree = Tree(state, estimate, knobs, rng)
    tree.think(games.long if long else games.simulations, 0.0)
    found = ranked(merged([thoughts(tree)]), seat)
    if long:
        inputs.read(state)
        codes = [thought.code for thought in found]
        rows.moves.append(np.array([move_numbers(inputs, state, code) for code in codes], np.int8))
        rows.size.append(len(codes))
        rows.target += [1.0, *[0.0] * (len(codes) - 1)]
    return found[0].code, found[0].win


def move_numbers(inputs: Inputs, state: State, code: int) -> list[int]:
    inputs.read_move(state, code)
    return inputs.move_numbers()


def unpacked(parts: list[bytes], inputs: Inputs, by_thought: float) -> tuple[Positions, Choices]:
    """Rows of games with the same seats, put together; the target of a position goes so far from the result to what
    the search thought of it."""
    files = [np.load(io.BytesIO(part)) for part in parts]
    held = {name: [file[name] for file in files] for name in ("numbers", "win", "thought", "score", "size", "target")}
    win, thought = np.concatenate(held["win"]), np.concatenate(held["thought"])
    known = (thought[:, :1] >= 0) * np.float32(by_thought)
    common, own, row = split(np.concatenate(held["numbers"]), inputs)
    moves = [file["moves"] for file in files if len(file["moves"])]
    return (
        Positions(common, own, row, win * (1 - known) + thought * known, np.concatenate(held["score"])),
        Choices(
            np.concatenate(moves) if moves else np.zeros((0, int(inputs.move_size)), np.int8),
            np.concatenate(held["size"]),
            np.concatenate(held["target"]),
        ),
    )
