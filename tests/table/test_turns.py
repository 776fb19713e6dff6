"""Fair shares of thinking: by turns of persons, not of tables."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor, Future
from typing import Any

import pytest

from branchline.table.bots import Answer, Bots, Task
from branchline.table.driver import LOOK
from branchline.table.feed import Kind
from branchline.table.service import Tables
from branchline.table.table import ATTENDED
from branchline.table.turns import Ask, Late, Turns
from tests.table.party import ADA, ADA_BEGINS, GRACE, people, play_turn, until


@pytest.mark.anyio
async def test_who_asks_for_much_waits_behind_who_asks_for_little() -> None:
    turns: Turns[str] = Turns()
    came: list[str] = []

    async def think(asker: str, number: int) -> None:
        await turns.wait(turns.queue(asker))
        came.append(f"{asker} {number}")

    thoughts = [asyncio.create_task(think("greedy", number)) for number in range(40)]
    await asyncio.sleep(0)
    thoughts += [asyncio.create_task(think("Ada", 0)), asyncio.create_task(think("Bert", 0))]
    await asyncio.sleep(0)
    assert turns.waiting == 42
    for _ in range(42):
        assert turns.give("a thinker")
        await asyncio.sleep(0)
    assert came[:5] == ["greedy 0", "Ada 0", "Bert 0", "greedy 1", "greedy 2"]
    await asyncio.gather(*thoughts)
    assert turns.waiting == 0
    assert not turns.give("a thinker")


@pytest.mark.anyio
async def test_who_is_called_and_does_not_come_calls_the_next() -> None:
    turns: Turns[str] = Turns()
    gone = asyncio.create_task(turns.wait(turns.queue("gone")))
    patient = asyncio.create_task(turns.wait(turns.queue("patient")))
    await asyncio.sleep(0)
    turns.give("the only thinker")
    gone.cancel()
    assert await asyncio.wait_for(patient, 5) == "the only thinker"
    with pytest.raises(asyncio.CancelledError):
        await gone


@pytest.mark.anyio
async def test_a_thinker_whose_caller_is_gone_is_free_where_nobody_else_waits() -> None:
    bots = Bots(workers=1, warm=False)
    thinker = bots.free.pop()
    gone = asyncio.create_task(bots.choose(Task("t", "mini-rails", 1, 3, {}, (), "random"), asker="Ada"))
    await asyncio.sleep(0)
    bots.turns.give(thinker)
    gone.cancel()
    with pytest.raises(asyncio.CancelledError):
        await gone
    assert bots.free == [thinker]
    bots.stop()


@pytest.mark.anyio
async def test_who_goes_before_being_called_waits_no_longer() -> None:
    turns: Turns[str] = Turns()
    gone = asyncio.create_task(turns.wait(turns.queue("gone")))
    await asyncio.sleep(0)
    gone.cancel()
    with pytest.raises(asyncio.CancelledError):
        await gone
    assert turns.waiting == 0


@pytest.mark.anyio
async def test_how_many_come_before_one_is_as_they_are_called() -> None:
    turns: Turns[str] = Turns()
    thoughts = [turns.queue(asker) for asker in ("much", "much", "Ada", "much", "Bert", "Ada")]
    told = [turns.ahead(thought) for thought in thoughts]
    called = []
    while turns.waiting:
        turns.give("a thinker")
        called.append(next(thought for thought in thoughts if thought.turn.done() and thought not in called))
    assert told == [called.index(thought) for thought in thoughts]


# -- with a set clock ---------------------------------------------------------------------------
# Time stands still while anything can be done, and goes on to the next moment when nothing can: a loop whose selector
# never waits. The processes that think are the border: here an executor whose thoughts take the time that is set.


class SetLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.now = 0.0
        super().__init__(Unhurried(self))

    def time(self) -> float:
        return self.now


class Unhurried(selectors.DefaultSelector):
    def __init__(self, loop: SetLoop) -> None:
        super().__init__()
        self.loop = loop

    def select(self, timeout: float | None = None) -> list[Any]:
        found = super().select(0)
        if not found and timeout:
            self.loop.now += timeout
        return found


class Thinkers(Executor):
    """Think for as long as they are told."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.busy = self.most = 0

    def submit(self, act: Callable[..., Any], /, *args: Any, **named: Any) -> "Future[Any]":
        answer: Future[Any] = Future()
        self.busy += 1
        self.most = max(self.most, self.busy)

        def done() -> None:
            self.busy -= 1
            answer.set_result(Answer("a move"))

        asyncio.get_running_loop().call_later(self.seconds, done)
        return answer


def run(story: Callable[[], Coroutine[Any, Any, None]]) -> None:
    with asyncio.Runner(loop_factory=SetLoop) as runner:
        runner.run(story())


def task(table: str) -> Task:
    return Task(table, "mini-rails", 2, 3, {}, (), "search-4")


async def asked(bots: Bots, asker: str, table: str) -> float:
    """How long somebody waited for a move, in seconds of the set clock."""
    clock = asyncio.get_running_loop().time
    begun = clock()
    try:
        await bots.choose(task(table), asker=asker, patience=bots.limit)
    except Late:
        assert await bots.choose_quickly(task(table)) == Answer("a move")
    return clock() - begun


