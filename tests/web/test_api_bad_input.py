"""Each bad input has its answer: a status, a rule and a sentence. None changes a game."""

import copy
import json
from typing import Any

import httpx
import pytest
import sqlalchemy
from fastapi import FastAPI

pytestmark = pytest.mark.anyio

Client = httpx.AsyncClient
Json = dict[str, Any]
THREE = [{"kind": "me", "name": "Ada"}, {"kind": "here", "name": "Bert"}, {"kind": "here", "name": "Cleo"}]


@pytest.fixture
async def table(ada: Client) -> Json:
    view: Json = (await ada.post("/api/tables", json={"game": "mini-rails", "seats": THREE})).json()
    return view


def refused(answer: httpx.Response, status: int, rule: str, *words: str) -> None:
    said = answer.json()
    assert answer.status_code == status, answer.text
    assert said["rule"] == rule, said
    for word in words:
        assert word in said["reason"], said
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    ("wish", "status", "rule", "word"),
    [
        ({"game": "chess"}, 404, "games", "mini-rails"),
        ({"game": "mini_rails"}, 404, "games", "no game"),
        ({"game": "../../etc/passwd"}, 404, "games", "no game"),
        ({"game": 7}, 422, "request", "game"),
        ({"seats": THREE[:2]}, 422, "mini-rails 1", "3 to 5 players, not 2"),
        ({"seats": []}, 422, "mini-rails 1", "not 0"),
        ({"seats": THREE * 10}, 422, "mini-rails 1", "not 30"),
        ({"seats": THREE * 30}, 422, "request", "seats"),
        ({"seats": "three"}, 422, "request", "seats"),
        ({"seats": [*THREE[:2], {"kind": "ghost"}]}, 422, "seats", "ghost"),
        ({"seats": [*THREE[:2], {"kind": "bot", "level": "god"}]}, 422, "players", "god"),
        ({"seats": [*THREE[:2], {"kind": "bot", "wits": 3}]}, 422, "request", "wits"),
        ({"options": {"weather": "snow"}}, 422, "options", "weather"),
        ({"options": {"weather": [1]}}, 422, "request", "options"),
        ({"pause": -1}, 422, "pause", "-1"),
        ({"pause": 10**30}, 422, "pause", "from 0 to"),
        ({"title": "x" * 81}, 422, "seats", "80 letters"),
        ({"title": "\x00"}, 422, "seats", "control"),
        ({"seed": "mine"}, 422, "request", "seed"),
    ],
)
async def test_a_table_that_cannot_be_laid(
    app: FastAPI, ada: Client, wish: Json, status: int, rule: str, word: str
) -> None:
    answer = await ada.post("/api/tables", json={"game": "mini-rails", "seats": THREE, **wish})

    refused(answer, status, rule, word)
    with app.state.tables.store.engine.connect() as connection:
        assert connection.exec_driver_sql("select count(*) from tables").scalar() == 0


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 422),
        (b"{", 400),
        (b'{"move": "buy red 1", "n": 21', 400),
        (b"\xff\xfe\x00", 400),
        (b"[]", 422),
        (b"null", 422),
        (b'"move"', 422),
        (b"[" * 100_000, 400),
        (b'{"n": ' + b"9" * 6000 + b"}", 400),
        (b'{"move": "x", "n": NaN}', 422),
        (b'{"move": "x", "n": 1e999}', 422),
        (b'{"move": "x", "n": "21"}', 422),
        (b'{"move": "x", "n": 21.0}', 422),
        (b'{"move": "x", "n": true}', 422),
        (b'{"move": "x", "n": -1}', 422),
        (b'{"move": ["x"], "n": 21}', 422),
        (b'{"move": "x"}', 422),
        (b'{"move": "x", "n": 21, "\\ud800": 1}', 422),
        (b'{"move": "x", "n": 21, "seat": "0"}', 422),
    ],
)
async def test_malformed_json(ada: Client, table: Json, body: bytes, status: int) -> None:
    answer = await ada.post(
        f"/api/tables/{table['id']}/moves", content=body, headers={"Content-Type": "application/json"}
    )
    refused(answer, status, "request")
    assert (await ada.get(f"/api/tables/{table['id']}")).json() == without_key(table)


def without_key(view: Json) -> Json:
    return {name: value for name, value in view.items() if name != "key"}


async def test_half_a_surrogate_pair_is_no_move(ada: Client, table: Json) -> None:
    answer = await ada.post(
        f"/api/tables/{table['id']}/moves",
        content=b'{"move": "\\ud800", "n": %d}' % table["n"],
        headers={"Content-Type": "application/json"},
    )
    refused(answer, 422, "mini-rails 3.1")


