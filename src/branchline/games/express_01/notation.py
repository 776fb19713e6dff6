"""Express 01's notation: moves as text, text as moves, and the names in them."""

import re
from typing import TYPE_CHECKING

from branchline.games.express_01 import rules
from branchline.games.express_01.cards import DECKS
from branchline.games.express_01.moves import (
    PAIRS,
    Announce,
    Buy,
    Choose,
    Deal,
    Draw,
    Expand,
    Keep,
    Lay,
    NoRun,
    Pair,
    Pay,
    PayLocomotive,
    Pick,
    Route,
    Run,
    Stack,
    Stop,
    Swap,
    Withhold,
)
from branchline.games.express_01.rules import Express
from branchline.moves import OPEN, Move, Nonsense
from branchline.refusal import Refused

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
PLAIN: dict[Move, str] = {
    **dict[Move, str](PAIRS.items()),
    PayLocomotive(): "pay black locomotive",
    Stop(): "stop",
    NoRun(): "no run",
    Keep(): "keep position",
    Announce(): "use black locomotive",
    Withhold(): "keep black locomotive",
}
PAIR_PLACES = {pair: words.partition(" ")[0] for pair, words in PAIRS.items()}
"""Where a pair of actions stands on the page, by its first action."""


def text(game: "Express01Game", state: Express, move: Move) -> str:
    match move:
        case Route(stations=stations):
            return "route " + " ".join(game.city(cell).lower() for cell in game.stops(state, stations))
        case Stack(card=card):
            return f"stack {game.no(card)}"
        case Deal(card=card):
            return f"deal {game.no(card)} to seat {state.done // state.first_hand + 1}"
        case Swap(place=place):
            return f"take position {place + 1}"
        case Draw(deck=deck):
            return f"draw {game.deck_name(deck)}"
        case Run(company=company):
            return f"run {game.company(company)}"
        case Pick(card=card):
            return f"take {game.no(card)}"
        case Buy(company=company, seller=seller):
            return f"buy {game.company(company)}" + (f" from seat {seller}" if seller else "")
        case Lay(card=card, turns=turns):
            return f"lay {game.no(card)} r{turns}"
        case Expand(cell=cell):
            return f"expand {cell + 1}"
        case Pay(card=card):
            return f"pay {game.no(card)}"
        case Choose(card=card):
            return f"choose {game.no(card)}"
    return PLAIN[move]


def seen(game: "Express01Game", state: Express, move: Move, seat: int | None) -> str:
    """8.1 First hands and face-down choices are their owners' alone."""
    if state.phase == rules.DEALING:
        owner = int(state.done // state.first_hand)
        if owner != seat:
            return f"deal a card to seat {owner + 1}"
    if state.phase == rules.CHOOSING and state.to_act != seat:
        return "choose a card"
    return text(game, state, move)


# -- places on the page ------------------------------------------------------------------------------


def at(game: "Express01Game", state: Express, move: Move) -> str:
    """The place that a move is about, as the page names it."""
    match move:
        case Choose(card=card) | Pay(card=card) | Pick(card=card):
            return f"card-{game.no(card)}"
        case Lay(card=card, turns=turns):
            return f"card-{game.no(card)}-r{turns}"
        case Expand(cell=cell):
            return f"cell-{cell + 1}"
        case Buy(company=company) | Run(company=company):
            seller = move.seat if isinstance(move, Buy) else None
            return game.company(company) + (f"-from-{seller + 1}" if seller is not None else "")
        case Draw(deck=deck):
            return game.deck_name(deck).replace(" ", "-")
        case Swap(place=place):
            return f"place-{place + 1}"
        case Pair():
            return PAIR_PLACES[move]
        case Route(stations=stations):
            return "-".join(str(cell + 1) for cell in game.stops(state, stations))
        case PayLocomotive():
            return "locomotive"
    return ""


def asked(game: "Express01Game", state: Express, verb: str, at: str) -> Move:
    words = at.split("-")
    number = words[1] if len(words) > 1 else ""
    match verb:
        case "choose" | "pay" | "take":
            if verb == "pay" and at == "locomotive":
                return PayLocomotive()
            return game.vocabulary.named(verb, card=card_of(game, number))
        case "lay":
            turns = words[2].removeprefix("r") if len(words) > 2 else ""
            return Lay(card_of(game, number), int(turns) if turns in ("0", "1", "2", "3") else OPEN)
        case "expand":
            return Expand(cell_of(game, number)) if number else Expand()
        case "buy":
            seller = words[2] if len(words) > 2 else ""
            return Buy(company_of(game, words[0], "4.1"), int(seller) if seller.isdecimal() else 0)
        case "run":
            return Run(company_of(game, words[0], "5.1"))
        case "pair":
            return next((pair for pair, place in PAIR_PLACES.items() if place == at), Pair())
        case "draw":
            return Draw(deck_of(game, at.replace("-", " ")))
    return game.vocabulary.named(verb)


# -- what people type --------------------------------------------------------------------------------


def read(game: "Express01Game", state: Express, text: str) -> Move:
    for move, words in PLAIN.items():
        if text == words:
            return move
    verb, _, rest = text.partition(" ")
    match verb:
        case "choose":
            return Choose(card_of(game, rest))
        case "pay":
            return Pay(card_of(game, rest))
        case "expand":
            return Expand(cell_of(game, rest))
        case "lay":
            return read_lay(game, rest)
        case "buy":
            return read_buy(game, rest)
        case "take" if rest.startswith("position"):
            place = rest.removeprefix("position").strip()
            return Swap(int(place) - 1) if place.isascii() and place.isdecimal() and len(place) < 4 else Swap()
        case "take":
            return Pick(card_of(game, rest))
        case "run":
            return Run(company_of(game, rest, "5.1"))
        case "route":
            return Route()
        case "draw":
            return Draw(deck_of(game, rest))
        case "use" | "keep" | "no":
            return game.vocabulary.named("no run" if verb == "no" else verb)
        case "stop":
            return Stop()
    return Nonsense(text)


def read_lay(game: "Express01Game", rest: str) -> Lay:
    match = re.fullmatch(r"(\d+)(?: r(\d))?", rest)
    return Lay(card_of(game, match[1]), int(match[2] or 0)) if match else Lay()


def read_buy(game: "Express01Game", rest: str) -> Buy:
    match = re.fullmatch(r"(\w+)(?: from seat (\d{1,3}))?", rest)
    company = company_of(game, match[1] if match else rest, "4.1")
    return Buy(company, int(match[2]) if match and match[2] else 0)


def card_of(game: "Express01Game", word: str) -> int:
    """The code of a card by its printed number; open, if there is none of that number."""
    if word.isascii() and word.isdecimal():
        for code, card in enumerate(game.parts.cards):
            if card.no == int(word):
                return code
    return OPEN


def cell_of(game: "Express01Game", word: str) -> int:
    """A cell by the number of its base card or by its city."""
    for card in game.parts.base:
        if word and word in (str(card.no), (card.name or "").lower()):
            return card.cell
    raise Refused("express-01 1.1", f"There is no card {word!r} on the board: they are 1 to 35.")


def company_of(game: "Express01Game", name: str, section: str) -> int:
    companies = game.parts.companies
    if name not in companies:
        names = ", ".join(companies)
        raise Refused(f"express-01 {section}", f"There is no company {name!r}: there are {names}.")
    return companies.index(name)


def deck_of(game: "Express01Game", name: str) -> int:
    names = [game.deck_name(deck) for deck in range(DECKS)]
    if name not in names:
        raise Refused("express-01 5.7", f"There is no deck {name!r}: there are {', '.join(names)}.")
    return names.index(name)
