"""Hidden Hands: a small game of secrets for the tests. It is in no box.

Each of 2 or 3 players is dealt two of nine numbered cards that nobody else sees. A turn is two
decisions: show a card or keep both, then pass, draw another card (chance speaks), or look at the
first card of the next seat (a secret is told). After two rounds the shown cards are added up.

Its state is plain Python beside the kernel, so that it plays with a compiled one as well.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from branchline.game import About, Game, Json, Line, Offer, Option, Point, Value
from branchline.kernel.chance import Rng
from branchline.kernel.state import CHANCE, OVER
from branchline.moves import OPEN, Move, Verb, Vocabulary
from branchline.refusal import Refused

CARDS = range(1, 10)
DEAL, SHOW, KEEP, PASS, DRAW, LOOK = 100, 200, 300, 301, 302, 303


@dataclass(frozen=True)
class Show(Move):
    verb = "show"
    card: int = OPEN


@dataclass(frozen=True)
class Keep(Move):
    verb = "keep"


@dataclass(frozen=True)
class Pass(Move):
    verb = "pass"


@dataclass(frozen=True)
class Draw(Move):
    verb = "draw"


@dataclass(frozen=True)
class Look(Move):
    verb = "look"


@dataclass(frozen=True)
class Deal(Move):
    verb = "deal"
    card: int = OPEN


MOVES = Vocabulary(
    [Verb(Show, SHOW, card=len(CARDS) + 1), Verb(Keep, KEEP), Verb(Pass, PASS), Verb(Draw, DRAW), Verb(Look, LOOK)],
    chance=[Verb(Deal, DEAL, card=len(CARDS) + 1)],
)


class Hands:
    def __init__(self, players: int) -> None:
        self.players = self.seats = players
        self.to_act = CHANCE
        self.turn = self.round = 0
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.shown: list[list[int]] = [[] for _ in range(players)]
        self.looked: list[int] = [0] * players  # the card of the next seat that this one has seen
        self.second = False  # the second decision of a turn
        self.drawing = False

    def free(self) -> list[int]:
        gone = {card for cards in self.hands + self.shown for card in cards}
        return [card for card in CARDS if card not in gone]

    def legal(self) -> list[int]:
        if self.to_act == CHANCE:
            return [DEAL + card for card in self.free()]
        if not self.second:
            return [SHOW + card for card in self.hands[self.to_act]] + [KEEP]
        following = self.hands[(self.to_act + 1) % self.players]
        return [PASS] + ([DRAW] if self.free() else []) + ([LOOK] if following else [])

    def weights(self) -> list[int]:
        return [1] * len(self.legal())

    def draw(self, rng: Rng) -> int:
        outcomes = self.legal()
        return outcomes[rng.below(len(outcomes))]

    def play(self, move: int) -> None:
        if self.to_act == CHANCE:
            self.deal(move - DEAL)
        elif move == KEEP:
            self.second = True
        elif move >= SHOW and move < KEEP:
            self.hands[self.to_act].remove(move - SHOW)
            self.shown[self.to_act].append(move - SHOW)
            self.second = True
        elif move == DRAW:
            self.drawing = True
            self.to_act = CHANCE
        else:
            if move == LOOK:
                self.looked[self.to_act] = self.hands[(self.to_act + 1) % self.players][0]
            self.end_turn()

    def deal(self, card: int) -> None:
        if self.round:
            self.hands[self.turn % self.players].append(card)
            self.end_turn()
            return
        short = [seat for seat, hand in enumerate(self.hands) if len(hand) < 2]
        self.hands[short[0]].append(card)
        if all(len(hand) == 2 for hand in self.hands):
            self.round, self.to_act = 1, 0

    def end_turn(self) -> None:
        self.second = self.drawing = False
        self.turn += 1
        self.to_act = self.turn % self.players
        self.round = 1 + self.turn // self.players
        if self.round > 2:
            self.round, self.to_act = 2, OVER

    def copy(self) -> "Hands":
        twin = Hands(self.players)
        twin.__dict__.update(self.__dict__)
        twin.hands = [hand[:] for hand in self.hands]
        twin.shown = [cards[:] for cards in self.shown]
        twin.looked = self.looked[:]
        return twin

    def content(self) -> list[int]:
        flat = [self.to_act, self.turn, self.round, self.second, self.drawing, *self.looked]
        for cards in self.hands + self.shown:
            flat += [len(cards), *cards]
        return [int(number) for number in flat]

    def scores(self) -> list[int]:
        return [sum(cards) for cards in self.shown]

    def winners(self) -> list[int]:
        scores = self.scores()
        return [seat for seat, points in enumerate(scores) if points == max(scores)]

    def redeal(self, seat: int, rng: Rng) -> None:
        following = (seat + 1) % self.players
        unknown = self.free()
        for other in range(self.players):
            if other != seat:
                unknown += [card for card in self.hands[other] if card != self.looked[seat]]
                self.looked[other] = -1 if self.looked[other] and other != seat else self.looked[other]
        unknown.sort()
        for other in range(self.players):
            if other == seat:
                continue
            for k, card in enumerate(self.hands[other]):
                if not (other == following and card == self.looked[seat]):
                    self.hands[other][k] = unknown.pop(rng.below(len(unknown)))


class HiddenHands(Game):
    name = "hidden-hands"
    vocabulary = MOVES
    title = "Hidden Hands"
    seats = range(2, 4)
    has_secrets = True
    options = {"open": Option((False, True), False, "Nothing here is decided by it.")}
    about = About("Cards that nobody else sees.", "A game for tests.", "2–3", "1 min", "")

    def __init__(self) -> None:
        """Without a folder."""
        self.version = 1

    def begin(self, seats: int, options: Mapping[str, Value]) -> Any:
        return Hands(seats)

    def text(self, state: Any, move: int) -> str:
        if move in (KEEP, PASS, DRAW, LOOK):
            return {KEEP: "keep", PASS: "pass", DRAW: "draw", LOOK: "look"}[move]
        return f"show card-{move - SHOW}" if move >= SHOW else f"deal card-{move - DEAL}"

    def seen(self, state: Any, move: int, seat: int | None) -> str:
        if DEAL <= move < SHOW and self.receiver(state) != seat:
            return "deal a card"
        return self.text(state, move)

    def receiver(self, state: Any) -> int:
        if state.round:
            return int(state.turn % state.players)
        return next(seat for seat, hand in enumerate(state.hands) if len(hand) < 2)

    def refuse_text(self, state: Any, text: str) -> Refused:
        return Refused("hidden-hands 2", f"{text!r} is not possible now.")

    def where(self, state: Any) -> str:
        return f"Round {state.round}"

    def prompt(self, state: Any) -> str:
        return "Pass, draw or look." if state.second else "Show a card or keep both."

    def view(self, state: Any, seat: int | None) -> Json:
        over = state.to_act == OVER
        return {
            "hands": [
                [f"card-{card}" for card in hand] if over or owner == seat else len(hand)
                for owner, hand in enumerate(state.hands)
            ],
            "shown": [[f"card-{card}" for card in cards] for cards in state.shown],
            "looked": f"card-{state.looked[seat]}" if seat is not None and state.looked[seat] else None,
        }

    def offer(self, state: Any, move: int) -> Offer:
        return Offer(self.text(state, move), self.text(state, move))

    def tell(self, before: Any, move: int, after: Any, seat: int | None) -> Line | None:
        if before.to_act == CHANCE:
            owner = self.receiver(before)
            return Line(f"{{seat:{owner}}} is dealt {self.seen(before, move, seat).removeprefix('deal ')}.")
        if move == LOOK and seat == before.to_act:
            return Line(f"{{seat:{seat}}} sees card-{after.looked[seat]}.")
        return Line(f"{{seat:{before.to_act}}}: {self.text(before, move)}.")

    def breakdown(self, state: Any) -> list[list[Point]]:
        return [[Point(card, f"card-{card}", "hidden-hands 3") for card in cards] for cards in state.shown]

    def secrets(self, state: Any, seat: int | None) -> list[str]:
        """Every card that neither lies open nor is known to this seat."""
        if state.to_act == OVER:
            return []
        known = {card for cards in state.shown for card in cards}
        if seat is not None:
            known |= {*state.hands[seat], state.looked[seat]}
        return [f"card-{card}" for card in CARDS if card not in known]


GAME = HiddenHands()


def find(name: str) -> Game:
    """This game alone."""
    if name != GAME.name:
        raise Refused("games", f"There is no game {name!r}; there is: {GAME.name}.")
    return GAME
