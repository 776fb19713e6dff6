"""Express 01 for the rest of the house: its facts, names, views and scores; the words have rooms of their own."""

from collections.abc import Mapping
from functools import cached_property
from typing import cast

from branchline.game import About, Game, Json, Line, Offer, Option, Point, Value
from branchline.games.express_01 import board as drawing
from branchline.games.express_01 import notation, offers, refusals, rules, story
from branchline.games.express_01.cards import CELLS, COMPANIES, DECKS, FIRST_HIDDEN, HIDDEN, NUMBERS, ROUTES
from branchline.games.express_01.components import KINDS, Card, Components, load
from branchline.games.express_01.estimate import ExpressEstimate
from branchline.games.express_01.notation import DECK_NAMES, DECK_TITLES, KIND_NAMES, PAIRS, ROMAN
from branchline.games.express_01.payment import paid_out
from branchline.games.express_01.reasons import REASONS
from branchline.games.express_01.routes import Search, worth
from branchline.games.express_01.rules import Express
from branchline.kernel.estimate import Estimate
from branchline.kernel.state import OVER, State
from branchline.refusal import Refused
from branchline.words import listed, plural

PHASES = {
    rules.DEALING: "dealing",
    rules.SHUFFLING: "shuffling",
    rules.CHOOSING: "choosing",
    rules.PAIR: "pair",
    rules.EXPANDING: "expanding",
    rules.SITE: "site",
    rules.BUYING: "buying",
    rules.PRICE: "price",
    rules.PICKING: "picking",
    rules.COMPANY: "company",
    rules.COURSE: "course",
    rules.LOCOMOTIVE: "locomotive",
    rules.PAYMENT: "payment",
    rules.POSITION: "position",
}


