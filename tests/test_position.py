"""Position: copies and guesses, what is pickled, and one sentence for each thing of the wrong kind."""

import copy
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import branchline
from branchline import Position, Refused
from branchline.names import GameName

RAILS = branchline.game("mini-rails")
STEAM = branchline.game("steam-power")


def played_on(position: Position) -> Position:
    """To the end, by the same random moves wherever they are the same."""
    anybody = branchline.player("random", seed=1)
    while not position.over:
        position.play(anybody.choose(position))
    return position


# -- copies --------------------------------------------------------------------------------


def test_a_copy_meets_the_same_chance_unless_it_has_a_seed_of_its_own() -> None:
    position = RAILS.start(seats=3, seed=7)
    assert played_on(position.copy()) == played_on(position.copy())
    assert played_on(position.copy(seed=1)) == played_on(position.copy(seed=1))
    assert played_on(position.copy(seed=1)) != played_on(position.copy(seed=2))
    assert position.n == RAILS.start(seats=3, seed=7).n


def test_a_guess_holds_what_the_seat_knows_and_nothing_else() -> None:
    position = STEAM.start(seats=3, seed=7)
    guesses = [position.guess(0, seed=n) for n in range(5)]
    assert all(guess.view(0)["table"] == position.view(0)["table"] for guess in guesses)
    assert len({tuple(guess.state.content()) for guess in guesses}) > 1
    assert guesses[0] == position.guess(0, seed=0)
    assert guesses[0].events == []
    with pytest.raises(Refused, match="forgotten its past"):
        guesses[0].copy().record()


def test_a_guess_is_that_of_the_seat_to_act_if_none_is_named() -> None:
    position = STEAM.start(seats=3, seed=7)
    assert position.guess(seed=3) == position.guess(position.to_act, seed=3)
    with pytest.raises(Refused, match="Whose guess"):
        played_on(RAILS.start(seats=3, seed=1)).guess()


def test_a_guess_meets_another_chance() -> None:
    position = RAILS.start(seats=3, seed=7)
    assert len({tuple(played_on(position.guess(seed=n)).scores()) for n in range(4)}) > 1


@pytest.mark.parametrize("twin", [copy.copy, copy.deepcopy, lambda position: pickle.loads(pickle.dumps(position))])
@pytest.mark.parametrize("name", branchline.games())
def test_copies_and_pickles_go_on_like_the_original(name: GameName, twin: Callable[[Position], Position]) -> None:
    position = branchline.game(name).start(seed=7)
    for _ in range(3):
        position.play(position.legal()[0])
    other = twin(position)
    assert other == position
    assert other.record() == position.record()
    move = position.legal()[-1]
    assert other.play(move) == position.play(move)
    assert other.undo() != position


def test_a_pickle_keeps_its_pack(tmp_path: Path) -> None:
    pack = tmp_path / "mine.toml"
    pack.write_text((RAILS.folder / "components.toml").read_text("utf-8"), "utf-8")
    position = branchline.game("mini-rails", str(pack)).start(seats=3, seed=1)
    assert pickle.loads(pickle.dumps(position)).game.pack == pack


# -- the wrong kind ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "reason"),
    [
        (lambda: branchline.game("mini-rails", "no-such.toml").start(3), "The pack no-such.toml can't be read"),
        (lambda: branchline.game("mini-rails", 4), "A pack is a file of components, given by its name, not 4."),  # type: ignore[call-overload]
        (lambda: RAILS.start("4"), "The number of players is a whole number, not '4'."),  # type: ignore[arg-type]
        (lambda: RAILS.start(4.0), "The number of players is a whole number, not 4.0."),  # type: ignore[arg-type]
        (lambda: RAILS.start(True), "The number of players is a whole number, not True."),
        (lambda: RAILS.start(9), "Mini Rails is for 3 to 5 players, not 9."),
        (lambda: RAILS.start(3, seed=1).view(99), "There is no seat 99: there are seats 0 to 2, and None for a"),
        (lambda: RAILS.start(3, seed=1).view(-1), "There is no seat -1"),
        (lambda: RAILS.start(3, seed=1).svg("1"), "There is no seat '1'"),  # type: ignore[arg-type]
        (lambda: RAILS.start(3, seed=1).log(99), "There is no seat 99"),
        (lambda: RAILS.start(3, seed=1).record("foo"), "There is no seat 'foo'"),
        (lambda: RAILS.start(3, seed=1).record(99), "There is no seat 99"),
        (lambda: RAILS.start(3, seed=1).guess(99), "There is no seat 99"),
        (lambda: branchline.replay("game.json"), "A record is what json.load reads from its file"),
        (lambda: branchline.replay(Path("game.json")), "A record is what json.load reads from its file"),
        (lambda: branchline.replay(None), "This is not a Branchline record."),
    ],
)
def test_one_sentence_for_what_is_of_the_wrong_kind(ask: Callable[[], Any], reason: str) -> None:
    with pytest.raises(Refused) as refused:
        ask()
    assert refused.value.reason.startswith(reason)


# -- records -------------------------------------------------------------------------------


def test_a_record_that_ends_before_chance_has_spoken_goes_on_to_the_next_decision() -> None:
    whole = played_on(RAILS.start(seats=3, seed=7)).record()
    for cut in range(len(whole["moves"])):
        record = {**json.loads(json.dumps(whole)), "moves": whole["moves"][:cut]}
        position = branchline.replay(record, seed=1)
        assert position.to_act is not None
        assert position.record()["moves"][:cut] == record["moves"]
        assert position == branchline.replay(record, seed=1)


@pytest.mark.parametrize("code", [99999, -1, None, "build blue 3", 1.5, 2**70])
def test_a_code_that_is_not_legal_is_refused_and_changes_nothing(code: object) -> None:
    position = branchline.game("mini-rails").start(seats=3, seed=7)
    before = position.n, position.state.content()
    with pytest.raises(branchline.Refused, match="no move that is legal now"):
        position.play_code(code)  # type: ignore[arg-type]
    assert (position.n, position.state.content()) == before
