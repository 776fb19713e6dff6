"""Contender: who plays in the lab, one of our players or anybody's own.

As text: "random", "search:seconds=0.5", "./my_bot.py:MyBot", "my_package.bots:MyBot:depth=3", or
"search-4@FOLDER", a player of another checkout. In Python also a class or a function that makes a player, or a
player itself. A player is whatever has `choose(position)` and answers with a legal move's text.
"""

import copy
import hashlib
import importlib.util
import inspect
import os
import pickle
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from branchline.kernel.chance import Seed
from branchline.lab.elsewhere import AT, Elsewhere
from branchline.players import KINDS, Player, player, settings
from branchline.players.greedy import Greedy
from branchline.players.random import Random
from branchline.players.search import Search
from branchline.position import Position
from branchline.refusal import Refused

OURS: Final = (Random, Greedy, Search)
FILES: Final[Mapping[str, Callable[[str, Any], Any]]] = {  # settings that may name one, and who reads it
    "weights": settings.weights,
    "move_weights": settings.weights,
    "net": settings.net,
    "constants": settings.constants,
}

Wish = str | Callable[..., Player] | Player
"""Who is to play: a name, what makes a player, or a player."""


@dataclass(frozen=True)
class Contender:
    """A player's name and settings, and what makes it if it is none of ours."""

    name: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    own: Any = None
    called: str = ""  # by what it was asked for, where its settings hold what stands in files

    @classmethod
    def of(cls, wish: "Wish | Contender") -> "Contender":
        if isinstance(wish, Contender):
            return wish
        if isinstance(wish, str):
            return cls.parse(wish)
        if not makes(wish) and not hasattr(wish, "choose"):
            raise Refused("players", f"{wish!r} is no player: it has no choose(position).")
        return cls(getattr(wish, "__name__", type(wish).__name__), own=wish)

    @classmethod
    def parse(cls, text: str) -> "Contender":
        name, *settings = text.strip().split(":")
        if settings and name not in KINDS and settings[0].isidentifier():
            name = f"{name}:{settings.pop(0)}"
        pairs = [setting.partition("=") for setting in settings]
        for key, equals, _ in pairs:
            if not key or not equals:
                raise Refused("players", f"{text.strip()!r} is not a player: settings go name:setting=value.")
        return cls(name, {key: number(value) for key, _, value in pairs})

    def __str__(self) -> str:
        return self.called or ":".join([self.name, *(f"{key}={value}" for key, value in self.settings.items())])

    def packed(self) -> "Contender":
        """The same player, with what stands in the files that it names: they lie here, and it may play elsewhere."""
        if self.own is not None or self.name not in KINDS:
            return self
        held = {key: file_of(key, value) for key, value in self.settings.items()}
        return replace(self, settings=held, called=str(self))

    def sit_down(self, seed: str) -> Player:
        """The player, for one game; the seed is its own."""
        if "seed" in self.settings:
            raise Refused("players", f"{self} can't have a seed of its own: each game gives it one.")
        value = int(hashlib.sha256(seed.encode()).hexdigest()[:12], 16)
        if self.own is None and AT in self.name:
            name, _, folder = self.name.partition(AT)
            return Elsewhere(name, folder, value, self.settings)
        if self.own is None and ":" not in self.name:
            return player(self.name, seed=value, **self.settings)
        own = self.own if self.own is not None else load(self.name)
        if makes(own):
            return made(str(self), own, value, self.settings)
        try:
            found: Player = copy.deepcopy(own)  # a new game finds it as it was
        except Exception as error:  # whatever copying meets
            raise Refused(
                "players", f"{self} can't be copied for every game: name what makes it, a class or a function."
            ) from error
        if isinstance(getattr(found, "seed", None), Seed):  # one of ours: its dice are others in every game
            vars(found)["seed"] = Seed(f"{vars(found)['seed'].seed} {value}")
        return found

    def check(self, in_processes: bool) -> None:
        """Refuse now what could not sit down later, or could not be sent to where it is to play."""
        if in_processes and self.own is not None:
            main = sys.modules["__main__"]
            kind = self.own if makes(self.own) else type(self.own)
            try:
                pickle.dumps(self.own)
                sent = getattr(kind, "__module__", "") != "__main__" or hasattr(main, "__file__")
            except Exception:  # whatever pickling meets
                sent = False
            if not sent:
                raise Refused(
                    "players",
                    f"{self} can't be sent to other processes: put it into a module of its own, "
                    "or play with processes=1.",
                )
        self.sit_down("0")


