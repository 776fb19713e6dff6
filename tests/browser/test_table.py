"""A stranger at the table: starting, playing, looking back, coming again."""

import re
import time

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, WebSocketRoute, expect

import branchline
from branchline.names import GameName
from tests.browser.conftest import ASK, Server

pytestmark = pytest.mark.browser


def start(page: Page, server: Server, game: GameName = "mini-rails", kinds: dict[int, str] | None = None) -> None:
    """At a new table, as one who has played before. The first seat begins, which is otherwise left to chance."""
    position = next(p for seed in range(100) if (p := branchline.game(game).start(seed=seed)).to_act == 0)
    wish = {"game": game, "seats": [seat_for(n, kinds or {}) for n in range(position.players)]}
    page.goto(server.url)
    table = page.evaluate(ASK, ["", {**wish, "options": position.options, "record": position.record()}])
    page.goto(f"{server.url}/tables/{table['id']}")
    expect(page.locator("body.is-live svg.board")).to_be_visible()
    put_away_the_introduction(page)


def seat_for(seat: int, kinds: dict[int, str]) -> dict[str, str]:
    """Who sits there: bots and one who plays, if nothing else is said."""
    kind = kinds.get(seat, "bot-greedy" if seat else "me")
    if kind.startswith("bot-"):
        return {"kind": "bot", "level": kind.removeprefix("bot-")}
    return {"kind": kind, "name": f"Guest {seat + 1}" if seat in kinds else "Player"}


def put_away_the_introduction(page: Page) -> None:
    known = page.get_by_role("button", name="Got it")
    if known.is_visible():
        known.click()


def lay(page: Page, server: Server, game: GameName = "mini-rails") -> None:
    """From the home page to a table, as people do it."""
    page.goto(server.url)
    page.locator(f"input[name=game][value={game}]").check(force=True)
    expect(page.locator("#setup h2")).to_contain_text(branchline.game(game).title)
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("body.is-live svg.board")).to_be_visible()


def hurry(page: Page) -> None:
    """Turns confirm themselves and bots do not wait."""
    page.get_by_role("button", name="Menu", exact=True).click()
    page.locator("[data-setting=auto]").check()
    page.locator("[data-setting=pause]").select_option("0")
    page.keyboard.press("Escape")


def play_to_the_end(page: Page, most: int = 400) -> None:
    result = page.get_by_role("link", name="See the result")
    for _ in range(most):
        page.locator(".move[data-move]").or_(result).first.wait_for(state="attached", timeout=30_000)
        if result.count():  # it comes when one asks for it
            result.locator("visible=true").first.click()
            return
        page.evaluate("document.querySelector('.move[data-move]')?.click()")
        page.wait_for_timeout(15)
    raise AssertionError("the game does not end")


def faults(page: Page) -> list[str]:
    results = Axe().run(page)
    return [f"{fault['id']}: {fault['nodes'][0]['html'][:120]}" for fault in results.response["violations"]]


@pytest.mark.parametrize("game", branchline.games())
def test_two_clicks_from_home_to_a_table_with_lit_moves(desk: Page, server: Server, game: GameName) -> None:
    lay(desk, server, game)
    expect(desk.locator("#sign")).to_contain_text("your turn", timeout=60_000)  # bots may begin
    assert desk.locator(".move[data-move]").count() > 0


@pytest.mark.parametrize("game", branchline.games())
def test_nothing_scrolls_sideways_on_a_phone(phone: Page, server: Server, game: GameName) -> None:
    start(phone, server, game)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    phone.goto(server.url)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("game", branchline.games())
def test_axe_finds_nothing(desk: Page, server: Server, game: GameName) -> None:
    start(desk, server, game)
    assert faults(desk) == []


@pytest.mark.parametrize("game", branchline.games())
def test_axe_finds_nothing_on_a_phone(phone: Page, server: Server, game: GameName) -> None:
    start(phone, server, game)
    assert faults(phone) == []


def test_a_games_styles_reach_nothing_else_on_the_home_page(desk: Page, server: Server) -> None:
    desk.goto(server.url)
    expect(desk.locator(".vignette")).to_have_count(len(branchline.games()))
    assert desk.evaluate("[...document.styleSheets].filter(sheet => sheet.href.includes('/games/')).length") == 0


