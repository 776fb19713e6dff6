"""The workers: several processes that serve one table, and the one that keeps them."""

import logging
import signal
import time
from collections import Counter
from collections.abc import Callable
from multiprocessing.util import register_after_fork
from pathlib import Path
from socket import socket
from tempfile import TemporaryDirectory
from typing import Any, Final

from uvicorn import Config, Server
from uvicorn.supervisors.multiprocess import Multiprocess, Process

from branchline.refusal import Refused
from branchline.usher import CAN_LEAD, Arrival, ComesAgain, Usher

LONGEST: Final = 30.0
"""Seconds before a worker that can't start is tried again, at most."""

FAREWELL: Final = 10.0
"""Seconds that a worker has to put the table away, when the server is asked to stop."""

log = logging.getLogger("branchline")


class Worker(Server):
    """One of several: it serves whoever comes, and leads them to where their table stands."""

    def __init__(self, config: Config, usher: Usher) -> None:
        super().__init__(config)
        self.usher = usher

    async def startup(self, sockets: list[socket] | None = None) -> None:
        config = self.config
        config.loaded_app = ComesAgain(config.loaded_app, self.usher)
        serves: Any = config.http_protocol_class

        def arrival(**told: Any) -> Arrival:
            return Arrival(self.usher, lambda: serves(**told), self.server_state.connections)

        config.http_protocol_class = arrival  # type: ignore[assignment]
        await super().startup(sockets=sockets)
        if self.started:
            told = {"config": config, "server_state": self.server_state, "app_state": self.lifespan.state}
            self.usher.open(lambda: serves(**told))

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        self.usher.close()
        await super().shutdown(sockets=sockets)


class Placed(Process):
    """A worker with a place among the others, which its successor takes."""

    def __init__(self, config: Config, sockets: list[socket], folder: Path, place: int) -> None:
        super().__init__(config, sockets)
        self.folder = folder
        self.place = place

    def target(self, sockets: list[socket] | None = None) -> None:
        """What the worker's process does. Its server is there before anybody asks whether it has started: made by
        whoever asks first, it could be made twice, and the one that serves would never be heard of."""
        usher = Usher(self.folder, self.place, self.config.workers)
        self._server = Worker(self.config, usher) if CAN_LEAD else Server(self.config)
        super().target(sockets)


class Workers(Multiprocess):
    """Keeps so many workers. At the first start all of them have to come up, or the server ends; from then on whoever
    dies has a successor, and one that can't start, because the database is gone just now, is tried again and again:
    uvicorn's own keeper would end the others, who serve well."""

    def __init__(self, config: Config, sockets: list[socket], ready: Callable[[], None]) -> None:
        super().__init__(config, sockets)
        self.ready = ready
        self.failed = False
        self.tries: Counter[int] = Counter()  # by the worker's place: how many were started since one served there
        self.due: dict[int, float] = {}  # when the next is
        self.doors = TemporaryDirectory(prefix="branchline-doors-")  # by which they lead people to each other

    def run(self) -> None:
        with self.doors:
            super().run()
        if self.failed:
            raise Refused("server", "A worker could not be started, so the server ends.")

    def init_processes(self) -> None:
        register_after_fork(self, Workers.forget_signals)
        self.processes = [self.begun(place) for place in range(self.processes_num)]
        missing = list(self.processes)
        while missing and not self.should_exit.is_set():
            if missing[0].wait_until_ready(1):
                missing.pop(0)
            elif not missing[0].process.is_alive():
                self.failed = True
                self.should_exit.set()
            self.handle_signals()
        if not missing:
            self.ready()

    def forget_signals(self) -> None:
        """A worker that was forked does not answer signals as the one that keeps the workers does."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)

    def keep_subprocess_alive(self) -> None:
        for place, process in enumerate(self.processes):
            if self.answers(process):
                if self.tries[place] and process.is_ready():
                    del self.tries[place]
            elif self.should_exit.is_set():
                return
            elif place not in self.due:
                process.kill()  # it may only hang
                process.join()
                pause = min(LONGEST, 2.0 ** (tries - 1)) if (tries := self.tries[place]) else 0.0
                self.due[place] = time.monotonic() + pause
                said = "could not start; it is tried again" if tries else "has ended; its successor starts"
                log.warning("A worker %s%s.", said, f" in {pause:g} s" if pause else "")
            if self.due.get(place, float("inf")) <= time.monotonic():
                del self.due[place]
                self.tries[place] += 1
                self.processes[place] = self.begun(place)

    def begun(self, place: int) -> Process:
        worker = Placed(self.config, self.sockets, Path(self.doors.name), place)
        worker.start()
        return worker

    def restart_all(self) -> None:
        """One after the other, so that somebody always serves."""
        for place, process in enumerate(self.processes):
            successor = self.begun(place)
            if not successor.wait_until_ready(self.config.timeout_worker_healthcheck, self.should_exit):
                successor.kill()
                return successor.join()
            process.terminate()
            process.join()
            self.processes[place] = successor

    def answers(self, process: Process) -> bool:
        """Whether a worker is alive; one that is busy has time to say so, and whoever asks the server to stop is heard
        meanwhile."""
        until = time.monotonic() + self.config.timeout_worker_healthcheck
        while process.process.is_alive() and not self.should_exit.is_set() and time.monotonic() < until:
            if process.ping(timeout=1):
                return True
            self.handle_signals()
        return False

    def join_all(self) -> None:
        """One that hangs does not keep the server from ending."""
        until = time.monotonic() + FAREWELL
        for process in self.processes:
            process.process.join(max(0.0, until - time.monotonic()))
            if process.process.is_alive():
                log.warning("A worker does not put the table away; it is ended.")
                process.process.kill()
                process.process.join()
