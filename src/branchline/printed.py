"""Printed: a position as text, good enough to play by, and as a block of a notebook.

All of it is read from a view: the fields of the table are its sections, in the words of the game.
"""

from collections.abc import Mapping, Sequence
from html import escape
from textwrap import fill
from typing import Any, Final

from branchline.game import Json, plain

WIDTH: Final = 100
LABEL: Final = 14  # the width of the sections' names
FEW: Final = 3  # things that stand in one line, as a sentence would list them
SEATS: Final = frozenset({"players", "companies"})
"""Fields of a table that describe the seats."""

NAMES: Final = frozenset({"name", "company", "hex", "at"})
"""Fields that say what something is called; their value needs no label."""

LABELLED: Final = frozenset({"from", "to"})
"""Fields whose words mean nothing without one."""

QUIET: Final = frozenset({"index", "mark", "group", "groups", "id", "map_title"})
"""Fields for who draws the board."""
NOTEBOOK: Final = 760  # pixels


def printed(view: Json, names: Sequence[str]) -> str:
    """What the viewer knows, section by section, and the moves that it may make."""
    parts = [heading(view, names), seats(view, names), sections(view, names), moves(view, names)]
    return "\n\n".join(part for part in parts if part)


def notebook(view: Json, names: Sequence[str], board: str) -> str:
    """The board, and below it the rest of the table, in a fixed width."""
    parts = [heading(view, names), seats(view, names), sections(view, names)]
    text = escape("\n\n".join(part for part in parts if part))
    style = f"max-width:{NOTEBOOK}px;overflow-x:auto"
    return f'<div style="{style}">{board}<pre style="font-size:12px;line-height:1.35">{text}</pre></div>'


# -- the sections --------------------------------------------------------------------------------


def heading(view: Json, names: Sequence[str]) -> str:
    head = f"{view['title']} · {plain(view['where'], names)}"
    if view["over"]:
        winners = " and ".join(names[seat] for seat in view["winners"])
        return f"{head}\nThe game is over. {f'Won by {winners}.' if winners else 'Nobody wins.'}"
    if view["to_act"] is None:
        return head
    return f"{head}\n" + fill(f"{names[view['to_act']]}: {plain(view['prompt'], names)}", WIDTH)


def seats(view: Json, names: Sequence[str]) -> str:
    """A line for each seat: its points, and what the table holds for each of them."""
    mine = {key: value for key, value in view["table"].items() if of_seats(key, value, len(names))}
    lines = []
    for seat, name in enumerate(names):
        told = [f"{view['scores'][seat]} points".replace("-", "−")]
        for key, value in mine.items():
            if text := said(value[seat]):
                told.append(text if key in SEATS else f"{words(key)}: {text}")
        mark = "> " if seat == view["to_act"] else "  "
        lines.append(wrapped(mark + name, "; ".join(told)))
    return "\n".join(lines)


def sections(view: Json, names: Sequence[str]) -> str:
    rest = {key: value for key, value in view["table"].items() if not of_seats(key, value, len(names))}
    told = [section(words(key).capitalize(), value) for key, value in rest.items() if key not in QUIET]
    return "\n".join(one for one in told if one)


def section(label: str, value: Any) -> str:
    """A field of the table; nothing, if there is nothing to say."""
    if isinstance(value, list) and len(value) > FEW and all(isinstance(one, dict) for one in value):
        cells = [text for text in map(said, value) if text]
        return f"{label}\n{columns(cells)}" if cells else ""
    text = said(value)
    return wrapped(label, text) if text else ""


def moves(view: Json, names: Sequence[str]) -> str:
    """Each legal move as it is typed, and what it means."""
    offers = view["moves"]
    if not offers:
        return ""
    width = max(len(offer["move"]) for offer in offers)
    lines = []
    for offer in sorted(offers, key=lambda offer: (offer["group"], offer["move"])):
        meaning = plain(offer["title"] or offer["label"], names)
        value = offer["delta"] or offer["value"]
        lines.append(f"  {offer['move']:<{width}}  {meaning}{f'  {value}' if value else ''}".rstrip())
    return "\n".join(["Moves", *lines])


# -- values in words -----------------------------------------------------------------------------


def of_seats(key: str, value: Any, count: int) -> bool:
    """Whether a field of the table has something for each seat."""
    if not isinstance(value, list) or len(value) != count:
        return False
    return all(isinstance(one, list) or (isinstance(one, dict) and key in SEATS) for one in value)


def said(value: Any) -> str:
    """A value in words; nothing, if there is nothing to say."""
    if isinstance(value, str):
        return value
    if value is None or value is False:
        return ""
    if value is True:
        return "yes"
    if isinstance(value, dict):
        inner = [(key, one, said(one)) for key, one in value.items() if key not in QUIET]
        return ", ".join(said_of(key, one, text) for key, one, text in inner if text)
    if isinstance(value, list):
        texts = [(one, said(one)) for one in value]
        if not any(text for _, text in texts):
            return ""
        nested = [f"({text})" if "," in text and not isinstance(one, str) else text for one, text in texts]
        return ", ".join(text or "–" for text in nested)
    return str(value).replace("-", "−")


def said_of(key: str, value: Any, text: str) -> str:
    """One field of a thing: what it is called, which flags it has, and how much of what."""
    if value is True:
        return words(key)
    if key in NAMES or (isinstance(value, str) and key not in LABELLED):
        return text
    return f"{words(key)} {text}"


def words(key: str) -> str:
    return str(key).replace("_", " ")


# -- lines ---------------------------------------------------------------------------------------


def wrapped(label: str, text: str) -> str:
    """A label and its text, the further lines below the first."""
    head = f"{label:<{LABEL}} "
    return fill(text, WIDTH, initial_indent=head, subsequent_indent=" " * (LABEL + 1))


def table(rows: Sequence[Mapping[str, str]]) -> str:
    """Rows below their headings; what is first stands left, numbers right."""
    heads = list(rows[0])
    wide = {head: max(len(head), *(len(row[head]) for row in rows)) for head in heads}
    lines = [{head: head for head in heads}, *rows]
    return "\n".join(
        "  ".join(f"{row[head]:{'<' if head == heads[0] else '>'}{wide[head]}}" for head in heads).rstrip()
        for row in lines
    )


def columns(cells: Sequence[str]) -> str:
    """Many short texts side by side, in the order of reading; long ones below each other."""
    widest = max(map(len, cells))
    beside = max(1, (WIDTH - 2) // (widest + 2))
    rows = [cells[at : at + beside] for at in range(0, len(cells), beside)]
    return "\n".join(("  " + "  ".join(f"{cell:<{widest}}" for cell in row)).rstrip() for row in rows)
