"""Makes everything ready: the environment in .venv, and the kernel compiled in build/compiled.

    ready.py play | test | check

Needs nothing but Python. What is ready already is not made again, so that a later start takes
a moment: .venv/ready.json holds the hashes of the locks it was filled from, and a compiled kernel
lies in build/kernel under the hash of all that went into it.
"""

import errno
import fcntl
import hashlib
import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "ready.json"
BUILD = ROOT / "build"
LOG = BUILD / "ready.log"
TOOLS_LOCK = "requirements-tools.lock"  # uv, and what compiling takes
PLAY_LOCK = "requirements.lock"
TEST_LOCK = "requirements-test.lock"  # holds all that the other two hold
LOCKS = {"play": PLAY_LOCK, "test": TEST_LOCK, "check": TEST_LOCK}
KEPT = 4  # compiled kernels to keep, for going back and forth between branches


class Trouble(Exception):
    """What went wrong and what to do about it, in one sentence."""


def main() -> int:
    command = sys.argv[1] if len(sys.argv) == 2 else ""
    if command not in LOCKS:
        print(__doc__, file=sys.stderr)
        return 2
    again = f"run ./{command} again"
    try:
        BUILD.mkdir(exist_ok=True)
        with (BUILD / "ready.lock").open("w") as lock:
            wait_for_others(lock.fileno())
            LOG.write_text("")
            get_ready(command, again)
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except OSError as error:
        print(of_the_disk(error, again), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"\nStopped; nothing is broken: {again} whenever you like.", file=sys.stderr)
        return 130
    finally:
        Running.stop_all()
    return 0


