"""5 A run under way: the trains to choose from, the longest routes, and who is paid how much of the bonus."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from branchline.games.express_01.cards import NOBODY
from branchline.kernel.part import Part


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Run(Part):
    def __init__(self, routes: vec[i64], cap: vec[i64], taken: vec[i64]) -> None:
        self.runnable: i64 = 0  # companies, as bits
        self.length: i64 = 0  # moves of the longest routes
        self.routes = routes  # the longest ones, as sets of stations; never changed in place
        self.route: i64 = 0  # stations of the chosen one, as bits
        self.announced: i64 = NOBODY  # who uses the Locomotive as a share
        self.bonus: i64 = 0  # cards still to be paid out
        self.place: i64 = 0  # in the order of payment
        self.cap = cap  # place in the order of payment -> cards that it may take for its shares
        self.taken = taken  # place in the order of payment -> cards taken

    def copy(self) -> "Run":
        twin = Run(routes=self.routes, cap=self.cap[:], taken=self.taken[:])
        twin.runnable = self.runnable
        twin.length = self.length
        twin.route = self.route
        twin.announced = self.announced
        twin.bonus = self.bonus
        twin.place = self.place
        return twin

    def content(self) -> list[int]:
        numbers: list[int] = [self.runnable, self.length, self.route, self.announced, self.bonus, self.place]
        return [*numbers, *self.routes, *self.cap, *self.taken]


def no_run(players: i64) -> Run:
    return Run(routes=vec[i64](), cap=vec[i64]([0] * players), taken=vec[i64]([0] * players))
