"""The prototype edition, April 2020: its worked examples, its 2-player games, its West Coast."""

import re
from pathlib import Path
from typing import Any

import pytest

import branchline
from branchline.game import Value
from branchline.games.mini_express import codes, golden_spike, west_coast
from branchline.games.mini_express.components import COMPANIES
from branchline.games.mini_express.rules import MiniExpress
from tests.rulebook.mini_express.table import Sit, Table, parts_of, state_of

OPTIONS: dict[str, Value] = branchline.game("mini-express").defaults(3) | {"edition": "prototype"}


def start(seats: int, **options: Any) -> branchline.Position:
    return branchline.game("mini-express").start(seats=seats, seed=1, edition="prototype", **options)


# -- worked examples -----------------------------------------------------------------------------


@pytest.fixture
def claire(table: Sit) -> Table:
    """Build Example 1: as in the published book, but Omaha is Lincoln, and the numbers are lower."""
    t = table(4, edition="prototype")
    t.track("orange", "Erie", (7, -6), "Detroit", (5, -4), "Louisville", (3, -3), "Chicago")
    t.track("brown", "Fort Smith")
    t.track("gray", "Fort Smith")
    t.no_tile("Fort Smith")
    t.tracks(orange=4)
    t.length(orange=3)
    t.demand("Tulsa", "orange", "gray")
    return t


def test_build_example_1_what_orange_can_reach(claire: Table) -> None:
    assert claire.why_not("build orange fort smith").rule == "mini-express 4.2"
    assert {"tulsa", "lincoln"} <= claire.builds("orange")
    assert claire.routes("orange", "Tulsa") == [[(2, -2), (1, -1), (0, 0)]]
    lincoln = claire.routes("orange", "Lincoln")
    assert len(lincoln) > 1
    assert {len(route) for route in lincoln} == {3}


def test_build_example_1_orange_to_tulsa(claire: Table) -> None:
    claire.pos.play("build orange tulsa")
    assert claire.of(claire.state.assets.length, "orange") == 5
    assert (claire.of(claire.state.influence, "gray"), claire.of(claire.state.influence, "orange")) == (2, 2)
    assert claire.pos.to_act == 1


def test_build_example_2_gray_takes_the_eastern_route_to_detroit(table: Sit) -> None:
    t = table(4, edition="prototype")
    t.track("gray", "Wilmington", (7, -2), (6, -2), "Atlanta")
    t.track("brown", (6, -3))
    t.track("orange", "Detroit")
    t.tracks(gray=3, brown=1, orange=1)
    t.demand("Detroit", "brown", "orange")
    assert {len(route) for route in t.routes("gray", "Louisville")} == {2}
    t.pos.play("build gray detroit").play("via 6,-3 6,-4")
    assert (t.of(t.state.assets.tracks, "brown"), t.of(t.state.assets.tracks, "orange")) == (2, 2)
    assert (t.of(t.state.influence, "brown"), t.of(t.state.influence, "orange")) == (2, 2)
    assert t.of(t.state.assets.length, "gray") == 2


def test_take_share_ada_takes_gray(table: Sit) -> None:
    t = table(4, edition="prototype")
    t.tracks(gray=1)
    t.influence(0, gray=3)
    t.pos.play("share gray")
    assert t.of(t.state.influence, "gray") == 2
    assert t.of(t.state.held, "gray") == 1
    assert t.of(t.state.assets.tracks, "gray") == 4
    assert not t.state.ending
    assert t.pos.to_act == 1


def test_final_scoring_claire_has_27_tied_for_first_in_white(table: Sit) -> None:
    t = table(4, edition="prototype")
    t.length(brown=12, gray=5, orange=7, white=9)
    t.influence(0, brown=9, gray=7, orange=6, white=7)
    t.influence(1, brown=8, gray=6, orange=3, white=2)
    t.influence(2, brown=2, gray=5, orange=5, white=7)
    t.influence(3, brown=4, gray=1, orange=2, white=3)
    t.holds(2, brown=1, gray=1, orange=1, white=2)
    assert t.pos.scores()[2] == 27


# -- set-up and end ------------------------------------------------------------------------------


def test_19_trains_in_supply() -> None:
    assert list(state_of(start(4)).assets.supply) == [19] * 4


