"""Quotas: who asks for far too much is told so, and when it goes again; a club and a person at home never are."""

import asyncio
import shutil
from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.responses import Response

from branchline.refusal import Refused
from branchline.table.bots import Bots
from branchline.web import quotas
from branchline.web.app import create_app
from branchline.web.quotas import Limited, Quotas

pytestmark = pytest.mark.anyio

Client = httpx.AsyncClient
THREE = [{"kind": "me", "name": "Ada"}, {"kind": "here"}, {"kind": "here"}]


@pytest.fixture
async def visitor(tmp_path: Path, empty: Path) -> AsyncIterator[Callable[[str], Client]]:
    """A browser from an address of the world, at a server that lets one lay two tables an hour."""
    database = str(shutil.copy(empty, tmp_path / "tables.sqlite"))
    app = create_app(database, bots=Bots(workers=1, warm=False), quotas=Quotas.of("tables=2/hour"))
    async with app.router.lifespan_context(app):
        yield lambda address: Client(
            transport=httpx.ASGITransport(app, client=(address, 4000)), base_url="http://table.test"
        )


async def laid(client: Client) -> int:
    return (await client.post("/api/tables", json={"game": "mini-rails", "seats": THREE})).status_code


async def test_a_third_table_has_to_wait_and_others_do_not(visitor: Callable[[str], Client]) -> None:
    ada, bert = visitor("203.0.113.9"), visitor("203.0.113.9")
    assert [await laid(ada) for _ in range(3)] == [201, 201, 201]  # the first came without a key
    refused = await ada.post("/api/tables", json={"game": "mini-rails", "seats": THREE})
    assert refused.status_code == 429
    assert "lets one browser lay 2 in an hour. It goes again in" in refused.json()["reason"]
    assert int(refused.headers["retry-after"]) > 3000
    assert await laid(bert) == 201
    assert (await ada.get("/")).status_code == 200


async def test_an_address_of_many_browsers_has_more_and_an_end(visitor: Callable[[str], Client]) -> None:
    answers = [await laid(visitor("203.0.113.9")) for _ in range(18)]
    assert answers.count(201) == 16
    assert await laid(visitor("203.0.113.10")) == 201


async def test_who_sits_at_the_server_has_none(visitor: Callable[[str], Client]) -> None:
    ada = visitor("127.0.0.1")
    assert [await laid(ada) for _ in range(5)] == [201] * 5


@pytest.mark.parametrize("text", ["tables", "tables=many", "cakes=3/hour", "sockets=few"])
def test_what_is_no_quota_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        Quotas.of(text)


ASKED = {
    "tables=2/hour": ("POST", "/learn/mini-rails/first", "lay 2 in an hour"),
    "links=2/hour": ("GET", "/join/abcdefghjk/nonsense", "try 2 in an hour"),
    "thinking=2/hour": ("POST", "/tables/abcdefghjk/hint", "thinks for one browser 2 in an hour"),
    "talk=2/minute": ("POST", "/tables/abcdefghjk/say", "takes 2 in a minute"),
    "requests=2/minute": ("GET", "/rules/mini-rails", "answers one browser 2 in a minute"),
}
KEY = {"Cookie": f"branchline=quota{'k' * 27}"}


@pytest.fixture(params=sorted(ASKED))
async def limited(request: pytest.FixtureRequest, tmp_path: Path, empty: Path) -> AsyncIterator[tuple[Client, str]]:
    """A browser from the world at a server with one narrow quota, and that quota."""
    database = str(shutil.copy(empty, tmp_path / "tables.sqlite"))
    app = create_app(database, bots=Bots(workers=1, warm=False), quotas=Quotas.of(request.param))
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app, client=("203.0.113.9", 4000))
        yield Client(transport=transport, base_url="http://table.test"), request.param


