"""A notice: what somebody should hear though they are not looking. Written with the move or the remark, in its
transaction; sent by each channel that they chose; made of what every spectator may know."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

import sqlalchemy as sa

from branchline.table.person import Person
from branchline.table.store import Row, schema
from branchline.words import listed, plural, points

NOTICES: Final = sa.Table(
    "notices",
    schema,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("person", sa.String(64), nullable=False, index=True),
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("about", sa.String(40), nullable=False),  # who nudges or speaks
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("not_before", sa.Double, nullable=False),
    sa.Column("state", sa.String(8), nullable=False, index=True),
)

LETTERS: Final = sa.Table(
    "letters",
    schema,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("person", sa.String(64), nullable=False, index=True),
    sa.Column("channel", sa.String(24), nullable=False, index=True),
    sa.Column("subject", sa.String(200), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("path", sa.String(40), nullable=False),  # where a tap leads
    sa.Column("notices", sa.JSON, nullable=False),  # what it tells of
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("at", sa.Double, nullable=False),  # when it is to be sent, or was taken in hand
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("state", sa.String(8), nullable=False, index=True),
    sa.Column("trouble", sa.String(200), nullable=False),
)


class Told(StrEnum):
    """What a notice is about."""

    TURN = "turn"
    SOON = "soon"  # the turn runs out
    SAT_IN = "sat-in"  # a bot plays for them
    AGREED = "agreed"  # somebody would leave their seat to it for good,
    FOR_GOOD = "for-good"  # and all do
    OVER = "over"
    NUDGE = "nudge"
    NAMED = "named"  # in talk
    ASKED = "asked"  # whether a turn may be taken back


OF_A_TURN: Final = (Told.TURN, Told.SOON, Told.NUDGE)
"""What nobody needs to hear any more once the turn is made."""


class State(StrEnum):
    """How far a notice has come."""

    WAITING = "waiting"
    SEEN = "seen"  # they have looked at the table themselves
    PAST = "past"  # it no longer holds
    OUT = "out"  # in letters


class Fate(StrEnum):
    """How far a letter has come."""

    DUE = "due"
    SENDING = "sending"
    SENT = "sent"
    FAILED = "failed"
    UNKNOWN = "unknown"  # the server stopped, or the line broke, while it was sent


@dataclass(frozen=True)
class Notice:
    id: int
    person: str
    kind: Told
    table: str
    seat: int
    about: str
    created: float


@dataclass(frozen=True)
class Letter:
    """Words for one channel."""

    id: int
    person: str
    channel: str
    subject: str
    text: str
    path: str
    notices: tuple[int, ...]
    tries: int


def compose(
    found: Sequence[tuple[Notice, Row]], person: Person, title_of: Callable[[str], str]
) -> tuple[str, str, str]:
    """Subject, text and where a tap leads. Nothing but a table's names, its standing and its clock goes in, and these
    are what lists show to anybody."""
    told = [sentences(notice, row, person, title_of(row.game)) for notice, row in found]
    if len(told) == 1:
        (subject, text), path = told[0], f"/tables/{found[0][0].table}"
        return subject, text, path
    tables = len({notice.table for notice, _ in found})
    subject = f"News of {plural(tables, 'table')}"
    path = f"/tables/{found[0][0].table}" if tables == 1 else "/"
    return subject, "\n".join(f"{subject}. {text}".strip() for subject, text in told), path


def sentences(notice: Notice, row: Row, person: Person, game: str) -> tuple[str, str]:
    """One notice: what it is in short, and the rest."""
    others = listed([seat.called for number, seat in enumerate(row.seats) if number != notice.seat])
    where = game if row.title == game else f"{game}, {row.title}"
    with_others = f" with {others}" if others else ""
    standing: Mapping[str, Any] = row.standing
    until = f" It runs out on {person.there(row.due):%A, %-d %B at %H:%M}." if row.due else ""
    if notice.seat != row.to_act and notice.seat in row.asked:
        until = " All are asked at the same time."  # the clock is another's
    at = f"{standing.get('where', '')}{with_others}.".strip()
    match notice.kind:
        case Told.TURN:
            return f"Your turn: {where}", f"{at}{until}"
        case Told.SOON:
            return f"Your turn runs out: {where}", f"{at}{until} Then a bot sits in for you."
        case Told.SAT_IN:
            return f"A bot sits in for you: {where}", f"Your time ran out. Take your seat back whenever you come. {at}"
        case Told.AGREED:
            return f"{notice.about} would leave your seat to the bot: {where}", "Take it back whenever you come."
        case Told.FOR_GOOD:
            return f"Your seat is the bot's: {where}", f"All others agreed. {at}"
        case Told.NUDGE:
            return f"{notice.about} waits for you: {where}", f"{at}{until}"
        case Told.NAMED:
            return f"{notice.about} speaks to you: {where}", at
        case Told.ASKED:
            return f"{notice.about} would take a turn back: {where}", f"Say yes or no. {at}"
        case Told.OVER:
            return f"The game is over: {where}", result(row)


def result(row: Row) -> str:
    """Who won, and with how many points."""
    names = [*(seat.called for seat in row.seats), *["the automaton"] * len(row.standing.get("scores", []))]
    winners, scores = row.standing.get("winners", []), row.standing.get("scores", [])
    if not winners:
        return "Nobody won."
    who = listed([names[seat] for seat in winners])
    return f"{who[:1].upper()}{who[1:]} won with {points(scores[winners[0]])}."
