"""The caretaker: what a host does for the whole house, from a terminal or in the browser.

What is taken away lies in a drawer for thirty days and can be brought back. A host may play here, too: nothing that
this room gives to a page tells of a running game what its table does not.
"""

import asyncio
import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa

from branchline.game import Json
from branchline.refusal import Refused
from branchline.table import backup
from branchline.table.channel import HOUSE_KEYS
from branchline.table.person import STRANGER, Person, new_key
from branchline.table.persons import DEVICES, PERSONS, person_of, values_of
from branchline.table.service import Tables
from branchline.table.store import HOLDERS, SEATS, TABLES, Row, Seat, Store, no_table, schema, stale
from branchline.table.table import Table
from branchline.table.trouble import Newer, NoTable

DRAWER = sa.Table(
    "drawer",
    schema,
    sa.Column("id", sa.String(64), primary_key=True),  # the table's, or the person's mark
    sa.Column("kind", sa.String(8), nullable=False),  # table or person
    sa.Column("title", sa.String(80), nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("rows", sa.JSON, nullable=False),
)

log = logging.getLogger("branchline")

DAY: Final = 24 * 3600.0
KEPT_FOR: Final = 30 * DAY
SEALED: Final = b"branchline sealed backup\n"


@dataclass(frozen=True)
class Kept:
    """Something in the drawer."""

    id: str
    kind: str
    title: str
    at: float


@dataclass(frozen=True)
class Resident:
    """Somebody whom the house knows, as far as a host has to."""

    person: Person
    created: float
    seen: float
    devices: int
    tables: int


@dataclass(frozen=True)
class Fault:
    """A table that does not follow from its record."""

    table: str
    reason: str


class Caretaker:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.store: Store = tables.store

    # -- looking -----------------------------------------------------------------------------------

    async def rows(self, asked: str = "", limit: int = 50) -> list[Row]:
        """Tables, those that changed last first; with words, those whose title, seats or id have them."""
        return await asyncio.to_thread(self._rows, asked, limit)

    def _rows(self, asked: str, limit: int) -> list[Row]:
        query = sa.select(TABLES.c.id).order_by(TABLES.c.changed.desc(), TABLES.c.id).limit(limit)
        if asked:
            seated = sa.select(SEATS.c.table_id).where(has(SEATS.c.name, asked))
            query = query.where(sa.or_(TABLES.c.id == asked, has(TABLES.c.title, asked), TABLES.c.id.in_(seated)))
        with self.store.reading() as connection:
            return [self.store.row(str(id)) for id in connection.execute(query).scalars()]

    async def row(self, id: str) -> Row:
        return await asyncio.to_thread(self.store.row, id)

    async def rows_of(self, person: Person) -> list[Row]:
        """The tables that somebody laid, or sits at."""
        found = await asyncio.to_thread(self.store.taking_part, person.mark)
        return [await self.row(id) for id in found]

    async def residents(self, asked: str = "", limit: int = 50) -> list[Resident]:
        """Persons, those seen last first."""
        of_mark = PERSONS.c.id.startswith(asked, autoescape=True)
        where = sa.or_(has(PERSONS.c.name, asked), of_mark) if asked else sa.true()
        return await asyncio.to_thread(self._found, where, limit)

    def _found(self, where: sa.ColumnElement[bool], limit: int) -> list[Resident]:
        devices = sa.select(sa.func.count()).where(DEVICES.c.person == PERSONS.c.id, DEVICES.c.away.is_(None))
        seats = sa.select(sa.func.count(sa.distinct(HOLDERS.c.table_id))).where(HOLDERS.c.key_hash == PERSONS.c.id)
        query = (
            sa.select(PERSONS, devices.scalar_subquery().label("devices"), seats.scalar_subquery().label("tables"))
            .where(PERSONS.c.deleted.is_(None), where)
            .order_by(PERSONS.c.seen.desc(), PERSONS.c.id)
            .limit(limit)
        )
        with self.store.reading() as connection:
            found = connection.execute(query).all()
        return [Resident(person_of(row), row.created, row.seen, row.devices, row.tables) for row in found]

    async def resident(self, mark: str) -> Resident:
        """Somebody by their mark, or by its beginning if it is nobody else's."""
        found = await asyncio.to_thread(self._found, PERSONS.c.id.startswith(mark, autoescape=True), 2)
        if len(mark) < 8 or len(found) != 1:
            raise NoTable("persons", f"There is nobody known as {mark[:64]!r}.")
        return found[0]

    async def export_person(self, mark: str) -> Json:
        """What the house keeps of somebody, for them if they ask: neither keys nor what others said."""
        resident = await self.resident(mark)
        person = resident.person
        devices = await self.tables.persons.devices(person)
        rows = await self.rows_of(person)
        return {
            "person": {**values_of(person), "created": resident.created, "seen": resident.seen},
            "devices": [{"label": one.label, "created": one.created, "seen": one.seen} for one in devices],
            "addresses": await self.tables.ways.addresses(person),
            "passkeys": [passkey.label for passkey in await self.tables.passkeys.of(person)],
            "tables": [{"id": row.id, "game": row.game, "title": row.title, "created": row.created} for row in rows],
        }

    async def table(self, id: str) -> Table:
        """One table with its moves played from the start: what does not follow from what was before is refused."""
        return await self.tables.read(id)

    async def export(self, id: str) -> Json:
        """The whole record of a table with its seed: it tells everything, to be kept from who still plays."""
        return told_with(await self.table(id))

    async def export_shown(self, id: str) -> Json:
        """The record for a host who may play here: of a running game what a spectator knows."""
        table = await self.table(id)
        return told_with(table) if table.over else table.sight.record(table.sight.eyes(STRANGER))

    async def check(self) -> tuple[int, list[Fault]]:
        """Replay every table against its record: how many there are, and what is wrong."""
        found = await asyncio.to_thread(self._ids)
        faults = []
        for id in found:
            try:
                await self.table(id)
            except NoTable:
                continue  # taken away meanwhile
            except Refused as refused:
                faults.append(Fault(id, refused.reason))
        return len(found), faults

    def _ids(self) -> list[str]:
        with self.store.reading() as connection:
            return [str(id) for id in connection.execute(sa.select(TABLES.c.id).order_by(TABLES.c.id)).scalars()]

    # -- tables ------------------------------------------------------------------------------------

    async def take_table(self, id: str) -> None:
        """Take a table away, into the drawer."""
        await asyncio.to_thread(self._take_table, await self.row(id))
        await self.tables.gone(id)

    def _take_table(self, row: Row) -> None:
        with self.store.writing() as connection:
            told = backup.take_out(connection, row.id)
            self._put(connection, Kept(row.id, "table", row.title, self.store.clock.now()), told)
            self.store.notify(connection, row.id)

    async def new_link(self, id: str, seat: int) -> str:
        """Give a person's seat (counted from 0) a new link, for who lost everything: who held it does so no longer, and
        all read it in the log. The path of the link."""
        table = await self.tables.get(id)
        if not 0 <= seat < len(table.seats) or table.seats[seat].kind == "bot":
            raise Refused("seats", f"Table {id} has no seat {seat + 1} of a person.")
        if table.over:
            raise Refused("turn", "The game is over.")
        if table.seats[seat].taken:
            await table.seats.give_again(seat)
        else:
            await asyncio.to_thread(self._renew, table.row, seat)
            async with table.lock:
                await table.refresh()
        return f"/join/{id}/{(await self.tables.get(id)).seats[seat].token}"

    def _renew(self, row: Row, seat: int) -> None:
        with self.store.writing() as connection:
            here = sa.and_(SEATS.c.table_id == row.id, SEATS.c.seat == seat)
            connection.execute(sa.update(SEATS).where(here).values(token=new_key()))
            self._stepped(connection, row.id)

    def _stepped(self, connection: sa.Connection, id: str) -> None:
        step = sa.update(TABLES).where(TABLES.c.id == id).values(revision=TABLES.c.revision + 1)
        if connection.execute(step).rowcount != 1:
            raise no_table(id)
        self.store.notify(connection, id)

    # -- persons -----------------------------------------------------------------------------------

    async def take_person(self, mark: str) -> None:
        """Take somebody out of the house: no device of theirs leads in, and a bot sits in at their running games. After
        thirty days in the drawer they are forgotten for good."""
        resident = await self.resident(mark)
        await asyncio.to_thread(self._take_person, resident.person)
        self.tables.persons.forget()
        for id in await asyncio.to_thread(self.store.taking_part, resident.person.mark):
            try:
                await (await self.tables.get(id)).seats.sit_in_for(resident.person)
            except (NoTable, Newer):  # at what this server can't open nobody moves
                continue

    def _take_person(self, person: Person) -> None:
        now = self.store.clock.now()
        here, theirs = PERSONS.c.id == person.mark, sa.and_(DEVICES.c.person == person.mark, DEVICES.c.away.is_(None))
        with self.store.writing() as connection:
            row = connection.execute(sa.select(PERSONS).where(here, PERSONS.c.deleted.is_(None))).first()
            if row is None:
                raise stale()
            devices = list(connection.execute(sa.select(DEVICES.c.key_hash).where(theirs)).scalars())
            told = {"persons": dict(row._mapping), "devices": devices}
            self._put(connection, Kept(person.mark, "person", person.name or "Somebody", now), told)
            connection.execute(sa.update(DEVICES).where(theirs).values(away=now))
            nobody = values_of(Person.of_mark(person.mark)) | {"deleted": now}
            connection.execute(sa.update(PERSONS).where(here).values(nobody))
            self.store.restamp(connection)
            self._new_tokens(connection, person.mark)
            if person.role == "host" and not connection.execute(HOSTS).first():
                raise Refused("club", "A club needs a host: make somebody else host first.")

    def _new_tokens(self, connection: sa.Connection, mark: str) -> None:
        """Who has the link of a seat may move there: the links that somebody may still have lead nowhere."""
        held = connection.execute(sa.select(HOLDERS.c.table_id, HOLDERS.c.seat).where(HOLDERS.c.key_hash == mark)).all()
        for table, seat in held:
            here = sa.and_(SEATS.c.table_id == table, SEATS.c.seat == seat, SEATS.c.token.is_not(None))
            connection.execute(sa.update(SEATS).where(here).values(token=new_key()))
        for table in {table for table, _ in held}:
            self._stepped(connection, table)  # whoever has the table in memory reads the new ones

    # -- the drawer --------------------------------------------------------------------------------

    async def drawer(self) -> list[Kept]:
        """What can be brought back, the last first."""
        return await asyncio.to_thread(self._drawer)

    def _drawer(self) -> list[Kept]:
        query = sa.select(DRAWER.c.id, DRAWER.c.kind, DRAWER.c.title, DRAWER.c.at).order_by(DRAWER.c.at.desc())
        with self.store.reading() as connection:
            return [Kept(row.id, row.kind, row.title, row.at) for row in connection.execute(query)]

    def _put(self, connection: sa.Connection, kept: Kept, told: Json) -> None:
        connection.execute(
            sa.insert(DRAWER).values(id=kept.id, kind=kept.kind, title=kept.title, at=kept.at, rows=told)
        )

    async def bring_back(self, id: str) -> Kept:
        """Lay a table again, or let somebody in again, out of the drawer."""
        kept = await asyncio.to_thread(self._bring_back, id)
        self.tables.persons.forget()
        if kept.kind == "table":
            await self.tables.get(kept.id)
        return kept

    def _bring_back(self, id: str) -> Kept:
        with self.store.writing() as connection:
            begins = DRAWER.c.id.startswith(id, autoescape=True)
            here = sa.or_(DRAWER.c.id == id, sa.and_(DRAWER.c.kind == "person", begins))
            found = connection.execute(sa.select(DRAWER).where(here).limit(2)).all()
            if len(id) < 8 or len(found) != 1:
                raise NoTable("drawer", f"Nothing lies in the drawer as {id[:64]!r}.")
            row = found[0]
            if row.kind == "table":
                backup.put_in(connection, row.rows)
            else:
                self._let_in(connection, row.rows)
            connection.execute(sa.delete(DRAWER).where(DRAWER.c.id == row.id))
            return Kept(row.id, row.kind, row.title, row.at)

    def _let_in(self, connection: sa.Connection, told: Json) -> None:
        person = told["persons"]
        connection.execute(sa.update(PERSONS).where(PERSONS.c.id == person["id"]).values(person))
        theirs = sa.and_(DEVICES.c.person == person["id"], DEVICES.c.key_hash.in_(told["devices"]))
        connection.execute(sa.update(DEVICES).where(theirs).values(away=None))
        self.store.restamp(connection)

    async def keep_tidy(self) -> None:
        """Once a day, for as long as the server runs."""
        while True:
            try:
                await self.tidy()
            except Refused as refused:
                log.warning("The drawer is not tidied: %s", refused.reason)
            await asyncio.sleep(DAY)

    async def tidy(self) -> None:
        """What has lain in the drawer for thirty days goes for good."""
        for kept in await self.drawer():
            if kept.at >= self.store.clock.now() - KEPT_FOR:
                continue
            try:
                if kept.kind == "person":
                    await self.tables.delete(Person.of_mark(kept.id))
                await asyncio.to_thread(self._throw_away, kept.id)
            except Refused as refused:  # the others go all the same
                log.warning("The %s in the drawer stays for another day: %s", kept.kind, refused.reason)

    def _throw_away(self, id: str) -> None:
        with self.store.writing() as connection:
            connection.execute(sa.delete(DRAWER).where(DRAWER.c.id == id))

    # -- backups -----------------------------------------------------------------------------------

    async def sealed_backup(self, folder: Path) -> bytes:
        """A backup, checked, for who fetches it in a browser. It holds the seeds of running games and everybody's
        links: only who has the key of the house can open it."""
        from cryptography.fernet import Fernet  # slow to import, seldom needed

        file = folder / "night.backup"
        await asyncio.to_thread(backup.take, self.store, file)
        key = await asyncio.to_thread(self.key)
        return await asyncio.to_thread(lambda: SEALED + Fernet(key).encrypt(file.read_bytes()))

    def key(self) -> bytes:
        """What opens sealed backups: made once, and printed for who sits at the server (`branchline admin key`)."""
        from cryptography.fernet import Fernet

        kept = sa.select(HOUSE_KEYS.c.value).where(HOUSE_KEYS.c.name == "backup")
        with self.store.writing() as connection:
            found = connection.execute(kept).scalar()
            if found is None:
                found = Fernet.generate_key().decode()
                connection.execute(sa.insert(HOUSE_KEYS).values(name="backup", value=found))
            return str(found).encode()


def opened(sealed: bytes, key: str) -> bytes:
    """A sealed backup as it was before."""
    from cryptography.fernet import Fernet, InvalidToken

    try:
        return Fernet(key.strip().encode()).decrypt(sealed.removeprefix(SEALED))
    except (InvalidToken, ValueError):
        raise Refused(
            "backup", "This key does not open the backup: it is what `branchline admin key` printed there."
        ) from None


HOSTS: Final = sa.select(PERSONS.c.id).where(PERSONS.c.role == "host", PERSONS.c.deleted.is_(None))


def has(column: Any, words: str) -> Any:
    return sa.func.lower(column).contains(words.lower(), autoescape=True)


def told_with(table: Table) -> Json:
    record: Json = table.position.record()
    return {**record, "names": table.names, "title": table.title, "seed": table.row.seed}


def whose(seats: Sequence[Seat]) -> str:
    return ", ".join(seat.called for seat in seats)


def as_text(told: Json) -> str:
    return json.dumps(told, ensure_ascii=False, indent=1)
