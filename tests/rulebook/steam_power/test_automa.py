"""The Automa: its examples, its tie-breaks, and the hard cases of section 10."""

import pytest

import branchline
from branchline.games.steam_power import codes, paths
from tests.rulebook.steam_power.table import CORNERS, Table

AUTOMA = 1  # one human, so the Automa is the second seat


def contract_example() -> Table:
    """The Automa needs orange, black, gray and orange."""
    return (
        Table(seats=1, automas=1, money=5)
        .colours(black="Peoria, Springfield", gray="Indianapolis", orange="Cincinnati, Evansville")
        .link(AUTOMA, "Peoria", "g10", "Indianapolis")
        .link(AUTOMA, "Peoria", "f11", "Springfield")
        .link(0, "Indianapolis", "i10", "Cincinnati")
        .link(0, "Indianapolis", "h11", "Evansville")
        .factory(AUTOMA, "Peoria", 4)
        .factory(AUTOMA, "Springfield", 2)
        .factory(0, "Indianapolis", 4)
        .factory(0, "Cincinnati", 3)
        .factory(0, "Evansville", 5)
    )


def test_contract_example_five_dollars_to_you_then_three_and_five() -> None:
    table = contract_example().turns_up("no.37")
    assert table.automa_plays() == "fulfil no.37"
    assert table.dollars()[0] == 5 + 5
    assert table.goods("Springfield") == 1, "black from its own city with the fewest"
    assert (table.goods("Evansville"), table.goods("Cincinnati")) == (3, 3), "orange from your city with the most"
    assert table.automa_plays() == "compensation", "it never takes contracts"
    assert table.dollars()[AUTOMA] == 5 - 5 + 3 + 5


def test_contract_example_with_four_dollars_is_used_as_an_action() -> None:
    table = contract_example().money(AUTOMA, 4).turns_up("no.37")
    assert not table.automa_move().startswith("fulfil")


@pytest.mark.parametrize(
    ("difficulty", "money"), [("very-easy", 0), ("easy", 2), ("normal", 5), ("hard", 10), ("very-hard", 15)]
)
def test_difficulty_is_the_money_instead_of_a_bonus(difficulty: str, money: int) -> None:
    assert Table(seats=1, automas=1, difficulty=difficulty).state.numbers.compensation == money


def purple_network() -> Table:
    return Table(seats=1, automas=1, money=4).link(AUTOMA, "Peoria", "g10", "Indianapolis")


def test_example_a_the_purple_city_that_needs_fewer_tiles() -> None:
    table = purple_network().colours(purple="Sioux City, Cleveland").turns_up("no.05")
    survey = paths.Survey(table.state, AUTOMA, table.state.track.network[AUTOMA])
    survey.reach(table.state.land.bit[table.state.land.node[table.city("Sioux City")]])
    tiles = {name: survey.tiles[table.state.land.node[table.city(name)]] for name in ("Sioux City", "Cleveland")}
    assert tiles == {"Sioux City": 4, "Cleveland": 3}
    assert table.automa_plays() == "head for cleveland"
    assert len(table.coins()) == 3


def test_example_b_the_rails_connect_the_gray_city_on_the_way() -> None:
    """The coins pass beside Milwaukee on their way to Green Bay: both are connected."""
    table = Table(seats=1, automas=1, money=4).link(AUTOMA, "Dubuque", "g7", "Chicago")
    table.colours(gray="Milwaukee", black="Green Bay").coin_path("Green Bay", "g6", "h5").turns_up("no.05", "top right")
    assert table.automa_plays() == "lay g6 se-nw"
    assert table.automa_plays() == "lay h5 w-ne"
    assert {"Milwaukee", "Green Bay"} <= table.network(AUTOMA)
    assert table.state.track.trains[AUTOMA] == 21 - 3


def coin_example() -> Table:
    """The Automa is on its way from Quincy to Gary, with coins on g9 and h9; you are in Peoria."""
    table = Table(seats=1, automas=1).link(AUTOMA, "Des Moines", "d8", "Quincy").link(AUTOMA, "Quincy", "f9", "g9")
    return table.coin_path("Gary", "g9", "h9").link(0, "Springfield", "f11", "Peoria").turn_of(0)


