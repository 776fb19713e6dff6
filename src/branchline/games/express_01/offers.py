"""What can be chosen in Express 01 now: the question, and each move with what it would do."""

from dataclasses import replace
from typing import TYPE_CHECKING

from branchline.game import Offer, Stake
from branchline.games.express_01 import notation, refusals, rules
from branchline.games.express_01.cards import COMPANIES, NOBODY
from branchline.games.express_01.components import Base, Card
from branchline.games.express_01.moves import (
    EXPAND_FIRST,
    PASS,
    RUN_FIRST,
    SHARES_FIRST,
    Announce,
    Buy,
    Choose,
    Draw,
    Expand,
    Lay,
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
from branchline.games.express_01.notation import KIND_NAMES
from branchline.games.express_01.routes import worth
from branchline.games.express_01.rules import Express
from branchline.games.express_01.view import shares_paid
from branchline.moves import Move
from branchline.words import listed, plural, signed

if TYPE_CHECKING:
    from branchline.games.express_01.game import Express01Game

# -- what is asked -------------------------------------------------------------------------------


def prompt(game: "Express01Game", state: Express) -> str:
    phase = int(state.phase)
    if phase == rules.EXPANDING:
        return prompt_expanding(game, state)
    if phase == rules.SITE:
        return f"Lay a card on {game.place(state.cell)}."
    if phase == rules.PRICE:
        seller = f", from {{seat:{state.seller}}}" if state.seller != NOBODY else ""
        return f"Pay {plural(int(state.price), 'card')} for a {game.shown(state.company)} share{seller}."
    if phase == rules.PICKING:
        return f"Take a {game.shown(state.company)} share."
    if phase == rules.COURSE:
        count = len(state.run.routes)
        which = "Confirm the" if count == 1 else f"Choose one of the {count}"
        return f"{which} {game.shown(state.company)} route{'' if count == 1 else 's'}."
    if phase == rules.PAYMENT:
        return f"Take a card from the top of a deck. {game.shown(state.company)} still pays {state.run.bonus}."
    if phase == rules.POSITION:
        return ("" if state.run.runnable else "No train can run. ") + "Take another position, or keep yours."
    return {
        rules.CHOOSING: "Choose a card for the player order: the highest goes first.",
        rules.PAIR: "Choose your pair of actions.",
        rules.BUYING: "Buy a share, or stop.",
        rules.COMPANY: "Choose the company whose train runs.",
        rules.LOCOMOTIVE: "Use the Black Locomotive as a share in this payment?",
    }.get(phase, "")


def prompt_expanding(game: "Express01Game", state: Express) -> str:
    """3.2 What the paid halves are good for, and whether more can be paid."""
    moves = game.choices(state)
    cells = [move.cell for move in moves if isinstance(move, Expand)]
    routes = any(state.network.holds_route(cell) for cell in cells)
    stations = any(not state.network.holds_route(cell) for cell in cells)
    can_pay = any(isinstance(move, Pay | PayLocomotive) for move in moves)
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


# -- what a move would do ------------------------------------------------------------------------


def offer(game: "Express01Game", state: Express, move: Move) -> Offer:
    told = describe(game, state, move, notation.text(game, state, move))
    return replace(told, verb=move.verb, at=notation.at(game, state, move))


def describe(game: "Express01Game", state: Express, move: Move, text: str) -> Offer:
    match move:
        case Route():
            return offer_route(game, state, move, text)
        case Lay():
            return offer_lay(game, state, move, text)
        case Buy():
            return offer_buy(game, state, move, text)
        case Pair():
            return offer_pair(game, state, move, text)
        case Pay() | PayLocomotive():
            return offer_pay(game, move, text)
        case Expand(cell=cell):
            return offer_cell(game, state, cell, text)
        case Pick(card=code) | Choose(card=code):
            card = game.parts.cards[code]
            return Offer(text, f"{card.no}: {game.describe(card)}", title=f"{move.verb.title()} {game.called(card)}")
        case Run(company=company):
            reach = int(state.shares.issued[company])
            return Offer(text, f"{game.shown(company)}, reach {reach}", title=f"Run {game.company(company).title()}")
        case Draw(deck=deck):
            return offer_draw(game, state, deck, text)
        case Swap(place=place):
            return offer_swap(state, place, text)
        case Announce() | Withhold():
            return offer_locomotive(state, move, text)
        case Stop():
            said = "Buy no more shares" if state.phase == rules.BUYING else "Expand no further"
            return Offer(text, "Stop", title=said)
    return Offer(text, text.capitalize())


def offer_swap(state: Express, place: int, text: str) -> Offer:
    """5.8 Another player's position."""
    other = next(seat for seat in range(state.players) if state.position[seat] == place)
    note = "has left already" if state.left[other] else "is still to act in this round"
    return Offer(
        text,
        f"Position {place + 1}, of {{seat:{other}}}",
        title=f"Take position {place + 1} of {{seat:{other}}}",
        notes=(f"{{seat:{other}}} {note}.",),
    )


def offer_pair(game: "Express01Game", state: Express, move: Pair, text: str) -> Offer:
    if move == PASS:
        return Offer(text, "Pass: do nothing", notes=("Your train leaves, and you keep your position.",))
    notes = {
        EXPAND_FIRST: "Pay cards to lay track and stations; after that you may buy shares.",
        SHARES_FIRST: "Pay cards for shares; after that you may expand with what is left.",
    }
    return Offer(text, text.capitalize(), notes=(notes.get(move) or note_run(game, state),))


def note_run(game: "Express01Game", state: Express) -> str:
    """5.1 Whose trains can run, or why none can."""
    after = state.copy()
    after.play(game.vocabulary.encode(RUN_FIRST))
    can = [game.shown(company) for company in range(COMPANIES) if after.run.runnable & game.parts.box.bit[company]]
    if can:
        return f"{listed(can, 'or')} can run; after that you may exchange your position."
    held = [company for company in range(COMPANIES) if state.shares.held[state.active * COMPANIES + company]]
    why = "; ".join(refusals.no_run(game, state, company)[1] for company in held) or "you have no share"
    return f"No train can run: {why}. You may exchange your position."


def offer_pay(game: "Express01Game", move: Pay | PayLocomotive, text: str) -> Offer:
    if isinstance(move, PayLocomotive):
        note = "It counts as one card and is put aside."
        return Offer(text, "the Black Locomotive", group="Pay", title="Pay the Black Locomotive", notes=(note,))
    card = game.parts.cards[move.card]
    return Offer(text, f"{card.no}: {game.describe(card)}", group="Pay", title=f"Pay {game.called(card)}")


def offer_cell(game: "Express01Game", state: Express, cell: int, text: str) -> Offer:
    base, laid = game.parts.base[cell], int(state.network.laid[cell])
    now = f"Now {game.describe(game.parts.cards[laid // 4])}" if laid >= 0 else f"Base card, {KIND_NAMES[base.kind]}"
    lays = state.network.lays(cell, state.decks)
    count = len({lay // 4 for lay in lays})
    fit = "1 card fits" if count == 1 else f"{count} different cards fit"
    cost = "half a card" if state.network.holds_route(cell) else "a card"
    return Offer(
        text,
        game.place(cell),
        value=str(count),
        group="Expand",
        title=f"Expand {game.place(cell)}",
        notes=(f"{now}. {fit}, in {plural(len(lays), 'way')}; it costs {cost}.", *provenance(base)),
    )


def changes(state: Express, after: Express) -> tuple[Stake, ...]:
    """What happens to everybody's shares."""
    stakes = []
    for seat in range(state.players):
        change = int(after.share_points(seat) - state.share_points(seat))
        stakes.append(Stake(signed(change) if change else "±0", held(state, seat)))
    return tuple(stakes)


def held(state: Express, seat: int) -> str:
    count = int(state.shares.all_of(seat))
    return plural(count, "share") if count else "no share"


def offer_lay(game: "Express01Game", state: Express, move: Lay, text: str) -> Offer:
    here, turns = game.parts.cards[move.card], move.turns
    after = state.copy()
    after.play(game.vocabulary.encode(move))
    stakes = changes(state, after)
    edges = " ".join(sorted(here.turned(turns)))
    return Offer(
        text,
        f"{here.no} r{turns} {game.describe(here)}",
        value=stakes[state.active].change,
        title=f"Lay {here.no} on {game.city(state.cell)}" + (f", turned {turns * 90}°" if turns else ""),
        stakes=stakes if here.kind != "route" else (),
        notes=(f"Track {edges}; {state.decks.count[move.card]} in the deck.", *provenance(here)),
    )


def provenance(card: Base | Card) -> tuple[str, ...]:
    """What of a station is ours, to be told where one looks closely."""
    if card.kind == "route" or card.mark != "reconstructed":
        return ()
    if isinstance(card, Base):
        return (f"That {card.name} is a station is reconstructed.",)
    return ("Track, owner, bonus and successors of this card are reconstructed.",)


def offer_buy(game: "Express01Game", state: Express, move: Buy, text: str) -> Offer:
    company, seller = move.company, move.seller
    price = int(state.network.stations[company])
    left = int(state.decks.shares[company])
    source = f"from {{seat:{seller - 1}}}" if seller else f"{left} in the decks" if left else "the card you pay"
    reach = int(state.shares.issued[company]) + (0 if seller else 1)
    return Offer(
        text,
        f"{game.shown(company)}, {source}",
        value=f"−{price}",
        title=f"Buy a share of {game.company(company).title()}" + (f" from {{seat:{seller - 1}}}" if seller else ""),
        notes=(
            f"Costs {plural(price, 'card')}, counts {price} now.",
            f"With it {reach} issued: its train reaches {reach}.",
        ),
    )


def offer_route(game: "Express01Game", state: Express, move: Route, text: str) -> Offer:
    pays = int(worth(state.network, move.stations))
    stops = game.stops(state, move.stations)
    paid = shares_paid(state, pays, False)
    stakes = tuple(Stake(f"+{count}" if count else "±0", shares_word(state, seat)) for seat, count in enumerate(paid))
    notes = []
    if state.locomotive >= 0:
        other = shares_paid(state, pays, True)
        told = [f"{{seat:{seat}}} +{count}" for seat, count in enumerate(other) if count]
        notes.append(f"If {{seat:{state.locomotive}}} uses the Black Locomotive: {', '.join(told)}.")
    extra = pays - len(stops)
    said = " – ".join(game.city(cell) for cell in stops)
    return Offer(
        text,
        said,
        value=f"+{paid[state.active]}",
        title=f"Run {said}",
        delta=str(pays),
        stakes=stakes,
        notes=(f"{len(stops)} stations and {extra} extra pay {pays}.", *notes),
    )


def shares_word(state: Express, seat: int) -> str:
    count = int(state.shares.held[seat * COMPANIES + state.company])
    return plural(count, "share") if count else "no share"


def offer_draw(game: "Express01Game", state: Express, deck: int, text: str) -> Offer:
    card, left = game.parts.cards[state.decks.top(deck)], int(state.decks.size[deck]) - 1
    stay = f"{plural(left, 'card')} {'stays' if left == 1 else 'stay'} in the deck."
    notes = (stay if left else "The deck is then empty.",)
    said = game.describe(card)
    return Offer(text, f"{card.no}: {said}", value=str(left), title=f"Take {game.called(card)}", notes=notes)


def offer_locomotive(state: Express, move: Announce | Withhold, text: str) -> Offer:
    using = isinstance(move, Announce)
    paid = shares_paid(state, int(state.run.bonus), using)
    stakes = tuple(Stake(f"+{count}" if count else "±0") for count in paid)
    if using:
        label, title = "Use it as a share", "Use the Black Locomotive as a share"
        note = "It is then put aside: it counts and protects no more in this round."
    else:
        label, title = "Keep it", "Keep the Black Locomotive"
        note = f"It goes on protecting your shares and counts {rules.LOCOMOTIVE_POINTS}."
    return Offer(text, label, value=f"+{paid[state.to_act]}", title=title, stakes=stakes, notes=(note,))
