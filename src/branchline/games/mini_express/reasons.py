"""Why a move is good, in a player's words: what the features of the estimate mean, and what they are measured by."""

from typing import TYPE_CHECKING

from branchline.game import Reason
from branchline.games.mini_express.rules import MiniExpress

if TYPE_CHECKING:
    from branchline.games.mini_express.game import MiniExpressGame


def points(game: "MiniExpressGame", state: MiniExpress, seat: int) -> float:
    """5.4 What its shares would score now."""
    return int(state.scores()[seat])


def shares(game: "MiniExpressGame", state: MiniExpress, seat: int) -> float:
    return sum(held.count for held in game.view(state, None).shares[seat])


def shares_to_grow(game: "MiniExpressGame", state: MiniExpress, seat: int) -> float:
    """Its shares of companies that can be built into a city with the trains in their Tracks."""
    seen = game.view(state, None)
    return sum(held.count for held, asset in zip(seen.shares[seat], seen.assets, strict=True) if asset.destinations)


def leads(game: "MiniExpressGame", state: MiniExpress, seat: int) -> float:
    """The companies whose shares it holds and on which nobody has more influence."""
    seen = game.view(state, None)
    most = [max(row[c] for row in seen.influence) for c in range(len(seen.companies))]
    return sum(held.count > 0 and seen.influence[seat][c] == most[c] for c, held in enumerate(seen.shares[seat]))


def influence_with_shares(game: "MiniExpressGame", state: MiniExpress, seat: int) -> float:
    seen = game.view(state, None)
    return sum(seen.influence[seat][c] for c, held in enumerate(seen.shares[seat]) if held.count)


def influence(game: "MiniExpressGame", state: MiniExpress, seat: int) -> float:
    return sum(game.view(state, None).influence[seat])


REASONS = {
    "points": Reason(
        0.5,
        points,
        "",
        "{seat}'s shares are worth less by it",
    ),
    "shares": Reason(
        2.0,
        shares,
        "you have one share more to be paid for",
        of_me="I have one share more to be paid for",
    ),
    "shares to grow": Reason(
        0.5,
        shares_to_grow,
        "more of your shares are of companies that can be built now",
        of_me="more of my shares are of companies that can be built now",
    ),
    "leads": Reason(
        2.0,
        leads,
        "you lead in influence on more of the companies whose shares you hold",
        "{seat} no longer leads in influence on a company whose shares {seat} holds",
        of_me="I lead in influence on more of the companies whose shares I hold",
    ),
    "influence with shares": Reason(
        0.6,
        influence_with_shares,
        "you have more influence where you hold shares",
        of_me="I have more influence where I hold shares",
    ),
    "influence": Reason(
        0.4,
        influence,
        "it brings influence, and influence pays for shares",
    ),
}
