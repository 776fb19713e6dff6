"""A newcomer takes the first lesson of each game, at a desk, on a phone and by keys alone, to its end."""

import pytest
from playwright.sync_api import Page, expect

from branchline.games import names

from .conftest import Server
from .test_table import faults

pytestmark = pytest.mark.browser

STEP = "#coach [data-step]:not([hidden])"
NOW = """(step) => ((it) => it && it.innerText + it.dataset.expect)(document.querySelector(step))"""
IN_SIGHT = """() => {
  const ring = document.getElementById("ring"), coach = document.getElementById("coach").getBoundingClientRect();
  if (ring.hidden) return true;
  const box = ring.getBoundingClientRect();
  const apart = coach.right <= box.x || box.right <= coach.x || coach.bottom <= box.y || box.bottom <= coach.y;
  return box.width > 20 && box.height > 12 && (apart || box.width * box.height > 60000);
}"""
"""The ring stands around something, and the coach does not hide it, unless it is as large as a panel."""


def begin(page: Page, server: Server, game: str, lesson: str = "first") -> None:
    """Found under Learn; bots do not let one wait."""
    page.goto(f"{server.url}/learn/{game}")
    page.evaluate(f"localStorage.setItem('known-{game}', 'yes')")
    page.locator(f"form[action='/learn/{game}/{lesson}'] button").click()
    page.wait_for_selector("#coach [data-step]")
    page.evaluate(
        """() => fetch(location.pathname + "/settings", {method: "POST", body: JSON.stringify({pause: 0}),
        headers: {"content-type": "application/json"}})"""
    )


def act(page: Page, by_keys: bool) -> str:
    """Does what the coach asks for; what the step said."""
    step = page.locator(STEP).first
    said = page.evaluate(NOW, STEP)
    if step.locator("[data-step-to='1']").count():
        page.keyboard.press("n")
    elif step.locator("[data-act=confirm]").count():
        page.keyboard.press("c") if by_keys else step.locator("[data-act=confirm]").click()
    elif step.locator("[data-move]").count():
        step.locator("[data-move]").first.press("Enter") if by_keys else step.locator("[data-move]").first.click()
    else:
        return ""
    page.wait_for_function(f"([step, said]) => ({NOW})(step) !== said", arg=[STEP, said])
    page.wait_for_function(f"(step) => !({NOW})(step).includes('the others act')", arg=STEP)
    return str(said)


def walk(page: Page, by_keys: bool = False) -> int:
    steps = 0
    while act(page, by_keys):
        steps += 1
        assert page.evaluate(IN_SIGHT), page.locator(STEP).inner_text()
    expect(page.locator("#coach-number")).to_have_text(page.locator(STEP).first.get_attribute("data-step") or "")
    return steps


@pytest.mark.parametrize("game", names())
def test_the_first_lesson_is_walked_to_its_end(desk: Page, server: Server, game: str) -> None:
    begin(desk, server, game)
    assert faults(desk) == []
    assert walk(desk) >= 8
    assert faults(desk) == []


def test_on_a_phone_a_wrong_move_is_answered_and_what_was_done_is_taken_back(phone: Page, server: Server) -> None:
    begin(phone, server, "mini-rails")
    act(phone, False)
    act(phone, False)
    phone.evaluate("document.querySelector('main [data-move=\"buy red 7\"]').click()")
    expect(phone.locator("#why-not")).to_contain_text("that would be allowed")
    act(phone, False)
    phone.locator(f"{STEP} [data-act=undo]").click()
    expect(phone.locator(f"{STEP}")).to_have_attribute("data-step", "3")
    assert walk(phone) >= 8


def middle_of_ring(page: Page) -> tuple[float, float]:
    box = page.locator("#ring").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_on_a_phone_a_fingers_card_takes_the_coachs_place_and_lies_in_the_light(phone: Page, server: Server) -> None:
    begin(phone, server, "steam-power")
    act(phone, False)
    for _ in ("begin fort wayne", "lay j6"):
        ring = middle_of_ring(phone)
        phone.touchscreen.tap(*ring)
        take = phone.locator("#lens .take-it")
        expect(take).to_be_in_viewport(ratio=1)
        expect(phone.locator(STEP)).to_be_hidden()
        assert phone.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('#lens') === null", ring)
        lens, shade = (phone.locator(it).evaluate("(it) => +getComputedStyle(it).zIndex") for it in ("#lens", "#ring"))
        assert lens > shade
        said = phone.locator(STEP).get_attribute("data-expect") or ""
        take.tap()
        expect(phone.locator(STEP)).not_to_have_attribute("data-expect", said)
        expect(phone.locator(STEP)).to_be_visible()


def test_a_click_in_the_ring_is_what_the_step_asks_for_and_nothing_opens_under_a_still_mouse(
    desk: Page, server: Server
) -> None:
    begin(desk, server, "steam-power")
    act(desk, False)
    while desk.locator(STEP).get_attribute("data-expect"):
        expected = desk.locator(STEP).get_attribute("data-expect") or ""
        desk.mouse.click(*middle_of_ring(desk))
        expect(desk.locator(STEP)).not_to_have_attribute("data-expect", expected)
        expect(desk.locator("#lens")).to_be_hidden()


def test_by_keys_alone_and_by_ear(desk: Page, server: Server) -> None:
    desk.goto(f"{server.url}/learn/steam-power")
    assert faults(desk) == []
    begin(desk, server, "steam-power")
    assert faults(desk) == []
    assert walk(desk, by_keys=True) >= 8
    assert faults(desk) == []


def test_offered_at_the_first_visit_put_away_with_one_click_and_found_again(desk: Page, server: Server) -> None:
    desk.goto(server.url)
    desk.get_by_role("button", name="Start the game").click()
    desk.wait_for_selector("#first:not([hidden])")
    expect(desk.get_by_role("button", name="Learn it by playing")).to_be_visible()
    desk.get_by_role("button", name="Got it").click()
    expect(desk.locator("#first")).to_be_hidden()
    expect(desk.locator("#sign")).to_contain_text("your turn")  # what others do puts a card away
    desk.locator(".profit-board .tiles").first.hover()
    expect(desk.locator("#term")).to_contain_text("Once in each round everybody buys")
    desk.keyboard.press("Escape")
    desk.get_by_role("button", name="Learn", exact=True).click()
    expect(desk.locator("#learn")).to_contain_text("The taxed area")
    desk.locator("#learn").get_by_role("button", name="Taxation").click()
    expect(desk.locator("#coach")).to_contain_text("Two discs are left")
