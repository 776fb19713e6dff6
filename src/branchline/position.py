"""Position: a State with words. Moves as text, views, records, undo."""

import secrets as tokens
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from numbers import Integral
from pathlib import Path
from typing import Any, Final, NamedTuple

from branchline.drawing import standalone
from branchline.game import (
    Asked,
    Bundle,
    Game,
    Json,
    Line,
    Offer,
    Point,
    Scene,
    Shift,
    Value,
    View,
    jsonable,
    plain,
    shifts,
)
from branchline.kernel.chance import Seed
from branchline.kernel.state import CHANCE, OVER, State
from branchline.printed import notebook, printed
from branchline.refusal import Refused

KEPT: Final = 8
"""How many States of its past a position keeps at most. What lies between them is played again."""

APART: Final = 32
"""How many events lie between two kept States, until there are too many of them."""


class Event(NamedTuple):
    """One entry of the record: who did what."""

    by: int  # a seat, or CHANCE
    move: int


class Step(NamedTuple):
    """An event with the States that it lies between: to be read, not to be played on."""

    n: int  # how long the record is with it
    event: Event
    before: State
    after: State


@dataclass(frozen=True, slots=True)
class Told:
    """A line of the log, with its place in the record."""

    n: int  # the record's length after it
    by: int | None  # a seat; None: chance
    line: Line
    shifts: tuple[Shift, ...] = ()  # why scores moved by it

    def plain(self, names: Sequence[str]) -> str:
        """Without pictures, with the seats' names."""
        return plain(f"{self.line.text} {self.line.effect}".strip(), names)

    def json(self) -> Json:
        moved: Json = {"shifts": jsonable(self.shifts)} if self.shifts else {}
        return {"n": self.n, "by": self.by, **jsonable(self.line), **moved}


