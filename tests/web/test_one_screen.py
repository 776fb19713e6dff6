"""People round one screen: what a page shows while the screen is passed on."""

import httpx
import pytest

pytestmark = pytest.mark.anyio

NOW = 10**9
SEATS = [{"kind": "me", "name": "Ada"}, {"kind": "here", "name": "Bert"}, {"kind": "here", "name": "Cleo"}]


async def shown(ada: httpx.AsyncClient, table: str, seat: int | None = None) -> dict[str, str]:
    """The fragments of the page, for who says that they are this seat."""
    asked = await ada.get(f"/tables/{table}/at/{NOW}", params={} if seat is None else {"seat": seat})
    fragments: dict[str, str] = asked.json()["fragments"]
    return fragments


@pytest.mark.parametrize("game", ["express-01", "steam-power"])
async def test_a_hand_is_shown_only_to_the_one_whose_turn_it_is(ada: httpx.AsyncClient, game: str) -> None:
    view = (await ada.post("/api/tables", json={"game": game, "seats": SEATS})).json()
    table, movers = view["id"], set()
    for _ in range(40):
        mover = view["next_here"]
        movers.add(mover)
        nobody = await shown(ada, table)
        for seat in range(3):
            assert (await shown(ada, table, seat) == nobody) == (seat != mover), (seat, mover)
        own = (await ada.get(f"/api/tables/{table}", params={"seat": mover})).json()
        move = {"move": own["view"]["moves"][0]["move"], "n": own["n"], "seat": mover, "confirm": True}
        view = (await ada.post(f"/api/tables/{table}/moves", json=move)).json()
    assert movers == {0, 1, 2}


async def test_games_without_secrets_need_no_passing_on(ada: httpx.AsyncClient) -> None:
    view = (await ada.post("/api/tables", json={"game": "mini-rails", "seats": SEATS})).json()
    assert "Pass the screen" not in (await shown(ada, view["id"]))["sign"]


async def test_a_seat_that_is_not_held_is_watched_and_not_refused(ada: httpx.AsyncClient) -> None:
    view = (await ada.post("/api/tables", json={"game": "express-01", "seats": SEATS})).json()
    assert (await ada.get(f"/tables/{view['id']}?seat=7")).status_code == 200
    assert await shown(ada, view["id"], 7) == await shown(ada, view["id"])


async def test_no_copy_of_a_page_is_kept(ada: httpx.AsyncClient) -> None:
    view = (await ada.post("/api/tables", json={"game": "express-01", "seats": SEATS})).json()
    assert (await ada.get(f"/tables/{view['id']}?seat=0")).headers["cache-control"] == "no-store"
