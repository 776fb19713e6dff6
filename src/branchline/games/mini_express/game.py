"""Mini Express in words: options, moves as text, views, offers and reasons."""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import cast

from branchline.game import About, Game, Json, Line, Offer, Option, Point, Stake, Value
from branchline.games.mini_express import board as drawing
from branchline.games.mini_express import compass, draft, golden_spike, moves, rules, story, terms, west_coast
from branchline.games.mini_express.components import COMPANIES, Components, Map, land_of, load
from branchline.games.mini_express.estimate import MiniExpressEstimate
from branchline.games.mini_express.land import FAR, HEX_CODES, Land, distance_to
from branchline.games.mini_express.rules import MiniExpress
from branchline.games.mini_express.terms import Terms
from branchline.kernel.estimate import Estimate
from branchline.kernel.state import OVER, State
from branchline.refusal import Refused
from branchline.words import an, listed, plural, signed

MODES = {
    "standard": terms.STANDARD,
    "solo": terms.SOLO,
    "bot": terms.WITH_BOT,
    "expert": terms.EXPERT,
    "directed": terms.DIRECTED,
}
DIFFICULTIES = ("easy", "normal", "hard", "expert", "nightmare")
RANKS = ("1st", "2nd", "other")
WORDS = [*COMPANIES, "purple"]


