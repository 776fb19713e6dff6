"""A friend's link in the browser: looking at it takes nothing, the button takes the seat."""

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
