"""9. The end: points and winners."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.steam_power.deck import PURPLE
from branchline.games.steam_power.pieces import Pieces

MONEY_A_POINT: Final[i64] = 5


def connected(t: Pieces, city: i64) -> i64:
    """How many companies have a completed link to the city's group."""
    count: i64 = 0
    for company in range(t.companies):
        if t.network[company] & t.land.bit[t.land.node[city]]:
            count += 1
    return count


def victory_city(t: Pieces, city: i64) -> i64:
    """9.5 What a purple city brings to each company connected to it."""
    sharing = connected(t, city)
    if t.solo:
        return sharing
    if sharing == 0:
        return 0
    return (4 + t.beside_map[PURPLE]) // sharing


def flipped_city(t: Pieces, city: i64) -> i64:
    """9.4 What a flipped city brings to the factory's owner."""
    return 2 + t.beside_map[t.colour[city]]


def contract_points(t: Pieces, seat: i64) -> i64:
    """9.3"""
    total: i64 = 0
    cards = t.fulfilled[seat]
    for card in range(t.deck.cards):
        if cards & t.land.bit[card]:
            total += t.deck.points[card]
    return total


def scores(t: Pieces) -> vec[i64]:
    points = vec[i64](capacity=5)
    for seat in range(t.seats):
        points = append(points, t.money[seat] // MONEY_A_POINT + contract_points(t, seat))
    for city in range(t.land.cities):
        if t.colour[city] == PURPLE:
            worth = victory_city(t, city)
            if worth > 0:
                share_city(t, city, worth, points)
        elif t.flipped(city):
            points[t.purse(t.owner[city])] += flipped_city(t, city)
    return points


def share_city(t: Pieces, city: i64, worth: i64, points: vec[i64]) -> None:
    if t.solo:
        points[0] += worth
        return
    for company in range(t.companies):
        if t.network[company] & t.land.bit[t.land.node[city]]:
            points[company] += worth


def winners(t: Pieces) -> vec[i64]:
    """9.6 Most points, then most contracts."""
    points = scores(t)
    best: i64 = -1
    for seat in range(t.seats):
        best = max(best, points[seat] * 100 + t.contracts[seat])
    found = vec[i64](capacity=5)
    for seat in range(t.seats):
        if points[seat] * 100 + t.contracts[seat] == best:
            found = append(found, seat)
    return found
