"""Our games under OpenSpiel's own tests and algorithms; run by test_open_spiel.py in a process of its own."""

import warnings

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

import branchline
from branchline.games import find
from branchline.interop import open_spiel
from branchline.lab.bench import compiled

NAMES = sorted(open_spiel.KINDS)
SECRETIVE = [name for name in NAMES if find(name).has_secrets]
MODES = [
    "branchline_mini_rails(players=3)",
    "branchline_mini_rails(players=5)",
    "branchline_express_01(players=2)",
    "branchline_express_01(players=3,length=long)",
    "branchline_mini_express(players=3)",
    "branchline_mini_express(players=1,map=europe,difficulty=hard)",
    "branchline_mini_express(players=4,golden_spike=True)",
    "branchline_mini_express(players=2,mode=expert)",
    "branchline_steam_power(players=2)",
    "branchline_steam_power(players=1,automas=2)",
    "branchline_steam_power(players=3,map=north-east,automas=1)",
]
LIGHT = [mode for mode in MODES if mode.partition("(")[0] in {open_spiel.short_name(find(n)) for n in NAMES}]
if not compiled():
    LIGHT = LIGHT[:1]  # the same code, thirty times as slow

ONE_OF_EACH = list({mode.partition("(")[0]: mode for mode in reversed(LIGHT)}.values())

each_game = pytest.mark.parametrize("name", NAMES if compiled() else NAMES[-1:])
each_mode = pytest.mark.parametrize("mode", LIGHT)
each_secretive = pytest.mark.parametrize("name", SECRETIVE)
KIND = pyspiel.GameType.Information


def load(name: str, **parameters: object) -> pyspiel.Game:
    given = ",".join(f"{key}={value}" for key, value in parameters.items())
    return pyspiel.load_game(f"{open_spiel.short_name(find(name))}({given})")


def first_decision(game: pyspiel.Game, seed: int = 1) -> pyspiel.State:
    state, dice = game.new_initial_state(), np.random.RandomState(seed)
    while state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        assert sum(chances) == pytest.approx(1)
        state.apply_action(int(dice.choice(actions, p=chances)))
    return state


# -- OpenSpiel's own tests -------------------------------------------------------------------------


