"""The Golden Spike (7): the race, whether track joins two cities, and in which new hexes the two sides meet."""

from typing import TYPE_CHECKING, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from branchline.games.mini_express.box import NOBODY
from branchline.games.mini_express.codes import CHOOSE_WEST_SIDE
from branchline.games.mini_express.land import COMPANIES, Land, companies_in
from branchline.games.mini_express.terms import AI_BOT
from branchline.kernel.grid import NONE
from branchline.kernel.part import Part

if TYPE_CHECKING:
    from branchline.games.mini_express.rules import MiniExpress

# How it stands with it.
WAITING: Final = 0  # the tile lies beside Omaha
RACING: Final = 1  # Omaha is reached, the line is not complete
COMPLETE: Final = 2
CALLED_OFF: Final = 3  # San Francisco was reached first; 13.1 or reached overland before the West Coast opened


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Spike(Part):
    """How it stands with the Golden Spike, or with the prototype's West Coast."""

    def __init__(self, stage: i64, east_side: i64, west_side: i64, candidates: i64, bonus: i64) -> None:
        self.stage = stage
        self.east_side = east_side
        self.west_side = west_side
        self.candidates = candidates  # companies that may become the West Side, as a set of bits
        self.bonus = bonus  # prototype: companies with a bonus at the end, as a set of bits

    def copy(self) -> "Spike":
        return Spike(
            stage=self.stage,
            east_side=self.east_side,
            west_side=self.west_side,
            candidates=self.candidates,
            bonus=self.bonus,
        )

    def content(self) -> list[int]:
        return [self.stage, self.east_side, self.west_side, self.candidates, self.bonus]


def waiting_spike() -> Spike:
    """7.1 Before anybody has reached Omaha."""
    return Spike(stage=WAITING, east_side=NOBODY, west_side=NOBODY, candidates=0, bonus=0)


def after_build(state: "MiniExpress") -> bool:
    """7.2 to 7.4 What a finished build does to it. True: the builder has to choose the West Side."""
    if state.spike.stage == WAITING:
        if state.city == state.land.san_francisco:
            state.spike.stage = CALLED_OFF
        elif state.city == state.land.omaha:
            start_race(state)
    return state.spike.stage == RACING and check_connection(state)


def start_race(state: "MiniExpress") -> None:
    """7.2 The builder is the East Side; the others start anew in San Francisco."""
    state.spike.stage = RACING
    coast = state.land.city_hex[state.land.san_francisco]
    if state.assets.supply[state.company] > 0:
        state.assets.take_from_supply(state.company, 1)
        state.spike.east_side = state.company
    for other in range(COMPANIES):
        if other != state.company and state.assets.supply[other] > 0:
            state.rails.put(other, coast, coast)
            state.assets.take_from_supply(other, 1)
    state.demand.remove(state.land.bit[state.land.san_francisco])


def check_connection(state: "MiniExpress") -> bool:
    """7.3 Whether the line from Omaha to San Francisco is complete. True: the builder has to choose."""
    land = state.land
    east = land.city_hex[land.omaha]
    west = land.city_hex[land.san_francisco]
    if not joined(land.beside, state.rails.track, east)[west]:
        return False
    new = land.hexes_of(state.route, state.distance)
    meeting = completing(land, state.rails.track, new, land.bit[state.company], east, west)
    companies: i64 = 0
    for i in range(len(meeting)):
        companies |= state.rails.track[meeting[i]] & 15
    if state.spike.east_side != NOBODY:
        companies &= ~land.bit[state.spike.east_side]
    state.spike.candidates = companies
    if companies_in(companies) <= 1 or state.to_act >= state.players:
        drive_last_spike(state, bots_choice(state, companies))
        return False
    state.phase = CHOOSE_WEST_SIDE
    return True


def bots_choice(state: "MiniExpress", companies: i64) -> i64:
    """7.5 The Bot: most shares of its own, fewest of the players', then nearest to its marker."""
    best: i64 = NOBODY
    best_own: i64 = 0
    best_others: i64 = 0
    for step in range(COMPANIES):
        company = (state.bot.chosen + step) % COMPANIES
        if companies & state.land.bit[company]:
            own = state.held[state.players * COMPANIES + company] if state.terms.bot == AI_BOT else 0
            others: i64 = 0
            for seat in range(state.players):
                others += state.held[seat * COMPANIES + company]
            if best == NOBODY or own > best_own or (own == best_own and others < best_others):
                best = company
                best_own = own
                best_others = others
    return best


def drive_last_spike(state: "MiniExpress", company: i64) -> None:
    """7.4 A train of the West Side from the supply; both sides gain two steps of length."""
    state.spike.stage = COMPLETE
    state.spike.candidates = 0
    if company != NOBODY and state.assets.supply[company] > 0:
        state.assets.take_from_supply(company, 1)
        state.spike.west_side = company
        state.assets.lengthen(company, 2)
    if state.spike.east_side != NOBODY:
        state.assets.lengthen(state.spike.east_side, 2)


def joined(beside: vec[i64], track: vec[i64], start: i64) -> vec[i64]:
    """7.3 Of each hex: 1 if one can travel there from the start hex, from hex to hex in one colour,
    changing colour only inside a hex."""
    seen = vec[i64]([0] * len(track))
    queue = vec[i64](capacity=64)
    queue = append(queue, start)
    seen[start] = 1
    first: i64 = 0
    while first < len(queue):
        hex = queue[first]
        first += 1
        for side in range(6):
            near = beside[hex * 6 + side]
            if near != NONE and not seen[near] and track[near] & track[hex]:
                seen[near] = 1
                queue = append(queue, near)
    return seen


def completing(land: Land, track: vec[i64], new: vec[i64], company_bit: i64, east: i64, west: i64) -> vec[i64]:
    """7.4 The just-built hexes in which the two sides meet: of the new track, walked in the order of
    building, those that hold or touch the side that it did not come from."""
    before = track[:]
    for i in range(len(new)):
        before[new[i]] &= ~company_bit
    from_east = joined(land.beside, before, east)
    from_west = joined(land.beside, before, west)
    # 1: the new track comes from the east, 2: from the west, 3: it joins both in its first hex
    own = touches(land, before, new[0], company_bit, from_east) + 2 * touches(
        land, before, new[0], company_bit, from_west
    )
    found = vec[i64](capacity=5)
    for i in range(len(new)):
        sides = meets(land, before, new[i], company_bit, from_east) + 2 * meets(
            land, before, new[i], company_bit, from_west
        )
        if own == 0:  # built from track that is on neither side: it comes from the first side it meets
            own = sides
            if own == 3:
                found = append(found, new[i])
        elif (own == 3 and sides == 3) or (own == 1 and sides >= 2) or (own == 2 and sides & 1):
            found = append(found, new[i])
    return found


def meets(land: Land, before: vec[i64], hex: i64, company_bit: i64, side_of: vec[i64]) -> i64:
    """1 if a hex lies on a side already, or touches the builder's own track there."""
    return 1 if side_of[hex] else touches(land, before, hex, company_bit, side_of)


def touches(land: Land, before: vec[i64], hex: i64, company_bit: i64, side_of: vec[i64]) -> i64:
    """1 if a hex touches the builder's own track on a side."""
    for side in range(6):
        near = land.beside[hex * 6 + side]
        if near != NONE and side_of[near] and before[near] & company_bit:
            return 1
    return 0
