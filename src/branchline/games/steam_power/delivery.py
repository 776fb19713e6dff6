"""6. Fulfil Contract: what goods cost, who is paid, and which ways there are.

Goods of different colours come from different factories, so the cheapest delivery of a contract is
the cheapest of each colour. Outside the own network a good only ever travels over foreign links,
$1 each; the fare of a city is the fewest of them to the network.
"""

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.steam_power.codes import TAKE
from branchline.games.steam_power.deck import COLOURS, MOST
from branchline.games.steam_power.haul import Haul
from branchline.games.steam_power.land import NONE

if TYPE_CHECKING:
    from branchline.games.steam_power.rules import SteamPower

FROM_BANK: Final[i64] = 5
FIELD: Final[i64] = 6  # a way of paying counts the dollars to each other company in so many bits
DOLLARS: Final[i64] = 63
GOODS: Final[i64] = 10  # bits that count the goods of a colour
MOST_GOODS: Final[i64] = 1023

# A price list holds, for each colour, the prices of its cheapest goods, then what 0, 1, 2... cost.
TOTALS: Final[i64] = COLOURS * MOST
REACHABLE: Final[i64] = TOTALS + COLOURS * (MOST + 1)
PRICES: Final[i64] = REACHABLE + COLOURS


def fares(t: "SteamPower", company: i64) -> vec[i64]:
    """Of each node: the foreign links between it and the company's network; NONE if there is no way."""
    roads = t.track.roads
    fare = t.land.nowhere[:]
    reached = t.track.network[company]
    edge = reached
    steps: i64 = 0
    while edge:
        grown = reached
        node: i64 = 0
        while edge:
            if edge & 1:
                fare[node] = steps
                grown |= roads[node]
            edge >>= 1
            node += 1
        edge = grown & ~reached
        reached = grown
        steps += 1
    return fare


def price_list(t: "SteamPower", company: i64) -> vec[i64]:
    """6.3 The cheapest goods of each colour, 6.5 with $5 for each that can't be reached."""
    return prices_with(t, company, fares(t, company))


def prices_with(t: "SteamPower", company: i64, fare: vec[i64]) -> vec[i64]:
    """The same, when the fares are known."""
    prices = vec[i64]([FROM_BANK] * PRICES)
    node = t.land.node
    goods = t.factories.goods
    owner = t.factories.owner
    colours = t.cities.colour
    for colour in range(COLOURS):
        prices[REACHABLE + colour] = 0
    for city in range(t.land.cities):
        if goods[city] > 0:
            price = fare[node[city]]
            if price != NONE:
                if owner[city] != company:
                    price += 1
                enter(prices, colours[city], price, goods[city] if goods[city] < MOST else MOST)
    to = TOTALS
    at: i64 = 0
    for _colour in range(COLOURS):
        total: i64 = 0
        for _k in range(MOST):
            prices[to] = total
            total += prices[at]
            to += 1
            at += 1
        prices[to] = total
        to += 1
    return prices


def active_prices(t: "SteamPower") -> vec[i64]:
    """The price list of the active company, made once a move."""
    if len(t.prices) == 0:
        t.fare = fares(t, t.company)
        t.prices = prices_with(t, t.company, t.fare)
    return t.prices


def enter(prices: vec[i64], colour: i64, price: i64, count: i64) -> None:
    """Sort some goods of one price into a colour's cheapest."""
    first = colour * MOST
    known = prices[REACHABLE + colour]
    for _n in range(count):
        place = MOST - 1
        if known < MOST:
            place = known
            known += 1
        elif prices[first + place] <= price:
            break
        while place > 0 and prices[first + place - 1] > price:
            prices[first + place] = prices[first + place - 1]
            place -= 1
        prices[first + place] = price
    prices[REACHABLE + colour] = known


