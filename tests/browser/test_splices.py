"""The line tells how drawings differ, and the page puts them together."""

import json
import zlib

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from branchline.web.splices import cut
from tests.browser.conftest import Server
from tests.browser.test_table import start

pytestmark = pytest.mark.browser

TOLD = """async (all) => {
const { Drawings } = await import(new URL("splices.js", document.querySelector("script[type=module]").src));
const drawings = new Drawings();
return all.map((news) => drawings.whole(news)?.fragments ?? null); }"""


@pytest.fixture(scope="module")
def page(browser: Browser, server: Server) -> Page:
    page = browser.new_page()
    page.goto(server.url)
    return page


def test_the_page_puts_the_next_drawing_together(page: Page) -> None:
    drawings = ["".join(f'<p id="p{n}"><b>{n + (n == k)}</b></p>' for n in range(200)) for k in range(3)]
    one, two, three = (cut(drawing)[0] for drawing in drawings)
    news = [
        {"stamp": 1, "fragments": {"east": drawings[0]}, "versions": {"east": one.version}},
        {
            "stamp": 2,
            "fragments": {},
            "splices": {"east": [one.version, *(cut(drawings[1], one)[1] or [])]},
            "versions": {"east": two.version},
        },
        {
            "stamp": 3,
            "fragments": {},
            "splices": {"east": [two.version, *(cut(drawings[2], two)[1] or [])]},
            "versions": {"east": three.version},
        },
    ]
    assert page.evaluate(TOLD, news) == [{"east": drawing} for drawing in drawings]
    assert page.evaluate(TOLD, [news[0], news[2]]) == [{"east": drawings[0]}, None]  # the second one did not come


def test_a_line_that_builds_on_what_did_not_come_is_made_anew(desk: Page, friend: Page, server: Server) -> None:
    """A message is lost on the way; the page comes to show what there is."""
    start(desk, server, kinds={1: "here", 2: "here", 3: "here"})
    lines: list[str] = []
    dropped: list[str] = []

    def pass_on(socket: WebSocketRoute) -> None:
        lines.append(socket.url)
        server_side = socket.connect_to_server()

        def message(data: str | bytes) -> None:
            text = zlib.decompress(data, 31).decode() if isinstance(data, bytes) else data
            if not dropped and "stamp" in json.loads(text):
                dropped.append(text)  # the first drawings that the line tells
            else:
                socket.send(data)

        server_side.on_message(message)

    friend.route_web_socket("**/live**", pass_on)
    friend.goto(desk.url)
    expect(friend.locator("body.is-live svg.board")).to_be_visible()
    for _ in range(3):
        desk.locator(".take[data-verb=buy]").first.click()
        expect(desk.locator("#sign")).to_contain_text("Confirm the turn")
        desk.keyboard.press("c")
        expect(desk.locator("#sign")).to_contain_text("your turn")
    expect(friend.locator("#log [data-line]")).to_have_count(desk.locator("#log [data-line]").count())
    assert dropped
    assert len(lines) > 1
