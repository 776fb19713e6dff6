"""The feed: who looks at a table hears that it has changed, and then reads what it may know.

A change says only that there is something new. Whoever hears it asks the table for everything
since the last n it knows, so that changes which come fast may be told as one and nothing is missed.
"""

import asyncio
from dataclasses import dataclass
from types import TracebackType


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
