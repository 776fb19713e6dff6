"""A server that knows a game more than the house: it is offered wherever the others are."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from branchline.table.bots import Bots
from branchline.web.app import create_app
from tests.with_the_fifth import GAMES, find

pytestmark = pytest.mark.anyio

Client = httpx.AsyncClient


@pytest.fixture
async def ada(tmp_path: Path, empty: Path) -> AsyncIterator[Client]:
    database = str(shutil.copy(empty, tmp_path / "tables.sqlite"))
    made = create_app(database, find, Bots(find, workers=1, warm=False), games=GAMES)
    async with made.router.lifespan_context(made):
        yield Client(transport=httpx.ASGITransport(app=made), base_url="http://table.test")


async def test_it_stands_on_the_home_page_with_the_others(ada: Client) -> None:
    page = (await ada.get("/")).text
    assert "<h1>Five train games, one table.</h1>" in page
    assert 'name="game" value="sidings"' in page
    assert 'value="mini-rails" checked' in page


async def test_who_chooses_it_is_offered_no_bot_that_would_have_to_judge_a_position(ada: Client) -> None:
    """Nothing says what a position of Sidings promises."""
    page = (await ada.get("/setup?game=sidings")).text
    assert '<option value="bot-random" selected>Bot · Random</option>' in page
    assert "bot-greedy" not in page
    assert "Bots from weak to strong" not in page
    assert (
        '<option value="bot-greedy" selected>Bot · Apprentice</option>'
        in (await ada.get("/setup?game=mini-rails")).text
    )


async def test_the_lobby_the_lessons_and_the_rules_know_it(ada: Client) -> None:
    assert '<option value="sidings">' in (await ada.get("/")).text, "in the lobby"
    assert 'href="/learn/sidings"' in (await ada.get("/learn/mini-rails")).text
    assert 'href="/rules/sidings"' in (await ada.get("/rules/mini-rails")).text
    assert "A halt is worth 2 points" in (await ada.get("/rules/sidings")).text
    assert (await ada.get("/learn/sidings")).status_code == 200


async def test_the_api_lists_and_describes_it(ada: Client) -> None:
    games = {game["name"]: game for game in (await ada.get("/api/games")).json()}
    assert list(games) == GAMES
    assert games["sidings"]["levels"] == ["random"]
    assert games["mini-rails"]["levels"][0] == "novice"
    told = (await ada.get("/api/openapi.json")).json()["components"]["schemas"]
    assert any(kind.endswith("SidingsView") for kind in told)


async def test_it_is_laid_and_a_bot_that_would_have_to_judge_is_refused(ada: Client) -> None:
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "bot"}]
    laid = (await ada.post("/api/tables", json={"game": "sidings", "seats": seats})).json()
    assert laid["table"]["seats"][1]["level"] == "random"
    seats[1]["level"] = "search-2"
    answer = await ada.post("/api/tables", json={"game": "sidings", "seats": seats})
    assert answer.status_code == 422
    assert answer.json()["reason"] == "Nothing says what a position of Sidings promises: its bots are random ones."


async def test_a_hint_of_what_nobody_can_judge_is_refused_in_a_sentence(ada: Client) -> None:
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "here", "name": "Bert"}]
    id = (await ada.post("/api/tables", json={"game": "sidings", "seats": seats})).json()["id"]
    assert "data-hint " not in (await ada.get(f"/tables/{id}")).text
    answer = await ada.post(f"/tables/{id}/hint")
    assert answer.json()["reason"] == (
        "Nothing says what a position of Sidings promises: there are no hints and no reviews."
    )
