"""A timekeeper: reckons when a turn runs out, by the wishes of those whose turn it is, and what happens then."""

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from branchline.table.pace import STAND_IN, Pace
from branchline.table.persons import Persons
from branchline.table.store import SKEW, Row

if TYPE_CHECKING:
    from branchline.table.table import Table


class Timekeeper:
    def __init__(self, persons: Persons) -> None:
        self.persons = persons

    async def due(self, row: Row, since: float) -> float | None:
        """When the turn of the seat to act runs out that began at `since`; None where no clock runs: at a live table,
        for a bot, for a seat that waits for somebody. Of several who hold the seat, the latest counts."""
        pace, seat = Pace.stored(row.pace), None if row.to_act is None else row.seats[row.to_act]
        if pace is None or seat is None or seat.is_bot or not seat.holders:
            return None
        persons = await self.persons.by_mark(seat.holders)
        return max(pace.due(person, since) for person in persons.values())

    async def look(self, table: "Table") -> None:
        """Whose time has run out has a bot sit in, until they come back; what a holiday has added in between counts.
        Of several servers that look, one does it."""

        async def act() -> None:
            row, now = table.row, table.store.clock.now()
            since = row.turn_since
            if since is None or row.due is None or since > now + SKEW:
                since = now
            due = await self.due(row, since)
            if due is None or row.finished is not None:
                return
            if due > now:
                if (since, due) == (row.turn_since, row.due):
                    return
                later = replace(row, revision=row.revision + 1, turn_since=since, due=due)
                await asyncio.to_thread(table.store.set_due, later)
            else:
                assert row.to_act is not None
                line = table.remarks.told(f"{table.names[row.to_act]} ran out of time: a bot sits in.")
                await asyncio.to_thread(table.store.sit_in, row, row.to_act, STAND_IN, line)
                await table.remarks.follow(ours=True)
            await table.reload(ours=True)

        await table.change(act)
