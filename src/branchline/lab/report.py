"""Report: an arena's result as one HTML page that stands by itself, its plots drawn as SVG."""

from collections.abc import Sequence
from html import escape

from branchline.lab.arena import Interval, Result, shown

WIDTH, LEFT, RIGHT = 720, 190, 60

STYLE = """
:root { color-scheme: light dark; --ink: #22262b; --paper: #fbfaf7; --soft: #b9b4a8; --accent: #1f6feb; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9e6df; --paper: #17191c; --soft: #5b5f66; --accent: #79b0ff; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; font-size: .85rem; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .25rem .5rem; border-bottom: 1px solid var(--soft); }
th:first-child, td:first-child { text-align: left; }
svg { width: 100%; height: auto; } svg text { fill: var(--ink); font: 13px system-ui, sans-serif; }
.axis { stroke: var(--soft); } .mark { fill: var(--accent); }
.whisker, .path { stroke: var(--accent); stroke-width: 2; fill: none; }
.equal { stroke: var(--ink); stroke-dasharray: 4 3; } code { overflow-wrap: anywhere; }
"""


def page(result: Result, command: str = "") -> str:
    rows = shown(result)
    head = "".join(f"<th>{escape(key)}</th>" for key in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{escape(str(v))}</td>" for v in row.values()) + "</tr>" for row in rows)
    by_share = [(one.name, one.share, one.equal) for one in result.entrants]
    by_seat = [(f"seat {seat}", one, 1 / len(result.seat_share)) for seat, one in enumerate(result.seat_share)]
    rated = [(one.name, one.rating, 0.0) for one in result.entrants if one.rating]
    parts = [
        f"<h1>{escape(result.game)}: {result.games:,} games in {result.blocks:,} blocks</h1>",
        f"<p>{result.seats} players, seed {result.seed}, options {escape(str(result.options))}. A block is one seed in "
        "every rotation of the players over the seats; intervals hold 19 times in 20 and are over blocks.</p>",
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>",
        "<h2>Win share</h2><p>The dashed line is equal strength.</p>",
        whiskers(by_share, 0.0, 1.0, percent=True),
    ]
    if rated:
        low = min(one.low for _, one, _ in rated) - 50
        high = max(one.high for _, one, _ in rated) + 50
        parts += [
            "<h2>Rating</h2><p>400 points are ten to one, as in chess; the last player named stands at 0.</p>",
            whiskers(rated, low, high, percent=False),
        ]
    parts += [
        "<h2>Seats</h2><p>What each seat wins, whoever sits there.</p>",
        whiskers(by_seat, 0.0, 1.0, percent=True),
    ]
    if len(result.path) > 1:
        parts += [f"<h2>{escape(result.entrants[0].name)}, block by block</h2>", path(result.path)]
    if result.test:
        test = result.test
        parts.append(
            f"<h2>Sequential test</h2><p>Stated before: a share of {test['h1']:.1%} against {test['h0']:.1%}, bounds "
            f"{test['low']:.2f} and {test['high']:.2f} (errors {test['alpha']:.0%} and {test['beta']:.0%}). Found: "
            f"log-likelihood ratio {test['ratio']:.2f}, verdict {escape(str(test['verdict']))}.</p>"
        )
    parts.append(f"<p>Digest of all games <code>{result.digest}</code>. {result.seconds:.0f} s.</p>")
    if command:
        parts.append(f"<p>Made by <code>{escape(command)}</code></p>")
    title = f"Arena: {escape(result.game)}"
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><style>{STYLE}</style><body>{''.join(parts)}</body></html>"
    )


def whiskers(rows: Sequence[tuple[str, Interval, float]], low: float, high: float, percent: bool) -> str:
    """One line an item: the interval, the value on it, and where equality would be."""

    def x(value: float) -> float:
        return LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    drawn = []
    for number, (name, one, equal) in enumerate(rows):
        y = 20 + 28 * number
        told = f"{one.value:.1%}" if percent else f"{one.value:+.0f}"
        drawn.append(
            f'<text x="{LEFT - 10}" y="{y + 4}" text-anchor="end">{escape(name)}</text>'
            f'<line class="axis" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>'
            f'<line class="equal" x1="{x(equal):.1f}" x2="{x(equal):.1f}" y1="{y - 9}" y2="{y + 9}"/>'
            f'<path class="whisker" d="M{x(one.low):.1f} {y - 5}v10m0-5H{x(one.high):.1f}m0-5v10"/>'
            f'<circle class="mark" cx="{x(one.value):.1f}" cy="{y}" r="5"/>'
            f'<text x="{WIDTH - RIGHT + 8}" y="{y + 4}">{told}</text>'
        )
    return f'<svg viewBox="0 0 {WIDTH} {12 + 28 * len(rows)}" role="img">{"".join(drawn)}</svg>'


def path(shares: Sequence[float]) -> str:
    """The share after each block."""
    points = " ".join(
        f"{LEFT / 4 + n / (len(shares) - 1) * (WIDTH - LEFT / 4 - RIGHT):.1f},{10 + (1 - share) * 160:.1f}"
        for n, share in enumerate(shares)
    )
    grid = "".join(
        f'<path class="axis" d="M{LEFT / 4} {10 + (1 - at) * 160}H{WIDTH - RIGHT}"/>'
        f'<text x="{LEFT / 4 - 6}" y="{14 + (1 - at) * 160}" text-anchor="end">{at:.0%}</text>'
        for at in (0.0, 0.25, 0.5, 0.75, 1.0)
    )
    return f'<svg viewBox="0 0 {WIDTH} 185" role="img">{grid}<polyline class="path" points="{points}"/></svg>'
