"""Interop: Branchline's games as OpenSpiel knows games. Environments for learners are in `branchline.env`."""

from typing import TYPE_CHECKING

from branchline.front import modules_of

if TYPE_CHECKING:
    from branchline.interop import open_spiel  # noqa: F401
else:
    __getattr__ = modules_of(__name__)
