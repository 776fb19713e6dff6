"""The whole matrix of editions, modes, maps and variants starts and ends."""

import itertools

import pytest

import branchline
from branchline.game import Value
from branchline.kernel.chance import Seed
from branchline.kernel.state import OVER, playout

GAME = branchline.game("mini-express")
TABLES = [(1, "solo"), (2, "bot"), (2, "expert"), (2, "directed"), (3, "standard"), (4, "standard"), (5, "standard")]
VARIANTS: list[dict[str, Value]] = [
    {},
    {"golden_spike": True},
    {"harbor": True},
    {"west_coast": True},
    {"first_game": True},
    {"golden_spike": True, "first_game": True},
    {"difficulty": "normal"},
    {"difficulty": "hard"},
    {"difficulty": "expert"},
    {"difficulty": "nightmare"},
    {"asset_shares": 5},
]


def matrix() -> list[tuple[int, dict[str, Value]]]:
    found = []
    for edition, map, (seats, mode), variant in itertools.product(
        ("published", "prototype"), ("usa", "europe"), TABLES, VARIANTS
    ):
        options = {"edition": edition, "map": map, "mode": mode, **variant}
        try:
            found.append((seats, GAME.resolve(seats, options)))
        except branchline.Refused:
            continue
    return found


def name(entry: tuple[int, dict[str, Value]]) -> str:
    usual = GAME.defaults(entry[0])
    return "-".join([str(entry[0]), *(f"{k}={v}" for k, v in entry[1].items() if v != usual[k] or k == "mode")])


@pytest.mark.parametrize("entry", matrix(), ids=name)
def test_random_games_of_this_kind_end_with_one_winner(entry: tuple[int, dict[str, Value]]) -> None:
    seats, options = entry
    for seed in range(2):
        state = GAME.begin(seats, options)
        assert playout(state, Seed(f"matrix:{seed}").at(0)) > 10
        assert state.to_act == OVER
        winners = list(state.winners())
        assert len(winners) == 1
        assert 0 <= winners[0] < state.seats
