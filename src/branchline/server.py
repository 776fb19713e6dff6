"""The server: finds a port and a place for the games, says where the table stands, and serves it."""

import gc
import hashlib
import logging
import multiprocessing
import os
import shutil
import signal
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from branchline.game import Game
from branchline.games import find, names
from branchline.pack import Pack
from branchline.refusal import Refused

PORT = 8000
PORTS_TO_TRY = 100
DATABASE = "BRANCHLINE_DATABASE"  # how the worker processes learn of the database,
PACK = "BRANCHLINE_PACK"  # and of a pack,
URL = "BRANCHLINE_URL"  # of the address that people use,
LOG = "BRANCHLINE_LOG"  # of what is written down,
THINKERS = "BRANCHLINE_THINKERS"  # of who thinks for the bots,
WORKERS = "BRANCHLINE_WORKERS"  # and of each other
COUNTS = "PROMETHEUS_MULTIPROC_DIR"  # where workers count together
CANT_START = 3  # what a worker ends with, as uvicorn's do
SWITCH = 0.001
"""Seconds for which a drawing may keep whoever asks for something else waiting."""

log = logging.getLogger("branchline")


def app() -> Any:
    """The pages and the API, once in each worker process."""
    from branchline.table.cluster import bots_on
    from branchline.table.mail import Mail
    from branchline.table.reach import Reach
    from branchline.web.app import create_app
    from branchline.web.journal import journal

    journal.open(os.environ.get(LOG) or "quiet")
    sys.setswitchinterval(SWITCH)
    pack, thinkers = os.environ.get(PACK), os.environ.get(THINKERS)
    workers = int(os.environ.get(WORKERS, "1"))
    parent = multiprocessing.parent_process() if workers > 1 else None
    if parent is not None:
        threading.Thread(target=end_with, args=(parent,), daemon=True).start()
    try:
        made = create_app(
            os.environ[DATABASE],
            finder(Path(pack)) if pack else find,
            bots_on(thinkers, find) if thinkers else None,
            mail=Mail.configured(os.environ),
            reach=Reach.configured(os.environ),
            url=os.environ.get(URL, ""),
            workers=workers,
        )
    except Refused as refused:
        if parent is None:
            raise
        log.error("%s", refused.reason)
        sys.exit(CANT_START)
    made.add_middleware(InOneSentence)
    gc.freeze()  # what is loaded now stays: to look for litter in it would be for nothing
    return made


class InOneSentence:
    """A start that is refused is told by its reason, not with all the lines of a fault of ours."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def tell(message: dict[str, Any]) -> None:
            error = sys.exc_info()[1]
            if message["type"] == "lifespan.startup.failed" and isinstance(error, Refused):
                message = {**message, "message": error.reason}
            await send(message)

        await self.app(scope, receive, tell if scope["type"] == "lifespan" else send)


def finder(pack: Path) -> Callable[[str], Game]:
    """Finds the game that a pack is for with its components, and every other as it is; the bots' processes
    find them the same way. Refuses a pack that names no game or has faults."""
    name = str(Pack(pack).data.get("name"))
    if name not in names():
        raise Refused("pack", f"The pack {pack.name} is for no game: its name has to be one of {', '.join(names())}.")
    find(name, pack).start(seed=0)
    return partial(find_with, name, pack)


def find_with(packed: str, pack: Path, name: str) -> Game:
    return find(name, pack if name == packed else None)


def usual_database(pack: Path | None = None) -> str:
    """A SQLite file in the user's data folder; one for each pack, since a game goes on with its own parts only."""
    import platformdirs

    folder = Path(platformdirs.user_data_dir("branchline", appauthor=False))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused("database", f"The folder for the games, {folder}, can't be made: {error.strerror}.") from error
    file = "tables.sqlite"
    if pack is not None:
        file = f"tables-{hashlib.sha256(Pack(pack).text.encode()).hexdigest()[:12]}.sqlite"
    return f"sqlite:///{folder / file}"


