"""The journal: what the server writes down, one line each, with the time and the request it is about; as JSON for
those who collect it. No key, no token, no name and no address of anybody stands in it."""

import json
import logging
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from branchline.refusal import Refused

KINDS: Final = ("quiet", "requests", "json")
"""Trouble only; a line for each request; the same as JSON."""

log = logging.getLogger("branchline")
requests = logging.getLogger("branchline.requests")
REQUEST: ContextVar[str] = ContextVar("request", default="-")


class Entry:
    """The line about one request."""

    def __init__(self) -> None:
        self.id = secrets.token_hex(4)

    def done(self, method: str, address: str, status: int, seconds: float) -> None:
        facts = {"method": method, "address": address, "status": status, "ms": round(1000 * seconds, 1)}
        requests.info("%s %s %s in %s ms", *facts.values(), extra={"facts": facts})


class Journal:
    @contextmanager
    def entry(self) -> Iterator[Entry]:
        entry = Entry()
        before = REQUEST.set(entry.id)
        try:
            yield entry
        finally:
            REQUEST.reset(before)

    def open(self, kind: str) -> None:
        """Begin to write, to the standard error."""
        if kind not in KINDS:
            raise Refused("log", f"--log is one of {', '.join(KINDS)}, not {kind[:40]!r}.")
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(AsJson() if kind == "json" else AsLine())
        for name in ("branchline", "uvicorn.error"):
            logger = logging.getLogger(name)
            logger.handlers, logger.propagate = [handler], False
        log.setLevel(logging.WARNING if kind == "quiet" else logging.INFO)


class AsLine(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        when = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        told = f"{when}.{int(record.msecs):03d}Z {record.levelname.lower()} {REQUEST.get()} {record.getMessage()}"
        return f"{told}\n{self.formatException(record.exc_info)}" if record.exc_info else told


class AsJson(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "time": round(record.created, 3),
            "level": record.levelname.lower(),
            "request": REQUEST.get(),
            "said": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


journal = Journal()
