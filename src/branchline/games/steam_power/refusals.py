"""Why a move of Steam Power is not allowed."""

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.steam_power import codes, contracts, delivery, factories, rules, track
from branchline.games.steam_power.deck import PURPLE
from branchline.games.steam_power.land import CITY, NONE, PAIRS, TIGHT, WATER
from branchline.games.steam_power.moves import (
    MOVES,
    Begin,
    Build,
    Contracts,
    Deliver,
    Fulfil,
    Lay,
    Money,
    Placement,
    Remove,
    Replace,
    Skip,
    Stop,
    Take,
    TakeFrom,
)
from branchline.games.steam_power.notation import BONUS_NAME, Notation
from branchline.games.steam_power.rules import SteamPower
from branchline.moves import OPEN, Move, Nonsense
from branchline.refusal import Refused
from branchline.words import listed

ACTIONS = "lay track, build a factory, fulfil a contract, take contracts or take money"
ENOUGH = 10_000  # more money than anything costs


def refuse(notation: Notation, state: SteamPower, move: Move) -> Refused:
    """Why this is not a legal move now."""
    return refuse_step(notation, state, move) or refuse_move(notation, state, move)


def refuse_text(notation: Notation, state: SteamPower, text: str) -> Refused:
    """The same of what somebody typed: a decision that is due first matters more than a wrong name."""
    try:
        return refuse(notation, state, notation.read(state, text))
    except Refused as unknown:
        return refuse_step(notation, state, MOVES.named(text.partition(" ")[0])) or unknown


def refuse_move(notation: Notation, state: SteamPower, move: Move) -> Refused:
    match move:
        case Lay():
            return refuse_lay(notation, state, move)
        case Replace():
            return refuse_replace(notation, state, move)
        case Remove():
            return refuse_remove(notation, state, move)
        case Begin():
            return refuse_begin(notation, state, move)
        case Stop():
            return Refused("steam-power 4.1", "There is nothing to stop: Lay Track means one tile or two.")
        case Build():
            return refuse_build(notation, state, move)
        case Fulfil():
            return refuse_fulfil(notation, state, move)
        case Take() | Deliver():
            return refuse_delivery(notation, state, move)
        case Contracts():
            return refuse_contracts(state)
        case Money():
            said = f"You take ${rules.FROM_THE_BANK} from the bank, no more and no less: money."
            return Refused("steam-power 3.3", said)
        case Skip():
            return Refused("steam-power 3.2", f"There is no bonus to leave out. Choose an action: {ACTIONS}.")
        case TakeFrom():
            return refuse_from(state)
    said = move.text if isinstance(move, Nonsense) else move.verb
    return Refused("steam-power 3.2", f"{said!r} is no move: {ACTIONS}.")


def choices(state: SteamPower) -> list[Move]:
    """What could be done instead."""
    return [MOVES.decode(int(code)) for code in state.legal()]


def refuse_step(notation: Notation, state: SteamPower, move: Move) -> Refused | None:
    """Another decision is due first."""
    if not isinstance(move, PLAYED):
        return None
    if state.phase == codes.DELIVERY and not isinstance(move, Take | Deliver):
        name = notation.contract(state.contract).name
        return Refused("steam-power 6.4", f"Contract {name} is being fulfilled: choose sources, or deliver.")
    if state.phase == codes.WHOSE and not isinstance(move, TakeFrom):
        return Refused("steam-power 8.2", "Choose first from which player you take a contract.")
    if state.phase == codes.BONUS:
        bonus = notation.contract(state.contract).bonus
        kinds: dict[str, type[Move]] = {"track": Placement, "factory": Build, "contracts": Contracts}
        if not isinstance(move, (kinds[bonus], Skip)):
            return Refused("steam-power 7.2", f"The bonus comes first: {BONUS_NAME[bonus]}, or skip.")
    if state.phase == codes.FIRST_TILE and not isinstance(move, Placement | Stop):
        where = notation.node(state.begin_at)
        return Refused("steam-power 4.2", f"You begin at {where}: lay the first tile beside it.")
    if state.phase == codes.LAYING and not isinstance(move, Placement | Stop):
        return Refused("steam-power 4.1", "You are laying track: place the next tile, or stop.")
    return None


