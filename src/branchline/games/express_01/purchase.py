"""4 Several shares bought at once: what is bought, what is paid and what is taken out of the decks, as one bundle of
ordinary moves. What somebody does not say is proposed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from branchline.game import Asked, Bundle
from branchline.games.express_01 import notation, rules
from branchline.games.express_01.moves import Buy, Pay, PayLocomotive, Pick
from branchline.games.express_01.rules import Express
from branchline.moves import Move

if TYPE_CHECKING:
    from branchline.games.express_01.game import Express01Game


def bundle(game: "Express01Game", state: Express, wish: Sequence[Move]) -> Bundle | None:
    """What is to be made of a wish while shares can be bought."""
    if state.phase != rules.BUYING:
        return None
    purchase = Purchase(game, state, wish)
    for move in wish:
        if isinstance(move, Buy):
            purchase.buy(move)
    return purchase.bundle()


class Purchase:
    """A purchase that grows share by share."""

    def __init__(self, game: "Express01Game", state: Express, wish: Sequence[Move]) -> None:
        self.game = game
        self.state = state.copy()
        self.wished = [move for move in wish if not isinstance(move, Buy)]  # cards to pay and to take
        self.kept: list[Asked] = []  # of the wish
        self.parts: list[Asked] = []
        self.moves: list[str] = []

    def bundle(self) -> Bundle:
        more = self.game.choices(self.state) if self.state.phase == rules.BUYING else []
        further = tuple(self.asked(move) for move in more if isinstance(move, Buy))
        return Bundle(tuple(self.kept), tuple(self.parts), tuple(self.moves), further)

    def buy(self, share: Buy) -> None:
        """One share with all that belongs to it; nothing, if it can't be had any more."""
        if self.state.phase != rules.BUYING or share not in self.game.choices(self.state):
            return
        self.kept.append(self.make(share))
        while self.state.phase in (rules.PRICE, rules.PICKING):
            choices = self.game.choices(self.state)
            wished = next((move for move in self.wished if move in choices), None)
            if wished is None:
                self.make(min(choices, key=self.regret))
            else:
                self.wished.remove(wished)
                self.kept.append(self.make(wished))

    def make(self, move: Move) -> Asked:
        asked = self.asked(move)
        self.parts.append(asked)
        self.moves.append(notation.text(self.game, self.state, move))
        self.state.play(self.game.vocabulary.encode(move))
        return asked

    def asked(self, move: Move) -> Asked:
        return Asked(move.verb, notation.at(self.game, self.state, move))

    def regret(self, move: Move) -> tuple[int, int]:
        """What is proposed comes first: to pay a card like which the decks hold many, stations after routes and the
        Black Locomotive last; to take a card like which the decks hold many, so that little is lost for building."""
        box, decks = self.state.box, self.state.decks
        match move:
            case Pay(card=card):
                company = int(box.share[card])
                return (-int(decks.shares[company]) if company >= 0 else 1), card
            case Pick(card=card):
                return -int(decks.count[card]), card
            case PayLocomotive():
                return 2, 0
        raise AssertionError("a share is paid, and taken")
