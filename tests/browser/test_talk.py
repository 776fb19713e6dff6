"""Two friends at a desk and a phone: they talk, react, nudge, take a turn back, and plan ahead."""

import re

import pytest
from playwright.sync_api import Page, expect

import branchline
from branchline.names import GameName
from tests.browser.conftest import ASK, Server
from tests.browser.test_table import faults, put_away_the_introduction

pytestmark = pytest.mark.browser


def sit_down(ada: Page, grace: Page, server: Server, game: GameName) -> None:
    """Ada begins, Grace comes by her link, bots have the other seats."""
    position = next(p for seed in range(100) if (p := branchline.game(game).start(seed=seed)).to_act == 0)
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}] + [{"kind": "bot"}] * (position.players - 2)
    ada.goto(server.url)
    grace.goto(server.url)
    wish = {"game": game, "seats": seats, "options": position.options, "record": position.record(), "pause": 0}
    table = ada.evaluate(ASK, ["", wish])
    token = table["table"]["seats"][1]["token"]
    grace.evaluate(ASK, [f"/{table['id']}/join", {"token": token, "name": "Grace"}])
    for page in (ada, grace):
        page.goto(f"{server.url}/tables/{table['id']}")
        expect(page.locator("body.is-live svg.board")).to_be_visible()
        put_away_the_introduction(page)


def buy(page: Page) -> None:
    page.locator(".take[data-move^=buy]").first.click()


def test_two_friends_talk_react_nudge_take_back_and_plan_ahead(desk: Page, phone: Page, server: Server) -> None:
    sit_down(desk, phone, server, "mini-rails")
    desk.locator("#say").fill("Hello <b>Grace</b>, good luck!")
    desk.keyboard.press("Enter")
    badge = phone.locator(".talk-tool .unread")
    expect(badge).to_have_text("1")
    phone.get_by_role("button", name="Talk", exact=True).click()
    expect(phone.locator(".remark.is-talk")).to_have_text(re.compile(r"Ada Hello <b>Grace</b>, good luck!"))
    expect(badge).to_be_hidden()
    person = desk.locator(".people li")
    expect(person).to_contain_text("Grace looking")
    phone.locator("#say").press_sequentially("The same to you")
    expect(person).to_contain_text("is typing")
    phone.keyboard.press("Enter")
    expect(desk.locator(".remark").first).to_contain_text("Grace The same to you")
    expect(person).to_contain_text("Grace looking")
    expect(phone.locator(".people li")).to_contain_text(re.compile(r"Ada thinking\s+to act\s+(just now|for)"))
    assert faults(phone) == []

    phone.get_by_role("button", name="Nudge Ada").click()
    expect(desk.locator(".remark").first).to_contain_text("Grace nudges Ada.")
    phone.locator("[data-talk-close]").click()

    # a plan: if nobody buys what I want, I buy it
    phone.get_by_role("button", name="Plan ahead").locator("visible=true").click()
    expect(phone.locator("#plans")).to_contain_text("Suppose what Ada does")
    phone.get_by_role("button", name="Something usual").click()
    expect(phone.locator("#plans")).to_contain_text("Your turn on this branch")
    phone.evaluate("[...document.querySelectorAll('.move[data-move^=buy]')].at(-1).click()")
    expect(phone.locator("#when")).to_contain_text("if nobody else plays “buy")
    phone.locator("#when").select_option("free")
    phone.get_by_role("button", name="Keep this plan").click()
    expect(phone.locator("#plans")).to_contain_text("If nobody else plays")
    expect(desk.locator("#plans")).to_be_empty()

    buy(desk)
    desk.keyboard.press("c")
    expect(phone.locator("#plans")).to_contain_text(re.compile("Played as you planned|Not played"))
    line = desk.locator("#log > [id^=line-]").first
    line.hover()
    line.locator("[data-react]").first.click()
    expect(phone.locator("#log .reactions [data-react]")).to_have_count(1)


def test_a_turn_is_taken_back_when_the_other_agrees(desk: Page, friend: Page, server: Server) -> None:
    sit_down(desk, friend, server, "mini-rails")
    lines = desk.locator("#log > [id^=line-]")
    before = lines.count()
    buy(desk)
    desk.keyboard.press("c")
    expect(lines).not_to_have_count(before)
    friend.locator("#say").fill("Oh no")
    friend.keyboard.press("Enter")
    desk.get_by_role("button", name="Take my turn back").click()
    expect(desk.locator("#talk")).to_contain_text("It waits for Grace.")
    friend.get_by_role("button", name="Let it be").click()
    expect(desk.locator("#sign")).to_contain_text("Ada, your turn")
    expect(lines).to_have_count(before)
    for page in (desk, friend):
        expect(page.locator(".remark").first).to_contain_text("Ada takes the last turn back; Grace agrees.")
        kinds = [page.locator(f".remark.is-{kind}") for kind in ("talk", "wish", "answer", "back")]
        assert [lines.count() for lines in kinds] == [1, 1, 1, 1]


def test_what_is_ones_own_stays_ones_own(desk: Page, friend: Page, server: Server) -> None:
    sit_down(desk, friend, server, "steam-power")
    friend.locator("#say").fill("I talk a lot")
    friend.keyboard.press("Enter")
    remark = desk.locator(".remark.is-talk")
    expect(remark.locator("bdi")).to_have_text("I talk a lot")
    remark.locator("summary").click()
    remark.get_by_role("button", name="Mute Grace").click()
    expect(remark.locator("bdi")).to_be_hidden()
    desk.get_by_role("button", name="Menu", exact=True).click()
    desk.get_by_text("My notes on this table").click()
    desk.locator("#notes").fill("She talks a lot.")
    expect(desk.locator("[data-noted]")).to_have_text("Kept.")
    desk.reload()
    expect(remark.locator("bdi")).to_be_hidden()
    expect(desk.locator("#notes")).to_have_value("She talks a lot.")
    desk.keyboard.press("Escape")
    remark.locator("summary").click()
    remark.get_by_role("button", name="Remove").click()
    expect(friend.locator(".remark.is-talk")).to_have_count(0)
    expect(friend.locator("#notes")).to_have_value("")


def test_all_choose_their_cards_at_the_same_time(desk: Page, phone: Page, server: Server) -> None:
    sit_down(desk, phone, server, "express-01")
    phone.locator(".move[data-move]").first.evaluate("button => button.click()")
    expect(phone.locator("#bar")).to_contain_text("You have answered")
    expect(desk.locator("#sign")).to_contain_text("Ada, your turn")
    desk.locator(".move[data-move]").first.click()
    desk.keyboard.press("c")
    expect(desk.locator("#where")).to_contain_text("Round 1", timeout=30_000)


def test_alone_with_bots_nothing_is_said(desk: Page, server: Server) -> None:
    from tests.browser.test_table import start

    start(desk, server)
    expect(desk.locator("#say")).to_have_count(0)
    expect(desk.locator("#talk")).to_be_empty()
