"""The feed: who looks at a table hears that it has changed, and then reads what it may know.

A change says only that there is something new. Whoever hears it asks the table for everything
since the last n it knows, so that changes which come fast may be told as one and nothing is missed.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import Final

from branchline.refusal import Refused
from branchline.table.store import Store
from branchline.table.trouble import Unavailable

TICK: Final = 0.02
"""Seconds between two looks at an SQLite file that another process may have changed."""

RETRY: Final = 1.0
"""Seconds before a lost database is tried again."""

log = logging.getLogger("branchline")


@dataclass(frozen=True)
class Change:
    """Something new at a table: for everybody, or (a draft) for one seat only."""

    table: str
    n: int
    seat: int | None = None


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
            change = Change(change.table, change.n)  # of both kinds: for everybody
        self._change = change
        self._news.set()

    def close(self) -> None:
        """End the iteration: the server is going down."""
        self._change = None
        self._news.set()


class Feed:
    """All watches of this process."""

    def __init__(self) -> None:
        self.watches: dict[str, set[Watch]] = {}

    def watch(self, table: str) -> Watch:
        return Watch(self, table)

    def tell(self, change: Change) -> None:
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
    version = None
    while True:
        if feed.watches and (now := store.data_version()) != version:
            version = now
            await changed(list(feed.watches))
        await asyncio.sleep(TICK)


async def hear_postgres(store: Store, feed: Feed, changed: Changed) -> None:
    """PostgreSQL tells: `_step` of the store notifies."""
    import psycopg  # type: ignore[import-not-found,unused-ignore]

    url = store.url.set(drivername="postgresql").render_as_string(hide_password=False)
    try:
        async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
            await connection.execute("listen branchline")
            await changed(list(feed.watches))  # what was told before anybody listened
            async for notice in connection.notifies():
                await changed([notice.payload])
    except psycopg.Error as error:
        raise Unavailable("database", f"PostgreSQL does not answer: {error}.") from error
