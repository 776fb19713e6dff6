"""Factories, contracts, deliveries, rewards and the end: sections 5 to 9."""

import itertools

import pytest

import branchline
from branchline.games.steam_power import codes
from branchline.kernel.state import CHANCE, OVER
from tests.rulebook.steam_power.table import Table


def contract_example() -> Table:
    """Green wants orange, black and gray: one of its own, one of Red's, one of Blue's far away."""
    return (
        Table(money=10)
        .colours(black="Peoria", gray="Indianapolis", orange="Columbus")
        .link(2, "Peoria", "g10", "Indianapolis")
        .link(0, "Indianapolis", "i10", "Cincinnati")
        .link(1, "Cincinnati", "k11", "Columbus")
        .factory(2, "Peoria", 5)
        .factory(0, "Indianapolis", 5)
        .factory(1, "Columbus", 5)
        .hand(2, "no.13")
        .turn_of(2)
    )


# -- 5 Build Factory -----------------------------------------------------------------------


def test_a_factory_needs_anybodys_completed_link() -> None:
    table = Table().link(1, "Peoria", "g10", "Indianapolis")
    assert table.refusal("build quincy") == "steam-power 5.2"
    table.play("build peoria")
    assert (table.goods("Peoria"), table.state.factories.left[0], table.state.factories.stock[3]) == (5, 14, 25)


def test_an_incomplete_link_is_no_link_for_a_factory() -> None:
    assert Table().link(1, "Peoria", "g10", "h9").refusal("build peoria") == "steam-power 5.2"


def test_two_players_place_four_goods() -> None:
    assert Table(seats=2).link(1, "Peoria", "g10", "Indianapolis").play("build peoria").goods("Peoria") == 4


def test_no_factory_on_a_victory_point_city() -> None:
    table = Table().colours(purple="Peoria").link(1, "Peoria", "g10", "Indianapolis")
    assert table.refusal("build peoria") == "steam-power 5.1"


def test_group_example_a_factory_on_either_city() -> None:
    table = Table().colours(gray="Chicago", orange="Gary").link(1, "Dubuque", "g7", "Chicago")
    assert {"build chicago", "build gary"} <= set(table.pos.legal())


def test_a_short_stock_gives_what_remains_and_an_empty_one_nothing() -> None:
    table = Table().link(1, "Peoria", "g10", "Indianapolis")
    table.state.factories.stock[3] = 2
    table.play("build peoria")
    assert table.goods("Peoria") == 2
    assert table.refusal("build indianapolis") == "steam-power 5.3"


def test_a_city_is_used_once() -> None:
    table = Table().link(1, "Peoria", "g10", "Indianapolis").factory(1, "Peoria", 1)
    assert table.refusal("build peoria") == "steam-power 5.1"
    table.state.factories.goods[table.city("Peoria")] = 0
    assert table.refusal("build peoria") == "steam-power 5.1"


# -- 6 Fulfil Contract ---------------------------------------------------------------------


def test_contract_example_four_dollars_two_to_red_two_to_blue() -> None:
    table = contract_example().play("fulfil no.13")
    earned = table.game.parts.contracts[table.card("no.13")].money
    assert table.dollars() == [12, 12, 10 - 4 + earned, 10]
    assert [table.goods(city) for city in ("Peoria", "Indianapolis", "Columbus")] == [4, 4, 4]


def test_contract_example_with_three_dollars_is_refused() -> None:
    table = contract_example().money(2, 3)
    assert table.refusal("fulfil no.13") == "steam-power 6.3"


def test_without_a_link_nothing_is_fulfilled() -> None:
    table = contract_example().turn_of(3).hand(3, "no.14")
    assert table.refusal("fulfil no.14") == "steam-power 6.1"


def test_a_contract_that_nobody_or_somebody_else_holds_is_refused() -> None:
    table = contract_example()
    assert table.refusal("fulfil no.14") == "steam-power 6.2"
    assert table.refusal("fulfil no.99") == "steam-power 6.2"
    assert table.turn_of(0).refusal("fulfil no.13") == "steam-power 6.2"


