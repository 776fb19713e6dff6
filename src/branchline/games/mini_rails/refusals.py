"""Why a move of Mini Rails is not allowed."""

from typing import TYPE_CHECKING

from branchline.games.mini_rails import rules
from branchline.games.mini_rails.moves import Buy, Lay, LayOnFrame, Take
from branchline.games.mini_rails.rules import MiniRails
from branchline.moves import OPEN, Move, Nonsense
from branchline.refusal import Refused

if TYPE_CHECKING:
    from branchline.games.mini_rails.game import MiniRailsGame


def refuse(game: "MiniRailsGame", state: MiniRails, move: Move) -> Refused:
    match move:
        case Lay() | LayOnFrame():
            return refuse_lay(game, state, move)
        case Take():
            return refuse_take(game, state, move)
    said = move.text if isinstance(move, Nonsense) else move.verb
    return Refused("mini-rails 3.1", f"{said!r} is no move: buy or build a disc of the market, then lay it.")


def refuse_lay(game: "MiniRailsGame", state: MiniRails, move: Lay | LayOnFrame) -> Refused:
    """Why the disc in hand can't go there."""
    if state.phase != rules.SITE:
        return Refused("mini-rails 3.2", "First take a disc of the market to build with.")
    company = game.parts.companies[state.hand].title()
    if isinstance(move, LayOnFrame):
        return Refused("mini-rails 3.5", f"{company} still has a hex to build on, so its frame is no choice.")
    if move.hex == OPEN:
        return Refused("mini-rails 3.3", f"Name the hex for the {company} disc as well, by its letter and number.")
    where, there = game.side(state).names[move.hex], state.discs.at[move.hex]
    if there >= 0:
        owner = game.parts.companies[there].title()
        return Refused("mini-rails 3.3", f"Hex {where} is taken: a {owner} disc lies there.")
    if not state.sites(state.hand):
        return Refused("mini-rails 3.5", f"{company} is blocked in: its disc must go on the frame.")
    return Refused("mini-rails 3.3", f"{company} can't be built on {where}: no {company} disc lies beside it.")


def refuse_take(game: "MiniRailsGame", state: MiniRails, move: Take) -> Refused:
    """Why this disc can't be taken for this action."""
    if state.phase == rules.SITE:
        hand = game.parts.companies[state.hand].title()
        return Refused("mini-rails 3.2", f"A {hand} disc is in your hand: lay it first.")
    buying = isinstance(move, Buy)
    if not state.action_tiles[state.to_act] & (rules.BUY_TILE if buying else rules.BUILD_TILE):
        done, left = ("bought", "build") if buying else ("built", "buy")
        return Refused("mini-rails 3.1", f"You have {done} in this round already: this turn you {left}.")
    if move.space == OPEN:
        return refuse_without_space(game, state, move)
    companies, number = game.parts.companies, move.space + 1
    if not 1 <= number <= state.spaces():
        return Refused("mini-rails 3.2", f"The market has the spaces 1 to {state.spaces()}.")
    held = state.market[move.space]
    if held >= rules.MARKER:
        return Refused("mini-rails 3.2", f"Space {number} of the market holds a marker, no disc.")
    if move.company == OPEN:
        return Refused("mini-rails 3.2", f"Name the company as well: {move.verb} {companies[held]} {number}.")
    return Refused("mini-rails 3.2", f"Space {number} of the market holds a {companies[held].title()} disc.")


def refuse_without_space(game: "MiniRailsGame", state: MiniRails, move: Take) -> Refused:
    """Where the discs of the company lie, or all of them."""
    discs = [(held, space) for space in range(state.spaces()) if (held := state.market[space]) < rules.MARKER]
    fitting = [(held, space) for held, space in discs if move.company in (OPEN, held)]
    if not fitting:
        return Refused(
            "mini-rails 3.2", f"There is no {game.parts.companies[move.company].title()} disc in the market."
        )
    company, space = fitting[0]
    example = f"{move.verb} {game.parts.companies[company]} {space + 1}"
    return Refused("mini-rails 3.2", f"Name the company and the space: {example}, for one.")
