"""What has to be fast, beside how fast it has to be, in one run on one core:

    .venv/bin/python bench/speed.py [--json]

The promises are those of Mini Rails with 4 players. Where a machine is slow, the ratio to the
uncompiled rules counts: it is measured in turns with the compiled ones.
"""

import argparse
import asyncio
import gc
import json
import time
import tracemalloc
from dataclasses import asdict, dataclass

import branchline
from branchline.lab.bench import bench
from branchline.lab.contender import contenders
from branchline.lab.sim import simulate
from branchline.table.person import Person
from branchline.table.service import Tables
from branchline.web import render
from branchline.web.sheets import Sheet, Trace
from branchline.web.table_page import table_page
from branchline.web.talk import told

GAME = branchline.game("mini-rails")
SEATS = 4


@dataclass
class Promise:
    what: str
    promised: float
    measured: float
    more_is_better: bool

    @property
    def kept(self) -> float:
        """How many times over the promise is kept."""
        return self.measured / self.promised if self.more_is_better else self.promised / max(self.measured, 1e-9)


def promises() -> list[Promise]:
    rules = bench(GAME, seconds=3)
    return [
        Promise("decisions a second, compiled", 1_500_000, rules["decisions_per_second"], True),
        Promise("times the same source uncompiled", 10, rules["uncompiled_ratio"] or 0, True),
        Promise("microseconds to copy a state", 1, rules["copy_microseconds"], False),
        Promise("milliseconds to render a seat's page", 5, asyncio.run(page_milliseconds()), False),
        Promise("bytes that a simulated game leaves behind", 50, bytes_left_behind(), False),
    ]


async def page_milliseconds() -> float:
    """The whole table page of the seat to act, in the middle of a game; the best of many."""
    position = GAME.start(SEATS, seed=7)
    while position.state.round < 4:
        position.play(position.legal()[0])
    tables = Tables("sqlite://")
    tables.store.open()
    person = Person.with_key("bench")
    table = await tables.create(GAME.name, [{"kind": "here"}] * SEATS, person, record=position.record())
    best = float("inf")
    for _ in range(200):
        begun = time.perf_counter()
        eyes = table.sight.eyes_of_page(person, position.to_act)
        drawn = table_page(table, eyes)
        sheet = Sheet(drawn, render.drawings(drawn), Trace())
        page = render.table_page(drawn, sheet.fragments, told(table, eyes.part, 0), time.time())
        best = min(best, time.perf_counter() - begun)
    assert "</html>" in page
    tables.store.close()
    return best * 1000


def bytes_left_behind() -> float:
    """What each game of a simulation adds to the memory in use."""
    tracemalloc.start()
    in_use = []
    for games in (20, 500):
        simulate(GAME, SEATS, contenders("random", SEATS), games)
        gc.collect()
        in_use.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    return max(0.0, (in_use[1] - in_use[0]) / 500)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    asked.add_argument("--json", action="store_true")
    options = asked.parse_args()
    found = promises()
    if options.json:
        print(json.dumps([{**asdict(promise), "kept": round(promise.kept, 2)} for promise in found]))
    else:
        for promise in found:
            bound = "at least" if promise.more_is_better else "at most"
            print(
                f"{promise.what:44} {promise.measured:>14,.2f}   {bound:8} {promise.promised:>11,.0f}"
                f"   kept {promise.kept:,.2f} times"
            )


if __name__ == "__main__":
    main()
