"""Mini Rails' notation: moves as text, and the names in them."""

from typing import TYPE_CHECKING

from branchline.games.mini_rails import rules
from branchline.games.mini_rails.rules import MiniRails

if TYPE_CHECKING:
    from branchline.games.mini_rails.game import MiniRailsGame


def text(game: "MiniRailsGame", state: MiniRails, move: int) -> str:
    companies = game.parts.companies
    if move >= rules.DRAW:
        return f"draw {companies[move - rules.DRAW]}"
    if move >= rules.TILE:
        tile, rest = divmod(move - rules.TILE, 12)
        return f"tile {tile + 1}{'ab'[rest // 6]} turned {rest % 6}"
    if move >= rules.COLOUR:
        return f"frame {companies[move - rules.COLOUR]}"
    if move >= rules.SIDE:
        return f"frame side {'ab'[move - rules.SIDE]}"
    if move == rules.LAY_FRAME:
        return "lay frame"
    if move >= rules.LAY:
        return f"lay {game.side(state).names[move - rules.LAY]}"
    verb, space = ("build", move - rules.BUILD) if move >= rules.BUILD else ("buy", move - rules.BUY)
    return f"{verb} {companies[state.market[space]]} {space + 1}"


def place(game: "MiniRailsGame", state: MiniRails, move: int) -> str:
    """Where a disc is laid: "Farmland f3", "its frame"."""
    if move == rules.LAY_FRAME:
        return "its frame"
    parts = game.parts
    terrain = parts.titles[parts.terrain[int(state.value[move - rules.LAY])]]
    return f"{terrain} {game.side(state).names[move - rules.LAY]}"
