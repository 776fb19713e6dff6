"""5. Build Factory: where, with how many goods, and when a city is flipped."""

from typing import TYPE_CHECKING, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from branchline.games.steam_power.codes import BUILD
from branchline.games.steam_power.deck import PURPLE
from branchline.games.steam_power.land import NONE
from branchline.kernel.part import Part

if TYPE_CHECKING:
    from branchline.games.steam_power.rules import SteamPower


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Factories(Part):
    """The factories on the map with their goods, and what is left of both."""

    def __init__(self, left: vec[i64], stock: vec[i64], owner: vec[i64], goods: vec[i64]) -> None:
        self.left = left  # company -> factories not yet built
        self.stock = stock  # colour -> goods
        self.owner = owner  # city -> company of the factory there
        self.goods = goods  # city -> goods beside the factory

    def copy(self) -> "Factories":
        """It shares its numbers, until one of them changes."""
        return Factories(left=self.left, stock=self.stock, owner=self.owner, goods=self.goods)

    def part_from_copies(self) -> None:
        """Before anything changes."""
        self.left = self.left[:]
        self.stock = self.stock[:]
        self.owner = self.owner[:]
        self.goods = self.goods[:]

    def content(self) -> list[int]:
        return [*self.left, *self.stock, *self.owner, *self.goods]

    def stands_in(self, city: i64) -> bool:
        return self.owner[city] != NONE

    def flipped(self, city: i64) -> bool:
        """5.4 The last good has gone."""
        return self.owner[city] != NONE and self.goods[city] == 0


def can_build(t: "SteamPower", company: i64, city: i64) -> bool:
    """5.1, 5.2 An empty city tile, not purple, with anybody's completed link at its group."""
    linked = (t.track.linked >> t.land.node[city]) & 1 != 0
    return t.factories.left[company] > 0 and linked and is_free(t, city)


def is_free(t: "SteamPower", city: i64) -> bool:
    """An empty city tile for whose goods there is a stock."""
    colour = t.cities.colour[city]
    return t.factories.owner[city] == NONE and colour != PURPLE and t.factories.stock[colour] > 0


def free_cities(t: "SteamPower", company: i64) -> vec[i64]:
    """Where the company can build."""
    found = vec[i64]()
    if t.factories.left[company] == 0:
        return found
    node = t.land.node
    linked = t.track.linked
    owner = t.factories.owner
    for city in range(t.land.cities):
        if owner[city] == NONE and (linked >> node[city]) & 1 and is_free(t, city):
            found = append(found, city)
    return found


def sites(t: "SteamPower", company: i64, moves: vec[i64]) -> vec[i64]:
    """5.3 Every city for a factory, with the usual number of goods or what is left of them."""
    cities = free_cities(t, company)
    for i in range(len(cities)):
        goods = min(t.numbers.goods_a_factory, t.factories.stock[t.cities.colour[cities[i]]])
        moves = append(moves, BUILD + cities[i] * 16 + goods)
    return moves


def bonus_sites(t: "SteamPower", company: i64, moves: vec[i64]) -> vec[i64]:
    """7.3 As a bonus: one good fewer, the usual number, or one more."""
    usual = t.numbers.goods_a_factory
    cities = free_cities(t, company)
    for i in range(len(cities)):
        left = t.factories.stock[t.cities.colour[cities[i]]]
        for goods in range(min(usual - 1, left), min(usual + 1, left) + 1):
            moves = append(moves, BUILD + cities[i] * 16 + goods)
    return moves


def build(t: "SteamPower", company: i64, city: i64, goods: i64) -> None:
    """5.3 The factory and its goods, out of the stock."""
    t.factories.part_from_copies()
    t.factories.owner[city] = company
    t.factories.goods[city] = goods
    t.factories.left[company] -= 1
    t.factories.stock[t.cities.colour[city]] -= goods