async def test_every_quota_says_why_not_and_when_it_goes_again(limited: tuple[Client, str]) -> None:
    client, quota = limited
    method, path, why = ASKED[quota]
    for _ in range(2):
        assert (await client.request(method, path, headers=KEY)).status_code != 429
    refused = await client.request(method, path, headers=KEY)
    assert refused.status_code == 429
    assert why in refused.json()["reason"]
    assert "It goes again in" in refused.json()["reason"]
    assert int(refused.headers["retry-after"]) > 0
    page = await client.request(method, path, headers={**KEY, "Accept": "text/html"})
    assert page.status_code == 429
    assert "It goes again in" in page.text
    assert "<html" in page.text  # for people: a page, not JSON
    other = {"Cookie": f"branchline=quota{'o' * 27}"}
    assert (await client.request(method, path, headers=other)).status_code != 429


async def test_one_more_socket_than_the_quota_is_closed_and_one_less_is_not() -> None:
    opened: list[str] = []
    closing = asyncio.Event()

    async def page(scope: Any, receive: Any, send: Any) -> None:
        opened.append("open")
        await closing.wait()

    limited = Limited(page, Quotas.of("sockets=2"), say=lambda *_: Response())
    scope = {
        "type": "websocket",
        "path": "/tables/x/live",
        "client": ("203.0.113.9", 1),
        "headers": [(b"host", b"table.test"), (b"cookie", KEY["Cookie"].encode())],
    }
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    two = [asyncio.create_task(limited({**scope}, receive, send)) for _ in range(2)]
    await asyncio.sleep(0)
    await limited({**scope}, receive, send)
    assert opened == ["open", "open"]
    assert sent[0]["code"] == 4429
    assert "It goes again" in sent[0]["reason"]
    closing.set()
    await asyncio.gather(*two)
    await limited({**scope}, receive, send)
    assert opened == ["open"] * 3


async def test_what_one_browser_asks_in_a_loop_is_done_one_after_the_other() -> None:
    at_once: Counter[str] = Counter()
    most: Counter[str] = Counter()
    going = asyncio.Event()

    async def page(scope: Any, receive: Any, send: Any) -> None:
        who = str(dict(scope["headers"])[b"cookie"])
        at_once[who] += 1
        most[who] = max(most[who], at_once[who])
        await going.wait()
        await asyncio.sleep(0)
        at_once[who] -= 1

    limited = Limited(page, Quotas.of(""), say=lambda *_: Response())

    def ask(who: str, path: str) -> asyncio.Task[None]:
        headers = [(b"host", b"table.test"), (b"cookie", f"branchline={who * 32}".encode())]
        scope = {"type": "http", "method": "GET", "path": path, "client": ("203.0.113.9", 1), "headers": headers}
        return asyncio.create_task(limited(scope, None, None))  # type: ignore[arg-type]

    asked = [ask("a", "/") for _ in range(20)] + [ask("b", "/")]
    asked += [ask("c", f"/tables/abcdefghj{n}/analysis") for n in range(3)]  # which wait for their turn to think
    await asyncio.sleep(0)
    going.set()
    await asyncio.gather(*asked)
    assert [most[f"b'branchline={who * 32}'"] for who in "abc"] == [1, 1, 3]


async def test_a_request_that_never_ends_locks_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "LANE", 0.01)
    answered: list[str] = []
    never = asyncio.Event()

    async def page(scope: Any, receive: Any, send: Any) -> None:
        if scope["path"] == "/broken":
            await never.wait()
        answered.append(scope["path"])

    limited = Limited(page, Quotas.of(""), say=lambda *_: Response())
    headers = [(b"host", b"table.test"), (b"cookie", KEY["Cookie"].encode())]
    scope = {"type": "http", "method": "GET", "client": ("203.0.113.9", 1), "headers": headers}
    broken = asyncio.create_task(limited({**scope, "path": "/broken"}, None, None))  # type: ignore[arg-type]
    await asyncio.sleep(0)
    await limited({**scope, "path": "/"}, None, None)  # type: ignore[arg-type]
    assert answered == ["/"]
    never.set()
    await broken
    await limited({**scope, "path": "/me"}, None, None)  # type: ignore[arg-type]
    assert answered == ["/", "/broken", "/me"]
