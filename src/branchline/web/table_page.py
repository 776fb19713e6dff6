"""The page of a table: all that it shows to one pair of eyes, computed and typed. Templates only place it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final

from branchline.game import Asked, Game, Offer, Scene, Shift
from branchline.lesson import Lesson, Step, lessons
from branchline.players import called, seconds
from branchline.position import Told
from branchline.table.draft import Draft
from branchline.table.log import Entry, Log
from branchline.table.pace import Pace
from branchline.table.plans import Plan, When
from branchline.table.sight import Eyes
from branchline.table.store import PROGRAM, bot_for
from branchline.table.table import Table
from branchline.table.takeback import Plea
from branchline.web.place import base
from branchline.words import listed, plural, points


@dataclass(frozen=True)
class SeatSign:
    """A seat as the page names it."""

    seat: int
    name: str
    kind: str  # "me", "here", "bot", "open", or "automaton"
    who: str  # "you", "plays by link", "bot, apprentice"
    level: str = ""  # of a bot: "apprentice"
    aim: str = ""  # what a bot says that it is after

    @property
    def pointed_at(self) -> str:
        """What is told to who points at the name."""
        return f"{self.name}, {self.who}" + (f": “{self.aim}”" if self.aim else "")


@dataclass(frozen=True)
class Link:
    """The way to a seat."""

    seat: int
    path: str


@dataclass(frozen=True)
class StoodIn:
    """A seat in which a bot sits for somebody."""

    seat: int
    name: str  # whose it is
    mine: bool
    may_agree: bool  # that it stays for good
    agreed: str  # who has


@dataclass(frozen=True)
class Drafted:
    """What this seat has chosen and not confirmed."""

    moves: Sequence[str] = ()
    complete: bool = False
    tie: str = ""  # that the last of them was proposed, and stands for others


@dataclass(frozen=True)
class Preferences:
    """What somebody can choose for themselves or for the table, and the ways to its seats."""

    seat: bool  # do they play, and what of their turns?
    auto: bool
    ties: str  # what may be settled without asking
    bots: bool  # may they say how long bots wait?
    pause: int
    talk: bool  # and whether those who watch may read the talk?
    open_talk: bool
    host: bool
    links: tuple[Link, ...]
    own_links: tuple[Link, ...]
    pace: str
    lost: tuple[tuple[int, str], ...]  # seats that they could give a new link, and whose they are


NEAR: Final = 7.0
"""Per cent of the way that a station's number takes."""


@dataclass(frozen=True)
class Stop:
    """A station of the timeline: a heading of the log."""

    n: int
    label: str
    left: float  # per cent of the way
    near: bool  # to the one before that has its number: a dot is enough


@dataclass(frozen=True)
class Timeline:
    """The moments of the game, one for each line of the log, and which of them is shown."""

    moments: tuple[int, ...]
    moment: int
    stops: tuple[Stop, ...]

    @property
    def told(self) -> str:
        return ",".join(map(str, self.moments))

    @property
    def last(self) -> int:
        return len(self.moments) - 1

    @property
    def first(self) -> int:
        return self.moments[0]

    @property
    def start(self) -> int:
        return self.stops[0].n if self.stops else 0

    @property
    def earlier(self) -> int:
        return self.moments[max(0, self.moment - 1)]

    @property
    def later(self) -> int:
        return self.moments[min(self.last, self.moment + 1)]


@dataclass(frozen=True)
class Coach:
    """What a lesson says now: what to look at, one after the other, and what to do then."""

    lesson: Lesson
    steps: Sequence[Step]
    wanted: str  # the move that is waited for
    number: int  # of the first of them, from 1
    complete: bool  # a turn waits for its confirmation
    waits: bool  # others are to act
    beyond: bool  # the lesson is over, and the game goes on
    tips: tuple[str, ...]  # beside a game that goes on
    next: Lesson | None  # that is learned after this one

    @property
    def last(self) -> int:
        return len(self.lesson.steps)

    @property
    def learned(self) -> bool:
        """Is there nothing left to do?"""
        return all(step.looks for step in self.steps)

    @property
    def stands_by(self) -> bool:
        """Is the game the learner's own from here on?"""
        return self.beyond or not (self.steps or self.complete or self.waits)


