"""Mini Express' notation: moves as text, and the names in them."""

from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from branchline.games.mini_express import codes, draft
from branchline.games.mini_express.components import COMPANIES
from branchline.games.mini_express.moves import (
    MOVES,
    BotTile,
    Build,
    BuildWest,
    Coast,
    Demand,
    First,
    Grouping,
    Harbor,
    OfCompany,
    Pass,
    Pick,
    PickSet,
    Route,
    WestSide,
)
from branchline.games.mini_express.rules import MiniExpress
from branchline.moves import Move, Nonsense
from branchline.refusal import Refused
from branchline.words import an, listed

if TYPE_CHECKING:
    from branchline.games.mini_express.game import MiniExpressGame

COLOURS = [*COMPANIES, "purple"]  # of a half of a demand tile

# -- moves ---------------------------------------------------------------------------------------


def text(game: "MiniExpressGame", state: MiniExpress, move: Move) -> str:
    match move:
        case Route():
            return f"via {' '.join(via(state, move.code, state.distance))}"
        case Build(company=company, city=city):
            west = " from the west" if isinstance(move, BuildWest) else ""
            return f"build {COMPANIES[company]} {game.city(state, city).lower()}{west}"
        case Coast(company=company, cubes=cubes):
            return f"coast {COMPANIES[company]} {cubes}"
        case OfCompany(company=company):
            return f"{move.verb} {COMPANIES[company]}"
        case Harbor(harbor=harbor):
            return f"harbor {game.map_of(state).harbors[harbor].name.lower()}"
        case PickSet(pair=code):
            return f"pick {pair(code)}"
        case Pass():
            return "pass"
    return chance_text(game, state, move)


def pair(code: int) -> str:
    """A pair of companies, for a set of starting shares."""
    return f"{COMPANIES[draft.pair_one(code)]} {COMPANIES[draft.pair_two(code)]}"


def chance_text(game: "MiniExpressGame", state: MiniExpress, move: Move) -> str:
    match move:
        case BotTile(tile=kind):
            if kind == len(state.bot.bag) - 1:
                return "tile reset" if state.terms.prototype else "tile refresh"
            if state.terms.prototype:
                return f"tile {COMPANIES[kind]}"
            return f"tile {state.box.bot_company[kind]} {state.box.bot_city[kind]}"
        case Grouping(grouping=grouping):
            return f"sets without {pair(grouping)} and {pair(draft.PAIRS - 1 - grouping)}"
        case Demand(tile=tile):
            one, two = game.parts.demand[tile]
            return f"demand {game.city(state, state.demand.placed).lower()} {COLOURS[one]} {COLOURS[two]}"
        case First(seat=seat):
            return f"first seat {seat + 1}"
    raise AssertionError(move)


def via(state: MiniExpress, route: int, distance: int) -> list[str]:
    """The hexes of a route before its city."""
    return [hex_text(state, hex) for hex in list(state.land.hexes_of(route, distance))[:-1]]


def hex_text(state: MiniExpress, hex: int) -> str:
    return f"{state.land.q[hex]},{state.land.r[hex]}"


# -- places on the page, and what people type --------------------------------------------------------


def at(game: "MiniExpressGame", state: MiniExpress, move: Move) -> str:
    """The place that a move is about, as the page names it: a company, a city of a company, a harbor, a route."""
    match move:
        case Build(company=company, city=city):
            return place_of(COMPANIES[company], game.city(state, city))
        case Coast(company=company, cubes=cubes):
            return f"{COMPANIES[company]}-{cubes}"
        case OfCompany(company=company):
            return COMPANIES[company]
        case Harbor(harbor=harbor):
            return slug(game.map_of(state).harbors[harbor].name)
        case PickSet(pair=code):
            return slug(pair(code))
        case Route():
            return "route-" + "-".join(via(state, move.code, state.distance))
    return ""


@lru_cache(maxsize=1000)
def slug(name: str) -> str:
    return name.lower().replace(" ", "-")


@lru_cache(maxsize=4000)
def place_of(company: str, city: str) -> str:
    """A city as the goal of a company; of no company in particular, the city alone."""
    return f"{company}-{slug(city)}" if company else slug(city)


def asked(game: "MiniExpressGame", state: MiniExpress, verb: str, at: str) -> Move:
    if verb in ("build", "build west"):
        return asked_build(game, state, verb, at)
    company = at.partition("-")[0]
    match verb:
        case "harbor":
            names = [slug(harbor.name) for harbor in game.map_of(state).harbors]
            return Harbor(names.index(at)) if at in names else Harbor()
        case "share" | "split" | "gain" | "west side" | "coast":
            return MOVES.named(verb, company=COMPANIES.index(company)) if company in COMPANIES else MOVES.named(verb)
        case "pick":
            return Pick(COMPANIES.index(at)) if at in COMPANIES else Pick()
    return MOVES.named(verb)


