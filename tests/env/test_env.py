"""The environments: the same numbers everywhere, Gymnasium's and PettingZoo's own tests, and no secret in a tensor."""

import warnings
from typing import Any, cast

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import branchline
from branchline.env.gymnasium import Gymnasium
from branchline.env.pettingzoo import PettingZoo
from branchline.env.reward import Outcome
from branchline.env.vector import VectorEnv
from branchline.game import Game
from branchline.games import find
from branchline.kernel.chance import Seed
from branchline.names import GameName
from branchline.space import Array, Space
from tests.conformance.cases import ALL, PLAIN, Case, random_move

NAMES = branchline.games()
CASES = [case for case in PLAIN if case.game in NAMES]

each_game = pytest.mark.parametrize("name", NAMES)
each_case = pytest.mark.parametrize("case", CASES, ids=str)


def game_of(case: Case) -> tuple[Game, Space]:
    game = find(case.game)
    return game, Space(game, case.seats, dict(case.options))


# -- numbers ---------------------------------------------------------------------------------------


@each_case
def test_actions_are_numbered_as_the_game_numbers_them_and_observations_are_bounded(case: Case) -> None:
    position, (game, space) = case.start(21), game_of(case)
    while not position.over:
        codes = [int(code) for code in position.state.legal()]
        numbers = [int(space.numbering.number(code)) for code in codes]
        assert numbers == [game.actions.number(code) for code in codes]
        assert [game.actions.code(number) for number in numbers] == codes
        assert len(set(numbers)) == len(numbers)
        assert np.flatnonzero(space.mask(position.state)).tolist() == sorted(numbers)
        assert max(numbers) < space.actions
        if position.n % 5 == 0:
            for seat in range(case.seats):
                seen = space.observe(position.state, seat)
                assert seen.dtype == np.float32
                assert np.isfinite(seen).all()
                assert abs(seen).max() <= 1
        position.play_code(random_move(position))


@pytest.mark.parametrize("case", [case for case in ALL if case.game in branchline.games()], ids=str)
def test_a_tensor_tells_nothing_that_the_seat_cannot_know(case: Case) -> None:
    position, (_, space), lot = case.start(22), game_of(case), Seed("worlds").at(1)
    last = position.n + 150
    while not position.over and position.n < last:
        for seat in range(case.seats):
            world = position.state.copy()
            world.redeal(seat, lot)
            assert np.array_equal(space.observe(world, seat), space.observe(position.state, seat)), position.n
            if position.to_act == seat:
                codes = [int(code) for code in position.state.legal()]
                assert np.array_equal(space.meant(world, codes), space.meant(position.state, codes)), position.n
        for _ in range(3):
            if not position.over:
                position.play_code(random_move(position))


OF_OTHER_MODES = {"mini-express": ("bag", "target", "sets", "harbors")}
"""Blocks that three players on the USA map have nothing to do with: the Bot's, the prototype's, Europe's."""


@each_game
def test_every_block_says_something(name: GameName) -> None:
    """In the course of some games no block stays as it was, and all numbers of the row are in one."""
    space = Space(branchline.game(name), 3)
    rows = []
    for number in range(2):
        position = branchline.game(name).start(seats=3, seed=number)
        while not position.over:
            rows.append(space.observe(position.state, position.to_act or 0))
            position.play_code(random_move(position))
    seen = space.split(np.array(rows))
    assert sum(block.size for block in space.blocks) == space.size == len(rows[0])
    for block in space.blocks:
        assert seen[block.name].shape == (len(rows), *block.shape)
        assert (seen[block.name].std(axis=0).max() > 0) != (block.name in OF_OTHER_MODES.get(name, ())), block.name
        assert block.name in space.describe()


SAYS_WHAT_MOVES_MEAN = ("mini-express", "mini-rails")