def test_axe_finds_nothing_on_home_rules_and_in_the_dark(desk: Page, server: Server) -> None:
    desk.goto(server.url)
    assert faults(desk) == []
    desk.get_by_role("button", name="Light or dark").click()
    assert faults(desk) == []
    desk.goto(f"{server.url}/rules/mini-rails")
    assert faults(desk) == []


def test_a_whole_game_against_bots_ends_with_scores_rule_by_rule(desk: Page, server: Server) -> None:
    start(desk, server)
    hurry(desk)
    play_to_the_end(desk)
    expect(desk.locator(".winner-sign")).to_be_visible()
    assert desk.locator(".scores tbody tr").count() == 4
    assert desk.locator(".scores [data-rule]").count() == 24
    assert faults(desk) == []
    desk.get_by_role("link", name="Replay").click()
    expect(desk.locator("#sign")).to_contain_text("Looking back")
    desk.get_by_role("button", name="One move forward").click()
    expect(desk.locator("output")).to_contain_text("Move 1 of")


def test_a_turn_is_a_draft_that_nobody_sees_until_it_is_confirmed(desk: Page, friend: Page, server: Server) -> None:
    start(desk, server)
    friend.goto(desk.url)
    expect(friend.locator("#sign")).to_contain_text("has to act")
    before = friend.locator(".market").inner_text()
    desk.locator(".take[data-move^=build]").first.click()
    desk.locator("svg.board [data-move]").first.click()
    expect(desk.locator("#sign")).to_contain_text("Confirm the turn")
    assert friend.locator(".market").inner_text() == before
    desk.keyboard.press("u")
    expect(desk.locator("#sign")).to_contain_text("choose")
    desk.locator("svg.board [data-move]").first.click()
    desk.keyboard.press("c")
    expect(friend.locator(".log-list")).to_contain_text("builds")


def test_hovering_shows_what_a_move_does_to_everybody(desk: Page, server: Server) -> None:
    start(desk, server)
    desk.locator(".take[data-move^=build]").first.click()
    desk.locator("svg.board [data-move]").first.hover()
    expect(desk.locator("#lens .stakes li")).to_have_count(4)
    expect(desk.locator(".ghost.is-shown")).to_have_count(1)


def test_a_refused_entry_leaves_the_whole_list(desk: Page, server: Server) -> None:
    start(desk, server)
    desk.keyboard.press("/")
    desk.locator("#typed").fill("buy nothing")
    expect(desk.locator(".move[data-move]:visible")).to_have_count(0)
    desk.keyboard.press("Enter")
    expect(desk.locator("#why-not")).to_be_visible()
    expect(desk.locator(".move[data-move]:visible")).to_have_count(18)


def test_what_is_typed_sifts_the_list_also_when_the_page_is_drawn_anew(desk: Page, server: Server) -> None:
    start(desk, server)
    held: list[tuple[WebSocketRoute, str | bytes]] = []

    def hold(socket: WebSocketRoute) -> None:
        socket.connect_to_server().on_message(lambda message: held.append((socket, message)))

    desk.route_web_socket("**/live**", hold)
    desk.reload()
    desk.locator("#typed").fill("buy nothing")
    desk.request.post(f"{desk.url}/settings", data={"pause": 400})
    for _ in range(500):
        desk.wait_for_timeout(20)
        if any(message != "{}" for _, message in held):
            break
    assert held, "the feed says something"
    for socket, message in held:
        socket.send(message)
    desk.wait_for_timeout(300)
    expect(desk.locator("#typed")).to_have_value("buy nothing")
    expect(desk.locator(".move[data-move]:visible")).to_have_count(0)


def test_who_looks_back_hears_that_the_table_moves_on(desk: Page, friend: Page, server: Server) -> None:
    start(desk, server)
    friend.goto(desk.url)
    expect(friend.locator("body.is-live svg.board")).to_be_visible()
    friend.keyboard.press("ArrowLeft")
    expect(friend.locator("#sign")).to_contain_text("Looking back")
    desk.locator(".take[data-move^=buy]").first.click()
    desk.keyboard.press("c")
    friend.get_by_role("button", name="Back to the table: it has moved on").first.click()
    expect(friend.locator(".log-list")).to_contain_text("buys")
    expect(friend.locator("#sign")).not_to_contain_text("Looking back")


