"""What a server survives: killed in the middle of moves, talk and notices, again and again.

    .venv/bin/python bench/faults.py --kills 40 --database sqlite          kill -9 of server, of a worker, of bots
    .venv/bin/python bench/faults.py --kills 40 --database postgresql      and of PostgreSQL
    .venv/bin/python bench/faults.py --only disk,hang,gone,clock,deaf      the other faults, one after the other

People play at a few tables with a bot each, talk, and name a friend, who is told by a hook of theirs; all of it over
the API, by real processes. Whatever the server said yes to is written down here. At the end every move has to stand in
the record where it was made, every remark once, every notice once in the outbox and its letter at most once in the
friend's letterbox; no bot may be stuck. "back" is the time from the kill until the server's health is good again, and
"CPU" what a new server had used by then. A small disk and a network that can be cut need root, on Linux.
`docs/faults.md` has figures.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import aiohttp
import sqlalchemy as sa

ROOT = Path(__file__).resolve().parent.parent
GAME = "mini-rails"
TROUBLE = (aiohttp.ClientError, TimeoutError, OSError)
APART = (0.5, 3.0)  # seconds between two kills, once all is well again
BREATH = 0.05  # seconds between two wishes of a party: the cores are for what is started again
DRAFTED = -9  # instead of a seat
PATIENCE = 600.0  # seconds after which something is stuck, on however slow a machine

Json = dict[str, Any]


# -- the processes ------------------------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Server:
    """`branchline serve`, always on the same port."""

    def __init__(self, database: str, workers: int, letterbox: int) -> None:
        self.port, self.database, self.workers, self.letterbox = free_port(), database, workers, letterbox
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "branchline", "serve", "--port", str(self.port), "--database", self.database]
        command += ["--workers", str(self.workers), "--notify-private", f"127.0.0.1:{self.letterbox}"]
        self.log = Path(tempfile.gettempdir()) / f"faults-{self.port}.log"
        with self.log.open("a") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)

    def children(self) -> dict[int, str]:
        """All processes that came of the server, with their command lines."""
        parents, found = {}, {self.process.pid: ""}
        for entry in Path("/proc").iterdir():
            with suppress(ValueError, OSError):
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        grown = True
        while grown:
            fresh = [pid for pid, parent in parents.items() if parent in found and pid not in found]
            grown = bool(fresh)
            for pid in fresh:
                with suppress(OSError):
                    found[pid] = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
                found.setdefault(pid, "")
        del found[self.process.pid]
        return found

    def kill(self) -> None:
        """As a power cut would: all of it, without a goodbye."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def restart(self) -> None:
        self.kill()
        self.start()

    def kill_worker(self) -> None:
        """One of those that serve: forked off the first process, they look like it."""
        serving = [pid for pid, words in self.children().items() if " serve " in words]
        os.kill(random.choice(serving), signal.SIGKILL)

    def kill_bots(self) -> None:
        for pid, words in self.children().items():
            if "spawn_main" in words:
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)

    def cpu(self) -> float:
        """Seconds of CPU that all its processes have used."""
        ticks = 0
        for pid in [self.process.pid, *self.children()]:
            with suppress(OSError):
                ticks += sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        kilobytes = 0
        for pid in [self.process.pid, *self.children()]:
            with suppress(OSError, StopIteration):
                lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
                kilobytes += int(next(line for line in lines if line.startswith("Pss:")).split()[1])
        return kilobytes / 1000


