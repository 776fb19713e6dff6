"""The home page: the games, a table to lay, and the tables that there are."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from markupsafe import Markup

from branchline.game import Game, Option, Value
from branchline.players import levels, usual_level
from branchline.players.settings import STYLES
from branchline.refusal import Refused
from branchline.table.club import LISTINGS
from branchline.table.pace import TURNS, Pace
from branchline.table.person import Person
from branchline.table.seats import NAMELESS
from branchline.table.service import Summary
from branchline.words import listed, plural, points

OPEN: Final = 3
"""So many options stand open; of more only the first two, the rest is folded away."""

FIRST: Final = "mini-rails"
"""The game that somebody new is shown."""

NUMBERS: Final = (
    "No",
    "One",
    "Two",
    "Three",
    "Four",
    "Five",
    "Six",
    "Seven",
    "Eight",
    "Nine",
    "Ten",
    "Eleven",
    "Twelve",
)


@dataclass(frozen=True)
class Choice:
    """One choice of an option."""

    value: str
    label: str
    usual: bool
    why_not: str = ""  # with what else is chosen now


@dataclass(frozen=True)
class Options:
    """An option of the game with what so many players can choose."""

    name: str
    title: str
    help: str
    choices: tuple[Choice, ...]

    @property
    def why_not(self) -> str:
        """Why some of it can't be had now."""
        return " ".join(dict.fromkeys(choice.why_not for choice in self.choices if choice.why_not))


@dataclass(frozen=True)
class Setup:
    """The seats and options of a new table."""

    game: Game
    count: int
    options: tuple[Options, ...]
    folded: tuple[Options, ...]
    name: str = NAMELESS  # of the one who lays the table

    @property
    def paces(self) -> Sequence[tuple[str, str]]:
        """How long a turn may take, but for live."""
        return [(name, Pace(turn, quiet=True).words.rstrip(".")) for name, turn in TURNS.items()]

    @property
    def listings(self) -> Sequence[tuple[str, str]]:
        """Who may be shown the table."""
        return tuple(LISTINGS.items())

    @property
    def levels(self) -> Sequence[tuple[str, str]]:
        """The bots, from weak to strong."""
        return levels(self.game)

    @property
    def usual_level(self) -> str:
        return usual_level(self.game)

    @property
    def styles(self) -> Sequence[tuple[str, str]]:
        """What a thinking bot can like."""
        return tuple(STYLES.items())


@dataclass(frozen=True)
class Card:
    """A game to choose."""

    game: Game
    vignette: Markup


@dataclass(frozen=True)
class Entry:
    """A table as a line of the timetable."""

    summary: Summary
    title: str
    yours: bool
    turn: str
    when: str

    @property
    def go(self) -> str:
        """What one can do there."""
        return "Replay" if self.summary.finished else "Resume" if self.summary.mine else "Watch"


@dataclass(frozen=True)
class HomePage:
    now: float
    lead: str
    cards: tuple[Card, ...]
    setup: Setup
    running: tuple[Entry, ...]
    done: tuple[Entry, ...]

    @property
    def due(self) -> tuple[Entry, ...]:
        """Where it is the reader's turn."""
        return tuple(entry for entry in self.running[:3] if entry.yours and not entry.summary.origin)


def home_page(
    games: Sequence[Game],
    game: str,
    seats: int,
    running: Sequence[Summary],
    done: Sequence[Summary],
    reader: Person,
    now: float,
) -> HomePage:
    by_name = {one.name: one for one in games}
    chosen = by_name.get(game) or by_name.get(FIRST) or games[0]
    asked = [summary for summary in running if summary.origin]  # what ifs stand under their game
    lines = sorted((entry(summary, now) for summary in running if not summary.origin), key=urgency)
    known = {line.summary.id for line in lines} | {summary.id for summary in done}
    lost = [entry(summary, now) for summary in asked if summary.origin not in known]
    return HomePage(
        now=now,
        lead=f"{number(len(games))} train game{'' if len(games) == 1 else 's'}, one table.",
        cards=tuple(Card(game, vignette(game)) for game in games),
        setup=setup(chosen, seats, reader),
        running=tuple(with_what_ifs(lines, asked, now)),
        done=(*with_what_ifs([entry(summary, now) for summary in done], asked, now), *lost),
    )


def number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def with_what_ifs(lines: Sequence[Entry], asked: Sequence[Summary], now: float) -> Iterator[Entry]:
    for line in lines:
        yield line
        yield from (entry(summary, now) for summary in asked if summary.origin == line.summary.id)


def urgency(line: Entry) -> tuple[bool, float]:
    """First where it is the reader's turn, and there where it runs out first."""
    return not line.yours, line.summary.due if line.summary.due is not None else math.inf


