"""A draft: the decisions of one seat within one turn, before it confirms them.

Nothing drafted runs past chance, past what the seat could not know, or into another turn. So
taking back is free, and nobody else has seen anything.
"""

from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from branchline.game import Tie
from branchline.kernel.chance import Seed
from branchline.kernel.state import OVER, State
from branchline.position import Position
from branchline.refusal import Refused
from branchline.table.store import Entry

GUESSES: Final = 6
"""How many redealt worlds a move is tried in before it is said to reveal nothing."""


@dataclass(frozen=True)
class Draft:
    """A value: with one move more, or one less, it is another draft."""

    confirmed: Position
    shown: Position  # what the seat sees
    seat: int
    moves: tuple[Entry, ...] = ()
    complete: bool = False
    steps: tuple[int, ...] = ()  # how many moves each of them made: one, or several that were chosen together

    @classmethod
    def of(cls, confirmed: Position) -> "Draft":
        """Without a move yet, for the seat to act."""
        assert confirmed.to_act is not None
        return cls(confirmed, confirmed, confirmed.to_act)

    @property
    def texts(self) -> list[str]:
        return [move.text for move in self.moves]

    @property
    def kept(self) -> list[str | list[str]]:
        """As it is kept: step by step, one of several moves as their list."""
        texts = iter(self.texts)
        made = [list(islice(texts, count)) for count in self.steps]
        return [step[0] if len(step) == 1 else step for step in made]

    def add(self, *texts: str) -> "Draft":
        """With one step more, of one move or of several that were chosen together; refuses it if one is not legal."""
        draft = self
        for text in texts:
            draft = draft._with(text)
        return replace(draft, steps=(*self.steps, len(texts)))

    def _with(self, text: str) -> "Draft":
        if self.complete:
            raise full_turn()
        code = self.shown.code_of(text)
        moves = (*self.moves, Entry(self.seat, self.shown.game.text(self.shown.state, code), code))
        if reveals(self.shown, code):
            return replace(self, moves=moves, complete=True)  # the seat sees the outcome when it has confirmed
        shown = self.shown.copy()
        shown.push(code)
        complete = shown.to_act != self.seat or shown.state.turn != self.shown.state.turn
        return replace(self, shown=shown, moves=moves, complete=complete)

    def settled(self, unseen: bool) -> "Draft":
        """With the proposed move, where what is asked next is a tie; `unseen`, only if no rule can tell its moves
        apart."""
        tie = None if self.complete else self.shown.game.tie(self.shown.state)
        if tie is None or (unseen and not tie.for_good):
            return self
        return self.add(self.shown.game.text(self.shown.state, tie.proposed))

    @property
    def tie(self) -> Tie | None:
        """The tie that the last move is the proposal of: it stands for others, and who undoes it chooses among them."""
        if not self.moves or not self.shown.game.ties:
            return None
        before = self.shown.at(self.confirmed.n + len(self.moves) - 1)
        tie = before.game.tie(before.state)
        return tie if tie is not None and tie.proposed == self.moves[-1].code else None

    def undo(self) -> "Draft":
        """Without the last step."""
        if not self.moves:
            raise Refused("draft", "There is nothing to take back: what was confirmed stands.")
        moves, steps = self.moves[: -self.steps[-1]], self.steps[:-1]
        shown = self.shown.at(self.confirmed.n + len(moves))
        return replace(self, shown=shown, moves=moves, complete=False, steps=steps)

    def why_not(self, text: str) -> Refused | None:
        return full_turn() if self.complete else self.shown.why_not(text)

    def ask(self, verb: str, at: str) -> Refused | None:
        """The same for a verb and a place, as one points at it."""
        return full_turn() if self.complete else self.shown.ask(verb, at)


def reveals(position: Position, code: int) -> bool:
    """Would this move show the seat to act something that it cannot know?

    The move is played here and in a few worlds that agree with all the seat knows. If what it knows
    afterwards is not the same in all of them, the move tells it which world it is in.
    """
    if not position.game.has_secrets:
        return False
    truth, seat = position.state, int(position.state.to_act)
    known = known_after(truth.copy(), code, seat)
    for guess in range(GUESSES):
        world = truth.copy()
        world.redeal(seat, Seed("draft").at(guess))
        if known_after(world, code, seat) != known:
            return True
    return False


def known_after(world: State, code: int, seat: int) -> list[int]:
    """What a seat knows of this world once the move is made in it: the same numbers for all worlds that it
    can't tell apart, since what it can't know is dealt anew, by the same cards. At the end all is open."""
    world.play(code)
    if world.to_act != OVER:
        world.redeal(seat, Seed("known").at(0))
    return world.content()


def full_turn() -> Refused:
    return Refused("draft", "Your turn is complete: confirm it, or take a move back.")
