"""Network: how a `kernel.net.Net` is taught. The same layers in floating numbers, with their slopes, in NumPy; so
small a network takes no more."""

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from branchline.game import Json
from branchline.kernel.net import BLOCK, MOST, UNIT, Inputs
from branchline.refusal import Refused

Floats = NDArray[Any]  # of 32 bits
Bytes = NDArray[np.int8]

CLIP: Final = MOST / 64  # what a unit passes on at the most
FINEST: Final = 8  # weights are whole numbers of 2**-8 at the finest
LANE_HOLDS: Final = 1 << 20
BATCH: Final = 512
MOVES_A_BATCH: Final = 8192


@dataclass
class Positions:
    """Positions of games with the same number of seats: what the network reads, and what came of them."""

    common: Bytes  # position, item, feature
    own: Bytes  # position, seat, item, feature
    row: Bytes  # position, seat, feature
    win: Floats  # position, seat: share of the victory, or what a search thought of it
    score: Floats  # position, seat

    def __len__(self) -> int:
        return len(self.win)


@dataclass
class Choices:
    """Decisions: one row a move, the moves of a decision one after the other."""

    moves: Bytes  # row, feature
    size: NDArray[np.int64]  # decision -> how many rows
    target: Floats  # row: how often the move should be chosen

    def __len__(self) -> int:
        return len(self.size)


def split(numbers: Bytes, inputs: Inputs) -> tuple[Bytes, Bytes, Bytes]:
    """Rows of `Inputs.numbers` as the three kinds of inputs."""
    seats, items = int(inputs.seats), int(inputs.items)
    common, own = items * int(inputs.common_size), seats * items * int(inputs.own_size)
    n = len(numbers)
    return (
        numbers[:, :common].reshape(n, items, -1),
        numbers[:, common : common + own].reshape(n, seats, items, -1),
        numbers[:, common + own :].reshape(n, seats, -1),
    )


