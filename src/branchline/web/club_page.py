"""The club's pages: its lobby, its invitations, and what its host says of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from branchline.game import Game
from branchline.refusal import Refused
from branchline.table.club import CIRCLES, DOORS, Club, check_host
from branchline.table.lobby import PACES, Proposal
from branchline.table.person import Person
from branchline.table.service import Tables
from branchline.table.way_back import Kind
from branchline.web import render
from branchline.web.home_page import Entry, ago, entry
from branchline.web.me_page import back_to, form_of, kept, qr_code, site_of
from branchline.web.place import base
from branchline.web.visitor import Guest, Service, Visitor

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class WishSign:
    """A wish as the lobby shows it."""

    wish: Proposal
    game: Game
    pace: str
    when: str
    mine: bool  # made by the reader
    joined: bool

    @property
    def missing(self) -> int:
        return self.wish.players - len(self.wish.persons)

    @property
    def may_begin(self) -> bool:
        return self.mine and self.wish.bots


@dataclass(frozen=True)
class LobbyPage:
    club: Club
    reader: Person
    open: tuple[Entry, ...]  # tables with a seat for the reader
    wishes: tuple[WishSign, ...]
    here: Sequence[Person]
    members: int
    games: tuple[Game, ...]

    @property
    def paces(self) -> Sequence[tuple[str, str]]:
        return tuple(PACES.items())

    @property
    def most(self) -> int:
        return max(max(game.seats) for game in self.games)


async def lobby_page(service: Tables, reader: Person) -> LobbyPage | None:
    """What somebody who is let in finds in the lobby; None for who is not."""
    club = await service.clubhouse.club()
    if not club.lets_in(reader):
        return None
    now = service.store.clock.now()
    running = await service.list(reader, finished=False, limit=200)
    members = await service.clubhouse.members()
    return LobbyPage(
        club=club,
        reader=reader,
        open=tuple(entry(table, now) for table in running if not (table.mine or table.owned)),
        wishes=tuple(wish_sign(service, wish, reader, now) for wish in await service.lobby.wishes()),
        here=await service.clubhouse.here() if reader.role else [],
        members=len(members),
        games=tuple(service.games),
    )


def wish_sign(service: Tables, wish: Proposal, reader: Person, now: float) -> WishSign:
    return WishSign(
        wish=wish,
        game=service.find(wish.game),
        pace=PACES[wish.pace],
        when=ago(wish.created, now),
        mine=wish.is_of(reader),
        joined=wish.has(reader),
    )


# -- the lobby --------------------------------------------------------------------------------------


async def let_in(service: Tables, guest: Visitor) -> Person:
    """Who does something in the lobby is known from now on."""
    (await service.clubhouse.club()).check_door(guest.person)
    return await guest.settle(service.persons)


@router.post("/lobby")
async def make_wish(request: Request, service: Service, guest: Guest) -> Response:
    """I would play."""
    form = await form_of(request)
    person = await let_in(service, guest)
    players = form.get("players", "")
    if not players.isdecimal() or len(players) > 3:
        raise Refused("lobby", f"{players[:20]!r} is no number of players.")
    await service.lobby.wish(
        person, form.get("game", ""), int(players), form.get("pace", "live"), form.get("bots") == "yes"
    )
    return back_to(request, guest, "/#lobby")


@router.post("/lobby/{id}/join")
async def join_wish(request: Request, id: str, service: Service, guest: Guest) -> Response:
    """So would I; when that fills the table, it is laid."""
    wish = await service.lobby.join(await let_in(service, guest), id)
    if wish.full:
        return back_to(request, guest, f"/tables/{(await service.begin(guest.person, id)).id}")
    return back_to(request, guest, "/#lobby")


@router.post("/lobby/{id}/leave")
async def leave_wish(request: Request, id: str, service: Service, guest: Guest) -> Response:
    await service.lobby.leave(guest.person, id)
    return back_to(request, guest, "/#lobby")


@router.post("/lobby/{id}/begin")
async def begin(request: Request, id: str, service: Service, guest: Guest) -> Response:
    """Bots take the seats that are empty."""
    table = await service.begin(guest.person, id)
    return back_to(request, guest, f"/tables/{table.id}")


@router.post("/tables/{id}/sit")
async def sit(request: Request, id: str, service: Service, guest: Guest) -> Response:
    """Sit down at a listed table, without a link."""
    await service.sit(id, guest.person)
    await guest.settle(service.persons)
    return back_to(request, guest, f"/tables/{id}")


# -- the host's page --------------------------------------------------------------------------------


@router.get("/club")
async def club_page(request: Request, service: Service, guest: Guest) -> Response:
    """What the club is, for its host to say; its members, for members."""
    return await shown(request, service, guest)


async def shown(request: Request, service: Tables, guest: Visitor, refused: str = "", invitation: str = "") -> Response:
    club, now = await service.clubhouse.club(), service.store.clock.now()
    if not guest.person.role:
        raise Refused("club", "The club's page is for its members.")
    members = await service.clubhouse.members()
    seen = await service.persons.seen(person.mark for person in members)
    page = render.page(
        "club.html",
        club=club,
        given=service.clubhouse.site,
        me=guest.person,
        members=[(person, ago(seen[person.mark], now)) for person in members],
        doors=DOORS.items(),
        circles=CIRCLES.items(),
        refused=refused,
        invitation=invitation,
        qr=qr_code(invitation) if invitation else "",
    )
    return kept(request, HTMLResponse(page, 422 if refused else 200), guest)


@router.post("/club")
async def change_club(request: Request, service: Service, guest: Guest) -> Response:
    form = await form_of(request)
    wish = Club(*(form.get(name, "") for name in ("name", "door", "site", "finished", "records")))
    try:
        await service.clubhouse.change(guest.person, wish)
    except Refused as refused:
        if guest.person.role != "host":
            raise
        return await shown(request, service, guest, refused.reason)
    return back_to(request, guest, "/club")


@router.post("/club/invite")
async def invite(request: Request, service: Service, guest: Guest) -> Response:
    """A link for one more member."""
    check_host(guest.person)
    club = await service.clubhouse.club()
    path = await service.clubhouse.invitation(guest.person)
    return await shown(request, service, guest, invitation=f"{club.site or site_of(request).origin + base()}{path}")


@router.post("/club/role")
async def set_role(request: Request, service: Service, guest: Guest) -> Response:
    form = await form_of(request)
    check_host(guest.person)
    for person in await service.clubhouse.members():
        if len(form.get("person", "")) == 16 and person.mark.startswith(form["person"]):
            try:
                await service.clubhouse.set_role(guest.person, person.mark, form.get("role", ""))
            except Refused as refused:
                return await shown(request, service, guest, refused.reason)
    return back_to(request, guest, "/club")


# -- into the club ----------------------------------------------------------------------------------


@router.get("/club/{token}")
async def look_at_invitation(request: Request, token: str, service: Service, guest: Guest) -> Response:
    """Opening it does nothing yet."""
    way = await service.ways.look(token, Kind.HOST, Kind.INVITATION)
    club = await service.clubhouse.club()
    page = render.page("invitation.html", way=way, club=club, me=guest.person, address=request.url.path)
    return kept(request, HTMLResponse(page), guest)


@router.post("/club/{token}")
async def enter(request: Request, token: str, service: Service, guest: Guest) -> Response:
    name = (await form_of(request)).get("name", "")
    person = await guest.settle(service.persons, " ".join(name.split())[:40])
    kind = await service.clubhouse.enter(token, person, f"{site_of(request).origin}{base()}")
    return back_to(request, guest, "/club" if kind == Kind.HOST else "/")
