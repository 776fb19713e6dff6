"""Express 01 for the rest of the house: its facts, names, views and scores; the words have rooms of their own."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from typing import cast

from branchline.game import About, Bundle, Game, Line, Offer, Option, Point, Scene, Value
from branchline.games.express_01 import board as drawing
from branchline.games.express_01 import notation, offers, purchase, refusals, rules, story
from branchline.games.express_01 import view as sight
from branchline.games.express_01.cards import CELLS, COMPANIES, FIRST_HIDDEN, HIDDEN, NUMBERS, ROUTES
from branchline.games.express_01.components import KINDS, Card, Components, load
from branchline.games.express_01.estimate import ExpressEstimate
from branchline.games.express_01.inputs import ExpressInputs
from branchline.games.express_01.moves import EXPAND_FIRST, SHARES_FIRST, Stop, vocabulary
from branchline.games.express_01.notation import DECK_NAMES, DECK_TITLES, KIND_NAMES, ROMAN
from branchline.games.express_01.panels import Panels, panels
from branchline.games.express_01.reasons import REASONS
from branchline.games.express_01.routes import Routes
from branchline.games.express_01.rules import Express
from branchline.games.express_01.view import ExpressView
from branchline.kernel.estimate import Estimate
from branchline.kernel.net import Inputs
from branchline.kernel.state import OVER, State
from branchline.moves import Move, Vocabulary
from branchline.refusal import Refused
from branchline.words import listed, plural


class Express01Game(Game):
    name = "express-01"
    title = "Express 01"
    newest = 2  # 1: card 602 led to the blue and the green capital, and no train turned round in a terminal
    seats = range(2, 5)
    has_secrets = True
    open_board = True
    levels = (25, 55, 150, 500)
    styles = {"builder": ("expand", "lay", EXPAND_FIRST), "trader": ("buy", SHARES_FIRST)}
    learned_apart = ("length",)
    reasons = REASONS
    chapters = {
        "choose": "1.4",
        "pair": "2.4",
        "pay": "2.6",
        "expand": "3",
        "lay": "3.4",
        "buy": "4.1",
        "take": "4.4",
        "stop": "4.1",
        "run": "5.1",
        "no run": "5.1",
        "route": "5.4",
        "use": "6.3",
        "keep": "6.3",
        "draw": "5.7",
        "position": "5.8",
        "keep position": "5.8",
    }
    pictures = {
        **{name: f"{name.title()}, a company" for name in ("red", "blue", "green", "purple", "yellow", "brown")},
        "black": "the Black Locomotive",
    }
    options = {
        "length": Option(
            ("short", "long"),
            "short",
            "A short game ends with 12 base cards or 3 empty decks, a long one with 24 or 4.",
            {"short": "Short: 12 cards", "long": "Long: 24 cards"},
        ),
        "turn_in_terminals": Option(
            (True, False),
            True,
            "A terminal is a station where the track ends. On: a train may turn round there and go on. Off: it can "
            "only start or end there.",
        ),
    }
    about = About(
        line="One kind of card is your track, your money and your shares. Build Germany, then make it pay.",
        text="149 cards are track and cash, and 85 of them shares too. "
        "Pay cards to expand the network, buy shares of the companies whose stations stand in it, "
        "and run trains that pay every shareholder. "
        "A station changes hands when it is expanded, and a company's shares rise and fall with it.",
        players="2–4",
        minutes="60–120 min",
        reconstructed="Counts and numbers of the cards are printed; the companies Yellow and Brown, track of the "
        "stations, owners, bonuses, successors and most cities of the board are our reconstruction.",
    )

    # -- before the game ---------------------------------------------------------------

    @cached_property
    def parts(self) -> Components:
        return load(self.pack)

    def defaults(self, seats: int) -> dict[str, Value]:
        return {**super().defaults(seats), "turn_in_terminals": self.version >= 2}

    def begin(self, seats: int, options: Mapping[str, Value]) -> State:
        base_cards, decks = self.parts.ends[str(options["length"])]
        box = self.parts.box if options["turn_in_terminals"] else self.parts.box_without_turning
        return rules.new(seats, box, base_cards, decks, self.parts.hand)

    # -- names -------------------------------------------------------------------------

    def no(self, card: int) -> int:
        return self.parts.cards[card].no

    def company(self, company: int) -> str:
        return self.parts.companies[company]

    def shown(self, company: int) -> str:
        """A company with its picture."""
        name = self.company(company)
        return f"{{piece:{name}}} {name.title()}"

    def city(self, cell: int) -> str:
        """ "Leipzig", or "card 18" where no station is."""
        return self.parts.base[cell].name or f"card {cell + 1}"

    def place(self, cell: int) -> str:
        """A cell by its number, with its name if it has one: "19 Leipzig", "18"."""
        return f"{cell + 1} {self.parts.base[cell].name or ''}".strip()

    def deck_name(self, deck: int) -> str:
        return f"{DECK_NAMES[KINDS[deck // 3]]} {deck % 3 + 1}"

    def deck_title(self, deck: int) -> str:
        return f"{DECK_TITLES[KINDS[deck // 3]]} {ROMAN[deck % 3 + 1]}"

    def path(self, state: Express, stations: int) -> tuple[int, ...]:
        """The cells of a longest route through these stations. Those of the run that was last asked about are kept:
        text, offers, view and board of one run ask for the same ones."""
        reach = int(state.shares.issued[state.company])
        run = (tuple(state.network.laid), reach, int(state.run.length), int(state.company), state.network.box)
        known, paths = self.last_run
        if run != known:
            paths = {}
            self.last_run = run, paths
        if stations not in paths:
            routes = Routes(state.network, state.company, reach)
            paths[stations] = tuple(int(cell) for cell in routes.path(stations, state.run.length))
        return paths[stations]

    @cached_property
    def last_run(self) -> tuple[Hashable, dict[int, tuple[int, ...]]]:
        """A run, and the paths that are known of it."""
        return None, {}

    def stops(self, state: Express, stations: int) -> list[int]:
        return [cell for cell in self.path(state, stations) if state.network.is_station(cell)]

    def describe(self, card: Card) -> str:
        """A card in words: "route II, Red share", "terminal I, Blue, +1"."""
        head = f"{KIND_NAMES[card.kind]} {ROMAN[card.stage]}"
        if card.share:
            return f"{head}, {{piece:{card.share}}} {card.share.title()} share"
        owner = f"{{piece:{card.owner}}} {card.owner.title()}" if card.owner else "nobody's"
        return f"{head}, {owner}" + (f", +{card.bonus}" if card.bonus else "")

    def called(self, card: Card) -> str:
        """A card in a sentence: "202 (route II, Red share)"."""
        return f"{card.no} ({self.describe(card)})"

    def whereabouts(self, state: Express, code: int) -> str:
        """Where the copies of a card are that are not in the decks."""
        places = [self.city(cell) for cell in range(CELLS) if state.network.card(cell) == code]
        shown = (
            sum(int(state.shares.display[seat * ROUTES + code]) for seat in range(state.players))
            if code < ROUTES
            else 0
        )
        held = self.parts.cards[code].copies - int(state.decks.count[code]) - len(places) - shown
        words = [f"on {place}" for place in places]
        words += ["a share on display" if shown == 1 else f"{shown} shares on display"] if shown else []
        words += ["in a hand" if held == 1 else f"{held} in hands"] if held else []
        return listed(words)

    # -- the rooms of words --------------------------------------------------------------

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return vocabulary(tuple(card.cell for card in self.parts.base if card.kind != "route"))

    def choices(self, state: Express) -> list[Move]:
        """What can be done now."""
        return [self.vocabulary.decode(int(code)) for code in state.legal()]

    def text(self, state: State, move: int) -> str:
        return notation.text(self, cast(Express, state), self.vocabulary.decode(move))

    def seen(self, state: State, move: int, seat: int | None) -> str:
        return notation.seen(self, cast(Express, state), self.vocabulary.decode(move), seat)

    def read(self, state: State, text: str) -> Move:
        return notation.read(self, cast(Express, state), text)

    def asked(self, state: State, verb: str, at: str) -> Move:
        return notation.asked(self, cast(Express, state), verb, at)

    def bundle(self, state: State, wish: Sequence[Move]) -> Bundle | None:
        return purchase.bundle(self, cast(Express, state), wish)

    def refuse(self, state: State, move: Move) -> Refused:
        return refusals.refuse(self, cast(Express, state), move)

    def asked_together(self, state: State) -> Sequence[int]:
        """1.4 All choose their cards for the player order at the same time, face down."""
        express = cast(Express, state)
        return range(int(express.to_act), int(express.players)) if express.phase == rules.CHOOSING else ()

    def prompt(self, state: State) -> str:
        return offers.prompt(self, cast(Express, state))

    def offer(self, state: State, move: int) -> Offer:
        return offers.offer(self, cast(Express, state), self.vocabulary.decode(move))

    def tell(self, before: State, move: int, after: State, seat: int | None) -> Line | None:
        return story.tell(self, cast(Express, before), self.vocabulary.decode(move), cast(Express, after))

    # -- the view ------------------------------------------------------------------------

    def where(self, state: State) -> str:
        state = cast(Express, state)
        if state.round == 0:
            return "Setting up"
        cards = int(state.network.expanded)
        if state.to_act == OVER:
            return f"{plural(int(state.round), 'round')} · {plural(cards, 'card')} built"
        if state.ending:
            return f"Round {state.round} · last round"
        built = f"{cards} of {state.end_cards} cards built"
        return " · ".join(part for part in (f"Round {state.round}", self.standstill(state), built) if part)

    def standstill(self, state: Express) -> str:
        """7.4 How many more rounds like the last ones end the game; nothing before that comes near."""
        idle = int(rules.IDLE_ROUNDS - state.idle)
        if state.still:
            left = min(int(rules.STILL_ROUNDS - state.still), idle)
        elif state.idle >= rules.STILL_ROUNDS:
            left = idle  # shares were traded: three quiet rounds are as far away as ever
        else:
            return ""
        return f"standstill in {plural(left, 'round')}"

    def view(self, state: State, seat: int | None) -> ExpressView:
        return sight.view(self, cast(Express, state), seat)

    def own_view(self, state: State, seat: int, open_to_all: ExpressView) -> ExpressView:
        return sight.own_view(self, cast(Express, state), seat, open_to_all)

    # -- scores --------------------------------------------------------------------------

    def breakdown(self, state: State) -> list[list[Point]]:
        state = cast(Express, state)
        return [self.points(state, seat) for seat in range(state.players)]

    def points(self, state: Express, seat: int) -> list[Point]:
        hand = int(state.hands.size[seat])
        points = [Point(hand, f"{plural(hand, 'card')} in hand", "express-01 7.2", "hand")]
        for company, name in enumerate(self.parts.companies):
            shares, stations = int(state.shares.held[seat * COMPANIES + company]), int(state.network.stations[company])
            if shares:
                each = "1 station" if stations == 1 else f"{stations} stations"
                word = "1 share" if shares == 1 else f"{shares} shares"
                points.append(Point(shares * stations, f"{word} of {name.title()}, {each}", "express-01 7.2", name))
        pairs = int(state.pairs(seat))
        if pairs:
            points.append(Point(pairs, f"{plural(pairs, 'pair')} of base cards", "express-01 7.2", "pairs"))
        if state.locomotive == seat:
            points.append(Point(rules.LOCOMOTIVE_POINTS, "the Black Locomotive", "express-01 6.4", "locomotive"))
        return points

    # -- for the conformance suite -------------------------------------------------------

    def pieces(self, state: State) -> dict[str, int]:
        state = cast(Express, state)
        count = {str(card.no): card.copies for card in self.parts.cards}
        if state.phase not in (rules.DEALING, rules.SHUFFLING):
            for code, card in enumerate(self.parts.cards):
                held = sum(int(state.hands.held[seat * NUMBERS + code]) for seat in range(state.players))
                if code < ROUTES:
                    held += sum(int(state.shares.display[seat * ROUTES + code]) for seat in range(state.players))
                laid = sum(1 for cell in range(CELLS) if state.network.card(cell) == code)
                count[str(card.no)] = held + laid + int(state.decks.count[code])
        taken = sum(1 for cell in range(CELLS) if state.base_of[cell] >= 0)
        count["base cards"] = taken + sum(1 for cell in range(CELLS) if state.network.laid[cell] < 0)
        return count

    def secrets(self, state: State, seat: int | None) -> list[str]:
        """8.1 What others hold of the first hands, as records and views would tell it, and what they chose face
        down."""
        state = cast(Express, state)
        secrets = []
        for other in range(state.players):
            if other == seat:
                continue
            if state.hands.unseen[other]:
                secrets.append(str(sight.hand(self, state, other)))
            for k in range(HIDDEN):
                if state.hands.unseen[other] & self.parts.box.bit[k]:
                    secrets.append(f"deal {self.no(FIRST_HIDDEN + k)} to seat {other + 1}")
            if state.phase == rules.CHOOSING and state.hands.choice[other] >= 0:
                secrets.append(f"choose {self.no(state.hands.choice[other])}")
        return secrets

    # -- the folder ----------------------------------------------------------------------

    def estimate(self) -> Estimate:
        return ExpressEstimate()

    def inputs(self, seats: int) -> Inputs:
        return ExpressInputs(seats)

    def appeal(self, state: State, move: int) -> float:
        """Who plays for the first time likes to build; the prior is of players who leave that to the others."""
        meant = self.vocabulary.decode(move)
        if meant == EXPAND_FIRST:
            return 1.2
        return -1.5 if isinstance(meant, Stop) and cast(Express, state).phase != rules.BUYING else 0.0

    def layers(self, scene: Scene[ExpressView]) -> Sequence[str]:
        return drawing.layers(scene, self.parts)

    def panels(self, scene: Scene[ExpressView]) -> Panels:
        return panels(scene, self.parts)

    def sprite(self) -> str:
        return drawing.sprite(tuple(self.parts.companies))

    def icon(self, piece: str) -> str:
        symbol = "loco-black" if piece == "black" else f"stock-{piece}"
        return f'<svg class="stock inline" aria-hidden="true"><use href="#{symbol}"/></svg>'


GAME = Express01Game
