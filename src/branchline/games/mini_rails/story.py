"""Mini Rails as a story: the lines of the log."""

from typing import TYPE_CHECKING

from branchline.game import Line
from branchline.games.mini_rails import notation, offers, rules
from branchline.games.mini_rails.moves import Begins, Build, Buy, Draw, Lay, LayOnFrame
from branchline.games.mini_rails.rules import MiniRails
from branchline.moves import Move
from branchline.words import signed

if TYPE_CHECKING:
    from branchline.games.mini_rails.game import MiniRailsGame


def tell(game: "MiniRailsGame", before: MiniRails, move: Move, after: MiniRails) -> Line | None:
    match move:
        case Draw():
            return tell_market(game, after) if after.phase == rules.ACTION else None
        case Begins(seat=seat):
            return Line(f"{{seat:{seat}}} begins.")
        case Build():
            return None  # the build is told when the disc is laid
        case Buy(space=space):
            name = game.parts.companies[before.market[space]]
            line = Line(
                f"{{seat:{before.to_act}}} buys a {{piece:{name}}} {name.title()} stock from space {space + 1}."
            )
        case Lay() | LayOnFrame():
            line = tell_build(game, before, move, after)
        case _:
            return None if after.phase <= rules.TILES else tell_map(after)
    if before.done + 1 == 2 * before.players:
        line = Line(line.text, f"{line.effect} {tell_tax(game, before, after)}".strip())
    return line


def tell_map(after: MiniRails) -> Line:
    return Line(f"The map is laid on frame side {'AB'[after.map.side]}.", heading="Set-up")


def tell_market(game: "MiniRailsGame", after: MiniRails) -> Line:
    companies = game.parts.companies
    drawn = ", ".join(f"{{piece:{companies[c]}}} {companies[c].title()}" for c in after.market)
    return Line(f"The market: {drawn}.", heading=f"Round {after.round}")


def tell_tax(game: "MiniRailsGame", before: MiniRails, after: MiniRails) -> str:
    """4.1 The disc that is left, and 5.1 what its tax does; a second one does no more."""
    company = int(after.stocks.taxed[before.round - 1])
    name = game.parts.companies[company]
    what = "is taxed again" if before.stocks.is_taxed(company) else "is taxed: its losses will not count"
    return f"{{piece:{name}}} {name.title()} {what}."


def tell_build(game: "MiniRailsGame", before: MiniRails, move: Move, after: MiniRails) -> Line:
    name = game.parts.companies[before.hand]
    moved = [offers.stake(before, after, before.hand, seat) for seat in range(before.players)]
    told = [f"{{seat:{seat}}} {stake.change}" for seat, stake in enumerate(moved) if stake.note != "no stock"]
    effect = f"{name.title()} {signed(offers.spots(before, move))}: {', '.join(told) if told else 'nobody holds any'}."
    where = notation.place(game, before, move)
    return Line(f"{{seat:{before.to_act}}} builds {{piece:{name}}} {name.title()} on {where}.", effect)
