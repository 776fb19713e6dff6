"""Positions of one turn that are alike are valued once, lays are tried without a copy, and pay is kept by what trains
can use of the network; none of that may change a value."""

from typing import cast

import branchline
from branchline.games.express_01.cards import CELLS, COMPANIES
from branchline.games.express_01.estimate import ExpressEstimate
from branchline.games.express_01.routes import Routes, worth
from branchline.games.express_01.rules import EXPANDING, SITE, Express
from branchline.games.express_01.trains import Trains
from branchline.kernel.chance import Seed
from branchline.kernel.estimate import lead
from branchline.kernel.state import CHANCE, OVER


def test_positions_side_by_side_are_valued_as_each_by_itself() -> None:
    """Two decisions deep, as greedy players look: there cards are laid in either order."""
    game = branchline.game("express-01")
    beside, alone = cast(ExpressEstimate, game.estimate()), cast(ExpressEstimate, game.estimate())
    compared = 0
    for seed in (3,):
        state = cast(Express, game.start(seats=3, seed=seed).state)
        rng = Seed("beside").at(seed)
        for _ in range(120):
            if state.to_act == OVER:
                break
            moves = list(state.legal())
            for move in moves[:3] if state.to_act != CHANCE else []:
                after = state.copy()
                after.play(move)
                following = list(after.legal())[-3:] if after.to_act == state.to_act else []
                for next_move in following:
                    later = after.copy()
                    later.play(next_move)
                    before = later.content()
                    assert beside.lead_beside(later, state.to_act) == by_itself(alone, later, state.to_act)
                    assert later.content() == before  # what was tried is taken up again
                    compared += 1
            state.play(state.draw(rng) if state.to_act == CHANCE else moves[rng.below(len(moves))])
    assert compared > 100
    assert beside.alike is not None  # there was something to lay


def by_itself(estimate: ExpressEstimate, express: Express, seat: int) -> float:
    """The same with nothing remembered and each lay played on a copy."""
    estimate.trains = Trains()
    ends = [express]
    if estimate.is_to_lay(express):
        cells = [express.cell] if express.phase == SITE else range(CELLS)
        lays = [
            estimate.after_lay(express, cell, lay)
            for cell in cells
            if express.network.can_expand(cell, express.halves, express.decks)
            for lay in express.network.lays(cell, express.decks)
        ]
        ends = [express, *lays] if express.phase == EXPANDING or not lays else lays
    best = max(lead(estimate.eager_value(end), seat) for end in ends)
    return best - (0.5 * estimate.drain(express) if express.to_act != OVER else 0.0)


def test_a_train_pays_what_a_search_of_the_whole_network_finds() -> None:
    """Looked at no further than it can go, and answered from what other networks taught."""
    game = branchline.game("express-01")
    trains = Trains()
    compared = 0
    for seed in range(3):
        state = cast(Express, game.start(seats=4, seed=seed).state)
        rng = Seed("trains").at(seed)
        while state.to_act != OVER:
            moves = list(state.legal())
            expanded = state.network.expanded
            state.play(state.draw(rng) if state.to_act == CHANCE else moves[rng.below(len(moves))])
            if state.network.expanded == expanded:
                continue
            trains.look(state.network)
            for company in range(COMPANIES):
                for reach in (1, 2, 4, 7):
                    search = Routes(state.network, company, reach)
                    search.longest()
                    best = max((worth(state.network, route) for route in search.routes()), default=0)
                    assert trains.best_pay(state.network, company, reach) == best
                    compared += best > 0
    assert compared > 100
