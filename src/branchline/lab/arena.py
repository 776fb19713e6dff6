"""Arena: who is stronger, by how much, and how sure that is.

Games come in blocks: one seed, played with every rotation of the players over the seats, so that a
lucky deal or a good seat favours nobody. All intervals are over blocks, which are independent; the
games of one block are not.
"""

import hashlib
import math
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from branchline.game import Game, Json, Value
from branchline.games import find
from branchline.lab.sim import Contender
from branchline.lab.workers import HERE, spread
from branchline.players import Player
from branchline.position import Position
from branchline.record import canonical

LIMIT: Final = 10.0
"""Seconds for a move of a player that names no limit of its own."""

Z: Final = 1.96
RESAMPLES: Final = 200
FEW: Final = 5  # blocks that the expected variance counts as
ELO: Final = 400 / math.log(10)


# -- playing ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Block:
    """A seed and the players, to be played once in each rotation."""

    game: str
    pack: Path | None
    options: Mapping[str, Value]
    seed: str
    entrants: tuple[str, ...]  # who there is
    line_up: tuple[int, ...]  # who sits where in the first rotation, as numbers of entrants


@dataclass
class Played:
    """One game of a block."""

    seats: list[int]  # seat -> entrant
    winners: list[int]  # seats, automatons' too
    scores: list[int]
    decisions: list[int]  # by seat
    seconds: list[float]
    slowest: list[float]
    illegal: list[int]
    late: list[int]
    record: str  # canonical, to be hashed


def play_block(block: Block) -> list[Played]:
    """All rotations of a block: in the k-th, everybody has moved k seats on."""
    game = find(block.game, block.pack)
    seats = len(block.line_up)
    found = []
    for turn in range(seats):
        order = [block.line_up[(seat - turn) % seats] for seat in range(seats)]
        position = game.start(seats, seed=block.seed, **block.options)
        who = [Contender.parse(block.entrants[entrant]) for entrant in order]
        players = [one.sit_down(f"{block.seed}.{turn}.{seat}") for seat, one in enumerate(who)]
        found.append(play(position, players, order, block.seed))
    return found


def play(position: Position, players: Sequence[Player], order: list[int], seed: str) -> Played:
    """One game. Whoever plays what is not legal is counted, and a random legal move is played for them."""
    seats = len(players)
    referee = random.Random(seed)
    counts = [[0] * seats for _ in range(3)]
    decisions, illegal, late = counts
    seconds, slowest = [0.0] * seats, [0.0] * seats
    while position.to_act is not None:
        seat = position.to_act
        begun = time.perf_counter()
        move = players[seat].choose(position)
        took = time.perf_counter() - begun
        codes = position.codes()
        if move not in codes:
            illegal[seat] += 1
            move = referee.choice(sorted(codes))
        decisions[seat] += 1
        seconds[seat] += took
        slowest[seat] = max(slowest[seat], took)
        late[seat] += took > allowed(players[seat])
        position.play_code(codes[move])
    return Played(
        order,
        position.winners(),
        position.scores(),
        decisions,
        seconds,
        slowest,
        illegal,
        late,
        canonical(position.record()),
    )


def allowed(player: Player) -> float:
    """A player's own limit and a tenth, with a little for the clock; else the arena's."""
    own = float(getattr(player, "seconds", 0.0))
    return 1.1 * own + 0.05 if own else LIMIT


# -- who plays whom --------------------------------------------------------------------------


def line_ups(entrants: int, seats: int, blocks: int, seed: int) -> list[tuple[int, ...]]:
    """Who sits down in each block. Two: the first alone against the second in all other seats. As
    many as seats: everybody. More: as many as fit, each equally often. Fewer: the last fills up."""
    if entrants <= seats:
        full = [*range(entrants), *[entrants - 1] * (seats - entrants)]
        return [tuple(full)] * blocks
    shuffler = random.Random(f"line-ups {seed}")
    queue: list[int] = []
    found = []
    for _ in range(blocks):
        table: list[int] = []
        while len(table) < seats:
            if not queue:
                queue = shuffler.sample(range(entrants), entrants)
            pick = next((one for one in queue if one not in table), None)
            if pick is None:
                queue += shuffler.sample(range(entrants), entrants)
                continue
            queue.remove(pick)
            table.append(pick)
        found.append(tuple(table))
    return found


# -- counting --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Interval:
    """A number and where it lies, 19 times in 20."""

    value: float
    low: float
    high: float


