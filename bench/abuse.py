"""One visitor who asks for far too much, and what another one notices of it, as a ratio in one run.

    .venv/bin/python bench/abuse.py --seconds 20

The one lays 200 tables of five Directors, opens 1,000 lines and asks for pages in a loop, eight at a time, from another
address than the server's own. The other opens the home page and a table, again and again, and plays against a Director.
Prints the milliseconds of both without and with the first one, and what the first one was answered. The quotas are the
usual ones; `--quotas` sets others, as `serve` takes them.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

import aiohttp

ROOT = Path(__file__).resolve().parent.parent
TABLES, LINES, AT_ONCE = 200, 1000, 8
TROUBLE = (aiohttp.ClientError, TimeoutError, OSError)

Json = dict[str, Any]
Client = aiohttp.ClientSession


def own_address() -> str:
    """An address of this machine that is not the one at which the host sits."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.connect(("192.0.2.1", 9))  # says nothing to anybody: only which of our addresses would be used
        return str(line.getsockname()[0])


class Server:
    def __init__(self, folder: str, quotas: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        command = [sys.executable, "-m", "branchline", "serve", "--host", "0.0.0.0", "--port", str(self.port)]
        command += ["--database", f"sqlite:///{folder}/tables.sqlite", "--quotas", quotas]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "build" / "compiled")}
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, start_new_session=True)
        assert self.process.stdout is not None
        if b"ready" not in self.process.stdout.readline():
            raise SystemExit("The server did not start.")

    def stop(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


# -- the one ------------------------------------------------------------------------------------


def abuse(url: str, ready: Event, stop: Event, answers: Any) -> None:
    answers.put(asyncio.run(ask_for_much(url, ready, stop)))


async def ask_for_much(url: str, ready: Event, stop: Event) -> Json:
    told: Counter[str] = Counter()
    key = {"Authorization": f"Bearer abuse{'x' * 27}", "Cookie": f"branchline=abuse{'x' * 27}"}
    timeout = aiohttp.ClientTimeout(60)
    async with Client(connector=aiohttp.TCPConnector(limit=0), timeout=timeout, headers=key) as client:
        tables: list[str] = []

        async def lay() -> None:
            seats = [{"kind": "bot", "level": "search-4"}] * 5
            with suppress(*TROUBLE):
                async with client.post(f"{url}/api/tables", json={"game": "mini-rails", "seats": seats}) as answer:
                    told[f"table {answer.status}"] += 1
                    if answer.status == 201:
                        tables.append((await answer.json())["id"])

        async def listen(number: int) -> None:
            with suppress(*TROUBLE):
                where = f"{url.replace('http', 'ws')}/tables/{tables[number % len(tables)]}/live"
                async with client.ws_connect(where) as line:
                    told["line opened"] += 1
                    async for _ in line:
                        if stop.is_set():
                            return
                    return
            told["line refused"] += 1

        async def loop() -> None:
            while not stop.is_set():
                with suppress(*TROUBLE):
                    async with client.get(f"{url}/tables/{tables[0]}" if tables else url) as answer:
                        await answer.read()
                        told[f"page {answer.status}"] += 1

        for _ in range(TABLES):
            await lay()
        lines = [asyncio.create_task(listen(number)) for number in range(LINES if tables else 0)]
        while told["line opened"] + told["line refused"] < len(lines):
            await asyncio.sleep(0.1)
        ready.set()
        await asyncio.gather(*(loop() for _ in range(AT_ONCE)))
        for line in lines:
            line.cancel()
        await asyncio.gather(*lines, return_exceptions=True)
    return dict(told)


# -- the other ----------------------------------------------------------------------------------


class Visitor:
    def __init__(self, url: str, client: Client) -> None:
        self.url, self.client = url, client
        self.table = ""

    async def lay(self) -> None:
        seats = [{"kind": "me", "name": "Ada"}, {"kind": "here"}, {"kind": "bot", "level": "search-4"}]
        wish = {"game": "mini-rails", "seats": seats, "pause": 0}
        async with self.client.post(f"{self.url}/api/tables", json=wish) as answer:
            self.table = (await answer.json())["id"]

    async def look(self, path: str) -> float:
        begun = time.perf_counter()
        async with self.client.get(self.url + path, headers={"Accept": "text/html"}) as answer:
            await answer.read()
            assert answer.status == 200, answer.status
        return 1000 * (time.perf_counter() - begun)

    async def view(self) -> Json:
        async with self.client.get(f"{self.url}/api/tables/{self.table}") as answer:
            told: Json = await answer.json()
            return told

    async def turn(self) -> float | None:
        """How long the Director took to answer; None if it was not asked."""
        told = await self.view()
        if told["view"]["over"]:
            await self.lay()
            return None
        if told["view"]["to_act"] == 2:
            begun = time.perf_counter()
            while (await self.view())["view"]["to_act"] == 2:
                await asyncio.sleep(0.05)
            return 1000 * (time.perf_counter() - begun)
        body = {"move": told["view"]["moves"][0]["move"], "n": told["n"], "confirm": True}
        async with self.client.post(f"{self.url}/api/tables/{self.table}/moves", json=body) as answer:
            assert answer.status == 200, await answer.text()
        return None


async def measure(visitor: Visitor, seconds: float) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {"home": [], "table": [], "Director": []}
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        found["home"].append(await visitor.look("/"))
        found["table"].append(await visitor.look(f"/tables/{visitor.table}"))
        if (took := await visitor.turn()) is not None:
            found["Director"].append(took)
        await asyncio.sleep(0.05)
    return found


async def compare(server: Server, seconds: float) -> Json:
    context = multiprocessing.get_context("spawn")
    ready, stop, answers = context.Event(), context.Event(), context.Queue()
    key = {"Authorization": f"Bearer ada{'y' * 29}", "Cookie": f"branchline=ada{'y' * 29}"}
    async with Client(headers=key, timeout=aiohttp.ClientTimeout(120)) as client:
        visitor = Visitor(f"http://127.0.0.1:{server.port}", client)
        await visitor.lay()
        await measure(visitor, 3)
        alone = await measure(visitor, seconds)
        where = f"http://{own_address()}:{server.port}"
        one = context.Process(target=abuse, args=(where, ready, stop, answers), daemon=True)
        one.start()
        if not await asyncio.to_thread(ready.wait, 300):  # until the tables are laid and the lines open
            raise SystemExit("The one was not ready in time.")
        beside = await measure(visitor, seconds)
        stop.set()
        told = await asyncio.to_thread(answers.get, True, 120)
        one.join(10)
        await asyncio.sleep(2)
        after = await measure(visitor, seconds)
    return {
        "load": os.getloadavg()[0],
        "the one was answered": told,
        **{
            name: {
                "before": shown(alone[name]),
                "beside": shown(beside[name]),
                "after": shown(after[name]),
                "ratio": ratio(alone[name] + after[name], beside[name]),
            }
            for name in alone
        },
    }


def shown(values: list[float]) -> str:
    if len(values) < 2:
        return "nothing measured"
    cuts = statistics.quantiles(values, n=10)
    return f"median {statistics.median(values):.0f}, p90 {cuts[8]:.0f} ms of {len(values)}"


def ratio(without: list[float], beside: list[float]) -> float | None:
    return round(statistics.median(beside) / statistics.median(without), 2) if without and beside else None


def main() -> None:
    parser = argparse.ArgumentParser(description="One who asks for too much, and another.")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--quotas", default="")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        server = Server(folder, args.quotas)
        try:
            print(json.dumps(asyncio.run(compare(server, args.seconds)), indent=2))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
