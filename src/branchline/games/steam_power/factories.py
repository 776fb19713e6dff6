"""5. Build Factory: where, with how many goods, and when a city is flipped."""

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.steam_power.deck import PURPLE
from branchline.games.steam_power.land import NONE
from branchline.games.steam_power.pieces import BUILD, Pieces


def can_build(t: Pieces, company: i64, city: i64) -> bool:
    """5.1, 5.2 An empty city tile, not purple, with anybody's completed link at its group."""
    linked = (t.linked >> t.land.node[city]) & 1 != 0
    return t.factories[company] > 0 and linked and is_free(t, city)


def is_free(t: Pieces, city: i64) -> bool:
    """An empty city tile for whose goods there is a stock."""
    colour = t.colour[city]
    return t.owner[city] == NONE and colour != PURPLE and t.stock[colour] > 0


def free_cities(t: Pieces, company: i64) -> vec[i64]:
    """Where the company can build."""
    found = vec[i64]()
    if t.factories[company] == 0:
        return found
    node = t.land.node
    linked = t.linked
    for city in range(t.land.cities):
        if (linked >> node[city]) & 1 and is_free(t, city):
            found = append(found, city)
    return found


def sites(t: Pieces, company: i64, moves: vec[i64]) -> vec[i64]:
    """5.3 Every city for a factory, with the usual number of goods or what is left of them."""
    cities = free_cities(t, company)
    for i in range(len(cities)):
        goods = min(t.numbers.goods_a_factory, t.stock[t.colour[cities[i]]])
        moves = append(moves, BUILD + cities[i] * 16 + goods)
    return moves


def bonus_sites(t: Pieces, company: i64, moves: vec[i64]) -> vec[i64]:
    """7.3 As a bonus: one good fewer, the usual number, or one more."""
    usual = t.numbers.goods_a_factory
    cities = free_cities(t, company)
    for i in range(len(cities)):
        left = t.stock[t.colour[cities[i]]]
        for goods in range(min(usual - 1, left), min(usual + 1, left) + 1):
            moves = append(moves, BUILD + cities[i] * 16 + goods)
    return moves


def build(t: Pieces, company: i64, city: i64, goods: i64) -> None:
    """5.3 The factory and its goods, out of the stock."""
    t.owner[city] = company
    t.goods[city] = goods
    t.factories[company] -= 1
    t.stock[t.colour[city]] -= goods
