"""Random games of every kind, heard by the second referee: same moves, same books, same winner."""

import random
from typing import Any, cast

import pytest

import branchline
from branchline.games.mini_express.game import MiniExpressGame
from branchline.games.mini_express.rules import MiniExpress
from branchline.position import Position
from tests.rulebook.mini_express.referee import Referee

GAME = cast(MiniExpressGame, branchline.game("mini-express"))

KINDS: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (3, {"golden_spike": True}),
    (4, {"map": "europe", "harbor": True}),
    (5, {"golden_spike": True, "first_game": True}),
    (2, {"mode": "expert", "golden_spike": True}),
    (2, {"mode": "expert", "map": "europe", "harbor": True}),
    (1, {"golden_spike": True}),
    (1, {"difficulty": "normal", "map": "europe", "harbor": True}),
    (1, {"difficulty": "nightmare", "golden_spike": True}),
    (2, {"difficulty": "hard", "asset_shares": 5}),
    (2, {"difficulty": "expert", "map": "europe", "harbor": True}),
    (3, {"edition": "prototype"}),
    (4, {"edition": "prototype", "map": "europe"}),
    (5, {"edition": "prototype", "first_game": True}),
    (2, {"edition": "prototype", "mode": "bot"}),
    (2, {"edition": "prototype", "mode": "directed"}),
    (2, {"edition": "prototype", "mode": "expert"}),
    (2, {"edition": "prototype", "mode": "bot", "map": "europe"}),
    (3, {"edition": "prototype", "west_coast": True}),
    (4, {"edition": "prototype", "west_coast": True}),
    (5, {"edition": "prototype", "west_coast": True, "first_game": True}),
    (2, {"edition": "prototype", "mode": "bot", "west_coast": True}),
    (2, {"edition": "prototype", "mode": "directed", "west_coast": True}),
    (2, {"edition": "prototype", "mode": "expert", "west_coast": True}),
]


def name(kind: tuple[int, dict[str, Any]]) -> str:
    return "-".join([str(kind[0]), *(f"{option}={value}" for option, value in kind[1].items())])


def westward(pos: Position, rng: random.Random) -> str:
    """A player who likes to build, and to build in the west: so the lines meet and the harbors open."""
    made = GAME.map_of(cast(MiniExpress, pos.state))
    column = {city.name.lower(): city.at[0] for city in made.cities} | {"lincoln": 0}
    builds = [move for move in pos.legal() if move.startswith("build")]
    if not builds or rng.random() < 0.3:
        return rng.choice(pos.legal())
    if coast := [move for move in pos.legal() if move.startswith("coast") and rng.random() < 0.2]:
        return rng.choice(coast)
    return min(builds, key=lambda move: (column[move.removesuffix(" from the west").split(" ", 2)[2]], rng.random()))


def books(referee: Referee) -> dict[str, Any]:
    return {
        "over": referee.over,
        "shares": list(referee.shares.values()),
        "tracks": list(referee.tracks.values()),
        "supply": list(referee.supply.values()),
        "length": list(referee.length.values()),
        "held": [list(held.values()) for held in referee.held],
        "influence": [list(points.values()) for points in referee.influence],
        "track": {cell: here for cell, here in referee.track.items() if here},
        "tiles": set(referee.tile),
        "scores": referee.scores(),
    }


def table(pos: Position) -> dict[str, Any]:
    view = pos.view()["table"]
    track: dict[tuple[int, int], set[str]] = {}
    for train in view["track"]:
        track.setdefault((train["to"][0], train["to"][1]), set()).add(train["company"])
    return {
        "over": pos.over,
        "shares": [asset["shares"] for asset in view["assets"]],
        "tracks": [asset["tracks"] for asset in view["assets"]],
        "supply": [asset["supply"] for asset in view["assets"]],
        "length": [asset["length"] for asset in view["assets"]],
        "held": [[held["count"] for held in seat] for seat in view["shares"]],
        "influence": view["influence"],
        "track": track,
        "tiles": {city["name"].lower() for city in view["cities"] if city["demand"]},
        "scores": pos.scores(),
    }


@pytest.mark.parametrize("kind", KINDS, ids=name)
@pytest.mark.parametrize("style", ["any", "westward"])
def test_two_referees_agree_on_every_move_of_a_game(kind: tuple[int, dict[str, Any]], style: str) -> None:
    seats, options = kind
    pos = GAME.start(seats=seats, seed=f"referee {style}", **options)
    rng = random.Random(f"{name(kind)} {style}")
    referee = Referee(GAME.parts, seats, pos.options)
    heard = 0
    while True:
        for _, event, before, _ in pos.walk(heard):
            move = GAME.text(before, event.move)
            if event.by >= 0:
                assert event.by == referee.to_act()
            if event.by >= seats:
                assert move == referee.bot_move
            referee.hear(move)
        heard = pos.n
        assert table(pos) == books(referee), f"after event {heard}: {move}"
        if pos.over:
            break
        assert set(pos.legal()) == referee.legal()
        pos.play(westward(pos, rng) if style == "westward" else rng.choice(pos.legal()))
    assert pos.winners() == [referee.winner()]
