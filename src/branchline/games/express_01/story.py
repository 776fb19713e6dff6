"""Express 01 as a story: what is asked, and log lines."""

from dataclasses import replace
from typing import TYPE_CHECKING

from branchline.game import Line
from branchline.games.express_01 import rules
from branchline.games.express_01.cards import DECKS, NOBODY
from branchline.games.express_01.routes import worth
from branchline.games.express_01.rules import Express
from branchline.kernel.state import OVER
from branchline.words import listed, plural

if TYPE_CHECKING:
    from branchline.games.express_01.game import Express01Game

PAIRS = {
    rules.EXPAND_FIRST: "expand then shares",
    rules.SHARES_FIRST: "shares then expand",
    rules.RUN_FIRST: "run then position",
    rules.PASS: "pass",
}
BLACK = "the {piece:black} Black Locomotive"

# -- where the game stands -----------------------------------------------------------------------


def where(state: Express) -> str:
    if state.round == 0:
        return "Setting up"
    built = f"{state.network.expanded} of {state.end_cards} cards built"
    if state.to_act == OVER:
        return f"{plural(int(state.round), 'round')} · {built}"
    if state.ending:
        return f"Round {state.round} · last round"
    return " · ".join(part for part in (f"Round {state.round}", standstill(state), built) if part)


def standstill(state: Express) -> str:
    """7.4 How many more rounds like the last ones end the game; nothing before that comes near."""
    idle = int(rules.IDLE_ROUNDS - state.idle)
    if state.still:
        left = min(int(rules.STILL_ROUNDS - state.still), idle)
    elif state.idle >= rules.STILL_ROUNDS:
        left = idle  # shares were traded: three quiet rounds are as far away as ever
    else:
        return ""
    return f"standstill in {plural(left, 'round')}"


# -- what is asked -------------------------------------------------------------------------------


def prompt(game: "Express01Game", state: Express) -> str:
    phase = int(state.phase)
    if phase == rules.EXPANDING:
        return prompt_expanding(state)
    if phase == rules.SITE:
        return f"Lay a card on {game.place(state.cell)}."
    if phase == rules.PRICE:
        seller = f", from {{seat:{state.seller}}}" if state.seller != NOBODY else ""
        return f"Pay {plural(int(state.price), 'card')} for a {game.shown(state.company)} share{seller}."
    if phase == rules.PICKING:
        return f"Take a {game.shown(state.company)} share."
    if phase == rules.COURSE:
        count = len(state.routes)
        which = "Confirm the" if count == 1 else f"Choose one of the {count}"
        return f"{which} {game.shown(state.company)} route{'' if count == 1 else 's'}."
    if phase == rules.PAYMENT:
        return f"Take a card from the top of a deck. {game.shown(state.company)} still pays {state.bonus}."
    if phase == rules.POSITION:
        return ("" if state.runnable else "No train can run. ") + "Take another position, or keep yours."
    return {
        rules.CHOOSING: "Choose a card for the player order: the highest goes first.",
        rules.PAIR: "Choose your pair of actions.",
        rules.BUYING: "Buy a share, or stop.",
        rules.COMPANY: "Choose the company whose train runs.",
        rules.LOCOMOTIVE: "Use the Black Locomotive as a share in this payment?",
    }.get(phase, "")


def prompt_expanding(state: Express) -> str:
    """3.2 What the paid halves are good for, and whether more can be paid."""
    moves = [int(move) for move in state.legal()]
    cells = [move - rules.CELL for move in moves if rules.CELL <= move < rules.LAY]
    routes = any(state.network.holds_route(cell) for cell in cells)
    stations = any(not state.network.holds_route(cell) for cell in cells)
    can_pay = any(rules.PAY <= move < rules.CELL for move in moves)
    if state.network.expanded == 0 and (stations or can_pay):
        return "Build the first station." if stations else "Pay a card and build the first station."
    if not cells and not can_pay:
        return "Nothing more can be expanded: stop."
    if state.halves >= 2:
        return prompt_paid(int(state.halves), routes, stations)
    ways = (["expand one more route"] if routes else []) + [pay_more(state)] * can_pay
    said = f"{', '.join(ways)}, or stop."
    return said[0].upper() + said[1:]


