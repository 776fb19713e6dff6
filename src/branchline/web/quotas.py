"""Quotas: how much one address, and one browser, may ask for. No club meets the usual ones; who would fill the server
does, and is told why and when it goes again. Whoever sits at the server itself has none."""

import asyncio
import hashlib
import math
import os
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from weakref import WeakValueDictionary

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from branchline.refusal import Refused
from branchline.web.metrics import SHARED as COUNTS
from branchline.web.proxy import at_the_server
from branchline.web.tally import Rate, Tally
from branchline.web.visitor import COOKIE

QUOTAS: Final = "BRANCHLINE_QUOTAS"  # how the worker processes learn of the host's own
USUAL: Final = "tables=60/hour,links=120/hour,thinking=600/hour,talk=900/hour,requests=600/minute,sockets=300"
"""For a browser; an address, behind which many may sit, has eight times as much, and as many sockets."""

SPANS: Final = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}

SHARED: Final = 8

NEWCOMERS: Final = 2
"""How many times a browser's requests all those of an address have together who come without a key: it is given at the
first page."""

PENANCE: Final = 1.0
"""Seconds before somebody who asks in a loop hears that it is too much: to say no in a loop is work as well."""

PATIENT: Final = 10
"""Loops of one asker for whom that is enough: each of more of them waits longer, so that they hear no oftener."""

AT_ONCE: Final = 3
"""Requests of one browser at a time that no page of ours goes beyond."""

LANE: float = 10.0
"""Seconds that a request waits for those of the same browser before it: one whose line broke in the midst of it may
never end."""

ASKED: Final = {
    "tables": re.compile(r"POST (/api)?/tables(/\w+/(again|branch/\d+))?|POST /learn/.*|POST /lobby/\w+/begin"),
    "links": re.compile(r"\w+ /(join|device|address|club|calendar)/.*|POST /back|POST /api/tables/\w+/join"),
    "thinking": re.compile(r"POST (/api)?/tables/\w+/hint|GET (/api)?/tables/\w+/analysis"),
    "talk": re.compile(r"POST (/api)?/tables/\w+/(say|react|nudge|notes|remarks|reactions)"),
    "requests": re.compile(r"\w+ (?!/static/|/health|/metrics).*"),
}
SENTENCES: Final = {
    "tables": "That is a lot of tables at once: this server lets one browser lay {quota}.",
    "links": "That is a lot of links at once: this server lets one browser try {quota}.",
    "thinking": "That is a lot of thinking at once: this server thinks for one browser {quota}.",
    "talk": "That is a lot of talk at once: this server takes {quota} from one browser.",
    "requests": "That is a lot at once: this server answers one browser {quota}.",
}


TOO_MANY: Final = "Too many pages listen from here. It goes again when one of them is closed."


@dataclass(frozen=True)
class Quotas:
    """What the host allows."""

    rates: dict[str, "Quota"]
    sockets: int

    @classmethod
    def of(cls, text: str) -> "Quotas":
        """ "tables=60/hour,sockets=300": what is not named is as usual. Refuses what is none."""
        told = dict(part.split("=", 1) for part in USUAL.split(","))
        for part in filter(None, (part.strip() for part in text.split(","))):
            name, _, value = part.partition("=")
            if name not in told:
                raise Refused("quotas", f"There is a quota for {', '.join(told)}, not for {name[:40]!r}.")
            told[name] = value
        try:
            return cls({name: Quota.of(told[name]) for name in ASKED}, int(told["sockets"]))
        except ValueError:
            raise Refused(
                "quotas", f"A quota is written as tables=60/hour or sockets=300, not {text[:80]!r}."
            ) from None

    @classmethod
    def configured(cls) -> "Quotas":
        return cls.of(os.environ.get(QUOTAS, ""))


@dataclass(frozen=True)
class Quota:
    """So much in so many minutes, hours or days."""

    amount: int
    span: int
    unit: str

    @classmethod
    def of(cls, text: str) -> "Quota":
        """ "60/hour", "20/5 minutes". ValueError if it is none."""
        found = re.fullmatch(r"([1-9]\d{0,8})\s*/\s*(?:([1-9]\d{0,3})\s*)?([a-z]+?)s?", text.strip())
        if found is None or found[3] not in SPANS:
            raise ValueError(text)
        return cls(int(found[1]), int(found[2] or 1), found[3])

    def times(self, times: int) -> Rate:
        return Rate(self.amount * times, self.span * SPANS[self.unit])

    def words(self, times: int = 1) -> str:
        """600 in an hour, 20 in 5 minutes."""
        span = f"{self.span} {self.unit}s" if self.span != 1 else f"{'an' if self.unit == 'hour' else 'a'} {self.unit}"
        return f"{self.amount * times:,} in {span}"


@dataclass(frozen=True)
class Refusal:
    why: Refused
    seconds: int  # until it goes again


