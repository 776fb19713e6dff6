"""How many tables a server carries: N tables in mid-game of all four kinds, three pages listening at each, and a
move every five to ten seconds a table, made as a page makes it.

    .venv/bin/python bench/load.py --tables 100                     one worker on SQLite, the figures of a minute
    .venv/bin/python bench/load.py --tables 500 --workers 2 --database postgresql
    .venv/bin/python bench/load.py --tables 40 --against FOLDER     and the same of another checkout, as a ratio
    .venv/bin/python bench/load.py --tables 20 --against FOLDER --at-once    both at the same time, on a busy machine
    .venv/bin/python bench/load.py --tables 4 --crowd 600           600 more listen to one table; others open pages
    .venv/bin/python bench/load.py --tables 1000 --seconds 1800 --apart 40,80 --workers 2 --database postgresql
                                                    half an hour, with a line a minute: moves, what went wrong, memory

Prints milliseconds from a move to its acknowledgement, and to its being heard by each page that can see it; how
late the generator itself was, which the others have to be read with; milliseconds of CPU of the server a move (all
its workers, without the database's and those that could think for bots, beyond what it takes while nobody moves); and
its memory. The database is made
for the run; PostgreSQL is started by `tools/postgres.sh` and keeps its promises (`fsync` is on).
"""

import argparse
import asyncio
import html
import itertools
import json
import os
import random
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp

import branchline
from branchline.names import GameName
from branchline.web.splices import put_together

SEATS = 3
GAMES: tuple[GameName, ...] = ("mini-rails", "mini-express", "steam-power", "express-01")
RECORDS = 3  # games of each kind; their tables differ by what is played
APART = "5,10"  # seconds between two moves of a table, at the least and at the most
IDLE = 5.0
TICKS = os.sysconf("SC_CLK_TCK")
ROOT = Path(__file__).resolve().parent.parent
DIALECTS = {True: "move", False: "moves"}  # how a page names a move; the older one before commit ddd21bb

Json = dict[str, Any]
Client = aiohttp.ClientSession


# -- the server ---------------------------------------------------------------------------------


