"""Greedy: a look one move ahead at the estimate of the final score."""

from branchline.kernel.chance import Seed
from branchline.kernel.greedy import best_move
from branchline.players.settings import seat_to_act
from branchline.position import Position


class Greedy:
    """Takes the move after which it stands best against the strongest other seat."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = Seed(f"greedy:{seed}")

    def choose(self, position: Position) -> str:
        seat = seat_to_act(position)
        rng = self.seed.at(position.n)
        known = position.state.copy()
        known.redeal(seat, rng)
        code = best_move(known, position.game.estimate(), rng)
        return position.game.text(position.state, int(code))
