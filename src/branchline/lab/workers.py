"""Workers: the same tasks on one core, on several processes, or on a Ray cluster; the same answers,
in the tasks' order."""

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from typing import Any, TypeVar

from branchline.refusal import Refused

Task = TypeVar("Task")
Answer = TypeVar("Answer")

HERE = "processes"


def spread(
    work: Callable[[Task], Answer], tasks: Sequence[Task], on: str = HERE, processes: int | None = None
) -> Iterator[Answer]:
    """The answers as they become ready, in the tasks' order. Closing the iterator gives up the rest."""
    if on == "ray" or on.startswith("ray://"):
        return on_ray(work, tasks, on)
    if on != HERE:
        raise Refused("lab", f"Work can be done on {HERE}, on ray or on ray://HOST:PORT, not on {on!r}.")
    processes = processes or os.cpu_count() or 1
    if processes == 1 or len(tasks) == 1:
        return map(work, tasks)
    return on_processes(work, tasks, processes)


def on_processes(work: Callable[[Task], Answer], tasks: Sequence[Task], processes: int) -> Iterator[Answer]:
    # A few tasks ahead are enough: a sequential test may end at any of them.
    with ProcessPoolExecutor(min(processes, len(tasks)), multiprocessing.get_context("spawn")) as pool:
        waiting: deque[Any] = deque()
        try:
            for task in tasks:
                waiting.append(pool.submit(work, task))
                if len(waiting) > 2 * processes:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def on_ray(work: Callable[[Task], Answer], tasks: Sequence[Task], on: str) -> Iterator[Answer]:
    """On a cluster, which needs Branchline installed on its nodes; "ray" joins one that is running
    here, or starts one."""
    try:
        ray: Any = import_module("ray")
    except ImportError as error:
        raise Refused("lab", "Ray is not installed here: pip install ray.") from error
    ours = not ray.is_initialized()
    if ours:
        ray.init(address=None if on == "ray" else on, log_to_driver=False, include_dashboard=False)
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
