"""Steam Power at the table: tiles side by side, a dashed edge round a draft, tickets that are never cut."""

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

import branchline
from tests.browser.conftest import Server
from tests.browser.test_mini_express import sit
from tests.browser.test_table import faults

pytestmark = pytest.mark.browser


def started() -> branchline.Position:
    """The first player has begun to lay track."""
    position = branchline.game("steam-power").start(4, seed=3)
    return position.play(next(move for move in position.legal() if move.startswith("begin ")))


def test_every_tile_for_a_hex_is_shown_at_once_and_laid_with_a_dashed_edge(desk: Page, server: Server) -> None:
    sit(desk, server, started())
    place = desk.locator("svg.board .hex[data-turns]").first
    turns = (place.get_attribute("data-turns") or "").split("|")
    place.hover()
    expect(desk.locator("#lens .turn-choice")).to_have_count(len(turns))
    expect(desk.locator("#lens .turn-choice[aria-pressed=true]")).to_have_attribute("data-turn", turns[0])
    desk.keyboard.press("r")
    expect(desk.locator("#lens .turn-choice[aria-pressed=true]")).to_have_attribute("data-turn", turns[1])
    place.click()
    expect(desk.locator(".draft-edge")).to_have_count(1)
    desk.keyboard.press("u")
    expect(desk.locator(".draft-edge")).to_have_count(0)


def test_an_action_lights_its_own_places_or_says_why_not(desk: Page, server: Server) -> None:
    position = branchline.game("steam-power").start(4, seed=3)
    for move in ("begin peoria", "lay f8 ne-nw", "stop", "money"):  # a link of somebody else
        position.play(move)
    sit(desk, server, position)
    assert desk.locator(".lamp:visible").count() > 1
    desk.locator("label", has_text="Build Factory").click()
    expect(desk.locator(".act-next")).to_contain_text("Choose a lit city")
    assert desk.locator(".lamp:visible").count() == desk.locator(".lamp.for-factory").count() == 1
    desk.locator('.alone [data-move="build quincy"]').click()
    expect(desk.locator(".log-list")).to_contain_text("builds a factory in Quincy")
    desk.get_by_role("button", name="Fulfil Contract").click()
    expect(desk.locator("#why-not")).to_contain_text("You need a completed link")


def test_a_second_click_on_the_hex_replaces_nothing(desk: Page, server: Server) -> None:
    sit(desk, server, branchline.game("steam-power").start(4, seed=3).play("begin peoria"))
    desk.locator("#hex-h8").click()  # towards i8
    expect(desk.locator('.take-up[data-move^="replace "]')).to_have_count(1)
    desk.mouse.down()
    desk.mouse.up()
    expect(desk.locator("#why-not")).to_be_visible()
    expect(desk.locator(".log-list")).not_to_contain_text("replaces")


def test_a_finger_chooses_among_the_tiles(phone: Page, server: Server) -> None:
    sit(phone, server, started())
    phone.locator("svg.board .hex[data-turns]").first.tap()
    second = phone.locator("#lens .turn-choice").nth(1)
    second.tap()
    expect(second).to_have_attribute("aria-pressed", "true")
    second.tap()
    expect(phone.locator(".draft-edge")).to_have_count(1)


def test_what_a_finger_looks_at_stays_when_the_page_is_drawn_anew(phone: Page, server: Server) -> None:
    sit(phone, server, started())
    held: list[tuple[WebSocketRoute, str | bytes]] = []
    free: list[bool] = []

    def hold(socket: WebSocketRoute) -> None:
        def pass_on(message: str | bytes) -> None:
            socket.send(message) if free else held.append((socket, message))

        socket.connect_to_server().on_message(pass_on)

    phone.route_web_socket("**/live**", hold)
    phone.reload()
    phone.locator("svg.board .hex[data-turns]").first.tap()
    second = phone.locator("#lens .turn-choice").nth(1)
    second.tap()
    phone.request.post(f"{phone.url}/settings", data={"pause": 400})
    for _ in range(500):
        phone.wait_for_timeout(20)
        if any(message != "{}" for _, message in held):
            break
    assert held, "the feed says something"
    free.append(True)
    for socket, message in held:
        socket.send(message)
    phone.wait_for_timeout(300)
    expect(second).to_have_attribute("aria-pressed", "true")
    second.tap()
    expect(phone.locator(".draft-edge")).to_have_count(1)


def test_a_contract_shows_its_routes_while_track_is_laid(desk: Page, server: Server) -> None:
    position = branchline.game("steam-power").start(4, seed=3)
    for move in ("begin peoria", "lay f8 ne-nw"):  # a link, and a second tile to lay
        position.play(move)
    sit(desk, server, position)
    contract = desk.locator(".ticket[data-routes]").first
    contract.hover()
    routes = desk.locator(".delivery.is-shown")
    expect(routes).to_have_attribute("data-for", contract.get_attribute("data-routes") or "")
    expect(desk.locator(".spare-tiles svg").first).to_be_visible()
    desk.mouse.move(1, 1)
    expect(routes).to_have_count(0)


def test_nine_tickets_are_all_readable(desk: Page, server: Server) -> None:
    position = branchline.game("steam-power").start(4, seed=3)
    while len(position.view(0)["table"]["hands"]["0"]) < 9:
        position.play("contracts" if position.to_act == 0 else "money")
    while position.to_act != 0:
        position.play("money")
    sit(desk, server, position)
    expect(desk.locator(".ticket")).to_have_count(9)
    cut = desk.locator(".ticket :is(b, small, span)").evaluate_all(
        """parts => parts.filter(part => part.getBoundingClientRect().right
        > part.closest(".ticket").getBoundingClientRect().right + 1).map(part => part.className)"""
    )
    assert cut == []
    assert faults(desk) == []


def test_a_finger_goes_from_contract_to_contract(phone: Page, server: Server) -> None:
    position, bot = branchline.game("steam-power").start(3, seed=21), branchline.player("greedy", seed=4)
    while sum(move.startswith("fulfil ") for move in position.legal()) < 4:
        position.play(bot.choose(position))
    phone.set_viewport_size({"width": 360, "height": 640})
    sit(phone, server, position)
    shown = phone.locator(".tickets .ticket[data-move]")
    shown.last.evaluate("ticket => ticket.scrollIntoView({block: 'center'})")
    for ticket in shown.all():
        ticket.tap()
        expect(phone.locator("#lens h3")).to_have_text((ticket.get_attribute("data-move") or "").capitalize())
