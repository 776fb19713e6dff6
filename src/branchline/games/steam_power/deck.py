"""The contract cards and the numbers of the box. They never change."""

from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.kernel.part import Part

COMPANIES: Final[i64] = 5
LINKS: Final[i64] = 21  # a company's links: it has that many trains
COINS: Final[i64] = 40  # the longest coin path
CORNERS: Final[i64] = 4
COLOURS: Final[i64] = 4  # of goods; a fifth colour of cities is purple
PURPLE: Final[i64] = 4
MOST: Final[i64] = 4  # goods on a contract

# Bonus actions.
NO_BONUS: Final[i64] = 0
BONUS_TRACK: Final[i64] = 1
BONUS_FACTORY: Final[i64] = 2
BONUS_CONTRACTS: Final[i64] = 3

# 10.5 What a good's colour makes the Automa look for.
LEAST_PRESENT: Final[i64] = 0
VICTORY_CITY: Final[i64] = 1
UNCONNECTED: Final[i64] = 2
YOUR_CITY: Final[i64] = 3


@final
class Deck(Part):
    def __init__(self, goods: vec[i64], need: vec[i64], money: vec[i64], points: vec[i64], bonus: vec[i64]) -> None:
        self.cards: i64 = len(money)
        self.goods = goods  # card * MOST + k: the k-th good from the top, or -1
        self.need = need  # card * COLOURS + colour: how many
        self.money = money
        self.points = points
        self.bonus = bonus


@final
class Numbers(Part):
    """Counts that the rulebook prints, for one number of players."""

    def __init__(
        self,
        goods_a_factory: i64,
        ends_at: i64,
        trains: i64,
        factories: i64,
        money: i64,
        hand: i64,
        compensation: i64,
        seeks: list[int],
        icon: list[int],
    ) -> None:
        self.goods_a_factory = goods_a_factory
        self.ends_at = ends_at  # contracts that end the game
        self.trains = trains
        self.factories = factories
        self.money = money
        self.hand = hand
        self.compensation = compensation  # 10.4 what an Automa gets instead of a bonus
        self.seeks = vec[i64](seeks)  # colour -> LEAST_PRESENT ...
        self.icon = vec[i64](icon)  # bonus -> the Automa's action: BONUS_TRACK or BONUS_FACTORY

    def __reduce__(self) -> tuple[Any, ...]:
        """Made from lists, since one is made for every game."""
        numbers = (self.goods_a_factory, self.ends_at, self.trains, self.factories, self.money, self.hand)
        return Numbers, (*numbers, self.compensation, list(self.seeks), list(self.icon))
