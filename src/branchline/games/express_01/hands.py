"""The hands: everybody's cards, those of them that nobody else has seen, and the card chosen for the order."""

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from branchline.games.express_01.cards import FIRST_HIDDEN, HIDDEN, NOBODY, NUMBERS, Box
from branchline.kernel.part import Part


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Hands(Part):
    def __init__(self, box: Box, held: vec[i64], size: vec[i64], unseen: vec[i64], choice: vec[i64]) -> None:
        self.box = box
        self.held = held  # seat * NUMBERS + card -> copies
        self.size = size  # seat -> cards
        self.unseen = unseen  # seat -> cards of the first hand that nobody else has seen, as bits
        self.choice = choice  # seat -> card chosen for the order
        self.shared = False  # whether a copy may look at the same `held`

    def copy(self) -> "Hands":
        twin = Hands(
            box=self.box,
            held=self.held,
            size=self.size[:],
            unseen=self.unseen[:],
            choice=self.choice[:],
        )
        self.shared = True
        twin.shared = True
        return twin

    def part_from_copies(self) -> None:
        """Before a hand changes: what copies look at stays as it is."""
        if self.shared:
            self.held = self.held[:]
            self.shared = False

    def content(self) -> list[int]:
        return [*self.held, *self.unseen, *self.choice]

    def take(self, seat: i64, card: i64) -> None:
        self.part_from_copies()
        self.held[seat * NUMBERS + card] += 1
        self.size[seat] += 1

    def give(self, seat: i64, card: i64) -> None:
        """A card leaves a hand; everybody sees which."""
        self.part_from_copies()
        self.held[seat * NUMBERS + card] -= 1
        self.size[seat] -= 1
        self.show(seat, card)

    def show(self, seat: i64, card: i64) -> None:
        """A card of the first hand that everybody has seen is no secret any more."""
        if FIRST_HIDDEN <= card < FIRST_HIDDEN + HIDDEN:
            self.unseen[seat] &= ~self.box.bit[card - FIRST_HIDDEN]

    def moves(self, seat: i64, code: i64) -> vec[i64]:
        """A move for each different card of a hand."""
        moves = vec[i64](capacity=32)
        for card in range(NUMBERS):
            if self.held[seat * NUMBERS + card] > 0:
                moves = append(moves, code + card)
        return moves

    def deal_unseen(self, seat: i64, pool: vec[i64], at: i64) -> i64:
        """Give a seat as many unseen cards out of the pool as it had; where the pool goes on."""
        self.part_from_copies()
        unseen: i64 = 0
        for k in range(HIDDEN):
            if self.unseen[seat] & self.box.bit[k]:
                self.held[seat * NUMBERS + FIRST_HIDDEN + k] -= 1
                self.held[seat * NUMBERS + pool[at]] += 1
                unseen |= self.box.bit[pool[at] - FIRST_HIDDEN]
                at += 1
        self.unseen[seat] = unseen
        return at


def empty_hands(box: Box, players: i64) -> Hands:
    return Hands(
        box=box,
        held=vec[i64]([0] * (players * NUMBERS)),
        size=vec[i64]([0] * players),
        unseen=vec[i64]([0] * players),
        choice=vec[i64]([NOBODY] * players),
    )
