"""What can be wrong with a request to a table, besides a move that the rules refuse."""

from branchline.refusal import Refused


class NoTable(Refused):
    """There is no such table, seat or invitation."""


class NotYours(Refused):
    """The one who asks does not hold this seat."""


class Stale(Refused):
    """The table has moved on since the asker saw it."""


class Unavailable(Refused):
    """The database cannot do what it should; nothing was changed."""
