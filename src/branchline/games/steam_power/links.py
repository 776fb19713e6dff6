"""Links as everybody sees them on the map: chains of rails, from one end to the other."""

from dataclasses import dataclass
from functools import lru_cache
from typing import TypedDict

from branchline.games.steam_power import deck
from branchline.games.steam_power.components import Map
from branchline.games.steam_power.land import NONE
from branchline.games.steam_power.notation import Notation
from branchline.games.steam_power.rules import SteamPower

Stretch = TypedDict("Stretch", {"hex": str, "from": str, "to": str})
"""The rail of a link on one hex, with the edges between which it leads."""


@dataclass(frozen=True)
class Link:
    id: int
    company: int
    complete: bool
    ends: list[str]  # the cities
    groups: list[int]  # and the groups that they belong to
    rails: list[Stretch]

    def from_group(self, group: int) -> list[Stretch]:
        """Its rails, as one travels from this end."""
        if self.groups[0] == group:
            return self.rails
        return [{"hex": rail["hex"], "from": rail["to"], "to": rail["from"]} for rail in reversed(self.rails)]


def links(notation: Notation, state: SteamPower) -> list[Link]:
    found: dict[int, list[tuple[int, int]]] = {}
    for k, number in enumerate(state.track.link):
        if number != NONE:
            found.setdefault(int(number), []).append((k // 2, int(state.track.rail[k])))
    return [link(notation.map, number, tuple(rails)) for number, rails in sorted(found.items())]


@lru_cache(maxsize=20_000)
def link(map: Map, number: int, rails: tuple[tuple[int, int], ...]) -> Link:
    """It hangs on its rails alone, and most are as they were a move ago."""
    land, edges = map.land, map.layout.edges
    beyond_edge = {}  # a link may cross itself, so a rail is found by its hex and one of its edges
    for hex, pair in rails:
        one, two = int(land.rails.first[pair]), int(land.rails.second[pair])
        beyond_edge.update({(hex, one): two, (hex, two): one})
    hex, entry = next((hex, edge) for hex, edge in beyond_edge if land.node_beyond[hex * 6 + edge] != NONE)
    ends = [int(land.city_at[land.beside[hex * 6 + entry]])]
    chain: list[Stretch] = []
    while (hex, entry) in beyond_edge:
        exit = beyond_edge[hex, entry]
        chain.append({"hex": map.names[hex], "from": edges[entry], "to": edges[exit]})
        hex, entry = int(land.beside[hex * 6 + exit]), (exit + 3) % 6
        if land.city_at[hex] != NONE:
            ends.append(int(land.city_at[hex]))
    return Link(
        id=number,
        company=number // int(deck.LINKS),
        complete=len(ends) == 2,
        ends=[map.cities[end] for end in ends],
        groups=[int(land.node[end]) for end in ends],
        rails=chain,
    )
