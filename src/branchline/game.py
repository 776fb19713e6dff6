"""Game: what a folder under `games/` offers to the rest of the house.

`rules.py` of a game is a State: numbers only. Its `game.py` subclasses `Game` and gives the
numbers their words: options, moves as text, views, log lines, and why a move is refused.

Sentences for people may hold `{seat:2}` for a seat's name and `{piece:red}` for the picture of
a piece; `plain()` turns both into bare words.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from branchline.kernel.estimate import Estimate, Learned
from branchline.kernel.state import State
from branchline.refusal import Refused

if TYPE_CHECKING:
    from branchline.position import Position

Json = dict[str, Any]
Value = str | int | bool


@dataclass(frozen=True)
class Option:
    """One thing to decide before a game begins."""

    choices: tuple[Value, ...]
    default: Value
    help: str
    labels: Mapping[Value, str] = field(default_factory=dict)


@dataclass(frozen=True)
class About:
    """What a newcomer wants to know before choosing a game."""

    line: str  # one sentence for the card
    text: str  # four sentences: what it is like
    players: str  # "3-5"
    minutes: str  # "45-60 min"
    reconstructed: str  # which parts are ours, in one sentence; "" if none


@dataclass(frozen=True)
class Stake:
    """What a move would do to one seat."""

    change: str  # "+2", "±0", "-1 share"
    note: str = ""  # "2 stocks"


@dataclass(frozen=True)
class Offer:
    """A legal move as the page shows it: in the list, and in the lens before it is made."""

    move: str
    label: str  # in the list of moves, short
    value: str = ""  # what it brings the mover, "+6"
    group: str = ""  # heading in the list, when a decision has several kinds
    title: str = ""  # of the lens; the label if empty
    delta: str = ""  # the lens's own number, "+2"
    stakes: tuple[Stake, ...] = ()  # one a seat, or none
    notes: tuple[str, ...] = ()  # further lines of the lens


@dataclass(frozen=True)
class Step:
    """One numbered step of an automaton's explanation."""

    text: str
    rule: str


@dataclass(frozen=True)
class Line:
    """A line of the log."""

    text: str
    effect: str = ""
    steps: tuple[Step, ...] = ()
    heading: str = ""  # a heading that stands before this line: "Round 2"
    quiet: bool = False  # belongs to the record, not to the story: single draws of a set-up


@dataclass(frozen=True)
class Point:
    """A part of a score and the rule that gives it."""

    points: int
    text: str
    rule: str


@dataclass(frozen=True)
class Reason:
    """A feature of the game's estimate as a player would name it, when it is what speaks for a move."""

    worth: float  # about how many points one of it is worth
    mine: str = ""  # the move brings the mover more of it than other moves do: "your network grows"
    theirs: str = ""  # it leaves another seat less of it: "{seat} earns less"


@dataclass(frozen=True)
class Section:
    """A section of RULES.md."""

    number: str
    title: str
    text: str


def plain(sentence: str, names: Sequence[str]) -> str:
    """A sentence without pictures, with the seats' names."""
    sentence = re.sub(r"\{piece:[^}]*\} ?", "", sentence)
    return re.sub(r"\{seat:(\d+)\}", lambda m: names[int(m[1])], sentence)


