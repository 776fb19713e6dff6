"""What stands beside the map, without a browser."""

from typing import Any

import branchline
from branchline.games.mini_express.game import MiniExpressGame
from branchline.games.mini_express.panels import Panels, panels
from branchline.position import Position


def started(seats: int, **options: Any) -> Position:
    return branchline.game("mini-express").start(seats, seed=7, **options)


def beside(position: Position) -> Panels:
    game = position.game
    assert isinstance(game, MiniExpressGame)
    return panels(position.scene(position.to_act), game.parts)


def signs(position: Position) -> dict[str, str]:
    """The kinds of the legend's lines that show something, and what."""
    return {sign.kind: sign.sample for sign in beside(position).legend if sign.sample}


def test_two_players_are_told_why_the_first_column_is_not_used() -> None:
    assert beside(started(2, mode="expert")).unused.startswith("Not used by two")
    assert beside(started(3)).unused == ""


def test_the_legend_shows_a_number_of_the_bots_order_and_the_column_that_is_not_used() -> None:
    assert signs(started(3)) == {}
    assert signs(started(2, mode="expert")) == {"first": "1st"}
    assert signs(started(2, mode="bot")) == {"index": "7"}


def test_goods_and_berths_share_a_line_of_the_legend() -> None:
    short = {sign.kind for sign in beside(started(3)).legend if not sign.long}
    assert short == {"good", "berth"}


def test_a_share_has_its_price_or_a_word_on_its_button() -> None:
    """At first one picks a share; later each costs as much as there are trains in its Tracks."""
    position = started(3)
    assert {(company.take_said, company.take_is_word) for company in beside(position).companies} == {("pick", True)}
    while not any(company.take_said.startswith("−") for company in beside(position).companies):
        builds = [move for move in position.legal() if move.startswith("build")]
        position.play((builds or position.legal())[0])
    for company in beside(position).companies:
        assert company.take_is_word == (company.take_said != f"−{company.tracks}")
