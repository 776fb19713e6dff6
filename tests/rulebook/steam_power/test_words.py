"""What a player is told: refusals that are true, prompts and labels that say what can be done."""

import pytest

import branchline
from branchline.games.steam_power import codes
from tests.rulebook.steam_power.table import Table


def refused(table: Table, move: str) -> str:
    """The sentence that refuses a move."""
    why = table.pos.why_not(move)
    assert why is not None, f"{move} is legal"
    return why.reason


def blocked() -> Table:
    """The first company's link leads from St. Paul against a tight curve on f3."""
    table = Table().link(0, "St. Paul", "e3", "f3").turn_of(1).play("begin la crosse", "lay f3 se-sw", "stop")
    return table.turn_of(0)


def test_edges_in_the_other_order_are_pointed_out_for_a_replacement_too() -> None:
    table = Table(seats=2).link(0, "Duluth", "e2", "d2", "c2")
    assert "replace d2 e-nw" in table.pos.legal()
    assert refused(table, "replace d2 nw-e") == "Edges are named clockwise from the east: replace d2 e-nw."


def test_a_blocked_link_is_called_blocked() -> None:
    table = blocked()
    assert not [move for move in table.pos.legal() if move.startswith("lay ")]
    assert table.pos.view(0)["prompt"].endswith("Your link is blocked at f3: replace or remove its last tile.")
    assert refused(table, "lay d8 e-w") == "Your link is blocked at f3: replace or remove its last tile."


def test_a_link_that_only_lacks_money_is_not_called_blocked() -> None:
    table = Table().link(0, "Quincy", "f9", "g9").connect(1, "Peoria", "Springfield").turn_of(1)
    table.play("lay g9 sw-ne", "stop").turn_of(0).money(0, 1)
    assert not [move for move in table.pos.legal() if move.startswith("lay ")]
    assert table.pos.view(0)["prompt"].endswith("Track goes on at g9 for $2.")


def test_a_hex_where_no_rail_fits_says_why() -> None:
    table = blocked()
    assert refused(table, "lay f3") == "The tight curve on f3 can't be crossed."
    table = Table().link(1, "Peoria", "g10", "Indianapolis").link(0, "Springfield", "f11", "Peoria").turn_of(0)
    assert refused(table, "lay g10") == "No tile fits on g10. No edge can be shared with the rail e-w on g10."


def test_every_hex_where_nothing_can_be_laid_has_a_reason_of_its_own() -> None:
    position = branchline.game("steam-power").start(seats=2, seed=5)
    for _ in range(30):
        lit = {move.split()[1] for move in position.legal() if move.startswith("lay ")}
        for hex in position.view(position.to_act)["table"]["hexes"]:
            why = position.why_not(f"lay {hex['name']}")
            assert why is not None
            assert ("Say which edges" in why.reason) == (hex["name"] in lit)
        position.play(next((move for move in position.legal() if move.startswith("lay ")), position.legal()[0]))


def test_hills_and_mountains_cost() -> None:
    table = Table(money=0).connect(0, "Peoria", "Indianapolis")
    dear = [
        reason.reason
        for name in table.notation.map.names
        if (reason := table.pos.why_not(f"lay {name}")) and "you have $0" in reason.reason
    ]
    assert dear
    assert all(" cost $" in reason for reason in dear)


def test_the_names_on_the_screen_lead_to_the_moves() -> None:
    assert refused(Table(), "take contracts") == "Take Contracts needs no further word: contracts."
    assert refused(Table(), "take money").endswith(": money.")


def test_after_begin_the_first_tile_is_asked_for() -> None:
    table = Table().play("begin chicago")
    assert "stop" not in table.pos.legal()
    assert refused(table, "money") == "You begin at Chicago and Gary: lay the first tile beside it."
    assert refused(table, "lay g7 w-nw").startswith("The first tile has to lead into Chicago and Gary")


def test_with_no_contract_anywhere_nobody_is_said_to_hold_one() -> None:
    table = Table(seats=2)
    table.state.contracts.pool = table.state.contracts.deck_left = 0
    assert refused(table, "contracts") == "The deck is empty and nobody holds any contract: none could come."


def test_a_bonus_factory_asks_for_the_numbers_that_can_be_chosen() -> None:
    table = Table().connect(0, "Peoria", "Gary").hand(0, "no.04")
    table.state.phase = codes.BONUS
    table.state.contract = table.card("no.04")
    assert refused(table, "build gary") == "Say how many goods: build gary 4, 5 or 6."
    table.state.factories.stock[3] = 1
    assert refused(table, "build gary") == "Say how many goods: build gary 1."


def test_replacing_does_not_read_like_laying() -> None:
    table = Table().play("begin quincy", "lay f9 e-w")
    offers = {offer["move"]: offer for offer in table.pos.view(0)["moves"]}
    turned = [offer for move, offer in offers.items() if move.startswith("replace ")]
    assert turned
    assert all(offer["label"].startswith("f9 replace by a ") for offer in turned)
    assert all(offer["title"].startswith("Replace the tile on f9 by a ") for offer in turned)


def test_one_automa_is_no_plural() -> None:
    with pytest.raises(branchline.Refused, match="5 players and 1 Automa are"):
        branchline.game("steam-power").start(seats=5, automas=1)


def test_an_action_that_is_asked_about_without_a_place_says_where_or_why_not() -> None:
    table = Table(seats=3).hand(0, "no.28").turn_of(0)
    assert refused(table, "lay") == "Say where as well: begin duluth."
    assert refused(table, "build") == "No completed link leads to a city where a factory could be built."
    assert refused(table, "fulfil") == "You need a completed link before you can fulfil a contract."
    table.colours(black="Dubuque").link(0, "Peoria", "g10", "Indianapolis").link(1, "Dubuque", "f8", "f9", "Peoria")
    table.money(0, 0).factory(2, "Dubuque", 5).turn_of(0)
    assert refused(table, "fulfil").startswith("The cheapest of your contracts costs $")
    table.state.factories.left[0] = table.state.track.trains[0] = 0
    assert refused(table, "build") == "You have no factory left."
    assert refused(table, "lay") == "You have no train left, so you can't start another link."
    assert refused(table, "build g10") == "There is no city on g10: factories are built in cities."


def test_where_the_first_track_begins_tells_what_it_costs() -> None:
    offers = {offer["move"]: offer for offer in Table().pos.view(0)["moves"]}
    first, second = offers["begin st. louis"]["notes"]
    assert "beside it, for $0" in first
    assert second == "The link takes one of your 21 trains."


def test_a_contract_and_a_city_say_what_of_them_is_ours() -> None:
    table = Table(seats=3).connect(0, "Peoria", "Gary").hand(0, "no.28", "no.13").turn_of(0)
    offers = {offer["move"]: offer for offer in table.pos.view(0)["moves"]}
    assert offers["fulfil no.28"]["notes"][-1] == "This contract is our reconstruction."
    assert offers["fulfil no.13"]["notes"][-1].startswith("Its goods stand in an example")
    assert "<title>Peoria: where it lies is our reconstruction.</title>" in table.pos.svg()
