"""Who asks: a key in a cookie (a browser) or in the Authorization header (a program).

A key is unguessable and opens the seats that it holds at any table. A seat's own token is good in
its place, for that seat alone.
"""

import re
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from branchline.refusal import Refused
from branchline.table.table import new_key
from branchline.table.trouble import NotYours

COOKIE: Final = "branchline"
YEAR: Final = 365 * 24 * 3600
KEY: Final = re.compile(r"[A-Za-z0-9_-]{20,64}")


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
    return origin is not None and urlsplit(origin).netloc != connection.headers.get("host")


def key_or_new(request: Request) -> tuple[str, bool]:
    """The key of a request, or a new one, and whether it is new."""
    if foreign(request):
        raise Refused("seats", "A page of another site may not do this.")
    key = key_of(request)
    return (key, False) if key else (new_key(), True)


def give_key(response: Response, key: str, secure: bool) -> None:
    """Let the browser keep its key."""
    response.set_cookie(COOKIE, key, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/")
