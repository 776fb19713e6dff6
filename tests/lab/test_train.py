"""Train: weights from self-play, the same for the same seed, and used by the search."""

import json
from dataclasses import replace

import numpy as np
import pytest

import branchline
from branchline.games.mini_express.game import MiniExpressGame
from branchline.lab.course import Course
from branchline.lab.train import Sheet, fit, fit_lead, surprise, train
from branchline.names import GameName

COURSE = Course("mini-rails", games=40, seats=3, player="greedy", seed=3)


@pytest.fixture(scope="module")
def found() -> dict[str, object]:
    return train(COURSE, processes=1)


def test_the_same_seed_gives_the_same_weights(found: dict[str, object]) -> None:
    assert train(COURSE, processes=1) == found
    assert train(replace(COURSE, seed=4), processes=1)["weights"] != found["weights"]


@pytest.mark.parametrize("name", branchline.games())
def test_every_game_has_as_many_features_as_names(name: GameName) -> None:
    position = branchline.game(name).start(seed=1)
    estimate = position.game.estimate()
    assert len(estimate.features(position.state)) == len(estimate.feature_names()) * position.state.seats


def test_weights_that_made_the_scores_are_found_again() -> None:
    """Scores made of two features, the second counting only towards the end."""
    dice = np.random.default_rng(1)
    features = dice.normal(size=(500, 3, 2))
    progress = dice.uniform(size=500)
    scores = 2 * features[:, :, 0] + 5 * progress[:, None] * features[:, :, 1]
    weights = fit(Sheet(features, features[:, :, 0], progress, scores, scores), [])
    assert weights == pytest.approx([2, 0, 2, 5], abs=0.1)


def test_what_all_seats_have_in_common_does_not_pass_for_a_difference() -> None:
    """Rich games are rich for everybody: the second feature follows the level, and tells no seats apart."""
    dice = np.random.default_rng(1)
    level = dice.normal(scale=9, size=(600, 1))
    skill = dice.normal(size=(600, 4))
    ones = np.ones((600, 4))
    features = np.stack([ones, skill, level + 0.1 * dice.normal(size=(600, 4))], axis=2)
    scores = 20 + 3 * skill + level
    weights = fit(Sheet(features, skill, dice.uniform(size=600), scores, scores), [0])
    assert weights[[1, 2, 4, 5]] == pytest.approx([3, 0, 3, 0], abs=0.2)
    assert weights[[0, 3]] == pytest.approx([20, 20], abs=2)


def test_the_lead_that_wins_is_found_again() -> None:
    dice = np.random.default_rng(1)
    values = dice.normal(scale=4, size=(4000, 2))
    chance = 1 / (1 + 3 ** (-(values[:, 0] - values[:, 1]) / 6.0))
    won = dice.uniform(size=4000) < chance
    shares = np.stack([won, ~won], axis=1).astype(float)
    sheet = Sheet(values[:, :, None], values, dice.uniform(size=4000), values, shares)
    first, last = fit_lead(values, sheet)
    assert 4.5 < last <= first < 8
    assert surprise(values, sheet, first, last) < np.log(2)


KINDS = [
    (name, file.stem)
    for name in branchline.games()
    for file in sorted((branchline.game(name).folder / "weights").iterdir())
]


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_a_file_of_weights_says_how_it_was_made_and_is_used(name: GameName, kind: str) -> None:
    game = branchline.game(name)
    made = json.loads((game.folder / "weights" / f"{kind}.json").read_text("utf-8"))
    assert made["command"].startswith(f"branchline lab train {name} --games")
    assert list(made["weights"]) == game.estimate().feature_names()
    assert made["held_back"]["surprise"] < made["held_back"]["surprise_by_hand"] + 0.05
    assert made["held_back"]["explained"] > max(0, made["held_back"]["explained_by_hand"])
    assert game.weights_file(made["seats"], made["options"]).stem == kind
    assert game.weights(made["seats"], made["options"]) == made


@pytest.mark.parametrize("name", branchline.games())
def test_every_number_of_players_was_learned_from(name: GameName) -> None:
    game = branchline.game(name)
    assert [seats for seats in game.seats if not game.weights(seats, {})] == []


@pytest.mark.parametrize("automas", range(5))
def test_every_number_of_automas_was_learned_from(automas: int) -> None:
    game = branchline.game("steam-power")
    assert all(game.weights(seats, {"automas": automas}) for seats in range(1, 6 - automas))


def test_alone_with_an_automa_every_difficulty_was_learned_from_and_without_one_it_makes_no_difference() -> None:
    game = branchline.game("steam-power")
    difficulties = game.options["difficulty"].choices
    assert all(game.weights(1, {"difficulty": difficulty}) for difficulty in difficulties)
    assert not game.weights(2, {"automas": 1, "difficulty": "hard"})
    assert {game.weights_file(4, {"difficulty": difficulty}).name for difficulty in difficulties} == {"4.json"}


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("name", branchline.games())
def test_what_was_learned_is_told_and_not_chosen_by(name: GameName, seats: int) -> None:
    position = branchline.game(name).start(seats=seats, seed=1)
    state, game = position.state, position.game
    by_hand, learned = game.estimate(), game.learned()
    forecast = game.forecast(seats, position.options, seats, game.weights(seats, {}))
    assert list(learned.value(state)) == list(by_hand.value(state))
    assert forecast.learned
    assert list(forecast.points(state)) != list(by_hand.value(state))


def test_a_kind_of_game_that_nobody_learned_from_is_told_no_score() -> None:
    game = MiniExpressGame()
    game.known_weights["4.json"], game.told = {}, {}
    state = game.start(seats=4, seed=1).state
    forecast = game.forecast(4, {}, 4)
    assert not forecast.learned
    assert list(forecast.points(state)) == list(game.estimate().value(state))


def test_who_plays_alone_is_weighed_by_all_features() -> None:
    dice = np.random.default_rng(1)
    features = dice.normal(size=(500, 1, 2))
    scores = 2 * features[:, :, 0] + 5 * features[:, :, 1]
    weights = fit(Sheet(features, features[:, :, 0], dice.uniform(size=500), scores, scores), [])
    assert weights == pytest.approx([2, 5, 2, 5], abs=0.1)


@pytest.mark.parametrize("name", branchline.games())
def test_a_finished_game_is_worth_its_score(name: GameName) -> None:
    game = branchline.game(name)
    position = game.start(seats=4, seed=1)
    anybody = branchline.player("random")
    while not position.over:
        position.play(anybody.choose(position))
    assert [float(one) for one in game.forecast(4, {}, 4).points(position.state)] == position.scores()
