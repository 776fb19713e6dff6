"""The door: what players wish all the time, a move above all, is answered here. Every other request goes further in, to
where its address is looked up among all that there are."""

import re
from collections.abc import Mapping
from typing import Final

from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.types import ASGIApp, ExceptionHandler, Receive, Scope, Send

WISH: Final = re.compile(r"/tables/([^/]+)/(\w+)")


class Door:
    def __init__(self, app: ASGIApp, wishes: Mapping[str, APIRoute]) -> None:
        self.app = app
        self.wishes = wishes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = WISH.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        route = self.wishes.get(asked[2]) if asked is not None else None
        if asked is None or route is None:
            return await self.app(scope, receive, send)
        scope["route"], scope["path_params"] = route, {"id": asked[1]}
        request = Request(scope, receive, send)
        try:
            response = await route.endpoint(request)
        except Exception as error:
            say = who_says(scope, error)
            if say is None:
                raise
            response = await say(request, error)  # type: ignore[misc, arg-type]  # ours are awaited, and for requests
        await response(scope, receive, send)


def who_says(scope: Scope, error: Exception) -> ExceptionHandler | None:
    """Who makes a sentence of what is refused; nobody here, if it is a fault of ours."""
    sayers = scope["app"].exception_handlers
    kinds = type(error).__mro__
    return next((sayers[kind] for kind in kinds[: kinds.index(Exception)] if kind in sayers), None)
