"""Why a move of Mini Rails is not allowed."""

import re
from typing import TYPE_CHECKING

from branchline.games.mini_rails import rules
from branchline.games.mini_rails.rules import MiniRails
from branchline.refusal import Refused

if TYPE_CHECKING:
    from branchline.games.mini_rails.game import MiniRailsGame


def refuse(game: "MiniRailsGame", state: MiniRails, text: str) -> Refused:
    if re.fullmatch(r"lay( .*)?", text):
        return refuse_lay(game, state, text[4:])
    if match := re.fullmatch(r"(buy|build)(?: (\D*?))? ?(\d+)?", text):
        return refuse_take(game, state, match[1], (match[2] or "").strip(), match[3])
    return Refused("mini-rails 3.1", f"{text!r} is no move: buy or build a disc of the market, then lay it.")


def refuse_lay(game: "MiniRailsGame", state: MiniRails, where: str) -> Refused:
    """Why the disc in hand can't go there."""
    if state.phase != rules.SITE:
        return Refused("mini-rails 3.2", "First take a disc of the market to build with.")
    company = game.parts.companies[state.hand].title()
    if not where:
        return Refused("mini-rails 3.3", f"Name the hex for the {company} disc as well, by its letter and number.")
    if where == "frame":
        return Refused("mini-rails 3.5", f"{company} still has a hex to build on, so its frame is no choice.")
    side = game.side(state)
    if where not in side.names:
        return Refused("mini-rails 3.3", f"There is no hex {where!r} on the map.")
    there = state.disc[side.names.index(where)]
    if there >= 0:
        owner = game.parts.companies[there].title()
        return Refused("mini-rails 3.3", f"Hex {where} is taken: a {owner} disc lies there.")
    if not state.sites(state.hand):
        return Refused("mini-rails 3.5", f"{company} is blocked in: its disc must go on the frame.")
    return Refused("mini-rails 3.3", f"{company} can't be built on {where}: no {company} disc lies beside it.")


def refuse_take(game: "MiniRailsGame", state: MiniRails, verb: str, company: str, number: str | None) -> Refused:
    """Why this disc can't be taken for this action."""
    if state.phase == rules.SITE:
        hand = game.parts.companies[state.hand].title()
        return Refused("mini-rails 3.2", f"A {hand} disc is in your hand: lay it first.")
    tile = rules.BUY_TILE if verb == "buy" else rules.BUILD_TILE
    if not state.action_tiles[state.to_act] & tile:
        done, left = ("bought", "build") if verb == "buy" else ("built", "buy")
        return Refused("mini-rails 3.1", f"You have {done} in this round already: this turn you {left}.")
    companies = game.parts.companies
    if company and company not in companies:
        return Refused("mini-rails 3.2", f"There is no company {company!r}: there are {', '.join(companies)}.")
    if number is None:
        return refuse_without_space(game, state, verb, company)
    space = int(number)
    if not 1 <= space <= state.spaces():
        return Refused("mini-rails 3.2", f"The market has the spaces 1 to {state.spaces()}.")
    held = state.market[space - 1]
    if held >= rules.MARKER:
        return Refused("mini-rails 3.2", f"Space {space} of the market holds a marker, no disc.")
    if not company:
        return Refused("mini-rails 3.2", f"Name the company as well: {verb} {companies[held]} {space}.")
    return Refused("mini-rails 3.2", f"Space {space} of the market holds a {companies[held].title()} disc.")


def refuse_without_space(game: "MiniRailsGame", state: MiniRails, verb: str, company: str) -> Refused:
    """Where the discs of the company lie, or all of them."""
    discs = [
        (game.parts.companies[held], space + 1)
        for space in range(state.spaces())
        if (held := state.market[space]) < rules.MARKER
    ]
    fitting = [space for name, space in discs if name == company]
    if company and not fitting:
        return Refused("mini-rails 3.2", f"There is no {company.title()} disc in the market.")
    name, space = next((name, space) for name, space in discs if name == (company or name))
    return Refused("mini-rails 3.2", f"Name the company and the space: {verb} {name} {space}, for one.")
