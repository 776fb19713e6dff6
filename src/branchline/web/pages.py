"""The pages: home, a table, its end, the rules; and what a page asks of its table."""

import time
from functools import cache
from typing import Annotated, Final
from urllib.parse import parse_qsl

from fastapi import APIRouter, Depends, FastAPI, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse
from fastapi.staticfiles import StaticFiles
from markupsafe import Markup
from pydantic import BaseModel

from branchline.game import Game, Json, Option, Value
from branchline.games import find, names
from branchline.players import KINDS, LEVELS
from branchline.refusal import Refused
from branchline.table.feed import Change
from branchline.table.service import Summary, Tables
from branchline.table.table import Table
from branchline.table.trouble import NotYours
from branchline.web import render
from branchline.web.answers import refusal, status_of, tables_of
from branchline.web.chart import chances, standings
from branchline.web.sockets import asked_number, follow, refuse
from branchline.web.visitor import give_key, key_of, key_or_new
from branchline.words import listed, ordinal, plural, points

router = APIRouter(include_in_schema=False)

STAND_IN: Final = "search-2"
"""Who plays for somebody who does not come, or leaves."""


def browser_key(request: Request) -> str:
    """The browser's key; a new one until its cookie comes back."""
    return key_or_new(request)[0]


Service = Annotated[Tables, Depends(tables_of)]
Key = Annotated[str, Depends(browser_key)]


def remember(request: Request, response: Response, key: str) -> Response:
    """The browser keeps its key, but no copy of the page: the next one at the screen may go back to it."""
    response.headers["Cache-Control"] = "no-store"
    give_key(response, key, secure=request.url.scheme == "https")
    return response


def add_to(app: FastAPI) -> None:
    """Give a server its pages."""
    app.include_router(router)
    app.mount("/static", StaticFiles(packages=[("branchline.web", "static")]))


def trouble_page(request: Request, status: int, refused: Refused) -> Response:
    """What is wrong, in a page for people or, asked by a page's script, as JSON."""
    if "text/html" in request.headers.get("accept", ""):
        return HTMLResponse(render.page("problem.html", reason=refused.reason), status)
    return JSONResponse(refusal(refused), status)


# -- home -----------------------------------------------------------------------------------------


@router.get("/")
async def home(request: Request, service: Service, key: Key, game: str = "", seats: int = 0) -> Response:
    chosen = find(game) if game in names() else find(usual_game())
    running = [row(summary) for summary in await service.list(key, mine=True, finished=False, limit=200)]
    done = await service.list(key, finished=True, limit=50)
    page = render.page(
        "home.html",
        games=[find(name) for name in names()],
        vignettes={name: vignette(find(name)) for name in names()},
        running=sorted(running, key=lambda entry: not entry["yours"]),
        done=[row(summary) for summary in done],
        **setup_context(chosen, seats),
    )
    return remember(request, HTMLResponse(page), key)


def usual_game() -> str:
    return "mini-rails" if "mini-rails" in names() else names()[0]


@router.get("/setup")
async def setup(game: str, seats: int = 0) -> Response:
    """The seats and options of a new table, for another game or number of players."""
    return HTMLResponse(render.page("setup.html", **setup_context(find(game), seats)))


def setup_context(game: Game, seats: int) -> Json:
    count = seats if seats in game.seats else game.usual_seats
    return {
        "game": game,
        "count": count,
        "levels": LEVELS,
        "defaults": game.defaults(count),
        "options": possible_choices(game, count),
    }


@cache
def possible_choices(game: Game, count: int) -> list[tuple[str, Option, list[Value]]]:
    """The options of so many players, and what they can choose, alone or with a choice of another option."""
    singles = [(name, choice) for name, option in game.options.items() for choice in option.choices]

    def possible(chosen: dict[str, Value]) -> bool:
        try:
            game.resolve(count, chosen)
        except Refused:
            return False
        return True

    found = []
    for name, option in game.options.items():
        choices = [
            choice
            for choice in option.choices
            if possible({name: choice}) or any(possible({other: with_it, name: choice}) for other, with_it in singles)
        ]
        if len(choices) > 1:
            found.append((name, option, choices))
    return found


def vignette(game: Game) -> Markup:
    """The game's picture, with the pieces that it uses."""
    path = game.folder / "vignette.svg"
    return Markup(game.sprite() + path.read_text("utf-8") if path.exists() else "")


