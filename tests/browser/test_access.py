"""By keyboard and by screen reader: whatever is open, axe finds nothing, and what is seen is said too."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.test_table import faults, start

pytestmark = pytest.mark.browser


def test_axe_finds_nothing_whatever_is_open(desk: Page, server: Server) -> None:
    start(desk, server)
    desk.get_by_role("button", name="Menu", exact=True).click()
    assert faults(desk) == []
    desk.keyboard.press("Escape")
    desk.keyboard.press("r")
    assert faults(desk) == []
    desk.keyboard.press("Escape")
    desk.keyboard.press("h")
    expect(desk.locator(".hint").first).to_be_visible(timeout=30_000)
    assert faults(desk) == []
    desk.keyboard.press("Escape")
    desk.locator(".take[data-verb=build]").first.click()
    desk.locator("svg.board .hex[data-ask]").first.click()
    expect(desk.locator("#why-not")).to_be_visible()
    desk.locator("svg.board [data-move]").first.hover()
    expect(desk.locator("#lens")).to_be_visible()
    assert faults(desk) == []
    desk.keyboard.press("ArrowLeft")
    expect(desk.locator("#sign")).to_contain_text("Looking back")
    assert faults(desk) == []


def test_who_goes_by_keys_hears_what_a_move_would_do(desk: Page, server: Server) -> None:
    start(desk, server)
    desk.locator(".take[data-verb=build]").first.focus()
    desk.keyboard.press("Enter")
    place = desk.locator("svg.board [data-move]:focus")
    expect(place).to_have_count(1)
    expect(desk.locator("#lens")).to_be_visible()
    heading = desk.locator("#lens h3").inner_text()
    expect(place).to_have_accessible_description(re.compile(f"^{re.escape(heading)}.+"))
    desk.keyboard.press("ArrowRight")
    expect(desk.locator("[aria-describedby=lens]")).to_have_count(1)
    desk.keyboard.press("Escape")
    expect(desk.locator("[aria-describedby=lens]")).to_have_count(0)


def test_every_thing_to_choose_is_reached_by_tab_and_has_a_name(desk: Page, server: Server) -> None:
    start(desk, server)
    desk.locator(".take[data-verb=build]").first.click()
    lit = desk.locator("svg.board [data-move]")
    expect(lit.first).to_be_visible()
    assert lit.evaluate_all("places => places.filter(place => place.tabIndex !== 0 || !place.ariaLabel).length") == 0
    desk.locator("#typed").focus()
    seen = set()
    for _ in range(80):
        desk.keyboard.press("Tab")
        seen.add(desk.evaluate("document.activeElement.dataset?.move ?? ''"))
        if desk.evaluate("document.activeElement === document.body"):
            break
    assert set(lit.evaluate_all("places => places.map(place => place.dataset.move)")) <= seen
