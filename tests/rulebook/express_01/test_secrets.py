"""Hands and face-down choices stay their owners' own."""

import json

from branchline.games.express_01 import view as sight
from branchline.games.express_01.game import Express01Game
from branchline.games.express_01.rules import Express
from branchline.kernel.chance import Seed
from branchline.position import Position

from .table import GAME


def begun(seats: int) -> Position:
    return Express01Game().start(seats=seats, seed=11)


def express(position: Position) -> Express:
    assert isinstance(position.state, Express)
    return position.state


def test_a_view_holds_the_own_hand_and_only_the_size_of_others() -> None:
    position = begun(4)
    for seat in range(4):
        table = position.view(seat)["table"]
        assert table["hand"] == sight.hand(GAME, express(position), seat)
        assert [player["hand"] for player in table["players"]] == [6, 6, 6, 6]
        for other in range(4):
            if other != seat:
                assert json.dumps(sight.hand(GAME, express(position), other)) not in json.dumps(table)
    assert position.view(None)["table"]["hand"] is None


def test_the_record_for_a_seat_shows_its_own_deals_only() -> None:
    position = begun(3)
    for seat in (0, 1, 2, None):
        texts = [text for _, text in position.record(seat)["moves"]]
        assert not set(GAME.secrets(position.state, seat)) & set(texts)
        assert sum(text == "deal a card to seat 2" for text in texts) == (0 if seat == 1 else 6)


def test_a_redeal_keeps_what_the_seat_knows_and_moves_the_rest() -> None:
    position = begun(4)
    truth = express(position)
    hands = [sight.hand(GAME, truth, seat) for seat in range(4)]
    guesses = set()
    for n in range(20):
        guess = truth.copy()
        guess.redeal(1, Seed(str(n)).at(0))
        dealt = [sight.hand(GAME, guess, seat) for seat in range(4)]
        assert dealt[1] == hands[1]
        assert sorted(no for hand in dealt for no in hand) == sorted(no for hand in hands for no in hand)
        assert list(guess.decks.order) == list(truth.decks.order)
        guesses.add(tuple(dealt[0]))
    assert len(guesses) > 15


def test_a_redeal_guesses_face_down_choices_anew() -> None:
    position = begun(3)
    position.play(position.legal()[0])
    truth = express(position)
    choices = set()
    for n in range(40):
        guess = truth.copy()
        guess.redeal(1, Seed(str(n)).at(0))
        assert sight.hand(GAME, guess, 0).count(GAME.no(guess.hands.choice[0])) == 1
        choices.add(int(guess.hands.choice[0]))
    assert len(choices) > 10


def test_a_card_that_was_turned_over_is_known() -> None:
    position = begun(3)
    chosen = []
    for _ in range(3):
        chosen.append(int(position.legal()[0].split()[1]))
        position.play(f"choose {chosen[-1]}")
    for n in range(10):
        guess = express(position).copy()
        guess.redeal(0, Seed(str(n)).at(0))
        assert chosen[1] in sight.hand(GAME, guess, 1)
        assert chosen[2] in sight.hand(GAME, guess, 2)


def test_the_story_names_no_dealt_card() -> None:
    position = begun(2)
    assert position.story(None) == ["6 blue route cards each, and twelve decks."]
