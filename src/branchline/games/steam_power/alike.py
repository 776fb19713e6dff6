"""Moves of one turn that come to the same: most tiles on the map differ in nothing that the estimate sees."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.steam_power import track
from branchline.games.steam_power.codes import (
    ACTION,
    BEGIN,
    BONUS,
    BUILD,
    CONTRACTS,
    DRAWING,
    FIRST_TILE,
    FULFIL,
    LAY,
    LAYING,
    MONEY,
    REMOVE,
    REPLACE,
    SKIP,
    STOP,
)
from branchline.games.steam_power.land import FAR, NONE, PAIRS
from branchline.games.steam_power.rules import FROM_THE_BANK, SteamPower
from branchline.kernel.memo import word

# Where a number that the estimate sees stands in a key; of several, the first.
PURSES: Final[i64] = 0  # seat
TRAINS: Final[i64] = 10  # company
NETWORKS: Final[i64] = 20
ENDS: Final[i64] = 30
HANDS: Final[i64] = 40  # seat
FULFILLED: Final[i64] = 50
STEP: Final[i64] = 70
ROADS: Final[i64] = 100  # node
FACTORIES: Final[i64] = 200  # city

NEXT_TURN: Final[i64] = 99  # instead of a phase: the turn is over
NO_END: Final[i64] = -1


def to_go(t: SteamPower, here: i64, reached: i64) -> i64:
    """Hexes from an open end that leads to this one to the nearest city that is not among those reached; FAR if a tile
    can't be laid here."""
    if t.track.rail[here * 2 + 1] != NONE:
        return FAR
    within = t.land.within
    for steps in range(1, FAR):
        if within[here * FAR + steps] & ~reached:
            return steps
    return FAR


