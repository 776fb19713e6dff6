"""Words and signs explain themselves: each selector of a glossary finds something on a page of its game, and nothing
that is to be seen there is left without one."""

import pytest
from playwright.sync_api import Page, expect

import branchline
from branchline.game import Value
from branchline.games import names
from branchline.glossary import glossary
from branchline.names import GameName
from branchline.position import Position
from tests.browser.conftest import ASK, Server

pytestmark = pytest.mark.browser

TABLES: dict[str, list[tuple[int, dict[str, Value]]]] = {
    "mini-rails": [(3, {})],
    "mini-express": [(3, {"golden_spike": True}), (1, {})],
    "steam-power": [(3, {}), (1, {"automas": 1})],
    "express-01": [(3, {})],
}
"""Seats and options, so that every word of a game is met at one of its tables."""

FOUND = """(terms) => terms
  .filter(([, on]) => on.split(", ").some((one) => document.querySelector(one))).map(([key]) => key)"""

SCENERY = ".coast, .board-sea, .seams, .shore, .sheet, .hexgrid, .germany, .abroad"
UNEXPLAINED = """(scenery) => {
  const terms = [...document.querySelectorAll("template[data-term]")].map((term) => term.dataset.on);
  const told = [...terms.filter(Boolean), "button, a, summary, input, label, select", scenery,
    "[data-move], [data-ask], [data-among]", "[data-spots], .log, #talk, #moves, #timeline, #hints"].join(", ");
  const leaf = (it) => it instanceof SVGElement ? !it.childElementCount && it.closest("svg.board, main svg") !== it
    : [...it.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
  const seen = (it) => it.checkVisibility({visibilityProperty: true, opacityProperty: true})
    && it.getBoundingClientRect().width > 2 && it.getBoundingClientRect().height > 2
    && !(it instanceof SVGElement && getComputedStyle(it).pointerEvents === "none");
  return [...document.querySelectorAll("main *")].filter((it) => leaf(it) && seen(it))
    .filter((it) => !it.closest(`defs, title, .unseen, ${told}`))
    .map((it) => it.closest("[class]").outerHTML.slice(0, 120));
}"""
"""Whatever has words or a shape, can be pointed at, and says nothing then."""


@pytest.mark.parametrize("game", names())
def test_each_word_and_sign_is_to_be_seen_on_some_page(desk: Page, server: Server, game: GameName) -> None:
    terms = [(term.key, term.on) for term in glossary(branchline.game(game)) if term.on]
    unseen = {key for key, _ in terms}
    desk.goto(server.url)
    for seats, options in TABLES[game]:
        position, player = Position.start(branchline.game(game), seats, 3, options), branchline.player("random", seed=1)
        for moves in (0, 12, 12, 60):
            for _ in range(moves):
                if not position.over:
                    position.play(player.choose(position))
            if position.over:
                break
            guests = [{"kind": "me", "name": "Ada"}, *([{"kind": "bot", "level": "random"}] * (seats - 1))]
            wish = {"game": game, "seats": guests, "options": position.options, "record": position.record()}
            desk.goto(f"{server.url}/tables/{desk.evaluate(ASK, ['', wish])['id']}")
            unseen -= set(desk.evaluate(FOUND, terms))
            assert desk.evaluate(UNEXPLAINED, SCENERY) == []
    assert unseen == set()


def test_on_a_phone_a_touch_of_a_hex_says_why_not_and_what_its_spots_are(phone: Page, server: Server) -> None:
    position, player = branchline.game("mini-rails").start(3, seed=3), branchline.player("random", seed=1)
    while position.n < 12 or position.to_act != 0 or not position.legal()[0].startswith(("buy", "build")):
        position.play(player.choose(position))
    phone.goto(server.url)
    phone.evaluate("localStorage.setItem('known-mini-rails', 'yes')")
    guests = [{"kind": "me", "name": "Ada"}, {"kind": "bot"}, {"kind": "bot"}]
    wish = {"game": "mini-rails", "seats": guests, "record": position.record()}
    phone.goto(f"{server.url}/tables/{phone.evaluate(ASK, ['', wish])['id']}")
    phone.wait_for_selector("body.is-live")
    phone.locator("svg.board .hex[data-ask]:has(.hex-pips)").first.tap()
    expect(phone.locator("#why-not")).to_contain_text("First take a disc")
    expect(phone.locator("#why-not")).to_contain_text("White spots lift every stock")
