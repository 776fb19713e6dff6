"""Positions that a test sets up piece by piece, and changes between two moves."""

from branchline.position import Position


class ByHand(Position):
    """Keeps every State before a move is played: playing the record again would not lead to it."""

    def push(self, code: int) -> None:
        self.keep()
        super().push(code)

    def keep(self) -> None:
        self.kept[self.n] = self.state.copy()


def by_hand(position: Position) -> ByHand:
    """The same position, to be changed."""
    made = ByHand(position.game, position.players, position.options, position.seed)
    made.state, made.events, made.kept = position.state, position.events, position.kept
    return made
