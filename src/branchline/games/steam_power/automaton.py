"""10. The Automa: what it fulfils, where it lays track and where it builds.

Everything here only looks; `rules.py` plays the moves. A coin path is a row of hexes; which rails
come to lie on them is decided tile by tile, so that a path can be followed as long as any rails fit.
"""

from typing import TYPE_CHECKING, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from branchline.games.steam_power import automaton_1, delivery, factories, track
from branchline.games.steam_power.codes import AUTOMA, AUTOMA_BONUS, BUILD, COMPENSATION, FULFIL, HEAD_FOR, LAY, MONEY
from branchline.games.steam_power.deck import (
    BONUS_FACTORY,
    BONUS_TRACK,
    COINS,
    COLOURS,
    CORNERS,
    LEAST_PRESENT,
    MOST,
    PURPLE,
    UNCONNECTED,
    VICTORY_CITY,
)
from branchline.games.steam_power.land import NONE, PAIRS
from branchline.games.steam_power.paths import Detour, Laying, Plan, Survey
from branchline.kernel.part import Part

if TYPE_CHECKING:
    from branchline.games.steam_power.rules import SteamPower


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Automas(Part):
    """What lies on the map and before the seats for the Automas alone, and the contract that one is going by."""

    def __init__(
        self,
        corner: vec[i64],
        marker: i64,
        discards: vec[i64],
        coins: vec[i64],
        coin_count: vec[i64],
        target: vec[i64],
    ) -> None:
        self.count: i64 = len(discards)
        self.corner = corner  # goods in the corners of the map
        self.marker = marker  # corner of the direction marker
        self.discards = discards  # Automa: its discarded cards
        self.coins = coins  # Automa * COINS + n: the hexes of its coin path
        self.coin_count = coin_count
        self.target = target  # Automa: the city its coin path leads to
        self.cards: i64 = 0  # contracts that the active one has still to turn up
        self.good: i64 = 0  # which good of its contract it goes by
        self.laid: i64 = 0  # tiles that it has laid with this contract
        self.as_bonus: bool = False

    def copy(self) -> "Automas":
        twin = Automas(
            corner=self.corner[:] if self.corner[CORNERS - 1] == NONE else self.corner,  # once full it stays
            marker=self.marker,
            discards=self.discards[:],
            coins=self.coins[:],
            coin_count=self.coin_count[:],
            target=self.target[:],
        )
        twin.cards = self.cards
        twin.good = self.good
        twin.laid = self.laid
        twin.as_bonus = self.as_bonus
        return twin

    def content(self) -> list[int]:
        numbers: list[int] = [self.marker, self.cards, self.good, self.laid, int(self.as_bonus)]
        return [*numbers, *self.corner, *self.discards, *self.coins, *self.coin_count, *self.target]


def move(t: "SteamPower") -> i64:
    """10.3 The move that the rules make the Automa play."""
    company = t.to_act
    if t.phase == AUTOMA:
        if can_fulfil(t, company):
            return FULFIL + t.contract
        return action(t, company)
    if t.phase == AUTOMA_BONUS:
        return bonus_move(t, company)
    return next_track(t, company)


def action(t: "SteamPower", company: i64) -> i64:
    """10.4 Track or a factory, else the other, else $3."""
    track_first = t.numbers.icon[t.deck.bonus[t.contract]] == BONUS_TRACK
    wish = next_track(t, company) if track_first else next_factory(t, company)
    if wish == NONE:
        wish = next_factory(t, company) if track_first else next_track(t, company)
    if wish == NONE:
        return MONEY
    return wish


def bonus_move(t: "SteamPower", company: i64) -> i64:
    """10.4 The bonus, or money when it can't be used."""
    bonus = t.deck.bonus[t.contract]
    wish: i64 = NONE
    if bonus == BONUS_TRACK:
        wish = next_track(t, company)
    elif bonus == BONUS_FACTORY:
        wish = next_factory(t, company)
    return wish if wish != NONE else COMPENSATION


def can_fulfil(t: "SteamPower", company: i64) -> bool:
    """10.4 It has a link, and the cheapest delivery is within its money."""
    if t.track.network[company] == 0:
        return False
    return delivery.cost(t, delivery.price_list(t, company), t.contract) <= t.money[company]