def separated() -> Table:
    """Purple's network has no way to any white good; the others' have."""
    return (
        Table(money=20)
        .colours(black="Dubuque")
        .link(0, "Dubuque", "g7", "Chicago")
        .link(1, "Cincinnati", "k11", "Columbus")
        .link(2, "Cincinnati", "i10", "Indianapolis")
        .factory(1, "Columbus", 5)
        .factory(0, "Dubuque", 5)
    )


def test_bank_example_purple_pays_five_for_each_white_good() -> None:
    table = separated().hand(0, "no.05").turn_of(0)
    earned = table.game.parts.contracts[table.card("no.05")].money
    table.play("fulfil no.05")
    assert table.dollars()[0] == 20 - 5 + earned
    assert table.goods("Columbus") == 5, "nothing left the map"


def test_bank_example_who_can_reach_white_goods_must_carry_them() -> None:
    table = separated().hand(2, "no.11").turn_of(2)
    earned = table.game.parts.contracts[table.card("no.11")].money
    table.play("fulfil no.11")
    assert table.dollars()[1] == 20 + 2, "one good and one link"
    assert table.dollars()[2] == 20 - 2 - 5 + earned, "the black good comes from the bank"


def test_a_reachable_good_is_carried_even_for_more_than_five_dollars() -> None:
    table = Table(money=5).colours(black="Peoria").connect(0, "Peoria", "Quincy").factory(0, "Peoria", 5)
    way = ["Quincy", "Des Moines", "Omaha", "Sioux City", "Cedar Rapids", "Duluth"]
    for one, other in itertools.pairwise(way):
        table.connect(1, one, other)
    table.factory(1, "Duluth", 5).hand(0, "no.05").turn_of(0)
    assert table.refusal("fulfil no.05") == "steam-power 6.3"
    table.money(0, 6).play("fulfil no.05")
    assert table.dollars()[1] == 5 + 6


def test_only_what_is_missing_comes_from_the_bank() -> None:
    """Two white goods are needed and one can be reached: $0 and $5."""
    table = Table(money=5).colours(black="Quincy").connect(0, "Peoria", "Quincy")
    table.factory(0, "Peoria", 1).factory(0, "Quincy", 1).hand(0, "no.35").turn_of(0)
    earned = table.game.parts.contracts[table.card("no.35")].money
    table.play("fulfil no.35")
    assert table.dollars()[0] == earned
    assert table.state.factories.flipped(table.city("Peoria"))


def test_sources_and_ways_are_the_players_choice() -> None:
    table = contract_example().colours(gray="Cincinnati").factory(3, "Cincinnati", 5)
    table.play("fulfil no.13")
    assert {"deliver", "take gray from indianapolis paying 1:$1", "take gray from cincinnati paying 1:$1 4:$1"} <= set(
        table.pos.legal()
    )
    table.play("take gray from cincinnati paying 1:$1 4:$1")
    earned = table.game.parts.contracts[table.card("no.13")].money
    assert table.dollars() == [10 + 2, 10 + 2, 10 - 5 + earned, 11], "the rest had only one way"


def test_sources_that_are_all_needed_are_no_choice() -> None:
    """Two white goods are needed, one lies in each of two cities: both go without a question."""
    table = Table(money=9).colours(black="Quincy").connect(0, "Peoria", "Quincy").connect(0, "Peoria", "Duluth")
    table.factory(0, "Peoria", 1).factory(0, "Quincy", 1).factory(1, "Duluth", 1).hand(0, "no.35").turn_of(0)
    table.play("fulfil no.35")
    assert [table.goods(city) for city in ("Peoria", "Duluth", "Quincy")] == [0, 0, 0]
    assert table.dollars()[1] == 10


