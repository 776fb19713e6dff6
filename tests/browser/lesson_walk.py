"""Every lesson walked in a real browser by the moves that it expects, each step as a picture, to be looked at.

    python -m tests.browser.lesson_walk FOLDER [GAME ...] [--lesson first] [--dark] [--size phone]

The pictures stand in sheets, `FOLDER/GAME-LESSON-SIZE-1.png` and so on; each is named below it.
"""

import argparse
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

import branchline
from branchline.lesson import lessons
from tests.browser.conftest import DESK, NO_PLAYBACK, PHONE, Server
from tests.browser.test_lessons import IN_SIGHT, STEP, act, begin

SIZES = {"desk": DESK, "phone": PHONE}
FIELDS = {"desk": (2, 768), "phone": (5, 390)}
"""How many pictures stand beside each other on a sheet, and how wide each is there."""

FOUND = """() => {
  const step = document.querySelector("#coach [data-step]:not([hidden])");
  const [shown] = step.dataset.show?.split("|") ?? [];
  return !document.getElementById("ring").hidden || !(shown || step.dataset.expect);
}"""


def walk(page: Page, server: Server, game: str, lesson: str) -> Iterator[str]:
    """Each step as it is shown; ends where the game is the learner's."""
    begin(page, server, game, lesson)
    for _ in range(60):
        page.wait_for_timeout(250)
        yield page.locator(STEP).first.inner_text()
        if not page.evaluate(FOUND):
            print(f"{game} {lesson}: what is shown is not there: {page.locator(STEP).first.inner_text()}", flush=True)
        if not page.evaluate(IN_SIGHT):
            print(f"{game} {lesson}: the ring is not in sight: {page.locator(STEP).first.inner_text()}", flush=True)
        if not act(page, False):
            return


def sheets(browser: Browser, shots: list[Path], size: str, to: Path) -> None:
    beside, wide = FIELDS[size]
    page = browser.new_page(viewport={"width": beside * (wide + 8), "height": 400})
    per = beside * (2 if size == "desk" else 1)
    for number in range(0, len(shots), per):
        some = shots[number : number + per]
        pictures = "".join(
            f"<figure><img src='file://{shot}'><figcaption>{shot.stem}</figcaption></figure>" for shot in some
        )
        styles = "body{margin:0;display:flex;flex-wrap:wrap}figure{margin:4px;font:12px sans-serif}"
        sheet = to.parent / "sheet.html"
        sheet.write_text(f"<style>{styles}img{{width:{wide}px}}</style>{pictures}", "utf-8")
        page.goto(f"file://{sheet}")
        page.screenshot(path=f"{to}-{number // per + 1}.png", full_page=True)
    page.close()


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("games", nargs="*")
    asked.add_argument("--lesson", action="append")
    asked.add_argument("--size", action="append", choices=list(SIZES))
    asked.add_argument("--dark", action="store_true")
    chosen = asked.parse_args()
    folder = chosen.folder.resolve()
    (folder / "steps").mkdir(parents=True, exist_ok=True)
    server = Server(Path(tempfile.mkdtemp()))
    try:
        with sync_playwright() as playwright:
            path = os.environ.get("BRANCHLINE_CHROMIUM") or shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
            for size in chosen.size or SIZES:
                touch = size == "phone"
                context = browser.new_context(
                    viewport=SIZES[size],  # type: ignore[arg-type]
                    reduced_motion="reduce",
                    is_mobile=touch,
                    has_touch=touch,
                    color_scheme="dark" if chosen.dark else "light",
                )
                context.add_init_script(NO_PLAYBACK)
                page = context.new_page()
                page.on("pageerror", lambda error: print(f"fault of the page: {error}", flush=True))
                for game in chosen.games or branchline.games():
                    for lesson in lessons(branchline.game(game)):
                        if chosen.lesson and lesson not in chosen.lesson:
                            continue
                        name, shots = f"{game}-{lesson}-{size}", []
                        for number, _ in enumerate(walk(page, server, game, lesson), 1):
                            shots.append(folder / "steps" / f"{name}-{number:02}.png")
                            page.screenshot(path=shots[-1])
                        sheets(browser, shots, size, folder / name)
                        print(name, len(shots), flush=True)
    finally:
        server.kill()


if __name__ == "__main__":
    main()