def prompt_paid(halves: int, routes: bool, stations: bool) -> str:
    """For a whole card or one and a half, of which the whole one must be used."""
    several = "up to two routes" if halves == 2 else "up to three routes"
    if not stations:
        return f"Expand {several}."
    if not routes:
        return "Expand one station."
    return f"Expand one station or {several}." if halves == 2 else f"Expand a station and a route, or {several}."


def pay_more(state: Express) -> str:
    return "pay another card" if state.halves else "pay a card to expand"


# -- the log -------------------------------------------------------------------------------------


def tell(game: "Express01Game", before: Express, move: int, after: Express) -> Line | None:
    line = tell_move(game, before, move, after)
    news = " ".join(tell_news(game, before, move, after))
    if line is None or not news:
        return line
    return replace(line, effect=f"{line.effect} {news}".strip(), quiet=False)


def tell_news(game: "Express01Game", before: Express, move: int, after: Express) -> list[str]:
    """What the whole table has to know, whatever the move was."""
    if before.round == 0:
        return []
    news = [
        f"The deck of {game.deck_title(deck)} is empty."
        for deck in range(DECKS)
        if before.decks.size[deck] > 0 and after.decks.size[deck] == 0
    ]
    if after.ending and not before.ending:
        news.append(tell_ending(after))
    if after.to_act == OVER and not after.ending:
        news.append("A standstill ends the game.")
    if after.round != before.round:
        kept = before.locomotive == after.locomotive and move != rules.PAY_LOCOMOTIVE
        news.append(tell_subsidy(after, kept))
    return news


def tell_ending(after: Express) -> str:
    """7.1 Which end was met."""
    reasons = []
    if after.network.expanded >= after.end_cards:
        reasons.append(f"{after.network.expanded} base cards are expanded")
    if after.decks.empty() >= after.end_decks:
        reasons.append(f"{after.decks.empty()} decks are empty")
    return f"{listed(reasons)}: the game ends with this round."


def tell_subsidy(after: Express, kept: bool) -> str:
    """2.2 Who got the Black Locomotive, and with how much capital before it."""
    owner = int(after.locomotive)
    capital = int(after.scores()[owner])
    if kept:
        return f"{{seat:{owner}}} keeps {BLACK}, lowest with {capital}."
    capital -= rules.LOCOMOTIVE_POINTS
    return f"{{piece:black}} The Black Locomotive goes to {{seat:{owner}}}, lowest with {capital}."


def tell_move(game: "Express01Game", before: Express, move: int, after: Express) -> Line | None:
    who = f"{{seat:{before.to_act}}}"
    if move >= rules.ROUTE:
        stops = " – ".join(game.city(cell) for cell in game.stops(before, move - rules.ROUTE))
        pays = worth(before.network, move - rules.ROUTE)
        return Line(f"{who} runs {game.shown(before.company)}: {stops}.", f"It pays {pays}.")
    if move >= rules.DEAL:
        if after.phase != rules.CHOOSING:
            return None
        return Line(f"{before.first_hand} blue route cards each, and twelve decks.", heading="Set-up")
    if move < rules.PAY:
        return tell_choice(game, after, who)
    if move in PAIRS:
        return tell_pair(before, move, who)
    if rules.LAY <= move < rules.BUY:
        return tell_lay(game, before, move, after, who)
    if rules.PAY <= move < rules.CELL:
        return tell_payment(game, before, move, who)
    if rules.PICK <= move < rules.RUN:
        price = before.network.stations[before.company]
        share = game.no(move - rules.PICK)
        return Line(f"{who} buys a {game.shown(before.company)} share for {price}.", f"It is card {share}.")
    if rules.DRAW <= move < rules.SWAP:
        return tell_draw(game, before, move - rules.DRAW, after, who)
    if rules.SWAP <= move <= rules.KEEP:
        return tell_position(before, move, who)
    if move == rules.ANNOUNCE:
        return Line(f"{who} uses {BLACK} as a share.")
    if move == rules.STOP:
        return tell_stop(before, after, who)
    return None


