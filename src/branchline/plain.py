"""A plain page, for a game without one of its own: hexes, what lies open, and whose it is.

The board is drawn from the `places` of the view, if it has any; every other field of the view is a row of
words. Moves that light no place stand in the list.
"""

from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from branchline.drawing import asking, doing, hexagon, points, pointy, quoted
from branchline.game import Offer, Scene
from branchline.kernel.grid import Cell
from branchline.words import listed

RADIUS = 46.0


@dataclass(frozen=True)
class Place:
    """A hex of a plain board."""

    at: str  # its name, and the `at` of the moves there
    cell: Cell
    seat: int | None = None  # whose piece stands there
    piece: str = ""  # what stands there, in a word or a letter


@dataclass(frozen=True)
class Row:
    """What a field of the view says: one value, or one for each seat."""

    label: str
    value: str = ""
    by_seat: tuple[tuple[int, str, str], ...] = ()  # seat, name, value


@dataclass(frozen=True)
class PlainPanels:
    rows: tuple[Row, ...]


def board(scene: Scene[Any]) -> str:
    """All places as hexes, with what stands on them."""
    places: list[Place] = getattr(scene.view.table, "places", [])
    lit: dict[str, Offer] = {}
    for offer in scene.view.moves:
        lit.setdefault(offer.at, offer)
    asked = scene.view.moves[0].verb if scene.view.moves else ""
    corners = [corner for place in places for corner in hexagon(pointy(place.cell, RADIUS), RADIUS, -90)] or [(0, 0)]
    left, top = min(x for x, _ in corners) - 6, min(y for _, y in corners) - 6
    width, height = max(x for x, _ in corners) - left + 6, max(y for _, y in corners) - top + 6
    drawn = "".join(hex_of(place, lit.get(place.at), asked) for place in places)
    return (
        f'<svg class="board plain{" has-lit" if lit else ""}" id="map" role="group" aria-label="The board" '
        f'viewBox="{left:.0f} {top:.0f} {width:.0f} {height:.0f}">{drawn}</svg>'
    )


def hex_of(place: Place, offer: Offer | None, asked: str) -> str:
    x, y = pointy(place.cell, RADIUS)
    owner = f", seat {place.seat + 1}" if place.seat is not None else ""
    label = quoted(f"{place.at}{owner}{f', {place.piece}' if place.piece else ''}")
    does = f'role="button" tabindex="0" {doing(offer)}' if offer else f'role="img" {asking(asked, place.at)}'
    stands = quoted(place.piece) or ("" if place.seat is None else str(place.seat + 1))
    whose = "" if place.seat is None else f' data-seat="{place.seat + 1}"'
    return (
        f'<g class="hex{" is-lit" if offer else ""}" id="hex-{quoted(place.at)}" {does} aria-label="{label}" '
        f'transform="translate({x:.1f} {y:.1f})">'
        f'<polygon class="hex-ground" points="{points(hexagon((0, 0), RADIUS, -90))}"/>'
        f'<polygon class="hex-edge" points="{points(hexagon((0, 0), RADIUS, -90))}"/>'
        f'<text class="plain-name" y="34">{quoted(place.at)}</text>'
        + (f'<g class="plain-piece"{whose}><circle r="19"/><text>{stands}</text></g>' if stands else "")
        + "</g>"
    )


def panels(scene: Scene[Any]) -> PlainPanels:
    """Every field of the view but the places, in words."""
    table = scene.view.table
    told = [field.name for field in fields(table) if field.name != "places"] if is_dataclass(table) else []
    found = [(name, getattr(table, name)) for name in told]
    return PlainPanels(tuple(row(scene, name, value) for name, value in found if value is not None))


def row(scene: Scene[Any], name: str, value: object) -> Row:
    label = name.replace("_", " ").capitalize()
    if isinstance(value, (list, tuple)) and len(value) == len(scene.names):
        return Row(label, by_seat=tuple((seat, scene.names[seat], said(one)) for seat, one in enumerate(value)))
    return Row(label, said(value))


def said(value: object) -> str:
    """A value of a view in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return listed([f"{key}: {said(one)}" for key, one in value.items()]) or "none"
    if isinstance(value, (list, tuple)):
        return listed([said(one) for one in value]) or "none"
    if is_dataclass(value) and not isinstance(value, type):
        return listed([said(getattr(value, field.name)) for field in fields(value)])
    return "–" if value is None else str(value)
