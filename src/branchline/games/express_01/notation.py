"""Express 01's notation: moves as text, and the names in them."""

from typing import TYPE_CHECKING

from branchline.games.express_01 import rules
from branchline.games.express_01.rules import Express

if TYPE_CHECKING:
    from branchline.games.express_01.game import Express01Game

ROMAN = ("", "I", "II", "III")
DECK_NAMES = {"route": "routes", "through": "through", "terminal": "terminal", "capital": "capital"}
KIND_NAMES = {"route": "route", "through": "through station", "terminal": "terminal", "capital": "capital station"}
DECK_TITLES = {
    "route": "routes",
    "through": "through stations",
    "terminal": "terminals",
    "capital": "capital stations",
}
PAIRS = {
    rules.EXPAND_FIRST: "expand then shares",
    rules.SHARES_FIRST: "shares then expand",
    rules.RUN_FIRST: "run then position",
    rules.PASS: "pass",
}
PLAIN = {
    **PAIRS,
    rules.PAY_LOCOMOTIVE: "pay black locomotive",
    rules.STOP: "stop",
    rules.NO_RUN: "no run",
    rules.KEEP: "keep position",
    rules.ANNOUNCE: "use black locomotive",
    rules.WITHHOLD: "keep black locomotive",
}


def text(game: "Express01Game", state: Express, move: int) -> str:
    if move in PLAIN:
        return PLAIN[move]
    if move >= rules.ROUTE:
        return "route " + " ".join(game.city(cell).lower() for cell in game.stops(state, move - rules.ROUTE))
    if move >= rules.STACK:
        return f"stack {game.no(move - rules.STACK)}"
    if move >= rules.DEAL:
        return f"deal {game.no(move - rules.DEAL)} to seat {state.done // state.first_hand + 1}"
    if move >= rules.SWAP:
        return f"take position {move - rules.SWAP + 1}"
    if move >= rules.DRAW:
        return f"draw {game.deck_name(move - rules.DRAW)}"
    if move >= rules.RUN:
        return f"run {game.company(move - rules.RUN)}"
    if move >= rules.PICK:
        return f"take {game.no(move - rules.PICK)}"
    if move >= rules.BUY:
        company, seller = divmod(move - rules.BUY, 8)
        return f"buy {game.company(company)}" + (f" from seat {seller}" if seller else "")
    if move >= rules.LAY:
        card, turns = divmod(move - rules.LAY, 4)
        return f"lay {game.no(card)} r{turns}"
    if move >= rules.CELL:
        return f"expand {move - rules.CELL + 1}"
    if move >= rules.PAY:
        return f"pay {game.no(move - rules.PAY)}"
    return f"choose {game.no(move - rules.CHOOSE)}"


def seen(game: "Express01Game", state: Express, move: int, seat: int | None) -> str:
    """8.1 First hands and face-down choices are their owners' alone."""
    if state.phase == rules.DEALING:
        owner = int(state.done // state.first_hand)
        if owner != seat:
            return f"deal a card to seat {owner + 1}"
    if state.phase == rules.CHOOSING and state.to_act != seat:
        return "choose a card"
    return text(game, state, move)


def card_of(game: "Express01Game", word: str) -> int | None:
    """The code of a card by its printed number."""
    if word.isdecimal():
        for code, card in enumerate(game.parts.cards):
            if card.no == int(word):
                return code
    return None


def cell_of(game: "Express01Game", word: str) -> int | None:
    """A cell by the number of its base card or by its city."""
    for card in game.parts.base:
        if word and word in (str(card.no), (card.name or "").lower()):
            return card.cell
    return None
