"""Mini Rails section by section, where the examples are silent."""

import pytest

import branchline
from branchline import Refused
from tests.rulebook.mini_rails.table import BLACK, GREEN, ORANGE, ORANGE_BEGINS, PURPLE, Table


@pytest.mark.parametrize(("seats", "starting", "bag", "spaces"), [(3, 3, 7, 7), (4, 1, 9, 9), (5, 1, 11, 11)])
def test_1_4_discs_by_number_of_players(seats: int, starting: int, bag: int, spaces: int) -> None:
    view = Table(seats).position.view()["table"]
    on_map = [hex["disc"] for hex in view["hexes"] if hex["disc"]]
    assert {name: on_map.count(name) for name in view["companies"]} == dict.fromkeys(view["companies"], starting)
    assert sum(view["bag"].values()) == 6 * bag - spaces
    assert len(view["market"]) == spaces


def test_1_1_first_round_runs_forward_and_back() -> None:
    assert Table(5).position.view()["table"]["order"] == [0, 1, 2, 3, 4, 4, 3, 2, 1, 0]


def test_page_3_setup_6_the_starting_player_is_drawn_and_the_others_follow_clockwise() -> None:
    starters = set()
    for seed in range(20):
        table = Table(seats=3, seed=seed)
        first = table.state.starter
        starters.add(first)
        assert table.position.to_act == first
        around = [first, (first + 1) % 3, (first + 2) % 3]
        assert table.position.view()["table"]["order"] == around + around[::-1]
        assert f"Seat {first + 1} begins." in table.position.story()
        assert ["chance", f"seat {first + 1} begins"] in table.position.record()["moves"]
    assert starters == {0, 1, 2}


def test_page_3_setup_6_nobody_stands_on_the_order_track_before_that() -> None:
    position = branchline.game("mini-rails").start(seats=4, seed=ORANGE_BEGINS)
    laid = position.record()["moves"].index(["chance", "seat 1 begins"])
    assert position.at(laid).view()["table"]["order"] == []
    assert position.game.starter(position.at(laid).state) is None
    assert position.at(laid + 1).view()["table"]["order"] == [0, 1, 2, 3, 3, 2, 1, 0]


def test_by_the_rules_of_version_1_the_first_seat_begins_and_nothing_is_drawn_for_it() -> None:
    for seed in range(10):
        position = branchline.game("mini-rails").of_version(1).start(seats=3, seed=seed)
        assert position.to_act == 0
        assert not any("begins" in move for _, move in position.record()["moves"])


def test_1_3_the_big_city_lies_in_the_centre_of_every_map() -> None:
    for seed in range(20):
        table = Table(seed=seed)
        assert table.state.map.value[table.state.map.lands[table.state.map.side].places[0]] == 5


def test_1_2_both_frame_sides_come_and_are_mirror_images() -> None:
    sides = {Table(seed=seed).state.map.side for seed in range(12)}
    assert sides == {0, 1}
    a, b = Table().game.parts.sides
    assert {(-q - r, r) for q, r in a.cells} == set(b.cells)


def test_3_1_the_second_turn_of_a_round_is_the_action_that_is_left() -> None:
    table = Table()
    table.play(next(move for move in table.position.legal() if move.startswith("buy")))
    table.turn_of(ORANGE)
    assert all(move.startswith("build") for move in table.position.legal())
    with pytest.raises(Refused, match="bought in this round already") as refused:
        table.play("buy red 2")
    assert refused.value.rule == "mini-rails 3.1"


def test_3_2_equal_discs_on_two_spaces_are_two_moves() -> None:
    table = Table()
    table.market("red", "red", "tan", "blue", "gray", "yellow", "tan", "red", "white")
    assert {"buy red 1", "buy red 2", "buy red 8"} <= set(table.position.legal())


def test_3_3_only_empty_hexes_beside_a_disc_of_the_company() -> None:
    table = Table()
    table.clear_map()
    table.put("blue", "e4")
    table.put("red", "e5")
    table.market("blue", "red", "tan", "blue", "gray", "yellow", "tan", "red", "white")
    table.play("build blue 1")
    assert "lay e5" not in table.position.legal()
    refused = table.position.why_not("lay e5")
    assert refused is not None
    assert refused.reason == "Hex e5 is taken: a Red disc lies there."
    far = table.position.why_not("lay a1")
    assert far is not None
    assert far.reason == "Blue can't be built on a1: no Blue disc lies beside it."


def test_3_5_the_frame_is_no_choice_while_there_is_a_hex() -> None:
    table = Table()
    table.play(next(move for move in table.position.legal() if move.startswith("build")))
    refused = table.position.why_not("lay frame")
    assert refused is not None
    assert refused.rule == "mini-rails 3.5"


