"""Net: a small network that looks at the items of a game (companies, cities, contracts) and at the seats.

What everybody sees of an item, and what a seat has of it, go through one layer, the same for all items and seats;
its sum over the items, with a row of numbers about the seat, goes through a second one to the seat's chance of winning
and its points. A move's features go through a layer of their own to how promising it looks.

All of it is whole numbers: three sums of 21 bits lie side by side in a machine word, so that one multiplication
counts for three, and the same network says the same on every machine, compiled or not. Inputs are in sixteenths, what a
layer passes on is in 64ths.
"""

import math
from typing import Any, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.kernel.estimate import THIRD, Estimate
from branchline.kernel.state import OVER, State

UNIT: Final = 16  # an input of 1.0
MOST: Final = 127  # no input is larger, no unit of a layer passes on more
LANES: Final = 3
WORDS: Final = 8  # that a layer sums up at once
BLOCK: Final = 24  # lanes times words
LANE: Final = 21
LANE_MASK: Final = 0x1FFFFF
HALF: Final = 0x100000  # what a lane may not reach on either side of nought
OUTPUTS: Final = 2  # logit of winning, points


def clip(x: i64) -> i64:
    """The nearest number that may be an input."""
    if x > MOST:
        return MOST
    if x < -MOST:
        return -MOST
    return x


def nearest(x: float) -> i64:
    """The nearest number that may be an input, of one with a fraction."""
    if x >= float(MOST):
        return MOST
    if x <= -float(MOST):
        return -MOST
    return int(x + 0.5) if x >= 0.0 else -int(0.5 - x)


def rank(values: vec[float], seat: i64) -> i64:
    """How many seats have more."""
    found: i64 = 0
    for other in range(len(values)):
        if values[other] > values[seat]:
            found += 1
    return found


def others(values: vec[float], seat: i64) -> tuple[float, float]:
    """The most that another seat has, and the mean of the others; alone, what it has itself."""
    if len(values) == 1:
        return values[seat], values[seat]
    best = -1.0e9
    total = 0.0
    for other in range(len(values)):
        if other != seat:
            best = max(best, values[other])
            total += values[other]
    return best, total / float(len(values) - 1)


class Inputs:
    """What a network reads of a position; a game's `inputs.py` fills it in, each number from -127 to 127 and 16 where
    one would write 1.0. `read` is asked before `read_move`, in the same position."""

    def __init__(self, seats: i64, items: i64, common: i64, own: i64, row: i64, move: i64) -> None:
        self.seats = seats
        self.items = items
        self.common_size = common
        self.own_size = own
        self.row_size = row
        self.move_size = move
        self.common = vec[i64]([0] * (items * common))  # item, feature: what all seats see
        self.own = vec[i64]([0] * (seats * items * own))  # seat, item, feature: what the seat has of it
        self.row = vec[i64]([0] * (seats * row))  # seat, feature
        self.move = vec[i64]([0] * move)  # of the move that was read last, for the seat to act

    def rests_on(self) -> Estimate:
        """The estimate that some of these numbers come from."""
        raise NotImplementedError

    def read(self, state: State) -> None:
        raise NotImplementedError

    def read_move(self, state: State, move: i64) -> None:
        raise NotImplementedError

    def clear_own(self) -> None:
        own = self.own
        for k in range(len(own)):
            own[k] = 0

    def clear_move(self) -> None:
        move = self.move
        for k in range(len(move)):
            move[k] = 0

    def numbers(self) -> list[int]:
        """What was read of a position, all of it in one row, for training."""
        found: list[int] = []
        for part in (self.common, self.own, self.row):
            for k in range(len(part)):
                found.append(part[k])
        return found

    def move_numbers(self) -> list[int]:
        found: list[int] = []
        for k in range(len(self.move)):
            found.append(self.move[k])
        return found


