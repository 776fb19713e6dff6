"""Answers: what pages and API have in common when they say yes or no."""

import json
from typing import Any, TypeVar

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ValidationError

from branchline.game import Json
from branchline.refusal import Refused
from branchline.table.service import Tables
from branchline.table.trouble import Newer, NoTable, NotYours, Stale, Unavailable

Body = TypeVar("Body", bound=BaseModel)


class Answer(JSONResponse):
    """JSON, whatever text came in: half a surrogate pair is no reason to fail."""

    def render(self, content: Any) -> bytes:
        try:
            return super().render(content)
        except UnicodeEncodeError:
            return super().render(_encodable(content))


def _encodable(content: Any) -> Any:
    if isinstance(content, str):
        return content.encode("utf-8", "replace").decode()
    if isinstance(content, dict):
        return {_encodable(key): _encodable(value) for key, value in content.items()}
    if isinstance(content, (list, tuple)):
        return [_encodable(value) for value in content]
    return content


def status_of(refused: Refused) -> int:
    """The HTTP status that goes with a refusal."""
    for kind, status in ((NoTable, 404), (NotYours, 403), (Stale, 409), (Newer, 409), (Unavailable, 503)):
        if isinstance(refused, kind):
            return status
    return 404 if refused.rule == "games" else 422


def said(refused: Refused) -> Refused:
    """A refusal as it is told to who asks."""
    return Refused(refused.rule, refused.told) if isinstance(refused, Unavailable) else refused


def refusal(refused: Refused) -> Json:
    """What is refused and why, JSON-ready."""
    told = said(refused)
    return {"rule": told.rule, "reason": told.reason}


async def tables_of(request: Request) -> Tables:
    found: Tables = request.app.state.tables
    return found


async def body_of(request: Request, kind: type[Body]) -> Body:
    """What a request brings, as FastAPI would read it for a function that names its kind."""
    text = await request.body()
    sent_as = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if not text or sent_as != "application/json":  # no form of another site comes as that
        raise RequestValidationError([{"type": "missing", "loc": ("body",), "msg": "Field required"}])
    try:
        return kind.model_validate(json.loads(text))
    except ValidationError as error:
        raise RequestValidationError(error.errors()) from None
    except (ValueError, RecursionError):
        raise RequestValidationError([{"type": "json_invalid", "loc": ("body",), "msg": "JSON decode error"}]) from None
