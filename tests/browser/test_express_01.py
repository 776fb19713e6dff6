"""Express 01 at the table: a run is chosen on the map, and everything stays in its place."""

import re

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
        expect(desk.locator("#lens")).to_contain_text(re.compile(r"that pass here|Which\?"))
        shared.click()
        expect(desk.locator("#sign")).to_contain_text("Choose one of the")
    only = desk.locator(".leg[data-move]").first
    move = only.get_attribute("data-move")
    only.hover()
    expect(desk.locator(f'.run.is-shown[data-for="{move}"]').first).to_be_visible()
    only.click()
    expect(desk.locator("#sign")).not_to_contain_text("Choose one of the")
    chosen = next(route for route in routes if route["move"] == move)
    expect(desk.locator("#log > li:not(.chapter) >> nth=0")).to_contain_text(f"It pays {chosen['pays']}")


def with_many_base_cards() -> branchline.Position:
    """Somebody takes a card of a bonus, and somebody has more base cards of a kind than there is room to draw."""
    for seed in range(2, 30):
        position = branchline.game("express-01").start(2, seed=seed, length="long")
        bot = branchline.player("random", seed=seed)
        while not position.over:
            if any(move.startswith("draw ") for move in position.legal()) and most_base_cards(position) > 5:
                return position
            position.play(bot.choose(position))
    raise AssertionError("nobody had many base cards")


def most_base_cards(position: branchline.Position) -> int:
    """Of one player and one kind."""
    table = position.view(None)["table"]
    routes = [[table["cells"][no - 1]["kind"] == "route" for no in player["base"]] for player in table["players"]]
    return max(max(kinds.count(True), kinds.count(False)) for kinds in routes)


def test_many_base_cards_stay_in_their_column(desk: Page, phone: Page, server: Server) -> None:
    position = with_many_base_cards()
    for page in (desk, phone):
        sit(page, server, position)
        ends = page.evaluate(
            "[...document.querySelectorAll('.player')].map(row => ["
            "Math.max(...[...row.querySelectorAll('.pairs-grid *')].map(part => part.getBoundingClientRect().right)),"
            "row.querySelector('.capital-cell').getBoundingClientRect().left])"
        )
        assert all(end is None or end <= capital for end, capital in ends)
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]


def test_decks_come_before_the_hand_on_a_phone_while_a_bonus_is_paid(phone: Page, server: Server) -> None:
    sit(phone, server, with_many_base_cards())
    decks, hand = phone.locator(".decks").bounding_box(), phone.locator(".hand-x1").bounding_box()
    assert decks is not None
    assert hand is not None
    assert decks["y"] < hand["y"]


def test_held_sideways_the_whole_board_and_what_to_do_are_in_sight(phone: Page, server: Server) -> None:
    sit(phone, server, choosing_a_route())
    phone.set_viewport_size({"width": 844, "height": 390})
    board, bar = phone.locator(".board-box").bounding_box(), phone.locator(".actionbar").bounding_box()
    first = phone.locator(".route").first.bounding_box()
    assert board is not None
    assert bar is not None
    assert first is not None
    assert board["y"] + board["height"] <= 390
    assert board["x"] + board["width"] <= bar["x"]
    assert first["y"] + first["height"] <= bar["y"]


def test_the_longest_prompt_fits_its_sign_on_a_small_desk(desk: Page, server: Server) -> None:
    sit(desk, server, branchline.game("express-01").start(4, seed=1))
    desk.set_viewport_size({"width": 1200, "height": 800})
    words = desk.locator("#sign p")
    words.evaluate("p => p.firstChild.textContent = 'Maximiliane Stephenson, your turn.'")
    said, sign = words.bounding_box(), desk.locator("#sign").bounding_box()
    assert said is not None
    assert sign is not None
    assert said["height"] <= sign["height"] - 4


def buying() -> branchline.Position:
    """The first player has built Berlin and can buy a share for each card."""
    position = branchline.game("express-01").start(2, seed=1)
    for verb in ("choose", "choose", "pay", "expand 9", "lay 601 r0", "stop"):
        position.play(next(move for move in position.legal() if move.startswith(verb)))
    return position


def test_several_shares_are_chosen_with_what_is_paid_and_taken_back_at_once(desk: Page, server: Server) -> None:
    sit(desk, server, buying())
    more = desk.locator("[data-bundle][data-at=red]")
    for _ in range(3):
        more.click()
    make = desk.locator("[data-together]")
    expect(make).to_have_text("Buy 3 shares for 3 cards")
    expect(desk.locator(".hand-card.is-paid")).to_have_count(3)
    last = desk.locator(".hand-x1 li:nth-child(5) .hand-card")
    expect(last).to_have_attribute("aria-pressed", "false")
    last.click()  # this one shall be paid in place of another
    expect(last).to_have_attribute("aria-pressed", "true")
    expect(desk.locator(".hand-card.is-paid")).to_have_count(3)
    assert faults(desk) == []
    make.click()
    expect(desk.locator(".hand-x1 h2 small")).to_have_text("2 cards")
    expect(desk.locator(".player.is-you .held .mult b").first).to_have_text("3")
    desk.keyboard.press("u")
    expect(desk.locator(".hand-x1 h2 small")).to_have_text("5 cards")
    expect(more).to_be_enabled()
