"""Settings: how a table is played, as those who sit at it choose while it goes on."""

import asyncio
from typing import TYPE_CHECKING, Final

from branchline.refusal import Refused
from branchline.table.person import Person
from branchline.table.trouble import NotYours

if TYPE_CHECKING:
    from branchline.table.table import Table

MAX_PAUSE: Final = 10_000


class Settings:
    """Those of one table."""

    def __init__(self, table: "Table") -> None:
        self.table = table

    async def change(
        self,
        person: Person,
        auto: bool | None = None,
        pause: int | None = None,
        seat: int | None = None,
        open_talk: bool | None = None,
    ) -> None:
        """Whether the turns of a seat, or of all that this person holds, confirm themselves; the milliseconds
        before a bot's turn; whether spectators hear the talk. All of it or nothing."""
        check_pause(pause)
        table, wished = self.table, {"pause": pause, "open_talk": open_talk}
        values = {name: value for name, value in wished.items() if value is not None}

        async def act() -> None:
            part = table.seats.part_of(person)
            if seat is not None and seat not in part.held:
                raise table.seats.not_yours(seat)
            if not (part.held or (auto is None and part.host)):
                raise NotYours("seats", "You hold no seat at this table: you can watch, but not change it.")
            if open_talk is not None and not part.host:
                raise NotYours("remarks", "Only the host of the table says whether spectators hear the talk.")
            seats = () if auto is None else part.held if seat is None else (seat,)
            change = table.store.change_settings
            await asyncio.to_thread(change, table.id, table.row.revision, seats, bool(auto), **values)
            await table.reload(ours=True)

        await table.change(act)


def check_pause(pause: int | None) -> None:
    if pause is not None and not 0 <= pause <= MAX_PAUSE:
        raise Refused("pause", f"The pause before a bot's turn is from 0 to {MAX_PAUSE} milliseconds, not {pause}.")