class Limited:
    """Refuses what goes beyond a quota before anything is done for it. `say` makes an answer of the refusal, for people
    or for programs. Workers of one server count together; of the sockets each has its share."""

    def __init__(
        self, app: ASGIApp, quotas: Quotas, say: Callable[[Request, int, Refused], Response], workers: int = 1
    ) -> None:
        self.app = app
        self.quotas = quotas
        self.say = say
        folder = os.environ.get(COUNTS)
        self.tally = Tally(Path(folder) / "quotas" if folder else None)
        self.sockets = math.ceil(quotas.sockets / workers)
        self.listening: Counter[str] = Counter()
        self.lanes: WeakValueDictionary[str, Lane] = WeakValueDictionary()
        self.penitent: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or at_the_server(HTTPConnection(scope)):
            return await self.app(scope, receive, send)
        whose = askers(HTTPConnection(scope))
        if scope["type"] == "websocket":
            return await self.listen(whose, scope, receive, send)
        asked = f"{scope['method']} {scope['path']}"
        for name, address in ASKED.items():
            if address.fullmatch(asked) and (refused := self.beyond(name, whose)):
                if name == "requests":
                    await self.penance(next(iter(whose)))
                answer = self.say(Request(scope), 429, refused.why)
                answer.headers["Retry-After"] = str(refused.seconds)
                return await answer(scope, receive, send)
        async with self.lane(asked, whose):
            await self.app(scope, receive, send)

    def lane(self, asked: str, whose: dict[str, int]) -> AbstractAsyncContextManager[object]:
        """What one browser asks for is done one after the other: a loop of theirs has one turn for each of another's.
        What is to be thought about has its own turns, and may take long."""
        key = next((asker for asker in whose if asker.startswith("key ")), None)
        if key is None or ASKED["thinking"].fullmatch(asked) or not ASKED["requests"].fullmatch(asked):
            return nullcontext()
        lane = self.lanes.get(key)
        if lane is None:
            lane = self.lanes[key] = Lane()
        return lane.turn()

    async def penance(self, asker: str) -> None:
        self.penitent[asker] += 1
        try:
            await asyncio.sleep(PENANCE * max(1.0, self.penitent[asker] / PATIENT))
        finally:
            self.penitent[asker] -= 1
            self.penitent += Counter()  # forget those who are gone

    def beyond(self, name: str, whose: dict[str, int]) -> Refusal | None:
        """Why not, if it is too much."""
        quota = self.quotas.rates[name]
        if name == "requests" and len(whose) == 1:
            whose = {f"nobody at {next(iter(whose))}": NEWCOMERS, **whose}
        for asker, times in whose.items():
            if seconds := self.tally.beyond(f"{name} {asker}", quota.times(times), time.time()):
                wait = math.ceil(seconds)
                when = (
                    f"It goes again in {wait} seconds." if wait < 90 else f"It goes again in {wait // 60 + 1} minutes."
                )
                return Refusal(Refused("quotas", f"{SENTENCES[name].format(quota=quota.words())} {when}"), wait)
        return None

    async def listen(self, whose: dict[str, int], scope: Scope, receive: Receive, send: Send) -> None:
        if any(self.listening[asker] >= self.sockets * times for asker, times in whose.items()):
            await receive()
            return await send({"type": "websocket.close", "code": 4429, "reason": TOO_MANY})
        self.listening.update(whose.keys())
        try:
            await self.app(scope, receive, send)
        finally:
            self.listening.subtract(whose.keys())
            self.listening += Counter()  # forget those who are gone


class Lane:
    """What one browser asks for, in the order it came. Whoever has more waiting than any page of ours lets others go
    first: each of their requests is followed by a pause, the longer the more of them wait."""

    def __init__(self) -> None:
        self.free = asyncio.Lock()
        self.waiting = 0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """After what came before, but not for ever."""
        ours = await self.wait()
        loop = asyncio.get_running_loop()
        begun = loop.time()
        try:
            yield
        finally:
            if ours and (many := self.waiting - AT_ONCE) > 0:
                loop.call_later(min(PENANCE, (loop.time() - begun) * many), self.free.release)
            elif ours:
                self.free.release()

    async def wait(self) -> bool:
        """Whether the lane is ours."""
        self.waiting += 1
        try:
            return await asyncio.wait_for(self.free.acquire(), LANE)
        except TimeoutError:
            return False
        finally:
            self.waiting -= 1


def askers(connection: HTTPConnection) -> dict[str, int]:
    """The browser or program, and the address it comes from, with how many times the quota each has. Keys are kept as
    hashes only."""
    key = connection.cookies.get(COOKIE, "") or connection.headers.get("authorization", "")
    address = connection.client.host if connection.client else ""
    found = {f"address {address}": SHARED}
    return {f"key {hashlib.sha256(key.encode()).hexdigest()}": 1, **found} if key else found
