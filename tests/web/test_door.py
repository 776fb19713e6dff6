"""What is wished all the time is answered at the door: as politely, and as strictly, as further in."""

from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from branchline.table.table import Table

pytestmark = pytest.mark.anyio

Client = httpx.AsyncClient
THREE = [{"kind": "me", "name": "Ada"}, {"kind": "here", "name": "Bert"}, {"kind": "here", "name": "Cleo"}]


@pytest.fixture
async def address(ada: Client) -> str:
    laid = await ada.post("/api/tables", json={"game": "mini-rails", "seats": THREE})
    return f"/tables/{laid.json()['id']}"


async def test_a_move_is_made_and_its_answer_is_dressed_as_every_other(ada: Client, address: str) -> None:
    view = (await ada.get(f"/api{address}")).json()
    answer = await ada.post(f"{address}/move", json={"n": view["n"], "move": view["view"]["moves"][0]["move"]})
    assert answer.status_code == 200
    assert answer.json() == {"stamp": 2}
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["x-request-id"]


@pytest.mark.parametrize(
    ("wish", "status", "word"),
    [
        ({"json": {"n": 0, "move": "build nothing"}}, 409, "moved on"),
        ({"json": {"move": "buy white 1"}}, 422, "n: Field required"),
        ({"content": "{", "headers": {"content-type": "application/json"}}, 400, "no JSON"),
        ({"content": "{}"}, 422, "JSON object"),
        ({"json": {"n": 0, "move": "x" * 1_000_000}}, 413, "too large"),
        ({"json": {"n": 0, "move": "x"}, "params": {"seat": "one"}}, 422, "whole number"),
        ({"json": {"n": 0, "move": "x"}, "headers": {"origin": "https://elsewhere.example"}}, 403, "another site"),
    ],
)
async def test_what_is_refused_has_its_sentence(
    ada: Client, address: str, wish: dict[str, Any], status: int, word: str
) -> None:
    answer = await ada.post(f"{address}/move", **wish)
    assert answer.status_code == status, answer.text
    assert word in answer.json()["reason"]


async def test_what_is_no_wish_goes_further_in(ada: Client, address: str) -> None:
    assert (await ada.get(f"{address}/move")).status_code == 405
    assert (await ada.post(f"{address}/mov", json={})).status_code == 404
    assert (await ada.post(f"{address}/settings", json={"pause": 0})).status_code == 200
    assert (await ada.post("/tables/nowhere123/undo", json={"n": 0})).status_code == 404


async def test_a_fault_of_ours_is_told_there_too(app: FastAPI, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("a secret of the code")

    monkeypatch.setattr(Table, "_with", fail)
    monkeypatch.setattr(Table, "_mover_at", lambda *_: 0)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with Client(transport=transport, base_url="http://table.test") as client:
        answer = await client.post(f"{address}/move", json={"n": 0, "move": "x"})
    assert answer.status_code == 500
    assert "secret" not in answer.text
