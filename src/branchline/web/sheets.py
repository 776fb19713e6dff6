"""Sheets: a table's page as one pair of eyes sees it, drawn once for each revision and shared by all who look
through them. What is new since the last sheet is told, and nothing else."""

import asyncio
import json
import zlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from branchline.game import Asked, Json
from branchline.table.log import settled
from branchline.table.sight import Eyes
from branchline.table.table import Table
from branchline.web import render
from branchline.web.metrics import DRAWS
from branchline.web.table_page import TablePage, table_page

MARKS: Final = 32
"""How many revisions back a page can be brought up to date by what differs; older ones are drawn anew."""

KEPT: Final = 32_000_000
"""Letters of drawn pages that are kept for those who look next."""

TRACES: Final = 20_000
"""Pairs of eyes of which is known what they were shown."""

PACKED: Final = 2000
"""Bytes above which news are packed, for those who can unpack them."""

NOTHING: Final = "{}"
"""No news: the line is alive."""


@dataclass(frozen=True)
class Mark:
    """How the log stood at a revision."""

    line: int  # the n of the last entry that nothing can be added to
    drafted: bool


@dataclass(frozen=True)
class Trace:
    """What a pair of eyes was shown, revision by revision."""

    names: tuple[str, ...] = ()
    line: int = 0
    seen: Mapping[str, int] = field(default_factory=dict)  # fragment -> hash of it
    since: Mapping[str, int] = field(default_factory=dict)  # fragment -> the stamp since which it is as it is
    marks: Mapping[int, Mark] = field(default_factory=dict)  # by stamp

    def after(self, page: TablePage, fragments: Mapping[str, str]) -> "Trace":
        """With one more sheet. Under other names, or where a turn was taken back, the whole page is another."""
        seen = {name: hash(html) for name, html in fragments.items()}
        if page.stamp in self.marks:
            return replace(self, seen=seen)
        last = Mark(settled(page.log), bool(page.drafted_log))
        if (page.names, page.line) != (self.names, self.line) or any(stamp > page.stamp for stamp in self.marks):
            return Trace(page.names, page.line, seen, dict.fromkeys(fragments, page.stamp), {page.stamp: last})
        since = {name: self.since[name] if self.seen[name] == seen[name] else page.stamp for name in fragments}
        marks = dict(list(self.marks.items())[-MARKS + 1 :])
        return Trace(page.names, page.line, seen, since, {**marks, page.stamp: last})


class Sheet:
    """One drawing."""

    def __init__(self, page: TablePage, fragments: Mapping[str, str], trace: Trace) -> None:
        self.page = page
        self.fragments = fragments
        self.trace = trace
        self._news: dict[int, News] = {}

    @property
    def stamp(self) -> int:
        return self.page.stamp

    @cached_property
    def size(self) -> int:
        return sum(len(html) for html in self.fragments.values())

    def news(self, since: int = 0) -> "News":
        """What is new to who was last shown the revision `since`; made once for all of them."""
        if since not in self._news:
            self._news[since] = News(json.dumps(self._told(since), ensure_ascii=False, separators=(",", ":")))
        return self._news[since]

    def _told(self, since: int) -> Json:
        if since == self.stamp:
            return {}
        page, mark = self.page, self.trace.marks.get(since)
        fresh = {name: html for name, html in self.fragments.items() if mark is None or self.trace.since[name] > since}
        told: Json = {
            "kind": page.kind if mark is not None else "whole",
            "stamp": page.stamp,
            "n": page.n,
            "newest": page.newest,
            "title": page.tab,
            "over": page.over and not page.looking_back,
            "yours": page.yours,
            "fragments": fresh,
        }
        line = mark.line if mark is not None else 0
        lines = render.log_lines(page, line)
        if lines or mark is None or mark.drafted:
            told["log"] = {"from": line, "html": lines}
        return told


class News:
    """A message to pages, as text and packed."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def packed(self) -> bytes:
        pack = zlib.compressobj(1, wbits=31)
        return pack.compress(self.text.encode("utf-8", "replace")) + pack.flush()

    @property
    def large(self) -> bool:
        return len(self.text) > PACKED


Key = tuple[str, Eyes]


class Sheets:
    """The sheets of a server's tables. They are drawn beside the loop that answers, one after the other."""

    def __init__(self) -> None:
        self.drawn: OrderedDict[Key, Sheet] = OrderedDict()
        self.traces: OrderedDict[Key, Trace] = OrderedDict()
        self.size = 0
        self.threads = ThreadPoolExecutor(1, "sheets")
        self._drawing: dict[tuple[Key, int], asyncio.Future[Sheet]] = {}

    def ready(self, table: Table, eyes: Eyes) -> Sheet | None:
        """The table as these eyes see it now, if it is drawn."""
        key = (table.id, eyes)
        found = self.drawn.get(key)
        if found is None or found.stamp != table.newest(eyes.seat).stamp:
            return None
        self.drawn.move_to_end(key)
        return found

    async def sheet(self, table: Table, eyes: Eyes) -> Sheet:
        """The same; it is drawn, unless it is."""
        found = self.ready(table, eyes)
        if found is not None:
            return found
        key, stamp = (table.id, eyes), table.newest(eyes.seat).stamp
        if (key, stamp) not in self._drawing:
            drawing = asyncio.ensure_future(self._draw(key, table_page(table, eyes)))
            self._drawing[key, stamp] = drawing
            drawing.add_done_callback(lambda _: self._drawing.pop((key, stamp), None))
        return await asyncio.shield(self._drawing[key, stamp])

    async def sheet_at(self, table: Table, eyes: Eyes, n: int, better: str = "") -> Sheet:
        """The table as it was, for one who looks back, perhaps at what was better then."""
        page = table_page(table, eyes, n, better=better)
        return Sheet(page, await self._fragments(page), Trace())

    async def wished(self, table: Table, eyes: Eyes, wish: Sequence[Asked]) -> Json:
        """What stands beside the board, with what somebody wishes to choose together; nobody else looks at it."""
        page = table_page(table, eyes, together=wish)
        loop = asyncio.get_running_loop()
        west = await loop.run_in_executor(self.threads, render.fragment, page, "west")
        return {"n": page.n, "fragments": {"west": west}}

    async def html(self, sheet: Sheet, talk: Json, now: float) -> str:
        """The whole page of a sheet, with what was said at the table."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.threads, render.table_page, sheet.page, sheet.fragments, talk, now)

    async def _draw(self, key: Key, page: TablePage) -> Sheet:
        fragments = await self._fragments(page)
        DRAWS.inc()
        trace = self.traces[key] = self.traces.pop(key, Trace()).after(page, fragments)
        if len(self.traces) > TRACES:
            self.traces.popitem(last=False)
        sheet = Sheet(page, fragments, trace)
        self._keep(key, sheet)
        return sheet

    async def _fragments(self, page: TablePage) -> Mapping[str, str]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.threads, render.fragments, page)

    def _keep(self, key: Key, sheet: Sheet) -> None:
        old = self.drawn.pop(key, None)
        self.size += sheet.size - (old.size if old is not None else 0)
        self.drawn[key] = sheet
        while self.size > KEPT and len(self.drawn) > 1:
            self.size -= self.drawn.popitem(last=False)[1].size

    def close(self) -> None:
        self.threads.shutdown(cancel_futures=True)
