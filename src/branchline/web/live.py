"""A table's page and its table: what the page wishes, what it asks, and what it hears.

A wish is answered by yes or no. What has changed comes as news, over a socket or, where none can be had, by
asking for it.
"""

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar, cast

import orjson
from fastapi import APIRouter, Request, Response, WebSocket
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from pydantic import BaseModel, Field

from branchline.game import Asked, Json
from branchline.refusal import Refused
from branchline.table.feed import Change
from branchline.table.pace import STAND_IN
from branchline.table.person import STRANGER, Person
from branchline.table.service import Tables
from branchline.table.table import Table
from branchline.web import render, waiting
from branchline.web.answers import body_of
from branchline.web.sheets import NOTHING, News, Sheets
from branchline.web.sockets import GONE, Turnstile, asked_number, follow, refuse
from branchline.web.talk import Talk, told
from branchline.web.visitor import (
    Drawn,
    Guest,
    Service,
    found_by,
    from_elsewhere,
    key_of,
    may_be_anothers,
    visitor_of,
)

router = APIRouter(include_in_schema=False)

Wish = TypeVar("Wish", bound=BaseModel)

MOST_TOGETHER: Final = 200
"""Moves that are chosen together; more than any hand allows."""


# -- wishes -----------------------------------------------------------------------------------------


class TurnOf(BaseModel):
    """Which moment of the game the page shows."""

    n: int


class MoveAt(TurnOf):
    move: str
    settle: bool = False  # a tie that the move leads to


class MovesAt(TurnOf):
    moves: list[str] = Field(min_length=1, max_length=MOST_TOGETHER)


class Preferences(BaseModel):
    auto: bool | None = None
    pause: int | None = None
    open_talk: bool | None = None


class SeatLeft(BaseModel):
    seat: int


def yes(table: Table) -> Response:
    """It is done; news of it carry this stamp at least."""
    return Response(orjson.dumps({"stamp": table.row.revision}), media_type="application/json")


WISHES: Final = dict[str, APIRoute]()
"""Those that players have all the time, by the last word of their address: they are answered at the door."""


Grant = Callable[[Table, Person, Wish, int | None], Awaitable[None]]
"""Does what somebody wishes, perhaps for one seat of theirs."""


def hears(address: str, kind: type[Wish]) -> Callable[[Grant[Wish]], Grant[Wish]]:
    """The address of a wish that players have all the time. What it takes is looked up here at once; of a function that
    names it FastAPI would find it out for each request."""

    def at(grant: Grant[Wish]) -> Grant[Wish]:
        async def heard(request: Request) -> Response:
            service: Tables = request.app.state.tables
            guest, seat = await visitor_of(request), asked_number(request, "seat")
            wish = await body_of(request, kind)
            table = await service.get(request.path_params["id"], fresh=False)
            await grant(table, guest.person, wish, seat)
            return yes(table)

        router.post(f"/tables/{{id}}/{address}", name=address)(heard)
        WISHES[address] = cast(APIRoute, router.routes[-1])
        return grant

    return at


@hears("move", MoveAt)
async def move(table: Table, person: Person, wish: MoveAt, seat: int | None) -> None:
    await table.play(person, wish.move, wish.n, seat, settle=wish.settle)


@hears("together", MovesAt)
async def together(table: Table, person: Person, wish: MovesAt, seat: int | None) -> None:
    """Moves that were chosen together: all of them, or none."""
    await table.play_together(person, wish.moves, wish.n, seat)


@hears("undo", TurnOf)
async def undo(table: Table, person: Person, wish: TurnOf, seat: int | None) -> None:
    await table.undo(person, wish.n, seat)


@hears("confirm", TurnOf)
async def confirm(table: Table, person: Person, wish: TurnOf, seat: int | None) -> None:
    await table.confirm(person, wish.n, seat)


@router.post("/tables/{id}/settings")
async def settings(id: str, wish: Preferences, service: Service, guest: Guest) -> Response:
    table = await service.get(id, fresh=False)
    await table.settings.change(guest.person, wish.auto, wish.pause, open_talk=wish.open_talk)
    return yes(table)


@router.post("/tables/{id}/bot")
async def give_to_bot(id: str, wish: SeatLeft, service: Service, guest: Guest) -> Response:
    table = await service.get(id, fresh=False)
    await table.seats.give_to_bot(guest.person, wish.seat, STAND_IN)
    return yes(table)


@router.post("/tables/{id}/back")
async def come_back(id: str, wish: SeatLeft, service: Service, guest: Guest) -> Response:
    """Whoever comes back sends the bot away that sat in for them."""
    table = await service.get(id, fresh=False)
    await table.seats.come_back(guest.person, wish.seat)
    return yes(table)


@router.post("/tables/{id}/for-good")
async def agree(id: str, wish: SeatLeft, service: Service, guest: Guest) -> Response:
    """The bot that sits in for somebody may stay for good."""
    table = await service.get(id, fresh=False)
    await table.seats.agree(guest.person, wish.seat)
    return yes(table)


@router.post("/tables/{id}/link")
async def invite_again(id: str, wish: SeatLeft, service: Service, guest: Guest) -> Response:
    """A new link for the seat of somebody who lost everything."""
    table = await service.get(id, fresh=False)
    await table.seats.invite_again(guest.person, wish.seat)
    return yes(table)


# -- questions --------------------------------------------------------------------------------------


@router.post("/tables/{id}/hint")
async def hint(id: str, service: Service, guest: Guest, seat: int | None = None) -> Response:
    """The best moves for the seat to act, with their chances and why."""
    table = await service.get(id)
    n = table.count(table.to_act)
    found = await service.hint(table, guest.person, seat)
    return JSONResponse({"n": n, "fragments": {"hints": render.hints(found)}})


