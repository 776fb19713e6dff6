"""Sheets: a table's page as one pair of eyes sees it, drawn once for each revision and shared by all who look
through them. What is new since the last sheet is told, and nothing else."""

import json
import zlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

import orjson

from branchline.game import Asked, Json
from branchline.table.log import settled
from branchline.table.sight import Eyes
from branchline.table.table import Table
from branchline.web import render
from branchline.web.metrics import DRAWS
from branchline.web.splices import Cuts, Drawing, Parts, cut
from branchline.web.table_page import TablePage, table_page

MARKS: Final = 32
"""How many revisions back a page can be brought up to date by what differs; older ones are drawn anew."""

KEPT: Final = 32_000_000
"""Letters of drawn pages that are kept for those who look next."""

TRACES: Final = 10_000
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
class Splice:
    """How a fragment is made from what it was on the sheet before."""

    of: int  # its version there
    since: int  # and the stamp since which it stood
    parts: Parts


@dataclass(frozen=True)
class Trace:
    """What a pair of eyes was shown, revision by revision."""

    names: tuple[str, ...] = ()
    line: int = 0
    cuts: Mapping[str, Cuts] = field(default_factory=dict)  # by fragment
    since: Mapping[str, int] = field(default_factory=dict)  # fragment -> the stamp since which it is as it is
    marks: Mapping[int, Mark] = field(default_factory=dict)  # by stamp
    before: int = 0  # the stamp of the sheet before the last
    splices: Mapping[str, Splice] = field(default_factory=dict)  # from that one

    def after(self, page: TablePage, fragments: Mapping[str, str | Drawing], last: "Sheet | None" = None) -> "Trace":
        """With one more sheet; the last one saves work, if it is still there. Under other names, or where a turn was
        taken back, the whole page is another."""
        cuts, splices = dict(self.cuts), dict[str, Splice]()
        for name, fragment in fragments.items():
            if last is None or last.trace is not self or last.drawings[name] != Drawing.of(fragment):
                old = self.cuts.get(name)
                cuts[name], parts = cut(fragment, old)
                if old is not None and parts is not None:
                    splices[name] = Splice(old.version, self.since[name], parts)
        if page.stamp in self.marks:
            return replace(self, cuts=cuts, splices={})
        mark = Mark(settled(page.log), bool(page.drafted_log))
        if (page.names, page.line) != (self.names, self.line) or any(stamp > page.stamp for stamp in self.marks):
            since = dict.fromkeys(fragments, page.stamp)
            return Trace(page.names, page.line, cuts, since, {page.stamp: mark})
        same = {name for name in fragments if cuts[name] is self.cuts[name] or cuts[name] == self.cuts[name]}
        since = {name: self.since[name] if name in same else page.stamp for name in fragments}
        marks = {**dict(list(self.marks.items())[-MARKS + 1 :]), page.stamp: mark}
        return Trace(page.names, page.line, cuts, since, marks, [*self.marks][-1], splices)


