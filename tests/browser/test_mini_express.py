"""Mini Express at the table: a company lights its cities, a city its routes, and the Bot gives its reasons."""

from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

import branchline
from branchline.names import GameName
from tests.browser.conftest import ASK, Server
from tests.browser.test_table import faults, put_away_the_introduction

pytestmark = pytest.mark.browser


def lay(page: Page, server: Server, seats: int, **options: object) -> None:
    """A table of people at this screen, past the draft."""
    page.goto(server.url)
    guests = [{"kind": "here", "name": f"Guest {n + 1}"} for n in range(seats)]
    table = page.evaluate(ASK, ["", {"game": "mini-express", "seats": guests, "options": options}])
    path = f"/{table['id']}"
    while table["view"]["round"] == 0:
        seat = table["view"]["to_act"]
        table = page.evaluate(ASK, [f"{path}?seat={seat}", None])
        wish = {"move": table["view"]["moves"][0]["move"], "n": table["view"]["n"], "seat": seat, "confirm": True}
        table = page.evaluate(ASK, [f"{path}/moves", wish])
    page.goto(f"{server.url}/tables/{table['id']}")


def test_a_company_lights_its_cities_and_a_city_builds(desk: Page, server: Server) -> None:
    lay(desk, server, 3)
    expect(desk.locator("#sign")).to_contain_text("choose a company")
    expect(desk.locator(".hit:visible")).to_have_count(0)
    desk.locator("label:has(#choose-gray)").click()
    lit = desk.locator(".hit:visible")
    assert lit.count() > 0
    city = lit.first
    city.hover()
    expect(desk.locator("#lens")).to_contain_text("Length")
    city.click()
    expect(desk.locator(".hit:visible")).to_have_count(0)


def test_the_map_answers_before_a_company_is_chosen_and_a_home_hex_chooses_it(desk: Page, server: Server) -> None:
    lay(desk, server, 3)
    desk.locator('.questions [data-at="seattle"]').click()
    expect(desk.locator("#why-not")).to_contain_text("First choose the company that builds to Seattle")
    desk.locator('.start-hex[data-co="gray"] label').click()
    expect(desk.locator("#choose-gray")).to_be_checked()
    assert desk.locator(".hit:visible").count() > 0


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (844, 390)])
@pytest.mark.parametrize("game", ["mini-express", "steam-power"])
def test_held_sideways_the_map_and_what_to_do_are_in_sight(
    phone: Page, server: Server, game: GameName, width: int, height: int
) -> None:
    phone.set_viewport_size({"width": width, "height": height})
    sit(phone, server, branchline.game(game).start(3, seed=3))
    bar = phone.locator(".actionbar").bounding_box()
    for what in (".board-box", ".acts .act"):
        box = phone.locator(what).first.bounding_box()
        assert box is not None
        assert bar is not None
        assert box["y"] + box["height"] <= bar["y"], what
    assert phone.evaluate("document.documentElement.scrollWidth") <= width


def test_a_city_out_of_reach_says_why(desk: Page, server: Server) -> None:
    lay(desk, server, 3)
    desk.locator("label:has(#choose-gray)").click()
    desk.locator('.ask[data-at="gray-seattle"]').click()
    expect(desk.locator("#why-not")).to_contain_text("Seattle is more than 5 hexes away")


def test_the_bot_gives_its_reasons_step_by_step(desk: Page, server: Server) -> None:
    opened = branchline.game("mini-express").start(1, seed=7, mode="solo", map="europe")
    player = branchline.player("greedy", seed=1)
    while not (build := a_build_that_ends_the_turn(opened)):
        opened.play(player.choose(opened))
    sit(desk, server, opened)
    expect(desk.locator(".bot-steps")).to_have_count(0)
    desk.evaluate(f"document.querySelector('.move[data-move=\"{build}\"]').click()")
    desk.locator("[data-act=confirm]:not([aria-disabled])").first.click()
    expect(desk.locator(".bot-steps li").first).to_contain_text("Draws a tile")
    expect(desk.locator(".target")).to_have_count(1)
    assert faults(desk) == []


def a_build_that_ends_the_turn(position: branchline.Position) -> str:
    """A build without a choice of routes or influence after it; empty if there is none."""
    for move, code in position.codes().items():
        after = position.state.copy()
        after.play(code)
        if move.startswith("build") and after.turn > position.state.turn:
            return move
    return ""