def test_a_way_may_pay_the_one_or_the_other() -> None:
    """Two links of one dollar each: to Red or to Yellow."""
    table = Table(money=9).colours(black="Columbus").connect(2, "Peoria", "Indianapolis")
    table.connect(0, "Indianapolis", "Columbus").connect(3, "Indianapolis", "Columbus")
    table.factory(2, "Columbus", 5).hand(2, "no.05").turn_of(2).play("fulfil no.05")
    assert [move for move in table.pos.legal() if move.startswith("take")] == [
        "take black from columbus paying 1:$1",
        "take black from columbus paying 4:$1",
    ]
    assert table.refusal("money") == "steam-power 6.4"


def test_a_choice_that_leaves_too_little_for_the_rest_is_not_offered() -> None:
    table = contract_example().colours(gray="Cincinnati").factory(3, "Cincinnati", 5).money(2, 4)
    table.play("fulfil no.13")
    assert table.dollars()[3] == 10, "only the cheapest delivery could be paid, so it was made"


def test_the_last_good_flips_the_city() -> None:
    table = contract_example()
    table.state.factories.goods[table.city("Columbus")] = 1
    table.play("fulfil no.13")
    assert table.state.factories.flipped(table.city("Columbus"))
    assert table.pos.scores()[1] == 12 // 5 + 2


# -- 7 Rewards -----------------------------------------------------------------------------


def test_bonus_track_is_free_of_actions_and_optional() -> None:
    table = contract_example().play("fulfil no.13")
    assert table.state.phase == codes.BONUS
    assert table.refusal("money") == "steam-power 7.2"
    assert "skip" in table.pos.legal()
    table.play("lay f11 w-ne", "stop")
    assert (table.state.to_act, table.state.actions, table.state.phase) == (2, 1, codes.ACTION)


def test_bonus_factory_may_have_one_good_more_or_fewer() -> None:
    table = Table().colours(black="Peoria", gray="Quincy").connect(0, "Peoria", "Quincy").connect(1, "Gary", "Duluth")
    table.factory(0, "Peoria", 5).factory(0, "Quincy", 5).hand(0, "no.04").turn_of(0).play("fulfil no.04")
    builds = [move for move in table.pos.legal() if move.startswith("build duluth")]
    assert builds == ["build duluth 4", "build duluth 5", "build duluth 6"]
    assert table.refusal("build duluth") == "steam-power 7.3"
    assert table.play("build duluth 6").goods("Duluth") == 6


def test_bonus_contracts_draw_two() -> None:
    table = Table().colours(black="Peoria").connect(0, "Peoria", "Quincy")
    table.factory(0, "Peoria", 5).factory(0, "Quincy", 5).hand(0, "no.05").turn_of(0).play("fulfil no.05", "contracts")
    assert table.state.contracts.deck_left == 48 - 3
    assert (table.state.to_act, table.state.actions) == (0, 1)


# -- 8 Take Contracts ----------------------------------------------------------------------


def empty_deck(table: Table) -> Table:
    table.state.contracts.pool = 0
    table.state.contracts.deck_left = 0
    return table


def test_with_an_empty_deck_the_fullest_hand_gives_at_random() -> None:
    table = empty_deck(Table().hand(1, "no.01", "no.02", "no.03").hand(2, "no.04")).play("contracts")
    hands = [bin(hand).count("1") for hand in table.state.contracts.hand]
    assert hands == [2, 1, 1, 0], "both from seat 2, who held the most each time"


def test_with_an_empty_deck_the_taker_chooses_among_the_fullest() -> None:
    table = empty_deck(Table().hand(1, "no.01", "no.02").hand(2, "no.04", "no.05")).play("contracts")
    assert table.pos.legal() == ["from seat 2", "from seat 3"]
    assert table.refusal("money") == "steam-power 8.2"
    assert table.refusal("from seat 4") == "steam-power 8.2"
    table.play("from seat 3")
    assert [bin(hand).count("1") for hand in table.state.contracts.hand] == [2, 1, 1, 0], (
        "the second came from seat 2 alone"
    )


