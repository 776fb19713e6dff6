"""Under which address people reach the server: behind a proxy, with a prefix, and what is said when one hides it."""

import re
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from branchline.refusal import Refused
from branchline.table.bots import Bots
from branchline.web.app import create_app
from branchline.web.place import Here, Place

pytestmark = pytest.mark.anyio

Client = httpx.AsyncClient
CLUB = "https://club.example/rails"


@pytest.fixture
async def app_of_club(tmp_path: Path, empty: Path) -> AsyncIterator[FastAPI]:
    before = Here.place
    database = str(shutil.copy(empty, tmp_path / "tables.sqlite"))
    app = create_app(database, bots=Bots(workers=1, warm=False), url=CLUB)
    async with app.router.lifespan_context(app):
        yield app
    Here.place = before


@pytest.fixture
def club(app_of_club: FastAPI) -> Client:
    """Behind a proxy that says nothing of the name it was asked by and talks plain HTTP to the server."""
    return Client(transport=httpx.ASGITransport(app_of_club), base_url="http://10.0.0.7:8000")


FORM = {"game": "mini-rails", "seats": "3", "kind-0": "me", "name-0": "Ada", "kind-1": "open", "kind-2": "bot-greedy"}


@pytest.mark.parametrize("passed_on", ["/rails", ""])
async def test_a_table_is_laid_and_shared_under_the_clubs_address(club: Client, passed_on: str) -> None:
    laid = await club.post(f"{passed_on}/tables", data=FORM, headers={"origin": "https://club.example"})
    assert laid.status_code == 303
    assert laid.headers["location"].startswith("/rails/tables/")
    assert "Secure" in laid.headers["set-cookie"]
    club.cookies = httpx.Cookies({"branchline": laid.cookies["branchline"]})
    page = (await club.get(laid.headers["location"])).text
    assert re.search(r'data-copy="/rails/join/[a-z0-9]+/', page)
    written = re.findall(r'(?:href|src|action)="(/[^"]*)"', page)
    assert written
    assert [path for path in written if not path.startswith("/rails/")] == []
    assert (await club.get(re.findall(r'src="([^"]*table\.js)"', page)[0])).status_code == 200


async def test_letters_and_invitations_carry_the_address_that_the_server_was_started_with(
    club: Client, app_of_club: FastAPI
) -> None:
    """And no other: there is one setting, not one for links and one for letters."""
    origin = {"origin": "https://club.example"}
    clubhouse = app_of_club.state.tables.clubhouse
    entered = await club.post(await clubhouse.host_link(), data={"name": "Ada"}, headers=origin)
    club.cookies = httpx.Cookies({"branchline": entered.cookies["branchline"]})
    page = (await club.get("/club")).text
    assert CLUB in page
    assert re.search(r'name="site"[^>]* readonly', page)
    wish = {"name": "Rails", "door": "open", "site": "https://elsewhere.example", "finished": "members"}
    assert (await club.post("/club", data={**wish, "records": "members"}, headers=origin)).status_code == 303
    now = await clubhouse.club()
    assert (now.name, now.site) == ("Rails", CLUB)
    assert f'value="{CLUB}/club/' in (await club.post("/club/invite", headers=origin)).text


async def test_a_page_of_another_site_is_still_another_sites(club: Client) -> None:
    refused = await club.post("/rails/tables", data=FORM, headers={"origin": "https://elsewhere.example"})
    assert refused.status_code == 403


async def test_who_started_without_an_address_behind_a_proxy_is_told_how(ada: Client) -> None:
    origin = {"origin": "https://club.example"}
    refused = await ada.post("/tables", data=FORM, headers=origin)
    assert refused.status_code == 403
    assert "--url https://club.example" in refused.json()["reason"]
    trusted = await ada.post("/tables", data=FORM, headers={**origin, "sec-fetch-site": "same-origin"})
    assert trusted.status_code == 303


async def test_a_stranger_makes_nobody_at_the_server_a_guest_of_a_proxy(app: FastAPI, ada: Client) -> None:
    far = Client(transport=httpx.ASGITransport(app, client=("203.0.113.9", 4000)), base_url="http://table.test")
    made_up = {"origin": "https://elsewhere.example", "sec-fetch-site": "same-origin"}
    await far.get("/", headers=made_up)
    await ada.get("/", headers={**made_up, "x-forwarded-for": "203.0.113.9"})
    assert (await ada.get("/metrics")).status_code == 200
    await ada.get("/", headers=made_up)
    assert (await ada.get("/metrics")).status_code == 403, "a proxy that says nothing"


@pytest.mark.parametrize("url", ["club.example", "ftp://club.example", "https://", "https://a.b/?x", "https://a:b/"])
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(Refused, match="--url is what people type"):
        Place.of(url)
