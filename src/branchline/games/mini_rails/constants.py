"""The numbers that the estimate of Mini Rails rests on: fitted to how stocks ended in 18,000 games, what counts beside
the stocks set by hand, and all of it moved by `branchline lab tune` (docs/search.md, "Constants moved by play")."""

from typing import final


@final
class Constants:
    def __init__(self) -> None:
        # How often a company is the one that is left: by its discs in the bag and on the market. A good hex makes its
        # discs wanted.
        self.left_from_bag = 0.368
        self.bag_by_best = -0.643
        self.bag_by_stocks = 0.775
        self.left_from_market = 0.775
        self.market_by_best = -0.577
        self.usual_best = 2.519  # spots, from where on more counts for less

        # How far a build moves it.
        self.drift = -0.657
        self.by_good = 0.085
        self.by_bad = 0.147
        self.by_best = 0.398
        self.blocked = -0.762
        self.by_holders = 0.521
        self.by_own = -0.151  # for each further stock of the same seat
        self.by_others = -0.136  # for each of the others'
        self.by_others_share = 0.576  # by how many that is a player
        self.by_part = 0.084  # for whom all of its stocks are

        # How far it may come out otherwise: the square, by the builds to come and by their square.
        self.spread = 3.812
        self.spread_further = 0.463

        self.on_market = 1.116  # that a disc of the market is worth of one in the bag

        # What counts beside the stocks, in the first round and in the last: an action tile that is still to be used,
        # and how far in front the markers lie for the next round.
        self.purchase_first = -0.962
        self.purchase_last = 0.128
        self.build_first = 0.807
        self.build_last = 0.674
        self.early_first = 0.225
        self.early_last = 1.242

        # How promising a move looks: a stock, by the spots that its company may reach, less if it is not taxed yet; how
        # much another's stock counts beside one's own in a build; and what a place further back on the market costs.
        self.stock = 0.305
        self.good = 0.242
        self.bad = 0.123
        self.untaxed = 0.479
        self.others = 0.336
        self.place = 0.071
