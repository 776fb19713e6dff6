"""8. Take Contracts: the deck, other players' hands, and who knows which card lies where."""

from typing import TYPE_CHECKING, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from branchline.games.steam_power.codes import FROM
from branchline.kernel.chance import Rng
from branchline.kernel.part import Part

if TYPE_CHECKING:
    from branchline.games.steam_power.rules import SteamPower


# Who may hold a card, as far as somebody knows: a bit a seat, and these two.
IN_DECK: Final[i64] = 32
NEVER_SHOWN: Final[i64] = 64
ANYWHERE: Final[i64] = 127


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Contracts(Part):
    """The contracts in the deck, in the hands and before the seats, and what everybody knows of them."""

    def __init__(
        self,
        pool: i64,
        deck_left: i64,
        hand: vec[i64],
        fulfilled: vec[i64],
        count: vec[i64],
        may_hold: vec[i64],
    ) -> None:
        self.pool = pool  # cards that nobody has seen, as a set of bits
        self.deck_left = deck_left
        self.hand = hand  # seat: cards, as a set of bits
        self.fulfilled = fulfilled  # seat: cards, as a set of bits
        self.count = count  # seat: how many it has fulfilled
        self.may_hold = may_hold  # (seat, or spectator last) * cards + card: who may hold it

    def copy(self) -> "Contracts":
        return Contracts(
            pool=self.pool,
            deck_left=self.deck_left,
            hand=self.hand[:],
            fulfilled=self.fulfilled[:],
            count=self.count[:],
            may_hold=self.may_hold,  # copied when somebody learns something
        )

    def content(self) -> list[int]:
        return [self.pool, self.deck_left, *self.hand, *self.fulfilled, *self.count, *self.may_hold]


def size(cards: i64) -> i64:
    """How many cards a set holds."""
    count: i64 = 0
    while cards:
        cards &= cards - 1
        count += 1
    return count


def members(t: "SteamPower", cards: i64, code: i64, moves: vec[i64]) -> vec[i64]:
    """Each card of a set, as `code` + card."""
    bit = t.land.bit
    for card in range(t.deck.cards):
        if cards & bit[card]:
            moves = append(moves, code + card)
    return moves


def pick(t: "SteamPower", cards: i64, rng: Rng) -> i64:
    """One card of a set, each as likely."""
    for _n in range(rng.below(size(cards))):
        cards &= cards - 1
    lowest = cards & -cards
    for card in range(t.deck.cards):
        if t.land.bit[card] == lowest:
            return card
    raise AssertionError("the set is empty")


def can_take(t: "SteamPower", seat: i64) -> bool:
    """8.3 Some card could come: out of the deck or out of a hand."""
    return t.contracts.deck_left > 0 or len(givers(t, seat)) > 0


def givers(t: "SteamPower", seat: i64) -> vec[i64]:
    """8.2 The others with the most unfulfilled contracts; nobody if that is the taker alone."""
    found = vec[i64](capacity=4)
    most: i64 = 1
    for other in range(t.players):
        most = max(most, size(t.contracts.hand[other]))
    for other in range(t.players):
        if other != seat and size(t.contracts.hand[other]) == most:
            found = append(found, FROM + other)
    return found


def draw(t: "SteamPower", seat: i64, card: i64) -> None:
    """8.1 A card from the deck, for this seat's eyes only."""
    bit = t.land.bit[card]
    t.contracts.pool &= ~bit
    t.contracts.deck_left -= 1
    t.contracts.hand[seat] |= bit
    t.contracts.may_hold = t.contracts.may_hold[:]
    t.contracts.may_hold[seat * t.deck.cards + card] = t.land.bit[seat]