async def test_a_body_that_is_not_sent_as_json(ada: Client, table: Json) -> None:
    """A form of another site cannot make a move."""
    body = json.dumps({"move": "buy red 1", "n": table["n"]})
    answer = await ada.post(f"/api/tables/{table['id']}/moves", content=body, headers={"Content-Type": "text/plain"})
    refused(answer, 422, "request", "application/json")


async def test_a_move_of_ten_megabytes(ada: Client, table: Json) -> None:
    answer = await ada.post(f"/api/tables/{table['id']}/moves", json={"move": "x" * 10_000_000, "n": table["n"]})
    refused(answer, 413, "request", "too large")


async def test_a_move_of_half_a_megabyte(ada: Client, table: Json) -> None:
    answer = await ada.post(f"/api/tables/{table['id']}/moves", json={"move": "x" * 500_000, "n": table["n"]})
    refused(answer, 422, "mini-rails 1", "too long")


@pytest.mark.parametrize(
    "move", ["", " ", "\n", "🚂", "buy", "BUY red 99", "lay a1", "buy red 1; drop table moves", "{seat:9}"]
)
async def test_a_move_that_the_rules_refuse_cites_one(ada: Client, table: Json, move: str) -> None:
    answer = await ada.post(f"/api/tables/{table['id']}/moves", json={"move": move, "n": table["n"]})

    assert answer.status_code == 422
    assert answer.json()["rule"].startswith("mini-rails ")
    assert (await ada.get(f"/api/tables/{table['id']}")).json() == without_key(table)


async def test_a_stale_n_gets_the_fresh_view(ada: Client, table: Json) -> None:
    path, n = f"/api/tables/{table['id']}/moves", table["n"]
    body = {"move": table["view"]["moves"][0]["move"], "n": n, "confirm": True}
    after = (await ada.post(path, json=body)).json()
    late = await ada.post(path, json=body)

    refused(late, 409, "n", "moved on")
    assert late.json()["view"] == after


async def test_a_move_out_of_turn(ada: Client, table: Json) -> None:
    first = table["view"]["to_act"]
    wish = {"move": "buy red 1", "n": table["n"], "seat": (first + 1) % 3}
    answer = await ada.post(f"/api/tables/{table['id']}/moves", json=wish)
    refused(answer, 422, "turn", f"{THREE[first]['name']} is to act")


async def test_a_foreign_seat(ada: Client, grace: Client, table: Json) -> None:
    """A key of another table, a key of none, no key, and a token that is no token."""
    theirs = (await grace.post("/api/tables", json={"game": "mini-rails", "seats": THREE})).json()
    body = {"move": table["view"]["moves"][0]["move"], "n": table["n"]}
    foreign_token = theirs["table"]["seats"][0]["token"]
    for headers in ({}, *({"Authorization": f"Bearer {key}"} for key in (theirs["key"], foreign_token, "A" * 32, "x"))):
        for path in ("moves", "confirm", "undo", "settings"):
            wish = body if path == "moves" else {"n": body["n"]} if path != "settings" else {"pause": 0}
            answer = await grace.post(f"/api/tables/{table['id']}/{path}", json=wish, headers=headers)
            refused(answer, 403, "seats")
    refused(await ada.get(f"/api/tables/{theirs['id']}?seat=0"), 403, "seats", "Ada")
    refused(await ada.get(f"/api/tables/{theirs['id']}/record?seat=0"), 403, "seats")
    assert (await ada.get(f"/api/tables/{table['id']}")).json() == without_key(table)


async def test_a_seats_token_moves_that_seat_alone(ada: Client, grace: Client, table: Json) -> None:
    first = table["view"]["to_act"]
    token = table["table"]["seats"][(first + 1) % 3]["token"]
    body = {"move": table["view"]["moves"][0]["move"], "n": table["n"]}
    headers = {"Authorization": f"Bearer {token}"}

    refused(await grace.post(f"/api/tables/{table['id']}/moves", json=body, headers=headers), 422, "turn")
    answer = await grace.post(f"/api/tables/{table['id']}/moves", json={**body, "seat": first}, headers=headers)
    refused(answer, 403, "seats")


async def test_another_sites_page_cannot_move_with_your_cookie(ada: Client, table: Json) -> None:
    body = {"move": table["view"]["moves"][0]["move"], "n": table["n"]}
    answer = await ada.post(f"/api/tables/{table['id']}/moves", json=body, headers={"Origin": "https://elsewhere.test"})
    refused(answer, 403, "seats", "another site")


