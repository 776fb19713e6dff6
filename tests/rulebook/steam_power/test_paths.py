"""Pages 19 to 24: the Automa's paths, over thousands of plans on full, sparse and crowded maps, with few tiles and few
trains. A plain search that knows nothing of the Survey says how far a city is."""

from typing import cast

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import branchline
from branchline.games.steam_power import automaton, codes, paths, track
from branchline.games.steam_power.components import _land
from branchline.games.steam_power.game import SteamPowerGame
from branchline.games.steam_power.land import NONE, PAIRS, Land
from branchline.games.steam_power.layout import LAYOUTS
from branchline.games.steam_power.rules import SteamPower, new
from branchline.kernel.chance import Rng, Seed

GAME = cast(SteamPowerGame, branchline.game("steam-power"))


def sparse(rng: Rng) -> Land:
    """A small map, half of it water, with a few cities."""
    columns, rows = 5 + rng.below(4), 4 + rng.below(4)
    while True:
        signs = "".join("....^M~~CC~"[rng.below(11)] for _ in range(columns * rows))
        if 3 <= signs.count("C") <= 30:
            return _land(signs, columns, LAYOUTS[("flat", "pointy")[rng.below(2)]])


def crowded(land: Land, rng: Rng, tiles: list[int], trains: int) -> SteamPower:
    """Two players and two Automas have laid track at random; the first Automa has turned up a contract."""
    state = new(2, 2, land, GAME.parts.deck, GAME.parts.numbers(4, "normal"), [9] * 5, [80, 10, 10], 30, 2)
    state.round = 1
    for city in range(land.cities):
        state.cities.colour[city] = rng.below(5)
        if rng.below(3) == 0 and state.cities.colour[city] != 4:
            state.factories.owner[city], state.factories.goods[city] = rng.below(4), rng.below(5)
    for seat in range(4):
        state.money[seat] = 1000
    for corner in range(4):
        state.automas.corner[corner] = corner
    for _ in range(rng.below(60)):
        company = rng.below(4)
        state.begin_at = NONE
        moves = track.placements(state, company, vec[i64]())
        if len(moves) == 0:
            continue
        move = moves[rng.below(len(moves))]
        if move >= codes.BEGIN:
            state.begin_at = land.node[move - codes.BEGIN]
            moves = track.starts(state, company, land.bit[state.begin_at], vec[i64]())
            move = moves[rng.below(len(moves))]
        if move < codes.REPLACE:
            track.lay(state, company, move // PAIRS, move % PAIRS)
    state.begin_at = NONE
    while track.has_open_end(state, 2):
        track.remove(state, 2)
    for kind, count in enumerate(tiles):
        state.track.tiles[kind] = min(state.track.tiles[kind], count)
    state.track.trains[2] = min(state.track.trains[2], trains)
    state.company = state.to_act = 2
    state.phase = codes.AUTOMA
    state.contract = rng.below(state.deck.cards)
    state.automas.marker = rng.below(4)
    state.placements = 2
    return state


def positions(kind: str, count: int) -> list[SteamPower]:
    found = []
    for number in range(count):
        rng = Seed(f"paths {kind}").at(number)
        land = sparse(rng) if kind == "sparse" else list(GAME.parts.maps.values())[rng.below(2)].land
        few = [rng.below(6), rng.below(3), rng.below(3)] if rng.below(2) else [80, 10, 10]
        found.append(crowded(land, rng, few, 1 + rng.below(3) if rng.below(2) else 21))
    return found


@pytest.mark.parametrize("kind", ["sparse", "full"])
def test_every_path_goes_over_no_spot_twice_and_can_be_laid_tile_by_tile(kind: str) -> None:
    laid = 0
    for state in positions(kind, 1500):
        plan = automaton.plan(state, 2)
        if plan is None:
            continue
        hexes = [int(hex) for hex in plan.hexes]
        assert len(set(hexes)) == len(hexes) == plan.tiles
        state.set_coins(2)
        for n, hex in enumerate(hexes):
            assert automaton.is_followable(state, 2)
            pair = automaton.rail_on_path(state, 2)
            legal = track.placements(state, 2, vec[i64]())
            if n == 0 and state.begin_at != NONE:
                legal = track.starts(state, 2, state.land.bit[state.begin_at], vec[i64]())
            assert codes.LAY + hex * PAIRS + pair in list(legal)
            state.placements = 9
            state.lay_on_path(2, codes.LAY + hex * PAIRS + pair)
            state.phase = codes.AUTOMA_LAYING
        assert state.track.network[2] & state.land.bit[state.land.node[plan.city]], "the target is reached"
        laid += 1
    assert laid > 500


class Walk:
    """The fewest tiles to each node by trying everything, over no hex twice; only so many tiles deep."""

    def __init__(self, state: SteamPower, home: int, deepest: int) -> None:
        self.state = state
        self.deepest = deepest
        self.fewest: dict[int, int] = {}
        self.tiles = [int(n) for n in state.track.tiles]
        self.go(home, home, None, NONE, frozenset(), int(state.track.trains[2]))

    def go(self, here: int, nodes: int, end: int | None, begun: int, used: frozenset[int], trains: int) -> None:
        """From the nodes here, or from the end of a rail."""
        if len(used) == self.deepest:
            return
        land = self.state.land
        if end is not None:
            self.rails(end // 6, end % 6, nodes, begun, used, trains)
            return
        for hex in range(land.hexes if trains else 0):
            for entry in range(6):
                node = int(land.node_beyond[hex * 6 + entry])
                if node != NONE and here & land.bit[node]:
                    self.rails(hex, entry, nodes, node, used, trains - 1)

    def rails(self, hex: int, entry: int, nodes: int, begun: int, used: frozenset[int], trains: int) -> None:
        state, land = self.state, self.state.land
        if hex in used or land.ground[hex] < 0 or state.track.rail[hex * 2 + 1] != NONE:
            return
        old = int(state.track.rail[hex * 2])
        for exit in range(6):
            pair = int(land.rails.pair[entry * 6 + exit]) if exit != entry else NONE
            kind = int(land.rails.stock[(old + 1) * PAIRS + pair]) if pair != NONE else NONE
            node = int(land.node_beyond[hex * 6 + exit])
            if kind == NONE or self.tiles[kind] == 0 or land.rails.edges[pair] & ~land.open[hex]:
                continue
            if node == begun or (node != NONE and nodes & land.bit[node]):
                continue  # a way leads on, not back
            if land.rails.edges[pair] & track.shunned_edges(state, 2, hex):
                continue
            back = int(land.rails.kind[old]) if old != NONE else NONE
            self.tiles[kind] -= 1
            if back != NONE:
                self.tiles[back] += 1
            if node == NONE:
                ahead = int(land.beside[hex * 6 + exit]) * 6 + (exit + 3) % 6
                self.go(0, nodes, ahead, begun, used | {hex}, trains)
            else:
                self.fewest[node] = min(len(used) + 1, self.fewest.get(node, 99))
                self.go(int(land.bit[node]), nodes | land.bit[node], None, NONE, used | {hex}, trains)
            self.tiles[kind] += 1
            if back != NONE:
                self.tiles[back] -= 1


@pytest.mark.parametrize(("kind", "count", "deepest"), [("sparse", 250, 5), ("full", 10, 3)])
def test_the_closest_city_is_the_one_with_the_fewest_tiles_of_a_way_that_can_be_laid(
    kind: str, count: int, deepest: int
) -> None:
    compared = 0
    for state in positions(kind, count):
        start = automaton.start_node(state, 2)
        home = int(state.track.network[2]) if start == NONE else int(state.land.bit[start])
        walk = Walk(state, home, deepest)
        survey = paths.Survey(state, 2, home)
        for node in range(state.land.nodes):
            bit = state.land.bit[node]
            if home & bit:
                continue
            tiles = int(survey.tiles[node]) if survey.reach(bit) else 99
            if tiles < 99 and not survey.can_lay(node, state.track.trains[2]):
                detour = paths.Detour(state, 2, state.track.trains[2], bit)
                tiles = int(detour.limit) if tiles <= deepest and detour.find(home, tiles) else 99
            if min(tiles, walk.fewest.get(node, 99)) <= deepest:
                assert tiles == walk.fewest.get(node), f"node {node}"
                compared += 1
    assert compared > 80
