"""9. The end: points and winners."""

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.steam_power.deck import PURPLE

if TYPE_CHECKING:
    from branchline.games.steam_power.rules import SteamPower

MONEY_A_POINT: Final[i64] = 5


def connected(t: "SteamPower", city: i64) -> i64:
    """How many companies have a completed link to the city's group."""
    count: i64 = 0
    for company in range(t.companies):
        if t.track.network[company] & t.land.bit[t.land.node[city]]:
            count += 1
    return count


def victory_city(t: "SteamPower", city: i64) -> i64:
    """9.5 What a purple city brings to each company connected to it."""
    sharing = connected(t, city)
    if t.solo:
        return sharing
    if sharing == 0:
        return 0
    return (4 + t.cities.beside_map[PURPLE]) // sharing


def flipped_city(t: "SteamPower", city: i64) -> i64:
    """9.4 What a flipped city brings to the factory's owner."""
    return 2 + t.cities.beside_map[t.cities.colour[city]]


def contract_points(t: "SteamPower", seat: i64) -> i64:
    """9.3"""
    total: i64 = 0
    cards = t.contracts.fulfilled[seat]
    if cards == 0:
        return 0
    bit = t.land.bit
    for card in range(t.deck.cards):
        if cards & bit[card]:
            total += t.deck.points[card]
            cards &= ~bit[card]
            if cards == 0:
                break
    return total


def scores(t: "SteamPower") -> vec[i64]:
    points = city_points(t)
    for seat in range(t.seats):
        points[seat] += t.money[seat] // MONEY_A_POINT + contract_points(t, seat)
    return points


def city_points(t: "SteamPower") -> vec[i64]:
    """9.4, 9.5 What cities bring to each seat."""
    points = vec[i64]([0] * t.seats)
    for city in range(t.land.cities):
        if t.cities.colour[city] == PURPLE:
            worth = victory_city(t, city)
            if worth > 0:
                share_city(t, city, worth, points)
        elif t.factories.flipped(city):
            points[t.purse(t.factories.owner[city])] += flipped_city(t, city)
    return points


def share_city(t: "SteamPower", city: i64, worth: i64, points: vec[i64]) -> None:
    if t.solo:
        points[0] += worth
        return
    for company in range(t.companies):
        if t.track.network[company] & t.land.bit[t.land.node[city]]:
            points[company] += worth


def winners(t: "SteamPower") -> vec[i64]:
    """9.6 Most points, then most contracts. 11.3 Alone nobody wins; in version 1 the one player did."""
    if t.solo and t.version > 1:
        return vec[i64]()
    points = scores(t)
    best: i64 = -1
    for seat in range(t.seats):
        best = max(best, points[seat] * 100 + t.contracts.count[seat])
    found = vec[i64](capacity=5)
    for seat in range(t.seats):
        if points[seat] * 100 + t.contracts.count[seat] == best:
            found = append(found, seat)
    return found
