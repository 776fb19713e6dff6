"""What may still become of a company: whether it will be taxed, and how far the discs to come may move its stocks.

A stock is an option. It counts above 0 if its company is taxed and below 0 if not, and it moves until the bag is empty:
so a taxed company's stock at -1 is worth more than nothing as long as discs are to come, and one that nobody taxes
less (docs/search.md, "What stocks and shares may come to").
"""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.mini_rails.constants import Constants
from branchline.games.mini_rails.rules import COMPANIES, MARKER, NOBODY, MiniRails
from branchline.games.mini_rails.stocks import ROUNDS

MOST_GOOD: Final = 9.0
MOST_BAD: Final = -9.0


@final
class Prospects:
    """Of each company, as of the position that was looked at last."""

    def __init__(self, constants: Constants) -> None:
        self.constants = constants
        self.paid = vec[float]([0.0] * COMPANIES)  # the chance that it will have been taxed
        self.builds = vec[float]([0.0] * COMPANIES)  # to come
        self.drift = vec[float]([0.0] * COMPANIES)  # of its stocks, by all of them
        self.spread = vec[float]([0.0] * COMPANIES)
        self.market = vec[float]([0.0] * COMPANIES)  # discs
        self.stocks = vec[float]([0.0] * COMPANIES)
        self.holders = vec[float]([0.0] * COMPANIES)
        self.held = vec[float]([0.0] * (5 * COMPANIES))  # seat * COMPANIES + company -> stocks
        self.on_market = 0.0
        self.players = 4.0

    def look(self, rails: MiniRails) -> None:
        self.players = float(rails.players)
        self.count_discs(rails)
        self.count_stocks(rails)
        for company in range(COMPANIES):
            self.look_at(rails, company)

    def count_discs(self, rails: MiniRails) -> None:
        market = self.market
        for company in range(COMPANIES):
            market[company] = 0.0
        self.on_market = 0.0
        spaces = rails.market
        for space in range(len(spaces)):
            company = spaces[space]
            if NOBODY < company < MARKER:
                market[company] += 1.0
                self.on_market += 1.0

    def count_stocks(self, rails: MiniRails) -> None:
        held = self.held
        stocks = self.stocks
        holders = self.holders
        for k in range(len(held)):
            held[k] = 0.0
        for company in range(COMPANIES):
            stocks[company] = 0.0
            holders[company] = 0.0
        of = rails.stocks.of
        for seat in range(rails.players):
            for k in range(seat * ROUNDS, (seat + 1) * ROUNDS):
                company = of[k]
                if company != NOBODY:
                    if held[seat * COMPANIES + company] == 0.0:
                        holders[company] += 1.0
                    held[seat * COMPANIES + company] += 1.0
                    stocks[company] += 1.0

    def look_at(self, rails: MiniRails, company: i64) -> None:
        """Its hexes, the discs to come, and who holds it."""
        c = self.constants
        good = 0.0
        bad = 0.0
        best = -1.0  # a disc for the frame moves it by so much
        sites = rails.sites(company)
        drift = c.drift if sites != 0 else c.drift + c.blocked
        kinds = rails.map.spots
        hexes_with = rails.map.hexes_with
        first = True
        for n in range(len(kinds)):
            hexes = sites & hexes_with[n]
            if hexes != 0:
                spots = float(kinds[n])
                if first:
                    best = spots
                    first = False
                while hexes != 0:
                    hexes &= hexes - 1
                    if spots > 0.0:
                        good += spots
                    else:
                        bad += spots
        if good > MOST_GOOD:
            good = MOST_GOOD
        if bad < MOST_BAD:
            bad = MOST_BAD
        players = self.players
        spaces = 2.0 * players + 1.0
        bag = float(rails.discs.bag[company])
        market = self.market[company]
        builds = players / spaces * (bag + c.on_market * market)
        drift += c.by_good * good + c.by_bad * bad + c.by_best * best + c.by_holders * self.holders[company] / players
        self.builds[company] = builds
        self.drift[company] = builds * drift
        self.spread[company] = c.spread * builds + c.spread_further * builds * builds
        self.paid[company] = 1.0
        if not rails.stocks.is_taxed(company):
            wanted = math.tanh(best / c.usual_best)
            shunned = c.left_from_bag + c.bag_by_best * wanted + c.bag_by_stocks * self.stocks[company] / players
            often = bag / spaces * math.exp(shunned)
            if market > 0.0:
                often += market / self.on_market * math.exp(c.left_from_market + c.market_by_best * wanted)
            self.paid[company] = 1.0 - math.exp(-often)

    def worth(self, seat: i64, company: i64, at: i64) -> float:
        """What a stock of the seat's at this place may be expected to count in the end."""
        c = self.constants
        own = self.held[seat * COMPANIES + company]
        others = self.stocks[company] - own
        a_build = c.by_own * (own - 1.0) + c.by_part * own / self.stocks[company]
        a_build += (c.by_others + c.by_others_share / self.players) * others
        middle = float(at) + self.drift[company] + self.builds[company] * a_build
        return 0.5 * middle + (self.paid[company] - 0.5) * math.sqrt(middle * middle + self.spread[company])
