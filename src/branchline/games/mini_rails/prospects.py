"""What may still become of a company: whether it will be taxed, and how far the discs to come may move its stocks.

A stock is an option. It counts above 0 if its company is taxed and below 0 if not, and it moves until the bag is empty:
so a taxed company's stock at -1 is worth more than nothing as long as discs are to come, and one that nobody taxes
less. The constants were fitted to how stocks ended in 18,000 games (docs/search.md, "What stocks and shares may come
to").
"""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.mini_rails.rules import COMPANIES, MARKER, NOBODY, MiniRails
from branchline.games.mini_rails.stocks import ROUNDS

# How often a company is the one that is left: by its discs in the bag and on the market. A good hex makes its discs
# wanted.
LEFT_FROM_BAG: Final = 0.452
BAG_BY_BEST: Final = -0.677
BAG_BY_STOCKS: Final = 0.725
LEFT_FROM_MARKET: Final = 0.752
MARKET_BY_BEST: Final = -0.581
USUAL_BEST: Final = 3.0  # spots, from where on more counts for less

# How far a build moves it.
DRIFT: Final = -0.498
BY_GOOD: Final = 0.105
BY_BAD: Final = 0.136
BY_BEST: Final = 0.439
BLOCKED: Final = -0.600
BY_HOLDERS: Final = 0.560
BY_OWN: Final = -0.114  # for each further stock of the same seat
BY_OTHERS: Final = -0.082  # for each of the others'
BY_OTHERS_SHARE: Final = 0.568  # by how many that is a player
BY_PART: Final = 0.123  # for whom all of its stocks are

# How far it may come out otherwise: the square, by the builds to come and by their square.
SPREAD: Final = 3.30
SPREAD_FURTHER: Final = 0.460

ON_MARKET: Final = 0.9  # that a disc of the market is worth of one in the bag
MOST_GOOD: Final = 9.0
MOST_BAD: Final = -9.0


@final
class Prospects:
    """Of each company, as of the position that was looked at last."""

    def __init__(self) -> None:
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
        good = 0.0
        bad = 0.0
        best = -1.0  # a disc for the frame moves it by so much
        sites = rails.sites(company)
        drift = DRIFT if sites != 0 else DRIFT + BLOCKED
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
        builds = players / spaces * (bag + ON_MARKET * market)
        drift += BY_GOOD * good + BY_BAD * bad + BY_BEST * best + BY_HOLDERS * self.holders[company] / players
        self.builds[company] = builds
        self.drift[company] = builds * drift
        self.spread[company] = SPREAD * builds + SPREAD_FURTHER * builds * builds
        self.paid[company] = 1.0
        if not rails.stocks.is_taxed(company):
            wanted = math.tanh(best / USUAL_BEST)
            shunned = LEFT_FROM_BAG + BAG_BY_BEST * wanted + BAG_BY_STOCKS * self.stocks[company] / players
            often = bag / spaces * math.exp(shunned)
            if market > 0.0:
                often += market / self.on_market * math.exp(LEFT_FROM_MARKET + MARKET_BY_BEST * wanted)
            self.paid[company] = 1.0 - math.exp(-often)

    def worth(self, seat: i64, company: i64, at: i64) -> float:
        """What a stock of the seat's at this place may be expected to count in the end."""
        own = self.held[seat * COMPANIES + company]
        others = self.stocks[company] - own
        a_build = BY_OWN * (own - 1.0) + BY_PART * own / self.stocks[company]
        a_build += (BY_OTHERS + BY_OTHERS_SHARE / self.players) * others
        middle = float(at) + self.drift[company] + self.builds[company] * a_build
        return 0.5 * middle + (self.paid[company] - 0.5) * math.sqrt(middle * middle + self.spread[company])
