"""What a bot says that it is after: out of what everybody can see, and nothing else."""

import pytest

import branchline
from branchline.kernel.chance import Seed
from branchline.names import GameName
from branchline.players.aim import aim
from branchline.position import Position

NAMES = ("Ada", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal")


def played(name: GameName, moves: int, seed: int = 2) -> Position:
    position, anybody = branchline.game(name).start(seed=seed), branchline.player("novice", seed=1)
    for _ in range(moves):
        position.play(anybody.choose(position))
    return position


def test_where_nothing_is_hidden_it_is_what_comes_next() -> None:
    position = branchline.game("mini-rails").start(seats=3, seed=1)
    state, seat, line = position.state.copy(), position.to_act, []
    for _ in range(20):
        line.append(int(state.legal()[0]))
        if state.to_act == seat and state.turn > position.state.turn:
            break
        state.play(line[-1])
    said = aim(position, line, NAMES)
    assert said.startswith("Next I would like this: ")
    assert not aim(position, line[:1], NAMES).startswith("Next")


def test_where_hands_are_hidden_no_plan_is_told() -> None:
    for name in ("express-01", "steam-power"):
        position = played(name, 12)
        thinker = branchline.player("search", simulations=60)
        thinker.choose(position)
        assert not aim(position, thinker.line, NAMES).startswith("Next")  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", branchline.games())
def test_what_is_told_is_the_same_whatever_the_others_can_not_see(name: GameName) -> None:
    """A reason that is not marked as hidden measures the same in every deal that another seat thinks possible."""
    for moves in (5, 20, 35):
        position = played(name, moves)
        for eyes in range(position.players):
            world = position.state.copy()
            world.redeal(eyes, Seed("world").at(eyes))
            for reason in position.game.reasons.values():
                for seat in range(int(world.seats)):
                    if not reason.hidden:
                        here = reason.measure(position.game, position.state, seat)
                        assert reason.measure(position.game, world, seat) == here, (reason, seat, eyes)


def test_the_measure_that_is_hidden_does_differ() -> None:
    """So the test before can fail."""
    position = played("steam-power", 33)
    reason = position.game.reasons["contracts in hand"]
    measured = set()
    for number in range(8):
        world = position.state.copy()
        world.redeal(1, Seed("world").at(number))
        measured.add(reason.measure(position.game, world, 0))
    assert reason.hidden
    assert len(measured) > 1


@pytest.mark.parametrize("name", branchline.games())
def test_a_bot_speaks_of_itself_where_a_hint_speaks_to_its_reader(name: GameName) -> None:
    """In as many words, in the same order: "your stocks rise" is "my stocks rise"."""
    said = {"you": ("I", "me"), "your": ("my",)}
    for reason in branchline.game(name).reasons.values():
        if reason.hidden or not reason.mine:
            continue
        told = zip(reason.mine.split(), reason.said_by_mover.split(), strict=True)
        assert all(mine in said.get(yours, (yours,)) for yours, mine in told), reason.mine
