"""What a Mini Rails position promises: stocks, what may still become of them, and actions to come."""

from typing import Final, cast, final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.mini_rails.constants import Constants
from branchline.games.mini_rails.prospects import Prospects
from branchline.games.mini_rails.rules import (
    ACTION,
    BUILD,
    BUILD_TILE,
    BUY,
    BUY_TILE,
    COMPANIES,
    LAY,
    LAY_FRAME,
    MARKER,
    NOBODY,
    SITE,
    MiniRails,
)
from branchline.games.mini_rails.stocks import ROUNDS
from branchline.kernel.estimate import Estimate
from branchline.kernel.state import OVER, State

# In what people are told: the chance of a company that has not paid yet, for each round still to tax; and how far the
# spots that it may reach lift it.
TAX_A_ROUND: Final = 0.16
A_GOOD_SPOT: Final = 0.35
A_BAD_SPOT: Final = 0.12

FEATURES: Final = 18


@final
class MiniRailsEstimate(Estimate):
    def __init__(self) -> None:
        super().__init__(3.13, turns=8, trust=25.6, explore=0.86, sharpness=1.18)
        self.constants = Constants()
        self.prospects = Prospects(self.constants)

    def tunable(self) -> object:
        return self.constants

    def value(self, state: State) -> vec[float]:
        rails = cast(MiniRails, state)
        totals = vec[float]([0.0] * rails.players)
        if rails.to_act == OVER:
            points = rails.scores()
            for seat in range(rails.players):
                totals[seat] = float(points[seat])
            return totals
        self.prospects.look(rails)
        c = self.constants
        late = float(rails.round - 1) / float(ROUNDS - 1)
        purchase = c.purchase_first + (c.purchase_last - c.purchase_first) * late
        build = c.build_first + (c.build_last - c.build_first) * late
        early = c.early_first + (c.early_last - c.early_first) * late
        of = rails.stocks.of
        place = rails.stocks.at
        for seat in range(rails.players):
            total = 0.0
            for k in range(seat * ROUNDS, (seat + 1) * ROUNDS):
                company = of[k]
                if company != NOBODY:
                    total += self.prospects.worth(seat, company, place[k])
            if rails.action_tiles[seat] & BUY_TILE:
                total += purchase
            if rails.action_tiles[seat] & BUILD_TILE:
                total += build
            total += early * self.early(rails, seat)
            totals[seat] = total
        return totals

    # -- what people are told rests on this ----------------------------------------------------

    def as_they_stand(self, rails: MiniRails) -> vec[float]:
        """Stocks at the place they are likely to reach, if their companies are likely to be taxed, or not: a feature of
        the forecast that was learned."""
        totals = vec[float]([0.0] * rails.players)
        left = ROUNDS - rails.round + 1  # taxes still to come
        hope = vec[float](capacity=COMPANIES)
        paid = vec[float](capacity=COMPANIES)
        for company in range(COMPANIES):
            hope = append(hope, self.outlook(rails, company) * float(left) / float(ROUNDS))
            paid = append(paid, 1.0 if rails.stocks.is_taxed(company) else self.tax_chance(rails, company, left))
        of = rails.stocks.of
        place = rails.stocks.at
        for seat in range(rails.players):
            total = 0.0
            for k in range(seat * ROUNDS, (seat + 1) * ROUNDS):
                company = of[k]
                if company != NOBODY:
                    at = float(place[k]) + hope[company]
                    total += at * paid[company] if at > 0.0 else at * (1.0 - paid[company])
            totals[seat] = total
        return totals

    def tax_chance(self, rails: MiniRails, company: i64, left: i64) -> float:
        """Nobody wants to leave the discs that are many: a company with more discs to come is taxed
        more often."""
        discs = rails.discs.bag[company]
        market = rails.market
        for space in range(len(market)):
            if market[space] == company:
                discs += 1
        share = float(discs) / float(max(1, (2 * rails.players + 1) * left))
        chance = (0.4 + 3.6 * share) * TAX_A_ROUND * float(left)
        return min(0.95, chance) if discs > 0 else 0.0

    def outlook(self, rails: MiniRails, company: i64) -> float:
        """How far the company's next builds may lift it: the mean of its better hexes, a little."""
        return self.lift(rails, company, A_GOOD_SPOT, A_BAD_SPOT)

    def lift(self, rails: MiniRails, company: i64, a_good_spot: float, a_bad_spot: float) -> float:
        sites = rails.sites(company)
        if sites == 0:
            return -1.5
        good: i64 = 0
        bad: i64 = 0
        kinds = rails.map.spots
        hexes_with = rails.map.hexes_with
        for n in range(len(kinds)):
            spots = kinds[n]
            hexes = sites & hexes_with[n]
            while hexes:
                hexes &= hexes - 1
                if spots > 0:
                    good += spots
                else:
                    bad += spots
        return a_good_spot * float(min(good, 9)) + a_bad_spot * float(max(bad, -9))

    def feature_names(self) -> list[str]:
        return [
            "one",
            "value",
            "mean value",
            "gains taxed",
            "losses taxed",
            "gains untaxed",
            "losses untaxed",
            "gains untaxed, to be taxed",
            "losses untaxed, to be taxed",
            "outlook taxed",
            "outlook untaxed",
            "outlook untaxed, to be taxed",
            "stocks taxed",
            "stocks untaxed",
            "stocks shared",
            "purchase open",
            "build open",
            "early",
        ]

    def features(self, state: State) -> vec[float]:
        """Of each seat: its stocks by the fate of their companies, and what it can still do about it."""
        rails = cast(MiniRails, state)
        left = ROUNDS - rails.round + 1
        hope = vec[float](capacity=COMPANIES)
        paid = vec[float](capacity=COMPANIES)
        holders = vec[float]([0.0] * COMPANIES)
        for company in range(COMPANIES):
            hope = append(hope, self.outlook(rails, company) * float(left) / float(ROUNDS))
            paid = append(paid, 1.0 if rails.stocks.is_taxed(company) else self.tax_chance(rails, company, left))
        for k in range(rails.players * ROUNDS):
            if rails.stocks.of[k] != NOBODY:
                holders[rails.stocks.of[k]] += 1.0
        values = self.as_they_stand(rails)
        mean = 0.0
        for seat in range(rails.players):
            mean += values[seat] / float(rails.players)
        found = vec[float]([0.0] * (FEATURES * rails.players))
        for seat in range(rails.players):
            row = seat * FEATURES
            found[row] = 1.0
            found[row + 1] = values[seat]
            found[row + 2] = mean
            for k in range(seat * ROUNDS, (seat + 1) * ROUNDS):
                company = rails.stocks.of[k]
                if company == NOBODY:
                    continue
                at = float(rails.stocks.at[k])
                loss: i64 = 1 if at < 0.0 else 0
                if paid[company] == 1.0:
                    found[row + 3 + loss] += at
                    found[row + 9] += hope[company]
                    found[row + 12] += 1.0
                else:
                    found[row + 5 + loss] += at
                    found[row + 7 + loss] += at * paid[company]
                    found[row + 10] += hope[company]
                    found[row + 11] += hope[company] * paid[company]
                    found[row + 13] += 1.0
                found[row + 14] += (holders[company] - 1.0) * float(left) / float(ROUNDS)
            found[row + 15] = 1.0 if rails.action_tiles[seat] & BUY_TILE else 0.0
            found[row + 16] = 1.0 if rails.action_tiles[seat] & BUILD_TILE else 0.0
            found[row + 17] = self.early(rails, seat)
        return found

    def early(self, rails: MiniRails, seat: i64) -> float:
        """How far in front the seat's markers lie for the next round, while there is one."""
        total = 0.0
        if rails.round == ROUNDS:
            return total
        for space in range(rails.spaces()):
            if rails.market[space] == MARKER + seat:
                total += 1.0 - float(space) / float(rails.spaces())
        return total

    def prior(self, state: State, move: i64) -> float:
        """A stock is worth what its company may still do; a build what it moves, for the mover against
        the others, at the best hex there is for it."""
        rails = cast(MiniRails, state)
        if rails.phase == SITE:
            spots = -1 if move >= LAY_FRAME else rails.map.value[move - LAY]
            return float(spots) * self.stake(rails, rails.hand)
        if rails.phase != ACTION:
            return 0.0
        c = self.constants
        if move < BUILD:
            company = rails.market[move - BUY]
            taxed = 1.0 if rails.stocks.is_taxed(company) else c.untaxed
            return c.stock + self.lift(rails, company, c.good, c.bad) * taxed - c.place * float(move)
        company = rails.market[move - BUILD]
        return self.best_build(rails, company, self.stake(rails, company)) - c.place * float(move - BUILD)

    def apart(self, state: State, moves: vec[i64]) -> vec[i64]:
        """Of the discs of one company the first: what they do is the same, and the place in the next order better."""
        rails = cast(MiniRails, state)
        if rails.phase != ACTION:
            return moves
        found = vec[i64](capacity=len(moves))
        market = rails.market
        bought: i64 = 0
        built: i64 = 0
        for i in range(len(moves)):
            move = moves[i]
            bit = rails.map.lands[0].bit[market[move - (BUILD if move >= BUILD else BUY)]]
            if move >= BUILD and built & bit == 0:
                built |= bit
                found = append(found, move)
            elif move < BUILD and bought & bit == 0:
                bought |= bit
                found = append(found, move)
        return found

    def stake(self, rails: MiniRails, company: i64) -> float:
        """How many stocks of the company the mover holds, less some of the others'."""
        mine = 0.0
        of = rails.stocks.of
        first = rails.to_act * ROUNDS
        for k in range(len(of)):
            if of[k] == company:
                if first <= k < first + ROUNDS:
                    mine += 1.0
                else:
                    mine -= self.constants.others
        return mine

    def best_build(self, rails: MiniRails, company: i64, stake: float) -> float:
        sites = rails.sites(company)
        if sites == 0:
            return -stake
        best = -99.0
        spots = rails.map.spots
        hexes_with = rails.map.hexes_with
        for n in range(len(spots)):
            if sites & hexes_with[n]:
                worth = stake * float(spots[n])
                if worth > best:
                    best = worth
        return best


def count(hexes: i64) -> i64:
    """How many there are in a set of bits."""
    found: i64 = 0
    while hexes:
        hexes &= hexes - 1
        found += 1
    return found
