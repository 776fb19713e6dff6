"""The API: the tables for programs. Every refusal is {"rule": ..., "reason": ...}."""

from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Annotated, Any, Final, Literal, TypeVar

from fastapi import APIRouter, Body, Path, Query, Request, WebSocket
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from branchline.game import Json
from branchline.players import levels
from branchline.refusal import Refused
from branchline.table.club import LISTINGS
from branchline.table.feed import Change
from branchline.table.person import Person
from branchline.table.plans import LONGEST
from branchline.table.remark import Reaction, Remark, Said
from branchline.table.seats import KINDS, given_name
from branchline.table.service import PAUSE, Tables
from branchline.table.settings import MAX_PAUSE
from branchline.table.table import Table
from branchline.table.trouble import NotYours, Stale
from branchline.web.answers import Answer, refusal
from branchline.web.bulletins import Bulletins
from branchline.web.sockets import GONE, asked_number, follow, refuse
from branchline.web.visitor import Changer, Guest, Reader, Service, Visitor, foreign, give_key, person_of

router = APIRouter(prefix="/api", tags=["tables"])
Handler = TypeVar("Handler", bound=Callable[..., Any])

BOT: Final = "its player's name, and its style if it has one, as in `search-2:style=builder`"
N = Annotated[StrictInt, Field(ge=0, lt=2**31, description="The `n` of the view that the request was made for.")]
SeatNumber = Annotated[StrictInt | None, Field(ge=0, lt=64, description="The seat, if the key holds several.")]


# -- what is sent and answered ----------------------------------------------------------


class Sent(BaseModel):
    """A request's body: nothing in it is ignored."""

    model_config = ConfigDict(extra="forbid")


class SeatWish(Sent):
    kind: StrictStr = Field(description=f"One of {', '.join(KINDS)}.", examples=["me"])
    name: StrictStr = Field("", description="What the others see.", examples=["Ada"])
    level: StrictStr = Field("", description=f"Of a bot: {BOT}.", examples=["greedy"])
    auto: StrictBool = Field(False, description="Confirm this seat's turns by themselves.")


class PaceWish(Sent):
    turn: Literal["live", "12h", "1d", "3d", "7d"]
    quiet: StrictBool = Field(False, description="Do quiet hours count?")
    weekends: StrictBool = Field(True, description="Do Saturday and Sunday?")


class NewTable(Sent):
    game: StrictStr = Field(description="A name from GET /api/games.", examples=["mini-rails"])
    seats: list[SeatWish] = Field(description="One entry a seat.", max_length=64)
    options: dict[str, StrictStr | StrictInt | StrictBool] = Field(default={}, description="The game's options.")
    title: StrictStr = Field("", examples=["Thursday evening"])
    pause: StrictInt = Field(PAUSE, description=f"Milliseconds before a bot's turn, 0 to {MAX_PAUSE}.")
    pace: PaceWish | Literal["live", "12h", "1d", "3d", "7d"] = Field("live", description="How long a turn may take.")
    record: dict[str, Any] | None = Field(None, description="A record to go on from, as GET .../record gives it.")
    listing: StrictStr = Field("unlisted", description=f"Who is shown the table: {', '.join(LISTINGS)}.")


class MoveWish(Sent):
    move: StrictStr = Field(description="The move's text, from the view's `moves`.", examples=["buy red 3"])
    n: N
    seat: SeatNumber = None
    confirm: StrictBool | None = Field(None, description="Confirm a complete turn at once; else as the seat is set.")


class TurnWish(Sent):
    n: N
    seat: SeatNumber = None


class JoinWish(Sent):
    token: StrictStr = Field(description="The token in the seat's link.")
    name: StrictStr = Field("", description="What the others see, if the seat was open.", examples=["Charles"])
    program: StrictBool = Field(False, description="A program plays the seat: the table says that it is a bot.")


class SeatOf(Sent):
    seat: Annotated[StrictInt, Field(ge=0, lt=64)]


class BotWish(SeatOf):
    level: StrictStr = Field("greedy", description=f"Of the bot: {BOT}.", examples=["greedy"])


