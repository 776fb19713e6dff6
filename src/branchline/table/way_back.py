"""Ways back to a person: a link or a QR code that is good once, a mailed link, a passkey. No passwords.

What leads back is a token that nobody can guess; the house knows its hash alone. A token is good for a while and
once: who takes it spends it in the same transaction in which it does what it is for.
"""

import asyncio
import logging
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

import sqlalchemy as sa

from branchline.refusal import Refused
from branchline.table.mail import Mail, Undelivered, is_address
from branchline.table.person import Person, hash_key, new_key
from branchline.table.persons import PERSONS, Belongings, Persons, person_of
from branchline.table.store import Store, schema
from branchline.table.trouble import NotYours

log = logging.getLogger("branchline")

MINUTE: Final = 60.0
DAY: Final = 24 * 3600.0

TOKENS = sa.Table(
    "tokens",
    schema,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("person", sa.String(64), nullable=False, index=True),  # whose it is, or who gave it out
    sa.Column("about", sa.String(254), nullable=False),  # an address that is to be proved
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("expires", sa.Double),  # None: good until it is taken
    sa.Column("spent", sa.Double),
)

ADDRESSES = sa.Table(
    "addresses",
    schema,
    sa.Column("address", sa.String(254), primary_key=True),  # in small letters; leads to one person only
    sa.Column("person", sa.String(64), nullable=False, index=True),
    sa.Column("created", sa.Double, nullable=False),
)


class Kind(StrEnum):
    """What a token is for."""

    DEVICE = "device"  # one more device of a person
    MAIL = "mail"  # the same, sent to a proved address
    ADDRESS = "address"  # proves that an address is somebody's
    INVITATION = "invitation"  # into the club
    HOST = "host"  # whoever takes it is the club's host
    CHALLENGE = "challenge"  # for a passkey to answer


GOOD_FOR: Final = {
    Kind.DEVICE: 10 * MINUTE,
    Kind.MAIL: 30 * MINUTE,
    Kind.ADDRESS: DAY,
    Kind.INVITATION: 14 * DAY,
    Kind.HOST: None,
    Kind.CHALLENGE: 5 * MINUTE,
}
"""Seconds for which each is good."""

BETWEEN_LETTERS: Final = MINUTE
"""Seconds before the same address is written to again."""

LINKS: Final = (Kind.DEVICE, Kind.MAIL)
"""What opens a person on one more device."""


@dataclass(frozen=True)
class Way:
    """What a token leads to."""

    kind: Kind
    person: Person
    about: str
    expires: float | None


