"""A friend's link in the browser: looking at it takes nothing, the button takes the seat."""

import re
from collections.abc import Callable

import httpx
import pytest

pytestmark = pytest.mark.anyio

Client = httpx.AsyncClient
SEATS = [{"kind": "me", "name": "Ada"}, {"kind": "here", "name": "Bert"}, {"kind": "open"}]


@pytest.fixture
async def link(ada: Client) -> str:
    view = (await ada.post("/api/tables", json={"game": "mini-rails", "seats": SEATS})).json()
    return f"/join/{view['id']}/{view['table']['seats'][2]['token']}"


async def test_a_messenger_that_looks_at_the_link_takes_no_seat(ada: Client, grace: Client, link: str) -> None:
    assert "Take the seat" in (await grace.get(link)).text
    assert (await grace.get(link)).status_code == 200
    table = (await ada.get(f"/api/tables/{link.split('/')[2]}")).json()
    assert not table["table"]["seats"][2]["taken"]


async def test_the_friend_takes_the_seat_under_a_name(grace: Client, link: str) -> None:
    await grace.get(link)
    answer = await grace.post(link, data={"name": "Grace"})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/tables/{link.split('/')[2]}")
    table = (await grace.get(f"/api/tables/{link.split('/')[2]}")).json()
    assert (table["seat"], table["names"][2]) == (2, "Grace")
    assert (await grace.get(link)).status_code == 303, "back by the same link"


async def test_a_spent_link_says_so(ada: Client, grace: Client, person: object, link: str) -> None:
    await grace.post(link, data={})
    late = await person().get(link, headers={"Accept": "text/html"})  # type: ignore[operator]
    assert late.status_code == 403
    assert "This link is spent" in late.text


async def test_a_name_that_is_taken_can_be_given_anew(grace: Client, link: str) -> None:
    refused = await grace.post(link, data={"name": "ada"})
    assert refused.status_code == 422
    assert "Somebody at this table is called ada already" in refused.text
    assert 'value="ada"' in refused.text
    assert (await grace.post(link, data={"name": "Grace"})).status_code == 303


async def test_the_name_that_the_host_gave_is_offered(ada: Client, grace: Client) -> None:
    seats = [*SEATS[:2], {"kind": "open", "name": "Dot"}]
    view = (await ada.post("/api/tables", json={"game": "mini-rails", "seats": seats})).json()
    page = (await grace.get(f"/join/{view['id']}/{view['table']['seats'][2]['token']}")).text
    assert 'value="Dot"' in page


async def test_a_seat_is_held_on_another_device_by_its_own_link(ada: Client, grace: Client, link: str) -> None:
    await grace.post(link, data={"name": "Grace"})
    table = link.split("/")[2]
    page = (await grace.get(f"/tables/{table}")).text
    own = re.findall(rf'data-copy="(/join/{table}/[^"]+)"', page)
    assert len(own) == 1
    assert own[0] != link
    assert own[0] not in (await ada.get(f"/tables/{table}")).text


async def test_who_comes_too_late_can_watch(grace: Client, person: Callable[[], Client], link: str) -> None:
    await grace.post(link, data={})
    late = await person().get(link, headers={"Accept": "text/html"})
    assert f'href="/tables/{link.split("/")[2]}"' in late.text
    assert "You are watching" in (await person().get(f"/tables/{link.split('/')[2]}")).text


async def test_the_host_is_shown_the_links_until_the_seats_are_taken(ada: Client, grace: Client, link: str) -> None:
    table = f"/tables/{link.split('/')[2]}"
    assert link in (await ada.get(table)).text
    assert link not in (await grace.get(table)).text
    await grace.post(link, data={})
    assert link not in (await ada.get(table)).text
