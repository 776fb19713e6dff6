"""The service: all tables of a server. Pages and API ask here, and nowhere else.

    tables = Tables("branchline.sqlite"); await tables.start()
    table = await tables.create("mini-rails", [{"kind": "me", "name": "Ada"}, {"kind": "bot"}, ...], key=key)
    table = await tables.get(table.id)
    table.view(key), table.history(key, n), table.log(seat), table.why_not(key, move), table.record(key)
    await table.play(key, move, n), table.undo(key, n), table.confirm(key, n)
    with tables.feed.watch(table.id) as watch:
        async for change in watch: ...

What goes wrong comes as Refused or one of its kinds in `trouble`.
"""

import asyncio
import json
import logging
import re
import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from branchline.game import Game, Json, Value
from branchline.games import find as find_game
from branchline.players import player
from branchline.position import Position
from branchline.record import read
from branchline.refusal import Refused
from branchline.table.bots import Bots, BotTrouble, Task, task_of
from branchline.table.draft import full_turn
from branchline.table.driver import Driver
from branchline.table.feed import Feed, listen
from branchline.table.store import Row, Seat, Store, no_table
from branchline.table.table import Table, check_pause, events, hash_key, new_key, standing
from branchline.table.trouble import NotYours

log = logging.getLogger("branchline")

KINDS: Final = ("me", "here", "bot", "open")
PAUSE: Final = 900
"""Milliseconds before a bot's turn, so that a person can follow."""

CACHED: Final = 256
"""How many tables are kept in memory when nobody looks at them."""

BOT_NAMES: Final = ("Stephenson", "Brunel", "Séguin", "Borsig", "Crampton", "Evans", "Webb", "Riggenbach")

ANALYSIS_LIMIT: Final = 240.0
"""Seconds for looking at a whole game again."""

ID: Final = re.compile(r"[a-z0-9]{10}")
ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"


@dataclass(frozen=True)
class Summary:
    """A table in a list."""

    id: str
    title: str
    game: str
    game_title: str
    names: list[str]
    kinds: list[str]
    created: float
    changed: float
    finished: float | None
    n: int
    to_act: int | None
    where: str
    winners: list[int]
    scores: list[int]
    mine: list[int]  # the seats of the one who asks
    owned: bool  # laid by the one who asks
    open: list[int]  # seats that wait for somebody


