"""Mini Rails' notation: moves as text, text as moves, and the names in them."""

import re
from typing import TYPE_CHECKING

from branchline.games.mini_rails.moves import MOVES, Begins, Build, Buy, Draw, Frame, FrameSide, Lay, LayOnFrame, Tile
from branchline.games.mini_rails.rules import MiniRails
from branchline.moves import OPEN, Move, Nonsense
from branchline.refusal import Refused

if TYPE_CHECKING:
    from branchline.games.mini_rails.game import MiniRailsGame


def text(game: "MiniRailsGame", state: MiniRails, move: Move) -> str:
    companies = game.parts.companies
    match move:
        case Buy(space=space) | Build(space=space):
            return f"{move.verb} {companies[state.market[space]]} {space + 1}"
        case Lay(hex=hex):
            return f"lay {game.side(state).names[hex]}"
        case LayOnFrame():
            return "lay frame"
        case FrameSide(side=side):
            return f"frame side {'ab'[side]}"
        case Frame(company=company):
            return f"frame {companies[company]}"
        case Tile(tile=tile, face=face, turned=turned):
            return f"tile {tile + 1}{'ab'[face]} turned {turned}"
        case Draw(company=company):
            return f"draw {companies[company]}"
        case Begins(seat=seat):
            return f"seat {seat + 1} begins"
    raise AssertionError(move)


def place(game: "MiniRailsGame", state: MiniRails, move: Move) -> str:
    """Where a disc is laid: "Farmland f3", "its frame"."""
    if not isinstance(move, Lay):
        return "its frame"
    parts = game.parts
    terrain = parts.titles[parts.terrain[int(state.map.value[move.hex])]]
    return f"{terrain} {game.side(state).names[move.hex]}"


def at(game: "MiniRailsGame", state: MiniRails, move: Move) -> str:
    """The place that a move is about, as the page names it."""
    match move:
        case Buy(space=space) | Build(space=space):
            return f"space-{space + 1}"
        case Lay(hex=hex):
            return game.side(state).names[hex]
    return "frame"


# -- what people type and point at -------------------------------------------------------------------


def read(game: "MiniRailsGame", state: MiniRails, text: str) -> Move:
    if match := re.fullmatch(r"lay(?: (.*))?", text):
        return read_hex(game, state, match[1] or "")
    if match := re.fullmatch(r"(buy|build)(?: (\D*?))? ?(\d+)?", text):
        company = read_company(game, (match[2] or "").strip())
        return MOVES.named(match[1], company=company, space=int(match[3]) - 1 if match[3] else OPEN)
    return Nonsense(text)


def asked(game: "MiniRailsGame", state: MiniRails, verb: str, at: str) -> Move:
    if verb == "lay":
        return read_hex(game, state, at)
    number = at.removeprefix("space-")
    return MOVES.named(verb, space=int(number) - 1) if number.isdecimal() else MOVES.named(verb)


def read_hex(game: "MiniRailsGame", state: MiniRails, name: str) -> Move:
    names = game.side(state).names
    if name in ("", "frame"):
        return LayOnFrame() if name else Lay()
    if name not in names:
        raise Refused("mini-rails 3.3", f"There is no hex {name!r} on the map.")
    return Lay(names.index(name))


def read_company(game: "MiniRailsGame", name: str) -> int:
    companies = game.parts.companies
    if name and name not in companies:
        raise Refused("mini-rails 3.2", f"There is no company {name!r}: there are {', '.join(companies)}.")
    return companies.index(name) if name else OPEN
