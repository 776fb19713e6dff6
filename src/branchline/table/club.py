"""The club: what a server is. Open to all or for members by invitation, and what strangers may see of it.

The host is whoever takes the link that the server prints at its first start. Hosts and members are persons with that
role; everybody else is a stranger, who may play where they are let in.
"""

import asyncio
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import sqlalchemy as sa

from branchline.refusal import Refused
from branchline.table.person import STRANGER, Person
from branchline.table.persons import PERSONS, Persons, person_of
from branchline.table.seats import Part, words
from branchline.table.store import Store, schema
from branchline.table.trouble import NotYours
from branchline.table.way_back import Kind, WaysBack

if TYPE_CHECKING:
    from branchline.table.table import Table

CLUB = sa.Table(
    "club",
    schema,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),  # 1: there is one
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("door", sa.String(8), nullable=False),
    sa.Column("site", sa.String(200), nullable=False),
    sa.Column("finished", sa.String(8), nullable=False),
    sa.Column("records", sa.String(8), nullable=False),
)

DOORS: Final = {"open": "everybody", "members": "members"}
"""Who may lay tables and sit down at them without a link."""

CIRCLES: Final = {"players": "who played", "members": "members", "everyone": "everybody"}
"""Who may see something, from the smallest circle to the largest."""

LISTINGS: Final = {"unlisted": "who has its link", "members": "members", "listed": "everybody"}
"""Who is shown a table."""

HERE: Final = 10 * 60.0
"""Seconds for which somebody who was seen is here."""


@dataclass(frozen=True)
class Club:
    name: str = ""
    door: str = "open"
    site: str = ""  # where friends reach the server: https://trains.example
    finished: str = "members"  # who may look at others' finished games,
    records: str = "members"  # and save their records

    def admits(self, circle: str, person: Person, part: Part) -> bool:
        """Does somebody who has this part in a table belong to a circle?"""
        return bool(part) or circle == "everyone" or (circle == "members" and bool(person.role))

    def lets_in(self, person: Person) -> bool:
        """May somebody lay tables, and sit down at those that are listed?"""
        return self.door == "open" or bool(person.role)

    def listings(self, person: Person) -> tuple[str, ...]:
        """The tables of others that somebody is shown."""
        if not person.role:
            return ("listed",) if self.door == "open" else ()
        return ("listed", "members")

    # -- what is refused -------------------------------------------------------------------

    def check_door(self, person: Person) -> None:
        if not self.lets_in(person):
            raise NotYours(
                "club", "This club is for its members: ask its host for an invitation, or a friend for a link."
            )

    def check_look(self, table: "Table", person: Person) -> None:
        """May they look at this table?"""
        part = table.seats.part_of(person)
        if table.row.listing == "members" and not self.admits("members", person, part):
            raise NotYours("club", "This table is for members of the club.")
        if table.over and not self.admits(self.finished, person, part):
            raise NotYours("club", "This game is over. Only those can look at it again whom the club lets do so.")

    def check_record(self, table: "Table", person: Person) -> None:
        self.check_look(table, person)
        if not self.admits(self.records, person, table.seats.part_of(person)):
            raise NotYours("club", "The record of this game is for those who play it.")

    def check_branch(self, table: "Table", person: Person) -> None:
        self.check_look(table, person)
        if not table.over and not table.seats.part_of(person):
            raise NotYours("club", "While others play this game, nobody else can play on from it.")