class Tables:
    def __init__(self, database: str, find: Callable[[str], Game] = find_game, bots: Bots | None = None) -> None:
        self.store = Store(database)
        self.find = find
        self.feed = Feed()
        self.bots = bots or Bots(find)
        self.advisers = Bots(find, workers=1, warm=False)  # who asks for advice must not keep the bots waiting,
        self.analysts = Bots(find, workers=1, warm=False)  # and who looks at a game again no one who asks for a hint
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._drivers: dict[str, Driver] = {}
        self._analyses: dict[str, asyncio.Future[Json]] = {}
        self._listener: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Open the database and let the bots go on; a sentence if the database is not to be had."""
        await asyncio.to_thread(self.store.open)
        self.bots.start()
        if self.store.shared:
            self._listener = asyncio.create_task(listen(self.store, self.feed, self.changed_elsewhere))
        for id in await asyncio.to_thread(self.store.waiting_for_bots):
            try:
                self._drive(await self.get(id), ours=True)
            except Refused as refused:
                log.warning("The bots of table %s do not go on: %s", id, refused.reason)

    async def stop(self) -> None:
        self.feed.close()
        tasks: list[asyncio.Future[Any]] = [driver.task for driver in self._drivers.values()]
        tasks += self._analyses.values()
        if self._listener is not None:
            tasks.append(self._listener)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(self.bots.stop)
        await asyncio.to_thread(self.advisers.stop)
        await asyncio.to_thread(self.analysts.stop)
        await asyncio.to_thread(self.store.close)

    async def changed_elsewhere(self, tables: Iterable[str]) -> None:
        """Take over what other servers have done at these tables."""
        revisions = await asyncio.to_thread(self.store.revisions, tables)
        for id, revision in revisions.items():
            table = self._tables.get(id)
            if table is None or table.row.revision == revision:
                continue
            try:
                async with table.lock:
                    await table.refresh()
            except Refused as refused:
                log.warning("What is new at table %s can't be shown: %s", id, refused.reason)

    def _drive(self, table: Table, ours: bool) -> None:
        """See that a bot which is to act does so. Who made the last move cares for it: this server
        at once, another server's bots only after a while without news."""
        driver = self._drivers.get(table.id)
        if driver is not None:
            if ours:
                driver.hurry.set()
        elif table.bot_to_act is not None:
            driver = self._drivers[table.id] = Driver(table, self.bots, ours)
            driver.task.add_done_callback(lambda _: self._drivers.pop(table.id, None))

    # -- laying a table ------------------------------------------------------------------

    async def create(
        self,
        game: str,
        seats: Sequence[Mapping[str, Any]],
        *,
        key: str,
        options: Mapping[str, Value] | None = None,
        title: str = "",
        pause: int | None = None,
        record: Json | None = None,
        seed: str | None = None,
    ) -> Table:
        """Lay a table. `key` is the creator's: it holds the seats "me" and "here".

        With a record, the table goes on from where the record ends.
        """
        rules = self.find(game)
        position = self._position(rules, len(seats), dict(options or {}), record, seed or new_seed())
        planned = plan(rules, position, seats, hash_key(key))
        row = new_row(position, planned, hash_key(key), words(title, 80, "title") or rules.title, pause)
        row.sealed_from = len(record["moves"]) if record else 0
        await asyncio.to_thread(self.store.create, row, events(position, 0))
        return await self._laid(row.id)

    async def again(self, table: Table, key: str) -> Table:
        """Another game of the same people: everybody keeps their seats. Whoever asks after the first
        one comes to the same table."""
        if not table.takes_part(key):
            raise NotYours("seats", "Only who played here can ask for another game with the same people.")
        if not table.over:
            raise Refused("turn", "The game is not over yet: another one can begin after it.")
        old = table.position
        position = table.game.start(old.players, new_seed(), **old.options)
        seats = [replace(seat, token=seat.token and new_key()) for seat in table.seats]
        row = new_row(position, seats, hash_key(key), table.title, table.row.pause)
        return await self._laid(await table.go_on_at(row, events(position, 0)))

    async def _laid(self, id: str) -> Table:
        table = await self.get(id)
        self._drive(table, ours=True)
        return table

    def _position(self, game: Game, seats: int, options: dict[str, Value], record: Json | None, seed: str) -> Position:
        if record is None:
            return game.start(seats, seed, **options)
        if record.get("game") != game.name:
            raise Refused("record", f"The record is of {str(record.get('game'))[:40]!r}, not of {game.name!r}.")
        position = read(record, self.find, seed)
        if position.players != seats:
            raise Refused("record", f"The record has {position.players} seats, the table {seats}.")
        if options and game.resolve(seats, options) != position.options:
            raise Refused("record", "The record was played with other options.")
        position.settle()
        return position

    # -- finding tables ------------------------------------------------------------------

    async def get(self, table: str, fresh: bool = True) -> Table:
        """One table by its id, as it stands now; not `fresh`: as it stands or stood a moment ago,
        for those who will change it and find out."""
        if not ID.fullmatch(table):
            raise no_table(table[:40])
        found = self._tables.get(table)
        if found is None:
            try:
                async with self._loading.setdefault(table, asyncio.Lock()):
                    found = self._tables.get(table) or await self._load(table)
            finally:
                self._loading.pop(table, None)
        elif fresh:
            async with found.lock:
                await found.refresh()
        return found

    async def _load(self, id: str) -> Table:
        row, moves = await asyncio.to_thread(self.store.whole, id)
        table = Table(self.store, self.feed, row, moves, self.find(row.game))
        table.on_change = self._drive
        self._make_room()
        self._tables[id] = table
        self._drive(table, ours=False)
        return table

    def _make_room(self) -> None:
        """Forget tables that nobody looks at; the database knows them."""
        for id, table in list(self._tables.items()):
            if len(self._tables) < CACHED:
                return
            if id not in self.feed.watches and id not in self._drivers and not table.lock.locked():
                del self._tables[id]

    async def list(
        self, key: str | None = None, *, mine: bool = False, finished: bool | None = None, limit: int = 50
    ) -> list[Summary]:
        """The tables to show to a key, those that changed last first. Running tables of others are
        shown only while they have an open seat; `mine` leaves others' tables out altogether."""
        hashed = hash_key(key) if key else ""
        rows = await asyncio.to_thread(self.store.newest, hashed, mine, finished, limit)
        return [self._summary(row, hashed) for row in rows]

    def _summary(self, row: Row, hashed: str) -> Summary:
        try:
            title = self.find(row.game).title
        except Refused:
            title = row.game
        return Summary(
            id=row.id,
            title=row.title,
            game=row.game,
            game_title=title,
            names=[seat.name for seat in row.seats],
            kinds=[seat.kind for seat in row.seats],
            created=row.created,
            changed=row.changed,
            finished=row.finished,
            n=row.n,
            to_act=row.to_act,
            where=str(row.standing.get("where", "")),
            winners=list(row.standing.get("winners", [])),
            scores=list(row.standing.get("scores", [])),
            mine=[number for number, seat in enumerate(row.seats) if hashed in seat.holders],
            owned=row.owner == hashed,
            open=[number for number, seat in enumerate(row.seats) if not seat.taken],
        )

    # -- thinking for people -------------------------------------------------------------

    async def hint(self, table: Table, key: str | None, seat: int | None = None) -> Sequence[Json]:
        """The best moves for the seat to act, if this key holds it, from what that seat knows."""
        mover = table.mover(key, seat)
        shown = table.seen(mover)
        if table.draft is not None and table.draft.complete:
            raise full_turn()
        found: Sequence[Json] = json.loads(
            await self._ask(self.advisers, task_of(table.id, shown, ask="hint", names=table.names))
        )
        return found

    async def analysis(self, table: Table) -> Json:
        """A game that is over, looked at again: everybody's chances at each decision."""
        if not table.over:
            raise Refused("turn", "A game can be looked at again once it is over.")
        if table.id not in self._analyses:
            if len(self._analyses) >= CACHED:
                self._analyses.pop(next(iter(self._analyses)))
            self._analyses[table.id] = asyncio.ensure_future(self._analyse(table))
        try:
            return await asyncio.shield(self._analyses[table.id])
        except Exception:
            self._analyses.pop(table.id, None)  # the next one who asks may be luckier
            raise

    async def _analyse(self, table: Table) -> Json:
        task = task_of(table.id, table.position, ask="analysis", names=table.names)
        found: Json = json.loads(await self._ask(self.analysts, task, ANALYSIS_LIMIT))
        return found

    async def _ask(self, thinkers: Bots, task: Task, limit: float | None = None) -> str:
        try:
            return await thinkers.choose(task, limit)
        except BotTrouble as trouble:
            raise Refused("players", f"The thinking player {trouble}.") from trouble

    async def branch(self, table: Table, n: int, key: str) -> Table:
        """What if: a new table that begins where this one stood after n events, against bots. The
        asker takes the seat that was to act; the record of the old table stays as it is."""
        if table.has_secrets and not table.over:
            raise Refused("secrets", "While hands are hidden there is no playing on from here: wait for the end.")
        then = table.position.at(n)
        if then.to_act is None:
            then.settle()
        if then.to_act is None:
            raise Refused("turn", "There is nothing left to decide from here on.")
        held = table.held(key)
        mine = then.to_act if then.to_act in held or not held else held[0]
        seats = [
            {"kind": "me", "name": table.names[seat], "auto": False}
            if seat == mine
            else {"kind": "bot", "level": table.seats[seat].level or "search-2", "name": table.names[seat]}
            for seat in range(then.players)
        ]
        title = f"What if: {table.title}"[:80]
        return await self.create(table.game.name, seats, key=key, title=title, record=then.record())

    async def join(self, table: str, token: str, key: str, name: str = "") -> tuple[Table, int]:
        """Follow a seat's link: this key holds the seat from now on."""
        found = await self.get(table)
        called = words(name, 40, "name")
        return found, await found.claim(token, key, called)