def test_the_last_card_of_the_deck_and_then_the_fullest_hand() -> None:
    table = Table().hand(1, "no.01", "no.02").hand(2, "no.03", "no.04")
    table.state.contracts.pool = table.state.land.bit[table.card("no.05")]
    table.state.contracts.deck_left = 1
    table.play("contracts")
    assert table.state.contracts.deck_left == 0
    assert table.pos.legal() == ["from seat 2", "from seat 3"]
    assert [bin(hand).count("1") for hand in table.play("from seat 2").state.contracts.hand] == [2, 1, 2, 0]


def test_what_taking_contracts_brings_is_told_as_the_deck_runs_out() -> None:
    table = Table().hand(1, "no.01", "no.02").hand(2, "no.03")
    offer = table.game.offer(table.state, codes.CONTRACTS)
    assert offer.label == "draw 2 of 45"
    table.state.contracts.deck_left = 1
    offer = table.game.offer(table.state, codes.CONTRACTS)
    assert (offer.label, offer.notes[0]) == ("draw the last one", "One card is left in the deck.")
    offer = table.game.offer(empty_deck(table).state, codes.CONTRACTS)
    assert (offer.label, offer.notes[1]) == ("out of the fullest hand", "{seat:1} holds the most contracts now.")


def test_who_alone_holds_the_most_can_take_none() -> None:
    table = empty_deck(Table().hand(0, "no.01", "no.02").hand(1, "no.03"))
    assert table.refusal("contracts") == "steam-power 8.3"
    assert empty_deck(Table()).refusal("contracts") == "steam-power 8.3"


def test_only_giver_and_taker_see_the_card() -> None:
    table = empty_deck(Table().hand(1, "no.01", "no.02", "no.03")).play("contracts")
    before, taken = table.pos.state_at(1), table.pos.events[1].move
    texts = {seat: table.game.seen(before, taken, seat) for seat in (None, 0, 1, 2)}
    assert texts[0] == texts[1] == table.game.text(before, taken)
    assert texts[2] == texts[None] == "take a contract from seat 2"


# -- 9 The end -----------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "contracts"), [(2, 14), (3, 11), (4, 9), (5, 8)])
def test_contracts_that_end_the_game(seats: int, contracts: int) -> None:
    assert Table(seats=seats).state.numbers.ends_at == contracts


def test_the_round_is_finished_and_everybody_has_equal_turns() -> None:
    table = Table(seats=3).colours(black="Peoria").connect(1, "Peoria", "Quincy").factory(1, "Peoria", 5)
    table.state.contracts.count[1] = 10
    table.hand(1, "no.05").turn_of(1).play("fulfil no.05", "skip", "money")
    assert table.state.ending
    assert table.state.to_act == 2
    table.play("money", "money")
    assert table.pos.over, "seat 1 began the game, so seat 3 was the last"


def test_the_first_player_to_reach_the_number_may_still_be_overtaken() -> None:
    """Two triggers in one round: the end comes once, after the last seat, and the points decide."""
    table = Table(seats=3, money=0).colours(black="Peoria")
    for seat in (0, 2):
        table.connect(seat, "Peoria", "Quincy").state.contracts.count[seat] = 10
    table.factory(0, "Peoria", 5).factory(2, "Quincy", 5).hand(0, "no.05").hand(2, "no.35")
    table.money(0, 1).money(2, 20).play("fulfil no.05", "skip", "money", "money", "money")
    assert table.state.ending
    table.play("fulfil no.35", "money")
    assert table.pos.over
    assert table.pos.winners() == [2]


def test_money_example_38_dollars_are_7_points() -> None:
    assert Table().money(0, 38).pos.scores()[0] == 7


@pytest.mark.parametrize(("sharing", "points"), [(1, 4), (2, 2), (3, 1), (4, 1), (5, 0)])
def test_victory_city_example_is_shared(sharing: int, points: int) -> None:
    table = Table(seats=5, money=0).colours(purple="Duluth")
    for company in range(sharing):
        table.connect(company, "Duluth", "Omaha")
    assert table.pos.scores() == [points] * sharing + [0] * (5 - sharing)


def test_a_purple_tile_beside_the_map_makes_purple_cities_worth_more() -> None:
    table = Table(money=0).colours(purple="Duluth").connect(0, "Duluth", "Omaha")
    table.state.cities.beside_map[4] = 1
    assert table.pos.scores()[0] == 5


