"""Persons: all who have done something on this server, and the devices that lead to them.

A key without a device is a person of its own whose mark is the key's hash: so it was before there were persons, and
so everybody begins. Rows are written when somebody does something, not for everyone who looks.
"""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

from branchline.refusal import Refused
from branchline.table.person import STRANGER, Holiday, Person, Quiet, hash_key
from branchline.table.store import Store, schema

PERSONS = sa.Table(
    "persons",
    schema,
    sa.Column("id", sa.String(64), primary_key=True),  # the hash of the first key: what seats and tables hold
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("colour", sa.Integer, nullable=False),
    sa.Column("zone", sa.String(64), nullable=False),
    sa.Column("quiet_from", sa.Integer),  # minutes of the day
    sa.Column("quiet_until", sa.Integer),
    sa.Column("weekend", sa.Boolean, nullable=False),  # kept free
    sa.Column("holidays", sa.JSON, nullable=False),  # pairs of days
    sa.Column("role", sa.String(8), nullable=False),  # in the club
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("seen", sa.Double, nullable=False, index=True),
    sa.Column("deleted", sa.Double),
)

DEVICES = sa.Table(
    "devices",
    schema,
    sa.Column("key_hash", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(64), sa.ForeignKey("persons.id"), nullable=False, index=True),
    sa.Column("label", sa.String(80), nullable=False),
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("seen", sa.Double, nullable=False),
    sa.Column("away", sa.Double),  # when it was sent away
)

SEEN_EVERY: Final = 300.0
"""Seconds after which it is written down again that a device was seen."""

KNOWN: Final = 10_000
"""How many keys are kept in memory."""


@dataclass(frozen=True)
class Device:
    key_hash: str
    label: str
    created: float
    seen: float


@dataclass(frozen=True)
class Known:
    """What is known of a key at one state of the database."""

    stamp: int
    person: Person | None  # None: the device was sent away
    seen: float  # when this was written down last; 0: there is no row


@dataclass(frozen=True)
class Belongings:
    """What a room of the house keeps of persons, known by their marks."""

    join: Callable[[sa.Connection, str, str], None]  # all that is the first one's is the second one's
    forget: Callable[[sa.Connection, str], None]  # somebody goes for good


