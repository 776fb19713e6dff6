"""The examples in which the map has a north, on today's US Midwest; and that a map of version 1 has an east."""

import pytest

import branchline
from branchline.games.steam_power.land import FAR
from branchline.games.steam_power.layout import LAYOUTS, LETTERS, Layout, at
from tests.rulebook.steam_power.table import CORNERS, Table

AUTOMA = 1


def test_crossing_example_red_heads_north_through_yellow() -> None:
    """A curve out of the white city, then a crossing that keeps Yellow's track and leads on to the north."""
    table = Table(north=True).link(3, "Quincy", "f7", "g7", "h7", "Gary").money(0, 2)
    table.play("begin peoria", "lay f8 n-ne", "lay f7 n-s")
    assert table.rails("f7") == ["3 ne-sw", "0 n-s"]
    assert table.dollars()[0] == 0
    assert table.pos.view(0)["table"]["open"][0]["ahead"] == "f6", "on to the north"


def test_edges_are_named_clockwise_from_the_north() -> None:
    refused = Table(north=True).link(0, "Peoria", "h8", "i8", "Indianapolis").pos.why_not("lay g9 s-n")
    assert refused is not None
    assert refused.reason == "Edges are named clockwise from the north: lay g9 n-s."


@pytest.mark.parametrize("marker", CORNERS)
def test_example_e_the_marker_meets_the_western_path_first_from_the_left(marker: str) -> None:
    """From Chicago to Milwaukee over h5 or over i5: the column of h is the western one."""
    table = Table(seats=1, automas=1, money=9, north=True).connect(AUTOMA, "Gary", "Peoria")
    table.colours(purple="Milwaukee").turns_up("no.05", marker)
    assert table.automa_plays() == "head for milwaukee"
    assert table.coins() == (["h5"] if marker.endswith("left") else ["i5"])


@pytest.mark.parametrize(("marker", "city"), [("top left", "cedar rapids"), ("bottom right", "springfield")])
def test_factory_example_the_marker_chooses_between_the_gray_cities(marker: str, city: str) -> None:
    """Gray is least present, and both gray cities are in its network."""
    table = (
        Table(seats=1, automas=1, north=True)
        .colours(gray="Cedar Rapids, Springfield", black="Kansas City", orange="Quincy, Des Moines")
        .connect(AUTOMA, "Cedar Rapids", "Quincy")
        .connect(AUTOMA, "Quincy", "Springfield")
        .connect(AUTOMA, "Quincy", "Des Moines")
        .connect(0, "Des Moines", "Kansas City")
        .factory(0, "Quincy", 4)
        .factory(0, "Des Moines", 4)
    )
    table.colours(white="Omaha").connect(0, "Des Moines", "Omaha").factory(0, "Omaha", 4)
    table.money(AUTOMA, 0).turns_up("no.40", marker)
    assert table.automa_move() == f"build {city}"


# -- page 26: every tie goes to the marker -----------------------------------------------------


@pytest.mark.parametrize(("marker", "rail"), [("top left", "se-nw"), ("bottom left", "se-sw")])
def test_page_26_the_city_where_a_rail_starts_is_chosen_by_the_marker(marker: str, rail: str) -> None:
    """j6 lies beside Chicago and, below it, Gary: the tile to Fort Wayne can start at either."""
    table = Table(seats=1, automas=1, money=9, north=True).connect(AUTOMA, "Gary", "Peoria")
    table.coin_path("Fort Wayne", "j6").turns_up("no.05", marker)
    assert table.automa_plays() == f"lay j6 {rail}"


@pytest.mark.parametrize(("marker", "rail"), [("top right", "se-nw"), ("bottom right", "se-sw")])
def test_page_26_the_city_served_is_chosen_by_the_marker(marker: str, rail: str) -> None:
    """The same the other way round: the tile from Fort Wayne can lead into Chicago or into Gary."""
    table = Table(seats=1, automas=1, money=9, north=True).connect(AUTOMA, "Fort Wayne", "Columbus")
    table.coin_path("Gary", "j6").turns_up("no.05", marker)
    assert table.automa_plays() == f"lay j6 {rail}"


