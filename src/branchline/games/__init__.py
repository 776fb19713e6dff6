"""The games: one folder each. A folder with a `game.py` with GAME, its class, is a game."""

import pkgutil
from functools import cache
from importlib import import_module
from pathlib import Path

from branchline.game import Game
from branchline.refusal import Refused


@cache
def names() -> list[str]:
    """All games' names, sorted."""
    return sorted(folder.name.replace("_", "-") for folder in pkgutil.iter_modules(__path__) if folder.ispkg)


def find(name: str, pack: Path | None = None) -> Game:
    """The game of this name, with its own components or a pack's; refuses an unknown one."""
    if not isinstance(name, str) or name not in names():
        raise Refused("games", f"There is no game {name!r}; there are: {', '.join(names())}.")
    return made(name, pack)


@cache
def made(name: str, pack: Path | None) -> Game:
    module = import_module(f"{__name__}.{name.replace('-', '_')}.game")
    game: Game = module.GAME(pack)
    return game
