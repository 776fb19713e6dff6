"""Sockets: a page or a program listens to a table, and hears what is new until it goes."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from fastapi import WebSocket, WebSocketDisconnect

from branchline.refusal import Refused
from branchline.table.feed import Change, Watch
from branchline.web.answers import status_of

TICK: Final = 20.0
"""Seconds after which a page hears something even if nothing is new: it is still connected."""


async def follow(
    socket: WebSocket, watch: Watch, send: Callable[[Change | None], Awaitable[None]], ticks: bool = False
) -> None:
    """Call `send` at once and for every change, until the listener goes or the server stops."""
    with watch:
        beside = [asyncio.create_task(listen(socket, watch.close))]
        if ticks:
            beside.append(asyncio.create_task(tick(socket)))
        try:
            await send(None)
            async for change in watch:
                await send(change)
        finally:
            for task in beside:
                task.cancel()


async def listen(socket: WebSocket, done: Callable[[], None]) -> None:
    """Nothing that a listener says matters, only that it goes."""
    try:
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass
    finally:
        done()


async def tick(socket: WebSocket) -> None:
    with suppress(WebSocketDisconnect):
        while True:
            await asyncio.sleep(TICK)
            await socket.send_json({})


async def refuse(socket: WebSocket, refused: Refused) -> None:
    await socket.close(4000 + status_of(refused), close_reason(refused))


def close_reason(refused: Refused) -> str:
    """The reason as far as it fits into a WebSocket's last frame: 123 bytes."""
    return refused.reason.encode("utf-8", "replace")[:120].decode("utf-8", "ignore")


def asked_number(socket: WebSocket, name: str) -> int | None:
    text = socket.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Refused("request", f"{name} has to be a whole number.")
    return int(text)
