"""Arena: blocks and rotations, shares with their intervals, the sequential test, ratings, Ray."""

import hashlib
import json
import math
import random
import re
import socket
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import branchline
from branchline import Refused
from branchline.cli import app
from branchline.lab.arena import (
    Block,
    Book,
    Interval,
    Played,
    Result,
    SequentialTest,
    arena,
    count_up,
    elo,
    line_ups,
    play,
    play_block,
    ratings,
    share_interval,
)
from branchline.lab.contender import Contender, Wish
from branchline.lab.games import write_games
from branchline.lab.report import page, round_numbers
from branchline.lab.workers import HERE, answers_here
from branchline.players import Player

GAME = branchline.game("mini-rails")


def compete(**how: Any) -> Result:
    return arena(GAME, ["greedy", "random"], games=12, seats=3, **{"processes": 1, **how})


def won(seats: list[int], winner: int) -> Played:
    """A game in which only the winner matters."""
    n = len(seats)
    return Played(seats, [winner], [0] * n, [1] * n, [0.0] * n, [0.0] * n, [0] * n, [0] * n, [0] * n, [""] * n, "")


# -- playing ---------------------------------------------------------------------------------


def test_a_block_is_one_seed_in_all_rotations() -> None:
    block = Block("mini-rails", None, 2, {}, "7.0", (Contender("greedy"), Contender("random")), (0, 1, 1))
    games = play_block(block)
    assert [game.seats for game in games] == [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    starts = {re.split(r'\[\d,"b', game.record)[0] for game in games}
    assert len(starts) == 1  # the same map, starting player and first market


def test_the_same_seed_gives_the_same_result_on_one_process_and_on_two() -> None:
    one, two, other = compete(processes=1), compete(processes=2), compete(processes=1, seed=9)
    assert one.digest == two.digest != other.digest
    assert one.entrants[0].share == two.entrants[0].share


@pytest.mark.slow
def test_the_same_seed_gives_the_same_result_on_ray(tmp_path: Path) -> None:
    """A real Ray on this machine: matches, and games as data."""
    try:
        assert compete(on="ray").digest == compete().digest
        there, here = (
            write_games("mini-rails", ["random"] * 3, 6, tmp_path / f"{on}.parquet", on=on) for on in ("ray", HERE)
        )
        assert there["digest"] == here["digest"]
    except Refused as refused:
        if "timed out during startup" in refused.reason:  # thirty seconds, which nobody can change
            pytest.skip(f"This machine is too busy: {refused.reason}")
        raise


def test_a_ray_that_was_killed_and_left_its_address_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAY_TMPDIR", str(tmp_path))
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    assert not answers_here()
    left = tmp_path / "ray" / "ray_current_cluster"
    left.parent.mkdir()
    with socket.create_server(("127.0.0.1", 0)) as cluster:
        left.write_text(f"127.0.0.1:{cluster.getsockname()[1]}", "utf-8")
        assert answers_here()
    assert not answers_here()


def test_games_are_rounded_up_to_whole_blocks() -> None:
    result = arena(GAME, ["random"], games=4, seats=3, processes=1)
    assert (result.blocks, result.games) == (2, 6)


class Cheat:
    def choose(self, position: branchline.Position) -> str:
        return "take everything"


class Faulty:
    """Cannot do anything."""

    def choose(self, position: branchline.Position) -> str:
        raise ValueError("I am lost")


class Untidy:
    """Looks ahead on the position that it is given, and writes as people do."""

    def choose(self, position: branchline.Position) -> str:
        move = position.legal()[0]
        while not position.over:
            position.play(position.legal()[0])
        return f"  {move.upper()} "


def one_game(first: Player) -> Played:
    honest = branchline.player("random")
    return play(GAME.start(seats=3, seed=1), [first, honest, honest], [0, 1, 1], "1")


def test_an_illegal_move_is_counted_and_another_played() -> None:
    game = one_game(Cheat())
    assert game.illegal == [game.decisions[0], 0, 0]
    assert game.trouble == ["'take everything' was not legal", "", ""]
    assert game.winners


def test_a_player_that_fails_is_counted_and_the_game_goes_on() -> None:
    game = one_game(Faulty())
    assert game.failed == [game.decisions[0], 0, 0]
    assert game.illegal == [0, 0, 0]
    assert game.trouble[0].startswith("ValueError: I am lost (test_arena.py, line ")
    assert game.winners


def test_a_move_is_read_as_a_position_reads_it_and_looking_ahead_harms_nobody() -> None:
    game = one_game(Untidy())
    assert (game.illegal, game.failed, game.trouble) == ([0] * 3, [0] * 3, [""] * 3)
    assert game.decisions[0] > 1


def test_what_was_played_before_a_stop_is_told() -> None:
    def stop(book: Book, blocks: int) -> None:
        if len(book.played) == 2:
            raise KeyboardInterrupt

    result = compete(progress=stop)
    assert (result.blocks, result.games, result.stopped) == (2, 6, "Ctrl-C")
    assert compete(processes=2, progress=stop).digest == result.digest


class Sleeper:
    """Plays the first block only."""

    def __init__(self, seed: int) -> None:
        first = [hashlib.sha256(f"0.0.{turn}.{turn}".encode()).hexdigest() for turn in range(3)]
        self.awake = seed in [int(one[:12], 16) for one in first]

    def choose(self, position: branchline.Position) -> str:
        if not self.awake:
            threading.Event().wait()
        return position.legal()[0]


def test_a_stop_does_not_wait_for_those_who_still_think() -> None:
    def stop(book: Book, blocks: int) -> None:
        raise KeyboardInterrupt

    result = arena(GAME, [Sleeper, "random"], games=12, seats=3, processes=2, progress=stop)
    assert (result.blocks, result.stopped) == (1, "Ctrl-C")


def test_own_players_compete_as_classes_functions_and_players() -> None:
    wishes: list[Wish] = [Untidy, Cheat(), "greedy"]
    here, there = (arena(GAME, wishes, games=6, seats=3, processes=n) for n in (1, 2))
    assert [one.name for one in here.entrants] == ["Untidy", "Cheat", "greedy"]
    assert here.digest == there.digest
    assert [one.illegal + one.failed for one in here.entrants] == [0, here.entrants[1].decisions, 0]


def test_a_late_move_is_counted() -> None:
    class Slow:
        seconds = 1e-9  # allowed: 0.05 s beyond it

        def __init__(self) -> None:
            self.moves = 0

        def choose(self, position: branchline.Position) -> str:
            self.moves += 1
            for _ in range(10 if self.moves == 1 else 0):
                branchline.player("search", seconds=0.02).choose(position)
            return position.legal()[0]

    honest = branchline.player("random")
    game = play(GAME.start(seats=3, seed=1), [Slow(), honest, honest], [0, 1, 1], "1")
    assert game.late[0] >= 1
    assert game.late[1:] == [0, 0]


def test_an_unknown_player_is_refused_before_anything_is_played() -> None:
    with pytest.raises(Refused, match="There is no player 'nobody'"):
        arena(GAME, ["nobody", "random"], games=10)


def test_an_unknown_place_to_work_is_refused() -> None:
    with pytest.raises(Refused, match="not on 'the moon'"):
        compete(on="the moon")


# -- who plays whom --------------------------------------------------------------------------


def test_two_players_are_one_against_all_others() -> None:
    assert line_ups(2, 4, 2, 0) == [(0, 1, 1, 1)] * 2


def test_more_players_than_seats_sit_down_equally_often() -> None:
    tables = line_ups(6, 4, 30, 0)
    assert all(len(set(table)) == 4 for table in tables)
    often = Counter(who for table in tables for who in table)
    assert max(often.values()) - min(often.values()) <= 1


# -- counting --------------------------------------------------------------------------------


def test_a_shared_victory_is_a_fraction() -> None:
    shared = Played(
        [0, 1, 1], [0, 2], [5, 1, 5], [1] * 3, [0.0] * 3, [0.0] * 3, [0] * 3, [0] * 3, [0] * 3, [""] * 3, ""
    )
    book = Book(["a", "b"], [[shared]])
    assert book.shares(0) == [0.5]
    assert book.shares(1) == [0.5]


def test_the_interval_is_wilsons_when_blocks_vary_like_single_games() -> None:
    found = share_interval([1.0, 0.0] * 50, 100)
    assert found.value == 0.5
    assert found.low == pytest.approx(0.404, abs=0.003)  # Wilson's for 50 of 100
    assert found.high == pytest.approx(0.596, abs=0.003)


def test_the_interval_holds_the_truth_about_19_times_in_20() -> None:
    """Blocks of four games whose luck is partly common: counted by single games it would be too narrow."""
    dice = random.Random(1)
    held = 0
    for _ in range(400):
        blocks = []
        for _ in range(40):
            luck = dice.choice([0.1, 0.5])
            blocks.append(sum(dice.random() < luck for _ in range(4)) / 4)
        found = share_interval(blocks, 160)
        held += found.low <= 0.3 <= found.high
    assert 0.92 <= held / 400 <= 0.98


def test_the_share_lies_in_its_interval_whatever_is_rounded() -> None:
    for blocks in range(1, 60):
        for share in (0.0, 1.0):
            found = share_interval([share] * blocks, 4 * blocks)
            assert 0 <= found.low <= found.value <= found.high <= 1


def test_nobody_winning_leaves_an_interval() -> None:
    found = share_interval([0.0] * 5, 20)
    assert (found.value, found.low) == (0.0, 0.0)
    assert 0.1 < found.high < 0.25


@pytest.mark.parametrize(("truth", "verdict"), [(0.25, "h0"), (0.45, "h1")])
def test_the_sequential_test_errs_no_more_often_than_stated(truth: float, verdict: str) -> None:
    dice = random.Random(3)
    test = SequentialTest(0.25, 0.45, seats=4)
    verdicts = Counter[str]()
    for _ in range(300):
        blocks: list[float] = []
        while not test.verdict(test.ratio(blocks) if blocks else 0.0):
            blocks.append(sum(dice.random() < truth for _ in range(4)) / 4)
        verdicts[test.verdict(test.ratio(blocks))] += 1
    assert verdicts[verdict] / 300 >= 0.93


def test_the_sequential_test_stops_the_arena() -> None:
    result = arena(GAME, ["greedy", "random"], games=300, seats=3, processes=1, test=SequentialTest(1 / 3, 0.6, 3))
    assert result.test["verdict"] == "h1"
    assert result.games < 300


def test_a_rating_follows_the_win_share() -> None:
    """Half of the games against three others is three times their strength."""
    block = [won([0, 1, 1, 1], 0), won([1, 0, 1, 1], 0), won([1, 1, 0, 1], 2), won([1, 1, 1, 0], 0)]
    blocks = [block] * 50
    strong, weak = ratings(Book(["a", "b"], blocks))
    assert isinstance(strong, Interval)
    assert isinstance(weak, Interval)
    assert weak.value == 0
    assert strong.value == pytest.approx(400 * math.log10(3), abs=6)


def test_the_bounds_of_a_rating_are_those_of_the_win_share() -> None:
    """Three of four games against three others: nine times their strength; so with the bounds."""
    block = [won([0, 1, 1, 1], 0), won([1, 0, 1, 1], 1), won([1, 1, 0, 1], 2), won([1, 1, 1, 0], 0)]
    strong, weak = ratings(Book(["a", "b"], [block] * 10))
    share = share_interval([0.75] * 10, 40)
    assert strong is not None
    assert strong.low == pytest.approx(400 * math.log10(3 * share.low / (1 - share.low)))
    assert strong.high == pytest.approx(400 * math.log10(3 * share.high / (1 - share.high)))
    assert strong.low < strong.value < strong.high
    assert weak == Interval(0, 0, 0)


def test_who_never_lost_is_rated_above_a_bound_and_json_has_no_infinity() -> None:
    blocks = [[won([0, 1], 0), won([1, 0], 1)]] * 10
    book = Book(["a", "b"], blocks)
    result = count_up(book, GAME, {}, 2, 0)
    rating = result.entrants[0].rating
    assert rating is not None
    assert elo(rating).startswith("above +")
    assert json.loads(json.dumps(result.json(), allow_nan=False))["entrants"][0]["rating"]["high"] is None


def test_among_three_who_never_won_has_no_rating_and_nobody_has_beside_such_a_last() -> None:
    def block(*winners: int) -> list[Played]:
        seats = [[0, 1, 2], [2, 0, 1], [1, 2, 0]]
        return [won(order, order.index(winner)) for order, winner in zip(seats, winners, strict=True)]

    first, second, last = ratings(Book(["a", "b", "c"], [block(0, 0, 2), block(0, 2, 2)] * 5))
    assert second is None
    assert first is not None
    assert last is not None
    assert first.low < first.value < first.high
    assert ratings(Book(["a", "b", "c"], [block(0, 0, 1), block(0, 1, 1)] * 5)) == [None] * 3


def test_few_blocks_and_players_who_never_met_have_no_rating() -> None:
    meeting = [won([0, 1], 0), won([1, 0], 0)]
    assert ratings(Book(["a", "b"], [meeting] * 7)) == [None, None]
    assert None not in ratings(Book(["a", "b"], [meeting] * 8))
    assert ratings(Book(["a", "b"], [[won([0], 0)], [won([1], 0)]] * 8)) == [None, None]


def test_greedy_beats_random_in_every_number() -> None:
    result = compete()
    greedy, anybody = result.entrants
    assert greedy.share.value > greedy.equal == pytest.approx(1 / 3)
    assert greedy.share.value + anybody.share.value == pytest.approx(1)
    assert (greedy.rating, anybody.rating) == (None, None)  # four blocks are too few
    assert greedy.score > anybody.score
    assert (greedy.illegal, greedy.late, anybody.illegal, anybody.late) == (0, 0, 0, 0)
    assert sum(seat.value for seat in result.seat_share) == pytest.approx(1)


# -- the command -----------------------------------------------------------------------------


def test_the_report_is_one_page_that_needs_nothing_else() -> None:
    told = page(compete(test=SequentialTest(0.3, 0.5, 3)), "branchline arena <mini-rails>")
    assert told.startswith("<!doctype html>")
    assert told.count("<svg") == 4  # shares, seats, and a path for each of two; four blocks have no ratings
    assert "&lt;mini-rails&gt;" in told
    assert "src=" not in told
    assert "href=" not in told


def test_the_report_shows_every_entrant_in_the_order_of_the_table() -> None:
    told = page(arena(GAME, ["random", "greedy"], games=24, seats=3, processes=1))
    assert told.count("<svg") == 5
    assert told.index(">greedy<") < told.index(">random<")
    for plot in ("<h2>Win share", "<h2>Rating", "<h2>Block by block"):
        assert told.index(">greedy<", told.index(plot)) < told.index(">random<", told.index(plot))
    assert ">100%<" in told  # the ticks of the axis
    assert "Made with Branchline" in told


def test_round_numbers_lie_between_the_ends() -> None:
    assert round_numbers(-130, 520) == [0, 200, 400]
    assert round_numbers(1, 30) == [5, 10, 15, 20, 25, 30]


@pytest.mark.parametrize(
    "shares", ["half", "25:40", "0:0.5", "0.25:0.25", "0.4:0.25", "0.5:1", "nan:0.5", "0.1:0.2:0.3"]
)
def test_a_test_that_says_nothing_is_refused(shares: str) -> None:
    done = CliRunner().invoke(app, ["arena", "mini-rails", "--sprt", shares])
    assert isinstance(done.exception, Refused)
    assert "states no test" in done.exception.reason
