"""Steam Power for the rest of the house: options, views, offers, scores."""

from collections.abc import Mapping
from functools import cached_property
from typing import cast

from branchline.game import About, Game, Json, Line, Offer, Option, Point, Stake, Value
from branchline.games.steam_power import board as drawing
from branchline.games.steam_power import contracts, delivery, pieces, rules, scoring, track
from branchline.games.steam_power.components import EDGES, Components, load
from branchline.games.steam_power.deck import COLOURS, PURPLE
from branchline.games.steam_power.estimate import SteamPowerEstimate
from branchline.games.steam_power.land import NONE, PAIRS
from branchline.games.steam_power.rules import SteamPower
from branchline.games.steam_power.story import Story
from branchline.games.steam_power.words import BONUS_NAME, COMPANY, CORNER, ENOUGH, Words
from branchline.kernel.estimate import Estimate
from branchline.kernel.state import CHANCE, OVER, State
from branchline.refusal import Refused
from branchline.words import listed, plural

DIFFICULTIES = ("very-easy", "easy", "normal", "hard", "very-hard")


class SteamPowerGame(Game):
    name = "steam-power"
    title = "Steam Power"
    seats = range(1, 6)
    levels = (25, 45, 80, 1200)
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

    def seat_names(self, state: State) -> list[str]:
        names = [f"Seat {seat + 1}" for seat in range(state.players)]
        automas = state.seats - state.players
        return names + (["Automa"] if automas == 1 else [f"Automa {n + 1}" for n in range(automas)])

    def words(self, state: SteamPower) -> Words:
        one = next(one for one in self.parts.maps.values() if one.land is state.land)
        return Words(self.parts, one)

    # -- words for moves ---------------------------------------------------------------

    def text(self, state: State, move: int) -> str:
        state = cast(SteamPower, state)
        return self.words(state).text(state, move)

    def seen(self, state: State, move: int, seat: int | None) -> str:
        state = cast(SteamPower, state)
        words = self.words(state)
        return words.text(state, move, hidden=state.to_act == CHANCE and not words.sees(state, move, seat))

    def refuse(self, state: State, text: str) -> Refused:
        state = cast(SteamPower, state)
        return self.words(state).refuse(state, text)

    def estimate(self) -> Estimate:
        return SteamPowerEstimate()

    def tell(self, before: State, move: int, after: State, seat: int | None) -> Line | None:
        before, after = cast(SteamPower, before), cast(SteamPower, after)
        return Story(self.words(before), before, move, after, seat).line()

    # -- words for positions -----------------------------------------------------------

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

    def prompt(self, state: State) -> str:
        state = cast(SteamPower, state)
        words = self.words(state)
        who = f"{COMPANY[state.company].title()} acts. " if state.solo else f"Action {3 - state.actions} of 2. "
        if state.phase == pieces.ACTION:
            return f"{who}Choose an action. {self.track_goes_on(state, words)}".strip()
        if state.phase == pieces.FIRST_TILE:
            return f"{who}Lay the first tile beside {words.node(state.begin_at)}."
        if state.phase == pieces.LAYING:
            if track.has_open_end(state, state.company) and words.is_blocked(state):
                return f"{who}{self.track_goes_on(state, words).removesuffix('.')}, or stop."
            return f"{who}Lay a second tile, or stop."
        if state.phase == pieces.DELIVERY:
            card = state.contract
            return f"{who}Deliver {words.pictures(card)} as proposed, or choose a source."
        if state.phase == pieces.BONUS:
            return f"Bonus: {BONUS_NAME[words.contract(state.contract).bonus]}, or skip it."
        return "The deck is empty: choose from whom you take a contract."

    def track_goes_on(self, state: SteamPower, words: Words) -> str:
        """4.4, 4.5 Where the incomplete link waits for its next tile."""
        company = state.company
        if not track.has_open_end(state, company):
            return ""
        hex = int(state.facing[company] // 6)
        ahead, price = words.map.names[hex], int(track.price(state, hex))
        if words.is_blocked(state):
            return f"Your link is blocked at {ahead}: replace or remove its last tile."
        if price > state.money[state.purse(company)]:
            return f"Track goes on at {ahead} for ${price}."
        return f"Track goes on at {ahead}."

    # -- the view ------------------------------------------------------------------------

    def view(self, state: State, seat: int | None) -> Json:
        state = cast(SteamPower, state)
        words = self.words(state)
        links = self.links(state, words)
        hands = range(state.players) if state.to_act == OVER else [seat] if seat is not None else []
        acting = seat is not None and seat == state.to_act
        return {
            "map": words.map.key,
            "map_title": words.map.title,
            "hexes": [self.hex(state, words, hex) for hex in range(state.land.hexes)],
            "cities": [self.city(state, words, city) for city in range(state.land.cities)],
            "links": links,
            "companies": [self.company(state, words, company) for company in range(state.companies)],
            "hands": {
                str(held): [self.ticket(state, words, card, links) for card in self.cards(state, state.hand[held])]
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
            "begin_at": None if state.begin_at == NONE else words.node(state.begin_at),
            "contract": None if state.contract == NONE else self.card(words, state.contract),
            "proposal": self.proposal(state, words, links) if acting and state.phase == pieces.DELIVERY else None,
            "open": [self.open_end(state, words, company) for company in range(state.companies)],
            "automa": self.automa(state, words) if state.automas else None,
            "bag": [int(n) for n in state.bag] if state.solo and state.round else [],
        }

    def cards(self, state: SteamPower, held: int) -> list[int]:
        return [card for card in range(state.deck.cards) if held & state.land.bit[card]]

    def hex(self, state: SteamPower, words: Words, hex: int) -> Json:
        rails = []
        for k in (hex * 2, hex * 2 + 1):
            if state.rail[k] != NONE:
                link = int(state.link[k])
                owner = None if link == NONE else link // pieces.LINKS
                rails.append(
                    {"rail": words.rail(state.rail[k]), "company": owner, "link": None if link == NONE else link}
                )
        ground = int(state.land.ground[hex])
        return {
            "name": words.map.names[hex],
            "terrain": words.map.terrain[hex],
            "cost": ground if ground >= 0 else None,
            "rails": rails,
        }

    def city(self, state: SteamPower, words: Words, city: int) -> Json:
        colour = int(state.colour[city])
        land = state.land
        owner = int(state.owner[city])
        drawn = colour != NONE
        purple = colour == PURPLE
        return {
            "name": words.city(city),
            "hex": words.map.names[land.city_hex[city]],
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

    def links(self, state: SteamPower, words: Words) -> list[Json]:
        """Every link as a chain of rails, from one end to the other."""
        found: dict[int, list[tuple[int, int]]] = {}
        for k in range(len(state.link)):
            if state.link[k] != NONE:
                found.setdefault(int(state.link[k]), []).append((k // 2, int(state.rail[k])))
        return [self.link(state, words, number, rails) for number, rails in sorted(found.items())]

    def link(self, state: SteamPower, words: Words, number: int, rails: list[tuple[int, int]]) -> Json:
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
            chain.append({"hex": words.map.names[hex], "from": EDGES[entry], "to": EDGES[exit]})
            hex, entry = int(land.beside[hex * 6 + exit]), (exit + 3) % 6
            if land.city_at[hex] != NONE:
                ends.append(int(land.city_at[hex]))
        return {
            "id": number,
            "company": number // pieces.LINKS,
            "complete": len(ends) == 2,
            "ends": [words.city(end) for end in ends],
            "groups": [int(land.node[end]) for end in ends],
            "rails": chain,
        }

    def company(self, state: SteamPower, words: Words, company: int) -> Json:
        seat = int(state.purse(company))
        player = company < state.players and not state.solo
        return {
            "number": company,
            "colour": COMPANY[company],
            "automa": company >= state.players and not state.solo,
            "trains": int(state.trains[company]),
            "factories": int(state.factories[company]),
            "money": int(state.money[seat]),
            "hand": int(contracts.size(state, state.hand[company])) if player else 0,
            "fulfilled": []
            if state.solo and company
            else [self.card(words, c) for c in self.cards(state, state.fulfilled[seat])],
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

    def card(self, words: Words, card: int) -> Json:
        contract = words.contract(card)
        return {
            "name": contract.name,
            "goods": contract.goods,
            "money": contract.money,
            "points": contract.points,
            "bonus": contract.bonus,
            "mark": contract.mark,
        }

    def ticket(self, state: SteamPower, words: Words, card: int, links: list[Json]) -> Json:
        """A contract in hand, with its cheapest delivery now."""
        company = state.company if state.solo else self.holder(state, card)
        twin = state.copy()
        twin.company = company
        for colour in range(COLOURS):
            twin.need[colour] = state.deck.need[card * COLOURS + colour]
        linked = state.network[company] != 0
        quote = self.quote(twin, words, words.contract(card).goods, links) if linked and state.round else None
        money = int(state.money[state.purse(company)])
        return {
            **self.card(words, card),
            "quote": quote,
            "short": max(0, quote["total"] - money) if quote else 0,
            "can": bool(quote and quote["total"] <= money),
        }

    def holder(self, state: SteamPower, card: int) -> int:
        return next(seat for seat in range(state.players) if state.hand[seat] & state.land.bit[card])

    def proposal(self, state: SteamPower, words: Words, links: list[Json]) -> Json:
        """The cheapest delivery of what is still needed."""
        goods = [good for c, good in enumerate(self.parts.goods) for _ in range(state.need[c])]
        return self.quote(state.copy(), words, goods, links)

    def quote(self, twin: SteamPower, words: Words, goods: list[str], links: list[Json]) -> Json:
        """Good by good: where from, over which links, who is paid. Plays on the copy it is given."""
        company = twin.company
        twin.money[twin.purse(company)] = ENOUGH
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
            share = words.pays(twin, paid)
            items.append(
                {
                    "good": good,
                    "city": words.city(city),
                    "price": int(delivery.spent(paid)),
                    "pays": [[seat, n] for seat, n in share.items()],
                    "links": self.route(twin, city, paid, links),
                }
            )
            for seat, n in share.items():
                pays[seat] = pays.get(seat, 0) + n
            delivery.take(twin, company, city, paid)
            if twin.goods[city] == 0:
                flips.append(words.city(city))
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

    def open_end(self, state: SteamPower, words: Words, company: int) -> Json | None:
        if not track.has_open_end(state, company):
            return None
        ahead, entry = divmod(int(state.facing[company]), 6)
        end = words.map.names[track.end_hex(state, company)]
        return {"hex": end, "edge": EDGES[(entry + 3) % 6], "ahead": words.map.names[ahead]}

    def automa(self, state: SteamPower, words: Words) -> Json:
        return {
            "corners": [None if c == NONE else self.parts.goods[c] for c in state.corner],
            "marker": int(state.marker),
            "corner": CORNER[state.marker],
            "compensation": int(state.numbers.compensation),
            "discards": [int(contracts.size(state, cards)) for cards in state.discards],
            "paths": [
                {
                    "company": state.players + index,
                    "hexes": [
                        words.map.names[state.coins[index * pieces.COINS + k]] for k in range(state.coin_count[index])
                    ],
                    "target": None if state.target[index] == NONE else words.city(state.target[index]),
                }
                for index in range(state.automas)
            ],
        }

    # -- offers --------------------------------------------------------------------------

    def offer(self, state: State, move: int) -> Offer:
        state = cast(SteamPower, state)
        words = self.words(state)
        text = words.text(state, move)
        if move < pieces.REMOVE:
            return self.offer_tile(state, words, move, text)
        if move < pieces.BEGIN:
            return Offer(text, f"take up {text.split()[1]}", "$0", "Lay track", "Remove the end tile")
        if move < pieces.STOP:
            return Offer(
                text,
                f"from {words.city(move - pieces.BEGIN)}",
                "",
                "Lay track",
                f"Begin your first track in {words.city(move - pieces.BEGIN)}",
            )
        if move < pieces.BUILD:
            return Offer(text, "lay no second tile", "", "Lay track", "Stop laying track")
        if move < pieces.FULFIL:
            return self.offer_factory(state, words, move, text)
        if move < pieces.DELIVER:
            return self.offer_contract(state, words, move - pieces.FULFIL, text)
        if move >= pieces.TAKE:
            return self.offer_source(state, words, move, text)
        if move == pieces.DELIVER:
            quote = self.proposal(state, words, self.links(state, words))
            return Offer(text, "as proposed", dollars(-quote["total"]), "Deliver", "Deliver as proposed")
        if move == pieces.CONTRACTS:
            return self.offer_draw(state, text)
        if move == pieces.MONEY:
            return Offer(text, "from the bank", dollars(rules.FROM_THE_BANK), "Others", "Take money")
        if move == pieces.SKIP:
            return Offer(text, "no bonus", "", "Others", "Leave the bonus")
        seat = move - pieces.FROM
        return Offer(text, f"a contract of {{seat:{seat}}}", "", "Others", f"Take a contract of {{seat:{seat}}}")

    def offer_draw(self, state: SteamPower, text: str) -> Offer:
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

    def offer_tile(self, state: SteamPower, words: Words, move: int, text: str) -> Offer:
        replacing = move >= pieces.REPLACE
        hex, pair = divmod(int(move - pieces.REPLACE if replacing else move), int(PAIRS))
        name = words.map.names[hex]
        price = 0 if replacing else int(track.price(state, hex))
        crossing = not replacing and state.rail[hex * 2] != NONE
        shape = "crossing" if crossing else words.shape(pair)
        after = state.copy()
        if replacing:
            track.replace(after, state.company, hex, pair)
        else:
            track.lay(after, state.company, hex, pair)
        ahead = after.facing[state.company]
        ends = self.ends_of(state, words, hex, pair)
        if ahead != NONE:
            result = f"{f'from {ends}, ' if ends else ''}open to {words.map.names[ahead // 6]}"
        else:
            result = f"to {ends}" if ends else "completes the link"
        title = f"Replace the tile on {name} by a {shape}" if replacing else f"Lay a {shape} on {name}"
        terrain = words.map.terrain[hex]
        notes = (f"{terrain.title()}{', over another rail' if crossing else ''}: {result}.",)
        label = f"{name} {'replace by a ' if replacing else ''}{shape}, {result}"
        return Offer(text, label, dollars(-price), "Lay track", f"{title}, {result}", dollars(-price), notes=notes)

    def ends_of(self, state: SteamPower, words: Words, hex: int, pair: int) -> str:
        """The cities beside a rail, at one of its ends or both."""
        rails = state.land.rails
        names = []
        for edge in (rails.first[pair], rails.second[pair]):
            there = state.land.beside[hex * 6 + edge]
            if there != NONE and state.land.city_at[there] != NONE:
                names.append(words.city(state.land.city_at[there]))
        return " and ".join(names)

    def offer_factory(self, state: SteamPower, words: Words, move: int, text: str) -> Offer:
        city, goods = divmod(move - pieces.BUILD, 16)
        good = self.parts.goods[state.colour[city]]
        mine = state.network[state.company] & state.land.bit[state.land.node[city]]
        where = "In your network." if mine else "Not in your network."
        worth = int(scoring.flipped_city(state, city))
        return Offer(
            text,
            f"{words.city(city)}, {goods} {{piece:{good}}}",
            "",
            "Build a factory",
            f"Build a factory in {words.city(city)} with {goods} goods",
            notes=(f"{goods} {good} goods. {where}", f"{worth} VP once they are all gone."),
        )

    def offer_contract(self, state: SteamPower, words: Words, card: int, text: str) -> Offer:
        contract = words.contract(card)
        twin = state.copy()
        for colour in range(COLOURS):
            twin.need[colour] = state.deck.need[card * COLOURS + colour]
        quote = self.quote(twin, words, contract.goods, self.links(state, words))
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
            f"{words.pictures(card)} {contract.points} VP{money}{bonus}",
            dollars(-quote["total"]) if quote["total"] else "free",
            "Fulfil a contract",
            f"Fulfil {contract.name}",
            dollars(-quote["total"]) if quote["total"] else "free",
            tuple(
                Stake(
                    f"{dollars(contract.money - quote['total'])}"
                    if seat == state.to_act
                    else dollars(pays.get(seat, 0)),
                    f"+{contract.points} VP" if seat == state.to_act else "",
                )
                for seat in range(state.seats)
            ),
            tuple(notes),
        )

    def offer_source(self, state: SteamPower, words: Words, move: int, text: str) -> Offer:
        paid, city = divmod(move - pieces.TAKE, 64)
        good = self.parts.goods[state.colour[city]]
        total = int(delivery.spent(paid))
        pays = listed(words.payees(state, paid))
        last = ("The last one: the city is flipped.",) if state.goods[city] == 1 else ()
        return Offer(
            text,
            f"{{piece:{good}}} from {words.city(city)}{', ' * bool(pays)}{pays}",
            dollars(-total) if total else "free",
            "Choose a source",
            f"{good.title()} from {words.city(city)}, {f'paying {pays}' if pays else 'free'}",
            dollars(-total) if total else "free",
            notes=last,
        )

    # -- scores --------------------------------------------------------------------------

    def breakdown(self, state: State) -> list[list[Point]]:
        state = cast(SteamPower, state)
        words = self.words(state)
        return [self.points(state, words, seat) for seat in range(state.seats)]

    def points(self, state: SteamPower, words: Words, seat: int) -> list[Point]:
        money = int(state.money[seat])
        found = [Point(money // 5, f"${money}, a point for every $5", "steam-power 9.2")]
        for card in self.cards(state, state.fulfilled[seat]):
            contract = words.contract(card)
            found.append(Point(contract.points, f"Contract {contract.name}", "steam-power 9.3"))
        for city in range(state.land.cities):
            name = words.city(city)
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

    def board(self, view: Json) -> str:
        return drawing.board(view, self.parts.maps[view["table"]["map"]].waters)

    def sprite(self) -> str:
        return drawing.sprite()

    def icon(self, piece: str) -> str:
        return f'<svg class="good inline" role="img" aria-label="{piece}"><use href="#cube-{piece}"/></svg>'


def dollars(amount: int) -> str:
    """+$3, −$2, $0."""
    return f"+${amount}" if amount > 0 else f"−${-amount}" if amount < 0 else "$0"


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