PLAYED = (Placement, Stop, Build, Fulfil, Take, Deliver, Contracts, Money, Skip, TakeFrom)


def refuse_lay(notation: Notation, state: SteamPower, move: Lay) -> Refused:
    if move.hex == OPEN:
        return refuse_any_track(notation, state)
    return (
        refuse_hex(notation, state, move.hex)
        or refuse_contiguity(notation, state, move.hex)
        or refuse_price(notation, state, move.hex)
        or refuse_rail(notation, state, move.hex, move.rail)
    )


def refuse_any_track(notation: Notation, state: SteamPower) -> Refused:
    """Asked without a place: where it could be, or why nowhere."""
    if ways := [move for move in choices(state) if isinstance(move, Placement)]:
        return Refused("steam-power 4.1", f"Say where as well: {notation.text(state, ways[0])}.")
    if state.track.trains[state.company] == 0:
        return Refused("steam-power 4.4", "You have no train left, so you can't start another link.")
    money = int(state.money[state.purse(state.company)])
    return Refused("steam-power 4.1", f"No tile that you can pay for fits beside your cities; you have ${money}.")


def refuse_hex(notation: Notation, state: SteamPower, hex: int) -> Refused | None:
    """What lies there forbids any tile."""
    name = notation.map.names[hex]
    if state.land.ground[hex] == WATER:
        return Refused("steam-power 4.1", f"Hex {name} is water: nothing is built there.")
    if state.land.ground[hex] == CITY:
        return Refused(
            "steam-power 4.1", f"{notation.city(state.land.city_at[hex])} lies on {name}: track leads into it."
        )
    if state.track.rail[hex * 2 + 1] != NONE:
        return Refused("steam-power 4.6", f"The tile on {name} is a crossing already.")
    old = state.track.rail[hex * 2]
    if old != NONE and state.land.rails.kind[old] == TIGHT:
        return Refused("steam-power 4.6", f"The tight curve on {name} can't be crossed.")
    return None


def refuse_contiguity(notation: Notation, state: SteamPower, hex: int) -> Refused | None:
    """The tile has to continue what the company has."""
    company = state.company
    name = notation.map.names[hex]
    if track.has_open_end(state, company):
        ahead = state.track.facing[company] // 6
        if ahead == hex:
            return None
        where = notation.map.names[ahead]
        if is_blocked(state):
            return Refused("steam-power 4.5", f"Your link is blocked at {where}: replace or remove its last tile.")
        return Refused("steam-power 4.4", f"Your incomplete link has to be continued first: on {where}.")
    if state.track.trains[company] == 0:
        return Refused("steam-power 4.4", "You have no train left, so you can't start another link.")
    near = state.land.near[hex]
    if state.begin_at != NONE:
        if not near & state.land.bit[state.begin_at]:
            return Refused(
                "steam-power 4.2", f"Your first track begins at {notation.node(state.begin_at)}, not at {name}."
            )
        return None
    if state.track.network[company] == 0:
        return Refused("steam-power 4.2", "Choose first where your first track begins: begin, and the city.")
    if not near & state.track.network[company]:
        return Refused("steam-power 4.3", f"Hex {name} touches no city that you are connected to.")
    return None


def is_blocked(state: SteamPower) -> bool:
    """No tile fits where the incomplete link leads, whatever one pays."""
    company = state.company
    twin = state.copy()
    twin.money[twin.purse(company)] = ENOUGH
    return len(track.extensions(twin, company, vec[i64]())) == 0


def refuse_price(notation: Notation, state: SteamPower, hex: int) -> Refused | None:
    price, money = int(track.price(state, hex)), int(state.money[state.purse(state.company)])
    if price <= money:
        return None
    rule = "4.6" if state.track.rail[hex * 2] != NONE else "4.1"
    name, terrain = notation.map.names[hex], notation.map.terrain[hex].title()
    costs = f"A crossing on {name} costs" if rule == "4.6" else f"{terrain} on {name} cost"
    return Refused(f"steam-power {rule}", f"{costs} ${price}; you have ${money}.")


