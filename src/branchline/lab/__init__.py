"""The lab: games played in numbers, to be counted, compared and learned from."""

from typing import TYPE_CHECKING

from branchline.front import modules_of

if TYPE_CHECKING:
    from branchline.lab import arena, games, ladder, policy, ppo, report, sim, sit, train  # noqa: F401
else:
    __getattr__ = modules_of(__name__)