def setup(game: Game, seats: int, reader: Person, wished: Mapping[str, str] | None = None) -> Setup:
    """The seats and options for so many players; `wished` is what was chosen so far."""
    count = seats if seats in game.seats else game.usual_seats
    chosen = fitting(game, count, wished or {})
    options = tuple(
        Options(
            name,
            option.title or name.replace("_", " ").capitalize(),
            option.help,
            tuple(offered(game, count, chosen, name, choice) for choice in choices),
        )
        for name, option, choices in possible_choices(game, count)
        if can_matter(game, count, chosen, name)
    )
    if not reader.name:  # who is new here is offered the easy way first
        options = tuple(sorted(options, key=lambda option: option.name != "first_game"))
    first = len(options) if len(options) <= OPEN else OPEN - 1
    return Setup(game, count, options[:first], options[first:], reader.name or NAMELESS)


def fitting(game: Game, count: int, wished: Mapping[str, str]) -> dict[str, Value]:
    """What was chosen, as far as it can be had together: the usual, and of what was wished one after the other."""
    chosen = game.defaults(count)
    for name, option in game.options.items():
        value = next((choice for choice in option.choices if str(choice).lower() == wished.get(name)), chosen[name])
        if refusal(game, count, {**chosen, name: value}) is None:
            chosen[name] = value
    usual = game.defaults(count)
    return chosen | {name: usual[name] for name in game.idle(count, chosen)}


def can_matter(game: Game, count: int, chosen: Mapping[str, Value], name: str) -> bool:
    """Whether an option changes anything, as it stands or with another choice of a second one."""
    others = ({**chosen, other: choice} for other, _, choices in possible_choices(game, count) for choice in choices)
    return name not in game.idle(count, chosen) or any(name not in game.idle(count, other) for other in others)


def offered(game: Game, count: int, chosen: Mapping[str, Value], name: str, choice: Value) -> Choice:
    """A choice, and why it does not go together with the others that are chosen."""
    refused = refusal(game, count, {**chosen, name: choice})
    why_not = refused.reason if refused and not frees(game, count, chosen, name, choice) else ""
    if choice != chosen[name]:
        why_not = why_not or game.idle(count, chosen).get(name, "")
    return Choice(str(choice).lower(), label(game.options[name], choice), choice == chosen[name], why_not)


def frees(game: Game, count: int, chosen: Mapping[str, Value], name: str, choice: Value) -> bool:
    """Would it go, if what comes after it in the list went back to the usual? So a map is never closed by a variant
    of the other one."""
    order, usual = list(game.options), game.defaults(count)
    later = {other: usual[other] for other in order[order.index(name) + 1 :]}
    return refusal(game, count, {**chosen, **later, name: choice}) is None


def refusal(game: Game, count: int, chosen: Mapping[str, Value]) -> Refused | None:
    try:
        game.resolve(count, chosen)
    except Refused as refused:
        return refused
    return None


def label(option: Option, choice: Value) -> str:
    if choice in option.labels:
        return option.labels[choice]
    return ("yes" if choice else "no") if isinstance(choice, bool) else str(choice).capitalize()


@cache
def possible_choices(game: Game, count: int) -> list[tuple[str, Option, list[Value]]]:
    """The options of so many players, and what they can choose, alone or with a choice of another option."""
    singles = [(name, choice) for name, option in game.options.items() for choice in option.choices]

    def possible(chosen: dict[str, Value]) -> bool:
        return refusal(game, count, chosen) is None

    found = []
    for name, option in game.options.items():
        choices = [
            choice
            for choice in option.choices
            if possible({name: choice}) or any(possible({other: with_it, name: choice}) for other, with_it in singles)
        ]
        if len(choices) > 1:
            found.append((name, option, choices))
    return found


@cache
def vignette(game: Game) -> Markup:
    """The game's picture, with the pieces that it uses."""
    path = game.folder / "vignette.svg"
    return Markup(game.sprite() + path.read_text("utf-8") if path.exists() else "")


def entry(summary: Summary, now: float) -> Entry:
    yours = bool(summary.asked)
    if summary.finished:
        turn = outcome(summary)
    elif summary.to_act is None:
        turn = ""
    else:
        turn = "Your turn" if yours else summary.names[summary.to_act]
    title = summary.title if summary.title != summary.game_title else listed(summary.names)
    return Entry(summary, title, yours, turn, ago(summary.changed, now))


def outcome(summary: Summary) -> str:
    """Who won a finished game, and with how many points; who played alone has only these."""
    if not summary.winners and len(summary.scores) == 1:
        return points(summary.scores[0])
    names = [*summary.names, *(["the automaton"] * len(summary.scores))]
    best = listed([names[seat] for seat in summary.winners])
    won = points(summary.scores[summary.winners[0]]) if summary.winners and summary.scores else ""
    if len(summary.winners) > 1:
        return f"Shared: {best}, {won}"
    return f"{best[:1].upper() + best[1:] or 'Nobody'} won, {won}"


def ago(moment: float, now: float) -> str:
    """How long it is; what lies ahead, since a clock was set back, is now."""
    seconds = max(0, now - moment)
    for size, word in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            return f"{plural(int(seconds // size), word)} ago"
    return "just now"
