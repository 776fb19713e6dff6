"""Two real servers on one database: who looks, types and leaves at one is seen at the other."""

import asyncio
import json
import shutil
from collections.abc import AsyncIterator, Iterable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from branchline.refusal import Refused
from branchline.table.feed import take_over
from tests.table.test_crash import Server

SEATS = [{"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "bot", "level": "greedy"}]
PATIENCE = 60.0


@pytest.fixture
def servers(tmp_path: Path, empty: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Server]]:
    """Processes of their own, each on its own port."""
    monkeypatch.setenv("BRANCHLINE_WORKERS", "2")
    database = Path(shutil.copy(empty, tmp_path / "tables.sqlite"))
    made = [Server(database) for _ in range(2)]
    yield made
    for server in made:
        server.kill()
        server.listener.close()


def page(server: Server, table: str, key: str) -> ClientConnection:
    """What a page keeps open."""
    address = f"{server.url.replace('http', 'ws', 1)}/tables/{table}/live?since=0"
    return connect(address, additional_headers={"Cookie": f"branchline={key}"}, open_timeout=PATIENCE)


def sees(socket: ClientConnection, seat: str, *looks: str) -> str:
    """Listen until somebody does one of these."""
    while True:
        news: dict[str, Any] = json.loads(socket.recv(timeout=PATIENCE))
        found = news.get("presence", {}).get(seat, "")
        if found in looks:
            return str(found)


def test_who_looks_at_one_server_is_seen_at_the_other(servers: list[Server]) -> None:
    here, there = servers
    laid = httpx.post(f"{here.url}/api/tables", json={"game": "mini-rails", "seats": SEATS}, timeout=PATIENCE).json()
    token = {"token": laid["table"]["seats"][1]["token"], "name": "Grace"}
    joined = httpx.post(f"{there.url}/api/tables/{laid['id']}/join", json=token, timeout=PATIENCE).json()
    with page(there, laid["id"], joined["key"]) as grace:
        grace.send("looking")
        with page(here, laid["id"], laid["key"]) as ada:
            ada.send("looking")
            sees(grace, "0", "looking", "thinking")
            sees(ada, "1", "looking", "thinking")
            ada.send("typing")
            sees(grace, "0", "typing")
        sees(grace, "0", "away")


@pytest.mark.anyio
async def test_what_others_change_is_taken_over_at_once_and_each_table_once() -> None:
    heard, taken, free = asyncio.Queue[str](), list[list[str]](), asyncio.Event()

    async def tables() -> AsyncIterator[str]:
        while table := await heard.get():
            yield table

    async def changed(some: Iterable[str]) -> None:
        taken.append(list(some))
        await free.wait()

    taking = asyncio.create_task(take_over(tables(), changed))
    heard.put_nowait("one")
    while not taken:
        await asyncio.sleep(0)
    for table in ("two", "three", "two"):  # while the first is being taken over
        heard.put_nowait(table)
    while not heard.empty():
        await asyncio.sleep(0)
    free.set()
    while len(taken) < 2:
        await asyncio.sleep(0)
    heard.put_nowait("")
    await taking
    assert taken == [["one"], ["two", "three"]]


@pytest.mark.anyio
async def test_who_cannot_take_over_listens_no_more() -> None:
    async def tables() -> AsyncIterator[str]:
        yield "one"
        await asyncio.Event().wait()

    async def changed(_: Iterable[str]) -> None:
        raise Refused("database", "It does not answer.")

    with pytest.raises(Refused, match="does not answer"):
        await take_over(tables(), changed)
