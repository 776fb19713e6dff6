"""What a page costs to draw, late in a game of each kind, and what its table keeps in memory:

    .venv/bin/python bench/pages.py [GAME ...]

The game stands before its last turn. Milliseconds of CPU, the best of many: `scene` is what the page shows,
computed; `draw` its fragments; `news` what is sent of them when the turn before was seen, as text and packed;
`whole` the page as a newcomer gets it. Kilobytes: of a whole page, of packed news, and of the table.
"""

import argparse
import asyncio
import gc
import json
import statistics
import time
import tracemalloc
from collections.abc import Callable
from typing import Any, TypeVar

import branchline
from branchline.names import GameName
from branchline.position import Position
from branchline.table.person import Person, new_key
from branchline.table.service import Tables
from branchline.table.sight import Eyes
from branchline.table.table import Table
from branchline.web import render
from branchline.web.sheets import Sheet, Trace
from branchline.web.table_page import table_page
from branchline.web.talk import told

SEATS = {"mini-rails": 4, "mini-express": 3, "steam-power": 4, "express-01": 4}
TIMES = 30
T = TypeVar("T")


def late(name: GameName) -> Position:
    """A random game, before its last turn."""
    position = branchline.game(name).start(SEATS[name], seed=3)
    anybody = branchline.player("random", seed=1)
    turns: dict[int, int] = {}
    while not position.over:
        turns[int(position.state.turn)] = position.n
        position.play(anybody.choose(position))
    return position.at(list(turns.values())[-2])


def best(act: Callable[[], T]) -> tuple[float, T]:
    took = []
    for _ in range(TIMES):
        begun = time.thread_time()
        found = act()
        took.append(time.thread_time() - begun)
    return round(1000 * min(took), 2), found


def drawn(table: Table, eyes: Eyes, before: Trace) -> dict[str, float]:
    scene, page = best(lambda: table_page(table, eyes))
    draw, fragments = best(lambda: render.drawings(page))
    sheet = Sheet(page, fragments, before.after(page, fragments))
    since = max((stamp for stamp in before.marks), default=0)

    def fresh() -> Any:
        return Sheet(page, fragments, sheet.trace).news(since)

    news, message = best(lambda: fresh().text)
    packed, pack = best(lambda: fresh().packed)
    whole, html = best(lambda: render.table_page(page, sheet.fragments, told(table, eyes.part, 0), time.time()))
    return {
        "scene": scene,
        "draw": draw,
        "news": news,
        "news_packed": packed,
        "page": round(scene + draw + packed, 2),
        "whole": round(scene + draw + whole, 2),
        "whole_kilobytes": round(len(html.encode()) / 1000),
        "news_kilobytes": round(len(message.encode()) / 1000),
        "packed_kilobytes": round(len(pack) / 1000),
    }


async def measure(name: GameName) -> dict[str, Any]:
    tables = Tables("sqlite://")
    tables.store.open()
    people = [Person.with_key(new_key()) for _ in range(SEATS[name])]
    seats = [{"kind": "me", "name": "Ada"}, *[{"kind": "open"}] * (len(people) - 1)]
    table = await tables.create(name, seats, people[0], record=late(name).record())
    for seat, person in enumerate(people[1:], 1):
        token = table.seats[seat].token
        await tables.join(table.id, str(token), person, f"Player {seat + 1}")
    assert table.to_act is not None
    found: dict[str, Any] = {"events": table.n, "table_kilobytes": round(kilobytes(tables, table.id))}
    mover = table.to_act
    traces: dict[Eyes, Trace] = {}
    all_eyes = [table.sight.eyes(person) for person in people]
    for eyes in all_eyes:
        page = table_page(table, eyes)
        traces[eyes] = Trace().after(page, render.drawings(page))
    while table.to_act == mover:  # one turn on
        draft = table.sight.view(all_eyes[mover])
        await table.play(people[mover], draft["view"]["moves"][0]["move"], draft["n"], confirm=True)
    now = table.to_act if table.to_act is not None else (mover + 1) % len(people)
    found["to act"] = drawn(table, all_eyes[now], traces[all_eyes[now]])
    found["others"] = drawn(table, all_eyes[now - 1], traces[all_eyes[now - 1]])
    tables.store.close()
    return found


def kilobytes(tables: Tables, id: str) -> float:
    """What a table takes that was loaded and looked at through all its eyes."""
    row, moves = tables.store.whole(id)
    game = tables.find(row.game)
    for _ in range(2):  # the first time what all tables of a game share is made
        gc.collect()
        tracemalloc.start()
        table = Table(tables.store, tables.feed, row, moves, game, tables.timekeeper)
        for seat in (None, *range(row.players)):
            table.sight.told(seat)
        gc.collect()
        size = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        del table
    return size / 1000


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    asked.add_argument("game", nargs="*", default=branchline.games())
    results = {name: asyncio.run(measure(name)) for name in asked.parse_args().game}
    print(json.dumps(results, indent=2))
    pages = [result[who]["page"] for result in results.values() for who in ("to act", "others")]
    print(f"a page {statistics.mean(pages):.1f} ms in the mean")


if __name__ == "__main__":
    main()
