"""A position printed: everything to play by, and nothing that the seat may not know."""

import pytest

import branchline
from branchline.printed import WIDTH
from tests.conformance.cases import PLAIN, SECRETIVE, Case, random_move


@pytest.mark.parametrize("case", PLAIN, ids=str)
def test_a_printed_position_names_every_seat_and_every_move(case: Case) -> None:
    position = case.start(3)
    for _ in range(25):
        if not position.over:
            position.play_code(random_move(position))
    text = str(position)
    assert position.game.title in text
    for name in position.game.seat_names(position.state):
        assert name in text
    lines = {line.strip().partition("  ")[0] for line in text.splitlines()}
    assert set(position.legal()) <= lines
    assert "{" not in text
    assert max(len(line) for line in text.partition("\nMoves")[0].splitlines() if not line.startswith("  ")) <= WIDTH


def test_at_the_end_it_says_who_won() -> None:
    position = branchline.game("mini-rails").start(seats=3, seed=1)
    while not position.over:
        position.play_code(random_move(position))
    winners = " and ".join(f"Seat {seat + 1}" for seat in position.winners())
    assert f"The game is over. Won by {winners}." in str(position)
    assert "Moves" not in str(position)


@pytest.mark.parametrize("name", SECRETIVE)
def test_what_is_printed_tells_nothing_that_the_seat_cannot_know(name: str) -> None:
    position = Case(name, 3).start(4)
    while not position.over and position.n < 200:
        guess = position.guess(seed=position.n)
        assert str(guess) == str(position)
        assert guess._repr_html_() == position._repr_html_()
        position.play_code(random_move(position))


def test_a_notebook_shows_the_board_and_the_table_in_a_fixed_width() -> None:
    shown = branchline.game("mini-rails").start(seats=3, seed=1)._repr_html_()
    assert shown.startswith('<div style="max-width:')
    assert "<svg" in shown
    assert "Market" in shown
