"""Why a move of Express 01 is not allowed."""

from typing import TYPE_CHECKING

from branchline.games.express_01 import rules
from branchline.games.express_01.cards import COMPANIES, NOBODY, NUMBERS
from branchline.games.express_01.moves import (
    EXPAND_FIRST,
    Announce,
    Buy,
    Choose,
    Draw,
    Expand,
    Keep,
    Lay,
    NoRun,
    Pair,
    Pay,
    PayLocomotive,
    Pick,
    Route,
    Run,
    Stop,
    Swap,
    Withhold,
)
from branchline.games.express_01.notation import ROMAN
from branchline.games.express_01.rules import Express
from branchline.moves import OPEN, Move, Nonsense
from branchline.refusal import Refused
from branchline.words import listed, plural

if TYPE_CHECKING:
    from branchline.games.express_01.game import Express01Game


def refuse(game: "Express01Game", state: Express, move: Move) -> Refused:
    match move:
        case Choose():
            return refuse_choose(game, state, move)
        case Pair():
            return refuse_pair(game, state, move)
        case Pay() | PayLocomotive():
            return refuse_pay(game, state, move)
        case Expand():
            return refuse_expand(game, state, move)
        case Lay():
            return refuse_lay(game, state, move)
        case Buy():
            return refuse_buy(game, state, move)
        case Pick():
            return refuse_pick(game, state)
        case Swap():
            return refuse_swap(game, state)
        case Run():
            return refuse_run(game, state, move)
        case Route():
            return refuse_route(game, state)
        case Draw():
            return refuse_draw(game, state, move)
        case Stop():
            return refuse_stop(game, state)
        case NoRun() | Announce() | Withhold() | Keep():
            return due(game, state)
    asked = due(game, state)
    said = move.text if isinstance(move, Nonsense) else move.verb
    return Refused(asked.rule, f"{said!r} is no move. {asked.reason}")


def due(game: "Express01Game", state: Express) -> Refused:
    """What has to be done first."""
    asked = {
        rules.CHOOSING: ("1.4", "First choose a card of your hand for the player order."),
        rules.PAIR: (
            "2.4",
            "First choose a pair of actions: expand then shares, shares then expand, run then position; or pass.",
        ),
        rules.EXPANDING: ("3.2", f"You are expanding: {listed(ways_to_expand(game, state), 'or')}."),
        rules.SITE: ("3.3", f"First choose the card to lay on {game.place(state.cell)}."),
        rules.BUYING: ("4.1", "You are buying shares: buy one, or stop."),
        rules.PRICE: ("4.1", f"The share costs {plural(int(state.price), 'card')} more: pay first."),
        rules.PICKING: ("4.4", "It is paid: take the share out of the decks."),
        rules.COMPANY: ("5.1", "Choose the company whose train runs, or no run."),
        rules.COURSE: ("5.4", "Choose one of the longest routes."),
        rules.LOCOMOTIVE: ("6.3", "First say whether you use the Black Locomotive as a share."),
        rules.PAYMENT: ("5.7", "The bonus is being paid: draw the top card of a deck."),
        rules.POSITION: ("5.8", "Take another position, or keep yours."),
    }
    section, reason = asked[int(state.phase)]
    return Refused(f"express-01 {section}", reason)


def ways_to_expand(game: "Express01Game", state: Express) -> list[str]:
    """3.2 What can be done next while expanding."""
    moves = game.choices(state)
    ways = {
        "pay a card": any(isinstance(move, Pay | PayLocomotive) for move in moves),
        "expand a card of the board": any(isinstance(move, Expand) for move in moves),
        "stop": Stop() in moves,
    }
    return [way for way, open_now in ways.items() if open_now]


def refuse_pair(game: "Express01Game", state: Express, move: Pair) -> Refused:
    if state.phase != rules.PAIR:
        if state.network.expanded == 0 and state.phase in (rules.EXPANDING, rules.SITE):
            return Refused("express-01 3.1", "The first turn of the game must build a station.")
        return due(game, state)
    if move == EXPAND_FIRST:
        if state.funds(state.active) == 0:
            return Refused("express-01 2.6", "You have no card to pay for an expansion.")
        return Refused("express-01 3.2", "No card in the decks or in your hand can be laid anywhere.")
    return refuse_shares(game, state)


def refuse_shares(game: "Express01Game", state: Express) -> Refused:
    """4.1 No share can be paid for, or those that could be are not to be had."""
    funds = int(state.funds(state.active))
    payable = [company for company in range(COMPANIES) if 0 < state.network.stations[company] <= funds]
    if not payable:
        return Refused("express-01 4.1", "There is no share that you could pay for.")
    reasons = [no_seller(game, state, company) for company in payable]
    section = "6.1" if any(section == "6.1" for section, _ in reasons) else "4.2"
    return Refused(f"express-01 {section}", " ".join(reason for _, reason in reasons))


