"""What is legal in whole games, beside a plain reading of the table."""

from typing import Literal

import pytest

import branchline
from branchline.games.steam_power.rules import SteamPower
from branchline.kernel.chance import Seed
from tests.rulebook.steam_power.counting import Reading

VERBS = ("lay", "replace", "remove", "build", "fulfil")


@pytest.mark.parametrize(("seats", "automas", "spare"), [(1, 0, 80), (1, 1, 80), (3, 0, 12), (4, 1, 20)])
def test_placements_factories_and_contracts_are_what_plain_reading_finds(
    seats: int, automas: Literal[0, 1], spare: int
) -> None:
    """`spare`: how many plain tiles there are; with few of them stocks run out."""
    position = branchline.game("steam-power").start(seats=seats, seed=seats, automas=automas)
    state = position.state
    assert isinstance(state, SteamPower)
    state.track.tiles[0] = spare
    state.track.tiles[1] = state.track.tiles[2] = spare // 8
    rng = Seed(f"reading {seats}").at(0)
    checked = 0
    while not position.over and checked < 40:
        table = position.view(position.to_act)["table"]
        legal = position.legal()
        reading = Reading(table)
        if table["phase"] == "action" and reading.has_track:
            expected = reading.placements() | reading.factories() | reading.contracts()
            assert {move for move in legal if move.split()[0] in VERBS} == expected
            checked += 1
        elif table["phase"] == "laying" and reading.has_track:
            assert set(legal) == reading.placements() | {"stop"}
        kinds = sorted({move.split()[0] for move in legal})
        kind = kinds[rng.below(len(kinds))]
        moves = [move for move in legal if move.split()[0] == kind]
        position.play(moves[rng.below(len(moves))])
    assert checked >= 20


@pytest.mark.parametrize(("seats", "automas"), [(3, 1), (4, 0), (5, 0)])
def test_deliveries_are_what_plain_reading_finds(seats: int, automas: Literal[0, 1]) -> None:
    """Of a few games, in which sources can be paid in more than one way."""
    forks = 0
    for seed in range(8):
        position = branchline.game("steam-power").start(seats=seats, seed=seed, automas=automas)
        rng = Seed(f"deliveries {seats}").at(seed)
        left: list[str] = []
        while not position.over:
            legal = position.legal()
            kinds = {move.split()[0] for move in legal}
            kind = next((kind for kind in ("take", "fulfil") if kind in kinds), "")
            if kind == "take":
                table = position.view(position.to_act)["table"]
                left = left or list(table["contract"]["goods"])
                expected = Reading(table).deliveries(left)
                assert set(legal) == expected | {"deliver"}
                forks += len(expected) - len({move.split(" paying ")[0] for move in expected})
            else:
                left = []
                kind = kind or sorted(kinds)[rng.below(len(kinds))]
            moves = [move for move in legal if move.split()[0] == kind]
            move = moves[rng.below(len(moves))]
            if kind == "take":
                left.remove(move.split()[1])
            position.play(move)
    assert forks >= 2, forks
