"""Mini Express, in the order of RULES.md: set-up, a turn, Take a Share, Build Track, the end.

What not every game has stands apart: draft.py, golden_spike.py, automaton.py for the bots, west_coast.py.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from branchline.games.mini_express import automaton, draft, golden_spike, west_coast
from branchline.games.mini_express.assets import Assets
from branchline.games.mini_express.automaton import Bot, idle_bot
from branchline.games.mini_express.box import LONGEST, NOBODY, PURPLE, Box
from branchline.games.mini_express.codes import (
    ACTION,
    BOT_SHARES,
    BOT_TILE,
    BUILD,
    BUILD_WEST,
    CHOOSE_HARBOR,
    CHOOSE_INFLUENCE,
    CHOOSE_ROUTE,
    CHOOSE_WEST_SIDE,
    COAST,
    DEMAND,
    DRAFT,
    DRAFT_SPLIT,
    FIRST,
    GAIN,
    GROUPING,
    HARBOR,
    LAY_OUT_SETS,
    PASS,
    PICK,
    PICK_SET,
    ROUTE,
    SHARE,
    SPLIT,
    STARTING_PLAYER,
    TILE,
    TILES,
    WEST_SIDE,
)
from branchline.games.mini_express.demand import Demand
from branchline.games.mini_express.draft import PAIRS, Draft
from branchline.games.mini_express.golden_spike import RACING, Spike, waiting_spike
from branchline.games.mini_express.land import COMPANIES, HEX_CODES, MOST_TRACKS, Land, companies_in
from branchline.games.mini_express.rails import Rails
from branchline.games.mini_express.terms import (
    AI_BOT,
    BASIC_BOT,
    BOT_EXPERT,
    DIRECTED_BOT,
    NIGHTMARE,
    NO_BOT,
    NORMAL,
    SETS,
    SOLO,
    Terms,
)
from branchline.games.mini_express.west_coast import WEST
from branchline.kernel.chance import Rng
from branchline.kernel.state import CHANCE, OVER, State, draw_weighted

FIRST_REFILL: Final = 4  # trains in each Tracks space at the beginning
REFILL: Final = 3
TRAINS: Final = 25


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class MiniExpress(State):
    def __init__(
        self,
        players: i64,
        seats: i64,
        box: Box,
        land: Land,
        terms: Terms,
        draft: Draft,
        demand: Demand,
        assets: Assets,
        rails: Rails,
        spike: Spike,
        bot: Bot,
        held: vec[i64],
        influence: vec[i64],
    ) -> None:
        self.players = players
        self.seats = seats
        self.to_act = CHANCE
        self.turn = 0
        self.round = 0
        self.box = box
        self.land = land
        self.terms = terms
        self.draft = draft
        self.demand = demand
        self.assets = assets
        self.rails = rails
        self.spike = spike
        self.bot = bot
        self.held = held  # seat * COMPANIES + company -> shares
        self.influence = influence  # seat * COMPANIES + company
        self.phase: i64 = TILES
        self.start: i64 = 0  # the starting player's seat
        self.place_in_round: i64 = 0
        self.ending: bool = False
        self.passes: i64 = 0  # one after the other
        self.directing: bool = False  # the active player acts for the bot
        # the action under way
        self.actions_left: i64 = 0
        self.acted: i64 = NOBODY  # the company of the first of two actions
        self.company: i64 = NOBODY
        self.city: i64 = NOBODY
        self.distance: i64 = 0
        self.route: i64 = NOBODY
        self.from_west: bool = False

    def copy(self) -> "MiniExpress":
        twin = MiniExpress(
            players=self.players,
            seats=self.seats,
            box=self.box,
            land=self.land,
            terms=self.terms,
            draft=self.draft.copy(),
            demand=self.demand.copy(),
            assets=self.assets.copy(),
            rails=self.rails.copy(),
            spike=self.spike.copy(),
            bot=self.bot.copy(),
            held=self.held[:],
            influence=self.influence[:],
        )
        twin.to_act = self.to_act
        twin.turn = self.turn
        twin.round = self.round
        twin.phase = self.phase
        twin.start = self.start
        twin.place_in_round = self.place_in_round
        twin.ending = self.ending
        twin.passes = self.passes
        twin.directing = self.directing
        twin.actions_left = self.actions_left
        twin.acted = self.acted
        twin.company = self.company
        twin.city = self.city
        twin.distance = self.distance
        twin.route = self.route
        twin.from_west = self.from_west
        return twin

    def content(self) -> list[int]:
        numbers: list[int] = [self.players, self.to_act, self.turn, self.round, self.phase, self.start]
        numbers += [self.place_in_round, int(self.ending), self.passes, int(self.directing), self.actions_left]
        numbers += [self.acted, self.company, self.city, self.distance, self.route, int(self.from_west)]
        numbers += self.draft.content() + self.demand.content() + self.assets.content() + self.rails.content()
        numbers += self.spike.content() + self.bot.content()
        return [*numbers, *self.held, *self.influence]

    # -- what may be done ----------------------------------------------------------------

    def legal(self) -> vec[i64]:
        if self.to_act >= self.players:
            return append(vec[i64](capacity=1), self.automaton())
        if self.phase == ACTION:
            moves = self.actions()
            return moves if len(moves) > 0 else append(moves, PASS)
        if self.phase == CHOOSE_ROUTE:
            return self.careful(self.route_moves())
        if self.phase == CHOOSE_INFLUENCE:
            return self.careful(self.influence_moves())
        if self.phase == CHOOSE_HARBOR:
            return self.careful(self.numbered(HARBOR, self.free_harbors(), len(self.land.harbor_hex)))
        if self.phase == CHOOSE_WEST_SIDE:
            return self.careful(self.numbered(WEST_SIDE, self.spike.candidates, COMPANIES))
        if self.to_act == CHANCE:
            return self.outcomes()
        return draft.picks(self)

    def actions(self) -> vec[i64]:
        """2.1 A share of any company, or track for any company."""
        moves = vec[i64](capacity=64)
        own = self.to_act * COMPANIES
        for company in range(COMPANIES):
            if self.barred(company) or self.assets.shares[company] == 0:
                continue
            if self.directing or self.influence[own + company] >= self.assets.tracks[company]:
                moves = append(moves, SHARE + company)
        two_networks = self.terms.west_coast and self.spike.stage == RACING
        for company in range(COMPANIES):
            if self.barred(company):
                continue
            cities = self.destinations(company)
            code = BUILD + company * 64
            city: i64 = 0
            while cities:
                if cities & 1 and (not two_networks or west_coast.has_route(self, company, city, False)):
                    moves = append(moves, code + city)
                cities >>= 1
                city += 1
        if self.terms.west_coast and not self.directing and self.spike.stage == RACING:
            moves = west_coast.actions(self, moves)
        return self.careful(moves)

    def barred(self, company: i64) -> bool:
        """6.2 The second of two actions is for another company; a directed bot acts for the drawn one."""
        return company == self.acted or (self.directing and company != self.bot.chosen)

    def destinations(self, network: i64) -> i64:
        """4.2 The cities that a network's company may build into: within range, with a demand tile, without its
        track."""
        company = network % COMPANIES
        rails = self.rails
        return rails.reach[network * 6 + self.assets.tracks[company]] & self.demand.tiled & ~rails.entered[company]

    def careful(self, moves: vec[i64]) -> vec[i64]:
        """6.3 The second of two actions must not end the game: of these, those that can avoid it."""
        if self.terms.actions == 1 or self.actions_left != 1 or (self.round == 1 and self.place_in_round == 0):
            return moves
        safe = vec[i64](capacity=len(moves) + 1)
        for i in range(len(moves)):
            if not self.depletes(moves[i]):
                safe = append(safe, moves[i])
        return safe

    def depletes(self, move: i64) -> bool:
        """Whether the action can be done in no way that depletes nobody; seen on the board as far as it can be."""
        terms = self.terms
        if self.phase == ACTION and move < PASS:
            return self.share_depletes(move - SHARE)
        if terms.golden_spike or terms.harbor or terms.west_coast:
            return self.a_variant_may_deplete() and self.depletes_when_tried(move)
        if self.phase == CHOOSE_INFLUENCE:
            return self.exhausted() >= terms.piles
        if self.phase == CHOOSE_ROUTE:
            return self.route_depletes(self.company, self.distance, move - ROUTE)
        return self.build_depletes((move - BUILD) // 64, (move - BUILD) % 64)

    def share_depletes(self, company: i64) -> bool:
        """The last share, or the last trains for the refill."""
        assets = self.assets
        refill = min(REFILL, MOST_TRACKS - assets.tracks[company])
        return assets.shares[company] == 1 or (assets.depletes and 0 < assets.supply[company] <= refill)

    def build_depletes(self, company: i64, city: i64) -> bool:
        """Whether all its routes do; none does where nobody else is as short of trains as the route is long."""
        distance = self.rails.distance(company, city)
        if self.last_trains(company, distance):
            return True
        at_risk = False
        for other in range(COMPANIES):
            at_risk = at_risk or (other != company and self.can_lose_all(other, distance))
        if not at_risk or not self.terms.compensation:
            return False
        routes = self.land.routes(city, distance, self.rails.beside, self.land.bit[company])
        for i in range(len(routes)):
            if not self.route_depletes(company, distance, routes[i]):
                return False
        return True

    def route_depletes(self, company: i64, distance: i64, route: i64) -> bool:
        """4.4 Whether the compensation for a route takes the last trains of another company."""
        if self.last_trains(company, distance):
            return True
        if not self.terms.compensation:
            return False
        land = self.land
        for other in range(COMPANIES):
            if other == company or not self.can_lose_all(other, distance):
                continue
            left = self.assets.supply[other]
            hex = route % HEX_CODES
            rest = route // HEX_CODES
            for step in range(distance):
                if step > 0:
                    hex = land.beside[hex * 6 + rest % 6]
                    rest //= 6
                if self.rails.track[hex] & land.bit[other]:
                    left -= 1
            if left <= 0:
                return True
        return False

    def can_lose_all(self, company: i64, trains: i64) -> bool:
        """Whether so much compensation, as far as there is room for it, takes a company's last trains."""
        assets = self.assets
        return 0 < assets.supply[company] <= min(trains, MOST_TRACKS - assets.tracks[company])

    def last_trains(self, company: i64, distance: i64) -> bool:
        """12.2 Prototype: whether a build takes all that a company has."""
        assets = self.assets
        return self.terms.trains_end and assets.supply[company] == 0 and assets.tracks[company] == distance

    def a_variant_may_deplete(self) -> bool:
        """Of a company a build may take three trains besides the compensation."""
        assets = self.assets
        for company in range(COMPANIES):
            if assets.supply[company] <= MOST_TRACKS - assets.tracks[company] + 3:
                return True
        return False

    def depletes_when_tried(self, move: i64) -> bool:
        after = self.copy()
        after.play(move)
        return after.to_act == OVER or (after.turn == self.turn and len(after.legal()) == 0)

    def network(self) -> i64:
        """The network that the build under way starts from."""
        return self.company + WEST if self.from_west else self.company

    def routes(self) -> vec[i64]:
        """4.3 All shortest routes of the build under way."""
        routes = self.land.routes(self.city, self.distance, self.rails.beside, self.land.bit[self.network()])
        return west_coast.open_routes(self, routes) if self.terms.west_coast else routes

    def route_moves(self) -> vec[i64]:
        routes = self.routes()
        moves = vec[i64](capacity=len(routes) + 1)
        for i in range(len(routes)):
            moves = append(moves, ROUTE + routes[i])
        return moves

    def influence_moves(self) -> vec[i64]:
        """4.7 Purple: any company but the one on the tile's other half."""
        moves = vec[i64](capacity=COMPANIES)
        for company in range(COMPANIES):
            if company != self.box.demand_one[self.demand.at[self.city]]:
                moves = append(moves, GAIN + company)
        return moves

    def free_harbors(self) -> i64:
        free: i64 = 0
        for harbor in range(len(self.land.harbor_hex)):
            free |= self.land.bit[harbor]
        return free & ~self.rails.harbors_used

    def numbered(self, code: i64, chosen: i64, count: i64) -> vec[i64]:
        """One move for each bit."""
        moves = vec[i64](capacity=count)
        for i in range(count):
            if chosen & self.land.bit[i]:
                moves = append(moves, code + i)
        return moves

    # -- chance --------------------------------------------------------------------------

    def outcomes(self) -> vec[i64]:
        moves = vec[i64](capacity=16)
        if self.phase == TILES:
            for kind in range(len(self.demand.left)):
                if self.demand.left[kind] > 0:
                    moves = append(moves, DEMAND + kind)
        elif self.phase == STARTING_PLAYER:
            for seat in range(self.players):
                moves = append(moves, FIRST + seat)
        elif self.phase == LAY_OUT_SETS:
            for grouping in range(3):
                moves = append(moves, GROUPING + grouping)
        else:
            for kind in range(self.bot_kinds()):
                if self.bot.bag[kind] > 0:
                    moves = append(moves, TILE + kind)
        return moves

    def bot_kinds(self) -> i64:
        """10.1 The Refresh tiles stay out while the Bot's starting shares are drawn."""
        return len(self.bot.bag) - 1 if self.phase == BOT_SHARES else len(self.bot.bag)

    def weights(self) -> vec[i64]:
        weights = vec[i64](capacity=16)
        if self.phase == STARTING_PLAYER or self.phase == LAY_OUT_SETS:
            return vec[i64]([1] * len(self.outcomes()))
        left = self.demand.left if self.phase == TILES else self.bot.bag
        count = len(left) if self.phase == TILES else self.bot_kinds()
        for kind in range(count):
            if left[kind] > 0:
                weights = append(weights, left[kind])
        return weights

    def draw(self, rng: Rng) -> i64:
        if self.phase != TILES:
            return draw_weighted(self.outcomes(), self.weights(), rng)
        at = rng.below(self.land.cities - self.demand.placed)
        for kind in range(len(self.demand.left)):
            at -= self.demand.left[kind]
            if at < 0:
                return DEMAND + kind
        raise AssertionError("there is a tile for each city")

    # -- what happens --------------------------------------------------------------------

    def play(self, move: i64) -> None:
        if self.phase == ACTION:
            self.act(move)
        elif self.phase == CHOOSE_ROUTE:
            self.lay(move - ROUTE)
        elif self.phase == CHOOSE_INFLUENCE:
            self.gain(move - GAIN)
            self.after_influence()
        elif self.phase == CHOOSE_HARBOR:
            self.open_harbor(move - HARBOR)
            self.finish_build()
        elif self.phase == CHOOSE_WEST_SIDE:
            golden_spike.drive_last_spike(self, move - WEST_SIDE)
            self.end_action()
        elif self.phase == TILES:
            self.place_demand(move - DEMAND)
        elif self.phase == STARTING_PLAYER:
            self.name_starting_player(move - FIRST)
        elif self.phase == LAY_OUT_SETS:
            draft.lay_out_sets(self, move - GROUPING)
        elif self.phase == DRAFT:
            if self.terms.draft == SETS:
                draft.pick_set(self, move - PICK_SET)
            else:
                draft.pick(self, move - PICK)
        elif self.phase == DRAFT_SPLIT:
            draft.split(self, move - SPLIT)
        elif self.phase == BOT_SHARES:
            draft.draw_bot_share(self, move - TILE)
        else:
            automaton.draw_tile(self, move - TILE)

    # 1. Set-up

    def place_demand(self, kind: i64) -> None:
        """1.4 A random tile on each city, in the order of the cities."""
        self.demand.place(kind, self.land.bit[self.demand.placed])
        if self.demand.placed == self.land.cities:
            self.phase = STARTING_PLAYER
            if self.players == 1:
                self.name_starting_player(0)

    def name_starting_player(self, seat: i64) -> None:
        """1.5 Drawn at random."""
        self.start = seat
        if self.terms.draft == SETS and self.players == 4:
            self.phase = LAY_OUT_SETS
            return
        for pair in range(PAIRS):
            self.draft.sets |= self.land.bit[pair]
        draft.await_pick(self)

    def begin(self) -> None:
        self.round = 1
        self.place_in_round = 0
        self.await_turn()

    # 2. A turn

    def places(self) -> i64:
        """Turns in a round."""
        if self.terms.bot == BASIC_BOT:
            return 2 * self.players
        return self.players + 1 if self.terms.bot == AI_BOT else self.players

    def seat_at(self, place: i64) -> i64:
        """Who has this turn of the round: players clockwise, the Bot last; the prototype's between them."""
        if self.terms.bot == BASIC_BOT:
            return self.players if place & 1 else (self.start + place // 2) % self.players
        return (self.start + place) % self.players if place < self.players else self.players

    def await_turn(self) -> None:
        seat = self.seat_at(self.place_in_round)
        self.acted = NOBODY
        self.directing = False
        if seat < self.players:
            self.phase = ACTION
            self.to_act = seat
            first = self.round == 1 and self.place_in_round == 0
            self.actions_left = 1 if first else self.terms.actions
        else:
            self.phase = BOT_TILE
            self.to_act = CHANCE

    def act(self, move: i64) -> None:
        if move == PASS:
            self.pass_turn()
            return
        self.passes = 0
        if move < PASS:
            self.take_share(move - SHARE)
        elif move >= BUILD_WEST:
            self.build((move - BUILD_WEST) // 64, (move - BUILD_WEST) % 64, True)
        elif move >= BUILD:
            self.build((move - BUILD) // 64, (move - BUILD) % 64, False)
        else:
            west_coast.start(self, (move - COAST) // 4, (move - COAST) % 4)

    def pass_turn(self) -> None:
        """2.2 Only with no action at all; when nobody can act any more, the game is over."""
        self.passes += 1
        if self.passes >= self.places() and not automaton.can_act(self):
            self.to_act = OVER
        elif self.directing:
            self.end_turn()
        elif self.terms.bot == DIRECTED_BOT:
            self.draw_for_bot()
        else:
            self.end_turn()

    def end_action(self) -> None:
        """2.4 After an action: the end of the game if it comes at once, a second action, or the next turn."""
        self.acted = self.company
        self.route = NOBODY
        if self.to_act >= self.players:
            self.bot.end = self.rails.trains
        if self.terms.at_once and self.exhausted() >= self.terms.piles:
            self.to_act = OVER
            self.turn += 1
            return
        self.actions_left -= 1
        if self.actions_left > 0:
            self.phase = ACTION
            if not self.can_act_again():
                self.end_turn()
        elif self.terms.bot == DIRECTED_BOT and not self.directing:
            self.draw_for_bot()
        else:
            self.end_turn()

    def can_act_again(self) -> bool:
        """6.2 Whether there is a second action; most often a share, which is seen soonest."""
        own = self.to_act * COMPANIES
        for company in range(COMPANIES):
            if self.barred(company) or self.assets.shares[company] == 0 or self.share_depletes(company):
                continue
            if self.influence[own + company] >= self.assets.tracks[company]:
                return True
        return len(self.actions()) > 0

    def draw_for_bot(self) -> None:
        """12.5 Prototype: the active player draws the company for which to act as the bot."""
        self.turn += 1
        self.phase = BOT_TILE
        self.to_act = CHANCE

    def end_turn(self) -> None:
        """5.1 Two depleted companies at the end of a turn: the round is finished, then it is over."""
        self.turn += 1
        if self.exhausted() >= self.terms.piles:
            self.ending = True
        self.place_in_round += 1
        if self.place_in_round == self.places():
            if self.ending:
                self.to_act = OVER
                return
            self.place_in_round = 0
            self.round += 1
        self.await_turn()

    def exhausted(self) -> i64:
        """2.3 How many companies are depleted. 12.2 Prototype: or how many have no trains at all."""
        without_shares: i64 = 0
        without_trains: i64 = 0
        for company in range(COMPANIES):
            if self.assets.shares[company] == 0:
                without_shares += 1
            if self.assets.supply[company] == 0 and self.assets.tracks[company] == 0:
                without_trains += 1
        return max(without_shares, without_trains) if self.terms.trains_end else without_shares

    # 3. Take a Share

    def take_share(self, company: i64) -> None:
        """3 Pay influence for the trains in Tracks, take the share, refill."""
        seat = self.to_act
        self.company = company
        refill: i64 = REFILL
        if seat < self.players and not self.directing:
            self.influence[seat * COMPANIES + company] -= self.assets.tracks[company]
        elif self.terms.bot == AI_BOT:
            if self.terms.difficulty >= BOT_EXPERT:
                self.influence[seat * COMPANIES + company] += 1
            if self.terms.difficulty >= NORMAL:
                refill = REFILL - self.assets.tracks[company]
        self.assets.shares[company] -= 1
        if self.directing or self.bot_of_nobody():
            self.assets.in_box[company] += 1
        else:
            self.held[seat * COMPANIES + company] += 1
        self.assets.add_tracks(company, refill)
        self.end_action()

    def bot_of_nobody(self) -> bool:
        """12.3 Whether the prototype's bot acts: it keeps no shares and has no influence."""
        return self.terms.bot == BASIC_BOT and self.to_act == self.players

    # 4. Build Track

    def build(self, company: i64, city: i64, from_west: bool) -> None:
        """4.1 A company and a city; 4.3 the route, if only one is the shortest. The Bot knows its route."""
        self.company = company
        self.city = city
        self.from_west = from_west
        self.distance = self.rails.distance(self.network(), city)
        routes = self.routes()
        if self.to_act >= self.players:
            bit = self.land.bit[company]
            self.lay(automaton.choose_route(self.land, routes, self.distance, self.rails.track, bit))
        elif len(routes) == 1:
            self.lay(routes[0])
        else:
            self.phase = CHOOSE_ROUTE

    def lay(self, route: i64) -> None:
        """4.3 to 4.6 Trains on the route, compensation, track length, influence."""
        company = self.company
        land = self.land
        pays_penalty = self.from_west and not west_coast.connects(self, route)
        self.route = route
        before = land.branching_hex(route, self.rails.track, land.bit[self.network()])
        hex = route % HEX_CODES
        rest = route // HEX_CODES
        for step in range(self.distance):
            if step > 0:
                hex = land.beside[hex * 6 + rest % 6]
                rest //= 6
            if self.rails.track[hex] & 15 and self.terms.compensation:
                self.compensate(hex)
            self.rails.put(self.network(), hex, before)
            before = hex
        self.assets.tracks[company] -= self.distance
        if pays_penalty:
            self.assets.tracks[company] -= 1
            self.assets.supply[company] += 1
        self.assets.lengthen(company, self.distance - 1)
        self.gain_demand()

    def compensate(self, hex: i64) -> None:
        """4.4 A train for each other company that was there before. 10.4 The Bot may withhold it."""
        withheld = self.to_act >= self.players and self.terms.bot == AI_BOT and self.terms.difficulty >= NORMAL
        for other in range(COMPANIES):
            if other != self.company and self.rails.track[hex] & self.land.bit[other]:
                if withheld and self.assets.tracks[other] >= 2:
                    continue
                self.assets.add_tracks(other, 1)

    def gain(self, company: i64) -> None:
        self.influence[self.to_act * COMPANIES + company] += 1

    def gain_demand(self) -> None:
        """4.6 Influence by the demand tile. 4.7 Purple: a choice. 9.7 The Bot: all four companies."""
        if self.directing or self.bot_of_nobody():
            self.finish_build()
            return
        kind = self.demand.at[self.city]
        two = self.box.demand_two[kind]
        if two == PURPLE and self.to_act >= self.players:
            for company in range(COMPANIES):
                self.gain(company)
        else:
            self.gain(self.box.demand_one[kind])
            if two == PURPLE:
                self.phase = CHOOSE_INFLUENCE
                return
            self.gain(two)
        self.after_influence()

    def after_influence(self) -> None:
        """8.2 The first track in a purple city opens a harbor."""
        if self.harbor_due():
            if self.to_act < self.players:
                self.phase = CHOOSE_HARBOR
                return
            self.open_harbor(automaton.choose_harbor(self.land, self.free_harbors(), self.bot.target))
        self.finish_build()

    def harbor_due(self) -> bool:
        """8.2, 8.3 Whether the build under way opens a harbor, and a train is there for it."""
        if not self.terms.harbor:
            return False
        kind = self.demand.at[self.city]
        first_entry = companies_in(self.rails.track[self.land.city_hex[self.city]]) == 1
        return self.box.demand_two[kind] == PURPLE and first_entry and self.assets.supply[self.box.demand_one[kind]] > 0

    def open_harbor(self, harbor: i64) -> None:
        """8.3 A train of the tile's company from the supply: a further start for it."""
        company = self.box.demand_one[self.demand.at[self.city]]
        hex = self.land.harbor_hex[harbor]
        self.rails.harbors_used |= self.land.bit[harbor]
        self.rails.put(company, hex, hex)
        self.assets.take_from_supply(company, 1)

    def finish_build(self) -> None:
        """4.8 A full city loses its tile; then the Golden Spike, or the West Coast."""
        if self.places_taken(self.land.city_hex[self.city]) >= self.land.capacity[self.city]:
            self.demand.remove(self.land.bit[self.city])
        if self.terms.golden_spike and golden_spike.after_build(self):
            return
        if self.terms.west_coast:
            west_coast.after_build(self)
        self.end_action()

    def places_taken(self, hex: i64) -> i64:
        taken = companies_in(self.rails.track[hex])
        if self.terms.west_coast and hex == self.land.city_hex[self.land.san_francisco]:
            for company in range(COMPANIES):
                taken += self.rails.coast[company]
        return taken

    # 5. The end

    def rank(self, seat: i64, company: i64) -> i64:
        """5.3 How many stand above this seat in a company's influence."""
        own = self.influence[seat * COMPANIES + company]
        above: i64 = 0
        for other in range(self.seats):
            if self.influence[other * COMPANIES + company] > own:
                above += 1
        if self.terms.rivals and own < 8:  # the set at 4 is never above anybody who scores
            above += 1
        return above

    def worth(self, seat: i64, company: i64) -> i64:
        """5.4 What one share of the company is worth to this seat."""
        if self.influence[seat * COMPANIES + company] <= self.terms.least:
            return 0
        column = min(2, self.rank(seat, company) + self.terms.column)
        length = self.assets.length[company]
        if self.spike.bonus & self.land.bit[company]:
            length = min(LONGEST, length + 2)
        return self.box.chart[length * 3 + column]

    def scores(self) -> vec[i64]:
        totals = vec[i64]([0] * self.seats)
        for seat in range(self.seats):
            total: i64 = 0
            for company in range(COMPANIES):
                held = self.held[seat * COMPANIES + company]
                if held > 0:
                    total += held * self.worth(seat, company)
            totals[seat] = total
        return totals

    def shares_of(self, seat: i64) -> i64:
        total: i64 = 0
        for company in range(COMPANIES):
            total += self.held[seat * COMPANIES + company]
        return total

    def order_of(self, seat: i64) -> i64:
        """5.5 The place in turn order. 10.3 In the solo game a tie is the Bot's."""
        if seat >= self.players:
            return -1 if self.terms.mode == SOLO else self.players
        return (seat - self.start + self.players) % self.players

    def beats(self, totals: vec[i64], one: i64, other: i64) -> bool:
        """5.5 More points; fewer shares; nearer to the starting player."""
        if totals[one] != totals[other]:
            return totals[one] > totals[other]
        if self.terms.mode != SOLO and self.shares_of(one) != self.shares_of(other):
            return self.shares_of(one) < self.shares_of(other)
        return self.order_of(one) < self.order_of(other)

    def winners(self) -> vec[i64]:
        totals = self.scores()
        contenders = self.players if self.terms.bot == BASIC_BOT else self.seats
        best: i64 = 0
        for seat in range(1, contenders):
            if self.beats(totals, seat, best):
                best = seat
        return append(vec[i64](capacity=1), best)

    # 9. The Bot

    def automaton(self) -> i64:
        return automaton.action(self)


def new(box: Box, land: Land, terms: Terms, shares_in_all: i64) -> MiniExpress:
    """1. Everything in place, no tile drawn."""
    players = terms.players
    seats = players + 1 if terms.bot == AI_BOT or terms.bot == BASIC_BOT else players
    networks = 2 * COMPANIES if terms.west_coast else COMPANIES
    state = MiniExpress(
        players=players,
        seats=seats,
        box=box,
        land=land,
        terms=terms,
        draft=Draft(aside=vec[i64]([terms.aside] * COMPANIES), sets=0, done=0, over=False),
        demand=Demand(
            left=box.demand_count[:],
            at=vec[i64]([NOBODY] * land.cities),
            placed=0,
            tiled=0,
            gone=0,
        ),
        assets=Assets(
            depletes=terms.depletes,
            shares=vec[i64]([terms.shares] * COMPANIES),
            in_box=vec[i64]([shares_in_all - terms.shares - terms.aside] * COMPANIES),
            tracks=vec[i64]([FIRST_REFILL] * COMPANIES),
            supply=vec[i64]([terms.supply] * COMPANIES),
            length=vec[i64]([0] * COMPANIES),
        ),
        rails=Rails(
            land=land,
            track=vec[i64]([0] * land.hexes),
            beside=vec[i64]([0] * land.hexes),
            reach=vec[i64]([0] * (networks * 6)),
            entered=vec[i64]([0] * COMPANIES),
            laid=vec[i64]([0] * (COMPANIES * TRAINS)),
            trains=0,
            coast=vec[i64]([0] * COMPANIES) if terms.west_coast else vec[i64](),
            harbors_used=0,
        ),
        spike=waiting_spike(),
        bot=idle_bot(box.bot_count[:] if terms.bot != NO_BOT else vec[i64]()),
        held=vec[i64]([0] * (seats * COMPANIES)),
        influence=vec[i64]([1] * (seats * COMPANIES)),
    )
    for company in range(COMPANIES):
        state.rails.put(company, land.start_hex[company], land.start_hex[company])
    if terms.bot != NO_BOT and terms.bot != DIRECTED_BOT:
        for company in range(COMPANIES):
            level: i64 = 2 if terms.difficulty >= NIGHTMARE else 1
            state.influence[players * COMPANIES + company] = 0 if terms.bot == BASIC_BOT else level
    return state
