"""No page of any game has text that is cut, hidden or too small, things that collide, or targets too small for a
finger: from a small phone to a wide desk, light and dark, early in a game and at its end."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Server
from tests.browser.look import SIZES, WAYS, Reader, Way, look, look_round_the_house
from tests.browser.moments import MOMENTS

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MAIN = {"mini-rails": 4, "mini-express": 4, "steam-power": 4, "express-01": 3}
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


@pytest.mark.parametrize("way", [way for way in WAYS if MAIN[way.game] != way.seats or way.options], ids=str)
def test_every_way_to_play_can_be_read_where_room_is_scarce(reader: Reader, way: Way) -> None:
    reader.sizes = ((360, 640), (1280, 720))
    assert [str(fault) for fault in look(reader, [way], ("late",))] == []


def test_home_set_up_and_rules_can_be_read(reader: Reader) -> None:
    reader.sizes = SIZES
    assert [str(fault) for fault in look_round_the_house(reader)] == []