def refuse_rail(notation: Notation, state: SteamPower, hex: int, pair: int) -> Refused:
    """The rail does not fit there, or none would."""
    if pair != OPEN:
        return refuse_edges(notation, state, hex, pair) or refuse_tile(
            notation, state, hex, pair, int(state.track.rail[hex * 2])
        )
    name = notation.map.names[hex]
    fits = [move for move in choices(state) if isinstance(move, Lay) and move.hex == hex]
    if fits:
        return Refused("steam-power 4.1", f"Say which edges the rail joins: {notation.text(state, fits[0])}.")
    reasons = [refuse_rail(notation, state, hex, pair) for pair in onward(state, hex)]
    closest = max(reasons, key=lambda refused: refused.rule)  # what is asked last has the highest rule
    return Refused(closest.rule, f"No tile fits on {name}. {closest.reason}")


def onward(state: SteamPower, hex: int) -> list[int]:
    """The rails on a hex that would go on from what the company has."""
    land, rails, company = state.land, state.land.rails, state.company
    if track.has_open_end(state, company):
        into = int(land.bit[state.track.facing[company] % 6])
    else:
        mine = land.bit[state.begin_at] if state.begin_at != NONE else state.track.network[company]
        beyond = [int(land.node_beyond[hex * 6 + edge]) for edge in range(6)]
        into = sum(1 << edge for edge, node in enumerate(beyond) if node != NONE and mine & land.bit[node])
    return [pair for pair in range(PAIRS) if rails.edges[pair] & into] or list(range(PAIRS))


def refuse_edges(notation: Notation, state: SteamPower, hex: int, pair: int) -> Refused | None:
    land, rails, company = state.land, state.land.rails, state.company
    name, rail = notation.map.names[hex], notation.rail(pair)
    ends = (int(rails.first[pair]), int(rails.second[pair]))
    for edge in ends:
        if not land.open[hex] & land.bit[edge]:
            return Refused("steam-power 4.1", f"The rail {rail} on {name} would lead off the map or into water.")
        if track.shunned_edges(state, company, hex) & land.bit[edge]:
            return Refused(
                "steam-power 4.4", f"The rail {rail} on {name} would meet another company's incomplete link."
            )
    nodes = [int(land.node_beyond[hex * 6 + edge]) for edge in ends]
    if track.has_open_end(state, company):
        entry = int(state.track.facing[company] % 6)
        if entry not in ends:
            return Refused(
                "steam-power 4.4",
                f"Your incomplete link comes in at the {notation.map.layout.edges[entry]} edge of {name}.",
            )
        if state.track.link_start[company] in nodes:
            where = notation.node(state.track.link_start[company])
            return Refused("steam-power 4.3", f"A link can't lead back to {where}, where it began.")
        return None
    mine = land.bit[state.begin_at] if state.begin_at != NONE else state.track.network[company]
    if nodes[0] == nodes[1] != NONE:
        return Refused("steam-power 4.3", f"A link can't lead back to {notation.node(nodes[0])}, where it began.")
    if state.begin_at != NONE and state.begin_at not in nodes:
        where = notation.node(state.begin_at)
        return Refused("steam-power 4.2", f"The first tile has to lead into {where}; {rail} on {name} does not.")
    if nodes == [NONE, NONE]:
        return Refused("steam-power 4.2", f"The rail {rail} on {name} leads into no city.")
    if mine and not any(node != NONE and mine & land.bit[node] for node in nodes):
        return Refused("steam-power 4.3", f"The rail {rail} on {name} leads into no city that you are connected to.")
    return None


def refuse_tile(notation: Notation, state: SteamPower, hex: int, pair: int, old: int) -> Refused:
    """No tile shows it, or none is left."""
    rails = state.land.rails
    name = notation.map.names[hex]
    if old != NONE:
        if rails.edges[old] & rails.edges[pair]:
            return Refused("steam-power 4.6", f"No edge can be shared with the rail {notation.rail(old)} on {name}.")
        if rails.crossing[old * PAIRS + pair] == NONE:
            return Refused("steam-power 4.6", f"No tile shows {notation.rail(old)} and {notation.rail(pair)} together.")
        return Refused("steam-power 4.7", "No tile with this crossing is left in the stock.")
    return Refused("steam-power 4.7", f"No tile with a {notation.shape(pair)} is left in the stock.")


