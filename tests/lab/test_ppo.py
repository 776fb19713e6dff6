"""A network learns by PPO, is kept, gone on with, and sits in the arena. Only where PyTorch is installed."""

import itertools
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import branchline

pytest.importorskip("torch")
import torch

from branchline.env.reward import Outcome
from branchline.game import Json
from branchline.lab.arena import arena
from branchline.lab.policy import Policy, Trained
from branchline.lab.ppo import LEAD, Course, Plan, Rollout, Teacher, advantages, rewarded

TINY = Plan("mini-rails", 3, games=4, steps=32, epochs=1, batch=64, hidden=8, compared=4, measured=3)


def test_rewards_are_handed_on_from_a_seats_decision_to_its_next_one() -> None:
    acted = np.array([[0], [1], [0], [1], [0]])
    rewards = np.zeros((5, 1, 2), np.float32)
    rewards[1, 0] = [1, 0]  # while the other one moves
    rewards[3, 0] = [0, 5]  # at the end
    over = np.array([[False], [False], [False], [True], [False]])
    gained, known = advantages(1.0, np.zeros((5, 1), np.float32), acted, rewards, over)
    assert gained[:, 0].tolist() == [1, 5, 0, 5, 0]
    assert known[:, 0].tolist() == [True, True, True, True, False]


def test_a_course_is_kept_and_gone_on_with_and_what_it_taught_plays(tmp_path: Path) -> None:
    Course(TINY, tmp_path, "by hand").run(0, updates=2)
    course = Course(TINY, tmp_path, "by hand")
    assert (course.updates, course.decisions) == (2, 2 * 4 * 32)
    file = course.run(0, updates=3)
    assert [one["updates"] for one in json.loads((tmp_path / "log.json").read_text())] == [0, 2, 3]
    assert "<svg" in (tmp_path / "progress.html").read_text()
    pos = branchline.game("mini-rails").start(seats=3, seed=1)
    space, policy = course.env.space, Policy.read(file)
    legal = space.legal(pos.state)
    meant = space.meant(pos.state, legal.values())
    liked = policy.promise(space.observe(pos.state, pos.to_act or 0), list(legal), meant)
    assert Trained(file).choose(pos) == pos.game.text(pos.state, list(legal.values())[int(liked.argmax())])
    found = arena(pos.game, [f"branchline.lab.policy:Trained:file={file}", "random"], 3, 3, processes=1)
    assert (found.entrants[0].failed, found.entrants[0].illegal) == (0, 0)
    with pytest.raises(branchline.Refused, match="was trained for mini-rails with 3 players"):
        Trained(file).choose(branchline.game("mini-rails").start(seats=4, seed=1))


def test_who_stops_it_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    course, teach = Course(TINY, tmp_path, "by hand"), Teacher.teach

    def stopped(teacher: Teacher, played: Rollout, left: float) -> Json:
        if course.updates == 2:
            raise KeyboardInterrupt
        return teach(teacher, played, left)

    monkeypatch.setattr(Teacher, "teach", stopped)
    with pytest.raises(KeyboardInterrupt):
        course.run(0, updates=9)
    assert Course(TINY, tmp_path, "by hand").updates == 2


def test_who_is_killed_loses_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    course, teach = Course(replace(TINY, kept=0.0), tmp_path, "by hand"), Teacher.teach

    def killed(teacher: Teacher, played: Rollout, left: float) -> Json:
        if course.updates == 2:
            raise SystemExit
        return teach(teacher, played, left)

    monkeypatch.setattr(Teacher, "teach", killed)
    with pytest.raises(SystemExit):
        course.run(0, updates=9)
    assert Course(TINY, tmp_path, "by hand").updates == 2


def test_the_player_likes_what_the_network_was_taught_to_like(tmp_path: Path) -> None:
    """What NumPy plays and what PyTorch learns are the same network."""
    course = Course(TINY, tmp_path, "by hand")
    policy, env = Policy(course.network.numbers(), course.made), course.env
    observations, _ = env.reset(seed=2)
    (legal, begins), meant = env.legal(), env.meanings()
    rows = np.repeat(np.arange(env.num_envs), np.diff(begins))
    told = [torch.from_numpy(part) for part in (observations["observation"], legal, meant, rows)]
    liked = course.network(*told)[0].detach().numpy()
    for row, (begin, end) in enumerate(itertools.pairwise(begins)):
        alone = policy.promise(observations["observation"][row], legal[begin:end].tolist(), meant[begin:end])
        assert np.allclose(alone, liked[begin:end], atol=1e-5)


def test_the_reward_comes_at_the_end_by_victory_and_lead() -> None:
    scores, shares = np.array([[10.0, 4.0, 1.0], [9.0, 3.0, 3.0]]), np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    found = rewarded(Outcome(np.zeros((2, 3)), scores, shares, np.array([True, False])))
    assert found[0].tolist() == pytest.approx([1 + 5 / LEAD, -1 / LEAD, -4 / LEAD])
    assert found[1].tolist() == [0, 0, 0]


def test_a_game_that_does_not_say_what_its_actions_mean_is_learned_by_their_numbers(tmp_path: Path) -> None:
    plan = replace(TINY, game="express-01", games=2, steps=8, measured=4)
    course = Course(plan, tmp_path, "by hand")
    assert course.env.space.meaning == 0
    before = course.network.numbers()["actions.weight"]
    course.teacher.teach(course.player.play(), 1.0)
    assert not np.array_equal(before, course.network.numbers()["actions.weight"])


def test_in_some_games_it_sits_alone_among_greedy_players_and_learns_from_its_own_decisions_only(
    tmp_path: Path,
) -> None:
    course = Course(replace(TINY, among=0.5), tmp_path, "by hand")
    assert course.player.others.sit.tolist() == [[False, True, True], [True, False, True], *[[False] * 3] * 2]
    chosen, known = [], []
    act = course.player.others.act

    def watched(rows: np.ndarray, actions: np.ndarray) -> None:
        act(rows, actions)
        known.append([row in rows for row in range(TINY.games)])
        states = course.env.batch.states
        for row in rows:
            assert course.player.others.sit[row, states[row].to_act]
            chosen.append(actions[row] in course.env.legal()[0])

    course.player.others.act = watched  # type: ignore[method-assign]
    played = course.player.play()
    assert chosen
    assert all(chosen)
    assert not (played.known & np.array(known).reshape(-1)).any()
    assert played.known.any()


def test_equal_seeds_learn_the_same(tmp_path: Path) -> None:
    first, second = (
        Policy.read(Course(TINY, tmp_path / name, "by hand").run(0, updates=1)).numbers for name in ("one", "two")
    )
    assert all(np.array_equal(first[name], second[name]) for name in first)