def bots_of(seconds: float) -> tuple[Bots, Thinkers]:
    thinkers = Thinkers(seconds)
    bots = Bots(workers=2, limit=20, warm=False, threads=thinkers)
    bots.spare_thread = Thinkers(0.1)  # type: ignore[assignment]
    return bots, thinkers


def test_forty_tables_of_one_person_keep_another_waiting_for_one_thought_only() -> None:
    async def story() -> None:
        bots, thinkers = bots_of(seconds=5)
        much = [asyncio.create_task(asked(bots, "much", f"table {n}")) for n in range(40)]
        await asyncio.sleep(1)
        for _ in range(4):
            assert await asked(bots, "Ada", "hers") <= 5 + 5
        for one in much:
            one.cancel()
        await asyncio.gather(*much, return_exceptions=True)
        assert thinkers.most == 2

    run(story)


def test_nobody_waits_for_a_bot_more_than_twice_its_limit_because_of_others() -> None:
    """A hundred people, each with a bot that always takes all of its time, before two processes."""

    async def story() -> None:
        bots, _ = bots_of(seconds=20)

        async def play(person: str) -> list[float]:
            return [await asked(bots, person, f"table of {person}") for _ in range(5)]

        waited = await asyncio.gather(*(play(f"person {n}") for n in range(100)))
        longest = max(max(one) for one in waited)
        assert 20 < longest <= 2 * bots.limit

    run(story)


def test_who_waits_for_their_own_thoughts_waits_as_long_as_they_take() -> None:
    """Else whoever asks for very much would be answered all the faster."""

    async def story() -> None:
        bots, _ = bots_of(seconds=5)
        waited = await asyncio.gather(*(asked(bots, "much", f"table {n}") for n in range(40)))
        assert max(waited) == 5 * 20

    run(story)


def test_who_waits_is_told_and_told_again_when_it_goes_on() -> None:
    async def story() -> None:
        bots, _ = bots_of(seconds=5)
        told: list[tuple[float, list[int]]] = []
        clock = asyncio.get_running_loop().time

        def hear(table: str) -> None:
            if table == "hers":
                told.append((clock(), [wait.ahead for wait in bots.waits(table)]))

        bots.waiting_changed = hear
        others = [asyncio.create_task(asked(bots, f"person {n}", "other")) for n in range(4)]
        await asyncio.sleep(0)
        await asked(bots, "Ada", "hers")
        await asyncio.gather(*others)
        assert told == [(0, [2]), (5, [0]), (10, [])] or told == [(0, [2]), (5, [1]), (10, [])], told

    run(story)


# -- at a table ---------------------------------------------------------------------------------


@pytest.mark.anyio
async def test_a_table_says_that_its_bot_waits_and_no_longer_when_it_thinks(tables: Tables) -> None:
    table = await tables.create(
        "mini-rails", people("me Ada", "bot greedy", "bot greedy"), ADA, pause=0, seed=ADA_BEGINS
    )
    await until(tables, table, lambda: table.to_act == 0)
    busy = [tables.bots.free.pop() for _ in tables.bots.workers]
    heard: list[list[Ask]] = []
    tables.feed.listen(
        lambda change: (
            heard.append([wait.ask for wait in tables.waits(table, ADA)]) if change.kind == Kind.THINKING else None
        )
    )
    n = table.n
    await play_turn(table, ADA)
    await until_waiting(tables, table)
    assert tables.waits(table, GRACE) == tables.waits(table, ADA)
    assert heard[-1] == [Ask.MOVE]
    for worker in busy:
        tables.bots.turns.give(worker)
    await until(tables, table, lambda: table.n > n + 1 and table.to_act == 0)
    assert [] in heard


async def until_waiting(tables: Tables, table: Any) -> None:
    with tables.feed.watch(table.id) as watch:
        while not tables.waits(table, ADA):
            await asyncio.wait_for(anext(watch), 10)


@pytest.mark.anyio
async def test_that_somebody_waits_for_a_hint_is_theirs_alone(tables: Tables) -> None:
    table = await tables.create("mini-rails", people("me Ada", "here B", "here C"), ADA, seed=ADA_BEGINS)
    waiting = tables.advisers.turns.queue(ADA.mark, table.id, Ask.HINT)
    assert [wait.ask for wait in tables.waits(table, ADA)] == [Ask.HINT]
    assert tables.waits(table, GRACE) == []
    waiting.turn.cancel()


@pytest.mark.anyio
async def test_bots_among_themselves_rest_while_nobody_looks(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    rests: asyncio.Queue[int] = asyncio.Queue()
    table = await tables.create("mini-rails", people("bot random", "bot random", "bot random"), ADA, pause=0)
    rest = asyncio.sleep

    async def look_again(seconds: float) -> None:
        if seconds == LOOK:
            rests.put_nowait(table.n)
        await rest(0 if seconds == LOOK else seconds)

    monkeypatch.setattr(asyncio, "sleep", look_again)
    table.looked -= 2 * ATTENDED
    n = await asyncio.wait_for(rests.get(), 30)
    for _ in range(20):
        assert await rests.get() == n
    with tables.feed.watch(table.id):  # somebody looks
        await until(tables, table, lambda: table.over)
