"""Sidings for the house: moves, view and words. The board, the panels and the list are the plain ones."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from branchline.game import About, Game, Line, Offer, Point, Value
from branchline.kernel.state import OVER
from branchline.moves import OPEN, Move, Nonsense, Verb, Vocabulary
from branchline.plain import Place
from branchline.refusal import Refused
from branchline.words import plural
from tests.fifth.rules import CELLS, COAL, DEAL, DIG, DRAW, HEXES, LAY, NOBODY, ROUNDS, STONE, Sidings

NAMES = [row + column for row in "abc" for column in "1234"]
KINDS = ("coal", "a stone")


@dataclass(frozen=True)
class Lay(Move):
    verb = "lay"
    hex: int = OPEN


@dataclass(frozen=True)
class Dig(Move):
    verb = "dig"


@dataclass(frozen=True)
class Deal(Move):
    verb = "deal"
    hex: int = OPEN


@dataclass(frozen=True)
class Draw(Move):
    verb = "draw"
    kind: int = OPEN


MOVES = Vocabulary([Verb(Lay, LAY, hex=HEXES), Verb(Dig, DIG)], [Verb(Deal, DEAL, hex=HEXES), Verb(Draw, DRAW, kind=2)])


@dataclass(frozen=True)
class SidingsView:
    places: list[Place]
    coal: list[int]  # of each seat
    stones: list[int]
    in_the_bag: int
    your_junction: str | None


class SidingsGame(Game):
    name, title = "sidings", "Sidings"
    seats = range(2, 5)
    vocabulary = MOVES
    has_secrets, has_estimate = True, False
    about = About("Halts on twelve hexes.", "Lay halts. Or dig. One hex is dear to you.", "2–4", "5 min", "")
    folder = Path(__file__).parent

    def begin(self, seats: int, options: Mapping[str, Value]) -> Any:
        return Sidings(seats)

    def text(self, state: Any, move: int) -> str:
        match MOVES.decode(move):
            case Lay(hex=hex):
                return f"lay {NAMES[hex]}"
            case Deal(hex=hex):
                return f"deal {NAMES[hex]} to seat {len(state.card) + 1}"
            case Draw(kind=kind):
                return f"draw {KINDS[kind]}"
        return "dig"

    def seen(self, state: Any, move: int, seat: int | None) -> str:
        hidden = isinstance(MOVES.decode(move), Deal) and seat != len(state.card)
        return f"deal a card to seat {len(state.card) + 1}" if hidden else self.text(state, move)

    def read(self, state: Any, text: str) -> Move:
        verb, _, at = text.partition(" ")
        return self.asked(state, verb, at) if verb in ("lay", "dig") else Nonsense(text)

    def asked(self, state: Any, verb: str, at: str) -> Move:
        if verb == "lay" and at and at not in NAMES:
            raise Refused("sidings 2", f"There is no hex {at!r}.")
        return MOVES.named(verb, hex=NAMES.index(at)) if verb == "lay" and at else MOVES.named(verb)

    def refuse(self, state: Any, move: Move) -> Refused:
        match move:
            case Dig():
                return Refused("sidings 2", "The bag is empty.")
            case Lay(hex=hex) if hex != OPEN and state.halt[hex] != NOBODY:
                return Refused("sidings 2", f"A halt of {{seat:{state.halt[hex]}}} stands on {NAMES[hex]}.")
            case Lay():
                return Refused("sidings 2", "Every halt but the first goes beside one of your own.")
        return Refused("sidings 2", "A turn is: lay a halt, or dig.")

    def where(self, state: Any) -> str:
        return f"Round {state.round} of {ROUNDS}"

    def prompt(self, state: Any) -> str:
        return "Lay a halt, or dig in the bag."

    def view(self, state: Any, seat: int | None) -> SidingsView:
        return SidingsView(
            places=[Place(hex, at, seat=None if by == NOBODY else by) for hex, at, by in zip(NAMES, CELLS, state.halt)],
            coal=[held[COAL] for held in state.dug],
            stones=[held[STONE] for held in state.dug],
            in_the_bag=sum(state.bag),
            your_junction=NAMES[state.card[seat]] if seat is not None and seat < len(state.card) else None,
        )

    def offer(self, state: Any, move: int) -> Offer:
        what, text = MOVES.decode(move), self.text(state, move)
        if isinstance(what, Lay):
            return Offer(text, f"Lay a halt on {NAMES[what.hex]}", value="+2", verb="lay", at=NAMES[what.hex])
        return Offer(text, f"Dig: {plural(state.bag[0], 'lump')} of coal in {sum(state.bag)}", verb="dig", at="bag")

    def tell(self, before: Any, move: int, after: Any, seat: int | None) -> Line | None:
        match MOVES.decode(move):
            case Deal():
                return Line(self.seen(before, move, seat).capitalize() + ".", quiet=True)
            case Lay(hex=hex):
                return Line(f"{{seat:{before.to_act}}} lays a halt on {NAMES[hex]}.")
            case Draw(kind=kind):
                return Line(f"{{seat:{before.turn % before.players}}} digs up {KINDS[kind]}.")
        return None

    def breakdown(self, state: Any) -> list[list[Point]]:
        worth = [zip(("halts", "coal", "the junction"), state.worth(seat)) for seat in range(state.players)]
        return [[Point(points, what, "sidings 3") for what, points in each if points] for each in worth]

    def pieces(self, state: Any) -> dict[str, int]:
        return {kind: state.bag[i] + sum(held[i] for held in state.dug) for i, kind in enumerate(KINDS)}

    def secrets(self, state: Any, seat: int | None) -> list[str]:
        hidden = enumerate(state.card if state.to_act != OVER else ())
        return [f"{NAMES[card]} to seat {owner + 1}" for owner, card in hidden if owner != seat]


GAME = SidingsGame()
