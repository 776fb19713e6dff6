"""What can be chosen in Steam Power now: the question, and each move with what it would do."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from branchline.game import Offer, Stake
from branchline.games.steam_power import codes, contracts, delivery, quotes, rules, scoring, track
from branchline.games.steam_power.land import NONE
from branchline.games.steam_power.links import links
from branchline.games.steam_power.moves import (
    MOVES,
    Begin,
    Build,
    Contracts,
    Deliver,
    Fulfil,
    Lay,
    Money,
    Remove,
    Replace,
    Skip,
    Stop,
    Take,
    TakeFrom,
)
from branchline.games.steam_power.notation import BONUS_NAME, COMPANY, MARKS, Notation
from branchline.games.steam_power.refusals import choices, is_blocked
from branchline.games.steam_power.rules import SteamPower
from branchline.moves import Move
from branchline.words import listed, plural

if TYPE_CHECKING:
    from branchline.games.steam_power.game import SteamPowerGame

# -- what is asked -------------------------------------------------------------------------------


def prompt(game: "SteamPowerGame", state: SteamPower) -> str:
    notation = game.notation(state)
    who = f"{COMPANY[state.company].title()} acts. " if state.solo else f"Action {3 - state.actions} of 2. "
    if state.phase == codes.ACTION:
        return f"{who}Choose an action. {track_goes_on(state, notation)}".strip()
    if state.phase == codes.FIRST_TILE:
        return f"{who}Lay the first tile beside {notation.node(state.begin_at)}."
    if state.phase == codes.LAYING:
        if track.has_open_end(state, state.company) and is_blocked(state):
            return f"{who}{track_goes_on(state, notation).removesuffix('.')}, or stop."
        return f"{who}Lay a second tile, or stop."
    if state.phase == codes.DELIVERY:
        card = state.contract
        return f"{who}Deliver {notation.pictures(card)} as proposed, or choose a source."
    if state.phase == codes.BONUS:
        return f"Bonus: {BONUS_NAME[notation.contract(state.contract).bonus]}, or skip it."
    return "The deck is empty: choose from whom you take a contract."


def track_goes_on(state: SteamPower, notation: Notation) -> str:
    """4.4, 4.5 Where the incomplete link waits for its next tile."""
    company = state.company
    if not track.has_open_end(state, company):
        return ""
    hex = int(state.track.facing[company] // 6)
    ahead, price = notation.map.names[hex], int(track.price(state, hex))
    if is_blocked(state):
        return f"Your link is blocked at {ahead}: replace or remove its last tile."
    if price > state.money[state.purse(company)]:
        return f"Track goes on at {ahead} for ${price}."
    return f"Track goes on at {ahead}."


# -- what a move would do ------------------------------------------------------------------------


@dataclass(frozen=True)
class TileOffer(Offer):
    """A tile on a hex: which of those that one can turn through there."""

    rail: str = ""  # "n-se"
    open_to: str = ""  # the hex that its link would lead to; "" if it is complete


def offer(game: "SteamPowerGame", state: SteamPower, move: Move) -> Offer:
    """A legal move, with its verb and its place."""
    notation = game.notation(state)
    text, at = notation.text(state, move), notation.at(state, move)
    return replace(offered(notation, state, move, text), verb=move.verb, at=at)


def offered(notation: Notation, state: SteamPower, move: Move, text: str) -> Offer:
    match move:
        case Lay() | Replace():
            return offer_tile(notation, state, move, text)
        case Remove():
            return Offer(text, f"take up {notation.at(state, move)}", "$0", "Lay track", "Remove the end tile")
        case Begin():
            return offer_beginning(notation, state, move, text)
        case Stop():
            return Offer(text, "lay no second tile", "", "Lay track", "Stop laying track")
        case Build():
            return offer_factory(notation, state, move, text)
        case Fulfil():
            return offer_contract(notation, state, move.card, text)
        case Take():
            return offer_source(notation, state, move, text)
        case Deliver():
            quote = quotes.proposal(notation, state, links(notation, state))
            return Offer(text, "as proposed", dollars(-quote.total), "Deliver", "Deliver as proposed")
        case Contracts():
            return offer_draw(state, text)
        case Money():
            return Offer(text, "from the bank", dollars(int(rules.FROM_THE_BANK)), "Others", "Take money")
        case Skip():
            return Offer(text, "no bonus", "", "Others", "Leave the bonus")
        case TakeFrom(seat=seat):
            whose = f"{{seat:{seat}}}"
            return Offer(text, f"a contract of {whose}", "", "Others", f"Take a contract of {whose}")
    raise AssertionError(move)


def offer_draw(state: SteamPower, text: str) -> Offer:
    """8.1, 8.2 From the deck, and what it lacks out of the fullest hands."""
    left = int(state.contracts.deck_left)
    if left >= 2:
        return Offer(text, f"draw 2 of {left}", "", "Others", "Take Contracts")
    codes = contracts.givers(state, state.to_act)
    givers = [f"{{seat:{move.seat}}}" for code in codes if isinstance(move := MOVES.decode(int(code)), TakeFrom)]
    label = "draw the last one" if left else "out of the fullest hand"
    notes = [f"{'One card is' if left else 'No card is'} left in the deck."]
    if givers:
        notes.append(f"{listed(givers, 'or')} {'holds' if len(givers) == 1 else 'hold'} the most contracts now.")
    return Offer(text, label, "", "Others", "Take Contracts", notes=tuple(notes))


def offer_beginning(notation: Notation, state: SteamPower, move: Begin, text: str) -> Offer:
    """4.2, 4.4 Where the first tile may lie, what it costs, and the train that the link takes."""
    city = notation.city(move.city)
    after = state.copy()
    after.play(MOVES.encode(move))
    hexes = {tile.hex for tile in choices(after) if isinstance(tile, Lay)}
    prices = [f"${price}" for price in sorted({int(track.price(after, hex)) for hex in hexes})]
    notes = (
        f"Then lay the first tile on {'the hex' if len(hexes) == 1 else f'one of {len(hexes)} hexes'} beside it, "
        f"for {listed(prices, 'or')}.",
        f"The link takes one of your {plural(int(state.track.trains[state.company]), 'train')}.",
    )
    return Offer(text, f"from {city}", "", "Lay track", f"Begin your first track in {city}", notes=notes)


def offer_tile(notation: Notation, state: SteamPower, move: Lay | Replace, text: str) -> TileOffer:
    hex, pair, replacing = move.hex, move.rail, isinstance(move, Replace)
    name = notation.map.names[hex]
    price = 0 if replacing else int(track.price(state, hex))
    crossing = not replacing and state.track.rail[hex * 2] != NONE
    shape = "crossing" if crossing else notation.shape(pair)
    after = state.copy()
    if replacing:
        track.replace(after, state.company, hex, pair)
    else:
        track.lay(after, state.company, hex, pair)
    ahead = after.track.facing[state.company]
    open_to = notation.map.names[ahead // 6] if ahead != NONE else ""
    ends = ends_of(state, notation, hex, pair)
    if open_to:
        result = f"{f'from {ends}, ' if ends else ''}open to {open_to}"
    else:
        result = f"to {ends}" if ends else "completes the link"
    title = f"Replace the tile on {name} by a {shape}" if replacing else f"Lay a {shape} on {name}"
    terrain = notation.map.terrain[hex]
    return TileOffer(
        text,
        f"{name} {'replace by a ' if replacing else ''}{shape}, {result}",
        dollars(-price),
        "Lay track",
        f"{title}, {result}",
        dollars(-price),
        notes=(f"{terrain.title()}{', over another rail' if crossing else ''}: {result}.",),
        rail=notation.rail(pair),
        open_to=open_to,
    )


def ends_of(state: SteamPower, notation: Notation, hex: int, pair: int) -> str:
    """The cities beside a rail, at one of its ends or both."""
    rails = state.land.rails
    names = []
    for edge in (rails.first[pair], rails.second[pair]):
        there = state.land.beside[hex * 6 + edge]
        if there != NONE and state.land.city_at[there] != NONE:
            names.append(notation.city(state.land.city_at[there]))
    return " and ".join(names)


def offer_factory(notation: Notation, state: SteamPower, move: Build, text: str) -> Offer:
    city, goods = move.city, move.goods
    good = notation.parts.goods[state.cities.colour[city]]
    mine = state.track.network[state.company] & state.land.bit[state.land.node[city]]
    where = "In your network." if mine else "Not in your network."
    worth = int(scoring.flipped_city(state, city))
    return Offer(
        text,
        f"{notation.city(city)}, {goods} {{piece:{good}}}",
        "",
        "Build a factory",
        f"Build a factory in {notation.city(city)} with {goods} goods",
        notes=(f"{goods} {good} goods. {where}", f"{worth} VP once they are all gone."),
    )


def offer_contract(notation: Notation, state: SteamPower, card: int, text: str) -> Offer:
    contract = notation.contract(card)
    quote = quotes.of_contract(notation, state, int(state.company), card, links(notation, state))
    bonus = "" if contract.bonus == "none" else f", {BONUS_NAME[contract.bonus]}"
    money = f", +${contract.money}" if contract.money else ""
    pays = dict(quote.pays)
    notes = [
        f"{{piece:{item.good}}} "
        + (
            f"from {item.city}, {dollars(-item.price) if item.price else 'free'}"
            if item.city
            else f"from the bank, {dollars(-item.price)}"
        )
        for item in quote.items
    ]
    notes += [f"{city} is flipped." for city in quote.flips]
    notes += [said] if (said := MARKS.get(contract.mark)) else []
    return Offer(
        text,
        f"{notation.pictures(card)} {contract.points} VP{money}{bonus}",
        dollars(-quote.total) if quote.total else "free",
        "Fulfil a contract",
        f"Fulfil {contract.name}",
        dollars(-quote.total) if quote.total else "free",
        tuple(
            Stake(
                dollars(contract.money - quote.total) if seat == state.to_act else dollars(pays.get(seat, 0)),
                f"+{contract.points} VP" if seat == state.to_act else "",
            )
            for seat in range(state.seats)
        ),
        tuple(notes),
    )


def offer_source(notation: Notation, state: SteamPower, move: Take, text: str) -> Offer:
    city, paid = move.city, move.paid
    good = notation.parts.goods[state.cities.colour[city]]
    total = int(delivery.spent(paid))
    pays = listed(notation.payees(state, paid))
    last = ("The last one: the city is flipped.",) if state.factories.goods[city] == 1 else ()
    return Offer(
        text,
        f"{{piece:{good}}} from {notation.city(city)}{', ' * bool(pays)}{pays}",
        dollars(-total) if total else "free",
        "Choose a source",
        f"{good.title()} from {notation.city(city)}, {f'paying {pays}' if pays else 'free'}",
        dollars(-total) if total else "free",
        notes=last,
    )


def dollars(amount: int) -> str:
    """+$3, −$2, $0."""
    return f"+${amount}" if amount > 0 else f"−${-amount}" if amount < 0 else "$0"
