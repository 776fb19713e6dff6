"""Charts as SVG: standings over the rounds, and chances of winning over the moves."""

from markupsafe import Markup, escape

from branchline.game import Json
from branchline.words import points

LEFT, RIGHT, TOP, BOTTOM = 44.0, 446.0, 18.0, 222.0


def short(name: str) -> str:
    return name if len(name) <= 11 else f"{name[:10]}…"


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
    for seat in sorted(range(len(names)), key=lambda seat: -scores[-1][seat]):
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
            f'<text class="run-no" x="9" y="13.4">{seat + 1}</text><text class="run-name" x="25" y="13.6">'
            f"{escape(short(names[seat]))} {points(scores[-1][seat])}</text></g></g>"
        )
    told = ". ".join(f"{name} {', '.join(points(row[seat]) for row in scores)}" for seat, name in enumerate(names))
    label = f"Standings over the rounds. {escape(told)}"
    return Markup(
        f'<svg class="standings" viewBox="0 0 590 256" role="img" aria-label="{label}">{grid}{below}{lines}</svg>'
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
            f'<text class="run-no" x="9" y="13.4">{seat + 1}</text>'
            f'<text class="run-name" x="25" y="13.6">{escape(short(names[seat]))}</text></g></g>'
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
        f'<svg class="standings" viewBox="0 0 590 256" role="img" aria-label="{label}">{grid}{lines}{marks}</svg>'
    )
