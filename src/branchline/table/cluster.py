"""A Ray cluster that thinks for the bots: `serve --thinkers ray://HOST:PORT`. The same moves, on other machines.

Its nodes need Branchline installed. While the cluster can't be had the server thinks by itself, so that no table stands
still, and asks again a little later.
"""

import logging
import threading
import time
from collections.abc import Callable
from typing import Any, Final

from branchline.extras import need
from branchline.game import Game
from branchline.lab.workers import join, knock, reason
from branchline.refusal import Refused
from branchline.table.bots import START_LIMIT, Answer, Bots, BotTrouble, Task, Worker, answer, without_trouble

MOST: Final = 64
"""Thinkers that one server uses."""

AGAIN: Final = 15.0
"""Seconds before a cluster that was gone is asked for again."""

log = logging.getLogger("branchline")


def check(on: str) -> None:
    """Refuses what names no cluster, and one where nobody answers."""
    if not on.startswith("ray://"):
        raise Refused("thinkers", f"Thinkers are on a Ray cluster, ray://HOST:PORT, not on {on[:80]!r}.")
    need("ray")
    try:
        knock(on)
    except OSError as error:
        raise Refused("thinkers", f"Nobody answers on {on}: {reason(error)}") from error


def bots_on(on: str, find: Callable[[str], Game]) -> Bots:
    """Bots whose thinking is done there, as many at a time as the cluster has processors."""
    cluster = Cluster(on)
    ray = cluster.ray()
    count = max(1, min(MOST, int(ray.cluster_resources().get("CPU", 1))))
    return Bots(find, thinkers=[Elsewhere(cluster, find) for _ in range(count)])


class Head:
    """What thinks on a node: one process, with everything loaded."""

    def ready(self) -> bool:
        return True

    def answer(self, task: Task, find: Callable[[str], Game]) -> Answer:
        return answer(task, find)


class Cluster:
    """The line to it, one for all thinkers of a server."""

    def __init__(self, on: str) -> None:
        self.on = on
        self.joining = threading.Lock()
        self.line = 0  # how often it was joined
        self.tried = -AGAIN

    def ray(self) -> Any:
        """Ray, joined; refuses if it can't be had."""
        ray = need("ray")
        with self.joining:
            if not ray.is_initialized():
                if time.monotonic() < self.tried + AGAIN:
                    raise Refused("thinkers", f"{self.on} did not answer a moment ago.")
                self.tried = time.monotonic()
                join(ray, self.on)
                self.tried = -AGAIN
                self.line += 1
        return ray

    def lose(self, line: int) -> None:
        """The line is dead: the next one who asks joins anew."""
        with self.joining:
            if line == self.line:
                need("ray").shutdown()
                self.tried = time.monotonic()


class Elsewhere:
    """A thinker on a cluster, and one here for when it is not to be had."""

    def __init__(self, cluster: Cluster, find: Callable[[str], Game]) -> None:
        self.cluster = cluster
        self.find = find
        self.here = Worker(find)
        self.head: Any = None
        self.line = 0

    @property
    def running(self) -> bool:
        return self.head is not None or self.here.running

    def warm(self) -> None:
        try:
            self._head()
        except Exception as error:  # connections, nodes, versions: each has a kind of its own
            self._leave(error)

    def ask(self, task: Task, limit: float) -> Answer:
        try:
            ray, head = self._head()
            asked = head.answer.remote(task, self.find)
            found: Answer = ray.get(asked, timeout=limit)
        except Exception as error:
            if type(error).__name__ == "GetTimeoutError":
                self._end_head()
                raise BotTrouble(f"did not move within {limit:g} seconds") from error
            self._leave(error)
            return self.here.ask(task, limit)
        return without_trouble(found)

    def stop(self) -> None:
        self.here.stop()
        self._end_head()

    def end(self) -> None:
        self.here.end()

    def _head(self) -> tuple[Any, Any]:
        """Ray, and a process there that is ready to think."""
        ray = self.cluster.ray()
        if self.head is None or self.line != self.cluster.line:
            self.head, self.line = None, self.cluster.line
            made = ray.remote(Head).options(num_cpus=0, scheduling_strategy="SPREAD").remote()
            ray.get(made.ready.remote(), timeout=START_LIMIT)
            self.head = made
        return ray, self.head

    def _end_head(self) -> None:
        head, self.head = self.head, None
        if head is not None:
            try:
                self.cluster.ray().kill(head)
            except Exception as error:  # it is gone with its cluster
                log.debug("A thinker could not be ended: %s", reason(error))

    def _leave(self, error: Exception) -> None:
        """The cluster, or this part of it, is gone."""
        self.head = None
        if not isinstance(error, Refused):
            log.warning(
                "The thinkers on %s can't be had, the server thinks by itself: %s", self.cluster.on, reason(error)
            )
            if isinstance(error, ConnectionError | OSError):
                self.cluster.lose(self.line)
