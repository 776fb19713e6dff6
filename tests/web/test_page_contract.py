"""docs/page.md: every `data-*` of the page stands there with who uses it, and the script keeps its rules."""

import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "src" / "branchline"
WEB = HOUSE / "web"
STATIC = WEB / "static"
CONTRACT = (ROOT / "docs" / "page.md").read_text("utf-8")

ATTRIBUTE = re.compile(r"\bdata-([a-z]+(?:-[a-z]+)*)")
BY_SCRIPT = re.compile(
    r"""\bdataset\.(\w+)|\bdata-([a-z]+(?:-[a-z]+)*)|\bon\("\w+", "([a-z-]+)"|\bpointing\("([a-z-]+)"|"""
    r"""\bcarrier\(event, "([a-z-]+)"|\bhasAttribute\("data-([a-z-]+)"\)"""
)


def told() -> dict[str, set[str]]:
    """What the contract says: the attributes, and the modules of the script or the styles that use each."""
    rows = re.findall(r"^\| `data-([a-z-]+)` \|.*\| ([^|]*) \|$", CONTRACT, re.M)
    return {name: {module or "styles" for module in re.findall(r"`(\w+\.js)`|styles", users)} for name, users in rows}


def kebab(name: str) -> str:
    return re.sub(r"[A-Z]", lambda letter: f"-{letter[0].lower()}", name)


def without_comments(script: str) -> str:
    return re.sub(r"/\*.*?\*/|^\s*//.*?$|(?<=\s)//\s.*?$", "", script, flags=re.S | re.M)


def used() -> dict[str, set[str]]:
    """What is true: the attributes, and the modules of the script or the styles that use each."""
    found: dict[str, set[str]] = defaultdict(set)
    for file in [*HOUSE.rglob("*.html"), HOUSE / "drawing.py", *(HOUSE / "games").rglob("*.py"), *WEB.glob("*.py")]:
        for name in ATTRIBUTE.findall(file.read_text("utf-8")):
            found[name]
    for file in HOUSE.rglob("*.css"):
        for name in ATTRIBUTE.findall(file.read_text("utf-8")):
            found[name].add("styles")
    for file in STATIC.glob("*.js"):
        for groups in BY_SCRIPT.findall(without_comments(file.read_text("utf-8"))):
            found[kebab(next(filter(None, groups)))].add(file.name)
    return found


def test_every_attribute_stands_in_the_contract_with_those_who_use_it() -> None:
    contract, page = told(), used()
    missing = {name: sorted(page[name]) for name in page if name not in contract}
    assert missing == {}, "give each a line in docs/page.md"
    forgotten = sorted(set(contract) - set(page))
    assert forgotten == [], "docs/page.md names what nothing uses"
    wrong = {name: (sorted(contract[name]), sorted(page[name])) for name in page if contract[name] != page[name]}
    assert wrong == {}, "docs/page.md names other users than there are"


def test_a_module_is_small_and_its_lines_are_short() -> None:
    for file in STATIC.glob("*.js"):
        lines = file.read_text("utf-8").splitlines()
        assert len(lines) <= 150, file.name
        assert [line for line in lines if len(line) > 120] == [], file.name


def test_every_module_is_reached_from_a_door() -> None:
    reached, asked = set(), {"table.js", "home.js", "person.js"}
    while asked:
        reached |= asked
        text = "".join((STATIC / name).read_text("utf-8") for name in asked)
        asked = set(re.findall(r'^import .*"\./(\w+\.js)";$', text, re.M)) - reached
    assert {file.name for file in STATIC.glob("*.js")} - reached == {"theme.js", "worker.js"}  # no modules


def test_no_script_stands_in_a_template() -> None:
    for file in HOUSE.rglob("*.html"):
        text = file.read_text("utf-8")
        assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", text)), file
        assert not re.search(r"\son[a-z]+=", text), file
