"""Seeing what happened: what others do is shown action by action, and nobody has to wait for it."""

import pytest
from playwright.sync_api import Browser, Page, expect

import branchline
from branchline.lesson import lessons
from branchline.names import GameName
from branchline.position import Position
from tests.browser.conftest import ASK, DESK, Server
from tests.browser.test_table import hurry, start

pytestmark = pytest.mark.browser

LISTEN = """() => { window.captions = [];
const strip = document.getElementById("playback"), words = strip.querySelector(".playback-words");
new MutationObserver(() => { const said = strip.hidden ? "" : words.textContent.trim();
  if (said && said !== window.captions.at(-1)) window.captions.push(said);
}).observe(strip, {attributes: true, childList: true, subtree: true, characterData: true}); }"""
"""The page writes down what it has shown."""

WAITED = """() => [...document.querySelectorAll("#while li[data-watch]")].map((line) => line.textContent.trim())"""


def choose(page: Page, speed: str) -> None:
    page.evaluate("(speed) => localStorage.setItem('playback', speed)", speed)


def alone_with_automas(page: Page, server: Server, speed: str = "off") -> None:
    """Two Automas have acted since one's last turn."""
    position, player = branchline.game("steam-power").start(seats=1, seed="L0", automas=2), branchline.player("greedy")
    turn = position.state.turn
    while position.state.turn == turn or position.to_act != 0:
        position.play(player.choose(position))
    page.goto(server.url)
    choose(page, speed)
    page.evaluate("localStorage.setItem('known-steam-power', 'yes')")
    seats = [{"kind": "me", "name": "Ada"}]
    wish = {"game": "steam-power", "seats": seats, "options": position.options, "record": position.record()}
    page.goto(f"{server.url}/tables/{page.evaluate(ASK, ['', wish])['id']}")
    page.wait_for_selector("body.is-live")


def test_bots_that_do_not_wait_are_seen_one_by_one(desk: Page, server: Server) -> None:
    start(desk, server)
    hurry(desk)
    choose(desk, "fast")
    desk.evaluate(LISTEN)
    desk.locator(".take[data-verb=buy]").first.click()
    expect(desk.locator("#sign")).to_contain_text("your turn. Build", timeout=20_000)
    told = desk.evaluate(WAITED)
    assert len(told) >= 3
    assert desk.evaluate("window.captions") == told


def test_who_comes_back_sees_each_action_since_their_last_turn_once(desk: Page, server: Server) -> None:
    alone_with_automas(desk, server, "slow")
    expect(desk.locator("#playback")).to_contain_text("1 of")
    told = desk.evaluate(WAITED)
    assert desk.locator(".playback-words").inner_text() == told[0]
    expect(desk.locator("#while li.is-now")).to_have_text(told[0])
    desk.locator("svg.board").click()  # nobody has to wait
    expect(desk.locator("#playback")).to_be_hidden()
    expect(desk.locator("#sign")).to_contain_text("your turn")
    expect(desk.locator("#log > li:not(.chapter)").first).not_to_be_empty()
    desk.reload()
    desk.wait_for_selector("body.is-live")
    expect(desk.locator("#playback")).to_be_hidden()
    expect(desk.locator("#sign")).to_contain_text("your turn")


def test_it_is_paused_and_gone_on_with_by_keys_and_seen_again_by_one(desk: Page, server: Server) -> None:
    alone_with_automas(desk, server)
    expect(desk.locator("#playback")).to_be_hidden()
    choose(desk, "slow")
    desk.keyboard.press("w")
    expect(desk.locator("#playback")).to_contain_text("1 of")
    desk.keyboard.press(" ")
    expect(desk.locator("[data-watch-pause]")).to_have_text("Go on")
    desk.locator("[data-watch-pause]").press("Enter")
    expect(desk.locator("#playback")).to_contain_text("2 of")
    desk.keyboard.press("u")
    expect(desk.locator("#playback")).to_be_hidden()
    expect(desk.locator("#sign")).to_contain_text("your turn")
    desk.locator("#while summary").click()
    desk.locator("#while li[data-watch]").nth(2).click()  # from there on
    expect(desk.locator("#playback")).to_contain_text(desk.evaluate(WAITED)[2])


def test_what_automas_do_at_once_is_shown_action_by_action(desk: Page, server: Server) -> None:
    alone_with_automas(desk, server)
    choose(desk, "fast")
    desk.evaluate(LISTEN)
    desk.locator("button.act[data-verb=money]").click()
    expect(desk.locator("#sign")).to_contain_text("Action 2 of 2")
    desk.locator("button.act[data-verb=money]").click()
    expect(desk.locator("#sign")).to_contain_text("look it over")
    desk.keyboard.press("c")
    expect(desk.locator("#sign")).to_contain_text("Action 1 of 2", timeout=20_000)
    expect(desk.locator("body.is-playback")).to_have_count(0)
    assert desk.evaluate("window.captions") == desk.evaluate(WAITED)


