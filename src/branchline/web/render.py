"""Pages as HTML: Jinja2 templates of the house, filled in by each game's own `table.html`.

A table page is made of fragments. The first answer holds them all; later the live feed sends the
ones that changed.
"""

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, lru_cache
from types import ModuleType, SimpleNamespace
from typing import Any, Final, Generic, TypeVar, cast

from jinja2 import (
    ChoiceLoader,
    FileSystemLoader,
    PackageLoader,
    PrefixLoader,
    Template,
    TemplateNotFound,
    select_autoescape,
)
from jinja2.runtime import Context, Macro
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from branchline.game import Game, Json, Section
from branchline.games import find, names
from branchline.glossary import glossary
from branchline.lesson import lessons
from branchline.refusal import Refused
from branchline.table.log import Entry
from branchline.table.remark import SIGNS
from branchline.table.sight import Note
from branchline.web.assets import asset, modules
from branchline.web.end_page import EndPage
from branchline.web.place import Located, base
from branchline.web.splices import Drawing
from branchline.web.table_page import TablePage
from branchline.web.templates import Templates
from branchline.words import listed, points, sentence, signed

Drawn = TypeVar("Drawn")


class Shared(Generic[Drawn]):
    """What is drawn once for all eyes that see the same thing: the thing itself, not one that is like it."""

    def __init__(self, most: int = 50) -> None:
        self.most = most
        self._drawn: dict[tuple[int, Hashable], tuple[object, Drawn]] = {}

    def drawn(self, thing: object, beside: Hashable, draw: Callable[[], Drawn]) -> Drawn:
        """What `draw` makes of a thing and what stands beside it."""
        key = (id(thing), beside)
        known = self._drawn.pop(key, None)
        if known is None:
            if len(self._drawn) >= self.most:
                self._drawn.pop(next(iter(self._drawn)), None)
            known = thing, draw()  # which is kept, so that no other thing has its id
        self._drawn[key] = known
        return known[1]


WATCHED: Final = Shared[Sequence[str]]()
"""Boards for those who watch, by what lies on the table."""

FRAGMENTS = (
    "sign",
    "where",
    "board",
    "west",
    "east",
    "timeline",
    "bar",
    "invite",
    "settings",
    "again",
    "talk",
    "plans",
    "coach",
    "points",
    "while",
)

LARGE: Final = {"board", "east"}
"""Those of which most stays from one drawing to the next."""

ICONS = {
    "undo": "M9 7 4.5 11.5 9 16M5 11.5H14.5A5 5 0 0 1 14.5 21.5H11",
    "check": "M5 12.5 10 17.5 19.5 7",
    "book": "M12 6C10 4.6 7 4.2 4 4.6V18.6C7 18.2 10 18.6 12 20 14 18.6 17 18.2 20 18.6V4.6C17 4.2 14 4.6 12 6V20",
    "theme": "M12 4A8 8 0 1 0 20 12 6.4 6.4 0 0 1 12 4Z",
    "menu": "M4 7H20M4 12H20M4 17H20",
    "close": "M6 6 18 18M18 6 6 18",
    "first": "M6 6V18M18 6 10 12 18 18",
    "prev": "M15 6 8 12 15 18",
    "next": "M9 6 16 12 9 18",
    "last": "M18 6V18M6 6 14 12 6 18",
    "buy": "M6 4.5H18V19.5L15 17.5 12 19.5 9 17.5 6 19.5ZM9 9H15M9 12.5H15",
    "build": "M4 18 12 5M20 18 12 5M7 13.4H17M5.2 17H18.8M9.4 9.6H14.6",
    "link": "M10 14A4 4 0 0 0 15.6 14L19 10.6A4 4 0 0 0 13.4 5L12.2 6.2M14 10A4 4 0 0 0 8.4 10L5 13.4A4 4 0 0 0 10.6 "
    "19L11.8 17.8",
    "replay": "M5 12A7 7 0 1 1 7.2 17.1M5 12 2.8 9.6M5 12 7.6 9.9",
    "hint": "M9 18H15M10 21H14M12 3A6 6 0 0 1 15.5 14C15 14.5 15 15 15 15.5H9C9 15 9 14.5 8.5 14A6 6 0 0 1 12 3Z",
    "turn": "M5 12A7 7 0 0 1 18 8M18 4V8.5H13.5",
    "plus": "M12 5V19M5 12H19",
    "minus": "M5 12H19",
    "fit": "M4 9V4H9M15 4H20V9M20 15V20H15M9 20H4V15",
    "learn": "M2.5 9 12 4.5 21.5 9 12 13.5ZM6.5 11V16C9 18.5 15 18.5 17.5 16V11M21.5 9V15",
    "save": "M12 4V15M7 11 12 16 17 11M5 20H19",
    "plan": "M5 20V8M5 14H11A4 4 0 0 0 15 10V5M12 8 15 5 18 8",
    "talk": "M4 5H20V16H11L6.5 20V16H4Z",
    "send": "M4 12H19M13 6 19 12 13 18",
    "nudge": "M6 16V11A6 6 0 0 1 18 11V16L20 18H4ZM10 20.5A2 2 0 0 0 14 20.5",
    "well": "M7 11V20H4V11ZM7 11 11 4C13 4 13.6 5.5 13.2 7L12.4 10H18C19.6 10 20.2 11.3 19.8 12.6L18.3 18.5C18 19.5 "
    "17.2 20 16.3 20H7",
    "wow": "M12 3A9 9 0 1 0 12 21 9 9 0 1 0 12 3M9 9V10M15 9V10M12 13A2 2 0 1 0 12 17 2 2 0 1 0 12 13",
    "ouch": "M12 3A9 9 0 1 0 12 21 9 9 0 1 0 12 3M9 9V10M15 9V10M8.3 16.6C9.8 13.8 14.2 13.8 15.7 16.6",
    "laugh": "M12 3A9 9 0 1 0 12 21 9 9 0 1 0 12 3M7.6 13H16.4C16 16.4 14 17.6 12 17.6 10 17.6 8 16.4 7.6 13ZM7.8 9.6 "
    "9.4 8.4 11 9.6M13 9.6 14.6 8.4 16.2 9.6",
    "think": "M12 3A9 9 0 1 0 12 21 9 9 0 1 0 12 3M9.4 9.4A2.6 2.6 0 1 1 12 12.2V13.8M12 16.6V17",
}


