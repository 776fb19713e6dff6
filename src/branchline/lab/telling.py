"""Telling: a network by which people are told points and chances, and in which kinds of games.

It is taught from games of players of several levels (`lab.selfplay`, `told`). What it would say of each game is asked
of a network that was taught from others only, a quarter of all games held back in turn. So every game says how sharply
the chances of its kind are to be told, and whether the network tells them, and the points, better than the linear
forecast."""

import io
import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from branchline.game import Game, Json, Value
from branchline.kernel.chance import Seed
from branchline.kernel.greedy import best_move
from branchline.kernel.net import Inputs
from branchline.kernel.state import OVER, settle
from branchline.lab.network import Floats, Positions, split, teach

FOLDS: Final = 4
TIMED: Final = 8  # greedy games that say how long a game of the kind lasts
SHARPEST: Final = 2.0
PULL: Final = 6.0  # games' worth of trust that chances are told as they are, so that few games do not bend them


@dataclass
class Kind:
    """Positions of one kind of game, and what the linear forecast says of them."""

    positions: Positions
    line: Floats  # position, chances and then points of the seats; no columns where nothing was learned
    game: NDArray[np.int64]
    level: NDArray[np.int64]  # simulations of the players; 0: greedy ones
    fold: NDArray[np.int64]

    def where(self, chosen: NDArray[np.bool_]) -> Positions:
        of = self.positions
        return Positions(of.common[chosen], of.own[chosen], of.row[chosen], of.win[chosen], of.score[chosen])


@dataclass
class Said:
    """What a forecast said of the positions of one kind, as losses."""

    surprise: Floats  # of who won, position by position
    off: Floats  # points, mean over the seats


def kind_of(rows: list[bytes], inputs: Inputs) -> Kind:
    """Rows of games of one kind, put together; each part is of one fold."""
    parts = [np.load(io.BytesIO(part)) for part in rows]

    def all_of(name: str) -> Any:
        return np.concatenate([part[name] for part in parts])

    fold = np.concatenate([np.full(len(part["win"]), number % FOLDS) for number, part in enumerate(parts)])
    positions = Positions(*split(all_of("numbers"), inputs), all_of("win"), all_of("score"))
    line = all_of("line").reshape(len(positions), -1)
    return Kind(positions, line, all_of("game"), all_of("level"), fold)


def judged_by_others(kinds: dict[str, Kind], new: Any, epochs: int, rate: float, seed: int) -> dict[str, Any]:
    """Of each kind what networks say that were taught from the other games: chances and points."""
    found = {kind: (np.zeros_like(of.positions.win), np.zeros_like(of.positions.score)) for kind, of in kinds.items()}
    for fold in range(FOLDS):
        network = new()
        teach(network, [of.where(of.fold != fold) for of in kinds.values()], epochs, rate, seed)
        for kind, of in kinds.items():
            here = of.fold == fold
            if here.any():
                chances, points = network.judge(of.where(here))
                found[kind][0][here], found[kind][1][here] = chances, points
    return found


def sharpened(chances: Floats, sharpness: float) -> Floats:
    """Chances drawn apart, or together."""
    odds = np.maximum(chances, 1e-9) ** sharpness
    found: Floats = odds / odds.sum(axis=1, keepdims=True)
    return found


def losses(chances: Floats, points: Floats, of: Positions) -> Said:
    surprise = -(of.win * np.log(np.maximum(chances, 1e-9))).sum(axis=1)
    return Said(surprise, np.abs(points - of.score).mean(axis=1))


def by_game(loss: Floats, game: NDArray[np.int64]) -> Floats:
    """The mean of each game: its positions have all the same end."""
    _, at = np.unique(game, return_inverse=True)
    found: Floats = np.bincount(at, loss) / np.bincount(at)
    return found


def best_sharpness(chances: Floats, of: Kind) -> float:
    """That surprises least, as far as the games can tell."""
    if chances.shape[1] == 1:
        return 1.0
    tried = np.exp(np.linspace(-math.log(SHARPEST), math.log(SHARPEST), 57))
    cost = [
        by_game(losses(sharpened(chances, one), of.positions.score, of.positions).surprise, of.game).sum()
        + PULL * math.log(one) ** 2
        for one in tried
    ]
    return round(float(tried[int(np.argmin(cost))]), 3)


def beside(mine: Floats, other: Floats, game: NDArray[np.int64]) -> list[float]:
    """The other loss, mine, how much less mine is, and two standard errors of that; games count as one each."""
    gains = by_game(other - mine, game)
    error = 2 * float(gains.std(ddof=1)) / math.sqrt(len(gains)) if len(gains) > 1 else 0.0
    means = (float(by_game(loss, game).mean()) for loss in (other, mine))
    return [round(one, 3) for one in (*means, float(gains.mean()), error)]


def measured(of: Kind, chances: Floats, points: Floats) -> Json:
    """How one kind is told by the network, beside the linear forecast where there is one."""
    sharpness, seats = best_sharpness(chances, of), chances.shape[1]
    net = losses(sharpened(chances, sharpness), points, of.positions)
    found: Json = {"sharpness": sharpness, "games": len(np.unique(of.game))}
    if of.line.shape[1]:
        line = losses(of.line[:, :seats], of.line[:, seats:], of.positions)
        if seats > 1:
            found["surprise"] = beside(net.surprise, line.surprise, of.game)
        found["off"] = beside(net.off, line.off, of.game)
    else:
        if seats > 1:
            found["surprise"] = [round(float(by_game(net.surprise, of.game).mean()), 3)]
        found["off"] = [round(float(by_game(net.off, of.game).mean()), 3)]
    return found


def told_by_it(found: Json) -> list[str]:
    """What the network tells better than the linear forecast did, in the mean over games that neither was taught from,
    or alone."""
    told = (("points", found["off"]), ("chances", found.get("surprise", [])))
    return [name for name, one in told if len(one) == 1 or (one and one[2] > 0)]


def turns_a_player(rules: Game, players: int, options: dict[str, Value]) -> float:
    """How many turns a player has in a usual game, by greedy players."""
    turns = 0
    for number in range(TIMED):
        seed = Seed(f"timed {number}")
        state = rules.begin(players, rules.resolve(players, options))
        estimate, chance, event = rules.estimate(), seed.at(0), 1
        settle(state, chance)
        while state.to_act != OVER:
            known = state.copy()
            known.redeal(state.to_act, seed.at(event))
            state.play(best_move(known, estimate, seed.at(event)))
            settle(state, chance)
            event += 1
        turns += int(state.turn)
    return round(turns / TIMED / players, 3)
