"""Random: any legal move."""

from branchline.kernel.chance import Seed
from branchline.players.settings import seat_to_act
from branchline.position import Position


class Random:
    def __init__(self, seed: int = 0) -> None:
        self.seed = Seed(f"random:{seed}")

    def choose(self, position: Position) -> str:
        seat_to_act(position)
        moves = position.state.legal()
        code = moves[self.seed.at(position.n).below(len(moves))]
        return position.game.text(position.state, int(code))
