"""The addresses of results and numbers: one's own, to be read and to be taken away, and the season's."""

from collections.abc import Callable, Sequence
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from branchline.game import Json
from branchline.table.results import Numbers, Season, as_csv, as_json, lines_as_csv
from branchline.table.seats import Part
from branchline.table.trouble import NoTable, NotYours
from branchline.web import render
from branchline.web.numbers_page import (
    SeasonPage,
    alone_of,
    numbers_page,
    ratings_of,
    rivals_of,
    season_page,
    standings_of,
)
from branchline.web.visitor import Guest, Service, remember

router = APIRouter(include_in_schema=False)


@router.get("/me/numbers")
async def own(request: Request, service: Service, guest: Guest) -> Response:
    numbers = await service.results.numbers()
    page = numbers_page(numbers, guest.person.mark, service.find)
    return remember(request, HTMLResponse(render.page("numbers.html", page=page)), guest)


@router.get("/me/numbers.csv")
async def own_csv(request: Request, service: Service, guest: Guest) -> Response:
    mark = guest.person.mark
    found = as_csv((await service.results.numbers()).of(mark), mark)
    headers = {"Content-Disposition": 'attachment; filename="branchline-results.csv"'}
    return remember(request, Response(found, media_type="text/csv; charset=utf-8", headers=headers), guest)


@router.get("/me/numbers.json")
async def own_json(request: Request, service: Service, guest: Guest) -> Response:
    mark = guest.person.mark
    found = as_json((await service.results.numbers()).of(mark), mark)
    return remember(request, JSONResponse(found), guest)


@router.get("/me/{what}.{form}")
async def own_file(request: Request, what: str, form: str, service: Service, guest: Guest) -> Response:
    """Ratings step by step, head to head and the record of games alone, to be taken away."""
    if what not in FILES:
        raise NoTable("numbers", f"There is no file {what[:40]!r} of your numbers.")
    lines = FILES[what](await service.results.numbers(), guest.person.mark)
    return remember(request, as_file(lines, what, form), guest)


FILES: Final[dict[str, Callable[[Numbers, str], list[Json]]]] = {
    "ratings": ratings_of,
    "rivals": rivals_of,
    "alone": alone_of,
}


def as_file(lines: Sequence[Json], name: str, form: str) -> Response:
    """Lines of names and values, for a spreadsheet or a program."""
    if form == "json":
        return JSONResponse(lines)
    if form != "csv":
        raise NoTable("numbers", "Numbers can be had as csv or json.")
    headers = {"Content-Disposition": f'attachment; filename="branchline-{name}.csv"'}
    return Response(lines_as_csv(lines), media_type="text/csv; charset=utf-8", headers=headers)


async def asked_season(service: Service, guest: Guest, year: int = 0, quarter: int = 0) -> SeasonPage:
    """The table of this season, or of an earlier one, for whom the club shows it."""
    club = await service.clubhouse.club()
    if not club.admits(club.finished, guest.person, Part()):
        raise NotYours("club", "The table of the season is for whom the club shows its finished games.")
    now = service.store.clock.now()
    asked = Season(year, quarter) if year and 1 <= quarter <= 4 else Season.at(now)
    return season_page(await service.results.numbers(), asked)


AskedSeason = Annotated[SeasonPage, Depends(asked_season)]


@router.get("/season")
async def season(request: Request, page: AskedSeason, guest: Guest) -> Response:
    return remember(request, HTMLResponse(render.page("season.html", page=page)), guest)


@router.get("/season.{form}")
async def season_file(request: Request, form: str, page: AskedSeason, guest: Guest) -> Response:
    """The same, to be taken away."""
    return remember(request, as_file(standings_of(page), "season", form), guest)
