"""Results: what came of the finished games, and how strong everybody is by them.

Nothing of it is kept: the finished tables say it all, so that nothing can be lost or counted twice, and what was
played before there were results counts, too. A seat's result is its person's, a bot's its level's. A table that
began in the middle of another game ("What if?") is no game of its own and does not count.
"""

import asyncio
import csv
import io
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from statistics import fmean
from typing import Any, Final

import sqlalchemy as sa
from openskill.models import PlackettLuce, PlackettLuceRating

from branchline.game import Json, Value
from branchline.table.store import HOLDERS, PROGRAM, SEATS, TABLES, Store

MODEL: Final = PlackettLuce()
MIDDLE: Final = 1500
SCALE: Final = 48
"""Rating points for one of the model's: who is rated 200 better wins three games of four between two."""

BOT: Final = "bot "
"""What a bot's results are counted under begins with this; its level follows."""


@dataclass(frozen=True)
class Side:
    """What one seat made of a game."""

    who: str  # a person's mark, a bot's level after BOT, or "" for an automaton and for who is gone
    name: str
    score: int
    place: int
    won: bool

    @property
    def is_person(self) -> bool:
        return bool(self.who) and not self.who.startswith(BOT)


@dataclass(frozen=True)
class Kind:
    """What ratings are kept apart by."""

    game: str
    players: int


@dataclass(frozen=True)
class Result:
    """A finished game."""

    table: str
    title: str
    kind: Kind
    options: Mapping[str, Value]
    finished: float
    sides: tuple[Side, ...]

    def sides_of(self, who: str) -> list[Side]:
        return [side for side in self.sides if side.who == who]

    @property
    def rated(self) -> bool:
        """Is it a game of somebody against others? Whoever sits on two sides plays against themselves."""
        known = [side.who for side in self.sides if side.who]
        return len(known) > 1 and len(set(known)) > 1 and not self.twice(known)

    def twice(self, known: list[str]) -> bool:
        return any(known.count(side.who) > 1 for side in self.sides if side.is_person)

    @property
    def day(self) -> str:
        return datetime.fromtimestamp(self.finished, UTC).strftime("%Y-%m-%d")

    @property
    def season(self) -> "Season":
        return Season.at(self.finished)


