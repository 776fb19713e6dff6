"""Search: information-set tree search over any State.

One tree over what the searching seat knows. Each simulation deals anew what that seat cannot know,
walks down the tree by the moves that are legal in this deal, samples chance on its way, plays a few
turns beyond the leaf and asks the estimate. A value for every seat is carried back up; each seat is
taken to play for itself. At the root, sequential halving spends the budget on the moves that are
still in the running.

A node stands for the decisions that led to it, not for the dice: chance is sampled again on every
way down, so a node's value is a mean over deals and draws.
"""

import math
import time
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.kernel.chance import Rng
from branchline.kernel.estimate import COLD, THIRD, Estimate, shares
from branchline.kernel.evaluation import Evaluation
from branchline.kernel.forecast import Forecast
from branchline.kernel.greedy import standing
from branchline.kernel.state import OVER, State, settle

NONE: Final = -1
ROOT: Final = 0
DECISIVE: Final = 0.85  # at the end the victory counts this much, the margin the rest
PATH_LIMIT: Final = 400
ROLLOUT_LIMIT: Final = 60
CLEAR: Final = 3.0  # standard errors of both that make a lead clear
ENOUGH: Final = 100  # simulations of a move before a lead can be clear
CODE_MASK: Final[i64] = 0xFFFFFFFFFF


@final
class Knobs:
    """How a search thinks; the same for every game unless its player is told otherwise."""

    def __init__(
        self,
        explore: float,
        sharpness: float,
        turns: i64,
        sample: i64,
        width: i64,
        mix: float = 0.0,
        heat: float = COLD,
    ) -> None:
        self.explore = explore  # how much an untried move is worth a try
        self.sharpness = sharpness  # how much the priors of moves differ, in units of the estimate's scale
        self.turns = turns  # played beyond the leaf before the estimate is asked
        self.sample = sample  # there, the most promising of this many random moves is played
        self.width = width  # moves of the root that are searched at all
        self.mix = mix  # how far a leaf is judged as it is, and not by the turns beyond it
        self.heat = heat  # beyond the leaf: how much what is played varies; below nought, all moves are drawn alike


