"""Our games under OpenSpiel's own search; run by test_open_spiel.py in a process of its own."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts

import branchline
from branchline.interop import open_spiel


@pytest.mark.parametrize("name", branchline.games())
def test_a_random_game_by_openspiels_calls(name: str) -> None:
    state = open_spiel.game(name).new_initial_state()
    dice = np.random.RandomState(1)
    events = 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            action = dice.choice(actions, p=chances)
        else:
            action = dice.choice(state.legal_actions())
        if events % 50 == 0:
            assert state.action_to_string(state.current_player(), action)
        state.apply_action(action)
        events += 1
    assert all(-1 <= one <= 1 for one in state.returns())
    assert events > 10


def test_a_clone_goes_its_own_way() -> None:
    state = open_spiel.game("mini-rails", seats=3).new_initial_state()
    twin = state.clone()
    twin.apply_action(0)
    assert (len(state.history()), len(twin.history())) == (0, 1)
    assert state.held.state.content() != twin.held.state.content()


def test_openspiels_search_plays_a_move() -> None:
    game = open_spiel.game("mini-rails", seats=3)
    state = game.new_initial_state()
    dice = np.random.RandomState(1)
    while state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(dice.choice(actions, p=chances))
    bot = mcts.MCTSBot(game, 1.0, 5, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    assert bot.step(state) in state.legal_actions()
    assert state.current_player() != pyspiel.PlayerId.CHANCE


def test_only_games_with_secrets_are_of_imperfect_information() -> None:
    kinds = pyspiel.GameType.Information
    perfect = [
        name for name in branchline.games() if open_spiel.game(name).get_type().information == kinds.PERFECT_INFORMATION
    ]
    assert perfect == ["mini-express", "mini-rails"]
