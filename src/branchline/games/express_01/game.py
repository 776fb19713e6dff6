"""Express 01 in words: moves as text, views, offers and reasons."""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import cast

from branchline.game import About, Game, Json, Line, Offer, Option, Point, Stake, Value
from branchline.games.express_01 import board as drawing
from branchline.games.express_01 import rules, story
from branchline.games.express_01.cards import CELLS, COMPANIES, DECKS, FIRST_HIDDEN, HIDDEN, NOBODY, NUMBERS, ROUTES
from branchline.games.express_01.components import KINDS, Card, Components, load
from branchline.games.express_01.estimate import ExpressEstimate
from branchline.games.express_01.payment import paid_out
from branchline.games.express_01.routes import Search, worth
from branchline.games.express_01.rules import Express
from branchline.games.express_01.story import PAIRS
from branchline.kernel.estimate import Estimate
from branchline.kernel.state import State
from branchline.refusal import Refused
from branchline.words import listed, plural, signed

ROMAN = ("", "I", "II", "III")
DECK_NAMES = {"route": "routes", "through": "through", "terminal": "terminal", "capital": "capital"}
KIND_NAMES = {"route": "route", "through": "through station", "terminal": "terminal", "capital": "capital station"}
DECK_TITLES = {
    "route": "routes",
    "through": "through stations",
    "terminal": "terminals",
    "capital": "capital stations",
}
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
PLAIN = {
    **PAIRS,
    rules.PAY_LOCOMOTIVE: "pay black locomotive",
    rules.STOP: "stop",
    rules.NO_RUN: "no run",
    rules.KEEP: "keep position",
    rules.ANNOUNCE: "use black locomotive",
    rules.WITHHOLD: "keep black locomotive",
}