def sprite() -> Markup:
    """The house's icons; a game adds its pieces."""
    symbols = "".join(
        f'<symbol id="icon-{name}" viewBox="0 0 24 24"><path d="{path}" fill="none" stroke="currentColor" '
        'stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"/></symbol>'
        for name, path in ICONS.items()
    )
    branch = (
        '<symbol id="icon-branch" viewBox="0 0 32 32"><path d="M4 22H28M8 22C16 22 16 10 24 10H28" fill="none" '
        'stroke="currentColor" stroke-width="3"/><circle cx="8" cy="22" r="3.4" fill="var(--enamel)" '
        'stroke="currentColor" stroke-width="2.4"/></symbol>'
    )
    return Markup(f'<svg class="sprite" width="0" height="0" aria-hidden="true"><defs>{symbols}{branch}</defs></svg>')


@cache
def icon(name: str) -> Markup:
    return Markup('<svg class="icon" aria-hidden="true"><use href="#icon-{}"/></svg>').format(name)


def tone(change: object) -> str:
    """The class of a number: a gain, a loss, or neither."""
    text = str(change)
    if text.startswith("+") or (isinstance(change, int) and change > 0):
        return "is-gain"
    return "is-loss" if text.startswith(("−", "-")) else "is-none"


@dataclass(frozen=True)
class Words:
    """Sentences of the game with pictures of pieces and names of seats."""

    game: Game
    names: tuple[str, ...]

    def __call__(self, sentence: str) -> Markup:
        return in_pictures(self.game, self.names, sentence)

    def drawn(self, sentence: str) -> Markup:
        text = str(escape(sentence))
        text = re.sub(r"\{piece:([\w.-]+)\}", lambda m: self.game.icon(m[1]), text)
        text = re.sub(r"\{seat:(\d+)\}", lambda m: f"<b>{escape(self.name_at(int(m[1]), m.start()))}</b>", text)
        return Markup(text)

    def name_at(self, seat: int, place: int) -> str:
        """With a capital letter where a sentence begins: "A bot for Ada"."""
        return sentence(self.name(seat)) if place == 0 else self.name(seat)

    def name(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else f"Seat {seat + 1}"


@lru_cache(maxsize=1000)
def words(game: Game, names: tuple[str, ...]) -> Words:
    """The words for these names: the same thing on every page that shows them, which makes it fast to find again what
    was drawn with it."""
    return Words(game, names)


@lru_cache(maxsize=10_000)
def in_pictures(game: Game, names: tuple[str, ...], sentence: str) -> Markup:
    """A sentence with its pictures; most of a page's are those of the page before."""
    return words(game, names).drawn(sentence)


@lru_cache(maxsize=4000)
def once(macro: Macro, *things: Hashable) -> str:
    """What a macro draws of some things, which are all that it sees: once for all pages and moments that show them."""
    return macro(*things)


@cache
def environment() -> Templates:
    games = {name: FileSystemLoader(str(find(name).folder)) for name in names()}
    env = Templates(
        loader=ChoiceLoader([PackageLoader("branchline.web", "pages"), PrefixLoader(games)]),
        autoescape=select_autoescape(["html"]),
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=[Located],
    )
    env.globals.update(
        base=base, icon=icon, tone=tone, once=once, house_sprite=sprite(), asset=asset, modules=modules, signs=SIGNS
    )
    env.globals["zoom"] = Markup(env.get_template("panels/zoom.html").render())  # the same on every page
    env.filters.update(
        signed=signed, tuple=tuple, points=points, listed=listed, section=section, sentence=sentence, until=until
    )
    panels = ("lens", "move", "points", "settings", "timeline")
    env.globals["panel"] = SimpleNamespace(**{name: module(env, f"panels/{name}.html") for name in panels})
    return env


def module(env: Templates, name: str) -> ModuleType | None:
    """The macros of a template, if there is one of the name."""
    try:
        return cast(ModuleType, env.get_template(name).module)
    except TemplateNotFound:
        return None


def until(moment: float) -> str:
    """A moment, for who has no script that says how long it is from now."""
    return datetime.fromtimestamp(moment, UTC).strftime("%a %-d %b, %H:%M UTC")


def section(rule: str) -> str:
    """The number of a rule: 3.3 of "mini-rails 3.3"."""
    return rule.split(" ")[-1]


# -- a table --------------------------------------------------------------------------------------


def drawings(page: TablePage) -> dict[str, Drawing]:
    """All fragments of a table page, by name."""
    scope = scope_of(page)
    drawn = {name: scope.blocks[name][0](scope) for name in FRAGMENTS}
    return {name: Drawing.sewn(parts) if name in LARGE else Drawing.whole(parts) for name, parts in drawn.items()}


def block(scope: Context, name: str) -> str:
    return "".join(scope.blocks[name][0](scope))


def fragment(page: TablePage, name: str) -> str:
    """One of them."""
    return block(scope_of(page), name)


@dataclass(frozen=True)
class Layout:
    """How the pages of a game are laid out."""

    template: Template
    blocks: Mapping[str, Sequence[Callable[[Context], Iterator[str]]]]  # by name; the game's own before the house's
    pieces: ModuleType | None  # the macros that draw the game's pieces


@cache
def layout(game: str) -> Layout:
    env = environment()
    template = env.select_template([f"{game}/table.html", "plain.html"])
    blocks = {name: [draw] for name, draw in template.blocks.items()}
    for name, draw in env.get_template("table.html").blocks.items():
        blocks.setdefault(name, []).append(draw)
    return Layout(template, blocks, module(env, f"{game}/pieces.html"))


def scope_of(page: TablePage, **more: object) -> Context:
    """A context in which single blocks can be rendered."""
    laid = layout(page.game.name)
    scope = laid.template.new_context({**told(page), "pieces": laid.pieces, **more})
    scope.blocks = laid.blocks  # type: ignore[assignment]  # a list for each name, made once
    return scope


def told(page: TablePage) -> Json:
    """What the templates of a table are told: the page, and short names for what the games' own speak of."""
    game, scene = page.game, page.scene
    return {
        "page": page,
        "game": game,
        "view": scene.view,
        "table": scene.view.table,
        "me": page.me,
        "mine": page.mine,
        "draft": page.draft,
        "seats": page.seats,
        "words": words(game, page.names),
        "board": board(page),
        "panels": game.panels(scene),
    }


def board(page: TablePage) -> Sequence[str]:
    """The board in its layers; for all who wait and see the same things on it, it is drawn and sewn once."""
    game, scene = page.game, page.watched
    if scene is None:
        return game.layers(page.scene)
    return WATCHED.drawn(scene.view.table, scene.names, lambda: Drawing.sewn(game.layers(scene)).patches)


def table_page(page: TablePage, drawn: Mapping[str, str], talk: Json, now: float) -> str:
    """The whole page, with the fragments that were drawn for it, what was said, and what the house's clock shows."""
    return (
        environment()
        .get_template("shell.html")
        .render(
            page=page,
            now=now,
            game=page.game,
            drawn={name: Markup(html) for name, html in drawn.items()},
            log=Markup(log(page)),
            talk=talk,
            piece_sprite=Markup(page.game.sprite()),
            rules_drawer=rules_drawer(page.game),
            terms=glossary(page.game),
            lessons=lessons(page.game).values(),
        )
    )


def end_page(end: EndPage, talk: Json) -> str:
    """The result, with the parts of each score and the panels that the game adds."""
    page, game = end.page, end.page.game
    titles = {f"{game.name} {section.number}": section.title for section in game.rules}
    scope = scope_of(page)
    own_words = len(scope.blocks["score_parts"]) > 1
    parts, plain = {}, {}
    for seat in page.seats:
        plain[seat.seat] = not own_words and len(page.scene.view.breakdown[seat.seat]) <= 8  # said in full already
        own = scope_of(page, seat=seat, titles=titles)
        parts[seat.seat] = Markup("".join(own.blocks["score_parts"][0](own)))
    blocks = {name: Markup(block(scope, name)) for name in ("end_panels", "again", "talk")}
    return (
        environment()
        .get_template("end.html")
        .render(
            {**told(page), "end": end},
            parts=parts,
            plain=plain,
            blocks=blocks,
            talk=talk,
            piece_sprite=Markup(game.sprite()),
            rules_drawer=rules_drawer(game),
        )
    )


# -- the log --------------------------------------------------------------------------------------


def log(page: TablePage) -> str:
    """All lines, the newest on top, each chapter under its heading."""
    chapters: list[tuple[str, list[str]]] = [("", [])]
    for heading, line in drawn_lines(page, 0):
        if heading:
            chapters.append((heading, []))
        chapters[-1][1].append(line)
    return "".join(heading + "".join(reversed(lines)) for heading, lines in reversed(chapters))


def log_lines(page: TablePage, since: int) -> str:
    """The lines after event `since`, in the order of the game, each heading before its first line."""
    return "".join(heading + line for heading, line in drawn_lines(page, since))


def drawn_lines(page: TablePage, since: int) -> Iterator[tuple[str, str]]:
    """Each line with the heading that stands before it, drawn; drafted ones last."""
    known = len(page.log)
    while known and page.log[known - 1].n > since:
        known -= 1
    for k, entry in enumerate(page.log[known:], known):
        yield line(page.game, page.names_in(entry.told), entry, k, False)
    for k, entry in enumerate(page.drafted_log, len(page.log)):
        yield line(page.game, page.names_in(entry.told), entry, k, True)


@lru_cache(maxsize=16_000)
def line(game: Game, names: tuple[str, ...], entry: Entry, k: int, draft: bool) -> tuple[str, str]:
    """An entry of the log with its heading; most of a page's are those of the page before."""
    told = entry.told
    drawn = environment().get_template("panels/line.html").module
    title = next((one.line.heading for one in (*entry.parts, told) if one.line.heading), "")
    heading = drawn.chapter(entry.n, title, draft) if title else ""  # type: ignore[attr-defined]
    id = f"note-{told.n}" if isinstance(told, Note) else f"line-{told.n}"
    return str(heading), "" if told.line.quiet else str(drawn.line(entry, k, draft, words(game, names), id))  # type: ignore[attr-defined]


# -- answers ----------------------------------------------------------------------------------------


def hints(found: Sequence[Json]) -> str:
    return page("panels/hints.html", hints=found)


def why_not(refused: Refused) -> str:
    cited = re.fullmatch(r"[a-z0-9-]+ ([\d.]+)", refused.rule)
    return page("panels/why_not.html", refused=refused, section=cited[1] if cited else "")


# -- the house ------------------------------------------------------------------------------------


@cache
def rules_of(game: Game) -> list[tuple[Section, Markup]]:
    """RULES.md as HTML, section by section."""
    markdown = MarkdownIt("commonmark").enable("table")
    return [(section, Markup(markdown.render(section.text))) for section in game.rules]


@cache
def rules_drawer(game: Game) -> Markup:
    """The rules beside the board: the same for everybody."""
    pictures = [(Markup(game.icon(piece)), name) for piece, name in game.pictures.items()]
    return Markup(page("panels/rules.html", game=game, rules=rules_of(game), pictures=pictures))


def page(name: str, **context: Any) -> str:
    """One of the house's own pages."""
    return environment().get_template(name).render(**context)
