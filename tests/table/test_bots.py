"""Bots know what their seat knows, and never leave a table stuck."""

import asyncio
import os
import signal
import threading
import time
from multiprocessing.context import SpawnProcess
from typing import Any

import pytest

from branchline import players
from branchline.game import Game
from branchline.table.bots import Bots, BotTrouble, Task, Worker, own_seed, think
from branchline.table.person import STRANGER
from branchline.table.service import Tables
from branchline.table.table import Table
from tests.table import party
from tests.table.party import ADA, ADA_BEGINS, find_any, first_move, people, play_turn, record_of, until, view_of

pytestmark = pytest.mark.anyio


def task(table: Table, level: str = "random") -> Task:
    position = table.position
    codes = tuple(event.move for event in position.events)
    return Task(table.id, table.game.name, table.game.version, position.players, dict(position.options), codes, level)


# Bots that fail, each in its own way. A worker finds its game by one of these.


def find_broken(name: str) -> Game:
    raise RuntimeError("no bot today")


def find_endless(name: str) -> Game:
    while True:
        time.sleep(60)


def find_deadly(name: str) -> Game:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


class Dreamer:
    def choose(self, position: Any) -> str:
        return "build a railway to the moon"


def find_dreaming(name: str) -> Game:
    players.KINDS["random"] = lambda seed: Dreamer()  # in the worker's process
    return party.find_any(name)


async def test_bots_play_a_game_to_its_end(tables: Tables) -> None:
    table = await tables.create("mini-rails", people("bot greedy", "bot random", "bot greedy"), ADA, pause=0)
    await until(tables, table, lambda: table.over)

    assert table.notes == {}
    assert record_of(table, STRANGER)["seed"]


async def test_bots_answer_a_person(tables: Tables) -> None:
    table = await tables.create(
        "mini-rails", people("me Ada", "bot random", "bot random"), ADA, pause=0, seed=ADA_BEGINS
    )
    await until(tables, table, lambda: table.to_act == 0)
    n = table.n
    await play_turn(table, ADA)
    await until(tables, table, lambda: table.to_act == 0 and table.n > n + 1)


async def test_bots_go_on_when_the_server_comes_back(database: str) -> None:
    first = Tables(database, find_any, Bots(find_any, workers=1))
    await first.start()
    table = await first.create("mini-rails", people("bot random", "bot random", "bot random"), ADA, pause=10_000)
    await first.stop()
    assert table.to_act == table.bot_to_act

    again = Tables(database, find_any, Bots(find_any, workers=1))
    again.store.change_settings(table.id, table.row.revision, (), False, pause=0)
    await again.start()
    table = await again.get(table.id)
    await until(again, table, lambda: table.over)
    await again.stop()


@pytest.mark.parametrize(
    ("find", "words"),
    [
        (find_broken, "failed (RuntimeError: no bot today)"),
        (find_endless, "did not move within 0.2 seconds"),
        (find_deadly, "stopped thinking"),
        (find_dreaming, "wanted to play 'build a railway to the moon'"),
    ],
)
async def test_a_bot_that_fails_is_reported_and_replaced_by_a_random_move(database: str, find: Any, words: str) -> None:
    tables = Tables(database, find_any, Bots(find, workers=1, limit=0.2 if find is find_endless else 20))
    await tables.start()
    table = await tables.create("hidden-hands", people("bot random", "me Ada"), ADA, pause=0)
    await until(tables, table, lambda: table.to_act == 1)
    told = [line["plain"] for line in view_of(table, ADA)["log"]]
    await tables.stop()

    assert any(words in line and line.endswith("A random move was made instead.") for line in told), told
    again = await Tables(database, find_any).get(table.id)
    assert [line["plain"] for line in view_of(again, ADA)["log"]] == told


def processes(bots: Bots) -> list[Worker]:
    return [worker for worker in bots.workers if isinstance(worker, Worker)]


async def test_a_worker_that_was_ended_is_replaced(rails: Table) -> None:
    bots = Bots(find_any, workers=1)
    assert (await bots.choose(task(rails))).text in rails.position.legal()
    (worker,) = processes(bots)
    process = worker.process
    assert process is not None
    process.kill()
    process.join()
    assert (await bots.choose(task(rails))).text in rails.position.legal()
    bots.stop()


async def test_an_endless_bot_does_not_stop_the_next_one(rails: Table) -> None:
    bots = Bots(find_endless, workers=1, limit=0.2)
    for _ in range(2):
        with pytest.raises(BotTrouble, match="within"):
            await bots.choose(task(rails))
    bots.stop()


