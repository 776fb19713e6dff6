"""Positions of one turn that are alike: two cards laid in either order come to the same, and so do most cards that no
train can use. Each is valued once."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.express_01.cards import CELLS, COMPANIES, DECKS, NOBODY, NUMBERS, ROUTES, SIDES
from branchline.games.express_01.network import MOST_NEAR, Network
from branchline.games.express_01.rules import SITE, Express
from branchline.games.express_01.trains import A_PAY, Trains, packed
from branchline.kernel.memo import Memo, word

PRIME: Final = 2147483647
HALF: Final = 1073741824  # two numbers below a prime make one key
LAYS: Final = 533  # NUMBERS times SIDES, and none; a literal, since mypyc looks sums up each time
OWNERS: Final = 8

# Where a number stands in a key; of several, the first.
SEATS: Final = 1000
TURN: Final = 1010
PAID: Final = 1011
CARDS: Final = 1020
AFTER: Final = 1030
PAYS: Final = 1031
STATIONS: Final = 1032
TAKEN: Final = 1040  # seat


@final
class Alike:
    """What the active player's lead is after a lay, by keys over all that it depends on; for one turn at a time."""

    def __init__(self) -> None:
        self.round: i64 = -1
        self.turn: i64 = -1
        self.bests = Memo()  # the lead after the best lay, by all that decides what can be laid
        self.leads = Memo()  # the lead after a lay, by what lies on the board then
        self.outlooks = Memo()  # the same, by all that the value sees of the board
        # For each cell a random number for each card that lies there and for each seat that took its base card: what
        # lies on the board is the exclusive or of its numbers, in whatever order it came there.
        self.laid = random_numbers(CELLS * LAYS, 12345)
        self.owner = random_numbers(CELLS * OWNERS, 54321)
        # of the position that lays are tried in
        self.board: i64 = 0
        self.rest: i64 = 0  # all that a lay does not change
        self.empty: i64 = 0  # decks
        self.pays: i64 = 0  # what the trains pay
        self.stations: i64 = 0  # of the companies
        self.near: i64 = 0  # stations that track leads to and nobody has built yet
        self.taken: i64 = 0  # base cards, of all but the active player
        self.routes_taken: i64 = 0  # of the active player
        self.stations_taken: i64 = 0
        self.left: i64 = 0  # after the last lay: what is paid and not used, and how many decks are empty

    def begin(self, express: Express) -> None:
        """The best lay will be asked for here."""
        if self.turn != express.turn or self.round != express.round:
            self.turn = express.turn
            self.round = express.round
            self.bests.clear()
            self.leads.clear()
            self.outlooks.clear()
        board: i64 = 0
        laid = express.network.laid
        for cell in range(CELLS):
            board ^= self.laid[cell * LAYS + laid[cell] + 1]
            board ^= self.owner[cell * OWNERS + express.base_of[cell] + 1]
        self.board = board
        rest = word(TURN, express.active * 8 + express.locomotive + 1)
        rest ^= word(TURN + 1, express.end_cards * 64 + express.end_decks * 2 + express.ending)
        rest ^= word(TURN + 2, (express.idle * 16 + express.still) * 2 + express.traded)
        held = express.shares.held
        for seat in range(express.players):
            fact = (express.hands.size[seat] * 2 + express.left[seat]) * 8 + express.position[seat]
            for company in range(COMPANIES):
                fact = fact * 64 + held[seat * COMPANIES + company]
            rest ^= word(SEATS + seat, fact)
        self.rest = rest

    def key_of_best(self, express: Express) -> i64:
        """Of all that decides what is best laid here."""
        count = express.decks.count
        size = express.decks.size
        found = self.board ^ self.rest
        found ^= word(PAID, express.halves * CELLS + (express.cell if express.phase == SITE else NOBODY))
        cards: i64 = 0  # which there are, and whether decks are about to be empty: bits, some at a time
        for card in range(NUMBERS):
            cards = cards * 2 + (1 if count[card] > 0 else 0)
            if card % 32 == 31:
                found ^= word(CARDS + card // 32, cards)
                cards = 0
        for deck in range(DECKS):
            cards = cards * 4 + (size[deck] if size[deck] < 2 else 2)
        return found ^ word(CARDS + NUMBERS // 32, cards)

    def begin_tries(self, express: Express, trains: Trains) -> None:
        """Lays will be tried here."""
        network = express.network
        self.empty = express.decks.empty()
        trains.look(network)
        self.pays = trains.pays(network, express.shares.issued)
        self.stations = packed(network.stations)
        self.near = network.stations_near()
        taken = express.base_cards()
        self.taken = 0
        for seat in range(express.players):
            if seat != express.active:
                self.taken ^= word(TAKEN + seat, taken[seat * 2] * 64 + taken[seat * 2 + 1])
        self.routes_taken = taken[express.active * 2]
        self.stations_taken = taken[express.active * 2 + 1]

    def key(self, express: Express, cell: i64, lay: i64) -> i64:
        """Of the position after a lay, by what lies on the board."""
        before = express.network.laid[cell]
        board = self.board ^ self.laid[cell * LAYS + before + 1] ^ self.laid[cell * LAYS + lay + 1]
        if before < 0:
            board ^= self.owner[cell * OWNERS + express.base_of[cell] + 1]
            board ^= self.owner[cell * OWNERS + express.active + 1]
        self.left = self.left_after(express, cell, lay)
        return board ^ self.rest ^ word(AFTER, self.left)

    def left_after(self, express: Express, cell: i64, lay: i64) -> i64:
        """What is paid and not used after a lay, and how many decks are empty then, as one number."""
        decks = express.decks
        from_deck = decks.box.deck_of[lay // SIDES]
        before = express.network.laid[cell]
        to_deck = decks.box.deck_of[before // SIDES] if before >= 0 else NOBODY
        empty = self.empty
        if to_deck != from_deck:
            if decks.size[from_deck] == 1:
                empty += 1
            if to_deck != NOBODY and decks.size[to_deck] == 0:
                empty -= 1
        return (express.halves - (1 if lay < ROUTES * SIDES else 2)) * 64 + empty

    def pays_after(self, network: Network, trains: Trains, issued: vec[i64], cell: i64, lay: i64) -> i64:
        """What the trains pay after a lay: a route card that does not lead on is of no use to them."""
        ways = network.box.rails[lay] & network.beside[cell]
        if lay < ROUTES * SIDES and ways & (ways - 1) == 0:
            return self.pays
        trains.look_after(network, cell, lay)
        return trains.pays(network, issued)

    def outlook(self, express: Express, trains: Trains, cell: i64, lay: i64) -> i64:
        """A key of all that the value sees after a lay, the same that `key` was asked for just before."""
        network = express.network
        pays = self.pays_after(network, trains, express.shares.issued, cell, lay)
        expanded = network.expanded
        routes = self.routes_taken
        stations = self.stations_taken
        if network.laid[cell] < 0:
            expanded += 1
            if network.box.base_kind[cell] == 0:
                routes += 1
            else:
                stations += 1
        found = self.rest ^ self.taken ^ word(TAKEN + express.active, routes * 64 + stations)
        found ^= word(AFTER, (self.left * 64 + expanded) * 64 + self.near_after(network, cell, lay))
        found ^= word(PAYS, pays)
        return found ^ word(STATIONS, self.stations_after(network, cell, lay))

    def stations_after(self, network: Network, cell: i64, lay: i64) -> i64:
        box = network.box
        old = box.owner[network.laid[cell] // SIDES] if network.laid[cell] >= 0 else NOBODY
        new = box.owner[lay // SIDES]
        found = self.stations
        if old != NOBODY:
            found -= box.bit[A_PAY * old]
        if new != NOBODY:
            found += box.bit[A_PAY * new]
        return found

    def near_after(self, network: Network, cell: i64, lay: i64) -> i64:
        box = network.box
        near = self.near
        if network.is_near(cell):
            near -= 1
        for side in range(SIDES):
            if (box.rails[lay] >> side) & 1:
                beside = box.beside[cell * SIDES + side]
                if network.laid[beside] < 0 and network.beside[beside] == 0 and box.base_kind[beside] > 0:
                    near += 1
        return min(near, MOST_NEAR)


def random_numbers(count: i64, seed: i64) -> vec[i64]:
    found = vec[i64](capacity=count)
    one = seed
    two = seed + 7
    for _ in range(count):
        one = one * 48271 % PRIME
        two = two * 40692 % 2147483399
        found = append(found, one * HALF + two % HALF)
    return found


assert LAYS == NUMBERS * SIDES + 1