def test_the_focus_of_who_plays_by_keys_goes_on_with_the_game(desk: Page, server: Server) -> None:
    start(desk, server)
    desk.locator(".take[data-move^=build]").first.focus()
    desk.keyboard.press("Enter")
    expect(desk.locator("svg.board [data-move]:focus")).to_have_count(1)
    desk.keyboard.press("Enter")
    expect(desk.locator("[data-act=confirm]:focus")).to_have_count(1)
    desk.keyboard.press("Enter")
    expect(desk.locator("button[data-move]:focus")).to_have_count(1, timeout=30_000)  # in one's next turn


def test_an_answer_that_the_feed_has_overtaken_is_old_news(desk: Page, server: Server) -> None:
    start(desk, server)
    hurry(desk)

    def late(route: Route) -> None:
        answer = route.fetch()
        time.sleep(3)  # meanwhile the bots have moved
        route.fulfill(response=answer)

    desk.route("**/move", late)
    desk.evaluate("document.querySelector('.take[data-move^=buy]').click()")
    desk.wait_for_timeout(4000)
    expect(desk.locator("#sign")).to_contain_text("your turn")
    expect(desk.locator(".move[data-move]").first).to_be_visible()


def test_a_double_click_is_one_move(desk: Page, server: Server) -> None:
    start(desk, server)
    desk.locator(".take[data-move^=buy]").first.dblclick()
    expect(desk.locator("#sign")).to_contain_text("Confirm the turn")
    expect(desk.locator("#why-not")).to_be_hidden()


def test_a_second_click_on_a_slow_line_is_no_second_move(desk: Page, server: Server) -> None:
    start(desk, server, kinds={1: "here", 2: "here", 3: "here"})
    hurry(desk)
    asked: list[Route] = []
    desk.route("**/move", lambda route: asked.append(route))
    desk.locator(".take[data-move^=buy]").first.click()
    desk.locator(".take[data-move^=buy]").nth(3).click()
    expect(desk.locator("body.is-sending")).to_be_visible()
    asked[0].continue_()
    expect(desk.locator("#sign")).to_contain_text("Guest 2, your turn")
    expect(desk.locator("body.is-sending")).to_have_count(0)
    assert len(asked) == 1


def test_the_tab_says_whose_turn_it_is(desk: Page, friend: Page, server: Server) -> None:
    start(desk, server, kinds={1: "here", 2: "here", 3: "here"})
    friend.goto(desk.url)
    expect(desk).to_have_title("● Your turn · Mini Rails · Branchline")
    expect(friend).to_have_title("Player to act · Mini Rails · Branchline")
    expect(friend.locator("#sign")).to_contain_text("You are watching.")
    desk.locator(".take[data-move^=buy]").first.click()
    desk.keyboard.press("c")
    expect(friend).to_have_title("Guest 2 to act · Mini Rails · Branchline")


def test_a_finger_puts_the_card_away(phone: Page, server: Server) -> None:
    start(phone, server)
    first, second = phone.locator(".take[data-move^=buy]").first, phone.locator(".take[data-move^=buy]").nth(1)
    for away in (phone.get_by_role("button", name="Put the card away"), phone.locator("h1")):
        first.tap()
        expect(phone.locator("#lens")).to_contain_text("Buy")
        away.tap()
        expect(phone.locator("#lens")).to_be_hidden()
    second.tap()
    expect(phone.locator("#lens")).to_contain_text("Buy")
    expect(phone.locator("[data-act=undo]").first).to_have_attribute("aria-disabled", "true")


def test_a_first_game_is_introduced_once(desk: Page, server: Server) -> None:
    lay(desk, server)
    expect(desk.locator("#first")).to_contain_text("Six companies, six rounds.")
    desk.get_by_role("button", name="Got it").click()
    desk.reload()
    expect(desk.locator("body.is-live svg.board")).to_be_visible()
    expect(desk.locator("#first")).to_be_hidden()


