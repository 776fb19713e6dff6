"""Presence: who looks at a table, thinks, types or is away, as the pages that are open tell.

A server knows the pages that are open at it, in memory alone. Where several serve the same tables, each writes down
which seats look through its pages when that changes, and again now and then; the others read it when they hear of a
change. What a server has not said again for a while is no longer true: it may have died.
"""

import asyncio
import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

import sqlalchemy as sa

from branchline.refusal import Refused
from branchline.table.feed import Change, Feed, Kind
from branchline.table.store import Store, schema

if TYPE_CHECKING:
    from branchline.table.table import Table

TYPING: Final = 6.0
"""Seconds for which somebody types after a key was pressed."""

BEAT: Final = 45.0
"""Seconds after which a server says again who is there."""

TRUE: Final = 100.0
"""Seconds for which it is believed."""

log = logging.getLogger("branchline")

PRESENCE: Final = sa.Table(
    "presence",
    schema,
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("server", sa.String(16), primary_key=True),
    sa.Column("looks", sa.String(8), nullable=False),
    sa.Column("until", sa.Double, nullable=False),
)


class Looks(StrEnum):
    AWAY = "away"
    LOOKING = "looking"
    THINKING = "thinking"  # it is their turn, or they are asked at the same time
    TYPING = "typing"


ORDER: Final = [Looks.AWAY, Looks.LOOKING, Looks.THINKING, Looks.TYPING]


@dataclass(eq=False)
class Page:
    """A page that somebody has open."""

    seats: tuple[int, ...]
    looking: bool = False
    typed: float = 0.0  # when a key was pressed last


class Presence:
    """Who looks at the tables of this server, and as far as they tell of others."""

    def __init__(self, store: Store, feed: Feed, several: bool) -> None:
        self.store = store
        self.feed = feed
        self.several = several
        self.server = store.server
        self.pages: dict[str, list[Page]] = {}
        self.elsewhere: dict[str, dict[int, tuple[Looks, float]]] = {}
        self._said: dict[str, dict[int, Looks]] = {}  # what others were told of this server

    # -- who is there ----------------------------------------------------------------------

    def of(self, table: "Table") -> dict[int, Looks]:
        """Each person's seat at a table: what they do."""
        now = self.store.clock.now()
        here = self._here(table.id, now)
        there = {seat: looks for seat, (looks, until) in self.elsewhere.get(table.id, {}).items() if until > now}
        found = {}
        for number, seat in enumerate(table.seats):
            if seat.kind == "bot" or not seat.taken:
                continue
            looks = max((one.get(number, Looks.AWAY) for one in (here, there)), key=ORDER.index)
            asked = number in table.row.asked and not seat.is_bot
            found[number] = Looks.THINKING if looks == Looks.LOOKING and asked else looks
        return found

    def _here(self, table: str, now: float) -> dict[int, Looks]:
        found: dict[int, Looks] = {}
        for page in self.pages.get(table, ()):
            looks = Looks.TYPING if 0 <= now - page.typed < TYPING else Looks.LOOKING if page.looking else Looks.AWAY
            for seat in page.seats:
                found[seat] = max(found.get(seat, Looks.AWAY), looks, key=ORDER.index)
        return found

    # -- what pages tell -------------------------------------------------------------------

    @contextmanager
    def open(self, table: str, seats: Sequence[int]) -> Iterator[Page]:
        """A page is open for as long as this lasts."""
        page = Page(tuple(seats))
        self.pages.setdefault(table, []).append(page)
        try:
            yield page
        finally:
            left = [one for one in self.pages.get(table, []) if one is not page]
            if left:
                self.pages[table] = left
            else:
                self.pages.pop(table, None)
            if page.seats and page.looking:
                self._tell(table)

    def look(self, table: str, page: Page, looking: bool) -> None:
        """Somebody looks at the page, or at another."""
        if page.looking != looking and page.seats:
            page.looking = looking
            self._tell(table)

    def type(self, table: str, page: Page) -> None:
        """Somebody types something to say; told again every few seconds while they go on."""
        now = self.store.clock.now()
        if page.seats and not 0 <= now - page.typed < TYPING / 2:
            page.typed = now
            self._tell(table)

    def _tell(self, table: str) -> None:
        self.feed.tell(Change(table, Kind.PRESENCE, 0))
        if self.several:
            self._written = asyncio.ensure_future(self.write([table]))

    # -- what servers tell each other ------------------------------------------------------

    async def write(self, tables: Iterable[str], again: bool = False) -> None:
        """Tell other servers who is here, if they do not know."""
        now = self.store.clock.now()
        for table in tables:
            here: dict[int, Looks] = {
                seat: looks for seat, looks in self._here(table, now).items() if looks != Looks.AWAY
            }
            if here == self._said.get(table, {}) and not again:
                continue
            self._said[table] = here
            if not here:
                del self._said[table]
            try:
                await asyncio.to_thread(self._replace, table, here, now + TRUE)
            except Refused as refused:
                log.warning("Other servers do not hear who looks at table %s: %s", table, refused.reason)

    def _replace(self, table: str, here: dict[int, Looks], until: float) -> None:
        with self.store.writing() as connection:
            connection.execute(
                sa.delete(PRESENCE).where(PRESENCE.c.table_id == table, PRESENCE.c.server == self.server)
            )
            for seat, looks in here.items():
                values = {"table_id": table, "seat": seat, "server": self.server, "looks": str(looks), "until": until}
                connection.execute(sa.insert(PRESENCE).values(values))
            self.store.notify(connection, table)

    async def follow(self, tables: Sequence[str]) -> None:
        """Read what other servers tell of these tables."""
        if not self.several:
            return
        found = await asyncio.to_thread(self._read, tables)
        for table in tables:
            if found.get(table, {}) != self.elsewhere.get(table, {}):
                self.elsewhere[table] = found.get(table, {})
                self.feed.tell(Change(table, Kind.PRESENCE, 0, ours=False))

    def _read(self, tables: Sequence[str]) -> dict[str, dict[int, tuple[Looks, float]]]:
        query = sa.select(PRESENCE).where(PRESENCE.c.table_id.in_(tables), PRESENCE.c.server != self.server)
        found: dict[str, dict[int, tuple[Looks, float]]] = {}
        with self.store.reading() as connection:
            for row in connection.execute(query):
                seats = found.setdefault(row.table_id, {})
                one = (Looks(row.looks), float(row.until))
                seats[row.seat] = max(seats.get(row.seat, one), one, key=lambda look: ORDER.index(look[0]))
        return found

    async def beat(self) -> None:
        """Say it again, for as long as the server runs, so that others know that it does."""
        while self.several:
            await asyncio.sleep(BEAT)
            await self.write(list(self._said), again=True)

    def close(self) -> None:
        """Nobody looks through this server any more."""
        if self.several:
            with self.store.writing() as connection:
                connection.execute(sa.delete(PRESENCE).where(PRESENCE.c.server == self.server))
