"""What follows from finished games: ratings, head to head, bests, streaks, the table of a season."""

import csv
import io
from dataclasses import replace
from datetime import UTC, datetime

from branchline.table.results import (
    BOT,
    MIDDLE,
    Kind,
    Numbers,
    Result,
    Season,
    Side,
    as_csv,
    as_json,
    place,
    who_played,
)
from branchline.table.store import Seat

RAILS = Kind("mini-rails", 3)


def game(n: int, *order: str, kind: Kind = RAILS, **options: str) -> Result:
    """The n-th game, in the order in which they came in."""
    sides = tuple(Side(who, who.title(), 20 - at, at + 1, at == 0) for at, who in enumerate(order))
    return Result(f"table{n}", "An evening", kind, options, datetime(2026, 11, 1, 20, n, tzinfo=UTC).timestamp(), sides)


def test_who_wins_gains_what_the_others_lose_and_becomes_surer() -> None:
    numbers = Numbers([game(n, "ada", "grace", "bot greedy") for n in range(8)])
    (ada,) = numbers.ratings("ada").values()
    (bot,) = numbers.ratings("bot greedy").values()
    assert [step.gained > 0 for step in ada] == [True] * 8
    assert [step.gained < 0 for step in bot] == [True] * 8
    assert ada[-1].rating.points > numbers.ratings("grace")[RAILS][-1].rating.points > bot[-1].rating.points
    assert [step.rating.give for step in ada] == sorted((step.rating.give for step in ada), reverse=True)
    assert ada[0].rating.points - MIDDLE == ada[0].gained
    assert ada[-1].rating.games == 8


def test_kinds_of_games_are_rated_apart() -> None:
    other = Kind("mini-rails", 4)
    numbers = Numbers([game(1, "ada", "grace"), game(2, "grace", "ada", kind=other)])
    ratings = numbers.ratings("ada")
    assert ratings[RAILS][-1].rating.points > MIDDLE > ratings[other][-1].rating.points


def test_nobody_is_rated_for_playing_against_themselves_or_an_automaton_alone() -> None:
    numbers = Numbers([game(1, "ada", "ada", "bot greedy"), game(2, "ada", ""), game(3, "ada")])
    assert numbers.ratings("ada") == {}
    assert numbers.rivals("ada") == []
    assert len(numbers.of("ada")) == 3


def test_two_bots_of_one_level_are_two_opponents() -> None:
    numbers = Numbers([game(1, "ada", "bot greedy", "bot greedy")])
    assert numbers.ratings("ada")[RAILS][-1].gained > 0
    (rival,) = numbers.rivals("ada")
    assert (rival.games, rival.ahead, rival.behind) == (2, 2, 0)


def test_head_to_head_counts_who_came_in_before_whom_and_persons_stand_before_bots() -> None:
    numbers = Numbers(
        [game(1, "ada", "bot greedy", "grace"), game(2, "grace", "bot greedy", "ada"), game(3, "grace", "ada")]
    )
    grace, bot = numbers.rivals("ada")
    assert (grace.name, grace.games, grace.ahead, grace.behind) == ("Grace", 3, 1, 2)
    assert (bot.who, bot.games, bot.ahead) == (f"{BOT}greedy", 2, 1)


def test_bests_are_kept_for_each_way_of_playing_alone() -> None:
    alone = Kind("steam-power", 1)
    numbers = Numbers(
        [
            game(1, "ada", kind=alone, solo="basic"),
            game(2, "", "ada", kind=alone, difficulty="hard"),
            game(3, "ada", "", kind=alone, difficulty="hard"),
        ]
    )
    hard, basic = numbers.bests("ada")
    assert (hard.options, hard.games, hard.won, hard.best, hard.last) == ({"difficulty": "hard"}, 2, 1, 20, 20)
    assert (basic.options, basic.games) == ({"solo": "basic"}, 1)


def test_a_streak_ends_with_a_defeat() -> None:
    numbers = Numbers([game(n, *("ada", "grace")[:: -1 if n == 3 else 1]) for n in range(5)])
    assert (numbers.streak("ada").now, numbers.streak("ada").longest) == (1, 3)
    assert (numbers.streak("grace").now, numbers.streak("grace").longest) == (0, 1)


def test_the_table_of_a_season_has_persons_only_most_victories_first() -> None:
    numbers = Numbers([game(1, "ada", "grace", "bot greedy"), game(2, "grace", "ada"), game(3, "grace", "linus")])
    (season,) = numbers.seasons()
    assert str(season) == "Autumn 2026"
    table = numbers.table_of(season)
    assert [(line.name, line.games, line.won) for line in table] == [("Grace", 3, 2), ("Ada", 2, 1), ("Linus", 1, 0)]
    assert (table[0].beaten, table[0].met) == (3, 4)
    assert numbers.table_of(Season(2025, 1)) == []


def test_what_a_game_changed_is_told_of_everybody_in_it() -> None:
    numbers = Numbers([game(1, "ada", "grace"), game(2, "grace", "ada")])
    gained = numbers.gained("table2")
    assert gained[0].gained > 0 > gained[1].gained
    assert numbers.gained("elsewhere") == {}


def test_equal_scores_share_a_place_below_the_winners() -> None:
    assert [place([9, 9, 9, 4], [1], seat) for seat in range(4)] == [2, 1, 2, 4]


def test_results_are_taken_away_without_marks_and_without_formulas() -> None:
    evil = Result("t", "T", RAILS, {}, 0.0, (Side("ada", "=1+1", 5, 1, True), Side("grace-mark", "Grace", 3, 2, False)))
    (line,) = as_json([evil], "ada")
    assert line["others"] == [{"name": "Grace", "score": 3}]
    assert "grace-mark" not in str(line)
    (row,) = csv.DictReader(io.StringIO(as_csv([evil], "ada")))
    assert row["name"] == "'=1+1"
    assert row["others"] == "Grace 3"


def test_a_seat_that_a_bot_played_to_the_end_for_somebody_is_nobodys_result() -> None:
    ada, bot = Seat("me", "Ada"), Seat("bot", "Borsig", "greedy")
    assert [who_played(seat, "ada") for seat in (ada, bot)] == ["ada", f"{BOT}greedy"]
    assert who_played(replace(ada, stand_in="search-2"), "ada") == ""
    assert who_played(replace(bot, stand_in="search-2"), "") == ""
