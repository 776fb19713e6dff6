"""What the browser is asked for: a notice, a copied link, light or dark, a line that is not dead."""

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Server
from tests.browser.test_news import TELL
from tests.browser.test_table import start

pytestmark = pytest.mark.browser

NOTIFICATION = """window.given = []; window.Notification = class { static permission = "default";
static async requestPermission() { return Notification.permission = window.allowed ?? "granted"; }
constructor(words) { window.given.push(words); } }"""


def test_who_looks_elsewhere_is_told_once_that_it_is_their_turn(desk: Page, server: Server) -> None:
    desk.add_init_script(NOTIFICATION)
    start(desk, server)
    desk.get_by_role("button", name="Menu", exact=True).click()
    desk.locator("[data-setting=notice]").check()
    desk.keyboard.press("Escape")
    desk.evaluate(TELL, {"yours": False, "title": "Grace to act"})
    desk.evaluate(TELL, {"yours": True, "title": "● Your turn"})
    assert desk.evaluate("window.given") == [], "who looks at the page sees it"
    desk.evaluate("Object.defineProperty(document, 'hidden', {get: () => true})")
    desk.evaluate(TELL, {"yours": False, "title": "Grace to act"})
    for _ in range(2):
        desk.evaluate(TELL, {"yours": True, "title": "● Your turn"})
    assert desk.evaluate("window.given") == ["Your turn"]
    assert "icon-turn" in (desk.locator("link[rel=icon]").get_attribute("href") or "")


def test_a_browser_that_allows_no_notices_says_so(desk: Page, server: Server) -> None:
    desk.add_init_script(f"window.allowed = 'denied'; {NOTIFICATION}")
    start(desk, server)
    desk.get_by_role("button", name="Menu", exact=True).click()
    desk.locator("[data-setting=notice]").click()
    expect(desk.locator("[data-setting=notice]")).not_to_be_checked()
    expect(desk.locator("#why-not")).to_contain_text("does not allow notices")


def test_a_link_for_a_friend_is_copied(desk: Page, server: Server) -> None:
    desk.context.grant_permissions(["clipboard-read", "clipboard-write"])
    start(desk, server, kinds={0: "me", 1: "open"})
    copy = desk.locator("#invite [data-copy]")
    path = copy.get_attribute("data-copy")
    copy.click()
    expect(copy).to_have_text("Copied")
    assert desk.evaluate("navigator.clipboard.readText()") == f"{server.url}{path}"


def test_a_link_is_copied_where_the_connection_is_not_secure(desk: Page, server: Server) -> None:
    desk.add_init_script("Object.defineProperty(navigator, 'clipboard', {get: () => undefined})")
    start(desk, server, kinds={0: "me", 1: "open"})
    desk.evaluate("addEventListener('copy', () => { window.copied = getSelection().toString() })")
    copy = desk.locator("#invite [data-copy]")
    copy.click()
    expect(copy).to_have_text("Copied")
    expect(desk.locator("body > textarea")).to_have_count(0)


def test_light_or_dark_holds_on_every_page(desk: Page, server: Server) -> None:
    desk.goto(server.url)
    desk.get_by_role("button", name="Light or dark").click()
    expect(desk.locator("html")).to_have_attribute("data-theme", "dark")
    start(desk, server)
    expect(desk.locator("html")).to_have_attribute("data-theme", "dark")
    desk.get_by_role("button", name="Light or dark").click()
    expect(desk.locator("html")).to_have_attribute("data-theme", "light")
    desk.goto(f"{server.url}/rules/mini-rails")
    expect(desk.locator("html")).to_have_attribute("data-theme", "light")


def test_a_line_that_has_died_without_a_word_is_made_anew(desk: Page, server: Server) -> None:
    start(desk, server)
    lines: list[WebSocketRoute] = []
    desk.route_web_socket("**/live**", lambda socket: lines.append(socket))  # open, and silent for ever
    desk.clock.install()
    desk.reload()
    expect(desk.locator("body.is-live")).to_be_visible()
    assert len(lines) == 1
    desk.clock.fast_forward(60_000)
    desk.clock.run_for(2_000)
    expect(desk.locator("body.is-live")).to_be_visible()
    assert len(lines) == 2


def test_the_beginning_of_a_move_is_enough_if_only_one_begins_so(desk: Page, server: Server) -> None:
    start(desk, server)
    desk.locator(".take[data-verb=build]").first.click()
    expect(desk.locator("svg.board [data-move]").first).to_be_visible()
    moves = desk.locator(".move[data-move]").evaluate_all("all => all.map(move => move.dataset.move)")
    only = next(m[:-1] for m in moves if sum(other.startswith(m[:-1]) for other in moves) == 1 and m[:-1] not in moves)
    desk.locator("#typed").fill(only)
    desk.keyboard.press("Enter")
    expect(desk.locator("#sign")).to_contain_text("Confirm the turn")
