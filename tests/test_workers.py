"""Several processes serve, and one keeps them: whoever dies has a successor, however often it has to be tried."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import IO, Any

import pytest

from branchline.usher import CAN_LEAD

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="nobody is killed there")

KEEPER = f"""
import logging, sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
import uvicorn
from branchline.server import listen
from branchline.workers import Workers
listener = listen("127.0.0.1", 0)
logging.basicConfig(format="%(message)s", stream=sys.stdout, level=logging.WARNING)
config = uvicorn.Config("test_workers:app", factory=True, workers=2, log_level="critical")
Workers(config, [listener], lambda: print("ready", listener.getsockname()[1], flush=True)).run()
"""


def app() -> Any:
    """Tells who serves; while the file is there, nobody can start."""
    spoiled = Path(os.environ["SPOILED"])

    async def serve(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await receive()
            failed = spoiled.exists()
            await send({"type": f"lifespan.startup.{'failed' if failed else 'complete'}"})
            if not failed:
                await receive()
                await send({"type": "lifespan.shutdown.complete"})
        else:
            while (await receive()).get("more_body"):
                pass
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": str(os.getpid()).encode()})

    return serve


@contextmanager
def kept(spoiled: Path) -> Iterator[tuple["subprocess.Popen[str]", IO[str]]]:
    environment = {**os.environ, "SPOILED": str(spoiled)}
    command = [sys.executable, "-c", KEEPER]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    ) as keeper:
        assert keeper.stdout is not None
        try:
            yield keeper, keeper.stdout
        finally:
            keeper.kill()


def serving(port: str) -> int:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=60) as told:
        return int(told.read())


def test_a_worker_that_cannot_start_is_tried_again_while_the_other_serves(tmp_path: Path) -> None:
    spoiled = tmp_path / "spoiled"
    with kept(spoiled) as (keeper, said):
        port = said.readline().split()[1]
        spoiled.touch()
        victim = serving(port)
        os.kill(victim, signal.SIGKILL)
        assert said.readline() == "A worker has ended; its successor starts.\n"
        pauses = [
            re.fullmatch(r"A worker could not start; it is tried again in (\d+) s.\n", said.readline()) for _ in "123"
        ]
        assert [pause and pause[1] for pause in pauses] == ["1", "2", "4"]
        survivor = serving(port)
        assert survivor != victim
        spoiled.unlink()
        while serving(port) in (survivor, victim):
            pass
        keeper.send_signal(signal.SIGTERM)
        assert said.read() == ""
        assert keeper.wait() == 0


def test_a_server_that_waits_to_try_again_is_stopped_all_the_same(tmp_path: Path) -> None:
    spoiled = tmp_path / "spoiled"
    with kept(spoiled) as (keeper, said):
        port = said.readline().split()[1]
        spoiled.touch()
        os.kill(serving(port), signal.SIGKILL)
        assert any("tried again in 2 s" in line for line in said)
        keeper.send_signal(signal.SIGINT)
        assert keeper.wait(60) == 0


def test_a_worker_that_hangs_does_not_keep_the_server_from_ending(tmp_path: Path) -> None:
    with kept(tmp_path / "spoiled") as (keeper, said):
        os.kill(serving(said.readline().split()[1]), signal.SIGSTOP)
        keeper.send_signal(signal.SIGTERM)
        assert said.read() == "A worker does not put the table away; it is ended.\n"
        assert keeper.wait() == 0


def test_the_first_start_has_to_succeed(tmp_path: Path) -> None:
    spoiled = tmp_path / "spoiled"
    spoiled.touch()
    with kept(spoiled) as (keeper, said):
        told = said.read()
        assert "Refused: A worker could not be started, so the server ends." in told
        assert "ready" not in told
        assert keeper.wait() == 1


def asked(line: HTTPConnection, path: str) -> tuple[int, bool]:
    """Who served it, and whether the line stays open."""
    line.request("GET", path)
    told = line.getresponse()
    return int(told.read()), not told.will_close


@pytest.mark.skipif(not CAN_LEAD, reason="no line can be handed over here")
def test_all_who_come_to_a_table_are_led_to_one_worker(tmp_path: Path) -> None:
    with kept(tmp_path / "spoiled") as (keeper, said):
        port = int(said.readline().split()[1])

        def lines(count: int) -> list[HTTPConnection]:
            return [HTTPConnection("127.0.0.1", port, timeout=60) for _ in range(count)]

        tables = [f"table-{k}" for k in range(16)]
        homes = {table: {asked(line, f"/tables/{table}/live") for line in lines(6)} for table in tables}
        assert [served for served in homes.values() if len(served) > 1] == []
        workers = {worker for served in homes.values() for worker, _ in served}
        assert len(workers) == 2
        assert all(stays for served in homes.values() for _, stays in served)

        # A line that leads elsewhere is answered there, and closed; the next one leads home, also below a prefix.
        [line] = lines(1)
        here, elsewhere = (next(table for table in tables if (worker, True) in homes[table]) for worker in workers)
        first, _ = asked(line, f"/tables/{here}")
        assert asked(line, f"/tables/{elsewhere}") == (first, False)
        other, stays = asked(line, f"/club/api/tables/{elsewhere}?since=1")
        assert (other != first, stays) == (True, True)

        # Whose worker has died is served by another, until its successor stands in its place.
        os.kill(other, signal.SIGKILL)
        served = [other]
        while {first, other} >= set(served):
            with suppress(OSError):  # it died with a line in its hand
                served.append(asked(lines(1)[0], f"/tables/{elsewhere}")[0])
        assert first in served
        keeper.send_signal(signal.SIGTERM)
        assert keeper.wait(60) == 0


@pytest.mark.skipif(not CAN_LEAD, reason="no line can be handed over here")
def test_what_is_sent_after_the_first_words_arrives_too_and_the_silent_are_let_go(tmp_path: Path) -> None:
    with kept(tmp_path / "spoiled") as (keeper, said):
        port = int(said.readline().split()[1])
        silent = socket.create_connection(("127.0.0.1", port), 60)
        for k in range(8):
            with socket.create_connection(("127.0.0.1", port), 60) as line:
                line.sendall(f"POST /tables/{k}/move HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n".encode())
                line.sendall(b"Connection: close\r\n\r\n" + b"a")
                line.sendall(b"ll of it")
                assert line.makefile("rb").read().startswith(b"HTTP/1.1 200")
        keeper.send_signal(signal.SIGTERM)
        assert silent.recv(1) == b""
        assert keeper.wait(60) == 0
