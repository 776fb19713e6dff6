"""The numbers that the estimate of Mini Express rests on: fitted to how shares ended in 900 games, set by hand what
influence is worth besides, and all of it moved by `branchline lab tune` (docs/search.md, "Constants moved by play")."""

from typing import final


@final
class Constants:
    def __init__(self) -> None:
        # Steps of length that a company gains from the start to the end, by what it has.
        self.growth = 4.929
        self.by_city = 0.311  # that it may still reach
        self.by_city_near = 0.478  # with the trains in its Tracks
        self.by_tracks = 0.302
        self.by_supply = -0.046
        self.spike_bonus = 2.062

        # The lead in influence that counts, and how far it may come out otherwise.
        self.spread_at_end = 0.701
        self.spread = 3.207
        self.others_gain = -0.843  # what anybody else gains on a shareholder until the end
        self.a_share_gains = 1.824  # for each share that they hold and the seat does not
        self.steepness = 2.007
        self.comes_back = 1.348  # the chance to have influence at the end for who has none at the start

        # Points that one influence is worth beyond the ranks, since it pays for shares: at the end, and how much more
        # at the start; and how many of it count.
        self.influence_at_end = 0.204
        self.influence = 0.26
        self.influence_at_most = 9.201
