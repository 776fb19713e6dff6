"""The network: the 35 cards of the board, and which cards may be laid where."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from branchline.games.express_01.cards import (
    CELLS,
    COMPANIES,
    NOBODY,
    ROUTES,
    SIDES,
    Box,
    opposite,
)
from branchline.games.express_01.decks import Decks
from branchline.kernel.part import Part

MOST_NEAR: Final = 5  # stations that track leads to, before more of them mean nothing


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Network(Part):
    def __init__(self, box: Box, laid: vec[i64], beside: vec[i64], stations: vec[i64]) -> None:
        self.box = box
        self.laid = laid  # cell -> card * 4 + quarter turns; NOBODY: the base card
        self.beside = beside  # cell -> sides where a neighbour's track ends at this cell
        self.stations = stations  # company -> stations that it owns
        self.expanded: i64 = 0  # base cards replaced

    def copy(self) -> "Network":
        twin = Network(box=self.box, laid=self.laid[:], beside=self.beside[:], stations=self.stations[:])
        twin.expanded = self.expanded
        return twin

    def content(self) -> list[int]:
        return [*self.laid, self.expanded]

    def card(self, cell: i64) -> i64:
        """The expansion card on a cell, or NOBODY."""
        return self.laid[cell] // SIDES if self.laid[cell] >= 0 else NOBODY

    def is_station(self, cell: i64) -> bool:
        return self.laid[cell] >= ROUTES * SIDES

    def is_near(self, cell: i64) -> bool:
        """Whether track leads to a station there that nobody has built yet."""
        return self.laid[cell] < 0 and self.beside[cell] != 0 and self.box.base_kind[cell] > 0

    def stations_near(self) -> i64:
        near: i64 = 0
        laid = self.laid
        beside = self.beside
        base_kind = self.box.base_kind
        for cell in range(CELLS):
            if laid[cell] < 0 and beside[cell] != 0 and base_kind[cell] > 0:
                near += 1
        return near

    # 3.2 to 3.5 Where a card may be laid

    def may_lay(self, cell: i64, lay: i64, decks: Decks) -> bool:
        """For a lay out of the cell's list: the card is there, the track stays inland and joins."""
        box = self.box
        if decks.count[lay // SIDES] == 0:
            return False
        if self.laid[cell] >= 0:
            return box.rails[lay] & ~box.inland[cell] == 0
        return self.expanded == 0 or box.rails[lay] & self.beside[cell] != 0

    def list_start(self, cell: i64) -> i64:
        laid = self.laid[cell]
        return self.box.base_start[cell] if laid < 0 else self.box.next_start[laid]

    def list_end(self, cell: i64) -> i64:
        laid = self.laid[cell]
        return self.box.base_start[cell + 1] if laid < 0 else self.box.next_start[laid + 1]

    def listed(self, cell: i64) -> vec[i64]:
        laid = self.laid[cell]
        return self.box.base_lay if laid < 0 else self.box.next_lay

    def holds_route(self, cell: i64) -> bool:
        """Whether a route or its base card lies there, so that a route costs half a card."""
        laid = self.laid[cell]
        return self.box.base_kind[cell] == 0 if laid < 0 else laid < ROUTES * SIDES

    def can_be_paid(self, cell: i64, halves: i64) -> bool:
        """Whether a card may be laid on the cell with this much paid, if there is one."""
        if self.laid[cell] < 0:
            if self.expanded == 0:
                if self.holds_route(cell):
                    return False  # 3.1 the first card is a station
            elif self.beside[cell] == 0:
                return False
        return halves >= (1 if self.holds_route(cell) else 2)

    def can_expand(self, cell: i64, halves: i64, decks: Decks) -> bool:
        """Whether any card in the decks may be laid on the cell with this much paid."""
        if not self.can_be_paid(cell, halves):
            return False
        listed = self.listed(cell)
        for i in range(self.list_start(cell), self.list_end(cell)):
            if self.may_lay(cell, listed[i], decks):
                return True
        return False

    def can_expand_any(self, halves: i64, decks: Decks) -> bool:
        for cell in range(CELLS):
            if self.can_expand(cell, halves, decks):
                return True
        return False

    def lays(self, cell: i64, decks: Decks) -> vec[i64]:
        """All lays on the cell."""
        found = vec[i64](capacity=64)
        listed = self.listed(cell)
        for i in range(self.list_start(cell), self.list_end(cell)):
            if self.may_lay(cell, listed[i], decks):
                found = append(found, listed[i])
        return found

    # 3.6 Laying

    def lay(self, cell: i64, lay: i64) -> i64:
        """Exchange the card of a cell; the expansion card that lay there, or NOBODY."""
        box = self.box
        old = self.card(cell)
        if old == NOBODY:
            self.expanded += 1
        elif box.owner[old] >= 0:
            self.stations[box.owner[old]] -= 1
        self.laid[cell] = lay
        owner = box.owner[lay // SIDES]
        if owner >= 0:
            self.stations[owner] += 1
        for side in range(SIDES):
            if box.rails[lay] & box.bit[side]:
                self.beside[box.beside[cell * SIDES + side]] |= box.bit[opposite(side)]
        return old


def untouched(box: Box) -> Network:
    """1.1 Germany without a track."""
    return Network(
        box=box,
        laid=vec[i64]([NOBODY] * CELLS),
        beside=vec[i64]([0] * CELLS),
        stations=vec[i64]([0] * COMPANIES),
    )