def wait_for_others(lock: int) -> None:
    """Two set-ups at once would trip over each other."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print("Another set-up is under way here; waiting for it ...", flush=True)
        fcntl.flock(lock, fcntl.LOCK_EX)


def get_ready(command: str, again: str) -> None:
    """Everything that the command needs. The kernel is compiled while the packages come in."""
    recipe = load_recipe()
    required = os.environ.get("BRANCHLINE_COMPILED") == "require"
    reason = recipe.why_uncompiled()
    if reason and required:
        raise Trouble(f"The kernel has to be compiled here, but {reason}")
    environment = find_environment(again)
    kernel = BUILD / "kernel" / kernel_key(environment.soabi, recipe.groups())
    compiling = None
    with Progress() as progress:
        if not environment.holds(LOCKS[command]) or not kernel.exists():
            install(environment, TOOLS_LOCK, progress, again)
        if command != "check" and not reason and not kernel.exists():
            compiling = Compiling(kernel, recipe.groups(), progress)
        install(environment, LOCKS[command], progress, again)
        environment.save()
        fault = compiling.wait(again) if compiling else ""
    if fault and required:
        raise Trouble(fault)
    if command == "check":
        return
    if reason or fault:
        print(fault or f"The kernel stays uncompiled and thinks slower: {reason}")
        return point_to(ROOT / "src")
    os.utime(kernel)
    forget_old_kernels()
    mirror({**tree(ROOT / "src"), **tree(kernel)}, BUILD / "compiled")
    point_to(BUILD / "compiled")


# -- the environment -----------------------------------------------------------------------


@dataclass
class Environment:
    """What .venv holds. Without its stamp it counts as half-made, and the next start makes it anew."""

    root: str
    soabi: str  # which compiled libraries its Python can load
    locks: dict[str, str] = field(default_factory=dict)  # installed: name -> hash

    def holds(self, lock: str) -> bool:
        return self.locks.get(lock) == sha256((ROOT / lock).read_bytes())

    def save(self) -> None:
        write_atomically(STAMP, json.dumps(asdict(self)).encode())


def find_environment(again: str) -> Environment:
    """The one there is; a new one if it is missing, half-made, moved, or its Python is gone."""
    try:
        environment = Environment(**json.loads(STAMP.read_text()))
        if environment.root == str(ROOT) and PYTHON.exists():
            return environment
    except (OSError, ValueError, TypeError):
        pass
    if not all(importlib.util.find_spec(name) for name in ("venv", "ensurepip")):
        raise Trouble(
            "This Python lacks its venv module: install it "
            f"(Debian and Ubuntu: apt install python{version()}-venv), then {again}."
        )
    if VENV.exists():
        shutil.rmtree(VENV)
    with Progress() as progress:
        progress.show("environment", f"Making .venv with Python {version()}")
        running = Running([sys.executable, "-m", "venv", str(VENV)])
        if running.wait():
            raise Trouble(what_failed("Making .venv", running.output, again))
        progress.done("environment")
    soabi = sysconfig.get_config_var("SOABI") or sys.implementation.cache_tag
    return Environment(str(ROOT), f"{soabi}-{sysconfig.get_platform()}")


def install(environment: Environment, lock: str, progress: "Progress", again: str) -> None:
    """The packages that a lock names, each checked against its hash: by uv where it is there
    already, and by pip, which knows the user's own settings, where uv can't."""
    if environment.holds(lock):
        return
    STAMP.unlink(missing_ok=True)
    title = "Installing the tools" if lock == TOOLS_LOCK else "Installing the packages"
    progress.show("packages", title)
    options = ["--require-hashes", "--no-deps", "-r", str(ROOT / lock)]
    by_uv = [str(VENV / "bin" / "uv"), "pip", "install", "--python", str(PYTHON), *options]
    if lock == TOOLS_LOCK or Running(by_uv).wait():
        by_pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "--no-input", "install"]
        by_pip.append("--no-compile")
        running = Running([*by_pip, "--progress-bar", "off", *options], count_packages(lock, title, progress))
        if running.wait():
            raise Trouble(what_failed(title, running.output, again))
    if lock == PLAY_LOCK:
        warm_up()
    progress.done("packages")
    held = (TOOLS_LOCK, PLAY_LOCK, TEST_LOCK) if lock == TEST_LOCK else (lock,)
    environment.locks |= {name: sha256((ROOT / name).read_bytes()) for name in held}


def warm_up() -> None:
    """Let Python keep the bytecode of all that the table loads, also where it is told not to: later
    starts are faster by far. If it fails, nothing is lost."""
    environ = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    environ.pop("PYTHONDONTWRITEBYTECODE", None)
    Running([str(PYTHON), "-c", "import branchline.cli, branchline.server, branchline.web.app"], environ=environ).wait()


def count_packages(lock: str, title: str, progress: "Progress") -> Callable[[str], None]:
    """Shows how far pip has come, from what it prints."""
    pins = len(re.findall(r"^[\w.-]+==", (ROOT / lock).read_text(), re.M))
    seen = 0

    def show(line: str) -> None:
        nonlocal seen
        if match := re.match(r"Collecting ([\w.-]+)|Requirement already satisfied: ([\w.-]+)", line):
            seen += 1
            progress.show("packages", f"{title}: {seen} of about {pins}, {match[1] or match[2]}")
        elif line.startswith("Installing collected"):
            progress.show("packages", f"{title}: unpacking")

    return show


# -- the kernel ----------------------------------------------------------------------------


def load_recipe() -> ModuleType:
    """setup.py as a module: what is compiled is said there, once."""
    spec = importlib.util.spec_from_file_location("recipe", ROOT / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    recipe = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(recipe)
    return recipe


def kernel_key(soabi: str, groups: dict[str, list[str]]) -> str:
    """A hash over what compiles, and one over what is compiled."""

    def total(parts: list[str], files: list[str]) -> str:
        sums = [f"{name} {sha256((ROOT / name).read_bytes())}" for name in files]
        return sha256("\n".join(parts + sums).encode())[:12]

    compilers = [soabi, os.environ.get("CC", ""), os.environ.get("CFLAGS", "")]
    sources = [file for files in groups.values() for file in files]
    return f"{total(compilers, ['setup.py', TOOLS_LOCK])}-{total([], sources)}"


class Compiling:
    """The compilation into a folder, under way beside other things; all or nothing."""

    def __init__(self, folder: Path, groups: dict[str, list[str]], progress: "Progress") -> None:
        self.folder = folder
        self.groups = groups
        self.part = folder.with_suffix(".part")
        self.progress = progress
        self.titles = {f"{name}__mypyc": name.removeprefix("branchline_").replace("_", " ") for name in groups}
        shutil.rmtree(self.part, ignore_errors=True)
        self.begin_with_the_last()
        command = [str(PYTHON), "setup.py", "build_ext", "--build-lib", str(self.part)]
        progress.show("compiling", "Compiling the rules")
        self.running = Running([*command, "--build-temp", str(BUILD / "temp")], self.show)

    def begin_with_the_last(self) -> None:
        """What an earlier compilation by the same tools has made is kept where its C has not changed
        since: build_ext compares the times, and mypyc leaves C that stays the same alone."""
        compilers = self.folder.name.partition("-")[0]
        earlier = [folder for folder in self.folder.parent.glob(f"{compilers}-*") if not folder.suffix]
        if earlier:
            shutil.copytree(max(earlier, key=lambda folder: folder.stat().st_mtime), self.part)

    def show(self, line: str) -> None:
        match = re.match(r"building '([\w.]+)' extension", line)
        if match and match[1] in self.titles:
            self.progress.show("compiling", f"Compiling the rules: {self.titles[match[1]]}")

    def wait(self, again: str) -> str:
        """What went wrong, if something did."""
        if self.running.wait() or not any(self.part.rglob("*.so")):
            shutil.rmtree(self.part, ignore_errors=True)
            return what_failed("Compiling the rules", self.running.output, again)
        remove_strangers(self.part, self.groups)
        self.part.rename(self.folder)
        self.progress.done("compiling")
        return ""


def remove_strangers(folder: Path, groups: dict[str, list[str]]) -> None:
    """Libraries of modules that are no longer there."""
    known = {f"{name}__mypyc" for name in groups}
    known |= {file.removeprefix("src/").removesuffix(".py") for files in groups.values() for file in files}
    for library in folder.rglob("*.so"):
        if str(library.relative_to(folder)).partition(".")[0] not in known:
            library.unlink()


def forget_old_kernels() -> None:
    kernels = sorted((BUILD / "kernel").iterdir(), key=lambda folder: folder.stat().st_mtime)
    for old in kernels[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)


def tree(folder: Path) -> dict[str, Path]:
    """The files under a folder by their path within it."""
    return {
        str(file.relative_to(folder)): file
        for file in folder.rglob("*")
        if file.is_file() and file.parent.name != "__pycache__" and ".egg-info" not in str(file)
    }


def mirror(files: dict[str, Path], target: Path) -> None:
    """Make the target hold exactly these files. A changed file gets a new inode, so that a
    server that is running from here keeps the library it has loaded."""
    for name, old in (tree(target) if target.exists() else {}).items():
        if name not in files:
            old.unlink()
    for name, source in files.items():
        copy = target / name
        stat = source.stat()
        if copy.exists() and (copy.stat().st_size, copy.stat().st_mtime_ns) == (stat.st_size, stat.st_mtime_ns):
            continue
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, fresh := copy.with_name(f"{copy.name}.new"))
        fresh.replace(copy)


def point_to(folder: Path) -> None:
    """`import branchline` and the `branchline` command in .venv use this folder."""
    packages = next(VENV.glob("lib/python*/site-packages"))
    write_atomically(packages / "branchline.pth", f"{folder}\n".encode())
    script = f"#!{PYTHON}\nfrom branchline.__main__ import main\n\nif __name__ == '__main__':\n    main()\n"
    write_atomically(VENV / "bin" / "branchline", script.encode(), mode=0o755)


# -- running things ------------------------------------------------------------------------


class Running:
    """A command under way: its output goes to the log, and line by line to `show`."""

    everything: list["Running"] = []

    def __init__(
        self,
        command: list[str],
        show: Callable[[str], None] = lambda line: None,
        environ: dict[str, str] | None = None,
    ) -> None:
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**(environ or os.environ), "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,  # a group of its own, to be stopped with all that it starts
        )
        Running.everything.append(self)
        self.reader = threading.Thread(target=self.read, args=(command, show), daemon=True)
        self.reader.start()

    def read(self, command: list[str], show: Callable[[str], None]) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            show(line)
        try:
            with LOG.open("a") as log:
                log.write(f"$ {' '.join(command)}\n{self.output}\n")
        except OSError:  # the disk is full; the command has said so itself
            pass

    def wait(self) -> int:
        self.reader.join()
        return self.process.wait()

    @property
    def output(self) -> str:
        return "".join(self.lines)

    @classmethod
    def stop_all(cls) -> None:
        for running in cls.everything:
            if running.process.poll() is None:
                os.killpg(running.process.pid, signal.SIGTERM)
                running.process.wait()


class Progress:
    """Long steps, one beside another: one line that changes on a terminal, elsewhere a line for each step."""

    def __init__(self) -> None:
        self.live = sys.stdout.isatty()
        self.steps: dict[str, str] = {}
        self.begun: set[str] = set()
        self.lock = threading.Lock()

    def __enter__(self) -> "Progress":
        return self

    def show(self, step: str, text: str) -> None:
        with self.lock:
            self.steps[step] = text
            title = text.partition(":")[0]
            if self.live:
                self.draw()
            elif title not in self.begun:
                print(f"{title} ...", flush=True)
            self.begun.add(title)

    def done(self, step: str) -> None:
        with self.lock:
            title = self.steps.pop(step).partition(":")[0]
            if self.live:
                print(f"\r\033[K{title}: done.")
                self.draw()

    def draw(self) -> None:
        width = shutil.get_terminal_size().columns - 1
        print(f"\r\033[K{' · '.join(self.steps.values())[:width]}", end="", flush=True)

    def __exit__(self, *failure: object) -> None:
        if self.live and self.steps:
            print(flush=True)


def what_failed(step: str, output: str, again: str) -> str:
    """The sentence for a step that failed."""
    if re.search(r"No space left on device|Disk quota exceeded", output):
        return of_the_disk(OSError(errno.ENOSPC, ""), again)
    if "DO NOT MATCH THE HASHES" in output:
        return (
            f"A package arrived damaged: {again}, and if it happens again, empty pip's cache first "
            "(python3 -m pip cache purge)."
        )
    if re.search(
        r"ConnectionError|NewConnection|Connection broken|Read timed out|ReadTimeout|SSLError|ProxyError|"
        r"IncompleteRead|ProtocolError|Temporary failure|No matching distribution|HTTP error|ReadError",
        output,
    ):
        return f"The packages could not be downloaded: check the connection to the network, then {again}."
    last = next((line.strip() for line in reversed(output.splitlines()) if line.strip()), "it said nothing")
    return f"{step} failed: {last} (all of it is in {LOG.relative_to(ROOT)})."


def of_the_disk(error: OSError, again: str) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"The disk is full: free about 500 MB where {ROOT} lies, then {again}."
    where = f" ({error.filename})" if error.filename else ""
    return f"The project's folder can't be used: {error.strerror or error}{where}; mend that, then {again}."


# -- small things --------------------------------------------------------------------------


def version() -> str:
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def write_atomically(path: Path, data: bytes, mode: int = 0o644) -> None:
    if path.exists() and path.read_bytes() == data:
        return
    fresh = path.with_name(f"{path.name}.new")
    fresh.write_bytes(data)
    fresh.chmod(mode)
    fresh.replace(path)


if __name__ == "__main__":
    sys.exit(main())
