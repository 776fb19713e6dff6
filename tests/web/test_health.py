"""What a host watches: health, metrics, and what is written down."""

import json
import logging
import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from branchline.table.notice import Fate
from branchline.web.journal import AsJson, AsLine
from branchline.web.metrics import bury_the_dead, workers

pytestmark = pytest.mark.anyio

Client = httpx.AsyncClient
SEATS = [{"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "here"}]


async def test_health_tells_of_database_and_thinkers(app: FastAPI, ada: Client) -> None:
    await ada.post("/api/tables", json={"game": "mini-rails", "seats": SEATS})
    told = (await ada.get("/health")).json()
    assert told["ok"]
    assert told["last_move"] > 0
    assert told["thinkers"]["waiting"] == 0
    assert told["thinkers"]["processes"] == 1
    assert told["workers"] == {"asked": 1, "running": 1}
    assert told["database"].endswith(" ms")
    store = app.state.tables.store
    store.engine.dispose()
    with open(store.url.database, "wb") as file:
        file.write(b"This is no database. " * 500)
    sick = await ada.get("/health")
    assert sick.status_code == 503
    assert not sick.json()["ok"]
    assert "sqlite" not in sick.text


async def test_metrics_count_by_address_and_hold_no_secret(ada: Client) -> None:
    table = (await ada.post("/api/tables", json={"game": "mini-rails", "seats": SEATS})).json()
    token = table["table"]["seats"][1]["token"]
    await ada.get(f"/join/{table['id']}/{token}")
    await ada.head("/rules/mini-rails")
    await ada.post(f"/tables/{table['id']}/move", json={"n": -1, "move": ""})
    told = (await ada.get("/metrics")).text
    assert 'branchline_requests_total{address="/rules/{game}",method="HEAD",status="200"}' in told
    assert 'branchline_requests_total{address="/join/{id}/{token}",method="GET",status="303"}' in told
    assert 'branchline_requests_total{address="/tables/{id}/move",method="POST",status="' in told
    assert "branchline_sockets" in told
    for secret in (token, table["id"], table["key"], "Ada"):
        assert secret not in told


async def test_metrics_are_told_to_nobody_from_outside(ada: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (await ada.get("/metrics", headers={"x-forwarded-for": "203.0.113.9"})).status_code == 403
    monkeypatch.setenv("BRANCHLINE_METRICS_TOKEN", "only-for-prometheus")
    assert (await ada.get("/metrics")).status_code == 403
    brought = {"authorization": "Bearer only-for-prometheus", "x-forwarded-for": "203.0.113.9"}
    assert (await ada.get("/metrics", headers=brought)).status_code == 200


async def test_a_request_is_one_line_with_its_number_and_without_secrets(
    ada: Client, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "branchline.requests")
    answer = await ada.get("/join/k3m9x2v7qa/a-token-that-nobody-may-see-1234")
    record = next(record for record in caplog.records if record.name == "branchline.requests")
    line, facts = AsLine().format(record), json.loads(AsJson().format(record))
    assert "GET /join/{id}/{token} 404 in" in line
    assert "\n" not in line
    assert (facts["status"], facts["address"]) == (404, "/join/{id}/{token}")
    assert len(answer.headers["x-request-id"]) == 8
    assert "nobody-may-see" not in line + str(facts)


async def test_everything_that_a_host_watches_is_counted(app: FastAPI, ada: Client) -> None:
    tables = app.state.tables
    table = (await ada.post("/api/tables", json={"game": "mini-rails", "seats": SEATS})).json()
    before = counts((await ada.get("/metrics")).text)
    await ada.get(f"/tables/{table['id']}")
    tables.postman.settled(Fate.SENT)
    after = counts((await ada.get("/metrics")).text)
    for name in (
        "moves_total",
        "sockets",
        "thinking_waiting",
        "draws_total",
        "requests_total",
        "request_seconds_count",
    ):
        assert f"branchline_{name}" in after, name
    assert after["branchline_draws_total"] > before["branchline_draws_total"]
    assert after["branchline_requests_total"] > before["branchline_requests_total"]
    assert after["branchline_notices_total"] > before.get("branchline_notices_total", 0.0)


async def test_a_move_is_counted(ada: Client) -> None:
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "here", "name": "Bert"}, {"kind": "here", "name": "Cleo"}]
    view = (await ada.post("/api/tables", json={"game": "mini-rails", "seats": seats})).json()
    before = counts((await ada.get("/metrics")).text)
    body = {"move": view["view"]["moves"][0]["move"], "n": view["n"], "confirm": True}
    assert (await ada.post(f"/api/tables/{view['id']}/moves", json=body)).status_code == 200
    assert counts((await ada.get("/metrics")).text)["branchline_moves_total"] > before["branchline_moves_total"]


def counts(told: str) -> dict[str, float]:
    """The sums of what is counted, whatever its labels."""
    found: dict[str, float] = {}
    for line in told.splitlines():
        if not line.startswith("#"):
            name, _, value = line.rpartition(" ")
            found[name.partition("{")[0]] = found.get(name.partition("{")[0], 0.0) + float(value)
    return found


def test_a_worker_that_was_killed_is_counted_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        gone.wait()
    for number in (os.getpid(), gone.pid):
        (tmp_path / f"gauge_livesum_{number}.db").touch()
        (tmp_path / f"counter_{number}.db").touch()
    assert workers() == [os.getpid()]
    bury_the_dead()
    left = {file.name for file in tmp_path.iterdir()}
    assert f"gauge_livesum_{gone.pid}.db" not in left
    assert f"counter_{gone.pid}.db" in left  # what it has done, it has done


async def test_a_token_stands_in_no_line_about_trouble(
    app: FastAPI, ada: Client, caplog: pytest.LogCaptureFixture
) -> None:
    table = (await ada.post("/api/tables", json={"game": "mini-rails", "seats": SEATS})).json()
    token = table["table"]["seats"][1]["token"]
    store = app.state.tables.store
    store.engine.dispose()
    with open(store.url.database, "wb") as file:
        file.write(b"This is no database. " * 500)
    assert (await ada.get(f"/join/{table['id']}/{token}")).status_code == 503
    said = [record.getMessage() for record in caplog.records]
    assert any("GET /join/{id}/{token}: The database" in line for line in said), said
    assert not any(token in line for line in said)
