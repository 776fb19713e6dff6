"""A game without a page of its own, at the table: a plain board, its panels and the list of moves."""

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Page, expect

from branchline.web.app import create_app
from tests.fifth.game import GAME
from tests.with_the_fifth import GAMES, find

pytestmark = pytest.mark.browser


@pytest.fixture
def fifth(tmp_path: Path) -> Iterator[str]:
    """A server that knows one game more."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    app = create_app(str(tmp_path / "tables.sqlite"), find, games=GAMES)
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="warning"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join()


def test_the_fifth_game_is_played_to_its_end(desk: Page, fifth: str) -> None:
    desk.goto(fifth)
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "random", "name": "Bo"}]
    asked = {"game": GAME.name, "seats": seats, "pause": 0}
    laid = desk.request.post(f"{fifth}/api/tables", data=asked)
    assert laid.ok, laid.text()
    table = laid.json()["id"]
    desk.goto(f"{fifth}/tables/{table}")
    expect(desk.locator("svg.board .hex")).to_have_count(12)
    expect(desk.locator(".plain-panel")).to_contain_text("Your junction")
    over, moves = desk.get_by_text("The game is over"), desk.locator("#moves .move")
    confirm = desk.locator("[data-act=confirm]:not([aria-disabled]):visible")
    for turn in range(7):
        expect(moves.first.or_(over).first).to_be_visible()
        if over.count():
            break
        lit = desk.locator("svg.board .hex[data-move]")
        (lit.first if lit.count() and turn % 2 == 0 else moves.last).click()
        confirm.first.click()
        expect(confirm).to_have_count(0)
    expect(over.first).to_be_visible()
    desk.goto(f"{fifth}/tables/{table}")
    expect(desk.locator("body")).to_contain_text("Bo")
    expect(desk.locator("body")).to_contain_text("halts")


def test_what_is_not_lit_says_why(desk: Page, fifth: str) -> None:
    desk.goto(fifth)
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "random", "name": "Bo"}]
    laid = desk.request.post(f"{fifth}/api/tables", data={"game": GAME.name, "seats": seats, "pause": 0})
    desk.goto(f"{fifth}/tables/{laid.json()['id']}")
    desk.locator("#hex-a1").click()
    desk.locator("[data-act=confirm]:visible").first.click()
    expect(desk.locator("#log")).to_contain_text("Bo")  # whose turn is over
    far = desk.locator("svg.board .hex[data-ask]").first
    expect(far).to_be_visible()
    far.click()
    expect(desk.locator("#why-not")).to_contain_text("halt")


def test_a_game_that_the_house_has_not_is_chosen_on_the_home_page(desk: Page, fifth: str) -> None:
    desk.goto(fifth)
    expect(desk.get_by_role("heading", level=1)).to_have_text("Five train games, one table.")
    desk.locator(".game-card", has_text="Sidings").click()
    expect(desk.get_by_role("heading", name="Sidings, 4 seats")).to_be_visible()
    levels = desk.get_by_label("Who sits at seat 2")
    expect(levels.locator("option")).to_have_text(["Me", "At this screen", "Bot · Random", "Open for a link"])
    desk.get_by_role("button", name="Start the game").click()
    expect(desk.locator("svg.board .hex")).to_have_count(12)