def row(summary: Summary) -> Json:
    """A table as a line of the timetable."""
    yours = summary.to_act is not None and summary.to_act in summary.mine
    if summary.finished:
        names = [*summary.names, *(["the automaton"] * len(summary.scores))]
        best = listed([names[seat] for seat in summary.winners])
        won = points(summary.scores[summary.winners[0]]) if summary.winners and summary.scores else ""
        turn = (
            f"Shared: {best}, {won}"
            if len(summary.winners) > 1
            else f"{best[:1].upper() + best[1:] or 'Nobody'} won, {won}"
        )
    elif summary.to_act is None:
        turn = ""
    else:
        turn = "Your turn" if yours else summary.names[summary.to_act]
    return {
        "summary": summary,
        "title": summary.title if summary.title != summary.game_title else listed(summary.names),
        "yours": yours and not summary.finished,
        "turn": turn,
        "when": ago(summary.changed),
    }


def ago(moment: float) -> str:
    seconds = max(0, time.time() - moment)
    for size, word in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            count = int(seconds // size)
            return f"{plural(count, word)} ago"
    return "just now"


@router.post("/tables")
async def lay_table(request: Request, service: Service, key: Key) -> Response:
    """A new table from the home page's form."""
    form = dict(parse_qsl((await request.body()).decode("utf-8", "replace")))
    game = find(form.get("game", ""))
    count = form.get("seats", "")
    if not count.isdecimal() or int(count) not in game.seats:
        raise Refused(f"{game.name} 1", f"{game.title} is for {game.about.players} players, not {count[:10]!r}.")
    seats = [wish(form, seat) for seat in range(int(count))]
    options = {name: form[f"option-{name}"] for name in game.options if f"option-{name}" in form}
    table = await service.create(game.name, seats, key=key, options=options, title=form.get("title", ""))
    return remember(request, sent_to(request, table), key)


def sent_to(request: Request, table: Table) -> Response:
    """On to a table: a browser is led there, a page's script is told where."""
    where = f"/tables/{table.id}"
    asked_by_script = request.headers.get("accept") == "application/json"
    return JSONResponse({"to": where}) if asked_by_script else RedirectResponse(where, 303)


def wish(form: dict[str, str], seat: int) -> Json:
    kind = form.get(f"kind-{seat}", "bot-greedy")
    name = form.get(f"name-{seat}", "")
    if kind.startswith("bot-"):
        return {"kind": "bot", "level": kind[4:], "name": ""}
    return {"kind": kind, "name": name, "auto": False}


@router.post("/tables/{id}/again")
async def play_again(request: Request, id: str, service: Service, key: Key) -> Response:
    """The same people at a new table."""
    table = await service.again(await service.get(id), key)
    return remember(request, RedirectResponse(f"/tables/{table.id}", 303), key)


# -- a table --------------------------------------------------------------------------------------


@router.get("/tables/{id}")
async def table_page(
    request: Request, id: str, service: Service, key: Key, at: int | None = None, seat: int | None = None
) -> Response:
    table = await service.get(id)
    if table.over and at is None:
        page = render.end_page(end_context(table, key))
    else:
        page = render.table_page(context_of(table, key, seat, at))
    return remember(request, HTMLResponse(page), key)


@router.get("/join/{id}/{token}")
async def invitation(request: Request, id: str, token: str, service: Service, key: Key) -> Response:
    """A friend's link. Opening it takes nothing yet: a messenger that looks at the link for a preview
    must not sit down in the friend's place."""
    table = await service.get(id)
    if table.held(key):
        return remember(request, RedirectResponse(f"/tables/{id}", 303), key)
    return remember(request, join_page(table, token, request.url.path), key)


def join_page(table: Table, token: str, address: str, name: str = "", refused: Refused | None = None) -> Response:
    """The seat that waits, and what spoke against taking it under this name; without a seat, the table to watch."""
    try:
        number = table.seat_of(token)
    except NotYours as spent:
        return HTMLResponse(render.page("problem.html", reason=spent.reason, watch=table.id), 403)
    seat = table.seats[number]
    usual = table.game.seat_names(table.position.state)[number]
    page = render.page(
        "join.html",
        table=table,
        number=number,
        seat=seat,
        others=[other for at, other in enumerate(table.names) if at != number],
        address=address,
        called=name or (seat.name if seat.name != usual else ""),
        refused=refused.reason if refused else "",
    )
    return HTMLResponse(page, status_of(refused) if refused else 200)


@router.post("/join/{id}/{token}")
async def join(request: Request, id: str, token: str, service: Service, key: Key) -> Response:
    """Who takes the seat holds it."""
    form = dict(parse_qsl((await request.body()).decode("utf-8", "replace")))
    name = form.get("name", "")
    try:
        await service.join(id, token, key, name)
    except Refused as refused:
        return remember(request, join_page(await service.get(id), token, request.url.path, name, refused), key)
    return remember(request, RedirectResponse(f"/tables/{id}", 303), key)


@router.post("/tables/{id}/hint")
async def hint(id: str, service: Service, key: Key, seat: int | None = None) -> Response:
    """The best moves for the seat to act, with their chances and why."""
    table = await service.get(id)
    return JSONResponse({"hints": await service.hint(table, key, seat)})


@router.get("/tables/{id}/analysis")
async def analysis(id: str, service: Service) -> Response:
    """The chances of winning over the game, as a part of its last page."""
    table = await service.get(id)
    found = await service.analysis(table)
    words = render.Words(table.game, table.names)
    return HTMLResponse(
        render.page("analysis.html", id=id, found=found, chart=chances(found, table.names), words=words)
    )


@router.post("/tables/{id}/branch/{n}")
async def branch(request: Request, id: str, n: int, service: Service, key: Key) -> Response:
    """What if: play on from an earlier moment at a table of its own."""
    table = await service.branch(await service.get(id), n, key)
    return remember(request, RedirectResponse(f"/tables/{table.id}", 303), key)


class Wish(BaseModel):
    """What a page asks of its table."""

    n: int = 0
    move: str = ""
    auto: bool | None = None
    pause: int | None = None
    seat: int = -1


@router.post("/tables/{id}/{what}")
async def act(id: str, what: str, wish: Wish, service: Service, key: Key, seat: int | None = None) -> Response:
    """A move, an undo, a confirmation or a setting; answers with what has changed on the page."""
    table = await service.get(id)
    try:
        await carry_out(table, key, what, wish, seat)
    except Refused as refused:
        status = status_of(refused)
        body = refusal(refused)
        return JSONResponse({**body, **update(table, key, seat)} if status == 409 else body, status)
    return JSONResponse(update(table, key, seat))


async def carry_out(table: Table, key: str, what: str, wish: Wish, seat: int | None) -> None:
    if what == "moves":
        await table.play(key, wish.move, wish.n, seat)
    elif what == "undo":
        await table.undo(key, wish.n, seat)
    elif what == "confirm":
        await table.confirm(key, wish.n, seat)
    elif what == "settings":
        await table.change_settings(key, wish.auto, wish.pause)
    elif what == "bot":
        await table.give_to_bot(key, wish.seat, STAND_IN)
    else:
        raise Refused("table", f"A table can't {what!r}.")


@router.get("/tables/{id}/why")
async def why(id: str, move: str, service: Service, key: Key, seat: int | None = None) -> Response:
    """Why something that is not lit can't be done."""
    table = await service.get(id)
    refused = table.why_not(key, move[:200], seat)
    return JSONResponse({} if refused is None else refusal(refused))


@router.get("/tables/{id}/at/{n}")
async def look_back(id: str, n: int, service: Service, key: Key, seat: int | None = None) -> Response:
    """The page as it was."""
    table = await service.get(id)
    return JSONResponse(update(table, key, seat, None if n >= table.n and not table.over else n))


@router.websocket("/tables/{id}/live")
async def live(socket: WebSocket, id: str) -> None:
    """Sends the fragments that changed, whenever the table does."""
    service: Tables = socket.app.state.tables
    await socket.accept()
    try:
        key, seat = key_of(socket), asked_number(socket, "seat")
        table = await service.get(id)
        shown: dict[str, str] = {}

        async def send(_: Change | None) -> None:
            nonlocal shown
            now = update(table, key, seat)
            fresh = {name: html for name, html in now["fragments"].items() if shown.get(name) != html}
            if fresh:
                await socket.send_json({**now, "fragments": fresh})
            shown = now["fragments"]

        await follow(socket, service.feed.watch(id), send, ticks=True)
    except Refused as refused:
        await refuse(socket, refused)
    except WebSocketDisconnect:
        return


def update(table: Table, key: str | None, seat: int | None, at: int | None = None) -> Json:
    context = context_of(table, key, seat, at)
    return {
        "title": context["page_title"],
        "n": context["view"]["n"],
        "newest": context["view"]["n"] if at is None else table.n,
        "over": table.over and at is None,
        "yours": table.to_act is not None and table.to_act == context["me"],
        "made": time.time_ns() // 1000,
        "fragments": render.fragments(context),
    }


# -- what the templates are told ------------------------------------------------------------------


def context_of(table: Table, key: str | None, seat: int | None, at: int | None = None) -> Json:
    """Everything that a table page shows to this key, now or (at n) as it was."""
    looking_back = at is not None
    seat = eyes(table, key, seat)
    told = table.history(key, at, seat) if at is not None else table.view(key, seat)
    view, me = told["view"], told["seat"]
    about = table.about(key)
    lines = told["log"]
    moments, stops = moments_of(told["log"] if not looking_back else table.log(me))
    moment = max((i for i, n in enumerate(moments) if n <= view["n"]), default=0)
    if not looking_back:
        moment = len(moments) - 1
    draft = told.get("draft") or {"moves": [], "complete": False, "auto": False}
    return {
        "game": table.game,
        "id": table.id,
        "title": table.title,
        "view": view,
        "me": me,
        "mine": bool(view["moves"]),
        "turn_of": table.to_act,
        "pass_to": told.get("next_here") if table.has_secrets and told.get("next_here") != me else None,
        "draft": draft,
        "auto": draft["auto"],
        "seats": seats_of(table, about, me),
        "log": chapters(lines),
        "newest_line": lines[-1]["n"] if lines else None,
        "at_history": looking_back and (view["n"] < table.n or table.over),
        "newest": table.n,
        "over": table.over,
        "moments": moments,
        "moment": moment,
        "first": moments[0],
        "earlier": moments[max(0, moment - 1)],
        "later": moments[min(len(moments) - 1, moment + 1)],
        "stops": stops,
        "links": links_of(about, mine=False),
        "own_links": links_of(about, mine=True),
        "held": table.held(key),
        "owned": about["owned"],
        "late": table.late_for(key),
        "pause": about["pause"],
        "seed": about["seed"],
        "seed_hash": about["seal"],
        "seconds": thinks(table),
        "may_branch": looking_back and not view["over"] and (table.over or not table.has_secrets),
        "result": result(table),
        "again": about["again"],
        "may_play_again": table.over and table.takes_part(key),
        "page_title": page_title(table, me),
    }


def eyes(table: Table, key: str | None, seat: int | None) -> int | None:
    """The seat that a page is drawn for, of those that its address may name. Round one screen a hand is
    shown only to the one whose turn it is, so that nobody sees it when the screen is passed on."""
    held = table.held(key)
    if seat not in held:
        return None
    return None if table.has_secrets and not table.over and len(held) > 1 and seat != table.to_act else seat


def page_title(table: Table, me: int | None) -> str:
    """What a browser's tab says: first whose turn it is."""
    due = table.to_act
    turn = "" if due is None else "● Your turn · " if due == me else f"{table.names[due]} to act · "
    title = "" if table.title == table.game.title else f"{table.title} · "
    return f"{turn}{title}{table.game.title} · Branchline"


def thinks(table: Table) -> float:
    """How many seconds the bot to act thinks at most; 0 if it answers at once or there is none."""
    seat = table.bot_to_act
    if seat is None:
        return 0
    return float(getattr(KINDS.get(table.seats[seat].level), "keywords", {}).get("seconds", 0))


def moments_of(lines: list[Json]) -> tuple[list[int], list[Json]]:
    """Where the slider can stop, and its stations: one for each heading of the log."""
    moments = [int(line["n"]) for line in lines] or [0]
    stops = []
    for i, line in enumerate(lines):
        if line["heading"] and any(letter.isdigit() for letter in line["heading"]):
            label = "".join(letter for letter in line["heading"] if letter.isdigit())
            stops.append({"n": line["n"], "label": label, "left": round(100 * i / max(1, len(lines) - 1), 2)})
    return moments, stops


def chapters(lines: list[Json]) -> list[Json]:
    """The log by its headings."""
    found: list[Json] = []
    for k, line in enumerate(lines):
        if line["heading"] or not found:
            found.append({"heading": line["heading"], "lines": []})
        found[-1]["lines"].append({**line, "k": k})
    return found


def seats_of(table: Table, about: Json, me: int | None) -> list[Json]:
    seats = []
    alone = sum(seat["mine"] for seat in about["seats"]) == 1
    for seat in about["seats"]:
        if seat["kind"] == "bot":
            who = f"bot, {dict(LEVELS).get(seat['level'], seat['level']).lower()}"
        elif not seat["taken"]:
            who = "open seat"
        elif seat["mine"]:
            who = "you" if alone or (seat["seat"] == me and not table.over) else "at this screen"
        else:
            who = "far away"
        seats.append({"seat": seat["seat"], "name": seat["name"], "kind": seat["kind"], "who": who})
    for number in range(len(seats), len(table.names)):
        seats.append({"seat": number, "name": table.names[number], "kind": "automaton", "who": "by the rules"})
    return seats


def links_of(about: Json, mine: bool) -> list[Json]:
    """The ways to the seats that wait for somebody, or to one's own from another device."""
    return [
        {"seat": seat["seat"], "path": f"/join/{about['id']}/{seat['token']}"}
        for seat in about["seats"]
        if seat["token"] and (seat["mine"] if mine else not seat["taken"])
    ]


def result(table: Table) -> str:
    if not table.over:
        return ""
    winners = table.position.winners()
    if not winners:
        return "Nobody wins."
    who = listed([f"{{seat:{seat}}}" for seat in winners])
    return f"{who} win{'s' if len(winners) == 1 else ' together'}."


def rank(view: Json, seat: int) -> int:
    """Who has as many points has the same rank, below the winners."""
    if seat in view["winners"]:
        return 1
    scores: list[int] = view["scores"]
    return 1 + sum(other in view["winners"] or score > scores[seat] for other, score in enumerate(scores))


def end_context(table: Table, key: str) -> Json:
    """The end: winner, scores with their parts, the chart."""
    context = context_of(table, key, None)
    view = context["view"]
    rounds = table.standings()
    scores = [entry["scores"] for entry in rounds]
    taking_part = [s for s in range(view["seats"]) if s < table.position.players or view["breakdown"][s]]
    ranked = sorted(taking_part, key=lambda seat: (seat not in view["winners"], -view["scores"][seat]))
    labels = ["start", *(str(entry["round"]) for entry in rounds[1:])]
    chart = standings(labels, [[row[s] for s in taking_part] for row in scores], [table.names[s] for s in taking_part])
    best, others = ranked[0], [seat for seat in ranked if seat not in view["winners"]]
    margin = view["scores"][best] - view["scores"][others[0]] if others and len(view["winners"]) == 1 else 0
    return {
        **context,
        "ranked": ranked,
        "ranks": {seat: rank(view, seat) for seat in ranked},
        "chart": chart,
        "margin": margin,
        "runner_up": others[0] if others else None,
        "rounds": len(rounds) - 1,
        "events": table.n,
        "own": own_result(table, view, context["held"]),
        "first": context["moments"][0],
    }


def own_result(table: Table, view: Json, held: tuple[int, ...]) -> str:
    """How the one who reads this came off, unless they won or several sit here."""
    if len(held) != 1 or held[0] in view["winners"] or not view["winners"]:
        return ""
    place, behind = rank(view, held[0]), view["scores"][view["winners"][0]] - view["scores"][held[0]]
    return f"You came {ordinal(place)}, {points(behind)} behind." if behind else f"You came {ordinal(place)}."


# -- rules, styles, problems ----------------------------------------------------------------------


@router.get("/rules/{game}")
async def rules(game: str) -> Response:
    return HTMLResponse(
        render.page("rules.html", game=find(game), rules=render.rules_of(game), games=[find(g) for g in names()])
    )


@router.get("/games/{game}/table.css")
async def styles(game: str) -> Response:
    sheet = find(game).folder / "table.css"
    return FileResponse(sheet, media_type="text/css") if sheet.exists() else Response(media_type="text/css")
