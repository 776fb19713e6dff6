"""Progress: how learning goes, as one HTML page that stands by itself."""

from collections.abc import Sequence
from html import escape

from branchline.game import Json
from branchline.lab.arena import Interval
from branchline.lab.report import CURVE, FOOT, LEFT, RIGHT, STYLE, WIDTH, Axis, of_shares, round_numbers, svg, whiskers
from branchline.lab.report import table as of_rows


def page(title: str, command: str, generations: Sequence[Json]) -> str:
    parts = [
        f"<h1>{escape(title)}: what was learned</h1>",
        f"<p><code>{escape(command)}</code></p>",
        table(generations),
        "<h2>Surprise at the winner</h2><p>The mean log loss in games that were not learned from, less is better; one "
        "line for each kind of game. It says how well the network forecasts, not how well it plays.</p>",
    ]
    kinds = dict.fromkeys(kind for one in generations for kind in one["held_back"] or {})
    for kind in kinds:
        found = [(one["held_back"] or {}).get(kind) for one in generations]
        parts.append(f"<h3>{escape(kind)}</h3>{curve([one['surprise'] for one in found if one], kind)}")
    parts.append("<h2>Matches</h2><p>The dashed line is equal strength; intervals hold 19 times in 20.</p>")
    for one in generations:
        played = [one["champion"], *one["pool"].values()] if "champion" in one else []
        rows = [(m["against"], Interval(m["share"], m["low"], m["high"]), m["equal"]) for m in played]
        if rows:
            verdict = "promoted" if one["promoted"] else "not promoted"
            parts.append(f"<h3>Generation {one['generation']}: {verdict}</h3>{whiskers(rows, of_shares())}")
    return whole(title, parts)


def whole(title: str, parts: Sequence[str], head: str = "") -> str:
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8">{head}'
        f'<meta name="viewport" content="width=device-width"><title>Learning: {escape(title)}</title>'
        f'<style>{STYLE}</style><body class="lab-page"><div class="lab">{"".join(parts)}</div></body></html>'
    )


def told_page(title: str, found: Json) -> str:
    """How true it is what a network tells people, kind by kind, beside the linear forecast."""
    kinds: Json = dict(sorted((found["kinds"] | found["other_kinds"]).items()))
    parts = [
        f"<h1>{escape(title)}: what people are told</h1>",
        f"<p><code>{escape(found['command'])}</code></p>",
        f"<p>{found['positions']:,} positions of {found['games']:,} games.</p>",
        of_rows([told_row(kind, of) for kind, of in kinds.items()]),
        "<h2>While it was taught</h2><p>What is left to learn after each time through all positions.</p>",
        curve(found["losses"], "left to learn"),
        "<h2>Chances</h2><p>How much less the winner surprises than by the linear forecast, in games that were not "
        "learned from; intervals hold 19 times in 20. To the right of the dashed line the network tells it better.</p>",
        gains([(kind, of["surprise"]) for kind, of in kinds.items() if len(of.get("surprise", [])) > 1]),
        "<h2>Points</h2><p>How many points nearer it comes to the end of the game.</p>",
        gains([(kind, of["off"]) for kind, of in kinds.items() if len(of["off"]) > 1]),
    ]
    return whole(title, parts)


def told_row(kind: str, of: Json) -> dict[str, str]:
    """What is told in a kind of game: losses of the linear forecast, if there is one, and of the network."""
    return {
        "kind": kind,
        "games": f"{of['games']:,}",
        "surprise v linear": beside(of.get("surprise", [])),
        "points off by v linear": beside(of["off"]),
        "told by it": ", ".join(of.get("tells", [])) or "nothing",
    }


def beside(losses: Sequence[float]) -> str:
    return " v ".join(f"{loss:.3f}" for loss in reversed(losses[:2]))


def gains(found: Sequence[tuple[str, Sequence[float]]]) -> str:
    """How much less is lost than by another, with two standard errors; nothing where there is no other."""
    if not found:
        return "<p>Nothing to compare with.</p>"
    rows = [(kind, Interval(gain, gain - error, gain + error), 0.0) for kind, (_, _, gain, error) in found]
    reach = max(0.01, *(max(abs(one.low), abs(one.high)) for _, one, _ in rows))
    return whiskers(rows, Axis(-reach, reach, (-reach, 0.0, reach), "+.3f"))


def ppo_page(title: str, made: Json, log: Sequence[Json]) -> str:
    """How a training by PPO goes; a browser that has it open loads it anew every minute."""
    minutes = [one["seconds"] / 60 for one in log]
    parts = [
        f"<h1>{escape(title)}: what PPO has learned</h1>",
        f"<p><code>{escape(made['command'])}</code></p>",
        f"<p>{made['decisions']:,} decisions of {made['seats']} players in {minutes[-1]:.0f} minutes.</p>",
        "<h2>Share of victories, alone among greedy players</h2><p>By minutes of learning. Bars hold 19 times in 20; "
        "the dashed line is equal strength.</p>",
        shares(minutes, log),
    ]
    for name, told in (("entropy", "How undecided it is"), ("value", "How far off its forecast of the reward is")):
        if learned := [(one["seconds"] / 60, one[name]) for one in log if name in one]:
            parts.append(f"<h2>{told}</h2>{line(learned, told)}")
    return whole(title, parts, '<meta http-equiv="refresh" content="60">')


