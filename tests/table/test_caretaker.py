"""What a host does for the house, beside a server that plays on: the drawer, persons, links, backups and the check."""

import gzip
import json
from pathlib import Path

import pytest

from branchline.refusal import Refused
from branchline.table import backup
from branchline.table.caretaker import KEPT_FOR, Caretaker, opened
from branchline.table.clock import SetClock
from branchline.table.person import Person, new_key
from branchline.table.service import Tables
from branchline.table.store import HEAD, MOVES, Store
from branchline.table.table import Table
from branchline.table.trouble import Newer, NoTable, NotYours
from branchline.table.way_back import Kind
from tests.table.party import ADA, GRACE, people, play_turn

pytestmark = pytest.mark.anyio


async def known(tables: Tables, name: str) -> Person:
    """Somebody with a name and a device."""
    key = new_key()
    return await tables.persons.keep(Person.with_key(key), key, "Firefox on Linux", name)


async def test_a_table_goes_into_the_drawer_and_comes_back_as_it_was(
    database: str, tables: Tables, rails: Table
) -> None:
    await play_turn(rails, ADA)
    await rails.remarks.say(ADA, "Off we go")
    before, record = tables.store.whole(rails.id), rails.position.record()
    beside = Caretaker(Tables(database))  # a terminal, while the server plays on
    await beside.take_table(rails.id)
    with pytest.raises(NoTable):
        await tables.get(rails.id)
    assert [kept.title for kept in await beside.drawer()] == [rails.title]

    await beside.bring_back(rails.id)
    again = await tables.get(rails.id)
    assert again is not rails
    assert again.position.record() == record
    assert tables.store.whole(rails.id)[1] == before[1]
    assert [one.text for one in again.remarks.heard(again.seats.part_of(ADA), 0)][-1:] == ["Off we go"]
    await play_turn(again, ADA)
    assert await beside.drawer() == []
    with pytest.raises(NoTable, match="drawer"):
        await beside.bring_back(rails.id)


async def test_who_listens_to_a_table_that_is_taken_away_is_let_go(tables: Tables, rails: Table) -> None:
    with tables.feed.watch(rails.id) as watch:
        await Caretaker(tables).take_table(rails.id)
        assert [change async for change in watch] == []


async def test_somebody_is_taken_out_and_let_in_again(tables: Tables) -> None:
    caretaker, key = Caretaker(tables), new_key()
    mallory = await tables.persons.keep(Person.with_key(key), key, "Firefox on Linux", "Mallory")
    table = await tables.create("mini-rails", people("me Ada", "open", "here Cleo"), ADA)
    link = str(table.seats[1].token)
    await tables.join(table.id, link, mallory, "Mallory")
    way = await tables.ways.offer(mallory, Kind.DEVICE)

    await caretaker.take_person(mallory.mark)
    assert await tables.persons.of_key(key) is None
    assert table.seats[1].stood_in
    assert table.names[1] == "a bot for Mallory"
    assert table.seats[1].token != link
    assert [one.person.name for one in await caretaker.residents("Mallory")] == []
    with pytest.raises(Refused, match="not here any more"):
        await tables.ways.open_on(way, new_key(), "Chrome")

    await caretaker.bring_back(mallory.mark[:16])
    found = await tables.persons.of_key(key)
    assert found is not None
    assert (found.name, found.mark) == ("Mallory", mallory.mark)
    await table.seats.come_back(found, 1)
    assert table.names[1] == "Mallory"


async def test_nobody_hides_behind_the_names_of_others(tables: Tables) -> None:
    mallory = await known(tables, "Mallory")
    for _ in range(3):
        await known(tables, mallory.mark[:16])
    assert (await Caretaker(tables).resident(mallory.mark[:16])).person.mark == mallory.mark


async def test_the_link_of_who_is_taken_out_leads_nowhere_also_where_a_bot_sat_in_already(tables: Tables) -> None:
    mallory = await known(tables, "Mallory")
    table = await tables.create("mini-rails", people("me Ada", "open", "here Cleo"), ADA)
    await tables.join(table.id, str(table.seats[1].token), mallory, "Mallory")
    await table.seats.sit_in_for(mallory)
    link = str(table.seats[1].token)

    await Caretaker(tables).take_person(mallory.mark)
    with pytest.raises(NotYours):
        await tables.join(table.id, link, GRACE)


async def test_what_lay_in_the_drawer_for_thirty_days_is_gone_for_good(timed: Tables, clock: SetClock) -> None:
    caretaker = Caretaker(timed)
    mallory = await known(timed, "Mallory")
    table = await timed.create("mini-rails", people("me Ada", "here Bert", "here Cleo"), ADA)
    theirs = await timed.create("mini-rails", people("me Mallory", "here Bert", "here Cleo"), mallory)
    await caretaker.take_table(table.id)
    await caretaker.take_person(mallory.mark)
    clock.forward(seconds=KEPT_FOR - 60)
    await caretaker.tidy()
    assert {kept.kind for kept in await caretaker.drawer()} == {"table", "person"}
    clock.forward(minutes=2)
    await caretaker.tidy()
    assert await caretaker.drawer() == []
    with pytest.raises(NoTable):
        await timed.get(theirs.id)


