"""Branchline's games as OpenSpiel's, for its algorithms in Python that need no tensors, such as the MCTS of
`open_spiel.python.algorithms.mcts`; those in C++ know no game that is written in Python:

    game = branchline.interop.open_spiel.game("mini-rails", seats=4)
    state = game.new_initial_state()

The games' automatons play by themselves. Returns are shares of the victory, from -1 to 1 about 0.
"""

from typing import Any

import pyspiel

from branchline.game import Game, Value
from branchline.games import find
from branchline.interop import MOST
from branchline.kernel import state as kernel
from branchline.kernel.state import CHANCE, OVER

LONGEST = 10_000  # events of a game, far above what ours take


class Held:
    """A compiled state as OpenSpiel copies it."""

    def __init__(self, state: kernel.State) -> None:
        self.state = state

    def __deepcopy__(self, memo: object) -> "Held":
        return Held(self.state.copy())


def information(state: kernel.State) -> pyspiel.GameType.Information:
    """Perfect, where no seat has anything to deal anew."""
    hides = type(state).redeal is not kernel.State.redeal
    kinds = pyspiel.GameType.Information
    return kinds.IMPERFECT_INFORMATION if hides else kinds.PERFECT_INFORMATION


class Branchline(pyspiel.Game):  # type: ignore[misc]
    def __init__(self, rules: Game, seats: int, options: dict[str, Value]) -> None:
        self.rules, self.seats, self.options = rules, seats, rules.resolve(seats, options)
        kind = pyspiel.GameType(
            short_name=f"branchline_{rules.name.replace('-', '_')}",
            long_name=rules.title,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=information(rules.begin(seats, self.options)),
            utility=pyspiel.GameType.Utility.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=rules.seats[-1],
            min_num_players=rules.seats[0],
            provides_information_state_string=False,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
            parameter_specification={},
        )
        size = pyspiel.GameInfo(
            num_distinct_actions=MOST,
            max_chance_outcomes=MOST,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind, size, {})

    def new_initial_state(self) -> "BranchlineState":
        return BranchlineState(self)


class BranchlineState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: Branchline) -> None:
        super().__init__(game)
        self.held = Held(game.rules.begin(game.seats, game.options))

    def current_player(self) -> int:
        to_act = self.held.state.to_act
        if to_act == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if to_act == CHANCE else int(to_act)

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.held.state.legal())))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = [int(weight) for weight in self.held.state.weights()]
        return [(k, weight / sum(weights)) for k, weight in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        state = self.held.state
        state.play(state.legal()[action])
        while state.to_act >= state.players:
            state.play(state.automaton())

    def _action_to_string(self, player: int, action: int) -> str:
        state = self.held.state
        return str(self.get_game().rules.text(state, int(state.legal()[action])))

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

    def __str__(self) -> str:
        game: Any = self.get_game()
        return f"{game.rules.title}: {game.rules.where(self.held.state)}"


def game(name: str, seats: int | None = None, **options: Value) -> Branchline:
    rules = find(name)
    return Branchline(rules, seats or rules.usual_seats, options)
