"""Branchline's games as OpenSpiel's. They are registered when this is imported, with the number of players and the
game's options as parameters:

    import branchline.interop.open_spiel
    game = pyspiel.load_game("branchline_mini_rails(players=4)")

The games' automatons play by themselves. Returns are shares of the victory about their mean, alone from -1 to 1.
Actions are the game's own numbers; outcomes of chance are numbered from 0.

**A state holds the truth, and so does its clone**: what the others hold, too. An algorithm that searches clones, as
MCTS does, sees hidden cards; `resample_from_infostate`, which ISMCTS calls, gives a state in which all that the player
cannot know is dealt anew. An information state is a string with perfect recall; its tensor is the observation's, which
has what lies on the table and what the player can conclude, and no history.
"""

import warnings
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, ClassVar

import numpy as np
import pyspiel
from numpy.typing import NDArray

from branchline.game import Game, Value
from branchline.games import find, names
from branchline.kernel import state as kernel
from branchline.kernel.chance import Seed
from branchline.kernel.state import CHANCE, OVER
from branchline.names import GameName
from branchline.refusal import Refused
from branchline.space import Space

LONGEST = 10_000  # events of a game, far above what ours take
USUAL = "usual"  # the value of an option that depends on the number of players
HIDDEN = (
    "A clone of a state of {title} holds what other players hide: an algorithm that searches clones sees it. Take "
    "state.resample_from_infostate(player, random), as ISMCTS does."
)


# -- the game --------------------------------------------------------------------------------------


def short_name(rules: Game) -> str:
    return f"branchline_{rules.name.replace('-', '_')}"


def parameters(rules: Game) -> dict[str, Value]:
    """The number of players, and every option; what depends on the number of players is as usual."""
    found: dict[str, Value] = {"players": rules.usual_seats}
    for name, option in rules.options.items():
        fixed = len({rules.defaults(seats)[name] for seats in rules.seats}) == 1
        found[name] = option.default if fixed else USUAL if isinstance(option.default, str) else -1
    return found


def kind(rules: Game, seats: int | None) -> pyspiel.GameType:
    """What OpenSpiel wants to know beforehand; of all numbers of players, or of one."""
    types = pyspiel.GameType
    alone = rules.seats[0] == 1 if seats is None else seats == 1
    return types(
        short_name=short_name(rules),
        long_name=rules.title,
        dynamics=types.Dynamics.SEQUENTIAL,
        chance_mode=types.ChanceMode.EXPLICIT_STOCHASTIC,
        information=types.Information.IMPERFECT_INFORMATION
        if rules.has_secrets
        else types.Information.PERFECT_INFORMATION,
        utility=types.Utility.GENERAL_SUM if alone else types.Utility.ZERO_SUM,
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=rules.seats[-1],
        min_num_players=rules.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(rules),
    )


class Facts:
    """What a game with a number of players and options is; shared by all that OpenSpiel makes of it."""

    def __init__(self, rules: Game, given: Mapping[str, Value]) -> None:
        self.rules = rules
        wanted = {**parameters(rules), **given}
        self.seats = int(wanted.pop("players"))
        options = {name: value for name, value in wanted.items() if value not in (USUAL, -1)}
        self.space = Space(rules, self.seats, options)
        self.warned = False

    def warn(self) -> None:
        if self.rules.has_secrets and not self.warned:
            self.warned = True
            warnings.warn(HIDDEN.format(title=self.rules.title), stacklevel=3)


@cache
def facts_of(name: str, given: tuple[tuple[str, Value], ...]) -> Facts:
    return Facts(find(name), dict(given))


