"""A remark: a line of the log that is no move. Talk, a reaction, a nudge, the wish to take a turn back and its
answers, and what the house itself has to tell.

Remarks are numbered at their table, `k` from 1 on, and only ever added. They do not count the table's revision up:
who speaks disturbs no one who moves.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import sqlalchemy as sa

from branchline.refusal import Refused
from branchline.table.store import TABLES, Store, schema, stale

LETTERS: Final = 1000
"""The most that one remark can say."""

MARKS: Final = 4
"""Accents and the like on one letter; more of them would run into the lines above and below."""

JOINERS: Final = frozenset("\u200c\u200d")
"""Not seen, but some scripts and many signs are not written without them."""

REMARKS: Final = sa.Table(
    "remarks",
    schema,
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("k", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("n", sa.Integer, nullable=False),  # the moment of the game: how many events there were
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("by", sa.String(64), nullable=False, index=True),  # the person's mark; empty: the house
    sa.Column("seat", sa.Integer),  # for which they spoke
    sa.Column("name", sa.String(40), nullable=False),  # what they were called then
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("about", sa.Integer),  # a reaction's event, a removal's remark; where a turn taken back began
    sa.Column("named", sa.JSON, nullable=False),  # the seats that it is for: named in talk, nudged, asked
)


class Said(StrEnum):
    """What kind of thing was said."""

    TALK = "talk"
    REACTION = "reaction"  # to an event; the same again takes it away
    NUDGE = "nudge"
    WISH = "wish"  # to take the last turn back
    ANSWER = "answer"  # to it: yes or no
    BACK = "back"  # it was taken back
    REMOVAL = "removal"  # of another remark
    TOLD = "told"  # by the house, to everybody who may look


OPEN: Final = frozenset({Said.TOLD, Said.BACK})
"""What spectators hear at every table."""

LINES: Final = frozenset({Said.TALK, Said.NUDGE, Said.WISH, Said.ANSWER, Said.BACK, Said.TOLD})
"""What has a line of its own in the log."""


class Reaction(StrEnum):
    """How one can answer a move without a word."""

    WELL = "well"
    WOW = "wow"
    OUCH = "ouch"
    LAUGH = "laugh"
    THINK = "think"


SIGNS: Final = {
    Reaction.WELL: "Well played",
    Reaction.WOW: "I did not see that coming",
    Reaction.OUCH: "Ouch",
    Reaction.LAUGH: "Ha!",
    Reaction.THINK: "Why?",
}
"""What each reaction says."""


@dataclass(frozen=True)
class Remark:
    table: str
    kind: Said
    n: int
    at: float
    by: str
    seat: int | None
    name: str
    text: str = ""
    about: int | None = None
    named: tuple[int, ...] = ()
    k: int = 0  # 0 until it is written


def speakable(text: object) -> str:
    """What somebody wants to say, as it can be shown to others. Markup stays what it is, words; what can't be seen
    or turns the direction of the line round is left out."""
    kept: list[str] = []
    marks = 0
    for letter in " ".join(str(text).split()):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind == "Mn" else 0
        if (kind[0] != "C" or letter in JOINERS) and marks <= MARKS:
            kept.append(letter)
    said = "".join(kept).strip()
    if len(said) > LETTERS:
        raise Refused("remarks", f"That is too long: a remark has at most {LETTERS:,} letters, not {len(said):,}.")
    if not said.strip("".join(JOINERS)):
        raise Refused("remarks", "There is nothing in it to be read: write some words.")
    return said


# -- in the store ------------------------------------------------------------------------------------


def write(store: Store, remark: Remark, built_on: int | None = None) -> Remark:
    """Add a remark to its table; numbered, as it is kept. `built_on` is the number of the last one that it depends
    on: if there are others by now, nothing is written. Whoever has to do something about it in the same
    transaction has told the store so (`store.beside_remarks`)."""
    with store.writing() as connection:
        return insert(store, connection, remark, built_on)


def insert(store: Store, connection: sa.Connection, remark: Remark, built_on: int | None = None) -> Remark:
    """The same within a larger transaction."""
    here = TABLES.c.id == remark.table
    due = here if built_on is None else sa.and_(here, TABLES.c.said == built_on)
    number = connection.execute(
        sa.update(TABLES).where(due).values(said=TABLES.c.said + 1).returning(TABLES.c.said)
    ).scalar()
    if number is None:
        raise stale()
    made = replace(remark, k=int(number))
    values = {column.name: getattr(made, column.name) for column in REMARKS.columns if column.name != "table_id"}
    connection.execute(sa.insert(REMARKS).values({**values, "table_id": made.table, "named": list(made.named)}))
    if made.kind == Said.REMOVAL:
        removed = sa.and_(REMARKS.c.table_id == made.table, REMARKS.c.k == made.about)
        connection.execute(sa.update(REMARKS).where(removed).values(text=""))
    for beside in store.beside_remarks:
        beside(connection, made)
    store.notify(connection, made.table)
    return made


def read(store: Store, table: str, since: int = 0) -> Sequence[Remark]:
    """The remarks of a table after number `since`."""
    query = sa.select(REMARKS).where(REMARKS.c.table_id == table, REMARKS.c.k > since).order_by(REMARKS.c.k)
    with store.reading() as connection:
        return [
            Remark(
                table=row.table_id,
                kind=Said(row.kind),
                n=row.n,
                at=row.at,
                by=row.by,
                seat=row.seat,
                name=row.name,
                text=row.text,
                about=row.about,
                named=tuple(row.named),
                k=row.k,
            )
            for row in connection.execute(query)
        ]


def join(connection: sa.Connection, old: str, new: str) -> None:
    """Two persons are one human: both have said what each of them has."""
    connection.execute(sa.update(REMARKS).where(REMARKS.c.by == old).values(by=new))


def forget(connection: sa.Connection, mark: str) -> None:
    """Somebody goes for good: what they said to others stays, their name does not."""
    connection.execute(sa.update(REMARKS).where(REMARKS.c.by == mark).values(name=""))
