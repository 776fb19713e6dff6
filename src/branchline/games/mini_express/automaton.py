"""The AI Bot (9) and the prototype's bots (12.4, 12.5): tiles and markers; which city, which route, which harbor."""

from typing import TYPE_CHECKING, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from branchline.games.mini_express import west_coast
from branchline.games.mini_express.box import NOBODY
from branchline.games.mini_express.codes import ACTION, BOT_TILE, BOT_TILE_AGAIN, BUILD, PASS, SHARE
from branchline.games.mini_express.golden_spike import RACING
from branchline.games.mini_express.land import COMPANIES, FAR, HEX_CODES, Land, companies_in
from branchline.games.mini_express.rails import Rails
from branchline.games.mini_express.terms import AI_BOT, BASIC_BOT, DIRECTED_BOT, NO_BOT
from branchline.kernel.grid import NONE
from branchline.kernel.part import Part

if TYPE_CHECKING:
    from branchline.games.mini_express.rules import MiniExpress

NOWHERE: Final = -1


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Bot(Part):
    """Its bag and its markers, and what it did last."""

    def __init__(
        self,
        bag: vec[i64],
        chosen: i64,
        target: i64,
        chosen_before: i64,
        target_before: i64,
        tile: i64,
        redraws: i64,
        begin: i64,
        end: i64,
    ) -> None:
        self.bag = bag  # kind -> tiles in the bag
        self.chosen = chosen  # the company under its marker
        self.target = target
        self.chosen_before = chosen_before  # where the markers stood before this turn's first tile
        self.target_before = target_before
        self.tile = tile  # this turn's first tile
        self.redraws = redraws
        self.begin = begin  # its last build: which of the laid trains
        self.end = end

    def copy(self) -> "Bot":
        return Bot(
            bag=self.bag[:],
            chosen=self.chosen,
            target=self.target,
            chosen_before=self.chosen_before,
            target_before=self.target_before,
            tile=self.tile,
            redraws=self.redraws,
            begin=self.begin,
            end=self.end,
        )

    def content(self) -> list[int]:
        markers = [self.chosen, self.target, self.chosen_before, self.target_before]
        return [*self.bag, *markers, self.tile, self.redraws, self.begin, self.end]


def idle_bot(bag: vec[i64]) -> Bot:
    """9.1, 9.2 Its company marker on Brown, its target before the first city."""
    return Bot(
        bag=bag,
        chosen=0,
        target=NOBODY,
        chosen_before=0,
        target_before=NOBODY,
        tile=NOBODY,
        redraws=0,
        begin=0,
        end=0,
    )


def draw_tile(state: "MiniExpress", kind: i64) -> None:
    """9.1 A tile moves the markers. Refresh: all drawn tiles go back, and another is drawn."""
    if kind == len(state.bot.bag) - 1:
        for k in range(kind):
            state.bot.bag[k] = state.box.bot_count[k]
        return
    state.bot.bag[kind] -= 1
    if state.terms.bot != AI_BOT:
        state.bot.chosen = state.box.bot_company[kind]
        state.bot.tile = kind
        begin_action(state)
        return
    if state.phase == BOT_TILE:
        state.bot.chosen_before = state.bot.chosen
        state.bot.target_before = state.bot.target
        state.bot.tile = kind
        state.bot.redraws = 0
        move_target(state, state.box.bot_city[kind])
    else:
        state.bot.redraws += 1
    state.bot.chosen = (state.bot.chosen + state.box.bot_company[kind]) % COMPANIES
    if able(state, state.bot.chosen) or not can_act(state):
        begin_action(state)
    else:
        state.phase = BOT_TILE_AGAIN


def move_target(state: "MiniExpress", steps: i64) -> None:
    """9.2 From city to city with a demand tile, in the order of their index."""
    city = state.bot.target
    while steps > 0:
        city += 1
        if city >= state.land.cities:
            return
        if state.demand.tiled & state.land.bit[city]:
            state.bot.target = city
            steps -= 1


def begin_action(state: "MiniExpress") -> None:
    state.phase = ACTION
    state.actions_left = 1
    state.bot.begin = state.rails.trains
    state.bot.end = state.rails.trains
    if state.terms.bot == DIRECTED_BOT:
        state.directing = True
        state.acted = NOBODY
        state.to_act = state.seat_at(state.place_in_round)
    else:
        state.to_act = state.players


def action(state: "MiniExpress") -> i64:
    """9.3 By the trains of the chosen company: a share, or track towards the target."""
    company = state.bot.chosen
    if not able(state, company):
        return PASS
    if state.assets.tracks[company] <= share_limit(state):
        return SHARE + company
    cities = cities_for(state, company)
    return BUILD + company * 64 + choose_city(state.rails, cities, company, goal(state))


def can_act(state: "MiniExpress") -> bool:
    """2.2, 9.8 Whether the bot can act for any company."""
    if state.terms.bot == NO_BOT:
        return False
    for company in range(COMPANIES):
        if state.terms.bot == DIRECTED_BOT:
            if state.assets.shares[company] > 0 or state.destinations(company):
                return True
        elif able(state, company):
            return True
    return False


def able(state: "MiniExpress", company: i64) -> bool:
    """9.8 Whether the bot's action for this company is possible."""
    if state.assets.tracks[company] <= share_limit(state):
        return state.assets.shares[company] > 0
    return cities_for(state, company) != 0


