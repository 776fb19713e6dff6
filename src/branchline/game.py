"""Game: what a folder under `games/` offers to the rest of the house.

`rules.py` of a game is a State: numbers only. Its `game.py` subclasses `Game` and gives the
numbers their words: options, moves as text, views, log lines, and why a move is refused.

Sentences for people may hold `{seat:2}` for a seat's name and `{piece:red}` for the picture of
a piece; `plain()` turns both into bare words.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from branchline.constants import take
from branchline.kernel.estimate import Estimate, Learned
from branchline.kernel.forecast import Either, Forecast, Networked, Weighed
from branchline.kernel.net import Inputs, Net, net
from branchline.kernel.state import State
from branchline.moves import Move, Vocabulary
from branchline.pack import Pack
from branchline.refusal import Refused
from branchline.words import listed

if TYPE_CHECKING:
    from branchline.position import Position

Json = dict[str, Any]
Value = str | int | bool
Table = TypeVar("Table", covariant=True)  # the game's own part of a view


@dataclass(frozen=True)
class Option:
    """One thing to decide before a game begins."""

    choices: tuple[Value, ...]
    default: Value
    help: str
    labels: Mapping[Value, str] = field(default_factory=dict)
    title: str = ""  # as set-up calls it; its name, if that says enough


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
    verb: str = ""  # of the move
    at: str = ""  # the place that it is about, in the game's words: "g6", "space-3"
    reach: tuple[str, ...] = ()  # the places that it would open: lit while one points at it

    @property
    def changes(self) -> str:
        """What it would change beside the board, by the names under which the page has it, with a space between two:
        shown with its lens."""
        return ""


@dataclass(frozen=True)
class Tie:
    """A decision among moves that bring the same: a draft takes the proposed one, and who cares takes another."""

    proposed: int
    for_good: bool  # no rule can ever tell them apart, so it may stand before anybody has seen it
    note: str  # which were tied, for the one who may choose another


@dataclass(frozen=True)
class Step:
    """One numbered step of an automaton's explanation."""

    text: str
    rule: str
    bare: str | None = None  # without the words that say that it rests on our reading, where a mark says so
    at: tuple[str, ...] = ()  # the places that it speaks of: the board shows them


@dataclass(frozen=True)
class Line:
    """A line of the log."""

    text: str
    effect: str = ""
    steps: tuple[Step, ...] = ()
    heading: str = ""  # a heading that stands before this line: "Round 2"
    part: str = ""  # of an action that another line tells: "before", if that line comes after this one, or "after"
    quiet: bool = False  # belongs to the record, not to the story: single draws of a set-up


UNTOLD: Final[Json] = {"told": False}
"""Of a field that is the house's own: nobody is shown it."""


@dataclass(frozen=True)
class Point:
    """A part of a score and the rule that gives it."""

    points: int
    text: str
    rule: str
    about: str = field(default="", metadata=UNTOLD)  # where the text has numbers, what stays: a company, "money"

    @property
    def subject(self) -> tuple[str, str]:
        return self.rule, self.about or self.text


@dataclass(frozen=True)
class Shift:
    """Why somebody's score moved."""

    seat: int
    change: int
    text: str
    rule: str


def shifts(before: Sequence[Sequence[Point]], after: Sequence[Sequence[Point]]) -> tuple[Shift, ...]:
    """What differs between two breakdowns, seat by seat and part by part."""
    found = []
    for seat, (old, new) in enumerate(zip(before, after, strict=True)):
        gone, come = [part for part in old if part not in new], [part for part in new if part not in old]
        for part in come:
            same = next((other for other in gone if other.subject == part.subject), None)
            if same is not None:
                gone.remove(same)
            change = part.points - (same.points if same is not None else 0)
            found.append(Shift(seat, change, part.text, part.rule))
        found += [Shift(seat, -part.points, f"{part.text}: no more", part.rule) for part in gone]
    return tuple(shift for shift in found if shift.change)


@dataclass(frozen=True)
class View(Generic[Table]):
    """All that a seat may know of a position (None: a spectator), with its legal moves."""

    game: str
    title: str
    version: int
    options: Mapping[str, Value]
    players: int
    seats: int
    seat: int | None
    n: int
    turn: int
    round: int
    to_act: int | None
    over: bool
    where: str
    prompt: str
    scores: list[int]
    winners: list[int]
    breakdown: list[list[Point]]
    moves: list[Offer]
    table: Table


@dataclass(frozen=True)
class Asked:
    """Something that one points at: a verb and a place, as the page names them."""

    verb: str
    at: str


