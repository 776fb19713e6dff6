"""The API describes what it shows: each game's view by the schema of its dataclasses."""

import copy
import random
from typing import Any

import httpx
import jsonschema
import pytest

import branchline
from branchline.game import Json
from branchline.names import GameName

pytestmark = pytest.mark.anyio
Client = httpx.AsyncClient

KINDS: list[tuple[str, int, Json]] = [
    ("mini-rails", 3, {}),
    ("mini-express", 1, {}),
    ("mini-express", 2, {"mode": "expert"}),
    ("mini-express", 4, {"edition": "prototype", "map": "usa"}),
    ("steam-power", 2, {"automas": 2}),
    ("steam-power", 1, {"automas": 0}),
    ("express-01", 3, {}),
]


async def described(person: Client) -> jsonschema.Draft202012Validator:
    whole: Json = (await person.get("/api/openapi.json")).json()
    return jsonschema.Draft202012Validator(
        {"$ref": "#/components/schemas/TableView", "components": whole["components"]}
    )


def moments(name: GameName, seats: int, options: Json) -> list[Json]:
    """Records of a random game: its start, twice on its way, and its end."""
    position = branchline.game(name).start(seats, seed="schema", **options)
    chance = random.Random("schema")
    while not position.over:
        position.play(chance.choice(position.legal()))
    found: list[Json] = [position.at(position.n * part // 3).record() for part in range(4)]
    return found


@pytest.mark.parametrize(("name", "seats", "options"), KINDS)
async def test_views_of_real_games_are_as_described(name: GameName, seats: int, options: Json, ada: Client) -> None:
    schema = await described(ada)
    sitting: list[Json] = [{"kind": "me"}, *[{"kind": "here"}] * (seats - 1)]
    for record in moments(name, seats, options):
        told = (await ada.post("/api/tables", json={"game": name, "seats": sitting, "record": record})).json()
        schema.validate(told)
        for seat in range(seats):
            schema.validate((await ada.get(f"/api/tables/{told['id']}?seat={seat}")).json())


async def test_what_is_not_as_described_is_found(ada: Client) -> None:
    schema = await described(ada)
    sitting = [{"kind": "me"}, {"kind": "here"}, {"kind": "here"}]
    told: Any = (await ada.post("/api/tables", json={"game": "mini-rails", "seats": sitting})).json()
    assert schema.is_valid(told)
    short, crooked, foreign = copy.deepcopy(told), copy.deepcopy(told), copy.deepcopy(told)
    del short["view"]["table"]["hexes"][0]["terrain"]
    crooked["view"]["moves"][0]["stakes"] = "+2"
    foreign["view"]["game"] = "express-01"
    assert not any(schema.is_valid(one) for one in (short, crooked, foreign))
