"""5. Build Factory: where, with how many goods, and when a city is flipped."""

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.steam_power.deck import PURPLE
from branchline.games.steam_power.land import NONE
from branchline.games.steam_power.pieces import BUILD, Pieces


def can_build(t: Pieces, company: i64, city: i64) -> bool:
    """5.1, 5.2 An empty city tile, not purple, with anybody's completed link at its group."""
    colour = t.colour[city]
    return (
        t.owner[city] == NONE
        and colour != PURPLE
        and t.linked & t.land.bit[t.land.node[city]] != 0
        and t.factories[company] > 0
        and t.stock[colour] > 0
    )


def sites(t: Pieces, company: i64, moves: vec[i64]) -> vec[i64]:
    """5.3 Every city for a factory, with the usual number of goods or what is left of them."""
    for city in range(t.land.cities):
        if can_build(t, company, city):
            goods = min(t.numbers.goods_a_factory, t.stock[t.colour[city]])
            moves = append(moves, BUILD + city * 16 + goods)
    return moves


def bonus_sites(t: Pieces, company: i64, moves: vec[i64]) -> vec[i64]:
    """7.3 As a bonus: one good fewer, the usual number, or one more."""
    for city in range(t.land.cities):
        if can_build(t, company, city):
            left = t.stock[t.colour[city]]
            usual = t.numbers.goods_a_factory
            for goods in range(min(usual - 1, left), min(usual + 1, left) + 1):
                moves = append(moves, BUILD + city * 16 + goods)
    return moves


def build(t: Pieces, company: i64, city: i64, goods: i64) -> None:
    """5.3 The factory and its goods, out of the stock."""
    t.owner[city] = company
    t.goods[city] = goods
    t.factories[company] -= 1
    t.stock[t.colour[city]] -= goods