class Express01Game(Game):
    name = "express-01"
    title = "Express 01"
    seats = range(2, 5)
    levels = (25, 55, 150, 500)
    learned_apart = ("length",)
    reasons = REASONS
    options = {
        "length": Option(
            ("short", "long"),
            "short",
            "A short game ends with 12 base cards or 3 empty decks, a long one with 24 or 4.",
            {"short": "Short: 12 cards", "long": "Long: 24 cards"},
        ),
        "turn_in_terminals": Option(
            (False, True), False, "Our variant: a train may turn round in a terminal and go on, not only start or end."
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
        reconstructed="Counts and numbers of the cards are printed; track of the stations, owners, bonuses, "
        "successors and most cities of the board are our reconstruction.",
    )

    # -- before the game ---------------------------------------------------------------

    @cached_property
    def parts(self) -> Components:
        return load(self.pack)

    def begin(self, seats: int, options: Mapping[str, Value]) -> State:
        base_cards, decks = self.parts.ends[str(options["length"])]
        box = self.parts.turning_box if options["turn_in_terminals"] else self.parts.box
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

    def path(self, state: Express, stations: int) -> list[int]:
        """The cells of a longest route through these stations."""
        search = Search(state.network, state.company, state.issued[state.company])
        return [int(cell) for cell in search.path(stations, state.length)]

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
        shown = sum(int(state.display[seat * ROUTES + code]) for seat in range(state.players)) if code < ROUTES else 0
        held = self.parts.cards[code].copies - int(state.decks.count[code]) - len(places) - shown
        words = [f"on {place}" for place in places]
        words += ["a share on display" if shown == 1 else f"{shown} shares on display"] if shown else []
        words += ["in a hand" if held == 1 else f"{held} in hands"] if held else []
        return listed(words)

    # -- the rooms of words --------------------------------------------------------------

    def text(self, state: State, move: int) -> str:
        return notation.text(self, cast(Express, state), move)

    def seen(self, state: State, move: int, seat: int | None) -> str:
        return notation.seen(self, cast(Express, state), move, seat)

    def refuse(self, state: State, text: str) -> Refused:
        return refusals.refuse(self, cast(Express, state), text)

    def prompt(self, state: State) -> str:
        return offers.prompt(self, cast(Express, state))

    def offer(self, state: State, move: int) -> Offer:
        return offers.offer(self, cast(Express, state), move)

    def tell(self, before: State, move: int, after: State, seat: int | None) -> Line | None:
        return story.tell(self, cast(Express, before), move, cast(Express, after))

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

    def view(self, state: State, seat: int | None) -> Json:
        state = cast(Express, state)
        return {
            "phase": PHASES[int(state.phase)],
            "companies": self.parts.companies,
            "ends": {"base_cards": int(state.end_cards), "decks": int(state.end_decks)},
            "expanded": int(state.network.expanded),
            "empty_decks": int(state.decks.empty()) if state.round else 0,
            "ending": bool(state.ending),
            "active": self.seat(state.active),
            "pair": PAIRS.get(int(state.pair)),
            "halves": int(state.halves),
            "price": int(state.price),
            "company": self.company(state.company) if state.company >= 0 else None,
            "stations": {name: int(state.network.stations[i]) for i, name in enumerate(self.parts.companies)},
            "issued": {name: int(state.issued[i]) for i, name in enumerate(self.parts.companies)},
            "on_sale": {name: int(state.decks.shares[i]) for i, name in enumerate(self.parts.companies)},
            "cells": [self.cell_json(state, cell) for cell in range(CELLS)],
            "decks": [self.deck_json(state, deck) for deck in range(DECKS)],
            "locomotive": self.seat(state.locomotive),
            "hand": self.hand(state, seat) if seat is not None else None,
            "players": [self.player_json(state, player) for player in range(state.players)],
            "chosen": self.no(state.choice[seat]) if seat is not None and state.choice[seat] >= 0 else None,
            "picker": self.picker(state) if state.phase == rules.SITE else None,
            "run": self.run_json(state) if state.phase in (rules.COURSE, rules.LOCOMOTIVE, rules.PAYMENT) else None,
        }

    def card_json(self, card: Card) -> Json:
        return {
            "no": card.no,
            "kind": card.kind,
            "stage": card.stage,
            "share": card.share,
            "owner": card.owner,
            "bonus": card.bonus,
        }

    def seat(self, seat: int) -> int | None:
        return int(seat) if seat >= 0 else None

    def hand(self, state: Express, seat: int) -> list[int]:
        held = [card for card in range(NUMBERS) for _ in range(state.hand[seat * NUMBERS + card])]
        return [self.no(card) for card in held]

    def cell_json(self, state: Express, cell: int) -> Json:
        base, laid = self.parts.base[cell], int(state.network.laid[cell])
        card = self.parts.cards[laid // 4] if laid >= 0 else None
        return {
            "no": base.no,
            "name": base.name,
            "kind": base.kind,
            "card": {**self.card_json(card), "turns": laid % 4} if card else None,
            "base_of": self.seat(state.base_of[cell]),
            "chosen": state.cell == cell,
        }

    def deck_json(self, state: Express, deck: int) -> Json:
        start, size = int(self.parts.box.deck_start[deck]), int(state.decks.size[deck])
        cards = [self.no(state.decks.order[start + at]) for at in range(size - 1, -1, -1)]
        return {
            "name": self.deck_name(deck),
            "kind": KINDS[deck // 3],
            "stage": deck % 3 + 1,
            "cards": cards,  # the top first
        }

    def player_json(self, state: Express, seat: int) -> Json:
        shares = [card for card in range(ROUTES) for _ in range(state.display[seat * ROUTES + card])]
        held = {name: int(state.shares[seat * COMPANIES + i]) for i, name in enumerate(self.parts.companies)}
        return {
            "position": int(state.position[seat]) + 1 if state.round else None,
            "left": bool(state.left[seat]),
            "hand": int(state.hand_size[seat]),
            "shares": held,
            "share_cards": [self.no(card) for card in shares],
            "base": [cell + 1 for cell in range(CELLS) if state.base_of[cell] == seat],
            "pairs": int(state.pairs(seat)),
            "locomotive": bool(state.locomotive == seat),
            "has_chosen": bool(state.choice[seat] >= 0),
        }

    def picker(self, state: Express) -> list[Json]:
        """All cards listed for the chosen cell, with their rotations; missing ones say where they are."""
        lays = [int(lay) for lay in state.network.lays(state.cell, state.decks)]
        laid = int(state.network.laid[state.cell])
        listed_on = self.parts.cards[laid // 4].next if laid >= 0 else self.parts.base[state.cell].next
        rows = []
        for no in listed_on:
            code = self.parts.code(no)
            left = int(state.decks.count[code])
            rows.append(
                {
                    **self.card_json(self.parts.cards[code]),
                    "left": left,
                    "turns": [lay % 4 for lay in lays if lay // 4 == code],
                    "where": "" if left else self.whereabouts(state, code),
                }
            )
        return rows

    def order_of_payment(self, state: Express) -> list[int]:
        return [int(state.paid_at(place)) for place in range(state.players)]

    def shares_paid(self, state: Express, bonus: int, locomotive: bool) -> list[int]:
        """Cards by seat for a bonus, with or without the Black Locomotive as a share."""
        ring = self.order_of_payment(state)
        cap = [
            int(state.shares[seat * COMPANIES + state.company]) + (locomotive and seat == state.locomotive)
            for seat in ring
        ]
        taken = paid_out(min(bonus, int(sum(state.decks.size))), cap)
        return [taken[ring.index(seat)] for seat in range(state.players)]

    def run_json(self, state: Express) -> Json:
        """The routes to choose from, best first, or the one that was chosen."""
        sets = [int(route) for route in state.routes] if state.phase == rules.COURSE else [int(state.route)]
        routes = []
        for stations in sets:
            pays = int(worth(state.network, stations))
            path = self.path(state, stations)
            routes.append(
                {
                    "move": self.text(state, rules.ROUTE + stations),
                    "cells": [cell + 1 for cell in path],
                    "stops": [cell + 1 for cell in path if state.network.is_station(cell)],
                    "pays": pays,
                    "cards": self.shares_paid(state, pays, False),
                    "with_locomotive": self.shares_paid(state, pays, True) if state.locomotive >= 0 else None,
                }
            )
        routes.sort(key=lambda route: (-cast(int, route["pays"]), cast(str, route["move"])))
        return {"moves": int(state.length), "routes": routes, "left": int(state.bonus)}

    # -- scores --------------------------------------------------------------------------

    def breakdown(self, state: State) -> list[list[Point]]:
        state = cast(Express, state)
        return [self.points(state, seat) for seat in range(state.players)]

    def points(self, state: Express, seat: int) -> list[Point]:
        hand = int(state.hand_size[seat])
        points = [Point(hand, f"{plural(hand, 'card')} in hand", "express-01 7.2")]
        for company, name in enumerate(self.parts.companies):
            shares, stations = int(state.shares[seat * COMPANIES + company]), int(state.network.stations[company])
            if shares:
                each = "1 station" if stations == 1 else f"{stations} stations"
                word = "1 share" if shares == 1 else f"{shares} shares"
                points.append(Point(shares * stations, f"{word} of {name.title()}, {each}", "express-01 7.2"))
        pairs = int(state.pairs(seat))
        if pairs:
            points.append(Point(pairs, f"{plural(pairs, 'pair')} of base cards", "express-01 7.2"))
        if state.locomotive == seat:
            points.append(Point(rules.LOCOMOTIVE_POINTS, "the Black Locomotive", "express-01 6.4"))
        return points

    # -- for the conformance suite -------------------------------------------------------

    def pieces(self, state: State) -> dict[str, int]:
        state = cast(Express, state)
        count = {str(card.no): card.copies for card in self.parts.cards}
        if state.phase not in (rules.DEALING, rules.SHUFFLING):
            for code, card in enumerate(self.parts.cards):
                held = sum(int(state.hand[seat * NUMBERS + code]) for seat in range(state.players))
                if code < ROUTES:
                    held += sum(int(state.display[seat * ROUTES + code]) for seat in range(state.players))
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
            if state.unseen[other]:
                secrets.append(str(self.hand(state, other)))
            for k in range(HIDDEN):
                if state.unseen[other] & self.parts.box.bit[k]:
                    secrets.append(f"deal {self.no(FIRST_HIDDEN + k)} to seat {other + 1}")
            if state.phase == rules.CHOOSING and state.choice[other] >= 0:
                secrets.append(f"choose {self.no(state.choice[other])}")
        return secrets

    # -- the folder ----------------------------------------------------------------------

    def estimate(self) -> Estimate:
        return ExpressEstimate()

    def board(self, view: Json) -> str:
        return drawing.board(view, self.parts)

    def sprite(self) -> str:
        return drawing.sprite(tuple(self.parts.companies))

    def icon(self, piece: str) -> str:
        symbol = "loco-black" if piece == "black" else f"stock-{piece}"
        return f'<svg class="stock inline" aria-hidden="true"><use href="#{symbol}"/></svg>'

    def card(self, no: int, turns: int = 0, on: Json | None = None, ghost: bool = False) -> str:
        """A card for the panels; `on`: the cell's card that it would replace."""
        old = (self.parts.card(on["no"]), int(on["turns"])) if on else None
        return drawing.small_card(self.parts.card(no), turns, old, ghost)


GAME = Express01Game
