"""After the game: the result, looking back from it, and another game with the same people."""

import re
from collections.abc import Callable

import httpx
import pytest

import branchline
from branchline.players import player

pytestmark = pytest.mark.anyio

Client = httpx.AsyncClient
SEATS = [{"kind": "me", "name": "Ada"}, {"kind": "open", "name": "Grace"}, {"kind": "bot", "level": "random"}]


@pytest.fixture
async def over(ada: Client, grace: Client) -> str:
    """A finished game of Ada, Grace by her link, and a bot."""
    position = branchline.game("mini-rails").start(seats=3, seed=4)
    anybody = player("random", seed=1)
    while not position.over:
        position.play(anybody.choose(position))
    laid = {"game": "mini-rails", "seats": SEATS, "record": position.record()}
    view = (await ada.post("/api/tables", json=laid)).json()
    await grace.post(f"/join/{view['id']}/{view['table']['seats'][1]['token']}", data={"name": "Grace"})
    return f"/tables/{view['id']}"


async def test_play_again_keeps_everybodys_own_seat(ada: Client, grace: Client, over: str) -> None:
    assert "Play again" in (await grace.get(over)).text
    fresh = (await grace.post(f"{over}/again")).headers["location"]
    of_grace = (await grace.get(f"/api{fresh}")).json()
    of_ada = (await ada.get(f"/api{fresh}")).json()
    assert (of_grace["seat"], of_ada["seat"], of_grace["names"][:2]) == (1, 0, ["Ada", "Grace"])
    assert [seat["mine"] for seat in of_grace["table"]["seats"]] == [False, True, False]
    assert [seat["mine"] for seat in of_ada["table"]["seats"]] == [True, False, False]
    assert of_grace["table"]["seal"] != (await grace.get(f"/api{over}")).json()["table"]["seal"]


async def test_who_asks_second_comes_to_the_same_game(ada: Client, grace: Client, over: str) -> None:
    fresh = (await grace.post(f"{over}/again")).headers["location"]
    page = (await ada.get(over)).text
    assert "Play again" not in page
    assert f'href="{fresh}"' in page
    assert (await ada.post(f"{over}/again")).headers["location"] == fresh
    assert (await ada.post(f"/api{over}/again")).json()["id"] == fresh.removeprefix("/tables/")


async def test_others_are_not_told_where_the_people_of_a_table_play_on(
    person: Callable[[], Client], grace: Client, over: str
) -> None:
    fresh = (await grace.post(f"{over}/again")).headers["location"]
    stranger = person()
    assert fresh not in (await stranger.get(over)).text
    assert (await stranger.get(f"/api{over}")).json()["table"]["again"] is None
    assert (await grace.get(f"/api{over}")).json()["table"]["again"] == fresh.removeprefix("/tables/")


async def test_there_is_no_other_game_before_the_first_is_over(ada: Client) -> None:
    laid = (await ada.post("/api/tables", json={"game": "mini-rails", "seats": SEATS})).json()
    refused = await ada.post(f"/api/tables/{laid['id']}/again")
    assert (refused.status_code, refused.json()["reason"]) == (
        422,
        "The game is not over yet: another one can begin after it.",
    )


async def test_a_stranger_is_not_asked_to_play_again(person: Callable[[], Client], over: str) -> None:
    stranger = person()
    assert "Play again" not in (await stranger.get(over)).text
    refused = await stranger.post(f"{over}/again")
    assert refused.status_code == 403
    assert "Only who played here" in refused.json()["reason"]


async def test_looking_back_leads_on_to_the_result_and_branches_where_something_is_left(ada: Client, over: str) -> None:
    early = (await ada.get(f"{over}?at=60")).text
    assert "To the result" in early
    assert "What if?" in early
    last = (await ada.get(f"{over}?at=100000")).text
    assert "To the result" in last
    assert "What if?" not in last


async def test_who_sits_where_is_said_as_the_reader_sees_it(ada: Client, grace: Client, over: str) -> None:
    def who(page: httpx.Response) -> list[str]:
        return sorted(re.findall(r"(?:Ada|Grace)<small>([^<]*)<", page.text))

    assert who(await ada.get(over)) == who(await grace.get(over)) == ["far away", "you"]


async def test_the_set_up_offers_what_so_many_players_can_choose(ada: Client) -> None:
    def choices(page: httpx.Response, option: str) -> list[str]:
        block = re.search(rf'<select name="option-{option}">(.*?)</select>', page.text, re.S)
        return re.findall(r'value="(\w+)"', block[1]) if block else []

    assert choices(await ada.get("/setup?game=steam-power&seats=5"), "automas") == []
    assert choices(await ada.get("/setup?game=steam-power&seats=3"), "automas") == ["0", "1", "2"]
    harbor = choices(await ada.get("/setup?game=mini-express&seats=4"), "harbor")
    assert harbor == ["false", "true"], "it needs the map of Europe, and is offered"
