"""Backups: all that a database holds in one file, SQLite's or PostgreSQL's alike, taken while the server plays on.

A backup is packed JSON, a line for each row: what was taken from one kind of database can be put into the other.
"""

import gzip
import json
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa

from branchline.game import Json
from branchline.refusal import Refused
from branchline.table.store import HEAD, Store, no_table

VERSIONS: Final = "alembic_version"
FORMS: Final = ("0012", HEAD)
"""The forms of the database whose tables are those of today: what was taken away in one can be laid again."""


def take(store: Store, file: Path) -> Counter[str]:
    """Write everything into a new file, and put it into a database of its own to see that it can be; how many rows
    of each table there are."""
    if file.exists():
        raise Refused("backup", f"{file} is there already: a backup is never written over another one.")
    part = file.with_name(f"{file.name}.part")
    counts: Counter[str] = Counter()
    try:
        with gzip.open(part, "wt", encoding="utf-8") as out, snapshot(store) as connection:
            out.write(json.dumps({"branchline": "backup", "form": HEAD}) + "\n")
            for table in kinds(connection):
                for row in connection.execute(sa.select(table)):
                    out.write(json.dumps([table.name, dict(row._mapping)], ensure_ascii=False) + "\n")
                    counts[table.name] += 1
        with tempfile.TemporaryDirectory() as folder:
            found = put_back(Store(f"sqlite:///{folder}/check.sqlite"), part)
        if found != counts:
            raise Refused("backup", f"The backup does not hold what the database does ({found} of {counts}).")
        part.rename(file)
    finally:
        part.unlink(missing_ok=True)
    return counts


def put_back(store: Store, file: Path) -> Counter[str]:
    """Fill an empty database from a backup, also an older Branchline's; all of it or nothing."""
    counts: Counter[str] = Counter()
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            head = json.loads(next(lines))
            if head.get("branchline") != "backup":
                raise ValueError
            if head["form"] == HEAD:
                store.open()
            else:
                store.begin(str(head["form"]))
            with store.writing() as connection:
                fill(connection, lines, counts)
                if not store.sqlite:
                    count_on(connection, kinds(connection))
        store.open()  # brings what is older up to date
    except (OSError, EOFError, ValueError, KeyError, StopIteration) as error:
        raise Refused("backup", f"{file} is no backup that can be read ({type(error).__name__}).") from error
    finally:
        store.close()
    return counts


def fill(connection: sa.Connection, lines: Iterable[str], counts: Counter[str]) -> None:
    tables = {table.name: table for table in kinds(connection)}
    if any(connection.execute(sa.select(table).limit(1)).first() for table in tables.values()):
        raise Refused("backup", "The database to restore into has to be empty: name a new one.")
    for name, row in map(json.loads, lines):
        connection.execute(sa.insert(tables[name]).values(row))
        counts[name] += 1


def drop(store: Store, id: str) -> Json:
    """Take a table away; what `bring_back` needs to lay it again."""
    with store.writing() as connection:
        told = take_out(connection, id)
        store.notify(connection, id)
        return told


def take_out(connection: sa.Connection, id: str) -> Json:
    found = {
        table.name: [dict(row._mapping) for row in connection.execute(sa.select(table).where(belongs(table, id)))]
        for table in of_table(connection)
    }
    if not found["tables"]:
        raise no_table(id)
    for table in reversed(of_table(connection)):
        connection.execute(sa.delete(table).where(belongs(table, id)))
    return {"branchline": "table", "form": HEAD, "rows": found}


def bring_back(store: Store, told: Json) -> str:
    """Lay a table again that was taken away, with its seats, moves and talk."""
    with store.writing() as connection:
        return put_in(connection, told)


def put_in(connection: sa.Connection, told: Json) -> str:
    """The same in a larger transaction. A revision counted up tells other servers that it is another one."""
    if told.get("branchline") != "table" or told.get("form") not in FORMS:
        raise Refused("backup", "This is no table that this Branchline has taken away.")
    for table in of_table(connection):
        for row in told["rows"].get(table.name, []):
            again = {**row, "revision": row["revision"] + 1} if table.name == "tables" else row
            connection.execute(sa.insert(table).values(again))
    return str(told["rows"]["tables"][0]["id"])


@contextmanager
def snapshot(store: Store) -> Iterator[sa.Connection]:
    """The database as it is at one moment, whatever is written meanwhile."""
    with store.reading() as connection:
        if not store.sqlite:
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
        with connection.begin():
            if store.sqlite:
                connection.exec_driver_sql("begin")
            yield connection


def kinds(connection: sa.Connection) -> list[sa.Table]:
    """All tables of the database, each after those that it points to."""
    found = sa.MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name != VERSIONS]


def of_table(connection: sa.Connection) -> list[sa.Table]:
    """Those that hold something of one table."""
    return [table for table in kinds(connection) if table.name == "tables" or "table_id" in table.c]


def belongs(table: sa.Table, id: str) -> Any:
    return (table.c.id if table.name == "tables" else table.c.table_id) == id


def count_on(connection: sa.Connection, tables: list[sa.Table]) -> None:
    """Let PostgreSQL give numbers after those that were put in."""
    for table in tables:
        for column in table.primary_key.columns:
            named = {"table": table.name, "column": column.name}
            if connection.execute(sa.text("select pg_get_serial_sequence(:table, :column)"), named).scalar():
                most = connection.execute(sa.select(sa.func.max(column))).scalar()
                if most is not None:
                    move = "select setval(pg_get_serial_sequence(:table, :column), :most)"
                    connection.execute(sa.text(move), {**named, "most": most})
