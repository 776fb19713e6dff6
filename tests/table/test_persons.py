"""Persons: whoever comes with the same key, or on another of their devices, is the same; nobody else is."""

import time
from datetime import date, datetime

import pytest
import sqlalchemy as sa

from branchline.table.person import Holiday, Person, Quiet, new_key
from branchline.table.persons import DEVICES, PERSONS
from branchline.table.service import Tables
from tests.table.party import people

pytestmark = pytest.mark.anyio

BERLIN = Person("b" * 64, "Grete", zone="Europe/Berlin", quiet=Quiet(22 * 60, 7 * 60 + 30))


def count(tables: Tables, table: sa.Table) -> int:
    with tables.store.reading() as connection:
        return int(connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one())


async def test_who_only_looks_is_not_written_down(tables: Tables) -> None:
    key = new_key()
    assert await tables.persons.of_key(key) == Person.with_key(key)
    assert (count(tables, PERSONS), count(tables, DEVICES)) == (0, 0)


async def test_who_sits_down_is_known_from_now_on_under_the_first_name_they_give(tables: Tables) -> None:
    key = new_key()
    person = await tables.persons.of_key(key)
    assert person is not None
    await tables.persons.keep(person, key, "Firefox on Linux", "Ada")
    await tables.persons.keep(person, key, "Firefox on Linux", "Countess")
    known = await tables.persons.of_key(key)
    assert known is not None
    assert (known.mark, known.name, known.initials) == (person.mark, "Ada", "A")
    assert [device.label for device in await tables.persons.devices(known)] == ["Firefox on Linux"]
    assert (await tables.persons.by_mark([known.mark, "0" * 64]))[known.mark] == known


async def test_a_device_that_is_sent_away_is_out_at_once_at_every_server(database: str, tables: Tables) -> None:
    key = new_key()
    ada = Person.with_key(key)
    table = await tables.create("mini-rails", people("me Ada", "bot greedy", "bot greedy"), ada)
    await tables.persons.keep(ada, key, "Safari on iPhone", "Ada")
    other = Tables(database)
    there = await other.persons.of_key(key)
    assert there is not None
    assert (await other.get(table.id)).seats.held(there) == (0,)
    (device,) = await tables.persons.devices(ada)

    await tables.persons.send_away(ada, device.key_hash)
    assert await tables.persons.of_key(key) is None
    assert await other.persons.of_key(key) is None
    assert await tables.persons.devices(ada) == []
    other.store.close()


async def test_nobody_sends_away_the_device_of_another(tables: Tables) -> None:
    key, eve = new_key(), Person.with_key(new_key())
    person = Person.with_key(key)
    await tables.persons.keep(person, key, "Chrome on Android", "Ada")
    (device,) = await tables.persons.devices(person)
    await tables.persons.send_away(eve, device.key_hash)
    assert await tables.persons.of_key(key) is not None


async def test_what_somebody_changes_about_themselves_is_kept(tables: Tables) -> None:
    key = new_key()
    person = await tables.persons.keep(Person.with_key(key), key, "Edge on Windows", "Ada")
    holidays = (Holiday(date(2026, 12, 24), date(2027, 1, 6)),)
    changed = Person(person.mark, "Ada L", 7, "Europe/London", Quiet(1320, 420), True, holidays)
    await tables.persons.change(changed)
    assert await tables.persons.of_key(key) == changed


# -- quiet hours and holidays --------------------------------------------------------------


def moment(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()


def test_quiet_hours_cross_midnight_on_the_clock_of_the_person() -> None:
    assert BERLIN.is_quiet(moment("2026-07-01T21:59:00+02:00")) is False
    assert BERLIN.is_quiet(moment("2026-07-01T22:00:00+02:00")) is True
    assert BERLIN.is_quiet(moment("2026-07-02T07:29:00+02:00")) is True
    assert BERLIN.is_quiet(moment("2026-07-02T07:30:00+02:00")) is False


def test_quiet_hours_follow_a_change_of_the_clocks() -> None:
    """On 25 October 2026 the clocks of Berlin go back: the night is an hour longer, and half past seven is later."""
    assert BERLIN.is_quiet(moment("2026-10-25T06:15:00+00:00")) is True
    assert BERLIN.is_quiet(moment("2026-10-24T06:15:00+00:00")) is False
    assert BERLIN.is_quiet(moment("2026-10-25T06:30:00+00:00")) is False


def test_a_holiday_has_its_first_and_its_last_day() -> None:
    away = Person("c" * 64, zone="Pacific/Auckland", holidays=(Holiday(date(2026, 7, 1), date(2026, 7, 2)),))
    assert not away.is_away(moment("2026-06-30T23:59:00+12:00"))
    assert away.is_away(moment("2026-07-01T00:00:00+12:00"))
    assert away.is_away(moment("2026-07-02T23:59:00+12:00"))
    assert not away.is_away(moment("2026-07-03T00:00:00+12:00"))


def test_a_zone_that_nobody_knows_is_the_worlds() -> None:
    assert Person("d" * 64, zone="Mars/Olympus").there(time.time()).utcoffset() is not None
