"""What is asked, why something is refused, and what the log tells."""

import pytest

from branchline.kernel.state import OVER

from .table import GAME, Table


def hanover(players: int = 2) -> Table:
    """Hanover with track to the west and east."""
    return Table(players).lay(13, 501, 1)


def prompt(table: Table) -> str:
    return GAME.prompt(table.state)


def reason(table: Table, move: str) -> str:
    refused = table.position.why_not(move)
    assert refused is not None
    return refused.reason


def told(table: Table) -> list[str]:
    """The log as a reader at the table sees it: without the quiet lines."""
    lines = [line for line in table.position.log(None) if not line["quiet"]]
    return [f"{line['text']} {line['effect']}".strip() for line in lines]


# -- what is asked -------------------------------------------------------------------------


def test_half_a_card_asks_for_a_route_and_for_a_payment_only_if_there_is_something_to_pay_with() -> None:
    laid = ("expand then shares", "pay 201", "expand 12", "lay 102 r1")
    assert prompt(hanover().hand(0, 201).play(*laid)) == "Expand one more route, or stop."
    assert prompt(hanover().hand(0, 201, 202).play(*laid)) == "Expand one more route, pay another card, or stop."


def test_one_card_and_a_half_ask_for_a_station_and_a_route_or_three_routes() -> None:
    table = hanover().hand(0, 201, 202, 203).play("expand then shares", "pay 201")
    assert prompt(table) == "Expand one station or up to two routes."
    table.play("expand 12", "lay 102 r1", "pay 202")
    assert prompt(table) == "Expand a station and a route, or up to three routes."


def test_the_first_turn_asks_for_a_station_alone() -> None:
    table = Table(3).hand(0, 201, 202)
    table.state.next_turn()
    assert prompt(table) == "Pay a card and build the first station."
    assert prompt(table.play("pay 201")) == "Build the first station."


def test_who_sells_the_share_is_named_while_it_is_paid() -> None:
    table = hanover().shares(1, 101).hand(0, 202).empty_of("red")
    table.play("shares then expand", "buy red from seat 2")
    assert prompt(table) == "Pay 1 card for a {piece:red} Red share, from {seat:1}."


def test_a_cell_without_a_name_is_asked_for_by_its_number() -> None:
    table = hanover().hand(0, 201).play("expand then shares", "pay 201", "expand 12")
    assert prompt(table) == "Lay a card on 12."


def without_a_run() -> Table:
    """A Red share, and nowhere to go with it."""
    return hanover().hand(0, 201).shares(0, 101).locomotive(1)


def test_that_no_train_can_run_is_said_before_and_after_the_pair_is_chosen() -> None:
    table = without_a_run()
    offer = GAME.offer(table.state, table.position.codes()["run then position"])
    assert offer.notes[0].startswith("No train can run: Red reaches no other station in 1 move.")
    table.play("run then position")
    assert prompt(table) == "No train can run. Take another position, or keep yours."
    assert reason(table, "run red") == "Red reaches no other station in 1 move."
    assert reason(table, "run blue") == "You have no share of Blue."


def test_whose_train_can_run_is_said_before_the_pair_is_chosen() -> None:
    table = hanover().lay(14, 101, 1).lay(12, 503, 1).hand(0, 201).shares(0, 102)
    offer = GAME.offer(table.state, table.position.codes()["run then position"])
    assert offer.notes[0].startswith("{piece:blue} Blue can run")
    table.play("run then position", "no run")
    assert prompt(table) == "Take another position, or keep yours."


@pytest.mark.parametrize(
    ("still", "idle", "where"),
    [
        (0, 0, "Round 1 · 1 of 12 cards built"),
        (1, 1, "Round 1 · standstill in 2 rounds · 1 of 12 cards built"),
        (0, 4, "Round 1 · standstill in 6 rounds · 1 of 12 cards built"),
        (1, 9, "Round 1 · standstill in 1 round · 1 of 12 cards built"),
    ],
)
def test_the_standstill_counts_on_while_shares_are_traded(still: int, idle: int, where: str) -> None:
    table = hanover()
    table.state.still, table.state.idle = still, idle
    assert GAME.where(table.state) == where


def test_the_end_tells_how_many_cards_were_built_and_no_longer_of_how_many() -> None:
    table = hanover()
    table.state.to_act = OVER
    assert GAME.where(table.state) == "1 round · 1 card built"


# -- why something is refused ----------------------------------------------------------------


def test_nonsense_is_answered_with_what_is_asked_now() -> None:
    table = hanover().hand(0, 202, 204)
    assert "First choose a pair of actions" in reason(table, "fly")
    table.play("expand then shares")
    assert reason(table, "fly") == "'fly' is no move. You are expanding: pay a card or stop."
    table.play("pay 202")
    assert reason(table, "fly") == "'fly' is no move. You are expanding: expand a card of the board."
    table.play("expand 13")
    assert reason(table, "fly") == "'fly' is no move. First choose the card to lay on 13 Hanover."


