"""Mini Express for the rest of the house: its facts, names, views and scores; the words have rooms of their own."""

from collections.abc import Mapping
from functools import cached_property
from typing import cast

from branchline.game import About, Game, Json, Line, Offer, Option, Point, Value
from branchline.games.mini_express import board as drawing
from branchline.games.mini_express import (
    compass,
    golden_spike,
    moves,
    notation,
    offers,
    refusals,
    rules,
    story,
    terms,
    west_coast,
)
from branchline.games.mini_express.components import COMPANIES, Components, Map, land_of, load
from branchline.games.mini_express.effects import REACHED_OVERLAND, reached_overland
from branchline.games.mini_express.estimate import MiniExpressEstimate
from branchline.games.mini_express.land import HEX_CODES, Land, distance_to
from branchline.games.mini_express.notation import COLOURS, titles
from branchline.games.mini_express.reasons import REASONS
from branchline.games.mini_express.rules import MiniExpress
from branchline.games.mini_express.terms import Terms
from branchline.kernel.estimate import Estimate
from branchline.kernel.state import OVER, State
from branchline.refusal import Refused
from branchline.words import listed, plural

MODES = {
    "standard": terms.STANDARD,
    "solo": terms.SOLO,
    "bot": terms.WITH_BOT,
    "expert": terms.EXPERT,
    "directed": terms.DIRECTED,
}
DIFFICULTIES = ("easy", "normal", "hard", "expert", "nightmare")
RANKS = ("1st", "2nd", "other")


class MiniExpressGame(Game):
    name = "mini-express"
    title = "Mini Express"
    seats = range(1, 6)
    levels = (32, 110, 450, 4000)
    learned_apart = ("mode", "edition", "difficulty")
    reasons = REASONS
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

    # -- the rooms of words --------------------------------------------------------------

    def text(self, state: State, move: int) -> str:
        return notation.text(self, cast(MiniExpress, state), move)

    def refuse(self, state: State, text: str) -> Refused:
        return refusals.refuse(self, cast(MiniExpress, state), text)

    def prompt(self, state: State) -> str:
        return offers.prompt(self, cast(MiniExpress, state))

    def offer(self, state: State, move: int) -> Offer:
        return offers.offer(self, cast(MiniExpress, state), move)

    def tell(self, before: State, move: int, after: State, seat: int | None) -> Line | None:
        return story.tell(self, cast(MiniExpress, before), move, cast(MiniExpress, after))

    # -- the view ------------------------------------------------------------------------

    def where(self, state: State) -> str:
        state = cast(MiniExpress, state)
        if state.to_act == OVER:
            return f"{state.round} rounds"
        if state.round == 0:
            return "Starting shares" if state.phase >= moves.DRAFT else "Setting up"
        last = ", the last" if state.ending else ""
        return f"Round {state.round}{last} · turn {state.place_in_round + 1} of {state.places()}"

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
            "end": self.what_ends(state),
            "building": {
                "company": COMPANIES[state.company],
                "city": self.city(state, state.city),
                "west": bool(state.from_west),
            }
            if building
            else None,
            "spike": self.spike_view(state),
            "bot": self.bot_view(state),
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
            "demand": [COLOURS[good] for good in tile] if tile and state.tiled & 2**city else None,
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
            "note": self.spike_note(state),
        }

    def spike_note(self, state: MiniExpress) -> str:
        """How it stands with the Golden Spike or the West Coast, in a few words."""
        if state.terms.west_coast:
            if reached_overland(state):
                return REACHED_OVERLAND.removesuffix(".")
            if state.spike == golden_spike.COMPLETE:
                return f"Coasts joined; bonus: {listed(titles(state.spiked)) or 'nobody'}"
            return "West Coast open" if state.spike == golden_spike.RACING else "West Coast not open yet"
        if state.spike == golden_spike.WAITING:
            return f"Waits for {self.city(state, state.land.omaha)}"
        if state.spike == golden_spike.CALLED_OFF:
            return "Called off"
        east = COMPANIES[state.east_side].title() if state.east_side >= 0 else "nobody"
        if state.spike == golden_spike.RACING:
            return f"East Side: {east}"
        west = COMPANIES[state.west_side].title() if state.west_side >= 0 else "nobody"
        return f"Driven. East {east}, West {west}"

    def bot_view(self, state: MiniExpress) -> Json | None:
        if state.terms.bot == terms.NO_BOT:
            return None
        kinds = ("", "ai", "basic", "directed")
        return {
            "kind": kinds[state.terms.bot],
            "difficulty": DIFFICULTIES[state.terms.difficulty],
            "company": COMPANIES[state.chosen],
            "target": self.city(state, state.target) if state.target >= 0 else None,
            "route": [
                list(self.map_of(state).cells[int(state.laid[k]) // 4 % HEX_CODES])
                for k in range(state.bot_begin, state.bot_end)
            ],
            "tiles": sum(int(count) for count in list(state.bag)[:-1]),
        }

    def what_ends(self, state: MiniExpress) -> Json:
        """What ends the game, and how far it has come."""
        gone = [COMPANIES[c] for c in range(4) if state.shares[c] == 0]
        need = int(state.terms.piles)
        companies = plural(need, "company is", "companies are")
        depleted = (
            f"{companies} out of shares, or {need} out of trains" if state.terms.trains_end else f"{companies} depleted"
        )
        if state.to_act == OVER:
            text = "The game is over."
        elif state.ending:
            text = "The end is triggered: this round is the last."
        elif state.terms.at_once:
            text = f"The game ends at once when {depleted}; {self.how_far(state)} so far."
        else:
            text = f"The last round is the one in which {depleted}; {self.how_far(state)} so far."
        return {"depleted": gone, "need": need, "text": text}

    def how_far(self, state: MiniExpress) -> str:
        """How many companies are depleted; in the prototype, out of shares and out of trains."""
        shares = sum(1 for c in range(4) if state.shares[c] == 0)
        trains = sum(1 for c in range(4) if state.supply[c] == 0 and state.tracks[c] == 0)
        return f"{shares} and {trains}" if state.terms.trains_end else str(shares)

    # -- scores --------------------------------------------------------------------------

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

    def estimate(self) -> Estimate:
        return MiniExpressEstimate()

    def board(self, view: Json) -> str:
        return drawing.board(view, self.parts.maps[view["table"]["map"]])

    def sprite(self) -> str:
        return drawing.sprite()

    def icon(self, piece: str) -> str:
        return f'<svg class="stock inline" aria-hidden="true"><use href="#mx-stock-{piece}"/></svg>'


GAME = MiniExpressGame
