"""Batch: many games of one kind at once, for those who learn; what they see lies in a few long rows."""

from typing import Final, final

from librt.vecs import append, extend, vec
from mypy_extensions import i64, u8

from branchline.kernel.chance import Seed
from branchline.kernel.numbering import Numbering
from branchline.kernel.state import OVER, State, settle_by_events
from branchline.kernel.tensors import Tensors

ALL_WELL: Final = -1
NEAR: Final = 15000  # numbers that lie near the processor, and less than the system is asked anew for each time


@final
class Batch:
    """Game k of a batch is what `Game.start(seats, seed=f"{seed}.{k}")` begins, and meets the same chance. When a
    game is over, the next number begins in its row.

    Rows belong to games: `observed` tells what the seat to act may know, `allowed` has a 1 for each action that is
    legal. After a step `shared` and `scored` have a number for each player of the game that was played on: its share
    of the victory, and its points; `standing` has the points in the game that goes on or has begun. While `counting`
    is off, points are counted at the end of a game only.
    """

    def __init__(
        self, start: State, rows: i64, tensors: Tensors, numbering: Numbering, seed: str, counting: bool
    ) -> None:
        self.start = start.copy()
        self.rows = rows
        self.players = start.players
        self.tensors = tensors
        self.numbering = numbering
        self.seed = seed
        self.begun: i64 = 0
        self.states: list[State] = []
        self.seeds: list[Seed] = []
        self.dice = Seed(f"batch {seed}").at(0)
        self.events = vec[i64]([0] * rows)
        self.to_act = vec[i64]([0] * rows)
        # What is seen is written for some rows at a time, so that it stays near the processor until it is read.
        self.at_once = min(rows, max(1, NEAR // tensors.size))
        blanks = vec[float](capacity=self.at_once * tensors.size)
        for _ in range(self.at_once):
            blanks = extend(blanks, tensors.blank)
        self.blanks = blanks
        self.allowed = vec[u8]([0] * (rows * numbering.count))
        # The legal moves of all rows, one row after the other: where `allowed` has a 1, and the code.
        self.listed = vec[i64](capacity=rows * 32)
        self.codes = vec[i64](capacity=rows * 32)
        self.lists = vec[i64]([0] * (rows + 1))  # row -> where its moves begin
        self.over = vec[u8]([0] * rows)
        self.counting = counting
        self.shared = vec[float]([0.0] * (rows * start.players))
        self.scored = vec[float]([0.0] * (rows * start.players))
        self.standing = vec[float]([0.0] * (rows * start.players))
        for row in range(rows):
            self.states.append(self.start)
            self.seeds.append(Seed(""))
            self.begin(row)
        self.look_at_all()

    def begin(self, row: i64) -> None:
        """The next game, in this row."""
        self.states[row] = self.start.copy()
        self.seeds[row] = Seed(f"{self.seed}.{self.begun}")
        self.begun += 1
        self.events[row] = settle_by_events(self.states[row], self.seeds[row], 0)
        if self.counting:
            self.count(row, self.standing)

    def step(self, actions: list[int]) -> i64:
        """Play one action in each row. ALL_WELL, or the first row whose action is not allowed; then nothing has
        happened anywhere."""
        width = self.numbering.count
        for row in range(self.rows):
            action: i64 = actions[row]
            if action < 0 or action >= width or self.allowed[row * width + action] == 0:
                return row
        for row in range(self.rows):
            self.play(row, actions[row])
        self.look_at_all()
        return ALL_WELL

    def play(self, row: i64, action: i64) -> None:
        state = self.states[row]
        state.play(self.code(row, action))
        self.events[row] = settle_by_events(state, self.seeds[row], self.events[row] + 1)
        base = row * self.players
        over = state.to_act == OVER
        self.over[row] = 1 if over else 0
        for seat in range(self.players):
            self.shared[base + seat] = 0.0
        if over or self.counting:
            self.count(row, self.scored)
        if over:
            winners = state.winners()
            for i in range(len(winners)):
                if winners[i] < self.players:
                    self.shared[base + winners[i]] = 1.0 / float(len(winners))
            self.begin(row)
        elif self.counting:
            for seat in range(self.players):
                self.standing[base + seat] = self.scored[base + seat]

    def count(self, row: i64, into: vec[float]) -> None:
        points = self.states[row].scores()
        for seat in range(self.players):
            into[row * self.players + seat] = float(points[seat])

    def code(self, row: i64, action: i64) -> i64:
        """The legal move of this number."""
        wanted = row * self.numbering.count + action
        for i in range(self.lists[row], self.lists[row + 1]):
            if self.listed[i] == wanted:
                return self.codes[i]
        raise AssertionError("what is allowed is legal")

    def look_at_all(self) -> None:
        for i in range(len(self.listed)):
            self.allowed[self.listed[i]] = 0
        listed = vec[i64](capacity=len(self.listed) + 64)
        codes = vec[i64](capacity=len(self.listed) + 64)
        for row in range(self.rows):
            state = self.states[row]
            self.to_act[row] = state.to_act
            legal = state.legal()
            base = row * self.numbering.count
            for i in range(len(legal)):
                number = self.numbering.number(legal[i])
                if number >= self.numbering.count:
                    continue  # too rare to be an action
                at = base + number
                self.allowed[at] = 1
                listed = append(listed, at)
                codes = append(codes, legal[i])
            self.lists[row + 1] = len(listed)
        self.listed = listed
        self.codes = codes

    def meanings(self) -> vec[float]:
        """What each legal move of `listed` means, one row after the other."""
        size = self.tensors.meaning_size
        out = vec[float]([0.0] * (len(self.codes) * size))
        for row in range(self.rows):
            for i in range(self.lists[row], self.lists[row + 1]):
                self.tensors.write_move(self.states[row], self.codes[i], out, i * size)
        return out

    def observed(self, first: i64) -> vec[float]:
        """What the seats to act may know, of `at_once` rows from this one on, or of those that are left."""
        size = self.tensors.size
        count = min(self.at_once, self.rows - first)
        out = self.blanks[: count * size]
        for k in range(count):
            state = self.states[first + k]
            self.tensors.write(state, state.to_act, out, k * size)
        return out

    def random(self) -> list[int]:
        """A random allowed action for each row."""
        found: list[int] = []
        for row in range(self.rows):
            first = self.lists[row]
            chosen = first + self.dice.below(self.lists[row + 1] - first)
            found.append(self.listed[chosen] - row * self.numbering.count)
        return found
