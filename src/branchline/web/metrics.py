"""Metrics: what a host's Prometheus counts. No name, no table and no address of anybody is in them."""

import asyncio
import os
import re
import secrets
import time
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client import REGISTRY as ONE
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from branchline.table.feed import Change, Kind
from branchline.table.notice import Fate
from branchline.table.service import Tables
from branchline.table.trouble import NotYours
from branchline.web.journal import journal
from branchline.web.proxy import at_the_server

TOKEN: Final = "BRANCHLINE_METRICS_TOKEN"
SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"  # where several workers count together

REQUESTS = Counter("branchline_requests", "Requests answered.", ["method", "address", "status"])
SECONDS = Histogram("branchline_request_seconds", "Time to the answer.", ["address"])
MOVES = Counter("branchline_moves", "Changes of records that this server made: turns, and what followed from them.")
DRAWS = Counter("branchline_draws", "Pages drawn.")
SOCKETS = Gauge("branchline_sockets", "Pages and programs that listen.", multiprocess_mode="livesum")
WAITING = Gauge("branchline_thinking_waiting", "Thoughts that wait for a process.", multiprocess_mode="livesum")
NOTICES = Counter("branchline_notices", "Letters of the outbox, by what became of them.", ["fate"])

BEAT: Final = 2.0
"""Seconds after which what waits is counted again."""

router = APIRouter(include_in_schema=False)


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """For who runs the server: asked from its own machine, or with the token that they set."""
    if not may_see(request):
        raise NotYours(
            "metrics",
            f"Metrics are told to who brings the token that the host set ({TOKEN}); without one, on this machine only.",
        )
    registry = ONE
    if os.environ.get(SHARED):
        bury_the_dead()
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)


def may_see(request: Request) -> bool:
    """By the token; without one set, whoever asks from here, where there is no proxy."""
    token, word = os.environ.get(TOKEN, ""), request.headers.get("authorization", "")
    if token:
        return secrets.compare_digest(word.encode(), f"Bearer {token}".encode())
    return at_the_server(request)


def heard(change: Change) -> None:
    if change.kind == Kind.MOVE and change.ours:
        MOVES.inc()


async def count_waiting(tables: Tables) -> None:
    """How many thoughts wait, for as long as the server runs."""
    while True:
        WAITING.set(sum(thinkers.waiting for thinkers in (tables.bots, tables.advisers, tables.analysts)))
        await asyncio.sleep(BEAT)


def counted(fate: Fate) -> None:
    NOTICES.labels(str(fate)).inc()


def workers() -> list[int]:
    """The processes that serve, by their numbers: those of several that count together and are alive. Who
    started them has loaded what counts, and serves nobody."""
    folder = os.environ.get(SHARED)
    if not folder:
        return [os.getpid()]
    return sorted(number for number in counting(folder) if alive(number) and number != os.getppid())


def bury_the_dead() -> None:
    """What a worker that was killed had open is not open any more."""
    for number in counting(os.environ[SHARED]):
        if not alive(number):
            mark_process_dead(number)  # type: ignore[no-untyped-call]


def counting(folder: str) -> set[int]:
    files = (re.fullmatch(r"gauge_live\w*_(\d+)\.db", file.name) for file in Path(folder).glob("*.db"))
    return {int(found[1]) for found in files if found}


def alive(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def address_of(scope: Scope) -> str:
    """An address as it is written in the code: what stands in its places, as a seat's token, is nowhere written."""
    return str(getattr(scope.get("route"), "path", "other"))


class Counted:
    """Counts requests and sockets, and writes a line about each request. An address is counted as it is written in
    the code, `/join/{id}/{token}`: what stands in its place is nobody's business."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            with SOCKETS.track_inprogress():
                return await self.app(scope, receive, send)
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        begun, status = time.perf_counter(), 500

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", entry.id.encode())]
            await send(message)

        with journal.entry() as entry:
            try:
                await self.app(scope, receive, noted)
            finally:
                took = time.perf_counter() - begun
                address = address_of(scope)
                method = scope["method"] if scope["method"] in METHODS else "other"
                REQUESTS.labels(method, address, status).inc()
                SECONDS.labels(address).observe(took)
                entry.done(method, address, status, took)


METHODS: Final = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")
