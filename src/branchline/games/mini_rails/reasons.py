"""Why a move is good, in a player's words: what the features of the estimate mean, and what they are measured by."""

from typing import TYPE_CHECKING

from branchline.game import Reason
from branchline.games.mini_rails import offers
from branchline.games.mini_rails.rules import MiniRails
from branchline.games.mini_rails.stocks import ROUNDS

if TYPE_CHECKING:
    from branchline.games.mini_rails.game import MiniRailsGame


def to_come(game: "MiniRailsGame", state: MiniRails) -> set[str]:
    """The companies whose discs are still to be taken: in the last round those on the market."""
    seen = game.view(state, None)
    on_market = {space.company for space in seen.market if space.company is not None}
    return set(seen.companies) if state.round < ROUNDS else on_market


def gains_taxed(game: "MiniRailsGame", state: MiniRails, seat: int) -> float:
    """How far the seat's stocks have risen whose companies were taxed."""
    seen = game.view(state, None)
    return sum(max(0, stock.at) for stock in seen.stocks[seat] if stock.company in seen.taxed)


def gains_untaxed(game: "MiniRailsGame", state: MiniRails, seat: int) -> float:
    """Of those that can still be taxed."""
    seen, wanted = game.view(state, None), to_come(game, state)
    stocks = [stock for stock in seen.stocks[seat] if stock.company in wanted and stock.company not in seen.taxed]
    return sum(max(0, stock.at) for stock in stocks)


def losses(game: "MiniRailsGame", state: MiniRails, seat: int) -> float:
    """5.2 What would count against the seat, below zero."""
    return sum(min(0, stock.at) for stock in game.view(state, None).stocks[seat] if stock.counts)


def good_hexes(game: "MiniRailsGame", state: MiniRails, seat: int, taxed: bool) -> float:
    """The spots of the hexes that its companies can be built on with a gain, once for each of its stocks; in the last
    round only of companies whose discs are still to be taken."""
    seen = game.view(state, None)
    spots = {hex.name: hex.value for hex in seen.hexes}
    wanted = to_come(game, state)
    stocks = [stock.company for stock in seen.stocks[seat] if stock.company in wanted]
    held = [company for company in stocks if (company in seen.taxed) == taxed]
    reach = {name: offers.reach(game, state, seen.companies.index(name)) for name in held}
    return sum(max(0, spots[hex]) for name in held for hex in reach[name])


def good_hexes_taxed(game: "MiniRailsGame", state: MiniRails, seat: int) -> float:
    return good_hexes(game, state, seat, True)


def good_hexes_untaxed(game: "MiniRailsGame", state: MiniRails, seat: int) -> float:
    return good_hexes(game, state, seat, False)


def held_by_others(game: "MiniRailsGame", state: MiniRails, seat: int) -> float:
    """How many of its stocks another seat holds too."""
    stocks = game.view(state, None).stocks
    theirs = {stock.company for other, held in enumerate(stocks) if other != seat for stock in held}
    return sum(stock.company in theirs for stock in stocks[seat])


def early(game: "MiniRailsGame", state: MiniRails, seat: int) -> float:
    """Its markers in the first half of the market, if there is a round that they are for."""
    if state.round == ROUNDS:
        return 0
    market = game.view(state, None).market
    return sum(space.seat == seat for space in market[: len(market) // 2])


REASONS = {
    "gains taxed": Reason(
        1.0,
        gains_taxed,
        "your stocks of taxed companies rise, and their gains count",
        "{seat}'s stocks of taxed companies fall",
        of_me="my stocks of taxed companies rise, and their gains count",
    ),
    "gains untaxed, to be taxed": Reason(
        1.0,
        gains_untaxed,
        "your stocks rise, which counts once their companies are taxed",
        "{seat} has less to gain from companies that are still to be taxed",
        of_me="my stocks rise, which counts once their companies are taxed",
    ),
    "losses untaxed": Reason(
        0.6,
        losses,
        "your losses shrink",
        "{seat}'s losses grow",
        of_me="my losses shrink",
    ),
    "outlook taxed": Reason(
        1.0,
        good_hexes_taxed,
        "your stocks of taxed companies have more good hexes ahead",
        "{seat}'s stocks of taxed companies have fewer good hexes ahead",
        of_me="my stocks of taxed companies have more good hexes ahead",
    ),
    "outlook untaxed, to be taxed": Reason(
        1.0,
        good_hexes_untaxed,
        "your stocks of untaxed companies have more good hexes ahead",
        "{seat}'s stocks of untaxed companies have fewer good hexes ahead",
        of_me="my stocks of untaxed companies have more good hexes ahead",
    ),
    "stocks shared": Reason(
        0.4,
        held_by_others,
        "you share a stock with others, who want it to rise as you do",
        of_me="I share a stock with others, who want it to rise as I do",
    ),
    "early": Reason(
        0.4,
        early,
        "you choose early in the next round",
        of_me="I choose early in the next round",
    ),
}
