"""Search: the same with the same seed, bounded, fair, and right where the answer is known."""

import json
import subprocess
import sys
import time

import pytest

import branchline
from branchline.game import Game
from branchline.kernel.chance import Seed
from branchline.kernel.search import Knobs, Search
from branchline.lab import uncompiled
from branchline.lab.contender import contenders
from branchline.lab.sim import simulate
from branchline.names import GameName
from branchline.position import Position

KNOBS = Knobs(1.2, 1.0, 8, 3, 32)


def estimated(name: GameName) -> bool:
    return type(branchline.game(name)).estimate is not Game.estimate


THINKABLE = [name for name in branchline.games() if estimated(name)]


def opened(name: GameName, moves: int, seed: int = 0) -> Position:
    """A game after some random moves."""
    position = branchline.game(name).start(seed=seed)
    anybody = branchline.player("random", seed=seed)
    for _ in range(moves):
        if not position.over:
            position.play(anybody.choose(position))
    return position


def searched(position: Position, simulations: int, seed: str = "search") -> Search:
    tree = Search(position.state, position.game.estimate(), KNOBS, Seed(seed).at(0))
    tree.think(simulations, 0.0)
    return tree


def numbers(tree: Search) -> tuple[object, ...]:
    return (tree.moves(), tree.counts(), tree.sums("worth"), tree.sums("win"), tree.sums("points"))


@pytest.mark.parametrize("name", THINKABLE)
def test_the_same_simulations_and_seed_find_the_same(name: GameName) -> None:
    position = opened(name, 12)
    assert numbers(searched(position, 150)) == numbers(searched(position, 150))
    assert numbers(searched(position, 150)) != numbers(searched(position, 150, "another seed"))


@pytest.mark.parametrize("name", THINKABLE)
def test_every_simulation_is_spent_and_the_position_is_left_alone(name: GameName) -> None:
    position = opened(name, 5)
    before = position.state.content()
    tree = searched(position, 123)
    assert sum(tree.counts()) == 123
    told_apart = position.game.estimate().apart(position.state, position.state.legal())
    assert sorted(tree.moves()) == sorted(int(code) for code in told_apart)
    assert position.state.content() == before


@pytest.mark.parametrize("name", THINKABLE)
def test_the_chances_of_all_seats_add_up_to_one(name: GameName) -> None:
    tree = searched(opened(name, 8), 60)
    for visits, chances in zip(tree.counts(), tree.sums("win"), strict=True):
        if visits and len(chances) > 1:
            assert sum(chances) == pytest.approx(visits)


@pytest.mark.parametrize("name", THINKABLE)
@pytest.mark.parametrize("moves", [3, 14])
def test_what_a_seat_cannot_know_changes_neither_its_choice_nor_its_numbers(name: GameName, moves: int) -> None:
    """Everything hidden from the seat is dealt anew: the search must not notice."""
    truth = opened(name, moves)
    assert truth.to_act is not None
    for other_world in range(3):
        elsewhere = truth.copy()
        elsewhere.state.redeal(truth.to_act, Seed("elsewhere").at(other_world))
        assert numbers(searched(elsewhere, 80)) == numbers(searched(truth, 80))


def test_the_other_worlds_of_the_fairness_test_do_differ() -> None:
    """Some game has secrets, else the test above would show nothing."""
    changed = []
    for name in branchline.games():
        truth = opened(name, 14)
        elsewhere = truth.copy()
        elsewhere.state.redeal(truth.state.to_act, Seed("elsewhere").at(0))
        changed.append(elsewhere.state.content() != truth.state.content())
    assert any(changed)


def test_the_uncompiled_search_plays_the_same_game() -> None:
    contender = "search:simulations=8"
    arguments = ["branchline", "sim", "mini-rails", "--seats", "3", "--players", contender, "--games", "1", "--json"]
    done = subprocess.run([sys.executable, uncompiled.__file__, *arguments], capture_output=True, text=True, check=True)
    here = simulate(branchline.game("mini-rails"), 3, contenders(contender, 3), 1)
    assert json.loads(done.stdout)["digest"] == here.digest


def test_a_limit_in_seconds_is_kept() -> None:
    position = opened("mini-rails", 0)
    begun = time.perf_counter()
    tree = Search(position.state, position.game.estimate(), KNOBS, Seed("search").at(0))
    tree.think(10**9, 0.05)
    assert sum(tree.counts()) > 0
    assert time.perf_counter() - begun < 5.0  # far above what any machine needs, far below the simulations


def test_the_last_decision_of_a_game_is_seen_through() -> None:
    """With one purchase left the search knows the end: its chance is the true one."""
    position = branchline.game("mini-rails").start(seats=3, seed=4)
    anybody = branchline.player("greedy", seed=4)
    while not position.over:
        before = position.copy()
        position.play(anybody.choose(position))
    tree = searched(before, 50)
    seat = before.to_act
    assert seat is not None
    for code, visits, chances in zip(tree.moves(), tree.counts(), tree.sums("win"), strict=True):
        end = before.copy().play_code(code)
        share = 1 / len(end.winners()) if seat in end.winners() else 0.0
        assert chances[seat] == pytest.approx(visits * share)
