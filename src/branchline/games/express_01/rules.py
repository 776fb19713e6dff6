"""Express 01, in the order of RULES.md: set-up, rounds, expand, shares, run, position, the end."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

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
    Box,
)
from branchline.games.express_01.decks import Decks, no_decks
from branchline.games.express_01.hands import Hands, empty_hands
from branchline.games.express_01.network import Network, untouched
from branchline.games.express_01.payment import next_place
from branchline.games.express_01.routes import Routes, worth
from branchline.games.express_01.run import Run, no_run
from branchline.games.express_01.shares import Shares, no_shares
from branchline.kernel.chance import Rng
from branchline.kernel.state import CHANCE, OVER, State

STILL_ROUNDS: Final = 3  # so many in a row in which nothing changed end the game
IDLE_ROUNDS: Final = 10  # and so many in which shares at most went from player to player
LOCOMOTIVE_POINTS: Final = 2

# Moves.
CHOOSE: Final = 0  # + card, face down for the player order
PAY: Final = 200  # + card
PAY_LOCOMOTIVE: Final = 399
CELL: Final = 400  # + cell to expand
LAY: Final = 500  # + card * 4 + quarter turns clockwise
BUY: Final = 1100  # + company * 8 + seat of the seller + 1; 0 the decks
PICK: Final = 1200  # + card that becomes the share
RUN: Final = 1300  # + company
NO_RUN: Final = 1310
DRAW: Final = 1320  # + deck
SWAP: Final = 1340  # + position from 0
KEEP: Final = 1350
ANNOUNCE: Final = 1360
WITHHOLD: Final = 1361
EXPAND_FIRST: Final = 1370
SHARES_FIRST: Final = 1371
RUN_FIRST: Final = 1372
PASS: Final = 1373
STOP: Final = 1380
ROUTE: Final = 68719476736  # 2 ** 36, + the stations of the route as bits
# Chance.
DEAL: Final = 1400  # + card
STACK: Final = 1600  # + card, on top of the deck that is being built

# What is to happen next.
DEALING: Final = 0
SHUFFLING: Final = 1
CHOOSING: Final = 2
PAIR: Final = 3  # choose a pair of actions
EXPANDING: Final = 4  # pay, choose a cell, or stop
SITE: Final = 5  # choose the card for the cell
BUYING: Final = 6  # choose a share, or stop
PRICE: Final = 7  # pay for it
PICKING: Final = 8  # pick it out of the decks
COMPANY: Final = 9  # choose whose train runs
COURSE: Final = 10  # choose its route
LOCOMOTIVE: Final = 11  # its owner may use it as a share
PAYMENT: Final = 12  # take a card
POSITION: Final = 13


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Express(State):
    def __init__(
        self,
        players: i64,
        box: Box,
        end_cards: i64,
        end_decks: i64,
        first_hand: i64,
        network: Network,
        decks: Decks,
        hands: Hands,
        shares: Shares,
        run: Run,
        base_of: vec[i64],
        position: vec[i64],
        left: vec[i64],
    ) -> None:
        self.players = players
        self.seats = players
        self.to_act = CHANCE
        self.turn = 0
        self.round = 0
        self.box = box
        self.end_cards = end_cards
        self.end_decks = end_decks
        self.first_hand = first_hand
        self.network = network
        self.decks = decks
        self.hands = hands
        self.shares = shares
        self.run = run
        self.base_of = base_of  # cell -> seat that took its base card
        self.position = position  # seat -> place in the order, from 0
        self.left = left  # seat -> 1 once its train has left
        self.locomotive: i64 = NOBODY  # who owns it
        self.phase: i64 = DEALING
        self.done: i64 = 0  # cards dealt, or the deck that is being built
        # the turn under way
        self.active: i64 = NOBODY  # whose it is
        self.pair: i64 = NOBODY
        self.halves: i64 = 0  # halves of paid cards: a route costs one, a station two
        self.cell: i64 = NOBODY
        self.company: i64 = NOBODY
        self.seller: i64 = NOBODY
        self.price: i64 = 0  # still to pay
        # the end
        self.ending: i64 = 0  # 1 once an end condition was met
        self.changed: i64 = 0  # 1 if a card was laid, a share picked or a bonus taken in this round
        self.traded: i64 = 0  # 1 if a share went from player to player in this round
        self.idle: i64 = 0  # rounds in a row without the first
        self.still: i64 = 0  # rounds in a row without the one and the other

    def copy(self) -> "Express":
        twin = Express(
            players=self.players,
            box=self.box,
            end_cards=self.end_cards,
            end_decks=self.end_decks,
            first_hand=self.first_hand,
            network=self.network.copy(),
            decks=self.decks.copy(),
            hands=self.hands.copy(),
            shares=self.shares.copy(),
            run=self.run.copy(),
            base_of=self.base_of[:],
            position=self.position[:],
            left=self.left[:],
        )
        twin.to_act = self.to_act
        twin.turn = self.turn
        twin.round = self.round
        twin.locomotive = self.locomotive
        twin.phase = self.phase
        twin.done = self.done
        twin.active = self.active
        twin.pair = self.pair
        twin.halves = self.halves
        twin.cell = self.cell
        twin.company = self.company
        twin.seller = self.seller
        twin.price = self.price
        twin.ending = self.ending
        twin.changed = self.changed
        twin.traded = self.traded
        twin.idle = self.idle
        twin.still = self.still
        return twin

    def content(self) -> list[int]:
        numbers: list[int] = [self.players, self.to_act, self.turn, self.round, self.end_cards, self.end_decks]
        numbers += [self.locomotive, self.phase, self.done, self.active, self.pair, self.halves, self.cell]
        numbers += [self.company, self.seller, self.price]
        numbers += [self.ending, self.changed, self.traded, self.idle, self.still]
        numbers += self.network.content() + self.decks.content() + self.hands.content() + self.shares.content()
        numbers += self.run.content()
        return [*numbers, *self.base_of, *self.position, *self.left]

    # -- what may be done ----------------------------------------------------------------

    def legal(self) -> vec[i64]:
        phase = self.phase
        if phase == PAYMENT:
            return self.legal_draws()
        if phase == EXPANDING:
            return self.legal_expanding()
        if phase == SITE:
            return self.legal_lays()
        if phase == BUYING:
            return append(self.legal_buys(), STOP)
        if phase == PRICE:
            return self.legal_price()
        if phase == PICKING:
            return self.legal_picks()
        if phase == PAIR:
            return self.legal_pairs()
        if phase == COMPANY:
            return self.legal_runs()
        if phase == COURSE:
            return self.legal_routes()
        if phase == POSITION:
            return self.legal_positions()
        if phase == CHOOSING:
            return self.hands.moves(self.to_act, CHOOSE)
        moves = vec[i64](capacity=HIDDEN)
        if phase == LOCOMOTIVE:
            moves = append(moves, ANNOUNCE)
            return append(moves, WITHHOLD)
        code: i64 = DEAL if phase == DEALING else STACK
        for card in range(self.first_out(), self.last_out()):
            if self.in_box(card) > 0:
                moves = append(moves, code + card)
        return moves

    def weights(self) -> vec[i64]:
        weights = vec[i64](capacity=HIDDEN)
        for card in range(self.first_out(), self.last_out()):
            if self.in_box(card) > 0:
                weights = append(weights, self.in_box(card))
        return weights

    def draw(self, rng: Rng) -> i64:
        left: i64 = 0
        for card in range(self.first_out(), self.last_out()):
            left += self.in_box(card)
        at = rng.below(left)
        for card in range(self.first_out(), self.last_out()):
            at -= self.in_box(card)
            if at < 0:
                return (DEAL if self.phase == DEALING else STACK) + card
        raise AssertionError("there are cards left")

    # -- what happens --------------------------------------------------------------------

    def play(self, move: i64) -> None:
        if move >= ROUTE:
            self.choose_route(move - ROUTE)
        elif move < PAY:
            self.choose(move - CHOOSE)
        elif move < CELL:
            self.pay(move - PAY if move != PAY_LOCOMOTIVE else NOBODY)
        elif move < LAY:
            self.cell = move - CELL
            self.phase = SITE
        elif move < BUY:
            self.lay(move - LAY)
        elif move < PICK:
            self.buy((move - BUY) // 8, (move - BUY) % 8 - 1)
        elif move < RUN:
            self.pick(move - PICK)
        elif move < NO_RUN:
            self.run_train(move - RUN)
        elif move == NO_RUN:
            self.phase = POSITION
        elif move < SWAP:
            self.draw_bonus(move - DRAW)
        elif move < ANNOUNCE:
            self.change_position(move - SWAP if move != KEEP else NOBODY)
        elif move < EXPAND_FIRST:
            self.announce(move == ANNOUNCE)
        elif move < STOP:
            self.choose_pair(move)
        elif move == STOP:
            self.end_action()
        elif move < STACK:
            self.deal(move - DEAL)
        else:
            self.stack(move - STACK)

    # 1 Set-up

    def first_out(self) -> i64:
        """The cards that chance deals or stacks now: of the blue routes, or of the deck that is being built."""
        return FIRST_HIDDEN if self.phase == DEALING else self.box.deck_cards[self.done]

    def last_out(self) -> i64:
        return FIRST_HIDDEN + HIDDEN if self.phase == DEALING else self.box.deck_cards[self.done + 1]

    def in_box(self, card: i64) -> i64:
        """Copies that are neither in a hand nor in a deck."""
        out = self.decks.count[card]
        for seat in range(self.players):
            out += self.hands.held[seat * NUMBERS + card]
        return self.box.copies[card] - out

    def deal(self, card: i64) -> None:
        """1.3 Six blue route cards each, one hand after the other."""
        seat = self.done // self.first_hand
        self.hands.take(seat, card)
        self.hands.unseen[seat] |= self.box.bit[card - FIRST_HIDDEN]
        self.done += 1
        if self.done == self.players * self.first_hand:
            self.phase = SHUFFLING
            self.done = 0
            self.build_decks()

    def stack(self, card: i64) -> None:
        """1.2 The decks are shuffled and lie face up."""
        self.decks.put(card)
        self.build_decks()

    def build_decks(self) -> None:
        """Cards that nothing but one number is left of need no shuffling."""
        while self.done < DECKS:
            only: i64 = NOBODY
            kinds: i64 = 0
            for card in range(self.first_out(), self.last_out()):
                if self.in_box(card) > 0:
                    kinds += 1
                    only = card
            if kinds > 1:
                return
            if kinds == 1:
                self.decks.put(only)
            else:
                self.done += 1
        self.phase = CHOOSING
        self.to_act = 0

    def choose(self, card: i64) -> None:
        """1.4 All choose a card face down; nobody sees it before all have chosen."""
        self.hands.choice[self.to_act] = card
        self.turn += 1
        self.to_act += 1
        if self.to_act == self.players:
            self.turn_cards_over()

    def turn_cards_over(self) -> None:
        """1.4 The highest card goes first; the cards return to the hands, and all have seen them."""
        for seat in range(self.players):
            place: i64 = 0
            for other in range(self.players):
                if self.box.number[self.hands.choice[other]] > self.box.number[self.hands.choice[seat]]:
                    place += 1
            self.position[seat] = place
            self.hands.show(seat, self.hands.choice[seat])
        self.begin_round()

    # 2 Rounds and turns

    def begin_round(self) -> None:
        self.round += 1
        self.changed = 0
        self.traded = 0
        for seat in range(self.players):
            self.left[seat] = 0
        self.subsidise()
        self.next_turn()

    def subsidise(self) -> None:
        """2.2 The Black Locomotive goes to the lowest capital, of equals to the lower position."""
        capital = self.scores()
        poorest: i64 = 0
        for seat in range(1, self.players):
            if capital[seat] < capital[poorest] or (
                capital[seat] == capital[poorest] and self.position[seat] < self.position[poorest]
            ):
                poorest = seat
        self.locomotive = poorest

    def next_turn(self) -> None:
        """2.3 The lowest position whose train has not left."""
        self.active = NOBODY
        for seat in range(self.players):
            if self.left[seat] == 0 and (self.active == NOBODY or self.position[seat] < self.position[self.active]):
                self.active = seat
        if self.active == NOBODY:
            self.end_round()
            return
        self.to_act = self.active
        self.phase = PAIR
        if self.network.expanded == 0:
            self.choose_pair(EXPAND_FIRST)  # 3.1 there is nothing else yet

    def legal_pairs(self) -> vec[i64]:
        """2.4 A pair is offered when its first action can be done; position can always be changed."""
        moves = vec[i64](capacity=4)
        if self.can_expand():
            moves = append(moves, EXPAND_FIRST)
        if self.can_buy():
            moves = append(moves, SHARES_FIRST)
        moves = append(moves, RUN_FIRST)
        return append(moves, PASS)

    def choose_pair(self, pair: i64) -> None:
        self.pair = pair
        if pair == EXPAND_FIRST:
            self.phase = EXPANDING
        elif pair == SHARES_FIRST:
            self.phase = BUYING
        elif pair == RUN_FIRST:
            self.prepare_run()
        else:
            self.end_turn()

    def end_action(self) -> None:
        """2.5 The first action of a pair leads to the second, if that can be done; the end of the
        game is tested after each."""
        self.test_end()
        expanding = self.phase == EXPANDING
        self.halves = 0
        if expanding and self.pair == EXPAND_FIRST and self.can_buy():
            self.phase = BUYING
        elif not expanding and self.pair == SHARES_FIRST and self.can_expand():
            self.phase = EXPANDING
        else:
            self.end_turn()

    def end_turn(self) -> None:
        self.left[self.active] = 1
        self.turn += 1
        self.company = NOBODY
        self.pair = NOBODY
        self.next_turn()

    def end_round(self) -> None:
        """7.1 A round is played to its end; 7.4 a standstill is the end too."""
        self.idle = 0 if self.changed else self.idle + 1
        self.still = 0 if self.changed or self.traded else self.still + 1
        if self.ending or self.still == STILL_ROUNDS or self.idle == IDLE_ROUNDS:
            self.to_act = OVER
        else:
            self.begin_round()

    # Paying

    def funds(self, seat: i64) -> i64:
        """Cards that a seat could pay: its hand and the Black Locomotive."""
        return self.hands.size[seat] + (1 if self.locomotive == seat else 0)

    def pay(self, card: i64) -> None:
        """2.6 A card face up on its deck, or to the seller of a share; 6.2 the Locomotive aside."""
        if card == NOBODY:
            self.locomotive = NOBODY
        else:
            self.hands.give(self.active, card)
            if self.phase == PRICE and self.seller != NOBODY:
                self.hands.take(self.seller, card)
            else:
                self.decks.put(card)
        if self.phase == PRICE:
            self.price -= 1
            if self.price == 0:
                self.hand_over()
        else:
            self.halves += 2

    def legal_payments(self) -> vec[i64]:
        moves = self.hands.moves(self.active, PAY)
        return append(moves, PAY_LOCOMOTIVE) if self.locomotive == self.active else moves

    # 3 Expand

    def can_expand(self) -> bool:
        """3.2 Something can be paid, and something laid for it."""
        if self.funds(self.active) == 0:
            return False
        return self.network.can_expand_any(2, self.decks) or len(self.useful_payments()) > 0

    def useful_payments(self) -> vec[i64]:
        """3.2 Cards whose payment allows a lay: any, or if the decks lack everything that fits,
        those that fit themselves."""
        if self.network.can_expand_any(2, self.decks):
            return self.legal_payments()
        moves = vec[i64](capacity=32)
        for card in range(NUMBERS):
            if self.hands.held[self.active * NUMBERS + card] > 0:
                self.decks.put(card)
                if self.network.can_expand_any(2, self.decks):
                    moves = append(moves, PAY + card)
                self.decks.take(card)
        return moves

    def legal_expanding(self) -> vec[i64]:
        """3.2 Lay for what is paid, pay again, or stop; a whole paid card has to be used."""
        moves = vec[i64](capacity=64)
        if self.halves < 2 and self.funds(self.active) > 0:
            moves = self.useful_payments()
        if self.halves > 0:
            for cell in range(CELLS):
                if self.network.can_expand(cell, self.halves, self.decks):
                    moves = append(moves, CELL + cell)
        if len(moves) == 0 or (self.halves < 2 and self.network.expanded > 0):
            moves = append(moves, STOP)
        return moves

    def legal_lays(self) -> vec[i64]:
        lays = self.network.lays(self.cell, self.decks)
        for i in range(len(lays)):
            lays[i] += LAY
        return lays

    def lay(self, lay: i64) -> None:
        """3.6 The new card leaves its deck; a base card goes to the player, another to its deck."""
        self.halves -= 1 if lay < ROUTES * SIDES else 2
        self.decks.take(lay // SIDES)
        old = self.network.lay(self.cell, lay)
        if old == NOBODY:
            self.base_of[self.cell] = self.active
        else:
            self.decks.put(old)
        self.changed = 1
        self.cell = NOBODY
        self.phase = EXPANDING
        if self.halves == 0 and self.funds(self.active) == 0:
            self.end_action()

    # 4 Shares

    def can_buy(self) -> bool:
        return len(self.legal_buys()) > 0

    def holds_share_card(self, seat: i64, company: i64) -> bool:
        for card in range(ROUTES):
            if self.hands.held[seat * NUMBERS + card] > 0 and self.box.share[card] == company:
                return True
        return False

    def legal_buys(self) -> vec[i64]:
        """4.1 The price is the number of stations; 4.2 decks first, then players, 6.1 but never
        the owner of the Black Locomotive."""
        moves = vec[i64](capacity=16)
        seat = self.active
        funds = self.funds(seat)
        for company in range(COMPANIES):
            price = self.network.stations[company]
            if price == 0 or price > funds:
                continue
            if self.decks.shares[company] > 0:
                moves = append(moves, BUY + company * 8)
                continue
            if self.holds_share_card(seat, company):
                moves = append(moves, BUY + company * 8)
            for other in range(self.players):
                if other != seat and other != self.locomotive and self.shares.held[other * COMPANIES + company] > 0:
                    moves = append(moves, BUY + company * 8 + other + 1)
        return moves

    def buy(self, company: i64, seller: i64) -> None:
        self.company = company
        self.seller = seller
        self.price = self.network.stations[company]
        self.phase = PRICE

    def legal_price(self) -> vec[i64]:
        """4.3 If the decks lack the share, the last card paid has to be one itself."""
        if self.price > 1 or self.seller != NOBODY or self.decks.shares[self.company] > 0:
            return self.legal_payments()
        moves = vec[i64](capacity=8)
        for card in range(ROUTES):
            if self.hands.held[self.active * NUMBERS + card] > 0 and self.box.share[card] == self.company:
                moves = append(moves, PAY + card)
        return moves

    def hand_over(self) -> None:
        """4.4 All is paid: the share comes from the seller, or is picked out of the decks."""
        if self.seller == NOBODY:
            self.phase = PICKING
            return
        card = self.shares.sell(self.seller, self.company)
        self.seller = NOBODY
        self.traded = 1
        self.put_on_display(card)

    def legal_picks(self) -> vec[i64]:
        moves = vec[i64](capacity=20)
        for card in range(ROUTES):
            if self.decks.count[card] > 0 and self.box.share[card] == self.company:
                moves = append(moves, PICK + card)
        return moves

    def pick(self, card: i64) -> None:
        self.changed = 1
        self.decks.take(card)
        self.put_on_display(card)

    def put_on_display(self, card: i64) -> None:
        self.shares.put(self.active, card)
        self.company = NOBODY
        self.phase = BUYING
        if not self.can_buy():
            self.end_action()

    # 5 Run

    def prepare_run(self) -> None:
        """5.1 Companies with a share of the player, a station and a route."""
        self.run.runnable = 0
        for company in range(COMPANIES):
            held = self.shares.held[self.active * COMPANIES + company] > 0 and self.network.stations[company] > 0
            if held and Routes(self.network, company, self.shares.issued[company]).can_run():
                self.run.runnable |= self.box.bit[company]
        self.phase = COMPANY if self.run.runnable else POSITION

    def legal_runs(self) -> vec[i64]:
        moves = vec[i64](capacity=8)
        for company in range(COMPANIES):
            if self.run.runnable & self.box.bit[company]:
                moves = append(moves, RUN + company)
        return append(moves, NO_RUN)

    def run_train(self, company: i64) -> None:
        """5.2 The range is the number of issued shares; 5.4 only the longest routes may be taken."""
        self.company = company
        routes = Routes(self.network, company, self.shares.issued[company])
        self.run.length = routes.longest()
        self.run.routes = routes.routes()
        self.phase = COURSE

    def legal_routes(self) -> vec[i64]:
        moves = vec[i64](capacity=len(self.run.routes))
        for i in range(len(self.run.routes)):
            moves = append(moves, ROUTE + self.run.routes[i])
        return moves

    def choose_route(self, stations: i64) -> None:
        """6.3 The owner of the Black Locomotive speaks before the first card is taken."""
        self.run.route = stations
        self.run.bonus = worth(self.network, stations)
        self.run.announced = NOBODY
        if self.locomotive == NOBODY:
            self.begin_payment()
        else:
            self.phase = LOCOMOTIVE
            self.to_act = self.locomotive

    def announce(self, uses: bool) -> None:
        if uses:
            self.run.announced = self.locomotive
        self.begin_payment()

    def paid_at(self, place: i64) -> i64:
        """5.6 Who stands at a place in the order of payment: from the initiator on by position."""
        at = (self.position[self.active] + place) % self.players
        for seat in range(self.players):
            if self.position[seat] == at:
                return seat
        raise AssertionError("every position is somebody's")

    def begin_payment(self) -> None:
        """5.6 Nobody takes more cards than shares, the Locomotive's included."""
        self.phase = PAYMENT
        for place in range(self.players):
            seat = self.paid_at(place)
            self.run.taken[place] = 0
            self.run.cap[place] = self.shares.held[seat * COMPANIES + self.company] + (
                1 if seat == self.run.announced else 0
            )
        self.run.place = 0
        self.pay_next()

    def pay_next(self) -> None:
        """5.7 One card at a time; the rest is the initiator's; empty decks end it."""
        if self.run.bonus == 0 or self.decks.empty() == DECKS:
            self.end_payment()
            return
        self.run.place = next_place(self.run.cap, self.run.taken, self.run.place)
        self.to_act = self.paid_at(self.run.place)

    def legal_draws(self) -> vec[i64]:
        moves = vec[i64](capacity=DECKS)
        for deck in range(DECKS):
            if self.decks.size[deck] > 0:
                moves = append(moves, DRAW + deck)
        return moves

    def draw_bonus(self, deck: i64) -> None:
        """5.7 The top card of any deck; all have seen it."""
        card = self.decks.top(deck)
        self.decks.take(card)
        self.hands.take(self.to_act, card)
        self.changed = 1
        self.run.bonus -= 1
        self.run.taken[self.run.place] += 1
        self.run.place += 1
        self.pay_next()

    def end_payment(self) -> None:
        """6.3 A Locomotive that was used is put aside."""
        if self.run.announced != NOBODY:
            self.locomotive = NOBODY
            self.run.announced = NOBODY
        self.run.bonus = 0
        self.test_end()
        self.to_act = self.active
        self.phase = POSITION

    # Position

    def legal_positions(self) -> vec[i64]:
        moves = vec[i64](capacity=4)
        for place in range(self.players):
            if place != self.position[self.active]:
                moves = append(moves, SWAP + place)
        return append(moves, KEEP)

    def change_position(self, place: i64) -> None:
        """5.8 Two players exchange their positions; each keeps whether the train has left."""
        if place != NOBODY:
            for other in range(self.players):
                if self.position[other] == place:
                    self.position[other] = self.position[self.active]
            self.position[self.active] = place
        self.end_turn()

    # 7 End

    def test_end(self) -> None:
        """7.1 Enough base cards expanded, or enough decks empty, at the end of any action."""
        if self.network.expanded >= self.end_cards or self.decks.empty() >= self.end_decks:
            self.ending = 1

    def base_cards(self) -> vec[i64]:
        """The base cards that everybody took: seat * 2 -> routes, the next one: stations."""
        taken = vec[i64]([0] * (2 * self.players))
        base_of = self.base_of
        base_kind = self.box.base_kind
        for cell in range(CELLS):
            seat = base_of[cell]
            if seat != NOBODY:
                taken[seat * 2 + (0 if base_kind[cell] == 0 else 1)] += 1
        return taken

    def pairs(self, seat: i64) -> i64:
        """7.2 Base cards count in pairs of a route and a station."""
        taken = self.base_cards()
        return min(taken[seat * 2], taken[seat * 2 + 1])

    def share_points(self, seat: i64) -> i64:
        """7.2 A share is worth its company's stations."""
        points: i64 = 0
        for company in range(COMPANIES):
            points += self.shares.held[seat * COMPANIES + company] * self.network.stations[company]
        return points

    def scores(self) -> vec[i64]:
        """7.2 Capital: hand, shares, pairs, the Black Locomotive."""
        totals = vec[i64]([0] * self.players)
        taken = self.base_cards()
        for seat in range(self.players):
            totals[seat] = self.capital(seat, taken)
        return totals

    def capital(self, seat: i64, taken: vec[i64]) -> i64:
        """The same of one seat, with the base cards that everybody took."""
        total = self.hands.size[seat] + self.share_points(seat) + min(taken[seat * 2], taken[seat * 2 + 1])
        return total + (LOCOMOTIVE_POINTS if self.locomotive == seat else 0)

    def winners(self) -> vec[i64]:
        """7.3 The most capital, then the most shares."""
        totals = self.scores()
        winners = vec[i64](capacity=4)
        for seat in range(self.players):
            beaten = False
            for other in range(self.players):
                lead = totals[other] - totals[seat]
                if lead > 0 or (lead == 0 and self.shares.all_of(other) > self.shares.all_of(seat)):
                    beaten = True
            if not beaten:
                winners = append(winners, seat)
        return winners

    # -- secrets -------------------------------------------------------------------------

    def redeal(self, seat: i64, rng: Rng) -> None:
        """8.1 The others' cards that this seat has not seen lie somewhere among the others; face-down
        choices may be any card of the hand."""
        pool = vec[i64](capacity=HIDDEN)
        for k in range(HIDDEN):  # in the order of the cards, which says nothing of who holds them
            for other in range(self.players):
                if other != seat and self.hands.unseen[other] & self.box.bit[k]:
                    pool = append(pool, FIRST_HIDDEN + k)
        for i in range(len(pool) - 1, 0, -1):
            j = rng.below(i + 1)
            held = pool[i]
            pool[i] = pool[j]
            pool[j] = held
        at: i64 = 0
        for other in range(self.players):
            if other != seat:
                at = self.hands.deal_unseen(other, pool, at)
        if self.phase == CHOOSING:
            for other in range(self.players):
                if other != seat and self.hands.choice[other] != NOBODY:
                    cards = self.hands.moves(other, 0)
                    self.hands.choice[other] = cards[rng.below(len(cards))]


def new(players: i64, box: Box, end_cards: i64, end_decks: i64, first_hand: i64) -> Express:
    """1 Everything in the box, nothing dealt."""
    return Express(
        players=players,
        box=box,
        end_cards=end_cards,
        end_decks=end_decks,
        first_hand=first_hand,
        network=untouched(box),
        decks=no_decks(box),
        hands=empty_hands(box, players),
        shares=no_shares(box, players),
        run=no_run(players),
        base_of=vec[i64]([NOBODY] * CELLS),
        position=vec[i64]([0] * players),
        left=vec[i64]([0] * players),
    )