def test_example_c_a_track_that_can_be_crossed_leaves_the_path() -> None:
    table = coin_example().play("lay g9 sw-ne")
    assert table.coins() == ["g9", "h9"]
    table.turns_up("no.38").money(AUTOMA, 4)
    assert table.automa_plays() == "lay g9 e-w"
    assert table.rails("g9") == ["0 sw-ne", "1 e-w"]
    assert table.dollars()[AUTOMA] == 2


def test_example_d_a_track_that_blocks_the_path_takes_coins_and_incomplete_link() -> None:
    table = coin_example().play("lay g9 e-sw")
    assert table.coins() == []
    assert table.rails("f9") == []
    assert table.state.track.facing[AUTOMA] == -1
    assert table.state.track.trains[AUTOMA] == 20, "the train of the incomplete link is back"


@pytest.mark.parametrize("marker", CORNERS)
def test_example_e_the_marker_chooses_between_two_paths(marker: str) -> None:
    """From Indianapolis over h9 or over i9, then on by Chicago to gray Milwaukee: gray is least present."""
    table = purple_network().colours(gray="Milwaukee")
    for city in ("Peoria", "Indianapolis"):
        table.factory(0, city, 4)
    table.colours(black="Quincy", orange="Springfield").connect(0, "Peoria", "Quincy").connect(
        0, "Peoria", "Springfield"
    )
    table.factory(0, "Quincy", 4).factory(0, "Springfield", 4).money(AUTOMA, 0).turns_up("no.38", marker)
    table.state.automas.good = 1
    assert table.automa_plays() == "head for milwaukee"
    first = table.coins()[0]
    assert first == ("h9" if marker.endswith("left") else "i9")


