"""A judgement from outside: the search thinks with anybody's function, many positions at a time."""

import numpy as np
import pytest

import branchline
from branchline import Refused
from branchline.lab.arena import arena
from branchline.names import GameName
from branchline.players.outside import Leaves
from branchline.space import Array

MINI_RAILS = branchline.game("mini-rails")


def even(leaves: Leaves) -> tuple[Array, None]:
    seats = int(leaves.space.start.seats)
    return np.full((len(leaves), seats), 1 / seats), None


def by_points(leaves: Leaves) -> tuple[Array, Array]:
    """Who is ahead wins: the points stand in the tensors, each seat's as the one to act counts them."""
    points = leaves.space.split(leaves.observations)["seats"][..., 2]
    chances = np.exp(10 * points)
    return chances / chances.sum(axis=1, keepdims=True), leaves.masks.astype(np.float64)


def test_it_is_asked_in_batches_and_told_what_the_seat_to_act_may_know() -> None:
    asked: list[int] = []

    def evaluate(leaves: Leaves) -> tuple[Array, None]:
        asked.append(len(leaves))
        assert leaves.observations.shape == (len(leaves), leaves.space.size)
        assert leaves.masks.shape == (len(leaves), leaves.space.actions)
        assert leaves.observations.dtype == np.float32
        for row, state in enumerate(leaves.states):
            assert state.to_act == leaves.seats[row]
            assert leaves.masks[row].sum() == len(state.legal())
        return even(leaves)

    position = MINI_RAILS.start(seats=3, seed=1)
    player = branchline.player("search", simulations=200, evaluate=evaluate, batch=16)
    assert player.choose(position) in position.legal()
    assert max(asked) == 16
    assert sum(asked) >= 200
    assert len(asked) < 40


@pytest.mark.parametrize("batch", [1, 7, 64])
def test_every_simulation_is_counted_whatever_the_batch(batch: int) -> None:
    position = MINI_RAILS.start(seats=3, seed=1)
    player = branchline.player("search", simulations=150, evaluate=even, batch=batch)
    assert sum(thought.visits for thought in player.think(position)) == 150  # type: ignore[attr-defined]


def test_equal_seeds_give_equal_moves() -> None:
    position = MINI_RAILS.start(seats=3, seed=1)
    moves = {
        branchline.player("search", seed=3, simulations=100, evaluate=by_points).choose(position) for _ in range(2)
    }
    assert len(moves) == 1


def test_priors_lead_to_the_moves_that_they_like() -> None:
    position = MINI_RAILS.start(seats=3, seed=1)
    wanted = position.legal()[5]
    number = MINI_RAILS.actions.number(position.codes()[wanted])

    def likes(leaves: Leaves) -> tuple[Array, Array]:
        priors = np.full(leaves.masks.shape, 0.001)
        priors[:, number] = 1.0
        return even(leaves)[0], priors

    found = branchline.player("search", simulations=100, evaluate=likes).think(position)  # type: ignore[attr-defined]
    most = max(found, key=lambda thought: thought.visits)
    assert MINI_RAILS.text(position.state, most.code) == wanted


def test_it_plays_in_the_arena_and_beats_random() -> None:
    thinker = branchline.player("search", simulations=40, evaluate=by_points)
    result = arena(MINI_RAILS, [thinker, "random"], games=9, seats=3, seed=1, processes=1)
    assert result.entrants[0].failed == result.entrants[0].illegal == 0
    assert result.entrants[0].share.value > 0.6


@pytest.mark.parametrize("name", ["express-01", "mini-rails"])
def test_a_whole_game_is_played_to_the_end_with_secrets_and_without(name: GameName) -> None:
    position = branchline.game(name).start(seats=3, seed=2)
    thinker = branchline.player("search", simulations=12, evaluate=by_points if name == "mini-rails" else even, batch=8)
    anybody = branchline.player("random")
    while not position.over:
        position.play((thinker if position.to_act == 0 else anybody).choose(position))


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (lambda leaves: 1, "evaluate returns two things"),
        (lambda leaves: (np.ones((len(leaves), 2)), None), r"in the shape \(1, 3\), not \(1, 2\)"),
        (lambda leaves: (np.full((len(leaves), 3), np.nan), None), "finite numbers"),
        (lambda leaves: (np.ones((len(leaves), 3)), np.ones((len(leaves), 5))), r"not \(1, 5\)"),
        (lambda leaves: (np.ones((len(leaves), 3)), -np.ones(leaves.masks.shape)), "numbers from 0 on"),
    ],
)
def test_what_is_no_answer_is_refused_in_one_sentence(said: object, told: str) -> None:
    position = MINI_RAILS.start(seats=3, seed=1)
    with pytest.raises(Refused, match=told):
        branchline.player("search", simulations=10, evaluate=said).choose(position)  # type: ignore[call-overload]


def test_what_does_not_go_together_is_refused() -> None:
    with pytest.raises(Refused, match="evaluate is a function of leaves, not 'net'"):
        branchline.player("search", evaluate="net")  # type: ignore[call-overload]
    with pytest.raises(Refused, match="evaluate judges alone"):
        branchline.player("search", evaluate=even, tell=True)
