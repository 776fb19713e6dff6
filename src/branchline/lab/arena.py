"""Arena: who is stronger, by how much, and how sure that is.

Games come in blocks: one seed, played with every rotation of the players over the seats, so that a
lucky deal or a good seat favours nobody. All intervals are over blocks, which are independent; the
games of one block are not.
"""

import hashlib
import math
import random
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Final

from branchline.game import Game, Json, Value
from branchline.games import find
from branchline.lab.contender import Contender, Wish, everybody, lent
from branchline.lab.sim import check_games
from branchline.lab.workers import HERE, hands, spread
from branchline.names import GameName
from branchline.players import Player
from branchline.position import Position, check_seed
from branchline.printed import table as text_table
from branchline.record import canonical
from branchline.refusal import Refused
from branchline.words import plural

LIMIT: Final = 10.0
"""Seconds for a move of a player that names no limit of its own."""

Z: Final = 1.96
RESAMPLES: Final = 200
FEW: Final = 5  # blocks that the expected variance counts as
ENOUGH: Final = 8  # blocks that a rating takes; fewer say nothing about how much blocks differ
ELO: Final = 400 / math.log(10)


# -- playing ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Block:
    """A seed and the players, to be played once in each rotation."""

    game: str
    pack: Path | None
    version: int
    options: Mapping[str, Value]
    seed: str
    entrants: tuple[Contender, ...]  # who there is
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
    failed: list[int]
    trouble: list[str]  # by seat: the first thing that went wrong
    record: str  # canonical, to be hashed


def play_block(block: Block) -> list[Played]:
    """All rotations of a block: in the k-th, everybody has moved k seats on."""
    game = find(block.game, block.pack).of_version(block.version)
    seats = len(block.line_up)
    found = []
    for turn in range(seats):
        order = [block.line_up[(seat - turn) % seats] for seat in range(seats)]
        position = game.start(seats, seed=block.seed, **block.options)
        who = [block.entrants[entrant] for entrant in order]
        players = [one.sit_down(f"{block.seed}.{turn}.{seat}") for seat, one in enumerate(who)]
        found.append(play(position, players, order, block.seed))
    return found


def play(position: Position, players: Sequence[Player], order: list[int], seed: str) -> Played:
    """One game. Whoever fails, or plays what is not legal, is counted, and a random legal move is played for
    them."""
    seats = len(players)
    referee = random.Random(seed)
    counts = [[0] * seats for _ in range(4)]
    decisions, illegal, late, failed = counts
    seconds, slowest, trouble = [0.0] * seats, [0.0] * seats, [""] * seats
    while position.to_act is not None:
        seat = position.to_act
        mine = lent(position, players[seat])
        begun = time.perf_counter()
        move, fault = ask(players[seat], mine)
        took = time.perf_counter() - begun
        codes = position.codes()
        failed[seat] += bool(fault)
        if not fault and move not in codes:
            illegal[seat] += 1
            fault = f"{move[:80]!r} was not legal"
        if fault:
            trouble[seat] = trouble[seat] or fault
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
        failed,
        trouble,
        canonical(position.record()),
    )


def ask(player: Player, position: Position) -> tuple[str, str]:
    """A move as `Position.play` reads it, and no trouble; or no move, and what went wrong where."""
    try:
        return " ".join(str(player.choose(position)).split()).lower(), ""
    except Exception as error:  # whatever a player does wrong, the match goes on
        last = traceback.extract_tb(error.__traceback__)[-1]
        return "", f"{type(error).__name__}: {error} ({Path(last.filename).name}, line {last.lineno})"


def allowed(player: Player) -> float:
    """A player's own limit and a tenth, with a little for the clock; else the arena's."""
    own = float(getattr(player, "seconds", 0.0))
    return 1.1 * own + 0.05 if own else LIMIT


# -- who plays whom --------------------------------------------------------------------------


def line_ups(entrants: int, seats: int, blocks: int, seed: int | str) -> list[tuple[int, ...]]:
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
    return Interval(share, min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half)))


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

    def __post_init__(self) -> None:
        if not 0 < self.h0 < self.h1 < 1:
            raise Refused(
                "arena", f"{self.h0:g}:{self.h1:g} states no test: H0 < H1 are two shares between 0 and 1, as 0.25:0.4."
            )

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
    failed: int = 0
    trouble: str = ""  # the first thing that went wrong
    path: list[float] = field(default_factory=list)  # the share after each block


