"""Search: the thinking player."""

import math
import os
import pickle
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean as mean
from typing import TYPE_CHECKING, Final

from branchline.constants import take
from branchline.extras import load
from branchline.game import Game, Json
from branchline.kernel.chance import Seed
from branchline.kernel.estimate import COLD, Estimate
from branchline.kernel.forecast import Forecast
from branchline.kernel.search import Knobs
from branchline.kernel.search import Search as Tree
from branchline.kernel.state import State
from branchline.players import settings
from branchline.position import Position
from branchline.refusal import Refused

if TYPE_CHECKING:
    from branchline.players.outside import Evaluate

WIDTH: Final = 32
BATCH: Final = 32  # leaves that are judged at once by a function from outside
DEALS: Final = 64  # that the level of what is told is taken over
SPITE: Final = 0.5  # how far a blocker minds the strongest other seat's chance rather than its own
BLOCKS: Final = 0.2  # the chance that it gives away to take a whole `scale` of points from that seat at once
CERTAIN: Final = 0.001  # no chance is taken for less, or for more than all but this
NEAR_THE_END: Final = 4.0  # one part in so many of a game, in which it fades into that of the simulations


@dataclass
class Thought:
    """What a search found about one move; lists have one number a seat."""

    code: int
    visits: int
    worth: list[float]  # what the searching seat chooses by: victory, margin, and the first look
    win: list[float]  # chance of winning
    error: list[float]  # standard error of that chance
    score: list[float]  # expected final score
    line: list[int]  # the move and what was tried most after it


