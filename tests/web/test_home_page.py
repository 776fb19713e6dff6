"""The home page: a new table, and one's own."""

from collections.abc import Callable

import httpx
import pytest
from fastapi import FastAPI

from branchline.web.table_page import seats_of
from tests.table.party import GRACE

pytestmark = pytest.mark.anyio

Client = httpx.AsyncClient


async def lay(client: Client, *kinds: str, game: str = "mini-rails") -> str:
    seats = [{"kind": kind, **({"level": "random"} if kind == "bot" else {})} for kind in kinds]
    view = (await client.post("/api/tables", json={"game": game, "seats": seats})).json()
    return f'href="/tables/{view["id"]}"'


async def test_ones_own_tables_are_listed_however_many_others_there_are(ada: Client, grace: Client) -> None:
    mine = await lay(ada, "me", "here", "here")
    others = [await lay(grace, "me", "open", "open") for _ in range(25)]
    page = (await ada.get("/")).text
    assert mine in page
    assert not any(other in page for other in others), "who was not asked is not told who plays"


async def test_who_lays_a_table_of_bots_finds_it_again(ada: Client) -> None:
    assert await lay(ada, "bot", "bot", "bot") in (await ada.get("/")).text


async def test_tables_that_wait_for_one_come_first(ada: Client) -> None:
    waiting = await lay(ada, "me", "here", "here")
    page = (await ada.get("/")).text
    assert page.index(waiting) < page.index("<form"), "before the games"
    assert "Your turn: Mini Rails" in page


async def test_what_can_not_be_laid_is_told_to_the_page(person: Callable[[], Client]) -> None:
    form = {"game": "mini-express", "seats": "3", "option-map": "usa", "option-harbor": "true"}
    answer = await person().post("/tables", data=form, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["reason"]) == (422, "The harbors are on the Europe map.")
    form["option-map"] = "europe"
    answer = await person().post("/tables", data=form, headers={"Accept": "application/json"})
    assert answer.json()["to"].startswith("/tables/")


async def test_a_bot_has_the_level_and_the_style_that_were_chosen(ada: Client) -> None:
    seats = {"kind-0": "me", "kind-1": "bot-search-2", "style-1": "blocker", "kind-2": "bot-novice"}
    laid = await ada.post("/tables", data={"game": "mini-rails", "seats": "3", **seats})
    view = (await ada.get(f"/api{laid.headers['location']}")).json()
    assert [seat["level"] for seat in view["table"]["seats"][1:]] == ["search-2:style=blocker", "novice"]
    page = (await ada.get(laid.headers["location"])).text
    assert "bot, driver, blocker" in page


async def test_a_bot_that_does_not_think_has_no_style(ada: Client) -> None:
    seats = {"kind-0": "me", "kind-1": "bot-greedy", "style-1": "builder"}
    answer = await ada.post("/tables", data={"game": "mini-rails", "seats": "3", **seats})
    assert answer.status_code == 422
    assert "has no setting" in answer.text


async def test_pointing_at_a_bot_tells_what_it_is_after(ada: Client, app: FastAPI) -> None:
    seats = [{"kind": "me"}, {"kind": "bot", "level": "greedy", "name": "Evans"}, {"kind": "open"}]
    view = (await ada.post("/api/tables", json={"game": "mini-rails", "seats": seats})).json()
    id = view["id"]
    assert 'title="Evans, bot, apprentice' in (await ada.get(f"/tables/{id}")).text
    table = await app.state.tables.get(id)
    table.aims[1] = "My stocks rise."
    signs = seats_of(table, table.sight.eyes_of_page(GRACE, None))
    assert signs[1].pointed_at == "Evans, bot, apprentice: “My stocks rise.”"
    assert signs[0].aim == signs[2].aim == ""
