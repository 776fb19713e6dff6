"""Action a: expand the network."""

import pytest

from .table import Table


def line(players: int = 3) -> Table:
    """Hanover with track to the west and east, a straight card east of it; seat 0 expands."""
    table = Table(players).lay(13, 501, 1).lay(14, 101, 1).hand(0, 201, 202, 203)
    return table.play("expand then shares")


def test_a_card_pays_for_two_routes() -> None:
    table = line().play("pay 201", "expand 15", "lay 105 r2", "expand 12", "lay 102 r1")
    assert (table.on(15), table.on(12)) == (105, 102)
    assert "expand 10" not in table.legal()


def test_a_card_pays_for_one_station() -> None:
    table = line().play("pay 201", "expand 13", "lay 531 r1")
    assert table.on(13) == 531
    assert not [move for move in table.legal() if move.startswith("expand")]


def test_the_action_may_be_done_several_times() -> None:
    table = line().play("pay 201", "expand 13", "lay 531 r1", "pay 202", "expand 12", "lay 102 r1")
    assert (table.on(13), table.on(12)) == (531, 102)


def test_two_routes_may_be_one_cell_twice() -> None:
    table = line().play("pay 201", "expand 14", "lay 121 r0", "expand 14")
    assert "lay 201 r1" in table.legal()


def test_half_a_card_does_not_pay_for_a_station() -> None:
    table = line().play("pay 201", "expand 15", "lay 105 r2")
    assert table.rule_against("expand 13") == "3.2"


def test_a_paid_half_survives_the_next_payment() -> None:
    table = line().play("pay 201", "expand 15", "lay 105 r2", "pay 202", "expand 13", "lay 531 r1")
    table.play("expand 12", "lay 102 r1")
    assert table.on(12) == 102


def test_a_paid_half_is_lost_with_the_action() -> None:
    table = Table(2).lay(13, 501, 1).hand(0, 201, 202).play("shares then expand", "stop", "pay 201")
    table.play("expand 12", "lay 102 r1", "stop")
    assert table.state.halves == 0
    assert table.state.active == 1


def test_a_whole_paid_card_must_be_used() -> None:
    table = line().play("pay 201")
    assert table.rule_against("stop") == "3.2"
    assert table.rule_against("pay 202") == "3.2"


def test_a_card_must_continue_an_adjacent_track() -> None:
    table = line().play("pay 201")
    assert table.rule_against("expand 1") == "3.5"
    table.play("expand 15")
    assert table.rule_against("lay 105 r1") == "3.5"  # south and west continue, east and south do not exist here
    assert "lay 105 r2" in table.legal()


def test_a_card_may_be_rotated() -> None:
    table = line().play("pay 201", "expand 15")
    assert {"lay 105 r2", "lay 105 r3"} <= set(table.legal())


def test_a_built_track_never_disappears() -> None:
    table = line().play("pay 201", "expand 14")
    assert "lay 121 r0" in table.legal()  # a crossing keeps the line from west to east
    assert table.rule_against("lay 126 r0") == "3.3"  # north to south and north to west does not
    assert "lay 126 r1" in table.legal()


def test_no_stage_may_be_skipped() -> None:
    table = line().play("pay 201", "expand 15")
    assert table.rule_against("lay 121 r0") == "3.4"
    assert table.rule_against("lay 201 r0") == "3.4"


def test_the_number_must_be_listed() -> None:
    table = line().play("pay 201", "expand 14")
    assert table.rule_against("lay 141 r0") == "3.4"  # 101 lists 121 to 135
    table = line().play("pay 201", "expand 13")
    assert table.rule_against("lay 534 r0") == "3.4"  # red 501 becomes red or purple


def test_open_ends_are_allowed_inland() -> None:
    table = line().play("pay 201", "expand 12", "lay 106 r0")
    assert table.on(12) == 106  # leads north, where nothing lies


@pytest.mark.parametrize("turns", [0, 1])
def test_no_track_may_lead_over_the_border(turns: int) -> None:
    table = line().play("pay 201", "expand 15")
    assert f"lay 105 r{turns}" not in table.legal()  # both lead east, into Poland
    assert "lay 101 r1" not in table.legal()
    assert table.rule_against("lay 101 r1") == "3.5"


def test_a_replaced_base_card_goes_in_front_of_the_player() -> None:
    table = line().play("pay 201", "expand 15", "lay 105 r2")
    assert table.position.view(None)["table"]["players"][0]["base"] == [15]


def test_a_replaced_coloured_card_goes_face_up_on_its_deck() -> None:
    table = line().play("pay 201", "expand 14", "lay 121 r0")
    assert table.top("routes 1") == 101


def test_a_card_that_is_not_in_the_decks_cannot_be_laid_and_says_where_it_is() -> None:
    table = line().hand(1, 531).play("pay 201", "expand 13")
    refused = table.position.why_not("lay 531 r1")
    assert refused is not None
    assert (refused.rule, "in a hand" in refused.reason) == ("express-01 3.2", True)


def test_of_identical_cards_the_one_nearest_the_top_leaves_the_deck() -> None:
    table = line()
    order = list(table.state.decks.order[:24])
    table.play("pay 201", "expand 15", "lay 105 r2")
    after = list(table.state.decks.order[:23])
    at = max(i for i, card in enumerate(order[:23]) if card == order[after.index(after[0])] or card == 4)
    assert [card for i, card in enumerate(order[:23]) if i != at] == after[:22]


def test_paying_is_refused_when_nothing_could_be_laid() -> None:
    table = Table(2).lay(13, 501, 1).hand(0, 201)
    table.empty("routes 1", "routes 2", "through 2", "through 1", "terminal 1", "capital 1")
    assert "expand then shares" not in table.legal()
    assert table.rule_against("expand then shares") == "3.2"


def test_a_hand_card_that_fits_can_be_paid_and_laid_when_the_decks_lack_everything_else() -> None:
    table = Table(2).lay(13, 501, 1).hand(0, 102, 201)
    table.empty("routes 1", "routes 2", "through 2", "through 1", "terminal 1", "capital 1")
    table.play("expand then shares")
    assert [move for move in table.legal() if move.startswith("pay")] == ["pay 102"]
    table.play("pay 102", "expand 12", "lay 102 r1")
    assert table.on(12) == 102


def test_a_stage_3_card_is_final() -> None:
    table = Table(2).lay(13, 561).hand(0, 201).play("expand then shares", "pay 201")
    assert table.rule_against("expand 13") == "3.4"