def test_on_a_phone_the_words_and_the_way_on_are_in_sight(phone: Page, server: Server) -> None:
    alone_with_automas(phone, server, "slow")
    expect(phone.locator("#playback")).to_contain_text("1 of")
    strip = phone.locator("#playback").bounding_box()
    assert strip
    assert strip["x"] >= 0
    assert strip["x"] + strip["width"] <= 390
    assert strip["y"] + strip["height"] <= 844
    phone.get_by_role("button", name="Go on with the game").tap()
    expect(phone.locator("#playback")).to_be_hidden()
    expect(phone.locator("#bar")).to_contain_text("Action 1 of 2")


FITS = "document.documentElement.scrollHeight <= innerHeight"


def test_the_automas_explanation_fits_and_the_board_shows_the_step_one_points_at(desk: Page, server: Server) -> None:
    desk.set_viewport_size({"width": 1280, "height": 720})
    alone_with_automas(desk, server)
    step = desk.locator(".auto-turns [data-spots]:visible").first
    step.hover()
    expect(desk.locator("svg.board .spots .spot").first).to_be_visible()
    assert desk.evaluate(FITS)
    desk.mouse.move(1, 1)
    expect(desk.locator("svg.board .spots")).to_have_count(0)
    step.press("Enter")
    expect(desk.locator("svg.board .spots .spot").first).to_be_visible()


def test_the_board_shows_a_step_of_the_bot_to_a_finger(phone: Page, server: Server) -> None:
    position, player = branchline.game("mini-express").start(seats=1, seed=3), branchline.player("greedy", seed=1)
    while not any(step.at for told in position.told(0) for step in told.line.steps) or position.to_act != 0:
        position.play(player.choose(position))
    phone.goto(server.url)
    phone.evaluate("localStorage.setItem('known-mini-express', 'yes')")
    wish = {"game": "mini-express", "seats": [{"kind": "me", "name": "Ada"}], "record": position.record()}
    table = phone.evaluate(ASK, ["", {**wish, "options": position.options}])
    phone.goto(f"{server.url}/tables/{table['id']}")
    phone.wait_for_selector("body.is-live")
    phone.locator(".bot-steps [data-spots]").first.tap()
    spot = phone.locator("svg.board .spots .spot").first
    expect(spot).to_be_visible()
    expect(spot).to_be_in_viewport()


def test_all_steps_of_the_bot_are_in_sight_on_a_low_desk(desk: Page, server: Server) -> None:
    position, player = branchline.game("mini-express").start(seats=1, seed=1), branchline.player("greedy", seed=1)
    while max(len(told.line.steps) for told in position.told(0)) < 9 or position.to_act != 0:
        position.play(player.choose(position))
    desk.set_viewport_size({"width": 1280, "height": 720})
    desk.goto(server.url)
    desk.evaluate("localStorage.setItem('known-mini-express', 'yes')")
    wish = {"game": "mini-express", "seats": [{"kind": "me", "name": "Ada"}], "record": position.record()}
    table = desk.evaluate(ASK, ["", {**wish, "options": position.options}])
    desk.goto(f"{server.url}/tables/{table['id']}")
    desk.wait_for_selector("body.is-live")
    steps = desk.locator(".bot-steps li")
    expect(steps).to_have_count(9)
    desk.get_by_text("all 9 steps").click()
    for step in steps.all():
        expect(step).to_be_in_viewport(ratio=1)
    assert desk.evaluate(FITS)
    desk.get_by_text("all 9 steps").click()
    expect(steps.last).not_to_be_in_viewport()


NOTED = """window.moved = []; const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  window.moved.push(this.dataset.piece ?? this.getAttribute("class"));
  return animate.apply(this, how);
};"""
COUNTS = """() => Object.fromEntries([...document.querySelectorAll("[data-count]")].map(
(thing) => [thing.dataset.count, thing.textContent]))"""
FIRST: dict[GameName, int] = {"mini-rails": 5, "mini-express": 1, "steam-power": 2, "express-01": 0}
"""Seeds with which Ada begins."""


