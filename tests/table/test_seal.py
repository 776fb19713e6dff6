"""The seed is sealed when a game begins and shown when it is over."""

import hashlib

import pytest

from branchline.refusal import Refused
from branchline.table.person import STRANGER
from branchline.table.seal import check
from branchline.table.service import Tables
from branchline.table.table import Table
from tests.table.party import ADA, find_any, people, play_turn, record_of, view_of

pytestmark = pytest.mark.anyio


@pytest.fixture
async def finished(rails: Table) -> Table:
    while not rails.over:
        await play_turn(rails, ADA)
    return rails


async def test_the_seal_is_shown_at_the_start_and_the_seed_at_the_end(rails: Table) -> None:
    sealed = view_of(rails, STRANGER)["table"]["seal"]
    assert view_of(rails, ADA)["table"]["seed"] is None
    while not rails.over:
        await play_turn(rails, ADA)

    seed = view_of(rails, STRANGER)["table"]["seed"]
    assert hashlib.sha256(seed.encode()).hexdigest() == sealed == record_of(rails, STRANGER)["seal"]


async def test_all_draws_came_from_the_seed(finished: Table) -> None:
    record = record_of(finished, STRANGER)
    assert check(record, find_any) == sum(1 for by, _ in record["moves"] if by == "chance")


async def test_another_seed_breaks_the_seal(finished: Table) -> None:
    with pytest.raises(Refused, match="not the hash"):
        check({**record_of(finished, STRANGER), "seed": "another"}, find_any)


async def test_another_draw_breaks_the_seal(finished: Table) -> None:
    """Seed and hash agree, but the game drew otherwise."""
    seed = "another"
    record = {**record_of(finished, STRANGER), "seed": seed, "seal": hashlib.sha256(seed.encode()).hexdigest()}
    with pytest.raises(Refused, match="not what the seed drew"):
        check(record, find_any)


async def test_a_running_game_has_no_seed_to_check(rails: Table) -> None:
    with pytest.raises(Refused, match="no seed"):
        check(record_of(rails, ADA), find_any)


async def test_a_table_that_goes_on_from_a_record_is_sealed_from_there(tables: Tables, rails: Table) -> None:
    await play_turn(rails, ADA)
    seats = people("me Ada", "here Bert", "here Cleo")
    table = await tables.create("mini-rails", seats, ADA, record=record_of(rails, ADA))
    first = table.n
    while not table.over:
        await play_turn(table, ADA)
    record = record_of(table, STRANGER)

    assert record["sealed_from"] == first
    assert check(record, find_any) == sum(1 for by, _ in record["moves"][first:] if by == "chance")