def refuse_replace(notation: Notation, state: SteamPower, move: Replace) -> Refused:
    hex, pair = move.hex, move.rail
    if wrong := refuse_end(notation, state, hex):
        return wrong
    if pair == OPEN:
        where = notation.map.names[track.end_hex(state, state.company)]
        return Refused("steam-power 4.5", f"Say which edges the new rail joins: replace {where} {notation.straight}.")
    slot = int(track.end_slot(state, state.company))
    drops = track.drops_dead_rail(state, hex, slot)
    if state.track.rail[hex * 2 + slot] == pair and not drops:
        return Refused("steam-power 4.5", f"That is the tile on {notation.map.names[hex]} already.")
    entry = int(track.entry_edge(state, state.company))
    alone = state.land.node_beyond[hex * 6 + entry] != NONE  # the link's only tile may start anywhere
    if not alone and entry not in (state.land.rails.first[pair], state.land.rails.second[pair]):
        where = notation.map.names[hex]
        return Refused(
            "steam-power 4.5",
            f"The new tile has to continue your link at the {notation.map.layout.edges[entry]} edge of {where}.",
        )
    twin = state.copy()
    twin.track.facing[state.company] = NONE if alone else hex * 6 + entry
    return refuse_edges(notation, twin, hex, pair) or refuse_tile(
        notation, state, hex, pair, NONE if drops else int(state.track.rail[hex * 2 + 1 - slot])
    )


def refuse_end(notation: Notation, state: SteamPower, hex: int) -> Refused | None:
    if not track.has_open_end(state, state.company):
        return Refused("steam-power 4.5", "You have no incomplete link; a completed one is never broken.")
    end = track.end_hex(state, state.company)
    if hex != end:
        return Refused(
            "steam-power 4.5", f"Only the last tile of your incomplete link may go: {notation.map.names[end]}."
        )
    return None


def refuse_remove(notation: Notation, state: SteamPower, move: Remove) -> Refused:
    wrong = refuse_end(notation, state, move.hex)
    return wrong or Refused("steam-power 4.5", f"There is nothing to remove on {notation.map.names[move.hex]}.")


def refuse_begin(notation: Notation, state: SteamPower, move: Begin) -> Refused:
    if not track.is_first_track(state, state.company) or state.begin_at != NONE:
        return Refused("steam-power 4.2", "Only the first track begins at any city; yours has begun.")
    if state.track.trains[state.company] == 0:
        return Refused("steam-power 4.4", "You have no train left, so you can't start a link.")
    if move.city == OPEN:
        return refuse_any_track(notation, state)
    return Refused("steam-power 4.2", f"No tile that you can pay for fits beside {notation.city(move.city)}.")


def refuse_build(notation: Notation, state: SteamPower, move: Build) -> Refused:
    if move.city == OPEN:
        return refuse_any_factory(notation, state)
    city = move.city
    name, colour, company = notation.city(city), int(state.cities.colour[city]), state.company
    if colour == PURPLE:
        return Refused("steam-power 5.1", f"{name} is a Victory Point city: no factory is built there.")
    if state.factories.flipped(city):
        return Refused("steam-power 5.1", f"{name} is flipped: its factory has sold out for good.")
    if state.factories.stands_in(city):
        return Refused("steam-power 5.1", f"{name} has a factory already.")
    if not state.track.linked & state.land.bit[state.land.node[city]]:
        return Refused("steam-power 5.2", f"No completed link leads to {name}.")
    if state.factories.left[company] == 0:
        return Refused("steam-power 5.1", "You have no factory left.")
    if state.factories.stock[colour] == 0:
        return Refused("steam-power 5.3", f"No {notation.parts.goods[colour]} good is left in the stock.")
    if not factories.can_build(state, company, city):
        raise AssertionError("every reason is given above")
    if state.phase == codes.BONUS:
        usual, left = int(state.numbers.goods_a_factory), int(state.factories.stock[colour])
        counts = [str(n) for n in range(min(usual - 1, left), min(usual + 1, left) + 1)]
        return Refused("steam-power 7.3", f"Say how many goods: build {name.lower()} {listed(counts, 'or')}.")
    return Refused("steam-power 5.3", f"The number of goods is no choice here: build {name.lower()}.")