@dataclass(frozen=True)
class Planning:
    """A branch that somebody grows to plan ahead."""

    supposing: int | None  # whose move is supposed next; None: the turn is the planner's own
    moves: int
    complete: bool
    stuck: bool  # something is drawn next
    subject: str  # what nobody else may do, if that is wished
    supposed: str


@dataclass(frozen=True)
class Planned:
    """A plan as its owner reads it."""

    situation: str
    turn: str


@dataclass(frozen=True)
class TablePage:
    game: Game
    id: str
    title: str
    tab: str  # what the browser's tab says
    stamp: int
    kind: str  # of the change that it shows
    eyes: Eyes
    scene: Scene[Any]
    newest: int  # how long the record is
    over: bool
    looking_back: bool
    may_branch: bool
    draft: Drafted
    auto: bool
    seats: tuple[SeatSign, ...]
    turn_of: int | None
    pass_to: int | None  # whose hand is to be shown next, at a screen that is passed on
    seconds: float  # that the bot to act thinks at most
    result: str
    beaten: bool  # is who looks
    log: Sequence[Entry]
    last_moved: Mapping[int, Entry]  # by seat: the last action that moved its score
    drafted_log: Sequence[Entry]
    timeline: Timeline
    links: tuple[Link, ...]  # to the seats that wait for somebody
    own_links: tuple[Link, ...]
    pace: str  # in words, unless the table is live
    due: float | None  # when the turn runs out
    stood_in: tuple[StoodIn, ...]
    own_names: tuple[str, ...]  # the same, bots or not
    by_stand_ins: frozenset[int]  # the events that bots made for persons
    lost: tuple[int, ...]  # the seats that these could give a new link
    pause: int
    seed: str | None
    seal: str
    again: str | None  # the table at which the same people play on
    origin: str | None  # the table that this one asks "what if?" of
    may_play_again: bool
    company: bool  # is there somebody to talk to?
    others: tuple[int, ...]  # the seats of other people
    since: float  # when the turn began
    to_nudge: int | None
    may_plan: bool
    planning: Planning | None  # the branch that is being grown
    plans: tuple[Planned, ...]
    plan_told: str  # what became of the last ones
    sealed: str  # the answer that lies face down, where all are asked at the same time
    line: int  # how many turns were taken back: with another one, the log is another
    may_take_back: int | None  # the events that would be looked back from, if these eyes may wish it
    wish: Plea | None  # of somebody, to take the last turn back
    wish_asks: bool  # is it for these eyes to answer?
    open_talk: bool
    coach: Coach | None  # where a lesson is given
    meanwhile: Sequence[Entry]  # what the others did since one's last turn
    waited_from: int  # how long the record was then
    steps: Sequence[Told]  # the last lines that explain an automaton, step by step
    watched: Scene[Any] | None = None  # the spectators', where these see the same board
    better: Offer | None = None  # what was better than what was played here

    @property
    def me(self) -> int | None:
        return self.eyes.seat

    @property
    def mine(self) -> bool:
        """Is it for these eyes to choose?"""
        return self.scene.mine and not self.looking_back

    @property
    def can_be_advised(self) -> bool:
        """Is there somebody who knows what these eyes had better choose?"""
        return self.mine and self.game.has_estimate

    @property
    def yours(self) -> bool:
        """Is it their turn, or are they asked at the same time as others?"""
        if self.planning is not None:
            return False
        return (self.turn_of is not None and self.turn_of == self.me) or (self.mine and not self.sealed)

    @property
    def n(self) -> int:
        return self.scene.view.n

    @property
    def names(self) -> tuple[str, ...]:
        return self.scene.names

    def names_in(self, told: Told) -> tuple[str, ...]:
        """As they stand in a line of the log: a bot's moves say that it made them."""
        if told.n not in self.by_stand_ins:
            return self.own_names
        return tuple(bot_for(name) if seat == told.by else name for seat, name in enumerate(self.own_names))

    @property
    def heading(self) -> str:
        return self.title if self.title.startswith("What if") else self.game.title

    @property
    def inviting(self) -> bool:
        """Does the seat to act wait for a friend whom these can invite?"""
        return any(link.seat == self.turn_of for link in self.links)

    @property
    def choice(self) -> str:
        """How much there is to choose from."""
        if self.mine:
            return f"{len(self.scene.view.moves)} to choose from"
        return "turn complete" if self.draft.complete else "not your turn"

    @property
    def wish_of(self) -> list[str]:
        """The names of those whose answer is waited for."""
        return [self.names[seat] for seat in self.wish.asked] if self.wish is not None else []

    @property
    def asked(self) -> str:
        """The section of the rules about what is asked now; none, if nothing is."""
        verbs = {offer.verb for offer in self.scene.view.moves}
        chapter = next((number for verb, number in self.game.chapters.items() if verb in verbs), "")
        return f"{self.game.name} {chapter}" if chapter else ""

    @property
    def groups(self) -> Iterable[tuple[str, list[Offer]]]:
        """The moves to choose from by their headings."""
        found: dict[str, list[Offer]] = {}
        for offer in self.scene.view.moves:
            found.setdefault(offer.group, []).append(offer)
        return found.items()

    def moved_by(self, seat: int) -> tuple[Shift, ...]:
        """Why the score of a seat moved the last time."""
        last = self.last_moved.get(seat)
        return tuple(shift for shift in last.shifts if shift.seat == seat) if last is not None else ()

    @property
    def preferences(self) -> Preferences:
        part = self.eyes.part
        return Preferences(
            seat=self.me is not None and not self.over,
            auto=self.auto,
            ties=self.game.ties,
            bots=bool(part.held) and not self.over,
            pause=self.pause,
            talk=part.host and self.company,
            open_talk=self.open_talk,
            host=part.host,
            links=self.links,
            own_links=() if self.over else self.own_links,
            pace=self.pace,
            lost=tuple((seat, self.own_names[seat]) for seat in self.lost),
        )