def test_3_5_a_disc_on_the_frame_opens_no_hex() -> None:
    table = Table()
    table.clear_map()
    table.block_in("yellow", "a1", by="red")
    table.market("yellow", "yellow", "tan", "blue", "gray", "yellow", "tan", "red", "white")
    table.play("build yellow 1", "lay frame")
    table.play("build yellow 2")
    assert table.position.legal() == ["lay frame"]


@pytest.mark.parametrize(("spots", "ends"), [(3, [10, 5]), (-3, [6, -1])])
def test_3_6_a_stock_stops_at_the_end_and_the_others_move_on(spots: int, ends: list[int]) -> None:
    table = Table()
    table.clear_map()
    table.put("blue", "e4")
    table.land("e5", spots)
    table.market("blue", "red", "tan", "blue", "gray", "yellow", "tan", "red", "white")
    table.hold(PURPLE, ("blue", 9), ("blue", 2))
    table.play("build blue 1", "lay e5")
    assert [at for _, at in table.stocks(PURPLE)] == ends


def test_3_6_steps_lost_at_the_end_are_not_remembered() -> None:
    table = Table()
    table.clear_map()
    table.put("blue", "e4")
    table.land("e5", 3)
    table.land("e3", -3)
    table.market("blue", "blue", "tan", "blue", "gray", "yellow", "tan", "red", "white")
    table.hold(PURPLE, ("blue", 9))
    table.play("build blue 1", "lay e5", "build blue 2", "lay e3")
    assert table.stocks(PURPLE) == [("blue", 7)]


def test_3_4_a_build_moves_only_stocks_that_are_owned_by_then() -> None:
    table = Table()
    table.clear_map()
    table.put("blue", "e4")
    table.land("e5", 2)
    table.market("blue", "blue", "tan", "blue", "gray", "yellow", "tan", "red", "white")
    table.play("build blue 1", "lay e5", "buy blue 2")
    assert table.stocks(PURPLE) == [("blue", 0)]


def test_5_everybody_ends_with_six_stocks_and_the_bag_is_empty() -> None:
    for seats in (3, 4, 5):
        table = Table(seats)
        while not table.position.over:
            table.play(table.position.legal()[0])
        view = table.position.view()["table"]
        assert [len(stocks) for stocks in view["stocks"]] == [6] * seats
        assert sum(view["bag"].values()) == 0
        assert len(view["taxed"]) == 6
        assert table.state.round == 6


def test_5_3_a_stock_at_zero_counts_zero_taxed_or_not() -> None:
    table = Table()
    table.tax("red")
    table.hold(ORANGE, ("red", 0), ("blue", 0))
    table.end()
    assert table.position.scores()[ORANGE] == 0
    assert {part["rule"] for part in table.position.breakdown()[ORANGE]} == {"mini-rails 5.3"}


def test_5_5_the_more_valuable_stock_breaks_a_tie() -> None:
    table = Table()
    table.tax("red", "tan")
    table.hold(ORANGE, ("red", 3), ("tan", 3))
    table.hold(PURPLE, ("red", 4), ("tan", 2))
    table.end()
    assert table.position.winners() == [PURPLE]


def test_5_5_a_missing_stock_ranks_below_a_stock_at_zero() -> None:
    table = Table()
    table.tax("red")
    table.hold(ORANGE, ("red", 4), ("blue", 5))  # the blue one is void
    table.hold(PURPLE, ("red", 4), ("red", 0))
    table.hold(GREEN, ("red", 1))
    table.end()
    assert table.position.winners() == [PURPLE]


def test_5_5_even_a_negative_stock_ranks_above_a_missing_one() -> None:
    table = Table()
    table.tax("red", "tan")
    table.hold(ORANGE, ("red", 4))
    table.hold(PURPLE, ("red", 4), ("tan", 2), ("blue", -2))
    table.end()
    assert table.position.scores()[:2] == [4, 4]
    assert table.position.winners() == [PURPLE]


def test_5_6_the_same_stocks_to_the_last_share_the_victory() -> None:
    table = Table()
    table.tax("red", "tan")
    table.hold(ORANGE, ("red", 3), ("tan", 1))
    table.hold(BLACK, ("red", 1), ("tan", 3))
    table.end()
    assert table.position.winners() == [ORANGE, BLACK]


def test_2_1_all_action_tiles_come_back_in_the_next_round() -> None:
    table = Table(3)
    while table.state.round == 1:
        table.play(table.position.legal()[0])
    assert table.position.view()["table"]["actions"] == [["buy", "build"]] * 3


