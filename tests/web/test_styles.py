"""docs/page.md, "What a style may ask": nothing that has to be asked again of the whole page with every drawing."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[2] / "src" / "branchline"
STYLES = sorted(HOUSE.rglob("*.css"))
WHOLE = re.compile(
    r"(?:^|[\s>&]|\bbody|\bmain|\.table|\.table-page|\.game-(?!card)[\w-]+)(?::[\w-]+\([^()]*\)|\[[^]]*\])*:(?:has|not\(:has)\("
)
ANY = re.compile(r"(?:^|[\s>(])(?:[a-z]+|\*)(?::(?:not|has)\([^()]*\))*\s*[+~]\s*[.#\[\w:*]")


def selectors(style: Path) -> Iterator[str]:
    """Each selector by itself, without comments."""
    text = re.sub(r"/\*.*?\*/", "", style.read_text("utf-8"), flags=re.S)
    for many in re.findall(r"([^{};]+)\{", text):
        if not many.strip().startswith("@"):
            yield from (one.strip() for one in re.split(r",(?![^()]*\))", many))


@pytest.mark.parametrize("style", STYLES, ids=lambda style: f"{style.parent.name}/{style.name}")
def test_no_style_looks_into_the_whole_page(style: Path) -> None:
    assert [one for one in selectors(style) if WHOLE.search(one)] == []


@pytest.mark.parametrize("style", STYLES, ids=lambda style: f"{style.parent.name}/{style.name}")
def test_no_style_goes_from_a_bare_tag_to_what_follows_it(style: Path) -> None:
    found = (re.sub(r"nth-child\([^)]*\)", "", one) for one in selectors(style))
    assert [one for one in found if ANY.search(one)] == []


@pytest.mark.parametrize(
    "one",
    [
        "body:has(#say) .talk",
        ".table:has(.is-track:checked) .lamp",
        "&:has(.choose)",
        ".table-page:not(:has(.is-closer)) b",
    ],
)
def test_what_looks_into_the_whole_page_is_found(one: str) -> None:
    assert WHOLE.search(one)


@pytest.mark.parametrize("one", [".facts b + b", "p:has(> .waits) ~ .thinking", ".tax dl > div + div"])
def test_what_follows_a_bare_tag_is_found(one: str) -> None:
    assert ANY.search(one)


@pytest.mark.parametrize(
    "one", [".log:has(.say)", ".chart li:has(.ghost)", ".act:has(:checked)", ".a + .b", "label.a + b"]
)
def test_what_asks_little_is_not(one: str) -> None:
    assert not WHOLE.search(one)
    assert not ANY.search(one)
