"""Compiles the kernel and the games' rules with mypyc. Everything else is in pyproject.toml.

BRANCHLINE_COMPILED=0        leave everything uncompiled
BRANCHLINE_COMPILED=require  fail where it cannot be compiled (CI)
BRANCHLINE_GAMES=a,b         compile these games' folders only (while working on one)
"""

import ast
import os
import shutil
import sys
import sysconfig
import tempfile
from itertools import chain
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGE = Path("src/branchline")
# A game's modules of numbers are compiled: these, and what they import of their own folder.
# Everything else in a game's folder is words and pictures.
NUMBERS = ("rules", "estimate", "inputs", "tensors", "sameness")


def groups() -> dict[str, list[str]]:
    """The files to compile: the kernel's, and each game's. A group becomes one library, so that
    calls within it are direct and the groups can be compiled side by side."""
    chosen = [name for name in os.environ.get("BRANCHLINE_GAMES", "").split(",") if name]
    kernel = [f for f in (HERE / PACKAGE / "kernel").glob("*.py") if f.name != "__init__.py"]
    found = {"branchline_kernel": kernel}
    for folder in sorted((HERE / PACKAGE / "games").iterdir()):
        if folder.is_dir() and (not chosen or folder.name in chosen):
            found[f"branchline_{folder.name}"] = modules_of_numbers(folder)
    return {name: sorted(str(f.relative_to(HERE)) for f in files) for name, files in found.items() if files}


def modules_of_numbers(folder: Path) -> list[Path]:
    """A game's rules and estimate, and the modules of the same folder that these need."""
    found: list[Path] = []
    asked = [folder / f"{name}.py" for name in NUMBERS]
    while asked:
        file = asked.pop()
        if file.exists() and file not in found:
            found.append(file)
            asked += [folder / f"{name}.py" for name in imported(file, f"branchline.games.{folder.name}")]
    return found


def imported(file: Path, package: str) -> list[str]:
    """The modules of a package that a file imports: `from package import a, b` and `from package.a import B`."""
    names = []
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == package:
            names += [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{package}."):
            names.append((node.module or "").removeprefix(f"{package}."))
    return names


def why_uncompiled() -> str:
    """What stands in the way of compiling, as a sentence; empty if nothing does."""
    if os.environ.get("BRANCHLINE_COMPILED") == "0":
        return "BRANCHLINE_COMPILED=0 asks for it."
    compilers = (os.environ.get("CC", "cc").split()[0], "cc", "gcc", "clang", "cl")
    if not any(shutil.which(name) for name in compilers):
        return "there is no C compiler (Debian and Ubuntu: apt install gcc)."
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        return "Python's C headers are missing (Debian and Ubuntu: apt install python3-dev)."
    return ""


def extensions() -> list[object]:
    reason = why_uncompiled()
    if reason:
        if os.environ.get("BRANCHLINE_COMPILED") == "require":
            sys.exit(f"The kernel can't be compiled: {reason}")
        print(f"The kernel stays uncompiled: {reason}", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    os.chdir(HERE)
    parts = groups()
    # mypyc trips over what an earlier compilation of other sources has left in the cache: a new one each time.
    with tempfile.TemporaryDirectory() as cache:
        made = list(
            mypycify(
                # The modules of words are not looked into: a fault there is no reason not to compile.
                ["--strict", "--follow-imports=skip", f"--cache-dir={cache}", *chain(*parts.values())],
                separate=[(files, name) for name, files in parts.items()],
                opt_level="2",  # 3 is 5 % faster to play and takes 40 % longer to compile
                debug_level="0",
                target_dir="build/c",
            )
        )
    # the longest first, so that no core waits at the end
    return sorted(made, key=lambda extension: -sum(Path(source).stat().st_size for source in extension.sources))


if __name__ == "__main__":
    from setuptools import setup

    setup(ext_modules=extensions(), options={"build_ext": {"parallel": os.cpu_count() or 1}})
