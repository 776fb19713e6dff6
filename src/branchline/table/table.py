"""A table: one live game, its seats, and who may see and do what.

Whoever asks comes with a key: a browser's cookie or a seat's token. The table knows which seats a
key holds; it never takes anybody's word for it. Reading is plain; what changes the table is
awaited, one at a time.
"""

import asyncio
import hashlib
import hmac
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from branchline.game import Game, Json, plain
from branchline.kernel.chance import Seed
from branchline.kernel.state import CHANCE
from branchline.players import player
from branchline.position import Position
from branchline.refusal import Refused
from branchline.table.draft import Draft
from branchline.table.feed import Change, Feed
from branchline.table.seal import seal
from branchline.table.store import Move, Row, Seat, Store, stale
from branchline.table.trouble import NotYours, Unavailable

T = TypeVar("T")
MAX_PAUSE = 10_000
TOO_LONG = 24 * 3600
"""Seconds after which the others may let a bot play for somebody."""


def new_key() -> str:
    """An unguessable key for a browser, or token for a seat."""
    return secrets.token_urlsafe(24)


def hash_key(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


class Table:
    def __init__(self, store: Store, feed: Feed, row: Row, moves: Sequence[Move], game: Game) -> None:
        self.store = store
        self.feed = feed
        self.row = row
        self.game = game
        self.lock = asyncio.Lock()
        self.on_change: Callable[[Table, bool], None] = lambda table, ours: None  # the service listens
        self.notes: dict[int, str] = {}
        self._logs: dict[int | None, list[Json]] = {}
        self._logged: dict[int | None, int] = {}
        if row.version != game.version:
            raise Unavailable(
                "version",
                f"Table {row.id} follows version {row.version} of the rules of {game.title}; this is {game.version}.",
            )
        self.position = Position(game, row.players, dict(row.options), Seed(row.seed))
        self.draft: Draft | None = None
        self._follow(moves)
        self._take_draft(row.draft)

    # -- what it is ----------------------------------------------------------------------

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def title(self) -> str:
        return self.row.title

    @property
    def seats(self) -> list[Seat]:
        return self.row.seats

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
    def names(self) -> list[str]:
        """The names of all seats, the automatons' too."""
        automatons = self.game.seat_names(self.position.state)[self.row.players :]
        return [seat.name for seat in self.seats] + automatons

    @property
    def seal(self) -> str:
        return seal(self.row.seed)

    @property
    def has_secrets(self) -> bool:
        """Does any seat know what others may not?"""
        return type(self.game).secrets is not Game.secrets

    @property
    def bot_to_act(self) -> int | None:
        seat = self.to_act
        return seat if seat is not None and self.seats[seat].kind == "bot" else None

    # -- who may -------------------------------------------------------------------------

    def held(self, key: str | None) -> tuple[int, ...]:
        """The seats that this key may move."""
        if not key:
            return ()
        hashed = hash_key(key)
        return tuple(
            number
            for number, seat in enumerate(self.seats)
            if hashed in seat.holders
            or (seat.token and seat.taken and hmac.compare_digest(hash_key(seat.token), hashed))
        )

    def owned(self, key: str | None) -> bool:
        """Did this key lay the table?"""
        return bool(key) and hash_key(key or "") == self.row.owner

    def takes_part(self, key: str | None) -> bool:
        """Does this key hold a seat, or did it lay the table?"""
        return bool(self.held(key)) or self.owned(key)

    def seat_for(self, key: str | None, seat: int | None = None) -> int | None:
        """The seat whose eyes this key looks through; None: a spectator's.

        Several seats at one screen: the one to act, else the one that acted last. With secrets in
        the game the device has to be passed, so that nobody sees until a seat is named.
        """
        held = self.held(key)
        if seat is not None:
            if seat not in held:
                raise not_yours(seat, self.names)
            return seat
        if len(held) <= 1:
            return held[0] if held else None
        if self.has_secrets and not self.over:
            return None
        if self.to_act in held:
            return self.to_act
        for event in reversed(self.position.events):
            if event.by in held:
                return event.by
        return held[0]

    def next_here(self, key: str | None) -> int | None:
        """The seat to act, if this key holds it: to whom the device is to be passed."""
        return self.to_act if self.to_act in self.held(key) else None

    def mover(self, key: str | None, seat: int | None) -> int:
        """The seat to act, if this key may move it."""
        held = self.held(key)
        if not held:
            raise NotYours("seats", "You hold no seat at this table: you can watch, but not move.")
        if seat is not None and seat not in held:
            raise not_yours(seat, self.names)
        if self.over:
            raise Refused("turn", "The game is over.")
        due = self.to_act
        if due is None or due not in held or (seat is not None and seat != due):
            raise self._not_your_turn()
        return due

    def _not_your_turn(self) -> Refused:
        if self.over:
            return Refused("turn", "The game is over.")
        return Refused("turn", f"It is not your turn: {self.names[self.to_act or 0]} is to act.")

    # -- what they see -------------------------------------------------------------------

    def seen(self, seat: int | None) -> Position:
        """The position as this seat sees it: with its own draft, never another's."""
        if self.draft is not None and seat == self.draft.seat:
            return self.draft.shown
        return self.position

    def count(self, seat: int | None) -> int:
        """The n that the next move of this seat has to name: confirmed and drafted."""
        drafted = len(self.draft.moves) if self.draft is not None and seat == self.draft.seat else 0
        return self.n + drafted

    def view(self, key: str | None, seat: int | None = None) -> Json:
        """All that a key may know of the table now, JSON-ready."""
        seat = self.seat_for(key, seat)
        view = self.seen(seat).view(seat)
        draft = self.draft if self.draft is not None and seat == self.draft.seat else None
        view["n"] = self.count(seat)
        if draft is not None and draft.complete:
            view["moves"] = []
        return {
            "id": self.id,
            "n": self.count(seat),
            "confirmed": self.n,
            "seat": seat,
            "held": list(self.held(key)),
            "next_here": self.next_here(key),
            "names": self.names,
            "table": self.about(key),
            "view": view,
            "log": self.log(seat),
            "draft": {
                "moves": [move.text for move in draft.moves] if draft else [],
                "complete": bool(draft and draft.complete),
                "auto": self.seats[seat].auto if seat is not None else False,
            },
        }

    def about(self, key: str | None) -> Json:
        """The table without its game: title, seats, settings, and links for those who may have them."""
        row, held = self.row, self.held(key)
        host = self.takes_part(key)

        def token(number: int, seat: Seat) -> str | None:
            may = number in held if seat.taken else host
            return seat.token if may else None

        return {
            "id": row.id,
            "title": row.title,
            "game": row.game,
            "game_title": self.game.title,
            "version": row.version,
            "options": dict(self.position.options),
            "created": row.created,
            "finished": row.finished,
            "over": self.over,
            "to_act": self.to_act,
            "where": self.game.where(self.position.state),
            "seats": [
                {
                    "seat": number,
                    "kind": seat.kind,
                    "name": seat.name,
                    "level": seat.level,
                    "taken": seat.taken,
                    "mine": number in held,
                    "token": token(number, seat),
                }
                for number, seat in enumerate(self.seats)
            ],
            "owned": self.owned(key),
            "pause": row.pause,
            "secrets": self.has_secrets,
            "seal": self.seal,
            "sealed_from": row.sealed_from,
            "seed": row.seed if self.over else None,
            "again": row.again if host else None,
        }

    def log(self, seat: int | None, since: int = 0) -> list[Json]:
        """The story as this seat may read it, with its own draft; each line with its plain words."""
        lines = [line for line in self._log(seat) if line["n"] > since]
        shown = self.seen(seat)
        if shown is not self.position:
            names = self.names
            lines += [self._line(line, names, draft=True) for line in shown.log(seat, self.n)]
        return lines

    def _log(self, seat: int | None) -> list[Json]:
        """The confirmed lines; what was told once is kept."""
        lines = self._logs.setdefault(seat, [])
        told = self._logged.get(seat, 0)
        if told < self.n:
            names = self.names
            fresh = [self._line(line, names) for line in self.position.log(seat, told)]
            fresh += [trouble_line(n, note, self.position) for n, note in self.notes.items() if n > told]
            lines += sorted(fresh, key=lambda line: int(line["n"]))
            self._logged[seat] = self.n
        return lines

    def news(self, key: str | None, since: int, seat: int | None = None) -> Json:
        """Everything after the first `since` events as this key may know it, and how the table stands."""
        seat = self.seat_for(key, seat)
        since = max(0, min(since, self.n))
        told = self.game.text if self.over else lambda state, move: self.game.seen(state, move, seat)
        return {
            "since": since,
            "n": self.n,
            "moves": [
                [event.by if event.by != CHANCE else "chance", told(event.before, event.move)]
                for event in self.position.events[since:]
            ],
            "view": {**self.view(key, seat), "log": self.log(seat, since)},
        }

    def _line(self, line: Json, names: list[str], draft: bool = False) -> Json:
        words = plain(f"{line['text']} {line['effect']}".strip(), names)
        return {**line, "plain": words, "draft": draft}

    def history(self, key: str | None, n: int, seat: int | None = None) -> Json:
        """The position when n events had happened, as this key may see it now."""
        seat = self.seat_for(key, seat)
        n = max(0, min(n, self.n))
        then = self.position.at(n)
        view = then.view(seat)
        view["moves"] = []
        return {
            "id": self.id,
            "n": n,
            "confirmed": self.n,
            "seat": seat,
            "names": self.names,
            "view": view,
            "log": [line for line in self._log(seat) if line["n"] <= n],
        }

    def standings(self) -> list[Json]:
        """Once the game is over: everybody's points at the start, as round 0, and after each round. The
        move that ends a round belongs to it, with all that follows before the next one."""
        if not self.over:
            return []
        ends: dict[int, tuple[int, list[int]]] = {}
        before = 0
        for n, state in enumerate([*(event.before for event in self.position.events), self.position.state]):
            now = int(state.round)
            ends[before] = ends[now] = (n, [int(points) for points in state.scores()])
            before = now
        return [{"round": number, "n": n, "scores": scores} for number, (n, scores) in sorted(ends.items())]

    def why_not(self, key: str | None, move: str, seat: int | None = None) -> Refused | None:
        """None if this key could play the move now, else what speaks against it."""
        try:
            mover = self.mover(key, seat)
        except Refused as refused:
            return refused
        return self.draft.why_not(move) if self.draft is not None else self.seen(mover).why_not(move)

    def record(self, key: str | None, seat: int | None = None) -> Json:
        """The record: whole when the game is over, before that without the secrets of others."""
        seat = self.seat_for(key, seat)
        record = self.position.record(seat)
        record.update(names=self.names, title=self.title, seal=self.seal, sealed_from=self.row.sealed_from)
        if self.over:
            record["seed"] = self.row.seed
        elif not self.has_secrets:
            record.pop("redacted", None)  # there is nothing that its reader was not to know
        return record

    # -- what they do --------------------------------------------------------------------

    async def play(
        self, key: str | None, move: str, n: int, seat: int | None = None, confirm: bool | None = None
    ) -> None:
        """Draft a move; confirm the turn when it is complete and the seat wants that by itself.

        `confirm` is the seat's wish for this move alone.
        """

        async def act() -> None:
            mover = self._mover_at(key, seat, n)
            draft = self.draft or Draft(self.position)
            draft.add(move)
            self.draft = draft
            auto = self.seats[mover].auto if confirm is None else confirm
            if draft.complete and auto:
                await self._confirm(draft)
            else:
                await self._keep_draft()

        await self._change(act)

    async def undo(self, key: str | None, n: int, seat: int | None = None) -> None:
        """Take the last drafted move back."""

        async def act() -> None:
            self._mover_at(key, seat, n)
            if self.draft is None:
                raise Refused("draft", "There is nothing to take back: what was confirmed stands.")
            self.draft.undo()
            if not self.draft.moves:
                self.draft = None
            await self._keep_draft()

        await self._change(act)

    async def confirm(self, key: str | None, n: int, seat: int | None = None) -> None:
        """Make the drafted turn stand; chance and the automatons answer."""

        async def act() -> None:
            self._mover_at(key, seat, n)
            if self.draft is None:
                raise Refused("draft", "There is nothing to confirm: make a move first.")
            if not self.draft.complete:
                raise Refused("draft", "Your turn is not complete yet: there is a move left to make.")
            await self._confirm(self.draft)

        await self._change(act)

    async def play_for_bot(self, seat: int, n: int, move: str, note: str = "") -> None:
        """A bot's decision: stands at once."""

        async def act() -> None:
            if (seat, n) != (self.bot_to_act, self.n):
                raise stale()
            draft = Draft(self.position)
            draft.add(move)
            draft.moves[-1] = replace(draft.moves[-1], note=note)
            await self._confirm(draft)

        await self._change(act)

    async def change_settings(
        self, key: str | None, auto: bool | None = None, pause: int | None = None, seat: int | None = None
    ) -> None:
        """Whether the turns of a seat, or of all that this key holds, confirm themselves; and the
        milliseconds before a bot's turn. All of it or nothing."""
        check_pause(pause)

        async def act() -> None:
            held = self.held(key)
            if seat is not None and seat not in held:
                raise not_yours(seat, self.names)
            if not (held or (auto is None and self.owned(key))):
                raise NotYours("seats", "You hold no seat at this table: you can watch, but not change it.")
            seats = () if auto is None else held if seat is None else (seat,)
            await asyncio.to_thread(self.store.change_settings, self.id, self.row.revision, seats, bool(auto), pause)
            await self.reload(ours=True)

        await self._change(act)

    async def give_to_bot(self, key: str | None, seat: int, level: str) -> None:
        """A bot takes a seat: nobody need wait for a friend who does not come, or play on to the end."""
        player(level[:40])  # refuses an unknown one

        async def act() -> None:
            if seat in self.held(key) or seat == self.late_for(key):
                pass
            elif not self.owned(key):
                raise NotYours("seats", "Only the one who laid the table can give a seat to a bot.")
            elif not 0 <= seat < len(self.seats) or self.seats[seat].taken:
                raise Refused("seats", "Only an open seat that nobody has taken can be given to a bot.")
            if self.over:
                raise Refused("turn", "The game is over.")
            await asyncio.to_thread(self.store.give_to_bot, self.id, self.row.revision, seat, level)
            await self.reload(ours=True)

        await self._change(act)

    def late_for(self, key: str | None) -> int | None:
        """The seat of somebody else who has kept this key, which takes part, waiting for too long."""
        seat = self.to_act
        if seat is None or seat in self.held(key) or not self.takes_part(key) or self.seats[seat].kind == "bot":
            return None
        return seat if self.seats[seat].taken and time.time() - self.row.changed > TOO_LONG else None

    async def go_on_at(self, next: Row, moves: Sequence[Move]) -> str:
        """Lay the table of another game with the same people, unless one of them has laid it already;
        the id of the table at which they go on."""

        async def act() -> str:
            if self.row.again is None:
                await asyncio.to_thread(self.store.create, next, moves, self.row)
                await self.reload(ours=True)
            return self.row.again or next.id

        return await self._change(act)

    async def claim(self, token: str, key: str, name: str | None = None) -> int:
        """Take the seat that a link's token stands for; the link of an open seat is spent by it."""

        async def act() -> int:
            held = self.held(key)
            try:
                number = self.seat_of(token)
            except NotYours:
                if held:
                    return held[0]  # came back by the link that was spent
                raise
            if number in held:
                return number
            seat = self.seats[number]
            changes: Json = {} if seat.taken else {"token": new_key()}
            if name and not seat.taken:
                changes["name"] = self._own_name(name, number)
            await asyncio.to_thread(self.store.hold, self.id, self.row.revision, number, hash_key(key), **changes)
            await self.reload(ours=True)
            return number

        return await self._change(act)

    async def _change(self, act: Callable[[], Awaitable[T]]) -> T:
        """Change the table, one change at a time. What is in memory is believed until the store or
        a refusal speaks against it; then what other servers did is taken over, and it is tried once more."""
        async with self.lock:
            try:
                return await self._try(act)
            except Unavailable:
                raise
            except Refused:
                if not await self.refresh():
                    raise
            return await self._try(act)

    async def _try(self, act: Callable[[], Awaitable[T]]) -> T:
        try:
            return await act()
        except BaseException:
            self._take_draft(self.row.draft)  # what could not be kept was not drafted
            raise

    def _own_name(self, name: str, seat: int) -> str:
        """A name that nobody else at the table has."""
        if name.casefold() in (other.casefold() for number, other in enumerate(self.names) if number != seat):
            raise Refused("seats", f"Somebody at this table is called {name} already: take another name.")
        return name

    def seat_of(self, token: str) -> int:
        """The seat that a link's token stands for."""
        for number, seat in enumerate(self.seats):
            if seat.token and hmac.compare_digest(hash_key(seat.token), hash_key(token)):
                return number
        raise NotYours("seats", "This link is spent: somebody has taken the seat, or it was mistyped.")

    def _mover_at(self, key: str | None, seat: int | None, n: int) -> int:
        """The seat to act, if this key may move it and has seen the latest."""
        held = self.held(key)
        if held and (seat is None or seat in held):
            asker = seat if seat is not None else (self.to_act if self.to_act in held else held[0])
            if n != self.count(asker):
                raise stale()
        return self.mover(key, seat)

    # -- keeping it ----------------------------------------------------------------------

    async def refresh(self) -> bool:
        """Take over what another server has changed; whether there was anything."""
        if await asyncio.to_thread(self.store.revision, self.id) == self.row.revision:
            return False
        await self.reload()
        return True

    async def reload(self, ours: bool = False) -> None:
        """Read what is new, by this server or another."""
        row, moves = await asyncio.to_thread(self.store.since, self.id, self.n)
        drafted = self.row.draft
        if [seat.name for seat in row.seats] != [seat.name for seat in self.row.seats]:
            self._logs.clear()  # they tell of names
            self._logged.clear()
        everybody = bool(moves) or replace(row, revision=0, draft=None) != replace(self.row, revision=0, draft=None)
        self.row = row
        self._follow(moves)
        if row.draft != drafted or moves:
            self._take_draft(row.draft)
        self._tell(None if everybody else self.to_act, ours)

    async def _keep_draft(self) -> None:
        draft = [move.text for move in self.draft.moves] if self.draft else None
        await asyncio.to_thread(self.store.set_draft, self.id, self.row.revision, self.n, draft)
        self.row = replace(self.row, revision=self.row.revision + 1, draft=draft)
        self._tell(self.to_act)

    async def _confirm(self, draft: Draft) -> None:
        """Append the drafted moves and all that follows from them, in one transaction."""
        outcome = draft.outcome()
        moves = events(outcome, self.n)
        moves[: len(draft.moves)] = draft.moves
        row = replace(
            self.row,
            revision=self.row.revision + 1,
            n=outcome.n,
            draft=None,
            to_act=outcome.to_act,
            standing=standing(outcome),
            changed=(now := time.time()),
            finished=now if outcome.over else None,
        )
        await asyncio.to_thread(self.store.append, row, moves)
        self.notes |= {n: move.note for n, move in enumerate(moves, self.n + 1) if move.note}
        self.position = outcome
        self.draft = None
        self.row = row
        self._tell(None)

    def _tell(self, seat: int | None, ours: bool = True) -> None:
        self.feed.tell(Change(self.id, self.n, seat))
        self.on_change(self, ours)

    def _follow(self, moves: Sequence[Move]) -> None:
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
            if move.note:
                self.notes[self.n] = move.note

    def _take_draft(self, texts: list[str] | None) -> None:
        self.draft = None
        if texts and self.to_act is not None:
            draft = Draft(self.position)
            for text in texts:
                draft.add(text)
            self.draft = draft


def events(position: Position, since: int) -> list[Move]:
    """The events of a position after the first `since`, to be stored."""
    return [Move(e.by, position.game.text(e.before, e.move), e.move) for e in position.events[since:]]


def standing(position: Position) -> Json:
    """What the list of tables shows; nothing that a spectator may not know."""
    return {
        "where": position.game.where(position.state),
        "over": position.over,
        "winners": position.winners(),
        "scores": position.scores() if position.over else [],
    }


def trouble_line(n: int, note: str, position: Position) -> Json:
    by = position.events[n - 1].by
    return {
        "n": n,
        "by": by if by != CHANCE else None,
        "text": note,
        "effect": "",
        "steps": (),
        "heading": "",
        "quiet": False,
        "trouble": True,
        "plain": note,
        "draft": False,
    }


def check_pause(pause: int | None) -> None:
    if pause is not None and not 0 <= pause <= MAX_PAUSE:
        raise Refused("pause", f"The pause before a bot's turn is from 0 to {MAX_PAUSE} milliseconds, not {pause}.")


def not_yours(seat: int, names: list[str]) -> NotYours:
    if 0 <= seat < len(names):
        return NotYours("seats", f"You do not hold the seat of {names[seat]}.")
    return NotYours("seats", f"There is no seat {seat} at this table.")
