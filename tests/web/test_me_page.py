"""One's own page, the links that lead to it, and the club's: what they do, and for whom they do nothing."""

import re
from collections.abc import Callable

import httpx
import pytest
from fastapi import FastAPI

pytestmark = pytest.mark.anyio

Client = httpx.AsyncClient
SEATS = [{"kind": "me", "name": "Ada"}, {"kind": "bot"}, {"kind": "bot"}]
ASKS_FOR_PAGES = {"Accept": "text/html"}


@pytest.fixture
async def table(ada: Client) -> str:
    view = (await ada.post("/api/tables", json={"game": "mini-rails", "seats": SEATS})).json()
    return f"/tables/{view['id']}"


async def device_link(client: Client) -> str:
    page = (await client.post("/me/link")).text
    found = re.search(r'value="http://table.test(/device/[^"]+)"', page)
    assert found is not None
    assert "<svg" in page, "the QR code"
    return found[1]


async def devices(client: Client) -> list[str]:
    return re.findall(r'name="device" value="(\w+)"', (await client.get("/me")).text)


async def test_one_says_who_one_is(ada: Client, table: str) -> None:
    about = {
        "name": "Ada Lovelace",
        "colour": "7",
        "zone": "Europe/London",
        "quiet-from": "22:30",
        "quiet-until": "07:00",
    }
    assert (await ada.post("/me", data=about)).status_code == 303
    await ada.post("/me/holidays", data={"first": "2026-12-24", "last": "2027-01-06"})
    page = (await ada.get("/me")).text
    for shown in (
        "Ada Lovelace",
        ">AL<",
        "Europe/London",
        'value="22:30"',
        "24 December 2026 to 6 January 2027",
        table,
    ):
        assert shown in page, shown
    assert 'value="Ada Lovelace"' in (await ada.get("/")).text, "so they are called at the next table"


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "<script>"},
        {"name": "a" * 41},
        {"name": "Ada", "zone": "Mars/Olympus"},
        {"name": "Ada", "quiet-from": "25:00", "quiet-until": "07:00"},
        {"name": "Ada", "quiet-from": "22:00"},
    ],
)
async def test_what_can_not_be_is_refused_and_changes_nothing(ada: Client, table: str, wrong: dict[str, str]) -> None:
    answer = await ada.post("/me", data=wrong)
    assert answer.status_code == 422
    assert "refused" in answer.text
    assert "<h1>Ada</h1>" in (await ada.get("/me")).text
    assert (await ada.post("/me/holidays", data={"first": "2026-12-24", "last": "2026-12-01"})).status_code == 422


# -- devices -----------------------------------------------------------------------------------------


async def test_a_link_acts_when_the_button_is_pressed_not_when_it_is_looked_at(
    ada: Client, person: Callable[[], Client], table: str
) -> None:
    link, phone = await device_link(ada), person()
    for _ in range(3):
        page = (await phone.get(link)).text
        assert "Ada" in page
        assert "On this device from now on" in page
    assert (await person().head(link)).status_code in (200, 405), "a messenger's look"
    assert "You are watching" in (await phone.get(table)).text

    assert (await phone.post(link)).status_code == 303
    assert "You are watching" not in (await phone.get(table)).text
    assert len(await devices(ada)) == 2
    late = await person().post(link, headers=ASKS_FOR_PAGES)
    assert (late.status_code, "This link is spent" in late.text) == (403, True)
    assert (await person().get("/device/AAAAAAAAAAAAAAAAAAAAAAAA")).status_code == 403


async def test_another_sites_page_can_not_open_a_link_or_change_anybody(ada: Client, grace: Client, table: str) -> None:
    elsewhere = {"Origin": "https://evil.example"}
    link = await device_link(ada)
    assert (await grace.post(link, headers=elsewhere)).status_code == 403
    for path in ("/me", "/me/delete", "/me/link", "/me/devices/away"):
        assert (await ada.post(path, data={"name": "Eve", "sure": "yes"}, headers=elsewhere)).status_code == 403
    assert "<h1>Ada</h1>" in (await ada.get("/me")).text


async def test_a_device_that_is_sent_away_is_somebody_new(ada: Client, grace: Client, table: str) -> None:
    await grace.get("/")
    await grace.post(await device_link(ada))
    stolen = grace.cookies["branchline"]
    first, second = await devices(grace)
    here = next(iter(set(await devices(ada)) & {first, second}))
    page = (await ada.get("/me")).text
    mine = re.search(r", this one.*?value=\"(\w+)\"", page, re.S)
    assert mine is not None
    other = second if mine[1] == first else first
    assert here in (first, second)

    await ada.post("/me/devices/away", data={"device": other})
    assert "You are watching" in (await grace.get(table)).text
    assert grace.cookies["branchline"] != stolen, "a new key for whoever it is now"
    program = await ada.get(f"/api{table}", headers={"Authorization": f"Bearer {stolen}"})
    assert (program.status_code, "sent away" in program.json()["reason"]) == (403, True)
    assert "You are watching" not in (await ada.get(table)).text


