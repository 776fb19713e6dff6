"""Drawing: what is there becomes what came, pieces keep their identity, and one that moved has travelled."""

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Server
from tests.browser.test_news import TELL
from tests.browser.test_table import start

pytestmark = pytest.mark.browser

MORPH = """async ([address, old, fresh]) => { const { morph } = await import(address);
const was = document.createElement("div"), now = document.createElement("div");
was.innerHTML = old; now.innerHTML = fresh; document.body.append(was);
for (const child of was.querySelectorAll("[id]")) child.known = child.id;
was.querySelector("details")?.setAttribute("open", "");
morph(was, now);
return [was.innerHTML, [...was.querySelectorAll("[id]")].map(child => child.known ?? "").join(" ")]; }"""


@pytest.fixture(scope="module")
def page(browser: Browser, server: Server) -> Page:
    page = browser.new_page()
    page.goto(server.url)
    return page


@pytest.mark.parametrize(
    ("old", "fresh", "known"),
    [
        ("<p>one</p>", "<p>two</p>", ""),
        ('<p class="a">x</p>', '<p title="b">x</p>', ""),
        ('<i id="a"></i><i id="b"></i>', '<i id="b"></i><i id="a"></i>', "b a"),
        ('<i id="a"></i><i id="b"></i>', '<i id="c"></i><b>!</b><i id="b"></i>', " b"),
        ("<p>one</p><ul><li>x</li></ul>", "<ul><li>y</li><li>z</li></ul>", ""),
        ('<p>text</p><i id="a">1</i>', 'bare text<i id="a">2</i>', "a"),
        ('<template><p id="q">old</p></template>', "<template><p>new</p></template>", ""),
    ],
)
def test_what_is_there_becomes_what_came(page: Page, old: str, fresh: str, known: str) -> None:
    address = page.evaluate("new URL('morph.js', document.querySelector('script[type=module]').src).href")
    html, kept = page.evaluate(MORPH, [address, old, fresh])
    assert html == fresh
    assert kept == known


def test_details_that_somebody_has_opened_stay_open(page: Page) -> None:
    address = page.evaluate("new URL('morph.js', document.querySelector('script[type=module]').src).href")
    html, _ = page.evaluate(MORPH, [address, "<details><p>1</p></details>", "<details><p>2</p></details>"])
    assert html == '<details open=""><p>2</p></details>'


BUTTONS = """async ([address]) => { const { morph } = await import(address);
const was = document.createElement("p"), now = document.createElement("p");
was.innerHTML = "<button data-take-back>Back</button>";
now.innerHTML = "<button data-nudge>Nudge</button><button data-take-back>Back</button>";
const pressed = was.firstChild;
morph(was, now);
return [was.children.length === 2, pressed.hasAttribute("data-take-back")]; }"""


def test_a_button_that_somebody_presses_does_not_become_another(page: Page) -> None:
    address = page.evaluate("new URL('morph.js', document.querySelector('script[type=module]').src).href")
    assert page.evaluate(BUTTONS, [address]) == [True, True]


PIECE = '<svg id="{}" data-piece="token" width="20" height="20"></svg>'


def test_a_piece_that_vanishes_here_and_appears_there_has_travelled(desk: Page, server: Server) -> None:
    start(desk, server)
    desk.evaluate(TELL, {"n": 101, "fragments": {"where": PIECE.format("token-1")}})
    marked = told_of("token-2", "classList.contains('is-changed')")
    assert desk.evaluate(marked, {"n": 102, "fragments": {"where": "", "sign": PIECE.format("token-2")}}), "no motion"
    desk.emulate_media(reduced_motion="no-preference")
    runs = told_of("token-3", "getAnimations().length")
    assert desk.evaluate(runs, {"n": 103, "fragments": {"where": PIECE.format("token-3"), "sign": ""}}) == 1
    runs, both = told_of("token-4", "getAnimations().length"), PIECE.format("token-3") + PIECE.format("token-4")
    assert desk.evaluate(runs, {"n": 104, "fragments": {"where": both}}) == 0, "nothing has vanished for it"
    back = told_of("token-5", "getAnimations().length")
    assert desk.evaluate(back, {"n": 103, "fragments": {"where": "", "sign": PIECE.format("token-5")}}) == 0, "back"


def told_of(piece: str, what: str) -> str:
    """Tells news and says at once what became of a piece: a moment later it may be over."""
    return f"async (news) => {{ await ({TELL})(news); return document.getElementById('{piece}').{what}; }}"
