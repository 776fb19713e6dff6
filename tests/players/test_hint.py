"""Hints: the best moves from what a seat knows, what may be told of them, and what speaks for each."""

from typing import Any

import pytest

import branchline
from branchline.game import Reason
from branchline.games.mini_rails.game import MiniRailsGame
from branchline.kernel.state import State
from branchline.names import GameName
from branchline.players.hint import Reasons, hint
from branchline.players.search import Search, Thought, foretold, shift_chances
from branchline.position import Position

RAILS = branchline.game("mini-rails")


def later(name: GameName, moves: int, **options: Any) -> Position:
    """A game that greedy players have played for some moves, where there is something to choose."""
    position = branchline.game(name).start(seed=1, **options)
    player = branchline.player("greedy", seed=1)
    for _ in range(moves):
        position.play(player.choose(position))
    while len(position.legal()) < 4:
        position.play(player.choose(position))
    return position


def test_a_hint_holds_three_moves_with_chance_score_and_reason() -> None:
    position = RAILS.start(seats=4, seed=7)
    hints = hint(position, seconds=0, simulations=400, seed=1)
    assert len(hints) == 3
    assert hints[0]["win"] >= hints[1]["win"] >= hints[2]["win"]
    for one in hints:
        assert one["move"] in position.legal()
        assert 0 < one["win"] < 1
        assert one["why"].endswith(".")
        after = position.copy().play(one["move"])
        assert len(one["then"]) == len(one["then_said"])
        for further in one["then"]:
            after.play(further)


def test_what_rests_on_playing_on_tells_what_the_others_would_answer() -> None:
    names = ["Ada", "Bo", "Cy"]
    told = []
    for moves in range(0, 40, 4):
        position = later("mini-express", moves, seats=3)
        mover = names[int(position.state.to_act)]
        for one in hint(position, seconds=0, simulations=200, seed=1, names=names):
            assert not one["goes_on"] or "played on" in one["why"].lower()
            assert not any(answer.startswith(f"{mover}:") for answer in one["goes_on"])
            told += one["goes_on"]
    assert told


def test_with_hidden_hands_no_answer_of_the_others_is_told() -> None:
    for one in hint(later("steam-power", 30, seats=3), seconds=0, simulations=60):
        assert one["goes_on"] == []


def test_alone_nobody_can_lose_and_points_only_are_told() -> None:
    position = branchline.game("steam-power").start(seats=1, seed=1, automas=0)
    for one in hint(position, seconds=0, simulations=8):
        assert "win" not in one
        assert "error" not in one
        assert one["score"] > 20


def test_alone_against_an_automaton_there_is_something_to_win() -> None:
    position = branchline.game("mini-express").start(seats=1, seed=1)
    assert all({"win", "score"} <= one.keys() for one in hint(position, seconds=0, simulations=20))


def test_no_score_is_told_where_such_games_were_not_learned_from() -> None:
    game = MiniRailsGame()
    game.known_weights["4.json"], game.told = {}, {}
    for one in hint(game.start(seats=4, seed=1), seconds=0, simulations=40):
        assert "win" in one
        assert "score" not in one
        assert "points" not in one["why"]


def test_the_level_of_the_scores_is_the_forecast_and_at_last_that_of_the_simulations() -> None:
    position = RAILS.start(seats=4, seed=7)
    told = Search(1, simulations=30, tell=True).think(position)
    assert told[0].score == pytest.approx(foretold(RAILS.forecast(4, {}, 4), position.state)[0])
    while position.state.turn < 47:  # of 48
        position.play(position.legal()[0])
    best = Search(1, simulations=30, tell=True).think(position)[0]
    position.play_code(best.code)
    while not position.over:
        position.play(position.legal()[0])
    assert best.score == pytest.approx(position.scores(), abs=2)


def test_the_level_of_the_chances_is_the_forecast() -> None:
    position = RAILS.start(seats=4, seed=7)
    found = Search(1, simulations=300, tell=True).think(position)
    assert found[0].win == pytest.approx(foretold(RAILS.forecast(4, {}, 4), position.state)[1])
    for one in found:
        assert sum(one.win) == pytest.approx(1)


def test_better_odds_for_a_seat_leave_the_better_move_better() -> None:
    """With them an error grows or shrinks as the chance comes nearer to even."""
    moves = [Thought(code, 100, [], win, [0.04, 0.04], [], []) for code, win in enumerate(([0.2, 0.8], [0.1, 0.9]))]
    for one in moves:
        shift_chances(one, [1.0, -1.0])
    assert [round(one.win[0], 2) for one in moves] == [0.4, 0.23]
    assert [round(one.error[0], 3) for one in moves] == [0.06, 0.079]


@pytest.mark.parametrize("name", branchline.games())
def test_no_reason_speaks_against_its_move(name: GameName) -> None:
    for moves in (4, 12):
        for one in hint(later(name, moves), seconds=0, simulations=40, seed=2):
            assert "less than" not in one["why"]
            assert "gives up" not in one["why"]
            assert "{" not in one["why"]


@pytest.mark.parametrize("name", branchline.games())
def test_every_reason_is_a_feature_of_its_game(name: GameName) -> None:
    game = branchline.game(name)
    assert game.reasons
    assert set(game.reasons) <= set(game.estimate().feature_names())


def test_a_reason_is_what_differs_most_and_a_further_move_has_another() -> None:
    """Three moves, two features: the first move is good for the mover, the second does the same and hurts a
    rival by it, the third does nothing."""
    position = RAILS.start(seats=4, seed=7)
    tried = Search(1, simulations=60, tell=True).think(position)[:3]
    names = ("Ada", "Grace", "Mary", "Edith")
    reasons = Reasons(position, RAILS.learned(), tried, names, foretold=True)
    reasons.game = game = MiniRailsGame()

    def measure(game: object, state: State, seat: int) -> float:
        after = state.content() != reasons.known.content()
        return after * (1.0 if seat == reasons.seat else -1.0)

    game.reasons = {  # type: ignore[misc]
        "value": Reason(1.0, measure, "you gain", ""),
        "early": Reason(2.0, measure, "you choose first", "{seat} waits"),
    }
    value, early = (game.estimate().feature_names().index(name) for name in ("value", "early"))
    for number, one in enumerate(tried):
        one.visits, one.score = 10, [0.0] * 4
        rows = [[0.0] * len(game.estimate().feature_names()) for _ in range(4)]
        rows[reasons.seat][value] = [3.0, 3.0, 0.0][number]
        rows[2][early] = [0.0, -2.0, 0.0][number]
        reasons.features[one.code] = rows
    assert [reasons.reason(one) for one in tried] == [
        "you gain",
        "Mary waits",
        "played on from here, it comes out nearly as well as the best",
    ]


def test_a_hint_calls_the_seats_by_their_names() -> None:
    position = later("mini-rails", 10)
    names = ("Ada", "Grace", "Mary", "Edith")
    usual, named = (
        [one["why"] for one in hint(position, seconds=0, simulations=150, seed=1, names=given)] for given in ((), names)
    )
    assert any("Seat " in why for why in usual)
    for seat, name in enumerate(names):
        usual = [why.replace(f"Seat {seat + 1}", name) for why in usual]
    assert named == usual


def test_a_hint_rests_on_nothing_that_the_seat_cannot_know() -> None:
    """What the others hold is dealt anew: the same hints, whatever it is."""
    position = later("steam-power", 6)
    assert position.to_act is not None
    first = hint(position, seconds=0, simulations=12, seed=1)
    position.state.redeal(position.to_act, position.seed.at(99))
    assert hint(position, seconds=0, simulations=12, seed=1) == first
