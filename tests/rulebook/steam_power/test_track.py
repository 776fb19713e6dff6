"""Lay Track: the rulebook's examples and the hard cases of section 4."""

import pytest

import branchline
from branchline.games.steam_power import codes
from tests.rulebook.steam_power.table import Table


def lay_hexes(table: Table) -> set[str]:
    return {move.split()[1] for move in table.pos.legal() if move.startswith("lay ")}


def test_first_track_leads_into_any_city() -> None:
    table = Table()
    assert "begin quincy" in table.pos.legal()
    assert lay_hexes(table) == set(), "first the city is chosen"
    table.play("begin quincy")
    assert lay_hexes(table) == {"d8", "e8", "d9", "f9", "d10", "e10"}, "all around Quincy"


def test_first_track_example_only_the_two_cities_go_on() -> None:
    """The first tile lies between two cities: everything else goes on from one of them."""
    table = Table().play("begin des moines", "lay d8 se-w")
    assert table.network(0) == {"Des Moines", "Quincy"}
    around = {"d7", "c7", "b8", "c9", "d9", "e8", "f9", "d10", "e10"}
    assert lay_hexes(table) <= around | {"d8"}
    assert table.refusal("lay g10 e-w") == "steam-power 4.3"


def test_incomplete_link_example_must_be_continued() -> None:
    table = Table().play("begin quincy", "lay f9 e-w")
    assert lay_hexes(table) == {"g9"}
    assert table.refusal("lay d8 se-w") == "steam-power 4.4"
    table.play("stop", "lay g9 sw-w")
    assert table.network(0) == {"Quincy", "Peoria"}
    assert "lay d8 se-w" in table.pos.legal(), "now another link may be started"


def test_incomplete_link_takes_one_train_and_only_one() -> None:
    table = Table().play("begin quincy", "lay f9 e-w", "lay g9 e-w")
    assert table.state.track.trains[0] == 20


def test_connecting_to_another_players_incomplete_link_is_not_allowed() -> None:
    table = Table().link(1, "Quincy", "f9", "g9").link(0, "Springfield", "f11", "Peoria")
    assert table.refusal("lay g9 sw-w") == "steam-power 4.4"
    assert "lay g9 e-sw" in table.pos.legal(), "past the open end is fine"


def test_blocked_link_example_blue_replaces_its_end_and_reaches_the_white_city() -> None:
    """Green closes off Blue's link; Blue turns its end tile and goes another way."""
    table = Table().link(1, "St. Paul", "e3", "f3").turn_of(2)
    table.play("begin la crosse", "lay f3 se-sw", "lay f4 se-nw")
    assert table.network(2) == {"La Crosse", "Milwaukee"}
    table.turn_of(1)
    assert lay_hexes(table) == set(), "a tight curve can't be crossed"
    money = table.dollars()[1]
    table.play("replace e3 w-ne", "lay e2 sw-nw")
    assert table.network(1) == {"Minneapolis", "St. Paul", "Duluth"}
    assert table.dollars()[1] == money


def test_removing_the_only_tile_returns_tile_and_train() -> None:
    table = Table().play("begin quincy", "lay f9 e-w", "remove f9")
    assert table.rails("f9") == []
    assert table.state.track.trains[0] == 21
    assert list(table.state.track.tiles) == [80, 10, 10]
    assert "begin duluth" in table.pos.legal(), "the next track is a first track again"


def test_the_only_tile_of_a_link_may_be_turned_to_any_legal_start() -> None:
    table = Table().link(0, "Quincy", "e10", "Peoria").link(0, "Quincy", "f9", "g9")
    assert "replace f9 e-se" in table.pos.legal(), "out of Peoria instead of Quincy"
    assert table.refusal("replace f9 e-ne") == "steam-power 4.2", "into no city"
    table.play("replace f9 e-se")
    assert (table.rails("f9"), table.state.track.trains[0]) == (["0 e-se"], 19)
    foreign = Table().link(0, "Quincy", "d8", "Des Moines").link(0, "Quincy", "f9", "g9")
    assert foreign.refusal("replace f9 e-se") == "steam-power 4.3", "Peoria is not in the network"
    first = Table().play("begin quincy", "lay f9 e-w", "stop")
    assert "replace f9 e-se" in first.pos.legal(), "a first track may begin at Peoria just as well"
    assert first.refusal("replace f9 e-ne") == "steam-power 4.2"


