"""The club: who is let in, what strangers see, and how those who would play find each other."""

import asyncio
from dataclasses import replace

import pytest

from branchline.refusal import Refused
from branchline.table.club import Club
from branchline.table.person import STRANGER, Person, new_key
from branchline.table.service import Tables
from branchline.table.table import Table
from branchline.table.trouble import NotYours
from tests.table.party import ADA, GRACE, people, play_turn, somebody, token_of

pytestmark = pytest.mark.anyio

SITE = "https://trains.example"


async def arrives(tables: Tables, name: str) -> Person:
    key = new_key()
    return await tables.persons.keep(Person.with_key(key), key, "Firefox on Linux", name)


@pytest.fixture
async def host(tables: Tables) -> Person:
    """Who has taken the link that the server printed at its first start."""
    link = await tables.clubhouse.host_link()
    assert link is not None
    person = await arrives(tables, "Hilda")
    await tables.clubhouse.enter(link.split("/")[-1], person, SITE)
    return await tables.persons.get(person.mark)


async def enrol(tables: Tables, host: Person, name: str) -> Person:
    person = await arrives(tables, name)
    link = await tables.clubhouse.invitation(host)
    await tables.clubhouse.enter(link.split("/")[-1], person, SITE)
    return await tables.persons.get(person.mark)


# -- hosts and members ---------------------------------------------------------------------------


async def test_the_first_one_who_takes_the_printed_link_is_the_host(tables: Tables, host: Person) -> None:
    assert host.role == "host"
    assert await tables.clubhouse.host_link() is None, "there is one"
    assert (await tables.clubhouse.club()).site == SITE


async def test_a_link_that_was_printed_before_the_last_start_is_good_no_more(tables: Tables) -> None:
    old = (await tables.clubhouse.host_link() or "").split("/")[-1]
    new = (await tables.clubhouse.host_link() or "").split("/")[-1]
    ada = await arrives(tables, "Ada")
    with pytest.raises(NotYours):
        await tables.clubhouse.enter(old, ada, SITE)
    await tables.clubhouse.enter(new, ada, SITE)


async def test_an_invitation_makes_one_member(tables: Tables, host: Person) -> None:
    link = (await tables.clubhouse.invitation(host)).split("/")[-1]
    ada, bert = await arrives(tables, "Ada"), await arrives(tables, "Bert")
    await tables.clubhouse.enter(link, ada, SITE)
    with pytest.raises(NotYours, match="spent"):
        await tables.clubhouse.enter(link, bert, SITE)
    assert {person.name: person.role for person in await tables.clubhouse.members()} == {
        "Hilda": "host",
        "Ada": "member",
    }
    with pytest.raises(NotYours):
        await tables.clubhouse.invitation(await tables.persons.get(ada.mark))


async def test_a_club_keeps_a_host(tables: Tables, host: Person) -> None:
    ada = await enrol(tables, host, "Ada")
    with pytest.raises(Refused, match="needs a host"):
        await tables.clubhouse.set_role(host, host.mark, "member")
    await tables.clubhouse.set_role(host, ada.mark, "host")
    await tables.clubhouse.set_role(host, host.mark, "")
    assert [person.name for person in await tables.clubhouse.members()] == ["Ada"]


async def test_only_a_host_says_what_the_club_is(tables: Tables, host: Person) -> None:
    for person in (STRANGER, ADA, await enrol(tables, host, "Ada")):
        with pytest.raises(NotYours):
            await tables.clubhouse.change(person, Club())
    for wrong in (Club(door="ajar"), Club(finished="nobody"), Club(site="javascript:alert(1)"), Club(name="<b>")):
        with pytest.raises(Refused):
            await tables.clubhouse.change(host, wrong)


# -- what strangers see ----------------------------------------------------------------------------


async def test_in_a_club_for_members_others_play_by_a_link_only(tables: Tables, host: Person) -> None:
    await tables.clubhouse.change(host, Club(door="members"))
    table = await tables.create("mini-rails", people("me Hilda", "open", "open"), host, listing="listed")
    with pytest.raises(NotYours, match="members"):
        await tables.create("mini-rails", people("me Ada", "bot greedy", "bot greedy"), ADA)
    with pytest.raises(NotYours):
        await tables.sit(table.id, ADA)
    assert await tables.list(ADA) == []
    await tables.join(table.id, token_of(table, host, 1), ADA, "Ada")
    assert table.seats.held(ADA) == (1,)
    member = await enrol(tables, host, "Bert")
    assert [found.id for found in await tables.list(member)] == [table.id]
    await tables.sit(table.id, member)
    assert table.seats.names == ["Hilda", "Ada", "Bert"]