class Server:
    """The server under test: all its processes."""

    def __init__(self, checkout: Path, workers: int, database: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.workers = workers
        self.new = (checkout / "src/branchline/web/sheets.py").exists()
        command = [sys.executable, "-m", "branchline", "serve", "--port", str(self.port), "--workers", str(workers)]
        environment = {**os.environ, "PYTHONPATH": str(checkout / "build" / "compiled")}
        self.process = subprocess.Popen(
            [*command, "--database", database], env=environment, stdout=subprocess.PIPE, start_new_session=True
        )
        assert self.process.stdout is not None
        if b"ready" not in self.process.stdout.readline():
            raise SystemExit("The server did not start.")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def processes(self, depth: int = 9) -> list[int]:
        """The server's and all that came of it, so many generations."""
        parents = {}
        for entry in Path("/proc").iterdir():
            with suppress(ValueError, OSError):
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        found = generation = [self.process.pid]
        while generation and depth:
            generation = [pid for pid, parent in parents.items() if parent in generation]
            found, depth = found + generation, depth - 1
        return found

    def cpu(self) -> float:
        """Seconds used so far by what serves: those that could think for bots warm up whenever they come to it."""
        used = 0
        for pid in self.processes(depth=0 if self.workers == 1 else 1):
            with suppress(OSError):
                words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                used += int(words[11]) + int(words[12])
        return used / TICKS

    def megabytes(self) -> float:
        """Of memory that is the server's own, what its processes share counted once."""
        kilobytes = 0
        for pid in self.processes():
            with suppress(OSError):
                told = Path(f"/proc/{pid}/smaps_rollup").read_text()
                kilobytes += int(re.search(r"^Pss:\s+(\d+)", told, re.M)[1])  # type: ignore[index]
        return kilobytes / 1000

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


@contextmanager
def database(kind: str) -> Iterator[str]:
    """A new one, for the run."""
    if kind == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{folder}/tables.sqlite"
        return
    script = "set -e; mkdir -p build; . tools/postgres.sh; echo $postgres; cat >/dev/null"
    script = script.replace(". tools/postgres.sh", "eval \"$(sed 's/ -c fsync=off//' tools/postgres.sh)\"")
    shell = subprocess.Popen(["bash", "-c", script], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert shell.stdin is not None
    assert shell.stdout is not None
    try:
        while not (line := shell.stdout.readline()).startswith("postgresql://"):
            if not line:
                raise SystemExit("There is no PostgreSQL here.")
        yield line.strip()
    finally:
        shell.stdin.close()
        shell.wait()


# -- those who play -----------------------------------------------------------------------------


@dataclass
class Figures:
    """Milliseconds, one for each move or each page that heard of one."""

    acknowledged: list[float] = field(default_factory=list)
    heard: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    refused: int = 0
    over: int = 0
    failed: int = 0  # moves that nobody answered
    closed: int = 0  # lines of pages that ended by themselves


class Page:
    """A page of one person at a table, in a browser with lines of its own: what it was sent, unpacked when somebody
    looks."""

    def __init__(self, cookie: str, browser: Client) -> None:
        self.headers = {"Cookie": f"branchline={cookie}"}
        self.browser = browser
        self.news: list[str | bytes] = []
        self.fragments: dict[str, str] = {}
        self.facts: Json = {}
        self.moved_at = 0.0  # when the move was made that it is to hear of

    async def listen(self, line: aiohttp.ClientWebSocketResponse, figures: Figures) -> None:
        async for message in line:
            if message.data == "{}":  # the line is alive
                continue
            if self.moved_at:
                figures.heard.append(1000 * (time.perf_counter() - self.moved_at))
                self.moved_at = 0.0
            self.news.append(message.data)
        figures.closed += 1

    def look(self) -> None:
        """Take in what was sent."""
        for data in self.news:
            text = zlib.decompress(data, 31) if isinstance(data, bytes) else data
            told = json.loads(text)
            self.fragments.update(told.pop("fragments", {}))
            for name, (_, *parts) in told.pop("splices", {}).items():
                self.fragments[name] = put_together(self.fragments[name], parts)
            self.facts.update(told)
        self.news.clear()

    @property
    def to_act(self) -> bool:
        """From the first words of the newest message: to unpack all of them would be work for nothing."""
        if not self.news:
            return bool(self.facts.get("yours"))
        data = self.news[-1]
        if isinstance(data, bytes):
            data = zlib.decompressobj(31).decompress(data, 1000).decode("utf-8", "ignore")
        found = re.search(r'"yours": ?(true|false)', data)
        return bool(found) and found[1] == "true"  # type: ignore[index]

    def moves(self) -> list[str]:
        self.look()
        return sorted({html.unescape(move) for text in self.fragments.values() for move in MOVE.findall(text)})


MOVE = re.compile(r' data-move="([^"]+)"')


class Party:
    """A table and the pages that look at it, one a seat."""

    def __init__(self, table: str, pages: list[Page], chance: random.Random) -> None:
        self.table = table
        self.pages = pages
        self.chance = chance

    async def move(self, server: Server, figures: Figures) -> None:
        mover = next((page for page in self.pages if page.to_act), None)
        if mover is None or not (moves := mover.moves()):
            figures.over += 1
            return
        begun = time.perf_counter()
        for page in self.pages:
            page.moved_at = begun
        wish = {"n": mover.facts["n"], "move": self.chance.choice(moves)}
        address = f"{server.url}/tables/{self.table}/{DIALECTS[server.new]}"
        async with mover.browser.post(address, json=wish, headers=mover.headers) as answer:
            await answer.read()
            figures.acknowledged.append(1000 * (time.perf_counter() - begun))
            figures.refused += answer.status != 200

    async def play(self, server: Server, figures: Figures, apart: tuple[float, float], until: float) -> None:
        clock = asyncio.get_running_loop().time
        due = clock() + self.chance.uniform(0, apart[1])
        while due < until:
            await asyncio.sleep(max(0.0, due - clock()))
            figures.late.append(1000 * (clock() - due))
            try:
                await self.move(server, figures)
            except (aiohttp.ClientError, TimeoutError, OSError):
                figures.failed += 1
            due += self.chance.uniform(*apart)


def records() -> list[Json]:
    """Games in the middle."""
    found = []
    for number in range(RECORDS):
        for name in GAMES:
            oldest = branchline.game(name).of_version(1)  # what another checkout knows too
            position = oldest.start(SEATS, seed=f"load {number}")
            anybody = branchline.player("random", seed=number)
            while not position.over:
                position.play(anybody.choose(position))
            found.append(position.at(position.n // 2).record())
    return found


async def lay(
    client: Client, browser: Callable[[], Client], server: Server, record: Json, chance: random.Random
) -> Party:
    """A table for three, each with a browser of their own."""
    keys = [f"load{chance.getrandbits(120):030x}" for _ in range(SEATS)]
    seats = [{"kind": "me", "name": "Ada", "auto": True}, {"kind": "open"}, {"kind": "open"}]
    wish = {"game": record["game"], "seats": seats, "record": record}
    first = {"Authorization": f"Bearer {keys[0]}"}
    async with client.post(f"{server.url}/api/tables", json=wish, headers=first) as answer:
        told = await answer.json()
        assert answer.status == 201, told
    for seat, key in enumerate(keys[1:], 1):
        headers = {"Authorization": f"Bearer {key}"}
        address = f"{server.url}/api/tables/{told['id']}"
        body = {"token": told["table"]["seats"][seat]["token"], "name": f"Player {seat + 1}"}
        async with client.post(f"{address}/join", json=body, headers=headers) as answer:
            assert answer.status == 200, await answer.text()
        async with client.post(f"{address}/settings", json={"auto": True}, headers=headers) as answer:
            assert answer.status == 200, await answer.text()
    return Party(told["id"], [Page(key, browser()) for key in keys], chance)


@asynccontextmanager
async def seated(server: Server, tables: int, figures: Figures) -> AsyncIterator[tuple[Client, list[Party]]]:
    """All parties, with their pages open."""
    async with AsyncExitStack() as browsers:

        def browser() -> Client:
            connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=120)
            made = aiohttp.ClientSession(connector=connector, timeout=aiohttp.ClientTimeout(120))
            browsers.push_async_exit(made)
            return made

        client = browser()
        known, parties, listening = records(), [], []
        gate = asyncio.Semaphore(8)

        async def one(number: int) -> None:
            async with gate:
                parties.append(await lay(client, browser, server, known[number % len(known)], random.Random(number)))

        await asyncio.gather(*(one(number) for number in range(tables)))
        for party in parties:
            for page in party.pages:
                line = await listen(page.browser, server, party.table, page.headers)
                listening.append(asyncio.create_task(page.listen(line, figures)))
        yield client, parties
        for task in listening:
            task.cancel()


async def listen(client: Client, server: Server, table: str, headers: Json) -> Any:
    """As a browser does it, which offers to have its messages packed."""
    address = f"{server.url.replace('http', 'ws')}/tables/{table}/live?packed=1&spliced=1"
    return await client.ws_connect(address, headers=headers, compress=15, max_msg_size=0)


# -- what is measured ---------------------------------------------------------------------------


async def measure(server: Server, tables: int, seconds: float, apart: tuple[float, float]) -> Json:
    figures = Figures()
    async with seated(server, tables, figures) as (_, parties):
        await asyncio.sleep(2)
        idle = await cpu_over(server, IDLE)
        figures.heard.clear()
        before, begun = server.cpu(), time.perf_counter()
        until = asyncio.get_running_loop().time() + seconds
        telling = asyncio.create_task(tell_each_minute(server, figures))
        await asyncio.gather(*(party.play(server, figures, apart, until) for party in parties))
        telling.cancel()
        took, used = time.perf_counter() - begun, server.cpu() - before
        megabytes = server.megabytes()
    moves = len(figures.acknowledged)
    return {
        "moves": moves,
        "refused": figures.refused,
        "not answered": figures.failed,
        "lines lost": figures.closed,
        "games over": figures.over,
        "acknowledged": percentiles(figures.acknowledged),
        "heard": percentiles(figures.heard),
        "generator late": percentiles(figures.late),
        "cpu a move": round(1000 * (used - idle * took) / max(1, moves), 2),
        "cpu of the server": f"{used / took:.0%} of a core",
        "cpu idle": f"{idle:.0%} of a core",
        "megabytes": round(megabytes),
    }


async def tell_each_minute(server: Server, figures: Figures) -> None:
    """Whether memory grows, and whether anything goes wrong, of a long run."""
    for minute in itertools.count():
        wrong = f"{figures.refused} refused, {figures.failed} not answered, {figures.closed} lines lost"
        megabytes, load = server.megabytes(), os.getloadavg()[0]
        print(
            f"minute {minute}: {len(figures.acknowledged)} moves, {wrong}, {megabytes:.0f} MB, load {load:.0f}",
            file=sys.stderr,
            flush=True,
        )
        await asyncio.sleep(60)


async def cpu_over(server: Server, seconds: float) -> float:
    """Cores used while nothing is asked."""
    before, begun = server.cpu(), time.perf_counter()
    await asyncio.sleep(seconds)
    return (server.cpu() - before) / (time.perf_counter() - begun)


async def crowd(server: Server, tables: int, listeners: int, seconds: float) -> Json:
    """Many listen to one table at which a move is made every second or two; what it does to others."""
    figures, opened = Figures(), []
    async with seated(server, tables, figures) as (client, parties):
        lines = [await listen(client, server, parties[0].table, {}) for _ in range(listeners)]
        hearing = [asyncio.create_task(Page("", client).listen(line, Figures())) for line in lines]
        stranger = {"Cookie": f"branchline=stranger{'x' * 20}"}
        until = time.perf_counter() + seconds
        moved = 0.0
        while time.perf_counter() < until:
            if time.perf_counter() > moved + 1.5:
                moved = time.perf_counter()
                making = asyncio.create_task(parties[0].move(server, figures))
                await asyncio.sleep(0)
            begun = time.perf_counter()
            async with client.get(f"{server.url}/", headers=stranger) as answer:
                await answer.read()
                assert answer.status == 200
            opened.append(1000 * (time.perf_counter() - begun))
            await asyncio.sleep(0.02)
        await making
        for task in hearing:
            task.cancel()
        for line in lines:
            await line.close()
    return {
        "listeners": listeners,
        "moves": len(figures.acknowledged),
        "another visitor's page": percentiles(opened),
        "acknowledged": percentiles(figures.acknowledged),
        "heard by the players": percentiles(figures.heard),
    }


def percentiles(values: list[float]) -> str:
    if len(values) < 2:
        return "nothing measured"
    cuts = statistics.quantiles(values, n=100, method="inclusive")
    return f"median {cuts[49]:.0f}, p90 {cuts[89]:.0f}, p99 {cuts[98]:.0f}, worst {max(values):.0f} ms"


def run(checkout: Path, args: argparse.Namespace) -> Json:
    with database(args.database) as url:
        server = Server(checkout, args.workers, url)
        try:
            if args.crowd:
                return asyncio.run(crowd(server, args.tables, args.crowd, args.seconds))
            return asyncio.run(measure(server, args.tables, args.seconds, args.apart))
        finally:
            server.stop()


def run_at_once(checkouts: list[Path], args: argparse.Namespace) -> list[Json]:
    """Several checkouts under the same load at the same time: whatever else the machine does slows all of them."""

    async def all_of_them(servers: list[Server]) -> list[Json]:
        return await asyncio.gather(*(measure(server, args.tables, args.seconds, args.apart) for server in servers))

    with ExitStack() as stack:
        servers = []
        for checkout in checkouts:
            server = Server(checkout, args.workers, stack.enter_context(database(args.database)))
            stack.callback(server.stop)
            servers.append(server)
        return asyncio.run(all_of_them(servers))


def span(text: str) -> tuple[float, float]:
    least, most = map(float, text.split(","))
    return least, most


def main() -> None:
    parser = argparse.ArgumentParser(description="Load on a server.")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--apart", type=span, default=APART, metavar="FROM,TO", help="Seconds between a table's moves.")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--crowd", type=int, default=0, metavar="LISTENERS")
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="Another checkout, with its kernel compiled.")
    parser.add_argument("--at-once", action="store_true", help="Both at the same time, not one after the other.")
    args = parser.parse_args()
    if args.against and args.at_once:
        results = run_at_once([ROOT, args.against], args)
    else:
        results = [run(checkout, args) for checkout in (ROOT, args.against) if checkout]
    print(*(json.dumps(result, indent=2) for result in results), sep="\n")
    if args.against:
        ours, theirs = results
        print(f"CPU a move: {ours['cpu a move'] / theirs['cpu a move']:.2f} of what it takes there")


if __name__ == "__main__":
    main()
