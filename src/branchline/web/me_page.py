"""One's own page: who I am, my devices, my ways back, and how I go."""

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final
from urllib.parse import parse_qsl
from zoneinfo import available_timezones

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from markupsafe import Markup
from pydantic import BaseModel

from branchline.game import Json
from branchline.refusal import Refused
from branchline.table.passkeys import Passkey, Site
from branchline.table.person import COLOURS, Holiday, Person, Quiet, zone_of
from branchline.table.seats import words
from branchline.table.service import Tables
from branchline.table.way_back import LINKS, Kind
from branchline.web import render
from branchline.web.home_page import Entry, ago, entry
from branchline.web.numbers_page import NumbersPage, numbers_page
from branchline.web.place import base
from branchline.web.visitor import COOKIE, Guest, Service, Visitor, remember

router = APIRouter(include_in_schema=False)

HOLIDAYS: Final = 20
"""As many as somebody can have in their calendar."""


@dataclass(frozen=True)
class DeviceSign:
    """A device as its owner knows it."""

    id: str
    label: str
    seen: str
    this: bool


@dataclass(frozen=True)
class MePage:
    person: Person
    devices: tuple[DeviceSign, ...]
    passkeys: Sequence[Passkey]
    addresses: Sequence[str]
    mail: bool  # does this server send any?
    tables: tuple[Entry, ...]
    zones: Sequence[str]
    numbers: NumbersPage
    refused: str = ""

    @property
    def colours(self) -> range:
        return range(COLOURS)

    @property
    def quiet_from(self) -> str:
        return hour_text(self.person.quiet.begins) if self.person.quiet else ""

    @property
    def quiet_until(self) -> str:
        return hour_text(self.person.quiet.ends) if self.person.quiet else ""


async def me_page(service: Tables, guest: Visitor, refused: str = "") -> MePage:
    person, now = guest.person, service.store.clock.now()
    devices = await service.persons.devices(person)
    club = await service.clubhouse.club()
    tables = await service.list(person, mine=True, limit=200)
    return MePage(
        person=person,
        devices=tuple(
            DeviceSign(device.key_hash[:16], device.label, ago(device.seen, now), device.key_hash == guest.key_hash)
            for device in devices
        ),
        passkeys=await service.passkeys.of(person),
        addresses=await service.ways.addresses(person),
        mail=service.mail is not None and bool(club.site),
        tables=tuple(entry(summary, now) for summary in tables),
        zones=zones(),
        numbers=numbers_page(await service.results.numbers(), person.mark, service.find),
        refused=refused,
    )


def zones() -> list[str]:
    return sorted(name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "posix")))


