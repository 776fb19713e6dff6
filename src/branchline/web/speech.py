"""What a page says at its table: talk, reactions, nudges; and what its reader keeps to themselves."""

import asyncio

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel

from branchline.refusal import Refused
from branchline.table.remark import Remark
from branchline.table.table import Table
from branchline.web.visitor import Guest, Service

router = APIRouter(include_in_schema=False)


class Words(BaseModel):
    text: str


class Sign(BaseModel):
    n: int
    sign: str


class Which(BaseModel):
    k: int


class Nudged(BaseModel):
    whom: int


class Moment(BaseModel):
    n: int


class Agreement(Moment):
    agree: bool


class Situation(BaseModel):
    when: str


class Plan(BaseModel):
    which: int | None = None


class Voice(BaseModel):
    voice: int
    muted: bool


def yes(remark: Remark) -> Response:
    """It is said; the page hears it as everybody does."""
    return JSONResponse({"k": remark.k}, headers={"Cache-Control": "no-store"})


@router.post("/tables/{id}/say")
async def say(id: str, wish: Words, service: Service, guest: Guest, seat: int | None = None) -> Response:
    table = await service.get(id, fresh=False)
    return yes(await table.remarks.say(guest.person, wish.text, seat))


@router.post("/tables/{id}/react")
async def react(id: str, wish: Sign, service: Service, guest: Guest, seat: int | None = None) -> Response:
    table = await service.get(id, fresh=False)
    return yes(await table.remarks.react(guest.person, wish.n, wish.sign, seat))


@router.post("/tables/{id}/nudge")
async def nudge(id: str, wish: Nudged, service: Service, guest: Guest, seat: int | None = None) -> Response:
    table = await service.get(id, fresh=False)
    return yes(await table.remarks.nudge(guest.person, seat, wish.whom))


@router.post("/tables/{id}/remove")
async def remove(id: str, wish: Which, service: Service, guest: Guest) -> Response:
    table = await service.get(id, fresh=False)
    return yes(await table.remarks.remove(guest.person, wish.k))


@router.post("/tables/{id}/take-back")
async def take_back(id: str, wish: Moment, service: Service, guest: Guest, seat: int | None = None) -> Response:
    table = await service.get(id, fresh=False)
    await table.takebacks.wish(guest.person, wish.n, seat)
    return JSONResponse({})


@router.post("/tables/{id}/agree")
async def agree(id: str, wish: Agreement, service: Service, guest: Guest) -> Response:
    table = await service.get(id, fresh=False)
    await table.takebacks.answer(guest.person, wish.agree, wish.n)
    return JSONResponse({})


# -- plans -------------------------------------------------------------------------------------------


@router.post("/tables/{id}/plan/begin")
async def begin_plan(id: str, service: Service, guest: Guest, seat: int | None = None) -> Response:
    table = await service.get(id, fresh=False)
    await table.plans.begin(guest.person, seat)
    return done(table)


@router.post("/tables/{id}/plan/usual")
async def suppose_usual(id: str, wish: Moment, service: Service, guest: Guest, seat: int | None = None) -> Response:
    """On the branch, what somebody else might do."""
    table = await service.get(id, fresh=False)
    await table.plans.suppose_usual(guest.person, wish.n, seat)
    return done(table)


@router.post("/tables/{id}/plan/keep")
async def keep_plan(id: str, wish: Situation, service: Service, guest: Guest, seat: int | None = None) -> Response:
    table = await service.get(id, fresh=False)
    await table.plans.keep(guest.person, wish.when, seat)
    return done(table)


@router.post("/tables/{id}/plan/drop")
async def drop_plan(id: str, wish: Plan, service: Service, guest: Guest, seat: int | None = None) -> Response:
    table = await service.get(id, fresh=False)
    await table.plans.drop(guest.person, wish.which, seat)
    return done(table)


def done(table: Table) -> Response:
    """News of it carry this stamp at least."""
    return JSONResponse({"stamp": table.row.revision})


# -- what is theirs alone ---------------------------------------------------------------------------


@router.get("/tables/{id}/own")
async def own(id: str, service: Service, guest: Guest) -> Response:
    """The reader's notes, whom they do not want to hear, and what they may remove."""
    table = await service.get(id)
    notebook = service.notebook(guest.person)
    notes, muted = await asyncio.to_thread(lambda: (notebook.notes(id), notebook.muted()))
    voices = table.remarks.voices
    return JSONResponse(
        {
            "notes": notes,
            "muted": [number for mark, number in voices.items() if mark in muted],
            "voice": voices.get(guest.person.mark, 0),
            "host": table.seats.part_of(guest.person).host,
        },
        headers={"Cache-Control": "no-store"},
    )


@router.post("/tables/{id}/notes")
async def note(id: str, wish: Words, service: Service, guest: Guest) -> Response:
    await service.get(id, fresh=False)
    await asyncio.to_thread(service.notebook(guest.person).note, id, wish.text)
    return JSONResponse({})


@router.post("/tables/{id}/mute")
async def mute(id: str, wish: Voice, service: Service, guest: Guest) -> Response:
    """Not hear somebody any longer, at this table and at every other; or hear them again."""
    whom = mark_of(await service.get(id, fresh=False), wish.voice)
    await asyncio.to_thread(service.notebook(guest.person).mute, whom, wish.muted)
    return JSONResponse({})


def mark_of(table: Table, voice: int) -> str:
    for mark, number in table.remarks.voices.items():
        if number == voice:
            return mark
    raise Refused("remarks", f"Nobody with number {voice} has spoken here.")
