"""A second referee of Mini Express: both rulebooks once more, slow and plain, in sets and dictionaries.

It knows the box (map, chart) and nothing of `rules.py`. It hears a game as the texts of its record,
keeps its own books, and says what is legal, what the bot has to do, and who wins. Where the two
disagree, one of them has misread the rulebook. It referees the newest version only.
"""

import copy
import itertools
import math
from collections import deque

from branchline.game import Value
from branchline.games.mini_express.components import COMPANIES, Components
from branchline.kernel.grid import FLAT, Cell

DIFFICULTIES = ["easy", "normal", "hard", "expert", "nightmare"]
FAR = 99

Route = tuple[Cell, ...]
Track = dict[Cell, set[str]]


def neighbours(cell: Cell) -> list[Cell]:
    return [(cell[0] + q, cell[1] + r) for q, r in FLAT]


class Referee:
    def __init__(self, parts: Components, players: int, options: dict[str, Value]) -> None:
        self.players = players
        self.mode = options["mode"]
        self.prototype = options["edition"] == "prototype"
        self.duel = self.prototype and players == 2  # the prototype's three games for two
        self.level = DIFFICULTIES.index(str(options["difficulty"]))
        self.spike_in_play, self.harbors_in_play = options["golden_spike"], options["harbor"]
        self.west_in_play = options["west_coast"]
        self.chart = parts.chart

        made = parts.maps[str(options["map"])]
        self.hexes = set(made.cells)
        names = [name.lower() for name in (made.prototype_names if self.prototype else made.names)]
        self.at = dict(zip(names, (city.at for city in made.cities), strict=True))
        self.city_in = {cell: name for name, cell in self.at.items()}
        self.order = names  # of the target
        self.holds = {name: 2 if options["first_game"] else city.holds for name, city in zip(names, made.cities)}
        if options["first_game"] and self.spike_in_play:
            self.holds["san francisco"] = 3
        self.bot_goal = "san francisco" if options["map"] == "usa" else "lisbon"
        self.starts = {company: start.at for company, start in zip(COMPANIES, made.starts)}
        blue_line = made.prototype.get("water") if self.west_in_play or options["map"] == "europe" else None
        one, other = (self.at[city.lower()] for city in blue_line) if blue_line and self.prototype else (None, None)
        self.over_water = {one: other, other: one}
        self.dotted = [q for q, _ in made.line]  # the columns of the dotted line
        self.harbors = {harbor.name.lower(): harbor.at for harbor in made.harbors} if self.harbors_in_play else {}

        self.bot = players if self.mode in ("solo", "bot") else None  # its seat
        self.seats = players + (self.bot is not None)
        self.shares = dict.fromkeys(COMPANIES, self.shares_at_start(options))
        self.aside = dict.fromkeys(COMPANIES, self.shares_aside())
        self.tracks = dict.fromkeys(COMPANIES, 4)
        self.supply = dict.fromkeys(COMPANIES, 19 if self.prototype else 20)
        self.length = dict.fromkeys(COMPANIES, 0)
        self.held = [dict.fromkeys(COMPANIES, 0) for _ in range(self.seats)]
        self.influence = [dict.fromkeys(COMPANIES, 1) for _ in range(self.seats)]
        if self.bot is not None:
            level = 0 if self.prototype else 2 if self.level == 4 else 1
            self.influence[self.bot] = dict.fromkeys(COMPANIES, level)
        self.track: Track = {}
        for company, cell in self.starts.items():
            self.track[cell] = {company}
        self.tile: dict[str, tuple[str, str]] = {}  # city -> its demand

        self.phase = "set-up"
        self.first = 0
        self.picks = 0
        self.sets: set[tuple[str, str]] = set()
        self.round = 0
        self.place = 0
        self.over = self.ending = False
        self.passes = 0
        self.who = 0
        self.actions_left = 0
        self.acted = ""  # the company of the first of two actions
        self.directing = ""  # the company for which a player acts as the bot
        self.company = self.city = ""
        self.demand = ("", "")  # of the city just built into
        self.routes_open: list[Route] = []
        self.built: Route = ()
        self.track_before: Track = {}
        self.from_west = False  # the build under way starts from the western network
        self.west_track: Track = {}
        self.more_cubes = 0  # in San Francisco beyond the first of each company
        self.spiked: set[str] = set()
        self.spike = "waiting"
        self.east = self.west = ""
        self.candidates: set[str] = set()
        self.harbors_used: set[str] = set()
        self.purple_entered: set[str] = set()
        self.chosen = "brown"
        self.target = ""
        self.drawn: list[str] = []  # bot tiles out of the bag
        self.again = False
        self.bot_move = ""

    def shares_at_start(self, options: dict[str, Value]) -> int:
        if self.prototype:
            return {"bot": 7, "expert": 5}.get(str(self.mode), 6)
        return {"solo": 5, "expert": 5, "bot": int(options["asset_shares"])}.get(str(self.mode), 6)

    def shares_aside(self) -> int:
        if self.prototype:
            return {4: 2, 5: 3}.get(self.players, 1)
        return 3 if self.players > 3 else 2

    # -- what is heard -----------------------------------------------------------------------

    def hear(self, text: str) -> None:
        verb, *nouns = text.split()
        if verb == "demand":
            self.tile[" ".join(nouns[:-2])] = (nouns[-2], nouns[-1])
            if len(self.tile) == len(self.at) and self.players == 1:
                self.lay_out()
        elif verb == "first":
            self.first = int(nouns[1]) - 1
            self.lay_out()
        elif verb == "sets":
            self.sets -= {(nouns[1], nouns[2]), (nouns[4], nouns[5])}
        elif verb in ("pick", "split"):
            self.draft(verb, nouns)
        elif verb == "tile":
            self.draw(nouns)
        elif verb == "pass":
            self.pass_turn()
        elif verb == "share":
            self.passes = 0
            self.take_share(nouns[0])
        elif verb == "build":
            self.passes = 0
            city = " ".join(nouns[1:])
            self.from_west = city.endswith(" from the west")
            self.begin_build(nouns[0], city.removesuffix(" from the west"))
        elif verb == "coast":
            self.passes = 0
            self.start_on_the_coast(nouns[0], int(nouns[1]))
        elif verb == "via":
            cells = [(int(q), int(r)) for q, r in (noun.split(",") for noun in nouns)]
            self.lay((*cells, self.at[self.city]))
        elif verb == "gain":
            self.influence[self.who][nouns[0]] += 1
            self.after_influence()
        elif verb == "harbor":
            self.open_harbor(" ".join(nouns))
            self.finish_build()
        elif verb == "west":
            self.drive_last_spike(nouns[1])
            self.end_action()
        else:
            raise AssertionError(text)

    def legal(self) -> set[str]:
        if self.phase == "draft":
            return self.picks_open()
        if self.phase == "action":
            return self.actions() or {"pass"}
        if self.phase == "route":
            words = {" ".join(f"{q},{r}" for q, r in route[:-1]) for route in self.routes_open}
            return self.not_ending({f"via {way}" for way in words})
        if self.phase == "influence":
            return self.not_ending({f"gain {company}" for company in COMPANIES if company != self.demand[0]})
        if self.phase == "harbor":
            return self.not_ending({f"harbor {name}" for name in self.harbors if name not in self.harbors_used})
        return self.not_ending({f"west side {company}" for company in self.candidates})

    def to_act(self) -> int | None:
        """A seat; None while a tile is to be drawn or the game is over."""
        if self.over or self.phase in ("set-up", "tile", "bot's shares"):
            return None
        return self.drafter() if self.phase == "draft" else self.who

    # -- starting shares ---------------------------------------------------------------------

    def lay_out(self) -> None:
        self.phase = "draft"
        if self.prototype and self.players > 3:
            self.sets = set(itertools.combinations(COMPANIES, 2))

    def expert_draft(self) -> bool:
        return self.mode == "expert" and not self.prototype

    def drafter(self) -> int:
        if self.expert_draft():
            return (self.first + self.picks // 2) % 2
        back = 2 * self.players - 1 - self.picks
        return (self.first + min(self.picks, back)) % self.players

    def picks_open(self) -> set[str]:
        if self.sets:
            return {f"pick {one} {other}" for one, other in self.sets}
        if self.expert_draft():
            verb = "split" if self.picks == 1 else "pick"
            return {f"{verb} {company}" for company in COMPANIES if self.aside[company]}
        seat = self.drafter()
        mine = {company for company in COMPANIES if self.held[seat][company]}
        pairs = [{c for c in COMPANIES if self.held[other][c]} for other in range(self.players)]
        left = {company for company in COMPANIES if self.aside[company]}
        if mine:
            left = {company for company in left if company not in mine and mine | {company} not in pairs}
        return {f"pick {company}" for company in left}

    def draft(self, verb: str, companies: list[str]) -> None:
        seats = (0, 1) if verb == "split" else (self.drafter(),)
        both = self.expert_draft() and verb == "pick"
        for seat, company in itertools.product(seats, companies):
            self.held[seat][company] += 2 if both else 1
            self.aside[company] -= 2 if both else 1
        if self.sets:
            self.sets -= {(companies[0], companies[1])}
        self.picks += 1
        picks = 3 if self.expert_draft() else self.players if self.prototype else 2 * self.players
        if self.picks == picks:
            self.end_draft()

    def end_draft(self) -> None:
        for company in COMPANIES:
            left = self.aside[company]
            if self.expert_draft():
                for seat in (0, 1):
                    self.held[seat][company] += left // 2
            elif self.mode == "bot" and not self.prototype:
                self.held[2][company] += left
            elif self.mode == "standard" and not self.prototype:
                self.length[company] += left * (1 if self.players == 4 else 2)
        if self.mode == "solo":
            self.phase = "bot's shares"
        else:
            self.begin_round()

    # -- turns -------------------------------------------------------------------------------

    def turns(self) -> list[int]:
        """The seats in the order of a round."""
        seats = [(self.first + k) % self.players for k in range(self.players)]
        if self.bot is None:
            return seats
        return [seats[0], self.bot, seats[1], self.bot] if self.prototype else [*seats, self.bot]

    def begin_round(self) -> None:
        self.round += 1
        self.place = 0
        self.begin_turn()

    def begin_turn(self) -> None:
        self.who = self.turns()[self.place]
        self.acted = self.directing = ""
        self.again = False
        self.phase = "tile" if self.who == self.bot else "action"
        first = self.round == 1 and self.place == 0
        self.actions_left = 2 if self.mode == "expert" and not first else 1

    def actions(self) -> set[str]:
        moves = set()
        for company in COMPANIES:
            if company == self.acted or (self.directing and company != self.directing):
                continue
            affordable = self.directing or self.influence[self.who][company] >= self.tracks[company]
            if self.shares[company] and affordable:
                moves.add(f"share {company}")
            moves |= {f"build {company} {city}" for city in self.routes(company, self.tracks[company])}
            if self.two_networks() and not self.directing:
                moves |= self.western_actions(company)
        return self.not_ending(moves)

    def not_ending(self, moves: set[str]) -> set[str]:
        """Expert: of the ways to take a second action those that can be completed without ending the game."""
        first = self.round == 1 and self.place == 0
        if self.mode != "expert" or self.actions_left != 1 or first:
            return moves
        if min(self.shares.values()) > 1 and min(self.supply.values()) > 8:  # more than one action can take
            return moves
        safe = set()
        for move in moves:
            trial = copy.deepcopy(self)
            trial.hear(move)
            under_way = (trial.round, trial.place) == (self.round, self.place)
            if not trial.over and (not under_way or trial.legal()):
                safe.add(move)
        return safe

    def out(self) -> int:
        """Companies that count for the end."""
        shares = [company for company in COMPANIES if not self.shares[company]]
        trains = [company for company in COMPANIES if not self.supply[company] and not self.tracks[company]]
        return max(len(shares), len(trains)) if self.prototype else len(shares)

    def at_an_end(self) -> bool:
        return self.out() >= (1 if self.mode == "expert" else 2)

    def end_action(self) -> None:
        if self.at_an_end() and (self.mode == "expert" or self.duel):
            self.over = True
            return
        self.acted = self.company
        self.actions_left -= 1
        if self.actions_left:
            self.phase = "action"
            if not self.actions():
                self.end_turn()
        elif self.mode == "directed" and not self.directing:
            self.phase = "tile"
        else:
            self.end_turn()

    def end_turn(self) -> None:
        self.ending = self.ending or self.at_an_end()
        self.place += 1
        if self.place < len(self.turns()):
            self.begin_turn()
        elif self.ending:
            self.over = True
        else:
            self.begin_round()

    def pass_turn(self) -> None:
        self.passes += 1
        if self.passes >= len(self.turns()) and not self.bot_can_act():
            self.over = True
        elif self.mode == "directed" and not self.directing:
            self.phase = "tile"
        else:
            self.end_turn()

    # -- trains ------------------------------------------------------------------------------

    def take_from_supply(self, company: str) -> None:
        self.supply[company] -= 1
        assert self.supply[company] >= 0
        if not self.supply[company] and not self.prototype:
            self.shares[company] = 0

    def add_trains(self, company: str, count: int) -> None:
        for _ in range(count):
            if self.tracks[company] < 5 and self.supply[company]:
                self.tracks[company] += 1
                self.take_from_supply(company)

    def lengthen(self, company: str, steps: int) -> None:
        self.length[company] = min(15, self.length[company] + steps)

    # -- shares ------------------------------------------------------------------------------

    def take_share(self, company: str) -> None:
        self.company = company
        refill = 3
        if self.directing or (self.who == self.bot and self.prototype):
            pass  # the share leaves the game
        elif self.who == self.bot:
            self.held[self.who][company] += 1
            self.influence[self.who][company] += self.level >= 3
            if self.level >= 1:
                refill = 3 - self.tracks[company]
        else:
            self.held[self.who][company] += 1
            self.influence[self.who][company] -= self.tracks[company]
            assert self.influence[self.who][company] >= 0
        self.shares[company] -= 1
        self.add_trains(company, refill)
        self.end_action()

    # -- building ----------------------------------------------------------------------------

    def beside(self, cell: Cell) -> list[Cell]:
        """Where track can go on to: the hexes around, and a city across the water line."""
        across = self.over_water.get(cell)
        return [*neighbours(cell), across] if across else neighbours(cell)

    def passable(self, cell: Cell) -> bool:
        towns = (self.city_in, self.starts.values(), self.harbors.values())
        return cell in self.hexes and not any(cell in closed for closed in towns)

    def routes(self, company: str, trains: int, west: bool = False) -> dict[str, list[Route]]:
        """Every city that this many trains reach, with all shortest routes: step by step outwards. While a company
        has two networks, from one of them, and never over track of the other."""
        western = {cell for cell, companies in self.west_track.items() if company in companies}
        own = [cell for cell, companies in self.track.items() if company in companies]
        if self.two_networks():
            own = [cell for cell in own if (cell in western) == west]
        steps = dict.fromkeys(own, 0)
        ways: dict[Cell, list[Route]] = {cell: [()] for cell in own}
        found: dict[str, list[Route]] = {}
        edge = own
        for step in range(1, trains + 1):
            beyond: dict[Cell, set[Route]] = {}
            for cell in edge:
                for near in self.beside(cell):
                    if steps.get(near, step) == step and (self.passable(near) or self.city_in.get(near) in self.tile):
                        beyond.setdefault(near, set()).update((*way, near) for way in ways[cell])
            steps |= dict.fromkeys(beyond, step)
            ways |= {cell: sorted(routes) for cell, routes in beyond.items()}
            found |= {self.city_in[cell]: ways[cell] for cell in beyond if cell in self.city_in}
            edge = [cell for cell in beyond if cell not in self.city_in]
        if self.two_networks():
            clear = {
                city: [way for way in ways if not any(company in self.track.get(cell, ()) for cell in way)]
                for city, ways in found.items()
            }
            return {city: ways for city, ways in clear.items() if ways}
        return found

    def begin_build(self, company: str, city: str) -> None:
        self.company, self.city = company, city
        routes = (self.western_routes(company) if self.from_west else self.routes(company, self.tracks[company]))[city]
        if self.who == self.bot:
            routes = [self.bot_route(routes)]
        if len(routes) == 1:
            self.lay(routes[0])
        else:
            self.routes_open = routes
            self.phase = "route"

    def lay(self, route: Route) -> None:
        company = self.company
        bots = self.who == self.bot
        self.built = route
        self.track_before = {cell: set(companies) for cell, companies in self.track.items()}
        for cell in route:
            here = self.track.setdefault(cell, set())
            assert company not in here
            for other in sorted(here) if not self.duel else []:
                if not (bots and self.level >= 1 and self.tracks[other] >= 2):
                    self.add_trains(other, 1)
            here.add(company)
            if self.from_west:
                self.west_track.setdefault(cell, set()).add(company)
        self.tracks[company] -= len(route)
        if self.from_west and not self.over_land(self.track):
            self.tracks[company] -= 1
            self.supply[company] += 1
        assert self.tracks[company] >= 0
        self.lengthen(company, len(route) - 1)
        self.gain_influence()

    def gain_influence(self) -> None:
        self.demand = self.tile[self.city]
        one, two = self.demand
        own = self.influence[self.who]
        if self.directing or (self.who == self.bot and self.prototype):
            self.finish_build()
        elif two != "purple":
            own[one] += 1
            own[two] += 1
            self.after_influence()
        elif self.who == self.bot:
            for company in COMPANIES:
                own[company] += 1
            self.after_influence()
        else:
            own[one] += 1
            self.phase = "influence"

    def after_influence(self) -> None:
        """Harbors: only the first track in a purple city opens one."""
        company, other_half = self.demand
        if self.harbors and other_half == "purple" and self.city not in self.purple_entered:
            self.purple_entered.add(self.city)
            if self.supply[company] and self.who != self.bot:
                self.phase = "harbor"
                return
            if self.supply[company]:
                self.open_harbor(self.bot_harbor())
        self.finish_build()

    def open_harbor(self, name: str) -> None:
        company = self.demand[0]
        self.harbors_used.add(name)
        self.track.setdefault(self.harbors[name], set()).add(company)
        self.take_from_supply(company)

    def finish_build(self) -> None:
        more = self.more_cubes if self.city == "san francisco" else 0
        if len(self.track[self.at[self.city]]) + more >= self.holds[self.city]:
            del self.tile[self.city]
        if self.west_in_play:
            self.look_at_the_west()
        if self.spike_in_play:
            self.golden_spike()
            if self.phase == "west side":
                return
        self.end_action()

    # -- the West Coast ----------------------------------------------------------------------

    def two_networks(self) -> bool:
        return bool(self.west_in_play) and self.spike == "racing"

    def over_land(self, track: Track) -> bool:
        """Whether track of any colours leads over land from San Francisco to where a company began."""
        return bool(self.joined(track, self.at["san francisco"]) & {*self.starts.values()})

    def western_actions(self, company: str) -> set[str]:
        coast = self.at["san francisco"]
        there = self.track.get(coast, set())
        if company not in there and "san francisco" in self.tile:
            room = self.holds["san francisco"] - len(there) - self.more_cubes
            return {f"coast {company} {cubes}" for cubes in range(1, min(room, self.tracks[company]) + 1)}
        return {f"build {company} {city} from the west" for city in self.western_routes(company)}

    def western_routes(self, company: str) -> dict[str, list[Route]]:
        """Those with a cube to spare for the penalty, or that connect the coasts."""
        open_ways: dict[str, list[Route]] = {}
        for city, ways in self.routes(company, self.tracks[company], west=True).items():
            for way in ways:
                track = {cell: here | {company} if cell in way else here for cell, here in self.track.items()}
                track |= {cell: {company} for cell in way if cell not in track}
                if len(way) < self.tracks[company] or self.over_land(track):
                    open_ways.setdefault(city, []).append(way)
        return open_ways

    def start_on_the_coast(self, company: str, cubes: int) -> None:
        self.company, self.city = company, "san francisco"
        cell = self.at["san francisco"]
        self.built = (cell,)
        there = self.track.setdefault(cell, set())
        for other in sorted(there) if not self.duel else []:
            self.add_trains(other, 1)
        there.add(company)
        self.west_track.setdefault(cell, set()).add(company)
        self.more_cubes += cubes - 1
        self.tracks[company] -= cubes
        assert self.tracks[company] >= 0
        self.gain_influence()

    def look_at_the_west(self) -> None:
        if self.spike == "racing" and self.over_land(self.track):
            self.spike = "complete"
            for company in self.track[self.at[self.city]] if self.west_track else ():
                if self.supply[company]:
                    self.take_from_supply(company)
                    self.spiked.add(company)
        if self.spike == "waiting" and any(cell[0] <= max(self.dotted) for cell in self.built):
            self.spike = "called off" if self.track.get(self.at["san francisco"]) else "racing"

    # -- the Golden Spike --------------------------------------------------------------------

    def golden_spike(self) -> None:
        coast = self.at["san francisco"]
        if self.spike == "waiting" and self.city == "san francisco":
            self.spike = "called off"
        if self.spike == "waiting" and self.city == "omaha":
            self.spike = "racing"
            if self.supply[self.company]:
                self.take_from_supply(self.company)
                self.east = self.company
            for company in COMPANIES:
                if company != self.company and self.supply[company]:
                    self.take_from_supply(company)
                    for track in (self.track, self.track_before):
                        track.setdefault(coast, set()).add(company)
            del self.tile["san francisco"]
        if self.spike == "racing" and coast in self.joined(self.track, self.at["omaha"]):
            self.candidates = {c for cell in self.meeting_hexes() for c in self.track[cell]} - {self.east}
            if self.who == self.bot or len(self.candidates) < 2:
                self.drive_last_spike(self.bots_west_side())
            else:
                self.phase = "west side"

    def joined(self, track: Track, start: Cell) -> set[Cell]:
        """Where one can travel: to the next hex in one colour, to another colour within a hex."""
        seen = {(start, company) for company in track.get(start, ())}
        queue = deque(seen)
        while queue:
            cell, company = queue.popleft()
            ways = [(near, company) for near in neighbours(cell)] + [(cell, other) for other in track[cell]]
            for way in ways:
                if way[1] in track.get(way[0], ()) and way not in seen:
                    seen.add(way)
                    queue.append(way)
        return {start, *(cell for cell, _ in seen)}

    def meeting_hexes(self) -> list[Cell]:
        """The new hexes that hold, or touch with the builder's own track, the side that they do not come from."""
        before = self.track_before
        sides = [self.joined(before, self.at[city]) for city in ("omaha", "san francisco")]

        def touches(cell: Cell, side: set[Cell]) -> bool:
            return any(near in side and self.company in before.get(near, ()) for near in neighbours(cell))

        came = [touches(self.built[0], side) for side in sides]  # from the east, from the west
        meeting = []
        for cell in self.built:
            met = [cell in side or touches(cell, side) for side in sides]
            if any(came):
                complete = all(met) if all(came) else met[1] if came[0] else met[0]
            else:  # built from track on neither side: it comes from the first side it meets
                complete, came = all(met), met
            if complete:
                meeting.append(cell)
        return meeting

    def bots_west_side(self) -> str:
        """Most of the Bot's shares, fewest of the players', then the next for its marker; "" for none."""
        marker = COMPANIES.index(self.chosen)

        def order(company: str) -> tuple[int, int, int]:
            own = self.held[self.bot][company] if self.bot is not None else 0
            players = sum(self.held[seat][company] for seat in range(self.players))
            return -own, players, (COMPANIES.index(company) - marker) % 4

        return min(self.candidates, key=order, default="")

    def drive_last_spike(self, company: str) -> None:
        self.spike = "complete"
        if company and self.supply[company]:
            self.take_from_supply(company)
            self.west = company
        for side in (self.east, self.west):
            if side:
                self.lengthen(side, 2)

    # -- the bots ----------------------------------------------------------------------------

    def draw(self, tile: list[str]) -> None:
        if tile[0] in ("refresh", "reset"):
            self.drawn = []
            return
        self.drawn.append(" ".join(tile))
        if self.prototype:
            assert self.drawn.count(tile[0]) <= 3
            self.chosen = tile[0]
            self.begin_bot_action()
            return
        assert len(set(self.drawn)) == len(self.drawn)
        steps, cities = int(tile[0]), int(tile[1])
        self.chosen = COMPANIES[(COMPANIES.index(self.chosen) + steps) % 4]
        if self.phase == "bot's shares":
            self.held[1][self.chosen] += 2 if self.level >= 2 else 1
            if len(self.drawn) == 2:
                self.begin_round()
            return
        for _ in range(0 if self.again else cities):
            behind = self.order.index(self.target) + 1 if self.target else 0
            self.target = next((city for city in self.order[behind:] if city in self.tile), self.target)
        if self.bot_action(self.chosen) or not self.bot_can_act():
            self.begin_bot_action()
        else:
            self.again = True

    def begin_bot_action(self) -> None:
        self.phase = "action"
        self.actions_left = 1
        self.acted = ""
        if self.mode == "directed":
            self.directing = self.chosen
        else:
            self.bot_move = self.bot_action(self.chosen) or "pass"

    def bot_can_act(self) -> bool:
        if self.mode == "directed":
            return any(self.shares[c] or self.routes(c, self.tracks[c]) for c in COMPANIES)
        return self.bot is not None and any(self.bot_action(company) for company in COMPANIES)

    def bot_action(self, company: str) -> str:
        """What the bot does for a company; "" if nothing."""
        if self.tracks[company] <= (1 if self.prototype else 2):
            return f"share {company}" if self.shares[company] else ""
        routes = self.routes(company, self.tracks[company] - self.prototype)
        goal = self.bot_goal if self.prototype else self.target
        away = self.away(goal)
        if self.prototype:
            nearest = min(away.get(cell, FAR) for cell, here in self.track.items() if company in here)
            routes = {city: ways for city, ways in routes.items() if away.get(self.at[city], FAR) < nearest}

        def order(city: str) -> tuple[int, int, int, int]:
            cell = self.at[city]
            there = len(self.track.get(cell, ()))
            return away.get(cell, FAR), len(routes[city][0]), -there, -self.order.index(city)

        return f"build {company} {min(routes, key=order)}" if routes else ""

    def away(self, city: str) -> dict[Cell, int]:
        """Steps from each hex to a city, through hexes where track can be built."""
        steps = {self.at[city]: 0}
        queue = deque(steps)
        while queue:
            cell = queue.popleft()
            for near in self.beside(cell):
                if near in self.hexes and near not in steps:
                    steps[near] = steps[cell] + 1
                    if self.passable(near):
                        queue.append(near)
        return steps

    def bot_harbor(self) -> str:
        away = self.away(self.target)
        free = [name for name in self.harbors if name not in self.harbors_used]
        return min(free, key=lambda name: (away.get(self.harbors[name], FAR), *columns(self.harbors[name], last=True)))

    def bot_route(self, routes: list[Route]) -> Route:
        """From the first possible start in the order of columns; of several routes the clockwise one."""
        own = {cell for cell, companies in self.track.items() if self.company in companies}
        start = min((near for route in routes for near in self.beside(route[0]) if near in own), key=columns)
        routes = [route for route in routes if route[0] in self.beside(start)]
        if len(routes) == 1:
            return routes[0]
        edge = clockwise_edge(start, routes)
        return max(routes, key=lambda route: sum(cell in edge for cell in route))

    # -- the score ---------------------------------------------------------------------------

    def scores(self) -> list[int]:
        return [sum(self.held[s][c] * self.worth(s, c) for c in COMPANIES) for s in range(self.seats)]

    def worth(self, seat: int, company: str) -> int:
        own = self.influence[seat][company]
        others = [self.influence[other][company] for other in range(self.seats) if other != seat]
        if own <= (4 if self.duel else 0):
            return 0
        above = sum(other > own for other in [*others, *([4, 8] if self.duel else [])])
        first_column = 1 if self.mode in ("solo", "expert") and not self.prototype else 0
        length = min(15, self.length[company] + (2 if company in self.spiked else 0))
        return self.chart[length][min(2, first_column + above)]

    def winner(self) -> int:
        points = self.scores()
        if self.mode == "solo":
            return 0 if points[0] > points[1] else 1

        def order(seat: int) -> tuple[int, int, int]:
            return -points[seat], sum(self.held[seat].values()), [*self.turns(), seat].index(seat)

        return min(range(self.players if self.prototype else self.seats), key=order)


def columns(cell: Cell, last: bool = False) -> Cell:
    """Sorts from east to west and each column from north to south, or the other way round."""
    return (cell[0], -cell[1]) if last else (-cell[0], cell[1])


def clockwise_edge(start: Cell, routes: list[Route]) -> set[Cell]:
    """The hexes along the outline of all routes, walked clockwise from the start hex to the city."""
    city = routes[0][-1]
    region = {start, *(cell for route in routes for cell in route)}
    onward: dict[tuple[float, float], tuple[tuple[float, float], Cell]] = {}
    for cell in region:
        corners = [corner(cell, k) for k in range(6)]
        for side, near in enumerate(neighbours(cell)):  # side 0 is north, between the corners 4 and 5
            if near not in region:
                onward[corners[(side + 4) % 6]] = (corners[(side + 5) % 6], cell)
    first = point = min(onward)
    outline: list[Cell] = []
    while not outline or point != first:
        point, cell = onward[point]
        outline.append(cell)
    for k in range(len(outline)):
        walk = [*outline[k:], *outline[:k]]
        ahead = list(itertools.takewhile(lambda cell: cell not in (start, city), walk[1:]))
        if walk[0] == start and walk[len(ahead) + 1 :][:1] == [city]:
            return set(ahead)
    raise AssertionError("the outline leads from the start to the city")


def corner(cell: Cell, k: int) -> tuple[float, float]:
    """Corner 0 of a flat-top hex is east, then clockwise on the page."""
    q, r = cell
    x = 1.5 * q + math.cos(math.radians(60 * k))
    y = math.sqrt(3) * (r + q / 2) + math.sin(math.radians(60 * k))
    return round(x, 4), round(y, 4)
