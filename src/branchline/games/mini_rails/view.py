"""What everybody may know of a table of Mini Rails: there are no secrets."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from branchline.games.mini_rails import rules
from branchline.games.mini_rails.map import HEXES
from branchline.games.mini_rails.rules import MiniRails
from branchline.games.mini_rails.stocks import ROUNDS

if TYPE_CHECKING:
    from branchline.games.mini_rails.components import Components

FRAME_SPOTS: Final = -1
"""3.5 What a disc on its frame is worth."""


@dataclass(frozen=True)
class Hex:
    name: str
    value: int  # its spots
    terrain: str  # "" before its tile is laid
    disc: str | None  # the company that has built there
    tile: str = ""  # the face of the tile that it lies on: "3b"
    mark: str = ""  # where that face comes from: printed, derived, reconstructed


@dataclass(frozen=True)
class Frame:
    company: str | None
    discs: int


@dataclass(frozen=True)
class Space:
    """A space of the market holds a disc, a marker, or nothing."""

    company: str | None = None
    seat: int | None = None


@dataclass(frozen=True)
class Stock:
    company: str
    at: int  # its place on the profit board
    counts: bool  # would it count if the game ended now?


@dataclass(frozen=True)
class MiniRailsView:
    side: str
    companies: list[str]
    hexes: list[Hex]
    frames: list[Frame]
    bag: dict[str, int]
    market: list[Space]
    order: list[int]  # nobody before the starting player is drawn
    acted: int  # how many of the order have acted
    actions: list[list[str]]  # of each seat: the action tiles that it has left
    stocks: list[list[Stock]]  # of each seat
    taxed: list[str]
    hand: str | None  # the company of the disc taken to build with

    @property
    def empty(self) -> bool:
        """Is nothing in the market yet?"""
        return all(space == Space() for space in self.market)

    @property
    def discs(self) -> dict[str, str]:
        """Where discs lie on the map, and whose."""
        return {hex.name: hex.disc for hex in self.hexes if hex.disc}


def view(parts: "Components", state: MiniRails) -> MiniRailsView:
    companies, side = parts.companies, parts.sides[state.map.side]

    def company(code: int) -> str | None:
        return companies[code] if code >= 0 else None

    return MiniRailsView(
        side="ab"[state.map.side],
        companies=companies,
        hexes=[
            Hex(
                side.names[i],
                int(value := state.map.value[i]),
                parts.terrain.get(int(value), ""),
                company(state.discs.at[i]),
                *tile(parts, state, side.place[i]),
            )
            for i in range(HEXES)
        ],
        frames=[Frame(company(state.map.frame[place]), on_frame(state, place)) for place in range(1, 7)],
        bag={name: int(state.discs.bag[i]) for i, name in enumerate(companies)},
        market=[space(companies, state, i) for i in range(state.spaces())],
        order=[int(owner) for owner in state.order if owner >= 0],
        acted=int(state.done) if state.phase >= rules.ACTION else 0,
        actions=[actions(tiles) for tiles in state.action_tiles],
        stocks=[stocks(companies, state, owner) for owner in range(state.players)],
        taxed=[companies[code] for code in state.stocks.taxed if code >= 0],
        hand=company(state.hand),
    )


def tile(parts: "Components", state: MiniRails, place: int) -> tuple[str, str]:
    """The face that lies at a place, and its mark."""
    if state.map.tile_at[place] < 0:
        return "", ""
    face = int(state.map.tile_at[place]) // 6
    return f"{face // 2 + 1}{'ab'[face % 2]}", parts.marks[face]


def on_frame(state: MiniRails, place: int) -> int:
    return int(state.discs.on_frame[state.map.frame[place]]) if state.map.frame[place] >= 0 else 0


def space(companies: list[str], state: MiniRails, number: int) -> Space:
    held = state.market[number]
    if held < 0:
        return Space()
    return Space(seat=int(held - rules.MARKER)) if held >= rules.MARKER else Space(companies[held])


def actions(tiles: int) -> list[str]:
    return [name for name, bit in (("buy", rules.BUY_TILE), ("build", rules.BUILD_TILE)) if tiles & bit]


def stocks(companies: list[str], state: MiniRails, seat: int) -> list[Stock]:
    return [
        Stock(
            companies[state.stocks.of[k]],
            int(state.stocks.at[k]),
            bool(state.stocks.counts(state.stocks.of[k], state.stocks.at[k])),
        )
        for k in range(seat * ROUNDS, (seat + 1) * ROUNDS)
        if state.stocks.of[k] >= 0
    ]
