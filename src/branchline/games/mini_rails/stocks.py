"""The profit boards: everybody's stocks and where they stand, and the companies that were taxed."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from branchline.kernel.part import Part

ROUNDS: Final = 6
LIMIT: Final = 10  # a stock stops at +10 and at -10


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Stocks(Part):
    def __init__(self, of: vec[i64], at: vec[i64], taxed: vec[i64]) -> None:
        self.of = of  # seat * ROUNDS + k -> company
        self.at = at  # seat * ROUNDS + k -> its place on the profit board
        self.taxed = taxed  # round - 1 -> company

    def copy(self) -> "Stocks":
        return Stocks(of=self.of[:], at=self.at[:], taxed=self.taxed[:])

    def content(self) -> list[int]:
        return [*self.of, *self.at, *self.taxed]

    def move(self, company: i64, spots: i64) -> None:
        """3.6 No stock passes +10 or -10."""
        of = self.of
        for k in range(len(of)):
            if of[k] == company:
                self.at[k] = max(-LIMIT, min(LIMIT, self.at[k] + spots))

    def is_taxed(self, company: i64) -> bool:
        for k in range(ROUNDS):
            if self.taxed[k] == company:
                return True
        return False

    def counts(self, company: i64, at: i64) -> bool:
        """5.1 A taxed company's losses are void, 5.2 an untaxed company's profits."""
        if at == 0:
            return True
        return (at > 0) == self.is_taxed(company)

    def by_worth(self, seat: i64) -> i64:
        """5.4 The seat's stocks that count, the most valuable first, as one number: of two seats, the one that
        has the better stock where they first differ has the larger number; a missing stock is below all."""
        best = vec[i64]([0] * ROUNDS)
        for k in range(seat * ROUNDS, (seat + 1) * ROUNDS):
            if self.of[k] >= 0 and self.counts(self.of[k], self.at[k]):
                place = self.at[k] + LIMIT + 1
                for n in range(ROUNDS):
                    if place > best[n]:
                        held = best[n]
                        best[n] = place
                        place = held
        number: i64 = 0
        for n in range(ROUNDS):
            number = number * 32 + best[n]
        return number
