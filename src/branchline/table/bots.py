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
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from typing import Final, Protocol, TypeVar

from branchline.game import Game, Value
from branchline.games import find as find_game
from branchline.kernel.chance import Seed
from branchline.players import able, bot
from branchline.players.aim import aim
from branchline.players.analyse import analyse
from branchline.players.hint import hint
from branchline.players.search import Search
from branchline.position import Position
from branchline.table.turns import Ask, Turns, Wait, about

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

NICE: Final = 5
"""How far a thought stands back behind pages, where both want a core."""

QUICK: Final = "greedy"
"""Who moves for a bot that had no turn to think in time."""

TELLING: Final = 2.0
"""Seconds between two words on how long those who wait still have to."""

TROUBLE: Final = (EOFError, OSError, RuntimeError)
"""What a worker that dies, or can't be started, leaves us with."""

T = TypeVar("T")
READY: Final = "ready"

log = logging.getLogger("branchline")


@dataclass(frozen=True)
class Task:
    """One decision to make. Codes lead a worker to the position; the bot never sees them."""

    table: str
    game: str
    version: int
    players: int
    options: dict[str, Value]
    codes: tuple[int, ...]
    level: str
    ask: Ask = Ask.MOVE
    names: tuple[str, ...] = ()  # of the seats, for what is told to people


def task_of(table: str, position: Position, level: str = "", ask: Ask = Ask.MOVE, names: Sequence[str] = ()) -> Task:
    game, codes = position.game, tuple(event.move for event in position.events)
    options = dict(position.options)
    return Task(table, game.name, game.version, position.players, options, codes, level, ask, tuple(names))


@dataclass(frozen=True)
class Answer:
    """What came of a task: a move, or a hint or an analysis as JSON."""

    text: str
    aim: str = ""  # what a bot says that it is after, where the seats have names
    trouble: str = ""  # why nothing came of it


class BotTrouble(Exception):
    """A bot gave no move; the words say why, after its name."""


def think(task: Task, find: Callable[[str], Game]) -> Answer:
    """The move that a bot of this level makes, from what its seat knows; or a hint, or an analysis."""
    position = Position(find(task.game).of_version(task.version), task.players, task.options, Seed(""))
    for event in task.codes:
        position.push(event)
    if task.ask == Ask.ANALYSIS:
        return Answer(json.dumps(analyse(position, simulations=ANALYSIS, names=task.names, seconds=ANALYSIS_SECONDS)))
    seed = own_seed(task)
    own = position.guess(seed=f"bot:{seed}")
    if task.ask == Ask.HINT:
        return Answer(json.dumps(hint(own, seconds=HINT, seed=seed, names=task.names)))
    chooser = bot(able(position.game, task.level), seed)
    move = chooser.choose(own)
    code = own.codes().get(move)
    if code is None or not task.names:
        return Answer(move)
    line = chooser.line if isinstance(chooser, Search) else [code]
    return Answer(move, aim(own, line, task.names))


def own_seed(task: Task) -> int:
    """The same table and move give the same bot; the table's own seed has no part in it."""
    return int.from_bytes(hashlib.sha256(f"{task.table} {len(task.codes)}".encode()).digest()[:4], "big")


