"""The feed: who looks at a table hears that it has changed, and then reads what it may know.

A change says what kind of thing is new, and to whom. Whoever hears it asks the table for everything
since the last stamp it knows, so that changes which come fast may be told as one and nothing is missed.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from types import TracebackType
from typing import Any, Final

from branchline.refusal import Refused
from branchline.table.store import LINE, PEOPLE, Store
from branchline.table.trouble import Unavailable

TICK: Final = 0.02
"""Seconds between two looks at an SQLite file that another process may have changed."""

SHARE: Final = 0.1
"""The most of a core that this may take, however many tables there are."""

RETRY: Final = 1.0
"""Seconds before a lost database is tried again."""

log = logging.getLogger("branchline")


class Kind(StrEnum):
    """What is new at a table."""

    MOVE = "move"  # the record has grown
    DRAFT = "draft"  # what one seat has not confirmed yet
    SEAT = "seat"  # who sits where, under which name, or where they play on
    SETTINGS = "settings"
    REMARK = "remark"  # a line that is no move
    PRESENCE = "presence"  # who looks
    THINKING = "thinking"  # what waits for its turn to think


@dataclass(frozen=True)
class Change:
    """Something new at a table: for everybody, or (a draft) for one seat only."""

    table: str
    kind: Kind
    stamp: int  # the table's revision with it
    seat: int | None = None
    ours: bool = True  # made by this server, not heard from another

    def concerns(self, seat: int | None) -> bool:
        """Is it new to whom this seat's eyes are (None: a spectator's)?"""
        return self.seat is None or self.seat == seat


class Watch:
    """The changes of one table, one after the other: `async for change in watch`."""

    def __init__(self, feed: "Feed", table: str) -> None:
        self.table = table
        self._feed = feed
        self._news = asyncio.Event()
        self._change: Change | None = None

    def __enter__(self) -> "Watch":
        self._feed.watches.setdefault(self.table, set()).add(self)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        watches = self._feed.watches.get(self.table, set())
        watches.discard(self)
        if not watches:
            self._feed.watches.pop(self.table, None)

    def __aiter__(self) -> "Watch":
        return self

    async def __anext__(self) -> Change:
        await self._news.wait()
        self._news.clear()
        change, self._change = self._change, None
        if change is None:
            raise StopAsyncIteration
        return change

    def tell(self, change: Change) -> None:
        if self._change is not None and self._change.seat != change.seat:
            change = replace(change, seat=None)  # for one and for another: for everybody
        self._change = change
        self._news.set()

    def close(self) -> None:
        """End the iteration: the server is going down."""
        self._change = None
        self._news.set()


class Feed:
    """Tells of every change: those who watch one table, and those who listen to all."""

    def __init__(self) -> None:
        self.watches: dict[str, set[Watch]] = {}
        self.listeners: list[Callable[[Change], None]] = []

    def watch(self, table: str) -> Watch:
        return Watch(self, table)

    def listen(self, listener: Callable[[Change], None]) -> None:
        """Be called with every change of every table of this process."""
        self.listeners.append(listener)

    def tell(self, change: Change) -> None:
        for listener in self.listeners:
            listener(change)
        for watch in self.watches.get(change.table, ()):
            watch.tell(change)

    def close(self) -> None:
        for watches in self.watches.values():
            for watch in watches:
                watch.close()


# -- what other servers do ----------------------------------------------------------------


Changed = Callable[[Iterable[str]], Awaitable[None]]


async def listen(store: Store, feed: Feed, changed: Changed) -> None:
    """Hear of tables that other processes change, for as long as the server runs."""
    while True:
        try:
            await (watch_file(store, feed, changed) if store.sqlite else hear_postgres(store, feed, changed))
        except Refused as trouble:
            log.warning("%s", trouble.reason)
        except Exception:
            log.exception("Listening for other servers failed and is tried again")
        await asyncio.sleep(RETRY)


async def watch_file(store: Store, feed: Feed, changed: Changed) -> None:
    """SQLite has no messages, but a counter of commits."""
    news = True  # what was written before anybody listened
    while True:
        begun = time.thread_time()
        if feed.watches and (store.written_elsewhere() or news):
            news = False
            await changed(list(feed.watches))
        await asyncio.sleep(max(TICK, (time.thread_time() - begun) / SHARE))


async def take_over(tables: AsyncIterator[str], changed: Changed) -> None:
    """Takes over what others change as it is heard: all that has come meanwhile at once, a table once."""
    waiting: dict[str, None] = {}
    more = asyncio.Event()

    async def go_on() -> None:
        while await more.wait():
            more.clear()
            now = list(waiting)
            waiting.clear()
            await changed(now)

    try:
        async with asyncio.TaskGroup() as group:
            going_on = group.create_task(go_on())
            async for table in tables:
                waiting[table] = None
                more.set()
            going_on.cancel()
    except ExceptionGroup as several:
        raise several.exceptions[0] from None


async def told_by_others(store: Store, notices: AsyncIterator[Any]) -> AsyncIterator[str]:
    """The tables that other servers tell of; what this one did it knows."""
    async for notice in notices:
        table, _, server = notice.payload.partition(" ")
        if table == PEOPLE:
            store.heard = (store.heard or 0) + 1
        elif server != store.server:
            yield table


async def hear_postgres(store: Store, feed: Feed, changed: Changed) -> None:
    """PostgreSQL tells: `_step` of the store notifies."""
    import psycopg  # type: ignore[import-not-found,unused-ignore]

    url = store.url.set(drivername="postgresql").render_as_string(hide_password=False)
    try:
        async with await psycopg.AsyncConnection.connect(url, autocommit=True, **LINE) as connection:
            await connection.execute("listen branchline")
            store.heard = secrets.randbits(30)
            await changed(list(feed.watches))  # what was told before anybody listened
            await take_over(told_by_others(store, connection.notifies()), changed)
    except psycopg.Error as error:
        raise Unavailable("database", f"PostgreSQL does not answer: {error}.") from error
    finally:
        store.heard = None
