"""The API: the tables for programs. Every refusal is {"rule": ..., "reason": ...}."""

from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Depends, Path, Query, Request, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from branchline.games import names as game_names
from branchline.players import LEVELS
from branchline.refusal import Refused
from branchline.table.feed import Change
from branchline.table.service import KINDS, PAUSE, Tables
from branchline.table.table import MAX_PAUSE, Table
from branchline.table.trouble import NotYours, Stale
from branchline.web.answers import Answer, refusal, tables_of
from branchline.web.sockets import asked_number, follow, refuse
from branchline.web.visitor import foreign, give_key, key_of, key_or_new

router = APIRouter(prefix="/api", tags=["tables"])

N = Annotated[StrictInt, Field(ge=0, lt=2**31, description="The `n` of the view that the request was made for.")]
SeatNumber = Annotated[StrictInt | None, Field(ge=0, lt=64, description="The seat, if the key holds several.")]


# -- what is sent and answered ----------------------------------------------------------


class Wish(BaseModel):
    """A request's body: nothing in it is ignored."""

    model_config = ConfigDict(extra="forbid")


class SeatWish(Wish):
    kind: StrictStr = Field(description=f"One of {', '.join(KINDS)}.", examples=["me"])
    name: StrictStr = Field("", description="What the others see.", examples=["Ada"])
    level: StrictStr = Field("", description="Of a bot: its player's name.", examples=["greedy"])
    auto: StrictBool = Field(False, description="Confirm this seat's turns by themselves.")


class NewTable(Wish):
    game: StrictStr = Field(description="A name from GET /api/games.", examples=["mini-rails"])
    seats: list[SeatWish] = Field(description="One entry a seat.", max_length=64)
    options: dict[str, StrictStr | StrictInt | StrictBool] = Field(default={}, description="The game's options.")
    title: StrictStr = Field("", examples=["Thursday evening"])
    pause: StrictInt = Field(PAUSE, description=f"Milliseconds before a bot's turn, 0 to {MAX_PAUSE}.")
    record: dict[str, Any] | None = Field(None, description="A record to go on from, as GET .../record gives it.")


class MoveWish(Wish):
    move: StrictStr = Field(description="The move's text, from the view's `moves`.", examples=["buy red 3"])
    n: N
    seat: SeatNumber = None
    confirm: StrictBool | None = Field(None, description="Confirm a complete turn at once; else as the seat is set.")


class TurnWish(Wish):
    n: N
    seat: SeatNumber = None


class JoinWish(Wish):
    token: StrictStr = Field(description="The token in the seat's link.")
    name: StrictStr = Field("", description="What the others see, if the seat was open.", examples=["Charles"])


class BotWish(Wish):
    seat: Annotated[StrictInt, Field(ge=0, lt=64)]
    level: StrictStr = Field("greedy", description="The bot's player.", examples=["greedy"])


class Settings(Wish):
    seat: SeatNumber = None
    auto: StrictBool | None = Field(None, description="Confirm the turns of the seat, or of all yours, by themselves.")
    pause: StrictInt | None = Field(None, description="Milliseconds before a bot's turn.")


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


def changing_key(request: Request) -> str | None:
    """The key of a request that changes something: never on the word of another site's page."""
    if foreign(request) and "authorization" not in request.headers:
        raise NotYours("seats", "A page of another site may not move for you.")
    return key_of(request)


Service = Annotated[Tables, Depends(tables_of)]
Reader = Annotated[str | None, Depends(key_of)]
Changer = Annotated[str | None, Depends(changing_key)]
TableId = Annotated[str, Path(examples=["k3m9x2v7qa"])]
SeatQuery = Annotated[int | None, Query(alias="seat", ge=0, lt=64, description="The seat, if the key holds several.")]


# -- games ------------------------------------------------------------------------------


@router.get("/games", tags=["games"], summary="All games, with seats, options and opponents")
def games(tables: Service) -> Answer:
    found = [tables.find(name) for name in game_names()]
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
                "levels": [name for name, _ in LEVELS],
            }
            for game in found
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
    key: Reader,
    mine: bool = False,
    finished: bool | None = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Answer:
    return Answer([asdict(summary) for summary in await tables.list(key, mine=mine, finished=finished, limit=limit)])


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
    tables: Service, request: Request, wish: Annotated[NewTable, Body(openapi_examples=NEW_TABLE)]
) -> Answer:
    key, new = key_or_new(request)
    table = await tables.create(
        wish.game,
        [seat.model_dump() for seat in wish.seats],
        key=key,
        options=wish.options,
        title=wish.title,
        pause=wish.pause,
        record=wish.record,
    )
    answer = Answer({"key": key if new else None, **table.view(key)}, 201)
    answer.headers["Location"] = f"/api/tables/{table.id}"
    if new:
        give_key(answer, key, secure=request.url.scheme == "https")
    return answer


@router.get(
    "/tables/{id}",
    summary="A table as you may see it",
    response_model=TableView,
    responses=refusals(403, 404, 503),
)
async def show(
    tables: Service,
    key: Reader,
    id: TableId,
    seat: SeatQuery = None,
    n: Annotated[int | None, Query(ge=0, lt=2**31, description="As it stood after n events.")] = None,
) -> Answer:
    table = await tables.get(id)
    return Answer(table.view(key, seat) if n is None else table.history(key, n, seat))


