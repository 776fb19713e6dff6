"""A table: one live game, the record that grows.

Who sits at it is in `seats`, who sees what in `sight`. Reading is plain; what changes the table is
awaited, one at a time.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from branchline.game import Game, Json
from branchline.kernel.chance import Seed
from branchline.lesson import Lesson, lessons
from branchline.position import Position
from branchline.refusal import Refused
from branchline.table.draft import Draft, full_turn
from branchline.table.feed import Change, Feed, Kind
from branchline.table.person import Person
from branchline.table.plans import Plans, When
from branchline.table.remark import Remark
from branchline.table.remarks import Remarks
from branchline.table.seal import seal
from branchline.table.seats import Seats
from branchline.table.settings import Settings
from branchline.table.sight import Sight
from branchline.table.store import Beside, Entry, Row, Store, bot_for, stale
from branchline.table.takeback import TakeBacks
from branchline.table.timekeeper import Timekeeper
from branchline.table.trouble import NotYours, Unavailable

T = TypeVar("T")
ATTENDED: Final = 60.0
"""Seconds for which a table of bots only plays on after somebody has looked at it."""


class Table:
    def __init__(
        self,
        store: Store,
        feed: Feed,
        row: Row,
        moves: Sequence[Entry],
        game: Game,
        timekeeper: Timekeeper,
        remarks: Sequence[Remark] = (),
    ) -> None:
        assert row.version == game.version
        self.store = store
        self.feed = feed
        self.row = row
        self.game = game
        self.timekeeper = timekeeper
        self.seats = Seats(self)
        self.settings = Settings(self)
        self.sight = Sight(self)
        self.remarks = Remarks(self)
        self.remarks.add(remarks)
        self.takebacks = TakeBacks(self)
        self.plans = Plans(self)
        self.lock = asyncio.Lock()
        self.looked = time.monotonic()  # when somebody last asked for it
        self.aims: dict[int, str] = {}  # by seat: what its bot last said that it is after; known here alone
        self.notes: dict[int, str] = {}  # by event: what went wrong when a bot made it
        self.stood_in: set[int] = set()  # the events that a bot made for a person
        self.told = Change(row.id, Kind.MOVE, row.revision)  # to everybody, and since then to single seats
        self.told_apart: dict[int, Change] = {}
        self.position = Position(game, row.players, dict(row.options), Seed(row.seed))
        self._follow(moves)
        self._draft: Draft | None = None
        self._unread = True  # the draft of the row
        self.lesson: Lesson | None = lessons(game).get(row.lesson) if row.lesson else None

    # -- what it is ----------------------------------------------------------------------

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def title(self) -> str:
        return self.row.title

    @property
    def n(self) -> int:
        """How many events are confirmed."""
        return self.position.n

    @property
    def to_act(self) -> int | None:
        return self.position.to_act

    @property
    def over(self) -> bool:
        return self.position.over

    @property
    def draft(self) -> Draft | None:
        """What the seat to act has not confirmed yet; made of what is kept of it when somebody looks."""
        if self._unread:
            self.draft = self._drafted(self.row.draft)
        return self._draft

    @draft.setter
    def draft(self, draft: Draft | None) -> None:
        self._draft, self._unread = draft, False

    @property
    def names(self) -> list[str]:
        """The names of all seats, the automatons' too."""
        automatons = self.game.seat_names(self.position.state)[self.row.players :]
        return self.seats.names + automatons

    def names_at(self, n: int) -> list[str]:
        """The same as they stand in the log with event n: a bot's moves say that it made them."""
        names = [seat.name for seat in self.seats] + self.names[self.row.players :]
        if n in self.stood_in:
            by = self.position.events[n - 1].by
            names[by] = bot_for(names[by])
        return names

    @property
    def seal(self) -> str:
        return seal(self.row.seed)

    @property
    def bot_to_act(self) -> int | None:
        seat = self.to_act
        return seat if seat is not None and self.seats[seat].is_bot else None

    @property
    def unattended(self) -> bool:
        """Do bots only play here, and nobody looks? Then they wait: to think for nobody would keep others waiting."""
        persons = any(not seat.is_bot for seat in self.seats)
        watched = bool(self.feed.watches.get(self.id))
        return not persons and not watched and time.monotonic() > self.looked + ATTENDED

    def seen(self, seat: int | None) -> Position:
        """The position as this seat sees it: with its own draft, never another's."""
        draft = self.draft_of(seat)
        return draft.shown if draft is not None else self.position

    def draft_of(self, seat: int | None) -> Draft | None:
        """The draft, if it is this seat's."""
        return self.draft if seat is not None and seat == self.to_act else None

    def count(self, seat: int | None) -> int:
        """The n that the next move of this seat has to name: confirmed and drafted."""
        if (branch := self.plans.branch(seat)) is not None:
            return self.n + len(branch.moves)
        draft = self.draft_of(seat)
        return self.n + (len(draft.moves) if draft is not None else 0)

    def newest(self, seat: int | None) -> Change:
        """The last change that this seat, or a spectator, can see."""
        return self.told_apart.get(seat, self.told) if seat is not None else self.told

    # -- who may move --------------------------------------------------------------------

    def mover(self, person: Person, seat: int | None = None) -> int:
        """The seat to act, if this person may move it."""
        held = self.seats.held(person)
        if not held:
            raise NotYours("seats", "You hold no seat at this table: you can watch, but not move.")
        if seat is not None and seat not in held:
            raise self.seats.not_yours(seat)
        if self.over:
            raise Refused("turn", "The game is over.")
        due = self.to_act
        if due is not None and due in held and self.seats[due].stood_in:
            raise Refused("seats", "A bot sits in for you: take your seat back first.")
        if due is None or due not in held or (seat is not None and seat != due):
            raise Refused("turn", f"It is not your turn: {self.names[due or 0]} is to act.")
        return due

    def _mover_at(self, person: Person, seat: int | None, n: int) -> int:
        """The same, if this person has seen the latest."""
        held = self.seats.held(person)
        if held and (seat is None or seat in held):
            asker = seat if seat is not None else (self.to_act if self.to_act in held else held[0])
            if n != self.count(asker):
                raise stale()
        return self.mover(person, seat)

    def why_not(self, person: Person, move: str, seat: int | None = None) -> Refused | None:
        """None if this person could play the move now, else what speaks against it."""
        if (branch := self.plans.branch(self._own(person, seat))) is not None:
            why = full_turn() if branch.complete else branch.shown.why_not(move)
            return why and why.naming(self.names)
        try:
            self.mover(person, seat)
        except Refused as refused:
            return refused
        why = (self.draft or Draft.of(self.position)).why_not(move)
        return why and why.naming(self.names)

    def ask(self, person: Person, verb: str, at: str, seat: int | None = None) -> Refused | None:
        """The same for a verb and a place, as one points at it."""
        if (branch := self.plans.branch(self._own(person, seat))) is not None:
            why = full_turn() if branch.complete else branch.shown.ask(verb, at)
            return why and why.naming(self.names)
        try:
            self.mover(person, seat)
        except Refused as refused:
            return refused
        why = (self.draft or Draft.of(self.position)).ask(verb, at)
        return why and why.naming(self.names)

    def _own(self, person: Person, seat: int | None) -> int | None:
        """The seat that somebody speaks for while it is another's turn: the one that they name, or their only one."""
        held = self.seats.held(person)
        return seat if seat in held else held[0] if seat is None and len(held) == 1 else None

    # -- what they do --------------------------------------------------------------------

    async def play(
        self,
        person: Person,
        move: str,
        n: int,
        seat: int | None = None,
        confirm: bool | None = None,
        settle: bool = False,
    ) -> None:
        """Draft a move; confirm the turn when it is complete and the seat wants that by itself.

        `confirm` is the seat's wish for this move alone; `settle`, that a tie which it leads to is settled. Out of turn
        it is an answer, where all are asked at the same time, or a move on the branch of who plans ahead.
        """

        async def act() -> None:
            own = self._own(person, seat)
            if own is not None and self.plans.asked(own):
                return await self.plans.seal(own, move)
            if own is not None and self.plans.branch(own) is not None:
                return await self.plans.suppose(own, n, move)
            mover = self._mover_at(person, seat, n)
            before = self.draft or Draft.of(self.position)
            draft = self._with(move)
            if self.lesson is not None:
                self.lesson.check(before.shown, move)
            auto = self.seats[mover].auto if confirm is None else confirm
            if settle and self.lesson is None:
                draft = draft.settled(unseen=auto)
            await self._drafts(draft, auto)

        await self.change(act)

    async def play_together(self, person: Person, moves: Sequence[str], n: int, seat: int | None = None) -> None:
        """Draft moves that were chosen together: all of them, or none. They are taken back together too."""

        async def act() -> None:
            mover = self._mover_at(person, seat, n)
            if self.lesson is not None or not moves or self.plans.branch(mover) is not None:
                raise Refused("draft", "Make these moves one by one.")
            await self._drafts(self._with(*moves), self.seats[mover].auto)

        await self.change(act)

    async def _drafts(self, draft: Draft, auto: bool) -> None:
        if draft.complete and auto:
            await self._append(draft.moves)
        else:
            await self._keep_draft(draft)

    def _with(self, *moves: str) -> Draft:
        """The draft with one step more, or why not, by name."""
        try:
            return (self.draft or Draft.of(self.position)).add(*moves)
        except Refused as refused:
            if type(refused) is not Refused:
                raise
            raise refused.naming(self.names) from refused

    async def undo(self, person: Person, n: int, seat: int | None = None) -> None:
        """Take the last drafted move back, or the last one of a branch."""

        async def act() -> None:
            own = self._own(person, seat)
            if own is not None and self.plans.branch(own) is not None:
                return await self.plans.shorten(own, n)
            self._mover_at(person, seat, n)
            draft = (self.draft or Draft.of(self.position)).undo()
            await self._keep_draft(draft if draft.moves else None)

        await self.change(act)

    async def confirm(self, person: Person, n: int, seat: int | None = None) -> None:
        """Make the drafted turn stand; chance and the automatons answer. On a branch: keep it as a plan."""
        own = self._own(person, seat)
        if own is not None and self.plans.branch(own) is not None:
            return await self.plans.keep(person, When.ANY, own)

        async def act() -> None:
            self._mover_at(person, seat, n)
            if self.draft is None:
                raise Refused("draft", "There is nothing to confirm: make a move first.")
            if not self.draft.complete:
                raise Refused("draft", "Your turn is not complete yet: there is a move left to make.")
            await self._append(self.draft.moves)

        await self.change(act)

    async def play_for_bot(self, seat: int, n: int, move: str, note: str = "") -> None:
        """A bot's decision: stands at once."""

        async def act() -> None:
            if (seat, n) != (self.bot_to_act, self.n):
                raise stale()
            stand_in = bool(self.seats[seat].stand_in)
            await self._append([Entry(seat, move, self.position.code_of(move), note, stand_in)])

        await self.change(act)

    async def go_on_at(self, next: Row, moves: Sequence[Entry]) -> str:
        """Lay the table of another game with the same people, unless one of them has laid it already;
        the id of the table at which they go on."""

        async def act() -> str:
            if self.row.again is None:
                await asyncio.to_thread(self.store.create, next, moves, self.row)
                await self.reload(ours=True)
            return self.row.again or next.id

        return await self.change(act)

    async def change(self, act: Callable[[], Awaitable[T]]) -> T:
        """Change the table, one change at a time. What is in memory is believed until the store or
        a refusal speaks against it; then what other servers did is taken over, and it is tried once more."""
        async with self.lock:
            try:
                return await act()
            except Unavailable:
                raise
            except Refused:
                if not await self.refresh():
                    raise
            return await act()

    # -- keeping it ----------------------------------------------------------------------

    async def refresh(self, stand: tuple[int, int] | None = None) -> bool:
        """Take over what another server has changed; whether there was anything. `stand`: how the table is known to
        stand."""
        if stand is None:
            stand = await asyncio.to_thread(self.store.stand, self.id)
        revision, said = stand
        if said != self.remarks.last:
            await self.remarks.follow()
        elif revision == self.row.revision:
            return False
        if revision != self.row.revision:
            await self.reload()
        return True

    async def reload(self, ours: bool = False) -> None:
        """Read what is new, by this server or another."""
        row, moves = await asyncio.to_thread(self.store.since, self.id, self.n)
        if row.line != self.row.line:
            row, moves = await asyncio.to_thread(self.store.whole, self.id)
            self._forget(0)
        before, self.row = self.row, row
        self._follow(moves)
        if row.draft != before.draft or moves:
            self._unread = True
        kind = kind_of(before, row)
        if kind == Kind.SEAT and self.remarks.last:
            await self.remarks.read_again()
        if kind == Kind.DRAFT and (planners := planning(before, row)):
            for seat in planners:
                self._tell_apart(seat, ours)
        else:
            self._tell(kind, ours)

    async def _keep_draft(self, draft: Draft | None) -> None:
        kept = draft.kept if draft is not None else None
        await asyncio.to_thread(self.store.set_draft, self.id, self.row.revision, self.n, kept)
        self.row = replace(self.row, revision=self.row.revision + 1, draft=kept)
        self.draft = draft
        self._tell(Kind.DRAFT)

    async def _append(self, made: Sequence[Entry]) -> None:
        """Append the moves that were made and what chance and the automatons answer, in one transaction."""
        outcome = self.position.copy()
        for move in made:
            outcome.push(move.code)
        outcome.settle()
        plans = self.plans.play_on(outcome, made[0].seat)
        moves = [*made, *entries(outcome, self.n + len(made))]
        row = replace(
            self.row,
            revision=self.row.revision + 1,
            n=outcome.n,
            draft=None,
            to_act=outcome.to_act,
            standing=standing(outcome),
            changed=(now := self.store.clock.now()),
            finished=now if outcome.over else None,
            wish=None,
            plans=plans,
        )
        new_turn = (outcome.to_act, outcome.state.turn) != (self.to_act, self.position.state.turn)
        if new_turn:
            row = replace(row, turn_since=now, due=await self.timekeeper.due(row, now))
        await asyncio.to_thread(self.store.append, row, moves, new_turn)
        self._note(moves, self.n)
        self.position, self.draft, self.row = outcome, None, row
        if self.lesson is not None and self.lesson.due(outcome) is None:
            await asyncio.to_thread(self.store.learn, row.owner, row.game, self.lesson.key)
        self._tell(Kind.MOVE)

    async def take_back(self, n: int, beside: Beside) -> None:
        """Shorten the record to n events; whether that is right was asked before (`takebacks`)."""
        then = self.position.at(n)
        row = replace(
            self.row,
            revision=self.row.revision + 1,
            n=n,
            draft=None,
            to_act=then.to_act,
            standing=standing(then),
            changed=self.store.clock.now(),
            line=self.row.line + 1,
            wish=None,
            turn_since=(now := self.store.clock.now()),
            plans=None,
        )
        row = replace(row, due=await self.timekeeper.due(row, now))
        await asyncio.to_thread(self.store.take_back, row, beside)
        self._forget(n)
        self.draft, self.row = None, row
        self._tell(Kind.MOVE)

    def _forget(self, n: int) -> None:
        """What came after the first n events was taken back."""
        self.position = self.position.at(n)
        self.sight.forget()
        self.notes = {event: note for event, note in self.notes.items() if event <= n}
        self.stood_in = {event for event in self.stood_in if event <= n}

    def _tell(self, kind: Kind, ours: bool = True) -> None:
        if kind == Kind.DRAFT and self.to_act is not None:
            return self._tell_apart(self.to_act, ours)
        self.told, self.told_apart = Change(self.id, kind, self.row.revision, None, ours), {}
        self.feed.tell(self.told)

    def _tell_apart(self, seat: int, ours: bool) -> None:
        """Something that is for one seat's eyes alone."""
        change = self.told_apart[seat] = Change(self.id, Kind.DRAFT, self.row.revision, seat, ours)
        self.feed.tell(change)

    def _follow(self, moves: Sequence[Entry]) -> None:
        """Play stored moves; each has to be possible where it stands."""
        for move in moves:
            state = self.position.state
            if (
                move.seat != state.to_act
                or (state.to_act < self.position.players and move.code not in list(state.legal()))
                or self.game.text(state, move.code) != move.text
            ):
                raise Unavailable(
                    "database",
                    f"The database is damaged: move {self.n + 1} of table {self.id} does not follow from the moves "
                    "before it.",
                )
            self.position.push(move.code)
            self._note([move], self.n - 1)

    def _note(self, moves: Sequence[Entry], since: int) -> None:
        """What is known of moves besides what they do."""
        self.notes |= {n: move.note for n, move in enumerate(moves, since + 1) if move.note}
        self.stood_in |= {n for n, move in enumerate(moves, since + 1) if move.stand_in}

    def _drafted(self, kept: list[str | list[str]] | None) -> Draft | None:
        if not kept or self.to_act is None:
            return None
        draft = Draft.of(self.position)
        for step in kept:
            draft = draft.add(*([step] if isinstance(step, str) else step))
        return draft


