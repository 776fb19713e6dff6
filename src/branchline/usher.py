"""The usher: leads whoever comes to the worker at which their table stands, so that all its pages are drawn in one
process, and no other has to read what is done there.

Any worker takes in a connection and reads the first words of it. If they name a table that stands at another worker,
the connection itself goes there, with what was read. Where that can't be, it is served where it came to: each worker
can serve every table.
"""

import asyncio
import hashlib
import re
import socket
import sys
from array import array
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

MOST: Final = 128_000
"""Bytes of the first words that go along; more than is ever read at once is served where it came to."""

NAMED: Final = re.compile(rb"[A-Z]+ [^ ?]*?/tables/([\w-]+)")
"""A request that is about a table."""

CAN_LEAD: Final = sys.platform == "linux"
"""Elsewhere a connection can't be handed over, or not with so many words."""


class Usher:
    """Of one worker: its door, and the way to the others' in the same folder."""

    def __init__(self, folder: Path, place: int, places: int) -> None:
        self.folder = folder
        self.place = place
        self.places = places
        self.door = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)

    def home(self, table: bytes) -> int:
        """The place of the worker at which a table stands."""
        return hashlib.sha256(table).digest()[0] % self.places

    def elsewhere(self, words: bytes) -> int | None:
        """Where a request is to be served, if it is not here."""
        named = NAMED.match(words)
        home = self.home(named[1]) if named is not None else self.place
        return home if home != self.place else None

    def open(self, serve: Callable[[], asyncio.Protocol]) -> None:
        """Let in whom others lead here; `serve` makes what serves a connection."""
        path = self.folder / str(self.place)
        path.unlink(missing_ok=True)  # of one who stood here before
        self.door.bind(str(path))
        asyncio.get_running_loop().add_reader(self.door, self.let_in, serve)

    def let_in(self, serve: Callable[[], asyncio.Protocol]) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                words, handed, _, _ = socket.recv_fds(self.door, MOST, 1)
            except BlockingIOError:
                return
            for connection in handed:
                arrival = partial(LedHere, serve, words)
                coming = loop.create_task(loop.connect_accepted_socket(arrival, socket.socket(fileno=connection)))
                coming.add_done_callback(lambda task: task.cancelled() or task.exception())  # who has gone has gone

    def lead(self, connection: Any, words: bytes, place: int) -> bool:
        """Hand a connection over. False, if nobody stands there who has a hand free."""
        try:
            handle = array("i", [connection.fileno()])
            rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, handle)]
            self.door.sendmsg([words], rights, 0, str(self.folder / str(place)))  # send_fds of 3.11 sends nowhere
        except OSError:
            return False
        return True

    def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self.door)
        self.door.close()


class Arrival(asyncio.Protocol):
    """A connection that has not said anything yet."""

    def __init__(self, usher: Usher, serve: Callable[[], asyncio.Protocol], waiting: set[Any]) -> None:
        self.usher = usher
        self.serve = serve
        self.waiting = waiting  # whom the server tells when it ends
        self.transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.waiting.add(self)

    def data_received(self, data: bytes) -> None:
        self.waiting.discard(self)
        place = self.usher.elsewhere(data) if len(data) <= MOST else None
        connection = self.transport.get_extra_info("socket")
        if place is not None and self.usher.lead(connection, data, place):
            self.transport.abort()  # ours is one of two handles now; the line itself stays open
        else:
            goes_on(self.transport, self.serve(), data)

    def connection_lost(self, error: Exception | None) -> None:
        self.waiting.discard(self)

    def shutdown(self) -> None:
        self.transport.close()


class LedHere(asyncio.Protocol):
    """A connection that another worker has led here."""

    def __init__(self, serve: Callable[[], asyncio.Protocol], words: bytes) -> None:
        self.serve = serve
        self.words = words

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        goes_on(transport, self.serve(), self.words)


def goes_on(transport: Any, protocol: asyncio.Protocol, words: bytes) -> None:
    """From here on somebody else serves a connection, to whom its first words are repeated."""
    transport.set_protocol(protocol)
    protocol.connection_made(transport)
    protocol.data_received(words)


class ComesAgain:
    """What is asked here of a table that stands elsewhere is answered, and the line closed: the next leads there."""

    def __init__(self, app: Any, usher: Usher) -> None:
        self.app = app
        self.usher = usher

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def close(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), (b"connection", b"close")]}
            await send(message)

        away = scope["type"] == "http" and self.usher.elsewhere(b"GET " + scope["path"].encode()) is not None
        await self.app(scope, receive, close if away else send)
