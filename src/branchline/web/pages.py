"""The pages: home, a table, its end, an invitation, the rules."""

import asyncio
from urllib.parse import parse_qsl

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse

from branchline.game import Json
from branchline.glossary import glossary
from branchline.lesson import lessons
from branchline.players import STYLE
from branchline.refusal import Refused
from branchline.table.person import Person
from branchline.table.results import Kind
from branchline.table.seats import given_name
from branchline.table.table import Table
from branchline.table.trouble import NotYours
from branchline.web import assets, club_page, host_page, live, me_page, notices_page, numbers, render, speech
from branchline.web.answers import refusal, status_of
from branchline.web.chart import chances
from branchline.web.club_page import lobby_page
from branchline.web.end_page import end_page, own_turns
from branchline.web.home_page import home_page
from branchline.web.home_page import setup as setup_of
from branchline.web.numbers_page import own_way
from branchline.web.place import base
from branchline.web.talk import told
from branchline.web.visitor import Drawn, Guest, Reader, Service, remember

router = APIRouter(include_in_schema=False)


def add_to(app: FastAPI) -> None:
    """Give a server its pages."""
    app.include_router(live.router)  # first, since addresses are tried in this order: nothing is asked as often
    app.include_router(router)
    app.include_router(speech.router)
    app.include_router(numbers.router)
    app.include_router(me_page.router)
    app.include_router(club_page.router)
    app.include_router(host_page.router)
    app.include_router(assets.router)
    app.include_router(notices_page.router)


def trouble_page(request: Request, status: int, refused: Refused) -> Response:
    """What is wrong, in a page for people or, asked by a page's script, as JSON."""
    if "text/html" in request.headers.get("accept", ""):
        return HTMLResponse(render.page("problem.html", reason=refused.reason), status)
    return JSONResponse(refusal(refused), status)


# -- home -----------------------------------------------------------------------------------------


@router.get("/")
async def home(request: Request, service: Service, guest: Guest, game: str = "", seats: int = 0) -> Response:
    running = await service.list(guest.person, mine=True, finished=False, limit=200)
    done = await service.list(guest.person, finished=True, limit=50)
    page = home_page(service.games, game, seats, running, done, guest.person, service.store.clock.now())
    lobby = await lobby_page(service, guest.person)
    drawn = render.page("home.html", page=page, setup=page.setup, me=guest.person, lobby=lobby)
    return remember(request, HTMLResponse(drawn), guest)


@router.get("/setup")
async def setup(request: Request, service: Service, reader: Reader, game: str, seats: int = 0) -> Response:
    """The seats and options of a new table, for another game or number of players, with what was chosen so far."""
    asked = {name[7:]: value for name, value in request.query_params.items() if name.startswith("option-")}
    return HTMLResponse(render.page("setup.html", setup=setup_of(service.find(game), seats, reader, asked)))


@router.post("/tables")
async def lay_table(request: Request, service: Service, guest: Guest) -> Response:
    """A new table from the home page's form."""
    form = dict(parse_qsl((await request.body()).decode("utf-8", "replace")))
    game = service.find(form.get("game", ""))
    count = form.get("seats", "")
    if count not in map(str, game.seats):
        raise Refused(f"{game.name} 1", f"{game.title} is for {game.about.players} players, not {count[:10]!r}.")
    seats = [seat_wish(form, seat) for seat in range(int(count))]
    options = {name: form[f"option-{name}"] for name in game.options if f"option-{name}" in form}
    pace = {"turn": form.get("pace"), "quiet": "pace-quiet" in form, "weekends": "pace-weekends" in form}
    table = await service.create(
        game.name,
        seats,
        guest.person,
        options=options,
        title=form.get("title", ""),
        pace=pace,
        listing=form.get("listing", "unlisted"),
    )
    await guest.settle(service.persons, given_name(seats))
    return remember(request, sent_to(request, table), guest)


def sent_to(request: Request, table: Table) -> Response:
    """On to a table: a browser is led there, a page's script is told where."""
    where = f"/tables/{table.id}"
    asked_by_script = request.headers.get("accept") == "application/json"
    return JSONResponse({"to": f"{base()}{where}"}) if asked_by_script else RedirectResponse(where, 303)


def seat_wish(form: dict[str, str], seat: int) -> Json:
    kind = form.get(f"kind-{seat}", "bot-")
    if kind.startswith("bot-"):
        style = form.get(f"style-{seat}", "")
        return {"kind": "bot", "level": f"{kind[4:]}{STYLE}{style}" if style else kind[4:], "name": ""}
    return {"kind": kind, "name": form.get(f"name-{seat}", ""), "auto": False}


# -- a table --------------------------------------------------------------------------------------


