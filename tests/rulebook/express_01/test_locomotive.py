"""The Black Locomotive and its four uses."""

from .table import Table


def run(locomotive: int, *shares: int) -> Table:
    """Bremen to Hanover pays 2; seat 0 runs red, whose shares are given by seat."""
    table = Table(3).lay(7, 502, 1).lay(8, 105, 2).lay(13, 503).locomotive(locomotive)
    red = [101, 101, 105, 105, 121, 126]
    for seat, count in enumerate(shares):
        for _ in range(count):
            table.shares(seat, red.pop(0))
    return table.play("run then position", "run red", "route bremen hanover")


def test_1_shares_of_its_owner_are_secure() -> None:
    table = Table(2).lay(13, 501).shares(1, 101).hand(0, 202).empty_of("red").locomotive(1)
    assert "shares then expand" not in table.legal()
    table.locomotive(-1)
    assert "shares then expand" in table.legal()


def test_2_it_pays_like_one_hand_card_and_is_put_aside() -> None:
    table = Table(2).lay(13, 501, 1).locomotive(0).play("expand then shares", "pay black locomotive")
    assert table.state.locomotive == -1
    table.play("expand 12", "lay 102 r1", "expand 14", "lay 102 r1")
    assert (table.on(12), table.on(14)) == (102, 102)


def test_2_additional_costs_are_paid_with_hand_cards() -> None:
    table = Table(2).lay(13, 501).lay(9, 601).locomotive(0).hand(0, 202).play("shares then expand", "buy red")
    table.play("pay black locomotive", "pay 202", "take 101")
    assert table.held(0, "red") == 1


def test_2_nobody_else_can_pay_with_it() -> None:
    table = Table(2).lay(13, 501, 1).locomotive(1).hand(0, 202).play("expand then shares")
    assert table.rule_against("pay black locomotive") == "6.2"


def test_3_it_is_an_additional_share_in_the_payment() -> None:
    table = run(1, 2, 0, 0)
    assert (table.position.to_act, table.legal()) == (1, ["keep black locomotive", "use black locomotive"])
    table.play("use black locomotive").take_all()
    assert table.hands() == [1, 1, 0]
    assert table.state.locomotive == -1


def test_3_its_owner_may_keep_it() -> None:
    table = run(1, 2, 0, 0).play("keep black locomotive").take_all()
    assert table.hands() == [2, 0, 0]
    assert table.state.locomotive == 1


def test_3_it_does_not_count_for_the_reach() -> None:
    table = Table(2).lay(7, 502, 1).lay(8, 105, 2).lay(13, 503).locomotive(0).shares(0, 101)
    assert table.play("run then position").legal() == ["keep position", "take position 2"]


def test_3_it_does_not_count_for_the_choice_of_the_company() -> None:
    table = Table(2).lay(7, 502, 1).lay(8, 105, 2).lay(13, 503).locomotive(0).shares(1, 101, 105)
    assert table.play("run then position").legal() == ["keep position", "take position 2"]


def test_3_it_is_put_aside_even_if_it_gained_nothing() -> None:
    table = run(2, 1, 1, 0).play("use black locomotive").take_all()
    assert table.hands() == [1, 1, 0]
    assert table.state.locomotive == -1


def test_3_the_initiator_may_use_it_too() -> None:
    """The route pays 3; without the Locomotive two cards of it go to the other, who has two shares."""
    for use, cards in (("use", [2, 1]), ("keep", [1, 2])):
        table = Table(2).lay(13, 501, 1).lay(14, 105, 3).lay(9, 601).shares(0, 101).shares(1, 105, 121).locomotive(0)
        table.play("run then position", "run red", "route berlin hanover", f"{use} black locomotive").take_all()
        assert table.hands() == cards


def test_4_a_used_one_is_told_as_coming_back_without_its_2_points() -> None:
    """The last turn of a round pays a seller with the Locomotive, and its owner is the poorest again."""
    table = Table(2).lay(13, 501).shares(1, 101).hand(1, 202, 203).empty_of("red").locomotive(0).left(1)
    table.play("shares then expand", "buy red from seat 2", "pay black locomotive")
    assert (table.state.round, table.state.locomotive) == (2, 0)
    assert table.position.log(None)[-1]["effect"].endswith("goes to {seat:0}, lowest with 1.")


def test_4_unused_it_counts_2() -> None:
    assert Table(2).locomotive(1).position.scores() == [0, 2]