def listen(host: str, port: int) -> socket.socket:
    """A socket on exactly this port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio sends at once; without it each answer waits 40 ms for an acknowledgement.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise Refused("server", f"There can be no server on {host}, port {port}: {reason}.") from error
    listener.set_inheritable(True)
    return listener


def listen_nearby(host: str, port: int) -> socket.socket:
    """A socket on this port or the next free one."""
    for candidate in range(port, port + PORTS_TO_TRY):
        try:
            return listen(host, candidate)
        except Refused:
            continue
    raise Refused("server", f"None of the ports from {port} to {port + PORTS_TO_TRY - 1} is free.")


def address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = socket.gethostname()
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def serve(
    listener: socket.socket,
    database: str,
    workers: int,
    ready: Callable[[], None],
    pack: Path | None = None,
    trusted_proxy: str = "127.0.0.1",
) -> None:
    """Serve until Ctrl-C; `ready` is called when the table can be reached."""
    import uvicorn
    import uvicorn._subprocess

    from branchline.web.wire import Wire

    class TableServer(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets=sockets)
            if self.started:
                ready()

    os.environ[DATABASE] = database
    os.environ[PACK] = str(pack.resolve()) if pack else ""
    os.environ[WORKERS] = str(workers)
    config = uvicorn.Config(
        "branchline.server:app",
        factory=True,
        workers=workers,
        log_level="warning",
        http=Wire,
        ws_per_message_deflate=False,  # news are packed once for all who hear them
        timeout_keep_alive=130,  # a proxy keeps its lines two minutes: it, not we, lets go, or a move could be cut off
        timeout_graceful_shutdown=3,
        timeout_worker_healthcheck=60,  # a worker that is slow on a busy machine is not a dead one
        forwarded_allow_ips=trusted_proxy,
    )
    if workers == 1:
        config.load()  # what speaks against the database is said here, before anything is served
        TableServer(config).run(sockets=[listener])
    else:
        from branchline.web.journal import journal
        from branchline.workers import Workers

        journal.open(os.environ.get(LOG) or "quiet")
        check(database, pack)
        if sys.platform == "linux":  # elsewhere a process that has loaded as much as we can't be forked safely
            load()
            uvicorn._subprocess.spawn = multiprocessing.get_context("fork")  # type: ignore[assignment]
        try:
            Workers(config, [listener], ready).run()
        finally:
            shutil.rmtree(os.environ[COUNTS], ignore_errors=True)


def count_together() -> None:
    """Say where workers count, before anything is loaded that counts."""
    os.environ[COUNTS] = tempfile.mkdtemp(prefix="branchline-counts-")


def load() -> None:
    """Load all that the workers need, once for all of them: each is there at once, and they share the memory."""
    import branchline.web.app  # noqa: F401

    for name in names():
        find(name)
    gc.collect()
    gc.freeze()


def end_with(parent: Any) -> None:
    """A worker whose keeper was killed would hold the port for ever."""
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


def check(database: str, pack: Path | None) -> None:
    """Refuses what no worker could serve, before any is started; without loading what only they need."""
    from branchline.table.mail import Mail
    from branchline.table.reach import Reach
    from branchline.table.store import Store

    if pack is not None:
        finder(pack)
    Mail.configured(os.environ)
    Reach.configured(os.environ)
    store = Store(database)
    store.open()
    store.close()


def host_link(database: str) -> str | None:
    """The path by which the first one becomes the host of the club; None once there is a host."""
    import asyncio

    from branchline.table.club import Clubhouse
    from branchline.table.persons import Persons
    from branchline.table.store import Store
    from branchline.table.way_back import WaysBack

    store = Store(database)
    if not store.shared:
        return None
    store.open()
    persons = Persons(store)
    try:
        return asyncio.run(Clubhouse(store, persons, WaysBack(store, persons)).host_link())
    finally:
        store.close()


def open_browser(url: str) -> bool:
    """Show the page, where there is a screen to show it on."""
    on_a_screen = sys.platform in ("darwin", "win32") or any(os.environ.get(n) for n in ("DISPLAY", "WAYLAND_DISPLAY"))
    try:
        return on_a_screen and webbrowser.open(url)
    except webbrowser.Error:
        return False
