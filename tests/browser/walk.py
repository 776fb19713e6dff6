"""Whole games as a person plays them: what is lit is pointed at and clicked, up to the end page and its review.

    python -m tests.browser.walk [GAME ...] [--size 360x640] [--shots FOLDER] [--seed 1]

One person against greedy bots, by mouse or, on a narrow page, by finger. Every few clicks the page is looked at as in
`look.py`, with the card of a move as it lies. Prints what is found: faults of the page, lit places that can't be
reached or that a card hides, clicks that change nothing.
"""

import argparse
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.sync_api import Browser, ElementHandle, JSHandle, sync_playwright

import branchline
from branchline.names import GameName
from tests.browser.conftest import ASK, NO_PLAYBACK, Server
from tests.browser.look import AUDIT, FONTS, NAMES, SIZES, SOLIDS, SPEAK, Fault, Size
from tests.browser.test_cards import MIDDLES_HIDDEN

WALKER = (Path(__file__).parent / "walk.js").read_text("utf-8")
EVERY = 12
"""So many clicks lie between two looks."""
MOST = 600
"""So many clicks end every game."""
SEATS: dict[GameName, int] = {"mini-rails": 4, "mini-express": 3, "steam-power": 3, "express-01": 3}


class Walk:
    """One person's way through one game."""

    def __init__(self, browser: Browser, server: Server, game: GameName, size: Size, seed: int, shots: Path | None):
        self.game, self.size, self.shots = game, size, shots
        self.touch = size[0] < 800
        self.random = random.Random(f"{game} {size} {seed}")
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=self.random.choice(["light", "dark"]),
            reduced_motion="reduce",
            is_mobile=self.touch,
            has_touch=self.touch,
        )
        context.add_init_script(NO_PLAYBACK)
        self.page = context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.clicks = self.looks = 0
        self.sit(server)

    def __str__(self) -> str:
        return f"{self.game} {self.size[0]}x{self.size[1]}"

    def sit(self, server: Server) -> None:
        seats = [{"kind": "me", "name": NAMES[0]}]
        seats += [{"kind": "bot", "level": "greedy", "name": name} for name in NAMES[1 : SEATS[self.game]]]
        self.page.goto(server.url)
        table = self.page.evaluate(ASK, ["", {"game": self.game, "seats": seats, "pause": 0}])
        self.page.goto(f"{server.url}/tables/{table['id']}")
        self.page.wait_for_selector("body.is-live")
        known = self.page.locator("[data-first-known]:visible")
        if known.count():
            known.first.tap() if self.touch else known.first.click()
        self.page.evaluate(SPEAK, FONTS["DejaVu Sans"])
        self.page.evaluate(WALKER)

    def faults(self) -> Iterator[Fault]:
        """The whole game."""
        while self.clicks < MOST:
            stage = self.stage()
            if stage == "over":
                yield from self.end()
                break
            if stage == "waits":
                yield self.fault("nobody is asked and the game is not over")
                break
            yield from self.step()
        else:
            yield self.fault(f"not over after {MOST} clicks")
        yield from map(self.fault, self.errors)
        self.page.context.close()

    def stage(self) -> str:
        for _ in range(300):
            stage = str(self.page.evaluate("walker.stage()"))
            if stage != "waits":
                return stage
            self.page.wait_for_timeout(100)
        return "waits"

    def step(self) -> Iterator[Fault]:
        """One click: on a lit place, or on the button that ends the turn."""
        confirm = self.page.evaluate_handle("walker.confirm()").as_element()
        places = handles(self.page.evaluate_handle("walker.lit()"))
        if confirm and (not places or self.random.random() < 0.7):
            yield from self.press(confirm, "confirm")
            return
        if not places:
            return
        place = self.random.choice(places)
        move = str(place.evaluate("place => place.dataset.move ?? place.dataset.among"))
        yield from self.press(place, move)

    def press(self, place: ElementHandle, move: str) -> Iterator[Fault]:
        spot = place.evaluate("place => walker.spot(place)")
        if isinstance(spot, str):
            if spot not in ("gone", "out of the frame"):
                yield self.fault(f'"{move[:60]}" {spot}')
                self.shoot("unreachable")
            self.clicks += 1
            return
        self.clicks += 1
        look = self.clicks % EVERY == 1
        before = self.page.evaluate("walker.mark()")
        if self.touch:
            self.page.touchscreen.tap(*spot)
            self.page.wait_for_timeout(150)
            if look:
                yield from self.look("shown")
            take = self.page.evaluate("walker.take()")
            if take:
                self.page.touchscreen.tap(*take)
        else:
            self.page.mouse.move(*spot)
            self.page.wait_for_timeout(150)
            if look:
                yield from self.look("shown")
            self.page.mouse.click(*spot)
        choice = self.page.locator("#lens .choice").locator("visible=true")
        if "|" in move and choice.count():  # several moves lead there: the card asks which
            choice.nth(self.random.randrange(choice.count())).click(force=True)
        now = before
        for _ in range(100):
            now, then = self.page.evaluate("walker.mark()"), now
            if now != before and now == then:  # what was drafted and confirmed at one touch is drawn twice
                return
            self.page.wait_for_timeout(80)
        yield self.fault(f'a click on "{move[:60]}" changes nothing')
        self.shoot("dead")

    def look(self, what: str) -> Iterator[Fault]:
        self.looks += 1
        for found in self.page.evaluate(AUDIT, {"touch": self.touch, "solids": SOLIDS.get(self.game, "")}):
            yield self.fault(f"{what}: {found}")
        if self.page.locator("#lens").is_visible():
            for hidden in self.page.evaluate(MIDDLES_HIDDEN):
                yield self.fault(f"{what}: the card hides {hidden!r}")
        self.shoot(what)

    def end(self) -> Iterator[Fault]:
        """From the last move to the end page, and to its review."""
        yield from self.look("over")
        result = self.page.get_by_role("link", name="See the result").locator("visible=true").first
        result.tap() if self.touch else result.click()
        self.page.wait_for_selector(".winner-sign")
        self.page.evaluate(SPEAK, FONTS["DejaVu Sans"])
        yield from self.look("end")
        self.page.wait_for_function(
            "() => !document.querySelector('#analysis .thinking') || !document.querySelector('#analysis')",
            timeout=240_000,
        )
        self.page.locator("#analysis").scroll_into_view_if_needed()
        yield from self.look("review")
        self.whole("review")

    def whole(self, what: str) -> None:
        if self.shots is not None:
            self.page.screenshot(path=self.shots / f"{self}-{what}-whole.png".replace(" ", "-"), full_page=True)

    def shoot(self, what: str) -> None:
        if self.shots is not None:
            self.page.screenshot(path=self.shots / f"{self}-{self.clicks:03}-{what}.png".replace(" ", "-"))

    def fault(self, what: str) -> Fault:
        return Fault(f"{self} click {self.clicks}", what)


def handles(places: JSHandle) -> list[ElementHandle]:
    found = (place.as_element() for place in places.get_properties().values())
    return [place for place in found if place is not None]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("games", nargs="*")
    asked.add_argument("--size", action="append")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--shots", type=Path)
    chosen = asked.parse_args()
    if chosen.shots:
        chosen.shots.mkdir(parents=True, exist_ok=True)
    sizes: Sequence[Size] = [(int(w), int(h)) for w, h in (size.split("x") for size in chosen.size or ())] or SIZES
    server = Server(Path(tempfile.mkdtemp()))
    try:
        with sync_playwright() as playwright:
            path = os.environ.get("BRANCHLINE_CHROMIUM") or shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
            for game in chosen.games or branchline.games():
                for size in sizes:
                    walk = Walk(browser, server, game, size, chosen.seed, chosen.shots)
                    for fault in walk.faults():
                        print(fault, flush=True)
                    print(f"{walk}: {walk.clicks} clicks, {walk.looks} looks", file=sys.stderr, flush=True)
    finally:
        server.kill()


if __name__ == "__main__":
    main()
