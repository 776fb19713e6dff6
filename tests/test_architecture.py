"""The rooms of docs/architecture.md: who may know whom, and that none is missing there."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import branchline

HOUSE = Path(__file__).parents[1] / "src" / "branchline"
PLAN = (Path(__file__).parents[1] / "docs" / "architecture.md").read_text("utf-8")

FLOORS = (
    {"kernel", "refusal", "words"},
    {"game", "pack", "livery"},
    {"drawing"},
    {"games"},
    {"position", "record"},
    {"players"},
    {"table", "lab", "interop"},
    {"web"},
    {"__init__", "server", "cli", "__main__"},
)
"""From the ground up: a room knows those on its own floor and below."""


def floor(room: str) -> int:
    return next(number for number, rooms in enumerate(FLOORS) if room in rooms)


def imports() -> Iterator[tuple[Path, list[str]]]:
    """Every file and what it takes from the house when it is loaded, by the parts of the module's name."""
    for file in sorted(HOUSE.rglob("*.py")):
        for node in at_once(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("branchline."):
                yield file.relative_to(HOUSE), node.module.split(".")[1:]


def at_once(tree: ast.AST) -> Iterator[ast.AST]:
    """What is there when a module is loaded: neither the insides of functions nor what only types need."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        yield node
        yield from at_once(node)


def test_a_room_knows_nothing_of_the_floors_above() -> None:
    upwards = [
        f"{file} takes {'.'.join(parts)}"
        for file, parts in imports()
        if floor(parts[0]) > floor(file.parts[0].removesuffix(".py"))
    ]
    assert upwards == []


def test_no_game_knows_another() -> None:
    games = {name.replace("-", "_") for name in branchline.games()}
    across = [
        f"{file} takes {'.'.join(parts)}"
        for file, parts in imports()
        if file.parts[0] == "games" and len(parts) > 1 and parts[1] in games and parts[1] != file.parts[1]
    ]
    assert across == []


def test_the_plan_names_every_room() -> None:
    rooms = {file.parts[0] for file in (path.relative_to(HOUSE) for path in HOUSE.rglob("*.py"))}
    named = set(re.findall(r"`([\w.]+)[/`]", PLAN))
    assert rooms - named == {"__init__.py", "__main__.py"}
