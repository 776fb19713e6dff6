"""Whatever is thrown at any address, page, form or API, the answer is never a fault of ours.

The addresses and what they take are read from the server itself, so a new one is thrown at from its first day.
Hypothesis draws what is thrown, a handful of texts, values and bytes at a time; thirty requests are made of each.
`BRANCHLINE_RANDOM_REQUESTS=100000` makes it a long run, in parts that tell how many were made.
"""

import json
import math
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

import httpx
import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from branchline.games import find
from branchline.table import bots
from branchline.table.bots import Answer, Bots, Task, answer
from branchline.web.app import create_app

pytestmark = pytest.mark.anyio

REQUESTS = int(os.environ.get("BRANCHLINE_RANDOM_REQUESTS", "300"))
PART = 3000  # requests to one server, at the most
HANDFUL = 30  # requests made of one handful
FRESH = 60  # requests after which a new person sits at a new table: some of what they ask for ends the old one
PEOPLE = [{"kind": "me", "name": "Ada"}, {"kind": "open", "name": "Bert"}, {"kind": "here", "name": "Cleo"}]

WORDS = r"""
yes no on me here open bot bot-greedy random greedy search-1 mini-rails mini-express steam-power express-01
chess live day 3days unlisted listed members host member guest ntfy discord matrix Europe/Berlin Mars/Olympus
22:00 7:00 99:99 2026-03-01 2026-02-31 ada@example.org ada@ https://example.invalid/hook javascript:alert(1)
../../etc/passwd lay a1 buy 1 \x00 <script> %00 %ff ' ; -- {{7*7}} well wow nudge any
"""
FIELDS = r"""
name zone colour quiet-from quiet-until weekend first last device join address passkey sure game players pace
bots door site finished records person role delay digest kind channel seats title listing pause pace-quiet
pace-weekends kind-0 kind-1 kind-2 kind-3 kind-4 name-0 name-1 name-2 option-setup events token
"""

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
STRANGE = [-1, 0, 1, 2, 3, 21, 22, 2**31, 2**63, 10**40, "9" * 5000]
SAID = WORDS.split()
FORM_FIELDS = FIELDS.split()
WHO = ("ada", "ada", "ada", "stranger", "nonsense")


@dataclass(frozen=True)
class Handful:
    """What requests are made of, and how it falls."""

    texts: list[str]
    values: list[Any]
    raw: list[bytes]
    fall: int

    def requests(self) -> Iterator["Thrown"]:
        chance = Random(self.fall)
        for _ in range(HANDFUL):
            yield self.request(chance, chance.choice(known()))

    def request(self, chance: Random, route: APIRoute) -> "Thrown":
        places = {name: self.text(chance) for name in re.findall(r"{(\w+)}", route.path)}
        query = {name: self.text(chance) for name in asked_of(route) if chance.random() < 0.5}
        body, kind = self.body(chance, route)
        method = chance.choice(sorted(route.methods or ()))
        return Thrown(method, filled(route.path, places), query, body, kind, chance.choice(WHO))

    def body(self, chance: Random, route: APIRoute) -> tuple[bytes, str]:
        if chance.random() < 0.2:
            return chance.choice(self.raw), chance.choice(["application/json", "text/plain", "nonsense"])
        fields = json_fields(route)
        if fields is None:
            form = {chance.choice(FORM_FIELDS): self.text(chance) for _ in range(chance.randrange(9))}
            return urlencode(form).encode(), "application/x-www-form-urlencoded"
        return json.dumps(
            {name: self.value(chance) for name in fields if chance.random() < 0.5}
        ).encode(), "application/json"

    def text(self, chance: Random) -> str:
        return str(chance.choice((self.texts, SAID, STRANGE)[chance.randrange(3)]))

    def value(self, chance: Random) -> Any:
        values: Sequence[Any] = (self.values, self.texts, SAID, STRANGE, (True, False))[chance.randrange(5)]
        return chance.choice(values)


handfuls = st.builds(
    Handful,
    st.lists(st.text(max_size=40), min_size=4, max_size=8),
    st.lists(anything, min_size=4, max_size=8),
    st.lists(st.binary(max_size=60), min_size=2, max_size=4),
    st.integers(0, 2**32),
)


@dataclass(frozen=True)
class Thrown:
    """One request; its address has the table's place still open."""

    method: str
    path: str
    query: dict[str, str]
    body: bytes
    kind: str
    who: str


