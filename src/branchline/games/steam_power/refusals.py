"""Why a move of Steam Power is not allowed."""

import re

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.steam_power import contracts, delivery, factories, pieces, rules, track
from branchline.games.steam_power.components import EDGES
from branchline.games.steam_power.deck import PURPLE
from branchline.games.steam_power.land import CITY, NONE, PAIRS, TIGHT, WATER
from branchline.games.steam_power.notation import BONUS_NAME, Notation
from branchline.games.steam_power.rules import SteamPower
from branchline.refusal import Refused
from branchline.words import listed

ACTIONS = "lay track, build a factory, fulfil a contract, take contracts or take money"
ENOUGH = 10_000  # more money than anything costs


def refuse(notation: Notation, state: SteamPower, text: str) -> Refused:
    """Why this is not a legal move now."""
    verb, _, rest = text.partition(" ")
    reasons = {
        "lay": refuse_lay,
        "replace": refuse_replace,
        "remove": refuse_remove,
        "begin": refuse_begin,
        "stop": refuse_stop,
        "build": refuse_build,
        "fulfil": refuse_fulfil,
        "fulfill": refuse_fulfil,
        "contracts": refuse_contracts,
        "deliver": refuse_delivery,
        "take": refuse_delivery,
        "money": refuse_money,
        "skip": refuse_skip,
        "from": refuse_from,
    }
    if verb not in reasons:
        return Refused("steam-power 3.2", f"{text!r} is no move: {ACTIONS}.")
    return refuse_step(notation, state, verb) or reasons[verb](notation, state, rest)


def refuse_step(notation: Notation, state: SteamPower, verb: str) -> Refused | None:
    """Another decision is due first."""
    if state.phase == pieces.DELIVERY and verb not in ("take", "deliver"):
        name = notation.contract(state.contract).name
        return Refused("steam-power 6.4", f"Contract {name} is being fulfilled: choose sources, or deliver.")
    if state.phase == pieces.WHOSE and verb != "from":
        return Refused("steam-power 8.2", "Choose first from which player you take a contract.")
    if state.phase == pieces.BONUS:
        bonus = notation.contract(state.contract).bonus
        verbs = {"track": ("lay", "replace", "remove", "begin"), "factory": ("build",), "contracts": ("contracts",)}
        if verb not in (*verbs[bonus], "skip"):
            return Refused("steam-power 7.2", f"The bonus comes first: {BONUS_NAME[bonus]}, or skip.")
    placing = verb in ("lay", "replace", "remove", "begin", "stop")
    if state.phase == pieces.FIRST_TILE and not placing:
        where = notation.node(state.begin_at)
        return Refused("steam-power 4.2", f"You begin at {where}: lay the first tile beside it.")
    if state.phase == pieces.LAYING and not placing:
        return Refused("steam-power 4.1", "You are laying track: place the next tile, or stop.")
    return None


def refuse_lay(notation: Notation, state: SteamPower, rest: str) -> Refused:
    if not rest:
        return refuse_any_track(notation, state)
    place = find_place(notation, rest)
    if isinstance(place, Refused):
        return place
    hex, pair = place
    return (
        refuse_name(notation, "lay", rest, hex, pair)
        or refuse_hex(notation, state, hex)
        or refuse_contiguity(notation, state, hex)
        or refuse_price(notation, state, hex)
        or refuse_rail(notation, state, hex, pair)
    )


def refuse_any_track(notation: Notation, state: SteamPower) -> Refused:
    """Asked without a place: where it could be, or why nowhere."""
    if ways := [move for move in state.legal() if move < pieces.STOP]:
        return Refused("steam-power 4.1", f"Say where as well: {notation.text(state, int(ways[0]))}.")
    if state.trains[state.company] == 0:
        return Refused("steam-power 4.4", "You have no train left, so you can't start another link.")
    money = int(state.money[state.purse(state.company)])
    return Refused("steam-power 4.1", f"No tile that you can pay for fits beside your cities; you have ${money}.")


def find_place(notation: Notation, rest: str) -> tuple[int, int | None] | Refused:
    """A hex and a rail out of words."""
    match = re.fullmatch(r"([a-z]+\d+)(?: ([a-z]+)-([a-z]+))?", rest)
    if not match or match[1] not in notation.map.names:
        return Refused("steam-power 4.1", f"There is no hex {rest.split(' ')[0]!r} on this map.")
    hex = notation.map.names.index(match[1])
    if match[2] is None:
        return hex, None
    if match[2] not in EDGES or match[3] not in EDGES or match[2] == match[3]:
        return Refused("steam-power 4.1", f"A rail joins two of the edges {', '.join(EDGES)}: lay {match[1]} sw-ne.")
    return hex, int(notation.map.land.rails.pair[EDGES.index(match[2]) * 6 + EDGES.index(match[3])])


