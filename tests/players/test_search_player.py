"""The thinking player and its hints."""

import branchline
from branchline.players import KINDS, LEVELS
from branchline.players.search import Search

GAME = branchline.game("mini-rails")


def test_it_plays_a_whole_game_and_always_legally() -> None:
    position = GAME.start(seats=3, seed=1)
    thinker = branchline.player("search", simulations=20, seed=1)
    while not position.over:
        position.play(thinker.choose(position))
    assert position.winners()


def test_the_same_simulations_and_seed_give_the_same_move() -> None:
    position = GAME.start(seats=4, seed=2)
    moves = {branchline.player("search", simulations=100, seed=5).choose(position) for _ in range(3)}
    assert len(moves) == 1


def test_two_processes_find_the_same_each_time_and_spend_the_simulations_between_them() -> None:
    position = GAME.start(seats=4, seed=2)
    first = Search(seed=3, simulations=100, processes=2).think(position)
    again = Search(seed=3, simulations=100, processes=2).think(position)
    assert first == again
    assert sum(thought.visits for thought in first) == 100
    assert first != Search(seed=3, simulations=100).think(position)


def test_it_beats_random_players() -> None:
    wins = 0
    for game in range(4):
        position = GAME.start(seats=3, seed=game)
        thinker, anybody = branchline.player("search", simulations=150, seed=game), branchline.player("random")
        while position.to_act is not None:
            position.play((thinker if position.to_act == game % 3 else anybody).choose(position))
        wins += game % 3 in position.winners()
    assert wins >= 3


def test_every_level_of_the_table_is_a_player() -> None:
    assert [name for name, _ in LEVELS if name not in KINDS] == []
    assert len({label for _, label in LEVELS}) == len(LEVELS) >= 6
