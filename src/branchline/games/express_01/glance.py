"""A move at a glance: what can be told of it without looking ahead, for training to weigh."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.express_01.cards import CELLS, COMPANIES, NOBODY, ROUTES, SIDES
from branchline.games.express_01.routes import worth
from branchline.games.express_01.rules import (
    ANNOUNCE,
    BUY,
    BUYING,
    CELL,
    DRAW,
    EXPAND_FIRST,
    KEEP,
    LAY,
    NO_RUN,
    PASS,
    PAY,
    PAY_LOCOMOTIVE,
    PICK,
    ROUTE,
    RUN,
    RUN_FIRST,
    SHARES_FIRST,
    STOP,
    SWAP,
    Express,
)

NAMES: Final = [
    "expand",
    "expand: cards",
    "expand: rounds left",
    "shares",
    "shares: cards",
    "shares: rounds left",
    "run",
    "run: cards",
    "run: shares",
    "run: rounds left",
    "pass",
    "pay: for a new card",
    "pay: cards",
    "pay: the Locomotive",
    "pay: stations of its share",
    "stop expanding",
    "stop expanding: cards",
    "stop buying",
    "stop buying: cards",
    "cell: base card",
    "cell: makes a pair",
    "cell: station",
    "cell: own shares of its station",
    "lay: own shares",
    "lay: others' shares",
    "lay: worth",
    "lay: own shares that lose",
    "lay: sides",
    "buy",
    "buy: stations",
    "buy: rounds left",
    "buy: held",
    "buy: issued",
    "buy: from a player",
    "buy: cards left",
    "train: own part",
    "train: own shares",
    "train: issued",
    "train: stations",
    "no train",
    "route: pays",
    "announce",
    "announce: rounds left",
    "draw: empties a deck",
    "draw: stations of its share",
    "swap",
    "swap: places forward",
    "expand: own shares",
    "expand: others' shares",
    "run: takes",
    "run: others take",
    "stop expanding: rounds left",
    "stop buying: rounds left",
    "cell: own shares",
    "cell: others' shares",
    "buy: price, rounds left",
    "buy: takes more",
    "train: takes",
    "train: others take",
]

FEATURES: Final = 59


@final
class Takings:
    """What a run of each company brings to the active seat, and to all others."""

    def __init__(self) -> None:
        self.own = vec[float]([0.0] * COMPANIES)
        self.others = vec[float]([0.0] * COMPANIES)


def look(express: Express, move: i64, rounds: float, takings: Takings, row: vec[float]) -> None:
    """Fill the row of a move, which is all noughts."""
    if move >= ROUTE:
        row[40] = float(worth(express.network, move - ROUTE))
    elif move < PAY:
        return
    elif move < CELL:
        look_at_payment(express, move, row)
    elif move < LAY:
        look_at_cell(express, move - CELL, row)
        look_at_best_lay(express, move - CELL, row, 53)
    elif move < BUY:
        look_at_lay(express, move - LAY, row)
    elif move < PICK:
        look_at_share(express, move - BUY, rounds, takings, row)
    elif RUN <= move < NO_RUN:
        look_at_train(express, move - RUN, takings, row)
    elif move == NO_RUN:
        row[39] = 1.0
    elif DRAW <= move < SWAP:
        look_at_draw(express, move - DRAW, row)
    elif SWAP <= move < KEEP:
        row[45] = 1.0
        row[46] = float(express.position[express.active] - (move - SWAP))
    elif move == ANNOUNCE:
        row[41] = 1.0
        row[42] = rounds
    elif move == STOP:
        first: i64 = 17 if express.phase == BUYING else 15
        row[first] = 1.0
        row[first + 1] = float(express.funds(express.active))
        row[52 if express.phase == BUYING else 51] = rounds
    elif EXPAND_FIRST <= move <= PASS:
        look_at_pair(express, move, rounds, takings, row)


def look_at_pair(express: Express, move: i64, rounds: float, takings: Takings, row: vec[float]) -> None:
    cards = float(express.funds(express.active))
    if move == PASS:
        row[10] = 1.0
        return
    first: i64 = 0
    if move == SHARES_FIRST:
        first = 3
    elif move == RUN_FIRST:
        first = 6
    row[first] = 1.0
    row[first + 1] = cards
    if move == RUN_FIRST:
        for company in range(COMPANIES):
            if express.network.stations[company] > 0:
                row[8] += float(express.shares.held[express.active * COMPANIES + company])
            if takings.own[company] > row[49]:
                row[49] = takings.own[company]
                row[50] = takings.others[company]
        row[9] = rounds
    else:
        row[first + 2] = rounds
        if first == 0:
            for cell in range(CELLS):
                if express.network.can_be_paid(cell, 2):
                    look_at_best_lay(express, cell, row, 47)


def look_at_payment(express: Express, move: i64, row: vec[float]) -> None:
    row[11] = 1.0 if express.halves == 0 else 0.0
    row[12] = float(express.funds(express.active))
    if move == PAY_LOCOMOTIVE:
        row[13] = 1.0
        return
    company = express.box.share[move - PAY]
    if company >= 0:
        row[14] = float(express.network.stations[company])


def look_at_cell(express: Express, cell: i64, row: vec[float]) -> None:
    network = express.network
    if network.laid[cell] < 0:
        row[19] = 1.0
        row[20] = 1.0 if lacks(express, express.box.base_kind[cell] > 0) else 0.0
    else:
        owner = express.box.owner[network.card(cell)]
        if owner >= 0:
            row[22] = float(express.shares.held[express.active * COMPANIES + owner])
    if not network.holds_route(cell):
        row[21] = 1.0


def lacks(express: Express, station: bool) -> bool:
    """Whether a base card of this kind makes a pair with one that the player has."""
    more: i64 = 0  # stations than routes
    for cell in range(len(express.base_of)):
        if express.base_of[cell] == express.active:
            more += 1 if express.box.base_kind[cell] > 0 else -1
    return more < 0 if station else more > 0


def look_at_lay(express: Express, lay: i64, row: vec[float]) -> None:
    box = express.box
    card = lay // SIDES
    old = express.network.card(express.cell)
    own = express.active * COMPANIES
    owner = box.owner[card]
    if owner >= 0:
        held = express.shares.held[own + owner]
        row[23] = float(held)
        row[24] = float(express.shares.issued[owner] - held)
    if card >= ROUTES:
        row[25] = float(box.worth[card])
    if old != NOBODY and box.owner[old] >= 0:
        row[26] = float(express.shares.held[own + box.owner[old]])
    for side in range(SIDES):
        if box.rails[lay] & box.bit[side]:
            row[27] += 1.0


def look_at_best_lay(express: Express, cell: i64, row: vec[float], at: i64) -> None:
    """The station that serves its shares best, of all that may lie on a cell."""
    network = express.network
    if network.holds_route(cell):
        return
    listed = network.listed(cell)
    seen: i64 = NOBODY
    for i in range(network.list_start(cell), network.list_end(cell)):
        owner = express.box.owner[listed[i] // SIDES]
        if owner >= 0 and owner != seen and network.may_lay(cell, listed[i], express.decks):
            seen = owner
            own = float(express.shares.held[express.active * COMPANIES + owner])
            others = float(express.shares.issued[owner]) - own
            if own * 2.0 - others > row[at] * 2.0 - row[at + 1] or row[at] == 0.0:
                row[at] = own
                row[at + 1] = others


def look_at_share(express: Express, offer: i64, rounds: float, takings: Takings, row: vec[float]) -> None:
    company = offer // 8
    price = express.network.stations[company]
    row[28] = 1.0
    row[29] = float(price)
    row[30] = rounds
    row[31] = float(express.shares.held[express.active * COMPANIES + company])
    row[32] = float(express.shares.issued[company])
    row[33] = 0.0 if offer % 8 == 0 else 1.0
    row[34] = float(express.funds(express.active) - price)
    row[55] = float(price) * rounds
    if express.shares.issued[company] > 0:
        row[56] = (takings.own[company] + takings.others[company]) / float(express.shares.issued[company] + 1)


def look_at_train(express: Express, company: i64, takings: Takings, row: vec[float]) -> None:
    own = float(express.shares.held[express.active * COMPANIES + company])
    issued = float(express.shares.issued[company])
    row[35] = own / issued
    row[36] = own
    row[37] = issued
    row[38] = float(express.network.stations[company])
    row[57] = takings.own[company]
    row[58] = takings.others[company]


def look_at_draw(express: Express, deck: i64, row: vec[float]) -> None:
    row[43] = 1.0 if express.decks.size[deck] == 1 else 0.0
    company = express.box.share[express.decks.top(deck)]
    if company >= 0:
        row[44] = float(express.network.stations[company])
