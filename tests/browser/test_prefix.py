"""A walk through the house behind a real nginx, under a prefix and with HTTPS: nothing asks for what is not there."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Response, expect

from tests.browser.conftest import DESK, NO_PLAYBACK
from tests.proxies import Club, club_behind

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    with club_behind("nginx", tmp_path_factory.mktemp("nginx")) as made:
        yield made


class Walker:
    """Somebody with a browser that writes down whatever went wrong."""

    def __init__(self, browser: Browser, club: Club) -> None:
        self.club = club
        self.faults: list[str] = []
        context = browser.new_context(viewport=DESK, reduced_motion="reduce", ignore_https_errors=True)  # type: ignore[arg-type]
        context.add_init_script(NO_PLAYBACK)
        self.page = context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self.heard)
        self.page.on("response", self.answered)

    def heard(self, said: ConsoleMessage) -> None:
        ours = "SSL certificate" in said.text  # a service worker takes no certificate that we signed ourselves
        if said.type == "error" and not ours:  # also what the page's own policy forbids
            self.faults.append(said.text)

    def answered(self, answer: Response) -> None:
        inside = answer.url.startswith((self.club.url, "data:", "blob:"))
        if answer.status >= 400 or not inside:
            self.faults.append(f"{answer.status} {answer.url}")

    def go(self, path: str) -> Page:
        self.page.goto(f"{self.club.url}{path}")
        return self.page

    def press(self, button: str) -> None:
        self.page.get_by_role("button", name=button, exact=True).click()


def test_a_walk_under_a_prefix(browser: Browser, club: Club) -> None:
    ada, bert = Walker(browser, club), Walker(browser, club)
    link = re.search(rf"{re.escape(club.url)}(/club/\S+)", club.written)
    assert link
    ada.go(link[1]).fill("[name=name]", "Ada")
    ada.press("Be the host")
    ada.page.wait_for_url(f"{club.url}/club")

    home = ada.go("/")
    seats = home.locator("select[name^=kind-]").count()
    home.fill("[name=name-0]", "Ada")
    for seat in range(1, seats):
        home.select_option(f"[name=kind-{seat}]", "open" if seat == 1 else "here")
    ada.press("Start the game")
    home.wait_for_url(f"{club.url}/tables/*")
    expect(home.locator("body.is-live svg.board")).to_be_visible()
    invitation = home.locator("#invite [data-copy]").get_attribute("data-copy")
    assert invitation
    bert.page.goto(f"{club.url.removesuffix('/rails')}{invitation}")
    bert.page.fill("[name=name]", "Bert")
    bert.press("Take the seat")
    bert.page.wait_for_url(home.url)
    expect(bert.page.locator("body.is-live svg.board")).to_be_visible()

    bert.page.get_by_label("Say something").fill("Here I am")
    bert.page.keyboard.press("Enter")
    expect(home.get_by_text("Here I am")).to_be_visible()  # over the line, through the proxy
    mover = home if home.locator(".move[data-move]").count() else bert.page
    mover.evaluate("document.querySelector('.move[data-move]').click()")
    expect(mover.get_by_role("button", name="Undo").first).to_be_enabled()

    for path in (
        "/me",
        "/me/notices",
        "/club",
        "/host",
        "/rules/mini-rails",
        "/learn/mini-rails",
        "/api/docs",
        "/season",
    ):
        expect(ada.go(path).locator("main")).to_be_visible()
    assert (ada.faults, bert.faults) == ([], [])
