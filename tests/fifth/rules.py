"""Sidings in numbers. A game of the house would subclass the kernel's State and be compiled."""

from copy import deepcopy

from branchline.kernel.chance import Rng
from branchline.kernel.grid import POINTY
from branchline.kernel.state import CHANCE, OVER

HEXES, ROUNDS, NOBODY = 12, 6, -1
COAL, STONE, LAY, DIG, DEAL, DRAW = 0, 1, 0, 20, 100, 200
CELLS = [(q - r // 2, r) for r in range(3) for q in range(4)]


def beside(hex: int) -> list[int]:
    q, r = CELLS[hex]
    return [CELLS.index(cell) for dq, dr in POINTY if (cell := (q + dq, r + dr)) in CELLS]


class Sidings:
    def __init__(self, players: int) -> None:
        self.players = self.seats = players
        self.to_act = CHANCE
        self.turn = self.round = 0
        self.halt = [NOBODY] * HEXES
        self.card: list[int] = []  # of each seat: the hex of its junction
        self.bag = [8, 4]
        self.dug = [[0, 0] for _ in range(players)]

    def legal(self) -> list[int]:
        if self.to_act == OVER:
            return []
        if self.to_act == CHANCE and self.round == 0:
            return [DEAL + hex for hex in range(HEXES) if hex not in self.card]
        if self.to_act == CHANCE:
            return [DRAW + kind for kind in (COAL, STONE) if self.bag[kind]]
        return [LAY + hex for hex in range(HEXES) if self.may_lay(hex)] + ([DIG] if any(self.bag) else [])

    def may_lay(self, hex: int) -> bool:
        """2 An empty hex, beside an own halt but for the first."""
        near = self.to_act not in self.halt or any(self.halt[other] == self.to_act for other in beside(hex))
        return near and self.halt[hex] == NOBODY

    def weights(self) -> list[int]:
        return [1 if self.round == 0 else self.bag[outcome - DRAW] for outcome in self.legal()]

    def draw(self, rng: Rng) -> int:
        many = [outcome for outcome, often in zip(self.legal(), self.weights()) for _ in range(often)]
        return many[rng.below(len(many))]

    def play(self, move: int) -> None:
        if move >= DRAW:
            self.bag[move - DRAW] -= 1
            self.dug[self.turn % self.players][move - DRAW] += 1
            self.end_turn()
        elif move >= DEAL:
            self.card.append(move - DEAL)
            if len(self.card) == self.players:
                self.to_act, self.round = 0, 1
        elif move == DIG:
            self.to_act = CHANCE
        else:
            self.halt[move - LAY] = self.to_act
            self.end_turn()

    def end_turn(self) -> None:
        self.turn += 1
        self.to_act, self.round = self.turn % self.players, 1 + self.turn // self.players
        if self.round > ROUNDS or NOBODY not in self.halt or not self.legal():
            self.to_act, self.round = OVER, min(self.round, ROUNDS)

    def copy(self) -> "Sidings":
        return deepcopy(self)

    def content(self) -> list[int]:
        dug = [count for held in self.dug for count in held]
        return [self.to_act, self.turn, self.round, *self.halt, len(self.card), *self.card, *self.bag, *dug]

    def worth(self, seat: int) -> tuple[int, int, int]:
        """3 Of halts, of coal, and of the junction: a secret while the game is on, it counts at the end."""
        junction = self.to_act == OVER and self.halt[self.card[seat]] == seat
        return 2 * self.halt.count(seat), self.dug[seat][COAL], 3 * junction

    def scores(self) -> list[int]:
        return [sum(self.worth(seat)) for seat in range(self.players)]

    def winners(self) -> list[int]:
        return [seat for seat, points in enumerate(self.scores()) if points == max(self.scores())]

    def redeal(self, seat: int, rng: Rng) -> None:
        """Everybody else's card is one that this seat does not hold."""
        free = [hex for hex in range(HEXES) if hex != (self.card[seat] if seat < len(self.card) else NOBODY)]
        self.card = [card if at == seat else free.pop(rng.below(len(free))) for at, card in enumerate(self.card)]