@dataclass
class Result:
    game: str
    options: dict[str, Value]
    seats: int
    seed: int | str
    blocks: int
    games: int
    seconds: float
    entrants: list[Entrant]
    seat_share: list[Interval]  # by seat, the automatons' too: the seat's advantage
    digest: str
    test: Json = field(default_factory=dict)
    stopped: str = ""  # why not all was played

    @property
    def extent(self) -> str:
        """How much was played: "40 games in 10 blocks"."""
        blocks = "1 block" if self.blocks == 1 else f"{self.blocks:,} blocks"
        return f"{self.games:,} games in {blocks}"

    def __str__(self) -> str:
        """The entrants as a table, and what there is to say besides."""
        head = f"{self.game}: {self.extent}, {self.seconds:.0f} s"
        return "\n".join([head, text_table(shown(self)), *notes(self)])

    def _repr_html_(self) -> str:
        """In a notebook: the table and its plots."""
        from branchline.lab.report import notebook  # which knows results

        return notebook(self)

    def json(self) -> Json:
        """As JSON, which has no infinity: a rating without a bound is null there."""
        found = asdict(self)
        for entrant in found["entrants"]:
            rating = entrant["rating"] or {}
            entrant["rating"] = {key: one if math.isfinite(one) else None for key, one in rating.items()} or None
        return found


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
    game: Game | GameName,
    players: Sequence[Wish | Contender],
    games: int,
    seats: int | None = None,
    seed: int | str = 0,
    options: Mapping[str, Value] | None = None,
    test: SequentialTest | None = None,
    on: str = HERE,
    processes: int | None = None,
    progress: Callable[[Book, int], None] | None = None,
) -> Result:
    """Play at least this many games in whole blocks, or until the test is decided.

    Players are names, classes or functions that make a player, or players: whatever `Contender.of` takes. If
    Ctrl-C or a fault ends it early, `stopped` says so, and the result is that of the blocks played until then.
    """
    game = game if isinstance(game, Game) else find(game)
    games, seed = check_games(games), check_seed(seed)
    seats = game.usual_seats if seats is None else seats
    settings = game.resolve(seats, {} if options is None else options)
    count = -(-games // seats)
    entrants = everybody(players)
    for entrant in entrants:  # what can't be is refused before anything is played
        entrant.check(in_processes=on != HERE or hands(count, processes) > 1)
    tables = line_ups(len(entrants), seats, count, seed)
    tasks = [
        Block(game.name, game.own_pack, game.version, settings, f"{seed}.{number}", entrants, table)
        for number, table in enumerate(tables)
    ]
    book = Book([str(entrant) for entrant in entrants])
    begun = time.perf_counter()
    ratio, verdict, stopped = 0.0, "", ""
    answers = spread(play_block, tasks, on, processes)
    try:
        for block in answers:
            book.played.append(block)
            if progress:
                progress(book, count)
            if test:
                ratio = test.ratio(book.shares(0))
                verdict = test.verdict(ratio)
                if verdict:
                    break
    except (Exception, KeyboardInterrupt) as error:
        if not book.played:
            raise
        stopped = "Ctrl-C" if isinstance(error, KeyboardInterrupt) else f"{type(error).__name__}: {error}"
    finally:
        if hasattr(answers, "close"):
            answers.close()
    result = count_up(book, game, settings, seats, seed)
    result.seconds = time.perf_counter() - begun
    result.stopped = stopped
    if test:
        low, high = test.bounds
        result.test = {**asdict(test), "low": low, "high": high, "ratio": ratio, "verdict": verdict or "open"}
    return result


def count_up(book: Book, game: Game, options: dict[str, Value], seats: int, seed: int | str) -> Result:
    flat = [one for block in book.played for one in block]
    digest = hashlib.sha256("".join(one.record for one in flat).encode()).hexdigest()
    found = [entrant_of(book, number, name) for number, name in enumerate(book.entrants)]
    for entrant, rating in zip(found, ratings(book), strict=True):
        entrant.rating = rating
    by_seat = [
        share_interval([sum(seat_share(one, seat) for one in block) / len(block) for block in book.played], len(flat))
        for seat in range(len(flat[0].scores))
    ]
    return Result(game.name, options, seats, seed, len(book.played), len(flat), 0.0, found, by_seat, digest)


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
            one.failed += game.failed[seat]
            one.trouble = one.trouble or game.trouble[seat]
    one.equal = seats / rivals if rivals else 0.0
    one.score = points / seats if seats else 0.0
    one.seconds_a_move = seconds / one.decisions if one.decisions else 0.0
    shares = book.shares(number)
    one.share = share_interval(shares, one.games)
    one.path = [total / n for n, total in enumerate(accumulate(shares), 1)]
    return one


# -- ratings ---------------------------------------------------------------------------------

Outcome = tuple[list[int], list[float]]  # who sat down, and what share of the victory each got


def outcomes(block: Sequence[Played]) -> Iterator[Outcome]:
    for game in block:
        yield game.seats, [seat_share(game, seat) for seat in range(len(game.seats))]


def ratings(book: Book) -> list[Interval | None]:
    """On the scale of chess, with the last entrant at 0. Of two, the interval is that of the first's win share;
    of more, it is found by drawing whole blocks again, and who won all or nothing has none. There are no ratings
    from few blocks, nor of players who never met."""
    blocks = [list(outcomes(block)) for block in book.played]
    size = len(book.entrants)
    if len(blocks) < ENOUGH or not any(len(set(seats)) > 1 for block in blocks for seats, _ in block):
        return [None] * size
    middle = strengths(blocks, size)
    if size == 2:
        return [by_share(middle[0], *among_players(blocks)), Interval(0.0, 0.0, 0.0)]
    shuffler = random.Random("ratings")
    drawn = [strengths(shuffler.choices(blocks, k=len(blocks)), size) for _ in range(RESAMPLES)]
    found: list[Interval | None] = []
    for one in range(size):
        if not some_of_each(book.shares(one)):
            found.append(None)
            continue
        spread_of = sorted(sample[one] for sample in drawn)
        found.append(Interval(middle[one], spread_of[int(0.025 * RESAMPLES)], spread_of[int(0.975 * RESAMPLES) - 1]))
    return found if found[-1] else [None] * size


def some_of_each(shares: Sequence[float]) -> bool:
    """Whether games were won and lost: drawing them again says nothing where there is only one kind."""
    return 0 < sum(shares) < len(shares)


def among_players(blocks: Sequence[Sequence[Outcome]]) -> tuple[Interval, float]:
    """The first's share of what the players won, the automatons' victories left out, and the equal share."""
    won = []
    for block in blocks:
        first = sum(share for seats, shares in block for who, share in zip(seats, shares, strict=True) if who == 0)
        both = sum(sum(shares) for _, shares in block)
        if both:
            won.append(first / both)
    seats = blocks[0][0][0]
    return share_interval(won, sum(len(block) for block in blocks)), seats.count(0) / len(seats)


def by_share(rating: float, share: Interval, equal: float) -> Interval:
    """A rating with the bounds that those of a win share stand for; who won all or nothing has only one."""

    def bound(share: float) -> float:
        if not 0 < share < 1:
            return math.inf if share else -math.inf
        return ELO * math.log(share / (1 - share) * (1 - equal) / equal)

    return Interval(rating, bound(share.low), bound(share.high))


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


def elo(rating: Interval) -> str:
    if rating == Interval(0.0, 0.0, 0.0):
        return "0"
    if math.isinf(rating.high):
        return f"above {rating.low:+.0f}"
    if math.isinf(rating.low):
        return f"below {rating.high:+.0f}"
    return f"{rating.value:+.0f} ({rating.low:+.0f} to {rating.high:+.0f})"


def ranked(result: Result) -> list[Entrant]:
    """The entrants, the strongest first: by rating, or where some have none by how far they are beyond equality."""
    rated = all(one.rating for one in result.entrants)
    return sorted(
        result.entrants,
        key=lambda one: one.rating.value if rated and one.rating else one.share.value / (one.equal or 1.0),
        reverse=True,
    )


def shown(result: Result) -> list[dict[str, str]]:
    """The entrants as the rows of a table."""
    return [
        {
            "player": one.name,
            "win share": f"{one.share.value:.1%} ({one.share.low:.1%} to {one.share.high:.1%})",
            "equal": f"{one.equal:.1%}",
            "rating": elo(one.rating) if one.rating else "",
            "score": f"{one.score:.1f}",
            "s/move": f"{one.seconds_a_move:.3f}",
            "illegal": str(one.illegal),
            "late": str(one.late),
        }
        for one in ranked(result)
    ]


def notes(result: Result) -> list[str]:
    """What there is to say besides the numbers, as sentences."""
    found = [
        f"{one.name} failed at {plural(one.failed, 'move')} of {one.decisions:,}, and {one.illegal:,} were not legal; "
        f"the first: {one.trouble}"
        for one in ranked(result)
        if one.trouble
    ]
    if len(result.entrants) > 1 and result.blocks < ENOUGH:
        found.append(f"There are no ratings: they take {ENOUGH} blocks or more.")
    if result.stopped:
        found.append(f"Not all was played: {result.stopped}")
    return found
