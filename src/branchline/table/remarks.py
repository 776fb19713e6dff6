"""Remarks: what is said at one table, by whom and to whom.

Who takes part speaks; spectators hear it only where the table says so. Reading is plain, what adds a remark is awaited.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import sqlalchemy as sa

from branchline.game import Json
from branchline.refusal import Refused
from branchline.table import remark as kept
from branchline.table.feed import Change, Kind
from branchline.table.person import Person
from branchline.table.remark import LINES, OPEN, Reaction, Remark, Said, speakable
from branchline.table.seats import Part
from branchline.table.store import Beside
from branchline.table.trouble import NotYours

if TYPE_CHECKING:
    from branchline.table.table import Table

MINUTE: Final = 60.0
DAY: Final = 24 * 3600.0

A_MINUTE: Final = 15
"""How many remarks somebody can make in a minute: more is no talk."""

A_TABLE: Final = 5000
"""How many remarks a table keeps."""


class Remarks:
    """What was said at one table, as far as this server knows."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.all: list[Remark] = []
        self.voices: dict[str, int] = {}  # who has spoken, by mark, numbered from 1 in that order
        self.gone: set[int] = set()
        self.reacted: dict[int, dict[Reaction, dict[str, str]]] = {}  # by event: who, by mark, with their names

    @property
    def last(self) -> int:
        """The number of the newest one."""
        return self.all[-1].k if self.all else 0

    # -- reading ---------------------------------------------------------------------------

    def hears(self, part: Part) -> bool:
        """May these hear what is said here?"""
        return bool(part) or self.table.row.open_talk

    def heard(self, part: Part, since: int = 0) -> Sequence[Remark]:
        """What these may hear, after number `since`; what was removed is gone."""
        everything = self.hears(part)
        return [
            remark for remark in self.all[since:] if remark.k not in self.gone and (everything or remark.kind in OPEN)
        ]

    def lines(self, part: Part, since: int = 0) -> Sequence[Remark]:
        """What of it is a line of the log."""
        return [remark for remark in self.heard(part, since) if remark.kind in LINES]

    def reactions(self, n: int) -> dict[Reaction, list[str]]:
        """How people have answered an event: by sign, with their names."""
        return {sign: list(names.values()) for sign, names in self.reacted.get(n, {}).items() if names}

    def voice(self, remark: Remark) -> int:
        """A number for who speaks, at this table; 0: the house. It tells nobody who they are elsewhere."""
        return self.voices.get(remark.by, 0)

    def company(self, part: Part) -> bool:
        """Is there somebody to talk to, other than at this screen? Bots do not answer."""
        if not self.hears(part):
            return False
        seats = self.table.seats
        return any(seat.kind != "bot" and number not in part.held for number, seat in enumerate(seats))

    def json(self, remark: Remark) -> Json:
        """A remark for programs."""
        return {
            "k": remark.k,
            "kind": str(remark.kind),
            "n": remark.n,
            "at": remark.at,
            "seat": remark.seat,
            "name": remark.name,
            "voice": self.voice(remark),
            "text": remark.text,
            "about": remark.about,
            "named": list(remark.named),
        }

    # -- speaking --------------------------------------------------------------------------

    async def say(self, person: Person, text: str, seat: int | None = None) -> Remark:
        """Talk."""
        said = speakable(text)

        async def act() -> Remark:
            speaker = self._speaker(person, seat, Said.TALK)
            return await self._write(replace(speaker, text=said, named=self._named(said, speaker.seat)))

        return await self.table.change(act)

    async def react(self, person: Person, n: int, sign: str, seat: int | None = None) -> Remark:
        """Answer an event with a sign; the same again takes it away."""
        if sign not in list(Reaction):
            raise Refused("remarks", f"A reaction is one of {', '.join(Reaction)}, not {sign[:20]!r}.")

        async def act() -> Remark:
            if not 1 <= n <= self.table.n:
                raise Refused("remarks", f"There is no move {n} to react to.")
            speaker = self._speaker(person, seat, Said.REACTION)
            return await self._write(replace(speaker, text=sign, about=n))

        return await self.table.change(act)

    async def nudge(self, person: Person, seat: int | None = None, whom: int | None = None) -> Remark:
        """Remind the one to act; nobody is nudged more than once a day, whoever does it. `whom` is the seat that was
        meant: if another one is to act meanwhile, nobody is."""

        async def act() -> Remark:
            speaker = self._speaker(person, seat, Said.NUDGE)
            due = self._to_nudge(self.table.seats.part_of(person))
            if whom not in (None, due):
                name = self.table.names[due]
                raise Refused("remarks", f"The table has moved on meanwhile: now {name} is to act.")
            return await self._write(replace(speaker, named=(due,)), built_on=self.last)

        return await self.table.change(act)

    def _to_nudge(self, part: Part) -> int:
        """The seat to act, if it is one that can be nudged."""
        table = self.table
        due = table.to_act
        if due is None:
            raise Refused("remarks", "Nobody is to act: there is nobody to nudge.")
        if table.seats[due].is_bot or not table.seats[due].taken or due in part.held:
            raise Refused("remarks", f"{table.names[due]} is nobody who could be nudged from here.")
        now = self.table.store.clock.now()
        nudged = (remark.at for remark in self.all if remark.kind == Said.NUDGE and due in remark.named)
        if any(abs(now - at) < DAY for at in nudged):  # by a clock that may have been set back
            raise Refused("remarks", f"{table.names[due]} was nudged less than a day ago: once a day is enough.")
        return due

    def may_nudge(self, part: Part) -> int | None:
        """The seat that these could nudge now."""
        if not part:
            return None
        try:
            return self._to_nudge(part)
        except Refused:
            return None

    async def remove(self, person: Person, k: int) -> Remark:
        """Take a remark away: by the host, or by who made it."""

        async def act() -> Remark:
            part = self.table.seats.part_of(person)
            found = next((one for one in self.all if one.k == k and one.kind == Said.TALK), None)
            if found is None or k in self.gone or not self.hears(part):
                raise Refused("remarks", f"There is no remark {k} that could be removed.")
            if not part.host and found.by != person.mark:
                raise NotYours("remarks", "Only the host of the table, or who said it, can remove a remark.")
            return await self._write(replace(self.line(person, found.seat, Said.REMOVAL), name="", about=k))

        return await self.table.change(act)

    async def tell(self, text: str) -> Remark:
        """A line of the house, for everybody who looks at the table: a seat that was taken, a new link."""

        async def act() -> Remark:
            return await self._write(self._of_the_house(text))

        return await self.table.change(act)

    def told(self, text: str) -> Beside:
        """The same, to be written in the transaction of what it tells of."""
        line = self._of_the_house(text)

        def beside(connection: sa.Connection) -> None:
            kept.insert(self.table.store, connection, line)

        return beside

    def _of_the_house(self, text: str) -> Remark:
        return Remark(self.table.id, Said.TOLD, self.table.n, self.table.store.clock.now(), "", None, "", text)

    def _speaker(self, person: Person, seat: int | None, kind: Said) -> Remark:
        """An empty remark of somebody who may make it."""
        part = self.table.seats.part_of(person)
        if not part:
            raise NotYours("remarks", "You do not take part in this game: you can watch, but not speak.")
        if seat is not None and seat not in part.held:
            raise self.table.seats.not_yours(seat)
        if len(self.all) >= A_TABLE:
            raise Refused("remarks", f"This table is full of talk: it keeps {A_TABLE:,} remarks.")
        now = self.table.store.clock.now()
        lately = sum(1 for one in self.all[-A_MINUTE * 8 :] if one.by == person.mark and abs(now - one.at) < MINUTE)
        if lately >= A_MINUTE:
            raise Refused("remarks", f"Not so fast: {A_MINUTE} remarks a minute are enough. Wait a moment.")
        number = seat if seat is not None else part.held[0] if part.held else None
        return self.line(person, number, kind)

    def line(self, person: Person, seat: int | None, kind: Said) -> Remark:
        """An empty remark of somebody."""
        name = self.table.seats[seat].name if seat is not None else "The host"
        return Remark(self.table.id, kind, self.table.n, self.table.store.clock.now(), person.mark, seat, name)

    def _named(self, text: str, by: int | None) -> tuple[int, ...]:
        """The seats that a text names, as whole words."""
        words = f" {''.join(letter if letter.isalnum() else ' ' for letter in text.casefold())} "
        words = f" {' '.join(words.split())} "
        found = []
        for number, seat in enumerate(self.table.seats):
            name = " ".join("".join(letter if letter.isalnum() else " " for letter in seat.name.casefold()).split())
            if number != by and name and f" {name} " in words:
                found.append(number)
        return tuple(found)

    # -- keeping ---------------------------------------------------------------------------

    async def _write(self, remark: Remark, built_on: int | None = None) -> Remark:
        made = await asyncio.to_thread(kept.write, self.table.store, remark, built_on)
        await self.follow(ours=True)
        return made

    async def follow(self, ours: bool = False) -> None:
        """Read what is new, by this server or another, and tell those who look."""
        fresh = await asyncio.to_thread(kept.read, self.table.store, self.table.id, self.last)
        if fresh:
            self.add(fresh)
            table = self.table
            table.feed.tell(Change(table.id, Kind.REMARK, table.row.revision, ours=ours))

    async def read_again(self) -> None:
        """Somebody may have gone for good: their name has, too."""
        remarks = await asyncio.to_thread(kept.read, self.table.store, self.table.id)
        self.all, self.reacted = [], {}
        self.add(remarks)

    def add(self, remarks: Sequence[Remark]) -> None:
        """Take over what the store has."""
        for remark in remarks:
            self.all.append(remark)
            if remark.by:
                self.voices.setdefault(remark.by, len(self.voices) + 1)
            if remark.kind == Said.REMOVAL and remark.about is not None:
                self.gone.add(remark.about)
            if remark.kind == Said.BACK and remark.about is not None:
                self._go_back_to(remark.about)
            if remark.kind == Said.REACTION and remark.about is not None:
                names = self.reacted.setdefault(remark.about, {}).setdefault(Reaction(remark.text), {})
                if names.pop(remark.by, None) is None:
                    names[remark.by] = remark.name

    def _go_back_to(self, n: int) -> None:
        """A turn was taken back: what was said since then belongs to where it began."""
        self.all = [replace(remark, n=min(remark.n, n)) for remark in self.all]
        self.reacted = {event: signs for event, signs in self.reacted.items() if event <= n}