def test_the_west_coast_is_lit_on_the_board(desk: Page, server: Server) -> None:
    """Cubes in San Francisco are wagons to click; so is a city from the west."""
    opened = branchline.game("mini-express").start(3, seed=7, edition="prototype", west_coast=True)
    bot = branchline.player("greedy", seed=1)
    while opened.to_act != 0 or "coast brown 2" not in opened.legal():
        opened.play(bot.choose(opened))
    sit(desk, server, opened)
    desk.locator("label:has(#choose-brown)").click()
    expect(desk.locator(".wagon:visible")).to_have_count(3)
    desk.locator('svg [data-move="coast brown 2"]').click()
    expect(desk.locator("#sign")).to_contain_text("Confirm the turn")

    while opened.to_act != 0 or not any(move.endswith("from the west") for move in opened.legal()):
        opened.play("coast brown 2" if "coast brown 2" in opened.legal() else bot.choose(opened))
    sit(desk, server, opened)
    desk.locator("label:has(#choose-brown)").click()
    desk.locator('svg .wagon[data-move$="from the west"]:visible').first.click()
    expect(desk.locator("#sign")).not_to_contain_text("choose a company")


def sit(page: Page, server: Server, position: branchline.Position) -> None:
    """At a table of guests, in the middle of a game."""
    page.goto(server.url)
    guests = [{"kind": "here", "name": f"Guest {n + 1}"} for n in range(position.players)]
    wish = {"game": position.game.name, "seats": guests, "options": position.options, "record": position.record()}
    table = page.evaluate(ASK, ["", wish])
    page.goto(f"{server.url}/tables/{table['id']}?seat={position.to_act}")
    expect(page.locator("body.is-live svg.board")).to_be_visible()
    put_away_the_introduction(page)


def test_a_phone_shows_what_ends_the_game_and_the_legend(phone: Page, server: Server) -> None:
    lay(phone, server, 3, golden_spike=True)
    expect(phone.locator(".ends")).to_contain_text("The last round is the one in which 2 companies are depleted")
    expect(phone.locator(".spike-note")).to_be_visible()
    expect(phone.locator(".mx-legend")).to_contain_text("Any other")


def test_three_markers_on_one_space_stay_off_the_axis(desk: Page, server: Server) -> None:
    lay(desk, server, 2)
    boxes = [marker.bounding_box() for marker in desk.locator('[id^="influence-gray-"]').all()]
    row = desk.locator('[data-co="gray"] .influence').bounding_box()
    assert len(boxes) == 3
    assert row is not None
    for box in boxes:
        assert box is not None
        assert box["y"] + box["height"] <= row["y"] + row["height"] - 12
    lefts = sorted(box["x"] for box in boxes if box)
    assert all(after - before >= 9 for before, after in pairwise(lefts))


def test_pointing_at_a_build_shows_all_that_it_changes_and_a_tie_is_settled(desk: Page, server: Server) -> None:
    position, build = before_a_tie()
    offer = next(offer for offer in position.offers() if offer.move == build)
    sit(desk, server, position)
    desk.locator(f'.move[data-move="{build}"]').hover()
    expect(desk.locator(f'svg.board .ghost-way[data-for="{build}"]')).to_be_visible()
    shown = desk.locator("[data-change].is-shown:visible")
    expect(shown).not_to_have_count(0)
    for change in offer.changes.split():
        expect(desk.locator(f'[data-change~="{change}"]:visible')).not_to_have_count(0)
    desk.mouse.move(5, 5)
    expect(shown).to_have_count(0)

    desk.locator(f'.move[data-move="{build}"]').click()
    expect(desk.locator("#sign")).to_contain_text("tied routes bring the same now")
    desk.locator(".commit [data-act=undo]").click()
    expect(desk.locator("#sign")).to_contain_text("choose one of the")
    expect(desk.locator(".route-label").first).to_be_visible()


def test_who_cares_is_asked_for_every_tied_route(desk: Page, server: Server) -> None:
    position, build = before_a_tie()
    sit(desk, server, position)
    desk.locator("[data-open=menu]").first.click()
    desk.locator("[data-setting=ties]").check()
    desk.keyboard.press("Escape")
    desk.locator(f'.move[data-move="{build}"]').click()
    expect(desk.locator("#sign")).to_contain_text("choose one of the")


def before_a_tie() -> tuple[branchline.Position, str]:
    """A position in which a build brings points and influence, by whichever of the tied routes; and that build."""
    position = branchline.game("mini-express").start(3, seed=3)
    bot = branchline.player("greedy", seed=1)
    while True:
        for move in position.legal():
            then = position.copy()
            then.play(move)
            if then.game.tie(then.state) is not None:
                then.play(then.legal()[0])
                if then.scores() != position.scores():
                    return position, move
        position.play(bot.choose(position))