@final
class Layer:
    """Weights from each input to each unit, as whole numbers of 2**-`fine`; and what a unit has without inputs."""

    def __init__(self, weights: list[list[int]], bias: list[int], fine: i64, most: list[int]) -> None:
        """`most` is what each input can be at the most: no sum may leave its lane."""
        self.inputs: i64 = len(weights)
        self.units: i64 = len(bias)
        self.fine = fine
        if self.units % BLOCK and self.units > OUTPUTS:
            raise ValueError(f"a layer has {self.units} units, which are no blocks of {BLOCK}")
        for unit, held in enumerate(bias):
            reach = abs(held)
            for row, largest in zip(weights, most, strict=True):
                reach += abs(row[unit]) * largest
            if reach >= HALF:
                raise ValueError(f"unit {unit} of a network may reach {reach}, and a lane holds {HALF}")
        self.blocks: i64 = -(-self.units // BLOCK)
        size = self.blocks * BLOCK
        self.bias = vec[i64](packed(bias, size))
        rows = [packed(row, size) for row in weights]
        self.weights = vec[i64]([word for row in rows for word in row])
        self.sums = vec[i64]([0] * (self.blocks * WORDS))
        # HALF in each lane; not a constant, since mypyc makes objects of those that are so large
        self.middles: i64 = HALF + (HALF << LANE) + (HALF << (2 * LANE))

    def begin(self) -> None:
        sums = self.sums
        bias = self.bias
        for k in range(len(bias)):
            sums[k] = bias[k]

    def begin_with(self, kept: vec[i64], at: i64) -> None:
        sums = self.sums
        for k in range(len(sums)):
            sums[k] = kept[at + k]

    def keep(self, kept: vec[i64], at: i64) -> None:
        sums = self.sums
        for k in range(len(sums)):
            kept[at + k] = sums[k]

    def add(self, x: vec[i64], at: i64, count: i64, first: i64) -> None:
        """Add `count` inputs, from `at` on, that are this layer's from `first` on."""
        step = self.blocks * WORDS
        sums = self.sums
        weights = self.weights
        for block in range(self.blocks):
            to = block * WORDS
            a = sums[to]
            b = sums[to + 1]
            c = sums[to + 2]
            d = sums[to + 3]
            e = sums[to + 4]
            f = sums[to + 5]
            g = sums[to + 6]
            h = sums[to + 7]
            of = first * step + to
            for k in range(at, at + count):
                one = x[k]
                if one != 0:
                    a += one * weights[of]
                    b += one * weights[of + 1]
                    c += one * weights[of + 2]
                    d += one * weights[of + 3]
                    e += one * weights[of + 4]
                    f += one * weights[of + 5]
                    g += one * weights[of + 6]
                    h += one * weights[of + 7]
                of += step
            sums[to] = a
            sums[to + 1] = b
            sums[to + 2] = c
            sums[to + 3] = d
            sums[to + 4] = e
            sums[to + 5] = f
            sums[to + 6] = g
            sums[to + 7] = h

    def rectify(self, to: vec[i64], at: i64) -> None:
        """What each unit passes on: nought below nought, MOST at the most, else its sum in 64ths."""
        down = self.fine - 2  # from sixteenths to 64ths
        sums = self.sums
        middles = self.middles
        for k in range(len(sums)):
            word = sums[k] + middles
            a = ((word & LANE_MASK) - HALF) >> down
            b = (((word >> LANE) & LANE_MASK) - HALF) >> down
            c = ((word >> (2 * LANE)) - HALF) >> down
            # no conditional expressions: mypyc would make objects of their numbers
            if a < 0:
                a = 0
            elif a > MOST:
                a = MOST
            if b < 0:
                b = 0
            elif b > MOST:
                b = MOST
            if c < 0:
                c = 0
            elif c > MOST:
                c = MOST
            to[at] = a
            to[at + 1] = b
            to[at + 2] = c
            at += LANES

    def value(self, unit: i64) -> i64:
        """A unit's sum as it is."""
        word = (self.sums[unit // LANES] + self.middles) >> (LANE * (unit % LANES))
        return (word & LANE_MASK) - HALF


def has_any(x: vec[i64], at: i64, count: i64) -> bool:
    for k in range(at, at + count):
        if x[k] != 0:
            return True
    return False


def packed(row: list[int], size: int) -> list[int]:
    """Numbers side by side in words, filled up with nought to a size."""
    full = row + [0] * (size - len(row))
    return [full[k] + (full[k + 1] << LANE) + (full[k + 2] << (2 * LANE)) for k in range(0, size, LANES)]


@final
class Net(Estimate):
    """An estimate by a network: values are logarithms of chances, in the estimate's own points, alone the points to
    expect; what has no network (turns beyond the leaf, and moves where none was learned for them) is as the game's own
    estimate has it."""

    def __init__(
        self,
        own: Estimate,
        inputs: Inputs,
        item: Layer,
        seat: Layer,
        out: Layer,
        points: float,
        move: Layer | None,
        move_out: Layer | None,
        turns: i64,
        mix: float,
    ) -> None:
        self.scale = own.scale
        self.turns = turns
        self.sample = own.sample
        self.looks_ahead = own.looks_ahead
        self.looks = own.looks if move is None else 0
        self.trust = own.trust if move is None else 0.0
        self.mix = mix
        self.heat = own.heat
        self.explore = own.explore
        self.sharpness = own.sharpness
        self.own = own
        self.inputs = inputs
        self.item = item
        self.seat = seat
        self.out = out
        self.points = points  # that an output of 1.0 stands for
        self.move_layer = move
        self.move_out = move_out
        self.seen = vec[i64]([0] * (inputs.items * item.blocks * WORDS))
        self.units = item.blocks * BLOCK
        self.plain = vec[i64]([0] * (inputs.items * self.units))
        self.usual = vec[i64]([0] * self.units)
        self.mine = vec[i64]([0] * self.units)
        self.pool = vec[i64]([0] * self.units)
        widest = seat.blocks * BLOCK
        if move is not None and move.blocks * BLOCK > widest:
            widest = move.blocks * BLOCK
        self.hidden = vec[i64]([0] * widest)
        self.scored = vec[float]([0.0] * inputs.seats)

    def value(self, state: State) -> vec[float]:
        if state.to_act == OVER:
            return self.own.value(state)
        logits = self.logits(state)
        if len(logits) == 1:  # who is alone wins nothing: the points count
            logits[0] = self.scored[0]
            return logits
        best = logits[0]
        for k in range(1, len(logits)):
            best = max(best, logits[k])
        total = 0.0
        for k in range(len(logits)):
            total += math.exp(logits[k] - best)
        base = best + math.log(total)
        for k in range(len(logits)):
            logits[k] = (logits[k] - base) * self.scale / THIRD
        return logits

    def value_beyond(self, state: State) -> vec[float]:
        return self.own.value(state)

    def logits(self, state: State) -> vec[float]:
        """Of each seat; `scored` has its points."""
        inputs = self.inputs
        inputs.read(state)
        self.look_at_items()
        found = vec[float](capacity=8)
        one = float(64 << self.out.fine)
        for seat in range(inputs.seats):
            self.sum_up(seat)
            layer = self.seat
            layer.begin()
            layer.add(self.pool, 0, self.units, 0)
            layer.add(inputs.row, seat * inputs.row_size, inputs.row_size, self.units)
            layer.rectify(self.hidden, 0)
            self.out.begin()
            self.out.add(self.hidden, 0, layer.units, 0)
            found = append(found, float(self.out.value(0)) / one)
            self.scored[seat] = float(self.out.value(1)) / one * self.points
        return found

    def look_at_items(self) -> None:
        """What all seats see of an item is summed up once, and done with for seats that have nothing of it."""
        item = self.item
        units = self.units
        words = item.blocks * WORDS
        plain = self.plain
        usual = self.usual
        for k in range(units):
            usual[k] = 0
        for n in range(self.inputs.items):
            item.begin()
            item.add(self.inputs.common, n * self.inputs.common_size, self.inputs.common_size, 0)
            item.keep(self.seen, n * words)
            item.rectify(plain, n * units)
            for k in range(units):
                usual[k] += plain[n * units + k]

    def sum_up(self, seat: i64) -> None:
        """The items as this seat has them, summed up, in sixteenths."""
        item = self.item
        units = self.units
        words = item.blocks * WORDS
        size = self.inputs.own_size
        own = self.inputs.own
        pool = self.pool
        plain = self.plain
        mine = self.mine
        usual = self.usual
        for k in range(units):
            pool[k] = usual[k]
        for n in range(self.inputs.items):
            at = (seat * self.inputs.items + n) * size
            if has_any(own, at, size):
                item.begin_with(self.seen, n * words)
                item.add(own, at, size, self.inputs.common_size)
                item.rectify(mine, 0)
                for k in range(units):
                    pool[k] += mine[k] - plain[n * units + k]
        for k in range(units):
            pool[k] >>= 2

    def priors(self, state: State, moves: vec[i64]) -> vec[float]:
        layer = self.move_layer
        out = self.move_out
        if layer is None or out is None:
            return self.own.priors(state, moves)
        found = vec[float](capacity=len(moves))
        if len(moves) == 1:
            return append(found, 0.0)
        self.inputs.read(state)
        one = float(64 << out.fine)
        for i in range(len(moves)):
            self.inputs.read_move(state, moves[i])
            layer.begin()
            layer.add(self.inputs.move, 0, self.inputs.move_size, 0)
            layer.rectify(self.hidden, 0)
            out.begin()
            out.add(self.hidden, 0, layer.units, 0)
            found = append(found, float(out.value(0)) / one * self.scale)
        return found

    def prior(self, state: State, move: i64) -> float:
        return self.own.prior(state, move)

    def glance(self, state: State, move: i64) -> float:
        return self.own.glance(state, move)

    def apart(self, state: State, moves: vec[i64]) -> vec[i64]:
        return self.own.apart(state, moves)

    def apart_at_a_glance(self, state: State, moves: vec[i64]) -> vec[i64]:
        return self.own.apart_at_a_glance(state, moves)

    def crowd(self, moves: vec[i64]) -> i64:
        return self.own.crowd(moves)

    def feature_names(self) -> list[str]:
        return self.own.feature_names()

    def features(self, state: State) -> vec[float]:
        return self.own.features(state)

    def move_feature_names(self) -> list[str]:
        return self.own.move_feature_names()

    def move_features(self, state: State, move: i64) -> vec[float]:
        return self.own.move_features(state, move)


def net(own: Estimate, inputs: Inputs, found: dict[str, Any]) -> Net:
    """A network from its file."""
    units = len(found["item"]["bias"])
    item = layer(found["item"], [MOST] * (inputs.common_size + inputs.own_size))
    seat = layer(found["seat"], [inputs.items * MOST // 4] * units + [MOST] * inputs.row_size)
    out = layer(found["out"], [MOST] * seat.units)
    move: Layer | None = None
    move_out: Layer | None = None
    if "move" in found:
        move = layer(found["move"], [MOST] * inputs.move_size)
        move_out = layer(found["move_out"], [MOST] * move.units)
    turns, mix = int(found["turns"]), float(found.get("mix", 0.0))
    return Net(own, inputs, item, seat, out, float(found["points"]), move, move_out, turns, mix)


def layer(found: dict[str, Any], most: list[int]) -> Layer:
    return Layer(found["weights"], found["bias"], int(found["fine"]), most)
