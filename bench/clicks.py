"""From a click on a move to the page that shows it, in a real browser at a real server, in the middle of each game:

    .venv/bin/python bench/clicks.py [GAME ...] [--clicks 40]

Each click drafts a move and is taken back. Milliseconds: `click` from the click to the changed page, the median and the
worst of ten; `undo` the same for taking it back. The rest is the CPU that one of them takes: scripts, styles
and layout on the page, and the server. On a machine that is busy with other things only that says anything.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

import branchline
from branchline.names import GameName
from branchline.position import Position

SEATS: dict[GameName, int] = {"mini-rails": 4, "mini-express": 4, "steam-power": 4, "express-01": 4}
CLICK = """async ([what, kind]) => {
  const undo = () => document.querySelector("main [data-act=undo]");
  const shows = () => undo()?.hasAttribute("aria-disabled") === (kind === "undo");
  const begun = performance.now();
  const done = new Promise((found) => {
    const watch = new MutationObserver(() => {
      if (!shows()) return;
      watch.disconnect();
      found(performance.now() - begun);
    });
    watch.observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  document.querySelector(what).dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
  const took = await Promise.race([done, new Promise((late) => setTimeout(late, 20000, null))]);
  await new Promise((rested) => setTimeout(rested, 300));  // what was sent is done, and pieces have travelled
  return took;
}"""
MOVES = (
    "() => [...new Set([...document.querySelectorAll('main button[data-move]')].map((thing) => thing.dataset.move))]"
)
ONE_BY_ONE = "localStorage.setItem('playback', 'off'); localStorage.setItem('ties', 'yes')"
WORK = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")


def middle(name: GameName) -> Position:
    """A game of greedy players, half over, where a person has several moves."""
    position = branchline.game(name).start(SEATS[name], seed=3)
    bot = branchline.player("greedy", seed=1)
    path = []
    while not position.over:
        path.append((position.n, len(position.legal())))
        position.play(bot.choose(position))
    half = path[len(path) // 2 :]
    return position.at(next(n for n, count in half if count > 5))


@contextmanager
def serving() -> Iterator[tuple[str, int]]:
    """A server of its own: its address, and the number of its process."""
    command = [sys.executable, "-m", "branchline", "serve", "--port", "0", "--database"]
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([*command, f"{folder}/tables.sqlite"], stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        try:
            url = next(word for line in server.stdout for word in line.split() if word.startswith("http"))
            yield url, server.pid
        finally:
            server.kill()
            server.wait()


def cpu_of(pid: int) -> float:
    """Milliseconds that a process has worked."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def cpu_of_page(line: CDPSession) -> list[float]:
    metrics = {metric["name"]: float(metric["value"]) for metric in line.send("Performance.getMetrics")["metrics"]}
    return [1000 * metrics[name] for name in WORK]


def sit(page: Page, url: str, position: Position) -> None:
    seats = [{"kind": "here", "name": f"Guest {n + 1}"} for n in range(position.players)]
    page.goto(url)
    wish = {"game": position.game.name, "seats": seats, "options": position.options, "record": position.record()}
    laid = page.request.post(f"{url}/api/tables", data=wish).json()
    page.goto(f"{url}/tables/{laid['id']}?seat={position.to_act}")
    page.wait_for_selector("body.is-live")
    page.evaluate("() => document.querySelectorAll('[data-first-known]').forEach((known) => known.click())")


def measure(browser: Browser, url: str, pid: int, name: GameName, clicks: int) -> str:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.add_init_script(ONE_BY_ONE)
    page = context.new_page()
    sit(page, url, middle(name))
    moves = page.evaluate(MOVES)
    line = context.new_cdp_session(page)
    line.send("Performance.enable", {"timeDomain": "threadTicks"})
    taken: dict[str, list[float]] = {"click": [], "undo": []}
    page_before, server_before = cpu_of_page(line), cpu_of(pid)
    for n in range(clicks):
        move = moves[n % len(moves)]
        for kind, what in (("click", f'main button[data-move="{move}"]'), ("undo", "main [data-act=undo]")):
            took = page.evaluate(CLICK, [what, kind])
            assert took is not None, f"{name}: {kind} of {move!r} changed nothing"
            taken[kind].append(took)
    wishes = 2 * clicks
    script, layout, style = ((now - then) / wishes for now, then in zip(cpu_of_page(line), page_before, strict=True))
    server = (cpu_of(pid) - server_before) / wishes
    context.close()
    said = [f"{kind} {statistics.median(ms):.0f} ({sorted(ms)[int(0.9 * len(ms))]:.0f})" for kind, ms in taken.items()]
    work = f"script {script:.1f}, style {style:.1f}, layout {layout:.1f}, server {server:.1f}"
    return f"{name}: {', '.join(said)}; CPU {work}"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("games", nargs="*")
    asked.add_argument("--clicks", type=int, default=40)
    chosen = asked.parse_args()
    with serving() as (url, pid), sync_playwright() as playwright:
        path = os.environ.get("BRANCHLINE_CHROMIUM") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        for name in SEATS:
            if not chosen.games or name in chosen.games:
                print(measure(browser, url, pid, name, chosen.clicks), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
