"""Talk over the web: the API, and what a page is told; nothing of it for who may not hear it."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

pytestmark = pytest.mark.anyio

Client = httpx.AsyncClient
Json = dict[str, Any]


@pytest.fixture
async def table(ada: Client, grace: Client) -> Json:
    """Mini Rails: Ada, Grace by her link, and a bot that waits."""
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "bot"}]
    laid: Json = (await ada.post("/api/tables", json={"game": "mini-rails", "seats": seats, "pause": 10_000})).json()
    token = laid["table"]["seats"][1]["token"]
    joined = await grace.post(f"/api/tables/{laid['id']}/join", json={"token": token, "name": "Grace"})
    assert joined.status_code == 200
    return laid


async def test_a_program_talks(ada: Client, grace: Client, person: Callable[[], Client], table: Json) -> None:
    path = f"/api/tables/{table['id']}/remarks"
    said = await ada.post(path, json={"text": "Hello <b>Grace</b>"})
    assert (said.status_code, said.json()["named"]) == (201, [1])
    taken = "The seat of Grace is taken by its link."
    assert [one["text"] for one in (await grace.get(path)).json()] == [taken, "Hello <b>Grace</b>"]
    assert (await grace.get(path, params={"since": 2})).json() == []
    stranger = person()
    assert [one["text"] for one in (await stranger.get(path)).json()] == [taken]
    assert (await stranger.post(path, json={"text": "Hi"})).status_code == 403
    assert (await ada.post(path, json={"text": "x" * 100_000})).status_code == 422
    assert (await ada.post(path, json={"text": "x" * 2_000_000})).status_code == 413
    assert (await grace.delete(f"{path}/2")).status_code == 403
    assert (await ada.delete(f"{path}/2")).status_code == 200
    assert [one["kind"] for one in (await grace.get(path)).json()] == ["told", "removal"]


async def test_every_answer_of_the_talk_stands_in_the_description(ada: Client) -> None:
    paths = (await ada.get("/api/openapi.json")).json()["paths"]
    for path in ("remarks", "reactions", "nudge"):
        assert paths[f"/api/tables/{{id}}/{path}"]["post"]["responses"].keys() >= {"201", "403", "422"}


async def test_a_page_shows_markup_as_words(ada: Client, grace: Client, table: Json) -> None:
    await ada.post(f"/tables/{table['id']}/say", json={"text": "<script>alert('{seat:1}')</script>"})
    page = (await grace.get(f"/tables/{table['id']}")).text
    assert "<bdi>&lt;script&gt;alert(&#39;{seat:1}&#39;)&lt;/script&gt;</bdi>" in page


async def test_a_spectators_page_and_news_hold_no_talk(ada: Client, person: Callable[[], Client], table: Json) -> None:
    await ada.post(f"/tables/{table['id']}/say", json={"text": "a plan of ours"})
    watcher = person()
    for path in ("", "/news?since=0&said=0", f"/at/{table['n']}", "/own"):
        assert "a plan of ours" not in (await watcher.get(f"/tables/{table['id']}{path}")).text
    assert "a plan of ours" in (await ada.get(f"/tables/{table['id']}/news?since=0&said=0")).text
    await ada.post(f"/api/tables/{table['id']}/settings", json={"open_talk": True})
    assert "a plan of ours" in (await watcher.get(f"/tables/{table['id']}/news?since=0&said=0")).text


async def test_who_asks_instead_of_listening_hears_what_was_said_since(ada: Client, grace: Client, table: Json) -> None:
    news = f"/tables/{table['id']}/news"
    stamp = (await grace.get(news)).json()["stamp"]
    await ada.post(f"/tables/{table['id']}/say", json={"text": "one"})
    await ada.post(f"/tables/{table['id']}/say", json={"text": "two"})
    talk = (await grace.get(news, params={"since": stamp, "said": 2})).json()["talk"]
    assert (talk["last"], "two" in talk["html"], "one" in talk["html"]) == (3, True, False)
    await ada.post(f"/tables/{table['id']}/remove", json={"k": 3})
    assert (await grace.get(news, params={"since": stamp, "said": 3})).json()["talk"]["gone"] == [3]


async def test_notes_and_mutes_are_told_to_their_owner_alone(ada: Client, grace: Client, table: Json) -> None:
    id = table["id"]
    await grace.post(f"/tables/{id}/say", json={"text": "Hm"})
    await ada.post(f"/tables/{id}/notes", json={"text": "She hums."})
    assert (await ada.post(f"/tables/{id}/mute", json={"voice": 1, "muted": True})).status_code == 200
    assert (await ada.post(f"/tables/{id}/mute", json={"voice": 9, "muted": True})).status_code == 422
    mine, hers = (await ada.get(f"/tables/{id}/own")).json(), (await grace.get(f"/tables/{id}/own")).json()
    assert mine == {"notes": "She hums.", "muted": [1], "voice": 0, "host": True}
    assert hers == {"notes": "", "muted": [], "voice": 1, "host": False}


async def test_another_sites_page_can_not_speak_for_you(ada: Client, table: Json) -> None:
    evil = {"origin": "http://evil.test"}
    path = f"/tables/{table['id']}/say"
    assert (await ada.post(path, json={"text": "Hi"}, headers=evil)).status_code == 403
    assert (await ada.post(f"/api{path[:-4]}/remarks", json={"text": "Hi"}, headers=evil)).status_code == 403