def test_what_can_not_be_combined_is_not_offered_and_says_why(desk: Page, server: Server) -> None:
    desk.goto(server.url)
    desk.locator("input[name=game][value=mini-express]").check(force=True)
    expect(desk.locator("#setup h2")).to_contain_text("Mini Express")
    desk.locator(".more-options summary").click()
    harbors = desk.locator("label:has(select[name=option-harbor])")
    expect(harbors).to_contain_text("The harbors are on the Europe map.")
    expect(harbors.locator("option[value=true]")).to_be_disabled()
    desk.locator("select[name=option-map]").select_option("europe")
    expect(harbors.locator("option[value=true]")).to_be_enabled()
    harbors.locator("select").select_option("true")
    expect(desk.locator("label:has(select[name=option-golden_spike])")).to_contain_text("USA map")
    desk.get_by_role("button", name="Start the game").click()
    expect(desk.locator("svg.board")).to_be_visible()


def test_a_finger_takes_what_the_card_shows(phone: Page, server: Server) -> None:
    start(phone, server)
    phone.locator(".take[data-move^=buy]").first.tap()
    phone.get_by_role("button", name="Do this", exact=True).tap()
    expect(phone.locator(".actionbar")).to_contain_text("Confirm the turn")


def test_another_number_of_players_leaves_the_seats_as_they_were(desk: Page, server: Server) -> None:
    desk.goto(server.url)
    desk.locator("select[name=kind-1]").select_option("here")
    desk.locator("input[name=name-1]").fill("Wilma")
    desk.locator("input[name=players][value='5']").check(force=True)
    expect(desk.locator("select[name=kind-4]")).to_be_attached()
    expect(desk.locator("select[name=kind-1]")).to_have_value("here")
    expect(desk.locator("input[name=name-1]")).to_have_value("Wilma")


def test_a_bot_that_thinks_can_be_told_what_to_like(desk: Page, server: Server) -> None:
    desk.goto(server.url)
    expect(desk.locator("select[name=style-1]")).to_be_hidden()
    desk.locator("select[name=kind-1]").select_option("bot-search-1")
    expect(desk.locator("input[name=name-1]")).to_be_hidden()
    desk.locator("select[name=style-1]").select_option("trader")
    desk.locator("input[name=players][value='5']").check(force=True)
    expect(desk.locator("select[name=kind-4]")).to_be_attached()
    expect(desk.locator("select[name=style-1]")).to_have_value("trader")
    assert faults(desk) == []


MARKED = """() => [...document.querySelectorAll(".hint .rank")].map(rank => rank.textContent).filter(rank =>
[...document.querySelectorAll(".hint-mark text")].some(mark => mark.textContent === rank)
|| document.querySelector(`[data-rank="${rank}"]:not(.move)`))"""


@pytest.mark.parametrize("game", branchline.games())
def test_hints_stand_where_their_moves_are(phone: Page, server: Server, game: GameName) -> None:
    start(phone, server, game)
    expect(phone.locator(".actionbar [data-hint]")).to_be_visible(timeout=60_000)  # bots may begin
    phone.locator(".actionbar [data-hint]").tap()
    expect(phone.locator(".hint").first).to_be_visible(timeout=30_000)
    ranks = phone.locator(".hint .rank").all_text_contents()
    assert phone.evaluate(MARKED) == ranks
    phone.get_by_role("button", name="Close the hints").tap()
    expect(phone.locator(".hint-mark, [data-rank]")).to_have_count(0)


def test_a_bot_that_thinks_says_how_long_at_most(desk: Page, server: Server) -> None:
    start(desk, server, kinds={1: "bot-search-4", 2: "bot-search-4", 3: "bot-search-4"})
    desk.locator(".take[data-move^=buy]").first.click()
    desk.keyboard.press("c")
    expect(desk.locator("#sign")).to_contain_text(re.compile(r"is thinking. At most \d"))
    expect(desk.locator("#sign .thinking")).to_be_visible()
    desk.get_by_role("button", name="Rules", exact=True).click()  # and the page is there meanwhile
    expect(desk.locator("#rules")).to_be_visible()