class Settings(Sent):
    seat: SeatNumber = None
    auto: StrictBool | None = Field(None, description="Confirm the turns of the seat, or of all yours, by themselves.")
    pause: StrictInt | None = Field(None, description="Milliseconds before a bot's turn.")
    open_talk: StrictBool | None = Field(None, description="Whether spectators hear the talk; for the host to say.")


class RemarkWish(Sent):
    text: StrictStr = Field(description="What to say, at most 1,000 letters.", examples=["Well played, Grace!"])
    seat: SeatNumber = None


class ReactionWish(Sent):
    n: Annotated[StrictInt, Field(ge=1, lt=2**31, description="The event that it answers, as in the log.")]
    sign: StrictStr = Field(description=f"One of {', '.join(Reaction)}; the same again takes it away.")
    seat: SeatNumber = None


class NudgeWish(Sent):
    seat: SeatNumber = None
    whom: Annotated[StrictInt | None, Field(ge=0, lt=64, description="Refused if another seat is to act.")] = None


class BackWish(Sent):
    n: Annotated[StrictInt, Field(ge=0, lt=2**31, description="The `confirmed` of the view that you saw.")]
    seat: SeatNumber = None


class AnswerWish(Sent):
    agree: StrictBool = Field(description="Whether the turn may be taken back.")
    n: Annotated[StrictInt, Field(ge=0, lt=2**31, description="The `n` of the wish, as in `table.wish`.")]


class PlanWish(Sent):
    n: Annotated[StrictInt, Field(ge=0, lt=2**31, description="The `confirmed` of the view that you saw.")]
    moves: list[StrictStr] = Field(
        description="The branch: what the others may do and, at its end, a whole turn of yours.",
        max_length=LONGEST,
        examples=[["build blue 3", "buy red 5"]],
    )
    when: StrictStr = Field(
        "any",
        description="`any`: whatever the others do, if it can be done; `free`: if nobody else does the same first; "
        "`exact`: only if they play just as on the branch.",
    )
    seat: SeatNumber = None


class PlanView(BaseModel):
    """A turn that was made in advance, for its owner's eyes alone."""

    when: str
    supposed: list[tuple[int, str]] = Field(description="What the others did on the branch: seat and move.")
    moves: list[str] = Field(description="The turn.")
    subject: str = Field(description="What nobody else may do first, if `when` is `free`.")


class PlansView(BaseModel):
    possible: bool = Field(description="Can this seat plan ahead now?")
    plans: list[PlanView]
    told: str = Field(description="What became of the last ones: played, or why not.")


class RemarkView(BaseModel):
    """A line of the log that is no move."""

    k: int = Field(description="Its number at the table.")
    kind: str = Field(description=f"One of {', '.join(Said)}.")
    n: int = Field(description="The moment of the game: how many events there were.")
    at: float
    seat: int | None
    name: str
    voice: int = Field(description="Who spoke, as a number of this table; 0: the house.")
    text: str
    about: int | None = Field(description="Of a reaction the event, of a removal the remark.")
    named: list[int] = Field(description="The seats that it is for.")


class Refusal(BaseModel):
    """Why something was refused: the rule and one sentence."""

    rule: str = Field(examples=["mini-rails 3.3"])
    reason: str = Field(examples=["Hex d4 is taken: a Red disc lies there."])


class DraftView(BaseModel):
    moves: list[str]
    complete: bool
    auto: bool


class TableView(BaseModel):
    """All that the asker may know of a table."""

    id: str
    n: int = Field(description="What the next move has to name: events confirmed and drafted.")
    confirmed: int
    seat: int | None = Field(description="Whose eyes this is seen with; null: a spectator's.")
    held: list[int]
    next_here: int | None = Field(description="The seat to act, if the asker holds it.")
    names: list[str]
    table: dict[str, Any]
    view: dict[str, Any] = Field(description="Position.view: the game, and `moves` if it is the seat's turn.")
    log: list[dict[str, Any]]
    draft: DraftView


class StaleRefusal(Refusal):
    view: TableView


REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    400: {"model": Refusal, "description": "The request is no JSON."},
    403: {"model": Refusal, "description": "The key does not hold that seat."},
    404: {"model": Refusal, "description": "There is no such table."},
    409: {"model": StaleRefusal, "description": "The table has moved on; the fresh view comes along."},
    413: {"model": Refusal, "description": "The request is too large."},
    422: {"model": Refusal, "description": "Refused, with the rule and the reason."},
    503: {"model": Refusal, "description": "The database cannot be read or written; nothing was changed."},
}


