"""What can be chosen in Steam Power now: the question, and each move with what it would do."""

from typing import TYPE_CHECKING

from branchline.game import Offer, Stake
from branchline.games.steam_power import contracts, delivery, pieces, rules, scoring, track
from branchline.games.steam_power.deck import COLOURS
from branchline.games.steam_power.land import NONE, PAIRS
from branchline.games.steam_power.notation import BONUS_NAME, COMPANY, Notation
from branchline.games.steam_power.refusals import is_blocked
from branchline.games.steam_power.rules import SteamPower
from branchline.words import listed, plural

if TYPE_CHECKING:
    from branchline.games.steam_power.game import SteamPowerGame

# -- what is asked -------------------------------------------------------------------------------


def prompt(game: "SteamPowerGame", state: SteamPower) -> str:
    notation = game.notation(state)
    who = f"{COMPANY[state.company].title()} acts. " if state.solo else f"Action {3 - state.actions} of 2. "
    if state.phase == pieces.ACTION:
        return f"{who}Choose an action. {track_goes_on(state, notation)}".strip()
    if state.phase == pieces.FIRST_TILE:
        return f"{who}Lay the first tile beside {notation.node(state.begin_at)}."
    if state.phase == pieces.LAYING:
        if track.has_open_end(state, state.company) and is_blocked(state):
            return f"{who}{track_goes_on(state, notation).removesuffix('.')}, or stop."
        return f"{who}Lay a second tile, or stop."
    if state.phase == pieces.DELIVERY:
        card = state.contract
        return f"{who}Deliver {notation.pictures(card)} as proposed, or choose a source."
    if state.phase == pieces.BONUS:
        return f"Bonus: {BONUS_NAME[notation.contract(state.contract).bonus]}, or skip it."
    return "The deck is empty: choose from whom you take a contract."


