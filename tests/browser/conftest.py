"""A server of its own and a real browser for the tests that need them."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

expect.set_options(timeout=30_000)  # other work may run beside it

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}

ASK = """async ([path, body]) => (await fetch(`/api/tables${path}`, body === null ? {} : {method: "POST",
body: JSON.stringify(body), headers: {"content-type": "application/json"}})).json()"""
"""A page asks the API, with the browser's own key."""


NO_PLAYBACK = 'try { localStorage.playback ??= "off"; } catch { /* a page without an address */ }'
"""What others do is shown at once, as for one who has chosen that; `test_playback.py` is about the rest."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=os.environ.get("BRANCHLINE_CHROMIUM") or shutil.which("chromium"),
            args=["--no-sandbox", "--disable-gpu"],
        )
        yield chromium
        chromium.close()


def by_the(source: Path | None) -> dict[str, str]:
    """The environment of a process that takes branchline from this clone, uncompiled, or from where tests have it."""
    return dict(os.environ) if source is None else {**os.environ, "PYTHONPATH": str(source.resolve() / "src")}


class Server:
    """`branchline serve` in a process of its own, to be stopped and started again."""

    def __init__(self, folder: Path, source: Path | None = None) -> None:
        self.source = source
        self.database = folder / "tables.sqlite"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "branchline", "serve", "--port", str(self.port)]
        self.process = subprocess.Popen([*command, "--database", str(self.database)], env=by_the(self.source))
        for _ in range(1200):  # two minutes: other work may run beside it
            try:
                urlopen(f"{self.url}/api/games", timeout=1).close()
                return
            except OSError:
                time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("tables"))
    yield server
    server.kill()


@pytest.fixture
def desk(browser: Browser) -> Iterator[Page]:
    yield from page_of(browser, DESK)


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    yield from page_of(browser, PHONE, is_mobile=True, has_touch=True)


@pytest.fixture
def friend(browser: Browser) -> Iterator[Page]:
    """Somebody else's browser."""
    yield from page_of(browser, DESK)


def page_of(browser: Browser, size: dict[str, int], **how: bool) -> Iterator[Page]:
    context = browser.new_context(viewport=size, reduced_motion="reduce", **how)  # type: ignore[arg-type]
    context.add_init_script(NO_PLAYBACK)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    context.close()
    assert not faults