@dataclass
class Network:
    """The weights, by name, in floating numbers; and what Adam remembers of their slopes."""

    sizes: tuple[int, int, int, int]  # inputs: common, own, row, move
    points: float
    weights: dict[str, Floats]
    first: dict[str, Floats] = field(default_factory=dict)
    second: dict[str, Floats] = field(default_factory=dict)
    steps: int = 0
    scores: float = 0.1  # how much an error in points counts beside the surprise about the winner
    decay: float = 0.0  # how fast weights that nothing speaks for fade, a step of rate 1

    @classmethod
    def new(cls, inputs: Inputs, points: float, seed: int = 0, blocks: int = 1) -> "Network":
        dice = np.random.default_rng(seed)
        common, own, row, move = (
            int(size) for size in (inputs.common_size, inputs.own_size, inputs.row_size, inputs.move_size)
        )
        units = blocks * BLOCK

        def drawn(rows: int, columns: int, reach: float = 1.0) -> Floats:
            found: Floats = (dice.standard_normal((rows, columns)) * reach / np.sqrt(rows)).astype(np.float32)
            return found

        weights = {
            "item": drawn(common + own, units),
            "item_bias": np.zeros(units, np.float32),
            "seat": drawn(units + row, units, 0.7),
            "seat_bias": np.full(units, 0.1, np.float32),
            "out": drawn(units, 2),
            "out_bias": np.zeros(2, np.float32),
            "move": drawn(move, BLOCK),
            "move_bias": np.full(BLOCK, 0.1, np.float32),
            "move_out": drawn(BLOCK, 1),
        }
        return cls((common, own, row, move), points, weights)

    # -- positions -----------------------------------------------------------------------

    def look(self, common: Floats, own: Floats, row: Floats) -> dict[str, Floats]:
        """Forward: all that is needed to go back."""
        w, size = self.weights, self.sizes[0]
        units = len(w["item_bias"])
        z1 = (common @ w["item"][:size] + w["item_bias"])[:, None] + own @ w["item"][size:]
        pool = np.clip(z1, 0, CLIP).sum(axis=2)
        z2 = pool @ w["seat"][:units] + row @ w["seat"][units:] + w["seat_bias"]
        h2 = np.clip(z2, 0, CLIP)
        return {"z1": z1, "pool": pool, "z2": z2, "h2": h2, "out": h2 @ w["out"] + w["out_bias"]}

    def judge(self, positions: Positions) -> tuple[Floats, Floats]:
        """Chances and points of each seat."""
        chances, points = [], []
        for at in range(0, len(positions), 4096):
            out = self.look(*floats(positions, slice(at, at + 4096)))["out"]
            chances.append(np.exp(log_softmax(out[:, :, 0])))
            points.append(out[:, :, 1] * self.points)
        return np.concatenate(chances), np.concatenate(points)

    def step(self, positions: Positions, chosen: Any, rate: float) -> float:
        """One step down the slope of the surprise about the winner, and of the error in points."""
        w = self.weights
        common, own, row = floats(positions, chosen)
        win, score = positions.win[chosen], positions.score[chosen] / self.points
        seen = self.look(common, own, row)
        log = log_softmax(seen["out"][:, :, 0])
        loss = float(-(win * log).sum(axis=1).mean())
        n = np.float32(len(win))
        d_out = np.empty_like(seen["out"])
        d_out[:, :, 0] = (np.exp(log) * win.sum(axis=1, keepdims=True) - win) / n
        d_out[:, :, 1] = self.scores * np.clip(seen["out"][:, :, 1] - score, -1, 1) / n / win.shape[1]
        d_z2 = (d_out @ w["out"].T) * open_at(seen["z2"])
        units = len(w["item_bias"])
        d_z1 = (d_z2 @ w["seat"][:units].T)[:, :, None, :] * open_at(seen["z1"])
        d_seen = d_z1.sum(axis=1)
        slopes = {
            "out": flat(seen["h2"]).T @ flat(d_out),
            "out_bias": flat(d_out).sum(axis=0),
            "seat": np.concatenate([flat(seen["pool"]).T @ flat(d_z2), flat(row).T @ flat(d_z2)]),
            "seat_bias": flat(d_z2).sum(axis=0),
            "item": np.concatenate([flat(common).T @ flat(d_seen), flat(own).T @ flat(d_z1)]),
            "item_bias": flat(d_seen).sum(axis=0),
        }
        self.adam(slopes, rate)
        return loss

    # -- moves ---------------------------------------------------------------------------

    def promise(self, moves: Floats) -> tuple[Floats, Floats]:
        z = moves @ self.weights["move"] + self.weights["move_bias"]
        return z, (np.clip(z, 0, CLIP) @ self.weights["move_out"])[:, 0]

    def move_step(self, choices: Choices, rows: Any, size: NDArray[np.int64], rate: float) -> float:
        """One step down the slope of the surprise about the choices."""
        x = choices.moves[rows].astype(np.float32) / UNIT
        target = choices.target[rows]
        z, promise = self.promise(x)
        chance = softmax_by(promise, size)
        loss = float(-(target * np.log(chance + 1e-9)).sum() / len(size))
        d = ((chance - target) / np.float32(len(size)))[:, None]
        d_z = (d @ self.weights["move_out"].T) * open_at(z)
        self.adam({"move_out": np.clip(z, 0, CLIP).T @ d, "move": x.T @ d_z, "move_bias": d_z.sum(axis=0)}, rate)
        return loss

    def guesses(self, choices: Choices) -> tuple[float, float]:
        """How often the most wanted move looks the most promising, and the mean surprise."""
        _, promise = self.promise(choices.moves.astype(np.float32) / UNIT)
        chance = softmax_by(promise, choices.size)
        first = np.concatenate([[0], np.cumsum(choices.size)[:-1]])
        best = np.repeat(np.maximum.reduceat(chance, first), choices.size)
        wanted = np.repeat(np.maximum.reduceat(choices.target, first), choices.size)
        hit = np.add.reduceat((chance >= best) & (choices.target >= wanted), first) > 0
        return float(hit.mean()), float(-(choices.target * np.log(chance + 1e-9)).sum() / len(choices))

    # -- both ----------------------------------------------------------------------------

    def adam(self, slopes: dict[str, Floats], rate: float) -> None:
        self.steps += 1
        for name, slope in slopes.items():
            one = self.first.setdefault(name, np.zeros_like(slope))
            two = self.second.setdefault(name, np.zeros_like(slope))
            one += 0.1 * (slope - one)
            two += 0.001 * (slope * slope - two)
            done = min(self.steps, 10_000)
            lift = np.sqrt(1 - 0.999**done) / (1 - 0.9**done)
            self.weights[name] -= (rate * lift * one / (np.sqrt(two) + 1e-8)).astype(np.float32)
            if self.decay and not name.endswith("_bias"):
                self.weights[name] *= np.float32(1 - rate * self.decay)

    def json(self, items: int, with_moves: bool) -> Json:
        """In whole numbers, as `kernel.net` reads it."""
        w, units = self.weights, len(self.weights["item_bias"])
        found: Json = {"sizes": list(self.sizes), "points": self.points}
        found["item"] = whole(w["item"], w["item_bias"], [MOST] * len(w["item"]), UNIT)
        pooled = [items * MOST // 4] * units + [MOST] * self.sizes[2]
        found["seat"] = whole(w["seat"], w["seat_bias"], pooled, UNIT)
        found["out"] = whole(w["out"], w["out_bias"], [MOST] * units, 64)
        if with_moves:
            found["move"] = whole(w["move"], w["move_bias"], [MOST] * self.sizes[3], UNIT)
            found["move_out"] = whole(w["move_out"], np.zeros(1, np.float32), [MOST] * BLOCK, 64)
        return found

    @classmethod
    def of(cls, found: Json, seed: int = 0) -> "Network":
        """From its file, to be taught on."""
        common, own, row, move = found["sizes"]
        weights: dict[str, Floats] = {}
        for name, unit in (("item", UNIT), ("seat", UNIT), ("out", 64), ("move", UNIT), ("move_out", 64)):
            if name in found:
                one = 1 << found[name]["fine"]
                weights[name] = np.array(found[name]["weights"], np.float32) / one
                if name != "move_out":
                    weights[f"{name}_bias"] = np.array(found[name]["bias"], np.float32) / one / unit
        made = cls((common, own, row, move), found["points"], weights)
        if "move" not in weights:
            dice = np.random.default_rng(seed)
            weights["move"] = (dice.standard_normal((move, BLOCK)) / np.sqrt(max(1, move))).astype(np.float32)
            weights["move_bias"] = np.full(BLOCK, 0.1, np.float32)
            weights["move_out"] = (dice.standard_normal((BLOCK, 1)) / np.sqrt(BLOCK)).astype(np.float32)
        return made


def whole(weights: Floats, bias: Floats, most: list[int], unit: int) -> Json:
    """A layer in whole numbers, as fine as no sum leaves its lane."""
    for fine in range(FINEST, 1, -1) if np.isfinite(weights).all() and np.isfinite(bias).all() else ():
        one = 1 << fine
        rows = np.rint(weights.astype(np.float64) * one).astype(np.int64)
        held = np.rint(bias.astype(np.float64) * one * unit).astype(np.int64)
        reach = np.abs(held) + np.array(most) @ np.abs(rows)
        if reach.max() < LANE_HOLDS:
            return {"fine": fine, "bias": held.tolist(), "weights": rows.tolist()}
    raise Refused("learn", "The weights have grown too large for whole numbers: learn with a smaller rate.")


def floats(positions: Positions, chosen: Any) -> tuple[Floats, Floats, Floats]:
    common, own, row = (
        (part[chosen].astype(np.float32) / np.float32(UNIT))
        for part in (positions.common, positions.own, positions.row)
    )
    return common, own, row


def open_at(z: Floats) -> NDArray[np.bool_]:
    """Where a unit passes its slope on."""
    found: NDArray[np.bool_] = (z > 0) & (z < CLIP)
    return found


def flat(x: Floats) -> Floats:
    return x.reshape(-1, x.shape[-1])


def log_softmax(x: Floats) -> Floats:
    x = x - x.max(axis=1, keepdims=True)
    found: Floats = x - np.log(np.exp(x).sum(axis=1, keepdims=True))
    return found


def softmax_by(promise: Floats, size: NDArray[np.int64]) -> Floats:
    first = np.concatenate([[0], np.cumsum(size)[:-1]])
    part = np.exp(promise - np.repeat(np.maximum.reduceat(promise, first), size))
    found: Floats = (part / np.repeat(np.add.reduceat(part, first), size)).astype(np.float32)
    return found


def surprise(chances: Floats, win: Floats) -> float:
    """The mean log loss of the winner."""
    return float(-(win * np.log(chances + 1e-9)).sum(axis=1).mean())


def teach(network: Network, sets: list[Positions], epochs: int, rate: float, seed: int = 0) -> list[float]:
    """Go through the positions of all numbers of seats, in random order, the steps growing smaller; the loss of
    each time through."""
    dice = np.random.default_rng(seed)
    losses = []
    total = epochs * sum(-(-len(one) // BATCH) for one in sets)
    done = 0
    for _ in range(epochs):
        batches = [
            (one, part)
            for one in sets
            for part in np.array_split(dice.permutation(len(one)), max(1, len(one) // BATCH))
            if len(part)
        ]
        loss = 0.0
        for k in dice.permutation(len(batches)):
            one, part = batches[k]
            loss += network.step(one, part, rate * (1.02 - min(1.0, done / total)))
            done += 1
        losses.append(loss / max(1, len(batches)))
    return losses


def teach_moves(network: Network, choices: Choices, epochs: int, rate: float, seed: int = 0) -> list[float]:
    dice = np.random.default_rng(seed)
    first = np.concatenate([[0], np.cumsum(choices.size)[:-1]])
    a_batch = max(1, int(MOVES_A_BATCH / max(1.0, float(choices.size.mean()))))
    losses, done = [], 0
    total = epochs * max(1, len(choices) // a_batch)
    for _ in range(epochs):
        loss, parts = 0.0, np.array_split(dice.permutation(len(choices)), max(1, len(choices) // a_batch))
        for part in parts:
            size = choices.size[part]
            rows = np.repeat(first[part] - np.concatenate([[0], np.cumsum(size)[:-1]]), size) + np.arange(size.sum())
            loss += network.move_step(choices, rows, size, rate * (1.02 - min(1.0, done / total)))
            done += 1
        losses.append(loss / len(parts))
    return losses
