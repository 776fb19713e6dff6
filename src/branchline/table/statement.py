"""Statements that are made with every move: worded for the driver once, and handed to that of SQLite as they are.
SQLAlchemy would look up the wording, and what is to be made of each value, every time."""

import sqlite3
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import sqlalchemy as sa

Values = Mapping[str, Any]
Made = TypeVar("Made", bound=sa.Executable)


@dataclass(frozen=True)
class Wording:
    """A statement as a driver takes it."""

    text: str
    order: tuple[str, ...] | None  # of the values; None: they are named
    given: Values  # those that are the same every time
    written: tuple[tuple[str, Callable[[Any], Any]], ...]  # how values are told that a driver does not know, as JSON

    @classmethod
    def of(cls, statement: sa.Executable, dialect: sa.Dialect, columns: tuple[str, ...] | None) -> "Wording":
        assert isinstance(statement, sa.ClauseElement)
        told: Any = statement.compile(dialect=dialect, column_keys=columns)
        made = {name: bound.type.dialect_impl(dialect).bind_processor(dialect) for name, bound in told.binds.items()}
        written = tuple((name, write) for name, write in made.items() if write is not None)
        return cls(told.string, tuple(told.positiontup) if told.positional else None, told.params, written)

    def filled(self, values: Values) -> Any:
        """The values of one execution, as the driver takes them."""
        named = {**self.given, **values}
        for name, write in self.written:
            named[name] = write(named[name])
        return named if self.order is None else tuple([named[name] for name in self.order])


class Statement(Generic[Made]):
    """One of them, to be filled in. `columns`: those that an insertion fills."""

    def __init__(self, made: Made, columns: Iterable[str] = ()) -> None:
        self.made = made
        self.columns = tuple(columns) or None
        self._wordings: dict[str, Wording] = {}  # by the database's name

    def change(self, connection: sa.Connection, values: Values) -> int:
        """How many rows are others now."""
        wording = self._wording(connection)
        line = sqlite_of(connection)
        if line is not None:
            return line.execute(wording.text, wording.filled(values)).rowcount
        return connection.exec_driver_sql(wording.text, wording.filled(values)).rowcount

    def insert(self, connection: sa.Connection, rows: Iterable[Values]) -> None:
        wording = self._wording(connection)
        line, filled = sqlite_of(connection), [wording.filled(values) for values in rows]
        if line is not None:
            line.executemany(wording.text, filled)
        else:
            connection.exec_driver_sql(wording.text, filled)

    def find(self, connection: sa.Connection, values: Values) -> list[Any]:
        """The first column of what is found."""
        wording = self._wording(connection)
        line = sqlite_of(connection)
        if line is not None:
            return [row[0] for row in line.execute(wording.text, wording.filled(values))]
        return list(connection.exec_driver_sql(wording.text, wording.filled(values)).scalars())

    def _wording(self, connection: sa.Connection) -> Wording:
        dialect = connection.dialect
        found = self._wordings.get(dialect.name)
        if found is None:
            found = self._wordings[dialect.name] = Wording.of(self.made, dialect, self.columns)
        return found


def sqlite_of(connection: sa.Connection) -> sqlite3.Connection | None:
    """The driver's own line, if it is one to SQLite."""
    line = connection.connection.driver_connection
    return line if isinstance(line, sqlite3.Connection) else None
