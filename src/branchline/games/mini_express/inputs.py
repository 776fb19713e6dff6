"""What a network reads of a Mini Express position: the companies, what each seat has of them, the seats."""

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.mini_express.estimate import MOVE_FEATURES, MiniExpressEstimate
from branchline.games.mini_express.land import COMPANIES
from branchline.games.mini_express.rules import MiniExpress
from branchline.games.mini_express.terms import AI_BOT, DIRECTED, EXPERT, SOLO, WITH_BOT
from branchline.kernel.estimate import Estimate
from branchline.kernel.net import UNIT, Inputs, clip, nearest, others, rank
from branchline.kernel.state import State

COMMON: Final = 16
OWN: Final = 8
ROW: Final = 26
MOVE: Final = 22  # MOVE_FEATURES and two; a literal, since mypyc looks sums up each time


@final
class MiniExpressInputs(Inputs):
    def __init__(self, seats: i64) -> None:
        super().__init__(seats, COMPANIES, COMMON, OWN, ROW, MOVE)
        self.estimate = MiniExpressEstimate()
        self.values = vec[float]([0.0] * seats)
        self.points = vec[i64]([0] * seats)
        self.left = 0.0  # of the game, as the estimate counts it

    def rests_on(self) -> Estimate:
        return self.estimate

    def read(self, state: State) -> None:
        self.clear_own()
        express = cast(MiniExpress, state)
        self.values = self.estimate.value(express)
        self.points = express.scores()
        self.left = self.estimate.time_left(express)
        for company in range(COMPANIES):
            self.read_company(express, company)
        for seat in range(self.seats):
            self.read_seat(express, seat)

    def read_company(self, express: MiniExpress, company: i64) -> None:
        to = self.common
        at = company * COMMON
        assets = express.assets
        held: i64 = 0
        influence: i64 = 0
        for seat in range(self.seats):
            held += express.held[seat * COMPANIES + company]
            influence += express.influence[seat * COMPANIES + company]
        length = self.estimate.length_to_come(express, company, self.left)
        cities = express.rails.reach[company * 6 + 5] & express.demand.tiled & ~express.rails.entered[company]
        to[at] = clip(8 * assets.shares[company])
        to[at + 1] = clip(12 * assets.tracks[company])
        to[at + 2] = clip(3 * assets.supply[company])
        to[at + 3] = clip(6 * assets.length[company])
        to[at + 4] = nearest(12.0 * (length - float(assets.length[company])))
        to[at + 5] = nearest(32.0 * self.left)
        to[at + 6] = UNIT if assets.shares[company] == 1 else 0
        to[at + 7] = clip(8 * held)
        to[at + 8] = clip(2 * influence)
        to[at + 9] = UNIT if cities else 0
        to[at + 10] = UNIT if express.spike.bonus & express.land.bit[company] else 0
        to[at + 11] = UNIT if self.seats == 2 else 0
        to[at + 12] = UNIT if self.seats == 3 else 0
        to[at + 13] = UNIT if self.seats == 5 else 0
        to[at + 14] = UNIT if express.terms.depletes else 0
        to[at + 15] = UNIT if express.ending else 0
        for seat in range(self.seats):
            self.read_own(express, seat, company, length)

    def read_own(self, express: MiniExpress, seat: i64, company: i64, length: float) -> None:
        """What the seat has of the company; nought throughout where that is nothing."""
        held = express.held[seat * COMPANIES + company]
        influence = express.influence[seat * COMPANIES + company]
        if held == 0 and influence == 0:
            return
        best: i64 = 0
        for other in range(self.seats):
            if other != seat:
                best = max(best, express.influence[other * COMPANIES + company])
        worth = self.estimate.worth(express, seat, company, influence, length, self.left)
        own = self.own
        at = (seat * COMPANIES + company) * OWN
        own[at] = clip(16 * held)
        own[at + 1] = clip(8 * influence)
        own[at + 2] = nearest(2.0 * float(held) * worth)
        own[at + 3] = UNIT if influence >= best else 0
        own[at + 4] = clip(8 * (influence - best))
        own[at + 5] = UNIT if express.assets.shares[company] > 0 and influence >= express.assets.tracks[company] else 0
        own[at + 6] = nearest(6.0 * worth)
        own[at + 7] = UNIT if held == 0 else 0

    def read_seat(self, express: MiniExpress, seat: i64) -> None:
        row = self.row
        at = seat * ROW
        shares: i64 = 0
        influence: i64 = 0
        for company in range(COMPANIES):
            shares += express.held[seat * COMPANIES + company]
            influence += express.influence[seat * COMPANIES + company]
        best, mean = others(self.values, seat)
        row[at] = nearest(1.5 * self.values[seat])
        row[at + 1] = nearest(2.0 * (self.values[seat] - best))
        row[at + 2] = nearest(2.0 * (self.values[seat] - mean))
        row[at + 3] = clip(self.points[seat])
        row[at + 4] = clip(6 * shares)
        row[at + 5] = clip(3 * influence)
        row[at + 6] = nearest(32.0 * self.left)
        row[at + 7] = UNIT if express.to_act == seat else 0
        row[at + 8] = UNIT if seat >= express.players else 0
        row[at + 9] = 0
        if express.to_act >= 0:
            row[at + 9] = 8 * ((seat - express.to_act + self.seats) % self.seats)
        row[at + 10] = UNIT if self.seats == 2 else 0
        row[at + 11] = UNIT if self.seats == 3 else 0
        row[at + 12] = UNIT if self.seats == 5 else 0
        row[at + 13] = UNIT if express.ending else 0
        row[at + 14] = 8 * rank(self.values, seat)
        self.read_terms(express, at + 15)

    def read_terms(self, express: MiniExpress, at: i64) -> None:
        """What kind of game it is."""
        row = self.row
        terms = express.terms
        difficulty = terms.difficulty if terms.bot == AI_BOT else 0
        for k in range(4):  # each difficulty keeps what the one before adds
            row[at + k] = UNIT if difficulty > k else 0
        row[at + 4] = UNIT if terms.mode == SOLO else 0
        row[at + 5] = UNIT if terms.mode == WITH_BOT else 0
        row[at + 6] = UNIT if terms.mode == EXPERT else 0
        row[at + 7] = UNIT if terms.mode == DIRECTED else 0
        row[at + 8] = UNIT if terms.prototype else 0
        row[at + 9] = clip(UNIT * express.land.map)
        row[at + 10] = UNIT if terms.golden_spike or terms.harbor or terms.west_coast else 0

    def read_move(self, state: State, move: i64) -> None:
        to = self.move
        features = self.estimate.move_features(state, move)
        known: i64 = 0
        for k in range(MOVE_FEATURES):
            to[k] = nearest(8.0 * features[k])
            if to[k] != 0:
                known = 1
        to[MOVE_FEATURES] = nearest(8.0 * self.estimate.prior(state, move))
        to[MOVE_FEATURES + 1] = UNIT if known == 0 else 0  # a move that the features say nothing about
