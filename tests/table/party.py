"""People who play at the tests' tables."""

import asyncio
from collections.abc import Callable

from branchline.game import Game, Json
from branchline.games import find
from branchline.table.person import Person, new_key
from branchline.table.service import Tables
from branchline.table.table import Table
from tests.table import hidden_hands


def somebody() -> Person:
    """With a browser of their own."""
    return Person.with_key(new_key())


ADA, GRACE = somebody(), somebody()
ADA_BEGINS = "seven-seals-1"  # a seed that lets the first of three players begin Mini Rails


def find_any(name: str) -> Game:
    """The real games, and the one with secrets that the tests bring along."""
    return hidden_hands.find(name) if name == "hidden-hands" else find(name)


def people(*seats: str) -> list[dict[str, str]]:
    """Seats in short: "me Ada", "bot greedy", "open"."""
    made = []
    for seat in seats:
        kind, _, word = seat.partition(" ")
        made.append({"kind": kind, ("level" if kind == "bot" else "name"): word})
    return made


def view_of(table: Table, person: Person, seat: int | None = None) -> Json:
    """All that somebody may know of a table."""
    return table.sight.view(table.sight.eyes(person, seat))


def about(table: Table, person: Person) -> Json:
    return table.sight.about(table.sight.eyes(person))


def record_of(table: Table, person: Person, seat: int | None = None) -> Json:
    return table.sight.record(table.sight.eyes(person, seat))


def token_of(table: Table, person: Person, seat: int) -> str:
    """The token of a seat's link, as somebody is shown it."""
    return str(about(table, person)["seats"][seat]["token"])


def first_move(table: Table, person: Person, seat: int | None = None) -> str:
    """The first legal move that somebody is offered: at the seat to act, or at one that is asked with it."""
    return str(view_of(table, person, table.to_act if seat is None else seat)["view"]["moves"][0]["move"])


async def play_turn(table: Table, person: Person) -> None:
    """First legal moves until the turn is confirmed."""
    seat = table.to_act
    n = table.n
    while table.n == n:
        await table.play(person, first_move(table, person), table.count(seat), confirm=True)


async def until(tables: Tables, table: Table, true: Callable[[], bool]) -> None:
    """Look at the table until something holds; fails after two minutes."""
    async with asyncio.timeout(120):
        with tables.feed.watch(table.id) as watch:
            if true():
                return
            async for _ in watch:
                if true():
                    return
