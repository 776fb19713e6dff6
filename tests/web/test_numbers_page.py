"""One's numbers after a real game, as pages and as files."""

import csv
import io
from collections.abc import Callable

import httpx
import pytest
from fastapi import FastAPI

pytestmark = pytest.mark.anyio

Client = httpx.AsyncClient


async def play(*friends: Client) -> str:
    """A game of Mini Rails of three friends, to its end."""
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open", "name": "Grace"}, {"kind": "open", "name": "Linus"}]
    view = (await friends[0].post("/api/tables", json={"game": "mini-rails", "seats": seats})).json()
    table = f"/api/tables/{view['id']}"
    for seat, friend in enumerate(friends):
        if seat:
            token = view["table"]["seats"][seat]["token"]
            await friend.post(f"/join/{view['id']}/{token}", data={"name": seats[seat]["name"]})
    while view["view"]["to_act"] is not None:
        friend = friends[view["view"]["to_act"]]
        view = (await friend.get(table)).json()
        move = {"move": view["view"]["moves"][0]["move"], "n": view["n"], "confirm": True}
        view = (await friend.post(f"{table}/moves", json=move)).json()
    return str(view["id"])


async def test_a_finished_game_stands_in_everybodys_numbers_and_nowhere_else(
    ada: Client, grace: Client, person: Callable[[], Client]
) -> None:
    linus, stranger = person(), person()
    id = await play(ada, grace, linus)
    end = (await ada.get(f"/tables/{id}")).text
    assert end.count("rated 1") == 3
    assert '<section class="panel chart" aria-label="Your rating">' in end, "with its plot"
    assert "after 1 game" in (await ada.get("/me")).text
    assert 'aria-label="Your rating"' not in (await stranger.get(f"/tables/{id}")).text
    numbers = (await grace.get("/me/numbers")).text
    assert "1 finished game." in numbers
    assert "Mini Rails, 3 players" in numbers
    assert f'href="/tables/{id}"' in numbers
    assert "Nothing yet" in (await stranger.get("/me/numbers")).text
    (line,) = (await linus.get("/me/numbers.json")).json()
    assert (line["table"], line["name"], line["rated"]) == (id, "Linus", True)
    assert sorted(other["name"] for other in line["others"]) == ["Ada", "Grace"]
    (row,) = csv.DictReader(io.StringIO((await linus.get("/me/numbers.csv")).text))
    assert (row["name"], int(row["score"])) == ("Linus", line["score"])
    assert (await stranger.get("/me/numbers.json")).json() == []


async def test_all_numbers_can_be_taken_away(
    app: FastAPI, ada: Client, grace: Client, person: Callable[[], Client]
) -> None:
    """As JSON and as CSV, the same in both; of oneself, and of the season for whom the club shows it."""
    linus = person()
    id = await play(ada, grace, linus)
    (step,) = (await linus.get("/me/ratings.json")).json()
    assert (step["game"], step["players"], step["table"]) == ("mini-rails", 3, id)
    rivals = (await linus.get("/me/rivals.json")).json()
    assert sorted(rival["name"] for rival in rivals) == ["Ada", "Grace"]
    assert (await linus.get("/me/alone.json")).json() == []
    assert (await linus.get("/season.csv")).status_code == 403
    await ada.post(await app.state.tables.clubhouse.host_link())
    season = (await ada.get("/season.json")).json()
    assert [line["place"] for line in season] == [1, 2, 3]
    for client, file, told in ((linus, "/me/ratings", [step]), (linus, "/me/rivals", rivals), (ada, "/season", season)):
        answer = await client.get(f"{file}.csv")
        assert answer.headers["content-type"].startswith("text/csv")
        read = list(csv.DictReader(io.StringIO(answer.text)))
        assert read == [{name: str(value) for name, value in line.items()} for line in told]
        assert linus.cookies["branchline"] not in answer.text
    for missing in ("/me/secrets.json", "/me/ratings.xml", "/season.xml"):
        assert (await ada.get(missing)).status_code == 404


async def test_the_season_has_a_line_for_everybody_who_played(
    app: FastAPI, ada: Client, grace: Client, person: Callable[[], Client]
) -> None:
    await play(ada, grace, person())
    assert (await grace.get("/season")).status_code == 403, "it is for whom the club shows its finished games"
    await ada.post(await app.state.tables.clubhouse.host_link())
    page = (await ada.get("/season")).text
    assert all(f'<th scope="row">{name}</th>' in page for name in ("Ada", "Grace", "Linus"))
    assert "Nobody has finished" in (await ada.get("/season?year=2001&quarter=1")).text
    assert (await ada.get("/season?year=99999999999999999999&quarter=9")).status_code == 200