class MiniExpressGame(Game):
    name = "mini-express"
    title = "Mini Express"
    seats = range(1, 6)
    levels = (32, 110, 450, 4000)
    options = {
        "map": Option(("usa", "europe"), "usa", "The side of the map board.", {"usa": "USA", "europe": "Europe"}),
        "mode": Option(
            tuple(MODES),
            "standard",
            "How it is played: standard for 3 to 5, solo for one, with the Bot or expert for two.",
            {
                "standard": "Standard (3–5)",
                "solo": "Solo against the Bot",
                "bot": "Two players and the Bot",
                "expert": "Expert (2)",
                "directed": "Two players direct a bot (prototype)",
            },
        ),
        "difficulty": Option(DIFFICULTIES, "easy", "How strong the Bot is."),
        "golden_spike": Option((False, True), False, "USA: the race to the last spike."),
        "harbor": Option((False, True), False, "Europe: purple tiles open harbors."),
        "first_game": Option((False, True), False, "Every city holds two companies, for a first game."),
        "asset_shares": Option((6, 5), 6, "Two players and the Bot: shares of each company on the board."),
        "edition": Option(
            ("published", "prototype"),
            "published",
            "The published rules, or the quick start rules of April 2020.",
            {"published": "Published", "prototype": "Prototype, April 2020"},
        ),
        "west_coast": Option((False, True), False, "Prototype, USA: start in San Francisco (experimental)."),
    }
    about = About(
        line="Take a share or build track. Four companies belong to nobody, and every tile you connect pays influence.",
        text="Four railroad companies cross the USA or Europe. In your turn you take a share of any company or build "
        "track for any company. Track makes a company's shares worth more, and the cities it reaches give you "
        "influence. In the end your shares count by the length of each line and by your rank in its influence.",
        players="1–5",
        minutes="45–60 min",
        reconstructed="Both maps, the demand tiles, the Bot's tiles and parts of the chart are our reconstruction.",
    )

    # -- before the game ---------------------------------------------------------------

    @cached_property
    def parts(self) -> Components:
        return load(self.pack)

    @cached_property
    def maps(self) -> list[Map]:
        return list(self.parts.maps.values())

    @cached_property
    def lands(self) -> dict[tuple[str, bool, bool, bool, bool], Land]:
        return {}

    def defaults(self, seats: int) -> dict[str, Value]:
        return super().defaults(seats) | {"mode": "solo" if seats == 1 else "bot" if seats == 2 else "standard"}

    def check(self, seats: int, options: Mapping[str, Value]) -> None:
        mode, map, prototype = options["mode"], options["map"], options["edition"] == "prototype"
        fits = {"standard": seats >= 3, "solo": seats == 1}.get(str(mode), seats == 2)
        count = {1: "one player", 2: "two players"}.get(seats, f"{seats} players")
        if prototype and mode == "solo":
            raise Refused("mini-express 12.1", "The prototype has no solo game: it is for 2 to 5 players.")
        if not fits:
            raise Refused("mini-express 1.1", f"The {mode} game is not for {count}.")
        if mode == "directed" and not prototype:
            raise Refused("mini-express 12.5", "Only the prototype edition has a bot directed by the players.")
        if options["difficulty"] != "easy" and (prototype or mode not in ("solo", "bot")):
            raise Refused("mini-express 10.4", "There is no AI Bot in this game to set a difficulty for.")
        if options["golden_spike"] and (map != "usa" or prototype):
            where = "belongs to the published edition" if prototype else "is played on the USA map"
            raise Refused("mini-express 7.1", f"The Golden Spike {where}.")
        if options["harbor"] and (map != "europe" or prototype):
            where = "belong to the published edition" if prototype else "are on the Europe map"
            raise Refused("mini-express 8.1", f"The harbors {where}.")
        if options["west_coast"] and not (map == "usa" and prototype):
            raise Refused("mini-express 13.1", "The West Coast belongs to the prototype edition on the USA map.")
        if options["asset_shares"] != 6 and (prototype or mode != "bot"):
            raise Refused("mini-express 11.1", "Only the game of two players and the Bot can start with 5 shares.")

    def begin(self, seats: int, options: Mapping[str, Value]) -> State:
        game = Terms(options["edition"] == "prototype", MODES[str(options["mode"])], seats)
        game.golden_spike = bool(options["golden_spike"])
        game.harbor = bool(options["harbor"])
        game.west_coast = bool(options["west_coast"])
        game.difficulty = DIFFICULTIES.index(str(options["difficulty"]))
        if options["mode"] == "bot" and not game.prototype:
            game.shares = int(options["asset_shares"])
        key = (str(options["map"]), game.harbor, bool(options["first_game"]), game.golden_spike, game.west_coast)
        if key not in self.lands:
            self.lands[key] = land_of(self.parts.maps[key[0]], *key[1:])
        box = self.parts.prototype_box if game.prototype else self.parts.box
        return rules.new(box, self.lands[key], game, self.parts.shares)

    def seat_names(self, state: State) -> list[str]:
        return [f"Seat {seat + 1}" for seat in range(state.players)] + ["Bot"] * (state.seats - state.players)

    # -- names -------------------------------------------------------------------------

    def map_of(self, state: MiniExpress) -> Map:
        return self.maps[state.land.map]

    def city(self, state: MiniExpress, city: int) -> str:
        return self.map_of(state).city_names(state.terms.prototype)[city]

    def cities(self, state: MiniExpress) -> list[str]:
        return self.map_of(state).city_names(state.terms.prototype)

    def place(self, state: MiniExpress, hex: int) -> str:
        """A hex in words: its city, start or harbor, or how it lies from the nearest of them."""
        name, bearing = self.near(state, hex)
        return f"{bearing} of {name}" if bearing else name

    def near(self, state: MiniExpress, hex: int) -> tuple[str, str]:
        """The nearest city, start or harbor, and how the hex lies from it; "" for the place itself."""
        made = self.map_of(state)
        cell = made.cells[hex]
        named = dict(zip((city.at for city in made.cities), self.cities(state), strict=True))
        named |= {start.at: start.name for start in made.starts} | {harbor.at: harbor.name for harbor in made.harbors}
        at = min(named, key=lambda at: compass.distance(at, cell))
        return named[at], compass.bearing(at, cell)

    def hex_text(self, state: MiniExpress, hex: int) -> str:
        return f"{state.land.q[hex]},{state.land.r[hex]}"

    def via(self, state: MiniExpress, route: int, distance: int) -> list[str]:
        """The hexes of a route before its city."""
        return [self.hex_text(state, hex) for hex in list(state.land.hexes_of(route, distance))[:-1]]

    # -- words for moves ---------------------------------------------------------------

    def text(self, state: State, move: int) -> str:
        state = cast(MiniExpress, state)
        if move >= moves.FIRST:
            return self.chance_text(state, move)
        if move >= moves.ROUTE:
            return f"via {' '.join(self.via(state, move - moves.ROUTE, state.distance))}"
        if move >= moves.BUILD:
            base = moves.BUILD_WEST if move >= moves.BUILD_WEST else moves.BUILD
            company, city = divmod(move - base, 64)
            west = " from the west" if base == moves.BUILD_WEST else ""
            return f"build {COMPANIES[company]} {self.city(state, city).lower()}{west}"
        if move >= moves.COAST:
            company, cubes = divmod(move - moves.COAST, 4)
            return f"coast {COMPANIES[company]} {cubes}"
        if move >= moves.WEST_SIDE:
            return f"west side {COMPANIES[move - moves.WEST_SIDE]}"
        if move >= moves.HARBOR:
            return f"harbor {self.map_of(state).harbors[move - moves.HARBOR].name.lower()}"
        if move >= moves.GAIN:
            return f"gain {COMPANIES[move - moves.GAIN]}"
        if move >= moves.PICK_SET:
            return f"pick {self.pair(move - moves.PICK_SET)}"
        if move >= moves.SPLIT:
            return f"split {COMPANIES[move - moves.SPLIT]}"
        if move >= moves.PICK:
            return f"pick {COMPANIES[move - moves.PICK]}"
        return "pass" if move == moves.PASS else f"share {COMPANIES[move - moves.SHARE]}"

    def pair(self, pair: int) -> str:
        return f"{COMPANIES[draft.pair_one(pair)]} {COMPANIES[draft.pair_two(pair)]}"

    def chance_text(self, state: MiniExpress, move: int) -> str:
        if move >= moves.TILE:
            kind = move - moves.TILE
            if kind == len(state.bag) - 1:
                return "tile reset" if state.terms.prototype else "tile refresh"
            if state.terms.prototype:
                return f"tile {COMPANIES[kind]}"
            return f"tile {state.box.bot_company[kind]} {state.box.bot_city[kind]}"
        if move >= moves.GROUPING:
            grouping = move - moves.GROUPING
            return f"sets without {self.pair(grouping)} and {self.pair(draft.PAIRS - 1 - grouping)}"
        if move >= moves.DEMAND:
            one, two = self.parts.demand[move - moves.DEMAND]
            return f"demand {self.city(state, state.done).lower()} {WORDS[one]} {WORDS[two]}"
        return f"first seat {move - moves.FIRST + 1}"

    # -- why not -----------------------------------------------------------------------

    def refuse(self, state: State, text: str) -> Refused:
        state = cast(MiniExpress, state)
        if state.phase in (moves.DRAFT, moves.DRAFT_SPLIT):
            return self.refuse_pick(state, text)
        if state.phase == moves.CHOOSE_ROUTE:
            return self.refuse_route(state, text)
        if state.phase == moves.CHOOSE_INFLUENCE:
            return self.refuse_gain(state, text)
        if state.phase == moves.CHOOSE_HARBOR:
            return self.refuse_harbor(state, text)
        if state.phase == moves.CHOOSE_WEST_SIDE:
            return self.refuse_west_side(state, text)
        if match := re.fullmatch(r"share(?: (\S+))?", text):
            return self.refuse_share(state, match[1] or "")
        if match := re.fullmatch(r"build(?: (\S+))?(?: (.+?))?( from the west)?", text):
            return self.refuse_build(state, match[1] or "", match[2] or "", bool(match[3]))
        if text.startswith("coast"):
            return self.refuse_coast(state)
        if text == "pass":
            return Refused("mini-express 2.2", "Nobody may pass while a share can be taken or track be built.")
        if text.startswith("via"):
            return Refused("mini-express 4.1", "First name a company and a city to build to.")
        return Refused("mini-express 2.1", f"{text!r} is no action: share a company, or build a company to a city.")

    def unknown_company(self, name: str, rule: str) -> Refused:
        asked = f"There is no company {name!r}" if name else "Name a company"
        return Refused(rule, f"{asked}: there are {listed(COMPANIES)}.")

    def refuse_pick(self, state: MiniExpress, text: str) -> Refused:
        verb = "split" if state.phase == moves.DRAFT_SPLIT else "pick"
        rule = {terms.EXPERT_SPLIT: "mini-express 6.1", terms.SETS: "mini-express 12.1"}.get(
            state.terms.draft, "mini-express 1.6"
        )
        words = text.split()
        if not words or words[0] != verb:
            return Refused(rule, f"Starting shares are being chosen: {verb} a company.")
        if state.terms.draft == terms.SETS:
            sets = [self.pair(move - moves.PICK_SET) for move in state.legal()]
            return Refused(rule, f"These sets are left: {'; '.join(sets)}.")
        if len(words) != 2 or words[1] not in COMPANIES:
            return self.unknown_company(" ".join(words[1:]), rule)
        company = COMPANIES.index(words[1])
        title = words[1].title()
        if state.aside[company] == 0 or (state.terms.draft == terms.EXPERT_SPLIT and state.aside[company] < 2):
            return Refused(rule, f"No starting share of {title} is left.")
        own = [c for c in range(4) if state.held[state.to_act * 4 + c]]
        if company in own:
            return Refused(rule, f"You hold {an(title)} share already: the second one is of another company.")
        pair = f"{COMPANIES[own[0]].title()} and {title}"
        return Refused(rule, f"Another player holds {pair} already, and no two start with the same pair.")

    def refuse_gain(self, state: MiniExpress, text: str) -> Refused:
        one = COMPANIES[state.box.demand_one[state.demand_at[state.city]]].title()
        if text == f"gain {one.lower()}":
            return Refused("mini-express 4.7", f"The purple half is for another company than {one}.")
        return Refused("mini-express 4.7", f"Choose whose influence the purple tile gives: any company but {one}.")

    def refuse_harbor(self, state: MiniExpress, text: str) -> Refused:
        harbors = self.map_of(state).harbors
        for i, harbor in enumerate(harbors):
            if text == f"harbor {harbor.name.lower()}" and state.harbors_used & 2**i:
                return Refused("mini-express 8.3", f"{harbor.name} is in use already.")
        free = [harbor.name for i, harbor in enumerate(harbors) if not state.harbors_used & 2**i]
        return Refused("mini-express 8.3", f"Choose a free harbor: {listed(free, 'or')}.")

    def refuse_route(self, state: MiniExpress, text: str) -> Refused:
        city, count = self.city(state, state.city), len(state.legal())
        if text in [self.text(state, move) for move in state.route_moves()]:
            return Refused("mini-express 6.3", "That route would end the game, which a second action must not do.")
        if count == 1:
            return Refused(
                "mini-express 6.3", f"Only one shortest route to {city} does not end the game: take that one."
            )
        return Refused("mini-express 4.3", f"Choose one of the {count} shortest routes to {city}.")

    def refuse_west_side(self, state: MiniExpress, text: str) -> Refused:
        if state.east_side >= 0 and text == f"west side {COMPANIES[state.east_side]}":
            name = COMPANIES[state.east_side].title()
            return Refused("mini-express 7.4", f"{name} is the East Side already; the West Side is another company.")
        for company in story.titles(state.candidates):
            if text == f"west side {company.lower()}":
                reason = f"{company} as the West Side would end the game, which a second action must not do."
                return Refused("mini-express 6.3", reason)
        names = story.titles(state.candidates)
        return Refused(
            "mini-express 7.4", f"The West Side is one of the companies where the line met: {listed(names)}."
        )

    def refuse_share(self, state: MiniExpress, name: str) -> Refused:
        if name not in COMPANIES:
            return self.unknown_company(name, "mini-express 3.1")
        company = COMPANIES.index(name)
        if refused := self.refuse_company(state, company):
            return refused
        title = name.title()
        if state.shares[company] == 0:
            return Refused("mini-express 3.1", f"{title} is depleted: no share of it is left to take.")
        own, price = state.influence[state.to_act * 4 + company], state.tracks[company]
        if own < price:
            trains = "1 train lies" if price == 1 else f"{price} trains lie"
            return Refused(
                "mini-express 3.2",
                f"{trains} in {title}'s Tracks, so a share costs {price} influence, and you have {own}.",
            )
        return Refused(
            "mini-express 6.3", f"Taking {an(title)} share would end the game, which a second action must not do."
        )

    def refuse_company(self, state: MiniExpress, company: int) -> Refused | None:
        if company == state.acted and state.terms.actions == 2:
            title = COMPANIES[company].title()
            return Refused("mini-express 6.2", f"Your first action was for {title}: the second is for another company.")
        if state.directing and company != state.chosen:
            drawn = COMPANIES[state.chosen].title()
            return Refused("mini-express 12.5", f"The bot's tile shows {drawn}: act for {drawn}.")
        return None

    def refuse_build(self, state: MiniExpress, name: str, where: str, from_west: bool) -> Refused:
        if name not in COMPANIES:
            return self.unknown_company(name, "mini-express 4.1")
        company = COMPANIES.index(name)
        if refused := self.refuse_company(state, company):
            return refused
        title = name.title()
        cities = [city.lower() for city in self.cities(state)]
        if not where:
            return Refused("mini-express 4.1", f"Name the city as well: build {name} {cities[0]}.")
        if where not in cities:
            return self.refuse_place(state, where)
        city = cities.index(where)
        town = self.city(state, city)
        hex = state.land.city_hex[city]
        here = [COMPANIES[c].title() for c in range(4) if state.track[hex] & 2**c]
        if title in here:
            return Refused("mini-express 4.2", f"{town} has {title} track already: it is no new market for {title}.")
        if not state.tiled & 2**city:
            holds = int(state.land.capacity[city])
            if len(here) >= holds:
                companies = "1 company" if holds == 1 else f"{holds} companies"
                return Refused("mini-express 4.2", f"{town} is full: it holds {companies}, {listed(here)}.")
            return Refused("mini-express 4.2", f"{town} has no demand tile any more, so nobody builds there.")
        network = company + west_coast.WEST if from_west else company
        if from_west and state.directing:
            return Refused("mini-express 13.4", "The bot never uses the West Coast.")
        if from_west and (not state.terms.west_coast or state.spike != golden_spike.RACING):
            return Refused("mini-express 13.1", "Building from the West Coast is not open now.")
        if from_west and not state.entered[company] & 2**state.land.san_francisco:
            return Refused("mini-express 13.3", f"{title} has no track in San Francisco to build from.")
        need, have = distance_to(state.land, state.reach, network, city), int(state.tracks[company])
        takes, trains = plural(int(need), "train"), plural(have, "train")
        if need == FAR:
            return Refused("mini-express 4.2", f"{town} is more than 5 hexes away from {title}'s track.")
        if need > have:
            return Refused("mini-express 4.2", f"{town} takes {takes}, and {title} has {trains} in Tracks.")
        if state.terms.west_coast and not west_coast.has_route(state, company, city, from_west):
            if not from_west or need < have:
                reason = f"The way to {town} leads over {title}'s own track: build from there."
                return Refused("mini-express 13.3", reason)
            return Refused("mini-express 13.3", f"{town} takes {takes} and 1 as a penalty; {title} has {trains}.")
        return Refused("mini-express 6.3", f"{title} to {town} would end the game, which a second action must not do.")

    def refuse_place(self, state: MiniExpress, where: str) -> Refused:
        made = self.map_of(state)
        for start, company in zip(made.starts, COMPANIES, strict=True):
            if where == start.name.lower():
                return Refused(
                    "mini-express 4.2", f"{start.name} is the start of {company.title()} and no destination."
                )
        for harbor in made.harbors:
            if where == harbor.name.lower() and state.terms.harbor:
                return Refused("mini-express 8.2", f"{harbor.name} is a harbor: nobody builds into it directly.")
        return Refused("mini-express 4.1", f"There is no city {where!r} on the map of {made.title}.")

    def refuse_coast(self, state: MiniExpress) -> Refused:
        if not state.terms.west_coast:
            return Refused("mini-express 13.1", "This game is played without the West Coast.")
        if state.directing:
            return Refused("mini-express 13.4", "The bot never uses the West Coast.")
        if story.reached_overland(state):
            return Refused("mini-express 13.1", story.REACHED_OVERLAND)
        if state.spike == golden_spike.WAITING:
            opens = [self.city(state, c) for c in range(state.land.cities) if state.land.opens & 2**c]
            return Refused("mini-express 13.1", f"The West Coast opens with the first track in {listed(opens, 'or')}.")
        if state.spike == golden_spike.COMPLETE:
            return Refused("mini-express 13.1", "The coasts are joined: nobody starts in San Francisco any more.")
        return Refused("mini-express 13.2", "Name a company not yet in San Francisco, and as many cubes as fit there.")

    def estimate(self) -> Estimate:
        return MiniExpressEstimate()

    # -- words for positions -----------------------------------------------------------

    def where(self, state: State) -> str:
        state = cast(MiniExpress, state)
        if state.to_act == OVER:
            return f"{state.round} rounds"
        if state.round == 0:
            return "Starting shares" if state.phase >= moves.DRAFT else "Setting up"
        last = ", the last" if state.ending else ""
        return f"Round {state.round}{last} · turn {state.place_in_round + 1} of {state.places()}"

    def prompt(self, state: State) -> str:
        state = cast(MiniExpress, state)
        return story.prompt(self, state)

    def view(self, state: State, seat: int | None) -> Json:
        """Mini Express has no secrets: everybody sees all of it."""
        state = cast(MiniExpress, state)
        made = self.map_of(state)
        track = self.track_view(state)
        building = state.phase in (moves.CHOOSE_ROUTE, moves.CHOOSE_INFLUENCE, moves.CHOOSE_HARBOR)
        return {
            "edition": "prototype" if state.terms.prototype else "published",
            "map": made.name,
            "map_title": made.title,
            "companies": COMPANIES,
            "goods": self.parts.goods,
            "cities": [self.city_view(state, city, track) for city in range(state.land.cities)],
            "starts": [
                {"name": start.name, "at": list(start.at), "company": company}
                for start, company in zip(made.starts, COMPANIES, strict=True)
            ],
            "harbors": self.harbor_view(state),
            "track": track,
            "assets": [self.asset_view(state, company) for company in range(4)],
            "influence": [[int(state.influence[s * 4 + c]) for c in range(4)] for s in range(state.seats)],
            "rivals": [4, 8] if state.terms.rivals else [],
            "shares": [[self.holding(state, s, c) for c in range(4)] for s in range(state.seats)],
            "chart": self.parts.chart,
            "chart_reconstructed": self.parts.chart_marks.get("reconstructed", []),
            "column": int(state.terms.column),
            "start": int(state.start) if state.phase > moves.STARTING_PLAYER else None,
            "ending": bool(state.ending),
            "end": story.what_ends(state),
            "building": {
                "company": COMPANIES[state.company],
                "city": self.city(state, state.city),
                "west": bool(state.from_west),
            }
            if building
            else None,
            "spike": self.spike_view(state),
            "bot": story.bot_view(self, state),
            "directing": COMPANIES[state.chosen] if state.directing else None,
        }

    def city_view(self, state: MiniExpress, city: int, track: list[Json]) -> Json:
        tile = self.parts.demand[state.demand_at[city]] if state.demand_at[city] >= 0 else None
        hex = state.land.city_hex[city]
        return {
            "name": self.city(state, city),
            "at": list(self.map_of(state).cells[hex]),
            "index": city + 1,
            "holds": int(state.land.capacity[city]),
            "companies": self.companies_at(state, city, track),
            "demand": [WORDS[good] for good in tile] if tile and state.tiled & 2**city else None,
        }

    def companies_at(self, state: MiniExpress, city: int, track: list[Json]) -> list[str]:
        """In the order of arrival; on the West Coast a company may fill several places."""
        here = self.cell(state, state.land.city_hex[city])
        found: list[str] = []
        for train in track:
            if train["to"] == here:
                more = state.terms.west_coast and city == state.land.san_francisco
                extra = int(state.coast[COMPANIES.index(train["company"])]) if more else 0
                found += [train["company"]] * (1 + extra)
        return found

    def cell(self, state: MiniExpress, hex: int) -> list[int]:
        return [int(state.land.q[hex]), int(state.land.r[hex])]

    def track_view(self, state: MiniExpress) -> list[Json]:
        """Every train on the map in the order of placing, with the hex it was built from."""
        found = []
        for k in range(state.trains):
            rest, company = divmod(int(state.laid[k]), 4)
            before, hex = divmod(rest, HEX_CODES)
            found.append({"company": COMPANIES[company], "from": self.cell(state, before), "to": self.cell(state, hex)})
        return found

    def harbor_view(self, state: MiniExpress) -> list[Json]:
        if not state.terms.harbor:
            return []
        found = []
        for i, harbor in enumerate(self.map_of(state).harbors):
            track = state.track[state.land.harbor_hex[i]] if state.harbors_used & 2**i else 0
            company = next((COMPANIES[c] for c in range(4) if track & 2**c), None)
            found.append({"name": harbor.name, "sea": harbor.sea, "at": list(harbor.at), "company": company})
        return found

    def asset_view(self, state: MiniExpress, company: int) -> Json:
        return {
            "company": COMPANIES[company],
            "shares": int(state.shares[company]),
            "shares_at_start": int(state.terms.shares),
            "tracks": int(state.tracks[company]),
            "supply": int(state.supply[company]),
            "length": int(state.length[company]),
            "bonus": 2 if state.spiked & 2**company else 0,
            "depleted": bool(state.shares[company] == 0),
            "destinations": self.trains_to(state, company) if state.round else {},
            **({"from_west": self.trains_from_west(state, company)} if state.terms.west_coast else {}),
        }

    def trains_from_west(self, state: MiniExpress, company: int) -> dict[str, int]:
        """13.3 The trains that each city within the western network's range takes."""
        network = company + west_coast.WEST
        cities = state.reach[network * 6 + state.tracks[company]] & state.tiled & ~state.entered[company]
        return {
            self.city(state, city): int(distance_to(state.land, state.reach, network, city))
            for city in range(state.land.cities)
            if cities & 2**city
        }

    def trains_to(self, state: MiniExpress, company: int) -> dict[str, int]:
        """The cities that the company may build into now, and the trains each takes."""
        cities = state.destinations(company)
        return {
            self.city(state, city): int(distance_to(state.land, state.reach, company, city))
            for city in range(state.land.cities)
            if cities & 2**city
        }

    def holding(self, state: MiniExpress, seat: int, company: int) -> Json:
        influence = int(state.influence[seat * 4 + company])
        nothing = influence <= state.terms.least
        column = min(2, int(state.rank(seat, company)) + int(state.terms.column))
        return {
            "count": int(state.held[seat * 4 + company]),
            "worth": int(state.worth(seat, company)),
            "rank": "none" if nothing else RANKS[column],
        }

    def spike_view(self, state: MiniExpress) -> Json | None:
        if not (state.terms.golden_spike or state.terms.west_coast):
            return None
        made = self.map_of(state)
        return {
            "state": ("waiting", "racing", "complete", "called off")[state.spike],
            "at": list(made.spike["tile"])
            if state.spike == golden_spike.WAITING and state.terms.golden_spike
            else None,
            "east": COMPANIES[state.east_side] if state.east_side >= 0 else None,
            "west": COMPANIES[state.west_side] if state.west_side >= 0 else None,
            "bonus": [COMPANIES[c] for c in range(4) if state.spiked & 2**c],
            "note": story.spike_note(self, state),
        }

    # -- offers ------------------------------------------------------------------------

    def offer(self, state: State, move: int) -> Offer:
        state = cast(MiniExpress, state)
        afters = self.played_out(state, move)
        scores, new = state.scores(), afters[0].scores()
        stakes = tuple(
            Stake(signed(int(new[s] - scores[s])) if new[s] != scores[s] else "±0", f"{scores[s]} → {new[s]} VP")
            for s in range(state.seats)
        )
        gain = int(new[state.to_act] - scores[state.to_act])
        value = signed(gain) if gain else "±0"
        label, group, title, notes = story.offered(self, state, move, afters)
        if state.round == 0:
            return Offer(self.text(state, move), label, group=group, title=title, notes=notes)
        return Offer(self.text(state, move), label, value, group, title, value, stakes, notes)

    def played_out(self, state: MiniExpress, move: int) -> list[MiniExpress]:
        """After the move; where routes tie, after each of them."""
        after = state.copy()
        after.play(move)
        if after.phase != moves.CHOOSE_ROUTE or after.turn != state.turn or after.to_act != state.to_act:
            return [after]
        afters = []
        for route in after.legal():
            built = after.copy()
            built.play(route)
            afters.append(built)
        return afters

    def tell(self, before: State, move: int, after: State, seat: int | None) -> Line | None:
        return story.tell(self, cast(MiniExpress, before), move, cast(MiniExpress, after))

    def breakdown(self, state: State) -> list[list[Point]]:
        state = cast(MiniExpress, state)
        return [self.points(state, seat) for seat in range(state.seats)]

    def points(self, state: MiniExpress, seat: int) -> list[Point]:
        found = []
        for company, name in enumerate(COMPANIES):
            holding = self.holding(state, seat, company)
            if not holding["count"]:
                continue
            title = f"{holding['count']} {name.title()}"
            length = int(state.length[company])
            if state.spiked & 2**company:
                length = min(15, length + 2)
            if holding["rank"] == "none":
                least = int(state.terms.least)
                reason = "no influence" if least == 0 else f"influence of {least} or less"
                found.append(
                    Point(0, f"{title} at 0: {reason}", "mini-express 5.3" if not least else "mini-express 12.3")
                )
            else:
                points = holding["count"] * holding["worth"]
                text = f"{title} at {holding['worth']}: length {length}, {holding['rank']} in influence"
                found.append(Point(points, text, "mini-express 5.4"))
        return found

    # -- for the conformance suite -------------------------------------------------------

    def pieces(self, state: State) -> dict[str, int]:
        state = cast(MiniExpress, state)
        count: dict[str, int] = {}
        for company, name in enumerate(COMPANIES):
            held = sum(int(state.held[seat * 4 + company]) for seat in range(state.seats))
            lying = int(state.shares[company] + state.aside[company] + state.in_box[company])
            count[f"{name} shares"] = held + lying
            on_map = sum(1 for k in range(state.trains) if state.laid[k] % 4 == company)
            on_tile = (state.east_side == company) + (state.west_side == company) + (state.spiked & 2**company != 0)
            on_coast = int(state.coast[company]) if state.terms.west_coast else 0
            count[f"{name} trains"] = int(state.supply[company] + state.tracks[company]) + on_map + on_tile + on_coast
        lying = sum(state.demand_left) + bin(state.tiled).count("1")
        count["demand tiles"] = lying + int(state.tiles_gone)
        return count

    # -- the folder ----------------------------------------------------------------------

    def board(self, view: Json) -> str:
        return drawing.board(view, self.parts.maps[view["table"]["map"]])

    def sprite(self) -> str:
        return drawing.sprite()

    def icon(self, piece: str) -> str:
        return f'<svg class="stock inline" aria-hidden="true"><use href="#mx-stock-{piece}"/></svg>'


GAME = MiniExpressGame
