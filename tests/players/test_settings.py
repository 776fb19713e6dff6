"""Settings: what players can be told, and what is refused in one sentence."""

import json
from pathlib import Path
from typing import Any

import pytest

import branchline
from branchline import Refused
from branchline.players import KINDS, player
from branchline.players.search import Search
from branchline.players.settings import names

GAME = branchline.game("mini-express")
WEIGHTS = GAME.weights(4, {})


@pytest.mark.parametrize(
    ("name", "settings", "sentence"),
    [
        ("search", {"seconds": -1}, "seconds is a number from 0 to 1,000,000,000, not -1."),
        ("search", {"seconds": float("nan")}, "seconds is a number from 0 to 1,000,000,000, not nan."),
        ("search", {"seconds": "long"}, "seconds is a number from 0 to 1,000,000,000, not 'long'."),
        ("search", {"mix": 1.5}, "mix is a number from 0 to 1, not 1.5."),
        ("search", {"heat": -2}, "heat is a number from -1 to 10, not -2."),
        ("search", {"explore": float("inf")}, "explore is a number from 0 to 1,000,000,000, not inf."),
        ("search", {"simulations": 20.5}, "simulations is a whole number from 0 to 1,000,000,000, not 20.5."),
        ("search", {"simulations": True}, "simulations is a whole number from 0 to 1,000,000,000, not True."),
        ("search", {"simulations": float("nan")}, "simulations is a whole number from 0 to 1,000,000,000, not nan."),
        ("search", {"width": 0}, "width is a whole number from 1 to 1,000,000,000, not 0."),
        ("search", {"processes": 0}, "processes is a whole number from 1 to 1,024, not 0."),
        ("search", {"level": 5}, "level is a whole number from 0 to 4, not 5."),
        ("search", {"tell": "perhaps"}, "tell is true or false, not 'perhaps'."),
        ("search", {"level": 3, "simulations": 5}, "A level stands for the simulations that the game has for it"),
        ("search", {"weights": "no-such-file"}, "weights: no-such-file can't be read: No such file or directory."),
        ("search-3", {"simulations": 5}, "The player search-3 has no setting 'simulations'; it has: seconds, "),
        ("search-3", {"level": 1}, "The player search-3 has no setting 'level'; it has: seconds, "),
        ("greedy", {"foo": 1}, "The player greedy has no setting 'foo'; it has: none."),
    ],
)
def test_what_makes_no_sense_is_refused(name: str, settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        player(name, **settings)
    assert refused.value.reason.startswith(sentence)


def test_a_whole_number_may_be_written_with_an_exponent() -> None:
    made = player("search", simulations=1e3)
    assert isinstance(made, Search)
    assert (made.simulations, made.seconds) == (1000, 0.0)


def test_a_level_may_have_another_limit_of_seconds() -> None:
    made = player("search-3", seconds=0.2)
    assert isinstance(made, Search)
    assert (made.level, made.seconds) == (3, 0.2)


def test_every_setting_is_told() -> None:
    assert [name for name in names(KINDS["search"]) if f"\n    {name} " not in str(player.__doc__)] == []


@pytest.mark.parametrize("name", sorted(KINDS))
def test_where_nobody_is_to_act_nobody_chooses(name: str) -> None:
    position = branchline.game("mini-rails").start(seats=3, seed=1)
    anybody = player("random")
    while not position.over:
        position.play(anybody.choose(position))
    with pytest.raises(Refused, match="There is nothing to think about: no player is to act"):
        player(name).choose(position)


# -- what was learned --------------------------------------------------------------------------


def file_with(tmp_path: Path, found: dict[str, Any]) -> Path:
    file = tmp_path / "weights.json"
    file.write_text(json.dumps(found))
    return file


def test_the_chances_that_are_told_rest_on_the_weights(tmp_path: Path) -> None:
    position = GAME.start(seats=4, seed=1)
    upside_down = {name: [-a, -b] for name, (a, b) in WEIGHTS["weights"].items()}
    file = file_with(tmp_path, {**WEIGHTS, "weights": upside_down})
    usual, other = (Search(1, simulations=60, tell=True, weights=which).think(position) for which in (WEIGHTS, file))
    told = Search(1, simulations=60, tell=True).think(position)  # by the game's network
    assert [one.code for one in told] == [one.code for one in usual]
    assert told[0].score != usual[0].score
    assert [one.code for one in other] == [one.code for one in usual]
    assert other[0].score != usual[0].score


def test_the_play_rests_on_the_weights_of_moves(tmp_path: Path) -> None:
    upside_down = {name: -one for name, one in GAME.move_weights["weights"].items()}
    file = file_with(tmp_path, {**GAME.move_weights, "weights": upside_down})
    position = GAME.start(seats=4, seed=1)
    usual, other = (
        Search(1, simulations=60, move_weights=which).think(position) for which in (GAME.move_weights, file)
    )
    assert Search(1, simulations=60).think(position) == usual
    assert [one.visits for one in other] != [one.visits for one in usual]


def test_weights_of_another_game_another_kind_or_other_features_are_refused(tmp_path: Path) -> None:
    position = GAME.start(seats=4, seed=1)
    strange = branchline.game("mini-rails").weights(4, {})
    with pytest.raises(Refused, match="learned from mini-rails, not from mini-express"):
        player("search", weights=strange).choose(position)
    with pytest.raises(Refused, match="do not fit the features of Mini Express"):
        player("search", weights={**WEIGHTS, "weights": {"luck": [1.0, 2.0]}}).choose(position)
    with pytest.raises(Refused, match="the other kind of weights, those for move_weights"):
        player("search", weights=GAME.move_weights)
    with pytest.raises(Refused, match="holds no weights"):
        player("search", weights=file_with(tmp_path, {"game": "mini-express"}))
    with pytest.raises(Refused, match="they go with learned=true"):
        player("search", weights=WEIGHTS, learned=False)
    with pytest.raises(Refused, match="learned with 4 players, not 3"):
        player("search", weights=WEIGHTS).choose(GAME.start(seats=3, seed=1))