@pytest.mark.parametrize("game", FIRST)
def test_pieces_travel_and_numbers_are_counted_but_not_for_who_wants_no_motion(
    browser: Browser, server: Server, game: GameName
) -> None:
    position, player = branchline.game(game).start(seats=3, seed=FIRST[game]), branchline.player("greedy", seed=3)
    k = 0
    while k < 40 or position.to_act != 0 or position.told(0)[-1].line.text.startswith("{seat:0}"):
        position.play(player.choose(position))
        k += 1
    wish = {"game": game, "seats": [{"kind": "me", "name": "Ada"}, *[{"kind": "bot", "level": "greedy"}] * 2]}
    for motion in ("no-preference", "reduce"):
        context = browser.new_context(viewport=DESK, reduced_motion=motion)  # type: ignore[arg-type]
        context.add_init_script(NOTED)
        page = context.new_page()
        page.goto(server.url)
        choose(page, "fast")
        page.evaluate(f"localStorage.setItem('known-{game}', 'yes')")
        table = page.evaluate(ASK, ["", {**wish, "options": position.options, "record": position.record()}])
        page.goto(f"{server.url}/tables/{table['id']}")
        expect(page.locator("#playback")).to_be_visible()
        expect(page.locator("#sign")).to_contain_text("your turn", timeout=20_000)
        moved = set(page.evaluate("window.moved"))
        assert bool(moved) == (motion == "no-preference")
        again = context.new_page()
        again.goto(page.url)
        page.wait_for_function(
            f"(told) => JSON.stringify(({COUNTS})()) === told", arg=again.evaluate(f"JSON.stringify(({COUNTS})())")
        )
        context.close()


TOSSED = """window.tossed = []; const animate = Element.prototype.animate;
Element.prototype.animate = function (path, how) {
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  const near = ([x, y]) => (thing) => (([a, b]) => Math.hypot(a - x, b - y) < 9)(middle(thing.getBoundingClientRect()));
  if (this.matches(".tossed")) {
    const from = middle(this.getBoundingClientRect()), [dx, dy] = path[1].translate.split(" ").map(parseFloat);
    const ends = [from, [from[0] + dx, from[1] + dy]];
    const places = [...document.querySelectorAll("[data-purse], [data-bank]")];
    window.tossed.push(ends.map((end) => places.find(near(end))?.dataset.count ?? "bank"));
  }
  return animate.call(this, path, how);
};"""
"""Each coin by where it comes from and where it goes."""


def test_coins_go_to_whom_they_are_paid(browser: Browser, server: Server) -> None:
    """$1 for a good of the other's factory, $4 from the bank for the contract; then $3 from the bank."""
    lesson = lessons(branchline.game("steam-power"))["first"]
    position = lesson.begin()
    for move in (move for step in lesson.steps for move in (*step.expect, *step.then)):
        if move.startswith("fulfil"):
            break
        position.play(move)
    context = browser.new_context(viewport=DESK)  # type: ignore[arg-type]
    context.add_init_script(TOSSED)
    page = context.new_page()
    page.goto(server.url)
    choose(page, "off")
    page.evaluate("localStorage.setItem('known-steam-power', 'yes')")
    wish = {"game": "steam-power", "seats": [{"kind": "me", "name": "Ada"}, {"kind": "bot"}]}
    table = page.evaluate(ASK, ["", {**wish, "record": position.record()}])
    page.goto(f"{server.url}/tables/{table['id']}")
    page.wait_for_selector("body.is-live")
    page.locator("[data-move='fulfil no.01']").first.click()
    expect(page.locator("#sign")).to_contain_text("Action 2 of 2")
    assert page.evaluate("window.tossed") == [["money-0", "money-1"], ["bank", "money-0"]]
    page.locator("button.act[data-verb=money]").click()
    expect(page.locator("#sign")).to_contain_text("look it over")
    assert page.evaluate("window.tossed.slice(2)") == [["bank", "money-0"]]
    context.close()


def before_victory() -> tuple[Position, str]:
    """Before the last move of a game, which its mover wins."""
    for seed in range(99):
        position, player = branchline.game("mini-rails").start(3, seed=seed), branchline.player("greedy", seed=seed)
        while True:
            before, move = position.copy(), player.choose(position)
            if position.play(move).over:
                break
        if position.winners() == [before.to_act]:
            return before, move
    raise AssertionError("nobody wins by the last move")


def test_a_victory_is_celebrated_until_a_click_and_the_result_waits_to_be_asked_for(
    browser: Browser, server: Server
) -> None:
    position, last = before_victory()
    for motion in ("no-preference", "reduce"):
        context = browser.new_context(viewport=DESK, reduced_motion=motion)  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(server.url)
        choose(page, "off")
        page.evaluate("localStorage.setItem('known-mini-rails', 'yes')")
        seats = [{"kind": "me", "name": "Ada"} if n == position.to_act else {"kind": "bot"} for n in range(3)]
        table = page.evaluate(ASK, ["", {"game": "mini-rails", "seats": seats, "record": position.record()}])
        page.goto(f"{server.url}/tables/{table['id']}")
        page.wait_for_selector("body.is-live")
        page.locator(f"main [data-move='{last}']").first.click()
        page.keyboard.press("c")
        expect(page.locator("#sign")).to_contain_text("The game is over")
        expect(page.locator(".celebration")).to_have_count(1 if motion == "no-preference" else 0)
        page.locator(".masthead").click(position={"x": 4, "y": 4})
        assert page.locator(".celebration").count() == 0
        assert page.url.endswith(table["id"])
        page.get_by_role("link", name="See the result").first.click()
        expect(page.locator(".winner-sign")).to_be_visible()
        context.close()
