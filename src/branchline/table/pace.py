"""Pace: how long a turn may take, and when it runs out.

A table is live, without a clock, or gives a turn so many hours. What does not count is as the table says and as the
person wishes whose turn it is: quiet hours, weekends, holidays. Their own clock on the wall decides, with the hour that
it is put forward or back.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any, Final

from branchline.game import Json
from branchline.refusal import Refused
from branchline.table.person import SATURDAY, Person
from branchline.words import listed, plural

HOUR: Final = 3600
DAY: Final = 24 * HOUR

TURNS: Final = {"12h": 12 * HOUR, "1d": DAY, "3d": 3 * DAY, "7d": 7 * DAY}
"""How long a turn may take, by the words of forms and programs; "live" has no clock."""

STEP: Final = 15 * 60
"""Seconds by which a turn's time is counted: the clocks of the world differ by quarters of an hour."""

AT_MOST: Final = 60 * DAY
"""So much later than without them a turn runs out, whatever holidays somebody takes."""

STAND_IN: Final = "search-2"
"""Who sits in for somebody, or plays on for who leaves."""


@dataclass(frozen=True)
class Pace:
    turn: int  # seconds
    quiet: bool = False  # do quiet hours count?
    weekends: bool = True  # do Saturday and Sunday?

    @classmethod
    def wished(cls, wish: object) -> "Pace | None":
        """From a form or a program: "live", or a turn's length with what counts."""
        told: Mapping[str, Any] = wish if isinstance(wish, dict) else {"turn": wish}
        turn = told.get("turn") or "live"
        if turn == "live":
            return None
        if turn not in TURNS:
            raise Refused("pace", f"A table's pace is live, {listed(list(TURNS))}, not {str(turn)[:20]!r}.")
        return cls(TURNS[str(turn)], bool(told.get("quiet", False)), bool(told.get("weekends", True)))

    @classmethod
    def stored(cls, value: Json | None) -> "Pace | None":
        return cls(**value) if value else None

    def json(self) -> Json:
        return asdict(self)

    @property
    def words(self) -> str:
        """As people say it."""
        within = plural(self.turn // HOUR, "hour") if self.turn < DAY else plural(self.turn // DAY, "day")
        without = [word for word, counts in (("quiet hours", self.quiet), ("weekends", self.weekends)) if not counts]
        return f"A turn within {within}{f', not counting {listed(without)}' if without else ''}."

    def counts(self, person: Person, at: float) -> bool:
        """Does the clock of this person's turn run at this moment?"""
        if person.is_away(at) or (not self.quiet and person.is_quiet(at)):
            return False
        return self.weekends or person.there(at).weekday() < SATURDAY

    def due(self, person: Person, since: float) -> float:
        """When a turn that began at `since` runs out."""
        left, at, last = float(self.turn), since, since + self.turn + AT_MOST
        while at < last:
            step = STEP - at % STEP
            if self.counts(person, at):
                if left <= step:
                    return at + left
                left -= step
            at += step
        return last


def first_call(person: Person, at: float) -> float:
    """The first moment from `at` on at which somebody may be called: not in their quiet hours."""
    last = at + timedelta(days=2).total_seconds()
    while person.is_quiet(at) and at < last:
        at += STEP - at % STEP
    return at
