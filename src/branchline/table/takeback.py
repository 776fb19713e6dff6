"""Taking a turn back: the wish of one, the answers of the others, and what can't be undone by any of them.

A turn is taken back as a whole, with all that came after it, if every other person at the table agrees: all of them
have seen it. Bots do not mind. Nobody takes back a draw that was made or a card that was seen, since what is known
stays known. The moves are kept aside in the store; the game goes on as if they had not been made, and the log says so.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

import sqlalchemy as sa

from branchline.game import Game, Json
from branchline.kernel.chance import Seed
from branchline.kernel.state import CHANCE, State
from branchline.position import Position, Step
from branchline.refusal import Refused
from branchline.table import remark as kept
from branchline.table.draft import GUESSES, known_after
from branchline.table.person import Person
from branchline.table.remark import Remark, Said
from branchline.table.store import Store
from branchline.table.trouble import NotYours, Stale
from branchline.words import listed

if TYPE_CHECKING:
    from branchline.table.table import Table

LONGEST: Final = 64
"""So many decisions back a turn is looked for."""


@dataclass(frozen=True)
class Plea:
    """Somebody would like to take their last turn back."""

    seat: int
    n: int  # how long the record would be then
    asked: tuple[int, ...]  # the seats whose people have not answered yet

    @classmethod
    def of(cls, stored: Json | None) -> "Plea | None":
        return cls(stored["seat"], stored["n"], tuple(stored["asked"])) if stored else None

    def json(self) -> Json:
        return {"seat": self.seat, "n": self.n, "asked": list(self.asked)}


class TakeBacks:
    """The wishes at one table."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self._begun: dict[int, tuple[tuple[int, int], int]] = {}  # by seat: where its last turn began, and which it was

    @property
    def open(self) -> Plea | None:
        """The one that waits for answers."""
        return Plea.of(self.table.row.wish)

    # -- what can be taken back ----------------------------------------------------------------

    def possible(self, seat: int | None) -> bool:
        """Could this seat wish it, as far as can be said at a glance? Whether a card was seen is looked at when
        somebody asks."""
        if seat is None or self.table.over or self.open is not None:
            return False
        events = self.table.position.events
        last = len(events) - 1
        while last >= 0 and events[last].by != seat:
            if events[last].by == CHANCE:
                return False
            last -= 1
        return last >= 0 and all(event.by != CHANCE for event in events[self._begin(seat, last) :])

    def _begin(self, seat: int, last: int) -> int:
        """How long the record was before the last turn of a seat, whose last event is known. What came before that
        stays as it was, unless a turn is taken back."""
        turn, (known, begin) = (self.table.row.line, last), self._begun.get(seat, ((-1, -1), 0))
        if known != turn:
            begin = begin_of(self.table.position, seat) or 0
            self._begun[seat] = turn, begin
        return begin

    def begin(self, seat: int) -> int:
        """How long the record is without the last turn of a seat and all that came after it; refuses what can't
        be taken back by anybody."""
        table = self.table
        if table.over:
            raise Refused("take-back", "The game is over: what was played stands.")
        begin = begin_of(table.position, seat)
        if begin is None:
            raise Refused("take-back", "There is no turn of yours to take back yet.")
        for step in table.position.walk(begin):
            if step.event.by == CHANCE:
                raise Refused("take-back", "Something was drawn since then: nobody can take that back.")
            if table.game.has_secrets and any(shows(table.game, step, other) for other in range(table.row.players)):
                raise Refused("take-back", "Something was seen since then that was hidden: nobody can unsee it.")
        return begin

    def to_ask(self, held: Sequence[int]) -> tuple[int, ...]:
        """The seats of all other people: each of them has seen the turn."""
        seats = enumerate(self.table.seats)
        return tuple(number for number, seat in seats if not seat.is_bot and seat.taken and number not in held)

    # -- wishing and answering -----------------------------------------------------------------

    async def wish(self, person: Person, n: int, seat: int | None = None) -> None:
        """Ask the others; where there are none, it is done at once. `n` is how many events the asker has seen: who
        has not seen the last move does not know what would go with the turn."""
        table = self.table

        async def act() -> None:
            held = table.seats.held(person)
            if not held:
                raise NotYours("seats", "You hold no seat at this table: you can watch, but not move.")
            if seat is not None and seat not in held:
                raise table.seats.not_yours(seat)
            if self.open is not None:
                raise Refused("take-back", "There is such a wish already: it waits for an answer.")
            if n != table.n:
                raise Stale("n", "The table has moved on meanwhile: look at what would be taken back, and ask again.")
            mine = seat if seat is not None else self._last_of(held)
            begin = await asyncio.to_thread(self.begin, mine)
            wish = Plea(mine, begin, self.to_ask(held))
            if not wish.asked:
                await self._take_back(wish)
                return
            line = replace(table.remarks.line(person, mine, Said.WISH), named=wish.asked, about=begin)
            await self._keep(wish, line)

        await table.change(act)

    def _last_of(self, held: Sequence[int]) -> int:
        events = self.table.position.events
        return next((event.by for event in reversed(events) if event.by in held), held[0])

    async def answer(self, person: Person, agree: bool, n: int) -> None:
        """Yes or no, by one who is asked; whoever wished it can let it go by a no. `n` says which wish was read: how
        long the record would be."""
        table = self.table

        async def act() -> None:
            held, wish = table.seats.held(person), self.open
            if wish is None or wish.n != n:
                raise Refused("take-back", "There is no such wish any more: the table has moved on.")
            mine = tuple(seat for seat in held if seat in wish.asked or (seat == wish.seat and not agree))
            if not mine:
                raise NotYours("take-back", "It is for others to answer this wish.")
            line = table.remarks.line(person, mine[0], Said.ANSWER)
            line = replace(line, text="yes" if agree else "no", named=(wish.seat,), about=wish.n)
            left = replace(wish, asked=tuple(seat for seat in wish.asked if seat not in mine))
            if agree and not left.asked:
                await self._take_back(wish, line)
            else:
                await self._keep(left if agree else None, line)

        await table.change(act)

    async def _keep(self, wish: Plea | None, line: Remark) -> None:
        table = self.table
        stored = wish.json() if wish is not None else None
        beside = partial(write_down, table.store, [line])
        await asyncio.to_thread(table.store.set_wish, table.id, table.row.revision, stored, beside)
        await table.remarks.follow(ours=True)
        await table.reload(ours=True)

    async def _take_back(self, wish: Plea, answer: Remark | None = None) -> None:
        """The record becomes as long as it was; what was played is kept aside."""
        table = self.table
        name = f"{table.names[wish.seat]} takes the last turn back"
        agreed = [table.names[seat] for seat in self.to_ask([wish.seat])] if answer is not None else []
        text = f"{name}; {listed(agreed)} agree{'s' if len(agreed) == 1 else ''}." if agreed else f"{name}."
        now = table.store.clock.now()
        told = Remark(table.id, Said.BACK, wish.n, now, "", None, "", text, about=wish.n)
        await table.take_back(wish.n, partial(write_down, table.store, [told] if answer is None else [answer, told]))
        await table.remarks.follow(ours=True)