def track_goes_on(state: SteamPower, notation: Notation) -> str:
    """4.4, 4.5 Where the incomplete link waits for its next tile."""
    company = state.company
    if not track.has_open_end(state, company):
        return ""
    hex = int(state.facing[company] // 6)
    ahead, price = notation.map.names[hex], int(track.price(state, hex))
    if is_blocked(state):
        return f"Your link is blocked at {ahead}: replace or remove its last tile."
    if price > state.money[state.purse(company)]:
        return f"Track goes on at {ahead} for ${price}."
    return f"Track goes on at {ahead}."


# -- what a move would do ------------------------------------------------------------------------


def offer(game: "SteamPowerGame", state: SteamPower, move: int) -> Offer:
    notation = game.notation(state)
    text = notation.text(state, move)
    if move < pieces.REMOVE:
        return offer_tile(state, notation, move, text)
    if move < pieces.BEGIN:
        return Offer(text, f"take up {text.split()[1]}", "$0", "Lay track", "Remove the end tile")
    if move < pieces.STOP:
        return offer_beginning(state, notation, move, text)
    if move < pieces.BUILD:
        return Offer(text, "lay no second tile", "", "Lay track", "Stop laying track")
    if move < pieces.FULFIL:
        return offer_factory(game, state, notation, move, text)
    if move < pieces.DELIVER:
        return offer_contract(game, state, notation, move - pieces.FULFIL, text)
    if move >= pieces.TAKE:
        return offer_source(game, state, notation, move, text)
    if move == pieces.DELIVER:
        quote = game.proposal(state, notation, game.links(state, notation))
        return Offer(text, "as proposed", dollars(-quote["total"]), "Deliver", "Deliver as proposed")
    if move == pieces.CONTRACTS:
        return offer_draw(state, text)
    if move == pieces.MONEY:
        return Offer(text, "from the bank", dollars(rules.FROM_THE_BANK), "Others", "Take money")
    if move == pieces.SKIP:
        return Offer(text, "no bonus", "", "Others", "Leave the bonus")
    seat = move - pieces.FROM
    return Offer(text, f"a contract of {{seat:{seat}}}", "", "Others", f"Take a contract of {{seat:{seat}}}")


def offer_draw(state: SteamPower, text: str) -> Offer:
    """8.1, 8.2 From the deck, and what it lacks out of the fullest hands."""
    left = int(state.deck_left)
    if left >= 2:
        return Offer(text, f"draw 2 of {left}", "", "Others", "Take Contracts")
    givers = [f"{{seat:{int(move) - pieces.FROM}}}" for move in contracts.givers(state, state.to_act)]
    label = "draw the last one" if left else "out of the fullest hand"
    notes = [f"{'One card is' if left else 'No card is'} left in the deck."]
    if givers:
        notes.append(f"{listed(givers, 'or')} {'holds' if len(givers) == 1 else 'hold'} the most contracts now.")
    return Offer(text, label, "", "Others", "Take Contracts", notes=tuple(notes))


def offer_beginning(state: SteamPower, notation: Notation, move: int, text: str) -> Offer:
    """4.2, 4.4 Where the first tile may lie, what it costs, and the train that the link takes."""
    city = notation.city(move - pieces.BEGIN)
    after = state.copy()
    after.play(move)
    hexes = {int(tile) // int(PAIRS) for tile in after.legal() if tile < pieces.REPLACE}
    prices = [f"${price}" for price in sorted({int(track.price(after, hex)) for hex in hexes})]
    notes = (
        f"Then lay the first tile on {'the hex' if len(hexes) == 1 else f'one of {len(hexes)} hexes'} beside it, "
        f"for {listed(prices, 'or')}.",
        f"The link takes one of your {plural(int(state.trains[state.company]), 'train')}.",
    )
    return Offer(text, f"from {city}", "", "Lay track", f"Begin your first track in {city}", notes=notes)


def offer_tile(state: SteamPower, notation: Notation, move: int, text: str) -> Offer:
    replacing = move >= pieces.REPLACE
    hex, pair = divmod(int(move - pieces.REPLACE if replacing else move), int(PAIRS))
    name = notation.map.names[hex]
    price = 0 if replacing else int(track.price(state, hex))
    crossing = not replacing and state.rail[hex * 2] != NONE
    shape = "crossing" if crossing else notation.shape(pair)
    after = state.copy()
    if replacing:
        track.replace(after, state.company, hex, pair)
    else:
        track.lay(after, state.company, hex, pair)
    ahead = after.facing[state.company]
    ends = ends_of(state, notation, hex, pair)
    if ahead != NONE:
        result = f"{f'from {ends}, ' if ends else ''}open to {notation.map.names[ahead // 6]}"
    else:
        result = f"to {ends}" if ends else "completes the link"
    title = f"Replace the tile on {name} by a {shape}" if replacing else f"Lay a {shape} on {name}"
    terrain = notation.map.terrain[hex]
    notes = (f"{terrain.title()}{', over another rail' if crossing else ''}: {result}.",)
    label = f"{name} {'replace by a ' if replacing else ''}{shape}, {result}"
    return Offer(text, label, dollars(-price), "Lay track", f"{title}, {result}", dollars(-price), notes=notes)


def ends_of(state: SteamPower, notation: Notation, hex: int, pair: int) -> str:
    """The cities beside a rail, at one of its ends or both."""
    rails = state.land.rails
    names = []
    for edge in (rails.first[pair], rails.second[pair]):
        there = state.land.beside[hex * 6 + edge]
        if there != NONE and state.land.city_at[there] != NONE:
            names.append(notation.city(state.land.city_at[there]))
    return " and ".join(names)


def offer_factory(game: "SteamPowerGame", state: SteamPower, notation: Notation, move: int, text: str) -> Offer:
    city, goods = divmod(move - pieces.BUILD, 16)
    good = game.parts.goods[state.colour[city]]
    mine = state.network[state.company] & state.land.bit[state.land.node[city]]
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


def offer_contract(game: "SteamPowerGame", state: SteamPower, notation: Notation, card: int, text: str) -> Offer:
    contract = notation.contract(card)
    twin = state.copy()
    for colour in range(COLOURS):
        twin.need[colour] = state.deck.need[card * COLOURS + colour]
    quote = game.quote(twin, notation, contract.goods, game.links(state, notation))
    bonus = "" if contract.bonus == "none" else f", {BONUS_NAME[contract.bonus]}"
    money = f", +${contract.money}" if contract.money else ""
    pays = dict(quote["pays"])
    notes = [
        f"{{piece:{item['good']}}} "
        + (
            f"from {item['city']}, {dollars(-item['price']) if item['price'] else 'free'}"
            if item["city"]
            else "from the bank, −$5"
        )
        for item in quote["items"]
    ]
    notes += [f"{city} is flipped." for city in quote["flips"]]
    return Offer(
        text,
        f"{notation.pictures(card)} {contract.points} VP{money}{bonus}",
        dollars(-quote["total"]) if quote["total"] else "free",
        "Fulfil a contract",
        f"Fulfil {contract.name}",
        dollars(-quote["total"]) if quote["total"] else "free",
        tuple(
            Stake(
                f"{dollars(contract.money - quote['total'])}" if seat == state.to_act else dollars(pays.get(seat, 0)),
                f"+{contract.points} VP" if seat == state.to_act else "",
            )
            for seat in range(state.seats)
        ),
        tuple(notes),
    )


def offer_source(game: "SteamPowerGame", state: SteamPower, notation: Notation, move: int, text: str) -> Offer:
    paid, city = divmod(move - pieces.TAKE, 64)
    good = game.parts.goods[state.colour[city]]
    total = int(delivery.spent(paid))
    pays = listed(notation.payees(state, paid))
    last = ("The last one: the city is flipped.",) if state.goods[city] == 1 else ()
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