class Branchline(pyspiel.Game):  # type: ignore[misc]
    """A game with a number of players and options; each of ours has a subclass. OpenSpiel makes such objects without
    calling `__init__`, too: they hold nothing but their type and parameters."""

    name: ClassVar[str]

    def __init__(self, params: Mapping[str, Value] | None = None) -> None:
        rules, given = find(self.name), params or {}
        actions = rules.actions
        seats = int(given.get("players", rules.usual_seats))
        facts_of(rules.name, tuple(sorted(given.items())))  # refuses what can't be
        size = pyspiel.GameInfo(
            num_distinct_actions=actions.usual,
            max_chance_outcomes=actions.outcomes,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if seats == 1 else 0.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind(rules, seats), size, dict(given))

    @property
    def facts(self) -> Facts:
        return facts_of(self.name, tuple(sorted(self.get_parameters().items())))

    def new_initial_state(self) -> "BranchlineState":
        return BranchlineState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer | Factored | None":
        """What a player knows; or, as words only, what everybody knows, or what it knows besides. Nothing else."""
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params:
            raise ValueError(f"There are no observation parameters: {params}")
        private = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if wanted.public_info and private:
            return Observer(self.facts.space, wanted.perfect_recall)
        if wanted.perfect_recall or wanted.public_info == private:
            return None
        return Factored(private)


# -- a state ---------------------------------------------------------------------------------------

Told = tuple["Told", str] | None
"""What a player has read, the newest first: a list that clones can share."""


class Held:
    """What lies under a state: the compiled one, and what each player has read. Copied as OpenSpiel copies."""

    def __init__(self, game: Facts, state: kernel.State, told: tuple[Told, ...], guessed: bool = False) -> None:
        self.game = game
        self.state = state
        self.told = told
        self.guessed = guessed  # dealt anew: its history is another's

    def __deepcopy__(self, memo: object) -> "Held":
        if not self.guessed:
            self.game.warn()
        return Held(self.game, self.state.copy(), self.told, self.guessed)

    def play(self, code: int) -> None:
        """One event, and then the automatons."""
        self.read(code)
        self.state.play(code)
        while self.state.to_act >= self.state.players:
            move = int(self.state.automaton())
            self.read(move)
            self.state.play(move)

    def read(self, code: int) -> None:
        """What each player reads of an event; where nothing is hidden, all of them its code."""
        if not self.game.rules.has_secrets:
            self.told = ((self.told[0], str(code)),) * self.game.seats
            return
        seen = (self.game.rules.seen(self.state, code, seat) for seat in range(self.game.seats))
        self.told = tuple((told, text) for told, text in zip(self.told, seen, strict=True))

    def history(self, seat: int) -> str:
        found, told = [], self.told[seat]
        while told is not None:
            told, text = told
            found.append(text)
        return "\n".join([f"seat {seat}", *reversed(found)])

    def resampled(self, seat: int, random: Callable[[], float]) -> "Held":
        """A world that this player can't tell from the true one. What the others have read of their secrets was of the
        true one: they have read what this player has, and what they see now."""
        world = self.state.copy()
        world.redeal(seat, Seed(f"{random()}").at(0))
        told = []
        for other in range(self.game.seats):
            own = self.game.space.observe(world, other)
            told.append(self.told[other] if other == seat else (self.told[seat], f"now {hash(own.tobytes())}"))
        return Held(self.game, world, tuple(told), guessed=True)