def test_a_completed_link_is_never_broken() -> None:
    table = Table().link(0, "Peoria", "g10", "Indianapolis")
    assert table.refusal("remove g10") == "steam-power 4.5"
    assert table.refusal("replace g10 e-sw") == "steam-power 4.5"


def test_crossing_example_red_goes_through_yellow() -> None:
    """A curve out of the white city, then a crossing that keeps Yellow's track."""
    table = Table().link(3, "Peoria", "g11", "g12", "Evansville").money(0, 2)
    table.play("begin evansville", "lay h11 se-w", "lay g11 e-w")
    assert table.rails("g11") == ["3 se-nw", "0 e-w"]
    assert table.dollars()[0] == 0
    assert list(table.state.track.tiles) == [80 - 2, 9, 10], "the straight went back, a crossing came"


def test_a_crossing_costs_two_dollars_whatever_the_land() -> None:
    table = Table().link(1, "St. Louis", "e12", "Springfield").link(0, "Paducah", "f11", "Springfield").money(0, 1)
    assert table.notation.map.terrain[table.hex("e12")] == "hills"
    assert table.refusal("lay e12 e-w") == "steam-power 4.6"
    table.money(0, 2)
    assert table.pos.why_not("lay e12 e-w") is None


def test_a_crossing_is_final_and_no_tile_shows_everything() -> None:
    table = (
        Table().link(3, "Peoria", "g11", "g12", "Evansville").play("begin evansville", "lay h11 se-w", "lay g11 e-w")
    )
    table.turn_of(2).link(2, "Paducah", "f13", "St. Louis")
    assert table.refusal("lay g11 sw-ne") == "steam-power 4.6"


def test_land_costs_and_what_cannot_be_paid_cannot_be_placed() -> None:
    table = Table().link(0, "Jefferson City", "c11", "Kansas City").money(0, 3)
    assert table.refusal("lay d12 e-w") == "steam-power 4.1"
    table.money(0, 4).play("lay d12 e-w")
    assert table.dollars()[0] == 0


@pytest.mark.parametrize("move", ["lay i1 e-w", "lay z99 e-w", "lay q4", "lay h7 e-w"])
def test_nonsense_hexes_are_refused(move: str) -> None:
    assert Table().link(0, "Peoria", "g10", "Indianapolis").refusal(move) == "steam-power 4.1"


def test_no_rail_leads_into_water_or_off_the_map() -> None:
    table = Table().link(0, "Green Bay", "g4", "f4", "La Crosse")
    assert table.refusal("lay h5 e-ne") == "steam-power 4.1", "i5 is a lake"
    table = Table().link(0, "Sioux City", "b6", "c6", "Cedar Rapids")
    assert table.refusal("lay a7 w-nw") == "steam-power 4.1", "there is nothing west of a7"


def test_group_example_into_chicago_and_out_of_gary() -> None:
    table = Table().play("begin dubuque", "lay g7 e-w", "lay i9 e-nw")
    assert table.network(0) == {"Dubuque", "Chicago", "Gary", "Fort Wayne"}


def test_a_link_cannot_return_to_the_group_it_began_at() -> None:
    table = Table().play("begin chicago")
    assert table.refusal("lay g8 e-ne") == "steam-power 4.3"


def test_without_a_train_no_link_is_started_but_one_is_finished() -> None:
    table = Table().link(0, "Peoria", "g10", "Indianapolis").link(0, "Quincy", "f9", "g9")
    table.state.track.trains[0] = 0
    assert lay_hexes(table) == {"g9"}
    table.play("lay g9 sw-w")
    assert table.network(0) == {"Quincy", "Peoria", "Indianapolis"}
    table = Table().link(0, "Peoria", "g10", "Indianapolis")
    table.state.track.trains[0] = 0
    assert lay_hexes(table) == set()
    assert table.refusal("lay i9 e-sw") == "steam-power 4.4"