def test_four_players_choose_from_four_sets_with_each_company_twice() -> None:
    pos = start(4)
    sets = [move.split()[1:] for move in pos.legal()]
    assert len(sets) == 4
    for company in COMPANIES:
        assert sum(company in pair for pair in sets) == 2
    taken = pos.legal()[0]
    pos.play(taken)
    assert taken not in pos.legal()
    while pos.state.round == 0:
        pos.play(pos.legal()[0])
    assert list(state_of(pos).assets.length) == [0] * 4


def test_five_players_choose_from_all_six_pairs() -> None:
    pos = start(5)
    assert len(pos.legal()) == 6
    while pos.state.round == 0:
        pos.play(pos.legal()[0])
    assert all(state_of(pos).shares_of(seat) == 2 for seat in range(5))


def test_three_players_choose_one_share_each() -> None:
    pos = start(3)
    for company in ("brown", "gray", "white"):
        pos.play(f"pick {company}")
    assert pos.state.round == 1
    assert [int(state_of(pos).shares_of(seat)) for seat in range(3)] == [1, 1, 1]
    assert list(state_of(pos).assets.length) == [0] * 4


def test_an_empty_supply_takes_no_shares(table: Sit) -> None:
    t = table(3, edition="prototype")
    t.tracks(gray=0)
    t.supply(gray=3)
    t.pos.play("share gray")
    assert t.of(t.state.assets.shares, "gray") == 5


def test_the_end_comes_when_two_companies_have_no_trains_at_all(table: Sit) -> None:
    t = table(3, edition="prototype")
    t.turn_of(2)
    t.supply(gray=0, white=0)
    t.tracks(gray=1, white=0)
    t.track("gray", (7, -3))
    t.demand("Richmond", "gray", "white")
    t.pos.play("build gray richmond")
    assert t.pos.over


def test_one_empty_pile_of_each_kind_is_no_end(table: Sit) -> None:
    t = table(3, edition="prototype")
    t.turn_of(2)
    t.shares(brown=0)
    t.supply(gray=0)
    t.tracks(gray=1)
    t.track("gray", (7, -3))
    t.demand("Richmond", "gray", "white")
    t.pos.play("build gray richmond")
    assert not t.state.ending


# -- two players ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "shares"), [("bot", 7), ("directed", 6), ("expert", 5)])
def test_two_players_shares_and_one_starting_share_each(mode: str, shares: int) -> None:
    pos = start(2, mode=mode)
    assert list(state_of(pos).assets.shares) == [shares] * 4
    assert list(state_of(pos).draft.aside) == [1] * 4
    pos.play("pick gray")
    assert "pick gray" not in pos.legal()


@pytest.mark.parametrize("mode", ["bot", "directed", "expert"])
def test_markers_of_nobody_at_4_and_8_count_in_the_ranks(table: Sit, mode: str) -> None:
    t = table(2, edition="prototype", mode=mode)
    t.length(gray=7)
    worth = []
    for points in (4, 5, 8, 9):
        t.influence(0, gray=points)
        worth.append(int(t.state.worth(0, 1)))
    assert worth == [0, 5, 7, 7]  # nothing; 2nd behind the 8; tied with the 8; ahead
    t.influence(0, gray=5)
    t.influence(1, gray=6)
    assert t.state.worth(0, 1) == 3


@pytest.mark.parametrize("mode", ["bot", "directed", "expert"])
def test_two_players_pay_no_compensation(table: Sit, mode: str) -> None:
    t = table(2, edition="prototype", mode=mode)
    t.track("gray", (6, -2))
    t.track("brown", "Atlanta")
    t.tracks(brown=1)
    t.demand("Atlanta", "gray", "white")
    t.pos.push(t.pos.codes()["build gray atlanta"])
    assert t.of(t.state.assets.tracks, "brown") == 1


def bot_turn(t: Any, company: str) -> None:
    t.state.place_in_round = 1
    t.state.await_turn()
    t.pos.push(codes.TILE + COMPANIES.index(company))


def test_basic_bot_acts_after_each_player(table: Sit) -> None:
    t = table(2, edition="prototype", mode="bot")
    assert [int(t.state.seat_at(place)) for place in range(4)] == [0, 2, 1, 2]


@pytest.mark.parametrize("trains", [0, 1])
def test_basic_bot_with_0_or_1_tracks_takes_a_share_out(table: Sit, trains: int) -> None:
    t = table(2, edition="prototype", mode="bot")
    t.tracks(gray=trains)
    bot_turn(t, "gray")
    assert t.bot_acts() == "share gray"
    assert t.of(t.state.assets.shares, "gray") == 6
    assert t.of(t.state.assets.tracks, "gray") == trains + 3
    assert list(t.state.held)[8:] == [0, 0, 0, 0]