@pytest.mark.parametrize("id", ["zzzzzzzzzz", "x", "%00", "x" * 3000, "'; drop table moves; --", "äöü"])
async def test_an_unknown_table(ada: Client, id: str) -> None:
    refused(await ada.get(f"/api/tables/{id}"), 404, "tables", "no table")
    refused(await ada.get(f"/api/tables/{id}/record"), 404, "tables")
    refused(await ada.post(f"/api/tables/{id}/moves", json={"move": "x", "n": 1}), 404, "tables")
    refused(await ada.post(f"/api/tables/{id}/join", json={"token": "x"}), 404, "tables")


async def test_an_unknown_page_and_method(ada: Client, table: Json) -> None:
    refused(await ada.get("/api/nothing"), 404, "request", "/api/nothing")
    refused(await ada.delete(f"/api/tables/{table['id']}"), 405, "request", "DELETE")


@pytest.mark.parametrize(
    "query", ["seat=-1", "seat=x", "seat=99999999999999999999", "n=-1", "n=x", "n=1e9", "n=99999999999999999999"]
)
async def test_a_query_that_is_no_number(ada: Client, table: Json, query: str) -> None:
    refused(await ada.get(f"/api/tables/{table['id']}?{query}"), 422, "request")


def tampered(record: Json) -> dict[str, Any]:
    """Records that these rules did not make."""
    made: dict[str, Any] = {}

    def change(name: str, **fields: Any) -> None:
        made[name] = {**copy.deepcopy(record), **fields}

    moves = record["moves"]
    change("another game", game="chess")
    change("another version", version=99)
    change("another format", branchline=2)
    change("no moves", moves=None)
    change("other seats", seats=4)
    change("seats that are no number", seats="3")
    change("an option", options={"weather": "snow"})
    change("a move that was not possible", moves=[*moves, [0, "buy gold 7"]])
    change("a move by another seat", moves=[*moves[:-1], ["2", moves[-1][1]]])
    change("a draw out of nowhere", moves=[*moves[:5], ["chance", "draw red"], *moves[6:]])
    change("a move left out", moves=moves[:3] + moves[4:])
    change("a move twice", moves=[*moves[:4], moves[3], *moves[4:]])
    change("an entry that is none", moves=[*moves[:3], 7, *moves[4:]])
    change("an entry too long", moves=[[*moves[0], "more"], *moves[1:]])
    change("a redacted one", redacted=True)
    made["nothing"] = {}
    return made


async def test_a_record_that_was_tampered_with(ada: Client, table: Json) -> None:
    path = f"/api/tables/{table['id']}"
    body = {"move": table["view"]["moves"][0]["move"], "n": table["n"], "confirm": True}
    await ada.post(f"{path}/moves", json=body)
    record = (await ada.get(f"{path}/record")).json()
    for name, wrong in tampered(record).items():
        answer = await ada.post("/api/tables", json={"game": "mini-rails", "seats": THREE, "record": wrong})
        assert answer.status_code in (404, 422), (name, answer.text)
        assert answer.json()["rule"] in ("record", "games", "options", "mini-rails 1"), (name, answer.text)
        assert answer.json()["reason"].endswith("."), (name, answer.text)
    assert len((await ada.get("/api/tables")).json()) == 1


async def test_a_database_that_turns_read_only_while_a_game_is_on(ada: Client, app: FastAPI, table: Json) -> None:
    sqlalchemy.event.listen(app.state.tables.store.engine, "begin", forbid_writing)
    body = {"move": table["view"]["moves"][0]["move"], "n": table["n"]}
    for path, wish in (
        (f"/api/tables/{table['id']}/moves", body),
        (f"/api/tables/{table['id']}/moves", {**body, "confirm": True}),
        (f"/api/tables/{table['id']}/settings", {"pause": 0}),
        ("/api/tables", {"game": "mini-rails", "seats": THREE}),
    ):
        refused(await ada.post(path, json=wish), 503, "database", "read-only", "nothing was changed")

    assert (await ada.get(f"/api/tables/{table['id']}")).json() == without_key(table)


def forbid_writing(connection: sqlalchemy.Connection) -> None:
    connection.exec_driver_sql("pragma query_only = on")


async def test_a_fault_of_ours_gives_a_sentence_and_no_traceback(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a secret of the code")

    monkeypatch.setattr(app.state.tables, "list", fail)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with Client(transport=transport, base_url="http://table.test") as client:
        answer = await client.get("/api/tables")
    refused(answer, 500, "server")
    assert "secret" not in answer.text
    assert "ZeroDivisionError" not in answer.text
