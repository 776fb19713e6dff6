"""Ways back to a person: good once and for a while, for nobody else; and what stays when somebody goes for good."""

import asyncio
import re

import pytest

from branchline.refusal import Refused
from branchline.table.bots import Bots
from branchline.table.clock import SetClock
from branchline.table.mail import Mail, Undelivered
from branchline.table.person import Person, new_key
from branchline.table.service import Tables
from branchline.table.table import Table
from branchline.table.trouble import NoTable, NotYours
from branchline.table.way_back import Kind
from tests.post import free_port, letterbox
from tests.table.party import ADA, ADA_BEGINS, GRACE, people, play_turn, somebody, token_of, view_of

pytestmark = pytest.mark.anyio

SITE = "https://trains.example"


async def arrives(tables: Tables, name: str, device: str = "Firefox on Linux") -> tuple[str, Person]:
    """Somebody with a key of their own, who has done something here."""
    key = new_key()
    return key, await tables.persons.keep(Person.with_key(key), key, device, name)


def said(table: Table) -> list[str]:
    return [remark.text for remark in table.remarks.all if not remark.by]


# -- links -------------------------------------------------------------------------------------


async def test_a_link_opens_the_same_person_on_another_device(tables: Tables) -> None:
    _, ada = await arrives(tables, "Ada")
    table = await tables.create("mini-rails", people("me Ada", "bot greedy", "bot greedy"), ada)
    token = await tables.ways.offer(ada, Kind.DEVICE)
    assert (await tables.ways.look(token, Kind.DEVICE)).person.name == "Ada", "whose it is can be seen before"

    phone = new_key()
    await tables.ways.open_on(token, phone, "Chrome on Android")
    found = await tables.persons.of_key(phone)
    assert found is not None
    assert table.seats.held(found) == (0,)
    assert {device.label for device in await tables.persons.devices(ada)} == {"Firefox on Linux", "Chrome on Android"}


async def test_a_link_is_good_once_also_for_two_who_open_it_at_once(tables: Tables) -> None:
    _, ada = await arrives(tables, "Ada")
    token = await tables.ways.offer(ada, Kind.DEVICE)
    answers = await asyncio.gather(
        *(tables.ways.open_on(token, new_key(), "Safari on iPhone") for _ in range(4)), return_exceptions=True
    )
    assert sum(isinstance(answer, Person) for answer in answers) == 1
    assert len(await tables.persons.devices(ada)) == 2
    with pytest.raises(NotYours, match="spent"):
        await tables.ways.look(token, Kind.DEVICE)


async def test_a_link_is_good_for_ten_minutes_and_not_before_it_was_made(database: str) -> None:
    clock = SetClock(1_800_000_000.0)
    tables = Tables(database, bots=Bots(workers=1, warm=False), clock=clock)
    await tables.start()
    try:
        _, ada = await arrives(tables, "Ada")
        token = await tables.ways.offer(ada, Kind.DEVICE)
        clock.forward(minutes=11)
        with pytest.raises(NotYours, match="too old"):
            await tables.ways.open_on(token, new_key(), "Edge on Windows")
        clock.forward(hours=-3)
        with pytest.raises(NotYours, match="too old"):
            await tables.ways.open_on(token, new_key(), "Edge on Windows")
    finally:
        await tables.stop()


async def test_a_link_of_another_kind_or_of_nobody_opens_nothing(tables: Tables) -> None:
    _, ada = await arrives(tables, "Ada")
    for token in (await tables.ways.offer(ada, Kind.ADDRESS, "ada@example.org"), new_key(), ""):
        with pytest.raises(NotYours, match="none of ours"):
            await tables.ways.open_on(token, new_key(), "Opera")


async def test_a_link_of_who_has_gone_for_good_opens_nothing(tables: Tables) -> None:
    _, ada = await arrives(tables, "Ada")
    tokens = [await tables.ways.offer(ada, kind) for kind in (Kind.DEVICE, Kind.INVITATION)]
    await tables.delete(ada)
    with pytest.raises(NotYours):
        await tables.ways.open_on(tokens[0], new_key(), "Opera")
    with pytest.raises(NotYours):
        await tables.ways.look(tokens[0], Kind.DEVICE)
    _, eve = await arrives(tables, "Eve")
    with pytest.raises(NotYours):
        await tables.clubhouse.enter(tokens[1].split("/")[-1], eve, SITE)
    assert (await tables.persons.get(eve.mark)).role == ""


