"""Several shares chosen together with what is paid for them: ordinary moves, with a proposal for what is left open."""

from branchline.game import Asked, Bundle
from branchline.games.express_01.panels import Till

from .table import Table
from .test_shares import red, without_red


def chosen(table: Table, *wish: str) -> Bundle:
    found = table.position.bundle([Asked(*part.split(":")) for part in wish])
    assert found is not None
    return found


def test_nothing_is_chosen_together_before_shares_are_bought() -> None:
    assert red(1).position.bundle() is None


def test_shares_are_paid_and_taken_with_cards_that_are_proposed() -> None:
    table = red(1).play("shares then expand")
    bundle = chosen(table, "buy:red", "buy:red", "buy:red")
    assert [move.split()[0] for move in bundle.moves] == ["buy", "pay", "take"] * 3
    table.play(*bundle.moves)
    assert table.held(0, "red") == 3
    assert table.hands()[0] == 2


def test_what_is_wished_is_paid_and_taken() -> None:
    table = red(1).play("shares then expand")
    bundle = chosen(table, "buy:red", "pay:card-205", "take:card-121")
    assert bundle.moves == ("buy red", "pay 205", "take 121")
    assert bundle.wish == (Asked("buy", "red"), Asked("pay", "card-205"), Asked("take", "card-121"))


def test_no_more_is_offered_than_the_hand_can_pay() -> None:
    table = red(2).play("shares then expand")
    bundle = chosen(table, *["buy:red"] * 9)
    assert sum(move == "buy red" for move in bundle.moves) == 2  # two cards each, of five
    assert bundle.more == ()
    assert chosen(table, "buy:red").more == (Asked("buy", "red"),)


def test_the_black_locomotive_is_proposed_last() -> None:
    table = red(1).locomotive(0).play("shares then expand")
    assert "pay black locomotive" not in chosen(table, *["buy:red"] * 5).moves
    assert "pay black locomotive" in chosen(table, *["buy:red"] * 6).moves


def test_shares_of_players_are_bought_too() -> None:
    bundle = chosen(without_red().play("shares then expand"), "buy:red-from-2", "pay:card-204")
    assert bundle.moves[:2] == ("buy red from seat 2", "pay 204")
    assert len(bundle.moves) == 3  # two stations, two cards


def test_what_nobody_understands_is_left_out() -> None:
    bundle = chosen(red(1).play("shares then expand"), "buy:lilac", "fly:red", "pay:card-999", "buy:red")
    assert bundle.wish == (Asked("buy", "red"),)


def test_a_click_on_a_card_that_would_be_paid_pays_another() -> None:
    table = red(1).play("shares then expand")
    view = table.position.look(0).table
    till = Till(chosen(table, "buy:red", "buy:red"))
    paid = till.made("pay")
    wish = till.instead(view, paid[0], True).split()
    assert Till(chosen(table, *wish)).made("pay").count(paid[0]) == 0
    kept = next(f"card-{no}" for no in view.hand if f"card-{no}" not in paid)
    assert kept in Till(chosen(table, *till.instead(view, kept, False).split())).made("pay")
