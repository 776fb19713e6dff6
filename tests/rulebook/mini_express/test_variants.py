"""The Golden Spike and the harbors, beyond their printed examples."""

import pytest

from branchline.games.mini_express import box, codes, golden_spike
from branchline.games.mini_express.components import COMPANIES
from tests.rulebook.mini_express.table import Sit, Table


@pytest.fixture
def beside_omaha(table: Sit) -> Table:
    t = table(3, golden_spike=True)
    t.track("brown", (0, -1))
    t.demand("Omaha", "gray", "white")
    return t


def test_the_first_in_omaha_is_the_east_side_and_the_others_start_in_san_francisco(beside_omaha: Table) -> None:
    t = beside_omaha
    t.pos.play("build brown omaha")
    assert t.state.spike.stage == golden_spike.RACING
    assert t.state.spike.east_side == COMPANIES.index("brown")
    assert [t.of(t.state.assets.supply, c) for c in COMPANIES] == [19] * 4
    coast = t.map.cities[t.city("San Francisco")].at
    assert [coast in t.cells(c) for c in COMPANIES] == [False, True, True, True]
    assert not t.has_tile("San Francisco")
    assert {"los angeles", "portland"} <= t.builds("gray")
    assert [t.of(t.state.assets.length, c) for c in COMPANIES] == [0] * 4


def test_the_east_side_may_not_build_into_san_francisco(beside_omaha: Table) -> None:
    t = beside_omaha
    t.pos.play("build brown omaha")
    t.track("brown", (-8, 2))
    refused = t.why_not("build brown san francisco")
    assert refused.reason == "San Francisco is full: it holds 3 companies, Gray, Orange and White."


def test_san_francisco_without_a_tile_is_closed_even_with_room(beside_omaha: Table) -> None:
    t = beside_omaha
    t.supply(gray=0)
    t.pos.play("build brown omaha")
    t.track("brown", (-8, 2))
    refused = t.why_not("build brown san francisco")
    assert refused.reason == "San Francisco has no demand tile any more, so nobody builds there."


def test_a_company_without_supply_is_left_out(beside_omaha: Table) -> None:
    t = beside_omaha
    t.supply(brown=0, gray=0)
    t.pos.play("build brown omaha")
    assert t.state.spike.east_side == box.NOBODY
    coast = t.map.cities[t.city("San Francisco")].at
    assert coast not in t.cells("gray")
    assert coast in t.cells("white")


def test_the_event_can_deplete(beside_omaha: Table) -> None:
    t = beside_omaha
    t.supply(gray=1, white=1)
    t.pos.play("build brown omaha")
    assert [t.of(t.state.assets.shares, c) for c in ("gray", "white")] == [0, 0]
    assert t.state.ending


def test_san_francisco_first_calls_it_off(table: Sit) -> None:
    t = table(3, golden_spike=True)
    t.track("brown", (-8, 2))
    t.track("brown", (0, -1))
    t.demand("San Francisco", "gray", "white")
    t.demand("Omaha", "gray", "white")
    t.pos.play("build brown san francisco")
    assert t.state.spike.stage == golden_spike.CALLED_OFF
    t.turn_of(1)
    t.tracks(brown=5)
    t.pos.play("build brown omaha")
    assert t.state.spike.east_side == box.NOBODY
    assert t.of(t.state.assets.supply, "gray") == 20


def test_the_line_counts_only_where_colours_share_a_hex(table: Sit) -> None:
    """Orange beside Gray is no connection; Orange in a hex with Gray is."""
    t = table(3, golden_spike=True)
    t.race(east_side="brown")
    t.track("orange", "Omaha", (-1, -1), (-2, 0))
    t.demand("Billings", "gray", "white")
    t.tracks(orange=5)
    t.pos.play("build orange billings")
    while t.state.phase == codes.CHOOSE_ROUTE:
        t.pos.play(t.pos.legal()[0])
    assert t.state.spike.stage == golden_spike.RACING
    t.turn_of(1)
    t.tracks(orange=5)
    t.pos.play("build orange denver")
    assert t.state.phase == codes.CHOOSE_WEST_SIDE


def test_the_only_candidate_becomes_the_west_side_without_asking(table: Sit) -> None:
    t = table(3, golden_spike=True)
    t.race(east_side="orange")
    t.track("orange", "Omaha", (-1, -1), (-2, 0))
    t.demand("Denver", "gray", "white")
    t.tracks(orange=5)
    t.pos.play("build orange denver")
    assert t.state.spike.west_side == COMPANIES.index("gray")
    assert (t.of(t.state.assets.length, "orange"), t.of(t.state.assets.length, "gray")) == (2, 2)


def test_no_train_for_the_west_side_means_no_west_side(table: Sit) -> None:
    t = table(3, golden_spike=True)
    t.race(east_side="orange")
    t.track("orange", "Omaha", (-1, -1), (-2, 0))
    t.demand("Denver", "gray", "white")
    t.tracks(orange=5)
    t.supply(gray=0)
    t.pos.play("build orange denver")
    assert t.state.spike.west_side == box.NOBODY
    assert (t.of(t.state.assets.length, "orange"), t.of(t.state.assets.length, "gray")) == (2, 0)


