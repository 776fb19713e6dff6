"""Seats: who sits where at a table, who may move a seat, and how one comes to hold it.

Nobody is taken at their word: a seat is held by those who laid the table with it, or who came by its link.
"""

import asyncio
import hmac
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from branchline.game import Game, Json
from branchline.players import check_level, usual_level
from branchline.refusal import Refused
from branchline.table.pace import STAND_IN
from branchline.table.person import Person, hash_key, new_key
from branchline.table.store import PROGRAM, Row, Seat
from branchline.table.trouble import NotYours
from branchline.words import listed

if TYPE_CHECKING:
    from branchline.table.table import Table

KINDS: Final = ("me", "here", "bot", "open")
NAMELESS: Final = "Player"  # who has not said their name yet
SOMEBODY: Final = "Somebody"  # who was here, and has gone for good
BOT_NAMES: Final = ("Stephenson", "Brunel", "Séguin", "Borsig", "Crampton", "Evans", "Webb", "Riggenbach")


@dataclass(frozen=True)
class Part:
    """What somebody has to do with a table."""

    held: tuple[int, ...] = ()  # the seats that they may move
    host: bool = False  # they laid it
    keeper: bool = False  # a host of the club: takes no part by that, but helps who lost everything

    def __bool__(self) -> bool:
        """Do they take part in it at all?"""
        return bool(self.held) or self.host


