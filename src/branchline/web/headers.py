"""Headers that go out with every answer: what a browser may do with a page of ours, and HEAD for every GET."""

from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",  # no script in a page, whatever somebody manages to write into it
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # lengths and places are numbers of the game
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

ALWAYS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # a seat's link is a secret; without a referrer at all forms have no origin
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

SENT: Final = [(name.lower().encode(), value.encode()) for name, value in ALWAYS.items()]


class Headers:
    """Adds what every answer carries, and answers HEAD as GET without its body."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        bare = scope["method"] == "HEAD"

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message["headers"]
                said = {name for name, _ in headers}
                message["headers"] = [*headers, *(header for header in SENT if header[0] not in said)]
            elif bare:
                message = {**message, "body": b""}
            await send(message)

        asked = {**scope, "method": "GET"} if bare else scope
        try:
            await self.app(asked, receive, dressed)
        finally:
            scope["route"] = asked.get("route")  # under which it is counted and written down