def test_that_the_only_seller_is_protected_is_the_reason_why_no_share_is_sold() -> None:
    protected = "The decks hold no Red share any more, and the Black Locomotive protects those of seat 2."
    table = hanover().shares(1, 101).empty_of("red").hand(0, 202, 204, 208).locomotive(1)
    assert reason(table, "shares then expand") == protected
    assert table.rule_against("shares then expand") == "6.1"
    table.lay(3, 503).play("shares then expand")  # Blue is for sale
    assert reason(table, "buy red") == protected


def test_a_share_that_nobody_else_has_is_not_said_to_be_too_dear() -> None:
    table = hanover().empty_of("red").hand(0, 202)
    assert reason(table, "shares then expand") == "The decks hold no Red share any more, and no other player has one."
    assert table.rule_against("shares then expand") == "4.2"


def test_who_sells_is_said_when_the_decks_have_none() -> None:
    table = hanover(3).shares(1, 101).shares(2, 105).empty_of("red").hand(0, 202).play("shares then expand")
    assert reason(table, "buy red") == "The decks hold no Red share any more: buy it from seat 2 or seat 3."


def test_a_city_that_can_be_expanded_is_asked_for_by_its_number() -> None:
    table = hanover().hand(0, 201).play("expand then shares", "pay 201")
    assert "expand 13" in table.legal()
    assert reason(table, "expand hanover") == "Say expand 13."


def test_a_turn_that_changes_nothing_is_refused_with_those_that_do() -> None:
    table = hanover().hand(0, 201).play("expand then shares", "pay 201", "expand 12")
    assert reason(table, "lay 101 r3") == "Card 101 is laid as r0 or r1: turned further it looks the same."


# -- what the log tells ------------------------------------------------------------------------


def test_the_cards_paid_for_a_share_are_told() -> None:
    table = Table(2).lay(13, 501).lay(9, 601).hand(0, 202, 203).locomotive(0)
    table.play("shares then expand", "buy red", "pay 202", "pay black locomotive", "take 101")
    assert told(table)[1:] == [
        "{seat:0} pays 202 for a {piece:red} Red share.",
        "{seat:0} pays the {piece:black} Black Locomotive for a {piece:red} Red share. It is put aside.",
        "{seat:0} buys a {piece:red} Red share for 2. It is card 101.",
    ]


def test_the_cards_paid_to_a_player_are_told() -> None:
    table = Table(2).lay(13, 501).lay(9, 601).shares(1, 101).hand(0, 202, 203, 204).empty_of("red")
    table.play("shares then expand", "buy red from seat 2", "pay 202", "pay 203")
    assert told(table)[1:] == [
        "{seat:0} pays 202 for a {piece:red} Red share from {seat:1}.",
        "{seat:0} buys a {piece:red} Red share from {seat:1} for 2. Last paid: 203, now in the hand of {seat:1}.",
    ]


def test_the_locomotive_paid_to_expand_is_told() -> None:
    table = hanover().locomotive(0).play("expand then shares", "pay black locomotive")
    assert told(table)[1:] == ["{seat:0} pays the {piece:black} Black Locomotive to expand. It is put aside."]


def paying() -> Table:
    """Red pays a bonus of two, with the last capital station of stage III on top of its deck."""
    table = Table(2).lay(7, 502, 1).lay(8, 105, 2).lay(13, 503).shares(0, 101, 105).empty("capital 3", leave=1)
    table.play("run then position", "run red")
    return table.play(table.legal()[0])


def test_every_card_of_a_bonus_is_told_and_the_deck_that_ran_empty() -> None:
    table = paying().play("draw capital 3", "draw routes 1")
    first, last = told(table)[-2:]
    assert first == (
        "{seat:0} takes 666 (capital station III, nobody's, +3). The deck of capital stations III is empty."
    )
    assert last.startswith("{seat:0} takes 108 (route I, ")
    assert last.endswith("{piece:red} Red has paid 2 cards: {seat:0} 2.")


def test_that_decks_end_the_game_is_told() -> None:
    table = paying().empty("terminal 3", "capital 2").play("draw capital 3", "draw routes 1")
    assert told(table)[-1].endswith("3 decks are empty: the game ends with this round.")


def test_that_base_cards_end_the_game_is_told_once() -> None:
    table = hanover().expanded(11).hand(0, 201, 202).hand(1, 203)
    table.play("expand then shares", "pay 201", "expand 12", "lay 102 r1")
    assert "ends" not in told(table)[-1]
    table.play("stop")
    assert told(table)[-1] == "{seat:0} expands no further. 12 base cards are expanded: the game ends with this round."
    table.play("stop")
    assert told(table)[-1] == "{seat:0} is done."


def test_no_turn_goes_by_without_a_line() -> None:
    table = without_a_run().hand(1, 202, 203).play("run then position", "keep position")
    assert told(table)[-1] == "{seat:0} runs no train and keeps position 1."
    table.play("expand then shares", "stop", "stop")
    assert told(table)[-1].startswith("{seat:1} does nothing.")


def test_how_a_card_is_turned_is_told_in_degrees() -> None:
    table = hanover().hand(0, 201).play("expand then shares", "pay 201", "expand 12", "lay 102 r1")
    assert told(table)[-1].startswith("{seat:0} expands 12 with 102 (route I, {piece:blue} Blue share), turned 90°.")