# -- what it looks for ---------------------------------------------------------------------


def extended_network(t: "SteamPower", company: i64) -> i64:
    """10.1 The nodes from which goods reach its network, as a set of bits."""
    fare = delivery.fares(t, company)
    nodes: i64 = 0
    for node in range(t.land.nodes):
        if fare[node] != NONE:
            nodes |= t.land.bit[node]
    return nodes


def present(t: "SteamPower", nodes: i64) -> vec[i64]:
    """10.5 Goods of each colour that lie in these nodes."""
    count = vec[i64]([0] * COLOURS)
    for city in range(t.land.cities):
        if t.factories.goods[city] > 0 and nodes & t.land.bit[t.land.node[city]]:
            count[t.cities.colour[city]] += t.factories.goods[city]
    return count


def others_networks(t: "SteamPower", company: i64) -> i64:
    nodes: i64 = 0
    for other in range(t.companies):
        if other != company:
            nodes |= t.track.network[other]
    return nodes


def is_wanted(t: "SteamPower", company: i64, city: i64, seek: i64, count: vec[i64]) -> bool:
    """10.5 Whether a city answers to what a good's colour asks for."""
    node = t.land.bit[t.land.node[city]]
    if seek == LEAST_PRESENT:
        colour = t.cities.colour[city]
        return colour != PURPLE and t.factories.owner[city] == NONE and count[colour] == least(count)
    if seek == VICTORY_CITY:
        return t.cities.colour[city] == PURPLE
    if seek == UNCONNECTED:
        return t.track.linked & node == 0
    return others_networks(t, company) & node != 0


def least(count: vec[i64]) -> i64:
    lowest = count[0]
    for colour in range(COLOURS):
        lowest = min(lowest, count[colour])
    return lowest


def first_city(t: "SteamPower") -> i64:
    """10.8 Where its first track starts: the first city of the colour at the marker's corner."""
    best: i64 = NONE
    for city in range(t.land.cities):
        if t.cities.colour[city] == t.automas.corner[t.automas.marker] and (
            best == NONE or comes_before(t, city, best)
        ):
            best = city
    if best == NONE:
        best = 0
        for city in range(t.land.cities):
            if comes_before(t, city, best):
                best = city
    return best


def comes_before(t: "SteamPower", city: i64, other: i64) -> bool:
    """10.2 The direction marker meets the one before the other."""
    first = t.automas.marker * t.land.hexes
    rank = t.land.rank
    return rank[first + t.land.city_hex[city]] < rank[first + t.land.city_hex[other]]


def plan(t: "SteamPower", company: i64) -> Plan | None:
    """10.5 The target that the next good asks for, else the one after it; the closest, then the
    first that the marker meets."""
    start = start_node(t, company)
    home = t.track.network[company] if start == NONE else t.land.bit[start]
    survey = Survey(t, company, home)
    count = present(t, extended_network(t, company))
    for good in range(t.automas.good, MOST):
        colour = t.deck.goods[t.contract * MOST + good]
        if colour == NONE:
            break
        seek = t.numbers.seeks[colour]
        wanted: i64 = 0
        for city in range(t.land.cities):
            if is_wanted(t, company, city, seek, count):
                wanted |= t.land.bit[t.land.node[city]]
        if survey.reach(wanted & ~home):
            best = closest(t, company, survey, wanted & ~home, seek, count)
            node = t.land.node[best]
            if t.version == 1 or survey.can_lay(node, t.track.trains[company]):
                cost = survey.cost[survey.node_step[node]]
                return Plan(start, best, good, seek, survey.tiles[node], cost, survey.path(node))
            detour = Detour(t, company, t.track.trains[company], wanted & ~home)
            if detour.find(home, survey.tiles[node]):
                best = first_wanted(t, company, detour.reached, seek, count)
                node = t.land.node[best]
                return Plan(start, best, good, seek, detour.limit, detour.cost_to[node], detour.path(node))
    return None


def start_node(t: "SteamPower", company: i64) -> i64:
    """10.8 The node of its first city, while it has no track."""
    return t.land.node[first_city(t)] if track.is_first_track(t, company) else NONE


