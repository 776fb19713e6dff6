"""Tune: constants drawn for each seat, games that are not played twice, and which way a constant should go."""

import json
import random
from pathlib import Path

import pytest

import branchline
from branchline.constants import constants, take
from branchline.games import find
from branchline.lab.tune import Plan, Tuner, estimate, fit, spreads
from branchline.names import GameName
from branchline.players.search import Search
from branchline.refusal import Refused

PLAN = Plan("mini-rails", 3, seed=5, games=50, simulations=4)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    to = tmp_path_factory.mktemp("tuned")
    Tuner(PLAN, to, processes=1).run()
    return to


def test_what_comes_out_is_a_player(folder: Path) -> None:
    told = json.loads((folder / "tuned.json").read_text())
    assert told["games"] > 40
    assert told["constants"] != constants(find("mini-rails").learned())
    assert told["command"] == "branchline lab tune mini-rails --seats 3 --seed 5 --games 50 --simulations 4"
    position = branchline.game("mini-rails").start(3, seed=1)
    player = branchline.player("search", simulations=6, constants=folder / "tuned.json")
    assert player.choose(position) in position.legal()


def test_games_are_not_played_twice_and_another_plan_is_refused(folder: Path) -> None:
    before = {file.name: file.stat().st_mtime_ns for file in folder.glob("rows-*.json")}
    assert Tuner(PLAN, folder, processes=1).run()["games"] > 40
    assert {file.name: file.stat().st_mtime_ns for file in folder.glob("rows-*.json")} == before
    with pytest.raises(Refused, match="another plan"):
        Tuner(Plan("mini-rails", 3, seed=6, games=50, simulations=4), folder, processes=1).run()


def test_a_constant_that_wins_goes_up_and_one_that_does_not_stays() -> None:
    dice, rows = random.Random(1), []
    for _ in range(4000):
        drawn = [[dice.gauss(0, 1), dice.gauss(0, 1)] for _ in range(4)]
        best = max(range(4), key=lambda seat: 0.5 * drawn[seat][0] + dice.gauss(0, 3))
        rows.append([[*row, float(seat == best)] for seat, row in enumerate(drawn)])
    wins, idle = fit(rows, {"wins": 1.0, "idle": 1.0}, {"wins": 0.2, "idle": 0.2})
    assert wins.gain > 5 * wins.error
    assert wins.tuned == pytest.approx(1.3)
    assert abs(idle.gain) < 3 * idle.error
    assert abs(idle.tuned - 1.0) < 0.1


@pytest.mark.parametrize("name", branchline.games())
def test_every_game_tells_its_constants_and_thinks_with_others(name: GameName) -> None:
    rules = find(name)
    own = estimate(rules, Plan(rules.name, rules.usual_seats))
    known = constants(own)
    assert set(known) == set(spreads(rules, Plan(rules.name, rules.usual_seats)))
    take(own, {one: value + 0.5 for one, value in known.items()})
    assert constants(own) == pytest.approx({one: value + 0.5 for one, value in known.items()})
    assert constants(estimate(rules, Plan(rules.name, rules.usual_seats))) == known  # of this one alone


def test_constants_of_another_game_or_of_none_are_refused() -> None:
    position = branchline.game("mini-rails").start(3, seed=1)
    for given, why in (
        ({"game": "steam-power", "constants": {"explore": 1.0}}, "those of steam-power"),
        ({"game": "mini-rails", "constants": {"luck": 1.0}}, "no constant 'luck'"),
        ({"game": "mini-rails", "constants": {"explore": "much"}}, "holds no constants"),
        ({"game": "mini-rails"}, "holds no constants"),
    ):
        with pytest.raises(Refused, match=why):
            Search(simulations=4, constants=given).choose(position)


def test_who_sits_alone_has_nothing_to_tune_by(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="two or more"):
        Tuner(Plan("steam-power", 1), tmp_path, processes=1).run()
