"""After the game: the result, looking back from it, and another game with the same people."""

import re
from collections.abc import Callable

import httpx
import pytest

import branchline
from branchline.players import player
from branchline.web.end_page import own_turns
from branchline.words import points

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


async def test_the_next_one_begins_when_the_same_people_play_again(ada: Client, over: str) -> None:
    moves = (await ada.get(f"/api{over}/record")).json()["moves"]
    first = next(by for by, _ in moves if by != "chance")
    fresh = (await ada.post(f"{over}/again")).headers["location"]
    moves = (await ada.get(f"/api{fresh}/record")).json()["moves"]
    assert ["chance", f"seat {(first + 1) % 3 + 1} begins"] in moves


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
    assert (await stranger.get(f"/api{over}")).status_code == 403
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

    assert who(await ada.get(over)) == who(await grace.get(over)) == ["plays by link", "you"]


def choices(page: httpx.Response, option: str) -> list[str]:
    block = re.search(rf'<select name="option-{option}">(.*?)</select>', page.text, re.S)
    return re.findall(r'value="([\w-]+)"', block[1]) if block else []


async def test_how_strong_automas_are_is_asked_where_there_are_some(ada: Client) -> None:
    without = await ada.get("/setup?game=steam-power&seats=3&option-difficulty=hard")
    assert " disabled>very hard, $15" in without.text
    assert "Without an Automa it changes nothing." in without.text
    some = await ada.get("/setup?game=steam-power&seats=3&option-automas=1&option-difficulty=hard")
    assert " disabled>very hard, $15" not in some.text
    assert 'value="hard" selected' in some.text
    assert choices(await ada.get("/setup?game=steam-power&seats=5"), "difficulty") == []


async def test_the_set_up_offers_what_so_many_players_can_choose(ada: Client) -> None:
    assert choices(await ada.get("/setup?game=steam-power&seats=5"), "automas") == []
    assert choices(await ada.get("/setup?game=steam-power&seats=3"), "automas") == ["0", "1", "2"]
    harbor = choices(await ada.get("/setup?game=mini-express&seats=4"), "harbor")
    assert harbor == ["false", "true"], "it needs the map of Europe, and is offered"


async def test_who_plays_alone_and_can_not_lose_keeps_a_record_of_their_scores(ada: Client, grace: Client) -> None:
    """Steam Power's basic solo: no winner, a best."""
    told = []
    for seed in (1, 2):
        position = branchline.game("steam-power").start(seats=1, seed=seed, automas=0)
        anybody = player("random", seed=seed)
        while not position.over:
            position.play(anybody.choose(position))
        laid = {"game": "steam-power", "seats": [{"kind": "me", "name": "Ada"}], "record": position.record()}
        view = (await ada.post("/api/tables", json=laid)).json()
        told.append((f"/tables/{view['id']}", position.scores()[0]))
    (first, one), (second, two) = told
    page = (await ada.get(second)).text
    assert ("A new best" in page) == (two > one)
    assert f"it was {points(one)}" in page or f"of 1 earlier game: {points(one)}" in page
    assert "won" not in re.sub(r"<script.*?</script>", "", page).split("<main", 1)[1].split("</section>")[0]
    assert "best" in (await ada.get(first)).text
    assert (await grace.get(second)).status_code == 403, "which is nobody else's to see"


async def test_what_was_better_is_drawn_on_the_board_as_it_was(ada: Client, over: str) -> None:
    record = (await ada.get(f"/api{over}/record")).json()
    position = branchline.replay(record)
    n = next(n for n in range(position.n) if any(m.startswith("lay") for m in position.at(n).legal()))
    better = position.at(n).legal()[0]
    page = (await ada.get(over, params={"at": n, "better": better})).text
    assert "Better was:" in page
    assert f'data-better="{better}"' in page
    assert f'data-for="{better}"' in page  # its ghost
    assert "Confirm turn" not in page
    plain = (await ada.get(over, params={"at": n, "better": "lay nowhere"})).text
    assert "Better was:" not in plain
    assert "Looking back" in plain


def test_a_review_begins_with_the_readers_turns_even_where_none_stands_out() -> None:
    def turn(rose: float, lost: float, seat: int = 0) -> dict[str, object]:
        return {"seat": seat, "said": ["Ada takes $3."], "rose": rose, "lost": lost}

    little = own_turns({"turns": [turn(-0.03, 0.03), turn(0.01, 0.0), turn(0.5, 0.0, seat=1)]}, (0,))
    assert (little.best, little.worst, little.judged, little.at_least) == ((), (), True, 4)
    assert own_turns({"turns": [turn(-0.05, 0.05)]}, (0,)).worst
    assert not own_turns({"turns": [turn(-0.05, 0.05)]}, (1,)).judged
