"""Players: opponents by name. They know a game through its State and its Estimate only."""

from functools import partial
from typing import Any, Protocol

from branchline.players.greedy import Greedy
from branchline.players.random import Random
from branchline.players.search import Search
from branchline.position import Position
from branchline.refusal import Refused

KINDS: dict[str, Any] = {
    "random": Random,
    "greedy": Greedy,
    "search": Search,
    # The levels think as much as the game has for them, and never longer than their seconds, on however
    # slow a machine.
    "search-1": partial(Search, level=1, seconds=0.5),
    "search-2": partial(Search, level=2, seconds=0.8),
    "search-3": partial(Search, level=3, seconds=1.2),
    "search-4": partial(Search, level=4, seconds=1.5),
}

LEVELS: list[tuple[str, str]] = [
    ("random", "Novice"),
    ("greedy", "Apprentice"),
    ("search-1", "Fireman"),
    ("search-2", "Driver"),
    ("search-3", "Inspector"),
    ("search-4", "Director"),
]
"""The opponents that a table offers, from weak to strong: name and what people call it."""


class Player(Protocol):
    def choose(self, position: Position) -> str:
        """A legal move for the seat to act, from what that seat may know."""
        ...


def player(name: str, seed: int = 0, **settings: Any) -> Player:
    """A player by its name, with its settings."""
    if name not in KINDS:
        raise Refused("players", f"There is no player {name!r}; there are: {', '.join(sorted(KINDS))}.")
    made: Player = KINDS[name](seed=seed, **settings)
    return made
