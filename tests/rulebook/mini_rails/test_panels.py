"""What stands beside the map, without a browser."""

import branchline
from branchline.games.mini_rails.game import MiniRailsGame
from branchline.games.mini_rails.panels import Panels, panels
from branchline.position import Position


def beside(position: Position) -> Panels:
    game = position.game
    assert isinstance(game, MiniRailsGame)
    return panels(position.scene(position.to_act), game.parts)


def test_a_disc_that_is_built_is_placed_next_and_one_that_is_bought_ends_the_turn() -> None:
    start = beside(branchline.game("mini-rails").start(4, seed=7))
    takes = next(space.takes for space in start.market if len(space.takes) == 2)
    assert [(take.offer.verb, take.ends, take.at_once) for take in takes] == [
        ("buy", True, False),
        ("build", False, True),
    ]


def test_a_space_with_one_move_stands_for_it() -> None:
    position = branchline.game("mini-rails").start(4, seed=7)
    while position.state.round == 1 or not any(space.only for space in beside(position).market):
        position.play(position.legal()[0])
    only = next(space.only for space in beside(position).market if space.only)
    assert only.offer.move in position.legal()


def test_at_the_end_each_company_paid_tax_or_none_and_the_rule_says_what_is_void() -> None:
    position = branchline.game("mini-rails").start(4, seed=7)
    while not position.over:
        position.play(position.legal()[0])
    paid, none = beside(position).accounts
    assert (paid.title, paid.void, paid.rule) == ("Paid tax", "losses are void", "5.1")
    assert (none.title, none.void, none.rule) == ("Paid none", "profits are void", "5.2")
    table = position.scene(None).view.table
    assert set(paid.companies) == set(table.taxed)
    assert sorted(paid.companies + none.companies) == sorted(table.companies)
