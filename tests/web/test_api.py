"""The API as a program uses it: lay a table, move, join, read the record."""

import httpx
import pytest

from branchline.game import Json

pytestmark = pytest.mark.anyio

Client = httpx.AsyncClient
THREE = [{"kind": "me", "name": "Ada"}, {"kind": "here", "name": "Bert"}, {"kind": "here", "name": "Cleo"}]


async def lay(client: Client, seats: list[dict[str, str]] = THREE, **more: object) -> Json:
    answer = await client.post("/api/tables", json={"game": "mini-rails", "seats": seats, **more})
    assert answer.status_code == 201, answer.text
    laid: Json = answer.json()
    return laid


async def test_games_come_with_seats_options_and_opponents(ada: Client) -> None:
    games = (await ada.get("/api/games")).json()
    rails = next(game for game in games if game["name"] == "mini-rails")

    assert (rails["title"], rails["seats"]) == ("Mini Rails", [3, 4, 5])
    assert {"novice", "greedy"} <= set(rails["levels"])


async def test_a_table_is_laid_and_its_key_kept_as_a_cookie(ada: Client) -> None:
    answer = await ada.post("/api/tables", json={"game": "mini-rails", "seats": THREE})
    view = answer.json()

    assert answer.headers["location"] == f"/api/tables/{view['id']}"
    assert view["held"] == [0, 1, 2]
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "SameSite=lax" in answer.headers["set-cookie"]
    assert (await ada.get(f"/api/tables/{view['id']}")).json()["view"]["moves"]


async def test_a_program_uses_the_key_as_a_bearer_token(ada: Client, grace: Client) -> None:
    view = await lay(ada)
    bearer = {"Authorization": f"Bearer {view['key']}"}
    move = {"move": view["view"]["moves"][0]["move"], "n": view["n"], "confirm": True}

    assert (await grace.get(f"/api/tables/{view['id']}")).json()["held"] == []
    assert (await grace.get(f"/api/tables/{view['id']}", headers=bearer)).json()["held"] == [0, 1, 2]
    assert (await grace.post(f"/api/tables/{view['id']}/moves", json=move, headers=bearer)).status_code == 200


async def test_a_turn_is_drafted_taken_back_and_confirmed(ada: Client) -> None:
    view = await lay(ada)
    table, n = f"/api/tables/{view['id']}", view["n"]
    buy = next(move["move"] for move in view["view"]["moves"] if move["move"].startswith("buy"))

    drafted = (await ada.post(f"{table}/moves", json={"move": buy, "n": n})).json()
    assert (drafted["n"], drafted["confirmed"], drafted["draft"]["complete"]) == (n + 1, n, True)
    assert (await ada.get(f"{table}/record")).json()["moves"][n:] == []

    back = (await ada.post(f"{table}/undo", json={"n": n + 1})).json()
    assert back["view"] == view["view"]

    await ada.post(f"{table}/moves", json={"move": buy, "n": n})
    confirmed = (await ada.post(f"{table}/confirm", json={"n": n + 1})).json()
    first = view["view"]["to_act"]
    assert (confirmed["confirmed"], confirmed["view"]["to_act"]) == (n + 1, (first + 1) % 3)
    assert (await ada.get(f"{table}/record")).json()["moves"][n:] == [[first, buy]]


async def test_a_friend_joins_by_the_link(ada: Client, grace: Client) -> None:
    view = await lay(ada, [{"kind": "me", "name": "Ada"}, {"kind": "here", "name": "Bert"}, {"kind": "open"}])
    link = view["table"]["seats"][2]["token"]
    joined = (await grace.post(f"/api/tables/{view['id']}/join", json={"token": link, "name": "Grace"})).json()

    assert (joined["seat"], joined["held"], joined["names"][2]) == (2, [2], "Grace")
    assert (await ada.get(f"/api/tables/{view['id']}")).json()["table"]["seats"][2]["token"] is None


async def test_the_past_is_shown_as_it_was(ada: Client) -> None:
    view = await lay(ada)
    table, n = f"/api/tables/{view['id']}", view["n"]
    await ada.post(f"{table}/moves", json={"move": view["view"]["moves"][0]["move"], "n": n, "confirm": True})
    then = (await ada.get(f"{table}?n={n}&seat=0")).json()

    assert then["view"]["table"] == view["view"]["table"]
    assert then["confirmed"] > then["n"] == n
    assert (await ada.get(f"{table}?n=2000000")).json()["n"] == then["confirmed"]


async def test_settings_are_kept(ada: Client) -> None:
    view = await lay(ada)
    table = f"/api/tables/{view['id']}"
    changed = await ada.post(f"{table}/settings", json={"seat": 0, "auto": True, "pause": 0})

    assert (changed.json()["draft"]["auto"], changed.json()["table"]["pause"]) == (True, 0)


async def test_why_a_move_is_refused(ada: Client, grace: Client) -> None:
    view = await lay(ada)
    table = f"/api/tables/{view['id']}"
    legal = view["view"]["moves"][0]["move"]

    assert (await ada.get(f"{table}/why", params={"move": legal})).json() == {"legal": True}
    why = (await ada.get(f"{table}/why", params={"move": "lay a1"})).json()
    assert (why["legal"], why["rule"]) == (False, "mini-rails 3.2")
    assert (await grace.get(f"{table}/why", params={"move": legal})).json()["rule"] == "seats"


async def test_a_game_is_played_to_its_end_and_opened(ada: Client) -> None:
    view = await lay(ada)
    table = f"/api/tables/{view['id']}"
    while not view["view"]["over"]:
        body = {"move": view["view"]["moves"][0]["move"], "n": view["n"], "confirm": True}
        view = (await ada.post(f"{table}/moves", json=body)).json()
    record = (await ada.get(f"{table}/record")).json()

    assert view["table"]["seed"] == record["seed"]
    assert view["view"]["winners"]
    again = await lay(ada, THREE, record=record)
    assert again["view"]["scores"] == view["view"]["scores"]
    tables = (await ada.get("/api/tables?finished=true")).json()
    assert {entry["id"] for entry in tables} == {view["id"], again["id"]}


async def test_openapi_describes_every_answer_with_examples(ada: Client) -> None:
    described = (await ada.get("/api/openapi.json")).json()
    move = described["paths"]["/api/tables/{id}/moves"]["post"]

    assert {"200", "400", "403", "404", "409", "413", "422", "503"} <= set(move["responses"])
    assert move["requestBody"]["content"]["application/json"]["examples"]["a move"]["value"]["n"] == 21
    assert "/api/tables" in described["paths"]


async def test_a_program_that_sits_down_is_marked_as_a_bot(ada: Client, grace: Client) -> None:
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "open"}]
    table = (await ada.post("/api/tables", json={"game": "mini-rails", "seats": seats})).json()
    tokens = [seat["token"] for seat in table["table"]["seats"]]
    wish = {"token": tokens[1], "name": "MyBot", "program": True}
    joined = (await grace.post(f"/api/tables/{table['id']}/join", json=wish)).json()
    assert joined["table"]["seats"][1]["level"] == "program"
    page = (await ada.get(f"/tables/{table['id']}")).text
    assert "bot, plays by link" in page
    assert joined["key"]
