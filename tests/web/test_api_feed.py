"""The feed over a real network: every screen hears of a move, and a lost connection misses nothing."""

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import httpx
import pytest
import uvicorn
import websockets
from fastapi import FastAPI

from branchline.table.sight import Eyes, Sight
from branchline.table.turns import Ask

pytestmark = pytest.mark.anyio

Json = dict[str, Any]
SEATS = [{"kind": "me", "name": "Ada"}, {"kind": "here", "name": "Bert"}, {"kind": "here", "name": "Cleo"}]


@pytest.fixture
async def address(app: FastAPI) -> AsyncIterator[str]:
    """The app behind a real socket; its lifespan is the fixture's."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off"))
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    yield f"127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    await serving


@pytest.fixture
async def web(address: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=f"http://{address}") as client:
        yield client


@pytest.fixture
async def table(web: httpx.AsyncClient) -> Json:
    answer = await web.post("/api/tables", json={"game": "mini-rails", "seats": SEATS})
    view: Json = answer.json()
    return view


def feed(address: str, table: Json, **query: object) -> websockets.connect:
    words = "&".join(f"{name}={value}" for name, value in query.items())
    return websockets.connect(f"ws://{address}/api/tables/{table['id']}/feed?{words}", max_size=None)


async def heard(listener: websockets.ClientConnection) -> Json:
    async with asyncio.timeout(60):
        message: Json = json.loads(await listener.recv())
    return message


async def move(web: httpx.AsyncClient, view: Json, confirm: bool = True) -> Json:
    body = {"move": view["view"]["moves"][0]["move"], "n": view["n"], "confirm": confirm}
    answer = await web.post(f"/api/tables/{view['id']}/moves", json=body)
    assert answer.status_code == 200, answer.text
    after: Json = answer.json()
    return after


async def test_every_screen_hears_of_a_move(web: httpx.AsyncClient, address: str, table: Json) -> None:
    async with feed(address, table) as one, feed(address, table, token=table["key"]) as two:
        assert (await heard(one))["n"] == (await heard(two))["n"] == table["n"]
        await move(web, table)
        spectator, player = await heard(one), await heard(two)

    assert spectator["n"] == player["n"] == table["n"] + 1
    assert spectator["moves"] == [[table["view"]["to_act"], table["view"]["moves"][0]["move"]]]
    assert spectator["view"]["view"]["moves"] == []
    assert player["view"]["view"]["moves"] != []
    assert [line["n"] for line in player["view"]["log"]] == [table["n"] + 1]


async def test_what_many_hear_is_written_once(
    app: FastAPI, web: httpx.AsyncClient, address: str, table: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For all who watch and for the one who plays, but never one text for both."""
    written: list[Eyes] = []
    news = Sight.news

    def write(sight: Sight, eyes: Eyes, since: int) -> Json:
        written.append(eyes)
        return news(sight, eyes, since)

    async with AsyncExitStack() as stack:
        watching = [await stack.enter_async_context(feed(address, table)) for _ in range(5)]
        own = await stack.enter_async_context(feed(address, table, token=table["key"]))
        for listener in (*watching, own):
            await heard(listener)
        monkeypatch.setattr(Sight, "news", write)
        await move(web, table)
        told = [await heard(listener) for listener in watching]
        mine = await heard(own)
    assert all(one == told[0] for one in told)
    assert (told[0]["view"]["held"], mine["view"]["held"]) == ([], [0, 1, 2])
    assert sorted(eyes.seat is None for eyes in written) == [False, True]


async def test_a_draft_is_heard_by_its_own_seat_alone(web: httpx.AsyncClient, address: str, table: Json) -> None:
    async with feed(address, table) as other, feed(address, table, token=table["key"]) as own:
        await heard(other), await heard(own)
        drafted = await move(web, table, confirm=False)
        assert (await heard(own))["view"]["draft"] == drafted["draft"]
        confirmed = await web.post(f"/api/tables/{table['id']}/confirm", json={"n": drafted["n"]})
        assert confirmed.status_code == 200
        assert (await heard(other))["n"] == table["n"] + 1, "the first that the other hears is the confirmed turn"


async def test_a_lost_connection_misses_nothing(web: httpx.AsyncClient, address: str, table: Json) -> None:
    async with feed(address, table) as listener:
        known = (await heard(listener))["n"]
    view = await move(web, table)
    view = await move(web, view)
    async with feed(address, table, since=known) as listener:
        missed = await heard(listener)

    assert (missed["since"], missed["n"]) == (known, view["confirmed"])
    record = (await web.get(f"/api/tables/{table['id']}/record")).json()
    assert missed["moves"] == record["moves"][known:]


async def test_a_listener_from_the_beginning_can_replay_the_game(
    web: httpx.AsyncClient, address: str, table: Json
) -> None:
    moves: list[Any] = []
    async with feed(address, table, since=0) as listener:
        moves += (await heard(listener))["moves"]
        view = table
        for _ in range(2):
            view = await move(web, view)
            moves += (await heard(listener))["moves"]
    assert moves == (await web.get(f"/api/tables/{table['id']}/record")).json()["moves"]


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ({"since": "x"}, 4422),
        ({"since": "-1"}, 4422),
        ({"seat": "9"}, 4403),
        ({"seat": "0"}, 4403),
        ({"token": "short"}, 4403),
        ({"token": "A" * 32, "seat": "0"}, 4403),
    ],
)
async def test_a_listener_who_may_not(address: str, table: Json, query: dict[str, str], code: int) -> None:
    async with feed(address, table, **query) as listener:
        assert set(await heard(listener)) == {"rule", "reason"}
        with pytest.raises(websockets.ConnectionClosed):
            await heard(listener)
        assert listener.close_code == code


