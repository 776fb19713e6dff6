"""Sheets: each drawing is made once, and a line that told one tells how the next differs from it."""

import json
from typing import Any

import pytest

from branchline.table.person import Person, new_key
from branchline.table.service import Tables
from branchline.table.sight import Eyes
from branchline.table.table import Table
from branchline.web.sheets import Sheet, Sheets
from branchline.web.splices import put_together

pytestmark = pytest.mark.anyio

Json = dict[str, Any]
GAMES = ["mini-rails", "mini-express", "steam-power", "express-01"]


async def laid(tables: Tables, game: str) -> tuple[Table, list[Person]]:
    people = [Person.with_key(new_key()) for _ in range(3)]
    seats: list[Json] = [{"kind": "me", "name": "Ada", "auto": True}, {"kind": "open"}, {"kind": "open"}]
    table = await tables.create(game, seats, people[0], seed="sheets")
    for seat, person in enumerate(people[1:], 1):
        await tables.join(table.id, str(table.seats[seat].token), person, f"Player {seat + 1}")
    return table, people


async def play(table: Table, people: list[Person]) -> None:
    assert table.to_act is not None
    mover = people[table.to_act]
    view = table.sight.scene(table.sight.eyes(mover)).view
    await table.play(mover, view.moves[-1].move, view.n, confirm=True)


class Line:
    """What a page has of the news of one line."""

    def __init__(self, eyes: Eyes, since: int) -> None:
        self.eyes = eyes
        self.begun = self.shown = since
        self.fragments: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.spliced = 0

    def hear(self, sheet: Sheet) -> None:
        told: Json = json.loads(sheet.news(self.shown, self.begun).text)
        self.shown = sheet.stamp
        self.fragments |= told.get("fragments", {})
        for name, (of, *parts) in told.get("splices", {}).items():
            assert self.versions[name] == of
            self.fragments[name] = put_together(self.fragments[name], parts)
            self.spliced += 1
        self.versions |= told.get("versions", {})


@pytest.mark.parametrize("game", GAMES)
async def test_what_a_line_tells_makes_the_page_that_is_drawn(game: str) -> None:
    tables, sheets = Tables("sqlite://"), Sheets()
    tables.store.open()
    table, people = await laid(tables, game)
    eyes = [*(table.sight.eyes(person) for person in people), Eyes(None, table.seats.part_of(Person.with_key("x")))]
    lines = [Line(one, sheets.sheet(table, one).stamp) for one in eyes]
    for _ in range(12):
        await play(table, people)
        for line in lines:
            sheet = sheets.sheet(table, line.eyes)
            line.hear(sheet)
            assert {name: sheet.fragments[name] for name in line.fragments} == line.fragments
    assert all(line.spliced for line in lines)
    tables.store.close()


async def test_who_missed_a_revision_is_told_whole_fragments() -> None:
    tables, sheets = Tables("sqlite://"), Sheets()
    tables.store.open()
    table, people = await laid(tables, "mini-rails")
    eyes = table.sight.eyes(people[0])
    stamps: list[int] = []
    while len(stamps) < 5:
        if (stamp := sheets.sheet(table, eyes).stamp) not in stamps:
            stamps.append(stamp)
        await play(table, people)
    begun, *_, missed, before, _ = stamps
    sheet = sheets.drawn[table.id, eyes]
    assert "splices" in json.loads(sheet.news(before, begun).text)
    for since, first in ((missed, begun), (before, before), (before, None), (0, begun)):
        told = json.loads(sheet.news(since, first).text)
        assert "splices" not in told
        assert told["fragments"]["board"] == sheet.fragments["board"]
    tables.store.close()


async def test_a_drawing_that_was_put_away_and_made_again_has_its_own_version() -> None:
    """What is built on the other one is not taken for it."""
    tables, sheets = Tables("sqlite://"), Sheets()
    tables.store.open()
    table, people = await laid(tables, "mini-rails")
    eyes = table.sight.eyes(people[0])
    first = sheets.sheet(table, eyes)
    sheets.drawn.clear()
    again = sheets.sheet(table, eyes)
    assert again is not first
    assert again.trace.cuts["board"].version == first.trace.cuts["board"].version
    other = dict(again.fragments, board=f"{again.fragments['board']}<i></i>")
    assert again.trace.after(again.page, other).cuts["board"].version != first.trace.cuts["board"].version
    tables.store.close()
