"""Steam Power, in the order of RULES.md: set-up, turns, the five actions, bonuses, the Automa, the end."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from branchline.games.steam_power import automaton, contracts, delivery, factories, scoring, track
from branchline.games.steam_power.automaton import Automas
from branchline.games.steam_power.cities import Cities
from branchline.games.steam_power.codes import (
    ACTION,
    AUTOMA,
    AUTOMA_BONUS,
    AUTOMA_LAYING,
    BEGIN,
    BONUS,
    BUILD,
    CONTRACTS,
    CORNER,
    DEAL,
    DELIVER,
    DELIVERY,
    DRAW,
    DRAWING,
    FIRST_TILE,
    FROM,
    FULFIL,
    GOODS_IN_CORNERS,
    HEAD_FOR,
    LAY,
    LAYING,
    MONEY,
    REMOVE,
    REPLACE,
    REVEAL,
    SKIP,
    STARTER,
    STARTS,
    STOP,
    TAKE,
    TAKEN,
    TAKING,
    TILE,
    TILES,
    TRAIN,
    TRAIN_BAG,
    WHOSE,
)
from branchline.games.steam_power.contracts import ANYWHERE, Contracts
from branchline.games.steam_power.deck import (
    BONUS_CONTRACTS,
    BONUS_FACTORY,
    BONUS_TRACK,
    COINS,
    COLOURS,
    COMPANIES,
    CORNERS,
    NO_BONUS,
    Deck,
    Numbers,
)
from branchline.games.steam_power.factories import Factories
from branchline.games.steam_power.land import NONE, PAIRS, Land
from branchline.games.steam_power.paths import Plan
from branchline.games.steam_power.track import Track
from branchline.kernel.chance import Rng
from branchline.kernel.state import CHANCE, OVER, State, draw_weighted

ACTIONS: Final[i64] = 2
SOLO_ROUNDS: Final[i64] = 8
TRAINS_IN_BAG: Final[i64] = 2
FROM_THE_BANK: Final[i64] = 3
WHITE: Final[i64] = 3


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class SteamPower(State):
    """A company owns trains, factories and links. It is a seat, but in basic solo one player runs
    all five companies with one purse and one hand."""

    def __init__(
        self,
        players: i64,
        version: i64,
        land: Land,
        deck: Deck,
        numbers: Numbers,
        cities: Cities,
        track: Track,
        factories: Factories,
        contracts: Contracts,
        automas: Automas,
        money: vec[i64],
        train_bag: vec[i64],
        need: vec[i64],
    ) -> None:
        self.players = players
        self.seats = players + automas.count
        self.to_act = CHANCE
        self.turn = 0
        self.round = 0
        self.version = version  # of the rules: tables and records of an older one are played to their end by it
        self.land = land
        self.deck = deck
        self.numbers = numbers
        self.cities = cities
        self.track = track
        self.factories = factories
        self.contracts = contracts
        self.automas = automas
        self.solo: bool = self.seats == 1
        self.companies: i64 = COMPANIES if self.seats == 1 else self.seats
        self.money = money  # seat -> dollars
        self.train_bag = train_bag  # basic solo: company -> trains
        self.phase: i64 = TILES
        self.done: i64 = 0  # how much of the set-up's step is done; then the seat whose contract is taken
        self.starter: i64 = 0
        self.ending: bool = False  # this is the last round
        # the turn under way
        self.company: i64 = 0  # the active one
        self.actions: i64 = 0  # left in this turn, the current one included
        self.placements: i64 = 0  # left in this action
        self.begin_at: i64 = NONE  # the first track's node
        self.contract: i64 = NONE  # being fulfilled, or an Automa's active card
        self.need = need  # colour -> goods still to deliver
        self.draws: i64 = 0  # contracts still to draw
        # What `delivery` has found out for the active company, until something moves; empty if not yet.
        self.fare = vec[i64]()
        self.prices = vec[i64]()
        self.choices = vec[i64]()
        self.heading: Plan | None = None  # what an Automa has just been found to head for, until something moves

    def copy(self) -> "SteamPower":
        twin = SteamPower(
            players=self.players,
            version=self.version,
            land=self.land,
            deck=self.deck,
            numbers=self.numbers,
            cities=self.cities.copy(),
            track=self.track.copy(),
            factories=self.factories.copy(),
            contracts=self.contracts.copy(),
            automas=self.automas.copy(),
            money=self.money[:],
            train_bag=self.train_bag[:],
            need=self.need[:],
        )
        twin.to_act = self.to_act
        twin.turn = self.turn
        twin.round = self.round
        twin.phase = self.phase
        twin.done = self.done
        twin.starter = self.starter
        twin.ending = self.ending
        twin.company = self.company
        twin.actions = self.actions
        twin.placements = self.placements
        twin.begin_at = self.begin_at
        twin.contract = self.contract
        twin.draws = self.draws
        return twin

    def content(self) -> list[int]:
        numbers: list[int] = [self.players, self.to_act, self.turn, self.round, self.phase, self.done, self.starter]
        numbers += [int(self.ending), self.company, self.actions, self.placements, self.begin_at, self.contract]
        numbers += self.cities.content() + self.track.content() + self.factories.content() + self.contracts.content()
        numbers += self.automas.content()
        return [*numbers, *self.money, *self.train_bag, *self.need, self.draws]

    def purse(self, company: i64) -> i64:
        """The seat that pays for a company."""
        if self.solo:
            return 0
        return company

    # -- what may be done ----------------------------------------------------------------

    def legal(self) -> vec[i64]:
        moves = vec[i64](capacity=64)
        company = self.company
        if self.phase == ACTION:
            return self.actions_now(company)
        if self.phase == LAYING:
            return append(track.placements(self, company, moves), STOP)
        if self.phase == FIRST_TILE:
            return track.starts(self, company, self.land.bit[self.begin_at], moves)
        if self.phase == DELIVERY:
            moves = append(moves, DELIVER)
            choices = delivery.active_choices(self)
            for i in range(len(choices)):
                moves = append(moves, choices[i])
            return moves
        if self.phase == BONUS:
            return append(self.bonus_moves(company), SKIP)
        if self.phase == WHOSE:
            return contracts.givers(self, self.to_act)
        if self.phase >= AUTOMA:
            return append(moves, automaton.move(self))
        return self.outcomes(moves)

    def actions_now(self, company: i64) -> vec[i64]:
        """3.2 The five actions."""
        moves = vec[i64](capacity=256)
        moves = track.placements(self, company, moves)
        moves = factories.sites(self, company, moves)
        moves = self.fulfilments(company, moves)
        if contracts.can_take(self, self.to_act):
            moves = append(moves, CONTRACTS)
        return append(moves, MONEY)

    def fulfilments(self, company: i64, moves: vec[i64]) -> vec[i64]:
        """6.1, 6.2 The contracts in hand that can be paid for, once there is a link."""
        hand = self.contracts.hand[self.to_act]
        if self.track.network[company] == 0 or hand == 0:
            return moves
        prices = delivery.active_prices(self)
        bit = self.land.bit
        money = self.money[self.purse(company)]
        for card in range(self.deck.cards):
            if hand & bit[card]:
                if delivery.cost(self, prices, card) <= money:
                    moves = append(moves, FULFIL + card)
                hand &= ~bit[card]
                if hand == 0:
                    break
        return moves

    def bonus_moves(self, company: i64) -> vec[i64]:
        """7.2 to 7.4 What the contract's bonus allows now."""
        moves = vec[i64](capacity=64)
        bonus = self.deck.bonus[self.contract]
        if bonus == BONUS_TRACK:
            moves = track.placements(self, company, moves)
        elif bonus == BONUS_FACTORY:
            moves = factories.bonus_sites(self, company, moves)
        elif bonus == BONUS_CONTRACTS and contracts.can_take(self, self.to_act):
            moves = append(moves, CONTRACTS)
        return moves

    def outcomes(self, moves: vec[i64]) -> vec[i64]:
        """What chance can bring."""
        if self.phase == DEAL or self.phase == DRAWING or self.phase == REVEAL:
            return contracts.members(self, self.contracts.pool, DRAW, moves)
        if self.phase == TAKING:
            return contracts.members(self, self.contracts.hand[self.done], TAKEN, moves)
        if self.phase == STARTER:
            for seat in range(self.players):
                moves = append(moves, STARTS + seat)
            return moves
        if self.phase == GOODS_IN_CORNERS:
            for colour in range(COLOURS):
                if not self.in_a_corner(colour):
                    moves = append(moves, CORNER + colour)
            return moves
        bag = self.bag()
        code: i64 = TILE if self.phase == TILES else TRAIN
        for kind in range(len(bag)):
            if bag[kind] > 0:
                moves = append(moves, code + kind)
        return moves

    def bag(self) -> vec[i64]:
        """What is drawn out of a bag: city tiles by colour, then basic solo's trains by company."""
        return self.cities.bag if self.phase == TILES else self.train_bag

    def weights(self) -> vec[i64]:
        weights = vec[i64](capacity=48)
        if self.phase == TILES or self.phase == TRAIN_BAG:
            bag = self.bag()
            for kind in range(len(bag)):
                if bag[kind] > 0:
                    weights = append(weights, bag[kind])
            return weights
        return vec[i64]([1] * len(self.legal()))

    def draw(self, rng: Rng) -> i64:
        if self.phase == DEAL or self.phase == DRAWING or self.phase == REVEAL:
            return DRAW + contracts.pick(self, self.contracts.pool, rng)
        if self.phase == TAKING:
            return TAKEN + contracts.pick(self, self.contracts.hand[self.done], rng)
        return draw_weighted(self.legal(), self.weights(), rng)

    def automaton(self) -> i64:
        return automaton.move(self)

    # -- what happens --------------------------------------------------------------------

    def play(self, move: i64) -> None:
        if move < FULFIL or move >= DELIVER:
            self.prices = vec[i64]()  # a contract that is shown changes no price, all else may
        self.choices = vec[i64]()
        if move < HEAD_FOR or move >= TILE:
            self.heading = None
        if self.to_act == CHANCE:
            self.happen(move)
        elif self.to_act >= self.players:
            self.play_automa(move)
        elif move < BUILD:
            self.play_track(move)
        elif move < FULFIL:
            factories.build(self, self.company, (move - BUILD) // 16, (move - BUILD) % 16)
            self.end_action()
        elif move < DELIVER:
            self.fulfil(move - FULFIL)
        elif move >= TAKE:
            delivery.take(self, self.company, (move - TAKE) % 64, (move - TAKE) // 64)
            self.go_on_delivering()
        elif move == DELIVER:
            self.deliver()
        elif move == CONTRACTS:
            self.draws = 2
            self.next_draw()
        elif move == MONEY:
            self.money[self.to_act] += FROM_THE_BANK
            self.end_action()
        elif move == SKIP:
            self.end_action()
        else:
            self.ask_for_contract(move - FROM)

    def happen(self, move: i64) -> None:
        """An outcome of chance."""
        if move >= TRAIN:
            self.draw_train(move - TRAIN)
        elif move >= TAKEN:
            contracts.hand_over(self, self.done, self.drawer(), move - TAKEN)
            self.next_draw()
        elif move >= DRAW:
            if self.phase == DEAL:
                self.deal(move - DRAW)
            elif self.phase == DRAWING:
                contracts.draw(self, self.drawer(), move - DRAW)
                self.next_draw()
            else:
                self.turn_up(move - DRAW)
        elif move >= CORNER:
            self.put_in_corner(move - CORNER)
        elif move >= STARTS:
            self.starter = move - STARTS
            self.set_up_automas()
        else:
            self.place_city(move - TILE)

    def drawer(self) -> i64:
        """The seat for which contracts are drawn."""
        return self.purse(self.company)

    # 2. Set-up

    def place_city(self, colour: i64) -> None:
        """2.1 A city tile on the next city."""
        self.cities.place(colour)
        if self.cities.placed < self.land.cities:
            return
        if self.players > 1:
            self.phase = STARTER
        else:
            self.set_up_automas()

    def set_up_automas(self) -> None:
        """10.1 The goods in the corners, when there is an Automa."""
        if self.automas.count > 0:
            self.phase = GOODS_IN_CORNERS
        else:
            self.phase = DEAL

    def in_a_corner(self, colour: i64) -> bool:
        for corner in range(CORNERS):
            if self.automas.corner[corner] == colour:
                return True
        return False

    def put_in_corner(self, colour: i64) -> None:
        """10.1 One good of each colour; the direction marker lies at the white one."""
        self.automas.corner[self.done] = colour
        self.factories.part_from_copies()
        self.factories.stock[colour] -= 1
        if colour == WHITE:
            self.automas.marker = self.done
        self.done += 1
        if self.done == CORNERS:
            self.done = 0
            self.phase = DEAL

    def deal(self, card: i64) -> None:
        """2.3 Contracts for every player, from the starting player on."""
        seat = (self.starter + self.done // self.numbers.hand) % self.players
        contracts.draw(self, seat, card)
        self.done += 1
        if self.done == self.players * self.numbers.hand:
            self.done = 0
            self.round = 1
            if self.solo:
                self.fill_train_bag()
            else:
                self.begin_turn(self.starter)

    # 3. Turns

    def begin_turn(self, seat: i64) -> None:
        """3.1 A player has two actions; an Automa two contracts."""
        self.company = seat
        if seat >= self.players:
            self.begin_automa(seat)
            return
        self.to_act = seat
        self.phase = ACTION
        self.actions = ACTIONS

    def end_action(self) -> None:
        self.contract = NONE
        self.placements = 0
        self.actions -= 1
        if self.actions > 0:
            self.to_act = self.purse(self.company)
            self.phase = ACTION
        else:
            self.end_turn()

    def end_turn(self) -> None:
        """3.1 The next seat; 9.1 the round in which the number was reached is finished."""
        self.turn += 1
        if self.solo:
            self.next_train()
            return
        following = (self.company + 1) % self.seats
        if following == self.starter:
            if self.ending:
                self.to_act = OVER
                return
            self.round += 1
        self.begin_turn(following)

    # 4. Lay Track

    def play_track(self, move: i64) -> None:
        company = self.company
        if move >= STOP:
            self.end_action()
            return
        if self.phase == ACTION or self.phase == BONUS:
            self.placements = 2
        if move >= BEGIN:
            self.begin_at = self.land.node[move - BEGIN]
            self.phase = FIRST_TILE
            return
        if move == REMOVE:
            track.remove(self, company)
        elif move >= REPLACE:
            track.replace(self, company, (move - REPLACE) // PAIRS, (move - REPLACE) % PAIRS)
        else:
            track.lay(self, company, (move - LAY) // PAIRS, (move - LAY) % PAIRS)
        self.begin_at = NONE
        self.test_coin_paths()
        self.placements -= 1
        if self.placements > 0 and track.can_place(self, company):
            self.phase = LAYING
        else:
            self.end_action()

    # 6. Fulfil Contract

    def fulfil(self, card: i64) -> None:
        """6.2 The contract is shown; its goods are to be delivered."""
        bit = self.land.bit[card]
        self.contracts.hand[self.to_act] &= ~bit
        contracts.show(self, card)
        self.contract = card
        for colour in range(COLOURS):
            self.need[colour] = self.deck.need[card * COLOURS + colour]
        self.phase = DELIVERY
        self.go_on_delivering()

    def go_on_delivering(self) -> None:
        """6.4 Sources and ways are the player's choice, where there is any."""
        if not delivery.has_open_choice(self, self.company):
            self.deliver()

    def deliver(self) -> None:
        delivery.deliver_rest(self, self.company)
        self.prices = vec[i64]()
        self.earn(self.to_act)
        if len(self.bonus_moves(self.company)) > 0:
            self.phase = BONUS
        else:
            self.end_action()

    def earn(self, seat: i64) -> None:
        """7.1 The contract lies open before its owner, its money is paid. 9.1 It may be the last round."""
        self.contracts.fulfilled[seat] |= self.land.bit[self.contract]
        self.contracts.count[seat] += 1
        self.money[seat] += self.deck.money[self.contract]
        if self.contracts.count[seat] >= self.numbers.ends_at and not self.solo:
            self.ending = True

    # 8. Take Contracts

    def next_draw(self) -> None:
        """8.1 From the deck, 8.2 or else out of the fullest hand."""
        seat = self.drawer()
        while self.draws > 0:
            self.draws -= 1
            if self.contracts.deck_left > 0:
                self.phase = DRAWING
                self.to_act = CHANCE
                return
            givers = contracts.givers(self, seat)
            if len(givers) > 1:
                self.phase = WHOSE
                self.to_act = seat
                return
            if len(givers) == 1:
                self.ask_for_contract(givers[0] - FROM)
                return
        self.end_action()

    def ask_for_contract(self, giver: i64) -> None:
        self.done = giver
        self.phase = TAKING
        self.to_act = CHANCE

    # 10. The Automa

    def begin_automa(self, seat: i64) -> None:
        """10.3 The marker moves on, two contracts are drawn."""
        self.automas.marker = (self.automas.marker + 1) % CORNERS
        self.automas.cards = 2
        self.refill_deck(seat)
        self.next_card(seat)

    def next_card(self, seat: i64) -> None:
        """10.3 The next contract is turned up; for a missing one there is $3."""
        self.contract = NONE
        while self.automas.cards > 0 and self.contracts.deck_left == 0:
            self.automas.cards -= 1
            self.money[seat] += FROM_THE_BANK
        if self.automas.cards == 0:
            self.end_turn()
            return
        self.phase = REVEAL
        self.to_act = CHANCE

    def refill_deck(self, seat: i64) -> None:
        """10.3 With an empty deck the Automa's discards are shuffled."""
        index = seat - self.players
        if self.contracts.deck_left == 0 and self.automas.cards > 0:
            contracts.shuffle_in(self, self.automas.discards[index])
            self.automas.discards[index] = 0

    def turn_up(self, card: i64) -> None:
        bit = self.land.bit[card]
        self.contracts.pool &= ~bit
        self.contracts.deck_left -= 1
        contracts.show(self, card)
        self.contract = card
        self.automas.cards -= 1
        self.refill_deck(self.company)  # 10.3 both cards are drawn before the first is resolved
        self.to_act = self.company
        self.phase = AUTOMA
        self.automas.good = 0
        self.automas.laid = 0
        self.placements = 2
        self.automas.as_bonus = False

    def play_automa(self, move: i64) -> None:
        company = self.company
        if move >= HEAD_FOR:
            self.set_coins(company)
        elif move < BUILD:
            self.lay_on_path(company, move)
        elif move < FULFIL:
            factories.build(self, company, (move - BUILD) // 16, (move - BUILD) % 16)
            self.end_card()
        elif move < DELIVER:
            self.fulfil_automa(company)
        elif move == MONEY:
            self.money[company] += FROM_THE_BANK
            self.end_card()
        else:
            self.money[company] += self.numbers.compensation
            self.end_card()

    def fulfil_automa(self, company: i64) -> None:
        """10.4 The goods at least cost, the contract's money, then its bonus."""
        for colour in range(COLOURS):
            self.need[colour] = self.deck.need[self.contract * COLOURS + colour]
        delivery.deliver_rest(self, company)
        self.earn(company)
        if self.deck.bonus[self.contract] == NO_BONUS:
            self.next_card(company)
        else:
            self.automas.as_bonus = True
            self.phase = AUTOMA_BONUS

    def end_card(self) -> None:
        """10.3 A contract used as an action is discarded."""
        if not self.automas.as_bonus:
            self.automas.discards[self.company - self.players] |= self.land.bit[self.contract]
        self.next_card(self.company)

    def set_coins(self, company: i64) -> None:
        """10.6 Coins on the hexes of the path."""
        plan = self.heading
        if plan is None:
            plan = automaton.plan(self, company)
        assert plan is not None
        index = company - self.players
        for k in range(len(plan.hexes)):
            self.automas.coins[index * COINS + k] = plan.hexes[k]
        self.automas.coin_count[index] = len(plan.hexes)
        self.automas.target[index] = plan.city
        self.begin_at = plan.start
        self.automas.good = plan.good + 1
        self.phase = AUTOMA_LAYING
        self.heading = None

    def lay_on_path(self, company: i64, move: i64) -> None:
        """10.6 A tile takes the place of the first coin."""
        track.lay(self, company, (move - LAY) // PAIRS, (move - LAY) % PAIRS)
        self.begin_at = NONE
        index = company - self.players
        self.automas.coin_count[index] -= 1
        for k in range(self.automas.coin_count[index]):
            self.automas.coins[index * COINS + k] = self.automas.coins[index * COINS + k + 1]
        self.automas.coins[index * COINS + self.automas.coin_count[index]] = NONE
        if self.automas.coin_count[index] == 0:
            self.automas.target[index] = NONE
        self.test_coin_paths()
        self.placements -= 1
        self.automas.laid += 1
        self.phase = AUTOMA_LAYING
        if self.placements == 0 or automaton.next_track(self, company) == NONE:
            self.end_card()

    def test_coin_paths(self) -> None:
        """10.7 A coin path that can't be followed any more goes, with its incomplete link."""
        for index in range(self.automas.count):
            if self.automas.coin_count[index] > 0 and not automaton.is_followable(self, self.players + index):
                self.give_up_path(self.players + index)

    def give_up_path(self, company: i64) -> None:
        index = company - self.players
        for k in range(COINS):
            self.automas.coins[index * COINS + k] = NONE
        self.automas.coin_count[index] = 0
        self.automas.target[index] = NONE
        while track.has_open_end(self, company):
            track.remove(self, company)

    # 11. Basic solo

    def fill_train_bag(self) -> None:
        """11.1 Two trains of each company."""
        for company in range(COMPANIES):
            self.train_bag[company] = TRAINS_IN_BAG
        self.next_train()

    def next_train(self) -> None:
        """11.2 A train out of the bag names the company that acts; an empty bag ends the round."""
        left: i64 = 0
        for company in range(COMPANIES):
            left += self.train_bag[company]
        if left > 0:
            self.phase = TRAIN_BAG
            self.to_act = CHANCE
            return
        if self.contracts.deck_left > 0:
            self.contracts.deck_left -= 1  # face down: nobody knows which
        if self.round == SOLO_ROUNDS:
            self.to_act = OVER
            return
        self.round += 1
        self.fill_train_bag()

    def draw_train(self, company: i64) -> None:
        self.train_bag[company] -= 1
        self.company = company
        self.to_act = 0
        self.phase = ACTION
        self.actions = 1

    # -- the end -------------------------------------------------------------------------

    def scores(self) -> vec[i64]:
        return scoring.scores(self)

    def winners(self) -> vec[i64]:
        return scoring.winners(self)

    def redeal(self, seat: i64, rng: Rng) -> None:
        contracts.redeal(self, seat, rng)


def new(
    players: i64,
    automas: i64,
    land: Land,
    deck: Deck,
    numbers: Numbers,
    city_tiles: list[int],
    track_tiles: list[int],
    goods_a_colour: i64,
    version: i64,
) -> SteamPower:
    """2. Everything in the box, nothing drawn."""
    seats = players + automas
    companies: i64 = COMPANIES if seats == 1 else seats
    trains = numbers.trains - (TRAINS_IN_BAG if seats == 1 else 0)
    pool: i64 = 0
    for card in range(deck.cards):
        pool |= land.bit[card]
    return SteamPower(
        players=players,
        version=version,
        land=land,
        deck=deck,
        numbers=numbers,
        cities=Cities(
            colour=vec[i64]([NONE] * land.cities),
            bag=vec[i64](city_tiles),
            beside_map=vec[i64]([0] * (COLOURS + 1)),
            placed=0,
        ),
        track=Track(
            tiles=vec[i64](track_tiles),
            trains=vec[i64]([trains] * companies),
            rail=vec[i64]([NONE] * (land.hexes * 2)),
            link=vec[i64]([NONE] * (land.hexes * 2)),
            facing=vec[i64]([NONE] * companies),
            link_start=vec[i64]([NONE] * companies),
            joins=vec[i64]([0] * (companies * land.nodes)),
            roads=vec[i64]([0] * land.nodes),
            network=vec[i64]([0] * companies),
            linked=0,
        ),
        factories=Factories(
            left=vec[i64]([numbers.factories] * companies),
            stock=vec[i64]([goods_a_colour] * COLOURS),
            owner=vec[i64]([NONE] * land.cities),
            goods=vec[i64]([0] * land.cities),
        ),
        contracts=Contracts(
            pool=pool,
            deck_left=deck.cards,
            hand=vec[i64]([0] * players),
            fulfilled=vec[i64]([0] * seats),
            count=vec[i64]([0] * seats),
            may_hold=vec[i64]([ANYWHERE] * ((seats + 1) * deck.cards)),
        ),
        automas=Automas(
            corner=vec[i64]([NONE] * CORNERS),
            marker=0,
            discards=vec[i64]([0] * automas),
            coins=vec[i64]([NONE] * (automas * COINS)),
            coin_count=vec[i64]([0] * automas),
            target=vec[i64]([NONE] * automas),
        ),
        money=vec[i64]([numbers.money] * seats),
        train_bag=vec[i64]([0] * COMPANIES) if seats == 1 else vec[i64](),
        need=vec[i64]([0] * COLOURS),
    )