def refuse_name(notation: Notation, verb: str, rest: str, hex: int, pair: int | None) -> Refused | None:
    """A rail has one name, however its edges are said."""
    if pair is None or notation.rail(pair) == rest.split(" ")[1]:
        return None
    named = f"{verb} {notation.map.names[hex]} {notation.rail(pair)}"
    return Refused("steam-power 4.1", f"Edges are named clockwise from the east: {named}.")


def refuse_hex(notation: Notation, state: SteamPower, hex: int) -> Refused | None:
    """What lies there forbids any tile."""
    name = notation.map.names[hex]
    if state.land.ground[hex] == WATER:
        return Refused("steam-power 4.1", f"Hex {name} is water: nothing is built there.")
    if state.land.ground[hex] == CITY:
        return Refused(
            "steam-power 4.1", f"{notation.city(state.land.city_at[hex])} lies on {name}: track leads into it."
        )
    if state.rail[hex * 2 + 1] != NONE:
        return Refused("steam-power 4.6", f"The tile on {name} is a crossing already.")
    old = state.rail[hex * 2]
    if old != NONE and state.land.rails.kind[old] == TIGHT:
        return Refused("steam-power 4.6", f"The tight curve on {name} can't be crossed.")
    return None


def refuse_contiguity(notation: Notation, state: SteamPower, hex: int) -> Refused | None:
    """The tile has to continue what the company has."""
    company = state.company
    name = notation.map.names[hex]
    if track.has_open_end(state, company):
        ahead = state.facing[company] // 6
        if ahead == hex:
            return None
        where = notation.map.names[ahead]
        if is_blocked(state):
            return Refused("steam-power 4.5", f"Your link is blocked at {where}: replace or remove its last tile.")
        return Refused("steam-power 4.4", f"Your incomplete link has to be continued first: on {where}.")
    if state.trains[company] == 0:
        return Refused("steam-power 4.4", "You have no train left, so you can't start another link.")
    near = state.land.near[hex]
    if state.begin_at != NONE:
        if not near & state.land.bit[state.begin_at]:
            return Refused(
                "steam-power 4.2", f"Your first track begins at {notation.node(state.begin_at)}, not at {name}."
            )
        return None
    if state.network[company] == 0:
        return Refused("steam-power 4.2", "Choose first where your first track begins: begin, and the city.")
    if not near & state.network[company]:
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
    rule = "4.6" if state.rail[hex * 2] != NONE else "4.1"
    name, terrain = notation.map.names[hex], notation.map.terrain[hex].title()
    costs = f"A crossing on {name} costs" if rule == "4.6" else f"{terrain} on {name} cost"
    return Refused(f"steam-power {rule}", f"{costs} ${price}; you have ${money}.")