class Persons:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.belongings: list[Belongings] = []
        self._known: dict[str, Known] = {}  # by the hash of a key

    # -- who comes -----------------------------------------------------------------------

    async def of_key(self, key: str) -> Person | None:
        """Who comes with this key; None if their device was sent away. Kept in memory until anybody changes
        who people are: who is sent away is out at once, at every worker."""
        mark, stamp = hash_key(key), self.store.stamp()
        known = self._known.get(mark)
        if known is None or stamp is None or known.stamp != stamp:
            known = await asyncio.to_thread(self._look_up, mark, stamp or 0)
            if len(self._known) >= KNOWN:
                self._known.clear()
            self._known[mark] = known
        if known.person is not None and known.seen and abs(self.store.clock.now() - known.seen) > SEEN_EVERY:
            await self._see(mark, known)
        return known.person

    async def by_mark(self, marks: Iterable[str]) -> dict[str, Person]:
        """Persons by their marks; of whom nothing is written, only the mark is known."""
        wanted = set(marks) - {""}
        rows = await asyncio.to_thread(self._rows, wanted)
        return {mark: person_of(rows[mark]) if mark in rows else Person.of_mark(mark) for mark in wanted}

    async def get(self, mark: str) -> Person:
        return (await self.by_mark([mark])).get(mark, STRANGER)

    async def seen(self, marks: Iterable[str]) -> dict[str, float]:
        """When each of them was here last."""
        return {mark: row.seen for mark, row in (await asyncio.to_thread(self._rows, set(marks))).items()}

    def _look_up(self, mark: str, stamp: int) -> Known:
        with self.store.reading() as connection:
            found = connection.execute(WHO_COMES, {"mark": mark}).first()
        if found is None:
            return Known(stamp, Person.of_mark(mark), 0.0)
        return Known(stamp, None if found.away is not None else person_of(found), found.device_seen)

    async def _see(self, mark: str, known: Known) -> None:
        """Write down that a device is in use; that the database can't is no reason to turn anybody away."""
        now = self.store.clock.now()
        self._known[mark] = replace(known, seen=now)
        person = known.person.mark if known.person else ""
        try:
            await asyncio.to_thread(self._write_seen, mark, person, now)
        except Refused:
            return

    def _write_seen(self, key_hash: str, person: str, now: float) -> None:
        with self.store.writing() as connection:
            connection.execute(sa.update(DEVICES).where(DEVICES.c.key_hash == key_hash).values(seen=now))
            connection.execute(sa.update(PERSONS).where(PERSONS.c.id == person).values(seen=now))

    def _rows(self, marks: Iterable[str]) -> dict[str, Any]:
        with self.store.reading() as connection:
            return {row.id: row for row in connection.execute(sa.select(PERSONS).where(PERSONS.c.id.in_(marks)))}

    # -- who is written down -------------------------------------------------------------

    async def keep(self, person: Person, key: str, label: str, name: str = "") -> Person:
        """Somebody does something: the person and the device are written down, unless they are. A name that
        they give is theirs from now on, if they have none yet."""
        kept = replace(person, name=person.name or name)
        known = self._known.get(hash_key(key))
        if known is None or not known.seen or kept != person:
            await asyncio.to_thread(self._keep, kept, hash_key(key), label)
            self.forget()
        return kept

    def _keep(self, person: Person, key_hash: str, label: str) -> None:
        now = self.store.clock.now()
        row = {**values_of(person), "id": person.mark, "created": now, "seen": now}
        device = {"key_hash": key_hash, "person": person.mark, "label": label[:80], "created": now, "seen": now}
        with self.store.writing() as connection:
            connection.execute(self._unless_there(PERSONS).values(row))
            if person.name:
                nameless = sa.and_(PERSONS.c.id == person.mark, PERSONS.c.name == "", PERSONS.c.deleted.is_(None))
                connection.execute(sa.update(PERSONS).where(nameless).values(name=person.name))
            connection.execute(self._unless_there(DEVICES).values(device))
            self.store.restamp(connection)

    async def change(self, person: Person) -> None:
        """Write down what somebody has changed about themselves."""
        await asyncio.to_thread(self._change, person)
        self.forget()

    def _change(self, person: Person) -> None:
        values = values_of(person)
        del values["role"]  # which is the club's to give
        with self.store.writing() as connection:
            connection.execute(sa.update(PERSONS).where(PERSONS.c.id == person.mark).values(values))
            self.store.restamp(connection)

    def forget(self) -> None:
        """What is in memory is asked for again."""
        self._known.clear()

    def _unless_there(self, table: sa.Table) -> Any:
        if self.store.sqlite:
            return sqlite.insert(table).on_conflict_do_nothing()
        from sqlalchemy.dialects import postgresql  # slow to import

        return postgresql.insert(table).on_conflict_do_nothing()

    # -- devices -------------------------------------------------------------------------

    async def devices(self, person: Person) -> list[Device]:
        """The devices that lead to somebody, the one seen last first."""
        return await asyncio.to_thread(self._devices, person.mark)

    def _devices(self, mark: str) -> list[Device]:
        of_person = sa.and_(DEVICES.c.person == mark, DEVICES.c.away.is_(None))
        with self.store.reading() as connection:
            rows = connection.execute(sa.select(DEVICES).where(of_person).order_by(DEVICES.c.seen.desc())).all()
        return [Device(row.key_hash, row.label, row.created, row.seen) for row in rows]

    async def send_away(self, person: Person, key_hash: str) -> None:
        """A device of theirs leads to nobody from now on."""
        await asyncio.to_thread(self._send_away, person.mark, key_hash)
        self.forget()

    def _send_away(self, mark: str, key_hash: str) -> None:
        theirs = sa.and_(DEVICES.c.person == mark, DEVICES.c.key_hash == key_hash)
        with self.store.writing() as connection:
            connection.execute(sa.update(DEVICES).where(theirs).values(away=self.store.clock.now()))
            self.store.restamp(connection)

    def lead(self, connection: sa.Connection, key: str, label: str, mark: str, join: Person | None) -> Person:
        """Within a larger transaction: a device leads to this person from now on. With `join`, who came with it
        so far is the same human."""
        now = self.store.clock.now()
        device = {"label": label[:80], "person": mark, "seen": now, "away": None}
        here = DEVICES.c.key_hash == hash_key(key)
        if join is not None and join.mark not in ("", mark):
            self._join(connection, join.mark, mark)
        if connection.execute(sa.update(DEVICES).where(here).values(device)).rowcount == 0:
            connection.execute(sa.insert(DEVICES).values(device | {"key_hash": hash_key(key), "created": now}))
        self.store.restamp(connection)
        row = connection.execute(sa.select(PERSONS).where(PERSONS.c.id == mark)).one()
        if row.deleted is not None:
            raise Refused("links", "Who this leads to is not here any more.")
        return person_of(row)

    def _join(self, connection: sa.Connection, old: str, new: str) -> None:
        """Two persons are one human: whatever the one holds is the other's, and the one is no more."""
        connection.execute(sa.update(DEVICES).where(DEVICES.c.person == old).values(person=new))
        for room in self.belongings:
            room.join(connection, old, new)
        host = sa.select(PERSONS.c.role).where(PERSONS.c.id == old)
        role = connection.execute(host).scalar() or ""
        if role:
            lower = sa.and_(PERSONS.c.id == new, PERSONS.c.role.in_(("", "member")))
            connection.execute(sa.update(PERSONS).where(lower).values(role=role))
        connection.execute(sa.delete(PERSONS).where(PERSONS.c.id == old))

    async def delete(self, person: Person) -> None:
        """Somebody goes for good: name, addresses and devices go; that there was somebody stays."""
        await asyncio.to_thread(self._delete, person.mark)
        self.forget()

    def _delete(self, mark: str) -> None:
        nobody = values_of(Person.of_mark(mark)) | {"deleted": self.store.clock.now()}
        with self.store.writing() as connection:
            for room in self.belongings:
                room.forget(connection, mark)
            connection.execute(
                sa.update(DEVICES).where(DEVICES.c.person == mark).values(away=nobody["deleted"], label="")
            )
            connection.execute(sa.update(PERSONS).where(PERSONS.c.id == mark).values(nobody))
            self.store.restamp(connection)


WHO_COMES: Final = (
    sa.select(PERSONS, DEVICES.c.away, DEVICES.c.seen.label("device_seen"))
    .join(DEVICES, DEVICES.c.person == PERSONS.c.id)
    .where(DEVICES.c.key_hash == sa.bindparam("mark"))
)


def person_of(row: Any) -> Person:
    """A person as they are stored."""
    quiet = Quiet(row.quiet_from, row.quiet_until) if row.quiet_from is not None else None
    holidays = tuple(Holiday(date.fromisoformat(first), date.fromisoformat(last)) for first, last in row.holidays)
    return Person(row.id, row.name, row.colour, row.zone, quiet, row.weekend, holidays, row.role)


def values_of(person: Person) -> dict[str, Any]:
    """A person as they are to be stored."""
    return {
        "name": person.name,
        "colour": person.colour,
        "zone": person.zone,
        "quiet_from": person.quiet.begins if person.quiet else None,
        "quiet_until": person.quiet.ends if person.quiet else None,
        "weekend": person.weekend,
        "holidays": [[holiday.first.isoformat(), holiday.last.isoformat()] for holiday in person.holidays],
        "role": person.role,
    }