def end_of(t: SteamPower, company: i64) -> i64:
    """The same of a company's open end; NO_END if it has none."""
    facing = t.track.facing[company]
    if facing == NONE:
        return NO_END
    return to_go(t, facing // 6, t.track.network[company] | t.land.bit[t.track.link_start[company]])


def keys(t: SteamPower, moves: vec[i64]) -> vec[i64]:
    """Of each move a key of all that the estimate sees after it; 0 if it has to be played to know."""
    phase = t.phase
    is_ours = phase == ACTION or phase == LAYING or phase == FIRST_TILE or phase == BONUS
    if not is_ours or t.automas.count > 0:
        return vec[i64]()
    before = rest(t)
    found = vec[i64](capacity=len(moves))
    ends = track.other_ends(t, t.company)
    for i in range(len(moves)):
        found = append(found, key(t, moves[i], before, ends))
    return found


def rest(t: SteamPower) -> i64:
    """All that the estimate sees but the active company's purse, trains, network and open end, and what comes next."""
    company = t.company
    purse = t.purse(company)
    found = word(STEP + 1, t.round * 2 + (1 if t.ending else 0)) ^ word(STEP + 2, company * 8 + t.draws)
    for other in range(t.companies):
        if other != company:
            found ^= word(TRAINS + other, t.track.trains[other])
            found ^= word(NETWORKS + other, t.track.network[other])
            found ^= word(ENDS + other, end_of(t, other))
    for seat in range(t.seats):
        if seat != purse:
            found ^= word(PURSES + seat, t.money[seat])
        found ^= word(HANDS + seat, t.contracts.hand[seat])
        found ^= word(FULFILLED + seat, t.contracts.fulfilled[seat])
    roads = t.track.roads
    for node in range(t.land.nodes):
        if roads[node] != 0:
            found ^= word(ROADS + node, roads[node])
    owner = t.factories.owner
    for city in range(t.land.cities):
        if owner[city] != NONE:
            found ^= factory(city, owner[city], t.factories.goods[city])
    return found


def factory(city: i64, owner: i64, goods: i64) -> i64:
    return word(FACTORIES + city, goods * 8 + owner)


def whole(t: SteamPower, before: i64, money: i64, trains: i64, network: i64, end: i64, step: i64) -> i64:
    company = t.company
    found = before ^ word(PURSES + t.purse(company), money) ^ word(TRAINS + company, trains)
    return found ^ word(NETWORKS + company, network) ^ word(ENDS + company, end) ^ word(STEP, step)


def key(t: SteamPower, move: i64, before: i64, ends: i64) -> i64:
    if move < REPLACE:
        return laid(t, (move - LAY) // PAIRS, (move - LAY) % PAIRS, before, ends)
    if move < REMOVE:
        return replaced(t, (move - REPLACE) // PAIRS, (move - REPLACE) % PAIRS, before, ends)
    company = t.company
    money = t.money[t.purse(company)]
    step = ended(t)
    if move == REMOVE:
        return removed(t, before, ends)
    if move < STOP:
        step = FIRST_TILE * 16 + t.actions
    elif move >= BUILD and move < FULFIL:
        before ^= factory((move - BUILD) // 16, company, (move - BUILD) % 16)
    elif move == CONTRACTS:
        if t.contracts.deck_left == 0:
            return 0
        step = DRAWING * 16 + t.actions
    elif move == MONEY:
        money += FROM_THE_BANK
    elif move != STOP and move != SKIP:
        return 0
    return whole(t, before, money, t.track.trains[company], t.track.network[company], end_of(t, company), step)


def ended(t: SteamPower) -> i64:
    """What comes after an action."""
    return ACTION * 16 + t.actions - 1 if t.actions > 1 else NEXT_TURN


def laid(t: SteamPower, hex: i64, pair: i64, before: i64, ends: i64) -> i64:
    company = t.company
    trains = t.track.trains[company]
    entry = t.track.facing[company] % 6
    start = t.track.link_start[company]
    if t.track.facing[company] == NONE:
        entry = track.start_edge(t, company, hex, pair)
        start = t.land.node_beyond[hex * 6 + entry]
        trains -= 1
    return led_on(t, hex, pair, entry, start, trains, track.price(t, hex), before, ends)


def replaced(t: SteamPower, hex: i64, pair: i64, before: i64, ends: i64) -> i64:
    company = t.company
    entry = track.entry_edge(t, company)
    start = t.track.link_start[company]
    if t.land.node_beyond[hex * 6 + entry] != NONE:  # its only tile
        entry = track.start_edge(t, company, hex, pair)
        start = t.land.node_beyond[hex * 6 + entry]
    return led_on(t, hex, pair, entry, start, t.track.trains[company], 0, before, ends)


def led_on(
    t: SteamPower, hex: i64, pair: i64, entry: i64, start: i64, trains: i64, price: i64, before: i64, ends: i64
) -> i64:
    """A rail that comes in at this edge leaves the link open or completes it."""
    land = t.land
    if (ends >> (hex % track.WORD)) & 1:
        return 0  # it may stand in another's way
    company = t.company
    money = t.money[t.purse(company)] - price
    network = t.track.network[company]
    exit = land.rails.other(pair, entry)
    node = land.node_beyond[hex * 6 + exit]
    goes_on = t.placements > 1 or t.phase == ACTION or t.phase == BONUS
    step = LAYING * 16 + t.actions if goes_on else ended(t)
    if node == NONE:
        end = to_go(t, land.beside[hex * 6 + exit], network | land.bit[start])
        return whole(t, before, money, trains, network, end, step)
    if goes_on and trains == 0:
        step = ended(t)
    elif goes_on and not track.surely_goes_on(t, company, hex, money):
        return 0
    before ^= joined(t, start, node) ^ joined(t, node, start)
    return whole(t, before, money, trains, network | land.bit[start] | land.bit[node], NO_END, step)


def joined(t: SteamPower, one: i64, two: i64) -> i64:
    """What changes of a key when a road leads from the one node to the other."""
    roads = t.track.roads[one]
    with_it = roads | t.land.bit[two]
    if with_it == roads:
        return 0
    found = word(ROADS + one, with_it)
    return found ^ word(ROADS + one, roads) if roads != 0 else found


def removed(t: SteamPower, before: i64, ends: i64) -> i64:
    """The last tile is taken up."""
    company = t.company
    track_ = t.track
    hex = track.end_hex(t, company)
    if (ends >> (hex % track.WORD)) & 1 or track_.rail[hex * 2 + 1] != NONE:
        return 0
    money = t.money[t.purse(company)]
    network = track_.network[company]
    entry = track.entry_edge(t, company)
    goes_on = t.placements > 1 or t.phase == ACTION or t.phase == BONUS
    step = LAYING * 16 + t.actions if goes_on else ended(t)
    if t.land.node_beyond[hex * 6 + entry] == NONE:
        end = to_go(t, hex, network | t.land.bit[track_.link_start[company]])
        return whole(t, before, money, track_.trains[company], network, end, step)
    return 0 if goes_on else whole(t, before, money, track_.trains[company] + 1, network, NO_END, step)