def table_page(
    table: Table, eyes: Eyes, at: int | None = None, together: Sequence[Asked] = (), better: str = ""
) -> TablePage:
    """The table as these eyes see it, now or (at n) as it was, with a move that was better then; or now, with what they
    wish to choose together."""
    sight = table.sight
    instead = sight.instead(at, better) if at is not None and better else None
    scene = sight.scene(eyes, at, together, instead)
    draft = sight.draft(eyes) if at is None else None
    story, drafted = sight.story(eyes.seat), sight.drafted(eyes)
    shown = story if at is None else Log(line for line in story.lines if line.n <= scene.view.n)
    change, host = table.newest(eyes.seat), eyes.part
    next_here = sight.next_here(eyes)
    return TablePage(
        game=table.game,
        id=table.id,
        title=table.title,
        tab=tab_of(table, eyes.seat),
        stamp=change.stamp,
        kind=str(change.kind) if at is None else "whole",
        eyes=eyes,
        scene=scene,
        newest=table.count(eyes.seat) if at is None else table.n,
        over=table.over,
        looking_back=at is not None and (scene.view.n < table.n or table.over),
        may_branch=at is not None
        and not scene.view.over
        and (table.over or (bool(eyes.part) and not table.game.has_secrets)),
        draft=drafted_by(draft) if draft is not None else Drafted(),
        auto=table.seats[eyes.seat].auto if eyes.seat is not None else False,
        seats=tuple(seats_of(table, eyes)),
        turn_of=table.to_act,
        pass_to=next_here if table.game.has_secrets and next_here != eyes.seat else None,
        seconds=thinks(table),
        result=result(table),
        beaten=table.over and eyes.seat is not None and eyes.seat not in (table.position.winners() or [eyes.seat]),
        log=shown.entries,
        last_moved=dict(shown.last_moved),
        drafted_log=Log(drafted).entries if at is None else (),
        timeline=timeline(story, drafted, None if at is None else scene.view.n),
        links=tuple(link for link in links_of(table, eyes) if not table.seats[link.seat].taken),
        own_links=tuple(link for link in links_of(table, eyes) if link.seat in eyes.part.held),
        pace=pace.words if (pace := Pace.stored(table.row.pace)) else "",
        due=table.row.due if at is None and not table.over else None,
        own_names=tuple(table.names_at(0)),
        by_stand_ins=frozenset(table.stood_in),
        stood_in=tuple(stood_in(table, eyes)) if at is None and not table.over else (),
        lost=tuple(n for n in range(len(table.seats)) if table.seats.may_invite_again(eyes.part, n)),
        pause=table.row.pause,
        seed=table.row.seed if table.over else None,
        seal=table.seal,
        again=table.row.again if host else None,
        origin=table.row.origin,
        may_play_again=table.over and bool(host) and table.lesson is None,
        company=table.remarks.company(eyes.part),
        others=tuple(
            number
            for number, seat in enumerate(table.seats)
            if eyes.part and seat.kind != "bot" and seat.taken and number not in eyes.part.held
        ),
        since=table.row.turn_since or table.row.changed,
        to_nudge=table.remarks.may_nudge(eyes.part) if at is None else None,
        may_plan=at is None and table.lesson is None and len(eyes.part.held) == 1 and table.plans.possible(eyes.seat),
        planning=planning_of(table, eyes) if at is None else None,
        plans=tuple(planned(table, plan) for plan in table.plans.of(eyes.seat)) if at is None else (),
        plan_told=table.plans.told(eyes.seat) if at is None else "",
        sealed=table.plans.sealed(eyes.seat) if at is None else "",
        line=table.row.line,
        may_take_back=table.n if at is None and table.lesson is None and table.takebacks.possible(eyes.seat) else None,
        wish=(wish := table.takebacks.open if at is None else None),
        wish_asks=wish is not None and any(seat in wish.asked for seat in eyes.part.held),
        open_talk=table.row.open_talk,
        coach=coach_of(table, eyes) if at is None else None,
        meanwhile=(waited := meanwhile(story.entries, eyes.seat)),
        waited_from=before(story.lines, waited[0]) if waited else 0,
        steps=tuple(shown.explained),
        watched=sight.watched(eyes) if at is None else None,
        better=instead,
    )


