"""The printed examples of the Mini Rails rulebook."""

from tests.rulebook.mini_rails.table import BLACK, GREEN, ORANGE, PURPLE, Table


def test_buy_example_orange_buys_a_red_stock() -> None:
    table = Table()
    table.turn_of(ORANGE)
    table.market("white", "red", "tan", "blue", "gray", "yellow", "tan", "red", "blue")
    table.play("buy red 2")
    assert table.stocks(ORANGE) == [("red", 0)]
    assert table.position.view()["table"]["market"][1] == {"seat": ORANGE}
    assert table.position.view()["table"]["actions"][ORANGE] == ["build"]
    assert table.position.to_act == PURPLE


def test_build_example_purple_builds_blue_on_farmland() -> None:
    table = Table()
    table.turn_of(PURPLE)
    table.clear_map()
    table.put("blue", "e4")
    table.land("e5", 2)
    table.market("blue", "red", "tan", "blue", "gray", "yellow", "tan", "red", "white")
    table.hold(ORANGE, ("blue", 1), ("red", 4))
    table.hold(PURPLE, ("blue", 0), ("blue", -3))
    table.play("build blue 4", "lay e5")
    assert table.stocks(ORANGE) == [("blue", 3), ("red", 4)], "one blue stock goes up by 2, red stays"
    assert table.stocks(PURPLE) == [("blue", 2), ("blue", -1)]
    assert table.position.view()["table"]["market"][3] == {"seat": PURPLE}


def test_blocked_company_example_green_lays_yellow_on_the_frame() -> None:
    table = Table()
    table.turn_of(GREEN)
    table.clear_map()
    table.block_in("yellow", "a1", by="red")
    table.market("yellow", "red", "tan", "blue", "gray", "yellow", "tan", "red", "white")
    table.hold(GREEN, ("yellow", 3))
    table.hold(BLACK, ("yellow", 0), ("yellow", -2))
    table.play("build yellow 1")
    assert table.position.legal() == ["lay frame"]
    table.play("lay frame")
    assert table.stocks(GREEN) == [("yellow", 2)]
    assert table.stocks(BLACK) == [("yellow", -1), ("yellow", -3)]


def test_taxation_example_white_is_taxed_and_the_markers_close_ranks() -> None:
    table = Table()
    state = table.state
    state.done = 7  # one turn of the round is left, Orange's
    state.order[7] = ORANGE
    state.to_act = ORANGE
    state.action_tiles[ORANGE] = 1
    table.market(GREEN, BLACK, ORANGE, GREEN, "white", PURPLE, PURPLE, BLACK, "red")
    table.play("buy red 9")
    assert [int(seat) for seat in state.order] == [GREEN, BLACK, ORANGE, GREEN, PURPLE, PURPLE, BLACK, ORANGE]
    assert table.position.view()["table"]["taxed"] == ["white"]
    assert table.position.to_act == GREEN


def test_scoring_example_orange_wins_with_11() -> None:
    table = Table()
    table.tax("red", "white", "tan", "blue", "red", "tan")
    table.hold(ORANGE, ("red", 1), ("white", 4), ("blue", 6), ("tan", -2), ("yellow", 5), ("gray", 3))
    table.hold(PURPLE, ("red", 0), ("tan", 2), ("white", 3), ("blue", 6), ("yellow", -4), ("gray", 2))
    table.hold(GREEN, ("white", 0), ("red", 4), ("tan", 5), ("gray", -3), ("yellow", 1), ("blue", -5))
    table.hold(BLACK, ("blue", 0), ("red", 2), ("tan", 3), ("white", 5), ("red", -1), ("gray", 4))
    table.end()
    assert table.position.scores() == [11, 7, 6, 10]
    assert table.position.winners() == [ORANGE]


def test_scoring_example_green_wins_with_the_smallest_loss() -> None:
    table = Table()
    table.tax("red", "white", "tan", "blue", "red", "tan")
    table.hold(ORANGE, ("red", 1), ("gray", -3))
    table.hold(PURPLE, ("red", 0), ("blue", 1), ("tan", 2), ("yellow", -3), ("gray", -5))
    table.hold(GREEN, ("white", 0), ("gray", -1), ("yellow", 6))
    table.hold(BLACK, ("tan", 0), ("red", 3), ("gray", -3), ("yellow", -7))
    table.end()
    assert table.position.scores() == [-2, -5, -1, -7]
    assert table.position.winners() == [GREEN]