def hand_over(t: "SteamPower", giver: i64, taker: i64, card: i64) -> None:
    """8.2 A card from hand to hand. Giver and taker know which; for everybody else each card that
    the giver may have held may now be the taker's."""
    bit = t.land.bit
    t.contracts.hand[giver] &= ~bit[card]
    t.contracts.hand[taker] |= bit[card]
    t.contracts.may_hold = t.contracts.may_hold[:]
    for watcher in range(t.seats + 1):
        if watcher != giver and watcher != taker:
            for k in range(watcher * t.deck.cards, (watcher + 1) * t.deck.cards):
                if t.contracts.may_hold[k] & bit[giver]:
                    t.contracts.may_hold[k] |= bit[taker]
    t.contracts.may_hold[giver * t.deck.cards + card] = bit[taker]
    t.contracts.may_hold[taker * t.deck.cards + card] = bit[taker]


def show(t: "SteamPower", card: i64) -> None:
    """A card lies open: everybody has seen it."""
    t.contracts.may_hold = t.contracts.may_hold[:]
    for watcher in range(t.seats + 1):
        t.contracts.may_hold[watcher * t.deck.cards + card] = 0


def shuffle_in(t: "SteamPower", cards: i64) -> None:
    """10.3 Discards become the deck again: they may be anywhere, but all have been shown."""
    t.contracts.pool |= cards
    t.contracts.deck_left += size(cards)
    t.contracts.may_hold = t.contracts.may_hold[:]
    for card in range(t.deck.cards):
        if cards & t.land.bit[card]:
            for watcher in range(t.seats + 1):
                t.contracts.may_hold[watcher * t.deck.cards + card] = ANYWHERE - NEVER_SHOWN


def unknown_hands(t: "SteamPower", watcher: i64) -> i64:
    """Cards in others' hands that were never shown to this watcher."""
    cards: i64 = 0
    for other in range(t.players):
        if other != watcher:
            cards |= t.contracts.hand[other]
    secret: i64 = 0
    for card in range(t.deck.cards):
        if cards & t.land.bit[card] and t.contracts.may_hold[watcher * t.deck.cards + card] & NEVER_SHOWN:
            secret |= t.land.bit[card]
    return secret


def redeal(t: "SteamPower", seat: i64, rng: Rng) -> None:
    """Deal what the seat can't know anew: each hand keeps its size, each card goes only where it
    may be, and all such deals are equally likely."""
    bit = t.land.bit
    cards = t.deck.cards
    loose = vec[i64](capacity=48)  # cards without a certain place
    places = vec[i64](capacity=48)  # for them: a seat, or the deck
    kept = vec[i64]([0] * t.players)
    for other in range(t.players):
        for card in range(cards):
            if t.contracts.hand[other] & bit[card]:
                if other == seat or t.contracts.may_hold[seat * cards + card] == bit[other]:
                    kept[other] |= bit[card]
                else:
                    places = append(places, other)
    for card in range(cards):  # by number: the order before the shuffle tells nothing of the true deal
        lies = t.contracts.pool & bit[card]
        if lies:
            places = append(places, t.players)
        for other in range(t.players):
            lies |= t.contracts.hand[other] & ~kept[other] & bit[card]
        if lies:
            loose = append(loose, card)
    for _n in range(2000):
        shuffle(loose, rng)
        if fits(t, seat, loose, places):
            break
    else:
        return  # hardly ever: the true deal is one of the possible ones
    for other in range(t.players):
        t.contracts.hand[other] = kept[other]
    t.contracts.pool = 0
    for k in range(len(loose)):
        if places[k] == t.players:
            t.contracts.pool |= bit[loose[k]]
        else:
            t.contracts.hand[places[k]] |= bit[loose[k]]


def shuffle(cards: vec[i64], rng: Rng) -> None:
    for k in range(len(cards) - 1, 0, -1):
        other = rng.below(k + 1)
        swapped = cards[k]
        cards[k] = cards[other]
        cards[other] = swapped


def fits(t: "SteamPower", seat: i64, loose: vec[i64], places: vec[i64]) -> bool:
    for k in range(len(loose)):
        place = IN_DECK if places[k] == t.players else t.land.bit[places[k]]
        if not t.contracts.may_hold[seat * t.deck.cards + loose[k]] & place:
            return False
    return True
