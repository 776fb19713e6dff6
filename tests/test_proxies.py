"""A club behind a real nginx and a real Caddy, by docs/recipes: HTTPS, a prefix, WebSockets, invitations."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.proxies import PROXIES, Club, club_behind

FORM = {"game": "mini-rails", "seats": "3", "kind-0": "me", "name-0": "Ada", "kind-1": "open", "kind-2": "here"}


@pytest.fixture(scope="module", params=PROXIES)
def club(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    with club_behind(
        request.param, tmp_path_factory.mktemp(request.param), "--log", "requests", "--quotas", "tables=3/hour"
    ) as made:
        yield made


def lay(browser: httpx.Client) -> httpx.Response:
    return browser.post("/tables", data=FORM)


def listen(club: Club, browser: httpx.Client, path: str, origin: str) -> ClientConnection:
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    return connect(
        f"{club.url}{path}".replace("https", "wss", 1),
        ssl=club.trust,
        origin=Origin(origin),
        additional_headers={"Cookie": cookies},
        proxy=None,
    )


def test_a_friend_joins_by_invitation_and_hears_a_move(club: Club) -> None:
    origin = club.url.removesuffix("/rails")
    with club.browser() as ada, club.browser() as bert:
        laid = lay(ada)
        assert laid.status_code == 303
        assert laid.headers["location"].startswith("/rails/tables/")
        assert re.search(r"HttpOnly;.*Path=/rails; SameSite=lax; Secure", laid.headers["set-cookie"])
        page = ada.get(f"{origin}{laid.headers['location']}").text
        written = re.findall(r'(?:href|src|action|data-copy)="(/[^"]*)"', page)
        assert [path for path in written if not path.startswith("/rails/")] == []
        invitation = next(path for path in written if path.startswith("/rails/join/"))
        shown = bert.get(f"{origin}{invitation}")
        action = re.findall(r'action="([^"]*)"', shown.text)[0]
        joined = bert.post(f"{origin}{action}", data={"name": "Bert"})
        assert joined.headers["location"] == laid.headers["location"]
        id = laid.headers["location"].rpartition("/")[2]
        with listen(club, bert, f"/api/tables/{id}/feed?since=0", origin) as line:
            before = json.loads(line.recv(30))
            to_act = ada.get(f"/api/tables/{id}").json()["view"]["to_act"]
            mover = bert if to_act == 1 else ada
            view = mover.get(f"/api/tables/{id}").json()
            body = {"move": view["view"]["moves"][0]["move"], "n": view["n"], "confirm": True}
            assert mover.post(f"/api/tables/{id}/moves", json=body).status_code == 200
            heard = json.loads(line.recv(30))
            assert heard["n"] > before["n"]
        with listen(club, bert, f"/tables/{id}/live?since=0", origin) as line:
            assert line.recv(30)


def test_a_page_of_another_site_can_neither_act_nor_listen(club: Club) -> None:
    with club.browser() as ada:
        id = lay(ada).headers["location"].rpartition("/")[2]
        refused = ada.post("/tables", data=FORM, headers={"origin": "https://elsewhere.example"})
        assert refused.status_code == 403
        with pytest.raises(InvalidStatus, match="403"):
            listen(club, ada, f"/tables/{id}/live?since=0", "https://elsewhere.example")


def test_quotas_are_of_whom_the_proxy_names_and_metrics_are_for_the_host(club: Club) -> None:
    with club.browser("127.0.0.2") as ada, club.browser("127.0.0.3") as bert:
        ada.get("/")
        assert [lay(ada).status_code for _ in range(4)] == [303, 303, 303, 429]
        statuses = set()
        for _ in range(24):
            ada.cookies.clear()  # another browser at the same address
            statuses.add(lay(ada).status_code)
        assert statuses == {303, 429}
        assert lay(bert).status_code == 303
        assert bert.get("/metrics").status_code == 403


def test_a_bare_prefix_leads_home_and_nothing_is_amiss(club: Club) -> None:
    with club.browser() as ada:
        led = ada.get(club.url.removesuffix("/rails") + "/rails")
        assert led.headers["location"].endswith("/rails/")
        assert ada.head("/rules/mini-rails").status_code == 200
    assert "A proxy" not in club.written
    assert "https://127.0.0.1" in club.written  # the link for the first host


# -- a proxy that hides what is needed -----------------------------------------------------------


def test_a_proxy_that_hides_the_name_is_told_of_in_page_and_journal(tmp_path: Path) -> None:
    with club_behind("nginx", tmp_path, named=False, hidden=["Host $http_host", "X-Forwarded"]) as club:
        origin = club.url.removesuffix("/rails")
        with club.browser() as old:
            refused = old.post(f"{origin}/rails/tables", data=FORM)
            assert refused.status_code == 403
            assert f"starts it with --url {origin}" in refused.text
        assert f"start the server with --url {origin}, or with a prefix behind that." in club.written


def test_a_proxy_that_hides_who_asks_or_passes_no_sockets_on_is_told_of(tmp_path: Path) -> None:
    with club_behind("nginx", tmp_path, hidden=["X-Forwarded-For", "Upgrade $http_upgrade"]) as club:
        with club.browser() as ada:
            id = lay(ada).headers["location"].rpartition("/")[2]
            with pytest.raises(InvalidStatus):
                listen(club, ada, f"/tables/{id}/live?since=0", club.url.removesuffix("/rails"))
            assert ada.get("/metrics").status_code == 403  # the proxy's request looks like one of this machine
        assert "let it set X-Forwarded-For" in club.written
        assert "let it set Upgrade and Connection" in club.written
