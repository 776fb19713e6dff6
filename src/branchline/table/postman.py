"""The postman: makes letters of notices whose time has come, and brings them.

Sent once: a letter is taken in hand by compare-and-set, before anything is said to anybody. If the server dies while
it has one in hand, or the line breaks before the answer, nobody can know whether it arrived; then it is not sent again,
and its owner's page says so. So nothing comes twice, and in that one moment a notice can be lost; the table, the home
page and the next notice still tell. What was surely not taken is tried again for some hours.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from branchline.refusal import Refused
from branchline.table.channel import Channels
from branchline.table.mail import Mail, Undelivered
from branchline.table.notice import Fate, Letter, Notice, compose
from branchline.table.outbox import AGAIN, Outbox
from branchline.table.persons import Persons
from branchline.table.reach import Reach, trust
from branchline.table.store import Store
from branchline.table.trouble import Stale

log = logging.getLogger("branchline")

TIDY = 3600.0
"""Seconds between two times that the postman tidies up."""


class Postman:
    def __init__(
        self, store: Store, persons: Persons, title_of: Callable[[str], str], mail: Mail | None, reach: Reach
    ) -> None:
        self.store = store
        self.persons = persons
        self.title_of = title_of
        self.outbox = Outbox(store)
        self.channels = Channels(store, mail, reach)
        self.on_the_way: set[asyncio.Task[None]] = set()
        self.settled: Callable[[Fate], None] = lambda fate: None
        """Told what became of each letter: whoever counts them."""
        self._tidied = 0.0

    async def go_round(self) -> None:
        """Once: what is due is written and sent."""
        now = self.store.clock.now()
        await self.write(now)
        if await asyncio.to_thread(self.outbox.give_up, now):
            log.warning("Letters that a server had in hand when it stopped are not sent again.")
        letters = await asyncio.to_thread(self.outbox.due, now)
        if letters:
            await asyncio.to_thread(trust)  # before one is in hand
        for letter in letters:
            task = asyncio.create_task(self.bring(letter))
            self.on_the_way.add(task)
            task.add_done_callback(self.on_the_way.discard)
        if self.on_the_way:
            await asyncio.wait(set(self.on_the_way))
        if abs(now - self._tidied) > TIDY:
            self._tidied = now
            await asyncio.to_thread(self.outbox.tidy, now)

    async def rest(self) -> None:
        """The server goes down: what is on its way arrives first."""
        if self.on_the_way:
            await asyncio.wait(set(self.on_the_way), timeout=3.0)

    # -- writing ---------------------------------------------------------------------------------

    async def write(self, now: float) -> None:
        """Letters for everybody for whom it is time, all that they are to hear in one."""
        found: dict[str, list[Notice]] = {}
        for notice in await asyncio.to_thread(self.outbox.waiting, now):
            found.setdefault(notice.person, []).append(notice)
        if not found:
            return
        persons = await self.persons.by_mark(found)
        for mark, notices in found.items():
            calls = await asyncio.to_thread(self.outbox.calls, mark)
            ready = [notice for notice in notices if calls.at(notice, persons[mark]) <= now]
            if ready:
                rows = {id: await asyncio.to_thread(self.store.row, id) for id in {n.table for n in ready}}
                told = [(notice, rows[notice.table]) for notice in ready]
                words = compose(told, persons[mark], self.title_of)
                channels = await asyncio.to_thread(self.outbox.channels, mark)
                with suppress(Stale):  # another worker has written them
                    await asyncio.to_thread(self.outbox.post, ready, channels, words)

    # -- bringing --------------------------------------------------------------------------------

    async def bring(self, letter: Letter) -> None:
        try:
            if await asyncio.to_thread(self.outbox.claim, letter):
                await self._bring(letter)
        except Refused as refused:
            log.warning("A letter waits: %s", refused.reason)

    async def _bring(self, letter: Letter) -> None:
        channel = await asyncio.to_thread(self.outbox.channel, letter.channel)
        if channel is None:
            return await self._settle(letter, Fate.FAILED, "This way to reach them was taken away.")
        try:
            await self.channels.send(channel, letter)
        except Undelivered as trouble:
            if trouble.uncertain:
                await self._settle(letter, Fate.UNKNOWN, trouble.reason)
            elif trouble.for_good or letter.tries >= len(AGAIN):
                await self._settle(letter, Fate.FAILED, trouble.reason)
                if trouble.gone:
                    await asyncio.to_thread(self.outbox.drop, channel.person, channel.id)
            else:
                again = self.store.clock.now() + AGAIN[letter.tries]
                await self._settle(letter, Fate.DUE, trouble.reason, again)
        else:
            await self._settle(letter, Fate.SENT)

    async def _settle(self, letter: Letter, fate: Fate, trouble: str = "", again: float | None = None) -> None:
        await asyncio.to_thread(self.outbox.settle, letter, fate, trouble, again)
        self.settled(fate)
