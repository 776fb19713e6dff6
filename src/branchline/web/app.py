"""The web server: the API, and the pages for people."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from branchline.game import Game
from branchline.games import find as find_game
from branchline.refusal import Refused
from branchline.table.bots import Bots
from branchline.table.caretaker import Caretaker
from branchline.table.clock import Clock
from branchline.table.mail import Mail
from branchline.table.reach import Reach
from branchline.table.service import Tables
from branchline.table.trouble import Unavailable
from branchline.web import api, api_page, health, metrics, pages, schema
from branchline.web.answers import Answer, refusal, said, status_of
from branchline.web.bulletins import Bulletins
from branchline.web.door import Door
from branchline.web.headers import Headers
from branchline.web.leftovers import clear_away
from branchline.web.live import WISHES
from branchline.web.metrics import Counted, address_of, count_waiting, counted, heard
from branchline.web.place import AtPlace, Here, Place
from branchline.web.proxy import Noticed
from branchline.web.quotas import Limited, Quotas
from branchline.web.sheets import Sheets
from branchline.web.sockets import Turnstile
from branchline.web.talk import Talk

LIMIT: Final = 1_000_000
"""Bytes in a request. A long game's record has some tens of thousands."""

DRAIN: Final = 64_000_000
"""Bytes that are read and thrown away, so that who sends too much can still read the answer."""

DESCRIPTION: Final = """
Lay a table, send its `key` as `Authorization: Bearer KEY` with every move, and name the `n` of the view
that the move was made for. A seat's moves are a draft until its turn is confirmed. Every refusal is an
object with `rule`, a section of the game's rules or of the house, and `reason`, a sentence for people.

The feed is a WebSocket: `/api/tables/{id}/feed?since=N&token=KEY`. Each message holds `n`, the `moves` after
the last one that you know, and the `view` of the table, all as your seat may know it. After a lost connection
name the last `n` you have as `since`, and nothing is missed. Without `token` you watch as a spectator. If
a turn was taken back, `since` is 0 and all moves come again: they take the place of those that you have. With
`remarks=K` messages that hold `remarks` come as well: what was said after remark K, as you may hear it.
"""

log = logging.getLogger("branchline")


def create_app(
    database: str,
    find: Callable[[str], Game] = find_game,
    bots: Bots | None = None,
    *,
    games: Sequence[str] | None = None,
    clock: Clock | None = None,
    mail: Mail | None = None,
    reach: Reach | None = None,
    url: str = "",
    quotas: Quotas | None = None,
    workers: int = 1,
) -> FastAPI:
    """The server for one database: a path of an SQLite file, or a URL; `url` is how people reach it, where that is not
    what their requests say.

    The games are those of the house, or what `find` finds by the names of `games`.
    Refuses with one sentence if the database is not to be had. `workers`: so many processes serve it.
    """
    Here.place = Place.of(url)
    several, site = workers > 1, Here.place.url
    tables = Tables(database, find, bots, games=games, clock=clock, mail=mail, reach=reach, several=several, site=site)
    sheets = Sheets()
    tables.store.open()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await tables.start()
        rounds = (Caretaker(tables).keep_tidy(), count_waiting(tables), clear_away())
        beside = [asyncio.create_task(go_round) for go_round in rounds]
        yield
        for task in beside:
            task.cancel()
        await tables.stop()

    app = FastAPI(
        title="Branchline",
        summary="Tables for train board games.",
        description=DESCRIPTION,
        version="1",
        lifespan=lifespan,
        docs_url=None,  # ours, of our own files
        openapi_url="/api/openapi.json",
        redoc_url=None,
        redirect_slashes=False,
        telemetry={"tracing": False, "metrics": False, "logs": False},  # what is asked here is told to nobody else
    )
    allowed = quotas or Quotas.configured()
    app.state.tables, app.state.sheets, app.state.talk, app.state.quotas = tables, sheets, Talk(), allowed
    app.state.crowd, app.state.players, app.state.bulletins = Turnstile(), Turnstile(slice=1), Bulletins()
    app.add_middleware(GZipMiddleware, minimum_size=2000, compresslevel=4)
    app.add_middleware(Door, wishes=WISHES)
    app.add_middleware(SizeLimit)
    app.add_middleware(Limited, quotas=allowed, say=answer, workers=workers)
    app.add_middleware(Headers)
    app.add_middleware(Counted)
    app.add_middleware(Noticed)
    app.add_middleware(AtPlace, place=Here.place)
    tables.feed.listen(heard)
    pages.add_to(app)
    tables.postman.settled = counted
    app.include_router(api.router)
    for room in (api_page, health, metrics):
        app.include_router(room.router)
    schema.describe(app, tables.games)
    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(RequestValidationError, malformed)
    app.add_exception_handler(HTTPException, no_page)
    app.add_exception_handler(Exception, broken)
    return app


# -- trouble, in sentences ---------------------------------------------------------------


def answer(request: Request, status: int, refused: Refused) -> Response:
    """A refusal as JSON for programs, as a page for people."""
    if request.url.path.startswith("/api/"):
        return Answer(refusal(refused), status)
    return pages.trouble_page(request, status, refused)


async def refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    if isinstance(error, Unavailable):
        log.error("%s %s: %s", request.method, address_of(request.scope), error.reason)
    return answer(request, status_of(error), said(error))


async def malformed(request: Request, error: Exception) -> Response:
    """JSON that is none, or that does not say what is needed."""
    assert isinstance(error, RequestValidationError)
    faults = error.errors()
    if any(fault["type"] == "json_invalid" for fault in faults):
        return answer(request, 400, Refused("request", "The request's body is no JSON."))
    return answer(request, 422, Refused("request", " ".join(sentence(fault) for fault in faults[:3])))


def sentence(fault: dict[str, Any]) -> str:
    """One fault of a request in words: where, and what is wrong there."""
    place = ".".join(str(part)[:40] for part in fault["loc"] if part not in ("body", "query", "path"))
    what = str(fault["msg"]).removeprefix("Value error, ")
    if not place:
        return "The request's body has to be a JSON object, sent as application/json."
    return f"{place}: {what}."


async def no_page(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    reasons = {
        400: "The request's body is no JSON.",
        404: f"There is nothing at {request.url.path[:100]}.",
        405: f"{request.method} is not possible at {request.url.path[:100]}.",
    }
    return answer(request, error.status_code, Refused("request", reasons.get(error.status_code, str(error.detail))))


async def broken(request: Request, error: Exception) -> Response:
    """A fault of ours: the traceback is for the server's log, the sentence for the asker."""
    log.error("%s %s failed", request.method, address_of(request.scope), exc_info=error)
    return answer(request, 500, Refused("server", "Something failed on the server; your game is as it was."))


class SizeLimit:
    """Refuses bodies that are too large before anything reads them."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD", "OPTIONS"):
            return await self.app(scope, receive, send)
        parts: list[Message] = []
        size = 0
        while True:
            message = await receive()
            size += len(message.get("body", b""))
            if size <= LIMIT:
                parts.append(message)
            if size > DRAIN or not message.get("more_body", False):
                break
        if size > LIMIT:
            return await refuse_size(send)
        parts.reverse()

        async def replay() -> Message:
            return parts.pop() if parts else await receive()

        await self.app(scope, replay, send)


async def refuse_size(send: Send) -> None:
    said = {"rule": "request", "reason": f"That is too large: a request has at most {LIMIT:,} bytes."}
    body = json.dumps(said).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": body})