@each_game
def test_moves_that_differ_mean_something_else(name: GameName) -> None:
    """Every number about a move is bounded, each block says something, and moves are told apart by them."""
    space, rows = Space(branchline.game(name), 3), []
    assert (space.meaning > 0) == (name in SAYS_WHAT_MOVES_MEAN)
    position = branchline.game(name).start(seats=3, seed=3)
    while not position.over:
        codes = [int(code) for code in position.state.legal()]
        meant = space.meant(position.state, codes)
        assert meant.shape == (len(codes), space.meaning)
        rows.append(meant)
        position.play_code(random_move(position))
    seen = np.concatenate(rows)
    assert np.isfinite(seen).all()
    assert np.abs(seen).max(initial=0) <= 1
    for block in space.meanings:
        assert seen[:, block.begin : block.begin + block.size].std(axis=0).max() > 0, block.name
        assert block.told in space.describe()
    if space.meaning:
        apart = sum(len(np.unique(row, axis=0)) for row in rows)
        assert apart > 0.6 * len(seen)


# -- many games ------------------------------------------------------------------------------------


@each_game
def test_a_row_is_the_game_of_its_seed(name: GameName) -> None:
    env = VectorEnv(name, 3, seats=3)
    observations, infos = env.reset(seed=5)
    games = [branchline.game(name).start(seats=3, seed=f"5.{row}") for row in range(3)]
    for _ in range(40):
        actions = env.random_actions()
        for row, position in enumerate(games):
            assert position.to_act == infos["to_act"][row]
            assert np.array_equal(observations["action_mask"][row], env.space.mask(position.state))
            assert sorted(env.legal()[0][slice(*env.legal()[1][row : row + 2])]) == sorted(
                env.space.legal(position.state)
            )
            seen = env.space.observe(position.state, infos["to_act"][row])
            assert np.array_equal(observations["observation"][row], seen)
            begin, end = env.legal()[1][row : row + 2]
            legal = env.space.legal(position.state)
            codes = [legal[int(number)] for number in env.legal()[0][begin:end]]
            assert np.array_equal(env.meanings()[begin:end], env.space.meant(position.state, codes))
            position.play_code(env.space.code(position.state, actions[row]))
        if any(position.over for position in games):
            break
        observations, _, over, _, infos = env.step(actions)
        assert not over.any()


@each_game
def test_where_a_game_ends_the_next_one_begins(name: GameName) -> None:
    env = VectorEnv(name, 4, seats=3)
    env.reset(seed=1)
    ended = 0
    while ended < 5:
        _, mine, over, cut, infos = env.step(env.random_actions())
        assert not cut.any()
        assert (infos["rewards"][~over] == 0).all()
        for row in np.flatnonzero(over):
            assert infos["rewards"][row].sum() == pytest.approx(1)
            assert mine[row] == infos["rewards"][row, infos["acted"][row]]
            assert len(infos["scores"][row]) == 3
        ended += int(over.sum())
    assert env.batch.begun == 4 + ended


def test_an_action_that_is_not_allowed_is_refused_and_nothing_happens_anywhere() -> None:
    env = VectorEnv("mini-rails", 2, seats=3)
    _observations, _ = env.reset(seed=1)
    content = [state.content() for state in env.batch.states]
    for wrong in ([int(env.random_actions()[0]), 71], [-1, 0], [10**6, 0]):
        with pytest.raises(branchline.Refused, match="is no action in game"):
            env.step(wrong)
    with pytest.raises(branchline.Refused, match="2 games take 2 actions, not 1"):
        env.step([0])
    assert [state.content() for state in env.batch.states] == content


def test_a_reward_can_be_shaped() -> None:
    def gain(outcome: Outcome) -> Array:
        return outcome.scores - outcome.before

    shaped, plain = (
        VectorEnv("mini-rails", 2, seats=3, reward=gain),
        VectorEnv("mini-rails", 2, seats=3, reward="score"),
    )
    shaped.reset(seed=1)
    plain.reset(seed=1)
    total = np.zeros((2, 3))
    while True:
        actions = shaped.random_actions()
        _, _, over, _, infos = shaped.step(actions)
        total += infos["rewards"]
        _, _, _, _, final = plain.step(actions)
        if over[0]:
            break
    assert np.array_equal(total[0], final["rewards"][0])
    assert np.array_equal(total[0], final["scores"][0])
    with pytest.raises(branchline.Refused, match="A reward is victory, score or a function"):
        VectorEnv("mini-rails", 2, reward="money")  # type: ignore[arg-type]


# -- one learner -----------------------------------------------------------------------------------