def cost(t: "SteamPower", prices: vec[i64], card: i64) -> i64:
    """6.3 The least that a contract costs."""
    need = t.deck.need
    total: i64 = 0
    for colour in range(COLOURS):
        total += prices[TOTALS + colour * (MOST + 1) + need[card * COLOURS + colour]]
    return total


def least_cost(t: "SteamPower", company: i64, card: i64) -> i64:
    """6.3 The same, with a price list of its own."""
    return cost(t, price_list(t, company), card)


def still_to_pay(t: "SteamPower", prices: vec[i64]) -> i64:
    """The least that the goods still needed cost."""
    total: i64 = 0
    for colour in range(COLOURS):
        total += prices[TOTALS + colour * (MOST + 1) + t.need[colour]]
    return total


def least_without(prices: vec[i64], colour: i64, count: i64, price: i64) -> i64:
    """What `count - 1` goods of a colour cost when one of this price is taken away first."""
    whole = TOTALS + colour * (MOST + 1) + count
    if count > prices[REACHABLE + colour] or (count > 1 and price <= prices[colour * MOST + count - 2]):
        return prices[whole] - price
    return prices[whole - 1]


# -- sources and ways ----------------------------------------------------------------------


class Ways:
    """6.4 How one good can travel from its node to the company's network: every way of paying within
    the budget that is not worse for somebody and better for nobody than another."""

    def __init__(self, t: "SteamPower", company: i64, node: i64, paid: i64, budget: i64, fare: vec[i64]) -> None:
        self.at = vec[i64]([node])  # ways under way: where, what is paid, whence, over whose link
        self.paid = vec[i64]([paid])
        self.whence = vec[i64]([NONE])
        self.owner = vec[i64]([NONE])
        self.arrived = vec[i64]()
        self.home = t.track.network[company]
        k: i64 = 0
        while k < len(self.at):
            left = budget - spent(self.paid[k])
            if (self.home >> self.at[k]) & 1:
                self.arrived = append(self.arrived, k)
            elif left > 0:
                self.go_on(t, company, k, left - 1, fare)
            k += 1

    def go_on(self, t: "SteamPower", company: i64, k: i64, left: i64, fare: vec[i64]) -> None:
        """Over each foreign link from here, if what is left pays for the rest."""
        nodes = t.land.nodes
        here = self.at[k]
        so_far = self.paid[k]
        for owner in range(t.companies):
            beyond = t.track.joins[owner * nodes + here]
            if owner == company or beyond == 0:
                continue
            paid = so_far + fee(t, company, owner)
            node: i64 = 0
            while beyond:
                if beyond & 1 and fare[node] <= left and not self.is_worse(node, paid):
                    self.at = append(self.at, node)
                    self.paid = append(self.paid, paid)
                    self.whence = append(self.whence, k)
                    self.owner = append(self.owner, owner)
                beyond >>= 1
                node += 1

    def is_worse(self, node: i64, paid: i64) -> bool:
        """Ways are found in the order of their length, so only an earlier one can be better: one to the
        same node, or one that has arrived."""
        at = self.at
        before = self.paid
        home = self.home
        for k in range(len(at)):
            if (at[k] == node or (home >> at[k]) & 1) and at_most(before[k], paid):
                return True
        return False


def field_of(t: "SteamPower", company: i64, owner: i64) -> i64:
    """Where a way of paying counts what another company gets: they follow each other clockwise."""
    place = owner - company - 1
    return FIELD * (place if place >= 0 else place + t.companies)


def fee(t: "SteamPower", company: i64, owner: i64) -> i64:
    """$1 to another company, alone to the bank, as a way of paying."""
    dollar: i64 = 1
    return dollar if t.solo else dollar << field_of(t, company, owner)


def spent(paid: i64) -> i64:
    total: i64 = 0
    while paid:
        total += paid & DOLLARS
        paid >>= FIELD
    return total


def at_most(one: i64, other: i64) -> bool:
    """Nobody is paid more in the one than in the other."""
    while one:
        if one & DOLLARS > other & DOLLARS:
            return False
        one >>= FIELD
        other >>= FIELD
    return True