def tell_choice(game: "Express01Game", after: Express, who: str) -> Line:
    if after.round == 0:
        return Line(f"{who} has chosen a card.")
    order = sorted(range(after.players), key=lambda seat: int(after.position[seat]))
    turned = ", ".join(f"{{seat:{seat}}} {game.no(after.choice[seat])}" for seat in order)
    return Line(f"The cards are turned over: {turned}.", tell_subsidy(after, False), heading="Round 1")


def tell_pair(before: Express, move: int, who: str) -> Line | None:
    first = not any(before.left)
    if move != rules.PASS and not first:
        return None
    does = "passes" if move == rules.PASS else f"begins: {PAIRS[move]}"
    return Line(f"{who} {does}.", heading=f"Round {before.round}" if first else "")


def tell_lay(game: "Express01Game", before: Express, move: int, after: Express, who: str) -> Line:
    card, turns = divmod(move - rules.LAY, 4)
    here = game.parts.cards[card]
    old = before.network.card(before.cell)
    turned = f", turned {turns * 90}°" if turns else ""
    text = f"{who} expands {game.place(before.cell)} with {game.called(here)}{turned}."
    changes = [
        f"{{seat:{seat}}} {stake.change}"
        for seat, stake in enumerate(game.changes(before, after))
        if stake.change != "±0"
    ]
    lost = ""
    if old != NOBODY and game.parts.cards[old].owner not in (None, here.owner):
        lost = f"{game.shown(game.parts.companies.index(str(game.parts.cards[old].owner)))} loses it."
    return Line(text, " ".join(part for part in (lost, ", ".join(changes) + "." if changes else "") if part))


def tell_payment(game: "Express01Game", before: Express, move: int, who: str) -> Line:
    """4.2 Cards paid for a share are shown to all; 6.2 the Locomotive is put aside."""
    black = move == rules.PAY_LOCOMOTIVE
    paid = BLACK if black else str(game.no(move - rules.PAY))
    aside = "It is put aside." if black else ""
    if before.phase == rules.EXPANDING:
        return Line(f"{who} pays {paid} to expand.", aside, quiet=not black)
    share = f"a {game.shown(before.company)} share"
    if before.seller == NOBODY:
        return Line(f"{who} pays {paid} for {share}.", aside)
    seller = f"{{seat:{before.seller}}}"
    if before.price > 1:
        return Line(f"{who} pays {paid} for {share} from {seller}.", aside)
    price = int(before.network.stations[before.company])
    how = f"Paid with {paid}" if price == 1 else f"Last paid: {paid}"
    ends = "put aside" if black else "in the hand of " + seller
    return Line(f"{who} buys {share} from {seller} for {price}.", f"{how}, now {ends}.")


def tell_draw(game: "Express01Game", before: Express, deck: int, after: Express, who: str) -> Line:
    """5.7 All have seen the card; with the last one, who got how many."""
    took = f"{who} takes {game.called(game.parts.cards[before.decks.top(deck)])}."
    if after.phase == rules.PAYMENT:
        return Line(took)
    ring = game.order_of_payment(before)
    cards = [int(count) for count in before.taken]
    cards[int(before.place)] += 1
    told = ", ".join(f"{{seat:{seat}}} {cards[place]}" for place, seat in enumerate(ring) if cards[place])
    return Line(took, f"{game.shown(before.company)} has paid {plural(sum(cards), 'card')}: {told}.")


def tell_position(before: Express, move: int, who: str) -> Line:
    """5.8 The end of a turn, of one without a run too."""
    no_run = "runs no train and " if before.company == NOBODY else ""
    own = int(before.position[before.active]) + 1
    if move == rules.KEEP:
        return Line(f"{who} {no_run}keeps position {own}.", quiet=not no_run)
    place = move - rules.SWAP
    other = next(seat for seat in range(before.players) if before.position[seat] == place)
    return Line(f"{who} {no_run}takes position {place + 1}, {{seat:{other}}} goes to {own}.")


def tell_stop(before: Express, after: Express, who: str) -> Line:
    """The end of an action, or of the turn: none goes by without a line."""
    if after.turn == before.turn:
        said = "expands no further" if before.phase == rules.EXPANDING else "buys no more shares"
        return Line(f"{who} {said}.", quiet=True)
    idle = not before.changed and not before.traded  # nobody did anything in this round, so this turn did not
    return Line(f"{who} does nothing." if idle else f"{who} is done.")