def test_a_link_to_any_city_of_the_group_counts_for_its_victory_city() -> None:
    table = Table(money=0).colours(purple="Chicago").link(0, "Gary", "i9", "Fort Wayne")
    assert table.pos.scores()[0] == 4


def test_a_flipped_city_brings_two_and_one_for_each_tile_beside_the_map() -> None:
    table = Table(money=0).factory(0, "Quincy", 0).factory(0, "Duluth", 1)
    assert table.pos.scores()[0] == 2
    table.state.cities.beside_map[3] = 2
    assert table.pos.scores()[0] == 4


def test_ties_go_to_more_contracts_and_else_are_shared() -> None:
    table = Table(seats=3, money=20)
    table.state.to_act = OVER
    table.state.contracts.count[0] = 2
    table.state.contracts.count[1] = 2
    table.state.contracts.count[2] = 1
    assert table.pos.winners() == [0, 1]
    table.state.contracts.count[1] = 3
    assert table.pos.winners() == [1]


# -- 2 and 8: hands stay secret --------------------------------------------------------------


def test_a_fair_guess_is_uniform_over_what_the_seat_cannot_know() -> None:
    """Seat 1 knows its own card; every other card is as likely in seat 2's hand."""
    from branchline.kernel.chance import Seed

    table = Table(seats=2).hand(0, "no.01").hand(1, "no.02", "no.03")
    table.state.contracts.may_hold[table.card("no.01")] = 1
    counts = [0] * 48
    rng = Seed("redeal").at(1)
    for _ in range(4700):
        guess = table.state.copy()
        guess.redeal(0, rng)
        assert guess.contracts.hand[0] == table.state.contracts.hand[0]
        assert bin(guess.contracts.hand[1]).count("1") == 2
        assert guess.contracts.pool | guess.contracts.hand[0] | guess.contracts.hand[1] == 2**48 - 1
        for card in range(48):
            counts[card] += bool(guess.contracts.hand[1] & table.state.land.bit[card])
    assert counts[0] == 0
    assert all(140 < count < 265 for count in counts[1:]), "each 200 times, give or take four and a half deviations"


def test_a_fair_guess_keeps_a_card_that_was_seen_to_go() -> None:
    """Seat 2 gave a card to seat 1 and goes on knowing it; after a hidden swap it may be elsewhere."""
    from branchline.games.steam_power import contracts
    from branchline.kernel.chance import Seed

    table = empty_deck(Table(seats=3).hand(0, "no.01", "no.02").hand(1, "no.03", "no.04").hand(2, "no.05"))
    state, third = table.state, table.card("no.03")
    contracts.hand_over(state, 1, 0, third)
    rng = Seed("redeal").at(2)
    for _ in range(50):
        guess = state.copy()
        guess.redeal(1, rng)
        assert guess.contracts.hand[0] & state.land.bit[third]
    contracts.hand_over(state, 0, 2, table.card("no.01"))
    holders = set()
    for _ in range(200):
        guess = state.copy()
        guess.redeal(1, rng)
        holders.add(next(seat for seat in range(3) if guess.contracts.hand[seat] & state.land.bit[third]))
    assert holders == {0, 2}, "seat 2 saw that one card went from seat 1 to seat 3, not which"


def test_set_up_gives_five_contracts_and_five_dollars_and_a_random_starter() -> None:
    starters = set()
    for seed in range(12):
        position = branchline.game("steam-power").start(seats=3, seed=seed)
        table = position.view(None)["table"]
        assert [company["hand"] for company in table["companies"]] == [5, 5, 5]
        assert [company["money"] for company in table["companies"]] == [5, 5, 5]
        assert table["deck"] == 33
        assert position.to_act == table["starter"]
        starters.add(position.to_act)
        assert sum(table["beside"].values()) == 2, "33 tiles for 31 cities"
    assert starters == {0, 1, 2}
    assert CHANCE not in starters