class Game:
    """One game with one pack of components. Stateless: every method takes the State it speaks about."""

    name: ClassVar[str]  # "mini-rails": in URLs, records, citations
    title: ClassVar[str]
    version: ClassVar[int] = 1  # of the rules; a record carries it
    seats: ClassVar[range]
    options: ClassVar[Mapping[str, Option]] = {}
    levels: ClassVar[tuple[int, int, int, int]] = (100, 500, 2500, 20000)  # simulations of the thinking players
    learned_apart: ClassVar[tuple[str, ...]] = ()  # options that make another game of it, for a forecast
    reasons: ClassVar[Mapping[str, Reason]] = {}  # features of the estimate in a player's words, for hints
    about: ClassVar[About]

    def __init__(self, pack: Path | None = None) -> None:
        self.own_pack = pack  # None: the game's own components
        self.pack = pack or self.folder / "components.toml"

    # -- before the game ---------------------------------------------------------------

    def defaults(self, seats: int) -> dict[str, Value]:
        """The natural options for a number of players."""
        return {name: option.default for name, option in self.options.items()}

    def check(self, seats: int, options: Mapping[str, Value]) -> None:
        """Refuse options that exclude each other. Values and seat count are checked already."""

    def begin(self, seats: int, options: Mapping[str, Value]) -> State:
        """The state before anything has been drawn."""
        raise NotImplementedError

    def start(self, seats: int | None = None, seed: int | str | None = None, **options: Value) -> "Position":
        """A new position for so many players, with the options that are named here and the usual ones for
        the rest, played up to the first decision. Equal seeds meet equal chance; without one nobody knows
        what comes."""
        from branchline.position import Position  # the one import upwards: the door leads out

        return Position.start(self, seats if seats is not None else self.usual_seats, seed, options)

    @property
    def usual_seats(self) -> int:
        return min(4, self.seats[-1])

    def resolve(self, seats: int, options: Mapping[str, Value]) -> dict[str, Value]:
        """All options with their values; refuses what does not exist or does not fit."""
        first, last = self.seats[0], self.seats[-1]
        if isinstance(seats, bool) or not isinstance(seats, int):
            raise Refused(f"{self.name} 1", f"The number of players is a whole number, not {seats!r}.")
        if seats not in self.seats:
            raise Refused(f"{self.name} 1", f"{self.title} is for {first} to {last} players, not {seats}.")
        full = self.defaults(seats)
        for name, value in options.items():
            option = self.options.get(name)
            if option is None:
                known = ", ".join(self.options) or "none"
                raise Refused("options", f"{self.title} has no option {name!r}; it has: {known}.")
            matches = [c for c in option.choices if str(c).lower() == str(value).lower()]
            if not matches:
                choices = ", ".join(str(c).lower() for c in option.choices)
                raise Refused("options", f"{name} can be {choices}, not {value!r}.")
            full[name] = matches[0]
        self.check(seats, full)
        return full

    def seat_names(self, state: State) -> list[str]:
        """Names when nobody has given any: "Seat 1", and the automatons' own."""
        return [f"Seat {seat + 1}" for seat in range(state.seats)]

    # -- words for moves ---------------------------------------------------------------

    def text(self, state: State, move: int) -> str:
        """The move in words, chance outcomes too. Unique among the legal moves; no indexes."""
        raise NotImplementedError

    def seen(self, state: State, move: int, seat: int | None) -> str:
        """The same as this seat (None: a spectator) may read it. Games with secrets override."""
        return self.text(state, move)

    def refuse(self, state: State, text: str) -> Refused:
        """Why this text is not a legal move for the player to act. Never called for a legal one."""
        raise NotImplementedError

    def estimate(self) -> Estimate:
        """What this game's positions are worth, by hand; for players, not for rules."""
        raise NotImplementedError

    def learned(
        self,
        seats: int,
        options: Mapping[str, Value],
        weights: Json | None = None,
        move_weights: Json | None = None,
    ) -> Estimate:
        """The same with the forecast for so many players and the prior that `branchline lab train` taught, as
        far as it did: what the folder holds, or other weights."""
        own = self.estimate()
        if weights:
            self.check_weights(weights, own.feature_names())
            if weights["seats"] != seats:
                raise Refused("weights", f"These weights were learned with {weights['seats']} players, not {seats}.")
        if move_weights:
            self.check_weights(move_weights, own.move_feature_names())
        found, moves = weights or self.weights(seats, options), move_weights or self.move_weights
        if not found and not moves:
            return own
        pairs = list(found.get("weights", {}).values())
        start, end = [float(pair[0]) for pair in pairs], [float(pair[1]) for pair in pairs]
        first, last = found.get("lead", (own.scale, own.scale))
        of_moves = [float(one) for one in moves.get("weights", {}).values()]
        return Learned(own, found.get("turns_a_player", 1.0), start, end, first, last, of_moves)

    def check_weights(self, found: Json, names: list[str]) -> None:
        """Refuse what was learned from another game, or from other features than it has now."""
        if found["game"] != self.name:
            raise Refused("weights", f"These weights were learned from {found['game']}, not from {self.name}.")
        if list(found["weights"]) != names:
            raise Refused("weights", f"These weights do not fit the features of {self.title}: train them again.")

    def weights(self, seats: int, options: Mapping[str, Value]) -> Json:
        """What was learned of positions by self-play of so many players, with the command that did it;
        nothing, if they never played such games."""
        file = self.weights_file(seats, options)
        if file.name not in self.known_weights:
            self.known_weights[file.name] = data(file)
        return self.known_weights[file.name]

    def weights_file(self, seats: int, options: Mapping[str, Value]) -> Path:
        """Where that is kept: `weights/4.json`, or `weights/2-mode-expert.json`."""
        usual, chosen = self.defaults(seats), self.resolve(seats, options)
        unusual = [f"-{name}-{chosen[name]}" for name in self.learned_apart if chosen[name] != usual[name]]
        return self.folder / "weights" / f"{seats}{''.join(unusual)}.json"

    @cached_property
    def known_weights(self) -> dict[str, Json]:
        return {}

    @cached_property
    def move_weights(self) -> Json:
        """What was learned of moves."""
        return data(self.folder / "move_weights.json")

    # -- words for positions -----------------------------------------------------------

    def where(self, state: State) -> str:
        """Where the game stands: "Round 3 of 6 · turn 3 of 8"."""
        raise NotImplementedError

    def prompt(self, state: State) -> str:
        """What is asked of the seat to act, without its name: "Build {piece:blue} Blue: ..."."""
        raise NotImplementedError

    def view(self, state: State, seat: int | None) -> Json:
        """All that this seat may know of the table, JSON-ready; the board is drawn from it."""
        raise NotImplementedError

    def offer(self, state: State, move: int) -> Offer:
        """A legal move of the seat to act, with what it would do."""
        text = self.text(state, move)
        return Offer(text, text)

    def tell(self, before: State, move: int, after: State, seat: int | None) -> Line | None:
        """A move that was made, as this seat may read it. None: not worth a line."""
        raise NotImplementedError

    def breakdown(self, state: State) -> list[list[Point]]:
        """For each seat the parts of its score; they add up to `state.scores()`."""
        raise NotImplementedError

    # -- for the conformance suite -------------------------------------------------------

    def pieces(self, state: State) -> dict[str, int]:
        """Every kind of piece with its number over all places: never changes once set up."""
        return {}

    def secrets(self, state: State, seat: int | None) -> list[str]:
        """Texts that must not occur in anything this seat is shown now."""
        return []

    # -- the folder ----------------------------------------------------------------------

    @property
    def folder(self) -> Path:
        return Path(str(resources.files("branchline.games") / self.name.replace("-", "_")))

    @cached_property
    def rules(self) -> list[Section]:
        """RULES.md, section by section."""
        return list(_sections((self.folder / "RULES.md").read_text("utf-8")))

    def board(self, view: Json) -> str:
        """The board as SVG, drawn from what `Position.view` holds."""
        raise NotImplementedError

    def sprite(self) -> str:
        """The pieces of the game as SVG symbols, once a page."""
        return ""

    def icon(self, piece: str) -> str:
        """The picture for `{piece:...}` in a sentence."""
        return ""


def data(file: Path) -> Json:
    """A file of JSON; nothing, if there is none."""
    return dict(json.loads(file.read_text("utf-8"))) if file.exists() else {}


def _sections(text: str) -> Iterator[Section]:
    head = re.compile(r"^(#{2,4}) (\d+(?:\.\d+)*)\.? +(.+)$", re.M)
    marks = list(head.finditer(text))
    for mark, after in zip(marks, [*marks[1:], None], strict=True):
        body = text[mark.end() : after.start() if after else len(text)]
        yield Section(mark[2], mark[3].strip(), body.strip())


def jsonable(thing: Any) -> Any:
    """Dataclasses of this module as JSON-ready words."""
    if is_dataclass(thing):
        return {part.name: jsonable(getattr(thing, part.name)) for part in fields(thing)}
    if isinstance(thing, (tuple, list)):
        return [jsonable(part) for part in thing]
    return thing