def routes_of(app: FastAPI) -> Iterator[APIRoute]:
    """All addresses, those of included rooms too."""
    waiting = [app.router]
    while waiting:
        for route in waiting.pop().routes:
            inner = getattr(route, "original_router", None)
            if inner is not None:
                waiting.append(inner)
            elif isinstance(route, APIRoute):
                yield route


def json_fields(route: APIRoute) -> list[str] | None:
    """The fields of an object that an address takes, and one too much."""
    for field in route.dependant.body_params:
        model = field.field_info.annotation
        if isinstance(model, type) and issubclass(model, BaseModel):
            return [*model.model_fields, "more"]
    return None


def asked_of(route: APIRoute) -> list[str]:
    return [param.name for param in route.dependant.query_params]


@cache
def known() -> list[APIRoute]:
    """The addresses of a server that serves nobody."""
    return sorted(
        routes_of(create_app("sqlite:///:memory:")), key=lambda route: (route.path, sorted(route.methods or ()))
    )


def filled(path: str, places: dict[str, str]) -> str:
    """The address with something in its places; a table stays open, so that most requests meet one."""
    for name, text in places.items():
        if name != "id" or "/tables" not in path or text == "%00":
            path = path.replace(f"{{{name}}}", quote(text, safe="") or "-")
    return path


class InPlace:
    """Thinks where it is asked: what a request does is looked at here, not how long a process takes to come up."""

    running = True

    def warm(self) -> None: ...

    def ask(self, task: Task, limit: float) -> Answer:
        return answer(task, find)

    def stop(self) -> None: ...

    def end(self) -> None: ...


class Thrower:
    """Throws at one server: the table in use, and how much was asked."""

    def __init__(self, app: FastAPI) -> None:
        # A fault is answered as people would get it, not raised here.
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        self.client = httpx.AsyncClient(transport=transport, base_url="http://table.test")
        self.asked = 0
        self.table = self.key = ""

    async def throw(self, thrown: Thrown) -> None:
        if self.asked % FRESH == 0:
            laid = await self.client.post("/api/tables", json={"game": "mini-rails", "seats": PEOPLE})
            self.table, self.key = laid.json()["id"], laid.json()["key"]
        self.asked += 1
        self.client.cookies.clear()
        headers = {
            "ada": {"Cookie": f"branchline={self.key}"},
            "stranger": {},
            "nonsense": {"Authorization": "Bearer ?", "Cookie": "branchline=%00"},
        }[thrown.who]
        told = await self.client.request(
            thrown.method,
            thrown.path.replace("{id}", self.table),
            params=thrown.query,
            content=thrown.body if thrown.method in ("POST", "PUT", "DELETE") else None,
            headers={**headers, "Content-Type": thrown.kind, "Origin": "http://table.test"},
        )
        assert told.status_code < 500, (thrown, told.text[:300])
        assert "Traceback" not in told.text


@pytest.fixture
def thrower(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> Thrower:
    for name, least in (("HINT", 0.01), ("ANALYSIS", 1), ("ANALYSIS_SECONDS", 0.0)):
        monkeypatch.setattr(bots, name, least)
    for name in ("bots", "advisers", "analysts"):
        monkeypatch.setattr(app.state.tables, name, Bots(thinkers=[InPlace()]))
    return Thrower(app)


@pytest.fixture
def told(thrower: Thrower, part: int, capsys: pytest.CaptureFixture[str]) -> Iterator[None]:
    yield
    if REQUESTS > PART:
        with capsys.disabled():
            print(f"part {part}: {thrower.asked} requests", flush=True)


@pytest.mark.parametrize("part", range(math.ceil(REQUESTS / PART)))
@settings(
    max_examples=math.ceil(min(REQUESTS, PART) / HANDFUL),
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(handful=handfuls)
async def test_random_requests_to_every_address(thrower: Thrower, told: None, part: int, handful: Handful) -> None:
    for thrown in handful.requests():
        await thrower.throw(thrown)


async def test_the_addresses_are_found(app: FastAPI) -> None:
    paths = {route.path for route in routes_of(app)}
    assert {"/api/tables/{id}/moves", "/me/holidays", "/tables/{id}/say", "/club/role"} <= paths
    assert len(paths) > 80