def parent_of(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


class Postgres:
    """A PostgreSQL of its own, which keeps its promises; behind a cable that can be pulled, if wanted."""

    def __init__(self, folder: Path, cable: "Cable | None" = None) -> None:
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
        if not found:
            raise SystemExit("There is no PostgreSQL here.")
        self.tools, self.folder, self.cable = found[-1], folder, cable
        self.run("initdb", "-D", str(folder / "data"), "-U", "branchline", "-A", "trust", "-E", "UTF8", "--no-locale")
        self.url = f"postgresql://branchline@/postgres?host={folder}"
        if cable:
            self.url = f"postgresql://branchline@{cable.there}/postgres"
            with (folder / "data" / "pg_hba.conf").open("a") as lets_in:
                lets_in.write(f"host all all {cable.here}/32 trust\n")
        self.start()

    def run(self, tool: str, *words: str) -> None:
        before: list[str] = self.cable.other_side if self.cable else []
        if os.getuid() == 0:  # PostgreSQL does not run as root
            subprocess.run(["chown", "-R", "postgres", str(self.folder)], check=True)
            before = [*before, "setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"]
        subprocess.run([*before, str(self.tools / tool), *words], check=True, stdout=subprocess.DEVNULL, cwd="/")

    def start(self) -> None:
        options = f"-c listen_addresses='{self.cable.there if self.cable else ''}' -k {self.folder}"
        words = ["-D", str(self.folder / "data"), "-l", str(self.folder / "log"), "-w", "-t", "120"]
        self.run("pg_ctl", *words, "-o", options, "start")

    def processes(self) -> list[int]:
        first = int((self.folder / "data" / "postmaster.pid").read_text().split("\n")[0])
        others = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
        return [first, *(pid for pid in others if parent_of(pid) == first)]

    def signal(self, number: signal.Signals) -> None:
        for pid in self.processes():
            with suppress(OSError):
                os.kill(pid, number)

    def restart(self) -> None:
        first = self.processes()
        self.signal(signal.SIGKILL)
        while any(Path(f"/proc/{pid}/stat").exists() and state_of(pid) != "Z" for pid in first):
            time.sleep(0.05)
        (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)
        for left in reversed(range(20)):  # one that was just born may outlive its parent for a moment
            try:
                return self.start()
            except subprocess.CalledProcessError:
                if not left:
                    raise SystemExit((self.folder / "log").read_text()[-2000:]) from None
                time.sleep(0.5)

    def stop(self) -> None:
        with suppress(OSError, ValueError):
            self.signal(signal.SIGKILL)


class Cable:
    """A network of two, this machine and another that is none."""

    here, there = "10.213.77.1", "10.213.77.2"

    def __init__(self) -> None:
        self.name = f"faults{os.getpid()}"
        self.other_side = ["ip", "netns", "exec", self.name]
        for words in (
            f"netns add {self.name}",
            f"link add bl{os.getpid()} type veth peer name far netns {self.name}",
            f"addr add {self.here}/30 dev bl{os.getpid()}",
            f"link set bl{os.getpid()} up",
            f"-n {self.name} addr add {self.there}/30 dev far",
            f"-n {self.name} link set far up",
            f"-n {self.name} link set lo up",
        ):
            subprocess.run(["ip", *words.split()], check=True)

    def pull(self) -> None:
        subprocess.run(["ip", "-n", self.name, "link", "set", "far", "down"], check=True)

    def plug(self) -> None:
        subprocess.run(["ip", "-n", self.name, "link", "set", "far", "up"], check=True)

    def remove(self) -> None:
        subprocess.run(["ip", "netns", "del", self.name])


def state_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


class Letterbox:
    """Where the friend's notices arrive."""

    def __init__(self) -> None:
        box = self
        self.letters: list[bytes] = []

        class Slot(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                box.letters.append(self.rfile.read(int(self.headers.get("content-length", 0))))
                with suppress(OSError):
                    self.send_response(200)
                    self.end_headers()
                    self.wfile.write(b"{}")

            do_PUT = do_POST  # noqa: N815

            def finish(self) -> None:
                with suppress(OSError):  # who sent it was killed before the answer
                    super().finish()

            def log_message(self, *words: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Slot)
        self.port = int(self.server.server_address[1])
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


# -- those who play -----------------------------------------------------------------------------


@dataclass
class Kept:
    """What the server has said yes to, and what it may have done without saying so."""

    moves: dict[str, dict[int, list[Any]]] = field(default_factory=dict)  # by table: n -> seat and move
    remarks: dict[str, list[str]] = field(default_factory=dict)
    perhaps: set[str] = field(default_factory=set)
    refused: Counter[str] = field(default_factory=Counter)

    @property
    def counts(self) -> Json:
        return {"moves": sum(map(len, self.moves.values())), "remarks": sum(map(len, self.remarks.values()))}


class Party:
    """Ada and Bert, each with a browser, and a bot; when a game is over they lay the next."""

    def __init__(self, number: int, server: Server, kept: Kept, client: aiohttp.ClientSession) -> None:
        self.number, self.server, self.kept, self.client = number, server, kept, client
        self.keys = [f"faults{number:03}{who}{random.getrandbits(100):030x}" for who in ("a", "b")]
        self.table = ""
        self.said = 0
        self.chance = random.Random(number)

    async def ask(self, who: int, method: str, path: str, body: Json | None = None) -> tuple[int, Json]:
        """The status and what was said; 0 if nobody answers."""
        headers = {"Authorization": f"Bearer {self.keys[who]}"}
        try:
            async with self.client.request(method, self.server.url + path, json=body, headers=headers) as answer:
                return answer.status, await answer.json()
        except (*TROUBLE, ValueError):
            return 0, {}

    async def surely(self, who: int, method: str, path: str, body: Json | None = None) -> Json:
        """Asked again until it is answered: only what may be done twice."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            status, told = await self.ask(who, method, path, body)
            if 200 <= status < 500:
                return told
            await asyncio.sleep(0.1)
        raise TimeoutError(f"{path} was not answered for {PATIENCE:g} s.")

    async def lay(self) -> None:
        seats = [{"kind": "me", "name": "Ada"}, {"kind": "open", "name": "Bert"}, {"kind": "bot", "level": "greedy"}]
        told = await self.surely(0, "POST", "/api/tables", {"game": GAME, "seats": seats, "pause": 0})
        self.table = told["id"]
        token = told["table"]["seats"][1]["token"]
        await self.surely(1, "POST", f"/api/tables/{self.table}/join", {"token": token, "name": "Bert"})

    async def want_notices(self) -> None:
        """Bert has a hook, and is told at once."""
        headers = {
            "Cookie": f"branchline={self.keys[1]}",
            "Origin": self.server.url,
            "Content-Type": "application/x-www-form-urlencoded",
        }
        hook = {"kind": "ntfy", "address": f"http://127.0.0.1:{self.server.letterbox}/bert{self.number}"}
        for path, form in (("/me/notices", {"delay": "0", "digest": ""}), ("/me/notices/hook", hook)):
            async with self.client.post(
                self.server.url + path, data=urlencode(form), headers=headers, allow_redirects=False
            ) as answer:
                if answer.status != 303:
                    raise SystemExit(f"{path}: {answer.status} {(await answer.text())[:2000]}")

    async def play(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            told = await self.surely(0, "GET", f"/api/tables/{self.table}")
            if told["view"]["over"]:
                await self.lay()
                continue
            if self.chance.random() < 0.3:
                await self.speak()
            to_act = told["view"]["to_act"]
            if to_act == 2:
                await asyncio.sleep(0.05)
            elif to_act is not None:
                await self.move(to_act)
            await asyncio.sleep(BREATH)

    async def speak(self) -> None:
        self.said += 1
        text = f"Bert, this is word {self.number}.{self.said} of mine"
        status, told = await self.ask(0, "POST", f"/api/tables/{self.table}/remarks", {"text": text})
        if 200 <= status < 300:
            self.kept.remarks.setdefault(self.table, []).append(text)
        else:
            self.note(status, told, text)

    async def move(self, seat: int) -> None:
        status, told = await self.ask(seat, "GET", f"/api/tables/{self.table}")
        if status != 200 or not told["view"]["moves"] or told["view"]["to_act"] != seat:
            return
        n, move = told["n"], self.chance.choice(told["view"]["moves"])["move"]
        body = {"move": move, "n": n, "confirm": True}
        status, told = await self.ask(seat, "POST", f"/api/tables/{self.table}/moves", body)
        if status == 200:
            self.kept.moves.setdefault(self.table, {})[n] = [seat, move]
        else:
            self.note(status, told, f"{self.table} {n}")

    def note(self, status: int, told: Json, what: str) -> None:
        self.kept.perhaps.add(what)
        self.kept.refused[f"{status} {told.get('rule', '')}".strip()] += 1


async def healthy(server: Server, client: aiohttp.ClientSession) -> bool:
    with suppress(*TROUBLE):
        async with client.get(f"{server.url}/health", timeout=aiohttp.ClientTimeout(3)) as answer:
            return answer.status == 200
    return False


async def back(server: Server, client: aiohttp.ClientSession) -> float:
    """Seconds until all is well."""
    begun = time.monotonic()
    while not await healthy(server, client):
        if time.monotonic() > begun + PATIENCE:
            raise SystemExit(f"The server is not back after {PATIENCE:g} s: {server.log.read_text()[-2000:]}")
        await asyncio.sleep(0.02)
    return time.monotonic() - begun


# -- what is found afterwards ---------------------------------------------------------------------


@dataclass
class Found:
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)


def audit_database(url: str, kept: Kept, letters: int, found: Found) -> Json:
    """Moves and remarks of all tables, also of those that are over; notices and letters."""
    engine = sa.create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    with engine.connect() as connection:
        rows = connection.execute(sa.text("select table_id, n, seat, text from moves order by table_id, n")).all()
        stand: dict[str, dict[int, list[Any]]] = {}
        for table, n, seat, text in rows:
            stand.setdefault(table, {})[n] = [seat, text]
        # The first steps of a turn that is not complete stand in its draft.
        for table, n, draft in connection.execute(sa.text("select id, n, draft from tables")):
            steps = json.loads(draft) if isinstance(draft, str) else draft
            stand.setdefault(table, {}).update({n + k: [DRAFTED, text] for k, text in enumerate(steps or (), 1)})
        first = min((min(moves) for moves in stand.values()), default=0)
        for table, made in kept.moves.items():
            for n, what in made.items():
                if stand.get(table, {}).get(n + first) not in (what, [DRAFTED, what[1]]):
                    found.lost.append(
                        f"move {n} of {table}: {what}, there stands {stand.get(table, {}).get(n + first)}"
                    )
        said = Counter(text for (text,) in connection.execute(sa.text("select text from remarks where kind = 'talk'")))
        for table, texts in kept.remarks.items():
            for text in texts:
                if said[text] == 0:
                    found.lost.append(f"remark at {table}: {text}")
        found.doubled += [f"remark {text}" for text, times in said.items() if times > 1]
        named = connection.execute(sa.text("select count(*) from notices where kind = 'named'")).scalar_one()
        called = connection.execute(sa.text("select count(*) from channels")).scalar_one()  # else nobody is to be told
        if called and named != sum(said.values()):
            (found.lost if named < sum(said.values()) else found.doubled).append(
                f"{named} notices of {sum(said.values())} remarks"
            )
        states = connection.execute(sa.text("select state, count(*) from letters group by state"))
        fates = {str(state): int(count) for state, count in states}
        posted: Counter[int] = Counter()
        for (ids,) in connection.execute(sa.text("select notices from letters")):
            posted.update(json.loads(ids) if isinstance(ids, str) else ids)
        found.doubled += [f"notice {id} in {times} letters" for id, times in posted.items() if times > 1]
    engine.dispose()
    sent, unsure = fates.get("sent", 0), fates.get("sending", 0) + fates.get("unknown", 0)
    if letters > sent + unsure:
        found.doubled.append(f"{letters} letters arrived, {sent} were sent and {unsure} perhaps")
    if letters < sent:
        found.lost.append(f"{letters} letters arrived of {sent} that were sent")
    return {"notices": named, "letters": fates, "arrived": letters}


async def kills(
    server: Server, faults: dict[str, Callable[[], None]], count: int, minutes: float, letterbox: Letterbox
) -> Json:
    kept, found = Kept(), Found()
    waits: dict[str, list[float]] = {name: [] for name in faults}
    used: list[float] = []
    timeout = aiohttp.ClientTimeout(20)
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), timeout=timeout) as client:
        started = await back(server, client)
        parties = [Party(number, server, kept, client) for number in range(4)]
        for party in parties:
            await party.lay()
            await party.want_notices()
        stop = asyncio.Event()
        playing = [asyncio.create_task(party.play(stop)) for party in parties]
        chance = random.Random(count)
        until = time.monotonic() + 60 * minutes
        for number in range(count):
            if time.monotonic() > until:
                break
            await asyncio.sleep(chance.uniform(*APART))
            name = list(faults)[number % len(faults)]
            before = time.monotonic()
            await asyncio.to_thread(faults[name])
            await back(server, client)
            waits[name].append(time.monotonic() - before)
            if name == "server":
                used.append(server.cpu())
            if any(task.done() for task in playing):
                break
            print(f"{number + 1}/{count} {name}: back after {waits[name][-1]:.1f} s, {kept.counts}", flush=True)
        stop.set()
        ends = await asyncio.gather(*playing, return_exceptions=True)
        found.stuck += [repr(end) for end in ends if end is not None]
        for party in parties:
            until = time.monotonic() + PATIENCE
            while (told := await party.surely(0, "GET", f"/api/tables/{party.table}"))["view"]["to_act"] == 2:
                if time.monotonic() > until:
                    found.stuck.append(party.table)
                    break
                await asyncio.sleep(0.2)
            assert told
        await asyncio.sleep(5)  # the last letters
    server.kill()
    told_of = audit_database(server.database, kept, len(letterbox.letters), found)
    return {
        "kills": sum(map(len, waits.values())),
        "first start, seconds": round(started, 1),
        "acknowledged": kept.counts,
        "not acknowledged": dict(kept.refused),
        **told_of,
        "lost": found.lost,
        "doubled": found.doubled,
        "bots stuck": found.stuck,
        "back, seconds": {name: spread(values) for name, values in waits.items()},
        "CPU until back, seconds": spread(used),
    }


def spread(values: list[float]) -> str:
    if not values:
        return "none"
    late = sum(value > 5 for value in values)
    return f"median {statistics.median(values):.1f}, worst {max(values):.1f}, {late} of {len(values)} beyond 5"


# -- other faults -------------------------------------------------------------------------------------


async def playing_on(server: Server, seconds: float, kept: Kept, then: Callable[[], Any] = lambda: None) -> Json:
    """People play while something is done to the server."""
    timeout = aiohttp.ClientTimeout(60)
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), timeout=timeout) as client:
        await back(server, client)
        parties = [Party(number, server, kept, client) for number in range(3)]
        for party in parties:
            await party.lay()
        stop = asyncio.Event()
        playing = [asyncio.create_task(party.play(stop)) for party in parties]
        await asyncio.sleep(2)
        done = await asyncio.to_thread(then)
        await asyncio.sleep(seconds)
        well = await back(server, client)
        stop.set()
        await asyncio.gather(*playing)
    return {"done": done, "back": round(well, 1), **kept.counts, "not acknowledged": dict(kept.refused)}


def disk_full(folder: Path) -> Json:
    """A disk of two megabytes: what is refused says so, what was acknowledged is there, and when there is room again,
    all goes on without a new start."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "faults", str(folder)], check=True)
    letterbox, kept, found = Letterbox(), Kept(), Found()
    url = f"sqlite:///{folder}/tables.sqlite"
    server = Server(url, 1, letterbox.port)
    answers: Counter[str] = Counter()

    async def fill() -> None:
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(60)) as client:
            party = Party(9, server, kept, client)
            seats = [{"kind": "me", "name": "Ada"}, {"kind": "here"}, {"kind": "here"}]
            full = 0
            while full < 20 and sum(answers.values()) < 3000:
                status, said = await party.ask(0, "POST", "/api/tables", {"game": GAME, "seats": seats})
                answers[f"{status} {said.get('reason', '')}"] += 1
                full += status == 503

    def story() -> Json:
        asyncio.run(fill())
        time.sleep(5)  # people go on trying to play
        told = {"while full": dict(answers), "still up": server.process.poll() is None}
        subprocess.run(["mount", "-o", "remount,size=64m", str(folder)], check=True)
        return told | {"acknowledged until then": kept.counts}

    try:
        told = asyncio.run(playing_on(server, 5, kept, story))
        server.kill()
        audit_database(url, kept, 0, found)
    finally:
        subprocess.run(["umount", "-l", str(folder)])
    return {**told, "lost": found.lost, "doubled": found.doubled}


def database_hangs(folder: Path, seconds: float = 20.0) -> Json:
    """PostgreSQL stands still and goes on."""
    postgres, letterbox, kept, found = Postgres(folder), Letterbox(), Kept(), Found()
    server = Server(postgres.url, 2, letterbox.port)
    asked: list[str] = []

    def hang() -> str:
        postgres.signal(signal.SIGSTOP)
        try:
            begun = time.monotonic()
            with suppress(OSError):
                told = subprocess.run(
                    ["curl", "-s", "-m", "15", "-w", "%{http_code}", "-o", "/dev/null", f"{server.url}/health"],
                    capture_output=True,
                    text=True,
                )
                asked.append(f"health {told.stdout} after {time.monotonic() - begun:.1f} s")
            time.sleep(max(0.0, seconds - (time.monotonic() - begun)))
        finally:
            postgres.signal(signal.SIGCONT)
        return ", ".join(asked)

    told = asyncio.run(playing_on(server, 5, kept, hang))
    server.kill()
    audit_database(postgres.url, kept, 0, found)
    postgres.stop()
    return {**told, "lost": found.lost, "doubled": found.doubled}


def database_gone(folder: Path) -> Json:
    """PostgreSQL's machine loses its power and comes back; nobody was told, so that lines that only listen are dead
    without knowing it. How long until every worker listens again?"""
    cable = Cable()
    postgres, letterbox, kept, found = Postgres(folder, cable), Letterbox(), Kept(), Found()
    server = Server(postgres.url, 2, letterbox.port)

    def listening() -> int:
        engine = sa.create_engine(postgres.url.replace("postgresql://", "postgresql+psycopg://"))
        count = "select count(*) from pg_stat_activity where query = 'listen branchline'"
        try:
            with engine.connect() as connection:
                return int(connection.execute(sa.text(count)).scalar_one())
        finally:
            engine.dispose()

    def power_cut() -> str:
        before = listening()
        cable.pull()
        postgres.restart()
        time.sleep(2)
        cable.plug()
        begun = time.monotonic()
        while listening() < before and time.monotonic() < begun + PATIENCE:
            time.sleep(0.5)
        return f"{before} listened before, {listening()} again after {time.monotonic() - begun:.1f} s"

    try:
        told = asyncio.run(playing_on(server, 5, kept, power_cut))
        server.kill()
        audit_database(postgres.url, kept, 0, found)
    finally:
        postgres.stop()
        cable.remove()
    return {**told, "lost": found.lost, "doubled": found.doubled}


def clock_jumps(folder: Path) -> Json:
    """A day ahead and two back, in the middle of a game with a pace; in one process, whose clock can be set."""
    import httpx

    from branchline.table.bots import Bots
    from branchline.table.clock import SetClock
    from branchline.web.app import create_app

    async def story() -> Json:
        clock = SetClock(1772539200.0)
        app = create_app(f"sqlite:///{folder}/clock.sqlite", bots=Bots(workers=1), clock=clock)
        answers: Counter[int] = Counter()
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url="http://table.test", timeout=60) as client:
                seats = [{"kind": "me", "name": "Ada"}, {"kind": "here"}, {"kind": "bot", "level": "greedy"}]
                laid = (await client.post("/api/tables", json={"game": GAME, "seats": seats, "pause": 0})).json()
                for step in range(30):
                    clock.forward(seconds=(86_400, -172_800, 86_500)[step % 3])
                    for _ in range(600):
                        told = (await client.get(f"/api/tables/{laid['id']}")).json()
                        if told["view"]["over"] or told["view"]["to_act"] in (0, 1):
                            break
                        await asyncio.sleep(0.05)
                    if told["view"]["over"]:
                        break
                    body = {"move": told["view"]["moves"][0]["move"], "n": told["n"], "confirm": True}
                    body["seat"] = told["view"]["to_act"]
                    answer = await client.post(f"/api/tables/{laid['id']}/moves", json=body)
                    answers[answer.status_code] += 1
        return {"moves by answer": dict(answers)}

    return asyncio.run(story())


