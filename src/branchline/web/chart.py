"""Charts as SVG: standings over the rounds, chances of winning over the moves, ratings over the games."""

from collections.abc import Sequence

from markupsafe import Markup, escape

from branchline.game import Json
from branchline.table.results import Rating
from branchline.words import plural, points

LEFT, RIGHT, TOP, BOTTOM = 44.0, 446.0, 18.0, 222.0
WIDE = 574.0  # where no names stand beside the lines


def key(rows: list[tuple[int, str]]) -> str:
    """Whose line is whose, below the picture: words that no picture makes small."""
    signs = "".join(
        f'<li><span class="marker" data-seat="{seat + 1}" aria-hidden="true">{seat + 1}</span>{escape(words)}</li>'
        for seat, words in rows
    )
    return f'<ul class="key">{signs}</ul>'


def standings(rounds: list[str], scores: list[list[int]], names: list[str]) -> Markup:
    """One line a seat; `rounds` are the labels below, `scores` one list a round."""
    values = [value for row in scores for value in row] + [0]
    low, high = min(values) - 1, max(values) + 1
    step = next(size for size in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if (high - low) / size <= 7)

    def x(i: int) -> float:
        return LEFT + (RIGHT - LEFT) * i / max(1, len(rounds) - 1)

    def y(value: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low)

    grid = "".join(
        f'<path class="grid{" zero" if value == 0 else ""}" d="M{LEFT} {y(value):.1f}H{RIGHT}"/>'
        f'<text class="ax" x="{LEFT - 10}" y="{y(value) + 4:.1f}" text-anchor="end">{points(value)}</text>'
        for value in range(-(-low // step) * step, high + 1, step)
    )
    every = -(-len(rounds) // 10)
    below = "".join(
        f'<text class="ax" x="{x(i):.1f}" y="{BOTTOM + 20}" text-anchor="middle">{escape(label)}</text>'
        for i, label in enumerate(rounds)
        if i % every == 0
    )
    lines, last = "", -99.0
    ranked = sorted(range(len(names)), key=lambda seat: -scores[-1][seat])
    for seat in ranked:
        spots = [(x(i), y(row[seat])) for i, row in enumerate(scores)]
        path = "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in spots)
        stops = "".join(
            f'<rect class="run-stop" x="{a - 4:.1f}" y="{b - 4:.1f}" width="8" height="8" rx="1.5"/>'
            for a, b in spots[1:]
        )
        last = max(spots[-1][1], last + 22)
        lines += (
            f'<g class="run" data-seat="{seat + 1}"><path class="run-case" d="{path}"/>'
            f'<path class="run-line" d="{path}"/>'
            f'{stops if len(rounds) <= 20 else ""}<g transform="translate({RIGHT + 16} {last - 9:.1f})">'
            '<rect class="run-tag" width="18" height="18" rx="3"/>'
            f'<text class="run-no" x="9" y="13.8">{seat + 1}</text></g></g>'
        )
    told = ". ".join(f"{name} {', '.join(points(row[seat]) for row in scores)}" for seat, name in enumerate(names))
    label = f"Standings over the rounds. {escape(told)}"
    return Markup(
        f'<svg class="standings" viewBox="0 0 486 256" role="img" aria-label="{label}">{grid}{below}{lines}</svg>'
        + key([(seat, f"{names[seat]} {points(scores[-1][seat])}") for seat in ranked])
    )


def chances(found: Json, names: list[str]) -> Markup:
    """Everybody's chance of winning over the decisions, each with its band; turning points marked."""
    moments = found["moments"]
    last = max(1, len(moments) - 1)

    def x(i: int) -> float:
        return LEFT + (RIGHT - LEFT) * i / last

    def y(share: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * share

    grid = "".join(
        f'<path class="grid" d="M{LEFT} {y(k / 4):.1f}H{RIGHT}"/>'
        f'<text class="ax" x="{LEFT - 8}" y="{y(k / 4) + 4:.1f}" text-anchor="end">{25 * k} %</text>'
        for k in range(5)
    )
    lines = ""
    ends = moments[-1]["win"]
    ranked = sorted(range(len(ends)), key=lambda seat: -ends[seat])
    for place, seat in enumerate(ranked):
        top = [f"{x(i):.1f} {y(moment['high'][seat]):.1f}" for i, moment in enumerate(moments)]
        bottom = [f"{x(i):.1f} {y(moment['low'][seat]):.1f}" for i, moment in enumerate(moments)]
        line = "L".join(f"{x(i):.1f} {y(moment['win'][seat]):.1f}" for i, moment in enumerate(moments))
        below = TOP + 9 + 22 * place
        lines += (
            f'<g class="run" data-seat="{seat + 1}"><path class="run-band" d="M{"L".join(top + bottom[::-1])}Z"/>'
            f'<path class="run-line is-thin" d="M{line}"/><g transform="translate({RIGHT + 16} {below - 9:.1f})">'
            '<rect class="run-tag" width="18" height="18" rx="3"/>'
            f'<text class="run-no" x="9" y="13.8">{seat + 1}</text></g></g>'
        )
    marks = ""
    for turn in found["turning_points"]:
        i = max((k for k, moment in enumerate(moments) if moment["n"] <= turn["n"]), default=0)
        marks += (
            f'<g data-seat="{turn["seat"] + 1}"><circle class="run-turn" cx="{x(i):.1f}" '
            f'cy="{y(moments[i]["win"][turn["seat"]]):.1f}" r="6"/></g>'
        )
    label = "Chance of winning over the game; the turning points are listed below."
    return Markup(
        f'<svg class="standings" viewBox="0 0 486 256" role="img" aria-label="{label}">{grid}{lines}{marks}</svg>'
        + key([(seat, names[seat]) for seat in ranked])
    )


def way(ratings: Sequence[Rating], title: str) -> Markup:
    """A rating game by game from the start on, in the band within which it is known."""
    low = min(rating.points - rating.give for rating in ratings)
    high = max(rating.points + rating.give for rating in ratings)
    step = next(size for size in (50, 100, 200, 500, 1000) if (high - low) / size <= 6 or size == 1000)
    last = max(1, len(ratings) - 1)

    def x(i: int) -> float:
        return LEFT + 8 + (WIDE - LEFT - 8) * i / last

    def y(value: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (value - low) / max(1, high - low)

    grid = "".join(
        f'<path class="grid" d="M{LEFT + 8} {y(value):.1f}H{WIDE}"/>'
        f'<text class="ax" x="{LEFT}" y="{y(value) + 4:.1f}" text-anchor="end">{value}</text>'
        for value in range(-(-low // step) * step, high + 1, step)
    )
    top = [f"{x(i):.1f} {y(rating.points + rating.give):.1f}" for i, rating in enumerate(ratings)]
    bottom = [f"{x(i):.1f} {y(rating.points - rating.give):.1f}" for i, rating in enumerate(ratings)]
    spots = [(x(i), y(rating.points)) for i, rating in enumerate(ratings)]
    line = "L".join(f"{a:.1f} {b:.1f}" for a, b in spots)
    dots = "".join(f'<circle class="run-spot" cx="{a:.1f}" cy="{b:.1f}" r="3.5"/>' for a, b in spots[-1:])
    label = f"Rating in {title} over {plural(len(ratings) - 1, 'game')}, now {ratings[-1]}."
    return Markup(
        f'<svg class="standings" viewBox="0 0 590 240" role="img" aria-label="{escape(label)}">{grid}'
        '<g class="run is-own">'
        f'<path class="run-band" d="M{"L".join(top + bottom[::-1])}Z"/><path class="run-line is-thin" d="M{line}"/>'
        f"{dots}</g></svg>"
    )
