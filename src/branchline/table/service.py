"""The service: all tables of a server. Pages and API ask here, and nowhere else.

    tables = Tables("branchline.sqlite"); await tables.start()
    table = await tables.create("mini-rails", [{"kind": "me", "name": "Ada"}, {"kind": "bot"}, ...], ada)
    table = await tables.get(table.id)
    eyes = table.sight.eyes(ada)
    table.sight.view(eyes), table.sight.history(eyes, n), table.sight.log(eyes), table.sight.record(eyes)
    await table.play(ada, move, n), table.undo(ada, n), table.confirm(ada, n), table.seats.claim(grace, token)
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
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from branchline.game import Game, Json, Value
from branchline.games import find as find_game
from branchline.games import names
from branchline.lesson import lessons
from branchline.players import check_advice
from branchline.position import Position
from branchline.record import read
from branchline.refusal import Refused
from branchline.table import notebook, outbox, remark
from branchline.table.bots import Bots, BotTrouble, Task, task_of
from branchline.table.clock import Clock
from branchline.table.club import LISTINGS, Clubhouse
from branchline.table.draft import full_turn
from branchline.table.driver import Driver
from branchline.table.feed import Change, Feed, Kind, listen
from branchline.table.lobby import Lobby, Proposal
from branchline.table.mail import Mail
from branchline.table.notebook import Notebook
from branchline.table.pace import STAND_IN, Pace
from branchline.table.passkeys import Passkeys
from branchline.table.person import STRANGER, Person, new_key
from branchline.table.persons import Belongings, Persons
from branchline.table.postman import Postman
from branchline.table.presence import Presence
from branchline.table.reach import Reach
from branchline.table.results import Results, Step
from branchline.table.seats import BOT_NAMES, NAMELESS, Part, other_than, plan, words
from branchline.table.settings import check_pause
from branchline.table.store import Row, Seat, Store, forget_person, join_persons, no_table
from branchline.table.table import Table, entries, standing
from branchline.table.timekeeper import Timekeeper
from branchline.table.trouble import Newer, NoTable, NotYours, Unavailable
from branchline.table.turns import Ask, Wait
from branchline.table.way_back import WaysBack

log = logging.getLogger("branchline")

PAUSE: Final = 900
"""Milliseconds before a bot's turn, so that a person can follow."""

ROUND: Final = 2.0
"""Seconds between two looks at whose time has run out."""

GENTLE: Final = "greedy"
"""Against whom a lesson goes on."""

CACHED: Final = 256
"""How many tables are kept in memory when nobody looks at them."""

ANALYSIS_LIMIT: Final = 240.0
"""Seconds for looking at a whole game again."""

NO_PART: Final = Part()

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
    due: float | None  # when the turn runs out
    asked: list[int]  # of the seats of the one who asks those that are to do something now
    origin: str | None = None  # the table that this one asks "what if?" of


