"""Pages as HTML: Jinja2 templates of the house, filled in by each game's own `table.html`.

A table page is made of fragments. The first answer holds them all; later the live feed sends the
ones that changed.
"""

import re
from functools import cache, lru_cache
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PackageLoader, PrefixLoader, Template, select_autoescape
from jinja2.runtime import Context
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from branchline.game import Game, Json, Section
from branchline.games import find, names
from branchline.words import listed, points, signed

FRAGMENTS = ("sign", "where", "board", "west", "east", "timeline", "bar", "invite", "settings", "again")

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
    "save": "M12 4V15M7 11 12 16 17 11M5 20H19",
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


class Words:
    """Sentences of the game with pictures of pieces and names of seats."""

    def __init__(self, game: Game, names: list[str]) -> None:
        self.game = game
        self.names = names

    def __call__(self, sentence: str) -> Markup:
        return in_pictures(self.game, tuple(self.names), sentence)

    def drawn(self, sentence: str) -> Markup:
        text = str(escape(sentence))
        text = re.sub(r"\{piece:([\w.-]+)\}", lambda m: self.game.icon(m[1]), text)
        text = re.sub(r"\{seat:(\d+)\}", lambda m: f"<b>{escape(self.name(int(m[1])))}</b>", text)
        return Markup(text)

    def plain(self, sentence: str) -> str:
        text = re.sub(r"\{piece:[^}]*\} ?", "", sentence)
        return re.sub(r"\{seat:(\d+)\}", lambda m: self.name(int(m[1])), text)

    def name(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else f"Seat {seat + 1}"


@lru_cache(maxsize=10_000)
def in_pictures(game: Game, names: tuple[str, ...], sentence: str) -> Markup:
    """A sentence with its pictures; most of a page's are those of the page before."""
    return Words(game, list(names)).drawn(sentence)


@cache
def environment() -> Environment:
    games = {name: FileSystemLoader(str(find(name).folder)) for name in names()}
    env = Environment(
        loader=ChoiceLoader([PackageLoader("branchline.web", "pages"), PrefixLoader(games)]),
        autoescape=select_autoescape(["html"]),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.globals.update(icon=icon, tone=tone, house_sprite=sprite())
    env.filters.update(signed=signed, points=points, listed=listed)
    return env


@cache
def table_template(game: str) -> Template:
    return environment().get_template(f"{game}/table.html")


def fragments(context: Json) -> dict[str, str]:
    """All fragments of a table page, by name."""
    scope = scope_of(context)
    return {name: "".join(scope.blocks[name][0](scope)) for name in FRAGMENTS}


def scope_of(context: Json) -> Context:
    """A context in which single blocks can be rendered: the game's own, else the house's."""
    scope = table_template(context["game"].name).new_context(prepared(context))
    for name, block in environment().get_template("table.html").blocks.items():
        scope.blocks.setdefault(name, []).append(block)
    return scope


def end_page(context: Json) -> str:
    """The result, with the parts of each score and the panels that the game adds."""
    scope = scope_of(context)
    seats = {seat["seat"]: seat for seat in context["seats"]}
    parts, plain = {}, {}
    own_words = len(scope.blocks["score_parts"]) > 1
    titles = {
        f"{context['game'].name} {section.number}": section.title for section, _ in rules_of(context["game"].name)
    }
    context = {**context, "titles": titles}
    for number, seat in seats.items():
        plain[number] = not own_words and len(context["view"]["breakdown"][number]) <= 8  # said in full already
        own = scope_of({**context, "seat": seat})
        parts[number] = Markup("".join(own.blocks["score_parts"][0](own)))
    blocks = {name: Markup("".join(scope.blocks[name][0](scope))) for name in ("end_panels", "again")}
    return environment().get_template("end.html").render(prepared(context), parts=parts, plain=plain, blocks=blocks)


def table_page(context: Json) -> str:
    return table_template(context["game"].name).render(prepared(context))


def prepared(context: Json) -> Json:
    """The context with the board drawn and the functions that speak of this table."""
    game: Game = context["game"]
    view = {**context["view"], "draft": context["draft"]["moves"]}  # what lies on the board but is not confirmed
    words = Words(game, [seat["name"] for seat in context["seats"]])
    return {
        **context,
        "words": words,
        "table": context["view"]["table"],
        "board": Markup(game.board(view)),
        "piece_sprite": Markup(game.sprite()),
        "rules_drawer": rules_drawer(game.name),
    }


@cache
def rules_of(game: str) -> list[tuple[Section, Markup]]:
    """RULES.md as HTML, section by section."""
    markdown = MarkdownIt("commonmark").enable("table")
    return [(section, Markup(markdown.render(section.text))) for section in find(game).rules]


@cache
def rules_drawer(game: str) -> Markup:
    """The rules beside the board: the same for everybody."""
    return Markup(page("panels/rules.html", game=find(game), rules=rules_of(game)))


def page(name: str, **context: Any) -> str:
    """One of the house's own pages."""
    return environment().get_template(name).render(**context)