def drafted_by(draft: Draft) -> Drafted:
    tie = draft.tie
    return Drafted(draft.texts, draft.complete, tie.note if tie is not None else "")


def meanwhile(entries: Sequence[Entry], seat: int | None) -> Sequence[Entry]:
    """What the others did since this seat's last action: bots, automatons and friends."""
    if seat is None:
        return ()
    since = list(takewhile(lambda entry: entry.told.by != seat, reversed(entries)))
    return [entry for entry in reversed(since) if entry.told.by is not None and not entry.told.line.quiet]


def before(lines: Sequence[Told], entry: Entry) -> int:
    """How long the record was when the last line before an entry was told."""
    first = min(told.n for told in (entry.told, *entry.parts))
    return next((told.n for told in reversed(lines) if told.n < first), 0)


def coach_of(table: Table, eyes: Eyes) -> Coach | None:
    lesson = table.lesson
    if lesson is None or eyes.seat != lesson.seat:
        return None
    seen, all_of_them = table.seen(eyes.seat), list(lessons(table.game).values())
    steps = lesson.ahead(seen)
    tips = lesson.tips or all_of_them[0].tips
    verbs = dict.fromkeys(offer.verb for offer in seen.offers()) if seen.to_act == eyes.seat else {}
    return Coach(
        lesson=lesson,
        steps=steps,
        wanted=lesson.wanted(seen),
        number=lesson.done(seen) + 1,
        complete=table.draft is not None and table.draft.complete,
        waits=table.to_act != eyes.seat and not table.over,
        beyond=lesson.beyond(seen),
        tips=tuple(tips[verb] for verb in verbs if verb in tips),
        next=next((other for other in all_of_them if other.order > lesson.order), None),
    )


def planning_of(table: Table, eyes: Eyes) -> Planning | None:
    branch = table.plans.branch(eyes.seat)
    if branch is None:
        return None
    return Planning(
        supposing=None if branch.complete or branch.ours else branch.shown.to_act,
        moves=len(branch.moves),
        complete=branch.complete,
        stuck=branch.stuck,
        subject=table.plans.subject(branch) if branch.complete else "",
        supposed=listed([f"{table.names[by]}: {text}" for by, text in branch.supposed]),
    )


def planned(table: Table, plan: Plan) -> Planned:
    """The situation and the turn, in words."""
    if plan.when == When.FREE:
        situation = f"If nobody else plays “{plan.subject}” first"
    elif plan.when == When.EXACT:
        situation = f"If it goes {listed([f'{table.names[by]}: {text}' for by, text in plan.supposed])}"
    else:
        situation = "Whatever the others do, if it can be done"
    return Planned(situation, ", ".join(plan.moves))


