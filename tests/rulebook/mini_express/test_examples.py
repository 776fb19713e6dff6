"""Every worked example of the published rulebook, with all that its text rules in or out."""

import pytest

from branchline.games.mini_express import automaton
from branchline.games.mini_express.components import COMPANIES
from tests.rulebook.mini_express.table import Sit, Table


def test_take_a_share_ada_takes_gray(table: Sit) -> None:
    t = table(4)
    t.tracks(gray=1)
    t.influence(0, gray=3)
    supply = t.of(t.state.assets.supply, "gray")
    t.pos.play("share gray")
    assert t.of(t.state.influence, "gray") == 2
    assert t.of(t.state.held, "gray") == 1
    assert t.of(t.state.assets.shares, "gray") == 5
    assert t.of(t.state.assets.tracks, "gray") == 4
    assert t.of(t.state.assets.supply, "gray") == supply - 3


@pytest.fixture
def claire(table: Sit) -> Table:
    """Build Example 1: Orange between Chicago and Louisville, Fort Smith full."""
    t = table(4)
    t.track("orange", "Erie", (7, -6), "Detroit", (5, -4), "Louisville", (3, -3), "Chicago")
    t.track("brown", "Fort Smith")
    t.track("gray", "Fort Smith")
    t.no_tile("Fort Smith")
    t.tracks(orange=4)
    t.length(orange=4)
    t.influence(0, orange=2, gray=2)
    t.demand("Tulsa", "orange", "gray")
    return t


def test_build_example_1_fort_smith_is_full(claire: Table) -> None:
    refused = claire.why_not("build orange fort smith")
    assert refused.rule == "mini-express 4.2"
    assert refused.reason == "Fort Smith is full: it holds 2 companies, Brown and Gray."


def test_build_example_1_tulsa_and_omaha_are_open(claire: Table) -> None:
    assert {"tulsa", "omaha"} <= claire.builds("orange")


def test_build_example_1_one_route_to_tulsa_from_the_middle_of_the_link(claire: Table) -> None:
    assert claire.routes("orange", "Tulsa") == [[(2, -2), (1, -1), (0, 0)]]


def test_build_example_1_several_routes_to_omaha(claire: Table) -> None:
    routes = claire.routes("orange", "Omaha")
    assert len(routes) > 1
    assert all(len(route) == 3 for route in routes)
    claire.pos.play("build orange omaha")
    assert len(claire.pos.legal()) == len(routes)


def test_build_example_1_orange_to_tulsa(claire: Table) -> None:
    claire.pos.play("build orange tulsa")
    state = claire.state
    assert claire.of(state.assets.tracks, "orange") == 1
    assert claire.of(state.assets.length, "orange") == 6
    assert (claire.of(state.influence, "orange"), claire.of(state.influence, "gray")) == (3, 3)
    assert {(2, -2), (1, -1), (0, 0)} <= claire.cells("orange")
    assert claire.has_tile("Tulsa")
    assert claire.pos.to_act == 1


def test_build_example_2_louisville_takes_2_tracks_from_atlanta(leon: Table) -> None:
    routes = leon.routes("gray", "Louisville")
    assert {len(route) for route in routes} == {2}
    for route in routes:
        assert leon.state.land.grid.touches(leon.hex("Atlanta"), leon.hex(route[0]))


def test_build_example_2_detroit_takes_3_from_atlanta_or_from_a_branch(leon: Table) -> None:
    routes = leon.routes("gray", "Detroit")
    assert {len(route) for route in routes} == {3}
    assert [(5, -3), (5, -4), (6, -5)] in routes
    assert [(6, -3), (6, -4), (6, -5)] in routes


def test_build_example_2_gray_to_detroit_from_atlanta(leon: Table) -> None:
    leon.pos.play("build gray detroit").play("via 5,-3 5,-4")
    state = leon.state
    assert leon.of(state.assets.tracks, "gray") == 1
    assert leon.of(state.assets.tracks, "brown") == 2 + 1
    assert leon.of(state.assets.tracks, "orange") == 1 + 2
    assert (leon.of(state.influence, "white"), leon.of(state.influence, "orange")) == (2, 2)
    assert leon.of(state.assets.length, "gray") == 2
    assert not leon.has_tile("Detroit")
    leon.tracks(brown=5)
    assert "detroit" not in leon.builds("brown")


def test_final_scoring_claire_has_27(table: Sit) -> None:
    t = table(4)
    claire = 2
    t.length(brown=12, gray=5, orange=7, white=9)
    t.influence(0, brown=9, gray=7, orange=6, white=1)
    t.influence(1, brown=8, gray=6, orange=3, white=2)
    t.influence(claire, brown=2, gray=5, orange=5, white=7)
    t.influence(3, brown=4, gray=1, orange=2, white=3)
    t.holds(claire, brown=1, gray=1, orange=1, white=2)
    assert [int(t.state.worth(claire, c)) for c in range(4)] == [4, 2, 5, 8]
    assert t.pos.scores()[claire] == 4 + 2 + 5 + (8 + 8) == 27


def bot_route(t: Table, company: str, city: str) -> list[tuple[int, int]]:
    state, number = t.state, COMPANIES.index(company)
    distance = state.rails.distance(number, t.city(city))
    routes = state.land.routes(t.city(city), distance, state.rails.beside, 2**number)
    chosen = automaton.choose_route(state.land, routes, distance, state.rails.track, 2**number)
    return [t.map.cells[hex] for hex in state.land.hexes_of(chosen, distance)]


def test_clockwise_rule_purple_region_fort_smith_to_omaha(table: Sit) -> None:
    t = table(1)
    t.track("brown", "Fort Smith")
    a, b = [(1, -1), (0, -1), (0, -2)], [(1, -1), (1, -2), (0, -2)]
    assert sorted(t.routes("brown", "Omaha")) == sorted([a, b])
    assert bot_route(t, "brown", "Omaha") == a


