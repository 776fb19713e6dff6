"""Action b: acquire shares."""

from .table import PARTS, Table


def red(stations: int, players: int = 3) -> Table:
    """Red owns this many stations; seat 0 holds five cards and buys."""
    table = Table(players)
    for cell, no in list({13: 501, 9: 601, 7: 502}.items())[:stations]:
        table.lay(cell, no)
    return table.hand(0, 201, 202, 203, 204, 205)


def test_a_share_costs_as_many_cards_as_the_company_has_stations() -> None:
    table = red(3).play("shares then expand", "buy red", "pay 201", "pay 202", "pay 203", "take 101")
    assert table.hands()[0] == 2
    assert table.held(0, "red") == 1
    assert table.top("routes 3") == 203


def test_several_shares_may_be_bought() -> None:
    table = red(1).play("shares then expand", "buy red", "pay 201", "take 101", "buy red", "pay 202", "take 207")
    assert table.held(0, "red") == 2


def test_the_share_is_any_route_card_with_the_right_locomotive() -> None:
    table = red(1).play("shares then expand", "buy red", "pay 202")
    assert {"take 101", "take 105", "take 121", "take 207"} <= set(table.legal())
    assert "take 201" not in table.legal()  # it is in the hand
    assert table.rule_against("take 102") == "4.4"


def test_a_share_cannot_be_afforded_with_too_few_cards() -> None:
    table = Table(2).lay(13, 501).lay(9, 601).lay(3, 503).hand(0, 210).play("shares then expand")
    assert table.rule_against("buy red") == "4.1"


def test_only_companies_with_a_station_sell_shares() -> None:
    table = red(1).play("shares then expand")
    assert table.legal() == ["buy red", "stop"]
    assert table.rule_against("buy blue") == "4.1"


def test_no_share_is_taken_from_a_player_while_the_decks_have_one() -> None:
    table = red(1).shares(1, 101).play("shares then expand")
    assert table.rule_against("buy red from seat 2") == "4.2"


def without_red() -> Table:
    """The decks have no red share any more; seats 1 and 2 hold one each."""
    table = Table(3).lay(13, 501).lay(9, 601).shares(1, 105, 101).shares(2, 121).hand(0, 202, 203, 204)
    return table.empty_of("red")


def test_when_the_decks_have_none_a_share_is_taken_from_a_player_who_gets_the_cards() -> None:
    table = without_red().play("shares then expand")
    assert table.rule_against("buy red") == "4.2"
    table.play("buy red from seat 2", "pay 202", "pay 203")
    assert (table.held(0, "red"), table.held(1, "red")) == (1, 1)
    assert (table.hands()[0], table.hands()[1]) == (1, 2)
    assert table.in_hand(1, 202) == 1
    assert table.position.view(None)["table"]["players"][0]["share_cards"] == [101]  # the lowest number


def test_no_share_is_taken_from_the_owner_of_the_black_locomotive() -> None:
    table = without_red().locomotive(1).play("shares then expand")
    assert "buy red from seat 3" in table.legal()
    assert table.rule_against("buy red from seat 2") == "6.1"


def test_no_share_is_taken_from_somebody_who_has_none() -> None:
    table = without_red().play("shares then expand")
    assert table.rule_against("buy red from seat 1") == "4.2"


def test_a_paid_card_with_the_locomotive_may_be_the_share() -> None:
    table = Table(2).lay(13, 501).lay(9, 601).hand(0, 207, 202, 203).empty_of("red").play("shares then expand")
    table.play("buy red", "pay 202")
    assert table.legal() == ["pay 207"]
    assert table.rule_against("pay 203") == "4.3"
    table.play("pay 207", "take 207")
    assert table.held(0, "red") == 1


def test_what_a_share_brings_is_told_before_it_is_bought() -> None:
    def told(table: Table, move: str) -> tuple[str, str]:
        table.play("shares then expand")
        offer = table.position.game.offer(table.state, table.position.codes()[move])
        return offer.label.split(", ")[1], offer.notes[1]

    assert told(red(1).shares(1, 101, 105), "buy red") == ("14 in the decks", "With it 3 issued: its train reaches 3.")
    assert told(without_red(), "buy red from seat 2") == ("from {seat:1}", "With it 3 issued: its train reaches 3.")
    own = Table(2).lay(13, 501).hand(0, 207).empty_of("red")
    assert told(own, "buy red") == ("the card you pay", "With it 1 issued: its train reaches 1.")


def test_the_locomotive_paid_to_a_player_is_put_aside() -> None:
    table = without_red().locomotive(0).play("shares then expand", "buy red from seat 2")
    table.play("pay black locomotive", "pay 202")
    assert table.state.locomotive == -1
    assert table.hands()[1] == 1


def test_the_price_is_read_again_for_each_share() -> None:
    table = red(2).play("shares then expand", "buy red", "pay 201", "pay 202", "take 101", "buy red")
    assert table.state.price == 2


def test_shares_are_passive_capital() -> None:
    table = red(2).shares(0, 101)
    assert table.position.scores()[0] == 5 + 2
    assert PARTS.card(101).share == "red"