async def test_a_listed_table_is_open_to_who_comes(tables: Tables) -> None:
    table = await tables.create("mini-rails", people("me Ada", "open", "bot greedy"), ADA, listing="listed")
    await tables.sit(table.id, replace(GRACE, name="Ada"))
    assert table.names[:2] == ["Ada", "Ada 2"]
    with pytest.raises(Refused, match="All seats"):
        await tables.sit(table.id, somebody())
    unlisted = await tables.create("mini-rails", people("me Ada", "open", "bot greedy"), ADA)
    with pytest.raises(NotYours, match="by a link"):
        await tables.sit(unlisted.id, GRACE)


async def test_a_table_for_members_is_not_watched_by_strangers(tables: Tables, host: Person) -> None:
    table = await tables.create("mini-rails", people("me Hilda", "bot greedy", "open"), host, listing="members")
    for stranger in (STRANGER, ADA):
        with pytest.raises(NotYours, match="members"):
            await tables.look(table.id, stranger)
    assert await tables.look(table.id, await enrol(tables, host, "Bert")) is table


async def test_strangers_do_not_see_finished_games_records_or_branch_running_ones(
    tables: Tables, rails: Table, host: Person
) -> None:
    club, member = await tables.clubhouse.club(), await enrol(tables, host, "Bert")
    assert await tables.look(rails.id, STRANGER) is rails, "who has the address may watch"
    for other in (STRANGER, GRACE, member):
        with pytest.raises(NotYours, match="play on"):
            await tables.branch(rails, rails.n, other)
    with pytest.raises(NotYours, match="record"):
        club.check_record(rails, GRACE)
    club.check_record(rails, member)

    while not rails.over:
        await play_turn(rails, ADA)
    for stranger in (STRANGER, GRACE):
        with pytest.raises(NotYours, match="over"):
            await tables.look(rails.id, stranger)
        assert await tables.list(stranger) == []
    assert await tables.look(rails.id, member) is rails
    assert await tables.look(rails.id, ADA) is rails
    assert await tables.list(member) == [], "a table that is not listed is in nobody else's list"

    await tables.clubhouse.change(host, Club(finished="everyone"))
    assert await tables.look(rails.id, STRANGER) is rails
    await tables.clubhouse.change(host, Club(finished="players"))
    with pytest.raises(NotYours):
        await tables.look(rails.id, member)


# -- the lobby -------------------------------------------------------------------------------------


async def test_those_who_would_play_the_same_get_a_table(tables: Tables) -> None:
    ada, bert, cleo = [await arrives(tables, name) for name in ("Ada", "Bert", "Ada")]
    id = await tables.lobby.wish(ada, "mini-rails", 3, "1d", bots=False)
    (wish,) = await tables.lobby.wishes()
    assert (wish.game, wish.players, wish.pace, wish.persons) == ("mini-rails", 3, "1d", (ada,))
    await tables.lobby.join(bert, id)
    with pytest.raises(Refused, match="empty seats"):
        await tables.begin(ada, id)
    assert (await tables.lobby.join(cleo, id)).full
    with pytest.raises(Refused, match="All seats"):
        await tables.lobby.join(await arrives(tables, "Dot"), id)

    first, second = await asyncio.gather(tables.begin(ada, id), tables.begin(cleo, id))
    assert first is second, "of two that are laid at once, one stays"
    assert first.names == ["Ada", "Bert", "Ada 2"]
    assert [first.seats.held(person) for person in (ada, bert, cleo)] == [(0,), (1,), (2,)]
    assert await tables.lobby.wishes() == []
    assert len(await tables.list(ada, mine=True)) == 1


async def test_who_does_not_want_to_wait_begins_with_bots(tables: Tables) -> None:
    ada, bert = await arrives(tables, "Ada"), await arrives(tables, "Bert")
    id = await tables.lobby.wish(ada, "mini-rails", 4, "live", bots=True)
    await tables.lobby.join(bert, id)
    with pytest.raises(Refused):
        await tables.begin(bert, id)
    table = await tables.begin(ada, id)
    assert [seat.kind for seat in table.seats] == ["open", "open", "bot", "bot"]


async def test_a_wish_can_be_taken_back_and_has_to_be_possible(tables: Tables) -> None:
    ada, bert = await arrives(tables, "Ada"), await arrives(tables, "Bert")
    for game, players, pace in (("mini-rails", 9, "live"), ("mini-rails", 3, "soon"), ("monopoly", 3, "live")):
        with pytest.raises(Refused):
            await tables.lobby.wish(ada, game, players, pace, bots=True)
    id = await tables.lobby.wish(ada, "mini-rails", 3, "live", bots=True)
    await tables.lobby.join(bert, id)
    await tables.lobby.leave(bert, id)
    assert [len(wish.persons) for wish in await tables.lobby.wishes()] == [1]
    await tables.lobby.leave(ada, id)
    assert await tables.lobby.wishes() == []
