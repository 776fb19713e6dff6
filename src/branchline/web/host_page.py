"""The host's page: what `branchline admin` does, in the browser. For hosts of the club alone.

A host may play here. So a running game shows no more than to everybody who looks at it, its record is a spectator's,
what is taken away goes into the drawer and not into a file, and a backup is sealed.
"""

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse

from branchline.refusal import Refused
from branchline.table.caretaker import KEPT_FOR, Caretaker, Fault, Kept, Resident, as_text, whose
from branchline.table.club import check_host
from branchline.table.person import Person
from branchline.table.service import Tables
from branchline.table.store import Row
from branchline.web import render
from branchline.web.home_page import ago
from branchline.web.me_page import back_to, form_of, kept, qr_code, site_of
from branchline.web.place import base
from branchline.web.quotas import SHARED, Quotas
from branchline.web.visitor import Guest, Service, Visitor
from branchline.words import plural

router = APIRouter(include_in_schema=False)

SHOWN: Final = 50
"""Tables and persons in one list: who looks for others names them."""


@dataclass(frozen=True)
class SeatSign:
    number: int  # counted from 1
    name: str
    kind: str
    taken: bool
    may_be_given: bool  # can it have a new link?


@dataclass(frozen=True)
class TableSign:
    """A table as its host may know it: nothing that is hidden at it."""

    id: str
    title: str
    game: str
    version: int
    names: str
    moves: str
    where: str
    laid: str
    changed: str
    over: bool
    seats: tuple[SeatSign, ...]


@dataclass(frozen=True)
class PersonSign:
    id: str
    person: Person
    seen: str
    since: str
    devices: str
    tables: str


@dataclass(frozen=True)
class KeptSign:
    id: str
    kind: str
    title: str
    when: str
    left: str  # how long it can be brought back


@dataclass(frozen=True)
class QuotaSign:
    name: str
    browser: str
    address: str


@dataclass(frozen=True)
class CheckSign:
    """What a check of all tables has found."""

    count: int
    faults: Sequence[Fault]


@dataclass(frozen=True)
class HostPage:
    asked: str
    tables: tuple[TableSign, ...]
    persons: tuple[PersonSign, ...]
    drawer: tuple[KeptSign, ...]
    quotas: tuple[QuotaSign, ...]
    check: CheckSign | None = None


async def host_page(service: Tables, quotas: Quotas, asked: str, check: CheckSign | None = None) -> HostPage:
    caretaker, now = Caretaker(service), service.store.clock.now()
    return HostPage(
        asked=asked,
        tables=tuple(table_sign(service, row, now) for row in await caretaker.rows(asked, SHOWN)),
        persons=tuple(person_sign(one, now) for one in await caretaker.residents(asked, SHOWN)),
        drawer=tuple(kept_sign(one, now) for one in await caretaker.drawer()),
        quotas=quota_signs(quotas),
        check=check,
    )


def table_sign(service: Tables, row: Row, now: float) -> TableSign:
    try:
        game = service.find(row.game).title
    except Refused:
        game = row.game  # of another Branchline
    return TableSign(
        id=row.id,
        title=row.title,
        game=game,
        version=row.version,
        names=whose(row.seats),
        moves=plural(row.n, "move"),
        where=str(row.standing.get("where", "")),
        laid=ago(row.created, now),
        changed=ago(row.changed, now),
        over=row.finished is not None,
        seats=tuple(
            SeatSign(number, seat.called, seat.kind, seat.taken, seat.kind != "bot" and row.finished is None)
            for number, seat in enumerate(row.seats, 1)
        ),
    )


def person_sign(one: Resident, now: float) -> PersonSign:
    return PersonSign(
        one.person.mark[:16],
        one.person,
        ago(one.seen, now),
        ago(one.created, now),
        plural(one.devices, "device"),
        plural(one.tables, "table"),
    )


def kept_sign(one: Kept, now: float) -> KeptSign:
    days = max(0, round((one.at + KEPT_FOR - now) / 86400))
    return KeptSign(one.id[:16], one.kind, one.title, ago(one.at, now), plural(days, "day"))


def quota_signs(quotas: Quotas) -> tuple[QuotaSign, ...]:
    """What the server lets one browser ask for, and one address."""
    signs = [QuotaSign(name, quota.words(), quota.words(SHARED)) for name, quota in quotas.rates.items()]
    return (*signs, QuotaSign("sockets", f"{quotas.sockets:,} at once", f"{quotas.sockets * SHARED:,} at once"))


# -- who may ----------------------------------------------------------------------------------------


async def host_of(guest: Guest) -> Visitor:
    """A host of the club, by a page of ours."""
    check_host(guest.person)
    return guest


