"""Every page of every game, looked at in every size: what a reader would find fault with.

    python -m tests.browser.look [GAME ...] [--moment middle] [--size 1280x720] [--every] [--shots FOLDER]
                                 [--source CLONE]

Prints what it finds, page by page; `test_look.py` holds that it finds nothing. With a clone of another commit its pages
are looked at (uncompiled): docs/page.md tells what is found at 128247c.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from branchline.game import Json, Value
from branchline.names import GameName
from tests.browser import moments
from tests.browser.conftest import NO_PLAYBACK, Server, by_the
from tests.browser.moments import MOMENTS

AUDIT = (Path(__file__).parent / "audit.js").read_text("utf-8")
Size = tuple[int, int]
SIZES: Sequence[Size] = ((360, 640), (390, 844), (768, 1024), (1280, 720), (1440, 900), (1920, 1080))
FONTS = {
    "DejaVu Sans": {"sign": '"DejaVu Sans Condensed"', "text": '"DejaVu Sans"', "print": '"DejaVu Serif"'},
    "Liberation Sans": {
        "sign": '"Liberation Sans Narrow", "Liberation Sans"',
        "text": '"Liberation Sans"',
        "print": '"Liberation Serif"',
    },
}
"""The three voices of the page in the fonts that many a Linux has."""
SPEAK = """voices => Object.entries(voices).forEach(([voice, font]) =>
document.documentElement.style.setProperty(`--font-${voice}`, font))"""
SOLIDS = {"mini-express": "svg.board .demand, svg.board .pill, svg.board .start-hex > use"}
"""What no name on a board may lie over."""
NAMES = ("Ada Lovelace", "Stephenson", "Brunel", "Séguin", "Riggenbach")


@dataclass(frozen=True)
class Way:
    """One way to play a game."""

    game: GameName
    seats: int
    options: dict[str, Value] = field(default_factory=dict)

    def __str__(self) -> str:
        return " ".join([self.game, str(self.seats), *map(str, self.options.values())])

    def records(self, source: Path | None) -> dict[str, Json]:
        """One game of greedy players, cut off at each moment; by the rules of the clone, if there is one."""
        if source is None:
            return moments.records(self.game, self.seats, self.options)
        command = [sys.executable, moments.__file__, self.game, str(self.seats), json.dumps(self.options)]
        made = subprocess.run(command, env=by_the(source), capture_output=True, text=True, check=True)
        return json.loads(made.stdout)  # type: ignore[no-any-return]


WAYS = (
    Way("mini-rails", 4),
    Way("mini-rails", 5),
    Way("mini-express", 4),
    Way("mini-express", 3, {"map": "europe"}),
    Way("mini-express", 1),
    Way("mini-express", 1, {"map": "europe", "harbor": True}),
    Way("mini-express", 5, {"edition": "prototype"}),
    Way("steam-power", 4),
    Way("steam-power", 5),
    Way("steam-power", 1, {"automas": 2}),
    Way("steam-power", 1, {"automas": 0}),
    Way("express-01", 3),
    Way("express-01", 4),
)


@dataclass(frozen=True)
class Fault:
    page: str
    what: str

    def __str__(self) -> str:
        return f"{self.page}: {self.what}"


class Reader:
    """Somebody who looks at pages: in one browser by mouse, in another by finger."""

    def __init__(self, browser: Browser, server: Server, sizes: Sequence[Size] = SIZES, shots: Path | None = None):
        self.server, self.sizes, self.shots = server, sizes, shots
        first = browser.new_context(reduced_motion="reduce")
        first.new_page().goto(server.url)
        known = first.storage_state()
        first.close()
        self.every = False  # each font in light and in dark, instead of by turns
        self.fonts = [font for font in FONTS if present(font)]
        assert self.fonts, f"none of the fonts {', '.join(FONTS)} is here: see tools/browser.sh"
        self.turn = 0
        self.desk = browser.new_context(reduced_motion="reduce", storage_state=known)
        self.phone = browser.new_context(reduced_motion="reduce", storage_state=known, is_mobile=True, has_touch=True)
        for context in (self.desk, self.phone):
            context.add_init_script(NO_PLAYBACK)
        self.friend = browser.new_context()
        self.friend.new_page().goto(server.url)

    def close(self) -> None:
        for context in (self.desk, self.phone, self.friend):
            context.close()

    def lay(self, record: Json) -> str:
        """A table that goes on from a record: all seats at this screen, but for the last, where a friend sits who can
        be talked to."""
        last = record["seats"] - 1
        seats = [{"kind": "me" if n == 0 else "here", "name": NAMES[n]} for n in range(record["seats"])]
        if last:
            seats[last] = {"kind": "open"}
        table = self.ask(self.desk, "", {"game": record["game"], "seats": seats, "record": record})
        if last and not table["table"]["over"]:
            wish = {"token": table["table"]["seats"][last]["token"], "name": NAMES[last]}
            self.ask(self.friend, f"/{table['id']}/join", wish)
        return f"/tables/{table['id']}"

    def ask(self, context: BrowserContext, path: str, wish: Json) -> Json:
        answer = context.request.post(f"{self.server.url}/api/tables{path}", data=wish)
        assert answer.ok, answer.text()
        return answer.json()  # type: ignore[no-any-return]

    def look(self, path: str, where: str, solids: str = "") -> Iterator[Fault]:
        """One page in all sizes, with every font that is here, in light and in dark."""
        self.turn += 1
        for context, touch in ((self.phone, True), (self.desk, False)):
            sizes = [size for size in self.sizes if touch == (size[0] < 800)]
            if sizes:
                yield from self.look_by(context, touch, sizes, path, where, solids)

    def look_by(
        self, context: BrowserContext, touch: bool, sizes: Sequence[Size], path: str, where: str, solids: str
    ) -> Iterator[Fault]:
        page = context.new_page()
        page.set_viewport_size({"width": sizes[0][0], "height": sizes[0][1]})
        page.goto(self.server.url + path)
        known = page.locator("[data-first-known]:visible")
        if known.count():
            known.first.click()
        page.mouse.move(1, 1)
        for font, scheme in self.kinds():
            page.evaluate(SPEAK, FONTS[font])
            page.emulate_media(color_scheme=scheme)
            for wide, high in sizes:
                page.set_viewport_size({"width": wide, "height": high})
                for what in page.evaluate(AUDIT, {"touch": touch, "solids": solids}):
                    yield Fault(f"{where} {wide}x{high} {scheme} {font}", what)
                self.shoot(page, f"{where} {wide}x{high} {scheme} {font}")
        page.close()

    def kinds(self) -> Iterator[tuple[str, Literal["light", "dark"]]]:
        """Each font in light or in dark, by turns: over two pages both are read in both. Or each in both."""
        schemes: Sequence[Literal["light", "dark"]] = ("light", "dark")
        if self.every:
            yield from ((font, scheme) for font in self.fonts for scheme in schemes)
            return
        for n, font in enumerate(self.fonts if len(self.fonts) > 1 else [*self.fonts, *self.fonts]):
            yield font, schemes[(self.turn + n) % 2]

    def shoot(self, page: Page, name: str) -> None:
        if self.shots is not None:
            page.screenshot(path=self.shots / f"{name.replace(' ', '-')}.png")


def present(font: str) -> bool:
    found = subprocess.run(["fc-match", "-f", "%{family}", font], capture_output=True, text=True, check=False)
    return font in found.stdout


def look(reader: Reader, ways: Sequence[Way], moments: Sequence[str] = tuple(MOMENTS)) -> Iterator[Fault]:
    for way in ways:
        for moment, record in way.records(reader.server.source).items():
            if moment in moments:
                yield from reader.look(reader.lay(record), f"{way} {moment}", SOLIDS.get(way.game, ""))


def look_round_the_house(reader: Reader) -> Iterator[Fault]:
    """The pages that are no table: home with each game's set-up, and the rules."""
    for game in sorted({way.game for way in WAYS}):
        yield from reader.look(f"/?game={game}", f"home {game}")
        yield from reader.look(f"/rules/{game}", f"rules {game}")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("games", nargs="*", help="names of games, or home")
    asked.add_argument("--way", default="", help="only ways that contain this")
    asked.add_argument("--moment", action="append", choices=list(MOMENTS))
    asked.add_argument("--size", action="append")
    asked.add_argument("--shots", type=Path)
    asked.add_argument("--every", action="store_true", help="each font in light and in dark, instead of by turns")
    asked.add_argument("--source", type=Path, help="a clone of another commit")
    chosen = asked.parse_args()
    if chosen.shots:
        chosen.shots.mkdir(parents=True, exist_ok=True)
    sizes = [(int(w), int(h)) for w, h in (size.split("x") for size in chosen.size or ())] or SIZES
    ways = [way for way in WAYS if (not chosen.games or way.game in chosen.games) and chosen.way in str(way)]
    server = Server(Path(tempfile.mkdtemp()), chosen.source)
    try:
        with sync_playwright() as playwright:
            path = os.environ.get("BRANCHLINE_CHROMIUM") or shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
            reader = Reader(browser, server, sizes, chosen.shots)
            reader.every = chosen.every
            count = 0
            found = look(reader, ways, chosen.moment or tuple(MOMENTS))
            for fault in look_round_the_house(reader) if chosen.games == ["home"] else found:
                print(fault, flush=True)
                count += 1
            print(f"{count} faults", file=sys.stderr)
    finally:
        server.kill()


if __name__ == "__main__":
    main()
