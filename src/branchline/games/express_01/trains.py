"""What the trains of a network can pay: searched once for all networks that are the same as far as a train can go."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.express_01.cards import CELLS, COMPANIES, ROUTES, SIDES, opposite
from branchline.games.express_01.network import Network
from branchline.games.express_01.routes import Search, worth
from branchline.kernel.memo import NEVER, Memo, word

MOST: Final = 200000  # answers that are kept


@final
class Trains:
    def __init__(self) -> None:
        self.known = Memo()  # what lies within a company's reach -> what its best longest route pays
        # of the network that was looked at last
        self.open: i64 = 0  # the cells that a train may come through or stop at, as bits
        self.ways = vec[i64]([0] * CELLS)  # cell -> sides by which track goes on
        self.near = vec[i64]([0] * CELLS)  # cell -> the cells there, as bits
        self.code = vec[i64]([0] * CELLS)  # cell -> a key for what lies there; 0 until it is asked for
        self.own = vec[i64]([0] * COMPANIES)  # company -> the cells of its stations, as bits

    def look(self, network: Network) -> None:
        """Look at a network: not at cells that no track leads to, nor at route cards from which there is no way on."""
        box = network.box
        rails = box.rails
        laid = network.laid
        beside = network.beside
        ways = self.ways
        open: i64 = 0
        for cell in range(CELLS):
            if laid[cell] >= 0:
                ways[cell] = rails[laid[cell]] & beside[cell]
                open |= box.bit[cell]
        for cell in range(CELLS):
            here = cell
            while (open >> here) & 1 and (
                ways[here] == 0 or (ways[here] & (ways[here] - 1) == 0 and laid[here] < ROUTES * SIDES)
            ):
                open ^= box.bit[here]
                if ways[here] == 0:
                    break
                side: i64 = 0
                while (ways[here] >> side) & 1 == 0:
                    side += 1
                here = box.beside[here * SIDES + side]
                ways[here] &= ~box.bit[opposite(side)]
        self.open = open
        for company in range(COMPANIES):
            self.own[company] = 0
        for cell in range(CELLS):
            if (open >> cell) & 1:
                near: i64 = 0
                for side in range(SIDES):
                    if (ways[cell] >> side) & 1:
                        near |= box.bit[box.beside[cell * SIDES + side]]
                self.near[cell] = near & open
                self.code[cell] = 0
                if laid[cell] >= ROUTES * SIDES and box.owner[laid[cell] // SIDES] >= 0:
                    self.own[box.owner[laid[cell] // SIDES]] |= box.bit[cell]

    def within(self, company: i64, reach: i64) -> i64:
        """The cells that a train of the company can come to, as bits."""
        near = self.near
        inside = self.own[company]
        edge = inside
        for _ in range(reach):
            if edge == 0:
                break
            grown = inside
            cell: i64 = 0
            while edge:
                if edge & 1:
                    grown |= near[cell]
                edge >>= 1
                cell += 1
            edge = grown & ~inside
            inside = grown
        return inside

    def best_pay(self, network: Network, company: i64, reach: i64) -> i64:
        """What the best of a company's longest routes pays, in the network that was looked at."""
        inside = self.within(company, reach)
        if inside & (inside - 1) == 0:
            return 0
        code = self.code
        key = word(CELLS + company, reach)
        left = inside
        cell: i64 = 0
        while left:
            if left & 1:
                if code[cell] == 0:
                    code[cell] = word(cell, network.box.shape[network.laid[cell]])
                key ^= code[cell]
            left >>= 1
            cell += 1
        found = self.known.get(key)
        if found != NEVER:
            return i64(found)
        best: i64 = 0
        search = Search(network, company, reach, inside)
        search.longest()
        sets = search.routes()
        for i in range(len(sets)):
            best = max(best, worth(network, sets[i]))
        if self.known.count >= MOST:
            self.known = Memo()
        self.known.put(key, float(best))
        return best
