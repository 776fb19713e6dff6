"""Ladder: the matches, and the page made of them."""

import json
from pathlib import Path

import branchline
from branchline.lab import ladder
from branchline.lab.arena import arena

GAME = branchline.game("mini-rails")


def test_every_level_meets_the_one_below_and_the_search_meets_greedy() -> None:
    found = [(match.first, match.second) for match in ladder.matches(GAME)]
    assert found[0] == ("greedy", "random")
    assert found[-2:] == [("search-4", "search-3"), ("search:seconds=1", "greedy")]


def test_the_search_also_plays_the_mode_for_two_and_the_hardest_automaton() -> None:
    for_two, alone = ladder.matches(branchline.game("mini-express"))[-2:]
    assert for_two.title == "search:seconds=1 against greedy, mode expert"
    assert (for_two.entrants, for_two.seats) == (["search:seconds=1", "greedy"], 2)
    assert alone.title == "search:seconds=1 alone, mode solo, difficulty nightmare"
    assert (alone.entrants, alone.seats, alone.target) == (["search:seconds=1"], 1, 0.8)


def test_the_page_tells_each_match_and_whether_it_shows_anything() -> None:
    result = ladder.short(arena(GAME, ["random", "greedy"], 12, 3, processes=1))
    match = {
        "game": "mini-rails",
        "title": "random against greedy",
        "target": 0.6,
        "games": 12,
        "result": result,
        "command": "ladder!",
    }
    told = ladder.page([match], "two cores")
    assert "## mini-rails" in told
    assert "    ladder!" in told
    assert "| random against greedy | 12 |" in told
    assert "no: weaker; target 60% not reached" in told


def test_the_levels_are_rated_above_one_another_as_far_as_they_have_met() -> None:
    rungs = [
        {"title": "greedy against random", "result": {"rating": [900, 900, 900]}},
        {"title": "search-1 against greedy", "result": {"rating": [400, 370, 430]}},
        {"title": "search-2 against search-1", "result": {"rating": [100, 60, 140]}},
        {"title": "search-4 against search-3", "result": {"rating": [50, 40, 60]}},
    ]
    told = ["| level | rating above greedy |", "| --- | ---: |"]
    told += ["| search-1 | +400 (+370 to +430) |", "| search-2 | +500 (+450 to +550) |"]
    assert ladder.rated(rungs) == told


def test_who_never_lost_is_rated_by_the_interval_of_the_share_alone() -> None:
    result = ladder.short(arena(GAME, ["greedy", "random"], 12, 3, processes=1))
    match = {
        "title": "greedy against random",
        "target": None,
        "result": {**result, "share": [1.0, 0.75, 1.0], "equal": 0.25},
    }
    assert "| above +382 |" in ladder.row(match)  # nine times the strength of each of the others


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
