"""What a network reads of a Mini Rails position: the six companies, what each seat holds of them, the seats."""

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.mini_rails.estimate import MiniRailsEstimate, count
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
from branchline.games.mini_rails.stocks import ROUNDS
from branchline.kernel.estimate import Estimate
from branchline.kernel.net import UNIT, Inputs, clip, nearest, others, rank
from branchline.kernel.state import State

KINDS: Final = 7  # numbers of spots that are told apart; a pack with more has the rest with the last
COMMON: Final = 33  # 19 and twice KINDS; literals, since mypyc looks sums up each time
OWN: Final = 7
ROW: Final = 16
MOVE: Final = 32


@final
class MiniRailsInputs(Inputs):
    def __init__(self, seats: i64) -> None:
        super().__init__(seats, COMPANIES, COMMON, OWN, ROW, MOVE)
        self.estimate = MiniRailsEstimate()
        self.stocks = vec[i64]([0] * (seats * COMPANIES))  # seat, company
        self.held = vec[i64]([0] * COMPANIES)
        self.paid = vec[i64]([0] * COMPANIES)  # the chance to be taxed by the end, as an input
        self.in_market = vec[i64]([0] * COMPANIES)
        self.left: i64 = 0  # discs in the market
        self.values = vec[float]([0.0] * seats)

    def rests_on(self) -> Estimate:
        return self.estimate

    def read(self, state: State) -> None:
        self.clear_own()
        rails = cast(MiniRails, state)
        self.count_up(rails)
        for company in range(COMPANIES):
            self.read_company(rails, company)
        for seat in range(self.seats):
            self.read_seat(rails, seat)

    def count_up(self, rails: MiniRails) -> None:
        for k in range(len(self.stocks)):
            self.stocks[k] = 0
        self.left = 0
        for company in range(COMPANIES):
            self.held[company] = 0
            self.in_market[company] = 0
        for k in range(self.seats * ROUNDS):
            company = rails.stocks.of[k]
            if company != NOBODY:
                self.stocks[k // ROUNDS * COMPANIES + company] += 1
                self.held[company] += 1
        for space in range(rails.spaces()):
            company = rails.market[space]
            if 0 <= company < MARKER:
                self.in_market[company] += 1
                self.left += 1
        self.values = self.estimate.as_they_stand(rails)

    def read_company(self, rails: MiniRails, company: i64) -> None:
        to = self.common
        at = company * COMMON
        rounds = ROUNDS - rails.round
        taxed = rails.stocks.is_taxed(company)
        paid: i64 = UNIT
        if not taxed:
            paid = int(float(UNIT) * self.estimate.tax_chance(rails, company, rounds + 1))
        self.paid[company] = paid
        to[at] = UNIT if taxed else 0
        to[at + 1] = 2 * paid
        to[at + 2] = clip(6 * rounds)
        to[at + 3] = clip(2 * self.left)
        to[at + 4] = clip(4 * rails.discs.bag[company])
        to[at + 5] = clip(8 * self.in_market[company])
        # how likely the company's disc is to be the one that is left
        to[at + 6] = 0
        if self.left > 0:
            to[at + 6] = 4 * UNIT * self.in_market[company] // self.left
        to[at + 7] = UNIT if rails.hand == company else 0
        to[at + 8] = clip(8 * self.held[company])
        to[at + 9] = UNIT if self.seats == 3 else 0
        to[at + 10] = UNIT if self.seats == 5 else 0
        sites = rails.sites(company)
        to[at + 11] = UNIT if sites == 0 else 0
        to[at + 12] = clip(int(8.0 * self.estimate.outlook(rails, company)))
        to[at + 13] = self.highest(rails, sites)
        to[at + 14] = self.lowest(rails, sites)
        beyond = self.beyond(rails, sites)
        to[at + 15] = clip(2 * count(beyond))
        to[at + 16] = self.highest(rails, beyond)
        to[at + 17] = clip(4 * rails.discs.on_frame[company])
        to[at + 18] = UNIT if rails.phase == SITE else 0
        for k in range(at + 19, at + COMMON):
            to[k] = 0
        for n in range(len(rails.map.spots)):
            kind = n
            if kind >= KINDS:
                kind = KINDS - 1
            to[at + 19 + kind] = clip(to[at + 19 + kind] + 6 * count(sites & rails.map.hexes_with[n]))
            k = at + 19 + KINDS + kind
            to[k] = clip(to[k] + 4 * count(beyond & rails.map.hexes_with[n]))

    def beyond(self, rails: MiniRails, sites: i64) -> i64:
        """The empty hexes that the company could reach with one build more."""
        land = rails.map.land()
        found: i64 = 0
        for hex in range(HEXES):
            if sites & land.bit[hex]:
                found |= land.around[hex]
        return found & rails.discs.empty & ~sites

    def highest(self, rails: MiniRails, hexes: i64) -> i64:
        for n in range(len(rails.map.spots)):
            if hexes & rails.map.hexes_with[n]:
                return clip(8 * rails.map.spots[n])
        return -8

    def lowest(self, rails: MiniRails, hexes: i64) -> i64:
        found: i64 = -8
        for n in range(len(rails.map.spots)):
            if hexes & rails.map.hexes_with[n]:
                found = clip(8 * rails.map.spots[n])
        return found

    def read_seat(self, rails: MiniRails, seat: i64) -> None:
        own = self.own
        held: i64 = 0
        for k in range(seat * ROUNDS, (seat + 1) * ROUNDS):
            company = rails.stocks.of[k]
            if company == NOBODY:
                continue
            held += 1
            at = (seat * COMPANIES + company) * OWN
            place = rails.stocks.at[k]
            own[at] += UNIT
            if place > 0:
                own[at + 1] = clip(own[at + 1] + 3 * place)
                own[at + 2] = clip(own[at + 2] + 3 * place * self.paid[company] // UNIT)
            else:
                own[at + 3] = clip(own[at + 3] + 3 * place)
                own[at + 4] = clip(own[at + 4] + 3 * place * (UNIT - self.paid[company]) // UNIT)
        for company in range(COMPANIES):
            at = (seat * COMPANIES + company) * OWN
            if own[at] > 0:
                own[at + 5] = 8 * self.most_of_others(seat, company)
                own[at + 6] = 8 * (self.held[company] - self.stocks[seat * COMPANIES + company])
        row = self.row
        at = seat * ROW
        best, mean = others(self.values, seat)
        row[at] = nearest(3.0 * self.values[seat])
        row[at + 1] = nearest(3.0 * (self.values[seat] - best))
        row[at + 2] = nearest(3.0 * (self.values[seat] - mean))
        row[at + 3] = UNIT if rails.action_tiles[seat] & BUY_TILE else 0
        row[at + 4] = UNIT if rails.action_tiles[seat] & BUILD_TILE else 0
        row[at + 5] = nearest(16.0 * self.estimate.early(rails, seat))
        row[at + 6] = UNIT if rails.to_act == seat else 0
        row[at + 7] = 3 * self.wait(rails, seat)
        row[at + 8] = clip(6 * (ROUNDS - rails.round))
        row[at + 9] = clip(2 * self.left)
        row[at + 10] = 4 * held
        row[at + 11] = UNIT if self.seats == 3 else 0
        row[at + 12] = UNIT if self.seats == 5 else 0
        row[at + 13] = UNIT if rails.to_act == seat and rails.phase == SITE else 0
        row[at + 14] = rank(self.values, seat) * 8
        row[at + 15] = nearest(3.0 * self.values[seat]) if rails.round == ROUNDS else 0

    def wait(self, rails: MiniRails, seat: i64) -> i64:
        """Turns until the seat acts, in this round; as many as a round has if it does not."""
        if rails.phase != ACTION and rails.phase != SITE:
            return 2 * self.seats
        for k in range(rails.done, 2 * self.seats):
            if rails.order[k] == seat:
                return k - rails.done
        return 2 * self.seats

    def most_of_others(self, seat: i64, company: i64) -> i64:
        found: i64 = 0
        for other in range(self.seats):
            if other != seat:
                found = max(found, self.stocks[other * COMPANIES + company])
        return found

    def read_move(self, state: State, move: i64) -> None:
        self.clear_move()
        rails = cast(MiniRails, state)
        to = self.move
        seat = rails.to_act
        company = rails.hand
        if rails.phase == ACTION:
            space = move - BUY if move < BUILD else move - BUILD
            company = rails.market[space]
            to[0 if move < BUILD else 1] = UNIT
            to[3] = 4 * space
        else:
            to[2] = UNIT
        at = company * COMMON
        mine = self.stocks[seat * COMPANIES + company]
        rival = self.most_of_others(seat, company)
        rest = self.held[company] - mine
        build = rails.phase == SITE or move >= BUILD
        stake = self.estimate.stake(rails, company)
        to[4] = 2 * self.paid[company] if not build else 0
        to[5] = self.common[at] if not build else 0
        to[6] = self.common[at + 6] if not build else 0
        to[7] = self.common[at + 12] if not build else 0
        to[8] = self.common[at + 13] if not build else 0
        to[9] = self.common[at + 16] if not build else 0
        to[10] = 8 * mine if not build else 0
        to[11] = 8 * rest if not build else 0
        to[12] = clip(6 * (ROUNDS - rails.round))
        to[13] = clip(2 * self.left)
        to[14] = UNIT if rails.action_tiles[seat] == (BUY_TILE | BUILD_TILE) else 0
        to[15] = nearest(16.0 * self.estimate.prior(rails, move))
        if not build:
            return
        to[16] = 8 * mine
        to[17] = 8 * rival
        to[18] = 8 * rest
        to[19] = 2 * self.paid[company]
        to[20] = nearest(8.0 * stake)
        to[21] = self.common[at + 6]
        if rails.phase == ACTION:
            to[22] = self.common[at + 13] if stake > 0.0 else 0
            to[23] = self.common[at + 14] if stake < 0.0 else 0
            to[24] = UNIT if mine > 0 and rest == 0 else 0
            return
        spots = -1 if move == LAY_FRAME else rails.map.value[move - LAY]
        to[25] = clip(8 * spots)
        to[26] = clip(4 * spots * mine)
        to[27] = clip(4 * spots * rest)
        if move == LAY_FRAME:
            return
        land = rails.map.land()
        opens = land.around[move - LAY] & rails.discs.empty & ~rails.discs.reach[company]
        to[28] = nearest(8.0 * self.worth(rails, opens) * stake)
        others: i64 = 0
        for other in range(COMPANIES):
            if other != company and rails.sites(other) & land.bit[move - LAY]:
                others += UNIT
                to[30] = clip(to[30] + 4 * spots * self.stocks[seat * COMPANIES + other])
                to[31] = clip(to[31] + 4 * spots * (self.held[other] - self.stocks[seat * COMPANIES + other]))
        to[29] = clip(others)

    def worth(self, rails: MiniRails, hexes: i64) -> float:
        """The spots of these hexes above nought, summed up."""
        total: i64 = 0
        for n in range(len(rails.map.spots)):
            if rails.map.spots[n] > 0:
                total += rails.map.spots[n] * count(hexes & rails.map.hexes_with[n])
        return 0.35 * float(total)
