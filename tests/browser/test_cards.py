"""Cards that say what a move would do: near it, and never over something else that can be chosen."""

import pytest
from playwright.sync_api import Page, expect

import branchline
from branchline.names import GameName
from tests.browser.conftest import Server
from tests.browser.test_mini_express import sit
from tests.browser.test_steam_power import started

pytestmark = pytest.mark.browser

SIZES = [(360, 640), (390, 844), (768, 1024), (1280, 720), (1440, 900), (1920, 1080)]
LIT = "svg.board :is([data-move], [data-among]):not(.ask)"  # .ask: while no company is chosen

IN_THE_FRAME = """place => { const box = place.getBoundingClientRect();
const frame = (place.closest(".board-box") ?? place.ownerSVGElement).getBoundingClientRect();
const x = box.x + box.width / 2, y = box.y + box.height / 2;
return x > Math.max(0, frame.left) && x < Math.min(innerWidth, frame.right) && y > frame.top && y < frame.bottom }"""

MIDDLES_HIDDEN = f"""() => {{ const card = document.getElementById("lens").getBoundingClientRect();
return [...document.querySelectorAll("{LIT}")].filter({IN_THE_FRAME})
.filter(place => place.checkVisibility({{visibilityProperty: true}}))
.map(place => [place, place.getBoundingClientRect()])
.filter(([_, box]) => box.x + box.width / 2 > card.left && box.x + box.width / 2 < card.right
&& box.y + box.height / 2 > card.top && box.y + box.height / 2 < card.bottom).map(([place]) => place.dataset.move) }}"""


def with_most_lit(game: GameName, verb: str) -> branchline.Position:
    """A moment of a game at which this verb has the most places to choose from."""
    position, bot = branchline.game(game).start(3, seed=7), branchline.player("greedy", seed=1)
    best, most = position, 0
    for _ in range(120):
        if position.over:
            break
        places = len({move.split(" ")[1] for move in position.legal() if move.startswith(verb)})
        if verb == "build gray ":
            places = sum(move.startswith(verb) for move in position.legal())
        if places > most:
            best, most = position.copy(), places
        position.play(bot.choose(position))
    return best


def unfold(page: Page) -> None:
    page.evaluate("document.querySelector('label:has(#choose-gray)')?.click()")


@pytest.mark.parametrize(
    ("game", "verb"),
    [("mini-rails", "lay "), ("mini-express", "build gray "), ("steam-power", "lay "), ("express-01", "expand ")],
)
def test_a_card_hides_no_other_place_that_is_lit(desk: Page, server: Server, game: GameName, verb: str) -> None:
    sit(desk, server, with_most_lit(game, verb))
    unfold(desk)
    hidden: dict[tuple[int, int], int] = {}
    for width, height in SIZES:
        desk.set_viewport_size({"width": width, "height": height})
        desk.evaluate("scrollTo(0, 0)")
        places = desk.locator(LIT).locator("visible=true")
        count = places.count()
        assert count > 3
        for i in range(0, count, max(1, count // 6)):
            desk.mouse.move(1, 1)
            if not places.nth(i).evaluate(IN_THE_FRAME):  # a phone's map may be closer than its frame is wide
                continue
            places.nth(i).hover(force=True)
            expect(desk.locator("#lens")).to_be_visible()
            hidden[width, height] = max(hidden.get((width, height), 0), len(desk.evaluate(MIDDLES_HIDDEN)))
    # All of Germany and a card to read do not fit one above the other on the smallest phone.
    allowed = {(360, 640): 2} if game == "express-01" else {}
    assert {size: many for size, many in hidden.items() if many > allowed.get(size, 0)} == {}


def test_a_mouse_reaches_the_tiles_in_the_card_across_other_hexes(desk: Page, server: Server) -> None:
    sit(desk, server, started())
    place = desk.locator("svg.board .hex[data-turns]").first
    place.hover()
    shown = desk.locator("#lens h3").inner_text()
    second = desk.locator("#lens .turn-choice").nth(1)
    box, spot = second.bounding_box(), place.bounding_box()
    assert box is not None
    assert spot is not None
    desk.mouse.move(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
    desk.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=12)
    desk.mouse.down()
    desk.mouse.up()
    expect(second).to_have_attribute("aria-pressed", "true")
    expect(desk.locator("#lens h3")).not_to_have_text(shown)
    assert (
        shown.split(" on ")[-1].split(",")[0] == desk.locator("#lens h3").inner_text().split(" on ")[-1].split(",")[0]
    )


def hex_of(heading: str) -> str:
    """Where a card's heading says that the tile is laid."""
    return heading.split(" on ")[-1].split(",")[0]
