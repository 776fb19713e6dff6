"""A lesson at its table: in nobody's lists, wrong moves answered kindly, and remembered when it is learned."""

import re

import httpx
import pytest

import branchline
from branchline.lesson import lessons

pytestmark = pytest.mark.anyio
LESSONS = [(game, key) for game in branchline.games() for key in lessons(branchline.game(game))]


async def begin(ada: httpx.AsyncClient, game: str = "mini-rails", lesson: str = "first") -> str:
    sent = await ada.post(f"/learn/{game}/{lesson}")
    assert sent.status_code == 303
    return str(sent.headers["location"]).removeprefix("/tables/")


async def test_a_lesson_is_a_table_that_stands_in_no_list(ada: httpx.AsyncClient) -> None:
    table = await begin(ada)
    page = (await ada.get(f"/tables/{table}")).text
    assert 'data-expect="buy white 5"' in page
    assert table not in (await ada.get("/")).text
    assert all(one["id"] != table for one in (await ada.get("/api/tables")).json())


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
async def test_every_chapter_has_its_page(ada: httpx.AsyncClient, game: str, lesson: str) -> None:
    page = await ada.get(f"/tables/{await begin(ada, game, lesson)}")
    assert page.status_code == 200
    assert "coach-step" in page.text


async def test_another_move_is_answered_with_what_it_would_do(ada: httpx.AsyncClient) -> None:
    table = await begin(ada)
    view = (await ada.get(f"/api/tables/{table}")).json()
    answer = await ada.post(f"/tables/{table}/move", json={"move": "buy red 7", "n": view["n"]})
    assert answer.status_code == 422
    assert "that would be allowed" in answer.json()["reason"]
    assert "For this lesson buy White" in answer.json()["reason"]
    assert (await ada.get(f"/api/tables/{table}")).json()["draft"]["moves"] == []
    illegal = await ada.post(f"/tables/{table}/move", json={"move": "lay a1", "n": view["n"]})
    assert illegal.json()["rule"] != "lesson"


async def test_what_was_expected_is_a_draft_that_can_be_taken_back(ada: httpx.AsyncClient) -> None:
    table = await begin(ada)
    n = (await ada.get(f"/api/tables/{table}")).json()["n"]
    assert (await ada.post(f"/tables/{table}/move", json={"move": "buy white 5", "n": n})).status_code == 200
    assert "take it back with" in (await ada.get(f"/tables/{table}")).text
    assert (await ada.post(f"/tables/{table}/undo", json={"n": n + 1})).status_code == 200
    assert 'data-expect="buy white 5"' in (await ada.get(f"/tables/{table}")).text


async def test_a_lesson_that_was_learned_is_remembered(ada: httpx.AsyncClient, grace: httpx.AsyncClient) -> None:
    """The last chapter of Mini Rails is the last turn of a game."""
    keys = re.findall(r"/learn/mini-rails/(\w+)", (await ada.get("/learn/mini-rails")).text)
    table = await begin(ada, lesson=keys[-1])
    while expected := re.search(r'data-expect="([^"]+)"', (await ada.get(f"/tables/{table}")).text):
        n = (await ada.get(f"/api/tables/{table}")).json()["n"]
        await ada.post(f"/tables/{table}/move", json={"move": expected[1], "n": n})
    n = (await ada.get(f"/api/tables/{table}")).json()["n"]
    assert (await ada.post(f"/tables/{table}/confirm", json={"n": n})).status_code == 200
    assert '<b class="learned">' in (await ada.get("/learn/mini-rails")).text
    assert '<b class="learned">' not in (await grace.get("/learn/mini-rails")).text


async def test_who_looks_on_has_no_coach(ada: httpx.AsyncClient, grace: httpx.AsyncClient) -> None:
    table = await begin(ada)
    assert "data-expect" not in (await grace.get(f"/tables/{table}")).text


async def test_there_is_no_lesson_by_another_name(ada: httpx.AsyncClient) -> None:
    assert (await ada.post("/learn/mini-rails/nothing")).status_code == 404
