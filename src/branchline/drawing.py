"""A board as an SVG that stands by itself: with its pieces and its styles inside."""

from functools import cache
from importlib import resources
from xml.sax.saxutils import escape

from branchline.game import Game, Json

STYLES = ("tokens.css", "branchline.css")


@cache
def styles(game: str) -> str:
    """All styles that a board of this game needs."""
    house = resources.files("branchline.web") / "static"
    sheets = [(house / name).read_text("utf-8") for name in STYLES]
    own = resources.files("branchline.games") / game.replace("-", "_") / "table.css"
    return "\n".join([*sheets, own.read_text("utf-8")])


def standalone(game: Game, view: Json) -> str:
    board = game.board(view)
    head, _, rest = board.partition(">")
    return f'{head} xmlns="http://www.w3.org/2000/svg"><style>{escape(styles(game.name))}</style>{game.sprite()}{rest}'