def write_down(store: Store, lines: Sequence[Remark], connection: sa.Connection) -> None:
    """In the transaction of what they tell of."""
    for line in lines:
        kept.insert(store, connection, line)


def begin_of(position: Position, seat: int) -> int | None:
    """How long the record was before the last turn of a seat; None if it had none."""
    events = position.events
    last = next((n for n in range(len(events) - 1, -1, -1) if events[n].by == seat), None)
    if last is None:
        return None
    first = last
    while first > 0 and events[first - 1].by == seat and last - first < LONGEST:
        first -= 1
    turns = [int(step.before.turn) for step in position.at(last + 1).walk(first)]
    return first + turns.index(turns[-1])


def shows(game: Game, step: Step, seat: int) -> bool:
    """Did this event tell a seat something that it could not know?

    What the seat sees of it is looked for in worlds that agree with all that it knew before. If it is not to be had in
    one of them, or leaves the seat with other knowledge there, it told which world is the true one."""
    truth, code = step.before, step.event.move
    known, seen = known_after(truth.copy(), code, seat), game.seen(truth, code, seat)
    for guess in range(GUESSES):
        world = truth.copy()
        world.redeal(seat, Seed("take back").at(guess))
        alike = next((other for other in codes(world) if game.seen(world, other, seat) == seen), None)
        if alike is None or known_after(world, alike, seat) != known:
            return True
    return False


def codes(world: State) -> list[int]:
    """What whoever is to act could do."""
    if world.to_act >= world.players:
        return [int(world.automaton())]
    return [int(code) for code in world.legal()]