@each_mode
def test_openspiels_random_simulation_with_serialisation(mode: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pyspiel.random_sim_test(pyspiel.load_game(mode), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("mode", ONE_OF_EACH)
def test_openspiels_playthrough_is_written(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the names of the tensors: writing out thousands of numbers for every state takes a minute a game."""
    monkeypatch.setattr(generate_playthrough, "_format_tensor", lambda tensor, name: [f"{name}: {tensor.shape}"])
    told = generate_playthrough.playthrough(mode, action_sequence=None, seed=1)
    assert told.startswith(f"game: {mode}")
    assert "IsTerminal() = True" in told
    assert ("PrivateObservationString(0)" in told) == ("IMPERFECT" in told)


# -- its algorithms --------------------------------------------------------------------------------


@each_mode
def test_mcts_plays_a_move(mode: str) -> None:
    game = pyspiel.load_game(mode)
    state, dice = first_decision(game), np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.0, 3, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert bot.step(state) in state.legal_actions()


@each_mode
def test_ismcts_plays_a_move_where_there_are_secrets(mode: str) -> None:
    game = pyspiel.load_game(mode)
    state, dice = first_decision(game), np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, dice), 2.0, 3, random_state=dice)
    if game.get_type().information == KIND.IMPERFECT_INFORMATION:
        assert bot.step(state) in state.legal_actions()
    else:
        with pytest.raises(
            AssertionError
        ):  # OpenSpiel's own: it takes no game of perfect information, of its own neither
            bot.step(state)


@each_mode
def test_an_rl_environment_runs(mode: str) -> None:
    game = pyspiel.load_game(mode)
    env = rl_environment.Environment(game)
    step = env.reset()
    for _ in range(12):
        player = step.current_player()
        assert len(step.observations["info_state"][player]) == game.observation_tensor_size()
        step = env.step([step.observations["legal_actions"][player][0]])
        if step.last():
            break


# -- what is known ---------------------------------------------------------------------------------


@each_secretive
def test_a_resampled_state_is_one_that_the_player_cannot_tell_from_the_true_one(name: str) -> None:
    game = load(name)
    state, dice = first_decision(game), np.random.RandomState(2)
    for _ in range(15):
        while state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(dice.choice(actions, p=chances)))
        if state.is_terminal():
            break
        player = state.current_player()
        worlds = [state.resample_from_infostate(player, dice.random_sample) for _ in range(4)]
        for world in worlds:
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.observation_string(player) == state.observation_string(player)
            assert world.observation_tensor(player) == state.observation_tensor(player)
            assert world.legal_actions() == state.legal_actions()
        state.apply_action(int(dice.choice(state.legal_actions())))
    contents = {tuple(world.held.state.content()) for world in worlds}
    assert len(contents) > 1


@each_secretive
def test_what_the_others_have_read_is_not_that_of_the_true_world(name: str) -> None:
    state, dice = first_decision(load(name)), np.random.RandomState(2)
    player = state.current_player()
    other = (player + 1) % state.num_players()
    worlds = [state.resample_from_infostate(player, dice.random_sample) for _ in range(4)]
    told = {world.information_state_string(other) for world in worlds}
    assert state.information_state_string(other) not in told
    assert len(told) > 1


@each_secretive
def test_a_clone_of_hidden_cards_warns_once(name: str) -> None:
    facts = load(name).new_initial_state().held.game
    facts.warned = False
    state = load(name).new_initial_state()
    with pytest.warns(UserWarning, match="holds what other players hide"):
        state.clone()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        state.clone()
        state.resample_from_infostate(0, np.random.random_sample).clone()


@each_game
def test_a_clone_goes_its_own_way(name: str) -> None:
    state = load(name).new_initial_state()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert (len(state.history()), len(twin.history())) == (0, 1)
    assert state.held.state.content() != twin.held.state.content()


# -- names and numbers -----------------------------------------------------------------------------


@each_game
def test_actions_are_the_games_own_numbers(name: str) -> None:
    game = load(name)
    state = first_decision(game)
    rules = find(name)
    assert game.num_distinct_actions() == rules.actions.usual
    assert state.legal_actions() == sorted(rules.actions.number(int(code)) for code in state.held.state.legal())
    texts = {state.action_to_string(state.current_player(), action) for action in state.legal_actions()}
    assert texts == {rules.text(state.held.state, int(code)) for code in state.held.state.legal()}


def test_parameters_are_players_and_options_and_what_cannot_be_is_refused() -> None:
    assert pyspiel.load_game("branchline_mini_rails").num_players() == 4
    assert pyspiel.load_game("branchline_express_01(players=2,length=long)").num_players() == 2
    assert open_spiel.game("mini-rails", seats=3).num_players() == 3
    with pytest.raises(branchline.Refused, match="Mini Rails is for 3 to 5 players, not 2"):
        open_spiel.game("mini-rails", seats=2)


@each_game
def test_an_illegal_action_is_refused_and_changes_nothing(name: str) -> None:
    state = first_decision(load(name))
    before, history = state.held.state.content(), state.history()
    for action in (10**6, next(n for n in range(100) if n not in state.legal_actions())):
        with pytest.raises(branchline.Refused, match="is no action here: the mask allows"):
            state.apply_action(action)
    assert (state.held.state.content(), state.history()) == (before, history)
    chance = load(name).new_initial_state()
    with pytest.raises(branchline.Refused, match="is no action here"):
        chance.apply_action(10**6)


def test_only_games_with_secrets_are_of_imperfect_information() -> None:
    for name in NAMES:
        perfect = load(name).get_type().information == KIND.PERFECT_INFORMATION
        assert perfect == (not find(name).has_secrets)


@each_game
def test_returns_are_shares_about_their_mean(name: str) -> None:
    game = load(name)
    state, dice = first_decision(game), np.random.RandomState(3)
    while not state.is_terminal():
        actions = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(int(dice.choice(actions)))
    assert sum(state.returns()) == pytest.approx(0)
    assert max(state.returns()) > 0
