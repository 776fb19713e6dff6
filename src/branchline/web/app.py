"""The web server: the API, and the pages for people."""

import json
import logging
from collections.abc import AsyncIterator, Callable
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
from branchline.table.service import Tables
from branchline.web import api, pages
from branchline.web.answers import Answer, refusal, status_of

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
name the last `n` you have as `since`, and nothing is missed. Without `token` you watch as a spectator.
"""

log = logging.getLogger("branchline")


def create_app(database: str, find: Callable[[str], Game] = find_game, bots: Bots | None = None) -> FastAPI:
    """The server for one database: a path of an SQLite file, or a URL.

    Refuses with one sentence if the database is not to be had.
    """
    tables = Tables(database, find, bots)
    tables.store.open()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await tables.start()
        yield
        await tables.stop()

    app = FastAPI(
        title="Branchline",
        summary="Tables for train board games.",
        description=DESCRIPTION,
        version="1",
        lifespan=lifespan,
        docs_url="/api/docs",
        openapi_url="/api/openapi.json",
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.tables = tables
    app.add_middleware(SizeLimit)
    app.add_middleware(GZipMiddleware, minimum_size=2000, compresslevel=4)
    app.include_router(api.router)
    pages.add_to(app)
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
    return answer(request, status_of(error), error)


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
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
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
