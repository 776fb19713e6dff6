"""Recorded games, found by themselves, compared as text: nothing changes unnoticed."""

from pathlib import Path

import pytest

import branchline
from tests.golden.playthrough import files, write


@pytest.mark.parametrize("path", files(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_recorded_game_comes_out_the_same(path: Path) -> None:
    text = path.read_text("utf-8")
    assert write(text.splitlines()[0]) == text


@pytest.mark.parametrize("name", branchline.games())
def test_every_game_has_recorded_games(name: str) -> None:
    assert len([path for path in files() if path.parent.name == name]) >= 2
