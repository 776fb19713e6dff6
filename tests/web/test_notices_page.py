"""How one is called: the page, the calendar, and the page as an app of its own."""

import re
from datetime import UTC, datetime

import httpx
import icalendar
import pytest
import sqlalchemy as sa
from fastapi import FastAPI

from branchline.table.outbox import CALLS
from branchline.table.service import Tables
from branchline.table.way_back import ADDRESSES
from branchline.web import assets

pytestmark = pytest.mark.anyio

Client = httpx.AsyncClient
SLOW = {
    "game": "mini-rails",
    "pace": "1d",
    "seats": [{"kind": "me", "name": "Ada"}, {"kind": "here", "name": "Bert"}, {"kind": "here", "name": "Cleo"}],
}


async def test_a_hook_is_added_tried_and_taken_away(ada: Client, app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    await ada.get("/me/notices")
    hook = {"kind": "ntfy", "address": "https://93.184.216.34/rails"}
    added = await ada.post("/me/notices/hook", data=hook, headers={"origin": "http://table.test"})
    assert added.status_code == 303
    page = (await ada.get("/me/notices")).text
    assert "https://93.184.216.34/rails" in page
    (id,) = set(re.findall(r'name="channel" value="([^"]+)"', page))
    await ada.post("/me/notices/drop", data={"channel": id})
    assert "93.184.216.34" not in (await ada.get("/me/notices")).text


@pytest.mark.parametrize("address", ["https://127.0.0.1/hook", "https://192.168.0.7/", "http://example.org/", "hook"])
async def test_a_hook_into_the_house_is_refused_with_a_reason(ada: Client, address: str) -> None:
    answer = await ada.post("/me/notices/hook", data={"kind": "slack", "address": address})
    assert answer.status_code == 422
    assert re.search(r'role="alert">[^<]+\.</p>', answer.text)
    answer = await ada.post("/me/notices/push", json={"endpoint": address, "keys": {}})
    assert (answer.status_code, answer.json()["rule"]) == (422, "notices")


async def test_nobody_touches_the_ways_of_another(ada: Client, grace: Client, app: FastAPI) -> None:
    await ada.get("/")
    await ada.post("/me/notices/hook", data={"kind": "ntfy", "address": "https://93.184.216.34/rails"})
    (id,) = set(re.findall(r'name="channel" value="([^"]+)"', (await ada.get("/me/notices")).text))
    await grace.get("/")
    for what in ("drop", "try"):
        await grace.post(f"/me/notices/{what}", data={"channel": id})
    assert id in (await ada.get("/me/notices")).text
    tables: Tables = app.state.tables
    assert tables.postman.outbox.due(tables.store.clock.now()) == []


async def test_a_delay_and_a_digest_are_kept_and_nonsense_is_not(ada: Client) -> None:
    await ada.get("/")
    assert (await ada.post("/me/notices", data={"delay": "60", "digest": "19:30"})).status_code == 303
    page = (await ada.get("/me/notices")).text
    assert 'value="60" selected' in page
    assert 'value="19:30"' in page
    for wrong in ({"delay": "7"}, {"delay": "5", "digest": "25:00"}, {}):
        assert (await ada.post("/me/notices", data=wrong)).status_code == 422


async def test_the_calendar_has_the_ends_of_ones_turns_at_an_address_that_can_be_changed(ada: Client) -> None:
    await ada.get("/")
    table = (await ada.post("/api/tables", json=SLOW)).json()
    await ada.post("/me/notices/calendar")
    find = r'value="http://table.test(/calendar/[^"]+)"'
    (address,) = re.findall(find, (await ada.get("/me/notices")).text)
    (event,) = icalendar.Calendar.from_ical((await ada.get(address)).content).walk("vevent")
    assert event["url"] == f"http://table.test/tables/{table['id']}"
    assert event.decoded("dtend") == datetime.fromtimestamp(int(table["table"]["due"]), UTC)
    await ada.post("/me/notices/calendar")
    assert (await ada.get(address)).status_code == 404


async def test_the_page_is_an_app_whose_worker_keeps_no_page_but_that_it_is_offline(ada: Client) -> None:
    told = (await ada.get("/manifest.webmanifest")).json()
    for icon in told["icons"]:
        assert (await ada.get(icon["src"])).content.startswith(b"\x89PNG")
    worker = await ada.get("/worker.js")
    assert worker.headers["cache-control"] == "no-cache"
    assert assets.version() in worker.text
    kept = re.findall(r'"(/[^"]*)"', worker.text.splitlines()[0])
    assert [path for path in kept if not path.startswith("/static/")] == ["/offline"]
    for path in kept:
        assert (await ada.get(path)).status_code == 200
    assert "No connection" in (await ada.get("/offline")).text


async def test_where_time_is_short_stands_first_at_home(ada: Client) -> None:
    await ada.get("/")
    ids = [(await ada.post("/api/tables", json={**SLOW, "pace": pace})).json()["id"] for pace in ("3d", "12h", "live")]
    page = (await ada.get("/")).text
    found = list(dict.fromkeys(re.findall(r'<th scope="row"><a href="/tables/(\w+)"', page)))
    assert found == [ids[1], ids[0], ids[2]]


async def test_mail_goes_to_an_address_that_was_proved_and_to_no_other(ada: Client, app: FastAPI) -> None:
    await ada.get("/")
    await ada.post("/me/notices", data={"delay": "0"})
    assert (await ada.post("/me/notices/mail", data={"address": "bert@example.org"})).status_code == 422
    tables: Tables = app.state.tables
    with tables.store.writing() as connection:
        person = connection.execute(sa.select(CALLS.c.person)).scalar()
        connection.execute(sa.insert(ADDRESSES).values(address="ada@example.org", person=person, created=0.0))
    assert "Mail to ada@example.org" in (await ada.get("/me/notices")).text
    assert (await ada.post("/me/notices/mail", data={"address": "ada@example.org"})).status_code == 303
    assert [channel.kind for channel in tables.postman.outbox.channels(str(person))] == ["mail"]
