"""Which moves of a decision a search tells apart.

A card of a bonus counts 1 from whichever deck it comes, and so does a card that is paid: what such decisions change
besides is little, and they are half of the game's.
"""

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.express_01.cards import NOBODY
from branchline.games.express_01.rules import (
    DRAW,
    EXPANDING,
    LAY,
    PAY,
    PAY_LOCOMOTIVE,
    PAYMENT,
    PICKING,
    PRICE,
    SITE,
    Express,
)


def apart(express: Express, moves: vec[i64]) -> vec[i64]:
    if len(moves) < 2:
        return moves
    phase = express.phase
    if phase == PAYMENT:
        return draws(express, moves)
    if phase == PRICE:
        return payments(express, moves)
    if phase == EXPANDING:
        return payments(express, moves) if express.network.can_expand_any(2, express.decks) else moves
    if phase == SITE:
        return lays(express, moves)
    return moves[:1] if phase == PICKING else moves


def draws(express: Express, moves: vec[i64]) -> vec[i64]:
    """The largest deck; and one that this empties, if that ends the game."""
    size = express.decks.size
    largest = moves[0]
    last: i64 = NOBODY
    for i in range(len(moves)):
        if size[moves[i] - DRAW] > size[largest - DRAW]:
            largest = moves[i]
        if size[moves[i] - DRAW] == 1:
            last = moves[i]
    found = append(vec[i64](capacity=2), largest)
    if last != NOBODY and last != largest and express.ending == 0 and express.decks.empty() + 1 >= express.end_decks:
        found = append(found, last)
    return found


def payments(express: Express, moves: vec[i64]) -> vec[i64]:
    """Of the cards that could be paid the one that nobody misses; the Black Locomotive; and whatever is no payment."""
    found = vec[i64](capacity=len(moves))
    chosen: i64 = NOBODY
    least: i64 = 0
    for i in range(len(moves)):
        move = moves[i]
        if PAY <= move < PAY_LOCOMOTIVE:
            company = express.box.share[move - PAY]
            missed = express.network.stations[company] if company >= 0 else 0
            if chosen == NOBODY or missed < least:
                chosen = move
                least = missed
        else:
            found = append(found, move)
    return found if chosen == NOBODY else append(found, chosen)


def lays(express: Express, moves: vec[i64]) -> vec[i64]:
    """Copies of a shape differ by the share on them only, and that counts for as long as the card lies in a deck."""
    if not express.network.holds_route(express.cell):
        return moves
    shape = express.box.shape
    found = vec[i64](capacity=len(moves))
    seen: i64 = NOBODY
    for i in range(len(moves)):
        if shape[moves[i] - LAY] != seen:
            found = append(found, moves[i])
        seen = shape[moves[i] - LAY]
    return found
