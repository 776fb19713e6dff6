"""Positions of one turn that are alike: two cards laid in either order come to the same, and are valued once."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.express_01.cards import CELLS, COMPANIES, DECKS, NOBODY, NUMBERS, ROUTES, SIDES
from branchline.games.express_01.rules import SITE, Express
from branchline.kernel.memo import Memo, word

PRIME: Final = 2147483647
OTHER: Final = 1073741789
HALF: Final = 1073741824  # two numbers below a prime make one key
LAYS: Final = 533  # NUMBERS times SIDES, and none; a literal, since mypyc looks sums up each time
OWNERS: Final = 8


@final
class Alike:
    """What the active player's lead is after a lay, by a key over all that it depends on; for one turn at a time."""

    def __init__(self) -> None:
        self.round: i64 = -1
        self.turn: i64 = -1
        self.leads = Memo()
        self.bests = Memo()  # what is best laid, by a key over all that decides it
        # For each cell a random number for each card that lies there and for each seat that took its base card: what
        # lies on the board is the exclusive or of its numbers, in whatever order it came there.
        self.laid = random_numbers(CELLS * LAYS, 12345)
        self.owner = random_numbers(CELLS * OWNERS, 54321)
        # of the position that lays are tried in
        self.board: i64 = 0
        self.one: i64 = 0
        self.two: i64 = 0
        self.empty: i64 = 0

    def begin(self, express: Express) -> None:
        """Lays will be tried here."""
        if self.turn != express.turn or self.round != express.round:
            self.turn = express.turn
            self.round = express.round
            self.leads.clear()
            self.bests.clear()
        self.empty = express.decks.empty()
        board: i64 = 0
        for cell in range(CELLS):
            board ^= self.laid[cell * LAYS + express.network.laid[cell] + 1]
            board ^= self.owner[cell * OWNERS + express.base_of[cell] + 1]
        self.board = board
        self.one = 1
        self.two = 7
        self.add(express.active)
        self.add(express.locomotive + 1)
        self.add(express.ending)
        self.add(express.idle)
        self.add(express.end_cards)
        self.add(express.end_decks)
        for seat in range(express.players):
            self.add(express.hands.size[seat])
            self.add(express.left[seat])
            self.add(express.position[seat])
            for company in range(COMPANIES):
                self.add(express.shares.held[seat * COMPANIES + company])
        for company in range(COMPANIES):
            self.add(express.shares.issued[company])

    def add(self, fact: i64) -> None:
        self.one = (self.one * 1000003 + fact + 1) % PRIME
        self.two = (self.two * 69069 + fact + 1) % OTHER

    def key_of_best(self, express: Express) -> i64:
        """Of what is best laid here; NOBODY if the action may end with it."""
        if express.funds(express.active) == 0:
            return NOBODY
        count = express.decks.count
        size = express.decks.size
        found = self.board ^ word(NUMBERS, self.one) ^ word(NUMBERS + 1, self.two)
        found ^= word(NUMBERS + 2, express.halves * CELLS + (express.cell if express.phase == SITE else NOBODY))
        cards: i64 = 0  # which there are, and whether decks are about to be empty: bits, some at a time
        for card in range(NUMBERS):
            cards = cards * 2 + (1 if count[card] > 0 else 0)
            if card % 32 == 31:
                found ^= word(card, cards)
                cards = 0
        for deck in range(DECKS):
            cards = cards * 4 + (size[deck] if size[deck] < 2 else 2)
        return found ^ word(NUMBERS + 3, cards)

    def key(self, express: Express, cell: i64, lay: i64) -> i64:
        """Of the position after a lay; NOBODY if the action may end with it, and who knows what comes then."""
        halves = express.halves - (1 if lay < ROUTES * SIDES else 2)
        if halves == 0 and express.funds(express.active) == 0:
            return NOBODY
        decks = express.decks
        before = express.network.laid[cell]
        from_deck = decks.box.deck_of[lay // SIDES]
        empty = self.empty
        board = self.board ^ self.laid[cell * LAYS + before + 1] ^ self.laid[cell * LAYS + lay + 1]
        if before < 0:
            board ^= self.owner[cell * OWNERS + express.base_of[cell] + 1]
            board ^= self.owner[cell * OWNERS + express.active + 1]
            if decks.size[from_deck] == 1:
                empty += 1
        else:
            to_deck = decks.box.deck_of[before // SIDES]
            if to_deck != from_deck:
                if decks.size[from_deck] == 1:
                    empty += 1
                if decks.size[to_deck] == 0:
                    empty -= 1
        rest = halves * 64 + empty
        one = (self.one * 1000003 + rest) % PRIME
        two = (self.two * 69069 + rest) % OTHER
        return (one * HALF + two) ^ board


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
