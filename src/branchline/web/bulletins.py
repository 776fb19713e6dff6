"""Bulletins: what the API's feed says of a table, written once for each revision and pair of eyes. To tell it to one
more listener is a write."""

import json
from collections import OrderedDict
from typing import Final

from branchline.table.sight import Eyes
from branchline.table.table import Table

KEPT: Final = 200
"""Messages that are kept for those who hear next."""


class Bulletins:
    """What the listeners to a server's tables are told."""

    def __init__(self) -> None:
        self.written: OrderedDict[tuple[str, Eyes, int, int], str] = OrderedDict()

    def news(self, table: Table, eyes: Eyes, since: int) -> str:
        """All after the first `since` events as these eyes may know it, as a message."""
        key = (table.id, eyes, table.row.revision, since)
        if key not in self.written:
            self.written[key] = json.dumps(table.sight.news(eyes, since), separators=(",", ":"))
            if len(self.written) > KEPT:
                self.written.popitem(last=False)
        return self.written[key]
