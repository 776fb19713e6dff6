"""End of the game and the winner."""

import pytest

from branchline.games.express_01 import panels, rules

from .table import PARTS, Table


def last_base_card(expanded: int, length: str) -> Table:
    """Seat 0 of two expands one more base card."""
    table = Table(2, length).lay(13, 501, 1).hand(0, 201).expanded(expanded)
    return table.play("expand then shares", "pay 201", "expand 12", "lay 102 r1", "stop")


@pytest.mark.parametrize(("length", "cards"), [("short", 12), ("long", 24)])
def test_enough_expanded_base_cards_end_the_game_with_the_round(length: str, cards: int) -> None:
    table = last_base_card(cards - 1, length)
    assert not table.position.over  # the round is played to its end
    assert table.play("pass").position.over


@pytest.mark.parametrize(("length", "cards"), [("short", 12), ("long", 24)])
def test_one_base_card_less_does_not_end_it(length: str, cards: int) -> None:
    table = last_base_card(cards - 2, length).play("pass")
    assert table.state.round == 2


@pytest.mark.parametrize(("length", "decks"), [("short", 3), ("long", 4)])
def test_enough_empty_decks_end_the_game_with_the_round(length: str, decks: int) -> None:
    table = Table(2, length).lay(7, 502, 1).lay(8, 105, 2).lay(13, 503).shares(0, 101, 105)
    table.empty(*["terminal 3", "through 3", "capital 2"][: decks - 1])
    assert table.state.decks.empty() == decks - 1
    table.play("run then position", "run red", "route bremen hanover", "draw capital 3", "draw routes 1")
    table.play("keep position")
    assert not table.position.over
    assert table.play("pass").position.over


def test_an_end_that_was_met_stays_met() -> None:
    """Card 666 returns to its deck in the same round, and yet it is the last round."""
    table = Table(2).lay(13, 501, 1).hand(0, 201).hand(1, 666).empty("capital 3", "terminal 3", "through 3")
    table.play("expand then shares", "pay 201", "expand 12", "lay 102 r1", "stop")
    assert table.state.ending
    table.play("expand then shares", "pay 666", "expand 14", "lay 102 r1", "stop")
    assert table.state.decks.empty() == 2
    assert table.position.over


def test_the_end_is_tested_after_whole_actions() -> None:
    table = Table(2).lay(13, 501, 1).hand(0, 201, 666).empty("capital 3", "terminal 3", "through 3")
    table.play("expand then shares", "pay 666", "expand 12", "lay 102 r1")
    assert table.state.decks.empty() == 2
    table.play("stop")
    assert not table.state.ending


def test_a_deck_emptied_by_the_first_action_ends_the_game_though_the_second_refills_it() -> None:
    """The last card of routes I becomes a share; then a card of that deck is paid to expand."""
    table = Table(2).lay(13, 501, 1).hand(0, 201, 102).empty("terminal 3", "through 3")
    table.empty("routes 1", leave=1)
    share = table.top("routes 1")
    assert share is not None
    company = PARTS.card(share).share
    assert company is not None
    table.state.network.stations[PARTS.companies.index(company)] = 1
    table.play("shares then expand", f"buy {company}", "pay 201", f"take {share}", "stop")
    assert table.state.ending
    table.play("pay 102", "expand 12", "lay 102 r1")
    assert table.state.ending


def test_two_end_conditions_at_once_end_the_game_once() -> None:
    table = Table(2).lay(13, 501, 1).hand(0, 201).expanded(11).empty("capital 3", "terminal 3", "through 3")
    table.play("expand then shares", "pay 201", "expand 12", "lay 102 r1", "stop")
    assert table.state.ending
    assert table.play("pass").position.over


def test_the_most_capital_wins() -> None:
    table = Table(2).hand(0, 201).hand(1, 202, 203)
    assert list(table.state.winners()) == [1]


def test_of_equals_the_most_shares_win() -> None:
    table = Table(3).lay(13, 501).hand(0, 201, 202).hand(1, 203).shares(1, 101).hand(2, 204)
    assert table.position.scores() == [2, 2, 1]
    assert list(table.state.winners()) == [1]


def test_worthless_shares_break_ties_too() -> None:
    table = Table(2).hand(0, 201).hand(1, 202).shares(0, 102)
    assert list(table.state.winners()) == [0]


def test_if_the_tie_is_not_broken_there_is_more_than_one_winner() -> None:
    table = Table(3).hand(0, 201).hand(1, 202)
    assert list(table.state.winners()) == [0, 1]


def test_three_rounds_without_any_change_end_the_game() -> None:
    table = Table(2).lay(13, 501)
    for _ in range(3):
        assert not table.position.over
        table.play("run then position")
        table.play(table.legal()[1], "pass")  # changes of position are no change
    assert table.position.over


def test_a_change_begins_the_count_of_idle_rounds_anew() -> None:
    table = Table(2).lay(13, 501, 1).hand(0, 201).play("pass", "pass", "pass", "pass")
    table.state.to_act = table.state.active = 0
    table.play("expand then shares", "pay 201", "expand 12", "lay 102 r1", "stop", "stop", "pass")
    assert table.state.idle == 0
    assert not table.position.over


def trading() -> Table:
    """Two players without a Locomotive take the only red share from each other for the only card."""
    return Table(2).lay(13, 501).shares(1, 101).hand(0, 202).empty_of("red")


def trade(table: Table) -> None:
    """A round in which the share goes to and fro."""
    for seat in (0, 1):
        table.locomotive(-1)
        table.play("shares then expand", f"buy red from seat {2 - seat}", "pay 202")


def test_shares_that_go_from_player_to_player_are_no_standstill_at_first() -> None:
    table = trading()
    for _ in range(9):
        trade(table)
        assert not table.position.over
    assert (int(table.state.still), int(table.state.idle)) == (0, 9)
    assert "standstill in 1 round" in table.position.view(None)["where"]


def test_shares_that_go_from_player_to_player_do_not_keep_a_game_alive_for_ever() -> None:
    table = trading()
    for _ in range(10):
        trade(table)
    assert table.position.over
    assert table.position.log(None)[-1]["effect"].endswith("A standstill ends the game.")


def test_a_pair_of_base_cards_is_a_route_and_a_station() -> None:
    table = Table(2).base(0, 12, 14).base(1, 12, 13)
    assert table.position.scores() == [0, 1]
    assert rules.LOCOMOTIVE_POINTS == 2


def test_the_page_counts_empty_decks_up_to_those_that_end_the_game() -> None:
    assert [panels.empty_decks(empty, 3) for empty in (0, 3, 7)] == ["0 of 3 empty", "3 of 3 empty", "7 empty"]
