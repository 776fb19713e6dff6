"""A Mini Rails table set up by hand: companies, discs and stocks where a story needs them."""

from typing import cast

import branchline
from branchline.games.mini_rails import rules
from branchline.games.mini_rails.game import MiniRailsGame
from branchline.games.mini_rails.rules import MiniRails
from branchline.position import Position

ORANGE, PURPLE, GREEN, BLACK = 0, 1, 2, 3


class Table:
    """A position of four players, with words to change it."""

    def __init__(self, seats: int = 4, seed: int = 1) -> None:
        self.position: Position = branchline.game("mini-rails").start(seats=seats, seed=seed)
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
        for k in range(rules.ROUNDS):
            at = seat * rules.ROUNDS + k
            company, value = (self.company(stocks[k][0]), stocks[k][1]) if k < len(stocks) else (rules.NOBODY, 0)
            self.state.stock_of[at] = company
            self.state.stock_at[at] = value

    def stocks(self, seat: int) -> list[tuple[str, int]]:
        return [(stock["company"], stock["at"]) for stock in self.game.stocks(self.state, seat)]

    def tax(self, *companies: str) -> None:
        for k in range(rules.ROUNDS):
            self.state.taxed[k] = self.company(companies[k]) if k < len(companies) else rules.NOBODY

    def market(self, *held: str | int) -> None:
        """Discs by company, markers by seat."""
        for space, what in enumerate(held):
            self.state.market[space] = self.company(what) if isinstance(what, str) else rules.MARKER + what

    def clear_map(self) -> None:
        for hex in range(rules.HEXES):
            self.state.disc[hex] = rules.NOBODY
        for company in range(rules.COMPANIES):
            self.state.reach[company] = 0
        self.state.empty = sum(2**hex for hex in range(rules.HEXES))

    def put(self, company: str, *hexes: str) -> None:
        for name in hexes:
            self.state.put(self.company(company), self.hex(name))

    def block_in(self, company: str, at: str, by: str) -> None:
        """A company on one hex, and another on all hexes around it."""
        self.put(company, at)
        land = self.state.lands[self.state.side]
        for hex in range(rules.HEXES):
            if land.around[self.hex(at)] & land.bit[hex]:
                self.state.put(self.company(by), hex)

    def land(self, name: str, value: int) -> None:
        self.state.value[self.hex(name)] = value

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
        self.state.to_act = rules.OVER