def test_basic_bot_without_a_share_left_does_nothing(table: Sit) -> None:
    t = table(2, edition="prototype", mode="bot")
    t.tracks(gray=0)
    t.shares(gray=0)
    bot_turn(t, "gray")
    assert t.bot_acts() == "pass"
    assert not t.pos.over


def test_basic_bot_builds_towards_san_francisco_and_leaves_a_train(table: Sit) -> None:
    t = table(2, edition="prototype", mode="bot")
    t.track("gray", "Wilmington", (7, -2), (6, -2), "Atlanta")
    t.tracks(gray=3)
    influence = list(t.state.influence)
    bot_turn(t, "gray")
    move = t.bot_acts()
    assert move in ("build gray louisville", "build gray memphis")
    assert t.of(t.state.assets.tracks, "gray") >= 1
    assert list(t.state.influence) == influence


def test_basic_bot_does_nothing_if_it_cannot_come_nearer_with_a_train_to_spare(table: Sit) -> None:
    t = table(2, edition="prototype", mode="bot")
    t.track("gray", "Wilmington", (7, -2), (6, -2), "Atlanta")
    t.tracks(gray=2)  # Louisville and Memphis take 2
    bot_turn(t, "gray")
    assert t.bot_acts() == "pass"


def test_reset_puts_all_tiles_back(table: Sit) -> None:
    t = table(2, edition="prototype", mode="bot")
    t.state.place_in_round = 1
    t.state.await_turn()
    t.state.bot.bag[0] = 0
    t.pos.push(codes.TILE + 4)
    assert list(t.state.bot.bag) == [3, 3, 3, 3, 1]
    assert t.state.phase == codes.BOT_TILE


def test_basic_bot_can_end_the_game_at_once(table: Sit) -> None:
    t = table(2, edition="prototype", mode="bot")
    t.shares(brown=0, gray=1)
    t.tracks(gray=0)
    bot_turn(t, "gray")
    t.bot_acts()
    assert t.pos.over


def test_a_players_action_can_end_the_game_and_the_bot_does_nothing_more(table: Sit) -> None:
    t = table(2, edition="prototype", mode="bot")
    t.shares(brown=0, gray=1)
    t.tracks(gray=0)
    t.pos.play("share gray")
    assert t.pos.over
    assert set(t.pos.winners()) <= {0, 1}


def nobody_can_act(t: Any) -> None:
    """Full Tracks, no influence to pay with, no tile on any city."""
    t.no_tile(*t.game.cities(t.state))
    t.tracks(**dict.fromkeys(COMPANIES, 5))
    for seat in range(2):
        t.influence(seat, **dict.fromkeys(COMPANIES, 0))


def test_a_tile_that_leads_to_nothing_does_not_end_the_game_while_the_bot_can_act(table: Sit) -> None:
    t = table(2, edition="prototype", mode="bot")
    nobody_can_act(t)
    t.tracks(white=1)  # too dear for the players, a share for the bot
    for _ in range(3):
        t.pos.push(t.pos.codes()["pass"])
        t.pos.push(codes.TILE + COMPANIES.index("gray"))
        assert t.bot_acts() == "pass"
        assert not t.pos.over
    t.pos.push(t.pos.codes()["pass"])
    t.pos.push(codes.TILE + COMPANIES.index("white"))
    assert t.bot_acts() == "share white"
    assert not t.pos.over


def test_when_neither_the_players_nor_the_bot_can_act_the_game_ends(table: Sit) -> None:
    t = table(2, edition="prototype", mode="bot")
    nobody_can_act(t)
    for _ in range(2):
        assert not t.pos.over
        t.pos.push(t.pos.codes()["pass"])
        t.pos.push(codes.TILE)
        assert t.bot_acts() == "pass"
    assert t.pos.over
    assert t.pos.story()[-1] == "The bot does nothing for Brown. The game is over."


def test_directed_bot_without_an_action_is_passed_over_and_the_game_goes_on(table: Sit) -> None:
    t = table(2, edition="prototype", mode="directed")
    nobody_can_act(t)
    t.shares(white=0)
    for seat in (0, 1, 0):
        assert (t.pos.to_act, t.pos.legal()) == (seat, ["pass"])
        t.pos.push(t.pos.codes()["pass"])
        t.pos.push(codes.TILE + COMPANIES.index("white"))
        assert (t.pos.to_act, t.pos.legal()) == (seat, ["pass"])
        t.pos.push(t.pos.codes()["pass"])
        assert t.pos.story()[-1] == "The bot does nothing for White."
    assert not t.pos.over  # a tile of another company still takes a share out