def refuse_any_factory(notation: Notation, state: SteamPower) -> Refused:
    """Asked without a city: which it could be, or why none."""
    if ways := [move for move in choices(state) if isinstance(move, Build)]:
        return Refused("steam-power 5.1", f"Name the city as well: {notation.text(state, ways[0])}.")
    if state.factories.left[state.company] == 0:
        return Refused("steam-power 5.1", "You have no factory left.")
    cities = [city for city in range(state.land.cities) if state.cities.colour[city] not in (NONE, PURPLE)]
    free = [city for city in cities if not state.factories.stands_in(city) and not state.factories.flipped(city)]
    if not free:
        return Refused("steam-power 5.1", "Every city that takes a factory has one.")
    if not any(state.track.linked & state.land.bit[state.land.node[city]] for city in free):
        return Refused("steam-power 5.2", "No completed link leads to a city where a factory could be built.")
    return Refused("steam-power 5.3", "No good is left in the stock for the cities that links lead to.")


def refuse_fulfil(notation: Notation, state: SteamPower, move: Fulfil) -> Refused:
    if move.card == OPEN:
        return refuse_any_contract(notation, state)
    card, name = move.card, notation.contract(move.card).name
    if not state.contracts.hand[state.to_act] & state.land.bit[card]:
        return Refused("steam-power 6.2", f"Contract {name} is not in your hand.")
    if state.track.network[state.company] == 0:
        return Refused("steam-power 6.1", "You need a completed link before you can fulfil a contract.")
    cost = int(delivery.least_cost(state, state.company, card))
    money = int(state.money[state.to_act])
    return Refused("steam-power 6.3", f"Contract {name} costs at least ${cost}; you have ${money}.")


def refuse_any_contract(notation: Notation, state: SteamPower) -> Refused:
    """Asked without a contract: which it could be, or why none."""
    if ways := [move for move in choices(state) if isinstance(move, Fulfil)]:
        return Refused("steam-power 6.2", f"Name the contract as well: {notation.text(state, ways[0])}.")
    cards = [
        card
        for card in range(len(notation.parts.contracts))
        if state.contracts.hand[state.to_act] & state.land.bit[card]
    ]
    if not cards:
        return Refused("steam-power 6.2", "You have no contract in your hand.")
    if state.track.network[state.company] == 0:
        return Refused("steam-power 6.1", "You need a completed link before you can fulfil a contract.")
    cost = min(int(delivery.least_cost(state, state.company, card)) for card in cards)
    money = int(state.money[state.to_act])
    return Refused("steam-power 6.3", f"The cheapest of your contracts costs ${cost}; you have ${money}.")


def refuse_contracts(state: SteamPower) -> Refused:
    if contracts.can_take(state, state.to_act):
        return Refused("steam-power 8.1", "Take Contracts needs no further word: contracts.")
    others = "else holds as many contracts as you" if state.contracts.hand[state.to_act] else "holds any contract"
    return Refused("steam-power 8.3", f"The deck is empty and nobody {others}: none could come.")


def refuse_delivery(notation: Notation, state: SteamPower, move: Take | Deliver) -> Refused:
    if state.phase != codes.DELIVERY:
        return Refused("steam-power 6.2", "First choose the contract to fulfil.")
    if isinstance(move, Deliver) or move.city == OPEN:
        return Refused("steam-power 6.4", "Name a good and its city, or deliver what is still needed.")
    city, name = move.city, notation.city(move.city)
    colour = move.good if move.good != OPEN else int(state.cities.colour[city])
    if colour == PURPLE:
        return Refused("steam-power 5.1", f"{name} is a Victory Point city: no factory is built there.")
    good = notation.parts.goods[colour]
    if state.need[colour] == 0:
        return Refused("steam-power 6.4", f"No more {good} goods are needed.")
    if state.cities.colour[city] != colour or state.factories.goods[city] == 0:
        return Refused("steam-power 6.3", f"There is no {good} good in {name}.")
    if not delivery.is_reachable(state, state.company, city):
        return Refused("steam-power 6.5", f"No links lead from {name} to your network.")
    return Refused("steam-power 6.4", f"There is no such way from {name}, or too little money for it and the rest.")


def refuse_from(state: SteamPower) -> Refused:
    if state.phase != codes.WHOSE:
        return Refused("steam-power 8.2", "There is no contract to take from anybody now.")
    seats = [str(move.seat + 1) for move in choices(state) if isinstance(move, TakeFrom)]
    return Refused("steam-power 8.2", f"Only seats {listed(seats, 'or')} hold the most contracts.")
