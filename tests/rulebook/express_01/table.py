"""A table in the middle of a game, set up by hand: every card not placed elsewhere lies in its deck."""

from branchline.game import Json
from branchline.games.express_01 import rules
from branchline.games.express_01.cards import COMPANIES, NUMBERS, ROUTES
from branchline.games.express_01.game import Express01Game
from branchline.games.express_01.rules import Express
from branchline.kernel.chance import Seed
from tests.by_hand import ByHand

GAME = Express01Game()
PARTS = GAME.parts


class Table:
    """Seat 0 has position 1 and is to choose a pair of actions, in round 1."""

    def __init__(self, players: int = 4, length: str = "short", turn_in_terminals: bool = True) -> None:
        options: Json = {"length": length, "turn_in_terminals": turn_in_terminals}
        self.position = ByHand(GAME, players, options, Seed("table"))
        state = self.position.state
        assert isinstance(state, Express)
        self.state = state
        for code, card in enumerate(PARTS.cards):
            for _ in range(card.copies):
                state.decks.put(code)
        for seat in range(players):
            state.position[seat] = seat
        state.round = 1
        state.phase = rules.PAIR
        state.active = state.to_act = 0

    # -- placing -----------------------------------------------------------------------

    def lay(self, cell: int, no: int, turns: int = 0) -> "Table":
        code = PARTS.code(no)
        self.state.decks.take(code)
        self.state.network.lay(cell - 1, code * 4 + turns)
        return self

    def lay_all(self, seed: str) -> "Table":
        """All 35 cells expanded at random, as far as the box allows."""
        network, decks, rng = self.state.network, self.state.decks, Seed(seed).at(0)
        while cells := [cell for cell in range(35) if network.can_expand(cell, 2, decks)]:
            cell = cells[rng.below(len(cells))]
            lays = network.lays(cell, decks)
            lay = lays[rng.below(len(lays))]
            decks.take(lay // 4)
            old = network.lay(cell, lay)
            if old >= 0:
                decks.put(old)
        return self

    def hand(self, seat: int, *numbers: int) -> "Table":
        for no in numbers:
            self.state.decks.take(PARTS.code(no))
            self.state.hands.take(seat, PARTS.code(no))
        return self

    def shares(self, seat: int, *numbers: int) -> "Table":
        for no in numbers:
            code = PARTS.code(no)
            company = PARTS.box.share[code]
            self.state.decks.take(code)
            self.state.shares.display[seat * ROUTES + code] += 1
            self.state.shares.held[seat * COMPANIES + company] += 1
            self.state.shares.issued[company] += 1
        return self

    def base(self, seat: int, *cells: int) -> "Table":
        for cell in cells:
            self.state.base_of[cell - 1] = seat
        return self

    def locomotive(self, seat: int) -> "Table":
        self.state.locomotive = seat
        return self

    def left(self, *seats: int) -> "Table":
        for seat in seats:
            self.state.left[seat] = 1
        return self

    def turn(self, seat: int) -> "Table":
        self.state.active = self.state.to_act = seat
        return self

    def expanded(self, cells: int) -> "Table":
        self.state.network.expanded = cells
        return self

    def empty(self, *decks: str, leave: int = 0) -> "Table":
        """Take a deck's cards out of the game, all but some."""
        for name in decks:
            deck = next(d for d in range(12) if GAME.deck_name(d) == name)
            while self.state.decks.size[deck] > leave:
                self.state.decks.take(self.state.decks.top(deck))
        return self

    def empty_of(self, company: str) -> "Table":
        """Take all shares of a company out of the decks."""
        for card, part in enumerate(PARTS.cards):
            while part.share == company and self.state.decks.count[card] > 0:
                self.state.decks.take(card)
        return self

    # -- playing and asking --------------------------------------------------------------

    def play(self, *moves: str) -> "Table":
        for move in moves:
            self.position.play(move)
            state = self.position.state
            assert isinstance(state, Express)
            self.state = state
        return self

    def legal(self) -> list[str]:
        return self.position.legal()

    def rule_against(self, move: str) -> str | None:
        """The section that refuses a move."""
        refused = self.position.why_not(move)
        return refused.rule.removeprefix("express-01 ") if refused else None

    def in_hand(self, seat: int, no: int) -> int:
        return int(self.state.hands.held[seat * NUMBERS + PARTS.code(no)])

    def hands(self) -> list[int]:
        return [int(size) for size in self.state.hands.size]

    def top(self, name: str) -> int | None:
        deck = next(d for d in range(12) if GAME.deck_name(d) == name)
        card = self.state.decks.top(deck)
        return PARTS.cards[card].no if card >= 0 else None

    def on(self, cell: int) -> int | None:
        card = self.state.network.card(cell - 1)
        return PARTS.cards[card].no if card >= 0 else None

    def held(self, seat: int, company: str) -> int:
        return int(self.state.shares.held[seat * COMPANIES + PARTS.companies.index(company)])

    def take_all(self) -> "Table":
        """Let everybody take their cards of a bonus from wherever."""
        while self.state.phase == rules.PAYMENT:
            self.play(self.legal()[0])
        return self
