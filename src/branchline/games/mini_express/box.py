"""The box: what is printed on chart, demand tiles and bot tiles, in numbers."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.kernel.part import Part

NOBODY: Final = -1  # no company, no city, no seat
PURPLE: Final = 4  # the second good of a purple tile: any other company
LONGEST: Final = 15  # the end of the Track Length chart


@final
class Box(Part):
    def __init__(
        self,
        chart: vec[i64],
        demand_one: vec[i64],
        demand_two: vec[i64],
        demand_count: vec[i64],
        bot_company: vec[i64],
        bot_city: vec[i64],
        bot_count: vec[i64],
    ) -> None:
        self.chart = chart  # length * 3 + column -> points a share
        self.demand_one = demand_one  # kind of tile -> company
        self.demand_two = demand_two  # kind of tile -> company or PURPLE
        self.demand_count = demand_count
        # Kind of bot tile -> steps of the two markers (prototype: the company itself, and no target).
        # The last kind is Refresh.
        self.bot_company = bot_company
        self.bot_city = bot_city
        self.bot_count = bot_count
