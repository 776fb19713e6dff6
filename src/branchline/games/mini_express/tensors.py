"""What a seat of Mini Express knows, as numbers: there are no secrets but what the bag will bring."""

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.mini_express.box import LONGEST, NOBODY, PURPLE
from branchline.games.mini_express.codes import (
    BUILD,
    BUILD_WEST,
    GAIN,
    HARBOR,
    PASS,
    PICK,
    PICK_SET,
    ROUTE,
    SHARE,
    SPLIT,
)
from branchline.games.mini_express.draft import PAIRS
from branchline.games.mini_express.land import COMPANIES, MOST_TRACKS
from branchline.games.mini_express.rules import MiniExpress
from branchline.games.mini_express.west_coast import WEST
from branchline.kernel.state import State
from branchline.kernel.tensors import Tensors, share

GOODS: Final = COMPANIES + 1  # the companies', and purple
ABOUT_A_CITY: Final = 2 * GOODS + 2 * COMPANIES + 2
ABOUT_A_COMPANY: Final = 13
SHARES: Final = 8
TRAINS: Final = 20
INFLUENCE: Final = 15
POINTS: Final = 100
PHASES: Final = 13
ROUNDS: Final = 20
HARBORS: Final = 8
# What a move is about.
TAKES: Final = 0
BUILDS: Final = 1
BUILDS_WEST: Final = 2
GAINS: Final = 3
PICKS: Final = 4
LAYS: Final = 5
ELSE: Final = 6
RANKS: Final = 3  # columns of the chart
FEW: Final = 5  # shares of a company that one seat has
NEAR: Final = 8  # influence
ABOUT_A_SHARE: Final = 4 + 2 * RANKS


