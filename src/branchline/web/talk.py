"""Talk: the remarks of a table as pages show them. A line is drawn once, and so is what is new since another: to tell
it to one more listener is a write."""

import json
from collections import OrderedDict
from functools import lru_cache
from typing import Final

from branchline.game import Json
from branchline.table.remark import Remark, Said
from branchline.table.seats import Part
from branchline.table.table import Table
from branchline.web import render

FIRST: Final = 200
"""How many of the last lines a page begins with; those before them are in the API."""

KEPT: Final = 2000
"""Messages that are kept for those who ask next."""


class Talk:
    """What the pages of a server's tables are told of their talk."""

    def __init__(self) -> None:
        self.told: OrderedDict[tuple[str, bool, int, int], str] = OrderedDict()

    def news(self, table: Table, part: Part, since: int) -> str:
        """What these may hear since number `since`, as a message."""
        remarks = table.remarks
        key = (table.id, remarks.hears(part), since, remarks.last)
        if key not in self.told:
            self.told[key] = json.dumps({"kind": "remark", "talk": told(table, part, since)}, ensure_ascii=False)
            if len(self.told) > KEPT:
                self.told.popitem(last=False)
        return self.told[key]


def told(table: Table, part: Part, since: int) -> Json:
    """The lines after number `since`, those that are gone, the events whose reactions have changed, and how far the
    record went back."""
    remarks = table.remarks
    heard = remarks.heard(part, since)
    reacted = {remark.about for remark in heard if remark.kind == Said.REACTION and remark.about is not None}
    return {
        "last": remarks.last,
        "html": "".join(line(remark, remarks.voice(remark), table) for remark in remarks.lines(part, since)[-FIRST:]),
        "back": min((one.n for one in heard if one.kind == Said.BACK), default=None),
        "gone": [one.about for one in heard if one.kind == Said.REMOVAL],
        "reactions": {str(n): reactions(table, n) for n in sorted(reacted)},
    }


def line(remark: Remark, voice: int, table: Table) -> str:
    whom = tuple(table.seats[seat].name for seat in remark.named) if remark.kind == Said.NUDGE else ()
    return drawn(remark, voice, whom)


@lru_cache(maxsize=16_000)
def drawn(remark: Remark, voice: int, whom: tuple[str, ...]) -> str:
    made = render.environment().get_template("panels/remark.html").module
    return str(made.line(remark, voice, whom))  # type: ignore[attr-defined]


def reactions(table: Table, n: int) -> str:
    """How people have answered an event, as a row of signs."""
    made = render.environment().get_template("panels/remark.html").module
    return str(made.reactions(n, table.remarks.reactions(n)))  # type: ignore[attr-defined]