class Sheet:
    """One drawing."""

    def __init__(self, page: TablePage, fragments: Mapping[str, str | Drawing], trace: Trace) -> None:
        self.page = page
        self.drawings = {name: Drawing.of(fragment) for name, fragment in fragments.items()}
        self.trace = trace
        self._news: dict[tuple[int, frozenset[str]], News] = {}

    @property
    def stamp(self) -> int:
        return self.page.stamp

    @property
    def fragments(self) -> dict[str, str]:
        return {name: drawing.text for name, drawing in self.drawings.items()}

    @cached_property
    def size(self) -> int:
        return sum(drawing.size for drawing in self.drawings.values())

    def news(self, since: int = 0, begun: int | None = None) -> "News":
        """What is new to who was last shown the revision `since`; made once for all of them. Whose line has begun with
        a revision holds what it told them after it, and of that is told what differs."""
        spliced = self._spliced(since, begun)
        if (since, spliced) not in self._news:
            told = self._told(since, spliced)
            self._news[since, spliced] = News(told)
        return self._news[since, spliced]

    def _spliced(self, since: int, begun: int | None) -> frozenset[str]:
        """The fragments of which is told what differs."""
        if begun is None or since != self.trace.before:
            return frozenset()
        return frozenset(name for name, splice in self.trace.splices.items() if splice.since > begun)

    def _told(self, since: int, spliced: frozenset[str]) -> Json:
        if since == self.stamp:
            return {}
        page, trace = self.page, self.trace
        mark = trace.marks.get(since)
        fresh = [name for name in self.drawings if mark is None or trace.since[name] > since]
        told: Json = {
            "kind": page.kind if mark is not None else "whole",
            "stamp": page.stamp,
            "n": page.n,
            "newest": page.newest,
            "title": page.tab,
            "over": page.over and not page.looking_back,
            "yours": page.yours,
            "fragments": {name: self.drawings[name].text for name in fresh if name not in spliced},
            "versions": {name: trace.cuts[name].version for name in fresh if name in trace.cuts},
        }
        if spliced:
            told["splices"] = {name: [trace.splices[name].of, *trace.splices[name].parts] for name in spliced}
        line = mark.line if mark is not None else 0
        lines = render.log_lines(page, line)
        if lines or mark is None or mark.drafted:
            told["log"] = {"from": line, "html": lines}
        return told


class News:
    """A message to pages, as text and packed."""

    def __init__(self, told: Json) -> None:
        self.written = written(told)

    @cached_property
    def text(self) -> str:
        return self.written.decode()

    @cached_property
    def packed(self) -> bytes:
        pack = zlib.compressobj(1, wbits=31)
        return pack.compress(self.written) + pack.flush()

    @property
    def large(self) -> bool:
        return len(self.written) > PACKED


def written(told: Json) -> bytes:
    """As JSON, whatever text came in: half a surrogate pair is no reason to fail."""
    try:
        return orjson.dumps(told)
    except orjson.JSONEncodeError:
        return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


Key = tuple[str, Eyes]


class Sheets:
    """The sheets of a server's tables. They are drawn where they are asked for: a drawing takes less than handing it to
    a thread and back would add."""

    def __init__(self) -> None:
        self.drawn: OrderedDict[Key, Sheet] = OrderedDict()
        self.traces: OrderedDict[Key, Trace] = OrderedDict()
        self.size = 0

    def sheet(self, table: Table, eyes: Eyes) -> Sheet:
        """The table as these eyes see it now; it is drawn, unless it is."""
        key = (table.id, eyes)
        found = self.drawn.get(key)
        if found is not None and found.stamp == table.newest(eyes.seat).stamp:
            self.drawn.move_to_end(key)
            return found
        page = table_page(table, eyes)
        drawings = render.drawings(page)
        DRAWS.inc()
        trace = self.traces[key] = self.traces.pop(key, Trace()).after(page, drawings, found)
        if len(self.traces) > TRACES:
            self.traces.popitem(last=False)
        sheet = Sheet(page, drawings, trace)
        self._keep(key, sheet)
        return sheet

    def sheet_at(self, table: Table, eyes: Eyes, n: int, better: str = "") -> Sheet:
        """The table as it was, for one who looks back, perhaps at what was better then."""
        page = table_page(table, eyes, n, better=better)
        return Sheet(page, render.drawings(page), Trace())

    def wished(self, table: Table, eyes: Eyes, wish: Sequence[Asked]) -> Json:
        """What stands beside the board, with what somebody wishes to choose together; nobody else looks at it."""
        page = table_page(table, eyes, together=wish)
        return {"n": page.n, "fragments": {"west": render.fragment(page, "west")}}

    def html(self, sheet: Sheet, talk: Json, now: float) -> str:
        """The whole page of a sheet, with what was said at the table."""
        return render.table_page(sheet.page, sheet.fragments, talk, now)

    def _keep(self, key: Key, sheet: Sheet) -> None:
        old = self.drawn.pop(key, None)
        self.size += sheet.size - (old.size if old is not None else 0)
        self.drawn[key] = sheet
        while self.size > KEPT and len(self.drawn) > 1:
            self.size -= self.drawn.popitem(last=False)[1].size