def file_of(setting: str, value: Any) -> Any:
    """What stands in the file that a setting names; any other setting as it is."""
    if setting not in FILES or not isinstance(value, str | Path):
        return value
    return FILES[setting](setting, value)


def lent(position: Position, player: Player) -> Position:
    """What a player is given to choose in. Ours leave it as it is; anybody else gets a copy, so that who looks
    ahead on it harms nobody."""
    return position if isinstance(player, OURS) else position.copy()


def makes(own: Any) -> bool:
    """Whether this makes players, and is none itself."""
    return isinstance(own, type) or (callable(own) and not hasattr(own, "choose"))


def made(name: str, make: Callable[..., Any], seed: int, settings: Mapping[str, Any]) -> Player:
    """A player of somebody's own; it is given a seed if it takes one."""
    try:
        takes = inspect.signature(make).parameters.values()
    except ValueError:
        takes = {}.values()
    seeded = any(one.name == "seed" or one.kind is one.VAR_KEYWORD for one in takes)
    try:
        found: Player = make(**({"seed": seed} if seeded else {}), **settings)
    except Refused:
        raise
    except Exception as error:  # whatever somebody's own code does
        raise Refused("players", f"{name} can't be made: {type(error).__name__}: {error}.") from error
    if not hasattr(found, "choose"):
        raise Refused("players", f"{name} is no player: it has no choose(position).")
    return found


@cache
def load(name: str) -> Any:
    """What FILE.py:NAME or MODULE:NAME stands for."""
    place, _, what = name.rpartition(":")
    try:
        module = from_file(Path(place)) if place.endswith(".py") else from_path(place)
    except Exception as error:  # whatever stands in somebody's file
        raise Refused("players", f"{place} can't be loaded: {type(error).__name__}: {error}.") from error
    if not callable(getattr(module, what, None)):
        raise Refused("players", f"{place} has no {what} that makes a player.")
    return getattr(module, what)


def from_file(file: Path) -> Any:
    """A file's module, under a name that hides no other; it may import what lies beside it."""
    file = file.resolve()
    name = f"player_in_{file.stem}_{hashlib.sha256(str(file).encode()).hexdigest()[:8]}"
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    if str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))
    spec.loader.exec_module(module)
    return module


def from_path(name: str) -> Any:
    """A module by its name, installed or in the current folder."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    return import_module(name)


def number(value: str) -> Any:
    """A setting's value: a number where it reads like one."""
    for kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            pass
    return {"true": True, "false": False}.get(value.lower(), value)


def everybody(wishes: object) -> tuple[Contender, ...]:
    """Who plays, from a list of wishes."""
    found = () if isinstance(wishes, str) or not isinstance(wishes, Iterable) else tuple(wishes)
    if not found:
        raise Refused("players", f"Players are a list, such as ['greedy', 'random'], not {wishes!r}.")
    return tuple(Contender.of(wish).packed() for wish in found)


def contenders(names: str, seats: int) -> list[Contender]:
    """Who sits where: one name for each seat, or one for all of them."""
    found = [Contender.parse(name) for name in names.split(",")]
    if len(found) == 1:
        found *= seats
    if len(found) != seats:
        raise Refused("players", f"{seats} seats need {seats} players, or one name for all of them, not {len(found)}.")
    return found
