"""Imitate: how promising a move looks, learned from what players chose."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import branchline
from branchline.lab.course import Course
from branchline.lab.imitate import Choice, fit, guessed, imitate, sheet, surprise, watch
from branchline.names import GameName

GAMES = [name for name in branchline.games() if branchline.game(name).estimate().move_feature_names()]


def test_weights_that_made_the_choices_are_found_again() -> None:
    dice = np.random.default_rng(1)
    true = np.array([1.5, -2.0, 0.0])
    choices = []
    for _ in range(4000):
        features = dice.normal(size=(int(dice.integers(2, 9)), 3))
        promise = features @ true
        chance = np.exp(promise) / np.exp(promise).sum()
        choices.append(Choice(features.tolist(), [0.0] * len(features), int(dice.choice(len(features), p=chance))))
    weights = fit(sheet(choices))
    assert weights == pytest.approx(true, abs=0.15)
    assert surprise(weights, sheet(choices)) < surprise(np.zeros(3), sheet(choices))
    assert guessed(weights, sheet(choices)) > 0.5


def test_choices_that_are_always_the_same_do_not_run_away() -> None:
    """A feature that tells every choice would be weighed without end."""
    weights = fit(sheet([Choice([[1.0], [0.0]], [0.0, 0.0], 0)] * 50))
    assert 1 < weights[0] < 50


def test_the_same_seed_gives_the_same_weights() -> None:
    course = Course("mini-express", games=5, seats=4, player="random", seed=3)
    found = imitate(course, processes=1)
    assert imitate(course, processes=1) == found
    assert imitate(replace(course, seed=4), processes=1)["weights"] != found["weights"]


def test_the_chosen_move_is_the_one_that_was_played() -> None:
    """Greedy and the prior by hand agree far more often than by chance (about one time in nine)."""
    choices = watch(Course("mini-express", games=1, seats=4, player="greedy", seed=1, stray=0.0), 0)
    assert guessed(np.array([1.0]), sheet(choices, by_hand=True)) > 0.25


@pytest.mark.parametrize("name", GAMES)
def test_every_move_has_as_many_features_as_names(name: GameName) -> None:
    estimate = branchline.game(name).estimate()
    anybody = branchline.player("random", seed=1)
    told = set()
    for seed in range(3):
        position = branchline.game(name).start(seed=seed)
        while not position.over:
            for code in position.state.legal():
                row = list(estimate.move_features(position.state, code))
                assert len(row) == len(estimate.move_feature_names())
                told |= {k for k, one in enumerate(row) if one}
            position.play(anybody.choose(position))
    assert told == set(range(len(estimate.move_feature_names()))), "a feature that never says anything"


@pytest.mark.parametrize("name", GAMES)
def test_the_file_says_how_it_was_made_and_is_used(name: GameName) -> None:
    game = branchline.game(name)
    made = json.loads((Path(game.folder) / "move_weights.json").read_text("utf-8"))
    assert made["command"].startswith(f"branchline lab train {name} --games")
    assert list(made["weights"]) == game.estimate().move_feature_names()
    assert made["held_back"]["surprise"] < made["held_back"]["surprise_by_hand"]
    position = game.start(seed=1)
    while len(position.legal()) < 3:
        position.play(position.legal()[0])
    code = position.state.legal()[0]
    row = game.estimate().move_features(position.state, code)
    by_sum = sum(x * weight for x, weight in zip(row, made["weights"].values(), strict=True))
    assert game.learned().glance(position.state, code) == pytest.approx(by_sum)
