"""News of the table: over the line, by asking where there is none, and each in its place."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.test_table import start

pytestmark = pytest.mark.browser

HEAR = """async (kinds) => { const at = document.querySelector("script[type=module]").src;
const { hear } = await import(new URL("news.js", at)); window.heard = [];
for (const kind of kinds) hear(kind, (news) => window.heard.push(`${kind} ${news.kind}`)); }"""

TELL = """async (news) => { const at = document.querySelector("script[type=module]").src;
const [{ tell }, { state }] = await Promise.all(["news.js", "state.js"].map(name => import(new URL(name, at))));
tell({kind: "move", stamp: state.stamp + 1, n: state.n, newest: state.newest, title: document.title, over: false,
yours: true, fragments: {}, ...news}); }"""


def test_who_listens_to_a_kind_of_news_hears_of_that_kind(desk: Page, server: Server) -> None:
    start(desk, server)
    desk.evaluate(HEAR, ["seat", "move", "any"])
    desk.evaluate(TELL, {"kind": "seat"})
    desk.evaluate(TELL, {"kind": "move", "fragments": {"where": "<h1 class=game-title>Elsewhere</h1>"}})
    assert desk.evaluate("window.heard") == ["seat seat", "any seat", "move move", "any move"]
    expect(desk.locator(".game-title")).to_have_text("Elsewhere")


def test_old_news_are_no_news_unless_they_tell_the_whole(desk: Page, server: Server) -> None:
    start(desk, server)
    desk.evaluate(HEAR, ["any"])
    desk.evaluate(TELL, {"stamp": 0})
    assert desk.evaluate("window.heard") == []
    desk.evaluate(TELL, {"stamp": 0, "kind": "whole"})  # of a server that begins anew
    assert desk.evaluate("window.heard") == ["any whole"]


def test_a_bots_line_of_thinking_begins_anew_with_each_step(desk: Page, server: Server) -> None:
    start(desk, server)
    line = '<p>A bot is thinking.</p><span class="thinking" style="--seconds:60s"></span>'
    desk.evaluate(TELL, {"fragments": {"sign": line}})
    run = "document.querySelector('.turn-sign .thinking').getAnimations()[0]"
    desk.evaluate(f"{run}.currentTime = 30000")
    desk.evaluate(TELL, {})
    assert desk.evaluate(f"{run}.currentTime") < 10_000


def test_what_the_line_does_not_bring_is_asked_for(desk: Page, server: Server) -> None:
    """A move is shown also if the line is open and silent."""
    start(desk, server)
    desk.route_web_socket("**/live**", lambda socket: None)
    desk.reload()
    desk.locator(".take[data-verb=buy]").first.click()
    expect(desk.locator("#sign")).to_contain_text("Confirm the turn")
    desk.keyboard.press("c")
    expect(desk.locator("#log")).to_contain_text("buys")


def test_where_no_line_can_be_had_the_news_are_asked_for(desk: Page, friend: Page, server: Server) -> None:
    start(desk, server, kinds={1: "here", 2: "here", 3: "here"})
    friend.add_init_script(
        "window.WebSocket = class { static OPEN = 1; constructor() { setTimeout(() => this.onclose?.()); } }"
    )
    friend.goto(desk.url)
    expect(friend.locator("body.is-live")).to_be_visible()
    expect(friend.locator("#offline")).to_be_hidden()
    desk.locator(".take[data-verb=buy]").first.click()
    desk.keyboard.press("c")
    expect(friend.locator("#log")).to_contain_text("buys", timeout=15_000)


def test_the_page_stays_when_the_game_ends_until_one_asks_for_the_result(desk: Page, server: Server) -> None:
    start(desk, server)
    over = '<p>The game is over.</p><a class="button" href="#">See the result</a>'
    desk.evaluate(TELL, {"over": True, "yours": False, "fragments": {"sign": over}})
    address = desk.url
    desk.wait_for_timeout(2500)
    assert desk.url == address
    expect(desk.locator("svg.board")).to_be_visible()


def test_a_bot_that_waits_for_its_turn_to_think_says_how_long_and_then_thinks(desk: Page, server: Server) -> None:
    start(desk, server)
    sign = (
        '<p><strong>Bert</strong> <span class="waits" data-waits="move" hidden></span><span class="thinks">is thinking.'
        '</span></p><span class="thinking" style="--seconds:60s"></span>'
    )
    desk.evaluate(TELL, {"fragments": {"sign": sign}})
    expect(desk.locator("#sign")).to_contain_text("is thinking")
    desk.evaluate(TELL_WAITS, {"move": "waits for its turn to think: about 10 seconds."})
    expect(desk.locator("#sign")).to_have_text(
        "Bert waits for its turn to think: about 10 seconds.", use_inner_text=True
    )
    expect(desk.locator("#sign .thinking")).to_be_hidden()
    desk.evaluate(TELL, {"fragments": {"sign": sign}})  # drawn anew: it still waits
    expect(desk.locator("#sign .waits")).to_be_visible()
    desk.evaluate(TELL_WAITS, {})
    expect(desk.locator("#sign")).to_have_text("Bert is thinking.", use_inner_text=True)


TELL_WAITS = """async (waits) => { const at = document.querySelector("script[type=module]").src;
(await import(new URL("news.js", at))).tell({kind: "thinking", waits}); }"""
