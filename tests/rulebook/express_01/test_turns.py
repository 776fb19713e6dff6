"""Taking a turn: pairs, paying, the end of turns and rounds."""

from .table import Table


def line() -> Table:
    """Hanover with track to the west and east, and a card east of it."""
    return Table(3).lay(13, 501, 1).lay(14, 101, 1)


def test_pair_1_expand_and_then_shares() -> None:
    table = line().hand(0, 201, 202).play("expand then shares", "pay 201", "expand 15", "lay 105 r2", "stop")
    assert table.state.active == 0
    assert "buy red" in table.legal()
    table.play("buy red", "pay 202", "take 101")
    assert table.state.active == 1


def test_pair_2_shares_and_then_expand() -> None:
    table = line().hand(0, 201, 202).play("shares then expand", "buy red", "pay 201", "take 101", "stop")
    table.play("pay 202", "expand 15", "lay 105 r2", "stop")
    assert table.state.active == 1


def test_pair_3_run_and_then_position() -> None:
    table = line().lay(12, 503, 1).hand(0, 201).shares(0, 102)
    table.play("run then position", "run blue", table_route(table)).take_all()
    assert table.legal() == ["keep position", "take position 2", "take position 3"]


def table_route(table: Table) -> str:
    table.position.play("run then position").play("run blue")
    move = table.legal()[0]
    table.position.undo().undo()
    table.state = table.position.state  # type: ignore[assignment]
    return move


def test_it_is_allowed_to_do_only_one_action_of_a_pair() -> None:
    table = line().hand(0, 201, 202).play("expand then shares", "pay 201", "expand 15", "lay 105 r2", "stop", "stop")
    assert table.state.active == 1


def test_it_is_allowed_to_do_nothing_at_all() -> None:
    assert line().hand(0, 201).play("pass").state.active == 1


def test_paid_cards_go_face_up_on_their_deck_and_can_be_used_again() -> None:
    table = line().hand(0, 106).play("expand then shares", "pay 106")
    assert table.top("routes 1") == 106
    table.play("expand 15", "lay 106 r2")
    assert table.on(15) == 106


def test_the_first_player_must_build_a_station_in_the_first_turn() -> None:
    table = Table(3).hand(0, 201, 202)
    table.state.next_turn()
    assert table.legal() == ["pay 201", "pay 202"]
    assert table.rule_against("stop") == "3.1"
    assert table.rule_against("pass") == "3.1"
    table.play("pay 201")
    assert table.rule_against("expand 14") == "3.1"
    assert {"expand 9", "expand 13"} <= set(table.legal())
    table.play("expand 9", "lay 601 r0", "stop")
    assert table.on(9) == 601


def test_the_board_always_has_35_cards() -> None:
    table = line().hand(0, 201).play("expand then shares", "pay 201", "expand 15", "lay 105 r2")
    assert len(table.position.view(None)["table"]["cells"]) == 35
    assert table.on(15) == 105
    assert table.state.base_of[14] == 0


def test_after_a_turn_the_lowest_position_that_has_not_left_follows() -> None:
    table = line()
    table.state.position[1], table.state.position[2] = 2, 1
    assert table.play("pass").state.active == 2
    assert table.play("pass").state.active == 1


def test_the_round_ends_when_all_trains_have_left() -> None:
    table = line().hand(0, 201).play("pass", "pass")
    assert table.state.round == 1
    table.play("pass")
    assert table.state.round == 2
    assert not any(table.state.left)


def test_a_player_without_cards_and_locomotive_can_neither_expand_nor_buy() -> None:
    table = line()
    assert table.legal() == ["pass", "run then position"]
    assert table.rule_against("expand then shares") == "2.6"
    assert table.rule_against("shares then expand") == "4.1"


def test_nonsense_is_refused_with_rule_and_reason() -> None:
    table = line().hand(0, 201)
    for move in (
        "",
        "fly to berlin",
        "pay",
        "expand",
        "lay 999 r9",
        "buy gold",
        "route",
        "draw",
        "🚂",
        "take position 9",
    ):
        refused = table.position.why_not(move)
        assert refused is not None
        assert refused.rule.startswith("express-01 ")
        assert refused.reason.endswith(".")