def deaf(folder: Path) -> Json:
    """Two hundred lines that read nothing, at a table at which people play."""
    letterbox, kept = Letterbox(), Kept()
    server = Server(f"sqlite:///{folder}/deaf.sqlite", 1, letterbox.port)

    async def story() -> Json:
        timeout = aiohttp.ClientTimeout(30)
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), timeout=timeout) as client:
            await back(server, client)
            party = Party(0, server, kept, client)
            await party.lay()
            lines = []
            for _ in range(200):
                line = socket.create_connection(("127.0.0.1", server.port))
                line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                head = f"GET /tables/{party.table}/live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                head += "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                line.sendall((head + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").encode())
                lines.append(line)
            await asyncio.sleep(3)
            memory = [server.megabytes()]
            for _ in range(6):
                stop = asyncio.Event()
                playing = asyncio.create_task(party.play(stop))
                await asyncio.sleep(5)
                stop.set()
                await playing
                memory.append(server.megabytes())
            for line in lines:
                line.close()
        return {"megabytes": [round(one) for one in memory], **kept.counts, "not acknowledged": dict(kept.refused)}

    try:
        return asyncio.run(story())
    finally:
        server.kill()


OTHERS = {"disk": disk_full, "hang": database_hangs, "gone": database_gone, "clock": clock_jumps, "deaf": deaf}


# -- a run --------------------------------------------------------------------------------------------


@contextmanager
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="faults-", ignore_cleanup_errors=True) as made:
        os.chmod(made, 0o755)
        yield Path(made)


def run_kills(kind: str, count: int, minutes: float, workers: int) -> Json:
    letterbox = Letterbox()
    with folder() as made:
        postgres = Postgres(made) if kind == "postgresql" else None
        server = Server(postgres.url if postgres else f"sqlite:///{made}/tables.sqlite", workers, letterbox.port)
        faults: dict[str, Callable[[], None]] = {"server": server.restart, "bots": server.kill_bots}
        if workers > 1:
            faults["one worker"] = server.kill_worker
        if postgres is not None:
            faults["PostgreSQL"] = postgres.restart
        try:
            return asyncio.run(kills(server, faults, count, minutes, letterbox))
        finally:
            with suppress(OSError):
                server.kill()
            if postgres is not None:
                postgres.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description="Faults that a server survives.")
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--minutes", type=float, default=600, help="End after so many, however few kills there were.")
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", default="", help=f"Some of {', '.join(OTHERS)}, instead of kills.")
    args = parser.parse_args()
    results: Json = {"load": os.getloadavg()[1]}
    for name in filter(None, args.only.split(",")):
        with folder() as made:
            results[name] = OTHERS[name](made)
        print(name, json.dumps(results[name]), flush=True)
    if not args.only:
        results |= run_kills(args.database, args.kills, args.minutes, args.workers)
    results["load at the end"] = os.getloadavg()[1]
    print(json.dumps(results, indent=2))
    bad = [results.get(name) for name in ("lost", "doubled", "bots stuck")]
    sys.exit(1 if any(bad) else 0)


if __name__ == "__main__":
    main()
