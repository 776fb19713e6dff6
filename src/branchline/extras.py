"""Extras: packages that only some of the house takes, and the command that brings each."""

import sys
from importlib import import_module
from typing import Any, Final

from branchline.refusal import Refused

EXTRAS: Final = {
    "gymnasium": ("Gymnasium", "branchline[env]"),
    "grpc": ("Ray's client, which a cluster elsewhere takes,", "ray[client]"),
    "numpy": ("NumPy", "numpy"),
    "open_spiel": ("OpenSpiel", "branchline[openspiel]"),
    "pettingzoo": ("PettingZoo", "branchline[env]"),
    "pyarrow": ("PyArrow, which writes Parquet,", "branchline[study]"),
    "pyspiel": ("OpenSpiel", "branchline[openspiel]"),
    "ray": ("Ray", "ray"),
    "torch": ("PyTorch", "branchline[learn]"),
}
"""By the name that is imported: what it is called, and what pip installs."""


def need(module: str) -> Any:
    """A module of an extra; refuses with the command that installs it."""
    try:
        return import_module(module)
    except ImportError as error:
        raise not_installed(module) from error


def load(module: str) -> Any:
    """A module of ours; if it takes an extra that is not there, refuses in the same way."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in EXTRAS:
            raise
        raise not_installed(missing) from error


def not_installed(module: str) -> Refused:
    name, package = EXTRAS.get(module, (module, module))
    return Refused("extras", f"{name} is not installed here: {sys.executable} -m pip install '{package}'")
