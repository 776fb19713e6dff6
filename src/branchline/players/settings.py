"""Settings: what a player can be told, and one sentence for each value that makes no sense."""

import inspect
import json
import math
import numbers
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from branchline.game import Json
from branchline.position import Position
from branchline.refusal import Refused

STYLES: Final = {"builder": "builds", "trader": "trades", "blocker": "blocks"}
"""What a thinking player can be besides as strong as it can, and what it likes to do."""

MOST: Final = 10**9
"""No setting is larger."""


def check_names(name: str, kind: Callable[..., Any], settings: Mapping[str, Any]) -> None:
    """Refuse settings that this kind of player does not have."""
    known = names(kind)
    for setting in settings:
        if setting not in known:
            raise Refused(
                "players", f"The player {name} has no setting {setting!r}; it has: {', '.join(known) or 'none'}."
            )


def names(kind: Callable[..., Any]) -> list[str]:
    """The settings of a kind of player, besides its seed. Who has a level has its simulations from it."""
    taken = {"seed"}
    if isinstance(kind, partial) and "level" in kind.keywords:
        taken |= {"level", "simulations"}
    return [name for name in inspect.signature(kind).parameters if name not in taken]


def number(name: str, value: Any, least: float = 0.0, most: float = MOST) -> float:
    """A finite number, neither too small nor too large."""
    found = real(value)
    if not least <= found <= most:
        raise Refused("players", f"{name} is a number from {least:g} to {most:,}, not {value!r}.")
    return found


def whole(name: str, value: Any, least: int = 0, most: int = MOST) -> int:
    """A whole number; 1e3 is one too."""
    found = real(value)
    if not least <= found <= most or not found.is_integer():
        raise Refused("players", f"{name} is a whole number from {least:,} to {most:,}, not {value!r}.")
    return int(found)


def real(value: Any) -> float:
    """A number as it is; what is none is not a number."""
    return float(value) if isinstance(value, numbers.Real) and not isinstance(value, bool) else math.nan


def switch(name: str, value: Any) -> bool:
    if value not in (True, False):
        raise Refused("players", f"{name} is true or false, not {value!r}.")
    return bool(value)


def style(name: str, value: Any) -> str:
    """A builder, a trader, a blocker; or nothing in particular."""
    if value and value not in STYLES:
        raise Refused("players", f"{name} is one of {', '.join(STYLES)}, not {value!r}.")
    return str(value or "")


def weights(name: str, given: str | Path | Json | None) -> Json | None:
    """What `branchline lab train` learned: its file, or what it returned. `move_weights` has one number a
    feature, `weights` two: at the start and at the end of a game."""
    if given is None:
        return None
    found = given if isinstance(given, dict) else read(name, Path(str(given)))
    of = found.get("weights")
    if not isinstance(of, dict) or not of or not isinstance(found.get("game"), str):
        raise Refused("players", f"{name}: {told(given)} holds no weights of a game's features.")
    kind = "weights" if all(isinstance(one, list) for one in of.values()) else "move_weights"
    if kind != name:
        raise Refused("players", f"{name}: {told(given)} holds the other kind of weights, those for {kind}.")
    return found


def constants(name: str, given: str | Path | Json | None) -> Json | None:
    """What `branchline lab tune` proposed: its file, or what it returned."""
    if given is None:
        return None
    found = given if isinstance(given, dict) else read(name, Path(str(given)))
    of = found.get("constants")
    if (
        not isinstance(of, dict)
        or not isinstance(found.get("game"), str)
        or any(math.isnan(real(v)) for v in of.values())
    ):
        raise Refused("players", f"{name}: {told(given)} holds no constants of a game's estimate.")
    return found


def net(name: str, given: bool | str | Path | Json | None) -> Json | None:
    """What `branchline lab learn` taught: its file, or what it returned; nothing for false, None for the game's own."""
    if given is None or given is True:
        return None
    if given is False:
        return {}
    found = given if isinstance(given, dict) else read(name, Path(str(given)))
    if not isinstance(found.get("item"), dict) or not isinstance(found.get("game"), str):
        raise Refused("players", f"{name}: {told(given)} holds no network.")
    return found


def read(name: str, file: Path) -> Json:
    try:
        found = json.loads(file.read_text("utf-8"))
    except OSError as error:
        raise Refused("players", f"{name}: {file} can't be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise Refused("players", f"{name}: {file} is not JSON.") from error
    return found if isinstance(found, dict) else {}


def told(given: str | Path | Json) -> str:
    return "what was given" if isinstance(given, dict) else str(given)


def seat_to_act(position: Position) -> int:
    """Whom a player chooses for; refuses where there is nothing to choose."""
    if not hasattr(position, "to_act"):
        raise Refused("players", f"A player chooses in a position, not in {position!r}.")
    if position.to_act is None:
        raise Refused("players", "There is nothing to think about: no player is to act.")
    return position.to_act
