"""How one is called: the channels, the delay, the digest, the calendar; and the page as an app of its own."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from pydantic import BaseModel

from branchline.refusal import Refused
from branchline.table.channel import HOOKS, KINDS, Channel
from branchline.table.mail import Undelivered
from branchline.table.notice import Fate
from branchline.table.outbox import MOST, Calls
from branchline.table.person import Person, new_key
from branchline.table.service import Summary, Tables
from branchline.web import assets, render
from branchline.web.home_page import ago
from branchline.web.place import base
from branchline.web.visitor import Guest, Service, Visitor, give_key

router = APIRouter(include_in_schema=False)

DELAYS: Final = ((0, "at once"), (5, "after 5 minutes"), (15, "after a quarter of an hour"), (60, "after an hour"))
FATES: Final = {
    Fate.DUE: "on its way",
    Fate.SENDING: "on its way",
    Fate.SENT: "sent",
    Fate.FAILED: "not sent",
    Fate.UNKNOWN: "perhaps sent",
}


@dataclass(frozen=True)
class Sent:
    """A letter of late."""

    subject: str
    fate: str
    trouble: str
    when: str


@dataclass(frozen=True)
class NoticesPage:
    person: Person
    calls: Calls
    channels: Sequence[Channel]
    addresses: Sequence[str]  # proved ones that are no channel yet
    mail: bool  # does this server send any?
    sent: Sequence[Sent]
    key: str  # that a browser takes notices by
    calendar: str  # its address, if there is one
    refused: str = ""

    @property
    def has_mail(self) -> bool:
        return any(channel.kind == "mail" for channel in self.channels)

    @property
    def delays(self) -> Sequence[tuple[int, str]]:
        return DELAYS

    @property
    def kinds(self) -> dict[str, str]:
        return KINDS

    @property
    def hooks(self) -> Sequence[str]:
        return HOOKS

    @property
    def digest(self) -> str:
        minute = self.calls.digest
        return "" if minute is None else f"{minute // 60:02}:{minute % 60:02}"


async def notices_page(request: Request, service: Tables, person: Person, refused: str = "") -> NoticesPage:
    outbox, now = service.postman.outbox, service.store.clock.now()
    calls = await asyncio.to_thread(outbox.calls, person.mark)
    channels = await asyncio.to_thread(outbox.channels, person.mark)
    sent = await asyncio.to_thread(outbox.sent, person.mark)
    return NoticesPage(
        person=person,
        calls=calls,
        channels=channels,
        addresses=await unused_addresses(service, person, channels),
        mail=service.mail is not None,
        sent=[Sent(letter.subject, FATES[fate], trouble, ago(at, now)) for letter, fate, trouble, at in sent],
        key=await asyncio.to_thread(lambda: service.postman.channels.public_key),
        calendar=f"{site_of(request)}/calendar/{calls.calendar}.ics" if calls.calendar else "",
        refused=refused,
    )


async def unused_addresses(service: Tables, person: Person, channels: Sequence[Channel]) -> list[str]:
    """Those that were proved to be theirs and are not written to yet."""
    used = {channel.address for channel in channels}
    return [address for address in await service.ways.addresses(person) if address not in used]


def site_of(request: Request) -> str:
    """Where this person finds the server: what their browser says of the page that asks, behind whatever proxy."""
    origin = request.headers.get("origin", "")
    if urlsplit(origin).netloc == request.headers.get("host"):
        return f"{origin}{base()}"
    return f"{request.url.scheme}://{request.headers.get('host', '')}{base()}"


async def shown(request: Request, service: Tables, guest: Visitor, refused: Refused | None = None) -> Response:
    page = await notices_page(request, service, guest.person, refused.reason if refused else "")
    return kept(request, HTMLResponse(render.page("notices.html", page=page), 422 if refused else 200), guest)


def kept(request: Request, response: Response, guest: Visitor) -> Response:
    response.headers["Cache-Control"] = "no-store"
    give_key(response, guest, secure=request.url.scheme == "https")
    return response


def back(request: Request, guest: Visitor) -> Response:
    return kept(request, RedirectResponse("/me/notices", 303), guest)


async def form_of(request: Request) -> dict[str, str]:
    return dict(parse_qsl((await request.body()).decode("utf-8", "replace")))


@router.get("/me/notices")
async def notices(request: Request, service: Service, guest: Guest) -> Response:
    return await shown(request, service, guest)


@router.post("/me/notices")
async def change(request: Request, service: Service, guest: Guest) -> Response:
    """How soon, and whether all of a day comes at once."""
    form = await form_of(request)
    delay, digest = form.get("delay", ""), form.get("digest", "")
    hours, _, minutes = digest.partition(":")
    clock = hours.isdecimal() and minutes.isdecimal() and int(hours) < 24 and int(minutes) < 60
    if not delay.isdecimal() or int(delay) not in dict(DELAYS) or (digest and not clock):
        refused = Refused("notices", "Choose a delay, and for the digest a time of the day such as 19:30, or none.")
        return await shown(request, service, guest, refused)
    await guest.settle(service.persons)
    at = int(hours) * 60 + int(minutes) if digest else None
    await asyncio.to_thread(service.postman.outbox.change_calls, guest.person.mark, delay=int(delay), digest=at)
    return back(request, guest)


# -- channels -----------------------------------------------------------------------------------------


class Subscription(BaseModel):
    """As a browser gives it."""

    endpoint: str
    keys: dict[str, str]


async def add(request: Request, service: Tables, guest: Visitor, kind: str, address: str, **more: Any) -> None:
    """One more way to be reached; refused if it leads where nothing may be sent, or there are too many."""
    outbox = service.postman.outbox
    if len(await asyncio.to_thread(outbox.channels, guest.person.mark)) >= MOST:
        raise Refused("notices", f"There are {MOST} ways to reach you already: take one away first.")
    if kind != "mail":
        try:
            await service.postman.channels.reach.check(address)
        except Undelivered as trouble:
            raise Refused("notices", trouble.reason) from trouble
    await guest.settle(service.persons)
    label = more.pop("label", "")
    await asyncio.to_thread(outbox.add, guest.person.mark, kind, address, label, site_of(request), **more)


@router.post("/me/notices/push")
async def add_browser(request: Request, service: Service, guest: Guest, wish: Subscription) -> Response:
    """This browser takes notices from now on."""
    keys = {name: wish.keys.get(name, "")[:200] for name in ("p256dh", "auth")}
    await add(request, service, guest, "push", wish.endpoint, label=guest.device, keys=keys)
    return kept(request, JSONResponse({}), guest)


@router.post("/me/notices/mail")
async def add_mail(request: Request, service: Service, guest: Guest) -> Response:
    """An address that was proved to be theirs."""
    address = (await form_of(request)).get("address", "")
    if address not in await service.ways.addresses(guest.person):
        refused = Refused("notices", "Prove first that this address is yours: add it under “Ways back”.")
        return await shown(request, service, guest, refused)
    await add(request, service, guest, "mail", address)
    return back(request, guest)


@router.post("/me/notices/hook")
async def add_hook(request: Request, service: Service, guest: Guest) -> Response:
    """A hook of a place where they talk."""
    form = await form_of(request)
    kind, address = form.get("kind", ""), form.get("address", "").strip()
    try:
        if kind not in HOOKS:
            raise Refused("notices", f"A hook is one of {', '.join(KINDS[hook] for hook in HOOKS)}.")
        await add(request, service, guest, kind, address)
    except Refused as refused:
        if refused.rule != "notices":
            raise
        return await shown(request, service, guest, refused)
    return back(request, guest)


@router.post("/me/notices/drop")
async def drop(request: Request, service: Service, guest: Guest) -> Response:
    id = (await form_of(request)).get("channel", "")
    await asyncio.to_thread(service.postman.outbox.drop, guest.person.mark, id)
    return back(request, guest)


@router.post("/me/notices/try")
async def try_out(request: Request, service: Service, guest: Guest) -> Response:
    """Send a letter by one of the ways, to see whether it arrives."""
    id = (await form_of(request)).get("channel", "")
    found = [one for one in await asyncio.to_thread(service.postman.outbox.channels, guest.person.mark) if one.id == id]
    if found:
        await asyncio.to_thread(service.postman.outbox.post_trial, found[0])
    return back(request, guest)


@router.post("/tables/{id}/seen")
async def seen(id: str, service: Service, guest: Guest) -> Response:
    """Somebody looks at the table: they need not be told what they see."""
    await asyncio.to_thread(service.postman.outbox.seen, guest.person.mark, id)
    return Response(status_code=204)


# -- the calendar ---------------------------------------------------------------------------------------


@router.post("/me/notices/calendar")
async def new_calendar(request: Request, service: Service, guest: Guest) -> Response:
    """A calendar at an address that nobody can guess; a new one ends the old."""
    await guest.settle(service.persons)
    await asyncio.to_thread(service.postman.outbox.change_calls, guest.person.mark, calendar=new_key())
    return back(request, guest)


@router.get("/calendar/{token}.ics")
async def calendar(request: Request, token: str, service: Service) -> Response:
    """The deadlines of somebody's turns, for their calendar."""
    mark = await asyncio.to_thread(service.postman.outbox.whose_calendar, token)
    if mark is None:
        raise Refused("games", "There is no such calendar: it was ended, or the address was mistyped.")
    tables = await service.list(Person(mark), mine=True, finished=False, limit=200)
    written = deadlines(tables, site_of(request), service.store.clock.now())
    return Response(written, media_type="text/calendar", headers={"Cache-Control": "no-store"})


