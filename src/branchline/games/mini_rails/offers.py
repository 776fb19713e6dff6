"""What can be chosen in Mini Rails now: the question, and each move with what it would do."""

from typing import TYPE_CHECKING

from branchline.game import Offer, Stake
from branchline.games.mini_rails import notation, rules
from branchline.games.mini_rails.rules import MiniRails
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


def offer(game: "MiniRailsGame", state: MiniRails, move: int) -> Offer:
    return offer_take(game, state, move) if state.phase == rules.ACTION else offer_lay(game, state, move)


def offer_take(game: "MiniRailsGame", state: MiniRails, move: int) -> Offer:
    """3.2 A disc of the market, to buy or to build with."""
    building = move >= rules.BUILD
    space = move - (rules.BUILD if building else rules.BUY)
    company = state.market[space]
    name = game.parts.companies[company]
    taxed = "taxed already" if state.is_taxed(company) else "not taxed yet"
    held = sum(1 for k in range(state.players * rules.ROUNDS) if state.stock_of[k] == company)
    holding = f"{plural(held, 'stock')} on the profit boards" if held else "Nobody holds any"
    notes = [f"{name.title()} is {taxed}. {holding}."]
    if building:
        notes.append(building_notes(state, company))
    if state.round < rules.ROUNDS:
        notes.append(f"Your marker: {place_to_come(state, space)} in the next round.")
    return Offer(
        game.text(state, move),
        f"{{piece:{name}}} {name.title()} from space {space + 1}",
        group="Build" if building else "Buy",
        title=f"{'Build' if building else 'Buy'} {name.title()} from space {space + 1}",
        notes=tuple(notes),
    )


def offer_lay(game: "MiniRailsGame", state: MiniRails, move: int) -> Offer:
    """3.3 The disc in hand on a hex, or 3.5 on its frame."""
    spots = -1 if move == rules.LAY_FRAME else int(state.value[move - rules.LAY])
    after = state.copy()
    after.play(move)
    stakes = tuple(stake(state, after, state.hand, seat) for seat in range(state.players))
    place = notation.place(game, state, move)
    name = game.parts.companies[state.hand].title()
    return Offer(
        game.text(state, move),
        f"{place} {signed(spots)}",
        value=stakes[state.to_act].change,
        title=f"{name} on {place}",
        delta=signed(spots),
        stakes=stakes,
    )


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
    values = sorted(int(state.value[i]) for i in range(rules.HEXES) if sites & state.lands[state.side].bit[i])
    if not values:
        return f"It is blocked in: the disc goes on the frame, {signed(-1)}."
    if len(values) == 1:
        return f"One hex, {signed(values[0])}."
    return f"{len(values)} hexes from {signed(values[0])} to {signed(values[-1])}."


def stake(before: MiniRails, after: MiniRails, company: int, seat: int) -> Stake:
    """How far this seat's stocks of the company move."""
    held = [k for k in range(seat * rules.ROUNDS, (seat + 1) * rules.ROUNDS) if before.stock_of[k] == company]
    if not held:
        return Stake("±0", "no stock")
    change = sum(int(after.stock_at[k] - before.stock_at[k]) for k in held)
    return Stake(signed(change) if change else "±0", plural(len(held), "stock"))
