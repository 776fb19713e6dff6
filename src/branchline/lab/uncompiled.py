"""Runs a module of Branchline from its sources alone, beside the compiled libraries:

    python .../branchline/lab/uncompiled.py branchline.lab.bench mini-rails

A script, to be started by its path: `python -m` would load the compiled kernel on its way here.
"""

import runpy
import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType


class SourcesOnly:
    """Finds Branchline's modules, never a compiled library of them."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name.partition(".")[0] != "branchline":
            return None
        for folder in path if path is not None else sys.path:
            if spec := FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name):
                return spec
        return None


if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[2])
    sys.meta_path.insert(0, SourcesOnly)
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