def closest(t: "SteamPower", company: i64, survey: Survey, nodes: i64, seek: i64, count: vec[i64]) -> i64:
    """10.5 The wanted city with the fewest tiles, then by the marker, in one of these nodes."""
    best: i64 = NONE
    for city in range(t.land.cities):
        if not nodes & t.land.bit[t.land.node[city]] or not is_wanted(t, company, city, seek, count):
            continue
        if best == NONE or is_closer(t, survey, city, best):
            best = city
    return best


def first_wanted(t: "SteamPower", company: i64, nodes: i64, seek: i64, count: vec[i64]) -> i64:
    """10.5 The wanted city in one of these nodes that the marker meets first."""
    best: i64 = NONE
    for city in range(t.land.cities):
        if not nodes & t.land.bit[t.land.node[city]] or not is_wanted(t, company, city, seek, count):
            continue
        if best == NONE or comes_before(t, city, best):
            best = city
    return best


def is_closer(t: "SteamPower", survey: Survey, city: i64, best: i64) -> bool:
    tiles = survey.tiles[t.land.node[city]]
    least_tiles = survey.tiles[t.land.node[best]]
    return tiles < least_tiles or (tiles == least_tiles and comes_before(t, city, best))


# -- track ---------------------------------------------------------------------------------


def next_track(t: "SteamPower", company: i64) -> i64:
    """10.5 A tile along the coin path, or a new path; NONE if there is neither, or no money or train."""
    if t.automas.coin_count[company - t.players] > 0:
        return next_coin(t, company)
    if t.track.trains[company] == 0:
        return NONE
    found = t.heading
    if found is None:
        found = plan(t, company)
    if found is None or track.price(t, found.hexes[0]) > t.money[company] or len(found.hexes) > COINS:
        return NONE
    t.heading = found
    return HEAD_FOR + found.city


def next_coin(t: "SteamPower", company: i64) -> i64:
    hex = t.automas.coins[(company - t.players) * COINS]
    if track.price(t, hex) > t.money[company] or (t.track.trains[company] == 0 and not track.has_open_end(t, company)):
        return NONE
    pair = rail_on_path(t, company)
    return NONE if pair == NONE else LAY + hex * PAIRS + pair


def rail_on_path(t: "SteamPower", company: i64) -> i64:
    """10.6 The next rail of its coin path, laid to connect as many cities as possible; NONE if the
    path can't be followed any more."""
    if t.version == 1:
        return automaton_1.rail_on_path(t, company)
    laying = Laying(t, company)
    laying.lay_all()
    return laying.rail


def is_followable(t: "SteamPower", company: i64) -> bool:
    """10.7 Whether its coin path can still be laid with the tiles in stock."""
    if t.version == 1:
        return automaton_1.rail_on_path(t, company) != NONE
    laying = Laying(t, company)
    laying.any_will_do = True
    laying.lay_all()
    return laying.rail != NONE


# -- factories -----------------------------------------------------------------------------


def next_factory(t: "SteamPower", company: i64) -> i64:
    city = site(t, company)
    if city == NONE:
        return NONE
    return BUILD + city * 16 + min(t.numbers.goods_a_factory, t.factories.stock[t.cities.colour[city]])


def site(t: "SteamPower", company: i64) -> i64:
    """10.9 Within its extended network, else in somebody's network: the good least present, then the
    closest city, then the marker."""
    near = extended_network(t, company)
    count = present(t, near)
    city = best_site(t, company, near, count)
    return city if city != NONE else best_site(t, company, t.track.linked, count)


def best_site(t: "SteamPower", company: i64, within: i64, count: vec[i64]) -> i64:
    survey: Survey | None = None
    best: i64 = NONE
    for city in range(t.land.cities):
        if not within & t.land.bit[t.land.node[city]] or not factories.can_build(t, company, city):
            continue
        if best == NONE or count[t.cities.colour[city]] < count[t.cities.colour[best]]:
            best = city
        elif count[t.cities.colour[city]] == count[t.cities.colour[best]]:
            if survey is None:
                survey = Survey(t, company, t.track.network[company])
            survey.reach(t.land.bit[t.land.node[city]] | t.land.bit[t.land.node[best]])
            if is_closer(t, survey, city, best):
                best = city
    return best
