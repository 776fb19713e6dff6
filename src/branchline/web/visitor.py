"""Who asks: a key in a cookie (a browser) or in the Authorization header (a program).

A key is unguessable and leads to a person, who holds seats at any table. A seat's own token is good in
its place, for that seat alone. A browser that was sent away is somebody new; a program is told so.
"""

import re
from dataclasses import dataclass
from typing import Annotated, Final
from urllib.parse import urlsplit

from fastapi import Depends
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from branchline.table.person import STRANGER, Person, hash_key, new_key
from branchline.table.persons import Persons
from branchline.table.service import Tables
from branchline.table.trouble import NotYours
from branchline.web.answers import tables_of
from branchline.web.device import label_of
from branchline.web.place import base
from branchline.web.proxy import proxy
from branchline.web.sheets import Sheets

COOKIE: Final = "branchline"
YEAR: Final = 365 * 24 * 3600
KEY: Final = re.compile(r"[A-Za-z0-9_-]{20,64}")


@dataclass(frozen=True)
class Visitor:
    """Somebody with the key that their browser keeps, or is to keep."""

    key: str
    new: bool
    person: Person
    device: str = ""  # what it is called: "Firefox on Linux"

    @property
    def key_hash(self) -> str:
        return hash_key(self.key)

    async def settle(self, persons: Persons, name: str = "") -> Person:
        """They do something: from now on the house knows them, by the name that they give."""
        return await persons.keep(self.person, self.key, self.device, name)


def key_of(connection: HTTPConnection) -> str | None:
    """The key that comes with a request; None for a stranger.

    A cookie counts only where the page that sends it is ours: another site cannot move for you.
    """
    kind, _, word = connection.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer" or (connection.scope["type"] == "websocket" and "token" in connection.query_params):
        word = word.strip() or connection.query_params.get("token", "")
        if not KEY.fullmatch(word):
            raise NotYours("seats", "This token is none of ours: it was mistyped or cut off.")
        return word
    cookie = connection.cookies.get(COOKIE, "")
    if not KEY.fullmatch(cookie) or foreign(connection):
        return None
    return cookie


def foreign(connection: HTTPConnection) -> bool:
    """Does another site's page send this request to change something, or to listen?"""
    if connection.scope["type"] == "http" and connection.scope["method"] in ("GET", "HEAD", "OPTIONS"):
        return False
    origin = connection.headers.get("origin")
    if origin is None or connection.headers.get("sec-fetch-site") == "same-origin":  # a browser's word, never a page's
        return False
    return urlsplit(origin).netloc != connection.headers.get("host")


def from_elsewhere(connection: HTTPConnection) -> NotYours:
    """Another site's page, or ours behind a proxy that hides under which name it was asked for."""
    origin, host = connection.headers.get("origin", ""), connection.headers.get("host", "")
    proxy.tell_of(origin[:100], host[:100])
    return NotYours(
        "seats",
        f"A page of another site may not do this: it comes from {origin[:100]}, and this server is asked as "
        f"{host[:100]}. If that is the same place behind a proxy, its host starts it with --url {origin[:100]}.",
    )


async def found_by(connection: HTTPConnection, key: str | None) -> Person | None:
    """Who comes with a key; None for a stranger, and for a browser that was sent away."""
    if key is None:
        return None
    persons: Persons = connection.app.state.tables.persons
    person = await persons.of_key(key)
    if person is None and "authorization" in connection.headers:
        raise NotYours("seats", "This device was sent away: its key opens nothing any more.")
    return person


async def person_of(connection: HTTPConnection) -> Person:
    """Who reads or listens; a stranger, if they bring no key."""
    return await found_by(connection, key_of(connection)) or STRANGER


def may_be_anothers(socket: HTTPConnection) -> bool:
    """Does somebody's cookie come from a page that may be another site's? It leads to nobody, and to be shown as a
    stranger what one sits at would mislead."""
    return COOKIE in socket.cookies and "token" not in socket.query_params and foreign(socket)


async def changer_of(request: Request) -> Person:
    """Who changes something: never on the word of another site's page."""
    if foreign(request) and "authorization" not in request.headers:
        raise from_elsewhere(request)
    return await person_of(request)


async def visitor_of(request: Request) -> Visitor:
    """Who opens a page or sits down: with a new key, until its cookie comes back."""
    if foreign(request):
        raise from_elsewhere(request)
    device = label_of(request.headers.get("user-agent", ""))
    key = key_of(request)
    person = await found_by(request, key)
    if key is not None and person is not None:
        return Visitor(key, False, person, device)
    fresh = new_key()
    return Visitor(fresh, True, Person.with_key(fresh), device)


def give_key(response: Response, visitor: Visitor, secure: bool) -> None:
    """Let the browser keep its key."""
    response.set_cookie(
        COOKIE, visitor.key, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path=base() or "/"
    )


def remember(request: Request, response: Response, guest: Visitor) -> Response:
    """The browser keeps its key, but no copy of the page: the next one at the screen may go back to it."""
    response.headers["Cache-Control"] = "no-store"
    give_key(response, guest, secure=request.url.scheme == "https")
    return response


async def sheets_of(request: Request) -> Sheets:
    found: Sheets = request.app.state.sheets
    return found


Service = Annotated[Tables, Depends(tables_of)]
Drawn = Annotated[Sheets, Depends(sheets_of)]
Guest = Annotated[Visitor, Depends(visitor_of)]
Reader = Annotated[Person, Depends(person_of)]
Changer = Annotated[Person, Depends(changer_of)]
"""What a request comes to: the tables, their drawings, and who sends it."""
