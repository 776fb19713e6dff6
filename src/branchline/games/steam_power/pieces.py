"""Where every piece is: the part of the state that the other modules read and move."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.steam_power.deck import Deck, Numbers
from branchline.games.steam_power.land import NONE, Land
from branchline.kernel.state import CHANCE, State

COMPANIES: Final[i64] = 5
LINKS: Final[i64] = 21  # a company's links: it has that many trains
COINS: Final[i64] = 40  # the longest coin path
CORNERS: Final[i64] = 4

# Who may hold a card, as far as somebody knows: a bit a seat, and these two.
IN_DECK: Final[i64] = 32
NEVER_SHOWN: Final[i64] = 64
ANYWHERE: Final[i64] = 127

# Moves of players and Automas.
LAY: Final[i64] = 0  # + hex * PAIRS + pair
REPLACE: Final[i64] = 4000  # + hex * PAIRS + pair
REMOVE: Final[i64] = 8000
BEGIN: Final[i64] = 8100  # + city: where the first track starts
STOP: Final[i64] = 8200
BUILD: Final[i64] = 8300  # + city * 16 + goods
FULFIL: Final[i64] = 9000  # + card
DELIVER: Final[i64] = 9100
CONTRACTS: Final[i64] = 9101
MONEY: Final[i64] = 9102
SKIP: Final[i64] = 9103
FROM: Final[i64] = 9110  # + seat: whose contract to take
COMPENSATION: Final[i64] = 9120  # an Automa's money for a bonus that it can't use
HEAD_FOR: Final[i64] = 9200  # + city: an Automa lays a coin path
# Chance.
TILE: Final[i64] = 9300  # + colour of the next city
STARTS: Final[i64] = 9310  # + seat that begins
CORNER: Final[i64] = 9320  # + colour of the good in the next corner
DRAW: Final[i64] = 9400  # + card
TAKEN: Final[i64] = 9500  # + card, out of somebody's hand
TRAIN: Final[i64] = 9600  # + company
TAKE: Final[i64] = 1000000  # + (way of paying * 64 + city): one good from there

# What is to happen next.
TILES: Final[i64] = 0
STARTER: Final[i64] = 1
GOODS_IN_CORNERS: Final[i64] = 2
DEAL: Final[i64] = 3
TRAIN_BAG: Final[i64] = 4
ACTION: Final[i64] = 5
FIRST_TILE: Final[i64] = 6  # the first track's city is chosen
LAYING: Final[i64] = 7  # a second placement, or stop
DELIVERY: Final[i64] = 8
BONUS: Final[i64] = 9
DRAWING: Final[i64] = 10
WHOSE: Final[i64] = 11  # choose whose contract to take
TAKING: Final[i64] = 12
REVEAL: Final[i64] = 13  # an Automa's contract is turned up
AUTOMA: Final[i64] = 14  # it fulfils it or acts by it
AUTOMA_LAYING: Final[i64] = 15
AUTOMA_BONUS: Final[i64] = 16


@final
class Plan:
    """10.5 A target and the path to it."""

    def __init__(self, start: i64, city: i64, good: i64, seek: i64, tiles: i64, cost: i64, hexes: vec[i64]) -> None:
        self.start = start  # the node of a first track, or NONE
        self.city = city
        self.good = good  # which good of the contract asked for it
        self.seek = seek
        self.tiles = tiles
        self.cost = cost
        self.hexes = hexes


class Pieces(State):
    """A company owns trains, factories and links. It is a seat, but in basic solo one player runs
    all five companies with one purse and one hand."""

    def __init__(
        self,
        players: i64,
        automas: i64,
        land: Land,
        deck: Deck,
        numbers: Numbers,
        colour: vec[i64],
        beside_map: vec[i64],
        bag: vec[i64],
        rail: vec[i64],
        link: vec[i64],
        network: vec[i64],
        joins: vec[i64],
        roads: vec[i64],
        facing: vec[i64],
        link_start: vec[i64],
        trains: vec[i64],
        factories: vec[i64],
        money: vec[i64],
        owner: vec[i64],
        goods: vec[i64],
        tiles: vec[i64],
        stock: vec[i64],
        hand: vec[i64],
        fulfilled: vec[i64],
        contracts: vec[i64],
        may_hold: vec[i64],
        need: vec[i64],
        corner: vec[i64],
        discards: vec[i64],
        coins: vec[i64],
        coin_count: vec[i64],
        target: vec[i64],
    ) -> None:
        self.players = players
        self.automas = automas
        self.seats = players + automas
        self.to_act = CHANCE
        self.turn = 0
        self.round = 0
        self.land = land
        self.deck = deck
        self.numbers = numbers
        self.solo = self.seats == 1
        self.companies: i64 = COMPANIES if self.seats == 1 else self.seats
        self.colour = colour  # of each city tile
        self.beside_map = beside_map  # city tiles left over, by colour
        self.bag = bag  # city tiles by colour, then basic solo's trains by company
        self.rail = rail  # hex * 2 + 0 or 1: the older and the newer rail on it, a pair
        self.link = link  # hex * 2 + 0 or 1: company * LINKS + n; NONE for a dead rail
        self.network = network  # company: nodes with a completed link of its own, as a set of bits
        self.joins = joins  # company * nodes + node: nodes at the other end of its links
        self.roads = roads  # node: nodes at the other end of anybody's links
        self.facing = facing  # company: hex * 6 + edge that its open end leads to, or NONE
        self.link_start = link_start  # company: the node at which its incomplete link began
        self.trains = trains
        self.factories = factories
        self.money = money
        self.owner = owner  # city: whose factory
        self.goods = goods  # city: goods beside the factory
        self.tiles = tiles  # of each stock
        self.stock = stock  # goods by colour
        self.hand = hand  # seat: cards, as a set of bits
        self.fulfilled = fulfilled  # seat: cards, as a set of bits
        self.contracts = contracts  # seat: how many it has fulfilled
        self.may_hold = may_hold  # (seat, or spectator last) * cards + card: who may hold it
        self.need = need  # colour: goods still to deliver
        self.corner = corner  # goods in the corners of the map
        self.discards = discards  # Automa: its discarded cards
        self.coins = coins  # Automa * COINS + n: the hexes of its coin path
        self.coin_count = coin_count
        self.target = target  # Automa: the city its coin path leads to
        self.phase: i64 = TILES
        self.done: i64 = 0  # how much of the set-up's step is done
        self.linked: i64 = 0  # nodes with anybody's completed link
        self.pool: i64 = 0  # cards that nobody has seen, as a set of bits
        self.deck_left: i64 = deck.cards
        self.starter: i64 = 0
        self.company: i64 = 0  # the active one
        self.actions: i64 = 0  # left in this turn, the current one included
        self.placements: i64 = 0  # left in this action
        self.begin_at: i64 = NONE  # the first track's node
        self.contract: i64 = NONE  # being fulfilled, or an Automa's active card
        self.draws: i64 = 0  # contracts still to draw
        self.cards: i64 = 0  # contracts that the Automa has still to turn up
        self.good: i64 = 0  # which good of its contract the Automa goes by
        self.laid: i64 = 0  # tiles that the Automa has laid with this contract
        self.as_bonus = False
        self.marker: i64 = 0  # corner of the direction marker
        self.ending = False  # this is the last round
        # What `delivery` has found out for the active company, until something moves; empty if not yet.
        self.fare = vec[i64]()
        self.prices = vec[i64]()
        self.choices = vec[i64]()
        self.heading: Plan | None = None  # what an Automa has just been found to head for, until something moves

    def purse(self, company: i64) -> i64:
        """The seat that pays for a company."""
        if self.solo:
            return 0
        return company

    def has_factory(self, city: i64) -> bool:
        return self.owner[city] != NONE

    def flipped(self, city: i64) -> bool:
        """5.4 The last good has gone."""
        return self.owner[city] != NONE and self.goods[city] == 0
