"""Whatever is thrown at any address, page, form or API, the answer is never a fault of ours.

The addresses and what they take are read from the server itself, so a new one is thrown at from its first day.
`BRANCHLINE_RANDOM_REQUESTS=100000` makes it a long run.
"""

import json
import os
import re
from collections.abc import Iterator
from functools import cache
from typing import Any
from urllib.parse import quote, urlencode

import httpx
import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from branchline.web.app import create_app

pytestmark = pytest.mark.anyio

REQUESTS = int(os.environ.get("BRANCHLINE_RANDOM_REQUESTS", "300"))
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
numbers = st.sampled_from([-1, 0, 1, 2, 3, 21, 22, 2**31, 2**63, 10**40, "9" * 5000]) | st.integers()
said = st.sampled_from(WORDS.split())
texts = st.text(max_size=40) | said | numbers.map(str)

FORM_FIELDS = sorted(FIELDS.split())


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


def json_body(route: APIRoute) -> st.SearchStrategy[Any] | None:
    """An object of the fields that an address takes, one or the other of them missing, strange or too much."""
    for field in route.dependant.body_params:
        model = field.field_info.annotation
        if isinstance(model, type) and issubclass(model, BaseModel):
            fields = {name: st.booleans() | numbers | texts | anything for name in model.model_fields}
            return st.fixed_dictionaries({}, optional={**fields, "more": anything})
    return None


@cache
def known() -> list[APIRoute]:
    """The addresses of a server that serves nobody."""
    return sorted(
        routes_of(create_app("sqlite:///:memory:")), key=lambda route: (route.path, sorted(route.methods or ()))
    )


def requests() -> st.SearchStrategy[tuple[str, str, dict[str, str], bytes, str]]:
    """Method, address with its places still open, what is asked, body, and the kind of body."""

    def of(route: APIRoute) -> st.SearchStrategy[tuple[str, str, dict[str, str], bytes, str]]:
        asked = dict.fromkeys([param.name for param in route.dependant.query_params], texts)
        places = st.fixed_dictionaries(dict.fromkeys(re.findall(r"{(\w+)}", route.path), texts))
        structured = json_body(route)
        forms = st.dictionaries(st.sampled_from(FORM_FIELDS), texts, max_size=8).map(lambda form: urlencode(form))
        form = st.tuples(forms.map(str.encode), st.just("application/x-www-form-urlencoded"))
        raw = st.tuples(st.binary(max_size=60), st.sampled_from(["application/json", "text/plain", "nonsense"]))
        shaped = form if structured is None else st.tuples(structured.map(as_json), st.just("application/json"))
        return st.tuples(
            st.sampled_from(sorted(route.methods or ())),
            st.tuples(st.just(route.path), places).map(lambda pair: filled(*pair)),
            st.fixed_dictionaries({}, optional=asked),
            shaped | raw,
        ).map(lambda found: (*found[:3], *found[3]))

    return st.sampled_from(known()).flatmap(of)


def as_json(body: Any) -> bytes:
    return json.dumps(body).encode()


def filled(path: str, places: dict[str, str]) -> str:
    """The address with something in its places; a table stays open, so that most requests meet one."""
    for name, text in places.items():
        if name != "id" or "/tables" not in path or text == "%00":
            path = path.replace(f"{{{name}}}", quote(text, safe="") or "-")
    return path


@pytest.fixture
def seen() -> dict[str, Any]:
    """The table in use, and how much was asked of it."""
    return {"asked": 0}


@settings(
    max_examples=REQUESTS,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(request=st.deferred(requests), who=st.sampled_from(["ada", "ada", "ada", "stranger", "nonsense"]))
async def test_random_requests_to_every_address(
    app: FastAPI, seen: dict[str, Any], request: tuple[str, str, dict[str, str], bytes, str], who: str
) -> None:
    method, path, query, body, kind = request
    # A fault is answered as people would get it, not raised here.
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://table.test") as client:
        if seen["asked"] % FRESH == 0:
            laid = await client.post("/api/tables", json={"game": "mini-rails", "seats": PEOPLE})
            seen["table"], seen["key"] = laid.json()["id"], laid.json()["key"]
            client.cookies.clear()
        seen["asked"] += 1
        headers = {
            "ada": {"Cookie": f"branchline={seen['key']}"},
            "stranger": {},
            "nonsense": {"Authorization": "Bearer ?", "Cookie": "branchline=%00"},
        }[who]
        answer = await client.request(
            method,
            path.replace("{id}", seen["table"]),
            params=query,
            content=body if method in ("POST", "PUT", "DELETE") else None,
            headers={**headers, "Content-Type": kind, "Origin": "http://table.test"},
        )
    assert answer.status_code < 500, (method, path, query, body, answer.text[:300])
    assert "Traceback" not in answer.text


async def test_the_addresses_are_found(app: FastAPI) -> None:
    paths = {route.path for route in routes_of(app)}
    assert {"/api/tables/{id}/moves", "/me/holidays", "/tables/{id}/say", "/club/role"} <= paths
    assert len(paths) > 80
