"""Sight: who sees what at a table. All that is shown or told hangs on a pair of eyes, and on nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, takewhile
from typing import TYPE_CHECKING, Any, Final

from branchline.game import Asked, Bundle, Json, Line, Offer, Scene, Shift, View, jsonable
from branchline.kernel.state import CHANCE
from branchline.position import Position, Step, Told
from branchline.table.draft import Draft
from branchline.table.log import Log
from branchline.table.person import Person
from branchline.table.seats import Part
from branchline.table.store import bot_for
from branchline.words import sentence

if TYPE_CHECKING:
    from branchline.table.table import Table

FEW: Final = 32
"""Events whose States are kept until all eyes have read of them."""


@dataclass(frozen=True)
class Eyes:
    """A seat's, or a spectator's (None), and what else they may know of the table."""

    seat: int | None
    part: Part


@dataclass(frozen=True, slots=True)
class Note(Told):
    """A line that is no move: what went wrong when a bot made one."""

    def json(self) -> Json:
        return {**Told.json(self), "trouble": True}


@dataclass(frozen=True)
class Way:
    """The last events of a table, with the States that they lie between."""

    position: Position
    since: int
    n: int
    steps: Sequence[Step]
    moved: dict[int, tuple[Shift, ...]] = field(default_factory=dict)  # why scores moved by each


class Sight:
    """What is to be seen of one table."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self._logs: dict[int | None, Log] = {}
        self._until: dict[int | None, int] = {}
        self._way: Way | None = None
        self._seen: View[Any] | None = None
        self._seen_at: tuple[object, int] = (None, 0)

    def forget(self) -> None:
        """What was told is no longer true: a turn was taken back."""
        self._logs.clear()
        self._until.clear()

    # -- whose eyes ------------------------------------------------------------------------

    def eyes(self, person: Person, asked: int | None = None) -> Eyes:
        """Those that somebody looks through: of the seat that they ask for, if they hold it.

        Several seats at one screen: the one to act, else the one that acted last. With secrets in
        the game the device has to be passed, so that nobody sees until a seat is named.
        """
        table, part = self.table, self.table.seats.part_of(person)
        held = part.held
        if asked is not None:
            if asked not in held:
                raise table.seats.not_yours(asked)
            return Eyes(asked, part)
        if len(held) <= 1:
            return Eyes(held[0] if held else None, part)
        if table.game.has_secrets and not table.over:
            return Eyes(None, part)
        if table.to_act in held:
            return Eyes(table.to_act, part)
        last = next((event.by for event in reversed(table.position.events) if event.by in held), held[0])
        return Eyes(last, part)

    def eyes_of_page(self, person: Person, asked: int | None = None) -> Eyes:
        """The same for a page, whose address may name a seat. Round one screen a hand is shown only to the
        one whose turn it is, so that nobody sees it when the screen is passed on."""
        table, held = self.table, self.table.seats.held(person)
        passed_on = table.game.has_secrets and not table.over and len(held) > 1 and asked != table.to_act
        return self.eyes(person, asked if asked in held and not passed_on else None)

    # -- the game --------------------------------------------------------------------------

    def draft(self, eyes: Eyes) -> Draft | None:
        """What these eyes see that is not confirmed: their own seat's draft, never another's."""
        return self.table.draft_of(eyes.seat)

    def bundle(self, eyes: Eyes, wish: Sequence[Asked] = ()) -> Bundle | None:
        """What these can choose together now. A lesson waits for one move at a time."""
        table, draft = self.table, self.draft(eyes)
        if eyes.seat is None or eyes.seat != table.to_act or table.lesson is not None:
            return None
        return None if draft is not None and draft.complete else table.seen(eyes.seat).bundle(wish)

    def instead(self, n: int, move: str) -> Offer | None:
        """What could have been played when the record held n events, once the game is over; None, if it could not."""
        then = self.table.position.at(n)
        if not self.table.over or then.to_act is None or then.why_not(move) is not None:
            return None
        return then.game.offer(then.state, then.code_of(move))

    def scene(
        self, eyes: Eyes, at: int | None = None, wish: Sequence[Asked] = (), better: Offer | None = None
    ) -> Scene[Any]:
        """What a page is drawn from, as the table stands or (at n) stood; with what somebody wishes to choose
        together, or with what was better then."""
        table, draft = self.table, self.draft(eyes)
        names = tuple(table.names)
        if at is not None:
            return Scene(replace(table.position.at(at).look(eyes.seat), moves=[better] if better else []), names)
        if (branch := table.plans.branch(eyes.seat)) is not None:
            shown = branch.shown
            offers = [] if branch.complete else shown.offers()
            view = replace(shown.look(eyes.seat), n=table.count(eyes.seat), moves=offers)
            return Scene(view, names, complete=branch.complete)
        if eyes.seat is not None and table.plans.asked(eyes.seat):
            answers = table.plans.answers(eyes.seat)
            prompt = answers.game.prompt(answers.state)
            return Scene(replace(self._look(eyes.seat), moves=answers.offers(), prompt=prompt), names)
        bundle = self.bundle(eyes, wish)
        if draft is None:
            return Scene(self._look(eyes.seat), names, bundle=bundle)
        view = replace(table.seen(eyes.seat).look(eyes.seat), n=table.count(eyes.seat))
        if draft.complete:
            view = replace(view, moves=[])
        drafted = tuple(table.game.vocabulary.decode(move.code) for move in draft.moves)
        return Scene(view, names, drafted, draft.complete, bundle)

    def watched(self, eyes: Eyes) -> Scene[Any] | None:
        """The spectators' scene, where these eyes see the same board: of who waits, with nothing of their own on it."""
        table, game, seat = self.table, self.table.game, eyes.seat
        if (game.has_secrets and not game.open_board) or (seat is not None and seat == table.to_act):
            return None
        own = seat is not None and (table.plans.branch(seat) is not None or table.plans.asked(seat))
        return None if own else Scene(self._look(None), tuple(table.names))

    def _look(self, seat: int | None) -> View[Any]:
        """What a seat sees of what is confirmed. All see the same, but for what they may choose and what is hidden from
        them: the rest is made once. Without secrets what lies on the table is the same, too, and then drawn once."""
        position, game = self.table.position, self.table.game
        if self._seen is None or self._seen_at[0] is not position or self._seen_at[1] != position.n:
            self._seen, self._seen_at = position.look(None), (position, position.n)
        moves = position.offers() if seat is not None and seat == position.to_act else []
        seen = self._seen.table
        table = seen if seat is None else game.own_view(position.state, seat, seen)
        return replace(self._seen, seat=seat, moves=moves, table=table)

    def view(self, eyes: Eyes) -> Json:
        """All that these eyes may know of the table now, JSON-ready."""
        table, draft = self.table, self.draft(eyes)
        n = table.count(eyes.seat)
        return {
            "id": table.id,
            "n": n,
            "confirmed": table.n,
            "seat": eyes.seat,
            "held": list(eyes.part.held),
            "next_here": self.next_here(eyes),
            "names": table.names,
            "table": self.about(eyes),
            "view": jsonable(self.scene(eyes).view),
            "log": self.log(eyes),
            "draft": {
                "moves": draft.texts if draft else [],
                "complete": bool(draft and draft.complete),
                "auto": table.seats[eyes.seat].auto if eyes.seat is not None else False,
            },
        }

    def next_here(self, eyes: Eyes) -> int | None:
        """The seat to act, if it is at this screen: to whom the device is to be passed."""
        return self.table.to_act if self.table.to_act in eyes.part.held else None

    def history(self, eyes: Eyes, n: int) -> Json:
        """The position when n events had happened, as these eyes may see it now."""
        table = self.table
        n = max(0, min(n, table.n))
        return {
            "id": table.id,
            "n": n,
            "confirmed": table.n,
            "seat": eyes.seat,
            "names": table.names,
            "view": jsonable(self.scene(eyes, n).view),
            "log": [self._json(told) for told in self.told(eyes.seat) if told.n <= n],
        }

    def news(self, eyes: Eyes, since: int) -> Json:
        """Everything after the first `since` events as these eyes may know it, and how the table stands."""
        table = self.table
        since = max(0, min(since, table.n))
        text = table.game.text if table.over else lambda state, move: table.game.seen(state, move, eyes.seat)
        return {
            "since": since,
            "n": table.n,
            "moves": [
                [event.by if event.by != CHANCE else "chance", text(before, event.move)]
                for _, event, before, _ in table.position.walk(since)
            ],
            "view": {**self.view(eyes), "log": self.log(eyes, since)},
        }

    def record(self, eyes: Eyes) -> Json:
        """The record: whole when the game is over, before that without the secrets of others."""
        table = self.table
        record = table.position.record(eyes.seat)
        record.update(names=self.names_of_record(), title=table.title, seal=table.seal)
        record["sealed_from"] = table.row.sealed_from
        if table.stood_in:
            record["stood_in"] = sorted(table.stood_in)
        if table.row.line:
            record["taken_back"] = table.row.line  # so many turns; the record is the game without them
        if table.over:
            record["seed"] = table.row.seed
        elif not table.game.has_secrets:
            record.pop("redacted", None)  # there is nothing that its reader was not to know
        return record

    def names_of_record(self) -> list[str]:
        """Of a seat that a person and a bot have shared, both."""
        table = self.table
        shared = {table.position.events[n - 1].by for n in table.stood_in}
        names = table.names
        for number, seat in enumerate(table.seats):
            if number in shared and any(
                event.by == number and n not in table.stood_in for n, event in enumerate(table.position.events, 1)
            ):
                names[number] = f"{seat.name}, and {bot_for(seat.name)}"
        return names

    def standings(self) -> list[Json]:
        """Once the game is over: everybody's points at the start, as round 0, and after each round. The
        move that ends a round belongs to it, with all that follows before the next one."""
        position = self.table.position
        if not position.over:
            return []
        ends: dict[int, tuple[int, list[int]]] = {}
        before = 0
        for n, state in enumerate(chain([position.state_at(0)], (after for *_, after in position.walk()))):
            now = int(state.round)
            ends[before] = ends[now] = (n, [int(points) for points in state.scores()])
            before = now
        return [{"round": number, "n": n, "scores": scores} for number, (n, scores) in sorted(ends.items())]

    # -- the log ---------------------------------------------------------------------------

    def log(self, eyes: Eyes, since: int = 0) -> list[Json]:
        """The story as these eyes may read it, with their own draft; each line with its plain words."""
        lines = [self._json(told) for told in self.told(eyes.seat) if told.n > since]
        return lines + [self._json(told, draft=True) for told in self.drafted(eyes)]

    def told(self, seat: int | None) -> Sequence[Told]:
        """The confirmed lines."""
        return self.story(seat).lines

    def story(self, seat: int | None) -> Log:
        """The same with the actions that they are put together to. What was told once is kept, and once only where
        all read the same."""
        table = self.table
        if not table.game.has_secrets:
            seat = None
        story = self._logs.setdefault(seat, Log())
        until = self._until.get(seat, 0)
        if until < table.n:
            self._until[seat] = table.n
            fresh = self._fresh(seat, until)
            if seat is not None:
                common = {told.n: told for told in takewhile(lambda told: told.n > until, reversed(self.told(None)))}
                fresh = [same if (same := common.get(told.n)) == told else told for told in fresh]
            notes = [(n, note) for n, note in table.notes.items() if n > until]
            fresh += [Note(n, by_of(table, n), Line(note)) for n, note in notes]
            story.add(sorted(fresh, key=lambda told: told.n))
        return story

    def _fresh(self, seat: int | None, since: int) -> list[Told]:
        """The lines of the last events. The way there is walked once for all eyes, unless it is a long one."""
        position = self.table.position
        if position.n - since > FEW:
            return position.told(seat, since)
        way = self._way
        if way is None or way.position is not position or (way.since, way.n) != (since, position.n):
            way = self._way = Way(position, since, position.n, list(position.walk(position.opened(since))))
        return position.tell(way.steps, seat, since, way.moved)

    def drafted(self, eyes: Eyes) -> list[Told]:
        """The lines that a draft would add."""
        draft = self.draft(eyes)
        return draft.shown.told(eyes.seat, self.table.n) if draft is not None else []

    def _json(self, told: Told, draft: bool = False) -> Json:
        names = self.table.names if draft else self.table.names_at(told.n)
        return {**told.json(), "plain": sentence(told.plain(names)), "draft": draft}

    # -- the table without its game ----------------------------------------------------------

    def about(self, eyes: Eyes) -> Json:
        """Title, seats, settings, and links for those who may have them."""
        table, row, part = self.table, self.table.row, eyes.part
        return {
            "id": row.id,
            "title": row.title,
            "game": row.game,
            "game_title": table.game.title,
            "version": row.version,
            "options": dict(table.position.options),
            "created": row.created,
            "finished": row.finished,
            "over": table.over,
            "to_act": table.to_act,
            "where": table.game.where(table.position.state),
            "seats": [
                {
                    "seat": number,
                    "kind": seat.kind,
                    "name": seat.called,
                    "level": seat.player,
                    "stand_in": seat.stood_in,
                    "taken": seat.taken,
                    "mine": number in part.held,
                    "token": table.seats.token(number, part),
                }
                for number, seat in enumerate(table.seats)
            ],
            "owned": part.host,
            "pause": row.pause,
            "pace": row.pace,
            "due": row.due,
            "secrets": table.game.has_secrets,
            "seal": table.seal,
            "sealed_from": row.sealed_from,
            "seed": row.seed if table.over else None,
            "again": row.again if part else None,
            "wish": row.wish if part else None,
        }


def by_of(table: "Table", n: int) -> int | None:
    """Who made the n-th event; None: chance."""
    by = table.position.events[n - 1].by
    return by if by != CHANCE else None
