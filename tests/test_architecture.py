"""The rooms of docs/architecture.md: who may know whom, and that none is missing there."""

import ast
import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path

import branchline

HOUSE = Path(__file__).parents[1] / "src" / "branchline"
PLAN = (Path(__file__).parents[1] / "docs" / "architecture.md").read_text("utf-8")

FLOORS = (
    {"kernel", "refusal", "words", "extras"},
    {"game", "constants", "moves", "names", "pack", "livery"},
    {"drawing", "plain", "printed"},
    {"games"},
    {"position", "record", "space", "lesson", "glossary"},
    {"players", "front"},
    {"table", "lab", "interop", "env"},
    {"web"},
    {"__init__", "server", "usher", "workers", "admin", "cli", "__main__"},
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


# -- a move is a noun ----------------------------------------------------------------------------

GAMES = [HOUSE / "games" / name.replace("-", "_") for name in branchline.games()]


def codes_of(folder: Path) -> set[str]:
    """The names of the codes that a game's verbs begin at: `Verb(Buy, rules.BUY, ...)`."""
    calls = [
        node for node in ast.walk(ast.parse((folder / "moves.py").read_text("utf-8"))) if isinstance(node, ast.Call)
    ]
    firsts = [node.args[1] for node in calls if len(node.args) > 1]
    return {first.attr for first in firsts if isinstance(first, ast.Attribute)}


def words_of(folder: Path) -> list[Path]:
    """The modules of a game that are not compiled, but for the one that knows its codes."""
    numbers = {Path(file).name for file in compiled(folder)}
    return [file for file in folder.glob("*.py") if file.name not in {*numbers, "moves.py"}]


def compiled(folder: Path) -> list[Path]:
    spec = importlib.util.spec_from_file_location("build_script", HOUSE.parents[1] / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    found: list[Path] = script.modules_of_numbers(folder)
    return found


def test_only_moves_know_the_codes() -> None:
    """No room of words compares codes: it takes the decoded move."""
    codes = {folder: codes_of(folder) for folder in GAMES}
    found = [
        f"{file.relative_to(HOUSE)}:{node.lineno} {node.attr}"
        for folder in GAMES
        for file in words_of(folder)
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in codes[folder]
    ]
    assert found == []


def test_modules_of_numbers_know_codes_by_their_names() -> None:
    """`move >= BUILD`, never `move >= 8300`."""
    found = [
        f"{file.relative_to(HOUSE)}:{node.lineno} {ast.unparse(node)}"
        for folder in GAMES
        for file in compiled(folder)
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Compare) and compares_a_code_with_a_number(node)
    ]
    assert found == []


def compares_a_code_with_a_number(node: ast.Compare) -> bool:
    sides = [node.left, *node.comparators]
    codes = any(isinstance(side, ast.Name) and side.id in ("move", "code", "outcome") for side in sides)
    return codes and any(isinstance(side, ast.Constant) and isinstance(side.value, int) for side in sides)


READ_BACK = re.compile(
    r"""\[data-(?:move|for|lens)[\^$*~|]="""  # a stylesheet that looks into a move's text
    r"""|\.move\.(?:startswith|endswith|split|replace|partition|removeprefix)"""  # a template or a board that does
    r"""|\.move\s*\[|\.(?:label|title)\.(?:startswith|split)|re\.\w+\([^)]*\.move\b"""
)


def test_nothing_reads_a_moves_text_back() -> None:
    """Not a board, not a template, not a stylesheet: there are `verb` and `at`."""
    files = [file for folder in GAMES for kind in ("*.py", "*.html", "*.css") for file in folder.glob(kind)]
    found = [
        f"{file.relative_to(HOUSE)}:{number} {match[0]}"
        for file in files
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        for match in READ_BACK.finditer(line)
    ]
    assert found == []


def test_templates_are_of_short_lines() -> None:
    long = [
        f"{file.relative_to(HOUSE)}:{number} has {len(line)} characters"
        for folder in GAMES
        for file in folder.glob("*.html")
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if len(line) > 140
    ]
    assert long == []


def test_compiled_modules_shift_no_bare_one() -> None:
    """Compiled, `i64(1) << n` is a shift of C's 32-bit int: with n of 31 it sets every bit above, too. Sets of
    bits come from a table (`land.bit`)."""
    found = [
        f"{file.relative_to(HOUSE)}:{number} {line.strip()}"
        for folder in (*GAMES, HOUSE / "kernel")
        for file in (folder.glob("*.py") if folder.name == "kernel" else compiled(folder))
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if re.search(r"\bi64\(\d+\) <<", line)
    ]
    assert found == []


def test_whoever_changes_people_or_the_club_tells_all_servers() -> None:
    """What is known of people is kept in memory until `restamp` says that it is no longer true."""
    writes = re.compile(
        r"sa\.(?:insert|update|delete)\((?:PERSONS|DEVICES|CLUB)\)|_unless_there\((?:PERSONS|DEVICES)\)"
    )
    quiet = {"_write_seen", "_join"}  # when somebody was seen is not kept; `_join` is a part of `lead`
    found = set()
    for file in sorted((HOUSE / "table").glob("*.py")):
        text = file.read_text()
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and writes.search(body := ast.get_source_segment(text, node) or ""):
                found.add(node.name)
                assert "restamp(" in body or node.name in quiet, f"{file.name}: {node.name}"
    assert {"_keep", "_send_away", "lead", "_put", "_take_person"} <= found


def test_a_fifth_game_takes_an_afternoon() -> None:
    """Rules, moves, view and words of a whole game are as few lines as the README says."""
    root = HOUSE.parents[1]
    files = [file for file in (root / "tests" / "fifth").iterdir() if file.suffix in (".py", ".md")]
    assert sum(len(file.read_text("utf-8").splitlines()) for file in files) <= 250
    assert "`tests/fifth` is a whole game of 250 lines" in (root / "README.md").read_text("utf-8")
