"""Analyse: chances over a game, and where it turned."""

import json
from itertools import pairwise

import pytest

import branchline
from branchline import Position
from branchline.players.analyse import (
    Moment,
    Panel,
    Thinker,
    interval,
    judge_untried,
    last,
    movement,
    past_chance,
    stretches,
    turned,
    whose,
)

GAME = branchline.game("mini-rails")


@pytest.fixture(scope="module")
def played() -> Position:
    position = GAME.start(seats=3, seed=5)
    players = [branchline.player(name, seed=1) for name in ("greedy", "random", "greedy")]
    while position.to_act is not None:
        position.play(players[position.to_act].choose(position))
    return position


def test_every_decision_and_the_end_have_chances_that_add_up(played: Position) -> None:
    found = branchline.analyse(played.record(), simulations=30)
    decisions = [n for n, event in enumerate(played.events) if event.by >= 0]
    assert [moment["n"] for moment in found["moments"]] == [*decisions, played.n]
    for moment in found["moments"]:
        assert sum(moment["win"]) == pytest.approx(1)
        for low, win, high in zip(moment["low"], moment["win"], moment["high"], strict=True):
            assert 0 <= low <= win <= high <= 1
    last = found["moments"][-1]
    assert [seat for seat, win in enumerate(last["win"]) if win > 0] == played.winners()
    assert last["score"] == played.scores()


def test_a_record_and_its_position_are_analysed_alike_and_as_json(played: Position) -> None:
    found = branchline.analyse(played.record(), simulations=10)
    assert found == branchline.analyse(played, simulations=10)
    assert json.loads(json.dumps(found)) == found


def test_turning_points_are_the_largest_movements(played: Position) -> None:
    found = branchline.analyse(played, simulations=60)
    moved = [abs(turn["after"] - turn["before"]) for turn in found["turning_points"]]
    assert moved == sorted(moved, reverse=True)
    assert all(size >= 0.1 for size in moved)
    for turn in found["turning_points"]:
        assert turn["by"] is None or played.events[turn["n"]].by == turn["by"]


def test_a_game_that_is_still_on_can_be_analysed() -> None:
    position = GAME.start(seats=3, seed=5)
    position.play(position.legal()[0])
    found = branchline.analyse(position, simulations=20)
    assert [moment["to_act"] for moment in found["moments"]] == [0, position.to_act]


def test_alone_there_is_nothing_to_win_and_points_only_are_told() -> None:
    position = branchline.game("steam-power").start(seats=1, seed=1, automas=0)
    position.play(position.legal()[0])
    found = branchline.analyse(position, simulations=6)
    assert found["turning_points"] == []
    for moment in found["moments"]:
        assert moment["win"] == moment["low"] == moment["high"] == []
        assert len(moment["score"]) == 1
        assert moment["lost"] == 0


def test_simulations_that_all_agree_are_no_certainty() -> None:
    assert interval(0.0, 0.0, 60) == pytest.approx((0.0, 0.074), abs=0.001)
    assert interval(1.0, 0.0, 60) == pytest.approx((0.926, 1.0), abs=0.001)
    assert interval(0.5, 0.01, 2400) == pytest.approx((0.48, 0.52), abs=0.001)


def test_a_record_that_waits_for_chance_is_looked_at_twice_past_it(played: Position) -> None:
    waits = next(at for n in range(1, played.n) if (at := played.at(n)).to_act is None)
    settled = past_chance(waits)
    assert settled.n > waits.n
    after = last(settled, Thinker(5, 0, 0.0, 1))
    assert len(Panel(settled, 5, 1).win(after)) == 3
    assert branchline.analyse(waits, simulations=5)["moments"][-1]["n"] == settled.n


def test_with_seconds_quick_games_get_more_simulations_and_slow_ones_the_least(played: Position) -> None:
    short = played.at(played.n // 3)
    assert branchline.analyse(short, simulations=1, seconds=3)["simulations"] > 1
    assert branchline.analyse(short, simulations=5, seconds=1e-9)["simulations"] == 5


def test_a_move_that_the_search_did_not_look_at_is_judged_by_what_came_of_it(played: Position) -> None:
    n = next(n for n, event in enumerate(played.events) if event.by >= 0 and played.events[n + 1].by >= 0)
    seat = played.events[n].by

    def moment(at: int, chance: float, tried: bool) -> Moment:
        win = [chance if other == seat else (1 - chance) / 2 for other in range(3)]
        return Moment(at, 0, "", win, [p - 0.05 for p in win], [p + 0.05 for p in win], [], tried=tried)

    for before, after, tried, cost in ((0.9, 0.1, False, 0.8), (0.9, 0.1, True, 0.0), (0.5, 0.45, False, 0.0)):
        moments = [moment(n, before, tried), moment(n + 1, after, True)]
        judge_untried(played, moments)
        assert moments[0].lost == pytest.approx(cost)


def test_a_turn_is_told_whole_in_the_words_of_the_game(played: Position) -> None:
    """From its first decision on: what was done, what it cost, and what was better where something was."""
    found = branchline.analyse(played, simulations=60)
    assert found["turns"]
    for turn in found["turns"]:
        assert turn["said"], turn
        assert turn["n"] <= turn["better_n"] or not turn["better"]
        assert (turn["lost"] > 0) == bool(turn["better"])
    assert {turn["seat"] for turn in found["turns"]} == set(range(played.players))


def test_what_the_panel_does_not_find_is_no_turning_point(played: Position) -> None:
    """The first search only says where to look: the mean of the panel decides how far a chance moved."""
    short = past_chance(played.at(played.n * 2 // 3))
    moments = [Moment(**one) for one in branchline.analyse(short, simulations=60)["moments"]]
    panel = Panel(short, 8, 0)
    panel.known = {moment.n: [1 / 3] * 3 for moment in moments}
    names = short.game.seat_names(short.state)
    assert turned(short, moments, panel, names) == []
    stretch = max(stretches(short, moments), key=lambda one: movement(one[0], one[-1]))
    panel.known[stretch[-1].n] = [0.52, 0.24, 0.24]
    told = turned(short, moments, panel, names)
    assert told
    assert {round(abs(one.after - one.before), 2) for one in told} == {0.19}


def test_a_game_turns_over_whole_turns(played: Position) -> None:
    """A turn's moments and the one at which the next begins; its moves are told together, at its beginning."""
    found = branchline.analyse(played, simulations=60)
    moments = [Moment(**one) for one in found["moments"]]
    parts = stretches(played, moments)
    assert [one.n for part in parts for one in part[:-1]] == [moment.n for moment in moments[:-1]]
    for part, following in pairwise(parts):
        assert part[-1] is following[0]
        assert len({played.state_at(one.n).turn for one in part[:-1]}) == 1
    begun = {part[0].n: part for part in parts}
    for turn in found["turning_points"]:
        if turn["by"] is not None and not turn["better"]:
            said = [one.played for one in begun[turn["n"]][:-1]]
            assert turn["event"].count("; ") == len(said) - 1


def test_a_turn_is_told_of_who_had_it_if_their_own_chance_moved() -> None:
    assert whose([0.5, 0.5], [0.9, 0.1], to_act=1) == 1
    assert whose([0.5, 0.5], [0.9, 0.1], to_act=None) == 0
    assert whose([0.5, 0.3, 0.2], [0.35, 0.55, 0.1], to_act=0) == 0
    assert whose([0.5, 0.3, 0.2], [0.45, 0.5, 0.05], to_act=0) == 1
