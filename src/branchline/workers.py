"""The workers: several processes that serve one table, and the one that keeps them."""

import logging
import signal
import time
from collections import Counter
from collections.abc import Callable
from multiprocessing.util import register_after_fork
from socket import socket
from typing import Final

from uvicorn import Config
from uvicorn.supervisors.multiprocess import Multiprocess, Process

from branchline.refusal import Refused

LONGEST: Final = 30.0
"""Seconds before a worker that can't start is tried again, at most."""

FAREWELL: Final = 10.0
"""Seconds that a worker has to put the table away, when the server is asked to stop."""

log = logging.getLogger("branchline")


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

    def run(self) -> None:
        super().run()
        if self.failed:
            raise Refused("server", "A worker could not be started, so the server ends.")

    def init_processes(self) -> None:
        register_after_fork(self, Workers.forget_signals)
        super().init_processes()
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
                self.processes[place] = Process(self.config, self.sockets)
                self.processes[place].start()

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
