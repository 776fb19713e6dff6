"""What can be chosen in Mini Rails now: the question, and each move with what it would do."""

from typing import TYPE_CHECKING

from branchline.game import Offer, Stake
from branchline.games.mini_rails import notation, rules
from branchline.games.mini_rails.map import HEXES
from branchline.games.mini_rails.moves import MOVES, Build, Lay, Take
from branchline.games.mini_rails.rules import MiniRails
from branchline.games.mini_rails.stocks import ROUNDS
from branchline.games.mini_rails.view import FRAME_SPOTS
from branchline.moves import Move
from branchline.words import plural, signed

if TYPE_CHECKING:
    from branchline.games.mini_rails.game import MiniRailsGame


def prompt(game: "MiniRailsGame", state: MiniRails) -> str:
    if state.phase == rules.SITE:
        company = game.parts.companies[state.hand]
        count = len(state.legal())
        if not state.sites(state.hand):
            return f"{{piece:{company}}} {company.title()} is blocked in: lay the disc on its frame."
        which = "the one lit hex" if count == 1 else f"one of the {count} lit hexes"
        return f"Build {{piece:{company}}} {company.title()}: choose {which}."
    tiles = state.action_tiles[state.to_act]
    if tiles == rules.BUY_TILE:
        return "Buy a stock: take a disc of the market."
    if tiles == rules.BUILD_TILE:
        return "Build a track: take a disc of the market."
    return "Take a disc: buy it as a stock or build with it."


def offer(game: "MiniRailsGame", state: MiniRails, move: Move) -> Offer:
    return offer_take(game, state, move) if isinstance(move, Take) else offer_lay(game, state, move)


def offer_take(game: "MiniRailsGame", state: MiniRails, move: Take) -> Offer:
    """3.2 A disc of the market, to buy or to build with."""
    company = state.market[move.space]
    name = game.parts.companies[company]
    taxed = "taxed already" if state.stocks.is_taxed(company) else "not taxed yet"
    held = sum(1 for k in range(state.players * ROUNDS) if state.stocks.of[k] == company)
    holding = f"{plural(held, 'stock')} on the profit boards" if held else "Nobody holds any"
    notes = [f"{name.title()} is {taxed}. {holding}."]
    if isinstance(move, Build):
        notes.append(building_notes(state, company))
    if state.round < ROUNDS:
        notes.append(f"Your marker: {place_to_come(state, move.space)} in the next round.")
    return Offer(
        notation.text(game, state, move),
        f"{{piece:{name}}} {name.title()} from space {move.space + 1}",
        group=move.verb.title(),
        title=f"{move.verb.title()} {name.title()} from space {move.space + 1}",
        notes=tuple(notes),
        verb=move.verb,
        at=notation.at(game, state, move),
        reach=reach(game, state, company) if isinstance(move, Build) else (),
    )


def reach(game: "MiniRailsGame", state: MiniRails, company: int) -> tuple[str, ...]:
    """3.3 The hexes that a company could be built on."""
    sites, side = state.sites(company), game.side(state)
    return tuple(name for i, name in enumerate(side.names) if sites & side.land.bit[i])


def offer_lay(game: "MiniRailsGame", state: MiniRails, move: Move) -> Offer:
    """3.3 The disc in hand on a hex, or 3.5 on its frame."""
    after = state.copy()
    after.play(MOVES.encode(move))
    stakes = tuple(stake(state, after, state.hand, seat) for seat in range(state.players))
    place = notation.place(game, state, move)
    name = game.parts.companies[state.hand].title()
    return Offer(
        notation.text(game, state, move),
        f"{place} {signed(spots(state, move))}",
        value=stakes[state.to_act].change,
        title=f"{name} on {place}",
        delta=signed(spots(state, move)),
        stakes=stakes,
        verb=move.verb,
        at=notation.at(game, state, move),
    )


def spots(state: MiniRails, move: Move) -> int:
    """What a build is worth to the stocks of its company: the spots of the hex, or 3.5 of the frame."""
    return int(state.map.value[move.hex]) if isinstance(move, Lay) else FRAME_SPOTS


def place_to_come(state: MiniRails, space: int) -> str:
    """4.2 The market's markers become the order: one disc stays, and may lie to the left."""
    left = sum(1 for other in range(space) if state.market[other] < rules.MARKER)
    discs = sum(1 for other in range(state.spaces()) if state.market[other] < rules.MARKER)
    if left == 0:
        return f"place {space + 1}"
    if left == discs - 1:  # all that stay lie to the left, the last one too
        return f"place {space}"
    return f"place {space} or {space + 1}"


def building_notes(state: MiniRails, company: int) -> str:
    sites = state.sites(company)
    values = sorted(int(state.map.value[i]) for i in range(HEXES) if sites & state.map.land().bit[i])
    if not values:
        return f"It is blocked in: the disc goes on the frame, {signed(FRAME_SPOTS)}."
    if len(values) == 1:
        return f"One hex, {signed(values[0])}."
    return f"{len(values)} hexes from {signed(values[0])} to {signed(values[-1])}."


def stake(before: MiniRails, after: MiniRails, company: int, seat: int) -> Stake:
    """How far this seat's stocks of the company move."""
    held = [k for k in range(seat * ROUNDS, (seat + 1) * ROUNDS) if before.stocks.of[k] == company]
    if not held:
        return Stake("±0", "no stock")
    change = sum(int(after.stocks.at[k] - before.stocks.at[k]) for k in held)
    return Stake(signed(change) if change else "±0", plural(len(held), "stock"))
