"""Games as data: a row a game, with everything a learner wants, the same on one core and on many; and its card."""

import json
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq

import branchline
from branchline.lab.games import write_games
from branchline.lab.sim import simulate
from branchline.space import Space

RAILS = branchline.game("mini-rails")


def test_a_row_holds_a_game_and_its_decisions(tmp_path: Path) -> None:
    made = write_games(RAILS, ["greedy", "random", "random"], 7, tmp_path / "games.parquet", seed=3)
    rows = pq.read_table(tmp_path / "games.parquet").to_pylist()
    assert [row["game"] for row in rows] == list(range(7))
    assert made["digest"] == simulate(RAILS, 3, ["greedy", "random", "random"], 7, seed=3).digest
    space = Space(RAILS, 3)
    for row in rows[:2]:
        end = branchline.replay(json.loads(row["record"]))
        assert (row["scores"], sum(row["shares"])) == (end.scores(), 1)
        for k in range(0, len(row["event"]), 9):
            then = end.at(row["event"][k])
            assert then.to_act == row["seat"][k]
            assert row["action"][k] in row["legal"][k]
            assert sorted(space.legal(then.state)) == row["legal"][k]
            assert np.array_equal(space.observe(then.state, row["seat"][k]), np.float32(row["observation"][k]))
    card = (tmp_path / "games.md").read_text("utf-8")
    assert made["digest"] in card
    assert "| `observation` |" in card


def test_the_same_order_gives_the_same_digest_on_two_processes_and_without_tensors(tmp_path: Path) -> None:
    one = write_games(RAILS, ["random"] * 3, 6, tmp_path / "one.parquet", tensors=False, processes=1)
    two = write_games(RAILS, ["random"] * 3, 6, tmp_path / "two.parquet", tensors=False, processes=2)
    assert one["digest"] == two["digest"]
    assert "observation" not in pq.read_schema(tmp_path / "one.parquet").names
