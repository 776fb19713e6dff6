"""A draft: the decisions of one seat within one turn, before it confirms them.

Nothing drafted runs past chance, past what the seat could not know, or into another turn. So
taking back is free, and nobody else has seen anything.
"""

from typing import Final

from branchline.game import Game
from branchline.kernel.chance import Seed
from branchline.kernel.state import State
from branchline.position import Position
from branchline.refusal import Refused
from branchline.table.store import Move

GUESSES: Final = 6
"""How many redealt worlds a move is tried in before it is said to reveal nothing."""


class Draft:
    def __init__(self, confirmed: Position) -> None:
        assert confirmed.to_act is not None
        self.confirmed = confirmed
        self.seat = confirmed.to_act
        self.shown = confirmed.copy()  # what the seat sees
        self.moves: list[Move] = []
        self.complete = False

    def add(self, text: str) -> None:
        """Draft one more move; refuses it and changes nothing if it is not legal."""
        refused = self.why_not(text)
        if refused is not None:
            raise refused
        text = " ".join(text.split()).lower()
        code = self.shown.codes()[text]
        self.moves.append(Move(self.seat, text, code))
        if reveals(self.shown, code):
            self.complete = True  # the seat sees the outcome when it has confirmed, not before
            return
        turn = self.shown.state.turn
        self.shown.push(code)
        self.complete = self.shown.to_act != self.seat or self.shown.state.turn != turn

    def why_not(self, text: str) -> Refused | None:
        return full_turn() if self.complete else self.shown.why_not(text)

    def undo(self) -> None:
        """Take the last drafted move back."""
        if not self.moves:
            raise Refused("draft", "There is nothing to take back: what was confirmed stands.")
        self.moves.pop()
        self.shown.back_to(self.confirmed.n + len(self.moves))
        self.complete = False

    def outcome(self) -> Position:
        """The position after the drafted moves, with what chance and the automatons answer."""
        position = self.confirmed.copy()
        for move in self.moves:
            position.push(move.code)
        position.settle()
        return position


def reveals(position: Position, code: int) -> bool:
    """Would this move show the seat to act something that it cannot know?

    The move is played here and in a few worlds that agree with all the seat knows. If one of them
    looks different to the seat afterwards, the move tells it which world it is in.
    """
    seat = int(position.state.to_act)
    truth = position.state.content()
    seen = None
    for guess in range(GUESSES):
        world = position.state.copy()
        world.redeal(seat, Seed("draft").at(guess))
        if world.content() == truth:
            continue  # nothing is hidden, or the guess hit it
        if seen is None:
            here = position.state.copy()
            here.play(code)
            seen = looks(position.game, here, seat)
        world.play(code)
        if looks(position.game, world, seat) != seen:
            return True
    return False


def looks(game: Game, state: State, seat: int) -> list[object]:
    """What a state shows to a seat: whose turn it is, the points, the table, and what it may do."""
    legal = [int(code) for code in state.legal()] if state.to_act == seat else []
    return [int(state.to_act), int(state.turn), [int(p) for p in state.scores()], game.view(state, seat), legal]


def full_turn() -> Refused:
    return Refused("draft", "Your turn is complete: confirm it, or take a move back.")