def test_what_is_not_lit_says_why_and_opens_the_rule(desk: Page, server: Server) -> None:
    start(desk, server)
    desk.locator(".take[data-move^=build]").first.click()
    desk.locator("svg.board .hex[data-ask]").first.click()
    expect(desk.locator("#why-not")).to_contain_text(re.compile("can't be built|taken"))
    desk.locator("#why-not a").click()
    expect(desk.locator("#rule-3\\.3")).to_have_class(re.compile("is-cited"))
    expect(desk.locator("#rule-3\\.3")).to_be_in_viewport()


def test_a_whole_turn_by_keyboard_alone(desk: Page, server: Server) -> None:
    start(desk, server)
    desk.keyboard.press("/")
    desk.keyboard.type(desk.locator(".take[data-move^=build]").first.get_attribute("data-move") or "")
    desk.keyboard.press("Enter")
    expect(desk.locator("#sign")).to_contain_text("choose")
    desk.keyboard.press("Escape")
    desk.locator("svg.board [data-move]").first.focus()
    desk.keyboard.press("ArrowRight")
    desk.keyboard.press("Enter")
    expect(desk.locator("#sign")).to_contain_text("Confirm the turn")
    desk.keyboard.press("c")
    expect(desk.locator(".log-list")).to_contain_text("builds")


def test_a_typed_move_that_is_not_allowed_is_answered_with_a_sentence(desk: Page, server: Server) -> None:
    start(desk, server)
    desk.locator("#typed").fill("lay the golden spike")
    desk.keyboard.press("Enter")
    expect(desk.locator("#why-not")).to_contain_text("There is no hex 'the golden spike'")


def test_a_friend_far_away_sits_down_by_link_and_both_see_each_move(desk: Page, friend: Page, server: Server) -> None:
    start(desk, server, kinds={0: "me", 1: "open", 2: "bot-random", 3: "bot-random"})
    desk.get_by_role("button", name="Menu", exact=True).click()
    link = desk.locator(".links input").first.input_value()
    desk.keyboard.press("Escape")
    friend.goto(link)
    friend.get_by_label("Your name").fill("Grace")
    friend.get_by_role("button", name="Take the seat").click()
    expect(friend.locator("#sign")).to_contain_text("has to act")
    desk.locator(".take[data-move^=buy]").first.click()
    desk.keyboard.press("c")
    expect(friend.locator("#sign")).to_contain_text("your turn")
    expect(desk.locator("#sign")).to_contain_text("has to act")


def test_friends_go_on_to_another_game_together(desk: Page, friend: Page, server: Server) -> None:
    over = branchline.game("mini-rails").start(3, seed=4)
    anybody = branchline.player("random", seed=1)
    while not over.over:
        over.play(anybody.choose(over))
    desk.goto(server.url)
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open", "name": "Grace"}, {"kind": "bot"}]
    wish = {"game": "mini-rails", "seats": seats, "record": over.record()}
    table = desk.request.post(f"{server.url}/api/tables", data=wish).json()
    friend.goto(f"{server.url}/join/{table['id']}/{table['table']['seats'][1]['token']}")
    friend.get_by_role("button", name="Take the seat").click()
    expect(friend.locator("body.is-live .winner-sign")).to_be_visible()
    desk.goto(f"{server.url}/tables/{table['id']}")
    desk.get_by_role("button", name="Play again").click()
    expect(desk.locator("body.is-live svg.board")).to_be_visible()
    friend.get_by_role("link", name="The next game has begun").click()
    expect(friend.locator("body.is-live svg.board")).to_be_visible()
    assert friend.url == desk.url
    expect(friend.locator("body")).to_contain_text("Grace")


def test_a_lost_server_says_so_and_comes_back_with_every_move(
    desk: Page, tmp_path_factory: pytest.TempPathFactory
) -> None:
    server = Server(tmp_path_factory.mktemp("fragile"))
    try:
        start(desk, server, kinds={1: "here", 2: "here", 3: "here"})
        desk.locator(".take[data-move^=buy]").first.click()
        desk.keyboard.press("c")
        expect(desk.locator("#sign")).to_contain_text("Guest 2, your turn")
        server.kill()
        expect(desk.locator("#offline")).to_be_visible()
        server.start()
        expect(desk.locator("#offline")).to_be_hidden(timeout=15_000)
        expect(desk.locator(".log-list")).to_contain_text("buys")
        expect(desk.locator("#sign")).to_contain_text("Guest 2, your turn")
    finally:
        server.kill()
