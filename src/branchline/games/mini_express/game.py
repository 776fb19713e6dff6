"""Mini Express for the rest of the house: its facts, names, views and scores; the words have rooms of their own."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import cast

from branchline.game import About, Game, Line, Offer, Option, Point, Scene, Tie, Value
from branchline.games.mini_express import board as drawing
from branchline.games.mini_express import codes, compass, notation, offers, refusals, rules, story, terms, ties
from branchline.games.mini_express import view as sight
from branchline.games.mini_express.components import COMPANIES, Components, Map, land_of, load
from branchline.games.mini_express.estimate import MiniExpressEstimate
from branchline.games.mini_express.inputs import MiniExpressInputs
from branchline.games.mini_express.land import Land
from branchline.games.mini_express.moves import MOVES, KnownRoutes, vocabulary
from branchline.games.mini_express.panels import Panels, panels
from branchline.games.mini_express.reasons import REASONS
from branchline.games.mini_express.rules import MiniExpress
from branchline.games.mini_express.terms import Terms
from branchline.games.mini_express.view import DIFFICULTIES, MiniExpressView
from branchline.kernel.estimate import Estimate
from branchline.kernel.net import Inputs
from branchline.kernel.state import OVER, State
from branchline.moves import Move, Vocabulary
from branchline.refusal import Refused
from branchline.words import listed

MODES = {
    "standard": terms.STANDARD,
    "solo": terms.SOLO,
    "bot": terms.WITH_BOT,
    "expert": terms.EXPERT,
    "directed": terms.DIRECTED,
}


class MiniExpressGame(Game):
    name = "mini-express"
    title = "Mini Express"
    newest = 2
    seats = range(1, 6)
    vocabulary = MOVES
    levels = (110, 300, 900, 6000)
    styles = {"builder": ("build", "build west"), "trader": ("share",)}
    ties = "tied routes"
    learned_apart = ("mode", "edition", "difficulty")
    reasons = REASONS
    chapters = {
        "pick": "1.6",
        "split": "6.1",
        "share": "2.1",
        "build": "2.1",
        "pass": "2.2",
        "via": "4.3",
        "gain": "4.7",
        "harbor": "8.3",
        "west side": "7.4",
        "coast": "13.2",
        "build west": "13.3",
    }
    pictures = {name: f"{name.title()}, a company" for name in COMPANIES}
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
        "golden_spike": Option(
            (False, True), False, "USA: who closes the line from coast to coast gains two steps of track length."
        ),
        "harbor": Option((False, True), False, "Europe: purple tiles open harbors, further places to start from."),
        "first_game": Option(
            (False, True), False, "Every city holds two companies: easier to see through, for a first game."
        ),
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
        reconstructed="Both maps with the prototype's dotted line and Europe's water line, the demand tiles, the Bot's "
        "tiles and parts of the chart are our reconstruction.",
    )

    # -- before the game ---------------------------------------------------------------

    @cached_property
    def parts(self) -> Components:
        return load(self.pack, self.version)

    @cached_property
    def maps(self) -> list[Map]:
        return list(self.parts.maps.values())

    @cached_property
    def lands(self) -> dict[tuple[str, bool, bool, bool, bool, bool], Land]:
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
        game.water_joins = self.version == 1
        variants = (game.harbor, bool(options["first_game"]), game.golden_spike, game.west_coast, game.prototype)
        key = (str(options["map"]), *variants)
        if key not in self.lands:
            self.lands[key] = land_of(self.parts.maps[key[0]], *variants)
        box = self.parts.prototype_box if game.prototype else self.parts.box
        return rules.new(box, self.lands[key], game, self.parts.shares)

    @cached_property
    def actions(self) -> Vocabulary:
        """Routes are those of all maps, whatever is closed or joined on them."""
        routes: set[int] = set()
        for version in range(1, self.newest + 1):
            for made in cast(MiniExpressGame, self.of_version(version)).maps:
                for prototype in (False, True):
                    routes |= land_of(made, west_coast=prototype, prototype=prototype).all_routes()
                routes |= land_of(made, harbor=True).all_routes()
        return vocabulary(KnownRoutes(sorted(routes)))

    def starter(self, state: State) -> int | None:
        return int(cast(MiniExpress, state).start)

    def seat_names(self, state: State) -> list[str]:
        return [f"Seat {seat + 1}" for seat in range(state.players)] + ["Bot"] * (state.seats - state.players)

    # -- names -------------------------------------------------------------------------

    def map_of(self, state: MiniExpress) -> Map:
        return self.maps[state.land.map]

    def city(self, state: MiniExpress, city: int) -> str:
        return self.cities(state)[city]

    def cities(self, state: MiniExpress) -> list[str]:
        made = self.map_of(state)
        return made.prototype_names if state.terms.prototype else made.names

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
        return notation.text(self, cast(MiniExpress, state), MOVES.decode(move))

    def read(self, state: State, text: str) -> Move:
        return notation.read(self, cast(MiniExpress, state), text)

    def asked(self, state: State, verb: str, at: str) -> Move:
        return notation.asked(self, cast(MiniExpress, state), verb, at)

    def refuse(self, state: State, move: Move) -> Refused:
        return refusals.refuse(self, cast(MiniExpress, state), move)

    def prompt(self, state: State) -> str:
        return offers.prompt(self, cast(MiniExpress, state))

    def offer(self, state: State, move: int) -> Offer:
        return offers.offer(self, cast(MiniExpress, state), MOVES.decode(move))

    def tie(self, state: State) -> Tie | None:
        return ties.tie(cast(MiniExpress, state))

    def tell(self, before: State, move: int, after: State, seat: int | None) -> Line | None:
        return story.tell(self, cast(MiniExpress, before), MOVES.decode(move), cast(MiniExpress, after))

    # -- the view ------------------------------------------------------------------------

    def where(self, state: State) -> str:
        state = cast(MiniExpress, state)
        if state.to_act == OVER:
            return f"{state.round} rounds"
        if state.round == 0:
            return "Starting shares" if state.phase >= codes.DRAFT else "Setting up"
        last = ", the last" if state.ending else ""
        return f"Round {state.round}{last} · turn {state.place_in_round + 1} of {state.places()}"

    def view(self, state: State, seat: int | None) -> MiniExpressView:
        return sight.view(self, cast(MiniExpress, state))

    def what_opens(self, state: MiniExpress) -> str:
        """13.1 What has to happen for the West Coast to open."""
        made = self.map_of(state)
        if made.line:
            return "the first track that reaches or passes the dotted line"
        names = [name for name, city in zip(self.cities(state), made.cities, strict=True) if city.at in made.opens]
        return f"the first track in {listed(names, 'or')}"

    # -- scores --------------------------------------------------------------------------

    def breakdown(self, state: State) -> list[list[Point]]:
        state = cast(MiniExpress, state)
        return [self.points(state, seat) for seat in range(state.seats)]

    def points(self, state: MiniExpress, seat: int) -> list[Point]:
        found = []
        for company, name in enumerate(COMPANIES):
            holding = sight.holding(state, seat, company)
            if not holding.count:
                continue
            title = f"{holding.count} {name.title()}"
            length = int(state.assets.length[company])
            if state.spike.bonus & 2**company:
                length = min(15, length + 2)
            if holding.rank == "none":
                least = int(state.terms.least)
                reason = "no influence" if least == 0 else f"influence of {least} or less"
                rule = "mini-express 5.3" if not least else "mini-express 12.3"
                found.append(Point(0, f"{title} at 0: {reason}", rule, name))
            else:
                points = holding.count * holding.worth
                text = f"{title} at {holding.worth}: length {length}, {holding.rank} in influence"
                found.append(Point(points, text, "mini-express 5.4", name))
        return found

    # -- for the conformance suite -------------------------------------------------------

    def pieces(self, state: State) -> dict[str, int]:
        state = cast(MiniExpress, state)
        count: dict[str, int] = {}
        for company, name in enumerate(COMPANIES):
            held = sum(int(state.held[seat * 4 + company]) for seat in range(state.seats))
            lying = int(state.assets.shares[company] + state.draft.aside[company] + state.assets.in_box[company])
            count[f"{name} shares"] = held + lying
            on_map = sum(1 for k in range(state.rails.trains) if state.rails.laid[k] % 4 == company)
            on_tile = (
                (state.spike.east_side == company)
                + (state.spike.west_side == company)
                + (state.spike.bonus & 2**company != 0)
            )
            on_coast = int(state.rails.coast[company]) if state.terms.west_coast else 0
            count[f"{name} trains"] = (
                int(state.assets.supply[company] + state.assets.tracks[company]) + on_map + on_tile + on_coast
            )
        lying = sum(state.demand.left) + bin(state.demand.tiled).count("1")
        count["demand tiles"] = lying + int(state.demand.gone)
        return count

    # -- the folder ----------------------------------------------------------------------

    def estimate(self) -> Estimate:
        return MiniExpressEstimate()

    def inputs(self, seats: int) -> Inputs:
        return MiniExpressInputs(seats)

    def layers(self, scene: Scene[MiniExpressView]) -> Sequence[str]:
        return drawing.layers(scene, self.parts.maps[scene.view.table.map])

    def panels(self, scene: Scene[MiniExpressView]) -> Panels:
        return panels(scene, self.parts)

    def sprite(self) -> str:
        return drawing.sprite()

    def icon(self, piece: str) -> str:
        return f'<svg class="stock inline" aria-hidden="true"><use href="#mx-stock-{piece}"/></svg>'


GAME = MiniExpressGame
