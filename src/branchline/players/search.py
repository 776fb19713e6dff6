"""Search: the thinking player, its hints, and what it believes about a position."""

import multiprocessing
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from branchline.game import Json, plain
from branchline.kernel.chance import Seed
from branchline.kernel.search import Knobs
from branchline.kernel.search import Search as Tree
from branchline.position import Position
from branchline.refusal import Refused

EXPLORE: Final = 0.6
SHARPNESS: Final = 1.0
TURNS: Final = 2
SAMPLE: Final = 3
WIDTH: Final = 32


@dataclass
class Thought:
    """What a search found about one move; lists have one number a seat."""

    code: int
    visits: int
    worth: list[float]  # what the search maximises: victory, then margin
    win: list[float]  # chance of winning
    error: list[float]  # standard error of that chance
    score: list[float]  # expected final score


class Search:
    """Thinks for a number of seconds or of simulations; with both, until the first is spent.

    The same simulations and seed give the same move. With `processes`, each searches a tree of its
    own with its share of the simulations, and the findings are added up.
    """

    def __init__(
        self,
        seed: int = 0,
        seconds: float = 0.0,
        simulations: int = 0,
        processes: int = 1,
        explore: float = EXPLORE,
        sharpness: float = SHARPNESS,
        turns: int = TURNS,
        sample: int = SAMPLE,
        width: int = WIDTH,
    ) -> None:
        if seconds < 0 or simulations < 0 or processes < 1:
            raise Refused("players", "A search needs seconds or simulations above 0 and at least one process.")
        self.seed = Seed(f"search:{seed}")
        self.seconds = float(seconds)
        self.simulations = simulations
        if not seconds and not simulations:
            self.seconds = 1.0
        self.processes = processes
        self.knobs = Knobs(explore, sharpness, turns, sample, width)

    def choose(self, position: Position) -> str:
        codes = position.state.legal()
        code = int(codes[0]) if len(codes) == 1 else self.think(position)[0].code
        return position.game.text(position.state, code)

    def think(self, position: Position) -> list[Thought]:
        """What is found about each move of the seat to act, the best first."""
        if position.to_act is None:
            raise Refused("players", "There is nothing to think about: no player is to act.")
        begun = time.perf_counter()
        share = -(-self.simulations // self.processes)
        event = position.n * 64

        def search(number: int) -> list[Thought]:
            tree = Tree(position.state, position.game.estimate(), self.knobs, self.seed.at(event + number))
            left = max(0.001, self.seconds - (time.perf_counter() - begun)) if self.seconds else 0.0
            tree.think(share, left)
            return thoughts(tree)

        found = merged(side_by_side(search, self.processes))
        seat = position.to_act
        most = max(thought.visits for thought in found)
        # A move that was dropped early is judged by few simulations: it does not overtake the finalists.
        found.sort(key=lambda t: (t.visits * 2 >= most, t.visits > 0, t.worth[seat]), reverse=True)
        return found


def thoughts(tree: Tree) -> list[Thought]:
    rows = zip(
        tree.moves(), tree.counts(), tree.sums("worth"), tree.sums("win"), tree.sums("square"), tree.sums("points")
    )
    return [Thought(code, n, worth, win, square, score) for code, n, worth, win, square, score in rows]


def merged(parts: list[list[Thought]]) -> list[Thought]:
    """The sums of several trees, turned into means."""
    sums: dict[int, Thought] = {}
    for part in parts:
        for one in part:
            if one.code not in sums:
                sums[one.code] = one
                continue
            all_of = sums[one.code]
            all_of.visits += one.visits
            for mine, more in ((all_of.worth, one.worth), (all_of.win, one.win), (all_of.error, one.error)):
                mine[:] = [a + b for a, b in zip(mine, more)]
            all_of.score[:] = [a + b for a, b in zip(all_of.score, one.score)]
    for one in sums.values():
        n = max(1, one.visits)
        one.worth = [total / n for total in one.worth]
        one.score = [total / n for total in one.score]
        one.win = [total / n for total in one.win]
        one.error = [(max(0.0, square / n - win * win) / n) ** 0.5 for square, win in zip(one.error, one.win)]
    return list(sums.values())


def side_by_side(search: Callable[[int], list[Thought]], processes: int) -> list[list[Thought]]:
    """The same search in several processes: forked, since a state in memory needs no other way in.
    Where there is no fork they follow one another."""
    if processes == 1 or "fork" not in multiprocessing.get_all_start_methods():
        return [search(number) for number in range(processes)]
    context = multiprocessing.get_context("fork")
    others = []
    for number in range(1, processes):
        mine, theirs = context.Pipe(duplex=False)

        def work(number: int = number, pipe: Any = theirs) -> None:
            pipe.send(search(number))

        process = context.Process(target=work, daemon=True)
        process.start()
        theirs.close()
        others.append((process, mine))
    found = [search(0)]
    for process, pipe in others:
        found.append(pipe.recv())
        process.join()
    return found