def share_limit(state: "MiniExpress") -> i64:
    """9.3 Up to this many trains in Tracks the bot takes a share."""
    return 1 if state.terms.bot == BASIC_BOT else 2


def goal(state: "MiniExpress") -> i64:
    """9.2 The city it builds towards: its target. 12.4 Prototype: always the same one."""
    return state.land.bot_target if state.terms.bot == BASIC_BOT else state.bot.target


def cities_for(state: "MiniExpress", company: i64) -> i64:
    """9.4 Where the Bot may build. 12.4 Prototype: leaving one train, and nearer to its target."""
    if state.terms.bot == AI_BOT:
        return state.destinations(company)
    land = state.land
    spare = state.assets.tracks[company] - 1
    cities = state.rails.reach[company * 6 + spare] & state.demand.tiled & ~state.rails.entered[company]
    if state.terms.west_coast and state.spike.stage == RACING:
        for city in range(land.cities):
            if cities & land.bit[city] and not west_coast.has_route(state, company, city, False):
                cities &= ~land.bit[city]
    return nearer(land, cities, land.bot_target, state.rails.track, land.bit[company])


def choose_city(rails: Rails, cities: i64, company: i64, target: i64) -> i64:
    """9.4 The city nearest to the target; of equals the one that takes the fewest trains, then the
    one with more companies, then the later one. `cities` is a set of bits."""
    land = rails.land
    best: i64 = NOWHERE
    best_away: i64 = FAR + 1
    best_trains: i64 = 0
    best_companies: i64 = 0
    for city in range(land.cities):
        if cities & land.bit[city]:
            hex = land.city_hex[city]
            away = land.away[target * land.hexes + hex]
            trains = rails.distance(company, city)
            companies = companies_in(rails.track[hex])
            better = away < best_away
            if away == best_away:
                better = trains < best_trains or (trains == best_trains and companies >= best_companies)
            if better:
                best = city
                best_away = away
                best_trains = trains
                best_companies = companies
    return best


def choose_route(land: Land, routes: vec[i64], distance: i64, track: vec[i64], company_bit: i64) -> i64:
    """9.5 From the first possible start hex in the order of columns; then 9.6 the Clockwise Rule."""
    start = first_start(land, routes, track, company_bit)
    best: i64 = NONE
    best_area: i64 = 0
    best_first: i64 = 0
    for i in range(len(routes)):
        if land.grid.touches(start, routes[i] % HEX_CODES):
            area = left_area(land, start, land.hexes_of(routes[i], distance))
            first = left_area(land, start, land.hexes_of(routes[i], distance), 1)
            if best == NONE or area > best_area or (area == best_area and first > best_first):
                best = routes[i]
                best_area = area
                best_first = first
    return best


def first_start(land: Land, routes: vec[i64], track: vec[i64], company_bit: i64) -> i64:
    """9.5 Of all hexes that a route can start from, the farthest east, then north."""
    start: i64 = land.hexes
    for i in range(len(routes)):
        hex = land.branching_hex(routes[i], track, company_bit)
        if hex < start:
            start = hex
    return start


def starts(land: Land, routes: vec[i64], track: vec[i64], company_bit: i64) -> vec[i64]:
    """All hexes that a route can start from, in the order of columns."""
    found = vec[i64](capacity=8)
    for hex in range(land.hexes):
        if track[hex] & company_bit:
            for i in range(len(routes)):
                if land.grid.touches(hex, routes[i] % HEX_CODES):
                    found = append(found, hex)
                    break
    return found


def left_area(land: Land, start: i64, hexes: vec[i64], only: i64 = 0) -> i64:
    """9.6 Twice the area between a route and the straight line to its city, positive on the left:
    a walk clockwise around all tied routes keeps to their left edge. With `only`, the share of the
    route's first hexes: what tells routes apart that cross the line to equal areas."""
    area: i64 = 0
    before = start
    count = only if only else len(hexes)
    for i in range(count):
        hex = hexes[i]
        area += land.q[before] * land.r[hex] - land.q[hex] * land.r[before]
        before = hex
    if only:
        city = hexes[len(hexes) - 1]
        area += land.q[before] * land.r[city] - land.q[city] * land.r[before]
        before = city
    return area + land.q[before] * land.r[start] - land.q[start] * land.r[before]


def choose_harbor(land: Land, free: i64, target: i64) -> i64:
    """8.4 The free harbor nearest to the target; of equals the last in the order of columns."""
    best: i64 = NOWHERE
    best_away: i64 = FAR
    for harbor in range(len(land.harbor_hex)):
        if free & land.bit[harbor]:
            hex = land.harbor_hex[harbor]
            away = land.away[target * land.hexes + hex]
            if best == NOWHERE or away < best_away or (away == best_away and hex > land.harbor_hex[best]):
                best = harbor
                best_away = away
    return best


def nearer(land: Land, cities: i64, target: i64, track: vec[i64], company_bit: i64) -> i64:
    """12.4 Prototype: of these cities, those nearer to the target than any hex of the network."""
    nearest: i64 = FAR
    row = target * land.hexes
    for hex in range(land.hexes):
        if track[hex] & company_bit and land.away[row + hex] < nearest:
            nearest = land.away[row + hex]
    found: i64 = 0
    for city in range(land.cities):
        if cities & land.bit[city] and land.away[row + land.city_hex[city]] < nearest:
            found |= land.bit[city]
    return found
