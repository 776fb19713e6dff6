"""The twelve decks: face up, each in its order, cards taken out of the middle or from the top."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from branchline.games.express_01.cards import COMPANIES, DECKS, NOBODY, NUMBERS, Box
from branchline.kernel.part import Part


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Decks(Part):
    def __init__(self, box: Box, order: vec[i64], size: vec[i64], count: vec[i64], shares: vec[i64]) -> None:
        self.box = box
        self.order = order  # deck_start + height -> card; the last of a deck is its top
        self.size = size  # deck -> cards in it
        self.count = count  # card -> copies in its deck
        self.shares = shares  # company -> its shares in the route decks
        self.shared = False  # whether a copy may look at the same vectors

    def copy(self) -> "Decks":
        twin = Decks(box=self.box, order=self.order, size=self.size, count=self.count, shares=self.shares)
        self.shared = True
        twin.shared = True
        return twin

    def part_from_copies(self) -> None:
        """Before a deck changes: what copies look at stays as it is."""
        if self.shared:
            self.order = self.order[:]
            self.size = self.size[:]
            self.count = self.count[:]
            self.shares = self.shares[:]
            self.shared = False

    def content(self) -> list[int]:
        return [*self.order]

    def put(self, card: i64) -> None:
        """Face up on top of its deck."""
        self.part_from_copies()
        deck = self.box.deck_of[card]
        self.order[self.box.deck_start[deck] + self.size[deck]] = card
        self.size[deck] += 1
        self.count[card] += 1
        if self.box.share[card] >= 0:
            self.shares[self.box.share[card]] += 1

    def take(self, card: i64) -> None:
        """Pick out a card; of equal ones the one nearest the top."""
        self.part_from_copies()
        deck = self.box.deck_of[card]
        start = self.box.deck_start[deck]
        last = start + self.size[deck] - 1
        above = self.order[last]
        at = last
        while above != card:
            at -= 1
            here = self.order[at]
            self.order[at] = above
            above = here
        self.order[last] = NOBODY
        self.size[deck] -= 1
        self.count[card] -= 1
        if self.box.share[card] >= 0:
            self.shares[self.box.share[card]] -= 1

    def top(self, deck: i64) -> i64:
        size = self.size[deck]
        return self.order[self.box.deck_start[deck] + size - 1] if size > 0 else NOBODY

    def empty(self) -> i64:
        """How many decks are used up."""
        empty: i64 = 0
        for deck in range(DECKS):
            if self.size[deck] == 0:
                empty += 1
        return empty


def no_decks(box: Box) -> Decks:
    """All cards still in the box."""
    total: i64 = 0
    for card in range(NUMBERS):
        total += box.copies[card]
    return Decks(
        box=box,
        order=vec[i64]([NOBODY] * total),
        size=vec[i64]([0] * DECKS),
        count=vec[i64]([0] * NUMBERS),
        shares=vec[i64]([0] * COMPANIES),
    )