def tab_of(table: Table, me: int | None) -> str:
    """First whose turn it is."""
    due = table.to_act
    yours = me is not None and table.row.waits_for(me)
    turn = "● Your turn · " if yours else "" if due is None else f"{table.names[due]} to act · "
    title = "" if table.title == table.game.title else f"{table.title} · "
    return f"{turn}{title}{table.game.title} · Branchline"


def thinks(table: Table) -> float:
    """How many seconds the bot to act thinks at most; 0 if it answers at once or there is none."""
    seat = table.bot_to_act
    if seat is None:
        return 0
    return seconds(table.seats[seat].player)


def timeline(story: Log, drafted: Sequence[Told], n: int | None) -> Timeline:
    """Where the slider can stop, and its stations: one for each heading of the log that holds a number."""
    lines = [*story.lines, *drafted]
    moments = tuple([told.n for told in lines]) or (0,)
    headed = [*story.headings, *(k for k, told in enumerate(drafted, len(story.lines)) if told.line.heading)]
    stops: list[Stop] = []
    numbered = -NEAR
    for i in headed:
        label = "".join(letter for letter in lines[i].line.heading if letter.isdigit())
        left = round(100 * i / max(1, len(lines) - 1), 2)
        if label:
            stops.append(Stop(lines[i].n, label, left, left - numbered < NEAR))
            numbered = numbered if stops[-1].near else left
    if n is None:
        return Timeline(moments, len(moments) - 1, tuple(stops))
    return Timeline(moments, max((i for i, at in enumerate(moments) if at <= n), default=0), tuple(stops))


def seats_of(table: Table, eyes: Eyes) -> list[SeatSign]:
    held = eyes.part.held
    signs = []
    for number, seat in enumerate(table.seats):
        level = ""
        if seat.stood_in:
            who = "a bot sits in"
        elif seat.kind == "bot":
            level = called(seat.level)
            who = f"bot, {level}"
        elif not seat.taken:
            who = "open seat"
        elif number in held:
            who = "you" if len(held) == 1 or (number == eyes.seat and not table.over) else "at this screen"
        else:
            who = "bot, plays by link" if seat.level == PROGRAM else "plays by link"
        if table.over and (moves := moves_of_bot(table, number)):
            who += f"; a bot made {plural(moves, 'move')}"
        aim = table.aims.get(number, "") if seat.is_bot and not table.over else ""
        signs.append(SeatSign(number, seat.called, "bot" if seat.is_bot else seat.kind, who, level, aim))
    for number in range(len(signs), len(table.names)):
        signs.append(SeatSign(number, table.names[number], "automaton", "by the rules"))
    return signs


def moves_of_bot(table: Table, seat: int) -> int:
    """How many moves a bot made for whose seat it is."""
    return sum(table.position.events[n - 1].by == seat for n in table.stood_in)


def stood_in(table: Table, eyes: Eyes) -> list[StoodIn]:
    """The seats in which a bot sits for somebody, and what these can do about it."""
    found = []
    for number, seat in enumerate(table.seats):
        if seat.stood_in:
            others = table.seats.others(number)
            waiting = [other for other in others if other not in seat.agreed]
            may_agree = bool(set(eyes.part.held) & set(waiting))
            names = [table.seats[other].name for other in seat.agreed if other in others]
            found.append(StoodIn(number, seat.name, number in eyes.part.held, may_agree, listed(names)))
    return found


def links_of(table: Table, eyes: Eyes) -> list[Link]:
    """The ways to the seats that these may hand out or take to another device."""
    tokens = [(number, table.seats.token(number, eyes.part)) for number in range(len(table.seats))]
    return [Link(number, f"{base()}/join/{table.id}/{token}") for number, token in tokens if token]


def result(table: Table) -> str:
    if not table.over:
        return ""
    winners, scores = table.position.winners(), table.position.scores()
    if not winners and len(scores) == 1:
        return f"{{seat:0}} scores {points(scores[0])}."
    if not winners:
        return "Nobody wins."
    who = listed([f"{{seat:{seat}}}" for seat in winners])
    return f"{who} win{'s' if len(winners) == 1 else ' together'}."
