"""One colour a seat, on every page: told apart from each other and from everything that a game's colours mean."""

import math
import re
from itertools import combinations
from pathlib import Path

import pytest

import branchline

LOOK = Path(branchline.__file__).parent / "look"
GAMES = Path(branchline.__file__).parent / "games"
Lab = tuple[float, float, float]
APART = 0.1
"""In OKLab: about ten times what an eye can just tell apart."""


def lab(colour: str) -> Lab:
    """OKLab, in which distances are those of the eye."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    long = math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    middle = math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    short = math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    return (
        0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
    )


def seats() -> dict[str, str]:
    return dict(re.findall(r"--(seat-\d): *(#\w{6})", (LOOK / "tokens.css").read_text("utf-8")))


def pieces(game: str) -> dict[str, str]:
    """The colours of a game's companies and goods: those that have an edge of their own."""
    css = (GAMES / game / "table.css").read_text("utf-8")
    named = dict(re.findall(r"--([\w-]+): *(#\w{6});", css))
    return {name: colour for name, colour in named.items() if f"--on-{name}" in css or name.startswith("good-")}


def test_five_seats_have_five_colours() -> None:
    assert len(seats()) == 5
    for (one, first), (two, second) in combinations(seats().items(), 2):
        assert math.dist(lab(first), lab(second)) > 1.5 * APART, (one, two)


@pytest.mark.parametrize("game", ["mini_rails", "mini_express", "steam_power", "express_01"])
def test_no_seat_looks_like_a_company_or_a_good(game: str) -> None:
    assert len(pieces(game)) >= 4
    for seat, own in seats().items():
        for piece, colour in pieces(game).items():
            assert math.dist(lab(own), lab(colour)) > APART, (seat, piece)


@pytest.mark.parametrize("game", ["mini_rails", "mini_express", "steam_power", "express_01"])
def test_no_game_gives_the_seats_other_colours(game: str) -> None:
    assert not re.search(r"--seat-\d:", (GAMES / game / "table.css").read_text("utf-8"))
