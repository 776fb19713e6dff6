"""Positions for the printed examples, set up piece by piece in the words of the box."""

from typing import cast

import branchline
from branchline.games.steam_power import codes, deck, track
from branchline.games.steam_power.game import SteamPowerGame
from branchline.games.steam_power.land import NONE
from branchline.games.steam_power.rules import SteamPower
from branchline.position import Position
from tests.by_hand import by_hand

COLOURS = ("orange", "black", "gray", "white", "purple")
CORNERS = ("top left", "top right", "bottom right", "bottom left")


class Table:
    """The US Midwest with every city white, nobody's hand filled, seat 0 to act. Rules that know no north are tested
    on the map of version 1, as a pack with pointy-top hexes would be played; `north` lays out today's map."""

    def __init__(self, seats: int = 4, automas: int = 0, money: int = 50, north: bool = False, **options: str) -> None:
        pack = None if north else branchline.game("steam-power").folder / "components-1.toml"
        self.game = cast(SteamPowerGame, branchline.game("steam-power", pack))
        self.position = by_hand(self.game.start(seats=seats, seed=1, automas=automas, **options))
        self.position.state = self.state = cast(SteamPower, self.game.begin(seats, self.position.options))
        self.position.events.clear()
        self.notation = self.game.notation(self.state)
        state = self.state
        for city in range(state.land.cities):
            state.cities.colour[city] = COLOURS.index("white")
            state.cities.placed += 1
        for colour in range(5):
            state.cities.bag[colour] = 0
        for seat in range(state.seats):
            state.money[seat] = money
        for corner in range(4 if automas else 0):
            state.automas.corner[corner] = corner
        state.round = 1
        state.done = 0
        self.turn_of(0)

    # -- pieces --------------------------------------------------------------------------

    def turn_of(self, seat: int, actions: int = 2) -> "Table":
        self.state.to_act = 0 if self.state.solo else seat
        self.state.company = seat
        self.state.phase = codes.ACTION
        self.state.actions = actions
        return self

    def city(self, name: str) -> int:
        return self.notation.map.cities.index(name)

    def hex(self, name: str) -> int:
        return self.notation.map.names.index(name)

    def colours(self, **cities: str) -> "Table":
        """Cities by colour: colours(purple="Duluth, Chicago")."""
        for colour, names in cities.items():
            for name in names.split(", "):
                self.state.cities.colour[self.city(name)] = COLOURS.index(colour)
        return self

    def spot(self, stop: str) -> int:
        """The hex of a city or of a hex's name."""
        cities = self.notation.map.cities
        return int(self.state.land.city_hex[cities.index(stop)]) if stop in cities else self.hex(stop)

    def edge(self, here: int, there: int) -> int:
        return next(e for e in range(6) if self.state.land.beside[here * 6 + e] == there)

    def link(self, company: int, *stops: str) -> "Table":
        """Tiles from a city over hexes to a city, or to the hex that an open end faces."""
        hexes = [self.spot(stop) for stop in stops]
        self.state.begin_at = self.state.land.node[self.city(stops[0])]
        for before, here, after in zip(hexes, hexes[1:], hexes[2:]):
            pair = self.state.land.rails.pair[self.edge(here, before) * 6 + self.edge(here, after)]
            cash = int(self.state.money[self.state.purse(company)])
            self.state.money[self.state.purse(company)] = 100
            track.lay(self.state, company, here, pair)
            self.state.money[self.state.purse(company)] = cash
        self.state.begin_at = NONE
        return self

    def factory(self, company: int, city: str, goods: int) -> "Table":
        self.state.factories.owner[self.city(city)] = company
        self.state.factories.goods[self.city(city)] = goods
        self.state.factories.left[company] -= 1
        self.state.factories.stock[self.state.cities.colour[self.city(city)]] -= goods
        return self

    def hand(self, seat: int, *contracts: str) -> "Table":
        for name in contracts:
            bit = self.state.land.bit[self.card(name)]
            self.state.contracts.hand[seat] |= bit
            self.state.contracts.pool &= ~bit
            self.state.contracts.deck_left -= 1
        return self

    def card(self, name: str) -> int:
        return next(n for n, contract in enumerate(self.game.parts.contracts) if contract.name == name)

    def money(self, seat: int, dollars: int) -> "Table":
        self.state.money[seat] = dollars
        return self

    def turns_up(self, contract: str, marker: str = "top left", company: int | None = None) -> "Table":
        """The Automa has turned up this contract."""
        state = self.state
        company = state.players if company is None else company
        state.company = state.to_act = company
        state.phase = codes.AUTOMA
        state.contract = self.card(contract)
        state.contracts.pool &= ~state.land.bit[state.contract]
        state.contracts.deck_left -= 1
        state.automas.marker = CORNERS.index(marker)
        state.placements = 2
        state.automas.good = 0
        return self

    def connect(self, company: int, one: str, other: str) -> "Table":
        """A completed link, wherever its tiles may lie."""
        nodes = [self.state.land.node[self.city(name)] for name in (one, other)]
        track.complete(self.state, company, *nodes)
        return self

    def coin_path(self, target: str, *hexes: str) -> "Table":
        """The first Automa's coins."""
        for k, name in enumerate(hexes):
            self.state.automas.coins[k] = self.hex(name)
        self.state.automas.coin_count[0] = len(hexes)
        self.state.automas.target[0] = self.city(target)
        return self

    # -- reading -------------------------------------------------------------------------

    @property
    def pos(self) -> Position:
        return self.position

    def play(self, *moves: str) -> "Table":
        for move in moves:
            self.position.play(move)
        return self

    def automa_move(self) -> str:
        return self.game.text(self.state, int(self.state.automaton()))

    def automa_plays(self) -> str:
        """One move of the Automa."""
        move = int(self.state.automaton())
        text = self.game.text(self.state, move)
        self.state.play(move)
        return text

    def rails(self, name: str) -> list[str]:
        """The rails on a hex, the older first, with their owners: "1 e-w"."""
        found = []
        for k in (self.hex(name) * 2, self.hex(name) * 2 + 1):
            if self.state.track.rail[k] != NONE:
                link = int(self.state.track.link[k])
                owner = "dead" if link == NONE else str(link // deck.LINKS)
                found.append(f"{owner} {self.notation.rail(int(self.state.track.rail[k]))}")
        return found

    def network(self, company: int) -> set[str]:
        land = self.state.land
        return {
            name
            for city, name in enumerate(self.notation.map.cities)
            if self.state.track.network[company] & land.bit[land.node[city]]
        }

    def dollars(self) -> list[int]:
        return [int(money) for money in self.state.money]

    def goods(self, city: str) -> int:
        return int(self.state.factories.goods[self.city(city)])

    def coins(self, automa: int = 0) -> list[str]:
        state = self.state
        return [
            self.notation.map.names[state.automas.coins[automa * deck.COINS + k]]
            for k in range(state.automas.coin_count[automa])
        ]

    def refusal(self, move: str) -> str:
        """The section that forbids a move."""
        refused = self.position.why_not(move)
        assert refused is not None, f"{move} is legal"
        return refused.rule
