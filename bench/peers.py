"""Beside the peers, in one run on one core: simulations a second of this search and of OpenSpiel's own
tree searches, in C++ and in Python; random decisions a second of these rules and of Catanatron.

    pip install open_spiel catanatron
    python bench/peers.py [--seconds 3] [--json]

The peers take turns with us, and the best of the rounds counts, by the time that the process was given: what else
the machine does costs caches and clock rate only. OpenSpiel's searches roll out to the end of the game, so ours is
measured that way too ("to the end"), beside the way it plays.
"""

import argparse
import json
import random
import time
from collections.abc import Callable
from functools import partial

import branchline
from branchline.kernel.chance import Seed
from branchline.kernel.search import Knobs, Search
from branchline.lab.bench import pace
from branchline.names import GameName

ROUNDS = 3
TO_THE_END = 10_000  # turns
OPEN_SPIEL_GAMES = ("othello", "breakthrough", "backgammon")  # about as long and as wide as ours


def ours(name: GameName, seconds: float, to_the_end: bool) -> float:
    position = branchline.game(name).start(seed=7)
    anybody = branchline.player("random", seed=1)
    for _ in range(8):
        position.play(anybody.choose(position))
    estimate = position.game.learned()
    turns, sample = (TO_THE_END, 1) if to_the_end else (estimate.turns, estimate.sample)
    tree = Search(position.state, estimate, Knobs(1.2, 1.0, turns, sample, 32), Seed("bench").at(0))
    begun = time.process_time()
    tree.think(0, seconds)
    return int(tree.simulations) / (time.process_time() - begun)


def decisions(name: GameName, seconds: float) -> float:
    """Random decisions a second."""
    return pace(branchline.game(name), seconds)[0]


def opened(name: str) -> tuple[object, object]:
    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    dice = random.Random(1)
    for _ in range(8):
        while state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(outcomes, chances)[0])
        state.apply_action(dice.choice(state.legal_actions()))
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(dice.choices(outcomes, chances)[0])
    return game, state


def timed(step: Callable[[int], object], seconds: float, simulations: int) -> float:
    """Simulations a second, by as many as about fill the time."""
    begun = time.process_time()
    step(simulations)
    first = time.process_time() - begun
    more = max(simulations, int(simulations * seconds / first))
    begun = time.process_time()
    step(more)
    return more / (time.process_time() - begun)


def open_spiel_cpp(name: str, seconds: float) -> float:
    import pyspiel

    game, state = opened(name)

    def step(simulations: int) -> object:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, simulations, 1000, False, 1, False)
        return bot.mcts_search(state)

    return timed(step, seconds, 200)


def open_spiel_python(name: str, seconds: float) -> float:
    import numpy as np
    from open_spiel.python.algorithms import mcts

    game, state = opened(name)

    def step(simulations: int) -> object:
        dice = np.random.RandomState(1)
        bot = mcts.MCTSBot(game, 1.4, simulations, mcts.RandomRolloutEvaluator(1, dice), solve=False, random_state=dice)
        return bot.mcts_search(state)

    return timed(step, seconds, 20)


def catanatron(seconds: float) -> float:
    """Random decisions a second of four players."""
    from catanatron import Color, Game, RandomPlayer

    decisions = 0
    begun = now = time.process_time()
    while now - begun < seconds:
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
        game.play()
        decisions += len(game.state.actions)
        now = time.process_time()
    return decisions / (now - begun)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    asked.add_argument("--seconds", type=float, default=3.0, help="for each figure")
    asked.add_argument("--json", action="store_true")
    options = asked.parse_args()
    each = options.seconds / ROUNDS
    measures: dict[str, Callable[[], float]] = {}
    for name in branchline.games():
        measures[f"simulations/s: branchline {name}"] = partial(ours, name, each, False)
        measures[f"simulations/s: branchline {name}, to the end"] = partial(ours, name, each, True)
    for other in OPEN_SPIEL_GAMES:
        measures[f"simulations/s: OpenSpiel C++ {other}"] = partial(open_spiel_cpp, other, each)
        measures[f"simulations/s: OpenSpiel Python {other}"] = partial(open_spiel_python, other, each)
    for name in branchline.games():
        measures[f"decisions/s: branchline {name}"] = partial(decisions, name, each)
    measures["decisions/s: Catanatron"] = partial(catanatron, each)
    found = dict.fromkeys(measures, 0.0)
    for _ in range(ROUNDS):
        for title, measure in measures.items():
            found[title] = max(found[title], measure())
    if options.json:
        print(json.dumps({title: round(figure, 1) for title, figure in found.items()}))
        return
    for title, figure in found.items():
        print(f"{figure:12,.0f}  {title}")


if __name__ == "__main__":
    main()
