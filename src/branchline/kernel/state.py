"""State: one position of any game, in numbers.

A move is an `i64` code that the game's rules give a meaning. Words, records and refusals live
outside, in `Position` and in the game's `game.py`; nothing here or in a `rules.py` makes text.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from branchline.kernel.chance import Rng, Seed
from branchline.kernel.part import Part

CHANCE: Final = -1
"""`to_act` when the dice, the bag or the deck are to speak."""

OVER: Final = -2
"""`to_act` when the game has ended."""


@mypyc_attr(acyclic=True)
class State(Part):
    """What every game's rules offer. A subclass fills in all methods that its game needs.

    Seats are numbered from 0: first the players, then the game's own automatons.
    """

    def __init__(self, players: i64, seats: i64) -> None:
        self.players = players
        self.seats = seats
        self.to_act: i64 = CHANCE
        # `turn` grows by one whenever a turn ends: a draft never reaches into the next turn.
        self.turn: i64 = 0
        # `round` is what the players would call it, from 1; 0 while the game is being set up.
        self.round: i64 = 0

    def legal(self) -> vec[i64]:
        """All codes that may be played now, each once; at a chance node all outcomes."""
        raise NotImplementedError

    def weights(self) -> vec[i64]:
        """At a chance node: how often each outcome of `legal()` comes, in the same order."""
        raise NotImplementedError

    def draw(self, rng: Rng) -> i64:
        """At a chance node: one outcome by weight. Rules may do it faster, never differently."""
        return draw_weighted(self.legal(), self.weights(), rng)

    def automaton(self) -> i64:
        """At an automaton's seat: the move that the rules make it play."""
        raise NotImplementedError

    def play(self, move: i64) -> None:
        """Play a code out of `legal()`. Nothing is checked: `Position` does that."""
        raise NotImplementedError

    def copy(self) -> "State":
        raise NotImplementedError

    def __copy__(self) -> "State":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "State":
        return self.copy()

    def content(self) -> list[int]:
        """Everything that tells this state from another, as one list of numbers."""
        raise NotImplementedError

    def scores(self) -> vec[i64]:
        """Each seat's points: the final ones when the game is over, else as if it ended now."""
        raise NotImplementedError

    def winners(self) -> vec[i64]:
        """The seats that win, ties broken as the rules say; more than one is a shared victory."""
        raise NotImplementedError

    def redeal(self, seat: i64, rng: Rng) -> None:
        """Replace all that this seat cannot know by a fair guess. Open games have nothing to do."""


def draw_weighted(outcomes: vec[i64], weights: vec[i64], rng: Rng) -> i64:
    total: i64 = 0
    for i in range(len(weights)):
        total += weights[i]
    at = rng.below(total)
    for i in range(len(weights)):
        at -= weights[i]
        if at < 0:
            return outcomes[i]
    raise AssertionError("weights are positive")


def settle(state: State, rng: Rng) -> None:
    """Let chance and the automatons play until a player has to act or the game is over."""
    while state.to_act == CHANCE or state.to_act >= state.players:
        if state.to_act == CHANCE:
            state.play(state.draw(rng))
        else:
            state.play(state.automaton())


def settle_by_events(state: State, seed: Seed, n: i64) -> i64:
    """The same as `Position` does it, where event n has a generator of its own; how many events there are then."""
    while state.to_act == CHANCE or state.to_act >= state.players:
        if state.to_act == CHANCE:
            state.play(state.draw(seed.at(n)))
        else:
            state.play(state.automaton())
        n += 1
    return n


def playout(state: State, rng: Rng) -> i64:
    """Play random moves to the end, with the complete list at each decision; how many there were."""
    decisions: i64 = 0
    settle(state, rng)
    while state.to_act != OVER:
        moves = state.legal()
        state.play(moves[rng.below(len(moves))])
        decisions += 1
        settle(state, rng)
    return decisions