MOVE: Final = {
    "a move": {"summary": "A move", "value": {"move": "buy red 3", "n": 21}},
    "confirmed": {"summary": "A move that ends the turn", "value": {"move": "buy red 3", "n": 21, "confirm": True}},
}


@router.post(
    "/tables/{id}/moves",
    summary="Make a move",
    description="The move is a draft until the turn is confirmed: nobody else sees it, and it can be taken back.",
    response_model=TableView,
    responses=REFUSALS,
)
async def move(
    tables: Service, key: Changer, id: TableId, wish: Annotated[MoveWish, Body(openapi_examples=MOVE)]
) -> Answer:
    table = await tables.get(id, fresh=False)
    return await changed(table, key, wish.seat, lambda: table.play(key, wish.move, wish.n, wish.seat, wish.confirm))


@router.post("/tables/{id}/undo", summary="Take a drafted move back", response_model=TableView, responses=REFUSALS)
async def undo(tables: Service, key: Changer, id: TableId, wish: TurnWish) -> Answer:
    table = await tables.get(id, fresh=False)
    return await changed(table, key, wish.seat, lambda: table.undo(key, wish.n, wish.seat))


@router.post("/tables/{id}/confirm", summary="Confirm the drafted turn", response_model=TableView, responses=REFUSALS)
async def confirm(tables: Service, key: Changer, id: TableId, wish: TurnWish) -> Answer:
    table = await tables.get(id, fresh=False)
    return await changed(table, key, wish.seat, lambda: table.confirm(key, wish.n, wish.seat))


async def changed(table: Table, key: str | None, seat: int | None, act: Callable[[], Awaitable[None]]) -> Answer:
    """Change a table and show it; whoever was too late gets the fresh view as well."""
    try:
        await act()
    except Stale as refused:
        return Answer({**refusal(refused), "view": table.view(key, seat)}, 409)
    return Answer(table.view(key, seat))


@router.post(
    "/tables/{id}/join",
    summary="Take an open seat by its link, or hold your seat on one more device",
    response_model=TableView,
    responses=REFUSALS,
)
async def join(tables: Service, request: Request, id: TableId, wish: JoinWish) -> Answer:
    key, new = key_or_new(request)
    table, seat = await tables.join(id, wish.token, key, wish.name)
    answer = Answer({"key": key if new else None, **table.view(key, seat)})
    if new:
        give_key(answer, key, secure=request.url.scheme == "https")
    return answer


@router.post(
    "/tables/{id}/bot",
    summary="Give an open seat that nobody has taken to a bot",
    response_model=TableView,
    responses=REFUSALS,
)
async def give_to_bot(tables: Service, key: Changer, id: TableId, wish: BotWish) -> Answer:
    table = await tables.get(id)
    return await changed(table, key, None, lambda: table.give_to_bot(key, wish.seat, wish.level))


@router.post(
    "/tables/{id}/again",
    summary="Another game with the same people",
    description="Everybody keeps their seats. Whoever asks after the first one comes to the same table.",
    response_model=TableView,
    responses=REFUSALS,
)
async def again(tables: Service, key: Changer, id: TableId) -> Answer:
    table = await tables.again(await tables.get(id), key or "")
    return Answer(table.view(key))


@router.post(
    "/tables/{id}/settings",
    summary="Confirm by itself or not; the pause before a bot's turn",
    response_model=TableView,
    responses=REFUSALS,
)
async def settings(tables: Service, key: Changer, id: TableId, wish: Settings) -> Answer:
    table = await tables.get(id)
    return await changed(table, key, wish.seat, lambda: table.change_settings(key, wish.auto, wish.pause, wish.seat))


@router.get(
    "/tables/{id}/why",
    summary="Why a move is refused",
    description="`legal` is true, or `rule` and `reason` say what speaks against the move.",
    responses=refusals(404, 503),
)
async def why(
    tables: Service, key: Reader, id: TableId, move: Annotated[str, Query(max_length=1000)], seat: SeatQuery = None
) -> Answer:
    table = await tables.get(id)
    refused = table.why_not(key, move, seat)
    return Answer({"legal": True} if refused is None else {"legal": False, **refusal(refused)})


@router.get(
    "/tables/{id}/record",
    summary="The record so far, without what you may not know",
    responses=refusals(403, 404, 503),
)
async def record(tables: Service, key: Reader, id: TableId, seat: SeatQuery = None) -> Answer:
    table = await tables.get(id)
    return Answer(table.record(key, seat))


# -- the feed ---------------------------------------------------------------------------


@router.websocket("/tables/{id}/feed")
async def feed(socket: WebSocket, id: str) -> None:
    """Numbered updates: `?since=N` brings everything after event N, then whatever comes.

    The key comes as cookie, as Authorization header or as `?token=`.
    """
    await socket.accept()
    tables: Tables = socket.app.state.tables
    try:
        since, seat = asked_number(socket, "since"), asked_number(socket, "seat")
        if foreign(socket) and "token" not in socket.query_params:
            raise NotYours("seats", "A page of another site may not listen for you.")
        key = key_of(socket)
        table = await tables.get(id)
        table.seat_for(key, seat)
        known = table.n if since is None else since

        async def send(change: Change | None) -> None:
            nonlocal known
            if change is None or change.seat is None or change.seat in table.held(key):
                await socket.send_json(table.news(key, known, seat))
                known = table.n

        await follow(socket, tables.feed.watch(id), send)
    except Refused as refused:
        await socket.send_json(refusal(refused))
        await refuse(socket, refused)
    except WebSocketDisconnect:
        return
