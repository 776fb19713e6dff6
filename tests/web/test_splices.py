"""Splices: a page that holds a drawing makes the next one of what differs."""

import random

import pytest

from branchline.web.splices import CUT, PATCH, SMALL, Drawing, cut, put_together

PIECES = [f'<g class="piece" id="piece-{n}" transform="translate({n * 7} {n * 3})"' for n in range(120)]


def drawing(pieces: list[str]) -> str:
    return '<svg id="map' + CUT + CUT.join(pieces) + "</svg>"


def changed(pieces: list[str], chance: random.Random) -> list[str]:
    """Some pieces go, some come, some move, some come twice."""
    new = list(pieces)
    for _ in range(chance.randrange(1, 9)):
        at = chance.randrange(len(new))
        match chance.randrange(4):
            case 0:
                del new[at]
            case 1:
                new.insert(at, f'<g class="new" id="new-{chance.random()}"')
            case 2:
                new.insert(chance.randrange(len(new)), new.pop(at))
            case _:
                new.insert(at, new[chance.randrange(len(new))])
    return new


@pytest.mark.parametrize("seed", range(40))
def test_what_is_put_together_is_the_new_drawing(seed: int) -> None:
    chance = random.Random(seed)
    old = list(PIECES)
    for _ in range(10):
        new = changed(old, chance)
        parts = cut(drawing(new), cut(drawing(old))[0])[1]
        assert parts is not None
        assert put_together(drawing(old), parts) == drawing(new)
        assert sum(len(part) for part in parts if isinstance(part, str)) < len(drawing(new)) / 4
        old = new


def test_what_is_at_the_beginning_or_the_end_can_differ() -> None:
    for new in (PIECES[5:], PIECES[:-5], [*PIECES, "<i"], ["<i", *PIECES]):
        parts = cut(drawing(new), cut(drawing(PIECES))[0])[1]
        assert parts is not None
        assert put_together(drawing(PIECES), parts) == drawing(new)


def test_the_same_drawing_has_the_same_version_and_another_has_another() -> None:
    one, same, other = (cut(drawing(pieces))[0] for pieces in (PIECES, list(PIECES), PIECES[:-1]))
    assert one.version == same.version != other.version


def test_what_is_small_or_all_new_is_told_whole() -> None:
    assert cut("<p>two</p>", cut("<p>one</p>")[0])[1] is None
    new = [f"{piece} fresh" for piece in PIECES]
    assert len(drawing(new)) > SMALL
    assert cut(drawing(new), cut(drawing(PIECES))[0])[1] is None


def test_nothing_is_told_of_what_stayed() -> None:
    assert cut(drawing(PIECES), cut(drawing(PIECES))[0])[1] is None


def sewn(text: str, chance: random.Random) -> Drawing:
    """Of parts that begin and end anywhere, within a sign to cut at, too."""
    parts = []
    while text:
        size = chance.choice((1, 2, 3, 40, PATCH, 2 * PATCH))
        parts.append(text[:size])
        text = text[size:]
    return Drawing.sewn(parts)


@pytest.mark.parametrize("seed", range(40))
def test_wherever_the_seams_lie_the_page_makes_the_new_drawing(seed: int) -> None:
    chance = random.Random(seed)
    old = list(PIECES)
    before = sewn(drawing(old), chance)
    for _ in range(10):
        new = changed(old, chance)
        after = sewn(drawing(new), chance)
        assert after.text == drawing(new)
        assert after.size == len(drawing(new))
        parts = cut(after, cut(before)[0])[1]
        if parts is not None:  # other seams than before may leave little
            assert put_together(before.text, parts) == after.text
        old, before = new, after


def test_patches_that_stay_are_told_by_their_numbers() -> None:
    rows = [drawing(PIECES[k : k + 20]) for k in range(0, 120, 20)]
    others = [rows[0], rows[2], rows[1], *rows[3:]]
    parts = cut(Drawing.sewn(others), cut(Drawing.sewn(rows))[0])[1]
    assert parts is not None
    assert put_together("".join(rows), parts) == "".join(others)
    assert sum(len(part) for part in parts if isinstance(part, str)) < 500
