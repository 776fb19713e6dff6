"""4 The shares that lie open before the players: by card, and counted by company."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from branchline.games.express_01.cards import COMPANIES, NOBODY, ROUTES, Box
from branchline.kernel.part import Part


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Shares(Part):
    def __init__(self, box: Box, display: vec[i64], held: vec[i64], issued: vec[i64]) -> None:
        self.box = box
        self.display = display  # seat * ROUTES + card -> shares of this number
        self.held = held  # seat * COMPANIES + company -> shares
        self.issued = issued  # company -> shares of all players
        self.shared = False  # whether a copy may look at the same vectors

    def copy(self) -> "Shares":
        twin = Shares(box=self.box, display=self.display, held=self.held, issued=self.issued)
        self.shared = True
        twin.shared = True
        return twin

    def part_from_copies(self) -> None:
        """Before a share goes from hand to hand: what copies look at stays as it is."""
        if self.shared:
            self.display = self.display[:]
            self.held = self.held[:]
            self.issued = self.issued[:]
            self.shared = False

    def content(self) -> list[int]:
        return [*self.display]

    def put(self, seat: i64, card: i64) -> None:
        """A route card on a player's display."""
        self.part_from_copies()
        company = self.box.share[card]
        self.display[seat * ROUTES + card] += 1
        self.held[seat * COMPANIES + company] += 1
        self.issued[company] += 1

    def sell(self, seat: i64, company: i64) -> i64:
        """4.4 A share leaves a player's display; which card, the lowest of equals."""
        self.part_from_copies()
        for card in range(ROUTES):
            if self.display[seat * ROUTES + card] > 0 and self.box.share[card] == company:
                self.display[seat * ROUTES + card] -= 1
                self.held[seat * COMPANIES + company] -= 1
                self.issued[company] -= 1
                return card
        return NOBODY

    def all_of(self, seat: i64) -> i64:
        held: i64 = 0
        for company in range(COMPANIES):
            held += self.held[seat * COMPANIES + company]
        return held


def no_shares(box: Box, players: i64) -> Shares:
    return Shares(
        box=box,
        display=vec[i64]([0] * (players * ROUTES)),
        held=vec[i64]([0] * (players * COMPANIES)),
        issued=vec[i64]([0] * COMPANIES),
    )