def deadlines(tables: Sequence[Summary], site: str, now: float) -> bytes:
    """A calendar with the end of each turn that is theirs."""
    from icalendar import Calendar, Event  # slow to import, seldom needed

    made = Calendar()
    made.add("prodid", "-//Branchline//turns//EN")
    made.add("version", "2.0")
    made.add("x-wr-calname", "Branchline: my turns")
    for table in tables:
        if table.due is None or table.to_act not in table.mine:
            continue
        end = datetime.fromtimestamp(table.due, UTC).replace(microsecond=0)
        event = Event()
        event.add("uid", f"{table.id}-{table.n}@branchline")
        event.add("dtstamp", datetime.fromtimestamp(now, UTC).replace(microsecond=0))
        event.add("dtstart", end - timedelta(minutes=30))
        event.add("dtend", end)
        event.add("summary", f"Your turn runs out: {table.game_title}")
        event.add("description", f"{table.title}\n{site}/tables/{table.id}")
        event.add("url", f"{site}/tables/{table.id}")
        made.add_component(event)
    return bytes(made.to_ical())


# -- an app of its own ------------------------------------------------------------------------------------


@router.get("/manifest.webmanifest")
async def manifest() -> Response:
    """What a phone has to know to keep the table beside its other apps."""
    icons = [("icon-192.png", "192x192", "any"), ("icon-512.png", "512x512", "any")]
    icons += [("icon-maskable.png", "512x512", "maskable")]
    told = {
        "name": "Branchline",
        "short_name": "Branchline",
        "description": "A table for train games.",
        "id": f"{base()}/",
        "start_url": f"{base()}/",
        "scope": f"{base()}/",
        "display": "standalone",
        "background_color": "#e4e8e3",
        "theme_color": "#0f4740",
        "icons": [
            {"src": assets.asset(name), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, sizes, purpose in icons
        ],
    }
    headers = {"Cache-Control": "no-cache"}
    return Response(json.dumps(told), media_type="application/manifest+json", headers=headers)


@router.get("/worker.js")
async def worker() -> Response:
    """The script that takes notices while no page is open. It lies at the root, so that it may answer for all pages,
    and knows the files of its version."""
    kept = [assets.asset(name) for name in ("tokens.css", "branchline.css", "icon.svg", "theme.js")]
    told = f"const VERSION = {json.dumps(assets.version())}, KEPT = {json.dumps([f'{base()}/offline', *kept])};\n"
    script = told.encode() + assets.files()["worker.js"]
    return Response(script, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


@router.get("/offline")
async def offline() -> Response:
    """What is shown when the server can't be reached."""
    return HTMLResponse(render.page("offline.html"))
