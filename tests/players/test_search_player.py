"""The thinking player and its hints."""

import pytest

import branchline
from branchline.lab.arena import arena
from branchline.names import GameName, Style
from branchline.players import KINDS, LEVELS, bot, called, seconds
from branchline.players.search import Search
from branchline.refusal import Refused

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


def built_first(style: Style, seed: int) -> list[bool]:
    """Whether a search of this style begins its rounds with a build, in one game against greedy players."""
    position, found = GAME.start(seats=3, seed=seed), []
    thinker, others = branchline.player("search", simulations=50, style=style), branchline.player("greedy")
    while position.to_act is not None:
        verbs = {text.split()[0] for text in position.legal()}
        move = (thinker if position.to_act == 0 else others).choose(position)
        if position.to_act == 0 and verbs == {"buy", "build"}:
            found.append(move.startswith("build"))
        position.play(move)
    return found


def test_a_builder_builds_first_and_a_trader_buys() -> None:
    builds, trades = ([one for seed in range(4) for one in built_first(style, seed)] for style in ("builder", "trader"))
    assert sum(builds) > sum(trades) + 4
    assert len(builds) == len(trades) == 4 * 6


def test_a_blocker_gives_something_of_its_own_chance_to_keep_the_strongest_low() -> None:
    position = GAME.start(seats=3, seed=4)
    usual = Search(seed=1, simulations=60).think(position)
    blocks = Search(seed=1, simulations=60, style="blocker").think(position)
    seat = int(position.state.to_act)
    assert [one.worth[seat] for one in usual] != [one.worth[seat] for one in blocks]


def test_a_style_that_is_none_is_refused() -> None:
    with pytest.raises(Refused, match="builder, trader, blocker"):
        branchline.player("search-1", style="gambler")  # type: ignore[call-overload]


def test_the_bot_of_a_seat_is_a_level_and_a_style() -> None:
    driver = bot("search-2:style=trader")
    assert isinstance(driver, Search)
    assert (driver.level, driver.style, seconds("search-2:style=trader")) == (2, "trader", 0.8)
    assert [called(level) for level in ("search-2:style=trader", "novice", "random")] == [
        "driver, trader",
        "novice",
        "random",
    ]
    for unknown in ("search-2:style=gambler", "greedy:style=builder", "nobody"):
        with pytest.raises(Refused):
            bot(unknown)


@pytest.mark.parametrize("name", branchline.games())
def test_what_a_style_likes_are_moves_of_the_game(name: GameName) -> None:
    game = branchline.game(name)
    verbs = {verb.kind.verb for verb in game.vocabulary.verbs}
    assert set(game.styles) == {"builder", "trader"}
    for likes in game.styles.values():
        assert all(one in verbs if isinstance(one, str) else game.vocabulary.encode(one) >= 0 for one in likes)


@pytest.mark.parametrize("name", branchline.games())
def test_a_novice_plays_a_whole_game_the_same_each_time(name: GameName) -> None:
    records = []
    for _ in range(2):
        position, novice = branchline.game(name).start(seed=3), branchline.player("novice", seed=1)
        while position.to_act is not None:
            position.play(novice.choose(position))
        records.append([event.move for event in position.events])
    assert records[0] == records[1]


def test_a_novice_is_beaten_by_greedy_and_beats_who_plays_anything() -> None:
    game = branchline.game("mini-express")
    by_greedy = arena(game, ["novice", "greedy"], games=8, seed=1, processes=1)
    by_any = arena(game, ["novice", "random"], games=8, seed=1, processes=1)
    assert by_greedy.entrants[0].share.value < 0.25 < by_any.entrants[0].share.value


def test_a_move_that_was_tried_once_is_made_too() -> None:
    position = GAME.start(seats=3, seed=1)
    thinker = Search(simulations=2)
    assert thinker.choose(position) in position.legal()
    assert len(thinker.line) == 1


def test_every_level_of_the_table_is_a_player() -> None:
    assert [name for name, _ in LEVELS if name not in KINDS] == []
    assert len({label for _, label in LEVELS}) == len(LEVELS) >= 6
