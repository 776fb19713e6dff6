"""Bench: what it measures exists and is positive. How fast it is, `branchline bench` says."""

import branchline
from branchline.kernel.state import OVER
from branchline.lab.bench import bench, compiled, midgame


def test_a_bench_has_its_fixed_names() -> None:
    found = bench(branchline.game("mini-rails"), seconds=0.05)
    assert found["decisions_per_second"] > found["playouts_per_second"] > 0
    assert found["copy_microseconds"] > 0
    assert found["compiled"] == compiled()
    assert (found["uncompiled_ratio"] is not None) == compiled()


def test_copying_is_measured_in_the_middle_of_a_game() -> None:
    state = midgame(branchline.game("mini-rails"))
    assert state.to_act != OVER
    assert 2 <= state.round <= 5
