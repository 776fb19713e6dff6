"""Sockets: a page or a program listens to a table, and hears what is new until it goes."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from fastapi import WebSocket, WebSocketDisconnect
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocketDisconnected

from branchline.refusal import Refused
from branchline.table.feed import Change, Watch
from branchline.web.answers import said, status_of

TICK: Final = 20.0
"""Seconds after which a page hears something even if nothing is new: it is still connected."""

GONE: Final = (WebSocketDisconnect, WebSocketDisconnected)
"""How it is said that a listener has gone: while something is sent, or before."""

SLICE: Final = 8
"""Of a crowd, the listeners that are told in one round of the loop."""


class Turnstile:
    """Lets a crowd through a few at a time, in the order in which they came, so that whoever asks for something else
    meanwhile is answered between them."""

    def __init__(self, slice: int = SLICE) -> None:
        self.slice = slice  # of them in one round of the loop
        self._free = slice
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._turning = False

    async def through(self) -> None:
        if self._free and not self._waiting:
            self._free -= 1
            return self._turn()
        waiting = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        self._turn()
        await waiting

    def _turn(self) -> None:
        if not self._turning:
            self._turning = True
            asyncio.get_running_loop().call_soon(self._next_round)

    def _next_round(self) -> None:
        self._free, self._turning = self.slice, False
        while self._waiting and self._free:
            waiting = self._waiting.popleft()
            if not waiting.done():  # they may have gone
                waiting.set_result(None)
                self._free -= 1
        if self._free < self.slice:
            self._turn()


async def follow(
    socket: WebSocket,
    watch: Watch,
    send: Callable[[Change | None], Awaitable[None]],
    ticks: bool = False,
    hear: Callable[[str], None] = lambda _: None,
) -> None:
    """Call `send` at once and for every change, until the listener goes or the server stops; and `hear` with what
    the listener says."""
    with watch:
        beside = [asyncio.create_task(listen(socket, watch.close, hear))]
        if ticks:
            beside.append(asyncio.create_task(tick(socket)))
        try:
            await send(None)
            async for change in watch:
                await send(change)
        finally:
            for task in beside:
                task.cancel()


async def listen(socket: WebSocket, done: Callable[[], None], hear: Callable[[str], None]) -> None:
    """Until the listener goes."""
    try:
        while (message := await socket.receive())["type"] != "websocket.disconnect":
            hear((message.get("text") or "")[:100])
    finally:
        done()


async def tick(socket: WebSocket) -> None:
    with suppress(*GONE):
        while True:
            await asyncio.sleep(TICK)
            await socket.send_json({})


async def refuse(socket: WebSocket, refused: Refused) -> None:
    await socket.close(4000 + status_of(refused), close_reason(refused))


def close_reason(refused: Refused) -> str:
    """The reason as far as it fits into a WebSocket's last frame: 123 bytes."""
    return said(refused).reason.encode("utf-8", "replace")[:120].decode("utf-8", "ignore")


def asked_number(connection: HTTPConnection, name: str) -> int | None:
    text = connection.query_params.get(name) if connection.scope["query_string"] else None
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Refused("request", f"{name} has to be a whole number.")
    return int(text)
