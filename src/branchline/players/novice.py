"""Novice: plays as people do in their first game."""

from typing import Final

from branchline.kernel.chance import Seed
from branchline.players.settings import seat_to_act
from branchline.position import Position

NOTICED: Final = 4
"""Moves that come to its mind, of however many there are."""

MISJUDGED: Final = 0.5
"""How far it errs about a move at the most, in leads that make a win three times as likely."""


class Novice:
    """Overlooks most moves, and takes of those it notices the one that looks best at a glance, which it misjudges. It
    sees what a move brings and not what the others make of it, and does what looks like the game (`Game.appeal`)."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = Seed(f"novice:{seed}")

    def choose(self, position: Position) -> str:
        rng, game = self.seed.at(position.n), position.game
        known, estimate = position.state.copy(), game.learned()
        known.redeal(seat_to_act(position), rng)
        moves = known.legal()
        noticed = [int(moves[rng.below(len(moves))]) for _ in range(NOTICED)]
        glances = [
            (estimate.glance(known, move) + estimate.scale * (MISJUDGED * float(rng.chance()) + likes), move)
            for move, likes in ((move, game.appeal(known, move)) for move in noticed)
        ]
        return game.text(position.state, max(glances)[1])
