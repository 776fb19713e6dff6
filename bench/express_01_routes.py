"""The longest-route search of Express 01 on late boards: how long it takes at worst.

    .venv/bin/python bench/express_01_routes.py [GAMES] [straight]

The boards at the end of random long games; with `straight` no train turns round in a terminal.
"""

import argparse
import time

from branchline.games.express_01.components import Components
from branchline.games.express_01.game import Express01Game
from branchline.games.express_01.network import Network, untouched
from branchline.games.express_01.routes import Routes
from branchline.games.express_01.rules import Express
from branchline.kernel.chance import Rng, Seed
from branchline.kernel.state import playout

GAME = Express01Game()


def search_time(network: Network, company: int, reach: int) -> tuple[float, int, int]:
    """Milliseconds (the best of up to five, as others use the machine too), moves of the longest
    routes, sets of stations."""
    best = 1.0e9
    for _ in range(5):
        start = time.perf_counter()
        search = Routes(network, company, reach)
        length = search.longest()
        sets = len(search.routes()) if length else 0
        best = min(best, (time.perf_counter() - start) * 1000)
        if best < 0.3:
            break
    return best, int(length), sets


def worst(name: str, boards: list[Network], reaches: list[list[int]]) -> None:
    found = []
    for network, reach_of in zip(boards, reaches, strict=True):
        for company in range(6):
            if network.stations[company] and reach_of[company]:
                found.append((*search_time(network, company, reach_of[company]), reach_of[company]))
    found.sort(reverse=True)
    mean = sum(entry[0] for entry in found) / len(found)
    slowest, length, sets, reach = found[0]
    most = max(entry[2] for entry in found)
    print(
        f"{name}: {len(found)} searches, mean {mean:.3f} ms, worst {slowest:.3f} ms "
        f"({length} of {reach} moves, {sets} choices), most choices {most}"
    )


def begun(seats: int, turning: bool) -> Express:
    state = GAME.begin(seats, {"length": "long", "turn_in_terminals": turning})
    assert isinstance(state, Express)
    return state


def random_games(count: int, turning: bool) -> None:
    boards, issued = [], []
    for n in range(count):
        state = begun(4, turning)
        playout(state, Seed(f"late {n}").at(0))
        boards.append(state.network)
        issued.append([int(shares) for shares in state.shares.issued])
    worst(f"{count} random games, as they ended", boards, issued)
    worst("the same boards, every share issued", boards, [all_shares(GAME.parts)] * count)


def all_shares(parts: Components) -> list[int]:
    return [sum(card.copies for card in parts.cards if card.share == company) for company in parts.companies]


def full_boards(count: int, turning: bool) -> None:
    """All 35 cells expanded as far as the box allows, every share issued: denser than any game ends."""
    boards = [full_board(Seed(f"full {n}").at(0), turning) for n in range(count)]
    worst(f"{count} full boards, every share issued", boards, [all_shares(GAME.parts)] * count)


def full_board(rng: Rng, turning: bool) -> Network:
    state = begun(2, turning)
    for code, card in enumerate(GAME.parts.cards):
        for _ in range(card.copies):
            state.decks.put(code)
    network = untouched(GAME.parts.box if turning else GAME.parts.box_without_turning)
    while True:
        cells = [cell for cell in range(35) if network.can_expand(cell, 2, state.decks)]
        if not cells:
            return network
        cell = cells[rng.below(len(cells))]
        lays = list(network.lays(cell, state.decks))
        lay = lays[rng.below(len(lays))]
        state.decks.take(lay // 4)
        old = network.lay(cell, lay)
        if old >= 0:
            state.decks.put(old)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    asked.add_argument("games", nargs="?", type=int, default=1000)
    asked.add_argument("how", nargs="?", choices=("straight",), help="no train turns round in a terminal")
    options = asked.parse_args()
    turning = options.how != "straight"
    random_games(options.games, turning)
    full_boards(max(10, options.games // 20), turning)


if __name__ == "__main__":
    main()
