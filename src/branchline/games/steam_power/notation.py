"""Steam Power's notation: moves as text, and the names in them."""

from dataclasses import dataclass

from branchline.games.steam_power import delivery, pieces, track
from branchline.games.steam_power.components import EDGES, Components, Contract, Map
from branchline.games.steam_power.deck import PURPLE
from branchline.games.steam_power.land import PAIRS
from branchline.games.steam_power.rules import SteamPower
from branchline.kernel.state import CHANCE
from branchline.words import listed

COMPANY = ("red", "blue", "green", "yellow", "pink")
CORNER = ("top left", "top right", "bottom right", "bottom left")
SHAPE = {1: "tight curve", 2: "curve", 3: "straight"}
BONUS_NAME = {"track": "Lay Track", "factory": "Build Factory", "contracts": "Take Contracts", "none": "no bonus"}


@dataclass(frozen=True)
class Notation:
    """The words of the box and of one of its maps, and moves made of them."""

    parts: Components
    map: Map

    # -- names ---------------------------------------------------------------------------

    def city(self, city: int) -> str:
        return self.map.cities[city]

    def find_city(self, name: str) -> int | None:
        """The city of this name, in small letters."""
        names = [city.lower() for city in self.map.cities]
        return names.index(name) if name in names else None

    def node(self, node: int) -> str:
        """A group of cities: "Chicago and Gary"."""
        land = self.map.land
        return listed([self.map.cities[c] for c in range(land.cities) if land.node[c] == node])

    def rail(self, pair: int) -> str:
        """ "sw-ne": the edges that a rail joins."""
        rails = self.map.land.rails
        return f"{EDGES[rails.first[pair]]}-{EDGES[rails.second[pair]]}"

    def shape(self, pair: int) -> str:
        return SHAPE[int(self.map.land.rails.span(pair))]

    def place(self, code: int) -> str:
        """A hex and a rail: "e5 sw-ne"."""
        return f"{self.map.names[code // PAIRS]} {self.rail(code % PAIRS)}"

    def contract(self, card: int) -> Contract:
        return self.parts.contracts[card]

    def pictures(self, card: int) -> str:
        """A contract's goods as pictures."""
        return "".join(f"{{piece:{good}}}" for good in self.contract(card).goods)

    # -- moves ---------------------------------------------------------------------------

    def text(self, state: SteamPower, move: int, hidden: bool = False) -> str:
        """A move in words; hidden: without the card that only others may see."""
        if move >= pieces.TAKE:
            return self.take_text(state, move)
        if move >= pieces.HEAD_FOR:
            return self.chance_text(state, move, hidden)
        if move >= pieces.DELIVER:
            return self.short_text(move)
        if move >= pieces.FULFIL:
            return f"fulfil {self.contract(move - pieces.FULFIL).name}"
        if move >= pieces.BUILD:
            city, goods = divmod(move - pieces.BUILD, 16)
            count = f" {goods}" if state.phase == pieces.BONUS else ""
            return f"build {self.city(city).lower()}{count}"
        if move >= pieces.STOP:
            return "stop"
        if move >= pieces.BEGIN:
            return f"begin {self.city(move - pieces.BEGIN).lower()}"
        if move >= pieces.REMOVE:
            return f"remove {self.map.names[track.end_hex(state, state.company)]}"
        if move >= pieces.REPLACE:
            return f"replace {self.place(move - pieces.REPLACE)}"
        return f"lay {self.place(move)}"

    def seen(self, state: SteamPower, move: int, seat: int | None) -> str:
        """The same as this seat may read it."""
        return self.text(state, move, hidden=state.to_act == CHANCE and not self.sees(state, move, seat))

    def short_text(self, move: int) -> str:
        if pieces.FROM <= move < pieces.FROM + 10:
            return f"from seat {move - pieces.FROM + 1}"
        return {
            pieces.DELIVER: "deliver",
            pieces.CONTRACTS: "contracts",
            pieces.MONEY: "money",
            pieces.SKIP: "skip",
            pieces.COMPENSATION: "compensation",
        }[move]

    def take_text(self, state: SteamPower, move: int) -> str:
        paid, city = divmod(move - pieces.TAKE, 64)
        good = self.parts.goods[state.colour[city]]
        return f"take {good} from {self.city(city).lower()} {self.payment(state, paid)}"

    def payment(self, state: SteamPower, paid: int) -> str:
        """ "free", "paying 3:$2 4:$1"."""
        pays = self.pays(state, paid)
        if not pays:
            return "free"
        return "paying " + " ".join(f"{'bank' if seat is None else seat + 1}:${n}" for seat, n in pays.items())

    def pays(self, state: SteamPower, paid: int) -> dict[int | None, int]:
        """Who gets what of a way of paying; None is the bank."""
        if state.solo:
            return {None: paid} if paid else {}
        shares = {
            seat: int(delivery.share(state, state.company, seat, paid))
            for seat in range(state.seats)
            if seat != state.company
        }
        return {seat: n for seat, n in shares.items() if n}

    def payees(self, state: SteamPower, paid: int) -> list[str]:
        """The same for people: each with what it gets."""
        return [
            f"{'the bank' if seat is None else f'{{seat:{seat}}}'} ${n}" for seat, n in self.pays(state, paid).items()
        ]

    def chance_text(self, state: SteamPower, move: int, hidden: bool) -> str:
        if move >= pieces.TRAIN:
            return f"train {COMPANY[move - pieces.TRAIN]}"
        if move >= pieces.DRAW:
            card = move - (pieces.TAKEN if move >= pieces.TAKEN else pieces.DRAW)
            name = "a contract" if hidden else self.contract(card).name
            if move >= pieces.TAKEN:
                return f"take {name} from seat {state.done + 1}"
            if state.phase == pieces.DEAL:
                return f"deal {name} to seat {self.dealt_to(state) + 1}"
            return f"{'turn up' if state.phase == pieces.REVEAL else 'draw'} {name}"
        if move >= pieces.CORNER:
            return f"corner {CORNER[state.done].replace(' ', '-')} {self.parts.goods[move - pieces.CORNER]}"
        if move >= pieces.STARTS:
            return f"seat {move - pieces.STARTS + 1} begins"
        if move >= pieces.TILE:
            colour = "purple" if move - pieces.TILE == PURPLE else self.parts.goods[move - pieces.TILE]
            return f"city {self.city(state.done).lower()} {colour}"
        return f"head for {self.city(move - pieces.HEAD_FOR).lower()}"

    def dealt_to(self, state: SteamPower) -> int:
        return int((state.starter + state.done // state.numbers.hand) % state.players)

    def sees(self, state: SteamPower, move: int, seat: int | None) -> bool:
        """Whether this seat may know the card of a chance outcome."""
        if move < pieces.DRAW or move >= pieces.TRAIN or state.phase == pieces.REVEAL:
            return True
        if move >= pieces.TAKEN:
            return seat is not None and seat in (state.drawer(), state.done)
        return seat is not None and seat == (self.dealt_to(state) if state.phase == pieces.DEAL else state.drawer())
