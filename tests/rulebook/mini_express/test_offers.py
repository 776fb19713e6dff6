"""What a player is told before a move, and whether it comes true."""

import random
from typing import Any

import pytest

import branchline
from branchline.games.mini_express import codes, golden_spike, west_coast
from branchline.games.mini_express.components import COMPANIES
from tests.rulebook.mini_express.table import Sit, Table, state_of

SOME = "By some routes: "


def notes(t: Any, move: str) -> list[str]:
    offers = {offer["move"]: offer for offer in t.pos.view(t.pos.to_act)["moves"]}
    return list(offers[move]["notes"])


def test_compensation_that_depends_on_the_route_is_no_promise(leon: Any) -> None:
    """Gray to Detroit, from Atlanta over Brown and Orange or from a branch over Orange in Detroit only."""
    t = leon
    told = notes(t, "build gray detroit")
    assert "Your influence: Orange +1, White +1." in told
    assert SOME + "Compensation: Brown +1; Orange +2." in told
    assert SOME + "Compensation: Orange +1." in told
    t.pos.play("build gray detroit")
    assert "Compensation: Brown +1; Orange +2." in notes(t, "via 5,-3 5,-4")
    assert "Compensation: Orange +1." in notes(t, "via 6,-3 6,-4")


@pytest.mark.parametrize("options", [{}, {"golden_spike": True}, {"map": "europe", "harbor": True}])
def test_what_a_build_promises_holds_by_every_route(options: dict[str, Any]) -> None:
    pos = branchline.game("mini-express").start(seats=3, seed=5, **options)
    rng = random.Random(5)
    tied = 0
    while not pos.over:
        for offer in pos.view(pos.to_act)["moves"] if pos.state.round else []:
            trial = pos.copy()
            trial.push(trial.codes()[offer["move"]])
            if state_of(trial).phase != codes.CHOOSE_ROUTE:
                continue
            tied += 1
            promised = [note for note in offer["notes"][1:] if not note.startswith((SOME, "The points depend"))]
            for route in trial.view(trial.to_act)["moves"]:
                assert set(promised) <= set(route["notes"])
        pos.play(rng.choice(pos.legal()))
    assert tied > 20


def test_the_share_that_ends_the_game_says_so(table: Sit) -> None:
    t = table(3)
    t.shares(brown=0, gray=1)
    t.tracks(gray=0)
    assert notes(t, "share gray")[-2:] == ["Gray is depleted.", "The end is triggered: this round is the last."]
    t.turn_of(2)
    assert notes(t, "share gray")[-1] == "The game is over."


def test_a_build_that_depletes_another_company_says_so(table: Sit) -> None:
    t = table(3)
    t.track("gray", (6, -2))
    t.track("brown", "Atlanta")
    t.supply(brown=1)
    t.demand("Atlanta", "gray", "white")
    assert notes(t, "build gray atlanta")[-2:] == ["Compensation: Brown +1.", "Brown is depleted."]


def test_a_short_supply_and_full_tracks_are_told_apart(table: Sit) -> None:
    t = table(3)
    t.track("gray", (6, -2))
    for company in ("brown", "white"):
        t.track(company, "Atlanta")
    t.supply(brown=0)
    t.tracks(brown=1, white=5)
    t.demand("Atlanta", "gray", "orange")
    assert "Compensation: Brown +0, supply empty; White +0, Tracks full." in notes(t, "build gray atlanta")


def test_the_first_in_omaha_is_told_what_it_starts(table: Sit) -> None:
    t = table(3, golden_spike=True)
    t.track("brown", (0, -1))
    t.track("brown", (-8, 2))
    t.demand("Omaha", "gray", "white")
    t.demand("San Francisco", "gray", "white")
    assert "Brown is the East Side; Gray, Orange and White start in San Francisco." in notes(t, "build brown omaha")
    assert "The Golden Spike is called off." in notes(t, "build brown san francisco")


@pytest.fixture
def last_spike(table: Sit) -> Table:
    t = table(3, golden_spike=True)
    t.race(east_side="brown")
    t.track("orange", "Omaha", (-1, -1), (-2, 0))
    t.demand("Denver", "gray", "white")
    t.tracks(orange=5)
    t.supply(gray=0)
    assert "The line is complete: then you choose the West Side." in notes(t, "build orange denver")
    t.pos.play("build orange denver")
    return t


def test_the_west_side_is_told_who_gains_two_steps(last_spike: Table) -> None:
    assert notes(last_spike, "west side orange") == ["Two steps of track length for Orange and the East Side, Brown."]


def test_a_west_side_without_a_train_is_told_that_it_gains_nothing(last_spike: Table) -> None:
    assert notes(last_spike, "west side gray") == [
        "No Gray train is left in the supply, so there will be no West Side.",
        "Two steps of track length for the East Side, Brown.",
    ]
    last_spike.pos.play("west side gray")
    assert last_spike.pos.story()[-1].endswith(
        "names Gray, which has no train left for the West Side. "
        "The last spike is driven: there is no West Side; Brown length +2."
    )
    assert [last_spike.of(last_spike.state.assets.length, c) for c in ("brown", "gray")] == [2, 0]


def test_a_purple_city_announces_its_harbor(table: Sit) -> None:
    t = table(3, map="europe", harbor=True)
    t.track("gray", "Rome", (3, -2))
    t.demand("Venice", "white", "purple")
    assert notes(t, "build gray venice")[-2:] == [
        "Then 1 influence in another company, as you like.",
        "Then a harbor of your choice for White.",
    ]
    t.supply(white=0)
    assert notes(t, "build gray venice")[-1] == "Then 1 influence in another company, as you like."


def test_the_penalty_in_the_west_is_told(table: Sit) -> None:
    t = table(3, edition="prototype", west_coast=True)
    t.state.spike.stage = golden_spike.RACING
    t.state.rails.put(COMPANIES.index("gray") + west_coast.WEST, t.hex("San Francisco"), t.hex("San Francisco"))
    t.tracks(gray=5)
    told = notes(t, "build gray portland from the west")
    assert told[:2] == ["1 of 5 trains", "1 train more goes back to the supply as a penalty."]
    assert not any("penalty" in note for note in notes(t, "coast white 1"))
