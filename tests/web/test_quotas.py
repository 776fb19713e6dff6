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
from branchline.web.quotas import PENANCE, Lane, Limited, Quota, Quotas
from branchline.web.tally import SLOTS, Rate, Tally

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


def test_workers_of_one_server_count_together(tmp_path: Path) -> None:
    two = [Tally(tmp_path / "quotas") for _ in range(2)]
    rate = Rate(3, 60)
    assert [two[n % 2].beyond("ada", rate, 1000.0 + n) for n in range(3)] == [0.0] * 3
    assert [worker.beyond("ada", rate, 1010.0) for worker in two] == [50.0, 50.0]
    assert two[0].beyond("bert", rate, 1010.0) == 0.0
    assert two[1].beyond("ada", rate, 1060.0) == 0.0


def test_a_clock_set_back_locks_nobody_out() -> None:
    tally, rate = Tally(), Rate(1, 60)
    assert [tally.beyond("ada", rate, 100_000.0), tally.beyond("ada", rate, 100_001.0)] == [0.0, 59.0]
    assert tally.beyond("ada", rate, 50.0) == 0.0


def test_more_askers_than_there_is_room_for_are_counted_no_worse_than_not_at_all() -> None:
    tally, rate = Tally(), Rate(1, 60)
    assert not any(tally.beyond(f"asker {n}", rate, 1000.0) for n in range(SLOTS + SLOTS // 8))
    assert tally.beyond(f"asker {SLOTS + SLOTS // 8 - 1}", rate, 1001.0) == 59.0


@pytest.mark.parametrize(
    ("text", "said"),
    [("60/hour", "60 in an hour"), ("20 / 5 minutes", "20 in 5 minutes"), ("1000/day", "1,000 in a day")],
)
def test_a_quota_is_read_and_said(text: str, said: str) -> None:
    assert Quota.of(text).words() == said


@pytest.mark.parametrize(
    "text", ["tables", "tables=many", "tables=0/hour", "tables=3/week", "cakes=3/hour", "sockets=few"]
)
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


def test_of_the_sockets_each_worker_has_its_share() -> None:
    assert Limited(Response(), Quotas.of("sockets=5"), say=lambda *_: Response(), workers=2).sockets == 3


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


@pytest.mark.parametrize(("asked", "paused"), [(10, True), (3, False)])
async def test_who_has_more_waiting_than_any_page_of_ours_lets_others_go_first(asked: int, paused: bool) -> None:
    lane, going, served = Lane(), asyncio.Event(), []

    async def page() -> None:
        async with lane.turn():
            served.append("a page")
            await going.wait()

    pages = [asyncio.ensure_future(page()) for _ in range(asked)]
    await asyncio.sleep(0.05)  # what a page takes
    going.set()
    await pages[0]
    for _ in range(5):
        await asyncio.sleep(0)
    assert (len(served) == 1) == paused
    await asyncio.gather(*pages)
    assert len(served) == asked


async def test_a_hundred_loops_hear_no_oftener_that_it_is_too_much_than_ten(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        await never.wait()

    never = asyncio.Event()
    limited = Limited(Response(), Quotas.of(""), say=lambda *_: Response())
    monkeypatch.setattr(asyncio, "sleep", sleep)
    loops = [asyncio.ensure_future(limited.penance("key a")) for _ in range(100)]
    loops.append(asyncio.ensure_future(limited.penance("key b")))
    while len(slept) < 101:
        await asyncio.wait(loops, timeout=0)
    assert slept[:10] == [PENANCE] * 10
    assert slept[99] == 10 * PENANCE
    assert slept[100] == PENANCE
    never.set()
    await asyncio.gather(*loops)
    assert limited.penitent == Counter()


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
