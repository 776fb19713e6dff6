"""The numbers that the estimate of Mini Rails rests on: fitted to how stocks ended in 18,000 games, what counts beside
the stocks set by hand, and all of it moved by `branchline lab tune` (docs/search.md, "Constants moved by play")."""

from typing import final


@final
class Constants:
    def __init__(self) -> None:
        # How often a company is the one that is left: by its discs in the bag and on the market. A good hex makes its
        # discs wanted.
        self.left_from_bag = 0.452
        self.bag_by_best = -0.677
        self.bag_by_stocks = 0.725
        self.left_from_market = 0.752
        self.market_by_best = -0.581
        self.usual_best = 3.0  # spots, from where on more counts for less

        # How far a build moves it.
        self.drift = -0.498
        self.by_good = 0.105
        self.by_bad = 0.136
        self.by_best = 0.439
        self.blocked = -0.600
        self.by_holders = 0.560
        self.by_own = -0.114  # for each further stock of the same seat
        self.by_others = -0.082  # for each of the others'
        self.by_others_share = 0.568  # by how many that is a player
        self.by_part = 0.123  # for whom all of its stocks are

        # How far it may come out otherwise: the square, by the builds to come and by their square.
        self.spread = 3.30
        self.spread_further = 0.460

        self.on_market = 0.9  # that a disc of the market is worth of one in the bag

        # What counts beside the stocks, in the first round and in the last: an action tile that is still to be used,
        # and how far in front the markers lie for the next round.
        self.purchase_first = -1.04
        self.purchase_last = -0.68
        self.build_first = 1.38
        self.build_last = 0.84
        self.early_first = 0.12
        self.early_last = 1.31

        # How promising a move looks: a stock, by the spots that its company may reach, less if it is not taxed yet; how
        # much another's stock counts beside one's own in a build; and what a place further back on the market costs.
        self.stock = 0.0
        self.good = 0.35
        self.bad = 0.12
        self.untaxed = 0.6
        self.others = 0.4
        self.place = 0.05
