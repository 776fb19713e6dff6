"""Moves of one turn that come to the same: most tiles on the map differ in nothing that the estimate sees."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.steam_power import delivery, track
from branchline.games.steam_power.codes import (
    ACTION,
    BONUS,
    BUILD,
    CONTRACTS,
    DELIVER,
    DELIVERY,
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
    TAKE,
)
from branchline.games.steam_power.deck import BONUS_TRACK, COLOURS
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
    is_ours = phase in (ACTION, LAYING, FIRST_TILE, BONUS, DELIVERY)
    if not is_ours or t.automas.count > 0:
        return vec[i64]()
    before = rest(t)
    found = vec[i64](capacity=len(moves))
    for i in range(len(moves)):
        found = append(found, key(t, moves[i], before))
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


def key(t: SteamPower, move: i64, before: i64) -> i64:
    if move < REPLACE:
        return laid(t, (move - LAY) // PAIRS, (move - LAY) % PAIRS, before)
    if move < REMOVE:
        return replaced(t, (move - REPLACE) // PAIRS, (move - REPLACE) % PAIRS, before)
    if move == REMOVE:
        return removed(t, before)
    if move >= TAKE:
        return taken(t, (move - TAKE) % 64, (move - TAKE) // 64, before)
    company = t.company
    money = t.money[t.purse(company)]
    step = ended(t)
    if move < STOP:
        step = FIRST_TILE * 16 + t.actions
    elif move >= BUILD and move < FULFIL:
        before ^= factory((move - BUILD) // 16, company, (move - BUILD) % 16)
    elif move >= FULFIL and move < DELIVER:
        if t.deck.bonus[move - FULFIL] == BONUS_TRACK and t.track.facing[company] == NONE:
            return 0  # whether there is track to lay then, who knows
        step = move * 16 + t.actions
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


def is_faced(t: SteamPower, hex: i64) -> bool:
    """Whether another company's open end leads to this hex."""
    return track.shunned_edges(t, t.company, hex) != 0


def laid(t: SteamPower, hex: i64, pair: i64, before: i64) -> i64:
    company = t.company
    trains = t.track.trains[company]
    entry = t.track.facing[company] % 6
    start = t.track.link_start[company]
    if t.track.facing[company] == NONE:
        entry = track.start_edge(t, company, hex, pair)
        start = t.land.node_beyond[hex * 6 + entry]
        trains -= 1
    if t.track.rail[hex * 2] != NONE and is_faced(t, hex):
        return 0  # a crossing in another's way
    return led_on(t, hex, pair, entry, start, trains, track.price(t, hex), before)


def replaced(t: SteamPower, hex: i64, pair: i64, before: i64) -> i64:
    company = t.company
    entry = track.entry_edge(t, company)
    start = t.track.link_start[company]
    if t.land.node_beyond[hex * 6 + entry] != NONE:  # its only tile
        entry = track.start_edge(t, company, hex, pair)
        start = t.land.node_beyond[hex * 6 + entry]
    if t.track.rail[hex * 2 + 1] != NONE and is_faced(t, hex):
        return 0
    return led_on(t, hex, pair, entry, start, t.track.trains[company], 0, before)


def led_on(t: SteamPower, hex: i64, pair: i64, entry: i64, start: i64, trains: i64, price: i64, before: i64) -> i64:
    """A rail that comes in at this edge leaves the link open or completes it."""
    land = t.land
    company = t.company
    money = t.money[t.purse(company)] - price
    network = t.track.network[company]
    exit = land.rails.other(pair, entry)
    node = land.node_beyond[hex * 6 + exit]
    if node == NONE:
        end = to_go(t, land.beside[hex * 6 + exit], network | land.bit[start])
        return whole(t, before, money, trains, network, end, placed(t))
    step = placed(t)
    network |= land.bit[start] | land.bit[node]
    if trains == 0:
        step = ended(t)
    elif step == LAYING * 16 + t.actions and not track.surely_starts(t, company, network, hex, money):
        return 0
    before ^= joined(t, start, node) ^ joined(t, node, start)
    return whole(t, before, money, trains, network, NO_END, step)


def placed(t: SteamPower) -> i64:
    """What comes after a placement, if there is another."""
    goes_on = t.placements > 1 or t.phase == ACTION or t.phase == BONUS
    return LAYING * 16 + t.actions if goes_on else ended(t)


def joined(t: SteamPower, one: i64, two: i64) -> i64:
    """What changes of a key when a road leads from the one node to the other."""
    roads = t.track.roads[one]
    with_it = roads | t.land.bit[two]
    if with_it == roads:
        return 0
    found = word(ROADS + one, with_it)
    return found ^ word(ROADS + one, roads) if roads != 0 else found


def removed(t: SteamPower, before: i64) -> i64:
    """The last tile is taken up."""
    company = t.company
    hex = track.end_hex(t, company)
    if t.track.rail[hex * 2 + 1] != NONE:
        return 0
    money = t.money[t.purse(company)]
    trains = t.track.trains[company]
    network = t.track.network[company]
    entry = track.entry_edge(t, company)
    step = placed(t)
    if t.land.node_beyond[hex * 6 + entry] == NONE:
        end = to_go(t, hex, network | t.land.bit[t.track.link_start[company]])
        return whole(t, before, money, trains, network, end, step)
    if step == LAYING * 16 + t.actions and not track.surely_starts(t, company, network, hex, money):
        return 0
    return whole(t, before, money, trains + 1, network, NO_END, step)


def taken(t: SteamPower, city: i64, paid: i64, before: i64) -> i64:
    """A good is on its way. What follows by itself depends on nothing else that a turn has changed by then."""
    company = t.company
    owner = t.factories.owner[city]
    goods = t.factories.goods[city]
    before ^= factory(city, owner, goods) ^ factory(city, owner, goods - 1)
    if not t.solo:
        for other in range(t.companies):
            gets: i64 = 0 if other == company else delivery.share(t, company, other, paid)
            if gets > 0:
                before ^= word(PURSES + other, t.money[other]) ^ word(PURSES + other, t.money[other] + gets)
    need: i64 = 0
    for colour in range(COLOURS):
        need = need * 16 + t.need[colour] - (1 if colour == t.cities.colour[city] else 0)
    money = t.money[t.purse(company)] - delivery.spent(paid)
    step = (FULFIL + t.contract) * 16 + t.actions
    before ^= word(STEP + 3, need)
    return whole(t, before, money, t.track.trains[company], t.track.network[company], end_of(t, company), step)
