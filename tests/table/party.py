"""People who play at the tests' tables."""

import asyncio
from collections.abc import Callable
from typing import Any

import hidden_hands

from branchline.games import find
from branchline.table.service import Tables
from branchline.table.table import Table, new_key

ADA, GRACE = new_key(), new_key()  # two people's browsers


def find_any(name: str) -> Any:
    """The real games, and the one with secrets that the tests bring along."""
    return hidden_hands.find(name) if name == "hidden-hands" else find(name)


def people(*seats: str) -> list[dict[str, str]]:
    """Seats in short: "me Ada", "bot greedy", "open"."""
    made = []
    for seat in seats:
        kind, _, word = seat.partition(" ")
        made.append({"kind": kind, ("level" if kind == "bot" else "name"): word})
    return made


def first_move(table: Table, key: str) -> str:
    """The first legal move that a key is offered."""
    return str(table.view(key, table.to_act)["view"]["moves"][0]["move"])


async def play_turn(table: Table, key: str) -> None:
    """First legal moves until the turn is confirmed."""
    seat = table.to_act
    n = table.n
    while table.n == n:
        await table.play(key, first_move(table, key), table.count(seat), confirm=True)


async def until(tables: Tables, table: Table, true: Callable[[], bool]) -> None:
    """Look at the table until something holds; fails after half a minute."""
    async with asyncio.timeout(30):
        with tables.feed.watch(table.id) as watch:
            if true():
                return
            async for _ in watch:
                if true():
                    return
