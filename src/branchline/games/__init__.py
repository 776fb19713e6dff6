"""The games: one folder each. A folder with a `game.py` that holds GAME is a game."""

import pkgutil
from functools import cache
from importlib import import_module

from branchline.game import Game
from branchline.refusal import Refused


@cache
def names() -> list[str]:
    """All games' names, sorted."""
    return sorted(folder.name.replace("_", "-") for folder in pkgutil.iter_modules(__path__) if folder.ispkg)


@cache
def find(name: str) -> Game:
    """The game of this name; refuses an unknown one with the list of all."""
    if name not in names():
        raise Refused("games", f"There is no game {name!r}; there are: {', '.join(names())}.")
    module = import_module(f"{__name__}.{name.replace('-', '_')}.game")
    game = module.GAME
    assert isinstance(game, Game)
    return game
