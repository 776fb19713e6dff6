"""Report: an arena's result as one HTML page that stands by itself, its plots drawn as SVG."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

import branchline
from branchline.lab.arena import Entrant, Interval, Result, notes, ranked, share_interval, shown
from branchline.lab.sim import Tally

WIDTH, LEFT, RIGHT = 480, 44, 24
ROW, FOOT = 42, 26  # the heights of an item, and of the numbers below the axis
CURVE = 130
TICKS = 6  # at the most, about
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)

STYLE = """
.lab { color-scheme: light dark; --ink: #22262b; --paper: #fbfaf7; --soft: #b9b4a8; --accent: #1f6feb;
  font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 46rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) {
  .lab { --ink: #e9e6df; --paper: #17191c; --soft: #5b5f66; --accent: #79b0ff; }
}
.lab table { border-collapse: collapse; width: 100%; font-size: .85rem; font-variant-numeric: tabular-nums; }
.lab :is(th, td) { text-align: right; padding: .25rem .5rem; border-bottom: 1px solid var(--soft);
  overflow-wrap: normal; color: var(--ink); background: var(--paper); }
.lab :is(th, td):first-child { text-align: left; overflow-wrap: anywhere; }
.lab h3 { font-size: 1rem; margin: 1rem 0 0; }
.lab svg { width: 100%; max-width: 34rem; height: auto; display: block; }
.lab svg text { fill: var(--ink); font: 14px system-ui, sans-serif;
  stroke: var(--paper); stroke-width: 4; paint-order: stroke; }
.lab .axis { stroke: var(--soft); } .lab .mark { fill: var(--accent); }
.lab :is(.whisker, .path) { stroke: var(--accent); stroke-width: 2; fill: none; }
.lab .equal { stroke: var(--ink); stroke-dasharray: 4 3; }
.lab-page { background: #fbfaf7; margin: 0; }
@media (prefers-color-scheme: dark) { .lab-page { background: #17191c; } }
@media (max-width: 44rem) {
  .lab thead { display: none; }
  .lab tr { display: block; border-bottom: 1px solid var(--soft); padding: .5rem 0; }
  .lab td { display: flex; justify-content: space-between; border: 0; padding: 0; }
  .lab td::before { content: attr(data-of); padding-right: 1rem; }
  .lab td:first-child { font-weight: bold; } .lab td:first-child::before { content: none; }
}
"""


def page(result: Result, command: str = "") -> str:
    order = ranked(result)
    seats = [(f"seat {seat}", one, 1 / len(result.seat_share)) for seat, one in enumerate(result.seat_share)]
    parts = [
        f"<h1>{escape(result.game)}: {result.extent}</h1>",
        f"<p>{result.seats} players, seed {result.seed}, options {escape(str(result.options))}. A block is one seed in "
        "every rotation of the players over the seats; intervals hold 19 times in 20 and are over blocks.</p>",
        table(shown(result)),
        *(f"<p>{escape(note)}</p>" for note in notes(result)),
        "<h2>Win share</h2><p>The dashed line is equal strength.</p>",
        whiskers([(one.name, one.share, one.equal) for one in order], of_shares()),
    ]
    if rated := [(one.name, one.rating, 0.0) for one in order if one.rating]:
        parts += [
            "<h2>Rating</h2><p>400 points are ten to one, as in chess; the last player named stands at 0. Of two, who "
            "won all or nothing has one bound only; of more, such a player has no rating.</p>",
            whiskers(rated, of_ratings([one for _, one, _ in rated])),
        ]
    parts += ["<h2>Seats</h2><p>What each seat wins, whoever sits there.</p>", whiskers(seats, of_shares())]
    parts += paths(order)
    if result.test:
        test = result.test
        parts.append(
            f"<h2>Sequential test</h2><p>Stated before: a share of {test['h1']:.1%} against {test['h0']:.1%}, bounds "
            f"{test['low']:.2f} and {test['high']:.2f} (errors {test['alpha']:.0%} and {test['beta']:.0%}). Found: "
            f"log-likelihood ratio {test['ratio']:.2f}, verdict {escape(str(test['verdict']))}.</p>"
        )
    parts.append(f"<p>Digest of all games <code>{result.digest}</code>. {result.seconds:.0f} s.</p>")
    made = f" by <code>{escape(command)}</code>" if command else ""
    parts.append(f"<p>Made with {escape(branchline.version())}{made}</p>")
    title = f"Arena: {escape(result.game)}"
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f'<title>{title}</title><style>{STYLE}</style><body class="lab-page"><div class="lab">{"".join(parts)}</div>'
        "</body></html>"
    )


def notebook(result: Result) -> str:
    """The same for a notebook, without the blocks one by one."""
    order = ranked(result)
    parts = [
        f"<p><b>{escape(result.game)}</b>: {result.extent}, seed {result.seed}.</p>",
        table(shown(result)),
        *(f"<p>{escape(note)}</p>" for note in notes(result)),
        whiskers([(one.name, one.share, one.equal) for one in order], of_shares()),
        f"<p>The dashed line is equal strength. Digest <code>{result.digest[:16]}…</code></p>",
    ]
    return f'<style>{STYLE}</style><div class="lab">{"".join(parts)}</div>'


def notebook_of_a_simulation(tally: Tally) -> str:
    """What each seat won, games being independent, as a table and a plot."""
    head = f"<p><b>{escape(tally.game)}</b>: {tally.games:,} games, {tally.decisions:,} decisions.</p>"
    if not tally.games:
        return head
    rows = tally.rows()
    shares = [share_interval([wins / tally.games], tally.games) for wins in tally.wins]
    named = [(f"seat {row['seat']}: {row['player']}", one, 1 / len(rows)) for row, one in zip(rows, shares)]
    parts = [head, table(rows), whiskers(named, of_shares()), *(f"<p>{escape(note)}</p>" for note in tally.notes())]
    return f'<style>{STYLE}</style><div class="lab">{"".join(parts)}</div>'


def table(rows: Sequence[Mapping[str, str]]) -> str:
    """Rows of text; on a narrow screen each becomes a list, its headings beside the numbers."""
    head = "".join(f"<th>{escape(key)}</th>" for key in rows[0])
    body = "".join(
        "<tr>" + "".join(f'<td data-of="{escape(key)}">{escape(value)}</td>' for key, value in row.items()) + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


# -- plots -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Axis:
    """From left to right: where a number lies, and which are written below."""

    low: float
    high: float
    ticks: Sequence[float]
    form: str  # of a number: ".0%", "+.0f"

    def x(self, value: float) -> float:
        within = min(max(value, self.low), self.high)
        return LEFT + (within - self.low) / (self.high - self.low) * (WIDTH - LEFT - RIGHT)

    def drawn(self, height: float) -> str:
        return "".join(
            f'<path class="axis" d="M{self.x(at):.1f} 4V{height:.1f}"/>'
            f'<text x="{self.x(at):.1f}" y="{height + 16:.1f}" text-anchor="middle">{at:{self.form}}</text>'
            for at in self.ticks
        )


def of_shares() -> Axis:
    return Axis(0.0, 1.0, SHARES, ".0%")


def of_ratings(rated: Sequence[Interval]) -> Axis:
    bounds = [bound for one in rated for bound in (one.low, one.value, one.high) if math.isfinite(bound)]
    low, high = min(bounds) - 50, max(bounds) + 50
    return Axis(low, high, round_numbers(low, high), "+.0f")


def round_numbers(low: float, high: float) -> list[float]:
    """Some round numbers between two others."""
    step = next((step for step in STEPS if (high - low) / step <= TICKS), STEPS[-1])
    return [float(k * step) for k in range(math.ceil(low / step), math.floor(high / step) + 1)]


def whiskers(rows: Sequence[tuple[str, Interval, float]], axis: Axis) -> str:
    """One line an item: the interval, the value on it, and where equality would be. An interval without a
    bound has no end there."""
    height = ROW * len(rows) + 4
    drawn = [axis.drawn(height)]
    for number, (name, one, equal) in enumerate(rows):
        y = 32 + ROW * number
        told = f"{one.value:.1%}" if axis.form.endswith("%") else f"{one.value:{axis.form}}"
        low = f"M{axis.x(one.low):.1f} {y - 5}v10m0-5" if math.isfinite(one.low) else f"M{axis.x(one.low):.1f} {y}"
        high = f"H{axis.x(one.high):.1f}" + ("m0-5v10" if math.isfinite(one.high) else "")
        drawn.append(
            f'<text x="{LEFT}" y="{y - 12}">{escape(name)}</text>'
            f'<text x="{WIDTH - RIGHT}" y="{y - 12}" text-anchor="end">{told}</text>'
            f'<path class="equal" d="M{axis.x(equal):.1f} {y - 9}v18"/>'
            f'<path class="whisker" d="{low}{high}"/>'
            f'<circle class="mark" cx="{axis.x(one.value):.1f}" cy="{y}" r="5"/>'
        )
    said = "; ".join(f"{name} {one.value:{axis.form}}" for name, one, _ in rows)
    return svg(height + FOOT, said, "".join(drawn))


def paths(order: Sequence[Entrant]) -> list[str]:
    """Every entrant's share after each of its blocks."""
    found = [f"<h3>{escape(one.name)}</h3>{path(one.path, one.equal, one.name)}" for one in order if len(one.path) > 1]
    lead = "<h2>Block by block</h2><p>The win share after so many blocks; the dashed line is equal strength.</p>"
    return [lead, *found] if found else []


def path(shares: Sequence[float], equal: float, name: str) -> str:
    blocks = len(shares)
    axis = Axis(1, blocks, [1, *(at for at in round_numbers(1, blocks) if at > 1)], ",.0f")

    def y(share: float) -> float:
        return 8 + (1 - share) * CURVE

    grid = "".join(
        f'<path class="axis" d="M{LEFT} {y(at):.1f}H{WIDTH - RIGHT}"/>'
        f'<text x="{LEFT - 6}" y="{y(at) + 4:.1f}" text-anchor="end">{at:.0%}</text>'
        for at in SHARES
    )
    points = " ".join(f"{axis.x(n):.1f},{y(share):.1f}" for n, share in enumerate(shares, 1))
    drawn = (
        f'{axis.drawn(y(0))}{grid}<path class="equal" d="M{LEFT} {y(equal):.1f}H{WIDTH - RIGHT}"/>'
        f'<polyline class="path" points="{points}"/>'
    )
    return svg(y(0) + FOOT, f"{name}: {shares[-1]:.1%} after {blocks} blocks", drawn)


def svg(height: float, said: str, drawn: str) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(said)}">{drawn}</svg>'
