"""Branchline: play and study train board games.

>>> import branchline
>>> pos = branchline.game("mini-rails").start(seats=4, seed=7)
>>> pos = pos.play(pos.legal()[0])
"""

from pathlib import Path
from typing import TYPE_CHECKING

from branchline.front import GameDoor, GamesDoor, modules_of, open_doors, player
from branchline.game import Game
from branchline.games import find
from branchline.pack import file_of
from branchline.players.analyse import analyse
from branchline.players.hint import hint
from branchline.position import Position
from branchline.record import read
from branchline.refusal import Refused

__version__ = "0.1.0"
__all__ = ["Game", "Position", "Refused", "analyse", "game", "games", "hint", "player", "replay", "version"]

game: GameDoor
games: GamesDoor
open_doors()
if TYPE_CHECKING:
    from branchline import env, interop, lab  # noqa: F401
else:
    __getattr__ = modules_of(__name__)


def replay(record: object, pack: str | Path | None = None, seed: int | str | None = None) -> Position:
    """The position that a record (JSON) leads to; refuses one that these rules did not make. What chance has
    to say next is drawn by the seed; a record that ends before chance has spoken goes on until a player has
    to decide."""
    parts = file_of(pack)
    position = read(record, lambda name: find(name, parts), None if seed is None else str(seed))
    position.settle()
    return position


def version() -> str:
    """What this is: "Branchline 0.1.0"."""
    return f"Branchline {__version__}"