@pytest.mark.parametrize(("marker", "city"), [("top left", "cedar rapids"), ("bottom right", "springfield")])
def test_factory_example_the_marker_chooses_between_the_gray_cities(marker: str, city: str) -> None:
    """Gray and black are least present; the black city is farther off."""
    table = (
        Table(seats=1, automas=1)
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


# -- rules-lawyer cases ----------------------------------------------------------------------


def test_its_first_track_starts_at_the_colour_in_the_markers_corner() -> None:
    table = Table(seats=1, automas=1).colours(black="Duluth, Paducah")
    table.state.automas.corner[1] = 1
    table.turns_up("no.03", "top right")
    table.automa_plays()
    assert table.state.begin_at == table.state.land.node[table.city("Paducah")], "met before Duluth from the right"


def test_if_it_can_neither_lay_nor_build_it_takes_three_dollars() -> None:
    table = purple_network().money(AUTOMA, 0)
    table.state.track.trains[AUTOMA] = 0
    table.state.factories.left[AUTOMA] = 0
    assert table.turns_up("no.38").automa_plays() == "money"
    assert table.dollars()[AUTOMA] == 3


def test_a_factory_icon_falls_back_to_track_and_a_track_icon_to_a_factory() -> None:
    table = purple_network().money(AUTOMA, 0)
    table.state.factories.left[AUTOMA] = 0
    assert table.turns_up("no.40").automa_move().startswith("head for")
    table = purple_network().money(AUTOMA, 0)
    table.state.track.trains[AUTOMA] = 0
    assert table.turns_up("no.38").automa_move().startswith("build")


def test_a_contract_without_bonus_brings_no_compensation() -> None:
    table = contract_example().money(AUTOMA, 20).turns_up("no.40")
    earned = table.game.parts.contracts[table.card("no.40")].money
    cost = 20 + earned
    assert table.automa_plays() == "fulfil no.40"
    assert table.state.phase != codes.AUTOMA_BONUS
    assert table.dollars()[AUTOMA] <= cost


def test_with_the_deck_empty_its_discards_are_shuffled() -> None:
    table = purple_network()
    state = table.state
    state.contracts.pool = 0
    state.contracts.deck_left = 0
    state.automas.discards[0] = state.land.bit[0] | state.land.bit[1] | state.land.bit[2]
    state.begin_turn(AUTOMA)
    assert (state.contracts.deck_left, state.automas.discards[0]) == (3, 0)
    assert state.phase == codes.REVEAL


def one_card_left(*discards: str) -> Table:
    """The deck holds no.38 alone; the Automa can neither lay nor build nor pay for anything."""
    table = purple_network().money(AUTOMA, 0)
    state = table.state
    state.track.trains[AUTOMA] = state.factories.left[AUTOMA] = 0
    state.contracts.pool = state.land.bit[table.card("no.38")]
    state.contracts.deck_left = 1
    for name in discards:
        state.automas.discards[0] |= state.land.bit[table.card(name)]
    state.begin_turn(AUTOMA)
    state.play(codes.DRAW + table.card("no.38"))
    return table


def test_its_own_first_card_is_not_shuffled_to_become_its_second() -> None:
    """Both cards are drawn before the first is resolved: the missing second one is $3."""
    table = one_card_left()
    assert table.automa_plays() == "money"
    assert table.dollars()[AUTOMA] == 3 + 3
    assert table.state.to_act == 0
    assert table.state.automas.discards[0] == table.state.land.bit[table.card("no.38")]


def test_the_second_card_comes_out_of_the_discards_without_the_first() -> None:
    table = one_card_left("no.01", "no.02")
    assert table.state.contracts.deck_left == 2
    table.automa_plays()
    assert table.state.phase == codes.REVEAL
    drawn = {table.game.text(table.state, int(move)) for move in table.state.legal()}
    assert drawn == {"turn up no.01", "turn up no.02"}


def test_with_no_card_at_all_it_gets_three_dollars_for_each() -> None:
    table = purple_network().money(AUTOMA, 0)
    table.state.contracts.pool = 0
    table.state.contracts.deck_left = 0
    table.state.begin_turn(AUTOMA)
    assert table.dollars()[AUTOMA] == 6
    assert table.state.to_act == 0


@pytest.mark.parametrize(
    ("seats", "automas", "goods", "ends_at"), [(1, 1, 4, 14), (1, 2, 5, 11), (2, 1, 5, 11), (1, 4, 5, 8), (3, 1, 5, 9)]
)
def test_an_automa_counts_as_a_player(seats: int, automas: int, goods: int, ends_at: int) -> None:
    numbers = Table(seats=seats, automas=automas).state.numbers
    assert (numbers.goods_a_factory, numbers.ends_at) == (goods, ends_at)


def test_a_human_begins_and_with_several_a_random_one() -> None:
    game = branchline.game("steam-power")
    starters = {game.start(seats=2, automas=2, seed=seed).view(None)["table"]["starter"] for seed in range(12)}
    assert starters == {0, 1}
    assert game.start(seats=1, automas=3, seed=1).to_act == 0


def test_a_bonus_factory_of_the_automa_gets_the_usual_number_of_goods() -> None:
    table = purple_network().colours(black="Peoria", gray="Indianapolis").money(AUTOMA, 20)
    table.connect(0, "Indianapolis", "Cincinnati").turns_up("no.04")
    assert table.automa_plays() == "fulfil no.04"
    assert table.automa_move().startswith("build ")
    city = table.automa_plays().removeprefix("build ").title()
    assert table.goods(city) == 4


def test_a_target_reached_with_the_first_tile_gives_way_to_the_next_good() -> None:
    """Black asks for purple Quincy, one tile away; then gray for an unconnected city."""
    table = purple_network().colours(purple="Quincy").money(AUTOMA, 0).turns_up("no.29")
    table.state.automas.good = 1
    assert table.automa_plays() == "head for quincy"
    assert table.automa_plays().startswith("lay ")
    assert "Quincy" in table.network(AUTOMA)
    assert table.state.automas.good == 2
    unconnected = set(table.notation.map.cities) - {"Peoria", "Indianapolis", "Quincy"}
    assert table.automa_plays().removeprefix("head for ").title() in unconnected


def test_after_a_finished_coin_path_the_first_good_counts_again() -> None:
    table = purple_network().link(AUTOMA, "Peoria", "f9", "e8").colours(purple="Cleveland").money(AUTOMA, 4)
    table.coin_path("Cedar Rapids", "e8", "e7").turns_up("no.29")
    assert table.automa_plays().startswith("lay e8")
    assert table.automa_plays().startswith("lay e7")
    table = purple_network().link(AUTOMA, "Peoria", "f9", "e8").colours(purple="Cleveland").money(AUTOMA, 4)
    table.coin_path("Dubuque", "e8").turns_up("no.29")
    assert table.automa_plays().startswith("lay e8")
    assert table.automa_plays() == "head for cleveland", "black stands on top"


def test_the_automa_can_end_the_game() -> None:
    table = purple_network().colours(black="Peoria", gray="Indianapolis").money(AUTOMA, 20)
    table.state.contracts.count[AUTOMA] = 13
    table.turns_up("no.02")
    table.automa_plays()
    assert table.state.ending


def test_the_marker_goes_clockwise() -> None:
    table = Table(seats=1, automas=2)
    for expected in (1, 2, 3, 0):
        table.state.begin_turn(AUTOMA)
        assert table.state.automas.marker == expected


def test_goods_in_the_corners_come_out_of_the_stock() -> None:
    position = branchline.game("steam-power").start(seats=1, seed=3)
    table = position.view(0)["table"]
    assert sorted(table["automa"]["corners"]) == ["black", "gray", "orange", "white"]
    assert set(table["goods"].values()) == {29}


def test_more_automas_than_companies_are_refused() -> None:
    with pytest.raises(branchline.Refused) as refused:
        branchline.game("steam-power").start(seats=3, automas=3)
    assert refused.value.rule == "steam-power 10.11"


def test_every_step_of_the_automa_is_explained_with_its_rule() -> None:
    position = branchline.game("steam-power").start(seats=1, seed=4)
    while position.n < 70:
        position.play("money")
    told = [line for line in position.log(0) if line["by"] == AUTOMA]
    assert told
    assert all(line["steps"] for line in told)
    sections = {f"steam-power {section.number}" for section in position.game.rules}
    assert {step["rule"] for line in told for step in line["steps"]} <= sections


# -- 11 basic solo -----------------------------------------------------------------------------


def test_basic_solo_example_three_companies_at_a_victory_city_are_three_points() -> None:
    table = Table(seats=1, automas=0, money=0).colours(purple="Duluth")
    for company in range(3):
        table.connect(company, "Duluth", "Omaha")
    assert table.pos.scores() == [3]


def test_basic_solo_pays_other_companies_into_the_bank() -> None:
    table = Table(seats=1, automas=0, money=9).colours(black="Columbus").connect(2, "Peoria", "Quincy")
    table.connect(0, "Quincy", "Columbus").factory(1, "Columbus", 5).factory(2, "Peoria", 5)
    table.hand(0, "no.05").turn_of(2, actions=1)
    earned = table.game.parts.contracts[table.card("no.05")].money
    table.state.play(codes.FULFIL + table.card("no.05"))
    assert table.dollars() == [9 - 2 + earned]


def test_basic_solo_a_bonus_is_an_action_of_the_company_that_acts() -> None:
    table = Table(seats=1, automas=0, money=9).colours(black="Peoria", orange="Quincy").connect(2, "Peoria", "Quincy")
    table.factory(2, "Peoria", 5).factory(2, "Quincy", 5).hand(0, "no.07").turn_of(2, actions=1)
    table.connect(0, "Gary", "Duluth").play("fulfil no.07", "build duluth 6")
    assert (table.state.factories.owner[table.city("Duluth")], table.goods("Duluth")) == (2, 6)


def test_basic_solo_places_five_goods() -> None:
    table = Table(seats=1, automas=0).connect(3, "Peoria", "Quincy").turn_of(1, actions=1).play("build peoria")
    assert (table.goods("Peoria"), table.state.factories.owner[table.city("Peoria")]) == (5, 1)


def test_basic_solo_lasts_eight_rounds_of_ten_actions() -> None:
    position = branchline.game("steam-power").start(seats=1, seed=5, automas=0)
    actions = 0
    while not position.over:
        position.play("money")
        actions += 1
    assert actions == 80
    assert position.scores() == [(5 + 3 * 80) // 5]


def test_basic_solo_keeps_two_trains_of_each_company_for_the_bag() -> None:
    position = branchline.game("steam-power").start(seats=1, seed=6, automas=0)
    table = position.view(0)["table"]
    assert [company["trains"] for company in table["companies"]] == [19] * 5
    assert sum(table["bag"]) == 9, "one train has been drawn"