Host = Annotated[Visitor, Depends(host_of)]


async def shown(
    request: Request, service: Tables, host: Visitor, asked: str = "", check: CheckSign | None = None
) -> Response:
    page = await host_page(service, request.app.state.quotas, asked, check)
    return kept(request, HTMLResponse(render.page("host.html", page=page, me=host.person)), host)


@router.get("/host")
async def look(request: Request, service: Service, host: Host, find: str = "") -> Response:
    return await shown(request, service, host, find.strip()[:80])


@router.post("/host/check")
async def check(request: Request, service: Service, host: Host) -> Response:
    """Replay every table against its record."""
    return await shown(request, service, host, check=CheckSign(*await Caretaker(service).check()))


@router.post("/host/backup")
async def backup(request: Request, service: Service, host: Host) -> Response:
    """A backup to keep elsewhere, checked and sealed."""
    with TemporaryDirectory() as folder:
        sealed = await Caretaker(service).sealed_backup(Path(folder))
    name = time.strftime("branchline-%Y-%m-%d.sealed", time.gmtime(service.store.clock.now()))
    return download(request, host, sealed, name, "application/octet-stream")


def download(request: Request, host: Visitor, content: bytes | str, name: str, kind: str) -> Response:
    file = re.sub(r"[^\w.-]", "-", name)
    return kept(
        request,
        Response(content, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{file}"'}),
        host,
    )


# -- tables -----------------------------------------------------------------------------------------


@router.get("/host/tables/{id}")
async def look_at_table(request: Request, id: str, service: Service, host: Host) -> Response:
    return table_page(request, service, host, await Caretaker(service).row(id))


def table_page(request: Request, service: Tables, host: Visitor, row: Row, link: str = "", seat: int = 0) -> Response:
    sign = table_sign(service, row, service.store.clock.now())
    picture = qr_code(link) if link else ""
    page = render.page("host_table.html", table=sign, me=host.person, link=link, seat=seat, qr=picture)
    return kept(request, HTMLResponse(page), host)


@router.get("/host/tables/{id}/record")
async def export(request: Request, id: str, service: Service, host: Host) -> Response:
    """The record; while the game is played, as a spectator knows it."""
    told = await Caretaker(service).export_shown(id)
    return download(request, host, as_text(told), f"{id}.json", "application/json")


@router.post("/host/tables/{id}/link")
async def new_link(request: Request, id: str, service: Service, host: Host) -> Response:
    """A new link for a seat, whose holder has lost everything."""
    number = (await form_of(request)).get("seat", "")
    if not (number.isascii() and number.isdigit() and 0 < len(number) < 3):
        raise Refused("seats", "A seat is named by its number.")
    path = await Caretaker(service).new_link(id, int(number) - 1)
    club = await service.clubhouse.club()
    link = f"{club.site or site_of(request).origin + base()}{path}"
    return table_page(request, service, host, await Caretaker(service).row(id), link, int(number))


@router.post("/host/tables/{id}/delete")
async def take_table(request: Request, id: str, service: Service, host: Host) -> Response:
    await Caretaker(service).take_table(id)
    return back_to(request, host, "/host#drawer")


# -- persons ----------------------------------------------------------------------------------------


@router.get("/host/persons/{mark}")
async def look_at_person(request: Request, mark: str, service: Service, host: Host) -> Response:
    caretaker, now = Caretaker(service), service.store.clock.now()
    one = await caretaker.resident(mark)
    tables = [table_sign(service, row, now) for row in await caretaker.rows_of(one.person)]
    page = render.page("host_person.html", one=person_sign(one, now), tables=tables, me=host.person)
    return kept(request, HTMLResponse(page), host)


@router.get("/host/persons/{mark}/data")
async def export_person(request: Request, mark: str, service: Service, host: Host) -> Response:
    """What the house keeps of somebody, for them."""
    told = await Caretaker(service).export_person(mark)
    return download(request, host, as_text(told), f"{mark[:16]}.json", "application/json")


@router.post("/host/persons/{mark}/delete")
async def take_person(request: Request, mark: str, service: Service, host: Host) -> Response:
    """Take somebody out of the house. Oneself one deletes on one's own page."""
    if len(mark) >= 8 and host.person.mark.startswith(mark):
        raise Refused("club", "That is you: who wants to go does so on their own page.")
    await Caretaker(service).take_person(mark)
    return back_to(request, host, "/host#drawer")


@router.post("/host/drawer/{id}/back")
async def bring_back(request: Request, id: str, service: Service, host: Host) -> Response:
    await Caretaker(service).bring_back(id)
    return back_to(request, host, "/host")
