"""The front door: two modules that can be called, players by names that a checker knows, and packages that load
their modules when they are named.

`branchline.games` is the package of all games, and `branchline.games()` lists them; `branchline.game` is the module
that says what a game is, and `branchline.game("mini-rails")` is one. So no function hides a module.
"""

import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, cast, overload

from branchline.extras import load
from branchline.game import Game
from branchline.games import find, names
from branchline.names import GameName, Level, LevelSettings, PlayerName, SearchSettings, UCTSettings
from branchline.pack import file_of
from branchline.players import Player
from branchline.players import player as player_by_name

if TYPE_CHECKING:
    from typing import Unpack

    from branchline.names import Express01, MiniExpress, MiniRails, SteamPower

Pack = str | Path | None


class GamesDoor(ModuleType):
    """`branchline.games`"""

    def __call__(self) -> list[GameName]:
        """The names of all games."""
        return cast(list[GameName], list(names()))

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            return modules_of(self.__name__)(name)


class GameDoor(ModuleType):
    """`branchline.game`"""

    @overload
    def __call__(self, name: Literal["express-01"], pack: Pack = None) -> "Express01": ...

    @overload
    def __call__(self, name: Literal["mini-express"], pack: Pack = None) -> "MiniExpress": ...

    @overload
    def __call__(self, name: Literal["mini-rails"], pack: Pack = None) -> "MiniRails": ...

    @overload
    def __call__(self, name: Literal["steam-power"], pack: Pack = None) -> "SteamPower": ...

    @overload
    def __call__(self, name: GameName, pack: Pack = None) -> Game: ...

    def __call__(self, name: str, pack: Pack = None) -> Game:
        """One game by its name, with its own components or those of a pack, a file."""
        return find(name, file_of(pack))


@overload
def player(name: Literal["random", "novice", "greedy"], seed: int = 0) -> Player: ...


@overload
def player(name: Literal["uct"], seed: int = 0, **settings: "Unpack[UCTSettings]") -> Player: ...


@overload
def player(name: Literal["search"], seed: int = 0, **settings: "Unpack[SearchSettings]") -> Player: ...


@overload
def player(name: Level, seed: int = 0, **settings: "Unpack[LevelSettings]") -> Player: ...


@overload
def player(name: PlayerName, seed: int = 0) -> Player: ...


def player(name: str, seed: int = 0, **settings: Any) -> Player:
    return player_by_name(name, seed, **settings)


player.__doc__ = player_by_name.__doc__


def open_doors() -> None:
    sys.modules["branchline.game"].__class__ = GameDoor
    sys.modules["branchline.games"].__class__ = GamesDoor


def modules_of(package: str) -> Callable[[str], Any]:
    """The `__getattr__` of a package: its modules, each loaded when it is first named."""

    def module(name: str) -> Any:
        if name.startswith("_") or find_spec(f"{package}.{name}") is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return load(f"{package}.{name}")

    return module
