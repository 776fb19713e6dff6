"""Express 01 as a story: the lines of the log."""

from dataclasses import replace
from typing import TYPE_CHECKING

from branchline.game import Line
from branchline.games.express_01 import offers, rules
from branchline.games.express_01.cards import DECKS, NOBODY
from branchline.games.express_01.moves import (
    PAIRS,
    PASS,
    Announce,
    Choose,
    Deal,
    Draw,
    Keep,
    Lay,
    Pair,
    Pay,
    PayLocomotive,
    Pick,
    Route,
    Stack,
    Stop,
    Swap,
    Withhold,
)
from branchline.games.express_01.routes import worth
from branchline.games.express_01.rules import Express
from branchline.games.express_01.view import order_of_payment
from branchline.kernel.state import OVER
from branchline.moves import Move
from branchline.words import listed, plural

if TYPE_CHECKING:
    from branchline.games.express_01.game import Express01Game

BLACK = "the {piece:black} Black Locomotive"


def tell(game: "Express01Game", before: Express, move: Move, after: Express) -> Line | None:
    line = tell_move(game, before, move, after)
    news = " ".join(tell_news(game, before, move, after))
    if line is None or not news:
        return line
    return replace(line, effect=f"{line.effect} {news}".strip(), quiet=False)


def tell_news(game: "Express01Game", before: Express, move: Move, after: Express) -> list[str]:
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
        kept = before.locomotive == after.locomotive and not isinstance(move, PayLocomotive)
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


def tell_move(game: "Express01Game", before: Express, move: Move, after: Express) -> Line | None:
    who = f"{{seat:{before.to_act}}}"
    match move:
        case Route(stations=stations):
            stops = " – ".join(game.city(cell) for cell in game.stops(before, stations))
            pays = worth(before.network, stations)
            return Line(f"{who} runs {game.shown(before.company)}: {stops}.", f"It pays {pays}.")
        case Deal() | Stack():
            if after.phase != rules.CHOOSING:
                return None
            return Line(f"{before.first_hand} blue route cards each, and twelve decks.", heading="Set-up")
        case Choose():
            return tell_choice(game, after, who)
        case Pair():
            return tell_pair(before, move, who)
        case Lay():
            return tell_lay(game, before, move, after, who)
        case Pay() | PayLocomotive():
            return tell_payment(game, before, move, who)
        case Pick(card=card):
            price = before.network.stations[before.company]
            return Line(f"{who} buys a {game.shown(before.company)} share for {price}.", f"It is card {game.no(card)}.")
        case Draw(deck=deck):
            return tell_draw(game, before, deck, after, who)
        case Swap() | Keep():
            return tell_position(before, move, who)
        case Announce():
            return Line(f"{who} uses {BLACK} as a share.")
        case Withhold():
            return Line(f"{who} does not use {BLACK} as a share.")
        case Stop():
            return tell_stop(before, after, who)
    return None


def tell_choice(game: "Express01Game", after: Express, who: str) -> Line:
    if after.round == 0:
        return Line(f"{who} has chosen a card.")
    order = sorted(range(after.players), key=lambda seat: int(after.position[seat]))
    turned = ", ".join(f"{{seat:{seat}}} {game.no(after.hands.choice[seat])}" for seat in order)
    return Line(f"The cards are turned over: {turned}.", tell_subsidy(after, False), heading="Round 1")


def tell_pair(before: Express, move: Pair, who: str) -> Line | None:
    first = not any(before.left)
    if move != PASS and not first:
        return None
    does = "passes" if move == PASS else f"begins: {PAIRS[move]}"
    return Line(f"{who} {does}.", heading=f"Round {before.round}" if first else "")


def tell_lay(game: "Express01Game", before: Express, move: Lay, after: Express, who: str) -> Line:
    here, turns = game.parts.cards[move.card], move.turns
    old = before.network.card(before.cell)
    turned = f", turned {turns * 90}°" if turns else ""
    text = f"{who} expands {game.place(before.cell)} with {game.called(here)}{turned}."
    changes = [
        f"{{seat:{seat}}} {stake.change}"
        for seat, stake in enumerate(offers.changes(before, after))
        if stake.change != "±0"
    ]
    lost = ""
    if old != NOBODY and game.parts.cards[old].owner not in (None, here.owner):
        lost = f"{game.shown(game.parts.companies.index(str(game.parts.cards[old].owner)))} loses it."
    return Line(text, " ".join(part for part in (lost, ", ".join(changes) + "." if changes else "") if part))


def tell_payment(game: "Express01Game", before: Express, move: Pay | PayLocomotive, who: str) -> Line:
    """4.2 Cards paid for a share are shown to all; 6.2 the Locomotive is put aside."""
    black = isinstance(move, PayLocomotive)
    paid = BLACK if isinstance(move, PayLocomotive) else str(game.no(move.card))
    aside = "It is put aside." if black else ""
    if before.phase == rules.EXPANDING:
        return Line(f"{who} pays {paid} to expand.", aside, part="before")
    share = f"a {game.shown(before.company)} share"
    if before.seller == NOBODY:
        return Line(f"{who} pays {paid} for {share}.", aside, part="before")
    seller = f"{{seat:{before.seller}}}"
    if before.price > 1:
        return Line(f"{who} pays {paid} for {share} from {seller}.", aside, part="before")
    price = int(before.network.stations[before.company])
    how = f"Paid with {paid}" if price == 1 else f"Last paid: {paid}"
    ends = "put aside" if black else "in the hand of " + seller
    return Line(f"{who} buys {share} from {seller} for {price}.", f"{how}, now {ends}.")


def tell_draw(game: "Express01Game", before: Express, deck: int, after: Express, who: str) -> Line:
    """5.7 All have seen the card; with the last one, who got how many."""
    took = f"{who} takes {game.called(game.parts.cards[before.decks.top(deck)])}."
    if after.phase == rules.PAYMENT:
        return Line(took, part="after")
    ring = order_of_payment(before)
    cards = [int(count) for count in before.run.taken]
    cards[int(before.run.place)] += 1
    told = ", ".join(f"{{seat:{seat}}} {cards[place]}" for place, seat in enumerate(ring) if cards[place])
    paid = f"{game.shown(before.company)} has paid {plural(sum(cards), 'card')}: {told}."
    return Line(took, paid, part="after")


def tell_position(before: Express, move: Swap | Keep, who: str) -> Line:
    """5.8 The end of a turn, of one without a run too."""
    no_run = "runs no train and " if before.company == NOBODY else ""
    own = int(before.position[before.active]) + 1
    if isinstance(move, Keep):
        return Line(f"{who} {no_run}keeps position {own}.", quiet=not no_run)
    other = next(seat for seat in range(before.players) if before.position[seat] == move.place)
    return Line(f"{who} {no_run}takes position {move.place + 1}, {{seat:{other}}} goes to {own}.")


def tell_stop(before: Express, after: Express, who: str) -> Line:
    """The end of an action, or of the turn: none goes by without a line."""
    if after.turn == before.turn:
        said = "expands no further" if before.phase == rules.EXPANDING else "buys no more shares"
        return Line(f"{who} {said}.", quiet=True)
    idle = not before.changed and not before.traded  # nobody did anything in this round, so this turn did not
    return Line(f"{who} does nothing." if idle else f"{who} is done.")