def test_directed_bot_the_player_acts_for_the_drawn_company(table: Sit) -> None:
    t = table(2, edition="prototype", mode="directed")
    t.tracks(gray=0, white=2)
    t.pos.push(t.pos.codes()["share gray"])
    t.pos.push(codes.TILE + COMPANIES.index("white"))
    assert t.pos.to_act == 0
    assert "share white" in t.pos.legal()  # whatever its tracks and whatever my influence
    assert t.why_not("share brown").rule == "mini-express 12.5"
    influence, held = list(t.state.influence), list(t.state.held)
    t.pos.play("share white")
    assert list(t.state.influence) == influence
    assert list(t.state.held) == held
    assert t.of(t.state.assets.shares, "white") == 5
    assert t.pos.to_act == 1


def test_directed_bot_builds_give_nobody_influence(table: Sit) -> None:
    t = table(2, edition="prototype", mode="directed")
    t.track("white", (7, -3))
    t.tracks(gray=0)
    t.pos.push(t.pos.codes()["share gray"])
    t.pos.push(codes.TILE + COMPANIES.index("white"))
    influence = list(t.state.influence)
    t.pos.play("build white richmond")
    assert list(t.state.influence) == influence
    assert t.pos.to_act == 1


def test_expert_ends_with_one_company_out_of_trains(table: Sit) -> None:
    t = table(2, edition="prototype", mode="expert")
    t.supply(gray=0)
    t.tracks(gray=1)
    t.track("gray", (7, -3))
    t.demand("Richmond", "brown", "white")
    t.pos.play("build gray richmond")
    assert t.pos.over


def test_expert_second_action_must_not_use_the_last_train(table: Sit) -> None:
    t = table(2, edition="prototype", mode="expert")
    t.supply(gray=0)
    t.tracks(gray=1, white=0)
    t.track("gray", (7, -3))
    t.demand("Richmond", "brown", "white")
    t.pos.play("share white")
    assert t.why_not("build gray richmond").rule == "mini-express 6.3"


# -- the West Coast ------------------------------------------------------------------------------


@pytest.fixture
def west(table: Sit) -> Table:
    """The West Coast has just opened: Brown stands in Tulsa."""
    t = table(3, edition="prototype", west_coast=True)
    t.brown_to_tulsa()
    t.demand("Tulsa", "brown", "gray")
    t.demand("San Francisco", "white", "orange")
    opens = "The West Coast opens with the first track that reaches or passes the dotted line."
    assert t.why_not("coast gray 1").reason == opens
    t.pos.play("build brown tulsa")
    return t


def test_tulsa_opens_the_west_coast(west: Table) -> None:
    assert {"coast gray 1", "coast gray 2", "coast gray 3", "coast brown 3"} <= set(west.pos.legal())
    assert "coast white 4" not in west.pos.legal()


def test_sequence_of_play_3_track_that_passes_the_dotted_line_opens_the_west_coast(table: Sit) -> None:
    t = table(3, edition="prototype", west_coast=True)
    t.track("orange", (1, -3))
    t.demand("Minneapolis", "gray", "white")
    t.demand("Bismarck", "gray", "white")
    t.pos.play("build orange minneapolis")
    assert t.state.spike.stage == golden_spike.WAITING  # east of the line
    t.pos.play("build orange bismarck")
    while t.state.phase == codes.CHOOSE_ROUTE:
        t.pos.play(t.pos.legal()[0])
    assert t.state.spike.stage == golden_spike.RACING


def test_sequence_of_play_3_the_dotted_line_is_data_and_marked_as_ours(table: Sit) -> None:
    t = table(3, edition="prototype", west_coast=True)
    line = t.pos.view(0)["table"]["dotted_line"]
    assert line["mark"] == "reconstructed"
    assert [list(t.map.cities[t.city(name)].at) in line["hexes"] for name in ("Lincoln", "Tulsa")] == [True, True]
    assert "Where it runs is our reconstruction." in t.game.board(t.pos.scene(0))
    assert table(3, edition="prototype").pos.view(0)["table"]["dotted_line"] is None


