"""All routes of a network by plain walking: slow, and with nothing in common with the search."""

from branchline.games.express_01.cards import CELLS
from branchline.games.express_01.network import Network

from .table import PARTS

STEP = {"N": -5, "E": 1, "S": 5, "W": -1}
BACK = {"N": "S", "E": "W", "S": "N", "W": "E"}


def longest_routes(network: Network, company: int, reach: int, turn_in_terminals: bool) -> tuple[int, list[int]]:
    """The most moves of a route within reach, and the sets of stations of all such routes."""
    laid = {
        cell: (PARTS.cards[network.laid[cell] // 4], int(network.laid[cell]) % 4)
        for cell in range(CELLS)
        if network.laid[cell] >= 0
    }
    name = PARTS.companies[company]
    found: dict[int, set[int]] = {}

    def walk(path: list[int], stops: list[int], used: frozenset[tuple[int, str, str]], leave: str) -> None:
        if len(path) > reach:
            return
        cell, came = path[-1] + STEP[leave], BACK[leave]
        if leave not in PARTS.base[path[-1]].inland or cell not in laid:
            return
        card, turns = laid[cell]
        if came not in card.edges(turns):
            return
        path = [*path, cell]
        if card.kind == "route":
            for rail in card.turned(turns):
                if came in rail:
                    out = rail.replace(came, "")
                    if (cell, came, out) not in used:
                        walk(path, stops, used | {(cell, came, out)}, out)
            return
        if cell in stops:
            return
        stops = [*stops, cell]
        if any(laid[stop][0].owner == name for stop in stops):
            found.setdefault(len(path) - 1, set()).add(sum(2**stop for stop in stops))
        if card.kind == "terminal":
            ways = card.edges(turns) if turn_in_terminals else frozenset()
        else:
            ways = card.edges(turns) - {came}
        for out in ways:
            walk(path, stops, used, out)

    for cell, (card, turns) in laid.items():
        if card.kind != "route":
            for out in card.edges(turns):
                walk([cell], [cell], frozenset(), out)
    if not found:
        return 0, []
    return max(found), sorted(found[max(found)])
