"""Forecast: what people are told rests on nothing hidden, is the same uncompiled, and changes no choice."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import branchline
from branchline.game import Value
from branchline.kernel.chance import Seed
from branchline.kernel.forecast import Either, Forecast, Networked, Weighed
from branchline.lab import uncompiled
from branchline.lab.learn import every_kind
from branchline.names import GameName
from branchline.players.search import Search, foretold
from branchline.position import Position

KINDS: list[tuple[GameName, int, dict[str, Value]]] = [
    ("mini-rails", 4, {}),
    ("mini-express", 1, {"difficulty": "expert"}),
    ("mini-express", 3, {"map": "europe"}),
    ("mini-express", 4, {"edition": "prototype"}),
    ("express-01", 2, {"length": "long"}),
    ("express-01", 4, {}),
    ("steam-power", 1, {"automas": 0}),
    ("steam-power", 1, {"automas": 2, "difficulty": "hard"}),
    ("steam-power", 3, {"automas": 1}),
    ("steam-power", 4, {"map": "north-east"}),
]
NUMBERS = """
import json, sys
import branchline
from branchline.players.search import foretold

for name, players, options, moves in json.loads(sys.argv[1]):
    position = branchline.game(name).start(players, seed=3, **options)
    anybody = branchline.player("random", seed=3)
    for _ in range(moves):
        position.play(anybody.choose(position))
    forecast = position.game.forecast(players, position.options, int(position.state.seats))
    print(json.dumps([type(forecast).__name__, *foretold(forecast, position.state)]))
"""


def after(name: GameName, players: int, options: dict[str, Value], moves: int) -> Position:
    position = branchline.game(name).start(players, seed=3, **options)
    anybody = branchline.player("random", seed=3)
    for _ in range(moves):
        position.play(anybody.choose(position))
    return position


def forecast_of(position: Position) -> Forecast:
    return position.game.forecast(position.players, position.options, int(position.state.seats))


@pytest.mark.parametrize("name", branchline.games())
def test_every_kind_of_game_is_told_points(name: GameName) -> None:
    game = branchline.game(name)
    for players, options in every_kind(game):
        seats = int(game.start(players, seed=1, **options).state.seats)
        assert game.forecast(players, options, seats).learned, (players, options)


@pytest.mark.parametrize(("name", "players", "options"), KINDS)
def test_chances_add_up_and_the_end_is_told_as_it_is(name: GameName, players: int, options: dict[str, Value]) -> None:
    position = after(name, players, options, 20)
    points, chances = foretold(forecast_of(position), position.state)
    assert len(points) == len(chances) == position.state.seats
    assert sum(chances) == pytest.approx(1)
    assert min(chances) > 0
    greedy = branchline.player("greedy")
    while not position.over:
        position.play(greedy.choose(position))
    assert foretold(forecast_of(position), position.state)[0] == position.scores()


@pytest.mark.parametrize(("name", "players", "options"), KINDS)
def test_what_a_seat_cannot_know_changes_nothing_that_it_is_told(
    name: GameName, players: int, options: dict[str, Value]
) -> None:
    truth = after(name, players, options, 24)
    assert truth.to_act is not None
    told = Search(1, simulations=24, tell=True).think(truth)
    for world in range(3):
        elsewhere = truth.copy()
        elsewhere.state.redeal(truth.to_act, Seed("elsewhere").at(world))
        assert Search(1, simulations=24, tell=True).think(elsewhere) == told


def test_uncompiled_people_are_told_the_same(tmp_path: Path) -> None:
    (tmp_path / "numbers_told.py").write_text(NUMBERS)
    asked = json.dumps([(name, players, options, 12) for name, players, options in KINDS])
    done = subprocess.run(
        [sys.executable, uncompiled.__file__, "numbers_told", asked],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    for kind, line in zip(KINDS, done.stdout.splitlines(), strict=True):
        position = after(*kind, 12)
        forecast = forecast_of(position)
        assert json.loads(line) == [type(forecast).__name__, *foretold(forecast, position.state)]


@pytest.mark.parametrize("name", branchline.games())
def test_who_is_not_told_chooses_the_same_whatever_people_are_told(name: GameName) -> None:
    position = after(name, 3, {}, 9)
    told = Search(1, simulations=40, tell=True).think(position)
    played = Search(1, simulations=40).choose(position)
    without = Search(1, simulations=40, tell=True, weights=position.game.weights(3, {})).think(position)
    assert [(one.code, one.visits, one.worth) for one in without] == [(one.code, one.visits, one.worth) for one in told]
    position.game.told, kept = {}, position.game.told
    try:
        assert Search(1, simulations=40).choose(position) == played
        assert isinstance(forecast_of(position), Weighed)
    finally:
        position.game.told = kept


def test_points_and_chances_are_each_told_by_the_forecast_that_tells_them_better() -> None:
    position = after("mini-rails", 4, {}, 9)
    game, state = position.game, position.state
    line, by_hand = game.forecast(4, {}, 4, game.weights(4, {})), Forecast(game.estimate())
    points, chances = foretold(Either(line, by_hand), state)
    assert points == foretold(line, state)[0]
    assert chances == foretold(by_hand, state)[1]


def test_sharper_chances_lie_further_apart() -> None:
    position = after("express-01", 4, {}, 40)
    forecast = forecast_of(position)
    assert isinstance(forecast, Networked)
    spread = [
        max(foretold(Networked(forecast.own, 9.0, forecast.net, sharpness), position.state)[1])
        for sharpness in (0.5, 1.0, 2.0)
    ]
    assert spread == sorted(spread)
    assert spread[0] < spread[2]
