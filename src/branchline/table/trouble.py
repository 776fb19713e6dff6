"""What can be wrong with a request to a table, besides a move that the rules refuse."""

from branchline.refusal import Refused


class NoTable(Refused):
    """There is no such table, seat or invitation."""


class NotYours(Refused):
    """The one who asks does not hold this seat."""


class Stale(Refused):
    """The table has moved on since the asker saw it."""


class Newer(Refused):
    """The table is there, and of a newer version than this server knows."""


class Unavailable(Refused):
    """The database cannot do what it should; nothing was changed. Its reason is for who runs the server, `told` for
    who plays there: where the database is, is nobody's business."""

    def __init__(self, rule: str, reason: str, told: str = "") -> None:
        super().__init__(rule, reason)
        self.told = told or reason
