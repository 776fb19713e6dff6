"""4.3 Tied routes: what brings the same is proposed, what no rule can tell apart may stand unseen, the rest is told."""

import random
from typing import cast

import pytest

from branchline.game import Value
from branchline.games import find
from branchline.games.mini_express import codes, sameness, ties
from branchline.games.mini_express.rules import MiniExpress
from branchline.kernel.state import CHANCE, OVER
from branchline.position import Position


def tied(seats: int, seed: int, **options: Value) -> list[Position]:
    """The positions of a random game in which a person chooses among tied routes."""
    position = find("mini-express").start(seats=seats, seed=seed, **options)
    rng, found = random.Random(seed), []
    while not position.over:
        if cast(MiniExpress, position.state).phase == codes.CHOOSE_ROUTE:
            found.append(position.copy())
        position.play(rng.choice(position.legal()))
    return found


def routes(state: MiniExpress) -> list[MiniExpress]:
    return ties.after_each(state, [int(route) for route in state.legal()])


def test_routes_that_bring_the_same_are_proposed_and_others_are_not() -> None:
    proposed = []
    for position in tied(4, 3):
        state, tie = cast(MiniExpress, position.state), position.game.tie(position.state)
        afters = routes(state)
        brought = {(*one.scores(), *one.influence, *one.assets.content(), one.phase) for one in afters}
        assert (tie is not None) == (len(brought) == 1)
        assert tie is None or tie.proposed == state.legal()[0]
        proposed.append(tie is not None)
    assert {True, False} == set(proposed)


@pytest.mark.parametrize(
    ("seats", "seed", "options"),
    [
        (4, 26, {}),
        (3, 1, {}),
        (3, 28, {"map": "europe"}),
        (3, 9, {"edition": "prototype"}),
        (5, 4, {"first_game": True}),
    ],
)
def test_what_may_stand_unseen_can_never_be_told_apart(seats: int, seed: int, options: dict[str, Value]) -> None:
    """From each of the routes the same moves lead on, to the same scores, however the game goes on."""
    found = 0
    for position in tied(seats, seed, **options):
        tie = position.game.tie(position.state)
        if tie is None or not tie.for_good:
            continue
        found += 1
        for going in range(20):
            played_on(routes(cast(MiniExpress, position.state)), random.Random(going))
    assert found


def played_on(states: list[MiniExpress], rng: random.Random) -> None:
    while states[0].to_act != OVER:
        legal = {tuple(known(state)) for state in states}
        assert len(legal) == 1
        move = rng.choice(list(legal.pop()))
        if any(state.phase == codes.CHOOSE_ROUTE for state in states):
            assert len({sameness.brought(after) for state in states for after in routes(state)[:1]}) == 1
        for state in states:
            state.play(move)
        assert len({(state.to_act, *state.scores()) for state in states}) == 1


def known(state: MiniExpress) -> list[int]:
    return list(state.outcomes() if state.to_act == CHANCE else state.legal())


def test_routes_differ_as_soon_as_a_hex_may_be_paid_for_later() -> None:
    """Early in a game every hex can still be built through: no route stands for another unseen."""
    early = tied(4, 3)[:5]
    assert early
    assert not any((tie := one.game.tie(one.state)) and tie.for_good for one in early)


def test_the_question_says_what_differs() -> None:
    said = set()
    for position in [*tied(4, 3), *tied(3, 5)]:
        prompt = position.game.prompt(position.state)
        same = position.game.tie(position.state) is not None
        assert ("bring the same now" in prompt) == same or "only one" in prompt
        said |= {word for word in ("compensation",) if "they differ in" in prompt and word in prompt}
        for offer in position.offers():
            said |= {"nearer" for note in offer.notes if "then takes" in note}
    assert said == {"compensation", "nearer"}


def test_a_seat_that_does_not_choose_is_proposed_nothing() -> None:
    position = find("mini-express").start(seats=4, seed=3)
    assert position.game.tie(position.state) is None
