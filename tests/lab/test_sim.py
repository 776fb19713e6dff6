"""Sim: who plays, what is counted, and that nothing is kept."""

import gc
import json
import subprocess
import sys
import tracemalloc
from typing import Any

import pytest

import branchline
from branchline import Position
from branchline.lab import uncompiled
from branchline.lab.bench import compiled
from branchline.lab.contender import contenders
from branchline.lab.sim import Observer, Spread, simulate
from branchline.names import GameName
from branchline.record import digest

MINI_RAILS = branchline.game("mini-rails")


def random_games(games: int = 5, seed: int = 0, seats: int = 3, observers: Any = ()) -> dict[str, Any]:
    return simulate(MINI_RAILS, seats, contenders("random", seats), games, seed, observers=observers).json()


def test_equal_seeds_give_equal_digests_and_others_do_not() -> None:
    first, again, other = random_games(seed=1), random_games(seed=1), random_games(seed=2)
    assert first["digest"] == again["digest"] != other["digest"]


def test_two_processes_find_the_same_as_one_and_tell_how_far_they_are() -> None:
    told: list[int] = []
    one = simulate(MINI_RAILS, 3, ["greedy", "random", "random"], 20, 1)
    two = simulate(MINI_RAILS, 3, ["greedy", "random", "random"], 20, 1, processes=2, progress=told.append)
    assert {**two.json(), "seconds": 0} == {**one.json(), "seconds": 0}
    assert told == sorted(told)
    assert told[-1] == 20


def test_the_uncompiled_rules_give_the_same_digest() -> None:
    arguments = ["branchline", "sim", "mini-rails", "--seats", "3", "--games", "5", "--json"]
    done = subprocess.run([sys.executable, uncompiled.__file__, *arguments], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["digest"] == random_games(5)["digest"]


def test_the_digest_is_over_the_final_records() -> None:
    class Keeper(Observer):
        records: list[dict[str, Any]] = []

        def after(self, position: Position) -> None:
            self.records.append(position.record())

    keeper = Keeper()
    assert random_games(observers=[keeper])["digest"] == digest(keeper.records)


def test_a_game_of_a_simulation_can_be_started_by_itself() -> None:
    class Starts(Observer):
        views: list[str] = []

        def before(self, position: Position) -> None:
            self.views.append(json.dumps(position.view(None)))

    starts = Starts()
    random_games(games=3, seed=5, observers=[starts])
    assert starts.views[2] == json.dumps(MINI_RAILS.start(seats=3, seed="5.2").view(None))


def test_the_counts_are_those_of_the_games() -> None:
    class Counter(Observer):
        def __init__(self) -> None:
            self.begun = self.decided = self.ended = 0
            self.scores: list[list[int]] = []
            self.winners: list[int] = []

        def before(self, position: Position) -> None:
            assert position.to_act is not None
            self.begun += 1

        def during(self, position: Position, move: str) -> None:
            assert move in position.legal()
            self.decided += 1

        def after(self, position: Position) -> None:
            assert position.over
            self.ended += 1
            self.scores.append(position.scores())
            self.winners += position.winners()

    counter = Counter()
    found = random_games(games=4, seats=4, observers=[counter])
    assert (counter.begun, counter.ended) == (4, 4)
    assert found["games"] == 4
    assert found["seats"] == 4
    assert found["decisions"] == counter.decided
    assert found["wins"] == [counter.winners.count(seat) for seat in range(4)]
    assert found["scores"][2] == {
        "mean": sum(scores[2] for scores in counter.scores) / 4,
        "min": min(scores[2] for scores in counter.scores),
        "max": max(scores[2] for scores in counter.scores),
    }
    assert found["rounds"] == 6


@pytest.mark.skipif(not compiled(), reason="what is compiled can leak where Python can't")
@pytest.mark.parametrize("name", branchline.games())
def test_memory_stays_flat(name: GameName) -> None:
    """A vec that uncompiled code makes and hands to compiled code is never freed (mypyc 2.4.1): hand
    over a list, and make the vec of it inside."""
    game = branchline.game(name)

    def play(games: int) -> int:
        simulate(game, game.usual_seats, contenders("random", game.usual_seats), games)
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        play(2)  # what is loaded once
        before = play(2)
        assert play(8) - before < 8 * 100
    finally:
        tracemalloc.stop()


def test_a_spread_of_negative_numbers() -> None:
    spread = Spread()
    for value in (-3, -8, -1):
        spread.add(value)
    assert spread.json() == {"mean": -4, "min": -8, "max": -1}