def test_clockwise_rule_yellow_region_south_of_tulsa_to_new_orleans(table: Sit) -> None:
    t = table(1)
    t.track("brown", (0, 1))
    c, d = [(0, 2), (1, 2), (2, 2)], [(1, 1), (1, 2), (2, 2)]
    e = [(1, 1), (2, 1), (2, 2)]
    assert sorted(t.routes("brown", "New Orleans")) == sorted([c, d, e])
    assert bot_route(t, "brown", "New Orleans") == e


def test_ai_bot_take_a_share_example_orange(table: Sit) -> None:
    t = table(1)
    t.state.bot.chosen = COMPANIES.index("brown")
    t.state.bot.target = t.city("Boston")
    t.tracks(orange=1)
    t.influence(1, orange=3)
    t.bot_draws(2, 2)
    assert t.state.bot.chosen == COMPANIES.index("orange")
    assert t.state.bot.target == t.city("Richmond")
    assert t.bot_acts() == "share orange"
    assert t.of(t.state.held, "orange", seat=1) == 1
    assert t.of(t.state.influence, "orange", seat=1) == 3
    assert t.of(t.state.assets.tracks, "orange") == 4
    assert t.of(t.state.assets.shares, "orange") == 4


@pytest.fixture
def venice(table: Sit) -> Table:
    """The Bot's build: White from Warsaw to Krakow, Belgrade and Berlin."""
    t = table(1, map="europe")
    t.track("white", "Warsaw", (7, -7), (7, -6), (7, -5), "Belgrade")
    t.track("white", (7, -7), "Krakow", (6, -7), (5, -7), "Berlin")
    t.track("gray", "Rome", (3, -2), "Venice")
    t.track("orange", "Essen")
    t.track("gray", "Essen")
    t.no_tile("Essen")
    t.tracks(white=3, gray=2)
    t.length(white=5)
    t.demand("Venice", "gray", "white")
    t.state.bot.chosen = COMPANIES.index("orange")
    t.state.bot.target = t.city("Bremen")
    t.bot_draws(1, 2)
    return t


def test_ai_bot_build_example_markers_move_to_white_and_marseille(venice: Table) -> None:
    assert venice.state.bot.chosen == COMPANIES.index("white")
    assert venice.state.bot.target == venice.city("Marseille")


def test_ai_bot_build_example_frankfurt_and_venice_tie_at_4_spaces_and_3_trains(venice: Table) -> None:
    land, state = venice.state.land, venice.state
    marseille = venice.city("Marseille")
    for city in ("Frankfurt", "Venice"):
        assert land.away[marseille * land.hexes + venice.hex(city)] == 4
        assert state.rails.distance(state.bot.chosen, venice.city(city)) == 3


def test_ai_bot_build_example_nothing_in_reach_is_nearer_to_marseille(venice: Table) -> None:
    land, state = venice.state.land, venice.state
    marseille = venice.city("Marseille")
    for city in venice.game.cities(state):
        if state.destinations(state.bot.chosen) & 2 ** venice.city(city):
            assert land.away[marseille * land.hexes + venice.hex(city)] >= 4


def test_ai_bot_build_example_four_start_hexes_and_one_route_from_the_first(venice: Table) -> None:
    state = venice.state
    routes = state.land.routes(venice.city("Venice"), 3, state.rails.beside, 2**3)
    starts = [venice.map.cells[hex] for hex in automaton.starts(state.land, routes, state.rails.track, 2**3)]
    assert len(starts) == 4
    assert starts[0] == (7, -6)
    assert len([route for route in routes if state.land.grid.touches(venice.hex((7, -6)), route % 256)]) == 1


def test_ai_bot_build_example_venice(venice: Table) -> None:
    assert venice.bot_acts() == "build white venice"
    state = venice.state
    assert {(6, -5), (5, -4)} <= venice.cells("white")
    assert venice.of(state.assets.length, "white") == 7
    assert (venice.of(state.influence, "gray", seat=1), venice.of(state.influence, "white", seat=1)) == (2, 2)
    assert venice.of(state.assets.tracks, "gray") == 3
    assert not venice.has_tile("Venice")


@pytest.fixture
def jill(table: Sit) -> Table:
    """Brown is the East Side; Gray has come from San Francisco to Denver, Orange stands in Omaha."""
    t = table(4, golden_spike=True)
    t.race(east_side="brown")
    t.track("brown", "Omaha")
    t.track("orange", "Omaha")
    t.demand("Denver", "white", "gray")
    t.length(brown=5, orange=6, gray=3)
    t.tracks(orange=5)
    return t


def test_golden_spike_event_jill_chooses_between_orange_and_gray(jill: Table) -> None:
    jill.pos.play("build orange denver")
    while jill.state.phase == 7:
        jill.pos.play(jill.pos.legal()[0])
    assert jill.pos.legal() == ["west side gray", "west side orange"]
    assert jill.why_not("west side brown").rule == "mini-express 7.4"


def test_golden_spike_event_orange_becomes_the_west_side(jill: Table) -> None:
    supply = jill.of(jill.state.assets.supply, "orange")
    jill.pos.play("build orange denver")
    built = jill.state.distance - 1
    while jill.state.phase == 7:
        jill.pos.play(jill.pos.legal()[0])
    jill.pos.play("west side orange")
    assert jill.of(jill.state.assets.length, "brown") == 5 + 2
    assert jill.of(jill.state.assets.length, "orange") == 6 + built + 2
    assert jill.of(jill.state.assets.length, "gray") == 3
    assert jill.of(jill.state.assets.supply, "orange") == supply - 1
    assert jill.pos.to_act == 1