async def test_a_worker_that_is_being_started_gets_no_task_yet(monkeypatch: pytest.MonkeyPatch, rails: Table) -> None:
    start, begun = Worker.start, []

    def start_slowly(worker: Worker) -> object:
        begun.append(worker)
        if len(begun) == 1:
            time.sleep(3)  # the other worker is ready long before
        assert begun.count(worker) == 1 or worker.process is not None, "a second start beside the first"
        return start(worker)

    monkeypatch.setattr(Worker, "start", start_slowly)
    bots = Bots(find_any, workers=2)
    bots.start()
    moves = await asyncio.gather(*(bots.choose(task(rails)) for _ in range(4)))
    bots.stop()

    assert {rails.position.why_not(move.text) for move in moves} == {None}


async def test_a_worker_that_could_not_be_started_is_started_again(
    monkeypatch: pytest.MonkeyPatch, rails: Table
) -> None:
    start = SpawnProcess.start
    failed: list[SpawnProcess] = []

    def start_at_last(process: SpawnProcess) -> None:
        if len(failed) < 2:
            failed.append(process)
            raise OSError("no more processes")
        start(process)

    monkeypatch.setattr(SpawnProcess, "start", start_at_last)
    bots = Bots(find_any, workers=1)
    bots.start()
    with pytest.raises(BotTrouble, match="stopped thinking"):
        await bots.choose(task(rails))
    assert rails.position.why_not((await bots.choose(task(rails))).text) is None
    bots.stop()


async def test_a_server_can_stop_while_a_bot_is_being_started(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = threading.Event()
    start = SpawnProcess.start

    def slow_start(process: SpawnProcess) -> None:
        begun.set()
        time.sleep(0.2)
        start(process)

    monkeypatch.setattr(SpawnProcess, "start", slow_start)
    bots = Bots(find_any, workers=2)
    bots.start()
    assert begun.wait(5)
    bots.stop()

    workers = processes(bots)
    assert [worker.process for worker in workers] == [None, None]
    with pytest.raises(EOFError):
        workers[0].start()


async def test_a_bot_gets_only_what_its_seat_knows(hands: Table) -> None:
    """Everything hidden is dealt anew, and the events that would tell the truth are gone."""
    position = hands.position
    dealt = set()
    for n in range(40):
        guess = position.guess(seed=f"test {n}")
        assert guess.events == []
        assert guess.view(0)["table"] == position.view(0)["table"]
        dealt.add(tuple(guess.state.hands[1]))  # type: ignore[attr-defined]
    assert len(dealt) > 10


async def test_equal_tables_think_alike_and_the_secret_seed_has_no_part_in_it(rails: Table) -> None:
    assert think(task(rails), find_any) == think(task(rails), find_any)
    assert rails.row.seed not in str(task(rails))
    assert own_seed(task(rails)) != own_seed(Task("other", "mini-rails", 1, 3, {}, (), "random"))


async def test_two_servers_do_not_move_twice_for_one_bot(database: str) -> None:
    servers = [Tables(database, find_any, Bots(find_any, workers=1)) for _ in range(2)]
    for server in servers:
        await server.start()
    table = await servers[0].create(
        "mini-rails", people("me Ada", "bot random", "bot random"), ADA, pause=0, seed=ADA_BEGINS
    )
    there = await servers[1].get(table.id)
    await until(servers[0], table, lambda: table.to_act == 0)
    await play_turn(table, ADA)
    await until(servers[1], there, lambda: there.to_act == 0 and there.n == table.n)

    assert there.position == table.position
    assert first_move(there, ADA) == first_move(table, ADA)
    for server in servers:
        await server.stop()


async def test_another_servers_bots_leave_a_persons_draft_alone(database: str) -> None:
    servers = [Tables(database, find_any, Bots(find_any, workers=1)) for _ in range(2)]
    for server in servers:
        await server.start()
    table = await servers[0].create(
        "mini-rails", people("me Ada", "bot random", "bot random"), ADA, pause=500, seed=ADA_BEGINS
    )
    there = await servers[1].get(table.id)
    await play_turn(table, ADA)
    async with there.lock:
        await there.refresh()
    assert there.bot_to_act is not None  # its driver waits for the other's bots
    await until(servers[1], there, lambda: there.to_act == 0)
    n = there.n
    await there.play(ADA, first_move(there, ADA), n, confirm=False)
    await asyncio.sleep(0.5)

    assert there.n == n
    assert there.draft is not None
    for server in servers:
        await server.stop()
