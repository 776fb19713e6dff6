"""Prices and an Automa's plan are remembered between two moves, and what positions that are looked at one after the
other share; nothing of it may outlive what it rests on."""

from typing import Literal, cast

import pytest

import branchline
from branchline.games.steam_power import delivery
from branchline.games.steam_power.codes import DELIVER, FULFIL, TAKE
from branchline.games.steam_power.deck import COLOURS
from branchline.games.steam_power.rules import SteamPower
from branchline.kernel.chance import Seed
from branchline.kernel.greedy import best_move
from branchline.kernel.state import CHANCE, OVER, settle


@pytest.mark.parametrize(("seats", "automas"), [(1, 0), (1, 1), (2, 2), (4, 0)])
def test_a_state_and_its_fresh_copy_allow_the_same_all_game_long(seats: int, automas: Literal[0, 1, 2]) -> None:
    state = branchline.game("steam-power").start(seats=seats, seed=5, automas=automas, difficulty="hard").state
    rng = Seed("memory").at(0)
    for _ in range(400):
        if state.to_act == OVER:
            break
        moves = list(state.legal())
        assert moves == list(state.copy().legal())
        state.play(state.draw(rng) if state.to_act == CHANCE else moves[rng.below(len(moves))])


@pytest.mark.parametrize(("seats", "automas"), [(1, 0), (2, 2), (4, 0)])
def test_positions_side_by_side_are_valued_as_each_by_itself(seats: int, automas: Literal[0, 1, 2]) -> None:
    game = branchline.game("steam-power")
    beside, alone = game.estimate(), game.estimate()
    for seed in (3, 4):
        state = game.start(seats=seats, seed=seed, automas=automas).state
        rng = Seed("beside").at(seed)
        while state.to_act != OVER:
            moves = list(state.legal())
            for move in moves[:4] if state.to_act != CHANCE else []:
                after = state.copy()
                after.play(move)
                assert list(beside.value_beside(after)) == list(alone.value(after))
            state.play(state.draw(rng) if state.to_act == CHANCE else moves[rng.below(len(moves))])


@pytest.mark.parametrize(("seats", "map_"), [(1, "us-midwest"), (2, "north-east"), (4, "us-midwest")])
def test_moves_with_the_same_key_come_to_the_same_value(seats: int, map_: str) -> None:
    """Two decisions deep, as greedy players look: whatever the first, the same key means the same values."""
    game = branchline.game("steam-power")
    estimate, alone = game.estimate(), game.estimate()
    state = game.begin(seats, game.resolve(seats, {"map": map_, "automas": 0}))
    rng = Seed("alike").at(seats)
    settle(state, rng)
    shared = 0
    for _ in range(90):
        if state.to_act == OVER:
            break
        found: dict[int, list[float]] = {}
        moves = list(state.legal())
        for move in [moves[rng.below(len(moves))] for _ in range(5)]:
            after = state.copy()
            after.play(move)
            if after.to_act != state.to_act or after.turn != state.turn:
                continue
            following = after.legal()
            for next_move, key in zip(following, estimate.keys(after, following), strict=False):
                if key != 0:
                    later = after.copy()
                    later.play(next_move)
                    value = list(alone.value(later))
                    shared += key in found
                    assert found.setdefault(key, value) == value, (move, next_move)
        # as greedy plays: contracts are fulfilled and goods delivered, too
        state.play(best_move(state, estimate, rng))
        settle(state, rng)
    assert shared > 500


@pytest.mark.parametrize(("seats", "automas"), [(1, 0), (2, 1), (3, 0)])
def test_a_copy_shares_nothing_that_can_change(seats: int, automas: Literal[0, 1, 2]) -> None:
    """Parts of a state are shared with its copies until one of them changes: then the others are as they were."""
    state = branchline.game("steam-power").start(seats=seats, seed=6, automas=automas).state
    rng = Seed("shared").at(seats)
    for _ in range(250):
        if state.to_act == OVER:
            break
        before = state.content()
        moves = list(state.legal())
        twin = state.copy()
        twin.play(twin.draw(rng) if twin.to_act == CHANCE else moves[rng.below(len(moves))])
        assert state.content() == before
        state = twin


@pytest.mark.parametrize(("seats", "automas"), [(1, 0), (2, 1), (4, 0)])
def test_6_4_a_choice_is_open_where_the_list_of_sources_and_ways_says_so(seats: int, automas: Literal[0, 1, 2]) -> None:
    """Whether there is anything to choose is known without listing it."""
    opened = {True: 0, False: 0}
    for seed in range(4):
        state = cast(SteamPower, branchline.game("steam-power").start(seats=seats, seed=seed, automas=automas).state)
        rng = Seed("open").at(seed)
        settle(state, rng)
        while state.to_act != OVER:
            moves = list(state.legal())
            for card in (move - FULFIL for move in moves if FULFIL <= move < DELIVER):
                twin = state.copy()
                for colour in range(COLOURS):
                    twin.need[colour] = state.deck.need[card * COLOURS + colour]
                listed = [(int(move) - TAKE) % 64 for move in delivery.choices(twin, twin.company)]
                found = delivery.has_open_choice(twin, twin.company)
                assert found == is_open(twin, listed)
                opened[found] += 1
            state.play(moves[rng.below(len(moves))])
            settle(state, rng)
    assert min(opened.values()) > 20


def is_open(state: SteamPower, sources: list[int]) -> bool:
    """Two ways from one source, or more goods of a colour than needed in more than one."""
    if len(sources) > len(set(sources)):
        return True
    colours = [int(state.cities.colour[city]) for city in sources]
    lying = dict.fromkeys(colours, 0)
    for city, colour in zip(sources, colours, strict=True):
        lying[colour] += int(state.factories.goods[city])
    return any(colours.count(colour) > 1 and lying[colour] > state.need[colour] for colour in lying)
