"""The box: what is printed on the cards. It never changes, so all states share one."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.kernel.part import Part

NOBODY: Final = -1  # no card, no company, no seat, no cell

COMPANIES: Final = 6
CELLS: Final = 35
DECKS: Final = 12  # kind * 3 + stage - 1; the kinds are route, through, terminal, capital
NUMBERS: Final = 133  # different expansion cards, in the order of their decks
ROUTES: Final = 69  # of these the first are route cards
FIRST_HIDDEN: Final = 33  # the route cards of stage 3, from which the first hands are dealt
HIDDEN: Final = 36

# Sides of a card, clockwise from north; a set of sides is a sum of bits.
SIDES: Final = 4


@final
class Box(Part):
    def __init__(
        self,
        number: vec[i64],
        deck_of: vec[i64],
        copies: vec[i64],
        share: vec[i64],
        owner: vec[i64],
        worth: vec[i64],
        rails: vec[i64],
        exits: vec[i64],
        next_start: vec[i64],
        next_lay: vec[i64],
        base_kind: vec[i64],
        base_start: vec[i64],
        base_lay: vec[i64],
        inland: vec[i64],
        beside: vec[i64],
        deck_start: vec[i64],
        deck_cards: vec[i64],
        bit: vec[i64],
    ) -> None:
        self.number = number  # card -> the number printed on it
        self.deck_of = deck_of  # card -> deck
        self.copies = copies  # card -> how many there are
        self.share = share  # card -> company of its locomotive
        self.owner = owner  # card -> company of its station
        self.worth = worth  # card -> what its station adds to a bonus: 1 and the extra
        self.rails = rails  # lay -> sides with track; a lay is card * 4 + quarter turns clockwise
        self.exits = exits  # lay * 4 + side entered -> sides by which a train may leave
        self.next_start = next_start  # lay -> where its successors begin in next_lay
        self.next_lay = next_lay  # lays that are listed and keep all track
        self.base_kind = base_kind  # cell -> kind of its base card
        self.base_start = base_start  # cell -> where its successors begin in base_lay
        self.base_lay = base_lay  # lays that are listed and stay inland
        self.inland = inland  # cell -> sides that are no border
        self.beside = beside  # cell * 4 + side -> cell
        self.deck_start = deck_start  # deck -> where it begins among all cards
        self.deck_cards = deck_cards  # deck -> its first card; its last stands before the next deck's first
        self.bit = bit  # n -> 2 ** n
        self.shape = vec[i64](capacity=len(rails))  # lay -> what routes care about, as a number: track, owner, worth
        for lay in range(len(rails)):
            card = lay // SIDES
            code = owner[card] + 1 + 7 * worth[card]
            for side in range(SIDES):
                code = code * 16 + exits[lay * SIDES + side]
            self.shape = append(self.shape, code * 16 + rails[lay])

    def stage(self, card: i64) -> i64:
        return self.deck_of[card] % 3 + 1

    def kind(self, card: i64) -> i64:
        return self.deck_of[card] // 3


def opposite(side: i64) -> i64:
    return side ^ 2
