"""A server that is killed in the middle of a game: what it acknowledged is there when it is back."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

THREE = [{"kind": "me", "name": "Ada"}, {"kind": "here", "name": "Bert"}, {"kind": "here", "name": "Cleo"}]


class Server:
    """A real server in a process of its own, on a socket that outlives it."""

    def __init__(self, database: Path) -> None:
        self.listener = socket.socket()
        self.listener.bind(("127.0.0.1", 0))
        self.listener.listen()
        self.listener.set_inheritable(True)
        self.environment = {**os.environ, "BRANCHLINE_DATABASE": f"sqlite:///{database}"}
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.start()

    def start(self) -> None:
        number = self.listener.fileno()
        command = [sys.executable, "-m", "uvicorn", "--factory", "branchline.server:app", "--fd", str(number)]
        self.process = subprocess.Popen(
            [*command, "--log-level", "error"], env=self.environment, pass_fds=[number], start_new_session=True
        )

    def kill(self) -> None:
        """As a crash would: no goodbye."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path / "tables.sqlite")
    yield made
    made.kill()
    made.listener.close()


def move(client: httpx.Client, view: dict[str, Any]) -> dict[str, Any]:
    body = {"move": view["view"]["moves"][-1]["move"], "n": view["n"], "confirm": True}
    answer = client.post(f"/api/tables/{view['id']}/moves", json=body)
    assert answer.status_code == 200, answer.text
    after: dict[str, Any] = answer.json()
    return after


def test_an_acknowledged_move_survives_kill_9(server: Server) -> None:
    with httpx.Client(base_url=server.url, timeout=60) as client:
        view = client.post("/api/tables", json={"game": "mini-rails", "seats": THREE}).json()
        key = {"Authorization": f"Bearer {view['key']}"}
    for _ in range(2):
        with httpx.Client(base_url=server.url, timeout=60, headers=key) as client:
            view = move(client, move(client, view))
            acknowledged = client.get(f"/api/tables/{view['id']}").json()
        server.kill()
        server.start()
        with httpx.Client(base_url=server.url, timeout=60, headers=key) as client:
            assert client.get(f"/api/tables/{view['id']}").json() == acknowledged


def test_a_move_under_way_when_the_server_dies_stands_whole_or_not_at_all(server: Server) -> None:
    with httpx.Client(base_url=server.url, timeout=60) as client:
        view = client.post("/api/tables", json={"game": "mini-rails", "seats": THREE}).json()
        path, key = f"/api/tables/{view['id']}", {"Authorization": f"Bearer {view['key']}"}
    buy = next(offer["move"] for offer in view["view"]["moves"] if offer["move"].startswith("buy"))
    wish = httpx.Request("POST", server.url + f"{path}/moves", json={"move": buy, "n": view["n"], "confirm": True})
    with socket.create_connection(server.listener.getsockname()) as line:
        head = "".join(f"{name}: {value}\r\n" for name, value in {**wish.headers, **key}.items())
        line.sendall(f"POST {path}/moves HTTP/1.1\r\n{head}\r\n".encode() + wish.content)
        server.kill()
    server.start()
    with httpx.Client(base_url=server.url, timeout=60, headers=key) as client:
        moves = client.get(f"{path}/record").json()["moves"]
    assert moves[view["n"] :] in ([], [[view["view"]["to_act"], buy]])