def refuse_rail(notation: Notation, state: SteamPower, hex: int, pair: int | None) -> Refused:
    """The rail does not fit there, or none would."""
    if pair is not None:
        return refuse_edges(notation, state, hex, pair) or refuse_tile(
            notation, state, hex, pair, int(state.rail[hex * 2])
        )
    name = notation.map.names[hex]
    fits = [move for move in state.legal() if move // PAIRS == hex]
    if fits:
        return Refused("steam-power 4.1", f"Say which edges the rail joins: {notation.text(state, int(fits[0]))}.")
    reasons = [refuse_rail(notation, state, hex, pair) for pair in onward(state, hex)]
    closest = max(reasons, key=lambda refused: refused.rule)  # what is asked last has the highest rule
    return Refused(closest.rule, f"No tile fits on {name}. {closest.reason}")


def onward(state: SteamPower, hex: int) -> list[int]:
    """The rails on a hex that would go on from what the company has."""
    land, rails, company = state.land, state.land.rails, state.company
    if track.has_open_end(state, company):
        into = int(land.bit[state.facing[company] % 6])
    else:
        mine = land.bit[state.begin_at] if state.begin_at != NONE else state.network[company]
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
        entry = int(state.facing[company] % 6)
        if entry not in ends:
            return Refused("steam-power 4.4", f"Your incomplete link comes in at the {EDGES[entry]} edge of {name}.")
        if state.link_start[company] in nodes:
            where = notation.node(state.link_start[company])
            return Refused("steam-power 4.3", f"A link can't lead back to {where}, where it began.")
        return None
    mine = land.bit[state.begin_at] if state.begin_at != NONE else state.network[company]
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


def refuse_replace(notation: Notation, state: SteamPower, rest: str) -> Refused:
    place = find_place(notation, rest)
    if isinstance(place, Refused):
        return place
    hex, pair = place
    wrong = refuse_name(notation, "replace", rest, hex, pair) or refuse_end(notation, state, hex)
    if wrong:
        return wrong
    if pair is None:
        return Refused(
            "steam-power 4.5", f"Say which edges the new rail joins: replace {notation.map.names[hex]} sw-ne."
        )
    slot = int(track.end_slot(state, state.company))
    if state.rail[hex * 2 + slot] == pair:
        return Refused("steam-power 4.5", f"That is the tile on {notation.map.names[hex]} already.")
    entry = int(track.entry_edge(state, state.company))
    alone = state.land.node_beyond[hex * 6 + entry] != NONE  # the link's only tile may start anywhere
    if not alone and entry not in (state.land.rails.first[pair], state.land.rails.second[pair]):
        where = notation.map.names[hex]
        return Refused(
            "steam-power 4.5", f"The new tile has to continue your link at the {EDGES[entry]} edge of {where}."
        )
    twin = state.copy()
    twin.facing[state.company] = NONE if alone else hex * 6 + entry
    return refuse_edges(notation, twin, hex, pair) or refuse_tile(
        notation, state, hex, pair, int(state.rail[hex * 2 + 1 - slot])
    )


def refuse_end(notation: Notation, state: SteamPower, hex: int | None) -> Refused | None:
    if not track.has_open_end(state, state.company):
        return Refused("steam-power 4.5", "You have no incomplete link; a completed one is never broken.")
    end = track.end_hex(state, state.company)
    if hex != end:
        return Refused(
            "steam-power 4.5", f"Only the last tile of your incomplete link may go: {notation.map.names[end]}."
        )
    return None


def refuse_remove(notation: Notation, state: SteamPower, rest: str) -> Refused:
    hex = notation.map.names.index(rest) if rest in notation.map.names else None
    return refuse_end(notation, state, hex) or Refused("steam-power 4.5", f"There is nothing to remove on {rest}.")


def refuse_begin(notation: Notation, state: SteamPower, rest: str) -> Refused:
    city = notation.find_city(rest)
    if city is None:
        return Refused("steam-power 4.2", f"There is no city {rest!r} on this map.")
    if not track.is_first_track(state, state.company) or state.begin_at != NONE:
        return Refused("steam-power 4.2", "Only the first track begins at any city; yours has begun.")
    if state.trains[state.company] == 0:
        return Refused("steam-power 4.4", "You have no train left, so you can't start a link.")
    return Refused("steam-power 4.2", f"No tile that you can pay for fits beside {notation.city(city)}.")


def refuse_stop(notation: Notation, state: SteamPower, rest: str) -> Refused:
    return Refused("steam-power 4.1", "There is nothing to stop: Lay Track means one tile or two.")


def refuse_build(notation: Notation, state: SteamPower, rest: str) -> Refused:
    if not rest:
        return refuse_any_factory(notation, state)
    match = re.fullmatch(r"(.*?)(?: (\d+))?", rest)
    assert match
    city = notation.find_city(match[1])
    if match[1] in notation.map.names:
        return Refused("steam-power 5.1", f"There is no city on {match[1]}: factories are built in cities.")
    if city is None:
        return Refused("steam-power 5.1", f"There is no city {match[1]!r} on this map.")
    name, colour, company = notation.city(city), int(state.colour[city]), state.company
    if colour == PURPLE:
        return Refused("steam-power 5.1", f"{name} is a Victory Point city: no factory is built there.")
    if state.flipped(city):
        return Refused("steam-power 5.1", f"{name} is flipped: its factory has sold out for good.")
    if state.has_factory(city):
        return Refused("steam-power 5.1", f"{name} has a factory already.")
    if not state.linked & state.land.bit[state.land.node[city]]:
        return Refused("steam-power 5.2", f"No completed link leads to {name}.")
    if state.factories[company] == 0:
        return Refused("steam-power 5.1", "You have no factory left.")
    if state.stock[colour] == 0:
        return Refused("steam-power 5.3", f"No {notation.parts.goods[colour]} good is left in the stock.")
    if not factories.can_build(state, company, city):
        raise AssertionError("every reason is given above")
    if state.phase == pieces.BONUS:
        usual, left = int(state.numbers.goods_a_factory), int(state.stock[colour])
        counts = [str(n) for n in range(min(usual - 1, left), min(usual + 1, left) + 1)]
        return Refused("steam-power 7.3", f"Say how many goods: build {match[1]} {listed(counts, 'or')}.")
    return Refused("steam-power 5.3", f"The number of goods is no choice here: build {match[1]}.")


def refuse_any_factory(notation: Notation, state: SteamPower) -> Refused:
    """Asked without a city: which it could be, or why none."""
    if ways := [move for move in state.legal() if pieces.BUILD <= move < pieces.FULFIL]:
        return Refused("steam-power 5.1", f"Name the city as well: {notation.text(state, int(ways[0]))}.")
    if state.factories[state.company] == 0:
        return Refused("steam-power 5.1", "You have no factory left.")
    cities = [city for city in range(state.land.cities) if state.colour[city] not in (NONE, PURPLE)]
    free = [city for city in cities if not state.has_factory(city) and not state.flipped(city)]
    if not free:
        return Refused("steam-power 5.1", "Every city that takes a factory has one.")
    if not any(state.linked & state.land.bit[state.land.node[city]] for city in free):
        return Refused("steam-power 5.2", "No completed link leads to a city where a factory could be built.")
    return Refused("steam-power 5.3", "No good is left in the stock for the cities that links lead to.")


def refuse_fulfil(notation: Notation, state: SteamPower, rest: str) -> Refused:
    if not rest:
        return refuse_any_contract(notation, state)
    names = [contract.name for contract in notation.parts.contracts]
    if rest not in names:
        return Refused("steam-power 6.2", f"There is no contract {rest!r}: their names are like {names[0]}.")
    card = names.index(rest)
    if not state.hand[state.to_act] & state.land.bit[card]:
        return Refused("steam-power 6.2", f"Contract {rest} is not in your hand.")
    if state.network[state.company] == 0:
        return Refused("steam-power 6.1", "You need a completed link before you can fulfil a contract.")
    cost = int(delivery.least_cost(state, state.company, card))
    money = int(state.money[state.to_act])
    return Refused("steam-power 6.3", f"Contract {rest} costs at least ${cost}; you have ${money}.")


def refuse_any_contract(notation: Notation, state: SteamPower) -> Refused:
    """Asked without a contract: which it could be, or why none."""
    if ways := [move for move in state.legal() if pieces.FULFIL <= move < pieces.DELIVER]:
        return Refused("steam-power 6.2", f"Name the contract as well: {notation.text(state, int(ways[0]))}.")
    cards = [card for card in range(len(notation.parts.contracts)) if state.hand[state.to_act] & state.land.bit[card]]
    if not cards:
        return Refused("steam-power 6.2", "You have no contract in your hand.")
    if state.network[state.company] == 0:
        return Refused("steam-power 6.1", "You need a completed link before you can fulfil a contract.")
    cost = min(int(delivery.least_cost(state, state.company, card)) for card in cards)
    money = int(state.money[state.to_act])
    return Refused("steam-power 6.3", f"The cheapest of your contracts costs ${cost}; you have ${money}.")


def refuse_contracts(notation: Notation, state: SteamPower, rest: str) -> Refused:
    if contracts.can_take(state, state.to_act):
        return Refused("steam-power 8.1", "Take Contracts needs no further word: contracts.")
    others = "else holds as many contracts as you" if state.hand[state.to_act] else "holds any contract"
    return Refused("steam-power 8.3", f"The deck is empty and nobody {others}: none could come.")


def refuse_delivery(notation: Notation, state: SteamPower, rest: str) -> Refused:
    if state.phase != pieces.DELIVERY:
        if rest == "contracts":
            return refuse_contracts(notation, state, rest)
        if rest == "money":
            return refuse_money(notation, state, rest)
        return Refused("steam-power 6.2", "First choose the contract to fulfil.")
    match = re.fullmatch(r"(\w+) from (.*?)(?: (?:free|paying .*))?", rest)
    if not match or match[1] not in notation.parts.goods:
        return Refused("steam-power 6.4", "Name a good and its city, or deliver what is still needed.")
    city, colour = notation.find_city(match[2]), notation.parts.goods.index(match[1])
    if city is None:
        return Refused("steam-power 6.4", f"There is no city {match[2]!r} on this map.")
    name = notation.city(city)
    if state.need[colour] == 0:
        return Refused("steam-power 6.4", f"No more {match[1]} goods are needed.")
    if state.colour[city] != colour or state.goods[city] == 0:
        return Refused("steam-power 6.3", f"There is no {match[1]} good in {name}.")
    if not delivery.is_reachable(state, state.company, city):
        return Refused("steam-power 6.5", f"No links lead from {name} to your network.")
    return Refused("steam-power 6.4", f"There is no such way from {name}, or too little money for it and the rest.")


def refuse_money(notation: Notation, state: SteamPower, rest: str) -> Refused:
    return Refused("steam-power 3.3", f"You take ${rules.FROM_THE_BANK} from the bank, no more and no less: money.")


def refuse_skip(notation: Notation, state: SteamPower, rest: str) -> Refused:
    return Refused("steam-power 3.2", f"There is no bonus to leave out. Choose an action: {ACTIONS}.")


def refuse_from(notation: Notation, state: SteamPower, rest: str) -> Refused:
    if state.phase != pieces.WHOSE:
        return Refused("steam-power 8.2", "There is no contract to take from anybody now.")
    seats = [str(int(move) - pieces.FROM + 1) for move in contracts.givers(state, state.to_act)]
    return Refused("steam-power 8.2", f"Only seats {listed(seats, 'or')} hold the most contracts.")
