"""Drawers and browsers: Esc or a click elsewhere closes them, and nothing else happens by it."""

import pytest
from playwright.sync_api import Page, expect

import branchline
from branchline.names import GameName
from tests.browser.conftest import Server
from tests.browser.test_mini_express import sit
from tests.browser.test_table import start

pytestmark = pytest.mark.browser


def test_a_click_elsewhere_closes_a_drawer_and_plays_nothing(desk: Page, server: Server) -> None:
    start(desk, server)
    for name, drawer in (("Menu", "#menu"), ("Rules", "#rules")):
        desk.get_by_role("button", name=name, exact=True).click()
        expect(desk.locator(drawer)).to_be_visible()
        desk.locator(".take[data-move^=buy]").first.click()
        expect(desk.locator(drawer)).to_be_hidden()
    expect(desk.locator("[data-act=undo]").first).to_have_attribute("aria-disabled", "true")


def test_the_focus_comes_back_to_what_opened_a_drawer(desk: Page, server: Server) -> None:
    start(desk, server)
    rules = desk.get_by_role("button", name="Rules", exact=True)
    rules.focus()
    desk.keyboard.press("Enter")
    expect(desk.locator("#rules")).to_be_visible()
    expect(rules).to_have_attribute("aria-expanded", "true")
    desk.keyboard.press("Escape")
    expect(desk.locator("#rules")).to_be_hidden()
    expect(rules).to_be_focused()
    cited = desk.locator(".tax-rule [data-rule]").first
    cited.focus()
    desk.keyboard.press("Enter")
    expect(desk.locator("#rules .is-cited")).to_be_in_viewport()
    desk.keyboard.press("Escape")
    expect(cited).to_be_focused()


def test_the_deck_browser_closes_by_esc_and_by_a_click_elsewhere(desk: Page, server: Server) -> None:
    sit(desk, server, branchline.game("express-01").start(3, seed=3))
    browser = desk.locator("details.pile").first
    browser.locator("summary").click()
    expect(browser.locator(".browse")).to_be_visible()
    desk.keyboard.press("Escape")
    expect(browser.locator(".browse")).to_be_hidden()
    expect(browser.locator("summary")).to_be_focused()
    browser.locator("summary").click()
    expect(browser.locator(".browse")).to_be_visible()
    desk.locator("main button[data-move]").locator("visible=true").first.click()
    expect(browser.locator(".browse")).to_be_hidden()
    expect(desk.locator("[data-act=undo]").first).to_have_attribute("aria-disabled", "true")


def test_what_one_has_opened_stays_open_when_the_page_is_drawn_anew(desk: Page, server: Server) -> None:
    sit(desk, server, branchline.game("express-01").start(3, seed=3))
    browser = desk.locator("details.pile").last
    browser.locator("summary").click()
    expect(browser.locator(".browse")).to_be_visible()
    before = desk.locator("#sign").inner_text()
    desk.keyboard.press("/")
    desk.keyboard.type(desk.locator("#typed").get_attribute("placeholder") or "")
    desk.keyboard.press("Enter")
    expect(desk.locator("#sign")).not_to_have_text(before)
    expect(browser.locator(".browse")).to_be_visible()


@pytest.mark.parametrize("game", branchline.games())
def test_hints_stay_in_the_column_of_the_log(desk: Page, server: Server, game: GameName) -> None:
    start(desk, server, game)
    desk.set_viewport_size({"width": 1280, "height": 720})
    expect(desk.locator("[data-hint]").locator("visible=true").first).to_be_visible(timeout=60_000)
    desk.keyboard.press("h")
    expect(desk.locator(".hint").first).to_be_visible(timeout=60_000)
    hints, column = desk.locator("#hints").bounding_box(), desk.locator(".east").bounding_box()
    assert hints is not None
    assert column is not None
    assert column["x"] <= hints["x"]
    assert hints["x"] + hints["width"] <= column["x"] + column["width"]
    assert column["y"] <= hints["y"]
    assert hints["y"] + hints["height"] <= column["y"] + column["height"]