def kind_of(before: Row, now: Row) -> Kind:
    """What has changed from one row to the next."""
    if (now.n, now.line) != (before.n, before.line):
        return Kind.MOVE
    unset = [[replace(seat, auto=False) for seat in row.seats] for row in (before, now)]
    if unset[0] != unset[1] or now.again != before.again:
        return Kind.SEAT
    alike, other = (replace(row, revision=0, draft=None, said=0, plans=None) for row in (before, now))
    return Kind.DRAFT if alike == other else Kind.SETTINGS


def planning(before: Row, now: Row) -> list[int]:
    """The seats whose plans have changed."""
    old, new = before.plans or {}, now.plans or {}
    return [int(seat) for seat in sorted({*old, *new}) if old.get(seat) != new.get(seat)]


def entries(position: Position, since: int) -> list[Entry]:
    """The events of a position after the first `since`, to be stored."""
    text = position.game.text
    return [Entry(event.by, text(before, event.move), event.move) for _, event, before, _ in position.walk(since)]


def standing(position: Position) -> Json:
    """What the list of tables shows; nothing that a spectator may not know."""
    return {
        "where": position.game.where(position.state),
        "over": position.over,
        "winners": position.winners(),
        "scores": position.scores() if position.over else [],
        "asked": list(position.game.asked_together(position.state)),
    }
