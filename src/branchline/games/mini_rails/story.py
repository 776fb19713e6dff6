"""Mini Rails as a story: the lines of the log."""

from typing import TYPE_CHECKING

from branchline.game import Line
from branchline.games.mini_rails import notation, offers, rules
from branchline.games.mini_rails.rules import MiniRails
from branchline.words import signed

if TYPE_CHECKING:
    from branchline.games.mini_rails.game import MiniRailsGame


def tell(game: "MiniRailsGame", before: MiniRails, move: int, after: MiniRails) -> Line | None:
    companies = game.parts.companies
    if move >= rules.DRAW:
        if after.phase != rules.ACTION:
            return None
        drawn = ", ".join(f"{{piece:{companies[c]}}} {companies[c].title()}" for c in after.market)
        return Line(f"The market: {drawn}.", heading=f"Round {after.round}")
    if move >= rules.SIDE:
        if after.round == 0:
            return None
        return Line(f"The map is laid on frame side {'AB'[after.side]}.", heading="Set-up")
    if move >= rules.BUILD and move < rules.LAY:
        return None  # the build is told when the disc is laid
    who = f"{{seat:{before.to_act}}}"
    if move < rules.BUILD:
        name = companies[before.market[move]]
        line = Line(f"{who} buys a {{piece:{name}}} {name.title()} stock from space {move + 1}.")
    else:
        line = tell_build(game, before, move, after, who)
    if before.done + 1 == 2 * before.players:
        line = Line(line.text, f"{line.effect} {tell_tax(game, before, after)}".strip())
    return line


def tell_tax(game: "MiniRailsGame", before: MiniRails, after: MiniRails) -> str:
    """4.1 The disc that is left, and 5.1 what its tax does; a second one does no more."""
    company = int(after.taxed[before.round - 1])
    name = game.parts.companies[company]
    what = "is taxed again" if before.is_taxed(company) else "is taxed: its losses will not count"
    return f"{{piece:{name}}} {name.title()} {what}."


def tell_build(game: "MiniRailsGame", before: MiniRails, move: int, after: MiniRails, who: str) -> Line:
    name = game.parts.companies[before.hand]
    moved = [offers.stake(before, after, before.hand, seat) for seat in range(before.players)]
    told = [f"{{seat:{seat}}} {stake.change}" for seat, stake in enumerate(moved) if stake.note != "no stock"]
    spots = -1 if move == rules.LAY_FRAME else int(before.value[move - rules.LAY])
    effect = f"{name.title()} {signed(spots)}: {', '.join(told) if told else 'nobody holds any'}."
    return Line(f"{who} builds {{piece:{name}}} {name.title()} on {notation.place(game, before, move)}.", effect)
