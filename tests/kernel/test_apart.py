"""Which moves a search tells apart: some of the legal ones, and one of each kind that matters."""

import random
from collections.abc import Iterator
from typing import cast

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import branchline
from branchline.games.express_01.cards import DECKS
from branchline.games.express_01.rules import DRAW, PAY, PAY_LOCOMOTIVE, PAYMENT, PRICE, Express
from branchline.games.steam_power import alike
from branchline.games.steam_power.codes import DELIVERY, REMOVE, TAKE
from branchline.games.steam_power.rules import SteamPower
from branchline.kernel.chance import Seed
from branchline.kernel.forecast import Forecast
from branchline.kernel.search import Knobs, Search
from branchline.names import GameName
from branchline.position import Position

KNOBS = Knobs(1.2, 1.0, 4, 3, 32)


def met(name: GameName, games: int = 1) -> Iterator[Position]:
    """Decisions of games in which every third move is anybody's and the others are greedy's."""
    for seed in range(games):
        dice = random.Random(seed)
        position, greedy = branchline.game(name).start(seed=seed), branchline.player("greedy", seed=seed)
        while not position.over:
            if len(position.state.legal()) > 1:
                yield position
            position.play(dice.choice(position.legal()) if dice.random() < 0.3 else greedy.choose(position))


def left(position: Position) -> list[int]:
    state = position.state
    return [int(code) for code in position.game.estimate().apart(state, state.legal())]


@pytest.mark.parametrize("name", branchline.games())
def test_they_are_legal_moves_each_once_and_at_least_one(name: GameName) -> None:
    for position in met(name):
        estimate, state = position.game.estimate(), position.state
        legal, before = [int(code) for code in state.legal()], state.content()
        for asked in (estimate.apart, estimate.apart_at_a_glance):
            found = [int(code) for code in asked(state, vec[i64](legal))]
            assert found
            assert set(found) <= set(legal)
            assert len(set(found)) == len(found)
        assert state.content() == before


def test_a_card_of_a_bonus_comes_from_the_largest_deck_or_ends_the_game() -> None:
    choices = 0
    for position in met("express-01"):
        state = cast(Express, position.state)
        if state.phase == PAYMENT:
            size = state.decks.size
            first, *others = left(position)
            assert size[first - DRAW] == max(size[deck] for deck in range(DECKS))
            assert all(size[other - DRAW] == 1 for other in others)
            choices += 1
    assert choices > 30


def test_what_is_paid_is_one_card_or_the_black_locomotive() -> None:
    with_locomotive = 0
    for position in met("express-01", 2):
        state = cast(Express, position.state)
        if state.phase == PRICE:
            paid = left(position)
            cards = [code for code in paid if PAY <= code < PAY_LOCOMOTIVE]
            assert len(cards) <= 1
            assert (PAY_LOCOMOTIVE in paid) == (PAY_LOCOMOTIVE in list(state.legal()))
            with_locomotive += PAY_LOCOMOTIVE in paid
    assert with_locomotive


def test_of_tiles_that_come_to_the_same_one_is_left() -> None:
    fewer = 0
    for position in met("steam-power"):
        state = cast(SteamPower, position.state)
        legal = state.legal()
        key_of = dict(zip(map(int, legal), map(int, alike.keys(state, legal)), strict=False))
        found = left(position)
        tiles = [key_of[code] for code in found if code < REMOVE and key_of[code]]
        assert len(set(tiles)) == len(tiles)
        assert {key_of[code] for code in map(int, legal) if code < REMOVE} <= {key_of[code] for code in found}
        fewer += len(found) < len(legal)
    assert fewer > 30


def test_the_goods_of_a_contract_are_taken_in_one_order_of_colours() -> None:
    deliveries = 0
    for position in met("steam-power"):
        state = cast(SteamPower, position.state)
        if state.phase == DELIVERY:
            taken = [code for code in left(position) if code >= TAKE]
            colours = {int(state.cities.colour[(code - TAKE) % 64]) for code in taken}
            assert len(colours) <= 1
            assert set(left(position)) >= {code for code in map(int, state.legal()) if code < TAKE}
            deliveries += 1
    assert deliveries > 5


def test_who_has_nothing_to_tell_apart_does_not_think() -> None:
    seen = 0
    for position in met("express-01"):
        if len(left(position)) == 1:
            tree = Search(position.state, position.game.estimate(), KNOBS, Seed("apart").at(0))
            tree.think(100, 0.0)
            assert (tree.moves(), tree.simulations) == (left(position), 0)
            forecast = Forecast(position.game.estimate())
            told = Search(position.state, position.game.estimate(), KNOBS, Seed("apart").at(0), forecast)
            assert len(told.moves()) == len(position.state.legal())  # people are told of every move
            seen += 1
    assert seen > 20