@router.get("/tables/{id}/why")
async def why(id: str, service: Service, guest: Guest, verb: str, at: str, seat: int | None = None) -> Response:
    """Why something that is not lit can't be done: a verb and a place."""
    person = guest.person
    table = await service.look(id, person)
    refused = table.ask(person, verb[:40], at[:40], seat)
    if refused is None:
        return JSONResponse({})
    return JSONResponse({"n": table.count(table.to_act), "fragments": {"why-not": render.why_not(refused)}})


@router.get("/tables/{id}/bundle")
async def bundle(
    id: str, service: Service, sheets: Drawn, guest: Guest, wish: str = "", seat: int | None = None
) -> Response:
    """What is chosen together, with a wish: pairs of a verb and a place, as the page carries them."""
    table = await service.look(id, guest.person)
    parts = [part.partition(":") for part in wish.split()[:MOST_TOGETHER]]
    asked = [Asked(verb[:40], at[:40]) for verb, _, at in parts]
    return JSONResponse(sheets.wished(table, table.sight.eyes_of_page(guest.person, seat), asked))


@router.get("/tables/{id}/at/{n}")
async def look_back(
    id: str, n: int, service: Service, sheets: Drawn, guest: Guest, seat: int | None = None
) -> Response:
    """The page as it was."""
    table = await service.look(id, guest.person)
    eyes = table.sight.eyes_of_page(guest.person, seat)
    now = n >= table.n and not table.over
    sheet = sheets.sheet(table, eyes) if now else sheets.sheet_at(table, eyes, n)
    return answer(sheet.news())


# -- news -------------------------------------------------------------------------------------------


@router.get("/tables/{id}/news")
async def hear(
    id: str,
    service: Service,
    sheets: Drawn,
    guest: Guest,
    since: int = 0,
    said: int | None = None,
    seat: int | None = None,
) -> Response:
    """What the socket would say, for who asks: what is new since a stamp, and since a remark."""
    table = await service.look(id, guest.person)
    eyes = table.sight.eyes_of_page(guest.person, seat)
    sheet = sheets.sheet(table, eyes)
    beside: Json = {}
    if said is not None and said != table.remarks.last:
        beside["talk"] = told(table, eyes.part, said)
    if said is not None:
        beside["waits"] = waiting.told(service.waits(table, guest.person))
    news = sheet.news(since)
    return answer(News({**orjson.loads(news.written), **beside}) if beside else news)


def answer(news: News) -> Response:
    return Response(news.text, media_type="application/json", headers={"Cache-Control": "no-store"})


@router.websocket("/tables/{id}/live")
async def live(socket: WebSocket, id: str) -> None:
    """Says what is new since a stamp, and again whenever the table changes."""
    service: Tables = socket.app.state.tables
    sheets: Sheets = socket.app.state.sheets
    talk: Talk = socket.app.state.talk
    crowd: Turnstile = socket.app.state.crowd
    players: Turnstile = socket.app.state.players
    if may_be_anothers(socket):  # refused before it is a line, so that the page asks for news instead
        return await refuse(socket, from_elsewhere(socket))
    await socket.accept()
    try:
        key = key_of(socket)
        person, seat = await found_by(socket, key) or STRANGER, asked_number(socket, "seat")
        shown, packed = asked_number(socket, "since") or 0, asked_number(socket, "packed")
        begun = shown if asked_number(socket, "spliced") else None
        table = await service.look(id, person)
        said = asked_number(socket, "said") or 0
        eyes = table.sight.eyes_of_page(person, seat)
        hears = table.remarks.hears(eyes.part)
        present: object = None
        waits: dict[str, str] = {}

        async def tell(change: Change | None) -> None:
            nonlocal eyes, shown, said, hears, present, waits
            if change is not None and not change.concerns(eyes.seat):  # it is another's draft
                return
            if change is not None and not eyes.part:
                await crowd.through()  # who plays hears first
            elif change is not None and table.newest(eyes.seat).stamp != shown:
                await players.through()
            whose = await found_by(socket, key) or STRANGER
            now = table.sight.eyes_of_page(whose, seat)  # who was sent away sees as a stranger
            if now != eyes:
                eyes, shown = now, 0
            if hears != table.remarks.hears(eyes.part):
                hears, said = not hears, 0
            if said != table.remarks.last:
                await socket.send_text(talk.news(table, eyes.part, said))
                said = table.remarks.last
            if eyes.part and (now_present := service.presence.of(table)) != present:
                present = now_present
                await socket.send_json({"kind": "presence", "presence": present})
            if (now_waiting := waiting.told(service.waits(table, whose))) != waits:
                waits = now_waiting
                await socket.send_json(waiting.news(waits))
            if table.newest(eyes.seat).stamp == shown:  # nothing that these eyes can see
                if change is None:
                    await socket.send_text(NOTHING)
                return
            sheet = sheets.sheet(table, eyes)
            news = sheet.news(shown, begun)
            shown = sheet.stamp
            await (socket.send_bytes(news.packed) if packed and news.large else socket.send_text(news.text))

        with service.presence.open(id, eyes.part.held) as page:

            def hear(word: str) -> None:
                if word == "typing":
                    service.presence.type(id, page)
                elif word in ("looking", "away"):
                    service.presence.look(id, page, word == "looking")

            await follow(socket, service.feed.watch(id), tell, ticks=True, hear=hear)
    except Refused as refused:
        await refuse(socket, refused)
    except GONE:
        return