def asked_build(game: "MiniExpressGame", state: MiniExpress, verb: str, at: str) -> Move:
    """4.1 A company, a city, or both."""
    cities = [slug(name) for name in game.cities(state)]
    if at in cities:
        return MOVES.named(verb, city=cities.index(at))
    company, _, city = at.partition("-")
    known: dict[str, int | str] = {"company": COMPANIES.index(company)} if company in COMPANIES else {}
    known |= {"city": cities.index(city)} if city in cities else {"place": city}
    return MOVES.named(verb, **known)


def read(game: "MiniExpressGame", state: MiniExpress, text: str) -> Move:
    verb, _, rest = text.partition(" ")
    match verb:
        case "share" | "gain" | "split" | "coast":
            company = rest.partition(" ")[0]
            found = {"company": company_of(company, RULES[verb])} if rest else {}
            return MOVES.named(verb, **found, **cubes_of(rest) if verb == "coast" else {})
        case "west" if rest.startswith("side"):
            return WestSide(company_of(rest.removeprefix("side").strip(), RULES[verb]))
        case "pick":
            return read_pick(rest)
        case "build":
            return read_build(game, state, rest)
        case "harbor":
            names = [harbor.name.lower() for harbor in game.map_of(state).harbors]
            return Harbor(names.index(rest)) if rest in names else Harbor()
        case "via":
            codes = {notation_of(state, route): route for route in routes(state)}
            return codes.get(text, Route())
        case "pass" if not rest:
            return Pass()
    return Nonsense(text)


RULES = {"share": "3.1", "gain": "4.7", "split": "6.1", "coast": "13.2", "west": "7.4", "pick": "1.6", "build": "4.1"}
"""Where each verb that names a company is explained."""


def routes(state: MiniExpress) -> list[Route]:
    """4.3 All shortest routes, those too that would end the game."""
    if state.phase != codes.CHOOSE_ROUTE:
        return []
    return [route for code in state.route_moves() if isinstance(route := MOVES.decode(int(code)), Route)]


def notation_of(state: MiniExpress, route: Route) -> str:
    return f"via {' '.join(via(state, route.code, state.distance))}"


def cubes_of(rest: str) -> dict[str, int]:
    word = rest.rpartition(" ")[2]
    return {"cubes": int(word)} if word in ("1", "2", "3") else {}


def read_pick(rest: str) -> Move:
    pairs = [pair(code) for code in range(draft.PAIRS)]
    if rest in pairs:
        return PickSet(pairs.index(rest))
    return Pick(company_of(rest, RULES["pick"])) if rest else Pick()


def read_build(game: "MiniExpressGame", state: MiniExpress, rest: str) -> Move:
    kind: type[Build] = BuildWest if rest.endswith(" from the west") else Build
    rest = rest.removesuffix(" from the west")
    cities = [name.lower() for name in game.cities(state)]
    if rest in cities:
        return kind(city=cities.index(rest))
    name, _, where = rest.partition(" ")
    company = company_of(name, RULES["build"])
    return kind(company, cities.index(where)) if where in cities else kind(company, place=where)


def company_of(name: str, section: str) -> int:
    if name not in COMPANIES:
        asked = f"There is no company {name!r}" if name else "Name a company"
        raise Refused(f"mini-express {section}", f"{asked}: there are {listed(COMPANIES)}.")
    return COMPANIES.index(name)


# -- names in sentences --------------------------------------------------------------------------


def co(company: int) -> str:
    """A company with its picture."""
    return f"{{piece:{COMPANIES[company]}}} {COMPANIES[company].title()}"


def an_co(company: int) -> str:
    """The same with its article: a Gray, an Orange."""
    return an(COMPANIES[company]).replace(COMPANIES[company], co(company))


def titles(companies: int) -> list[str]:
    """The names of a set of companies."""
    return [COMPANIES[c].title() for c in range(4) if companies & 2**c]


def route_words(game: "MiniExpressGame", state: MiniExpress, route: int, distance: int) -> str:
    """A route by the hexes before its city: "by way of north and north-west of Denver, east of Boise"."""
    between = [game.near(state, int(hex)) for hex in list(state.land.hexes_of(route, distance))[:-1]]
    parts = [
        f"{listed([bearing or 'the hex' for _, bearing in hexes])} of {name}"
        for name, hexes in groupby(between, key=lambda place: place[0])
    ]
    return f"by way of {', '.join(parts)}" if parts else "straight into the city"
