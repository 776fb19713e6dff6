"""The outbox: notices are written here in the transaction of what they tell of, and become letters once their delay
is over and nobody has looked. What was not acknowledged is never told, and what was, is not forgotten."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

import sqlalchemy as sa

from branchline.table.channel import CHANNELS, Channel
from branchline.table.notice import LETTERS, NOTICES, OF_A_TURN, Fate, Letter, Notice, State, Told
from branchline.table.pace import first_call
from branchline.table.person import Person, new_key
from branchline.table.persons import PERSONS
from branchline.table.statement import Statement
from branchline.table.store import HOLDERS, Row, Store, schema, stale

if TYPE_CHECKING:
    from branchline.table.remark import Remark

CALLS: Final = sa.Table(
    "calls",
    schema,
    sa.Column("person", sa.String(64), primary_key=True),
    sa.Column("delay", sa.Integer, nullable=False),  # minutes in which looking at the table cancels a notice
    sa.Column("digest", sa.Integer),  # minute of the day at which all of a day comes at once
    sa.Column("calendar", sa.String(64), unique=True),  # in the address of the calendar
)

MINUTE: Final = 60.0
DELAY: Final = 5
"""Minutes before somebody is called, unless they say otherwise."""

MOST: Final = 10
"""Channels that one person can have."""

LEASE: Final = 5 * MINUTE
"""Seconds after which a letter that somebody took in hand is given up: nobody knows whether it arrived."""

AGAIN: Final = (1 * MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 360 * MINUTE)
"""Seconds before each further try of what could not be sent."""

KEPT: Final = 30 * 24 * 3600.0
"""Seconds for which it is remembered what was sent."""


@dataclass(frozen=True)
class Calls:
    """How somebody wants to be called."""

    delay: int = DELAY
    digest: int | None = None
    calendar: str | None = None

    def at(self, notice: Notice, person: Person) -> float:
        """When it is time to tell. That the time runs out is told at once, but for quiet hours."""
        if notice.kind == Told.SOON:
            return first_call(person, notice.created)
        since = notice.created + self.delay * MINUTE
        return first_call(person, since) if self.digest is None else next_time(person, self.digest, since)


def next_time(person: Person, minute: int, since: float) -> float:
    """The next moment at which the clock on somebody's wall shows this minute of the day."""
    day = person.there(since).date()
    for ahead in range(3):
        on = day + timedelta(days=ahead)
        at = datetime(on.year, on.month, on.day, minute // 60, minute % 60, tzinfo=person.clock).timestamp()
        if at >= since:
            return at
    return since


class Outbox:
    def __init__(self, store: Store) -> None:
        self.store = store
        store.beside_moves.append(self.of_move)
        store.beside_seats.append(self.of_seat)
        store.beside_clocks.append(self.of_clock)
        store.beside_remarks.append(self.of_remark)

    # -- written beside what they tell of -----------------------------------------------------

    def of_move(self, connection: sa.Connection, row: Row, new_turn: bool, movers: frozenset[int]) -> None:
        """Whose turn it is now, and that the game is over; what was told of the turn before is past. Who is asked at
        the same time as others is told once, however many answer before; who has just moved is asked anew."""
        if not new_turn:
            return
        together = [seat for seat in row.standing.get("asked", ()) if seat not in movers]
        told = self._told_together(connection, row.id, together) if together else set()
        if told:
            others = sa.and_(of_this_turn(row.id), NOTICES.c.seat.not_in(told))
            connection.execute(sa.update(NOTICES).where(others).values(state=State.PAST))
        else:
            TURN_PAST.change(connection, {"of": row.id})
        if row.finished is not None:
            for seat in range(len(row.seats)):
                self._call(connection, row.id, seat, Told.OVER)
            return
        for seat in row.asked:
            if seat not in told and not row.seats[seat].is_bot and row.waits_for(seat):
                self._call(connection, row.id, seat, Told.TURN)
        if row.to_act is not None and not row.seats[row.to_act].is_bot:
            if told:
                self.of_clock(connection, row)
            else:
                self._time_runs(connection, row)

    def _told_together(self, connection: sa.Connection, table: str, seats: Sequence[int]) -> set[int]:
        """Those of these seats that were told of this turn."""
        told = sa.select(NOTICES.c.seat).where(of_this_turn(table), NOTICES.c.seat.in_(seats))
        return set(connection.execute(told).scalars())

    def of_clock(self, connection: sa.Connection, row: Row) -> None:
        """When the time is short; what was to be told at another time is past."""
        soon = sa.and_(NOTICES.c.table_id == row.id, NOTICES.c.kind == Told.SOON, NOTICES.c.state == State.WAITING)
        connection.execute(sa.update(NOTICES).where(soon).values(state=State.PAST))
        self._time_runs(connection, row)

    def _time_runs(self, connection: sa.Connection, row: Row) -> None:
        if row.to_act is not None and row.due is not None and row.turn_since is not None:
            left = min((row.due - row.turn_since) / 4, 12 * 60 * MINUTE)
            self._call(connection, row.id, row.to_act, Told.SOON, not_before=row.due - left)

    def of_seat(self, connection: sa.Connection, table: str, seat: int, kind: str, about: str) -> None:
        """A bot sits in, or is to stay; or somebody has answered before it is their turn."""
        if kind in (Told.SAT_IN, "answered"):
            theirs = sa.and_(NOTICES.c.table_id == table, NOTICES.c.seat == seat, NOTICES.c.kind.in_(OF_A_TURN))
            open_ = NOTICES.c.state.in_((State.WAITING, State.OUT))
            connection.execute(sa.update(NOTICES).where(theirs, open_).values(state=State.PAST))
        if kind != "answered":
            self._call(connection, table, seat, Told(kind), about)

    def of_remark(self, connection: sa.Connection, remark: "Remark") -> None:
        """Who is nudged, named in talk or asked. What was said is not in it: it is for the table."""
        kind = {"nudge": Told.NUDGE, "talk": Told.NAMED, "wish": Told.ASKED}.get(str(remark.kind))
        for seat in remark.named if kind is not None else ():
            assert kind is not None
            self._call(connection, remark.table, seat, kind, remark.name)

    def _call(
        self, connection: sa.Connection, table: str, seat: int, kind: Told, about: str = "", not_before: float = 0.0
    ) -> None:
        """A notice for everybody who holds this seat and can be reached."""
        now = self.store.clock.now()
        for mark in TO_CALL.find(connection, {"of": table, "at": seat}):
            connection.execute(
                sa.insert(NOTICES).values(
                    person=mark,
                    kind=kind,
                    table_id=table,
                    seat=seat,
                    about=about[:40],
                    created=max(now, not_before),
                    not_before=max(now, not_before),
                    state=State.WAITING,
                )
            )

    # -- cancelled by looking -------------------------------------------------------------------

    def seen(self, mark: str, table: str) -> None:
        """Somebody looks at a table: they need not be told what they see."""
        waiting = sa.and_(
            NOTICES.c.person == mark,
            NOTICES.c.table_id == table,
            NOTICES.c.state == State.WAITING,
            NOTICES.c.kind != Told.SOON,
        )
        with self.store.reading() as connection:
            if connection.execute(sa.select(NOTICES.c.id).where(waiting).limit(1)).first() is None:
                return
        with self.store.writing() as connection:
            connection.execute(sa.update(NOTICES).where(waiting).values(state=State.SEEN))

    # -- from notices to letters ------------------------------------------------------------------

    def waiting(self, now: float) -> list[Notice]:
        """What nobody has been told yet. What was written at a moment that is yet to come, by a clock that was set back
        since, is of now."""
        due = sa.and_(NOTICES.c.state == State.WAITING, NOTICES.c.not_before <= now)
        query = sa.select(NOTICES).where(due, is_here(NOTICES.c.person))
        ahead = sa.and_(NOTICES.c.state == State.WAITING, NOTICES.c.created > now + LEASE, NOTICES.c.kind != Told.SOON)
        with self.store.reading() as connection:
            found = [notice_of(row) for row in connection.execute(query)]
            set_back = connection.execute(sa.select(NOTICES.c.id).where(ahead).limit(1)).first() is not None
        if set_back:
            with self.store.writing() as connection:
                connection.execute(sa.update(NOTICES).where(ahead).values(created=now, not_before=now))
        return found

    def post(self, notices: Sequence[Notice], channels: Sequence[Channel], words: tuple[str, str, str]) -> None:
        """Make letters of notices, one a channel. Of two workers that want to, one does."""
        ids, now = [notice.id for notice in notices], self.store.clock.now()
        taken = sa.update(NOTICES).where(NOTICES.c.id.in_(ids), NOTICES.c.state == State.WAITING)
        with self.store.writing() as connection:
            if connection.execute(taken.values(state=State.OUT)).rowcount != len(ids):
                raise stale()
            self._insert(connection, channels, words, ids, now)

    def post_trial(self, channel: Channel) -> None:
        """So that somebody can see whether it arrives."""
        words = ("It works: so you will be called", "When it is your turn, here it will say so.", "/me/notices")
        with self.store.writing() as connection:
            self._insert(connection, [channel], words, [], self.store.clock.now())

    def _insert(
        self,
        connection: sa.Connection,
        channels: Sequence[Channel],
        words: tuple[str, str, str],
        ids: Sequence[int],
        now: float,
    ) -> None:
        for channel in channels:
            connection.execute(
                sa.insert(LETTERS).values(
                    person=channel.person,
                    channel=channel.id,
                    subject=words[0][:200],
                    text=words[1],
                    path=words[2],
                    notices=list(ids),
                    created=now,
                    at=now,
                    tries=0,
                    state=Fate.DUE,
                    trouble="",
                )
            )

    # -- letters -----------------------------------------------------------------------------------

    def due(self, now: float) -> list[Letter]:
        """The letters to send now."""
        ready = sa.or_(LETTERS.c.at <= now, LETTERS.c.at > now + AGAIN[-1] + LEASE)
        with self.store.reading() as connection:
            due = sa.select(LETTERS).where(LETTERS.c.state == Fate.DUE, ready, is_here(LETTERS.c.person))
            rows = connection.execute(due.limit(50))
            return [letter_of(row) for row in rows]

    def claim(self, letter: Letter) -> bool:
        """Take a letter in hand; of several workers one gets it. What tells of a turn that was made is not sent."""
        with self.store.writing() as connection:
            still = sa.select(NOTICES.c.id).where(NOTICES.c.id.in_(letter.notices), NOTICES.c.state == State.OUT)
            past = bool(letter.notices) and connection.execute(still.limit(1)).first() is None
            return (
                self._step(
                    connection, letter, Fate.DUE, Fate.FAILED if past else Fate.SENDING, at=self.store.clock.now()
                )
                and not past
            )

    def settle(self, letter: Letter, fate: Fate, trouble: str = "", again: float | None = None) -> None:
        """What became of a letter that this worker has in hand."""
        values: dict[str, Any] = {"trouble": trouble[:200], "tries": letter.tries + 1}
        if again is not None:
            values["at"] = again
        with self.store.writing() as connection:
            self._step(connection, letter, Fate.SENDING, fate, **values)
            here = sa.update(CHANNELS).where(CHANNELS.c.id == letter.channel)
            connection.execute(here.values(trouble=trouble[:200]))

    def give_up(self, now: float) -> int:
        """Letters that a worker had in hand when it died: they may have arrived, so they are not sent again."""
        held = sa.and_(LETTERS.c.state == Fate.SENDING, sa.func.abs(LETTERS.c.at - now) > LEASE)
        with self.store.reading() as connection:
            if connection.execute(sa.select(LETTERS.c.id).where(held).limit(1)).first() is None:
                return 0
        said = "The server stopped while this was sent: it may have arrived, so it was not sent again."
        with self.store.writing() as connection:
            return connection.execute(sa.update(LETTERS).where(held).values(state=Fate.UNKNOWN, trouble=said)).rowcount

    def tidy(self, now: float) -> None:
        """Forget what is long over."""
        with self.store.writing() as connection:
            done = LETTERS.c.state.not_in((Fate.DUE, Fate.SENDING))
            connection.execute(sa.delete(LETTERS).where(done, LETTERS.c.created < now - KEPT))
            old = sa.and_(NOTICES.c.state != State.WAITING, NOTICES.c.created < now - KEPT)
            connection.execute(sa.delete(NOTICES).where(old))

    def _step(self, connection: sa.Connection, letter: Letter, before: Fate, after: Fate, **values: Any) -> bool:
        here = sa.and_(LETTERS.c.id == letter.id, LETTERS.c.state == before)
        return connection.execute(sa.update(LETTERS).where(here).values(state=after, **values)).rowcount == 1

    # -- how somebody is called ---------------------------------------------------------------------

    def calls(self, mark: str) -> Calls:
        with self.store.reading() as connection:
            row = connection.execute(sa.select(CALLS).where(CALLS.c.person == mark)).first()
        return Calls(row.delay, row.digest, row.calendar) if row is not None else Calls()

    def change_calls(self, mark: str, **values: Any) -> None:
        with self.store.writing() as connection:
            done = connection.execute(sa.update(CALLS).where(CALLS.c.person == mark).values(**values))
            if done.rowcount == 0:
                usual = {"delay": DELAY, "digest": None, "calendar": None}
                connection.execute(sa.insert(CALLS).values(person=mark, **(usual | values)))

    def whose_calendar(self, token: str) -> str | None:
        query = sa.select(CALLS.c.person).where(CALLS.c.calendar == token, is_here(CALLS.c.person))
        with self.store.reading() as connection:
            mark = connection.execute(query).scalar()
        return str(mark) if mark is not None else None

    def channels(self, mark: str) -> list[Channel]:
        query = sa.select(CHANNELS).where(CHANNELS.c.person == mark).order_by(CHANNELS.c.created)
        with self.store.reading() as connection:
            return [channel_of(row) for row in connection.execute(query)]

    def channel(self, id: str) -> Channel | None:
        with self.store.reading() as connection:
            row = connection.execute(sa.select(CHANNELS).where(CHANNELS.c.id == id)).first()
        return channel_of(row) if row is not None else None

    def add(
        self, mark: str, kind: str, address: str, label: str, site: str, keys: dict[str, str] | None = None
    ) -> None:
        """One more way to reach somebody; the same again only gets its new keys."""
        same = sa.and_(CHANNELS.c.person == mark, CHANNELS.c.kind == kind, CHANNELS.c.address == address)
        with self.store.writing() as connection:
            connection.execute(sa.delete(CHANNELS).where(same))
            connection.execute(
                sa.insert(CHANNELS).values(
                    id=new_key()[:24],
                    person=mark,
                    kind=kind,
                    address=address,
                    keys=keys or {},
                    label=label[:80],
                    site=site[:200],
                    created=self.store.clock.now(),
                    trouble="",
                )
            )

    def drop(self, mark: str, id: str) -> None:
        with self.store.writing() as connection:
            connection.execute(sa.delete(CHANNELS).where(CHANNELS.c.person == mark, CHANNELS.c.id == id))

    def sent(self, mark: str, limit: int = 10) -> list[tuple[Letter, Fate, str, float]]:
        """What somebody was told lately, and whether it arrived."""
        query = sa.select(LETTERS).where(LETTERS.c.person == mark).order_by(LETTERS.c.id.desc()).limit(limit)
        with self.store.reading() as connection:
            return [(letter_of(row), Fate(row.state), row.trouble, row.created) for row in connection.execute(query)]


def is_here(person: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """Who was taken out of the house hears nothing of it, for as long as they are."""
    return ~sa.exists().where(PERSONS.c.id == person, PERSONS.c.deleted.is_not(None))


def of_this_turn(table: str | sa.BindParameter[str]) -> sa.ColumnElement[bool]:
    """What was told of the turn at a table, and holds."""
    kinds = sa.or_(*(NOTICES.c.kind == kind for kind in OF_A_TURN))
    return sa.and_(NOTICES.c.table_id == table, kinds, NOTICES.c.state != State.PAST)


# Asked with every turn: the statements are made once.

TURN_PAST: Final = Statement(sa.update(NOTICES).where(of_this_turn(sa.bindparam("of"))).values(state=State.PAST))
TO_CALL: Final = Statement(
    sa.select(CHANNELS.c.person)
    .join(
        HOLDERS,
        sa.and_(
            HOLDERS.c.table_id == sa.bindparam("of"),
            HOLDERS.c.seat == sa.bindparam("at"),
            HOLDERS.c.key_hash == CHANNELS.c.person,
        ),
    )
    .where(is_here(CHANNELS.c.person))
    .distinct()
)
"""Everybody who holds a seat and can be reached."""


def join_persons(connection: sa.Connection, old: str, new: str) -> None:
    """Two persons of one human are one: the ways to reach them lead to the one that stays."""
    for table in (CHANNELS, NOTICES, LETTERS):
        connection.execute(sa.update(table).where(table.c.person == old).values(person=new))
    connection.execute(sa.delete(CALLS).where(CALLS.c.person == old))


def forget_person(connection: sa.Connection, mark: str) -> None:
    """Who is deleted is called no more."""
    for table in (CHANNELS, NOTICES, LETTERS, CALLS):
        connection.execute(sa.delete(table).where(table.c.person == mark))


def notice_of(row: Any) -> Notice:
    return Notice(row.id, row.person, Told(row.kind), row.table_id, row.seat, row.about, row.created)


def letter_of(row: Any) -> Letter:
    notices = tuple(row.notices)
    return Letter(row.id, row.person, row.channel, row.subject, row.text, row.path, notices, row.tries)


def channel_of(row: Any) -> Channel:
    return Channel(row.id, row.person, row.kind, row.address, row.keys, row.label, row.site, row.trouble)