class Tables:
    def __init__(
        self,
        database: str,
        find: Callable[[str], Game] = find_game,
        bots: Bots | None = None,
        *,
        games: Sequence[str] | None = None,
        clock: Clock | None = None,
        mail: Mail | None = None,
        reach: Reach | None = None,
        several: bool = False,
        site: str = "",
    ) -> None:
        """Tables of the house's games, or of others that `find` finds by the names of `games`."""
        self.store = Store(database, clock)
        self.mail = mail
        self.persons = Persons(self.store)
        self.results = Results(self.store)
        self.timekeeper = Timekeeper(self.persons)
        self.postman = Postman(self.store, self.persons, self._title, mail, reach or Reach())
        self.persons.belongings += [
            Belongings(join_persons, forget_person),
            Belongings(remark.join, remark.forget),
            Belongings(notebook.join, notebook.forget),
            Belongings(outbox.join_persons, outbox.forget_person),
        ]
        self.ways = WaysBack(self.store, self.persons)
        self.passkeys = Passkeys(self.store, self.persons, self.ways)
        self.clubhouse = Clubhouse(self.store, self.persons, self.ways, site)
        self.lobby = Lobby(self.store, self.persons, find)
        self.find = find
        self.names = list(names() if games is None else games)
        self.feed = Feed()
        self.feed.listen(self._heard)
        self.presence = Presence(self.store, self.feed, several or not self.store.sqlite)
        self.bots = bots or Bots(find)
        self.advisers = Bots(find, workers=1, warm=False)  # who asks for advice must not keep the bots waiting,
        self.analysts = Bots(find, workers=1, warm=False)  # and who looks at a game again no one who asks for a hint
        for thinkers in (self.bots, self.advisers, self.analysts):
            thinkers.waiting_changed = self._waiting
        self._tables: dict[str, Table] = {}
        self._behind: set[str] = set()  # those at which other servers have done what was not read yet
        self._too_new: set[str] = set()  # tables of which it was told that this server can't open them
        self._loading: dict[str, asyncio.Lock] = {}
        self._drivers: dict[str, Driver] = {}
        self._analyses: dict[str, asyncio.Future[Json]] = {}
        self._listener: asyncio.Task[None] | None = None
        self._rounds: list[asyncio.Task[None]] = []

    @property
    def games(self) -> list[Game]:
        """All that can be played here."""
        return [self.find(name) for name in self.names]

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
        rounds = (self.go_round, self.postman.go_round)
        self._rounds = [asyncio.create_task(self._keep_going(go)) for go in rounds]
        self._rounds.append(asyncio.create_task(self.presence.beat()))

    async def stop(self) -> None:
        self.feed.close()
        tasks: list[asyncio.Future[Any]] = [driver.task for driver in self._drivers.values()]
        tasks += self._analyses.values()
        tasks += self._rounds
        if self._listener is not None:
            tasks.append(self._listener)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.postman.rest()
        await self.ways.rest()
        await asyncio.to_thread(self.bots.stop)
        await asyncio.to_thread(self.advisers.stop)
        await asyncio.to_thread(self.analysts.stop)
        await asyncio.to_thread(self.presence.close)
        await asyncio.to_thread(self.store.close)

    async def changed_elsewhere(self, tables: Iterable[str]) -> None:
        """Take over what other servers have done at these tables: now, where somebody looks or a bot plays; else once
        somebody comes."""
        known = [id for id in tables if id in self._tables]
        minded = [id for id in known if id in self.feed.watches or any(seat.is_bot for seat in self._tables[id].seats)]
        self._behind.update(set(known) - set(minded))
        await self._take_over(minded)

    async def _take_over(self, tables: Sequence[str]) -> None:
        if not tables:
            return
        stands = self.store.stands(tables) if self.store.sqlite else await asyncio.to_thread(self.store.stands, tables)
        for id in set(tables) - set(stands):
            await self.gone(id)
        for id, stand in stands.items():
            table = self._tables.get(id)
            if table is None or (table.row.revision, table.remarks.last) == stand:
                continue
            try:
                async with table.lock:
                    await table.refresh(stand)
            except Refused as refused:
                log.warning("What is new at table %s can't be shown: %s", id, refused.reason)
        await self.presence.follow(tables)

    def _heard(self, change: Change) -> None:
        table = self._tables.get(change.table)
        if table is not None and change.kind not in (Kind.REMARK, Kind.PRESENCE, Kind.THINKING):
            self._drive(table, change.ours)

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

    # -- what comes with time ------------------------------------------------------------

    async def _keep_going(self, go_round: Callable[[], Awaitable[None]]) -> None:
        """For as long as the server runs."""
        while True:
            try:
                await go_round()
            except Unavailable as trouble:
                log.warning("%s", trouble.reason)
            except Exception:  # a fault of ours must not stop every clock without a word
                log.exception("Looking at the clocks, or for letters, failed and is tried again")
            await asyncio.sleep(ROUND)

    async def go_round(self) -> None:
        """See whose time has run out."""
        for id in await asyncio.to_thread(self.store.out_of_time, self.store.clock.now()):
            try:
                await self.timekeeper.look(await self.get(id))
            except Newer as newer:
                self._tell_once(id, newer)
            except Refused as refused:
                log.warning("The clock of table %s stands still: %s", id, refused.reason)

    def _tell_once(self, id: str, newer: Newer) -> None:
        """It will be so until there is another server."""
        if id not in self._too_new:
            self._too_new.add(id)
            log.warning("The clock of table %s stands still: %s", id, newer.reason)

    async def wishes_changed(self, person: Person) -> None:
        """Somebody has other quiet hours or holidays: their turns run out at other times."""
        for id in await asyncio.to_thread(self.store.clocks_of, person.mark):
            await self.timekeeper.look(await self.get(id))

    # -- laying a table ------------------------------------------------------------------

    async def create(
        self,
        game: str,
        seats: Sequence[Mapping[str, Any]],
        person: Person,
        *,
        options: Mapping[str, Value] | None = None,
        title: str = "",
        pause: int | None = None,
        pace: object = "live",
        record: Json | None = None,
        seed: str | None = None,
        origin: str | None = None,
        listing: str = "unlisted",
    ) -> Table:
        """Lay a table. Who lays it holds the seats "me" and "here".

        With a record, the table goes on from where the record ends.
        """
        (await self.clubhouse.club()).check_door(person)
        if listing not in LISTINGS:
            raise Refused("club", f"A table is one of {', '.join(LISTINGS)}, not {listing[:20]!r}.")
        rules = self.find(game)
        position = self._position(rules, len(seats), dict(options or {}), record, seed or new_seed())
        planned = plan(rules, seats, rules.seat_names(position.state), person)
        row = new_row(
            position, planned, person, words(title, 80, "title") or rules.title, pause, self.store.clock.now()
        )
        row.sealed_from, row.origin = len(record["moves"]) if record else 0, origin
        wished = Pace.wished(pace)
        row.pace = wished.json() if wished else None
        row.due = await self.timekeeper.due(row, row.created)
        row.listing = listing
        await asyncio.to_thread(self.store.create, row, entries(position, 0))
        return await self._laid(row.id)

    async def teach(self, game: str, lesson: str, person: Person) -> Table:
        """A table of its own for a lesson, against gentle bots."""
        taught = lessons(self.find(game)).get(lesson)
        if taught is None:
            raise NoTable("lessons", f"There is no lesson {lesson[:40]!r} of this game.")
        position = taught.begin()
        seats = [
            {"kind": "me", "name": NAMELESS} if seat == taught.seat else {"kind": "bot", "level": GENTLE}
            for seat in range(taught.seats)
        ]
        planned = plan(taught.game, seats, taught.game.seat_names(position.state), person)
        row = new_row(position, planned, person, taught.title, None, self.store.clock.now())
        row.sealed_from, row.lesson = row.n, taught.key
        await asyncio.to_thread(self.store.create, row, entries(position, 0))
        return await self._laid(row.id)

    async def learned(self, game: str, person: Person) -> Sequence[str]:
        """The lessons of a game that somebody has learned."""
        return await asyncio.to_thread(self.store.learned, person.mark, game)

    async def again(self, table: Table, person: Person) -> Table:
        """Another game of the same people: everybody keeps their seats, and the next one begins. Whoever
        asks after the first one comes to the same table."""
        if not table.seats.part_of(person):
            raise NotYours("seats", "Only who played here can ask for another game with the same people.")
        if not table.over:
            raise Refused("turn", "The game is not over yet: another one can begin after it.")
        position = start_again(self.find(table.game.name), table.position)
        seats = [
            replace(
                seat, token=seat.token and new_key(), stand_in=seat.stand_in if seat.kind == "bot" else "", agreed=()
            )
            for seat in table.seats
        ]
        row = new_row(position, seats, person, table.title, table.row.pause, self.store.clock.now())
        row.pace = table.row.pace
        row.due = await self.timekeeper.due(row, row.created)
        return await self._laid(await table.go_on_at(row, entries(position, 0)))

    async def sit(self, id: str, person: Person, name: str = "") -> tuple[Table, int]:
        """Take an open seat of a table that is listed, without a link."""
        table, club = await self.get(id), await self.clubhouse.club()
        held = table.seats.held(person)
        if held:
            return table, held[0]
        free = next((seat.token for seat in table.seats if seat.kind == "open" and not seat.taken), None)
        if table.row.listing not in club.listings(person) or not club.lets_in(person):
            raise NotYours("club", "At this table one sits down by a link.")
        if free is None or table.over:
            raise Refused("seats", "All seats of this table have somebody already.")
        return await self.join(id, free, person, table.seats.free_name(name or person.name))

    async def begin(self, person: Person, id: str) -> Table:
        """Lay the table of a wish: when all seats have somebody, or with bots because the first one says so."""
        wish = await self.lobby.get(id)
        if wish.laid is not None:
            return await self.get(wish.laid)
        if not wish.full and not (wish.bots and wish.is_of(person)):
            raise Refused("lobby", "There are empty seats: wait for others, or let bots take them if it is your wish.")
        position = self.find(wish.game).start(wish.players, new_seed())
        seats = seats_of(wish)
        title = position.game.title
        row = new_row(position, seats, wish.persons[0], title, None, self.store.clock.now())
        pace = Pace.wished(wish.pace)
        row.pace = pace.json() if pace else None
        row.due = await self.timekeeper.due(row, row.created)
        await asyncio.to_thread(self.store.create, row, entries(position, 0))
        if not await self.lobby.claim(wish.id, row.id):
            await asyncio.to_thread(self.store.take_off, row.id, row.revision)
            return await self.get((await self.lobby.get(id)).laid or "")
        return await self._laid(row.id)

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
        if table in self._behind:
            self._behind.discard(table)
            await self._take_over([table])
        found = self._tables.get(table)
        if found is None:
            try:
                async with self._loading.setdefault(table, asyncio.Lock()):
                    found = self._tables.get(table) or await self._load(table)
            finally:
                self._loading.pop(table, None)
        elif fresh:
            try:
                async with found.lock:
                    await found.refresh()
            except NoTable:  # another server, or the host, has cleared it
                self._forget(found)
                raise
        found.looked = time.monotonic()
        return found

    async def look(self, id: str, person: Person) -> Table:
        """One table, for somebody who may look at it."""
        table = await self.get(id)
        (await self.clubhouse.club()).check_look(table, person)
        return table

    async def _load(self, id: str) -> Table:
        row, moves = await asyncio.to_thread(self.store.whole, id)
        said = await asyncio.to_thread(remark.read, self.store, id) if row.said else ()
        table = Table(self.store, self.feed, row, moves, self._rules(row), self.timekeeper, said)
        self._make_room()
        self._tables[id] = table
        self._drive(table, ours=False)
        return table

    def _rules(self, row: Row) -> Game:
        """The rules that a table follows, which may be older than today's."""
        try:
            return self.find(row.game).of_version(row.version)
        except Refused as refused:
            raise Newer(
                refused.rule,
                f"This table was laid by a newer Branchline. {refused.reason} It waits, with all its moves, until the "
                "host has brought this server up to date.",
            ) from refused

    def _make_room(self) -> None:
        """Forget tables that nobody looks at; the database knows them."""
        for id, table in list(self._tables.items()):
            if len(self._tables) < CACHED:
                return
            if id not in self.feed.watches and id not in self._drivers and not table.lock.locked():
                del self._tables[id]
                self._behind.discard(id)

    async def list(
        self, person: Person = STRANGER, *, mine: bool = False, finished: bool | None = None, limit: int = 50
    ) -> list[Summary]:
        """The tables to show to somebody, those that changed last first. Tables of others are shown as far as
        they are listed: running ones while they have an open seat, finished ones if the club says so; `mine`
        leaves others' tables out altogether."""
        club = await self.clubhouse.club()
        again = club.admits(club.finished, person, NO_PART)
        rows = await asyncio.to_thread(
            self.store.newest, person.mark, mine, finished, limit, club.listings(person), again
        )
        return [self._summary(row, person.mark) for row in rows]

    def _title(self, game: str) -> str:
        try:
            return self.find(game).title
        except Refused:
            return game

    def _summary(self, row: Row, mark: str) -> Summary:
        return Summary(
            id=row.id,
            title=row.title,
            game=row.game,
            game_title=self._title(row.game),
            names=[seat.called for seat in row.seats],
            kinds=["bot" if seat.is_bot else seat.kind for seat in row.seats],
            created=row.created,
            changed=row.changed,
            finished=row.finished,
            n=row.n,
            to_act=row.to_act,
            where=str(row.standing.get("where", "")),
            winners=list(row.standing.get("winners", [])),
            scores=list(row.standing.get("scores", [])),
            mine=[number for number, seat in enumerate(row.seats) if mark in seat.holders],
            owned=row.owner == mark,
            open=[number for number, seat in enumerate(row.seats) if not seat.taken],
            due=row.due,
            asked=[seat for seat in range(len(row.seats)) if mark in row.seats[seat].holders and row.waits_for(seat)],
            origin=row.origin,
        )

    async def bests(self, table: Table, person: Person) -> Sequence[int]:
        """What somebody scored alone in other games of this kind, where nobody can win: there is a record to keep."""
        if table.position.winners() or int(table.position.state.seats) != 1 or not table.seats.held(person):
            return []
        return await asyncio.to_thread(self.store.alone, table.row, person.mark)

    async def gained(self, table: Table) -> dict[int, Step]:
        """What a finished game has changed in everybody's rating, by seat."""
        return (await self.results.numbers()).gained(table.id) if table.over else {}

    def notebook(self, person: Person) -> Notebook:
        """What somebody keeps to themselves."""
        return Notebook(self.store, person)

    async def delete(self, person: Person) -> None:
        """Somebody goes for good: name, addresses and devices; what only they played, too. The games of the
        others stay, and go on with a bot. What breaks off on the way can be asked for again."""
        await asyncio.to_thread(self._unname, person.mark)
        for id in await asyncio.to_thread(self.store.taking_part, person.mark):
            try:
                table = await self.get(id)
                running = not table.over
                if not await table.seats.leave(person, STAND_IN):
                    self._forget(table)
                elif running:
                    await table.remarks.tell("Somebody has left for good. A bot plays on in their place.")
            except NoTable:
                continue
        await self.persons.delete(person)

    def _unname(self, mark: str) -> None:
        with self.store.writing() as connection:
            remark.forget(connection, mark)

    async def gone(self, id: str) -> None:
        """A table was taken away."""
        if id in self._tables:
            self._forget(self._tables[id])

    async def read(self, id: str) -> Table:
        """A table as it is written, its moves played from the start; nobody is told of it and no bot woken."""
        row, moves = await asyncio.to_thread(self.store.whole, id)
        return await asyncio.to_thread(Table, self.store, Feed(), row, moves, self._rules(row), self.timekeeper)

    def _forget(self, table: Table) -> None:
        """A table that is no more."""
        self._tables.pop(table.id, None)
        self._behind.discard(table.id)
        driver = self._drivers.pop(table.id, None)
        if driver is not None:
            driver.task.cancel()
        for watch in self.feed.watches.get(table.id, ()):
            watch.close()

    # -- thinking for people -------------------------------------------------------------

    def waits(self, table: Table, person: Person) -> Sequence[Wait]:
        """What waits for its turn to think at a table, as far as it is this person's to know: that somebody asks for
        a hint is theirs alone."""
        found = self.bots.waits(table.id) + self.advisers.waits(table.id) + self.analysts.waits(table.id)
        return [wait for wait in found if wait.ask != Ask.HINT or wait.asker == person.mark]

    def _waiting(self, table: str) -> None:
        self.feed.tell(Change(table, Kind.THINKING, 0))

    async def hint(self, table: Table, person: Person, seat: int | None = None) -> Sequence[Json]:
        """The best moves for the seat to act, if this person holds it, from what that seat knows."""
        mover = table.mover(person, seat)
        shown = table.seen(mover)
        if table.draft is not None and table.draft.complete:
            raise full_turn()
        found: Sequence[Json] = json.loads(
            await self._ask(self.advisers, task_of(table.id, shown, ask=Ask.HINT, names=table.names), asker=person.mark)
        )
        return found

    async def analysis(self, table: Table, person: Person = STRANGER) -> Json:
        """A game that is over, looked at again: everybody's chances at each decision. The first one who asks is the
        one whose turn it takes."""
        if not table.over:
            raise Refused("turn", "A game can be looked at again once it is over.")
        if table.id not in self._analyses:
            if len(self._analyses) >= CACHED:
                self._analyses.pop(next(iter(self._analyses)))
            self._analyses[table.id] = asyncio.ensure_future(self._analyse(table, person.mark))
        try:
            return await asyncio.shield(self._analyses[table.id])
        except Exception:
            self._analyses.pop(table.id, None)  # the next one who asks may be luckier
            raise

    async def _analyse(self, table: Table, asker: str) -> Json:
        task = task_of(table.id, table.position, ask=Ask.ANALYSIS, names=table.names)
        found: Json = json.loads(await self._ask(self.analysts, task, ANALYSIS_LIMIT, asker))
        return found

    async def _ask(self, thinkers: Bots, task: Task, limit: float | None = None, asker: str = "") -> str:
        check_advice(self.find(task.game))
        try:
            return (await thinkers.choose(task, limit, asker)).text
        except BotTrouble as trouble:
            raise Refused("players", f"The thinking player {trouble}.") from trouble

    async def branch(self, table: Table, n: int, person: Person) -> Table:
        """What if: a new table that begins where this one stood after n events, against bots. The
        asker takes the seat that was to act; the record of the old table stays as it is."""
        (await self.clubhouse.club()).check_branch(table, person)
        if table.game.has_secrets and not table.over:
            raise Refused("secrets", "While hands are hidden there is no playing on from here: wait for the end.")
        then = table.position.at(n)
        if then.to_act is None:
            then.settle()
        if then.to_act is None:
            raise Refused("turn", "There is nothing left to decide from here on.")
        held = table.seats.held(person)
        mine = then.to_act if then.to_act in held or not held else held[0]
        under_way: Sequence[str] = ()
        if mine == then.to_act:  # what another one has begun stands
            under_way, then = then.under_way(), then.at(then.turn_begun())
        seats = [
            {"kind": "me", "name": table.seats[seat].name, "auto": False}
            if seat == mine
            else {"kind": "bot", "level": table.seats[seat].bot_level or STAND_IN, "name": table.seats[seat].name}
            for seat in range(then.players)
        ]
        title = f"What if: {table.title}"[:80]
        made = await self.create(table.game.name, seats, person, title=title, record=then.record(), origin=table.id)
        for move in under_way:  # a draft: they can be taken back, too
            await made.play(person, move, made.count(mine), mine, confirm=False)
        return made

    async def join(
        self, table: str, token: str, person: Person, name: str = "", program: bool = False
    ) -> tuple[Table, int]:
        """Follow a seat's link: this person, or a program of theirs, holds the seat from now on."""
        found = await self.get(table)
        called = words(name, 40, "name")
        return found, await found.seats.claim(person, token, called, program)