async def test_one_who_cannot_be_forgotten_today_keeps_nobody_else_in_the_drawer(
    timed: Tables, clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At a table of a newer Branchline nobody can leave a seat."""
    caretaker, delete = Caretaker(timed), timed.delete
    mallory, oscar = await known(timed, "Mallory"), await known(timed, "Oscar")
    for person in (oscar, mallory):
        await caretaker.take_person(person.mark)
        clock.forward(seconds=1)

    async def not_mallory(person: Person) -> None:
        if person.mark == mallory.mark:
            raise Newer("games", "This table was laid by a newer Branchline.")
        await delete(person)

    monkeypatch.setattr(timed, "delete", not_mallory)
    clock.forward(seconds=KEPT_FOR + 60)
    await caretaker.tidy()
    assert [kept.title for kept in await caretaker.drawer()] == ["Mallory"]


async def test_the_last_host_is_not_taken_out(tables: Tables) -> None:
    host = await known(tables, "Hedy")
    link = await tables.clubhouse.host_link()
    assert link is not None
    await tables.clubhouse.enter(link.removeprefix("/club/"), host, "https://club.example")
    with pytest.raises(Refused, match="A club needs a host"):
        await Caretaker(tables).take_person(host.mark)
    assert await Caretaker(tables).drawer() == []


async def test_a_seat_gets_a_new_link_and_who_held_it_loses_it(tables: Tables) -> None:
    table = await tables.create("mini-rails", people("me Ada", "open", "open"), ADA)
    await tables.join(table.id, str(table.seats[1].token), GRACE, "Bert")
    caretaker, free = Caretaker(tables), str(table.seats[2].token)
    path = await caretaker.new_link(table.id, 1)
    assert table.seats.held(GRACE) == ()
    await tables.join(table.id, path.rpartition("/")[2], GRACE, "Bert")
    assert table.seats.held(GRACE) == (1,)

    other = await caretaker.new_link(table.id, 2)
    with pytest.raises(NotYours):
        table.seats.of_token(free)
    assert table.seats.of_token(other.rpartition("/")[2]) == 2
    with pytest.raises(Refused, match="no seat 9"):
        await caretaker.new_link(table.id, 8)


async def test_a_running_game_shows_its_host_no_secret(tables: Tables, hands: Table) -> None:
    told = json.dumps(await Caretaker(tables).export_shown(hands.id))
    assert hands.row.seed not in told
    assert hands.row.seed in json.dumps(await Caretaker(tables).export(hands.id))


async def test_the_check_names_the_table_that_does_not_follow_from_its_record(tables: Tables, rails: Table) -> None:
    await play_turn(rails, ADA)
    assert await Caretaker(tables).check() == (1, [])
    with tables.store.writing() as connection:
        connection.execute(MOVES.update().where(MOVES.c.n == rails.n).values(text="buy nothing 9", code=1))
    count, faults = await Caretaker(tables).check()
    assert (count, [fault.table for fault in faults]) == (1, [rails.id])


async def test_a_backup_for_the_browser_is_sealed_and_opens_with_the_key_of_the_house(
    tables: Tables, rails: Table, tmp_path: Path
) -> None:
    caretaker = Caretaker(tables)
    sealed = await caretaker.sealed_backup(tmp_path)
    assert rails.row.seed.encode() not in sealed
    with pytest.raises(Refused, match="does not open"):
        opened(sealed, new_key())
    plain = tmp_path / "plain.backup"
    plain.write_bytes(opened(sealed, caretaker.key().decode()))
    other = f"sqlite:///{tmp_path}/other.sqlite"
    assert backup.put_back(Store(other), plain)["tables"] == 1
    assert (await Tables(other).get(rails.id)).position == rails.position


async def test_a_backup_of_an_older_branchline_fills_a_database_of_today(
    tables: Tables, rails: Table, tmp_path: Path
) -> None:
    backup.take(tables.store, tmp_path / "new.backup")
    older = gzip.decompress((tmp_path / "new.backup").read_bytes()).replace(HEAD.encode(), b"0012", 1)
    (tmp_path / "old.backup").write_bytes(gzip.compress(older))
    other = f"sqlite:///{tmp_path}/other.sqlite"
    backup.put_back(Store(other), tmp_path / "old.backup")
    assert (await Tables(other).get(rails.id)).position == rails.position
    (tmp_path / "newer.backup").write_bytes(gzip.compress(older.replace(b"0012", b"9999", 1)))
    with pytest.raises(Refused, match="newer Branchline"):
        backup.put_back(Store(f"sqlite:///{tmp_path}/third.sqlite"), tmp_path / "newer.backup")
