"""A Mini Rails table set up by hand: companies, discs and stocks where a story needs them."""

from typing import cast

import branchline
from branchline.games.mini_rails import rules
from branchline.games.mini_rails.game import MiniRailsGame
from branchline.games.mini_rails.map import HEXES
from branchline.games.mini_rails.rules import MiniRails
from branchline.games.mini_rails.stocks import ROUNDS
from branchline.kernel.state import OVER
from branchline.position import Position
from tests.by_hand import by_hand

ORANGE, PURPLE, GREEN, BLACK = 0, 1, 2, 3
ORANGE_BEGINS = 10  # a seed that lets the first seat begin, whether three, four or five play


class Table:
    """A position of four players, with words to change it."""

    def __init__(self, seats: int = 4, seed: int = ORANGE_BEGINS) -> None:
        self.position: Position = by_hand(branchline.game("mini-rails").start(seats=seats, seed=seed))
        self.game = cast(MiniRailsGame, self.position.game)

    @property
    def state(self) -> MiniRails:
        return cast(MiniRails, self.position.state)

    def company(self, name: str) -> int:
        return self.game.parts.companies.index(name)

    def hex(self, name: str) -> int:
        return self.game.side(self.state).names.index(name)

    def hold(self, seat: int, *stocks: tuple[str, int]) -> None:
        """The stocks on a seat's profit board, and no others."""
        for k in range(ROUNDS):
            at = seat * ROUNDS + k
            company, value = (self.company(stocks[k][0]), stocks[k][1]) if k < len(stocks) else (rules.NOBODY, 0)
            self.state.stocks.of[at] = company
            self.state.stocks.at[at] = value

    def stocks(self, seat: int) -> list[tuple[str, int]]:
        return [(stock.company, stock.at) for stock in self.game.view(self.state, None).stocks[seat]]

    def tax(self, *companies: str) -> None:
        for k in range(ROUNDS):
            self.state.stocks.taxed[k] = self.company(companies[k]) if k < len(companies) else rules.NOBODY

    def market(self, *held: str | int) -> None:
        """Discs by company, markers by seat."""
        for space, what in enumerate(held):
            self.state.market[space] = self.company(what) if isinstance(what, str) else rules.MARKER + what

    def clear_map(self) -> None:
        for hex in range(HEXES):
            self.state.discs.at[hex] = rules.NOBODY
        for company in range(rules.COMPANIES):
            self.state.discs.reach[company] = 0
        self.state.discs.empty = sum(2**hex for hex in range(HEXES))

    def put(self, company: str, *hexes: str) -> None:
        for name in hexes:
            self.state.discs.put(self.state.map.land(), self.company(company), self.hex(name))

    def block_in(self, company: str, at: str, by: str) -> None:
        """A company on one hex, and another on all hexes around it."""
        self.put(company, at)
        land = self.state.map.land()
        for hex in range(HEXES):
            if land.around[self.hex(at)] & land.bit[hex]:
                self.state.discs.put(self.state.map.land(), self.company(by), hex)

    def land(self, name: str, value: int) -> None:
        self.state.map.value[self.hex(name)] = value

    def turn_of(self, seat: int) -> None:
        """This seat has the first marker on the order track."""
        order = self.state.order
        first = next(k for k in range(len(order)) if order[k] == seat)
        order[self.state.done], order[first] = order[first], order[self.state.done]
        self.state.to_act = seat

    def play(self, *moves: str) -> "Table":
        for move in moves:
            self.position.play(move)
        return self

    def end(self) -> None:
        self.state.to_act = OVER
