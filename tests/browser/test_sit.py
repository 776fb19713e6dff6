"""Bots of one's own at a live table: two of them and a person in a browser finish a game."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import httpx
import pytest
from playwright.sync_api import Page

from branchline.lab.sit import sit
from branchline.position import Position
from tests.browser.conftest import ASK, Server
from tests.browser.test_table import play_to_the_end

pytestmark = pytest.mark.browser


class LooksAhead:
    """A student's bot: the move after which its own points stand best."""

    def choose(self, position: Position) -> str:
        seat = position.to_act
        assert seat is not None
        return max(position.legal(), key=lambda move: position.copy(seed=1).play(move).scores()[seat])


class Flaky(httpx.HTTPTransport):
    """A line that is lost now and then."""

    requests = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        Flaky.requests += 1
        if Flaky.requests % 5 == 0:
            raise httpx.ConnectError("The line is cut")
        return super().handle_request(request)


def soon(seconds: float) -> None:
    """A bot looks again sooner than it would among people."""
    Event().wait(seconds / 10)


def test_two_bots_and_a_person_in_a_browser_finish_a_game(desk: Page, server: Server) -> None:
    desk.goto(server.url)
    seats = [{"kind": "me", "name": "Ada", "auto": True}, {"kind": "open"}, {"kind": "open"}]
    table = desk.evaluate(ASK, ["", {"game": "mini-rails", "seats": seats}])
    links = [f"{server.url}/join/{table['id']}/{seat['token']}" for seat in table["table"]["seats"][1:]]
    said: list[str] = []
    with ThreadPoolExecutor(2) as bots:
        ends = [
            bots.submit(sit, links[0], LooksAhead, "", said.append, soon, httpx.Client(transport=Flaky())),
            bots.submit(sit, links[1], "greedy", "Greta", said.append, soon),
        ]
        desk.goto(f"{server.url}/tables/{table['id']}")
        desk.get_by_text("bot, plays by link").first.wait_for(state="attached")
        play_to_the_end(desk)
        told = [end.result(timeout=30) for end in ends]
    assert all(end["view"]["over"] for end in told)
    assert [end["names"][end["seat"]] for end in told] == ["LooksAhead", "Greta"]
    assert any("The line is lost (The line is cut)" in line for line in said)
    assert not any("random move" in line for line in said)