def new_seed() -> str:
    return secrets.token_hex(16)


def new_row(position: Position, seats: list[Seat], owner: str, title: str, pause: int | None) -> Row:
    """A table that has just been laid."""
    check_pause(pause)
    now = time.time()
    return Row(
        id="".join(secrets.choice(ALPHABET) for _ in range(10)),
        game=position.game.name,
        version=position.game.version,
        players=position.players,
        options=position.options,
        title=title,
        owner=owner,
        seed=position.seed.seed,
        sealed_from=0,
        pause=PAUSE if pause is None else pause,
        created=now,
        changed=now,
        finished=now if position.over else None,
        n=position.n,
        revision=1,
        to_act=position.to_act,
        standing=standing(position),
        draft=None,
        seats=seats,
    )


def plan(game: Game, position: Position, seats: Sequence[Mapping[str, Any]], creator: str) -> list[Seat]:
    """The seats of a new table, checked, with names and tokens."""
    made = []
    bots = (name for name in BOT_NAMES)
    usual = game.seat_names(position.state)
    for number, wish in enumerate(seats):
        kind = wish.get("kind", "bot")
        if kind not in KINDS:
            raise Refused("seats", f"A seat is one of {', '.join(KINDS)}, not {str(kind)[:40]!r}.")
        name = words(wish.get("name") or "", 40, "name")
        level = ""
        if kind == "bot":
            level = str(wish.get("level") or "greedy")
            player(level[:40])  # refuses an unknown one
            name = name or next(bots)
        made.append(
            Seat(
                kind=kind,
                name=name or usual[number],
                level=level,
                token=None if kind == "bot" else new_key(),
                auto=bool(wish.get("auto", False)),
                holders=frozenset({creator}) if kind in ("me", "here") else frozenset(),
            )
        )
    names = [seat.name.casefold() for seat in made]
    for name in names:
        if names.count(name) > 1:
            raise Refused("seats", f"Two seats are called {made[names.index(name)].name}: give each its own name.")
    return made


def words(text: object, limit: int, what: str) -> str:
    """A name or title as people may give it."""
    text = " ".join(str(text).split())
    if len(text) > limit:
        raise Refused("seats", f"A {what} has at most {limit} letters, not {len(text)}.")
    if not text.isprintable() or set("{}<>") & set(text):
        raise Refused("seats", f"A {what} can't hold control characters or any of {{ }} < >.")
    return text