def no_seller(game: "Express01Game", state: Express, company: int) -> tuple[str, str]:
    """Why nobody sells a share that the decks do not hold: the section and the reason."""
    none = f"The decks hold no {game.company(company).title()} share any more"
    owner = int(state.locomotive)
    if owner not in (NOBODY, int(state.active)) and state.shares.held[owner * COMPANIES + company]:
        return "6.1", f"{none}, and the Black Locomotive protects those of {{seat:{owner}}}."
    return "4.2", f"{none}, and no other player has one."


def refuse_choose(game: "Express01Game", state: Express, move: Choose) -> Refused:
    if state.phase != rules.CHOOSING:
        return due(game, state)
    return Refused("express-01 1.4", f"Choose a card of your hand; {number(game, move.card)} is none.")


def number(game: "Express01Game", card: int) -> str:
    return "nothing" if card == OPEN else str(game.no(card))


def refuse_pay(game: "Express01Game", state: Express, move: Pay | PayLocomotive) -> Refused:
    if state.phase not in (rules.EXPANDING, rules.PRICE):
        return due(game, state)
    if isinstance(move, PayLocomotive):
        if state.locomotive != state.active:
            return Refused("express-01 6.2", "The Black Locomotive is not yours.")
    elif move.card == OPEN or state.hands.held[state.active * NUMBERS + move.card] == 0:
        return Refused("express-01 2.6", f"Pay with a card of your hand; {number(game, move.card)} is none.")
    if state.phase == rules.PRICE:
        name = game.company(state.company).title()
        return Refused("express-01 4.3", f"The decks hold no {name} share: the last card you pay must be one itself.")
    if state.halves >= 2:
        return Refused("express-01 3.2", "A paid card is still unused: expand a card of the board first.")
    return Refused("express-01 3.2", "Nothing could be laid for that payment.")


def refuse_expand(game: "Express01Game", state: Express, move: Expand) -> Refused:
    cell = move.cell
    if state.phase != rules.EXPANDING or cell == OPEN:
        return due(game, state)
    network = state.network
    where = game.place(cell)
    if move in game.choices(state):
        return Refused("express-01 1.1", f"Say expand {cell + 1}.")
    if network.expanded == 0 and network.holds_route(cell):
        return Refused("express-01 3.1", f"{where} is no station: the first card of the game is one.")
    if state.halves == 0:
        return Refused("express-01 3.2", "Pay a card first.")
    if state.halves == 1 and not network.holds_route(cell):
        return Refused("express-01 3.2", f"{where} is a station and costs a whole card; only half a card is left.")
    if network.laid[cell] < 0 and network.beside[cell] == 0:
        return Refused("express-01 3.5", f"No track leads to {where}.")
    if network.list_start(cell) == network.list_end(cell):
        card = game.parts.cards[network.card(cell)]
        return Refused(
            "express-01 3.4", f"{where} holds card {card.no} of stage {ROMAN[card.stage]}: nothing follows it."
        )
    return Refused("express-01 3.4", f"No card that may follow on {where} lies in the decks and fits.")


