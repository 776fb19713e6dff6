"""The board on a small screen: the whole of it at first, closer with two fingers, and still to be clicked."""

import pytest
from playwright.sync_api import FloatRect, Page, expect

import branchline
from branchline.names import GameName
from tests.browser.conftest import Server
from tests.browser.test_mini_express import lay
from tests.browser.test_table import start

pytestmark = pytest.mark.browser

Spot = tuple[float, float]


def drawn(page: Page) -> FloatRect:
    """Where the board lies on the screen."""
    box = page.locator("svg.board").bounding_box()
    assert box is not None
    return box


def frame(page: Page) -> FloatRect:
    box = page.locator("#board .board-box").bounding_box()
    assert box is not None
    return box


def touch(page: Page, *moments: list[Spot]) -> None:
    """Fingers on the screen, moment by moment; then they are lifted."""
    session = page.context.new_cdp_session(page)
    for i, spots in enumerate(moments):
        points = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(spots)]
        session.send("Input.dispatchTouchEvent", {"type": "touchMove" if i else "touchStart", "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def spread(page: Page) -> None:
    """Two fingers that move apart in the middle of the board."""
    box = frame(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch(page, *[[(x - gap, y), (x + gap, y)] for gap in (20, 25, 30, 40, 50, 60)])


@pytest.mark.parametrize("game", branchline.games())
def test_a_phone_shows_the_whole_board_and_two_fingers_bring_it_closer(
    phone: Page, server: Server, game: GameName
) -> None:
    start(phone, server, game)
    whole = phone.get_by_role("button", name="The whole board").locator("visible=true")
    whole.click()  # where names would be too small, the map opens closer at what matters
    fit = drawn(phone)
    assert fit["x"] >= 0
    assert fit["x"] + fit["width"] <= 390
    spread(phone)
    near = drawn(phone)
    assert near["width"] > 2 * fit["width"]
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    box = frame(phone)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch(phone, *[[(x + k, y + k)] for k in (0, 15, 30, 45, 60)])
    assert drawn(phone)["x"] > near["x"]
    whole.click()
    assert drawn(phone) == fit


def test_a_drag_is_no_click_and_a_lit_city_is_still_chosen_by_two_touches(phone: Page, server: Server) -> None:
    lay(phone, server, 3)
    phone.locator("label:has(#choose-gray)").tap()
    city = phone.locator(".hit:visible").first
    phone.evaluate("scrollTo(0, 0)")
    phone.get_by_role("button", name="Closer").locator("visible=true").tap()
    city.evaluate("city => city.focus()")  # what has the focus is moved into the frame
    box, room = city.bounding_box(), frame(phone)
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    assert room["x"] <= x <= room["x"] + room["width"]
    assert room["y"] <= y <= room["y"] + room["height"]
    before = drawn(phone)
    touch(phone, *[[(x - k, y - k)] for k in (0, 12, 24, 36)])
    assert drawn(phone) != before
    expect(phone.locator(".hit:visible").first).to_be_visible()
    expect(phone.locator("#lens")).to_be_hidden()
    phone.locator(".game-title").tap()  # Chromium takes the first touch after a fling as its end
    for _ in range(2):
        box = city.bounding_box()
        assert box is not None
        phone.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(phone.locator(".hit:visible")).to_have_count(0)


def test_closer_and_back_by_keys_at_a_desk(desk: Page, server: Server) -> None:
    start(desk, server)
    fit = drawn(desk)
    desk.keyboard.press("+")
    assert drawn(desk)["width"] > 1.5 * fit["width"]
    lit = desk.locator(".take[data-move^=build]").first
    lit.click()
    expect(desk.locator("#sign")).to_contain_text("choose")
    assert drawn(desk)["width"] > 1.5 * fit["width"]  # a move does not take the view away
    desk.keyboard.press("0")
    assert drawn(desk) == fit


@pytest.mark.parametrize("game", ["mini-rails", "mini-express"])
def test_close_up_what_stands_over_the_map_stands_on_paper(desk: Page, server: Server, game: GameName) -> None:
    start(desk, server, game)
    desk.keyboard.press("+")
    expect(desk.locator("#board.is-closer")).to_be_visible()
    over = desk.locator("#board .corner:not(.commit), #board .corner .button").locator("visible=true")
    assert over.count() > 2
    transparent = "things => things.filter(thing => getComputedStyle(thing).backgroundColor === 'rgba(0, 0, 0, 0)')"
    assert over.evaluate_all(f"{transparent}.map(thing => thing.className)") == []
