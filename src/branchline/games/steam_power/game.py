"""Steam Power for the rest of the house: its facts, views and scores; the words have rooms of their own."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import cast

from branchline.game import About, Game, Json, Line, Offer, Option, Point, Value
from branchline.games.steam_power import board as drawing
from branchline.games.steam_power import contracts, delivery, offers, pieces, refusals, rules, scoring, story, track
from branchline.games.steam_power.components import EDGES, Components, load
from branchline.games.steam_power.deck import COLOURS, PURPLE
from branchline.games.steam_power.estimate import SteamPowerEstimate
from branchline.games.steam_power.land import NONE
from branchline.games.steam_power.notation import COMPANY, CORNER, Notation
from branchline.games.steam_power.reasons import REASONS
from branchline.games.steam_power.rules import SteamPower
from branchline.kernel.estimate import Estimate
from branchline.kernel.state import OVER, State
from branchline.refusal import Refused
from branchline.words import plural

DIFFICULTIES = ("very-easy", "easy", "normal", "hard", "very-hard")


class SteamPowerGame(Game):
    name = "steam-power"
    title = "Steam Power"
    seats = range(1, 6)
    levels = (25, 45, 80, 1200)
    learned_apart = ("automas", "difficulty")
    reasons = REASONS
    options = {
        "map": Option(
            ("us-midwest", "north-east"),
            "us-midwest",
            "Which map to play on. Both are our reconstruction.",
            {"us-midwest": "US Midwest", "north-east": "North-East USA"},
        ),
        "automas": Option(
            (0, 1, 2, 3, 4), 0, "How many Automas play along. One player without any plays the basic solo game."
        ),
        "difficulty": Option(
            DIFFICULTIES,
            "normal",
            "How much an Automa gets for a bonus that it can't use.",
            {
                "very-easy": "very easy, $0",
                "easy": "easy, $2",
                "normal": "normal, $5",
                "hard": "hard, $10",
                "very-hard": "very hard, $15",
            },
        ),
    }
    about = About(
        line="Lay track, open factories, carry goods over everybody's lines and be paid for yours.",
        text="Two actions a turn: lay track, build a factory, fulfil a contract, draw contracts or take money. "
        "Goods travel over any completed link, but foreign factories and links cost $1 each, paid to their owners. "
        "Contracts bring points, money and bonus actions; emptied factories and purple cities bring points too. "
        "Play with up to five, against the Automa, or run all five companies alone.",
        players="1–5",
        minutes="60–90 min",
        reconstructed="Both maps, 46 of the 48 contracts and four symbols of the Automa are our reconstruction.",
    )

    # -- before the game ---------------------------------------------------------------

    @cached_property
    def parts(self) -> Components:
        return load(self.pack)

    def defaults(self, seats: int) -> dict[str, Value]:
        return {**super().defaults(seats), "automas": 1 if seats == 1 else 0}

    def check(self, seats: int, options: Mapping[str, Value]) -> None:
        automas = int(options["automas"])
        if seats + automas > 5:
            many = f"{plural(seats, 'player')} and {plural(automas, 'Automa')}"
            raise Refused("steam-power 10.11", f"{many} are more than the five companies of the box.")
        if str(options["map"]) not in self.parts.maps:
            raise Refused("options", f"This pack has no map {options['map']!r}: {', '.join(self.parts.maps)}.")
        if str(options["difficulty"]) not in self.parts.compensation:
            raise Refused("options", f"This pack has no difficulty {options['difficulty']!r}.")

    def begin(self, seats: int, options: Mapping[str, Value]) -> State:
        parts = self.parts
        automas = int(options["automas"])
        return rules.new(
            seats,
            automas,
            parts.maps[str(options["map"])].land,
            parts.deck,
            parts.numbers(seats + automas, str(options["difficulty"])),
            parts.city_tiles,
            parts.track_tiles,
            parts.goods_each,
        )

    def weights_file(self, seats: int, options: Mapping[str, Value]) -> Path:
        """Without an Automa its difficulty makes no difference."""
        chosen = self.resolve(seats, options)
        if not chosen["automas"]:
            chosen["difficulty"] = self.options["difficulty"].default
        return super().weights_file(seats, chosen)

    def seat_names(self, state: State) -> list[str]:
        names = [f"Seat {seat + 1}" for seat in range(state.players)]
        automas = state.seats - state.players
        return names + (["Automa"] if automas == 1 else [f"Automa {n + 1}" for n in range(automas)])

    def notation(self, state: SteamPower) -> Notation:
        """The names of the map that is played on."""
        one = next(one for one in self.parts.maps.values() if one.land is state.land)
        return Notation(self.parts, one)

    # -- the rooms of words --------------------------------------------------------------

    def text(self, state: State, move: int) -> str:
        state = cast(SteamPower, state)
        return self.notation(state).text(state, move)

    def seen(self, state: State, move: int, seat: int | None) -> str:
        state = cast(SteamPower, state)
        return self.notation(state).seen(state, move, seat)

    def refuse(self, state: State, text: str) -> Refused:
        state = cast(SteamPower, state)
        return refusals.refuse(self.notation(state), state, text)

    def prompt(self, state: State) -> str:
        return offers.prompt(self, cast(SteamPower, state))

    def offer(self, state: State, move: int) -> Offer:
        return offers.offer(self, cast(SteamPower, state), move)

    def tell(self, before: State, move: int, after: State, seat: int | None) -> Line | None:
        before, after = cast(SteamPower, before), cast(SteamPower, after)
        return story.tell(self.notation(before), before, move, after, seat)

    # -- the view ------------------------------------------------------------------------

    def where(self, state: State) -> str:
        state = cast(SteamPower, state)
        if state.round == 0:
            return "Setting up"
        if state.solo:
            acted = pieces.COMPANIES * rules.TRAINS_IN_BAG - sum(state.bag)
            return f"Round {state.round} of {rules.SOLO_ROUNDS} · action {max(1, acted)} of 10"
        most = max(state.contracts)
        if state.to_act == OVER:
            return f"{state.round} rounds · {most} contracts"
        last = " · last round" if state.ending else ""
        return f"Round {state.round} · {most} of {state.numbers.ends_at} contracts{last}"

    def view(self, state: State, seat: int | None) -> Json:
        state = cast(SteamPower, state)
        notation = self.notation(state)
        links = self.links(state, notation)
        hands = range(state.players) if state.to_act == OVER else [seat] if seat is not None else []
        acting = seat is not None and seat == state.to_act
        return {
            "map": notation.map.key,
            "map_title": notation.map.title,
            "hexes": [self.hex(state, notation, hex) for hex in range(state.land.hexes)],
            "cities": [self.city(state, notation, city) for city in range(state.land.cities)],
            "links": links,
            "companies": [self.company(state, notation, company) for company in range(state.companies)],
            "hands": {
                str(held): [self.ticket(state, notation, card, links) for card in self.cards(state, state.hand[held])]
                for held in hands
                if held < state.players
            },
            "deck": int(state.deck_left),
            "tiles": [int(n) for n in state.tiles],
            "goods": {good: int(state.stock[c]) for c, good in enumerate(self.parts.goods)},
            "beside": {colour: int(n) for colour, n in zip([*self.parts.goods, "purple"], state.beside_map)},
            "ends_at": int(state.numbers.ends_at),
            "ending": bool(state.ending),
            "solo": bool(state.solo),
            "starter": int(state.starter),
            "active": int(state.company),
            "actions": int(state.actions),
            "placements": int(state.placements),
            "phase": PHASES[state.phase],
            "begin_at": None if state.begin_at == NONE else notation.node(state.begin_at),
            "contract": None if state.contract == NONE else self.card(notation, state.contract),
            "proposal": self.proposal(state, notation, links) if acting and state.phase == pieces.DELIVERY else None,
            "open": [self.open_end(state, notation, company) for company in range(state.companies)],
            "automa": self.automa(state, notation) if state.automas else None,
            "bag": [int(n) for n in state.bag] if state.solo and state.round else [],
        }

    def cards(self, state: SteamPower, held: int) -> list[int]:
        return [card for card in range(state.deck.cards) if held & state.land.bit[card]]

    def hex(self, state: SteamPower, notation: Notation, hex: int) -> Json:
        rails = []
        for k in (hex * 2, hex * 2 + 1):
            if state.rail[k] != NONE:
                link = int(state.link[k])
                owner = None if link == NONE else link // pieces.LINKS
                rails.append(
                    {"rail": notation.rail(state.rail[k]), "company": owner, "link": None if link == NONE else link}
                )
        ground = int(state.land.ground[hex])
        return {
            "name": notation.map.names[hex],
            "terrain": notation.map.terrain[hex],
            "cost": ground if ground >= 0 else None,
            "rails": rails,
        }

    def city(self, state: SteamPower, notation: Notation, city: int) -> Json:
        colour = int(state.colour[city])
        land = state.land
        owner = int(state.owner[city])
        drawn = colour != NONE
        purple = colour == PURPLE
        return {
            "name": notation.city(city),
            "hex": notation.map.names[land.city_hex[city]],
            "group": int(land.node[city]),
            "colour": [*self.parts.goods, "purple"][colour] if drawn else None,
            "factory": None if owner == NONE else owner,
            "goods": int(state.goods[city]),
            "flipped": bool(state.flipped(city)),
            "worth": (4 + int(state.beside_map[PURPLE]))
            if purple and not state.solo
            else int(scoring.flipped_city(state, city))
            if drawn and not purple
            else 0,
            "share": int(scoring.victory_city(state, city)) if purple else 0,
            "connected": [c for c in range(state.companies) if state.network[c] & land.bit[land.node[city]]],
        }

    def links(self, state: SteamPower, notation: Notation) -> list[Json]:
        """Every link as a chain of rails, from one end to the other."""
        found: dict[int, list[tuple[int, int]]] = {}
        for k in range(len(state.link)):
            if state.link[k] != NONE:
                found.setdefault(int(state.link[k]), []).append((k // 2, int(state.rail[k])))
        return [self.link(state, notation, number, rails) for number, rails in sorted(found.items())]

    def link(self, state: SteamPower, notation: Notation, number: int, rails: list[tuple[int, int]]) -> Json:
        land = state.land
        beyond_edge = {}  # a link may cross itself, so a rail is found by its hex and one of its edges
        for hex, pair in rails:
            one, two = int(land.rails.first[pair]), int(land.rails.second[pair])
            beyond_edge.update({(hex, one): two, (hex, two): one})
        hex, entry = next((hex, edge) for hex, edge in beyond_edge if land.node_beyond[hex * 6 + edge] != NONE)
        ends = [int(land.city_at[land.beside[hex * 6 + entry]])]
        chain = []
        while (hex, entry) in beyond_edge:
            exit = beyond_edge[hex, entry]
            chain.append({"hex": notation.map.names[hex], "from": EDGES[entry], "to": EDGES[exit]})
            hex, entry = int(land.beside[hex * 6 + exit]), (exit + 3) % 6
            if land.city_at[hex] != NONE:
                ends.append(int(land.city_at[hex]))
        return {
            "id": number,
            "company": number // pieces.LINKS,
            "complete": len(ends) == 2,
            "ends": [notation.city(end) for end in ends],
            "groups": [int(land.node[end]) for end in ends],
            "rails": chain,
        }

    def company(self, state: SteamPower, notation: Notation, company: int) -> Json:
        seat = int(state.purse(company))
        player = company < state.players and not state.solo
        return {
            "number": company,
            "colour": COMPANY[company],
            "automa": company >= state.players and not state.solo,
            "trains": int(state.trains[company]),
            "factories": int(state.factories[company]),
            "money": int(state.money[seat]),
            "hand": int(contracts.size(state.hand[company])) if player else 0,
            "fulfilled": []
            if state.solo and company
            else [self.card(notation, c) for c in self.cards(state, state.fulfilled[seat])],
            "contracts": int(state.contracts[seat]),
            "flipped": [c for c in range(state.land.cities) if state.flipped(c) and state.owner[c] == company],
            "goods": {
                good: sum(
                    int(state.goods[c])
                    for c in range(state.land.cities)
                    if state.owner[c] == company and state.colour[c] == colour
                )
                for colour, good in enumerate(self.parts.goods)
            },
        }

    def card(self, notation: Notation, card: int) -> Json:
        contract = notation.contract(card)
        return {
            "name": contract.name,
            "goods": contract.goods,
            "money": contract.money,
            "points": contract.points,
            "bonus": contract.bonus,
            "mark": contract.mark,
        }

    def ticket(self, state: SteamPower, notation: Notation, card: int, links: list[Json]) -> Json:
        """A contract in hand, with its cheapest delivery now."""
        company = state.company if state.solo else self.holder(state, card)
        twin = state.copy()
        twin.company = company
        for colour in range(COLOURS):
            twin.need[colour] = state.deck.need[card * COLOURS + colour]
        linked = state.network[company] != 0
        quote = self.quote(twin, notation, notation.contract(card).goods, links) if linked and state.round else None
        money = int(state.money[state.purse(company)])
        return {
            **self.card(notation, card),
            "quote": quote,
            "short": max(0, quote["total"] - money) if quote else 0,
            "can": bool(quote and quote["total"] <= money),
        }

    def holder(self, state: SteamPower, card: int) -> int:
        return next(seat for seat in range(state.players) if state.hand[seat] & state.land.bit[card])

    def proposal(self, state: SteamPower, notation: Notation, links: list[Json]) -> Json:
        """The cheapest delivery of what is still needed."""
        goods = [good for c, good in enumerate(self.parts.goods) for _ in range(state.need[c])]
        return self.quote(state.copy(), notation, goods, links)

    def quote(self, twin: SteamPower, notation: Notation, goods: list[str], links: list[Json]) -> Json:
        """Good by good: where from, over which links, who is paid. Plays on the copy it is given."""
        company = twin.company
        twin.money[twin.purse(company)] = refusals.ENOUGH
        items: list[Json] = []
        pays: dict[int | None, int] = {}
        flips: list[str] = []
        for good in goods:
            colour = self.parts.goods.index(good)
            city = int(delivery.proposed_source(twin, company, colour))
            if city == NONE:
                items.append({"good": good, "city": None, "price": delivery.FROM_BANK, "pays": [], "links": []})
                pays[None] = pays.get(None, 0) + delivery.FROM_BANK
                continue
            paid = int(delivery.proposed_way(twin, company, city))
            share = notation.pays(twin, paid)
            items.append(
                {
                    "good": good,
                    "city": notation.city(city),
                    "price": int(delivery.spent(paid)),
                    "pays": [[seat, n] for seat, n in share.items()],
                    "links": self.route(twin, city, paid, links),
                }
            )
            for seat, n in share.items():
                pays[seat] = pays.get(seat, 0) + n
            delivery.take(twin, company, city, paid)
            if twin.goods[city] == 0:
                flips.append(notation.city(city))
        return {
            "items": items,
            "pays": [[seat, n] for seat, n in pays.items()],
            "total": sum(item["price"] for item in items),
            "flips": flips,
        }

    def route(self, state: SteamPower, city: int, paid: int, links: list[Json]) -> list[int]:
        """The links over which a good travels for this payment, from its city on."""
        fare = delivery.fares(state, state.company)
        ways = delivery.ways_from(state, state.company, city, delivery.spent(paid), fare)
        step = next((int(k) for k in ways.arrived if ways.paid[k] == paid), NONE)
        found = []
        while step != NONE and ways.whence[step] != NONE:
            groups = {int(ways.at[step]), int(ways.at[ways.whence[step]])}
            owner = int(ways.owner[step])
            found.append(
                next(
                    link["id"]
                    for link in links
                    if link["complete"] and link["company"] == owner and set(link["groups"]) == groups
                )
            )
            step = int(ways.whence[step])
        return found[::-1]

    def open_end(self, state: SteamPower, notation: Notation, company: int) -> Json | None:
        if not track.has_open_end(state, company):
            return None
        ahead, entry = divmod(int(state.facing[company]), 6)
        end = notation.map.names[track.end_hex(state, company)]
        return {"hex": end, "edge": EDGES[(entry + 3) % 6], "ahead": notation.map.names[ahead]}

    def automa(self, state: SteamPower, notation: Notation) -> Json:
        return {
            "corners": [None if c == NONE else self.parts.goods[c] for c in state.corner],
            "marker": int(state.marker),
            "corner": CORNER[state.marker],
            "compensation": int(state.numbers.compensation),
            "discards": [int(contracts.size(cards)) for cards in state.discards],
            "paths": [
                {
                    "company": state.players + index,
                    "hexes": [
                        notation.map.names[state.coins[index * pieces.COINS + k]]
                        for k in range(state.coin_count[index])
                    ],
                    "target": None if state.target[index] == NONE else notation.city(state.target[index]),
                }
                for index in range(state.automas)
            ],
        }

    # -- scores --------------------------------------------------------------------------

    def breakdown(self, state: State) -> list[list[Point]]:
        state = cast(SteamPower, state)
        notation = self.notation(state)
        return [self.points(state, notation, seat) for seat in range(state.seats)]

    def points(self, state: SteamPower, notation: Notation, seat: int) -> list[Point]:
        money = int(state.money[seat])
        found = [Point(money // 5, f"${money}, a point for every $5", "steam-power 9.2")]
        for card in self.cards(state, state.fulfilled[seat]):
            contract = notation.contract(card)
            found.append(Point(contract.points, f"Contract {contract.name}", "steam-power 9.3"))
        for city in range(state.land.cities):
            name = notation.city(city)
            if state.colour[city] == PURPLE:
                worth = int(scoring.victory_city(state, city))
                sharing = int(scoring.connected(state, city))
                if state.solo and sharing:
                    companies = "1 company" if sharing == 1 else f"{sharing} companies"
                    found.append(Point(worth, f"{name}, {companies} connected", "steam-power 11.3"))
                elif not state.solo and state.network[seat] & state.land.bit[state.land.node[city]]:
                    shared = f", shared by {sharing}" if sharing > 1 else ""
                    found.append(Point(worth, f"{name}{shared}", "steam-power 9.5"))
            elif state.flipped(city) and state.purse(state.owner[city]) == seat:
                found.append(Point(int(scoring.flipped_city(state, city)), f"{name} flipped", "steam-power 9.4"))
        return found

    # -- for the conformance suite -------------------------------------------------------

    def pieces(self, state: State) -> dict[str, int]:
        state = cast(SteamPower, state)
        count: dict[str, int] = {}
        for colour, good in enumerate(self.parts.goods):
            lying = sum(int(state.goods[c]) for c in range(state.land.cities) if state.colour[c] == colour)
            count[f"{good} goods"] = lying + int(state.stock[colour]) + sum(1 for c in state.corner if c == colour)
        for kind, name in enumerate(("straight or curve", "tight or crossing", "crossing curves")):
            laid = sum(1 for hex in range(state.land.hexes) if track.tile_kind(state, hex) == kind)
            count[f"{name} tiles"] = laid + int(state.tiles[kind])
        for company in range(state.companies):
            links = {int(link) for link in state.link if link != NONE and link // pieces.LINKS == company}
            built = sum(1 for owner in state.owner if owner == company)
            count[f"{COMPANY[company]} trains"] = len(links) + int(state.trains[company])
            count[f"{COMPANY[company]} factories"] = built + int(state.factories[company])
        held = int(state.pool)
        for cards in (*state.hand, *state.fulfilled, *state.discards):
            held |= int(cards)
        active = state.contract != NONE and not held & state.land.bit[state.contract]
        count["contracts"] = held.bit_count() + int(active)
        tiles = sum(1 for colour in state.colour if colour != NONE) + sum(state.beside_map)
        count["city tiles"] = tiles + (sum(state.bag) if state.phase == pieces.TILES else 0)
        return count

    def secrets(self, state: State, seat: int | None) -> list[str]:
        state = cast(SteamPower, state)
        if state.to_act == OVER:
            return []
        watcher = state.seats if seat is None else seat
        hidden = contracts.unknown_hands(state, watcher)
        return [self.parts.contracts[card].name for card in self.cards(state, hidden)]

    # -- the folder ----------------------------------------------------------------------

    def estimate(self) -> Estimate:
        return SteamPowerEstimate()

    def board(self, view: Json) -> str:
        return drawing.board(view, self.parts.maps[view["table"]["map"]].waters)

    def sprite(self) -> str:
        return drawing.sprite()

    def icon(self, piece: str) -> str:
        return f'<svg class="good inline" role="img" aria-label="{piece}"><use href="#cube-{piece}"/></svg>'


PHASES = {
    pieces.TILES: "set-up",
    pieces.STARTER: "set-up",
    pieces.GOODS_IN_CORNERS: "set-up",
    pieces.DEAL: "set-up",
    pieces.TRAIN_BAG: "train",
    pieces.ACTION: "action",
    pieces.FIRST_TILE: "first tile",
    pieces.LAYING: "laying",
    pieces.DELIVERY: "delivery",
    pieces.BONUS: "bonus",
    pieces.DRAWING: "drawing",
    pieces.WHOSE: "whose",
    pieces.TAKING: "taking",
    pieces.REVEAL: "reveal",
    pieces.AUTOMA: "automa",
    pieces.AUTOMA_LAYING: "automa",
    pieces.AUTOMA_BONUS: "automa",
}

GAME = SteamPowerGame