def refuse_lay(game: "Express01Game", state: Express, move: Lay) -> Refused:
    if state.phase != rules.SITE:
        return due(game, state)
    if move.card == OPEN:
        return Refused("express-01 3.4", "Name an expansion card and its quarter turns, as in lay 434 r3.")
    card, base = game.parts.cards[move.card], game.parts.base[state.cell]
    laid = int(state.network.laid[state.cell])
    under = game.parts.cards[laid // 4] if laid >= 0 else None
    if card.no not in (under.next if under else base.next):
        lies = f"card {under.no}" if under else f"base card {base.no}"
        return Refused("express-01 3.4", f"{card.no} is not listed on {lies}.")
    if state.decks.count[move.card] == 0:
        where = game.whereabouts(state, move.card)
        return Refused("express-01 3.2", f"No copy of {card.no} lies in the decks: {where}.")
    turns = max(0, move.turns)
    if turns not in card.turns:
        ways = listed([f"r{way}" for way in card.turns], "or")
        return Refused("express-01 3.3", f"Card {card.no} is laid as {ways}: turned further it looks the same.")
    if not card.edges(turns) <= base.inland:
        return Refused("express-01 3.5", f"Track of {card.no} r{turns} would lead over the border.")
    if under and not card.keeps(turns, under, laid % 4):
        return Refused("express-01 3.3", f"{card.no} r{turns} would remove track of {under.no}.")
    return Refused("express-01 3.5", f"{card.no} r{turns} joins no track beside {base.title}.")


def refuse_buy(game: "Express01Game", state: Express, move: Buy) -> Refused:
    company = move.company
    if state.phase != rules.BUYING or company == OPEN:
        return due(game, state)
    name = game.company(company)
    price, funds = int(state.network.stations[company]), int(state.funds(state.active))
    if price == 0:
        return Refused("express-01 4.1", f"{name.title()} owns no station, so its shares are not sold.")
    if price > funds:
        return Refused("express-01 4.1", f"A {name.title()} share costs {plural(price, 'card')}; you have {funds}.")
    in_decks = int(state.decks.shares[company])
    seller = move.seat
    if seller is None:
        return refuse_deck_share(game, state, company)
    if not 0 <= seller < state.players or seller == state.active:
        return Refused("express-01 4.2", "Name another player's seat.")
    if in_decks:
        left = "1 share" if in_decks == 1 else f"{in_decks} shares"
        return Refused("express-01 4.2", f"The decks still hold {left} of {name.title()}.")
    if seller == state.locomotive:
        return Refused("express-01 6.1", "The Black Locomotive protects the shares of its owner.")
    return Refused("express-01 4.2", f"{{seat:{seller}}} has no {name.title()} share.")


def refuse_deck_share(game: "Express01Game", state: Express, company: int) -> Refused:
    """4.2 The decks hold none: who sells one, or why nobody does."""
    offers = [move for move in game.choices(state) if isinstance(move, Buy) and move.company == company]
    sellers = [f"{{seat:{move.seller - 1}}}" for move in offers if move.seller]
    if sellers:
        name, who = game.company(company), listed(sellers, "or")
        return Refused("express-01 4.2", f"The decks hold no {name.title()} share any more: buy it from {who}.")
    section, reason = no_seller(game, state, company)
    return Refused(f"express-01 {section}", reason)


def refuse_swap(game: "Express01Game", state: Express) -> Refused:
    if state.phase != rules.POSITION:
        return due(game, state)
    return Refused("express-01 5.8", f"Take the position of another player, 1 to {state.players}.")


def refuse_pick(game: "Express01Game", state: Express) -> Refused:
    if state.phase != rules.PICKING:
        return due(game, state)
    name = game.company(state.company).title()
    return Refused("express-01 4.4", f"Take a route card with the {name} locomotive out of the decks.")


def refuse_run(game: "Express01Game", state: Express, move: Run) -> Refused:
    if state.phase == rules.POSITION and state.company != NOBODY:
        return Refused("express-01 5.1", "A train has run in this turn already: take another position, or keep yours.")
    if move.company == OPEN or (state.phase != rules.COMPANY and (state.phase != rules.POSITION or state.run.runnable)):
        return due(game, state)
    section, reason = no_run(game, state, move.company)
    return Refused(f"express-01 {section}", f"{reason}.")


def no_run(game: "Express01Game", state: Express, company: int) -> tuple[str, str]:
    """Why a company's train does not run: the section and the reason."""
    name = game.company(company).title()
    if state.shares.held[state.active * COMPANIES + company] == 0:
        return "5.1", f"You have no share of {name}"
    if state.network.stations[company] == 0:
        return "5.1", f"{name} owns no station"
    return "5.2", f"{name} reaches no other station in {plural(int(state.shares.issued[company]), 'move')}"


def refuse_route(game: "Express01Game", state: Express) -> Refused:
    if state.phase != rules.COURSE:
        return due(game, state)
    length = int(state.run.length)
    count = len(state.run.routes)
    which = "the one route" if count == 1 else f"one of the {count} sets of stations"
    moves = "1 move" if length == 1 else f"{length} moves"
    return Refused("express-01 5.4", f"The longest routes have {moves}: choose {which} that they call at.")


def refuse_draw(game: "Express01Game", state: Express, move: Draw) -> Refused:
    if state.phase != rules.PAYMENT or move.deck == OPEN:
        return due(game, state)
    return Refused("express-01 5.7", f"The deck {game.deck_name(move.deck)} is empty.")


def refuse_stop(game: "Express01Game", state: Express) -> Refused:
    if state.phase == rules.EXPANDING:
        if state.network.expanded == 0:
            return Refused("express-01 3.1", "The first turn of the game must build a station.")
        return Refused("express-01 3.2", "A paid card is still unused: expand a card of the board first.")
    return due(game, state)
