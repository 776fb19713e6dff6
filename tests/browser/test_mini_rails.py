"""Mini Rails at the table: nothing jumps, nothing is covered, and a finger finds what to take."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Server
from tests.browser.test_table import start

pytestmark = pytest.mark.browser


def box(thing: Locator) -> dict[str, float]:
    found = thing.bounding_box()
    assert found is not None
    return {"x": found["x"], "y": found["y"], "width": found["width"], "height": found["height"]}


def test_the_market_keeps_its_place_and_the_hint_leaves_the_frame_free(desk: Page, server: Server) -> None:
    start(desk, server)
    desk.set_viewport_size({"width": 1280, "height": 720})
    hint, market = box(desk.locator(".commit [data-hint]")), box(desk.locator(".market"))
    under = f"document.elementsFromPoint({hint['x']} + 2, {hint['y'] + hint['height']} - 2)"
    assert not desk.evaluate(f"{under}.some(thing => thing.matches('.frame *'))")
    desk.locator(".take[data-move^=build]").first.click()
    expect(desk.locator(".take")).to_have_count(0)
    assert box(desk.locator(".market"))["x"] == market["x"]


def test_discs_are_taken_by_words_that_a_finger_finds(phone: Page, server: Server) -> None:
    start(phone, server)
    for take in phone.locator(".take").all():
        size = box(take)
        assert min(size["width"], size["height"]) >= 44
        assert take.inner_text() in ("Buy", "Build")
    assert len({box(marker)["y"] for marker in phone.locator(".order .marker").all()}) == 1
    first = phone.locator(".take").first
    first.tap()
    lens = box(phone.locator("#lens"))
    assert lens["y"] + lens["height"] <= box(first)["y"]  # what one compares stays in sight


def test_held_sideways_board_and_market_are_both_in_sight(phone: Page, server: Server) -> None:
    start(phone, server)
    phone.set_viewport_size({"width": 844, "height": 390})
    board, bar = box(phone.locator(".board-box")), box(phone.locator(".actionbar"))
    assert board["y"] + board["height"] <= 390
    assert board["x"] + board["width"] <= bar["x"]
    last = box(phone.locator(".take").last)
    assert last["y"] + last["height"] <= bar["y"]


def test_a_build_takes_three_taps(phone: Page, server: Server) -> None:
    start(phone, server, kinds={1: "here", 2: "here", 3: "here"})
    phone.locator(".take[data-move^=build]").first.tap()
    place = phone.locator("svg.board [data-move]").first
    expect(place).to_be_visible()
    place.tap()
    phone.get_by_role("button", name="Do this and confirm").tap()
    expect(phone.locator(".actionbar")).to_contain_text("Take a disc")
    expect(phone.locator("#log li:not(.chapter)").first).to_contain_text("builds")