async def test_two_persons_of_one_human_are_joined(tables: Tables) -> None:
    _, ada = await arrives(tables, "Ada")
    phone, other = await arrives(tables, "Ada on the train", "Safari on iPhone")
    both = await tables.create("mini-rails", people("me Ada", "open", "here Bert"), ada)
    await tables.join(both.id, token_of(both, ada, 1), other, "Ada too")
    own = await tables.create("mini-rails", people("me Ada", "bot greedy", "bot greedy"), other)
    await both.remarks.say(other, "That is me, too")

    token = await tables.ways.offer(ada, Kind.DEVICE)
    await tables.ways.open_on(token, phone, "Safari on iPhone", join=other)
    found = await tables.persons.of_key(phone)
    assert found is not None
    assert found.mark == ada.mark
    assert (await tables.get(both.id)).seats.held(found) == (0, 1, 2)
    assert (await tables.get(own.id)).seats.part_of(found).host
    assert {summary.id for summary in await tables.list(found, mine=True)} == {both.id, own.id}
    assert await tables.list(other, mine=True) == []


# -- by mail -----------------------------------------------------------------------------------


async def test_a_mailed_link_leads_back_once_the_address_is_proved(tables: Tables) -> None:
    _, ada = await arrives(tables, "Ada")
    with letterbox() as box:
        await write_to(tables, box.mail, "ada@example.org")
        assert box.letters == [], "nobody has this address yet, and nobody is told so"

        await tables.ways.prove(box.mail, ada, " Ada@Example.org ", SITE)
        with pytest.raises(Refused, match="on its way"):
            await tables.ways.prove(box.mail, ada, "ada@example.org", SITE)
        assert await tables.ways.addresses(ada) == []
        await tables.ways.take_address(link_in(box.letters[-1].get_content(), "address"))
        assert await tables.ways.addresses(ada) == ["ada@example.org"]

        await write_to(tables, box.mail, "ADA@example.org")
        await write_to(tables, box.mail, "ada@example.org")
        assert len(box.letters) == 2, "not more than one a minute"
        found = await tables.ways.open_on(link_in(box.letters[-1].get_content(), "device"), new_key(), "Chrome")
    assert found.mark == ada.mark


async def write_to(tables: Tables, mail: Mail, address: str) -> None:
    await tables.ways.write_to(mail, address, SITE)
    await tables.ways.rest()


async def test_a_mail_server_that_is_down_tells_nobody_whose_address_it_is(
    tables: Tables, caplog: pytest.LogCaptureFixture
) -> None:
    """Who asks reads the same of every address; the host reads of it, and a letter can be asked for again."""
    _, ada = await arrives(tables, "Ada")
    down = Mail("127.0.0.1", "table@example.org", free_port(), tls="none")
    with pytest.raises(Undelivered):
        await tables.ways.prove(down, ada, "ada@example.org", SITE)
    with letterbox() as box:
        await tables.ways.prove(box.mail, ada, "ada@example.org", SITE)
        await tables.ways.take_address(link_in(box.letters[-1].get_content(), "address"))
        for address in ("ada@example.org", "nobody@example.org"):
            await write_to(tables, down, address)
        assert [record.message for record in caplog.records if "way back was not sent" in record.message] != []
        assert "ada@example.org" not in caplog.text
        await write_to(tables, box.mail, "ada@example.org")
        assert [letter["Subject"] for letter in box.letters[1:]] == ["Your way back to Branchline"]


async def test_a_clock_that_is_set_back_keeps_nobody_from_a_letter(timed: Tables, clock: SetClock) -> None:
    _, ada = await arrives(timed, "Ada")
    with letterbox() as box:
        await timed.ways.prove(box.mail, ada, "ada@example.org", SITE)
        clock.forward(days=-30)
        await timed.ways.prove(box.mail, ada, "ada@example.org", SITE)
        assert len(box.letters) == 2


def link_in(letter: str, kind: str) -> str:
    found = re.search(rf"{SITE}/{kind}/(\S+)", letter)
    assert found is not None
    return found[1]


async def test_without_a_mail_server_there_is_a_sentence(tables: Tables) -> None:
    _, ada = await arrives(tables, "Ada")
    with pytest.raises(Refused, match="sends no mail"):
        await tables.ways.prove(None, ada, "ada@example.org", SITE)


# -- a seat that was lost ------------------------------------------------------------------------


