"""The box: what the rulebook counts, and packs that are refused with line and reason."""

from pathlib import Path

import pytest

import branchline
from branchline.games.steam_power.components import load
from branchline.games.steam_power.land import NONE, PAIRS, Rails
from branchline.pack import Pack

OWN = branchline.game("steam-power").folder / "components.toml"


def test_the_box_holds_what_the_rulebook_lists() -> None:
    parts = load(OWN)
    assert len(parts.contracts) == 48
    assert parts.city_tiles == [7, 7, 7, 7, 5]
    assert parts.track_tiles == [80, 10, 10]
    assert (parts.goods_each, parts.trains, parts.factories, parts.money, parts.hand) == (30, 21, 15, 5, 5)
    assert {len(one.cities) for one in parts.maps.values()} == {31, 29}


def test_both_maps_have_a_north_and_their_groups() -> None:
    """Page 8 heads north over a crossing, page 24 scans columns; one map leaves two city tiles beside it."""
    parts = load(OWN)
    assert {one.layout.name for one in parts.maps.values()} == {"flat"}
    assert sum(parts.city_tiles) - len(parts.maps["us-midwest"].cities) == 2
    groups = {
        key: sorted(
            sorted(name for city, name in enumerate(one.cities) if one.land.node[city] == node)
            for node in range(one.land.nodes)
            if list(one.land.node).count(node) > 1
        )
        for key, one in parts.maps.items()
    }
    assert groups == {
        "us-midwest": [["Chicago", "Gary"], ["Detroit", "Toledo"], ["Minneapolis", "St. Paul"]],
        "north-east": [["Baltimore", "Washington"], ["Boston", "Providence"], ["New York", "Newark"]],
    }


@pytest.mark.parametrize("key", ["us-midwest", "north-east"])
def test_the_maps_keep_the_balance_of_terrain_and_water_of_version_1(key: str) -> None:
    now, before = (load(OWN.parent / name).maps[key] for name in ("components.toml", "components-1.toml"))
    for terrain in ("plains", "hills", "mountains", "water", "city"):
        shares = [one.terrain.count(terrain) / len(one.terrain) for one in (now, before)]
        assert abs(shares[0] - shares[1]) < 0.03, terrain


def test_cedar_rapids_is_met_before_springfield_from_the_top_left() -> None:
    one = load(OWN).maps["us-midwest"]
    rank = [one.land.rank[one.land.city_hex[one.cities.index(name)]] for name in ("Cedar Rapids", "Springfield")]
    assert rank[0] < rank[1]


def test_what_is_printed_and_what_is_ours_is_marked() -> None:
    pack = Pack(OWN)
    assert pack.part("difficulties", "mark") == "printed"
    assert pack.part("automa", "mark") == "reconstructed"
    about = branchline.game("steam-power").about.reconstructed
    assert all(words in about for words in ("Both maps", "46 of the 48 contracts", "other two", "action icons"))


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
        ('"....C^~~~~~...."', '"....C^~~~~~..."', "row 2 has 15 hexes, not 14"),
        ('"....C^~~~~~...."', '"....C^~~~~~...?"', "is no terrain"),
        ('layout = "flat"', 'layout = "round"', "'round' is no layout: flat, pointy"),
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
