"""Who looks, thinks, types or is away: as their pages tell, at this server and at others."""

import pytest

from branchline.table.clock import SetClock
from branchline.table.feed import Kind
from branchline.table.service import Tables
from branchline.table.table import Table
from tests.table.party import ADA, GRACE, people, play_turn, token_of

pytestmark = pytest.mark.anyio


@pytest.fixture
async def pair(tables: Tables) -> Table:
    """Mini Rails: Ada begins; Grace is far away; a bot, and a chair that nobody has taken."""
    table = await tables.create(
        "mini-rails", people("me Ada", "open", "bot", "open"), ADA, seed="who looks", pause=9000
    )
    await tables.join(table.id, token_of(table, ADA, 1), GRACE, "Grace")
    return table


async def test_a_page_that_is_open_and_in_sight_is_looked_at(tables: Tables, pair: Table) -> None:
    presence, due = tables.presence, pair.to_act
    assert presence.of(pair) == {0: "away", 1: "away"}
    with (
        presence.open(pair.id, (0,)) as ada,
        presence.open(pair.id, (1,)) as grace,
        presence.open(pair.id, ()) as other,
    ):
        assert presence.of(pair) == {0: "away", 1: "away"}, "in a tab behind others"
        for page in (ada, grace, other):
            presence.look(pair.id, page, True)
        words = {seat: "thinking" if seat == due else "looking" for seat in (0, 1)}
        assert presence.of(pair) == words
        presence.look(pair.id, ada, False)
        assert presence.of(pair) == {**words, 0: "away"}
    assert presence.of(pair) == {0: "away", 1: "away"}


async def test_who_types_types_for_a_few_seconds(tables: Tables, pair: Table) -> None:
    clock = tables.store.clock = SetClock(1_800_000_000)
    with tables.presence.open(pair.id, (1,)) as grace, tables.feed.watch(pair.id) as watch:
        tables.presence.look(pair.id, grace, True)
        tables.presence.type(pair.id, grace)
        assert (await anext(watch)).kind == Kind.PRESENCE
        assert tables.presence.of(pair)[1] == "typing"
        clock.forward(seconds=7)
        assert tables.presence.of(pair)[1] in ("looking", "thinking")
        clock.forward(days=-3)
        assert tables.presence.of(pair)[1] in ("looking", "thinking"), "a clock set back is no typing"


async def test_another_server_knows_who_looks_here(database: str, tables: Tables, pair: Table) -> None:
    one, two = Tables(database, tables.find, several=True), Tables(database, tables.find, several=True)
    here, there = await one.get(pair.id), await two.get(pair.id)
    with one.presence.open(pair.id, (1,)) as grace:
        one.presence.look(pair.id, grace, True)
        await one.presence.write([pair.id])
        with two.feed.watch(pair.id) as watch:
            await two.changed_elsewhere([pair.id])
            assert (await anext(watch)).kind == Kind.PRESENCE
        assert two.presence.of(there) == one.presence.of(here) != {0: "away", 1: "away"}
    await one.presence.write([pair.id])
    await two.changed_elsewhere([pair.id])
    await two.get(pair.id)
    assert two.presence.of(there) == {0: "away", 1: "away"}


async def test_a_server_that_died_is_believed_for_a_while_only(database: str, tables: Tables, pair: Table) -> None:
    one, two = Tables(database, tables.find, several=True), Tables(database, tables.find, several=True)
    clock = two.store.clock = one.store.clock = SetClock(1_800_000_000)
    there = await two.get(pair.id)
    with one.presence.open(pair.id, (1,)) as grace:
        one.presence.look(pair.id, grace, True)
        await one.presence.write([pair.id])
        await two.presence.follow([pair.id])
        assert two.presence.of(there)[1] != "away"
        clock.forward(minutes=2)
        assert two.presence.of(there)[1] == "away"
        await one.presence.write([pair.id], again=True)
        await two.presence.follow([pair.id])
        assert two.presence.of(there)[1] != "away"


async def test_looking_sets_off_no_bot_and_counts_no_revision(tables: Tables, rails: Table) -> None:
    await play_turn(rails, ADA)
    revision = tables.store.stand(rails.id)
    with tables.presence.open(rails.id, (0, 1, 2)) as page:
        tables.presence.look(rails.id, page, True)
    assert tables.store.stand(rails.id) == revision
