"""Ladder: the matches, and the page made of them."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

import branchline
from branchline import Refused
from branchline.lab import ladder
from branchline.lab.arena import arena, elo

GAME = branchline.game("mini-rails")


def test_every_level_meets_the_one_below_and_the_search_meets_greedy() -> None:
    found = [(match.first, match.second) for match in ladder.matches(GAME)]
    assert found[0] == ("greedy", "novice")
    assert found[-3:] == [("search-4", "search-3"), ("uct:simulations=300", "greedy"), ("search:seconds=1", "greedy")]


def test_the_search_also_plays_the_mode_for_two_and_the_hardest_automaton() -> None:
    for_two, alone = ladder.matches(branchline.game("mini-express"))[-2:]
    assert for_two.title == "search:seconds=1 against greedy, mode expert"
    assert (for_two.entrants, for_two.seats) == (["search:seconds=1", "greedy"], 2)
    assert alone.title == "search:seconds=1 alone, mode solo, difficulty nightmare"
    assert (alone.entrants, alone.seats, alone.target) == (["search:seconds=1"], 1, 0.8)


def test_the_page_tells_each_match_and_whether_it_shows_anything() -> None:
    result = ladder.short(arena(GAME, ["random", "greedy"], 24, 3, processes=1))
    match = {
        "game": "mini-rails",
        "title": "random against greedy",
        "target": 0.6,
        "games": 24,
        "result": result,
        "command": "ladder!",
    }
    told = ladder.page([match], "two cores", "--keep a.json --to a.md")
    assert "by these commands, each with `--keep a.json --to a.md`; no figure" in told
    assert "## mini-rails" in told
    assert "    ladder!" in told
    assert "| random against greedy | 24 |" in told
    assert "no: weaker; target 60% not reached" in told


def test_the_levels_are_rated_above_one_another_as_far_as_they_have_met() -> None:
    def met(title: str, share: float, low: float, high: float) -> dict[str, Any]:
        rating = 400 * math.log10(share / (1 - share))
        return {"title": title, "result": {"rating": rating, "share": [share, low, high], "equal": 0.5}}

    rungs = [
        met("greedy against random", 0.99, 0.98, 1.0),
        met("search-1 against greedy", 10 / 11, 5 / 6, 20 / 21),  # ten to one; five; twenty
        met("search-2 against search-1", 2 / 3, 1 / 2, 4 / 5),  # two to one; one; four
        met("search-4 against search-3", 0.6, 0.5, 0.7),
    ]
    told = ["| level | rating above greedy |", "| --- | ---: |"]
    told += ["| search-1 | +400 (+280 to +520) |", "| search-2 | +520 (+350 to +691) |"]
    assert ladder.rated(rungs) == told


def test_a_rating_has_the_bounds_of_the_share_also_where_other_bounds_were_kept() -> None:
    kept = {"rating": [600.0, 599.0, 601.0], "share": [1.0, 0.75, 1.0], "equal": 0.25}
    found = ladder.rating(kept)
    assert found is not None
    assert elo(found) == "above +382"  # nine times the strength of each of the others
    assert ladder.rating({**kept, "rating": None}) is None


def test_what_each_seat_won_is_told_over_all_matches() -> None:
    played = [
        {"title": "a against b", "result": {"games": 30, "seats": [0.5, 0.3, 0.2]}},
        {"title": "b against c", "result": {"games": 10, "seats": [0.1, 0.3, 0.6]}},
        {"title": "a alone", "result": {"games": 10, "seats": [1.0, 0.0]}},
    ]
    assert ladder.by_seat(played) == [
        "By seat, whoever sat there, over 40 games of 3 players: 40.0%, 30.0%, 30.0%.",
    ]


def test_matches_that_are_kept_are_not_played_again(tmp_path: Path) -> None:
    kept = [
        {"game": "mini-rails", "title": match.title, "games": 8, "result": {"seed": 5}}
        for match in ladder.matches(GAME)
    ]
    file = tmp_path / "kept.json"
    file.write_text(json.dumps(kept))
    asked: list[str] = []
    assert ladder.climb([GAME], 8, 5, processes=1, progress=asked.append, keep=file) == kept
    assert asked == []


def test_a_ladder_without_any_match_is_refused_and_what_is_kept_is_told(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="No match's title holds 'nothing', and nothing is kept"):
        ladder.climb([GAME], 8, 5, only="nothing")
    file = tmp_path / "kept.json"
    file.write_text(json.dumps([{"game": "mini-rails"}]))
    assert ladder.climb([GAME], 8, 5, only="nothing", keep=file) == [{"game": "mini-rails"}]
    file.write_text("half a fi")
    with pytest.raises(Refused, match="does not hold the matches of earlier runs"):
        ladder.climb([GAME], 8, 5, keep=file)
