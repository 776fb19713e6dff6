"""Selfplay: games that a network is taught from, played by greedy players or by searches with the network before.

A search thinks long about a part of its moves and shortly about the others. Of every position that is kept stands
down what the network reads, how the game ended and what the search thought of it; of the moves that were thought
about long, what there was to choose from and what was chosen.
"""

import io
import json
import random
from contextlib import suppress
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
from branchline.players.search import WIDTH, foretold, merged, ranked, thoughts
from branchline.refusal import Refused

KEPT: Final = 0.5  # of the positions
GREEDY: Final = 0  # simulations
# Whose games people are told forecasts of: greedy players' and those of a game's levels. Alone with automatons greedy
# players lose nearly always.
LEVELS: Final = (0, 0, 0, 0, 1, 1, 1, 2)
LEVELS_ALONE: Final = (1, 1, 1, 2)
STRAYS: Final = (0.0, 0.1)
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
    told: bool = False  # to tell people forecasts of: without a network, by players of several levels

    @cached_property
    def rules(self) -> Game:
        return find(self.game)

    @property
    def chosen(self) -> dict[str, Value]:
        return dict(self.options)

    def players(self, dice: random.Random) -> "Players":
        """Who plays a game, and which."""
        if not self.told:
            return Players(self.chosen, self.simulations if self.net else GREEDY, self.stray)
        rules = self.rules
        alone = self.seats == 1 and rules.has_winner(1, rules.resolve(1, self.chosen))
        level = dice.choice(LEVELS_ALONE if alone else LEVELS)
        stray = dice.choice(STRAYS)
        return Players(
            variant(rules, self.seats, self.chosen, dice), rules.levels[level - 1] if level else GREEDY, stray
        )

    def estimate(self, players: "Players", seats: int) -> Estimate:
        if players.simulations == GREEDY:
            return self.rules.estimate()
        own = self.rules.learned()
        if not self.net:
            return own
        found = self.rules.by_net(own, seats, json.loads(self.net))
        found.looks = min(found.looks, LOOKS)
        return found


@dataclass(frozen=True)
class Players:
    """Who plays one game, and which."""

    options: dict[str, Value]
    simulations: int  # or GREEDY
    stray: float  # of their moves are any


def variant(rules: Game, seats: int, options: dict[str, Value], dice: random.Random) -> dict[str, Value]:
    """A game of this kind: half of the time the usual one, else with options that make no kind of their own (maps,
    variants) as they come."""
    if dice.random() < 0.5:
        return options
    found = dict(options)
    for name, option in rules.options.items():
        if name not in rules.learned_apart:
            tried = {**found, name: dice.choice(option.choices)}
            with suppress(Refused):
                rules.resolve(seats, tried)
                found = tried
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
        self.line: list[
            list[float]
        ] = []  # what the linear forecast says: chances, then points; empty, if it is unknown
        self.game: list[int] = []
        self.level: list[int] = []  # simulations that it was played with

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
            line=np.array(self.line, np.float32),
            game=np.array(self.game, np.int32),
            level=np.array(self.level, np.int32),
        )
        return file.getvalue()


def play(games: Games) -> bytes:
    """The rows of all these games, compressed."""
    rows = Rows()
    for number in range(games.first, games.end):
        play_one(games, number, rows)
    return rows.packed()


def play_one(games: Games, number: int, rows: Rows) -> None:
    name = f"learn {games.seed}.{number}"
    rules, dice, seed = games.rules, random.Random(name), Seed(name)
    players = games.players(dice)
    state = rules.begin(games.seats, rules.resolve(games.seats, players.options))
    chance = seed.at(0)
    settle(state, chance)
    seats = int(state.seats)
    inputs = rules.inputs(seats)
    assert inputs is not None
    estimate = games.estimate(players, seats)
    weights = rules.weights(games.seats, players.options) if games.told else {}
    line = rules.forecast(games.seats, players.options, seats, weights) if weights else None
    first, event = len(rows.numbers), 1
    while state.to_act != OVER:
        moves = [int(code) for code in state.legal()]
        code, thought = moves[0], [UNKNOWN] * seats
        if len(moves) > 1:
            code, thought = decide(games, players, state, estimate, seed.at(event), dice, inputs, rows)
            event += 1
            if dice.random() < KEPT:
                inputs.read(state)
                rows.numbers.append(np.array(inputs.numbers(), np.int8))
                rows.thought.append(thought)
                if line is not None:
                    points, chances = foretold(line, state)
                    rows.line.append(chances + points)
            if dice.random() < players.stray:
                code = dice.choice(moves)
        state.play(code)
        settle(state, chance)
    winners, scores = [int(seat) for seat in state.winners()], [float(points) for points in state.scores()]
    for _ in range(first, len(rows.numbers)):
        rows.win.append([1 / len(winners) if seat in winners else 0.0 for seat in range(seats)])
        rows.score.append(scores)
        rows.game.append(number)
        rows.level.append(players.simulations)


def decide(
    games: Games,
    players: Players,
    state: State,
    estimate: Estimate,
    rng: Any,
    dice: random.Random,
    inputs: Inputs,
    rows: Rows,
) -> tuple[int, list[float]]:
    """A move, and what the search thought of each seat's chance."""
    seat = int(state.to_act)
    if players.simulations == GREEDY:
        known = state.copy()
        known.redeal(seat, rng)
        return int(best_move(known, estimate, rng)), [UNKNOWN] * int(state.seats)
    long = bool(games.net) and dice.random() < games.long_part
    knobs = Knobs(
        estimate.explore, estimate.sharpness, estimate.turns_beyond(state), estimate.sample, WIDTH, heat=estimate.heat
    )
    tree = Tree(state, estimate, knobs, rng)
    tree.think(games.long if long else players.simulations, 0.0)
    found = ranked(merged([thoughts(tree)]), seat)
    if long:
        inputs.read(state)
        codes = [thought.code for thought in found]
        rows.moves.append(np.array([move_numbers(inputs, state, code) for code in codes], np.int8))
        rows.size.append(len(codes))
        rows.target += [1.0, *[0.0] * (len(codes) - 1)]
    return found[0].code, found[0].win if games.net else [UNKNOWN] * int(state.seats)


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