def hour_text(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def minutes_of(text: str) -> int | None:
    """Minutes of the day from 22:30; None for nothing."""
    if not text:
        return None
    hours, _, minutes = text.partition(":")
    if not (hours.isdecimal() and minutes.isdecimal() and int(hours) < 24 and int(minutes) < 60):
        raise Refused("person", f"{text[:20]!r} is no time of the day, such as 22:30.")
    return int(hours) * 60 + int(minutes)


def day_of(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refused("person", f"{text[:20]!r} is no day, such as 2026-12-24.") from None


# -- who I am ---------------------------------------------------------------------------------------


async def form_of(request: Request) -> dict[str, str]:
    return dict(parse_qsl((await request.body()).decode("utf-8", "replace")))


def kept(request: Request, response: Response, guest: Visitor) -> Response:
    """The browser keeps its key, and no copy of the page."""
    response.headers["Referrer-Policy"] = "same-origin"  # a link that is good once is nobody else's business
    return remember(request, response, guest)


def back_to(request: Request, guest: Visitor, where: str = "/me") -> Response:
    return kept(request, RedirectResponse(where, 303), guest)


@router.get("/me")
async def me(request: Request, service: Service, guest: Guest) -> Response:
    page = await me_page(service, guest)
    return kept(request, HTMLResponse(render.page("me.html", page=page, me=page.person)), guest)


async def refused_page(request: Request, service: Tables, guest: Visitor, refused: Refused) -> Response:
    page = await me_page(service, guest, refused.reason)
    return kept(request, HTMLResponse(render.page("me.html", page=page, me=page.person), 422), guest)


@router.post("/me")
async def change(request: Request, service: Service, guest: Guest) -> Response:
    """Name, colour, time zone, quiet hours, weekends."""
    form = await form_of(request)
    try:
        wished = wished_person(guest.person, form)
    except Refused as refused:
        return await refused_page(request, service, guest, refused)
    await guest.settle(service.persons)
    await service.persons.change(wished)
    await service.wishes_changed(guest.person)
    return back_to(request, guest)


def wished_person(person: Person, form: dict[str, str]) -> Person:
    begins, ends = minutes_of(form.get("quiet-from", "")), minutes_of(form.get("quiet-until", ""))
    if (begins is None) != (ends is None) or (begins is not None and begins == ends):
        raise Refused("person", "Quiet hours have a beginning and an end; leave both empty for none.")
    zone = form.get("zone", "")
    if zone and zone_of(zone) is None:
        raise Refused("person", f"There is no time zone {zone[:40]!r}.")
    colour = form.get("colour", "")
    return replace(
        person,
        name=words(form.get("name", ""), 40, "name"),
        colour=int(colour) % COLOURS if colour.isdecimal() and len(colour) < 4 else person.colour,
        zone=zone,
        quiet=Quiet(begins, ends) if begins is not None and ends is not None else None,
        weekend=form.get("weekend") == "yes",
    )


class ZoneWish(BaseModel):
    zone: str


@router.post("/me/zone")
async def tell_zone(service: Service, guest: Guest, wish: ZoneWish) -> Response:
    """The browser says where it is, to whom the house knows and who has not said so."""
    if not guest.new and not guest.person.zone and zone_of(wish.zone[:64]) is not None:
        await service.persons.change(replace(guest.person, zone=wish.zone[:64]))
    return JSONResponse({})


@router.post("/me/holidays")
async def add_holiday(request: Request, service: Service, guest: Guest) -> Response:
    form = await form_of(request)
    try:
        holiday = Holiday(day_of(form.get("first", "")), day_of(form.get("last", "") or form.get("first", "")))
        if holiday.last < holiday.first:
            raise Refused("person", "A holiday ends on the day that it begins, or later.")
        if len(guest.person.holidays) >= HOLIDAYS:
            raise Refused("person", f"There is room for {HOLIDAYS} holidays: take an old one away first.")
    except Refused as refused:
        return await refused_page(request, service, guest, refused)
    await guest.settle(service.persons)
    all_of_them = sorted({*guest.person.holidays, holiday}, key=lambda one: one.first)
    await service.persons.change(replace(guest.person, holidays=tuple(all_of_them)))
    await service.wishes_changed(guest.person)
    return back_to(request, guest)


@router.post("/me/holidays/drop")
async def drop_holiday(request: Request, service: Service, guest: Guest) -> Response:
    first = (await form_of(request)).get("first", "")
    left = tuple(one for one in guest.person.holidays if one.first.isoformat() != first)
    await service.persons.change(replace(guest.person, holidays=left))
    await service.wishes_changed(guest.person)
    return back_to(request, guest)


# -- devices ----------------------------------------------------------------------------------------


@router.post("/me/devices/away")
async def send_away(request: Request, service: Service, guest: Guest) -> Response:
    """A device leads to nobody from now on; it may be this one."""
    asked = (await form_of(request)).get("device", "")
    for device in await service.persons.devices(guest.person):
        if len(asked) == 16 and device.key_hash.startswith(asked):
            await service.persons.send_away(guest.person, device.key_hash)
            if device.key_hash == guest.key_hash:
                return forgotten(RedirectResponse("/", 303))
    return back_to(request, guest)


def forgotten(response: Response) -> Response:
    """The browser's key opens nothing any more: it comes as somebody new."""
    response.delete_cookie(COOKIE, path=base() or "/")
    return response


@router.post("/me/link")
async def device_link(request: Request, service: Service, guest: Guest) -> Response:
    """A link and a QR code for another device of the same person."""
    await guest.settle(service.persons)
    link = f"{site_of(request).origin}{base()}/device/{await service.ways.offer(guest.person, Kind.DEVICE)}"
    return kept(request, HTMLResponse(render.page("device_link.html", link=link, qr=qr_code(link))), guest)


def qr_code(text: str) -> Markup:
    """A QR code as a picture; dark on light whatever the theme, so that a camera reads it."""
    import segno  # slow to import, seldom needed

    drawn = io.BytesIO()
    segno.make(text, error="m").save(
        drawn, kind="svg", xmldecl=False, svgns=False, border=4, light="#fff", omitsize=True
    )
    return Markup(drawn.getvalue().decode())


def site_of(request: Request) -> Site:
    """Where the reader's browser reaches this server."""
    host = request.headers.get("host", "localhost")
    return Site(request.url.hostname or "localhost", f"{request.url.scheme}://{host}")


@router.get("/device/{token}")
async def look_at_link(request: Request, token: str, service: Service, guest: Guest) -> Response:
    """Whose link it is. Opening it does nothing yet: a messenger may look at it."""
    way = await service.ways.look(token, *LINKS)
    mine = await service.list(guest.person, mine=True, limit=100)
    page = render.page("device.html", way=way, me=guest.person, held=len(mine), address=request.url.path)
    return kept(request, HTMLResponse(page), guest)


@router.post("/device/{token}")
async def open_link(request: Request, token: str, service: Service, guest: Guest) -> Response:
    """This device is that person's from now on."""
    join = guest.person if (await form_of(request)).get("join") == "yes" else None
    await service.ways.open_on(token, guest.key, guest.device, join)
    return back_to(request, guest)


# -- mail -------------------------------------------------------------------------------------------


async def letters_from(service: Tables) -> str:
    """The address of this server that stands in letters: what the host says, never what a request says."""
    site = (await service.clubhouse.club()).site
    if not site:
        raise Refused("mail", "The host of this club has not said yet where the server is reached.")
    return site


@router.post("/me/address")
async def add_address(request: Request, service: Service, guest: Guest) -> Response:
    form = await form_of(request)
    try:
        site = await letters_from(service)
        person = await guest.settle(service.persons)
        await service.ways.prove(service.mail, person, form.get("address", ""), site)
    except Refused as refused:
        return await refused_page(request, service, guest, refused)
    sent = render.page("letter.html", said="A letter is on its way: follow the link in it, on any device.")
    return kept(request, HTMLResponse(sent), guest)


@router.post("/me/address/drop")
async def drop_address(request: Request, service: Service, guest: Guest) -> Response:
    await service.ways.drop_address(guest.person, (await form_of(request)).get("address", ""))
    return back_to(request, guest)


@router.get("/address/{token}")
async def look_at_proof(request: Request, token: str, service: Service, guest: Guest) -> Response:
    way = await service.ways.look(token, Kind.ADDRESS)
    return kept(request, HTMLResponse(render.page("address.html", way=way, address=request.url.path)), guest)


@router.post("/address/{token}")
async def take_proof(request: Request, token: str, service: Service, guest: Guest) -> Response:
    address = await service.ways.take_address(token)
    said = f"{address} is a way back from now on: ask for a link on any device, under “I have been here before”."
    return kept(request, HTMLResponse(render.page("letter.html", said=said)), guest)


@router.get("/back")
async def ways_back(request: Request, service: Service, guest: Guest) -> Response:
    """For who has been here before, on another device."""
    mail = service.mail is not None and bool((await service.clubhouse.club()).site)
    return kept(request, HTMLResponse(render.page("back.html", mail=mail)), guest)


@router.post("/back")
async def ask_for_letter(request: Request, service: Service, guest: Guest) -> Response:
    address = (await form_of(request)).get("address", "")
    await service.ways.write_to(service.mail, address, await letters_from(service))
    said = "If this address is somebody's here, a letter with a link is on its way to it. If none comes, ask again."
    return kept(request, HTMLResponse(render.page("letter.html", said=said)), guest)


# -- passkeys ---------------------------------------------------------------------------------------


class PasskeyAnswer(BaseModel):
    answer: dict[str, Any]
    join: bool = False


@router.post("/me/passkey/ask")
async def ask_for_passkey(request: Request, service: Service, guest: Guest) -> Response:
    person = await guest.settle(service.persons)
    asked: Json = await service.passkeys.ask_for(person, site_of(request))
    return kept(request, JSONResponse(asked), guest)


@router.post("/me/passkey")
async def add_passkey(request: Request, service: Service, guest: Guest, wish: PasskeyAnswer) -> Response:
    await service.passkeys.add(guest.person, wish.answer, guest.device, site_of(request))
    return JSONResponse({"to": f"{base()}/me"})


@router.post("/me/passkey/drop")
async def drop_passkey(request: Request, service: Service, guest: Guest) -> Response:
    await service.passkeys.drop(guest.person, (await form_of(request)).get("passkey", ""))
    return back_to(request, guest)


@router.post("/back/passkey/ask")
async def ask_who_comes(request: Request, service: Service, guest: Guest) -> Response:
    return kept(request, JSONResponse(await service.passkeys.ask(site_of(request))), guest)


@router.post("/back/passkey")
async def come_back(request: Request, service: Service, guest: Guest, wish: PasskeyAnswer) -> Response:
    join = guest.person if wish.join else None
    await service.passkeys.open_on(wish.answer, site_of(request), guest.key, guest.device, join)
    return kept(request, JSONResponse({"to": f"{base()}/me"}), guest)


# -- going ------------------------------------------------------------------------------------------


@router.post("/me/delete")
async def delete(request: Request, service: Service, guest: Guest) -> Response:
    """Name and addresses go; the games of the others stay."""
    if (await form_of(request)).get("sure") != "yes":
        return await refused_page(request, service, guest, Refused("person", "Say that you are sure: tick the box."))
    await service.delete(guest.person)
    gone = render.page("letter.html", said="You are deleted: your name, devices and addresses are gone.")
    return forgotten(HTMLResponse(gone))
