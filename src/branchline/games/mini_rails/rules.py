"""Mini Rails, in the order of RULES.md: set-up, draw, action, taxation, the end."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.kernel.chance import Rng
from branchline.kernel.state import CHANCE, OVER, State

COMPANIES: Final = 6
ROUNDS: Final = 6
HEXES: Final = 49
LIMIT: Final = 10  # a stock stops at +10 and at -10
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

# What is to happen next.
FRAME_SIDE: Final = 0
FRAME_COLOURS: Final = 1
TILES: Final = 2
DRAW_PHASE: Final = 3
ACTION: Final = 4  # choose a disc of the market
SITE: Final = 5  # choose where the disc in hand goes


@final
class Land:
    """One side of the frame: where the seven tiles lie and which hexes touch."""

    def __init__(self, places: vec[i64], around: vec[i64], bit: vec[i64], starts: vec[i64]) -> None:
        self.places = places  # place * 7: its centre hex, then the ring clockwise from north-east
        self.around = around  # of each hex: its neighbours, as a set of bits
        self.bit = bit  # of each hex: itself, as a set of bits
        self.starts = starts  # (place - 1) * 3: the starting hexes of the frame beside it


@final
class MiniRails(State):
    def __init__(
        self,
        players: i64,
        lands: list[Land],
        faces: vec[i64],
        start_hexes: i64,
        side: i64,
        frame: vec[i64],
        tile_at: vec[i64],
        value: vec[i64],
        disc: vec[i64],
        reach: vec[i64],
        on_frame: vec[i64],
        bag: vec[i64],
        market: vec[i64],
        order: vec[i64],
        action_tiles: vec[i64],
        stock_of: vec[i64],
        stock_at: vec[i64],
        taxed: vec[i64],
    ) -> None:
        self.players = players
        self.seats = players
        self.to_act = CHANCE
        self.turn = 0
        self.round = 0
        self.lands = lands
        self.faces = faces
        self.start_hexes = start_hexes
        self.side = side
        self.frame = frame  # place -> company
        self.tile_at = tile_at  # place -> (tile * 2 + face) * 6 + turn
        self.value = value  # hex -> its spots
        self.disc = disc  # hex -> company
        self.reach = reach  # company -> hexes beside its discs, as a set of bits
        self.on_frame = on_frame  # company -> discs on its frame
        self.bag = bag  # company -> discs
        self.market = market
        self.order = order
        self.action_tiles = action_tiles
        self.stock_of = stock_of  # seat * ROUNDS + k -> company
        self.stock_at = stock_at  # seat * ROUNDS + k -> its place on the profit board
        self.taxed = taxed  # round - 1 -> company
        self.phase: i64 = FRAME_SIDE
        self.done: i64 = 0  # frames, tiles, discs or turns of this phase that are done
        self.empty: i64 = 0  # hexes without a disc, as a set of bits
        self.hand: i64 = NOBODY  # the company of the disc taken to build with

    def copy(self) -> "MiniRails":
        twin = MiniRails(
            self.players,
            self.lands,
            self.faces,
            self.start_hexes,
            self.side,
            self.frame if self.phase > TILES else self.frame[:],  # the map stays once it is laid
            self.tile_at if self.phase > TILES else self.tile_at[:],
            self.value if self.phase > TILES else self.value[:],
            self.disc[:],
            self.reach[:],
            self.on_frame[:],
            self.bag[:],
            self.market[:],
            self.order[:],
            self.action_tiles[:],
            self.stock_of[:],
            self.stock_at[:],
            self.taxed[:],
        )
        twin.to_act = self.to_act
        twin.turn = self.turn
        twin.round = self.round
        twin.phase = self.phase
        twin.done = self.done
        twin.empty = self.empty
        twin.hand = self.hand
        return twin

    # -- what may be done ----------------------------------------------------------------

    def legal(self) -> vec[i64]:
        moves = vec[i64](capacity=64)
        if self.phase == ACTION:
            tiles = self.action_tiles[self.to_act]
            for space in range(self.spaces()):
                if self.market[space] < MARKER:
                    if tiles & BUY_TILE:
                        moves = append(moves, BUY + space)
                    if tiles & BUILD_TILE:
                        moves = append(moves, BUILD + space)
        elif self.phase == SITE:
            sites = self.sites(self.hand)
            if sites == 0:
                return append(moves, LAY_FRAME)
            bit = self.lands[self.side].bit
            for hex in range(HEXES):
                if sites & bit[hex]:
                    moves = append(moves, LAY + hex)
        elif self.phase == DRAW_PHASE:
            for company in range(COMPANIES):
                if self.bag[company] > 0:
                    moves = append(moves, DRAW + company)
        elif self.phase == FRAME_SIDE:
            moves = append(moves, SIDE)
            moves = append(moves, SIDE + 1)
        elif self.phase == FRAME_COLOURS:
            for company in range(COMPANIES):
                if not self.framed(company):
                    moves = append(moves, COLOUR + company)
        elif self.phase == TILES:
            for tile in range(7):
                if self.fits(tile):
                    for face_and_turn in range(12):
                        moves = append(moves, TILE + tile * 12 + face_and_turn)
        return moves

    def weights(self) -> vec[i64]:
        if self.phase != DRAW_PHASE:
            return vec[i64]([1] * len(self.legal()))
        weights = vec[i64](capacity=COMPANIES)
        for company in range(COMPANIES):
            if self.bag[company] > 0:
                weights = append(weights, self.bag[company])
        return weights

    def draw(self, rng: Rng) -> i64:
        if self.phase != DRAW_PHASE:
            outcomes = self.legal()
            return outcomes[rng.below(len(outcomes))]
        left: i64 = 0
        for company in range(COMPANIES):
            left += self.bag[company]
        at = rng.below(left)
        for company in range(COMPANIES):
            at -= self.bag[company]
            if at < 0:
                return DRAW + company
        raise AssertionError("the bag is empty")

    def sites(self, company: i64) -> i64:
        """3.3 The empty hexes beside a disc of the company, as a set of bits."""
        return self.reach[company] & self.empty

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
            self.side = move - SIDE
            self.phase = FRAME_COLOURS
        elif self.phase == FRAME_COLOURS:
            self.place_frame(move - COLOUR)
        else:
            self.place_tile(move - TILE)

    # 1. Set-up

    def framed(self, company: i64) -> bool:
        for place in range(1, 7):
            if self.frame[place] == company:
                return True
        return False

    def place_frame(self, company: i64) -> None:
        """1.2 The frames lie in a random order of colours."""
        self.done += 1
        self.frame[self.done] = company
        if self.done == 6:
            self.phase = TILES
            self.done = 0

    def fits(self, tile: i64) -> bool:
        """1.3 The tile with the Big City lies in the centre, the others around it."""
        if self.done == 0:
            return tile == 0
        for place in range(self.done):
            if self.tile_at[place] // 12 == tile:
                return False
        return True

    def place_tile(self, code: i64) -> None:
        """1.3 A tile with a random side up and randomly turned."""
        place = self.done
        self.tile_at[place] = code
        face = code // 6
        turn = code % 6
        places = self.lands[self.side].places
        self.value[places[place * 7]] = self.faces[face * 7]
        for k in range(6):
            self.value[places[place * 7 + 1 + k]] = self.faces[face * 7 + 1 + (k + turn) % 6]
        self.done += 1
        if self.done == 7:
            self.place_starting_discs()
            self.begin_round()

    def place_starting_discs(self) -> None:
        """1.4 One or three discs a company beside its frame; they are never scored."""
        land = self.lands[self.side]
        for hex in range(HEXES):
            self.empty |= land.bit[hex]
        for place in range(1, 7):
            for k in range(3):
                if self.start_hexes == 3 or k == 1:
                    self.put(self.frame[place], land.starts[(place - 1) * 3 + k])

    def put(self, company: i64, hex: i64) -> None:
        land = self.lands[self.side]
        self.disc[hex] = company
        self.empty &= ~land.bit[hex]
        self.reach[company] |= land.around[hex]

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
        self.bag[company] -= 1
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
            self.stock_of[k] = company
            self.stock_at[k] = 0
            self.end_turn()
        else:
            self.hand = company
            self.phase = SITE

    def lay(self, hex: i64) -> None:
        """3.4 The hex moves every stock of the company."""
        company = self.hand
        self.put(company, hex)
        self.move_stocks(company, self.value[hex])
        self.end_turn()

    def lay_on_frame(self) -> None:
        """3.5 A company without a hex left loses 1."""
        self.on_frame[self.hand] += 1
        self.move_stocks(self.hand, -1)
        self.end_turn()

    def move_stocks(self, company: i64, spots: i64) -> None:
        """3.6 No stock passes +10 or -10."""
        for k in range(self.players * ROUNDS):
            if self.stock_of[k] == company:
                self.stock_at[k] = max(-LIMIT, min(LIMIT, self.stock_at[k] + spots))

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
                self.taxed[self.round - 1] = held
            self.market[space] = NOBODY
        if self.round < ROUNDS:
            self.begin_round()
        else:
            self.to_act = OVER

    # 5. End and score

    def is_taxed(self, company: i64) -> bool:
        for k in range(ROUNDS):
            if self.taxed[k] == company:
                return True
        return False

    def counts(self, company: i64, at: i64) -> bool:
        """5.1 A taxed company's losses are void, 5.2 an untaxed company's profits."""
        if at == 0:
            return True
        return (at > 0) == self.is_taxed(company)

    def scores(self) -> vec[i64]:
        taxed: i64 = 0
        bit = self.lands[0].bit
        for k in range(ROUNDS):
            if self.taxed[k] >= 0:
                taxed |= bit[self.taxed[k]]
        totals = vec[i64]([0] * self.players)
        for seat in range(self.players):
            total: i64 = 0
            for k in range(seat * ROUNDS, (seat + 1) * ROUNDS):
                company = self.stock_of[k]
                if company >= 0:
                    at = self.stock_at[k]
                    if (at > 0) == (taxed & bit[company] != 0):
                        total += at
            totals[seat] = total
        return totals

    def nth_stock(self, seat: i64, n: i64) -> i64:
        """The n-th most valuable of the stocks that count, from 0; below every stock if missing."""
        left = n
        for at in range(LIMIT, -LIMIT - 1, -1):
            for k in range(seat * ROUNDS, (seat + 1) * ROUNDS):
                if self.stock_of[k] >= 0 and self.stock_at[k] == at and self.counts(self.stock_of[k], at):
                    if left == 0:
                        return at
                    left -= 1
        return -LIMIT - 1

    def compare(self, totals: vec[i64], one: i64, other: i64) -> i64:
        """5.4, 5.5 Above 0 if the one stands before the other, 0 if nothing tells them apart."""
        if totals[one] != totals[other]:
            return totals[one] - totals[other]
        for n in range(ROUNDS):
            lead = self.nth_stock(one, n) - self.nth_stock(other, n)
            if lead != 0:
                return lead
        return 0

    def winners(self) -> vec[i64]:
        totals = self.scores()
        winners = vec[i64](capacity=5)
        for seat in range(self.players):
            beaten = False
            for other in range(self.players):
                if self.compare(totals, other, seat) > 0:
                    beaten = True
            if not beaten:
                winners = append(winners, seat)
        return winners

    def content(self) -> list[int]:
        numbers: list[int] = [self.players, self.to_act, self.turn, self.round, self.start_hexes, self.side]
        numbers += [self.phase, self.done, self.empty, self.hand]
        for part in (
            self.frame,
            self.tile_at,
            self.value,
            self.disc,
            self.reach,
            self.on_frame,
            self.bag,
            self.market,
            self.order,
            self.action_tiles,
            self.stock_of,
            self.stock_at,
            self.taxed,
        ):
            numbers.extend(part)
        return numbers


def new(players: i64, lands: list[Land], faces: list[list[int]], start_hexes: i64, discs_in_bag: i64) -> MiniRails:
    """1. Everything in the box, nothing drawn; seat 0 is the starting player."""
    order = vec[i64](capacity=10)
    for seat in range(players):
        order = append(order, seat)
    for seat in range(players - 1, -1, -1):
        order = append(order, seat)
    return MiniRails(
        players,
        lands,
        vec[i64]([value for face in faces for value in face]),
        start_hexes,
        0,
        vec[i64]([NOBODY] * 7),
        vec[i64]([NOBODY] * 7),
        vec[i64]([0] * HEXES),
        vec[i64]([NOBODY] * HEXES),
        vec[i64]([0] * COMPANIES),
        vec[i64]([0] * COMPANIES),
        vec[i64]([discs_in_bag] * COMPANIES),
        vec[i64]([NOBODY] * (2 * players + 1)),
        order,
        vec[i64]([0] * players),
        vec[i64]([NOBODY] * (players * ROUNDS)),
        vec[i64]([0] * (players * ROUNDS)),
        vec[i64]([NOBODY] * ROUNDS),
    )