def seats_of(wish: Proposal) -> list[Seat]:
    """Seats for all who wish the same, and bots in those that stay empty."""
    names: list[str] = []
    for person in wish.persons:
        names.append(other_than(names, person.name or NAMELESS))
    made = [
        Seat("open", name, token=new_key(), holders=frozenset({person.mark}))
        for person, name in zip(wish.persons, names, strict=True)
    ]
    bots = [other_than(names, name) for name in BOT_NAMES[: wish.players - len(made)]]
    return made + [Seat("bot", name, STAND_IN) for name in bots]


def start_again(game: Game, old: Position) -> Position:
    """The same game from the start, begun by the player after the one who began it last. Chance names who
    begins, so seeds are drawn until one does that: whatever else it draws is as open as ever, and the seal
    speaks for all of it."""
    began = old.game.starter(old.state)
    while True:
        position = game.start(old.players, new_seed(), **old.options)
        begins = game.starter(position.state)
        if began is None or begins is None or begins == (began + 1) % old.players:
            return position


def new_seed() -> str:
    return secrets.token_hex(16)


def new_row(position: Position, seats: list[Seat], owner: Person, title: str, pause: int | None, now: float) -> Row:
    """A table that has just been laid."""
    check_pause(pause)
    return Row(
        id="".join(secrets.choice(ALPHABET) for _ in range(10)),
        game=position.game.name,
        version=position.game.version,
        players=position.players,
        options=position.options,
        title=title,
        owner=owner.mark,
        seed=position.seed.seed,
        sealed_from=0,
        pause=PAUSE if pause is None else pause,
        created=now,
        changed=now,
        turn_since=now,
        finished=now if position.over else None,
        n=position.n,
        revision=1,
        to_act=position.to_act,
        standing=standing(position),
        draft=None,
        seats=seats,
    )
