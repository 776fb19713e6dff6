"""The store: tables and their moves in SQLite or, by URL, in PostgreSQL.

A table's moves are only ever appended. Every change of a table counts its `revision` up and names
the revision it builds on, so that of two servers only one can make it.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.pool import PoolProxiedConnection, StaticPool

from branchline.game import Value
from branchline.table.trouble import NoTable, Stale, Unavailable

HEAD: Final = "0002"
"""The newest migration. A database that stands there is not migrated again."""

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
)


@dataclass(frozen=True)
class Move:
    """One entry of a table's record."""

    seat: int
    text: str
    code: int
    note: str = ""


@dataclass
class Seat:
    """One player's seat: "me" and "here" share the creator's browser, "open" waits for a link."""

    kind: str
    name: str
    level: str = ""
    token: str | None = None
    auto: bool = False
    holders: frozenset[str] = frozenset()  # hashes of the keys that may move it

    @property
    def taken(self) -> bool:
        return self.kind == "bot" or bool(self.holders)


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
    draft: list[str] | None
    again: str | None = None
    seats: list[Seat] = field(default_factory=list)


class Store:
    """One database. Every method is one transaction; trouble comes as a sentence."""

    def __init__(self, url: str) -> None:
        self.url = _url(url)
        self.sqlite = self.url.get_backend_name() == "sqlite"
        self.engine = _engine(self.url)
        self._counter: PoolProxiedConnection | None = None

    def open(self) -> None:
        """Create the database or bring it up to date."""
        with _sentences(self.url):
            if self.sqlite and self.url.database not in (None, "", ":memory:"):
                assert self.url.database is not None
                if not self.url.database.startswith("file:"):
                    Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
            if self._version() != HEAD:
                from branchline.table.migrations import upgrade  # slow to import, seldom needed

                upgrade(self.engine)
            with self.engine.begin() as connection:  # a file that cannot be written shows itself here
                connection.execute(sa.update(TABLES).where(TABLES.c.id == "").values(n=0))
                connection.execute(sa.select(MOVES.c.n).limit(1)).all()

    def close(self) -> None:
        if self._counter is not None:
            self._counter.close()
            self._counter = None
        self.engine.dispose()

    @property
    def shared(self) -> bool:
        """May another process change this database?"""
        return not (self.sqlite and self.url.database in (None, "", ":memory:"))

    def data_version(self) -> int:
        """Of SQLite: a number that changes whenever anybody commits; cheap enough to ask often."""
        with _sentences(self.url):
            if self._counter is None:
                self._counter = self.engine.raw_connection()
            cursor = self._counter.cursor()
            cursor.execute("pragma data_version")
            found = cursor.fetchone()
            cursor.close()
            return int(found[0]) if found else 0

    def _version(self) -> str | None:
        with self.engine.connect() as connection:
            if not sa.inspect(connection).has_table("alembic_version"):
                return None
            return connection.execute(sa.text("select version_num from alembic_version")).scalar()

    # -- reading -------------------------------------------------------------------------

    def row(self, table: str) -> Row:
        with self._read() as connection:
            return self._row(connection, table)

    def whole(self, table: str) -> tuple[Row, list[Move]]:
        """A table and all its moves."""
        with self._read() as connection:
            row = self._row(connection, table)
            return row, self._moves(connection, table, 0, row.n)

    def since(self, table: str, n: int) -> tuple[Row, list[Move]]:
        """A table and the moves after the first n. They are only ever appended: the row says how many there are."""
        with self._read() as connection:
            row = self._row(connection, table)
            return row, self._moves(connection, table, n, row.n)

    def revisions(self, tables: Iterable[str]) -> dict[str, int]:
        wanted = list(tables)
        with self._read() as connection:
            rows = connection.execute(sa.select(TABLES.c.id, TABLES.c.revision).where(TABLES.c.id.in_(wanted)))
            return {str(row.id): int(row.revision) for row in rows}

    def revision(self, table: str) -> int:
        with self._read() as connection:
            revision = connection.execute(sa.select(TABLES.c.revision).where(TABLES.c.id == table)).scalar()
        if revision is None:
            raise no_table(table)
        return int(revision)

    def newest(self, key_hash: str, mine: bool, finished: bool | None, limit: int) -> list[Row]:
        """The tables to show to a key, those that changed last first: its own, and (unless only
        those are asked for) the finished ones and those that still have an open seat."""
        held = sa.select(HOLDERS.c.table_id).where(HOLDERS.c.key_hash == key_hash)
        own = sa.or_(TABLES.c.id.in_(held), TABLES.c.owner == key_hash)
        taken = sa.exists().where(HOLDERS.c.table_id == SEATS.c.table_id, HOLDERS.c.seat == SEATS.c.seat)
        inviting = sa.select(SEATS.c.table_id).where(SEATS.c.kind == "open", ~taken)
        shown = own if mine else sa.or_(own, TABLES.c.finished.is_not(None), TABLES.c.id.in_(inviting))
        query = sa.select(TABLES).where(shown).order_by(TABLES.c.changed.desc(), TABLES.c.id).limit(limit)
        if finished is not None:
            query = query.where(TABLES.c.finished.is_not(None) if finished else TABLES.c.finished.is_(None))
        with self._read() as connection:
            rows = [Row(**row._mapping) for row in connection.execute(query)]
            seats = self._seats(connection, [row.id for row in rows])
        for row in rows:
            row.seats = seats.get(row.id, [])
        return rows

    def waiting_for_bots(self) -> list[str]:
        """The running tables at which a bot is to act."""
        query = (
            sa.select(TABLES.c.id)
            .join(SEATS, sa.and_(SEATS.c.table_id == TABLES.c.id, SEATS.c.seat == TABLES.c.to_act))
            .where(TABLES.c.finished.is_(None), SEATS.c.kind == "bot")
        )
        with self._read() as connection:
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
            seat = Seat(row.kind, row.name, row.level, row.token, row.auto, holders)
            seats.setdefault(row.table_id, []).append(seat)
        return seats

    def _moves(self, connection: sa.Connection, table: str, first: int, last: int) -> list[Move]:
        query = (
            sa.select(MOVES.c.n, MOVES.c.seat, MOVES.c.text, MOVES.c.code, MOVES.c.note)
            .where(MOVES.c.table_id == table, MOVES.c.n > first, MOVES.c.n <= last)
            .order_by(MOVES.c.n)
        )
        rows = connection.execute(query).all()
        if len(rows) != max(0, last - first):
            raise Unavailable("database", f"The database is damaged: moves of table {table} are missing.")
        return [Move(row.seat, row.text, row.code, row.note) for row in rows]

    # -- writing -------------------------------------------------------------------------

    def create(self, row: Row, moves: Sequence[Move], before: Row | None = None) -> None:
        """Lay a table, for another game of the people at the table `before` if there is one."""
        values = {column.name: getattr(row, column.name) for column in TABLES.columns}
        with self._write(row.id) as connection:
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
                    )
                )
                for key_hash in seat.holders:
                    connection.execute(sa.insert(HOLDERS).values(table_id=row.id, seat=number, key_hash=key_hash))
            self._insert_moves(connection, row.id, 0, moves, row.created)

    def append(self, row: Row, moves: Sequence[Move]) -> None:
        """Bring a table to `row` by adding its last moves. All of it or nothing."""
        n = row.n - len(moves)
        with self._write(row.id) as connection:
            self._step(
                connection,
                row.id,
                row.revision - 1,
                TABLES.c.n == n,
                n=row.n,
                draft=row.draft,
                to_act=row.to_act,
                standing=row.standing,
                changed=row.changed,
                finished=row.finished,
            )
            self._insert_moves(connection, row.id, n, moves, row.changed)

    def set_draft(self, table: str, revision: int, n: int, draft: list[str] | None) -> None:
        with self._write(table) as connection:
            self._step(connection, table, revision, TABLES.c.n == n, draft=draft)

    def change_settings(self, table: str, revision: int, seats: Sequence[int], auto: bool, pause: int | None) -> None:
        """Change how these seats confirm their turns, and the pause before a bot's turn if there is a new one."""
        with self._write(table) as connection:
            self._step(connection, table, revision, **({} if pause is None else {"pause": pause}))
            here = sa.and_(SEATS.c.table_id == table, SEATS.c.seat.in_(seats))
            connection.execute(sa.update(SEATS).where(here).values(auto=auto))

    def give_to_bot(self, table: str, revision: int, seat: int, level: str) -> None:
        """A bot sits down here; who held the seat, or had its link, does so no longer."""
        with self._write(table) as connection:
            self._step(connection, table, revision, draft=None)
            bot = {"kind": "bot", "level": level, "token": None}
            connection.execute(sa.update(SEATS).where(SEATS.c.table_id == table, SEATS.c.seat == seat).values(**bot))
            connection.execute(sa.delete(HOLDERS).where(HOLDERS.c.table_id == table, HOLDERS.c.seat == seat))

    def hold(self, table: str, revision: int, seat: int, key_hash: str, **values: Any) -> None:
        """Let one more key hold a seat, and change the seat's name or token on the way."""
        with self._write(table) as connection:
            self._step(connection, table, revision)
            if values:
                connection.execute(
                    sa.update(SEATS).where(SEATS.c.table_id == table, SEATS.c.seat == seat).values(**values)
                )
            connection.execute(sa.insert(HOLDERS).values(table_id=table, seat=seat, key_hash=key_hash))

    def _step(
        self, connection: sa.Connection, table: str, revision: int, *where: sa.ColumnElement[bool], **values: Any
    ) -> None:
        """Count the revision up from the one that the change builds on, or find that it is past."""
        # JSON null and SQL NULL differ: an absent draft is SQL NULL.
        if "draft" in values and values["draft"] is None:
            values["draft"] = sa.null()
        done = connection.execute(
            sa.update(TABLES)
            .where(TABLES.c.id == table, TABLES.c.revision == revision, *where)
            .values(revision=revision + 1, **values)
        )
        if done.rowcount != 1:
            raise stale()
        if not self.sqlite:
            connection.execute(sa.text("select pg_notify('branchline', :table)"), {"table": table})

    def _insert_moves(self, connection: sa.Connection, table: str, n: int, moves: Sequence[Move], at: float) -> None:
        if moves:
            connection.execute(
                sa.insert(MOVES),
                [
                    {
                        "table_id": table,
                        "n": n + k,
                        "seat": m.seat,
                        "text": m.text,
                        "code": m.code,
                        "note": m.note,
                        "at": at,
                    }
                    for k, m in enumerate(moves, 1)
                ],
            )

    # -- transactions --------------------------------------------------------------------

    @contextmanager
    def _read(self) -> Iterator[sa.Connection]:
        with _sentences(self.url), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def _write(self, table: str) -> Iterator[sa.Connection]:
        with _sentences(self.url):
            try:
                with self.engine.begin() as connection:
                    yield connection
            except IntegrityError:
                raise stale() from None


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
            return sa.create_engine(url, pool_pre_ping=True, connect_args={"client_encoding": "utf8"})
        if url.database in (None, "", ":memory:"):
            engine = sa.create_engine(url, poolclass=StaticPool, connect_args={"check_same_thread": False})
        else:
            engine = sa.create_engine(url, connect_args={"timeout": 10, "check_same_thread": False})
    except ModuleNotFoundError as error:
        if error.name != "psycopg":
            raise
        raise Unavailable("database", "PostgreSQL needs psycopg: pip install 'psycopg[binary]'.") from None
    except NoSuchModuleError:
        raise Unavailable("database", f"There is no database driver {url.drivername!r}.") from None
    sa.event.listen(engine, "connect", _set_up_sqlite)
    return engine


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
    except (SQLAlchemyError, OSError) as error:
        raise Unavailable("database", _sentence(url, error)) from error


def _sentence(url: sa.URL, error: Exception) -> str:
    where = f"The database {url.render_as_string(hide_password=True)}"
    words = str(error.orig if isinstance(error, DBAPIError) else error).lower()
    if "readonly" in words or "read-only" in words:
        return f"{where} is read-only: nothing was changed. Make the file and its folder writable and start again."
    if "not a database" in words or "malformed" in words:
        return f"{where} is damaged: nothing was changed. Put a copy from a backup in its place, or name another file."
    if any(hint in words for hint in ("unable to open", "permission denied", "not a directory", "no such file")):
        return f"{where} can't be opened: see that its folder exists and may be written to."
    if "full" in words or "no space" in words:
        return f"{where} can't grow, the disk is full: nothing was changed. Make room and try again."
    if "locked" in words:
        return f"{where} is busy: nothing was changed. Try again in a moment."
    return f"{where} does not answer: nothing was changed ({words.splitlines()[0] if words else type(error).__name__})."
