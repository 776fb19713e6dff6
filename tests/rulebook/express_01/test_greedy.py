"""What a player that looks one move ahead makes of the decks."""

from typing import cast

import branchline
from branchline.games.express_01.cards import DECKS
from branchline.games.express_01.rules import DRAW, PAYMENT, Express
from branchline.kernel.chance import Seed
from branchline.kernel.greedy import best_move
from branchline.kernel.state import CHANCE, OVER


def test_5_7_the_cards_of_a_bonus_come_from_large_decks() -> None:
    """All cards count alike, and a deck that runs out brings the end nearer."""
    game = branchline.game("express-01")
    estimate = game.estimate()
    drawn = 0
    for seed in range(4):
        state = cast(Express, game.start(seats=4, seed=seed).state)
        rng = Seed("decks").at(seed)
        while state.to_act != OVER:
            moves = state.legal()
            if state.phase == PAYMENT and not state.ending:  # at the very end nothing is left to be drawn
                move = best_move(state, estimate, rng)
                sizes = [state.decks.size[deck] for deck in range(DECKS)]
                assert sizes[move - DRAW] >= max(sizes) - 1  # of two cards in a row either may be the first
                drawn += 1
            else:
                move = state.draw(rng) if state.to_act == CHANCE else moves[rng.below(len(moves))]
            state.play(move)
    assert drawn > 10
