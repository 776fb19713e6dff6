"""What shares may come to: how far the companies still grow, and who will stand above whom.

A share that is held now is worth what it will show at the end. While much is still to come, lengths grow by far more
than a few steps, and a lead in influence hardly lasts, least of all against those who hold more of the company
(docs/search.md, "What stocks and shares may come to").
"""

import math
from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.mini_express.box import LONGEST
from branchline.games.mini_express.constants import Constants
from branchline.games.mini_express.land import COMPANIES, MOST_TRACKS
from branchline.games.mini_express.rules import MiniExpress


@final
class Outlook:
    """Of each company, as of the position that was looked at last."""

    def __init__(self, constants: Constants) -> None:
        self.constants = constants
        self.length = vec[float]([0.0] * COMPANIES)  # at the end
        self.left = 0.0
        self.steep = 0.0

    def look(self, express: MiniExpress, left: float) -> None:
        c = self.constants
        self.left = left
        self.steep = c.steepness / (c.spread_at_end + c.spread * left)
        for company in range(COMPANIES):
            self.length[company] = self.length_to_come(express, company)

    def length_to_come(self, express: MiniExpress, company: i64) -> float:
        c = self.constants
        tracks = express.assets.tracks[company]
        fresh = express.demand.tiled & ~express.rails.entered[company]
        cities = count(express.rails.reach[company * 6 + MOST_TRACKS] & fresh)
        near = count(express.rails.reach[company * 6 + tracks] & fresh)
        growth = c.growth + c.by_city * float(cities) + c.by_city_near * float(near) + c.by_tracks * float(tracks)
        growth += c.by_supply * float(express.assets.supply[company])
        length = float(express.assets.length[company]) + growth * self.left
        if express.spike.bonus & express.land.bit[company]:
            length += c.spike_bonus
        return length if length < float(LONGEST) else float(LONGEST)

    def worth(self, express: MiniExpress, seat: i64, company: i64) -> float:
        """A share of the company to the seat: the chart between its rows, and between its ranks by who may be above."""
        at = seat * COMPANIES + company
        own = express.influence[at]
        held = express.held[at]
        above = 0.0
        for other in range(express.seats):
            if other != seat:
                to = other * COMPANIES + company
                above += self.chance_above(express.influence[to] - own, express.held[to] - held)
        if express.terms.rivals:
            above += self.chance_above(4 - own, -held) + self.chance_above(8 - own, -held)
        place = above + float(express.terms.column)
        scored = 1.0
        if own <= express.terms.least:
            scored = min(1.0, self.constants.comes_back * self.left)
        return scored * between(express, self.length[company], min(2.0, place))

    def chance_above(self, lead: i64, shares: i64) -> float:
        """How likely somebody who is this far ahead now, and holds so many shares more, stands above one at the end; a
        tie is no harm."""
        c = self.constants
        expected = float(lead) - 0.5 + (c.others_gain + c.a_share_gains * float(shares)) * self.left
        return 1.0 / (1.0 + math.exp(-self.steep * expected))


def between(express: MiniExpress, length: float, place: float) -> float:
    """The chart between its rows and columns."""
    row = int(length)
    column = int(place)
    part = length - float(row)
    side = place - float(column)
    chart = express.box.chart
    below = min(row + 1, LONGEST)
    after = min(column + 1, 2)
    upper = float(chart[row * 3 + column]) * (1.0 - side) + float(chart[row * 3 + after]) * side
    lower = float(chart[below * 3 + column]) * (1.0 - side) + float(chart[below * 3 + after]) * side
    return upper * (1.0 - part) + lower * part


def count(cities: i64) -> i64:
    """How many there are in a set of bits."""
    found: i64 = 0
    while cities != 0:
        cities &= cities - 1
        found += 1
    return found
