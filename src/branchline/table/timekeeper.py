"""A timekeeper: reckons when a turn runs out, by the wishes of those whose turn it is."""

from branchline.table.pace import Pace
from branchline.table.persons import Persons
from branchline.table.store import Row


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
