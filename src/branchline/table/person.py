"""A person: who somebody is on this server, on whichever of their devices they come.

A device comes with a key that nobody can guess; the house knows its hash alone. Whoever is new is a person at
once: their mark is the hash of their first key. `Persons` knows which other devices lead to the same person.
"""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

COLOURS: Final = 12
"""So many colours there are for the pictures of persons."""

SATURDAY: Final = 5


@dataclass(frozen=True)
class Quiet:
    """Hours in which somebody is not to be called, in minutes of their day; 22:00 to 7:30 crosses midnight."""

    begins: int
    ends: int

    def __contains__(self, minute: int) -> bool:
        if self.begins <= self.ends:
            return self.begins <= minute < self.ends
        return minute >= self.begins or minute < self.ends


@dataclass(frozen=True)
class Holiday:
    """Days on which somebody is away, the first and the last among them."""

    first: date
    last: date

    def __contains__(self, day: date) -> bool:
        return self.first <= day <= self.last


@dataclass(frozen=True)
class Person:
    mark: str  # what the database knows them by
    name: str = ""
    colour: int = 0
    zone: str = ""  # as their browser says, such as Europe/Berlin; not known: UTC
    quiet: Quiet | None = None
    weekend: bool = False  # Saturday and Sunday are theirs: no turn runs out on them
    holidays: tuple[Holiday, ...] = ()
    role: str = ""  # "host", "member", or neither

    @classmethod
    def with_key(cls, key: str) -> "Person":
        """Somebody of whom nothing is known but a key."""
        return cls.of_mark(hash_key(key))

    @classmethod
    def of_mark(cls, mark: str) -> "Person":
        return cls(mark, colour=colour_of(mark))

    @property
    def initials(self) -> str:
        """Two letters for the picture: of the first and the last word of the name."""
        words = self.name.split()
        letters = [word[0] for word in (words[:1] + words[1:][-1:])]
        return "".join(letters).upper() or "?"

    @property
    def clock(self) -> tzinfo:
        """The clock on their wall."""
        return zone_of(self.zone) or UTC

    def there(self, at: float) -> datetime:
        """A moment as their clock shows it."""
        return datetime.fromtimestamp(at, self.clock)

    def is_quiet(self, at: float) -> bool:
        """Do they not want to be called at this moment?"""
        there = self.there(at)
        return self.quiet is not None and there.hour * 60 + there.minute in self.quiet

    def is_away(self, at: float) -> bool:
        """Is it a holiday of theirs, or a weekend that they keep free?"""
        day = self.there(at).date()
        return (self.weekend and day.weekday() >= SATURDAY) or any(day in holiday for holiday in self.holidays)


STRANGER: Final = Person("")
"""Somebody who brings nothing: may look on, and holds no seat anywhere."""


def zone_of(name: str) -> ZoneInfo | None:
    """The time zone of this name, if there is one."""
    try:
        return ZoneInfo(name) if name else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def colour_of(mark: str) -> int:
    """The colour that somebody begins with."""
    return int(mark[:8] or "0", 16) % COLOURS


def new_key() -> str:
    """An unguessable key for a browser, or token for a seat."""
    return secrets.token_urlsafe(24)


def hash_key(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
