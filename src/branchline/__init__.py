"""Branchline: play and study train board games.

>>> import branchline
>>> pos = branchline.game("mini-rails").start(seats=4, seed=7)
>>> pos = pos.play(pos.legal()[0])
"""

from pathlib import Path

from branchline.game import Game
from branchline.games import find, names
from branchline.players import player
from branchline.players.analyse import analyse
from branchline.position import Position
from branchline.record import read
from branchline.refusal import Refused

__all__ = ["Game", "Position", "Refused", "analyse", "game", "games", "player", "replay", "version"]


def games() -> list[str]:
    """The names of all games."""
    return list(names())


def game(name: str, pack: Path | None = None) -> Game:
    """One game by its name, with its own components or those of a pack."""
    return find(name, pack)


def replay(record: object, pack: Path | None = None) -> Position:
    """The position that a record leads to; refuses a record that these rules did not make."""
    return read(record, lambda name: find(name, pack))


def version() -> str:
    """What this is: "Branchline 0.1.0"."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return f"Branchline {installed('branchline')}"
    except PackageNotFoundError:
        return "Branchline, from its sources"