class BranchlineState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: Branchline) -> None:
        super().__init__(game)
        facts = game.facts
        self.held = Held(facts, facts.space.start.copy(), (None,) * facts.seats)

    # -- what may be done ------------------------------------------------------------------

    def current_player(self) -> int:
        to_act = self.held.state.to_act
        if to_act == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if to_act == CHANCE else int(to_act)

    def numbered(self) -> dict[int, int]:
        """The legal moves or outcomes: action -> code."""
        state, space = self.held.state, self.held.game.space
        if state.to_act != CHANCE:
            return space.legal(state)
        return {int(space.numbering.number(code)) - self.first_outcome: int(code) for code in state.legal()}

    @property
    def first_outcome(self) -> int:
        """The game numbers what chance brings after all moves."""
        return self.held.game.rules.actions.count

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.numbered())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = [int(weight) for weight in self.held.state.weights()]
        return sorted(zip(self.numbered(), (weight / sum(weights) for weight in weights), strict=True))

    def _apply_action(self, action: int) -> None:
        """Play an action; refuses, and changes nothing, what is not legal here."""
        self.held.play(self.held.game.space.among(self.numbered(), action))

    def _action_to_string(self, player: int, action: int) -> str:
        numbered = self.numbered()
        if action in numbered:
            return self.held.game.rules.text(self.held.state, numbered[action])
        first = self.first_outcome if player == pyspiel.PlayerId.CHANCE else 0
        return str(self.held.game.rules.actions.move(action + first))  # of another position

    # -- how it ends -----------------------------------------------------------------------

    def is_terminal(self) -> bool:
        return bool(self.held.state.to_act == OVER)

    def returns(self) -> list[float]:
        """Each player's share of the victory beside the mean; nothing before the end."""
        state = self.held.state
        players = int(state.players)
        if state.to_act != OVER:
            return [0.0] * players
        winners = [int(seat) for seat in state.winners()]
        shares = [1 / len(winners) if seat in winners else 0.0 for seat in range(players)]
        mean = sum(shares) / players
        return [share - mean if players > 1 else 2 * share - 1 for share in shares]

    # -- what is known ---------------------------------------------------------------------

    def resample_from_infostate(self, player: int, random: Callable[[], float]) -> "BranchlineState":
        """A state that this player can't tell from this one, with everything that it cannot know dealt anew."""
        twin = BranchlineState(self.get_game())
        twin.held = self.held.resampled(player, random)
        return twin

    def __str__(self) -> str:
        game = self.held.game
        return f"{game.rules.title}: {game.rules.where(self.held.state)}\n{self.held.history(0)}"


class Observer:
    """What a player sees, by OpenSpiel's protocol: `tensor`, its blocks by name in `dict`, and a string."""

    def __init__(self, space: Space, perfect_recall: bool) -> None:
        self.space = space
        self.perfect_recall = perfect_recall
        self.tensor: NDArray[np.float32] = np.zeros(space.size, np.float32)
        self.dict = space.split(self.tensor)

    def set_from(self, state: BranchlineState, player: int) -> None:
        self.tensor[:] = self.space.observe(state.held.state, player)

    def string_from(self, state: BranchlineState, player: int) -> str:
        if self.perfect_recall:
            return state.held.history(player)
        return self.space.told(state.held.state, player)


class Factored:
    """One part of what a player sees: what everybody sees, or the lines that only this player reads."""

    tensor = None

    def __init__(self, private: bool) -> None:
        self.private = private
        self.dict: dict[str, Any] = {}

    def set_from(self, state: BranchlineState, player: int) -> None:
        """There is no tensor."""

    def string_from(self, state: BranchlineState, player: int) -> str:
        space, held = state.held.game.space, state.held.state
        public = space.told(held, None)
        if not self.private:
            return public
        known = set(public.splitlines())
        return "\n".join(line for line in space.told(held, player).splitlines() if line not in known)


# -- the door --------------------------------------------------------------------------------------


def game(name: GameName, seats: int | None = None, **options: Value) -> Branchline:
    """A game by our own name for it."""
    if name not in KINDS:
        raise Refused("games", f"{find(name).title} has no action numbers, which OpenSpiel takes.")
    made: Branchline = KINDS[name]({"players": find(name).usual_seats if seats is None else seats, **options})
    return made


def registered(name: str) -> type[Branchline]:
    """A class of its own for each game: OpenSpiel keeps what it registers, and can only let go of classes."""
    own = type(short_name(find(name)), (Branchline,), {"name": name})
    pyspiel.register_game(kind(find(name), None), own)
    return own


KINDS = {name: registered(name) for name in names()}
