"""Why a move is good, in a player's words: what the features of the estimate mean, and what they are measured by."""

from typing import TYPE_CHECKING

from branchline.game import Reason
from branchline.games.steam_power import codes
from branchline.games.steam_power.rules import SteamPower

if TYPE_CHECKING:
    from branchline.games.steam_power.game import SteamPowerGame


def points(game: "SteamPowerGame", state: SteamPower, seat: int) -> float:
    """9 What it would score now."""
    return int(state.scores()[seat])


def money(game: "SteamPowerGame", state: SteamPower, seat: int) -> float:
    return int(state.money[seat])


def payable(game: "SteamPowerGame", state: SteamPower, seat: int) -> float:
    """6 The contracts in its hand that its money is enough for."""
    return sum(ticket.can for ticket in game.view(state, seat).hand(seat))


def rails(game: "SteamPowerGame", state: SteamPower, seat: int) -> float:
    """4 The rails that are its companies' on the map."""
    own = {company for company in range(state.companies) if state.purse(company) == seat}
    return sum(rail.company in own for hex in game.view(state, seat).hexes for rail in hex.rails)


def goods(game: "SteamPowerGame", state: SteamPower, seat: int) -> float:
    """5 The goods beside its companies' factories."""
    own = {company for company in range(state.companies) if state.purse(company) == seat}
    return sum(city.goods for city in game.view(state, seat).cities if city.factory in own)


def contracts(game: "SteamPowerGame", state: SteamPower, seat: int) -> float:
    """7 The contracts in its hand, and those that it is drawing."""
    held = bin(int(state.contracts.hand[seat])).count("1") if seat < state.players else 0
    drawing = state.phase in (codes.DRAWING, codes.WHOSE, codes.TAKING) and state.purse(state.company) == seat
    return held + (int(state.draws) + 1 if drawing else 0)


REASONS = {
    "points": Reason(
        1.0,
        points,
        "",
        "{seat} loses points by it",
    ),
    "money": Reason(
        1.0,
        money,
        "it brings you money",
        of_me="it brings me money",
    ),
    "contracts in hand": Reason(
        1.0,
        payable,
        "you can pay for more of the contracts in your hand",
        hidden=True,
    ),
    "track": Reason(
        1.0,
        rails,
        "your track grows",
        of_me="my track grows",
    ),
    "factories": Reason(
        1.0,
        goods,
        "more goods lie beside your factories",
        of_me="more goods lie beside my factories",
    ),
    "turn under way": Reason(
        1.0,
        contracts,
        "new contracts come to your hand",
        of_me="new contracts come to my hand",
    ),
}
