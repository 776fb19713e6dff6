"""The bots' workers: processes that think for the seats of bots, with a time limit.

A bot gets a position in which everything its seat cannot know is dealt anew, and gives a move's
text back. A worker that is late or dead is ended and replaced; the table plays on.
"""

import asyncio
import hashlib
import json
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Final, TypeVar

from branchline.game import Game, Value
from branchline.games import find as find_game
from branchline.kernel.chance import Seed
from branchline.players import player
from branchline.players.analyse import analyse
from branchline.players.hint import hint
from branchline.position import Position

LIMIT: Final = 20.0
"""Seconds that a bot has for one decision."""

START_LIMIT: Final = 60.0
"""Seconds that a worker has to come up."""

HINT: Final = 1.0
"""Seconds that a hint thinks."""

ANALYSIS: Final = 120
"""Simulations for each decision of a game that is looked at again, at the least."""

ANALYSIS_SECONDS: Final = 15.0
"""What all decisions together may take beyond that."""

WORKERS: Final = 2
TROUBLE: Final = (EOFError, OSError, RuntimeError)
"""What a worker that dies, or can't be started, leaves us with."""

T = TypeVar("T")
READY: Final = ("ready", "")

log = logging.getLogger("branchline")


@dataclass(frozen=True)
class Task:
    """One decision to make. Codes lead a worker to the position; the bot never sees them."""

    table: str
    game: str
    players: int
    options: dict[str, Value]
    codes: tuple[int, ...]
    level: str
    ask: str = "move"  # or "hint", or "analysis" of a game that is over
    names: tuple[str, ...] = ()  # of the seats, for what is told to people


def task_of(table: str, position: Position, level: str = "", ask: str = "move", names: Sequence[str] = ()) -> Task:
    codes = tuple(event.move for event in position.events)
    return Task(table, position.game.name, position.players, dict(position.options), codes, level, ask, tuple(names))


class BotTrouble(Exception):
    """A bot gave no move; the words say why, after its name."""


def think(task: Task, find: Callable[[str], Game]) -> str:
    """The move that a bot of this level makes, from what its seat knows; or a hint, or an analysis,
    as JSON."""
    position = Position(find(task.game), task.players, task.options, Seed(""))
    for code in task.codes:
        position.push(code)
    if task.ask == "analysis":
        return json.dumps(analyse(position, simulations=ANALYSIS, names=task.names, seconds=ANALYSIS_SECONDS))
    seed = own_seed(task)
    own = position.guess(seed=f"bot:{seed}")
    if task.ask == "hint":
        return json.dumps(hint(own, seconds=HINT, seed=seed, names=task.names))
    return player(task.level, seed=seed).choose(own)


def own_seed(task: Task) -> int:
    """The same table and move give the same bot; the table's own seed has no part in it."""
    return int.from_bytes(hashlib.sha256(f"{task.table} {len(task.codes)}".encode()).digest()[:4], "big")


def work(pipe: Connection, find: Callable[[str], Game]) -> None:
    """A worker's life: tasks in, moves out, until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to answer
    if hasattr(os, "nice"):
        os.nice(5)  # a deep thought must not slow the pages down
    try:
        pipe.send(READY)
        while True:
            pipe.send(answer(pipe.recv(), find))
    except (EOFError, OSError):
        return


def answer(task: Task, find: Callable[[str], Game]) -> tuple[str, str]:
    """A move and no trouble, or no move and the trouble."""
    try:
        return think(task, find), ""
    except Exception as error:  # whatever a bot does wrong, the table goes on
        return "", f"{type(error).__name__}: {error}"[:200]


def begin(find: Callable[[str], Game]) -> tuple[multiprocessing.process.BaseProcess, Connection]:
    """A new process, and our end of the pipe to it."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=work, args=(theirs, find), daemon=True, name="branchline bot")
    try:
        process.start()
    except BaseException:
        ours.close()
        raise
    finally:
        theirs.close()
    return process, ours


class Worker:
    """One process and the pipe to it; started when needed, ended when late."""

    def __init__(self, find: Callable[[str], Game]) -> None:
        self.find = find
        self.process: multiprocessing.process.BaseProcess | None = None
        self.pipe: Connection | None = None
        self.starting = threading.Lock()  # who stops it waits until there is a process to kill
        self.stopped = False

    def start(self) -> Connection:
        if self.pipe is not None and self.process is not None and self.process.is_alive():
            return self.pipe
        self.end()
        with self.starting:
            if self.stopped:
                raise EOFError
            self.process, self.pipe = begin(self.find)
        if not self.pipe.poll(START_LIMIT) or self.pipe.recv() != READY:
            raise EOFError
        return self.pipe

    def warm(self) -> None:
        """Start ahead of the first task; if that fails, the task tries it again."""
        try:
            self.start()
        except TROUBLE as error:
            self.end()
            if not self.stopped:
                log.warning("A process for the bots could not be started: %r", error)

    def stop(self) -> None:
        """Kill the process for good, from any thread: the one that asked sees its pipe end."""
        with self.starting:
            self.stopped = True
            process = self.process
        if process is not None:
            process.kill()

    def end(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join()
        if self.pipe is not None:
            self.pipe.close()
        self.process = self.pipe = None

    def ask(self, task: Task, limit: float) -> str:
        """A move, or BotTrouble within the limit."""
        try:
            pipe = self.start()
            pipe.send(task)
            if not pipe.poll(limit):
                self.end()
                raise BotTrouble(f"did not move within {limit:g} seconds")
            move, trouble = pipe.recv()
        except TROUBLE as error:  # it died, or could not be started
            self.end()
            raise BotTrouble("stopped thinking") from error
        if trouble:
            raise BotTrouble(f"failed ({trouble})")
        return str(move)


class Bots:
    """All workers of a server."""

    def __init__(
        self,
        find: Callable[[str], Game] = find_game,
        workers: int = WORKERS,
        limit: float = LIMIT,
        warm: bool = True,
    ) -> None:
        self.limit = limit
        self.warm = warm
        self.workers = [Worker(find) for _ in range(workers)]
        self.threads = ThreadPoolExecutor(workers, "bots")
        self.free: asyncio.Queue[Worker] = asyncio.Queue()
        for worker in self.workers:
            self.free.put_nowait(worker)

    def start(self) -> None:
        """Start the workers ahead of their first task, if they are to be warm."""
        for _ in self.workers if self.warm else ():
            worker = self.free.get_nowait()
            self._lend(worker, worker.warm)

    async def choose(self, task: Task, limit: float | None = None) -> str:
        """A bot's move, or BotTrouble."""
        worker = await self.free.get()
        return await asyncio.shield(self._lend(worker, worker.ask, task, limit or self.limit))

    def _lend(self, worker: Worker, act: Callable[..., T], *args: object) -> asyncio.Future[T]:
        """Let a worker do something; it is free again afterwards, and not before."""

        def release(done: asyncio.Future[T]) -> None:
            if not done.cancelled():
                done.exception()  # who asked may be gone; then nobody else looks at it
            self.free.put_nowait(worker)

        done = asyncio.get_running_loop().run_in_executor(self.threads, act, *args)
        done.add_done_callback(release)
        return done

    def stop(self) -> None:
        for worker in self.workers:
            worker.stop()
        self.threads.shutdown(cancel_futures=True)
        for worker in self.workers:
            worker.end()