@each_game
def test_gymnasiums_own_test_holds(name: GameName) -> None:
    """It knows no masks."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(Gymnasium(name, seats=3, lenient=True), skip_render_check=True)


def test_a_lenient_game_plays_the_next_legal_action_for_one_that_is_not() -> None:
    strict, lenient = Gymnasium("mini-rails", seats=3), Gymnasium("mini-rails", seats=3, lenient=True)
    for env in (strict, lenient):
        env.reset(seed=1)
    legal = np.flatnonzero(strict.action_masks())
    gap = next(int(one) for one in legal if one + 1 not in legal)
    with pytest.raises(branchline.Refused, match="is no action here"):
        strict.step(gap + 1)
    then = int(next((one for one in legal if one > gap), legal[0]))
    assert np.array_equal(strict.step(then)[0]["observation"], lenient.step(gap + 1)[0]["observation"])


@each_game
def test_a_sample_of_the_actions_is_legal_and_a_mask_of_ones_own_is_heard(name: GameName) -> None:
    env = Gymnasium(name, seats=3)
    assert 0 <= env.action_space.sample() < env.space.actions  # no game has begun: any of them
    env.reset(seed=1)
    for _ in range(30):
        over = env.step(env.action_space.sample())[2]
        if over:
            env.reset()
    last = np.zeros(env.space.actions, np.int8)
    last[-1] = 1
    assert env.action_space.sample(last) == env.space.actions - 1


def test_a_learner_plays_a_game_among_greedy_players_in_every_seat() -> None:
    env = Gymnasium("mini-rails", seats=3, opponents=["greedy", "random"])
    for game in range(3):
        _, info = env.reset(seed=3 if game == 0 else None)
        assert info["seat"] == game
        over = False
        while not over:
            assert env.position.to_act == info["seat"]
            action = int(np.flatnonzero(env.action_masks())[0])
            observation, reward, over, _, info = env.step(action)
        assert observation["action_mask"].sum() == 0
        winners = env.position.winners()
        assert reward == (pytest.approx(1 / len(winners)) if info["seat"] in winners else 0)


def test_who_sits_where_is_checked() -> None:
    with pytest.raises(branchline.Refused, match="2 opponents sit down, not 1"):
        Gymnasium("mini-rails", seats=3, opponents=["greedy"])
    with pytest.raises(branchline.Refused, match="There is no seat 3"):
        Gymnasium("mini-rails", seats=3, seat=3)


# -- agents that take turns ------------------------------------------------------------------------


@each_case
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoos_own_tests_hold(case: Case) -> None:
    options: Any = dict(case.options)

    def made() -> PettingZoo:
        return PettingZoo(cast(GameName, case.game), case.seats, **options)

    api_test(made(), num_cycles=30)
    seed_test(made, num_cycles=30)


@each_game
def test_an_agent_is_shown_the_table_as_it_may_see_it(name: GameName) -> None:
    env = PettingZoo(name, seats=3, render_mode="ansi")
    env.reset(seed=4)
    shown = env.render() or ""
    assert shown == env.space.told(env.state, int(env.state.to_act))
    assert branchline.game(name).title in shown
    for other in range(3):
        env.state.redeal(int(env.state.to_act), Seed("other worlds").at(other))
        assert env.render() == shown


def test_a_whole_game_gives_one_victory_and_the_info_lists_what_the_mask_allows() -> None:
    env = PettingZoo("mini-rails", seats=3)
    env.reset(seed=4)
    reward = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, gained, ended, _, info = env.last()
        reward[agent] += gained
        if ended:
            env.step(None)
        else:
            assert np.flatnonzero(observation["action_mask"]).tolist() == sorted(info["legal"])
            env.step(info["legal"][0])
    assert sum(reward.values()) == pytest.approx(1)


@pytest.mark.parametrize("action", [-1, 71, None, "buy", True])
def test_what_the_mask_forbids_is_refused(action: object) -> None:
    env = PettingZoo("mini-rails", seats=3)
    env.reset(seed=4)
    content = env.state.content()
    with pytest.raises(branchline.Refused, match="is no action here: the mask allows"):
        env.step(action)  # type: ignore[arg-type]
    assert env.state.content() == content
