"""A table of Mini Express that a test sets up in the game's words."""

from collections.abc import Callable
from typing import Any, cast

import branchline
from branchline.game import Game
from branchline.games.mini_express import codes, golden_spike
from branchline.games.mini_express.components import COMPANIES, Components, Map
from branchline.games.mini_express.game import MiniExpressGame
from branchline.games.mini_express.rules import MiniExpress
from branchline.position import Position
from tests.by_hand import by_hand

WORDS = [*COMPANIES, "purple"]


class Table:
    """A position past the draft, with nothing but the starting trains on the map."""

    def __init__(self, seats: int, **options: Any) -> None:
        self.game = cast(MiniExpressGame, branchline.game("mini-express"))
        self.pos: Position = by_hand(self.game.start(seats=seats, seed=1, **options))
        while self.state.phase in (codes.DRAFT, codes.DRAFT_SPLIT):
            self.pos.play(self.pos.legal()[0])
        self.state.start = 0
        self.turn_of(0)
        self.no_shares()
        for company in COMPANIES:
            self.length(**{company: 0})

    @property
    def state(self) -> MiniExpress:
        return cast(MiniExpress, self.pos.state)

    @property
    def map(self) -> Map:
        return self.game.map_of(self.state)

    # -- setting up --

    def no_shares(self) -> None:
        for i in range(len(self.state.held)):
            self.state.held[i] = 0

    def turn_of(self, seat: int) -> None:
        self.state.place_in_round = (seat - self.state.start) % self.state.players
        self.state.round = 2  # not the first turn of the game
        self.state.await_turn()

    def hex(self, place: str | tuple[int, int]) -> int:
        if isinstance(place, str):
            names = self.game.cities(self.state)
            spots = [start for start in self.map.starts if start.name == place]
            spots += [harbor for harbor in self.map.harbors if harbor.name == place]  # type: ignore[misc]
            cell = self.map.cities[names.index(place)].at if place in names else spots[0].at
        else:
            cell = place
        return self.map.cells.index(cell)

    def track(self, company: str, *places: str | tuple[int, int]) -> None:
        """Track of a company, built from place to place."""
        before = None
        for place in places:
            hex = self.hex(place)
            assert before is None or self.state.land.grid.touches(before, hex), f"{place} is not beside the hex before"
            self.state.rails.put(COMPANIES.index(company), hex, hex if before is None else before)
            before = hex

    def brown_to_tulsa(self) -> None:
        """Brown's line from Baltimore to the hex south of Tulsa."""
        self.track("brown", "Baltimore", (7, -5), (6, -4), (5, -3), (4, -2), (3, -2), (2, -1), (2, 0), (1, 1), (0, 1))

    def race(self, east_side: str) -> None:
        """The Golden Spike under way: Gray has come from San Francisco to Denver."""
        self.state.spike.stage = golden_spike.RACING
        self.state.spike.east_side = COMPANIES.index(east_side)
        self.no_tile("San Francisco")
        self.track("gray", "San Francisco", (-8, 2), (-7, 2), (-6, 1), "Salt Lake City", (-4, 0), "Denver")

    def tracks(self, **trains: int) -> None:
        self._set(self.state.assets.tracks, trains)

    def supply(self, **trains: int) -> None:
        self._set(self.state.assets.supply, trains)

    def shares(self, **shares: int) -> None:
        self._set(self.state.assets.shares, shares)

    def length(self, **steps: int) -> None:
        self._set(self.state.assets.length, steps)

    def influence(self, seat: int, **points: int) -> None:
        self._set(self.state.influence, points, seat)

    def holds(self, seat: int, **shares: int) -> None:
        self._set(self.state.held, shares, seat)

    def _set(self, numbers: Any, words: dict[str, int], seat: int = 0) -> None:
        for company, number in words.items():
            numbers[seat * 4 + COMPANIES.index(company)] = number

    def demand(self, city: str, one: str, two: str) -> None:
        kinds = self.game.parts.demand
        wanted = (WORDS.index(one), WORDS.index(two))
        kind = kinds.index(wanted) if wanted in kinds else kinds.index((wanted[1], wanted[0]))
        self.state.demand.at[self.city(city)] = kind

    def no_tile(self, *cities: str) -> None:
        for city in cities:
            self.state.demand.remove(self.state.land.bit[self.city(city)])

    def city(self, name: str) -> int:
        return self.game.cities(self.state).index(name)

    # -- reading --

    def of(self, numbers: Any, company: str, seat: int = 0) -> int:
        return int(numbers[seat * 4 + COMPANIES.index(company)])

    def has_tile(self, city: str) -> bool:
        return bool(self.state.demand.tiled & 2 ** self.city(city))

    def builds(self, company: str) -> set[str]:
        return {move[len(f"build {company} ") :] for move in self.pos.legal() if move.startswith(f"build {company} ")}

    def routes(self, company: str, city: str) -> list[list[tuple[int, int]]]:
        """All shortest routes, the city included."""
        state, number = self.state, COMPANIES.index(company)
        distance = next(d for d in range(1, 6) if state.rails.reach[number * 6 + d] & 2 ** self.city(city))
        codes = state.land.routes(self.city(city), distance, state.rails.beside, 2**number)
        return [[self.map.cells[hex] for hex in state.land.hexes_of(code, distance)] for code in codes]

    def cells(self, company: str) -> set[tuple[int, int]]:
        bit = 2 ** COMPANIES.index(company)
        return {cell for hex, cell in enumerate(self.map.cells) if self.state.rails.track[hex] & bit}

    def why_not(self, move: str) -> branchline.Refused:
        return why_not(self.pos, move)

    # -- the Bot --

    def bot_draws(self, company: int, city: int) -> None:
        """The Bot's turn with this tile, up to its action."""
        state = self.state
        state.place_in_round = state.players
        state.await_turn()
        self.pos.push(codes.TILE + self.game.parts.bot_tiles.index((company, city)))

    def bot_acts(self) -> str:
        """What the rules make the Bot do now; it is done."""
        move = int(self.state.automaton())
        text = self.game.text(self.state, move)
        self.pos.push(move)
        return text


def why_not(position: Position, move: str) -> branchline.Refused:
    refused = position.why_not(move)
    assert refused is not None, f"{move} is legal"
    return refused


def state_of(position: Position) -> MiniExpress:
    return cast(MiniExpress, position.state)


def parts_of(game: Game) -> Components:
    return cast(MiniExpressGame, game).parts


Sit = Callable[..., Table]