def test_3_1_the_last_player_of_the_first_round_acts_twice_in_a_row() -> None:
    table = Table()
    seats = []
    while table.state.round == 1:
        if table.position.legal()[0].split()[0] in ("buy", "build"):
            seats.append(table.position.to_act)
        table.play(table.position.legal()[0])
    assert seats == [0, 1, 2, 3, 3, 2, 1, 0]


def test_3_2_the_disc_of_a_blocked_company_can_be_bought_too() -> None:
    table = Table()
    table.clear_map()
    table.block_in("yellow", "a1", by="red")
    table.market("yellow", "red", "tan", "blue", "gray", "yellow", "tan", "red", "white")
    table.play("buy yellow 1")
    assert table.stocks(ORANGE) == [("yellow", 0)]


def test_3_6_a_stock_at_the_bottom_does_not_fall_by_the_frame() -> None:
    table = Table()
    table.clear_map()
    table.block_in("yellow", "a1", by="red")
    table.market("yellow", "red", "tan", "blue", "gray", "yellow", "tan", "red", "white")
    table.hold(BLACK, ("yellow", -10), ("yellow", -9))
    table.play("build yellow 1", "lay frame")
    assert table.stocks(BLACK) == [("yellow", -10), ("yellow", -10)]


def test_4_1_the_disc_of_the_sixth_round_is_taxed_as_well() -> None:
    table = Table()
    state = table.state
    state.round = 6
    state.done = 7
    state.order[7] = ORANGE
    state.to_act = ORANGE
    state.action_tiles[ORANGE] = 1
    table.hold(GREEN, ("white", 4), ("white", -4))
    table.market(GREEN, BLACK, ORANGE, GREEN, "white", PURPLE, PURPLE, BLACK, "red")
    assert table.position.scores()[GREEN] == -4
    table.play("buy red 9")
    assert table.position.over
    assert table.position.scores()[GREEN] == 4


def notes(table: Table, move: str) -> list[str]:
    offers = table.position.view(table.position.to_act)["moves"]
    return next(list(offer["notes"]) for offer in offers if offer["move"] == move)


def test_2_2_a_move_tells_its_place_in_the_next_round_while_there_is_one() -> None:
    table = Table()
    table.market("red", "red", "tan", "blue", "gray", "yellow", "tan", "red", "white")
    assert "Your marker: place 1 in the next round." in notes(table, "buy red 1")
    assert "Your marker: place 1 or 2 in the next round." in notes(table, "buy red 2")
    assert "Your marker: place 8 in the next round." in notes(table, "buy white 9")
    table.state.round = 6
    assert not any("next round" in note for note in notes(table, "buy white 9"))


def test_3_5_a_build_tells_how_many_hexes_are_open() -> None:
    table = Table()
    table.clear_map()
    table.block_in("yellow", "a1", by="red")
    table.market("yellow", "red", "tan", "blue", "gray", "yellow", "tan", "red", "white")
    assert "It is blocked in: the disc goes on the frame, −1." in notes(table, "build yellow 1")
    beside = next(hex["name"] for hex in table.position.view()["table"]["hexes"] if hex["disc"] == "red")
    table.state.discs.at[table.hex(beside)] = -1
    table.state.discs.empty |= 2 ** table.hex(beside)
    table.land(beside, -3)
    assert "One hex, −3." in notes(table, "build yellow 1")


def test_4_1_the_log_says_what_the_tax_does_once_a_company() -> None:
    table = Table(seed=2)
    while not table.position.over:
        table.play(table.position.legal()[0])
    taxed = table.position.view()["table"]["taxed"]
    told = [line["effect"] for line in table.position.log(None) if "taxed" in line["effect"]]
    for n, (company, effect) in enumerate(zip(taxed, told, strict=True)):
        does = "is taxed again." if company in taxed[:n] else "is taxed: its losses will not count."
        assert effect.endswith(f"{company.title()} {does}")
    assert len(set(taxed)) < len(taxed)


def test_page_3_a_tile_that_is_reconstructed_says_so_where_it_lies() -> None:
    position = branchline.game("mini-rails").start(seats=3, seed=4)
    marks = {hex["tile"]: hex["mark"] for hex in position.view()["table"]["hexes"]}
    assert len(marks) == 7
    assert {mark for tile, mark in marks.items() if tile[0] in "4567"} == {"reconstructed"}
    drawn = position.svg()
    for tile, mark in marks.items():
        assert (f"Tile {tile}, our reconstruction." in drawn) == (mark == "reconstructed")
        assert f"Tile {tile}" in drawn