def share(t: "SteamPower", company: i64, owner: i64, paid: i64) -> i64:
    """What this owner gets of a way of paying."""
    return 0 if t.solo else paid >> field_of(t, company, owner) & DOLLARS


def ways_from(t: "SteamPower", company: i64, city: i64, budget: i64, fare: vec[i64]) -> Ways:
    paid: i64 = 0 if t.factories.owner[city] == company else fee(t, company, t.factories.owner[city])
    return Ways(t, company, t.land.node[city], paid, budget, fare)


def least_from(t: "SteamPower", company: i64, city: i64) -> i64:
    """What a good from this city costs at least; NONE if none that is needed can be had."""
    way = t.fare[t.land.node[city]]
    if t.factories.goods[city] == 0 or t.need[t.cities.colour[city]] == 0 or way == NONE:
        return NONE
    return way + (0 if t.factories.owner[city] == company else 1)


def budget_for(t: "SteamPower", company: i64, city: i64, least: i64, rest: i64) -> i64:
    """What is left for a good of this city if all others that are needed come as cheaply as they can."""
    colour = t.cities.colour[city]
    count = t.need[colour]
    others = rest - t.prices[TOTALS + colour * (MOST + 1) + count] + least_without(t.prices, colour, count, least)
    return t.money[t.purse(company)] - others


def choices(t: "SteamPower", company: i64) -> vec[i64]:
    """6.4 For the goods still needed: every source, and every way of paying from it."""
    moves = vec[i64](capacity=16)
    rest = still_to_pay(t, active_prices(t))
    for city in range(t.land.cities):
        least = least_from(t, company, city)
        if least == NONE:
            continue
        budget = budget_for(t, company, city, least, rest)
        if t.fare[t.land.node[city]] == 0:
            if least <= budget:
                paid: i64 = 0 if least == 0 else fee(t, company, t.factories.owner[city])
                moves = append(moves, TAKE + paid * 64 + city)
            continue
        ways = ways_from(t, company, city, budget, t.fare)
        for k in range(len(ways.arrived)):
            moves = append(moves, TAKE + ways.paid[ways.arrived[k]] * 64 + city)
    return moves


def active_choices(t: "SteamPower") -> vec[i64]:
    """The choices of the active company, made once a move."""
    if len(t.choices) == 0:
        t.choices = choices(t, t.company)
    return t.choices


def has_open_choice(t: "SteamPower", company: i64) -> bool:
    """Whether for some colour there are more goods than needed in more than one source, or more than one way from a
    source."""
    rest = still_to_pay(t, active_prices(t))
    lying: i64 = 0  # of each colour, in the sources that can be paid, some bits each
    far: i64 = 0  # cities from which there may be several ways, as bits
    for city in range(t.land.cities):
        least = least_from(t, company, city)
        if least == NONE or least > budget_for(t, company, city, least, rest):
            continue
        colour = t.cities.colour[city]
        before = (lying >> (colour * GOODS)) & MOST_GOODS
        if before > 0 and before + t.factories.goods[city] > t.need[colour]:
            return True
        lying += t.factories.goods[city] << (colour * GOODS)
        if t.fare[t.land.node[city]] > 0:
            far |= t.land.bit[city]
    for city in range(t.land.cities):
        if (far >> city) & 1:
            budget = budget_for(t, company, city, least_from(t, company, city), rest)
            if len(ways_from(t, company, city, budget, t.fare).arrived) > 1:
                return True
    return False


def take(t: "SteamPower", company: i64, city: i64, paid: i64) -> None:
    """6.3 One good leaves its city, and everybody on its way is paid. 5.4 The last one flips the city."""
    t.factories.part_from_copies()
    t.factories.goods[city] -= 1
    t.factories.stock[t.cities.colour[city]] += 1
    t.need[t.cities.colour[city]] -= 1
    t.money[t.purse(company)] -= spent(paid)
    if not t.solo:
        for owner in range(t.companies):
            if owner != company:
                t.money[owner] += share(t, company, owner, paid)


