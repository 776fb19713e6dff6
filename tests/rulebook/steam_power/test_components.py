"""The box: what the rulebook counts, and packs that are refused with line and reason."""

from pathlib import Path

import pytest

import branchline
from branchline.games.steam_power.components import load
from branchline.games.steam_power.land import NONE, PAIRS, Rails

OWN = branchline.game("steam-power").folder / "components.toml"


def test_the_box_holds_what_the_rulebook_lists() -> None:
    parts = load(OWN)
    assert len(parts.contracts) == 48
    assert parts.city_tiles == [7, 7, 7, 7, 5]
    assert parts.track_tiles == [80, 10, 10]
    assert (parts.goods_each, parts.trains, parts.factories, parts.money, parts.hand) == (30, 21, 15, 5, 5)
    assert {len(one.cities) for one in parts.maps.values()} == {31, 29}


def test_the_two_contracts_of_the_examples_are_in_the_deck() -> None:
    known = [contract for contract in load(OWN).contracts if contract.mark == "derived"]
    assert [sorted(contract.goods) for contract in known] == [
        ["black", "gray", "orange"],
        ["black", "gray", "orange", "orange"],
    ]
    assert (known[1].money, known[1].bonus) == (3, "contracts")


def test_goods_are_balanced_over_the_deck() -> None:
    asked = [good for contract in load(OWN).contracts for good in contract.goods]
    assert {good: asked.count(good) for good in set(asked)} == {"orange": 36, "black": 36, "gray": 36, "white": 36}


def test_crossings_are_the_three_printed_ones_in_every_turn() -> None:
    rails = Rails()
    crossings = [rails.crossing[one * PAIRS + two] for one in range(PAIRS) for two in range(one)]
    assert crossings.count(1) == 3, "two straights"
    assert crossings.count(2) == 6 + 6, "two curves, a straight and a curve"
    assert crossings.count(NONE) == 105 - 15


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"....C^~~~~~~~"', '"....C^~~~~~~"', "row 2 has 13 hexes, not 12"),
        ('"....C^~~~~~~~"', '"....C^~~~~~~?"', "is no terrain"),
        ('name = "Duluth", hex = "e1"', 'name = "Duluth", hex = "e2"', "Duluth lies on e2"),
        ('goods = ["orange", "black"]', 'goods = ["orange", "blue"]', "'blue'"),
        ('bonus = "track"', 'bonus = "tram"', "the bonus is one of"),
        ("trains = 21", "trains = 99", "99 trains"),
        ("purple = 5", "purple = 2", "there are 30 city tiles"),
        ('black = "victory city"', 'black = "a nice city"', "black seeks one of"),
    ],
)
def test_a_faulty_pack_is_refused_with_line_and_reason(tmp_path: Path, old: str, new: str, reason: str) -> None:
    text = OWN.read_text("utf-8")
    assert old in text
    pack = tmp_path / "pack.toml"
    pack.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(branchline.Refused) as refused:
        branchline.game("steam-power", pack).start(seats=2)
    assert refused.value.rule == "pack"
    assert "pack.toml, line " in refused.value.reason
    assert reason in refused.value.reason