def test_a_tile_side_that_is_used_up_is_not_available() -> None:
    table = Table().link(0, "Peoria", "g10", "Indianapolis")
    table.state.track.tiles[1] = 0
    assert table.refusal("lay i9 sw-w") == "steam-power 4.7"
    assert "lay i9 e-sw" in table.pos.legal()


def test_a_rail_pulled_off_a_crossing_leaves_the_other_as_it_was() -> None:
    table = (
        Table().link(3, "Peoria", "g11", "g12", "Evansville").play("begin evansville", "lay h11 se-w", "lay g11 e-w")
    )
    table.turn_of(0).play("remove g11")
    assert table.rails("g11") == ["3 se-nw"]
    assert list(table.state.track.tiles) == [80 - 3, 10, 10]


def test_with_no_plain_tile_left_the_crossing_stays_with_a_dead_rail() -> None:
    table = (
        Table().link(3, "Peoria", "g11", "g12", "Evansville").play("begin evansville", "lay h11 se-w", "lay g11 e-w")
    )
    table.turn_of(0)
    table.state.track.tiles[0] = 0
    table.play("remove g11")
    assert table.rails("g11") == ["3 se-nw", "dead e-w"]
    assert table.state.track.tiles[1] == 9


def test_crossing_track_replacing_an_end_drops_a_dead_rail_when_plain_tiles_are_back() -> None:
    table = Table().link(3, "Peoria", "g11", "h11").link(0, "Springfield", "f11", "g11", "g12")
    table.turn_of(3)
    table.state.track.tiles[0] = 0
    table.play("remove g11")
    assert table.rails("g11") == ["dead e-nw", "0 se-w"]
    table.turn_of(0)
    assert {move for move in table.pos.legal() if move.startswith("replace ")} == {
        "replace g11 sw-w",
        "replace g11 w-nw",
        "replace g11 w-ne",
    }, "tight curves without the dead rail, another crossing with it"
    table.state.track.tiles[0] = 2
    free = {move for move in table.pos.legal() if move.startswith("replace ")}
    assert free == {f"replace g11 {rail}" for rail in ("sw-w", "w-nw", "se-w", "e-w", "w-ne")}
    table.play("replace g11 w-ne")
    assert table.rails("g11") == ["0 w-ne"]
    assert list(table.state.track.tiles) == [1, 10, 10], "the crossing is back in stock"


def test_replacing_on_a_crossing_is_free_and_keeps_the_other_track() -> None:
    table = (
        Table().link(3, "Peoria", "g11", "g12", "Evansville").play("begin evansville", "lay h11 se-w", "lay g11 e-w")
    )
    table.turn_of(0).money(0, 0)
    replaced = [move for move in table.pos.legal() if move.startswith("replace g11")]
    assert replaced == ["replace g11 e-sw"], "the only other rail from the east that crosses Yellow's straight"
    table.play("replace g11 e-sw")
    assert table.rails("g11") == ["3 se-nw", "0 e-sw"]
    assert list(table.state.track.tiles) == [80 - 2, 10, 9]


def test_lay_track_is_one_tile_or_two() -> None:
    table = Table().link(0, "Peoria", "g10", "Indianapolis").play("lay f11 w-ne")
    assert table.state.phase == codes.LAYING
    table.play("stop")
    assert (table.state.to_act, table.state.actions) == (0, 1)
    assert table.refusal("stop") == "steam-power 4.1"


def test_laying_is_the_only_thing_to_do_between_two_tiles() -> None:
    table = Table().link(0, "Peoria", "g10", "Indianapolis").play("lay f11 w-ne")
    assert table.refusal("money") == "steam-power 4.1"


def test_five_players_are_the_most_and_there_is_no_sixth() -> None:
    with pytest.raises(branchline.Refused) as refused:
        branchline.game("steam-power").start(seats=6)
    assert refused.value.rule == "steam-power 1"


def test_edges_are_named_clockwise_from_the_east() -> None:
    refused = Table().link(0, "Peoria", "g10", "Indianapolis").pos.why_not("lay i9 sw-e")
    assert refused is not None
    assert "lay i9 e-sw" in refused.reason