@final
class Search:
    """One search for the seat to act. `think` spends a budget; the lists tell what was found. The first
    look at the moves takes at most a third of `seconds`; 0 is as long as it likes."""

    def __init__(
        self,
        root: State,
        estimate: Estimate,
        knobs: Knobs,
        rng: Rng,
        forecast: Forecast | None = None,
        seconds: float = 0.0,
    ) -> None:
        self.look_until = time.perf_counter() + seconds / 3.0 if seconds > 0.0 else 0.0
        self.forecast = forecast  # where people want to know chances and points; if not, they are not sought
        self.tell = forecast is not None
        self.root = root.copy()
        self.seat = root.to_act
        self.seats = root.seats
        self.estimate = estimate
        self.outside: Evaluation | None = None  # who judges leaves many at once
        if isinstance(estimate, Evaluation) and estimate.batch > 1:
            self.outside = estimate
        self.knobs = knobs
        self.rng = rng
        self.simulations: i64 = 0
        self.depth: i64 = 0  # summed over the simulations
        # The tree: one row a node, its children a list linked in the order of their priors.
        self.move = vec[i64](capacity=4096)
        self.first = vec[i64](capacity=4096)
        self.next = vec[i64](capacity=4096)
        self.visits = vec[i64](capacity=4096)
        self.listed = vec[i64](capacity=4096)  # the legal moves that the children were last made for
        self.prior = vec[float](capacity=4096)
        self.weight = vec[float](capacity=4096)
        self.total = vec[float](capacity=16384)  # node * seats + seat
        self.path = vec[i64]([0] * PATH_LIMIT)
        self.length: i64 = 0
        # Of the root's children, what people want to know; (child - 1) * seats + seat.
        self.wins = vec[float](capacity=256)
        self.squares = vec[float](capacity=256)
        self.points = vec[float](capacity=256)
        self.width: i64 = 0
        self.worth = vec[float]([0.0] * self.seats)
        self.at_leaf = vec[float]([0.0] * self.seats)
        self.win = vec[float]([0.0] * self.seats)
        self.values = vec[float]([0.0] * self.seats)
        self.looked: i64 = 0  # values that the last look took
        self.level = 0.0  # alone, points are compared with what the root promises
        self.spite = 0.0  # how far its own chance gives way to keeping the strongest other seat's low
        self.add(NONE, 0.0)
        self.prepare()
        self.leaning = vec[float]([0.0] * self.width)  # child - 1: what a move of the root is liked beyond its worth

    def lean(self, towards: list[float], spite: float) -> None:
        """Think in a style: moves of the root, in the order of `moves`, that are liked by so much of a chance, and how
        much it counts to keep the strongest other seat down."""
        child = self.first[ROOT]
        for more in towards:
            self.leaning[child - 1] = more
            child = self.next[child]
        self.spite = spite

    # -- the tree ------------------------------------------------------------------------

    def add(self, move: i64, prior: float) -> i64:
        node = len(self.move)
        self.move = append(self.move, move)
        self.first = append(self.first, NONE)
        self.next = append(self.next, NONE)
        self.visits = append(self.visits, 0)
        self.listed = append(self.listed, 0)
        self.prior = append(self.prior, prior)
        self.weight = append(self.weight, 1.0)
        for _n in range(self.seats):
            self.total = append(self.total, 0.0)
        return node

    def insert(self, node: i64, move: i64, prior: float) -> i64:
        """A new child, behind all that look as good."""
        child = self.add(move, prior)
        before: i64 = NONE
        after = self.first[node]
        while after != NONE and self.prior[after] >= prior:
            before = after
            after = self.next[after]
        self.next[child] = after
        if before == NONE:
            self.first[node] = child
        else:
            self.next[before] = child
        return child

    def weigh(self, node: i64) -> None:
        """How often each child should be tried before anything is known, up to a factor."""
        child = self.first[node]
        if child == NONE:
            return
        best = self.prior[child]
        heat = self.knobs.sharpness / self.estimate.scale
        while child != NONE:
            self.weight[child] = math.exp(max(-20.0, (self.prior[child] - best) * heat))
            child = self.next[child]

    def expand(self, node: i64, state: State, legal: vec[i64], mark: i64) -> None:
        """Children for all moves that are legal now, have to be told apart, and were not in an earlier deal."""
        fresh = self.first[node] == NONE
        moves = self.estimate.apart(state, legal)
        new = moves
        if not fresh:
            new = vec[i64](capacity=len(moves))
            for i in range(len(moves)):
                if self.child_for(node, moves[i]) == NONE:
                    new = append(new, moves[i])
        if fresh and len(new) == 1:
            priors = vec[float]([0.0])
        elif self.outside is None:
            priors = self.estimate.priors(state, new)
        else:  # nobody is asked for a few moves alone: they look as good as any
            priors = vec[float]([-self.estimate.scale * math.log(float(len(legal)))] * len(new))
        for i in range(len(new)):
            self.insert(node, new[i], priors[i])
        self.weigh(node)
        self.listed[node] = mark if fresh else 0  # children of several deals: legality has to be looked up

    def child_for(self, node: i64, move: i64) -> i64:
        child = self.first[node]
        while child != NONE:
            if self.move[child] == move:
                return child
            child = self.next[child]
        return NONE

    def select(self, node: i64, state: State) -> i64:
        """The child to go down to: among the moves legal in this deal, by value, prior and visits.
        Wide nodes are opened by and by, from the best prior on."""
        legal = state.legal()
        mark = fingerprint(legal)
        if self.listed[node] != mark:
            self.expand(node, state, legal, mark)
        all_legal = self.listed[node] == mark
        open_moves: i64 = 2 + int(2.0 * math.sqrt(float(self.visits[node])))
        # the tree's columns, looked up once: from here on nothing is added
        move = self.move
        after = self.next
        weight = self.weight
        tries = self.visits
        total = self.total
        weights = 0.0
        visits: i64 = 0
        opened: i64 = 0
        child = self.first[node]
        while child != NONE and opened < open_moves:
            if all_legal or holds(legal, move[child]):
                weights += weight[child]
                visits += tries[child]
                opened += 1
            child = after[child]
        seat = state.to_act
        seats = self.seats
        own = total[node * seats + seat] / float(max(1, tries[node]))
        drive = self.knobs.explore * math.sqrt(float(visits + 1)) / weights
        best = -1.0e18
        chosen: i64 = NONE
        opened = 0
        child = self.first[node]
        while child != NONE and opened < open_moves:
            if all_legal or holds(legal, move[child]):
                opened += 1
                tried = float(tries[child])
                mean = total[child * seats + seat] / tried if tried > 0.0 else 0.9 * own
                score = mean + drive * weight[child] / (tried + 1.0)
                if score > best:
                    best = score
                    chosen = child
            child = after[child]
        return chosen

    # -- one simulation ------------------------------------------------------------------

    def simulate(self, first: i64) -> None:
        """Down the tree through this child of the root, a few turns beyond it, and back up."""
        state = self.walk(first)
        mix = self.knobs.mix if state.to_act != OVER else 0.0
        if mix > 0.0:
            self.values = self.estimate.value(state)
            self.chances(THIRD / self.estimate.scale)
            for seat in range(self.seats):
                self.at_leaf[seat] = self.win[seat]
        self.play_on(state)
        self.values = self.estimate.value_beyond(state) if mix > 0.0 else self.estimate.value(state)
        self.judge(state)
        if mix > 0.0:
            for seat in range(self.seats):
                self.worth[seat] += mix * (self.at_leaf[seat] - self.worth[seat])
                self.win[seat] += mix * (self.at_leaf[seat] - self.win[seat])
        self.back_up()

    def walk(self, first: i64) -> State:
        """Down the tree in a deal of its own, to a leaf."""
        state = self.root.copy()
        state.redeal(self.seat, self.rng)
        state.play(self.move[first])
        self.path[0] = ROOT
        self.path[1] = first
        self.length = 2
        node = first
        settle(state, self.rng)
        many = self.outside is not None  # while leaves wait to be judged, a visit does not say that one was
        forced = False
        while state.to_act != OVER and self.length < PATH_LIMIT:
            if (self.first[node] == NONE) if many else (self.visits[node] == 0 and not forced):
                break
            before = node
            node = self.select(before, state)
            forced = self.next[self.first[before]] == NONE
            self.path[self.length] = node
            self.length += 1
            state.play(self.move[node])
            settle(state, self.rng)
        return state

    def play_on(self, state: State) -> None:
        """A few turns beyond the leaf, each decision the most promising of a few random moves."""
        until = state.turn + self.knobs.turns
        steps: i64 = 0
        while state.to_act != OVER and state.turn < until and steps < ROLLOUT_LIMIT:
            legal = self.estimate.apart_at_a_glance(state, state.legal())
            if self.knobs.heat >= 0.0 and len(legal) > 1:
                chosen = self.lifelike(state, legal)
            else:
                chosen = self.best_of_few(state, legal)
            state.play(chosen)
            settle(state, self.rng)
            steps += 1

    def best_of_few(self, state: State, legal: vec[i64]) -> i64:
        """The most promising of a few random moves."""
        chosen = legal[self.rng.below(len(legal))]
        if len(legal) > 1 and self.knobs.sample > 1:
            best = self.estimate.glance(state, chosen)
            for _n in range(1, self.knobs.sample):
                move = legal[self.rng.below(len(legal))]
                if move != chosen:  # which was glanced at already
                    promise = self.estimate.glance(state, move)
                    if promise > best:
                        best = promise
                        chosen = move
        return chosen

    def lifelike(self, state: State, legal: vec[i64]) -> i64:
        """A move drawn as often as its promise says: of all moves, but of a crowd a few that stand for it."""
        crowd = self.estimate.crowd(legal)
        few = min(crowd, self.knobs.sample)
        spread = self.knobs.heat * self.estimate.scale
        more = spread * math.log(float(crowd) / float(few)) if few > 0 else 0.0
        best = -1.0e18
        chosen = legal[0]
        for k in range(few + len(legal) - crowd):
            move = legal[self.rng.below(crowd)] if k < few else legal[crowd + k - few]
            promise = self.estimate.glance(state, move)
            if spread > 0.0:
                promise -= spread * math.log(-math.log(self.rng.chance() + 1.0e-10))
            if k < few:
                promise += more
            if promise > best:
                best = promise
                chosen = move
        return chosen

    def judge(self, state: State) -> None:
        """What this end of the walk is worth to each seat by its `values`: victory, then margin."""
        self.chances(THIRD / self.estimate.scale)
        over = state.to_act == OVER
        for seat in range(self.seats):
            self.worth[seat] = (1.0 - DECISIVE) * self.win[seat] if over else self.win[seat]
        if over:
            winners = state.winners()
            for seat in range(self.seats):
                self.win[seat] = 0.0
            for i in range(len(winners)):
                self.win[winners[i]] = 1.0 / float(len(winners))
                self.worth[winners[i]] += DECISIVE / float(len(winners))
        if self.spite > 0.0 and self.seats > 1:
            self.grudge()
        forecast = self.forecast
        if not over and forecast is not None:
            self.values = forecast.points(state)
            if self.seats > 1:
                self.win = forecast.chances(state, self.values)

    def grudge(self) -> None:
        """To the searching seat it is worth something, too, that nobody else is about to win."""
        best = 0.0
        for seat in range(self.seats):
            if seat != self.seat:
                best = max(best, self.win[seat])
        self.worth[self.seat] = (1.0 - self.spite) * self.worth[self.seat] + self.spite * (1.0 - best)

    def chances(self, slope: float) -> None:
        """Expected points as chances of winning. Alone: of doing better than the root promised."""
        if self.seats == 1:
            self.win[0] = 1.0 / (1.0 + math.exp(max(-30.0, min(30.0, (self.level - self.values[0]) * slope))))
            return
        self.win = shares(self.values, slope)

    def back_up(self) -> None:
        self.simulations += 1
        self.depth += self.length - 1
        for step in range(self.length):
            node = self.path[step]
            self.visits[node] += 1
            for seat in range(self.seats):
                self.total[node * self.seats + seat] += self.worth[seat]
        row = (self.path[1] - 1) * self.seats
        for seat in range(self.seats):
            self.wins[row + seat] += self.win[seat]
            self.squares[row + seat] += self.win[seat] * self.win[seat]
            self.points[row + seat] += self.values[seat]

    # -- the root ------------------------------------------------------------------------

    def prepare(self) -> None:
        """The root's children, with a look one move ahead as their prior: at the end of the turn, as
        far as there are not too many ways to end it, and in several deals. An estimate that wants no looks
        gives its priors."""
        legal = self.root.legal()
        if not self.tell:  # people are told of every move
            known = self.root.copy()
            known.redeal(self.seat, self.rng)
            legal = self.estimate.apart(known, legal)
        self.width = len(legal)
        looks = vec[float]([0.0] * self.width)
        left = self.estimate.looks
        deals: i64 = 0
        while deals == 0 or (left > 0 and deals < 3 and not self.looked_enough()):
            deal = self.root.copy()
            deal.redeal(self.seat, self.rng)
            deals += 1
            self.level += self.estimate.value(deal)[self.seat]
            if self.estimate.looks == 0:
                looks = self.estimate.priors(deal, legal)
                break
            here = standing(deal, self.seat, self.estimate)
            share = left // self.width
            for i in range(self.width):
                if self.looked_enough():
                    looks[i] += here + self.estimate.prior(deal, legal[i])
                else:
                    looks[i] += self.look(deal, legal[i], share)
                    left -= self.looked
        self.level /= float(deals)
        for i in range(self.width):
            self.insert(ROOT, legal[i], looks[i] / float(deals))
        self.weigh(ROOT)
        for _ in range(self.width * self.seats):
            self.wins = append(self.wins, 0.0)
            self.squares = append(self.squares, 0.0)
            self.points = append(self.points, 0.0)

    def looked_enough(self) -> bool:
        return self.look_until > 0.0 and time.perf_counter() >= self.look_until

    def look(self, deal: State, move: i64, most: i64) -> float:
        """How the seat stands after a move; while its turn goes on, after the best next decision."""
        after = deal.copy()
        after.play(move)
        self.looked = 1
        best = standing(after, self.seat, self.estimate)
        if after.to_act != self.seat or after.turn != deal.turn:
            return best
        legal = after.legal()
        if len(legal) > most:
            return best + max(0.0, self.estimate.prior(deal, move))
        best = -1.0e18
        self.looked = len(legal)
        for i in range(len(legal)):
            further = after.copy()
            further.play(legal[i])
            best = max(best, standing(further, self.seat, self.estimate))
        return best

    def think(self, simulations: i64, seconds: float) -> None:
        """Sequential halving: each round gives every move in the running the same number of
        simulations, then the worse half is dropped. A budget of 0 is none; one must be given."""
        begun = time.perf_counter()
        running = self.candidates(simulations)
        if len(running) == 1 and not self.tell:
            return
        rounds: i64 = 1
        reach: i64 = 2
        while reach < len(running):
            reach *= 2
            rounds += 1
        for number in range(rounds):
            share = float(number + 1) / float(rounds)
            until = int(float(simulations) * share)
            deadline = begun + seconds * share
            self.spend(running, until, deadline if seconds > 0.0 else 0.0)
            running = self.better_half(running)
            if self.is_clear(running):
                return

    def candidates(self, simulations: i64) -> vec[i64]:
        """The most promising moves; fewer when there is hardly time to try each."""
        most = self.knobs.width
        if simulations > 0:
            most = min(most, max(2, simulations // 4))
        running = vec[i64](capacity=64)
        child = self.first[ROOT]
        while child != NONE and len(running) < most:
            running = append(running, child)
            child = self.next[child]
        return running

    def spend(self, running: vec[i64], until: i64, deadline: float) -> None:
        """Simulate each in turn, up to a number of simulations or a time; 0 is no bound."""
        outside = self.outside
        if outside is not None:
            self.spend_in_batches(outside, running, until, deadline)
            return
        while True:
            for i in range(len(running)):
                if until > 0 and self.simulations >= until:
                    return
                if deadline > 0.0 and time.perf_counter() >= deadline:
                    return
                self.simulate(running[i])

    def spend_in_batches(self, outside: Evaluation, running: vec[i64], until: i64, deadline: float) -> None:
        """The same where leaves are judged many at once. While one waits, the way to it counts as tried and lost, so
        that the next walk goes elsewhere."""
        turn: i64 = 0
        while (until == 0 or self.simulations < until) and (deadline == 0.0 or time.perf_counter() < deadline):
            leaves: list[State] = []
            ways = vec[i64](capacity=512)  # of each leaf: how long the way was, and its nodes
            while len(leaves) < outside.batch and (until == 0 or self.simulations + len(leaves) < until):
                state = self.walk(running[turn % len(running)])
                turn += 1
                if state.to_act == OVER:
                    self.values = self.estimate.value(state)
                    self.judge(state)
                    self.back_up()
                    if until == 0 and len(leaves) == 0 and deadline > 0.0 and time.perf_counter() >= deadline:
                        return
                    continue
                ways = append(ways, self.length)
                for step in range(self.length):
                    ways = append(ways, self.path[step])
                    self.visits[self.path[step]] += 1
                leaves.append(state)
            if len(leaves) > 0:
                self.judge_many(outside, leaves, ways)

    def judge_many(self, outside: Evaluation, leaves: list[State], ways: vec[i64]) -> None:
        outside.ask(leaves)
        at: i64 = 0
        for leaf in range(len(leaves)):
            self.length = ways[at]
            for step in range(self.length):
                self.path[step] = ways[at + 1 + step]
                self.visits[self.path[step]] -= 1
            at += 1 + self.length
            self.adopt(outside, leaf, self.path[self.length - 1], leaves[leaf].legal())
            self.values = outside.told_value(leaf)
            self.judge(leaves[leaf])
            self.back_up()

    def adopt(self, outside: Evaluation, leaf: i64, node: i64, legal: vec[i64]) -> None:
        """A leaf that was judged has children, by the priors that came with the values."""
        fresh = self.first[node] == NONE
        for i in range(len(legal)):
            if fresh or self.child_for(node, legal[i]) == NONE:
                self.insert(node, legal[i], outside.told_prior(leaf, i))
        self.weigh(node)
        self.listed[node] = fingerprint(legal) if fresh else 0

    def better_half(self, running: vec[i64]) -> vec[i64]:
        keep = (len(running) + 1) // 2
        left = running
        kept = vec[i64](capacity=64)
        for _ in range(keep):
            best: i64 = 0
            for i in range(len(left)):
                if self.mean(left[i]) > self.mean(left[best]):
                    best = i
            kept = append(kept, left[best])
            rest = vec[i64](capacity=64)
            for i in range(len(left)):
                if i != best:
                    rest = append(rest, left[i])
            left = rest
        return kept

    def is_clear(self, running: vec[i64]) -> bool:
        """Whether the first of the running is so far ahead that more simulations would hardly change it."""
        if len(running) < 2:
            return True
        lead = self.mean(running[0]) - self.mean(running[1])
        return self.visits[running[1]] >= ENOUGH and lead > CLEAR * (self.error(running[0]) + self.error(running[1]))

    def error(self, child: i64) -> float:
        """The standard error of a move's mean."""
        at = (child - 1) * self.seats + self.seat
        visits = float(self.visits[child])
        mean = self.wins[at] / visits
        return math.sqrt(max(0.0, self.squares[at] / visits - mean * mean) / visits)

    def mean(self, child: i64) -> float:
        """What a move of the root is worth to the seat: the mean of its simulations and, as if it were
        some more of them, what the first look promised. With few simulations the look decides."""
        visits = float(self.visits[child])
        if visits == 0.0:
            return -1.0
        trust = self.estimate.trust
        usual = self.total[self.seat] / float(self.visits[ROOT])
        even = 1.0 / float(max(2, self.seats))
        slope = THIRD / self.estimate.scale * even * (1.0 - even)
        promised = usual + slope * (self.prior[child] - self.prior[self.first[ROOT]])
        worth = (self.total[child * self.seats + self.seat] + trust * promised) / (visits + trust)
        return worth + self.leaning[child - 1]

    # -- what was found --------------------------------------------------------------------

    def moves(self) -> list[int]:
        """The root's moves, from the best prior on; all other lists are in this order."""
        found: list[int] = []
        child = self.first[ROOT]
        while child != NONE:
            found.append(self.move[child])
            child = self.next[child]
        return found

    def counts(self) -> list[int]:
        """How often each move was tried."""
        found: list[int] = []
        child = self.first[ROOT]
        while child != NONE:
            found.append(self.visits[child])
            child = self.next[child]
        return found

    def line(self, move: i64) -> list[int]:
        """A move of the root and what was tried most after it, down to what was tried twice."""
        found: list[int] = []
        node = self.child_for(ROOT, move)
        while node != NONE and self.visits[node] > 1:
            found.append(self.move[node])
            child = self.first[node]
            node = NONE
            while child != NONE:
                if self.visits[child] > 0 and (node == NONE or self.visits[child] > self.visits[node]):
                    node = child
                child = self.next[child]
        return found

    def sums(self, what: str) -> list[list[float]]:
        """Of each move and seat, summed over its simulations: "win", "square" or "points"; and "worth",
        by which the searching seat chooses."""
        found: list[list[float]] = []
        child = self.first[ROOT]
        while child != NONE:
            row: list[float] = []
            for seat in range(self.seats):
                at = (child - 1) * self.seats + seat
                if what == "worth":
                    row.append(self.mean(child) * float(self.visits[child]) if seat == self.seat else 0.0)
                elif what == "win":
                    row.append(self.wins[at])
                elif what == "square":
                    row.append(self.squares[at])
                else:
                    row.append(self.points[at])
            found.append(row)
            child = self.next[child]
        return found


def fingerprint(moves: vec[i64]) -> i64:
    """A number that tells lists of moves apart; never 0."""
    mark: i64 = len(moves)
    for i in range(len(moves)):
        mark = (mark * 1000003 + moves[i] + 12345) & CODE_MASK
    return mark + 1


def holds(moves: vec[i64], move: i64) -> bool:
    for i in range(len(moves)):
        if moves[i] == move:
            return True
    return False
