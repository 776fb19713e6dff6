"""Workers: the same tasks on one core, on several processes, or on a Ray cluster; the same answers,
in the tasks' order."""

import importlib.util
import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from typing import Any, TypeVar

from branchline.refusal import Refused

Task = TypeVar("Task")
Answer = TypeVar("Answer")

HERE = "processes"


def need(module: str, package: str, what: str) -> Any:
    """A module of a package that is there for the lab only; refuses with the command that installs it."""
    try:
        return import_module(module)
    except ImportError as error:
        raise not_installed(package, what) from error


def not_installed(package: str, what: str) -> Refused:
    return Refused("lab", f"{what} is not installed here: {sys.executable} -m pip install '{package}'")


def hands(tasks: int, processes: int | None) -> int:
    """How many processes share so many tasks on this machine; 1: this one does them all."""
    return min(processes or os.cpu_count() or 1, tasks)


def spread(
    work: Callable[[Task], Answer], tasks: Sequence[Task], on: str = HERE, processes: int | None = None
) -> Iterator[Answer]:
    """The answers as they become ready, in the tasks' order. Closing the iterator gives up the rest."""
    if on == "ray" or on.startswith("ray://"):
        return on_ray(work, tasks, on)
    if on != HERE:
        raise Refused("lab", f"Work can be done on {HERE}, on ray or on ray://HOST:PORT, not on {on!r}.")
    if hands(len(tasks), processes) == 1:
        return map(work, tasks)
    return on_processes(work, tasks, hands(len(tasks), processes))


def on_processes(work: Callable[[Task], Answer], tasks: Sequence[Task], processes: int) -> Iterator[Answer]:
    waiting: deque[Any] = deque()
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), initializer=leave_ctrl_c)
    try:
        for task in tasks:
            waiting.append(pool.submit(work, task))
            # A few tasks ahead are enough: a sequential test may end at any of them.
            if len(waiting) > 2 * processes:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        # Whoever still works is not waited for; before Python 3.14 a pool has no word for that.
        for process in list((pool._processes or {}).values()) if waiting else ():
            process.kill()
        pool.shutdown(cancel_futures=True)


def leave_ctrl_c() -> None:
    """Ctrl-C is for whoever hands out the tasks to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def on_ray(work: Callable[[Task], Answer], tasks: Sequence[Task], on: str) -> Iterator[Answer]:
    """On a cluster, which needs Branchline installed on its nodes; "ray" joins one that is running
    here, or starts one."""
    ray = need("ray", "ray", "Ray")
    ours = not ray.is_initialized()
    if ours:
        join(ray, on)
    try:
        remote = ray.remote(work)
        ahead = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting: deque[Any] = deque()
        for task in tasks:
            waiting.append(remote.remote(task))
            if len(waiting) > ahead:
                yield ray.get(waiting.popleft())
        while waiting:
            yield ray.get(waiting.popleft())
    finally:
        if ours:
            ray.shutdown()


def join(ray: Any, on: str) -> None:
    """Ray here, or the client of one that is elsewhere."""
    if on != "ray" and importlib.util.find_spec("grpc") is None:
        raise not_installed("ray[client]", "Ray's client, which a cluster elsewhere takes,")
    try:
        if on == "ray":
            ray.init(log_to_driver=False, include_dashboard=False)
        else:
            ray.init(on, log_to_driver=False)
    except Exception as error:  # connections, versions, addresses: each has a kind of its own
        said = str(error).strip().split("\n")[0] or type(error).__name__
        raise Refused("lab", f"Ray can't be had on {on}: {said}") from error