class Search:
    """Thinks for a number of seconds or of simulations; with both, until the first is spent. A level stands
    for the simulations that the game has for it.

    The same simulations and seed give the same move. With `processes`, each searches a tree of its
    own with its share of the simulations, and the findings are added up.
    """

    def __init__(
        self,
        seed: int = 0,
        seconds: float = 0.0,
        simulations: int = 0,
        level: int = 0,
        processes: int = 1,
        explore: float | None = None,
        sharpness: float | None = None,
        turns: int | None = None,
        sample: int | None = None,
        width: int = WIDTH,
        mix: float | None = None,
        heat: float | None = None,
        tell: bool = False,
        learned: bool = True,
        weights: str | Path | Json | None = None,
        move_weights: str | Path | Json | None = None,
        net: bool | str | Path | Json | None = None,
        constants: str | Path | Json | None = None,
        evaluate: "Evaluate | None" = None,
        batch: int = BATCH,
        style: str = "",
    ) -> None:
        self.seed = Seed(f"search:{seed}")
        self.simulations = settings.whole("simulations", simulations)
        self.level = settings.whole("level", level, 0, 4)
        if self.level and self.simulations:
            raise Refused("players", "A level stands for the simulations that the game has for it: name one of both.")
        seconds = settings.number("seconds", seconds)
        self.seconds = seconds if seconds or self.simulations else 1.0
        self.processes = settings.whole("processes", processes, 1, 1024)
        self.width = settings.whole("width", width, 1)
        # None: as the game's estimate has it
        self.explore = None if explore is None else settings.number("explore", explore)
        self.sharpness = None if sharpness is None else settings.number("sharpness", sharpness)
        self.turns = None if turns is None else settings.whole("turns", turns)
        self.sample = None if sample is None else settings.whole("sample", sample, 1)
        self.mix = None if mix is None else settings.number("mix", mix, most=1)
        self.heat = None if heat is None else settings.number("heat", heat, COLD, 10)
        self.learned = settings.switch("learned", learned)  # by what self-play taught, or only as set by hand
        self.weights = settings.weights("weights", weights)  # None: what the game's folder holds
        self.move_weights = settings.weights("move_weights", move_weights)
        if not self.learned and (self.weights or self.move_weights):
            raise Refused("players", "Weights are what was learned: they go with learned=true.")
        self.net = settings.net("net", net)  # None: the network that the game's folder holds
        if not self.learned and self.net:
            raise Refused("players", "A network is what was learned: it goes with learned=true.")
        self.constants = settings.constants("constants", constants)  # None: as the game has them
        if evaluate is not None and not callable(evaluate):
            raise Refused("players", f"evaluate is a function of leaves, not {evaluate!r}.")
        if evaluate is not None and (self.weights or self.move_weights or self.net or self.constants or tell):
            raise Refused("players", "evaluate judges alone: it goes with no weights, net, constants and tell.")
        self.evaluate = evaluate  # somebody's own judgement of positions and moves
        self.batch = settings.whole("batch", batch, 1, 4096)
        self.style = settings.style("style", style)
        self.line: list[int] = []  # of its last choice: the move, and what was tried most after it
        # chances and scores as self-play taught to forecast them, at the price of some time
        self.tell = settings.switch("tell", tell)

    def choose(self, position: Position) -> str:
        settings.seat_to_act(position)
        codes = position.state.legal()
        if len(codes) == 1:
            self.line = [int(codes[0])]
        else:
            best = self.think(position)[0]
            self.line = best.line or [best.code]  # a move that was tried once has no line
        return position.game.text(position.state, self.line[0])

    def think(self, position: Position) -> list[Thought]:
        """What is found about each move of the seat to act, the best first."""
        seat = settings.seat_to_act(position)
        begun = time.perf_counter()
        simulations = position.game.levels[self.level - 1] if self.level else self.simulations
        share = -(-simulations // self.processes)

        def search(number: int) -> list[Thought]:
            rng = self.seed.at(position.n * self.processes + number)
            estimate = self.estimate(position)
            forecast = self.forecast(position) if self.tell else None
            tree = Tree(position.state, estimate, self.knobs(estimate, position.state), rng, forecast, self.seconds)
            if self.style == "blocker":
                tree.lean(self.blocks(position, estimate, tree.moves()), SPITE)
            elif self.style:
                tree.lean([self.likes(position.game, code) for code in tree.moves()], 0.0)
            left = max(0.001, self.seconds - (time.perf_counter() - begun)) if self.seconds else 0.0
            tree.think(share, left)
            return thoughts(tree)

        found = ranked(merged(side_by_side(search, self.processes)), seat)
        if self.tell:
            self.set_level(position, found)
        return found

    def set_level(self, position: Position, found: list[Thought]) -> None:
        """The moves beyond a leaf are weaker than those of players, so that they end with fewer points, and the best
        of many moves by few simulations has been lucky. What the moves differ by stays; the level, that of the best
        one, is the forecast for the position as it is, until near the end the simulations reach it themselves."""
        forecast = self.forecast(position)
        if not forecast.learned:
            return
        rng = self.seed.at(position.n)
        deals = []
        for _ in range(DEALS):
            deal = position.state.copy()
            deal.redeal(deal.to_act, rng)
            deals.append(foretold(forecast, deal))
        early = min(1.0, NEAR_THE_END * (1.0 - forecast.progress(position.state)))
        scores, chances = ([mean(column) for column in zip(*rows, strict=True)] for rows in zip(*deals, strict=True))
        points = [early * (level - mine) for level, mine in zip(scores, found[0].score, strict=True)]
        odds = [early * (logit(level) - logit(mine)) for level, mine in zip(chances, found[0].win, strict=True)]
        for thought in found:
            thought.score = [one + more for one, more in zip(thought.score, points, strict=True)]
            if len(odds) > 1:
                shift_chances(thought, odds)

    def estimate(self, position: Position) -> Estimate:
        if self.evaluate is not None:
            outside = load("branchline.players.outside")  # which takes NumPy
            judged: Estimate = outside.evaluation(position, self.evaluate, max(2, self.batch))
            return judged
        game = position.game
        if self.weights:
            self.forecast(position)  # which refuses weights that do not fit
        own = game.learned(self.move_weights) if self.learned else game.estimate()
        if self.constants:
            take(own, chosen_for(game, self.constants))
        if not self.learned:
            return own
        net = game.net if self.net is None else self.net
        return game.by_net(own, int(position.state.seats), net) if net else own

    def forecast(self, position: Position) -> Forecast:
        """What people are told by."""
        game = position.game
        if not self.learned:
            return Forecast(game.estimate())
        return game.forecast(position.players, position.options, int(position.state.seats), self.weights)

    def likes(self, game: Game, code: int) -> float:
        """The chance that this player would give away for a move of its style."""
        kinds = game.styles.get(self.style, ())
        move = game.vocabulary.decode(code) if kinds else None
        return game.leans if move is not None and (move.verb in kinds or move in kinds) else 0.0

    def blocks(self, position: Position, estimate: Estimate, codes: list[int]) -> list[float]:
        """The chance that it would give away for each move, by what that takes from the strongest other seat."""
        known, seat = position.state.copy(), int(position.state.to_act)
        known.redeal(seat, self.seed.at(position.n))
        values = [float(one) for one in estimate.value(known)]
        if len(values) == 1:
            return [0.0] * len(codes)
        rival = max((other for other in range(len(values)) if other != seat), key=values.__getitem__)
        found = []
        for code in codes:
            after = known.copy()
            after.play(code)
            found.append(BLOCKS * (values[rival] - float(estimate.value(after)[rival])) / float(estimate.scale))
        return found

    def knobs(self, estimate: Estimate, root: State) -> Knobs:
        turns = self.turns if self.turns is not None else estimate.turns_beyond(root)
        sample = self.sample if self.sample is not None else estimate.sample
        mix = self.mix if self.mix is not None else estimate.mix
        heat = self.heat if self.heat is not None else estimate.heat
        explore = self.explore if self.explore is not None else estimate.explore
        sharpness = self.sharpness if self.sharpness is not None else estimate.sharpness
        return Knobs(explore, sharpness, turns, sample, self.width, mix, heat)


def chosen_for(game: Game, found: Json) -> dict[str, float]:
    """The constants of a file, if they are this game's."""
    if found["game"] != game.name:
        raise Refused("players", f"These constants are those of {found['game']}, not of {game.name}.")
    return {name: float(value) for name, value in found["constants"].items()}


def foretold(forecast: Forecast, state: State) -> tuple[list[float], list[float]]:
    """The points that each seat may expect at the end, and its chance of winning, as people are told them."""
    points = forecast.points(state)
    return [float(one) for one in points], [float(one) for one in forecast.chances(state, points)]


def logit(chance: float) -> float:
    inside = min(1.0 - CERTAIN, max(CERTAIN, chance))
    return math.log(inside / (1.0 - inside))


def shift_chances(thought: Thought, odds: list[float]) -> None:
    """Every seat's chance with its odds so much better, and all of them one again; the errors go with them."""
    moved = [1.0 / (1.0 + math.exp(-logit(win) - more)) for win, more in zip(thought.win, odds, strict=True)]
    win = [one / sum(moved) for one in moved]
    wide = [max(CERTAIN, one * (1.0 - one)) for one in thought.win]
    thought.error = [e * one * (1.0 - one) / w for e, one, w in zip(thought.error, win, wide, strict=True)]
    thought.win = win


def thoughts(tree: Tree) -> list[Thought]:
    """A tree's findings, still as sums."""
    moves, visits = tree.moves(), tree.counts()
    sums = zip(tree.sums("worth"), tree.sums("win"), tree.sums("square"), tree.sums("points"), strict=True)
    lines = [tree.line(move) for move in moves]
    return [Thought(move, n, *rows, line=line) for move, n, rows, line in zip(moves, visits, sums, lines, strict=True)]


def merged(parts: list[list[Thought]]) -> list[Thought]:
    """The sums of several trees, added up and turned into means."""
    first, *others = parts
    by_code = {one.code: one for one in first}
    for more in (one for part in others for one in part):
        one = by_code[more.code]
        one.line = max(one.line, more.line, key=len)
        one.visits += more.visits
        one.worth, one.win, one.error, one.score = (
            [a + b for a, b in zip(mine, theirs, strict=True)]
            for mine, theirs in (
                (one.worth, more.worth),
                (one.win, more.win),
                (one.error, more.error),
                (one.score, more.score),
            )
        )
    for one in first:
        n = max(1, one.visits)
        one.worth, one.win, one.score = ([total / n for total in row] for row in (one.worth, one.win, one.score))
        one.error = [(max(0.0, square / n - win**2) / n) ** 0.5 for square, win in zip(one.error, one.win, strict=True)]
    return first


def ranked(found: list[Thought], seat: int) -> list[Thought]:
    """The best for the seat first. A move that was dropped early is judged by few simulations: it does not overtake
    the finalists."""
    most = max(thought.visits for thought in found)
    return sorted(found, key=lambda t: (t.visits * 2 >= most, t.visits > 0, t.worth[seat]), reverse=True)


def side_by_side(search: Callable[[int], list[Thought]], processes: int) -> list[list[Thought]]:
    """The same search in several processes. They are forked, since a State can't be pickled; where
    there is no fork the searches follow one another."""
    if not hasattr(os, "fork"):
        return [search(number) for number in range(processes)]
    pipes = [forked(search, number) for number in range(1, processes)]
    found = [search(0)]
    for child, pipe in pipes:
        with os.fdopen(pipe, "rb") as answer:
            told = answer.read()
        os.waitpid(child, 0)
        found.append(pickle.loads(told))
    return found


def forked(search: Callable[[int], list[Thought]], number: int) -> tuple[int, int]:
    """A child that searches, and the pipe it answers through."""
    mine, theirs = os.pipe()
    child = os.fork()
    if child:
        os.close(theirs)
        return child, mine
    try:
        with os.fdopen(theirs, "wb") as answer:
            pickle.dump(search(number), answer)
    finally:
        os._exit(0)
