"""Names that a type checker knows: games, their options, players and their settings. `tests/test_front.py` holds them
to what the games and players have."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from branchline.game import Game, Json

GameName = Literal["express-01", "mini-express", "mini-rails", "steam-power"]
PlayerName = Literal["random", "novice", "greedy", "uct", "search", "search-1", "search-2", "search-3", "search-4"]
Style = Literal["", "builder", "trader", "blocker"]
Level = Literal["search-1", "search-2", "search-3", "search-4"]


class Express01Options(TypedDict, total=False):
    length: Literal["short", "long"]
    turn_in_terminals: bool


class MiniExpressOptions(TypedDict, total=False):
    map: Literal["usa", "europe"]
    mode: Literal["standard", "solo", "bot", "expert", "directed"]
    difficulty: Literal["easy", "normal", "hard", "expert", "nightmare"]
    golden_spike: bool
    harbor: bool
    first_game: bool
    asset_shares: Literal[6, 5]
    edition: Literal["published", "prototype"]
    west_coast: bool


class MiniRailsOptions(TypedDict, total=False):
    """None yet."""


class SteamPowerOptions(TypedDict, total=False):
    map: Literal["us-midwest", "north-east"]
    automas: Literal[0, 1, 2, 3, 4]
    difficulty: Literal["very-easy", "easy", "normal", "hard", "very-hard"]


OPTIONS = {
    "express-01": Express01Options,
    "mini-express": MiniExpressOptions,
    "mini-rails": MiniRailsOptions,
    "steam-power": SteamPowerOptions,
}


class UCTSettings(TypedDict, total=False):
    """What `uct` can be told."""

    seconds: float
    simulations: int
    explore: float


class LevelSettings(TypedDict, total=False):
    """What `search-1` to `search-4` can be told; `help(branchline.player)` says what each does."""

    seconds: float
    processes: int
    explore: float
    sharpness: float
    turns: int | None
    sample: int | None
    mix: float
    heat: float
    width: int
    tell: bool
    learned: bool
    net: bool | str | Path | Json | None
    constants: str | Path | Json | None
    evaluate: Callable[[Any], Any] | None
    batch: int
    style: Style
    weights: str | Path | Json | None
    move_weights: str | Path | Json | None


class SearchSettings(LevelSettings, total=False):
    """What `search` can be told besides."""

    simulations: int
    level: int


if TYPE_CHECKING:
    from typing import Unpack

    from branchline.position import Position

    # The games as a checker knows them: each with the options that its `start` takes.

    class Express01(Game):
        def start(  # type: ignore[override]
            self, seats: int | None = None, seed: int | str | None = None, **options: Unpack[Express01Options]
        ) -> Position: ...

    class MiniExpress(Game):
        def start(  # type: ignore[override]
            self, seats: int | None = None, seed: int | str | None = None, **options: Unpack[MiniExpressOptions]
        ) -> Position: ...

    class MiniRails(Game):
        def start(  # type: ignore[override]
            self, seats: int | None = None, seed: int | str | None = None, **options: Unpack[MiniRailsOptions]
        ) -> Position: ...

    class SteamPower(Game):
        def start(  # type: ignore[override]
            self, seats: int | None = None, seed: int | str | None = None, **options: Unpack[SteamPowerOptions]
        ) -> Position: ...
