"""Glossary: the words, signs and pieces of a game, each explained in a sentence or two with its rule.

They are data in the game's folder, `glossary.toml`. A selector says where a thing is to be seen on the page, so that
pointing at it explains it.
"""

import tomllib
from dataclasses import dataclass
from functools import cache

from branchline.game import Game


@dataclass(frozen=True)
class Term:
    key: str
    title: str
    words: str
    rule: str = ""  # a section of RULES.md
    score: bool = False  # it is a player's score: what that is made of is told with it
    on: str = ""  # where it is to be seen on a table's page


@cache
def glossary(game: Game) -> tuple[Term, ...]:
    """In the order in which a newcomer meets them; of a game without such a file, none."""
    file = game.folder / "glossary.toml"
    data = tomllib.loads(file.read_text("utf-8")) if file.exists() else {}
    return tuple(Term(key=key, **term) for key, term in data.items())