def share_interval(by_block: Sequence[float], games: int) -> Interval:
    """A win share, with Wilson's interval for as many independent games as the blocks are worth."""
    blocks = len(by_block)
    if blocks == 0:
        return Interval(0.0, 0.0, 1.0)
    share = sum(by_block) / blocks
    size = float(games)
    if blocks > 1:
        variance = sum((one - share) ** 2 for one in by_block) / (blocks - 1) / blocks
        if variance > 0:
            size = min(max(share * (1 - share) / variance, 1.0), 4.0 * games)
    middle = (share + Z * Z / (2 * size)) / (1 + Z * Z / size)
    half = Z / (1 + Z * Z / size) * math.sqrt(share * (1 - share) / size + Z * Z / (4 * size * size))
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


@dataclass(frozen=True)
class SequentialTest:
    """A sequential test, its bounds stated before the first game: is the first entrant's win share
    `h1` rather than `h0`? Wald's bounds on the log-likelihood ratio of the blocks' mean shares, with
    their variance as found so far; before that is known well, as independent games would have it."""

    h0: float
    h1: float
    seats: int
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, by_block: Sequence[float]) -> float:
        n = len(by_block)
        mean = sum(by_block) / n
        expected = self.h0 * (1 - self.h0) / self.seats
        variance = (sum((one - mean) ** 2 for one in by_block) + FEW * expected) / (n - 1 + FEW)
        return (self.h1 - self.h0) * n * (mean - (self.h0 + self.h1) / 2) / variance

    def verdict(self, ratio: float) -> str:
        low, high = self.bounds
        return "h1" if ratio >= high else "h0" if ratio <= low else ""


@dataclass
class Entrant:
    name: str
    games: int = 0
    wins: float = 0.0  # a shared victory counts as a fraction
    equal: float = 0.0  # the share that equal strength would give
    share: Interval = Interval(0.0, 0.0, 1.0)
    score: float = 0.0
    rating: Interval | None = None
    decisions: int = 0
    seconds_a_move: float = 0.0
    slowest: float = 0.0
    illegal: int = 0
    late: int = 0


@dataclass
class Result:
    game: str
    options: dict[str, Value]
    seats: int
    seed: int
    blocks: int
    games: int
    seconds: float
    entrants: list[Entrant]
    seat_share: list[Interval]  # by seat, the automatons' too: the seat's advantage
    digest: str
    test: Json = field(default_factory=dict)
    path: list[float] = field(default_factory=list)  # the first entrant's share after each block

    def json(self) -> Json:
        return asdict(self)


@dataclass
class Book:
    """The blocks as they come in."""

    entrants: Sequence[str]
    played: list[list[Played]] = field(default_factory=list)

    def shares(self, entrant: int) -> list[float]:
        """By block: how many of its games, a seat, this entrant won. Blocks without it are left out."""
        found = []
        for block in self.played:
            sat = sum(game.seats.count(entrant) for game in block)
            if sat:
                won = sum(seat_share(game, seat) for game in block for seat in seats_of(game, entrant))
                found.append(won / len(block))
        return found


def seats_of(game: Played, entrant: int) -> list[int]:
    return [seat for seat, who in enumerate(game.seats) if who == entrant]


def seat_share(game: Played, seat: int) -> float:
    return 1 / len(game.winners) if seat in game.winners else 0.0