def shares(minutes: Sequence[float], log: Sequence[Json]) -> str:
    """The share after each measurement, with its interval, above the minutes."""
    most = max(1.0, minutes[-1])
    axis = Axis(0, most, round_numbers(0, most), ",.0f")
    top = max(0.5, *(float(one["high"]) for one in log))

    def y(share: float) -> float:
        return 8 + (1 - share / top) * CURVE

    equal = f'<path class="equal" d="M{LEFT} {y(log[0]["equal"]):.1f}H{WIDTH - RIGHT}"/>'
    bars = "".join(
        f'<path class="whisker" d="M{axis.x(at):.1f} {y(one["low"]):.1f}V{y(one["high"]):.1f}"/>'
        f'<circle class="mark" cx="{axis.x(at):.1f}" cy="{y(one["share"]):.1f}" r="4"/>'
        for at, one in zip(minutes, log, strict=True)
    )
    path = " ".join(f"{axis.x(at):.1f},{y(one['share']):.1f}" for at, one in zip(minutes, log, strict=True))
    ticks = "".join(
        f'<text x="{LEFT - 6}" y="{y(share) + 5:.1f}" text-anchor="end">{share:.0%}</text>'
        for share in (0.0, log[0]["equal"], top)
    )
    said = f"{log[-1]['share']:.0%} of the victories after {minutes[-1]:.0f} minutes"
    drawn = f'{axis.drawn(8 + CURVE)}{equal}<polyline class="path" points="{path}"/>{bars}{ticks}'
    return svg(8 + CURVE + FOOT, said, drawn)


def line(found: Sequence[tuple[float, float]], name: str) -> str:
    """A number by minutes."""
    most = max(1.0, found[-1][0])
    axis = Axis(0, most, round_numbers(0, most), ",.0f")
    low, high = min(value for _, value in found), max(value for _, value in found)

    def y(value: float) -> float:
        return 12 + (high - value) / ((high - low) or 1) * (CURVE - 8)

    path = " ".join(f"{axis.x(at):.1f},{y(value):.1f}" for at, value in found)
    ends = "".join(
        f'<text x="{LEFT - 6}" y="{y(value) + 5:.1f}" text-anchor="end">{value:.2f}</text>' for value in {low, high}
    )
    drawn = f'{axis.drawn(8 + CURVE)}<polyline class="path" points="{path}"/>{ends}'
    return svg(8 + CURVE + FOOT, f"{name}: {found[-1][1]:.3g}", drawn)


def table(generations: Sequence[Json]) -> str:
    rows = [
        {
            "generation": str(one["generation"]),
            "positions": f"{one['positions']:,}",
            "choices": f"{one['choices']:,}",
            "choices guessed": f"{one['moves_held_back']['guessed']:.1%}" if one.get("moves_held_back") else "",
            "promoted": {True: "yes", False: "no"}.get(one.get("promoted", ""), ""),
        }
        for one in generations
    ]
    if not rows:
        return ""
    head = "".join(f"<th>{escape(key)}</th>" for key in rows[0])
    body = "".join(
        "<tr>" + "".join(f'<td data-of="{escape(key)}">{escape(value)}</td>' for key, value in row.items()) + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def curve(values: Sequence[float], name: str) -> str:
    """A number by generation."""
    low, high = min(values) - 0.02, max(values) + 0.02
    axis = Axis(0, max(1, len(values) - 1), round_numbers(0, max(1, len(values) - 1)), ",.0f")

    def y(value: float) -> float:
        return 8 + (high - value) / (high - low) * CURVE

    points = " ".join(f"{axis.x(n):.1f},{y(value):.1f}" for n, value in enumerate(values))
    marks = "".join(
        f'<circle class="mark" cx="{axis.x(n):.1f}" cy="{y(value):.1f}" r="4"/>'
        f'<text x="{axis.x(n):.1f}" y="{y(value) - 8:.1f}" text-anchor="middle">{value:.3f}</text>'
        for n, value in enumerate(values)
    )
    frame = f'<path class="axis" d="M{LEFT} {8 + CURVE}H{WIDTH - RIGHT}"/>'
    return svg(
        8 + CURVE + FOOT,
        f"{name}: {values[-1]:.3f} after {len(values)} generations",
        f'{axis.drawn(8 + CURVE)}{frame}<polyline class="path" points="{points}"/>{marks}',
    )
