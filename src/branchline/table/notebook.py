"""A notebook: what somebody keeps to themselves. Notes on a table, and whom they do not want to hear.

Nothing of it is in a feed, a drawing or a record: it is told to its owner alone, when they ask.
"""

from typing import Final

import sqlalchemy as sa

from branchline.refusal import Refused
from branchline.table.person import Person
from branchline.table.store import Store, schema

LETTERS: Final = 10_000
"""The most that somebody's notes on one table can hold."""

NOTES: Final = sa.Table(
    "notes",
    schema,
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("mark", sa.String(64), primary_key=True),  # whose they are
    sa.Column("text", sa.Text, nullable=False),
)

MUTES: Final = sa.Table(
    "mutes",
    schema,
    sa.Column("mark", sa.String(64), primary_key=True),  # who does not want to hear
    sa.Column("whom", sa.String(64), primary_key=True),
)


class Notebook:
    """Of one person."""

    def __init__(self, store: Store, person: Person) -> None:
        self.store = store
        self.mark = person.mark

    def notes(self, table: str) -> str:
        """What they have noted down about a table."""
        query = sa.select(NOTES.c.text).where(NOTES.c.table_id == table, NOTES.c.mark == self.mark)
        with self.store.reading() as connection:
            return str(connection.execute(query).scalar() or "")

    def note(self, table: str, text: str) -> None:
        """Write down other notes instead."""
        kept = "".join(letter for letter in text if letter.isprintable() or letter == "\n").strip()
        if len(kept) > LETTERS:
            raise Refused("remarks", f"Notes on a table have at most {LETTERS:,} letters, not {len(kept):,}.")
        if not self.mark:
            raise Refused("remarks", "A stranger has no notes here.")
        with self.store.writing() as connection:
            connection.execute(sa.delete(NOTES).where(NOTES.c.table_id == table, NOTES.c.mark == self.mark))
            if kept:
                connection.execute(sa.insert(NOTES).values(table_id=table, mark=self.mark, text=kept))

    def muted(self) -> frozenset[str]:
        """The marks of those that they do not want to hear, at any table."""
        with self.store.reading() as connection:
            return muted(connection, self.mark)

    def mute(self, whom: str, wanted: bool) -> None:
        if whom == self.mark:
            raise Refused("remarks", "That is you.")
        with self.store.writing() as connection:
            connection.execute(sa.delete(MUTES).where(MUTES.c.mark == self.mark, MUTES.c.whom == whom))
            if wanted:
                connection.execute(sa.insert(MUTES).values(mark=self.mark, whom=whom))


def muted(connection: sa.Connection, mark: str) -> frozenset[str]:
    """Whom somebody does not want to hear: nothing of theirs is to be brought to them."""
    return frozenset(connection.execute(sa.select(MUTES.c.whom).where(MUTES.c.mark == mark)).scalars())


def join(connection: sa.Connection, old: str, new: str) -> None:
    """Two persons are one human, with one notebook: what both have written about a table stands in one note."""
    mine = {row.table_id: row.text for row in connection.execute(sa.select(NOTES).where(NOTES.c.mark == new))}
    for row in connection.execute(sa.select(NOTES).where(NOTES.c.mark == old)).all():
        if row.table_id in mine:
            both = sa.and_(NOTES.c.table_id == row.table_id, NOTES.c.mark == new)
            connection.execute(sa.update(NOTES).where(both).values(text=f"{mine[row.table_id]}\n{row.text}"))
        else:
            connection.execute(sa.insert(NOTES).values(table_id=row.table_id, mark=new, text=row.text))
    muted_by_both = muted(connection, old) | muted(connection, new)
    forget(connection, old)
    connection.execute(sa.delete(MUTES).where(MUTES.c.mark == new))
    for whom in muted_by_both - {old, new}:
        connection.execute(sa.insert(MUTES).values(mark=new, whom=whom))


def forget(connection: sa.Connection, mark: str) -> None:
    """Somebody goes for good, and their notebook with them."""
    connection.execute(sa.delete(NOTES).where(NOTES.c.mark == mark))
    connection.execute(sa.delete(MUTES).where(sa.or_(MUTES.c.mark == mark, MUTES.c.whom == mark)))