def refusals(*codes: int) -> dict[int | str, dict[str, Any]]:
    return {code: REFUSALS[code] for code in codes}


# -- who and where ----------------------------------------------------------------------


TableId = Annotated[str, Path(examples=["k3m9x2v7qa"])]
SeatQuery = Annotated[int | None, Query(alias="seat", ge=0, lt=64, description="The seat, if the key holds several.")]


# -- games ------------------------------------------------------------------------------


@router.get("/games", tags=["games"], summary="All games, with seats, options and opponents")
def games(tables: Service) -> Answer:
    return Answer(
        [
            {
                "name": game.name,
                "title": game.title,
                "version": game.version,
                "seats": list(game.seats),
                "options": {
                    name: {
                        "choices": option.choices,
                        "default": option.default,
                        "help": option.help,
                        "labels": {str(choice): label for choice, label in option.labels.items()},
                    }
                    for name, option in game.options.items()
                },
                "about": asdict(game.about),
                "levels": [name for name, _ in levels(game)],
            }
            for game in tables.games
        ]
    )


# -- tables -----------------------------------------------------------------------------


@router.get(
    "/tables",
    summary="Your tables, finished ones and those with an open seat; those that changed last first",
    responses=refusals(503),
)
async def list_tables(
    tables: Service,
    reader: Reader,
    mine: bool = False,
    finished: bool | None = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Answer:
    return Answer([asdict(summary) for summary in await tables.list(reader, mine=mine, finished=finished, limit=limit)])


NEW_TABLE: Final = {
    "against bots": {
        "summary": "Against two bots",
        "value": {"game": "mini-rails", "seats": [{"kind": "me", "name": "Ada"}, {"kind": "bot"}, {"kind": "bot"}]},
    },
    "with a friend": {
        "summary": "One friend at this screen, one far away, one bot",
        "value": {
            "game": "mini-rails",
            "title": "Thursday evening",
            "seats": [
                {"kind": "me", "name": "Ada"},
                {"kind": "here", "name": "Grace"},
                {"kind": "open"},
                {"kind": "bot", "level": "greedy"},
            ],
        },
    },
}


@router.post(
    "/tables",
    status_code=201,
    summary="Lay a table",
    description="The answer's `key` opens the seats `me` and `here`: send it as `Authorization: Bearer KEY`. "
    "It is null if the request brought a key of its own.",
    response_model=TableView,
    responses=refusals(400, 404, 413, 422, 503),
)
async def create(
    tables: Service,
    request: Request,
    visitor: Guest,
    wish: Annotated[NewTable, Body(openapi_examples=NEW_TABLE)],
) -> Answer:
    seats = [seat.model_dump() for seat in wish.seats]
    table = await tables.create(
        wish.game,
        seats,
        visitor.person,
        options=wish.options,
        title=wish.title,
        pause=wish.pause,
        pace=wish.pace if isinstance(wish.pace, str) else wish.pace.model_dump(),
        record=wish.record,
        listing=wish.listing,
    )
    await visitor.settle(tables.persons, given_name(seats))
    answer = welcome(request, visitor, table, None, 201)
    answer.headers["Location"] = f"/api/tables/{table.id}"
    return answer


def welcome(request: Request, visitor: Visitor, table: Table, seat: int | None, status: int = 200) -> Answer:
    """The table as somebody sees it who has just sat down, with their key if it is new."""
    answer = Answer({"key": visitor.key if visitor.new else None, **view(table, visitor.person, seat)}, status)
    if visitor.new:
        give_key(answer, visitor, secure=request.url.scheme == "https")
    return answer


def view(table: Table, person: Person, seat: int | None = None) -> Json:
    return table.sight.view(table.sight.eyes(person, seat))


@router.get(
    "/tables/{id}",
    summary="A table as you may see it",
    response_model=TableView,
    responses=refusals(403, 404, 503),
)
async def show(
    tables: Service,
    reader: Reader,
    id: TableId,
    seat: SeatQuery = None,
    n: Annotated[int | None, Query(ge=0, lt=2**31, description="As it stood after n events.")] = None,
) -> Answer:
    table = await tables.look(id, reader)
    eyes = table.sight.eyes(reader, seat)
    return Answer(table.sight.view(eyes) if n is None else table.sight.history(eyes, n))


def changes(path: str, summary: str, **more: Any) -> Callable[[Handler], Handler]:
    """An address that changes a table, and shows it."""
    return router.post(f"/tables/{{id}}/{path}", summary=summary, response_model=TableView, responses=REFUSALS, **more)


MOVE: Final = {
    "a move": {"summary": "A move", "value": {"move": "buy red 3", "n": 21}},
    "confirmed": {"summary": "A move that ends the turn", "value": {"move": "buy red 3", "n": 21, "confirm": True}},
}


@changes(
    "moves",
    "Make a move",
    description="The move is a draft until the turn is confirmed: nobody else sees it, and it can be taken back.",
)
async def move(
    tables: Service, changer: Changer, id: TableId, wish: Annotated[MoveWish, Body(openapi_examples=MOVE)]
) -> Answer:
    table = await tables.get(id, fresh=False)
    return await changed(
        table, changer, wish.seat, lambda: table.play(changer, wish.move, wish.n, wish.seat, wish.confirm)
    )


@changes("undo", "Take a drafted move back")
async def undo(tables: Service, changer: Changer, id: TableId, wish: TurnWish) -> Answer:
    table = await tables.get(id, fresh=False)
    return await changed(table, changer, wish.seat, lambda: table.undo(changer, wish.n, wish.seat))


@changes("confirm", "Confirm the drafted turn")
async def confirm(tables: Service, changer: Changer, id: TableId, wish: TurnWish) -> Answer:
    table = await tables.get(id, fresh=False)
    return await changed(table, changer, wish.seat, lambda: table.confirm(changer, wish.n, wish.seat))


async def changed(table: Table, person: Person, seat: int | None, act: Callable[[], Awaitable[None]]) -> Answer:
    """Change a table and show it; whoever was too late gets the fresh view as well."""
    try:
        await act()
    except Stale as refused:
        return Answer({**refusal(refused), "view": view(table, person, seat)}, 409)
    return Answer(view(table, person, seat))


@changes("join", "Take an open seat by its link, or hold your seat on one more device")
async def join(tables: Service, request: Request, visitor: Guest, id: TableId, wish: JoinWish) -> Answer:
    table, seat = await tables.join(id, wish.token, visitor.person, wish.name, wish.program)
    await visitor.settle(tables.persons, " ".join(wish.name.split()))
    return welcome(request, visitor, table, seat)


@changes("bot", "Give an open seat that nobody has taken to a bot")
async def give_to_bot(tables: Service, changer: Changer, id: TableId, wish: BotWish) -> Answer:
    table = await tables.get(id)
    return await changed(table, changer, None, lambda: table.seats.give_to_bot(changer, wish.seat, wish.level))


@changes("back", "Take a seat back from the bot that sits in")
async def come_back(tables: Service, changer: Changer, id: TableId, wish: SeatOf) -> Answer:
    table = await tables.get(id)
    return await changed(table, changer, None, lambda: table.seats.come_back(changer, wish.seat))


@changes("for-good", "Leave somebody's seat to the bot that sits in, for good once all others agree")
async def agree(tables: Service, changer: Changer, id: TableId, wish: SeatOf) -> Answer:
    table = await tables.get(id)
    return await changed(table, changer, None, lambda: table.seats.agree(changer, wish.seat))


@changes(
    "again",
    "Another game with the same people",
    description="Everybody keeps their seats. Whoever asks after the first one comes to the same table.",
)
async def again(tables: Service, changer: Changer, id: TableId) -> Answer:
    table = await tables.again(await tables.get(id), changer)
    return Answer(view(table, changer))


@changes("settings", "Confirm by itself or not; the pause before a bot's turn")
async def settings(tables: Service, changer: Changer, id: TableId, wish: Settings) -> Answer:
    table = await tables.get(id)
    return await changed(
        table,
        changer,
        wish.seat,
        lambda: table.settings.change(changer, wish.auto, wish.pause, wish.seat, wish.open_talk),
    )


@router.get(
    "/tables/{id}/why",
    summary="Why a move is refused",
    description="`legal` is true, or `rule` and `reason` say what speaks against the move.",
    responses=refusals(404, 503),
)
async def why(
    tables: Service, reader: Reader, id: TableId, move: Annotated[str, Query(max_length=1000)], seat: SeatQuery = None
) -> Answer:
    table = await tables.get(id)
    refused = table.why_not(reader, move, seat)
    return Answer({"legal": True} if refused is None else {"legal": False, **refusal(refused)})


@router.get(
    "/tables/{id}/record",
    summary="The record so far, without what you may not know",
    responses=refusals(403, 404, 503),
)
async def record(tables: Service, reader: Reader, id: TableId, seat: SeatQuery = None) -> Answer:
    table = await tables.get(id)
    eyes = table.sight.eyes(reader, seat)
    (await tables.clubhouse.club()).check_record(table, reader)
    return Answer(table.sight.record(eyes))


# -- talk -------------------------------------------------------------------------------


@router.get(
    "/tables/{id}/remarks",
    summary="What was said at a table, as far as you may hear it",
    description="Spectators hear the talk only where the host allows it.",
    response_model=list[RemarkView],
    responses=refusals(404, 503),
    tags=["talk"],
)
async def remarks(
    tables: Service,
    reader: Reader,
    id: TableId,
    since: Annotated[int, Query(ge=0, lt=2**31, description="Only what came after this number.")] = 0,
) -> Answer:
    table = await tables.look(id, reader)
    said = table.remarks
    return Answer([said.json(remark) for remark in said.heard(table.seats.part_of(reader), since)])


def says(path: str, summary: str) -> Callable[[Handler], Handler]:
    """An address at which something is said."""
    codes = (400, 403, 404, 413, 422, 503)
    return router.post(
        f"/tables/{{id}}/{path}",
        status_code=201,
        summary=summary,
        response_model=RemarkView,
        responses=refusals(*codes),
        tags=["talk"],
    )


async def remarked(table: Table, remark: Awaitable[Remark], status: int = 200) -> Answer:
    return Answer(table.remarks.json(await remark), status)


@says("remarks", "Say something")
async def say(tables: Service, changer: Changer, id: TableId, wish: RemarkWish) -> Answer:
    table = await tables.get(id, fresh=False)
    return await remarked(table, table.remarks.say(changer, wish.text, wish.seat), 201)


@router.delete(
    "/tables/{id}/remarks/{k}",
    summary="Remove a remark: your own, or as the host any",
    response_model=RemarkView,
    responses=refusals(403, 404, 422, 503),
    tags=["talk"],
)
async def remove(tables: Service, changer: Changer, id: TableId, k: Annotated[int, Path(ge=1, lt=2**31)]) -> Answer:
    table = await tables.get(id, fresh=False)
    return await remarked(table, table.remarks.remove(changer, k))


@says("reactions", "Answer a move with a sign")
async def react(tables: Service, changer: Changer, id: TableId, wish: ReactionWish) -> Answer:
    table = await tables.get(id, fresh=False)
    return await remarked(table, table.remarks.react(changer, wish.n, wish.sign, wish.seat), 201)


@says("nudge", "Remind the one to act, not more than once a day")
async def nudge(tables: Service, changer: Changer, id: TableId, wish: NudgeWish) -> Answer:
    table = await tables.get(id, fresh=False)
    return await remarked(table, table.remarks.nudge(changer, wish.seat, wish.whom), 201)


@changes(
    "take-back",
    "Wish to take your last turn back",
    description="All other people at the table are asked; where there are none it is done at once. What was drawn, or "
    "seen though it was hidden, is never taken back. `table.wish` of the view tells who has not answered yet.",
    tags=["talk"],
)
async def take_back(tables: Service, changer: Changer, id: TableId, wish: BackWish) -> Answer:
    table = await tables.get(id, fresh=False)
    return await changed(table, changer, wish.seat, lambda: table.takebacks.wish(changer, wish.n, wish.seat))


@changes("take-back/answer", "Let somebody take their turn back, or not", tags=["talk"])
async def answer_take_back(tables: Service, changer: Changer, id: TableId, wish: AnswerWish) -> Answer:
    table = await tables.get(id, fresh=False)
    return await changed(table, changer, None, lambda: table.takebacks.answer(changer, wish.agree, wish.n))


# -- plans ------------------------------------------------------------------------------


def plans_of(table: Table, person: Person, seat: int | None) -> Answer:
    mine = table.plans.planner(person, seat)
    shown = [
        {"when": plan.when, "supposed": plan.supposed, "moves": plan.moves, "subject": plan.subject}
        for plan in table.plans.of(mine)
    ]
    return Answer({"possible": table.plans.possible(mine), "plans": shown, "told": table.plans.told(mine)})


@router.get(
    "/tables/{id}/plans",
    summary="Your moves known in advance, and what became of the last ones",
    description="Nobody else sees any of it.",
    response_model=PlansView,
    responses=refusals(403, 404, 503),
    tags=["plans"],
)
async def plans(tables: Service, reader: Reader, id: TableId, seat: SeatQuery = None) -> Answer:
    return plans_of(await tables.look(id, reader), reader, seat)


@router.post(
    "/tables/{id}/plans",
    status_code=201,
    summary="Plan a turn in advance",
    description="It is played when its situation comes, in the transaction of the move that brings it, and dropped "
    "when it does not. Of several the first that fits is played.",
    response_model=PlansView,
    responses=refusals(400, 403, 404, 409, 413, 422, 503),
    tags=["plans"],
)
async def plan(tables: Service, changer: Changer, id: TableId, wish: PlanWish) -> Answer:
    table = await tables.get(id, fresh=False)
    try:
        await table.plans.make(changer, wish.n, wish.moves, wish.when, wish.seat)
    except Stale as refused:
        return Answer({**refusal(refused), "view": view(table, changer, wish.seat)}, 409)
    answer = plans_of(table, changer, wish.seat)
    answer.status_code = 201
    return answer


@router.delete(
    "/tables/{id}/plans/{which}",
    summary="Let a plan go",
    description="By its place in the list, from 0 on.",
    response_model=PlansView,
    responses=refusals(403, 404, 422, 503),
    tags=["plans"],
)
async def drop_plan(
    tables: Service, changer: Changer, id: TableId, which: Annotated[int, Path(ge=0, lt=64)], seat: SeatQuery = None
) -> Answer:
    table = await tables.get(id, fresh=False)
    await table.plans.drop(changer, which, seat)
    return plans_of(table, changer, seat)


# -- the feed ---------------------------------------------------------------------------


@router.websocket("/tables/{id}/feed")
async def feed(socket: WebSocket, id: str) -> None:
    """Numbered updates: `?since=N` brings everything after event N, then whatever comes.

    The key comes as cookie, as Authorization header or as `?token=`. With `?remarks=K` it brings what was said after
    remark K as well.
    """
    await socket.accept()
    tables: Tables = socket.app.state.tables
    bulletins: Bulletins = socket.app.state.bulletins
    try:
        since, seat = asked_number(socket, "since"), asked_number(socket, "seat")
        if foreign(socket) and "token" not in socket.query_params:
            raise NotYours("seats", "A page of another site may not listen for you.")
        person = await person_of(socket)
        table = await tables.look(id, person)
        table.sight.eyes(person, seat)  # refuses a seat of another
        known = table.n if since is None else since
        said = asked_number(socket, "remarks")
        shown, line = -1, table.row.line

        async def send(change: Change | None) -> None:
            nonlocal known, said, shown, line
            person = await person_of(socket)  # a device that was sent away hears no more than a stranger
            eyes = table.sight.eyes(person, seat)
            if said is not None and said != table.remarks.last:
                heard = table.remarks.heard(eyes.part, said)
                said = table.remarks.last
                if heard:
                    await socket.send_json({"remarks": [table.remarks.json(remark) for remark in heard]})
            if change is not None and change.seat is not None and change.seat not in table.seats.held(person):
                return
            if shown != table.row.revision:
                shown = table.row.revision
                if line != table.row.line:
                    line, known = table.row.line, 0
                await socket.send_text(bulletins.news(table, eyes, known))
                known = table.n

        await follow(socket, tables.feed.watch(id), send)
    except Refused as refused:
        await socket.send_json(refusal(refused))
        await refuse(socket, refused)
    except GONE:
        return