@dataclass(frozen=True)
class Bundle:
    """Moves of one turn that are chosen together: what was wished for, and what the game proposes for the rest. They
    are ordinary moves; who takes them back takes back all of them."""

    wish: tuple[Asked, ...]  # as far as it can be had
    parts: tuple[Asked, ...]  # each of the moves, in their order
    moves: tuple[str, ...]  # the same as text
    more: tuple[Asked, ...]  # what could be wished for besides


@dataclass(frozen=True)
class Scene(Generic[Table]):
    """What a page shows to one pair of eyes: the view, and what lies on the table but is not confirmed."""

    view: View[Table]
    names: tuple[str, ...]  # of the seats
    drafted: tuple[Move, ...] = ()
    complete: bool = False  # the drafted turn waits only for its confirmation
    bundle: Bundle | None = None  # what is being chosen together

    @property
    def mine(self) -> bool:
        """Is it for these eyes to choose?"""
        return bool(self.view.moves)


@dataclass(frozen=True)
class Reason:
    """A feature of the game's estimate as a player would name it, when it is what speaks for a move. The estimate
    says how much it matters; that it is so says the measure, which is taken before the move and after it."""

    worth: float  # about how many points one of the feature is worth
    measure: Callable[[Any, Any, int], float]  # of the game, a State and a seat: what the sentence is about
    mine: str = ""  # the move gives the mover more of it: "your track grows"
    theirs: str = ""  # it leaves another seat less of it than before: "{seat}'s losses grow"
    hidden: bool = False  # the others can't see whether it is so
    of_me: str = ""  # `mine` as the mover says it to others: "my track grows"; empty, where it speaks of nobody

    @property
    def said_by_mover(self) -> str:
        return self.of_me or self.mine


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
    newest: ClassVar[int] = 1  # version of the rules; records and tables carry the one that they follow
    seats: ClassVar[range]
    has_secrets: ClassVar[bool] = False  # does any seat know what others may not?
    has_estimate: ClassVar[bool] = True  # is there an `estimate` for players that look ahead?
    open_board: ClassVar[bool] = False  # has it secrets, and all who wait see the same board nevertheless?
    options: ClassVar[Mapping[str, Option]] = {}
    levels: ClassVar[tuple[int, int, int, int]] = (100, 500, 2500, 20000)  # simulations of the thinking players
    styles: ClassVar[Mapping[str, Sequence[str | Move]]] = {}  # verbs, or moves, that a builder or a trader likes
    leans: ClassVar[float] = 0.05  # the chance of winning that they give away for one
    ties: ClassVar[str] = ""  # what a player can be spared to choose, see `tie`: "tied routes"
    learned_apart: ClassVar[tuple[str, ...]] = ()  # options that make another game of it, for a forecast
    reasons: ClassVar[Mapping[str, Reason]] = {}  # features of the estimate in a player's words, for hints
    about: ClassVar[About]
    chapters: ClassVar[Mapping[str, str]] = {}  # the section of the rules that is asked for with each verb
    pictures: ClassVar[Mapping[str, str]] = {}  # pieces that the rules show, each with its name

    def __init__(self, pack: Path | None = None, version: int | None = None) -> None:
        self.own_pack = pack  # None: the game's own components
        self.version = version or self.newest
        self.pack = pack or self.components(self.version)
        self._older: dict[int, Game] = {}

    # -- versions ------------------------------------------------------------------------

    def of_version(self, version: object) -> "Game":
        """The same game by the rules of this version: records and running tables of an older one stay playable."""
        if version == self.version:
            return self
        if isinstance(version, bool) or not isinstance(version, int) or not 1 <= version <= self.newest:
            raise Refused(
                "version", f"There is no version {version!r} of the rules of {self.title}: this is {self.newest}."
            )
        if version not in self._older:
            self._older[version] = type(self)(self.own_pack, version)
        return self._older[version]

    def components(self, version: int) -> Path:
        """The parts of the box in this version: `components-1.toml` holds until a later file replaces it."""
        kept = (self.folder / f"components-{number}.toml" for number in range(version, self.newest))
        return next((file for file in kept if file.exists()), self.folder / "components.toml")

    # -- before the game ---------------------------------------------------------------

    def defaults(self, seats: int) -> dict[str, Value]:
        """The natural options for a number of players."""
        return {name: option.default for name, option in self.options.items()}

    def check(self, seats: int, options: Mapping[str, Value]) -> None:
        """Refuse options that exclude each other. Values and seat count are checked already."""

    def begin(self, seats: int, options: Mapping[str, Value]) -> State:
        """The state before anything has been drawn."""
        raise NotImplementedError

    def asked_together(self, state: State) -> Sequence[int]:
        """The seats that are asked at the same time, where the rules ask all at once and hide the answers: who stands
        further down the line may answer already."""
        return ()

    def starter(self, state: State) -> int | None:
        """The player whom chance let begin; None where it is decided otherwise, or not yet."""
        return None

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
        if not isinstance(options, Mapping):
            raise Refused("options", f"Options are names with their values, not {options!r}.")
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

    @property
    def vocabulary(self) -> Vocabulary:
        """All moves that there can be, of `moves.py`."""
        raise NotImplementedError

    @property
    def actions(self) -> Vocabulary:
        """All moves with their stable, dense numbers, for learning: `count`, `number(code)`, `code(number)`."""
        return self.vocabulary

    def read(self, state: State, text: str) -> Move:
        """What somebody typed, as far as it can be understood: a move, open where it says nothing. Refuses
        names that do not exist."""
        raise NotImplementedError

    def asked(self, state: State, verb: str, at: str) -> Move:
        """What somebody pointed at: the move of this verb at this place, open in everything else."""
        raise NotImplementedError

    def bundle(self, state: State, wish: Sequence[Move]) -> Bundle | None:
        """Several moves that can be chosen together now, for what somebody wishes of them; None, where they are made
        one by one."""
        return None

    def refuse(self, state: State, move: Move) -> Refused:
        """Why this is not a legal move for the player to act; open fields say that any would do."""
        raise NotImplementedError

    def refuse_text(self, state: State, text: str) -> Refused:
        """Why this text is not a legal move for the player to act. Never called for a legal one."""
        try:
            return self.refuse(state, self.read(state, text))
        except Refused as unknown:
            return unknown

    def estimate(self) -> Estimate:
        """What this game's positions are worth, by hand; for players, not for rules."""
        raise NotImplementedError

    def appeal(self, state: State, move: int) -> float:
        """What draws somebody new to a move beyond what it looks worth, in leads that make a win three times as
        likely; for the Novice."""
        return 0.0

    def learned(self, move_weights: Json | None = None) -> Estimate:
        """The same with the prior that `branchline lab train --moves` taught, as far as it did: what the folder holds,
        or other weights."""
        own = self.estimate()
        if move_weights:
            self.check_weights(move_weights, own.move_feature_names())
        found = move_weights or self.move_weights
        return Learned(own, [float(one) for one in found["weights"].values()]) if found else own

    def forecast(self, players: int, options: Mapping[str, Value], seats: int, weights: Json | None = None) -> Forecast:
        """What people are told of such games, with so many seats, the automatons' too: points and chances each by the
        network, where it was shown to tell them better, else as `branchline lab train` weighed the features; or all by
        other such weights."""
        if weights:
            self.check_weights(weights, self.estimate().feature_names())
            if weights["seats"] != players:
                raise Refused("weights", f"These weights were learned with {weights['seats']} players, not {players}.")
            return weighed(self.estimate(), weights)
        found = self.weights(players, options)
        line = weighed(self.estimate(), found) if found else Forecast(self.estimate())
        known = self.told.get("kinds", {}).get(self.weights_file(players, options).stem)
        if not known:
            return line
        taught = self.by_net(self.estimate(), seats, self.told)
        assert isinstance(taught, Net)
        net = Networked(self.estimate(), float(known["turns_a_player"]), taught, float(known["sharpness"]))
        tells = known["tells"]
        return net if len(tells) == 2 else Either(net, line) if "points" in tells else Either(line, net)

    def inputs(self, seats: int) -> Inputs | None:
        """What a network reads of this game with so many seats, the automatons' too; none, where there is no
        network for it."""
        return None

    @cached_property
    def net(self) -> Json:
        """The network that `branchline lab learn` taught, with the command that did it; nothing, if it did not."""
        return data(self.folder / "net.json")

    @cached_property
    def told(self) -> Json:
        """The network that people are told forecasts by, with the kinds of games that it tells better (`branchline lab
        learn --told`); nothing, where there is none."""
        return data(self.folder / "told.json")

    def by_net(self, own: Estimate, seats: int, found: Json) -> Estimate:
        """An estimate by a network, for so many seats, the automatons' too. What it reads of a position rests on the
        constants that it was taught with."""
        inputs = self.inputs(seats)
        sizes = [inputs.common_size, inputs.own_size, inputs.row_size, inputs.move_size] if inputs else []
        if found.get("game") != self.name or found.get("sizes") != sizes or inputs is None:
            raise Refused("net", f"This network was not taught what {self.title} shows it now: teach it again.")
        take(inputs.rests_on(), found.get("constants", {}))
        return net(own, inputs, found)

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

    def has_winner(self, seats: int, options: Mapping[str, Value]) -> bool:
        """Whether somebody wins; a game alone may be about points only."""
        return True

    def idle(self, seats: int, options: Mapping[str, Value]) -> Mapping[str, str]:
        """Options that change nothing with what else is chosen, and why: set-up does not offer them."""
        return {}

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

    def view(self, state: State, seat: int | None) -> Any:
        """All that this seat may know of the table, as the game's own dataclass; the board is drawn from it."""
        raise NotImplementedError

    def own_view(self, state: State, seat: int, open_to_all: Any) -> Any:
        """The same, made of what spectators see: a game that hides little makes only that anew."""
        return self.view(state, seat) if self.has_secrets else open_to_all

    def offer(self, state: State, move: int) -> Offer:
        """A legal move of the seat to act, with what it would do."""
        text = self.text(state, move)
        return Offer(text, text)

    def tie(self, state: State) -> Tie | None:
        """Where all legal moves bring the same, the one that is proposed. None: the choice matters, or is none."""
        return None

    def tell(self, before: State, move: int, after: State, seat: int | None) -> Line | None:
        """A move that was made, as this seat may read it. None: not worth a line."""
        raise NotImplementedError

    def opens(self, state: State) -> bool:
        """Whether an action begins here, as the log tells it: False in the midst of what is told whole at its end."""
        return True

    def tell_action(self, begun: State, before: State, move: int, after: State, seat: int | None) -> Line | None:
        """The same, of a game that tells at the end of an action what was done since it was begun."""
        return self.tell(before, move, after, seat)

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

    @property
    def reconstructed(self) -> str:
        """Which parts are ours, in one sentence; of a pack, those that it marks so."""
        if self.own_pack is None:
            return self.about.reconstructed
        ours = Pack(self.own_pack).reconstructed()
        return f"In this pack {listed(ours)} {'is' if len(ours) == 1 else 'are'} reconstructed." if ours else ""

    def board(self, scene: Scene[Any]) -> str:
        """The board as SVG, with what is lit and what is drafted."""
        return "".join(self.layers(scene))

    def layers(self, scene: Scene[Any]) -> Sequence[str]:
        """The same in its layers: one that shows what it did before is the same text, which spares a page the work
        on it. A game without a board gets a plain one."""
        from branchline import plain  # upwards, as `start`: what a game has not, the house has

        return (plain.board(scene),)

    def panels(self, scene: Scene[Any]) -> object:
        """What stands beside the board, ready to be placed by the game's `table.html`."""
        from branchline import plain

        return plain.panels(scene)

    def sprite(self) -> str:
        """The pieces of the game as SVG symbols, once a page."""
        return ""

    def icon(self, piece: str) -> str:
        """The picture for `{piece:...}` in a sentence."""
        return ""


