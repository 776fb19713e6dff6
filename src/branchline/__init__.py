"""Branchline: play and study train board games.

>>> import branchline
>>> pos = branchline.game("mini-rails").start(seats=4, seed=7)
>>> pos = pos.play(pos.legal()[0])
"""

from pathlib import Path

from branchline.game import Game
from branchline.games import find, names
from branchline.pack import file_of
from branchline.players import player
from branchline.players.analyse import analyse
from branchline.players.hint import hint
from branchline.position import Position
from branchline.record import read
from branchline.refusal import Refused

__all__ = ["Game", "Position", "Refused", "analyse", "game", "games", "hint", "player", "replay", "version"]


def games() -> list[str]:
    """The names of all games."""
    return list(names())


def game(name: str, pack: str | Path | None = None) -> Game:
    """One game by its name, with its own components or those of a pack, a file."""
    return find(name, file_of(pack))


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
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return f"Branchline {installed('branchline')}"
    except PackageNotFoundError:
        return "Branchline, from its sources"
