"""Steam Power's notation: moves as text, text as moves, and the names in them."""

import re
from dataclasses import dataclass

from branchline.games.steam_power import codes, delivery, track
from branchline.games.steam_power.components import Components, Contract, Map
from branchline.games.steam_power.moves import (
    MOVES,
    Begin,
    Begins,
    Build,
    CityTile,
    Corner,
    Deliver,
    Draw,
    Fulfil,
    HeadFor,
    Lay,
    Remove,
    Replace,
    Take,
    TakeFrom,
    Taken,
    Train,
)
from branchline.games.steam_power.rules import SteamPower
from branchline.kernel.state import CHANCE
from branchline.moves import OPEN, Move, Nonsense
from branchline.refusal import Refused
from branchline.words import listed

COMPANY = ("red", "blue", "green", "yellow", "pink")
CORNER = ("top left", "top right", "bottom right", "bottom left")
SHAPE = {1: "tight curve", 2: "curve", 3: "straight"}
MARKS = {  # what is ours of a contract
    "reconstructed": "This contract is our reconstruction.",
    "derived": "Its goods stand in an example of the rulebook; not all else on it does.",
}
TYPED = ("lay", "replace", "remove", "begin", "stop", "build", "fulfil", "contracts", "money", "skip")
BONUS_NAME = {"track": "Lay Track", "factory": "Build Factory", "contracts": "Take Contracts", "none": "no bonus"}