def weighed(own: Estimate, found: Json) -> Weighed:
    """The forecast of a file of weights."""
    pairs = list(found["weights"].values())
    start, end = [float(pair[0]) for pair in pairs], [float(pair[1]) for pair in pairs]
    first, last = (float(one) for one in found["lead"])
    return Weighed(own, float(found["turns_a_player"]), start, end, first, last)


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
    """Dataclasses as JSON-ready words. What is None by default is left out while it is None, and a name that Python
    has taken stands without its underscore."""
    kind = type(thing)
    if kind is str or kind is int or kind is bool or thing is None:  # most of all there is
        return thing
    if kind is list or kind is tuple:
        return [jsonable(part) for part in thing]
    if kind is dict or isinstance(thing, Mapping):
        return {key: jsonable(value) for key, value in thing.items()}
    if is_dataclass(thing):
        told = ((name, left_out, getattr(thing, name)) for name, left_out in parts_of(kind))
        return {
            name.rstrip("_"): jsonable(value) for name, left_out, value in told if value is not None or not left_out
        }
    return [jsonable(part) for part in thing] if isinstance(thing, (tuple, list)) else thing


def parts_of(kind: type) -> tuple[tuple[str, bool], ...]:
    """The fields of a dataclass that are told, and whether one is left out while it is None."""
    if kind not in PARTS:
        told = (part for part in fields(kind) if part.metadata != UNTOLD)
        PARTS[kind] = tuple((part.name, part.default is None) for part in told)
    return PARTS[kind]


PARTS: Final[dict[type, tuple[tuple[str, bool], ...]]] = {}