@dataclass(frozen=True, order=True)
class Season:
    """A quarter of a year."""

    year: int
    quarter: int

    @classmethod
    def at(cls, moment: float) -> "Season":
        then = datetime.fromtimestamp(moment, UTC)
        return cls(then.year, (then.month + 2) // 3)

    def __str__(self) -> str:
        return f"{('winter', 'spring', 'summer', 'autumn')[self.quarter - 1].capitalize()} {self.year}"


@dataclass(frozen=True)
class Rating:
    """How strong somebody is, and how sure that is: nineteen times of twenty within `give`."""

    points: int
    give: int
    games: int

    def __str__(self) -> str:
        return f"{self.points} ± {self.give}"


@dataclass(frozen=True)
class Step:
    """A rating after one more game."""

    finished: float
    table: str
    rating: Rating
    gained: int


@dataclass(frozen=True)
class Rival:
    """How two have come off at the same tables."""

    who: str
    name: str
    games: int
    ahead: int
    behind: int


@dataclass(frozen=True)
class Best:
    """What somebody keeps a record of: games alone, of one game in one way."""

    game: str
    options: Mapping[str, Value]
    games: int
    won: int
    best: int
    last: int


@dataclass(frozen=True)
class Streak:
    """Victories in a row: now, and the most there were."""

    now: int
    longest: int


@dataclass(frozen=True)
class Standing:
    """Somebody's line in the table of a season."""

    who: str
    name: str
    games: int
    won: int
    beaten: int  # opponents
    met: int

    @property
    def share(self) -> float:
        """Of the opponents met, how many were beaten."""
        return self.beaten / self.met if self.met else 0.0


@dataclass
class Ladder:
    """Everybody's way in one kind of game."""

    now: dict[str, PlackettLuceRating] = field(default_factory=dict)
    steps: dict[str, list[Step]] = field(default_factory=lambda: defaultdict(list))

    def rate(self, result: Result) -> None:
        """After one more game. A level that played on several sides is rated by the mean of what they made of it."""
        sides = [side for side in result.sides if side.who]
        teams = [[self.now.get(side.who) or MODEL.rating(name=side.who)] for side in sides]
        rated = MODEL.rate(teams, ranks=[float(side.place) for side in sides])
        made: dict[str, list[PlackettLuceRating]] = defaultdict(list)
        for side, (after,) in zip(sides, rated, strict=True):
            made[side.who].append(after)
        for who, ratings in made.items():
            mean = MODEL.rating(mu=fmean(one.mu for one in ratings), sigma=fmean(one.sigma for one in ratings))
            steps = self.steps[who]
            before = steps[-1].rating.points if steps else MIDDLE
            rating = told(mean, len(steps) + 1)
            self.now[who] = mean
            steps.append(Step(result.finished, result.table, rating, rating.points - before))


def told(rating: PlackettLuceRating, games: int) -> Rating:
    """A rating of the model as people read it."""
    return Rating(round(MIDDLE + SCALE * (rating.mu - MODEL.mu)), round(2 * SCALE * rating.sigma), games)


START: Final = told(MODEL.rating(), 0)
"""Where everybody begins: in the middle, and quite unsure."""


class Numbers:
    """All that follows from the results of a server, at one moment."""

    def __init__(self, results: Sequence[Result]) -> None:
        self.results = results
        self.ladders: dict[Kind, Ladder] = defaultdict(Ladder)
        for result in results:
            if result.rated:
                self.ladders[result.kind].rate(result)

    def of(self, who: str) -> list[Result]:
        """Somebody's games, the last first."""
        return [result for result in reversed(self.results) if result.sides_of(who)]

    def ratings(self, who: str) -> dict[Kind, list[Step]]:
        """Somebody's way in each kind of game."""
        return {kind: ladder.steps[who] for kind, ladder in self.ladders.items() if who in ladder.steps}

    def gained(self, table: str) -> dict[int, Step]:
        """What a game has changed, by seat."""
        result = next((one for one in self.results if one.table == table), None)
        if result is None or not result.rated:
            return {}
        steps = self.ladders[result.kind].steps
        return {
            seat: step
            for seat, side in enumerate(result.sides)
            for step in steps.get(side.who, ())
            if step.table == table
        }

    def rivals(self, who: str) -> list[Rival]:
        """Head to head with every other person and every bot, the most met first."""
        games: dict[str, list[int]] = defaultdict(list)
        names: dict[str, str] = {}
        for result in self.results:
            if not result.rated:
                continue
            for mine in result.sides_of(who):
                for other in result.sides:
                    if other.who and other.who != who:
                        games[other.who].append(other.place - mine.place)
                        names[other.who] = other.name
        rivals = [
            Rival(other, names[other], len(all_), sum(by > 0 for by in all_), sum(by < 0 for by in all_))
            for other, all_ in games.items()
        ]
        return sorted(rivals, key=lambda rival: (rival.who.startswith(BOT), -rival.games, rival.name))

    def bests(self, who: str) -> list[Best]:
        """Somebody's games alone, by game and way of playing."""
        alone: dict[tuple[str, str], list[tuple[Result, Side]]] = defaultdict(list)
        for result in self.results:
            if result.kind.players == 1 and (mine := result.sides_of(who)):
                alone[result.kind.game, json.dumps(result.options, sort_keys=True)].append((result, mine[0]))
        return [
            Best(
                games[0][0].kind.game,
                games[0][0].options,
                len(games),
                sum(side.won for _, side in games),
                max(side.score for _, side in games),
                games[-1][1].score,
            )
            for _, games in sorted(alone.items())
        ]

    def streak(self, who: str) -> Streak:
        """Of games against others."""
        now = longest = 0
        for result in self.results:
            if result.rated and (mine := result.sides_of(who)):
                now = now + 1 if mine[0].won else 0
                longest = max(longest, now)
        return Streak(now, longest)

    def seasons(self) -> list[Season]:
        """Those in which something was played, the last first."""
        return sorted({result.season for result in self.results}, reverse=True)

    def table_of(self, season: Season) -> list[Standing]:
        """Everybody who has played in a season: most victories first, then the greatest share of opponents beaten."""
        lines: dict[str, Standing] = {}
        for result in self.results:
            if not result.rated or result.season != season:
                continue
            for side in result.sides:
                if side.is_person:
                    old = lines.get(side.who) or Standing(side.who, side.name, 0, 0, 0, 0)
                    beaten = sum(other.place > side.place for other in result.sides)
                    lines[side.who] = Standing(
                        side.who,
                        side.name,
                        old.games + 1,
                        old.won + side.won,
                        old.beaten + beaten,
                        old.met + len(result.sides) - 1,
                    )
        return sorted(lines.values(), key=lambda line: (-line.won, -line.share, line.name))


class Results:
    """The results of a server; reckoned again when a game has ended or anybody's seats have changed."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._read: tuple[object, ...] | None = None
        self._numbers = Numbers([])
        self._lock = asyncio.Lock()

    async def numbers(self) -> Numbers:
        async with self._lock:
            stamp = await asyncio.to_thread(self._stamp)
            if stamp != self._read:
                self._numbers = await asyncio.to_thread(lambda: Numbers(self._results()))
                self._read = stamp
            return self._numbers

    def _stamp(self) -> tuple[object, ...]:
        """What changes when a result does: a game ends, a table goes, a seat changes hands."""
        over = TABLES.c.finished.is_not(None)
        with self.store.reading() as connection:
            games = connection.execute(
                sa.select(sa.func.count(), sa.func.max(TABLES.c.finished), sa.func.sum(TABLES.c.revision)).where(over)
            ).one()
            held = connection.execute(
                sa.select(sa.func.count(), sa.func.count(sa.distinct(HOLDERS.c.key_hash))).where(
                    HOLDERS.c.table_id.in_(sa.select(TABLES.c.id).where(over))
                )
            ).one()
        return (*games, *held)

    def _results(self) -> list[Result]:
        """All finished games, in the order in which they ended."""
        over = sa.and_(TABLES.c.finished.is_not(None), TABLES.c.sealed_from == 0)
        wanted = sa.select(TABLES.c.id).where(over)
        with self.store.reading() as connection:
            tables = connection.execute(sa.select(TABLES).where(over).order_by(TABLES.c.finished, TABLES.c.id)).all()
            seats = connection.execute(sa.select(SEATS).where(SEATS.c.table_id.in_(wanted)).order_by(SEATS.c.seat))
            sitting: dict[str, list[Any]] = defaultdict(list)
            for seat in seats:
                sitting[seat.table_id].append(seat)
            held = connection.execute(sa.select(HOLDERS).where(HOLDERS.c.table_id.in_(wanted)))
            holders = {(row.table_id, row.seat): row.key_hash for row in held}
        return [result_of(table, sitting[table.id], holders) for table in tables if table.standing.get("scores")]


def result_of(table: Any, seats: Sequence[Any], holders: Mapping[tuple[str, int], str]) -> Result:
    scores, winners = table.standing["scores"], table.standing["winners"]
    sides = [
        Side(
            who=who_played(seat, holders.get((table.id, seat.seat), "")),
            name=seat.name,
            score=scores[seat.seat],
            place=place(scores, winners, seat.seat),
            won=seat.seat in winners,
        )
        for seat in seats
    ]
    for number in range(len(seats), len(scores)):
        sides.append(Side("", "Automaton", scores[number], place(scores, winners, number), number in winners))
    return Result(table.id, table.title, Kind(table.game, table.players), table.options, table.finished, tuple(sides))


def who_played(seat: Any, holder: str) -> str:
    """Whose result it is: nobody's, if a bot sat in for somebody when the game ended, or a program played by link."""
    if seat.stand_in or seat.level == PROGRAM:
        return ""
    return BOT + seat.level if seat.kind == "bot" else holder


def place(scores: Sequence[int], winners: Sequence[int], seat: int) -> int:
    """Who has as many points has the same place, below the winners."""
    if seat in winners:
        return 1
    return 1 + sum(other in winners or score > scores[seat] for other, score in enumerate(scores))


# -- taken away -------------------------------------------------------------------------------------


def as_json(results: Iterable[Result], who: str) -> list[Json]:
    """Somebody's games for a program; of the others the names and the scores, no marks."""
    return [
        {
            "table": result.table,
            "game": result.kind.game,
            "players": result.kind.players,
            "options": dict(result.options),
            "finished": datetime.fromtimestamp(result.finished, UTC).isoformat(timespec="seconds"),
            "name": mine.name,
            "score": mine.score,
            "place": mine.place,
            "won": mine.won,
            "rated": result.rated,
            "others": [{"name": side.name, "score": side.score} for side in result.sides if side is not mine],
        }
        for result in results
        for mine in result.sides_of(who)
    ]


def as_csv(results: Iterable[Result], who: str) -> str:
    """The same for a spreadsheet. A text that a spreadsheet would take for a formula is quoted."""
    lines = as_json(results, who)
    file = io.StringIO()
    names = ["finished", "game", "players", "options", "name", "score", "place", "won", "rated", "others", "table"]
    writer = csv.DictWriter(file, names)
    writer.writeheader()
    for line in lines:
        options = " ".join(f"{name}={value}" for name, value in line["options"].items())
        others = "; ".join(f"{other['name']} {other['score']}" for other in line["others"])
        writer.writerow({**line, "name": plain(line["name"]), "options": options, "others": plain(others)})
    return file.getvalue()


def lines_as_csv(lines: Sequence[Json]) -> str:
    """Lines of the same names, for a spreadsheet; nothing where there are none."""
    file = io.StringIO()
    writer = csv.DictWriter(file, list(lines[0]) if lines else [])
    writer.writeheader()
    for line in lines:
        writer.writerow({name: plain(value) if isinstance(value, str) else value for name, value in line.items()})
    return file.getvalue()


def plain(text: str) -> str:
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text
