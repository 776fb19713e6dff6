"""Livery: how a company's lines and discs are told apart: a letter, a line style, a rim. Colours are the
stylesheet's; colour is never alone."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

# Letters are strokes, so that no font is needed.
LETTERS = {
    "01": "M-5.4-8.6A4.4 8.6 0 1 0-5.4 8.6 4.4 8.6 0 1 0-5.4-8.6M3.4-5.4 8.2-9.4V10",
    "B": "M-6 10V-10H1A4.8 4.8 0 0 1 1-.4H-6M1-.4A5.2 5.2 0 0 1 1 10H-8.1",
    "G": "M7.8-5.8A9.2 9.8 0 1 0 8.2 4.6V1.2H1.4",
    "N": "M-7 10V-9.4L7 9.4V-10",
    "O": "M0-9.4A8.6 9.4 0 1 1-.01-9.4Z",
    "P": "M-5.6 10V-10H1.2A5.7 5.7 0 0 1 1.2 1.4H-5.6",
    "R": "M-6 10V-10H1.2A5.4 5.4 0 0 1 1.2 .8H-6M1.6 .8 7.4 10",
    "T": "M-8.2-9.6H8.2M0-9.6V10",
    "W": "M-10-10-5.4 9 0-6 5.4 9 10-10",
    "Y": "M-8.4-10 0 .6 8.4-10M0 .6V10",
}


@dataclass(frozen=True)
class Stroke:
    """One stroke of a line style, drawn over the colour of the line."""

    width: float
    dash: tuple[float, float] | None = None  # on and off; on 0: a row of dots
    core: bool = False  # in the colour of the line: it makes two of the stroke below it


@dataclass(frozen=True)
class Ring:
    """One ring of a rim: whole, or that many marks, each of them a share of its stretch; share 0: dots."""

    radius: float
    width: float
    marks: int = 0
    share: float = 0.0


@dataclass(frozen=True)
class Livery:
    colour: str  # as the stylesheet names it
    letter: str
    line: tuple[Stroke, ...] = ()
    rim: tuple[Ring, ...] = ()  # of its disc
    stout: tuple[Ring, ...] = ()  # of its stock, which is small

    @property
    def paint(self) -> str:
        """The style that gives lines and pieces the company's colours."""
        return f"--co:var(--{self.colour});--on:var(--on-{self.colour});--edge:var(--{self.colour}-edge)"

    @property
    def art(self) -> str:
        """The same for the picture of a piece, which a page may ask for in other colours."""
        return (
            f"--co:var(--as-fill,var(--{self.colour}));--on:var(--as-ink,var(--on-{self.colour}));"
            f"--edge:var(--as-edge,var(--{self.colour}-edge))"
        )

    def disc(self, name: str) -> str:
        """The symbol of a disc that lies on the map."""
        return (
            f'<symbol id="{name}" viewBox="-28 -28 56 60" overflow="visible"><g class="disc-art" style="{self.art}">'
            '<circle class="disc-side" cy="3.6" r="26"/><circle class="disc-top" r="26"/>'
            f'<g class="disc-rim">{rings(self.rim)}</g><path class="disc-letter" d="{LETTERS[self.letter]}"/>'
            "</g></symbol>"
        )

    def stock(self, name: str, size: float = 1.12) -> str:
        """The symbol of a stock, its letter of this size."""
        return (
            f'<symbol id="{name}" viewBox="-28 -28 56 56" overflow="visible"><g class="disc-art" style="{self.art}">'
            f"{self.face(size)}</g></symbol>"
        )

    def face(self, size: float = 1.12) -> str:
        return (
            f'<circle class="disc-top" r="26.4"/><g class="disc-rim">{rings(self.stout)}</g>'
            f'<path class="disc-letter is-stout" transform="scale({size})" d="{LETTERS[self.letter]}"/>'
        )

    def along(self, path: str, width: float, case: float) -> str:
        """A path in the company's line style: case, colour, marks."""
        return (
            f'<path class="l-case" d="{path}" stroke-width="{case}"/>'
            f'<path class="l-colour" d="{path}" stroke-width="{width}"/>'
        ) + "".join(mark(path, stroke) for stroke in self.line)


def mark(path: str, stroke: Stroke, length: float = 0.0) -> str:
    """One stroke along a path. With the path's length: whole marks only, stretched to end on one."""
    kind = "l-colour" if stroke.core else "l-mark"
    dashes = ""
    if stroke.dash:
        on, off = stroke.dash
        dashes = f' stroke-dasharray="{on} {off}"'
        if length:
            count = max(2, round((length + off) / (on + off)))
            dashes += f' pathLength="{count * (on + off) - off:.1f}"'
        if on == 0:
            dashes += ' stroke-linecap="round"'
    return f'<path class="{kind}" d="{path}" stroke-width="{stroke.width}"{dashes}/>'


def rings(rim: Iterable[Ring]) -> str:
    """The line style round a disc."""
    drawn = ""
    for ring in rim:
        dashes = ""
        if ring.marks:
            stretch = 2 * math.pi * ring.radius / ring.marks
            on = stretch * ring.share
            dashes = f' stroke-dasharray="{on:.2f} {stretch - on:.2f}"' + ("" if on else ' stroke-linecap="round"')
        drawn += f'<circle r="{ring.radius}" stroke-width="{ring.width}"{dashes}/>'
    return drawn