class Position:
    """A game being played. Chance and the automatons play by themselves; `to_act` is a player.

    `play` and `undo` change the position; `copy` makes another one to try things on.
    """

    def __init__(self, game: Game, players: int, options: dict[str, Value], seed: Seed) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.seed = seed
        self.state = game.begin(players, options)
        self.events: list[Event] = []
        self.kept: dict[int, State] = {}  # States of the past, by how long the record was
        self.apart = APART
        self.guessed = False  # a guess has forgotten how it came about

    @classmethod
    def start(cls, game: Game, seats: int, seed: int | str | None, options: Mapping[str, Value]) -> "Position":
        """A new game for so many players, played up to the first decision. Equal seeds meet equal chance;
        without one nobody knows what comes."""
        secret = str(check_seed(seed)) if seed is not None else tokens.token_hex(16)
        position = cls(game, seats, game.resolve(seats, options), Seed(secret))
        position.settle()
        return position

    # -- reading -------------------------------------------------------------------------

    @property
    def to_act(self) -> int | None:
        """The player's seat that has to decide, or None when the game is over (or, in a draft,
        while chance or an automaton is still to speak)."""
        seat = self.state.to_act
        return int(seat) if 0 <= seat < self.players else None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.to_act == OVER

    @property
    def n(self) -> int:
        """How many events the record holds."""
        return len(self.events)

    def legal(self) -> list[str]:
        """The legal moves as text, sorted."""
        return sorted(self.codes())

    def codes(self) -> dict[str, int]:
        """The legal moves: text -> code. Empty unless a player has to act."""
        if self.to_act is None:
            return {}
        return {self.game.text(self.state, int(code)): int(code) for code in self.state.legal()}

    def scores(self) -> list[int]:
        """Each seat's points, the automatons' last: the final ones, or while the game is on those that it
        would have if it ended now."""
        return [int(points) for points in self.state.scores()]

    def winners(self) -> list[int]:
        """The winning seats; empty while the game is on."""
        return [int(seat) for seat in self.state.winners()] if self.over else []

    def breakdown(self) -> list[list[Json]]:
        """For each seat every part of its score: points, text, rule."""
        return [[jsonable(point) for point in seat] for seat in self.game.breakdown(self.state)]

    def code_of(self, text: str) -> int:
        """The code of a move given as text; refuses what is not legal now, with what speaks against it."""
        text = " ".join(str(text).split()).lower()
        for code in self.state.legal() if self.to_act is not None else ():
            if self.game.text(self.state, int(code)) == text:
                return int(code)
        if self.over:
            raise Refused(f"{self.game.name} 1", "The game is over.")
        if self.to_act is None:
            raise Refused(f"{self.game.name} 1", "It is not a player's turn to decide.")
        if len(text) > 500:
            raise Refused(f"{self.game.name} 1", "That is far too long to be a move.")
        raise self.game.refuse_text(self.state, text)

    def why_not(self, text: str) -> Refused | None:
        """None if the move is legal now, else what speaks against it."""
        try:
            self.code_of(text)
        except Refused as refused:
            return refused
        return None

    def ask(self, verb: str, at: str = "") -> Refused | None:
        """The same for a verb and a place, as one points at it: None if there is such a move."""
        if not isinstance(verb, str) or not isinstance(at, str):
            raise Refused(f"{self.game.name} 1", f"A verb and a place are words, not {verb!r} and {at!r}.")
        if any(offer.verb == verb and at in ("", offer.at) for offer in self.offers()):
            return None
        if self.to_act is None:
            return self.why_not("")
        try:
            return self.game.refuse(self.state, self.game.asked(self.state, verb, at))
        except Refused as unknown:
            return unknown

    def bundle(self, wish: Sequence[Asked] = ()) -> Bundle | None:
        """Several moves that the seat to act can choose together, as far as what it wishes for can be understood."""
        if self.to_act is None:
            return None
        moves = []
        for part in wish:
            with suppress(Refused):
                moves.append(self.game.asked(self.state, part.verb, part.at))
        return self.game.bundle(self.state, moves)

    def offers(self) -> list[Offer]:
        """The legal moves as a page shows them."""
        return (
            [self.game.offer(self.state, int(code)) for code in self.state.legal()] if self.to_act is not None else []
        )

    # -- playing -------------------------------------------------------------------------

    def play(self, text: str) -> "Position":
        """Play a move given as text, and return this same position, changed: `copy` it first to keep what
        was. Raises Refused and changes nothing if the move is not legal."""
        return self.play_code(self.code_of(text))

    def play_code(self, code: int) -> "Position":
        """Play a code out of `state.legal()`, then let chance and the automatons play. Raises Refused and changes
        nothing if it is none of them."""
        if self.to_act is None or whole(code) is None or code not in list(self.state.legal()):
            reason = "The game is over." if self.over else f"{code!r} is the code of no move that is legal now."
            raise Refused(f"{self.game.name} 1", reason)
        self.push(int(code))
        self.settle()
        return self

    def push(self, code: int) -> None:
        """Play one code for whoever is to act, and stop there: no chance, no automaton."""
        if self.n % self.apart == 0:
            self.keep()
        self.events.append(Event(int(self.state.to_act), code))
        self.state.play(code)

    def keep(self) -> None:
        """Remember the State as it stands: looking back begins here, also if it was changed by hand. However
        long the game, there are only so many of them."""
        self.kept[self.n] = self.state.copy()
        if len(self.kept) > KEPT:
            self.apart *= 2
            self.kept = {n: state for n, state in self.kept.items() if n % self.apart == 0}

    def settle(self) -> None:
        """Let chance and the automatons play until a player has to decide or the game is over."""
        state = self.state
        while state.to_act == CHANCE or state.to_act >= self.players:
            if state.to_act == CHANCE:
                self.push(int(state.draw(self.seed.at(self.n))))
            else:
                self.push(int(state.automaton()))

    def undo(self) -> "Position":
        """Back to before the last decision of a player."""
        for n in range(self.n - 1, -1, -1):
            if 0 <= self.events[n].by < self.players:
                return self.back_to(n)
        raise Refused(f"{self.game.name} 1", "There is no decision to take back.")

    def back_to(self, n: int) -> "Position":
        """Back to when the record held n events."""
        check_place(n)
        if n < self.n:
            self.state = self.state_at(n)
            del self.events[n:]
            self.kept = {m: state for m, state in self.kept.items() if m <= n}
        return self

    def copy(self, seed: int | str | None = None) -> "Position":
        """Another position that can be played on by itself. It meets the same chance as this one, card by
        card, unless it is given a seed of its own: who plays copies on to learn what may happen gives each
        another seed, or looks into the future."""
        twin = Position.__new__(Position)
        twin.game = self.game
        twin.players = self.players
        twin.options = self.options
        twin.seed = self.seed if seed is None else Seed(str(check_seed(seed)))
        twin.state = self.state.copy()
        twin.events = self.events.copy()  # events and kept States are never changed
        twin.kept = self.kept.copy()
        twin.apart = self.apart
        twin.guessed = self.guessed
        return twin

    def guess(self, seat: int | None = None, seed: int | str = 0) -> "Position":
        """The position as this seat (None: the one to act) may imagine it: a copy in which all that it
        cannot know is dealt anew, what chance will bring is another, and the past is forgotten, since
        that would tell. The same seed gives the same guess."""
        seat = self.to_act if seat is None else self.check_seat(seat)
        if seat is None:
            raise Refused("seats", "Whose guess? No player is to act: name a seat.")
        twin = self.copy(f"guess:{check_seed(seed)}")
        twin.state.redeal(seat, Seed(str(seed)).at(0))
        twin.events, twin.kept = [], {}
        twin.guessed = True
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> "Position":
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled as its record and its seed."""
        return restored, (self.record(), self.seed.seed, self.game.own_pack)

    def at(self, n: int) -> "Position":
        """The position as it was when the record held n events; 0 for the beginning, as many as it holds for now."""
        found = whole(n)
        return self.copy().back_to(check_place(n) if found is None else max(0, min(found, self.n)))

    def walk(self, since: int = 0) -> Iterator[Step]:
        """The events after the first `since`, each with the States before and after it."""
        before = self.state_at(since)  # refuses what is no place
        for n in range(since, self.n):
            event, before = self.events[n], self.kept.get(n, before)
            after = before.copy()
            after.play(event.move)
            yield Step(n + 1, event, before, after)
            before = after

    def state_at(self, n: int) -> State:
        """A copy of the State when the record held n events, played on from the nearest one that was kept."""
        if check_place(n) >= self.n:
            return self.state.copy()
        first = max(m for m in self.kept if m <= n)
        state = self.kept[first].copy()
        for event in self.events[first:n]:
            state.play(event.move)
        return state

    def turn_begun(self) -> int:
        """How long the record was when the turn under way began: what was decided since then was one seat's."""
        n, seat, turn = self.n, self.to_act, int(self.state.turn)
        while n > 0 and self.events[n - 1].by == seat and int(self.state_at(n - 1).turn) == turn:
            n -= 1
        return n

    def under_way(self) -> list[str]:
        """The decisions since then."""
        return [self.game.text(before, event.move) for _, event, before, _ in self.walk(self.turn_begun())]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self.game.name == other.game.name
            and self.options == other.options
            and self.state.content() == other.state.content()
        )

    __hash__ = None  # type: ignore[assignment]

    # -- showing -------------------------------------------------------------------------

    def check_seat(self, seat: object) -> int:
        """A seat of this table; refuses what is none."""
        last = int(self.state.seats) - 1
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat <= last:
            numbers = "only seat 0" if last == 0 else f"seats 0 to {last}"
            raise Refused("seats", f"There is no seat {seat!r}: there are {numbers}, and None for a spectator.")
        return seat

    def look(self, seat: int | None = None) -> View[Any]:
        """All that this seat may know (None: a spectator), with its legal moves."""
        game, state = self.game, self.state
        if seat is not None:
            self.check_seat(seat)
        return View(
            game=game.name,
            title=game.title,
            version=game.version,
            options=dict(self.options),
            players=self.players,
            seats=int(state.seats),
            seat=seat,
            n=self.n,
            turn=int(state.turn),
            round=int(state.round),
            to_act=self.to_act,
            over=self.over,
            where=game.where(state),
            prompt=game.prompt(state) if self.to_act is not None else "",
            scores=self.scores(),
            winners=self.winners(),
            breakdown=game.breakdown(state),
            moves=self.offers() if seat is not None and seat == self.to_act else [],
            table=game.view(state, seat),
        )

    def scene(self, seat: int | None = None) -> Scene[Any]:
        """What the board and the panels are drawn from."""
        return Scene(self.look(seat), tuple(self.game.seat_names(self.state)))

    def view(self, seat: int | None = None) -> Json:
        """What `look` shows, JSON-ready."""
        told: Json = jsonable(self.look(seat))
        return told

    def log(self, seat: int | None = None, since: int = 0) -> list[Json]:
        """The story so far as this seat may read it; each line with `n`, the record's length
        after it."""
        return [told.json() for told in self.told(seat, since)]

    def told(self, seat: int | None = None, since: int = 0) -> list[Told]:
        """The same, line by line."""
        check_place(since)
        if seat is not None:
            self.check_seat(seat)
        return self.tell(self.walk(self.opened(since)), seat, since)

    def opened(self, n: int) -> int:
        """The last moment up to the n-th event at which an action began."""
        if n >= self.n and self.game.opens(self.state):
            return self.n
        while n > 0:
            first = max((m for m in self.kept if m < n), default=0)
            state, found = self.state_at(first), None
            for at in range(first, n + 1):
                if self.game.opens(state):
                    found = at
                if at < n:
                    state.play(self.events[at].move)
            if found is not None:
                return found
            n = first
        return n

    def tell(
        self, steps: Iterable[Step], seat: int | None, since: int = 0, moved: dict[int, tuple[Shift, ...]] | None = None
    ) -> list[Told]:
        """The lines that some events after the first `since` are worth, as this seat may read them; the steps begin
        with an action. Why scores moved is the same for all: who asks for several seats hands the same `moved` in."""
        lines: list[Told] = []
        moved = {} if moved is None else moved
        begun = None  # where the action began
        scored: tuple[State, list[list[Point]]] | None = None  # what the last line came to
        for n, event, before, after in steps:
            if begun is None or self.game.opens(before):
                begun = before
            if n <= since:
                continue
            line = self.game.tell_action(begun, before, event.move, after, seat)
            if line is not None:
                if n not in moved:
                    old = scored[1] if scored and scored[0] is before else self.game.breakdown(before)
                    scored = after, self.game.breakdown(after)
                    moved[n] = shifts(old, scored[1])
                lines.append(Told(n, event.by if event.by >= 0 else None, line, moved[n]))
        return lines

    def story(self, seat: int | None = None, names: list[str] | None = None) -> list[str]:
        """The log as plain sentences."""
        usual = self.game.seat_names(self.state)
        names = usual if names is None else names
        if isinstance(names, str) or not isinstance(names, Sequence) or len(names) < len(usual):
            raise Refused("seats", f"{len(usual)} seats are named by a list of {len(usual)}, not by {names!r}.")
        return [told.plain(names) for told in self.told(seat)]

    def svg(self, seat: int | None = None) -> str:
        """The board as this seat may see it (None: a spectator), as one SVG that stands by itself."""
        return standalone(self.game, self.scene(seat))

    def _repr_svg_(self) -> str:
        return self.svg(self.to_act)

    def _repr_html_(self) -> str:
        """In a notebook: the board and what else lies on the table, as the seat to act may see it."""
        return notebook(self.view(self.to_act), self.game.seat_names(self.state), self.svg(self.to_act))

    def __str__(self) -> str:
        """The table as the seat to act may see it, and its moves."""
        return printed(self.view(self.to_act), self.game.seat_names(self.state))

    def __repr__(self) -> str:
        return f"<Position of {self.game.title}: {self.game.where(self.state)}>"

    # -- record --------------------------------------------------------------------------

    def record(self, seat: int | str | None = "all") -> Json:
        """The game as JSON. With a seat (None: a spectator), only what that seat may know."""
        from branchline.record import write

        if self.guessed:
            raise Refused("record", "This is a guess, which has forgotten its past: it has no record.")
        if seat is not None and not (isinstance(seat, str) and seat == "all"):
            self.check_seat(seat)

        return write(self, seat)


def whole(value: object) -> int | None:
    """A whole number, also one of NumPy's; None: it is none."""
    return int(value) if isinstance(value, (int, Integral)) and not isinstance(value, bool) else None


def check_place(n: object) -> int:
    """A place in the record; refuses what is none."""
    found = whole(n)
    if found is None or found < 0:
        raise Refused("record", f"A place in the record is a whole number, from 0 on, not {n!r}.")
    return found


def check_seed(seed: object) -> int | str:
    """What chance is drawn by; refuses what would be another one tomorrow."""
    found = seed if isinstance(seed, str) else whole(seed)
    if found is None:
        raise Refused("seed", f"A seed is a whole number or a text, not {seed!r}.")
    return found


def restored(record: Json, seed: str, pack: Path | None) -> Position:
    """A pickled position."""
    from branchline.games import find
    from branchline.record import read

    return read(record, lambda name: find(name, pack), seed)