@pytest.mark.parametrize("hexes", ["[[0, -5], [0, -4]]", "[[0, 9]]"])
def test_a_pack_with_a_line_that_parts_nothing_is_refused(tmp_path: Path, hexes: str) -> None:
    own = branchline.game("mini-express").pack.read_text("utf-8")
    pack = tmp_path / "own.toml"
    pack.write_text(re.sub(r"(?m)^hexes = .*$", f"hexes = {hexes}", own), "utf-8")
    with pytest.raises(branchline.Refused, match=r"own.toml, line \d+: (a way leads round the line|the line runs)"):
        branchline.game("mini-express", pack).start(3)


def test_a_start_in_san_francisco_pays_its_demand_once(west: Table) -> None:
    west.pos.play("coast gray 2")
    state = west.state
    assert west.of(state.assets.tracks, "gray") == 2
    assert (west.of(state.influence, "white", 1), west.of(state.influence, "orange", 1)) == (2, 2)
    assert west.of(state.assets.length, "gray") == 0
    assert west.has_tile("San Francisco")


def test_each_cube_fills_a_place_and_others_get_compensation(west: Table) -> None:
    west.pos.play("coast gray 2")
    gray = west.of(west.state.assets.tracks, "gray")
    assert "coast white 2" not in west.pos.legal()
    west.pos.play("coast white 1")
    assert west.of(west.state.assets.tracks, "gray") == gray + 1
    assert not west.has_tile("San Francisco")


def test_building_in_the_west_costs_one_cube_more(west: Table) -> None:
    west.pos.play("coast gray 1")
    west.tracks(gray=5)
    supply = west.of(west.state.assets.supply, "gray")
    west.demand("Los Angeles", "brown", "gray")
    west.pos.play("build gray los angeles from the west")
    while west.state.phase == codes.CHOOSE_ROUTE:
        west.pos.play(west.pos.legal()[0])
    built = west.state.distance
    assert west.of(west.state.assets.tracks, "gray") == 5 - built - 1
    assert west.of(west.state.assets.supply, "gray") == supply + 1


def test_without_the_extra_cube_it_is_refused(west: Table) -> None:
    west.pos.play("coast gray 1")
    west.tracks(gray=2)
    refused = west.why_not("build gray los angeles from the west")
    assert refused.reason == "Los Angeles takes 2 trains and 1 as a penalty; Gray has 2 trains."


def test_portland_is_next_to_san_francisco_over_the_water(west: Table) -> None:
    west.pos.play("coast gray 1")
    west.tracks(gray=2)
    west.demand("Portland", "brown", "gray")
    west.pos.play("build gray portland from the west")
    assert west.of(west.state.assets.tracks, "gray") == 0  # one for the city, one as the penalty
    assert west.of(west.state.assets.length, "gray") == 0


def test_water_connection_is_no_land_connection_the_penalty_stays_and_no_bonus_comes(west: Table) -> None:
    """Brown has come overland to Portland; Gray meets it there from San Francisco over the water."""
    west.track(
        "brown", (0, 1), (-1, 1), (-2, 1), (-3, 1), (-4, 1), (-5, 1), (-6, 1), (-7, 1), (-8, 1), (-9, 1), "Portland"
    )
    west.pos.play("coast gray 1")
    west.tracks(gray=1)
    west.demand("Portland", "brown", "gray")
    refused = west.why_not("build gray portland from the west")
    assert refused.reason == "Portland takes 1 train and 1 as a penalty; Gray has 1 train."
    west.tracks(gray=2)
    west.pos.play("build gray portland from the west")
    assert west.of(west.state.assets.tracks, "gray") == 0
    assert west.state.spike.stage == golden_spike.RACING
    assert west.state.spike.bonus == 0


def test_water_connection_a_company_that_came_over_the_water_has_not_joined_the_coasts(west: Table) -> None:
    west.track(
        "brown", (0, 1), (-1, 1), (-2, 1), (-3, 1), (-4, 1), (-5, 1), (-6, 1), (-7, 1), (-8, 1), (-9, 1), "Portland"
    )
    west.pos.play("coast gray 1")
    west.tracks(brown=1)
    west.pos.play("build brown san francisco")
    assert west.state.spike.stage == golden_spike.RACING


def test_water_connection_in_version_1_it_joined_the_coasts() -> None:
    old = branchline.game("mini-express").of_version(1).begin(3, {**OPTIONS, "west_coast": True})
    now = branchline.game("mini-express").begin(3, {**OPTIONS, "west_coast": True})
    assert isinstance(old, MiniExpress)
    assert isinstance(now, MiniExpress)
    assert old.terms.water_joins
    assert not now.terms.water_joins


