"""Plans by the API: a program plans a turn, nobody else hears of it, and it is played when its situation comes."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

pytestmark = pytest.mark.anyio

Client = httpx.AsyncClient
Json = dict[str, Any]
SEATS = [{"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "open"}]


@pytest.fixture
async def three(person: Callable[[], Client]) -> tuple[str, list[Client]]:
    """Mini Rails with three programs, and the seat that each has, in the order in which they are to act."""
    clients = [person() for _ in SEATS]
    laid = (await clients[0].post("/api/tables", json={"game": "mini-rails", "seats": SEATS})).json()
    for client, seat in zip(clients[1:], laid["table"]["seats"][1:], strict=True):
        await client.post(f"/api/tables/{laid['id']}/join", json={"token": seat["token"], "name": f"P{seat['seat']}"})
    first = laid["view"]["to_act"]
    return laid["id"], clients[first:] + clients[:first]


def path(table: str, more: str = "") -> str:
    return f"/api/tables/{table}{more}"


async def view(client: Client, table: str) -> Json:
    return dict((await client.get(path(table))).json())


def buys(seen: Json) -> list[str]:
    return [offer["move"] for offer in seen["view"]["moves"] if offer["move"].startswith("buy")]


async def test_a_program_plans_a_turn_that_is_played_when_it_comes(three: tuple[str, list[Client]]) -> None:
    table, (first, second, third) = three
    seen = await view(first, table)
    theirs, mine = buys(seen)[0], buys(seen)[-1]
    wish = {"n": seen["confirmed"], "moves": [theirs, mine], "when": "any"}
    made = await second.post(path(table, "/plans"), json=wish)
    assert made.status_code == 201
    by = seen["view"]["to_act"]
    planned = {
        "when": "any",
        "supposed": [[by, theirs]],
        "moves": [mine],
        "subject": made.json()["plans"][0]["subject"],
    }
    assert made.json() == {"possible": True, "plans": [planned], "told": ""}
    assert (await third.get(path(table, "/plans"))).json()["plans"] == []

    move = {"move": theirs, "n": seen["n"], "confirm": True}
    after = (await first.post(path(table, "/moves"), json=move)).json()
    assert after["confirmed"] == seen["confirmed"] + 2, "the plan was played with it"
    assert (await second.get(path(table, "/plans"))).json() == {
        "possible": True,
        "plans": [],
        "told": f"Played as you planned: {mine}.",
    }


async def test_a_plan_is_let_go(three: tuple[str, list[Client]]) -> None:
    table, (first, second, _) = three
    seen = await view(first, table)
    theirs, mine = buys(seen)[0], buys(seen)[-1]
    await second.post(path(table, "/plans"), json={"n": seen["confirmed"], "moves": [theirs, mine]})
    assert (await second.delete(path(table, "/plans/1"))).status_code == 422
    assert (await second.delete(path(table, "/plans/0"))).json()["plans"] == []
    move = {"move": theirs, "n": seen["n"], "confirm": True}
    assert (await first.post(path(table, "/moves"), json=move)).json()["confirmed"] == seen["confirmed"] + 1


async def test_what_can_not_be_planned_is_refused_and_keeps_nothing(
    three: tuple[str, list[Client]], person: Callable[[], Client]
) -> None:
    table, (first, second, _) = three
    seen = await view(first, table)
    theirs, mine, n = buys(seen)[0], buys(seen)[-1], seen["confirmed"]
    for client, wish, status in [
        (second, {"n": n, "moves": []}, 422),
        (second, {"n": n, "moves": [theirs]}, 422),  # no turn of one's own at its end
        (second, {"n": n, "moves": [theirs, theirs]}, 422),  # it is gone by then
        (second, {"n": n, "moves": [theirs, mine], "when": "perhaps"}, 422),
        (second, {"n": n, "moves": [mine] * 100}, 422),
        (second, {"n": n + 1, "moves": [theirs, mine]}, 409),
        (second, {"n": n, "moves": [theirs, mine], "seat": seen["view"]["to_act"]}, 403),
        (second, {"n": n, "moves": [theirs, mine], "for": "ever"}, 422),
        (first, {"n": n, "moves": [theirs]}, 422),  # it is their turn
        (person(), {"n": n, "moves": [theirs, mine]}, 403),
    ]:
        answer = await client.post(path(table, "/plans"), json=wish)
        assert answer.status_code == status, (wish, answer.text)
        assert answer.json()["reason"]
    assert (await person().get(path(table, "/plans"))).status_code == 403
    assert (await second.get(path(table, "/plans"))).json()["plans"] == []
    for _ in range(5):
        assert (await second.post(path(table, "/plans"), json={"n": n, "moves": [theirs, mine]})).status_code == 201
    full = await second.post(path(table, "/plans"), json={"n": n, "moves": [theirs, mine]})
    assert (full.status_code, full.json()["rule"]) == (422, "plan")


async def test_a_wish_to_take_back_what_was_not_seen_is_refused_with_the_fresh_view(
    three: tuple[str, list[Client]],
) -> None:
    table, (first, second, _) = three
    seen = await view(first, table)
    move = {"move": buys(seen)[0], "n": seen["n"], "confirm": True}
    mine = (await first.post(path(table, "/moves"), json=move)).json()
    theirs = {"move": buys(await view(second, table))[0], "n": mine["confirmed"], "confirm": True}
    now = (await second.post(path(table, "/moves"), json=theirs)).json()
    late = await first.post(path(table, "/take-back"), json={"n": mine["confirmed"]})
    assert (late.status_code, late.json()["view"]["confirmed"]) == (409, now["confirmed"])
    assert "moved on" in late.json()["reason"]
    asked = (await first.post(path(table, "/take-back"), json={"n": now["confirmed"]})).json()
    assert asked["table"]["wish"]["n"] == seen["confirmed"]
    other = await second.post(path(table, "/take-back/answer"), json={"agree": True, "n": mine["confirmed"]})
    assert other.status_code == 422