def arena(
    game: Game,
    players: Sequence[str],
    games: int,
    seats: int | None = None,
    seed: int = 0,
    options: Mapping[str, Value] | None = None,
    test: SequentialTest | None = None,
    on: str = HERE,
    processes: int | None = None,
    progress: Callable[[Book, int], None] | None = None,
) -> Result:
    """Play at least this many games in whole blocks, or until the test is decided."""
    seats = seats or game.usual_seats
    settings = game.resolve(seats, options or {})
    for name in players:
        Contender.parse(name).sit_down("0")  # refuses what does not exist before anything is played
    count = -(-games // seats)
    tables = line_ups(len(players), seats, count, seed)
    pack = None if game.pack == game.folder / "components.toml" else game.pack
    tasks = [
        Block(game.name, pack, settings, f"{seed}.{number}", tuple(players), table)
        for number, table in enumerate(tables)
    ]
    book = Book(players)
    begun = time.perf_counter()
    ratio, verdict = 0.0, ""
    answers = spread(play_block, tasks, on, processes)
    for block in answers:
        book.played.append(block)
        if progress:
            progress(book, count)
        if test:
            ratio = test.ratio(book.shares(0))
            verdict = test.verdict(ratio)
            if verdict:
                break
    if hasattr(answers, "close"):
        answers.close()
    result = count_up(book, game, settings, seats, seed)
    result.seconds = time.perf_counter() - begun
    if test:
        low, high = test.bounds
        result.test = {**asdict(test), "low": low, "high": high, "ratio": ratio, "verdict": verdict or "open"}
    return result


def count_up(book: Book, game: Game, options: dict[str, Value], seats: int, seed: int) -> Result:
    flat = [one for block in book.played for one in block]
    digest = hashlib.sha256("".join(one.record for one in flat).encode()).hexdigest()
    found = [entrant_of(book, number, name) for number, name in enumerate(book.entrants)]
    for entrant, rating in zip(found, ratings(book), strict=True):
        entrant.rating = rating
    by_seat = [
        share_interval([sum(seat_share(one, seat) for one in block) / len(block) for block in book.played], len(flat))
        for seat in range(len(flat[0].scores))
    ]
    path = []
    shares = book.shares(0)
    for n in range(1, len(shares) + 1):
        path.append(sum(shares[:n]) / n)
    blocks = len(book.played)
    return Result(game.name, options, seats, seed, blocks, len(flat), 0.0, found, by_seat, digest, path=path)


def entrant_of(book: Book, number: int, name: str) -> Entrant:
    one = Entrant(name)
    seats = rivals = 0
    points, seconds = 0, 0.0
    for game in (game for block in book.played for game in block):
        mine = seats_of(game, number)
        one.games += bool(mine)
        rivals += len(game.scores) if mine else 0
        for seat in mine:
            seats += 1
            one.wins += seat_share(game, seat)
            points += game.scores[seat]
            one.decisions += game.decisions[seat]
            seconds += game.seconds[seat]
            one.slowest = max(one.slowest, game.slowest[seat])
            one.illegal += game.illegal[seat]
            one.late += game.late[seat]
    one.equal = seats / rivals if rivals else 0.0
    one.score = points / seats if seats else 0.0
    one.seconds_a_move = seconds / one.decisions if one.decisions else 0.0
    one.share = share_interval(book.shares(number), one.games)
    return one


# -- ratings ---------------------------------------------------------------------------------

Outcome = tuple[list[int], list[float]]  # who sat down, and what share of the victory each got


def outcomes(block: Sequence[Played]) -> Iterator[Outcome]:
    for game in block:
        yield game.seats, [seat_share(game, seat) for seat in range(len(game.seats))]


def ratings(book: Book) -> list[Interval | None]:
    """On the scale of chess, with the last entrant at 0; intervals by drawing whole blocks again."""
    blocks = [list(outcomes(block)) for block in book.played]
    size = len(book.entrants)
    if size < 2 or not blocks:
        return [None] * size
    middle = strengths(blocks, size)
    shuffler = random.Random("ratings")
    drawn = [strengths(shuffler.choices(blocks, k=len(blocks)), size) for _ in range(RESAMPLES)]
    found: list[Interval | None] = []
    for one in range(size):
        spread_of = sorted(sample[one] for sample in drawn)
        found.append(Interval(middle[one], spread_of[int(0.025 * RESAMPLES)], spread_of[int(0.975 * RESAMPLES) - 1]))
    return found


def strengths(blocks: Sequence[Sequence[Outcome]], size: int) -> list[float]:
    """The Bradley-Terry strengths under which a seat wins a game by its share of the table's strength;
    by Hunter's iteration, with half a game against an average player as everybody's prior."""
    won = [0.5] * size
    tables: dict[tuple[int, ...], float] = {}
    for seats, shares in (game for block in blocks for game in block):
        for who, share in zip(seats, shares, strict=True):
            won[who] += share
        key = tuple(sorted(seats))
        tables[key] = tables.get(key, 0.0) + sum(shares)
    strength = [1.0] * size
    for _ in range(200):
        load = [1.0 / (one + 1.0) for one in strength]  # the prior's own games
        for table, games in tables.items():
            total = sum(strength[who] for who in table)
            for who in table:
                load[who] += games / total
        strength = [wins / weight for wins, weight in zip(won, load, strict=True)]
    return [ELO * (math.log(one) - math.log(strength[-1])) for one in strength]


def shown(result: Result) -> list[dict[str, str]]:
    """The entrants as the rows of a table, the strongest first."""
    order = sorted(result.entrants, key=lambda one: -(one.rating.value if one.rating else one.share.value))
    return [
        {
            "player": one.name,
            "win share": f"{one.share.value:.1%} ({one.share.low:.1%} to {one.share.high:.1%})",
            "equal": f"{one.equal:.1%}",
            "rating": f"{one.rating.value:+.0f} ({one.rating.low:+.0f} to {one.rating.high:+.0f})"
            if one.rating
            else "",
            "score": f"{one.score:.1f}",
            "s/move": f"{one.seconds_a_move:.3f}",
            "illegal": str(one.illegal),
            "late": str(one.late),
        }
        for one in order
    ]