def test_water_connection_is_also_used_on_the_europe_map(table: Sit) -> None:
    t = table(3, edition="prototype", map="europe")
    t.track("orange", "Stockholm")
    t.tracks(orange=1)
    t.demand("Danzig", "gray", "white")
    t.pos.play("build orange danzig")
    assert t.of(t.state.assets.length, "orange") == 0
    assert t.pos.view(0)["table"]["water"]["mark"] == "reconstructed"
    assert "Water line: Stockholm and Danzig are neighbours" in t.game.board(t.pos.scene(0))


def test_water_connection_belongs_to_the_module_on_the_usa_map_and_to_no_published_game(table: Sit) -> None:
    for options in ({"edition": "prototype"}, {"map": "europe"}, {"map": "europe", "harbor": True}):
        assert table(3, **options).pos.view(0)["table"]["water"] is None


def test_component_list_demand_tiles_have_two_different_colours() -> None:
    """6b of Build Track pays twice for a tile of one colour; the list of parts knows none."""
    game = branchline.game("mini-express")
    kinds, counts = parts_of(game).demand, parts_of(game).prototype_box.demand_count
    in_play = {kind: int(count) for kind, count in zip(kinds, counts, strict=True) if count}
    assert sum(in_play.values()) == 32
    assert all(one != two for one, two in in_play)
    each = [sum(count for kind, count in in_play.items() if company in kind) for company in range(4)]
    assert each == [15] * 4
    pos = start(3)
    assert not any(city["demand"][0] == city["demand"][1] for city in pos.view(0)["table"]["cities"])


def test_build_track_2a_cities_show_the_colours_of_the_prototype(table: Sit) -> None:
    t = table(3, edition="prototype")
    cities = {city["name"]: city for city in t.pos.view(0)["table"]["cities"]}
    assert [cities[name]["colour"] for name in ("Chicago", "Detroit", "Augusta")] == ["gold", "black", "brown"]
    board = t.game.board(t.pos.scene(0))
    assert "Augusta, brown, holds 1, nobody there" in board
    assert "Boston, black, holds 2. Its place and capacity are our reconstruction." in board


def test_east_and_west_are_separate_networks(west: Table) -> None:
    west.pos.play("coast gray 1")
    west.tracks(gray=5)
    assert "los angeles" not in west.builds("gray")
    assert "los angeles from the west" in west.builds("gray")


def test_joining_the_coasts_costs_no_penalty_and_brings_the_bonus(west: Table) -> None:
    west.pos.play("coast gray 1")
    west.track("brown", "Tulsa", (-1, 0), (-2, 0), "Denver", (-4, 0))
    # Brown's eastern track reaches Denver; Gray comes from the west.
    west.state.rails.put(
        COMPANIES.index("gray") + west_coast.WEST, west.hex("Salt Lake City"), west.hex("Salt Lake City")
    )
    for cell in ((-8, 2), (-7, 2), (-6, 1)):
        west.state.rails.put(COMPANIES.index("gray") + west_coast.WEST, west.hex(cell), west.hex(cell))
    west.tracks(gray=2)
    west.demand("Denver", "brown", "white")
    length = west.of(west.state.assets.length, "gray")
    west.pos.play("build gray denver from the west")
    assert west.of(west.state.assets.tracks, "gray") == 0
    assert west.state.spike.stage == golden_spike.COMPLETE
    assert west.state.spike.bonus == 2 ** COMPANIES.index("gray") | 2 ** COMPANIES.index("brown")
    assert west.of(west.state.assets.length, "gray") == length + 1  # the bonus counts only at the end
    assert west.why_not("coast white 1").reason == ("The coasts are joined: nobody starts in San Francisco any more.")
    assert "from the west" not in " ".join(west.pos.legal())


def test_the_bonus_counts_at_the_end(table: Sit) -> None:
    t = table(3, edition="prototype", west_coast=True)
    t.length(gray=5)
    t.state.spike.bonus = 2 ** COMPANIES.index("gray")
    assert t.state.worth(0, 1) == 7  # as with a length of 7, 1st


def test_reached_overland_first_the_coast_never_opens(table: Sit) -> None:
    t = table(3, edition="prototype", west_coast=True)
    t.track("gray", "San Francisco")
    t.track("brown", (0, 1))
    t.demand("Tulsa", "brown", "gray")
    t.pos.play("build brown tulsa")
    assert not any(move.startswith("coast") for move in t.pos.legal())