def test_a_company_met_on_the_way_is_no_west_side(table: Sit) -> None:
    """Only where the two sides meet is there a choice: White beside the line has no part in it."""
    t = table(3, golden_spike=True)
    t.race(east_side="brown")
    t.track("orange", "Omaha")
    t.track("white", (-2, 0))
    t.track("white", (-2, -1))
    t.demand("Denver", "gray", "white")
    t.tracks(orange=5)
    t.pos.play("build orange denver")
    while t.state.phase == codes.CHOOSE_ROUTE:
        t.pos.play(t.pos.legal()[0])
    assert t.pos.legal() == ["west side gray", "west side orange"]


@pytest.fixture
def alongside(table: Sit) -> Table:
    """Orange comes from Omaha; Gray has come from San Francisco, and White lies on Gray's second hex."""
    t = table(3, golden_spike=True)
    t.state.spike.stage = golden_spike.RACING
    t.state.spike.east_side = COMPANIES.index("brown")
    t.no_tile("San Francisco")
    t.track("gray", "San Francisco", (-8, 2), (-7, 2), (-6, 1), "Salt Lake City", (-4, 0), (-3, -1), (-2, -1))
    t.track("white", (-3, -1))
    t.demand("Billings", "gray", "white")
    t.tracks(orange=5)
    return t


def test_every_new_hex_that_meets_the_other_side_is_open_from_the_first_hex_on(alongside: Table) -> None:
    alongside.track("orange", "Omaha", (-1, -1))
    alongside.pos.play("build orange billings").play("via -2,-1 -3,-1 -3,-2")
    assert alongside.pos.legal() == ["west side gray", "west side orange", "west side white"]


def test_every_new_hex_that_meets_the_other_side_is_open_after_a_hex_of_its_own(alongside: Table) -> None:
    alongside.track("orange", "Omaha")
    alongside.track("gray", "Denver")
    alongside.track("white", (-2, -1))
    alongside.demand("Denver", "gray", "white")
    alongside.pos.play("build orange denver").play("via -1,-1 -2,-1")
    assert alongside.pos.legal() == ["west side gray", "west side orange", "west side white"]


def test_a_hex_that_no_side_of_the_line_holds_is_not_open(alongside: Table) -> None:
    alongside.track("orange", "Omaha", (-1, -1))
    alongside.track("white", (-3, -2))
    alongside.state.rails.track[alongside.hex((-3, -1))] &= ~8  # White only beyond the hexes that Gray holds
    alongside.pos.play("build orange billings").play("via -2,-1 -3,-1 -3,-2")
    assert alongside.pos.legal() == ["west side gray", "west side orange"]


def test_new_track_beside_its_own_company_on_both_sides_completes_the_line(table: Sit) -> None:
    """Orange from Omaha and Orange from San Francisco, one hex apart: that hex joins them, with White in it."""
    t = table(3, golden_spike=True)
    t.state.spike.stage = golden_spike.RACING
    t.state.spike.east_side = COMPANIES.index("brown")
    t.no_tile("San Francisco")
    t.track("orange", "Omaha", (0, -3))
    t.track("orange", "San Francisco", (-8, 2), (-7, 2), (-6, 1), "Salt Lake City", (-4, 0), (-3, -1), (-2, -2))
    t.track("white", (-1, -3))
    t.demand("Bismarck", "gray", "white")
    t.tracks(orange=5)
    t.pos.play("build orange bismarck").play("via -1,-3")
    assert t.pos.legal() == ["west side orange", "west side white"]


# -- harbors -----------------------------------------------------------------------------------


@pytest.fixture
def beside_venice(table: Sit) -> Table:
    t = table(3, map="europe", harbor=True)
    t.track("gray", "Rome", (3, -2))
    t.demand("Venice", "white", "purple")
    return t


def test_a_purple_city_opens_a_harbor_for_the_other_half(beside_venice: Table) -> None:
    t = beside_venice
    t.pos.play("build gray venice").play("gain gray")
    assert t.pos.legal() == [f"harbor {name}" for name in ("memel", "nantes", "palermo", "rotterdam", "varna")]
    t.pos.play("harbor palermo")
    assert (4, 1) in t.cells("white")
    assert t.of(t.state.assets.supply, "white") == 19
    assert t.of(t.state.assets.length, "white") == 0
    assert "naples" in t.builds("white")


def test_a_second_company_in_the_city_opens_nothing(beside_venice: Table) -> None:
    t = beside_venice
    t.track("orange", "Venice")
    t.pos.play("build gray venice").play("gain gray")
    assert t.state.rails.harbors_used == 0
    assert t.pos.to_act == 1


def test_without_a_train_the_harbor_is_skipped(beside_venice: Table) -> None:
    t = beside_venice
    t.supply(white=0)
    t.pos.play("build gray venice").play("gain gray")
    assert t.state.rails.harbors_used == 0


def test_a_harbor_is_used_once(beside_venice: Table) -> None:
    t = beside_venice
    t.pos.play("build gray venice").play("gain gray").play("harbor palermo")
    t.turn_of(1)
    t.track("orange", (1, -1))
    t.demand("Milan", "brown", "purple")
    t.pos.play("build orange milan").play("gain gray")
    assert t.why_not("harbor palermo").reason == "Palermo is in use already."


def test_no_route_passes_a_harbor_in_the_variant_only(table: Sit) -> None:
    with_harbors, without = table(3, map="europe", harbor=True), table(3, map="europe")
    for t, closed in ((with_harbors, 1), (without, 0)):
        assert {int(t.state.land.closed[t.map.cells.index(harbor.at)]) for harbor in t.map.harbors} == {closed}
    assert with_harbors.why_not("build gray palermo").rule == "mini-express 8.2"
