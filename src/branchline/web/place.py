"""The place: under which address people reach the server, if the host has said so (`--url`).

Behind a proxy a request says little of it: here scheme, host and prefix are made what the address says, so that
links, cookies and the question who may move for whom are right whatever the proxy passes on.
"""

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from jinja2.ext import Extension
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from branchline.refusal import Refused

LEADING: Final = re.compile(r'((?:href|action|formaction|src|data-copy|data-link|data-analysis)=")/(?!/)')


@dataclass(frozen=True)
class Place:
    """https://club.example/rails in its parts."""

    scheme: str = ""
    host: str = ""
    prefix: str = ""

    @classmethod
    def of(cls, url: str) -> "Place":
        """Refuses what is no address of a server."""
        if not url:
            return cls()
        try:
            parts = urlsplit(url)
            known = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        except ValueError:
            known = False
        if not known or parts.query or parts.fragment or parts.username or not re.fullmatch(r"[\w./~-]*", parts.path):
            raise Refused("url", f"--url is what people type, as https://club.example/rails, not {url[:100]!r}.")
        return cls(parts.scheme, parts.netloc, parts.path.rstrip("/"))

    @property
    def url(self) -> str:
        """As people type it; "" if the host has not said it."""
        return f"{self.scheme}://{self.host}{self.prefix}" if self.host else ""


class Here:
    """Where this process stands: it serves one address."""

    place = Place()


def base() -> str:
    """What every path of ours begins with: "" or "/rails"."""
    return Here.place.prefix


class Located(Extension):
    """Lets paths in templates, written from the root of the site, begin where the server stands."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return LEADING.sub(r"\1{{ base() }}/", source)


class AtPlace:
    """Gives each request the address that people use. A proxy may pass the prefix on or cut it off."""

    def __init__(self, app: ASGIApp, place: Place) -> None:
        self.app = app
        self.place = place

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        place = self.place
        if scope["type"] not in ("http", "websocket") or not place.host:
            return await self.app(scope, receive, send)
        secure, path = place.scheme == "https", scope["path"]
        scheme = ("https" if secure else "http") if scope["type"] == "http" else ("wss" if secure else "ws")
        headers = [(name, value) for name, value in scope["headers"] if name != b"host"]
        inside = path.removeprefix(place.prefix) if f"{path}/".startswith(f"{place.prefix}/") else path
        scope = {
            **scope,
            "scheme": scheme,
            "headers": [*headers, (b"host", place.host.encode())],
            "path": inside or "/",
            "raw_path": (inside or "/").encode(),
            "root_path": place.prefix,
        }

        async def placed(message: Message) -> None:
            if message["type"] == "http.response.start":
                found = MutableHeaders(scope=message)
                if (to := found.get("location", "")).startswith("/"):
                    found["location"] = f"{place.prefix}{to}"
            await send(message)

        await self.app(scope, receive, placed)


FORWARDED: Final = {b"forwarded", b"x-forwarded-for", b"via"}


def from_here(connection: HTTPConnection) -> bool:
    """Does this very machine ask: somebody who sits at it, or a proxy that says nothing of who asks it?"""
    return connection.client is None or connection.client.host in ("127.0.0.1", "::1")


def passed_on(connection: HTTPConnection) -> bool:
    """Did a proxy pass it on, and say so?"""
    return any(name in FORWARDED for name, _ in connection.scope["headers"])