def work(pipe: Connection, find: Callable[[str], Game]) -> None:
    """A worker's life: tasks in, moves out, until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to answer
    if hasattr(os, "nice"):
        os.nice(NICE)
    try:
        pipe.send(READY)
        while True:
            pipe.send(answer(pipe.recv(), find))
    except (EOFError, OSError):
        return


def answer(task: Task, find: Callable[[str], Game]) -> Answer:
    """What comes of a task, or the trouble."""
    try:
        return think(task, find)
    except Exception as error:  # whatever a bot does wrong, the table goes on
        return Answer("", trouble=f"{type(error).__name__}: {error}"[:200])


def without_trouble(answer: Answer) -> Answer:
    """What came of it, or BotTrouble."""
    if answer.trouble:
        raise BotTrouble(f"failed ({answer.trouble})")
    return answer


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


class Thinker(Protocol):
    """What can be asked for a move, from a thread of its own: a process here, or one somewhere else."""

    @property
    def running(self) -> bool: ...

    def warm(self) -> None:
        """Be ready for the first task."""

    def ask(self, task: Task, limit: float) -> Answer:
        """A move, or BotTrouble within the limit."""

    def stop(self) -> None:
        """Think no longer, from any thread."""

    def end(self) -> None:
        """Leave nothing behind, once nobody asks any more."""


class Worker:
    """One process and the pipe to it; started when needed, ended when late."""

    def __init__(self, find: Callable[[str], Game]) -> None:
        self.find = find
        self.process: multiprocessing.process.BaseProcess | None = None
        self.pipe: Connection | None = None
        self.starting = threading.Lock()  # who stops it waits until there is a process to kill
        self.stopped = False

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.is_alive()

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

    def ask(self, task: Task, limit: float) -> Answer:
        """A move, or BotTrouble within the limit."""
        try:
            pipe = self.start()
            pipe.send(task)
            if not pipe.poll(limit):
                self.end()
                raise BotTrouble(f"did not move within {limit:g} seconds")
            answer: Answer = pipe.recv()
        except TROUBLE as error:  # it died, or could not be started
            self.end()
            raise BotTrouble("stopped thinking") from error
        return without_trouble(answer)


class Bots:
    """All that thinks for a server: processes of its own or, lent by others, whatever `thinkers` are."""

    def __init__(
        self,
        find: Callable[[str], Game] = find_game,
        workers: int = WORKERS,
        limit: float = LIMIT,
        warm: bool = True,
        *,
        thinkers: Sequence[Thinker] | None = None,
        threads: Executor | None = None,
        waiting: Callable[[str], None] = lambda table: None,
    ) -> None:
        self.limit = limit
        self.warm = warm
        self.workers: list[Thinker] = [*(thinkers or [Worker(find) for _ in range(workers)])]
        self.threads = threads or ThreadPoolExecutor(len(self.workers), "bots")
        self.free = [*self.workers]
        self.turns: Turns[Thinker] = Turns(self.free)
        self.waiting_changed = waiting  # told which table waits for its turn, or does so no longer
        self.spare = Worker(find)  # for who has no turn in time
        self.spare_thread = ThreadPoolExecutor(1, "quick bots")
        self.usual = 1.0  # seconds that a thought takes, of late
        self.told = -TELLING

    def start(self) -> None:
        """Start the workers ahead of their first task, if they are to be warm."""
        for _ in self.workers if self.warm else ():
            worker = self.free.pop()
            self._lend(worker, worker.warm)

    async def choose(
        self, task: Task, limit: float | None = None, asker: str = "", patience: float | None = None
    ) -> Answer:
        """A bot's move, or BotTrouble. Who asks takes turns with others who ask, however much they ask for; Late, if
        others keep them waiting beyond their patience."""
        worker = self.free.pop() if self.free else await self._turn(task, asker, patience)
        begun = asyncio.get_running_loop().time()
        done = self._lend(worker, worker.ask, task, limit or self.limit)
        done.add_done_callback(lambda _: self._took(asyncio.get_running_loop().time() - begun))
        return await asyncio.shield(done)

    async def choose_quickly(self, task: Task) -> Answer:
        """A move that takes hardly any thinking, for who had no turn in time."""
        quick = replace(task, level=QUICK)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.spare_thread, self.spare.ask, quick, self.limit)

    async def _turn(self, task: Task, asker: str, patience: float | None) -> Thinker:
        thought = self.turns.queue(asker, task.table, task.ask, patience)
        self.waiting_changed(task.table)
        try:
            return await self.turns.wait(thought)
        finally:
            self.waiting_changed(task.table)

    def waits(self, table: str) -> list[Wait]:
        """What waits for its turn at a table, and about how long."""
        return [
            Wait(thought.ask, thought.asker, ahead, about((ahead + 1) * self.usual / len(self.workers)))
            for thought in self.turns
            if thought.table == table
            for ahead in [self.turns.ahead(thought)]
        ]

    @property
    def waiting(self) -> int:
        """Thoughts that wait for a process."""
        return self.turns.waiting

    @property
    def running(self) -> int:
        """Processes that are up."""
        return sum(worker.running for worker in self.workers)

    def _took(self, seconds: float) -> None:
        """A thought is done: others are nearer to theirs, and are told so now and then."""
        self.usual += (seconds - self.usual) / 8
        now = asyncio.get_running_loop().time()
        if self.turns.asking and now >= self.told + TELLING:
            self.told = now
            for table in {thought.table for thought in self.turns}:
                self.waiting_changed(table)

    def _lend(self, worker: Thinker, act: Callable[..., T], *args: object) -> asyncio.Future[T]:
        """Let a worker do something; it is free again afterwards, and not before."""

        def release(done: asyncio.Future[T]) -> None:
            if not done.cancelled():
                done.exception()  # who asked may be gone; then nobody else looks at it
            self.turns.give(worker)

        done = asyncio.get_running_loop().run_in_executor(self.threads, act, *args)
        done.add_done_callback(release)
        return done

    def stop(self) -> None:
        for worker in (*self.workers, self.spare):
            worker.stop()
        for threads in (self.threads, self.spare_thread):
            threads.shutdown(cancel_futures=True)
        for worker in (*self.workers, self.spare):
            worker.end()
