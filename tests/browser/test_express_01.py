"""Express 01 at the table: a run is chosen on the map."""

import pytest
from playwright.sync_api import Page, expect

import branchline
from tests.browser.conftest import Server
from tests.browser.test_mini_express import sit
from tests.browser.test_table import faults

pytestmark = pytest.mark.browser


def choosing_a_route() -> branchline.Position:
    """A game in which somebody chooses between several longest routes."""
    for seed in range(1, 30):
        position = branchline.game("express-01").start(3, seed=seed)
        bot = branchline.player("greedy", seed=seed)
        while not position.over:
            if sum(move.startswith("route ") for move in position.legal()) > 1:
                return position
            position.play(bot.choose(position))
    raise AssertionError("nobody had a choice")


def test_a_route_is_chosen_by_its_stations_on_the_map(desk: Page, server: Server) -> None:
    position = choosing_a_route()
    sit(desk, server, position)
    expect(desk.locator("#sign")).to_contain_text("Choose one of the")
    routes = position.view(position.to_act)["table"]["run"]["routes"]
    assert faults(desk) == []
    shared = desk.locator(".leg[data-among]").first
    if shared.count():  # a station of several routes draws one of them, and a click keeps only these
        shared.hover()
        expect(desk.locator(".run.is-shown")).not_to_have_count(0)
        expect(desk.locator("#lens")).to_contain_text("that pass here")
        shared.click()
        expect(desk.locator("#sign")).to_contain_text("Choose one of the")
    only = desk.locator(".leg[data-move]").first
    move = only.get_attribute("data-move")
    only.hover()
    expect(desk.locator(f'.run.is-shown[data-for="{move}"]').first).to_be_visible()
    only.click()
    expect(desk.locator("#sign")).not_to_contain_text("Choose one of the")
    chosen = next(route for route in routes if route["move"] == move)
    expect(desk.locator(".log-list .is-live")).to_contain_text(f"It pays {chosen['pays']}")
