"""Analyse: chances over a game, and where it turned."""

import json

import pytest

import branchline
from branchline import Position

GAME = branchline.game("mini-rails")


@pytest.fixture(scope="module")
def played() -> Position:
    position = GAME.start(seats=3, seed=5)
    players = [branchline.player(name, seed=1) for name in ("greedy", "random", "greedy")]
    while position.to_act is not None:
        position.play(players[position.to_act].choose(position))
    return position


def test_every_decision_and_the_end_have_chances_that_add_up(played: Position) -> None:
    found = branchline.analyse(played.record(), simulations=30)
    decisions = [n for n, event in enumerate(played.events) if event.by >= 0]
    assert [moment["n"] for moment in found["moments"]] == [*decisions, played.n]
    for moment in found["moments"]:
        assert sum(moment["win"]) == pytest.approx(1)
        for low, win, high in zip(moment["low"], moment["win"], moment["high"], strict=True):
            assert 0 <= low <= win <= high <= 1
    last = found["moments"][-1]
    assert [seat for seat, win in enumerate(last["win"]) if win > 0] == played.winners()
    assert last["score"] == played.scores()


def test_a_record_and_its_position_are_analysed_alike_and_as_json(played: Position) -> None:
    found = branchline.analyse(played.record(), simulations=10)
    assert found == branchline.analyse(played, simulations=10)
    assert json.loads(json.dumps(found)) == found


def test_turning_points_are_the_largest_movements(played: Position) -> None:
    found = branchline.analyse(played, simulations=60)
    moved = [abs(turn["after"] - turn["before"]) for turn in found["turning_points"]]
    assert moved == sorted(moved, reverse=True)
    assert all(size >= 0.1 for size in moved)
    for turn in found["turning_points"]:
        assert turn["by"] is None or played.events[turn["n"]].by == turn["by"]


def test_a_game_that_is_still_on_can_be_analysed() -> None:
    position = GAME.start(seats=3, seed=5)
    position.play(position.legal()[0])
    found = branchline.analyse(position, simulations=20)
    assert [moment["to_act"] for moment in found["moments"]] == [0, position.to_act]