async def test_nobody_sends_away_anothers_device(ada: Client, grace: Client, table: str) -> None:
    (device,) = await devices(ada)
    await grace.post("/me", data={"name": "Grace"})
    await grace.post("/me/devices/away", data={"device": device})
    assert await devices(ada) == [device]


async def test_a_program_keeps_its_key(person: Callable[[], Client]) -> None:
    program = person()
    headers = {"Authorization": f"Bearer {'k' * 32}"}
    laid = (await program.post("/api/tables", json={"game": "mini-rails", "seats": SEATS}, headers=headers)).json()
    assert laid["key"] is None
    seen = (await person().get(f"/api/tables/{laid['id']}", headers=headers)).json()
    assert seen["held"] == [0]
    by_token = {"Authorization": f"Bearer {laid['table']['seats'][0]['token']}"}
    assert (await person().get(f"/api/tables/{laid['id']}", headers=by_token)).json()["held"] == [0]


async def test_who_is_deleted_comes_as_somebody_new(ada: Client, table: str) -> None:
    assert (await ada.post("/me/delete")).status_code == 422, "not without being sure"
    assert (await ada.post("/me/delete", data={"sure": "yes"})).status_code == 200
    assert "<h1>Ada</h1>" not in (await ada.get("/me")).text
    assert (await ada.get(table)).status_code == 404


async def test_there_is_no_mail_where_no_server_is_named(ada: Client, table: str) -> None:
    assert "This server sends no mail" in (await ada.get("/me")).text
    assert (await ada.post("/back", data={"address": "ada@example.org"})).status_code == 422
    for path in ("/me/passkey", "/back/passkey"):
        answer = await ada.post(path, json={"answer": {"id": "x", "response": {"clientDataJSON": "e30"}}})
        assert answer.status_code == 403


# -- the club ----------------------------------------------------------------------------------------


async def test_the_host_opens_the_printed_link_and_invites_others(app: FastAPI, ada: Client, grace: Client) -> None:
    link = await app.state.tables.clubhouse.host_link()
    assert "This server is yours" in (await ada.get(link)).text
    assert (await ada.post(link, data={"name": "Ada"})).headers["location"] == "/club"
    wish = {
        "name": "The Branch",
        "door": "members",
        "site": "http://table.test",
        "finished": "members",
        "records": "players",
    }
    assert (await ada.post("/club", data=wish)).status_code == 303
    assert (await grace.get("/club")).status_code == 422
    assert (await grace.post("/club", data=wish)).status_code == 403
    refused = await grace.post("/api/tables", json={"game": "mini-rails", "seats": SEATS})
    assert (refused.status_code, refused.json()["rule"]) == (403, "club")
    assert 'id="lobby"' not in (await grace.get("/")).text

    page = (await ada.post("/club/invite")).text
    invitation = re.search(r'value="http://table.test(/club/[^"]+)"', page)
    assert invitation is not None
    assert "Ada invites you" in (await grace.get(invitation[1])).text
    await grace.post(invitation[1], data={"name": "Grace"})
    home = (await grace.get("/")).text
    assert "Lobby: The Branch" in home
    assert "2 members" in home
    assert "Grace" in (await ada.get("/club")).text


async def test_a_table_for_members_shows_a_stranger_no_part_of_it(app: FastAPI, ada: Client, grace: Client) -> None:
    await ada.post(await app.state.tables.clubhouse.host_link(), data={"name": "Ada"})
    wish = {"game": "mini-rails", "seats": SEATS, "listing": "members"}
    id = (await ada.post("/api/tables", json=wish)).json()["id"]
    for part in ("", "/news", "/at/0", "/bundle"):
        assert (await ada.get(f"/tables/{id}{part}")).status_code == 200
        assert (await grace.get(f"/tables/{id}{part}")).status_code == 403


async def test_in_the_lobby_people_find_each_other(ada: Client, grace: Client) -> None:
    await ada.post("/me", data={"name": "Ada"})
    await grace.post("/me", data={"name": "Grace"})
    wish = {"game": "mini-express", "players": "2", "pace": "live", "bots": "yes"}
    assert (await ada.post("/lobby", data=wish)).status_code == 303
    home = (await grace.get("/")).text
    assert "Ada would play Mini Express" in home
    join = re.search(r'action="(/lobby/\w+/join)"', home)
    assert join is not None
    laid = (await grace.post(join[1])).headers["location"]
    assert laid.startswith("/tables/")
    for player in (ada, grace):
        assert "You are watching" not in (await player.get(laid)).text
    assert (await ada.post("/lobby", data=wish | {"players": "many"})).status_code == 422


async def test_an_open_table_that_is_listed_has_a_seat_for_who_comes(ada: Client, grace: Client) -> None:
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "bot"}]
    wish = {"game": "mini-rails", "seats": seats, "listing": "listed"}
    view = (await ada.post("/api/tables", json=wish)).json()
    assert f"/tables/{view['id']}/sit" in (await grace.get("/")).text
    assert (await grace.post(f"/tables/{view['id']}/sit")).status_code == 303
    assert (await grace.get(f"/api/tables/{view['id']}")).json()["held"] == [1]