class WaysBack:
    def __init__(self, store: Store, persons: Persons) -> None:
        self.on_the_way: set[asyncio.Task[None]] = set()
        self.store = store
        self.persons = persons
        persons.belongings.append(Belongings(join, forget))

    # -- tokens --------------------------------------------------------------------------

    async def offer(self, person: Person, kind: Kind, about: str = "") -> str:
        """A new token of this kind; what it is worth is on the disk before anybody has it."""
        token = new_key()
        await asyncio.to_thread(self._offer, token, person.mark, kind, about)
        return token

    def _offer(self, token: str, mark: str, kind: Kind, about: str) -> None:
        now, good_for = self.store.clock.now(), GOOD_FOR[kind]
        row = {
            "token_hash": hash_key(token),
            "kind": str(kind),
            "person": mark,
            "about": about,
            "created": now,
            "expires": now + good_for if good_for is not None else None,
        }
        with self.store.writing() as connection:
            connection.execute(sa.delete(TOKENS).where(TOKENS.c.expires < now - DAY))  # of no use to anybody
            connection.execute(sa.insert(TOKENS).values(row))

    async def withdraw(self, kind: Kind) -> None:
        """All of this kind are good no more."""
        await asyncio.to_thread(self._withdraw, kind)

    def _withdraw(self, kind: Kind) -> None:
        with self.store.writing() as connection:
            connection.execute(sa.delete(TOKENS).where(TOKENS.c.kind == str(kind)))

    async def look(self, token: str, *kinds: Kind) -> Way:
        """Where a token leads, without taking it: a messenger that looks at a link does no harm."""
        return await asyncio.to_thread(self._look, token, kinds)

    def _look(self, token: str, kinds: tuple[Kind, ...]) -> Way:
        with self.store.reading() as connection:
            row = self._good(connection, token, kinds)
            found = connection.execute(sa.select(PERSONS).where(PERSONS.c.id == row.person)).first()
        person = person_of(found) if found else Person.of_mark(row.person)
        return Way(Kind(row.kind), person, row.about, row.expires)

    def _good(self, connection: sa.Connection, token: str, kinds: tuple[Kind, ...]) -> Any:
        row = connection.execute(sa.select(TOKENS).where(TOKENS.c.token_hash == hash_key(token))).first()
        if row is None or row.kind not in kinds:
            raise NotYours("links", "This link is none of ours: it was mistyped or cut off.")
        if row.spent is not None:
            raise NotYours("links", "This link is spent: each is good once. Ask for a new one.")
        now = self.store.clock.now()
        if row.expires is not None and not row.created - MINUTE <= now <= row.expires:
            raise NotYours("links", "This link is too old. Ask for a new one.")
        return row

    def spend(self, connection: sa.Connection, token: str, *kinds: Kind) -> Any:
        """Take a token, within the transaction of what it is for: of two who take it at once, one does."""
        row = self._good(connection, token, kinds)
        unspent = sa.and_(TOKENS.c.token_hash == row.token_hash, TOKENS.c.spent.is_(None))
        if connection.execute(sa.update(TOKENS).where(unspent).values(spent=self.store.clock.now())).rowcount != 1:
            raise NotYours("links", "This link is spent: each is good once. Ask for a new one.")
        return row

    # -- one more device -----------------------------------------------------------------

    async def open_on(self, token: str, key: str, label: str, join: Person | None = None) -> Person:
        """This device leads to the link's person from now on. With `join`, who came with it so far and the
        link's person are one and the same: all that they hold is that person's."""
        person = await asyncio.to_thread(self._open_on, token, key, label, join)
        self.persons.forget()
        return person

    def _open_on(self, token: str, key: str, label: str, join: Person | None) -> Person:
        with self.store.writing() as connection:
            mark = self.spend(connection, token, *LINKS).person
            return self.persons.lead(connection, key, label, mark, join)

    # -- by mail -------------------------------------------------------------------------

    async def addresses(self, person: Person) -> list[str]:
        """Where somebody can be written to; each is proved."""
        return await asyncio.to_thread(self._addresses, person.mark)

    def _addresses(self, mark: str) -> list[str]:
        query = sa.select(ADDRESSES.c.address).where(ADDRESSES.c.person == mark).order_by(ADDRESSES.c.created)
        with self.store.reading() as connection:
            return [str(row.address) for row in connection.execute(query)]

    async def prove(self, mail: Mail | None, person: Person, address: str, site: str) -> None:
        """Send a letter to an address that somebody says is theirs; its link proves it."""
        post, to = posted(mail), plain_address(address)
        if await self._written_lately(Kind.ADDRESS, to):
            raise Refused("mail", "A letter to this address is on its way; wait a minute before the next.")
        token = await self.offer(person, Kind.ADDRESS, to)
        text = (
            f"{person.name or 'Somebody'} wants to be reached at this address, and to come back by it:\n\n"
            f"{site}/address/{token}\n\n"
            "The link is good for a day. If that was not you, leave it alone: nothing happens."
        )
        await self._send(post, to, "Your address at Branchline", text, token)

    async def _send(self, post: Mail, to: str, subject: str, text: str, token: str) -> None:
        """A letter with a link. If it was surely not taken its link is good no more, and another can be asked for at
        once."""
        try:
            await post.send(to, subject, text)
        except Undelivered as lost:
            if not lost.uncertain:
                await asyncio.to_thread(self._take_off, token)
            raise

    def _take_off(self, token: str) -> None:
        with self.store.writing() as connection:
            connection.execute(sa.delete(TOKENS).where(TOKENS.c.token_hash == hash_key(token)))

    async def take_address(self, token: str) -> str:
        """The link of such a letter was followed: the address is that person's, and nobody else's any more."""
        return await asyncio.to_thread(self._take_address, token)

    def _take_address(self, token: str) -> str:
        with self.store.writing() as connection:
            row = self.spend(connection, token, Kind.ADDRESS)
            connection.execute(sa.delete(ADDRESSES).where(ADDRESSES.c.address == row.about))
            values = {"address": row.about, "person": row.person, "created": self.store.clock.now()}
            connection.execute(sa.insert(ADDRESSES).values(values))
            return str(row.about)

    async def drop_address(self, person: Person, address: str) -> None:
        await asyncio.to_thread(self._drop_address, person.mark, address)

    def _drop_address(self, mark: str, address: str) -> None:
        with self.store.writing() as connection:
            connection.execute(sa.delete(ADDRESSES).where(ADDRESSES.c.person == mark, ADDRESSES.c.address == address))

    async def write_to(self, mail: Mail | None, address: str, site: str) -> None:
        """Send the way back to whoever this address belongs to. Who asks learns nothing about who that is, nor
        whether there is anybody: not by the answer, not by how long it takes, not by a mail server that is down."""
        post, to = posted(mail), plain_address(address)
        letter = asyncio.create_task(self._write_to(post, to, site))
        self.on_the_way.add(letter)
        letter.add_done_callback(self.on_the_way.discard)

    async def rest(self) -> None:
        """What is on its way is handed over first."""
        if self.on_the_way:
            await asyncio.wait(set(self.on_the_way), timeout=15.0)

    async def _write_to(self, post: Mail, to: str, site: str) -> None:
        mark = await asyncio.to_thread(self._owner, to)
        if mark is None or await self._written_lately(Kind.MAIL, to):
            return
        person = await self.persons.get(mark)
        token = await self.offer(person, Kind.MAIL, to)
        text = (
            f"On the device on which you want to play as {person.name or 'yourself'}, open:\n\n"
            f"{site}/device/{token}\n\n"
            "The link is good once and for half an hour. If you did not ask for it, leave it alone: nothing happens."
        )
        try:
            await self._send(post, to, "Your way back to Branchline", text, token)
        except Refused as lost:
            log.warning("A letter with a way back was not sent: %s", lost.reason)

    def _owner(self, address: str) -> str | None:
        owned = sa.select(ADDRESSES.c.person).where(ADDRESSES.c.address == address)
        with self.store.reading() as connection:
            return connection.execute(owned).scalar()

    async def _written_lately(self, kind: Kind, address: str) -> bool:
        return await asyncio.to_thread(self._lately, kind, address)

    def _lately(self, kind: Kind, address: str) -> bool:
        now = self.store.clock.now()
        lately = TOKENS.c.created.between(now - BETWEEN_LETTERS, now + BETWEEN_LETTERS)  # it may have been set back
        query = sa.select(TOKENS.c.created).where(TOKENS.c.kind == str(kind), TOKENS.c.about == address, lately)
        with self.store.reading() as connection:
            return connection.execute(query).first() is not None


def posted(mail: Mail | None) -> Mail:
    if mail is None:
        raise Refused("mail", "This server sends no mail: its host has named no mail server.")
    return mail


def plain_address(text: str) -> str:
    address = text.strip().lower()
    if not is_address(address):
        raise Refused("mail", f"{text.strip()[:80]!r} is no address for mail.")
    return address


def join(connection: sa.Connection, old: str, new: str) -> None:
    """What leads to one person leads to another."""
    for table in (TOKENS, ADDRESSES):
        connection.execute(sa.update(table).where(table.c.person == old).values(person=new))


def forget(connection: sa.Connection, mark: str) -> None:
    for table in (TOKENS, ADDRESSES):
        connection.execute(sa.delete(table).where(table.c.person == mark))
