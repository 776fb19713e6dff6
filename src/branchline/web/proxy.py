"""The proxy before the server: a line in the journal, once, when it hides what is needed."""

import logging
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from branchline.web.place import Here, from_here, passed_on

log = logging.getLogger("branchline")

NO_NAME: Final = (
    "A proxy hides under which name people ask for this server: their pages come from {0}, and the server is asked as "
    "{1}. Start it with --url {0}, or with a prefix behind that. Until then pages get no news by themselves but ask "
    "for them, and older browsers can't move."
)
NOT_OURS: Final = (
    "A page of {0} asked the server {1} to change something, or to listen, and was refused. If that is the same place "
    "behind a proxy, start the server with --url {0}, or with a prefix behind that."
)
NO_ASKER: Final = (
    "A proxy does not say who asks: let it set X-Forwarded-For. Until then all who come through it share the quotas "
    "of one address."
)
NO_TRUST: Final = (
    "A machine that is not named by --trusted-proxy says who asks (X-Forwarded-For), and is not believed. If it is "
    "your proxy, name it: until then all who come through it share the quotas of one address."
)
NO_SOCKETS: Final = (
    "A proxy does not pass WebSockets on: let it set Upgrade and Connection. Until then pages ask for news every two "
    "seconds."
)

MOST: Final = 100
"""Sentences that are told: what a stranger makes up shall not fill the journal."""


class Proxy:
    """What was found out about it since this process began."""

    def __init__(self) -> None:
        self.told: set[str] = set()
        self.hides = False  # is there one, and does it pass requests off as this machine's own?

    def forget(self) -> None:
        """Another server begins."""
        self.told.clear()
        self.hides = False

    def tell(self, sentence: str) -> None:
        """Once: who hides something hides it with every request."""
        if sentence not in self.told and len(self.told) < MOST:
            self.told.add(sentence)
            log.warning("%s", sentence)

    def tell_of(self, origin: str, host: str) -> None:
        """A page asked that is another site's, or seems to be."""
        if not self.hides:
            self.tell(NOT_OURS.format(origin, host))

    def look(self, connection: HTTPConnection) -> None:
        """What does this request say of the proxy that it came through?"""
        names = {name for name, _ in connection.scope["headers"]}
        if b"sec-websocket-key" in names and connection.scope["type"] == "http":
            self.tell(NO_SOCKETS)
        if Here.place.host:
            self.look_for_asker(connection)
        elif b"sec-fetch-site" in names and connection.headers.get("sec-fetch-site") == "same-origin":
            headers = connection.headers
            origin, host = headers.get("origin", ""), headers.get("host", "")
            if origin and urlsplit(origin).netloc != host:
                if from_here(connection) and not passed_on(connection):  # else a stranger may have made it up
                    self.hides = True
                self.tell(NO_NAME.format(origin[:100], host[:100]))

    def look_for_asker(self, connection: HTTPConnection) -> None:
        asked_for = connection.headers.get("x-forwarded-for")
        if asked_for is not None:
            believed = connection.client is None or connection.client.host in asked_for
            if not believed:
                self.tell(NO_TRUST)
        elif Here.place.scheme == "https" and from_here(connection) and {"cookie", "origin"} & set(connection.headers):
            self.tell(NO_ASKER)  # nobody but a proxy brings what was given over HTTPS to the server itself


proxy = Proxy()


def at_the_server(connection: HTTPConnection) -> bool:
    """Asked from this very machine, and not through a proxy. Where the host has said how people reach the server there
    is one, and it need not say so: then nobody is."""
    return from_here(connection) and not (passed_on(connection) or Here.place.host or proxy.hides)


class Noticed:
    """Looks at every request for what the proxy hides."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        proxy.forget()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            proxy.look(HTTPConnection(scope))
        await self.app(scope, receive, send)
