"""Plans: moves known in advance. "If nobody buys Red, I buy Red."

Who is not to act grows a branch on the board: what the others may do, and at its end a turn of their own. The turn is
kept with its condition, and nobody else sees any of it: not in a feed, an answer, a record or a log. When the turn of
the seat comes, the first plan whose situation is there is played, in the transaction of the move before it; all others
are dropped, and their owner is told why.

Where a game asks all at the same time, an answer out of turn is such a plan too, without a condition: it lies face down
until everybody before has answered.
"""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from branchline.game import Json, Offer, plain
from branchline.players import player, usual_level
from branchline.position import Position
from branchline.refusal import Refused
from branchline.table.draft import Draft, full_turn, reveals
from branchline.table.person import Person
from branchline.table.store import stale
from branchline.table.trouble import NotYours

if TYPE_CHECKING:
    from branchline.table.table import Table

MOST: Final = 5
"""So many plans somebody can have for one turn."""

LONGEST: Final = 80
"""So many moves a branch can have."""

PIECE: Final = re.compile(r"\{piece:([\w.-]+)\}")


class When(StrEnum):
    """The situation in which a plan is played, besides that it can be played at all."""

    ANY = "any"  # whatever the others do
    FREE = "free"  # nobody else has done the same
    EXACT = "exact"  # they have played just as on the branch


@dataclass(frozen=True)
class Plan:
    """A turn that was made in advance."""

    seat: int
    n: int  # how long the record was when it was made
    moves: tuple[str, ...]  # the turn
    when: When
    supposed: tuple[tuple[int, str], ...] = ()  # what the others did on the branch
    subject: str = ""  # what nobody else is to do: "buy red"

    @classmethod
    def of(cls, seat: int, stored: Json) -> "Plan":
        supposed = tuple((int(by), str(text)) for by, text in stored["supposed"])
        when = When(stored["when"])
        return cls(seat, stored["n"], tuple(stored["moves"]), when, supposed, stored["subject"])

    def json(self) -> Json:
        return {
            "n": self.n,
            "moves": list(self.moves),
            "when": str(self.when),
            "supposed": [list(one) for one in self.supposed],
            "subject": self.subject,
        }

    def turn(self, position: Position) -> Draft:
        """The turn as it would be played now; refuses if the situation is not there."""
        steps = [step for step in position.walk(min(self.n, position.n)) if step.event.by != self.seat]
        if self.when == When.EXACT:
            played = tuple((step.event.by, position.game.text(step.before, step.event.move)) for step in steps)
            if played != self.supposed:
                raise Refused("plan", "The others have played otherwise.")
        if self.when == When.FREE:
            for step in steps:
                if 0 <= step.event.by < position.players and self.subject == subject_of(
                    position.game.offer(step.before, step.event.move)
                ):
                    raise Refused("plan", f"{{seat:{step.event.by}}} did it first: {self.subject}.")
        draft = Draft.of(position)
        for move in self.moves:
            draft = draft.add(move)
        if not draft.complete:
            raise Refused("plan", "It would no longer be a whole turn.")
        return draft


@dataclass(frozen=True)
class Branch:
    """What somebody supposes: moves of the others and, at its end, a turn of their own. A value, as a draft is.

    It never runs past chance. What the seat can't know was dealt anew before it began.
    """

    seat: int
    shown: Position
    moves: tuple[tuple[int, str], ...] = ()
    own: int = 0  # how many of them, at the end, are the seat's own
    complete: bool = False

    @classmethod
    def of(cls, position: Position, seat: int, moves: Sequence[Sequence[Any]] = ()) -> "Branch":
        shown = position.guess(seat) if position.game.has_secrets else position.copy()
        branch = cls(seat, shown)
        for _, text in moves:
            branch = branch.add(str(text))
        return branch

    @property
    def stuck(self) -> bool:
        """Does it end before the seat could do anything, since something is drawn next?"""
        return not self.complete and self.shown.to_act is None

    @property
    def ours(self) -> bool:
        """Is it for the seat itself to move on it?"""
        return not self.complete and self.shown.to_act == self.seat

    def add(self, text: str) -> "Branch":
        if self.complete:
            raise full_turn()
        if len(self.moves) >= LONGEST or self.stuck:
            raise Refused("plan", "The branch ends here: nobody knows what comes next.")
        by, code = self.shown.to_act, self.shown.code_of(text)
        assert by is not None
        moves = (*self.moves, (by, self.shown.game.text(self.shown.state, code)))
        own = self.own + 1 if by == self.seat else 0
        if own and reveals(self.shown, code):
            return replace(self, moves=moves, own=own, complete=True)
        shown, turn = self.shown.copy(), int(self.shown.state.turn)
        shown.push(code)
        complete = by == self.seat and (shown.to_act != by or int(shown.state.turn) != turn)
        while not complete and shown.state.to_act >= shown.players:
            shown.push(int(shown.state.automaton()))
        return replace(self, shown=shown, moves=moves, own=own, complete=complete)

    @property
    def turn(self) -> tuple[str, ...]:
        """The seat's own moves."""
        return tuple(text for _, text in self.moves[len(self.moves) - self.own :]) if self.own else ()

    @property
    def supposed(self) -> tuple[tuple[int, str], ...]:
        return self.moves[: len(self.moves) - self.own]


