"""The store: tables and their moves in SQLite or, by URL, in PostgreSQL.

A table's moves are only ever appended; a turn that was taken back is kept aside. Every change of a table
counts its `revision` up and names the revision it builds on, so that of two servers only one can make it.
"""

import json
import math
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import sqlalchemy as sa
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    IntegrityError,
    InvalidatePoolError,
    NoSuchModuleError,
    SQLAlchemyError,
)
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection, StaticPool

from branchline.game import Value
from branchline.refusal import Refused
from branchline.table.clock import Clock
from branchline.table.statement import Statement
from branchline.table.trouble import NoTable, Stale, Unavailable

if TYPE_CHECKING:
    from branchline.table.remark import Remark

HEAD: Final = "0013"
"""The newest migration. A database that stands there is not migrated again."""

Beside = Callable[[sa.Connection], None]
"""What else is written in the same transaction."""

PEOPLE: Final = "people"
"""What servers tell each other when somebody is another, may do other things, or comes with another device."""

SAY: Final = sa.text("select pg_notify('branchline', :what)")

LINE: Final[dict[str, Any]] = {
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
"""How a line to PostgreSQL that leads nowhere any more, as after a cable was pulled, shows itself within half a minute:
one that only listens would never learn of it."""

QUIET: Final = 0.5
"""Seconds after which an idle line to PostgreSQL is asked whether it still leads there."""

PATIENCE: Final = 10
"""Seconds for which a transaction waits until an SQLite file is free."""

TWICE: Final = (IntegrityError, sqlite3.IntegrityError)
"""How it says that somebody else has written the same already."""

TROUBLE: Final = (SQLAlchemyError, sqlite3.Error, OSError)
"""How a database says that something is wrong."""

SKEW: Final = 60.0
"""Seconds by which the clocks of two servers may differ."""

schema = sa.MetaData()

TABLES = sa.Table(
    "tables",
    schema,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("title", sa.String(80), nullable=False),
    sa.Column("owner", sa.String(64), nullable=False),  # hash of the key that laid the table
    sa.Column("seed", sa.String(80), nullable=False),  # secret until the game is over
    sa.Column("sealed_from", sa.Integer, nullable=False),  # the seed speaks for the events from here on
    sa.Column("pause", sa.Integer, nullable=False),  # milliseconds before a bot's turn
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("changed", sa.Double, nullable=False, index=True),  # when the last move was made
    sa.Column("finished", sa.Double),
    sa.Column("n", sa.Integer, nullable=False),  # how many moves there are
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("to_act", sa.Integer),
    sa.Column("standing", sa.JSON, nullable=False),  # what lists show without replaying the game
    sa.Column("draft", sa.JSON),  # the moves that the seat to act has not confirmed yet
    sa.Column("again", sa.String(16)),  # the table at which the same people play another game
    sa.Column("origin", sa.String(16)),  # the table that this one asks "what if?" of
    sa.Column("said", sa.Integer, nullable=False, server_default="0"),  # how many remarks there are
    sa.Column("line", sa.Integer, nullable=False, server_default="0"),  # how many turns were taken back
    sa.Column("wish", sa.JSON),  # to take the last turn back: whose, how far, and who has not answered yet
    sa.Column("plans", sa.JSON),  # moves known in advance, by seat: for its own eyes alone
    sa.Column("open_talk", sa.Boolean, nullable=False, server_default=sa.false()),  # spectators hear the talk
    sa.Column("pace", sa.JSON(none_as_null=True)),  # how long a turn may take; none: live
    sa.Column("turn_since", sa.Double),  # when the turn began
    sa.Column("due", sa.Double, index=True),  # when it runs out
    sa.Column("lesson", sa.String(40)),  # the lesson that is given here: no table for anybody's lists
    sa.Column("listing", sa.String(8), nullable=False, server_default="unlisted"),  # who is shown it
)

SEATS = sa.Table(
    "seats",
    schema,
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("level", sa.String(40), nullable=False),
    sa.Column("token", sa.String(64), unique=True),  # in the seat's link; a bot has none
    sa.Column("auto", sa.Boolean, nullable=False),  # confirm by itself
    sa.Column("stand_in", sa.String(40), nullable=False, server_default=""),  # the bot that plays for a person
    sa.Column("agreed", sa.JSON(none_as_null=True)),  # the seats that would leave it to the bot for good
)

HOLDERS = sa.Table(
    "holders",
    schema,
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("key_hash", sa.String(64), primary_key=True, index=True),
)

MOVES = sa.Table(
    "moves",
    schema,
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, nullable=False),  # CHANCE too, and the automatons
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("code", sa.BigInteger, nullable=False),  # spares searching the text among the legal moves
    sa.Column("note", sa.Text, nullable=False),  # what went wrong when a bot made the move
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("stand_in", sa.Boolean, nullable=False, server_default=sa.false()),  # made by a bot for a person
)
TAKEN_BACK = sa.Table(
    "taken_back",
    schema,
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("line", sa.Integer, primary_key=True, autoincrement=False),  # of the turns taken back the how manieth
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("code", sa.BigInteger, nullable=False),
    sa.Column("note", sa.Text, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
)


LEARNED = sa.Table(
    "learned",
    schema,
    sa.Column("person", sa.String(64), primary_key=True),  # their mark
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("lesson", sa.String(40), primary_key=True),
    sa.Column("at", sa.Double, nullable=False),
)

NEW_MOVES: Final = Statement(sa.insert(MOVES), MOVES.columns.keys())

STANDS: Final = "select id, revision, said from tables where id in (select value from json_each(?))"
"""Asked after every change of an SQLite file, of all tables at which somebody looks."""


@dataclass(frozen=True)
class Entry:
    """One entry of a table's record."""

    seat: int
    text: str
    code: int
    note: str = ""
    stand_in: bool = False


PROGRAM: Final = "program"
"""The level of a seat that somebody's own program plays by its link."""


@dataclass
class Seat:
    """One player's seat: "me" and "here" share the creator's browser, "open" waits for a link.

    A bot that sits in for a person leaves the seat to them: they hold it still, and take it back when they come.
    """

    kind: str
    name: str
    level: str = ""
    token: str | None = None
    auto: bool = False
    holders: frozenset[str] = frozenset()  # the marks of those who may move it
    stand_in: str = ""
    agreed: tuple[int, ...] = ()

    @property
    def taken(self) -> bool:
        return self.kind == "bot" or bool(self.holders)

    @property
    def is_bot(self) -> bool:
        """Does a bot move here now?"""
        return self.kind == "bot" or bool(self.stand_in)

    @property
    def bot_level(self) -> str:
        """The player of a bot's own seat."""
        return self.level if self.kind == "bot" else ""

    @property
    def stood_in(self) -> bool:
        """Does a bot sit in for somebody who can take the seat back?"""
        return self.kind != "bot" and bool(self.stand_in)

    @property
    def player(self) -> str:
        """The bot that moves here."""
        return self.stand_in or self.level

    @property
    def called(self) -> str:
        """Nobody's name stands on what a bot does."""
        return bot_for(self.name) if self.stand_in else self.name


@dataclass
class Row:
    """A table as it is stored, without its moves."""

    id: str
    game: str
    version: int
    players: int
    options: dict[str, Value]
    title: str
    owner: str
    seed: str
    sealed_from: int
    pause: int
    created: float
    changed: float
    finished: float | None
    n: int
    revision: int
    to_act: int | None
    standing: dict[str, Any]
    draft: list[str | list[str]] | None  # a list: moves that were chosen together
    again: str | None = None
    origin: str | None = None
    said: int = 0
    line: int = 0
    wish: dict[str, Any] | None = None
    plans: dict[str, Any] | None = None
    open_talk: bool = False
    pace: dict[str, Any] | None = None
    turn_since: float | None = None
    due: float | None = None
    lesson: str | None = None
    listing: str = "unlisted"
    seats: list[Seat] = field(default_factory=list)

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that are asked now: the one to act, and who is asked at the same time."""
        first = () if self.to_act is None else (self.to_act,)
        return tuple(dict.fromkeys((*first, *self.standing.get("asked", ()))))

    def waits_for(self, seat: int) -> bool:
        """Is this seat asked, and has not answered yet? Only its holder may know that it has."""
        answered = bool((self.plans or {}).get(str(seat), {}).get("plans"))
        return self.finished is None and seat in self.asked and (seat == self.to_act or not answered)


class Store:
    """One database. Every method is one transaction; trouble comes as a sentence."""

    def __init__(self, url: str, clock: Clock | None = None) -> None:
        self.url = _url(url)
        self.clock = clock or Clock()
        self.sqlite = self.url.get_backend_name() == "sqlite"
        self.engine = _engine(self.url)
        # What only reads needs no transaction, which on PostgreSQL would be asked for and ended every time.
        self._reader = self.engine if self.sqlite else self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self.server = secrets.token_hex(4)  # whose changes need not be told to it
        self.heard: int | None = None  # of PostgreSQL: how often people have changed, while somebody listens
        self._counter: PoolProxiedConnection | None = None
        self._asking = threading.Lock()  # it, for those who write do so in threads of their own
        self._pen: sa.Connection | None = None  # of an SQLite file: the line over which this process writes,
        self._pen_free = threading.Lock()  # one transaction after the other
        self._known: int | None = None  # how often others had written when it was asked last
        self.beside_remarks: list[Callable[[sa.Connection, Remark], None]] = []
        """What is done in the transaction of every remark: who has to write down more, does it here."""
        self.beside_moves: list[Callable[[sa.Connection, Row, bool, frozenset[int]], None]] = []
        """The same for moves, with the table as they leave it, and whether another turn has begun by them;"""
        self.beside_seats: list[Callable[[sa.Connection, str, int, str, str], None]] = []
        """and for what befalls who holds a seat: the table, the seat, what it is, and by whom;"""
        self.beside_clocks: list[Callable[[sa.Connection, Row], None]] = []
        """and for a turn that runs out at another time than it was to."""

    def begin(self, form: str) -> None:
        """Create the database as an older Branchline knew it, for what that kept; refuses one that is there."""
        from branchline.table.migrations import upgrade

        with _sentences(self.url):
            self._make_folder()
            if self._version() is not None:
                raise Refused("backup", "The database to restore into has to be empty: name a new one.")
            upgrade(self.engine, form)

    def _make_folder(self) -> None:
        if self.sqlite and self.url.database not in (None, "", ":memory:"):
            assert self.url.database is not None
            if not self.url.database.startswith("file:"):
                Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)

    def open(self) -> None:
        """Create the database or bring it up to date."""
        with _sentences(self.url):
            self._make_folder()
            if self._version() != HEAD:
                from branchline.table.migrations import upgrade  # slow to import, seldom needed

                upgrade(self.engine)
            with self.engine.begin() as connection:  # a file that cannot be written shows itself here
                connection.execute(sa.update(TABLES).where(TABLES.c.id == "").values(n=0))
                connection.execute(sa.select(MOVES.c.n).limit(1)).all()

    def close(self) -> None:
        with self._pen_free:
            self._let_go()
        if self._counter is not None:
            self._counter.close()
            self._counter = None
        self.engine.dispose()

    @property
    def shared(self) -> bool:
        """May another process change this database?"""
        return not (self.sqlite and self.url.database in (None, "", ":memory:"))

    def written_elsewhere(self) -> bool:
        """Of SQLite: may another process have written since this was asked last? Cheap enough to ask often. What this
        one writes goes over a line of its own, which counts only what came over others."""
        if not self._pen_free.acquire(blocking=False):
            return False  # it writes, and is asked again in a moment
        try:
            line: Any = self._at_hand().connection.driver_connection
            now = line.execute("pragma data_version").fetchone()[0]
        except TROUBLE as error:
            self._let_go()
            raise trouble(self.url, error) from error
        finally:
            self._pen_free.release()
        before, self._known = self._known, now
        return bool(now != before)

    def _pragma(self, name: str) -> int:
        try:
            with self._asking:
                found = self._aside().execute(f"pragma {name}").fetchone()
        except TROUBLE as error:
            raise trouble(self.url, error) from error
        return int(found[0]) if found else 0

    def _aside(self) -> Any:
        """Of SQLite: a connection of the driver for what is asked so often that it has to be cheap."""
        if self._counter is None:
            self._counter = self.engine.raw_connection()
        return self._counter

    def stamp(self) -> int | None:
        """A number that is the same for as long as nobody has changed who people are or what the club says (`restamp`);
        None while there is none that is cheap to have. Who changes something in a database of this process alone has
        to know by themselves."""
        if not self.sqlite:
            return self.heard
        return self._pragma("user_version") if self.shared else 0

    def restamp(self, connection: sa.Connection) -> None:
        """Within the transaction of such a change: all servers of this database forget what they knew."""
        if not self.sqlite:
            self._say(connection, PEOPLE)
        elif self.shared:
            now = connection.exec_driver_sql("pragma user_version").scalar() or 0
            connection.exec_driver_sql(f"pragma user_version = {(now + 1) % 2**31}")

    def _version(self) -> str | None:
        with self.engine.connect() as connection:
            if not sa.inspect(connection).has_table("alembic_version"):
                return None
            return connection.execute(sa.text("select version_num from alembic_version")).scalar()

    # -- reading -------------------------------------------------------------------------

    def last_move(self) -> float | None:
        """When the last move was written; None before the first."""
        with self.reading() as connection:
            found = connection.execute(sa.select(sa.func.max(TABLES.c.changed))).scalar()
            return None if found is None else float(found)

    def row(self, table: str) -> Row:
        with self.reading() as connection:
            return self._row(connection, table)

    def whole(self, table: str) -> tuple[Row, list[Entry]]:
        """A table and all its moves."""
        with self.reading() as connection:
            row = self._row(connection, table)
            return row, self._moves(connection, table, 0, row.n)

    def since(self, table: str, n: int) -> tuple[Row, list[Entry]]:
        """A table and the moves after the first n. Where no turn was taken back they are only ever appended: the row
        says how many there are."""
        with self.reading() as connection:
            row = self._row(connection, table)
            return row, self._moves(connection, table, n, row.n)

    def stands(self, tables: Iterable[str]) -> dict[str, tuple[int, int]]:
        """How tables stand: the revision of each, and how many remarks it has."""
        if self.sqlite and self.shared:
            with _sentences(self.url), self._asking:
                found = self._aside().execute(STANDS, (json.dumps(list(tables)),)).fetchall()
            return {id: (revision, said) for id, revision, said in found}
        query = sa.select(TABLES.c.id, TABLES.c.revision, TABLES.c.said).where(TABLES.c.id.in_(list(tables)))
        with self.reading() as connection:
            return {str(row.id): (int(row.revision), int(row.said)) for row in connection.execute(query)}

    def stand(self, table: str) -> tuple[int, int]:
        found = self.stands([table]).get(table)
        if found is None:
            raise no_table(table)
        return found

    def newest(
        self,
        key_hash: str,
        mine: bool,
        finished: bool | None,
        limit: int,
        listings: Sequence[str] = (),
        others_finished: bool = False,
    ) -> list[Row]:
        """The tables to show to a key, those that changed last first: its own, and (unless only those are asked
        for) of the others that are listed so those with an open seat and, if it may see them, finished ones."""
        held = sa.select(HOLDERS.c.table_id).where(HOLDERS.c.key_hash == key_hash)
        own = sa.or_(TABLES.c.id.in_(held), TABLES.c.owner == key_hash)
        taken = sa.exists().where(HOLDERS.c.table_id == SEATS.c.table_id, HOLDERS.c.seat == SEATS.c.seat)
        inviting = sa.select(SEATS.c.table_id).where(SEATS.c.kind == "open", ~taken)
        waiting = sa.and_(TABLES.c.id.in_(inviting), TABLES.c.finished.is_(None))
        others = sa.or_(waiting, TABLES.c.finished.is_not(None)) if others_finished else waiting
        shown = own if mine or not listings else sa.or_(own, sa.and_(TABLES.c.listing.in_(listings), others))
        query = (
            sa.select(TABLES)
            .where(shown, TABLES.c.lesson.is_(None))
            .order_by(TABLES.c.changed.desc(), TABLES.c.id)
            .limit(limit)
        )
        if finished is not None:
            query = query.where(TABLES.c.finished.is_not(None) if finished else TABLES.c.finished.is_(None))
        with self.reading() as connection:
            rows = [Row(**row._mapping) for row in connection.execute(query)]
            seats = self._seats(connection, [row.id for row in rows])
        for row in rows:
            row.seats = seats.get(row.id, [])
        return rows

    def taking_part(self, mark: str) -> list[str]:
        """All tables that somebody has laid, or holds a seat at; lessons, too."""
        held = sa.select(HOLDERS.c.table_id).where(HOLDERS.c.key_hash == mark)
        query = sa.select(TABLES.c.id).where(sa.or_(TABLES.c.id.in_(held), TABLES.c.owner == mark))
        with self.reading() as connection:
            return [str(row.id) for row in connection.execute(query)]

    def alone(self, row: Row, key_hash: str) -> list[int]:
        """The scores of the finished games that a key played alone in the same way, but for this one."""
        held = sa.select(HOLDERS.c.table_id).where(HOLDERS.c.key_hash == key_hash)
        query = sa.select(TABLES.c.standing, TABLES.c.options).where(
            TABLES.c.id.in_(held),
            TABLES.c.id != row.id,
            TABLES.c.lesson.is_(None),
            TABLES.c.game == row.game,
            TABLES.c.players == 1,
            TABLES.c.finished.is_not(None),
        )
        with self.reading() as connection:
            found = [one for one in connection.execute(query) if one.options == row.options]
        return [int(one.standing["scores"][0]) for one in found if one.standing.get("scores")]

    def waiting_for_bots(self) -> list[str]:
        """The running tables at which a bot is to act."""
        query = (
            sa.select(TABLES.c.id)
            .join(SEATS, sa.and_(SEATS.c.table_id == TABLES.c.id, SEATS.c.seat == TABLES.c.to_act))
            .where(TABLES.c.finished.is_(None), sa.or_(SEATS.c.kind == "bot", SEATS.c.stand_in != ""))
        )
        with self.reading() as connection:
            return [str(row.id) for row in connection.execute(query)]

    def out_of_time(self, now: float) -> list[str]:
        """The running tables at which the turn of a person has run out, or whose clock does not run as it should:
        not at all, or from a moment on that is yet to come, since the computer's was set back."""
        held = sa.exists().where(HOLDERS.c.table_id == SEATS.c.table_id, HOLDERS.c.seat == SEATS.c.seat)
        off = sa.or_(TABLES.c.due.is_(None), TABLES.c.due <= now, TABLES.c.turn_since > now + SKEW)
        query = (
            sa.select(TABLES.c.id)
            .join(SEATS, sa.and_(SEATS.c.table_id == TABLES.c.id, SEATS.c.seat == TABLES.c.to_act))
            .where(TABLES.c.finished.is_(None), TABLES.c.pace.is_not(None), off)
            .where(SEATS.c.kind != "bot", SEATS.c.stand_in == "", held)
        )
        with self.reading() as connection:
            return [str(row.id) for row in connection.execute(query)]

    def clocks_of(self, mark: str) -> list[str]:
        """The running tables at which somebody's clock runs."""
        theirs = sa.and_(HOLDERS.c.table_id == TABLES.c.id, HOLDERS.c.seat == TABLES.c.to_act)
        running = sa.and_(HOLDERS.c.key_hash == mark, TABLES.c.due.is_not(None))
        query = sa.select(TABLES.c.id).join(HOLDERS, theirs).where(running)
        with self.reading() as connection:
            return [str(row.id) for row in connection.execute(query)]

    def _row(self, connection: sa.Connection, table: str) -> Row:
        found = connection.execute(sa.select(TABLES).where(TABLES.c.id == table)).first()
        if found is None:
            raise no_table(table)
        row = Row(**found._mapping)
        row.seats = self._seats(connection, [table])[table]
        return row

    def _seats(self, connection: sa.Connection, tables: Sequence[str]) -> dict[str, list[Seat]]:
        held: dict[tuple[str, int], set[str]] = {}
        for row in connection.execute(sa.select(HOLDERS).where(HOLDERS.c.table_id.in_(tables))):
            held.setdefault((row.table_id, row.seat), set()).add(row.key_hash)
        query = sa.select(SEATS).where(SEATS.c.table_id.in_(tables)).order_by(SEATS.c.table_id, SEATS.c.seat)
        seats: dict[str, list[Seat]] = {}
        for row in connection.execute(query):
            holders = frozenset(held.get((row.table_id, row.seat), ()))
            agreed = tuple(row.agreed or ())
            seat = Seat(row.kind, row.name, row.level, row.token, row.auto, holders, row.stand_in, agreed)
            seats.setdefault(row.table_id, []).append(seat)
        return seats

    def _moves(self, connection: sa.Connection, table: str, first: int, last: int) -> list[Entry]:
        query = (
            sa.select(MOVES.c.n, MOVES.c.seat, MOVES.c.text, MOVES.c.code, MOVES.c.note, MOVES.c.stand_in)
            .where(MOVES.c.table_id == table, MOVES.c.n > first, MOVES.c.n <= last)
            .order_by(MOVES.c.n)
        )
        rows = connection.execute(query).all()
        if len(rows) != max(0, last - first):
            raise Unavailable("database", f"The database is damaged: moves of table {table} are missing.")
        return [Entry(row.seat, row.text, row.code, row.note, row.stand_in) for row in rows]

    # -- lessons -------------------------------------------------------------------------

    def learned(self, mark: str, game: str) -> list[str]:
        """The lessons of a game that somebody has learned."""
        query = sa.select(LEARNED.c.lesson).where(LEARNED.c.person == mark, LEARNED.c.game == game)
        with self.reading() as connection:
            return [str(row.lesson) for row in connection.execute(query)]

    def learn(self, mark: str, game: str, lesson: str) -> None:
        """Somebody has learned a lesson, perhaps again."""
        one = {"person": mark, "game": game, "lesson": lesson}
        known = sa.select(LEARNED.c.at).filter_by(**one)
        with self.writing() as connection:
            if connection.execute(known).first() is None:
                connection.execute(sa.insert(LEARNED).values(**one, at=self.clock.now()))

    # -- writing -------------------------------------------------------------------------

    def create(self, row: Row, moves: Sequence[Entry], before: Row | None = None) -> None:
        """Lay a table, for another game of the people at the table `before` if there is one."""
        values = {column.name: getattr(row, column.name) for column in TABLES.columns}
        with self.writing() as connection:
            if before is not None:
                self._step(connection, before.id, before.revision, TABLES.c.again.is_(None), again=row.id)
            connection.execute(sa.insert(TABLES).values(values))
            for number, seat in enumerate(row.seats):
                connection.execute(
                    sa.insert(SEATS).values(
                        table_id=row.id,
                        seat=number,
                        kind=seat.kind,
                        name=seat.name,
                        level=seat.level,
                        token=seat.token,
                        auto=seat.auto,
                        stand_in=seat.stand_in,
                    )
                )
                for key_hash in seat.holders:
                    connection.execute(sa.insert(HOLDERS).values(table_id=row.id, seat=number, key_hash=key_hash))
            self._insert_moves(connection, row.id, 0, moves, row.created)
            self._moved(connection, row, True)

    def append(self, row: Row, moves: Sequence[Entry], new_turn: bool = True) -> None:
        """Bring a table to `row` by adding its last moves. All of it or nothing."""
        n = row.n - len(moves)
        with self.writing() as connection:
            self._step(
                connection,
                row.id,
                row.revision - 1,
                at=n,
                n=row.n,
                draft=row.draft,
                to_act=row.to_act,
                standing=row.standing,
                changed=row.changed,
                finished=row.finished,
                wish=None,
                turn_since=row.turn_since,
                due=row.due,
                plans=row.plans,
            )
            self._insert_moves(connection, row.id, n, moves, row.changed)
            self._moved(connection, row, new_turn, frozenset(move.seat for move in moves))

    def _moved(self, connection: sa.Connection, row: Row, new_turn: bool, movers: frozenset[int] = frozenset()) -> None:
        for beside in self.beside_moves:
            beside(connection, row, new_turn, movers)

    def _befalls(self, connection: sa.Connection, table: str, seat: int, what: str, who: str = "") -> None:
        for beside in self.beside_seats:
            beside(connection, table, seat, what, who)

    def set_draft(self, table: str, revision: int, n: int, draft: list[str | list[str]] | None) -> None:
        with self.writing() as connection:
            self._step(connection, table, revision, at=n, draft=draft)

    def set_plans(self, table: str, revision: int, plans: dict[str, Any] | None) -> None:
        with self.writing() as connection:
            self._step(connection, table, revision, plans=plans)

    def seal(self, table: str, revision: int, plans: dict[str, Any], seat: int) -> None:
        """Keep the answer of a seat that is asked at the same time as others: it need not be called any more."""
        with self.writing() as connection:
            self._step(connection, table, revision, plans=plans)
            self._befalls(connection, table, seat, "answered")

    def set_wish(self, table: str, revision: int, wish: dict[str, Any] | None, beside: Beside) -> None:
        """Somebody would like to take a turn back, or others have answered."""
        with self.writing() as connection:
            self._step(connection, table, revision, wish=wish)
            beside(connection)

    def take_back(self, row: Row, beside: Beside) -> None:
        """Bring a table to `row`, which has fewer moves. What goes is kept aside."""
        going = sa.and_(MOVES.c.table_id == row.id, MOVES.c.n > row.n)
        names = [column.name for column in TAKEN_BACK.columns]
        kept = [MOVES.c[name] if name != "line" else sa.literal(row.line) for name in names]
        with self.writing() as connection:
            self._step(
                connection,
                row.id,
                row.revision - 1,
                n=row.n,
                draft=None,
                to_act=row.to_act,
                standing=row.standing,
                changed=row.changed,
                line=row.line,
                wish=None,
                turn_since=row.turn_since,
                due=row.due,
                plans=row.plans,
            )
            connection.execute(sa.insert(TAKEN_BACK).from_select(names, sa.select(*kept).where(going)))
            connection.execute(sa.delete(MOVES).where(going))
            beside(connection)
            self._moved(connection, row, True)

    def change_settings(self, table: str, revision: int, seats: Sequence[int], auto: bool, **values: Any) -> None:
        """Change how these seats confirm their turns, and what is set for the whole table."""
        with self.writing() as connection:
            self._step(connection, table, revision, **values)
            here = sa.and_(SEATS.c.table_id == table, SEATS.c.seat.in_(seats))
            connection.execute(sa.update(SEATS).where(here).values(auto=auto))

    def set_due(self, row: Row) -> None:
        """Bring a table to `row`, where the turn runs out at another time."""
        with self.writing() as connection:
            self._step(connection, row.id, row.revision - 1, turn_since=row.turn_since, due=row.due)
            for beside in self.beside_clocks:
                beside(connection, row)

    def sit_in(self, row: Row, seat: int, level: str, beside: Beside) -> None:
        """A bot plays for somebody whose time has run out, or who is gone, until they come back."""
        with self.writing() as connection:
            theirs: dict[str, Any] = {"draft": None, "due": None} if seat == row.to_act else {}
            self._step(connection, row.id, row.revision, **theirs)
            self._set_seat(connection, row.id, seat, stand_in=level, agreed=None)
            self._befalls(connection, row.id, seat, "sat-in")
            beside(connection)

    def come_back(self, row: Row, seat: int, since: float | None, due: float | None, beside: Beside) -> None:
        """The bot that sat in leaves."""
        with self.writing() as connection:
            self._step(connection, row.id, row.revision, turn_since=since, due=due)
            self._set_seat(connection, row.id, seat, stand_in="", agreed=None)
            beside(connection)
            for wind in self.beside_clocks:
                wind(connection, replace(row, turn_since=since, due=due))

    def agree(self, row: Row, seat: int, agreed: Sequence[int], who: str, beside: Beside) -> None:
        """These would leave a seat to its bot for good; who says so now."""
        with self.writing() as connection:
            self._step(connection, row.id, row.revision)
            self._set_seat(connection, row.id, seat, agreed=list(agreed))
            self._befalls(connection, row.id, seat, "agreed", who)
            beside(connection)

    def _set_seat(self, connection: sa.Connection, table: str, seat: int, **values: Any) -> None:
        here = sa.and_(SEATS.c.table_id == table, SEATS.c.seat == seat)
        connection.execute(sa.update(SEATS).where(here).values(**values))

    def give_to_bot(
        self, table: str, revision: int, seat: int, level: str, stand_in: str, agreed: bool = False
    ) -> None:
        """A bot sits down here; who held the seat, or had its link, does so no longer. It stands in for whom the
        seat is named after, if somebody is. They are told, if the others have agreed on it."""
        with self.writing() as connection:
            if agreed:
                self._befalls(connection, table, seat, "for-good")
            self._step(connection, table, revision, draft=None, due=None)
            bot = {"kind": "bot", "level": level, "token": None, "stand_in": stand_in, "agreed": None}
            self._set_seat(connection, table, seat, **bot)
            connection.execute(sa.delete(HOLDERS).where(HOLDERS.c.table_id == table, HOLDERS.c.seat == seat))

    def hold(self, table: str, revision: int, seat: int, key_hash: str, **values: Any) -> None:
        """Let one more key hold a seat, and change the seat's name or token on the way."""
        with self.writing() as connection:
            self._step(connection, table, revision)
            if values:
                self._set_seat(connection, table, seat, **values)
            connection.execute(sa.insert(HOLDERS).values(table_id=table, seat=seat, key_hash=key_hash))

    def invite_again(self, row: Row, seat: int, token: str) -> None:
        """A seat waits for somebody with this new token; who held it does so no longer, and takes along what was
        planned. The turn of another goes on as it was."""
        plans = {number: kept for number, kept in (row.plans or {}).items() if number != str(seat)}
        changes: dict[str, Any] = {"plans": plans or None}
        if row.to_act == seat:
            changes |= {"draft": None, "due": None}
        with self.writing() as connection:
            self._step(connection, row.id, row.revision, **changes)
            self._set_seat(connection, row.id, seat, kind="open", token=token, stand_in="", agreed=None)
            connection.execute(sa.delete(HOLDERS).where(HOLDERS.c.table_id == row.id, HOLDERS.c.seat == seat))

    def leave(self, row: Row, mark: str, owner: str, seats: Mapping[int, Mapping[str, Any]]) -> None:
        """Somebody leaves a table for good: what changes about which seats, and whose table it is now."""
        with self.writing() as connection:
            changes: dict[str, Any] = {"owner": owner}
            if row.to_act in seats:
                changes |= {"draft": None, "due": None}
            self._step(connection, row.id, row.revision, **changes)
            for seat, values in seats.items():
                self._set_seat(connection, row.id, seat, **values)
            if row.finished is None:  # who played a game to its end has played it
                connection.execute(sa.delete(HOLDERS).where(HOLDERS.c.table_id == row.id, HOLDERS.c.key_hash == mark))

    def take_off(self, table: str, revision: int) -> None:
        """A table that is nobody's any more is cleared, with all that belongs to it."""
        with self.writing() as connection:
            self._step(connection, table, revision)
            connection.execute(sa.delete(TABLES).where(TABLES.c.id == table))

    def _step(
        self,
        connection: sa.Connection,
        table: str,
        revision: int,
        *where: sa.ColumnElement[bool],
        at: int | None = None,
        **values: Any,
    ) -> None:
        """Count the revision up from the one that the change builds on, or find that it is past; `at`: with so many
        moves."""
        step = step_of(tuple(values), at is not None)
        asked: dict[str, Any] = {"of": table, "since": revision, "next": revision + 1}
        if at is not None:
            asked["at"] = at
        asked.update((f"new_{name}", value) for name, value in values.items())
        done = connection.execute(step.made.where(*where), asked).rowcount if where else step.change(connection, asked)
        if done != 1:
            raise stale()
        self.notify(connection, table)

    def notify(self, connection: sa.Connection, table: str) -> None:
        """Tell other servers that a table has changed, where they can be told."""
        if not self.sqlite:
            self._say(connection, f"{table} {self.server}")

    def _say(self, connection: sa.Connection, what: str) -> None:
        connection.execute(SAY, {"what": what})

    def _insert_moves(self, connection: sa.Connection, table: str, n: int, moves: Sequence[Entry], at: float) -> None:
        if moves:
            NEW_MOVES.insert(
                connection,
                [
                    {
                        "table_id": table,
                        "n": n + k,
                        "seat": m.seat,
                        "text": m.text,
                        "code": m.code,
                        "note": m.note,
                        "at": at,
                        "stand_in": m.stand_in,
                    }
                    for k, m in enumerate(moves, 1)
                ],
            )

    # -- transactions --------------------------------------------------------------------

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """For the rooms that keep nouns of their own in this database."""
        with _sentences(self.url), self._reader.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """One transaction: all of it or nothing."""
        try:
            if not (self.sqlite and self.shared):
                with self.engine.begin() as connection:
                    yield connection
                return
            if not self._pen_free.acquire(timeout=PATIENCE):
                raise sqlite3.OperationalError("database is locked")
            try:
                with self._at_hand().begin():
                    yield self._at_hand()
            except TWICE:
                raise  # who was first is no fault of the line
            except (DBAPIError, sqlite3.Error):
                self._let_go()
                raise
            finally:
                self._pen_free.release()
        except TWICE:
            raise stale() from None
        except TROUBLE as error:
            raise trouble(self.url, error) from error

    def _at_hand(self) -> sa.Connection:
        """The line over which this process writes: with what it has read of the file, and what it was asked before."""
        if self._pen is None:
            self._pen = self.engine.connect()
        return self._pen

    def _let_go(self) -> None:
        """After trouble the next transaction has a new one, which counts anew what others have written."""
        pen, self._pen, self._known = self._pen, None, None
        if pen is not None:
            with suppress(SQLAlchemyError, sqlite3.Error):
                pen.invalidate()
                pen.close()


@lru_cache(maxsize=200)
def step_of(names: tuple[str, ...], at: bool) -> Statement[sa.Update]:
    """A step that sets these columns, to be filled in: it is taken with every move."""
    where = [TABLES.c.id == sa.bindparam("of"), TABLES.c.revision == sa.bindparam("since")]
    if at:
        where.append(TABLES.c.n == sa.bindparam("at"))
    # JSON null and SQL NULL differ: an absent draft, wish or plan is SQL NULL.
    types = {name: sa.JSON(none_as_null=True) for name in ("draft", "wish", "plans")}
    new = {name: sa.bindparam(f"new_{name}", type_=types.get(name, TABLES.c[name].type)) for name in names}
    return Statement(sa.update(TABLES).where(*where).values(revision=sa.bindparam("next"), **new))


def bot_for(name: str) -> str:
    return f"a bot for {name}"


def join_persons(connection: sa.Connection, old: str, new: str) -> None:
    """The seats and tables of one person are another's."""
    both = HOLDERS.alias()
    twice = sa.exists().where(
        both.c.table_id == HOLDERS.c.table_id, both.c.seat == HOLDERS.c.seat, both.c.key_hash == new
    )
    held = sa.select(HOLDERS.c.table_id).where(HOLDERS.c.key_hash == old)
    changed = sa.or_(TABLES.c.id.in_(held), TABLES.c.owner == old)
    connection.execute(sa.update(TABLES).where(changed).values(revision=TABLES.c.revision + 1))
    connection.execute(sa.delete(HOLDERS).where(HOLDERS.c.key_hash == old, twice))
    connection.execute(sa.update(HOLDERS).where(HOLDERS.c.key_hash == old).values(key_hash=new))
    connection.execute(sa.update(TABLES).where(TABLES.c.owner == old).values(owner=new))
    other = LEARNED.alias()
    known = sa.exists().where(other.c.person == new, other.c.game == LEARNED.c.game, other.c.lesson == LEARNED.c.lesson)
    connection.execute(sa.delete(LEARNED).where(LEARNED.c.person == old, known))
    connection.execute(sa.update(LEARNED).where(LEARNED.c.person == old).values(person=new))


def forget_person(connection: sa.Connection, mark: str) -> None:
    """What somebody has learned; their seats they leave table by table."""
    connection.execute(sa.delete(LEARNED).where(LEARNED.c.person == mark))


def no_table(table: str) -> NoTable:
    return NoTable("tables", f"There is no table {table!r}.")


def stale() -> Stale:
    return Stale("n", "The table has moved on since you saw it; here is how it stands now.")


def _url(url: str) -> sa.URL:
    """A database URL; a bare path means an SQLite file."""
    if "://" not in url:
        url = f"sqlite:///{url}"
    try:
        made = sa.make_url(url)
    except ArgumentError:
        raise Unavailable("database", f"{url!r} is not the URL of a database.") from None
    if made.drivername in ("postgres", "postgresql"):
        made = made.set(drivername="postgresql+psycopg")
    return made


def _engine(url: sa.URL) -> sa.Engine:
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise Unavailable("database", f"Tables are kept in SQLite or PostgreSQL, not in {url.get_backend_name()}.")
    try:
        if url.get_backend_name() == "postgresql":
            engine = sa.create_engine(url, connect_args=LINE | {"client_encoding": "utf8"})
            _ask_idle_lines(engine)
            return engine
        if url.database in (None, "", ":memory:"):
            engine = sa.create_engine(url, poolclass=StaticPool, connect_args={"check_same_thread": False})
        else:
            engine = sa.create_engine(url, connect_args={"timeout": PATIENCE, "check_same_thread": False})
    except ModuleNotFoundError as error:
        if error.name != "psycopg":
            raise
        raise Unavailable("database", "PostgreSQL needs psycopg: pip install 'psycopg[binary]'.") from None
    except NoSuchModuleError:
        raise Unavailable("database", f"There is no database driver {url.drivername!r}.") from None
    sa.event.listen(engine, "connect", _set_up_sqlite)
    return engine


def _ask_idle_lines(engine: sa.Engine) -> None:
    """Whether a line to PostgreSQL still leads there is asked of one that was idle, not before every query. If it does
    not, no other one does."""

    @sa.event.listens_for(engine, "checkin")
    def left(_: object, line: ConnectionPoolEntry) -> None:
        line.info["left"] = time.monotonic()

    @sa.event.listens_for(engine, "checkout")
    def taken_up(connection: DBAPIConnection, line: ConnectionPoolEntry, _: object) -> None:
        if time.monotonic() < line.info.get("left", math.inf) + QUIET:
            return
        try:
            engine.dialect.do_ping(connection)
        except engine.dialect.loaded_dbapi.Error:
            raise InvalidatePoolError from None


def _set_up_sqlite(connection: Any, _: object) -> None:
    """Readers never wait for a writer; a move that was acknowledged is on the disk."""
    cursor = connection.cursor()
    cursor.execute("pragma foreign_keys = on")
    if not cursor.execute("pragma query_only").fetchone()[0]:
        cursor.execute("pragma journal_mode = wal")
    cursor.execute("pragma synchronous = full")
    cursor.close()


@contextmanager
def _sentences(url: sa.URL) -> Iterator[None]:
    """Turn the trouble of a database into one sentence for people."""
    try:
        yield
    except TROUBLE as error:
        raise trouble(url, error) from error


def trouble(url: sa.URL, error: Exception) -> Unavailable:
    where = f"The database {url.render_as_string(hide_password=True)}"
    words = str(error.orig if isinstance(error, DBAPIError) else error).lower()
    known = _sentence(words)
    cause = words.splitlines()[0] if words else type(error).__name__
    silent = "does not answer: nothing was changed"
    reason = f"{where} {known}" if known else f"{where} {silent} ({cause})."
    return Unavailable("database", reason, f"The server's database {known or silent + '.'}")


def _sentence(words: str) -> str:
    """What is wrong with a database, by what it says itself; "" if that is nothing we know."""
    if "readonly" in words or "read-only" in words:
        return "is read-only: nothing was changed. Make the file and its folder writable and start again."
    if "not a database" in words or "malformed" in words:
        return "is damaged: nothing was changed. Put a copy from a backup in its place, or name another file."
    if any(hint in words for hint in ("unable to open", "permission denied", "not a directory", "no such file")):
        return "can't be opened: see that its folder exists and may be written to."
    if "full" in words or "no space" in words:
        return "can't grow, the disk is full: nothing was changed. Make room and try again."
    if "locked" in words:
        return "is busy: nothing was changed. Try again in a moment."
    return ""