async def test_the_host_gives_a_seat_a_new_link_and_all_are_told(tables: Tables) -> None:
    _, ada = await arrives(tables, "Ada")
    table = await tables.create("mini-rails", people("me Ada", "open", "bot greedy"), ada)
    await tables.join(table.id, token_of(table, ada, 1), GRACE, "Grace")
    assert said(table) == ["The seat of Grace is taken by its link."]
    with pytest.raises(NotYours):
        await table.seats.invite_again(GRACE, 0)
    with pytest.raises(NotYours):
        await table.seats.invite_again(ada, 2)

    await table.seats.invite_again(ada, 1)
    assert table.seats.held(GRACE) == ()
    assert said(table)[-1].startswith("The seat of Grace has a new link, from the host")
    again = somebody()
    await tables.join(table.id, token_of(table, ada, 1), again)
    assert (table.seats.held(again), table.names[1]) == ((1,), "Grace")


async def test_a_new_link_for_one_seat_leaves_the_turn_of_another_as_it_was(timed: Tables, clock: SetClock) -> None:
    """Its draft and its clock; what the lost one had planned is nobody's any more."""
    table = await timed.create("mini-rails", people("me Ada", "open", "open"), ADA, seed=ADA_BEGINS, pace="1d")
    for seat, person in ((1, GRACE), (2, somebody())):
        await timed.join(table.id, token_of(table, ADA, seat), person)
    due, moves = table.row.due, [offer["move"] for offer in view_of(table, ADA)["view"]["moves"]]
    move, *_, other = (one for one in moves if one.startswith("buy"))
    await table.plans.make(GRACE, table.n, [move, other], "any")
    await table.play(ADA, move, table.n, confirm=False)
    assert table.draft is not None
    clock.forward(hours=5)
    await table.seats.invite_again(ADA, 1)
    await timed.go_round()
    assert table.draft is not None
    assert table.row.due == due
    again = somebody()
    await timed.join(table.id, token_of(table, ADA, 1), again)
    assert table.plans.of(1) == []


async def test_the_host_of_the_club_can_do_it_at_a_table_of_others(tables: Tables) -> None:
    _, host = await arrives(tables, "Hilda")
    await tables.clubhouse.enter((await tables.clubhouse.host_link() or "").split("/")[-1], host, SITE)
    host = await tables.persons.get(host.mark)
    _, ada = await arrives(tables, "Ada")
    table = await tables.create("mini-rails", people("me Ada", "bot greedy", "bot greedy"), ada)
    await table.seats.invite_again(host, 0)
    await tables.join(table.id, token_of(table, host, 0), GRACE)
    assert table.seats.held(GRACE) == (0,)
    assert "from the host of the club" in said(table)[-2]


# -- going for good ------------------------------------------------------------------------------


async def test_who_goes_in_the_middle_of_a_game_leaves_it_to_a_bot(tables: Tables) -> None:
    key, ada = await arrives(tables, "Ada Lovelace")
    table = await tables.create("mini-rails", people("me Ada Lovelace", "open", "bot random"), ada, pause=0)
    await tables.join(table.id, token_of(table, ada, 1), GRACE, "Grace")
    alone = await tables.create("mini-rails", people("me Ada Lovelace", "bot random", "bot random"), ada)
    await table.remarks.say(ada, "Good luck")

    await tables.delete(ada)
    assert await tables.persons.of_key(key) is None
    left = await tables.get(table.id)
    assert (left.seats[0].kind, left.names[0], left.row.owner) == ("bot", "a bot for Somebody", GRACE.mark)
    assert said(left)[-1] == "Somebody has left for good. A bot plays on in their place."
    assert [remark.name for remark in left.remarks.all if remark.text == "Good luck"] == [""]
    with pytest.raises(NoTable):
        await tables.get(alone.id)
    with tables.store.engine.connect() as connection:
        kept = "".join(
            str(row)
            for name in ("persons", "devices", "seats", "remarks", "tokens", "addresses")
            for row in connection.exec_driver_sql(f"select * from {name}")
        )
    assert "Lovelace" not in kept


async def test_a_finished_game_of_others_stays_without_the_name(tables: Tables) -> None:
    _, ada = await arrives(tables, "Ada")
    table = await tables.create("hidden-hands", people("me Ada", "open"), ada, seed="seven-seals-7")
    await tables.join(table.id, token_of(table, ada, 1), GRACE, "Grace")
    while not table.over:
        await play_turn(table, ada if table.to_act == 0 else GRACE)
    before = table.position
    await tables.delete(ada)
    kept = await tables.get(table.id)
    assert (kept.names, kept.seats[0].kind) == (["Somebody", "Grace"], "me")
    assert kept.position == before
    assert [summary.id for summary in await tables.list(GRACE, mine=True)] == [table.id]
