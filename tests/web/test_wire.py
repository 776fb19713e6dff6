"""What comes over the wire: heads come to an end, bodies may be long."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import uvicorn

from branchline.server import listen_nearby
from branchline.web.wire import HEAD, Wire

pytestmark = pytest.mark.anyio

Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def length(scope: Any, receive: Any, send: Any) -> None:
    """Answers how long the body is."""
    found, more = 0, True
    while more:
        message = await receive()
        found, more = found + len(message["body"]), message["more_body"]
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"6")]})
    await send({"type": "http.response.body", "body": b"%06d" % found})


@pytest.fixture
async def line() -> AsyncIterator[Line]:
    listener = listen_nearby("127.0.0.1", 8400)
    server = uvicorn.Server(uvicorn.Config(length, http=Wire, log_level="error", lifespan="off"))
    listener.listen()
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    reader, writer = await asyncio.open_connection(*listener.getsockname())
    yield reader, writer
    writer.close()
    server.should_exit = True
    await serving


async def test_a_long_body_is_no_long_head(line: Line) -> None:
    reader, writer = line
    for size in (0, 5 * HEAD, 1):
        writer.write(b"POST / HTTP/1.1\r\nhost: table\r\ncontent-length: %d\r\n\r\n" % size)
        for _ in range(size // 1000):
            writer.write(b"x" * 1000)
            await writer.drain()
        writer.write(b"x" * (size % 1000))
        answer = await reader.readuntil(b"%06d" % size)
        assert answer.startswith(b"HTTP/1.1 200")


async def test_a_head_without_an_end_is_cut_off(line: Line) -> None:
    reader, writer = line
    writer.write(b"GET / HTTP/1.1\r\nhost: table\r\n")
    for number in range(HEAD // 1000 + 2):
        writer.write(b"x-%d: " % number + b"y" * 1000 + b"\r\n")
        await writer.drain()
    answer = await reader.read()
    assert answer.startswith(b"HTTP/1.1 400")
    assert answer.endswith(b"too large.")
