"""How long a move takes to be acknowledged, and to show on another screen.

One server, then two on one SQLite file, where the move is made at one and heard at the other. Both
servers, the player and the listener share one process and so one core; the listener is the API's
feed, not a page. Prints the median and the worst of the moves of one game, in milliseconds.

    python bench/feed.py
"""

import argparse
import asyncio
import json
import socket
import statistics
import tempfile
import time
from typing import Any

import httpx
import uvicorn
import websockets

from branchline.table.bots import Bots
from branchline.web.app import create_app

SEATS = [{"kind": "me", "name": "Ada"}, {"kind": "here", "name": "Bert"}, {"kind": "here", "name": "Cleo"}]


async def serve(database: str) -> tuple[uvicorn.Server, asyncio.Task[None], str]:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # or asyncio leaves Nagle on
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    app = create_app(database, bots=Bots(workers=1, warm=False))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    return server, serving, f"127.0.0.1:{listener.getsockname()[1]}"


async def measure(here: str, there: str) -> dict[str, float]:
    """Play a game at one server and listen at the other."""
    acknowledged, heard = [], []
    async with httpx.AsyncClient(base_url=f"http://{here}", timeout=30) as client:
        view: dict[str, Any] = (await client.post("/api/tables", json={"game": "mini-rails", "seats": SEATS})).json()
        path = f"/api/tables/{view['id']}"
        async with websockets.connect(f"ws://{there}{path}/feed", max_size=None) as screen:
            await screen.recv()
            while not view["view"]["over"]:
                body = {"move": view["view"]["moves"][0]["move"], "n": view["n"], "confirm": True}
                confirmed, start = view["confirmed"], time.perf_counter()
                view = (await client.post(f"{path}/moves", json=body)).json()
                acknowledged.append(time.perf_counter() - start)
                if view["confirmed"] > confirmed:
                    while json.loads(await screen.recv())["n"] < view["confirmed"]:
                        pass
                    heard.append(time.perf_counter() - start)
    return {
        "acknowledged_median_ms": round(1000 * statistics.median(acknowledged), 1),
        "acknowledged_worst_ms": round(1000 * max(acknowledged), 1),
        "heard_median_ms": round(1000 * statistics.median(heard), 1),
        "heard_worst_ms": round(1000 * max(heard), 1),
    }


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        servers = [await serve(f"{folder}/tables.sqlite") for _ in range(2)]
        (_, _, one), (_, _, two) = servers
        print(json.dumps({"one_server": await measure(one, one), "two_servers": await measure(one, two)}, indent=2))
        for server, serving, _ in servers:
            server.should_exit = True
            await serving


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__.split("\n\n")[0]).parse_args()
    asyncio.run(main())
