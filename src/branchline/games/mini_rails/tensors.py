"""What a seat of Mini Rails knows, as numbers: there are no secrets."""

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.mini_rails.map import HEXES
from branchline.games.mini_rails.rules import (
    ACTION,
    BUILD,
    BUILD_TILE,
    BUY,
    BUY_TILE,
    COMPANIES,
    LAY,
    LAY_FRAME,
    MARKER,
    NOBODY,
    SITE,
    MiniRails,
)
from branchline.games.mini_rails.stocks import LIMIT, ROUNDS
from branchline.kernel.state import OVER, State
from branchline.kernel.tensors import Tensors, share

SPOTS: Final = 5  # the most on a hex, white or red
PLANES: Final = 1 + 2 * COMPANIES
ABOUT_A_COMPANY: Final = 6
DISCS: Final = 12  # of a company, about
SPACES: Final = 11
ABOUT_A_SEAT: Final = 4 + 3 * COMPANIES
POINTS: Final = 40  # more than that is as good
KINDS: Final = 7  # numbers of spots that are told apart; a pack with more has the rest with the last
MANY: Final = 6  # hexes of a kind
MOVED: Final = 15  # points that a build moves, at the most that matters
STANDS: Final = 20  # a seat's stocks of one company, together


@final
class MiniRailsTensors(Tensors):
    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.hexes = self.block(
            "hexes",
            [HEXES, PLANES],
            "of each hex: its spots; for each company whether its disc lies there, and whether it can build there",
        )
        self.companies = self.block(
            "companies",
            [COMPANIES, ABOUT_A_COMPANY],
            "of each company: discs in the bag, in the market and on its frame, whether it is taxed, whether its disc "
            "is in hand, the last round's tax",
        )
        self.market = self.block(
            "market", [SPACES, COMPANIES + seats], "of each space: the company of its disc, or the seat of its marker"
        )
        self.order = self.block("order", [2 * seats, seats], "of each turn still to come in this round: whose it is")
        self.table = self.block(
            "seats",
            [seats, ABOUT_A_SEAT],
            "of each seat: whether it can still buy, and build; its points if the game ended now; whether it is to "
            "act; of each company its stocks, what they stand at, and whether they count",
        )
        self.stage = self.block(
            "stage", [ROUNDS + 2], "which round it is, how many of its turns are over, whether a disc is in hand"
        )
        self.kind = self.meaning("kind", [4], "whether it buys, builds, lays the disc on a hex, or on the frame")
        self.where = self.meaning(
            "space", [2], "of the market space that it empties: how far behind, and how many markers lie before it"
        )
        self.company = self.meaning(
            "company",
            [4],
            "of its company: whether it is taxed, its discs in the bag, its share of the discs in the market, whether "
            "the mover has both tiles",
        )
        self.reach = self.meaning(
            "reach", [2, KINDS], "hexes of each value that the company can build on now, and next"
        )
        self.held = self.meaning(
            "stocks", [seats, 2], "of each seat: its stocks of the company, and what they stand at"
        )
        self.moved = self.meaning(
            "moved",
            [3, seats],
            "what it moves each seat's stocks by; for a build that chooses its hex later, at the best and at the worst",
        )
        self.spots = self.meaning("spots", [1], "of the hex")
        self.opens = self.meaning("opens", [KINDS], "hexes of each value that come within the company's reach")
        self.taken = self.meaning("taken", [seats], "what the hex would have moved each seat's other stocks by")

    def write(self, state: State, seat: i64, out: vec[float], at: i64) -> None:
        rails = cast(MiniRails, state)
        self.write_map(rails, out, at)
        for space in range(rails.spaces()):
            held = rails.market[space]
            if held != NOBODY:
                cell = at + self.market + space * (COMPANIES + self.seats)
                out[cell + (held if held < MARKER else COMPANIES + self.place(held - MARKER, seat))] = 1.0
                if held < MARKER:
                    out[at + self.companies + held * ABOUT_A_COMPANY + 1] += 1.0 / float(2 * self.seats + 1)
        if rails.to_act != OVER:
            for turn in range(rails.done, 2 * self.seats):
                out[at + self.order + turn * self.seats + self.place(rails.order[turn], seat)] = 1.0
        points = rails.scores()
        for other in range(self.seats):
            self.write_seat(rails, other, points[other], out, at + self.table + self.place(other, seat) * ABOUT_A_SEAT)
        if 1 <= rails.round <= ROUNDS:
            out[at + self.stage + rails.round - 1] = 1.0
        out[at + self.stage + ROUNDS] = share(rails.done, 2 * self.seats)
        out[at + self.stage + ROUNDS + 1] = 1.0 if rails.phase == SITE else 0.0

    def write_map(self, rails: MiniRails, out: vec[float], at: i64) -> None:
        bit = rails.map.land().bit
        for hex in range(HEXES):
            cell = at + self.hexes + hex * PLANES
            out[cell] = share(rails.map.value[hex], SPOTS)
            if rails.discs.at[hex] != NOBODY:
                out[cell + 1 + rails.discs.at[hex]] = 1.0
            elif rails.discs.empty & bit[hex]:
                for company in range(COMPANIES):
                    if rails.discs.reach[company] & bit[hex]:
                        out[cell + 1 + COMPANIES + company] = 1.0
        for company in range(COMPANIES):
            cell = at + self.companies + company * ABOUT_A_COMPANY
            out[cell] = share(rails.discs.bag[company], DISCS)
            out[cell + 2] = share(rails.discs.on_frame[company], DISCS)
            out[cell + 3] = 1.0 if rails.stocks.is_taxed(company) else 0.0
            out[cell + 4] = 1.0 if rails.hand == company else 0.0
            if rails.round > 1 and rails.stocks.taxed[rails.round - 2] == company:
                out[cell + 5] = 1.0

    def write_seat(self, rails: MiniRails, seat: i64, points: i64, out: vec[float], cell: i64) -> None:
        tiles = rails.action_tiles[seat]
        out[cell] = 1.0 if tiles & BUY_TILE else 0.0
        out[cell + 1] = 1.0 if tiles & BUILD_TILE else 0.0
        out[cell + 2] = share(points, POINTS)
        out[cell + 3] = 1.0 if rails.to_act == seat else 0.0
        for k in range(seat * ROUNDS, (seat + 1) * ROUNDS):
            company = rails.stocks.of[k]
            if company != NOBODY:
                stock = cell + 4 + company * 3
                stands = rails.stocks.at[k]
                out[stock] += 1.0 / float(ROUNDS)
                out[stock + 1] += share(stands, LIMIT) / float(ROUNDS)
                if rails.stocks.counts(company, stands):
                    out[stock + 2] = 1.0

    # -- what a move means -----------------------------------------------------------------

    def write_move(self, state: State, move: i64, out: vec[float], at: i64) -> None:
        rails = cast(MiniRails, state)
        company = rails.hand
        if rails.phase == ACTION:
            space = move - BUILD if move >= BUILD else move - BUY
            company = rails.market[space]
            out[at + self.kind + (1 if move >= BUILD else 0)] = 1.0
            self.write_space(rails, space, out, at + self.where)
        elif rails.phase == SITE:
            out[at + self.kind + (3 if move == LAY_FRAME else 2)] = 1.0
        else:
            return
        sites = rails.sites(company)
        self.write_about(rails, company, sites, out, at)
        if rails.phase == ACTION:
            if move >= BUILD:
                self.write_moved(rails, company, self.highest(rails, sites), 1, out, at)
                self.write_moved(rails, company, self.lowest(rails, sites), 2, out, at)
        elif move == LAY_FRAME:
            self.write_moved(rails, company, -1, 0, out, at)
        else:
            self.write_site(rails, company, move - LAY, out, at)

    def write_space(self, rails: MiniRails, space: i64, out: vec[float], cell: i64) -> None:
        before: i64 = 0
        for other in range(space):
            if rails.market[other] >= MARKER:
                before += 1
        out[cell] = share(space, rails.spaces())
        out[cell + 1] = share(before, 2 * self.seats)

    def write_about(self, rails: MiniRails, company: i64, sites: i64, out: vec[float], at: i64) -> None:
        left: i64 = 0
        own: i64 = 0
        for space in range(rails.spaces()):
            held = rails.market[space]
            if held < MARKER:
                left += 1
                if held == company:
                    own += 1
        cell = at + self.company
        out[cell] = 1.0 if rails.stocks.is_taxed(company) else 0.0
        out[cell + 1] = share(rails.discs.bag[company], DISCS)
        out[cell + 2] = share(own, max(left, 1))
        out[cell + 3] = 1.0 if rails.action_tiles[rails.to_act] == (BUY_TILE | BUILD_TILE) else 0.0
        self.write_hexes(rails, sites, out, at + self.reach)
        self.write_hexes(rails, self.beyond(rails, sites), out, at + self.reach + KINDS)
        for k in range(self.seats * ROUNDS):
            if rails.stocks.of[k] == company:
                cell = at + self.held + self.place(k // ROUNDS, rails.to_act) * 2
                out[cell] += 1.0 / float(ROUNDS)
                out[cell + 1] += share(rails.stocks.at[k], STANDS * ROUNDS)

    def write_hexes(self, rails: MiniRails, hexes: i64, out: vec[float], cell: i64) -> None:
        """How many there are of each value, the best first."""
        for n in range(len(rails.map.spots)):
            kind = min(n, KINDS - 1)
            out[cell + kind] = min(1.0, out[cell + kind] + share(count(hexes & rails.map.hexes_with[n]), MANY))

    def beyond(self, rails: MiniRails, sites: i64) -> i64:
        """The empty hexes that the company could reach with one build more."""
        land = rails.map.land()
        found: i64 = 0
        for hex in range(HEXES):
            if sites & land.bit[hex]:
                found |= land.around[hex]
        return found & rails.discs.empty & ~sites

    def highest(self, rails: MiniRails, sites: i64) -> i64:
        for n in range(len(rails.map.spots)):
            if sites & rails.map.hexes_with[n]:
                return rails.map.spots[n]
        return -1

    def lowest(self, rails: MiniRails, sites: i64) -> i64:
        found: i64 = -1
        for n in range(len(rails.map.spots)):
            if sites & rails.map.hexes_with[n]:
                found = rails.map.spots[n]
        return found

    def write_moved(self, rails: MiniRails, company: i64, spots: i64, row: i64, out: vec[float], at: i64) -> None:
        cell = at + self.moved + row * self.seats
        for k in range(self.seats * ROUNDS):
            if rails.stocks.of[k] == company:
                out[cell + self.place(k // ROUNDS, rails.to_act)] += share(spots, MOVED * 2)

    def write_site(self, rails: MiniRails, company: i64, hex: i64, out: vec[float], at: i64) -> None:
        spots = rails.map.value[hex]
        self.write_moved(rails, company, spots, 0, out, at)
        out[at + self.spots] = share(spots, SPOTS)
        land = rails.map.land()
        opens = land.around[hex] & rails.discs.empty & ~rails.discs.reach[company]
        self.write_hexes(rails, opens, out, at + self.opens)
        for k in range(self.seats * ROUNDS):
            other = rails.stocks.of[k]
            if other != NOBODY and other != company and rails.sites(other) & land.bit[hex]:
                out[at + self.taken + self.place(k // ROUNDS, rails.to_act)] += share(spots, MOVED * 2)


def count(hexes: i64) -> i64:
    """How many there are in a set of bits."""
    found: i64 = 0
    while hexes:
        hexes &= hexes - 1
        found += 1
    return found


def make(state: State) -> Tensors:
    """The tensors for games like this one."""
    return MiniRailsTensors(state.seats)
