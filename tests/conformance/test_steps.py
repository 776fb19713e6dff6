"""An automaton's explanation names the places that it speaks of, and the page finds them on the board."""

import re
from typing import Any

import pytest

import branchline
from branchline.game import Game, Step
from branchline.games.mini_express.board import spot
from branchline.position import Position

CIRCLE = re.compile(r"-?[\d.]+,-?[\d.]+,[\d.]+")


def steps(game: Game, **options: int) -> list[Step]:
    position, player = Position.start(game, 1, 3, options), branchline.player("random", seed=1)
    while position.state.turn < 24 and not position.over:
        position.play(player.choose(position))
    return [step for told in position.told(0) for step in told.line.steps]


def test_the_bot_of_mini_express() -> None:
    told = steps(branchline.game("mini-express"))
    assert all(CIRCLE.fullmatch(spot(place)) for step in told for place in step.at)
    for rule in ("9.2", "9.4", "9.5"):
        assert any(step.at for step in told if step.rule == f"mini-express {rule}"), rule


@pytest.mark.parametrize("automas", [1, 3])
def test_the_automas_of_steam_power(automas: int) -> None:
    game = branchline.game("steam-power")
    told = steps(game, automas=automas)
    panels: Any = game.panels(Position.start(game, 1, 3, {"automas": automas}).scene(0))
    assert all(CIRCLE.fullmatch(panels.automas.spots(step)) for step in told if len(step.at) == 1)
    for rule in ("10.2", "10.6", "10.9"):
        assert all(step.at for step in told if step.rule == f"steam-power {rule}"), rule
    assert all(step.at or "finds no city" in step.text for step in told if step.rule == "steam-power 10.5")
