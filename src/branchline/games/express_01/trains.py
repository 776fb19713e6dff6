"""What the trains of a network can pay: searched once for all networks that are the same as far as a train can go."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.express_01.cards import CELLS, COMPANIES, NOBODY, ROUTES, SIDES, Box, opposite
from branchline.games.express_01.network import Network
from branchline.games.express_01.routes import Routes, Walk, worth
from branchline.kernel.memo import NEVER, Memo, word

MOST: Final = 200000  # answers that are kept
A_PAY: Final = 8  # bits for what one company pays, where all stand in one number
WAYS: Final = 16  # sets of sides


@final
class Trains:
    def __init__(self) -> None:
        self.known = Memo()  # what lies within a company's reach -> what its best longest route pays
        self.all_known = Memo()  # a network and the shares issued -> what the companies pay, in one number
        # of the network that was looked at last
        self.key: i64 = 0  # of all that a train can use of it
        self.open: i64 = 0  # the cells that a train may come through or stop at, as bits
        self.cell: i64 = NOBODY  # where a card is laid that does not lie there yet, and which
        self.lay: i64 = NOBODY
        self.laid = vec[i64]([0] * CELLS)
        self.ways = vec[i64]([0] * CELLS)  # cell -> sides by which track goes on
        self.walk = Walk()
        self.box: Box | None = None  # of that network, and
        self.codes = vec[i64]()  # lay * 16 + sides by which track goes on -> what a train makes of it, as a number

    def look(self, network: Network) -> None:
        if self.cell != NOBODY or not self.has_seen(network):
            self.look_after(network, NOBODY, NOBODY)

    def has_seen(self, network: Network) -> bool:
        """Whether the network that was looked at last was the same."""
        if network.box is not self.box:
            return False
        for cell in range(CELLS):
            if self.laid[cell] != network.laid[cell]:
                return False
        return True

    def look_after(self, network: Network, cell: i64, lay: i64) -> None:
        """Look at a network as it is once a card is laid: not at cells that no track leads to, nor at route cards from
        which there is no way on."""
        box = network.box
        rails = box.rails
        before = network.laid
        beside = network.beside
        laid = self.laid
        ways = self.ways
        if box is not self.box:
            self.box = box
            self.codes = codes(box)
        self.cell = cell
        self.lay = lay
        open: i64 = 0
        for here in range(CELLS):
            laid[here] = before[here]
            if before[here] >= 0:
                ways[here] = rails[before[here]] & beside[here]
                open |= box.bit[here]
        if cell != NOBODY:
            laid[cell] = lay
            ways[cell] = rails[lay] & beside[cell]
            open |= box.bit[cell]
            for side in range(SIDES):
                if (ways[cell] >> side) & 1:
                    ways[box.beside[cell * SIDES + side]] |= box.bit[opposite(side)]
        self.open = self.without_dead_ends(box, open)
        self.key = self.key_of(box, self.open)

    def without_dead_ends(self, box: Box, open: i64) -> i64:
        """These cells but those from which there is no way on."""
        ways = self.ways
        for cell in range(CELLS):
            here = cell
            while (open >> here) & 1 and (
                ways[here] == 0 or (ways[here] & (ways[here] - 1) == 0 and self.laid[here] < ROUTES * SIDES)
            ):
                open ^= box.bit[here]
                if ways[here] == 0:
                    break
                side: i64 = 0
                while (ways[here] >> side) & 1 == 0:
                    side += 1
                here = box.beside[here * SIDES + side]
                ways[here] &= ~box.bit[opposite(side)]
        return open

    def key_of(self, box: Box, cells: i64) -> i64:
        """Of what trains can use of these cells: only track that leads from one of them to another counts."""
        ways = self.ways
        is_part = cells != self.open
        key: i64 = 1
        cell: i64 = 0
        left = cells
        while left:
            if left & 1:
                on = ways[cell]
                if is_part:
                    for side in range(SIDES):
                        if (on >> side) & 1 and (cells >> box.beside[cell * SIDES + side]) & 1 == 0:
                            on ^= box.bit[side]
                key ^= word(cell, self.codes[self.laid[cell] * WAYS + on])
            left >>= 1
            cell += 1
        return key

    def within(self, box: Box, company: i64, reach: i64) -> i64:
        """The cells that a train of the company can come to, as bits."""
        inside = self.own(box, company)
        edge = inside
        for _ in range(reach):
            if edge == 0:
                break
            grown = inside
            cell: i64 = 0
            while edge:
                if edge & 1:
                    for side in range(SIDES):
                        if (self.ways[cell] >> side) & 1:
                            grown |= box.bit[box.beside[cell * SIDES + side]]
                edge >>= 1
                cell += 1
            grown &= self.open
            edge = grown & ~inside
            inside = grown
        return inside

    def own(self, box: Box, company: i64) -> i64:
        """The cells of the company's stations that a train can leave, as bits."""
        found: i64 = 0
        for cell in range(CELLS):
            if (self.open >> cell) & 1 and box.owner[self.laid[cell] // SIDES] == company:
                found |= box.bit[cell]
        return found

    def best_pay(self, network: Network, company: i64, reach: i64) -> i64:
        """What the best of a company's longest routes pays, in the network that was looked at."""
        box = network.box
        inside = self.within(box, company, reach)
        if inside & (inside - 1) == 0:
            return 0
        key = self.key_of(box, inside) ^ word(CELLS * WAYS + company, reach)
        found = self.known.get(key)
        if found != NEVER:
            return i64(found)
        best = self.walk.best_pay(box, self.laid, self.ways, self.own(box, company), reach)
        if best == NOBODY:
            best = self.search(network, company, reach, inside)
        if self.known.count >= MOST:
            self.known = Memo()
        self.known.put(key, float(best))
        return best

    def search(self, network: Network, company: i64, reach: i64, inside: i64) -> i64:
        """The same where there are too many ways to walk all of them."""
        if self.cell != NOBODY:
            network = network.copy()
            network.lay(self.cell, self.lay)
        routes = Routes(network, company, reach, inside)
        routes.longest()
        sets = routes.routes()
        best: i64 = 0
        for i in range(len(sets)):
            best = max(best, worth(network, sets[i]))
        return best

    def pays(self, network: Network, issued: vec[i64]) -> i64:
        """What the best longest route of each company with shares pays, all in one number; see `pay_of`."""
        key = self.key ^ word(CELLS * WAYS + COMPANIES, packed(issued))
        found = self.all_known.get(key)
        if found != NEVER:
            return i64(found)
        pays: i64 = 0
        for company in range(COMPANIES - 1, -1, -1):
            pays = (pays << A_PAY) + (self.best_pay(network, company, issued[company]) if issued[company] > 0 else 0)
        if self.all_known.count >= MOST:
            self.all_known = Memo()
        self.all_known.put(key, float(pays))
        return pays


def codes(box: Box) -> vec[i64]:
    """Of every lay and every set of sides by which track goes on: all that a train can use of it, as a number."""
    found = vec[i64](capacity=len(box.rails) * WAYS)
    for lay in range(len(box.rails)):
        for on in range(WAYS):
            code = (box.owner[lay // SIDES] + 1 + 7 * box.worth[lay // SIDES]) * WAYS + on
            for side in range(SIDES):
                code = code * WAYS + (box.exits[lay * SIDES + side] & on if (on >> side) & 1 else 0)
            found = append(found, code)
    return found


def pay_of(pays: i64, company: i64) -> i64:
    """What a company has of such a number."""
    return (pays >> (A_PAY * company)) & 255


def packed(of_companies: vec[i64]) -> i64:
    """What the companies have, as one number."""
    found: i64 = 0
    for company in range(COMPANIES - 1, -1, -1):
        found = (found << A_PAY) + of_companies[company]
    return found
