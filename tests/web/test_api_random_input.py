"""Whatever is thrown at the API, it answers with a sentence, and the game stands as it was."""

import json
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from fastapi import FastAPI
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.anyio

THREE = [{"kind": "me", "name": "Ada"}, {"kind": "here", "name": "Bert"}, {"kind": "here", "name": "Cleo"}]

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
texts = st.text(max_size=60) | st.sampled_from(["buy red 1", "lay a1", "build", "lay frame", "draw red", ""])
numbers = st.integers() | st.sampled_from([0, 20, 21, 22, 2**31, 2**63])


def nearly(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """An object of these fields, one or the other of them missing, strange or too much."""
    return st.fixed_dictionaries(
        {}, optional={**{name: field | anything for name, field in fields.items()}, "more": anything}
    )


seat_wishes = nearly(
    kind=st.sampled_from(["me", "here", "bot", "open"]),
    name=st.text(max_size=45),
    level=st.sampled_from(["random", "greedy"]),
    auto=st.booleans(),
)
record_wishes = nearly(
    branchline=st.just(1),
    game=st.just("mini-rails"),
    version=st.just(1),
    seats=st.integers(0, 6),
    options=st.dictionaries(st.text(max_size=5), anything, max_size=2),
    moves=st.lists(st.tuples(st.sampled_from(["chance", 0, 1]), texts) | anything, max_size=5),
)
bodies = {
    "": nearly(
        game=st.sampled_from(["mini-rails", "chess"]),
        seats=st.lists(seat_wishes, max_size=6) | st.just(THREE),
        options=st.dictionaries(st.text(max_size=5), anything, max_size=2),
        title=st.text(max_size=90),
        pause=st.integers(-1, 20_000),
        record=record_wishes,
    ),
    "/moves": nearly(move=texts, n=numbers, seat=st.integers(-1, 70), confirm=st.booleans()),
    "/undo": nearly(n=numbers, seat=st.integers(-1, 70)),
    "/confirm": nearly(n=numbers, seat=st.integers(-1, 70)),
    "/join": nearly(token=st.text(max_size=70), name=st.text(max_size=45)),
    "/bot": nearly(seat=st.integers(-1, 70), level=st.sampled_from(["random", "god"])),
    "/again": nearly(),
    "/settings": nearly(seat=st.integers(-1, 70), auto=st.booleans(), pause=numbers),
}
requests = st.sampled_from(sorted(bodies)).flatmap(lambda path: st.tuples(st.just(path), bodies[path] | anything))
keys = st.sampled_from(["cookie", "stranger", "nonsense"])


@pytest.fixture
async def table(ada: httpx.AsyncClient) -> dict[str, Any]:
    answer = await ada.post("/api/tables", json={"game": "mini-rails", "seats": THREE})
    view: dict[str, Any] = answer.json()
    return view


def check(answer: httpx.Response) -> None:
    """An answer is JSON; one that says no says why, in a sentence, and nothing of our code."""
    assert answer.status_code < 500, answer.text
    said = answer.json()
    if answer.status_code >= 400:
        assert {"rule", "reason"} <= set(said), said
        assert said["rule"]
        assert said["reason"]
        assert "Traceback" not in said["reason"]


often = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@often
@given(request=requests, who=keys)
async def test_random_requests(
    app: FastAPI, ada: httpx.AsyncClient, table: dict[str, Any], request: tuple[str, Any], who: str
) -> None:
    path, body = request
    headers = {
        "cookie": {"Cookie": f"branchline={table['key']}"},
        "stranger": {"Authorization": f"Bearer {'A' * 32}"},
        "nonsense": {"Authorization": "Bearer ?", "Cookie": "branchline=%00"},
    }[who]
    where = f"/api/tables/{table['id']}{path}" if path else "/api/tables"
    before = await standing(ada, table)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://table.test") as client:
        content = json.dumps(body).encode()
        answer = await client.post(where, content=content, headers={"Content-Type": "application/json", **headers})
    check(answer)
    if answer.status_code >= 400:
        assert await standing(ada, table) == before


async def standing(client: httpx.AsyncClient, table: dict[str, Any]) -> Any:
    return (await client.get(f"/api/tables/{table['id']}")).json()


@often
@given(content=st.binary(max_size=300))
async def test_random_bytes(ada: httpx.AsyncClient, table: dict[str, Any], content: bytes) -> None:
    for path in bodies:
        where = f"/api/tables/{table['id']}{path}" if path else "/api/tables"
        check(await ada.post(where, content=content, headers={"Content-Type": "application/json"}))


@often
@given(
    id=st.text(min_size=1, max_size=30),
    tail=st.sampled_from(["", "/record", "/why", "/moves", "/feed"]),
    query=st.dictionaries(st.sampled_from(["seat", "n", "move", "mine", "limit", "since"]), st.text(max_size=20)),
)
async def test_random_addresses(
    ada: httpx.AsyncClient, table: dict[str, Any], id: str, tail: str, query: dict[str, str]
) -> None:
    for where in (table["id"], quote(id, safe="")):
        check(await ada.get(f"/api/tables/{where}{tail}", params=query))
