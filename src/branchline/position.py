"""Position: a State with words. Moves as text, views, records, undo."""

import secrets as tokens
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from branchline.drawing import standalone
from branchline.game import Game, Json, Line, Value, jsonable, plain
from branchline.kernel.chance import Seed
from branchline.kernel.state import CHANCE, OVER, State
from branchline.refusal import Refused


@dataclass(frozen=True)
class Event:
    """One entry of the record: who did what, and the state before."""

    by: int  # a seat, or CHANCE
    move: int
    before: State


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
        self.guessed = False  # a guess has forgotten how it came about

    @classmethod
    def start(cls, game: Game, seats: int, seed: int | str | None, options: Mapping[str, Value]) -> "Position":
        """A new game for so many players, played up to the first decision. Equal seeds meet equal chance;
        without one nobody knows what comes."""
        secret = str(seed) if seed is not None else tokens.token_hex(16)
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

    def why_not(self, text: str) -> Refused | None:
        """None if the move is legal now, else what speaks against it."""
        text = " ".join(str(text).split()).lower()
        if text in self.codes():
            return None
        if self.over:
            return Refused(f"{self.game.name} 1", "The game is over.")
        if self.to_act is None:
            return Refused(f"{self.game.name} 1", "It is not a player's turn to decide.")
        if len(text) > 500:
            return Refused(f"{self.game.name} 1", "That is far too long to be a move.")
        return self.game.refuse(self.state, text)

    # -- playing -------------------------------------------------------------------------

    def play(self, text: str) -> "Position":
        """Play a move given as text, and return this same position, changed: `copy` it first to keep what
        was. Raises Refused and changes nothing if the move is not legal."""
        code = self.codes().get(" ".join(str(text).split()).lower())
        if code is None:
            refused = self.why_not(text)
            assert refused is not None
            raise refused
        return self.play_code(code)

    def play_code(self, code: int) -> "Position":
        """Play a code out of `state.legal()`, then let chance and the automatons play."""
        self.push(code)
        self.settle()
        return self

    def push(self, code: int) -> None:
        """Play one code for whoever is to act, and stop there: no chance, no automaton."""
        self.events.append(Event(int(self.state.to_act), code, self.state.copy()))
        self.state.play(code)

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
        if n < self.n:
            self.state = self.events[n].before.copy()
            del self.events[n:]
        return self

    def copy(self, seed: int | str | None = None) -> "Position":
        """Another position that can be played on by itself. It meets the same chance as this one, card by
        card, unless it is given a seed of its own: who plays copies on to learn what may happen gives each
        another seed, or looks into the future."""
        twin = Position.__new__(Position)
        twin.game = self.game
        twin.players = self.players
        twin.options = self.options
        twin.seed = self.seed if seed is None else Seed(str(seed))
        twin.state = self.state.copy()
        twin.events = self.events.copy()  # events are never changed
        twin.guessed = self.guessed
        return twin

    def guess(self, seat: int | None = None, seed: int | str = 0) -> "Position":
        """The position as this seat (None: the one to act) may imagine it: a copy in which all that it
        cannot know is dealt anew, what chance will bring is another, and the past is forgotten, since
        that would tell. The same seed gives the same guess."""
        seat = self.to_act if seat is None else self.check_seat(seat)
        if seat is None:
            raise Refused("seats", "Whose guess? No player is to act: name a seat.")
        twin = self.copy(f"guess:{seed}")
        twin.state.redeal(seat, Seed(str(seed)).at(0))
        twin.events = []
        twin.guessed = True
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> "Position":
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled as its record and its seed."""
        return restored, (self.record(), self.seed.seed, self.game.own_pack)

    def at(self, n: int) -> "Position":
        """The position as it was when the record held n events."""
        return self.copy().back_to(max(0, min(n, self.n)))

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

    def view(self, seat: int | None = None) -> Json:
        """All that this seat may know (None: a spectator), JSON-ready, with its legal moves."""
        game, state = self.game, self.state
        if seat is not None:
            self.check_seat(seat)
        mine = seat is not None and seat == self.to_act
        return {
            "game": game.name,
            "title": game.title,
            "version": game.version,
            "options": dict(self.options),
            "players": self.players,
            "seats": int(state.seats),
            "seat": seat,
            "n": self.n,
            "turn": int(state.turn),
            "round": int(state.round),
            "to_act": self.to_act,
            "over": self.over,
            "where": game.where(state),
            "prompt": game.prompt(state) if self.to_act is not None else "",
            "scores": self.scores(),
            "winners": self.winners(),
            "breakdown": self.breakdown(),
            "moves": [jsonable(game.offer(state, int(code))) for code in state.legal()] if mine else [],
            "table": game.view(state, seat),
        }

    def log(self, seat: int | None = None, since: int = 0) -> list[Json]:
        """The story so far as this seat may read it; each line with `n`, the record's length
        after it."""
        if seat is not None:
            self.check_seat(seat)
        lines = []
        for n in range(since, self.n):
            event = self.events[n]
            after = self.events[n + 1].before if n + 1 < self.n else self.state
            line = self.game.tell(event.before, event.move, after, seat)
            if line is not None:
                lines.append({"n": n + 1, "by": event.by if event.by >= 0 else None, **jsonable(line)})
        return lines

    def story(self, seat: int | None = None, names: list[str] | None = None) -> list[str]:
        """The log as plain sentences."""
        names = names or self.game.seat_names(self.state)
        return [plain(f"{line['text']} {line['effect']}".strip(), names) for line in self.log(seat)]

    def svg(self, seat: int | None = None) -> str:
        """The board as this seat may see it (None: a spectator), as one SVG that stands by itself."""
        return standalone(self.game, self.view(seat))

    def _repr_svg_(self) -> str:
        return self.svg(self.to_act)

    def __repr__(self) -> str:
        return f"<Position of {self.game.title}: {self.game.where(self.state)}>"

    # -- record --------------------------------------------------------------------------

    def record(self, seat: int | str | None = "all") -> Json:
        """The game as JSON. With a seat (None: a spectator), only what that seat may know."""
        from branchline.record import write

        if self.guessed:
            raise Refused("record", "This is a guess, which has forgotten its past: it has no record.")
        if seat is not None and seat != "all":
            self.check_seat(seat)

        return write(self, seat)

    def last_line(self, seat: int | None = None) -> Line | None:
        """The newest log line, as this seat may read it."""
        for n in range(self.n - 1, -1, -1):
            event = self.events[n]
            after = self.events[n + 1].before if n + 1 < self.n else self.state
            line = self.game.tell(event.before, event.move, after, seat)
            if line is not None:
                return line
        return None


def restored(record: Json, seed: str, pack: Path | None) -> Position:
    """A pickled position."""
    from branchline.games import find
    from branchline.record import read

    return read(record, lambda name: find(name, pack), seed)