@dataclass(frozen=True)
class Notation:
    """The words of the box and of one of its maps, and moves made of them."""

    parts: Components
    map: Map

    # -- names ---------------------------------------------------------------------------

    def city(self, city: int) -> str:
        return self.map.cities[city]

    def node(self, node: int) -> str:
        """A group of cities: "Chicago and Gary"."""
        land = self.map.land
        return listed([self.map.cities[c] for c in range(land.cities) if land.node[c] == node])

    def rail(self, pair: int) -> str:
        """ "n-se": the edges that a rail joins."""
        return self.map.rail(pair)

    @property
    def straight(self) -> str:
        """A rail to name as an example."""
        return f"{self.map.layout.edges[0]}-{self.map.layout.edges[3]}"

    def shape(self, pair: int) -> str:
        return SHAPE[int(self.map.land.rails.span(pair))]

    def place(self, hex: int, pair: int) -> str:
        """A hex and a rail: "e5 n-se"."""
        return f"{self.map.names[hex]} {self.rail(pair)}"

    def contract(self, card: int) -> Contract:
        return self.parts.contracts[card]

    def pictures(self, card: int) -> str:
        """A contract's goods as pictures."""
        return "".join(f"{{piece:{good}}}" for good in self.contract(card).goods)

    # -- moves as text -------------------------------------------------------------------

    def text(self, state: SteamPower, move: Move, hidden: bool = False) -> str:
        """A move in words; hidden: without the card that only others may see."""
        match move:
            case Lay(hex=hex, rail=rail) | Replace(hex=hex, rail=rail):
                return f"{move.verb} {self.place(hex, rail)}"
            case Remove() | Begin() | Fulfil() | HeadFor():
                return f"{move.verb} {self.at(state, move)}"
            case Build(goods=goods):
                count = f" {goods}" if state.phase == codes.BONUS else ""
                return f"build {self.at(state, move)}{count}"
            case Take(city=city, paid=paid):
                good = self.parts.goods[state.cities.colour[city]]
                return f"take {good} from {self.at(state, move)} {self.payment(state, paid)}"
            case TakeFrom(seat=seat):
                return f"from seat {seat + 1}"
            case Train(company=company):
                return f"train {COMPANY[company]}"
            case Draw() | Taken():
                return self.card_text(state, move, hidden)
            case Corner(good=good):
                return f"corner {CORNER[state.done].replace(' ', '-')} {self.parts.goods[good]}"
            case Begins(seat=seat):
                return f"seat {seat + 1} begins"
            case CityTile(colour=colour):
                return f"city {self.city(state.cities.placed).lower()} {[*self.parts.goods, 'purple'][colour]}"
        return move.verb

    def card_text(self, state: SteamPower, move: Draw | Taken, hidden: bool) -> str:
        name = "a contract" if hidden else self.contract(move.card).name
        if isinstance(move, Taken):
            return f"take {name} from seat {state.done + 1}"
        if state.phase == codes.DEAL:
            return f"deal {name} to seat {self.dealt_to(state) + 1}"
        return f"{'turn up' if state.phase == codes.REVEAL else 'draw'} {name}"

    def at(self, state: SteamPower, move: Move) -> str:
        """The place that a move is about, as texts and pages name it: a hex, a city, a contract, a seat."""
        match move:
            case Lay(hex=hex) | Replace(hex=hex):
                return self.map.names[hex]
            case Remove():
                return self.map.names[track.end_hex(state, state.company)]
            case Begin(city=city) | Build(city=city) | Take(city=city) | HeadFor(city=city):
                return self.city(city).lower()
            case Fulfil(card=card):
                return self.contract(card).name
            case TakeFrom(seat=seat):
                return f"seat-{seat + 1}"
        return ""

    def seen(self, state: SteamPower, move: Move, seat: int | None) -> str:
        """The same as this seat may read it."""
        return self.text(state, move, hidden=state.to_act == CHANCE and not self.sees(state, move, seat))

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

    def dealt_to(self, state: SteamPower) -> int:
        return int((state.starter + state.done // state.numbers.hand) % state.players)

    def sees(self, state: SteamPower, move: Move, seat: int | None) -> bool:
        """Whether this seat may know the card of a chance outcome."""
        if not isinstance(move, Draw | Taken) or state.phase == codes.REVEAL:
            return True
        if isinstance(move, Taken):
            return seat is not None and seat in (state.drawer(), state.done)
        return seat is not None and seat == (self.dealt_to(state) if state.phase == codes.DEAL else state.drawer())

    # -- what people type and point at ---------------------------------------------------

    def read(self, state: SteamPower, text: str) -> Move:
        """What somebody typed, as far as it can be understood."""
        verb, _, rest = text.partition(" ")
        if verb == "fulfill":
            verb = "fulfil"
        if verb == "take" and rest in ("contracts", "money") and state.phase == codes.ACTION:
            verb = rest  # as the page calls them
        if verb == "deliver" and not rest:
            return Deliver()
        if verb in ("take", "deliver"):
            return self.read_source(state, rest)
        if verb == "from":
            number = re.fullmatch(r"seat (\d+)", rest)
            return TakeFrom(int(number[1]) - 1) if number else TakeFrom()
        return self.asked(verb, rest) if verb in TYPED else Nonsense(text)

    def asked(self, verb: str, at: str) -> Move:
        """What somebody pointed at, or named after a verb."""
        if verb in ("lay", "replace"):
            return self.read_place(verb, at) if at else MOVES.named(verb)
        if verb == "remove":
            return Remove(self.map.names.index(at)) if at in self.map.names else Remove()
        if verb == "begin":
            return Begin(self.read_city("4.2", at)) if at else Begin()
        if verb == "build":
            return self.read_factory(at) if at else Build()
        if verb == "fulfil":
            return Fulfil(self.read_contract(at)) if at else Fulfil()
        if verb == "take":
            return Take(self.read_city("6.4", at)) if at else Take()
        if verb == "from":
            number = at.removeprefix("seat-")
            return TakeFrom(int(number) - 1) if number.isdecimal() else TakeFrom()
        return MOVES.named(verb)

    def read_city(self, rule: str, name: str) -> int:
        names = [city.lower() for city in self.map.cities]
        if name not in names:
            raise Refused(f"steam-power {rule}", f"There is no city {name!r} on this map.")
        return names.index(name)

    def read_factory(self, said: str) -> Build:
        """A city, and with a bonus the number of goods."""
        match = re.fullmatch(r"(.*?)(?: (\d+))?", said)
        name, goods = (match[1], match[2]) if match else (said, None)
        if name in self.map.names:
            raise Refused("steam-power 5.1", f"There is no city on {name}: factories are built in cities.")
        return Build(self.read_city("5.1", name), int(goods) if goods else OPEN)

    def read_contract(self, name: str) -> int:
        names = [contract.name for contract in self.parts.contracts]
        if name not in names:
            raise Refused("steam-power 6.2", f"There is no contract {name!r}: their names are like {names[0]}.")
        return names.index(name)

    def read_source(self, state: SteamPower, said: str) -> Take:
        """A good and its city; how it is paid is left open. Before a contract is chosen, nothing else matters."""
        match = re.fullmatch(r"(\w+) from (.*?)(?: (?:free|paying .*))?", said)
        if state.phase != codes.DELIVERY or not match or match[1] not in self.parts.goods:
            return Take()
        return Take(self.read_city("6.4", match[2]), good=self.parts.goods.index(match[1]))

    def read_place(self, verb: str, said: str) -> Move:
        """A hex, and a rail if there is one. A rail has one name, however its edges are said."""
        match = re.fullmatch(r"([a-z]+\d+)(?: ([a-z]+)-([a-z]+))?", said)
        if not match or match[1] not in self.map.names:
            raise Refused("steam-power 4.1", f"There is no hex {said.split(' ')[0]!r} on this map.")
        hex, edges = self.map.names.index(match[1]), self.map.layout.edges
        if match[2] is None:
            return MOVES.named(verb, hex=hex)
        if match[2] not in edges or match[3] not in edges or match[2] == match[3]:
            example = f"lay {match[1]} {self.straight}"
            raise Refused("steam-power 4.1", f"A rail joins two of the edges {', '.join(edges)}: {example}.")
        rail = int(self.map.land.rails.pair[edges.index(match[2]) * 6 + edges.index(match[3])])
        if self.rail(rail) != f"{match[2]}-{match[3]}":
            named = f"{verb} {self.place(hex, rail)}"
            raise Refused("steam-power 4.1", f"Edges are named clockwise from the {self.map.layout.first}: {named}.")
        return MOVES.named(verb, hex=hex, rail=rail)