def best_source(t: "SteamPower", company: i64, colour: i64, fare: vec[i64]) -> i64:
    """6.4, 10.4 The cheapest source, one's own first; of own ones that with the fewest goods, of
    foreign ones that with the most. An Automa goes on by its marker."""
    land = t.land
    best: i64 = NONE
    for city in range(land.cities):
        if t.cities.colour[city] != colour or t.factories.goods[city] == 0 or fare[land.node[city]] == NONE:
            continue
        if best == NONE or is_better_source(t, company, city, best, fare):
            best = city
    return best


def is_better_source(t: "SteamPower", company: i64, city: i64, best: i64, fare: vec[i64]) -> bool:
    land = t.land
    own = t.factories.owner[city] == company
    best_own = t.factories.owner[best] == company
    price = fare[land.node[city]] + (0 if own else 1)
    best_price = fare[land.node[best]] + (0 if best_own else 1)
    if price != best_price:
        return price < best_price
    if own != best_own:
        return own
    if t.factories.goods[city] != t.factories.goods[best]:
        return (t.factories.goods[city] < t.factories.goods[best]) == own
    if t.solo or company < t.players:
        return False
    first = t.automas.marker * land.hexes
    return land.rank[first + land.city_hex[city]] < land.rank[first + land.city_hex[best]]


def cheapest_way(t: "SteamPower", company: i64, city: i64, fare: vec[i64]) -> i64:
    """The first of the cheapest ways of paying for a good from this city. 10.4 An Automa goes by its marker; in
    version 1 it paid as a player is proposed."""
    foreign = t.factories.owner[city] != company
    least = fare[t.land.node[city]]
    if least == 0:
        return fee(t, company, t.factories.owner[city]) if foreign else 0
    ways = ways_from(t, company, city, least + (1 if foreign else 0), fare)
    if len(ways.arrived) > 1 and t.version > 1 and not t.solo and company >= t.players:
        return way_by_marker(t, company, city, fare)
    best = ways.paid[ways.arrived[0]]
    for k in range(1, len(ways.arrived)):
        best = min(best, ways.paid[ways.arrived[k]])
    return best


def way_by_marker(t: "SteamPower", company: i64, city: i64, fare: vec[i64]) -> i64:
    """10.4 What is paid on the way that the marker meets first."""
    haul = Haul(t, company, t.land.node[city], fare)
    paid: i64 = 0 if t.factories.owner[city] == company else fee(t, company, t.factories.owner[city])
    step = haul.arrived
    while step != NONE:
        paid += fee(t, company, haul.owner[step])
        step = haul.whence[step]
    return paid


def proposed_source(t: "SteamPower", company: i64, colour: i64) -> i64:
    """6.4 The city that the next good of a colour is proposed from; NONE: the bank."""
    return best_source(t, company, colour, fares(t, company))


def proposed_way(t: "SteamPower", company: i64, city: i64) -> i64:
    """6.4 How the good from this city is proposed to be paid."""
    return cheapest_way(t, company, city, fares(t, company))


def is_reachable(t: "SteamPower", company: i64, city: i64) -> bool:
    """6.5 Whether links lead from the city to the company's network."""
    return fares(t, company)[t.land.node[city]] != NONE


def deliver_rest(t: "SteamPower", company: i64) -> None:
    """6.3 The goods still needed, as cheaply as possible; 6.5 what can't be reached from the bank."""
    fare = fares(t, company)
    for colour in range(COLOURS):
        while t.need[colour] > 0:
            city = best_source(t, company, colour, fare)
            if city == NONE:
                t.money[t.purse(company)] -= FROM_BANK * t.need[colour]
                t.need[colour] = 0
            else:
                take(t, company, city, cheapest_way(t, company, city, fare))
