"""Mini Rails, in the order of RULES.md: set-up, draw, action, taxation, the end."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from branchline.games.mini_rails.discs import Discs
from branchline.games.mini_rails.map import HEXES, PLACES, REMAINDERS, Land, Map, empty_map
from branchline.games.mini_rails.stocks import ROUNDS, Stocks
from branchline.kernel.chance import Rng
from branchline.kernel.state import CHANCE, OVER, State

COMPANIES: Final = 6
NOBODY: Final = -1  # no disc, no company, no tile

# A market space holds a disc (its company), a marker (MARKER + seat) or NOBODY.
MARKER: Final = COMPANIES

# A player's action tiles, while they lie on the profit board.
BUY_TILE: Final = 1
BUILD_TILE: Final = 2

# Moves.
BUY: Final = 0  # + market space
BUILD: Final = 16  # + market space
LAY: Final = 32  # + hex
LAY_FRAME: Final = 96
# Chance.
SIDE: Final = 100  # + frame side
COLOUR: Final = 110  # + company of the next frame
TILE: Final = 200  # + (tile * 2 + face) * 6 + turn, for the next place
DRAW: Final = 300  # + company
BEGINS: Final = 400  # + seat that begins

# What is to happen next.
FRAME_SIDE: Final = 0
FRAME_COLOURS: Final = 1
TILES: Final = 2
DRAW_PHASE: Final = 3
ACTION: Final = 4  # choose a disc of the market
SITE: Final = 5  # choose where the disc in hand goes
STARTER: Final = 6  # the starting player is named, before the first draw phase


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class MiniRails(State):
    def __init__(
        self,
        players: i64,
        start_hexes: i64,
        map: Map,
        discs: Discs,
        stocks: Stocks,
        market: vec[i64],
        order: vec[i64],
        action_tiles: vec[i64],
    ) -> None:
        self.players = players
        self.seats = players
        self.to_act = CHANCE
        self.turn = 0
        self.round = 0
        self.start_hexes = start_hexes
        self.map = map
        self.discs = discs
        self.stocks = stocks
        self.market = market
        self.order = order
        self.action_tiles = action_tiles
        self.phase: i64 = FRAME_SIDE
        self.done: i64 = 0  # frames, tiles, discs or turns of this phase that are done
        self.hand: i64 = NOBODY  # the company of the disc taken to build with
        self.starter: i64 = NOBODY  # who begins; nobody until it is drawn

    def copy(self) -> "MiniRails":
        twin = MiniRails(
            players=self.players,
            start_hexes=self.start_hexes,
            map=self.map.copy(),
            discs=self.discs.copy(),
            stocks=self.stocks.copy(),
            market=self.market[:],
            order=self.order[:],
            action_tiles=self.action_tiles[:],
        )
        twin.to_act = self.to_act
        twin.turn = self.turn
        twin.round = self.round
        twin.phase = self.phase
        twin.done = self.done
        twin.hand = self.hand
        twin.starter = self.starter
        return twin

    def content(self) -> list[int]:
        numbers: list[int] = [self.players, self.to_act, self.turn, self.round, self.start_hexes]
        numbers += [self.phase, self.done, self.hand, self.starter]
        numbers += self.map.content() + self.discs.content() + self.stocks.content()
        return [*numbers, *self.market, *self.order, *self.action_tiles]

    # -- what may be done ----------------------------------------------------------------

    def legal(self) -> vec[i64]:
        if self.phase == ACTION:
            return self.legal_actions()
        if self.phase == SITE:
            return self.legal_sites()
        if self.phase == TILES:
            return self.legal_tiles()
        moves = vec[i64](capacity=COMPANIES)
        if self.phase == DRAW_PHASE:
            for company in range(COMPANIES):
                if self.discs.bag[company] > 0:
                    moves = append(moves, DRAW + company)
        elif self.phase == FRAME_SIDE:
            moves = append(moves, SIDE)
            moves = append(moves, SIDE + 1)
        elif self.phase == FRAME_COLOURS:
            for company in range(COMPANIES):
                if not self.map.framed(company):
                    moves = append(moves, COLOUR + company)
        elif self.phase == STARTER:
            for seat in range(self.players):
                moves = append(moves, BEGINS + seat)
        return moves

    def legal_actions(self) -> vec[i64]:
        """3.1 Buy or build, what is left; 3.2 any disc of the market, of which every turn has taken one."""
        tiles = self.action_tiles[self.to_act]
        discs = self.spaces() - self.done
        moves = vec[i64]([0] * (2 * discs if tiles == BUY_TILE | BUILD_TILE else discs))
        at: i64 = 0
        market = self.market
        for space in range(len(market)):
            if market[space] < MARKER:
                if tiles & BUY_TILE:
                    moves[at] = BUY + space
                    at += 1
                if tiles & BUILD_TILE:
                    moves[at] = BUILD + space
                    at += 1
        return moves

    def legal_sites(self) -> vec[i64]:
        """3.3 An empty hex beside a disc of the company; 3.5 the frame where there is none."""
        moves = vec[i64](capacity=24)  # seldom more
        sites = self.sites(self.hand)
        if sites == 0:
            return append(moves, LAY_FRAME)
        hex_of = self.map.land().hex_of
        while sites:
            moves = append(moves, LAY + hex_of[(sites & -sites) % REMAINDERS])
            sites &= sites - 1
        return moves

    def legal_tiles(self) -> vec[i64]:
        """1.3 Every tile that fits, either side up and turned in six ways."""
        fitting = self.map.fitting(self.done)
        moves = vec[i64]([0] * (12 * (PLACES - self.done if self.done > 0 else 1)))
        at: i64 = 0
        for tile in range(PLACES):
            if fitting >> tile & 1:
                for code in range(TILE + tile * 12, TILE + tile * 12 + 12):
                    moves[at] = code
                    at += 1
        return moves

    def weights(self) -> vec[i64]:
        if self.phase != DRAW_PHASE:
            return vec[i64]([1] * len(self.legal()))
        weights = vec[i64](capacity=COMPANIES)
        for company in range(COMPANIES):
            if self.discs.bag[company] > 0:
                weights = append(weights, self.discs.bag[company])
        return weights

    def draw(self, rng: Rng) -> i64:
        if self.phase != DRAW_PHASE:
            outcomes = self.legal()
            return outcomes[rng.below(len(outcomes))]
        left: i64 = 0
        bag = self.discs.bag
        for company in range(COMPANIES):
            left += bag[company]
        at = rng.below(left)
        for company in range(COMPANIES):
            at -= bag[company]
            if at < 0:
                return DRAW + company
        raise AssertionError("the bag is empty")

    def sites(self, company: i64) -> i64:
        """3.3 The empty hexes beside a disc of the company, as a set of bits."""
        return self.discs.reach[company] & self.discs.empty

    def spaces(self) -> i64:
        """2.1 Spaces of the market track: twice the players and one."""
        return 2 * self.players + 1

    # -- what happens --------------------------------------------------------------------

    def play(self, move: i64) -> None:
        if self.phase == ACTION:
            if move >= BUILD:
                self.take(move - BUILD, BUILD_TILE)
            else:
                self.take(move - BUY, BUY_TILE)
        elif self.phase == SITE:
            if move == LAY_FRAME:
                self.lay_on_frame()
            else:
                self.lay(move - LAY)
        elif self.phase == DRAW_PHASE:
            self.draw_disc(move - DRAW)
        elif self.phase == FRAME_SIDE:
            self.map.side = move - SIDE
            self.phase = FRAME_COLOURS
        elif self.phase == FRAME_COLOURS:
            self.place_frame(move - COLOUR)
        elif self.phase == TILES:
            self.place_tile(move - TILE)
        else:
            self.place_markers(move - BEGINS)
            self.begin_round()

    # 1. Set-up

    def place_frame(self, company: i64) -> None:
        """1.2 The frames lie in a random order of colours."""
        self.done += 1
        self.map.frame[self.done] = company
        if self.done == 6:
            self.phase = TILES
            self.done = 0

    def place_tile(self, code: i64) -> None:
        """1.3 A tile with a random side up and randomly turned."""
        self.map.lay(self.done, code)
        self.done += 1
        if self.done == PLACES:
            self.place_starting_discs()
            if self.starter == NOBODY:
                self.phase = STARTER
            else:
                self.begin_round()

    def place_starting_discs(self) -> None:
        """1.4 One or three discs a company beside its frame; they are never scored."""
        land = self.map.land()
        self.discs.empty = (1 << HEXES) - 1
        for place in range(1, PLACES):
            for k in range(3):
                if self.start_hexes == 3 or k == 1:
                    self.discs.put(land, self.map.frame[place], land.starts[(place - 1) * 3 + k])

    def place_markers(self, starter: i64) -> None:
        """1.1 Clockwise from the starting player, then backwards from the last one."""
        self.starter = starter
        for place in range(self.players):
            seat = (starter + place) % self.players
            self.order[place] = seat
            self.order[2 * self.players - 1 - place] = seat

    # 2. Draw phase

    def begin_round(self) -> None:
        self.round += 1
        self.done = 0
        self.phase = DRAW_PHASE
        self.to_act = CHANCE
        for seat in range(self.players):
            self.action_tiles[seat] = BUY_TILE | BUILD_TILE

    def draw_disc(self, company: i64) -> None:
        """2.1 Discs fill the market from the first space on."""
        self.discs.bag[company] -= 1
        self.market[self.done] = company
        self.done += 1
        if self.done == self.spaces():
            self.done = 0
            self.await_turn()

    # 3. Action phase

    def await_turn(self) -> None:
        """3.1 The owner of the first marker on the order track acts."""
        self.phase = ACTION
        self.to_act = self.order[self.done]

    def take(self, space: i64, tile: i64) -> None:
        """3.2 A disc of the market makes room for the player's marker."""
        seat = self.to_act
        company = self.market[space]
        self.market[space] = MARKER + seat
        self.action_tiles[seat] &= ~tile
        if tile == BUY_TILE:
            k = seat * ROUNDS + self.round - 1
            self.stocks.of[k] = company
            self.stocks.at[k] = 0
            self.end_turn()
        else:
            self.hand = company
            self.phase = SITE

    def lay(self, hex: i64) -> None:
        """3.4 The hex moves every stock of the company."""
        company = self.hand
        self.discs.put(self.map.land(), company, hex)
        self.stocks.move(company, self.map.value[hex])
        self.end_turn()

    def lay_on_frame(self) -> None:
        """3.5 A company without a hex left loses 1."""
        self.discs.on_frame[self.hand] += 1
        self.stocks.move(self.hand, -1)
        self.end_turn()

    def end_turn(self) -> None:
        self.hand = NOBODY
        self.turn += 1
        self.done += 1
        if self.done < 2 * self.players:
            self.await_turn()
        else:
            self.tax()

    # 4. Taxation phase

    def tax(self) -> None:
        """4.1 The last disc is taxed; 4.2 the market's markers are the next order."""
        place: i64 = 0
        for space in range(self.spaces()):
            held = self.market[space]
            if held >= MARKER:
                self.order[place] = held - MARKER
                place += 1
            else:
                self.stocks.taxed[self.round - 1] = held
            self.market[space] = NOBODY
        if self.round < ROUNDS:
            self.begin_round()
        else:
            self.to_act = OVER

    # 5. End and score

    def scores(self) -> vec[i64]:
        taxed: i64 = 0
        bit = self.map.lands[0].bit
        for k in range(ROUNDS):
            if self.stocks.taxed[k] >= 0:
                taxed |= bit[self.stocks.taxed[k]]
        totals = vec[i64]([0] * self.players)
        for seat in range(self.players):
            total: i64 = 0
            for k in range(seat * ROUNDS, (seat + 1) * ROUNDS):
                company = self.stocks.of[k]
                if company >= 0:
                    at = self.stocks.at[k]
                    if (at > 0) == (taxed & bit[company] != 0):
                        total += at
            totals[seat] = total
        return totals

    def winners(self) -> vec[i64]:
        """5.3 Most points; 5.4, 5.5 among equals the better stocks, and nothing else tells them apart."""
        totals = self.scores()
        most = totals[0]
        for seat in range(1, self.players):
            most = max(most, totals[seat])
        winners = vec[i64](capacity=5)
        best: i64 = -1
        for seat in range(self.players):
            if totals[seat] == most:
                stocks = self.stocks.by_worth(seat)
                if stocks > best:
                    best = stocks
                    winners = vec[i64](capacity=5)
                if stocks == best:
                    winners = append(winners, seat)
        return winners


def new(
    players: i64, lands: list[Land], faces: list[list[int]], start_hexes: i64, discs_in_bag: i64, starter: i64
) -> MiniRails:
    """1. Everything in the box, nothing drawn; NOBODY begins until it is drawn."""
    state = MiniRails(
        players=players,
        start_hexes=start_hexes,
        map=empty_map(lands, faces),
        discs=Discs(
            bag=vec[i64]([discs_in_bag] * COMPANIES),
            at=vec[i64]([NOBODY] * HEXES),
            on_frame=vec[i64]([0] * COMPANIES),
            reach=vec[i64]([0] * COMPANIES),
            empty=0,
        ),
        stocks=Stocks(
            of=vec[i64]([NOBODY] * (players * ROUNDS)),
            at=vec[i64]([0] * (players * ROUNDS)),
            taxed=vec[i64]([NOBODY] * ROUNDS),
        ),
        market=vec[i64]([NOBODY] * (2 * players + 1)),
        order=vec[i64]([NOBODY] * (2 * players)),
        action_tiles=vec[i64]([0] * players),
    )
    if starter != NOBODY:
        state.place_markers(starter)
    return state
