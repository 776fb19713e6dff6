"""What stands beside the map, without a browser."""

from dataclasses import replace

from branchline.games.steam_power.panels import Act, Panels, panels
from tests.rulebook.steam_power.table import Table


def beside(table: Table, seat: int | None = 0) -> Panels:
    return panels(table.pos.scene(seat))


def act(table: Table, kind: str, seat: int | None = 0) -> Act:
    return next(act for act in beside(table, seat).acts if act.kind == kind)


def linked() -> Table:
    return Table(seats=3).link(0, "Peoria", "g10", "Indianapolis").turn_of(0)


# -- the five actions --------------------------------------------------------------------------


def test_before_the_first_track_cities_are_counted() -> None:
    table = Table(seats=3)
    assert act(table, "track").what == f"{len(table.notation.map.cities)} cities"
    assert beside(table).next_track == "Choose the lit city where your first track begins."


def test_afterwards_hexes_are_counted_each_once() -> None:
    track = act(linked(), "track")
    hexes = {offer.at for offer in linked().pos.offers() if offer.verb == "lay"}
    assert track.lights
    assert track.what == f"{len(hexes)} hexes"
    assert beside(linked()).next_track == "Choose a lit hex, then the tile."


def test_a_city_counts_once_however_many_goods_its_bonus_factory_may_get() -> None:
    table = linked()
    assert act(table, "factory").what == "2 cities"


def test_what_can_not_be_done_is_asked_about_by_its_verb() -> None:
    fulfil = act(Table(seats=3), "fulfil")
    assert (fulfil.verb, fulfil.lights, fulfil.offer, fulfil.what) == ("fulfil", False, None, "0 of 0")
    assert act(Table(seats=3), "fulfil", None).what == "", "a spectator has nothing to count"


def test_contracts_say_what_the_deck_has_left() -> None:
    table = Table(seats=3).hand(1, "no.28")
    assert act(table, "contracts").what == f"2 of {table.state.contracts.deck_left}"
    table.state.contracts.deck_left = 1
    assert act(table, "contracts").what == "the last one"
    table.state.contracts.deck_left = table.state.contracts.pool = 0
    assert act(table, "contracts").what == "fullest hand"
    assert act(table, "contracts", None).what == "0 left"


def test_a_second_tile_may_be_left_out() -> None:
    table = Table(seats=3).play("begin duluth", "lay e2 se-nw")
    assert [(title, offer.verb) for title, offer in beside(table).endings] == [("Lay no second tile", "stop")]


# -- contracts -----------------------------------------------------------------------------------


def test_a_contract_in_hand_says_whether_it_can_be_fulfilled() -> None:
    table = linked().hand(0, "no.28")
    held = beside(table).hand[0]
    assert held.offer is not None
    assert (held.id, held.number, held.look) == ("ticket-no-28", "28", " is-lit")
    assert beside(table.money(0, 0)).hand[0].look == " is-short"
    assert beside(table, None).hand == ()
    assert beside(table, None).no_hand == "Hands are secret until the end."


# -- stock and companies ---------------------------------------------------------------------------


def test_tiles_beside_the_map_say_what_they_make_cities_worth() -> None:
    table = Table(seats=3)
    table.state.cities.beside_map[0], table.state.cities.beside_map[4] = 1, 2
    orange, purple = beside(table).stock.spare
    assert (orange.count, orange.worth) == (1, "3 VP")
    assert orange.title == "1 orange beside the map: a flipped orange city is worth 3"
    assert (purple.count, purple.worth) == (2, "6 VP")
    assert "is-city-purple" in purple.picture


def test_alone_one_purse_stands_for_five_companies() -> None:
    companies = beside(Table(seats=1)).companies
    assert [company.has_purse for company in companies] == [True, False, False, False, False]
    assert {company.ends_at for company in companies} == {0}


def test_one_automa_has_a_turn_several_have_turns() -> None:
    one, two = (beside(Table(seats=1, automas=count)).automas for count in (1, 2))
    assert one is not None
    assert two is not None
    assert (one.heading, two.heading) == ("The Automa’s last turn", "The Automas’ last turns")
    assert beside(Table(seats=2)).automas is None


def test_a_draft_lies_on_the_map_only() -> None:
    table = Table(seats=3).play("begin duluth", "lay e2 se-nw")
    scene = table.pos.scene(0)
    drafted = replace(scene, drafted=(table.notation.read(table.state, "lay e2 se-nw"),))
    assert panels(drafted) == panels(scene)
