"""UCT: tree search as a textbook has it, to compare others with. It knows nothing of any game."""

import time
from collections import defaultdict
from math import log, sqrt
from typing import Final

from branchline.kernel.chance import Rng, Seed
from branchline.kernel.state import OVER, State, playout, settle
from branchline.players import settings
from branchline.position import Position

USUAL: Final = 300  # simulations, if it is told neither how many nor how long

Way = tuple[int, ...]  # the moves that were made from here on


class UCT:
    """UCB1 among the moves of the tree, random moves beyond it; hidden cards are dealt anew for every simulation. It
    thinks for a number of simulations or of seconds; with both, until the first is spent."""

    def __init__(self, seed: int = 0, simulations: int = 0, seconds: float = 0.0, explore: float = 1.4) -> None:
        self.seed = Seed(f"uct:{seed}")
        self.seconds = settings.number("seconds", seconds)
        simulations = settings.whole("simulations", simulations)
        self.simulations = simulations if simulations or self.seconds else USUAL
        self.explore = settings.number("explore", explore)

    def choose(self, position: Position) -> str:
        settings.seat_to_act(position)
        deadline = time.perf_counter() + self.seconds
        self.visits: defaultdict[Way, int] = defaultdict(int)
        self.won: defaultdict[Way, float] = defaultdict(float)  # by the seat that made the last move
        rng = self.seed.at(position.n)
        while not self.is_done(deadline):
            self.simulate(position.state.copy(), rng)
        best = max((int(code) for code in position.state.legal()), key=lambda code: self.visits[(code,)])
        return position.game.text(position.state, best)

    def is_done(self, deadline: float) -> bool:
        """However little time there is, one simulation is made."""
        made = self.visits[()]
        if self.simulations and made >= self.simulations:
            return True
        return self.seconds > 0 and made > 0 and time.perf_counter() >= deadline

    def simulate(self, state: State, rng: Rng) -> None:
        state.redeal(state.to_act, rng)
        way: Way = ()
        made: list[tuple[Way, int]] = []
        while state.to_act != OVER and (not made or self.visits[way] > 0):
            ways = [(*way, int(code)) for code in state.legal()]
            fresh = [one for one in ways if self.visits[one] == 0]
            parent = way
            way = fresh[rng.below(len(fresh))] if fresh else max(ways, key=lambda one: self.bound(parent, one))
            made.append((way, int(state.to_act)))
            state.play(way[-1])
            settle(state, rng)
        playout(state, rng)
        winners = list(state.winners())
        self.visits[()] += 1
        for one, seat in made:
            self.visits[one] += 1
            self.won[one] += 1 / len(winners) if seat in winners else 0

    def bound(self, parent: Way, way: Way) -> float:
        """UCB1: what the move has brought, and how little it was tried."""
        tried = self.visits[way]
        return self.won[way] / tried + self.explore * sqrt(log(self.visits[parent]) / tried)
