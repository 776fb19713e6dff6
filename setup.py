"""Compiles the kernel and the games' rules with mypyc. Everything else is in pyproject.toml.

BRANCHLINE_COMPILED=0        leave everything uncompiled
BRANCHLINE_COMPILED=require  fail where it cannot be compiled (CI)
BRANCHLINE_GAMES=a,b         compile these games' folders only (while working on one)
"""

import os
import shutil
import sys
from pathlib import Path

from setuptools import setup

HERE = Path(__file__).parent
SOURCE = Path("src/branchline")
# A game's modules of numbers are compiled, its modules of words are not.
WORDS = {"__init__.py", "game.py", "board.py", "components.py", "words.py", "story.py", "pages.py"}


def compiled_files() -> list[str]:
    chosen = [name for name in os.environ.get("BRANCHLINE_GAMES", "").split(",") if name]
    files = [f for f in sorted((HERE / SOURCE / "kernel").glob("*.py")) if f.name != "__init__.py"]
    for folder in sorted((HERE / SOURCE / "games").iterdir()):
        if folder.is_dir() and (not chosen or folder.name in chosen):
            files += [f for f in sorted(folder.glob("*.py")) if f.name not in WORDS]
    return [str(f.relative_to(HERE)) for f in files]


def extensions() -> list[object]:
    wish = os.environ.get("BRANCHLINE_COMPILED", "")
    if wish == "0":
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        if wish == "require":
            raise
        return []
    if not any(shutil.which(name) for name in (os.environ.get("CC", "cc"), "cc", "gcc", "clang", "cl")):
        if wish == "require":
            sys.exit("There is no C compiler, and BRANCHLINE_COMPILED=require asks for one.")
        return []
    os.chdir(HERE)
    return list(mypycify(["--strict", *compiled_files()], opt_level="3", debug_level="0", separate=True))


setup(ext_modules=extensions())
