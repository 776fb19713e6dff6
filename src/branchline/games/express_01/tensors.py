"""What a seat of Express 01 knows, as numbers: its own hand, and of the others' what it has seen."""

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.express_01.cards import (
    CELLS,
    COMPANIES,
    DECKS,
    FIRST_HIDDEN,
    HIDDEN,
    NOBODY,
    NUMBERS,
    ROUTES,
    SIDES,
)
from branchline.games.express_01.rules import CHOOSING, EXPAND_FIRST, IDLE_ROUNDS, STILL_ROUNDS, Express
from branchline.kernel.state import State
from branchline.kernel.tensors import Tensors, share

KINDS: Final = 4
STAGES: Final = 3
ABOUT_A_CARD: Final = SIDES + 2 * COMPANIES + 1
ABOUT_A_DECK: Final = 2 + 2 * COMPANIES
ABOUT_A_COMPANY: Final = 6
ABOUT_A_SEAT: Final = 10
PHASES: Final = 14
PAIRS: Final = 4
COPIES: Final = 4
STATIONS: Final = 8
SHARES: Final = 10
CARDS: Final = 20  # in a hand
POINTS: Final = 60
ROUNDS: Final = 20
LENGTH: Final = 20


@final
class ExpressTensors(Tensors):
    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.cells = self.block(
            "cells",
            [CELLS, KINDS + STAGES + ABOUT_A_CARD + SIDES + seats + 2],
            "of each cell: its kind; the stage of the card laid there, the sides with track, the company of its share "
            "and the owner of its station, what the station is worth; sides where a "
            "neighbour's track ends here; who took its base card; whether it is chosen, or on the route",
        )
        self.cards = self.block(
            "cards",
            [NUMBERS, 3 + 3 * seats],
            "of each card: copies in the decks, in hand, and whether others may hold one unseen; of each seat: copies "
            "that it is known to hold, that it has as shares, whether it chose this one",
        )
        self.decks = self.block(
            "decks",
            [DECKS, ABOUT_A_DECK],
            "of each deck: how many cards, whether it is empty, share and owner on its top card",
        )
        self.companies = self.block(
            "companies",
            [COMPANIES, ABOUT_A_COMPANY + seats],
            "of each company: stations, shares issued and on sale, whether it may run, is chosen, is sold by the "
            "decks; everybody's shares of it",
        )
        self.table = self.block(
            "seats",
            [seats, ABOUT_A_SEAT],
            "of each seat: its place in the order, whether its train has left, cards in hand, points if the game ended "
            "now, whether it has the Locomotive, uses it as a share, is active, is to act, has chosen, sells",
        )
        self.stage = self.block(
            "stage",
            [PHASES + PAIRS + 13],
            "what is to be decided; the pair of actions; round, base cards built and decks empty beside what ends the "
            "game, whether it ends, halves paid, price left, bonus left, length of the routes, place in the payment, "
            "rounds in which little happened, whether anything changed or was traded",
        )

    def write(self, state: State, seat: i64, out: vec[float], at: i64) -> None:
        express = cast(Express, state)
        for cell in range(CELLS):
            self.write_cell(express, cell, seat, out, at)
        self.write_cards(express, seat, out, at)
        self.write_decks(express, out, at)
        self.write_companies(express, seat, out, at)
        points = express.scores()
        for other in range(self.seats):
            row = at + self.table + self.place(other, seat) * ABOUT_A_SEAT
            out[row] = share(express.position[other] + 1, self.seats)
            out[row + 1] = 1.0 if express.left[other] else 0.0
            out[row + 2] = share(express.hands.size[other], CARDS)
            out[row + 3] = share(points[other], POINTS)
            out[row + 4] = 1.0 if express.locomotive == other else 0.0
            out[row + 5] = 1.0 if express.run.announced == other else 0.0
            out[row + 6] = 1.0 if express.active == other else 0.0
            out[row + 7] = 1.0 if express.to_act == other else 0.0
            out[row + 8] = 1.0 if express.hands.choice[other] != NOBODY else 0.0
            out[row + 9] = 1.0 if express.seller == other else 0.0
        self.write_stage(express, out, at + self.stage)

    def write_cell(self, express: Express, cell: i64, seat: i64, out: vec[float], at: i64) -> None:
        box, network = express.box, express.network
        row = at + self.cells + cell * (KINDS + STAGES + ABOUT_A_CARD + SIDES + self.seats + 2)
        out[row + box.base_kind[cell]] = 1.0
        row += KINDS
        laid = network.laid[cell]
        if laid >= 0:
            card = laid // SIDES
            out[row + box.stage(card) - 1] = 1.0
            row += STAGES
            for side in range(SIDES):
                if box.rails[laid] & box.bit[side]:
                    out[row + side] = 1.0
            if box.share[card] >= 0:
                out[row + SIDES + box.share[card]] = 1.0
            if box.owner[card] >= 0:
                out[row + SIDES + COMPANIES + box.owner[card]] = 1.0
            out[row + SIDES + 2 * COMPANIES] = share(box.worth[card], 4)
        else:
            row += STAGES
        row += ABOUT_A_CARD
        if network.beside[cell]:
            for side in range(SIDES):
                if network.beside[cell] & box.bit[side]:
                    out[row + side] = 1.0
        row += SIDES
        if express.base_of[cell] != NOBODY:
            out[row + self.place(express.base_of[cell], seat)] = 1.0
        row += self.seats
        out[row] = 1.0 if express.cell == cell else 0.0
        out[row + 1] = 1.0 if express.run.route & box.bit[cell] else 0.0

    def write_cards(self, express: Express, seat: i64, out: vec[float], at: i64) -> None:
        """Of the others' hands the cards that the seat has seen: all but those of `unseen`, which may lie in any."""
        box, width = express.box, 3 + 3 * self.seats
        hidden: i64 = 0
        for other in range(self.seats):
            if other != seat:
                hidden |= express.hands.unseen[other]
        first = at + self.cards
        for card in range(NUMBERS):
            if express.decks.count[card]:
                out[first + card * width] = share(express.decks.count[card], COPIES)
        for k in range(HIDDEN):
            if hidden & box.bit[k]:
                out[first + (FIRST_HIDDEN + k) * width + 2] = 1.0
        for other in range(self.seats):
            column = first + 3 + 3 * self.place(other, seat)
            for card in range(NUMBERS):
                held = express.hands.held[other * NUMBERS + card]
                if held == 0:
                    continue
                if other == seat:
                    out[first + card * width + 1] = share(held, COPIES)
                elif 0 <= card - FIRST_HIDDEN < HIDDEN and express.hands.unseen[other] & box.bit[card - FIRST_HIDDEN]:
                    held -= 1
                out[column + card * width] = share(held, COPIES)
            for card in range(ROUTES):
                shown = express.shares.display[other * ROUTES + card]
                if shown:
                    out[column + card * width + 1] = share(shown, COPIES)
            choice = express.hands.choice[other]
            if choice != NOBODY and (other == seat or express.phase != CHOOSING):
                out[column + choice * width + 2] = 1.0

    def write_decks(self, express: Express, out: vec[float], at: i64) -> None:
        box = express.box
        for deck in range(DECKS):
            row = at + self.decks + deck * ABOUT_A_DECK
            out[row] = share(express.decks.size[deck], 30)
            card = express.decks.top(deck)
            if card == NOBODY:
                out[row + 1] = 1.0
                continue
            if box.share[card] >= 0:
                out[row + 2 + box.share[card]] = 1.0
            if box.owner[card] >= 0:
                out[row + 2 + COMPANIES + box.owner[card]] = 1.0

    def write_companies(self, express: Express, seat: i64, out: vec[float], at: i64) -> None:
        for company in range(COMPANIES):
            row = at + self.companies + company * (ABOUT_A_COMPANY + self.seats)
            out[row] = share(express.network.stations[company], STATIONS)
            out[row + 1] = share(express.shares.issued[company], SHARES)
            out[row + 2] = share(express.decks.shares[company], CARDS)
            out[row + 3] = 1.0 if express.run.runnable & express.box.bit[company] else 0.0
            out[row + 4] = 1.0 if express.company == company else 0.0
            out[row + 5] = 1.0 if express.company == company and express.seller == NOBODY else 0.0
            for other in range(self.seats):
                held = express.shares.held[other * COMPANIES + company]
                out[row + ABOUT_A_COMPANY + self.place(other, seat)] = share(held, SHARES)

    def write_stage(self, express: Express, out: vec[float], row: i64) -> None:
        out[row + express.phase] = 1.0
        row += PHASES
        if express.pair != NOBODY:
            out[row + express.pair - EXPAND_FIRST] = 1.0
        row += PAIRS
        out[row] = share(express.round, ROUNDS)
        out[row + 1] = share(express.network.expanded, express.end_cards)
        out[row + 2] = share(express.decks.empty(), express.end_decks)
        out[row + 3] = 1.0 if express.ending else 0.0
        out[row + 4] = share(express.halves, 8)
        out[row + 5] = share(express.price, 8)
        out[row + 6] = share(express.run.bonus, 8)
        out[row + 7] = share(express.run.length, LENGTH)
        out[row + 8] = share(express.run.place, self.seats)
        out[row + 9] = share(express.still, STILL_ROUNDS)
        out[row + 10] = share(express.idle, IDLE_ROUNDS)
        out[row + 11] = 1.0 if express.changed else 0.0
        out[row + 12] = 1.0 if express.traded else 0.0


def make(state: State) -> Tensors:
    """The tensors for games like this one."""
    return ExpressTensors(state.seats)