class Seats:
    """The seats of one table, in their order."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self._read: Row | None = None  # the row whose links are known
        self._links: dict[str, int] = {}  # hash of a link's token -> its seat

    def __len__(self) -> int:
        return len(self.table.row.seats)

    def __iter__(self) -> Iterator[Seat]:
        return iter(self.table.row.seats)

    def __getitem__(self, number: int) -> Seat:
        return self.table.row.seats[number]

    @property
    def names(self) -> list[str]:
        """As they are called now: a bot that sits in says so."""
        return [seat.called for seat in self]

    def own_name(self, number: int) -> str:
        """The name that somebody has given to a seat, if one has."""
        usual = self.table.game.seat_names(self.table.position.state)[number]
        return self[number].name if self[number].name != usual else ""

    # -- who holds ------------------------------------------------------------------------

    def part_of(self, person: Person) -> Part:
        if not person.mark:
            return Part()
        by_link = self.links.get(person.mark)
        held = tuple(
            number
            for number, seat in enumerate(self)
            if person.mark in seat.holders or (number == by_link and seat.taken)
        )
        return Part(held, person.mark == self.table.row.owner, person.role == "host")

    def held(self, person: Person) -> tuple[int, ...]:
        """The seats that somebody may move."""
        return self.part_of(person).held

    @property
    def links(self) -> Mapping[str, int]:
        """The seats by the hashes of their links' tokens; a seat's own token is as good as its holder's key."""
        if self._read is not self.table.row:
            self._read = self.table.row
            self._links = {hash_key(seat.token): number for number, seat in enumerate(self) if seat.token}
        return self._links

    def of_token(self, token: str) -> int:
        """The seat that a link's token stands for."""
        asked = hash_key(token)
        for known, number in self.links.items():
            if hmac.compare_digest(known, asked):
                return number
        raise NotYours("seats", "This link is spent: somebody has taken the seat, or it was mistyped.")

    def token(self, number: int, part: Part) -> str | None:
        """What leads to a seat, for those who may know: who takes part if it waits for somebody, else its holder."""
        seat = self[number]
        return seat.token if (number in part.held if seat.taken else part or part.keeper) else None

    def not_yours(self, seat: int) -> NotYours:
        if 0 <= seat < len(self.table.names):
            return NotYours("seats", f"You do not hold the seat of {self.table.names[seat]}.")
        return NotYours("seats", f"There is no seat {seat} at this table.")

    # -- sitting down ---------------------------------------------------------------------

    async def claim(self, person: Person, token: str, name: str | None = None, program: bool = False) -> int:
        """Take the seat that a link's token stands for; the link of an open seat is spent by it."""
        table = self.table

        async def act() -> int:
            held = self.held(person)
            try:
                number = self.of_token(token)
            except NotYours:
                if held:
                    return held[0]  # came back by the link that was spent
                raise
            if number in held:
                return number
            seat = self[number]
            changes: Json = {} if seat.taken else {"token": new_key()}
            if name and not seat.taken:
                changes["name"] = self._own_name(name, number)
            if program and not seat.taken:
                changes["level"] = PROGRAM
            await asyncio.to_thread(table.store.hold, table.id, table.row.revision, number, person.mark, **changes)
            await table.reload(ours=True)
            told.append("is taken by its link" if changes else "is held by somebody else as well, by its own link")
            return number

        told: list[str] = []
        taken = await table.change(act)
        for what in told:
            await table.remarks.tell(f"The seat of {self[taken].name} {what}.")
        return taken

    def _own_name(self, name: str, seat: int) -> str:
        """A name that nobody else at the table has."""
        others = (other.casefold() for number, other in enumerate(self.table.names) if number != seat)
        if name.casefold() in others:
            raise Refused("seats", f"Somebody at this table is called {name} already: take another name.")
        return name

    def free_name(self, name: str) -> str:
        """A name that nobody at the table has, like this one."""
        return other_than(self.names, name) if name else ""

    # -- leaving it to a bot --------------------------------------------------------------

    async def come_back(self, person: Person, seat: int) -> None:
        """Who comes back sits down again, and the bot that sat in leaves."""
        table = self.table

        async def act() -> None:
            if seat not in self.held(person):
                raise self.not_yours(seat)
            if not self[seat].stood_in:
                return  # a second click
            row, now = table.row, table.store.clock.now()
            since, due = row.turn_since, row.due
            if row.to_act == seat:
                seats = [replace(other, stand_in="") if at == seat else other for at, other in enumerate(row.seats)]
                since, due = now, await table.timekeeper.due(replace(row, seats=seats), now)
            line = table.remarks.told(f"{self[seat].name} is back and takes the seat from the bot.")
            await asyncio.to_thread(table.store.come_back, row, seat, since, due, line)
            await table.remarks.follow(ours=True)
            await table.reload(ours=True)

        await table.change(act)

    def others(self, seat: int) -> list[int]:
        """The seats whose people have to agree before a bot keeps this one for good."""
        return [number for number, other in enumerate(self) if number != seat and other.holders and not other.is_bot]

    async def agree(self, person: Person, seat: int) -> None:
        """Leave the seat of somebody to the bot that sits in for them, for good, once all others agree."""
        table = self.table

        async def act() -> None:
            if not 0 <= seat < len(self) or not self[seat].stood_in:
                raise Refused("seats", "No bot sits in there: there is nothing to agree to.")
            mine = set(self.held(person)) & set(self.others(seat))
            if not mine:
                raise NotYours("seats", "Only the others who play here can leave the seat to the bot for good.")
            agreed = sorted(mine | set(self[seat].agreed))
            if set(self.others(seat)) <= set(agreed):
                level = self[seat].stand_in
                give = table.store.give_to_bot
                await asyncio.to_thread(give, table.id, table.row.revision, seat, level, level, agreed=True)
            else:
                who = listed([self[number].name for number in sorted(mine)])
                line = table.remarks.told(f"{who} would leave the seat of {self[seat].name} to the bot for good.")
                await asyncio.to_thread(table.store.agree, table.row, seat, agreed, who, line)
                await table.remarks.follow(ours=True)
            await table.reload(ours=True)

        await table.change(act)

    async def give_to_bot(self, person: Person, seat: int, level: str) -> None:
        """A bot takes a seat: nobody need wait for a friend who has not come yet, or play on to the end."""
        check_level(self.table.game, level[:40])
        table = self.table

        async def act() -> None:
            part = self.part_of(person)
            if seat not in part.held:
                if not part.host:
                    raise NotYours("seats", "Only the one who laid the table can give a seat to a bot.")
                if not 0 <= seat < len(self) or self[seat].taken:
                    raise Refused("seats", "Only an open seat that nobody has taken can be given to a bot.")
            if table.over:
                raise Refused("turn", "The game is over.")
            stand_in = level if self[seat].taken or self.own_name(seat) else ""
            await asyncio.to_thread(table.store.give_to_bot, table.id, table.row.revision, seat, level, stand_in)
            await table.reload(ours=True)

        await table.change(act)

    # -- when somebody lost everything, or goes for good -------------------------------------

    def may_invite_again(self, part: Part, seat: int) -> bool:
        """Can these give this seat a new link? The host of the table can, and the club's; while it is played."""
        a_persons = 0 <= seat < len(self) and self[seat].kind != "bot" and self[seat].taken
        return a_persons and not self.table.over and seat not in part.held and (part.host or part.keeper)

    async def invite_again(self, person: Person, seat: int) -> None:
        """Give the seat of somebody who lost everything a new link: who held it does so no longer."""

        async def act() -> None:
            if not self.may_invite_again(self.part_of(person), seat):
                raise NotYours("seats", "Only the host can give a seat a new link, and only one that a friend holds.")
            await self._open_again(seat)

        await self.table.change(act)
        await self._tell_of_link(seat, "the host" if self.part_of(person).host else "the host of the club")

    async def give_again(self, seat: int) -> None:
        """The same by the host of the club, from outside of the table."""
        await self.table.change(lambda: self._open_again(seat))
        await self._tell_of_link(seat, "the host of the club")

    async def _open_again(self, seat: int) -> None:
        table = self.table
        await asyncio.to_thread(table.store.invite_again, table.row, seat, new_key())
        await table.reload(ours=True)

    async def _tell_of_link(self, seat: int, by: str) -> None:
        await self.table.remarks.tell(
            f"The seat of {self[seat].name} has a new link, from {by}; who held it does so no longer."
        )

    async def sit_in_for(self, person: Person) -> None:
        """Somebody was taken out of the house: a bot sits in wherever they alone hold a seat, until they come back."""
        table = self.table

        async def act() -> None:
            for seat, held in enumerate(self):
                if held.holders == {person.mark} and not (held.is_bot or table.over):
                    line = table.remarks.told(f"{held.name} is not here any more: a bot sits in.")
                    await asyncio.to_thread(table.store.sit_in, table.row, seat, STAND_IN, line)
                    await table.remarks.follow(ours=True)
                    await table.reload(ours=True)

        await table.change(act)

    async def leave(self, person: Person, level: str) -> bool:
        """Somebody goes for good. The games of the others stay: in one that is played a bot takes the seat, and no
        seat bears the name any more. False if nobody else takes part: then the table is cleared."""
        table, mark = self.table, person.mark

        async def act() -> bool:
            others = [holder for seat in self for holder in sorted(seat.holders) if holder != mark]
            if not others and table.row.owner in ("", mark):
                await asyncio.to_thread(table.store.take_off, table.id, table.row.revision)
                return False
            owner = table.row.owner if table.row.owner != mark else (others or [""])[0]
            left = {n: self._left(n, level) for n, seat in enumerate(self) if seat.holders == {mark}}
            await asyncio.to_thread(table.store.leave, table.row, mark, owner, left)
            await table.reload(ours=True)
            return True

        return await table.change(act)

    def _left(self, seat: int, level: str) -> Json:
        """A seat without its person: nameless, and a bot's if the game goes on."""
        others = [name for number, name in enumerate(self.names) if number != seat]
        nameless: Json = {"name": other_than(others, SOMEBODY), "token": None}
        bots: Json = {"kind": "bot", "level": level, "stand_in": level, "agreed": None}
        return nameless if self.table.over else nameless | bots


