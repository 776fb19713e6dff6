"""The lobby: "I would play." Who wants the same game finds each other, and a table is laid for them.

A wish names a game, how many play, at which pace, and whether bots may take the seats that stay empty. Others join it;
when all seats have somebody the table is laid, and before that if the first one does not want to wait.
"""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from branchline.game import Game
from branchline.refusal import Refused
from branchline.table.pace import TURNS, Pace
from branchline.table.person import Person
from branchline.table.persons import PERSONS, Belongings, Persons, person_of
from branchline.table.store import Store, schema
from branchline.table.trouble import NotYours

DAY: Final = 24 * 3600.0

PACES: Final = {"live": "live, no clock"} | {
    name: Pace(turn, quiet=True).words.rstrip(".").lower() for name, turn in TURNS.items()
}
"""How long a turn may take, in the words of forms and of people."""

GOOD_FOR: Final = 7 * DAY
"""Seconds for which a wish stands."""

EACH: Final = 5
"""How many wishes somebody may have at once."""

WISHES = sa.Table(
    "wishes",
    schema,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("person", sa.String(64), nullable=False, index=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("pace", sa.String(8), nullable=False),
    sa.Column("bots", sa.Boolean, nullable=False),
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("laid", sa.String(16)),  # the table that came of it
)

WISHERS = sa.Table(
    "wishers",
    schema,
    sa.Column("wish", sa.String(16), sa.ForeignKey("wishes.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("person", sa.String(64), primary_key=True, index=True),
    sa.Column("at", sa.Double, nullable=False),
)


@dataclass(frozen=True)
class Proposal:
    id: str
    game: str
    players: int
    pace: str
    bots: bool
    created: float
    laid: str | None
    persons: tuple[Person, ...]  # the first one has made it

    @property
    def full(self) -> bool:
        return len(self.persons) >= self.players

    def has(self, person: Person) -> bool:
        return any(one.mark == person.mark for one in self.persons)

    def is_of(self, person: Person) -> bool:
        return bool(self.persons) and self.persons[0].mark == person.mark


class Lobby:
    def __init__(self, store: Store, persons: Persons, find: Callable[[str], Game]) -> None:
        self.store = store
        self.find = find
        persons.belongings.append(Belongings(join, forget))

    async def wishes(self) -> list[Proposal]:
        """Those that stand, the newest first."""
        return await asyncio.to_thread(self._wishes)

    def _wishes(self) -> list[Proposal]:
        since = self.store.clock.now() - GOOD_FOR
        standing = sa.select(WISHES).where(WISHES.c.created > since, WISHES.c.laid.is_(None))
        with self.store.reading() as connection:
            rows = connection.execute(standing.order_by(WISHES.c.created.desc()).limit(100)).all()
            return [self._wish(connection, row) for row in rows]

    async def get(self, id: str) -> Proposal:
        return await asyncio.to_thread(self._get, id)

    def _get(self, id: str) -> Proposal:
        with self.store.reading() as connection:
            row = connection.execute(sa.select(WISHES).where(WISHES.c.id == id[:16])).first()
            if row is None:
                raise NotYours("lobby", "Nobody wishes this any more.")
            return self._wish(connection, row)

    def _wish(self, connection: sa.Connection, row: sa.Row[tuple[object, ...]]) -> Proposal:
        of_wish = (
            sa.select(PERSONS)
            .join(WISHERS, WISHERS.c.person == PERSONS.c.id)
            .where(WISHERS.c.wish == row.id)
            .order_by(WISHERS.c.at)
        )
        persons = tuple(person_of(found) for found in connection.execute(of_wish))
        return Proposal(row.id, row.game, row.players, row.pace, row.bots, row.created, row.laid, persons)

    # -- wishing ---------------------------------------------------------------------------

    async def wish(self, person: Person, game: str, players: int, pace: str, bots: bool) -> str:
        rules = self.find(game)
        if players not in rules.seats or players < 2:
            raise Refused("lobby", f"{rules.title} is for {rules.about.players} players; a wish is for two at least.")
        if pace not in PACES:
            raise Refused("lobby", f"A pace is one of {', '.join(PACES)}, not {pace[:20]!r}.")
        return await asyncio.to_thread(self._make, person, rules.name, players, pace, bots)

    def _make(self, person: Person, game: str, players: int, pace: str, bots: bool) -> str:
        now, id = self.store.clock.now(), secrets.token_hex(8)
        standing = sa.and_(WISHES.c.person == person.mark, WISHES.c.laid.is_(None), WISHES.c.created > now - GOOD_FOR)
        values = {"id": id, "person": person.mark, "game": game, "players": players, "pace": pace, "bots": bots}
        with self.store.writing() as connection:
            connection.execute(sa.delete(WISHES).where(WISHES.c.created < now - GOOD_FOR))
            if len(connection.execute(sa.select(WISHES.c.id).where(standing)).all()) >= EACH:
                raise Refused("lobby", f"You have {EACH} wishes already: take one back first.")
            connection.execute(sa.insert(WISHES).values(values | {"created": now}))
            connection.execute(sa.insert(WISHERS).values(wish=id, person=person.mark, at=now))
        return id

    async def join(self, person: Person, id: str) -> Proposal:
        """One more would play."""
        await asyncio.to_thread(self._add, person, id)
        return await self.get(id)

    def _add(self, person: Person, id: str) -> None:
        with self.store.writing() as connection:
            # the row is written to first, so that of two who take the last seat one has to wait and look again
            standing = sa.and_(WISHES.c.id == id[:16], WISHES.c.laid.is_(None))
            if connection.execute(sa.update(WISHES).where(standing).values(laid=None)).rowcount == 0:
                raise Refused("lobby", "That table has begun, or nobody wishes it any more.")
            row = connection.execute(sa.select(WISHES).where(WISHES.c.id == id[:16])).one()
            there = [one.person for one in connection.execute(sa.select(WISHERS).where(WISHERS.c.wish == row.id))]
            if person.mark in there:
                return
            if len(there) >= row.players:
                raise Refused("lobby", "All seats have somebody already.")
            now = self.store.clock.now()
            connection.execute(sa.insert(WISHERS).values(wish=row.id, person=person.mark, at=now))

    async def leave(self, person: Person, id: str) -> None:
        """Somebody would rather not; without the one who made it, or without anybody, there is no wish."""
        await asyncio.to_thread(self._leave, person.mark, id[:16])

    def _leave(self, mark: str, id: str) -> None:
        with self.store.writing() as connection:
            connection.execute(sa.delete(WISHERS).where(WISHERS.c.wish == id, WISHERS.c.person == mark))
            connection.execute(sa.delete(WISHES).where(WISHES.c.id == id, WISHES.c.person == mark))

    async def claim(self, id: str, table: str) -> bool:
        """Was this the table that came of a wish? Of two that are laid at once, one is."""
        return await asyncio.to_thread(self._claim, id, table)

    def _claim(self, id: str, table: str) -> bool:
        with self.store.writing() as connection:
            due = sa.and_(WISHES.c.id == id, WISHES.c.laid.is_(None))
            return connection.execute(sa.update(WISHES).where(due).values(laid=table)).rowcount == 1


def join(connection: sa.Connection, old: str, new: str) -> None:
    """Who wishes the same twice wishes it once."""
    twice = sa.select(WISHERS.c.wish).where(WISHERS.c.person == new)
    connection.execute(sa.delete(WISHERS).where(WISHERS.c.person == old, WISHERS.c.wish.in_(twice)))
    for table in (WISHERS, WISHES):
        connection.execute(sa.update(table).where(table.c.person == old).values(person=new))


def forget(connection: sa.Connection, mark: str) -> None:
    for table in (WISHERS, WISHES):
        connection.execute(sa.delete(table).where(table.c.person == mark))