class Clubhouse:
    """The club of this server, kept in its database."""

    def __init__(self, store: Store, persons: Persons, ways: WaysBack, site: str = "") -> None:
        self.store = store
        self.persons = persons
        self.ways = ways
        self.site = site  # where the server was told that it stands: then no page says otherwise
        self._known: tuple[int | None, Club] | None = None

    async def club(self) -> Club:
        stamp = self.store.stamp()
        if self._known is None or stamp is None or self._known[0] != stamp:
            self._known = (stamp, await asyncio.to_thread(self._read))
        return self._known[1]

    def _read(self) -> Club:
        with self.store.reading() as connection:
            row = connection.execute(sa.select(CLUB)).first()
        club = Club(row.name, row.door, row.site, row.finished, row.records) if row else Club()
        return replace(club, site=self.site) if self.site else club

    async def change(self, person: Person, wish: Club) -> None:
        """What the host says holds for everybody at once."""
        check_host(person)
        club = checked(replace(wish, site=self.site) if self.site else wish)
        await asyncio.to_thread(self._write, club)
        self._known = None

    def _write(self, club: Club) -> None:
        with self.store.writing() as connection:
            self._put(connection, club)

    def _put(self, connection: sa.Connection, club: Club) -> None:
        if connection.execute(sa.update(CLUB).values(asdict(club))).rowcount == 0:
            connection.execute(sa.insert(CLUB).values({**asdict(club), "id": 1}))
        self.store.restamp(connection)

    # -- who belongs to it -----------------------------------------------------------------

    async def host_link(self) -> str | None:
        """The path of the link by which the first one becomes the host; None once there is one. What was
        printed before is good no more."""
        if await asyncio.to_thread(self._has_host):
            return None
        await self.ways.withdraw(Kind.HOST)
        return f"/club/{await self.ways.offer(STRANGER, Kind.HOST)}"

    def _has_host(self) -> bool:
        with self.store.reading() as connection:
            return connection.execute(sa.select(PERSONS.c.id).where(PERSONS.c.role == "host")).first() is not None

    async def invitation(self, person: Person) -> str:
        """The path of a link by which one more becomes a member."""
        check_host(person)
        return f"/club/{await self.ways.offer(person, Kind.INVITATION)}"

    async def enter(self, token: str, person: Person, site: str) -> Kind:
        """Take a link into the club. The first host's page says where the server stands."""
        kind = await asyncio.to_thread(self._enter, token, person, site)
        self.persons.forget()
        self._known = None
        return kind

    def _enter(self, token: str, person: Person, site: str) -> Kind:
        with self.store.writing() as connection:
            kind = Kind(self.ways.spend(connection, token, Kind.HOST, Kind.INVITATION).kind)
            here = PERSONS.c.id == person.mark
            if kind == Kind.HOST:
                hosts = connection.execute(sa.select(PERSONS.c.id).where(PERSONS.c.role == "host")).first()
                if hosts is not None:
                    raise NotYours("links", "This club has a host already.")
                connection.execute(sa.update(PERSONS).where(here).values(role="host"))
                club = self._read()
                if not club.site and fit_for_site(site):
                    self._put(connection, replace(club, site=site))
            else:
                connection.execute(sa.update(PERSONS).where(here, PERSONS.c.role == "").values(role="member"))
            self.store.restamp(connection)
            return kind

    async def members(self) -> list[Person]:
        """Hosts and members, those seen last first."""
        return await asyncio.to_thread(self._members, 0.0)

    async def here(self) -> list[Person]:
        """Who was seen a moment ago: hosts and members."""
        return await asyncio.to_thread(self._members, self.store.clock.now() - HERE)

    def _members(self, seen: float) -> list[Person]:
        belong = sa.and_(PERSONS.c.role != "", PERSONS.c.deleted.is_(None), PERSONS.c.seen >= seen)
        with self.store.reading() as connection:
            rows = connection.execute(sa.select(PERSONS).where(belong).order_by(PERSONS.c.seen.desc()).limit(500))
            return [person_of(row) for row in rows]

    async def set_role(self, host: Person, mark: str, role: str) -> None:
        """Make a member a host, or the other way round, or let somebody go. A club keeps a host."""
        check_host(host)
        if role not in ("host", "member", ""):
            raise Refused("club", "A role is host, member or none.")
        await asyncio.to_thread(self._set_role, mark, role)
        self.persons.forget()

    def _set_role(self, mark: str, role: str) -> None:
        with self.store.writing() as connection:
            connection.execute(sa.update(PERSONS).where(PERSONS.c.id == mark, PERSONS.c.role != "").values(role=role))
            self.store.restamp(connection)
            if connection.execute(sa.select(PERSONS.c.id).where(PERSONS.c.role == "host")).first() is None:
                raise Refused("club", "A club needs a host: make somebody else host first.")


def check_host(person: Person) -> None:
    if person.role != "host":
        raise NotYours("club", "Only a host of the club can do this.")


def checked(wish: Club) -> Club:
    """What a host may say of the club."""
    if wish.door not in DOORS or {wish.finished, wish.records} - set(CIRCLES):
        raise Refused("club", "The club can't be set so: choose one of what the page offers.")
    site = wish.site.strip().rstrip("/")
    if site and not fit_for_site(site):
        raise Refused("club", "The address is that of a server, such as https://trains.example.")
    return replace(wish, name=words(wish.name, 40, "name"), site=site)


def fit_for_site(site: str) -> bool:
    parts = urlsplit(site)
    bare = not (parts.query or parts.fragment or parts.username or site.endswith("/"))
    return parts.scheme in ("http", "https") and bool(parts.hostname) and bare and len(site) <= 200
