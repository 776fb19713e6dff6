"""Why a move is good, in a player's words: what the features of the estimate mean, and what they are measured by."""

from typing import TYPE_CHECKING

from branchline.game import Reason
from branchline.games.express_01.cards import COMPANIES
from branchline.games.express_01.routes import Routes, worth
from branchline.games.express_01.rules import Express

if TYPE_CHECKING:
    from branchline.games.express_01.game import Express01Game


def capital(game: "Express01Game", state: Express, seat: int) -> float:
    """7.2 Its points if the game ended now."""
    return int(state.scores()[seat])


def hand(game: "Express01Game", state: Express, seat: int) -> float:
    return int(state.hands.size[seat])


def growing(game: "Express01Game", state: Express, seat: int) -> float:
    """Its shares of companies that have stations, while there are rounds to come."""
    if state.ending:
        return 0
    seen = game.view(state, None)
    return sum(count for company, count in seen.players[seat].shares.items() if seen.stations[company])


def runs(game: "Express01Game", state: Express, seat: int) -> float:
    """5.4 What the longest runs of the companies pay whose shares it holds."""
    return sum(
        longest(state, company) for company in range(COMPANIES) if state.shares.held[seat * COMPANIES + company] > 0
    )


def longest(state: Express, company: int) -> int:
    routes = Routes(state.network, company, state.shares.issued[company])
    length = routes.longest() if state.shares.issued[company] and state.network.stations[company] else 0
    return max((int(worth(state.network, route)) for route in routes.routes()), default=0) if length > 0 else 0


def place(game: "Express01Game", state: Express, seat: int) -> float:
    """2.3 How far in front it is, if there is a round to come. Others may still exchange with it (5.8)."""
    return 0 if state.ending else -int(state.position[seat])


REASONS = {
    "points": Reason(
        1.0,
        capital,
        "",
        "{seat}'s capital shrinks",
    ),
    "decision under way": Reason(
        1.0,
        hand,
        "it brings cards to your hand",
        of_me="it brings cards to my hand",
    ),
    "growth": Reason(
        1.0,
        growing,
        "more of your shares are of companies with stations, and each further station adds to them",
        of_me="more of my shares are of companies with stations, and each further station adds to them",
    ),
    "income": Reason(
        1.0,
        runs,
        "the longest runs of your companies pay more",
        "the longest runs of {seat}'s companies pay less",
        of_me="the longest runs of my companies pay more",
    ),
    "place": Reason(
        1.0,
        place,
        "you take an earlier position",
        of_me="I take an earlier position",
    ),
}
