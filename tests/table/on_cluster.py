"""Beside test_cluster.py: a cluster of two nodes, and what somebody finds who asks it, each a process of its own, since
Ray reads its settings once.

    python on_cluster.py cluster PORT    until its standard input ends
    python on_cluster.py ask ray://...   what came of it, as JSON
"""

import asyncio
import json
import socket
import sys
from contextlib import ExitStack

from branchline.refusal import Refused


def cluster(port: int) -> None:
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={**node(), "ray_client_server_port": port})
    made.add_node(**node())
    print("two nodes", made.address, flush=True)
    sys.stdin.read()
    made.shutdown()


def node() -> dict[str, object]:
    """Its agents' ports are named: the client's server is told them before they could be found out."""
    agents = ("metrics_agent_port", "metrics_export_port", "dashboard_agent_listen_port", "runtime_env_agent_port")
    with ExitStack() as opened:
        lines = [opened.enter_context(socket.socket()) for _ in agents]
        for line in lines:
            line.bind(("", 0))
        ports = {name: line.getsockname()[1] for name, line in zip(agents, lines, strict=True)}
    return {"num_cpus": 1, "include_dashboard": False, "object_store_memory": 80_000_000, **ports}


def ask(on: str) -> dict[str, object]:
    import branchline
    from branchline.games import find
    from branchline.lab.arena import arena
    from branchline.table.bots import Task, think
    from branchline.table.cluster import bots_on, check

    game = branchline.game("mini-rails")
    check(on)
    bots = bots_on(on, find)
    import ray

    nodes = len(ray.nodes())
    levels = ["greedy", "random", "search-1"]
    tasks = [Task(f"table {level}", "mini-rails", game.version, 3, {}, codes(), level) for level in levels]

    async def story() -> list[str]:
        bots.start()
        return [(await bots.choose(task, limit=120)).text for task in tasks]

    moves = asyncio.run(story())
    match = arena(game, ["greedy", "random"], games=3, seats=3, on=on).digest
    bots.stop()
    ray.shutdown()
    here = arena(game, ["greedy", "random"], games=3, seats=3, processes=1).digest
    return {
        "nodes": nodes,
        "thinkers": len(bots.workers),
        "moves": moves,
        "moves here": [think(task, find).text for task in tasks],
        "match": match,
        "match here": here,
    }


def codes() -> tuple[int, ...]:
    """How a game begins."""
    import branchline

    position = branchline.game("mini-rails").start(3, seed="cluster")
    return tuple(event.move for event in position.events)


if __name__ == "__main__":
    if sys.argv[1] == "cluster":
        cluster(int(sys.argv[2]))
    else:
        try:
            told = ask(sys.argv[2])
        except Refused as refused:
            told = {"refused": str(refused)}
        print("\n" + json.dumps(told))
