"""Workers: the same tasks on one core, on several processes, or on a Ray cluster; the same answers,
in the tasks' order."""

import importlib.util
import multiprocessing
import os
import pickle
import signal
import socket
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, nullcontext
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from branchline.extras import need, not_installed
from branchline.refusal import Refused

Task = TypeVar("Task")
Answer = TypeVar("Answer")

HERE = "processes"

CLIENT_PORT: Final = 10001
"""Where Ray's client is heard, unless the address names another port."""


PATIENCE: Final = 10.0
"""Seconds in which a cluster has to say whether it knows us."""

TOKEN_WORDS: Final = ("UNAUTHENTICATED", "Unauthenticated", "authentication token", "Token authentication")


def check_writable(file: str | Path) -> Path:
    """Refuse now what could not be written at the end of a long run."""
    if not isinstance(file, (str, Path)):
        raise Refused("file", f"A file is given by its name, not as {file!r}.")
    path, reason = Path(file), ""
    try:
        if not path.parent.is_dir():
            reason = f"there is no folder {path.parent}"
        elif path.is_dir():
            reason = "it is a folder"
        elif not os.access(path if path.exists() else path.parent, os.W_OK):
            reason = "permission denied"
    except (OSError, ValueError) as error:  # a name that no folder can hold
        reason = getattr(error, "strerror", None) or str(error)
    if reason:
        raise Refused("file", f"{file} can't be written: {reason}.")
    return path


def hands(tasks: int, processes: int | None) -> int:
    """How many processes share so many tasks on this machine; 1: this one does them all."""
    if processes is not None and (isinstance(processes, bool) or not isinstance(processes, int) or processes < 1):
        raise Refused("lab", f"The number of processes is 1 or more, or None for one a core, not {processes!r}.")
    return min(processes or os.cpu_count() or 1, tasks)


def spread(
    work: Callable[[Task], Answer], tasks: Sequence[Task], on: str = HERE, processes: int | None = None
) -> Iterator[Answer]:
    """The answers as they become ready, in the tasks' order. Closing the iterator gives up the rest."""
    if not isinstance(on, str) or not (on in (HERE, "ray") or on.startswith("ray://")):
        raise Refused("lab", f"Work can be done on {HERE}, on ray or on ray://HOST:PORT, not on {on!r}.")
    if on != HERE:
        return on_ray(work, tasks, on)
    if hands(len(tasks), processes) == 1:
        return map(work, tasks)
    return on_processes(work, tasks, hands(len(tasks), processes))


def on_processes(work: Callable[[Task], Answer], tasks: Sequence[Task], processes: int) -> Iterator[Answer]:
    waiting: deque[Any] = deque()
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), initializer=leave_ctrl_c)
    beginning = nullcontext if needs_script(tasks[0]) else without_script
    try:
        for task in tasks:
            with beginning():
                waiting.append(pool.submit(work, task))
            # A few tasks ahead are enough: a sequential test may end at any of them.
            if len(waiting) > 2 * processes:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool as error:
        raise Refused(
            "lab",
            "A process that played has ended. A script with a player of its own that plays on several processes has "
            'the line if __name__ == "__main__": before it begins; or let it play with processes=1.',
        ) from error
    finally:
        # Whoever still works is not waited for; before Python 3.14 a pool has no word for that.
        for process in list((pool._processes or {}).values()) if waiting else ():
            process.kill()
        pool.shutdown(cancel_futures=True)


def needs_script(task: object) -> bool:
    """Whether somebody plays whose code stands in the script that was started."""
    return b"__main__" in pickle.dumps(task)


@contextmanager
def without_script() -> Iterator[None]:
    """Processes that begin now do not load the script that was started: most scripts would begin to play again."""
    main = sys.modules["__main__"].__dict__
    kept: dict[str, Any] = {name: main.pop(name) for name in ("__file__", "__spec__") if name in main}
    main["__spec__"] = None
    try:
        yield
    finally:
        main.update(kept)


def leave_ctrl_c() -> None:
    """Ctrl-C is for whoever hands out the tasks to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def on_ray(work: Callable[[Task], Answer], tasks: Sequence[Task], on: str) -> Iterator[Answer]:
    """On a cluster, which needs Branchline installed on its nodes; "ray" joins one that is running
    here, or starts one."""
    ray = need("ray")
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


def knock(on: str) -> None:
    """Does anybody answer there? Ray itself would ask for half a minute."""
    address = urlsplit(on)
    with socket.create_connection((address.hostname or "", address.port or CLIENT_PORT), timeout=5):
        return


def answers_here() -> bool:
    """Is a cluster running here that can be joined? Ray would wait for minutes for one that was killed and left its
    address behind."""
    if os.environ.get("RAY_ADDRESS"):
        return True
    left = Path(os.environ.get("RAY_TMPDIR", tempfile.gettempdir()), "ray", "ray_current_cluster")
    try:
        knock(f"ray://{left.read_text('utf-8').strip()}")
    except (OSError, ValueError):
        return False
    return True


def show_token(on: str) -> None:
    """Ray's client keeps what is wrong with a token to itself, and tries for half a minute; so it is asked before."""
    try:
        grpc, channels = import_module("grpc"), import_module("ray._private.grpc_utils")
        words, door = (import_module(f"ray.core.generated.ray_client_pb2{tail}") for tail in ("", "_grpc"))
    except ImportError:
        return  # a Ray that has them elsewhere: it answers by itself
    address = urlsplit(on)
    with channels.init_grpc_channel(f"{address.hostname}:{address.port or CLIENT_PORT}") as line:
        ping = words.ClusterInfoRequest(type=words.ClusterInfoType.PING)
        try:
            door.RayletDriverStub(line).ClusterInfo(ping, timeout=PATIENCE)
        except grpc.RpcError as error:
            if error.code() == grpc.StatusCode.UNAUTHENTICATED:
                raise


def join(ray: Any, on: str) -> None:
    """Ray here, or the client of one that is elsewhere."""
    if on != "ray" and importlib.util.find_spec("grpc") is None:
        raise not_installed("grpc")
    try:
        if on == "ray":
            ray.init(None if answers_here() else "local", log_to_driver=False, include_dashboard=False)
        else:
            knock(on)
            show_token(on)
            ray.init(on, log_to_driver=False)
    except Exception as error:  # connections, versions, addresses: each has a kind of its own
        raise Refused("lab", f"Ray can't be had on {on}: {reason(error)}") from error


def reason(error: Exception) -> str:
    """Why Ray says no, in a line. Of a wrong or missing token it says little where it is asked by a client."""
    told = error.details() if hasattr(error, "details") else str(error)  # gRPC has its own words
    lines = [line.strip() for line in str(told).splitlines() if line.strip()] or [type(error).__name__]
    said = f"{lines[0]} {lines[-1]}" if lines[0].endswith(":") and len(lines) > 1 else lines[0]  # the cause stands last
    if any(word in str(error) for word in TOKEN_WORDS):
        return f"it asks for its token, in RAY_AUTH_TOKEN with RAY_AUTH_MODE=token, and this one is not right. ({said})"
    return said