def subject_of(offer: Offer) -> str:
    """What a move is about, in the game's words: its verb and the piece that it takes, else its place."""
    piece = PIECE.search(offer.label)
    return f"{offer.verb} {piece[1] if piece else offer.at}".strip()


def situation_of(word: str) -> When:
    if word not in list(When):
        raise Refused("plan", f"A plan is played in one of the situations {', '.join(When)}.")
    return When(word)


class Plans:
    """The plans at one table. What is kept of a seat is for that seat's eyes alone."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self._branch: tuple[object, Branch] | None = None

    def kept(self, seat: int | None) -> Json:
        found: Json = (self.table.row.plans or {}).get(str(seat), {})
        return found

    def of(self, seat: int | None) -> list[Plan]:
        return [Plan.of(seat, stored) for stored in self.kept(seat).get("plans", [])] if seat is not None else []

    def told(self, seat: int | None) -> str:
        """What the owner was told last: what was played for them, or why it was dropped."""
        return str(self.kept(seat).get("told", ""))

    # -- asked at the same time ------------------------------------------------------------------

    def asked(self, seat: int | None) -> bool:
        """Is this seat asked now, though another one stands first in line?"""
        table = self.table
        if seat is None or seat == table.to_act or table.over:
            return False
        return seat in table.game.asked_together(table.position.state)

    def sealed(self, seat: int | None) -> str:
        """The answer that lies face down."""
        plans = self.of(seat) if self.asked(seat) else []
        return plans[0].moves[0] if plans else ""

    def answers(self, seat: int) -> Position:
        """The position in which the seat answers, as far as it can know it."""
        branch = Branch.of(self.table.position, seat).shown
        while branch.to_act != seat:
            branch.push(int(branch.state.legal()[0]))
        return branch

    async def seal(self, seat: int, move: str) -> None:
        """Answer out of turn; another answer takes the place of the last."""
        position = self.answers(seat)
        code = position.code_of(move)
        plan = Plan(seat, self.table.n, (position.game.text(position.state, code),), When.ANY)
        table = self.table
        plans = {**(table.row.plans or {}), str(seat): {"plans": [plan.json()]}}
        await asyncio.to_thread(table.store.seal, table.id, table.row.revision, plans, seat)
        await table.reload(ours=True)

    # -- making a plan ---------------------------------------------------------------------------

    def possible(self, seat: int | None) -> bool:
        """Can this seat plan ahead now?"""
        table = self.table
        if seat is None or table.over or table.to_act in (None, seat) or self.asked(seat):
            return False
        return self.branch(seat) is not None or len(self.of(seat)) < MOST

    def branch(self, seat: int | None) -> Branch | None:
        """The branch that is being grown."""
        making = self.kept(seat).get("making")
        if seat is None or making is None:
            return None
        key = (self.table.n, self.table.row.line, seat, making)
        if self._branch is None or self._branch[0] != key:
            self._branch = (key, Branch.of(self.table.position, seat, making))
        return self._branch[1]

    def planner(self, person: Person, seat: int | None = None) -> int:
        """The seat for which somebody plans."""
        held = self.table.seats.held(person)
        if seat is not None and seat not in held:
            raise self.table.seats.not_yours(seat)
        if not held:
            raise NotYours("seats", "You hold no seat at this table: you can watch, but not move.")
        return held[0] if seat is None else seat

    def _new_branch(self, seat: int) -> Branch:
        """Where a plan begins; refuses if there is nothing to plan."""
        if not self.possible(seat):
            raise Refused("plan", "There is nothing to plan now: it is your turn, or you have plans enough.")
        branch = Branch.of(self.table.position, seat)
        if branch.stuck:
            raise Refused("plan", "What comes next is drawn: nobody can plan beyond it.")
        return branch

    async def begin(self, person: Person, seat: int | None = None) -> None:
        async def act() -> None:
            mine = self.planner(person, seat)
            self._new_branch(mine)
            await self._keep(mine, {**self.kept(mine), "making": [], "told": ""})

        await self.table.change(act)

    async def make(self, person: Person, n: int, moves: Sequence[str], when: str, seat: int | None = None) -> None:
        """A whole plan at once, as programs make it: what the others do and, at the end, a turn of one's own. A branch
        that is grown on a page meanwhile stays."""
        situation = situation_of(when)

        async def act() -> None:
            mine = self.planner(person, seat)
            if n != self.table.n:
                raise stale()
            branch = self._new_branch(mine)
            for move in moves:
                branch = branch.add(move)
            await self._add(branch, situation, self.kept(mine))

        await self.table.change(act)

    async def suppose_usual(self, person: Person, n: int, seat: int | None = None) -> None:
        """Let somebody else do on the branch what a simple player would do."""

        async def act() -> None:
            mine = self.planner(person, seat)
            branch = self._branch_at(mine, n)
            if branch.ours or branch.complete or branch.stuck:
                raise Refused("plan", "It is your own turn on this branch: choose what you will do.")
            move = await asyncio.to_thread(player(usual_level(self.table.game)).choose, branch.shown.copy("supposed"))
            await self.suppose(mine, n, move)

        await self.table.change(act)

    async def suppose(self, seat: int, n: int, move: str) -> None:
        """One more move on the branch: the seat's own, or one that another may make."""
        grown = self._branch_at(seat, n).add(move)
        await self._keep(seat, {**self.kept(seat), "making": [list(one) for one in grown.moves]})

    async def shorten(self, seat: int, n: int) -> None:
        """Without the last move of the branch."""
        branch = self._branch_at(seat, n)
        if not branch.moves:
            raise Refused("draft", "There is nothing to take back: the branch has not begun.")
        await self._keep(seat, {**self.kept(seat), "making": [list(one) for one in branch.moves[:-1]]})

    async def keep(self, person: Person, when: str, seat: int | None = None) -> None:
        """Keep what was planned, with the situation in which it is to be played."""
        situation = situation_of(when)

        async def act() -> None:
            mine = self.planner(person, seat)
            branch = self.branch(mine)
            if branch is None:
                raise stale()
            await self._add(branch, situation, {"plans": self.kept(mine).get("plans", [])})

        await self.table.change(act)

    async def _add(self, branch: Branch, when: When, kept: Json) -> None:
        """The turn at the end of a branch is one more plan of its seat."""
        if not branch.complete:
            raise Refused("plan", "Your turn on this branch is not complete yet.")
        if len(kept.get("plans", [])) >= MOST:  # while a branch was grown, a program of theirs may have made some
            raise Refused("plan", "You have plans enough: let one of them go first.")
        plan = Plan(branch.seat, self.table.n, branch.turn, when, branch.supposed, self.subject(branch))
        await self._keep(branch.seat, {**kept, "plans": [*kept.get("plans", []), plan.json()]})

    async def drop(self, person: Person, which: int | None = None, seat: int | None = None) -> None:
        """Let one plan go, or (None) the branch that is being grown and what one was told."""

        async def act() -> None:
            mine = self.planner(person, seat)
            plans = list(self.kept(mine).get("plans", []))
            if which is not None:
                if not 0 <= which < len(plans):
                    raise Refused("plan", "There is no such plan.")
                del plans[which]
            await self._keep(mine, {"plans": plans} if plans else {})

        await self.table.change(act)

    def subject(self, branch: Branch) -> str:
        """What the first move of the planned turn is about."""
        start = Branch.of(self.table.position, branch.seat, branch.supposed).shown
        return subject_of(start.game.offer(start.state, start.code_of(branch.turn[0])))

    def _branch_at(self, seat: int, n: int) -> Branch:
        branch = self.branch(seat)
        if branch is None or n != self.table.count(seat):
            raise stale()
        return branch

    async def _keep(self, seat: int, kept: Json) -> None:
        table = self.table
        plans = {**(table.row.plans or {}), str(seat): kept}
        plans = {number: one for number, one in plans.items() if one}
        await asyncio.to_thread(table.store.set_plans, table.id, table.row.revision, plans or None)
        await table.reload(ours=True)

    # -- playing them ----------------------------------------------------------------------------

    def play_on(self, position: Position, by: int) -> Json | None:
        """Play what was planned for the situation that has come, seat after seat, on this position; what is
        kept of all seats' plans afterwards. Who has just moved by themselves has read what they were told."""
        table = self.table
        left: Json = {
            number: {**one, "making": None, "told": "The table has moved on: begin your plan anew."}
            if one.get("making") is not None
            else one
            for number, one in (table.row.plans or {}).items()
            if number != str(by)
        }
        while (seat := position.to_act) is not None and (mine := left.pop(str(seat), None)) is not None:
            plans = [Plan.of(seat, stored) for stored in mine.get("plans", [])]
            if table.seats[seat].kind == "bot":
                break
            if not plans:
                left[str(seat)] = mine
                break
            draft, told = self._first_of(plans, position)
            left[str(seat)] = {"told": told}
            if draft is None:
                break
            for move in draft.moves:
                position.push(move.code)
            position.settle()
        return left if left and not position.over else None

    def _first_of(self, plans: Sequence[Plan], position: Position) -> tuple[Draft | None, str]:
        """The first turn whose situation is there, and what its owner is told of it or of all that were dropped."""
        reasons = []
        for plan in plans:
            try:
                draft = plan.turn(position)
            except Refused as refused:
                reasons.append(
                    f"{', '.join(plan.moves)}: {plain(refused.naming(self.table.names).reason, self.table.names)}"
                )
            else:
                return draft, f"Played as you planned: {', '.join(draft.texts)}."
        return None, f"Not played as planned. {' '.join(reasons)}"
