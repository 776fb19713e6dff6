"""States, field by field: none is forgotten by `copy`, by `content` or by a pickle."""

import copy
import pickle
from collections.abc import Iterator
from typing import Any

import pytest

import branchline
from branchline.kernel.chance import Seed
from branchline.kernel.part import Part, attributes
from branchline.kernel.state import OVER, State, settle
from tests.conformance.cases import PLAIN, Case, game_of

FOLLOWS: dict[str, dict[str, str]] = {
    "express-01": {
        "seats": "the players",
        "first_hand": "printed",
        "hands.size": "counted from the hands",
        "shares.held": "counted from the displays",
        "shares.issued": "counted from the displays",
        "decks.size": "counted from the decks' order",
        "decks.count": "counted from the decks' order",
        "decks.shares": "counted from the decks' order",
        "decks.shared": "whether a copy looks on",
        "hands.shared": "whether a copy looks on",
        "shares.shared": "whether a copy looks on",
        "network.beside": "by the cards laid",
        "network.stations": "by the cards laid",
    },
    "mini-express": {"seats": "the players and a Bot", "assets.depletes": "by the terms"},
    "mini-rails": {
        "seats": "the players",
        "map.faces": "printed",
        "map.spots": "printed",
        "map.kinds": "printed",
        "map.hexes_with": "by the value",
    },
    "steam-power": {
        "seats": "the players and the Automas",
        "version": "the game's, as its components",
        "solo": "by the seats",
        "companies": "by the seats",
        "track.roads": "everybody's joins",
        "track.shared": "whether a copy looks on",
        "automas.count": "counted from their discards",
        "fare": "found again when it is asked for",
        "prices": "found again when they are asked for",
        "choices": "found again when they are asked for",
        "heading": "found again when it is asked for",
    },
}
"""Fields that `content` leaves out, since they follow from others: from which."""

MOST = 6
PRINTED: list[Any] = []  # the part told last of those that no State copies, and what was told

each_count = pytest.mark.parametrize("case", [case for case in PLAIN if case.game in branchline.games()], ids=str)


def moments(case: Case) -> list[State]:
    """Some states of a random game: before the first draw, on the way, and at the end."""
    game = game_of(case.game)
    state = game.begin(case.seats, game.resolve(case.seats, dict(case.options)))
    rng = Seed("moments").at(case.seats)
    found = [state.copy()]
    while state.to_act != OVER:
        settle(state, rng)
        for _ in range(1 + rng.below(60)):
            if state.to_act != OVER:
                moves = state.legal()
                state.play(moves[rng.below(len(moves))])
                settle(state, rng)
        found.append(state.copy())
    return found if len(found) < MOST else [found[0], *found[1 : -1 : len(found) // MOST + 1], found[-1]]


def told(thing: Any) -> Any:
    """What a field holds, as plain lists and numbers."""
    if isinstance(thing, Part) and not hasattr(thing, "copy"):  # printed, large, and never changed: told once
        if not PRINTED or PRINTED[0] is not thing:
            PRINTED[:] = [thing, {name: told(getattr(thing, name)) for name in attributes(thing)}]
        return PRINTED[1]
    if isinstance(thing, Part):
        return {name: told(getattr(thing, name)) for name in attributes(thing)}
    if thing is None or isinstance(thing, (int, float, str)):
        return thing
    return [told(one) for one in thing]


def change(part: Part, name: str) -> bool:
    """Whether a field could be given something else."""
    value = getattr(part, name)
    if isinstance(value, int):
        setattr(part, name, (not value) if isinstance(value, bool) else value + 1)
        return True
    if value is None or isinstance(value, (Part, float, str)) or len(value) == 0 or not isinstance(value[0], int):
        return False
    other = pickle.loads(pickle.dumps(value))
    other[len(other) - 1] = (not other[-1]) if isinstance(other[0], bool) else other[-1] + 1
    setattr(part, name, other)
    return True


@each_count
def test_a_pickled_state_holds_the_same_and_plays_the_same(case: Case) -> None:
    for state in moments(case):
        twin = pickle.loads(pickle.dumps(state))
        assert told(twin) == told(state)
        assert twin.content() == state.content()
        for move in list(state.legal())[:3] if state.to_act >= -1 else []:
            here, there = state.copy(), twin.copy()
            here.play(move)
            there.play(move)
            assert here.content() == there.content()


@each_count
def test_a_copy_holds_the_same_field_by_field(case: Case) -> None:
    for state in moments(case):
        for twin in (state.copy(), copy.copy(state), copy.deepcopy(state)):
            held, kept = told(twin), told(state)
            assert {name for name in kept if held[name] != kept[name]} <= set(FOLLOWS[case.game])


def with_one_change(case: Case) -> Iterator[tuple[State, str, State]]:
    """Twins of a state with one field changed, which field, and the state."""
    for state in moments(case):
        for name in attributes(state):
            part = getattr(state, name)
            for inner in attributes(part) if isinstance(part, Part) and hasattr(part, "copy") else []:
                twin = state.copy()
                if change(getattr(twin, name), inner):
                    yield twin, f"{name}.{inner}", state
            twin = state.copy()
            if change(twin, name):
                yield twin, name, state


@each_count
def test_copy_and_content_forget_no_field(case: Case) -> None:
    forgotten: dict[str, set[str]] = {"copy": set(), "content": set()}
    for twin, name, state in with_one_change(case):
        field = name.partition(".")[0]
        if told(getattr(twin.copy(), field)) != told(getattr(twin, field)):
            forgotten["copy"].add(name)
        if twin.content() == state.content():
            forgotten["content"].add(name)
    assert forgotten["copy"] <= set(FOLLOWS[case.game])
    assert forgotten["content"] <= set(FOLLOWS[case.game])
    assert {name.partition(".")[0] for name in FOLLOWS[case.game]} <= set(attributes(state))


def test_a_field_that_is_forgotten_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without what follows from other fields, Mini Rails would be found to forget its seats."""
    monkeypatch.setitem(FOLLOWS, "mini-rails", {})
    with pytest.raises(AssertionError, match="seats"):
        test_copy_and_content_forget_no_field(Case("mini-rails", 3))
