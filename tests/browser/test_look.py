"""No page of any game has text that is cut, hidden or too small, things that collide, or targets too small for a
finger: from a small phone to a wide desk, light and dark, early in a game and at its end."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

import branchline
from branchline.names import GameName
from tests.browser.conftest import Server
from tests.browser.look import AUDIT, FONTS, SIZES, SOLIDS, SPEAK, WAYS, Reader, Way, look, look_round_the_house
from tests.browser.moments import MOMENTS

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MAIN: dict[GameName, int] = {"mini-rails": 4, "mini-express": 4, "steam-power": 4, "express-01": 3}
"""These ways are looked at in every moment and size; the others late in the game, on the smallest of each kind."""


@pytest.fixture(scope="module")
def reader(browser: Browser, server: Server) -> Iterator[Reader]:
    reader = Reader(browser, server)
    yield reader
    reader.close()


@pytest.mark.parametrize("way", [way for way in WAYS if MAIN[way.game] == way.seats and not way.options], ids=str)
def test_a_game_can_be_read_at_every_moment(reader: Reader, way: Way) -> None:
    reader.sizes = SIZES
    assert [str(fault) for fault in look(reader, [way], tuple(MOMENTS))] == []


IN_SIGHT = """() => {
  const held = document.getElementById("hints").getBoundingClientRect();
  const titles = [...document.querySelectorAll(".hint b")].map((title) => title.getBoundingClientRect());
  return titles.filter((title) => title.bottom <= held.bottom).length;
}"""


@pytest.mark.parametrize("game", MAIN)
def test_two_hints_are_in_sight_on_a_low_desk(reader: Reader, game: GameName) -> None:
    way = next(way for way in WAYS if way.game == game and way.seats == MAIN[game])
    position = branchline.replay(way.records(None)["middle"])
    while position.to_act == way.seats - 1:  # a friend's turn
        position.play(branchline.player("greedy", seed=4).choose(position))
    page = reader.desk.new_page()
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{reader.server.url}{reader.lay(position.record())}?seat={position.to_act}")
    page.evaluate(SPEAK, FONTS[reader.fonts[0]])
    known = page.locator("[data-first-known]:visible")
    if known.count():
        known.first.click()
    page.locator("main [data-hint]").first.click()
    page.wait_for_selector(".hint", timeout=60_000)
    assert page.evaluate(IN_SIGHT) >= min(2, page.locator(".hint").count())
    page.close()


@pytest.mark.parametrize("way", [way for way in WAYS if MAIN[way.game] != way.seats or way.options], ids=str)
def test_every_way_to_play_can_be_read_where_room_is_scarce(reader: Reader, way: Way) -> None:
    reader.sizes = ((360, 640), (1280, 720))
    assert [str(fault) for fault in look(reader, [way], ("late",))] == []


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_a_newcomer_can_read_a_table_on_a_low_desk(reader: Reader, way: Way) -> None:
    """The line that introduces a game stands above it."""
    page = reader.desk.browser.new_page(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")  # type: ignore[union-attr]
    page.goto(f"{reader.server.url}{reader.lay(way.records(None)['early'])}")
    page.evaluate(SPEAK, FONTS[reader.fonts[0]])
    assert page.locator("[data-first-known]").is_visible()
    assert page.evaluate(AUDIT, {"touch": False, "solids": SOLIDS.get(way.game, "")}) == []
    page.close()


def test_home_set_up_and_rules_can_be_read(reader: Reader) -> None:
    reader.sizes = SIZES
    assert [str(fault) for fault in look_round_the_house(reader)] == []