@final
class MiniExpressTensors(Tensors):
    def __init__(self, start: MiniExpress) -> None:
        super().__init__(start.seats)
        hexes, cities, kinds = start.land.hexes, start.land.cities, len(start.box.bot_count)
        self.hexes = self.block("hexes", [hexes, COMPANIES], "of each hex: whose track lies there")
        self.cities = self.block(
            "cities",
            [cities, ABOUT_A_CITY],
            "of each city: the two goods of its demand tile (four companies, purple), whose track has entered it, "
            "which companies may build into it now, how many it holds, whether the build under way leads there",
        )
        self.companies = self.block(
            "companies",
            [COMPANIES, ABOUT_A_COMPANY],
            "of each company: shares on the board, set aside and in the box; trains in Tracks and supply, length, "
            "points a share, whether its build is under way, whether it was acted for, both sides of the Golden Spike, "
            "its cubes in San Francisco, whether the Bot's marker lies on it",
        )
        self.held = self.block("shares", [self.seats, COMPANIES], "of each seat: its shares of each company")
        self.influence = self.block("influence", [self.seats, COMPANIES], "of each seat: its influence in each company")
        self.table = self.block(
            "seats",
            [self.seats, 4],
            "of each seat: its points if the game ended now, whether it began, whether it is to act, whether it is a "
            "Bot",
        )
        self.bag = self.block("bag", [kinds], "tiles of each kind in the Bot's bag")
        self.target = self.block("target", [cities], "the city that the Bot heads for")
        self.sets = self.block("sets", [PAIRS], "pairs of starting shares laid out")
        self.harbors = self.block("harbors", [HARBORS], "harbors in use")
        self.stage = self.block(
            "stage",
            [PHASES + 6],
            "what is to be decided; the round, the place in it, actions left, how far the build is, whether this is "
            "the last round, whether the player acts for the bot",
        )
        self.kind = self.meaning(
            "kind",
            [ELSE + 1],
            "whether it takes a share, builds, builds in the west, gains influence, picks a starting share, chooses a "
            "route, or something else",
        )
        self.company = self.meaning(
            "company",
            [ABOUT_A_SHARE],
            "of its company: shares on the board, trains in Tracks (the price of a share) and in the supply, length; "
            "what a share is worth in each rank now, and after the build",
        )
        self.own = self.meaning(
            "holders", [self.seats, 3], "of each seat: its shares, its influence, and its influence less the price"
        )
        self.build = self.meaning("build", [2], "trains that it takes, and steps that the company becomes longer")
        self.gained = self.meaning(
            "gained",
            [2, 2 + 3 * self.seats],
            "of each half of the demand tile: whether it is purple, its company's length, and of each seat its shares, "
            "its influence and how far it is ahead of the mover",
        )

    def write(self, state: State, seat: i64, out: vec[float], at: i64) -> None:
        express = cast(MiniExpress, state)
        bit = express.land.bit
        for hex in range(express.land.hexes):
            track = express.rails.track[hex]
            if track:
                for company in range(COMPANIES):
                    if track & bit[company]:
                        out[at + self.hexes + hex * COMPANIES + company] = 1.0
        for city in range(express.land.cities):
            self.write_city(express, city, out, at + self.cities + city * ABOUT_A_CITY)
        for company in range(COMPANIES):
            self.write_company(express, company, out, at + self.companies + company * ABOUT_A_COMPANY)
        self.write_seats(express, seat, out, at)
        for kind in range(len(express.bot.bag)):
            out[at + self.bag + kind] = share(express.bot.bag[kind], 4)
        if express.bot.target != NOBODY:
            out[at + self.target + express.bot.target] = 1.0
        for pair in range(PAIRS):
            out[at + self.sets + pair] = 1.0 if express.draft.sets & bit[pair] else 0.0
        for harbor in range(HARBORS):
            out[at + self.harbors + harbor] = 1.0 if express.rails.harbors_used & bit[harbor] else 0.0
        cell = at + self.stage
        if express.phase < PHASES:
            out[cell + express.phase] = 1.0
        out[cell + PHASES] = share(express.round, ROUNDS)
        out[cell + PHASES + 1] = share(express.place_in_round, self.seats)
        out[cell + PHASES + 2] = share(express.actions_left, 2)
        out[cell + PHASES + 3] = share(express.distance, MOST_TRACKS)
        out[cell + PHASES + 4] = 1.0 if express.ending else 0.0
        out[cell + PHASES + 5] = 1.0 if express.directing else 0.0

    def write_city(self, express: MiniExpress, city: i64, out: vec[float], cell: i64) -> None:
        bit = express.land.bit
        kind = express.demand.at[city]
        if express.demand.tiled & bit[city] and kind != NOBODY:
            out[cell + express.box.demand_one[kind]] = 1.0
            two = express.box.demand_two[kind]
            out[cell + GOODS + (COMPANIES if two == PURPLE else two)] = 1.0
        cell += 2 * GOODS
        for company in range(COMPANIES):
            if express.rails.entered[company] & bit[city]:
                out[cell + company] = 1.0
            elif express.destinations(company) & bit[city]:
                out[cell + COMPANIES + company] = 1.0
        out[cell + 2 * COMPANIES] = share(express.land.capacity[city], COMPANIES)
        out[cell + 2 * COMPANIES + 1] = 1.0 if express.city == city else 0.0

    def write_company(self, express: MiniExpress, company: i64, out: vec[float], cell: i64) -> None:
        out[cell] = share(express.assets.shares[company], SHARES)
        out[cell + 1] = share(express.draft.aside[company], SHARES)
        out[cell + 2] = share(express.assets.in_box[company], SHARES)
        out[cell + 3] = share(express.assets.tracks[company], MOST_TRACKS)
        out[cell + 4] = share(express.assets.supply[company], TRAINS)
        out[cell + 5] = share(express.assets.length[company], LONGEST)
        length = min(express.assets.length[company], LONGEST)
        out[cell + 6] = share(express.box.chart[length * 3 + express.terms.column], LONGEST)
        out[cell + 7] = 1.0 if express.company == company else 0.0
        out[cell + 8] = 1.0 if express.acted == company else 0.0
        out[cell + 9] = 1.0 if express.spike.east_side == company else 0.0
        out[cell + 10] = 1.0 if express.spike.west_side == company else 0.0
        out[cell + 11] = share(express.rails.coast[company], 4) if len(express.rails.coast) > company else 0.0
        out[cell + 12] = 1.0 if express.bot.chosen == company and express.seats > express.players else 0.0

    def write_seats(self, express: MiniExpress, looking: i64, out: vec[float], at: i64) -> None:
        points = express.scores()
        for seat in range(self.seats):
            place = self.place(seat, looking)
            for company in range(COMPANIES):
                own = seat * COMPANIES + company
                out[at + self.held + place * COMPANIES + company] = share(express.held[own], SHARES)
                out[at + self.influence + place * COMPANIES + company] = share(express.influence[own], INFLUENCE)
            cell = at + self.table + place * 4
            out[cell] = share(points[seat], POINTS)
            out[cell + 1] = 1.0 if express.start == seat else 0.0
            out[cell + 2] = 1.0 if express.to_act == seat else 0.0
            out[cell + 3] = 1.0 if seat >= express.players else 0.0

    # -- what a move means -----------------------------------------------------------------

    def write_move(self, state: State, move: i64, out: vec[float], at: i64) -> None:
        express = cast(MiniExpress, state)
        kind: i64 = ELSE
        if SHARE <= move < PASS:
            kind = TAKES
            self.write_share(express, move - SHARE, 0, out, at)
        elif PICK <= move < PICK_SET:
            kind = PICKS
            self.write_share(express, move - PICK if move < SPLIT else move - SPLIT, 0, out, at)
        elif GAIN <= move < HARBOR:
            kind = GAINS
            self.write_gain(express, move - GAIN, out, at + self.gained)
        elif BUILD <= move < BUILD_WEST:
            kind = BUILDS
            self.write_build(express, (move - BUILD) // 64, (move - BUILD) // 64, (move - BUILD) % 64, out, at)
        elif BUILD_WEST <= move < ROUTE:
            kind = BUILDS_WEST
            company = (move - BUILD_WEST) // 64
            self.write_build(express, company, company + WEST, (move - BUILD_WEST) % 64, out, at)
        elif move >= ROUTE:
            kind = LAYS
            self.write_share(express, express.company, 0, out, at)
        out[at + self.kind + kind] = 1.0

    def write_share(self, express: MiniExpress, company: i64, steps: i64, out: vec[float], at: i64) -> None:
        cell = at + self.company
        price = express.assets.tracks[company]
        out[cell] = share(express.assets.shares[company], FEW)
        out[cell + 1] = share(price, MOST_TRACKS)
        out[cell + 2] = share(express.assets.supply[company], TRAINS)
        out[cell + 3] = share(express.assets.length[company], LONGEST)
        now = min(express.assets.length[company], LONGEST)
        then = min(express.assets.length[company] + steps, LONGEST)
        for rank in range(RANKS):
            out[cell + 4 + rank] = share(express.box.chart[now * RANKS + rank], LONGEST)
            out[cell + 4 + RANKS + rank] = share(express.box.chart[then * RANKS + rank], LONGEST)
        for seat in range(self.seats):
            cell = at + self.own + self.place(seat, express.to_act) * 3
            influence = express.influence[seat * COMPANIES + company]
            out[cell] = share(express.held[seat * COMPANIES + company], FEW)
            out[cell + 1] = share(influence, NEAR)
            out[cell + 2] = share(influence - price, MOST_TRACKS)

    def write_build(
        self, express: MiniExpress, company: i64, network: i64, city: i64, out: vec[float], at: i64
    ) -> None:
        distance = express.rails.distance(network, city)
        self.write_share(express, company, distance - 1, out, at)
        out[at + self.build] = share(distance, MOST_TRACKS)
        out[at + self.build + 1] = share(distance - 1, MOST_TRACKS)
        kind = express.demand.at[city]
        if kind == NOBODY:
            return
        self.write_gain(express, express.box.demand_one[kind], out, at + self.gained)
        self.write_gain(express, express.box.demand_two[kind], out, at + self.gained + 2 + 3 * self.seats)

    def write_gain(self, express: MiniExpress, company: i64, out: vec[float], cell: i64) -> None:
        if company >= COMPANIES:
            out[cell] = 1.0
            return
        out[cell + 1] = share(express.assets.length[company], LONGEST)
        mine = express.influence[express.to_act * COMPANIES + company]
        for seat in range(self.seats):
            at = cell + 2 + self.place(seat, express.to_act) * 3
            influence = express.influence[seat * COMPANIES + company]
            out[at] = share(express.held[seat * COMPANIES + company], FEW)
            out[at + 1] = share(influence, NEAR)
            out[at + 2] = share(influence - mine, NEAR)


def make(state: State) -> Tensors:
    """The tensors for games like this one."""
    return MiniExpressTensors(cast(MiniExpress, state))
