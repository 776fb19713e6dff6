"""What goes out with every answer, and what a stranger can't learn or break by asking oddly."""

import re
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from starlette.routing import Route

from branchline.web import (
    api,
    api_page,
    assets,
    club_page,
    health,
    host_page,
    live,
    me_page,
    metrics,
    notices_page,
    numbers,
    pages,
    speech,
)

ROOMS = (
    api,
    api_page,
    assets,
    club_page,
    health,
    host_page,
    live,
    me_page,
    metrics,
    notices_page,
    numbers,
    pages,
    speech,
)
"""All that have addresses."""

pytestmark = pytest.mark.anyio

Client = httpx.AsyncClient
THREE = [{"kind": "me", "name": "Ada"}, {"kind": "here", "name": "Bert"}, {"kind": "here", "name": "Cleo"}]


async def test_every_answer_says_what_a_browser_may_do_with_it(ada: Client) -> None:
    table = (await ada.post("/api/tables", json={"game": "mini-rails", "seats": THREE})).json()["id"]
    for path in ("/", f"/tables/{table}", "/rules/mini-rails", "/api/games", "/api/docs", "/nothing", "/tables/x"):
        answer = await ada.get(path, headers={"accept": "text/html"})
        policy = dict(part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; "))
        assert policy["script-src"] == "'self'"
        assert (policy["default-src"], policy["frame-ancestors"]) == ("'none'", "'none'")
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert "camera=()" in answer.headers["permissions-policy"]


async def test_no_page_has_a_script_or_style_of_its_own_inside(ada: Client) -> None:
    table = (await ada.post("/api/tables", json={"game": "mini-rails", "seats": THREE})).json()["id"]
    for path in ("/", f"/tables/{table}", "/rules/mini-rails", "/api/docs"):
        page = (await ada.get(path)).text
        assert not re.search(r"<script(?![^>]*\bsrc=)", page)
        assert not re.search(r"<style| on[a-z]+=", page)
        assert not re.search(r'(src|href)="(https?:)?//', page)


async def test_head_says_what_get_would_without_the_page(ada: Client) -> None:
    got, headed = await ada.get("/rules/mini-rails"), await ada.head("/rules/mini-rails")
    assert headed.status_code == 200
    assert headed.headers["content-type"] == got.headers["content-type"]
    assert headed.content == b""
    assert (await ada.head("/nothing")).status_code == 404


async def test_head_is_possible_wherever_get_is(ada: Client) -> None:
    table = (await ada.post("/api/tables", json={"game": "mini-rails", "seats": THREE})).json()["id"]
    filled = {
        "id": table,
        "game": "mini-rails",
        "token": "x" * 32,
        "n": "1",
        "k": "1",
        "asked": "1",
        "name": "table.js",
    }
    paths = {
        re.sub(r"\{(\w+)\}", lambda part: filled.get(part[1], "x"), route.path)
        for room in ROOMS
        for route in room.router.routes
        if isinstance(route, Route) and "GET" in (route.methods or ())
    }
    assert len(paths) > 30
    for path in sorted(paths - {f"/tables/{table}/analysis"}):
        headed, got = await ada.head(path), await ada.get(path)
        assert headed.status_code == got.status_code, path
        assert headed.status_code < 500, path
        assert headed.content == b"", path


async def test_a_table_of_a_newer_branchline_says_so_and_waits(app: FastAPI, ada: Client) -> None:
    table = (await ada.post("/api/tables", json={"game": "mini-rails", "seats": THREE})).json()["id"]
    tables = app.state.tables
    with tables.store.writing() as connection:
        connection.exec_driver_sql("update tables set version = 99, revision = revision + 1")
    await tables.gone(table)  # as after a restart
    for path in (f"/tables/{table}", f"/api/tables/{table}"):
        answer = await ada.get(path, headers={"accept": "text/html"})
        assert answer.status_code == 409
        assert "laid by a newer Branchline. There is no version 99 of the rules of Mini Rails" in answer.text.replace(
            "&#39;", "'"
        )
    assert (await ada.get("/")).status_code == 200
    with tables.store.writing() as connection:
        connection.exec_driver_sql("update tables set version = 2")
    assert (await ada.get(f"/tables/{table}")).status_code == 200


async def test_a_program_reads_how_the_api_works_from_this_server(ada: Client) -> None:
    page = (await ada.get("/api/docs")).text
    assert "POST /api/tables/{id}/moves" in page
    assert "SteamPower_SteamPowerView" in page


@pytest.mark.parametrize("seats", ["9" * 5000, "-1", "٣", "1e3", ""])
async def test_a_form_with_an_odd_number_of_seats_is_refused_in_a_sentence(ada: Client, seats: str) -> None:
    refused = await ada.post("/tables", data={"game": "mini-rails", "seats": seats})
    assert refused.status_code == 422
    assert "is for 3–5 players" in refused.json()["reason"]
    assert (await ada.get("/", params={"game": "mini-rails", "seats": seats})).status_code in (200, 422)


async def test_where_the_database_is_is_told_to_nobody_who_plays(app: FastAPI, ada: Client) -> None:
    table = (await ada.post("/api/tables", json={"game": "mini-rails", "seats": THREE})).json()["id"]
    store = app.state.tables.store
    store.close()
    file = Path(store.url.database)
    for other in file.parent.glob(f"{file.name}-*"):
        other.unlink()
    file.write_bytes(b"This is no database. " * 500)
    for path in (f"/tables/{table}", f"/api/tables/{table}"):
        answer = await ada.get(path, headers={"accept": "text/html"})
        assert answer.status_code == 503
        assert "database is damaged: nothing was changed" in answer.text
        assert "sqlite" not in answer.text