class Express01Game(Game):
    name = "express-01"
    title = "Express 01"
    seats = range(2, 5)
    levels = (25, 55, 150, 500)
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

    # -- words for moves ---------------------------------------------------------------

    def text(self, state: State, move: int) -> str:
        state = cast(Express, state)
        if move in PLAIN:
            return PLAIN[move]
        if move >= rules.ROUTE:
            return "route " + " ".join(self.city(cell).lower() for cell in self.stops(state, move - rules.ROUTE))
        if move >= rules.STACK:
            return f"stack {self.no(move - rules.STACK)}"
        if move >= rules.DEAL:
            return f"deal {self.no(move - rules.DEAL)} to seat {state.done // state.first_hand + 1}"
        if move >= rules.SWAP:
            return f"take position {move - rules.SWAP + 1}"
        if move >= rules.DRAW:
            return f"draw {self.deck_name(move - rules.DRAW)}"
        if move >= rules.RUN:
            return f"run {self.company(move - rules.RUN)}"
        if move >= rules.PICK:
            return f"take {self.no(move - rules.PICK)}"
        if move >= rules.BUY:
            company, seller = divmod(move - rules.BUY, 8)
            return f"buy {self.company(company)}" + (f" from seat {seller}" if seller else "")
        if move >= rules.LAY:
            card, turns = divmod(move - rules.LAY, 4)
            return f"lay {self.no(card)} r{turns}"
        if move >= rules.CELL:
            return f"expand {move - rules.CELL + 1}"
        if move >= rules.PAY:
            return f"pay {self.no(move - rules.PAY)}"
        return f"choose {self.no(move - rules.CHOOSE)}"

    def seen(self, state: State, move: int, seat: int | None) -> str:
        """8.1 First hands and face-down choices are their owners' alone."""
        state = cast(Express, state)
        if state.phase == rules.DEALING:
            owner = int(state.done // state.first_hand)
            if owner != seat:
                return f"deal a card to seat {owner + 1}"
        if state.phase == rules.CHOOSING and state.to_act != seat:
            return "choose a card"
        return self.text(state, move)

    # -- refusals ----------------------------------------------------------------------

    def refuse(self, state: State, text: str) -> Refused:
        state = cast(Express, state)
        verb, _, rest = text.partition(" ")
        reasons = {
            "choose": self.refuse_choose,
            "pay": self.refuse_pay,
            "expand": self.refuse_expand,
            "lay": self.refuse_lay,
            "buy": self.refuse_buy,
            "take": self.refuse_take,
            "run": self.refuse_run,
            "route": self.refuse_route,
            "draw": self.refuse_draw,
            "stop": self.refuse_stop,
        }
        if text in PAIRS.values():
            return self.refuse_pair(state, text)
        if verb in reasons:
            return reasons[verb](state, rest)
        if verb in ("use", "keep", "no"):
            return self.due(state)
        return Refused(
            "express-01 2.4", f"{text!r} is no move: expand, buy shares, or run a train and change position."
        )

    def due(self, state: Express) -> Refused:
        """What has to be done first."""
        due = {
            rules.CHOOSING: ("1.4", "First choose a card of your hand for the player order."),
            rules.PAIR: (
                "2.4",
                "First choose a pair of actions: expand then shares, shares then expand, run then position; or pass.",
            ),
            rules.EXPANDING: ("3.2", "You are expanding: pay a card, expand a card of the board, or stop."),
            rules.SITE: ("3.3", f"First choose the card to lay on {self.place(state.cell)}."),
            rules.BUYING: ("4.1", "You are buying shares: buy one, or stop."),
            rules.PRICE: ("4.1", f"The share costs {plural(int(state.price), 'card')} more: pay first."),
            rules.PICKING: ("4.4", "It is paid: take the share out of the decks."),
            rules.COMPANY: ("5.1", "Choose the company whose train runs, or no run."),
            rules.COURSE: ("5.4", "Choose one of the longest routes."),
            rules.LOCOMOTIVE: ("6.3", "First say whether you use the Black Locomotive as a share."),
            rules.PAYMENT: ("5.7", "The bonus is being paid: draw the top card of a deck."),
            rules.POSITION: ("5.8", "Take another position, or keep yours."),
        }
        section, reason = due[int(state.phase)]
        return Refused(f"express-01 {section}", reason)

    def refuse_pair(self, state: Express, text: str) -> Refused:
        if state.phase != rules.PAIR:
            if state.network.expanded == 0 and state.phase in (rules.EXPANDING, rules.SITE):
                return Refused("express-01 3.1", "The first turn of the game must build a station.")
            return self.due(state)
        if text == PAIRS[rules.EXPAND_FIRST]:
            if state.funds(state.active) == 0:
                return Refused("express-01 2.6", "You have no card to pay for an expansion.")
            return Refused("express-01 3.2", "No card in the decks or in your hand can be laid anywhere.")
        return self.refuse_shares(state)

    def refuse_shares(self, state: Express) -> Refused:
        """4.1 No share can be paid for, or those that could be are not to be had."""
        funds = int(state.funds(state.active))
        payable = [company for company in range(COMPANIES) if 0 < state.network.stations[company] <= funds]
        if not payable:
            return Refused("express-01 4.1", "There is no share that you could pay for.")
        reasons = [self.no_seller(state, company) for company in payable]
        section = "6.1" if any(section == "6.1" for section, _ in reasons) else "4.2"
        return Refused(f"express-01 {section}", " ".join(reason for _, reason in reasons))

    def no_seller(self, state: Express, company: int) -> tuple[str, str]:
        """Why nobody sells a share that the decks do not hold: the section and the reason."""
        none = f"The decks hold no {self.company(company).title()} share any more"
        owner = int(state.locomotive)
        if owner not in (NOBODY, int(state.active)) and state.shares[owner * COMPANIES + company]:
            return "6.1", f"{none}, and the Black Locomotive protects those of seat {owner + 1}."
        return "4.2", f"{none}, and no other player has one."

    def number(self, word: str) -> int | None:
        """The code of a card by its printed number."""
        if word.isdecimal():
            for code, card in enumerate(self.parts.cards):
                if card.no == int(word):
                    return code
        return None

    def refuse_choose(self, state: Express, rest: str) -> Refused:
        if state.phase != rules.CHOOSING:
            return self.due(state)
        return Refused("express-01 1.4", f"Choose a card of your hand; {rest or 'nothing'} is none.")

    def refuse_pay(self, state: Express, rest: str) -> Refused:
        if state.phase not in (rules.EXPANDING, rules.PRICE):
            return self.due(state)
        if rest == "black locomotive":
            if state.locomotive != state.active:
                return Refused("express-01 6.2", "The Black Locomotive is not yours.")
        else:
            card = self.number(rest)
            if card is None or state.hand[state.active * NUMBERS + card] == 0:
                return Refused("express-01 2.6", f"Pay with a card of your hand; {rest or 'nothing'} is none.")
        if state.phase == rules.PRICE:
            name = self.company(state.company).title()
            return Refused(
                "express-01 4.3", f"The decks hold no {name} share: the last card you pay must be one itself."
            )
        if state.halves >= 2:
            return Refused("express-01 3.2", "A paid card is still unused: expand a card of the board first.")
        return Refused("express-01 3.2", "Nothing could be laid for that payment.")

    def cell(self, rest: str) -> int | None:
        for card in self.parts.base:
            if rest in (str(card.no), (card.name or "").lower()) and rest:
                return card.cell
        return None

    def refuse_expand(self, state: Express, rest: str) -> Refused:
        if state.phase != rules.EXPANDING:
            return self.due(state)
        cell = self.cell(rest)
        if cell is None:
            return Refused("express-01 1.1", f"There is no card {rest!r} on the board: they are 1 to 35.")
        network = state.network
        where = self.place(cell)
        if rules.CELL + cell in list(state.legal()):
            return Refused("express-01 1.1", f"Say expand {cell + 1}.")
        if network.expanded == 0 and network.holds_route(cell):
            return Refused("express-01 3.1", f"{where} is no station: the first card of the game is one.")
        if state.halves == 0:
            return Refused("express-01 3.2", "Pay a card first.")
        if state.halves == 1 and not network.holds_route(cell):
            return Refused("express-01 3.2", f"{where} is a station and costs a whole card; only half a card is left.")
        if network.laid[cell] < 0 and network.beside[cell] == 0:
            return Refused("express-01 3.5", f"No track leads to {where}.")
        if network.list_start(cell) == network.list_end(cell):
            card = self.parts.cards[network.card(cell)]
            return Refused(
                "express-01 3.4", f"{where} holds card {card.no} of stage {ROMAN[card.stage]}: nothing follows it."
            )
        return Refused("express-01 3.4", f"No card that may follow on {where} lies in the decks and fits.")

    def refuse_lay(self, state: Express, rest: str) -> Refused:
        if state.phase != rules.SITE:
            return self.due(state)
        match = re.fullmatch(r"(\d+)(?: r(\d))?", rest)
        code = self.number(match[1]) if match else None
        if match is None or code is None:
            return Refused("express-01 3.4", "Name an expansion card and its quarter turns, as in lay 434 r3.")
        card, base = self.parts.cards[code], self.parts.base[state.cell]
        laid = int(state.network.laid[state.cell])
        under = self.parts.cards[laid // 4] if laid >= 0 else None
        if card.no not in (under.next if under else base.next):
            lies = f"card {under.no}" if under else f"base card {base.no}"
            return Refused("express-01 3.4", f"{card.no} is not listed on {lies}.")
        if state.decks.count[code] == 0:
            return Refused(
                "express-01 3.2", f"No copy of {card.no} lies in the decks: {self.whereabouts(state, code)}."
            )
        turns = int(match[2] or 0)
        if turns not in card.turns:
            ways = listed([f"r{way}" for way in card.turns], "or")
            return Refused("express-01 3.3", f"Card {card.no} is laid as {ways}: turned further it looks the same.")
        if not card.edges(turns) <= base.inland:
            return Refused("express-01 3.5", f"Track of {card.no} r{turns} would lead over the border.")
        if under and not card.keeps(turns, under, laid % 4):
            return Refused("express-01 3.3", f"{card.no} r{turns} would remove track of {under.no}.")
        return Refused("express-01 3.5", f"{card.no} r{turns} joins no track beside {base.title}.")

    def whereabouts(self, state: Express, code: int) -> str:
        """Where the copies of a card are that are not in the decks."""
        places = [self.city(cell) for cell in range(CELLS) if state.network.card(cell) == code]
        shown = sum(int(state.display[seat * ROUTES + code]) for seat in range(state.players)) if code < ROUTES else 0
        held = self.parts.cards[code].copies - int(state.decks.count[code]) - len(places) - shown
        words = [f"on {place}" for place in places]
        words += ["a share on display" if shown == 1 else f"{shown} shares on display"] if shown else []
        words += ["in a hand" if held == 1 else f"{held} in hands"] if held else []
        return listed(words)

    def refuse_buy(self, state: Express, rest: str) -> Refused:
        if state.phase != rules.BUYING:
            return self.due(state)
        match = re.fullmatch(r"(\w+)(?: from seat (\d+))?", rest)
        name = match[1] if match else ""
        if match is None or name not in self.parts.companies:
            names = ", ".join(self.parts.companies)
            return Refused("express-01 4.1", f"There is no company {name or rest!r}: there are {names}.")
        company = self.parts.companies.index(name)
        price, funds = int(state.network.stations[company]), int(state.funds(state.active))
        if price == 0:
            return Refused("express-01 4.1", f"{name.title()} owns no station, so its shares are not sold.")
        if price > funds:
            return Refused("express-01 4.1", f"A {name.title()} share costs {plural(price, 'card')}; you have {funds}.")
        in_decks = int(state.decks.shares[company])
        if match[2] is None:
            return self.refuse_deck_share(state, company)
        seller = int(match[2]) - 1
        if not 0 <= seller < state.players or seller == state.active:
            return Refused("express-01 4.2", "Name another player's seat.")
        if in_decks:
            left = "1 share" if in_decks == 1 else f"{in_decks} shares"
            return Refused("express-01 4.2", f"The decks still hold {left} of {name.title()}.")
        if seller == state.locomotive:
            return Refused("express-01 6.1", "The Black Locomotive protects the shares of its owner.")
        return Refused("express-01 4.2", f"Seat {seller + 1} has no {name.title()} share.")

    def refuse_deck_share(self, state: Express, company: int) -> Refused:
        """4.2 The decks hold none: who sells one, or why nobody does."""
        first = rules.BUY + company * 8
        sellers = [f"seat {move - first}" for move in state.legal() if first < move < first + 8]
        if sellers:
            name, who = self.company(company), listed(sellers, "or")
            return Refused("express-01 4.2", f"The decks hold no {name.title()} share any more: buy it from {who}.")
        section, reason = self.no_seller(state, company)
        return Refused(f"express-01 {section}", reason)

    def refuse_take(self, state: Express, rest: str) -> Refused:
        if rest.startswith("position"):
            if state.phase != rules.POSITION:
                return self.due(state)
            return Refused("express-01 5.8", f"Take the position of another player, 1 to {state.players}.")
        if state.phase != rules.PICKING:
            return self.due(state)
        name = self.company(state.company).title()
        return Refused("express-01 4.4", f"Take a route card with the {name} locomotive out of the decks.")

    def refuse_run(self, state: Express, rest: str) -> Refused:
        if state.phase == rules.POSITION and state.company != NOBODY:
            return Refused(
                "express-01 5.1", "A train has run in this turn already: take another position, or keep yours."
            )
        if state.phase != rules.COMPANY and (state.phase != rules.POSITION or state.runnable):
            return self.due(state)
        if rest not in self.parts.companies:
            names = ", ".join(self.parts.companies)
            return Refused("express-01 5.1", f"There is no company {rest!r}: there are {names}.")
        section, reason = self.no_run(state, self.parts.companies.index(rest))
        return Refused(f"express-01 {section}", f"{reason}.")

    def no_run(self, state: Express, company: int) -> tuple[str, str]:
        """Why a company's train does not run: the section and the reason."""
        name = self.company(company).title()
        if state.shares[state.active * COMPANIES + company] == 0:
            return "5.1", f"You have no share of {name}"
        if state.network.stations[company] == 0:
            return "5.1", f"{name} owns no station"
        return "5.2", f"{name} reaches no other station in {plural(int(state.issued[company]), 'move')}"

    def refuse_route(self, state: Express, rest: str) -> Refused:
        if state.phase != rules.COURSE:
            return self.due(state)
        length = int(state.length)
        count = len(state.routes)
        which = "the one route" if count == 1 else f"one of the {count} sets of stations"
        moves = "1 move" if length == 1 else f"{length} moves"
        return Refused("express-01 5.4", f"The longest routes have {moves}: choose {which} that they call at.")

    def refuse_draw(self, state: Express, rest: str) -> Refused:
        if state.phase != rules.PAYMENT:
            return self.due(state)
        names = [self.deck_name(deck) for deck in range(DECKS)]
        if rest in names:
            return Refused("express-01 5.7", f"The deck {rest} is empty.")
        return Refused("express-01 5.7", f"There is no deck {rest!r}: there are {', '.join(names)}.")

    def refuse_stop(self, state: Express, rest: str) -> Refused:
        if state.phase == rules.EXPANDING:
            if state.network.expanded == 0:
                return Refused("express-01 3.1", "The first turn of the game must build a station.")
            return Refused("express-01 3.2", "A paid card is still unused: expand a card of the board first.")
        return self.due(state)

    def estimate(self) -> Estimate:
        return ExpressEstimate()

    # -- words for positions -----------------------------------------------------------

    def where(self, state: State) -> str:
        return story.where(cast(Express, state))

    def prompt(self, state: State) -> str:
        return story.prompt(self, cast(Express, state))

    def card_json(self, card: Card) -> Json:
        return {
            "no": card.no,
            "kind": card.kind,
            "stage": card.stage,
            "share": card.share,
            "owner": card.owner,
            "bonus": card.bonus,
        }

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

    # -- offers ------------------------------------------------------------------------

    def offer(self, state: State, move: int) -> Offer:
        state = cast(Express, state)
        text = self.text(state, move)
        if move >= rules.ROUTE:
            return self.offer_route(state, move, text)
        if rules.LAY <= move < rules.BUY:
            return self.offer_lay(state, move, text)
        if rules.BUY <= move < rules.PICK:
            return self.offer_buy(state, move, text)
        if move in PAIRS:
            return self.offer_pair(state, move, text)
        if rules.PAY <= move < rules.CELL:
            return self.offer_pay(state, move, text)
        if rules.CELL <= move < rules.LAY:
            return self.offer_cell(state, move - rules.CELL, text)
        if rules.PICK <= move < rules.RUN or move < rules.PAY:
            card = self.parts.cards[move - rules.PICK if move >= rules.PICK else move]
            verb = "Take" if move >= rules.PICK else "Choose"
            return Offer(text, f"{card.no}: {self.describe(card)}", title=f"{verb} {self.called(card)}")
        if rules.RUN <= move < rules.NO_RUN:
            company = move - rules.RUN
            reach = int(state.issued[company])
            return Offer(text, f"{self.shown(company)}, reach {reach}", title=f"Run {self.company(company).title()}")
        if rules.DRAW <= move < rules.SWAP:
            return self.offer_draw(state, move - rules.DRAW, text)
        if rules.SWAP <= move < rules.KEEP:
            place = move - rules.SWAP
            other = next(seat for seat in range(state.players) if state.position[seat] == place)
            note = "has left already" if state.left[other] else "is still to act in this round"
            return Offer(
                text,
                f"Position {place + 1}, of {{seat:{other}}}",
                title=f"Take position {place + 1} of {{seat:{other}}}",
                notes=(f"{{seat:{other}}} {note}.",),
            )
        if move in (rules.ANNOUNCE, rules.WITHHOLD):
            return self.offer_locomotive(state, move, text)
        if move == rules.STOP:
            return Offer(
                text, "Stop", title="Buy no more shares" if state.phase == rules.BUYING else "Expand no further"
            )
        return Offer(text, text.capitalize())

    def offer_pair(self, state: Express, move: int, text: str) -> Offer:
        if move == rules.PASS:
            return Offer(text, "Pass: do nothing", notes=("Your train leaves, and you keep your position.",))
        notes = {
            rules.EXPAND_FIRST: "Pay cards to lay track and stations; after that you may buy shares.",
            rules.SHARES_FIRST: "Pay cards for shares; after that you may expand with what is left.",
        }
        return Offer(text, text.capitalize(), notes=(notes.get(move) or self.note_run(state),))

    def note_run(self, state: Express) -> str:
        """5.1 Whose trains can run, or why none can."""
        after = state.copy()
        after.play(rules.RUN_FIRST)
        can = [self.shown(company) for company in range(COMPANIES) if after.runnable & self.parts.box.bit[company]]
        if can:
            return f"{listed(can, 'or')} can run; after that you may exchange your position."
        held = [company for company in range(COMPANIES) if state.shares[state.active * COMPANIES + company]]
        why = "; ".join(self.no_run(state, company)[1] for company in held) or "you have no share"
        return f"No train can run: {why}. You may exchange your position."

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

    def offer_pay(self, state: Express, move: int, text: str) -> Offer:
        if move == rules.PAY_LOCOMOTIVE:
            note = "It counts as one card and is put aside."
            return Offer(text, "the Black Locomotive", group="Pay", title="Pay the Black Locomotive", notes=(note,))
        card = self.parts.cards[move - rules.PAY]
        return Offer(text, f"{card.no}: {self.describe(card)}", group="Pay", title=f"Pay {self.called(card)}")

    def offer_cell(self, state: Express, cell: int, text: str) -> Offer:
        base, laid = self.parts.base[cell], int(state.network.laid[cell])
        now = (
            f"Now {self.describe(self.parts.cards[laid // 4])}" if laid >= 0 else f"Base card, {KIND_NAMES[base.kind]}"
        )
        lays = state.network.lays(cell, state.decks)
        count = len({lay // 4 for lay in lays})
        fit = "1 card fits" if count == 1 else f"{count} different cards fit"
        cost = "half a card" if state.network.holds_route(cell) else "a card"
        return Offer(
            text,
            self.place(cell),
            value=str(count),
            group="Expand",
            title=f"Expand {self.place(cell)}",
            notes=(f"{now}. {fit}, in {plural(len(lays), 'way')}; it costs {cost}.",),
        )

    def changes(self, state: Express, after: Express) -> tuple[Stake, ...]:
        """What happens to everybody's shares."""
        stakes = []
        for seat in range(state.players):
            change = int(after.share_points(seat) - state.share_points(seat))
            stakes.append(Stake(signed(change) if change else "±0", self.held(state, seat)))
        return tuple(stakes)

    def held(self, state: Express, seat: int) -> str:
        count = int(state.all_shares(seat))
        return plural(count, "share") if count else "no share"

    def offer_lay(self, state: Express, move: int, text: str) -> Offer:
        card, turns = divmod(move - rules.LAY, 4)
        here = self.parts.cards[card]
        after = state.copy()
        after.play(move)
        stakes = self.changes(state, after)
        edges = " ".join(sorted(here.turned(turns)))
        return Offer(
            text,
            f"{here.no} r{turns} {self.describe(here)}",
            value=stakes[state.active].change,
            title=f"Lay {here.no} on {self.city(state.cell)}" + (f", turned {turns * 90}°" if turns else ""),
            stakes=stakes if here.kind != "route" else (),
            notes=(f"Track {edges}; {state.decks.count[card]} in the deck.",),
        )

    def offer_buy(self, state: Express, move: int, text: str) -> Offer:
        company, seller = divmod(move - rules.BUY, 8)
        price = int(state.network.stations[company])
        left = int(state.decks.shares[company])
        source = f"from {{seat:{seller - 1}}}" if seller else f"{left} in the decks" if left else "the card you pay"
        reach = int(state.issued[company]) + (0 if seller else 1)
        return Offer(
            text,
            f"{self.shown(company)}, {source}",
            value=f"−{price}",
            title=f"Buy a share of {self.company(company).title()}"
            + (f" from {{seat:{seller - 1}}}" if seller else ""),
            notes=(
                f"Costs {plural(price, 'card')}, counts {price} now.",
                f"With it {reach} issued: its train reaches {reach}.",
            ),
        )

    def offer_route(self, state: Express, move: int, text: str) -> Offer:
        stations = move - rules.ROUTE
        pays = int(worth(state.network, stations))
        stops = self.stops(state, stations)
        paid = self.shares_paid(state, pays, False)
        stakes = tuple(
            Stake(f"+{count}" if count else "±0", self.shares_word(state, seat)) for seat, count in enumerate(paid)
        )
        notes = []
        if state.locomotive >= 0:
            other = self.shares_paid(state, pays, True)
            told = [f"{{seat:{seat}}} +{count}" for seat, count in enumerate(other) if count]
            notes.append(f"If {{seat:{state.locomotive}}} uses the Black Locomotive: {', '.join(told)}.")
        extra = pays - len(stops)
        said = " – ".join(self.city(cell) for cell in stops)
        return Offer(
            text,
            said,
            value=f"+{paid[state.active]}",
            title=f"Run {said}",
            delta=str(pays),
            stakes=stakes,
            notes=(f"{len(stops)} stations and {extra} extra pay {pays}.", *notes),
        )

    def shares_word(self, state: Express, seat: int) -> str:
        count = int(state.shares[seat * COMPANIES + state.company])
        return plural(count, "share") if count else "no share"

    def offer_draw(self, state: Express, deck: int, text: str) -> Offer:
        card, left = self.parts.cards[state.decks.top(deck)], int(state.decks.size[deck]) - 1
        stay = f"{plural(left, 'card')} {'stays' if left == 1 else 'stay'} in the deck."
        notes = (stay if left else "The deck is then empty.",)
        said = self.describe(card)
        return Offer(text, f"{card.no}: {said}", value=str(left), title=f"Take {self.called(card)}", notes=notes)

    def offer_locomotive(self, state: Express, move: int, text: str) -> Offer:
        paid = self.shares_paid(state, int(state.bonus), move == rules.ANNOUNCE)
        stakes = tuple(Stake(f"+{count}" if count else "±0") for count in paid)
        if move == rules.ANNOUNCE:
            label, title = "Use it as a share", "Use the Black Locomotive as a share"
            note = "It is then put aside: it counts and protects no more in this round."
        else:
            label, title = "Keep it", "Keep the Black Locomotive"
            note = f"It goes on protecting your shares and counts {rules.LOCOMOTIVE_POINTS}."
        return Offer(text, label, value=f"+{paid[state.to_act]}", title=title, stakes=stakes, notes=(note,))

    # -- the story ---------------------------------------------------------------------

    def tell(self, before: State, move: int, after: State, seat: int | None) -> Line | None:
        return story.tell(self, cast(Express, before), move, cast(Express, after))

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
        """8.1 What others hold of the first hands, and what they chose face down."""
        state = cast(Express, state)
        secrets = []
        for other in range(state.players):
            if other == seat:
                continue
            for k in range(HIDDEN):
                if state.unseen[other] & self.parts.box.bit[k]:
                    secrets.append(f"deal {self.no(FIRST_HIDDEN + k)} to seat {other + 1}")
            if state.phase == rules.CHOOSING and state.choice[other] >= 0:
                secrets.append(f"choose {self.no(state.choice[other])}")
        return secrets

    # -- the folder ----------------------------------------------------------------------

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
