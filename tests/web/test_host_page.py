"""The host's page: tables and persons looked after in the browser, by hosts alone, and nothing hidden is told."""

import json
import re
from collections.abc import Callable

import httpx
import pytest
from fastapi import FastAPI

from branchline.table.caretaker import Caretaker, opened

pytestmark = pytest.mark.anyio

Client = httpx.AsyncClient
SEATS = [{"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "here", "name": "Cleo"}]
HTML = {"accept": "text/html"}


@pytest.fixture
async def host(app: FastAPI, person: Callable[[], Client]) -> Client:
    """The browser of the club's host."""
    hedy = person()
    link = await app.state.tables.clubhouse.host_link()
    assert (await hedy.post(link, data={"name": "Hedy"})).status_code == 303
    return hedy


async def laid(client: Client, game: str = "mini-rails") -> str:
    return str(
        (await client.post("/api/tables", json={"game": game, "seats": SEATS, "title": "Thursday"})).json()["id"]
    )


async def test_only_a_host_finds_the_page(host: Client, ada: Client, person: Callable[[], Client]) -> None:
    id = await laid(ada)
    paths = ("/host", f"/host/tables/{id}", f"/host/tables/{id}/record", "/host/persons/0123456789abcdef")
    acts = ("/host/check", "/host/backup", f"/host/tables/{id}/link", f"/host/tables/{id}/delete")
    others = ("/host/persons/0123456789abcdef/delete", f"/host/drawer/{id}/back")
    for client in (ada, person()):
        assert {(await client.get(path)).status_code for path in paths} == {403}
        assert {(await client.post(path)).status_code for path in acts + others} == {403}
    page = (await host.get("/host")).text
    assert "Thursday" in page
    assert "Hedy" in page
    assert 'href="/host"' in (await host.get("/club")).text


async def test_another_sites_page_and_a_mere_visit_change_nothing(host: Client, ada: Client) -> None:
    id = await laid(ada)
    evil = {"origin": "https://elsewhere.example"}
    for path in ("/host/backup", f"/host/tables/{id}/delete", f"/host/tables/{id}/link"):
        assert (await host.post(path, headers=evil)).status_code == 403
        assert (await host.get(path)).status_code in (404, 405)
    assert (await ada.get(f"/tables/{id}")).status_code == 200


async def test_a_table_is_found_looked_at_taken_away_and_brought_back(host: Client, ada: Client) -> None:
    id = await laid(ada)
    assert id in (await host.get("/host", params={"find": "thurs"})).text
    assert id not in (await host.get("/host", params={"find": "friday"})).text
    page = (await host.get(f"/host/tables/{id}")).text
    assert "rules of version" in page
    assert (await host.post(f"/host/tables/{id}/delete")).headers["location"] == "/host#drawer"
    assert (await ada.get(f"/tables/{id}")).status_code == 404
    assert f"/host/drawer/{id}/back" in (await host.get("/host")).text
    await host.post(f"/host/drawer/{id}/back")
    assert (await ada.get(f"/tables/{id}")).status_code == 200
    assert (await host.get("/host/tables/nosuchtable")).status_code == 404


async def test_a_seat_gets_a_new_link_by_which_its_player_comes_back(host: Client, ada: Client, grace: Client) -> None:
    id = await laid(ada)
    page = (await host.post(f"/host/tables/{id}/link", data={"seat": "1"})).text
    found = re.search(rf"http://table\.test(/join/{id}/[\w-]+)", page)
    assert found
    assert (await grace.post(found[1], data={"name": "Ada"})).status_code == 303
    assert (await grace.get(f"/api/tables/{id}")).json()["table"]["seats"][0]["mine"]
    assert not (await ada.get(f"/api/tables/{id}")).json()["table"]["seats"][0]["mine"]
    for seat in ("", "9", "9" * 5000, "٣"):
        assert (await host.post(f"/host/tables/{id}/link", data={"seat": seat})).status_code == 422


async def test_somebody_is_taken_out_and_let_in_again(app: FastAPI, host: Client, ada: Client) -> None:
    await ada.post("/me", data={"name": "Mallory"})
    found = re.search(r'href="(/host/persons/\w+)"[^>]*>(?:(?!</a>).)*Mallory', (await host.get("/host")).text, re.S)
    assert found
    told = json.loads((await host.get(f"{found[1]}/data")).text)
    assert told["person"]["name"] == "Mallory"
    assert "key_hash" not in json.dumps(told)
    assert "Mallory" in (await host.get(found[1])).text
    await host.post(f"{found[1]}/delete")
    assert "Mallory" not in (await ada.get("/me")).text
    mark = found[1].rpartition("/")[2]
    assert (await host.get(found[1])).status_code == 404
    await host.post(f"/host/drawer/{mark}/back")
    assert (await host.get(found[1])).status_code == 200
    me = (await Caretaker(app.state.tables).residents("Hedy"))[0].person.mark
    assert (await host.post(f"/host/persons/{me[:16]}/delete")).status_code == 422


async def test_nothing_hidden_of_a_running_game_reaches_its_host(app: FastAPI, host: Client, ada: Client) -> None:
    id = await laid(ada, "express-01")
    row = app.state.tables.store.row(id)
    secrets = [row.seed, row.owner, *(seat.token for seat in row.seats)]
    answers = [(await host.get(path)).text for path in ("/host", f"/host/tables/{id}", f"/host/tables/{id}/record")]
    sealed = (await host.post("/host/backup")).content
    for secret in secrets:
        assert all(secret not in answer for answer in answers)
        assert secret.encode() not in sealed
    key = Caretaker(app.state.tables).key().decode()
    assert opened(sealed, key)[:2] == b"\x1f\x8b"


async def test_the_check_and_the_quotas_are_shown(app: FastAPI, host: Client, ada: Client) -> None:
    id = await laid(ada)
    assert "Every table follows from its record." in (await host.post("/host/check")).text
    with app.state.tables.store.writing() as connection:
        connection.exec_driver_sql("update moves set text = 'nonsense', code = 1")
    checked = (await host.post("/host/check")).text
    assert "Every table follows" not in checked
    assert f"/host/tables/{id}" in checked
    assert "600 in an hour" in checked
    assert "4,800 in an hour" in checked
