"""A driver: sees that the bots of one table move, one decision after the other, at a pace to follow."""

import asyncio
import logging
import secrets
from typing import Final

from branchline.game import plain
from branchline.table.bots import Bots, BotTrouble, task_of
from branchline.table.table import Table
from branchline.table.trouble import Stale, Unavailable
from branchline.table.turns import Late
from branchline.words import sentence

GRACE: Final = 5.0
"""Seconds beyond the pause after which another server's bots are taken for dead."""

STEPS: Final = 3.0
"""How much shorter the pause is before a further step of a turn."""

LOOK: Final = 1.0
"""Seconds after which a table of bots only looks again whether anybody watches."""

RETRY: Final = 2.0
"""Seconds before a move that the database did not take is tried again."""

NO_TURN: Final = "had no turn to think, since so many others think here: it moved quickly."

log = logging.getLogger("branchline")


class Driver:
    def __init__(self, table: Table, bots: Bots, ours: bool) -> None:
        self.table = table
        self.bots = bots
        self.hurry = asyncio.Event()  # this server has made a move: its bots answer
        if ours:
            self.hurry.set()
        self.task = asyncio.create_task(self.drive())

    async def drive(self) -> None:
        """Until no bot is to act."""
        table = self.table
        told: tuple[int, int] | None = None
        while table.bot_to_act is not None:
            try:
                if not await self.is_ours() or (seat := table.bot_to_act) is None:
                    continue
                if table.unattended:
                    await asyncio.sleep(LOOK)
                    continue
                turn = (seat, int(table.position.state.turn))
                pause = table.row.pause / 1000
                await self.move(seat, pause if turn != told else pause / STEPS)
                told = turn
            except Stale:
                self.hurry.clear()  # another server was faster: its bots go on
            except Unavailable as trouble:
                log.warning("A bot's move at table %s waits: %s", table.id, trouble.reason)
                await asyncio.sleep(RETRY)
            except Exception:  # a fault of ours must not leave the table stuck without a word
                log.exception("A bot's move at table %s failed and is tried again", table.id)
                await asyncio.sleep(RETRY)

    async def is_ours(self) -> bool:
        """Is it this server's to move? If another one made the last move, after a time without news."""
        if self.hurry.is_set():
            return True
        n = self.table.n
        try:
            await asyncio.wait_for(self.hurry.wait(), self.table.row.pause / 1000 + GRACE)
        except TimeoutError:
            async with self.table.lock:
                await self.table.refresh()
            return self.table.n == n
        return True

    async def move(self, seat: int, pause: float) -> None:
        """One decision: thought while the pause runs, then made."""
        table, clock = self.table, asyncio.get_running_loop().time
        n, line, due = table.n, table.row.line, clock() + pause
        move, note, after = await self.choose(seat)
        await asyncio.sleep(max(0.0, due - clock()))
        if table.row.line != line:
            return  # a turn was taken back meanwhile: it is thought about anew
        table.aims[seat] = after or table.aims.get(seat, "")
        await table.play_for_bot(seat, n, move, note)

    async def choose(self, seat: int) -> tuple[str, str, str]:
        """The bot's move; if it gives none that is legal, any legal one and a note for the log. And what it says that
        it is after."""
        table = self.table
        position = table.position
        if table.lesson is not None and (written := table.lesson.reply(position)) is not None:
            return written, "", ""
        task = task_of(table.id, position, table.seats[seat].player, names=table.names)
        called = table.seats[seat].called
        try:
            try:
                found, note = await self.bots.choose(task, asker=table.row.owner, patience=self.bots.limit), ""
            except Late:
                found, note = await self.bots.choose_quickly(task), f"{sentence(called)} {NO_TURN}"
            refused = position.why_not(found.text)
            if refused is None:
                return found.text, note, found.aim
            trouble = f"wanted to play {found.text[:60]!r}: {plain(refused.reason, table.names)}"
        except BotTrouble as error:
            trouble = str(error)
        log.warning("Table %s: %s (%s) %s", table.id, called, task.level, trouble)
        said = f"{sentence(called)} {trouble}. A random move was made instead."
        return secrets.choice(position.legal()), said, ""