@pytest.mark.parametrize(("marker", "owner"), [("top left", 0), ("top right", 1), ("bottom left", 0)])
def test_page_26_equal_ways_of_transport_are_chosen_by_the_marker(marker: str, owner: int) -> None:
    """The black good in Quincy can reach Springfield over e9, which is the first player's, or over f8, the second's."""
    table = Table(seats=2, automas=1, money=5, north=True).link(2, "Springfield", "f10", "St. Louis")
    table.link(0, "Quincy", "e9", "Springfield").link(1, "Quincy", "f8", "Springfield")
    table.colours(black="Quincy", orange="St. Louis").factory(2, "Quincy", 2).factory(2, "St. Louis", 2)
    table.turns_up("no.07", marker)
    assert table.automa_plays() == "fulfil no.07"
    assert table.dollars()[:2] == [5 + (owner == 0), 5 + (owner == 1)]


def test_page_26_one_way_of_transport_is_no_choice_and_a_player_is_proposed_the_next_seat() -> None:
    table = Table(seats=3, money=5, north=True).link(0, "Springfield", "f10", "St. Louis")
    table.link(1, "Quincy", "f8", "Springfield").link(2, "Quincy", "e9", "Springfield")
    table.colours(black="Quincy", orange="St. Louis").factory(0, "Quincy", 2).factory(0, "St. Louis", 2)
    table.hand(0, "no.07")
    assert table.pos.view(0)["table"]["hands"]["0"][0]["quote"]["pays"] == [[1, 1]]


# -- page 14: basic solo -----------------------------------------------------------------------


def test_page_14_basic_solo_has_a_score_and_no_winner() -> None:
    position = branchline.game("steam-power").start(seats=1, seed=5, automas=0)
    assert not position.game.has_winner(1, position.options)
    while not position.over:
        position.play("money")
    assert (position.scores(), position.winners()) == ([49], [])


# -- version 1 ---------------------------------------------------------------------------------


def test_a_table_of_version_1_is_drawn_with_its_own_hexes() -> None:
    old = branchline.game("steam-power").of_version(1).start(seats=2, seed=1)
    table = old.view(0)["table"]
    assert table["layout"] == "pointy"
    assert 'clip-path="url(#sp-hex-pointy)"' in old.svg()
    new = branchline.game("steam-power").start(seats=2, seed=1).view(0)["table"]
    assert new["layout"] == "flat"
    assert new["ratio"] == LAYOUTS["flat"].ratio(11, 15) != table["ratio"]


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=list(LAYOUTS))
def test_a_rail_ends_in_the_middle_of_its_edges(layout: Layout) -> None:
    for one in range(6):
        x, y = layout.centre("e5")
        row, column = layout.beside("e5", one)
        there = layout.centre(f"{LETTERS[column]}{row + 1}")
        middle = layout.edge_middle(one)
        assert (x + 2 * middle[0], y + 2 * middle[1]) == pytest.approx(there), "half way to the neighbour"
        for other in set(range(6)) - {one}:
            assert layout.point_at(one, other, 0)[:2] == pytest.approx(middle)
            assert layout.point_at(one, other, 1)[:2] == pytest.approx(layout.edge_middle(other))


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=list(LAYOUTS))
def test_an_open_end_counts_the_steps_to_a_city_as_the_hexes_lie(layout: Layout) -> None:
    table = Table(north=layout.is_flat)
    land, names = table.state.land, table.notation.map.names
    for name, city in (("f6", "Quincy"), ("h6", "Peoria"), ("k3", "Milwaukee")):
        (q, r), (u, v) = (layout.cell(*at(hex)) for hex in (name, names[land.city_hex[table.city(city)]]))
        steps = (abs(q - u) + abs(r - v) + abs(q + r - u - v)) // 2
        bit = land.bit[land.node[table.city(city)]]
        assert [bool(land.within[table.hex(name) * FAR + n] & bit) for n in range(FAR)] == [
            n >= steps for n in range(FAR)
        ]