async def test_a_listener_at_no_table(address: str) -> None:
    async with feed(address, {"id": "zzzzzzzzzz"}) as listener:
        assert (await heard(listener))["rule"] == "tables"


async def test_another_sites_page_hears_nothing_with_your_cookie(address: str, table: Json) -> None:
    url = f"ws://{address}/api/tables/{table['id']}/feed"
    headers = {"Cookie": f"branchline={table['key']}"}
    async with websockets.connect(url, additional_headers=headers, origin="https://elsewhere.test") as listener:  # type: ignore[arg-type]
        assert "another site" in (await heard(listener))["reason"]


async def test_a_listener_who_shouts_disturbs_nobody(web: httpx.AsyncClient, address: str, table: Json) -> None:
    async with feed(address, table) as loud, feed(address, table) as calm:
        await heard(calm)
        with contextlib.suppress(websockets.ConnectionClosed):
            for shout in ("", "{", "x" * 100_000, b"\xff" * 1000):
                await loud.send(shout)
        await move(web, table)
        assert (await heard(calm))["n"] == table["n"] + 1


async def test_listeners_who_leave_are_forgotten(app: FastAPI, address: str, table: Json) -> None:
    async with feed(address, table) as listener:
        await heard(listener)
        assert len(app.state.tables.feed.watches[table["id"]]) == 1
        watch = next(iter(app.state.tables.feed.watches[table["id"]]))
    async with asyncio.timeout(60):
        while watch in app.state.tables.feed.watches.get(table["id"], ()):
            await asyncio.sleep(0)


async def test_a_page_that_is_closed_is_forgotten(app: FastAPI, address: str, table: Json) -> None:
    async with websockets.connect(f"ws://{address}/tables/{table['id']}/live", max_size=None) as page:
        await heard(page)
        watch = next(iter(app.state.tables.feed.watches[table["id"]]))
    async with asyncio.timeout(60):
        while watch in app.state.tables.feed.watches.get(table["id"], ()):
            await asyncio.sleep(0)


@pytest.mark.parametrize("query", ["seat=x", "seat=" + "9" * 5000, "token=short"])
async def test_a_page_that_may_not_listen_is_told(address: str, table: Json, query: str) -> None:
    async with websockets.connect(f"ws://{address}/tables/{table['id']}/live?{query}", max_size=None) as page:
        with pytest.raises(websockets.ConnectionClosed):
            await heard(page)
        assert page.close_code in (4403, 4422)
        assert page.close_reason


async def test_a_long_name_fits_into_the_last_frame(web: httpx.AsyncClient, address: str) -> None:
    seats = [{"kind": "me", "name": "ä" * 40}, *SEATS[1:]]
    table = (await web.post("/api/tables", json={"game": "mini-rails", "seats": seats})).json()
    async with feed(address, table, seat=0) as listener:
        assert "ä" in (await heard(listener))["reason"]
        with pytest.raises(websockets.ConnectionClosed):
            await heard(listener)
        assert listener.close_code == 4403


async def test_a_page_hears_that_something_waits_for_its_turn_to_think(
    app: FastAPI, address: str, web: httpx.AsyncClient
) -> None:
    table = (await web.post("/api/tables", json={"game": "mini-rails", "seats": SEATS})).json()
    tables = app.state.tables
    own, other = {"Cookie": f"branchline={table['key']}"}, {"Cookie": f"branchline=stranger{'x' * 24}"}
    owner = (await tables.get(table["id"])).row.owner
    path = f"ws://{address}/tables/{table['id']}/live?since=1"
    async with (
        websockets.connect(path, additional_headers=own, max_size=None) as ours,
        websockets.connect(path, additional_headers=other, max_size=None) as theirs,
    ):
        hint = tables.advisers.turns.queue(owner, table["id"], Ask.HINT)
        move = tables.bots.turns.queue(owner, table["id"])
        tables.bots.waiting_changed(table["id"])
        assert await waits(ours) == {
            "move": "waits for its turn to think: about 5 seconds.",
            "hint": "Others are thought for first: about 5 seconds.",
        }
        assert await waits(theirs) == {"move": "waits for its turn to think: about 5 seconds."}
        tables.advisers.turns.give("a thinker")
        tables.bots.turns.give("a thinker")
        tables.bots.waiting_changed(table["id"])
        assert await waits(ours) == await waits(theirs) == {}
        assert hint.turn.done()
        assert move.turn.done()


async def waits(listener: websockets.ClientConnection) -> Json:
    """The next word on what waits."""
    while True:
        told: Json = json.loads(await asyncio.wait_for(listener.recv(), 20))
        if "waits" in told:
            return dict(told["waits"])
