"""Players: opponents by name. They know a game through its State and its Estimate only."""

from functools import partial
from typing import Any, Final, Protocol

from branchline.game import Game
from branchline.players.greedy import Greedy
from branchline.players.novice import Novice
from branchline.players.random import Random
from branchline.players.search import Search
from branchline.players.settings import check_names
from branchline.players.uct import UCT
from branchline.position import Position, check_seed
from branchline.refusal import Refused

KINDS: dict[str, Any] = {
    "random": Random,
    "novice": Novice,
    "greedy": Greedy,
    "uct": UCT,
    "search": Search,
    # The levels think as much as the game has for them, and never longer than their seconds, on however
    # slow a machine.
    "search-1": partial(Search, level=1, seconds=0.5),
    "search-2": partial(Search, level=2, seconds=0.8),
    "search-3": partial(Search, level=3, seconds=1.2),
    "search-4": partial(Search, level=4, seconds=1.5),
}

LEVELS: list[tuple[str, str]] = [
    ("novice", "Novice"),
    ("greedy", "Apprentice"),
    ("search-1", "Fireman"),
    ("search-2", "Driver"),
    ("search-3", "Inspector"),
    ("search-4", "Director"),
]
"""The opponents that a table offers, from weak to strong: name and what people call it."""


UNTHINKING: Final[list[tuple[str, str]]] = [("random", "Random")]
"""The opponents in a game that nobody can judge a position of."""

UNJUDGING: Final = ("random", "uct")

STYLE: Final = ":style="
"""What stands between the level of a bot and its style."""


class Player(Protocol):
    def choose(self, position: Position) -> str:
        """A legal move for the seat to act, from what that seat may know."""
        ...


def player(name: str, seed: int = 0, **settings: Any) -> Player:
    """A player by its name: random, uct, search, or one of the table's levels: novice, greedy, search-1 to search-4.

    Equal seeds give equal moves, as long as no clock decides. Random, novice and greedy have no settings; uct, the
    search of the textbooks, has seconds, simulations (300 if neither is given) and explore; search has:

    seconds       how long it thinks at the most; 1 if neither this nor simulations is given
    simulations   how many it makes at the most; with seconds, until the first is spent
    level         1 to 4: the simulations that the game has for this level; it goes with no simulations
    processes     how many trees are searched side by side
    weights       a file of `branchline lab train`: the chances that are told rest on it, not the moves
    move_weights  a file of `branchline lab train --moves`: which moves are looked at first, and so the play
    net           a file of `branchline lab learn`: positions and moves are judged by it; false: by no network
    constants     a file of `branchline lab tune`: the numbers that the estimate rests on, other than the game's own
    learned       false: by what was set by hand only
    tell          true: `think` tells chances and scores as self-play taught to forecast them
    explore       how much an untried move is worth a try
    sharpness     how much the first look at the moves counts
    turns         turns that are played beyond a leaf; the game's own number if not given
    mix           from 0 to 1: how far a leaf is judged as it is, beside the turns that are played beyond it
    heat          how much what is played beyond a leaf varies, where all moves are glanced at; -1: the best of a few
    sample        random moves that the most promising one is taken from there; the game's own number too
    width         moves that are searched at all
    evaluate      a function of yours that judges positions and moves: see `branchline.players.outside`
    batch         how many positions it is given at once
    style         builder, trader or blocker: it likes moves that build or that trade, or keeps the strongest other low

    The levels have all of these but level and simulations. Whatever makes no sense is refused.
    """
    if not isinstance(name, str) or name not in KINDS:
        raise Refused("players", f"There is no player {name!r}; there are: {', '.join(sorted(KINDS))}.")
    check_seed(seed)
    check_names(name, KINDS[name], settings)
    made: Player = KINDS[name](seed=seed, **settings)
    return made


def levels(game: Game) -> list[tuple[str, str]]:
    """The opponents that a table of this game offers."""
    return LEVELS if game.has_estimate else UNTHINKING


def usual_level(game: Game) -> str:
    """Who plays where nobody says who is to."""
    return "greedy" if game.has_estimate else "random"


def able(game: Game, level: str) -> str:
    """The player of this level, or a random one where it would have to judge what nothing is known of."""
    return level if game.has_estimate or level in UNJUDGING else "random"


def check_level(game: Game, level: str) -> None:
    """Refuse an unknown player, and one that is not able to play this game."""
    bot(level)
    if able(game, level) != level:
        raise Refused("players", f"{nothing_known_of(game)}: its bots are random ones.")


def check_advice(game: Game) -> None:
    """Refuse hints and reviews of what nobody can judge."""
    if not game.has_estimate:
        raise Refused("players", f"{nothing_known_of(game)}: there are no hints and no reviews.")


def nothing_known_of(game: Game) -> str:
    return f"Nothing says what a position of {game.title} promises"


def bot(level: str, seed: int = 0) -> Player:
    """The player of a seat at a table: a level, and its style if it has one, as in `search-2:style=builder`."""
    name, _, style = level.partition(STYLE)
    return player(name, seed, **({"style": style} if style else {}))


def called(level: str) -> str:
    """What people call the player of a seat: a driver, a builder."""
    name, _, style = level.partition(STYLE)
    return ", ".join(word for word in (dict(LEVELS).get(name, name).lower(), style) if word)


def seconds(level: str) -> float:
    """How long the player of a seat thinks at the most; 0 if it answers at once."""
    return float(getattr(KINDS.get(level.partition(STYLE)[0]), "keywords", {}).get("seconds", 0))