# -- at a new table -------------------------------------------------------------------------


def plan(game: Game, wishes: Sequence[Mapping[str, Any]], usual: Sequence[str], creator: Person) -> list[Seat]:
    """The seats of a new table, checked, with names and tokens."""
    made = []
    bots = (name for name in BOT_NAMES)
    for number, wish in enumerate(wishes):
        kind = wish.get("kind", "bot")
        if kind not in KINDS:
            raise Refused("seats", f"A seat is one of {', '.join(KINDS)}, not {str(kind)[:40]!r}.")
        name = words(wish.get("name") or "", 40, "name")
        level = ""
        if kind == "bot":
            level = str(wish.get("level") or usual_level(game))
            check_level(game, level[:40])
            name = name or next(bots)
        made.append(
            Seat(
                kind=kind,
                name=name or usual[number],
                level=level,
                token=None if kind == "bot" else new_key(),
                auto=bool(wish.get("auto", False)),
                holders=frozenset({creator.mark}) if kind in ("me", "here") else frozenset(),
            )
        )
    names = [seat.name.casefold() for seat in made]
    for name in names:
        if names.count(name) > 1:
            raise Refused("seats", f"Two seats are called {made[names.index(name)].name}: give each its own name.")
    return made


def other_than(taken: Sequence[str], name: str) -> str:
    """This name, with a number if it is taken: Ada, Ada 2, Ada 3."""
    known = {other.casefold() for other in taken}
    tries = (name, *(f"{name[:36]} {count}" for count in range(2, len(known) + 3)))
    return next(one for one in tries if one.casefold() not in known)


def given_name(wishes: Sequence[Mapping[str, Any]]) -> str:
    """What somebody who lays a table calls themselves, if it is a name."""
    name = next((" ".join(str(wish.get("name", "")).split()) for wish in wishes if wish.get("kind") == "me"), "")
    return name if name != NAMELESS else ""


def words(text: object, limit: int, what: str) -> str:
    """A name or title as people may give it."""
    text = " ".join(str(text).split())
    if len(text) > limit:
        raise Refused("seats", f"A {what} has at most {limit} letters, not {len(text)}.")
    if not text.isprintable() or set("{}<>") & set(text):
        raise Refused("seats", f"A {what} can't hold control characters or any of {{ }} < >.")
    return text