@router.get("/tables/{id}")
async def table_page(
    request: Request,
    id: str,
    service: Service,
    sheets: Drawn,
    guest: Guest,
    at: int | None = None,
    seat: int | None = None,
    better: str = "",
) -> Response:
    table = await service.look(id, guest.person)
    eyes = table.sight.eyes_of_page(guest.person, seat)
    talk = told(table, eyes.part, 0)
    if eyes.part.held:
        await asyncio.to_thread(service.postman.outbox.seen, guest.person.mark, id)
    if table.over and at is None:
        bests = await service.bests(table, guest.person)
        gained = await service.gained(table)
        kind = Kind(table.row.game, table.row.players)
        rated = guest.person.mark if set(gained) & set(eyes.part.held) else ""
        way = own_way(await service.results.numbers(), rated, kind, service.find)
        end = end_page(table, table.sight.eyes_of_page(guest.person), bests, gained, way)
        page = render.end_page(end, talk)
    else:
        sheet = sheets.sheet(table, eyes) if at is None else sheets.sheet_at(table, eyes, at, better[:200])
        page = sheets.html(sheet, talk, service.store.clock.now())
    return remember(request, HTMLResponse(page), guest)


@router.post("/tables/{id}/again")
async def play_again(request: Request, id: str, service: Service, guest: Guest) -> Response:
    """The same people at a new table."""
    table = await service.again(await service.get(id), guest.person)
    return remember(request, RedirectResponse(f"/tables/{table.id}", 303), guest)


@router.post("/tables/{id}/branch/{n}")
async def branch(request: Request, id: str, n: int, service: Service, guest: Guest) -> Response:
    """What if: play on from an earlier moment at a table of its own."""
    table = await service.branch(await service.get(id), n, guest.person)
    await guest.settle(service.persons)
    return remember(request, RedirectResponse(f"/tables/{table.id}", 303), guest)


@router.get("/tables/{id}/analysis")
async def analysis(id: str, service: Service, guest: Guest) -> Response:
    """The review of a game, as a part of its last page: the reader's own turns first."""
    table = await service.look(id, guest.person)
    found = await service.analysis(table, guest.person)
    words = render.words(table.game, tuple(table.names))
    chart = chances(found, table.names)
    own = own_turns(found, table.seats.held(guest.person))
    return HTMLResponse(render.page("analysis.html", id=id, found=found, chart=chart, words=words, own=own))


# -- an invitation --------------------------------------------------------------------------------


@router.get("/join/{id}/{token}")
async def invitation(request: Request, id: str, token: str, service: Service, guest: Guest) -> Response:
    """A friend's link. Opening it takes nothing yet: a messenger that looks at the link for a preview
    must not sit down in the friend's place."""
    table = await service.get(id)
    if table.seats.held(guest.person):
        return remember(request, RedirectResponse(f"/tables/{id}", 303), guest)
    return remember(request, join_page(table, token, request.url.path, guest.person), guest)


def join_page(
    table: Table, token: str, address: str, reader: Person, name: str = "", refused: Refused | None = None
) -> Response:
    """The seat that waits, and what spoke against taking it under this name; without a seat, the table to watch."""
    try:
        number = table.seats.of_token(token)
    except NotYours as spent:
        return HTMLResponse(render.page("problem.html", reason=spent.reason, watch=table.id), 403)
    page = render.page(
        "join.html",
        table=table,
        number=number,
        seat=table.seats[number],
        others=[other for at, other in enumerate(table.names) if at != number],
        address=address,
        called=name or table.seats.own_name(number) or reader.name,
        refused=refused.reason if refused else "",
    )
    return HTMLResponse(page, status_of(refused) if refused else 200)


@router.post("/join/{id}/{token}")
async def join(request: Request, id: str, token: str, service: Service, guest: Guest) -> Response:
    """Who takes the seat holds it."""
    form = dict(parse_qsl((await request.body()).decode("utf-8", "replace")))
    name = form.get("name", "")
    try:
        await service.join(id, token, guest.person, name)
        await guest.settle(service.persons, " ".join(name.split()))
    except Refused as refused:
        again = join_page(await service.get(id), token, request.url.path, guest.person, name, refused)
        return remember(request, again, guest)
    return remember(request, RedirectResponse(f"/tables/{id}", 303), guest)


# -- learning -------------------------------------------------------------------------------------


@router.get("/learn/{game}")
async def learn(request: Request, game: str, service: Service, guest: Guest) -> Response:
    """The lessons of a game, those that somebody has learned among them, and its words."""
    found = service.find(game)
    page = render.page(
        "learn.html",
        game=found,
        lessons=lessons(found).values(),
        learned=await service.learned(found.name, guest.person),
        terms=glossary(found),
        games=service.games,
    )
    return remember(request, HTMLResponse(page), guest)


@router.post("/learn/{game}/{lesson}")
async def begin_lesson(request: Request, game: str, lesson: str, service: Service, guest: Guest) -> Response:
    """Sit down to a lesson, at a table of its own."""
    table = await service.teach(game, lesson, guest.person)
    await guest.settle(service.persons, "")
    return remember(request, RedirectResponse(f"/tables/{table.id}", 303), guest)


# -- rules and styles -----------------------------------------------------------------------------


@router.get("/rules/{game}")
async def rules(game: str, service: Service) -> Response:
    found = service.find(game)
    games = service.games
    return HTMLResponse(render.page("rules.html", game=found, rules=render.rules_of(found), games=games))


@router.get("/games/{game}/table.css")
async def styles(game: str, service: Service) -> Response:
    sheet = service.find(game).folder / "table.css"
    asked_again = {"Cache-Control": "no-cache"}  # with its ETag, which says that it is still the same
    if not sheet.exists():
        return Response(media_type="text/css", headers=asked_again)
    return FileResponse(sheet, media_type="text/css", headers=asked_again)
