"""The looked-up distances and routes against a plain search over the map, in positions of random games."""

import random
from collections import deque
from typing import Any, cast

import pytest

import branchline
from branchline.games.mini_express import view as sight
from branchline.games.mini_express.components import COMPANIES
from branchline.games.mini_express.game import MiniExpressGame
from branchline.games.mini_express.rules import MiniExpress
from branchline.kernel.grid import FLAT, Cell

Route = tuple[Cell, ...]


def searched(game: MiniExpressGame, state: MiniExpress, company: int) -> dict[str, set[Route]]:
    """4.2 and 4.3 by the book: every destination with all its shortest routes, found step by step."""
    made = game.map_of(state)
    cells = made.cells
    own = {cells[hex] for hex in range(len(cells)) if state.rails.track[hex] & 2**company}
    towns = {city.at: n for n, city in enumerate(made.cities)}
    closed = {start.at for start in made.starts} | ({h.at for h in made.harbors} if state.terms.harbor else set())
    found: dict[str, set[Route]] = {}
    best: dict[Cell, int] = dict.fromkeys(own, 0)
    queue: deque[Route] = deque((cell,) for cell in own)
    while queue:
        route = queue.popleft()
        here = route[-1]
        if here in towns and here not in own:
            found.setdefault(game.city(state, towns[here]), set()).add(route[1:])
            continue
        if len(route) > state.assets.tracks[company]:
            continue
        for dq, dr in FLAT:
            cell = (here[0] + dq, here[1] + dr)
            if cell in cells and cell not in closed and best.get(cell, 99) >= len(route):
                if cell in towns and not state.demand.tiled & 2 ** towns[cell]:
                    continue
                best[cell] = len(route)
                queue.append((*route, cell))
    return found


@pytest.mark.parametrize(
    ("seats", "options"),
    [(4, {}), (3, {"golden_spike": True}), (4, {"map": "europe"}), (3, {"map": "europe", "harbor": True})],
)
@pytest.mark.parametrize("seed", [1, 2])
def test_destinations_and_routes_are_those_of_a_plain_search(seats: int, options: dict[str, Any], seed: int) -> None:
    game = cast(MiniExpressGame, branchline.game("mini-express"))
    pos = game.start(seats=seats, seed=seed, **options)
    rng = random.Random(seed)
    while not pos.over:
        state = cast(MiniExpress, pos.state)
        if state.round > 0 and rng.random() < 0.2:
            for company in range(len(COMPANIES)):
                by_the_book = searched(game, state, company)
                assert sight.trains_to(game, state, company) == {
                    city: len(next(iter(routes))) for city, routes in by_the_book.items()
                }
                for city, routes in by_the_book.items():
                    number, distance = game.cities(state).index(city), len(next(iter(routes)))
                    codes = state.land.routes(number, distance, state.rails.beside, 2**company)
                    cells = [
                        tuple(game.map_of(state).cells[h] for h in state.land.hexes_of(c, distance)) for c in codes
                    ]
                    assert len(set(cells)) == len(cells)
                    assert set(cells) == routes
        pos.play(rng.choice(pos.legal()))
