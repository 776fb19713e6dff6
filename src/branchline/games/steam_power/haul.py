"""10.4 How an Automa's good travels: of ways that cost the same, the one that the direction marker meets first.

A way is a row of links, each from a city group to one that is a link nearer to the Automa's network. Two ways are
compared by the hexes that only one of them leads over, then by the city they start from, the city they serve, and the
cities between.
"""

from typing import TYPE_CHECKING, final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.steam_power.deck import LINKS
from branchline.games.steam_power.land import NONE

if TYPE_CHECKING:
    from branchline.games.steam_power.rules import SteamPower


@final
class Haul:
    """The best way over foreign links from one node to the network. `fare` tells how many links are left from each."""

    def __init__(self, t: "SteamPower", company: i64, node: i64, fare: vec[i64]) -> None:
        self.t = t
        self.more = vec[i64]([0] * t.land.hexes)
        # Of each link on the map: the nodes at its two ends, and the hexes of the cities there.
        self.end_node = vec[i64]([NONE] * (t.companies * LINKS * 2))
        self.end_city = vec[i64]([NONE] * (t.companies * LINKS * 2))
        self.find_ends()
        # Steps of ways: a link (NONE if its tiles are unknown), the hexes of the cities where it is entered and left,
        # the step before.
        self.link = vec[i64]()
        self.enters = vec[i64]()
        self.leaves = vec[i64]()
        self.owner = vec[i64]()
        self.whence = vec[i64]()
        self.reached = vec[i64]([NONE] * t.land.nodes)  # node: the last step of the best way there
        self.arrived: i64 = NONE
        self.travel(company, node, fare)

    def find_ends(self) -> None:
        t = self.t
        land = t.land
        for k in range(len(t.track.link)):
            number = t.track.link[k]
            if number == NONE:
                continue
            for way in range(2):
                edge = land.rails.first[t.track.rail[k]] if way == 0 else land.rails.second[t.track.rail[k]]
                beyond = k // 2 * 6 + edge
                if land.node_beyond[beyond] != NONE:
                    end = number * 2 if self.end_node[number * 2] == NONE else number * 2 + 1
                    self.end_node[end] = land.node_beyond[beyond]
                    self.end_city[end] = land.beside[beyond]

    def travel(self, company: i64, node: i64, fare: vec[i64]) -> None:
        """Link by link nearer, from every node that is as far as the last."""
        t = self.t
        left = fare[node]
        at = t.land.bit[node]
        while left > 0:
            beyond: i64 = 0
            for here in range(t.land.nodes):
                if not at & t.land.bit[here]:
                    continue
                for owner in range(t.companies):
                    joined = t.track.joins[owner * t.land.nodes + here]
                    for there in range(t.land.nodes):
                        if owner != company and joined & t.land.bit[there] and fare[there] == left - 1:
                            self.go(owner, here, there)
                            beyond |= t.land.bit[there]
            at = beyond
            left -= 1
        for there in range(t.land.nodes):
            if at & t.land.bit[there]:
                self.arrived = self.sooner(self.reached[there], self.arrived)

    def go(self, owner: i64, here: i64, there: i64) -> None:
        """Over each of an owner's links between two nodes."""
        found = False
        for number in range(owner * LINKS, owner * LINKS + LINKS):
            for way in range(2):
                if self.end_node[number * 2 + way] == here and self.end_node[number * 2 + 1 - way] == there:
                    found = True
                    self.step(owner, number, number * 2 + way, here, there)
        if not found:
            self.step(owner, NONE, NONE, here, there)

    def step(self, owner: i64, number: i64, end: i64, here: i64, there: i64) -> None:
        n: i64 = len(self.link)
        enters: i64 = NONE if end == NONE else self.end_city[end]
        leaves: i64 = NONE if end == NONE else self.end_city[end ^ 1]
        self.link = append(self.link, number)
        self.enters = append(self.enters, enters)
        self.leaves = append(self.leaves, leaves)
        self.owner = append(self.owner, owner)
        self.whence = append(self.whence, self.reached[here])
        self.reached[there] = self.sooner(n, self.reached[there])

    def sooner(self, one: i64, other: i64) -> i64:
        """Which of two ways of the same length, told by their last steps, the marker meets first."""
        if one == NONE or other == NONE:
            return other if one == NONE else one
        self.count(one, 1)
        self.count(other, -1)
        rank = self.t.land.rank
        first = self.t.automas.marker * self.t.land.hexes
        best: i64 = NONE
        winner: i64 = NONE
        for hex in range(self.t.land.hexes):
            if self.more[hex] != 0:
                if best == NONE or rank[first + hex] < best:
                    best = rank[first + hex]
                    winner = one if self.more[hex] > 0 else other
                self.more[hex] = 0
        if winner != NONE:
            return winner
        return one if self.cities_sooner(one, other) else other

    def count(self, step: i64, by: i64) -> None:
        """The hexes of a way's links."""
        while step != NONE:
            if self.link[step] != NONE:
                for k in range(len(self.t.track.link)):
                    if self.t.track.link[k] == self.link[step]:
                        self.more[k // 2] += by
            step = self.whence[step]

    def cities_sooner(self, one: i64, other: i64) -> bool:
        """The city it starts from, the city it serves, the cities between."""
        mine = self.cities(one)
        theirs = self.cities(other)
        for k in range(len(mine)):
            if mine[k] != theirs[k]:
                return mine[k] < theirs[k]
        return False

    def cities(self, step: i64) -> vec[i64]:
        """When the marker meets them: the first, the last, then the others from the first on."""
        found = vec[i64]()
        while step != NONE:
            found = append(append(found, self.rank(self.leaves[step])), self.rank(self.enters[step]))
            step = self.whence[step]
        last: i64 = len(found) - 1
        ordered = vec[i64]([found[last], found[0]])
        for k in range(last - 1, 0, -1):
            ordered = append(ordered, found[k])
        return ordered

    def rank(self, hex: i64) -> i64:
        if hex == NONE:
            return NONE
        return self.t.land.rank[self.t.automas.marker * self.t.land.hexes + hex]
